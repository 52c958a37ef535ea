"""Run a program to its end and measure the processor time and memory of all its processes."""
import os
import subprocess
import time

LOOK_S = 0.05
TICK_US = 1e6 / os.sysconf("SC_CLK_TCK")


def cpu_us(pid):
    """Processor time so far: of the process itself, and of all descendants that were waited for."""
    with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
        field = file.read().rsplit(")", 1)[1].split()
    user, system, children_user, children_system = map(int, field[11:15])
    return (user + system) * TICK_US, (children_user + children_system) * TICK_US


def children(pid):
    found = []
    for thread in os.listdir(f"/proc/{pid}/task"):
        with open(f"/proc/{pid}/task/{thread}/children", encoding="utf-8") as file:
            found += map(int, file.read().split())
    return found


def peak_kb(pid):
    """The peak resident memory of the process itself; 0 after its end."""
    with open(f"/proc/{pid}/status", encoding="utf-8") as file:
        for line in file:
            if line.startswith("VmHWM:"):
                return int(line.split()[1])
    return 0


def below_us(pid):
    """Processor time of all descendants of a running process, including ended ones."""
    living = sum(cpu_us(child)[0] + below_us(child) for child in children(pid))
    return cpu_us(pid)[1] + living


class Watched:
    """One run of a program. While it runs its tree is looked at, every 50 ms or more and more
    seldom, down to once in `look_most_s`. At its end the program is looked at once more before it
    is waited for, which gives its own time and that of all its descendants together without a gap
    (each is waited for by its parent). Only how the latter divides between the children (the hosts)
    and what is below them (the bots) is of the last look.

    status, wall_s   how it ended, and after how long
    began            when it was started, Unix time
    own_us           processor time of the program itself
    children_us      of its children; estimated from the last look
    below_us         of what is below those
    peak_kb          most resident memory of the program itself, as last seen
    """

    look_most_s = LOOK_S

    def __init__(self, command, stdout=subprocess.DEVNULL, looks=True, **options):
        self.peak_kb = 0
        self._hosts = self._bots = 0.0
        self.began = time.time()
        start = time.monotonic()
        process = subprocess.Popen(command, stdout=stdout, stdin=subprocess.DEVNULL, **options)
        flags = os.WEXITED | os.WNOWAIT
        pause_s = LOOK_S
        while looks and os.waitid(os.P_PID, process.pid, flags | os.WNOHANG) is None:
            self._look(process.pid)
            time.sleep(pause_s)
            pause_s = min(2 * pause_s, self.look_most_s)
        os.waitid(os.P_PID, process.pid, flags)
        self.wall_s = time.monotonic() - start
        self.own_us, both = cpu_us(process.pid)
        self.status = process.wait()
        share = self._hosts / (self._hosts + self._bots) if self._hosts + self._bots else 0
        self.children_us, self.below_us = both * share, both * (1 - share)

    def _look(self, pid):
        """Processes may end during a reading; then the previous reading counts."""
        try:
            self.peak_kb = max(self.peak_kb, peak_kb(pid))
            hosts = bots = 0.0
            for host in children(pid):
                hosts += cpu_us(host)[0]
                bots += below_us(host)
            if hosts + bots >= self._hosts + self._bots:
                self._hosts, self._bots = hosts, bots
        except (FileNotFoundError, ProcessLookupError):
            pass
