"""A bot that cannot be started any more: who is told, what its matches count as, and what happens to its rating."""
import json
import os
import shutil
import tempfile

import arena


class Withdrawn(arena.ArenaTest):

    def setUp(self):
        super().setUp()
        self.marks = tempfile.mkdtemp(prefix="marks.")  # bots may run as another user, who cannot see our home
        self.addCleanup(shutil.rmtree, self.marks, ignore_errors=True)
        os.chmod(self.marks, 0o777)

    def moody(self, mode, at, starts):
        """A hostile bot that starts so often, and then no more while the folder of marks is there."""
        path = os.path.join(self.home, "moody.sh")
        tries = " || ".join(f"mkdir {self.marks}/{number} 2>/dev/null" for number in range(starts)) or "false"
        arena.write(path, f'#!/bin/sh\nif [ -e {self.marks} ] && ! {{ {tries}; }}; then echo no mood >&2; exit 1; fi\n'
                          f'exec {arena.PYTHON} "$@"\n', mode=0o755)
        return f"  - {{name: moody, run: [./moody.sh, hostile.py, {mode}, '{at}'], transport: stdio}}\n"

    def write(self, moody, sets, others="  - greedy\n  - random\n", extra=""):
        return self.tournament(f"name: t\nvariants: [block-2]\nsets: {sets}\nseed: 7\nsandbox: none\nconcurrency: 1\n"
                               f"faults: {{restarts: 1}}\n{extra}bots:\n{moody}{others}")

    def run_json(self, path, *args, status=0):
        out, err = self.arena("run", path, "--json", *args, status=status)
        return [json.loads(line) for line in out.splitlines()], err

    def page(self):
        site = os.path.join(self.home, "site")
        self.arena("report", "-o", site)
        html = arena.read(os.path.join(site, "tournament", "t.html"))
        return html, json.loads(arena.read(os.path.join(site, "tournament", "t.json")))

    def ranking(self):
        out, _ = self.arena("leaderboard", "--json")
        return {bot["name"]: bot for bot in json.loads(out)["lists"][0]["bots"]}

    def standing(self, page):
        return {bot["name"]: bot["matches"] for bot in page["standings"][0]["bots"]}

    def test_it_is_named_its_matches_count_in_no_standing_and_a_later_run_plays_the_rest(self):
        path = self.write(self.moody("exit-1", 20, starts=2), sets=4)
        events, err = self.run_json(path, status=1)
        withdrawn, = [event for event in events if event["event"] == "withdrawn"]
        self.assertEqual(withdrawn["bot"], "moody")
        self.assertEqual(withdrawn["text"], "exited with status 1; it printed: no mood")
        end = events[-1]
        self.assertEqual(end["event"], "finished")
        self.assertEqual(end["skipped"], 24 - end["done"])
        self.assertGreater(end["skipped"], 0)
        self.assertIn("continue with: ", err)
        played = sum("moody" in [bot["name"] for bot in r["bots"]] for r in self.records())
        self.assertEqual(played, 16 - end["skipped"])
        self.assertGreater(played, 0)
        html, page = self.page()
        self.assertIn(": no mood. It lacks ", html)
        self.assertEqual([(w["name"], w["missing"]) for w in page["withdrawn"]], [("moody", end["skipped"])])
        self.assertRegex(page["withdrawn"][0]["text"], "^withdrawn(?: in match [0-9]+)?: exited with status 1; ")
        self.assertEqual(self.standing(page), {"greedy": 8, "random": 8})
        self.assertIn(" 0 differences\n", self.verify_text())

        shutil.rmtree(self.marks)
        self.run_json(path)
        html, page = self.page()
        self.assertNotIn("It lacks", html)
        self.assertEqual(page["withdrawn"], [])
        self.assertEqual(self.standing(page), {"moody": 16, "greedy": 16, "random": 16})
        self.assertIn(" 24 matches, 0 differences\n", self.verify_text())

    def test_the_screen_names_it_once(self):
        path = self.write(self.moody("good", 1, starts=0), sets=2)
        _, err = self.arena("run", path, "--skip-broken", status=1)
        self.assertEqual(err.count("no mood"), 1, err)
        self.assertIn("withdrawn: moody: exited with status 1; it printed: no mood\n"
                      "  Its remaining matches are not played.\n", err)
        self.assertIn("8 matches were not played, because of withdrawn bots: moody\n", err)

    def test_a_bot_that_leaves_keeps_its_defeats(self):
        shutil.rmtree(self.marks)
        self.run_json(self.write(self.moody("illegal", "each", starts=0), sets=3, others="  - greedy\n"))
        before = self.ranking()
        self.assertEqual((before["moody"]["losses"], before["moody"]["sets"]), (6, 3))
        self.assertLess(before["moody"]["elo"], before["greedy"]["elo"])
        os.mkdir(self.marks)
        _, err = self.run_json(self.write(self.moody("illegal", "each", starts=0), sets=6, others="  - greedy\n"),
                               "--skip-broken", status=1)
        self.assertIn("continue with: ", err)
        self.assertEqual(self.ranking(), before)
        _, page = self.page()
        self.assertEqual([(w["name"], w["missing"]) for w in page["withdrawn"]], [("moody", 6)])
        self.assertEqual(self.standing(page), {})

    def test_in_a_swiss_it_loses_the_rest_and_all_matches_count(self):
        path = self.write(self.moody("good", 1, starts=0), sets=1, others="  - greedy\n  - random\n  - careful\n",
                          extra="schedule: swiss\nrounds: 2\n")
        events, err = self.run_json(path, "--skip-broken")
        self.assertEqual([e["bot"] for e in events if e["event"] == "withdrawn"], ["moody"])
        self.assertNotIn("continue with", err)
        _, page = self.page()
        self.assertEqual([(w["name"], w["missing"]) for w in page["withdrawn"]], [("moody", 0)])
        self.assertEqual(self.standing(page), dict.fromkeys(("moody", "greedy", "random", "careful"), 4))


class Broken(arena.ArenaTest):
    """Bots that cannot be built, or cannot be started from the beginning, as in a class of forty."""

    def folder(self, name, manifest):
        path = os.path.join(self.home, name)
        os.makedirs(path)
        arena.write(os.path.join(path, "bot.yaml"), f"name: {name}\n{manifest}\n")
        return f"  - ./{name}\n"

    def write(self):
        return self.tournament("name: t\nvariants: [block-2]\nsets: 1\nbots:\n"
                               + self.folder("anna", "run: [none]\nbuild: [[sh, -c, 'echo anna.c:3: error: no >&2; exit 1']]")
                               + "  - greedy\n" + self.folder("ben", "run: [none]\nbuild: [[false]]")
                               + self.folder("cleo", "rnu: [none]")
                               + arena.hostile("exit-at-start", name="dora") + arena.hostile("exit-at-start", name="emil")
                               + "  - random\n")

    def test_one_run_names_all_that_cannot_be_built(self):
        _, err = self.arena("run", self.write(), status=2)
        self.assertRegex(err, r"(?m)^building anna; its output: /")
        self.assertIn("| anna.c:3: error: no", err)
        for told in (r"t\.yaml:5: bots: anna: the build failed: 'sh' exited with status 1; ",
                     r"t\.yaml:7: bots: ben: the build failed: 'false' exited with status 1; ",
                     r"cleo/bot\.yaml:2: rnu: "):
            self.assertRegex(err, told)
        self.assertNotIn("left out", err)

    def test_with_skip_broken_one_run_names_them_all_and_the_others_play(self):
        path = self.write()
        _, err = self.arena("run", path, "--skip-broken", status=1)
        self.assertEqual(err.count("; it is left out\n"), 3, err)
        for name in ("dora", "emil"):
            self.assertIn(f"withdrawn: {name}: ", err)
        self.assertEqual({bot["name"] for r in self.records() for bot in r["bots"]}, {"greedy", "random"})

    def test_one_run_names_all_that_cannot_be_started(self):
        path = self.tournament("name: t\nvariants: [block-2]\nsets: 1\nbots:\n  - greedy\n"
                               + arena.hostile("exit-at-start", name="dora") + arena.hostile("exit-at-start", name="emil")
                               + "  - random\n")
        _, err = self.arena("run", path, status=2)
        for name in ("dora", "emil"):
            self.assertEqual(err.count(f"bot '{name}' cannot be started: "), 1, err)
        self.assertTrue(err.endswith(" (--skip-broken plays without such bots)\n"), err)

    def test_a_bot_that_was_left_out_joins_when_it_is_mended(self):
        path = self.tournament("name: t\nvariants: [block-2]\nsets: 1\nbots:\n  - greedy\n  - random\n"
                               + self.folder("late", "run: [none]\nbuild: [[false]]"))
        self.arena("run", path, "--skip-broken")
        shutil.rmtree(os.path.join(self.home, "late"))
        shutil.copytree(os.path.join(arena.BUILD, "share", "domino-arena", "bots", "random-python"),
                        os.path.join(self.home, "late"))
        manifest = os.path.join(self.home, "late", "bot.yaml")
        text = arena.read(manifest)
        arena.write(manifest, text.replace("name: random-python", "name: late"))
        self.arena("run", path)
        self.assertIn(" 6 matches, 0 differences\n", self.verify_text())


if __name__ == "__main__":
    arena.main()
