"""The pages of matches: their rounds, the other matches of the set, and how long they are."""
import base64
import gzip
import hashlib
import json
import os
import re

from serving import ServeTest, arena


class Replay(ServeTest):

    def test_a_match_leads_to_those_around_it_and_of_its_set(self):
        self.made("finished", "one", "two", "three")  # block-2 with sets of two, draw-3 with sets of three
        port = self.serve()
        self.whole(port)
        matches = json.loads(self.arena("matches", "--json")[0])["matches"]
        for match in matches:
            number, last = match["match"], len(matches)
            text = self.ask(port, f"/match/made/{number}.html").text
            around, _, same = text[text.index('aria-label="Other matches"'):].partition("</nav>")[0].partition("Same deals")
            self.assertEqual([int(n) for n in re.findall(r"match/made/(\d+)", around)],
                             [n for n in (number - 1, number + 1) if 1 <= n <= last])
            self.assertEqual([int(n) for n in re.findall(r"match/made/(\d+)", same)],
                             [m["match"] for m in matches if m["set"] == match["set"] and m["match"] != number])


    def test_a_match_is_one_file_that_needs_no_other(self):
        self.arena("run", self.tournament("name: made\nvariants: [block-2, draw-3]\nbots: [greedy, random, careful]\nsets: 1\nseed: 3\n"))
        self.arena("analyse", "made/1")
        site, file = os.path.join(self.home, "site"), os.path.join(self.home, "match.html")
        self.arena("report", "-o", site)
        for record in map(json.loads, self.arena("export")[0].splitlines()):
            number, count = record["match"], len(record["rounds"])
            self.assertEqual(self.arena("report", "--match", f"made/{number}", "-o", file)[0], file + "\n")
            page = arena.read(file)
            self.assertLess(len(page), 200000)
            policy = re.search('Content-Security-Policy" content="([^"]*)"', page)[1].replace("&#39;", "'")
            for name in ("style", "script"):
                parts = re.findall(f"(?s)<{name}>(.*?)</{name}>", page)
                self.assertEqual(len(parts), 1)
                code = base64.b64encode(hashlib.sha256(parts[0].encode()).digest()).decode()
                self.assertIn(f"{name}-src 'sha256-{code}';", policy)
                page = page.replace(parts[0], "")
            self.assertEqual(set(re.findall(r'(?:href|src)="(?!#|data:)([^"]*)', page)), set())
            packed = re.search('<script type="text/plain" id="packed">([^<]*)</script>', page)
            rounds = gzip.decompress(base64.b64decode(packed[1])).decode("ascii").split("<main data-from=")[1:] if packed else [page]
            self.assertEqual(len(rounds), count)
            for n, text in enumerate(rounds, 1):
                path = f"match/made/{number}/{n}.html" if n > 1 else f"match/made/{number}.html"
                self.assert_same_round(text, arena.read(os.path.join(site, path)))
            self.assertEqual(page.count("The moves of round "), count if count > 1 else 0)
            self.assertEqual("Luck and skill in round 1" in page, number == 1)

    def assert_same_round(self, alone, page):
        """The table, the hands and the moves of a round are those of its own page; links have only their texts."""
        def shown(text):
            return re.sub("</?a[^>]*>", "", text[text.index('<section id="replay">'):text.index("<h2>Result of the match</h2>")])
        self.assertEqual(shown(alone), shown(page))

    def test_a_file_of_a_match_is_refused_with_one_line(self):
        self.made("open", "one", "two")  # the last match of the last set is missing
        newest = json.loads(self.arena("matches", "--json")[0])["matches"][-1]["match"]
        for args, words in ((["made/1"], "name ends with .html"), (["made/1", "-o", "site"], "name ends with .html"),
                            (["made/1", "-o", self.home + "/none/m.html"], "No such file"), (["made/x", "-o", "m.html"], "'made/x' is not a match"),
                            (["made/1", "-o", "m.html", "--matches", "5"], "--match and --matches exclude each other"),
                            (["made/1", "-o", "m.html", "--tournament", "made"], "--match and --tournament exclude each other"),
                            (["made/999", "-o", "m.html"], "has no match 999 yet"), (["none/1", "-o", "m.html"], "none"),
                            ([f"made/{newest}", "-o", "m.html"], "will be shown when all")):
            error = self.arena("report", "--match", *args, status=(1, 2, 3))[1]
            self.assertIn(words, error)
            self.assertEqual(error.count("\n"), 1, error)
        self.assertFalse(os.path.exists("m.html"))

    def test_a_match_says_who_won_and_which_rounds_decided_it(self):
        self.arena("run", self.tournament("name: made\nvariants: [block-2, draw-3, partnership, brettspielnetz]\nbots: [greedy, random, careful]\n"
                                          "sets: 1\nseed: 3\n"))
        self.arena("report", "-o", os.path.join(self.home, "site"))
        for record in map(json.loads, self.arena("export")[0].splitlines()):
            with self.subTest(variant=record["variant"], match=record["match"]):
                page = arena.read(os.path.join(self.home, "site", "match", "made", f"{record['match']}.html"))
                self.check_headline(record, page)

    def check_headline(self, record, page):
        count = 2 if record["variant"] == "partnership" else len(record["bots"])
        sign = -1 if record["variant"] == "brettspielnetz" else 1
        names = [" + ".join(dict.fromkeys(bot["name"] for bot in record["bots"][side::count])) for side in range(count)]
        rounds = [played["points"][:count] for played in record["rounds"]]
        after = [[sum(column) for column in zip(*rounds[:n])] for n in range(1, len(rounds) + 1)]

        def first(points):
            best = max(range(count), key=lambda side: sign * points[side])
            return best if points.count(points[best]) == 1 else None

        def worth(points, side):
            return sign * (points[side] - (sum(points) - points[side]) / (count - 1))

        heading = re.search("<h1>(.*)</h1>", page)[1]
        self.assertIn(f"<title>{heading} - made, match {record['match']}, round 1 - Domino Arena</title>", page)
        if count == 2:
            self.assertEqual(heading, f"{names[0]} {after[-1][0]} : {after[-1][1]} {names[1]}")
        else:
            order = sorted(range(count), key=lambda side: -sign * after[-1][side])
            self.assertEqual(heading, ", ".join(f"{names[side]} {after[-1][side]}" for side in order))
        winner = first(after[-1])
        text = re.sub("<[^>]*>", "", page.split("</h1>\n")[1].split("</p>")[0])
        if winner is None:
            self.assertEqual(text, f"The first place is shared after {len(rounds)} rounds.")
            return
        margin = min(sign * (after[-1][winner] - after[-1][side]) for side in range(count) if side != winner)
        led = 1 + max((n for n, scores in enumerate(after, 1) if first(scores) != winner), default=0)
        best = max(range(len(rounds)), key=lambda n: worth(rounds[n], winner))
        expected = f"{names[winner]} won by {margin} points in {len(rounds)} rounds"
        expected += ", and led from the first round on" if led == 1 else f", and led from round {led} on"
        expected += f". Round {best + 1} brought most: {worth(rounds[best], winner):.4g} points more than "
        self.assertEqual(text, expected + ("the other side." if count == 2 else "the mean of the others."))
        bars = re.findall(r'<a href="[^"]*" data-from="[0-9]+"[^>]*?(?: title="([-+.0-9]+)")?>(?:<svg class="s([0-9])" .*?</svg>)?([0-9]+)</a>', page)
        self.assertEqual([number for _, _, number in bars], [str(n) for n in range(1, len(rounds) + 1)])
        self.assertEqual([(worth_, side) for worth_, side, _ in bars],
                         [("", "") if first(points) is None else (f"{worth(points, first(points)):+.3g}", str(first(points))) for points in rounds])

    @arena.nightly
    def test_the_page_of_a_round_is_short(self):
        """At most 20,000 bytes, 220 for each step and each line of the other matches, and 2,500 elements, even with
        eight seats."""
        self.made("finished", *"abcdefgh", sets=1)
        self.arena("report", "-o", os.path.join(self.home, "site"), "--matches", "600")
        largest = 0
        for root, _, files in os.walk(os.path.join(self.home, "site", "match", "made")):
            for file in filter(lambda name: name.endswith(".html"), files):
                with open(os.path.join(root, file), encoding="ascii") as page:
                    text = page.read()
                lines = text.count("<tr id=") + text.count("<li ")
                self.assertLess(len(text), 20000 + 220 * lines, f"{root}/{file}: {lines} lines")
                elements = len(re.findall("<[a-z]", text))
                self.assertLess(elements, 2500, f"{root}/{file}")
                largest = max(largest, elements)
        self.assertGreater(largest, 1500, "there was a round of eight seats")

    @arena.nightly
    def test_a_report_of_1300_matches_has_at_most_25_mb_and_a_match_200_kb(self):
        self.made("finished", *"abcdefgh", sets=3)
        count = len(json.loads(self.arena("matches", "--json")[0])["matches"])
        self.assertGreater(count, 1300)
        site, file = os.path.join(self.home, "site"), os.path.join(self.home, "match.html")
        self.arena("report", "-o", site)
        size = sum(os.path.getsize(os.path.join(root, name)) for root, _, names in os.walk(site) for name in names)
        self.assertLess(size, 25e6, f"{count} matches")
        for number in range(1, count, count // 20):
            self.arena("report", "--match", str(number), "-o", file)
            self.assertLess(os.path.getsize(file), 200e3, number)
        print(count, "matches:", size, "bytes")

    ROW = re.compile(r'<tr id="(\d+)"[^>]*><td>\d+</td><td>(?:(\d) [^<]*)?</td><td>(.*?)</td>')

    def rounds_of(self, port, match):
        """The texts of all pages of a match, which link to each other."""
        first = self.ask(port, f"/match/made/{match}.html").text
        count = max(map(int, re.findall(r' data-from="\d+"[^>]*>(?:<svg.*?</svg>)?(\d+)</a>', first)))
        rest = [self.ask(port, f"/match/made/{match}/{round}.html").text for round in range(2, count + 1)]
        self.assertEqual(self.ask(port, f"/match/made/{match}/{count + 1}.html").status, 404)
        return [first, *rest]

    def test_rounds_are_pages_that_lead_to_each_other(self):
        self.made("finished", "one", "two", "three")
        port = self.serve()
        self.whole(port)
        pages = self.rounds_of(port, 2)
        self.assertGreater(len(pages), 2)
        step = 1
        for number, text in enumerate(pages, 1):
            nav = text[text.index('aria-label="Rounds"'):].partition("</nav>")[0]
            linked = {name: re.search(rf'match/made/2(?:/(\d+))?\.html" data-go="{name}"', nav)
                      for name in ("first", "back", "on", "last")}
            shown = {name: int(found[1] or 1) for name, found in linked.items() if found}
            self.assertEqual(shown, {name: to for name, to in (("first", 1), ("back", number - 1), ("on", number + 1),
                                                               ("last", len(pages))) if 1 <= to <= len(pages) and to != number})
            self.assertEqual(text.count(" is dealt"), 1)
            ids = [int(row[0]) for row in self.ROW.findall(text)]
            self.assertEqual(ids, list(range(step, step + len(ids))), "steps are numbered through the match")
            self.assertIn(f"Round {number} is dealt", text)
            step += len(ids)

    def test_steps_have_the_numbers_of_the_terminal(self):
        self.made("finished", "one", "two", "three", sets=20)
        port = self.serve()
        self.whole(port)
        faults = 0
        for match in range(1, 23):  # every fifth has a tolerated fault, every eleventh ends by one
            rows = [row for text in self.rounds_of(port, match) for row in self.ROW.findall(text)]
            shown = [(step, seat, words.split()[0]) for step, seat, words in rows if seat]
            out, _ = self.arena("replay", f"made/{match}")
            printed = re.findall(r"^ +(\d+)  (\d) \w+ +(leads|plays|draws|passes|fault:)", out, re.M)
            self.assertEqual([(step, seat, words.strip(":")) for step, seat, words in shown],
                             [(step, seat, words.strip(":")) for step, seat, words in printed])
            faults += sum(words == "fault:" for _, _, words in printed)
        self.assertGreater(faults, 2)

    def test_a_round_is_shown_beside_the_same_deal_in_the_other_matches(self):
        """Each match of the set has a column with its plays. It says where they begin to differ."""
        self.made("finished", "one", "two", "three")
        port = self.serve()
        self.whole(port)
        matches = json.loads(self.arena("matches", "--json")[0])["matches"]
        records = {m["match"]: json.loads(self.ask(port, f"/match/made/{m['match']}.json").text) for m in matches}
        endings = set()
        for match in matches[:6]:
            number = match["match"]
            same = [number] + [m["match"] for m in matches if m["set"] == match["set"] and m["match"] != number]
            for index, text in enumerate(self.rounds_of(port, number)):
                columns = text[text.index('class="wide set"'):].split("<section>")[1:]
                self.assertEqual([int(re.search(r"Match (\d+)", column)[1]) for column in columns], same)
                own = self.tiles_of(records[number], index)
                self.check_beside(text, own, [self.tiles_of(records[other], index) for other in self.after(same)], self.after(same))
                for other, column in zip(same, columns):
                    tiles = self.tiles_of(records[other], index)
                    shown = re.findall(r'<li [^>]*>(\d) \w+ (\d-\d)', column)
                    self.assertEqual(shown, tiles or [])
                    self.assertEqual("It ended after round" in column, tiles is None)
                    endings.add("no round" if tiles is None else "same" if "The same moves" in column else
                                "other" if "Differs from step" in column else "own")
                    if tiles is not None and other != number:
                        self.assertEqual('class="other"' not in column, "The same moves" in column)
                        self.assertTrue(tiles == own or 'class="other"' in column)
                    self.assertEqual(other == number, "The match above" in column)
        self.assertTrue({"no round", "other", "own"} <= endings, endings)

    def after(self, same):
        """The other matches of a set, the next one first."""
        return sorted(same[1:], key=lambda number: (number < same[0], number))

    def check_beside(self, text, own, others, numbers):
        """The next match that has this round stands beside it, with all its tiles, in the steps of this one."""
        found = next(((number, tiles) for number, tiles in zip(numbers, others) if tiles is not None), None)
        self.assertEqual('class="board beside"' in text, found is not None)
        self.assertEqual('data-act="beside"' in text, found is not None)
        if found is None:
            return
        beside = text.split('<div class="board beside">')[1].split('aria-label="Moves of round')[0]
        self.assertIn(f"The same deal in match {found[0]}. ", beside)
        cloth = beside.split('<div class="hands">')[0]
        self.assertEqual(cloth.count("<use "), len(found[1]))
        steps = [int(row[0]) for row in self.ROW.findall(text)]
        for attribute in re.findall(r'data-[az]="([0-9]+)"', beside):
            self.assertTrue(steps[0] <= int(attribute) <= steps[-1], attribute)
        if found[1] != own and len(found[1]) == len(own):
            link = re.search(r'Differs from <a href="#([0-9]+)&amp;beside">step \1</a> on', beside)
            self.assertIn(int(link[1]), steps)

    def tiles_of(self, record, index):
        """[(seat, tile)] of the plays of a round; None if the match has no such round."""
        if index >= len(record["rounds"]):
            return None
        return [(str(e[0]), f"{e[2]}-{e[3]}") for e in record["rounds"][index]["events"] if e[1] in ("lead", "play")]

    def test_the_record_of_a_match_is_what_replay_prints(self):
        self.made("finished", "one", "two", "three")
        port = self.serve()
        self.whole(port)
        answer = self.ask(port, "/match/made/3.json")
        self.assertEqual(answer.text, self.arena("replay", "made/3", "--json")[0])
        self.assertTrue(answer.getheader("Content-Type").startswith("application/json"))


if __name__ == "__main__":
    arena.main()
