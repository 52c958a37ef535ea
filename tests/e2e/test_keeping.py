"""Keeping tournaments: copies of the database, what this machine offers."""
import json
import os
import signal
import sqlite3
import stat
import time

import arena

PLAY = ("--variant", "block-2", "--bots", "random,greedy,careful", "--name", "spring")


class Backup(arena.ArenaTest):

    def copy(self, name="copy.db"):
        return os.path.join(self.home, name)

    def back_up(self, *args, **options):
        out, _ = self.arena("backup", self.copy(), "--json", *args, **options)
        return json.loads(out)

    def verify(self, path):
        out, _ = self.arena("verify", "--json", "--db", path)
        return json.loads(out)

    def wait_for_tournament(self, run):
        """Until its first matches are stored."""
        count = 0
        while count == 0:
            self.assertIsNone(run.poll(), "it ended too soon")
            try:
                with sqlite3.connect(f"file:{self.home}/arena.db?mode=ro", uri=True) as db:
                    count = db.execute("SELECT count(*) FROM match").fetchone()[0]
                db.close()
            except sqlite3.OperationalError:
                pass  # not there yet
            time.sleep(0.01)

    def test_copies_of_a_running_tournament_are_whole_and_do_not_disturb_it(self):
        run = self.start("run", *PLAY, "--sets", "100")
        self.wait_for_tournament(run)
        seen = []
        while run.poll() is None and not (len(seen) > 2 and seen[-1] > seen[0] > 0):
            contents = self.back_up("--force")
            result = self.verify(self.copy())
            self.assertEqual(result["differences"], [])
            self.assertEqual(result["matches"], contents["matches"])
            seen.append(contents["matches"])
        self.finish(run)
        self.assertEqual(seen, sorted(seen))
        self.assertEqual(self.back_up("--force")["matches"], self.verify(self.copy())["matches"])
        records = self.records()
        self.assertEqual(len(records), 100 * 3 * 2)
        self.assertTrue(all(r["end"] == "normal" for r in records))
        self.assertEqual([name for name in os.listdir(self.home) if name.startswith("copy")],
                         ["copy.db"])

    def test_a_copy_says_what_it_holds_is_private_and_is_not_overwritten(self):
        self.arena("run", *PLAY, "--sets", "2")
        out, err = self.arena("backup", self.copy())
        self.assertEqual(err, "")
        size = os.path.getsize(self.copy())
        self.assertEqual(out, f"{self.copy()}: 1 tournaments, 12 matches, {size} bytes\n")
        self.assertEqual(stat.S_IMODE(os.stat(self.copy()).st_mode), 0o600)
        _, err = self.arena("backup", self.copy(), status=2)
        self.assertIn(f"{self.copy()}: is there already", err)
        _, err = self.arena("backup", os.path.join(self.home, "arena.db"), "--force", status=2)
        self.assertIn("is the database itself", err)
        self.assertEqual(self.back_up("--force")["matches"], 12)

    def test_the_tournament_goes_on_in_the_copy(self):
        run = self.start("run", *PLAY, "--sets", "50")
        self.wait_for_tournament(run)
        run.send_signal(signal.SIGINT)
        self.finish(run, status=130)
        self.back_up()
        self.arena("run", *PLAY, "--sets", "50", "--db", self.copy())
        self.assertEqual(self.verify(self.copy())["matches"], 300)

    def test_where_nothing_can_be_written_nothing_is_left(self):
        self.arena("run", *PLAY, "--sets", "1")
        _, err = self.arena("backup", os.path.join(self.home, "no", "copy.db"), status=3)
        self.assertIn("cannot be made: No such file or directory", err)
        self.assertEqual(err.count("\n"), 1)
        _, err = self.arena("backup", status=2)
        self.assertIn("backup needs FILE", err)


if __name__ == "__main__":
    arena.main()
