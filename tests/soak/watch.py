"""Reads from /proc what the core and the hosts of an arena use at one moment.

The arena closes its processes to all users but root. For another user, the descriptors and the
proportional share of memory cannot be read; they have the value None.
"""
import dataclasses
import glob
import os

KB = 1024


def status_kb(pid, key):
    with open(f"/proc/{pid}/status", encoding="utf-8") as file:
        return next((int(line.split()[1]) for line in file if line.startswith(key)), 0)


def share_kb(pid):
    try:
        with open(f"/proc/{pid}/smaps_rollup", encoding="utf-8") as file:
            return next((int(line.split()[1]) for line in file if line.startswith("Pss:")), 0)
    except PermissionError:
        return None


def descriptors(pid):
    try:
        return len(os.listdir(f"/proc/{pid}/fd"))
    except PermissionError:
        return None


@dataclasses.dataclass
class Use:
    """One process: resident memory, its peak so far, its anonymous part, the proportional share, and the number
    of descriptors."""
    rss_kb: int
    peak_kb: int
    own_kb: int
    share_kb: int | None
    descriptors: int | None


def use_of(pid):
    return Use(status_kb(pid, "VmRSS:"), status_kb(pid, "VmHWM:"), status_kb(pid, "RssAnon:"),
               share_kb(pid), descriptors(pid))


@dataclasses.dataclass
class Look:
    """A sample of one moment: how many matches were played, the core, the hosts by process id, which of them have
    a hostile bot (None: not known yet), children of the core that are not living hosts (process id -> name and
    state), and the number of entries in the run directory and in the home folder."""
    matches: int
    core: Use
    hosts: dict
    hostile: dict
    strays: dict
    run_entries: int
    home_entries: int


def processes():
    """Returns pid -> (name, state, parent) of all processes."""
    found = {}
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
                head, tail = file.read().rsplit(")", 1)
        except (FileNotFoundError, ProcessLookupError):
            continue
        state, parent = tail.split()[:2]
        found[int(pid)] = (head.split("(", 1)[1], state, int(parent))
    return found


class Watch:
    """Takes samples of the arena `core`. A bot is hostile if its command line has `mark` in it."""

    def __init__(self, core, run_base, home, mark):
        self.core, self.run_base, self.home, self.mark = core, run_base, home, mark.encode()
        self.is_hostile = {}

    def judge(self, host, found):
        """Returns whether the bot of this host is hostile; None as long as the bot does not run."""
        below, is_there = [host], False
        while below:
            below = [pid for pid, (_, _, parent) in found.items() if parent in below]
            for pid in below:
                try:
                    with open(f"/proc/{pid}/cmdline", "rb") as file:
                        command = file.read()
                except (FileNotFoundError, ProcessLookupError):
                    continue
                if self.mark in command:
                    return True
                is_there |= bool(command) and not command.startswith(b"domino-host")
        return False if is_there else None

    def look(self, matches):
        """Takes a sample. Raises FileNotFoundError or ProcessLookupError when the core has ended."""
        found = processes()
        children = {pid: row for pid, row in found.items() if row[2] == self.core}
        hosts, strays = {}, {}
        for pid, (name, state, _) in children.items():
            if name != "domino-host" or state == "Z":
                strays[pid] = f"{name} {state}"
                continue
            try:
                hosts[pid] = use_of(pid)
            except (FileNotFoundError, ProcessLookupError):
                continue
            if self.is_hostile.get(pid) is None:
                self.is_hostile[pid] = self.judge(pid, found)
        folders = glob.glob(os.path.join(self.run_base, "*", "*"))
        return Look(matches, use_of(self.core), hosts,
                    {pid: self.is_hostile.get(pid) for pid in hosts}, strays,
                    len(folders) + len(os.listdir(self.run_base)), len(os.listdir(self.home)))
