"""Mistakes of newcomers. Each gives one clear line and a documented exit status, and leaves nothing behind."""
import csv
import fcntl
import gzip
import json
import os
import re
import resource
import shutil
import signal
import stat
import subprocess
import termios

import arena

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
PLAY = ("run", "--variant", "block-2", "--bots", "random,greedy", "--sets", "2")


class Usage(arena.ArenaTest):

    def refused(self, *args, status=2, home=True):
        out, err = self.arena(*args, status=status, home=home)
        self.assertEqual(out, "")
        self.assertEqual(err.count("\n"), 1, err)
        self.assertTrue(err.startswith("domino-arena: "), err)
        return err

    # -- the command line ----------------------------------------------------

    def test_without_a_command_the_overview_is_shown(self):
        _, err = self.arena(status=2, home=False)
        self.assertIn("Usage: domino-arena COMMAND", err)

    def test_help_and_version_go_to_standard_output(self):
        for args in (["--help"], ["help"], ["-h"], ["run", "--help"], ["help", "run"], ["run", "-h"]):
            out, err = self.arena(*args, home=False)
            self.assertIn("Usage: domino-arena", out)
            self.assertEqual(err, "")
        out, _ = self.arena("--version", home=False)
        self.assertRegex(out, r"^domino-arena \d+\.\d+\.\d+\n(commit [0-9a-f]{12}\+?\n)?"
                              r"protocol 1, match record 1, database schema \d+, libdomino 1, \d+ variants\nSQLite [0-9.]+, libsodium [0-9.]+\n$")

    def test_the_version_names_the_commit_of_its_sources(self):
        """In a checkout, in one with a changed file, in what `git archive` wrote, and in a folder of unknown origin."""
        def run(command):
            env = dict(os.environ, GIT_CONFIG_GLOBAL="/dev/null", GIT_CONFIG_NOSYSTEM="1")
            return subprocess.run(command, check=True, capture_output=True, text=True, env=env).stdout

        def commit_of(folder):
            file = os.path.join(self.home, "commit.c")
            run(["cmake", f"-DFROM={folder}", f"-DTO={file}", "-DNAME=symbol", "-P", os.path.join(folder, "cmake", "commit.cmake")])
            return re.search('symbol\\[\\] = "(.*)"', arena.read(file))[1]
        checkout, archived = os.path.join(self.home, "checkout"), os.path.join(self.home, "archived")
        for folder in (checkout, archived):
            os.makedirs(os.path.join(folder, "cmake"))
        for name in (".gitattributes", "cmake/commit.cmake"):
            shutil.copy(os.path.join(ROOT, name), os.path.join(checkout, name))
        git = ["git", "-C", checkout, "-c", "user.name=a", "-c", "user.email=a@b"]
        for words in (["init", "-q"], ["add", "."], ["commit", "-q", "-m", "first"]):
            run([*git, *words])
        head = run([*git, "rev-parse", "HEAD"]).strip()
        self.assertEqual(commit_of(checkout), head[:12])
        run(["sh", "-c", f"git -C {checkout} archive HEAD | tar -x -C {archived}"])
        self.assertEqual(commit_of(archived), head[:12])
        arena.write(os.path.join(checkout, ".gitattributes"), "changed")
        self.assertEqual(commit_of(checkout), head[:12] + "+")
        shutil.rmtree(os.path.join(checkout, ".git"))
        self.assertEqual(commit_of(checkout), "")

    def test_every_command_has_a_help_text(self):
        overview, _ = self.arena("--help", home=False)
        for command in re.findall(r"^  (shard [a-z]+|[a-z]+) ", overview.split("Exit status")[0], re.M):
            out, _ = self.arena(*command.split(), "--help", home=False)
            self.assertIn("--home DIR", out)

    def test_for_an_unknown_word_the_nearest_known_word_is_suggested(self):
        self.assertIn("did you mean 'leaderboard'?", self.refused("leaderbord"))
        self.assertIn("did you mean --variant?", self.refused("run", "--varient", "block-2"))
        self.assertIn("there is no command 'xyzzy'", self.refused("xyzzy"))
        for args, see in ((["--foo"], "domino-arena --help"), (["-o"], "domino-arena --help"),
                          (["run", "--foo"], "domino-arena run --help")):
            self.assertTrue(self.refused(*args).endswith(f" here; see {see}\n"))

    def test_values_out_of_range_name_the_range(self):
        self.assertIn("allowed: 1..1000000", self.refused(*PLAY[:-1], "0"))
        self.assertIn("allowed: 1..1000000", self.refused(*PLAY[:-1], "many"))
        self.assertIn("--sets needs a value", self.refused("run", "--home", "/tmp", "--sets", home=False))
        self.assertIn("--json takes no value", self.refused("variants", "--json=yes"))

    def test_output_that_cannot_be_written_gives_a_message(self):
        self.arena(*PLAY)
        for args in (["verify"], ["leaderboard", "--json"], ["doctor"], ["man"], ["export"]):
            with self.subTest(args[0]), open("/dev/full", "w", encoding="utf-8") as full:
                run = subprocess.run([arena.PROGRAM, *args, "--home", self.home], stdout=full,
                                     stderr=subprocess.PIPE, text=True, env=self.environment(),
                                     timeout=arena.DEADLINE_S)
                self.assertEqual(run.returncode, 3)
                self.assertRegex(run.stderr, r"\Adomino-arena: cannot write[^\n]*\n\Z")

    def test_an_export_that_fails_leaves_the_file_as_it_was(self):
        self.arena(*PLAY)
        path = os.path.join(self.home, "records.jsonl")
        self.arena("export", "-o", path)
        os.chmod(path, 0o600)
        self.arena("export", "-o", path)
        self.assertEqual(stat.S_IMODE(os.stat(path).st_mode), 0o600)
        whole = arena.read(path)
        self.assertEqual(whole.count("\n"), 4)
        self.query("UPDATE match SET rounds = rounds + 1 WHERE match = 3")
        self.refused("export", "-o", path, status=3)
        self.refused("export", "--tournament", "nobody", "-o", path)
        self.assertEqual(arena.read(path), whole)
        self.assertEqual([name for name in os.listdir(self.home) if "part" in name], [])

    def test_options_may_stand_before_or_after_the_command(self):
        out, _ = self.arena("--home", self.home, "variants", home=False)
        self.assertIn("block-2", out)

    def test_a_device_or_named_pipe_in_place_of_a_file_is_refused(self):
        """None of them is waited for."""
        os.makedirs(self.home, exist_ok=True)
        fifo = os.path.join(self.home, "fifo")
        os.mkfifo(fifo)
        for path in (fifo, "/dev/zero", "/dev/null"):
            for command in (("rate", "--from", path), ("run", path), ("backup", self.home + "/copy", "--db", path),
                            ("matches", "--db", path), ("verify", "--db", path)):
                with self.subTest(command=command):
                    self.refused(*command, status=3 if "--db" in command else 2)
        os.rename(fifo, os.path.join(self.home, "arena.key"))
        self.assertIn("arena.key: this is not a key", self.refused("bots", "--keys"))

    def test_rate_reads_what_a_program_writes_to_it(self):
        read, write = os.pipe()
        with os.fdopen(write, "w", encoding="utf-8") as pipe:
            rate = self.start("rate", "--from", "/dev/stdin", "--json", stdin=read)
            os.close(read)
            pipe.write("set,match,bot,place,points\n1,1,a,1,2\n")
            pipe.flush()
            arena.wait_until(lambda: self.has_read_all(pipe), "the first half is read")
            pipe.write("1,1,b,2,1\n")
        self.assertEqual([b["name"] for b in json.loads(self.finish(rate)[0])["lists"][0]["bots"]], ["a", "b"])

    def has_read_all(self, pipe):
        left = bytearray(4)
        fcntl.ioctl(pipe, termios.FIONREAD, left)
        return not any(left)

    def assert_no_formulas(self, table):
        """A spreadsheet that opens the list runs nothing."""
        names = ["=cmd|' /C calc'!A0", "+1", "-1", "@SUM(1)", "a"]
        other = os.path.join(os.path.dirname(table), "=other.csv")
        arena.write(other, "set,match,bot,place,points\n" + "".join(f"1,1,{name},{i + 1},\n" for i, name in enumerate(names)))
        out, _ = self.arena("rate", "--from", "=other.csv", "--anchor", "-1", "--csv", cwd=os.path.dirname(table))
        rows = list(csv.DictReader(out.splitlines()))
        self.assertEqual({row["bot"] for row in rows}, {"'" + name for name in names[:4]} | {"a"})
        self.assertEqual({(row["variant"], row["anchor"]) for row in rows}, {("'=other.csv", "'-1")})
        self.assertEqual({cell[0] for row in rows for cell in row.values() if cell} & set("=+@"), set())
        self.assertTrue(all(re.fullmatch(r"-[0-9.]+", cell) for row in rows for cell in row.values() if cell[:1] == "-"))

    def test_rate_needs_a_table_and_prints_a_list(self):
        self.assertIn("rate needs --from FILE.csv", self.refused("rate"))
        os.makedirs(self.home, exist_ok=True)
        table = os.path.join(self.home, "results.csv")
        arena.write(table, "set,match,bot,place,points\n1,1,a,1,2\n1,1,b,2,1\n")
        bots = json.loads(self.arena("rate", "--from", table, "--anchor", "b", "--json")[0])["lists"][0]["bots"]
        self.assertEqual([(b["name"], b["elo"] > 1000) for b in bots], [("a", True), ("b", False)])
        out, _ = self.arena("rate", "--from", table, "--bootstrap", "100")
        self.assertIn("bootstrap", out)
        self.assertRegex(out, r"a +>[0-9.]+ +- ")  # a won all it played, so there is no limit to draw
        out, _ = self.arena("rate", "--from", table, "--bootstrap", "100", "--json")
        self.assertEqual([b["bootstrap"] for b in json.loads(out)["lists"][0]["bots"]], [None, None])
        told = json.loads(self.arena("rate", "--from", table, "--prior", "2", "--davidson", "--json")[0])["lists"][0]
        self.assertEqual((told["model"], told["prior"]), ("davidson", 2))
        gaps = [json.loads(self.arena("rate", "--from", table, "--prior", prior, "--json")[0])["lists"][0]["bots"][0]["gap_next"]
                for prior in ("0.1", "0.5", "5")]
        self.assertEqual(gaps, sorted(gaps, reverse=True))
        self.assertLess(gaps[2], gaps[0])
        self.assertIn("(Davidson)", self.arena("rate", "--from", table, "--davidson")[0])
        told = json.loads(self.arena("rate", "--from", table, "--anchor", "a=1500,b=-20.5", "--json")[0])["lists"][0]
        self.assertEqual([b["elo"] for b in told["bots"]], [1500, -20.5])
        self.assertEqual([(a["name"], a["elo"]) for a in told["anchors"]], [("a", 1500), ("b", -20.5)])
        out, _ = self.arena("rate", "--from", table, "--anchor", "b", "--anchor", "a=1500")
        self.assertRegex(out, r"(?s)anchor b fixed at 1000;.*\nAnchor a fixed at 1500\n")
        for anchors, text in (("c", "--anchor: no bot 'c'"), ("b=x", "rating 'x' is not allowed; allowed: BOT, or BOT=ELO"),
                              ("a,c=7", "no bot 'c'"), ("a,a=7", "'a' and 'a=7' are the same bot; name it once")):
            self.assertIn(text, self.refused("rate", "--from", table, "--anchor", anchors))
        self.assertIn("give only one of them",
                      self.refused("rate", "--from", table, "--davidson", "--metric", "points"))
        self.assertIn("P-L: Elo by Plackett", self.arena("rate", "--from", table, "--plackett-luce")[0])
        self.assert_no_formulas(table)
        with open(table, "a", encoding="utf-8") as file:
            file.write("1,2,a,first,\n")
        self.assertIn("results.csv:4: place 'first'", self.refused("rate", "--from", table))

    # -- limits and signals of the machine ------------------------------------

    def limited(self, size, *args):
        """Run the command under `ulimit -f`, where a larger file would mean SIGXFSZ. The lines of stderr."""
        process = self.start(*args, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size)))
        _, err = self.finish(process, status=3)
        return err.splitlines()

    def test_the_message_names_a_limit_of_file_sizes(self):
        lines = self.limited(1024, *PLAY)
        self.assertEqual(len(lines), 1, lines)
        self.assertRegex(lines[0], r"^domino-arena: .*arena\.db: cannot .*; the size of files is limited here "
                                   r"\(ulimit -f\)$")
        bots = os.path.join(arena.BUILD, "share", "domino-arena", "bots")
        size = max(os.path.getsize(os.path.join(bots, name, name)) for name in ("random", "greedy"))
        lines = self.limited(size - 1, *PLAY)
        self.assertIn("File too large", lines[-1])
        lines = self.limited(size + 1000, *PLAY[:-1], "10000", "--name", "t")
        self.assertIn("(ulimit -f)", lines[-1])
        self.arena("verify", "t")
        level = r"^sandbox: .*"  # such a limit does not change the sandbox level
        _, err = self.arena(*PLAY)
        limited = self.limited(size + 1000, *PLAY[:-1], "10000")
        self.assertEqual(re.findall(level, "\n".join(limited), re.M), re.findall(level, err, re.M))
        lines = self.limited(1024, "new", "python", os.path.join(self.home, "mine"))
        self.assertEqual(len(lines), 1, lines)
        self.assertRegex(lines[0], rf"^domino-arena: new: {self.home}/mine/(README\.md|bot\.py): File too large$")
        self.assertFalse(os.path.exists(os.path.join(self.home, "mine")))

    def test_a_signal_during_a_build_ends_it_with_one_line(self):
        folder, begun = os.path.join(self.home, "slow"), os.path.join(self.home, "begun")
        arena.write(os.path.join(folder, "bot.yaml"),
                    f"{{name: slow, run: [none], build: [[sh, -c, 'touch {begun}; sleep 3000']]}}\n")
        for args, number in ((("run", "--bots", f"{folder},greedy", "--variant", "block-2"), signal.SIGTERM),
                             (("submit", folder), signal.SIGTERM), (("check", folder), signal.SIGINT)):
            with self.subTest(args[0]):
                process = self.start(*args)
                arena.wait_until(lambda: os.path.exists(begun), "the build begins")
                process.send_signal(number)
                out, err = self.finish(process, status=128 + number)
                self.assertEqual(out, "")
                self.assertRegex(err, rf"^building slow; its output: .*\ndomino-arena: interrupted by {number.name}\n$")
                self.assert_nothing_left()
                os.unlink(begun)

    def test_a_signal_during_a_check_ends_it_with_one_line(self):
        folder = os.path.join(self.home, "mine")
        self.arena("new", "python", folder)
        for command in ("check", "submit"):
            with self.subTest(command):
                process = self.start(command, folder)
                arena.wait_until(lambda: os.listdir(self.run_base), "a bot is started")
                process.send_signal(signal.SIGINT)
                _, err = self.finish(process, status=128 + signal.SIGINT)
                # Between two parts of a check, a signal gives the message of other commands.
                self.assertRegex(err, r"\A(domino-arena: ending: \d+ match.*\n)?domino-arena: interrupted "
                                      r"(by SIGINT|before the check was finished; the same command begins it again)"
                                      r"\n\Z")
                self.assert_nothing_left()

    def test_file_names_that_are_not_utf8_are_escaped_in_json(self):
        odd = os.fsdecode(b"caf\xe9")
        folder = os.path.join(self.home, odd)
        os.mkdir(folder)
        table = os.path.join(folder, "r.csv")
        arena.write(table, "set,match,bot,place,points\n1,1,a,1,2\n1,1,b,2,1\n")
        told = json.loads(self.arena("rate", "--from", table, "--json")[0])
        self.assertEqual(told["lists"][0]["variant"], os.path.join(self.home, "caf\\xe9", "r.csv"))
        self.arena("run", "--name", "t", "--variant", "block-2", "--bots", "random,greedy", "--sets", "1")
        told = json.loads(self.arena("backup", os.path.join(folder, "b.db"), "--json")[0])
        self.assertEqual(told["file"], os.path.join(self.home, "caf\\xe9", "b.db"))
        here, there = (subprocess.run([arena.PROGRAM, "doctor", "--json", "--home", home], env=self.environment(),
                                      stdout=subprocess.PIPE, check=False).stdout for home in (self.home, folder))
        self.assertEqual([c["check"] for c in json.loads(there)["checks"]],
                         [c["check"] for c in json.loads(here)["checks"]])
        os.rename(table, os.path.join(self.home, "caf\u00e9.csv"))
        told = json.loads(self.arena("rate", "--from", os.path.join(self.home, "caf\u00e9.csv"), "--json")[0])
        self.assertEqual(told["lists"][0]["variant"], os.path.join(self.home, "caf\u00e9.csv"))

    def test_a_surplus_word_is_named(self):
        self.assertIn("unexpected word 'extra'", self.refused("variants", "block-2", "extra"))

    # -- what to play ----------------------------------------------------------

    def test_a_missing_tournament_file_is_named(self):
        self.assertIn("nothere.yaml", self.refused("run", "nothere.yaml"))

    def test_a_broken_tournament_file_is_named_with_its_line(self):
        path = self.tournament("name: t\nvariants: [block-2]\nbots: [random, greedy]\nsetz: 3\n")
        err = self.refused("run", path)
        self.assertIn("t.yaml:4: ", err)
        self.assertIn("sets", err)

    def test_run_check_says_all_that_is_wrong_and_makes_nothing(self):
        path = self.tournament("name: t\nvariants: [block-2, drow-2]\nbots: [random, nobody]\nsetz: 3\n")
        home = os.path.join(self.home, "none")
        _, err = self.arena("run", "--check", path, "--home", home, status=2, home=False)
        for line, said in zip(err.splitlines(), ("4: setz: unknown key", "2: variants: there is no variant 'drow-2'",
                                                 "3: bots: there is no bot 'nobody'"), strict=True):
            self.assertTrue(line.startswith(f"domino-arena: {path}:{said}"), err)
        out, err = self.arena("run", "--check", "--variant", "block-2,draw-3", "--bots", "random,greedy,careful",
                              "--name", "spring", "--sets", "5", "--home", home, home=False)
        self.assertRegex(out, r"\Aspring: nothing is wrong; 45 matches would be played\nschedule: round-robin, 5 sets per "
                              r"table\nvariants: block-2, draw-3\nbots: random@\w{8}, greedy@\w{8}, careful@\w{8}\n\Z")
        self.assertEqual(err, "")
        self.assertFalse(os.path.exists(home))
        self.assertIn("--check and --json", self.refused("run", "--check", path, "--json"))

    def test_run_check_works_beside_a_run_and_knows_what_was_played(self):
        text = "name: t\nvariants: [block-2]\nbots: [random, greedy]\nsets: "
        self.arena("run", self.tournament(text + "1\n"))
        with open(os.path.join(self.home, "arena.db.lock"), "rb") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            out, _ = self.arena("run", "--check", self.tournament(text + "1\n"))
            self.assertTrue(out.startswith("t: nothing is wrong; all 2 matches were played\n"), out)
            out, _ = self.arena("run", "--check", self.tournament(text + "3\n"))
            self.assertTrue(out.startswith("t: nothing is wrong; it continues, 2 of 6 matches were played\n"), out)
            path = self.tournament(text.replace("greedy", "careful") + "1\n")
            self.assertIn("tournament 't' exists with other settings", self.refused("run", "--check", path))

    def test_a_missing_folder_a_closed_folder_and_a_missing_manifest_have_different_messages(self):
        closed, options = self.closed_folder(0o700)
        for mode, name, problem in ((0o700, "nowhere", "there is no such folder; allowed: a bot's folder"),
                                    (0o700, "closed", "there is no bot.yaml; allowed: a bot's folder"),
                                    (0, "closed", "Permission denied; allowed: a folder that you may read")):
            os.chmod(closed, mode)
            path = os.path.join(self.home, name)
            _, err = self.arena("run", "--variant", "block-2", "--bots", f"greedy,{path}", status=2, **options)
            self.assertEqual(err, f"domino-arena: --bots: {path}: {problem}\n")

    def test_a_starter_kit_in_a_closed_folder_names_the_folder(self):
        closed, options = self.closed_folder(0o500)
        _, err = self.arena("new", "python", os.path.join(closed, "mine"), status=3, **options)
        self.assertEqual(err, f"domino-arena: no folder can be made in {closed}: Permission denied\n")

    def test_an_anchor_that_is_not_a_bot_gives_a_note(self):
        text = "name: t\nvariants: [block-2]\nbots: [random, greedy]\nsets: 1\n"
        said = self.tournament(text + "rating: {anchor: {name: nobody, elo: 900}}\n")
        _, err = self.arena("run", said)
        self.assertIn("t.yaml:5: rating.anchor.name: no bot here is called 'nobody'; a list without it "
                      "holds the mean of all bots at 900\n", err)
        for name in ("greedy", "~"):
            said = self.tournament(text.replace(": t", ": u" + name[:1].strip("~")) +
                                   f"rating: {{anchor: {{name: {name}}}}}\n")
            self.assertNotIn("anchor.name", self.arena("run", said)[1])
        said = self.tournament(text.replace(": t", ": v").replace("random", "careful"))
        self.assertNotIn("anchor.name", self.arena("run", said)[1])  # no note about the default anchor

    def test_for_an_unknown_variant_the_existing_ones_are_listed(self):
        err = self.refused("run", "--variant", "block-9", "--bots", "random,greedy")
        self.assertIn("block-9", err)
        self.assertIn("block-2", err)
        self.assertIn("block-2", self.refused("variants", "blok"))
        for name in ("none.yaml", "none.yml", "./none"):
            self.assertIn(f"{name}: cannot be opened", self.refused("variants", name), "it is a file")

    def test_every_command_has_the_same_message_for_an_unknown_variant(self):
        self.arena(*PLAY, "--variant", "draw-2")
        near, rest = "there is no variant 'drow-2' (did you mean draw-2?); allowed: block-2, ", ", ...\n"
        for where, args in (("variants", ["variants", "drow-2"]),
                            ("--variant", ["check", "greedy", "--variant", "drow-2"]),
                            ("--variant", ["compare", "greedy", "random", "--variant", "drow-2"]),
                            ("--variant", ["run", "--bots", "random,greedy", "--variant", "drow-2"])):
            with self.subTest(args[0]):
                err = self.refused(*args)
                self.assertTrue(err.startswith(f"domino-arena: {where}: {near}"), err)
                self.assertTrue(err.endswith(rest), err)
        for command in ("leaderboard", "crosstable"):
            self.assertIn("no match of variant 'drow-2' was played (did you mean draw-2?)",
                          self.refused(command, "--variant", "drow-2"))

    def test_an_unknown_bot_is_named(self):
        self.assertIn("nobody", self.refused("run", "--variant", "block-2", "--bots", "random,nobody"))

    def test_too_few_bots_for_a_table_are_refused(self):
        self.refused("run", "--variant", "block-3", "--bots", "random,greedy")

    def test_neither_file_nor_variants_says_what_is_needed(self):
        self.assertIn("--variant V,...", self.refused("run"))

    # -- the data folder -------------------------------------------------------

    def test_without_matches_reading_commands_say_so_and_make_no_file(self):
        for command in (["leaderboard"], ["faults"], ["matches"],
                        ["crosstable"], ["export"], ["replay", "1"]):
            self.assertIn("no matches here yet", self.refused(*command))
        self.assertEqual(os.listdir(self.home), ["hostile.py"])

    def test_a_database_of_another_program_is_refused_and_kept(self):
        path = os.path.join(self.home, "arena.db")
        self.query("CREATE TABLE mine (x)")
        before = arena.read_bytes(path)
        self.assertIn(path, self.refused(*PLAY, status=3))
        self.assertEqual(arena.read_bytes(path), before)

    def test_a_text_file_as_database_is_refused(self):
        path = os.path.join(self.home, "arena.db")
        arena.write(path, "hello\n" * 100)
        self.assertIn(path, self.refused(*PLAY, status=3))

    def test_a_home_that_cannot_be_made_is_named(self):
        path = os.path.join(self.home, "file")
        arena.write(path, "")
        err = self.refused(*PLAY, "--home", os.path.join(path, "home"), status=3, home=False)
        self.assertIn(path, err)

    def test_an_unwritable_home_is_named(self):
        if os.geteuid() == 0:
            # Root may write anywhere, so the user nobody tries. That user needs access to the path.
            os.chmod(self.home, 0o755)
            command = ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups",
                       arena.PROGRAM, *PLAY, "--home", self.home]
        else:
            os.chmod(self.home, 0o555)
            command = [arena.PROGRAM, *PLAY, "--home", self.home]
        done = subprocess.run(command, capture_output=True, text=True, env=self.environment(),
                              check=False)
        os.chmod(self.home, 0o755)
        self.assertEqual(done.returncode, 3, done.stderr)
        self.assertIn(self.home, done.stderr)
        self.assertEqual(done.stderr.count("\n"), 1)

    def test_the_database_with_the_secret_is_closed_to_others(self):
        self.arena(*PLAY)
        mode = os.stat(os.path.join(self.home, "arena.db")).st_mode
        self.assertEqual(stat.S_IMODE(mode), 0o600)

    # -- reading ---------------------------------------------------------------

    def test_replay_shows_a_match_and_with_seat_only_what_that_seat_saw(self):
        self.arena(*PLAY)
        whole, _ = self.arena("replay", "1")
        self.assertIn("Round 1", whole)
        self.assertIn("Result:", whole)
        one_seat, _ = self.arena("replay", "1", "--seat", "0")
        self.assertIn("7 tiles", one_seat)
        self.assertIn("allowed: NUMBER or TOURNAMENT/NUMBER", self.refused("replay", "first"))
        _, err = self.arena("replay", "99", status=2)
        self.assertIn("no match 99", err)
        _, err = self.arena("replay", "other/1", status=2)
        self.assertIn("other", err)
        for option in (["--seat", "0"], ["--step"], ["--unicode"], ["--stderr"]):
            self.assertIn(f"--json and {option[0]} exclude each other",
                          self.refused("replay", "1", "--json", *option))
        self.assertIn("'one/1' is not a match of --tournament two",
                      self.refused("replay", "one/1", "--tournament", "two"))
        name = json.loads(self.arena("export")[0].splitlines()[0])["tournament"]
        self.arena("replay", f"{name}/1", "--tournament", name)

    def test_export_writes_jsonl_and_csv_to_standard_output_or_a_file(self):
        self.arena(*PLAY)
        out, _ = self.arena("export", "--format", "csv")
        lines = out.splitlines()
        self.assertEqual(len(lines), 1 + 4 * 2)
        self.assertTrue(all(line.count(",") == lines[0].count(",") for line in lines))
        path = os.path.join(self.home, "records.jsonl")
        self.arena("export", "--output", path)
        with open(path, encoding="utf-8") as file:
            self.assertEqual(len(file.readlines()), 4)
        self.assertEqual(self.arena("export", "--csv")[0], out)
        self.assertEqual(self.arena("export", "--csv", "--format", "csv")[0], out)
        self.assertIn("--csv and --format jsonl contradict each other",
                      self.refused("export", "--csv", "--format", "jsonl"))
        self.assertIn("jsonl, csv", self.refused("export", "--format", "xml"))
        chosen = [json.loads(line) for line in self.arena("export", "--set", "2", "--to", "3")[0].splitlines()]
        self.assertEqual([(match["match"], match["set"]) for match in chosen], [(3, 2)])
        self.assertEqual(self.arena("export", "--end", "crash")[0], "")
        self.assertEqual(self.arena("export", "--csv", "--bot", "greedy", "--variant", "block-2")[0], out)
        self.assertIn("no bot 'gredy' played", self.refused("export", "--bot", "gredy", "-o", path + "2"))
        self.assertFalse(os.path.exists(path + "2"))

    def test_an_export_to_a_file_that_ends_in_csv_is_csv(self):
        self.arena(*PLAY)
        csv, lines = self.arena("export", "--csv")[0], self.arena("export")[0]
        for name, args, out in (("a.csv", (), csv), ("a.csv.gz", (), csv), ("b.csv", ("--format", "jsonl"), lines), ("csv", (), lines),
                                ("c.jsonl", ("--csv",), csv)):
            path = os.path.join(self.home, name)
            self.arena("export", *args, "-o", path)
            written = arena.read_bytes(path)
            self.assertEqual((gzip.decompress(written) if name.endswith(".gz") else written).decode(), out, name)

    def test_an_export_to_a_file_that_ends_in_gz_is_compressed(self):
        self.arena(*PLAY)
        path = os.path.join(self.home, "records.jsonl.gz")
        for args in ((), ("--csv",), ("--limit", "1")):
            out, _ = self.arena("export", *args)
            self.assertEqual(self.arena("export", *args, "-o", path)[0], "")
            packed = arena.read_bytes(path)
            self.assertEqual(gzip.decompress(packed).decode(), out)
            self.arena("export", *args, "-o", path)
            self.assertEqual(arena.read_bytes(path), packed, "the same matches give the same file")
        os.chmod(path, 0o600)
        self.arena("export", "-o", path)
        self.assertEqual(stat.S_IMODE(os.stat(path).st_mode), 0o600)
        packed = arena.read_bytes(path)
        full = os.path.join(self.home, "full.gz")  # a link is written to directly
        os.symlink("/dev/full", full)
        self.assertIn("No space left on device", self.refused("export", "-o", full, status=3))
        self.query("UPDATE match SET rounds = rounds + 1 WHERE match = 3")
        self.refused("export", "-o", path, status=3)
        self.assertEqual(arena.read_bytes(path), packed)
        self.assertEqual([name for name in os.listdir(self.home) if "part" in name], [])

    def test_live_elo_is_zero_sum(self):
        self.arena("run", "--variant", "block-2,block-3,block-teams", "--bots",
                   "random,greedy,careful", "--sets", "5")
        lists = json.loads(self.arena("leaderboard", "--json")[0])["lists"]
        self.assertEqual([entry["variant"] for entry in lists], ["block-2", "block-3", "block-teams"])
        for entry in lists:
            self.assertAlmostEqual(sum(b["live_elo"] for b in entry["bots"]),
                                   1000 * len(entry["bots"]), places=6)


if __name__ == "__main__":
    arena.main()
