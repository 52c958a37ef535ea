"""Learning and playing: the starter kit that trains a policy, from `new` to a tournament against greedy."""
import json
import os
import re
import statistics
import subprocess

import arena

UPDATES = arena.in_landing("100", "20")
SETS = arena.in_landing(60, 20)


class Kit(arena.ArenaTest):

    def setUp(self):
        super().setUp()
        self.folder = os.path.join(self.home, "learned")
        self.arena("new", "python-learning", self.folder)

    def train(self, *args):
        env = dict(self.environment())
        env.pop("DOMINO_LIBRARY", None)  # the kit has its own
        done = subprocess.run([os.path.join(self.folder, "train.py"), *args], env=env, cwd="/",
                              capture_output=True, text=True, check=False)
        if done.returncode != 0 and "sanitizer" in done.stderr.lower():
            self.skipTest("libdomino is built with a sanitizer")
        self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)
        return done.stdout

    def share_of_sets(self, variant):
        """Plays against greedy. Returns the mean share of a set that the kit won, and its standard error."""
        self.arena("run", "--name", "trial", "--variant", variant, "--sets", str(SETS), "--seed", "7",
                   "--bots", self.folder + ",greedy")
        out, _ = self.arena("export", "--tournament", "trial")
        shares = {}
        for record in map(json.loads, out.splitlines()):
            self.assertEqual(record["faults"], [])
            seat = [bot["name"] for bot in record["bots"]].index("learned")
            mine, other = record["scores"][seat], record["scores"][1 - seat]
            shares.setdefault(record["set"], []).append((mine > other) + (mine == other) / 2)
        means = [statistics.mean(of_set) for of_set in shares.values()]
        self.assertEqual(len(means), SETS)
        return statistics.mean(means), statistics.stdev(means) / SETS ** 0.5

    def test_what_it_has_learned_beats_greedy(self):
        out = self.train("block-2", UPDATES)
        self.assertRegex(out, r"(?m)^20 updates: \d+\.\d% of 500 matches won against greedy$")
        share, error = self.share_of_sets("block-2")
        print(f"{UPDATES} updates: {share:.3f} of the matches, standard error {error:.3f}")
        self.assertGreater(share - 1.96 * error, 0.5)
        self.arena("check", self.folder, "--asks", "50")

    def test_the_same_arguments_make_the_same_weights(self):
        path = os.path.join(self.folder, "weights.npy")
        weights = set()
        for updates in ("2", "2", "3"):
            self.train("block-2", updates)
            with open(path, "rb") as file:
                weights.add(file.read())
        self.assertEqual(len(weights), 2)

    def test_before_training_it_plays_and_says_what_to_do(self):
        env = dict(self.environment(), DOMINO_ARENA_HOME=self.home)
        played = subprocess.run([os.path.join(self.folder, "play"), "block-2", "2"], env=env, cwd="/",
                                capture_output=True, text=True, check=True)
        self.assertIn("block-2: 4 matches", played.stdout)
        self.assertIn("0 faults", played.stderr)
        out, _ = self.arena("replay", "1", "--stderr")
        self.assertIn("there is no weights.npy yet; ./train.py makes it", out)

    def test_its_todos_are_numbered_and_its_names_filled_in(self):
        todos = set()
        for name in os.listdir(self.folder):
            if not name.endswith((".py", ".md", ".yaml", "play")):
                continue
            with open(os.path.join(self.folder, name), encoding="utf-8") as file:
                text = file.read()
            self.assertNotRegex(text, "@(NAME|PROGRAM)@", name)
            if not name.startswith("domino_"):
                todos |= set(map(int, re.findall(r"TODO (\d+)", text)))
        self.assertEqual(todos, {1, 2, 3, 4})

    def test_a_game_with_a_spinner_is_refused(self):
        done = subprocess.run([os.path.join(self.folder, "train.py"), "homo-homini-lupus"], env=self.environment(),
                              capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, "for games on a line; this one has a spinner|anitizer")


if __name__ == "__main__":
    arena.main()
