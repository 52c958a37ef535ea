"""What tests of tournaments in shards share."""
import glob
import json
import os
import re

import arena


class ShardsTest(arena.ArenaTest):

    def setUp(self):
        super().setUp()
        self.folder = os.path.join(self.home, "shards")

    def file(self, text, name="spring.yaml"):
        path = os.path.join(self.home, name)
        arena.write(path, "name: spring\n" + text)
        return path

    def plan(self, path, shards, status=0):
        return self.arena("shard", "plan", path, "--of", str(shards), "-o", self.folder, status=status)

    def play(self, shard, *more, status=0):
        return self.arena("shard", "run", self.folder, *([] if shard is None else [str(shard)]), *more, status=status)

    def merge(self, status=0):
        return self.arena("shard", "merge", self.folder, status=status)

    def hash_of(self, *where):
        out, _ = self.arena("verify", *where)
        self.assertIn(", 0 differences\n", out)
        return re.search(r"^hash ([0-9a-f]{64})$", out, re.M).group(1)

    def state(self, *where):
        """All that a reader sees of a tournament: hash, list and records without times."""
        records, _ = self.arena("export", *where)
        table, _ = self.arena("leaderboard", "--json", "--all", *where)
        lists = [[(bot["name"], bot["elo"], bot["sets"], bot["wins"]) for bot in one["bots"]] for one in json.loads(table)["lists"]]
        matches = [(r["match"], r["variant"], r["places"], r["scores"]) for r in map(json.loads, records.splitlines())]
        return self.hash_of(*where), lists, matches

    def here(self):
        return ("--db", os.path.join(self.folder, "arena.db"))

    def alone(self, path):
        """The same tournament on one machine."""
        home = ("--home", os.path.join(self.home, "alone"))
        self.arena("run", path, *home, home=False)
        return self.state_at(home)

    def state_at(self, home):
        before, self.home = self.home, home[1]
        state = self.state()
        self.home = before
        return state

    def files(self, pattern):
        return sorted(glob.glob(os.path.join(self.folder, pattern)))

    def wait_for(self, condition, process):
        """Wait until the condition holds, while the process runs."""
        arena.wait_until(lambda: condition() or process.poll() is not None, "what the test waits for, or the end")

    def line_of(self, process, words):
        """Read the lines that the process prints to stderr until one has the words."""
        for line in process.stderr:
            if words in line:
                return line
        self.fail(f"it never printed {words!r}")

    def refused(self, *command, words):
        """The command ends with one line that has the words."""
        process = self.start("shard", *command)
        _, err = process.communicate(timeout=arena.DEADLINE_S)
        self.assertIn(process.returncode, (2, 3), err)
        self.assertEqual(err.count("\n"), 1, err)
        for word in words:
            self.assertIn(word, err)
