"""Output on a terminal: pages of `replay --step`, the live table of a run, lists that fit the window, colours."""
import contextlib
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import termios
import time

import arena

CONTROL = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
ENDING = r"ending: \d+ match(es)? under way (has|have) 5 s to finish; press Ctrl-C again to end at once"
MAKE_PLAYED = os.path.join(arena.BUILD, "tests", "web", "make_played")

PATIENCE_S = 5  # that a run which is interrupted gives to the matches under way
TRIES = 20
STUCK_BOT = """
import json, sys
print(json.dumps({"type": "hello", "protocol": 1, "max_tables": 1, "language": "python"}), flush=True)
for line in sys.stdin:
    if json.loads(line)["type"] == "ask":
        with open("/proc/self/comm", "w") as file:
            file.write(%r)
"""


class Terminal:
    """The program on a pseudo terminal of a given size."""

    def __init__(self, test, *args, columns=100, term="xterm", pipes=(), **environment):
        self.master, slave = pty.openpty()
        self.slave = slave
        self.test = test
        self.resize(columns)
        self.before = termios.tcgetattr(slave)
        env = dict(test.environment(), TERM=term, **environment)
        env.pop("COLUMNS", None)
        streams = {name: subprocess.PIPE if name in pipes else slave
                   for name in ("stdin", "stdout", "stderr")}
        # A separate session with this terminal, so that Ctrl-Z and hang-ups are real.
        self.process = subprocess.Popen(
            [arena.PROGRAM, *args, "--home", test.home], env=env, start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(slave, termios.TIOCSCTTY, 0), **streams)
        test.sessions.append(self.process.pid)
        self.text = ""

    def resize(self, columns, rows=50):
        fcntl.ioctl(self.slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def send(self, keys):
        os.write(self.master, keys)

    def read_until(self, pattern):
        """Return all output up to the first match of the pattern; fail the test if the program ends without one."""
        taken = self.read_until_or_end(pattern)
        if taken is None:
            self.test.fail(f"{pattern!r} did not come, but:\n{self.text!r}")
        return taken

    def read_until_or_end(self, pattern):
        """Return all output up to the first match of the pattern, or None if the program ends without one."""
        end = time.monotonic() + arena.DEADLINE_S
        while time.monotonic() < end:
            has_ended = self.process.poll() is not None
            self.drain()
            found = re.search(pattern, self.text, re.S)
            if found:
                taken, self.text = self.text[:found.end()], self.text[found.end():]
                return taken
            if has_ended:
                return None
            select.select([self.master], [], [], 0.2)
        return None

    def drain(self):
        while select.select([self.master], [], [], 0)[0]:
            self.text += os.read(self.master, 65536).decode("utf-8", "replace")
        return self.text

    def wait(self):
        """Return the exit status. The output is read meanwhile, because the program may wait for that."""
        end = time.monotonic() + arena.DEADLINE_S
        while self.process.poll() is None and time.monotonic() < end:
            if select.select([self.master], [], [], 0.05)[0]:
                self.text += os.read(self.master, 65536).decode("utf-8", "replace")
        self.drain()
        return self.process.wait(timeout=1)

    def is_as_before(self):
        return termios.tcgetattr(self.slave) == self.before

    def close(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            if stream:
                stream.close()
        os.close(self.master)
        os.close(self.slave)


class OnTerminal(arena.ArenaTest):

    @contextlib.contextmanager
    def terminal(self, *args, **options):
        terminal = Terminal(self, *args, **options)
        try:
            yield terminal
        finally:
            terminal.close()

    def play_two(self):
        self.arena("run", "--name", "t", "--variant", "block-2", "--bots", "random,greedy", "--sets", "1",
                   "--seed", "1")

    # -- builds --------------------------------------------------------------------

    def test_the_beginning_of_a_build_is_announced(self):
        folder = os.path.join(self.home, "slow")
        os.mkdir(folder)
        may_continue = os.path.join(self.home, "may-continue")
        arena.write(os.path.join(folder, "bot.yaml"),
                    "{name: slow, run: [none], build: [[sh, -c, 'until test -e %s; do sleep 0.1; done']]}\n"
                    % may_continue)
        with self.terminal("submit", folder) as t:
            told = t.read_until(r"building slow; its output: [^\r]*\r\n")
            arena.write(may_continue, "")
            self.assertEqual(t.wait(), 1)
        self.assertTrue(os.path.exists(re.search(r"output: (.*)\r", told)[1]))

    # -- replay --step -------------------------------------------------------------

    def pages_of(self, terminal, keys):
        """Yield the number of the page and of all pages after each key."""
        pages = []
        for key in keys:
            terminal.send(key)
            found = re.search(r"(\d+)/(\d+)  Enter", terminal.read_until(r"\d+/\d+  Enter.*?quit"))
            pages.append(int(found[1]))
        return pages

    def test_keys_page_through_a_match(self):
        self.play_two()
        with self.terminal("replay", "1", "--step") as t:
            first = t.read_until(r"1/\d+  Enter.*?quit")
            self.assertIn("Round 1", first)
            self.assertFalse(t.is_as_before(), "keys come at once")
            self.assertEqual(self.pages_of(t, [b"\r", b" ", b"\x1b[C", b"b", b"\x1b[D", b"\x1bOC", b"b", b"b",
                                               b"b"]),
                             [2, 3, 4, 3, 2, 3, 2, 1, 1])
            t.send(b"x\x1b")  # keys without a meaning
            t.send(b"n")
            self.assertIn("Round 2\r\n", t.read_until(r"\d+/\d+  Enter.*?quit"))
            t.send(b" ")
            self.assertRegex(t.read_until(r"\d+/\d+  Enter.*?quit"), r"\[\d\|\d\]")
            t.send(b"q")
            self.assertEqual(t.wait(), 0)
            self.assertTrue(t.is_as_before())
            self.assertTrue(t.text.endswith("\x1b[?1049l"), "its own screen is back")

    def test_the_last_page_is_the_result_and_n_reaches_it(self):
        self.play_two()
        with self.terminal("replay", "1", "--step") as t:
            total = int(re.search(r"1/(\d+)  Enter", t.read_until(r"1/\d+  Enter.*?quit"))[1])
            at = 1
            while at < total:
                now = self.pages_of(t, [b"n"])[0]
                self.assertGreater(now, at)
                at = now
            self.assertEqual(self.pages_of(t, [b"n", b" "]), [total, total])
            t.send(b"b\x04")
            self.assertEqual(t.wait(), 0)
            self.assertIn("Result:", self.arena("replay", "1")[0])
            self.assertTrue(t.is_as_before())

    def test_signals_restore_the_terminal(self):
        self.play_two()
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT):
            with self.subTest(number), self.terminal("replay", "1", "--step") as t:
                t.read_until(r"1/\d+  Enter.*?quit")
                self.assertFalse(t.is_as_before())
                t.process.send_signal(number)
                self.assertEqual(t.wait(), -number)
                self.assertTrue(t.is_as_before())

    def test_a_stop_signal_restores_the_terminal_until_the_program_continues(self):
        self.play_two()
        with self.terminal("replay", "1", "--step") as t:
            t.read_until(r"1/\d+  Enter.*?quit")
            t.process.send_signal(signal.SIGTSTP)
            os.waitpid(t.process.pid, os.WUNTRACED)
            self.assertTrue(t.is_as_before())
            t.drain()
            t.text = ""
            t.process.send_signal(signal.SIGCONT)
            t.read_until(r"1/\d+  Enter.*?quit")
            self.assertEqual(self.pages_of(t, [b" "])[-1:], [2])
            t.send(b"q")
            self.assertEqual(t.wait(), 0)
            self.assertTrue(t.is_as_before())

    def test_a_new_window_size_wraps_lines_again(self):
        self.play_two()
        with self.terminal("replay", "1", "--step", columns=100) as t:
            t.read_until(r"1/\d+  Enter.*?quit")
            for _ in range(9):
                self.pages_of(t, [b" "])
            t.resize(22)
            t.process.send_signal(signal.SIGWINCH)
            page = t.read_until(r"10/\d+  Enter.*?quit")
            rows = re.findall(r"^ *((?:\[\d\|\d\])+)", page, re.M)
            self.assertGreater(len(rows), 1, page)
            self.assertTrue(all(len(row) <= 20 for row in rows), rows)
            t.send(b"q")
            self.assertEqual(t.wait(), 0)

    def test_without_a_full_terminal_enter_shows_the_next_page(self):
        self.play_two()
        whole, _ = self.arena("replay", "1")
        process = self.start("replay", "1", "--step", stdin=subprocess.PIPE)
        out, err = process.communicate("\n" * 500)
        self.assertEqual((process.returncode, err), (0, ""))
        self.assertNotIn("\x1b", out)
        table = re.compile(r"^ *(\[\d\|\d\])+\n", re.M)
        self.assertEqual(table.sub("", out), table.sub("", whole))
        with self.terminal("replay", "1", "--step", term="dumb") as t:
            t.read_until(r"leads \d-\d[^\n]*\n")
            self.assertTrue(t.is_as_before())
            t.send(b"\n" * 3)
            t.read_until(r"  3  \d (random|greedy)")

    # -- replay --------------------------------------------------------------------

    def test_adjacent_tiles_of_a_line_match(self):
        self.play_two()
        out, _ = self.arena("replay", "1")
        lines = re.findall(r"(?:^  (?:\[\d\|\d\])+\n)+", out, re.M)
        self.assertEqual(len(lines), out.count("\nRound "))
        for line in lines:
            halves = re.findall(r"\d", line)
            self.assertEqual(halves[1:-1:2], halves[2::2])
            self.assertLessEqual(max(map(len, line.split("\n"))), 80)
        unicode, err = self.arena("replay", "1", "--unicode")
        self.assertEqual(err, "")
        shown = [c for c in unicode if 0x1F030 <= ord(c) <= 0x1F093]
        self.assertEqual(len(shown), sum(line.count("[") for line in lines))
        tiles = [(int(a), int(b)) for line in lines for a, b in re.findall(r"\[(\d)\|(\d)\]", line)]
        self.assertEqual([ord(c) for c in shown],
                         [(0x1F063 if a == b else 0x1F031) + 7 * a + b for a, b in tiles])

    def test_four_arms_and_tiles_that_lie_face_down_are_shown(self):
        self.arena("run", "--variant", "homo-homini-lupus", "--bots", "random,random#2,greedy,careful",
                   "--sets", "1", "--seed", "7")
        out, _ = self.arena("replay", "1")
        self.assertEqual(len(re.findall(r"^  lead   \[(\d)\|\1\]$", out, re.M)), 8)
        self.assertEqual(out.count("face down"), out.count("[#|#] closed"))
        self.assertGreater(out.count("face down"), 0)
        for lead, arms in re.findall(r"lead   \[(\d)\|\d\]\n((?:  end.*\n|    +\[.*\n)+)", out):
            for end, arm, state in re.findall(r"end (\d)  ((?:\[.\|.\]\s*)*) ?(closed|\d)\n", arms):
                halves = [lead, *re.findall(r"[\d#]", arm)]
                known = halves if "#" not in halves else halves[:halves.index("#")]
                self.assertEqual(known[0::2][:len(known) // 2], known[1::2][:len(known) // 2])
                self.assertEqual("#" in halves, state == "closed")
                if state != "closed":
                    self.assertEqual(halves[-1], state)

    def test_tiles_of_small_sets_have_unicode_characters(self):
        path = self.tournament("name: tiny\nvariants:\n"
                               "  tiny: {base: draw-2, set_max: 3, hand: 3, target: 10}\n"
                               "bots: [greedy, random]\nsets: 1\n")
        self.arena("run", path)
        shown, err = self.arena("replay", "1", "--unicode")
        self.assertEqual(err, "")
        self.assertRegex(shown, "[\U0001F031-\U0001F093]")

    def test_tiles_beyond_double_six_are_shown_in_brackets_with_a_notice(self):
        self.arena("run", "--variant", "block-5", "--bots", "random,random#2,greedy,careful,greedy#2",
                   "--sets", "1")
        out, err = self.arena("replay", "1", "--unicode")
        self.assertIn("[", out)
        self.assertEqual(err.count("\n"), 1)
        self.assertIn("only double-six tiles have Unicode characters", err)

    def test_clocks_show_the_rest_of_the_bank(self):
        path = self.tournament("name: t\nvariants: [block-2]\nsets: 1\nbots: [greedy, random]\n"
                               "limits: {move_ms: 1000, bank_ms: 5000, increment_ms: 100}\n")
        self.arena("run", path)
        out, _ = self.arena("replay", "1")
        banks = [int(b) for b in re.findall(r"^ +\d+  0 \S+ .* [um]?s, bank (\d+) ms$", out, re.M)]
        self.assertEqual(banks, [5100 + 100 * i for i in range(len(banks))])
        self.assertTrue(banks)
        path = self.tournament("name: none\nvariants: [block-2]\nsets: 1\nbots: [greedy, random]\n")
        self.arena("run", path)
        self.assertNotIn("bank", self.arena("replay", "1")[0])

    # -- the live table of a run -------------------------------------------------------

    def run_live(self, *args, **options):
        """Return all output, and the lines on the terminal at the end."""
        with self.terminal("run", *args, pipes=("stdin", "stdout"), **options) as t:
            status = t.wait()
            out = t.process.stdout.read().decode()
            return status, t.text, screen(t.text), out

    LIVE = ("--name", "live", "--variant", "block-2,draw-3", "--bots", "random,greedy,careful")

    def test_the_live_table_is_updated_and_removed(self):
        status, text, left, out = self.run_live(*self.LIVE, "--sets", "20")
        self.assertEqual(status, 0)
        tables = re.findall(r"live  (\d+)/180  (\d+) %  \d+ matches/s  ETA \S+  tables (\d+)  faults 0\r\n"
                            r"   bot +matches +share +faults\r\n((?:\d  \S+ +\d+ +[\d.]+% +0\r\n){3})",
                            CONTROL.sub("", text))
        self.assertTrue(tables, text)
        self.assertEqual(tables[-1][:3], ("180", "100", "0"))
        rows = [line.split()[1:] for line in tables[-1][3].splitlines()]
        self.assertIn("\x1b[1mlive  ", text)
        self.assertIn(f"\x1b[1m{rows[0][0]}\x1b[0m", text)
        self.assertEqual({row[0]: row[1] for row in rows},
                         {"random": "140", "greedy": "140", "careful": "140"})
        shares = [float(row[2].rstrip("%")) for row in rows]
        self.assertEqual(shares, sorted(shares, reverse=True))
        self.assertAlmostEqual(sum(shares), 150, delta=0.2)
        self.assertEqual([re.sub(r"\d+\.\d s .*", "", line) for line in left[:3]],
                         ["live: 180 matches", *left[1:3]])
        self.assertRegex(left[3], r"^180 matches in [\d.]+ s \(.*\), 0 faults$")
        self.assertEqual(left[4:], [""])
        self.assertIn("block-2: 120 matches", out)

    def test_starting_bots_are_counted(self):
        path = self.tournament("name: t\nvariants: [block-2]\nsets: 1\nbots:\n  - greedy\n  - random\n"
                               + arena.hostile("no-hello", name="slow") + "limits: {startup_ms: 1500}\n")
        status, text, left, _ = self.run_live(path, "--skip-broken")
        self.assertEqual(status, 1, "its matches were not played")
        self.assertRegex(CONTROL.sub("", text), r"^starting bots [0-2]/3\r\n")
        self.assertIn("starting bots 2/3", text)
        self.assertFalse([line for line in left if "starting" in line])

    def test_without_colours_the_table_has_none(self):
        _, text, _, _ = self.run_live(*self.LIVE, "--sets", "2", NO_COLOR="1")
        self.assertIn("  bot  ", text)
        self.assertNotRegex(text, r"\x1b\[[0-9;]*m")

    def test_a_dumb_terminal_and_a_pipe_get_plain_lines(self):
        _, text, _, _ = self.run_live(*self.LIVE, "--sets", "2", term="dumb")
        _, err = self.arena("run", *self.LIVE[2:], "--sets", "2")
        for plain in (text, err):
            self.assertNotIn("\x1b", plain)
            self.assertEqual(len(arena.without_progress(plain).splitlines()), 4, plain)

    def test_faults_are_printed_completely_above_the_table(self):
        path = self.tournament("name: t\nvariants: [block-2]\nsets: 5\nconcurrency: 1\nbots:\n"
                               + arena.hostile("illegal", 3) + "  - greedy\n")
        _, text, left, _ = self.run_live(path)
        self.assertRegex(CONTROL.sub("", text), r"  hostile +10 +[\d.]+% +2\r\n")
        faults = [line for line in left if line.startswith("fault: ")]
        self.assertEqual(len(faults), 2)
        for line in faults:
            self.assertRegex(line, r"^fault: hostile: illegal in match \d+: choice 9999 is not within 0\.\.\d+$")
        self.assertEqual(len(left), 2 + 3 + 1 + 1, left)

    @arena.nightly
    def test_the_live_table_continues_after_an_interruption(self):
        path = self.tournament("name: t\nvariants: [block-2]\nsets: 2000\nbots: [random, greedy]\n")
        with self.terminal("run", path, pipes=("stdin", "stdout")) as t:
            begun = t.read_until(r"t  [1-9]\d*/4000  ")
            t.send(b"\x03")
            self.assertEqual(t.wait(), 130)
            self.assertNotIn("  bot  ", "\n".join(screen(begun + t.text)[-3:]))
        status, text, _, _ = self.run_live(path)
        self.assertEqual(status, 0)
        self.assertRegex(text, r"t  4000/4000  100 %")
        self.assertEqual(re.findall(r"  (?:random|greedy) +(\d+) ", CONTROL.sub("", text))[-2:], ["4000", "4000"])

    def interrupt(self, path, times):
        """Send SIGINT `count` times while a match waits for a silent bot. Returns the output and the time until
        the end."""
        with self.terminal("run", path, pipes=("stdin", "stdout")) as t:
            said = t.read_until(r"t  2/6 [^\n]* tables [1-9]")
            begun = time.monotonic()
            for _ in range(times):
                t.process.send_signal(signal.SIGINT)  # a key would arrive later
                self.wait_until_taken(t.process.pid, signal.SIGINT)
            self.assertEqual(t.wait(), 130)
            took_s = time.monotonic() - begun
            self.assertIn("2 of 6 matches were played", t.text)
            self.assertEqual(len(re.findall(ENDING, t.text)), 1, t.text)
        self.assert_nothing_left()
        return said, took_s

    def wait_until_taken(self, pid, number):
        """A second signal is lost while the first one is pending."""
        def is_taken():
            pending = int(re.search(r"^ShdPnd:\s*(\w+)", arena.read(f"/proc/{pid}/status"), re.M)[1], 16)
            return not pending >> (number - 1) & 1
        arena.wait_until(is_taken, "the signal is taken")

    def test_the_first_ctrl_c_finishes_open_matches_and_the_second_ends_at_once(self):
        text = ("name: t\nvariants: [block-2]\nsets: 1\nlimits: {move_ms: 3600000}\nbots:\n"
                "  - greedy\n  - random\n")
        self.arena("run", self.tournament(text))
        path = self.tournament(text + arena.hostile("silent"))  # only its matches are left
        said, patient_s = self.interrupt(path, times=1)
        self.assertIn("t continues: 2 of 6 matches were played", said)
        self.assertGreater(patient_s, PATIENCE_S - 0.1, "running matches get so much time, and not the bot's hour")
        for _ in range(TRIES):  # a busy machine may take longer than that to end at once
            said, took_s = self.interrupt(path, times=2)
            self.assertIn("t continues: 2 of 6 matches were played", said)
            if took_s < PATIENCE_S:
                return
        self.fail("the second signal has not ended the run at once")

    @arena.nightly
    def test_a_small_window_cuts_lines_and_rows(self):
        bots = ",".join(["random", "greedy", "careful"] + [f"random#{i}" for i in range(2, 10)])
        for columns in arena.in_nightly((100, 30), (30,)):
            with self.subTest(columns):
                _, text, left, _ = self.run_live("--variant", "block-2", "--bots", bots, "--sets", "1",
                                                 columns=columns)
                frame = re.findall(r"\x1b\[1m(quic.*?\r\n.*?)(?=\x1b\[\d+A|\r\x1b|$)", text, re.S)[-1]
                lines = CONTROL.sub("", frame).splitlines()
                self.assertLessEqual(max(map(len, lines)), columns - 1)
                self.assertLessEqual(len(lines), 2 + 8 + 1)
                self.assertNotIn("share", "".join(left))

    # -- Ctrl-C ------------------------------------------------------------------------

    def stuck_bot(self):
        """The folder of a bot that answers no ask, and the name that its process takes when it gets the first one."""
        folder, asked = os.path.join(self.home, "stuck"), f"asked-{os.getpid()}"
        arena.write(os.path.join(folder, "bot.py"), STUCK_BOT % asked)
        arena.write(os.path.join(folder, "bot.yaml"), f"{{name: stuck, run: [{arena.PYTHON}, bot.py], transport: stdio}}\n")
        return folder, asked

    def count_running(self, name):
        count = 0
        for pid in filter(str.isdigit, os.listdir("/proc")):
            with contextlib.suppress(OSError), open(f"/proc/{pid}/comm", encoding="utf-8") as file:
                count += file.read() == name + "\n"
        return count

    def interrupt_when_asked(self, asked, processes, *command):
        """Press Ctrl-C once so many processes have got an ask, and again once the command says what it waits for. Return
        whether it said so; if not, it had ended."""
        with self.terminal(*command) as t:
            def have_asked():
                t.drain()
                return self.count_running(asked) >= processes or t.process.poll() is not None
            arena.wait_until(have_asked, "the bots are asked")
            t.send(b"\x03")
            has_said = t.read_until_or_end(ENDING) is not None
            t.send(b"\x03")
            status = t.wait()
            if has_said:
                self.assertEqual(status, 130, t.text)
        self.assert_nothing_left()  # the bot of the next command has the same name
        return has_said

    def test_ctrl_c_says_at_once_for_what_every_command_waits(self):
        folder, asked = self.stuck_bot()
        path = self.tournament(f"name: t\nvariants: [block-2]\nsets: 2\nlimits: {{move_ms: 60000}}\n"
                               f"bots: [{folder}, random]\n")
        shards = os.path.join(self.home, "shards")
        self.arena("shard", "plan", path, "--of", "1", "-o", shards)
        for command in (("run", path), ("shard", "run", shards, "1")):
            with self.subTest(command[0]):
                self.assertTrue(self.interrupt_when_asked(asked, 1, *command))
        # An ask of these may take one second, and check and submit make two runs at the same time. The signal has to come when
        # the run that prints has a table, which a busy machine may miss.
        for processes, *command in ((1, "compare", folder, "random", "--variant", "block-2"), (2, "check", folder),
                                    (2, "submit", folder)):
            with self.subTest(command[0]):
                self.assertTrue(any(self.interrupt_when_asked(asked, processes, *command) for _ in range(TRIES)))

    # -- lists -------------------------------------------------------------------------

    def long_names(self):
        """A database with 12 bots that have names of 32 letters."""
        names = [f"a-bot-of-a-name-with-32-letter{i:02}" for i in range(1, 13)]
        subprocess.run([MAKE_PLAYED, os.path.join(self.home, "arena.db"), "t" * 64, "finished", "1", *names], check=True)
        return names

    def list_in(self, columns, *args):
        with self.terminal(*args, columns=columns) as t:
            self.assertEqual(t.wait(), 0, t.text)
            return t.text.replace("\r\n", "\n")

    @arena.nightly
    def test_lists_fit_the_window_and_are_whole_elsewhere(self):
        names = self.long_names()
        for args in (("leaderboard",), ("leaderboard", "--live"), ("leaderboard", "--history"), ("crosstable",),
                     ("leaderboard", "--predict", ",".join(names[:3]), "--variant", "homo-homini-lupus"),
                     ("leaderboard", "--bot", names[0]), ("leaderboard", "--bot", names[0], "--variant", "block-2"),
                     ("matches", "--limit", "5", "--variant", "block-2"), ("matches", "--limit", "5"), ("seats",),
                     ("variants",), ("--help",), ("run", "--help"), ("matches", "--help")):
            whole, _ = self.arena(*args)
            for columns in arena.in_nightly((80, 120), (80,)):
                with self.subTest(args, columns=columns):
                    shown = CONTROL.sub("", self.list_in(columns, *args))
                    self.assertLessEqual(max(map(len, shown.splitlines())), columns, shown)
                    self.assertGreaterEqual(len(shown.splitlines()), len(whole.splitlines()))
            self.assertNotIn("\u2026", whole)
            self.assertNotIn("\x1b", whole)
        self.assertIn(names[0], self.arena("matches", "--limit", "100")[0])
        wide = self.list_in(300, "leaderboard", "--variant", "block-2")
        self.assertLessEqual(max(map(len, CONTROL.sub("", wide).splitlines())), 120, "longer lines are hard to read")

    def test_a_shortened_name_keeps_its_beginning_and_its_end(self):
        self.long_names()
        shown = self.list_in(80, "leaderboard", "--variant", "block-2")
        self.assertEqual(len(re.findall(r"  a-bot-\S+\u2026\S+letter\d\d ", CONTROL.sub("", shown))), 12, shown)
        shown = self.list_in(80, "matches", "--variant", "block-2")
        self.assertEqual(len(re.findall(r"a-b\S*\u2026\S*r\d\d -?\d+ \(\d\)", CONTROL.sub("", shown))), 40, shown)

    def test_the_events_of_a_replay_fit_the_window(self):
        self.long_names()
        shown = self.list_in(80, "replay", self.arena("matches", "--variant", "block-2", "--limit", "1", "--csv")[0]
                             .splitlines()[1].split(",")[0])
        events = re.findall(r"^ +\d+  \d .*", shown, re.M)
        self.assertGreater(len(events), 3, shown)
        for line in events:
            self.assertRegex(line, r"^ +\d+  \d a-b\S*\u2026\S*ter\d\d  (leads|plays|draws|passes|fault:)")
            self.assertLessEqual(len(line), 80)

    # -- colours -----------------------------------------------------------------------

    def test_colours_are_shown_only_where_they_are_wanted(self):
        self.long_names()

        command = ("matches", "--limit", "100")  # some of them ended by a fault
        self.assertIn("\x1b[", self.list_in(200, *command))
        self.assertNotIn("\x1b", self.list_in(200, *command, "--color", "never"))
        for variable, value, is_shown in (("NO_COLOR", "1", False), ("NO_COLOR", "", True), ("TERM", "dumb", False),
                                          ("DOMINO_ARENA_COLOR", "never", False)):
            options = {"term": value} if variable == "TERM" else {variable: value}
            with self.subTest(variable, value=value), self.terminal(*command, **options) as t:
                self.assertEqual(t.wait(), 0)
                self.assertEqual("\x1b" in t.text, is_shown, t.text)
        piped, _ = self.arena(*command, "--color", "always")
        self.assertIn("\x1b[", piped)
        self.assertEqual(CONTROL.sub("", piped), self.arena(*command)[0])
        _, err = self.arena("crosstable", "--color", "yes", status=2)
        self.assertEqual(err, "domino-arena: --color: 'yes' is not allowed; allowed: auto, always, never\n")


def screen(text):
    """The lines on the terminal after all this output."""
    lines, row, column = [""], 0, 0
    for part in re.findall(r"\x1b\[[0-9;?]*[A-Za-z]|[\r\n]|[^\x1b\r\n]+", text):
        if part == "\n":
            row += 1
            if row == len(lines):
                lines.append("")
        elif part == "\r":
            column = 0
        elif part.startswith("\x1b") and part.endswith("A"):
            row -= int(part[2:-1])
        elif part.startswith("\x1b") and part[-1] in "JK":
            lines[row] = lines[row][:column]
            if part[-1] == "J":
                del lines[row + 1:]
        elif not part.startswith("\x1b"):
            lines[row] = lines[row][:column].ljust(column) + part + lines[row][column + len(part):]
            column += len(part)
    return lines


if __name__ == "__main__":
    arena.main()
