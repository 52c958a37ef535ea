#!/usr/bin/python3
"""soak.py calls by its name what leaks, and nothing else: made-up looks at an arena."""
import dataclasses
import unittest

import soak
from watch import Look, Use

LOOKS = 80
OUTCOME = soak.Outcome(level="none", status=0, verify=0, wanted=8000, matches=8000, starts=20, seconds=80,
                       faults={"crash": 3}, charged={}, left={"processes": 0, "run_entries": 0})


def look(i):
    """Two honest hosts and, every other time, another hostile one."""
    hosts = {pid: Use(11000, 12000, 5000, 6000, 17) for pid in (10, 11)}
    hostile = {10: False, 11: False}
    if i % 2:
        hosts[100 + i] = Use(7000, 8000, 2000, 3000, 17)
        hostile[100 + i] = True
    core = Use(23000 + i, 24000, 15000 + i, 17000, 9 + len(hosts))
    return Look(100 * (i + 1), core, hosts, hostile, set(), 2 + len(hosts), 9)


def broken(change, outcome=OUTCOME):
    looks = [look(i) for i in range(LOOKS)]
    for i, at in enumerate(looks):
        change(i, at)
    return [name for name, (is_kept, _) in soak.judge(looks, outcome).items() if not is_kept]


def nothing(i, at):
    pass


class Judge(unittest.TestCase):

    def check(self, change, *names):
        self.assertEqual(broken(change), list(names))

    def test_nothing(self):
        self.check(nothing)

    def test_core_grows(self):
        def change(i, at):
            at.core.own_kb += 50 * i
        self.check(change, "core grows by less than 5 %")

    def test_what_the_warm_up_takes_is_no_growth(self):
        def change(i, at):
            at.core.own_kb += 100 * min(i, LOOKS // 2)
        self.check(change)

    def test_one_host_grows(self):
        def change(i, at):
            at.hosts[11].own_kb += 25 * i
        self.check(change, "no honest host does by 5 %")

    def test_a_table_more_than_ever_before_is_no_growth(self):
        def change(i, at):
            at.hosts[11].own_kb = 1600 + 200 * (i > 3 * LOOKS // 4)
        self.check(change)

    def test_pages_of_files_are_no_growth(self):
        def change(i, at):
            at.hosts[11].rss_kb += 50 * i
            at.core.rss_kb += 100 * i
        self.check(change)

    def test_peaks(self):
        def change(i, at):
            at.core.peak_kb = 65537 if i == 7 else 1
        self.check(change, "core at most 64 MB")

        def of_host(i, at):
            if i == 7:
                at.hosts[107].peak_kb = 65537
        self.check(of_host, "a host at most 64 MB")

    def test_descriptors(self):
        def change(i, at):
            at.core.descriptors += i // 20
        self.check(change, "no more descriptors")

        def of_host(i, at):
            at.hosts[10].descriptors += i // 20
        self.check(of_host, "nor has one more descriptors")

    def test_closed_to_who_looks(self):
        def change(i, at):
            for use in (at.core, *at.hosts.values()):
                use.descriptors = use.share_kb = None
        self.check(change)

    def test_children(self):
        def comes_and_goes(i, at):
            at.strays.add(i)
        self.check(comes_and_goes)

        def stays(i, at):
            if i in (40, 41):
                at.strays.add(5)
        self.check(stays, "no lasting child but hosts")

    def test_files(self):
        def change(i, at):
            at.run_entries += i // 10
        self.check(change, "no more run entries")

        def at_home(i, at):
            at.home_entries += i // 10
        self.check(at_home, "no more home entries")

    def test_outcome(self):
        for name, fields in (("the arena ended well", {"status": 3}), ("verify passes", {"verify": 1}),
                             ("every match was played", {"matches": 7999}),
                             ("nobody honest was charged", {"charged": {"greedy": 1}}),
                             ("the hostile bot was", {"faults": {}}),
                             ("nothing is left", {"left": {"processes": 1, "run_entries": 0}})):
            self.assertEqual(broken(nothing, dataclasses.replace(OUTCOME, **fields)), [name])


if __name__ == "__main__":
    unittest.main(verbosity=2)
