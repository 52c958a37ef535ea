"""The consequences of faults: SPEC.md, "Faults". tests/chaos tests which fault code each misbehaviour gets."""
import collections
import json
import os
import shutil
import signal
import subprocess
import tempfile

import arena

REFEREE = os.path.join(arena.HERE, "..", "oracle", "referee.py")

AT_START = {
    "no-hello": "no hello within startup_ms",
    "exit-at-start": "it printed: I do not want to play",
    "first-not-hello": "its first message is not hello",
    "wrong-protocol": "it speaks protocol 2",
    "bad-limits": "batch",
    "req-socket": "DEALER",
}


class Faults(arena.ArenaTest):

    def play(self, mode, at=5, sets=3, extra="", status=0, args=(), name="faults",
             startup=600000, move=600000, margin=200, transport="stdio"):
        path = self.tournament(
            f"name: {name}\nvariants: [block-2]\nsets: {sets}\nbots:\n"
            + arena.hostile(mode, at, transport=transport) + "  - greedy\n"
            + f"limits: {{move_ms: {move}, startup_ms: {startup}, margin_ms: {margin}}}\n" + extra)
        return self.arena("run", path, *args, status=status)

    def ends(self):
        return [(r["end"], r["bots"][r["fault_seat"]]["name"] if r["fault_seat"] >= 0 else None)
                for r in self.records()]

    def test_a_bot_that_does_not_start_refuses_the_tournament(self):
        for mode, text in AT_START.items():
            with self.subTest(mode):
                # Only the bot that must be late gets a short startup_ms.
                _, err = self.play(mode, status=2, startup=2000 if mode == "no-hello" else 600000,
                                   transport="zmq" if mode == "req-socket" else "stdio")
                self.assertIn("bot 'hostile' cannot be started", err)
                self.assertIn(text, err)
                out, _ = self.arena("export")
                self.assertEqual(out, "")

    def test_rate_makes_the_list_of_the_leaderboard_from_its_export(self):
        """Two seats, four seats and teams of equal and of different bots, with faults in some matches; all options of a list."""
        for partners, variant in (("self", "block-2"), ("self", "block-4"), ("self", "block-teams"), ("mixed", "block-teams")):
            with self.subTest(partners=partners, variant=variant):
                name = f"{partners}-{variant}"  # a run of its own: each process has its fault in the first match
                self.arena("run", self.tournament(
                    f"name: {name}\nvariants: [{variant}]\npartners: {partners}\nsets: 1\nseed: 1\nbots:\n"
                    + arena.hostile("illegal", 1) + "  - random\n  - greedy\n  - careful\n"))
                asked = ("--tournament", name)
                path = os.path.join(self.home, "table.csv")
                self.arena("export", "--csv", *asked, "-o", path)
                with open(path, encoding="utf-8") as table:
                    self.assertIn(",illegal,", table.read())
                second = ("--plackett-luce",) if variant == "block-2" else ()
                for own in ((), ("--metric", "points", "--bootstrap", "100", "--prior", "2"),
                            ("--davidson", "--simultaneous", "--anchor", "greedy=1200,random", *second)):
                    self.assert_same_list(path, asked, own)
        for variant, status, text in (("block-teams", 2, "block-teams has partners"), ("block-4", 3, "faults ended all matches")):
            self.assertIn(text, self.arena("leaderboard", "--plackett-luce", "--variant", variant, status=status)[1])

    def assert_same_list(self, path, asked, own):
        """The table at `path` is rated as the leaderboard rates the stored matches, with the same options."""
        anchor = () if "--anchor" in own else ("--anchor", "random")
        lists = [json.loads(self.arena(*command, "--json", *own)[0])["lists"][0]
                 for command in (("leaderboard", *asked), ("rate", "--from", path, *anchor))]
        for bots in zip(*(told["bots"] for told in lists)):
            for key in ("points_per_round", "ppr_lo", "ppr_hi"):  # rate counts in thousandths
                ours, theirs = (bot.pop(key) or 0 for bot in bots)
                self.assertAlmostEqual(ours, theirs, delta=2e-6)
            for bot in bots:
                del bot["live_elo"], bot["faults"]  # they are not in the table
        for told in lists:
            for key in ("variant", "hidden", "unrated"):
                told.pop(key, None)
        self.assertEqual(*lists)

    def kills(self, count):
        """A shell command that succeeds the first `count` times and fails afterwards."""
        marks = tempfile.mkdtemp(prefix="marks.")
        self.addCleanup(shutil.rmtree, marks)
        os.chmod(marks, 0o777)
        return " || ".join(f"mkdir {marks}/{number} 2>/dev/null" for number in range(count))

    def bot_that_is_killed(self, count):
        """A bot that kills itself at its first `count` starts. It needs sandbox level none to leave marks."""
        path = os.path.join(self.home, "killed")
        arena.write(path, f"#!/bin/sh\nif {self.kills(count)}; then kill -9 $$; fi\n"
                          f'exec {arena.PYTHON} "$@"\n', mode=0o755)
        return "  - {name: hostile, run: [./killed, hostile.py, good], transport: zmq}\n"

    def arena_whose_host_is_killed(self, count):
        """A copy of the arena whose host is killed at its first `count` starts of a bot, but not in trials."""
        prefix = self.copy_of_arena()
        host = os.path.join(prefix, "libexec", "domino-arena", "domino-host")
        os.rename(host, host + ".real")
        arena.write(host, f'#!/bin/sh\nif [ $# = 0 ] && {{ {self.kills(count)}; }}; then kill -9 $$; fi\n'
                          f'exec {host}.real "$@"\n', mode=0o755)
        return os.path.join(prefix, "bin", "domino-arena")

    def play_killed(self, victim, count, *args, status=0):
        self.tearDown()
        self.setUp()
        bot, program = arena.hostile("good"), arena.PROGRAM
        if victim == "bot":
            bot = self.bot_that_is_killed(count)
        else:
            program = self.arena_whose_host_is_killed(count)
        path = self.tournament("name: t\nvariants: [block-2]\nsets: 1\nsandbox: none\n"
                               f"bots:\n{bot}  - greedy\n")
        return self.finish(self.start("run", path, *args, program=program), status)

    def test_a_bot_that_is_killed_in_its_first_start_is_started_again(self):
        for victim in ("bot", "host"):
            with self.subTest(victim):
                _, err = self.play_killed(victim, 1, "--strict")
                self.assertEqual(self.ends(), [("normal", None)] * 2, err)

    def test_a_bot_that_is_killed_in_its_first_two_starts_refuses_the_tournament(self):
        for victim, count, text in (("bot", 2, "killed by signal 9"), ("host", 4, "its host died")):
            with self.subTest(victim):
                _, err = self.play_killed(victim, count, status=2)
                self.assertRegex(err, f"bot '[a-z]+' cannot be started: {text}")
        self.play_killed("bot", 2, "--skip-broken", status=1)
        self.assertEqual(self.ends(), [])

    def test_a_bot_that_is_killed_in_its_first_start_passes_its_check(self):
        program = self.arena_whose_host_is_killed(1)
        self.finish(self.start("check", "random", "--variant", "block-2", "--asks", "20", program=program))

    def test_a_missing_program_is_named(self):
        ghost = "bots:\n  - {name: ghost, run: [/nonexistent/bot], transport: zmq}\n  - greedy\n"
        path = self.tournament("name: t\nvariants: [block-2]\n" + ghost)
        _, err = self.arena("run", path, status=2)
        self.assertIn("/nonexistent/bot", err)
        path = self.tournament("name: t\nvariants: [block-2]\n" + ghost
                               + "  - {name: huge, run: [cat], limits: {memory_mb: 99999}}\n"
                               "  - {name: other, run: [cat], variants: [draw-2]}\n")
        _, err = self.arena("run", path, status=2)
        for said in ("huge needs memory_mb 99999", "bot 'ghost' cannot be started: /nonexistent/bot: there is no such file",
                     "the manifest of other leaves out block-2"):
            self.assertEqual(err.count(said), 1, err)

    def test_for_a_bot_that_does_not_start_its_first_error_and_its_last_lines_are_shown(self):
        lines = [f"loading {n}" for n in range(50)] + ["lua5.4: bot.lua:1: module 'dkjson' not found:"]
        lines += [f"\tno file '{n}'" for n in range(8)] + ["\t[C]: in ?"]
        arena.write(os.path.join(self.home, "bot"),
                    "#!/bin/sh\ncat >&2 <<END\n" + "\n".join(lines) + "\nEND\nexit 1\n", mode=0o755)
        path = self.tournament("name: t\nvariants: [block-2]\nsets: 1\nbots:\n  - greedy\n  - random\n"
                               "  - {name: broken, run: [./bot], transport: stdio}\n")
        _, err = self.arena("run", path, status=2)
        shown, _, last = err.rstrip("\n").rpartition("\n")
        self.assertEqual(shown.splitlines(), ["the last output of bot 'broken':"]
                         + ["  | " + line for line in lines[:4] + ["[... 46 lines left out ...]"] + lines[-10:]])
        self.assertIn("bot 'broken' cannot be started: exited with status 1; it printed: "
                      "lua5.4: bot.lua:1: module 'dkjson' not found:", last)
        _, err = self.arena("run", path, "--skip-broken", status=1)
        self.assertEqual(err.count("the last output of bot 'broken':"), 1)

    def test_with_skip_broken_the_other_bots_play(self):
        path = self.tournament("name: t\nvariants: [block-2]\nsets: 2\nbots:\n"
                               + arena.hostile("exit-at-start") + "  - greedy\n  - random\n")
        _, err = self.arena("run", path, "--skip-broken", status=1)
        self.assertIn("8 matches were not played", err)
        self.assertEqual([end for end, _ in self.ends()], ["normal"] * 4)

    def test_a_text_that_is_cut_within_a_character_is_valid_json(self):
        for name in ("ä" * 60, "aä" + "ä" * 59):  # two bytes per character; in one of the names a character is cut
            with self.subTest(name):
                path = self.tournament(f"name: t{len(name)}\nvariants: [block-2]\nsets: 1\nbots:\n"
                                       "  - random\n  - greedy\n"
                                       f"  - {{name: dead, run: ['./{name}'], transport: stdio}}\n")
                out, _ = self.arena("run", path, "--json", "--skip-broken", status=1)
                faults = [event for event in map(json.loads, out.splitlines())
                          if event["event"] == "fault"]
                self.assertEqual([fault["bot"] for fault in faults], ["dead"])
                self.assertIn("./", faults[0]["text"])

    def test_a_bot_that_dies_in_every_match_loses_or_is_withdrawn_and_the_run_ends(self):
        # It loses the match if an ask was outstanding when it died. Otherwise it is withdrawn.
        self.play("die-at-match", sets=5, status=(0, 1))
        ends = self.ends()
        self.assertTrue(ends)
        self.assertTrue(all(name == "hostile" for _, name in ends))
        self.assertTrue({end for end, _ in ends} <= {"spawn", "crash"}, ends)

    def test_restarts_0_and_1_mean_the_same(self):
        for restarts in (0, 1):
            with self.subTest(restarts):
                name = f"restarts-{restarts}"
                self.play("die-at-match", sets=arena.in_nightly(20, 6), extra=f"faults: {{restarts: {restarts}}}\n",
                          name=name, status=(0, 1))
                out, _ = self.arena("faults", "--tournament", name, "--json")
                failed = [fault for fault in json.loads(out)["faults"] if fault["match"] is None]
                self.assertLessEqual(len(failed), 1)  # 0 if each process had an outstanding ask

    def test_a_crash_with_an_outstanding_ask_loses_exactly_that_match(self):
        # Four tables are open and one ask is outstanding: each process loses one match.
        self.play("crash", at=30, sets=20)
        records = self.records()
        crashed = [r for r in records if r["end"] != "normal"]
        self.assertEqual(len(records), 40)
        self.assertTrue(crashed)
        for record in crashed:
            self.assertEqual(record["end"], "crash")
            self.assertEqual(record["bots"][record["fault_seat"]]["name"], "hostile")
            self.assertEqual(record["places"][record["fault_seat"]], 2)
        out, _ = self.arena("leaderboard", "--json")
        rows = {b["name"]: b for b in json.loads(out)["lists"][0]["bots"]}
        self.assertEqual(rows["hostile"]["faults"]["crash"], len(crashed))
        self.assertEqual(sum(rows["greedy"]["faults"].values()), 0)

    def test_the_other_open_matches_continue_with_the_next_process(self):
        # Four tables are open at each crash, and at most one match per process is lost.
        # So the next process continued the matches that ended normally.
        self.play("crash", at=10, sets=10, extra="concurrency: 8\n")
        with_processes = self.processes()
        crashed = sum(end == "crash" for end, _ in self.ends())
        self.assertEqual(crashed, sum(p.startswith("killed by signal 9") for p in with_processes))

    def processes(self):
        return [ended for ended, in self.query(
            "SELECT ended FROM process JOIN entrant USING (tournament) JOIN bot "
            "ON bot.id = entrant.bot WHERE entrant.number = process.bot AND name = 'hostile'")]

    def test_a_crash_without_an_outstanding_ask_loses_no_match(self):
        # It exits while the other bot thinks.
        path = self.tournament("name: t\nvariants: [block-2]\nsets: 2\nconcurrency: 1\nbots:\n"
                               + arena.hostile("exit-when-idle")
                               + arena.hostile("slow", name="slow")
                               + "limits: {move_ms: 5000}\n")
        self.arena("run", path, "--strict", status=1)
        self.assertEqual([end for end, _ in self.ends()], ["normal"] * 4)
        self.assertIn("exited with status 0", self.processes())
        faults = self.faults_of("hostile")
        self.assertTrue(faults, "an end that costs nothing is still a fault")
        self.assertEqual({(f["code"], f["match"], f["choice"]) for f in faults}, {("crash", None, None)})
        self.assertTrue(all("which was free" in f["text"] for f in faults))

    def faults_of(self, bot):
        out, _ = self.arena("faults", bot, "--json")
        return json.loads(out)["faults"]

    def judge(self):
        """Check that the arena and the independent referee find no error in the stored matches."""
        path = os.path.join(self.home, "records.jsonl")
        self.arena("verify")
        self.arena("export", "--output", path)
        done = subprocess.run([arena.PYTHON, "-B", REFEREE, path], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_strays_beside_a_good_answer_cost_its_match(self):
        # Each of its processes takes 3 s for its hello. If this fault were free, the bot could delay a match for ever.
        self.play("strays-beside", at=1, sets=1)
        self.assertEqual(self.ends(), [("protocol", "hostile")] * 2)
        faults = self.faults_of("hostile")
        self.assertEqual([(f["code"], f["choice"]) for f in faults], [("protocol", None)] * 2)
        self.assertEqual(sorted(f["match"] for f in faults), [1, 2])
        self.assertEqual(len(self.processes()), 2, "one for each match that it lost")
        self.assertIn("costs one match", self.arena("faults")[0])
        self.judge()

    def test_matches_ended_by_a_fault_are_stored_once_even_if_the_arena_is_killed(self):
        path = self.tournament("name: t\nvariants: [block-2]\nsets: 8\nbots:\n"
                               + arena.hostile("garbage", "answered") + "  - greedy\n")
        run = self.start("run", path, "--json")
        faults = 0
        while faults < 3:
            faults += json.loads(run.stdout.readline())["event"] == "fault"
        run.kill()
        run.communicate()
        self.wait_for_orphans()
        self.arena("run", path)
        lost = collections.Counter(f["match"] for f in self.faults_of("hostile") if f["match"])
        ended = [r["match"] for r in self.records() if r["end"] == "protocol"]
        self.assertEqual(len(self.records()), 16)
        self.assertGreaterEqual(len(ended), 3)
        self.assertEqual(lost, collections.Counter(ended))
        self.judge()

    def test_free_crashes_are_counted_in_each_match(self):
        # It answers and exits while the other bot thinks. With restarts: 1 this is free once per match. With other
        # seeds the other bot may have to pass at that moment, and then an ask is outstanding when this one exits.
        path = self.tournament("name: t\nvariants: [block-2]\nsets: 1\nseed: 1\nfaults: {restarts: 1}\nbots:\n"
                               + arena.hostile("answer-and-exit", transport="stdio")
                               + arena.hostile("slow", "each", name="patient")
                               + "limits: {move_ms: 20000, startup_ms: 60000}\n")
        self.arena("run", path)
        self.assertEqual(self.ends(), [("crash", "hostile")] * 2)
        free = [f for f in self.faults_of("hostile") if f["match"] is None]
        self.assertEqual({f["code"] for f in free}, {"crash"})
        self.assertLessEqual(len(free), 2, "one in each match")
        self.judge()

    def test_a_bot_that_kills_or_stops_its_host_loses_matches_and_the_run_ends(self):
        for mode in ("kill-host", "stop-host"):
            with self.subTest(mode):
                path = self.tournament(
                    f"name: {mode}\nvariants: [block-2]\nsets: 3\nbots:\n"
                    + arena.hostile(mode, 5)
                    + "  - greedy\nlimits: {move_ms: 500}\nsandbox: limits\n")
                self.finish(self.start("run", path, **self.as_nobody()))
                records = self.records("--tournament", mode)
                self.assertEqual(len(records), 6)
                self.assertIn("protocol", [r["end"] for r in records])
                self.assertTrue(all(r["end"] == "normal"
                                    or r["bots"][r["fault_seat"]]["name"] == "hostile"
                                    for r in records))

    def test_the_folder_of_a_host_that_dies_is_removed(self):
        path = self.tournament("name: t\nvariants: [block-2]\nsets: 10\nconcurrency: 1\nsandbox: limits\nbots:\n"
                               + arena.hostile("kill-host", 5) + "  - greedy\n")
        run = self.start("run", path, "--json", **self.as_nobody())
        faults = 0
        while faults < 15:
            faults += json.loads(run.stdout.readline())["event"] == "fault"
        folder = os.path.join(self.run_base, os.listdir(self.run_base)[0])
        self.assertLess(len(os.listdir(folder)), 10, "2 bots in 2 seats, and some that begin or end just now")
        self.finish(run)

    def test_ctrl_c_during_the_first_starts_leaves_nothing(self):
        path = self.tournament("name: t\nvariants: [block-2]\nbots:\n"
                               + arena.hostile("exit-at-start")
                               + arena.hostile("no-hello", name="slow") + "  - greedy\n")
        process = self.start("run", path, "--skip-broken")
        arena.wait_until(lambda: any(os.listdir(os.path.join(self.run_base, name)) for name in os.listdir(self.run_base)),
                         "a bot is started", step_s=0.01)
        process.send_signal(signal.SIGINT)
        self.finish(process, status=130)

    def test_a_flood_on_stderr_is_harmless_and_kept_in_part(self):
        self.play("flood-stderr")
        self.assertEqual([end for end, _ in self.ends()], ["normal"] * 6)
        out, _ = self.arena("replay", "1", "--stderr")
        self.assertIn("bytes left out", out)

    def test_for_a_tolerated_fault_the_first_legal_action_is_played(self):
        self.play("illegal", extra="faults: {tolerate: 1}\n")
        records = self.records()
        self.assertEqual([r["end"] for r in records], ["normal"] * 6)
        tolerated = [f for r in records for f in r["faults"]]
        self.assertTrue(tolerated)
        self.assertTrue(all(f["tolerated"] and f["code"] == "illegal" for f in tolerated))

    def test_a_late_answer_after_a_tolerated_timeout_is_ignored(self):
        # It arrives when the ask is decided, so it is neither an answer nor a stray. With one table a process
        # is late after 1.3 s and answers after 2.5 s; after 3.3 s without a sign of life it would be a stall.
        self.play("late", at=1, sets=1, move=500, margin=800, extra="faults: {tolerate: 9}\n")
        records = self.records()
        self.assertEqual([r["end"] for r in records], ["normal"] * 2)
        faults = [f for r in records for f in r["faults"]]
        self.assertTrue(all(f["tolerated"] and f["code"] == "timeout" for f in faults), faults)
        late = sum(f["seat"] == [b["name"] for b in r["bots"]].index("hostile")
                   for r in records for f in r["faults"])
        self.assertGreaterEqual(late, 2, "the process of each of its two seats is late")
        substituted = [e[-1]["substituted"] for r in records for round_ in r["rounds"]
                       for e in round_["events"] if "substituted" in e[-1]]
        self.assertEqual(substituted, ["timeout"] * len(faults))
        self.assertEqual(len(self.processes()), 2, "no process was restarted")

    def test_strict_exits_1_when_there_was_a_fault(self):
        self.play("illegal", args=["--strict"], status=1)

    def test_a_bot_that_ignores_bye_is_ended_even_if_it_ignores_sigterm(self):
        for mode in ("linger", "silent"):
            self.play(mode, "bye", sets=1, name=mode)
        self.assertEqual(self.processes(), ["stopped by the arena"] * 4)
        self.assertEqual([end for end, _ in self.ends()], ["normal"] * 4)


if __name__ == "__main__":
    arena.main()
