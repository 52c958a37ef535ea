#!/usr/bin/python3
"""Ten all-round lists once more, by numpy and scipy: ratings, and limits of ratings and of differences, to 0.01 Elo.

The formulas are those of ratings/all_round.h, list.h, evidence.h, robust.h and limits.h. Skipped without scipy.
"""
import itertools
import math
import os
import random
import subprocess
import sys
import unittest

try:
    import numpy
    import scipy.optimize
    import scipy.stats
    from scipy.special import expit
except ImportError:
    scipy = None

BUILD = os.environ.get("DOM_BUILD", os.path.join(os.path.dirname(__file__), "..", "..", "build", "dev"))
PROGRAM = os.path.join(BUILD, "tests", "ratings", "ratings.fit_all_round")
UNIT = 400 / math.log(10)
PRIOR, GHOST = 0.5, 0.02
REACH = 1.959963984540054
FAR = 14  # natural units: farther away there is no limit


def quantile(degrees):
    return scipy.stats.t.ppf(0.975, degrees)


class List:
    """The sets of one list: (one, other, halves of a point of the first in each match)."""

    def __init__(self, bots, sets):
        self.bots, self.sets = bots, sets
        self.one, self.other, self.points = (numpy.array(column, float) for column in zip(
            *((one, other, (first + second) / 2) for one, other, first, second in sets)))
        self.x = numpy.eye(bots)[self.one.astype(int)] - numpy.eye(bots)[self.other.astype(int)]
        self.tables = [numpy.array([i for i, s in enumerate(sets) if {s[0], s[1]} == {one, other}])
                       for one, other in itertools.combinations(range(bots), 2)]
        self.tables = [table for table in self.tables if len(table)]
        self.near = numpy.zeros(bots)  # where the next search begins
        self.beta = self.most(PRIOR, numpy.zeros(bots))
        self.study()

    def most(self, ghost, added):
        """The ratings that explain results best if `added` is added to the scores."""
        def loss(beta):
            return -self.likelihood(beta, ghost) - added @ beta

        def slope(beta):
            excess = self.points - 2 * expit(self.x @ beta)
            return -(self.x.T @ excess + ghost * (1 - 2 * expit(beta)) + added)

        found = scipy.optimize.minimize(loss, self.near, jac=slope, hess=lambda beta: self.information(beta, ghost),
                                       method="trust-exact", options={"gtol": 1e-9, "maxiter": 500}).x
        self.near = found if abs(found).max() < FAR else self.near
        return found

    def information(self, beta, ghost):
        chance, own = expit(self.x @ beta), expit(beta)
        return self.x.T @ ((2 * chance * (1 - chance))[:, None] * self.x) + numpy.diag(2 * ghost * own * (1 - own))

    def likelihood(self, beta, ghost):
        d = self.x @ beta
        value = (self.points * numpy.logaddexp(0, -d) + (2 - self.points) * numpy.logaddexp(0, d)).sum()
        return -value - ghost * (numpy.logaddexp(0, beta) + numpy.logaddexp(0, -beta)).sum()

    def study(self):
        """The inverse information and the sandwich."""
        self.chance, own = expit(self.x @ self.beta), expit(self.beta)
        self.prior = 2 * PRIOR * own * (1 - own)
        self.c = numpy.linalg.inv(self.information(self.beta, PRIOR))
        u = (self.points - 2 * self.chance)[:, None] * self.x
        m = numpy.diag(self.prior)
        for table in self.tables:
            n, its = len(table), u[table]
            if n > 1:
                its = its - its.mean(0)
                m = m + its.T @ its * n / (n - 1)
            else:
                x, p = self.x[table[0]], self.chance[table[0]]
                m = m + its.T @ its / (1 - 2 * p * (1 - p) * (x @ self.c @ x))
        self.v = self.c @ m @ self.c

    def know(self, w):
        """What the sets say about w'beta: (expected, observed, dispersion, matches, step, degrees)."""
        g = self.c @ w
        expected, observed = w @ g, w @ self.v @ w
        prior = (g * g * self.prior).sum()
        events, matches, step = self.evidence(g, expected)
        ratio = max(observed - prior, 0) / (expected - prior)
        dispersion = (events * ratio + 1) / (events + 1 / matches)
        return expected, observed, dispersion, matches, step, max(1, events)

    def evidence(self, g, along):
        variance = of_square = squares = fourths = count = free = free_squares = 0
        sum_x = weights = draws = 0
        for table in self.tables:
            at, n = table[0], len(table)
            x, p = self.x[at] @ g, self.chance[at]
            v = p * (1 - p)
            sum_x += 2 * n * v * (x / along) ** 2
            weights += 2 * n * v * abs(x / along)
            if abs(x) <= 0.01 * along:
                continue
            of_set = 2 * v * x * x
            variance += n * of_set
            of_square += n * max(2 * v * (1 - 6 * v) * x ** 4 + 2 * of_set ** 2, 0)
            free += max(n - 1, 1) * of_set
            free_squares += max(n - 1, 1) * of_set ** 2
            change = (self.x[table] @ g) * (self.points[table] - 2 * self.chance[table])
            off = numpy.round(change - (change.mean() if n > 1 else 0), 12)
            squares += (off ** 2).sum()
            fourths += (off ** 4).sum()
            count += n
            draws += sum(score == 1 for i in table for score in self.sets[i][2:])
        spread = fourths - squares ** 2 / count
        events = [free ** 2 / free_squares, 2 * variance ** 2 / of_square if of_square > 0 else math.inf,
                  2 * squares ** 2 / spread if spread > 0 else math.inf]
        return min(events) if squares > 0 else 0, 2, (1 + math.exp(-2 * draws)) / 2 * sum_x / weights


class AllRound:
    """Some lists with weights 1, 2, ... and what is fixed: the anchor, or the mean of those with limits."""

    def __init__(self, lists, anchor):
        self.lists, self.bots = lists, lists[0].bots
        self.weights = [(v + 1) / sum(range(1, len(lists) + 1)) for v in range(len(lists))]
        limited = [self.is_limited(bot) for bot in range(self.bots)]
        if anchor >= 0:
            self.fixed = numpy.eye(self.bots)[anchor]
        else:
            self.fixed = numpy.array(limited) / sum(limited)
        mean = sum(weight * one.beta for weight, one in zip(self.weights, lists))
        self.elo = 1000 + UNIT * (mean - self.fixed @ mean)

    def scored(self, one, bot):
        """The points of a bot in a list, and of others against it."""
        own = sum(s[2] + s[3] if s[0] == bot else 4 - s[2] - s[3] for s in one.sets if bot in s[:2])
        return own, sum(4 for s in one.sets if bot in s[:2]) - own

    def has(self, bot, which):
        """Does the bot have a lower (0) or an upper (1) limit? In these lists only an unbeaten bot has none."""
        return all(self.scored(one, bot)[which] > 0 for one in self.lists)

    def is_limited(self, bot):
        return self.has(bot, 0) and self.has(bot, 1)

    def limits(self, w, has_lo, has_hi):
        known = [one.know(weight * w) for weight, one in zip(self.weights, self.lists)]
        variance = sum(k[1] for k in known)
        shares = [k[1] / variance for k in known]
        degrees = max(1, 1 / sum(s * s / k[5] for s, k in zip(shares, known)))
        bias = sum(math.sqrt(s / k[5]) for s, k in zip(shares, known))
        value = UNIT * sum(weight * (w @ one.beta) for weight, one in zip(self.weights, self.lists))
        if degrees >= 60 and bias <= 0.25:
            half = UNIT * quantile(degrees) * math.sqrt(variance)
            return value - half, value + half
        wider = (quantile(degrees) / REACH) ** 2
        spread = [min(k[2] * wider, max(k[3], k[2])) for k in known]
        def both(matches):
            tilts = [f * k[4] * share * matches for f, k, share in zip(spread, known, shares)]
            return [self.search(w, direction, [direction * tilt for tilt in tilts], spread) if has else None
                    for direction, has in ((-1, has_lo), (1, has_hi))]

        limits = both(0.4)
        if None in limits:  # no result is more extreme
            limits = [None if limit is None else single for limit, single in zip(limits, both(0.3))]
        return limits

    def at(self, w, tilts, spread, pull):
        """The combination, the likelihood, ln |H| and dispersion w'H^-1 w at a pull; None if the likelihood grows without end."""
        x = likelihood = volume = along = 0
        for weight, one, tilt, f in zip(self.weights, self.lists, tilts, spread):
            own = weight * w
            try:
                beta = one.most(GHOST, (tilt + f * pull) * own)
                h = one.information(beta, GHOST)
                along += f * (own @ numpy.linalg.solve(h, own))
            except (ValueError, numpy.linalg.LinAlgError):
                return None
            x += own @ beta
            likelihood += (one.likelihood(beta, GHOST) + tilt * (own @ beta)) / f
            volume += numpy.linalg.slogdet(h)[1]
        return x, likelihood, volume, along

    def search(self, w, direction, tilts, spread):
        """The value of the combination at which r* reaches its bound; None if there is none."""
        most = self.at(w, tilts, spread, 0)
        if most is None:
            return None

        def over(pull):
            here = self.at(w, tilts, spread, pull)
            if here is None or abs(here[0] - most[0]) > FAR:
                return 1
            x, likelihood, volume, along = here
            r = math.sqrt(max(2 * (most[1] - likelihood), 0))
            u = abs(most[0] - x) * math.sqrt(math.exp(most[2] - volume) / along)
            return (r + math.log(u / r) / r if r > 1e-3 else r) - REACH

        far = direction / 8
        while over(far) < 0:
            far *= 2
        found = scipy.optimize.brentq(over, 0, far, xtol=1e-7)
        return UNIT * self.at(w, tilts, spread, found)[0] if over(found) < 0.01 else None


def some_list(chance, bots, sets, width, draws, loyal):
    """Sets of every two bots; the first is the strongest. `loyal`: how often both matches end alike."""
    lines = []
    for one, other in itertools.combinations(range(bots), 2):
        for _ in range(sets):
            scores = []
            for _ in range(2):
                won = chance.random() < 1 / (1 + 10 ** (-width * (other - one) / 400))
                scores.append(1 if chance.random() < draws else 2 * won)
            lines.append((one, other, scores[0], scores[0] if chance.random() < loyal else scores[1]))
    return lines


# (bots, anchor, [(sets of a pair, Elo between neighbours, draws, loyalty) of each list])
CASES = [
    (3, -1, [(10, 60, 0.1, 0), (10, 200, 0, 0)]),
    (3, 2, [(20, 30, 0, 0.8), (6, 150, 0, 0.5)]),
    (4, -1, [(5, 80, 0.2, 0.2), (8, 120, 0, 0), (12, 10, 0, 0.5)]),
    (4, 3, [(30, 250, 0, 0.5), (30, 40, 0, 0)]),
    (5, 0, [(4, 100, 0, 0), (4, 100, 0.3, 0), (4, 20, 0, 1)]),
    (5, -1, [(60, 50, 0, 0), (60, 20, 0.1, 0)]),
    (2, 1, [(20, 500, 0, 0), (20, 100, 0, 0.6), (20, 300, 0, 0)]),
    (2, 1, [(40, 600, 0, 0), (10, 600, 0, 0)]),
    (6, -1, [(1, 60, 0, 0), (3, 60, 0.1, 0), (2, 30, 0, 0)]),
    (4, 3, [(15, 900, 0, 0), (15, 60, 0, 0)]),
]


@unittest.skipUnless(scipy, "python3-scipy is not installed")
class AllRoundLists(unittest.TestCase):

    def assert_near(self, found, expected, what):
        if expected is None or found == "none":
            self.assertEqual((found, expected), ("none", None), what)
        else:
            self.assertAlmostEqual(float(found), expected, delta=0.01, msg=what)

    def compare(self, bots, anchor, sets):
        lines = [f"{len(sets)} {bots} {anchor}"] + [f"{v} " + " ".join(map(str, one))
                                                    for v, its in enumerate(sets) for one in its]
        done = subprocess.run([PROGRAM], input="\n".join(lines), capture_output=True, text=True, check=True)
        rows = [line.split() for line in done.stdout.splitlines()]
        other = AllRound([List(bots, its) for its in sets], anchor)
        order = sorted(range(bots), key=lambda bot: -other.elo[bot])
        self.assertEqual([int(row[0]) for row in rows], order)
        for place, (bot, row) in enumerate(zip(order, rows)):
            self.assert_near(row[1], other.elo[bot], f"elo of {bot}")
            if other.fixed[bot] < 1:
                lo, hi = other.limits(numpy.eye(bots)[bot] - other.fixed, other.has(bot, 0), other.has(bot, 1))
                self.assert_near(row[2], None if lo is None else 1000 + lo, f"lower limit of {bot}")
                self.assert_near(row[3], None if hi is None else 1000 + hi, f"upper limit of {bot}")
            if place + 1 < bots:
                lo, hi = self.difference(other, bot, order[place + 1])
                self.assert_near(row[4], lo, f"lower limit of {bot} - {order[place + 1]}")
                self.assert_near(row[5], hi, f"upper limit of {bot} - {order[place + 1]}")

    def difference(self, other, a, b):
        w = numpy.eye(other.bots)[a] - numpy.eye(other.bots)[b]
        return other.limits(w, True, True)

    def test_scipy_finds_the_same_ratings_and_limits(self):
        for number, (bots, anchor, lists) in enumerate(CASES):
            with self.subTest(case=number):
                chance = random.Random(20261129 + number)
                self.compare(bots, anchor, [some_list(chance, bots, *one) for one in lists])


if __name__ == "__main__":
    result = unittest.main(verbosity=2, exit=False).result
    if result.wasSuccessful() and len(result.skipped) == result.testsRun:
        sys.exit(77)
    sys.exit(not result.wasSuccessful())
