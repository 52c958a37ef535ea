#!/usr/bin/python3
"""The scheduling policies of core, hosts and bots: normal with few tables, SCHED_BATCH with many."""
import os
import signal
import time
import unittest

import arena


def numbers(path):
    try:
        with open(path, encoding="utf-8") as file:
            return [int(n) for n in file.read().split()]
    except OSError:
        return []  # it has ended


def threads_of(pid):
    try:
        return [int(n) for n in os.listdir(f"/proc/{pid}/task")]
    except OSError:
        return []


def below(pid):
    """All descendants."""
    found = []
    for thread in threads_of(pid):
        for child in numbers(f"/proc/{pid}/task/{thread}/children"):
            found += [child] + below(child)
    return found


def policies(pids):
    found = set()
    for thread in (t for pid in pids for t in threads_of(pid)):
        try:
            found.add(os.sched_getscheduler(thread))
        except OSError:
            pass  # it has ended
    return found


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
        """Wait until `what()` is true."""
        deadline = time.monotonic() + arena.DEADLINE_S
        while not what():
            self.assertIsNone(run.poll(), "the run ended before")
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.05)

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


def ran_us(pid):
    ran = numbers(f"/proc/{pid}/schedstat")
    return ran[0] / 1000 if ran else 0


if __name__ == "__main__":
    unittest.main(verbosity=2)
