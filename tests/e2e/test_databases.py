"""Databases of released arenas: the present one verifies them and goes on with them."""
import json
import os
import re
import sqlite3

import arena

FOLDER = os.path.join(arena.HERE, "..", "data", "databases")
MATCHES = {"unfinished": 20, "rules-1-unfinished": 48}  # when they are played to their end


class Databases(arena.ArenaTest):

    def dumps(self):
        names = sorted(name for name in os.listdir(FOLDER) if name.endswith(".sql"))
        self.assertLessEqual({"schema-1.sql", "rules-1.sql"}, set(names))
        return names

    def restore(self, name):
        """The database in the home folder; the hashes of its tournaments."""
        path = os.path.join(self.home, "arena.db")
        for suffix in ("", "-wal", "-shm"):
            if os.path.exists(path + suffix):
                os.remove(path + suffix)
        with open(os.path.join(FOLDER, name), encoding="utf-8") as file:
            text = file.read()
        db = sqlite3.connect(path)
        db.executescript(text)
        db.close()
        return dict(re.findall(r"^-- hash: ([\w-]+) ([0-9a-f]+)$", text, re.M))

    def verify(self, name):
        out, _ = self.arena("verify", name, "--json")
        return json.loads(out)

    def run_file(self, tournament):
        """Run its file again; what it says beside the usual."""
        _, err = self.arena("run", os.path.join(FOLDER, tournament + ".yaml"))
        return re.findall(r"^remark: (.*)$", err, re.M)

    def test_the_tournaments_of_every_dump_verify_and_go_on(self):
        for name in self.dumps():
            with self.subTest(name):
                hashes = self.restore(name)
                finished, unfinished = sorted(hashes)
                self.run_file(finished)
                for tournament, value in hashes.items():
                    result = self.verify(tournament)
                    self.assertEqual((result["differences"], result["hash"]), ([], value))
                before = self.verify(unfinished)["matches"]
                self.run_file(unfinished)
                after = self.verify(unfinished)
                self.assertLess(before, after["matches"])
                self.assertEqual((after["differences"], after["matches"]), ([], MATCHES[unfinished]))


if __name__ == "__main__":
    arena.main()
