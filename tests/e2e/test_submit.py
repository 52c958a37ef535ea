"""`submit` takes a bot from its folder to lines of the leaderboard, and leaves nothing half done."""
import json
import os
import shutil
import signal
import time

import arena

SAMPLES = ["careful", "greedy", "random"]
STRONG = ["flat-mc", "inference", "ismcts", "pimc"]
GREEDY = os.path.join(arena.BUILD, "share", "domino-arena", "bots", "greedy", "greedy")


class Submit(arena.ArenaTest):

    def setUp(self):
        super().setUp()
        self.arena_home = os.path.join(self.home, "arena")

    def run_arena(self, *args, status=0):
        return self.arena(*args, "--home", self.arena_home, status=status, home=False, cwd=self.home)

    def kit(self, name, variants="[block-2]", extra="", line="", is_slow=False):
        """Makes a bot that plays few variants: a sample bot with another name, or a starter kit, whose matches take
        longer. The text `line` in a file beside its program makes another version of it."""
        path = os.path.join(self.home, name)
        shutil.rmtree(path, ignore_errors=True)
        if is_slow:
            self.run_arena("new", "python", name)
        else:
            os.mkdir(path)
            shutil.copy(GREEDY, os.path.join(path, "bot"))
            arena.write(os.path.join(path, "bot.yaml"), f"name: {name} # as its folder\nrun: [./bot]\n")
        with open(os.path.join(path, "bot.yaml"), "a", encoding="utf-8") as file:
            file.write(f"variants: {variants}\n{extra}")
        arena.write(os.path.join(path, "notes"), line)
        return path

    def hostile(self, mode):
        path = os.path.join(self.home, "bad")
        os.mkdir(path)
        shutil.copy(arena.HOSTILE, path)
        arena.write(os.path.join(path, "bot.yaml"),
                    f"name: bad\nrun: [{arena.PYTHON}, hostile.py, {mode}]\nvariants: [block-2]\n")
        return path

    def submit(self, name, *args, status=0):
        return self.run_arena("submit", name, "--asks", "50", "--sets", "2", *args, status=status)

    def bots(self):
        out, _ = self.run_arena("bots", "--json")
        return json.loads(out)["bots"]

    def records(self):
        out, _ = self.run_arena("export")
        return [json.loads(line) for line in out.splitlines()]

    def assert_nothing_registered(self, name):
        self.assertEqual(self.bots(), [])
        self.assertFalse(os.path.exists(os.path.join(self.arena_home, "bots", name)))
        self.assertFalse([n for n in os.listdir(self.arena_home) if n.startswith(".")])

    def test_a_bot_gets_its_lines_and_submitting_it_again_changes_nothing(self):
        self.kit("mine", "[block-2, block-3, block-teams]", is_slow=True)
        out, err = self.submit("mine")
        self.assertIn("passed   bye", out)
        self.assertIn("commitment to the deals: ", err)
        tail = out[out.index("is registered\n"):]
        for variant in ("block-2", "block-3", "block-teams"):
            self.assertRegex(tail, rf"{variant} +[\d-]+ of [34]  mine@[0-9a-f]{{8}} ")
        self.assertNotIn("greedy", tail)
        entry, = self.bots()
        self.assertEqual((entry["name"], entry["is_placed"], entry["is_present"]), ("mine", True, True))
        self.assertEqual(sorted(entry["variants"]), ["block-2", "block-3", "block-teams"])
        records = self.records()
        # 3 opponents, 2 sets of 2 rotations in two games; one table of 3 rotations in the third.
        self.assertEqual(len(records), 3 * 2 * 2 * 2 + 2 * 3)
        self.assertEqual({r["end"] for r in records}, {"normal"})
        self.assertEqual(sorted({b["name"] for r in records if r["variant"] == "block-2" for b in r["bots"]}),
                         ["careful", "greedy", "mine", "random"])
        self.assertTrue(all("mine" in [b["name"] for b in r["bots"]] for r in records))

        out, err = self.submit("./mine/")
        self.assertIn(f"mine@{entry['version'][:8]} is registered already", out)
        self.assertNotIn("handshake", out)
        self.assertEqual(err, "")
        self.assertEqual(self.bots(), [entry])
        self.assertEqual(len(self.records()), len(records))

    @arena.nightly
    def test_a_version_that_has_just_passed_its_check_is_not_checked_again(self):
        self.kit("mine")
        folder = os.path.join(self.arena_home, "passed")
        self.run_arena("check", "./mine", "--asks", "50", "--variant", "block-2")
        self.assertFalse(os.path.exists(folder), "only one of its variants was checked")
        self.run_arena("check", "./mine", "--asks", "50")
        version, = os.listdir(folder)
        note = os.path.join(folder, version)
        self.assertEqual([os.stat(path).st_mode & 0o777 for path in (folder, note)], [0o700, 0o600])
        out, _ = self.submit("mine")
        self.assertIn(f"mine@{version[:8]} passed its check within the last hour: it is not checked again\n", out)
        self.assertIn(f"\nmine@{version[:8]} is registered\n", out)
        self.assertNotIn("handshake", out)
        self.check_bad_notes(folder, note)

    def check_bad_notes(self, folder, note):
        """A note does not count if it is old, was made by another program or owner or for fewer asks, or if other users
        may write it."""
        self.hostile("illegal")
        text = arena.read(note)
        bad = os.path.join(folder, json.loads(self.submit("bad", "--json", status=1)[0])["version"])

        def write(content, mode=0o600, age_s=0, folder_mode=0o700):
            arena.write(bad, content)
            os.chmod(bad, mode)
            os.utime(bad, (time.time() - age_s,) * 2)
            os.chmod(folder, folder_mode)

        for spoiled in ({"content": text.replace("asks 50", "asks 49")}, {"content": text[:-1]},
                        {"content": text.replace("domino-arena ", "domino-arena 9")},
                        {"content": text, "mode": 0o644}, {"content": text, "age_s": 4000},
                        {"content": text, "folder_mode": 0o755}):
            with self.subTest(spoiled):
                write(**spoiled)
                report = json.loads(self.submit("bad", "--json", status=1)[0])
                self.assertIs(report["check"]["passed"], False)
        os.chmod(folder, 0o700)
        os.rename(bad, note + ".elsewhere")
        os.symlink(note, bad)
        self.submit("bad", status=1)
        os.unlink(bad)
        write(text)
        report = json.loads(self.submit("bad", "--json")[0])
        self.assertEqual((report["check"], report["is_registered"]), (None, True))
        # A failed check removes the note.
        self.run_arena("check", "./bad", "--asks", "50", status=1)
        self.assertFalse(os.path.exists(bad))

    def test_a_new_version_is_listed_beside_the_old_one(self):
        self.kit("mine")
        self.submit("mine")
        before = self.records()
        self.kit("mine", line="# better\n")
        for tag in ("latest", "submitted", "abcdef", "../x", "A", ""):
            _, err = self.submit("mine", "--tag", tag, status=2)
            self.assertIn(f"--tag: '{tag}' is not a tag; allowed: ", err)
        report = json.loads(self.submit("mine", "--tag", "v2", "--json")[0])
        self.assertEqual((report["name"], report["is_registered"], report["is_new"], report["tag"]), ("mine", True, True, "v2"))
        self.assertTrue(report["check"]["passed"])
        old, new = self.bots()
        self.assertNotEqual(old["version"], new["version"])
        self.assertEqual(new["version"], report["version"])
        self.assertEqual({line["version"] for line in report["lines"]}, {old["version"], new["version"]})
        self.assertEqual({(line["name"], line["variant"], line["sets"], line["of"]) for line in report["lines"]},
                         {("mine", "block-2", 6, 5)})
        after = self.records()
        self.assertEqual(after[:len(before)], before)
        self.assertFalse([r for r in after if len([b for b in r["bots"] if b["name"] == "mine"]) > 1])

        # The next bot meets only the newest version.
        self.kit("other")
        self.submit("other")
        met = {(b["name"], b["version"]) for r in self.records() for b in r["bots"]
               if "other" in [b["name"] for b in r["bots"]]}
        self.assertIn(("mine", new["version"]), met)
        self.assertNotIn(("mine", old["version"]), met)
        self.check_tags(old["version"], new["version"])

    def check_tags(self, old, new):
        """`new` has the tag v2. A tag names one version in every list of bots, before anything is copied."""
        folders = os.path.join(self.arena_home, "bots")
        self.kit("mine", line="# a draft\n")
        before = sorted(os.listdir(os.path.join(folders, "mine")))
        _, err = self.submit("mine", "--tag", "v2", status=2)
        self.assertIn(f"--tag: mine@v2 is the version {new[:8]} already; allowed: another tag", err)
        _, err = self.run_arena("run", "--variant", "block-2", "--bots", "./mine,mine@v3", status=2)
        self.assertIn("--bots: 'mine@v3' is not a version: no submitted version has this tag (did you mean v2?); "
                      "allowed: v2, submitted, latest, previous, or its first 6..64 hex digits", err)
        self.assertEqual(sorted(os.listdir(os.path.join(folders, "mine"))), before, "nothing was copied")
        self.kit("mine")
        out, _ = self.submit("mine", "--tag", "v1")
        self.assertIn(f"mine@{old[:8]} is registered already, with the tag v1\n", out)
        self.assertEqual([bot["tag"] for bot in self.bots()], ["v1", "v2", None])
        path = os.path.join(self.home, "tags.yaml")
        arena.write(path, 'name: tags\nvariants: [block-2]\nbots: [mine@v1, "mine@v2#2", "mine@submitted#3"]\nsets: 1\n')
        self.run_arena("run", path)
        self.assertEqual({(b["name"], b["version"]) for r in self.records() if r["tournament"] == "tags" for b in r["bots"]},
                         {("mine", old), ("mine#2", new), ("mine#3", new)})
        plan = os.path.join(self.home, "plan")
        self.run_arena("compare", "mine@v1", "mine@submitted", "--variant", "block-2", "--of", "2", "-o", plan)
        self.run_arena("bots", "--remove", "mine@v1")
        self.assertEqual([(bot["tag"], bot["is_present"]) for bot in self.bots()], [(None, False), ("v2", True), (None, True)])
        _, err = self.run_arena("check", "mine@v1", status=2)
        self.assertIn("check: 'mine@v1' is not a version", err)

    def strong_submit(self, prefix, *args):
        """submit --ladder strong, with strong bots that look at one world a move."""
        for name in STRONG:
            path = os.path.join(prefix, "share", "domino-arena", "bots", name, "bot.yaml")
            text = arena.read(path).replace(f"[./{name}]", f"[./{name}, --worlds, 1]")
            self.assertIn("--worlds, 1]", text)
            arena.write(path, text)
        return self.finish(self.start("submit", "mine", "--asks", "50", "--sets", "2", "--ladder", "strong", *args,
                                      "--home", self.arena_home, home=False, cwd=self.home,
                                      program=os.path.join(prefix, "bin", "domino-arena")))

    @arena.nightly
    def test_the_strong_ladder_is_met_on_request_and_after_the_standard_one(self):
        self.kit("mine", "[block-2, block-3]")
        self.submit("mine", "--ladder", "standard")
        before = self.records()
        self.assertEqual({b["name"] for r in before for b in r["bots"]} & set(STRONG), set())
        prefix = self.copy_of_arena()
        out, _ = self.strong_submit(prefix)
        self.assertIn("is registered already", out)
        new = self.records()[len(before):]
        met = {variant: sorted({b["name"] for r in new if r["variant"] == variant for b in r["bots"]})
               for variant in ("block-2", "block-3")}
        self.assertEqual(met, {"block-2": sorted(SAMPLES + STRONG + ["mine"]),
                               "block-3": ["inference", "mine", "random"]})
        self.assertEqual({r["end"] for r in new}, {"normal"})
        self.strong_submit(prefix)
        self.assertEqual(len(self.records()), len(before) + len(new), "nothing is played twice")
        self.assertEqual([b["is_placed"] for b in self.bots()], [True])

    def test_a_failed_check_leaves_nothing_registered(self):
        self.hostile("illegal")
        out, _ = self.submit("bad", status=1)
        self.assertIn("failed   variants", out)
        self.assertIn("failed: bad is not registered", out)
        self.assert_nothing_registered("bad")
        report = json.loads(self.submit("bad", "--json", status=1)[0])
        self.assertEqual((report["is_registered"], report["check"]["passed"], report["lines"]),
                         (False, False, []))
        self.assert_nothing_registered("bad")
        _, err = self.run_arena("run", "--variant", "block-2", "--bots", "bad,greedy", status=2)
        self.assertIn("there is no bot 'bad'", err)

    def test_a_failed_build_leaves_only_its_log(self):
        self.kit("mine", extra="build: [[sh, -c, 'echo no such compiler; exit 1']]\n")
        _, err = self.submit("mine", status=2)
        building, *shown, _ = err.splitlines()
        self.assertEqual(shown, ["| $ sh -c echo no such compiler; exit 1", "| no such compiler"])
        log = err.split("its output: ")[-1].strip()
        self.assertEqual(building, f"building mine; its output: {log}")
        self.assertIn("no such compiler", arena.read(log))
        self.assert_nothing_registered("mine")

    def test_unsafe_names_and_names_of_sample_bots_are_refused(self):
        path = self.kit("mine")
        text = arena.read(os.path.join(path, "bot.yaml"))
        for name, words in (("../../x", "name"), ("a/b", "name"), ('"a\\u0007b"', "name"), ("A", "name"),
                            (".x", "name"), ('""', "name"), ("x" * 33, "name"),
                            ("greedy", "'greedy' is a sample bot's")):
            arena.write(os.path.join(path, "bot.yaml"), text.replace("name: mine ", f"name: {name} "))
            _, err = self.submit("mine", status=2)
            self.assertIn("bot.yaml", err)
            self.assertIn(words, err)
            self.assertEqual(err.count("\n"), 1)
            self.assertNotIn("\a", err)
            self.assertFalse(os.path.exists(os.path.join(self.arena_home, "bots")))
        _, err = self.submit("nowhere", status=2)
        self.assertIn("nowhere/bot.yaml", err)

    INTERRUPTED_SETS = arena.in_nightly(100, 40)

    def interrupt_placement(self):
        """Submits `mine` and interrupts it in the first tournament of its placement."""
        process = self.start("submit", "mine", "--asks", "20", "--sets", str(self.INTERRUPTED_SETS), "--home", self.arena_home,
                             home=False, cwd=self.home)
        while "commitment" not in process.stderr.readline():
            pass
        process.send_signal(signal.SIGINT)
        self.finish(process, 128 + signal.SIGINT)

    @arena.nightly
    def test_an_interrupted_placement_is_continued(self):
        self.kit("mine", is_slow=True)
        self.interrupt_placement()
        entry, = self.bots()
        self.assertFalse(entry["is_placed"])
        self.kit("other")
        self.submit("other")  # does not change the placement of `mine`, which is continued as it was begun
        out, _ = self.submit("mine")
        self.assertNotIn("handshake", out)
        self.assertEqual([b["is_placed"] for b in self.bots()], [True, True])
        played = [r for r in self.records() if r["tournament"] == entry["tournaments"][0]]
        self.assertEqual(len(played), 3 * self.INTERRUPTED_SETS * 2)
        self.assertEqual(sorted({b["name"] for r in played for b in r["bots"]}), sorted(["mine"] + SAMPLES))

    @arena.nightly
    def test_a_placement_that_ended_between_two_tournaments_is_continued(self):
        self.kit("other", "[draw-2]")
        self.submit("other")
        program = os.path.join(self.arena_home, "bots", "other", self.bots()[0]["version"], "bot")
        os.chmod(program, 0o755)
        arena.write(program, "#!/bin/false\n")
        self.kit("mine", "[block-2, draw-2]")
        _, err = self.submit("mine", status=2)
        self.assertIn("bot 'other' cannot be started", err)
        self.assertIn("bots --remove NAME removes a bot from the ladder", err)
        mine = self.bots()[1]
        self.assertEqual((mine["variants"], mine["is_placed"]), (["block-2"], False))
        self.run_arena("bots", "--remove", "other")
        out, _ = self.submit("mine")
        self.assertRegex(out, r"draw-2 +[\d-]+ of 4  mine@")  # the removed bot is not listed
        mine = self.bots()[1]
        self.assertEqual((mine["variants"], mine["is_placed"]), (["block-2", "draw-2"], True))

    @arena.nightly
    def test_a_placement_is_continued_without_a_bot_that_was_removed_meanwhile(self):
        self.kit("other")
        self.submit("other")
        self.kit("mine", "[block-2, draw-2]", is_slow=True)
        self.interrupt_placement()
        begun = self.bots()[1]
        self.assertEqual((begun["variants"], begun["is_placed"]), (["block-2"], False))
        self.run_arena("bots", "--remove", "other")
        before = self.records()
        out, _ = self.submit("mine")
        self.assertNotIn("handshake", out)
        mine = self.bots()[1]
        self.assertEqual((sorted(mine["variants"]), mine["is_placed"]), (["block-2", "draw-2"], True))
        # What was played is kept; both variants are played to the end with the remaining bots.
        after = self.records()
        self.assertEqual([r for r in after if r["tournament"] == begun["tournaments"][0]],
                         [r for r in before if r["tournament"] == begun["tournaments"][0]])
        new = [r for r in after if r["tournament"] in set(mine["tournaments"]) - set(begun["tournaments"])]
        self.assertEqual(len(new), 2 * 3 * 2 * 2)
        self.assertEqual(sorted({b["name"] for r in new for b in r["bots"]}), sorted(["mine"] + SAMPLES))
        _, err = self.submit("mine")
        self.assertEqual(err, "")

    @arena.nightly
    def test_a_single_version_is_removed_by_at_least_six_of_its_digits(self):
        self.kit("mine")
        self.submit("mine")
        self.kit("mine", extra="# newer\n")
        self.submit("mine")
        versions = [b["version"] for b in self.bots()]
        # A name has at most 32 letters, and a longer one must not be cut to an existing name.
        long_name = "m" * 32
        self.kit(long_name)
        self.submit(long_name)
        version = self.bots()[-1]["version"]
        _, err = self.run_arena("bots", "--remove", f"{long_name}m@{version}", status=2)
        self.assertIn("is not a valid name of a bot", err)
        self.run_arena("bots", "--remove", f"{long_name}@{version}")
        for digits in ("", versions[0][:5], "x" * 6):
            _, err = self.run_arena("bots", "--remove", "mine@" + digits, status=2)
            self.assertRegex(err, rf"'mine@{digits}' is not a version[;:].* allowed: .*latest, previous, or its first 6..64 hex digits")
        self.assertEqual([b["is_present"] for b in self.bots()], [True, True, False])
        self.run_arena("bots", "--remove", "mine@" + versions[1][:6])
        self.assertEqual([b["is_present"] for b in self.bots()], [True, False, False])

    @arena.nightly
    def test_bots_can_be_removed_from_the_ladder(self):
        self.kit("mine")
        self.submit("mine")
        _, err = self.run_arena("bots", "--remove", "mini", status=2)
        self.assertIn("no bot 'mini' is on the ladder (did you mean mine?)", err)
        self.run_arena("bots", "--remove", "mine@" + self.bots()[0]["version"][:8])
        self.assertFalse(self.bots()[0]["is_present"])
        for word, words in (("mine", "no bot 'mine' is on the ladder any more\n"),
                            ("mini", "no bot 'mini' is on the ladder\n")):
            _, err = self.run_arena("bots", "--remove", word, status=2)
            self.assertEqual(err, f"domino-arena: --remove: {words}")
        out, _ = self.run_arena("bots")
        self.assertIn(" removed\n", out)
        self.kit("other")
        self.submit("other")
        self.assertFalse([r for r in self.records() if {"mine", "other"} <= {b["name"] for b in r["bots"]}])
        out, _ = self.submit("mine")
        self.assertIn("is registered already", out)
        self.assertTrue(self.bots()[0]["is_present"])

    def test_without_registered_bots_the_list_is_empty(self):
        self.assertEqual(self.bots(), [])
        out, _ = self.run_arena("bots")
        self.assertIn("domino-arena submit DIR", out)
        self.assertFalse(os.path.exists(self.arena_home))


if __name__ == "__main__":
    arena.main()
