"""Backups of the database, lost databases, and `doctor`."""
import fcntl
import json
import os
import resource
import shutil
import signal
import stat

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
