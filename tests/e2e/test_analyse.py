"""`analyse`: luck and skill of what was played, and the costliest choices."""
import csv
import io
import json
import os
import re
import shutil
import signal

import arena

# Plays like careful, but keeps doubles to the end: the one weakness that the analysis has to name.
KEEPER = """import json, sys
print(json.dumps({"type": "hello", "protocol": 1, "events": False, "max_tables": 64}), flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "bye":
        break
    if message["type"] != "ask":
        continue
    def worth(choice):
        action = message["legal"][choice]
        if action[0] != "play":
            return (-1,)
        tile = action[1:3]
        rest = [other for other in message["hand"] if sorted(other) != sorted(tile)]
        return (tile[0] != tile[1], len({value for other in rest for value in other}), sum(tile))
    choice = max(range(len(message["legal"])), key=worth)
    print(json.dumps({"type": "act", "req": message["req"], "choice": choice}), flush=True)
"""

# Plays its first legal action, and always expects the same.
TELLER = """import json, sys
print(json.dumps({"type": "hello", "protocol": 1}), flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "bye":
        break
    if message["type"] == "ask":
        print(json.dumps({"type": "act", "req": message["req"], "choice": 0, "info": {"expected": 2.5}}), flush=True)
"""


class Analyse(arena.ArenaTest):

    def play(self, name="t", variants="block-2", bots="careful, greedy, random", sets=2, more=""):
        self.arena("run", self.tournament(f"name: {name}\nvariants: [{variants}]\nsets: {sets}\nseed: 1\nbots: [{bots}]\n{more}"))

    def analyse(self, *words, worlds=6):
        out, _ = self.arena("analyse", *words, "--json", "--worlds", str(worlds))
        return json.loads(out)

    def refused(self, *words, status=2):
        return self.arena("analyse", *words, status=status)[1]

    def kept(self):
        return os.path.join(self.home, "arena.db-analysis")

    def interrupted(self):
        """A tournament of which some sets were played whole, and at least one was not."""
        path = self.tournament("name: part\nvariants: [block-2]\nsets: 80\nseed: 1\nbots: [random, greedy, careful]\n")
        process = self.start_held("run", path, "--json", "--concurrency", "1")
        next(line for line in process.stdout if json.loads(line).get("match"))
        process.send_signal(signal.SIGINT)
        process.communicate()
        return path

    def test_a_tournament_a_bot_and_a_match(self):
        self.play(variants="block-2, draw-3")
        found = self.analyse("t")
        matches = self.stored()
        self.assertEqual((found["matches"], found["open_sets"], found["void_sets"]), (matches, 0, 0))
        self.assertEqual({(bot["variant"], bot["bot"]) for bot in found["bots"]},
                         {(variant, bot) for variant in ("block-2", "draw-3") for bot in ("careful", "greedy", "random")})
        for bot in found["bots"]:
            self.assertAlmostEqual(bot["expected"] + bot["luck"] + bot["skill"], bot["result"], places=6)
            self.assertLessEqual(bot["best"], bot["choices"])
            for group in ("phase", "kind", "actions"):
                parts = [part for part in bot["parts"] if part["by"] == group]
                self.assertEqual(sum(part["choices"] for part in parts), bot["choices"], "each choice is in one part")
                self.assertAlmostEqual(sum(part["choices"] * part["loss"] for part in parts), bot["choices"] * bot["loss"], places=3)
        losses = [choice["loss"] for choice in found["costliest"]]
        self.assertEqual(len(losses), 10)
        self.assertEqual(losses, sorted(losses, reverse=True))
        only = self.analyse("greedy")
        self.assertEqual([bot for bot in found["bots"] if bot["bot"] == "greedy"], only["bots"])
        self.assertEqual({choice["bot"] for choice in only["costliest"]}, {"greedy"})
        one = self.analyse("t/3")
        self.assertEqual((one["matches"], {choice["match"] for choice in one["costliest"]}), (1, {3}))
        self.assertEqual(one, self.analyse("3"))
        self.assertEqual([bot["variant"] for bot in self.analyse("t", "--variant", "draw-3")["bots"]], ["draw-3"] * 3)

    def test_points_of_a_match_are_those_of_its_record(self):
        self.play(sets=1)
        for record in self.records():
            found = self.analyse(f"t/{record['match']}")
            points = [sum(round_["points"][seat] - round_["points"][1 - seat] for round_ in record["rounds"]) for seat in (0, 1)]
            by_bot = {bot["bot"]: bot for bot in found["bots"]}
            for seat, bot in enumerate(record["bots"]):
                self.assertAlmostEqual(by_bot[bot["name"]]["result"] * len(record["rounds"]), points[seat], places=5)

    def test_a_costly_choice_is_at_its_step_and_in_the_hand(self):
        self.play(sets=1)
        for choice in self.analyse("t")["costliest"]:
            asked = json.loads(self.arena("ask", choice["bot"], f"t/{choice['match']}", str(choice["step"]), "--json")[0])
            self.assertIn(choice["taken"], json.dumps(asked))
            self.assertIn(choice["taken"].split("@")[0], choice["hand"].split(",") + ["draw"])
            self.assertIn(choice["better"].split("@")[0], choice["hand"].split(",") + ["draw"])
            self.assertGreater(choice["better_value"], choice["taken_value"])

    def test_what_was_valued_is_kept_and_does_not_depend_on_threads(self):
        self.play()
        command = ("analyse", "t", "--worlds", "20")
        first = self.arena(*command)[0]
        size = os.path.getsize(self.kept())
        self.assertEqual(self.arena(*command, "--jobs", "7")[0], first)
        self.assertEqual(os.path.getsize(self.kept()), size, "it was all there")
        os.remove(self.kept())
        self.assertEqual(self.arena(*command, "--jobs", "1")[0], first)
        self.analyse("t")
        self.assertGreater(os.path.getsize(self.kept()), size, "other worlds give other values")

    def test_formats(self):
        self.play(sets=1, bots="careful, random")
        rows = list(csv.DictReader(io.StringIO(self.arena("analyse", "t", "--csv")[0])))
        self.assertEqual([row["bot"] for row in rows], [bot["bot"] for bot in self.analyse("t", worlds=200)["bots"]])
        text = self.arena("analyse", "t")[0]
        self.assertIn("\nThe costliest choices, in points:\n", text)
        self.assertIn("careful-90 with 200 worlds", text)
        self.assertIn("--csv and --json exclude each other", self.refused("t", "--csv", "--json"))

    def test_luck_by_its_cause(self):
        causes = ("stock_luck", "partner_luck", "others_luck")
        self.play(variants="block-2, draw-2, partnership", sets=1)
        whole = self.analyse("t")
        size = os.path.getsize(self.kept())
        found = self.analyse("t", "--luck")
        self.assertGreater(os.path.getsize(self.kept()), 1.9 * size, "values of different plans are kept apart")
        for bot, other in zip(found["bots"], whole["bots"]):
            self.assertAlmostEqual(bot["deal_luck"] + sum(bot[cause] for cause in causes), bot["luck"], places=6)
            self.assertEqual([other.pop(cause) for cause in causes], [None] * 3)
            parts = {cause: bot.pop(cause) for cause in causes}
            self.assertAlmostEqual(bot.pop("luck"), other.pop("luck"), places=9)
            self.assertEqual(bot, other, "nothing else has changed")
            can = {"block-2": {"others_luck"}, "draw-2": {"stock_luck", "others_luck"}, "partnership": {"partner_luck", "others_luck"}}
            self.assertEqual({cause for cause in causes if parts[cause]}, can[bot["variant"]])
        rows = list(csv.DictReader(io.StringIO(self.arena("analyse", "t", "--luck", "--csv", "--worlds", "6")[0])))
        for row in rows:
            self.assertAlmostEqual(sum(float(row[key]) for key in ("deal_luck", *causes)), float(row["luck"]), places=3)
        rows = list(csv.DictReader(io.StringIO(self.arena("analyse", "t", "--csv", "--worlds", "6")[0])))
        self.assertEqual({row[cause] for row in rows for cause in causes}, {""})
        text = self.arena("analyse", "t", "--luck", "--worlds", "6")[0]
        self.assertRegex(text, r"\nluck from +deal +stock +partner +others\n")
        self.assertNotIn("luck from", self.arena("analyse", "t", "--worlds", "6")[0])

    def test_losses_with_all_hands_seen(self):
        keys = ("open_choices", "open_loss", "open_loss_half_width")
        self.play(variants="block-2, draw-2", bots="careful, greedy", sets=1)
        whole = self.analyse("t")
        found = self.analyse("t", "--open")
        self.assertEqual((whole.pop("open_positions"), found.pop("open_positions")), (None, 1 << 17))
        for bot, other in zip(found["bots"], whole["bots"]):
            self.assertEqual([other[key] for key in keys], [None] * 3)
            self.assertGreaterEqual(bot["open_loss"], 0)
            solved = [sum(part["open_choices"] for part in bot["parts"] if part["by"] == group) for group in ("phase", "kind", "actions")]
            self.assertEqual(solved, [bot["open_choices"]] * 3)
            total = sum(part["open_choices"] * part["open_loss"] for part in bot["parts"] if part["by"] == "phase" and part["open_choices"])
            self.assertAlmostEqual(total, bot["open_choices"] * bot["open_loss"], places=2)
            if bot["variant"] == "draw-2":
                self.assertLess(bot["open_choices"], bot["choices"], "early choices stay unsolved")
            else:
                self.assertEqual(bot["open_choices"], bot["choices"])
            for one in (bot, other, *bot["parts"], *other["parts"]):
                for key in keys:
                    one.pop(key)
        self.assertEqual(found, whole, "nothing else has changed")
        rows = {key: list(csv.DictReader(io.StringIO(self.arena("analyse", "t", *key, "--csv", "--worlds", "6")[0]))) for key in ((), ("--open",))}
        self.assertEqual({row[key] for row in rows[()] for key in keys}, {""})
        self.assertGreater(min(float(row["open_loss"]) for row in rows[("--open",)]), 0)
        text = self.arena("analyse", "greedy", "--open", "--worlds", "6")[0]
        self.assertRegex(text, r"\nall hands seen +choices +solved +open loss a choice\ngreedy ")
        self.assertRegex(text, r"\nphase +lead +[0-9]+ +[-+0-9.± ]+ 0 % +-\n")
        self.assertIn("Nobody knows that much", " ".join(text.split()))
        self.assertNotIn("all hands seen", self.arena("analyse", "t", "--worlds", "6")[0])
        both = ("analyse", "t", "--open", "--luck", "--variant", "block-2", "--worlds", "6", "--json")
        first = self.arena(*both)[0]
        os.remove(self.kept())
        self.assertEqual(self.arena(*both, "--jobs", "1")[0], first)

    def test_the_weakness_of_a_bot_is_named_first(self):
        folder = os.path.join(self.home, "keeper")
        arena.write(os.path.join(folder, "bot.py"), KEEPER)
        arena.write(os.path.join(folder, "bot.yaml"), f"name: keeper\nrun: [{arena.PYTHON}, bot.py]\ntransport: stdio\n")
        self.play(bots=f"{folder}, careful", sets=20)
        lines = self.arena("analyse", "keeper", "--worlds", str(arena.in_nightly(200, 50)))[0].splitlines()
        self.assertRegex("\n".join(lines[:3]), "keeper loses most where it keeps a (lone )?double")

    def test_open_and_void_sets_are_left_out(self):
        path = self.interrupted()
        found = self.analyse("part")
        sets = [count for _, count in self.query("SELECT set_number, COUNT(*) FROM match GROUP BY set_number")]
        self.assertEqual((found["matches"], found["open_sets"]), (2 * sets.count(2), sets.count(1)))
        self.arena("run", path, "--json")
        self.arena("void", "part/3", "--why", "a test")
        again = self.analyse("part")
        self.assertEqual((again["matches"], again["open_sets"], again["void_sets"]), (478, 0, 1))
        self.assertIn("part/3 counts nowhere: its set was voided", self.refused("part/3"))

    def test_choices_in_which_two_bots_differ(self):
        self.play(sets=3, bots="careful, greedy, random")
        found = self.analyse("t", "--between", "careful,greedy")["differences"]
        self.assertGreater(found["rounds"], found["differing"])
        self.assertGreater(found["differing"], 10)
        worths = [abs(one["values"][0] - one["values"][1]) for one in found["largest"]]
        self.assertEqual((len(worths), worths), (10, sorted(worths, reverse=True)))
        for one in found["largest"]:
            asks = []
            for bot, match, step, taken in zip(found["between"], one["matches"], one["steps"], one["taken"]):
                asked = json.loads(self.arena("ask", bot, f"t/{match}", str(step), "--json")[0])["asked"]
                self.assertEqual(asked["then"]["action"], taken)
                asks.append(json.loads(asked["ask"]) if isinstance(asked["ask"], str) else asked["ask"])
            for key in ("seat", "round", "hand", "ends", "history", "legal"):
                self.assertEqual(asks[0][key], asks[1][key], "both saw the same")
            self.assertNotEqual(*one["taken"])
        back = self.analyse("t", "--between", "greedy,careful")["differences"]
        self.assertEqual((back["rounds"], back["differing"]), (found["rounds"], found["differing"]))
        self.assertIsNone(self.analyse("t")["differences"])
        versions = dict(self.query("SELECT name, version FROM bot"))
        same = self.analyse("t", "--between", f"careful@{versions['careful'][:8]},greedy@{versions['greedy'][:8]}")["differences"]
        self.assertEqual(same["largest"], found["largest"])
        for words, said in ((("t", "--between", "careful,nobody"), "careful and nobody never had the same deal in the same seat here"),
                            (("t/1", "--between", "careful,greedy"), "careful and greedy never had the same deal in the same seat here"),
                            (("t", "--between", "careful"), "--between: two different bots are compared; allowed: A,B"),
                            (("t", "--between", "careful,careful"), "--between: two different bots are compared; allowed: A,B")):
            self.assertIn(said, self.refused(*words, "--worlds", "6"))

    def test_the_trend_over_versions(self):
        folder = os.path.join(self.home, "mine")
        versions = []
        for number, name in enumerate(("random", "careful", "random"), 1):
            shutil.copytree(os.path.join(arena.BUILD, "share", "domino-arena", "bots", name), folder, dirs_exist_ok=True)
            manifest = os.path.join(folder, "bot.yaml")
            arena.write(manifest, re.sub("(?m)^name: .*$", "name: mine", arena.read(manifest)) + f"# {number}\n")
            self.play(name=f"t{number}", bots=f"{folder}, greedy", sets=3)
            versions += [version for (version,) in self.query("SELECT version FROM bot WHERE name = 'mine'") if version not in versions]
        found = {bot["version"]: bot for bot in self.analyse("mine")["bots"]}
        self.assertEqual([found[version]["since"] and found[version]["since"]["version"] for version in versions], [None, *versions[:-1]])
        self.assertAlmostEqual(found[versions[1]]["since"]["skill"], found[versions[1]]["skill"] - found[versions[0]]["skill"])
        self.assertAlmostEqual(found[versions[2]]["since"]["loss"], found[versions[2]]["loss"] - found[versions[1]]["loss"])
        text = self.arena("analyse", "mine", "--worlds", "6")[0]
        first, second, third = (f"mine@{version[:8]}" for version in versions)
        self.assertRegex(text, rf"\n{second} after {first}: skill \+[0-9.]+ ± [0-9.]+ a round, loss -[0-9.]+ ± [0-9.]+ a choice\n{third} after {second}: skill -")

    def test_a_replay_shows_values(self):
        self.play(sets=1, bots="careful, random")
        self.assertIn("the match is not valued yet; run: domino-arena analyse t/1", self.arena("replay", "t/1", "--values", status=2)[1])
        costly = [choice for choice in self.analyse("t/1", worlds=200)["costliest"]][0]
        lines = self.arena("replay", "t/1", "--values")[0].splitlines()
        at = next(i for i, line in enumerate(lines) if line.split()[:1] == [str(costly["step"])])
        self.assertRegex(lines[at + 1], r"^ +values: " + costly["better"] + r" [-+][0-9.]+ .*; lost " + f"{costly['loss']:.1f}" + r"; the reference player takes [^ ]+; luck before [-+]")
        self.assertIn(f" {costly['taken']} {costly['taken_value']:+.1f}", lines[at + 1])
        other = self.arena("replay", "t/1", "--values", "--seat", str(1 - costly["seat"]))[0].splitlines()
        at = next(i for i, line in enumerate(other) if line.split()[:1] == [str(costly["step"])])
        self.assertNotIn("values:", other[at + 1])
        self.assertNotIn("values:", self.arena("replay", "t/1")[0])
        self.assertIn("--json and --values exclude each other", self.arena("replay", "t/1", "--values", "--json", status=2)[1])

    def test_pages_show_values(self):
        self.play(sets=1, bots="careful, random")
        site = os.path.join(self.home, "site")
        page = os.path.join(site, "match", "t", "1.html")
        self.arena("report", "-o", site)
        self.assertIn("<code>domino-arena analyse t/1</code>", arena.read(page))
        self.assertNotIn("Luck and skill in round", arena.read(page))
        costly = self.analyse("t/1", worlds=200)["costliest"][0]
        self.arena("report", "-o", site)
        pages = "".join(arena.read(os.path.join(folder, name)) for folder, _, names in os.walk(os.path.join(site, "match", "t", "1")) for name in names)
        pages += arena.read(page)
        step = next(row for row in pages.split("<tr") if row.startswith(f' id="{costly["step"]}"'))
        self.assertIn(f"<summary>lost {costly['loss']:.1f}</summary>", step)
        self.assertIn(f"<b>{costly['taken']} {costly['taken_value']:+.1f}</b>", step)
        self.assertIn(f"{costly['better']} {costly['better_value']:+.1f}", step)
        self.assertRegex(step, "; the reference player takes (draw|[0-9]+-[0-9]+@[0-9])</details>")
        taken_and_reference = re.findall("<td>[01] careful</td>.*<b>([^ ]+) .*; the reference player takes ([^ <]+)</details>", pages)
        self.assertGreater(len(taken_and_reference), 10)
        self.assertEqual([reference for _, reference in taken_and_reference], [taken for taken, _ in taken_and_reference],
                         "careful plays as the reference player prefers")
        self.assertIn('data-kind="mistake"', step)
        self.assertIn('data-act="mistake"', arena.read(page))
        self.assertIn("Luck and skill in round 1", arena.read(page))
        self.assertNotIn("<code>domino-arena analyse t/1</code>", arena.read(page))

    def test_lists_of_a_bot_have_its_luck_and_skill(self):
        self.play(sets=2, bots="careful, random")
        site = os.path.join(self.home, "site")
        self.arena("report", "-o", site)
        self.assertNotIn("Luckiest wins", arena.read(os.path.join(site, "bot", "careful.html")))
        self.analyse("t/1", worlds=200)
        found = self.analyse("t/2", worlds=200), self.analyse("t/1", worlds=200)
        self.arena("report", "-o", site)
        for name in ("careful", "random"):
            listed = json.loads(arena.read(os.path.join(site, "bot", name, "1.json")))["matches"]
            self.assertEqual(["luck" in match["outcome"] for match in listed], [False, False, True, True], "the newest first")
            for match, of in zip(listed[2:], found):
                own = next(bot for bot in of["bots"] if bot["bot"] == name)
                for key in ("luck", "skill"):
                    self.assertAlmostEqual(match["outcome"][key], own[key] * own["rounds"], places=3)
            won = {match["match"]: match["outcome"] for match in listed[2:] if match["outcome"]["result"] == "won"}
            page = arena.read(os.path.join(site, "bot", f"{name}.html"))
            shown = page.partition("<h3>Luckiest wins</h3>")[2].partition("</table>")[0]
            cells = [[re.sub("<[^>]*>", "", cell) for cell in re.findall("<t[dh][^>]*>(.*?)</t[dh]>", row)] for row in shown.split("<tr")[1:]]
            rows = [[row[cells[0].index(head)] for head in ("Match", "Luck", "Skill", "Result", "Variant")] for row in cells[1:]]
            expected = sorted(won.items(), key=lambda each: -each[1]["luck"])
            self.assertEqual([row[0] for row in rows], [str(match) for match, _ in expected])
            for row, (_, outcome) in zip(rows, expected):
                self.assertEqual(row[1:], [f"{outcome['luck']:+.1f}", f"{outcome['skill']:+.1f}", "won", "block-2"])

    def test_a_page_draws_the_curve_of_a_round(self):
        arena.write(os.path.join(self.home, "teller.py"), TELLER)
        teller = json.dumps({"name": "teller", "run": [arena.PYTHON, "teller.py"], "transport": "stdio"})
        self.play(sets=1, bots=f"{teller}, random")
        self.analyse("t/1", worlds=200)
        site = os.path.join(self.home, "site")
        self.arena("report", "-o", site)
        page = arena.read(os.path.join(site, "match", "t", "1.html"))
        curve = page.split('<figure class="history curve">')[1].split("</figure>")[0]
        rows = [row for row in page.split("<tr")[1:] if row.startswith(' id="')]
        marks = {int(points): float(y) - 4 for y, points in re.findall(r'x="50" y="([0-9.]+)">([-+]?[0-9]+)<', curve)}
        table = page.split("Luck and skill in round 1")[1].split("</table>")[0]
        results = [float(row.split('<td class="n">')[1].split("<")[0]) for row in table.split("<tr>")[2:]]
        point_height = (marks[max(marks)] - marks[0]) / max(marks)
        for seat, group in enumerate(re.findall(r'<g class="s[0-9]" data-seat="[0-9]">.*?</g>', curve, re.DOTALL)):
            with self.subTest(seat=seat):
                ours = [row for row in rows if f'data-seat="{seat}"' in row]
                points = [tuple(map(float, point.split(","))) for point in re.search(r'points="([^"]*)"', group).group(1).split()]
                self.assertEqual(len(points), 2 + 2 * sum('<details class="own">' in row for row in ours))
                self.assertEqual([x for x, _ in points], sorted(x for x, _ in points))
                self.assertAlmostEqual(marks[0] + results[seat] * point_height, points[-1][1], delta=0.2)
                self.assertEqual(group.count("<circle"), sum('data-kind="mistake"' in row for row in ours))
                self.assertEqual(group.count("the bot expects +2.5"), sum("expects" in row for row in ours))
        self.assertIn("the bot expects +2.5", curve)

    def test_what_is_refused(self):
        self.play(sets=1)
        self.play(name="u", variants="draw-3", sets=1)
        for words, status, said in (
                (("nobody",), 2, "there is no tournament and no bot 'nobody'; allowed: TOURNAMENT, TOURNAMENT/MATCH"),
                (("t/1", "--variant", "draw-3", "--worlds", "2"), 2, "t/1 is not of a variant that --variant names"),
                (("t/99",), 2, "tournament 't' has no match 99 yet"),
                (("t/0",), 2, "'t/0' is not a match"),
                (("t", "--worlds", "0"), 2, "--worlds"),
                (("t", "--worlds", "1"), 2, "--worlds"),
                (("t", "--jobs", "0"), 2, "--jobs"),
                (("t", "--variant", "draw-7"), 2, "draw-7"),
                ((), 2, "WHAT")):
            with self.subTest(words):
                errors = self.refused(*words, status=status)
                self.assertIn(said, errors)
                self.assertEqual(len(errors.splitlines()), 1, errors)

    def test_it_runs_beside_other_analyses_and_a_run(self):
        self.play(sets=1)
        both = [self.start("analyse", "t", "--worlds", str(worlds), "--json") for worlds in (20, 30)]
        found = [json.loads(self.finish(process)[0]) for process in both]
        size = os.path.getsize(self.kept())
        self.assertEqual([self.analyse("t", worlds=worlds) for worlds in (20, 30)], found)
        self.assertEqual(os.path.getsize(self.kept()), size, "both have kept all")
        process = self.start_held("run", self.tournament("name: u\nvariants: [block-2]\nsets: 80\nbots: [random, greedy]\n"), "--json")
        next(line for line in process.stdout if json.loads(line).get("match"))
        self.assertEqual(self.analyse("t")["matches"], 6)
        self.let_go(process)
        process.communicate()

    def test_an_interrupt_keeps_what_is_done(self):
        self.play(sets=150, bots="careful, greedy")  # of 300 matches the first 16 are kept together, the others take a minute
        process = self.start("analyse", "t", "--jobs", "1")
        arena.wait_until(lambda: os.path.exists(self.kept()) and os.path.getsize(self.kept()) > 1000, "the first matches are kept")
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate()
        self.assertEqual(process.returncode, 128 + signal.SIGINT, errors)
        self.assertRegex(errors, "interrupted: [1-9][0-9]* matches are valued and kept; the same command continues")
        size = os.path.getsize(self.kept())
        self.arena("analyse", "t/1")
        self.assertEqual(os.path.getsize(self.kept()), size, "it was kept")
        self.arena("analyse", "t/300")
        self.assertGreater(os.path.getsize(self.kept()), size, "it was still to be valued")

    def test_a_variant_of_ones_own(self):
        own = "{tiny: {base: block-2, set_max: 3, hand: 4}}"
        path = self.tournament(f"name: own\nvariants: {own}\nsets: 2\nseed: 1\nbots: [careful, random]\n")
        self.arena("run", path)
        self.assertEqual({bot["variant"] for bot in self.analyse("own")["bots"]}, {"tiny"})


if __name__ == "__main__":
    arena.main()
