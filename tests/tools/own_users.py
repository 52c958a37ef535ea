#!/usr/bin/python3 -B
"""Runs a program of root among users and processes of its own, so that no arena beside it takes or frees them.

    own_users.py PROGRAM [WORD...]

The program is root in namespaces of its own: the other user ids are ids of the machine that nobody else uses, there are no
other processes, and /run, where arenas note the ids that they reserve, is empty. If such namespaces cannot be made, and for
another user than root, the program runs as it is. The exit status is that of the program.
"""
import ctypes
import os
import signal
import sys

CLONE_NEWNS, CLONE_NEWUSER, CLONE_NEWPID = 0x20000, 0x10000000, 0x20000000
MS_REC, MS_PRIVATE = 0x4000, 0x40000
IDS = 100000  # more than arenas give to bots
LIBC = ctypes.CDLL(None, use_errno=True)


def write_maps(pid):
    """Id 0 stays. The others are a range that no other such program has, because process ids differ."""
    first = (1 << 30) + pid % 20000 * IDS
    for name in ("uid_map", "gid_map"):
        with open(f"/proc/{pid}/{name}", "w", encoding="ascii") as file:
            file.write(f"0 0 1\n1 {first} {IDS}\n")


def enter():
    """Returns False if there can be no such namespaces. Only a process outside of them may write the maps."""
    (told, tell), parent = os.pipe(), os.getpid()
    writer = os.fork()
    if writer == 0:
        os.close(tell)
        if os.read(told, 1):
            write_maps(parent)
        os._exit(0)
    os.close(told)
    is_apart = LIBC.unshare(CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID) == 0
    os.write(tell, b"x" * is_apart)
    os.close(tell)
    return os.waitpid(writer, 0)[1] == 0 and is_apart


def mount(source, target, kind, flags=0):
    if LIBC.mount(source, target, kind, flags, None) != 0:
        sys.exit(f"own_users.py: {target.decode()}: cannot mount: {os.strerror(ctypes.get_errno())}")


def wait_for(program):
    """Collects every process that ends until the program has; returns its exit status."""
    while True:
        pid, status = os.wait()
        if pid == program:
            return os.waitstatus_to_exitcode(status)


def run(command):
    """The first process of the namespace. When it ends, all others are killed."""
    mount(b"none", b"/", None, MS_REC | MS_PRIVATE)
    mount(b"proc", b"/proc", b"proc")
    mount(b"run", b"/run", b"tmpfs")
    program = os.fork()
    if program == 0:
        os.execvp(command[0], command)
    return wait_for(program)


def main(command):
    if os.geteuid() != 0 or not enter():
        os.execvp(command[0], command)
    first = os.fork()
    if first == 0:
        LIBC.prctl(1, signal.SIGKILL, 0, 0, 0)  # PR_SET_PDEATHSIG: it ends with this program
        os._exit(run(command) & 0xff)
    return wait_for(first)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
