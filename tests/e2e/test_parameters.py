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


if __name__ == "__main__":
    arena.main()
