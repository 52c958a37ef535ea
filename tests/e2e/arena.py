"""Running the arena as its users do, for the tests in this folder.

DOM_BUILD in the environment names the build folder (CTest sets it).
"""
import collections
import contextlib
import fcntl
import functools
import glob
import io
import json
import os
import re
import shlex
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
BUILD = os.environ.get("DOM_BUILD", os.path.join(HERE, "..", "..", "build", "dev"))
PROGRAM = os.path.join(BUILD, "bin", "domino-arena")
HOST = os.path.join(BUILD, "libexec", "domino-arena", "domino-host")
HOSTILE = os.path.join(HERE, "..", "hostile", "hostile.py")
SDK = os.path.join(BUILD, "share", "domino-arena", "bots", "random-python", "domino_arena.py")
PYTHON = "/usr/bin/python3"
DEADLINE_S = 1200  # a safety net, never a measure
LAST_LINES, LAST_PROCESSES = 20, 5  # that a failed test prints
IS_NIGHTLY = bool(os.environ.get("DOM_NIGHTLY"))  # set by scripts/test.sh nightly


def in_nightly(whole, part):
    """`whole` in the nightly run, `part` in the ordinary one."""
    return whole if IS_NIGHTLY else part


nightly = unittest.skipUnless(IS_NIGHTLY, "it takes long: in the nightly run only")


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def read_bytes(path):
    with open(path, "rb") as file:
        return file.read()


def begun(stat):
    """When a process began, in ticks since the machine did; `stat` is its /proc/PID/stat."""
    return int(stat.rsplit(")", 1)[1].split()[19])


BEGUN = begun(read("/proc/self/stat"))


def without_progress(text):
    """What a run prints, without the lines of progress that it adds on a busy machine, one each half a minute."""
    return re.sub(r"^\S+ +\d+/\d+ +\d+ % .* ETA .*\n", "", text, flags=re.M)


def wait_until(condition, what, limit_s=DEADLINE_S, step_s=0.02):
    """Waits until condition() is true and returns its value. `what` names it in the failure after limit_s, which is a safety
    net and never a measure: a busy machine may need minutes for anything."""
    end = time.monotonic() + limit_s
    while not (value := condition()):
        if time.monotonic() > end:
            raise AssertionError(f"this has not happened: {what}")
        time.sleep(step_s)
    return value


def write(path, text, mode=None):
    """Writes a file, and the folder that it is in. Returns its path."""
    os.makedirs(os.path.dirname(os.path.abspath(path)), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    if mode is not None:
        os.chmod(path, mode)
    return path


class Heard(io.TextIOWrapper):
    """The reading end of a pipe, with the last lines that were read."""

    def __init__(self, pipe):
        self.lines = collections.deque(maxlen=LAST_LINES)
        super().__init__(pipe.detach(), encoding="utf-8", errors="replace")

    def readline(self, *args):
        line = super().readline(*args)
        self.lines.append(line)
        return line

    def __next__(self):
        line = super().__next__()
        self.lines.append(line)
        return line

    def read(self, *args):
        text = super().read(*args)
        self.lines.extend(text.splitlines(keepends=True))
        return text


class Process(subprocess.Popen):
    """A program that can tell its command and what it printed last, as far as that was read."""

    def __init__(self, *args, **options):
        super().__init__(*args, **options)
        if self.text_mode:
            self.stdout, self.stderr = (pipe and Heard(pipe) for pipe in (self.stdout, self.stderr))

    def communicate(self, *args, **options):
        texts = super().communicate(*args, **options)
        for pipe, text in zip((self.stdout, self.stderr), texts):
            if text and isinstance(pipe, Heard):
                pipe.lines.extend(text.splitlines(keepends=True))
        return texts

    def tell(self):
        status = self.poll()
        print(f"$ {shlex.join(map(str, self.args))}\n  ({'still running' if status is None else f'exit status {status}'})",
              file=sys.stderr)
        for name in ("stdout", "stderr"):
            lines = "".join(getattr(getattr(self, name), "lines", [])).splitlines()
            if lines:
                print(f"  last lines read from its {name}:\n    " + "\n    ".join(lines), file=sys.stderr)


class ArenaTest(unittest.TestCase):
    """A home folder of its own, and nothing left of it afterwards. If the test fails, the folder is kept and named, and the
    programs that the test started are listed."""

    maxDiff = None
    home = run_base = None
    started = ()

    def setUp(self):
        self.home = tempfile.mkdtemp(prefix="arena-home.")
        self.run_base = tempfile.mkdtemp(prefix="dr.")
        os.chmod(self.run_base, 0o711)
        self.sessions = []
        self.places = set()
        self.started = collections.deque(maxlen=LAST_PROCESSES)
        shutil.copy(HOSTILE, self.home)

    def tearDown(self):
        self.assert_nothing_left()

    def run(self, result=None):
        result = result or self.defaultTestResult()
        before = len(result.failures) + len(result.errors)
        super().run(result)
        if self.home is None:
            return result
        if len(result.failures) + len(result.errors) > before:
            print(f"\n{self.id()} failed; its folder: {self.home}", file=sys.stderr)
            for process in self.started:
                process.tell()
        else:
            subprocess.run(["chmod", "-R", "u+w", self.home], check=False)
            shutil.rmtree(self.home)
            shutil.rmtree(self.run_base)
        self.started = ()
        return result

    def environment(self):
        env = dict(os.environ, TMPDIR=self.run_base)
        env.pop("XDG_RUNTIME_DIR", None)
        env.pop("DOMINO_ARENA_HOME", None)
        env.setdefault("ASAN_OPTIONS", "disable_coredump=0")  # as it is without the sanitizer
        return env

    def start(self, *args, home=True, program=PROGRAM, **options):
        """Start the program in a session of its own, by which its hosts are found."""
        command = [program, *args] + (["--home", self.home] if home else [])
        process = Process(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          env=self.environment(), start_new_session=True, **options)
        self.sessions.append(process.pid)
        self.started.append(process)
        return process

    def start_held(self, *args, **options):
        """Start the program with so short a pipe that it waits for us to read its --json lines. It stores up to 256
        matches before it writes their lines, and the pipe and our reader hold about a hundred. So a tournament of 400
        matches is still under way when its first line is read, however fast it is."""
        return self.start(*args, pipesize=4096, **options)

    def let_go(self, process):
        """Let it continue without a reader: a pipe of 1 MB takes the lines of some thousand matches."""
        fcntl.fcntl(process.stdout, fcntl.F_SETPIPE_SZ, 1 << 20)

    def copy_of_arena(self):
        """A copy that the test may change; returns its folder."""
        prefix = os.path.join(self.home, "prefix")
        for part in ("bin", "libexec", "share"):
            shutil.copytree(os.path.join(BUILD, part), os.path.join(prefix, part),
                            dirs_exist_ok=True)
        return prefix

    def as_nobody(self):
        """What start() needs for an arena that is not root's, where bots are of its user. For root
        that is nobody, who may not be able to read the build folder."""
        if os.geteuid() != 0:
            return {}
        prefix = self.copy_of_arena()
        for path, _, files in os.walk(self.home):
            for name in [path] + [os.path.join(path, f) for f in files]:
                os.chown(name, 65534, 65534)
        os.chown(self.run_base, 65534, 65534)
        return {"program": os.path.join(prefix, "bin", "domino-arena"), "user": 65534,
                "group": 65534, "extra_groups": []}

    def closed_folder(self, mode):
        """A folder with that mode, and what start() needs for the user to whom it is closed."""
        path = os.path.join(self.home, "closed")
        os.mkdir(path)
        options = self.as_nobody()
        os.chmod(path, mode)
        return path, options

    def finish(self, process, status=0):
        """What the process printed. `status` is the exit status that it must have, or a tuple of possible ones."""
        out, err = process.communicate(timeout=DEADLINE_S)
        self.assertIn(process.returncode, status if isinstance(status, tuple) else (status,), f"stdout:\n{out}\nstderr:\n{err}")
        return out, err

    def arena(self, *args, status=0, **options):
        return self.finish(self.start(*args, **options), status)

    def verify_text(self, *args):
        """What verify prints, without the ledger hash, which every run has of its own."""
        return self.arena("verify", *args)[0].partition("ledger hash")[0]

    def tournament(self, text, name="t.yaml"):
        return write(os.path.join(self.home, name), text)

    def records(self, *args):
        out, _ = self.arena("export", *args)
        return [json.loads(line) for line in out.splitlines()]

    def query(self, statement, *values):
        """Returns what the database answers, and keeps what the statement changes."""
        with contextlib.closing(sqlite3.connect(os.path.join(self.home, "arena.db"))) as db, db:
            return db.execute(statement, values).fetchall()

    def stored(self):
        """Returns how many matches the database has now; 0 if it does not exist yet."""
        with contextlib.suppress(sqlite3.OperationalError):
            with contextlib.closing(sqlite3.connect(f"file:{self.home}/arena.db?mode=ro", uri=True)) as db:
                return db.execute("SELECT count(*) FROM match").fetchone()[0]
        return 0

    # -- what a run may not leave behind ------------------------------------

    def leftovers(self):
        """Processes of our sessions, and bots: their HOME lies in the run folder, or their copy in memory belongs
        to it. Who began before this program did is neither. A session without any process is over, and forgotten:
        its number is given to others."""
        left, alive = [], set()
        self.note_places()
        for pid in filter(str.isdigit, os.listdir("/proc")):
            try:
                stat = read(f"/proc/{pid}/stat")
            except OSError:
                continue
            state, _, _, session = stat.rsplit(")", 1)[1].split()[:4]
            alive.add(int(session))
            is_candidate = state != "Z" and begun(stat) >= BEGUN
            if is_candidate and (int(session) in self.sessions or self.names_run_folder(pid)):
                left.append(stat)
        self.sessions = [session for session in self.sessions if session in alive]
        return left

    def note_places(self):
        """Where arenas that may not mount keep copies of bots: a link in their run folder says so as long as they live."""
        for link in glob.glob(os.path.join(self.run_base, "domino-arena*", "bots", "memory")):
            with contextlib.suppress(OSError):  # no link, or gone
                self.places.add(os.path.relpath(os.readlink(link), "/dev/shm").encode())

    def names_run_folder(self, pid):
        marks = {(self.run_base + "/domino-arena").encode(), *self.places}
        for name in ("environ", "cmdline", "mountinfo"):
            try:
                text = read_bytes(f"/proc/{pid}/{name}")
            except OSError:  # gone, or a host keeps it from its own user
                continue
            # A bot whose copy was removed is left by some arena, perhaps of a test beside this one, where it soon ends.
            if any(mark in text for mark in marks) or re.search(rb"/domino-arena\.\d+/\.new-\S*//deleted ", text):
                return True
        return False

    def wait_for_leftovers(self):
        try:
            wait_until(lambda: not self.leftovers(), "all processes have ended", limit_s=120)
        except AssertionError as error:
            raise AssertionError(f"{error}\n{self.leftovers()}") from None

    def assert_nothing_left(self):
        self.wait_for_leftovers()
        self.assertEqual(os.listdir(self.run_base), [], "sockets or folders are left")

    def wait_for_orphans(self):
        """Hosts notice that their arena has ended. The last one removes its folder, which
        stays when the arena was killed without hosts."""
        self.wait_for_leftovers()
        for name in os.listdir(self.run_base):
            subprocess.run(["rm", "-rf", os.path.join(self.run_base, name)], check=True)


LEVELS = ("none", "limits", "bwrap")


@functools.lru_cache
def sandbox_levels():
    """Those that work on this machine; the others are named."""
    works = []
    for level in LEVELS:
        done = subprocess.run([HOST, "--try", level], capture_output=True, text=True, check=False)
        if done.returncode == 0:
            works.append(level)
        else:
            print(f"skipped: sandbox level {level}: {done.stdout.strip()}", file=sys.stderr)
    return works


@functools.lru_cache
def has_ipv6():
    """Does this machine have the address ::1?"""
    try:
        with socket.socket(socket.AF_INET6) as s:
            s.bind(("::1", 0))
        return True
    except OSError:
        return False


def hostile(mode, at=1, name="hostile", transport="stdio"):
    """An inline bot; setUp put the file that it names beside the tournament file."""
    return f"  - {{name: {name}, run: [{PYTHON}, hostile.py, {mode}, '{at}'], transport: {transport}}}\n"


def main():
    if not os.path.exists(PROGRAM):
        sys.exit(f"{PROGRAM} is not built")
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    unittest.main(verbosity=2, failfast="DOM_FAILFAST" in os.environ)  # set by mutate.py
