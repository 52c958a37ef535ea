"""Files that somebody has forged: every checksum is right, but rows come in another order, or name what does not exist. And what
else a file in a shard folder can try."""
import contextlib
import glob
import hashlib
import json
import os
import resource
import shutil
import sqlite3
import unicodedata

import arena
import forging
import shards

FILE = "variants: [block-2]\nsets: 8\nseed: 7\nbots: [greedy, random]\nlimits: {move_ms: 600000}\n"
FIRST_COPY = 60
COMMANDS = (["verify"], ["leaderboard"], ["crosstable"], ["export"], ["seats"], ["matches"], ["report", "-o", "site"])

# Which matches the file has again, and as which numbers, behind its 16 matches.
ORDERS = {
    "both matches of a set many times": [(15 + i % 2, 15 + i % 2) for i in range(40)],
    "the same match twice": [(15, 15)],
    "an earlier set at the end": [(2, 2), (3, 3)],
    "a match of another set": [(5, 16)],
}


def limit_memory():
    """Limits the address space to 512 MB; a command that reads few matches takes a tenth of it. The sanitizers take terabytes."""
    with open(arena.PROGRAM, "rb") as file:
        if b"libasan" not in file.read():
            resource.setrlimit(resource.RLIMIT_AS, (512 << 20, 512 << 20))


class Forged(shards.ShardsTest):

    def commands_refuse(self, words):
        """Every command that reads the matches says these words in its only line, and none of them shows the file."""
        for command in COMMANDS:
            process = self.start(*command, cwd=self.home)
            out, err = process.communicate(timeout=arena.DEADLINE_S)
            self.assertEqual((process.returncode, err.count("\n")), (3, 1), (command, out, err))
            self.assertIn(words, err, command)

    def forge_order(self, path, copies):
        """Appends copies of matches in the trees, each pair being a match and the number under which it appears."""
        with contextlib.closing(sqlite3.connect(path)) as db:
            db.execute("PRAGMA journal_mode = delete")
            db.execute("PRAGMA foreign_keys = 0")
            for i, (match, _) in enumerate(copies):
                forging.copy_match(db, match, FIRST_COPY + i)
            db.commit()
        forging.renumber(path, {FIRST_COPY + i: number for i, (_, number) in enumerate(copies)})

    def test_matches_out_of_order_are_found_by_every_command(self):
        path = os.path.join(self.home, "arena.db")
        self.arena("run", self.file(FILE))
        shutil.copy(path, path + ".good")
        for name, copies in ORDERS.items():
            with self.subTest(name):
                shutil.copy(path + ".good", path)
                self.forge_order(path, copies)
                self.commands_refuse("damaged: ")

    # -- shard folders ---------------------------------------------------------

    def play_shards(self):
        """Plays both shards; returns the report and the database of one of them."""
        self.plan(self.file(FILE), 2)
        self.play(1)
        self.play(2)
        report = self.files("done/*.json")[-1]
        self.whole = {path: shutil.copy(path, self.home) for path in (report, report[:-5] + ".db", *glob.glob(report[:-5] + "-*.db"))
                      if os.path.exists(path)}
        return report, next(path for path in self.whole if path.endswith(".db"))

    def restore(self):
        for path, copy in self.whole.items():
            shutil.copy(copy, path)

    def mend_report(self, report, database):
        content = json.loads(arena.read(report))
        content["hash"] = hashlib.blake2b(arena.read_bytes(database), digest_size=32).hexdigest()
        arena.write(report, json.dumps(content))

    def merge_refuses(self, *words, **options):
        _, err = self.finish(self.start("shard", "merge", self.folder, **options), 3)
        self.assertEqual(err.count("\n"), 1, err)
        for word in words:
            self.assertIn(word, err)

    def test_a_merge_refuses_matches_out_of_order(self):
        report, database = self.play_shards()
        with contextlib.closing(sqlite3.connect(database)) as db:
            last = [row[0] for row in db.execute("SELECT match FROM match ORDER BY match DESC LIMIT 4")][::-1]
        for name, copies in {
                "both matches of a set many times": [(last[2 + i % 2], last[2 + i % 2]) for i in range(40)],
                "an earlier set": [(last[0], last[0])],
                "one number for two": [(last[2], last[3])]}.items():
            with self.subTest(name):
                self.restore()
                self.forge_order(database, copies)
                self.mend_report(report, database)
                self.merge_refuses(os.path.basename(database), "damaged: match ")
        self.restore()
        self.merge()

    def shown(self, *command, status):
        """What a command prints, of which nothing moves the cursor or turns the text."""
        out, err = self.arena("shard", *command, self.folder, status=status)
        for char in (out + err).replace("\n", ""):
            self.assertNotEqual(unicodedata.category(char), "Cc", (command, out, err))
            self.assertNotIn(unicodedata.bidirectional(char), ("LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI", "AL"))
            self.assertNotIn(char, "\u200e\u200f\u061c", (command, out, err))
        return out + err

    def test_what_a_file_says_is_shown_as_text(self):
        report, database = self.play_shards()
        for evil, shown in (("\x1b[2J", r"\x1b[2J"), ("\u009b31m", r"\xc2\x9b31m"), ("\u202etxt.exe", r"\xe2\x80\xaetxt.exe"),
                            ("\u2066", r"\xe2\x81\xa6"), ("\u061c", r"\xd8\x9c"), ("\r", r"\x0d"), ("\x7f", r"\x7f")):
            with self.subTest(shown):
                content = json.loads(arena.read(report))
                content.update(state="failed", where=evil, text=evil)
                arena.write(report, json.dumps(content))
                self.assertEqual(self.shown("status", status=0).count(shown), 2)
                arena.write(report, '{"format": 1, ' + evil)
                for command in ("status", "merge"):
                    self.assertIn(os.path.basename(report), self.shown(command, status=3))
                self.restore()
        self.merge()

    def test_a_file_that_is_too_large_is_refused_before_it_is_parsed(self):
        report, _ = self.play_shards()
        for path, most in ((report, 1 << 20), (os.path.join(self.folder, "plan.json"), 16 << 20),
                           (self.files("shards/*.json")[0], 16 << 20)):
            good = arena.read(path)
            for size, status in ((most, 0), (most + 1, 3)):
                with self.subTest(path, size=size):
                    arena.write(path, good + " " * (size - len(good)))
                    _, err = self.arena("shard", "merge", self.folder, status=status)
                    if status:
                        self.assertRegex(err, f"^domino-arena: .*{os.path.basename(path)}: .*larger.*\n$")
            arena.write(path, good)

    def test_the_size_of_an_id_costs_no_memory(self):
        report, database = self.play_shards()
        for number in (300_000_000, 2_000_000_000, 2 ** 62):
            for sql in ("UPDATE seat SET process = ?1 WHERE seat = 0 AND match = (SELECT max(match) FROM match)",
                        "INSERT INTO fault (tournament, match, seat, bot, process, code, tolerated, when_ms, choice, text, answer, "
                        "checksum) VALUES (1, 0, -1, 0, ?1, 7, 0, 5, -1, 'text', x'', x'0000000000000000')"):
                with self.subTest(sql, number=number):
                    self.restore()
                    with forging.forged(database) as db:
                        db.execute(sql, (number,))
                    self.mend_report(report, database)
                    self.merge_refuses(os.path.basename(database), f"damaged: process {number} is missing",
                                       preexec_fn=limit_memory)
        self.restore()
        self.merge()


if __name__ == "__main__":
    arena.main()
