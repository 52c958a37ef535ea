#!/usr/bin/python3
"""How quickly the arena does what it promises: one JSON object on standard output, progress on standard
error. README.md says what each figure means.

    tests/bench/bench_promises.py [--quick|--smoke] [--only FIGURE,...] [--matches N] [--check] [--build DIR]

`--only honest --matches 300000` shows, if nothing is late, that at 95 % fewer than 1 match in 100,000 is; it takes hours.
"""
import argparse
import collections
import contextlib
import datetime
import json
import os
import re
import shutil
import signal
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

import bounds
from bench_arena import HERE, PYTHON, ROOT, SDK, machine, parse, percentile, spread, tell, words_of
from watched import children
from watchers import Watchers

# late, ended: number of faults of each kind; killed: of arenas; verified: of matches; made: of matches and
# tournaments on the pages; listed: of matches in the tournament whose list is filtered; watched: runs with and without
# watchers; fresh: matches that were stored before, and seconds beside bots that think; submitted: languages of the bots in the
# report; games: their variants, None: all; honest: sets of bots that answer at once and of bots that search; start: turns, bots
# that say hello, bots of which the first play, seconds until a slow bot says hello, options of `check`; sandbox: starts at each
# level, turns, sets for the rate, sets beside neighbours
LEVELS = {"full": {"late": 400, "ended": 100, "killed": 30, "verified": 20000, "watched": 12, "fresh": (10000, 120),
                   "made": (1000000, 100), "listed": 400000, "submitted": ("python", "c"), "games": None,
                   "honest": (1000, 6), "start": (5, 64, 300, 5, []), "sandbox": (200, 5, 1500, 60)},
          "quick": {"late": 100, "ended": 30, "killed": 8, "verified": 4000, "watched": 6, "fresh": (10000, 60),
                    "made": (100000, 100), "listed": 400000, "submitted": ("python", "c"), "games": None,
                    "honest": (100, 2), "start": (1, 64, 300, 5, []), "sandbox": (50, 3, 400, 20)},
          "smoke": {"late": 2, "ended": 2, "killed": 1, "verified": 20, "watched": 1, "fresh": (100, 3),
                    "made": (2000, 4), "listed": 40000, "submitted": ("python",), "games": "[block-2]",
                    "honest": (10, 1), "start": (1, 4, 6, 0.1, ["--variant", "block-2", "--asks", "500"]),
                    "sandbox": (2, 1, 2, 1)}}
CORES = len(os.sched_getaffinity(0))
STARTED = ("random", "greedy", "flat-mc", "pimc")  # bots in C; four of them, as a bot has at most 99 copies
SEARCHING = ["flat-mc", "pimc", "ismcts", "inference"]  # they take 20 ms
SANDBOXES = ("none", "limits", "bwrap")
FLOODERS = 8
RIVAL = "import os\nparent = os.getppid()\nwhile os.getppid() == parent: pass"  # only counts, until nobody waits for it
WATCHERS, WATCHED_US, WATCHED_MATCHES = 100, 20000, 4  # a choice of the watched bots takes 20 ms of processor time
MOVE_MS = 50
MADE_BYTES, MADE_BOTS, MADE_VARIANTS = 400, 20, 79  # bytes of decisions per match; the other numbers are totals
# All matches; many, on the first page and a later one; few, far apart; none.
FILTERS = ["matches/made/1.html", "matches/made/1.html?variant=block-2", "matches/made/3.html?bot=bot-07",
           "matches/made/2.html?variant=draw-2&bot=bot-19&seat=1&end=rules", "matches/made/1.html?end=fault"]
FILTERED_TIMES = 20
VERIFY_TURNS = 3
READING = "The database is being read: "

BOUNDS = (
    ("late_ms.p99", bounds.MOST, 10, "a limit that ended is noticed"),
    ("noticed_ms.max", bounds.MOST, 100, "a bot's end is noticed"),
    ("gone_ms.max", bounds.MOST, 1000, "after the arena ended, all its processes have ended"),
    ("verify.s", bounds.MOST, 0.5, "1,000 matches are verified on one core"),
    ("verify.speedup_of_core", bounds.LEAST, 0.7, "verify --jobs uses all cores"),
    ("pages.first_s", bounds.MOST, 1, "the first page stands"),
    ("pages.end_s", bounds.MOST, 1, "serve ends while it reads"),
    ("filtered.ms.median", bounds.MOST, 50, "a page of filtered matches is sent"),
    ("filtered.kb", bounds.MOST, 400, "a page of filtered matches is small"),
    ("fresh.begun_s", bounds.MOST, 15, "a tournament that begins is shown while bots use all cores"),
    ("fresh.oldest_s", bounds.MOST, 15, "a page is fresh while bots use all cores"),
    ("watched.of_alone", bounds.LEAST, 0.99, "100 watchers hardly cost a run any speed"),
    ("report.seconds", bounds.MOST, 3, "the report of two submitted bots is written"),
    ("report.mb", bounds.MOST, 25, "the report of two submitted bots is small"),
    ("honest.faults", bounds.MOST, 0, "honest bots on a busy machine are not called late"),
    ("start.greeted_s", bounds.MOST, 4, "64 bots have said hello"),
    ("start.first_match_s", bounds.MOST, 5, "300 bots play their first match"),
    ("start.submit_s", bounds.MOST, 30, "a bot in C is submitted"),
    ("start.check_s", bounds.MOST, 5, "a good bot in C is checked"),
    ("start.slow_s", bounds.MOST, 120, "a bot that starts in 5 s is checked"),
    ("spawn_ms.bwrap.over_none", bounds.MOST, 20, "what bwrap adds to a start"),
    ("rates.bwrap.of_none", bounds.LEAST, 0.95, "the rate of honest bots at bwrap"),
    ("neighbours.p99_of_quiet", bounds.MOST, 2, "honest answers beside bots that flood"),
)
FIGURES = ("late_ms", "noticed_ms", "gone_ms", "verify", "pages", "filtered", "fresh", "watched", "report", "honest", "start", "spawn_ms",
           "rates", "neighbours")


def spread_ms(values):
    return {"median": round(percentile(values, 50), 2), "p99": round(percentile(values, 99), 2),
            "max": round(max(values), 2), "of": len(values)}


def tree(pid):
    """All descendants of a process, without those that end meanwhile."""
    try:
        below = children(pid)
    except OSError:
        return []
    return [pid for child in below for pid in (child, *tree(child))]


def lives(pid):
    """Is the process alive? One that is dead but not reaped counts as ended."""
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
            return file.read().rsplit(")", 1)[1].split()[0] not in "ZX"
    except OSError:
        return False


def check(run):
    if run.returncode != 0:
        sys.exit(f"bench_promises: a tournament failed with status {run.returncode}")


class Promises:

    def __init__(self, build, work, level, matches=0):
        self.build, self.program = build, os.path.join(build, "bin", "domino-arena")
        self.work, self.level = work, LEVELS[level]
        self.homes, self.matches = 0, matches
        shutil.copy(os.path.join(ROOT, "tests", "hostile", "hostile.py"), work)
        for mode in ("silent", "ends"):
            folder = os.path.join(work, mode)
            os.mkdir(folder)
            shutil.copy(os.path.join(HERE, "bots", "failing.py"), folder)
            with open(os.path.join(folder, "bot.yaml"), "w", encoding="utf-8") as file:
                json.dump({"name": mode, "run": [PYTHON, "failing.py", mode],
                           "transport": "stdio"}, file)

    def begin(self, bots, matches, out=subprocess.PIPE, **keys):
        """Start a run in a new home folder, `self.home`. It waits for a reader of its output, unless `out` needs none."""
        self.new_home()
        path = os.path.join(self.work, "t.yaml")
        with open(path, "w", encoding="utf-8") as file:
            json.dump(dict(keys, name="promises", variants=["block-2"], bots=bots,
                           sets=max(1, matches // 2)), file)
        return subprocess.Popen([self.program, "run", path, "--home", self.home, "--json"],
                                stdout=out, text=True)

    def played(self, bots, matches, **keys):
        """Play to the end. Returns the last event."""
        with self.begin(bots, matches, **keys) as run:
            *_, last = run.stdout
        check(run)
        return json.loads(last)

    def fail_in(self, bot, matches):
        """Return the time of each fault's report, and the lines that the bot's processes printed."""
        reported = []
        with self.begin([f"./{bot}", "random"], matches, concurrency=1,
                        faults={"restarts": 1000}, limits={"move_ms": MOVE_MS}) as run:
            for line in run.stdout:
                now = time.monotonic()
                if json.loads(line)["event"] == "fault":
                    reported.append(now)
        check(run)
        with sqlite3.connect(os.path.join(self.home, "arena.db")) as db:
            logs = [log or b"" for log, in db.execute("SELECT log FROM process ORDER BY id")]
        db.close()
        return reported, [float(number) for log in logs
                          for number in re.findall(rb"^(?:late|at) (\S+)$", log, re.M)]

    def late_ms(self):
        tell("late answers")
        return spread_ms(self.fail_in("silent", self.level["late"])[1])

    def noticed_ms(self):
        tell("bots that end")
        reported, ended = self.fail_in("ends", self.level["ended"])
        return spread_ms([1000 * (a - b) for a, b in zip(reported, ended, strict=True)])

    def gone_ms(self):
        """Time from the kill of an arena to the end of its last process."""
        tell("arenas that are killed")
        taken = []
        for _ in range(self.level["killed"]):
            with self.begin(["random", "greedy"], 1000000) as run:
                while json.loads(run.stdout.readline())["event"] != "match":
                    pass
                living = tree(run.pid)
                began = time.monotonic()
                run.send_signal(signal.SIGKILL)
                while any(lives(pid) for pid in living):
                    time.sleep(0.001)
                taken.append(1000 * (time.monotonic() - began))
        return spread_ms(taken)

    def verify_once(self, jobs):
        return self.arena("verify", "--jobs", str(jobs)) / self.level["verified"] * 1000

    def verify(self):
        """Time per 1,000 matches with one thread, and how much faster as many threads as cores are, taking turns."""
        tell("verify")
        self.played(["random", "greedy"], self.level["verified"])
        turns = [(self.verify_once(1), self.verify_once(CORES)) for _ in range(VERIFY_TURNS)]
        return {"s": round(statistics.median(one for one, _ in turns), 4),
                "speedup_of_core": round(statistics.median(one / several for one, several in turns) / CORES, 3)}

    def arena(self, *args, out=subprocess.DEVNULL):
        """Run a command that must succeed. Returns its seconds."""
        began = time.monotonic()
        subprocess.run([self.program, *args, "--home", self.home], check=True, cwd=self.work, stdout=out)
        return time.monotonic() - began

    def until(self, url, is_there):
        """Seconds until the first page satisfies is_there(text)."""
        began = time.monotonic()
        while True:
            with contextlib.suppress(urllib.error.HTTPError), urllib.request.urlopen(url) as page:
                if is_there(page.read().decode()):
                    return time.monotonic() - began
            time.sleep(0.005)

    def serve(self, is_there):
        """Serve a database for the first time. Returns seconds until the first page, until it satisfies
        is_there(text), and from SIGTERM to the end."""
        with contextlib.suppress(FileNotFoundError):
            os.remove(os.path.join(self.home, "arena.db-cache"))
        began = time.monotonic()
        with subprocess.Popen([self.program, "serve", "--listen", "127.0.0.1:0", "--home", self.home],
                              stdout=subprocess.PIPE, text=True) as server:
            url = server.stdout.readline().split()[0]
            self.until(url, lambda text: True)
            stands = time.monotonic() - began
            self.until(url, is_there)
            satisfied = time.monotonic() - began
            server.send_signal(signal.SIGTERM)
            server.wait()
            return stands, satisfied, time.monotonic() - began - satisfied

    def pages(self):
        """Serve many tournaments and variants for the first time."""
        matches, tournaments = self.level["made"]
        self.home = os.path.join(self.work, "made")
        os.mkdir(self.home)
        tell(f"pages: {matches} matches in {tournaments} tournaments")
        subprocess.run([os.path.join(self.build, "tests", "bench", "make_matches"),
                        os.path.join(self.home, "arena.db"),
                        *map(str, (matches, MADE_BYTES, MADE_BOTS, tournaments, MADE_VARIANTS))], check=True)
        runs = [self.serve(is_there) for is_there in
                (lambda text: True, lambda text: READING + "ratings" not in text,
                 lambda text: READING + "numbers" not in text and READING + "ratings" not in text,
                 lambda text: READING not in text)]
        shutil.rmtree(self.home)
        return {"matches": matches, "tournaments": tournaments, "variants": MADE_VARIANTS,
                "first_s": round(max(first for first, _, _ in runs), 3),
                "lists_s": round(runs[1][1], 2), "whole_s": round(runs[3][1], 2),
                "end_s": round(max(end for _, _, end in runs), 3)}

    def filtered(self):
        """Filter all matches of one tournament: the time of a page, over several filters, and the largest page."""
        self.home = os.path.join(self.work, "listed")
        os.mkdir(self.home)
        tell(f"filters of {self.level['listed']} matches")
        subprocess.run([os.path.join(self.build, "tests", "bench", "make_matches"), os.path.join(self.home, "arena.db"),
                        *map(str, (self.level["listed"], MADE_BYTES, MADE_BOTS))], check=True)
        taken, sizes = [], []
        with subprocess.Popen([self.program, "serve", "--listen", "127.0.0.1:0", "--home", self.home],
                              stdout=subprocess.PIPE, text=True) as server:
            try:
                url = server.stdout.readline().split()[0]
                self.until(url, lambda text: READING not in text)
                for query in FILTERS * FILTERED_TIMES:
                    began = time.monotonic()
                    with urllib.request.urlopen(url + query) as page:
                        sizes.append(len(page.read()))
                    taken.append(1000 * (time.monotonic() - began))
            finally:
                server.send_signal(signal.SIGTERM)
        shutil.rmtree(self.home)
        return {"matches": self.level["listed"], "ms": spread_ms(taken), "kb": round(max(sizes) / 1e3, 1)}

    def played_s(self):
        """Play a few matches of bots that think, one at a time. Returns the time from the first deal to the last result."""
        for line in self.run.stdout:
            if json.loads(line)["event"] == "started":
                began = time.monotonic()
        self.run.wait()
        check(self.run)
        return time.monotonic() - began

    def begin_thinking(self, matches, **keys):
        """Start a run of bots that use their processors all the time."""
        folder = os.path.join(self.work, "think")
        os.makedirs(folder, exist_ok=True)
        shutil.copy(os.path.join(self.build, "tests", "bench", "think"), folder)
        bots = [{"name": name, "run": ["think/think", str(WATCHED_US)]} for name in ("anna", "bert")]
        return self.begin(bots, matches, seed=1, **keys)

    def begin_watched(self):
        self.run = self.begin_thinking(WATCHED_MATCHES, concurrency=1, spectators=True)

    def made_s(self, url):
        """When the database was read for the page that is sent now."""
        with urllib.request.urlopen(url + "index.json") as page:
            return datetime.datetime.fromisoformat(json.load(page)["made"].replace("Z", "+00:00")).timestamp()

    def fresh(self):
        """Serve while bots use all cores: the time until a new tournament is shown, and the greatest age of a page from
        then on, while matches keep ending."""
        matches, seconds = self.level["fresh"]
        tell(f"pages beside bots that think, {seconds} s")
        home = os.path.join(self.work, f"home-{self.homes + 1}")  # the next one that begin() takes
        os.mkdir(home)
        subprocess.run([os.path.join(self.build, "tests", "bench", "make_matches"), os.path.join(home, "arena.db"),
                        *map(str, (matches, MADE_BYTES, MADE_BOTS))], check=True)
        with subprocess.Popen([self.program, "serve", "--listen", "127.0.0.1:0", "--home", home],
                              stdout=subprocess.PIPE, text=True) as server:
            url = server.stdout.readline().split()[0]
            self.until(url, lambda text: READING not in text)
            with self.begin_thinking(1000000, out=subprocess.DEVNULL, concurrency=CORES) as run:
                begun = self.until(url + "tournament/promises.html", lambda text: True)
                ages, end = [], time.monotonic() + seconds
                while time.monotonic() < end:
                    ages.append(time.time() - self.made_s(url))
                    time.sleep(0.1)
                run.send_signal(signal.SIGTERM)  # SIGINT may be ignored, as under nohup
                run.wait()
            server.send_signal(signal.SIGTERM)
        shutil.rmtree(home)
        return {"matches": matches, "begun_s": round(begun, 2), "oldest_s": round(max(ages), 2)}

    def watched(self):
        """Play alone and watched in turn: what many watchers cost a run where the machine is not full."""
        tell(f"{WATCHERS} watchers")
        pairs, events, pages = [], 0, 0
        for turn in range(self.level["watched"]):
            taken = {}
            for is_watched in (False, True) if turn % 2 else (True, False):
                self.begin_watched()
                with Watchers(self.program, self.home, "promises", WATCHERS) if is_watched else contextlib.nullcontext() as crowd:
                    taken[is_watched] = self.played_s()
                if crowd:
                    events, pages = events + crowd.events, pages + crowd.pages
            pairs.append(taken[False] / taken[True])
        return {"of_alone": round(percentile(pairs, 50), 4), "min": round(min(pairs), 4), "max": round(max(pairs), 4),
                "alone_s": round(taken[False], 1), "events": events, "pages": pages}

    def new(self, language):
        """Make the folder of a new bot. Returns its name."""
        name = f"new-{language}"
        if not os.path.exists(os.path.join(self.work, name)):
            subprocess.run([self.program, "new", language, name], check=True, cwd=self.work, stdout=subprocess.DEVNULL)
        return name

    def report(self):
        """Write the report of two submitted bots, as in README.md."""
        tell("report of two submitted bots")
        self.home = os.path.join(self.work, "submitted")
        os.mkdir(self.home)
        for language in self.level["submitted"]:
            name = self.new(language)
            if self.level["games"]:
                with open(os.path.join(self.work, name, "bot.yaml"), "a", encoding="utf-8") as file:
                    file.write(f"variants: {self.level['games']}\n")
            self.arena("submit", name)
        site = os.path.join(self.work, "site")
        seconds = self.arena("report", "-o", site)
        sizes = [os.path.getsize(os.path.join(folder, name))
                 for folder, _, names in os.walk(site) for name in names]
        return {"seconds": round(seconds, 2), "mb": round(sum(sizes) / 1e6, 2), "files": len(sizes)}

    def honest(self):
        """Faults of bots that keep their time, at twice as many tables as cores and beside as many processes that only count."""
        tell("honest bots on a busy machine")
        at_once, searching = self.level["honest"]
        at_once = self.matches // 2 or at_once
        rivals = [subprocess.Popen([sys.executable, "-c", RIVAL]) for _ in range(CORES)]
        try:
            ends = [self.played(bots, 2 * sets, limits={"move_ms": move_ms}, concurrency=2 * CORES)
                    for bots, sets, move_ms in ((["random", "greedy"], at_once, 100), (SEARCHING, searching, 40))]
        finally:
            for rival in rivals:
                rival.kill()
                rival.wait()
        return {key: sum(end[key] for end in ends) for key in ("decisions", "faults")}

    def until_event(self, count, event):
        """Seconds from the start of a run of so many bots to the first event of this kind."""
        copies = [name if number == 1 else f"{name}#{number}"
                  for number in range(1, -(-count // len(STARTED)) + 1) for name in STARTED]
        began = time.monotonic()
        with self.begin(copies[:count], 2) as run:
            while json.loads(run.stdout.readline())["event"] != event:
                pass
            taken = time.monotonic() - began
            run.send_signal(signal.SIGTERM)  # SIGINT may be ignored, as under nohup
            run.stdout.read()
        return taken

    def new_home(self):
        self.homes += 1
        self.home = os.path.join(self.work, f"home-{self.homes}")

    def start(self):
        """How long until bots play, and until a new one is placed and checked: medians, each turn in new homes."""
        turns, greeted, playing, slow_s, options = self.level["start"]
        bot, sets, taken = self.new("c"), ["--sets", "1", "--asks", "500"] if options else [], collections.defaultdict(list)
        for turn in range(turns):
            tell(f"starts, turn {turn + 1}")
            taken["greeted_s"].append(self.until_event(greeted, "started"))
            taken["first_match_s"].append(self.until_event(playing, "match"))
            self.new_home()
            taken["submit_s"].append(self.arena("submit", bot, *sets))
            taken["check_s"].append(self.arena("check", bot, *options))
        return {name: round(statistics.median(values), 2) for name, values in taken.items()} | {
            "slow_s": round(self.check_slow(slow_s, options), 2)}

    def check_slow(self, seconds, options):
        """Check a bot whose every process says hello late."""
        folder = os.path.join(self.work, "slow")
        os.mkdir(folder)
        for file in (os.path.join(HERE, "bots", "many.py"), SDK):
            shutil.copy(file, folder)
        with open(os.path.join(folder, "slow.sh"), "w", encoding="utf-8") as file:
            file.write(f"sleep {seconds}\nexec {PYTHON} many.py choose 1\n")
        with open(os.path.join(folder, "bot.yaml"), "w", encoding="utf-8") as file:
            json.dump({"name": "slow", "run": ["sh", "slow.sh"]}, file)
        self.new_home()
        return self.arena("check", "./slow", *options)

    def host(self, sandbox):
        """Start a shell in the sandbox. Returns whether it works, and the milliseconds to its end."""
        began = time.monotonic()
        done = subprocess.run([os.path.join(self.build, "libexec", "domino-arena", "domino-host"), "--try", sandbox],
                              stdout=subprocess.DEVNULL, check=False)
        return done.returncode == 0, 1000 * (time.monotonic() - began)

    def sandboxes(self):
        return [sandbox for sandbox in SANDBOXES if self.host(sandbox)[0]]

    def spawn_ms(self):
        """Starts at each level, and what the level adds."""
        tell("starts in sandboxes")
        taken = {sandbox: [] for sandbox in self.sandboxes()}
        for _ in range(self.level["sandbox"][0]):
            for sandbox, times in taken.items():
                times.append(self.host(sandbox)[1])
        return {sandbox: spread_ms(times) | {"over_none": round(percentile(times, 50) - percentile(taken["none"], 50), 2)}
                for sandbox, times in taken.items()}

    def rates(self):
        """Decisions per second of two C bots; the levels take turns."""
        _, turns, sets, _ = self.level["sandbox"]
        rates = {sandbox: [] for sandbox in self.sandboxes()}
        for turn in range(turns):
            tell(f"rates in sandboxes, turn {turn + 1}")
            for sandbox, values in rates.items():
                end = self.played(["greedy", "random"], 2 * sets, sandbox=sandbox)
                values.append(1000 * end["decisions"] / max(1, end["elapsed_ms"]))
        return {sandbox: spread(values) | {"of_none": round(statistics.median(
            [a / b for a, b in zip(values, rates["none"])]), 3)} for sandbox, values in rates.items()}

    def answer_us(self, mode):
        """The 99th percentile of the stored times of two honest bots against each other, while others of this mode play in the
        same tournament."""
        others = [{"name": f"b{i}", "run": [PYTHON, "hostile.py", mode], "transport": "zmq"} for i in range(FLOODERS)]
        self.played(["greedy", "random", *others], 2 * self.level["sandbox"][3], sandbox=self.sandboxes()[-1],
                    schedule="gauntlet", concurrency=4, limits={"move_ms": 60000, "startup_ms": 60000})
        with tempfile.TemporaryFile("w+", dir=self.work) as file:
            self.arena("export", out=file)
            file.seek(0)
            return percentile([event[-1]["us"] for match in map(json.loads, file)
                               if {bot["name"] for bot in match["bots"]} == {"greedy", "random"}
                               for played in match["rounds"] for event in played["events"]
                               if isinstance(event[-1], dict) and "us" in event[-1]], 99)

    def neighbours(self):
        """Quiet and flooding neighbours take turns; the bound applies to the median of the turns."""
        tell("neighbours that flood")
        ratios = [self.answer_us("flood-messages") / max(1, self.answer_us("act")) for _ in range(self.level["sandbox"][1])]
        return {"sandbox": self.sandboxes()[-1], "p99_of_quiet": round(statistics.median(ratios), 2),
                "min": round(min(ratios), 2), "max": round(max(ratios), 2)}


def main():
    parser = argparse.ArgumentParser(description="How soon; JSON on standard output.")
    parser.add_argument("--only", metavar="FIGURE,...", type=words_of(FIGURES), default=FIGURES, help=f"of {', '.join(FIGURES)}")
    parser.add_argument("--matches", type=int, default=0, help="in honest")
    bounds.add_option(parser)
    arguments = parse(parser)
    result = {"level": arguments.level, "machine": machine(arguments.build)}
    with tempfile.TemporaryDirectory(prefix="bench-promises.") as work:
        promises = Promises(arguments.build, work, arguments.level, arguments.matches)
        os.chmod(work, 0o755)
        for name in arguments.only:
            result[name] = getattr(promises, name)()
        subprocess.run(["chmod", "-R", "u+w", work], check=True)
    bounds.finish(result, arguments, [bound for bound in BOUNDS if bound[0].split(".")[0] in arguments.only])


if __name__ == "__main__":
    main()
