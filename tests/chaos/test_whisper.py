"""The processes of a bot cannot tell each other hands by what the kernel remembers of files.

tests/hostile/whisper.py tries it in several ways. Where nothing is promised, most of them must work: otherwise their
failure at `bwrap` would prove nothing.
"""
import contextlib
import functools
import json
import os
import re
import shutil
import stat
import subprocess
import sys
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "e2e"))

import arena  # noqa: E402

WHISPER = os.path.join(arena.HERE, "..", "hostile", "whisper.py")
BITS = 4 * 16 * 29  # of whisper.py
BYTES = BITS * os.sysconf("SC_PAGE_SIZE")
TRIALS = 5  # of a control
OWN_FILE, OWN_FOLDER = "weights.bin", "hints"


def mapped_files():
    found = set()
    for pid in filter(str.isdigit, os.listdir("/proc")):
        with contextlib.suppress(OSError), open(f"/proc/{pid}/maps", encoding="utf-8", errors="replace") as file:
            found |= set(re.findall(r"(/usr/.*)$", file.read(), re.M))
    return found


def forget(path):
    """Has the kernel drop what it keeps of a file: of one that was just written or read whole, it drops no single page."""
    with contextlib.suppress(OSError), open(path, "rb") as file:
        os.fsync(file.fileno())
        os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


def can_hold_bits(path):
    """Returns whether just the page that is read is then in memory. On some file systems none is, or all are."""
    forget(path)
    with contextlib.suppress(OSError), open(path, "rb") as file:
        os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_RANDOM)
        os.pread(file.fileno(), 1, BYTES // 2)
        there = []
        for place in (BYTES // 2, 0, BYTES - 1):
            with contextlib.suppress(BlockingIOError):
                there += [place] * os.preadv(file.fileno(), [bytearray(1)], place, os.RWF_NOWAIT)
        return there == [BYTES // 2]
    return False


@functools.lru_cache
def system_file():
    """A large file of the system that can hold bits and that nobody uses at the moment; None if there is none."""
    used = mapped_files()
    for folder, _, names in os.walk("/usr"):
        for name in names:
            path = os.path.join(folder, name)
            status = os.lstat(path)
            if (stat.S_ISREG(status.st_mode) and status.st_size >= BYTES and status.st_mode & 0o4 and path not in used
                    and can_hold_bits(path)):
                return path
    return None


class Whisper(arena.ArenaTest):

    def setUp(self):
        super().setUp()
        folder = os.path.join(self.home, "whisper")
        os.makedirs(os.path.join(folder, OWN_FOLDER))
        shutil.copy(WHISPER, folder)
        shutil.copy(arena.HOSTILE, folder)
        with open(os.path.join(folder, OWN_FILE), "wb") as file:
            file.write(os.urandom(BYTES))
        for bit in range(BITS):
            with open(os.path.join(folder, OWN_FOLDER, str(bit)), "wb"):
                pass

    def deals(self):
        """Returns (round, hand of seat 1) -> hand of seat 0."""
        found = {}
        for match in self.records():
            for round_ in match["rounds"]:
                hands = [sorted(sorted(tile, reverse=True) for tile in hand) for hand in round_["deal"]["hands"]]
                found[round_["round"], str(hands[1])] = hands[0]
        return found

    def play(self, name, level, store, path, more="", before=(), **options):
        """Returns how many hands were heard wholly, and how many rounds there were. `before` starts the arena."""
        folder = os.path.join(self.home, "whisper")
        forget(os.path.join(folder, path))
        arena.write(os.path.join(folder, "bot.yaml"),
                    f"name: whisper\nrun: [{arena.PYTHON}, whisper.py, {store}, {path}, hostile.py]\ntransport: stdio\n")
        text = (f"name: {name}\nvariants: [block-2]\nsets: 4\nconcurrency: 1\nsandbox: {level}\n"
                f"limits: {{move_ms: 600000, startup_ms: 600000{more}}}\nbots: [./whisper, greedy]\n")
        file = self.tournament(text)
        _, self.said = self.finish(self.start(*before, "run", file, "--strict", **options))
        deals, right, rounds = self.deals(), 0, 0
        self.levels = {sandbox for sandbox, in self.query(
            "SELECT sandbox FROM match m JOIN tournament t ON t.id = m.tournament WHERE t.name = ?", name)}
        logs = b"".join(log for log, in self.query(
            "SELECT log FROM process p JOIN tournament t ON t.id = p.tournament WHERE t.name = ?", name)).decode()
        for number, own, theirs in re.findall(r"^heard \| (\d+) \| (\[.*\]) \| (\[.*\])$", logs, re.M):
            rounds += 1
            right += deals.get((int(number), own)) == json.loads(theirs)
        self.assertGreater(rounds, 10)
        return right, rounds

    def ways(self):
        """(what is a bit, in what): own file, own folder, and a file of the system, which no copy in memory hides."""
        system = system_file()
        few = [("nowait", OWN_FILE), ("hints", OWN_FOLDER)] + ([("nowait", system)] if system else [])
        more = [("mincore", OWN_FILE), ("faults", OWN_FILE)] + ([("mincore", system)] if system else [])
        return arena.in_nightly(few + more, few)

    def check(self, options):
        for number, (store, path) in enumerate(self.ways()):
            with self.subTest(store, path=path):
                right, rounds = self.play(f"bwrap-{number}", "bwrap", store, path, **options)
                print(f"bwrap, {store} of {path}: {right} of {rounds} hands", file=sys.stderr)
                self.assertEqual(self.levels, {"bwrap"}, "its files are in memory")
                self.assertEqual(right, 0, "a hand is guessed once in 116,280 times")

    def control(self, store, path, options):
        """It works where nothing is promised. Once is enough to show that: what else happens on the machine, such as a kernel
        that gives back what was read long ago, can disturb a whole tournament."""
        for number in range(TRIALS):
            right, rounds = self.play(f"none-{store}-{number}", "none", store, path, **options)
            print(f"none, {store} of {path}: {right} of {rounds} hands", file=sys.stderr)
            if right > 0:
                return
        self.fail(f"no hand was heard in {TRIALS} tournaments")

    @unittest.skipUnless(os.geteuid() == 0, "not root")
    def test_as_root(self):
        self.control(*(["nowait", system_file()] if system_file() else ["hints", OWN_FOLDER]), {})
        if "bwrap" in arena.sandbox_levels():
            self.check({})

    def test_as_user(self):
        options = self.as_nobody()
        self.control("hints", OWN_FOLDER, options)
        if "bwrap" in arena.sandbox_levels():
            self.check(options)

    @unittest.skipUnless(os.geteuid() == 0, "not root")
    def test_where_the_arena_may_not_mount_it_uses_dev_shm_if_that_can_hold_programs(self):
        if "bwrap" not in arena.sandbox_levels() or subprocess.run(["unshare", "-m", "true"], check=False).returncode != 0:
            self.skipTest("no sandbox bwrap, or root may not mount")
        program = self.as_nobody()["program"]
        for number, (options, level, words) in enumerate((
                ("size=64m", "bwrap", ""), ("size=1m", "disk", "No space left on device"),
                ("size=64m,noexec", "disk", "/dev/shm: no program may be started there"))):
            with self.subTest(options):
                script = f'mount -t tmpfs -o mode=1777,{options} shm /dev/shm && exec setpriv --reuid 65534 --regid 65534 --clear-groups "$@"'
                right, _ = self.play(f"shm-{number}", "bwrap", "hints", OWN_FOLDER,
                                     before=["-m", "sh", "-c", script, "sh", program], program="unshare")
                self.assertEqual((self.levels, right), ({level}, 0))
                self.assertIn(words, self.said)
                self.assertEqual("files stay on disk" in self.said, level == "disk")

    def test_a_bot_that_does_not_fit_stays_on_disk_and_is_named(self):
        if "bwrap" not in arena.sandbox_levels():
            self.skipTest("no sandbox bwrap")
        self.play("small", "bwrap", "nowait", OWN_FILE, more=", snapshot_memory_mb: 1")
        self.assertRegex(self.said, "files stay on disk, .*: whisper, greedy .*|files stay on disk, .*: whisper \\(")
        self.assertIn("limits.snapshot_memory_mb", self.said)
        self.assertEqual(self.levels, {"disk"})
        self.assertIn(", 0 differences", self.arena("verify")[0])


if __name__ == "__main__":
    arena.main()
