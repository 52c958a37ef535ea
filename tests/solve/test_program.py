#!/usr/bin/env python3
"""domino-solve: test_program.py PROGRAM GREEDY, which is a bot over stdio."""
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import unittest

PROGRAM, GREEDY = sys.argv[1:3]
SMALL = "block-2 set_max=3 hand=2"
# Says hello and never answers. The number of its process is in a file by then.
SLEEPS = """sleep 1000000 & echo $! >{0}.new; mv {0}.new {0}; echo '{{"type": "hello", "protocol": 1}}'; wait"""


def solve(*arguments):
    return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, check=False)


def wait_for(happened):
    while not happened():
        time.sleep(0.02)


def has_ended(process):
    """True if there is no such process any more, or only what nobody has reaped."""
    try:
        return pathlib.Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[0] == "Z"
    except (FileNotFoundError, ProcessLookupError):
        return True


class Program(unittest.TestCase):

    def test_a_small_game_is_solved(self):
        done = solve("--json", SMALL, f"greedy=exec '{GREEDY}'", "mine=exec '" + GREEDY + "'")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        found = json.loads(done.stdout)
        self.assertEqual(found["schema"], 1)
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
        for arguments, message in (((), "name a game"), (("",), "name a game"), ((" ", "mine=cat"), "name a game"),
                                   (("--hand", "3"), "there is no option --hand"),
                                   (("--iterations",), "--iterations needs a number from 1 to 100000"),
                                   (("--iterations", "0", SMALL), "--iterations needs a number"),
                                   (("chess",), "there is no variant 'chess'"),
                                   (("block-3",), "players: 3 is not allowed; allowed: 2"),
                                   (("block-highest-double-2 set_max=3 hand=2",), "no_double=highest_tile makes one that has"),
                                   (("--nodes", "1000", SMALL), "the game has more than 1000 nodes; what helps is a smaller set or hand"),
                                   (("--limit", "0", SMALL), "--limit needs a number from 1 to 86400"),
                                   (("block-2 set_mx=3",), "there is no option 'set_mx' (did you mean set_max?)"),
                                   (("block-2", "set_max=3", "hand=2"),
                                    'set_max is a setting of the game; write "block-2 set_max=3 ..." as one argument'),
                                   ((SMALL, "mine=cat", "mine=cat"), "there is already a strategy mine"),
                                   ((SMALL, "random=cat"), "there is already a strategy random"),
                                   ((SMALL, "equilibrium=cat"), "there is already a strategy equilibrium"),
                                   ((SMALL, "mine= "), "mine: the command is empty; write mine=COMMAND"),
                                   ((SMALL, *(f"bot{i}=cat" for i in range(65))), "64 bots are the most"),
                                   ((SMALL, "greedy"), "a bot is NAME=COMMAND, and not greedy")):
            done = solve(*arguments)
            self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (2, "", 1), done.stderr)
            self.assertIn(message, done.stderr)
            self.assertTrue(done.stderr.startswith("domino-solve: "))

    def test_a_bot_that_fails_is_named_and_the_others_are_measured(self):
        done = solve(SMALL, "--iterations", "5", "broken=exit 3", f"greedy=exec '{GREEDY}'")
        self.assertEqual(done.returncode, 1)
        self.assertIn("| greedy |", done.stdout)
        self.assertIn("domino-solve: broken: the bot ended early\n", done.stderr)

    def test_a_bot_without_an_answer_fails_and_is_killed(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, "process")
            done = solve(SMALL, "--iterations", "5", "--limit", "1", f"mine={SLEEPS.format(file)}")
            self.assertEqual((done.returncode, done.stderr),
                             (1, "domino-solve: mine: no answer within 1 s; --limit allows more\n"))
            process = file.read_text(encoding="ascii").strip()
            wait_for(lambda: has_ended(process))

    @unittest.skipUnless(os.environ.get("DOM_NIGHTLY"), "nightly: waits for the limit of 10 s")
    def test_a_bot_without_a_hello_fails(self):
        done = solve(SMALL, "--iterations", "5", "mine=sleep 1000000")
        self.assertEqual((done.returncode, done.stderr),
                         (1, "domino-solve: mine: no hello within 10 s; a bot must speak the protocol over stdio\n"))

    def test_an_interrupt_kills_the_bots(self):
        for number in (signal.SIGTERM, signal.SIGINT):
            with self.subTest(number), tempfile.TemporaryDirectory() as folder:
                file = pathlib.Path(folder, "process")
                with subprocess.Popen([PROGRAM, SMALL, "--iterations", "1", f"mine={SLEEPS.format(file)}"],
                                      stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                                      preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)) as solver:
                    wait_for(file.exists)
                    process = file.read_text(encoding="ascii").strip()
                    solver.send_signal(number)
                    self.assertEqual(solver.communicate()[1], f"domino-solve: interrupted by {number.name}\n")
                self.assertEqual(solver.returncode, 128 + number)
                wait_for(lambda: has_ended(process))  # pylint: disable=cell-var-from-loop

    def test_help_man_page_and_version(self):
        usage = solve("--help").stdout
        self.assertTrue(usage.startswith("usage: domino-solve"))
        page = solve("--man").stdout.replace("\\-", "-").splitlines()
        for line in usage.splitlines()[1:]:
            self.assertIn(line, [text.removeprefix(".SH ") for text in page])
        self.assertRegex(solve("--version").stdout, r"^domino-solve \d+\.\d+")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
