"""The benchmark runs and says what it promises. What it measures is nothing for a test."""
import contextlib
import io
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest

import bench_promises
import bench_sandbox
import bounds
import hot_paths
import model
from watched import Watched

HERE = os.path.dirname(os.path.abspath(__file__))
BUILD = os.environ.get("DOM_BUILD", os.path.join(HERE, "..", "..", "build", "dev"))
BENCH = "bench_arena.py"
THINKING = "bench_thinking.py"
SANDBOX = "bench_sandbox.py"
PROMISES = "bench_promises.py"
ENV = "bench_env.py"
RANDOM = os.path.join(BUILD, "share", "domino-arena", "bots", "random", "random")
MAKE_MATCHES = os.path.join(BUILD, "tests", "bench", "make_matches")
HOT_PATHS = os.path.join(BUILD, "tests", "bench", "hot_paths")
THINK = os.path.join(BUILD, "tests", "bench", "think")
RAW_ECHO = os.path.join(BUILD, "tests", "bench", "raw_echo")
ARENA = os.path.join(BUILD, "bin", "domino-arena")

GAMES = {f"{variant} batch {batch}"
         for variant in ("block-2", "draw-4", "homo-homini-lupus") for batch in (1, 64)}
PYTHON = {"choose batch 1", "choose batch 64", "choose_many batch 1", "choose_many batch 64",
          "choose_many batch 256"}
EVERYWHERE = {"level", "machine", "faults", "seconds"}

# Of each section: its keys, and those of each value that is a map in turn (None: not looked at).
PROMISED = {
    "messages": ({"ask", "act", "bye", "hello", "match", "result", "welcome"}, None),
    "echo": ({"1", "16", "64", "256"},
             {"exchanges_per_s", "messages_per_s", "median_us", "p99_us", "cpu_us"}),
    "rates": (GAMES | {"echo_256_exchanges_per_s"}, None),
    "lock_step": ({"decisions", "host_median_us", "host_p99_us", "core_mean_us",
                   "echo_median_us", "echo_p99_us", "echo_mean_us"}, None),
    "cpu": (GAMES, {"core_us", "hosts_us", "bots_us", "total_us", "of_raw_echo", "cores_busy"}),
    "python": (PYTHON, {"decisions_per_s", "of_choose_at_1"}),
    "database": ({"block-2", "draw-4", "homo-homini-lupus"},
                 {"matches", "file_bytes_per_match", "choices_bytes_per_match",
                  "decisions_per_match"}),
    "start": ({"bots", "from_nothing_s", "with_snapshots_s"}, None),
    "leaderboard": ({"matches", "file_mb", "cold_s", "warm_s", "peak_mb"}, None),
    "memory": ({"4", "8"}, {"core_peak_mb"}),
    "schedule": ({str(seats) for seats in range(2, 9)} | {"4-teams"},
                 {"open_ms", "sets", "set_us", "sum"}),
}

# A child that works, and then its own child that does; processor time, whatever else runs.
WORK = """
import subprocess, sys, time
while time.process_time() < 0.4:
    pass
if int(sys.argv[1]) > 0:
    subprocess.run([sys.executable, "-c", sys.argv[2], str(int(sys.argv[1]) - 1), sys.argv[2]])
"""


def bench(*arguments, program=BENCH):
    env = dict(os.environ, DOM_BUILD=BUILD)
    return subprocess.run([sys.executable, "-B", os.path.join(HERE, program), *arguments],
                          env=env, capture_output=True, text=True, check=False)


class Benchmark(unittest.TestCase):

    def test_environments_are_compared_with_pure_python(self):
        if os.environ.get("DOM_SANITIZE"):
            self.skipTest("Python is not built with sanitizers")
        run = bench("--smoke", "--build", BUILD, program=ENV)
        self.assertEqual(run.returncode, 0, run.stderr)
        result = json.loads(run.stdout)
        sections = {name + more for name in ("play", "observe") for more in ("", "_on_all_cores")}
        self.assertEqual(set(result), sections | {"games", "cores", "load"})
        for name in sections:
            self.assertEqual(set(result[name]), {"vec_steps_per_s", "plain_steps_per_s", "ratio"})
            self.assertGreater(result[name]["ratio"]["median"], 1)
        run = bench("--build", "/nowhere", program=ENV)
        self.assertEqual((run.returncode, run.stdout), (1, ""))
        self.assertIn("there is no /nowhere/lib/libdomino.so.1", run.stderr)

    def test_every_section_says_what_it_promises(self):
        run = bench("--smoke")
        self.assertEqual(run.returncode, 0, run.stderr)
        result = json.loads(run.stdout)
        self.assertEqual(result["level"], "smoke")
        self.assertEqual(set(result), set(PROMISED) | EVERYWHERE)
        for section, (keys, inner) in PROMISED.items():
            self.assertEqual(set(result[section]), keys, section)
            for value in result[section].values() if inner else ():
                self.assertEqual(set(value), inner, section)
        for game in GAMES:
            figures = result["rates"][game]
            self.assertEqual(set(figures), {"decisions_per_s", "rounds_per_s", "matches_per_s",
                                            "of_raw_echo", "seconds"})
            for spread in figures.values():
                self.assertLessEqual(spread["min"], spread["median"])
                self.assertLessEqual(spread["median"], spread["max"])
            self.assertGreater(figures["decisions_per_s"]["min"], 0)

    def test_one_section_alone(self):
        run = bench("--smoke", "--only", "schedule")
        self.assertEqual(run.returncode, 0, run.stderr)
        result = json.loads(run.stdout)
        self.assertEqual(set(result), EVERYWHERE | {"schedule"})
        self.assertEqual(result["schedule"]["2"]["sets"], 1000 * 999 // 2 * 1000)

    def test_what_the_sandbox_costs(self):
        run = bench("--smoke", program=SANDBOX)
        self.assertEqual(run.returncode, 0, run.stderr)
        result = json.loads(run.stdout)
        self.assertEqual(set(result), {"level", "machine", "spawn_ms", "rates", "neighbours", "seconds"})
        self.assertIn("none", result["spawn_ms"])
        self.assertEqual(set(result["spawn_ms"]), set(result["rates"]))
        for sandbox, rate in result["rates"].items():
            self.assertEqual(set(rate), {"median", "min", "max", "of_none"})
            self.assertEqual(set(result["spawn_ms"][sandbox]), {"median", "min", "max", "over_none"})
            self.assertGreater(rate["min"], 0)
        for beside in ("quiet", "flooded"):
            self.assertGreater(result["neighbours"][beside]["choices"], 0)
        self.assertEqual(result["neighbours"]["quiet"]["faults"], 0)
        self.assertGreater(result["neighbours"]["flooded"]["faults"], 0)

    def test_how_soon_promises_are_kept(self):
        run = bench("--smoke", program=PROMISES)
        self.assertEqual(run.returncode, 0, run.stderr)
        result = json.loads(run.stdout)
        for name, count in (("late_ms", 2), ("noticed_ms", 2), ("gone_ms", 1)):
            self.assertEqual(set(result[name]), {"median", "p99", "max", "of"})
            self.assertEqual(result[name]["of"], count)
            self.assertGreater(result[name]["median"], 0)
        self.assertGreater(result["verify_s"], 0)
        self.assertEqual(set(result["pages"]), {"matches", "tournaments", "variants", "first_s",
                                                "lists_s", "whole_s", "end_s"})
        self.assertEqual(set(result["report"]), {"seconds", "mb", "files"})

    def test_bots_that_think(self):
        run = bench("--smoke", program=THINKING)
        self.assertEqual(run.returncode, 0, run.stderr)
        result = json.loads(run.stdout)
        self.assertEqual(set(result), {"level", "machine", "cores", "alone", "process",
                                       "commit_ms", "faults"})
        self.assertEqual(set(result["alone"]), {"core_us", "hosts_us", "bots_us", "hop_us"})
        self.assertEqual(set(result["process"]), {
            "host_kb", "host_threads", "bot_kb", "bot_threads", "core_kb", "look_us"})
        cpus = len(os.sched_getaffinity(0))
        self.assertEqual(set(result["cores"]), {"1", "2"} if cpus > 1 else {"1"})
        for cores, ways in result["cores"].items():
            raw = ways.pop("raw")
            self.assertEqual(set(raw), {"of_ideal", "asker_us"})
            self.assertLess(raw["of_ideal"], 1)
            self.assertGreater(raw["asker_us"], 0)
            self.assertEqual(set(ways), {"any", "pinned"})
            for figures in ways.values():
                self.assertEqual(set(figures), {
                    "decisions", "matches", "seconds", "thought_s", "matches_per_hour",
                    "ideal_per_hour", "of_ideal", "core_us", "hosts_us", "arena_cpu_share"})
                self.assertEqual(figures["matches"], 2 * 2 * int(cores))
                self.assertLessEqual(figures["of_ideal"], 1,
                                     "nobody thinks on cores that are not there")
                self.assertLess(figures["arena_cpu_share"], 1)

    def test_wrong_use_is_told(self):
        run = bench("--only", "speed")
        self.assertEqual(run.returncode, 2)
        self.assertIn("--only: 'speed' is not allowed; allowed: messages, echo", run.stderr)
        for program in BENCH, THINKING, SANDBOX:
            run = bench("--build", "/nowhere", program=program)
            self.assertEqual(run.returncode, 2)
            self.assertIn("/nowhere holds no build", run.stderr)
        for command in ([RAW_ECHO, "0", "1", "230", "30"], [RAW_ECHO],
                        [RAW_ECHO, "1", "1", "230", "30", "-1"],
                        [MAKE_MATCHES, "x", "0", "1"], [THINK], [THINK, "ten"], [THINK, "-1"]):
            run = subprocess.run(command, capture_output=True, text=True, check=False)
            self.assertEqual(run.returncode, 2, command)
            self.assertIn("usage: ", run.stderr)


class Limits(unittest.TestCase):
    """The model of a large machine, with costs that are easy to calculate with."""

    ARENA = {"cpu": {"block-2 batch 64": {"core_us": 2, "hosts_us": 2, "bots_us": 1}},
             "database": {"block-2": {"decisions_per_match": 100, "file_bytes_per_match": 1500}}}
    THINKING = {"alone": {"core_us": 20, "hosts_us": 50, "bots_us": 30, "hop_us": 100},
                "process": {"host_kb": 5000, "host_threads": 3, "bot_kb": 5240,
                            "bot_threads": 2, "core_kb": 10240, "look_us": 0},
                "commit_ms": 5}

    def model(self, cores=64, tables=250):
        return model.Model(self.ARENA, self.THINKING, cores, tables)

    def test_fast_bots_are_limited_by_the_core_and_slow_ones_by_the_cores(self):
        line = self.model().line(0.1)
        self.assertEqual((line["first"], line["decisions_per_s"]), ("core thread", 450000))
        line = self.model().line(10)
        self.assertEqual((line["first"], line["decisions_per_s"]),
                         ("cores", round(64e6 / 10100)))
        self.assertEqual(line["matches_per_hour"], round(64e6 / 10100 / 100 * 3600))

    def test_few_tables_leave_cores_idle(self):
        self.assertEqual(self.model(tables=32).line(10)["first"], "tables")

    def test_what_is_needed_grows_with_the_tables_until_there_is_no_room(self):
        self.assertEqual(self.model(64, 100).needs(256, 1024, 32768), {
            "process places": (200, 320), "descriptors of the core": (232, 1024),
            "pids": (1001, 32768),
            "memory, MB": (2010, 256 * 1024)})
        self.assertEqual(self.model(64, 250).needs(256, 1024, 32768)["descriptors of the core"],
                         (352, 1024))

    def test_it_reads_what_the_benchmarks_print(self):
        with tempfile.TemporaryDirectory() as folder:
            paths = []
            for costs in self.ARENA, self.THINKING:
                paths.append(os.path.join(folder, str(len(paths))))
                with open(paths[-1], "w", encoding="utf-8") as file:
                    json.dump(costs, file)
            run = bench(*paths, "--json", program="model.py")
            self.assertEqual(run.returncode, 0, run.stderr)
            self.assertEqual([m["move_ms"] for m in json.loads(run.stdout)["moves"]],
                             [0.1, 1, 10, 100])
            run = bench(*paths, "--tables", "400", program="model.py")
            self.assertIn("process places                800 of      320  TOO FEW", run.stdout)
            run = bench(paths[1], paths[0], program="model.py")
            self.assertEqual(run.returncode, 2)
            self.assertIn("not what the benchmarks print: 'cpu'", run.stderr)


class Bounds(unittest.TestCase):
    """Figures that are made up: what is judged, not what is measured."""

    # Of each bound: a figure just inside and one outside.
    EDGES = {
        bench_promises: {"late_ms.p99": (10, 10.01), "noticed_ms.max": (100, 100.01),
                         "gone_ms.max": (1000, 1000.01), "verify_s": (1, 1.0001),
                         "pages.first_s": (1, 1.001), "pages.end_s": (1, 1.001),
                         "report.seconds": (3, 3.01), "report.mb": (25, 25.01)},
        bench_sandbox: {"spawn_ms.bwrap.over_none": (20, 20.01), "rates.bwrap.of_none": (0.95, 0.949),
                        "neighbours.p99_of_quiet": (2, 2.01)},
    }

    @staticmethod
    def made_up(figures):
        """The result with these figures, by their paths."""
        result = {}
        for path, value in figures.items():
            *sections, last = path.split(".")
            inner = result
            for section in sections:
                inner = inner.setdefault(section, {})
            inner[last] = value
        return result

    def test_just_inside_is_kept_and_outside_is_broken(self):
        for program, edges in self.EDGES.items():
            inside = {path: edge for path, (edge, _) in edges.items()}
            self.assertEqual({row[0] for row in program.BOUNDS}, set(edges))
            self.assertEqual(bounds.judge(self.made_up(inside), program.BOUNDS), [])
            for path, (edge, outside) in edges.items():
                with self.subTest(path):
                    broken = bounds.judge(self.made_up(inside | {path: outside}), program.BOUNDS)
                    self.assertEqual(len(broken), 1)
                    self.assertRegex(broken[0], rf": {path} is {outside}, (more|less) than {edge}$")

    def test_what_was_not_measured_was_not_kept(self):
        for program, edges in self.EDGES.items():
            broken = bounds.judge({"spawn_ms": {"none": {"over_none": 0}}}, program.BOUNDS)
            self.assertEqual(len(broken), len(edges))
            self.assertTrue(all("was not measured" in line for line in broken), broken)

    def test_the_status_is_1_with_a_line_for_each_that_is_broken(self):
        for program, edges in self.EDGES.items():
            for side, lines in enumerate((0, len(edges))):
                result = self.made_up({path: edge[side] for path, edge in edges.items()})
                with self.assertRaises(SystemExit) as end, \
                        contextlib.redirect_stderr(io.StringIO()) as said:
                    bounds.check(result, program.BOUNDS)
                self.assertEqual(end.exception.code, int(lines > 0))
                self.assertEqual(said.getvalue().count("\n"), lines)


class HotPaths(unittest.TestCase):

    def test_every_path_runs_and_is_recorded(self):
        with open(hot_paths.RECORDED, encoding="utf-8") as file:
            recorded = json.load(file)
        paths = subprocess.run([HOT_PATHS], check=True, stdout=subprocess.PIPE, text=True).stdout
        self.assertEqual(set(paths.splitlines()), set(recorded["instructions"]))
        for path in paths.splitlines():
            units = subprocess.run([HOT_PATHS, path], check=True, stdout=subprocess.PIPE).stdout
            self.assertGreater(int(units), 0, path)
        versions = subprocess.run([HOT_PATHS, "--versions"], check=True, stdout=subprocess.PIPE)
        self.assertLessEqual(set(json.loads(versions.stdout)), set(recorded["depends_on"]))

    def test_more_than_five_percent_is_off(self):
        recorded = {"slow": 100, "fast": 100, "same": 100, "gone": 1}
        now = {"slow": 105.1, "fast": 94.9, "same": 104.9, "new": 1}
        lines, off = hot_paths.judge(recorded, now)
        self.assertEqual([line.split()[0] for line in lines], ["fast", "same", "slow"])
        self.assertEqual([re.split(":| ", line)[0] for line in off],
                         ["fast", "gone", "new", "slow"])
        self.assertEqual(hot_paths.judge({"a": 100}, {"a": 110})[1], hot_paths.judge(
            {"a": 100}, {"a": 110})[0])
        self.assertEqual(hot_paths.judge({"a": 100}, {"a": 100})[1], [])

    def test_other_compilers_and_libraries_are_named(self):
        self.assertEqual(hot_paths.difference({"libc": "1", "compiler": "2"}, {"libc": "1"}),
                         ["compiler: None, recorded: 2"])
        self.assertEqual(hot_paths.difference({"libc": "1"}, {"libc": "1"}), [])

    def test_wrong_use_is_told(self):
        run = subprocess.run([HOT_PATHS, "warm"], capture_output=True, text=True, check=False)
        self.assertEqual(run.returncode, 2)
        self.assertIn("no path 'warm'", run.stderr)
        run = bench("--build", "/nowhere", program="hot_paths.py")
        self.assertEqual(run.returncode, 2)
        self.assertIn("/nowhere holds no hot_paths", run.stderr)


class Parts(unittest.TestCase):

    def test_made_matches_are_counted_like_real_ones(self):
        with tempfile.TemporaryDirectory() as home:
            path = os.path.join(home, "arena.db")
            subprocess.run([MAKE_MATCHES, path, "1234", "300"], check=True)
            out = subprocess.run([ARENA, "leaderboard", "--json", "--home", home], check=True,
                                 stdout=subprocess.PIPE).stdout
        lists = json.loads(out)["lists"]
        self.assertEqual({each["variant"] for each in lists}, {"block-2", "draw-2"})
        self.assertEqual(sum(each["matches"] for each in lists), 1234)
        self.assertEqual(sum(each["sets"] for each in lists), 617)
        bots = [bot for each in lists for bot in each["bots"]]
        self.assertEqual(sum(bot["wins"] for bot in bots), 1234)
        self.assertEqual(sum(bot["losses"] for bot in bots), 1234)

    def test_the_random_bot_asks_for_the_batch_that_it_is_told(self):
        for arguments, batch in ([], 64), (["--batch", "1"], 1), (["--batch", "256"], 256):
            run = subprocess.run([RANDOM, *arguments], stdin=subprocess.DEVNULL,
                                 capture_output=True, text=True, check=True)
            self.assertEqual(json.loads(run.stdout)["batch"], batch)
        for arguments in ["--batch", "0"], ["--batch", "257"], ["--batch"], ["--bunch", "1"]:
            run = subprocess.run([RANDOM, *arguments], stdin=subprocess.DEVNULL,
                                 capture_output=True, text=True, check=False)
            self.assertEqual(run.returncode, 2, arguments)
            self.assertIn("usage: random [--batch N], N is 1..256", run.stderr)

    def test_processor_time_goes_to_the_process_that_used_it(self):
        run = Watched([sys.executable, "-c", WORK, "2", WORK])
        self.assertEqual(run.status, 0)
        self.assertGreaterEqual(run.own_us, 350000)
        self.assertLess(run.own_us, 700000)
        self.assertGreaterEqual(run.children_us + run.below_us, 750000)
        self.assertGreaterEqual(run.children_us, 200000)
        self.assertGreaterEqual(run.below_us, 200000)
        self.assertGreater(run.peak_kb, 1000)


unittest.main(verbosity=2)
