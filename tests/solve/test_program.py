#!/usr/bin/env python3
"""domino-solve: test_program.py PROGRAM GREEDY, which is a bot over stdio."""
import json
import subprocess
import sys
import unittest

PROGRAM, GREEDY = sys.argv[1:3]
SMALL = "block-2 set_max=3 hand=2"


def solve(*arguments):
    return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, check=False)


class Program(unittest.TestCase):

    def test_a_small_game_is_solved(self):
        done = solve("--json", SMALL, f"greedy=exec '{GREEDY}'", "mine=exec '" + GREEDY + "'")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        found = json.loads(done.stdout)
        self.assertEqual(found["deals"], 2 * 45 * 28)  # each seat may lead
        rows = {row["strategy"]: row for row in found["strategies"]}
        self.assertEqual(list(rows), ["equilibrium", "random", "greedy", "mine"])
        self.assertLess(rows["equilibrium"]["share"], 0.001)
        self.assertGreater(rows["random"]["exploitability"], rows["equilibrium"]["exploitability"])
        self.assertEqual(rows["mine"]["exploitability"], rows["greedy"]["exploitability"])

    def test_a_table_is_printed_without_json(self):
        done = solve("--iterations", "5", SMALL)
        self.assertEqual(done.returncode, 0)
        self.assertRegex(done.stdout, r"2520 deals, \d+ information sets, \d+ nodes\.\n\n\| strategy \|.*\n.*\n\| equilibrium \|")
        self.assertIn("\n| random |", done.stdout)

    def test_wrong_arguments_are_refused_in_one_line(self):
        for arguments, message in (((), "name a game"),
                                   (("--hand", "3"), "there is no option --hand"),
                                   (("--iterations",), "--iterations needs a number from 1 to 100000"),
                                   (("--iterations", "0", SMALL), "--iterations needs a number"),
                                   (("chess",), "there is no variant 'chess'"),
                                   (("block-3",), "players: 3 is not allowed; allowed: 2"),
                                   (("block-highest-double-2 set_max=3 hand=2",), "no_double=highest_tile makes one that has"),
                                   (("--nodes", "1000", SMALL), "the game has more than 1000 nodes"),
                                   ((SMALL, "greedy"), "a bot is NAME=COMMAND, and not greedy")):
            done = solve(*arguments)
            self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (2, "", 1), done.stderr)
            self.assertIn(message, done.stderr)
            self.assertTrue(done.stderr.startswith("domino-solve: "))

    def test_a_bot_that_fails_is_named_and_the_others_are_measured(self):
        done = solve(SMALL, "--iterations", "5", "broken=exit 3", f"greedy=exec '{GREEDY}'")
        self.assertEqual(done.returncode, 1)
        self.assertIn("| greedy |", done.stdout)
        self.assertIn("domino-solve: exit 3: the bot ended early\n", done.stderr)

    def test_help_and_version(self):
        self.assertIn("usage: domino-solve", solve("--help").stdout)
        self.assertRegex(solve("--version").stdout, r"^domino-solve \d+\.\d+")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
