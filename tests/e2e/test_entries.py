"""Participants that change during a tournament: another version, a bot that leaves, one that is disqualified, one that comes back."""
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
import forging

VERIFIER = os.path.join(arena.HERE, "..", "..", "scripts", "verify_tournament.py")
SAMPLES = os.path.join(arena.BUILD, "share", "domino-arena", "bots")


class Entries(arena.ArenaTest):

    def bot(self, name, program="random", note=""):
        """A bot that plays like a sample bot; with another note it is another version."""
        folder = os.path.join(self.home, name)
        os.makedirs(folder, exist_ok=True)
        shutil.copy(os.path.join(SAMPLES, program, program), os.path.join(folder, program))
        arena.write(os.path.join(folder, "bot.yaml"), f"name: {name}\nrun: [./{program}]\n# {note}\n")

    def write(self, bots, sets, extra="", variants="block-2"):
        return self.tournament(f"name: t\nvariants: [{variants}]\nsets: {sets}\nbots: [{bots}]\n{extra}")

    def entry(self, name, *args, status=0):
        return self.arena("entry", "t", name, *args, status=status)

    def interrupt(self, path):
        """Plays until some matches are stored."""
        process = self.start_held("run", path, "--json", "--concurrency", "1")
        for line in process.stdout:
            if json.loads(line).get("match"):
                process.send_signal(signal.SIGINT)
                break
        process.communicate()

    def table(self):
        """(set, names, versions of the bots called m) of every stored match."""
        return [(r["set"], tuple(sorted(b["name"] for b in r["bots"])), [b["version"] for b in r["bots"] if b["name"] == "m"])
                for r in self.records()]

    def ranking(self, *args):
        lists = json.loads(self.arena("leaderboard", "--json", *args)[0])["lists"]
        return {(bot["name"], bot["version"]): bot for one in lists for bot in one["bots"]}

    def standing(self):
        site = os.path.join(self.home, "site")
        self.arena("report", "-o", site)
        page = json.loads(arena.read(os.path.join(site, "tournament", "t.json")))
        return {bot["name"]: bot["matches"] for bot in page["standings"][0]["bots"]}, page["withdrawn"]

    def verify(self, matches):
        told = json.loads(self.arena("verify", "--json")[0])
        self.assertEqual((told["matches"], told["differences"]), (matches, []))
        return told

    def test_a_new_version_after_the_last_set_plays_when_there_are_more(self):
        self.bot("m")
        self.arena("run", self.write("./m, random", 2))
        self.bot("m", note="mended")
        self.assertIn("all sets have begun", self.entry("m", "--take", f"{self.home}/m")[0])
        self.verify(4)
        self.arena("run", self.write("./m, random", 3))
        self.verify(6)
        self.assertEqual(len({version for _, _, versions in self.table() for version in versions}), 2)

    def test_a_snapshot_that_cannot_be_started_here_is_named_with_the_way_out(self):
        folder = tempfile.mkdtemp(prefix="tool.")  # bots may run as another user, who cannot see our home
        self.addCleanup(shutil.rmtree, folder, ignore_errors=True)
        os.chmod(folder, 0o755)
        tool = os.path.join(folder, "tool")
        shutil.copy(os.path.join(SAMPLES, "random", "random"), tool)
        path = self.write(f"{{name: m, run: [{tool}]}}, greedy", 400, "sandbox: none\n")
        self.interrupt(path)
        os.remove(tool)
        _, err = self.arena("run", path, status=2)
        self.assertIn(f"bot 'm' cannot be started: {tool}: there is no such file", err)
        self.assertIn("`domino-arena entry t m --take BOT` lets another version play on", err)
        self.bot("m")
        before, out = self.stored(), self.entry("m", "--take", f"{self.home}/m")[0]
        self.arena("run", path, status=(0, 1))  # 1: the old version began sets, and cannot end them
        self.assertEqual(self.stored(), before + 2 * int(re.search(r"(\d+) sets had not begun", out)[1]))
        self.verify(self.stored())

    def test_a_new_version_plays_the_sets_that_have_not_begun(self):
        self.bot("m")
        path = self.write("./m, random, greedy", 70)
        self.interrupt(path)
        begun = {number for number, _, _ in self.table()}
        before = {r["match"]: r for r in self.records()}
        old, = {version for _, _, versions in self.table() for version in versions}
        self.bot("m", note="mended")
        _, err = self.arena("run", path, "--check")
        self.assertIn(f"m has changed; version {old:.8} continues as begun", err)
        out, _ = self.entry("m", "--take", f"{self.home}/m", "--json")
        done = json.loads(out)
        self.assertGreater(done["sets"], 0)
        self.assertEqual(self.entry("m", "--take", f"{self.home}/m", status=2)[1],
                         f"domino-arena: --take: m plays version {done['version']:.8} already; allowed: another version\n")
        self.arena("run", path)
        by_set = collections.defaultdict(set)
        for number, _, versions in self.table():
            by_set[number].update(versions)
        self.assertEqual(len(by_set), 210)
        self.assertEqual({n for n, versions in by_set.items() if old in versions},
                         {n for n, versions in by_set.items() if versions and n in begun})
        self.assertEqual(collections.Counter(frozenset(names) for _, names, _ in self.table()),
                         {frozenset(pair): 140 for pair in itertools.combinations(("m", "random", "greedy"), 2)})
        told = self.verify(420)
        self.assertEqual([stage.get("moved") is None for stage in told["stages"]], [True, False])
        self.assertEqual(sum(last - first + 1 for first, last in told["stages"][1]["moved"]), done["sets"])
        after = {r["match"]: r for r in self.records()}
        self.assertEqual({n: (r["set"], r["rounds"][0]["deal"]["hands"]) for n, r in before.items()},
                         {n: (after[n]["set"], after[n]["rounds"][0]["deal"]["hands"]) for n in before})
        export, verified = (os.path.join(self.home, name) for name in ("export", "verified"))
        arena.write(export, self.arena("export")[0])
        arena.write(verified, json.dumps(told))
        subprocess.run([arena.PYTHON, VERIFIER, export, verified], check=True)
        # Both versions have results of their own; lists show the newest.
        self.assertEqual({version for name, version in self.ranking("--all") if name == "m"}, {old, done["version"]})
        self.assertEqual({version for name, version in self.ranking() if name == "m"}, {done["version"]})

    def test_a_bot_that_never_started_is_mended(self):
        self.bot("m")
        arena.write(os.path.join(self.home, "m", "bot.yaml"), "name: m\nrun: [./nothing]\n")
        path = self.write("./m, random, greedy", 3)
        self.arena("run", path, "--skip-broken", status=1)
        self.assertEqual(len(self.table()), 6)
        self.bot("m")
        out, _ = self.entry("m", "--take", f"{self.home}/m")
        self.assertIn("6 sets had not begun; 6 of them with m\n", out)
        self.arena("run", path)
        self.assertEqual(self.standing(), ({"m": 12, "random": 12, "greedy": 12}, []))
        self.verify(18)

    def test_a_forged_change_is_found(self):
        self.bot("m")
        self.arena("run", self.write("./m, random, greedy", 1))
        self.bot("m", note="mended")
        self.entry("m", "--take", f"{self.home}/m")
        self.arena("run", self.write("./m, random, greedy", 3))
        self.entry("random", "--disqualify", "two accounts")
        told = self.verify(18)
        path = os.path.join(self.home, "arena.db")
        kept = arena.read_bytes(path)
        for sql, said in (("UPDATE entry_change SET bot = entry", "bot m is stored, the schedule has m"),
                          ("UPDATE entry_change SET stage = 2 WHERE number = 0", "bot m is stored, the schedule has m"),
                          ("INSERT INTO moved_sets VALUES (1, 1, 1, 2)", "match 1: "),
                          ("UPDATE entry_change SET state = 0", None),
                          ("UPDATE entry_change SET reason = 'none'", None)):
            with forging.forged(path) as db:
                db.execute(sql)
            out, _ = self.arena("verify", "--json", status=1 if said else 0)
            found = json.loads(out)
            self.assertIn(said or "", " ".join(found["differences"]))
            self.assertEqual(bool(found["differences"]), bool(said), sql)
            self.assertNotEqual(found["ledger_hash"], told["ledger_hash"], sql)
            with open(path, "wb") as file:
                file.write(kept)

    def test_a_bot_leaves_and_comes_back(self):
        self.bot("m")
        path = self.write("./m, random, greedy", 2)
        self.arena("run", path)
        everything = self.ranking()
        self.entry("m", "--withdraw", "--reason", "moved to another school")
        self.assertEqual({name: bot["sets"] for (name, _), bot in self.ranking().items()},
                         {name: bot["sets"] for (name, _), bot in everything.items()}, "nobody loses a defeat by leaving")
        standing, left = self.standing()
        self.assertEqual(standing, {"random": 4, "greedy": 4})
        self.assertEqual([(w["name"], w["text"]) for w in left], [("m", "withdrawn: moved to another school")])
        self.arena("run", self.write("random, greedy", 4))  # the file need not name it any more
        self.assertEqual(len(self.table()), 16)
        self.verify(16)
        self.entry("m", "--disqualify", "two accounts")
        self.assertEqual({name for name, _ in self.ranking()}, {"random", "greedy"})
        self.assertEqual([w["text"] for w in self.standing()[1]], ["disqualified: two accounts"])
        self.entry("m", "--readmit")
        self.arena("run", self.write("./m, random, greedy", 4))
        self.assertEqual(self.standing(), ({"m": 16, "random": 16, "greedy": 16}, []))
        self.verify(24)
        self.assertEqual({name: bot["sets"] for (name, _), bot in self.ranking().items()}, {"m": 8, "random": 8, "greedy": 8})

    def test_a_new_version_has_the_score_of_a_swiss_and_a_bot_that_leaves_loses(self):
        for name in ("m", "n"):
            self.bot(name)
        path = self.write("./m, ./n, random, greedy, careful", 30, "schedule: swiss\nrounds: 5\n")
        self.interrupt(path)
        self.bot("m", "greedy", note="better")
        self.entry("m", "--take", f"{self.home}/m")
        self.entry("n", "--withdraw")
        self.arena("run", path)
        self.verify(600)
        lost = [r for r in self.records() if r["end"] == "spawn"]
        self.assertTrue(lost)  # at least one of the last two rounds: it has one bye, and 360 matches may be played before
        self.assertEqual({r["bots"][r["fault_seat"]]["name"] for r in lost}, {"n"})
        rounds = collections.defaultdict(set)
        for number, names, _ in self.table():
            rounds[(number - 1) // 60].update(names)
        self.assertEqual([len(names) for names in rounds.values()], [4, 4, 4, 4, 4], "all but the one with a bye")

    def test_seeds_of_a_gauntlet_change_and_leave_but_for_the_last(self):
        for name in ("m", "n"):
            self.bot(name)
        gauntlet = "schedule: gauntlet\nseeds: 2\n"
        self.arena("run", self.write("./m, ./n, random, greedy", 1, gauntlet))
        self.bot("m", "greedy", note="better")
        out, _ = self.entry("m", "--take", f"{self.home}/m", "--json")
        mended = json.loads(out)["version"]
        self.entry("n", "--withdraw")
        self.assertEqual(self.entry("m", "--withdraw", status=2)[1], "domino-arena: m is the bot of the gauntlet, against "
                         "which all others play; allowed: --take\n")
        self.arena("run", self.write("./m, ./n, random, greedy, careful", 2, gauntlet))
        played = collections.Counter((names, tuple(versions)) for _, names, versions in self.table())
        old, = {version for _, versions in played for version in versions} - {mended}
        self.assertEqual(played, {(("m", "random"), (old,)): 2, (("greedy", "m"), (old,)): 2, (("m", "random"), (mended,)): 2,
                                  (("greedy", "m"), (mended,)): 2, (("careful", "m"), (mended,)): 4,
                                  (("n", "random"), ()): 2, (("greedy", "n"), ()): 2})
        self.verify(16)
        self.entry("n", "--readmit")
        self.arena("run", "--name", "t", "--sets", "3")
        self.verify(16 + 8 + 12)  # what n missed, and a set of each of the six tables
        self.entry("n", "--withdraw")
        self.arena("run", self.write("./m, random, careful, greedy", 4, gauntlet))  # n need not be named
        self.arena("run", "--name", "t", "--sets", "5")
        self.verify(36 + 2 * 6)

    def test_a_tournament_that_changed_is_extended_as_any_other(self):
        self.bot("m")
        self.arena("run", self.write("./m, random", 2))
        self.bot("m", "greedy", note="better")
        out, _ = self.entry("m", "--take", f"{self.home}/m")
        self.assertIn("all sets have begun", out)
        self.arena("run", self.write("./m, random, greedy", 4))
        self.bot("m", "greedy", note="the same")
        out, _ = self.entry("m", "--take", f"{self.home}/m", "--json")
        for version in os.listdir(f"{self.home}/bots/m"):  # nothing is left to play for the old ones
            if version != json.loads(out)["version"]:
                os.rename(f"{self.home}/bots/m/{version}", f"{self.home}/{version}")
        self.arena("run", "--name", "t", "--sets", "6")
        self.verify(36)
        played = collections.Counter(versions[0] for _, _, versions in self.table() if versions)
        self.assertEqual(sorted(played.values()), [4, 8, 12])

    def test_what_cannot_be_done_is_said(self):
        for name in ("m", "other"):
            self.bot(name)
        self.arena("run", self.write("./m, random, greedy", 1, "schedule: gauntlet\nlimits: {memory_mb: 600}\n"))
        taken = os.path.join(self.home, "m")
        self.bot("m", note="new")
        arena.write(os.path.join(self.home, "other", "bot.yaml"), "name: m\nrun: [./random]\nlimits: {memory_mb: 999}\n")
        for args, said in (
                (["m"], "entry: it does not say what changes; allowed: one of --take BOT, --withdraw, --disqualify REASON, --readmit"),
                (["m", "--withdraw", "--readmit"], "entry: one change at a time; allowed: one of --take BOT, --withdraw, "
                                                   "--disqualify REASON, --readmit"),
                (["grady", "--readmit"], "'grady' does not take part in 't' (did you mean greedy?); allowed: a bot of it"),
                (["m", "--readmit"], "m plays in 't'; allowed: --take, --withdraw or --disqualify"),
                (["m", "--withdraw"], "m is the bot of the gauntlet, against which all others play; allowed: --take"),
                (["random", "--disqualify", ""], "--disqualify: this is not a reason; allowed: one line of 1..120 bytes"),
                (["random", "--take", taken, "--reason", "x"], "--reason: only with --withdraw"),
                (["random", "--take", taken], f"--take: '{taken}' is the bot m; allowed: a version of random"),
                (["m", "--take", os.path.join(self.home, "other")],
                 "--take: m needs memory_mb 999; allowed: at most 600, its limit here"),
                (["m", "--take", os.path.join(self.home, "nowhere")],
                 f"--take: {self.home}/nowhere: there is no such folder; allowed: a bot's folder")):
            self.assertEqual(self.entry(*args, status=2), ("", f"domino-arena: {said}\n"))
        self.entry("random", "--withdraw")
        self.assertEqual(self.entry("random", "--withdraw", status=2)[1],
                         "domino-arena: random was withdrawn in 't'; allowed: --readmit\n")
        self.assertEqual(self.entry("random", "--take", taken, status=2)[1],
                         "domino-arena: random was withdrawn in 't'; allowed: --readmit first\n")
        _, err = self.arena("entry", "nothing", "m", "--withdraw", status=2)
        self.assertEqual(err, "domino-arena: there is no tournament 'nothing'; there are: t\n")
        self.arena("compare", "greedy", "random", "--variant", "block-2", "--max-sets", "2", "--name", "duel", status=1)
        _, err = self.arena("entry", "duel", "random", "--withdraw", status=2)
        self.assertEqual(err, "domino-arena: 'duel' is a comparison, whose participants cannot change; allowed: a tournament "
                              "that run began\n")


if __name__ == "__main__":
    arena.main()
