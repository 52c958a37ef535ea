"""A data folder that the users of a Unix group share. Started by root, the organisers are two users; else both are the one
who runs the test, and the modes tell that another one of the group could do the same."""
import json
import os
import shutil
import signal
import stat
import subprocess
import unittest

import arena

IS_ROOT = os.geteuid() == 0
GROUP = 60001 if IS_ROOT else os.getgid()
USERS = (65534, 65533, 65532)  # two organisers and a stranger; each has a primary group of its own
SAMPLES = os.path.join(arena.BUILD, "share", "domino-arena", "bots")


class Group(arena.ArenaTest):

    def setUp(self):
        super().setUp()
        self.base, self.data = self.home, os.path.join(self.home, "data")
        self.bot("first")
        self.path = self.tournament("name: spring\nvariants: [block-2]\nsets: 200\nbots: [./m, random]\n")
        self.program = self.as_nobody().get("program", arena.PROGRAM)
        os.chmod(self.base, 0o755)
        os.chmod(self.run_base, 0o1777)
        self.home = self.data

    def tearDown(self):
        self.home = self.base
        super().tearDown()

    def bot(self, note):
        folder = os.path.join(self.base, "m")
        os.makedirs(os.path.join(folder, "data"), exist_ok=True)
        shutil.copy(os.path.join(SAMPLES, "random", "random"), folder)
        arena.write(os.path.join(folder, "data", "book"), note)
        arena.write(os.path.join(folder, "bot.yaml"), "name: m\nrun: [./random]\nbuild: [[touch, built]]\n")

    def who(self, number):
        """What start() needs for the organiser with this number. Whatever the umask says, the group may read and write."""
        options = {"program": self.program, "umask": 0o077}
        if IS_ROOT:
            options.update(user=USERS[number], group=USERS[number], extra_groups=[GROUP] if number < 2 else [])
        return options

    def ask(self, number, *args, status=0, **options):
        return self.arena(*args, status=status, **self.who(number), **options)[0]

    def play(self, number):
        """A person plays a match."""
        process = self.start("play", "--against", "random", stdin=subprocess.PIPE, **self.who(number))
        out, err = process.communicate("1\n" * 5000, timeout=arena.DEADLINE_S)
        self.assertEqual(process.returncode, 0, out + err)

    def share(self, **options):
        return self.ask(0, "share", str(GROUP), **options)

    def begin(self, number):
        """Interrupts a run after its first match."""
        run = self.start_held("run", self.path, "--json", **self.who(number))
        for line in run.stdout:
            if json.loads(line).get("match"):
                break
        run.send_signal(signal.SIGINT)
        self.let_go(run)
        self.finish(run, status=130)

    def assert_shared(self, folder=None):
        """Everything belongs to the group, which may do what its owner may, and in folders also write."""
        folder = folder or self.data
        for path, folders, files in os.walk(folder):
            if path == folder:
                folders[:] = [name for name in folders if name != "passed"]
            for name in [path] + [os.path.join(path, file) for file in files if not file.endswith("-cache")]:
                st = os.lstat(name)
                mode = stat.S_IMODE(st.st_mode)
                wanted = mode & 0o700 | (mode & 0o700) >> 3 | (0o2020 if stat.S_ISDIR(st.st_mode) else 0)
                self.assertEqual((st.st_gid, f"{mode:o}"), (GROUP, f"{wanted:o}"), name)

    def users_of(self, *names):
        return {os.lstat(os.path.join(self.data, *names, name)).st_uid for name in os.listdir(os.path.join(self.data, *names))}

    def test_two_organisers_take_turns(self):
        self.share()
        self.begin(0)
        self.ask(1, "run", self.path)
        self.bot("second")
        self.ask(1, "run", "--name", "summer", "--variant", "block-2", "--bots", f"{self.base}/m,random", "--sets", "1")
        self.ask(0, "run", "--name", "summer", "--sets", "2")
        self.ask(1, "entry", "summer", "m", "--withdraw")
        keys = self.ask(0, "bots", "--keys")
        self.assertEqual(self.ask(1, "bots", "--keys"), keys)
        self.play(1)
        self.play(0)
        self.assertIn("0 differences", self.ask(0, "verify", "spring"))
        self.assert_shared()
        if IS_ROOT:
            self.assertEqual(self.users_of("bots", "m"), {USERS[0], USERS[1]})

    def test_they_wait_for_each_other(self):
        self.share()
        run = self.start_held("run", self.path, "--json", **self.who(0))
        next(line for line in run.stdout if json.loads(line).get("match"))  # then all folders are what they stay
        self.assertTrue(json.loads(self.ask(1, "queue", "--json")).get("holder"))
        waits = self.start("run", "--name", "other", "--variant", "block-2", "--bots", "random,greedy", "--sets", "1", "--wait",
                           **self.who(1))
        arena.wait_until(lambda: json.loads(self.ask(0, "queue", "--json"))["waiting"], "the second one waits")
        self.assert_shared()
        run.send_signal(signal.SIGINT)
        self.let_go(run)
        self.finish(run, status=130)
        self.finish(waits)

    def test_an_empty_database_of_the_other_is_begun(self):
        """A run that was interrupted at once leaves one."""
        self.share()
        database = os.path.join(self.data, "arena.db")
        arena.write(database, "")
        os.chmod(database, 0o660)
        if IS_ROOT:
            os.chown(database, USERS[0], GROUP)
        self.ask(1, "run", "--name", "first", "--variant", "block-2", "--bots", "random,greedy", "--sets", "1")
        self.assert_shared()

    def test_a_snapshot_of_the_other_is_removed_and_found_as_the_latest(self):
        self.share()
        self.begin(0)
        self.bot("never played")
        arena.write(os.path.join(self.base, "broken", "bot.yaml"), "name: broken\nrun: [./nothing]\n")
        command = ("run", "--variant", "block-2", "--bots", f"{self.base}/m,{self.base}/broken", "--name", "no")
        self.ask(0, *command, status=2)
        versions = os.path.join(self.data, "bots", "m")
        self.assertEqual(len(os.listdir(versions)), 2)
        for version in os.listdir(versions):
            os.utime(os.path.join(versions, version), (0, 0))
        self.ask(1, *command, status=2)  # the same files again
        self.assertEqual(json.loads(self.ask(1, "prune", "--json"))["recent"], 2)
        for version in os.listdir(versions):
            os.utime(os.path.join(versions, version), (0, 0))
        self.assertEqual([bot["name"] for bot in json.loads(self.ask(1, "prune", "--json"))["removed"]], ["m"])
        self.assertEqual(len(os.listdir(versions)), 1)

    def test_a_data_folder_that_is_there_is_mended(self):
        self.begin(0)
        self.ask(0, "bots", "--keys")
        self.assertRegex(self.share(), rf"\A{self.data}: shared with the group {GROUP}; [1-9]\d* files or folders had ")
        self.assert_shared()
        self.assertIn("; 0 files or folders had another group or mode\n", self.share())
        self.ask(1, "bots", "--keys")
        self.ask(1, "run", self.path)
        self.assert_shared()

    def test_what_is_refused(self):
        _, err = self.arena("share", "no-such-group", status=2, **self.who(0))
        self.assertIn("there is no group 'no-such-group'; allowed: a group of this machine", err)
        self.share()
        run = self.start_held("run", self.path, "--json", **self.who(0))
        arena.wait_until(lambda: json.loads(self.ask(1, "queue", "--json")).get("holder"), "it runs")
        _, err = self.arena("share", str(GROUP), status=3, **self.who(1))
        self.assertIn("another arena is using this database", err)
        run.send_signal(signal.SIGINT)
        self.let_go(run)
        self.finish(run, status=130)
        self.ask(0, "bots", "--keys")
        os.chmod(os.path.join(self.data, "arena.key"), 0o664)
        _, err = self.arena("bots", "--keys", status=2, **self.who(0))
        self.assertIn("other users can read the arena's secret key; allowed: mode 0660", err)

    @unittest.skipUnless(IS_ROOT, "only root can be several users")
    def test_strangers_are_kept_out_and_files_of_others_are_not_changed(self):
        self.share()
        self.begin(0)
        for command in (("verify",), ("bots", "--keys"), ("run", self.path)):
            _, err = self.arena(*command, status=(2, 3), **self.who(2))
            self.assertIn("Permission denied", err)
        os.chmod(os.path.join(self.data, "arena.db"), 0o640)
        _, err = self.arena("share", str(GROUP), status=3, **self.who(1))
        self.assertIn("arena.db: Operation not permitted; allowed: for root, and for the owner of it who is in the group", err)
        self.share()

    def test_values_of_choices_are_kept_by_all_and_computed_by_strangers(self):
        self.share()
        self.ask(0, "run", "--name", "summer", "--variant", "block-2", "--bots", f"{self.base}/m,random", "--sets", "1")
        kept = os.path.join(self.data, "arena.db-analysis")
        values = [self.ask(number, "analyse", "summer", "--worlds", str(4 + number), "--json") for number in (0, 1)]
        size = os.path.getsize(kept)
        for number in (0, 1):
            self.assertEqual(self.ask(1 - number, "analyse", "summer", "--worlds", str(4 + number), "--json"), values[number])
        self.assertEqual(os.path.getsize(kept), size, "each uses what the other has kept")
        self.assert_shared()
        if IS_ROOT:
            os.chmod(self.data, 0o2775)  # not shared any more, and everybody may read
            subprocess.run(["chmod", "-R", "o+rX", self.data], check=True)
            self.assertEqual(self.ask(2, "analyse", "summer", "--worlds", "4", "--json"), values[0])
            self.ask(2, "analyse", "summer", "--worlds", "9")
            self.assertEqual(os.path.getsize(kept), size)

    @unittest.skipUnless(IS_ROOT, "only root can be several users")
    def test_the_other_backs_up(self):
        self.share()
        self.begin(0)
        self.ask(0, "bots", "--keys")
        place = os.path.join(self.base, "place")
        os.mkdir(place)
        os.chmod(place, 0o777)
        self.ask(1, "backup", "--all", os.path.join(place, "copy"))
        self.assert_shared(os.path.join(place, "copy"))
        self.ask(0, "run", "--name", "spring", "--home", os.path.join(place, "copy"), home=False)
        # Without the group the copy is for its owner, and not for the owner's primary group.
        os.chmod(self.data, 0o2775)
        subprocess.run(["chmod", "-R", "o+rX", self.data], check=True)
        self.ask(2, "backup", "--all", os.path.join(place, "strange"))
        for name in ("arena.db", "arena.key"):
            st = os.stat(os.path.join(place, "strange", name))
            self.assertEqual((st.st_uid, stat.S_IMODE(st.st_mode)), (USERS[2], 0o644))


if __name__ == "__main__":
    arena.main()
