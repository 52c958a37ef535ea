#!/usr/bin/python3
"""Measure how often intervals contain the true ratings, and write calibration.md; or compare with it.

    calibration.py BUILD              run `ratings.edges long` and `ratings.calibrate long` of a build, and
                                      write calibration.md beside this program: minutes
    calibration.py BUILD --check      run `ratings.edges`, and compare the rows that it computes exactly
                                      with those of calibration.md: seconds

The exit status is 1 when a row is outside its limits, or is not as in calibration.md.
"""
import argparse
import subprocess
import sys
from pathlib import Path

PAGE = Path(__file__).with_name("calibration.md")
EXACT = "Two bots: "
TOLERANCE = 0.002  # other processors may round otherwise
HEAD = """\
# How often the intervals of ratings contain the true ratings

The 95 % intervals of a leaderboard ([ratings.md](../../docs/explanation/ratings.md)) were tested on results whose true
ratings are known. The share of intervals that contain the true rating is their *coverage*. This page is written by

<!-- not run: this takes minutes, and writes this page -->
```sh
cmake --preset release && cmake --build --preset release --target ratings.edges ratings.calibrate
tests/ratings/calibration.py build/release
```

| limits | |
|---|---|
| coverage | at least 93.5 % in every row |
| | at most 97.5 % where no single result has a probability above 2 % |
| width, where single results are likely | at most 1.1 times that of the exact interval of Clopper and Pearson, which takes a set as one trial |

Where single results are likely, coverage changes in jumps, and no method can hold 95 %. In simulations three standard errors are
allowed beyond these limits, also for the single bot with the least coverage. Bots in clusters come closest to them: sets vary
differently within clusters and between them, but one dispersion is estimated for both. A row outside its limits ends with FAILED.

*Correlation* is that of the luck in the matches of a set. With 1 all matches of a set come out alike. With -1 the luck of one
match is the opposite of the next. It is reduced as far as the probabilities make necessary: two bots, one of which wins 90 % of all matches,
cannot have a correlation below -0.11.

| section | how | columns |
|---|---|---|
| two bots: coverage | Every possible result of so many sets of two matches was rated. The probabilities of the results whose \
interval contains the true difference were added up, for differences of 0, 10, 20 .. 1600 Elo. | the least coverage and the \
difference where it occurs; the largest; the largest of differences at which no result has a probability above 2 % |
| two bots: widths | The intervals of the same results were compared with those of Clopper and Pearson. | the largest ratio \
of widths, and how many sets were won there: if no set was split 1-1, if some were (each is half a set), and if one bot won all. \
In the last case the intervals have one limit, so their widths are compared in expected score. |
| larger lists | 4000 lists were simulated, or 1000 with 200 sets and more, or with 60 bots. *Sets* are those of every choice of bots for a table. One bot in the middle is the \
anchor. | coverage over all other bots; that of the bot with the least; mean width relative to the interval of Clopper and Pearson \
for the sets between the bot and the anchor (between clusters: all sets between them); share of ratings without a limit; coverage of gaps to \
the next bot; share of rank ranges that contain the true rank |
| lists of six bots | 4000 lists were simulated, with true ratings from -174 to 174 Elo (*wide*: 500). The mean is fixed. | coverage \
over all bots, and of the strongest, a middle and the weakest one; coverage of differences of neighbours; coverage of intervals \
that treat matches as independent, which must be wrong if the correlation is not 0; mean half-width and bias in the middle, in \
Elo; share of lists whose test of one rating per bot has p below 5 % |
| likelihood of superiority | 4000 lists of six bots were simulated, with random true ratings. | neighbours with an LOS between .90 \
and .95; the share of them of which the stronger one was named |
| all-round lists | 2000 times, lists of several variants were simulated. All bots but the first are equal in the mean, and the last is the \
anchor. *Varies*: the rating of a bot differs between variants, with a standard deviation of 50 or 100 Elo. | coverage of the first bot and of \
the others (of two bots: the same); coverage of gaps to the next bot; share of rank ranges of the first bot that contain its true rank; bias of its \
rating, Elo; share of lists in which it has no limit |
| sequential tests | 10,000 tests of `compare` were simulated at each bound, with error rates of 5 %. | share of wrong decisions; mean \
length, also relative to A. Wald's approximation; share of estimates below the true difference (50 % if median-unbiased); coverage |

"""


def start(build, program, *args):
    return subprocess.Popen([build / "tests/ratings" / program, *args], stdout=subprocess.PIPE, text=True)


def record(build):
    both = [start(build, program, "long") for program in ("ratings.edges", "ratings.calibrate")]
    PAGE.write_text(HEAD + "\n".join(process.communicate()[0] for process in both), encoding="utf-8")
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
