"""`check` finds what a bot does wrong, names it and says how to mend it."""
import concurrent.futures
import json
import os
import shutil
import signal

import arena

SAMPLES = os.path.join(arena.BUILD, "share", "domino-arena", "bots")

# Mode of hostile.py -> the check that fails, words of its line, words of the advice.
FAILING = {
    "exit-at-start": ("handshake", "exited with status 1", "make sure that the program starts"),
    "no-hello": ("handshake", "no hello within startup_ms", "(default: zmq)"),
    "first-not-hello": ("handshake", "its first message is not hello", "its first message is hello"),
    "wrong-protocol": ("handshake", "it speaks protocol 2", "with protocol 1"),
    "illegal": ("variants", "illegal in block-2, one table at a time: choice 9999", "an index into `legal`"),
    "both": ("variants", "protocol in block-2", "protocol/SPEC.md"),
    "garbage": ("variants", "not a MessagePack message", "protocol/vectors"),
    "crash": ("variants", "crash in block-2, one table at a time: killed by signal 9", "running until `bye`"),
    "one-table": ("tables", "16 tables at the same time: exited with status 1", "for each `table`"),
    "no-new-keys": ("unknown-keys", "exited with status 1", "ignore keys that the bot does not know"),
    "no-new-types": ("unknown-types", "exited with status 1", "ignore messages whose `type`"),
    "impatient": ("slow-start", "exited with status 1", "without a time limit"),
    "late": ("deadlines", "timeout in block-2", "within clock.move_ms"),
    "one-of-bundle": ("deadlines", "asks, of which", "by its own `req`"),
    "one-req-for-bundle": ("deadlines", "the same `req` more than once in a message", "by its own `req`"),
    "stop": ("deadlines", "stall in block-2", "answer every ask"),
    "linger": ("bye", "did not end within 2 s of `bye`", "end the process"),
}
TRIED = arena.in_nightly(list(FAILING), list(FAILING)[::3])

# The evidence that is shown: the ask that was answered wrongly, the answer, what the bot printed.
ASKED = ["illegal", "both", "garbage", "crash", "late"]
SENT = ["illegal", "both", "garbage"]
PRINTED = {
    "exit-at-start": "I do not want to play",
    "one-table": "two tables at the same time",
    "no-new-keys": "what is a novelty",
    "no-new-types": "what is a novelty",
    "impatient": "no welcome within a second",
}
ROWS = ["handshake", "variants", "tables", "unknown-keys", "unknown-types", "slow-start", "asks",
        "deadlines", "bye"]


AT_ONCE = 3  # number of checks that run at the same time; they mostly wait


def use_one_core():
    os.sched_setaffinity(0, [min(os.sched_getaffinity(0))])


# Mistakes of beginners, as a bot in Python: what choose does, or with a newline the whole program -> texts that
# `check` prints. Those of the fault come first; they stand on the line of the failed check.
BROKEN = {
    "exception": ("view.legal[99]", ["IndexError: tuple index out of range (bot.py:4)"]),
    "crash-later": ("view.legal[99] if os.times().elapsed and count() > 20 else 0",
                    ["IndexError: tuple index out of range (bot.py:4)"]),
    "wrong-return": ("'draw'", ["BotError: the bot answered 'draw', which is neither one of the"]),
    "no-return": ("None", ["BotError: the bot answered None, which is neither one of the"]),
    "wrong-key": ("view.legl", ["AttributeError: a view has no 'legl'", "(bot.py:4)"]),
    "memory": ("bytearray(1 << 62)", ["MemoryError"]),
    "file-outside": ("open('/home/me/weights.txt')",
                     ["FileNotFoundError: [Errno 2] No such file or directory: '/home/me/weights.txt' (bot.py:4)"]),
    "no-such-module": ("\nimport no_such_module\n", ["No module named 'no_such_module' (bot.py:2)"]),
    "syntax": ("\ndef choose(view)\n    return 0\n", ["SyntaxError: ", "bot.py:2"]),
    "segfault": ("os.kill(os.getpid(), 11)", ["killed by signal 11 (Segmentation fault)"]),
    "endless": ("[0 for _ in iter(int, 1)]", ["no answer in time, after ", "; allowed: 1000 ms an ask"]),
}
BROKEN_TRIED = arena.in_nightly(list(BROKEN), ["exception", "no-return", "no-such-module", "file-outside"])


class Check(arena.ArenaTest):

    def folder(self, mode, at=5, base=""):
        """A bot in BASE/kit; the arena that checks it has its data in BASE/arena."""
        path = os.path.join(self.home, base, "kit")
        shutil.rmtree(path, ignore_errors=True)
        os.makedirs(path)
        shutil.copy(arena.HOSTILE, path)
        arena.write(os.path.join(path, "bot.yaml"), f"name: hostile\nrun: [{arena.PYTHON}, hostile.py, {mode}, '{at}']\n"
                                                    "variants: [block-2, draw-2]\n")
        shutil.rmtree(os.path.join(self.home, base, "arena"), ignore_errors=True)
        return path

    def check(self, bot, *args, status, **options):
        home = os.path.join(self.home, os.path.dirname(bot), "arena")
        out, err = self.arena("check", bot, "--home", home, *args, status=status, home=False, **options)
        left = os.listdir(home) if os.path.exists(home) else []
        self.assertLessEqual(set(left), {"logs", "bots", "passed", "check.db"}, "left behind")
        return out, err

    def failure(self, mode):
        """Checks a bot in this mode and returns the output. No snapshot of the bot may be kept."""
        out, _ = self.check(self.folder(mode, base=mode), "--asks", "20", status=1)
        self.assertFalse(os.path.exists(os.path.join(self.home, mode, "arena", "bots")))
        return out

    def test_every_failure_names_the_check_and_the_advice(self):
        with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
            checks = {mode: pool.submit(self.failure, mode) for mode in TRIED}
        for mode in TRIED:
            row, text, mend = FAILING[mode]
            with self.subTest(mode):
                out = checks[mode].result()
                failed = [line for line in out.splitlines() if line.startswith("failed ")]
                self.assertEqual(len(failed), 1, out)
                self.assertEqual(failed[0].split()[1], row)
                self.assertIn(text, failed[0])
                after = out[out.index(failed[0]):].splitlines()
                self.assertIn("to fix it", after[1])
                self.assertIn(mend, after[1])
                if mode in ASKED or row == "handshake":
                    self.assertEqual("it was asked  {" in out, mode in ASKED, out)
                self.assertEqual("it sent  " in out, mode in SENT, out)
                if mode in PRINTED:
                    self.assertIn("| " + PRINTED[mode], out)
                self.assertEqual(out.splitlines()[-1], "failed")

    @arena.nightly
    def test_a_fault_at_the_nth_ask_is_not_blamed_on_what_a_pass_adds(self):
        for name, row in (("illegal", "tables"), ("crash", "tables")):
            with self.subTest(name):
                # Not in its first matches, but soon, because each seat has only one process on one core.
                bot = self.folder(name, at=200)
                out, _ = self.check(bot, "--asks", "20", "--variant", "block-2", status=1, preexec_fn=use_one_core)
                self.assertRegex(out, f"(?m)^failed +{row} .*; it also fails in plain matches$")
                self.assertNotIn("for each `table`", out)
                self.assertIn(FAILING[name][2], out)

    def test_one_slow_exit_is_a_remark(self):
        out, _ = self.check(self.folder("linger-once"), "--asks", "20", status=0)
        self.assertRegex(out, "(?m)^passed +bye +1 of [0-9]+ processes did not end within 2 s of `bye`")

    def broken(self, name):
        """Checks a bot with this mistake. Returns what is printed."""
        choose, _ = BROKEN[name]
        program = choose if "\n" in choose else (
            "import os, itertools\ncount = itertools.count().__next__\n"
            f"def choose(view):\n    return {choose}\nimport domino_arena\ndomino_arena.run(choose)\n")
        with open(os.path.join(SAMPLES, "random-python", "domino_arena.py"), encoding="utf-8") as file:
            sdk = file.read()
        bot = self.folder_of(f"[{arena.PYTHON}, bot.py]", {"bot.py": program, "domino_arena.py": sdk}, "stdio", name)
        return self.check(bot, "--asks", "20", status=1)[0]

    def test_a_mistake_in_a_bot_is_told_with_its_error_and_line(self):
        with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
            checks = {name: pool.submit(self.broken, name) for name in BROKEN_TRIED}
        for name in BROKEN_TRIED:
            with self.subTest(name):
                out = checks[name].result()
                failed, after = out[out.index("failed "):].split("to fix it", 1)
                failed = " ".join(failed.split())
                for text in BROKEN[name][1]:
                    self.assertIn(text, failed)
                if "Error: " in failed and name not in ("no-such-module", "syntax"):
                    self.assertIn("| in this position:\n", after)
                    self.assertRegex(after, r"\| \[\.\.\. [0-9]+ lines? left out \.\.\.\]\n")
                    last = [line for line in after.splitlines() if line.startswith("         | ")][-1]
                    self.assertIn("Error: ", last)
                if name == "file-outside" and "bwrap" in arena.sandbox_levels():
                    self.assertIn("; the sandbox shows only /usr, the bot's folder and what `show` names", failed)

    def test_a_crash_in_a_rare_position_is_not_blamed_on_what_a_pass_adds(self):
        """The bot has no memory. Whichever pass meets the position first, its control has the same deals."""
        program = ("import sys, zlib\nimport domino_arena\ndef choose(view):\n"
                   "    position = repr((view.hand, view.ends, view.seed)).encode()\n"
                   "    return 1 // (zlib.crc32(position) % 300)  # fails in one position of 300\n"
                   "domino_arena.run(lambda view: choose(view) and 0)\n")
        with open(os.path.join(SAMPLES, "random-python", "domino_arena.py"), encoding="utf-8") as file:
            sdk = file.read()
        bot = self.folder_of(f"[{arena.PYTHON}, bot.py]", {"bot.py": program, "domino_arena.py": sdk}, "stdio")
        out, _ = self.check(bot, "--asks", "3000", status=1)
        failed = [line for line in out.replace("\n" + " " * 24, " ").splitlines() if line.startswith("failed ")]
        self.assertTrue(failed, out)
        for line in failed:
            if line.split()[1] not in ("variants", "asks"):
                self.assertIn("; it also fails in plain matches", line, out)
        self.assertNotIn("for each `table`", out)
        self.assertNotIn("that the bot does not know", out)

    def test_a_bot_that_never_flushes_is_told_so(self):
        hello = 'import sys\nsys.stdout.write(\'{"type":"hello","protocol":1}\\n\')\n'
        listen = "for line in sys.stdin:\n    pass\n"
        for program, told in ((hello + listen, "if the bot has written one, "),
                              (hello + "sys.stdout.flush()\n" + listen, "if it has written an answer, ")):
            out, _ = self.check(self.folder_of(f"[{arena.PYTHON}, bot.py]", {"bot.py": program}, "stdio"), status=1)
            self.assertIn(told + "it must flush its standard output after every message", " ".join(out.split()))

    def folder_of(self, run, files, transport="zmq", base=""):
        path = os.path.join(self.home, base, "kit")
        shutil.rmtree(path, ignore_errors=True)
        os.makedirs(path)
        for name, text in files.items():
            arena.write(os.path.join(path, name), text)
            os.chmod(os.path.join(path, name), 0o755 if text.startswith("#!") else 0o644)
        arena.write(os.path.join(path, "bot.yaml"), f"name: kit\nrun: {run}\ntransport: {transport}\nvariants: [block-2]\n")
        return path

    def test_a_program_that_cannot_be_executed_is_explained(self):
        line = "its first line names the interpreter"
        for run, files, words in (
                ("[./bot]", {}, "./bot: there is no such file"),
                ("[./.]", {}, "./.: this is a folder; allowed: a program"),
                ("[/dev/null]", {}, "/dev/null: this is not a file; allowed: a program"),
                ("[./bot]", {"bot": "x"}, "./bot: the file may not be executed (chmod +x)"),
                ("[no-such-language, bot]", {"bot": "x"}, "no-such-language: there is no such program in /usr/local/bin:"),
                ("[./bot]", {"bot": "#!/usr/bin/no-such\n"}, f"./bot: {line} /usr/bin/no-such, which is not there"),
                ("[./bot]", {"bot": "#! /usr/bin/no-such -u\nx"}, f"{line} /usr/bin/no-such, which is not there"),
                ("[./bot]", {"bot": "#!/usr/bin/env no-such\n"}, f"{line} no-such, which is in none of /usr/local/bin:"),
                ("[./bot]", {"bot": f"#!{arena.PYTHON}\r\nx\r\n"}, "its first line ends in a carriage return"),
                ("[./bot]", {"bot": "#!\n"}, f"{line} , which is not there")):
            with self.subTest(words):
                out, _ = self.check(self.folder_of(run, files), status=1)
                self.assertIn("failed   handshake", out)
                self.assertIn(words, out)

    def test_a_file_that_the_sandbox_does_not_show_is_named(self):
        if "bwrap" not in arena.sandbox_levels():
            self.skipTest("no sandbox bwrap here")
        elsewhere = os.path.join(self.home, "venv")  # a link to Python, as in a virtual environment
        os.symlink(arena.PYTHON, elsewhere)
        script = os.path.join(self.home, "script.py")
        arena.write(script, "")
        shown = "shown: /usr, the bot's folder and what `show` names"
        for run, files, words in (
                ("[./bot]", {"bot": f"#!{elsewhere}\n"},
                 f"names the interpreter {elsewhere}, which the sandbox does not show; {shown}"),
                (f"[{elsewhere}, bot.py]", {"bot.py": "import no_such_module\n"},
                 f"exited with status 1; the sandbox shows {elsewhere} without what it needs beside it"),
                (f"[{arena.PYTHON}, {script}]", {},
                 f"exited with status 2; the sandbox does not show {script}; {shown}")):
            with self.subTest(words):
                out, _ = self.check(self.folder_of(run, files), status=1)
                self.assertIn(words, out)

    def test_text_printed_among_json_lines_is_quoted(self):
        for text, shown in (("loading the model", "loading the model"), ("[1]", "[1]"), ("3.5", "3.5"),
                            ("x" * 100, "x" * 60 + "..."), ("\x1b[2J\u00e9", "?[2J??"),
                            ("{'a': 1}", "{'a': 1}"), ('{"a": 1}', '{"a": 1}'),
                            ("  {'type': 'hello'}", "  {'type': 'hello'}"), ('{"type": 1}', '{"type": 1}')):
            bot = self.folder_of(f"[{arena.PYTHON}, bot.py]", {"bot.py": f"print({text!r})\n"}, "stdio")
            out, _ = self.check(bot, status=1)
            self.assertIn(f"it printed '{shown}' to its standard output", out)
            self.assertIn("print everything else to standard error", out)

    def test_a_message_with_a_mistake_is_not_taken_for_printed_text(self):
        message = '{"type": "hello", "protocol": "1"}'
        bot = self.folder_of(f"[{arena.PYTHON}, bot.py]", {"bot.py": f"print({message!r})\n"}, "stdio")
        out, _ = self.check(bot, status=1)
        self.assertIn("hello.protocol: expected an integer", out)
        self.assertNotIn("it printed", out)

    def test_the_json_report_has_the_same_findings(self):
        bot = self.folder("illegal")
        report = json.loads(self.check(bot, "--json", status=1)[0])
        self.assertEqual((report["schema"], report["bot"], report["passed"]), (1, "hostile", False))
        self.assertEqual([c["name"] for c in report["checks"]], ROWS)
        results = {c["name"]: c["result"] for c in report["checks"]}
        self.assertEqual(results["handshake"], "passed")
        self.assertEqual(results["variants"], "failed")
        self.assertEqual(results["tables"], "skipped")
        fault = report["checks"][1]["fault"]
        self.assertEqual((fault["code"], fault["variant"]), ("illegal", "block-2"))
        self.assertGreaterEqual(fault["choice"], 4)  # the fifth ask of that bot
        self.assertGreaterEqual(len(fault["ask"]["legal"]), 2)
        again = json.loads(self.arena("ask", bot, f"{fault['tournament']}/{fault['match']}",
                                      str(fault["step"]), "--db", report["matches_db"], "--json", status=1)[0])
        self.assertEqual(again["asked"]["now"]["fault"], "illegal")
        self.assertEqual(bytes.fromhex(fault["answer_hex"])[1:6], b"\xa4type")

    def test_a_good_bot_answers_ten_thousand_asks(self):
        """10,000 in the nightly run, else 1,000."""
        asks = arena.in_nightly((), ("--asks", "1000"))
        home = os.path.join(self.home, "arena")
        out, _ = self.arena("check", "greedy", "--home", home, "--json", "--variant",
                            "block-2,draw-3,block-teams,homo-homini-lupus", *asks, home=False)
        report = json.loads(out)
        self.assertTrue(report["passed"])
        self.assertEqual({c["result"] for c in report["checks"]}, {"passed"})
        self.assertGreaterEqual(report["asks"], arena.in_nightly(10000, 1000))
        us = report["latency_us"]
        self.assertLessEqual(us["p50"], us["p90"])
        self.assertLessEqual(us["p90"], us["p99"])
        self.assertLessEqual(us["p99"], us["p999"])
        self.assertLessEqual(us["p999"], us["max"])
        self.assertGreaterEqual(us["max"], 1)
        self.assertIn("4 variants", report["checks"][1]["text"])

    def test_nothing_is_left_of_a_check_that_is_ended(self):
        """It plays in two processes at that time."""
        for number, status in ((signal.SIGINT, 130), (signal.SIGKILL, -signal.SIGKILL)):
            check = self.start("check", "random", "--variant", "block-2", "--asks", "1000000")
            self.assertRegex(check.stdout.readline(), "random@")
            check.send_signal(number)
            self.finish(check, status)
            self.wait_for_orphans()

    def test_a_bot_with_json_lines_passes(self):
        path = self.folder("good")
        for name in ("bot.py", "domino_arena.py"):
            shutil.copy(os.path.join(SAMPLES, "random-python", name), path)
        arena.write(os.path.join(path, "bot.yaml"),
                    f"name: liner\nrun: [{arena.PYTHON}, bot.py]\ntransport: stdio\nvariants: [draw-2]\n")
        out, _ = self.check(path, "--asks", "100", status=0)
        self.assertIn("passed   unknown-keys", out)
        self.assertEqual(out.splitlines()[-1], "passed")

    def test_a_bot_that_cannot_be_checked_is_refused(self):
        path = self.folder("good")
        for text, words in (("name: hostile\n", "bot.yaml:1: run: is missing"),
                            ("name: Hostile\nrun: [x]\n", "bot.yaml:1: name:"),
                            ("name: hostile\nrun: [x]\nvariants: [blok-2]\n",
                             "names no variant that this arena has")):
            arena.write(os.path.join(path, "bot.yaml"), text)
            _, err = self.check(path, status=2)
            self.assertIn(words, err)
            self.assertEqual(err.count("\n"), 1)
        _, err = self.check("gredy", status=2)
        self.assertIn("did you mean greedy?", err)
        _, err = self.check("greedy", "--variant", "blok-2", status=2)
        self.assertIn("block-2", err)

    def test_a_variant_misspelt_in_the_manifest_is_a_remark(self):
        path = self.folder("good")
        arena.write(os.path.join(path, "bot.yaml"), f"name: mb\nrun: [{arena.PYTHON}, hostile.py, good]\n"
                                                    "variants: [draw-2, block2, draw-2x]\n")
        out, err = self.check(path, "--asks", "20", status=0)
        self.assertEqual(err, "".join(
            f"domino-arena: mb: bot.yaml:3: variants: there is no variant '{name}' (did you mean "
            f"{near}?); it is not tried\n" for name, near in (("block2", "block-2"), ("draw-2x", "draw-2"))))
        self.assertIn("passed   variants       1 variant,", out)
        _, err = self.check(path, "--asks", "20", "--variant", "draw-2", status=0)
        self.assertEqual(err, "")

    @arena.nightly
    def test_a_folder_with_the_name_of_a_snapshot_gives_one_remark(self):
        self.folder("good")
        home = os.path.join(self.home, "arena")
        self.arena("run", "--variant", "block-2", "--bots", "./kit,random", "--sets", "1", "--home", home,
                   home=False, cwd=self.home)
        os.rename(os.path.join(self.home, "kit"), os.path.join(self.home, "hostile"))
        _, err = self.arena("check", "hostile", "--asks", "20", "--home", home, home=False, cwd=self.home)
        self.assertRegex(err, r"\Adomino-arena: check: hostile means hostile@[0-9a-f]{8}, the newest version that played; the folder is ./hostile\n\Z")

    def test_the_first_errors_of_a_failed_build_are_printed(self):
        path = self.folder("good")
        lines = ["cc -Werror bot.c"] + [f"note {n}" for n in range(50)] + ["bot.c:3:5: error: x"]
        lines += [f"{n} more" for n in range(50)]
        arena.write(os.path.join(path, "output"), "\n".join(lines) + "\n")
        arena.write(os.path.join(path, "bot.yaml"), "name: broken\nrun: [./x]\nbuild: [[cat, output], ['false']]\n")
        _, err = self.check(path, status=2)
        shown = [line[2:] for line in err.splitlines()[1:-1]]  # after the line that the build begins
        self.assertEqual(shown, ["bot.c:3:5: error: x"] + [f"{n} more" for n in range(9)])
        self.assertIn("'false' exited with status 1; its output: ", err.splitlines()[-1])

    def test_the_log_of_a_failed_build_is_kept(self):
        path = self.folder("good")
        arena.write(os.path.join(path, "bot.yaml"), "name: broken\nrun: [./x]\nbuild: [[sh, -c, 'echo no compiler; exit 4']]\n")
        _, err = self.check(path, status=2)
        self.assertIn("'sh' exited with status 4", err)
        self.assertIn("\n| no compiler\n", err)
        log = err.split("its output: ")[-1].strip()
        self.assertIn("no compiler", arena.read(log))


if __name__ == "__main__":
    arena.main()
