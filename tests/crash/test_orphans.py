"""Bots go when their arena does, and what they started with them.

Bots play that start helpers, which leave their session. Then the arena is killed, or with it all
of its hosts, who otherwise clean up behind it.

    test_orphans.py

DOM_BUILD in the environment names the build folder.
"""
import os
import re
import signal
import sys
import time
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "e2e"))
import arena  # noqa: E402

FILE = "name: {0}\nvariants: [block-2]\nsets: 100000\nsandbox: {0}\nconcurrency: 2\nbots:\n"
BOTS = arena.hostile("leave-children", name="one") + arena.hostile("leave-children", name="two")
HELPERS = 4  # of two bots' processes


def read(pid, name):
    """A file of /proc; nothing of a process that is gone."""
    try:
        with open(f"/proc/{pid}/{name}", "rb") as file:
            return file.read()
    except OSError:
        return b""


def filters_of(pid):
    """How many filters of system calls it has."""
    found = re.search(rb"^Seccomp_filters:\t(\d+)$", read(pid, "status"), re.M)
    return int(found[1]) if found else 0


def words_of(pid):
    return read(pid, "cmdline").split(b"\0")


class Orphans(arena.ArenaTest):

    def living(self):
        """(pid, name, parent, session) of everything that must not be left."""
        for stat in self.leftovers():
            pid, rest = stat.split(" (", 1)
            name, rest = rest.rsplit(")", 1)
            parent, _, session = rest.split()[1:4]
            yield int(pid), name, int(parent), int(session)

    def helpers(self):
        """Forked by a bot, in a session of their own."""
        return [pid for pid, _, parent, session in self.living() if pid == session
                and words_of(pid)[:1] == [arena.PYTHON.encode()] and words_of(pid) == words_of(parent)]

    def play(self, level, **options):
        """Start the arena and wait until helpers are there."""
        path = self.tournament(FILE.format(level) + BOTS)
        process = self.start("run", path, "--require-sandbox", level, **options)
        end = time.monotonic() + arena.DEADLINE_S
        while len(self.helpers()) < HELPERS:
            self.assertIsNone(process.poll(), "it ended too soon")
            self.assertLess(time.monotonic(), end)
            time.sleep(0.1)
        return process

    def children(self, parents, program):
        return [pid for pid, name, parent, _ in self.living() if name == program and parent in parents]

    def is_bot_tied(self, host):
        """bubblewrap ties what is inside to itself when all else is set up, just before it sets the
        filter: what it is only starting stays (SECURITY.md)."""
        inside = self.children(self.children([host], "bwrap"), "bwrap")
        return any(filters_of(pid) > filters_of("self") for pid in inside)

    def kill_hosts(self, process):
        """While the arena stands still, or it would end what they leave; returns how many."""
        process.send_signal(signal.SIGSTOP)
        os.waitid(os.P_PID, process.pid, os.WSTOPPED | os.WNOWAIT)
        end = time.monotonic() + arena.DEADLINE_S
        while not all(map(self.is_bot_tied, hosts := self.children([process.pid], "domino-host"))):
            self.assertLess(time.monotonic(), end)
            time.sleep(0.01)
        for pid in hosts:
            os.kill(pid, signal.SIGKILL)
        return len(hosts)

    def check_kill(self, level, **options):
        process = self.play(level, **options)
        process.kill()
        process.communicate()
        self.wait_for_orphans()

    def test_helpers_go_when_the_arena_is_killed(self):
        for level in arena.sandbox_levels():
            with self.subTest(level):
                self.check_kill(level)

    @unittest.skipUnless(os.geteuid() == 0, "the other test is that of a user's arena")
    def test_helpers_go_when_the_arena_of_a_user_is_killed(self):
        for level in arena.sandbox_levels():
            with self.subTest(level):
                self.check_kill(level, **self.as_nobody())

    def test_without_hosts_the_kernel_ends_what_is_in_bwrap(self):
        if "bwrap" not in arena.sandbox_levels():
            self.skipTest("it does not work here")
        process = self.play("bwrap")
        count = self.kill_hosts(process)
        process.kill()
        process.communicate()
        self.assertGreaterEqual(count, 2)
        self.wait_for_orphans()


if __name__ == "__main__":
    arena.main()
