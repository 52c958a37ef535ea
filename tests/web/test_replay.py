"""The pages of matches: their rounds, the other matches of the set, and how long they are."""
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


    @arena.nightly
    def test_the_page_of_a_round_is_short(self):
        """At most 15,000 bytes, 220 for each step and each line of the other matches, and 2,500 elements, even with
        eight seats."""
        self.made("finished", *"abcdefgh", sets=1)
        self.arena("report", "-o", os.path.join(self.home, "site"), "--matches", "600")
        largest = 0
        for root, _, files in os.walk(os.path.join(self.home, "site", "match", "made")):
            for file in filter(lambda name: name.endswith(".html"), files):
                with open(os.path.join(root, file), encoding="ascii") as page:
                    text = page.read()
                lines = text.count("<tr id=") + text.count("<li ")
                self.assertLess(len(text), 15000 + 220 * lines, f"{root}/{file}: {lines} lines")
                elements = len(re.findall("<[a-z]", text))
                self.assertLess(elements, 2500, f"{root}/{file}")
                largest = max(largest, elements)
        self.assertGreater(largest, 1500, "there was a round of eight seats")

    ROW = re.compile(r'<tr id="(\d+)"[^>]*><td>\d+</td><td>(?:(\d) [^<]*)?</td><td>(.*?)</td>')

    def rounds_of(self, port, match):
        """The texts of all pages of a match, which link to each other."""
        first = self.ask(port, f"/match/made/{match}.html").text
        count = max(map(int, re.findall(r' data-from="\d+"[^>]*>(\d+)</a>', first)))
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
