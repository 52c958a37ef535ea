"""scripts/install.sh, with fake versions of the system's programs."""
import os
import subprocess
import tempfile
import unittest

import arena

SCRIPT = os.path.join(arena.HERE, "..", "..", "scripts", "install.sh")
LOCKED = "E: Could not get lock /var/lib/apt/lists/lock. It is held by process 1 (apt-get)"
WAITS = "install.sh: another apt is at work; waiting for it\n"


class Install(unittest.TestCase):

    def install(self, apt, installed=(), words=("one-more",)):
        """Runs the script; `apt` is what the fake apt-get does. Returns the exit status, stderr, and the calls of
        apt-get and sleep."""
        with tempfile.TemporaryDirectory() as folder:
            calls = os.path.join(folder, "calls")
            for name, text in (("dpkg-query", "case $4 in none%s) ;; *) exit 1;; esac; printf 'install ok installed'"
                                % "".join("|" + package for package in installed)),
                               ("id", "echo 0"), ("sleep", f"echo sleep $1 >>{calls}"),
                               ("apt-get", f"echo apt-get $* >>{calls}; calls=$(grep -c apt-get {calls}); {apt}")):
                arena.write(os.path.join(folder, name), f"#!/bin/sh\n{text}\n", mode=0o755)
            env = dict(os.environ, PATH=f"{folder}:/usr/bin:/bin", TMPDIR=folder)
            done = subprocess.run([SCRIPT, *words], env=env, capture_output=True, text=True, check=False)
            with open(calls, "a+", encoding="utf-8") as file:
                file.seek(0)
                return done.returncode, done.stderr, file.read().splitlines()

    def test_missing_packages_are_installed(self):
        status, err, calls = self.install("exit 0")
        self.assertEqual((status, len(calls)), (0, 2), err)
        self.assertTrue(calls[0].endswith(" update"))
        self.assertIn("DPkg::Lock::Timeout=", calls[1])
        self.assertTrue(calls[1].endswith(" one-more"))
        self.assertTrue(err.startswith("installing:"))
        self.assertEqual(err.count("\n"), 1)

    def test_a_group_stands_for_its_packages(self):
        status, err, calls = self.install("exit 0", installed=["slurmd"], words=("slurm", "one-more"))
        self.assertEqual(status, 0, err)
        self.assertTrue(calls[1].endswith(" slurmctld slurm-client munge parallel one-more"), calls[1])

    def test_it_waits_for_another_apt_and_says_so_once(self):
        status, err, calls = self.install(f"[ $calls -gt 3 ] || {{ echo '{LOCKED}'; exit 100; }}")
        self.assertEqual((status, err.count(WAITS), err.count("\n")), (0, 1, 2), err)
        self.assertEqual(calls.count("sleep 5"), 3)

    def test_the_wait_for_another_apt_ends(self):
        status, err, calls = self.install(f"echo '{LOCKED}'; exit 100")
        self.assertEqual((status, calls.count("sleep 5")), (3, 120))
        self.assertTrue(err.endswith(f"{WAITS}{LOCKED}\ninstall.sh: apt-get failed\n"))

    def test_a_system_without_apt_is_told_what_is_needed(self):
        with tempfile.TemporaryDirectory() as folder:
            for name in ("sh", "dirname", "grep", "cat"):
                os.symlink(f"/bin/{name}" if os.path.exists(f"/bin/{name}") else f"/usr/bin/{name}", os.path.join(folder, name))
            done = subprocess.run(["/bin/sh", SCRIPT, "one-more"], env={"PATH": folder}, capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (2, "", 1), done.stderr)
        self.assertTrue(done.stderr.startswith("install.sh: this system has no apt-get; "), done.stderr)
        for word in (" build-essential ", " libsqlite3-dev ", " one-more ", " cmake --build "):
            self.assertIn(word, done.stderr)

    def test_other_failures_are_reported_at_once(self):
        status, err, calls = self.install("echo 'E: no network'; exit 100")
        self.assertEqual((status, len(calls)), (3, 1))
        self.assertTrue(err.endswith("E: no network\ninstall.sh: apt-get failed\n"), err)


if __name__ == "__main__":
    arena.main()
