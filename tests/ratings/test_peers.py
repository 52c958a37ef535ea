#!/usr/bin/python3
"""Compares `rate` with others: scipy maximises the same likelihood, R's BradleyTerry2 fits the same table.

A test whose program is not installed is skipped with a message.
"""
import itertools
import json
import math
import os
import random
import shutil
import subprocess
import sys
import tempfile
import unittest

try:
    import numpy
    import scipy.optimize
    import scipy.special
    import scipy.stats
except ImportError:
    scipy = None

BUILD = os.environ.get("DOM_BUILD", os.path.join(os.path.dirname(__file__), "..", "..", "build", "dev"))
PROGRAM = os.path.join(BUILD, "bin", "domino-arena")
UNIT = 400 / math.log(10)
PRIOR = 0.5
BOTS = 7

R_SCRIPT = """
suppressMessages(library(BradleyTerry2))
x <- read.csv(commandArgs(trailingOnly = TRUE)[1], stringsAsFactors = TRUE)
bots <- sort(unique(c(as.character(x$one), as.character(x$other))))
x$one <- factor(x$one, levels = bots); x$other <- factor(x$other, levels = bots)
fit <- suppressWarnings(BTm(cbind(won, lost), one, other, data = x, refcat = "ghost", epsilon = 1e-14))
found <- BTabilities(fit)
for (bot in rownames(found)) cat(bot, sprintf("%.10f", found[bot, "ability"]), "\\n")
"""


def has_r():
    if shutil.which("Rscript") is None:
        return False
    done = subprocess.run(["Rscript", "-e", "library(BradleyTerry2)"], capture_output=True, check=False)
    return done.returncode == 0


def rate(folder, lines, *options):
    """The list of `rate --json` for the rows of a table."""
    path = os.path.join(folder, "r.csv")
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(["set,match,bot,place,points", *lines]) + "\n")
    done = subprocess.run([PROGRAM, "rate", "--from", path, "--json", *options], capture_output=True, check=True)
    return json.loads(done.stdout)["lists"][0]


def climb(loss, size):
    """The minimum of a smooth convex function."""
    return scipy.optimize.minimize(loss, numpy.zeros(size), method="BFGS", options={"gtol": 1e-8, "maxiter": 1000}).x


@unittest.skipUnless(scipy, "python3-scipy is not installed")
class Tables(unittest.TestCase):
    """Matches of four bots, each with points and places; some places are shared."""

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="rate.")
        chance = random.Random(5)
        self.points = [[round(chance.gauss(2 * bot, 6)) for bot in range(4)] for _ in range(300)]
        self.lines = [f"{number},1,bot-{bot},{1 + sum(other > own for other in match)},{own}"
                      for number, match in enumerate(self.points) for bot, own in enumerate(match)]

    def tearDown(self):
        shutil.rmtree(self.folder)

    def found(self, key, *options):
        rated = rate(self.folder, self.lines, *options)
        return rated, [bot[key] for bot in sorted(rated["bots"], key=lambda bot: bot["name"])]

    def expect(self, elo, beta):
        for bot in range(4):
            self.assertAlmostEqual(elo[bot], 1000 + UNIT * (beta[bot] - beta.mean()), delta=0.01)

    def test_leads_in_points_are_scored_by_the_normal_distribution(self):
        pairs = list(itertools.combinations(range(4), 2))
        leads = numpy.array([[match[a] - match[b] for a, b in pairs] for match in self.points])
        scale = math.sqrt((leads ** 2).mean())
        score = scipy.stats.norm.cdf(leads / scale).sum(0) / 3
        a, b = numpy.array(pairs).T

        def loss(beta):
            difference = beta[a] - beta[b]
            ghost = numpy.logaddexp(0, beta) + numpy.logaddexp(0, -beta)
            return (score * numpy.logaddexp(0, -difference)
                    + (100 - score) * numpy.logaddexp(0, difference)).sum() + PRIOR * ghost.sum()

        rated, elo = self.found("elo", "--metric", "points")
        self.assertEqual(rated["metric"], "points")
        self.assertAlmostEqual(rated["points_scale"], scale, delta=1e-3)
        for bot, beta in enumerate(climb(loss, 4) * UNIT):
            # Scores are rounded to 1/840 of a match.
            self.assertAlmostEqual(elo[bot] - elo[0], beta - climb(loss, 4)[0] * UNIT, delta=0.3)

    def test_whole_rankings_have_the_same_maximum(self):
        rankings = []
        for match in self.points:
            tied = {}
            for bot, own in enumerate(match):
                tied.setdefault(-own, []).append(bot)
            rankings.append([tied[own] for own in sorted(tied)])
        sizes = sorted({len(group) for ranking in rankings for group in ranking} - {1})

        def log_f(beta, group):
            return sum(beta[bot] for bot in group) / len(group) + (beta[4 + sizes.index(len(group))] if len(group) > 1 else 0)

        def log_chance(beta, groups):
            total = 0
            for at, group in enumerate(groups):
                left = [bot for later in groups[at:] for bot in later]
                total += log_f(beta, group) - scipy.special.logsumexp(
                    [log_f(beta, some) for size in [1, *sizes] for some in itertools.combinations(left, size)])
            return total

        counts = {}
        for ranking in rankings:
            key = tuple(tuple(group) for group in ranking)
            counts[key] = counts.get(key, 0) + 1

        def loss(beta):
            known = sum(count * log_chance(beta, key) for key, count in counts.items())
            tie = beta[4] if 2 in sizes else -math.inf
            ghost = sum(beta[i] - 2 * scipy.special.logsumexp([beta[i], 0, beta[i] / 2 + tie]) for i in range(4))
            return -known - PRIOR * ghost

        beta = climb(loss, 4 + len(sizes))
        rated, elo = self.found("plackett_luce_elo", "--plackett-luce")
        self.expect(elo, beta[:4])
        for size, log_tie in zip(sizes, beta[4:]):
            self.assertAlmostEqual(rated["plackett_luce"]["ties"][size - 2], math.exp(log_tie), delta=1e-4)


class Peers(unittest.TestCase):

    def setUp(self):
        """Make sets of two matches between bots of different strength. The matches of a set share luck."""
        self.folder = tempfile.mkdtemp(prefix="rate.")
        chance = random.Random(12)
        self.sets = []  # (one, other, points of one in the set: 0, 1/2, ..., 2)
        lines = []
        for number in range(400):
            one, other = chance.sample(range(BOTS), 2)
            luck, points = chance.gauss(0, 1), 0
            for match in (1, 2):
                lead = (other - one) / 2 + luck + chance.gauss(0, 1)
                score = 0.5 if abs(lead) < 0.2 else float(lead > 0)
                points += score
                for bot, own in ((one, score), (other, 1 - score)):
                    lines.append(f"{number},{match},bot-{bot},{1 if own >= 0.5 else 2},")
            self.sets.append((one, other, points))
        self.list = rate(self.folder, lines)
        self.bots = [int(bot["name"][4:]) for bot in self.list["bots"]]
        self.elo = {number: bot["elo"] for number, bot in zip(self.bots, self.list["bots"])}

    def tearDown(self):
        shutil.rmtree(self.folder)

    @unittest.skipUnless(scipy, "python3-scipy is not installed")
    def test_scipy_finds_the_same_maximum_and_covariance(self):
        one, other, points = (numpy.array(column) for column in zip(*self.sets))

        def chances(beta):
            return 1 / (1 + numpy.exp(beta[other] - beta[one]))

        def loss(beta):
            difference = beta[one] - beta[other]
            ghost = numpy.logaddexp(0, beta) + numpy.logaddexp(0, -beta)
            return (points * numpy.logaddexp(0, -difference)
                    + (2 - points) * numpy.logaddexp(0, difference)).sum() + PRIOR * ghost.sum()

        def slope(beta):
            excess = points - 2 * chances(beta)
            own = PRIOR * (1 - 2 / (1 + numpy.exp(-beta)))
            numpy.add.at(own, one, excess)
            numpy.add.at(own, other, -excess)
            return -own

        beta = scipy.optimize.minimize(loss, numpy.zeros(BOTS), jac=slope, method="BFGS",
                                       options={"gtol": 1e-10, "maxiter": 1000}).x
        centred = UNIT * (beta - beta.mean()) + 1000
        for bot in range(BOTS):
            self.assertAlmostEqual(self.elo[bot], centred[bot], delta=1e-4)
        self.check_covariance(beta, chances(beta), one, other, points)

    def check_covariance(self, beta, chance, one, other, points):
        """The sandwich of ratings/list.h, written down once more."""
        own = 1 / (1 + numpy.exp(-beta))
        prior = numpy.diag(2 * PRIOR * own * (1 - own))
        unit = numpy.eye(BOTS)
        x = unit[one] - unit[other]
        spread = 2 * chance * (1 - chance)
        c = numpy.linalg.inv(prior + x.T @ (spread[:, None] * x))
        leverage = spread * numpy.einsum("si,ij,sj->s", x, c, x)
        u = (points - 2 * chance)[:, None] * x
        m = prior
        low, high = numpy.minimum(one, other), numpy.maximum(one, other)
        for table in set(zip(low, high)):
            sets = numpy.flatnonzero((low == table[0]) & (high == table[1]))
            own = u[sets]
            if len(sets) > 1:
                off = own - own.mean(0)
                m = m + off.T @ off * len(sets) / (len(sets) - 1)
            else:
                m = m + own.T @ own / (1 - leverage[sets[0]])
        held = numpy.eye(BOTS) - 1 / BOTS
        v = UNIT ** 2 * held @ c @ m @ c @ held
        for i, bot in enumerate(self.bots):
            for k, its in enumerate(self.bots):
                self.assertAlmostEqual(self.list["covariance"][i][k], v[bot, its], delta=1e-3)
        self.check_misfit(c, c @ m @ c, (low, high), numpy.where(one < other, points - 2 * chance, 2 * chance - points),
                          numpy.where(one < other, chance, 1 - chance))

    def check_misfit(self, c, v, pair, excess, chance):
        """The test of dom_ratings_misfit. Every table has one pairing, so the formula is short."""
        total = expected = pairs = degrees = 0
        x = []
        for low, high in sorted(set(zip(*pair))):
            sets = numpy.flatnonzero((pair[0] == low) & (pair[1] == high))
            p, count, e = chance[sets[0]], len(sets), excess[sets]
            own = numpy.eye(BOTS)[low] - numpy.eye(BOTS)[high]
            degrees += count - 1
            if 2 * count * min(p, 1 - p) < 2:
                continue
            d = 2 * count * p * (1 - p)
            spread = count * e.var(ddof=1) if count > 1 else e[0] ** 2
            expected += spread / d - 2 * spread * (own @ c @ own) + d * (own @ v @ own)
            total += e.sum() ** 2 / d
            pairs += 1
            x.append(own)
        above = pairs - numpy.linalg.matrix_rank(numpy.array(x))
        misfit = self.list["misfit"]
        self.assertEqual(misfit["degrees"], above)
        self.assertAlmostEqual(misfit["chi_square"], total * above / expected, delta=1e-5)
        self.assertAlmostEqual(misfit["p"], scipy.stats.f.sf(total / expected, above, degrees), delta=1e-5)

    @unittest.skipUnless(has_r(), "r-cran-bradleyterry2 is not installed")
    def test_bradleyterry2_finds_the_same_ratings(self):
        won = {}
        for one, other, points in self.sets:
            low, high = min(one, other), max(one, other)
            of_low = points if one == low else 2 - points
            before = won.get((low, high), (0, 0))
            won[low, high] = before[0] + of_low, before[1] + 2 - of_low
        rows = [f"bot-{low},bot-{high},{a},{b}" for (low, high), (a, b) in won.items()]
        rows += [f"bot-{bot},ghost,{PRIOR},{PRIOR}" for bot in range(BOTS)]
        table = os.path.join(self.folder, "pairs.csv")
        with open(table, "w", encoding="utf-8") as file:
            file.write("\n".join(["one,other,won,lost", *rows]) + "\n")
        script = os.path.join(self.folder, "fit.R")
        with open(script, "w", encoding="utf-8") as file:
            file.write(R_SCRIPT)
        done = subprocess.run(["Rscript", script, table], capture_output=True, text=True, check=True)
        found = {name: float(value) for name, value in map(str.split, done.stdout.splitlines())}
        mean = sum(value for name, value in found.items() if name != "ghost") / BOTS
        for bot in range(BOTS):
            self.assertAlmostEqual(self.elo[bot], 1000 + UNIT * (found[f"bot-{bot}"] - mean), delta=1e-3)


if __name__ == "__main__":
    result = unittest.main(verbosity=2, exit=False).result
    if result.wasSuccessful() and len(result.skipped) == result.testsRun:
        sys.exit(77)
    sys.exit(not result.wasSuccessful())
