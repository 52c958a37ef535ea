# Write a bot for Domino Arena in awk: one file, to be copied next to your bot. POSIX awk; stdio only.
#
#     BEGIN { hello("random") }
#
#     function choose(    legal, n) {
#         n = list("legal", legal)
#         rng_start()
#         return rng_below(n)
#     }
#
# Run it as `mawk -W interactive -f domino_arena.awk -f bot.awk`, in this order.
#
# choose is called when there are two or more legal actions. It returns the index of one of them,
# from 0. The last message of the arena is in `m`, under the protocol's names joined by dots: m["seat"],
# m["clock.move_ms"], m["ends.0"]; m["ends.n"] is the number of entries. `raw` has the same values as
# text, for numbers that are too large for some awks. list(NAME, array) fills the array, from 0, with
# the entries of a list as words, such as "play 6 4 1", and returns the number of entries.
#
# In choose a bot may say what it thinks about its answer. act_info is then the JSON of an info (SPEC.md,
# section 3, act), such as act_info = "{\"expected\":4.5,\"worlds\":480}".
#
# A bot may have rules of its own for other messages: m["type"] == "result" { ... }.
#
# Only messages may go to standard output. Print everything else to "/dev/stderr".

# Call this first. If `events` is 1, the arena sends the end of every round.
function hello(name, version, events) {
    if (ENVIRON["DOMINO_ARENA_ENDPOINT"] != "")
        fail("this kit speaks stdio only: write `transport: stdio` into bot.yaml")
    say(sprintf("{\"type\":\"hello\",\"protocol\":1,\"name\":\"%s\",\"version\":\"%s\"," \
        "\"language\":\"awk\",\"max_tables\":1024,\"events\":%s}", name, version, events ? "true" : "false"))
}

!/[^ \t\r]/ { next } # otherwise the bot's own rules would see the previous message again

{
    split("", m)
    split("", raw)
    rest = $0
    next_token()
    read_value("")
    if (m["type"] == "bye")
        exit 0
    if (m["type"] == "ask") {
        act_info = ""
        answer(choose())
    }
}

function answer(choice) {
    if (choice !~ /^[0-9]+$/ || choice + 0 >= m["legal.n"])
        fail("the bot answered '" choice "', which is not the index of a legal action")
    say("{\"type\":\"act\",\"req\":" raw["req"] ",\"choice\":" choice + 0 (act_info == "" ? "" : ",\"info\":" act_info) "}")
}

function say(message) {
    print message
    fflush()
}

# Ends the bot with an error. During an ask the position comes before it.
function fail(text) {
    if (m["type"] == "ask")
        print "in this position:\n" $0 > "/dev/stderr"
    print text > "/dev/stderr"
    exit 1
}

# -- Reading JSON ----------------------------------------------------------------------------------

function next_token() {
    if (!match(rest, /^[ \t\r]*("([^"\\]|\\.)*"|[][{}:,]|[^][{}:," \t\r]+)/))
        fail("the arena sent a message that cannot be read: " $0)
    token = substr(rest, 1, RLENGTH)
    sub(/^[ \t\r]*/, "", token)
    rest = substr(rest, RLENGTH + 1) (RLENGTH == length(rest) ? " ." : "") # no rule accepts "."
}

# Reads the value that begins with the token into m and raw, and moves on to the token after it.
function read_value(path,    key, n) {
    if (token == "{") {
        for (next_token(); token != "}"; skip(",", "}")) {
            key = text_of(token)
            next_token()
            skip(":")
            read_value(path == "" ? key : path "." key)
        }
    } else if (token == "[") {
        n = 0
        for (next_token(); token != "]"; skip(",", "]"))
            read_value(path "." n++)
        m[path ".n"] = n
    } else {
        raw[path] = token
        m[path] = token ~ /^-?[0-9]/ ? token + 0 : text_of(token)
    }
    next_token()
}

# Moves on to the token after the expected one, but not beyond the end of a list.
function skip(expected, end) {
    if (token == expected)
        next_token()
    else if (end == "" || token != end)
        fail("the arena sent a message that cannot be read: " $0)
}

# Returns the text of a token. Of the escapes of JSON only \" and \\ are decoded.
function text_of(token) {
    if (token ~ /^"/) {
        token = substr(token, 2, length(token) - 2)
        gsub(/\\"/, "\"", token)
        gsub(/\\\\/, "\\", token)
    }
    return token
}

function list(name, array,    i) {
    split("", array)
    for (i = 0; i < m[name ".n"]; i++)
        array[i] = words(name "." i)
    return i
}

# Returns a value as words: its own text, or the texts of its entries.
function words(path,    i, all) {
    if (path in raw)
        return text_of(raw[path])
    for (i = 0; i < m[path ".n"]; i++)
        all = all (i ? " " : "") words(path "." i)
    return all
}

# -- Randomness ------------------------------------------------------------------------------------
#
# A small generator, the same in every SDK: splitmix64 (Steele, Lea and Flood, 2014). The same position
# of the same match gives the same numbers. awk's numbers hold 53 bits. So a word of 64 bits is four
# numbers of 16 bits, the lowest first: S is the state, Z a word.

function rng_start(    i, number, part) {
    split("0 0 0 0", S, " ")
    number[1] = m["seed"]
    number[2] = m["round"]
    number[3] = m["history.n"]
    number[4] = m["drawn"]
    for (i = 1; i <= 4; i++) {
        for (part = 1; part <= 4; part++) {
            S[part] = exclusive_or(S[part], number[i] % 65536)
            number[i] = int(number[i] / 65536)
        }
        rng_bits()
        for (part = 1; part <= 4; part++)
            S[part] = Z[part]
    }
}

# Sets Z to 64 random bits.
function rng_bits(    i, carry) {
    split("31765 32586 31161 40503", GAMMA, " ")
    for (i = 1; i <= 4; i++) {
        carry += S[i] + GAMMA[i]
        Z[i] = S[i] = carry % 65536
        carry = int(carry / 65536)
    }
    mix(30)
    times("58809 7396 18285 48984")
    mix(27)
    times("4587 4913 18875 38096")
    mix(31)
}

# Z ^= Z >> places, for 16 <= places < 32
function mix(places,    i, unit, shifted) {
    unit = 2 ^ (places - 16)
    for (i = 1; i <= 4; i++) # from the lowest: it needs the old values above
        Z[i] = exclusive_or(Z[i], int(Z[i + 1] / unit) + Z[i + 2] % unit * (65536 / unit))
    delete Z[5]
    delete Z[6]
}

function times(factor,    F, product, i, j, carry) {
    split(factor, F, " ")
    for (i = 1; i <= 4; i++) {
        for (j = 1; j <= i; j++)
            carry += Z[j] * F[i + 1 - j]
        product[i] = carry % 65536
        carry = int(carry / 65536)
    }
    for (i = 1; i <= 4; i++)
        Z[i] = product[i]
}

function exclusive_or(a, b,    bit, result) {
    for (bit = 1; bit < 65536; bit *= 2) {
        if (a % 2 != b % 2)
            result += bit
        a = int(a / 2)
        b = int(b / 2)
    }
    return result + 0
}

# Returns Z modulo count, for count up to 2^32.
function rest_of(count,    i, rest) {
    for (i = 4; i >= 1; i--)
        rest = (rest * 65536 + Z[i]) % count
    return rest
}

# Returns a number from 0 to count - 1, all equally likely.
function rng_below(count,    surplus) {
    surplus = 65536 ^ 2 % count
    surplus = surplus * surplus % count # 2^64 mod count: smaller words are skipped
    do
        rng_bits()
    while (Z[4] == 0 && Z[3] == 0 && Z[2] * 65536 + Z[1] < surplus)
    return rest_of(count)
}
