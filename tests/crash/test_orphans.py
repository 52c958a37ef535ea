"""Bots go when their arena does, and what they started with them.

Bots play that start helpers, which leave their session. Then the arena is killed, or with it all
of its hosts, who otherwise clean up behind it. Hosts are also killed while they start a sandbox, at
any instant and at the two that matter, where a bubblewrap that stands still is caught.

    test_orphans.py

DOM_BUILD in the environment names the build folder.
"""
import json
import os
import random
import select
import signal
import subprocess
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


# In the place of bubblewrap: it tells about itself through one pipe and waits at another. The program
# that it is to run would end by itself; this one stays.
SLOW_BWRAP = """#!/bin/bash
for word; do
    [ "$word" = ": & wait" ] && word="sleep 1000"
    set -- "$@" "$word"
    shift
done
exec 100>{0}/told 101<{0}/gate
exec /usr/bin/bwrap --info-fd 100 --block-fd 101 "$@"
"""
GONE_S = 60  # a safety net, for what would never go
STARTS = 6


def children_of(pid):
    return [int(child) for child in read(pid, f"task/{pid}/children").split()]


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

    def kill_hosts(self, process):
        """While the arena stands still, or it would end what they leave; returns how many."""
        process.send_signal(signal.SIGSTOP)
        os.waitid(os.P_PID, process.pid, os.WSTOPPED | os.WNOWAIT)
        hosts = self.children([process.pid], "domino-host")
        for pid in hosts:
            os.kill(pid, signal.SIGKILL)
        return len(hosts)

    def kill_all(self, process):
        count = self.kill_hosts(process)
        process.kill()
        process.communicate()
        return count

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
        self.needs_bwrap()
        self.assertGreaterEqual(self.kill_all(self.play("bwrap")), 2)
        self.wait_for_orphans()

    # -- while a sandbox is started ---------------------------------------------

    def needs_bwrap(self):
        if "bwrap" not in arena.sandbox_levels():
            self.skipTest("it does not work here")

    def test_nothing_stays_of_a_sandbox_whose_host_is_killed_at_any_instant_of_its_start(self):
        self.needs_bwrap()
        path = self.tournament(FILE.format("bwrap") + BOTS)
        for _ in range(STARTS):
            process = self.start("run", path)
            while process.poll() is None and not any(name == "bwrap" for _, name, _, _ in self.living()):
                pass
            time.sleep(random.uniform(0, 0.05))
            self.assertIsNone(process.poll(), "it ended too soon")
            self.kill_all(process)
            self.wait_for_orphans()

    def start_slowly(self):
        """A host whose bubblewrap stands still, with the two pipes: what that tells, and its gate."""
        self.needs_bwrap()
        folder = os.path.join(self.home, "slow")
        for path, mode in ((self.home, 0o755), (folder, 0o755)):
            os.makedirs(path, exist_ok=True)
            os.chmod(path, mode)
        for name in ("told", "gate"):
            os.mkfifo(os.path.join(folder, name))
            os.chmod(os.path.join(folder, name), 0o666)
        with open(os.path.join(folder, "bwrap"), "w", encoding="utf-8") as file:
            file.write(SLOW_BWRAP.format(folder))
        os.chmod(file.name, 0o755)
        pipes = [os.open(os.path.join(folder, name), os.O_RDWR | os.O_NONBLOCK) for name in ("told", "gate")]
        self.addCleanup(lambda: [os.close(pipe) for pipe in pipes])
        host = subprocess.Popen([arena.HOST, "--try", "bwrap"], stdout=subprocess.PIPE,
                                env=dict(os.environ, PATH=f"{folder}:/usr/bin:/bin"))
        self.addCleanup(host.stdout.close)
        self.addCleanup(host.wait)
        self.addCleanup(host.kill)
        while not children_of(host.pid):
            self.assertIsNone(host.poll(), "it has started nothing")
        host.send_signal(signal.SIGSTOP)  # or it would lose patience
        return host, *pipes

    def check_it_goes(self, pid):
        """A process inside, and all that is there with it."""
        end = time.monotonic() + GONE_S
        while is_there := os.path.exists(f"/proc/{pid}"):
            if time.monotonic() > end:
                os.kill(pid, signal.SIGKILL)
                break
            time.sleep(0.01)
        self.assertFalse(is_there, "it stays for ever")

    def test_no_program_starts_in_a_sandbox_whose_host_has_gone_meanwhile(self):
        host, told, gate = self.start_slowly()
        text = b""
        while not text.rstrip().endswith(b"}"):
            select.select([told], [], [])
            text += os.read(told, 4096)
        host.kill()
        host.wait()
        os.write(gate, b"x")
        self.check_it_goes(json.loads(text)["child-pid"])

    def test_bubblewrap_itself_goes_when_its_host_is_killed_between_its_processes(self):
        """Between the start of the inner process, which waits for the outer one, and the word to it."""
        host, told, gate = self.start_slowly()
        os.write(gate, b"x")
        filled = os.write(told, b"-" * (1 << 20))
        outer = children_of(host.pid)[0]
        while not (inside := children_of(outer)):
            pass
        host.kill()
        host.wait()
        while filled > 0:
            filled -= len(os.read(told, filled))
        self.check_it_goes(inside[0])


if __name__ == "__main__":
    arena.main()
