#!/usr/bin/python3
"""The small tournament among the golden vectors, verified without the arena."""

import hashlib
import json
import subprocess
import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
VECTORS = ROOT / "protocol" / "vectors"
EXPECTED = json.loads((VECTORS / "tournament.json").read_text())
RECORDS = [json.loads(line) for line in (VECTORS / "tournament.jsonl").read_text().splitlines()]


class Tournament(unittest.TestCase):

    def test_secret_and_set_keys_are_as_specified(self):
        secret = hashlib.blake2b(b"\x04seed" + EXPECTED["seed"].to_bytes(8, "little"),
                                 digest_size=32).digest()
        self.assertEqual(secret.hex(), EXPECTED["stages"][0]["secret"])
        for number, expected in enumerate(EXPECTED["set_keys"], 1):
            key = hashlib.blake2b(b"\x03set\x06spring" + number.to_bytes(4, "little"), key=secret,
                                  digest_size=32)
            self.assertEqual(key.hexdigest(), expected)

    def test_every_record_reveals_the_key_of_its_set(self):
        for record in RECORDS:
            self.assertEqual(record["deal_key"], EXPECTED["set_keys"][record["set"] - 1])

    def test_it_has_rare_cases(self):
        """Without these cases, a wrong reading of them would not be noticed."""
        rounds = [played for record in RECORDS for played in record["rounds"]]
        faults = [fault["tolerated"] for record in RECORDS for fault in record["faults"]]
        self.assertTrue(any(played["deal"]["redeals"] for played in rounds))
        self.assertTrue(any(played["deal"]["start"] for played in rounds))
        self.assertTrue(any(played["lots"] for played in rounds))
        self.assertEqual({record["end"] for record in RECORDS}, {"normal", "crash"})
        self.assertEqual(set(faults), {True, False})

    def test_commitment_deals_and_hash_are_as_specified(self):
        verifier = ROOT / "scripts" / "verify_tournament.py"
        subprocess.run([sys.executable, verifier, VECTORS / "tournament.jsonl",
                        VECTORS / "tournament.json"], check=True)


if __name__ == "__main__":
    unittest.main()
