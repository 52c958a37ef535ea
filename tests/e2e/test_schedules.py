"""Schedules, stages and extensions with real bots."""
import collections
import itertools
import json
import os
import re
import shutil
import signal
import subprocess
import tempfile

import arena

VERIFIER = os.path.join(arena.HERE, "..", "..", "scripts", "verify_tournament.py")
FOUR = "random,greedy,random#2,greedy#2"


def names(record):
    return [bot["name"] for bot in record["bots"]]


class Schedules(arena.ArenaTest):

    def play(self, *args, status=0):
        return self.arena("run", *args, status=status)

    def verified(self, matches):
        out = self.verify_text()
        self.assertIn(f": {matches} matches, 0 differences\n", out)
        return out

    def verified_alone(self, name):
        """The verifier that shares no code with the arena agrees."""
        export, told = (os.path.join(self.home, file) for file in ("export", "told"))
        arena.write(export, self.arena("export", "--tournament", name)[0])
        arena.write(told, self.arena("verify", name, "--json")[0])
        subprocess.run([arena.PYTHON, VERIFIER, export, told], check=True)

    def test_a_gauntlet_has_the_first_bot_at_every_table(self):
        self.play("--name", "g", "--variant", "block-2,draw-3,block-teams", "--bots", FOUR,
                  "--schedule", "gauntlet", "--sets", "2")
        tables = collections.defaultdict(set)
        for record in self.records():
            self.assertIn("random", names(record))
            tables[record["variant"]].add(frozenset(names(record)))
        self.assertEqual({v: len(t) for v, t in tables.items()},
                         {"block-2": 3, "draw-3": 3, "block-teams": 3})
        self.verified(2 * (3 * 2 + 3 * 3 + 3 * 2))

    SEEDS = ("--name", "seeds", "--variant", "block-2,draw-3", "--schedule", "gauntlet", "--seeds")

    def test_seeds_of_a_gauntlet_meet_all_others_and_not_each_other(self):
        bots = ("--bots", FOUR.replace("random#2", "careful"))
        self.play(*self.SEEDS, "2", *bots, "--sets", "1")
        first = self.records()
        pairs, trios = set(), set()
        for record in first:
            (pairs if len(names(record)) == 2 else trios).add(" ".join(sorted(names(record))))
        self.assertEqual(pairs, {"careful random", "greedy#2 random", "careful greedy", "greedy greedy#2"})
        self.assertEqual(trios, {"careful greedy#2 random", "careful greedy greedy#2"})
        self.verified(4 * 2 + 2 * 3)
        for seeds, words in (("1", "seeds: was 2, is 1; repeat the old values"), ("3", "seeds: was 2, is 3; repeat")):
            _, err = self.play(*self.SEEDS, seeds, *bots, "--sets", "1", status=2)
            self.assertIn(words, err)
        _, err = self.play(*self.SEEDS, "2", "--bots", "random,careful,greedy,greedy#2", "--sets", "1", status=2)
        self.assertIn("bots: seed 2 of the gauntlet was greedy, is careful", err)
        self.play(*self.SEEDS, "2", bots[0], "random,greedy,random#2,careful,greedy#2", "--sets", "1")
        records = self.records()
        self.assertEqual([names(r) for r in records[:14]], [names(r) for r in first])
        self.assertEqual({" ".join(sorted(names(r))) for r in records[14:] if len(names(r)) == 2},
                         {"random random#2", "greedy random#2"})
        self.verified(14 + 2 * 2 + 4 * 3)
        self.verified_alone("seeds")

    @arena.nightly
    def test_mixed_partners_form_every_pair(self):
        path = self.tournament("name: mixed\nvariants: [draw-teams]\npartners: mixed\nsets: 2\n"
                               "bots: [random, greedy, careful, random-python]\n")
        self.play(path)
        pairs = collections.Counter()
        for record in self.records():
            one, two, three, four = names(record)
            pairs.update([frozenset((one, three)), frozenset((two, four))])
        self.assertEqual(len(pairs), 6)
        self.assertEqual(set(pairs.values()), {2 * 4})  # sets x rotations
        self.verified(3 * 2 * 4)
        bots = json.loads(self.arena("leaderboard", "--json")[0])["lists"][0]["bots"]
        self.assertEqual({bot["matches"] for bot in bots}, {24})
        self.assertAlmostEqual(sum(bot["live_elo"] for bot in bots) / 4, 1000, delta=1e-6)

    SWISS = ("--name", "swiss", "--variant", "block-2", "--bots",
             "random,random#2,random#3,random#4,greedy", "--schedule", "swiss", "--sets", "2",
             "--seed", "3")

    def test_a_swiss_pairs_winners_and_continues_after_a_kill(self):
        def swiss(*args, status=0):
            return self.play(*self.SWISS, "--rounds", "4", *args, status=status)
        swiss("--concurrency", "1")
        first = self.verified(4 * 2 * 2 * 2)
        pairs = collections.Counter(frozenset(names(r)) for r in self.records())
        self.assertEqual(len(pairs), 8, "somebody met twice")
        home, self.home = self.home, os.path.join(self.home, "again")
        os.mkdir(self.home)
        process = self.start("run", *self.SWISS, "--rounds", "4", "--json")
        for line in process.stdout:
            if json.loads(line).get("match") == 13:
                process.send_signal(signal.SIGINT)
        process.communicate()
        swiss()
        self.assertEqual(self.verified(32), first)
        self.home = home

    MORE = ("--variant", "draw-3,block-4", "--schedule", "swiss", "--rounds", "4", "--seed", "5", "--bots",
            "greedy,random,greedy#2,random#2,greedy#3,random#3,greedy#4,random#4,random#5,random#6,greedy#5")
    MATCHES = 4 * (3 * 3 + 2 * 4)  # with one set for each table

    def test_a_swiss_of_three_and_four_seats_nobody_together_again(self):
        self.play("--name", "more", *self.MORE, "--sets", "1")
        self.verified(self.MATCHES)
        self.verified_alone("more")
        tables = collections.defaultdict(set)
        for record in self.records():
            tables[record["variant"], record["set"]].update(names(record))
        self.assertEqual(sorted(len(players) for players in tables.values()), [3] * 12 + [4] * 8)
        met = collections.Counter(pair for (variant, _), players in tables.items() if variant == "draw-3"
                                  for pair in itertools.combinations(sorted(players), 2))
        self.assertEqual(max(met.values()), 1)

    def test_a_swiss_of_three_and_four_continues_after_a_kill(self):
        args = ("--name", "more", *self.MORE, "--sets", "6")
        self.play(*args)
        first = self.verified(6 * self.MATCHES)
        home, self.home = self.home, os.path.join(self.home, "again")
        os.mkdir(self.home)
        process = self.start_held("run", *args, "--json", "--concurrency", "1")
        next(line for line in process.stdout if json.loads(line).get("match"))
        process.kill()
        process.communicate()
        self.assertLess(len(self.records()), 6 * self.MATCHES)
        self.play(*args)
        self.assertEqual(self.verified(6 * self.MATCHES), first)
        self.home = home

    @arena.nightly
    def test_a_swiss_is_extended_by_rounds(self):
        self.play(*self.SWISS, "--rounds", "2")
        before = self.records()
        _, err = self.play(*self.SWISS, "--rounds", "3")
        self.assertIn("commitment to the deals from set 9 on: ", err)
        after = self.records()
        self.assertEqual([names(r) for r in after[:16]], [names(r) for r in before])
        self.verified(24)
        # Existing rounds keep their bots and sets; added rounds may have more.
        more = list(self.SWISS)
        more[more.index("--sets") + 1] = "3"
        allowed = "repeat the old values, or give another name; only rounds, and with them bots or sets can be added"
        _, err = self.play(*more, "--rounds", "3", status=2)
        self.assertIn(f"sets: was 2, is 3; {allowed}", err)
        more[more.index("--bots") + 1] += ",careful"
        _, err = self.play(*more, "--rounds", "3", status=2)
        self.assertIn(f"sets: was 2, is 3; bots: was 5, is 6; {allowed}", err)
        self.play(*more, "--rounds", "5")
        self.assertEqual([names(r) for r in self.records()[:24]], [names(r) for r in after])
        self.verified(24 + 2 * 3 * 3 * 2)
        late = [r for r in self.records() if "careful" in names(r)]
        self.assertEqual(len(late), 2 * 3 * 2, "it plays in both rounds that were added")
        _, err = self.play(*self.SWISS, "--rounds", "6", status=2)
        self.assertIn("bots: careful is missing; sets: was 3, is 2", err)
        self.play(*more, "--rounds", "5")
        self.verified(24 + 2 * 3 * 3 * 2)

    SITS_OUT = """name: some
variants:
  block-2:
  draw-2:
  six: {base: block-2, hand: 6}
seed: 5
sets: 2
bots:
  - random
  - greedy
"""

    def bot_of(self, *variants):
        """An entry of a tournament file: a bot that plays only these variants."""
        return (f"  - {{name: only-{variants[0]}, run: [{arena.PYTHON}, hostile.py], "
                f"variants: [{', '.join(variants)}]}}\n")

    def who_played(self):
        found = collections.defaultdict(set)
        for record in self.records():
            found[record["variant"]].update(names(record))
        return found

    @arena.nightly
    def test_a_bot_sits_out_of_variants_that_it_does_not_play(self):
        path = self.tournament(self.SITS_OUT + self.bot_of("block-2"))
        _, err = self.play(path)
        self.assertIn("t.yaml:11: bots: only-block-2 sits out draw-2, because its manifest leaves it out\n", err)
        everybody = {"random", "greedy", "only-block-2"}
        self.assertEqual(self.who_played(), {"block-2": everybody, "draw-2": {"random", "greedy"}, "six": everybody})
        self.verified(2 * 2 * (3 + 1 + 3))
        before = {r["match"]: names(r) for r in self.records()}
        # More bots and sets change no numbers, and a bot that plays none of the variants changes nothing.
        path = self.tournament(self.SITS_OUT.replace("sets: 2", "sets: 3") + self.bot_of("block-2")
                               + self.bot_of("draw-2"))
        self.play(path)
        self.assertEqual({m: n for m, n in ((r["match"], names(r)) for r in self.records()) if m in before}, before)
        self.verified(3 * 2 * (3 + 3 + 3))
        for command in ("leaderboard", "crosstable", "matches", "faults"):
            self.arena(command, status=0)

    def test_a_variant_that_too_few_play_is_not_played(self):
        text = self.SITS_OUT.replace("  - random\n", "") + self.bot_of("block-2", "six")
        _, err = self.play(self.tournament(text))
        self.assertIn("t.yaml:8: bots: draw-2 is not played: it needs 2 bots at a table, and 1 plays it; "
                      "allowed: more bots, NAME#2 for a second copy\n", err)
        self.assertEqual(sorted(self.who_played()), ["block-2", "six"])
        self.verified(2 * 2 * 2)
        self.play(self.tournament(text + "  - random\n"))
        self.assertEqual(self.who_played()["draw-2"], {"greedy", "random"})
        self.verified(2 * 2 * 7)

    @arena.nightly
    def test_a_bot_sits_out_in_a_swiss(self):
        path = self.tournament(self.SITS_OUT + "  - careful\n" + self.bot_of("block-2")
                               + "schedule: swiss\nrounds: 3\n")
        self.play(path)
        self.assertNotIn("only-block-2", self.who_played()["draw-2"])
        self.verified(3 * 2 * 2 * (2 + 1 + 2))

    def test_the_next_round_of_a_swiss_begins_after_the_results_of_the_previous_one(self):
        """The arena also wakes up for the progress line, five times a second. If the round began only then,
        progress would be printed between any two rounds. On a busy machine few rounds are so short that none is printed
        between two, so tournaments are played until there is one."""
        self.assertTrue(any(self.rounds_at_once(f"short-{n}") > 0 for n in range(20)))

    def rounds_at_once(self, name):
        """How many rounds of a Swiss began without a progress line after the round before."""
        rounds = 60
        path = self.tournament(
            f"name: {name}\nvariants: {{short: {{base: block-2, target: 0, rounds: 1}}}}\nsets: 1\n"
            f"schedule: swiss\nrounds: {rounds}\nbots: [random, greedy]\n")
        out, _ = self.play(path, "--json")
        events = [json.loads(line) for line in out.splitlines()]
        told = [(e["set"] if e["event"] == "match" else None) for e in events
                if e["event"] in ("match", "progress")]  # a round has one set
        self.assertEqual(collections.Counter(filter(None, told)),
                         {number: 2 for number in range(1, rounds + 1)})
        return sum(None not in (one, two) and one != two for one, two in itertools.pairwise(told))

    def test_settings_that_a_schedule_does_not_allow_are_refused(self):
        for args, words in (
                (("--schedule", "swiss", "--variant", "block-2"), "--schedule: swiss needs rounds; allowed: rounds from 1 to 1000"),
                (("--rounds", "3", "--variant", "block-2"), "only a swiss schedule has rounds"),
                (("--seeds", "0", "--variant", "block-2"), "--seeds"),
                (("--seeds", "2", "--variant", "block-2"), "--seeds: only a gauntlet has seeds; allowed: schedule gauntlet"),
                (("--seeds", "5", "--schedule", "gauntlet", "--variant", "block-2"),
                 "--seeds: 5 seeds, and 5 bots take part; allowed: fewer seeds than bots"),
                (("--schedule", "swiss", "--rounds", "3", "--variant", "draw-2,draw-5"),
                 "--schedule: swiss cannot fill a table of draw-5, with more than four bots; allowed: variants for 2 to 4 bots"),
                (("--schedule", "ladder", "--variant", "block-2"), "round-robin, gauntlet, swiss")):
            _, err = self.play("--bots", FOUR + ",careful", *args, status=2)
            self.assertIn(words, err)
            self.assertEqual(err.count("\n"), 1, err)


class WithdrawnFromASwiss(arena.ArenaTest):
    """The withdrawn bot loses its matches, and the tournament continues for all others."""

    DEAD = "{{name: {}, run: [/bin/false], transport: stdio}}"
    FOUR_AND_DEAD = "random, random#2, random#3, greedy, " + DEAD.format("dead")

    FLAKY = """import os, sys
from domino_arena import run
asks = os.open({path!r}, os.O_WRONLY | os.O_APPEND)  # a byte for each, of all processes
def is_broken():
    return os.fstat(asks).st_size >= 400
def choose(view):
    if is_broken():
        os._exit(1)
    os.write(asks, b".")
    return 0
if is_broken():
    sys.exit("no more")
run(choose)
"""

    def write(self, bots, rounds, variants="block-2, block-teams", extra=""):
        return self.tournament(f"name: swiss\nvariants: [{variants}]\nschedule: swiss\nsets: 2\n"
                               f"rounds: {rounds}\nseed: 3\nbots: [{bots}]\n" + extra)

    def run_json(self, path, *args, status=0):
        out, _ = self.arena("run", path, "--skip-broken", "--json", *args, status=status)
        return [json.loads(line) for line in out.splitlines()]

    def run_killed(self, path, match):
        process = self.start("run", path, "--skip-broken", "--json")
        for line in process.stdout:
            if json.loads(line).get("match", 0) >= match:
                process.kill()
        process.communicate()
        self.wait_for_orphans()

    def assert_lost_by(self, broken, record):
        """Only matches of `broken` ended by a fault, and it lost them."""
        if record["end"] == "normal":
            return
        self.assertEqual(names(record)[record["fault_seat"]], broken)
        self.assertEqual(record["places"], [2 if n == broken else 1 for n in names(record)])

    def verified(self, matches):
        out = self.verify_text()
        self.assertIn(f": {matches} matches, 0 differences\n", out)
        return out

    def test_a_bot_that_never_starts(self):
        rounds, per_round = 4, 2 * 2 * 2 * 2  # variants, sets, tables, rotations
        path = self.write(self.FOUR_AND_DEAD, rounds)
        end = self.run_json(path)[-1]
        self.assertEqual((end["event"], end["done"], end["total"], end["skipped"]),
                         ("finished", rounds * per_round, rounds * per_round, 0))
        records = self.records()
        met = collections.defaultdict(set)
        for record in records:
            self.assert_lost_by("dead", record)
            self.assertEqual(record["end"], "spawn" if "dead" in names(record) else "normal")
            met[record["variant"], (record["match"] - 1) // per_round].add(frozenset(names(record)))
        self.assertEqual(len(met), 2 * rounds)
        for pairs in met.values():
            self.assertEqual(len(frozenset.union(*pairs)), 4, "all but the one with a bye")
        for variant in "block-2", "block-teams":
            pairs = [pair for (v, _), pairs in met.items() if v == variant for pair in pairs]
            self.assertEqual(len(set(pairs)), 2 * rounds, "somebody met twice")
        whole = self.verified(rounds * per_round)
        out, _ = self.arena("leaderboard", "--json")
        for ranking in json.loads(out)["lists"]:
            lost = {bot["name"]: bot["faults"]["spawn"] for bot in ranking["bots"]}
            self.assertEqual(lost.pop("dead"), sum("dead" in names(r) for r in records
                                                   if r["variant"] == ranking["variant"]))
            self.assertEqual(set(lost.values()), {0})
        self.run_json(path, "--strict", status=1)
        home, self.home = self.home, os.path.join(self.home, "again")
        os.mkdir(self.home)
        for match in per_round + 3, 2 * per_round + 5:
            self.run_killed(path, match)
        self.run_json(path)
        self.assertEqual(self.verified(rounds * per_round), whole)
        self.home = home

    @arena.nightly
    def test_a_bot_that_no_longer_starts(self):
        file, asks = tempfile.mkstemp(prefix="arena-asks.")
        os.close(file)
        self.addCleanup(os.remove, asks)
        os.chmod(asks, 0o666)
        shutil.copy(arena.SDK, self.home)
        arena.write(os.path.join(self.home, "flaky.py"), self.FLAKY.format(path=asks))
        flaky = (f"{{name: flaky, run: [{arena.PYTHON}, flaky.py, domino_arena.py], "
                 "transport: zmq}")
        path = self.write(f"{flaky}, random, random#2, greedy", 6,
                          extra="sandbox: none\nconcurrency: 1\n")
        self.run_killed(path, 60)
        end = self.run_json(path)[-1]
        self.assertEqual((end["done"], end["total"], end["skipped"]), (6 * 16, 6 * 16, 0))
        records = self.records()
        for record in records:
            self.assert_lost_by("flaky", record)
        ends = [r["end"] for r in records if "flaky" in names(r)]
        self.assertEqual(len(ends), 6 * 8)
        self.assertEqual(ends[0], "normal")
        self.assertEqual(ends[-1], "spawn")
        self.verified(6 * 16)

    CRASHY = """import os
from domino_arena import run
asked = 0
def choose(view):
    global asked
    asked += 1
    if asked > 30:
        os._exit(1)
    return 0
run(choose)
"""

    def start_crashy(self, sandbox, **options):
        """Start a run in which bots need new processes again and again, and wait for its first match."""
        shutil.copy(arena.SDK, self.home)
        arena.write(os.path.join(self.home, "crashy.py"), self.CRASHY)
        crashy = f"{{name: crashy, run: [{arena.PYTHON}, crashy.py, domino_arena.py], transport: zmq}}"
        path = self.write(f"{crashy}, random, greedy, careful", 8, variants="block-2",
                          extra=f"sandbox: {sandbox}\nconcurrency: 1\n")
        process = self.start("run", path, "--json", **options)
        while '"match"' not in process.stdout.readline():
            self.assertIsNone(process.poll())
        return path, process

    @arena.nightly
    def test_no_bot_is_withdrawn_if_no_program_can_be_started(self):
        """The machine is the cause if a program that is known to work does not start either."""
        if "bwrap" not in arena.sandbox_levels():
            self.skipTest("it does not work here")
        prefix = os.path.join(self.home, "prefix")
        for part in ("bin", "libexec", "share"):
            shutil.copytree(os.path.join(arena.BUILD, part), os.path.join(prefix, part))
        path, process = self.start_crashy("bwrap", program=os.path.join(prefix, "bin", "domino-arena"))
        init = os.path.join(prefix, "libexec", "domino-arena", "domino-init")
        os.remove(init)
        _, err = self.finish(process, status=3)
        self.assertIn("domino-arena: no bot can be started any more: sandbox bwrap does not work here: "
                      f"{init}: No such file or directory\n", err)
        self.run_json(path)
        self.assertEqual({r["end"] for r in self.records()}, {"normal", "crash"})
        self.verified(8 * 8)

    @arena.nightly
    def test_no_bot_is_withdrawn_for_a_missing_run_directory(self):
        """If someone removes files in /tmp, bots that need a new process must not lose matches. The run ends, and
        the next one plays the missing matches."""
        path, process = self.start_crashy("none")
        folder, = os.listdir(self.run_base)
        os.rename(os.path.join(self.run_base, folder), os.path.join(self.home, "gone"))
        _, err = self.finish(process, status=3)
        self.assertIn(f"domino-arena: {self.run_base}/{folder}: no bot can be started any more: "
                      "No such file or directory\n", err)
        self.run_json(path)
        self.assertEqual({r["end"] for r in self.records()}, {"normal", "crash"})
        self.verified(8 * 8)

    def test_two_withdrawn_bots_lose_to_each_other_alternately(self):
        bots = ", ".join(["random", self.DEAD.format("one"), self.DEAD.format("two")])
        self.run_json(self.write(bots, 3, variants="block-2"))
        records = self.records()
        self.assertEqual(len(records), 3 * 2 * 2)
        lost = collections.Counter((frozenset(names(r)), names(r)[r["fault_seat"]])
                                   for r in records)
        self.assertEqual(lost, {(frozenset(("one", "two")), "one"): 2,
                                (frozenset(("one", "two")), "two"): 2,
                                (frozenset(("random", "one")), "one"): 4,
                                (frozenset(("random", "two")), "two"): 4})
        self.verified(12)


class Extension(arena.ArenaTest):

    def write(self, sets, bots="random, greedy", extra=""):
        return self.tournament(f"name: grow\nvariants: [block-2]\nbots: [{bots}]\nsets: {sets}\n"
                               + extra)

    def matches_of(self, *args):
        return {r["match"]: (r["set"], r["rotation"], names(r), r["deal_key"])
                for r in self.records(*args)}

    def test_more_sets_and_more_bots_renumber_nothing(self):
        self.arena("run", self.write(3))
        first = self.matches_of()
        self.assertEqual(len(first), 6)
        _, err = self.arena("run", self.write(5))
        self.assertIn("6 of 10 matches were played", err)
        self.assertIn("commitment to the deals from set 4 on: ", err)
        second = self.matches_of()
        self.assertEqual(len(second), 10)
        self.assertEqual({k: second[k] for k in first}, first)
        # One more bot at the beginning and more sets in one step: two stages.
        self.arena("run", self.write(6, "careful, random, greedy"))
        third = self.matches_of()
        self.assertEqual({k: third[k] for k in second}, second)
        pairs = collections.Counter(frozenset(players) for _, _, players, _ in third.values())
        self.assertEqual(pairs, {frozenset(p): 12 for p in
                                 itertools.combinations(("random", "greedy", "careful"), 2)})
        keys = {key for _, _, _, key in third.values()}
        self.assertEqual(len(keys), 18, "a set has a key of its own")
        verified = json.loads(self.arena("verify", "--json")[0])
        self.assertEqual(verified["differences"], [])
        self.assertEqual([s["first_set"] for s in verified["stages"]], [1, 4, 6, 16])
        self.assertEqual(len({s["secret"] for s in verified["stages"]}), 4)
        # With the same file no match is left to play.
        self.arena("run", self.write(6, "careful, random, greedy"))
        self.assertEqual(self.matches_of(), third)

    def test_a_tournament_under_way_can_be_extended(self):
        process = self.start_held("run", self.write(200), "--json")
        for line in process.stdout:
            if json.loads(line).get("match") == 20:
                process.send_signal(signal.SIGINT)
        process.communicate()
        self.arena("run", self.write(201))
        self.assertEqual(sorted(self.matches_of()), list(range(1, 403)))
        out, _ = self.arena("verify")
        self.assertIn("402 matches, 0 differences", out)

    def test_other_changes_are_listed_and_refused(self):
        self.arena("run", self.write(2))
        for changed, words in (
                ({"sets": 1}, "sets: was 2, is 1"),
                ({"bots": "random, careful"}, "bots: greedy is missing"),
                ({"extra": "limits: {move_ms: 7}\n"}, "limits.move_ms: was 1000, is 7;"),
                ({"extra": "schedule: gauntlet\n"}, "schedule: was round-robin, is gauntlet")):
            _, err = self.arena("run", self.write(**{"sets": 2, **changed}), status=2)
            self.assertIn(words, err)
            self.assertIn("give another name", err)
            self.assertEqual(err.count("\n"), 1, err)
        self.assertEqual(len(self.matches_of()), 4)

    def versions_of(self, bot):
        return {b["version"] for r in self.records() for b in r["bots"] if b["name"] == bot}

    def test_a_tournament_continues_with_the_versions_that_began(self):
        mine, manifest = os.path.join(self.home, "mine"), os.path.join(self.home, "mine", "bot.yaml")
        shutil.copytree(os.path.join(arena.BUILD, "share", "domino-arena", "bots", "random"), mine)
        prefix = self.copy_of_arena()
        inline = f"{{name: in, run: [{arena.PYTHON}, hostile.py, %s], transport: stdio}}"
        bots = lambda mode="none": f"./mine, {inline % mode}, greedy, greedy#2"

        def run(sets, *said, mode="none", status=0):
            _, err = self.arena("run", self.write(sets, bots(mode)), status=status,
                                program=os.path.join(prefix, "bin", "domino-arena"))
            for words in said:
                self.assertIn(words, err)
        arena.write(manifest, "name: mine\nrun: [./random]\n")
        run(1)
        played = {name: self.versions_of(name) for name in ("mine", "in", "greedy", "greedy#2")}
        self.assertEqual(played["greedy"], played["greedy#2"])
        begun = f"version {min(played['mine']):.8} continues as begun"
        run(1)
        arena.write(manifest, "name: mine\nrun: [./random, changed]\n")
        with open(os.path.join(prefix, "share", "domino-arena", "bots", "greedy", "bot.yaml"), "a", encoding="utf-8") as file:
            file.write("# another build\n")
        run(2, f"mine has changed; {begun}", f"greedy has changed; version {min(played['greedy']):.8} continues as begun",
            f"in has changed; version {min(played['in']):.8} continues as begun", mode="other")
        arena.write(manifest, "name: mine\nrun: [./random\n")
        run(3, "mine/bot.yaml:3: ", f"; version {min(played['mine']):.8} of mine continues as begun")
        arena.write(manifest, "name: mine\nrun: [./random]\nbuild: [[/bin/false]]\n")
        run(3, f"mine has changed; {begun}")
        shutil.rmtree(mine)
        run(4, "there is no such folder", f"; version {min(played['mine']):.8} of mine continues as begun")
        self.assertEqual({name: self.versions_of(name) for name in played}, played)
        self.assertEqual(len(self.matches_of()), 6 * 2 * 4)
        self.arena("verify")
        snapshot = os.path.join(self.home, "bots", "mine", min(played["mine"]))
        os.rename(snapshot, self.home + "/away")
        run(5, f"'grow' began with version {min(played['mine']):.8} of mine, which is not in {self.home}/bots/mine", status=2)
        os.rename(self.home + "/away", snapshot)
        run(5)

    def test_the_first_bot_of_a_gauntlet_cannot_change(self):
        gauntlet = "schedule: gauntlet\n"
        self.arena("run", self.write(1, "random, greedy", gauntlet))
        _, err = self.arena("run", self.write(1, "careful, random, greedy", gauntlet), status=2)
        self.assertIn("the first of the gauntlet was random, is careful", err)
        self.arena("run", self.write(1, "random, careful, greedy", gauntlet))
        self.assertEqual(len(self.matches_of()), 4)


class Processes(arena.ArenaTest):

    BOT = """import os, sys, time
sys.path.insert(0, {sdk!r})
from domino_arena import Bot, run
class Slow(Bot):
    max_tables = {max_tables}
    tables = 0
    def on_match(self, match):
        self.tables += 1
        print("tables", self.tables, file=sys.stderr, flush=True)
    def on_result(self, result):
        self.tables -= 1
    def choose(self, view):
        print("cpus", sorted(os.sched_getaffinity(0)), file=sys.stderr, flush=True)
        time.sleep(0.004)
        return 0
run(Slow)
"""

    # A thread computes, because a process cannot raise its priority again: the bot would wait at everything else, too.
    POLITE = """import os, queue, threading, time
from domino_arena import run
asked, answered = queue.Queue(), queue.Queue()
everywhere = os.sched_getaffinity(0)
def compute():
    os.setpriority(os.PRIO_PROCESS, 0, 15)
    while asked.get():
        os.sched_setaffinity(0, {{{cpu}}})
        began, used, waited = time.monotonic(), time.thread_time(), 0
        while waited < 1 and time.thread_time() - used < 0.02:
            waited = time.monotonic() - began - (time.thread_time() - used)
        os.sched_setaffinity(0, everywhere)
        answered.put(0)
def choose(view):
    asked.put(True)
    return answered.get()
threading.Thread(target=compute, daemon=True).start()
run(choose)
"""

    def slow_bot(self, max_tables=1):
        folder = os.path.join(self.home, "slow")
        os.mkdir(folder)
        shutil.copy(arena.SDK, folder)
        arena.write(os.path.join(folder, "bot.py"), self.BOT.format(sdk=".", max_tables=max_tables))
        arena.write(os.path.join(folder, "bot.yaml"), "name: slow\nrun: [/usr/bin/python3, bot.py]\n")
        return folder

    def processes(self):
        return self.query("SELECT seat, count(*) FROM process JOIN entrant e ON e.number = process.bot "
                          "JOIN bot b ON b.id = e.bot WHERE b.name = 'slow' GROUP BY seat")

    def test_a_bot_for_one_table_at_a_time_gets_several_processes(self):
        self.arena("run", "--name", "many", "--variant", "block-2", "--bots",
                   self.slow_bot() + ",greedy", "--sets", "20", "--concurrency", "4")
        self.assertTrue(all(2 <= count <= 4 for _, count in self.processes()), self.processes())
        self.assertEqual(len(self.records()), 40)

    def test_a_bot_that_thinks_gets_several_processes(self):
        """Also if it accepts many tables; otherwise two tables would wait for one process."""
        self.arena("run", "--name", "thinks", "--variant", "block-2", "--bots",
                   self.slow_bot(max_tables=256) + ",greedy", "--sets", "20", "--concurrency", "4")
        self.assertTrue(all(2 <= count <= 4 for _, count in self.processes()), self.processes())

    @arena.nightly
    def test_thinking_bots_never_wait_for_each_other(self):
        """Not even before the first answer has shown that they think."""
        slow = self.slow_bot(max_tables=256)
        self.arena("run", "--name", "apart", "--variant", "block-2", "--bots", f"{slow},{slow}#2",
                   "--sets", "6", "--concurrency", "4")
        logs = [log.decode() for log, in self.query("SELECT log FROM process")]
        self.assertEqual(sum(log.count("tables 1\n") for log in logs), 2 * 12)
        for log in logs:
            self.assertNotIn("tables 2", log)

    def test_with_one_table_a_bot_gets_one_process_per_seat(self):
        self.arena("run", "--name", "one", "--variant", "block-2", "--bots",
                   self.slow_bot() + ",greedy", "--sets", "3", "--concurrency", "1")
        self.assertEqual(self.processes(), [(0, 1), (1, 1)])

    def test_a_busy_machine_makes_no_honest_bot_late(self):
        """At each move a thread of low priority computes on a CPU that other processes always use. It stops when it has
        waited for 1 s, which is far longer than the 250 ms that a move may take, or after 20 ms of processor time. The bot
        uses more than a quarter of its memory, so its host also reads its usage during the wait."""
        cpu = min(os.sched_getaffinity(0))
        polite = os.path.join(self.home, "polite.py")
        arena.write(polite, self.POLITE.format(cpu=cpu))
        shutil.copy(arena.SDK, self.home)
        path = self.tournament(
            "name: busy\nvariants: {short: {base: block-2, target: 0, rounds: 1, hand: 3}}\nsets: 1\n"
            "limits: {move_ms: 250, memory_mb: 90}\nbots:\n  - greedy\n"
            f"  - {{name: polite, run: [{arena.PYTHON}, polite.py, domino_arena.py], transport: zmq}}\n")
        spinners = [subprocess.Popen([arena.PYTHON, "-c", "while True: pass"],
                                     preexec_fn=lambda: os.sched_setaffinity(0, {cpu}))
                    for _ in range(2)]
        try:
            self.arena("run", path, "--strict")
        finally:
            for spinner in spinners:
                spinner.kill()
                spinner.wait()

    def test_pinned_bots_run_on_one_cpu(self):
        self.arena("run", "--name", "pinned", "--variant", "block-2", "--bots",
                   self.slow_bot() + ",greedy", "--sets", "2", "--pin-cores")
        out, _ = self.arena("replay", "1", "--stderr")
        cpus = {line for line in out.splitlines() if "cpus [" in line}
        self.assertTrue(cpus)
        for line in cpus:
            self.assertNotIn(",", line)


if __name__ == "__main__":
    arena.main()
