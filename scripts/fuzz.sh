#!/bin/sh
# Fuzz every target for SECONDS (default 60), each starting from its corpus.
set -eu
cd "$(dirname "$0")/.."
seconds=${1:-60}
cmake --preset fuzz >/dev/null
cmake --build --preset fuzz >/dev/null
(cd build/fuzz && ctest -R fuzz.corpus >/dev/null)
for target in build/fuzz/tests/fuzz/fuzz_*; do
    if [ ! -x "$target" ] || [ ! -f "$target" ]; then continue; fi
    name=$(basename "$target")
    corpus=tests/fuzz/corpus/$name
    [ -d "$corpus" ] || corpus=build/fuzz/$corpus # made from the vectors
    mkdir -p "build/fuzz/found/$name"
    "$target" -max_total_time="$seconds" -artifact_prefix=build/fuzz/found/ -print_final_stats=1 \
        "build/fuzz/found/$name" "$corpus" 2>build/fuzz/last.log ||
        { tail -40 build/fuzz/last.log; exit 1; }
    tail -8 build/fuzz/last.log
done
