"""Commands that show past results: faults, matches, crosstable and leaderboard."""
import csv
import json
import os
import re
import shutil

import arena
import forging

RANDOM = os.path.join(arena.BUILD, "share", "domino-arena", "bots", "random", "random")
# A bot with a name of its own that starts as fast as the others.
GREEDY = os.path.join(arena.BUILD, "share", "domino-arena", "bots", "greedy", "greedy")
THIRD = "  - {name: third, run: [./random], transport: zmq}\n"
# Prints each ask to stderr, and answers the third one with its argument.
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

    def setUp(self):
        super().setUp()
        shutil.copy(RANDOM, self.home)

    def play(self, name, bots, variants="block-2", sets=2, extra=""):
        path = self.tournament(f"name: {name}\nvariants: [{variants}]\nsets: {sets}\nbots:\n{bots}"
                               + "limits: {move_ms: 10000}\n" + extra)
        return self.arena("run", path)

    def lines_bot(self, answer, name="lines"):
        arena.write(os.path.join(self.home, "lines.py"), LINES_BOT)
        return (f"  - {{name: {name}, run: [{arena.PYTHON}, lines.py, {json.dumps(answer)}], "
                "transport: stdio}\n")

    def json(self, *args, key):
        out, err = self.arena(*args, "--json")
        self.assertEqual(err, "")
        whole = json.loads(out)
        self.assertEqual(whole["schema"], 1)
        return whole[key]

    def assert_safe(self, text):
        self.assertRegex(text, r"\A[^\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]*\Z",
                         "a terminal would obey this, or it turns text around")

    # -- faults ----------------------------------------------------------------

    def test_a_fault_is_shown_with_its_ask_and_answer(self):
        self.play("asked", self.lines_bot(ILLEGAL) + "  - greedy\n",
                  extra="faults: {tolerate: 1}\n")
        faults = self.json("faults", key="faults")
        [[processes]] = self.query("SELECT count(*) FROM process WHERE bot = 0")
        self.assertEqual(len(faults), processes, "one for each process")
        for fault in faults:
            self.assertEqual((fault["code"], fault["tolerated"], fault["bot"]), ("illegal", True, "lines"))
            asked = json.loads(re.search("asked (.*)", fault["stderr_tail"])[1])
            answer = json.loads(bytes.fromhex(fault["answer_hex"]))
            self.assertEqual(answer, {"type": "act", "req": asked["req"], "choice": 77})
            del asked["req"], asked["table"]  # they are not stored
            self.assertEqual(list(fault["ask"].items()), list(asked.items()))
            self.assertEqual(fault["seat"], asked["seat"])

    def test_output_of_bots_is_escaped_for_the_terminal(self):
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

    def test_texts_that_were_stored_in_part_are_marked_as_cut(self):
        self.play("chatty", self.lines_bot("thinking") + "  - greedy\n", sets=1)
        fault = self.json("faults", key="faults")[0]
        for command in (["faults"], ["replay", str(fault["match"]), "--stderr"]):
            out, _ = self.arena(*command)
            ending = re.search("^.*it printed 'thinking' .*\\.\\.\\.$", out, re.MULTILINE)
            self.assertIsNotNone(ending, out)
            self.assertNotIn("(", ending[0], "that is further on")
        self.assertIn("print everything else to standard error (", fault["text"])

    def test_the_beginning_of_a_long_answer_is_kept(self):
        self.play("long", self.lines_bot("LONG") + "  - greedy\n", sets=1)
        for fault in self.json("faults", key="faults"):
            self.assertEqual(bytes.fromhex(fault["answer_hex"]), b"x" * 256)
        self.assertIn("x" * 256 + " ...", self.arena("faults")[0])

    def test_a_silent_bot_has_no_answer_and_a_failed_start_has_no_ask(self):
        path = self.tournament("name: quiet\nvariants: [block-2]\nsets: 1\nbots:\n"
                               + arena.hostile("silent", 2) + arena.hostile("exit-at-start", name="dud")
                               + "  - greedy\nlimits: {move_ms: 300}\n")
        self.arena("run", path, "--skip-broken", status=1)
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

    # -- matches -----------------------------------------------------------------

    def test_matches_are_those_of_the_export(self):
        self.play("t", "  - greedy\n  - random\n" + THIRD, variants="block-2, draw-3", sets=3)
        matches = self.json("matches", key="matches")
        records = self.records()
        self.assertEqual(len(matches), 18 + 9)
        for match, record in zip(matches, records):
            for key in ("tournament", "match", "set", "rotation", "variant", "end", "fault_seat", "ms",
                        "started"):
                self.assertEqual(match[key], record[key], key)
            self.assertEqual(match["starts"], record["attempt"])
            self.assertEqual([b["name"] for b in match["bots"]], [b["name"] for b in record["bots"]])
            self.assertEqual([b["place"] for b in match["bots"]], record["places"])
            self.assertEqual([b["score"] for b in match["bots"]], record["scores"])
        out, _ = self.arena("matches", "--csv")
        rows = list(csv.DictReader(out.splitlines()))
        self.assertEqual([int(r["match"]) for r in rows], [m["match"] for m in matches])
        self.assertEqual([r["scores"].split(" ") for r in rows],
                         [[str(b["score"]) for b in m["bots"]] for m in matches])
        out, _ = self.arena("matches", "--limit", "3")
        self.assertIn("t: 27 matches; only the last ones are shown", out)
        self.assertEqual([line.split()[0] for line in out.splitlines()[2:]], ["25", "26", "27"])

    def test_matches_are_selected_by_every_option(self):
        self.play("old", "  - greedy\n  - random\n")
        self.play("t", arena.hostile("illegal", 2) + "  - greedy\n  - random\n",
                  variants="block-2, draw-2")
        every = self.json("matches", key="matches")
        self.assertEqual({m["tournament"] for m in every}, {"t"}, "the newest tournament")

        def chosen(*args):
            return self.json("matches", *args, key="matches")

        def names(match):
            return {b["name"] for b in match["bots"]}

        self.assertEqual(len(chosen("--tournament", "old")), 4)
        self.assertEqual(chosen("--variant", "draw-2"), [m for m in every if m["variant"] == "draw-2"])
        both = [m for m in every if names(m) == {"random", "hostile"}]
        self.assertTrue(both)
        self.assertEqual(chosen("--bot", "random", "--bot", "hostile"), both)
        illegal = [m for m in every if m["end"] == "illegal"]
        self.assertTrue(illegal)
        self.assertEqual(chosen("--end", "illegal"), illegal)
        self.assertEqual(chosen("--set", "2"), [m for m in every if m["set"] == 2])
        self.assertEqual([m["match"] for m in chosen("--from", "3", "--to", "5")], [3, 4, 5])
        self.assertEqual(chosen("--limit", "2"), every[-2:])
        for args, text in ((["--end", "badly"], "allowed: normal, illegal"),
                           (["--bot", "gredy"], "did you mean greedy?"),
                           (["--variant", "draw-3"], "no variant 'draw-3'"),
                           (["--open", "--set", "1"], "--open can be combined only with"),
                           (["--csv", "--json"], "exclude each other"),
                           (["--from", "0"], "--from: '0' is not allowed")):
            _, err = self.arena("matches", *args, status=2)
            self.assertIn(text, err)

    def play_two(self):
        """Two tournaments whose bots commit faults, in two variants."""
        bots = arena.hostile("illegal", 2) + "  - greedy\n  - random\n"
        self.play("old", bots)
        self.play("new", bots, variants="block-2, draw-2")

    FILTERS = (("--variant", "draw-2"), ("--bot", "hostile"), ("--bot", "random", "--bot", "hostile"), ("--end", "illegal"),
               ("--set", "2"), ("--from", "3", "--to", "5"), ("--limit", "3"), ("--bot", "greedy", "--end", "normal", "--limit", "2"))

    def test_an_export_has_the_matches_of_the_list_as_they_are_in_the_whole(self):
        self.play_two()
        whole = self.arena("export", "--tournament", "new")[0].splitlines()
        by_number = {json.loads(line)["match"]: line for line in whole}
        head, *rows = self.arena("export", "--tournament", "new", "--csv")[0].splitlines()
        for filters in self.FILTERS:
            with self.subTest(filters=filters):
                numbers = [m["match"] for m in self.json("matches", *filters, key="matches")]
                self.assertTrue(0 < len(numbers) < len(whole))
                self.assertEqual(self.arena("export", "--tournament", "new", *filters)[0].splitlines(),
                                 [by_number[number] for number in numbers])
                self.assertEqual(self.arena("export", "--tournament", "new", "--csv", *filters)[0].splitlines(),
                                 [head] + [row for row in rows if int(row.split(",")[1]) in numbers])

    def test_the_limit_of_an_export_is_of_all_tournaments_together(self):
        self.play_two()
        every = self.arena("export")[0].splitlines()
        newest = sum(json.loads(line)["tournament"] == "new" for line in every)
        for limit in (1, newest, newest + 1, len(every) - 1, len(every), len(every) + 1):
            self.assertEqual(self.arena("export", "--limit", str(limit))[0].splitlines(), every[-limit:])

    def test_faults_are_chosen_by_their_matches(self):
        self.play_two()
        every = self.json("faults", "--tournament", "new", key="faults")
        one = self.json("matches", "--end", "illegal", "--limit", "1", key="matches")[0]
        number = str(one["match"])
        for filters in (("--end", "illegal"), ("--bot", "hostile"), ("--variant", one["variant"]), ("--set", str(one["set"])),
                        ("--from", number), ("--to", number), ("--bot", ",".join(bot["name"] for bot in one["bots"]))):
            with self.subTest(filters=filters):
                numbers = {m["match"] for m in self.json("matches", *filters, key="matches")}
                chosen = [f for f in every if f["match"] in numbers]
                self.assertTrue(chosen)
                self.assertEqual(self.json("faults", "--tournament", "new", *filters, key="faults"), chosen)
                self.assertEqual(self.json("faults", "hostile", "--tournament", "new", *filters, "--limit", "1", key="faults"),
                                 chosen[-1:])
        self.assertEqual(self.json("faults", "hostile", "--end", "normal", key="faults"), [])
        self.assertEqual(self.json("faults", "greedy", "--bot", "hostile", key="faults"), [])
        for args in (("--bot", "gredy"), ("gredy", "--bot", "hostile")):
            self.assertIn("no bot 'gredy' played (did you mean greedy?)", self.arena("faults", *args, status=2)[1])

    def test_a_part_is_verified_and_has_no_hash(self):
        self.play_two()
        whole = json.loads(self.arena("verify", "new", "--json")[0])
        stored = whole["matches"]
        self.assertEqual((whole["stored"], whole["differences"]), (stored, []))
        for filters in self.FILTERS:
            with self.subTest(filters=filters):
                count = len(self.json("matches", *filters, key="matches"))
                part = json.loads(self.arena("verify", "new", *filters, "--json")[0])
                self.assertEqual((part["matches"], part["stored"], part["differences"]), (count, stored, []))
                self.assertEqual(part["stages"], whole["stages"])
                self.assertFalse({"hash", "ledger_hash"} & set(part))
                shown = self.arena("verify", "new", *filters)[0]
                self.assertIn(f"new: a part, {count} of {stored} matches, 0 differences\n", shown)
                self.assertNotIn(whole["hash"], shown)
                self.assertNotIn("ledger hash", shown)
        # Filters that leave no match out are no part.
        self.assertEqual(json.loads(self.arena("verify", "new", "--limit", str(stored), "--json")[0]), whole)
        for args, text in ((["--bot", "gredy"], "did you mean greedy?"), (["--variant", "draw-3"], "no variant 'draw-3'"),
                           (["--end", "badly"], "allowed: normal, illegal"), (["--limit", "0"], "--limit: '0' is not allowed")):
            self.assertIn(text, self.arena("verify", *args, status=2)[1])

    def test_a_part_is_compared_with_its_replay_alone(self):
        self.play("t", "  - greedy\n  - random\n")
        with forging.forged(os.path.join(self.home, "arena.db")) as db:
            db.execute("UPDATE seat SET score = score + 1 WHERE match = 3 AND seat = 0")
        for filters, status in (((), 1), (("--from", "3", "--to", "3"), 1), (("--set", "1"), 0), (("--limit", "1"), 0)):
            with self.subTest(filters=filters):
                found = "\n".join(json.loads(self.arena("verify", *filters, "--json", status=status)[0])["differences"])
                self.assertEqual("match 3: seat 0: score" in found, status == 1)

    def test_a_match_that_was_started_again_shows_its_attempt(self):
        path = self.tournament("name: t\nvariants: [block-2]\nsets: 200\nbots: [random, greedy]\n")
        process = self.start_held("run", path, "--json")
        for line in process.stdout:
            if json.loads(line)["event"] == "match":
                break
        process.kill()
        process.communicate()
        self.wait_for_orphans()
        stored = {m["match"] for m in self.json("matches", "--limit", "400", key="matches")}
        missing = next(match for match in range(1, 401) if match not in stored)
        with forging.forged(os.path.join(self.home, "arena.db")) as db:  # in the moment of the end there may be none between two matches
            db.execute("INSERT OR IGNORE INTO match_start VALUES (1, ?, 1)", (missing,))
        begun = self.json("matches", "--open", key="open")
        self.assertIn(missing, [m["match"] for m in begun])
        self.assertTrue(all(m["starts"] == 1 for m in begun))
        out, _ = self.arena("matches", "--open", "--to", str(begun[0]["match"]))
        self.assertIn("t: 1 match begun and not finished\n", out)
        self.arena("run", path)
        self.assertEqual(self.json("matches", "--open", key="open"), [])
        again = [m["match"] for m in self.json("matches", key="matches") if m["starts"] > 1]
        self.assertEqual(again, [m["match"] for m in begun])
        out, _ = self.arena("matches", "--from", str(again[0]), "--to", str(again[0]))
        self.assertRegex(out, r"  starts  seat 0 .*\n.*  2  (random|greedy) ")

    def test_a_match_counts_once_however_many_faults_were_tolerated(self):
        arena.write(os.path.join(self.home, "stubborn.py"), LINES_BOT.replace("asks == 3", "asks >= 3"))
        bots = (f"  - {{name: stubborn, run: [{arena.PYTHON}, stubborn.py, {json.dumps(ILLEGAL)}], "
                "transport: stdio}\n  - greedy\n")
        self.play("again", bots, extra="faults: {tolerate: 1000}\n")
        self.assertGreater(len(self.json("faults", key="faults")), 8)
        for args in ((), ("--live",)):
            lists = json.loads(self.arena("leaderboard", "--json", *args)[0])["lists"]
            bot = next(b for b in lists[0]["bots"] if b["name"] == "stubborn")
            self.assertEqual(bot["matches"], 4)
            self.assertEqual(bot["faults"]["illegal"], 4)
        self.assertIn("Faults: stubborn in 4 matches (4 illegal)", self.arena("leaderboard")[0])

    # -- who beat whom -------------------------------------------------------------

    def test_the_crosstable_adds_up_to_the_leaderboard(self):
        self.play("t", arena.hostile("illegal", 2) + "  - greedy\n  - random\n" + THIRD,
                  variants="block-2, draw-3, block-teams", sets=3)
        lists = json.loads(self.arena("leaderboard", "--json")[0])["lists"]
        tables = self.json("crosstable", key="tables")
        self.assertEqual([t["variant"] for t in tables], [entry["variant"] for entry in lists])
        for table, entry in zip(tables, lists):
            cell = {(b["name"], a["name"]): a for b in table["bots"] for a in b["against"]}
            self.assertEqual([b["name"] for b in table["bots"]], [b["name"] for b in entry["bots"]])
            for bot in entry["bots"]:
                mine = [a for (name, _), a in cell.items() if name == bot["name"]]
                for key in ("wins", "draws", "losses"):
                    self.assertEqual(sum(a[key] for a in mine), bot[key], (table["variant"], bot["name"]))
            for (one, other), a in cell.items():
                self.assertEqual(a["wins"], cell[other, one]["losses"])
                self.assertEqual(a["games"], a["wins"] + a["draws"] + a["losses"])
                if a["games"]:
                    self.assertAlmostEqual(a["share"] + cell[other, one]["share"], 1)
                    self.assertEqual(a["sets"] % 3, 0)
                    self.assertLessEqual(a["share_lo"], a["share"])
                    self.assertLess(a["share_lo"] + 0.1, a["share_hi"])
                    self.assertLessEqual(a["share"], a["share_hi"])
        out, _ = self.arena("crosstable", "--variant", "block-2", "--csv")
        rows = list(csv.DictReader(out.splitlines()))
        self.assertEqual(len(rows), 4 * 3)
        for row in rows:
            a = next(a for b in tables[0]["bots"] if b["name"] == row["bot"]
                     for a in b["against"] if a["name"] == row["against"])
            for key in ("games", "wins", "draws", "losses", "share", "sets", "share_lo", "share_hi"):
                self.assertAlmostEqual(float(row[key]), a[key], places=6)

    def test_the_leaderboard_has_the_same_numbers_in_every_format(self):
        # A bot that wins all matches has only a lower limit, such as >1893.2. With this seed no bot does.
        self.play("t", "  - random\n  - greedy\n" + THIRD, variants="block-2, block-teams",
                  sets=30, extra="seed: 1\n")
        lists = json.loads(self.arena("leaderboard", "--json")[0])["lists"]
        rows = list(csv.DictReader(self.arena("leaderboard", "--csv")[0].splitlines()))
        text, markdown = self.arena("leaderboard")[0], self.arena("leaderboard", "--markdown")[0]
        bots = [(entry, bot) for entry in lists for bot in entry["bots"]]
        self.assertEqual(len(rows), len(bots))
        for row, (entry, bot) in zip(rows, bots):
            self.assertEqual((row["variant"], row["bot"]), (entry["variant"], bot["name"]))
            for key in (name + end for name in ("variance_reduction", "points_variance_reduction", "information_ratio")
                        for end in ("", "_lo", "_hi")):
                self.assertIn(key, entry)
                self.assertEqual(row[key], f"{entry[key]:.6f}" if entry[key] is not None else "")
            for key in ("elo", "live_elo", "points_per_round", "wins", "illegal"):
                self.assertAlmostEqual(float(row[key]), bot["faults"].get(key, bot.get(key)), places=5)
            self.assertIn(f"{bot['elo']:.1f}", text)
            self.assertIn(f"| {bot['name']} | {bot['elo']:.1f} |", markdown)
        for entry in lists:
            size = len(entry["bots"])
            self.assertEqual([len(line) for line in entry["covariance"]], [size] * size)
            for key in ("los", "difference_lo", "difference_hi", "difference_degrees"):
                self.assertEqual([len(line) for line in entry[key]], [size] * size)
            for i, bot in enumerate(entry["bots"][:-1]):
                self.assertEqual(bot["los_next"], entry["los"][i][i + 1])
                self.assertEqual(bot["gap_lo"], entry["difference_lo"][i][i + 1])
                self.assertIn(f"{bot['gap_next']:.1f} (", text)
            low, high = entry["variance_reduction_lo"], entry["variance_reduction_hi"]
            self.assertTrue(low < entry["variance_reduction"] < high)
            said = f"tell as much as {100 * entry['variance_reduction']:.0f} separate ones"
            for words in (text, markdown):
                self.assertEqual(said in words, low > 1 or high < 1)
        live = list(csv.DictReader(self.arena("leaderboard", "--live", "--csv")[0].splitlines()))
        self.assertEqual([row["elo"] for row in live], [""] * len(live))
        self.assertEqual(sorted(row["live_elo"] for row in live), sorted(row["live_elo"] for row in rows))
        with open(os.path.join(arena.HERE, "..", "..", "docs", "reference", "output.md"), encoding="utf-8") as file:
            page = file.read()
        for key in [*lists[0], *lists[0]["bots"][0]]:
            self.assertIn(f"`{key}`", page)
        self.assertIn("exclude each other", self.arena("leaderboard", "--csv", "--json", status=2)[1])

    def test_all_round_lists_average_the_variants(self):
        self.play("t", "  - random\n  - greedy\n" + THIRD, variants="block-2, block-teams, draw-2", sets=10)
        board = json.loads(self.arena("leaderboard", "--json")[0])
        self.assertEqual([(one["family"], one["variants"]) for one in board["all_round"]],
                         [(None, 3), ("block", 2)])
        elo = {entry["variant"]: {bot["name"]: bot["elo"] for bot in entry["bots"]} for entry in board["lists"]}
        overall, block = ({bot["name"]: bot["elo"] for bot in one["bots"]} for one in board["all_round"])
        for bot in ("random", "greedy", "third"):
            self.assertAlmostEqual(block[bot], (elo["block-2"][bot] + elo["block-teams"][bot]) / 2, places=4)
            self.assertAlmostEqual(overall[bot], sum(elo[v][bot] for v in elo) / 3, places=4)
        for options in (["--davidson"], ["--metric", "points"], ["--prior", "2"], ["--anchor", "third=1200"],
                        ["--anchor", "third=1200,greedy=1100"]):
            other = json.loads(self.arena("leaderboard", "--json", *options)[0])
            elo = {entry["variant"]: {bot["name"]: bot["elo"] for bot in entry["bots"]} for entry in other["lists"]}
            for bot in other["all_round"][0]["bots"]:
                self.assertAlmostEqual(bot["elo"], sum(elo[v][bot["name"]] for v in elo) / 3, places=4, msg=options)
                fixed = [name for name in elo["draw-2"] if name in str(options)] or ["random"]
                self.assertEqual((bot["elo_lo"], bot["elo_hi"], bot["bound"]) == (None, None, ""), bot["name"] in fixed, options)
        text, _ = self.arena("leaderboard")
        self.assertTrue(text.startswith("All-round, all families: 3 variants\n"), text)
        self.assertIn(f"{overall['third']:.1f}", text)
        self.assertNotIn("all_round", self.arena("leaderboard", "--json", "--variant", "draw-2")[0])
        for args in (("--variant", "draw-2"), ("--live",), ("--csv",)):
            self.assertNotIn("All-round", self.arena("leaderboard", *args)[0])
        pages = os.path.join(self.home, "pages")
        self.arena("report", "-o", pages)
        page = arena.read(os.path.join(pages, "index.html"))
        self.assertIn("All-round, block: 2 variants", page)
        self.assertIn(f"{overall['third']:.0f}", page)

    def test_who_chooses_its_variants_is_not_ranked(self):
        """A copy of greedy that plays draw-2 alone, where strong bots win most, is not in the list."""
        self.play("t", "  - random\n  - greedy\n" + THIRD, variants="block-2, block-teams, draw-2", sets=10)
        before = json.loads(self.arena("leaderboard", "--json")[0])["all_round"]
        shutil.copy(GREEDY, self.home)
        self.play("u", "  - random\n  - {name: sly, run: [./greedy], transport: zmq}\n", variants="draw-2", sets=10)
        after = json.loads(self.arena("leaderboard", "--json")[0])["all_round"]
        self.assertEqual([(one["family"], one["weights"]) for one in after], [(one["family"], one["weights"]) for one in before])
        self.assertEqual({bot["name"] for bot in after[0]["bots"]}, {"random", "greedy", "third"})
        self.assertEqual([(bot["name"], bot["missing"]) for bot in after[0]["unranked"]], [("sly", ["block-2", "block-teams"])])
        self.assertEqual(after[1]["bots"], before[1]["bots"])
        text, _ = self.arena("leaderboard")
        self.assertIn("Not ranked: sly, which has not played block-2, block-teams.", text)

    def test_the_variants_of_the_all_round_list_can_be_named(self):
        self.play("t", "  - random\n  - greedy\n" + THIRD, variants="block-2, block-teams, draw-2", sets=4)
        named = json.loads(self.arena("leaderboard", "--json", "--all-round", "block-2,draw-2")[0])["all_round"]
        self.assertEqual([(one["family"], one["weights"]) for one in named], [(None, {"block-2": 0.5, "draw-2": 0.5})])
        self.play("u", "  - random\n  - greedy\n", variants="draw-2", sets=2, extra="rating: {all_round: [block-2, draw-2]}\n")
        self.assertTrue(self.arena("replay", "t/1")[0].startswith("t, match 1"), "not that of the newest tournament")
        self.assertEqual(json.loads(self.arena("leaderboard", "--json")[0])["all_round"][0]["weights"], named[0]["weights"])
        _, err = self.arena("leaderboard", "--all-round", "block-2,draw-22", status=2)
        self.assertIn("no match of variant 'draw-22' was played (did you mean draw-2?)", err)
        _, err = self.arena("leaderboard", "--all-round", "block-2", "--variant", "draw-2", status=2)
        self.assertIn("--all-round and --variant exclude each other; give only one of them", err)

    def test_a_prediction_follows_from_the_differences_of_the_list(self):
        self.play("t", "  - random\n  - greedy\n" + THIRD, variants="block-2, draw-3", sets=20)

        def share(elo):
            return 1 / (1 + 10 ** (-elo / 400))

        args = ("leaderboard", "--predict", "greedy,random,third", "--sets", "8", "--json")
        *found, mean = json.loads(self.arena(*args)[0])["predictions"]
        lists = json.loads(self.arena("leaderboard", "--json")[0])["lists"]
        self.assertEqual([one["variant"] for one in found], [one["variant"] for one in lists])
        for one, entry in zip(found, lists):
            names = [bot["name"] for bot in entry["bots"]]
            self.assertEqual([bot["name"] for bot in one["bots"]], ["greedy", "random", "third"])
            for bot in one["bots"]:
                i = names.index(bot["name"])
                for other in bot["against"]:
                    k = names.index(other["name"])
                    elo = entry["bots"][i]["elo"] - entry["bots"][k]["elo"]
                    self.assertAlmostEqual(other["expected"], share(elo), places=6)
                    low, high = entry["difference_lo"][i][k], entry["difference_hi"][i][k]
                    self.assertAlmostEqual(other["lo"], 0 if low is None else share(low), places=6)
                    self.assertAlmostEqual(other["hi"], 1 if high is None else share(high), places=6)
                self.assertAlmostEqual(bot["expected"], sum(other["expected"] for other in bot["against"]) / 2)
                for e in (bot, *bot["against"]):
                    luck = 1.96 ** 2 * e["expected"] * (1 - e["expected"]) / (8 * entry["matches"] / entry["sets"] * entry["variance_reduction"])
                    self.assertAlmostEqual(e["sets_lo"], max(0, e["expected"] - ((e["expected"] - e["lo"]) ** 2 + luck) ** 0.5), places=6)
                    self.assertAlmostEqual(e["sets_hi"], min(1, e["expected"] + ((e["hi"] - e["expected"]) ** 2 + luck) ** 0.5), places=6)
        self.assertIsNone(mean["variant"])
        for bot, *each in zip(mean["bots"], *(one["bots"] for one in found)):
            self.assertAlmostEqual(bot["expected"], sum(one["expected"] for one in each) / 2)
            for limit in ("lo", "hi", "sets_lo", "sets_hi"):
                self.assertAlmostEqual(abs(bot[limit] - bot["expected"]), sum((one[limit] - one["expected"]) ** 2 for one in each) ** 0.5 / 2)
        two = self.arena("leaderboard", "--predict", "third,random", "--variant", "block-2")[0]
        expected = next(other["expected"] for bot in found[0]["bots"] if bot["name"] == "third"
                        for other in bot["against"] if other["name"] == "random")
        self.assertRegex(two, rf"third +{100 * expected:.1f}% \(")
        rows = list(csv.DictReader(self.arena("leaderboard", "--predict", "third,random", "--csv")[0].splitlines()))
        self.assertEqual([row["variant"] for row in rows], ["block-2"] * 2 + ["draw-3"] * 2 + [""] * 2)
        self.assertIn("--sets needs --predict", self.arena("leaderboard", "--sets", "8", status=2)[1])
        bot = json.loads(self.arena("leaderboard", "--bot", "third", "--json")[0])
        tables = self.json("crosstable", key="tables")
        self.assertEqual([version["shown"] for version in bot["versions"]], [True])
        self.assertEqual(len(bot["all_round"]), 1)
        for line, entry, table, one in zip(bot["variants"], lists, tables, found):
            expected = {other["name"]: other for b in one["bots"] if b["name"] == "third" for other in b["against"]}
            met = {other["name"]: other for b in table["bots"] if b["name"] == "third" for other in b["against"]}
            self.assertLessEqual(next(b for b in entry["bots"] if b["name"] == "third").items(), line.items())
            self.assertAlmostEqual(line["score"], (line["wins"] + line["draws"] / 2) / sum(line[k] for k in ("wins", "draws", "losses")))
            for other in line["against"]:
                self.assertLessEqual(met[other["name"]].items(), other.items())
                self.assertEqual(other["expected_lo"], expected[other["name"]]["lo"])
                self.assertEqual(other["expected_hi"], expected[other["name"]]["hi"])
                self.assertEqual(other["points"], other["wins"] + other["draws"] / 2)
        self.assertEqual({(line["change"], line["change_by"]) for line in bot["variants"]}, {(None, "t")})
        text, _ = self.arena("leaderboard", "--bot", "third", "--variant", "block-2")
        self.assertRegex(text, r"(?m)^random  +1000\.0 +20 +40 ")
        self.assertIn("did you mean third?", self.arena("leaderboard", "--bot", "thrid", status=2)[1])
        for names, status, message in (("third", 2, "needs 2 to 8 bots, here is 1"),
                                       ("third,gredy", 2, "did you mean greedy?"),
                                       ("third,third", 2, "are one bot")):
            self.assertIn(message, self.arena("leaderboard", "--predict", names, status=status)[1])
        for options, said in ((("--predict", "a,b", "--live"), "--live and --predict exclude each other; give only one"),
                              (("--bot", "a", "--history"), "--history and --bot exclude each other"),
                              (("--versions", "a", "--prior", "2"), "--prior and --versions exclude each other"),
                              (("--davidson", "--metric", "points"), "--metric points has none; give only one of them"),
                              (("--bootstrap", "100", "--prior", "0"), "--bootstrap needs a prior above 0"),
                              (("--anchor", "gredy"), "no bot 'gredy' is in block-2 (did you mean greedy?)")):
            out, err = self.arena("leaderboard", *options, status=2)
            self.assertEqual(out, "")
            self.assertIn(said, err)

    def test_the_history_ends_at_the_leaderboard(self):
        self.play("t", "  - random\n  - greedy\n" + THIRD, variants="block-2, block-teams", sets=40)
        lists = json.loads(self.arena("leaderboard", "--json")[0])["lists"]
        histories = self.json("leaderboard", "--history", key="histories")
        rows = list(csv.DictReader(self.arena("leaderboard", "--history", "--csv")[0].splitlines()))
        text = self.arena("leaderboard", "--history", "--variant", "block-2")[0]
        self.assertEqual(len(histories), 2)
        for entry, history in zip(lists, histories):
            self.assertEqual(history["step"], 50)
            self.assertEqual(history["sets"], [50, 100, 120])
            self.assertEqual([b["name"] for b in history["bots"]], [b["name"] for b in entry["bots"]])
            for bot, last in zip(history["bots"], entry["bots"]):
                for key in ("elo", "elo_lo", "elo_hi"):
                    self.assertEqual(len(bot[key]), 3)
                    if last[key] is None:
                        self.assertIsNone(bot[key][-1])
                    else:
                        self.assertAlmostEqual(bot[key][-1], last[key], places=4)
                mine = [row for row in rows if (row["variant"], row["bot"]) == (entry["variant"], bot["name"])]
                self.assertEqual([float(row["elo"]) for row in mine], bot["elo"])
                self.assertEqual([int(row["sets"]) for row in mine], history["sets"])
        self.assertRegex(text, r"(?m)^after sets +50 +100 +120$")
        self.assertIn(f"{histories[0]['bots'][0]['elo'][1]:.1f}", text)
        self.assertIn("| after sets | 50 |", self.arena("leaderboard", "--history", "--markdown")[0])
        self.arena("leaderboard", "--history", "--live", status=2)

    def test_in_json_and_csv_two_versions_of_a_name_differ_by_version(self):
        vb = arena.hostile("good", name="vb")
        self.play("first", vb + "  - random\n", extra="rating: {anchor: {name: vb}}\n")
        with open(os.path.join(self.home, "hostile.py"), "a", encoding="utf-8") as file:
            file.write("# better\n")
        self.play("second", vb + "  - random\n", extra="rating: {anchor: {name: vb}}\n")
        (board,) = self.json("leaderboard", "--all", key="lists")
        (table,) = self.json("crosstable", "--all", key="tables")
        (history,) = self.json("leaderboard", "--history", "--all", key="histories")
        bots = {(b["name"], b["version"]) for b in table["bots"]}
        self.assertEqual(sorted(name for name, _ in bots), ["random", "vb", "vb"])
        self.assertEqual({(b["name"], b["version"]) for b in board["bots"]}, bots)
        self.assertEqual({(b["name"], b["version"]) for b in history["bots"]}, bots)
        held = next(b for b in board["bots"] if b["version"] == board["anchor_version"])
        self.assertEqual((board["anchor"], board["anchor_elo"]), (held["name"], held["elo"]))
        for args in (("leaderboard",), ("leaderboard", "--live"), ("leaderboard", "--history"), ("crosstable",)):
            rows = list(csv.DictReader(self.arena(*args, "--csv", "--all")[0].splitlines()))
            self.assertEqual({(row["bot"], row["version"]) for row in rows}, bots, args)
        rows = list(csv.DictReader(self.arena("leaderboard", "--csv", "--all")[0].splitlines()))
        self.assertEqual({(row["anchor"], row["anchor_version"]) for row in rows}, {(held["name"], held["version"])})
        label = f"vb@{held['version'][:8]}"
        for args in ((), ("--markdown",), ("--history",)):
            self.assertIn(label, self.arena("leaderboard", "--all", *args)[0])
        self.assertIn(f"anchor {label} fixed at 1000", self.arena("leaderboard", "--all")[0])
        progress = json.loads(self.arena("leaderboard", "--versions", "vb", "--json")[0])["progress"]
        for one in progress:
            first, second = one["versions"]
            self.assertEqual({(one["name"], version["version"]) for version in one["versions"]},
                             {bot for bot in bots if bot[0] == "vb"})
            self.assertIsNone(first["gain"])
            self.assertAlmostEqual(second["gain"], second["elo"] - first["elo"], places=4)
            self.assertEqual(second["los"] > 0.5, second["gain"] > 0)
        text, _ = self.arena("leaderboard", "--versions", "vb")
        self.assertIn(": versions of vb, oldest first\nversion ", text)
        self.assertIn(f"{progress[0]['versions'][1]['gain']:+.1f} (", text)
        rows = list(csv.DictReader(self.arena("leaderboard", "--versions", "vb", "--csv")[0].splitlines()))
        self.assertEqual([row["version"] for row in rows],
                         [version["version"] for one in progress for version in one["versions"]])
        self.assertIn("did you mean vb?", self.arena("leaderboard", "--versions", "vbb", status=2)[1])
        # The newest version is shown if no version was submitted.
        self.assertIn("anchor vb fixed at 1000", self.arena("leaderboard")[0])

    def grid(self, columns):
        """The shares of the crosstable printed in so many columns, by numbers of row and column, and its blocks."""
        os.environ["COLUMNS"] = str(columns)
        out, _ = self.arena("crosstable")
        del os.environ["COLUMNS"]
        self.assertTrue(all(len(line) <= columns for line in out.splitlines()), out)
        title, *lines = out.splitlines()
        self.assertEqual(title, "block-2: points of row against column, in percent")
        shares, blocks = {}, []
        for line in lines[:lines.index(next(line for line in lines if line.startswith("*: ")))]:
            words = line.split()
            if words and not re.search("[a-z]", line):
                blocks.append(words)
            elif words:
                shares.update({(words[0], column): share for column, share in zip(blocks[-1], words[2:], strict=True)})
        return shares, blocks

    def test_the_crosstable_is_a_grid_of_percentages(self):
        names = [f"a-bot-of-a-name-with-32-letters{i}" for i in range(10)]
        self.play("t", "".join(f"  - {{name: {name}, run: [./random], transport: zmq}}\n" for name in names), sets=1)
        shares, blocks = self.grid(80)
        self.assertEqual(blocks, [[str(i) for i in range(1, 11)]], "ten bots fit 80 columns")
        against = {}
        for bot in self.json("crosstable", key="tables")[0]["bots"]:
            against[bot["name"]] = {a["name"]: a["share"] for a in bot["against"]}
        order = list(against)
        for (row, column), shown in shares.items():
            one, other = order[int(row) - 1], order[int(column) - 1]
            if one == other:
                self.assertEqual(shown, "-")
                continue
            self.assertAlmostEqual(float(shown.lstrip("*")), 100 * against[one][other], delta=0.5 + 1e-9)
        narrow, blocks = self.grid(50)
        self.assertEqual(narrow, shares)
        self.assertEqual([len(block) for block in blocks], [5, 5])
        whole, blocks = self.grid(200)
        self.assertEqual((whole, len(blocks)), (shares, 1))


if __name__ == "__main__":
    arena.main()
