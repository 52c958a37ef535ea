"""Every bot that misbehaves gets the verdict of its row in cases.py, in time, and no other bot pays.

All rows of a group play one tournament against one honest bot, at every sandbox level that works on
this machine. It has one set, so a process sits at one table, and what it does costs this match or none.
CHAOS_ROUNDS in the environment says how often everything is played. In the ordinary run every sixth
mode of a group is tried once, in one of its phases at one of the levels; in the nightly run all are.
"""
import collections
import os
import sys
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "e2e"))

import arena  # noqa: E402
import cases  # noqa: E402

ROUNDS = int(os.environ.get("CHAOS_ROUNDS", "1"))
# The arena promises one second. Beside other tests a verdict may come later.
SPARE_MS = 1000 if "CHAOS_ROUNDS" in os.environ else 5000


# Modes that compute wait for the CPU. The arena credits this wait up to a limit (arena/host/time_budget.h),
# and the metronome, which sleeps, does not see it.
COMPUTES = {"spin", "relay", "blank-lines", "fork-bomb", "hog-alone", "hog-memory", "hog-processes", "hog-threads"}
FORGIVEN_MS = 60000

# Errors that show a mistake in the hostile bot itself: it does not do what its mode says.
OWN_MISTAKE = r"(?m)^(Attribute|Import|Index|Key|Name|Syntax|Type|UnboundLocal)Error\b"


class Metronome(threading.Thread):
    """Measures how long the machine delays a thread that only wants to wake up. Each process that takes
    part in a verdict is allowed the same delay."""
    STEP_S = 0.01
    PROCESSES = 4  # arena, host, bot, honest bot

    def __init__(self):
        super().__init__(daemon=True)
        self.late_s = 0.0
        self.is_over = False

    def run(self):
        while not self.is_over:
            before = time.monotonic()
            time.sleep(self.STEP_S)
            self.late_s += time.monotonic() - before - self.STEP_S

    def stop(self):
        self.is_over = True
        self.join()
        return self.late_s * 1000 * self.PROCESSES


def places(group):
    """Returns mode -> the rows and levels with which it can be tried."""
    found = collections.defaultdict(list)
    for case in group.cases:
        found[case.mode] += [(case, level) for level in arena.sandbox_levels() if level in case.levels.split()]
    return {mode: where for mode, where in found.items() if where}


def tried(group, level):
    """Returns the rows of this run at this level. In the ordinary run each mode takes the next of its phases
    and levels. The group with the patient bot, which is slow, is tried at the last level only."""
    every = places(group).values()
    if arena.IS_NIGHTLY:
        chosen = {place for where in every for place in where}
    else:
        chosen = {where[-1 if group.honest == "patient" else number % len(where)]
                  for number, where in enumerate(every) if number % 6 == 0}
    return [case for case in group.cases if (case, level) in chosen]


class Chaos(arena.ArenaTest):

    def make_programs(self):
        for name, text, mode in (("no-interpreter", "#!/nope\n", 0o755),
                                 ("not-executable", "#!/bin/sh\n", 0o644)):
            path = os.path.join(self.home, name)
            arena.write(path, text)
            os.chmod(path, mode)
        os.mkdir(os.path.join(self.home, "folder"))

    def bot(self, case, transport):
        name = f"{case.mode}.{case.when}"
        if case.mode in cases.PROGRAMS:
            return f"  - {{name: {name}, run: [{cases.PROGRAMS[case.mode]}], transport: zmq}}\n"
        return arena.hostile(case.mode, case.when, name=name, transport=transport)

    def play(self, group, level, rows):
        honest = "  - greedy\n" if group.honest == "greedy" else arena.hostile("patient", name="patient")
        path = self.tournament(
            f"name: {group.name}\nseed: 1\nvariants: [block-2]\nsets: 1\nschedule: gauntlet\n"
            f"concurrency: {group.tables}\nsandbox: {level}\nlimits: {group.limits}\nbots:\n"
            + honest + "".join(self.bot(case, group.transport) for case in rows))
        metronome = Metronome()
        metronome.start()
        self.arena("run", path, "--skip-broken", "--require-sandbox", level, status=(0, 1))  # 1: a bot was withdrawn
        return metronome.stop()

    # -- the results -----------------------------------------------------------

    def check_fault(self, case, name, kept_ms):
        """Checks that the fault came in time, according to the database, or that no match paid for it."""
        besides = set(case.besides.split())
        if "timeout" in case.verdict:
            besides.add("stall")  # comes later if it stays silent
        for match, code, choice, text, passed in self.query(
                "SELECT f.match, w.word, f.choice, f.text, f.when_ms - coalesce(m.started_ms, p.started_ms, f.when_ms)"
                " FROM fault f JOIN entrant e ON e.tournament = f.tournament AND e.number = f.bot"
                " JOIN bot b ON b.id = e.bot JOIN fault_word w ON w.code = f.code"
                " LEFT JOIN match m ON m.tournament = f.tournament AND m.match = f.match"
                f" LEFT JOIN process p ON p.id = f.process WHERE b.name = '{name}'"):
            if match == 0 and code in besides:
                continue
            self.assertIn(code, case.verdict.split(), text)
            self.assertFalse(code == "spawn" and choice >= 0, f"{code}: an ask was outstanding. {text}")
            forgiven_ms = FORGIVEN_MS if case.mode in COMPUTES else 0
            limit_ms = case.limit_ms + SPARE_MS + kept_ms + forgiven_ms
            self.assertLess(passed, limit_ms, f"{code}: {text}")

    def check_text(self, case, name, texts):
        """Checks that it was withdrawn for its own mode, and not for something that failed before."""
        told = [text for (text,) in self.query(f"SELECT text FROM v_faults WHERE bot = '{name}'")]
        if case.when == "start" and case.mode in texts:
            self.assertTrue(all(texts[case.mode] in text for text in told), told)

    def check_logs(self, case, name):
        logs = [log.decode(errors="replace") for (log,) in self.query(
            "SELECT p.log FROM process p JOIN entrant e ON e.tournament = p.tournament AND e.number = p.bot"
            f" JOIN bot b ON b.id = e.bot WHERE b.name = '{name}'")]
        self.assertNotRegex("\n".join(logs), OWN_MISTAKE)
        if case.mode in cases.LOGS:
            self.assertTrue(any(cases.LOGS[case.mode] in log for log in logs), logs)

    def check_case(self, case, matches, kept_ms, texts):
        name = f"{case.mode}.{case.when}"
        ends = [m["end"] for m in matches if name in [b["name"] for b in m["bots"]]]
        verdicts = case.verdict.split()
        faults = self.query("SELECT fault, text, process_ended FROM v_faults WHERE bot = '%s'" % name)
        self.assertLessEqual(set(ends), set(verdicts), faults)
        if "spawn" not in verdicts:
            self.assertEqual(len(ends), 2)
        self.check_fault(case, name, kept_ms)
        self.check_text(case, name, texts)
        self.check_logs(case, name)
        if "normal" not in verdicts:
            self.assertNotEqual(faults, [], "no fault was stored")
        for match in matches:
            if match["fault_seat"] >= 0 and name in [b["name"] for b in match["bots"]]:
                self.assertEqual(match["bots"][match["fault_seat"]]["name"], name)

    def is_left_out(self, case):
        if case.mode not in cases.UNBOUNDED_WITH_SANITIZERS or not os.environ.get("DOM_SANITIZE"):
            return False
        print(f"skipped: {case.mode}: sanitizers do not work with limits of memory", file=sys.stderr)
        return True

    def check_group(self, group, level):
        rows = [case for case in tried(group, level) if not self.is_left_out(case)]
        if group.name == "start":
            self.make_programs()
        kept_ms = self.play(group, level, rows)
        matches = self.records()
        self.assertTrue(all(m["sandbox"] == level for m in matches))
        for case in rows:
            with self.subTest(f"{level}: {case.mode} at {case.when}"):
                self.check_case(case, matches, kept_ms, group.texts)
        honest = group.honest
        self.assertEqual(self.query(f"SELECT fault, text FROM v_faults WHERE bot = '{honest}'"), [])
        self.assert_nothing_left()
        self.assert_home_is_clean()
        print(f"{level}, {group.name}: {len(rows)} cases", file=sys.stderr)

    def check_rounds(self, group, level):
        for number in range(ROUNDS):
            if number > 0:
                self.tearDown()
                self.setUp()
            self.check_group(group, level)

    def assert_home_is_clean(self):
        """Checks that there is no core dump beside the database and the snapshots."""
        for path, folders, files in os.walk(self.home):
            self.assertFalse([name for name in files if name.startswith("core")], path)


def add_tests():
    for level in arena.sandbox_levels():
        for group in cases.GROUPS:
            if not tried(group, level):
                continue
            setattr(Chaos, f"test_{level}_{group.name}",
                    lambda self, group=group, level=level: self.check_rounds(group, level))


if __name__ == "__main__":
    add_tests()
    arena.main()
