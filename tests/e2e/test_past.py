"""Looking back: the commands that list faults, matches and who beat whom."""
import json
import os
import re

import arena

# Says on stderr what it was asked, and at its third ask answers what argv tells.
LINES_BOT = r'''
import json, sys
asks = 0
print(json.dumps({"type": "hello", "protocol": 1, "max_tables": 1, "language": "python"}), flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "bye":
        break
    if message["type"] != "ask":
        continue
    asks += 1
    if asks == 3:
        sys.stderr.write("asked " + line + "\x1b[31m\xe9")
        sys.stderr.flush()
        sys.stdout.buffer.write(sys.argv[1].replace("REQ", str(message["req"]))
                                .replace("LONG", "x" * 70000).encode("latin-1") + b"\n")
    else:
        print(json.dumps({"type": "act", "req": message["req"], "choice": 0}))
    sys.stdout.flush()
'''

ILLEGAL = '{"type": "act", "req": REQ, "choice": 77}'


class Past(arena.ArenaTest):

    def play(self, name, bots, variants="block-2", sets=2, extra=""):
        path = self.tournament(f"name: {name}\nvariants: [{variants}]\nsets: {sets}\nbots:\n{bots}"
                               + "limits: {move_ms: 10000}\n" + extra)
        return self.arena("run", path)

    def lines_bot(self, answer, name="lines"):
        with open(os.path.join(self.home, "lines.py"), "w", encoding="utf-8") as file:
            file.write(LINES_BOT)
        return (f"  - {{name: {name}, run: [{arena.PYTHON}, lines.py, {json.dumps(answer)}], "
                "transport: stdio}\n")

    def json(self, *args, key):
        out, err = self.arena(*args, "--json")
        self.assertEqual(err, "")
        whole = json.loads(out)
        self.assertEqual(whole["schema"], 1)
        return whole[key]

    def assert_safe(self, text):
        self.assertRegex(text, r"\A[\x20-\x7e\n\t]*\Z", "a terminal would obey this")

    # -- faults ----------------------------------------------------------------

    def test_a_fault_has_the_very_ask_and_the_answer(self):
        self.play("asked", self.lines_bot(ILLEGAL) + "  - greedy\n",
                  extra="faults: {tolerate: 1}\n")
        faults = self.json("faults", key="faults")
        self.assertEqual(len(faults), 2, "one for each process")
        for fault in faults:
            self.assertEqual((fault["code"], fault["tolerated"], fault["bot"]), ("illegal", True, "lines"))
            asked = json.loads(re.search("asked (.*)", fault["stderr_tail"])[1])
            answer = json.loads(bytes.fromhex(fault["answer_hex"]))
            self.assertEqual(answer, {"type": "act", "req": asked["req"], "choice": 77})
            self.assertEqual(fault["ask"], dict(asked, req=0, table=0))
            self.assertEqual(fault["seat"], asked["seat"])

    def test_what_bots_print_and_send_does_not_reach_the_terminal_raw(self):
        self.play("raw", self.lines_bot('{"type": "act", "req": REQ, "choice": "\x1b]0;x\x07"}')
                  + "  - greedy\n")
        out, _ = self.arena("faults")
        self.assert_safe(out)
        self.assertIn(r"\x1b[31m", out)
        self.assertIn("1b5d303b7807", out)
        fault = self.json("faults", key="faults")[0]
        self.assertEqual(fault["code"], "protocol")
        self.assertIn(b"\x1b]0;x\x07", bytes.fromhex(fault["answer_hex"]))
        self.assertIsNotNone(fault["ask"])
        out, _ = self.arena("replay", str(fault["match"]), "--stderr")
        self.assert_safe(out)
        self.assertIn(r"\x1b[31m", out)

    def test_of_a_long_answer_the_beginning_is_kept(self):
        self.play("long", self.lines_bot("LONG") + "  - greedy\n", sets=1)
        for fault in self.json("faults", key="faults"):
            self.assertEqual(bytes.fromhex(fault["answer_hex"]), b"x" * 256)
        self.assertIn("x" * 256 + " ...", self.arena("faults")[0])

    def test_silence_has_no_answer_and_a_failed_start_no_ask(self):
        path = self.tournament("name: quiet\nvariants: [block-2]\nsets: 1\nbots:\n"
                               + arena.hostile("silent", 2) + arena.hostile("exit-at-start", name="dud")
                               + "  - greedy\nlimits: {move_ms: 300}\n")
        self.arena("run", path, "--skip-broken")
        faults = self.json("faults", "hostile", key="faults")
        self.assertTrue(faults)
        for fault in faults:
            self.assertEqual((fault["code"], fault["answer_hex"]), ("timeout", ""))
            self.assertGreaterEqual(fault["choice"], 0)
            self.assertEqual(fault["ask"]["type"], "ask")
        for fault in self.json("faults", "dud", key="faults"):
            self.assertEqual(fault["code"], "spawn")
            self.assertIsNone(fault["match"])
            self.assertIsNone(fault["choice"])
            self.assertIsNone(fault["ask"])

    def test_faults_are_chosen_by_bot_variant_tournament_and_number(self):
        bots = arena.hostile("illegal", 2) + "  - greedy\n"
        self.play("one", bots)
        self.play("two", bots, variants="block-2, draw-2")
        every = self.json("faults", key="faults")
        two = self.json("faults", "--tournament", "two", key="faults")
        self.assertEqual(two, every[-len(two):])
        self.assertEqual({f["tournament"] for f in two}, {"two"})
        draw = self.json("faults", "--variant", "draw-2", key="faults")
        self.assertEqual(draw, [f for f in every if f["variant"] == "draw-2"])
        self.assertEqual(self.json("faults", "--limit", "1", key="faults"), every[-1:])
        self.assertEqual(self.json("faults", "greedy", key="faults"), [])
        self.assertEqual(self.arena("faults", "greedy")[0], "no faults\n")
        self.assertIn(f"the newest 1 of {len(every)} faults", self.arena("faults", "--limit", "1")[0])
        _, err = self.arena("faults", "hostle", status=2)
        self.assertIn("did you mean hostile?", err)
        _, err = self.arena("faults", "--variant", "draw-3", status=2)
        self.assertIn("no variant 'draw-3'", err)


if __name__ == "__main__":
    arena.main()
