# as it was shipped once
# Plays any legal action, all equally likely.

BEGIN { hello("random-awk") }

function choose(    legal, n) {
    n = list("legal", legal)
    rng_start()
    return rng_below(n)
}
