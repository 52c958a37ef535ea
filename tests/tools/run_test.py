#!/usr/bin/python3 -B
"""Runs one test for CTest and reports what a failure needs.

    run_test.py NAME LIMIT_S PROGRAM [WORD...]

- The test has a session and an empty folder of its own, TMPDIR. The folder is removed if the test passes and kept if it fails.
- A test that has not ended after LIMIT_S seconds hangs: the stacks of all its processes are printed, and it fails. The limit is
  so generous that it says nothing about speed. DOM_LIMIT_TIMES in the environment multiplies it.
- Processes that a test leaves are killed, so they cannot disturb the next one. This also finds those that left its session,
  because every orphan below this program becomes its child. It does the same, and then ends, if CTest is killed.

The exit status is that of the test, 1 if a signal or the limit ended it. The last lines name the time, and after a failure
the command that repeats the test and the folder that was kept.
"""
import ctypes
import os
import resource
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time

PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36
SKIPPED = 77
STACK_S = 20  # for the debugger to read one process
LAST_WORDS_S = 10  # for a Python process to print its stack


def descendants():
    """The processes below this one, parents first: [(pid, state)]."""
    children = {}
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/stat", encoding="utf-8", errors="replace") as file:
                state, parent = file.read().rsplit(")", 1)[1].split()[:2]
        except OSError:  # it has ended
            continue
        children.setdefault(int(parent), []).append((int(pid), state))
    found, i = list(children.get(os.getpid(), [])), 0
    while i < len(found):
        found += children.get(found[i][0], [])
        i += 1
    return found


def read(path):
    try:
        with open(path, "rb") as file:
            return file.read().replace(b"\0", b" ").decode(errors="replace").strip()
    except OSError as error:
        return f"({error.strerror})"


def debugger(pid):
    """The command that prints the stacks of a process; None if there is none here."""
    if shutil.which("gdb"):
        return ["gdb", "-p", str(pid), "-batch", "-nx", "-ex", "set pagination off", "-ex", "thread apply all backtrace 20"]
    if shutil.which("eu-stack"):
        return ["eu-stack", "-p", str(pid)]
    return None


def print_stack(pid, state):
    print(f"-- process {pid}, state {state}: {read(f'/proc/{pid}/cmdline')}", flush=True)
    command = debugger(pid)
    if command:
        try:
            done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL,
                                  timeout=STACK_S, check=False, text=True, errors="replace")
            frames = [line for line in done.stdout.splitlines() if line.startswith(("#", "Thread", "TID"))]
        except subprocess.TimeoutExpired:
            frames = []
        if frames:
            print("\n".join(frames), flush=True)
            return
    print("\n".join([f"wchan: {read(f'/proc/{pid}/wchan')}", f"syscall: {read(f'/proc/{pid}/syscall')}",
                     read(f"/proc/{pid}/stack"), read(f"/proc/{pid}/status")]), flush=True)


def print_stacks(test):
    """The stacks of all processes. A test in Python then prints its own, by faulthandler, and ends by that."""
    for pid, state in descendants():
        if state != "Z":
            print_stack(pid, state)
    if os.path.basename(os.path.realpath(f"/proc/{test}/exe")).startswith("python"):
        os.kill(test, signal.SIGABRT)
        end = time.monotonic() + LAST_WORDS_S
        while time.monotonic() < end and os.waitid(os.P_PID, test, os.WEXITED | os.WNOWAIT | os.WNOHANG) is None:
            time.sleep(0.05)


def has_children():
    """Collects those that have ended, and returns whether others are left."""
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        return False
    return True


def kill_descendants():
    """Repeats until there is no child; as every orphan becomes one, nothing is below this program then. A list in which
    nobody is alive would not say so: a process may start another one after the list was made, and end before it is looked at."""
    while has_children():
        for pid, state in descendants():
            if state != "Z":
                try:
                    os.kill(pid, signal.SIGKILL)
                except ProcessLookupError:
                    pass
        time.sleep(0.01)


class Limit(Exception):
    """The test has not ended in time."""


def give_up(*_):
    raise Limit


def wait_for(test, limit_s):
    """Waits for the test, and collects the orphans meanwhile. Returns its wait status."""
    signal.signal(signal.SIGALRM, give_up)
    signal.setitimer(signal.ITIMER_REAL, limit_s)
    try:
        while True:
            pid, status = os.waitpid(-1, 0)
            if pid == test:
                return status
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def as_after_login():
    """A test may run in the background of a script, or under nohup, which ignore signals that it sends to programs."""
    for number in (signal.SIGINT, signal.SIGQUIT, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)


def run(limit_s, command, folder):
    """Returns (exit status, how it ended)."""
    env = dict(os.environ, TMPDIR=folder, PYTHONFAULTHANDLER="1")
    # The object is kept: Python collects the process of one that nobody has any more, and its status with it.
    test = subprocess.Popen(command, env=env, stdin=subprocess.DEVNULL, start_new_session=True, preexec_fn=as_after_login)
    try:
        status = wait_for(test.pid, limit_s)
    except Limit:
        print(f"\nnot over after {limit_s:g} s; what its processes do:", flush=True)
        print_stacks(test.pid)
        return 1, f"hung: it was not over after {limit_s:g} s"
    finally:
        kill_descendants()
    if os.WIFSIGNALED(status):
        return 1, f"ended by signal {signal.Signals(os.WTERMSIG(status)).name}"
    return os.WEXITSTATUS(status), f"failed with exit status {os.WEXITSTATUS(status)}"


def remove(folder):
    """Also what a test has protected against writing."""
    subprocess.run(["chmod", "-R", "u+rwx", folder], check=False, stderr=subprocess.DEVNULL)
    shutil.rmtree(folder, ignore_errors=True)


def main(name, limit_s, *command):
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    libc = ctypes.CDLL(None)
    libc.prctl(PR_SET_PDEATHSIG, signal.SIGTERM, 0, 0, 0)
    libc.prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    folder = tempfile.mkdtemp(prefix="dt.", dir="/tmp")  # short, because the addresses of sockets in it are bounded
    os.chmod(folder, 0o711)  # bots of other users have folders in it
    begun = time.monotonic()
    try:
        status, end = run(float(limit_s) * float(os.environ.get("DOM_LIMIT_TIMES", "1")), command, folder)
    except SystemExit:
        remove(folder)
        raise
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(f"\n{name}: {time.monotonic() - begun:.1f} s, {used.ru_utime + used.ru_stime:.1f} s of processor time", flush=True)
    if status in (0, SKIPPED):
        remove(folder)
    else:
        print(f"{name} {end}\n"
              f"  again:  ctest --test-dir {shlex.quote(os.environ.get('DOM_BUILD', '.'))} --output-on-failure"
              f" -R '^{name.replace('.', chr(92) + '.')}$'\n"
              f"  its command: {shlex.join(command)}\n"
              f"  its folder:  {folder}", flush=True)
    return status


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
