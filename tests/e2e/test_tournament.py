"""Tournaments with real bots, from start to end."""
import collections
import contextlib
import json
import os
import resource
import signal
import sqlite3
import subprocess

import arena


class Tournament(arena.ArenaTest):

    def test_many_matches_between_c_and_python_bots_end_without_a_fault(self):
        sets = arena.in_nightly(500, 100)
        _, err = self.arena("run", "--name", "many", "--variant", "block-2", "--bots",
                            "random,random-python", "--sets", str(sets), "--strict")
        self.assertIn(f"{2 * sets} matches", err)
        self.assertIn(", 0 faults", err)
        records = self.records()
        self.assertEqual([r["match"] for r in records], list(range(1, 2 * sets + 1)))
        self.assertTrue(all(r["end"] == "normal" and r["faults"] == [] for r in records))

    @arena.nightly
    def test_all_rows_play_with_four_bots(self):
        variants = "block-2,block-3,block-4,block-teams,draw-2,draw-3,draw-4,draw-teams"
        self.arena("run", "--name", "all", "--variant", variants, "--bots",
                   "random,greedy,random-python,careful", "--sets", "2", "--strict")
        played = collections.Counter(r["variant"] for r in self.records())
        pairs, threes, fours = 6 * 2 * 2, 4 * 3 * 2, 1 * 4 * 2
        self.assertEqual(played, {"block-2": pairs, "block-teams": pairs, "draw-2": pairs,
                                  "draw-teams": pairs, "block-3": threes, "draw-3": threes,
                                  "block-4": fours, "draw-4": fours})

    def test_rotations_of_a_set_have_the_same_deals_and_rotated_bots(self):
        self.arena("run", "--name", "sets", "--variant", "draw-3", "--bots",
                   "random,greedy,careful", "--sets", "4")
        sets = collections.defaultdict(list)
        for record in self.records():
            sets[record["set"]].append(record)
        for matches in sets.values():
            self.assertEqual([m["rotation"] for m in matches], [0, 1, 2])
            names = [b["name"] for b in matches[0]["bots"]]
            for rotation, match in enumerate(matches):
                for seat, bot in enumerate(match["bots"]):
                    self.assertEqual(bot["name"], names[(seat - rotation) % 3])
                for first, other in zip(matches[0]["rounds"], match["rounds"]):
                    self.assertEqual(first["deal"], other["deal"])
                    self.assertEqual(first["leader"], other["leader"])

    def test_a_process_sits_in_one_seat_only(self):
        self.arena("run", "--name", "seats", "--variant", "block-teams,block-2", "--bots",
                   "random,greedy", "--sets", "5")
        rows = self.query("SELECT process, count(DISTINCT seat) FROM seat GROUP BY process")
        self.assertTrue(all(seats == 1 for _, seats in rows))

    def test_processes_are_numbered_within_each_run(self):
        numbers = []
        for sets in (1, 2):
            self.arena("run", "--name", "t", "--variant", "block-2", "--bots", "random,greedy", "--sets", str(sets))
            rows = self.query("SELECT instance FROM process ORDER BY id")
            numbers.append([number for number, in rows[sum(map(len, numbers)):]])
        for run in numbers:
            self.assertEqual(min(run), 0)
            self.assertEqual(len(set(run)), len(run))

    def test_the_soft_limit_of_open_files_is_raised(self):
        """The usual limit is too low for machines with many cores."""
        hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        self.arena("run", "--variant", "block-2", "--bots", "random,greedy", "--sets", "2",
                   preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (60, hard)))
        self.assertEqual(len(self.records()), 4)

    def test_a_seed_makes_tournaments_of_deterministic_bots_equal(self):
        def play(home):
            self.home = home
            self.arena("run", "--name", "same", "--variant", "block-2,draw-2", "--bots",
                       "greedy,careful,random", "--sets", "5", "--seed", "42")
            return [without_times(r) for r in self.records()]
        first = play(self.home)
        second_home = os.path.join(self.home, "second")
        os.mkdir(second_home)
        home, self.home = self.home, second_home
        self.assertEqual(play(second_home), first)
        self.home = home

    def test_json_streams_every_match_once(self):
        process = self.start("run", "--json", "--name", "stream", "--variant", "block-2", "--bots",
                             "random,greedy", "--sets", "50")
        events = [json.loads(line) for line in process.stdout]
        process.stdout.close()
        process.wait(timeout=arena.DEADLINE_S)
        process.stderr.close()
        self.assertEqual(process.returncode, 0)
        self.assertEqual(events[0]["event"], "started")
        self.assertEqual(events[-1]["event"], "finished")
        matches = [e["match"] for e in events if e["event"] == "match"]
        self.assertEqual(sorted(matches), list(range(1, 101)))

    def test_verify_finds_a_changed_result(self):
        self.arena("run", "--name", "fine", "--variant", "block-2", "--bots", "random,greedy",
                   "--sets", "3")
        self.arena("verify", "fine")
        self.query("UPDATE seat SET score = score + 1 WHERE match = 4 AND seat = 1")
        _, err = self.arena("verify", status=3)
        self.assertIn("match 4", err)

    def test_a_stdio_bot_plays_like_any_other(self):
        folder = os.path.join(self.home, "quiet")
        os.mkdir(folder)
        staged = os.path.join(arena.BUILD, "share", "domino-arena", "bots", "random-python")
        for name in ("bot.py", "domino_arena.py"):
            subprocess.run(["cp", os.path.join(staged, name), folder], check=True)
        arena.write(os.path.join(folder, "bot.yaml"), "name: quiet\nrun: [/usr/bin/python3, bot.py]\ntransport: stdio\n")
        self.arena("run", "--name", "pipes", "--variant", "draw-2", "--bots", folder + ",greedy",
                   "--sets", "10", "--strict")
        self.assertEqual(len(self.records()), 20)


class Resume(arena.ArenaTest):

    SETS = 300  # more matches than start_held lets it play before the first line is read
    MATCHES = 2 * SETS
    COMMAND = ("run", "--name", "go", "--variant", "block-2", "--bots", "random,greedy", "--sets",
               str(SETS), "--seed", "5", "--json")
    undisturbed = None  # the output of verify

    def stop_after(self, count, number, name="go", **options):
        """Run until `count` matches are reported, then send a signal."""
        process = self.start_held(*self.COMMAND, "--name", name, **options)
        reported = []
        for line in process.stdout:
            event = json.loads(line)
            if event["event"] == "match":
                reported.append(event["match"])
            if len(reported) == count:
                process.send_signal(number)
        process.stdout.close()
        process.wait(timeout=arena.DEADLINE_S)
        err = process.stderr.read()
        process.stderr.close()
        return process.returncode, reported, err

    def test_ctrl_c_ends_with_130_and_the_command_that_continues(self):
        status, reported, err = self.stop_after(20, signal.SIGINT)
        self.assertEqual(status, 130)
        self.assertIn("continue with: ", err)
        self.assert_nothing_left()
        self.arena(*self.COMMAND)
        self.assertEqual([r["match"] for r in self.records()], list(range(1, self.MATCHES + 1)))
        self.assertTrue(reported)

    def test_a_third_ctrl_c_does_not_end_the_program_early(self):
        for i in range(arena.in_nightly(20, 5)):
            process = self.start_held(*self.COMMAND, "--name", f"go-{i}")
            process.stdout.readline()
            process.stdout.close()
            while process.poll() is None:
                process.send_signal(signal.SIGINT)
            err = process.stderr.read()
            process.stderr.close()
            self.assertEqual(process.returncode, 130, err)
            self.assertIn("continue with: ", err)
            self.assertNotIn("interrupted by SIGINT", err)
            self.assertFalse(os.path.exists(os.path.join(self.home, "arena.db-live")))
        self.assert_nothing_left()

    def test_sigterm_and_a_closed_terminal_end_it_in_the_same_way(self):
        for number, expected in ((signal.SIGTERM, 143), (signal.SIGHUP, 129)):
            with self.subTest(number):
                status, _, err = self.stop_after(20, number, f"go-{number}")
                self.assertEqual(status, expected)
                self.assertIn("continue with: ", err)
        self.assert_nothing_left()

    def test_what_the_caller_ignores_does_not_end_it(self):
        """As under nohup, and in the background of a script."""
        for number in (signal.SIGHUP, signal.SIGINT):
            with self.subTest(number):
                status, _, err = self.stop_after(20, number, f"go-{number}",
                                                 preexec_fn=lambda n=number: signal.signal(n, signal.SIG_IGN))
                self.assertEqual(status, 0, err)

    def test_after_kill_9_no_reported_match_is_lost_and_the_rest_is_played_once(self):
        for round_number in range(arena.in_nightly(3, 1)):
            status, reported, _ = self.stop_after(30 * (round_number + 1), signal.SIGKILL)
            if status == 0:
                break
            self.assertEqual(status, -signal.SIGKILL)
            self.wait_for_orphans()
            stored = {r["match"] for r in self.records()}
            self.assertLessEqual(set(reported), stored)
        self.arena("run", "--name", "go")  # with what is stored
        self.assertEqual([r["match"] for r in self.records()], list(range(1, self.MATCHES + 1)))
        killed = self.verify_text()
        self.assertIn(f"go: {self.MATCHES} matches, 0 differences\n", killed)
        self.assertEqual(self.verify_elsewhere(), killed)

    def verify_elsewhere(self):
        """Verify the same tournament played without interruption, in the nightly run one table at a time; it is played once for
        all tests."""
        if Resume.undisturbed is None:
            home, self.home = self.home, os.path.join(self.home, "elsewhere")
            os.mkdir(self.home)
            self.arena(*self.COMMAND, *arena.in_nightly(("--concurrency", "1"), ()))
            Resume.undisturbed = self.verify_text()
            self.home = home
        return Resume.undisturbed

    def children(self, pid):
        return [int(child) for child in arena.read(f"/proc/{pid}/task/{pid}/children").split()]

    def test_the_next_run_removes_the_folder_of_one_killed_with_its_hosts(self):
        run = self.start_held(*self.COMMAND)
        while json.loads(run.stdout.readline())["event"] != "match":
            pass
        run.send_signal(signal.SIGSTOP)  # so that it cannot start or reap a process meanwhile
        os.waitid(os.P_PID, run.pid, os.WSTOPPED | os.WNOWAIT)
        hosts = self.children(run.pid)
        for pid in hosts + [run.pid]:
            os.kill(pid, signal.SIGKILL)
        run.communicate()
        self.wait_for_leftovers()  # bots go with their hosts
        self.assertGreaterEqual(len(hosts), 2)
        self.assertEqual(len(os.listdir(self.run_base)), 1, "nobody is left to remove it")
        self.arena(*self.COMMAND)
        self.assertEqual(os.listdir(self.run_base), [])
        self.assertEqual([r["match"] for r in self.records()], list(range(1, self.MATCHES + 1)))

    @arena.nightly
    def test_a_sigterm_to_all_processes_at_once_blames_no_bot(self):
        """As batch systems do, and a machine that shuts down. The core is stopped until all have got the signal, because it
        must not matter which of them is first."""
        run = self.start_held(*self.COMMAND)
        while json.loads(run.stdout.readline())["event"] != "match":
            pass
        run.send_signal(signal.SIGSTOP)
        os.waitid(os.P_PID, run.pid, os.WSTOPPED | os.WNOWAIT)
        hosts = self.children(run.pid)
        below = self.descendants(hosts)
        self.assertGreaterEqual(len(below), 2, "the bots")
        for pid in below + hosts + [run.pid]:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGTERM)
        run.send_signal(signal.SIGCONT)
        _, err = self.finish(run, 128 + signal.SIGTERM)
        self.assertIn("continue with: ", err)
        self.arena(*self.COMMAND)
        out, _ = self.arena("faults", "--json")
        self.assertEqual(json.loads(out)["faults"], [])
        self.assertEqual(self.verify_text(), self.verify_elsewhere())

    def descendants(self, pids):
        below = [child for pid in pids for child in self.children(pid)]
        return self.descendants(below) + below if below else []

    def test_children_of_the_program_that_it_replaced_are_not_touched(self):
        script = 'exec "$0" "$@" > >(cat)'
        run = subprocess.Popen(["bash", "-c", script, arena.PROGRAM, *self.COMMAND, "--home", self.home],
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                               env=self.environment(), start_new_session=True)
        self.sessions.append(run.pid)
        out, _ = self.finish(run)
        self.assertEqual(json.loads(out.splitlines()[-1])["event"], "finished")

    def start_and_hold(self):
        """Wait for the first reported match and then begin to write; returns the run, its output and the
        connection."""
        run = self.start_held(*self.COMMAND)
        reported = []
        while not reported:
            event = json.loads(run.stdout.readline())
            if event["event"] == "match":
                reported.append(event["match"])
        db = sqlite3.connect(os.path.join(self.home, "arena.db"), isolation_level=None, timeout=60)
        db.execute("BEGIN EXCLUSIVE")
        self.let_go(run)
        return run, reported, db

    def read_on(self, run, reported):
        reported += [event["match"] for event in map(json.loads, run.stdout.read().splitlines())
                     if event["event"] == "match"]
        run.stdout.close()
        run.wait(timeout=arena.DEADLINE_S)
        err = run.stderr.read()
        run.stderr.close()
        return run.returncode, err

    def hear_that_it_waits(self, run):
        self.assertEqual(run.stderr.readline(), "another process has been writing to the database "
                                                "for 5 s; waiting until it is done\n")

    @arena.nightly
    def test_it_waits_while_another_process_writes(self):
        run, reported, db = self.start_and_hold()
        self.hear_that_it_waits(run)
        db.execute("ROLLBACK")
        db.close()
        self.assertEqual(self.read_on(run, reported), (0, ""))
        self.assertEqual(sorted(reported), list(range(1, self.MATCHES + 1)))
        self.assertTrue(all(r["end"] == "normal" for r in self.records()))
        self.assertEqual(self.verify_text(), self.verify_elsewhere())

    @arena.nightly
    def test_with_an_endless_writer_a_signal_loses_no_reported_match(self):
        run, reported, db = self.start_and_hold()
        self.hear_that_it_waits(run)
        run.send_signal(signal.SIGINT)
        status, err = self.read_on(run, reported)
        self.assertEqual(status, 3)
        self.assertRegex(err, r"\Adomino-arena: [^\n]+: cannot [^\n]+ locked[^\n]*\n\Z")
        self.assert_nothing_left()
        self.arena("leaderboard")  # readers do not wait
        db.execute("ROLLBACK")
        db.close()
        status, err = self.read_on(self.start(*self.COMMAND), reported)
        self.assertEqual((status, err), (0, ""))
        self.assertEqual(sorted(reported), list(range(1, self.MATCHES + 1)))
        self.assertEqual(self.verify_text(), self.verify_elsewhere())

    def test_a_truncated_database_is_refused_and_not_changed(self):
        play = ("run", "--name", "go", "--variant", "block-2", "--bots", "random,greedy", "--sets")
        self.arena(*play, "20")
        path = os.path.join(self.home, "arena.db")
        whole = arena.read_bytes(path)
        for size in [2, 50, 512, *range(4096, len(whole), 16384)]:
            with open(path, "wb") as file:
                file.write(whole[:size])
            for command in (play + ("20",), ("verify",)):
                with self.subTest(size=size, command=command[0]):
                    _, err = self.arena(*command, status=3)
                    self.assertRegex(err, r"\Adomino-arena: [^\n]+\n\Z")
            self.assertEqual(arena.read_bytes(path), whole[:size])

    def test_a_changed_tournament_is_refused(self):
        self.arena("run", "--name", "go", "--variant", "block-2", "--bots", "random,greedy",
                   "--sets", "2")
        _, err = self.arena("run", "--name", "go", "--variant", "draw-2", "--bots",
                            "random,greedy", "--sets", "2", status=2)
        self.assertIn("'go' exists with other settings", err)
        self.assertIn("block-2", err)
        self.assertIn("draw-2", err)
        self.assertEqual(err.count("\n"), 1)

    def test_a_name_alone_continues_what_is_stored(self):
        _, err = self.arena("run", "--name", "go", status=2)
        self.assertIn("no matches here yet", err)
        self.assertEqual(err.count("\n"), 1)
        self.assertNotIn("arena.db", os.listdir(self.home))
        path = self.tournament("name: go\nsets: 1\nschedule: gauntlet\nbots: [greedy, random, greedy#2]\nseed: 1\n"
                               "variants: {mine: {base: block-2, target: 50}}\nlimits: {move_ms: 900}\n")
        self.arena("run", path)
        _, err = self.arena("run", "--name", "other", status=2)
        self.assertEqual(err, "domino-arena: there is no tournament 'other'; there are: go\n")
        self.arena("run", "--name", "go", "--sets", "2")
        self.assertEqual(self.stored(), 8)
        _, err = self.arena("run", "--name", "go", "--schedule", "round-robin", status=2)
        self.assertIn("'go' exists with other settings; schedule: was gauntlet, is round-robin", err)
        self.arena("compare", "greedy", "random", "--variant", "block-2", "--max-sets", "2", "--name", "duel", status=1)
        _, err = self.arena("run", "--name", "duel", status=2)
        self.assertEqual(err, "domino-arena: --name: 'duel' is a comparison; allowed: a tournament that run began (a "
                              "comparison continues with the command that began it)\n")

    def test_a_changed_tournament_file_is_refused_by_its_keys(self):
        text = "name: go\nsets: 2\nbots: [random, greedy]\nvariants: {mine: {base: block-2, target: %d}}\n"
        self.arena("run", self.tournament(text % 50))
        changed = text % 60 + "limits: {move_ms: 500}\nrating: {anchor: {name: greedy}}\n"
        _, err = self.arena("run", self.tournament(changed), status=2)
        self.assertEqual(err, "domino-arena: tournament 'go' exists with other settings; limits.move_ms: was "
                              "1000, is 500; rating.anchor.name: was random, is greedy; "
                              "variants.mine.target: was 50, is 60; repeat the old values, or give "
                              "another name; only bots or sets can be added\n")

    def test_a_target_that_is_rarely_reached_gives_a_remark(self):
        _, err = self.arena("run", self.tournament("""
name: go
sets: 1
bots: [random, greedy]
variants:
  far: {base: block-2, draw_mode: forced, draw_cost: 50}
  near: {base: block-2, target: 1}
  block-2:
"""))
        self.assertEqual([line for line in err.splitlines() if "target" in line],
                         ["remark: far: the target of 100 is hardly ever reached; most matches will end after 200 rounds, "
                          "and the scores decide"])

    def test_a_second_arena_on_one_database_is_refused(self):
        first = self.start_held(*self.COMMAND)
        first.stdout.readline()
        _, err = self.arena("run", "--name", "other", "--variant", "block-2", "--bots",
                            "random,greedy", status=3)
        self.assertRegex(err, f"another arena is using this database \\(process {first.pid}: run(, [0-9]+ of [0-9]+ matches)?\\); "
                              "--wait waits for its end, --home names another data folder\n")
        self.finish(first)


def without_times(record):
    """The parts of a record that do not depend on the speed of the machine."""
    for key in ("time_us", "ms", "started", "attempt", "deal_key"):
        record.pop(key, None)
    for round_ in record["rounds"]:
        for event in round_["events"]:
            if "us" in event[-1]:
                event[-1]["us"] = 0
    return record


if __name__ == "__main__":
    arena.main()
