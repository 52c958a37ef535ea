"""`ask`: a bot is asked again what was asked in a stored match."""
import glob
import json
import os
import shlex
import signal
import subprocess

import arena

# Speaks the protocol by itself, notes what it is sent, and plays the last legal action of every ask. MODE is a fault.
BOT = """import json, os, sys, time
MODE = sys.argv[1]
asks = 0
print(json.dumps({"type": "hello", "protocol": 1, "events": True, "max_tables": 16}), flush=True)
for line in sys.stdin:
    message = json.loads(line)
    print(message["type"], file=sys.stderr, flush=True)
    if message["type"] == "bye":
        break
    if message["type"] != "ask":
        continue
    asks += 1
    if MODE == "fifth" and asks == 5:
        raise KeyError("the fifth ask")
    if MODE == "strict" and "novelty" in message:
        raise ValueError("an unknown key")
    if MODE == "two" and len(message["legal"]) == 2:
        raise IndexError("two actions")
    if MODE == "slow":
        time.sleep(1)
    more = {"info": {"worlds": asks, "text": "the last one"}} if MODE == "thinks" else {}
    choice = 99 if MODE == "illegal" and asks == 2 else 0 if MODE == "first" else len(message["legal"]) - 1
    print(json.dumps({"type": "act", "req": message["req"], "choice": choice, **more}), flush=True)
"""


class Ask(arena.ArenaTest):

    def start(self, *args, **options):
        return super().start(*args, cwd=self.home, **options)

    def bot(self, mode, name="mine"):
        folder = os.path.join(self.home, name)
        arena.write(os.path.join(folder, "bot.py"), BOT)
        arena.write(os.path.join(folder, "bot.yaml"), f"name: {name}\nrun: [{arena.PYTHON}, bot.py, {mode}]\ntransport: stdio\n")
        return folder

    def play(self, mode, extra=""):
        """Plays two matches of the bot against greedy; it begins with seat 0."""
        path = self.tournament(f"name: t\nvariants: [block-2]\nsets: 1\nseed: 1\nbots: [{self.bot(mode)}, greedy]\n{extra}")
        self.arena("run", path)

    def ask(self, *words, status=0):
        out, _ = self.arena("ask", *words, "--json", status=status)
        return json.loads(out)

    def faults(self):
        return json.loads(self.arena("faults", "--json")[0])["faults"]

    def test_a_bot_that_has_not_changed_answers_everything_as_then(self):
        self.play("none")
        whole = self.ask("./mine", "t/1", "--all")
        self.assertGreater(whole["asks"], 10)
        self.assertEqual((whole["same"], whole["first_other"], whole["asked"]), (whole["asks"], None, None))
        told = whole["stderr"].split()
        self.assertEqual(told.count("ask"), whole["asks"])
        self.assertEqual(told[:2] + told[-1:], ["welcome", "match", "bye"])
        self.assertIn("round", told)

    def test_another_bot_is_shown_beside_what_was_answered_then(self):
        self.play("none")
        whole = self.ask(self.bot("first", "other"), "t/1", "--all", "--seat", "0")
        step = whole["first_other"]
        self.assertLess(whole["same"], whole["asks"])
        asked = whole["asked"]
        self.assertEqual((asked["step"], asked["now"]["choice"], asked["same"]), (step, 0, False))
        self.assertNotEqual(asked["now"]["action"], asked["then"]["action"])
        one = self.ask("./other", "t/1", str(step))
        self.assertEqual(one["asked"]["ask"]["legal"], asked["ask"]["legal"])
        self.assertEqual(one["seat"], 0)
        out, _ = self.arena("ask", "./other", "t/1", str(step))
        self.assertIn("\nnow   choice 0 of 0..", out)
        self.assertIn("\nthen  it ", out)
        # greedy answers for its own seat
        self.assertEqual(self.ask("greedy", "t/1", "--all")["first_other"], None)

    def test_the_ask_is_the_one_that_the_match_had(self):
        self.play("illegal")
        fault, *_ = self.faults()
        step = fault["step"]
        again = self.ask("./mine", f"t/{fault['match']}", str(step), status=1)
        ask = {key: value for key, value in again["asked"]["ask"].items() if key not in ("req", "table")}
        self.assertEqual(ask, fault["ask"])
        self.assertEqual((again["asked"]["now"]["fault"], again["asked"]["then"]["fault"], again["asked"]["same"]),
                         ("illegal", "illegal", True))
        self.assertEqual(bytes.fromhex(again["asked"]["now"]["sent_hex"])[:14], b'{"type": "act"')

    def test_a_fault_of_memory_needs_the_asks_before_it(self):
        self.play("fifth")
        fault, *_ = self.faults()
        place = ("./mine", f"t/{fault['match']}", str(fault["step"]))
        again = self.ask(*place, status=1)
        self.assertEqual((again["asks"], again["same"], again["asked"]["now"]["fault"]), (5, 5, "crash"))
        self.assertTrue(again["stderr"].endswith("KeyError: 'the fifth ask'\n"))
        alone = self.ask(*place, "--alone")
        self.assertEqual((alone["asks"], alone["same"], alone["asked"]["now"]["fault"]), (1, 0, None))
        self.assertEqual(alone["stderr"].split(), ["welcome", "match", "ask", "bye"])
        self.bot("none")  # it is mended
        self.assertEqual(self.ask(*place)["asks"], 5)
        # Trying it left no version beside the one that played, and no folder.
        self.assertEqual(len(os.listdir(os.path.join(self.home, "bots", "mine"))), 1)
        self.assertEqual(glob.glob(os.path.join(self.home, ".new-*")), [])
        # The version that played is asked by its name.
        self.assertEqual(self.ask(f"mine@{fault['version'][:8]}", *place[1:], status=1)["asked"]["now"]["fault"], "crash")

    def test_the_messages_are_saved_as_the_bot_reads_them(self):
        self.play("fifth")
        fault, *_ = self.faults()
        path = os.path.join(self.home, "asked.jsonl")
        self.arena("ask", "./mine", f"t/{fault['match']}", str(fault["step"]), "--save", path, status=1)
        messages = [json.loads(line) for line in arena.read(path).splitlines()]
        self.assertEqual([m["type"] for m in messages if m["type"] != "round"], ["welcome", "match"] + 5 * ["ask"])
        self.assertEqual(messages[0]["bot"], "mine")
        self.assertEqual(messages[1]["bots"][fault["seat"]], "mine")
        with open(path, encoding="utf-8") as file:
            done = subprocess.run([arena.PYTHON, "bot.py", "fifth"], stdin=file, cwd=os.path.join(self.home, "mine"),
                                  capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 1)
        self.assertIn("KeyError: 'the fifth ask'", done.stderr)
        self.assertEqual(len(done.stdout.splitlines()), 1 + 4)  # its hello and four answers

    def wait_for_debugger(self, *words):
        process = self.start("ask", *words, "--debug", stdin=subprocess.PIPE)
        line = process.stderr.readline()
        self.assertRegex(line, r"^process [0-9]+ waits for the ask at step [0-9]+; ")
        return process, int(line.split()[1])

    def test_a_debugger_has_time(self):
        self.play("slow", extra="limits: {move_ms: 100}\n")
        fault, *_ = self.faults()
        self.assertEqual(fault["code"], "timeout")
        place = ("./mine", f"t/{fault['match']}", str(fault["step"]))
        self.assertEqual(self.ask(*place, status=1)["asked"]["now"]["fault"], "timeout")
        process, pid = self.wait_for_debugger(*place)
        self.assertIn("bot.py\0slow", arena.read(f"/proc/{pid}/cmdline"))
        process.stdin.write("\n")
        process.stdin.flush()
        out, _ = self.finish(process)
        self.assertIn("\nnow   choice ", out)

    def test_an_interrupt_ends_the_wait_and_the_bot(self):
        self.play("none")
        process, pid = self.wait_for_debugger("./mine", "t/1", "2")
        process.send_signal(signal.SIGINT)
        process.communicate()
        self.assertEqual(process.returncode, 130)
        arena.wait_until(lambda: not os.path.exists(f"/proc/{pid}"), "the bot has ended")
        self.assertEqual(glob.glob(os.path.join(self.home, ".new-*")), [])

    def test_a_bot_that_does_not_start(self):
        self.play("none")
        folder = self.bot("none")
        arena.write(os.path.join(folder, "bot.py"), "raise SystemExit('not today')\n")
        told = self.ask(folder, "t/1", "2", status=1)
        self.assertEqual((told["start_fault"], told["asks"], told["asked"]), ("spawn", 0, None))
        self.assertIn("not today", told["stderr"])
        self.assertIn("\nit did not start: spawn: ", self.arena("ask", folder, "t/1", "2", status=1)[0])

    def test_what_the_bot_thinks_now_is_told(self):
        self.play("none")
        bot = self.bot("thinks", "other")
        told = self.ask(bot, "t/1", "2")["asked"]["now"]
        self.assertEqual(told["info"], "1 world: the last one")
        self.assertIn("\n      1 world: the last one\n", self.arena("ask", bot, "t/1", "2")[0])
        self.assertIsNone(self.ask("./mine", "t/1", "2")["asked"]["now"]["info"])

    def commands(self, text):
        """The commands that ask again, as lists of words."""
        return [shlex.split(line.split("to ask again  domino-arena ", 1)[1]) for line in text.splitlines() if "to ask again" in line]

    def test_faults_prints_the_command(self):
        self.play("fifth")
        for options in ((), ("--db", os.path.join(self.home, "arena.db"))):
            with self.subTest(options=options):
                out, _ = self.arena("faults", *options)
                found = self.commands(out)
                self.assertEqual(len(found), 2)
                for words in found:
                    self.assertEqual(words[4:], ["--home", self.home, *options])
                    told = json.loads(self.arena(*words, "--json", home=False, status=1)[0])
                    self.assertEqual((told["asked"]["now"]["fault"], told["asked"]["same"]), ("crash", True))

    def check(self, mode):
        out, _ = self.arena("check", self.bot(mode), "--asks", "100", "--variant", "block-2", status=1)
        return out

    def test_check_tells_a_bad_ask_from_bad_memory(self):
        for mode, text in (("fifth", "a new process answers this ask alone, but not after the earlier asks of the match"),
                           ("two", "a new process that is sent this ask alone does the same"),
                           ("strict", "a new process answers this ask, alone and after the earlier ones of the match")):
            with self.subTest(mode):
                out = self.check(mode)
                self.assertIn(text, " ".join(out.split()))
                [words] = self.commands(out)
                self.assertEqual(words[-2:], ["--db", os.path.join(self.home, "check.db")])
                again = json.loads(self.arena(*words, "--json", status=(0, 1))[0])
                self.assertEqual(again["asked"]["now"]["fault"], None if mode == "strict" else "crash")
                self.assertEqual(again["asked"]["then"]["fault"], "crash")

    def test_wrong_words_are_named(self):
        self.play("none")
        with open(os.path.join(self.bot("none", "draws"), "bot.yaml"), "a", encoding="utf-8") as manifest:
            manifest.write("variants: [draw-2]\n")
        for words, text in (
                (("./mine", "t/1"), "ask needs a STEP, or --all for the whole match; domino-arena replay t/1 numbers the steps"),
                (("./mine", "t/1", "1"), "step 1 of match 1 is no choice of a bot; allowed: 2, and others (domino-arena replay t/1 numbers them)"),
                (("./mine", "t/1", "two"), "'two' is not a step; allowed: a number from 1"),
                (("./mine", "t/1", "9999"), "step 9999 of match 1 is no choice of a bot; allowed: "),
                (("./mine", "t/99", "2"), "tournament 't' has no match 99 yet"),
                (("./mine", "t/x", "2"), "'t/x' is not a match; allowed: NUMBER or TOURNAMENT/NUMBER, from 1"),
                (("./mine", "u/1", "2"), "u"),
                (("./mine", "t/1", "2", "--all"), "a STEP and --all exclude each other"),
                (("./mine", "t/1", "--all", "--debug"), "--debug: only with a STEP, not with --all"),
                (("./mine", "t/1", "2", "--seat", "0"), "--seat: only with --all"),
                (("careful", "t/1", "--all"), "no bot called careful sat in this match; allowed: --seat 0..1"),
                (("./mine", "t/1", "--all", "--seat", "5"), "--seat: there is no such seat; allowed: 0..1 in this match"),
                (("./mine",), "ask needs BOT MATCH [STEP]"),
                (("./mine", "t/1", "2", "3"), "ask: unexpected word '3'"),
                (("./draws", "t/1", "2"), "draws does not play block-2; its bot.yaml lists its variants"),
                (("./none", "t/1", "2"), "ask: ./none: there is no such folder")):
            with self.subTest(words=words):
                out, err = self.arena("ask", *words, status=2)
                self.assertIn(text, err)
                self.assertEqual(out, "")
                self.assertEqual(len(err.splitlines()), 1, err)


if __name__ == "__main__":
    arena.main()
