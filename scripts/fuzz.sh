#!/bin/sh
# Fuzz every target for SECONDS (default 60), starting from the vectors.
set -eu
cd "$(dirname "$0")/.."
seconds=${1:-60}
cmake --preset fuzz >/dev/null
cmake --build --preset fuzz >/dev/null
(cd build/fuzz && ctest -R fuzz.corpus >/dev/null)
for target in build/fuzz/tests/fuzz/fuzz_*; do
    if [ ! -x "$target" ] || [ ! -f "$target" ]; then continue; fi
    mkdir -p "build/fuzz/found/$(basename "$target")"
    "$target" -max_total_time="$seconds" -artifact_prefix=build/fuzz/found/ -print_final_stats=1 \
        "build/fuzz/found/$(basename "$target")" build/fuzz/tests/fuzz/corpus 2>build/fuzz/last.log ||
        { tail -40 build/fuzz/last.log; exit 1; }
    tail -8 build/fuzz/last.log
done
