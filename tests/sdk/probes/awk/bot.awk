# The probe of tests/sdk/test_languages.py in awk; that file says what it does.

BEGIN {
    mode = ARGV[1]
    ARGV[1] = ""
    hello("probe", "1", mode == "tell")
}

# Returns a list as JSON.
function json(path,    i, all) {
    if (path in raw)
        return raw[path]
    if (path == "lead") # an older arena
        return "\"\""
    for (i = 0; i < m[path ".n"]; i++)
        all = all (i ? "," : "") json(path "." i)
    return "[" all "]"
}

function tell(kind, names,    name, i, n, all) {
    n = split(names, name, " ")
    for (i = 1; i <= n; i++)
        all = all "," json(name[i])
    print "told [\"" kind "\"" all more "]" > "/dev/stderr"
}

m["type"] == "welcome" {
    split("", target)
    for (key in m)
        if (key ~ /^variants\..*\.target$/)
            target[substr(key, 10, length(key) - 16)] = m[key]
}

m["type"] == "match" {
    seeds[raw["table"]] = raw["seed"]
    tell("match", "table variant seat seats teams bots seed commit")
}
m["type"] == "round" { tell("round", "table round end by hands points scores") }
m["type"] == "result" {
    delete seeds[raw["table"]]
    tell("result", "table places scores end fault_seat")
}
m["type"] == "fault" { tell("fault", "table code text tolerated") }

function choose(    count, i, all) {
    if (mode == "tell") {
        more = ",[" raw["clock.move_ms"] "," raw["clock.bank_ms"] "]"
        more = more "," (m["variant"] in target ? target[m["variant"]] : "null")
        more = more "," (raw["table"] in seeds ? seeds[raw["table"]] : "null")
        tell("choose", "req table variant seat seats seed round scores leader lead hand ends counts" \
            " stock drawable drawn history legal")
        more = ""
        return m["legal.n"] - 1
    }
    if (mode == "action")
        return 1
    if (mode == "info") {
        act_info = "{\"expected\":-4.125,\"worlds\":480,\"depth\":3,\"text\":\"6-4 blockt über Sitz 1\"}"
        return 0
    }
    if (mode == "rng") {
        split("2 7 10 183 1000 65536", count, " ")
        rng_start()
        for (i = 1; i <= 6; i++)
            all = all (i > 1 ? "," : "") rng_below(count[i])
        print "told [\"rng\",[" all "]]" > "/dev/stderr"
        return 0
    }
    if (mode == "throw")
        fail("the probe broke")
    if (mode == "illegal")
        return m["legal.n"]
    print "noise" > "/dev/stderr" # a bot in awk may print only to standard error
    return 0
}
