#!/bin/sh
# Install, build, play a round robin of the sample bots, show what came out.
#
#   scripts/demo.sh [HOME]     HOME: folder for database and bots (default build/demo, made anew)
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
build=$root/build/release
home=${1:-$root/build/demo}

if [ $# -gt 1 ] || [ "${home#-}" != "$home" ]; then
    sed -n '2,4s/^#$//; 2,4s/^# *//p' "$0" >&2
    exit 2
fi

"$root/scripts/install.sh"
mkdir -p "$build"
if ! (cd "$root" && cmake --preset release && cmake --build --preset release) \
    >"$build/build.log" 2>&1; then
    cat "$build/build.log" >&2
    exit 3
fi

if [ $# -eq 0 ] && [ -d "$home" ]; then
    chmod -R u+w "$home"
    rm -rf "$home"
fi

arena=$build/bin/domino-arena
"$arena" run --home "$home" --name demo --variant block-2,block-3,draw-2,block-teams \
    --bots random,greedy,random-python,careful --sets 20
printf '\nThe first match, move by move:\n\n'
"$arena" replay demo/1 --home "$home"
printf '\nAgain: "%s" leaderboard --home "%s"\n' "$arena" "$home"
