# The probe of tests/sdk/test_languages.py in bash; that file says what it does.
# shellcheck shell=bash disable=SC2034,SC2154

source ./domino_arena.sh

name=probe
version=1
declare -A seeds

# Prints its words as a JSON array: [1,2]
numbers() { local IFS=,; echo "[$*]"; }

# Converts lists of words to JSON: "1 lead 6 4 0" "draw" becomes [[1,"lead",6,4,0],["draw"]]
lists() {
    jq -cn --args '[$ARGS.positional[] | split(" ") | map(tonumber? // .)]' "$@"
}

quoted() { jq -n --arg text "$1" '$text'; }

tell() { local IFS=,; echo "told [$*]"; }

case $1 in
    tell)
        choose() {
            tell '"choose"' "$req" "$table" "\"$variant\"" "$seat" "$seats" "$seed" "$round" \
                "$(numbers "${scores[@]}")" "$leader" "\"$lead\"" "$(lists "${hand[@]}")" "$(numbers "${ends[@]}")" \
                "$(numbers "${counts[@]}")" "$stock" "$drawable" "$drawn" "$(lists "${history[@]}")" \
                "$(lists "${legal[@]}")" "[$move_ms,$bank_ms]" "${options[$variant target]-null}" \
                "${seeds[$table]-null}"
            answer=$((${#legal[@]} - 1))
        }
        on_match() {
            seeds[$table]=$seed
            tell '"match"' "$table" "\"$variant\"" "$seat" "$seats" "$teams" \
                "$(jq -cn --args '$ARGS.positional' "${bots[@]}")" "$seed" "\"$commit\""
        }
        on_round() {
            local hand tiles all=()
            for hand in "${hands[@]}"; do
                IFS=, read -r -a tiles <<<"$hand"
                all+=("$(lists "${tiles[@]}")")
            done
            tell '"round"' "$table" "$round" "\"$end\"" "$by" "$(numbers "${all[@]}")" \
                "$(numbers "${points[@]}")" "$(numbers "${scores[@]}")"
        }
        on_result() {
            unset "seeds[$table]"
            tell '"result"' "$table" "$(numbers "${places[@]}")" "$(numbers "${scores[@]}")" \
                "\"$end\"" "$fault_seat"
        }
        on_fault() { tell '"fault"' "$table" "\"$code\"" "$(quoted "$text")" "$tolerated"; }
        ;;
    action) choose() { answer=${legal[1]}; } ;;
    info)
        choose() {
            act_info='{"expected":-4.125,"worlds":480,"depth":3,"text":"6-4 blockt über Sitz 1"}'
            answer=0
        }
        ;;
    rng)
        choose() {
            local count all=()
            rng_start
            for count in 2 7 10 183 1000 65536; do
                rng_below "$count"
                all+=("$REPLY")
            done
            tell '"rng"' "$(numbers "${all[@]}")"
            answer=0
        }
        ;;
    throw) choose() { echo "the probe broke"; return 3; } ;;
    illegal) choose() { answer=${#legal[@]}; } ;;
    print) choose() { echo noise; answer=0; } ;;
esac

trap : WINCH
run
