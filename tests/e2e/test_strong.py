"""The sample bots that search: they play every variant, and beat what they must beat. With a fixed number of worlds a
bot's answer depends on its view alone, so the results here are the same on every machine."""
import json
import os
import re
import shutil
import subprocess

import arena

BOTS = os.path.join(arena.BUILD, "share", "domino-arena", "bots")
STARTER = os.path.join(arena.BUILD, "share", "domino-arena", "starters", "c")
PAGE = os.path.join(arena.HERE, "..", "..", "docs", "how-to", "write-a-strong-bot.md")
STRONG = ("flat-mc", "pimc", "ismcts", "inference")


class Strong(arena.ArenaTest):

    def with_worlds(self, name, worlds, program=None):
        """A folder with the sample bot, or another program, that looks at a fixed number of worlds."""
        folder = os.path.join(self.home, f"{name}-{worlds}")
        os.mkdir(folder)
        shutil.copy(program or os.path.join(BOTS, name, name), os.path.join(folder, "bot"))
        arena.write(os.path.join(folder, "bot.yaml"), f"name: {name}-{worlds}\nrun: [./bot, --worlds, {worlds}]\n")
        return folder

    def in_python(self, worlds):
        """The folder of the same for pimc-python."""
        folder = os.path.join(self.home, f"python-{worlds}")
        shutil.copytree(os.path.join(BOTS, "pimc-python"), folder)
        arena.write(os.path.join(folder, "bot.yaml"),
                    f"name: python-{worlds}\nrun: [/usr/bin/python3, bot.py, --worlds, {worlds}]\n")
        return folder

    def play(self, name, sets, *bots, variant="block-2"):
        self.arena("run", "--name", name, "--variant", variant, "--sets", str(sets), "--seed", "11", "--strict",
                   "--bots", ",".join(bots))

    def share(self, name, sets, *bots):
        """The share of the points that the first of two bots takes, a draw counting half."""
        self.play(name, sets, *bots)
        rows = json.loads(self.arena("crosstable", "--tournament", name, "--all", "--json")[0])["tables"][0]["bots"]
        row, = [row for row in rows if row["name"] == os.path.basename(bots[0])]
        return row["against"][0]["share"]

    @arena.nightly
    def test_they_play_every_variant(self):
        for name in arena.in_nightly(STRONG, ("ismcts",)):
            with self.subTest(name):
                out, _ = self.arena("check", self.with_worlds(name, 2), "--asks", "200")
                self.assertIn(" 87 variants", out)
                self.assertEqual(out.splitlines()[-1], "passed")

    def test_flat_mc_beats_greedy(self):
        flat = self.with_worlds("flat-mc", 40)
        self.assertGreaterEqual(self.share("flat", arena.in_nightly(100, 25), flat, "greedy"), 0.7)

    @arena.nightly
    def test_pimc_beats_careful(self):
        pimc = self.with_worlds("pimc", 20)
        self.assertGreaterEqual(self.share("pimc", arena.in_nightly(100, 15), pimc, "careful"), 0.65)

    @arena.nightly
    def test_pimc_in_python_beats_careful(self):
        pimc = self.in_python(20)
        self.assertGreaterEqual(self.share("python", arena.in_nightly(100, 15), pimc, "careful"), 0.65)

    @arena.nightly
    def test_pimc_in_python_plays_every_variant(self):
        out, _ = self.arena("check", self.in_python(2), "--asks", "200")
        self.assertIn(" 87 variants", out)
        self.assertEqual(out.splitlines()[-1], "passed")

    @arena.nightly
    def test_inference_beats_pimc(self):
        pimc, inference = self.with_worlds("pimc", 20), self.with_worlds("inference", 20)
        self.assertGreaterEqual(self.share("better", 100, inference, pimc), 0.52)

    @arena.nightly
    def test_ismcts_beats_flat_mc(self):
        ismcts, flat = self.with_worlds("ismcts", 400), self.with_worlds("flat-mc", 40)
        self.assertGreaterEqual(self.share("tree", 100, ismcts, flat), 0.55)

    @arena.nightly
    def test_the_bot_of_the_page_is_short_and_beats_careful(self):
        with open(PAGE, encoding="utf-8") as file:
            source = re.search(r"<!-- file: mybot/bot.c -->\n```c\n(.*?)```", file.read(), re.S).group(1)
        self.assertLessEqual(source.count("\n"), 50)
        kit = os.path.join(self.home, "kit")
        shutil.copytree(STARTER, kit)
        arena.write(os.path.join(kit, "bot.c"), source)
        subprocess.run(["make", "-s", "-C", kit], check=True)
        mine = self.with_worlds("mybot", 20, os.path.join(kit, "bot"))
        self.assertGreaterEqual(self.share("page", arena.in_nightly(100, 15), mine, "careful"), 0.65)

    def test_with_a_number_of_worlds_a_tournament_is_the_same_again(self):
        bots = [self.with_worlds(name, 3) for name in STRONG]
        hashes = []
        for name in ("first", "second"):
            self.play("same", 1, *bots, variant=arena.in_nightly("block-2,draw-3,block-teams,homo-homini-lupus", "block-2"))
            hashes.append(re.findall(r"\b[0-9a-f]{64}\b", self.verify_text()))
            os.rename(os.path.join(self.home, "arena.db"), os.path.join(self.home, name))
        self.assertEqual(hashes[0], hashes[1])
        self.assertGreaterEqual(len(hashes[0]), 1)


if __name__ == "__main__":
    arena.main()
