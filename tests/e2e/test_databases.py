"""Databases of released arenas: the present one verifies them and goes on with them."""
import json
import os
import re
import sqlite3

import arena

FOLDER = os.path.join(arena.HERE, "..", "data", "databases")


class Databases(arena.ArenaTest):

    def dumps(self):
        names = sorted(name for name in os.listdir(FOLDER) if name.endswith(".sql"))
        self.assertIn("schema-1.sql", names)
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
        return dict(re.findall(r"^-- hash: (\w+) ([0-9a-f]+)$", text, re.M))

    def verify(self, name):
        out, _ = self.arena("verify", name, "--json")
        return json.loads(out)

    def test_the_tournaments_of_every_schema_verify_and_go_on(self):
        for name in self.dumps():
            with self.subTest(name):
                hashes = self.restore(name)
                self.assertEqual(sorted(hashes), ["finished", "unfinished"])
                self.arena("run", os.path.join(FOLDER, "finished.yaml"))
                for tournament, value in hashes.items():
                    result = self.verify(tournament)
                    self.assertEqual((result["differences"], result["hash"]), ([], value))
                before = self.verify("unfinished")["matches"]
                self.arena("run", os.path.join(FOLDER, "unfinished.yaml"))
                after = self.verify("unfinished")
                self.assertLess(before, after["matches"])
                self.assertEqual((after["differences"], after["matches"]), ([], 20))


if __name__ == "__main__":
    arena.main()
