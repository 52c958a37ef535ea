"""When the arena ends, its bots end too, with everything that they started.

The bots of this test start helpers, which leave their session. Then the arena is killed, or the arena
with all its hosts, which otherwise clean up after it. Hosts are also killed while they start a sandbox:
at random instants, and at the two critical ones, where a bubblewrap is made to wait.

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
HELPERS = 4  # helpers of the processes of both bots


def read(pid, name):
    """Reads a file of /proc; returns b"" if the process has ended."""
    try:
        return arena.read_bytes(f"/proc/{pid}/{name}")
    except OSError:
        return b""


# Takes the place of bubblewrap: it writes its information to one pipe and waits for another. The program
# that it was to run would end by itself, so it runs one that stays.
SLOW_BWRAP = """#!/bin/bash
for word; do
    [ "$word" = ": & wait" ] && word="sleep 1000"
    set -- "$@" "$word"
    shift
done
exec 100>{0}/told 101<{0}/gate
exec /usr/bin/bwrap --info-fd 100 --block-fd 101 "$@"
"""
GONE_S = 60  # a safety net for processes that would never end
STARTS = 6


def children_of(pid):
    return [int(child) for child in read(pid, f"task/{pid}/children").split()]


def words_of(pid):
    return read(pid, "cmdline").split(b"\0")


class Orphans(arena.ArenaTest):

    def living(self):
        """Yields (pid, name, parent, session) of every process that must not be left."""
        for stat in self.leftovers():
            pid, rest = stat.split(" (", 1)
            name, rest = rest.rsplit(")", 1)
            parent, _, session = rest.split()[1:4]
            yield int(pid), name, int(parent), int(session)

    def helpers(self):
        """Returns the helpers: processes that a bot forked and that lead a session of their own."""
        return [pid for pid, _, parent, session in self.living() if pid == session
                and words_of(pid)[:1] == [arena.PYTHON.encode()] and words_of(pid) == words_of(parent)]

    def play(self, level, **options):
        """Starts the arena and waits until the helpers run."""
        path = self.tournament(FILE.format(level) + BOTS)
        process = self.start("run", path, "--require-sandbox", level, **options)
        def have_started():
            self.assertIsNone(process.poll(), "it ended too soon")
            return len(self.helpers()) >= HELPERS
        arena.wait_until(have_started, "the helpers run", step_s=0.1)
        return process

    def children(self, parents, program):
        return [pid for pid, name, parent, _ in self.living() if name == program and parent in parents]

    def kill_hosts(self, process):
        """Stops the arena, so that it does not clean up after its hosts, and kills all hosts. Returns how
        many there were."""
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

    def test_helpers_end_when_the_arena_is_killed(self):
        for level in arena.sandbox_levels():
            with self.subTest(level):
                self.check_kill(level)

    @unittest.skipUnless(os.geteuid() == 0, "without root the other test already runs as a user")
    def test_helpers_end_when_the_arena_of_a_user_is_killed(self):
        for level in arena.sandbox_levels():
            with self.subTest(level):
                self.check_kill(level, **self.as_nobody())

    def test_if_the_hosts_are_killed_too_the_kernel_ends_what_runs_in_bwrap(self):
        self.needs_bwrap()
        self.assertGreaterEqual(self.kill_all(self.play("bwrap")), 2)
        self.wait_for_orphans()

    # -- while a sandbox is started ---------------------------------------------

    def needs_bwrap(self):
        if "bwrap" not in arena.sandbox_levels():
            self.skipTest("the sandbox bwrap does not work here")

    def test_a_sandbox_leaves_nothing_if_its_host_is_killed_during_the_start(self):
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
        """Starts a host whose bubblewrap waits. Returns the host and two pipes: the one with bubblewrap's
        information, and the one for which it waits."""
        self.needs_bwrap()
        folder = os.path.join(self.home, "slow")
        for path, mode in ((self.home, 0o755), (folder, 0o755)):
            os.makedirs(path, exist_ok=True)
            os.chmod(path, mode)
        for name in ("told", "gate"):
            os.mkfifo(os.path.join(folder, name))
            os.chmod(os.path.join(folder, name), 0o666)
        arena.write(os.path.join(folder, "bwrap"), SLOW_BWRAP.format(folder), mode=0o755)
        pipes = [os.open(os.path.join(folder, name), os.O_RDWR | os.O_NONBLOCK) for name in ("told", "gate")]
        self.addCleanup(lambda: [os.close(pipe) for pipe in pipes])
        host = subprocess.Popen([arena.HOST, "--try", "bwrap"], stdout=subprocess.PIPE,
                                env=dict(os.environ, PATH=f"{folder}:/usr/bin:/bin"))
        self.addCleanup(host.stdout.close)
        self.addCleanup(host.wait)
        self.addCleanup(host.kill)
        while not children_of(host.pid):
            self.assertIsNone(host.poll(), "the host has started nothing")
        host.send_signal(signal.SIGSTOP)  # or its wait for the sandbox would time out
        return host, *pipes

    def check_it_goes(self, pid):
        """Checks that a process inside the sandbox ends, and everything else that runs there."""
        end = time.monotonic() + GONE_S
        while is_there := os.path.exists(f"/proc/{pid}"):
            if time.monotonic() > end:
                os.kill(pid, signal.SIGKILL)
                break
            time.sleep(0.01)
        self.assertFalse(is_there, "the process did not end")

    def test_no_program_starts_in_a_sandbox_whose_host_has_ended(self):
        host, told, gate = self.start_slowly()
        text = b""
        while not text.rstrip().endswith(b"}"):
            select.select([told], [], [])
            text += os.read(told, 4096)
        host.kill()
        host.wait()
        os.write(gate, b"x")
        self.check_it_goes(json.loads(text)["child-pid"])

    def test_bubblewrap_ends_if_its_host_is_killed_between_its_processes(self):
        """The host is killed after the inner process has started and before the outer one lets it continue."""
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
