"""Backups of the database and of the whole data folder, lost databases, and `doctor`."""
import fcntl
import json
import os
import resource
import shutil
import signal
import stat
import subprocess

import arena

PLAY = ("--variant", "block-2", "--bots", "random,greedy,careful", "--name", "spring")


class Backup(arena.ArenaTest):

    def copy(self, name="copy.db"):
        return os.path.join(self.home, name)

    def back_up(self, *args, **options):
        out, _ = self.arena("backup", self.copy(), "--json", *args, **options)
        return json.loads(out)

    def verify(self, path):
        out, _ = self.arena("verify", "--json", "--db", path)
        return json.loads(out)

    def wait_for_tournament(self, run):
        arena.wait_until(lambda: run.poll() is not None or self.stored() > 0, "a match is stored")
        self.assertIsNone(run.poll(), "it ended too soon")

    @arena.nightly
    def test_backups_of_a_running_tournament_are_complete_and_do_not_disturb_it(self):
        run = self.start_held("run", *PLAY, "--sets", "100", "--json")
        self.wait_for_tournament(run)
        self.let_go(run)
        seen = []
        while run.poll() is None and not (len(seen) > 2 and seen[-1] > seen[0] > 0):
            contents = self.back_up("--force")
            result = self.verify(self.copy())
            self.assertEqual(result["differences"], [])
            self.assertEqual(result["matches"], contents["matches"])
            seen.append(contents["matches"])
        self.finish(run)
        self.assertEqual(seen, sorted(seen))
        self.assertEqual(self.back_up("--force")["matches"], self.verify(self.copy())["matches"])
        records = self.records()
        self.assertEqual(len(records), 100 * 3 * 2)
        self.assertTrue(all(r["end"] == "normal" for r in records))
        self.assertEqual([name for name in os.listdir(self.home) if name.startswith("copy")],
                         ["copy.db"])

    def test_a_backup_is_described_private_and_not_overwritten(self):
        self.arena("run", *PLAY, "--sets", "2")
        out, err = self.arena("backup", self.copy())
        self.assertEqual(err, "")
        size = os.path.getsize(self.copy())
        self.assertEqual(out, f"{self.copy()}: 1 tournament, 12 matches, {size} bytes\n")
        self.assertEqual(stat.S_IMODE(os.stat(self.copy()).st_mode), 0o600)
        _, err = self.arena("backup", self.copy(), status=2)
        self.assertIn(f"{self.copy()}: already exists", err)
        _, err = self.arena("backup", os.path.join(self.home, "arena.db"), "--force", status=2)
        self.assertIn("is the database itself", err)
        self.assertEqual(self.back_up("--force")["matches"], 12)

    def test_a_database_in_use_is_not_replaced(self):
        self.arena("run", *PLAY, "--sets", "1")
        shutil.copy(os.path.join(self.home, "arena.db"), self.copy())
        with open(self.copy() + ".lock", "w", encoding="utf-8") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            _, err = self.arena("backup", self.copy(), "--force", status=2)
            self.assertIn(f"an arena is using this database (process {os.getpid()})", err)
            _, err = self.arena("backup", os.path.join(self.home, "arena.db"), "--force", status=2)
            self.assertIn("is the database itself", err)
        self.back_up("--force")

    def test_a_tournament_continues_in_the_backup(self):
        run = self.start_held("run", *PLAY, "--sets", "100", "--json")
        self.wait_for_tournament(run)
        run.send_signal(signal.SIGINT)
        self.finish(run, status=130)
        self.back_up()
        self.arena("run", *PLAY, "--sets", "100", "--db", self.copy())
        self.assertEqual(self.verify(self.copy())["matches"], 600)

    def test_a_backup_that_fails_leaves_no_file(self):
        self.arena("run", *PLAY, "--sets", "1")
        _, err = self.arena("backup", os.path.join(self.home, "no", "copy.db"), status=3)
        self.assertIn("cannot be made: No such file or directory", err)
        self.assertEqual(err.count("\n"), 1)
        _, err = self.arena("backup", status=2)
        self.assertIn("backup needs FILE", err)

def terminate_when_it_can():
    """In a child: the signal is there, and arrives when the program looks for it."""
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM})
    os.kill(os.getpid(), signal.SIGTERM)


class WholeHome(arena.ArenaTest):
    """`backup --all`: a copy of the data folder that is one itself."""

    SETS = 70  # 420 matches

    def setUp(self):
        super().setUp()
        self.base, self.copy = self.home, os.path.join(self.home, "copy")
        self.path = self.tournament(f"name: spring\nvariants: [block-2]\nsets: {self.SETS}\nbots: [./anna, ./ben, random]\n")
        for name, program in (("anna", "greedy"), ("ben", "random")):
            folder = os.path.join(self.base, name)
            shutil.copytree(os.path.join(arena.BUILD, "share", "domino-arena", "bots", program), folder)
            arena.write(os.path.join(folder, "bot.yaml"), f"name: {name}\nrun: [./{program}]\n")

    def tearDown(self):
        self.home = self.base
        super().tearDown()

    def use(self, name):
        """From now on this folder is the data folder."""
        self.home = os.path.join(self.base, name)
        return self.home

    def run_tournament(self, *args, **options):
        return self.arena("run", self.path, "--seed", "5", *args, **options)

    def begin(self):
        """Kills a run in the middle of its tournament."""
        run = self.start_held("run", self.path, "--seed", "5", "--json")
        for line in run.stdout:
            if json.loads(line).get("match"):
                break
        run.kill()
        run.communicate()
        self.wait_for_orphans()
        self.assertLess(0, self.stored())
        self.assertLess(self.stored(), 6 * self.SETS)

    def back_up(self):
        return json.loads(self.arena("backup", "--all", self.copy, "--json")[0])

    def state(self, folder):
        """Path, mode, owner and time of all that is below bots/, and mode and owner of the files beside it."""
        found = {}
        for path in subprocess.run(["find", "bots", "arena.db", "arena.key", "play.db"], cwd=folder, capture_output=True,
                                   text=True, check=True).stdout.split():
            st = os.lstat(os.path.join(folder, path))
            is_snapshot = path.count("/") >= 2
            found[path] = (stat.S_IMODE(st.st_mode), st.st_uid, st.st_gid, st.st_mtime_ns if is_snapshot else None)
        return found

    def test_an_interrupted_tournament_continues_in_the_copy_without_the_original(self):
        self.use("undisturbed")
        self.run_tournament()
        expected = self.verify_text("spring")
        self.use("old")
        self.begin()
        self.arena("run", "--db", os.path.join(self.home, "play.db"), "--variant", "block-2", "--bots", "random,random#2",
                   "--sets", "3")
        keys, _ = self.arena("bots", "--keys")
        contents = self.back_up()
        self.assertEqual(contents, {"schema": 1, "folder": self.copy, "tournaments": 1, "matches": self.stored(), "people": 6,
                                    "snapshots": 3, "keys": 1, "bytes": contents["bytes"]})
        self.assertEqual(contents["bytes"], sum(os.path.getsize(os.path.join(folder, name))
                                                for folder, _, names in os.walk(self.copy) for name in names))
        self.assertEqual(self.state(self.copy), self.state(self.home))
        self.assertEqual(sorted(os.listdir(self.copy)), ["arena.db", "arena.key", "bots", "play.db"])
        os.rename(self.home, self.use("gone"))
        for name in ("anna", "ben"):
            shutil.rmtree(os.path.join(self.base, name))
        os.rename(self.copy, self.use("elsewhere"))
        _, err = self.run_tournament()
        self.assertIn("./anna: there is no such folder", err)
        self.assertEqual(self.verify_text("spring"), expected)
        self.assertEqual(self.arena("bots", "--keys")[0], keys)
        out, _ = self.arena("verify", "--json", "--db", os.path.join(self.home, "play.db"))
        self.assertEqual((json.loads(out)["matches"], json.loads(out)["differences"]), (6, []))

    def test_a_copy_is_made_beside_a_run(self):
        self.use("old")
        run = self.start_held("run", self.path, "--seed", "5", "--json")
        Backup.wait_for_tournament(self, run)
        contents = self.back_up()
        self.assertLess(0, contents["matches"])
        self.assertIsNone(run.poll(), "it ended too soon")
        self.let_go(run)
        self.finish(run)
        expected = self.verify_text("spring")
        os.rename(self.copy, self.use("elsewhere"))
        self.run_tournament()
        self.assertEqual(self.verify_text("spring"), expected)

    def test_it_is_described(self):
        self.use("old")
        self.run_tournament("--sets", "1")
        out, err = self.arena("backup", "--all", self.copy + "/")
        self.assertEqual(err, "")
        self.assertRegex(out, rf"\A{self.copy}/: 1 tournament, 6 matches, 0 matches of people, 3 snapshots, 0 keys, \d+ bytes\n\Z")

    def refused(self, said, *args, status=2, **options):
        before = sorted(os.listdir(self.base))
        _, err = self.arena("backup", "--all", *args, status=status, **options)
        self.assertEqual(err.count("\n"), 1, err)
        self.assertIn(said, err)
        self.assertEqual(sorted(os.listdir(self.base)), before)

    def test_it_goes_to_a_new_or_empty_folder_outside(self):
        self.use("old")
        self.refused("no matches here yet", self.copy)
        self.run_tournament("--sets", "1")
        allowed = "allowed: a new or empty folder"
        self.refused(f"{self.base}/anna: is not empty; {allowed}", os.path.join(self.base, "anna"))
        self.refused(f"{self.home}: is not empty; {allowed}", self.home)
        self.refused(f"{self.path}: is not a folder; {allowed}", self.path)
        self.refused(f"{self.home}/new: lies inside the data folder, which is to be copied; {allowed}", os.path.join(self.home, "new"))
        os.symlink(self.home, os.path.join(self.base, "link"))
        self.refused("lies inside the data folder", os.path.join(self.base, "link", "bots", "new"))
        self.refused(f"--force: not with --all; {allowed}", "--force", self.copy)
        self.refused("no/copy: cannot be made: No such file or directory", os.path.join(self.base, "no", "copy"), status=3)
        self.refused("interrupted; no copy was made", self.copy, status=128 + signal.SIGTERM, preexec_fn=terminate_when_it_can)
        os.mkdir(self.copy)
        self.back_up()
        self.arena("verify", "--home", self.copy, home=False)


class Prune(arena.ArenaTest):
    """`prune`: snapshots that nothing needs."""

    KEY = "rq:rM>}U?@Lns47E1%kR.o@n%FcmmsL/@{H8]yf7"

    def bot(self, note, name="m", program="random"):
        """The next edit of a bot."""
        folder = os.path.join(self.home, name)
        os.makedirs(folder, exist_ok=True)
        shutil.copy(os.path.join(arena.BUILD, "share", "domino-arena", "bots", "random", "random"), folder)
        arena.write(os.path.join(folder, "bot.yaml"), f"name: {name}\nrun: [./{program}]\nvariants: [block-2]\n# {note}\n")

    def play(self, *args, bots="m,random", status=0, name="t", **options):
        bots = bots.replace("m,", f"{self.home}/m,")
        return self.arena("run", "--variant", "block-2", "--bots", bots, "--name", name, *args, status=status, **options)

    def try_out(self, note):
        """An edit that is built, and then does not play, because another bot cannot be started."""
        self.bot(note)
        self.bot("broken", name="broken", program="nothing")
        before = self.snapshots()
        self.play("--sets", "1", bots=f"m,{self.home}/broken", status=2, name="refused")
        return self.snapshots() - before

    def snapshots(self, name=None):
        """(name, version) of each."""
        bots = os.path.join(self.home, "bots")
        return {(bot, version) for bot in os.listdir(bots) for version in os.listdir(os.path.join(bots, bot))
                if name in (None, bot)}

    def age(self):
        """Makes all of them older than an hour."""
        for name, version in self.snapshots():
            path = os.path.join(self.home, "bots", name, version)
            os.utime(path, (0, os.stat(path).st_mtime - 2 * 3600))

    def size(self, snapshots):
        return sum(entry.stat().st_size for name, version in snapshots
                   for entry in os.scandir(os.path.join(self.home, "bots", name, version)))

    def prune(self, *args):
        return json.loads(self.arena("prune", "--json", *args)[0])

    def test_what_nothing_needs_is_removed_and_everything_continues(self):
        self.bot("unrated")
        self.play("--sets", "1", "--unrated", name="unrated")
        self.bot("submitted")
        self.arena("submit", os.path.join(self.home, "m"), "--sets", "1", "--asks", "50", "--tag", "v1")
        self.bot("began")
        self.play("--sets", "1", name="spring")
        self.bot("replaced it")
        self.arena("entry", "spring", "m", "--take", os.path.join(self.home, "m"))
        self.arena("bots", "--add-key", "far", self.KEY)
        needed = self.snapshots()
        self.assertEqual(len(self.snapshots("m")), 4)
        removable = self.try_out("never played") | self.try_out("not this one either")
        self.assertEqual(len(removable), 3)
        self.age()
        recent = self.try_out("just now")
        self.assertEqual(len(recent), 1)
        os.utime(os.path.join(self.home, "bots", "broken", *[v for n, v in removable if n == "broken"]), (0, 0))
        size = self.size(removable)

        said = self.prune("--check")
        self.assertEqual({(bot["name"], bot["version"]) for bot in said["removed"]}, removable)
        self.assertEqual(sum(bot["bytes"] for bot in said["removed"]), said["bytes"])
        self.assertEqual({key: said[key] for key in ("bytes", "needed", "recent")},
                         {"bytes": size, "needed": len(needed), "recent": 1})
        self.assertEqual(self.snapshots(), needed | removable | recent, "--check removes nothing")
        out, _ = self.arena("prune")
        self.assertEqual(out.splitlines()[-1], f"3 snapshots removed, {size} bytes; {len(needed)} needed, 1 not needed but "
                                               "taken within the last hour")
        self.assertEqual(self.snapshots(), needed | recent)
        self.assertNotIn("broken", os.listdir(os.path.join(self.home, "bots")))
        self.assertEqual(self.prune()["removed"], [])

        for name in ("unrated", "spring"):
            self.arena("run", "--name", name, "--sets", "3")
            self.assertIn("0 differences", self.verify_text(name))
        self.play("--sets", "1", bots="m@v1,m@v1#2", name="again")
        self.arena("verify")
        self.assertIn(self.KEY, self.arena("bots", "--keys")[0])

    def test_every_database_of_the_data_folder_counts(self):
        other = os.path.join(self.home, "other.db")
        self.bot("here")
        self.play("--sets", "1")
        self.bot("in the other")
        self.play("--sets", "1", "--db", other)
        self.age()
        with open(other + ".lock", "a", encoding="utf-8") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            _, err = self.arena("prune", status=2)
            self.assertIn(f"other.db: an arena is using this database (process {os.getpid()})", err)
        for args in ([], ["--db", other]):
            self.assertEqual([self.prune(*args)[key] for key in ("removed", "needed")], [[], 3])
        arena.write(other, "no database\n" * 100)
        _, err = self.arena("prune", status=3)
        self.assertRegex(err, r"other\.db: .*is not a database")
        self.assertEqual(len(self.snapshots()), 3)
        for name in os.listdir(self.home):
            if name.startswith("other.db"):
                os.unlink(os.path.join(self.home, name))
        self.assertEqual([bot["name"] for bot in self.prune()["removed"]], ["m"])

    def test_it_waits_for_its_turn_and_needs_a_database(self):
        self.bot("played")
        self.play("--sets", "1")
        with open(os.path.join(self.home, "arena.db.lock"), "a", encoding="utf-8") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            self.assertIn("another arena is using this database", self.arena("prune", status=3)[1])
            self.prune("--check")
            waiting = self.start("prune", "--wait")
            arena.wait_until(lambda: json.loads(self.arena("queue", "--json")[0])["waiting"], "it waits")
            fcntl.flock(lock, fcntl.LOCK_UN)
            self.assertIn("0 snapshots removed, 0 bytes; 2 needed\n", self.finish(waiting)[0])
        self.age()
        os.rename(os.path.join(self.home, "arena.db"), os.path.join(self.home, "lost"))
        self.assertIn("no matches here yet", self.arena("prune", status=2)[1])
        self.assertEqual(len(self.snapshots()), 2)


class Lost(arena.ArenaTest):
    """The database is removed or replaced during a run."""

    def run_until(self, act):
        """Start a run that is far too long for the test, call `act` after the first stored matches, and return the
        output after its end."""
        run = self.start("run", *PLAY, "--sets", "1000000")
        Backup.wait_for_tournament(self, run)
        act(os.path.join(self.home, "arena.db"))
        out, err = self.finish(run, 3)
        self.assertNotIn("finished", out)
        line, = [line for line in err.splitlines() if "during the run" in line]
        return line

    def test_a_removed_database_ends_the_run(self):
        line = self.run_until(os.unlink)
        self.assertRegex(line, r"arena\.db: the database was removed .* everything in it is lost, "
                               r"including the \d+ matches reported")
        self.assertFalse(os.path.exists(os.path.join(self.home, "arena.db")))

    def test_a_moved_database_ends_the_run_and_keeps_all_reported_matches(self):
        moved = os.path.join(self.home, "moved.db")
        line = self.run_until(lambda path: os.rename(path, moved))
        self.assertIn(f"the database was moved to {moved}", line)
        out, _ = self.arena("verify", "--json", "--db", moved)
        self.assertEqual(json.loads(out)["differences"], [])

    def test_a_database_with_two_names_is_refused(self):
        self.arena("run", *PLAY, "--sets", "1")
        path = os.path.join(self.home, "arena.db")
        os.link(path, path + ".second")
        _, err = self.arena("run", *PLAY, "--sets", "2", status=3)
        self.assertIn("has 2 hard links", err)
        os.unlink(path + ".second")
        self.arena("run", *PLAY, "--sets", "2")


class Doctor(arena.ArenaTest):
    """`doctor` on a complete machine and on machines with one defect each."""

    def examine(self, status=0, **options):
        out, err = self.arena("doctor", "--json", status=status, **options)
        self.assertEqual(err, "")
        return json.loads(out)

    def finding(self, check, **options):
        found = [c for c in self.examine(**options)["checks"] if c["check"] == check]
        self.assertEqual(len(found), 1, check)
        return found[0]

    def assert_found(self, check, result, words, **options):
        found = self.finding(check, status=int(result == "FAIL"), **options)
        self.assertEqual(found["result"], result, found)
        self.assertIn(words, found["text"])
        self.assertEqual(found["remedy"] == "", result == "PASS", found)

    def as_nobody(self):
        """Root has every permission, so a process of user nobody tries. It must have access to the path."""
        os.chmod(self.home, 0o755)
        if os.geteuid() != 0:
            return {}
        return {"user": 65534, "group": 65534, "extra_groups": []}

    def test_a_complete_machine_passes_and_no_file_is_left(self):
        self.arena("run", *PLAY, "--sets", "1")
        before = {name for name in os.listdir(self.home) if not name.endswith(("-wal", "-shm"))}
        report = self.examine()
        self.assertIn(report["result"], ("PASS", "WARN"))
        for check in report["checks"]:
            self.assertNotEqual(check["result"], "FAIL", check)
            self.assertNotEqual(check["text"], "", check)
        said = {check["check"]: check["text"] for check in report["checks"]}
        self.assertIn("1 tournament, 6 matches", said["database"])
        if said["limits"].startswith("sandbox level limits works"):
            processes = ", processes" if os.geteuid() == 0 else "; the host watches the processes"
            self.assertEqual(said["limits"].partition("works: ")[2],
                             f"memory, open files, size of files, system calls{processes}")
        shipped = os.path.join(arena.BUILD, "share", "domino-arena", "bots")
        self.assertEqual(said["bots"], "sample bots: " + ", ".join(sorted(os.listdir(shipped))))
        text, _ = self.arena("doctor")
        for check in report["checks"]:
            self.assertRegex(text, rf"(?m)^{check['result']}  {check['check']} ")
        after = {name for name in os.listdir(self.home) if not name.endswith(("-wal", "-shm"))}
        self.assertEqual(after, before)

    def test_a_new_home_is_made_by_the_first_run(self):
        path = os.path.join(self.home, "new", "home")
        out, _ = self.arena("doctor", "--home", path, home=False)
        self.assertIn(f"PASS  home         {path}: is made by the first run", out)
        self.assertFalse(os.path.exists(os.path.dirname(path)))

    def test_a_home_that_cannot_be_written_fails(self):
        options = self.as_nobody()
        os.chmod(self.home, 0o555)
        self.assert_found("home", "FAIL", f"{self.home}: cannot be written: Permission denied", **options)
        os.chmod(self.home, 0o755)
        path = os.path.join(self.home, "file")
        arena.write(path, "")
        out, _ = self.arena("doctor", "--home", path, status=1, home=False)
        self.assertIn("Not a directory", out)

    def test_a_missing_or_unknown_host_program_fails(self):
        program = os.path.join(self.home, "bin", "domino-arena")
        host = os.path.join(self.home, "libexec", "domino-arena", "domino-host")
        os.makedirs(os.path.dirname(program))
        os.makedirs(os.path.dirname(host))
        shutil.copy(arena.PROGRAM, program)
        self.assert_found("host", "FAIL", f"{host}: No such file or directory", program=program)
        self.assertEqual(self.finding("bots", status=1, program=program)["result"], "WARN")
        for script, words in (("#!/bin/sh\necho domino-host 0.0.1\n", "is of another version: domino-host 0.0.1"),
                              ("#!/bin/sh\nexit 2\n", "cannot be run")):
            arena.write(host, script, mode=0o755)
            self.assert_found("host", "FAIL", words, program=program)
        shutil.copy(arena.HOST, host)
        self.assert_found("host", "FAIL", "domino-init: No such file or directory", program=program)

    def test_an_unreadable_damaged_or_foreign_database_fails(self):
        path = os.path.join(self.home, "arena.db")
        self.arena("run", *PLAY, "--sets", "20")
        options = self.as_nobody()
        os.chmod(path, 0)
        self.assert_found("database", "FAIL", "cannot be read: Permission denied", **options)
        os.chmod(path, 0o600)
        with open(path, "r+b") as file:
            for page in range(1, os.path.getsize(path) // 4096):
                file.seek(page * 4096)
                file.write(b"\x55" * 8)
        self.assert_found("database", "FAIL", "damaged")
        arena.write(path, "hello\n" * 100)
        self.assert_found("database", "FAIL", "is not a database")

    @arena.nightly
    def test_a_held_lock_names_its_holder(self):
        self.assert_found("lock", "PASS", "no arena is using")
        with open(os.path.join(self.home, "arena.db.lock"), "w", encoding="utf-8") as file:
            self.assert_found("lock", "PASS", "no arena is using")
            fcntl.flock(file, fcntl.LOCK_EX)
            self.assert_found("lock", "WARN", f"process {os.getpid()}")

    def test_too_few_open_files_fail(self):
        few = lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (60, 60))
        self.assert_found("open files", "FAIL", "60 allowed", preexec_fn=few)
        hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        soft = lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (60, hard))
        self.assert_found("open files", "PASS", f"{hard} allowed", preexec_fn=soft)

    @arena.nightly
    def test_core_dumps_give_a_warning(self):
        none = lambda: resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        self.assert_found("core dumps", "PASS", "off", preexec_fn=none)
        if resource.getrlimit(resource.RLIMIT_CORE)[1] == 0:
            self.skipTest("core dumps cannot be switched on here")
        some = lambda: resource.setrlimit(resource.RLIMIT_CORE,
                                          (4096, resource.getrlimit(resource.RLIMIT_CORE)[1]))
        self.assert_found("core dumps", "WARN", "on:", preexec_fn=some)

    def test_a_run_folder_that_cannot_be_used_is_named(self):
        self.assert_found("run folder", "PASS", self.run_base)
        base, self.run_base = self.run_base, os.path.join(self.run_base, "x" * 40)
        try:
            os.mkdir(self.run_base)
            self.assert_found("run folder", "WARN", "what TMPDIR names cannot be")
        finally:
            os.rmdir(self.run_base)
            self.run_base = base

    @arena.nightly
    def test_the_meaning_of_running_as_root_or_as_a_user_is_explained(self):
        options = self.as_nobody()
        os.chmod(self.home, 0o777)
        self.assert_found("user", "PASS", "not root", **options)
        if os.geteuid() == 0:
            self.assertIn("root", self.finding("user")["text"])


if __name__ == "__main__":
    arena.main()
