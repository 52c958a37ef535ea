#!/usr/bin/python3
"""A long tournament in which one of five bots is hostile: soak.py [--matches N] [--json]

Plays N matches in one arena and takes a sample (a look) every second. At the end it says whether memory
or files grew, whether something was left behind, whether an honest bot paid, or whether a match was
lost; then the exit status is 1. The hostile bot is moody.py, which does everything of tests/chaos that
fits, again and again.

Growth. After the warm-up (WARM_MATCHES, or half of a short run) the looks are divided into quarters, and
the medians of the first and the last quarter are compared, for the core and for the hosts of honest
bots. Only hosts that exist from the first tenth of the warm-up to the end count, because a host that is
started later warms up later. Growth is the growth of anonymous memory divided by all resident memory.
Pages of files (programs, libraries) do not count, because the kernel drops and reads them as it likes.
Anonymous memory is not the divisor, because a host has so little that one more table is 5 % of it.

Peaks are the peaks of resident memory that the kernel reports. If a process ends between two looks, its
last look may come before its peak (tests/chaos/test_floods.py measures peaks exactly).
"""
import argparse
import collections
import contextlib
import dataclasses
import json
import os
import shutil
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
SHORT_MATCHES = 100000  # with fewer matches the looks are more frequent
PEAK_MB = 64
GROWTH = 1.05
WARM_MATCHES = 20000  # during these SQLite fills its cache
QUARTERS = 4
LOOKS_MIN = 6 * QUARTERS
LASTING_MATCHES = 500  # a child that stays for so many matches was left behind
MATCHES_OF_SET = 2 * 10  # the 10 pairs of five bots, in both rotations
MOODY_ASKS = 200
# A process in one of these modes ends only when startup_ms are over.
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
    """Returns phase -> modes of tests/hostile that tests/chaos tries in this phase at this level."""
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
    """The result of a run, without the looks. `faults` counts the faults of moody by code, `charged` those of
    the other bots by name, and `left` is what was left after the end."""
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
    """One tournament in its own home folder."""

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
            arena.write(os.path.join(moody, name), text)
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
        """Notes what is left, after waiting for processes to end."""
        with contextlib.suppress(AssertionError):
            self.place.wait_for_leftovers()
        self.left = {"processes": len(self.place.leftovers()),
                     "run_entries": len(os.listdir(self.place.run_base))}

    def outcome(self):
        verify = self.place.start("verify")
        verify.communicate()
        charged = collections.Counter()
        of_moody = collections.Counter()
        for bot, code, count in self.place.query("SELECT bot, fault, count(*) FROM v_faults GROUP BY 1, 2"):
            if bot == "moody":
                of_moody[code] = count
            else:
                charged[bot] = count
        return Outcome(
            level=self.level, status=self.status, verify=verify.returncode,
            wanted=self.sets * MATCHES_OF_SET,
            matches=self.place.query("SELECT count(*) FROM match")[0][0],
            starts=self.place.query("SELECT count(*) FROM process")[0][0],
            seconds=round(self.seconds), faults=dict(of_moody), charged=dict(charged),
            left=self.left)


# -- judging ----------------------------------------------------------------------------------

def median(values):
    known = [value for value in values if value is not None]
    return statistics.median_low(known) if known else None


def parts_of(looks):
    """Returns the looks of the warm-up, and the others divided into quarters."""
    end = min(WARM_MATCHES, looks[-1].matches // 2)
    warm = [look for look in looks if look.matches < end]
    rest = looks[len(warm):]
    size = len(rest) / QUARTERS
    return warm, [rest[round(i * size):round((i + 1) * size)] for i in range(QUARTERS)]


def hosts_of(looks, is_hostile):
    return [use for look in looks for pid, use in look.hosts.items() if look.hostile[pid] is is_hostile]


def per_host(warm, looks, field):
    """Returns pid -> median for the hosts of honest bots that existed from the beginning."""
    old = {pid for look in warm[:1 + len(warm) // 10] for pid in look.hosts}
    found = collections.defaultdict(list)
    for look in looks:
        for pid, use in look.hosts.items():
            if look.hostile[pid] is False and pid in old:
                found[pid].append(getattr(use, field))
    return {pid: median(values) for pid, values in found.items()}


def beyond_hosts(looks, field):
    """Returns the median of a count, after subtracting one for each host."""
    counts = {"descriptors": lambda look: look.core.descriptors, "run_entries": lambda look: look.run_entries}
    return median(None if counts[field](look) is None else counts[field](look) - len(look.hosts)
                  for look in looks)


def windows(looks):
    """Returns a row of figures for the warm-up and for every quarter."""
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
    """Returns the largest growth among the keys of both maps, as a factor. The growth is relative to the
    first value, or to `of`."""
    of = of or first
    return max((1 + (last[key] - first[key]) / of[key] for key in first.keys() & last.keys() if of[key]),
               default=None)


def lasting(looks):
    """Returns process id -> name and state for children of the core that are not living hosts and stay so while
    LASTING_MATCHES are played. The limit is not a time, because on a busy machine a host may need a
    second to start or to end; but the core looks after its children between matches."""
    since, found = {}, {}
    for look in looks:
        since = {pid: since.get(pid, look.matches) for pid in look.strays}
        found.update({pid: look.strays[pid] for pid, first in since.items()
                      if look.matches - first >= LASTING_MATCHES})
    return found


def judge(looks, outcome):
    """Returns the name of each promise -> (whether it is kept, the figure). None: it could not be measured."""
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
        "no honest bot was charged": (not outcome.charged, outcome.charged or 0),
        "the hostile bot was charged": (bool(outcome.faults), outcome.faults),
        f"core at most {PEAK_MB} MB": (core_peak <= PEAK_MB, round(core_peak, 1)),
        f"a host at most {PEAK_MB} MB": (host_peak <= PEAK_MB, round(host_peak, 1)),
        "core grows by less than 5 %": (core < GROWTH, round(core, 4)),
        "no honest host grows by 5 %": (host is not None and host < GROWTH, host and round(host, 4)),
        "no honest host has more descriptors": (host_files is None or host_files <= 1, host_files),
        "no child other than hosts stays": (not lasting(looks), lasting(looks) or 0),
        "nothing is left": (not any(outcome.left.values()), outcome.left)}
    for name, (before, after) in pairs.items():
        found[f"no more {name.replace('_', ' ')}"] = (before is None or after <= before, f"{before} -> {after}")
    return found


# -- printing ---------------------------------------------------------------------------------

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
        sys.exit(f"soak: only {len(soak.looks)} looks; {LOOKS_MIN} are needed: use a larger --matches")
    return {**dataclasses.asdict(outcome), "windows": windows(soak.looks),
            "promises": judge(soak.looks, outcome)}


def main():
    parser = argparse.ArgumentParser(description="Play long with a hostile bot, and check that nothing grows.")
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
