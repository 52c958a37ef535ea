#!/usr/bin/python3
"""The Python SDK and the Python sample bots, tested from the arena's side of the connection.

A scripted arena talks to bots over both transports; what is a matter of order or of values is
tested without a process. What every SDK must do is tested by test_languages.py.
"""

import copy
import functools
import importlib.util
import json
import os
import pickle
import random
import re
import shutil
import sys
import tempfile
import unittest
from pathlib import Path

import msgpack

ROOT = Path(__file__).resolve().parents[2]
SDK = ROOT / "protocol" / "sdk" / "python"
SAMPLES = ROOT / "sample-bots"

sys.dont_write_bytecode = True  # the source tree stays as it is
sys.path[:0] = [str(SDK), str(ROOT / "tests" / "oracle")]
import deals  # noqa: E402
import domino_arena  # noqa: E402
from domino_arena import Bot, BotError, View, is_double, pips, tile_of  # noqa: E402
import selfplay  # noqa: E402
from scripted import (  # noqa: E402
    BYE, WELCOME, BareProcess, RemoteArena, StdioArena, ZmqArena, ask, asks, fault, match, result, round_over)
from variants import NAMED  # noqa: E402


class BotTest(unittest.TestCase):
    """Starts bots like the arena: in a folder with the bot and the SDK's file."""

    def folder(self):
        folder = tempfile.mkdtemp(prefix="sdk")
        self.addCleanup(shutil.rmtree, folder)
        shutil.copy(SDK / "domino_arena.py", folder)
        return Path(folder)

    def start(self, source, arena=None, **options):
        """Starts a bot from its source text or from a sample's folder. The caller receives its hello."""
        folder = self.folder()
        if isinstance(source, Path):
            shutil.copy(source / "bot.py", folder)
        else:
            (folder / "bot.py").write_text(source)
        bot = (arena or self.Arena)(folder, ["/usr/bin/python3", "-B", "bot.py"], **options)
        self.addCleanup(bot.close)
        return bot

    def welcomed(self, source):
        bot = self.start(source)
        self.assertEqual(bot.receive()["type"], "hello")
        bot.send(WELCOME)
        return bot

    def says_goodbye(self, bot):
        bot.send(BYE)
        status, log = bot.ended()
        self.assertEqual(status, 0, log)
        return log

    def fails(self, bot, *words):
        status, log = bot.ended()
        self.assertEqual(status, 1, log)
        for word in words:
            self.assertIn(word, log)
        return log


FIRST = "from domino_arena import run\nrun(lambda view: 0)\n"

LISTENER = """
import sys
from domino_arena import Bot, run

class Listener(Bot):
    def tell(self, *what):
        print("told", *what, file=sys.stderr)
    def choose(self, view):
        self.tell("choose", view.table, view.match.bots[1], view.options["draw_mode"])
        return 1
    def on_match(self, match):
        self.tell("match", match.table, self.welcome.bot)
    def on_round(self, round):
        self.tell("round", round.table, round.hands[1][0])
    def on_result(self, result):
        self.tell("result", result.table, result.places)
    def on_fault(self, fault):
        self.tell("fault", fault.table, fault.code)

run(Listener())
"""


# -- Tests for both transports --------------------------------------------------------------------


class Conversation:
    def test_hello_comes_first_and_names_the_bot(self):
        bot = self.start(
            "from domino_arena import Bot, run\n"
            "class Mine(Bot):\n"
            "    name, version = 'mine', '1.2'\n"
            "    def choose(self, view): return 0\n"
            "run(Mine)\n")
        self.assertEqual(bot.receive(), {
            "type": "hello", "protocol": 1, "name": "mine", "version": "1.2",
            "language": "python", "max_tables": 1024, "batch": 64, "events": False, "multipart": True})
        self.says_goodbye(bot)

    def test_function_class_and_instance_are_bots(self):
        mine = "class Mine(Bot):\n    def choose(self, view): return 2\n"
        for source, name in [
            ("def two(view): return 2\nrun(two)\n", "two"),
            (mine + "run(Mine)\n", "Mine"),
            (mine + "run(Mine())\n", "Mine"),
        ]:
            with self.subTest(source):
                bot = self.start("from domino_arena import Bot, run\n" + source)
                self.assertEqual(bot.receive()["name"], name)
                bot.send(WELCOME)
                bot.send(match(1))
                bot.send(ask(77))
                self.assertEqual(bot.receive(), {"type": "act", "req": 77, "choice": 2})
                self.says_goodbye(bot)

    def test_anything_else_is_not_a_bot(self):
        self.fails(self.start("from domino_arena import run\nrun(42)\n"), "TypeError", "42")

    def test_events_are_requested_if_on_round_is_defined(self):
        on_round = "    def on_round(self, round): pass\n"
        for body, wanted in [
            ("    pass\n", False), (on_round, True),
            (on_round + "    events = False\n", False), ("    events = True\n", True),
        ]:
            with self.subTest(body):
                bot = self.start(
                    "from domino_arena import Bot, run\nclass Mine(Bot):\n" + body + "run(Mine)\n")
                self.assertIs(bot.receive()["events"], wanted)
                self.says_goodbye(bot)

    def test_batch_is_never_announced_larger_than_max_tables(self):
        bot = self.start(
            "from domino_arena import Bot, run\n"
            "class Mine(Bot):\n    max_tables = 3\n"
            "run(Mine)\n")
        hello = bot.receive()
        self.assertEqual((hello["max_tables"], hello["batch"]), (3, 3))
        self.says_goodbye(bot)

    def test_an_action_is_sent_as_its_index(self):
        bot = self.welcomed("from domino_arena import run\nrun(lambda view: view.legal[-1])\n")
        bot.send(match(1))
        bot.send(ask(2**53 - 1))
        self.assertEqual(bot.receive(), {"type": "act", "req": 2**53 - 1, "choice": 3})
        self.says_goodbye(bot)

    def test_a_list_is_an_action_too(self):
        bot = self.welcomed(
            "from domino_arena import run\nrun(lambda view: ['play', 5, 2, 1])\n")
        bot.send(ask(0))
        self.assertEqual(bot.receive()["choice"], 2)
        self.says_goodbye(bot)

    def test_messages_reach_the_bot_in_order(self):
        bot = self.start(LISTENER)
        self.assertIs(bot.receive()["events"], True)
        for message in (WELCOME, match(7), ask(1, 7), fault(7), round_over(7), result(7)):
            bot.send(message)
        self.assertEqual(bot.receive(), {"type": "act", "req": 1, "choice": 1})
        log = self.says_goodbye(bot)
        self.assertEqual(re.findall("told (.*)", log), [
            "match 7 registered", "choose 7 other optional", "fault 7 timeout",
            "round 7 (6, 6)", "result 7 (1, 2)"])

    def test_run_returns_after_bye(self):
        bot = self.welcomed(FIRST + "import sys\nprint('still here', file=sys.stderr)\n")
        self.assertIn("still here", self.says_goodbye(bot))

    def test_the_end_of_the_connection_means_bye(self):
        bot = self.welcomed(FIRST)
        bot.send(ask(1))
        bot.receive()
        bot.hang_up()
        self.assertEqual(bot.ended()[0], 0)

    def test_an_exception_is_printed_with_the_position(self):
        bot = self.welcomed(
            "from domino_arena import run\n"
            "def broken(view):\n"
            "    return 0 if view.table == 1 else 1 // 0\n"
            "run(broken)\n")
        bot.send(asks(ask(1, 1), ask(2, 2)))
        log = self.fails(bot, "Traceback", "in broken", "ZeroDivisionError", "req = 2",
                         "hand = ((4, 1), (4, 4), (5, 2))", "'draw_mode': 'optional'")
        self.assertNotIn("req = 1", log)
        self.assertLess(log.index("req = 2"), log.index("Traceback"))
        self.assertEqual(log.count("Traceback"), 1)
        self.assertRegex(log.splitlines()[-1], "^ZeroDivisionError: ")

    def test_an_exception_of_choose_many_is_printed_with_the_position(self):
        bot = self.welcomed(
            "from domino_arena import Bot, run\n"
            "class Many(Bot):\n    def choose_many(self, views): return views[9]\n"
            "run(Many)\n")
        bot.send(ask(31))
        log = self.fails(bot, "IndexError", "req = 31")
        self.assertRegex(log.splitlines()[-1], "^IndexError: ")

    def test_an_illegal_answer_is_printed_with_the_legal_ones(self):
        for answer in ("4", "-1", "None", "True", "1.0", "'draw'", "('play', 6, 6, 0)", "{}"):
            with self.subTest(answer):
                bot = self.welcomed(
                    f"from domino_arena import run\nrun(lambda view: {answer})\n")
                bot.send(ask(1))
                log = self.fails(bot, "legal = (('play', 4, 1, 0), ")
                self.assertIn(f"the bot answered {answer}, which is neither", log.splitlines()[-1])

    def test_choose_many_must_answer_every_view(self):
        bot = self.welcomed(
            "from domino_arena import Bot, run\n"
            "class Many(Bot):\n    def choose_many(self, views): return [0]\n"
            "run(Many)\n")
        bot.send(asks(ask(1, 1), ask(2, 2)))
        self.fails(bot, "1 answers for 2 views")

    def test_the_ten_lines_of_the_readme_play(self):
        readme = (SDK / "README.md").read_text()
        source = re.search(r"```python\n(.*?)```", readme, re.DOTALL).group(1)
        self.assertLessEqual(len(source.splitlines()), 10)
        self.plays_real_positions(source)

    def test_the_network_of_the_readme_plays(self):
        readme = (SDK / "README.md").read_text()
        source, = re.findall(r"```py\n(import numpy.*?)```", readme, re.DOTALL)
        self.plays_real_positions(source)

    def test_the_sample_bots_play(self):
        for name in ("random-python", "careful"):
            with self.subTest(name):
                self.plays_real_positions(SAMPLES / name)

    def plays_real_positions(self, source):
        """Counting the answers is enough, because the SDK itself refuses answers that are not legal."""
        bot = self.welcomed(source)
        for number, options in enumerate(GAMES):
            known = [dict(position, table=n, req=n)
                     for n, position in enumerate(positions(number, options))]
            for at in range(0, len(known), 64):
                bot.send(asks(*known[at:at + 64]))
                message = bot.receive()
                acts = message.get("acts", [message])
                self.assertEqual([act["req"] for act in acts],
                                 [position["req"] for position in known[at:at + 64]])
        self.says_goodbye(bot)


class StdioTest(Conversation, BotTest):
    Arena = StdioArena

    def test_printed_text_does_not_get_between_the_messages(self):
        bot = self.welcomed(
            "import os, subprocess, sys\n"
            "from domino_arena import run\n"
            "print('banner')\n"
            "def noisy(view):\n"
            "    print('printed')\n"
            "    sys.stdout.write('written')\n"
            "    os.write(1, b'raw')\n"
            "    subprocess.run(['echo', 'child'])\n"
            "    return 0\n"
            "run(noisy)\n"
            "print('late')\n")
        for req in range(3):
            bot.send(ask(req))
            self.assertEqual(bot.receive(), {"type": "act", "req": req, "choice": 0})
        log = self.says_goodbye(bot)
        for word in ("banner", "printed", "written", "raw", "child", "late"):
            self.assertIn(word, log)

    def test_no_other_code_reads_the_messages(self):
        bot = self.welcomed(
            "import subprocess\n"
            "from domino_arena import run\n"
            "def choose(view):\n"
            "    return len(subprocess.run(['cat'], capture_output=True).stdout)\n"
            "run(choose)\n")
        bot.send(ask(1))
        self.assertEqual(bot.receive()["choice"], 0)
        self.says_goodbye(bot)

    def test_lines_may_come_in_pieces_with_blanks_and_carriage_returns(self):
        bot = self.welcomed(FIRST)
        line = json.dumps(ask(1)).encode()
        for piece in (b"\r\n \n\n", line[:9], line[9:200], line[200:], b"\r", b"\n \r\n"):
            bot.write(piece)
        self.assertEqual(bot.receive()["req"], 1)
        self.says_goodbye(bot)

    def test_a_line_with_two_objects_is_an_error(self):
        bot = self.welcomed(FIRST)
        bot.write(b'{"type": "news"} {"type": "bye"}\n')
        self.fails(bot, "Extra data: line 1 column 18")

    def test_the_standard_library_is_enough(self):
        bot = self.welcomed(
            "import sys\n"
            "sys.modules['zmq'] = sys.modules['msgpack'] = None\n" + FIRST)
        bot.send(ask(1))
        bot.receive()
        self.says_goodbye(bot)

    def test_a_closed_connection_means_bye(self):
        def gone(folder, argv):
            reader, writer = os.pipe()
            os.close(reader)
            bot = BareProcess(folder, argv, stdout=writer)
            os.close(writer)
            return bot

        self.assertEqual(self.start(FIRST, gone).ended()[0], 0)


class ZmqTest(Conversation, BotTest):
    Arena = ZmqArena

    def test_the_error_says_that_the_token_is_refused(self):
        self.fails(self.start(FIRST, token="wrong"), "does not accept the token")

    def test_the_error_says_that_the_arena_is_missing(self):
        def nowhere(folder, argv):
            return BareProcess(folder, argv, DOMINO_ARENA_TOKEN="secret",
                                DOMINO_ARENA_ENDPOINT=f"ipc://{folder}/nothing")

        self.fails(self.start(FIRST, nowhere), "there is no arena at ipc://")

    def test_prints_stay_on_stdout(self):
        bot = self.welcomed("print('on stdout', flush=True)\n" + FIRST)
        self.assertIn("on stdout", self.says_goodbye(bot))

    def test_a_remote_bot_says_that_it_tries_again(self):
        bot = self.start(FIRST, RemoteArena)
        for connection in range(2):
            self.assertEqual(bot.receive()["type"], "hello")
            bot.tell(WELCOME, ask(connection))
            self.assertEqual(bot.receive()["req"], connection)
            if connection == 0:
                bot.cut()
        self.assertIn("trying again", self.says_goodbye(bot))


# -- Tests without a process ----------------------------------------------------------------------


class ScriptedTransport:
    """A transport whose messages arrive in given portions."""

    remote = False

    def __init__(self, *portions):
        self.portions = list(portions)
        self.sent = []

    def receive(self):
        return self.portions.pop(0) if self.portions else None

    def send(self, message):
        self.sent.append(message)

    def act(self, req, choice):
        self.send({"type": "act", "req": req, "choice": choice})


class Diary(Bot):
    """A bot that remembers the order of its calls."""

    def __init__(self):
        self.seen = []

    def choose_many(self, views):
        self.seen.append([view.req for view in views])
        return [0] * len(views)

    def on_match(self, match):
        self.seen.append(f"match {match.table}")

    def on_round(self, round):
        self.seen.append(f"round {round.table}")

    def on_result(self, result):
        self.seen.append(f"result {result.table}")


class OrderTest(unittest.TestCase):
    def play(self, *portions, batch=64):
        bot = Diary()
        bot.batch = batch
        transport = ScriptedTransport([WELCOME], *portions)
        self.finished = domino_arena._Session(bot, transport).play()
        return bot.seen, transport.sent[1:]

    def test_all_asks_that_have_arrived_are_answered_together(self):
        seen, sent = self.play([ask(1, 1), match(9), asks(ask(2, 2), ask(3, 3)), ask(4, 4)])
        self.assertEqual(seen, ["match 9", [1, 2, 3, 4]])
        self.assertEqual([message["type"] for message in sent], ["acts"])

    def test_it_does_not_wait_for_more_asks(self):
        seen, sent = self.play([ask(1, 1)], [ask(2, 2)])
        self.assertEqual(seen, [[1], [2]])
        self.assertEqual([message["type"] for message in sent], ["act", "act"])

    def test_a_match_does_not_end_before_its_last_choice(self):
        seen, _ = self.play([match(1), ask(1, 1), ask(2, 2), fault(1), round_over(1), result(1)])
        self.assertEqual(seen, ["match 1", [1, 2], "round 1", "result 1"])

    def test_a_bot_may_begin_to_hear_of_results_at_any_time(self):
        heard = []

        class Late(domino_arena.Bot):
            def on_match(self, match):
                self.on_result = lambda result: heard.append(result.table)

        transport = ScriptedTransport([WELCOME], [result(1), match(2), result(2)])
        domino_arena._Session(Late(), transport).play()
        self.assertEqual(heard, [2])

    def test_no_call_gets_more_views_than_the_batch(self):
        seen, sent = self.play(
            [ask(1, 1), asks(ask(2, 2), ask(3, 3), ask(4, 4)), ask(5, 5)], batch=3)
        self.assertEqual(seen, [[1], [2, 3, 4], [5]])
        self.assertEqual([message["type"] for message in sent], ["act", "acts", "act"])

    def test_nothing_is_answered_after_bye(self):
        seen, sent = self.play([ask(1, 1), BYE])
        self.assertEqual((seen, sent), ([], []))
        self.assertTrue(self.finished)

    def test_the_end_of_the_connection_is_not_bye(self):
        self.play([])
        self.assertFalse(self.finished)


class Whole(int):
    pass


class InfoTest(unittest.TestCase):
    def sent(self, info):
        return domino_arena._info(info)

    def test_what_is_not_given_is_not_sent(self):
        self.assertEqual(self.sent({"expected": None, "worlds": 0}), {"worlds": 0})

    def test_numbers_of_other_types_become_those_of_python(self):
        self.assertEqual(self.sent({"expected": 7, "worlds": Whole(3)}), {"expected": 7.0, "worlds": 3})
        self.assertIs(type(self.sent({"expected": 7})["expected"]), float)

    def test_a_long_text_is_cut_between_two_characters(self):
        self.assertEqual(self.sent({"text": "a" + "ü" * 150}), {"text": "a" + "ü" * 99})
        self.assertEqual(self.sent({"text": "\ud83c"}), {"text": "?"})

    def test_nothing_that_a_bot_says_is_an_error(self):
        for info in ("so", [1], {"worlds": 2.5}, {"expected": "much"}, {"eval": object()}, {7: {}}, {"text": b"x"}):
            msgpack.packb(self.sent(info))
            json.dumps(self.sent(info))

    def test_many_answers_with_infos_fit_in_their_messages(self):
        for text in "\U0001f062" * 99, "\u0001" * 300:
            acts = [{"req": 2**53 - 1, "choice": 1, "info": self.sent({"text": text, "worlds": 2**53 - 1})}] * 256
            parts = domino_arena._parts(acts)
            self.assertEqual(sum(parts, []), acts)
            for part in parts:
                self.assertLess(len(json.dumps({"type": "acts", "acts": part})), 65536)
        self.assertEqual(domino_arena._parts([{"req": 1}] * 256), [[{"req": 1}] * 256])


class ViewTest(unittest.TestCase):
    def setUp(self):
        self.view = View(ask(3, history=[[1, "lead", 4, 2, 0], [0, "draw", 2], [1, "pass"]]))

    def test_both_transports_give_the_same_values(self):
        packed = msgpack.unpackb(msgpack.packb(ask(3)), use_list=False)
        spelled = json.loads(json.dumps(ask(3)))
        for field in domino_arena._ASK_FIELDS:
            self.assertEqual(getattr(View(packed), field), getattr(View(spelled), field), field)

    @staticmethod
    def packed(*several):
        frame = msgpack.packb(asks(*several))
        unpack = functools.partial(msgpack.unpackb, use_list=False)
        return domino_arena._PackedAsks(frame, unpack)

    def assert_packed_is_right(self, *several):
        for field in domino_arena._ASK_FIELDS:
            plain = [getattr(View(one), field) for one in several]
            self.assertEqual(list(self.packed(*several).column(field)), plain, field)

    def test_a_frame_of_asks_is_decoded_by_field(self):
        for count in (1, 2, 15, 16, 64):
            several = [ask(1000 * n, table=n, seed=2**53 - 1 - n, hand=[[n % 7, 0]] * (n % 20),
                           legal=[["draw"], ["play", 6, 6, 0, "down"]] * (1 + n % 9))
                       for n in range(count)]
            self.assert_packed_is_right(*several)
            packed = self.packed(*several)
            self.assertEqual((len(packed), len(packed.column("legal"))), (count, count))
            self.assertEqual(packed.column("lead"), ("lots",) * count)
            self.assertIsNone(packed._dicts, "no more is decoded than is wanted")

    def test_an_older_arena_does_not_say_by_which_rule_a_round_is_led(self):
        def older(req, **changes):
            return {key: value for key, value in ask(req, **changes).items() if key != "lead"}

        self.assertEqual((View(ask(1)).lead, View(older(1)).lead), ("lots", ""))
        # the last ask has as many values behind its event "lead" as there are asks
        several = [older(n, history=[]) for n in range(6)] + [older(6)]
        for frame in (several, [*several, ask(7)], [ask(1), older(2), ask(3)]):
            self.assert_packed_is_right(*frame)

    def test_asks_in_another_order_are_decoded_too(self):
        self.assert_packed_is_right(*[dict(reversed(ask(n).items())) for n in range(3)])
        self.assert_packed_is_right({"weather": "legal", **ask(1)}, ask(2))

    def test_a_number_that_looks_like_a_key_is_a_number(self):
        for key in (b"\xa3req", b"\xa4hand", b"\xa5legal", b"\xa5table", b"\xa5stock"):
            seed = int.from_bytes(key, "big")
            for several in ([ask(1, seed=seed)], [ask(1), ask(2, seed=seed), ask(3)],
                            [ask(seed), ask(2)], [ask(1, table=seed)] * 4):
                self.assert_packed_is_right(*several)

    def test_a_view_has_every_field_of_the_ask(self):
        self.assertEqual(set(domino_arena._ASK_FIELDS), set(ask(1)) - {"type"})

    def test_lists_are_tuples(self):
        self.assertEqual(self.view.hand, ((4, 1), (4, 4), (5, 2)))
        self.assertEqual(self.view.legal[3], ("draw",))
        self.assertEqual(self.view.history[1], (0, "draw", 2))
        self.assertEqual(self.view.ends, (4, 2))
        self.assertEqual(self.view.clock["move_ms"], 1000)

    def test_a_view_has_no_other_names(self):
        with self.assertRaisesRegex(AttributeError, "a view has no 'hands'"):
            self.view.hands

    def test_views_can_be_copied_and_sent_to_other_processes(self):
        of_frame = [View(self.packed(ask(1), ask(2)), row=row) for row in range(2)]
        for view in (self.view, View({"hand": [[6, 5]]}), *of_frame):
            for twin in (copy.deepcopy(view), pickle.loads(pickle.dumps(view))):
                self.assertEqual(str(twin), str(view))

    def test_a_view_can_be_made_by_hand(self):
        view = View({"hand": [[6, 5]], "ends": []})
        self.assertEqual((view.hand, view.ends, view.options), (((6, 5),), (), {}))
        self.assertEqual(str(view), "  hand = ((6, 5),)\n  ends = ()\n  options = {}")
        self.assertFalse(hasattr(view, "legal"))

    def test_rng_depends_only_on_the_position(self):
        def number(**changes):
            return View(ask(**{"req": 1, **changes})).rng().random()

        self.assertEqual(number(), number(req=2, hand=[[6, 6]], ends=[1, 1]))
        moments = [number(), number(seed=6), number(round=2), number(history=[]), number(drawn=1)]
        self.assertEqual(len(set(moments)), len(moments))
        self.assertEqual(self.view.rng().random(), self.view.rng().random())

    def test_rng_gives_the_same_numbers_in_every_release(self):
        rng = View(ask(1)).rng()
        self.assertEqual([rng.randrange(100) for _ in range(4)], [72, 41, 33, 9])
        rng = View(ask(1)).rng()
        self.assertEqual([rng.below(100) for _ in range(4)], [96, 61, 52, 3])

    def test_rng_has_all_methods_of_random(self):
        rng = View(ask(1)).rng()
        self.assertTrue(0 <= rng.random() < 1)
        self.assertEqual(sorted(rng.sample(range(9), 9)), list(range(9)))
        self.assertGreaterEqual(2**130, rng.getrandbits(130))
        rng.gauss(0, 1)
        self.assertEqual(pickle.loads(pickle.dumps(rng)).random(), copy.copy(rng).random())

    def test_helpers(self):
        self.assertEqual(pips((6, 4)), 10)
        self.assertTrue(is_double((3, 3)))
        self.assertFalse(is_double((3, 2)))
        self.assertEqual(tile_of(("play", 6, 4, 1)), (6, 4))
        self.assertEqual(tile_of(("play", 6, 6, 1, "down")), (6, 6))
        self.assertIsNone(tile_of(("draw",)))

    def test_the_error_says_that_choose_is_missing(self):
        with self.assertRaises(BotError) as caught:
            Bot().choose_many([self.view])
        self.assertIn("choose", str(caught.exception.__cause__))


# -- Real positions -------------------------------------------------------------------------------

GAMES = [NAMED[name] for name in ("block-2", "block-4", "draw-2", "draw-3", "homo-homini-lupus")] + [
    {**NAMED["homo-homini-lupus"], "players": 2, "draw_mode": "optional", "reserve": 2}]


def positions(seed, options):
    """Returns an ask for every choice of a round of random play by the referee's rules."""
    rng, history, asked = random.Random(seed), [], []
    play, _ = selfplay.begin_round(options, deals.set_key(deals.seed_secret(seed), "sdk", 1), 1, None)
    while play.end is None:
        seat, legal = play.seat(), play.legal()
        if len(legal) > 1:
            asked.append(position_of(play, seat, legal, history, rng.randrange(2**53)))
        action = rng.choice(legal)
        is_lead = not play.ends
        play.apply(action)
        if action[0] == "draw":
            del history[len(history) - (play.drawn > 1):]  # all draws of a turn are one event
            history.append([seat, "draw", play.drawn])
        else:
            history.append([seat, "lead" if is_lead and action[0] == "play" else action[0], *action[1:]])
    return asked


def position_of(play, seat, legal, history, seed):
    seats = len(play.hands)
    return ask(
        0, seat=seat, seats=seats, seed=seed, scores=[0] * seats, leader=play.leader,
        hand=[list(tile) for tile in play.hands[seat]], ends=list(play.ends),
        counts=[len(hand) for hand in play.hands], stock=len(play.stock),
        drawable=0 if play.options["draw_mode"] == "none" else max(0, len(play.stock) - play.reserve),
        drawn=play.drawn, history=list(history), legal=[list(action) for action in legal])


def module(path):
    spec = importlib.util.spec_from_file_location(path.parent.name, path)
    loaded = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(loaded)
    return loaded


class CarefulTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.bot = module(SAMPLES / "careful" / "bot.py").Careful()

    def choose(self, **changes):
        return self.bot.choose(View(ask(1, **changes)))

    def test_its_choice_is_legal_and_deterministic(self):
        seen = 0
        for options in GAMES:
            for seed in range(20):
                for position in positions(seed, options):
                    action = self.bot.choose(View(position))
                    self.assertIn(list(action), position["legal"])
                    self.assertEqual(action, self.bot.choose(View(position)))
                    seen += 1
        self.assertGreater(seen, 500)

    def test_it_meets_all_kinds_of_positions(self):
        shapes = {(len(position["ends"]), action[-1] == "down", action == ["draw"])
                  for options in GAMES for seed in range(20)
                  for position in positions(seed, options) for action in position["legal"]}
        self.assertLessEqual(
            {(0, False, False), (2, False, True), (4, True, False), (4, False, True)}, shapes)

    def test_doubles_go_first(self):
        self.assertEqual(self.choose(), ("play", 4, 4, 0))

    def test_it_keeps_many_different_values(self):
        # Without 6-5 the hand would have no 6. Without 5-1 it keeps all its values.
        self.assertEqual(
            self.choose(hand=[[5, 1], [5, 3], [6, 5], [3, 1]], ends=[5, 5], legal=[
                ["play", 5, 1, 0], ["play", 5, 3, 0], ["play", 6, 5, 0]]),
            ("play", 5, 3, 0))

    def test_it_plays_heavy_tiles_when_values_do_not_decide(self):
        self.assertEqual(
            self.choose(hand=[[2, 1], [5, 3]], ends=[2, 5],
                        legal=[["play", 2, 1, 0], ["play", 5, 3, 1]]),
            ("play", 5, 3, 1))

    def test_it_plays_where_its_other_tiles_fit(self):
        self.assertEqual(
            self.choose(hand=[[5, 2], [5, 4], [6, 5]], ends=[5, 2], legal=[
                ["play", 5, 2, 0], ["play", 5, 2, 1]]),
            ("play", 5, 2, 1))

    def test_an_arm_is_closed_only_when_it_is_of_no_use(self):
        double = [["play", 3, 3, 1], ["play", 3, 3, 1, "down"]]
        self.assertEqual(
            self.choose(hand=[[3, 3], [5, 2]], ends=[2, 3, 2, 2], legal=double),
            ("play", 3, 3, 1, "down"))
        self.assertEqual(
            self.choose(hand=[[3, 3], [5, 3]], ends=[2, 3, 2, 2], legal=double),
            ("play", 3, 3, 1))

    def test_it_never_draws_when_it_can_play(self):
        self.assertEqual(
            self.choose(hand=[[6, 2]], ends=[2, 2], legal=[["play", 6, 2, 0], ["draw"]]),
            ("play", 6, 2, 0))


class ManifestTest(unittest.TestCase):
    def test_manifests_say_how_to_run_the_bots(self):
        for name in ("random-python", "careful"):
            lines = (SAMPLES / name / "bot.yaml").read_text().splitlines()
            self.assertEqual(dict(line.split(": ", 1) for line in lines), {
                "name": name, "run": "[/usr/bin/python3, bot.py]", "transport": "zmq",
                "language": "python", "author": "Domino Arena"})

    def test_the_random_bot_is_at_most_ten_lines_of_code(self):
        source = (SAMPLES / "random-python" / "bot.py").read_text()
        code = re.sub(r'^""".*?"""', "", source, flags=re.DOTALL)
        self.assertLessEqual(len([line for line in code.splitlines() if line.strip()]), 10)


if __name__ == "__main__":
    unittest.main()
