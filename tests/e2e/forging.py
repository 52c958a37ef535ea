"""Databases that somebody has forged: facts changed and every checksum right again, and rows in an order that no SQL can make.

    with forging.forged(path) as db:
        db.execute("UPDATE seat SET score = 7 WHERE match = 1")
    forging.renumber(path, {60: 15, 61: 16})
"""
import contextlib
import hashlib
import sqlite3

# A kind of row with a checksum: its table, its key, and the rows that are hashed, as arena/store/schema.sql, schema_2.sql and schema_3.sql
# describe them.
SEALS = (
    ("match", ("tournament", "match"), (
        "SELECT tournament, match, set_number, rotation, variant, attempt, ended, fault_seat, rounds, started_ms, duration_ms, "
        "sandbox FROM match WHERE (tournament, match) = (?1, ?2)",
        "SELECT seat, bot, place, score, time_us, process FROM seat WHERE (tournament, match) = (?1, ?2) ORDER BY seat")),
    ("decisions", ("id",), ("SELECT tournament, match, decisions FROM decisions WHERE id = ?1",)),
    ("process", ("id",), (
        "SELECT tournament, bot, seat, instance, started_ms, language, version, ended, log FROM process WHERE id = ?1",)),
    ("fault", ("id",), (
        "SELECT tournament, match, seat, bot, process, code, tolerated, when_ms, choice, text, answer FROM fault WHERE id = ?1",)),
    ("info", ("id",), ("SELECT tournament, match, seat, dropped, reason, infos FROM info WHERE id = ?1",)),
    ("tournament", ("id",), (
        "SELECT is_reproducible, name, config FROM tournament WHERE id = ?1",
        "SELECT number, name, version FROM entrant JOIN bot ON bot.id = bot WHERE tournament = ?1 ORDER BY number",
        "SELECT number, name, base, options FROM tournament_variant WHERE tournament = ?1 ORDER BY number",
        "SELECT number, first_set, bots, old_bots, sets, rounds, created_ms, finished_ms, secret, commitment FROM stage "
        "WHERE tournament = ?1 ORDER BY number",
        "SELECT number, stage, entry, bot, state, when_ms, reason FROM entry_change WHERE tournament = ?1 ORDER BY number",
        "SELECT stage, first_set, last_set FROM moved_sets WHERE tournament = ?1 ORDER BY stage, first_set")),
)


def digest(values):
    hashed = hashlib.blake2b(digest_size=32)
    for value in values:
        if isinstance(value, (int, type(None))):
            hashed.update(((value or 0) & (1 << 64) - 1).to_bytes(8, "little"))
        else:
            value = value.encode() if isinstance(value, str) else value
            hashed.update(len(value).to_bytes(8, "little") + value)
    return hashed.digest()


def checksum(values):
    return digest(values)[:8]


def seal(db):
    """Makes every checksum right."""
    for table, key, parts in SEALS:
        where = " AND ".join(f"{column} = ?{i}" for i, column in enumerate(key, 2))
        for row in db.execute(f"SELECT {', '.join(key)} FROM {table}").fetchall():
            values = [value for sql in parts for found in db.execute(sql, row[:sql.count("?")]) for value in found]
            db.execute(f"UPDATE {table} SET checksum = ?1 WHERE {where}", (checksum(values), *row))


@contextlib.contextmanager
def forged(path):
    """The database, in which the block may change anything; afterwards all its checksums are right, and it is one file."""
    db = sqlite3.connect(path)
    for pragma in ("journal_mode = delete", "foreign_keys = 0", "ignore_check_constraints = 1"):
        db.execute("PRAGMA " + pragma)
    yield db
    seal(db)
    db.commit()
    db.close()


# -- The order of rows -----------------------------------------------------------------------------
# SQLite trusts the trees in which it keeps rows to be in order. So a program that changes the numbers in them makes it return rows
# in any order, and one row several times.


class Pages:
    """The cells of the index trees of a file: https://www.sqlite.org/fileformat2.html, 1.6 and 2.1."""

    def __init__(self, path):
        with open(path, "rb") as file:
            self.bytes = bytearray(file.read())
        self.size = int.from_bytes(self.bytes[16:18], "big")

    def number(self, at, size):
        return int.from_bytes(self.bytes[at:at + size], "big")

    def varint(self, at):
        """The value and the place behind it."""
        value = 0
        while True:
            byte = self.bytes[at]
            value, at = value << 7 | byte & 127, at + 1
            if byte < 128:
                return value, at

    def cells(self, page):
        """Where the records of this tree begin."""
        begin = (page - 1) * self.size
        kind, count = self.bytes[begin], self.number(begin + 3, 2)
        assert kind in (2, 10), "an index page"
        for i in range(count):
            at = begin + self.number(begin + (12 if kind == 2 else 8) + 2 * i, 2)
            if kind == 2:
                yield from self.cells(self.number(at, 4))
                at += 4
            yield self.varint(at)[1]
        if kind == 2:
            yield from self.cells(self.number(begin + 8, 4))

    def integers(self, record):
        """Where the first two columns of a record are, with their sizes; 0 for a constant."""
        header, at = self.varint(record)
        kinds = []
        for _ in range(2):
            kind, at = self.varint(at)
            kinds.append(kind)
        sizes = [{1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}.get(kind, 0) for kind in kinds]
        return [(record + header, sizes[0]), (record + header + sizes[0], sizes[1])]


def renumber(path, numbers):
    """Changes the numbers of matches in the trees of `match`, `seat` and `decisions`, but not their places in them. Both the
    old and the new number must be from 2 to 127. Checksums stay those of the old numbers; copy_match makes such rows."""
    db = sqlite3.connect(path)
    roots = [row[0] for row in db.execute(
        "SELECT rootpage FROM sqlite_schema WHERE name IN ('match', 'seat', 'sqlite_autoindex_decisions_1')")]
    db.close()
    pages = Pages(path)
    for root in roots:
        for record in list(pages.cells(root)):
            at, size = pages.integers(record)[1]
            if size == 1:
                pages.bytes[at] = numbers.get(pages.bytes[at], pages.bytes[at])
    with open(path, "wb") as file:
        file.write(pages.bytes)


def copy_match(db, number, copy):
    """Stores match `number` once more as `copy`, with the checksums of `number`, for renumber."""
    for table in ("match", "seat", "decisions"):
        columns = [row[1] for row in db.execute(f"PRAGMA table_info({table})") if row[1] != "id"]
        values = ", ".join(str(copy) if column == "match" else column for column in columns)
        db.execute(f"INSERT INTO {table} ({', '.join(columns)}) SELECT {values} FROM {table} WHERE match = {number}")
