#!/usr/bin/python3
"""The scheduling policies of core, hosts and bots: normal with few tables, SCHED_BATCH with many; and their CPUs."""
import os
import shutil
import signal
import unittest

import arena


def numbers(path):
    try:
        return [int(n) for n in arena.read(path).split()]
    except OSError:
        return []  # it has ended


def threads_of(pid):
    try:
        return [int(n) for n in os.listdir(f"/proc/{pid}/task")]
    except OSError:
        return []


def children(pid):
    return [child for thread in threads_of(pid) for child in numbers(f"/proc/{pid}/task/{thread}/children")]


def below(pid):
    """All descendants."""
    return [pid for child in children(pid) for pid in [child] + below(child)]


def policies(pids):
    found = set()
    for thread in (t for pid in pids for t in threads_of(pid)):
        try:
            found.add(os.sched_getscheduler(thread))
        except OSError:
            pass  # it has ended
    return found


def cpus_of(pids):
    """The sets of CPUs on which a thread may run."""
    found = set()
    for thread in (t for pid in pids for t in threads_of(pid)):
        try:
            found.add(frozenset(os.sched_getaffinity(thread)))
        except OSError:
            pass  # it has ended
    return found


SLOW_BOT = """import time
from domino_arena import run
def choose(view):
    time.sleep(0.005)
    return 0
run(choose)
"""


class Turns(arena.ArenaTest):

    def begin(self, **keys):
        path = self.tournament("name: long\nvariants: [block-2]\nsets: 1000000\n"
                               "bots: [random, greedy]\n"
                               + "".join(f"{key}: {value}\n" for key, value in keys.items()))
        return self.start("run", path)

    def end(self, run):
        run.send_signal(signal.SIGINT)
        run.communicate(timeout=arena.DEADLINE_S)

    def see(self, what, run):
        """Wait until `what()` is true while the run lasts."""
        def is_seen():
            self.assertIsNone(run.poll(), "the run ended before")
            return what()
        arena.wait_until(is_seen, "what the test waits for is seen")

    def test_with_many_tables_all_processes_have_sched_batch(self):
        run = self.begin()
        self.see(lambda: len(below(run.pid)) >= 8 and  # a host and a bot for each seat
                 policies([run.pid] + below(run.pid)) == {os.SCHED_BATCH}, run)
        self.end(run)

    def test_with_one_table_no_process_has_sched_batch(self):
        run = self.begin(concurrency=1)
        seen = set()

        def has_looked():
            """All processes exist, and a host has had time for more than one reading of its bot."""
            all_below = below(run.pid)
            seen.update(policies([run.pid] + all_below))
            return len(all_below) >= 8 and ran_us(all_below[0]) > 200000
        self.see(has_looked, run)
        self.assertEqual(seen, {os.SCHED_OTHER})
        self.end(run)


    def test_hosts_take_turns_on_the_cpus_and_fast_bots_run_on_all(self):
        cpus = sorted(os.sched_getaffinity(0))[:2]
        path = self.tournament("name: long\nvariants: [block-2]\nsets: 1000000\nbots: [random, greedy]\n")
        run = self.start("run", path, preexec_fn=lambda: os.sched_setaffinity(0, cpus))

        def are_spread():
            hosts = children(run.pid)
            bots = [pid for host in hosts for pid in below(host)]
            return (len(hosts) >= 4 and cpus_of(hosts) == {frozenset([cpu]) for cpu in cpus}
                    and cpus_of(bots) == {frozenset(cpus)})
        self.see(are_spread, run)
        self.end(run)

    def test_while_bots_think_each_table_has_a_cpu(self):
        cpus = sorted(os.sched_getaffinity(0))[:2]
        folder = os.path.join(self.home, "slow")
        os.mkdir(folder)
        shutil.copy(os.path.join(arena.BUILD, "share", "domino-arena", "bots", "random-python", "domino_arena.py"), folder)
        for name, text in (("bot.py", SLOW_BOT), ("bot.yaml", f"name: slow\nrun: [{arena.PYTHON}, bot.py]\ntransport: stdio\n")):
            arena.write(os.path.join(folder, name), text)
        path = self.tournament("name: t\nvariants: [block-2]\nsets: 1000000\nbots: [./slow, ./slow#2]\n")
        run = self.start("run", path, preexec_fn=lambda: os.sched_setaffinity(0, cpus))
        self.see(lambda: cpus_of(below(run.pid)) >= {frozenset([cpu]) for cpu in cpus}, run)
        self.end(run)


def ran_us(pid):
    ran = numbers(f"/proc/{pid}/schedstat")
    return ran[0] / 1000 if ran else 0


if __name__ == "__main__":
    unittest.main(verbosity=2)
