"""Run a program to its end and measure the processor time of all its processes."""
import collections
import os
import subprocess
import time

LOOK_S = 0.05
CPUS = os.sched_getaffinity(0)
TICK_US = 1e6 / os.sysconf("SC_CLK_TCK")


def cpu_us(pid):
    """Processor time so far: of the process itself, and of all descendants that were waited for."""
    with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
        field = file.read().rsplit(")", 1)[1].split()
    user, system, children_user, children_system = map(int, field[11:15])
    return (user + system) * TICK_US, (children_user + children_system) * TICK_US


def run_us(pid):
    """Processor time of all threads of the process so far. Unlike that of cpu_us it is not rounded down to ticks of 10 ms,
    which is much for a host that has used 20 ms."""
    total_ns = 0
    for thread in os.listdir(f"/proc/{pid}/task"):
        with open(f"/proc/{pid}/task/{thread}/schedstat", encoding="utf-8") as file:
            total_ns += int(file.read().split()[0])
    return total_ns / 1000


def children(pid):
    found = []
    for thread in os.listdir(f"/proc/{pid}/task"):
        with open(f"/proc/{pid}/task/{thread}/children", encoding="utf-8") as file:
            found += map(int, file.read().split())
    return found


def below_us(pid):
    """Processor time of all descendants of a running process, including ended ones."""
    living = sum(cpu_us(child)[0] + below_us(child) for child in children(pid))
    return cpu_us(pid)[1] + living


# Processor time so far, in microseconds: of the program, of its children (hosts), and of what is below those (bots).
Look = collections.namedtuple("Look", ("at_s", "own_us", "hosts_us", "bots_us"))


class Watched:
    """One run of a program. While it runs its tree is looked at. The pause between two looks begins
    at 50 ms. If `look_most_s` is longer, it doubles until then. At its end the program is looked at once more before it
    is waited for, which gives its own time and that of all its descendants together without a gap
    (each is waited for by its parent). Only how the latter divides between the children (the hosts)
    and what is below them (the bots) is of the last look. A look takes some milliseconds, so this process looks from
    CPUs on which the program may not run, if there are any.

    status, wall_s   how it ended, and after how long
    began            when it was started, Unix time
    own_us           processor time of the program itself
    children_us      of its children; estimated from the last look
    below_us         of what is below those
    looks            all readings, oldest first
    """

    look_most_s = LOOK_S

    def __init__(self, command, stdout=subprocess.DEVNULL, looks=True, **options):
        self.looks = []
        run_us(os.getpid())  # fails on a kernel without schedstat, where every look would be dropped
        self.began = time.time()
        self._start = time.monotonic()
        process = subprocess.Popen(command, stdout=stdout, stdin=subprocess.DEVNULL, **options)
        cpus = os.sched_getaffinity(0)
        os.sched_setaffinity(0, CPUS - cpus or cpus)
        flags = os.WEXITED | os.WNOWAIT
        pause_s = LOOK_S
        while looks and os.waitid(os.P_PID, process.pid, flags | os.WNOHANG) is None:
            self._look(process.pid)
            time.sleep(pause_s)
            pause_s = min(2 * pause_s, self.look_most_s)
        os.waitid(os.P_PID, process.pid, flags)
        self.wall_s = time.monotonic() - self._start
        os.sched_setaffinity(0, cpus)
        self.own_us, both = cpu_us(process.pid)
        self.status = process.wait()
        _, _, hosts, bots = self.looks[-1] if self.looks else (0, 0, 0, 0)
        share = hosts / (hosts + bots) if hosts + bots else 0
        self.children_us, self.below_us = both * share, both * (1 - share)

    def arena_share_after(self, part):
        """The share of the program and its children in the processor time of everything, between the first look after
        this part of the run and the last one. None if there are no two such looks."""
        late = [look for look in self.looks if look.at_s >= part * self.wall_s]
        if len(late) < 2:
            return None
        own, hosts, bots = (late[-1][i] - late[0][i] for i in (1, 2, 3))
        return (own + hosts) / max(1, own + hosts + bots)

    def _look(self, pid):
        """Processes may end during a reading; then the previous reading counts."""
        try:
            own, hosts, bots = run_us(pid), 0.0, 0.0
            for host in children(pid):
                hosts += run_us(host)
                bots += below_us(host)
            if not self.looks or hosts + bots >= self.looks[-1].hosts_us + self.looks[-1].bots_us:
                self.looks.append(Look(time.monotonic() - self._start, own, hosts, bots))
        except (FileNotFoundError, ProcessLookupError):
            pass
