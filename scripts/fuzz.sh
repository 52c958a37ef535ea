#!/bin/sh
# scripts/fuzz.sh [SECONDS [TARGET...]]
#
# Fuzz every target, or those named, for SECONDS each (default 60), starting from its corpus, its seeds
# and what earlier runs found. A target that fails does not keep the others from running; exit status 1.
set -eu
cd "$(dirname "$0")/.."
seconds=${1:-60}
[ $# -eq 0 ] || shift
cmake --preset fuzz >/dev/null
cmake --build --preset fuzz --target fuzzers >/dev/null
seeds=build/fuzz/seeds
/usr/bin/python3 tests/tools/make_seeds.py $seeds
[ $# -gt 0 ] || set -- tests/fuzz/fuzz_*.c
failed=
for source in "$@"; do
    name=$(basename "$source" .c)
    found=build/fuzz/found/$name
    mkdir -p "$found"
    corpora=$found
    for folder in tests/fuzz/corpus/"$name" $seeds/"$name"; do
        [ ! -d "$folder" ] || corpora="$corpora $folder"
    done
    # The core ends every child that it does not know: libFuzzer must not have one that names functions.
    # shellcheck disable=SC2086 # a list of folders
    build/fuzz/tests/fuzz/"$name" -max_total_time="$seconds" -artifact_prefix=build/fuzz/found/ \
        -print_final_stats=1 -print_funcs=0 $corpora 2>build/fuzz/last.log ||
        { tail -40 build/fuzz/last.log; failed="$failed $name"; continue; }
    tail -8 build/fuzz/last.log
done
[ -z "$failed" ] || { echo "failed:$failed; build/fuzz/found has the inputs"; exit 1; }
