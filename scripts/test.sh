#!/bin/sh
# Install what is missing, build, test.
#
#   scripts/test.sh            the dev build; every test that takes seconds: while you work (minutes)
#   scripts/test.sh landing    the dev build; every test, each as long as it is meant to be: before a change lands
#   scripts/test.sh asan       the same under AddressSanitizer and UndefinedBehaviorSanitizer
#   scripts/test.sh tsan       what has threads (serve, verify, libdomino) under ThreadSanitizer
#   scripts/test.sh valgrind   the dev build; unit tests and a small tournament under valgrind's memcheck
#   scripts/test.sh chaos      the dev build; every case of tests/chaos 10 times at every sandbox level
#   scripts/test.sh crash      the dev build; the arena killed at every call and failing in every way, 1,000 random instants (hours)
#   scripts/test.sh soak       the dev build; 60,000 matches with one bot in five hostile (minutes)
#   scripts/test.sh oracle     the dev build; the referee replays 20,000 matches of every variant (hours)
#   scripts/test.sh bench      the release build; how soon and at what cost, against bounds (an idle machine, minutes)
#   scripts/test.sh all        landing and asan, and format, static analysis and a short fuzz of every target
#
# With --all-languages before that, what the SDKs of every language need is installed too, and a language that
# cannot be tested counts as failed; without, it is skipped and named.
#
# Names what was skipped, and ends with the line `N passed, N failed`.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
cd "$root"
if [ "${1:-}" = --all-languages ]; then
    shift
    scripts/install.sh
    # shellcheck disable=SC2046 # a list of words
    scripts/install.sh $(/usr/bin/python3 -B tests/sdk/test_languages.py --missing)
    export DOM_ALL_LANGUAGES=1
fi
mode=${1:-dev}
# Without it tests try a part of what they are for, chosen so that the ordinary run is soon over.
[ "$mode" = dev ] || export DOM_LANDING=1

# run_preset NAME [WORD...]: configure, build and test, the words being for ctest; adds to $passed and $failed.
passed=0
failed=0
skipped=0
run_preset()
{
    preset=$1
    shift
    mkdir -p "build/$preset"
    if ! { cmake --preset "$preset" && cmake --build --preset "$preset"; } >"build/$preset/build.log" 2>&1; then
        cat "build/$preset/build.log"
        echo "0 passed, 1 failed"
        exit 1
    fi
    report=build/$preset/ctest.log
    # As many tests mostly wait for limits to end, more than there are processors.
    at_once=$(($(nproc) + 1))
    [ "$mode" != dev ] || at_once=$(($(nproc) * 3))
    ctest --preset "$preset" "$@" --parallel "$at_once" --output-log "$report" || true
    total=$(sed -n 's/.* tests failed out of \([0-9]*\)$/\1/p' "$report")
    bad=$(sed -n 's/.*, \([0-9]*\) tests failed out of .*/\1/p' "$report")
    [ -n "$total" ] || { total=1; bad=1; }
    names=$(sed -n 's/^[ \t]*[0-9]* - \([^ ]*\) (Skipped)$/ \1/p' "$report")
    skipped=$(printf '%s' "$names" | grep -c .) || true
    # shellcheck disable=SC2086 # a list of words
    [ "$skipped" -eq 0 ] || echo "$skipped skipped:" $names
    passed=$((passed + total - bad - skipped))
    failed=$((failed + bad))
}

# build_preset NAME: what the longer modes need; the builds themselves are tested by run_preset.
build_preset()
{
    scripts/install.sh
    cmake --preset "$1" >/dev/null
    cmake --build --preset "$1" >/dev/null
}

# run_check NAME COMMAND...: one test more. Status 77: it cannot be done here, as it has said.
run_check()
{
    name=$1
    shift
    status=0
    "$@" || status=$?
    case $status in
    0) passed=$((passed + 1)); echo "ok: $name" ;;
    77) skipped=$((skipped + 1)); echo "SKIPPED: $name" ;;
    *) failed=$((failed + 1)); echo "FAILED: $name" ;;
    esac
}

# The instructions of the hot paths, which are counted in what users install.
hot_paths()
{
    cmake --preset release >/dev/null && cmake --build --preset release --target hot_paths >/dev/null &&
        tests/bench/hot_paths.py
}

# under_valgrind PROGRAM [WORD...]: what it prints is shown when it fails.
under_valgrind()
{
    status=0
    scripts/valgrind.sh "$@" >build/dev/valgrind.log 2>&1 || status=$?
    [ "$status" -eq 0 ] || cat build/dev/valgrind.log
    return "$status"
}

# Every program of unit tests, and core and hosts in a tournament.
valgrind_all()
{
    for program in build/dev/tests/*/*.test_*; do
        case $program in
        *.test_sandbox) # valgrind is no place for it: it tries system calls that valgrind does not know
            run_check "valgrind: ${program##*/}" sh -c "exit 77" ;;
        *) run_check "valgrind: ${program##*/}" under_valgrind "$program" ;;
        esac
    done
    home=$(mktemp -d)
    cat >"$home/t.yaml" <<END
name: small
variants: [block-2, draw-2]
bots: [random, greedy]
sets: 2
sandbox: none
limits: {startup_ms: 60000, move_ms: 60000}
END
    run_check "valgrind: a tournament" under_valgrind build/dev/bin/domino-arena run "$home/t.yaml" \
        --strict --home "$home"
    run_check "valgrind: verify" under_valgrind build/dev/bin/domino-arena verify --home "$home"
    run_check "valgrind: report" under_valgrind build/dev/bin/domino-arena report -o "$home/site" --home "$home"
    rm -rf "$home"
}

# Every program of tests/crash that has a choice of calls, at all of them, and every cut of the store's tests.
crash_all()
{
    for name in crash disk power fail; do
        run_check "tests/crash/test_$name.py --all" env DOM_BUILD="$root/build/dev" \
            /usr/bin/python3 -B "tests/crash/test_$name.py" --all
    done
    run_check "store.test_disk at every cut" env DOM_ALL_CUTS=1 build/dev/tests/store/store.test_disk
}

# What only an idle machine can say.
bench_all()
{
    for name in promises sandbox start; do
        run_check "tests/bench/bench_$name.py --check" "tests/bench/bench_$name.py" --check \
            --build "$root/build/release"
    done
}

# What the tests in a browser need. Some builds of nodejs bring npm along.
shells="zsh fish" # whose completion is tried
peers=python3-scipy # computes ratings independently
cluster=slurm # on which a tournament in shards is played
browser="chromium firefox-esr"
command -v npm >/dev/null || browser="$browser nodejs npm"

# shellcheck disable=SC2086 # lists of words
case $mode in
dev)
    scripts/install.sh
    run_preset dev --label-exclude '^long$'
    ;;
landing)
    scripts/install.sh $browser $shells $peers $cluster
    run_preset dev
    run_check "hot paths" hot_paths
    ;;
asan)
    scripts/install.sh $browser
    run_preset asan
    ;;
tsan)
    scripts/install.sh
    run_preset tsan
    ;;
valgrind)
    build_preset dev
    valgrind_all
    ;;
chaos)
    build_preset dev
    run_check "every case of tests/chaos 10 times" env DOM_BUILD="$root/build/dev" \
        CHAOS_ROUNDS=10 /usr/bin/python3 -B tests/chaos/test_chaos.py
    ;;
crash)
    build_preset dev
    crash_all
    ;;
bench)
    build_preset release
    bench_all
    ;;
soak)
    build_preset dev
    run_check "60,000 matches with one bot in five hostile" env DOM_BUILD="$root/build/dev" \
        /usr/bin/python3 -B tests/soak/soak.py --matches 60000
    ;;
oracle)
    build_preset dev
    run_check "20,000 matches of every variant" env DOM_BUILD="$root/build/dev" \
        DOM_ORACLE_MATCHES=20000 /usr/bin/python3 -B tests/e2e/test_oracle.py
    ;;
all)
    scripts/install.sh $browser $shells $peers $cluster clang libclang-rt-14-dev clang-format clang-tidy shellcheck
    run_preset dev
    run_preset asan
    run_check "hot paths" hot_paths
    run_check format scripts/check-format.sh
    run_check tidy scripts/check-tidy.sh
    run_check shellcheck shellcheck scripts/*.sh .ci/run
    run_check fuzz scripts/fuzz.sh 60
    ;;
*)
    echo "usage: scripts/test.sh [--all-languages] [dev|landing|asan|tsan|valgrind|chaos|crash|soak|oracle|bench|all]" >&2
    exit 2
    ;;
esac

[ "$skipped" -eq 0 ] || echo "$skipped skipped"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
