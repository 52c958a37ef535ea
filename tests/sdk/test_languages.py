#!/usr/bin/python3
"""The same tests for every SDK of protocol/sdk/languages.json.

    test_languages.py [LANGUAGE...]      tests all languages, or these
    test_languages.py --missing          prints the Debian packages of the languages that cannot be
                                         tested, except packages whose command exists already

A language whose toolchain is not installed is skipped. The last line counts and names the skipped ones.
If a language that was given by name is skipped, the exit status is 77, which CTest shows as skipped.
With DOM_ALL_LANGUAGES in the environment a skip is a failure.

The tests per language, and per transport if that matters:
 - its probe (tests/sdk/probes/LANGUAGE/) plays scripted conversations: the golden vectors,
   unknown messages and keys, batches, randomness, errors of the bot, the end;
 - `check` tells the cause of its faults, in the nightly run;
 - its `random` sample plays 14 matches against the one in C without a fault, in the nightly run 200;
 - the first code block of its README is a bot that plays.

A probe is a bot called "probe", version "1". It reports what happens to it: it writes a line "told " and
a JSON array to standard error. Its first argument says what it does:
  tell     reports every choose, on_match, on_round, on_result and on_fault, with all fields in the
           order of the tables of expected() below; answers the index of the last action
  action   answers legal[1], the action itself
  many     has max_tables 10, batch 5, and choose_many, which reports ["many", number of views] and
           answers the index of the last action for each
  rng      reports ["rng", [below(2), below(7), below(10), below(183), below(1000), below(65536)]]
           of one view.rng(); answers 0
  throw    fails in choose with the text "the probe broke", in the usual way of the language
  illegal  answers an index that is one too high
  info     gives the info of the vector act-info in choose; answers 0
  wait     reads the file "gate" to its end in choose; answers 0. For languages with ZeroMQ
  print    prints "noise" to standard output in choose; answers 0
A kit has no "many", because it gets one ask at a time.
If the language can, a probe has a handler of SIGWINCH that does nothing; so this signal interrupts
calls.
"""

import contextlib
import fcntl
import functools
import json
import os
import queue
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path += [str(HERE), str(HERE.parent / "e2e")]
import arena  # noqa: E402
import msgpack  # noqa: E402
from barrier import Barrier  # noqa: E402
from scripted import (  # noqa: E402
    BYE, GIVE_UP_S, RemoteArena, StdioArena, ZmqArena, ask, asks, fault, new_folder, result, round_over)

SDKS = ROOT / "protocol" / "sdk"
VECTORS = ROOT / "protocol" / "vectors"
LANGUAGES = json.loads((SDKS / "languages.json").read_text())["languages"]
TRANSPORTS = {"zmq": ZmqArena, "stdio": StdioArena}
FORMATS = {"zmq": "msgpack", "stdio": "json"}
BUILD_LIMIT_S = 600  # a limit for a broken toolchain, never a measurement
SKIPPED = 77

BELOW = (2, 7, 10, 183, 1000, 65536)


# -- What languages.json says ---------------------------------------------------------------------


def with_root(words):
    return [word.replace("@ROOT@", str(ROOT)) for word in words]


def copy_sdk(row, folder):
    for name in row["files"]:
        target = Path(folder) / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(SDKS / row["language"] / name, target)


def run_steps(steps, folder):
    """Runs the steps. Returns None, or the first step that fails with the end of its output."""
    for step in steps:
        try:
            subprocess.run(with_root(step), cwd=folder, check=True, timeout=BUILD_LIMIT_S,
                           stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                           stderr=subprocess.STDOUT)
        except FileNotFoundError:
            return f"no {step[0]}"
        except (subprocess.CalledProcessError, subprocess.TimeoutExpired) as error:
            said = (error.output or b"").decode(errors="replace")
            return f"{' '.join(step)} fails: {said[-2000:]}"
    return None


def why_not(row):
    """Returns why this language cannot be tested here; None if it can."""
    with tempfile.TemporaryDirectory() as folder:
        copy_sdk(row, folder)
        main = Path(folder) / row["main"]
        main.parent.mkdir(parents=True, exist_ok=True)
        main.touch()
        reason = run_steps(row["needs"], folder)
    if reason:
        step, _, said = reason.partition(" fails: ")
        lines = said.splitlines()
        return ": ".join([step] + ([line for line in lines if "error" in line.lower()] or lines)[:1])
    return None


def missing_packages(rows):
    """Returns the packages to install. A package whose command exists is left out, because it may conflict with
    the installed one: Debian's npm, for example, conflicts with another publisher's nodejs."""
    return sorted({package for row in rows if why_not(row) for package in row["packages"]
                   if not shutil.which(package)})


def make_bot(row, folder, source, name):
    """Makes a bot like its author would: the SDK's files, the source and a manifest."""
    copy_sdk(row, folder)
    main = Path(folder) / row["main"]
    main.parent.mkdir(parents=True, exist_ok=True)
    main.write_text(source)
    lists = [f"build: {json.dumps([with_root(step) for step in row['build']])}"] if row["build"] else []
    (Path(folder) / "bot.yaml").write_text("\n".join(
        [f"name: {name}", f"run: {json.dumps(row['run'])}", *lists,
         f"transport: {row['transports'][0]}", f"language: {row['language']}", ""]))


# -- What a probe must report ---------------------------------------------------------------------

CHOOSE = ("req", "table", "variant", "seat", "seats", "seed", "round", "scores", "leader", "lead",
          "hand", "ends", "counts", "stock", "drawable", "drawn", "history", "legal")
TOLD = {
    "match": ("table", "variant", "seat", "seats", "teams", "bots", "seed", "commit"),
    "round": ("table", "round", "end", "by", "hands", "points", "scores"),
    "result": ("table", "places", "scores", "end", "fault_seat"),
    "fault": ("table", "code", "text", "tolerated"),
}


class Expectation:
    """What the probe `tell` must report for a series of messages."""

    def __init__(self):
        self.variants, self.matches, self.told, self.acts = {}, {}, [], []

    def hear(self, message):
        kind = message["type"]
        if kind == "welcome":
            self.variants = message["variants"]
        elif kind in ("ask", "asks"):
            for one in message.get("asks", [message]):
                self.choose(one)
        elif kind in TOLD:
            self.told.append([kind] + [message[key] for key in TOLD[kind]])
        if kind == "match":
            self.matches[message["table"]] = message
        if kind == "result":
            self.matches.pop(message["table"], None)

    def choose(self, one):
        clock = one["clock"]
        target = self.variants.get(one["variant"], {}).get("target")
        seed = self.matches.get(one["table"], {}).get("seed")
        self.told.append(["choose"] + [one.get(key, "") if key == "lead" else one[key] for key in CHOOSE]
                         + [[clock["move_ms"], clock["bank_ms"]], target, seed])
        self.acts.append({"req": one["req"], "choice": len(one["legal"]) - 1})


def vectors(kind, form):
    """Yields (name, bytes) of a vector file, without `bye`, which would end the conversation."""
    for line in (VECTORS / f"arena.{kind}.{form}.txt").read_bytes().split(b"\n"):
        if line and not line.startswith(b"#"):
            name, _, message = line.partition(b" ")
            name = name.decode()
            if not name.startswith("bye"):
                yield name, bytes.fromhex(message.decode()) if form == "msgpack" else message


def decoded(message, form):
    if form == "json":
        return json.loads(message)
    return msgpack.unpackb(message, strict_map_key=False)


OK = {name: json.loads(message) for name, message in vectors("ok", "json")}
WELCOME = OK["welcome"]


def match(table):
    return {**OK["match"], "table": table}


class Splitmix:
    """The generator of SPEC.md, section 4, written like that section."""

    def __init__(self, *numbers):
        self.state = 0
        for number in numbers:
            self.state ^= number
            self.state = self.bits()

    def bits(self):
        mask = 2**64 - 1
        self.state = (self.state + 0x9E3779B97F4A7C15) & mask
        z = self.state
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & mask
        z = (z ^ z >> 27) * 0x94D049BB133111EB & mask
        return z ^ z >> 31

    def below(self, n):
        bits = self.bits()
        while bits < 2**64 % n:
            bits = self.bits()
        return bits % n


def exact(value):
    """Returns a value with its types, so that 1, 1.0 and True differ."""
    if isinstance(value, dict):
        return {key: exact(entry) for key, entry in value.items()}
    if isinstance(value, list):
        return [exact(entry) for entry in value]
    return type(value).__name__, value


def normal_act(message, legal):
    """Returns an act with the index of the action in place of the action."""
    if "action" in message:
        message = dict(message, choice=legal.index(message.pop("action")))
    return message


# -- The probe in scripted conversations ----------------------------------------------------------


@functools.cache
def interrupt():
    """Returns a copy of the library in a path without blanks, because LD_PRELOAD separates entries by blanks."""
    return shutil.copy(os.environ["DOM_INTERRUPT"], new_folder())


@functools.cache
def probe_of(language):
    """Builds a probe. Returns its folder."""
    row = next(row for row in LANGUAGES if row["language"] == language)
    folder = new_folder()
    source = HERE / "probes" / language / Path(row["main"]).name
    make_bot(row, folder, source.read_text(), "probe")
    failure = run_steps(row["build"], folder)
    if failure:
        raise AssertionError(failure)
    return folder


def thrown_by(row):
    """Returns what is printed last when the probe fails. A shell has no exceptions: the bot prints its error itself, and the
    kit only the exit status."""
    return "choose failed with status 3" if row["language"] == "bash" else "the probe broke"


class Conversation(unittest.TestCase):
    """A class is derived for each language and transport, with `row` and `transport`."""

    row = transport = None
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        cls.folder = probe_of(cls.row["language"])

    def start(self, mode, **environ):
        """Starts a probe and waits for its hello. Returns both."""
        bot = TRANSPORTS[self.transport](self.folder, [*self.row["run"], mode], **environ)
        self.addCleanup(bot.close)
        return bot, self.receive(bot)

    def welcomed(self, mode):
        bot, _ = self.start(mode)
        bot.send(WELCOME)
        return bot

    def send_raw(self, bot, message):
        if self.transport == "stdio":
            bot.write(message + b"\n")
        else:
            bot.gate.router.send_multipart([bot.gate.bot, message])

    def hear(self, bot):
        """Returns the bot's next message, or None when it has ended."""
        give_up = time.monotonic() + GIVE_UP_S
        while time.monotonic() < give_up:
            ended = bot.process.poll() is not None  # before the read, so that its last messages are not missed
            if self.transport == "zmq":
                if bot.gate.router.poll(50):
                    return bot.receive()
            else:
                with contextlib.suppress(queue.Empty):
                    return json.loads(bot.lines.get(timeout=0.05))
            if ended:
                return None
        self.fail("the bot says nothing")

    def receive(self, bot):
        message = self.hear(bot)
        if message is None:
            self.fail("the bot has ended: %d, %s" % bot.ended())
        return message

    def receive_acts(self, bot, count):
        acts = []
        while len(acts) < count:
            message = self.receive(bot)
            acts += message["acts"] if message["type"] == "acts" else [
                {key: value for key, value in message.items() if key != "type"}]
        return acts

    def says_goodbye(self, bot):
        bot.send(BYE)
        status, log = bot.ended()
        self.assertEqual(status, 0, log)
        return log

    def told(self, log):
        return [json.loads(line) for line in re.findall("^told (.*)$", log, re.MULTILINE)]

    def assert_same(self, found, expected):
        self.assertEqual(exact(found), exact(expected))

    def test_hello(self):
        hello = {"type": "hello", "protocol": 1, "name": "probe", "version": "1",
                 "language": self.row["language"], "max_tables": 1024, "batch": 64}
        modes = {"tell": {"events": True}, "action": {"events": False},
                 "many": {"max_tables": 10, "batch": 5, "events": False}}
        if "zmq" in self.row["transports"]:
            hello["multipart"] = True
        if self.row.get("kit"):
            del modes["many"], hello["batch"]
        for mode, changes in modes.items():
            with self.subTest(mode):
                bot, said = self.start(mode)
                self.assert_same(said, {**hello, **changes})
                self.says_goodbye(bot)

    def test_vectors_are_understood(self):
        form = FORMATS[self.transport]
        bot, _ = self.start("tell")
        expectation = Expectation()
        for name, message in vectors("ok", form):
            if self.row.get("kit") and name.startswith("asks"):
                continue  # sent only to a bot with a `batch` over 1
            before = len(expectation.acts)
            self.send_raw(bot, message)
            expectation.hear(decoded(message, form))
            expected = expectation.acts[before:]
            self.assert_same(self.receive_acts(bot, len(expected)), expected)
        self.assertGreater(len(expectation.told), 30)
        told = self.told(self.says_goodbye(bot))
        for found, expected in zip(told, expectation.told):
            self.assert_same(found, expected)
        self.assertEqual(len(told), len(expectation.told))

    def test_bad_vectors_do_no_harm(self):
        """A bot may refuse or accept them, but it must not end without an error text, and must not hang."""
        bot = None
        for name, message in list(vectors("bad", FORMATS[self.transport]))[::7]:
            with self.subTest(name):
                bot = bot or self.welcomed("action")
                self.send_raw(bot, message)
                if not self.survives(bot):
                    status, log = bot.ended()
                    self.assertGreater(status, 0, log)
                    self.assertNotEqual(log.strip(), "")
                    bot = None

    def survives(self, bot):
        """Checks that the bot answers an ask, or ends."""
        with contextlib.suppress(BrokenPipeError):  # it has ended already
            bot.send(ask(4711, 99))
        while message := self.hear(bot):
            if 4711 in [act["req"] for act in message.get("acts", [message])]:
                return True
        return False

    def test_unknown_messages_and_keys_are_ignored(self):
        strange = {"deep": [{"er": [1.5, None, True, -(2**63), "ü"]}], "table": 1}
        bot, _ = self.start("action")
        bot.send({"type": "weather", **strange})
        bot.send({**WELCOME, "strange": strange})
        bot.send({"type": "table", "table": [[1], {"a": 1}]})
        bot.send({**match(1), "strange": strange})
        one = {**ask(2**53 - 1), "strange": strange}
        bot.send(one)
        self.assert_same(normal_act(self.receive(bot), one["legal"]),
                         {"type": "act", "req": 2**53 - 1, "choice": 1})
        self.says_goodbye(bot)

    def test_messages_reach_the_bot_in_order(self):
        bot, _ = self.start("tell")
        expectation = Expectation()
        for message in (WELCOME, match(7), ask(1, 7), fault(7), round_over(7), result(7)):
            bot.send(message)
            expectation.hear(message)
        self.assert_same(self.receive_acts(bot, 1), expectation.acts)
        self.assert_same(self.told(self.says_goodbye(bot)), expectation.told)

    def test_messages_may_arrive_together(self):
        """Over zmq as the frames of one message, over stdio in one write."""
        bot, _ = self.start("tell")
        expectation = Expectation()
        for messages in ((WELCOME, match(7), ask(1, 7)), (result(7), match(8), ask(2, 8)), (result(8), BYE)):
            if self.transport == "stdio":
                bot.write(b"".join(json.dumps(message).encode() + b"\n" for message in messages))
            else:
                bot.gate.router.send_multipart([bot.gate.bot, *map(msgpack.packb, messages)])
            before = len(expectation.acts)
            for message in messages:
                expectation.hear(message)
            expected = expectation.acts[before:]
            self.assert_same(self.receive_acts(bot, len(expected)), expected)
        status, log = bot.ended()
        self.assertEqual(status, 0, log)
        self.assert_same(self.told(log), expectation.told)

    def test_an_info_is_sent_with_its_answer(self):
        info = {"expected": -4.125, "worlds": 480, "depth": 3, "text": "6-4 blockt über Sitz 1"}
        bot = self.welcomed("info")
        for req in (1, 2):
            bot.send(ask(req))
            self.assertEqual(self.receive(bot), {"type": "act", "req": req, "choice": 0, "info": info})
        if not self.row.get("kit"):
            bot.send(asks(*map(ask, range(10, 44))))
            for part in range(10, 42), range(42, 44):
                self.assertEqual(self.receive(bot), {
                    "type": "acts", "acts": [{"req": req, "choice": 0, "info": info} for req in part]})
        self.says_goodbye(bot)

    def test_random_numbers_are_those_of_every_sdk(self):
        bot = self.welcomed("rng")
        expected = []
        for seed, round, history, drawn in (
                (0, 1, [], 0), (5, 1, [[1, "lead", 4, 2, 0]], 0), (2**53 - 1, 200, [[1, "pass"]] * 9, 3),
                (4815162342, 3, [[0, "draw", 2]], 2)):
            bot.send(ask(1, seed=seed, round=round, history=history, drawn=drawn))
            self.receive(bot)
            rng = Splitmix(seed, round, len(history), drawn)
            expected.append(["rng", [rng.below(n) for n in BELOW]])
        self.assertEqual(self.told(self.says_goodbye(bot)), expected)

    def test_an_exception_ends_the_bot_and_is_printed(self):
        bot = self.welcomed("throw")
        bot.send(ask(31))
        status, log = bot.ended()
        self.assertGreater(status, 0, log)
        self.assertIn("the probe broke", log)
        self.assertLess(log.index("in this position:"), log.index(thrown_by(self.row)), log)

    def test_an_illegal_answer_is_printed(self):
        bot = self.welcomed("illegal")
        bot.send(ask(31))
        status, log = bot.ended()
        self.assertGreater(status, 0, log)
        before, position, after = log.partition("in this position:")
        self.assertTrue(position, log)
        self.assertNotIn("the bot ", before)
        self.assertRegex(after, r"(?i)bot('s)? (answered|chose|answer)", log)

    def test_printed_text_does_no_harm(self):
        bot = self.welcomed("print")
        for req in (1, 2):
            bot.send(ask(req))
            self.assert_same(self.receive(bot), {"type": "act", "req": req, "choice": 0})
        self.assertEqual(self.says_goodbye(bot).count("noise"), 2)

    def signal(self, bot, times):
        """Sends signals to a bot that waits for something."""
        for _ in range(times):
            stat = Path(f"/proc/{bot.process.pid}/stat")
            while stat.read_text().rpartition(")")[2].split()[0] in "RD":
                time.sleep(0.001)
            bot.process.send_signal(signal.SIGWINCH)

    def test_signals_lose_no_message(self):
        bot = self.welcomed("action")
        for req in range(100):
            self.signal(bot, 3)
            bot.send(ask(req))
            bot.process.send_signal(signal.SIGWINCH)
            self.assertEqual([act["req"] for act in self.receive_acts(bot, 1)], [req])
        self.says_goodbye(bot)

    def test_the_end_of_the_connection_means_bye(self):
        bot = self.welcomed("action")
        bot.send(ask(1))
        self.receive(bot)
        bot.hang_up()
        if self.transport == "stdio":  # over ZeroMQ a local bot does not notice the end; the arena kills it
            self.assertEqual(bot.ended()[0], 0)


class OverZmq:
    """Further tests over ZeroMQ."""

    def test_signals_at_any_call_of_libzmq_lose_no_message(self):
        if self.row["language"] == "php":
            self.skipTest("PHP binds the calls of its extensions so that nothing preloaded sees them")
        begun = Path(self.folder) / "begun"
        bot, _ = self.start("action", LD_PRELOAD=interrupt(), INTERRUPT_SINCE=str(begun))
        begun.touch()
        bot.send(WELCOME)
        for req in range(100):
            bot.send(ask(req))
            self.assertEqual([act["req"] for act in self.receive_acts(bot, 1)], [req])
        interruptions = begun.stat().st_size
        begun.unlink()
        self.assertNotIn("LD_PRELOAD", self.says_goodbye(bot))
        self.assertGreater(interruptions, 0)


class OverStdio:
    """Further tests over stdio."""

    def test_blank_lines_are_ignored(self):
        bot = self.welcomed("tell")
        expectation = Expectation()
        for message in (match(7), result(7)):
            bot.send(message)
            bot.write(b"\n \t\r\n")
            expectation.hear(message)
        self.assert_same(self.told(self.says_goodbye(bot)), expectation.told)

    def test_signals_lose_no_answer_that_must_wait(self):
        bot = self.welcomed("action")
        bot.hears.clear()
        fcntl.fcntl(bot.process.stdout, fcntl.F_SETPIPE_SZ, 4096)  # less than all answers need
        fcntl.fcntl(bot.process.stdin, fcntl.F_SETPIPE_SZ, 1 << 20)  # more than all asks need
        reqs = list(range(1000))
        for req in reqs:
            bot.send(ask(req))
        self.signal(bot, 100)
        bot.hears.set()
        self.assertEqual([act["req"] for act in self.receive_acts(bot, len(reqs))], reqs)
        self.says_goodbye(bot)


class Remote(unittest.TestCase):
    """A class is derived for each language with ZeroMQ, with its `row`."""

    row = None

    def start(self, mode, address="127.0.0.1"):
        """Returns a bot after hello and welcome."""
        bot = RemoteArena(probe_of(self.row["language"]), [*self.row["run"], mode], address)
        self.addCleanup(bot.close)
        self.is_greeted(bot)
        return bot

    def is_greeted(self, bot):
        self.assertEqual(bot.receive()["type"], "hello")
        bot.tell(WELCOME, match(1))

    def says_goodbye(self, bot):
        bot.send(BYE)
        status, log = bot.ended()
        self.assertEqual(status, 0, log)

    def test_a_remote_bot_reconnects_and_sends_hello_again(self):
        for address in ["127.0.0.1"] + ["[::1]"] * arena.has_ipv6():
            with self.subTest(address):
                bot = self.start("illegal", address)
                bot.cut()
                self.is_greeted(bot)
                self.says_goodbye(bot)

    def test_an_ask_of_one_connection_is_not_answered_on_the_next(self):
        barrier = Barrier(Path(probe_of(self.row["language"])) / "gate")
        bot = self.start("wait")
        bot.send(ask(0))
        with barrier:
            bot.tell(*map(ask, range(1, 300)))
            entered = bot.gate.entered
            entered.acquire()
            bot.cut()
            # In some SDKs libzmq reconnects by itself, even while the bot thinks. The pause gives a wrong
            # SDK the time to fail. A correct one does not depend on it.
            if entered.acquire(timeout=2):
                time.sleep(0.2)
        self.is_greeted(bot)
        bot.send(ask(4711))
        self.assertEqual(bot.receive(), {"type": "act", "req": 4711, "choice": 0})
        self.says_goodbye(bot)


class Batches(Conversation):
    """Batches, which a kit does not have."""

    def test_asks_are_answered_in_one_message(self):
        bot = self.welcomed("many")
        bot.send(asks(*[ask(100 + n, n) for n in range(5)]))
        self.assert_same(self.receive(bot), {
            "type": "acts", "acts": [{"req": 100 + n, "choice": 3} for n in range(5)]})
        self.assertEqual(self.told(self.says_goodbye(bot)), [["many", 5]])

    def test_answers_without_infos_are_one_message(self):
        bot = self.welcomed("rng")
        bot.send(asks(*map(ask, range(10, 74))))
        self.assertEqual(self.receive(bot), {
            "type": "acts", "acts": [{"req": req, "choice": 0} for req in range(10, 74)]})
        self.says_goodbye(bot)

    def test_asks_that_come_one_by_one_are_all_answered_once(self):
        bot = self.welcomed("many")
        for n in range(200):
            bot.send(ask(n, n % 10))
        self.assertEqual([act["req"] for act in self.receive_acts(bot, 200)], list(range(200)))
        told = self.told(self.says_goodbye(bot))
        self.assertTrue(all(1 <= count <= 5 for _, count in told), told)
        self.assertEqual(sum(count for _, count in told), 200)


# -- Real tournaments -----------------------------------------------------------------------------


class Tournaments(arena.ArenaTest):
    row = None

    def play(self, variant, bot, sets, matches):
        _, err = self.arena("run", "--name", f"{variant}-{sets}", "--variant", variant, "--bots",
                            f"random,{bot}", "--sets", str(sets), "--strict")
        self.assertIn(f"{matches} matches in ", err)
        self.assertIn(", 0 faults", err)

    def test_many_matches_against_the_random_bot_in_c(self):
        sets = arena.in_nightly((75, 25), (5, 2))
        for variant, count in zip(("block-2", "draw-teams"), sets):
            self.play(variant, self.row["sample"], count, 2 * count)

    def test_the_bot_of_the_readme_plays(self):
        readme = (SDKS / self.row["language"] / "README.md").read_text()
        source = re.search(r"^```[a-z]+\n(.*?)^```$", readme, re.MULTILINE | re.DOTALL).group(1)
        folder = Path(self.home) / "readme"
        folder.mkdir()
        make_bot(self.row, folder, source, "readme")
        self.play("draw-2", folder, 1, 2)

    @arena.nightly
    def test_check_tells_the_cause_of_a_fault(self):
        """At first reading: on the line of the failed check, before the advice."""
        for mode, cause in (("throw", thrown_by(self.row)), ("illegal", "(?i)bot('s)? (answered|chose|answer)")):
            with self.subTest(mode):
                folder = shutil.copytree(probe_of(self.row["language"]), os.path.join(self.home, mode))
                Path(folder, "bot.yaml").write_text(f"name: probe\nrun: {json.dumps([*self.row['run'], mode])}\n"
                                                    f"transport: {self.row['transports'][0]}\n")
                out, _ = self.arena("check", folder, "--asks", "20", status=1)
                failed = out[out.index("\nfailed "):].partition("to fix it")[0]
                self.assertRegex(" ".join(failed.split()), cause)


def suite_of(row):
    conversation = Conversation if row.get("kit") else Batches
    more = {"zmq": OverZmq, "stdio": OverStdio}
    cases = [type(f"{row['language']}_{transport}", (more[transport], conversation),
                  {"row": row, "transport": transport}) for transport in row["transports"]]
    if "zmq" in row["transports"]:
        cases.append(type(f"{row['language']}_remote", (Remote,), {"row": row}))
    cases.append(type(f"{row['language']}_tournaments", (Tournaments,), {"row": row}))
    load = unittest.defaultTestLoader.loadTestsFromTestCase
    return unittest.TestSuite(load(case) for case in cases)


def main(names):
    rows = [row for row in LANGUAGES if not names or row["language"] in names]
    unknown = set(names) - {row["language"] for row in rows}
    if unknown:
        known = ", ".join(row["language"] for row in LANGUAGES)
        print(f"{sorted(unknown)[0]}: no such language; there are: {known}", file=sys.stderr)
        return 2
    skipped, suite = {}, unittest.TestSuite()
    for row in rows:
        reason = why_not(row)
        if reason:
            skipped[row["language"]] = reason
        else:
            suite.addTest(suite_of(row))
    passed = unittest.TextTestRunner(verbosity=2).run(suite).wasSuccessful()
    tested = len(rows) - len(skipped)
    named = ", ".join(f"{name} ({reason})" for name, reason in skipped.items())
    print(f"{tested} languages tested, {len(skipped)} skipped" + (f": {named}" if named else ""))
    if not passed or (skipped and os.environ.get("DOM_ALL_LANGUAGES")):
        return 1
    return SKIPPED if names and not tested else 0


if __name__ == "__main__":
    if sys.argv[1:] == ["--missing"]:
        print(*missing_packages(LANGUAGES))
    else:
        sys.exit(main(sys.argv[1:]))
