#!/bin/sh
# Tests the pages in a real browser: run.sh TEST BROWSER. DOM_BUILD names the build folder. If a program is
# missing that the arena itself does not need, the script says so and exits with 77 (skipped).
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=$DOM_BUILD/tests/web/browser

skip()
{
    echo "skipped: $1"
    exit 77
}

for program in node npm "$2"; do
    command -v "$program" >/dev/null || skip "$program is not installed"
done
mkdir -p "$work"
cp "$here"/package.json "$here"/package-lock.json "$here"/*.mjs "$work"
cd "$work"
if ! cmp -s package-lock.json installed.json; then
    npm ci --ignore-scripts --no-audit --no-fund >npm.log 2>&1 || skip "npm cannot install the packages: $(tail -1 npm.log)"
    cp package-lock.json installed.json
fi
exec node --test "$1"
