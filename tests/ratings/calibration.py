#!/usr/bin/python3
"""Measure how often intervals contain the true ratings, and write the tables of calibration.md; or compare with it.

    calibration.py BUILD              run `ratings.edges long` and `ratings.calibrate long` of a build, and
                                      write their tables into calibration.md: some 20 minutes
    calibration.py BUILD --check      run `ratings.edges`, and compare the rows that it computes exactly
                                      with those of calibration.md: seconds

The exit status is 1 when a row is outside its limits, or is not as in calibration.md.
"""
import argparse
import subprocess
import sys
from pathlib import Path

PAGE = Path(__file__).with_name("calibration.md")
EXACT = "Two bots"
TOLERANCE = 0.002  # other processors may round otherwise


def start(build, program, *args):
    return subprocess.Popen([build / "tests/ratings" / program, *args], stdout=subprocess.PIPE, text=True)


def record(build):
    both = [start(build, program, "long") for program in ("ratings.edges", "ratings.calibrate")]
    head, _, _ = PAGE.read_text(encoding="utf-8").partition("## ")
    PAGE.write_text(head + "\n".join(process.communicate()[0] for process in both), encoding="utf-8")
    return max(process.returncode for process in both)


def exact_rows(text):
    """The rows of the sections that are computed exactly: section and keys -> numbers."""
    rows = {}
    for section in ("\n" + text).split("\n## ")[1:]:
        title, *lines = section.splitlines()
        keys = 2 if title.endswith("coverage") else 1
        if not title.startswith(EXACT):
            continue
        for line in lines[3:]:
            cells = [cell.strip() for cell in line.split("|")[1:-1]]
            if cells:
                rows[(title, *cells[:keys])] = cells[keys:]
    return rows


def is_near(found, recorded):
    """Are two rows alike? Where the extremes are (whole numbers, or halves) is not compared."""
    pairs = [(a, b) for a, b in zip(found, recorded) if len(a.partition(".")[2]) == 3 and b != "-"]
    return len(found) == len(recorded) and all(abs(float(a) - float(b)) <= TOLERANCE for a, b in pairs)


def check(build):
    edges = start(build, "ratings.edges")
    text = edges.communicate()[0]
    status = edges.returncode
    print(text)
    recorded = exact_rows(PAGE.read_text(encoding="utf-8"))
    found = exact_rows(text)
    for key, cells in found.items():
        if not is_near(cells, recorded.get(key, [])):
            print(f"{PAGE.name} has {recorded.get(key)} and not {cells} in row {key}; record it again")
            status = 1
    return status if found else 1


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("build", type=Path, help="a build folder, such as build/release")
    parser.add_argument("--check", action="store_true", help="compare with calibration.md instead of writing it")
    args = parser.parse_args()
    return check(args.build) if args.check else record(args.build)


if __name__ == "__main__":
    sys.exit(main())
