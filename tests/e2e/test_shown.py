"""What bots are shown of the machine: a folder with a model, and a device. They can read the folder and not change it."""
import json
import os
import shutil
import stat
import tempfile

import arena

# Says what it can do with the paths that it is given, and plays.
BOT = """import json, os, sys
def attempt(action):
    try:
        return action()
    except OSError as error:
        return type(error).__name__
def look(path):
    with open(path + "/model.txt", encoding="utf-8") as file:
        return file.read()
def change(path):
    with open(path + "/model.txt", "a", encoding="utf-8") as file:
        return "changed"
def add(path):
    os.mkdir(path + "/new")
    return "added"
paths = sys.argv[2:]
print(json.dumps({path: [attempt(lambda: do(path)) for do in (look, change, add)] for path in paths}), file=sys.stderr, flush=True)
os.execv(sys.executable, [sys.executable, "hostile.py", "good"])
"""
USES_DEVICE = """import os, sys
try:
    with open(sys.argv[2], "r+b", buffering=0) as device:
        device.write(b"x")
    print("used", file=sys.stderr, flush=True)
except OSError as error:
    print(error, file=sys.stderr, flush=True)
os.execv(sys.executable, [sys.executable, "hostile.py", "good"])
"""
REMARK = "remark: show: bots see 1 path of this machine"


class Shown(arena.ArenaTest):

    def setUp(self):
        super().setUp()
        self.models = self.folder()
        self.model = os.path.join(self.models, "model.txt")
        arena.write(self.model, "weights")
        os.chmod(self.model, 0o666)  # the sandbox alone keeps bots from changing it
        self.bot = os.path.join(self.home, "reader")
        self.make_bot(self.bot, "reader")

    def folder(self):
        """A folder that every user may read, apart from the data folder."""
        path = os.path.realpath(tempfile.mkdtemp(prefix="models."))
        os.chmod(path, 0o755)
        self.addCleanup(shutil.rmtree, path, ignore_errors=True)
        return path

    def make_bot(self, folder, name, run=None, program=BOT):
        os.mkdir(folder)
        words = run or [arena.PYTHON, "bot.py", "good", self.models]
        shutil.copy(arena.HOSTILE, os.path.join(folder, "hostile.py"))
        arena.write(os.path.join(folder, "bot.py"), program)
        arena.write(os.path.join(folder, "bot.yaml"),
                    f"name: {name}\nrun: {json.dumps(words)}\ntransport: stdio\nvariants: [block-2]\n")

    def file(self, name, shown=None, more="", bot="./reader"):
        show = f"show: [{shown}]\n" if shown else ""
        return self.tournament(f"name: {name}\nvariants: [block-2]\nsets: 1\nbots: [{bot}, random]\n{show}{more}")

    def logs(self, tournament):
        return [log.decode() for log, in self.query(
            "SELECT log FROM process p JOIN tournament t ON t.id = p.tournament WHERE t.name = ? AND length(log) > 0", tournament)]

    def told(self, tournament):
        """What a process of the bot could do: read the model, change it, add a folder."""
        return json.loads(self.logs(tournament)[0])[self.models]

    def refused(self, *args):
        """The one line with which the program ends."""
        out, err = self.arena(*args, status=2)
        self.assertEqual((out, err.count("\n")), ("", 1), err)
        return err

    # -- what bots see ---------------------------------------------------------------------

    def test_a_bot_reads_the_model_and_cannot_change_it(self):
        for level in arena.sandbox_levels():
            with self.subTest(level):
                _, err = self.arena("run", self.file(level, self.models, f"sandbox: {level}\n"), "--strict")
                read, changed, added = self.told(level)
                self.assertEqual(read, "weights")
                if level == "bwrap":
                    self.assertIn(REMARK, err)
                    self.assertEqual((changed, added), ("OSError", "OSError"))  # a read-only file system
                else:
                    self.assertIn(f"remark: show: changes nothing at sandbox {level}", err)
                    if os.geteuid() == 0:
                        self.assertEqual(added, "PermissionError")
                shutil.rmtree(os.path.join(self.models, "new"), ignore_errors=True)

    def test_a_bot_that_is_asked_again_sees_it_too(self):
        self.arena("run", self.file("t", self.models), "--strict")
        step = json.loads(self.arena("ask", self.bot, "t/1", "--all", "--json")[0])
        self.assertEqual(json.loads(step["stderr"].splitlines()[0])[self.models][0], "weights")
        os.rename(self.models, self.models + ".gone")
        self.addCleanup(os.rename, self.models + ".gone", self.models)
        self.assertIn("show: ", self.refused("ask", self.bot, "t/1", "--all"))

    def test_without_show_the_sandbox_hides_it(self):
        if "bwrap" not in arena.sandbox_levels():
            self.skipTest("bwrap does not work here")
        _, err = self.arena("run", self.file("hidden"), "--strict")
        self.assertEqual(self.told("hidden"), ["FileNotFoundError"] * 3)
        self.assertNotIn("show", err)

    def test_a_program_in_a_shown_folder_can_be_the_bots(self):
        program = os.path.join(self.models, "python")
        arena.write(program, f'#!/bin/sh\nexec {arena.PYTHON} "$@"\n', mode=0o755)
        self.make_bot(os.path.join(self.home, "other"), "other", [program, "bot.py", "good", self.models])
        self.arena("run", self.file("program", self.models, bot="./other"), "--strict")
        self.assertEqual(self.told("program")[0], "weights")

    def test_a_device_can_be_shown(self):
        path = f"/dev/nvidia-domino-{os.getpid()}"
        try:
            os.mknod(path, stat.S_IFCHR | 0o666, os.makedev(1, 3))  # it works like /dev/null
        except PermissionError as error:
            self.skipTest(f"no device can be made here: {error}")
        self.addCleanup(os.unlink, path)
        os.chmod(path, 0o666)
        self.make_bot(os.path.join(self.home, "other"), "other", [arena.PYTHON, "bot.py", "good", path], USES_DEVICE)
        _, err = self.arena("run", self.file("device", path, bot="./other"), "--strict")
        self.assertEqual(set(self.logs("device")), {"used\n"})
        if "bwrap" in arena.sandbox_levels():
            self.assertIn(f"{REMARK} and share what the kernel keeps of it: processes could signal by the page cache or "
                          "a device's memory, and attack its driver", err)
            self.arena("run", self.file("closed", bot="./other"), "--strict")
            self.assertTrue(all("No such file" in log for log in self.logs("closed")))
        os.chmod(path, 0o600)
        if os.geteuid() == 0:
            self.assertIn(f"show: bots may not read {path}; allowed: ", self.refused("run", self.file("private", path, bot="./other")))

    # -- a tournament that continues ---------------------------------------------------------

    def test_a_tournament_continues_with_what_it_began_with(self):
        other = self.folder()
        self.arena("run", self.file("t", self.models))
        self.arena("run", "--name", "t")
        self.arena("run", self.file("t", self.models))
        self.arena("run", self.file("t"), "--show", self.models)
        begun = f'show: was ["{self.models}"], is '[:60]
        self.assertIn(begun, self.refused("run", self.file("t", other)))
        self.assertIn(begun, self.refused("run", self.file("t")))
        _, err = self.arena("run", "--name", "t", "--show", other, status=2)
        self.assertIn(begun, err)
        gone = self.models + ".gone"
        os.rename(self.models, gone)
        self.addCleanup(shutil.rmtree, gone, ignore_errors=True)
        self.assertIn(f"show: {self.models}: No such file or directory; allowed: what is there on every machine",
                      self.refused("run", "--name", "t"))

    def test_a_tournament_without_it_stores_what_earlier_programs_did(self):
        self.arena("run", self.file("t"))
        [(config,)] = self.query("SELECT config FROM tournament")
        self.assertNotIn("show", config)

    def test_every_machine_of_shards_needs_it(self):
        shards = os.path.join(self.home, "shards")
        self.arena("shard", "plan", self.file("t", self.models), "--of", "1", "-o", shards)
        gone = self.models + ".gone"
        os.rename(self.models, gone)
        self.addCleanup(shutil.rmtree, gone, ignore_errors=True)
        self.assertIn(f"show: {self.models}: No such file or directory", self.refused("shard", "run", shards, "1"))
        os.rename(gone, self.models)
        self.arena("shard", "run", shards, "1")
        self.arena("shard", "merge", shards)
        self.assertEqual(len(self.records("--db", os.path.join(shards, "arena.db"))), 2)

    # -- refusals ----------------------------------------------------------------------------

    def test_what_must_not_be_shown_is_refused(self):
        inner = os.path.join(self.models, "inner")
        os.mkdir(inner)
        refused = [("/proc", "has a /proc of its own"), ("/dev/null", "in /dev only devices may be shown"),
                   (self.model, "is no folder"), (self.home, "is, holds or lies in the data folder"),
                   ("/", "is, holds or lies in the data folder"), (self.run_base, "runs of the arena have their folders in"),
                   (self.models + ".none", "No such file or directory"), ("models", "allowed: the path of a folder or device")]
        for path, reason in refused:
            with self.subTest(path):
                for command in (["run", self.file("t"), "--check"], ["check", "./reader"], ["submit", self.bot]):
                    err = self.refused(*command, "--show", path)
                    self.assertIn("--show: ", err)
                    self.assertIn(reason, err)
        os.chmod(self.models, 0o775)
        self.assertIn(f"{self.models} may be written by its group", self.refused("check", self.bot, "--show", inner))
        os.chmod(self.models, 0o755)
        if os.geteuid() == 0:
            os.chown(inner, 1234, 1234)
            self.assertIn(f"{inner} belongs to user 1234", self.refused("check", self.bot, "--show", inner))

    def test_the_folder_of_a_bot_is_not_shown(self):
        self.make_bot(os.path.join(self.models, "other"), "other")
        for shown in (self.models, os.path.join(self.models, "other")):
            err = self.refused("run", self.file("t", shown, bot=os.path.join(self.models, "other")), "--check")
            self.assertIn("is, holds or lies in the folder of a bot", err)

    def test_a_folder_that_bots_may_not_read_is_refused(self):
        os.chmod(self.models, 0)
        for command in (["run", self.file("t", self.models)], ["check", self.bot, "--show", self.models]):
            self.assertRegex(self.refused(*command), "show: (bots may not read|bwrap: Can't find source path) ")
        out, _ = self.arena("doctor", "--show", self.models, status=1)
        self.assertRegex(out, r"\nFAIL  show +show: (bots may not read|bwrap: )")
        os.chmod(self.models, 0o755)
        out, _ = self.arena("doctor", "--show", self.models, "--show", self.home, status=1)
        self.assertRegex(out, rf"\nPASS  show +{self.models}: bots can be shown it, and read it at sandbox ")
        self.assertRegex(out, rf"\nFAIL  show +--show: {self.home}: is, holds or lies in the data folder")

    # -- check and submit ---------------------------------------------------------------------

    def test_check_and_submit_show_it_and_the_ladder_remembers(self):
        once = ["--asks", "1", "--show", self.models]
        needs = BOT.replace("os.execv", "look(paths[0])\nos.execv")  # it ends without the model
        shutil.rmtree(self.bot)
        self.make_bot(self.bot, "reader", program=needs)
        if "bwrap" in arena.sandbox_levels():
            out, _ = self.arena("check", self.bot, "--asks", "1", status=1)
            self.assertIn("FileNotFoundError", out)
        self.arena("check", self.bot, *once)
        out, _ = self.arena("submit", self.bot, "--sets", "1", *once)
        self.assertIn("passed its check within the last hour", out)
        self.make_bot(os.path.join(self.home, "next"), "next")
        self.arena("submit", os.path.join(self.home, "next"), "--sets", "1", "--asks", "1")
        shown = [json.loads(config).get("show") for config, in self.query("SELECT config FROM tournament")]
        self.assertEqual(shown, [[self.models]] * 2)
        self.assertEqual(self.query("SELECT count(*) FROM fault"), [(0,)])


if __name__ == "__main__":
    arena.main()
