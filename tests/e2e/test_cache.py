"""The standings cache beside the database: lists are the same with it, without it and with a damaged one."""
import contextlib
import hashlib
import json
import os
import shutil
import sqlite3
import subprocess
import tempfile

import arena

MAKE_MATCHES = os.path.join(arena.BUILD, "tests", "bench", "make_matches")
TOURNAMENT = """name: real
seed: 5
variants: [block-2]
bots: [random, greedy]
sets: {sets}
"""


class StandingsCache(arena.ArenaTest):

    @classmethod
    def setUpClass(cls):
        folder = cls.enterClassContext(tempfile.TemporaryDirectory())
        cls.made = os.path.join(folder, "arena.db")
        cls.make(cls.made, 24000)

    @staticmethod
    def make(path, matches):
        subprocess.run([MAKE_MATCHES, path, str(matches), "4"], check=True)

    def setUp(self):
        super().setUp()
        self.db = os.path.join(self.home, "arena.db")
        self.cache = self.db + "-cache"
        shutil.copy(self.made, self.db)

    def lists(self):
        return self.arena("leaderboard", "--json")[0]

    def lists_of_the_facts(self):
        """Return the lists as they are without a cache."""
        kept = self.read()
        if kept is not None:
            os.remove(self.cache)
        try:
            return self.lists()
        finally:
            if kept is not None:
                self.write(kept)

    def read(self):
        if not os.path.exists(self.cache):
            return None
        return arena.read_bytes(self.cache)

    def write(self, data):
        with open(self.cache, "wb") as file:
            file.write(data)

    def test_a_bot_that_is_disqualified_leaves_the_lists(self):
        before = json.loads(self.lists())["lists"][0]["bots"]
        self.assertIsNotNone(self.read())
        with contextlib.closing(sqlite3.connect(self.db)) as db:
            tournament, = db.execute("SELECT name FROM tournament").fetchone()
        self.arena("entry", tournament, before[1]["name"], "--disqualify", "two accounts")
        after = self.lists()
        self.assertEqual(after, self.lists_of_the_facts())
        self.assertEqual({bot["name"] for bot in json.loads(after)["lists"][0]["bots"]},
                         {bot["name"] for bot in before} - {before[1]["name"]})

    def test_lists_are_the_same_with_and_without(self):
        first = self.lists()
        kept = self.read()
        self.assertIsNotNone(kept)
        self.assertEqual(self.lists(), first)
        self.assertEqual(self.read(), kept)
        self.assertEqual(self.arena("leaderboard", "--json", "--tournament", "made")[0], first)
        self.assertEqual(os.stat(self.cache).st_mode & 0o777, 0o600)
        for command in (["crosstable", "--csv"], ["leaderboard", "--history", "--csv"],
                        ["leaderboard", "--live"], ["leaderboard", "--bot", "bot-00", "--json"]):
            self.assertEqual(self.arena(*command)[0], self.arena(*command, "--tournament", "made")[0])

    def test_the_cache_is_read(self):
        """Otherwise the other tests would prove nothing. A forged cache shows its forged numbers."""
        first = self.lists()
        self.forge()
        self.assertTrue(self.lists() != first)

    def forge(self):
        """Write a wrong number with a correct checksum."""
        body = bytearray(self.read()[:-32])
        at = body.index(b"bot-07") + 6 + 1 + 64  # skip the name, the length of the version and the version
        self.assertEqual(body[at - 64:at].strip(b"0"), b"8")
        body[at + 7] ^= 1  # a leading digit of the live Elo
        self.write(bytes(body) + hashlib.blake2b(body, digest_size=32).digest())

    def test_a_damaged_cache_is_not_read_and_is_replaced(self):
        first = self.lists()
        kept = self.read()
        broken = [kept[:at] + bytes([kept[at] ^ 0x10]) + kept[at + 1:]
                  for at in range(0, len(kept), len(kept) // arena.in_nightly(12, 3))]
        for data in broken + [b"", kept[:32], kept[:-1], kept[:len(kept) // 2], kept + b"x"]:
            self.write(data)
            self.assertEqual(self.lists(), first)
            self.assertEqual(self.read(), kept)

    def test_a_cache_of_another_version_or_a_truncated_one_is_not_read(self):
        first = self.lists()
        body = self.read()[:-32]
        for changed in (b"X" + body[1:], body[:-1], body[:len(body) // 2], body + b"\0", body[:40]):
            self.write(changed + hashlib.blake2b(changed, digest_size=32).digest())
            self.assertEqual(self.lists(), first)

    def test_the_cache_of_another_database_is_not_read(self):
        self.lists()
        other = os.path.join(self.home, "other.db")
        for matches in (22000, 26000):
            self.make(other, matches)
            expected = self.arena("leaderboard", "--json", "--db", other)[0]
            kept = self.read()
            for end in ("", "-wal", "-shm"):
                if os.path.exists(self.db + end):
                    os.remove(self.db + end)
                if os.path.exists(other + end):
                    shutil.move(other + end, self.db + end)
            os.remove(other + "-cache")
            self.write(kept)
            self.assertEqual(self.lists(), expected)

    def test_a_cache_that_cannot_be_written_causes_no_message(self):
        os.mkdir(self.cache)
        out, err = self.arena("leaderboard", "--json")
        self.assertEqual(err, "")
        shutil.rmtree(self.cache)
        self.assertEqual(self.lists(), out)
        self.assertEqual([name for name in os.listdir(self.home) if "-cache." in name], [])

    def test_a_cache_that_others_may_write_is_not_read(self):
        first = self.lists()
        self.forge()
        os.chmod(self.cache, 0o622)
        self.assertEqual(self.lists(), first)

    def test_lists_continue_from_the_cache_while_tournaments_continue(self):
        self.lists()
        made = self.read()
        path = self.tournament(TOURNAMENT.format(sets=3))
        self.arena("run", path)  # other bots: the old cache cannot be used
        self.assertEqual(self.lists(), self.lists_of_the_facts())
        kept = self.read()
        self.assertTrue(kept != made)
        self.tournament(TOURNAMENT.format(sets=6))
        self.arena("run", path)  # the same bots: it can
        self.forge()
        self.assertTrue(self.lists() != self.lists_of_the_facts())
        self.write(kept)
        self.assertEqual(self.lists(), self.lists_of_the_facts())
        self.assertEqual(self.read(), kept, "a few new matches do not cause a new cache")

    def take_out(self, match):
        """Remove a match. Return the rows with which put_back adds it, as if it had been played later."""
        db = sqlite3.connect(self.db)
        rows = {table: db.execute(f"SELECT * FROM {table} WHERE match = {match}").fetchall()
                for table in ("seat", "decisions", "match")}
        for table in rows:
            db.execute(f"DELETE FROM {table} WHERE match = {match}")
        db.commit()
        db.close()
        return rows

    def put_back(self, rows):
        db = sqlite3.connect(self.db)
        for table, found in rows.items():
            for row in found:
                values = (None, *row[1:]) if table == "decisions" else row
                db.execute(f"INSERT INTO {table} VALUES ({','.join('?' * len(row))})", values)
        db.commit()
        db.close()

    def test_a_match_that_comes_later_is_counted(self):
        whole = self.lists()
        os.remove(self.cache)
        for match in (21001, 22002):
            rows = self.take_out(match)
            holed = self.lists()
            self.assertIsNotNone(self.read())
            self.assertEqual(self.lists(), holed)
            self.assertTrue(holed != whole)
            self.put_back(rows)
            self.assertEqual(self.lists(), whole)

    def test_a_match_that_comes_later_to_an_older_tournament_is_counted(self):
        rows = self.take_out(11001)
        self.arena("run", self.tournament(TOURNAMENT.format(sets=2)))
        self.lists()
        kept = self.read()
        self.put_back(rows)
        self.assertEqual(self.lists(), self.lists_of_the_facts())
        self.assertTrue(self.read() != kept)

    def test_verify_compares_it(self):
        self.arena("run", self.tournament(TOURNAMENT.format(sets=2)))
        self.lists()
        self.assertIn("0 differences", self.arena("verify", "real")[0])
        self.forge()
        self.assertIn("the standings cache differs from the matches", self.arena("verify", "real", status=1)[0])
        os.remove(self.cache)
        self.arena("verify", "real")


if __name__ == "__main__":
    arena.main()
