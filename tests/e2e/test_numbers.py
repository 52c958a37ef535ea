"""Every number of a page is the number that a command prints, and both follow the rules of counting.

The matches that `matches --json` prints are counted here once more, by the rules of docs/explanation/duplicate-sets.md. The
tables of all pages are read from their HTML and compared with that and with what the commands print."""
import collections
import html.parser
import json
import os
import re
import statistics

import arena

# Two to eight seats, teams, points that count and points that cost, draws, targets and single rounds.
A_DOZEN = ("block-2", "block-3", "draw-4", "block-teams", "partnership", "block-5", "draw-8", "draw-puerto-rico-blocker-3",
           "draw-pay-2", "boneyard-doubles", "homo-homini-lupus", "brettspielnetz")
MIXED = ("block-teams", "partnership", "block-3")  # with partners: mixed
ALL = "1000000"  # more than there are
MATRICES = ("covariance", "los", "difference_lo", "difference_hi", "difference_degrees")  # which no page has
A_TOURNAMENT = 60  # variants of one tournament
UNREAD = {"Stage", "Rank", "Tournament"}  # first columns of facts as they are stored, and of what is read from another page


# ---- pages ------------------------------------------------------------------

class Tables(html.parser.HTMLParser):
    """The tables of a page: {"of": the heading around it, "label": its own, "head": [...], "rows": [[text of a cell]],
    "cuts": the rows with a line above them}, and the sentences above lists."""

    def __init__(self, text):
        super().__init__()
        self.tables, self.items, self.label, self.heading, self.of, self.cell, self.skipped = [], [], "", None, "", None, 0
        self.verdicts, self.is_verdict = [], False
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.skipped += tag in ("svg", "style", "script")
        if tag in ("summary", "li"):
            self.heading = []
        elif tag == "details":
            self.of = ""
        elif attributes.get("class") == "verdict":
            self.verdicts.append("")
            self.is_verdict = True
        elif attributes.get("role") == "region":
            self.label = attributes["aria-label"]
        elif tag == "table":
            self.tables.append({"of": self.of, "label": self.label, "head": None, "rows": [], "cuts": []})
        elif tag == "tr":
            if attributes.get("class") == "cut":
                self.tables[-1]["cuts"].append(len(self.tables[-1]["rows"]))
            self.tables[-1]["rows"].append([])
        elif tag in ("td", "th"):
            self.cell = []

    def handle_endtag(self, tag):
        self.skipped -= tag in ("svg", "style", "script")
        self.is_verdict &= tag != "p"
        if tag == "summary":
            self.of, self.heading = "".join(self.heading), None
        elif tag == "details":
            self.of = ""
        elif tag == "li" and self.heading is not None:
            self.items.append((self.of, "".join(self.heading)))
            self.heading = None
        elif tag in ("td", "th"):
            self.tables[-1]["rows"][-1].append(" ".join("".join(self.cell).split()))
            self.cell = None
        elif tag == "thead":
            self.tables[-1]["head"] = self.tables[-1]["rows"].pop()

    def handle_data(self, data):
        if self.is_verdict:
            self.verdicts[-1] += data
        for text in (self.cell, self.heading):
            if text is not None and not self.skipped:
                text.append(data)

    def rows(self, head, of=""):
        """The rows of the table with this head, as dictionaries."""
        found = [t for t in self.tables if t["head"][:len(head)] == head and t["of"].partition(":")[0] == of]
        assert len(found) == 1, (head, of, [(t["of"], t["head"]) for t in self.tables])
        found[0]["is_read"] = True
        return [dict(zip(found[0]["head"], row)) for row in found[0]["rows"]]

    def labelled(self, label):
        """The rows of the table with this label, as dictionaries; none if there is no such table."""
        found = [t for t in self.tables if t["label"] == label]
        for table in found:
            table["is_read"] = True
        return [dict(zip(table["head"], row)) for table in found for row in table["rows"]]


def percent(share, digits):
    """100 is everything and 0 nothing; what is almost so is shown as almost so. Of a pair, a half goes to the larger share."""
    step = 10 ** -digits
    if not 0 < share < 1:
        return f"{100 * share:.{digits}f}"
    larger = int(100 * max(share, 1 - share) / step + 0.5 + 1e-9) * step
    larger = min(max(larger, step), 100 - step)
    return f"{larger if share >= 0.5 else 100 - larger:.{digits}f}"


def rank(line):
    return f"{line['rank_lo']}" + (f"–{line['rank_hi']}" if line["rank_hi"] != line["rank_lo"] else "")


def tiers(of):
    """The number of the tier of each bot of a list on one island, from the LOS of every two bots and Holm's procedure."""
    count = len(of["bots"])
    doubts = sorted((2 * (1 - of["los"][a][b]), a, b) for a in range(count) for b in range(a + 1, count))
    sure = set()
    for n, (doubt, a, b) in enumerate(doubts):
        if doubt >= 0.05 / (len(doubts) - n):
            break
        sure.add((a, b))
    begins = [all((a, b) in sure for a in range(n) for b in range(n, count)) for n in range(count)]
    return [sum(begins[:n + 1]) for n in range(count)]


def cuts(of):
    """The rows with a line above them."""
    number = [bot["tier"] for bot in of["bots"]]
    return [n for n in range(1, len(number)) if number[n] > number[n - 1]]


def points(value):
    return "–" if value is None else f"{value:.2f}"


def name_of(label):
    """The name in a label such as "greedy@1cf4614b few sets"."""
    return re.split("[@ ]", label)[0]


def results(score):
    return f"{score[0]}/{score[1]}/{score[2]}"


# ---- the rules of counting ----------------------------------------------------

class Counted:
    """What a bot has in some matches."""

    def __init__(self):
        self.matches = self.points = self.rounds = self.forfeits = self.by_other = self.faulty = 0
        self.score = [0, 0, 0]
        self.seats = collections.defaultdict(lambda: [0, 0, 0])
        self.ends = collections.Counter()
        self.shares = []

    def share(self):
        return (self.score[0] + self.score[1] / 2) / sum(self.score) if sum(self.score) else 0


def score_of(match, seat, is_team):
    """One result against every other side: of a fault, only between its side and the others."""
    score = [0, 0, 0]
    sides = 2 if is_team else len(match["bots"])
    for other in range(sides):
        own, fault = seat % sides, match["fault_seat"]
        if other != own and (fault < 0 or fault % sides in (own, other)):
            place, its = match["bots"][seat]["place"], match["bots"][other]["place"]
            score[0 if place < its else 1 if place == its else 2] += 1
    return score


def count(matches, is_team, into):
    """Add matches to the counts of their bots, {name@version: Counted}."""
    for match in matches:
        seen = set()
        for seat, bot in enumerate(match["bots"]):
            key = bot["name"], bot["version"]
            own = into[key]
            own.forfeits += match["fault_seat"] == seat
            if key in seen:  # its own partner: one match
                continue
            seen.add(key)
            score = score_of(match, seat, is_team)
            own.matches += 1
            own.score = [a + b for a, b in zip(own.score, score)]
            own.seats[seat] = [a + b for a, b in zip(own.seats[seat], score)]
            at = match["fault_seat"]
            is_own = at >= 0 and (match["bots"][at]["name"], match["bots"][at]["version"]) == key
            if match["end"] == "normal":
                own.points += bot["score"]
                own.rounds += match["rounds"]
            if match["end"] == "normal" or is_own:
                own.ends[match["end"]] += 1
            else:
                own.by_other += 1


def sets_of(matches):
    sets = collections.defaultdict(list)
    for match in matches:
        sets[match["set"]].append(match)
    return sets.values()


class Numbers(arena.ArenaTest):

    # -- what is played ---------------------------------------------------------

    def forget_last(self, tournament):
        """Delete the last match, as if the run had been interrupted."""
        own = "tournament = (SELECT id FROM tournament WHERE name = ?)"
        [[last]] = self.query(f"SELECT max(match) FROM match WHERE {own}", tournament)
        for table in ("seat", "decisions", "fault", "match"):
            self.query(f"DELETE FROM {table} WHERE {own} AND match = ?", tournament, last)

    def play(self, name, variants, bots, *more):
        text = "".join(bot if bot.startswith(" ") else f"  - {bot}\n" for bot in bots)
        lines = "".join(f"{line}\n" for line in more)
        self.arena("run", self.tournament(f"name: {name}\nvariants: [{', '.join(variants)}]\nseed: 5\nbots:\n{text}{lines}"))

    def play_all(self, variants):
        """Every rule of counting: teams with every partner, forfeits, more sets and more bots, a second version, a set that lacks
        a match, a tournament that is not rated, and a comparison in which the two do not meet. One list has sets enough for tiers."""
        some = [v for v in variants if self.variants[v]["players"] <= 4]
        many = [v for v in variants if self.variants[v]["players"] > 4]
        faulty = arena.hostile("illegal", 3, "faulty")
        four = ["greedy", "random", "greedy#2", "random#2"]
        for n, part in enumerate((some[:A_TOURNAMENT], some[A_TOURNAMENT:])):
            if part:
                self.play(f"some-{n}", part, four, "sets: 1")
                self.play(f"some-{n}", part, [*four, faulty], "sets: 1")
        self.play("many", many, [*four, "greedy#3", "random#3", "greedy#4", "random#4"], "sets: 1")
        self.play("mixed", [v for v in variants if self.variants[v]["teams"]] + ["block-3"], [*four, faulty],
                  "partners: mixed", "sets: 1")
        self.play("clear", variants[:1], four, "sets: 20")
        self.play("open", MIXED, ["greedy", "random", arena.hostile("illegal", 5, "faulty")], "sets: 2")
        self.forget_last("open")
        self.play("apart", ["block-2", "draw-high-tile-2"], ["greedy", "random"], "sets: 2", "rated: false")
        self.arena("compare", "greedy", "random", "--variant", "block-3", "--max-sets", "3", "--name", "pair", status=(0, 1))

    # -- what the commands print, and what it must be -------------------------------

    def json(self, *args):
        return json.loads(self.arena(*args, "--json")[0])

    def page(self, *path):
        """A page as HTML and as JSON."""
        tables = Tables(arena.read(os.path.join(self.site, *path) + ".html"))
        return tables, json.loads(arena.read(os.path.join(self.site, *path) + ".json"))

    def read(self):
        self.site = os.path.join(self.home, "site")
        self.arena("report", "-o", self.site)
        self.names = [t["tournament"] for t in self.page("tournaments")[1]["tournaments"]]
        self.matches = {name: self.json("matches", "--tournament", name, "--limit", ALL)["matches"] for name in self.names}
        self.rated = [m for name in self.names if name not in ("apart", "pair") for m in self.matches[name]]

    def rotations_of(self, tournament, variant):
        options = self.variants[variant]
        if options["teams"] and tournament != "mixed":
            return 2
        return options["players"] * (2 if tournament == "pair" else 1)

    def count(self, matches):
        """{(name, version): Counted} of matches of one variant, and of those in complete sets."""
        whole, complete = (collections.defaultdict(Counted) for _ in range(2))
        is_team = self.variants[matches[0]["variant"]]["teams"] if matches else False
        count(matches, is_team, whole)
        for name in self.names:
            for played in sets_of([m for m in matches if m["tournament"] == name]):
                if len(played) < self.rotations_of(name, played[0]["variant"]):
                    continue
                count(played, is_team, complete)
                own = collections.defaultdict(Counted)
                count(played, is_team, own)
                for key, counted in own.items():
                    if sum(counted.score):
                        complete[key].shares.append(counted.share())
        return whole, complete

    def assert_line(self, line, counted, sets):
        """A line that a command prints says what was counted."""
        self.assertEqual((line["matches"], [line["wins"], line["draws"], line["losses"]]), (counted.matches, counted.score), line)
        self.assertEqual(line["sets"], sets, line)
        if counted.rounds:
            self.assertAlmostEqual(line["points_per_round"], counted.points / counted.rounds, places=5)

    def assert_has(self, page, printed, what):
        """The page's JSON has every key that the command prints, with the same value."""
        for key, value in printed.items():
            if isinstance(value, dict):
                self.assert_has(page[key], value, what)
            else:
                self.assertEqual(page[key], value, (what, key))

    # -- page by page ---------------------------------------------------------------

    def assert_lists(self, variant):
        """The list, the cross table, and what both are made of."""
        live = self.json("leaderboard", "--variant", variant, "--live", "--all")["lists"][0]
        every = self.json("leaderboard", "--variant", variant, "--all")["lists"][0]
        printed = self.json("leaderboard", "--variant", variant)["lists"][0]
        whole, complete = self.count([m for m in self.rated if m["variant"] == variant])
        for line in live["bots"]:
            key = line["name"], line["version"]
            self.assert_line(line, whole[key], len(complete[key].shares))
        for line in every["bots"]:
            key = line["name"], line["version"]
            self.assert_line(line, complete[key], len(complete[key].shares))
        html, page = self.page("leaderboard", variant)
        self.assert_has(page["lists"][0], {k: v for k, v in printed.items() if k not in (*MATRICES, "bots")}, variant)
        self.assertEqual(len(page["lists"][0]["bots"]), len(printed["bots"]))
        self.assert_tiers(html, printed, self.arena("leaderboard", "--variant", variant)[0])
        rows = html.rows(["Rank", "Bot", "Elo"])
        for row, shown, line in zip(rows, page["lists"][0]["bots"], printed["bots"]):
            self.assert_has(shown, line, variant)
            matches, faulty = self.faulty_of(line, variant)
            self.assertEqual((row["Rank"], name_of(row["Bot"]), row["Elo"], row["Points"], row["Matches"], row["W/D/L"]),
                             (rank(line), line["name"], f"{line['bound']}{line['elo']:.0f}", points(line["points_per_round"]),
                              str(line["matches"]), results([line["wins"], line["draws"], line["losses"]])))
            self.path_of[line["name"], line["version"]] = shown["page"].removeprefix("bot/").removesuffix(".json")
            self.assertEqual(row["Faults"], f"{1000 * faulty / matches:.1f}", (variant, line["name"]))
            gap = "–" if line["gap_next"] is None else f"{line['gap_next']:.0f} " + "…".join(
                "" if line[key] is None else f"{line[key]:.0f}" for key in ("gap_lo", "gap_hi"))
            self.assertEqual(row["Gap"], gap)
        self.assert_all_read(html)
        self.assert_cross(variant, printed)
        return printed, whole, complete

    def assert_tiers(self, html, of, text):
        """The page and the command have the sentence above the list, and lines where a tier ends."""
        self.assertEqual(html.verdicts, [of["verdict"]])
        self.assertIn(f"\n{of['verdict']}\nrank ", text)
        [table] = [t for t in html.tables if t["head"][:3] == ["Rank", "Bot", "Elo"]]
        self.assertEqual(table["cuts"], cuts(of))
        if of.get("islands") == 1 and "los" in of:
            self.assertEqual([bot["tier"] for bot in of["bots"]], tiers(of))

    def faulty_of(self, line, variant):
        """The matches of a bot, and those with a fault of it."""
        faults = {(f["tournament"], f["match"], f["seat"]) for f in self.faults
                  if (f["bot"], f["version"], f["variant"]) == (line["name"], line["version"], variant)}
        key = line["name"], line["version"]
        return sum(key in [(b["name"], b["version"]) for b in m["bots"]] for m in self.rated if m["variant"] == variant), len(faults)

    def assert_cross(self, variant, printed):
        table = self.json("crosstable", "--variant", variant)["tables"][0]
        html, page = self.page("crosstable", variant)
        self.assert_has(page["tables"][0]["misfit"], table["misfit"], variant)
        for row, shown, line in zip(html.rows(["Bot"]), page["tables"][0]["bots"], table["bots"]):
            cells = list(row.values())[1:]
            del cells[[b["name"] for b in printed["bots"]].index(line["name"])]
            for cell, other, against in zip(cells, shown["against"], line["against"]):
                self.assert_has(other, against, variant)
                both = "".join(percent(against[key], 0) for key in ("share", "expected")) if against["games"] else ""
                self.assertEqual(re.sub("[^0-9]", "", cell), both, (variant, line["name"], against["name"]))
        self.cross[variant] = {line["name"]: line["against"] for line in table["bots"]}

    def assert_bot(self, bot, lists):
        """All sections of a bot's page."""
        html, page = self.page("bot", self.path_of[bot])
        rows = {row["Variant"]: row for row in html.rows(["Variant", "Rank", "Elo", "Score", "Points per round"])}
        shown = {line["variant"]: line for line in page["variants"]}
        for variant, (printed, whole, complete) in lists.items():
            found = [line for line in printed["bots"] if (line["name"], line["version"]) == bot]
            self.assertEqual([variant in rows, variant in shown], [bool(found)] * 2, (bot, variant))
            if not found:
                continue
            line, row = found[0], rows[variant]
            _, faulty = self.faulty_of(line, variant)
            self.assert_has(shown[variant], {k: v for k, v in line.items() if k not in ("name", "version")}, (bot, variant))
            games = line["wins"] + line["draws"] + line["losses"]
            self.assertEqual((row["Rank"], row["Elo"], row["Score"], row["Points per round"], row["Matches"], row["With faults"]),
                             (rank(line), f"{line['bound']}{line['elo']:.0f}", percent((line["wins"] + line["draws"] / 2) / max(games, 1), 1) + "%",
                              points(line["points_per_round"]), str(line["matches"]), str(faulty)), (bot, variant))
            self.assert_sections(html, shown[variant], line, whole[bot], complete[bot], variant)
        self.assert_matches_of(bot, html)
        self.assert_all_read(html)

    def outcomes(self, match):
        """[(result, margin)] of a match, by seat."""
        options = self.variants[match["variant"]]["options"]
        sides = 2 if options["teams"] else options["players"]
        sign = -1 if options["objective"] == "low" else 1
        of = []
        for seat, own in enumerate(match["bots"]):
            others = [b for s, b in enumerate(match["bots"]) if s % sides != seat % sides]
            result = "lost" if own["place"] > 1 else "shared" if min(b["place"] for b in others) == 1 else "won"
            of.append((result, min(sign * (own["score"] - b["score"]) for b in others)))
        return of

    def assert_matches_of(self, bot, html):
        """The list of a bot's matches over tournaments, and the worst losses and newest ones on its page."""
        played, margins = [], collections.defaultdict(list)
        for match in [m for name in self.names for m in reversed(self.matches[name])]:
            outcomes = self.outcomes(match)
            margins[match["variant"]] += [abs(margin) for _, margin in outcomes]
            seats = [s for s, b in enumerate(match["bots"]) if (b["name"], b["version"]) == bot]
            if seats:
                played.append((match, *outcomes[seats[0]]))
        usual = {variant: max(statistics.mean(of), 1) for variant, of in margins.items()}
        listed, page = self.page("bot", self.path_of[bot], "1")
        self.assertEqual(page["total"], len(played))
        for row, line, (match, result, margin) in zip(listed.rows(["Match", "Result"]), page["matches"], played):
            self.assert_match(row, line, match)
            self.assertEqual([row["Result"], row["Margin"], row["Tournament"]], [result, f"{margin:+d}", match["tournament"]])
            self.assertEqual([line["outcome"]["result"], line["outcome"]["margin"]], [result, margin])
        lost = [each for each in played if each[1] == "lost"]
        for title, expected in (("Worst losses", sorted(lost, key=lambda each: each[2] / usual[each[0]["variant"]])), ("Newest matches", played)):
            shown = [[row[key] for key in ("Match", "Result", "Margin", "Tournament")] for row in html.labelled(title)]
            self.assertEqual(shown, [[str(m["match"]), result, f"{margin:+d}", m["tournament"]] for m, result, margin in expected[:5]], (bot, title))

    def assert_sections(self, html, shown, line, whole, complete, variant):
        seats = html.rows(["Seat", "Games"], variant)
        for seat, (row, of) in enumerate(zip(seats, shown["seats"])):
            score = complete.seats[seat]
            self.assertEqual(row["W/D/L"], results(score), (variant, line["name"], seat))
            self.assertEqual([of["wins"], of["draws"], of["losses"]], score)
        for column, key in enumerate(("wins", "draws", "losses")):
            self.assertEqual(sum(int(row["W/D/L"].split("/")[column]) for row in seats), line[key], (variant, line["name"], key))
        ends = {word: int(number) for of, text in html.items if of == variant for number, word in [text.split(" ", 1)]}
        words = {"normal": "by the rules"}
        expected = {words.get(end, end): number for end, number in whole.ends.items()}
        if whole.by_other:
            expected["by a fault of another bot"] = whole.by_other
        self.assertEqual(ends, expected, (variant, line["name"]))
        self.assertEqual({k: n for k, n in shown["ends"].items() if n},
                         {**whole.ends, **({"by_other": whole.by_other} if whole.by_other else {})})
        against = {a["name"]: a for a in self.cross[variant][line["name"]] if a["games"]}
        rows = html.rows(["Opponent", "Games"], variant)
        self.assertEqual([name_of(row["Opponent"]) for row in rows], list(against))
        for row in rows:
            of = against[name_of(row["Opponent"])]
            self.assertEqual([row["Games"], row["W/D/L"], row["Points"], row["Score"], row["95 %"], row["Expected"].partition(" ")[0]],
                             [str(of["games"]), results([of["wins"], of["draws"], of["losses"]]), f"{of['wins'] + of['draws'] / 2:g}",
                              percent(of["share"], 1) + "%", f"{percent(of['share_lo'], 0)}–{percent(of['share_hi'], 0)}",
                              percent(of["expected"], 1) + "%"])

    def assert_versus(self, bot, rival):
        html, page = self.page("versus", self.path_of[bot], self.path_of[rival])
        name, other = bot[0], rival[0]
        shown = {line["variant"]: line for line in page["variants"]}
        for row in html.rows(["Variant", "Sets", "W/D/L"]):
            of = next(a for a in self.cross[row["Variant"]][name] if a["name"] == other)
            self.assert_has(shown[row["Variant"]], {k: v for k, v in of.items() if k not in ("name", "version")}, (name, other))
            self.assertEqual([row["Sets"], row["W/D/L"], row["Share"], row["95 %"], row["Expected"]],
                             [str(of["sets"]), results([of["wins"], of["draws"], of["losses"]]), percent(of["share"], 1) + "%",
                              f"{percent(of['share_lo'], 0)}–{percent(of['share_hi'], 0)}", percent(of["expected"], 1) + "%"])

        for row, swing in zip(html.rows(["Variant", "Points", "First match"]),
                              [(variant, s) for variant, line in shown.items() for s in line["swings"]]):
            variant, swing = swing
            self.assertEqual([row["Variant"], row["Points"], row["First match"]],
                             [variant, f"{swing['points']:+d}", f"{swing['match']} in {swing['tournament']}"])
            first = self.matches[swing["tournament"]][swing["match"] - 1]
            played = [m for m in self.matches[swing["tournament"]] if m["set"] == first["set"]]
            made = {who: sum({b["name"]: b["score"] for b in m["bots"]}.get(who, 0) for m in played) for who in (name, other)}
            self.assertEqual(made[name] - made[other], swing["points"], (name, other, swing))
        self.assert_all_read(html)

    def assert_tournament(self, name):
        """The standings and the lists of matches."""
        html, page = self.page("tournament", name)
        played = self.matches[name]
        self.assertEqual(page["done"], len(played))
        lists = {of["variant"]: of for of in self.json("leaderboard", "--tournament", name, "--live")["lists"]}
        for standing in page["standings"]:
            variant = standing["variant"]
            own = [m for m in played if m["variant"] == variant]
            whole, complete = self.count(own)
            printed = {line["name"]: line for line in lists[variant]["bots"]}
            rows = {name_of(row["Bot"]): row for row in html.rows(["Place", "Bot", "Share"], variant)}
            self.assertEqual(set(rows), set(printed))
            for line in standing["bots"]:
                key = line["name"], line["version"]
                self.assert_line(line, whole[key], len(complete[key].shares))
                self.assert_line(printed[line["name"]], whole[key], len(complete[key].shares))
                self.assertEqual(line["forfeits"], whole[key].forfeits, line)
                shares = complete[key].shares
                row = rows[line["name"]]
                if shares:
                    self.assertAlmostEqual(line["share"], sum(shares) / len(shares), places=9)
                    self.assertAlmostEqual(float(row["Share"][:-1]), 100 * line["share"], delta=0.05 + 1e-9)
                self.assertEqual([row["Matches"], row["W/D/L"], row["Forfeits"]],
                                 [str(whole[key].matches), results(whole[key].score), str(whole[key].forfeits)])
                self.assertEqual(row["Points per round"].replace("–", ""),
                                 f"{whole[key].points / whole[key].rounds:.2f}" if whole[key].rounds else "")
            done = sum(len(each) == self.rotations_of(name, variant) for each in sets_of(own))
            heads = [t["of"] for t in html.tables if t["of"].partition(":")[0] == variant]
            first = [row["Bot"] for row in html.rows(["Place", "Bot", "Share"], variant) if row["Place"] == "1"]
            names = f"{len(first)} bots" if len(first) > 3 else " and ".join(", ".join(first).rsplit(", ", 1))
            of, total = re.match(re.escape(variant) + r": (\d+) of (\d+) sets", heads[0]).groups()
            self.assertEqual(int(of), done)
            ends = ", won by " if done == int(total) else ", now leading: "
            self.assertEqual(heads[0], f"{variant}: {of} of {total} sets" + (ends + names if done else ""))
        for row, line, match in zip(html.rows(["Match", "Variant"]), page["matches"], played[:-51:-1]):
            self.assert_match(row, line, match)
        self.assert_all_read(html)
        listed, page = self.page("matches", name, "1")
        self.assertEqual(page["total"], len(played))
        for row, line, match in zip(listed.rows(["Match", "Variant"]), page["matches"], played):
            self.assert_match(row, line, match)

    def assert_all_read(self, html):
        """A new table of a page needs its comparison here."""
        unread = [t["head"] for t in html.tables if "is_read" not in t]
        self.assertEqual([head for head in unread if head[0] not in UNREAD], [])

    def assert_match(self, row, line, match):
        self.assert_has(line, {k: v for k, v in match.items() if k != "bots"}, match["match"])
        for bot, sat in zip(line["bots"], match["bots"]):
            self.assert_has(bot, sat, match["match"])
        self.assertEqual([row["Match"], row["Variant"], row["Set, rotation"]],
                         [str(match["match"]), match["variant"], f"{match['set']}.{match['rotation']}"])
        seats = re.sub(r" \d+(st|nd|rd|th)", "", row["Bots by seat, score"])
        self.assertEqual(re.sub("@[0-9a-f]+", "", seats), ", ".join(f"{b['name']} {b['score']}" for b in match["bots"]))

    def assert_mean(self, of, lists):
        """An all-round rating is the weighted mean of those of the variants, relative to the anchor or the mean of the ranked."""
        elo = {v: {(b["name"], b["version"]): b["elo"] for b in lists[v][0]["bots"] if b["sets"]} for v in of["weights"]}
        bots = {(bot["name"], bot["version"]): bot for bot in of["bots"]}
        mean = {bot: sum(weight * elo[v][bot] for v, weight in of["weights"].items()) for bot in bots}
        fixed = [value for bot, value in mean.items() if bot[0] == of["anchor"].partition("@")[0]] or list(mean.values())
        if len(fixed) == 1 or not any(bot["bound"] for bot in of["bots"]):  # else the mean is that of bots with limits
            for bot, row in bots.items():
                self.assertAlmostEqual(row["elo"] - of["anchor_elo"], mean[bot] - statistics.mean(fixed), places=4)
        for bot in of["unranked"]:
            self.assertEqual([v for v in of["weights"] if (bot["name"], bot["version"]) not in elo[v]], bot["missing"])

    def assert_highlight(self, html, page):
        """The match of the first page ended by the rules, its set is complete, and of the newest four matches of its bots no other
        one of which this is true was closer."""
        of = page["highlight"]
        match = self.matches[of["tournament"]][of["match"] - 1]
        bots = {(bot["name"], bot["version"]) for bot in match["bots"]}

        def may_be_shown(other):
            played = [m for m in self.matches[other["tournament"]] if m["set"] == other["set"]]
            return other["end"] == "normal" and len(played) == self.rotations_of(other["tournament"], other["variant"])

        def margin(other):
            return max(margin for _, margin in self.outcomes(other))

        same = [m for name in reversed(self.names) for m in self.matches[name] if m in self.rated and
                m["variant"] == of["variant"] and bots == {(b["name"], b["version"]) for b in m["bots"]}]
        self.assertTrue(may_be_shown(match), match)
        self.assertEqual(margin(match), min(margin(m) for m in same[-4:] if may_be_shown(m)))
        text = arena.read(os.path.join(self.site, "index.html"))
        shown = re.search(r'<section class="card highlight">.*?</section>', text, re.S)[0]
        first, second = match["bots"]
        self.assertRegex(shown, f"{first['name']}[@0-9a-f]* {first['score']} : {second['score']} {second['name']}")
        if margin(match):
            self.assertIn(f" won by {margin(match)} points</b> in {match['rounds']} round", shown)
        tiles = re.findall(r'<use href="#f(\d+-\d+)"', shown)
        replayed = arena.read(os.path.join(self.site, "match", of["tournament"], f"{of['match']}" + (f"/{of['round']}" if of["round"] > 1 else "") + ".html"))
        table = re.search(r'class="at-wide".*?</svg>', replayed, re.S)[0]
        self.assertEqual(tiles, re.findall(r'<use href="#f(\d+-\d+)"', table), "the same table as at the end of the replay")

    def assert_index(self, lists):
        html, page = self.page("index")
        self.assert_highlight(html, page)
        every = self.json("leaderboard")
        for shown, printed in zip(page["all_round"], every["all_round"]):
            self.assert_has(shown, {k: v for k, v in printed.items() if k not in ("bots", "covariance")}, "all-round")
            self.assertEqual(len(shown["bots"]), len(printed["bots"]))
            for bot, line in zip(shown["bots"], printed["bots"]):
                self.assert_has(bot, line, "all-round")
        for of in every["all_round"]:
            self.assert_mean(of, lists)
        left = every["all_round"][0]["unranked"] if every["all_round"] else []
        shown = [text.partition(" has not played ") for of, text in html.items if of == "Not ranked"]
        self.assertEqual([(name_of(bot), missing) for bot, _, missing in shown],
                         [(bot["name"], ", ".join(bot["missing"])) for bot in left])
        if every["all_round"]:
            self.assert_tiers(html, every["all_round"][0], self.arena("leaderboard")[0])
        of_all = [t for t in html.tables if t["head"][:3] == ["Rank", "Bot", "Elo"]]
        for table, printed in zip(of_all, every["all_round"]):
            for row, line in zip(table["rows"], printed["bots"]):
                self.assertEqual([row[0], name_of(row[1]), row[2]], [rank(line), line["name"], f"{line['bound']}{line['elo']:.0f}"])
        for row, tournament in zip(self.page("tournaments")[0].rows(["Tournament", "State", "Matches"]), page["tournaments"]):
            self.assertEqual(row["Tournament"], tournament["tournament"])
            self.assertEqual(row["Matches"], f"{len(self.matches[row['Tournament']])} of {tournament['total']}")
        counted = collections.Counter(m["variant"] for m in self.rated)
        for row, line in zip(html.rows(["Variant", "Family", "Leader"]), page["variants"]):
            variant = row["Variant"]
            if variant not in lists:
                self.assertEqual((line["matches"], row["Matches"]), (0, "0"))
                continue
            bots = lists[variant][0]["bots"]
            best = bots[0]
            joint = self.json("leaderboard", "--variant", variant, "--simultaneous")["lists"][0]["bots"]
            leaders = sum(bot["rank_hi"] for n, bot in enumerate(joint) if n == 0 or bot["island"] != joint[n - 1]["island"])
            self.assertEqual([row["Bots"], row["Matches"]], [str(len(bots)), str(counted[variant])])
            self.assertEqual([line["leader"]["name"], line["elo"], line["leaders"], line["matches"]],
                             [best["name"], best["elo"], leaders, counted[variant]])
            if leaders == 1:
                self.assertEqual([name_of(row["Leader"]), row["Elo"]], [best["name"], f"{best['bound']}{best['elo']:.0f}"])
            else:
                self.assertEqual([row["Leader"], row["Elo"]], [f"one of {leaders}", ""])
        self.assert_all_read(html)

    def assert_all_pages(self, variants):
        self.variants = {v["name"]: v for v in self.json("variants")["variants"]}
        self.cross, self.path_of = {}, {}
        self.play_all(variants)
        self.read()
        self.faults = [f for f in self.json("faults", "--limit", ALL)["faults"] if f["tournament"] not in ("apart", "pair")]
        lists = {variant: self.assert_lists(variant) for variant in sorted({m["variant"] for m in self.rated})}
        self.assertLessEqual(set(variants), set(lists))
        bots = sorted(self.path_of)
        for bot in bots:
            self.assert_bot(bot, lists)
        for bot, rival in zip(bots, bots[1:]):
            if bot[0] != rival[0]:
                self.assert_versus(bot, rival)
        for name in self.names:
            self.assert_tournament(name)
        self.assert_index(lists)
        return lists

    def test_pages_and_commands_have_the_same_numbers(self):
        first = self.assert_all_pages(A_DOZEN)[A_DOZEN[0]][0]
        self.assertTrue(cuts(first), f"a list with so many sets is divided, not: {first['verdict']}")

    @arena.nightly
    def test_in_all_variants(self):
        self.assert_all_pages([v["name"] for v in self.json("variants")["variants"]])


if __name__ == "__main__":
    arena.main()
