# Write a bot for Domino Arena in bash: one file, to be copied next to your bot. Needs jq; stdio only.
#
#     source ./domino_arena.sh
#
#     choose() {
#         rng_start
#         rng_below ${#legal[@]}
#         answer=$REPLY
#     }
#
#     run
#
# choose is called when there are two or more legal actions. It sets `answer` to an index into
# `legal`, or to one of the actions in it. A status other than 0 ends the bot. What the seat knows is
# in variables with the names of the protocol. They are numbers, texts, and these arrays:
#     hand      "6 4"                     ends, counts, scores    numbers
#     legal     "play 6 4 1" or "draw"    history    "1 lead 6 4 0", "0 draw 2", "1 pass"
# In addition there are move_ms and bank_ms, the values of the clock, and `options`, which maps a name
# such as "$variant arms" to the option's value.
#
# In choose a bot may say what it thinks about its answer. act_info is then the JSON of an info (SPEC.md,
# section 3, act), such as act_info='{"expected":4.5,"worlds":480}'.
#
# If the bot defines on_match, on_round, on_result or on_fault, they are called with the message's
# fields in variables: `bots` and `places` are arrays, `hands` has an entry like "6 6,1 0" per seat.
# Printing is safe: everything but the kit's own messages goes to standard error.
#
# shellcheck shell=bash disable=SC2034,SC2154 # jq's output sets the variables

name=           # a label, at most 64 bytes; only the registered name counts
version=0
max_tables=1024 # how many tables may be open; 1 if the bot can only think about one match

declare -A options

# Converts each message to one line of assignments, with all values quoted.
_filter='
def words: map(map(tostring) | join(" "));
def set(names): . as $all | [names as $name | $all[$name]
  | $name + "=" + if type == "array" then "(\(@sh))" else @sh end] | join(" ");
def message:
  if .type == "ask" then . + .clock | .lead //= "" | .hand |= words | .history |= words | .legal |= words
    | set("req", "table", "variant", "seat", "seats", "seed", "round", "scores", "leader", "lead", "hand",
          "ends", "counts", "stock", "drawable", "drawn", "history", "legal", "move_ms", "bank_ms")
  elif .type == "welcome" then [.variants | to_entries[] | .key as $variant | .value | to_entries[]
    | "[\("\($variant) \(.key)" | @sh)]=\(.value | @sh)"] | "options=(\(join(" ")))"
  elif .type == "match" then set("table", "variant", "seat", "seats", "teams", "bots", "seed", "commit")
  elif .type == "round" then .hands |= map(words | join(","))
    | set("table", "round", "end", "by", "hands", "points", "scores")
  elif .type == "result" then set("table", "places", "scores", "end", "fault_seat")
  elif .type == "fault" then set("table", "code", "text", "tolerated")
  elif .type == "bye" then ""
  else empty end;
"kind=\(.type) " + message'

# Prints the position and then an error, and ends the bot.
_fail() {
    echo 'in this position:' >&2
    declare -p variant round seat hand ends legal history >&2
    printf '%s\n' "$1" >&2
    exit 1
}

_answer() {
    local i
    answer='' act_info=
    choose || _fail "choose failed with status $?"
    for i in "${!legal[@]}"; do
        if [[ $answer == "$i" || $answer == "${legal[i]}" ]]; then
            printf '{"type":"act","req":%s,"choice":%d%s}\n' "$req" "$i" "${act_info:+,\"info\":$act_info}" >&"$_out"
            return
        fi
    done
    _fail "the bot answered '$answer', which is neither a legal action nor the index of one"
}

# Plays until the arena says bye or ends.
run() {
    if [[ ${DOMINO_ARENA_ENDPOINT-} ]]; then
        echo "this kit speaks stdio only: write \`transport: stdio\` into bot.yaml" >&2
        exit 1
    fi
    local _out _messages _line events=false kind
    if declare -F on_round >/dev/null; then events=true; fi
    # jq starts first, so that it does not inherit our output.
    exec {_messages}< <(exec jq --unbuffered --raw-output "$_filter")
    _jq=$!
    trap 'kill "$_jq" 2>/dev/null' EXIT
    exec {_out}>&1 0</dev/null 1>&2
    printf '{"type":"hello","protocol":1,"name":"%s","version":"%s","language":"bash","max_tables":%d,"events":%s}\n' \
        "$name" "$version" "$max_tables" "$events" >&"$_out"
    while IFS= read -r _line <&"$_messages"; do
        eval "$_line"
        case $kind in
            ask) _answer ;;
            bye) exit 0 ;;
            *) if declare -F "on_$kind" >/dev/null; then "on_$kind"; fi ;;
        esac
    done
    wait "$_jq" # its status: 0 at the end of input; otherwise it has printed what it could not read
    exit
}

# A small random generator, the same in every SDK: splitmix64 (Steele, Lea and Flood, 2014). The same
# position of the same match gives the same numbers.
rng_start() {
    local number
    _state=0
    for number in "$seed" "$round" ${#history[@]} "$drawn"; do
        _state=$((_state ^ number))
        rng_bits
        _state=$REPLY
    done
}

# Sets REPLY to 64 random bits; the highest one is the sign.
rng_bits() {
    _state=$((_state + 0x9e3779b97f4a7c15))
    REPLY=$(((_state ^ (_state >> 30 & 0x3ffffffff)) * 0xbf58476d1ce4e5b9))
    REPLY=$(((REPLY ^ (REPLY >> 27 & 0x1fffffffff)) * 0x94d049bb133111eb))
    REPLY=$((REPLY ^ (REPLY >> 31 & 0x1ffffffff)))
}

# Sets REPLY to a number from 0 to $1 - 1, all equally likely.
rng_below() {
    local surplus=$(((0x7fffffffffffffff % $1 * 2 + 2) % $1)) # 2^64 mod $1: smaller words are skipped
    rng_bits
    while ((REPLY >= 0 && REPLY < surplus)); do rng_bits; done
    REPLY=$((((REPLY >> 1 & 0x7fffffffffffffff) % $1 * 2 + (REPLY & 1)) % $1))
}
