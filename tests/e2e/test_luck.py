"""luck: points without the luck of the deals, over sets that are not full rotations."""
import json
import math
import os
import sqlite3

import arena

FOLDER = os.path.join(arena.HERE, "..", "data", "databases")


def mean(values):
    return sum(values) / len(values)


class Luck(arena.ArenaTest):

    def luck(self, *args):
        out, _ = self.arena("luck", "--json", *args)
        return {part["variant"]: part for part in json.loads(out)["variants"]}

    def play(self, name, *bots, variants="block-2,draw-3", sets=60):
        self.arena("run", "--name", name, "--variant", variants, "--bots", ",".join(bots), "--sets", str(sets),
                   "--seed", "5")

    def forget(self, where):
        """Delete matches, as if they had never been played after an interruption."""
        db = sqlite3.connect(os.path.join(self.home, "arena.db"))
        gone = f"SELECT tournament, match FROM match WHERE {where}"
        for table in ("seat", "decisions"):
            db.execute(f"DELETE FROM {table} WHERE (tournament, match) IN ({gone})")
        db.execute(f"DELETE FROM match WHERE {where}")
        db.commit()
        db.close()

    def test_full_rotations_have_no_luck_to_remove(self):
        self.play("full", "careful", "random", "greedy", sets=5)
        parts = self.luck("--tournament", "full")
        self.assertEqual({v: (p["full"], p["other"], p["bots"]) for v, p in parts.items()},
                         {"block-2": (15, 0, []), "draw-3": (5, 0, [])})
        out, _ = self.arena("luck", "--variant", "block-2")
        self.assertIn("\nblock-2: 15 full rotations, 0 other sets\n"
                      "in full rotations the luck of the deals cancels: nothing is left to adjust\n", out)
        self.assertNotIn("draw-3", out)

    @arena.nightly
    def test_single_matches_are_adjusted_by_the_points_of_greedy(self):
        """The baseline plays like the sample bot greedy, so greedy itself gives the expected points."""
        self.play("single", "careful", "random", "greedy#3")
        self.forget("rotation > 0")
        parts = self.luck()
        records = self.records()
        home, self.home = self.home, os.path.join(self.home, "greedy")
        os.mkdir(self.home)
        self.play("single", "greedy", "greedy#2", "greedy#3")
        base = {(r["set"]): r["scores"] for r in self.records()}  # the same in every rotation
        self.home = home
        for variant, sets in (("block-2", 120), ("draw-3", 60)):
            part = parts[variant]
            self.assertEqual((part["full"], part["reason"]), (0, ""))
            for bot in part["bots"]:
                with self.subTest(variant=variant, bot=bot["name"]):
                    points, control = [], []
                    for r in records:
                        seat = [b["name"] for b in r["bots"]].index(bot["name"]) if r["variant"] == variant and \
                            bot["name"] in [b["name"] for b in r["bots"]] else None
                        if seat is not None:
                            points.append(r["scores"][seat] - mean(r["scores"]))
                            control.append(base[r["set"]][seat] - mean(base[r["set"]]))
                    self.assertEqual(bot["sets"], sets)
                    self.check_adjusted(bot, points, control)
        factors = [bot["factor"] for part in parts.values() for bot in part["bots"]]
        self.assertGreater(max(factors), 1.1, "the deals explain something")
        out, _ = self.arena("luck")
        self.assertRegex(out, r"careful +120 +120 +-?\d+\.\d\d \(.*\) +-?\d+\.\d\d \(.*\) +\d\.\d\d\n")

    def check_adjusted(self, bot, points, control):
        n, a, b = len(points), mean(points), mean(control)
        cc = sum((y - b) ** 2 for y in control)
        pc = sum((x - a) * (y - b) for x, y in zip(points, control))
        self.assertAlmostEqual(bot["points"], a, places=8)
        self.assertAlmostEqual(bot["coefficient"], pc / cc, places=8)
        self.assertAlmostEqual(bot["adjusted"], a - pc / cc * b, places=8)
        before = sum((x - a) ** 2 for x in points) / (n - 1) / n
        left = sum((x - a - pc / cc * (y - b)) ** 2 for x, y in zip(points, control))
        after = left / (n - 2) * (1 / n + b * b / cc)
        self.assertAlmostEqual(bot["factor"], before / after, places=6)
        self.assertAlmostEqual((bot["adjusted_hi"] - bot["adjusted_lo"]) / 2 / math.sqrt(after), 1.98, delta=0.03)
        self.assertLess(bot["points_lo"], bot["points"])

    def test_few_sets_and_faults(self):
        bad = arena.hostile("illegal", 1, "bad")
        path = self.tournament(f"name: few\nvariants: [block-2]\nsets: 3\nbots:\n  - random\n{bad}")
        self.arena("run", path)
        part = self.luck("--tournament", "few")["block-2"]
        self.assertEqual((part["full"] + part["other"] <= 3, part["bots"]), (True, part["bots"]))
        for bot in part["bots"]:
            self.assertIsNone(bot["adjusted"])
        self.play("short", "random", "greedy", variants="block-2", sets=4)
        self.forget("set_number = 2 AND rotation = 1 AND tournament = 2")
        part = self.luck("--tournament", "short")["block-2"]
        self.assertEqual((part["full"], part["other"]), (3, 1))
        self.assertEqual([(b["sets"], b["matches"], b["points"], b["factor"]) for b in part["bots"]], [(1, 1, None, None)] * 2)
        out, _ = self.arena("luck")
        self.assertIn("too few sets\n", out)

    def test_nothing_is_adjusted_if_the_rules_favour_a_seat(self):
        reasons = {"brettspielnetz": "seat 0 always leads, ",
                   "draw-count-2": "a lead by count falls on some seats more often, ",
                   "draw-vietnam-3": "the last tiles of an opening draw go to the first seats, "}
        self.play("unlike", "random", "greedy", "careful", sets=6,
                  variants=",".join([*reasons, "draw-2", "draw-vietnam-2", "draw-high-tile-3"]))
        self.forget("rotation = 1")
        for variant, part in self.luck().items():
            with self.subTest(variant=variant):
                self.assertEqual(len(part["bots"]), 0 if variant in reasons else 3)
                self.assertTrue(part["reason"].startswith(reasons.get(variant, "")))
                self.assertEqual("so seats are not equivalent" in part["reason"], variant in reasons)

    def test_a_baseline_that_is_newer_than_the_results_is_refused(self):
        with open(os.path.join(FOLDER, "schema-1.sql"), encoding="utf-8") as file:
            db = sqlite3.connect(os.path.join(self.home, "arena.db"))
            db.executescript(file.read())
            db.close()
        words = "announced without a baseline, and a baseline chosen after the results cannot be used\n"
        _, err = self.arena("luck", "--tournament", "unfinished", status=2)
        self.assertIn(words, err)
        self.arena("run", os.path.join(FOLDER, "unfinished.yaml"))  # a resumed tournament announces nothing
        _, err = self.arena("luck", "--tournament", "unfinished", status=2)
        self.assertIn(words, err)

    def test_missing_tournaments_and_variants_are_named(self):
        _, err = self.arena("luck", status=2)
        self.assertEqual(err.count("\n"), 1, err)
        self.play("one", "random", "greedy", variants="block-2", sets=1)
        _, err = self.arena("luck", "--tournament", "two", status=2)
        self.assertIn("one", err)
        _, err = self.arena("luck", "--variant", "draw-3", status=2)
        self.assertIn("one does not play variant 'draw-3'", err)


if __name__ == "__main__":
    arena.main()
