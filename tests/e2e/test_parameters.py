"""One bot with several settings: environment variables, arguments and limits of its own."""
import json
import os
import shutil

import arena

# Says which variables it has, and plays.
BOT = """import json, os, sys
print(json.dumps({"env": dict(os.environ), "args": sys.argv[2:]}), file=sys.stderr, flush=True)
os.execv(sys.executable, [sys.executable, "hostile.py", sys.argv[1]])
"""
# Thinks 300 ms about its first ask, and says what it was told and how much memory it may have.
SLOW = """import json, resource, sys, time
def say(**message):
    print(json.dumps(message), flush=True)
say(type="hello", protocol=1)
asks = 0
for line in sys.stdin:
    m = json.loads(line)
    if m["type"] == "welcome":
        limits = m["limits"]
    if m["type"] == "ask":
        asks += 1
        if asks < 3:
            print(json.dumps({"limits": limits, "clock": m["clock"], "memory": resource.getrlimit(resource.RLIMIT_DATA)[0]}),
                  file=sys.stderr, flush=True)
        time.sleep(0.3 if asks == 1 else 0)
        say(type="act", req=m["req"], choice=0)
    if m["type"] == "bye":
        break
"""
OF_ARENA = {"PATH", "LANG", "HOME", "TMPDIR", "PWD", "DOMINO_ARENA_INSTANCE"}
# What Python and the sanitizers may add.
ADDED = {"LC_CTYPE"}


class Parameters(arena.ArenaTest):

    def setUp(self):
        super().setUp()
        self.make_bot("par")

    def make_bot(self, name, mode="good", more=""):
        folder = os.path.join(self.home, name)
        os.mkdir(folder)
        shutil.copy(arena.HOSTILE, os.path.join(folder, "hostile.py"))
        arena.write(os.path.join(folder, "bot.py"), BOT)
        words = json.dumps([arena.PYTHON, "bot.py", mode])
        arena.write(os.path.join(folder, "bot.yaml"),
                    f"name: {name}\nrun: {words}\ntransport: stdio\nvariants: [block-2]\n{more}")

    def file(self, name, bots, more=""):
        return self.tournament(f"name: {name}\nvariants: [block-2]\nsets: 1\nseed: 7\nbots: [{', '.join(bots)}]\n{more}")

    def told(self, tournament, bot):
        """What the processes of a bot of the tournament said that they have."""
        logs = self.query("SELECT p.log FROM process p JOIN tournament t ON t.id = p.tournament JOIN entrant e "
                          "ON e.tournament = t.id AND e.number = p.bot JOIN bot b ON b.id = e.bot "
                          "WHERE t.name = ? AND b.name = ? AND length(p.log) > 0", tournament, bot)
        self.assertNotEqual(logs, [])
        return [json.loads(log.decode().splitlines()[0]) for log, in logs]

    # -- environment variables ---------------------------------------------------------------

    def test_variables_reach_the_bot_and_no_other_does(self):
        self.make_bot("vars", more="env: {OMP_NUM_THREADS: 1, TEXT: 'a = \"b\"', EMPTY: ''}\n")
        own = {"OMP_NUM_THREADS": "1", "TEXT": 'a = "b"', "EMPTY": ""}
        for level in arena.sandbox_levels():
            with self.subTest(level):
                self.arena("run", self.file(level, ["./vars", "./par"], f"sandbox: {level}\n"), "--strict")
                for bot, wanted in (("vars", own), ("par", {})):
                    for told in self.told(level, bot):
                        self.assertEqual(set(told["env"]) - OF_ARENA - ADDED, set(wanted))
                        self.assertEqual({name: told["env"][name] for name in wanted}, wanted)
        step = json.loads(self.arena("ask", "vars@latest", f"{level}/1", "--all", "--json")[0])
        self.assertEqual(json.loads(step["stderr"].splitlines()[0])["env"]["TEXT"], 'a = "b"')

    # -- one bot as several ------------------------------------------------------------------

    def versions(self, tournament):
        return dict(self.query("SELECT b.name, b.version FROM entrant e JOIN bot b ON b.id = e.bot JOIN tournament t "
                               "ON t.id = e.tournament WHERE t.name = ?", tournament))

    def entries(self, *more, sets=1):
        """A tournament of one folder as two bots, of the folder itself and of the bots in `more`."""
        return self.tournament("name: t\nvariants: [block-2]\nseed: 7\n" + f"sets: {sets}\nbots:\n  - ./par\n"
                               '  - {bot: ./par, name: d0, args: ["0"]}\n'
                               '  - {bot: ./par, name: d1, args: ["1", "a b"], env: {DEPTH: 7}}\n'
                               + "".join(f"  - {line}\n" for line in more))

    def refused(self, *args, status=2):
        """The one line with which the program ends, without what it remarks before."""
        out, err = self.arena(*args, status=status)
        self.assertEqual(out, "")
        return err.splitlines()[-1]

    def test_one_folder_plays_as_several_bots(self):
        self.arena("run", self.entries(), "--strict")
        versions = self.versions("t")
        self.assertEqual((set(versions), len(set(versions.values()))), ({"par", "d0", "d1"}, 3))
        for bot, args, depth in (("par", [], None), ("d0", ["0"], None), ("d1", ["1", "a b"], "7")):
            for told in self.told("t", bot):
                self.assertEqual((told["args"], told["env"].get("DEPTH")), (args, depth))
        self.assertIn(" 0 differences", self.arena("verify", "t")[0])
        told = {one["bot"]: one["set"] for one in json.loads(self.arena("tournaments", "t", "--json")[0])["entries"]}
        self.assertEqual(told, {"par": {}, "d0": {"bot": "par", "args": ["0"]},
                                "d1": {"bot": "par", "args": ["1", "a b"], "env": {"DEPTH": "7"}}})
        self.assertIn('bot "par", args ["0"]', self.arena("tournaments", "t")[0])
        step = json.loads(self.arena("ask", "d1@latest", "t/3", "--all", "--json")[0])
        self.assertEqual(json.loads(step["stderr"].splitlines()[0])["args"], ["1", "a b"])
        # The folder of the bot gets what the tournament gave to the seat.
        told = [json.loads(self.arena("ask", os.path.join(self.home, "par"), "t/3", "--all", "--seat", seat, "--json")[0]) for seat in "01"]
        self.assertCountEqual([json.loads(one["stderr"].splitlines()[0])["args"] for one in told], [[], ["1", "a b"]])
        # The version of a bot under another name is its own, and what is set belongs to no tournament.
        self.arena("run", self.file("u", ["{bot: par@%s, name: other}" % versions["par"][:8], "d1@%s" % versions["d1"][:8]]), "--strict")
        self.assertEqual(self.versions("u"), {"other": versions["par"], "d1": versions["d1"]})
        self.assertEqual(self.told("u", "d1")[0]["args"], ["1", "a b"])

    def test_a_tournament_continues_with_the_same_settings(self):
        self.arena("run", self.entries())
        before = self.versions("t")
        self.arena("run", self.entries(sets=2))
        self.arena("run", "--name", "t", "--sets", "3")
        self.assertEqual((self.versions("t"), self.stored()), (before, 18))
        path = self.entries(sets=3)
        text = arena.read(path)
        for old, new, said in (('["0"]', '["2"]', 'bots.d0.args: was ["0"], is ["2"]'), ("DEPTH: 7", "DEPTH: 8", "bots.d1.env.DEPTH: was 7, is 8"),
                               (', args: ["0"]', "", 'bots.d0.args: was ["0"], is not set'),
                               ("  - ./par\n", '  - {bot: ./par, args: ["9"]}\n', 'bots.par.args: was not set, is ["9"]')):
            arena.write(path, text.replace(old, new))
            self.assertIn(said, self.refused("run", path))
        self.assertIn(" 0 differences", self.arena("verify", "t")[0])

    def test_a_new_version_is_set_as_the_one_before(self):
        self.arena("run", self.entries())
        arena.write(os.path.join(self.home, "par", "note"), "mended")
        _, err = self.arena("run", self.entries())
        self.assertIn("d1 has changed; version ", err)
        self.assertIn("`domino-arena entry t d1 --take ./par` changes that", err)
        self.assertEqual(self.refused("entry", "t", "d1", "--take", "random"),
                         "domino-arena: --take: 'random' is the bot random; allowed: a version of par")
        self.arena("entry", "t", "d1", "--take", f"{self.home}/par")
        self.arena("run", self.entries(sets=2))
        self.assertEqual({tuple(told["args"] + [told["env"]["DEPTH"]]) for told in self.told("t", "d1")}, {("1", "a b", "7")})
        self.assertEqual(self.stored(), 12)
        taken, = self.query("SELECT count(DISTINCT p.bot) FROM process p JOIN entrant e ON e.tournament = p.tournament "
                            "AND e.number = p.bot JOIN bot b ON b.id = e.bot WHERE b.name = 'd1'")
        self.assertEqual(taken, (2,))
        self.assertIn(" 0 differences", self.arena("verify", "t")[0])

    def test_shards_play_the_same_settings(self):
        folder = os.path.join(self.home, "shards")
        self.arena("shard", "plan", self.entries(sets=2), "--of", "2", "-o", folder)
        for shard in "12":
            self.arena("shard", "run", folder, shard)
        self.arena("shard", "merge", folder)
        self.home = folder  # with the database of the shards
        self.assertEqual({tuple(told["args"] + [told["env"]["DEPTH"]]) for told in self.told("t", "d1")}, {("1", "a b", "7")})
        self.assertIn("12 matches, 0 differences", self.arena("verify", "t")[0])

    # -- time odds ---------------------------------------------------------------------------

    ODDS = ("name: odds\nvariants: [block-2]\nseed: 7\nsets: 1\nlimits: {move_ms: 60000, memory_mb: 1024}\nbots:\n  - ./slow\n"
            "  - {bot: ./slow, name: fast, limits: {move_ms: 100, memory_mb: 512}}\n")
    BANKED = "  - {bot: ./slow, name: banked, limits: {move_ms: 100, bank_ms: 60000, increment_ms: 10}}\n"

    def make_slow(self):
        os.mkdir(os.path.join(self.home, "slow"))
        arena.write(os.path.join(self.home, "slow", "bot.py"), SLOW)
        arena.write(os.path.join(self.home, "slow", "bot.yaml"),
                    f"name: slow\nrun: [{arena.PYTHON}, bot.py]\ntransport: stdio\nvariants: [block-2]\n")

    def test_each_bot_has_its_own_limits(self):
        self.make_slow()
        level = arena.sandbox_levels()[-1]
        # The sanitizers take terabytes, so a build with them limits nobody.
        has_memory_limit = level != "none" and b"__asan_init" not in arena.read_bytes(arena.PROGRAM)
        _, err = self.arena("run", self.tournament(self.ODDS + self.BANKED + f"sandbox: {level}\n"))
        self.assertIn("t.yaml:9: bots: banked gets more bank_ms than the tournament gives, so the tournament is unrated\n", err)
        self.assertEqual(len(set(self.versions("odds").values())), 1)
        for bot, move_ms, bank_ms, memory in (("slow", 60000, 0, 1024), ("fast", 100, 0, 512), ("banked", 100, 60000, 1024)):
            for told in self.told("odds", bot):
                self.assertEqual((told["limits"]["move_ms"], told["limits"]["bank_ms"]), (move_ms, bank_ms))
                self.assertEqual(told["clock"], {"move_ms": move_ms, "bank_ms": bank_ms})
                if has_memory_limit:
                    self.assertEqual(told["memory"], memory << 20)
        # Who thinks 300 ms is late with 100 ms, but not with a bank or with a minute.
        late = [r for r in self.records() if r["end"] != "normal"]
        self.assertEqual({(r["end"], r["bots"][r["fault_seat"]]["name"]) for r in late}, {("timeout", "fast")})
        self.assertIn('"clock":{"move_ms":100,"bank_ms":0}', self.arena("faults", "fast")[0])
        played = next(r for r in self.records() if {b["name"] for b in r["bots"]} == {"slow", "banked"})
        events = [line for line in self.arena("replay", f"odds/{played['match']}")[0].splitlines() if ", bank " in line]
        self.assertNotEqual(events, [])
        self.assertTrue(all("banked" in line for line in events), events)
        # A bot that is asked again has the clock that it had.
        saved = os.path.join(self.home, "saved")
        self.arena("ask", "banked@latest", f"odds/{played['match']}", "--all", "--save", saved)
        messages = [json.loads(line) for line in arena.read(saved).splitlines()]
        self.assertEqual([m["limits"]["bank_ms"] for m in messages if m["type"] == "welcome"], [60000])
        banks = [m["clock"]["bank_ms"] for m in messages if m["type"] == "ask"]
        self.assertEqual(banks[0], 60000)
        self.assertGreater(len(set(banks)), 1)
        self.assertIn(" 0 differences", self.arena("verify", "odds")[0])

    def test_a_tournament_continues_with_the_same_limits(self):
        self.make_slow()
        path = self.tournament(self.ODDS)
        _, err = self.arena("run", path)
        self.assertNotIn("unrated", err)
        self.assertTrue(json.loads(self.arena("tournaments", "odds", "--json")[0])["rated"], "less is a handicap")
        self.arena("run", path)
        self.arena("run", "--name", "odds", "--sets", "2")
        self.assertEqual(self.stored(), 4)
        for old, new, said in (("move_ms: 100,", "move_ms: 200,", "bots.fast.limits.move_ms: was 100, is 200"),
                               ("move_ms: 100, ", "", "bots.fast.limits.move_ms: was 100, is not set"),
                               ("- ./slow", "- {bot: ./slow, limits: {bank_ms: 1}}", 'bots.slow.limits: was not set, is {"bank_ms":1}')):
            arena.write(path, self.ODDS.replace(old, new).replace("sets: 1", "sets: 2"))
            self.assertIn(said, self.refused("run", path))
        folder = os.path.join(self.home, "shards")
        self.arena("shard", "plan", self.tournament(self.ODDS.replace("sets: 1", "sets: 3")), "--of", "1", "-o", folder)
        self.arena("shard", "run", folder, "1")
        self.arena("shard", "merge", folder)
        self.home = folder
        self.assertEqual({told["limits"]["move_ms"] for told in self.told("odds", "fast")}, {100})


if __name__ == "__main__":
    arena.main()
