#!/usr/bin/python3
"""What is installed for participants checks a tournament: test_verifier.py BUILD"""
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

BUILD = sys.argv[1]
VECTORS = Path(__file__).resolve().parents[2] / "protocol" / "vectors"


class Verifier(unittest.TestCase):

    def test_the_installed_program_accepts_the_recorded_tournament_and_says_how_it_is_used(self):
        with tempfile.TemporaryDirectory() as prefix:
            subprocess.run(["cmake", "--install", BUILD, "--prefix", prefix], check=True, stdout=subprocess.DEVNULL)
            program = Path(prefix, "share", "domino-arena", "verify_tournament.py")
            files = VECTORS / "tournament.jsonl", VECTORS / "tournament.json"
            self.assertEqual(subprocess.run([program, *files], check=False).returncode, 0)
            alone = subprocess.run([program], capture_output=True, text=True, check=False)
            self.assertEqual((alone.returncode, alone.stderr.splitlines()[0]), (1, "Usage: verify_tournament.py EXPORT TOLD"))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
