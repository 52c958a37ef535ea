"""What bots think: who may see it and when, and that it changes nothing."""
import json
import os
import re
import signal
import subprocess

import arena
import shards

# Plays its first legal action. argv[1] is the info that it gives, as JSON text, which need not be JSON; with argv[2] it never answers in seat 1.
TELLER = """import json, sys
print(json.dumps({"type": "hello", "protocol": 1}), flush=True)
asks = 0
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "bye":
        break
    if message["type"] == "ask" and (len(sys.argv) < 3 or message["seat"] == 0):
        asks += 1
        info = sys.argv[1].replace("ASKS", str(asks))
        print('{"type": "act", "req": %d, "choice": 0, "info": %s}' % (message["req"], info), flush=True)
"""
GOOD = '{"expected": -4.125, "worlds": ASKS, "depth": 3, "text": "6-4 blocks \\u001b"}'.replace("\\u001b", "\u00fc")
BAD = '{"expected": NaN}'
VERIFIER = os.path.join(arena.HERE, "..", "..", "scripts", "verify_tournament.py")


class Infos(shards.ShardsTest):

    def setUp(self):
        super().setUp()
        arena.write(os.path.join(self.home, "teller.py"), TELLER)

    def bot(self, name, info, *more):
        return f"  - {json.dumps({'name': name, 'run': [arena.PYTHON, 'teller.py', info, *more], 'transport': 'stdio'})}\n"

    def text(self, *bots, sets=2, more=""):
        return f"variants: [block-2]\nsets: {sets}\nseed: 7\n{more}bots:\n" + "".join(bots)

    def played(self, *bots, **options):
        self.arena("run", self.file(self.text(*bots, **options)))
        return self.records()

    def test_infos_are_exported_and_replayed_beside_their_moves(self):
        records = self.played(self.bot("anna", GOOD), self.bot("bert", "{}"))
        for record in records:
            anna = [bot["name"] for bot in record["bots"]].index("anna")
            chosen = [(played["round"], i) for played in record["rounds"] for i, event in enumerate(played["events"])
                      if event[0] == anna and "us" in event[-1]]
            self.assertEqual([(info["round"], info["event"]) for info in record["info"]], chosen)
            self.assertEqual({(i["seat"], i["expected"], i["depth"], i["text"]) for i in record["info"]},
                             {(anna, -4.125, 3, "6-4 blocks \u00fc")})
            worlds = [info["worlds"] for info in record["info"]]
            self.assertEqual(worlds, list(range(worlds[0], worlds[0] + len(worlds))), "in the order of the asks")
            self.assertNotIn("info_dropped", record)
        self.assertEqual(json.loads(self.arena("replay", "1", "--json")[0]), records[0])
        shown, _ = self.arena("replay", "1")
        first = records[0]["info"][0]
        words = f"expects -4.125 points, {first['worlds']} worlds, depth 3: 6-4 blocks \u00fc"
        self.assertEqual(shown.count(", depth 3: "), len(records[0]["info"]))
        self.assertIn(words.replace("1 worlds", "1 world") if first["worlds"] == 1 else words, shown)
        report = os.path.join(self.home, "report")
        self.arena("report", "--output", report)
        page = arena.read(os.path.join(report, "match", "spring", "1.html"))
        self.assertIn('<div class="own">expects -4.125 points, ', page, "seats that did not know it do not see it")
        self.assertEqual(json.loads(arena.read(os.path.join(report, "match", "spring", "1.json"))), records[0])
        for seat in (0, 1):
            alone = self.arena("replay", "1", "--seat", str(seat))[0]
            self.assertEqual("depth 3" in alone, seat == first["seat"], "a seat sees its own thoughts only")

    def test_no_hash_covers_them(self):
        records = self.played(self.bot("anna", GOOD), self.bot("bert", BAD))
        out, _ = self.arena("verify", "--json")
        told = json.loads(out)
        self.assertEqual(told["differences"], [])
        self.query("DELETE FROM info")
        self.assertEqual(json.loads(self.arena("verify", "--json")[0]), told)
        self.assertFalse(any("info" in record or "info_dropped" in record for record in self.records()))
        export = self.tournament("".join(json.dumps(record) + "\n" for record in records), "export.jsonl")
        done = subprocess.run([arena.PYTHON, VERIFIER, export, self.tournament(out, "told.json")],
                              capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        referee = os.path.join(arena.HERE, "..", "oracle", "referee.py")
        done = subprocess.run([arena.PYTHON, "-B", referee, export], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_a_bad_info_is_dropped_and_counted_and_no_fault(self):
        reason = "act.info.expected: expected a finite number"
        for record in self.played(self.bot("anna", BAD), self.bot("bert", GOOD)):
            anna = [bot["name"] for bot in record["bots"]].index("anna")
            (dropped,) = record["info_dropped"]
            choices = sum(event[0] == anna and "us" in event[-1] for played in record["rounds"] for event in played["events"])
            self.assertEqual(dropped, {"seat": anna, "count": choices, "reason": reason})
            self.assertEqual((record["end"], record["faults"]), ("normal", []))
        self.assertRegex(self.arena("replay", "1")[0], rf"\n\d anna: \d+ infos were dropped: {re.escape(reason)}\n")
        folder = os.path.join(self.home, "teller")
        arena.write(os.path.join(folder, "teller.py"), TELLER)
        arena.write(os.path.join(folder, "bot.yaml"), json.dumps(
            {"name": "teller", "run": [arena.PYTHON, "teller.py", BAD], "transport": "stdio", "variants": ["block-2"]}))
        _, err = self.arena("check", folder, "--asks", "100")
        self.assertEqual(err.count(f"an info of teller was dropped, which is no fault: {reason}\n"), 1)

    def test_nobody_sees_them_before_the_set_is_over(self):
        path = self.file(self.text(self.bot("anna", GOOD, "only seat 0"), self.bot("bert", GOOD), sets=3,
                                   more="spectators: true\nconcurrency: 2\nlimits: {move_ms: 600000}\n"))
        run = self.start("run", path)
        arena.wait_until(lambda: self.stored() > 0, "a match with anna in seat 0 is stored")
        for _ in range(2):
            run.send_signal(signal.SIGINT)
        self.finish(run, 130)
        self.assertGreater(self.query("SELECT count(*) FROM info")[0][0], 0)
        records = self.records()
        self.assertTrue(records)
        number = str(records[0]["match"])
        report = os.path.join(self.home, "report")
        self.arena("report", "--output", report)
        texts = [self.arena("export")[0], self.arena("replay", number)[0], self.arena("replay", number, "--json")[0]]
        for folder, _, names in os.walk(report):
            texts += [arena.read(os.path.join(folder, name)) for name in names if name.endswith((".html", ".json"))]
        self.assertTrue(any("Round 1 is dealt" in text for text in texts), "the page of the match is there")
        for text in texts:
            self.assertNotIn("6-4 blocks", text)

    def test_shards_take_them_along(self):
        path = self.file(self.text(self.bot("anna", GOOD), self.bot("bert", BAD), self.bot("carl", "{}"), sets=1))
        self.plan(path, 2)
        for shard in (1, 2):
            self.play(shard)
        self.merge()
        records = [json.loads(line) for line in self.arena("export", *self.here())[0].splitlines()]
        for record in records:
            names = [bot["name"] for bot in record["bots"]]
            self.assertEqual("anna" in names, "info" in record)
            self.assertEqual("bert" in names, "info_dropped" in record)


if __name__ == "__main__":
    arena.main()
