"""A tournament in shards has the same hash, lists and records as on one machine, whatever happens to the shards."""
import glob
import json
import os
import re
import shutil
import signal
import subprocess
import time
import unittest
import urllib.error
import urllib.request

import arena

FOUR = "bots: [greedy, random, careful, 'greedy#2']\nseed: 7\n"


class Shards(arena.ArenaTest):

    def setUp(self):
        super().setUp()
        self.folder = os.path.join(self.home, "shards")

    def file(self, text, name="spring.yaml"):
        path = os.path.join(self.home, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write("name: spring\n" + text)
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

    def test_shards_are_the_same_as_one_run(self):
        path = self.file("variants: [block-2, draw-3]\nsets: 4\n" + FOUR)
        expected = self.alone(path)
        for shards in arena.in_landing((1, 4, 64), (4,)):
            with self.subTest(shards):
                self.plan(path, shards)
                for shard in range(1, shards + 1):
                    self.play(shard)
                out, _ = self.merge()
                self.assertIn("the tournament is complete", out)
                self.assertEqual(self.state(*self.here()), expected)
                shutil.rmtree(self.folder)

    def test_a_tournament_grows_in_stages(self):
        first = "variants: [block-2]\nschedule: gauntlet\nsets: 2\nbots: [greedy, random, careful]\nseed: 7\n"
        second = first.replace("careful]", "careful, 'greedy#2']").replace("sets: 2", "sets: 3")
        home = ("--home", os.path.join(self.home, "alone"))
        for text in (first, second):
            path = self.file(text)
            self.arena("run", path, *home, home=False)
            self.plan(path, 3)
            for shard in (3, 1, 2):
                self.play(shard)
            self.merge()
        self.assertEqual(self.state(*self.here()), self.state_at(home))
        self.assertIn("all matches of spring are played", self.plan(path, 3, status=2)[1])

    def test_a_swiss_is_planned_round_by_round(self):
        path = self.file("variants: [block-2]\nschedule: swiss\nrounds: 3\nsets: 2\n"
                         "bots: [greedy, random, careful, 'greedy#2', 'random#2']\nseed: 7\n")
        expected = self.alone(path)
        for number in range(3):
            out, _ = self.plan(path, 2)
            self.assertIn("8 matches in 4 duplicate sets", out)
            self.assertIn("sets of its plan are not merged yet", self.plan(path, 2, status=2)[1])
            self.play(2)
            self.play(1)
            out, _ = self.merge()
            self.assertEqual("complete" in out, number == 2)
        self.assertEqual(self.state(*self.here()), expected)

    def test_a_comparison_decides_as_on_one_machine_and_stops(self):
        words = ("compare", "careful", "greedy", "--variant", "block-2", "--seed", "5", "--name", "spring", "--max-sets", "4000")
        alone, _ = self.arena(*words, "--home", os.path.join(self.home, "alone"), home=False)
        decision = re.search(r"(?m)^\d+ of at most 4000 sets.*\n.*\nbetter: H1.*$", alone).group(0)
        out, _ = self.arena(*words, "--of", "3", "-o", self.folder)
        self.assertIn("at most 8000 matches in 4000 duplicate sets, in 3 shards", out)
        for run in [self.start("shard", "run", self.folder, str(shard), "--every", "1") for shard in (1, 2, 3)]:
            self.finish(run)
        self.assertIn("the comparison is decided; there is nothing to play", self.play(2)[0])
        out, _ = self.merge()
        self.assertIn(decision, out)
        records, _ = self.arena("export", *self.here())
        self.assertLess(len(records.splitlines()), 8000)
        self.assertIn("needs both --of N and -o DIR", self.arena(*words, "--of", "3", status=2)[1])

    def test_killed_repeated_and_missing_shards_change_nothing(self):
        path = self.file("variants: [block-2]\nsets: 60\n" + FOUR)
        expected = self.alone(path)
        self.plan(path, 3)
        process = self.start("shard", "run", self.folder, "1", "--every", "1")
        deadline = time.monotonic() + arena.DEADLINE_S
        while time.monotonic() < deadline and not glob.glob(self.folder + "/done/0001-*.db") and process.poll() is None:
            time.sleep(0.05)
        process.kill()
        process.communicate()
        self.wait_for_orphans()
        self.play(1)
        self.play(1)  # a second time: there is nothing left to play
        self.play(2)
        out, _ = self.merge(status=1)
        self.assertRegex(out, r"missing: 120 sets: \d+")
        self.assertEqual(self.merge(status=1)[0].count("0 matches in 0 sets added"), 1)
        self.play(None, "--missing")
        self.merge()
        self.assertEqual(self.state(*self.here()), expected)
        status = json.loads(self.arena("shard", "status", self.folder, "--json")[0])
        self.assertEqual((status["finished"], status["waiting"], status["matches"]), (2, 1, 720))
        self.assertEqual([shard["total"] for shard in status["shards"]], [240, 240, 240])
        out, _ = self.merge()
        self.assertIn("0 matches in 0 sets added", out)

    def test_the_secret_stays_secret_until_the_last_match(self):
        path = self.file("variants: [block-2]\nsets: 2\nbots: [greedy, random]\n")
        self.plan(path, 2)
        self.play(1)
        for name in ("arena.db", "plan.db", *(os.path.relpath(p, self.folder) for p in glob.glob(self.folder + "/done/*.db"))):
            self.assertEqual(os.stat(os.path.join(self.folder, name)).st_mode & 0o777, 0o600, name)
        self.merge(status=1)
        self.assertIn("secret is revealed after the last match", self.arena("verify", *self.here())[0])
        self.play(2)
        self.merge()
        self.assertRegex(self.arena("verify", *self.here())[0], r"(?m)^secret [0-9a-f]{64}$")

    def test_serve_shows_what_shards_have_played(self):
        path = self.file("variants: [block-2]\nsets: 4\n" + FOUR)
        self.plan(path, 2)
        self.play(1)
        process = self.start("serve", "--shards", self.folder, "--listen", "127.0.0.1:0")
        url = process.stdout.readline().split()[0]
        deadline = time.monotonic() + arena.DEADLINE_S

        def wait_for(text):
            while time.monotonic() < deadline:
                try:
                    with urllib.request.urlopen(url, timeout=60) as page:
                        if text in page.read().decode():
                            return
                except urllib.error.HTTPError:  # not read yet
                    pass
                time.sleep(0.2)
            self.fail(f"no page has {text}")

        wait_for("24 of 48 matches")
        self.play(2)
        wait_for("48 matches")
        process.send_signal(signal.SIGINT)
        process.communicate()

    def test_two_runs_of_one_shard_lose_nothing(self):
        path = self.file("variants: [block-2]\nsets: 100\n" + FOUR)
        expected = self.alone(path)
        self.plan(path, 1)
        runs = [self.start("shard", "run", self.folder, "1", "--every", "1") for _ in range(2)]
        texts = [run.communicate()[1] for run in runs]
        for run, text in zip(runs, texts):
            if run.returncode != 0:
                self.assertIn("shard 1 is also played by", text)
        self.assertIn(0, [run.returncode for run in runs])
        self.merge()
        self.assertEqual(self.state(*self.here()), expected)

    def test_what_does_not_belong_is_refused_and_named(self):
        path = self.file("variants: [block-2]\nsets: 2\n" + FOUR)
        self.plan(path, 2)
        self.play(1)
        report, = glob.glob(self.folder + "/done/*.json")
        database, = glob.glob(self.folder + "/done/*.db")
        with open(report, encoding="utf-8") as file:
            good = file.read()

        def refused(command, *words):
            _, err = self.arena("shard", *command, status=3)
            for word in words:
                self.assertIn(word, err)
            self.assertEqual(err.count("\n"), 1, err)

        with open(report, "w", encoding="utf-8") as file:
            file.write(re.sub(r'"plan": "\w{8}', '"plan": "00000000', good))
        refused(("merge", self.folder), os.path.basename(report), "belongs to another plan")
        with open(report, "w", encoding="utf-8") as file:
            file.write(good)
        with open(database, "r+b") as file:
            file.seek(40000)
            file.write(b"x")
        refused(("merge", self.folder), os.path.basename(database), "checksum is wrong")
        self.play(1)  # plays again what the damaged file had
        for old in (report, database):
            os.unlink(old)
        self.play(2)
        self.merge()
        bot = os.path.join(glob.glob(self.folder + "/bots/greedy/*")[0], "bot.yaml")
        os.chmod(bot, 0o644)
        with open(bot, "a", encoding="utf-8") as file:
            file.write("# changed\n")
        refused(("run", self.folder, "2"), "bots/greedy", "has changed since the plan was made")
        with open(os.path.join(self.folder, "plan.json"), "r+", encoding="utf-8") as file:
            text = file.read()
            file.seek(0)
            file.write(text.replace('"program": "0', '"program": "9'))
        refused(("run", self.folder, "1"), "was planned by version 9")
        refused(("merge", self.folder), "was planned by version 9")

    def test_mistakes_get_one_line(self):
        path = self.file("variants: [block-2]\nsets: 2\n" + FOUR)
        for args, words in (
                (("plan", path, "--of", "2"), "needs a tournament file, --of N and -o DIR"),
                (("plan", path, "--of", "0", "-o", self.folder), "--of: '0' is not allowed; allowed: 1..9999"),
                (("run", self.folder, "1"), "is no shard folder"),
                (("run", self.folder), "needs DIR and the number of a shard"),
                (("run", self.folder, "x"), "needs DIR and the number of a shard"),
                (("merge", self.folder), "is no shard folder"),
                (("status", self.folder), "is no shard folder"),
                (("slurm", self.folder), "No such file"),
        ):
            with self.subTest(args):
                out, err = self.start("shard", *args).communicate()
                self.assertIn(words, err)
                self.assertEqual((out, err.count("\n")), ("", 1))
        self.plan(path, 2)
        self.assertIn("there is no shard 3; allowed: 1..2", self.play(3, status=2)[1])

    def test_job_scripts(self):
        path = self.file("variants: [block-2]\nsets: 2\n" + FOUR)
        self.plan(path, 2)
        out, _ = self.arena("shard", "slurm", self.folder, "--cpus", "2", "--time", "01:00:00", "--requeue")
        self.assertIn("sbatch", out)
        with open(os.path.join(self.folder, "slurm", "array.sh"), encoding="utf-8") as file:
            script = file.read()
        for line in ("#SBATCH --array=1-2", "#SBATCH --cpus-per-task=2", "#SBATCH --time='01:00:00'", "#SBATCH --requeue"):
            self.assertIn(line + "\n", script)
        environment = dict(os.environ, SLURM_ARRAY_TASK_ID="2", SLURM_ARRAY_JOB_ID="17", SLURM_CPUS_PER_TASK="1")
        subprocess.run(["sh", os.path.join(self.folder, "slurm", "array.sh")], check=True, env=environment, stdout=subprocess.DEVNULL)
        report, = glob.glob(self.folder + "/done/0002-*.json")
        with open(report, encoding="utf-8") as file:
            self.assertIn("job 17_2", json.load(file)["where"])

    @unittest.skipUnless(shutil.which("parallel"), "GNU parallel is not installed")
    def test_gnu_parallel_plays_all_shards(self):
        path = self.file("variants: [block-2]\nsets: 4\n" + FOUR)
        expected = self.alone(path)
        self.plan(path, 4)
        subprocess.run(["parallel", "-j", "2", arena.PROGRAM, "shard", "run", self.folder, ":::", "1", "2", "3", "4"],
                       check=True, stdout=subprocess.DEVNULL)
        self.merge()
        self.assertEqual(self.state(*self.here()), expected)


if __name__ == "__main__":
    arena.main()
