#!/usr/bin/python3
"""The reference policy in C takes the same action as the sample bot `careful` in Python.

The program of DOM_REFERENCE_ASKS plays rounds of every named variant and writes each ask, as a bot
gets it, with the choice of the policy.
"""

import importlib.util
import json
import os
import subprocess
import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ROUNDS = 6

sys.dont_write_bytecode = True  # the source tree stays as it is
sys.path[:0] = [str(ROOT / "protocol" / "sdk" / "python"), str(ROOT / "tests" / "oracle")]
from domino_arena import View  # noqa: E402
from variants import NAMED  # noqa: E402


def careful():
    spec = importlib.util.spec_from_file_location("careful", ROOT / "sample-bots" / "careful" / "bot.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.Careful()


def tuples(value):
    """The SDK gives bots tuples in place of lists."""
    return tuple(map(tuples, value)) if isinstance(value, list) else value


class ReferenceTest(unittest.TestCase):
    def test_it_plays_as_the_bot_in_every_variant(self):
        bot = careful()
        run = subprocess.run([os.environ["DOM_REFERENCE_ASKS"], str(ROUNDS)], capture_output=True, text=True, check=True)
        seen = {}
        for line in run.stdout.splitlines():
            ask, choice = line.split("\t")
            ask = {name: tuples(value) for name, value in json.loads(ask).items()}
            self.assertEqual(bot.choose(View(ask)), ask["legal"][int(choice)], line)
            seen[ask["variant"]] = seen.get(ask["variant"], 0) + 1
        self.assertEqual(set(seen), set(NAMED))
        self.assertGreater(min(seen.values()), 10, seen)


if __name__ == "__main__":
    unittest.main()
