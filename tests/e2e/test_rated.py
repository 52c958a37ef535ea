"""Rated and unrated tournaments: what changes the leaderboard, and which bots it shows."""
import json
import os
import re
import shutil
import subprocess

import arena

ROOT = os.path.join(arena.HERE, "..", "..")


class FirstSteps(arena.ArenaTest):
    """The first commands of a newcomer give the expected list."""

    def setUp(self):
        super().setUp()
        self.arena_home = os.path.join(self.home, "arena")

    def run_script(self, lines):
        env = dict(self.environment(), DOMINO_ARENA_HOME=self.arena_home, EDITOR="true",
                   PATH=os.path.join(arena.BUILD, "bin") + ":" + os.environ["PATH"])
        done = subprocess.run(["sh", "-e", "-c", "\n".join(lines)], cwd=self.home, env=env,
                              capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout

    def lists(self):
        out, _ = self.arena("leaderboard", "--json", "--home", self.arena_home, home=False)
        return {entry["variant"]: sorted(bot["name"] for bot in entry["bots"])
                for entry in json.loads(out)["lists"]}

    @arena.nightly
    def test_the_first_steps_of_an_author_give_one_line_for_each_bot(self):
        """The steps of docs/tutorial.md; between them the author plays with versions that are never submitted."""
        lines = ["domino-arena new python mybot", "echo 'variants: [draw-2]' >>mybot/bot.yaml",
                 "mybot/play", "echo '# better' >>mybot/bot.py", "mybot/play", "echo '# best' >>mybot/bot.py",
                 "domino-arena check ./mybot --asks 50", "domino-arena submit ./mybot --asks 50",
                 "domino-arena leaderboard --variant draw-2"]
        out = self.run_script(lines)
        self.assertIn("unrated", out)
        shown = out[out.rindex("\ndraw-2: "):]
        for name in ("careful", "greedy", "mybot", "random"):
            self.assertEqual(len(re.findall(rf"^ *[\d-]+  {name} ", shown, re.M)), 1, shown)
        self.assertNotIn("@", shown)
        self.assertEqual(self.lists(), {"draw-2": ["careful", "greedy", "mybot", "random"]})

    @arena.nightly
    def test_the_demonstration(self):
        """scripts/demo.sh with an existing build."""
        root = os.path.join(self.home, "tree")
        tools = os.path.join(self.home, "tools")
        for folder in ("scripts", "build"):
            os.makedirs(os.path.join(root, folder))
        os.mkdir(tools)
        shutil.copy(os.path.join(ROOT, "scripts", "demo.sh"), os.path.join(root, "scripts"))
        release = os.path.join(root, "build", "release")
        os.mkdir(release)
        for part in ("bin", "libexec", "share"):
            os.symlink(os.path.join(os.path.abspath(arena.BUILD), part), os.path.join(release, part))
        for name in (os.path.join(root, "scripts", "install.sh"), os.path.join(tools, "cmake")):
            arena.write(name, "#!/bin/sh\n", mode=0o755)
        self.run_script([f"PATH={tools}:$PATH {root}/scripts/demo.sh {self.arena_home}"])
        bots = ["careful", "greedy", "random", "random-python"]
        self.assertEqual(self.lists(), {v: bots for v in ("block-2", "block-3", "draw-2", "block-teams")})


class Rated(arena.ArenaTest):

    def page(self, pages, folder, name):
        return arena.read(os.path.join(pages, folder, name + ".html"))

    def lists(self, *args):
        return self.arena("leaderboard", "--json", *args)[0]

    def test_unrated_matches_change_no_list(self):
        self.arena("run", "--name", "first", "--variant", "block-2", "--bots", "random,greedy,careful", "--sets", "5")
        before = self.lists(), self.arena("crosstable", "--csv")[0], self.arena("leaderboard", "--history", "--csv")[0]
        out, _ = self.arena("run", "--name", "play", "--variant", "block-2,draw-2", "--bots", "random-python,greedy",
                            "--sets", "5", "--unrated")
        self.assertEqual(len(re.findall("sets, unrated: they do not count in the leaderboard$", out, re.M)), 2, out)
        self.arena("run", self.tournament("name: said\nrated: false\nvariants: [block-2]\nbots: [random, careful]\n"
                                          "sets: 3\n"))
        self.arena("compare", "greedy", "random", "--variant", "block-2", "--name", "test", "--max-sets", "5",
                   status=1)
        self.assertEqual((self.lists(), self.arena("crosstable", "--csv")[0],
                          self.arena("leaderboard", "--history", "--csv")[0]), before)
        # A tournament has a list of its own, rated or not.
        for name, is_rated, names in (("first", True, {"random", "greedy", "careful"}),
                                      ("play", False, {"random-python", "greedy"}),
                                      ("said", False, {"random", "careful"}), ("test", False, {"random", "greedy"})):
            for entry in json.loads(self.lists("--tournament", name))["lists"]:
                self.assertEqual(entry["rated"], is_rated)
                self.assertEqual({bot["name"] for bot in entry["bots"]}, names)
        pages = os.path.join(self.home, "site")
        self.arena("report", "-o", pages)
        for name, is_rated in (("first", True), ("play", False), ("said", False), ("test", False)):
            page = self.page(pages, "tournament", name)
            self.assertEqual("This tournament is unrated" in page, not is_rated)
            self.assertIn("/bot/random", page[page.index("<h2>Standings"):page.index("<h2>Newest")])
        self.assertIn("<p>30 matches, 15 complete duplicate sets.", self.page(pages, "leaderboard", "block-2"))
        self.assertIn("No rated match was played yet", self.page(pages, "leaderboard", "draw-2"))
        self.assertIn("No rating list shows this version", self.page(pages, "bot", "random-python"))
        page = arena.read(os.path.join(pages, "index.html"))
        self.assertNotIn("random-python", page)
        self.assertEqual(page.count("</a> unrated</h3>"), 3)
        _, err = self.arena("leaderboard", "--variant", "draw-2", status=2)
        self.assertIn("no rated match of variant 'draw-2' was played; 3 tournaments are unrated, the newest is shown "
                      "by --tournament test\n", err)

    def test_without_rated_matches_a_note_names_the_unrated_ones(self):
        self.arena("run", "--name", "play", "--variant", "block-2", "--bots", "random,greedy", "--sets", "1",
                   "--unrated")
        for command in (["leaderboard"], ["crosstable"], ["leaderboard", "--history", "--csv"]):
            _, err = self.arena(*command)
            self.assertEqual(err, "domino-arena: no rated match was played yet; 1 tournament is unrated, the newest is "
                                  "shown by --tournament play\n")

    def test_a_tournament_stays_rated_or_unrated(self):
        args = ["run", "--variant", "block-2", "--bots", "random,greedy"]
        for name, first, then, words in (("a", [], ["--unrated"], "rated: was true, is false"),
                                         ("b", ["--unrated"], [], "rated: was false, is true")):
            self.arena(*args, "--name", name, "--sets", "1", *first)
            _, err = self.arena(*args, "--name", name, "--sets", "2", *then, status=2)
            self.assertIn(f"tournament '{name}' exists with other settings; {words}; repeat the old values, or give another name", err)
            self.arena(*args, "--name", name, "--sets", "2", *first)


class Shown(arena.ArenaTest):
    """Versions that the leaderboard hides still count in its ratings."""

    RATING = ("elo", "elo_lo", "elo_hi", "bound", "few_sets", "live_elo", "points_per_round", "ppr_lo", "ppr_hi",
              "sets", "matches", "wins", "draws", "losses", "faults")

    def setUp(self):
        super().setUp()
        self.arena_home = os.path.join(self.home, "arena")
        os.mkdir(os.path.join(self.home, "mine"))
        shutil.copy(os.path.join(arena.BUILD, "share", "domino-arena", "bots", "greedy", "greedy"),
                    os.path.join(self.home, "mine", "bot"))
        self.extend("bot.yaml", "name: mine\nrun: [./bot]\nvariants: [block-2]\n")

    def run_arena(self, *args, status=0):
        return self.arena(*args, "--home", self.arena_home, status=status, home=False, cwd=self.home)

    def extend(self, name, text):
        with open(os.path.join(self.home, "mine", name), "a", encoding="utf-8") as file:
            file.write(text)

    def draft(self, number):
        """Play rated matches with a new version that is not submitted."""
        self.extend("notes", f"draft {number}\n")
        self.run_arena("run", "--name", f"draft-{number}", "--variant", "block-2", "--bots", "./mine,greedy",
                       "--sets", "10", "--seed", str(number))

    def submit(self):
        self.run_arena("submit", "mine", "--asks", "20", "--sets", "2")

    def lines(self, *args):
        """Return the lines by name and version, with numbers as they are printed."""
        out, _ = self.run_arena("leaderboard", "--json", *args)
        entry, = json.loads(out, parse_float=str)["lists"]
        self.hidden = entry["hidden"]
        return {(bot["name"], bot["version"]): bot for bot in entry["bots"]}

    def names(self):
        return sorted(name for name, _ in self.lines())

    def ratings(self, lines):
        return {bot: {key: line[key] for key in self.RATING} for bot, line in lines.items()}

    def assert_shown(self, names, hidden):
        """Only these versions are shown. Their ratings are those with all versions, ranked among themselves."""
        shown, everybody = self.lines(), self.lines("--all")
        self.assertEqual(self.hidden, 0)
        self.assertEqual(len(everybody), len(names) + hidden)
        self.lines()
        self.assertEqual((sorted(name for name, _ in shown), self.hidden), (sorted(names), hidden))
        self.assertEqual(self.ratings(shown), {bot: line for bot, line in self.ratings(everybody).items() if bot in shown})
        self.assertLessEqual(max(line["rank_hi"] for line in shown.values()), len(shown))
        self.assertEqual([line["los_next"] for line in shown.values()].index(None), len(shown) - 1)
        out, _ = self.run_arena("leaderboard")
        self.assertEqual(" in the ratings; --all shows " in out, hidden > 0, out)
        self.assertNotIn("mine@", out)
        out, _ = self.run_arena("crosstable", "--csv")
        self.assertEqual(len(out.splitlines()), 1 + len(names) * (len(names) - 1))
        out, _ = self.run_arena("crosstable", "--csv", "--all")
        self.assertEqual(len(out.splitlines()), 1 + len(everybody) * (len(everybody) - 1))
        self.assert_on_pages(len(names), hidden)

    def assert_on_pages(self, shown, hidden):
        site = os.path.join(self.home, "site")
        self.run_arena("report", "-o", site)
        page = arena.read(os.path.join(site, "leaderboard", "block-2.html"))
        table = page[page.index("<tbody>"):page.index("</tbody>")]
        self.assertEqual(table.count("<tr>"), shown)
        self.assertEqual(f" {hidden} other version" in page, hidden > 0)
        page = arena.read(os.path.join(site, "index.html"))
        self.assertEqual(page[page.index("<tbody>"):page.index("</tbody>")].count("<tr>"), shown)

    @arena.nightly
    def test_drafts_are_hidden_and_moving_in_or_out_of_the_list_moves_no_rating(self):
        self.draft(1)
        self.assert_shown(["greedy", "mine"], 0)
        self.draft(2)
        self.draft(3)
        self.assert_shown(["greedy", "mine"], 2)  # nobody submitted it: the newest version that played
        newest = set(self.lines())
        self.submit()
        self.assert_shown(["careful", "greedy", "mine", "random"], 2)
        self.assertLess(newest, set(self.lines()))
        self.draft(4)
        self.assert_shown(["careful", "greedy", "mine", "random"], 3)  # what was submitted stays
        self.assertLess(newest, set(self.lines()))
        before = self.ratings(self.lines("--all"))
        lines = json.loads(self.run_arena("submit", "--json", "mine", "--asks", "20", "--sets", "2")[0])["lines"]
        self.assertEqual([line["of"] for line in lines], [5, 5])  # two versions are submitted now
        self.assertEqual(len(lines), 2)

        # Taken off and submitted again: no rating of anybody changes, to the last digit.
        after = self.ratings(self.lines("--all"))
        self.assertTrue(after != before)  # by its placement alone
        for version in [line["version"] for line in lines]:
            self.run_arena("bots", "--remove", "mine@" + version)
            self.assertNotIn(("mine", version), self.lines())
            self.assertEqual(self.ratings(self.lines("--all")), after)
        self.assert_shown(["careful", "greedy", "random"], 4)
        copy = os.path.join(self.home, "copy.db")  # the database knows it, also without its home
        self.run_arena("backup", copy)
        out, _ = self.arena("leaderboard", "--csv", "--db", copy)
        self.assertNotIn("mine", out)
        self.submit()
        self.assert_shown(["careful", "greedy", "mine", "random"], 3)
        self.assertEqual(self.ratings(self.lines("--all")), after)
        self.run_arena("verify", json.loads(self.run_arena("bots", "--json")[0])["bots"][0]["tournaments"][0])


if __name__ == "__main__":
    arena.main()
