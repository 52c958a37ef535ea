"""Databases of released arenas: today's program verifies and continues them."""
import json
import os
import re
import shutil
import sqlite3
import subprocess

import arena

FOLDER = os.path.join(arena.HERE, "..", "data", "databases")
MATCHES = {"unfinished": 20, "rules-1-unfinished": 48, "home-1-unfinished": 60}  # if they are played to the end
CHANGED = "the rules of %s have changed since tournament '%s' began; it continues under the earlier rules"
WORDS = {"first": ["first"], "last": ["last"], "clumsy": ["last", "40"], "third": ["first", "90"]}  # of the bots in the files
REMARKS = {
    "rules-1-finished": [CHANGED % ("draw-ukraine-3, block-highest-double-3, draw-puerto-rico-blocker-3", "rules-1-finished")],
    "rules-1-unfinished": [CHANGED % ("block-highest-double-2, block-highest-double-teams, draw-ukraine-2, "
                                      "draw-puerto-rico-blocker-2, steppe", "rules-1-unfinished")],
}


def read(name):
    return arena.read(os.path.join(FOLDER, name))


class Databases(arena.ArenaTest):

    def dumps(self):
        names = sorted(name for name in os.listdir(FOLDER) if name.endswith(".sql"))
        self.assertLessEqual({"schema-1.sql", "rules-1.sql", "home-1.sql"}, set(names))
        return names

    def restore(self, name):
        """Restore the database in the home folder; returns the hashes of its tournaments."""
        path = os.path.join(self.home, "arena.db")
        for suffix in ("", "-wal", "-shm"):
            if os.path.exists(path + suffix):
                os.remove(path + suffix)
        text = read(name)
        db = sqlite3.connect(path)
        if not name.startswith("schema-"):  # it has rows alone
            db.executescript(read(f"schema-{re.match('-- Schema ([0-9]+)', text)[1]}.sql"))
            for table, in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall():
                db.execute(f"DELETE FROM {table}")
            db.commit()
        db.executescript(text)
        versions = db.execute("SELECT name, version FROM bot").fetchall()
        db.close()
        bots = os.path.join(self.home, "bots")
        shutil.rmtree(bots, ignore_errors=True)
        kept = os.path.join(FOLDER, name.removesuffix(".sql"), "bots")
        if os.path.isdir(kept):
            shutil.copytree(kept, bots)
        for bot, version in versions:  # the snapshots that the arena had; another /usr/bin/python3 gives other versions
            snapshot = os.path.join(bots, bot, version)
            if not os.path.isdir(snapshot):
                manifest = {"name": bot, "run": ["/usr/bin/python3", "bot.py", *WORDS[bot]], "transport": "stdio"}
                arena.write(os.path.join(snapshot, "bot.yaml"), json.dumps(manifest, indent=1))
                shutil.copy(os.path.join(FOLDER, "bot.py"), snapshot)
        return dict(re.findall(r"^-- hash: ([\w-]+) ([0-9a-f]+)$", text, re.M))

    def verify(self, name):
        out, _ = self.arena("verify", name, "--json")
        several, _ = self.arena("verify", name, "--json", "--jobs", "3")
        self.assertEqual(several, out)
        return json.loads(out)

    def run_file(self, tournament):
        """Run its file again; returns the output without the usual lines."""
        _, err = self.arena("run", os.path.join(FOLDER, tournament + ".yaml"))
        return re.findall(r"^remark: (.*)$", err, re.M)

    def test_the_tournaments_of_every_dump_are_verified_and_continue(self):
        for name in self.dumps():
            with self.subTest(name):
                hashes = self.restore(name)
                finished, unfinished = sorted(hashes)
                self.assertEqual(self.run_file(finished), REMARKS.get(finished, []))
                for tournament, value in hashes.items():
                    result = self.verify(tournament)
                    self.assertEqual((result["differences"], result["hash"]), ([], value))
                before = self.verify(unfinished)["matches"]
                self.assertEqual(self.run_file(unfinished), REMARKS.get(unfinished, []))
                after = self.verify(unfinished)
                self.assertLess(before, after["matches"])
                self.assertEqual((after["differences"], after["matches"]), ([], MATCHES[unfinished]))

    def test_a_data_folder_with_bots_continues_without_their_folders(self):
        self.restore("home-1.sql")
        stored = dict(self.query("SELECT name, version FROM bot"))
        path = os.path.join(FOLDER, "home-1-unfinished.yaml")
        _, err = self.arena("run", path)
        for name in ("club", "random-awk"):
            self.assertRegex(err, f"version {stored[name]:.8}( of {name})? continues as begun")
        self.assertEqual({b["name"]: b["version"] for r in self.records("--tournament", "home-1-unfinished") for b in r["bots"]}, stored)

    def judge(self, program, *files):
        """An independent program that checks records finds no error."""
        done = subprocess.run([arena.PYTHON, "-B", os.path.join(arena.HERE, "..", program), *files],
                              capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def options(self, *args):
        """The options of every variant in the exported records."""
        return {record["variant"]: record["options"] for record in self.records(*args)}

    def test_commands_that_read_old_matches_use_the_stored_options(self):
        self.restore("rules-1.sql")
        stored = self.options()
        self.assertEqual(stored["draw-ukraine-2"]["lead_next"], "highest_double")
        self.assertEqual(stored["steppe"]["lead_next"], "highest_double")
        self.assertEqual(stored["block-highest-double-teams"]["lead_tile"], "own_double")
        self.assertEqual(stored["draw-puerto-rico-blocker-3"]["block_tie"], "blocker")
        records = os.path.join(self.home, "records.jsonl")
        self.arena("export", "--output", records)
        self.judge("oracle/referee.py", records)
        self.arena("export", "--output", records, "--tournament", "rules-1-finished")
        told = self.tournament(json.dumps(self.verify("rules-1-finished")), "told.json")
        self.judge("../scripts/verify_tournament.py", records, told)
        for command in (["faults"], ["seats"], ["crosstable"], ["leaderboard"],
                        ["replay", "1", "--tournament", "rules-1-finished"],
                        ["report", "--output", os.path.join(self.home, "report")]):
            self.arena(*command)

    def test_a_corrected_variant_names_its_earlier_options(self):
        self.assertIn("Tournaments that began before these rules were corrected still use: lead_next highest_double, "
                      "lead_after_block next.\n", self.arena("variants", "draw-ukraine-2")[0])
        self.assertNotIn("corrected", self.arena("variants", "draw-2")[0])

    def test_more_sets_are_played_under_the_stored_options(self):
        self.restore("rules-1.sql")
        stored = self.options()
        with open(os.path.join(FOLDER, "rules-1-unfinished.yaml"), encoding="utf-8") as file:
            text = file.read().replace("sets: 4", "sets: 5")
        shutil.copy(os.path.join(FOLDER, "bot.py"), self.home)
        self.arena("run", self.tournament(text))
        self.assertEqual(self.options(), stored)
        result = self.verify("rules-1-unfinished")
        self.assertEqual((result["differences"], result["matches"]), ([], 60))
        _, err = self.arena("run", self.tournament(text.replace("draw_cost: 1", "draw_cost: 2")), status=2)
        self.assertIn("variants.steppe.draw_cost: was 1, is 2", err)
        self.assertNotIn("lead_next", err)

    def test_a_placement_under_earlier_rules_does_not_count_as_one_of_today(self):
        self.restore("rules-1.sql")
        bots = json.loads(self.arena("bots", "--json")[0])["bots"]
        self.assertEqual([(bot["name"], bot["is_placed"]) for bot in bots], [("first", False)])


if __name__ == "__main__":
    arena.main()
