"""A disk that is really full stops a tournament, and with more room the tournament continues.

The home is on a disk in memory, in a private mount namespace. At first the disk is too small, by
different amounts. The test needs root; without such a disk its status is 77 (skipped).

    test_full.py

DOM_BUILD in the environment names the build folder.
"""
import ctypes
import os
import subprocess
import sys

import small
from small import arena

CLONE_NEWNS = 0x00020000
ENOUGH = "64m"


class Full(small.SmallTournament):

    def mount(self, size, *options):
        subprocess.run(["mount", "-t", "tmpfs", "-o", ",".join((f"size={size}", *options)),
                        "tmpfs", self.disk], check=True)

    def fill(self, size):
        """Plays on a disk of this size, then with enough room. Returns whether the size was too small."""
        self.home = os.path.join(self.disk, "home")
        self.mount(size)
        try:
            status, matches = self.play()
            self.assertIn(status, (0, 3), self.said)
            if status == 3:
                self.assertRegex(self.said, r"\Adomino-arena: [^\n]+\n\Z")
            self.wait_for_orphans()
            self.assertEqual(os.listdir(self.run_base), [], "the run directory is left")
            self.mount(ENOUGH, "remount")
            self.resume(matches)
        finally:
            subprocess.run(["umount", self.disk], check=True)
        return status == 3

    def test_on_a_disk_that_was_too_small_no_reported_match_is_lost(self):
        self.disk = os.path.join(self.base, "disk")
        os.mkdir(self.disk)
        sizes, size = [], 8192
        while self.fill(size):
            sizes.append(size)
            size *= 2
        print(f"full at {len(sizes)} sizes", file=sys.stderr)
        self.assertGreaterEqual(len(sizes), 5)


def has_own_mounts():
    """Enters a private mount namespace. Returns whether this worked and disks in memory can be mounted."""
    if ctypes.CDLL(None).unshare(CLONE_NEWNS) != 0:
        return False
    try:
        subprocess.run(["mount", "--make-rprivate", "/"], check=True)
        subprocess.run(["mount", "-t", "tmpfs", "tmpfs", "/mnt"], check=True)
        subprocess.run(["umount", "/mnt"], check=True)
    except (OSError, subprocess.CalledProcessError):
        return False
    return True


if __name__ == "__main__":
    if not has_own_mounts():
        print("skipped: a private disk needs root and a mount namespace")
        sys.exit(77)
    arena.main()
