#!/usr/bin/python3
"""A long tournament in which one bot in five is hostile: soak.py [--matches N] [--json]

Plays N matches in one arena, looks at it every second, and says at the end whether anything
grew or was left behind, anybody else paid, or a match was lost. Exit status 1 if so. The hostile
bot is moody.py: every way of tests/chaos that fits, again and again.

Growth: after the warm-up (WARM_MATCHES, or half of a short run) the looks are divided into
quarters, and the medians of the first and the last are compared: of the core, and of every host
of an honest bot that is there from the first tenth of the warm-up to the end: a host that is
started later, because the machine is busy, warms up later. What counts is by how much memory of
their own grows, as a part of all that was resident. Pages of files (programs, libraries) come and
go as the kernel likes; and a host has so little of its own that one table more than ever before
is 5 % of that. Peaks are what the kernel says the most was that a process had resident; of one
that ends between two looks the last may come too early (tests/chaos/test_floods.py has them exactly).
"""
import argparse
import collections
import contextlib
import dataclasses
import json
import os
import shutil
import sqlite3
import statistics
import sys
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, "..", folder) for folder in ("e2e", "chaos")]

import arena  # noqa: E402
import cases  # noqa: E402
import watch  # noqa: E402

LOOK_S, LOOK_SHORT_S = 1, 0.25
SHORT_MATCHES = 100000  # fewer are looked at more often
PEAK_MB = 64
GROWTH = 1.05
WARM_MATCHES = 20000  # until then SQLite fills its cache
QUARTERS = 4
LOOKS_MIN = 6 * QUARTERS
LASTING_MATCHES = 500  # a child that stays for so many is no accident
MATCHES_OF_SET = 2 * 10  # each of the pairs of five bots in both seats
MOODY_ASKS = 200
# They end a start only when startup_ms are over.
WAIT_AT_START = ("no-hello", "spin", "stop")
TOURNAMENT = """name: soak
variants: {{short: {{base: block-2, target: 0, rounds: 1}}}}
sets: {sets}
sandbox: {level}
limits: {{move_ms: 1000, margin_ms: 500, memory_mb: 250, processes: 20, startup_ms: 60000}}
faults: {{restarts: 1000}}
bots:
  - random
  - greedy
  - careful
  - {{name: piped, run: [./greedy], transport: stdio}}
  - ./moody
"""
MANIFEST = "{name: moody, run: [/usr/bin/python3, -B, moody.py, '%d'], transport: zmq}\n" % MOODY_ASKS


def ways(level):
    """phase -> modes of sample-bots/hostile that tests/chaos tries in it at this level."""
    found = collections.defaultdict(list)
    for case in cases.START:
        if case.mode not in cases.PROGRAMS and case.mode not in WAIT_AT_START:
            found["start"].append(case.mode)
    found["start"] += cases.ODD_HELLOS
    for case in cases.PROMPT + cases.GENEROUS:
        if level in case.levels.split():
            found["ask" if case.when.isdigit() else case.when].append(case.mode)
    return found


@dataclasses.dataclass
class Outcome:
    """What is known of a run beside the looks at it; `faults` by code are moody's, `charged` counts
    those of others by name, `left` what was there after the end."""
    level: str
    status: int
    verify: int
    wanted: int
    matches: int
    starts: int
    seconds: int
    faults: dict
    charged: dict
    left: dict


# -- playing ----------------------------------------------------------------------------------

class Soak:
    """One tournament in a home folder of its own."""

    def __init__(self, matches, level):
        self.sets = -(-matches // MATCHES_OF_SET)
        self.look_s = LOOK_S if matches >= SHORT_MATCHES else LOOK_SHORT_S
        self.level = level
        self.place = arena.ArenaTest("leftovers")
        self.done = 0
        self.looks = []
        self.left = {}

    def prepare(self):
        home = self.place.home
        moody = os.path.join(home, "moody")
        os.mkdir(moody)
        for file in (os.path.join(HERE, "moody.py"), arena.HOSTILE):
            shutil.copy(file, moody)
        for name, text in (("ways.json", json.dumps(ways(self.level))), ("bot.yaml", MANIFEST)):
            with open(os.path.join(moody, name), "w", encoding="utf-8") as file:
                file.write(text)
        shutil.copy(os.path.join(arena.BUILD, "share", "domino-arena", "bots", "greedy", "greedy"), home)
        return self.place.tournament(TOURNAMENT.format(sets=self.sets, level=self.level))

    def read(self, lines):
        for line in lines:
            event = json.loads(line)
            if event["event"] in ("progress", "finished"):
                self.done = event["done"]

    def watch(self, run):
        at = watch.Watch(run.pid, self.place.run_base, self.place.home, "moody.py")
        while run.poll() is None:
            with contextlib.suppress(FileNotFoundError, ProcessLookupError):
                if self.done:
                    self.looks.append(at.look(self.done))
            time.sleep(self.look_s)

    def play(self):
        start = time.monotonic()
        run = self.place.start("run", self.prepare(), "--json", "--require-sandbox", self.level)
        readers = [threading.Thread(target=self.read, args=[run.stdout]),
                   threading.Thread(target=shutil.copyfileobj, args=[run.stderr, sys.stderr])]
        for reader in readers:
            reader.start()
        self.watch(run)
        for reader in readers:
            reader.join()
        run.stdout.close()
        run.stderr.close()
        self.seconds = time.monotonic() - start
        self.status = run.returncode
        self.note_leftovers()

    def note_leftovers(self):
        """Processes may take a moment to be gone."""
        end = time.monotonic() + 20
        while self.place.leftovers() and time.monotonic() < end:
            time.sleep(0.1)
        self.left = {"processes": len(self.place.leftovers()),
                     "run_entries": len(os.listdir(self.place.run_base))}

    def query(self, sql):
        with contextlib.closing(sqlite3.connect(os.path.join(self.place.home, "arena.db"))) as db:
            return db.execute(sql).fetchall()

    def outcome(self):
        verify = self.place.start("verify")
        verify.communicate()
        charged = collections.Counter()
        of_moody = collections.Counter()
        for bot, code, count in self.query("SELECT bot, fault, count(*) FROM v_faults GROUP BY 1, 2"):
            if bot == "moody":
                of_moody[code] = count
            else:
                charged[bot] = count
        return Outcome(
            level=self.level, status=self.status, verify=verify.returncode,
            wanted=self.sets * MATCHES_OF_SET,
            matches=self.query("SELECT count(*) FROM match")[0][0],
            starts=self.query("SELECT count(*) FROM process")[0][0],
            seconds=round(self.seconds), faults=dict(of_moody), charged=dict(charged),
            left=self.left)


# -- judging ----------------------------------------------------------------------------------

def median(values):
    known = [value for value in values if value is not None]
    return statistics.median_low(known) if known else None


def parts_of(looks):
    """The looks at the warm-up, and the rest in as many parts as there are quarters."""
    end = min(WARM_MATCHES, looks[-1].matches // 2)
    warm = [look for look in looks if look.matches < end]
    rest = looks[len(warm):]
    size = len(rest) / QUARTERS
    return warm, [rest[round(i * size):round((i + 1) * size)] for i in range(QUARTERS)]


def hosts_of(looks, is_hostile):
    return [use for look in looks for pid, use in look.hosts.items() if look.hostile[pid] is is_hostile]


def per_host(warm, looks, field):
    """pid -> median, of honest bots' hosts that were there from the beginning."""
    old = {pid for look in warm[:1 + len(warm) // 10] for pid in look.hosts}
    found = collections.defaultdict(list)
    for look in looks:
        for pid, use in look.hosts.items():
            if look.hostile[pid] is False and pid in old:
                found[pid].append(getattr(use, field))
    return {pid: median(values) for pid, values in found.items()}


def beyond_hosts(looks, field):
    """Median of what there is once what every host takes is set apart."""
    counts = {"descriptors": lambda look: look.core.descriptors, "run_entries": lambda look: look.run_entries}
    return median(None if counts[field](look) is None else counts[field](look) - len(look.hosts)
                  for look in looks)


def windows(looks):
    """A row of figures for the warm-up and every quarter after it."""
    warm, parts = parts_of(looks)
    rows = []
    for name, part in zip(("warm-up", "1st", "2nd", "3rd", "4th"), [warm] + parts):
        if not part:
            continue
        honest, hostile = hosts_of(part, False), hosts_of(part, True)
        rows.append({
            "part": name, "looks": len(part), "matches": part[-1].matches,
            "core_kb": median(look.core.rss_kb for look in part),
            "core_own_kb": median(look.core.own_kb for look in part),
            "core_share_kb": median(look.core.share_kb for look in part),
            "core_descriptors": beyond_hosts(part, "descriptors"),
            "hosts": median(len(look.hosts) for look in part),
            "honest_host_kb": median(use.rss_kb for use in honest),
            "honest_host_own_kb": median(use.own_kb for use in honest),
            "honest_host_share_kb": median(use.share_kb for use in honest),
            "honest_host_descriptors": median(use.descriptors for use in honest),
            "hostile_host_kb": median(use.rss_kb for use in hostile),
            "hostile_host_peak_kb": max((use.peak_kb for use in hostile), default=None),
            "run_entries": beyond_hosts(part, "run_entries"),
            "home_entries": median(look.home_entries for look in part)})
    return rows


def grown(first, last, of=None):
    """By how much what is in both grew most, as a factor: of itself, or of something larger."""
    of = of or first
    return max((1 + (last[key] - first[key]) / of[key] for key in first.keys() & last.keys() if of[key]),
               default=None)


def lasting(looks):
    """Children of the core that are no living hosts and stay so while LASTING_MATCHES are played:
    process id -> name and state. Time would not do: on a busy machine a host may take a second
    to begin or to be gone, but the core comes to its children between matches."""
    since, found = {}, {}
    for look in looks:
        since = {pid: since.get(pid, look.matches) for pid in look.strays}
        found.update({pid: look.strays[pid] for pid, first in since.items()
                      if look.matches - first >= LASTING_MATCHES})
    return found


def judge(looks, outcome):
    """Name of each promise -> (is it kept, how much it is). None: it could not be looked at."""
    warm, parts = parts_of(looks)
    first, last = parts[0], parts[-1]
    core = grown({0: median(look.core.own_kb for look in first)},
                 {0: median(look.core.own_kb for look in last)},
                 {0: median(look.core.rss_kb for look in first)})
    host = grown(per_host(warm, first, "own_kb"), per_host(warm, last, "own_kb"),
                 per_host(warm, first, "rss_kb"))
    host_files = grown(per_host(warm, first, "descriptors"), per_host(warm, last, "descriptors"))
    core_peak = max(look.core.peak_kb for look in looks) / watch.KB
    host_peak = max(use.peak_kb for look in looks for use in look.hosts.values()) / watch.KB
    pairs = {name: (beyond_hosts(first, name), beyond_hosts(last, name))
             for name in ("descriptors", "run_entries")}
    pairs["home_entries"] = [median(look.home_entries for look in part) for part in (first, last)]
    found = {
        "the arena ended well": (outcome.status == 0, outcome.status),
        "every match was played": (outcome.matches == outcome.wanted, outcome.matches),
        "verify passes": (outcome.verify == 0, outcome.verify),
        "nobody honest was charged": (not outcome.charged, outcome.charged or 0),
        "the hostile bot was": (bool(outcome.faults), outcome.faults),
        f"core at most {PEAK_MB} MB": (core_peak <= PEAK_MB, round(core_peak, 1)),
        f"a host at most {PEAK_MB} MB": (host_peak <= PEAK_MB, round(host_peak, 1)),
        "core grows by less than 5 %": (core < GROWTH, round(core, 4)),
        "no honest host does by 5 %": (host is not None and host < GROWTH, host and round(host, 4)),
        "nor has one more descriptors": (host_files is None or host_files <= 1, host_files),
        "no lasting child but hosts": (not lasting(looks), lasting(looks) or 0),
        "nothing is left": (not any(outcome.left.values()), outcome.left)}
    for name, (before, after) in pairs.items():
        found[f"no more {name.replace('_', ' ')}"] = (before is None or after <= before, f"{before} -> {after}")
    return found


# -- telling ----------------------------------------------------------------------------------

def tell(result):
    columns = list(result["windows"][0])
    for column in columns:
        cells = [row[column] for row in result["windows"]]
        print(f"{column:24}", *(f"{'-' if cell is None else cell:>10}" for cell in cells))
    print()
    for name, (is_kept, figure) in result["promises"].items():
        print(f"{'ok' if is_kept else 'BROKEN':6} {name}: {figure}")


def play(matches, level):
    soak = Soak(matches, level)
    soak.place.setUp()
    try:
        soak.play()
        if soak.done == 0:
            sys.exit("soak: the arena did not play, as it says above")
        outcome = soak.outcome()
    finally:
        soak.place.tearDown()
    if len(soak.looks) < LOOKS_MIN:
        sys.exit(f"soak: only {len(soak.looks)} looks at it: too short to judge; at least {LOOKS_MIN} are needed")
    return {**dataclasses.asdict(outcome), "windows": windows(soak.looks),
            "promises": judge(soak.looks, outcome)}


def main():
    parser = argparse.ArgumentParser(description="Play long with one hostile bot in five, and see what grows.")
    parser.add_argument("--matches", type=int, default=1000000, help="default: %(default)s")
    parser.add_argument("--sandbox", choices=arena.LEVELS, help="default: the best that works here")
    parser.add_argument("--json", action="store_true", help="one JSON object")
    arguments = parser.parse_args()
    if arguments.matches < 1:
        parser.error("--matches: at least 1 is needed")
    result = play(arguments.matches, arguments.sandbox or arena.sandbox_levels()[-1])
    if arguments.json:
        print(json.dumps(result))
    else:
        tell(result)
    sys.exit(not all(is_kept for is_kept, _ in result["promises"].values()))


if __name__ == "__main__":
    main()
