"""What a bot can see and disturb at each sandbox level agrees with the table in SECURITY.md.

A cell "no" is a promise: the attempt must fail. A cell "yes" is a control: the attempt must succeed,
because otherwise a "no" in the same row would prove nothing (the spy may have looked in the wrong
place). Attempts that this machine denies by itself are excepted. If root runs the test, the arena is
also tried as another user.
"""
import contextlib
import os
import re
import shutil
import socket
import sys
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "e2e"))

import arena  # noqa: E402

PROJECT = os.path.join(arena.HERE, "..", "..")
SPY = os.path.join(PROJECT, "tests", "hostile", "spy.py")
COLUMNS = ("none as user", "limits as user", "none as root", "limits as root", "bwrap")
ATTEMPTS_MIN = 20
SETTINGS = (  # settings of the kernel, the value that allows the attempts, and these attempts
    ("kernel/yama/ptrace_scope", "0",
     {"trace-bot", "copy-memory-of-bot", "read-memory-of-bot", "take-descriptor-of-bot"}),
    ("kernel/unprivileged_bpf_disabled", "0", {"bpf"}),
    ("kernel/io_uring_disabled", "0", {"io-uring"}),
    ("kernel/unprivileged_userns_clone", "1", {"make-namespace"}),
    ("kernel/apparmor_restrict_unprivileged_userns", "0", {"make-namespace"}),
    ("user/max_user_namespaces", "[1-9][0-9]*", {"make-namespace"}),
    ("fs/aio-max-nr", "[1-9][0-9]*", {"asynchronous-io"}),
)
# A container may have a filter of system calls, whose content is not known here.
FILTERED = {"trace-bot", "copy-memory-of-bot", "take-descriptor-of-bot", "bpf", "io-uring", "keyring", "make-namespace"}
KERNEL = tuple(map(int, os.uname().release.split(".")[:2]))
SEEN = {"see-arena", "see-hosts", "see-bots"}


def promises():
    """Returns attempt -> column -> True if SECURITY.md promises that it is denied."""
    with open(os.path.join(PROJECT, "SECURITY.md"), encoding="utf-8") as file:
        rows = re.findall(r"^\| `([a-z-]+)` \|[^|]*\|((?: (?:yes|no) \|){5})$", file.read(), re.M)
    return {name: dict(zip(COLUMNS, [word == "no" for word in cells.split() if word != "|"]))
            for name, cells in rows}


def read(path):
    return arena.read(path)


def setting_denies(name, is_open):
    with contextlib.suppress(FileNotFoundError):
        return not re.fullmatch(is_open, read(f"/proc/sys/{name}").strip())
    return False


def denied_by_machine():
    """Returns the attempts that this machine may deny although the arena does not."""
    denied = set()
    for name, is_open, attempts in SETTINGS:
        denied |= attempts if setting_denies(name, is_open) else set()
    denied |= FILTERED if "Seccomp:\t0" not in read("/proc/self/status") else set()
    denied |= SEEN if "hidepid=" in read("/proc/mounts") else set()
    denied |= {"count-pages"} if KERNEL < (6, 5) else set()
    denied |= {"network-interfaces"} if len(socket.if_nameindex()) < 2 else set()
    return denied


class Spy(arena.ArenaTest):

    def setUp(self):
        super().setUp()
        shutil.copy(SPY, self.home)
        self.listener = socket.create_server(("127.0.0.1", 0))

    def tearDown(self):
        self.listener.close()
        super().tearDown()

    def bot(self, role, key):
        words = [arena.PYTHON, "spy.py", role, key, "hostile.py",
                 str(self.listener.getsockname()[1]), self.home, self.run_base]
        run = ", ".join(f"'{word}'" for word in words)
        return f"  - {{name: {role}, run: [{run}], transport: zmq}}\n"

    def spy(self, level, options):
        key = os.urandom(3).hex()
        path = self.tournament(
            f"name: {level}\nvariants: [block-2]\nsets: 1\nsandbox: {level}\nlimits: {{bank_ms: 60000}}\n"
            "bots:\n" + self.bot("spy", key) + self.bot("victim", key))
        self.finish(self.start("run", path, "--strict", **options))
        logs = b"".join(log for log, in self.query(
            "SELECT log FROM process p JOIN tournament t ON t.id = p.tournament WHERE t.name = ?", level))
        found = {}
        for name, word in re.findall(r"^spy (\S+) (open|denied)$", logs.decode(), re.M):
            found[name] = found.get(name, False) or word == "open"
        return found

    def check(self, level, column, options):
        promised = promises()
        found = self.spy(level, options)
        self.assertEqual(set(found), set(promised), "attempts and rows of SECURITY.md")
        self.assertGreaterEqual(len(found), ATTEMPTS_MIN)
        open_ones = sorted(name for name, is_open in found.items() if is_open)
        print(f"{level}, {column}: {len(found) - len(open_ones)} of {len(found)} denied; open: "
              f"{' '.join(open_ones) or 'none'}", file=sys.stderr)
        self.assertEqual([name for name in open_ones if promised[name][column]], [])
        controls = {name for name, row in promised.items() if not row[column]} - denied_by_machine()
        self.assertEqual(sorted(controls - set(open_ones)), [], "promised to be open, but denied")

    def check_as(self, who, options):
        for level in arena.sandbox_levels():
            with self.subTest(f"{level} as {who}"):
                self.check(level, "bwrap" if level == "bwrap" else f"{level} as {who}", options)

    def test_at_level_bwrap_everything_is_denied(self):
        self.assertTrue(all(row["bwrap"] for row in promises().values()))

    @unittest.skipUnless(os.geteuid() == 0, "not root")
    def test_as_root(self):
        self.check_as("root", {})

    def test_as_user(self):
        self.check_as("user", self.as_nobody())


if __name__ == "__main__":
    arena.main()
