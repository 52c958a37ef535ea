# A bot for Domino Arena. It is legal as it stands; the TODOs make it good.
# shellcheck shell=bash disable=SC2034,SC2154

source ./domino_arena.sh

# TODO 1: say who you are: `author` in bot.yaml.

# Sets answer to one of legal, or its index. Asked only when there are two or more.
choose() {
    local i best=-2
    # TODO 2: declare -p hand ends legal history here, run ./play, and look at what you get:
    #         domino-arena replay 1 --stderr
    for i in "${!legal[@]}"; do
        worth "${legal[i]}"
        if ((REPLY > best)); then
            best=$REPLY
            answer=$i
        fi
    done
}

# REPLY: how good an action is; this is what makes your bot.
worth() {
    local word
    read -r -a word <<<"$1" # play high low end, or draw
    if [[ ${word[0]} == draw ]]; then
        REPLY=-1
        return
    fi
    # TODO 3: like greedy, this gets rid of pips. Doubles fit in one place only. Should they go first?
    # TODO 4: which values are left in hand for the ends that this leaves open? ends has them; a play
    #         on end e turns ends[e] into high + low - ends[e].
    # TODO 5: who passed or drew in history had none of the values that were open.
    # TODO 6: with counts and all tiles seen, what may the others still hold?
    REPLY=$((word[1] + word[2]))
}

run
