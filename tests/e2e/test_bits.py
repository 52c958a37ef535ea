"""One bit of a finished tournament is another one, and verify says so.

A bit or more of every value of every table but ids, which only number rows in a file; in the nightly
run one of each byte, with DOM_ALL_BITS in the environment every bit.
"""
import os
import shutil
import sqlite3
import subprocess

import arena

TOURNAMENT = f"""name: whole
seed: 3
variants: {{short: {{base: block-2, rounds: 1, target: 0}}}}
bots:
  - random
{arena.hostile('illegal', 3)}sets: 1
"""

STEP = 1 if os.environ.get("DOM_ALL_BITS") else arena.in_nightly(9, 101)
TRIED_MIN = arena.in_nightly(20, 4)  # of a table


def bits_of(value):
    return 64 if isinstance(value, int) else 8 * len(value)


def flipped(value, bit):
    if isinstance(value, int):
        number = (value % 2**64) ^ 1 << bit
        return number - 2**64 if number >= 2**63 else number
    changed = bytearray(value)
    changed[bit // 8] ^= 1 << bit % 8
    return bytes(changed)


class Bits(arena.ArenaTest):

    def setUp(self):
        super().setUp()
        self.arena("run", self.tournament(TOURNAMENT))
        self.whole = os.path.join(self.home, "whole.db")
        self.db = os.path.join(self.home, "arena.db")
        db = sqlite3.connect(self.db)
        db.execute("PRAGMA journal_mode = DELETE")  # one file, so that a copy is all of it
        db.close()
        shutil.copyfile(self.db, self.whole)

    def values(self, table):
        """(column, type, row, value) of every value that is there; texts as bytes."""
        db = sqlite3.connect(self.whole)
        db.text_factory = bytes
        columns = db.execute(f"SELECT name, type FROM pragma_table_info('{table}')").fetchall()
        names = [name.decode() for name, _ in columns]
        for number, row in enumerate(db.execute(f"SELECT * FROM {table}").fetchall()):
            for (name, kind), value in zip(columns, row):
                if value is not None and name != b"id":
                    yield name.decode(), kind.decode(), number, dict(zip(names, row)), value
        db.close()

    def write(self, table, column, kind, row, value):
        """False where the file cannot hold it: two rows with one key."""
        shutil.copyfile(self.whole, self.db)
        db = sqlite3.connect(self.db, isolation_level=None)
        db.execute("PRAGMA synchronous = OFF")
        db.execute("PRAGMA ignore_check_constraints = ON")
        db.execute("PRAGMA journal_mode = MEMORY")
        where = " AND ".join(f"CAST({name} AS BLOB) IS CAST(? AS BLOB)" for name in row)
        try:
            done = db.execute(f"UPDATE {table} SET {column} = CAST(? AS {kind}) WHERE {where}",
                              [value, *row.values()])
            self.assertEqual(done.rowcount, 1)
        except sqlite3.IntegrityError:
            return False
        finally:
            db.close()
        return True

    def verify(self):
        return subprocess.run([arena.PROGRAM, "verify", "--jobs", "3", "--home", self.home], capture_output=True,
                              text=True, errors="replace", check=False)

    def check(self, table):
        """Turn every bit, of long texts one of each byte, and let verify look."""
        overlooked, tried = [], 0
        for place, (column, kind, number, row, value) in enumerate(self.values(table)):
            bits = bits_of(value)
            for bit in range(place % max(1, min(STEP, bits)), bits, STEP):
                if not self.write(table, column, kind, row, flipped(value, bit)):
                    continue
                tried += 1
                where = f"{table}.{column}, row {number}, bit {bit}"
                done = self.verify()
                said = f"{where}: {done.stdout}{done.stderr}"
                self.assertIn(done.returncode, (0, 1, 3), said)
                if done.returncode == 3:
                    self.assertRegex(done.stderr, r"\A[^\n]+\n\Z", said)
                if done.returncode == 1:
                    self.assertNotIn(", 0 differences", done.stdout, said)
                if done.returncode == 0:
                    overlooked.append(where)
        self.assertGreater(tried, TRIED_MIN)
        self.assertEqual(overlooked, [])

    def test_of_a_match_is_found(self):
        self.check("match")
        self.check("decisions")

    def test_of_a_seat_is_found(self):
        self.check("seat")

    def test_of_a_tournament_is_found(self):
        for table in ("tournament", "stage", "entrant", "tournament_variant"):
            self.check(table)

    def test_of_a_bot_or_its_process_or_fault_is_found(self):
        for table in ("bot", "process", "fault"):
            self.check(table)


if __name__ == "__main__":
    arena.main()
