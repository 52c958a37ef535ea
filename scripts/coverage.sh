#!/bin/sh
# Line and branch coverage of every component, by the whole test suite.
#
#   scripts/coverage.sh              one line per component
#   scripts/coverage.sh rules        one line per file of that component; runs only its own tests
#
# A branch counts when it was taken at least once; the failing side of a dom_check is a branch like
# any other, and is never taken. Only .c files count.
set -eu
cd "$(dirname "$0")/.."
root=$(pwd)
only=${1:-}
cmake --preset coverage >/dev/null
cmake --build --preset coverage >/dev/null
find build/coverage -name '*.gcda' -delete # counts add up from run to run
ctest --preset coverage --parallel 2 ${only:+-R "^$only\\."} --output-log build/coverage/ctest.log \
    >/dev/null || { tail -20 build/coverage/ctest.log; exit 1; }

# `gcov --json-format` in one file for each object; what no test ran has a .gcno and no .gcda.
rm -rf build/coverage/gcov
mkdir -p build/coverage/gcov
cd build/coverage/gcov
find "$root/build/coverage/arena" "$root/build/coverage/protocol" "$root/build/coverage/ratings" \
    -name '*.gcno' -exec gcov --json-format --branch-probabilities --hash-filenames {} + \
    >/dev/null 2>&1
/usr/bin/python3 -B - "$root" "$only" <<'REPORT'
import collections, glob, gzip, json, os, sys

root, only = sys.argv[1:]
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
REPORT
