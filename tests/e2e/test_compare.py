"""compare: is one bot better than another? With real bots, to a decision."""
import collections
import json
import os
import re
import shutil
import signal
import subprocess

import arena
import test_terminal

REFEREE = os.path.join(arena.HERE, "..", "oracle", "referee.py")
VERIFIER = os.path.join(arena.HERE, "..", "..", "scripts", "verify_tournament.py")
DECISION = ("sets", "scores", "counts", "score", "elo", "elo_lo", "elo_hi", "nelo", "los", "llr", "decision", "faults")


def names(record):
    return [bot["name"] for bot in record["bots"]]


# Stops if it was not told each round before an ask, and each round that it has played.
COUNTS = """import domino_arena
class Counts(domino_arena.Bot):
    told, played = {}, {}
    def on_match(self, match):
        assert self.told == self.played, (self.told, self.played)
    def on_round(self, round):
        self.told[round.table] = self.told.get(round.table, 0) + 1
    def choose(self, view):
        assert self.told.get(view.table, 0) == view.round - 1 > 0, (self.told, view.round)
        self.played[view.table] = view.round
        return 0
domino_arena.run(Counts())
"""


class Compare(arena.ArenaTest):

    def compare(self, *args, status=0):
        out, _ = self.arena("compare", *args, "--json", status=status)
        return json.loads(out)

    def verified(self, name):
        out, _ = self.arena("verify", name)
        self.assertIn(" 0 differences\n", out)
        self.assertNotIn("not revealed", out)

    def by_set(self, name):
        """Return the match records of a tournament by set and rotation."""
        sets = collections.defaultdict(dict)
        for record in self.records("--tournament", name):
            sets[record["set"]][record["rotation"]] = record
        return sets

    def hands(self, record):
        return [(played["deal"]["hands"], played["deal"]["stock"]) for played in record["rounds"]]

    def test_the_deals_of_a_tournament_are_played_again(self):
        """Round by round the same hands and stocks, as long as both matches last."""
        path = self.tournament("name: lost\nvariants: [block-2, draw-3]\nsets: 3\nseed: 5\nbots: [random, greedy, careful]\n")
        self.arena("run", path)
        old = self.by_set("lost")
        wanted = [number for number, matches in sorted(old.items()) if matches[0]["variant"] == "block-2"]
        found = self.compare("careful", "greedy", "--deals-of", "lost", "--variant", "block-2", "--name", "again", status=(0, 1))
        self.assertEqual((found["sets"], len(wanted)), (9, 9))
        for number, matches in self.by_set("again").items():
            for rotation, record in matches.items():
                then = old[wanted[number - 1]][rotation % 2]
                self.assertEqual(record["options"], then["options"])
                for a, b in zip(self.hands(record), self.hands(then)):
                    self.assertEqual(a, b)
        self.verified("again")
        # The script knows it too, and needs to.
        export = os.path.join(self.home, "again.jsonl")
        self.arena("export", "--tournament", "again", "-o", export)
        told = json.loads(self.arena("verify", "again", "--json")[0])
        self.assertEqual(told["deals_of"]["tournament"], "lost")
        for change, status in (({}, 0), ({"deals_of": {}}, 1)):
            path = arena.write(os.path.join(self.home, "told.json"), json.dumps({**told, **change}))
            done = subprocess.run([arena.PYTHON, VERIFIER, export, path], capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, status, done.stderr)
        # Its own deals can be played again; they are still those of `lost`.
        self.compare("random", "greedy", "--deals-of", "again/2", "--name", "once", status=(0, 1))
        once = json.loads(self.arena("verify", "once", "--json")[0])
        self.assertEqual(once["deals_of"], {"tournament": "lost", "sets": str(wanted[1])})
        # A bot that is asked again gets the seed of then.
        told = json.loads(self.arena("ask", "random", "once/1", "--all", "--json")[0])
        self.assertEqual(told["same"], told["asks"])
        # The same command continues; another one is refused.
        self.compare("careful", "greedy", "--deals-of", "lost", "--variant", "block-2", "--name", "again", status=(0, 1))
        _, err = self.arena("compare", "careful", "greedy", "--variant", "block-2", "--name", "again", status=2)
        self.assertIn("deals_of: was ", err)

    def test_of_an_extended_tournament_one_secret_is_played_again(self):
        for sets in (2, 3):
            path = self.tournament(f"name: grown\nvariants: [block-2]\nsets: {sets}\nbots: [random, greedy]\n")
            self.arena("run", path)
        out, err = self.arena("compare", "careful", "greedy", "--deals-of", "grown", "--json", status=(0, 1))
        self.assertEqual(json.loads(out)["sets"], 2)
        self.assertIn("--deals-of: 1 sets of later stages of grown are left out", err)
        out, err = self.arena("compare", "careful", "greedy", "--deals-of", "grown/3", "--json", status=(0, 1))
        self.assertEqual((json.loads(out)["sets"], "left out" in err), (1, False))

    def test_deals_that_cannot_be_played_again_are_named(self):
        path = self.tournament("name: two\nvariants: [block-2, draw-2]\nsets: 1\nseed: 5\nbots: [random, greedy]\n")
        self.arena("run", path)
        for words, text in (
                (("--deals-of", "nope"), "there is no tournament 'nope'"),
                (("--deals-of", "two"), "'two' has several variants; allowed: --variant with one of them, such as block-2"),
                (("--deals-of", "two", "--variant", "draw-3"), "--variant: 'two' did not play draw-3"),
                (("--deals-of", "two/9"), "'two' has not played set 9"),
                (("--deals-of", "two/0"), "--deals-of: 'two/0' is not a set; allowed: TOURNAMENT or TOURNAMENT/SET, such as spring/12"),
                (("--deals-of", "two/x"), "--deals-of: 'two/x' is not a set"),
                (("--deals-of", "two/1", "--seed", "1"), "--deals-of and --seed exclude each other"),
                (("--from", "two", "--deals-of", "two"), "--from plays nothing")):
            with self.subTest(words=words):
                _, err = self.arena("compare", "careful", "greedy", *words, status=2)
                self.assertIn(text, err)
                self.assertEqual(len(err.splitlines()), 1, err)

    def test_deals_that_are_still_secret_are_not_played_again(self):
        path = self.tournament("name: open\nvariants: [block-2]\nsets: 400\nbots: [random, greedy]\n")
        run = self.start_held("run", path, "--json")
        while '"match"' not in run.stdout.readline():
            pass
        _, err = self.arena("compare", "careful", "greedy", "--deals-of", "open", status=2)
        self.assertIn("'open' is not finished, so its deals are still secret; allowed: a finished tournament (domino-arena close open ends it)", err)
        run.send_signal(signal.SIGINT)
        self.let_go(run)
        self.finish(run, 130)
        self.arena("close", "open", "--why", "enough")
        self.compare("careful", "greedy", "--deals-of", "open/1", "--name", "again", status=(0, 1))
        self.verified("again")

    def suite(self, *lines):
        return arena.write(os.path.join(self.home, "suite.txt"), "".join(line + "\n" for line in lines))

    def position(self, match, step):
        return self.arena("replay", match, "--position", str(step))[0].strip()

    def test_two_bots_play_on_from_positions(self):
        path = self.tournament("name: t\nvariants: [block-2, draw-3, block-teams]\nsets: 1\nseed: 5\nbots: [random, greedy, careful]\n")
        self.arena("run", path)
        lines, steps = [], []
        for number, record in enumerate(self.records("--tournament", "t"), 1):
            told = json.loads(self.arena("ask", "random", f"t/{number}", "--all", "--seat", "1", "--json")[0])
            step = told["first_other"]
            if step:
                lines.append(self.position(f"t/{number}", step))
                steps.append((record, told["asked"]))
        self.assertGreater(len(lines), 3)
        found = self.compare("careful", "greedy", "--positions", self.suite("# chosen", "", *lines), status=(0, 1))
        self.assertEqual([row["line"] for row in found["positions"]], list(range(3, 3 + len(lines))))
        self.assertEqual(found["faults"], 0)
        for row, (record, asked) in zip(found["positions"], steps):
            # Both stood before the choice that the seat had in the match.
            legal = {f"{a[1]}-{a[2]}@{a[3]}" if a[0] == "play" else "draw" for a in asked["ask"]["legal"]}
            self.assertLessEqual({row["new"]["action"], row["old"]["action"]}, legal)
        # A bot against itself: both plays are the same.
        same = self.compare("greedy", "greedy#2", "--positions", self.suite(*lines), status=1)
        self.assertEqual((same["difference"], same["other_answers"]), (0, 0))
        # Exchanging the bots changes the sign.
        turned = self.compare("greedy", "careful", "--positions", self.suite(*lines), status=(0, 1))
        self.assertAlmostEqual(turned["difference"], -found["difference"])
        answer = found["positions"][0]["new"]["action"]
        best = self.compare("careful", "careful#2", "--positions", self.suite(f"{lines[0]} | best {answer}", lines[1]), status=1)
        self.assertEqual((best["with_best"], best["new"]["best"], best["positions"][0]["old"]["best"]), (1, 1, True))
        out, _ = self.arena("compare", "careful", "greedy", "--positions", self.suite(*lines), status=(0, 1))
        self.assertTrue(out.startswith("careful against greedy, sandbox: "), out)
        self.assertIn(f"\n{len(lines)} positions, different answers in {found['other_answers']}\n", out)
        self.assertEqual(self.query("SELECT count(*) FROM tournament"), [(1,)])

    def test_a_fault_ends_a_position_and_the_next_one_is_played(self):
        path = self.tournament("name: t\nvariants: [block-2]\nsets: 1\nseed: 5\nbots: [random, greedy]\n")
        self.arena("run", path)
        folder = os.path.join(self.home, "broken")
        shutil.copytree(os.path.dirname(arena.SDK), folder)
        arena.write(os.path.join(folder, "bot.yaml"), f"name: broken\nrun: [{arena.PYTHON}, bot.py]\n")
        arena.write(os.path.join(folder, "bot.py"), "import domino_arena\ndef choose(view):\n"
                    "    return 0 if view.history else 1 // 0\ndomino_arena.run(choose)\n")
        lines = [self.position("t/1", 2), self.position("t/1", 4), self.position("t/1", 2), self.position("t/1", 5)]
        found = self.compare("greedy", folder, "--positions", self.suite(*lines), status=(0, 1))
        self.assertEqual([row["old"]["fault"] for row in found["positions"]], ["crash", None, "crash", None])
        self.assertEqual((found["faults"], found["positions"][0]["old"]["fault_bot"]), (2, "broken"))
        self.assertEqual([row["new"]["points"] is None for row in found["positions"]], [False] * 4)
        self.assertIn("ZeroDivisionError", found["positions"][0]["old"]["stderr"])
        self.assertIn("ZeroDivisionError", self.arena("compare", "greedy", folder, "--positions", self.suite(*lines), status=(0, 1))[0])
        self.assertIn(found["sandbox"], arena.sandbox_levels())

    def test_a_bot_is_told_every_round_of_a_position(self):
        path = self.tournament("name: t\nvariants: [block-2]\nsets: 1\nseed: 5\nbots: [random, greedy]\n")
        self.arena("run", path)
        folder = os.path.join(self.home, "counts")
        shutil.copytree(os.path.dirname(arena.SDK), folder)
        arena.write(os.path.join(folder, "bot.yaml"), f"name: counts\nrun: [{arena.PYTHON}, bot.py]\n")
        arena.write(os.path.join(folder, "bot.py"), COUNTS)
        # A step after the 30th lies behind the first round, in which 14 tiles can be played.
        steps = [line for step in range(30, 200)
                 for line in self.arena("replay", "t/1", "--position", str(step), status=(0, 2))[0].splitlines()]
        self.assertGreater(len(steps), 2)
        found = self.compare(folder, "greedy", "--positions", self.suite(*steps[:4]), status=(0, 1))
        self.assertEqual([row["new"]["text"] + row["old"]["text"] for row in found["positions"]], [""] * len(found["positions"]))

    def test_wrong_positions_are_named(self):
        path = self.tournament("name: t\nvariants: [block-2]\nsets: 1\nseed: 5\nbots: [random, greedy]\n")
        self.arena("run", path)
        good = self.position("t/1", 2)
        for lines, text in ((("# nothing",), "suite.txt: there is no position in it; allowed: lines that domino-arena replay MATCH --position STEP writes"),
                            ((good, "block-2 | key 12"), "suite.txt:2: key: '12' is not a key"),
                            ((good, good + " | do 0-0@0"), "suite.txt:2: do: these choices are impossible")):
            _, err = self.arena("compare", "random", "greedy", "--positions", self.suite(*lines), status=2)
            self.assertIn(text, err)
        for words, text in ((("random", "greedy", "--positions", "none.txt"), "none.txt: No such file"),
                            (("random", "--positions", "none.txt"), "compare needs A B"),
                            (("random", "greedy", "--positions", "none.txt", "--variant", "block-2"), "--positions says what is played; allowed with it: --json"),
                            (("random", "greedy", "--positions", self.suite(good), "--max-sets", "7"), "--positions says what is played"),
                            (("random", "greedy", "--positions", self.suite(good), "--elo1", "20"), "--positions says what is played"),
                            (("random", "nope", "--positions", self.suite(good)), "there is no bot 'nope'")):
            self.assertIn(text, self.arena("compare", *words, status=2)[1])
        self.assertIn("step 1 of match 1 is no choice", self.arena("replay", "t/1", "--position", "1", status=2)[1])
        self.assertIn("--json and --position exclude each other", self.arena("replay", "t/1", "--position", "2", "--json", status=2)[1])

    BETTER = ("greedy", "random", "--variant", "block-2", "--elo1", "30", "--seed", "7")

    def test_a_better_bot_is_accepted(self):
        found = self.compare(*self.BETTER, "--name", "better")
        self.assertEqual(found["decision"], "accepted")
        self.assertEqual(found["schema"], 1)
        self.assertEqual((found["new"]["name"], found["old"]["name"]), ("greedy", "random"))
        self.assertEqual(sum(found["counts"]), found["sets"])
        self.assertEqual(found["scores"], [0, 0.25, 0.5, 0.75, 1])
        self.assertLess(found["elo_lo"], found["elo"])
        self.assertLess(found["elo"], found["elo_hi"])
        self.assertGreater(found["elo_lo"], 0)
        self.assertLess(found["sets"], 200)
        self.verified("better")
        # The counts follow from the records of the sets that counted, in the order of sets.
        counts = [0] * 5
        sets = self.by_set("better")
        for number in range(1, found["sets"] + 1):
            points = 0
            for record in sets[number].values():
                mine = names(record).index("greedy")
                places = record["places"]
                points += 1 + (places[mine] < places[1 - mine]) - (places[mine] > places[1 - mine])
            counts[points] += 1
        self.assertEqual(counts, found["counts"])
        out, _ = self.arena("compare", *self.BETTER, "--name", "better")
        self.assertTrue(out.endswith("\nbetter: H1 (30 Elo) accepted against H0 (0 Elo), alpha 0.05, beta 0.05; "
                                     "the Elo above is corrected for stopping\n"), out)
        # What was played is tested without playing, with the same output.
        for words in ((), ("--variant", "block-2")):
            stored, _ = self.arena("compare", "--from", "better", "--elo1", "30", *words)
            self.assertEqual(stored, out)
        # The bots answer at once, and still few matches beyond the decision are begun.
        self.assertLessEqual(max(sets), 2 * found["sets"] + 16)

    def test_a_worse_bot_is_rejected(self):
        args = ("random", "greedy", "--variant", "block-2", "--elo1", "30", "--name", "worse")
        out, err = self.arena("compare", *args, status=1)
        self.assertRegex(out, r"^worse: random@[0-9a-f]{8} against greedy@[0-9a-f]{8} in block-2\n")
        self.assertRegex(out, r"\d+ of at most 10000 sets, score \d+\.\d%, Elo -\d.*, LLR -\d\.\d\d \(-2\.94\.\.2\.94\)\n")
        self.assertRegex(out, r"sets by score:  \+0: \d+")
        self.assertTrue(out.endswith("\nnot shown to be better: H0 (0 Elo) accepted against H1 (30 Elo), alpha 0.05, "
                                     "beta 0.05; the Elo above is corrected for stopping\n"), out)
        self.assertIn("at most 20000 matches", err)
        self.verified("worse")
        # The test is decided, so nothing more is played.
        before = len(self.records("--tournament", "worse"))
        again, err = self.arena("compare", *args, status=1)
        self.assertEqual(again, out)
        self.assertEqual(len(self.records("--tournament", "worse")), before)

    def twin(self):
        """A folder with another version of `random`, which plays the same."""
        folder = os.path.join(self.home, "twin")
        shutil.copytree(os.path.join(arena.BUILD, "share", "domino-arena", "bots", "random"), folder)
        arena.write(os.path.join(folder, "note.txt"), "the twin\n")
        return folder

    def test_an_undecided_test_continues_with_more_sets(self):
        args = ("random", self.twin(), "--variant", "block-2", "--elo0", "-2", "--elo1", "2", "--name", "even")
        found = self.compare(*args, "--max-sets", "20", status=1)
        self.assertEqual((found["decision"], found["sets"], found["max_sets"]), ("undecided", 20, 20))
        self.assertEqual(found["old"]["name"], "random#2")
        self.verified("even")
        first = {r["match"]: r["deal_key"] for r in self.records("--tournament", "even")}
        more = self.compare(*args, "--max-sets", "30", status=1)
        self.assertEqual((more["decision"], more["sets"]), ("undecided", 30))
        after = {r["match"]: r["deal_key"] for r in self.records("--tournament", "even")}
        self.assertEqual({m: after[m] for m in first}, first)
        self.verified("even")
        out, _ = self.arena("compare", *args, "--max-sets", "30", status=1)
        self.assertRegex(out, r"\nundecided after 30 sets: LLR -?[0-9.]+ is between -2\.94 and 2\.94, so neither "
                              r"H0 \(-2 Elo\) nor H1 \(2 Elo\) is accepted, alpha 0\.05, beta 0\.05; a larger "
                              r"--max-sets plays on\n")
        self.assertNotIn("#", out)
        _, err = self.arena("compare", *args, "--max-sets", "20", status=2)
        self.assertIn("sets: was 30, is 20", err)

    @arena.nightly
    def test_after_a_kill_at_any_time_the_result_is_the_same(self):
        args = ("greedy", "random", "--variant", "draw-3", "--elo1", "25", "--seed", "11", "--name", "killed",
                "--opponents", "careful,random")
        expected = self.compare(*args)
        home, self.home = self.home, os.path.join(self.home, "again")
        os.mkdir(self.home)
        runs = 0
        while not (found := self.killed(args, 60 + 200 * runs)):
            runs += 1
        self.assertGreaterEqual(runs, 1, "it was never killed")
        self.assertEqual({k: found[k] for k in DECISION}, {k: expected[k] for k in DECISION})
        self.verified("killed")
        self.home = home

    def killed(self, args, matches):
        """Run until so many matches are stored, then kill the arena. Return its result if it ended before."""
        process = self.start("compare", *args, "--json")
        arena.wait_until(lambda: process.poll() is not None or self.stored() >= matches, f"{matches} matches are stored")
        process.kill()
        out, _ = process.communicate()
        self.wait_for_orphans()
        return json.loads(out) if process.returncode == 0 else None

    def test_an_interrupted_comparison_says_how_to_continue(self):
        twin = self.twin()
        process = self.start("compare", "random", twin, "--variant", "block-2", "--elo1", "1",
                             stdin=subprocess.DEVNULL)
        while "commitment" not in process.stderr.readline():
            pass
        process.send_signal(signal.SIGTERM)
        out, err = process.communicate()
        self.assertEqual(process.returncode, 143, err)
        self.assertEqual(out, "")
        self.assertRegex(err, r"continue with: .* compare random \S+ --variant block-2 --elo1 1 .*--name compare-\d{8}-1\n")

    def test_a_comparison_of_a_bot_with_itself_is_refused(self):
        _, err = self.arena("compare", "greedy", "greedy", "--variant", "block-2", "--max-sets", "1", status=2)
        self.assertRegex(err, r"compare: both bots are the version greedy@[0-9a-f]{8}; allowed: two versions \(")
        self.assertEqual(self.records(), [])

    def test_a_bot_that_was_never_submitted_has_no_submitted_version(self):
        _, err = self.arena("compare", "random", "mine@submitted", "--variant", "block-2", status=2)
        self.assertIn("mine@submitted: no version of mine is on the ladder", err)

    def test_a_terminal_shows_the_state_of_the_test(self):
        screen = test_terminal.Terminal(self, "compare", "random", self.twin(), "--variant", "block-2", "--elo1", "1",
                                        "--max-sets", "9000", columns=160)
        screen.read_until(r"[1-9]\d* of at most 9000 sets, score \d+\.\d%, Elo -?\d+\.\d \(.*\), LOS \d+\.\d%, "
                          r"LLR -?\d\.\d\d \(-2\.94\.\.2\.94\)")
        screen.process.send_signal(signal.SIGTERM)
        self.assertEqual(screen.wait(), 143)
        screen.close()

    @arena.nightly
    def test_four_seats_are_played_twice(self):
        found = self.compare("greedy", "random", "--variant", "draw-4", "--opponents", "careful,random,careful",
                             "--elo1", "60", "--name", "four", "--max-sets", "400", "--seed", "1")
        self.assertEqual(found["decision"], "accepted")
        self.assertEqual([bot["name"] for bot in found["opponents"]], ["careful", "random#2", "careful#2"])
        self.assertEqual(found["matches_per_set"], 4)
        self.assertEqual(len(found["counts"]), 49)
        self.assertEqual((found["scores"][0], found["scores"][24], found["scores"][48]), (-0.5, 0.5, 1.5))
        self.verified("four")
        self.check_processes()
        counts = [0] * 49
        sets = self.by_set("four")
        for number in range(1, found["sets"] + 1):
            counts[24 + self.difference(sets[number])] += 1
        self.assertEqual(counts, found["counts"])
        path = os.path.join(self.home, "records.jsonl")
        self.arena("export", "--tournament", "four", "--output", path)
        done = subprocess.run([arena.PYTHON, "-B", REFEREE, path], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stdout[-2000:] + done.stderr[-2000:])
        for args in (("leaderboard",), ("crosstable",), ("matches",), ("replay", "four/1")):
            self.arena(*args)
        listed = json.loads(self.arena("leaderboard", "--json", "--tournament", "four")[0])["lists"][0]
        bots = {bot["name"]: bot for bot in listed["bots"]}
        first, second = ([set(range(h, h + 4)) <= set(r) for r in sets.values()] for h in (0, 4))
        # Both halves have the same deals, so a bot that sits in both plays one set.
        either = sum(f or s for f, s in zip(first, second))
        self.assertEqual(listed["sets"], either)
        self.assertEqual(bots["careful"]["sets"], either)
        self.assertEqual((bots["greedy"]["sets"], bots["random"]["sets"]), (sum(first), sum(second)))

    def check_processes(self):
        """A bot that sits in both halves has separate processes for them, or it would see deals twice."""
        rows = self.query("SELECT bot, seat.seat, process, min(rotation / 4), max(rotation / 4) FROM seat "
                          "JOIN match USING (tournament, match) GROUP BY process")
        halves = collections.defaultdict(set)
        for bot, seat, process, first, last in rows:
            self.assertEqual(first, last, f"process {process}")
            halves[bot, seat].add(first)
        self.assertEqual(sorted(collections.Counter(map(len, halves.values())).items()), [(1, 2 * 4), (2, 3 * 4)])

    def difference(self, rotations):
        """Return the half points of greedy against its opponents minus those of random in its place."""
        self.assertEqual(set(rotations), set(range(8)))
        points = 0
        for r, record in rotations.items():
            hero = "greedy" if r < 4 else "random"
            self.assertIn(hero, names(record))
            self.assertNotIn("random" if r < 4 else "greedy", names(record))
            self.assertEqual(record["deal_key"], rotations[0]["deal_key"])
            seat = names(record).index(hero)
            others = [place for s, place in enumerate(record["places"]) if s != seat]
            won = sum(1 + (record["places"][seat] < p) - (record["places"][seat] > p) for p in others)
            points += won if r < 4 else -won
        for r in range(4):  # the same seats and opponents
            self.assertEqual([n if n != "greedy" else "random" for n in names(rotations[r])], names(rotations[r + 4]))
        return points

    def test_teams_meet(self):
        found = self.compare("careful", "random", "--variant", "block-teams", "--elo1", "40", "--name", "teams")
        self.assertEqual((found["decision"], found["opponents"], len(found["counts"])), ("accepted", [], 5))
        self.verified("teams")

    def test_a_random_bot_plays_the_same_in_both_halves(self):
        """Equal bots get the same seeds in the same seats, so no difference appears."""
        found = self.compare("random", self.twin(), "--variant", "block-3", "--max-sets", "60", "--name", "alike", status=1)
        self.assertEqual(found["counts"][12], found["sets"])
        self.assertEqual([bot["name"] for bot in found["opponents"]], ["random#3", "random#4"])
        self.assertEqual(self.compare("--from", "alike", "--max-sets", "60", status=1), found)
        _, err = self.arena("compare", "random#2", "random", "--from", "alike", status=2)
        self.assertIn("at the tables of block-3 other bots sit, too; --from tests variants of two seats or teams", err)

    def test_two_versions_of_one_bot(self):
        folder = os.path.join(self.home, "mine")
        os.mkdir(folder)
        versions = []
        for choice in ("0", "-1"):
            arena.write(os.path.join(folder, "bot.py"),
                        "import sys\nsys.path.insert(0, '.')\nfrom domino_arena import Bot, run\n\n\n"
                        "class Mine(Bot):\n    name = 'mine'\n\n    def choose(self, view):\n"
                        f"        return range(len(view.legal))[{choice}]\n\n\nrun(Mine())\n")
            arena.write(os.path.join(folder, "bot.yaml"), f"name: mine\nrun: [{arena.PYTHON}, bot.py]\n")
            sdk = os.path.join(arena.HERE, "..", "..", "protocol", "sdk", "python", "domino_arena.py")
            with open(sdk, encoding="utf-8") as source, \
                    open(os.path.join(folder, "domino_arena.py"), "w", encoding="utf-8") as file:
                file.write(source.read())
            found = self.compare(folder, "random", "--variant", "block-2", "--max-sets", "1", status=1)
            versions.append(found["new"]["version"])
        found = self.compare(folder, "mine@" + versions[0][:12], "--variant", "block-2", "--max-sets", "4", status=1)
        self.assertEqual(found["new"], {"name": "mine", "version": versions[1]})
        self.assertEqual(found["old"], {"name": "mine#2", "version": versions[0]})
        for _ in range(2):  # the same command means the same versions when it is repeated
            found = self.compare(folder, "mine@latest", "--variant", "block-2", "--max-sets", "1", "--name", "same", status=1)
            self.assertEqual((found["new"]["version"], found["old"]["version"]), (versions[1], versions[0]))
        _, err = self.arena("compare", folder, "mine@previous", "--variant", "block-2", status=2)
        self.assertIn(f"mine@previous: there is only one version, mine@{versions[0][:8]}, beside that of the folder", err)
        _, err = self.arena("compare", folder, "mine@" + versions[1], "--variant", "block-2", status=2)
        self.assertIn(f"compare: both bots are the version mine@{versions[1][:8]}", err)
        # After the old text is restored, the latest version is the old one again.
        text = arena.read(os.path.join(folder, "bot.py"))
        arena.write(os.path.join(folder, "bot.py"), text.replace("[-1]", "[0]"))
        out, _ = self.arena("compare", folder, "mine@latest", "--variant", "block-2", "--max-sets", "1", status=1)
        self.assertIn(f" mine@{versions[0][:8]} against mine@{versions[1][:8]} in block-2\n", out)
        _, err = self.arena("compare", folder, "random@previous", "--variant", "block-2", status=2)
        self.assertIn("random@previous: there is only one version", err)

    def test_the_compared_bots_may_not_change(self):
        def compare(*args):
            return self.arena("compare", *args, "--variant", "block-2", "--max-sets", "2", "--elo1", "5", "--name", "c",
                              status=2)[1]
        self.compare("greedy", "random", "--variant", "block-2", "--max-sets", "2", "--elo1", "5", "--name", "c", status=1)
        self.assertIn("the first of the comparison was greedy, is random", compare("random", "greedy"))
        self.assertIn("bots: random is missing", compare("greedy", "careful"))
        self.assertIn("compare.alpha: was 0.05, is 0.1;", compare("greedy", "random", "--alpha", "0.1"))
        _, err = self.arena("run", "--variant", "block-2", "--bots", "greedy,random", "--sets", "3", "--name", "c", status=2)
        self.assertIn("schedule: was compare, is round-robin", err)
        self.arena("run", "--variant", "block-2", "--bots", "greedy,random", "--sets", "2", "--name", "r")
        _, err = self.arena("compare", "greedy", "random", "--variant", "block-2", "--max-sets", "2", "--name", "r", status=2)
        self.assertIn("schedule: was round-robin, is compare", err)

    def test_a_bot_that_fails_loses_and_is_counted(self):
        folder = os.path.join(self.home, "bad")
        arena.write(os.path.join(folder, "bot.yaml"), f"name: bad\nrun: [{arena.PYTHON}, hostile.py, illegal, '1']\n")
        os.rename(os.path.join(self.home, "hostile.py"), os.path.join(folder, "hostile.py"))
        found = self.compare("random", folder, "--variant", "block-2", "--elo1", "50", "--max-sets", "300")
        self.assertEqual(found["decision"], "accepted")
        self.assertGreater(found["faults"]["old"], 0)
        self.assertEqual(found["faults"]["new"], 0)

    def test_what_cannot_be_compared_is_refused_with_a_reason(self):
        path = self.tournament("name: x\nvariants: [block-2]\nbots: [random, greedy]\nschedule: compare\n")
        for args, words in (
                (("compare",), "compare needs A B; see domino-arena compare --help"),
                (("compare", "greedy"), "compare needs A B"),
                (("compare", "greedy", "random", "careful"), "unexpected word 'careful'"),
                (("compare", "greedy", "random"), "compare needs one variant: --variant V"),
                (("compare", "greedy", "random", "--variant", "block-2,draw-2"), "compare needs one variant"),
                (("compare", "greedy", "random", "--variant", "blok-2"), "blok-2"),
                (("compare", "greedy", "nobody", "--variant", "block-2"), "compare: "),
                (("compare", "greedy", "--from", "t"), "compare needs A B"),
                (("compare", "--from", "t", "--seed", "1"), "--from plays nothing; allowed with it: --variant, --elo0"),
                (("compare", "greedy", "random", "--variant", "draw-4", "--opponents", "careful"),
                 "--opponents: the number of bots is 1; allowed: 3, one for each other seat of draw-4"),
                (("compare", "greedy", "random", "--variant", "block-2", "--opponents", "careful"),
                 "--opponents: the number of bots is 1; allowed: 0"),
                (("compare", "greedy", "random", "--variant", "block-2", "--elo0", "10"), "allowed: elo0 below elo1"),
                (("compare", "greedy", "random", "--variant", "block-2", "--elo1", "nan"),
                 "--elo1: 'nan' is not allowed; allowed: -1000..1000"),
                (("compare", "greedy", "random", "--variant", "block-2", "--elo1", "0x10"), "--elo1: '0x10' is not allowed"),
                (("compare", "greedy", "random", "--variant", "block-2", "--alpha", "0.5"),
                 "--alpha: '0.5' is not allowed; allowed: 1e-06..0.499999"),
                (("compare", "greedy", "random", "--variant", "block-2", "--beta", ""), "--beta: '' is not allowed"),
                (("compare", "greedy", "random", "--variant", "block-2", "--model", "best"), "allowed: logistic, normalised"),
                (("compare", "greedy", "random", "--variant", "block-2", "--max-sets", "0"), "allowed: 1..1000000"),
                (("run", path), "schedule: 'compare' is not allowed here; allowed: round-robin, gauntlet, swiss")):
            with self.subTest(args=args):
                _, err = self.arena(*args, status=2)
                self.assertIn(words, err)
                self.assertEqual(err.count("\n"), 1, err)


if __name__ == "__main__":
    arena.main()
