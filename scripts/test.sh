#!/bin/sh
# Install what is missing, build, test.
#
#   scripts/test.sh                      what every change must pass, and what .ci/run runs
#   scripts/test.sh --changed [COMMIT]   the components that a change touches: while you work
#   scripts/test.sh nightly [PART...]    everything, in parts that can be run alone; `nightly --list` names them
#
# The last lines name what was skipped and what failed, and end with `N passed, N failed`.
set -eu
cd "$(dirname "$0")/.."
case ${1:-} in
'' | landing) # the name that this run had before 1.0
    scripts/install.sh
    exec /usr/bin/python3 -B tests/tools/run_tests.py
    ;;
--changed)
    scripts/install.sh
    exec /usr/bin/python3 -B tests/tools/run_tests.py "$@"
    ;;
nightly)
    shift
    scripts/install.sh
    exec /usr/bin/python3 -B tests/tools/nightly.py "$@"
    ;;
*)
    sed -n '4,6s/^# *//p' "$0" >&2
    exit 2
    ;;
esac
