#!/bin/sh
# Line and branch coverage of every component, by the ordinary run.
#
#   scripts/coverage.sh              one line per component
#   scripts/coverage.sh rules        one line per file of that component; runs only its own tests
#   scripts/coverage.sh --check      also fails where less is covered than BOUNDS below asks for
#
# A branch counts when it was taken at least once; the failing side of a dom_check is a branch like
# any other, and is never taken. Only .c files count. What a process does is counted when it exits:
# what was killed (or aborted by a dom_check) is not, nor what a host does between fork and exec.
set -eu
cd "$(dirname "$0")/.."
root=$(pwd)
only=${1:-}
check=
[ "$only" != --check ] || { only='' check=yes; }
cmake --preset coverage >/dev/null
cmake --build --preset coverage >/dev/null
# Counts add up from run to run. Some programs run as another user, who needs files to count in; where
# the folder is closed to it, it shall not complain.
find build/coverage -name '*.gcda' -delete
find build/coverage -name '*.gcno' | sed 's/gcno$/gcda/' | while read -r file; do
    : >"$file"
    chmod a+rw "$file"
done
export GCOV_ERROR_FILE=/dev/null
/usr/bin/python3 -B tests/tools/run_tests.py --preset coverage ${only:+-R "^$only\\."} \
    >build/coverage/run.log || { tail -20 build/coverage/run.log; exit 1; }

find build/coverage -name '*.gcda' -empty -delete

# `gcov --json-format` in one file for each object; what no test ran has a .gcno and no .gcda.
rm -rf build/coverage/gcov
mkdir -p build/coverage/gcov
cd build/coverage/gcov
find "$root/build/coverage/arena" "$root/build/coverage/protocol" "$root/build/coverage/ratings" \
    -name '*.gcno' -exec gcov --json-format --branch-probabilities --hash-filenames {} + \
    >/dev/null 2>&1
/usr/bin/python3 -B - "$root" "$only" "$check" <<'REPORT'
import collections, glob, gzip, json, os, sys

root, only, check = sys.argv[1:]
# More than so many per cent of the lines, and of the branches.
BOUNDS = {"all": (90, 80), "arena/rules": (95, 0), "arena/store": (95, 0), "protocol": (95, 0)}
lines, branches = {}, {}
for name in glob.glob("*.gcov.json.gz"):
    with gzip.open(name) as packed:
        report = json.load(packed)
    for file in report["files"]:
        path = os.path.relpath(os.path.join(report["current_working_directory"], file["file"]), root)
        if path.startswith(("..", "build")) or not path.endswith(".c"):
            continue
        # A file that is compiled twice counts once, with the counts of both.
        for line in file["lines"]:
            at = path, line["line_number"]
            lines[at] = lines.get(at, 0) + line["count"]
            for i, branch in enumerate(line["branches"]):
                branches[at + (i,)] = branches.get(at + (i,), 0) + branch["count"]

rows = collections.defaultdict(lambda: [0, 0, 0, 0])
for counts, first in (lines, 0), (branches, 2):
    for at, count in counts.items():
        part = os.path.dirname(at[0])
        if only and os.path.basename(part) != only:
            continue
        for row in (at[0] if only else part), "all":
            rows[row][first] += count > 0
            rows[row][first + 1] += 1
if not rows:
    sys.exit(f"there is no component '{only}'")
print(f"{'':32} {'lines':>18} {'branches':>18}")
for row in sorted(rows, key=lambda row: (row == "all", row)):
    hit, of, taken, branch = rows[row]
    print(f"{row:32} {hit:5}/{of:<5} {100 * hit / max(of, 1):5.1f}%"
          f" {taken:5}/{branch:<5} {100 * taken / max(branch, 1):5.1f}%")
short = [f"{row}: not more than {bound} % of the {what}"
         for row, bounds in BOUNDS.items()
         for bound, what, (hit, of) in zip(bounds, ("lines", "branches"),
                                           (rows[row][:2], rows[row][2:]))
         if 100 * hit <= bound * of]
if check and short:
    sys.exit("\n".join(short))
REPORT
