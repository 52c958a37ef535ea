#!/usr/bin/python3
"""The C SDK and the C sample bots, tested from the arena's side of the connection.

A scripted arena starts bots as real processes and talks to them over both transports. The
environment says where they are: DOM_BOTS is the folder of staged bots, and DOM_ODD_BOT a bot for these
tests (odd_bot.c). The timeout only ends a test in which a broken bot hangs.
"""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.append(str(Path(__file__).resolve().parent))
from barrier import GIVE_UP_S, Barrier  # noqa: E402
from scripted import RemoteArena, StdioArena, ZmqArena, answers_of, asks, new_folder  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]
SDK = ROOT / "protocol" / "sdk" / "c"
BOTS = Path(os.environ.get("DOM_BOTS", ROOT / "build/dev/share/bots"))
ODD = Path(os.environ.get("DOM_ODD_BOT", ROOT / "build/dev/tests/sdk/sdk.odd_bot"))


def vector(name):
    """Returns a message of the arena from the golden vectors."""
    path = ROOT / "protocol" / "vectors" / "arena.ok.json.txt"
    for line in path.read_text().split("\n"):
        if line.startswith(name + " "):
            return json.loads(line.partition(" ")[2])
    raise KeyError(name)


ASK, BYE = vector("ask"), vector("bye")


def ask(req, **changes):
    return {**ASK, "req": req, **changes}


def stdio(*argv):
    return StdioArena(new_folder(), argv)


def zmq(*argv, curve=False, **environ):
    return (RemoteArena if curve else ZmqArena)(new_folder(), argv, **environ)


def bot(name):
    return str(BOTS / name / name)


class BothTransports(unittest.TestCase):
    """Every test here runs over stdio and over zmq."""

    def each(self, *argv):
        for arena in (stdio, zmq):
            with self.subTest(transport=arena.__name__), arena(*argv) as a:
                yield a

    def test_hello_comes_first_and_is_complete(self):
        for a in self.each(bot("random")):
            self.assertEqual(a.receive(), {
                "type": "hello", "protocol": 1, "name": "random", "version": "1", "language": "c",
                "max_tables": 1024, "batch": 64, "events": False, "multipart": True})

    def test_a_whole_conversation(self):
        for a in self.each(bot("greedy")):
            a.receive()
            a.tell(vector("welcome"), vector("match"), ASK)
            self.assertEqual(a.receive(), {"type": "act", "req": ASK["req"], "choice": 4})
            a.tell(vector("round-domino"), vector("result"), BYE)
            self.assertEqual(a.ended(), (0, ""))

    def test_asks_are_answered_by_one_acts(self):
        for a in self.each(bot("greedy")):
            a.receive()
            a.tell(asks(*[ask(i) for i in range(64)]))
            message = a.receive()
            self.assertEqual(message["type"], "acts")
            self.assertEqual(answers_of(message), {i: 4 for i in range(64)})

    def test_asks_of_one_are_answered_by_act(self):
        for a in self.each(bot("greedy")):
            a.receive()
            a.tell(asks(ASK))
            self.assertEqual(a.receive()["type"], "act")

    def test_many_messages_are_each_answered_once(self):
        for a in self.each(bot("greedy")):
            a.receive()
            a.tell(*[ask(i) for i in range(1000)])
            answers, messages = a.gather(1000)
            self.assertEqual(answers, {i: 4 for i in range(1000)})
            self.assertLessEqual(messages, 1000)

    def test_unknown_types_and_keys_are_ignored(self):
        for a in self.each(bot("greedy")):
            a.receive()
            a.tell(vector("unknown-type-arena"), vector("welcome-unknown-option"),
                   vector("ask-unknown-keys"), BYE)
            self.assertEqual(a.receive()["type"], "act")
            self.assertEqual(a.ended()[0], 0)

    def test_a_fault_is_logged(self):
        for a in self.each(bot("greedy")):
            a.receive()
            a.tell(vector("fault-illegal"), BYE)
            status, log = a.ended()
            self.assertEqual(status, 0)
            self.assertIn("fault illegal at table 41: act.choice: 9 of 6 legal actions", log)

    def test_an_index_out_of_range_ends_the_bot(self):
        for word, choice in (("out-of-range", "6"), ("negative", "-1")):
            for a in self.each(ODD, word):
                a.receive()
                a.tell(ASK)
                status, log = a.ended()
                self.assertEqual(status, 1)
                self.assertIn(f"the bot chose {choice} of 6 legal actions (variant draw-2", log)

    def test_a_malformed_message_ends_the_bot(self):
        for a in self.each(bot("greedy")):
            a.receive()
            a.tell({**ASK, "hand": "all"})
            status, log = a.ended()
            self.assertEqual(status, 1)
            self.assertIn("ask.hand: expected an array", log)

    def test_printed_text_does_not_get_between_the_messages(self):
        for a in self.each(ODD, "talkative"):
            self.assertEqual(a.receive()["version"], "7")
            a.tell(ask(77))
            self.assertEqual(a.receive(), {"type": "act", "req": 77, "choice": 1})
            a.tell(BYE)
            self.assertEqual(a.ended(), (0, "asked 77\nto standard error\n"))

    def test_answers_have_the_infos_of_the_bot(self):
        info = {"expected": -4.125, "worlds": 0, "text": '"' * 200}
        for a in self.each(str(ODD), "informing"):
            a.receive()
            a.tell(vector("welcome"), ask(5))
            self.assertEqual(a.receive(), {"type": "act", "req": 5, "choice": 0, "info": info})
            a.tell(ask(99))
            self.assertEqual(a.receive(), {"type": "act", "req": 99, "choice": 0}, "it has nothing to say")
            a.tell(*[ask(req) for req in range(128, 384)])
            answers = []
            while len(answers) < 256:
                message = a.receive()
                self.assertLessEqual(len(json.dumps(message)), 65536)
                message.pop("type")
                answers += message.get("acts", [message])
            self.assertEqual(answers, [{"req": req, "choice": 0, "info": info} for req in range(128, 384)])
            a.tell(BYE)
            self.assertEqual(a.ended(), (0, ""))

    def test_choose_many_gets_all_asks_of_a_message(self):
        for a in self.each(ODD, "many"):
            hello = a.receive()
            self.assertEqual((hello["batch"], hello["max_tables"]), (5, 10))
            a.tell(asks(*[ask(i) for i in range(5)]))
            self.assertEqual(a.gather(5)[0], {i: 5 for i in range(5)})
            a.tell(BYE)
            self.assertEqual(a.ended(), (0, "call 1: 5 asks\n"))

    def test_batch_is_never_more_than_max_tables(self):
        for a in self.each(ODD, "single"):
            hello = a.receive()
            self.assertEqual((hello["batch"], hello["max_tables"]), (1, 1))

    def test_with_a_batch_of_one_every_answer_is_sent_at_once(self):
        for a in self.each(ODD, "single"):
            a.receive()
            a.tell(*[ask(i) for i in range(20)])
            self.assertEqual([a.receive()["type"] for _ in range(20)], ["act"] * 20)

    def test_all_messages_reach_the_functions_of_a_bot(self):
        for a in self.each(ODD, "curious"):
            self.assertTrue(a.receive()["events"])
            a.tell(vector("welcome-three-variants"), vector("match"), vector("round-blocked"),
                   vector("result"), vector("fault-timeout"), BYE)
            self.assertEqual(a.ended(), (0, (
                "variant block-2 for 2\nvariant homo-homini-lupus for 4\nvariant my_block.x for 2\n"
                "match draw-2 against random\nround blocked by 2\nplace 1\nmy fault: timeout\n")))


class OverStdio(unittest.TestCase):
    def test_end_of_input_means_bye(self):
        with stdio(bot("random")) as a:
            a.receive()
            a.hang_up()
            self.assertEqual(a.ended(), (0, ""))

    def test_asks_before_the_end_of_input_are_answered(self):
        with stdio(bot("greedy")) as a:
            a.tell(ask(1), ask(2))
            a.hang_up()
            self.assertEqual(a.receive()["type"], "hello")
            self.assertEqual(a.gather(2)[0], {1: 4, 2: 4})
            self.assertEqual(a.ended(), (0, ""))

    def test_lines_may_come_in_pieces_and_with_blanks(self):
        with stdio(bot("greedy")) as a:
            a.receive()
            line = json.dumps(ask(5)).encode()
            a.write(b"\n  \r\n \t" + line[:100])
            a.write(line[100:] + b" \r\n\n" + line[:20])
            self.assertEqual(a.receive()["req"], 5)
            a.write(line[20:] + b"\n")
            self.assertEqual(a.receive()["req"], 5)

    def test_a_long_line_is_read(self):
        with stdio(bot("greedy")) as a:
            a.receive()
            a.tell(ask(5, padding="x" * 900_000))
            self.assertEqual(a.receive()["req"], 5)

    def test_a_line_that_is_too_long_ends_the_bot(self):
        with stdio(bot("greedy")) as a:
            a.receive()
            try:
                a.tell(ask(5, padding="x" * 2_000_000))
            except BrokenPipeError:
                pass
            self.assertIn("too long", a.ended()[1])

    def test_a_closed_connection_is_not_a_crash(self):
        reader, writer = os.pipe()
        with subprocess.Popen([bot("greedy")], stdin=subprocess.PIPE, stdout=writer, stderr=subprocess.PIPE) as process:
            os.close(writer)
            self.assertIn(b"hello", os.read(reader, 4096))
            os.close(reader)
            said = process.communicate(2 * (json.dumps(ASK).encode() + b"\n"), timeout=GIVE_UP_S)
        self.assertEqual((process.returncode, said[1]), (0, b""))


class OverZmq(unittest.TestCase):
    def test_a_remote_bot_sends_hello_again_after_it_reconnects(self):
        with zmq(bot("greedy"), curve=True) as a:
            self.assertEqual(a.receive()["type"], "hello")
            for _ in range(2):
                a.cut()
                self.assertEqual(a.receive()["type"], "hello")
                a.tell(ASK)
                self.assertEqual(a.receive()["choice"], 4)
            a.tell(BYE)
            self.assertEqual(a.ended(), (0, ""))

    def test_an_ask_of_one_connection_is_not_answered_on_the_next(self):
        """The SDK sends its answers when it has 256 and one more. Here the connection is lost just before."""
        gates = Path(self.enterContext(tempfile.TemporaryDirectory()))
        first, last = Barrier(gates / "0"), Barrier(gates / "256")
        with zmq(ODD, "waiting", curve=True, GATES=str(gates)) as a:
            self.assertEqual(a.receive()["type"], "hello")
            a.tell(ask(0))
            # The pauses give a wrong SDK the time to fail. A correct one does not depend on them.
            with first:
                a.tell(*[ask(req) for req in range(1, 300)])
                time.sleep(0.2)  # the asks arrive
            with last:
                a.cut()
                time.sleep(1)  # libzmq reconnects by itself
            self.assertEqual(a.receive()["type"], "hello")
            a.tell(ask(4711))
            self.assertEqual(a.receive(), {"type": "act", "req": 4711, "choice": 0})
            a.tell(BYE)
            self.assertEqual(a.ended(), (0, ""))

    def test_signals_lose_no_message(self):
        folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        begun = folder / "begun"
        # LD_PRELOAD separates its entries by blanks, and the path of the build may contain a blank.
        library = shutil.copy(os.environ["DOM_INTERRUPT"], folder)
        interrupted = {"LD_PRELOAD": library, "INTERRUPT_SINCE": str(begun),
                       "ASAN_OPTIONS": "verify_asan_link_order=0"}
        for curve in (True, False):  # in the second run from the start of the bot
            with self.subTest(curve=curve), zmq(bot("greedy"), curve=curve, **interrupted) as a:
                self.assertEqual(a.receive()["type"], "hello")
                begun.touch()
                before = begun.stat().st_size
                for req in range(100):
                    a.tell(ask(req))
                    self.assertEqual(a.receive()["req"], req)
                self.assertGreater(begun.stat().st_size, before)
                a.tell(BYE)
                self.assertEqual(a.ended(), (0, ""))

    def test_the_error_names_a_bad_endpoint(self):
        run = subprocess.run([bot("random")], env={"DOMINO_ARENA_ENDPOINT": "nowhere"},
                             capture_output=True, timeout=GIVE_UP_S)
        self.assertEqual(run.returncode, 1)
        self.assertIn(b"cannot connect to nowhere", run.stderr)

    def test_the_error_names_a_bad_key(self):
        run = subprocess.run([bot("random")], capture_output=True, timeout=GIVE_UP_S,
                             env={"DOMINO_ARENA_ENDPOINT": "tcp://127.0.0.1:1",
                                  "DOMINO_ARENA_SERVER_KEY": "short"})
        self.assertEqual(run.returncode, 1)
        self.assertIn(b"DOMINO_ARENA_SERVER_KEY", run.stderr)


class Greedy(unittest.TestCase):
    def choice(self, *legal):
        with stdio(bot("greedy")) as a:
            a.receive()
            a.tell(ask(1, legal=list(legal)))
            return a.receive()["choice"]

    def test_plays_the_heaviest_tile(self):
        self.assertEqual(self.choice(["play", 1, 0, 0], ["play", 6, 1, 1], ["play", 5, 0, 0]), 1)

    def test_plays_the_first_of_equally_heavy_tiles(self):
        self.assertEqual(self.choice(["play", 1, 0, 0], ["play", 5, 1, 0], ["play", 5, 1, 1],
                                     ["play", 6, 0, 1]), 1)

    def test_plays_a_blank_rather_than_draw(self):
        self.assertEqual(self.choice(["play", 0, 0, 0], ["draw"]), 0)

    def test_plays_face_up_rather_than_face_down(self):
        self.assertEqual(self.choice(["play", 1, 0, 0], ["play", 4, 4, 1],
                                     ["play", 4, 4, 1, "down"]), 1)


class Random(unittest.TestCase):
    def test_the_same_ask_has_the_same_answer_in_every_process(self):
        message = asks(*[ask(i, seed=i) for i in range(50)])
        seen = []
        for _ in range(2):
            with zmq(bot("random")) as a:
                a.receive()
                a.tell(message)
                seen.append(a.gather(50)[0])
        self.assertEqual(seen[0], seen[1])

    def test_every_action_is_chosen_sometimes(self):
        with zmq(bot("random")) as a:
            a.receive()
            a.tell(*[asks(*[ask(64 * k + i, seed=64 * k + i) for i in range(64)])
                     for k in range(20)])
            answers, _ = a.gather(64 * 20)
        for choice in range(6):
            often = list(answers.values()).count(choice)
            self.assertTrue(140 < often < 290, (choice, often))  # 213 expected

    def test_the_option_batch_is_sent_in_hello(self):
        for arguments, batch in ([], 64), (["--batch", "1"], 1), (["--batch", "256"], 256):
            run = subprocess.run([bot("random"), *arguments], stdin=subprocess.DEVNULL,
                                 capture_output=True, check=True)
            self.assertEqual(json.loads(run.stdout)["batch"], batch)
        for arguments in ["--batch", "0"], ["--batch", "257"], ["--batch"], ["--bunch", "1"]:
            run = subprocess.run([bot("random"), *arguments], stdin=subprocess.DEVNULL,
                                 capture_output=True)
            self.assertEqual(run.returncode, 2, arguments)
            self.assertIn(b"usage: random [--batch N], N is 1..256", run.stderr)

    def test_a_second_draw_of_a_turn_has_its_own_random_numbers(self):
        with zmq(bot("random")) as a:
            a.receive()
            a.tell(asks(*[ask(i, drawn=i) for i in range(40)]))
            self.assertGreater(len(set(a.gather(40)[0].values())), 3)


class Thinking(unittest.TestCase):
    """The frame of bots that think (domino/think.h), as the sample bot pimc."""

    def choices(self, *asks_, welcome="welcome", arguments=("--worlds", "5")):
        with stdio(bot("pimc"), *arguments) as a:
            self.assertEqual(a.receive()["batch"], 1)
            a.tell(vector(welcome), *asks_)
            return [a.receive()["choice"] for _ in asks_]

    def test_with_a_number_of_worlds_the_answer_depends_on_the_view_alone(self):
        changes = [{"seed": 2 ** 40 + i, "table": i, "clock": {"move_ms": i, "bank_ms": i}} for i in range(20)]
        self.assertEqual(len(set(self.choices(*[ask(i, **c) for i, c in enumerate(changes)]))), 1)

    def test_another_view_has_other_worlds(self):
        """The scores make no difference to the values of a world, so only other worlds can change the answer."""
        asks_ = [ask(i, scores=[i, 0]) for i in range(60)]
        self.assertGreater(len(set(self.choices(*asks_, arguments=("--worlds", "1")))), 1)

    def test_it_says_how_many_worlds_it_saw_and_what_it_expects(self):
        """The worth of 6 is a lead of 6 points over one other side, and of 3 over each of two."""
        options = {**vector("welcome")["variants"]["draw-2"], "players": 3, "lead_first": "high_tile"}
        three = {**vector("welcome"), "variants": {"draw-high-tile-3": options}}
        for welcome, asked, expected in ((vector("welcome"), ASK, 6), (three, vector("ask-lots"), 3)):
            with stdio(str(ODD), "thinking", "--worlds", "5") as a:
                a.receive()
                a.tell(welcome, asked)
                answer = a.receive()
                self.assertEqual((answer["choice"], answer["info"]), (1, {"expected": expected, "worlds": 5}))

    def test_it_answers_when_there_is_no_time(self):
        clocks = [{"move_ms": 0, "bank_ms": 0}, {"move_ms": 1, "bank_ms": 0}, {"move_ms": 0, "bank_ms": 2 ** 31 - 1}]
        for choice in self.choices(*[ask(i, clock=c) for i, c in enumerate(clocks)], arguments=()):
            self.assertIn(choice, range(6))

    def test_it_plays_its_heaviest_tile_when_the_view_is_wrong(self):
        self.assertEqual(self.choices(ask(1, variant="unheard-of")), [4])
        self.assertEqual(self.choices(ask(1), welcome="welcome-three-variants"), [4])  # without draw-2
        wrong = [{"counts": [6, 28]}, {"stock": 13}, {"ends": [6, 5]}, {"leader": 1},
                 {"hand": [[1, 0]]}, {"legal": ASK["legal"][1:]},
                 {"history": [[0, "lead", 6, 4, 0], [1, "play", 6, 4, 1]]}]
        for changes in wrong:
            with self.subTest(changes):
                legal = changes.get("legal", ASK["legal"])
                self.assertEqual(self.choices(ask(1, **changes)), [legal.index(["play", 6, 6, 0])])

    def test_it_says_once_why_it_does_not_think(self):
        for told, changes, why in (([], {}, "no welcome has told the rules of this variant"),
                                   ([vector("welcome")], {"stock": 13}, "the view contradicts itself or the rules of the welcome")):
            with self.subTest(why), stdio(bot("pimc"), "--worlds", "5") as a:
                a.receive()
                a.tell(*told, ask(1, **changes), ask(2, **changes), BYE)
                self.assertEqual(a.gather(2)[0], {1: 4, 2: 4})
                self.assertEqual(a.ended(), (0, f"the heaviest tile is played in draw-2 without thinking, because {why}\n"))

    def test_a_wrong_command_line_is_refused(self):
        for arguments in (["--worlds"], ["--worlds", "0"], ["--worlds", "5x"], ["--move-ms", "-1"],
                          ["--move-ms", "1000001"], ["fast"]):
            run = subprocess.run([bot("pimc"), *arguments], stdin=subprocess.DEVNULL, capture_output=True)
            self.assertEqual(run.returncode, 2, arguments)
            self.assertIn(b"[--move-ms N | --worlds N], N is 1..1000000", run.stderr)


class Readme(unittest.TestCase):
    def test_the_bot_of_the_readme_builds_and_plays(self):
        text = (SDK / "README.md").read_text()
        source = re.search(r"```c\n(.*?)```", text, re.S).group(1)
        command = re.search(r"```sh\n(.*?)```", text, re.S).group(1)
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "bot.c").write_text(source)
            subprocess.run(["sh", "-ec", f"ARENA={shlex.quote(str(ROOT))}\n{command}"],
                           cwd=folder, check=True)
            with stdio(f"{folder}/bot") as a:
                self.assertEqual(a.receive()["name"], "doubles")
                a.tell(ASK)
                self.assertEqual(a.receive()["choice"], 4)


if __name__ == "__main__":
    sys.exit(unittest.main())
