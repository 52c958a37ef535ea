"""A tournament in shards has the same hash, lists and records as on one machine, whatever happens to the shards."""
import contextlib
import glob
import json
import os
import re
import shlex
import shutil
import signal
import sqlite3
import subprocess
import unittest
import urllib.error
import urllib.request

import arena
import shards

FOUR = "bots: [greedy, random, 'random#2', 'greedy#2']\nseed: 7\n"


def has_gnu_parallel():
    """Another program of that name, in the package moreutils, does something else."""
    return bool(shutil.which("parallel")) and b"GNU" in subprocess.run(
        ["parallel", "--version"], stdin=subprocess.DEVNULL, capture_output=True, check=False).stdout


class Shards(shards.ShardsTest):

    def test_shards_are_the_same_as_one_run(self):
        path = self.file(f"variants: [block-2, draw-3]\nsets: {arena.in_nightly(4, 2)}\n" + FOUR)
        expected = self.alone(path)
        for count in arena.in_nightly((1, 4, 64), (4,)):
            with self.subTest(count):
                self.plan(path, count)
                for shard in range(1, count + 1):
                    self.play(shard)
                out, _ = self.merge()
                self.assertIn("the tournament is complete", out)
                self.assertEqual(self.state(*self.here()), expected)
                shutil.rmtree(self.folder)

    @arena.nightly
    def test_a_tournament_grows_in_stages(self):
        first = "variants: [block-2]\nschedule: gauntlet\nseeds: 2\nsets: 2\nbots: [greedy, random, careful]\nseed: 7\n"
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

    @arena.nightly
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

    @arena.nightly
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
        out, err = self.arena(*words, "--of", "3", "-o", self.folder, status=2)
        self.assertIn("has a comparison, which is never extended; choose another folder", err)
        self.assertIn("needs both --of N and -o DIR", self.arena(*words, "--of", "3", status=2)[1])

    @arena.nightly
    def test_killed_repeated_and_missing_shards_change_nothing(self):
        path = self.file("variants: [block-2]\nsets: 60\n" + FOUR)
        expected = self.alone(path)
        self.plan(path, 3)
        process = self.start("shard", "run", self.folder, "1", "--every", "1")
        self.wait_for(lambda: self.files("done/0001-*.db"), process)
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
        self.assertEqual(self.arena("shard", "run", self.folder, "--missing")[0], f"nothing is missing in {self.folder}\n")
        self.assertRegex(self.arena("verify", *self.here())[0], r"(?m)^secret [0-9a-f]{64}$")

    @arena.nightly
    def test_serve_shows_what_shards_have_played(self):
        path = self.file("variants: [block-2]\nsets: 4\n" + FOUR)
        self.plan(path, 2)
        self.play(1)
        process = self.start("serve", "--shards", self.folder, "--listen", "127.0.0.1:0")
        url = process.stdout.readline().split()[0]

        def wait_for(text):
            def is_shown():
                try:
                    with urllib.request.urlopen(url, timeout=arena.DEADLINE_S) as page:
                        return text in page.read().decode()
                except urllib.error.HTTPError:  # not read yet
                    return False
            arena.wait_until(is_shown, f"the page has {text}", step_s=0.2)

        wait_for("24 of 48 matches")
        self.play(2)
        wait_for("48 matches")
        self.merge()
        self.plan(self.file("variants: [block-2]\nsets: 6\n" + FOUR), 1)
        url = process.stdout.readline().split()[0]  # another database, so the pages begin anew
        wait_for("48 of 72 matches")
        self.play(1)
        wait_for("72 matches")
        process.send_signal(signal.SIGINT)
        process.communicate()

    def test_two_runs_of_one_shard_lose_nothing(self):
        path = self.file(f"variants: [block-2]\nsets: {arena.in_nightly(100, 8)}\n" + FOUR)
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
        good = arena.read(report)

        def refused(command, *words):
            _, err = self.arena("shard", *command, status=3)
            for word in words:
                self.assertIn(word, err)
            self.assertEqual(err.count("\n"), 1, err)

        arena.write(report, re.sub(r'"plan": "\w{8}', '"plan": "00000000', good))
        refused(("merge", self.folder), os.path.basename(report), "belongs to another plan")
        arena.write(report, good)
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
            file.write(re.sub('"program": "[0-9]+', '"program": "9', text))
        refused(("run", self.folder, "1"), "was planned by version 9")
        refused(("merge", self.folder), "was planned by version 9")

    def test_mistakes_get_one_line(self):
        path = self.file("variants: [block-2]\nsets: 2\n" + FOUR)
        for args, words in (
                (("plan", path, "--of", "2"), "needs a tournament file, --of N and -o DIR"),
                (("plan", path, "--of", "0", "-o", self.folder), "--of: '0' is not allowed; allowed: 1..9999"),
                (("run", self.folder, "1"), "is not a shard folder"),
                (("run", self.folder), "needs DIR and the number of a shard"),
                (("run", self.folder, "x"), "needs DIR and the number of a shard"),
                (("merge", self.folder), "is not a shard folder"),
                (("status", self.folder), "is not a shard folder"),
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
        for line in ("#SBATCH --array=1-2", "#SBATCH --cpus-per-task=2", "#SBATCH --time='01:00:00'", "#SBATCH --requeue",
                     "#SBATCH --open-mode=append", "#SBATCH --signal=B:TERM@60"):
            self.assertIn(line + "\n", script)
        environment = dict(os.environ, SLURM_ARRAY_TASK_ID="2", SLURM_ARRAY_JOB_ID="17", SLURM_CPUS_PER_TASK="1")
        subprocess.run(["sh", os.path.join(self.folder, "slurm", "array.sh")], check=True, env=environment, stdout=subprocess.DEVNULL)
        report, = glob.glob(self.folder + "/done/0002-*.json")
        self.assertIn("job 17_2", json.loads(arena.read(report))["where"])

    def with_sbatch(self, script):
        """Submits with a program `sbatch` that is this shell script; returns the process."""
        tools = os.path.join(self.home, "tools")
        os.makedirs(tools, exist_ok=True)
        arena.write(os.path.join(tools, "sbatch"), "#!/bin/sh\n" + script, mode=0o755)
        before = os.environ["PATH"]
        os.environ["PATH"] = tools + os.pathsep + before
        try:
            return self.start("shard", "slurm", self.folder, "--submit", "--every", "5")
        finally:
            os.environ["PATH"] = before

    def test_what_a_cluster_prints_beside_the_number_is_passed_over(self):
        self.plan(self.file("variants: [block-2]\nsets: 2\n" + FOUR), 2)
        out, _ = self.finish(self.with_sbatch("echo 'sbatch: 3 hours left' >&2; echo 'sbatch: welcome'; "
                                              "echo \"1$#;far\"; echo bye >&2"))
        self.assertEqual(out, "submitted: job array 12, and job 13, which merges when it has ended\n")
        with open(os.path.join(self.folder, "slurm", "array.sh"), encoding="utf-8") as file:
            self.assertRegex(file.read(), r"--every 5\n$")

    def test_what_sbatch_refuses_is_said_in_one_line(self):
        self.plan(self.file("variants: [block-2]\nsets: 2\n" + FOUR), 2)
        out, err = self.finish(self.with_sbatch("echo 'sbatch: hello'; echo 'sbatch: error: no such partition' >&2; exit 1"), 3)
        self.assertEqual((out, err), ("", "domino-arena: sbatch: error: no such partition\n"))
        for script in ("exit 1", "exit 0", "echo 12x"):
            with self.subTest(script):
                out, err = self.finish(self.with_sbatch(script), 3)
                self.assertEqual((out, err.count("\n")), ("", 1))
        out, err = self.finish(self.with_sbatch("[ $# = 2 ] || exit 1; echo 7"), 3)
        self.assertIn("submitted: job array 7, but no job that merges", out)
        self.assertIn("sbatch: it has failed without a message", err)

    @unittest.skipUnless(has_gnu_parallel(), "GNU parallel is not installed (scripts/install.sh slurm)")
    def test_gnu_parallel_plays_all_shards(self):
        path = self.file("variants: [block-2]\nsets: 4\n" + FOUR)
        expected = self.alone(path)
        self.plan(path, 4)
        subprocess.run(["parallel", "-j", "2", shlex.quote(arena.PROGRAM), "shard", "run", self.folder, ":::", "1", "2", "3", "4"],
                       check=True, stdout=subprocess.DEVNULL)
        self.merge()
        self.assertEqual(self.state(*self.here()), expected)


class Damage(shards.ShardsTest):
    """Files of a shard folder that are damaged, hostile or of another program."""

    def change(self, name, **values):
        """Change values of a JSON file; None removes one."""
        path = os.path.join(self.folder, name)
        content = json.loads(arena.read(path))
        content.update(values)
        arena.write(path, json.dumps({key: value for key, value in content.items() if value is not None}))

    def kept(self, name):
        """Saves a file; returns a function that restores it."""
        path, copy = os.path.join(self.folder, name), os.path.join(self.home, "kept")
        if os.path.exists(path):
            shutil.copy2(path, copy)

        def restore():
            shutil.rmtree(path, ignore_errors=True) if os.path.isdir(path) else os.unlink(path)
            shutil.copy2(copy, path)
        return restore

    def test_each_damaged_file_gets_one_line_that_names_it(self):
        path = self.file("variants: [block-2]\nsets: 4\n" + FOUR)
        self.plan(path, 2)
        self.play(1)
        report, = map(os.path.basename, self.files("done/*.json"))
        sequence = json.loads(arena.read(os.path.join(self.folder, "done", report)))["sequence"]
        database = f"{report.removesuffix('.json')}-{sequence}.db"  # a run of half a minute has written another one before
        run, merge, status = ("run", self.folder, "2"), ("merge", self.folder), ("status", self.folder)
        again, missing = ("plan", path, "--of", "2", "-o", self.folder), ("run", self.folder, "--missing")

        def empty(name):
            os.truncate(os.path.join(self.folder, name), 0)

        def halve(name):
            os.truncate(os.path.join(self.folder, name), os.path.getsize(os.path.join(self.folder, name)) // 2)

        def other_schema(name):
            with contextlib.closing(sqlite3.connect(os.path.join(self.folder, name))) as db:
                db.execute("PRAGMA user_version = 9999")

        def other_program(name):
            full = os.path.join(self.folder, name)
            os.unlink(full)
            with contextlib.closing(sqlite3.connect(full)) as db, db:
                db.execute("CREATE TABLE things(id)")

        def pipe(name):
            os.unlink(os.path.join(self.folder, name))
            os.mkfifo(os.path.join(self.folder, name))

        def in_place(name):
            os.unlink(os.path.join(self.folder, name))
            os.mkdir(os.path.join(self.folder, name))

        def loop(name):
            os.unlink(os.path.join(self.folder, name))
            os.symlink(name.split("/")[-1], os.path.join(self.folder, name))

        part = "shards/0002.json"
        cases = [(how, name, command) for how in (empty, halve, pipe, in_place, loop)
                 for name, commands in (("plan.json", (run, merge, status, again)),
                                        (part, (run, merge, status, again, missing)),
                                        (f"done/{report}", (run, merge, status)),
                                        (f"done/{database}", (merge,)), ("plan.db", (run,)),
                                        ("arena.db", (merge, again, missing)))
                 for command in arena.in_nightly(commands, commands[:1])]
        cases += [(how, name, command) for how in (other_schema, other_program)
                  for name, command in (("plan.db", run), ("arena.db", merge), ("arena.db", again), (f"done/{database}", merge))]
        for how, name, command in cases:
            with self.subTest(how=how.__name__, name=name, command=command[0]):
                restore = self.kept(name)
                how(name)
                try:
                    self.refused(*command, words=[name])
                finally:
                    restore()
        self.play(2)
        self.assertIn("the tournament is complete", self.merge()[0])

    def test_sets_that_do_not_fit_the_plan_are_refused(self):
        path = self.file("variants: [block-2]\nsets: 4\n" + FOUR)
        self.plan(path, 2)
        for sets, words, commands in (([[1, 4000000000]], "has set 4000000000; the last one is 24", ("run", "merge")),
                                      ([[1, 25]], "has set 25", ("run", "merge")),
                                      ([[1, 3]], "its sets have 6 matches, not 24", ("run",)),
                                      ([[1, 3]], "its files have", ("merge",)),
                                      ([], "its files have 12 sets; plan.json has 24", ("merge",))):
            restore = self.kept("shards/0002.json")
            self.change("shards/0002.json", sets=sets)
            for command in commands:
                with self.subTest(sets=sets, command=command):
                    self.refused(command, self.folder, *["2"] * (command == "run"), words=["shards", words])
            restore()
        restore = self.kept("plan.json")
        for changes in ({"shards": 1, "sets": 12}, {"matches": 7}, {"created_ms": 3}):
            self.change("plan.json", **changes)
            with self.subTest(changes):
                self.refused("merge", self.folder, words=[self.folder, "do not belong together"])
                self.refused("run", self.folder, "1", words=[self.folder, "do not belong together"])
            restore()

    def test_any_environment_of_slurm_is_accepted(self):
        self.plan(self.file("variants: [block-2]\nsets: 1\nbots: [greedy, random]\n"), 1)
        environment = dict(self.environment(), SLURM_ARRAY_JOB_ID="\udcff" * 40, SLURM_ARRAY_TASK_ID="\x1b[2J",
                           SLURM_CPUS_PER_TASK="99999999999999999999")
        subprocess.run([arena.PROGRAM, "shard", "run", self.folder, "1"], check=True, env=environment, stdout=subprocess.DEVNULL)
        self.assertIn("the tournament is complete", self.merge()[0])

    def test_a_local_folder_of_another_user_is_refused(self):
        self.plan(self.file("variants: [block-2]\nsets: 1\nbots: [greedy, random]\n"), 1)
        name = os.path.join(self.run_base, f"domino-shards.{os.geteuid()}")
        os.symlink(self.home, name)
        self.refused("run", self.folder, "1", words=[name, "is not a folder of this user alone"])
        os.unlink(name)
        os.mkdir(name)
        os.chmod(name, 0o777)
        self.refused("merge", self.folder, words=[name, "set TMPDIR"])
        os.rmdir(name)

    def test_a_damaged_copy_of_a_bot_is_replaced_by_the_next_plan(self):
        path = self.file("variants: [block-2]\nsets: 1\nbots: [greedy, random]\n")
        self.plan(path, 1)
        bot, = self.files("bots/greedy/*/bot.yaml")
        os.chmod(bot, 0o644)
        with open(bot, "a", encoding="utf-8") as file:
            file.write("# changed\n")
        os.unlink(os.path.join(self.folder, "plan.json"))
        self.plan(path, 1)
        self.play(1)
        self.assertIn("the tournament is complete", self.merge()[0])


if __name__ == "__main__":
    arena.main()
