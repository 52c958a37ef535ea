# A bot for Domino Arena. It already plays legal actions; the TODOs say how to make it strong.

# TODO 1: write your name into bot.yaml, as `author`.
BEGIN { hello("mine") }

# Returns the index of a legal action, from 0. It is called only if there are two or more.
function choose(    legal, n, i, value, best, most) {
    # TODO 2: print $0 > "/dev/stderr" here, run ./play, and look at the output:
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

# Returns how good an action is. This function decides how strong your bot is.
function worth(action,    word) {
    split(action, word, " ") # play high low end, or draw
    if (word[1] == "draw")
        return -1
    # TODO 3: this plays the most pips, like greedy. A double fits only one value. Should it go first?
    # TODO 4: after this play, which tiles of the list "hand" fit the open ends? m["ends.0"] and
    #         so on are the ends; a play at an end changes its value v to high + low - v.
    # TODO 5: a seat that passed or drew in the list "history" had no tile that fitted the ends.
    # TODO 6: with the list "counts" and all tiles seen so far, which tiles can the others hold?
    return word[2] + word[3]
}
