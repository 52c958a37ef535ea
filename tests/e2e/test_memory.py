#!/usr/bin/python3
"""The core's memory does not depend on how long a tournament is: matches are counted, not time."""
import json
import unittest

import arena

# Until then SQLite fills its cache of 2 MB; a match takes a few hundred bytes of the database.
WARM = 20000
MATCHES = 60000


def peak_kb(pid):
    with open(f"/proc/{pid}/status", encoding="utf-8") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("VmHWM:"))


class Memory(arena.ArenaTest):

    @arena.nightly
    def test_a_longer_tournament_takes_no_more_memory(self):
        path = self.tournament(
            "name: long\nvariants: {short: {base: block-2, target: 0, rounds: 1}}\n"
            f"sets: {MATCHES // 2}\nbots: [random, greedy]\n")
        run = self.start("run", path, "--json")
        seen, matches = {}, 0
        for line in run.stdout:
            matches += json.loads(line)["event"] == "match"
            if matches in (WARM, MATCHES) and matches not in seen:
                seen[matches] = peak_kb(run.pid)
        self.finish(run)
        self.assertEqual(set(seen), {WARM, MATCHES})
        self.assertLessEqual(seen[MATCHES], seen[WARM] * 1.05, seen)


if __name__ == "__main__":
    unittest.main(verbosity=2)
