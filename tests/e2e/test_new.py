"""`new`: in the nightly run every starter kit that this machine can build is made, played and checked; in the
ordinary run that of Python, which needs no compiler, is."""
import json
import os
import re
import shutil
import subprocess

import arena

STARTERS = os.path.join(arena.BUILD, "share", "domino-arena", "starters")
TABLE = os.path.join(arena.HERE, "..", "..", "protocol", "sdk", "languages.json")
SETS = arena.in_nightly(3, 1)  # sets of the tournament, which is the same for every kit
OWN_TESTS = {"python-learning"}  # it plays in its own way: test_learning.py
NEEDS_OF_C = [["cc", "--version"], ["make", "--version"]]


def needs():
    found = {e["language"]: e["needs"] for e in json.loads(arena.read(TABLE))["languages"]}
    return dict(found, c=NEEDS_OF_C)


def is_there(command, folder):
    try:
        return subprocess.run(command, cwd=folder, capture_output=True, check=False).returncode == 0
    except OSError:
        return False


class New(arena.ArenaTest):

    def setUp(self):
        super().setUp()
        self.dir = os.path.join(self.home, "work")
        self.arena_home = os.path.join(self.home, "arena")
        os.mkdir(self.dir)

    def run_arena(self, *args, status=0):
        return self.arena(*args, "--home", self.arena_home, status=status, home=False, cwd=self.dir)

    def refused(self, *args):
        before = sorted(os.listdir(self.dir))
        out, err = self.run_arena("new", *args, status=2)
        self.assertEqual((out, err.count("\n")), ("", 1))
        self.assertEqual(sorted(os.listdir(self.dir)), before)
        return err

    def check_kit(self, language):
        name = f"my-{language}"
        self.run_arena("new", language, name)
        folder = os.path.join(self.dir, name)
        self.assertIn(f"# {name}\n", arena.read(os.path.join(folder, "README.md")))
        todos = set()
        for path, _, files in os.walk(folder):
            for file in files:
                with open(os.path.join(path, file), encoding="utf-8") as text:
                    text = text.read()
                self.assertNotRegex(text, "@(NAME|PROGRAM|MAIN|RUN|BUILD)@", file)
                todos |= set(map(int, re.findall(r"TODO (\d+)", text)))
        self.assertEqual(todos, set(range(1, len(todos) + 1)), "TODOs are numbered from 1")
        self.assertGreaterEqual(len(todos), 3)
        self.check_use(language, name, folder)
        return self.play_of(name, name)

    def check_use(self, language, name, folder):
        """The first steps of an author: `play` and `check`."""
        env = dict(self.environment(), DOMINO_ARENA_HOME=self.arena_home)
        played = subprocess.run([os.path.join(folder, "play"), "block-2", "3"], env=env, cwd="/",
                                capture_output=True, text=True, check=True)
        self.assertRegex(played.stdout, rf"{name} +\d+\.\d +\d+\.\d\.\.\d+\.\d")
        self.assertRegex(played.stdout, r"greedy +\d+\.\d")
        # After `play` the snapshot is already built, but a folder is built again for its check. One kit shows that.
        word = "./" + name if language == "c" else name
        out, _ = self.run_arena("check", word, "--asks", "50", "--variant", "draw-2")
        self.assertEqual(out.splitlines()[-1], "passed")

    def play_of(self, bot, name):
        """Everything that the bot does in matches that are the same for every kit."""
        db = os.path.join(self.home, name + ".db")
        self.run_arena("run", "--db", db, "--name", "same", "--variant", "block-2,draw-3", "--sets", str(SETS),
                       "--seed", "5", "--bots", bot + ",random,random#2")
        out, _ = self.run_arena("export", "--db", db)
        played = [json.loads(line) for line in out.splitlines()]
        self.assertEqual(len(played), SETS * (3 * 2 + 3))
        for record in played:
            for deal in record["rounds"]:
                deal["events"] = [[part for part in event if not isinstance(part, dict)]
                                  for event in deal["events"]]  # without times
        return {record["match"]: record["rounds"] for record in played}

    def test_every_kit_is_a_bot_that_passes_its_check(self):
        kits, skipped, plays = arena.in_nightly(sorted(set(os.listdir(STARTERS)) - OWN_TESTS), ["python"]), [], {}
        for language in kits:
            tried = os.path.join(self.home, "needs")  # files that the tools leave are not part of the kit
            shutil.copytree(os.path.join(STARTERS, language), tried)
            is_usable = all(is_there(c, tried) for c in needs()[language])
            shutil.rmtree(tried)
            if not is_usable:
                skipped.append(language)
                continue
            with self.subTest(language):
                plays[language] = self.check_kit(language)
        for language, play in plays.items():
            with self.subTest("it plays like the others", language=language):
                self.assertEqual(play, plays["python"])
        print(f"{len(kits) - len(skipped)} kits tried, {len(skipped)} skipped for want of a toolchain:",
              ", ".join(skipped) or "none")
        self.assertNotIn("python", skipped)

    def test_missing_packages_of_a_language_are_named_by_new_and_doctor(self):
        prefix = self.copy_of_arena()
        program = os.path.join(prefix, "bin", "domino-arena")
        path = os.path.join(prefix, "share", "domino-arena", "languages.json")
        table = json.loads(arena.read(path))
        entries = {entry["language"]: entry for entry in table["languages"]}
        self.assertIn("c", entries)
        entries["lua"]["needs"] = [["/nonexistent/lua5.4", "-e", "require \"dkjson\""]]
        entries["lua"]["packages"] = ["no-such-lua", "sh", "no-such-dkjson"]  # sh is in PATH
        entries["go"]["packages"] = ["no-such-golang"]
        entries["bash"]["needs"] = [["/bin/sh", "-c", "true"]]
        arena.write(path, json.dumps(dict(table, languages=[entries["lua"], entries["go"], entries["bash"]])))
        for language, packages in (("lua", "no-such-lua no-such-dkjson"), ("go", "no-such-golang")):
            _, err = self.finish(self.start("new", language, os.path.join(self.dir, language), program=program))
            self.assertEqual(err, f"domino-arena: new: to build and run bots in {language}, install: "
                                  f"apt-get install {packages}\n")
        _, err = self.finish(self.start("new", "bash", os.path.join(self.dir, "b"), program=program))
        self.assertEqual(err, "")
        out, _ = self.finish(self.start("doctor", program=program))
        self.assertRegex(out, r"(?m)^WARN  languages    bots can be built and run in bash; "
                              r"something is missing for random-lua random-go$\n"
                              r" +for all of them: apt-get install no-such-lua no-such-dkjson no-such-golang$")

    def test_for_an_unknown_language_the_existing_ones_are_listed(self):
        err = self.refused("pyton", "mine")
        self.assertIn("did you mean python?", err)
        self.assertIn(" c, ", err)
        self.assertIn("no starter kit for '..'", self.refused("..", "mine"))
        self.assertIn("no starter kit for ''", self.refused("", "mine"))

    def test_the_folder_names_the_bot(self):
        for name in ("Mine", "-x", ".x", "a b", "x" * 33, "\x1bx"):
            err = self.refused("python", "./" + name)
            self.assertIn("allowed: one of a-z and 0-9, then also '.', '_' and '-', 32 in all", err)
            self.assertIn("the folder's name becomes the bot's name", err)
            self.assertNotIn("\x1b", err)
        self.assertIn("name of a sample bot", self.refused("python", "greedy"))

    def test_existing_files_are_not_changed(self):
        path = os.path.join(self.dir, "mine")
        os.mkdir(path)
        self.run_arena("new", "python", "mine")  # it was empty
        before = sorted(os.listdir(path))
        self.assertIn("bot.py", before)
        self.assertIn("is not empty", self.refused("python", "mine/"))
        self.assertEqual(sorted(os.listdir(path)), before)
        arena.write(os.path.join(self.dir, "file"), "")
        self.assertIn("is not a folder", self.refused("python", "file"))
        self.assertIn("is not a folder, so nothing can be made in it", self.refused("python", "nowhere/mine"))
        os.mkdir(os.path.join(self.dir, "here"))
        self.arena("new", "python", ".", home=False, cwd=os.path.join(self.dir, "here"))
        self.assertIn("name: here ", arena.read(os.path.join(self.dir, "here", "bot.yaml")))

    def test_exactly_two_words_are_required(self):
        self.assertIn("new needs LANG DIR", self.refused("python"))
        self.assertIn("unexpected word 'c'", self.refused("a", "b", "c"))


if __name__ == "__main__":
    arena.main()
