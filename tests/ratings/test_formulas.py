#!/usr/bin/python3
"""The published figures of the C tests once more, from formulas that are written down independently.

test_vectors.c, test_elo.c and test_sprt.c compare the library with figures that other projects published.
Here scipy computes the same figures. So a wrong figure, or a formula that both sides misunderstand, is
noticed. Where the figure is a rating list, `rate` is asked as well.
"""
import json
import math
import os
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
    sys.exit(77)

BUILD = os.environ.get("DOM_BUILD", os.path.join(os.path.dirname(__file__), "..", "..", "build", "dev"))
PROGRAM = os.path.join(BUILD, "bin", "domino-arena")
UNIT = 400 / math.log(10)


def expected(a, b, scale=400):
    return 1 / (1 + 10 ** ((b - a) / scale))


def share(place, other):
    return 1 if place < other else 0.5 if place == other else 0


class Near(unittest.TestCase):

    def near(self, found, figures, error=1e-6):
        found, figures = numpy.atleast_1d(found), numpy.atleast_1d(figures)
        self.assertEqual(found.shape, figures.shape)
        for one, other in zip(found, figures):
            self.assertLessEqual(abs(one - other), error * max(1, abs(other)), (found, figures))


class Updates(Near):
    """Ratings that change match by match."""

    def test_two_players_of_multielo(self):
        for a, b, k, scale, won, after in (
                (1200, 1000, 32, 400, 1, (1207.68809835, 992.31190165)), (1000, 1200, 32, 400, 1, (1024.31190165, 1175.68809835)),
                (1200, 800, 32, 400, 1, (1202.90909091, 797.09090909)), (1200, 1000, 64, 800, 1, (1223.03584001, 976.96415999)),
                (1200, 1000, 32, 400, .5, (1191.6880983472654, 1008.3119016527346))):
            gain = k * (won - expected(a, b, scale))
            self.near((a + gain, b - gain), after, 1e-9)

    def test_the_table_of_fide_is_a_normal_curve(self):
        edges = (3, 10, 17, 25, 32, 39, 46, 53, 61, 68, 76, 83, 91, 98, 106, 113, 121, 129, 137, 145, 153, 162, 170, 179, 188,
                 197, 206, 215, 225, 235, 245, 256, 267, 278, 290, 302, 315, 328, 344, 357, 374, 391, 411, 432, 456, 484, 517,
                 559, 619, 735)
        deviation = 2000 / 7  # of a difference, by Elo
        for i, edge in enumerate(edges):
            # The next percentage begins half way. The table is in whole points, and not evenly rounded.
            self.assertLess(abs(scipy.stats.norm.ppf(.505 + i / 100) * deviation - edge), 1.3)
        for p, difference in ((.95, 470), (.9, 366), (.83, 273), (.75, 193), (.66, 117), (.6, 72), (.55, 36), (.51, 7)):
            self.assertLess(abs(scipy.stats.norm.ppf(p) * deviation - difference), 0.9)
        self.near(20 * (1 - .33), 13.4, 1e-12)
        self.near(20 * (0 - .33), -6.6, 1e-12)

    def test_the_factors_of_us_chess(self):
        for games, played, factor in ((6, 4, 80), (6, 6, 66.67), (20, 4, 33.33), (20, 10, 26.67), (50, 6, 14.29), (50, 10, 13.33)):
            self.near(800 / (games + played), factor, 1e-3)
        self.near((6 * 1500 + (1400 + 400) + (1550 - 400) + 1650) / 9, 1511.111)

    def multi(self, ratings, places, k=32, base=1):
        """multielo: K / n per opponent, doubled; with a base above 1 the first place scores more."""
        n = len(ratings)
        score = numpy.array([sum(share(p, q) for q in places) - .5 for p in places]) * 2 / (n * (n - 1))
        if base > 1:
            raw = numpy.array([base ** (n - p) - 1 for p in places])
            score = raw / raw.sum()
        chance = numpy.array([sum(expected(a, b) for b in ratings) - .5 for a in ratings]) * 2 / (n * (n - 1))
        return numpy.array(ratings) + k * (n - 1) * (score - chance)

    def test_tables_of_multielo(self):
        self.near(self.multi((1200, 900, 1000), (1, 2, 3)), (1208.34629612, 910.43382278, 981.21988111), 1e-9)
        self.near(self.multi((1200, 1000, 1100, 900), (1, 2, 3, 4)), (1212.01868209, 1012.15595083, 1087.84404917, 887.98131791), 1e-9)
        self.near(self.multi((1200, 1000, 900), (1, 2, 3), base=1.5), (1211.39391517, 999.50559539, 889.10048944), 1e-9)
        self.near(self.multi((1200, 1000, 800), (1, 2, 2)), (1207.06479284, 989.33333333, 803.60187383), 1e-9)
        self.near(self.multi((1200, 1000, 800), (1, 1, 2)), (1196.39812617, 1010.66666667, 792.93520716), 1e-9)
        self.near(self.multi((1200, 1000, 800), (1, 1, 1)), (1185.7314595, 1000, 814.2685405), 1e-9)

    def ours(self, ratings, places):
        n = len(ratings)
        return [a + 32 / (n - 1) * sum(share(p, q) - expected(a, b) for k, (b, q) in enumerate(zip(ratings, places)) if k != i)
                for i, (a, p) in enumerate(zip(ratings, places))]

    def test_tables_of_the_arena(self):
        self.near(self.ours((1200, 1000, 900), (1, 2, 3)), (1206.2597220890, 1001.9149108295, 891.8253670815), 1e-11)
        self.near(self.ours((1500,) * 4, (1, 2, 3, 4)), (1516, 1505.3333, 1494.6667, 1484))
        self.near(self.ours((1500,) * 4, (1, 1, 3, 4)), (1510.6667, 1510.6667, 1494.6667, 1484))

    def test_glicko_of_the_papers(self):
        scale, tau, rating, deviation, volatility = 173.7178, .5, 1500, 200, .06
        others = ((1400, 30, 1), (1550, 100, 0), (1700, 300, 0))
        mu, phi = 0, deviation / scale
        g = [1 / math.sqrt(1 + 3 * (rd / scale) ** 2 / math.pi ** 2) for _, rd, _ in others]
        e = [1 / (1 + math.exp(-gi * (mu - (r - 1500) / scale))) for gi, (r, _, _) in zip(g, others)]
        v = 1 / sum(gi ** 2 * ei * (1 - ei) for gi, ei in zip(g, e))
        total = sum(gi * (won - ei) for gi, ei, (_, _, won) in zip(g, e, others))
        self.near((v, v * total), (1.7789770897, -0.4839332610), 1e-9)

        def slope(x):
            above = (v * total) ** 2 - phi ** 2 - v - math.exp(x)
            return math.exp(x) * above / (2 * (phi ** 2 + v + math.exp(x)) ** 2) - (x - math.log(volatility ** 2)) / tau ** 2
        sigma = math.exp(scipy.optimize.brentq(slope, -10, 0, xtol=1e-14) / 2)
        star = math.hypot(phi, sigma)
        after = 1 / math.sqrt(1 / star ** 2 + 1 / v)
        self.near((sigma, star, after), (0.059995984286488495, 1.1528546896, 0.8721991882), 1e-8)
        self.near((1500 + scale * after ** 2 * total, scale * after), (1464.0506705393013, 151.51652412385727), 1e-9)
        q = math.log(10) / 400
        g = [1 / math.sqrt(1 + 3 * q * q * rd * rd / math.pi ** 2) for _, rd, _ in others]
        e = [1 / (1 + 10 ** (-gi * (rating - r) / 400)) for gi, (r, _, _) in zip(g, others)]
        d2 = 1 / (q * q * sum(gi ** 2 * ei * (1 - ei) for gi, ei in zip(g, e)))
        self.near((*g, *e), (.995498, .953149, .724235, .639468, .431842, .302841), 1e-6)
        self.near(d2, 53685.74, 1e-6)
        total = sum(gi * (won - ei) for gi, ei, (_, _, won) in zip(g, e, others))
        spread = 1 / (1 / deviation ** 2 + 1 / d2)
        self.near((rating + q * spread * total, math.sqrt(spread)), (1464.1065, 151.3989), 1e-7)


def moments(counts):
    """Scores 0..1 of the classes, their frequencies, mean and variance."""
    n = numpy.array(counts, float)
    a = numpy.linspace(0, 1, len(n))
    p = n / n.sum()
    mu = p @ a
    return a, p, n.sum(), mu, p @ (a - mu) ** 2


def elo(score):
    return -400 * math.log10(1 / score - 1)


def tilt(a, p, gain):
    """The distribution nearest to p whose mean of `gain` is 0."""
    low, high = -1 / gain.max(), -1 / gain.min()
    span = high - low
    root = scipy.optimize.brentq(lambda x: (p * gain / (1 + x * gain)).sum(), low + 1e-12 * span, high - 1e-12 * span, xtol=1e-15)
    return p / (1 + root * gain)


def normalised(a, p, t):
    """The distribution nearest to p with (mean - 1/2) / deviation = t."""
    q = numpy.full(len(a), 1 / len(a))
    for _ in range(200):
        mu = q @ a
        sigma = math.sqrt(q @ (a - mu) ** 2)
        q = tilt(a, p, a - .5 - t * sigma * (1 + ((mu - a) / sigma) ** 2) / 2)
    return q


def ratio(counts, model, low, high):
    """Log-likelihood ratio of H1 (high) against H0 (low)."""
    counts = numpy.array(counts, float)
    counts[counts == 0] = 1e-3
    a, p, n, _, _ = moments(counts)
    games = 1 if len(counts) == 3 else (len(counts) - 1) / 2
    if model == "logistic":
        h = [tilt(a, p, a - expected(x, 0)) for x in (low, high)]
    else:
        h = [normalised(a, p, math.sqrt(games) * x / (2 * UNIT)) for x in (low, high)]
    return n * (p @ numpy.log(h[1] / h[0]))


def chances_of_bayeselo(won, lost, drawn, x):
    """Chances of a win and of a loss at a difference of x; the share of draws is that of the results."""
    total = won + lost + drawn
    draw = 200 * math.log10((total - lost) / lost * (total - won) / won)
    return expected(x - draw, 0), expected(-x - draw, 0)


def bayesian(won, lost, drawn, low, high):
    (w0, l0), (w1, l1) = (chances_of_bayeselo(won, lost, drawn, x) for x in (low, high))
    return won * math.log(w1 / w0) + lost * math.log(l1 / l0) + drawn * math.log((1 - w1 - l1) / (1 - w0 - l0))


def bayesian_scores(won, lost, drawn, low, high):
    """The same hypotheses, but only about the mean score."""
    a, p, n, _, _ = moments((lost, drawn, won))
    h = [tilt(a, p, a - (1 + w - l) / 2) for w, l in (chances_of_bayeselo(won, lost, drawn, x) for x in (low, high))]
    return n * (p @ numpy.log(h[1] / h[0]))


class Tests(Near):
    """Scores of sets, and sequential tests."""

    def test_scores_of_fastchess_and_fishtest(self):
        for counts, games, figures in (
                ((89, 123, 76), 1, (-15.693521, 30.458007, .1553264)), ((96, 111, 136), 1, (40.702458, 30.427218, .9960102)),
                ((34, 54, 31 + 32, 64, 75), 2, (55.579780, 27.653430, .9999704)),
                ((332, 433, 457 + 41, 333, 334), 2, (-8.642668, 10.334194, .0504701))):
            _, _, n, mu, v = moments(counts)
            half = 1.959963984540054 * math.sqrt(v / n)
            self.near((elo(mu), (elo(mu + half) - elo(mu - half)) / 2, scipy.stats.norm.cdf((mu - .5) / math.sqrt(v / n))), figures, 2e-5)
        for counts, games, figure in (((89, 123, 76), 1, -20.76), ((96, 111, 136), 1, 49.77), ((356, 0, 34), 1, -508.44),
                                      ((34, 54, 63, 64, 75), 2, 57.94), ((332, 433, 498, 333, 334), 2, -9.17),
                                      ((7895, 8757, 5685, 568, 9999), 2, -19.01)):
            _, _, _, mu, v = moments(counts)
            self.near((mu - .5) / math.sqrt(games * v) * 2 * UNIT, figure, 1e-2)

    def test_ratios_of_fishtest(self):
        for counts, model, low, high, figure in (
                ((36027, 68692, 36433), "normalised", 0, 2, 0.923293), ((10650, 20431, 10871), "normalised", -1.75, .25, 2.297500),
                ((0, 0, 4250), "normalised", 0, 10, 120.5483), ((21184, 40708, 21404), "logistic", .5, 2.5, -1.571889),
                ((57030, 106593, 57433), "logistic", 0, 2, -2.593024),
                ((365, 16618, 36029 + 200, 16974, 390), "normalised", 0, 2, 2.250368),
                ((127, 4883, 10311 + 401, 5150, 104), "normalised", -1.75, .25, 3.010154),
                ((0, 0, 0, 0, 5550), "normalised", 0, 5, 111.7976),
                ((223, 9863, 20279 + 1000, 10037, 246), "logistic", .5, 2.5, -3.074126),
                ((871, 26175, 55003 + 980, 26678, 821), "logistic", 0, 2, -4.978673),
                ((10789, 19328, 33806, 19402, 10543), "logistic", -3, 1, 2.1310678118),
                ((39, 2226, 31451, 2412, 40), "logistic", .2, .9, 2.1625425800),
                ((39, 2226, 31451, 2412, 40), "normalised", .764, 3.439, 2.1629408696),
                ((2, 5, 11, 20, 30, 24, 15, 8, 3), "logistic", 0, 10, .7183027903),
                ((2, 5, 11, 20, 30, 24, 15, 8, 3), "logistic", 0, 5, .4249795522),
                ((2, 5, 11, 20, 30, 24, 15, 8, 3), "normalised", 0, 10, .6456349657),
                ((2, 5, 11, 20, 30, 24, 15, 8, 3), "normalised", 0, 5, .3713035378)):
            self.near(ratio(counts, model, low, high), figure, 1e-5)

    def test_ratios_of_bayeselo(self):
        self.near(bayesian(68965, 68526, 128429, 0, 2), -1.262156, 2e-6)
        self.near(bayesian(21629, 21484, 41111, .5, 2.5), -1.130643)
        self.near(bayesian_scores(716, 591, 2163, 0, 6), 2.9861739746)
        for counts, figure in (((1477, 1351, 2942), 2.523585), ((555, 555, 298), -.740595), ((3, 149, 1), -4.690026)):
            won, lost, drawn = (count + .5 for count in counts)  # Jeffreys' prior
            total = won + lost + drawn
            odds = math.sqrt(won * lost / ((total - won) * (total - lost)))  # 10^(-draw / 400)
            self.near(bayesian(won, lost, drawn, 0, 10 * (1 + odds) ** 2 / (4 * odds)), figure)

    def test_sets_of_four_matches(self):
        _, _, n, mu, v = moments((2, 5, 11, 20, 30, 24, 15, 8, 3))
        self.near((mu, v, elo(mu), (mu - .5) / math.sqrt(4 * v) * 2 * UNIT), (.5264830508, .0449819107, 18.419546, 21.691689))
        self.near(scipy.stats.norm.cdf((mu - .5) / math.sqrt(v / n)), .9125152)


class Lists(Near):
    """Rating lists: by scipy, and by `rate`."""

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="rate.")

    def tearDown(self):
        shutil.rmtree(self.folder)

    def rate(self, rankings, *options):
        """Ratings in natural units minus that of the first bot. A ranking has a place for each bot, 0: absent."""
        path = os.path.join(self.folder, "r.csv")
        with open(path, "w", encoding="utf-8") as file:
            file.write("set,match,bot,place,points\n")
            for number, places in enumerate(rankings):
                for bot, place in enumerate(places):
                    if place:
                        file.write(f"{number},1,b{bot},{place},\n")
        done = subprocess.run([PROGRAM, "rate", "--from", path, "--json", *options], capture_output=True, check=True)
        rated = json.loads(done.stdout)["lists"][0]
        rated["bots"].sort(key=lambda bot: bot["name"])
        return rated

    def beta_of(self, rated, key="elo"):
        found = numpy.array([bot[key] for bot in rated["bots"]]) / UNIT
        return found - found[0]

    def fit(self, rows, size):
        """Bradley and Terry's ratings, minus the first, of rows (one, other, points of one, points of other)."""
        one, other, won, lost = numpy.array(rows, float).T
        one, other = one.astype(int), other.astype(int)

        def slope(free):
            beta = numpy.concatenate(([0], free))
            excess = won - (won + lost) * scipy.special.expit(beta[one] - beta[other])
            total = numpy.zeros(size)
            numpy.add.at(total, one, excess)
            numpy.add.at(total, other, -excess)
            return total[1:]
        return numpy.concatenate(([0], scipy.optimize.root(slope, numpy.zeros(size - 1), tol=1e-13).x))

    def matches(self, rows, size):
        """Rankings of two: rows are (one, other, won, lost, drawn)."""
        for one, other, *counts in rows:
            for count, (a, b) in zip(counts, ((1, 2), (2, 1), (1, 1))):
                places = [0] * size
                places[one], places[other] = a, b
                yield from [places] * count

    def both(self, rows, size):
        """The ratings of scipy, after a comparison with those of `rate`."""
        halves = [(a, b, w + (d[0] if d else 0) / 2, l + (d[0] if d else 0) / 2) for a, b, w, l, *d in rows]
        found = self.fit(halves, size)
        self.near(self.beta_of(self.rate(self.matches(rows, size), "--prior", "0")), found, 1e-7)
        return found

    def test_pairs_of_choix(self):
        found = self.both(((0, 1, 2, 0), (1, 2, 1, 0), (0, 2, 0, 1)), 3)
        self.near(found - found.mean(), (.419617624, -.419617624, 0), 1e-8)
        self.near(self.both(((0, 1, 1, 0), (1, 2, 1, 0), (0, 2, 0, 1)), 3), (0, 0, 0))

    def test_rankings_and_first_choices_of_choix(self):
        def fit(choices, size):
            def loss(beta):
                return sum(scipy.special.logsumexp(beta[list(left)]) - beta[left[0]] for left in choices) + beta.sum() ** 2
            return scipy.optimize.minimize(loss, numpy.zeros(size), method="BFGS", options={"gtol": 1e-10}).x
        found = fit(((0, 1, 2), (1, 2), (3, 2, 0), (2, 0), (1, 3)), 4)
        self.near(found, (-.44330849, .69506788, -.67060957, .41885018))
        rated = self.rate(((1, 2, 3, 0), (3, 0, 2, 1), (0, 1, 0, 2)), "--prior", "0", "--plackett-luce")
        self.near(self.beta_of(rated, "plackett_luce_elo"), found - found[0])
        self.near(fit(((0, 1), (1, 2), (2, 0, 1)), 3), (.16040394, -.32080788, .16040394))

    def test_the_pentathlon_of_openspiel(self):
        found = self.both(((0, 1, 4, 1), (0, 2, 2, 3), (1, 2, 2, 3)), 3) * UNIT
        self.near(found - found.mean(), (49.0635713, -98.1271426, 49.0635713))
        self.near(elo(2 / 3), 120.4119982656, 1e-11)

    def test_sixty_games_of_ordo(self):
        found = self.both(((0, 1, 6, 2, 2), (0, 2, 7, 2, 1), (0, 3, 10, 0, 0), (1, 2, 5, 3, 2), (1, 3, 9, 0, 1), (2, 3, 8, 1, 1)), 4)
        self.near(1500 + UNIT * (found - found.mean()), (1742.373025, 1598.314951, 1518.179210, 1141.132814), 1e-9)
        self.near(1500 + 202 / math.log(.76 / .24) * (found - found.mean()), (1744.5022, 1599.1786, 1518.3389, 1137.9803), 1e-7)

    def test_citations_and_baseball_of_bradleyterry2(self):
        rows = ((0, 1, 730, 33), (0, 2, 498, 320), (0, 3, 221, 284), (1, 2, 68, 813), (1, 3, 17, 276), (2, 3, 142, 325))
        self.near(self.both(rows, 4), (0, -2.9490724968, -.4795697698, .2689540558), 1e-9)
        bal, bos, cle, det, mil, new, tor = range(7)
        rows = ((mil, det, 7, 6), (mil, tor, 9, 4), (mil, new, 7, 6), (mil, bos, 7, 6), (mil, cle, 9, 4), (mil, bal, 11, 2),
                (det, tor, 7, 6), (det, new, 5, 8), (det, bos, 11, 2), (det, cle, 9, 4), (det, bal, 9, 4), (tor, new, 7, 6),
                (tor, bos, 7, 6), (tor, cle, 8, 5), (tor, bal, 12, 1), (new, bos, 6, 7), (new, cle, 7, 6), (new, bal, 10, 3),
                (bos, cle, 7, 6), (bos, bal, 12, 1), (cle, bal, 6, 7))
        self.near(self.both(rows, 7), (0, 1.1076977054, .6838527692, 1.4364084318, 1.5813558767, 1.2476178451, 1.2944851239), 1e-9)

    def test_the_puddings_of_davidson(self):
        rows = [(a - 1, b - 1, w, l, t) for a, b, w, l, t in (
            (1, 2, 19, 22, 16), (1, 3, 16, 19, 12), (2, 3, 19, 19, 10), (1, 4, 18, 23, 13), (2, 4, 23, 19, 9), (3, 4, 19, 20, 15),
            (1, 5, 13, 19, 18), (2, 5, 16, 20, 12), (3, 5, 16, 15, 17), (4, 5, 17, 14, 16), (1, 6, 18, 21, 12), (2, 6, 22, 20, 12),
            (3, 6, 13, 18, 10), (4, 6, 14, 19, 18), (5, 6, 11, 21, 12))]
        found = luce(list(self.matches(rows, 6)), 0)
        self.near(found[:6] - found[0], (0, .220241923, .152977716, .175144907, .133865220, .377134901), 1e-6)
        self.near(math.exp(found[6]), .746822956, 1e-6)
        rated = self.rate(self.matches(rows, 6), "--prior", "0", "--davidson")
        self.near(self.beta_of(rated), found[:6] - found[0], 1e-6)
        self.near(rated["draw_weight"], math.exp(found[6]), 1e-6)

    def test_the_fruit_of_plackettluce(self):
        fruit = ((1, 2, 0), (3, 1, 2), (2, 1, 1), (1, 2, 3), (2, 1, 1), (1, 0, 2))
        for prior, figures in ((.5, (.2867987, -.4636687, -1.0701129)), (0, (.34404905, -.55556434, -.73464511))):
            found = luce(fruit, prior)
            self.near((found[1] - found[0], found[2] - found[0], found[3]), figures, 1e-6)
            rated = self.rate(fruit, "--prior", str(prior), "--plackett-luce")
            self.near(self.beta_of(rated, "plackett_luce_elo"), found[:3] - found[0], 1e-6)
            self.near(math.log(rated["plackett_luce"]["ties"][0]), figures[2], 1e-6)
        found = luce(((1, 2, 3, 4), (1, 3, 2, 4)), .5)
        self.near(found[:4] - found[0], (0, -2.1604318, -2.1604318, -4.1764832), 1e-6)


def luce(rankings, prior):
    """Returns Plackett and Luce's parameters, and the logarithm of the weight of ties of two if there are any."""
    size = len(rankings[0])
    has_ties = any(len({place for place in places if place}) < sum(map(bool, places)) for places in rankings)
    counts = {}
    for places in rankings:
        counts[tuple(places)] = counts.get(tuple(places), 0) + 1

    def chance(beta, places):
        total, left = 0, [bot for bot in range(size) if places[bot]]
        while left:
            best = min(places[bot] for bot in left)
            group = [bot for bot in left if places[bot] == best]
            values = [beta[bot] for bot in left]
            if has_ties:
                values += [(beta[a] + beta[b]) / 2 + beta[size] for a in left for b in left if a < b]
            total += beta[group].mean() + (beta[size] if len(group) > 1 else 0) - scipy.special.logsumexp(values)
            left = [bot for bot in left if bot not in group]
        return total

    def loss(beta):
        ghosts = 0
        for bot in range(size):
            ties = [beta[bot] / 2 + beta[size]] if has_ties else []
            ghosts += prior * (beta[bot] - 2 * scipy.special.logsumexp([0, beta[bot], *ties]))
        held = 0 if prior else beta[:size].sum() ** 2
        return held - ghosts - sum(count * chance(beta, places) for places, count in counts.items())
    return scipy.optimize.minimize(loss, numpy.zeros(size + has_ties), method="BFGS", options={"gtol": 1e-7}).x


if __name__ == "__main__":
    unittest.main(verbosity=2)
