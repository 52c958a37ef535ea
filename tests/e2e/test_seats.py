"""seats: what a seat and the first lead are worth, counted again from the records."""
import collections
import json

import arena

VARIANTS = "block-2,draw-3,block-teams,brettspielnetz"


def mean(values):
    return sum(values) / len(values)


def share(places, side, sides):
    """Share of the points of a side against all others."""
    return mean([1 if places[side] < places[other] else 0.5 if places[side] == places[other] else 0
                 for other in range(sides) if other != side])


def counted(records):
    """Returns {variant: (shares by seat, shares by turn, points by seat, points by turn)} per set."""
    sets = collections.defaultdict(list)
    for record in records:
        sets[record["variant"], record["set"]].append(record)
    out = {}
    for (variant, _), matches in sets.items():
        sides = 2 if "teams" in variant else len(matches[0]["bots"])
        leader = matches[0]["rounds"][0]["leader"]
        numbers = out.setdefault(variant, [[[] for _ in range(sides)] for _ in range(4)])
        for side in range(sides):
            turn = (side - leader) % sides
            value = mean([share(m["places"], side, sides) for m in matches])
            points = mean([m["scores"][side] - mean(m["scores"][:sides]) for m in matches])
            for part, index, number in ((0, side, value), (1, turn, value), (2, side, points), (3, turn, points)):
                numbers[part][index].append(number)
    return out


class Seats(arena.ArenaTest):

    def seats(self, *args):
        return {part["variant"]: part for part in json.loads(self.arena("seats", "--json", *args)[0])["variants"]}

    def play(self, name, *bots, variants=VARIANTS, sets=12):
        self.arena("run", "--name", name, "--variant", variants, "--bots", ",".join(bots), "--sets", str(sets),
                   "--seed", "5")

    def check_rows(self, rows, key, first, shares, points):
        self.assertEqual([row[key] for row in rows], list(range(first, first + len(shares))))
        for row, of_sets, points_of_sets in zip(rows, shares, points):
            self.assertAlmostEqual(row["share"], mean(of_sets), places=9)
            self.assertAlmostEqual(row["points"], mean(points_of_sets), places=9)
            for name in ("share", "points", "elo"):
                self.assertLess(row[f"{name}_lo"], row[name])
                self.assertLess(row[name], row[f"{name}_hi"])

    def test_the_numbers_are_those_of_the_records(self):
        self.play("one", "careful", "random", "greedy")
        records = self.records()
        parts = self.seats()
        self.assertEqual(sorted(parts), sorted(VARIANTS.split(",")))
        for variant, (shares, turn_shares, points, turn_points) in counted(records).items():
            with self.subTest(variant=variant):
                part = parts[variant]
                self.assertEqual((part["sets"], part["left_out"], part["earlier_rules"]), (len(shares[0]), 0, 0))
                self.check_rows(part["seats"], "seat", 0, shares, points)
                self.check_rows(part["turns"], "turn", 1, turn_shares, turn_points)
        self.assertEqual(parts["brettspielnetz"]["seats"][0]["share"], parts["brettspielnetz"]["turns"][0]["share"],
                         "seat 0 always leads")

    def test_the_stronger_bot_changes_nothing(self):
        """A bot that wins every match wins from every seat."""
        bad = arena.hostile("illegal", 1, "bad")
        self.arena("run", self.tournament(f"name: lost\nvariants: [block-2]\nsets: 4\nbots:\n  - random\n{bad}"))
        self.play("even", "random", "greedy", variants="block-2", sets=8)
        part = self.seats("--tournament", "even")["block-2"]
        self.assertAlmostEqual(sum(row["share"] for row in part["seats"]), 1, places=9)
        self.assertAlmostEqual(sum(row["points"] for row in part["turns"]), 0, places=9)

    def test_incomplete_sets_and_faults_are_left_out(self):
        bad = arena.hostile("illegal", 1, "bad")
        self.arena("run", self.tournament(f"name: bad\nvariants: [block-2]\nsets: 3\nbots:\n  - random\n{bad}"))
        faulty = {r["set"] for r in self.records() if r["end"] != "normal"}
        self.assertTrue(faulty)
        part = self.seats()["block-2"]
        self.assertEqual((part["sets"], part["left_out"]), (3 - len(faulty), len(faulty)))
        self.play("good", "random", "greedy", variants="block-2", sets=5)
        for table in ("seat", "decisions", "match"):
            self.query(f"DELETE FROM {table} WHERE tournament = 2 AND match = 3")
        both, good = self.seats()["block-2"], self.seats("--tournament", "good")["block-2"]
        self.assertEqual((good["sets"], good["left_out"]), (4, 1))
        self.assertEqual((both["sets"], both["left_out"]), (7 - len(faulty), 1 + len(faulty)))

    def test_the_halves_of_a_comparison_are_one_set(self):
        self.arena("compare", "random", "greedy", "--variant", "draw-3", "--max-sets", "6", status=1)
        part = self.seats()["draw-3"]
        sets = {r["set"] for r in self.records()}
        self.assertEqual((part["sets"], part["left_out"]), (len(sets), 0))
        shares = counted(self.records())["draw-3"][0]
        self.assertAlmostEqual(part["seats"][2]["share"], mean(shares[2]), places=9)

    def test_text(self):
        self.play("one", "greedy", "random", "careful")
        out, _ = self.arena("seats")
        self.assertIn("\nblock-teams: 36 full rotations; 0 other sets left out\n", out)
        self.assertRegex(out, r"\nseats 0 and 2 +\d+\.\d% \(\d+\.\d\.\.\d+\.\d\) +[+-]\d+ \([+-]\d+\.\.[+-]\d+\) +"
                              r"[+-]\d+\.\d\d \([+-]\d+\.\d\d\.\.[+-]\d+\.\d\d\)\n")
        self.assertRegex(out, r"\nleads round 1 .*\nplays second .*\n\n")
        out, _ = self.arena("seats", "--variant", "block-2")
        self.assertNotIn("teams", out)

    def test_missing_names(self):
        _, err = self.arena("seats", status=2)
        self.assertIn("no matches here yet", err)
        self.play("one", "random", "greedy", variants="block-2", sets=1)
        _, err = self.arena("seats", "--tournament", "two", status=2)
        self.assertIn("there is no tournament 'two'; there are: one", err)
        _, err = self.arena("seats", "--variant", "blok-2", status=2)
        self.assertIn("no match of variant 'blok-2' was played (did you mean block-2?)", err)
        _, err = self.arena("seats", "--variant", "draw-3", status=2)
        self.assertIn("no match of variant 'draw-3' was played", err)


if __name__ == "__main__":
    arena.main()
