"""When root starts the arena, every bot process has a user id of its own, even beside another arena or after
one that was killed. A bot leaves nothing that the next bot with the same id could find."""
import contextlib
import fcntl
import glob
import os
import re
import shlex
import shutil
import signal
import sqlite3
import struct
import subprocess
import sys
import tempfile
import unittest

import arena

F_OFD_GETLK = 36  # fcntl(2); not in Python's module
ARENAS_MAX = 6


def is_reserved(user):
    """Returns true if an arena has reserved this id."""
    with open("/run/domino-arena.users", "r+b") as file:
        lock = struct.pack("hhqqi4x", fcntl.F_WRLCK, os.SEEK_SET, user, 1, 0)
        found = fcntl.fcntl(file, F_OFD_GETLK, lock)
    return struct.unpack("hhqqi4x", found)[0] != fcntl.F_UNLCK


@unittest.skipUnless(os.geteuid() == 0, "only root can give bots user ids of their own")
class Users(arena.ArenaTest):

    def setUp(self):
        super().setUp()
        self.homes = []

    def tearDown(self):
        super().tearDown()
        for home in self.homes:
            shutil.rmtree(home)

    def new_home(self):
        home = tempfile.mkdtemp(prefix="arena-home.")
        self.homes.append(home)
        return home

    def begin(self, sets, mode="say-user", sandbox="auto"):
        """Start an arena in a new data folder. Wait until it has reserved its user ids: all its bots were
        started once then."""
        home = self.new_home()
        path = self.tournament(f"name: users\nvariants: [block-2]\nsets: {sets}\nsandbox: {sandbox}\nbots:\n"
                               + arena.hostile(mode) + "  - greedy\n")
        process = self.start("run", path, "--json", "--home", home, home=False)
        self.assertIn('"started"', process.stdout.readline())
        return home, process

    def users(self, home):
        with sqlite3.connect(os.path.join(home, "arena.db")) as db:
            logs = b"".join(row[0] for row in db.execute("SELECT log FROM process"))
        ids = re.findall(rb"user (\d+) group (\d+)", logs)
        self.assertTrue(ids)
        self.assertTrue(all(user == group for user, group in ids))
        return {int(user) for user, _ in ids}

    def test_two_arenas_share_no_user_id_and_the_ids_of_a_killed_arena_are_free_again(self):
        first, process = self.begin(100000)
        second, other = self.begin(2)
        other.communicate()
        process.send_signal(signal.SIGINT)
        process.communicate()
        self.assertGreater(min(self.users(second)), max(self.users(first)))
        _, process = self.begin(100000)
        process.kill()
        process.communicate()
        self.wait_for_orphans()
        third, other = self.begin(2)
        other.communicate()
        self.assertEqual(min(self.users(third)), min(self.users(first)))

    # -- what an id has left is removed before it is used again --------------------

    def processes_of(self, user):
        found = subprocess.run(["pgrep", "-U", str(user)], capture_output=True, text=True, check=False).stdout
        return {int(pid) for pid in found.split()}

    def kill_with_hosts(self, process):
        """Kill the hosts while the arena is stopped, and then the arena. At level limits, processes that
        its bots have started live on."""
        process.send_signal(signal.SIGSTOP)
        os.waitid(os.P_PID, process.pid, os.WSTOPPED | os.WNOWAIT)
        with open(f"/proc/{process.pid}/task/{process.pid}/children", encoding="utf-8") as file:
            for pid in file.read().split():
                os.kill(int(pid), signal.SIGKILL)
        process.kill()
        process.communicate()

    @contextlib.contextmanager
    def given_again(self, users):
        """Start arenas, which take the lowest free ids, until these ids are taken."""
        arenas = []
        try:
            while not all(map(is_reserved, users)):
                self.assertLess(len(arenas), ARENAS_MAX, "other processes use these ids")
                arenas.append(self.begin(100000)[1])
            yield
        finally:
            for process in arenas:
                process.send_signal(signal.SIGINT)
                process.communicate()

    def helpers_of(self, process):
        """The processes that are leaders of a session of their own beside their bot: a map of pid to user id."""
        sessions = {}
        for stat in self.leftovers():
            pid, rest = stat.split(" (", 1)
            _, _, session = rest.rsplit(")", 1)[1].split()[1:4]
            user = os.stat(f"/proc/{pid}").st_uid
            if user != 0 and pid == session:
                sessions.setdefault(user, set()).add(int(pid))
        return {pid: user for user, pids in sessions.items() if len(pids) > 1 for pid in pids}

    def test_processes_left_by_a_killed_arena_are_ended_before_their_ids_are_used_again(self):
        _, process = self.begin(100000, "leave-children", "limits")
        while not (helpers := self.helpers_of(process)):
            self.assertIsNone(process.poll())
        self.kill_with_hosts(process)
        left = {pid for pid, user in helpers.items() if pid in self.processes_of(user)}
        self.addCleanup(lambda: [os.kill(pid, signal.SIGKILL) for pid in left if os.path.exists(f"/proc/{pid}")])
        self.assertTrue(left)
        with self.given_again({helpers[pid] for pid in left}):
            self.assertEqual([pid for pid in left if pid in self.processes_of(helpers[pid])], [])
        self.wait_for_orphans()

    def test_an_id_with_processes_of_others_is_not_given_to_a_bot(self):
        first, process = self.begin(2)
        process.communicate()
        user = min(self.users(first))
        with subprocess.Popen(["sleep", "1000"], user=user) as other:
            second, process = self.begin(2)
            process.communicate()
            self.assertIsNone(other.poll())
            other.kill()
        self.assertNotIn(user, self.users(second))

    def left_files(self, users):
        found = [path for place in ("/tmp", "/var/tmp", "/dev/shm") for path in glob.glob(f"{place}/left-by-bot.*")]
        return [path for path in found if os.lstat(path).st_uid in users]

    def test_files_that_a_bot_left_outside_its_own_folder_are_removed(self):
        for level in {"none", "limits"} & set(arena.sandbox_levels()):
            with self.subTest(level):
                home, process = self.begin(1, "leave-files", level)
                self.finish(process)
                self.assertEqual(self.left_files(self.users(home)), [])

    def test_files_left_by_a_killed_arena_are_removed_before_their_ids_are_used_again(self):
        home, process = self.begin(100000, "leave-files", "limits")
        while not self.left_files(range(60000, 100000)):
            self.assertIsNone(process.poll())
        self.kill_with_hosts(process)
        left = self.left_files(range(60000, 100000))
        self.assertTrue(left)
        with self.given_again({os.lstat(path).st_uid for path in left}):
            self.assertEqual([path for path in left if os.path.lexists(path)], [])
        self.wait_for_orphans()

    def test_bots_start_with_any_umask(self):
        for level in arena.sandbox_levels():
            with self.subTest(level):
                path = self.tournament(f"name: {level}\nvariants: [block-2]\nsets: 1\nsandbox: {level}\nbots:\n"
                                       + arena.hostile("say-user") + "  - greedy\n")
                _, err = self.arena("run", path, umask=0o077)
                self.assertIn("0 faults", err)


@unittest.skipUnless(os.geteuid() == 0, "only root can give bots user ids of their own")
class Places(arena.ArenaTest):
    """If bots cannot run under user ids of their own here, the operator gets a message, and no bot a fault."""

    PLAY = ["run", "--variant", "block-2", "--bots", "greedy,random", "--sets", "1"]

    def inside(self, command, *args, status=0):
        """Run the arena with a shell command that changes its environment first."""
        path = os.path.join(self.home, "inside")
        arena.write(path, f"#!/bin/sh\nset -e\n{command} {shlex.quote(arena.PROGRAM)} \"$@\"\n", mode=0o755)
        return self.arena(*args, program=path, status=status)

    def check_refused(self, command, message, check):
        _, err = self.inside(command, *self.PLAY, status=3)
        self.assertEqual(err.count("\n"), 1, err)
        self.assertRegex(err, rf"^domino-arena: {message}.* \(.+\)\n$")
        self.assertEqual(self.records(), [])
        out, _ = self.inside(command, "doctor", status=1)
        self.assertRegex(out, rf"(?m)^FAIL  {check} +{message}")

    def test_a_run_directory_that_the_bots_users_cannot_reach_is_refused(self):
        closed, self.run_base = self.run_base, os.path.join(self.run_base, "in")
        os.mkdir(self.run_base)
        os.chmod(closed, 0o700)
        try:
            self.check_refused("exec", f"{self.run_base}: .* who have no access to {closed}", "run folder")
        finally:
            os.rmdir(self.run_base)
            self.run_base = closed

    def test_a_run_without_a_needed_capability_is_refused(self):
        if not shutil.which("setpriv"):
            self.skipTest("setpriv is not installed")
        self.check_refused("exec setpriv --bounding-set=-setuid", "root without CAP_SETUID", "user")

    def test_bots_reach_their_files_where_root_may_not_mount(self):
        if not shutil.which("setpriv"):
            self.skipTest("setpriv is not installed")
        self.inside("umask 077; exec setpriv --bounding-set=-sys_admin", *self.PLAY, "--strict")
        self.assertNotEqual(self.records(), [])

    READ_ONLY = "exec unshare --mount sh -ec 'for at in {}; do mount -t tmpfs -o ro tmpfs $at; done; exec \"$@\"' sh"

    def test_without_a_writable_run_another_folder_is_used_or_the_run_is_refused(self):
        if subprocess.run(["unshare", "--mount", "true"], capture_output=True, check=False).returncode != 0:
            self.skipTest("nothing can be mounted here")
        self.inside(self.READ_ONLY.format("/run"), *self.PLAY)
        self.assertNotEqual(self.records(), [])
        shutil.move(os.path.join(self.home, "arena.db"), os.path.join(self.home, "first.db"))
        self.check_refused(self.READ_ONLY.format("/run /dev/shm"), "/run/domino-arena.users: cannot be made", "user")

    def test_a_file_system_mounted_noexec_is_named(self):
        if subprocess.run(["unshare", "--mount", "true"], capture_output=True, check=False).returncode != 0:
            self.skipTest("nothing can be mounted here")
        arena.write(os.path.join(self.home, "bot"), f"#!/bin/sh\nexec {arena.PYTHON} hostile.py good\n", mode=0o755)
        path = self.tournament("name: t\nvariants: [block-2]\nbots:\n  - greedy\n"
                               "  - {name: noexec, run: [./bot, hostile.py], transport: zmq}\n")
        command = "exec unshare --mount sh -ec 'mount -t tmpfs -o noexec,mode=711 tmpfs $TMPDIR; {} exec {} \"$@\"' sh"
        self.inside(command.format("", ""), "run", path, "--strict", "--sets", "1")  # it runs from a copy in memory
        os.unlink(os.path.join(self.home, "arena.db"))
        if not shutil.which("setpriv"):
            self.skipTest("setpriv is not installed")
        nothing = command.format("mount -t tmpfs -o noexec,mode=1777 tmpfs /dev/shm;", "setpriv --bounding-set=-sys_admin")
        _, err = self.inside(nothing, "run", path, status=2)
        self.assertRegex(err, r"bot '\w+' cannot be started: ./\w+: .* mounted noexec; .* TMPDIR, elsewhere")


def isolate():
    """Run the tests in namespaces where no other arena takes and frees user ids: with their own processes,
    locks and shared memory. Does nothing if this machine does not allow it."""
    command = ["unshare", "--mount", "--pid", "--fork", "--mount-proc", "--kill-child", "sh", "-ec",
               "for folder in /run /dev/shm /var/tmp; do mount -t tmpfs -o mode=1777 tmpfs $folder; done; \"$@\"", "sh"]
    if os.geteuid() == 0 and "ISOLATED" not in os.environ and shutil.which("unshare") and \
            subprocess.run(command + ["true"], capture_output=True, check=False).returncode == 0:
        os.environ["ISOLATED"] = "yes"
        os.execvp(command[0], command + [sys.executable, "-B"] + sys.argv)


if __name__ == "__main__":
    isolate()
    arena.main()
