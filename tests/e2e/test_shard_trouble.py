"""Shards whose bots misbehave, whose folder cannot be written, and whose processes are killed."""
import contextlib
import json
import os
import random
import re
import shutil
import signal
import sqlite3
import subprocess
import tempfile

import arena
import shards

FOUR = "bots: [greedy, random, 'random#2', 'greedy#2']\nseed: 7\n"
SLOW = "bots: [greedy, random, careful, 'greedy#2', 'random#2', 'careful#2']\nseed: 7\n"


class Trouble(shards.ShardsTest):

    def rows(self, query, path=None):
        with contextlib.closing(sqlite3.connect(path or os.path.join(self.folder, "arena.db"))) as db:
            return db.execute(query).fetchall()

    def script(self, name, text, mode, at):
        """The hostile bot, started by a shell script."""
        path = os.path.join(self.home, name + ".sh")
        arena.write(path, f'#!/bin/sh\n{text}\nexec {arena.PYTHON} "$@"\n', mode=0o755)
        return f"  - {{name: {name}, run: [./{name}.sh, hostile.py, {mode}, '{at}'], transport: zmq}}\n"

    def test_faults_and_logs_of_all_shards_are_merged_once(self):
        path = self.file("variants: [block-2]\nsets: 4\nseed: 7\nbots:\n"
                         + self.script("cheat", "echo I cheat >&2", "illegal", "each")
                         + "  - greedy\n  - random\n")
        self.plan(path, 2)
        self.assertEqual(self.play(1)[1], "", "nothing is left to say")
        self.play(2)
        self.merge()
        self.assertIn("0 matches in 0 sets added, 0 faults", self.merge()[0])
        faults = sum(self.rows("SELECT COUNT(*) FROM fault", database)[0][0] for database in self.files("done/*.db"))
        self.assertGreater(faults, 8)
        self.assertEqual(self.rows("SELECT COUNT(*) FROM fault"), [(faults,)])
        status = json.loads(self.arena("shard", "status", self.folder, "--json")[0])
        self.assertEqual(status["faults"], faults)
        self.assertIn("cheat", self.arena("faults", *self.here())[0])
        self.assertIn("I cheat", self.arena("replay", "1", "--stderr", *self.here())[0])

    @arena.nightly
    def test_a_bot_that_is_withdrawn_in_one_shard_is_named(self):
        # While this folder is there, the bot can be started only once. The bot is of another user, who cannot see our home.
        marks = tempfile.mkdtemp(prefix="marks.")
        self.addCleanup(shutil.rmtree, marks, ignore_errors=True)
        os.rmdir(marks)
        path = self.file("variants: [block-2]\nsets: 10\nseed: 7\nsandbox: none\nconcurrency: 1\n"
                         "faults: {restarts: 1}\nbots:\n"
                         + self.script("moody", f"if [ -e {marks} ] && ! mkdir {marks}/first 2>/dev/null; then exit 1; fi", "exit", 2)
                         + "  - greedy\n  - random\n")
        self.plan(path, 2)
        os.mkdir(marks)
        os.chmod(marks, 0o777)
        _, err = self.play(1, status=1)
        self.assertRegex(err, r"\d+ matches were not played, because bots were withdrawn: moody \(")
        shutil.rmtree(marks)
        self.play(2)
        out, _ = self.merge(status=1)
        self.assertRegex(out, r"(?m)^shard 1 \(.*\) is not complete: failed: .* withdrawn: moody ")
        self.assertRegex(out, r"(?m)^missing: \d+ sets: ")
        self.play(1)
        self.assertIn("the tournament is complete", self.merge()[0])

    def broken_done(self):
        """Nothing can be written to done/ until the function that this returns is called."""
        done = os.path.join(self.folder, "done")
        os.rename(done, done + ".away")
        return lambda: os.rename(done + ".away", done)

    @arena.nightly
    def test_reports_are_written_again_when_the_folder_works_again(self):
        path = self.file("variants: [block-2]\nsets: 20\n" + SLOW)
        expected = self.alone(path)
        self.plan(path, 1)
        run = self.start("shard", "run", self.folder, "1", "--every", "1")
        self.wait_for(lambda: self.files("done/*.json"), run)
        mend = self.broken_done()
        self.line_of(run, "written")
        mend()
        self.finish(run)
        self.merge()
        self.assertEqual(self.state(*self.here()), expected)

    def test_matches_that_cannot_be_reported_are_kept_and_named(self):
        path = self.file("variants: [block-2]\nsets: 4\n" + FOUR)
        expected = self.alone(path)
        self.plan(path, 1)
        run = self.start("shard", "run", self.folder, "1", "--every", "3600")
        self.wait_for(lambda: self.files("done/*.json"), run)
        mend = self.broken_done()
        self.line_of(run, "the last report cannot be written, waiting")
        run.send_signal(signal.SIGTERM)
        _, err = self.finish(run, 3)
        kept = re.search(r"its matches are kept: copy (\S+)/done/\* to \S+/done, and merge", err).group(1)
        mend()
        for name in os.listdir(os.path.join(kept, "done")):
            shutil.copy(os.path.join(kept, "done", name), os.path.join(self.folder, "done"))
        os.utime(kept, (0, 0))
        self.play(1)  # sweeps what killed runs have left, but not this
        self.assertTrue(os.path.isdir(kept))
        shutil.rmtree(os.path.dirname(kept))
        self.merge()
        self.assertEqual(self.state(*self.here()), expected)

    @arena.nightly
    def test_a_full_folder_stops_nothing(self):
        small = os.path.join(self.home, "small")
        os.mkdir(small)
        if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=48m", "none", small], capture_output=True, check=False).returncode:
            self.skipTest("no file system can be mounted")
        try:
            self.fill_while_a_shard_plays(small)
        finally:
            subprocess.run(["umount", "--lazy", small], check=True)

    def fill_while_a_shard_plays(self, small):
        self.folder = os.path.join(small, "shards")
        path = self.file("variants: [block-2]\nsets: 20\n" + SLOW)
        self.plan(path, 1)
        run = self.start("shard", "run", self.folder, "1", "--every", "1")
        self.wait_for(lambda: self.files("done/*.json"), run)
        filler = os.path.join(small, "filler")
        with contextlib.suppress(OSError), open(filler, "wb", buffering=0) as file:
            while True:
                file.write(bytes(1 << 14))
        self.assertIn("No space left", self.line_of(run, "written"))
        os.unlink(filler)
        self.finish(run)
        self.assertIn("the tournament is complete", self.merge()[0])
        self.assertEqual(self.files("done/*.new-*"), [])

    @arena.nightly
    def test_merging_while_shards_run_changes_nothing(self):
        path = self.file("variants: [block-2]\nsets: 30\n" + SLOW)
        expected = self.alone(path)
        self.plan(path, 2)
        runs = [self.start("shard", "run", self.folder, str(shard), "--every", "1") for shard in (1, 2)]
        while any(run.poll() is None for run in runs):
            merges = [self.start("shard", "merge", self.folder) for _ in range(2)]
            for merge in merges:
                _, err = merge.communicate()
                self.assertIn(merge.returncode, (0, 1), err)
        for run in runs:
            self.finish(run)
        self.merge()
        self.assertEqual(self.state(*self.here()), expected)
        self.assertEqual(self.rows("SELECT COUNT(*) FROM process WHERE ended = ''"), [(0,)])
        self.assertEqual(self.rows("SELECT tournament, bot, seat, instance, started_ms, COUNT(*) FROM process"
                                   " GROUP BY 1, 2, 3, 4, 5 HAVING COUNT(*) > 2"), [])

    def test_two_plans_at_once_make_one(self):
        path = self.file("variants: [block-2]\nsets: 4\n" + FOUR)
        expected = self.alone(path)
        plans = [self.start("shard", "plan", path, "--of", str(n), "-o", self.folder) for n in (2, 3)]
        errors = [plan.communicate()[1] for plan in plans]
        self.assertEqual(sorted(plan.returncode for plan in plans), [0, 2])
        self.assertIn("sets of its plan are not merged yet", "".join(errors))
        count = json.loads(arena.read(os.path.join(self.folder, "plan.json")))["shards"]
        for shard in range(count):
            self.play(shard + 1)
        self.merge()
        self.assertEqual(self.state(*self.here()), expected)

    @arena.nightly
    def test_a_run_whose_plan_is_over_ends(self):
        path = self.file("variants: [block-2]\nsets: 30\n" + SLOW)
        self.plan(path, 1)
        run = self.start("shard", "run", self.folder, "1", "--every", "1")
        self.wait_for(lambda: self.files("done/*.json"), run)
        os.kill(run.pid, signal.SIGSTOP)
        self.play(None, "--missing")
        self.merge()
        self.plan(self.file("variants: [block-2]\nsets: 31\n" + SLOW), 1)
        os.kill(run.pid, signal.SIGCONT)
        _, err = run.communicate()
        self.assertIn("has another plan now", err)
        self.play(1)
        self.assertIn("the tournament is complete", self.merge()[0])

    def test_kills_at_random_moments_change_nothing(self):
        path = self.file(f"variants: [block-2]\nsets: {arena.in_nightly(15, 4)}\n" + SLOW)
        expected = self.alone(path)
        random_ = random.Random(24)
        for number in range(arena.in_nightly(40, 4)):
            plan = self.start("shard", "plan", path, "--of", "3", "-o", self.folder)
            self.kill_after(plan, random_.uniform(0, 0.3))
            steps = [("run", self.folder, str(random_.randint(1, 3)), "--every", "1"), ("merge", self.folder)]
            self.kill_after(self.start("shard", *steps[number % 2]), random_.uniform(0, 2.5))
            self.wait_for_leftovers()
        if not os.path.exists(os.path.join(self.folder, "plan.json")):
            self.plan(path, 3)
        for shard in (1, 2, 3):
            self.play(shard)
        self.merge()
        self.assertEqual(self.state(*self.here()), expected)
        self.assertEqual(self.rows("SELECT match, COUNT(*) FROM match GROUP BY 1 HAVING COUNT(*) > 1"), [])
        for base, folders, _ in os.walk(self.run_base):
            for name in folders:
                os.utime(os.path.join(base, name), (0, 0))
        self.play(1)  # sweeps
        self.assertEqual([name for name in os.listdir(self.run_base) if name.startswith("domino-shards")], [])
        self.wait_for_orphans()  # removes the folder of a run that was killed before it had a host

    def kill_after(self, process, seconds):
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(seconds)
        process.kill()
        process.communicate()


if __name__ == "__main__":
    arena.main()
