# A bot for Domino Arena. It is legal as it stands; the TODOs make it good.

# TODO 1: say who you are: `author` in bot.yaml.
BEGIN { hello("mine") }

# The place of one of the legal actions. Asked only when there are two or more.
function choose(    legal, n, i, value, best, most) {
    # TODO 2: print $0 > "/dev/stderr" here, run ./play, and look at what you get:
    #         domino-arena replay 1 --stderr
    n = list("legal", legal)
    most = -2
    for (i = 0; i < n; i++) {
        value = worth(legal[i])
        if (value > most) {
            most = value
            best = i
        }
    }
    return best
}

# How good an action is; this is what makes your bot.
function worth(action,    word) {
    split(action, word, " ") # play high low end, or draw
    if (word[1] == "draw")
        return -1
    # TODO 3: like greedy, this gets rid of pips. Doubles fit in one place only. Should they go first?
    # TODO 4: which values are left in the list "hand" for the ends that this leaves open? m["ends.0"] and
    #         so on has them; a play on an end turns what it shows into high + low - what it shows.
    # TODO 5: who passed or drew in the list "history" had none of the values that were open.
    # TODO 6: with the list "counts" and all tiles seen, what may the others still hold?
    return word[2] + word[3]
}
