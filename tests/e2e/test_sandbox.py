"""Which sandbox level a run takes, says, requires and records."""
import json
import os
import shutil
import subprocess
import unittest

import arena

ENOUGH = "name: {level}\nvariants: [block-2]\nsets: 2\nsandbox: {level}\nbots: [greedy, random]\n"


class Sandbox(arena.ArenaTest):

    def run_with(self, level, *args, status=0):
        path = self.tournament(ENOUGH.format(level=level))
        return self.arena("run", path, *args, status=status)

    def test_the_level_is_said_and_recorded(self):
        for level in arena.sandbox_levels():
            with self.subTest(level):
                out, err = self.run_with(level, "--json")
                self.assertEqual(json.loads(out.splitlines()[0])["sandbox"], level)
                self.assertEqual({r["sandbox"] for r in self.records("--tournament", level)}, {level})
                _, err = self.run_with(level)
                self.assertIn(f"\nsandbox: {level}", err)
                self.assertEqual("bots may" in err, level != "bwrap")

    def test_auto_takes_the_best(self):
        self.run_with("auto")
        self.assertEqual({r["sandbox"] for r in self.records()}, {arena.sandbox_levels()[-1]})

    def test_less_than_is_required_is_refused(self):
        _, err = self.run_with("limits", "--require-sandbox", "bwrap", status=2)
        self.assertEqual(err, "domino-arena: --require-sandbox bwrap: the tournament file says "
                              "sandbox: limits\n")
        self.assertEqual(self.records(), [])
        self.run_with("limits", "--require-sandbox", "limits")

    # -- where bubblewrap is missing -------------------------------------------

    def environment(self):
        return dict(super().environment(), **getattr(self, "changed", {}))

    def test_without_bubblewrap_the_next_level_is_taken_and_it_is_said_what_helps(self):
        self.changed = {"PATH": "/nonexistent"}
        _, err = self.run_with("auto")
        self.assertRegex(err, r"\nsandbox: limits: bots may .*; bwrap does not work here: bwrap cannot be executed: "
                              r"No such file or directory \(apt-get install bubblewrap\)\n")
        self.assertEqual({r["sandbox"] for r in self.records()}, {"limits"})
        for level, args in (("auto", ["--name", "other", "--require-sandbox", "bwrap"]), ("bwrap", [])):
            _, err = self.run_with(level, *args, status=2)
            self.assertEqual(err.count("\n"), 1)
            self.assertIn("(apt-get install bubblewrap)", err)
        out, _ = self.arena("doctor")
        self.assertRegex(out, r"\nWARN  bubblewrap +sandbox level bwrap does not work: .*\n +apt-get install bubblewrap\n")
        self.assertRegex(out, r"\nWARN  sandbox +a run takes limits: bots may ")

    def test_a_program_that_is_not_shown_inside_is_named(self):
        path = self.tournament("name: t\nvariants: [block-2]\nbots:\n"
                               "  - {name: ghost, run: [nothing-of-that-name], transport: zmq}\n  - greedy\n")
        _, err = self.arena("run", path, status=2)
        self.assertIn("nothing-of-that-name", err)

    @unittest.skipUnless(os.geteuid() == 0 and shutil.which("unshare"), "only root can make a place without users")
    def test_bots_that_run_as_root_are_announced_loudly(self):
        command = ["unshare", "--user", "--map-root-user", arena.PROGRAM, "run", "--variant", "block-2", "--bots",
                   "greedy,random", "--sets", "1", "--home", self.home]
        done = subprocess.run(command, capture_output=True, text=True, env=self.environment(), check=False)
        if done.returncode != 0 and "unshare" in done.stderr:
            self.skipTest(done.stderr)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("WARNING: bots run as root", done.stderr)


if __name__ == "__main__":
    arena.main()
