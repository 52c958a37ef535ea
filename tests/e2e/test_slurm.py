"""A tournament in shards on a real Slurm cluster, which the test starts on 127.0.0.1 and stops.

Status 77 where Slurm is not installed or the user is not root. No step depends on the speed of the machine: one of the bots
holds every shard in the middle for as long as the test wants.
"""
import json
import os
import re
import shutil
import signal
import sys

import arena
import shards
import slurm_cluster

SHARDS = 8
TOURNAMENT = """\
variants: [block-2]
sets: 8
bots: [greedy, random, careful, 'greedy#2', ./holder]
seed: 7
sandbox: none
limits: {{move_ms: {deadline_ms}}}
"""
# Plays the first legal action, so it is deterministic too.
HOLDER = """\
import os
import time

from domino_arena import Bot, run


class Holder(Bot):
    asks = 0

    def choose(self, view):
        self.asks += 1
        while self.asks > 20 and os.path.exists({hold!r}):
            time.sleep(0.05)
        return 0


run(Holder)
"""


class Slurm(shards.ShardsTest):

    def setUp(self):
        super().setUp()
        self.folder = os.path.join(self.home, "shared folder", "shards")  # a path with a blank
        self.hold = os.path.join(self.run_base, "hold")
        self.cluster = slurm_cluster.Cluster()
        self.cluster.start()
        self.addCleanup(self.cluster.stop)

    def tearDown(self):
        if os.path.exists(self.hold):
            os.unlink(self.hold)
        self.cluster.cancel_all()
        self.wait_for_orphans()  # the local folder of the killed task is there until a later one finds it old enough
        super().tearDown()

    def environment(self):
        return dict(super().environment(), **self.cluster.environment)

    def holder(self):
        folder = os.path.join(self.home, "holder")
        os.mkdir(folder)
        shutil.copy(os.path.join(arena.HERE, "..", "..", "protocol", "sdk", "python", "domino_arena.py"), folder)
        for name, text in (("holder.py", HOLDER.format(hold=self.hold)),
                           ("bot.yaml", f"name: holder\nrun: [{arena.PYTHON}, holder.py]\n")):
            arena.write(os.path.join(folder, name), text)

    def status(self):
        return json.loads(self.arena("shard", "status", self.folder, "--json")[0])

    def wait_until(self, is_so, what):
        try:
            arena.wait_until(is_so, what, step_s=0.2)
        except AssertionError as error:
            raise AssertionError(f"{error}: {self.status()}\n{self.cluster.logs()}") from None

    def job(self, job, key):
        return re.search(rf"\b{key}=(\S+)", self.cluster.ask("scontrol", "show", "job", job))[1]

    def held(self):
        """The shards that have reported matches and are in the middle, with the process and the task that plays them."""
        return [(shard["shard"], *re.search(r"process (\d+), job (\d+_\d+)$", shard["where"]).groups())
                for shard in self.status()["shards"] if shard["state"] == "running" and 0 < shard["done"] < shard["total"]]

    def output(self, name):
        return arena.read(os.path.join(self.folder, "slurm", name))

    def test_an_array_with_tasks_that_are_killed_and_requeued_is_the_same_as_one_run(self):
        self.holder()
        path = self.file(TOURNAMENT.format(deadline_ms=arena.DEADLINE_S * 1000))
        expected = self.alone(path)
        self.plan(path, SHARDS)
        _, err = self.arena("shard", "slurm", self.folder, "--submit", "--partition", "nowhere", status=3)
        self.assertRegex(err, r"^domino-arena: sbatch: error: .*[Ii]nvalid partition.*\n$")
        arena.write(self.hold, "")
        out, _ = self.arena("shard", "slurm", self.folder, "--submit", "--requeue", "--every", "1")
        array, merge = re.search(r"job array (\d+), and job (\d+),", out).groups()
        self.wait_until(lambda: len(self.held()) >= 2, "two shards are in the middle")
        before = self.status()
        self.assertEqual((before["finished"], before["failed"], before["faults"]), (0, 0, 0))
        self.assertEqual((self.job(merge, "JobState"), self.job(merge, "Reason")), ("PENDING", "Dependency"))

        (_, process, killed), (number, _, requeued) = self.held()[:2]
        os.kill(int(process), signal.SIGKILL)
        self.wait_until(lambda: self.job(killed, "JobState") == "FAILED", "the killed task has ended")
        for task in (killed, requeued):
            self.cluster.ask("scontrol", "requeue", task)
        self.wait_until(lambda: all(self.job(task, "Restarts") == "1" for task in (killed, requeued)), "both are requeued")
        os.unlink(self.hold)

        self.wait_until(lambda: self.job(merge, "JobState") not in ("PENDING", "RUNNING", "COMPLETING"), "the merge has ended")
        self.assertEqual(self.job(merge, "JobState"), "COMPLETED", self.output(f"merge-{merge}.txt"))
        self.assertRegex(self.output(f"merge-{merge}.txt"), r", 0 faults\nthe tournament is complete")
        after = self.status()
        self.assertEqual((after["finished"], after["done"], after["faults"]), (SHARDS, after["matches"], 0))
        self.assertRegex(self.output(f"shard-{number}-{array}.txt"), r"(?s)interrupted; .*\nshard \d of .* matches, 0 faults\n$")
        self.assertEqual(self.state(*self.here()), expected)


if __name__ == "__main__":
    if slurm_cluster.missing():
        print(f"skipped: {slurm_cluster.missing()}")
        sys.exit(77)
    arena.main()
