"""Pages over HTTP and as a folder of files, without a browser."""
import contextlib
import csv
import fcntl
import json
import os
import re
import shutil
import signal
import socket
import struct
import time
from xml.etree import ElementTree

from serving import TOURNAMENT, ServeTest, arena, pages_in

import forging

FIRST_CHOICE = """import json, sys
print(json.dumps({"type": "hello", "protocol": 1, "max_tables": 8, "language": "python"}), flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "ask":
        print(json.dumps({"type": "act", "req": message["req"], "choice": 0}), flush=True)
"""

PAGES = ["index.html", "tournaments.html", "submit.html", "leaderboard/block-2.html", "crosstable/draw-2.html",
         "bot/greedy.html", "tournament/spring.html", "match/spring/1.html", "match/spring/1/2.html",
         "match/spring/1.json", "matches/spring/1.html", "bot/greedy/1.html",
         "versus/greedy/random.html"]


class Serve(ServeTest):

    # -- pages ---------------------------------------------------------------

    def test_every_page_and_every_link_exists(self):
        self.arena("run", self.tournament(TOURNAMENT))
        port = self.serve()
        seen, open_ends = set(), list(PAGES)
        self.whole(port)
        while open_ends:
            path = open_ends.pop()
            if path in seen:
                continue
            seen.add(path)
            answer = self.ask(port, "/" + path)
            self.assertEqual(answer.status, 200, path)
            if not path.endswith(".html"):
                continue
            for link in re.findall(r'(?:href|src)="([^"#]+)', answer.text):
                if "&amp;" in link:  # choices of several filters are endless
                    continue
                open_ends.append(os.path.normpath(os.path.join(os.path.dirname(path), link)))
        self.assertGreaterEqual(len(seen), 4 + 2 * 2 + 2 + 1 + 12)

    def test_report_has_the_same_pages(self):
        self.arena("run", self.tournament(TOURNAMENT))
        folder = os.path.join(self.home, "site")
        self.arena("report", "-o", folder)
        port = self.serve()
        self.whole(port)
        for path in PAGES:
            with open(os.path.join(folder, path), encoding="ascii") as file:
                written = file.read()
            sent = self.ask(port, "/" + path).text
            without = [re.sub(r'(?s) data-events="[^"]*"|As of <time.*?</time>|<(\w+) class="(?:served|files).*?</\1>\n?', "", text)
                       for text in (written, sent)]
            self.assertTrue(without[0] == without[1], path)

    # -- paths -----------------------------------------------------------------

    def test_other_paths_are_not_found(self):
        self.arena("run", self.tournament(TOURNAMENT))
        port = self.serve()
        self.page(port, "")
        for path in ("bot/nobody.html", "leaderboard/chess.html", "crosstable/.html",
                     "tournament/none.html", "matches/spring/0.html", "matches/spring/2.html",
                     "matches/none/1.html", "match/spring/13.html", "match/spring/0.html",
                     "match/none/1.html", "match/spring/1.html/", "match/", "match/spring/1/0.html",
                     "match/spring/1/999.html", "match/spring/1/2.json",
                     "match/spring/1/2/3.html", "match/spring/13/2.html", "match/spring/13.json",
                     "matches/spring/1/2.html", "match/spring/1/4294967298.html", "..%2f..%2fetc%2fpasswd",
                     "bot/greed", "a/b/c/d/e", "index.html%00"):
            answer = self.ask(port, "/" + path)
            if path.endswith("%00"):  # the server ignores a NUL and everything behind it
                continue
            self.assertEqual(answer.status, 404, path)
            self.assertIn('"error": "No such' if path.endswith(".json") else "<h1>No such", answer.text)
            self.assertIn("json" if path.endswith(".json") else "text/html", answer.getheader("Content-Type"), path)
        self.stop(signal.SIGINT)

    def test_the_end_of_a_path_may_be_missing(self):
        self.arena("run", self.tournament(TOURNAMENT))
        port = self.serve()
        self.whole(port)
        for path in ("leaderboard/block-2", "bot/greedy", "tournament/spring", "match/spring/1", "match/spring/1/2",
                     "matches/spring/1", "tournaments"):
            self.assertEqual(self.ask(port, f"/{path}").text, self.ask(port, f"/{path}.html").text, path)
        for path in ("/match/spring/1/1", "/match/spring/1/1.html"):  # the first round's page is match/spring/1.html
            moved = self.ask(port, path)
            self.assertEqual((moved.status, moved.getheader("Location")), (301, "../1.html"), path)
        _, headers, icon = self.fetch(port, "/favicon.ico")
        self.assertEqual((headers["Content-Type"], icon[:4]), ("image/x-icon", b"\0\0\1\0"))
        size, offset = struct.unpack("<II", icon[14:22])  # of the only picture, a PNG
        self.assertEqual((icon[offset:offset + 8], offset + size), (b"\x89PNG\r\n\x1a\n", len(icon)))
        robots = self.ask(port, "/robots.txt")
        self.assertTrue(robots.getheader("Content-Type").startswith("text/plain"))
        self.assertIn("Disallow: /match/\n", robots.text)

    def test_only_get_and_head_and_only_for_localhost(self):
        self.arena("run", self.tournament(TOURNAMENT))
        port = self.serve()
        self.whole(port)
        answer = self.page(port, "")
        policy = answer.getheader("Content-Security-Policy")
        self.assertIn("default-src 'none'", policy)
        self.assertNotIn("unsafe", policy)
        for method in ("POST", "PUT", "DELETE", "OPTIONS"):
            self.assertEqual(self.ask(port, "/", method).status, 405, method)
        head = self.ask(port, "/", "HEAD")
        self.assertEqual((head.status, head.text), (200, ""))
        self.assertEqual(head.getheader("Content-Length"), str(len(answer.text)))
        again = self.ask(port, "/", **{"If-None-Match": answer.getheader("ETag")})
        self.assertEqual((again.status, again.text), (304, ""))
        for host, status in (("evil.example", 421), ("[::1].evil", 421), ("127.0.0.1.evil:80", 421),
                             (f"localhost:{port}", 200), (f"[::1]:{port}", 200)):
            self.assertEqual(self.ask(port, "/", Host=host).status, status, host)
        self.assertIn(self.ask(port, "/" + "x" * 20000).status, (414, 431))

    def test_behind_a_proxy_it_answers_for_its_public_address(self):
        port = self.serve("--url", "https://domino.example.org/", "--behind-proxy", "--play")
        own, evil = "domino.example.org", "evil.example"
        order = '{"variant": "block-2", "name": "anna", "seats": [null], "clock": 0}'
        for host, origin, status in ((own, own, 200), (own, evil, 403), (evil, evil, 421)):
            self.assertEqual(self.ask(port, "/play/", Host=host).status, 421 if host == evil else 200, host)
            answer = self.ask(port, "/play/", "POST", order,
                              **{"Host": host, "Origin": f"https://{origin}", "Content-Type": "application/json"})
            self.assertEqual(answer.status, status, (host, origin))

    def test_other_sites_may_read_the_json_if_the_server_says_so(self):
        self.arena("run", self.tournament(TOURNAMENT))
        allowed = "Access-Control-Allow-Origin"
        for options, origin in (((), None), (("--cors", "--play"), "*")):
            port = self.serve(*options)
            self.whole(port)
            for path in ("/leaderboard/block-2.json", "/match/spring/1.json"):
                answer = self.ask(port, path)
                self.assertEqual((answer.status, answer.getheader(allowed)), (200, origin), path)
                known = self.ask(port, path, **{"If-None-Match": answer.getheader("ETag")})
                self.assertEqual((known.status, known.getheader(allowed)), (304, origin), path)
            for path in ("/", "/match/spring/1.html", "/play/", "/robots.txt"):
                self.assertIsNone(self.ask(port, path).getheader(allowed), path)
            self.assertEqual(self.ask(port, "/match/spring/1.json", Host="evil.example").status, 421)
        refused = self.ask(port, "/play/", "POST", "{}", Origin=f"http://127.0.0.1:{port}", **{"Content-Type": "application/json"})
        self.assertEqual((refused.getheader("Content-Type"), refused.getheader(allowed)), ("application/json", None))

    def test_matches_are_valued_in_the_background(self):
        text = "name: {name}\nvariants: {{short: {{base: block-2, target: 0, rounds: 1}}}}\nbots: [greedy, random]\nsets: {sets}\n"
        kept = os.path.join(self.home, "arena.db-analysis")

        def is_valued(path):
            return "Luck and skill in round 1" in self.ask(port, path).text

        self.arena("run", self.tournament(text.format(name="spring", sets=2)))
        port = self.serve("--analyse")
        arena.wait_until(lambda: is_valued("/match/spring/1.html"), "the oldest match is valued")
        self.assertTrue(is_valued("/match/spring/4.html"), "the newest are valued first")
        self.arena("run", self.tournament(text.format(name="summer", sets=1)))
        arena.wait_until(lambda: is_valued("/match/summer/1.html"), "a match that was played meanwhile is valued")
        arena.wait_until(lambda: is_valued("/match/summer/2.html"), "and so is the other one")
        arena.wait_until(lambda: "Luckiest wins" in self.ask(port, "/bot/greedy.html").text + self.ask(port, "/bot/random.html").text,
                         "lists are read again when matches were valued")
        size = os.path.getsize(kept)
        for name in ("spring", "summer"):
            self.arena("analyse", name, "--json")
        self.assertEqual(os.path.getsize(kept), size, "a command finds what the server has valued")
        self.stop()

    def test_a_damaged_tournament_does_not_keep_others_from_being_valued(self):
        for name in ("spring", "summer"):
            self.arena("run", self.tournament(f"name: {name}\nvariants: {{short: {{base: block-2, target: 0, rounds: 1}}}}\nbots: [greedy, random]\nsets: 1\n"))
        with forging.forged(os.path.join(self.home, "arena.db")) as db:
            db.execute("UPDATE decisions SET decisions = X'FFFFFF' WHERE tournament = 2 AND match = 1")
        port = self.serve("--analyse")
        arena.wait_until(lambda: "Luck and skill in round 1" in self.ask(port, "/match/spring/1.html").text, "the whole tournament is valued")
        self.assertIn("domino-arena: --analyse: ", self.servers[-1].stderr.readline())

    def test_a_server_says_why_it_cannot_value_matches(self):
        self.arena("run", self.tournament(TOURNAMENT))
        kept = os.path.join(self.home, "arena.db-analysis")
        arena.write(kept, "")
        os.chmod(kept, 0o666)
        port = self.serve("--analyse")
        line = self.servers[-1].stderr.readline()
        self.assertIn("domino-arena: --analyse: ", line)
        self.assertIn("others may write it", line)
        self.assertEqual(self.page(port, "match/spring/1.html").status, 200)

    def test_events_announce_new_matches(self):
        self.arena("run", self.tournament(TOURNAMENT))
        port = self.serve()
        self.whole(port)
        with self.events(port) as events:
            self.assertEqual(next(events)[1], {"tournament": "spring", "done": 12, "total": 12})
            self.arena("run", self.tournament(TOURNAMENT.replace("sets: 3", "sets: 4")))
            for _, event in events:
                if event.get("done") == 16:
                    break
            self.assertEqual(event["total"], 16, "no more is done than there is")
            self.stop()
            for _ in events:
                pass  # the end of the server ends the stream

    def test_event_ids_are_higher_than_those_of_an_earlier_server(self):
        """With an id seen before, a page that stayed open would not fetch the new version."""
        self.arena("run", self.tournament(TOURNAMENT))
        port = self.serve()
        with self.events(port) as events:
            self.arena("run", self.tournament(TOURNAMENT.replace("sets: 3", "sets: 4")))
            last = next(number for number, event in events if event.get("done") == 16)
        self.stop()
        port = self.serve()
        with self.events(port) as events:
            self.assertGreater(next(events)[0], last)

    def test_the_start_and_the_end_of_an_arena_are_events(self):
        """The state "Running" changes then, although the database may not."""
        self.made("finished", "one", "two", "three", sets=20)
        port = self.serve()
        self.whole(port)
        with open(os.path.join(self.home, "arena.db.lock"), "w", encoding="utf-8") as lock, \
                self.events(port) as events:
            next(events)
            fcntl.flock(lock, fcntl.LOCK_EX)
            next(events)
            fcntl.flock(lock, fcntl.LOCK_UN)
            next(events)

    def test_a_tournament_is_shown_as_running_while_an_arena_runs(self):
        path = self.tournament(TOURNAMENT.replace("sets: 3", "sets: 100000"))
        port = self.serve()
        run = self.start("run", path)
        self.until(port, "/index.html", "Running, ")
        run.send_signal(signal.SIGINT)
        self.finish(run, 128 + signal.SIGINT)
        self.until(port, "/index.html", "Not finished; newest match <time")

    def test_a_tournament_whose_missing_matches_cannot_be_played_is_not_running(self):
        bots = "\n" + arena.hostile("exit-at-start") + "  - greedy\n  - random"
        self.arena("run", self.tournament(TOURNAMENT.replace("[greedy, random]", bots)), "--skip-broken", status=1)
        folder = os.path.join(self.home, "site")
        self.arena("report", "-o", folder)
        with open(os.path.join(folder, "tournament", "spring.html"), encoding="ascii") as file:
            progress = re.search(r"<span>(.*)</span>", file.read())[1]
        self.assertRegex(progress, "^12 of 36 matches. Not finished; newest match <time.*</time>\\.$")

    def test_all_matches_are_listed_in_pages(self):
        self.made("open", "one", "two", sets=600)  # 1,200 matches without the last
        port = self.serve()
        self.whole(port)
        for page, first, last, links in ((1, 1, 500, ["2", "3"]), (2, 501, 1000, ["1", "3"]), (3, 1001, 1199, ["1", "2"])):
            text = self.ask(port, f"/matches/made/{page}.html").text
            numbers = [int(number) for number in re.findall(r'<tr><td class="n" data-v="(\d+)"', text)]
            self.assertEqual(numbers, list(range(first, last + 1)))
            pager = text[text.index('class="pager"'):].partition("</nav>")[0]
            self.assertEqual(re.findall(r'matches/made/(\d+)\.html', pager), links)
        self.assertIn("have pages 1 to 3<", self.ask(port, "/matches/made/4.html").text)
        folder = os.path.join(self.home, "site")
        self.arena("report", "-o", folder, "--matches", "1")
        self.assertEqual(pages_in(folder, "matches", "made"), ["1.html", "2.html", "3.html"])

    def listed(self, port, query):
        """The numbers of all matches that pass a filter, and of how many their pages speak."""
        numbers, counts, page = [], set(), 1
        while page:
            text = self.ask(port, f"/matches/made/{page}.html{query}").text
            numbers += [int(number) for number in re.findall(r'<tr><td class="n" data-v="(\d+)"', text)]
            counts |= {int(re.search(r": (\d+) (?:of \d+ )?matches,", text)[1])}
            following = re.search(r'<a href="([^"]*)">Next</a>', text)
            if following:
                self.assertEqual(following[1], f"../../matches/made/{page + 1}.html{query.replace('&', '&amp;')}")
            page = following and page + 1
        return numbers, counts

    def test_the_matches_of_a_tournament_are_filtered_over_all_pages(self):
        self.made("finished", "one", "two", "three", sets=170)  # 1,020 matches of block-2 and 510 of draw-3
        port = self.serve()
        self.whole(port)
        matches = json.loads(self.arena("matches", "--json")[0])["matches"]
        def seats(match):
            return [bot["name"] for bot in match["bots"]]
        expected = {
            "": lambda m: True,
            "?variant=block-2": lambda m: m["variant"] == "block-2",
            "?bot=two": lambda m: "two" in seats(m),
            "?bot=two&seat=2": lambda m: seats(m)[2:] == ["two"],
            "?end=rules": lambda m: m["end"] == "normal",
            "?end=fault": lambda m: m["end"] != "normal",
            "?end=crash": lambda m: m["end"] == "crash",
            "?end=illegal": lambda m: False,
            "?variant=draw-3&bot=one&seat=0&end=crash":
                lambda m: m["variant"] == "draw-3" and seats(m)[0] == "one" and m["end"] == "crash"}
        for query, is_wanted in expected.items():
            wanted = [match["match"] for match in matches if is_wanted(match)]
            self.assertEqual(self.listed(port, query), (wanted, {len(wanted)}), query)
        self.assertEqual(self.ask(port, "/matches/made/1?end=crash").status, 200)
        self.assertIn("these matches have pages 1 to 1<", self.ask(port, "/matches/made/2.html?end=crash").text)
        self.assertEqual(self.ask(port, "/matches/made/1.html", "HEAD").status, 200)

    def test_every_choice_of_a_filter_is_a_link_that_works(self):
        self.made("finished", "one", "two", "<b>&\"x")
        port = self.serve()
        self.whole(port)
        text = self.ask(port, "/matches/made/1.html?bot==3cb=3e=26=22x").text
        links = re.findall(r'href="\.\./\.\./(matches/made/[^"]*)"', text)
        self.assertGreater(len(links), 3 + 4 + 3 + 4 + 4 + 10 + 4)
        for link in links:
            self.assertEqual(self.ask(port, "/" + link.replace("&amp;", "&")).status, 200, link)
        self.assertIn('aria-current="true">&lt;b&gt;&amp;&quot;x</a>', text)
        folder = os.path.join(self.home, "site")
        self.arena("report", "-o", folder)
        with open(os.path.join(folder, "matches", "made", "1.html"), encoding="ascii") as file:
            text = file.read()
        self.assertNotIn("?", "".join(re.findall(r'href="([^"]*)"', text)))
        self.assertIn("domino-arena serve</code> can be filtered", text)

    def outcomes(self, bot, *tournaments):
        """{(tournament, match): (result, margin)} of a bot, counted from what the command lists. Tables have two seats."""
        counted = {}
        for name in tournaments:
            for match in json.loads(self.arena("matches", "--tournament", name, "--json")[0])["matches"]:
                own, other = sorted(match["bots"], key=lambda seat: seat["name"] != bot)
                words = {(1, 2): "won", (2, 1): "lost", (1, 1): "shared"}
                counted[name, match["match"]] = (words[own["place"], other["place"]], own["score"] - other["score"])
        return counted

    def test_a_bot_has_one_list_of_its_matches_over_tournaments(self):
        self.arena("run", self.tournament(TOURNAMENT))
        self.arena("run", self.tournament(TOURNAMENT.replace("spring", "autumn")))
        port = self.serve()
        self.whole(port)
        outcomes = self.outcomes("greedy", "spring", "autumn")
        def listed(address):
            return [((match["tournament"], match["match"]), (match["outcome"]["result"], match["outcome"]["margin"]))
                    for match in json.loads(self.ask(port, "/" + address).text)["matches"]]
        whole = listed("bot/greedy/1.json")
        self.assertEqual(dict(whole), outcomes)
        self.assertEqual(whole, sorted(whole, key=lambda each: (each[0][0] == "spring", -each[0][1])))  # the newest first
        for result in ("won", "lost", "shared"):
            self.assertEqual(dict(listed(f"bot/greedy/1.json?result={result}")),
                             {key: value for key, value in outcomes.items() if value[0] == result}, result)
        self.assertEqual(dict(listed("matches/1.json?bot=greedy&opponent=random&tournament=autumn")),
                         {key: value for key, value in outcomes.items() if key[0] == "autumn"})
        for order, sign in (("lost-by", 1), ("won-by", -1)):
            margins = [sign * margin for _, (_, margin) in listed(f"bot/greedy/1.json?variant=block-2&order={order}")]
            self.assertEqual(margins, sorted(margins), order)
        worst = self.ask(port, "/bot/greedy.html").text.partition("<h3>Worst losses</h3>")[2].partition("<h3>")[0]
        shown = [(tournament, int(match)) for tournament, match in re.findall(r"match/(\w+)/(\d+)\.html", worst)]
        self.assertEqual(shown, [key for key, _ in listed("bot/greedy/1.json?result=lost&order=lost-by")][:5])

    def test_a_query_that_is_no_filter_gets_one_line(self):
        self.made("finished", "one", "two")
        port = self.serve()
        self.whole(port)
        for query, words in (("?bots=one", "&#39;bots&#39; is not a filter of these matches (did you mean bot?); allowed: variant, bot, opponent,"),
                             ("?bot=<script>alert(1)</script>", "has no &#39;&lt;script&gt;"),
                             ("?bot=%3Cscript%3E", "has no &#39;&lt;script&gt;&#39;; allowed: one, two<"),
                             ("?bot=" + "%00one", "one with a NUL"), ("?b%00ot=one", "one with a NUL"),
                             ("?" + "&".join(f"x{i}=1" for i in range(17)), "too many parameters"),
                             ("?bot=" + "x" * 5000, "has no &#39;xxx"), ("?bot=%ff%0a%1b", r"has no &#39;\xff??&#39;"),
                             ("?seat=0", "name the bot too"), ("?variant=one", "allowed: block-2"), ("?&", "is not a filter"),
                             ("?bot=one&bot=two", "there are two of them"), ("?bot=../one", "allowed: one, two<")):
            answer = self.ask(port, "/matches/made/1.html" + query)
            self.assertEqual(answer.status, 400, query)
            self.assertIn(words, answer.text)
        self.assertEqual(self.ask(port, "/index.html?utm_source=x").status, 200)

    def swings_of(self, bot, other):
        """{variant: [(points of the bot more than the other, first match)]} of all sets of both without a fault."""
        swings = {}
        for match in json.loads(self.arena("matches", "--json")[0])["matches"]:
            points = {player["name"]: player["score"] for player in match["bots"]}
            if {bot, other} <= set(points):
                swing = swings.setdefault((match["variant"], match["set"]), [match["match"], 0, False])
                swing[1] += points[bot] - points[other]
                swing[2] |= match["end"] != "normal"
        found = {}
        for (variant, _), (first, points, has_fault) in swings.items():
            if points != 0 and not has_fault:
                found.setdefault(variant, []).append((points, first))
        return found

    def assert_swings(self, port, bot, other, variants):
        text = self.ask(port, f"/versus/{bot}/{other}.html").text
        shown = re.findall(r'<td class="t">([^<]+)</td><td class="n" data-v="[^"]*">([+-]\d+)</td><td><a [^>]*>(\d+)</a>', text)
        swings = self.swings_of(bot, other)
        for variant in variants:
            found = [(int(points), int(first)) for name, points, first in shown if name == variant]
            self.assertEqual([abs(points) for points, _ in found],
                             sorted((abs(points) for points, _ in swings[variant]), reverse=True)[:3])
            self.assertLessEqual(set(found), set(swings[variant]))

    def test_two_bots_have_a_page_with_the_sets_in_which_they_differed_most(self):
        self.made("finished", "one", "two", "three")
        port = self.serve()
        self.whole(port)
        self.assert_swings(port, "one", "two", ("block-2", "draw-3"))
        for path in ("versus/one/one.html", "versus/one/nobody.html", "versus/one.html", "versus/one/two.html/x"):
            self.assertEqual(self.ask(port, "/" + path).status, 404, path)

    def test_the_points_of_a_team_count_once(self):
        self.arena("run", "--name", "teams", "--variant", "block-teams", "--bots", "greedy,random", "--sets", "4")
        port = self.serve()
        self.whole(port)
        self.assert_swings(port, "greedy", "random", ("block-teams",))

    def test_standings_have_the_share_in_complete_sets(self):
        self.made("open", "one", "two")  # the last of 4 sets lacks a match
        pages = os.path.join(self.home, "site")
        self.arena("report", "-o", pages)
        page = arena.read(os.path.join(pages, "tournament", "made.html"))
        shares, wins = {}, {}
        for match in json.loads(self.arena("matches", "--json")[0])["matches"]:
            for bot in match["bots"]:
                wins.setdefault(match["set"], []).append((bot["name"], bot["place"] == 1))
        for games in wins.values():
            for name in {name for name, _ in games if len(games) == 4}:
                own = [won for bot, won in games if bot == name]
                shares.setdefault(name, []).append(sum(own) / len(own))
        self.assertEqual([len(each) for each in shares.values()], [3, 3])
        for name, each in shares.items():
            line = re.search(rf'/{name}\.html">{name}</a></th><td class="n" data-v="[^"]*">([\d.]+)%</td><td class="n">(\d+)'
                             r"&ndash;(\d+)</td>", page)
            self.assertEqual(line[1], f"{100 * sum(each) / len(each):.1f}")
            self.assertLessEqual(int(line[2]), float(line[1]))
            self.assertGreaterEqual(int(line[3]), float(line[1]))

    def test_the_hands_of_an_incomplete_set_are_not_shown(self):
        self.made("open", "one", "two")  # the last of 4 sets lacks a match
        port = self.serve()
        self.whole(port)
        self.assertTrue("Round 1 is dealt" in self.ask(port, "/match/made/6.html").text)
        hidden = self.ask(port, "/match/made/7.html").text
        self.assertIn("The match opens when its set is complete.", hidden)
        self.assertNotIn("data-seat", hidden)
        listed = next(match for match in json.loads(self.ask(port, "/matches/made/1.json").text)["matches"] if match["match"] == 7)
        rows = re.findall(r'<tr><td class="n">(\d)</td><th scope="row"><a [^>]*>(\w+)</a></th><td[^>]*>(\d)</td><td[^>]*>(\d+)</td></tr>', hidden)
        self.assertEqual([(int(row[0]), row[1], int(row[2]), int(row[3])) for row in rows],
                         [(seat, bot["name"], bot["place"], bot["score"]) for seat, bot in enumerate(listed["bots"])], "as in the list")
        for path in ("8.html", "7/2.html", "7.json"):
            answer = self.ask(port, f"/match/made/{path}")
            self.assertEqual(answer.status, 404, path)
            self.assertNotIn("data-seat", answer.text)
        self.assertEqual(self.ask(port, "/match/made/6.json").status, 200)
        folder = os.path.join(self.home, "site")
        self.arena("report", "-o", folder)
        names = os.listdir(os.path.join(folder, "match", "made"))
        self.assertTrue({"6.html", "6", "6.json", "7.html"} <= set(names))
        self.assertFalse({"7", "7.json"} & set(names))

    def test_the_first_page_shows_no_match_of_an_incomplete_set(self):
        self.made("open", "one", "two")  # of the newest four, match 7 is the closest, and its set lacks a match
        matches = json.loads(self.arena("matches", "--json")[0])["matches"]
        margin = {m["match"]: abs(m["bots"][0]["score"] - m["bots"][1]["score"]) for m in matches}
        self.assertEqual(sorted((4, 5, 6, 7), key=margin.get)[:2], [7, 5])
        port = self.serve()
        self.whole(port)
        self.assertEqual(json.loads(self.ask(port, "/index.json").text)["highlight"]["match"], 5)
        self.assertIn('<h3><a href="match/made/5.html"', self.ask(port, "/index.html").text)
        folder = os.path.join(self.home, "site")
        self.arena("report", "-o", folder, "--matches", "1")
        self.assertIn('<h3><a href="match/made/5.html"', arena.read(os.path.join(folder, "index.html")))
        self.assertEqual({name for name in os.listdir(os.path.join(folder, "match", "made")) if name.endswith(".html")}, {"5.html", "7.html"})
        self.assertIn("The tiles on the table", arena.read(os.path.join(folder, "match", "made", "5.html")))

    def test_both_halves_of_an_incomplete_set_are_hidden(self):
        self.made("comparison", "one", "two", "three", "four")  # four sets of six matches, without the last match
        self.arena("report", "-o", os.path.join(self.home, "site"))
        for match in range(1, 24):
            with open(os.path.join(self.home, "site", "match", "made", f"{match}.html"), encoding="utf-8") as file:
                self.assertEqual("The match opens when its set is complete." in file.read(), match > 18, match)

    # -- errors ----------------------------------------------------------------

    def test_a_database_that_replaces_another_is_read_completely(self):
        """Even the hash of a tournament with the same name and number of matches is computed again."""
        def shown():
            return re.search(r"Verification hash: <code>([0-9a-f]{64})<", self.page(port, "tournament/made.html").text)[1]
        def verified():
            """What was made has a short configuration and one process for all seats, which verify finds."""
            return json.loads(self.arena("verify", "--json", status=1)[0])["hash"]
        self.made("finished", "one", "two", "three", sets=20)
        port = self.serve()
        self.whole(port)
        first = verified()
        self.assertEqual(shown(), first)
        home, self.home = self.home, os.path.join(self.home, "other")
        os.mkdir(self.home)
        self.made("finished", "one", "two", "four", sets=20)
        other, self.home = self.home, home
        os.replace(os.path.join(other, "arena.db"), os.path.join(home, "arena.db"))
        self.page(port, "bot/four.html")
        self.whole(port)
        self.assertNotEqual(verified(), first)
        self.assertEqual(shown(), verified())

    def test_a_database_that_cannot_be_read_gives_a_message(self):
        port = self.serve("--url", "http://localhost/")
        text = self.message(port, "no matches here yet")
        self.assertIn("domino-arena submit ./mybot", text)
        self.assertNotIn(self.home, text, "visitors see no path of the server")
        feed = self.ask(port, "/feed.xml")
        self.assertEqual(feed.status, 200, "a reader of feeds would give up a feed that fails")
        self.assertEqual([child.tag.rsplit("}")[-1] for child in ElementTree.fromstring(feed.text)],
                         ["title", "id", "updated", "author", "link", "link"], "it has no entries yet")
        for page in ("/index.json", "/tournaments.json"):
            self.assertEqual(json.loads(self.ask(port, page).text)["tournaments"], [])
        self.assertEqual(self.ask(port, "/bot/greedy.json").status, 503)
        with open(os.path.join(self.home, "arena.db"), "wb") as file:
            file.write(b"no database" * 1000)
        damaged = self.message(port, "arena.db: ")
        self.assertNotIn(self.home, damaged)
        self.assertNotIn("/arena.db", damaged)
        self.assertEqual(self.ask(port, "/feed.xml").status, 503)
        os.remove(os.path.join(self.home, "arena.db"))
        self.arena("run", self.tournament(TOURNAMENT))
        self.page(port, "bot/greedy.html")
        self.query("PRAGMA user_version = 999")
        shutil.copy(os.path.join(self.home, "arena.db"), os.path.join(self.home, "newer.db"))
        os.replace(os.path.join(self.home, "newer.db"), os.path.join(self.home, "arena.db"))
        self.message(port, "newer")

    def message(self, port, words):
        def text():
            answer = self.ask(port, "/leaderboard/block-2.html")
            return answer.text if answer.status == 503 and words in answer.text else None
        return arena.wait_until(text, f"the page says {words!r}")

    def test_an_empty_home_leads_to_the_tables_of_people(self):
        port = self.serve("--play")
        self.assertIn('<a href="../play/">Play</a>', self.message(port, "no matches here yet"))

    def test_a_home_with_unrated_tournaments_alone_says_so(self):
        self.arena("run", self.tournament(TOURNAMENT + "rated: false\n"))
        port = self.serve()
        self.whole(port)
        text = self.ask(port, "/index.html").text
        self.assertIn("All tournaments here are unrated, so there are no ratings.", text)
        self.assertNotIn("no complete set yet", text)

    def test_many_unfinished_requests_starve_nobody(self):
        self.arena("run", self.tournament(TOURNAMENT))
        port = self.serve()
        self.whole(port)
        with contextlib.ExitStack() as stack:
            halves = []
            for _ in range(600):
                half = stack.enter_context(socket.create_connection(("127.0.0.1", port), timeout=60))
                half.sendall(b"GET /index.html HT")
                halves.append(half)
            self.assertEqual(self.ask(port, "/tournaments.html").status, 200)
            for half in halves:  # all end, and nothing was sent to them
                with contextlib.suppress(ConnectionResetError):
                    self.assertEqual(half.recv(1), b"")

    def test_an_address_keeps_nobody_else_out(self):
        """It opens all the streams that it may have, and more connections that do not read what they asked for."""
        port = self.serve()
        with contextlib.ExitStack() as stack:
            def listen(source="127.0.0.1"):
                listener = stack.enter_context(socket.create_connection(("127.0.0.1", port), timeout=60, source_address=(source, 0)))
                listener.sendall(b"GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
                return listener.recv(12)
            self.assertEqual([listen() for _ in range(128)], 128 * [b"HTTP/1.1 200"])
            self.assertEqual(listen(), b"HTTP/1.1 503")
            self.assertEqual(self.ask(port, "/robots.txt").status, 200, "it may still ask")
            for _ in range(300):
                deaf = stack.enter_context(socket.socket())
                deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1)
                deaf.connect(("127.0.0.1", port))
                with contextlib.suppress(OSError):
                    deaf.sendall(200 * b"GET /assets/vendor/uplot.js HTTP/1.1\r\nHost: localhost\r\n\r\n")
            self.assertEqual(self.ask(port, "/robots.txt", source="127.0.0.2").status, 200)
            self.assertEqual(listen("127.0.0.2"), b"HTTP/1.1 200")

    def test_behind_a_proxy_nothing_is_bounded_by_address(self):
        port = self.serve("--behind-proxy")
        with contextlib.ExitStack() as stack:
            for _ in range(256):
                listener = stack.enter_context(socket.create_connection(("127.0.0.1", port), timeout=60))
                listener.sendall(b"GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
                self.assertEqual(listener.recv(12), b"HTTP/1.1 200")
            self.assertEqual(self.ask(port, "/events", "HEAD").status, 200)

    def test_slow_bytes_do_not_keep_a_request_open(self):
        self.arena("run", self.tournament(TOURNAMENT))
        port = self.serve()
        self.whole(port)
        for begin in (b"X: ", b"Host: localhost\r\nTransfer-Encoding: chunked\r\n\r\n1;"):  # a header, and a body
            with self.subTest(begin), socket.create_connection(("127.0.0.1", port), timeout=60) as half:
                half.sendall(b"GET /index.html HTTP/1.1\r\n" + begin)
                with self.assertRaises(OSError):
                    for _ in range(600):
                        half.send(b"x", socket.MSG_NOSIGNAL)
                        time.sleep(0.1)

    def test_addresses(self):
        for listen in ("8080", "127.0.0.1", "127.0.0.1:", "127.0.0.1:http", "127.0.0.1:70000", "",
                       ":80", "[::1", "nowhere.invalid:80", "tcp://127.0.0.1:8080"):
            _, err = self.arena("serve", "--listen", listen, status=2)
            self.assertIn(f"--listen: '{listen}': ", err)
            self.assertIn("allowed: ADDRESS:PORT, e.g. 127.0.0.1:8080", err)
        _, err = self.arena("serve", "--listen", "0.0.0.0:0", status=2)
        self.assertIn("--public", err)
        with socket.create_server(("127.0.0.1", 0)) as taken:
            _, err = self.arena("serve", "--listen", f"127.0.0.1:{taken.getsockname()[1]}", status=3)
        self.assertIn("in use", err)
        self.servers.append(self.start("serve", "--listen", "0.0.0.0:0", "--public"))
        self.assertIn("http://0.0.0.0:", self.servers[-1].stdout.readline())

    def test_an_unknown_tournament_is_refused(self):
        self.serve("--tournament", "made")  # without a database, the tournament may come later
        self.made("finished", "one", "two")
        _, err = self.arena("serve", "--listen", "127.0.0.1:0", "--tournament", "mode", status=2)
        self.assertEqual(err, self.arena("report", "-o", self.home + "/site", "--tournament",
                                         "mode", status=2)[1].replace("report:", "serve:"))
        self.assertIn("'mode'", err)
        port = self.serve("--tournament", "made")
        self.page(port, "tournament/made.html")

    # -- the folder --------------------------------------------------------------

    def test_a_report_replaces_a_report_but_no_other_folder(self):
        self.arena("run", self.tournament(TOURNAMENT))
        folder = os.path.join(self.home, "site")
        _, err = self.arena("report", status=2)
        self.assertIn("-o DIR", err)
        self.arena("report", "-o", folder, "--matches", "2")
        shown = json.loads(arena.read(os.path.join(folder, "index.json")))["highlight"]["match"]
        self.assertEqual(set(pages_in(folder, "match", "spring")), {"11.html", "12.html", f"{shown}.html"})
        self.arena("report", "--output", folder + "/", "--matches", "0")
        self.assertFalse(os.path.exists(os.path.join(folder, "match")))
        other = os.path.join(self.home, "other")
        os.mkdir(other)
        self.arena("report", "-o", other)
        os.remove(os.path.join(other, "assets", ".domino-arena-report"))
        before = sorted(os.listdir(other))
        _, err = self.arena("report", "-o", other, status=2)
        self.assertIn("is not from a report; allowed: a new or empty folder, or an earlier report and nothing else", err)
        self.assertEqual(sorted(os.listdir(other)), before)
        for mine in ("CNAME", ".git/config", "assets/mine.css", "tournament/spring.html~"):
            with self.subTest(mine):
                path = os.path.join(folder, mine)
                os.makedirs(os.path.dirname(path), exist_ok=True)
                with open(path, "w", encoding="utf-8") as file:
                    file.write("mine")
                _, err = self.arena("report", "-o", folder, status=2)
                self.assertIn(f"{path}: is not from a report", err)
                for mine_or_below in (path, os.path.join(path, "x")):
                    _, err = self.arena("report", "-o", mine_or_below, status=2)
                    self.assertIn(f"{mine_or_below}: is not a folder; allowed: a new or empty folder", err)
                os.remove(path)
        self.arena("report", "-o", folder)
        _, err = self.arena("report", "-o", os.path.join(self.home, "no", "where"), status=3)
        self.assertIn(os.path.join(self.home, "no", "where") + ": cannot write: No such file", err)
        self.assertEqual([name for name in os.listdir(self.home) if ".tmp-" in name], [])

    @arena.nightly
    def test_many_tournaments_share_the_limit_of_match_pages(self):
        for number in range(16):
            self.arena("run", self.tournament(TOURNAMENT.replace("spring", f"t{number}")))
        self.arena("report", "-o", os.path.join(self.home, "site"))
        for number in range(16):
            self.assertEqual(pages_in(self.home, "site", "match", f"t{number}"),
                             sorted(f"{match}.html" for match in range(4, 13)))

    def test_a_report_that_is_interrupted_leaves_nothing_behind(self):
        self.made("finished", "one", "two", sets=400)
        folder = os.path.join(self.home, "site")
        process = self.start("report", "-o", folder, "--matches", "800")
        aside = None
        while aside is None:
            self.assertIsNone(process.poll(), "it ended before it began to write")
            aside = next((name for name in os.listdir(self.home) if ".tmp-" in name), None)
        process.send_signal(signal.SIGTERM)
        self.finish(process, 128 + signal.SIGTERM)
        self.assertEqual([name for name in os.listdir(self.home) if name.startswith("site")], [])

    def test_a_folder_without_permission_gives_a_message(self):
        self.arena("run", self.tournament(TOURNAMENT))
        closed, options = self.closed_folder(0o500)
        _, err = self.arena("report", "-o", os.path.join(closed, "site"), status=3, **options)
        self.assertEqual(err, f"domino-arena: {closed}/site: cannot write: Permission denied\n")
        os.chmod(closed, 0)
        for place in (closed, os.path.join(closed, "site")):
            _, err = self.arena("report", "-o", place, status=3, **options)
            self.assertEqual(err, f"domino-arena: {place}: Permission denied\n")

    def test_a_bot_says_who_wrote_it_and_in_which_language(self):
        folder = os.path.join(self.home, "mine")
        os.mkdir(folder)
        with open(os.path.join(folder, "bot.py"), "w", encoding="utf-8") as file:
            file.write(FIRST_CHOICE)
        with open(os.path.join(folder, "bot.yaml"), "w", encoding="utf-8") as file:
            file.write("name: mine\nrun: [/usr/bin/python3, bot.py]\ntransport: stdio\nauthor: 'Ann <b> & Co'\nlanguage: Python\n")
        self.arena("run", "--variant", "block-2", "--bots", f"{folder},random", "--sets", "1")
        port = self.serve()
        self.whole(port)
        words = "By Ann &lt;b&gt; &amp; Co. Written in Python."
        self.assertIn(words, self.ask(port, "/bot/mine.html").text)
        self.arena("report", "-o", os.path.join(self.home, "site"))
        self.assertIn(words, arena.read(os.path.join(self.home, "site", "bot", "mine.html")))

    def test_names_never_become_formulas_of_a_spreadsheet(self):
        names = ("=1+1", "@two", "-x")
        self.made("finished", *names)
        for command in (("matches",), ("export",), ("crosstable",), ("leaderboard",), ("leaderboard", "--live"),
                        ("leaderboard", "--history"), ("leaderboard", "--predict", "=1+1,@two"),
                        ("leaderboard", "--versions=-x"), ("leaderboard", "--bot==1+1")):
            with self.subTest(command=command):
                rows = list(csv.reader(self.arena(*command, "--csv")[0].splitlines()))
                cells = {cell for row in rows for cell in row}
                self.assertEqual({cell for cell in cells if re.match(r"[=+@\t\r]|-(?!\d+(\.\d+)?$)", cell)}, set())
                self.assertTrue(any(cell.startswith("'") and cell[1:].split()[0] in names for cell in cells), cells)

    def test_names_never_become_markup_or_paths(self):
        """A database may contain any visible name. It is shown as text, and its page stays in its folder."""
        self.made("finished", "<b>/../\"'&x", "../../../tmp/evil", ".", "--><script>alert(1)</script>")
        folder = os.path.join(self.home, "site")
        self.arena("report", "-o", folder)
        pages = 0
        for root, _, files in os.walk(folder):
            for file in filter(lambda name: name.endswith(".html"), files):
                pages += 1
                with open(os.path.join(root, file), encoding="ascii") as page:
                    text = page.read()
                for markup in ("<b>/", "<script>alert", "<img", "<b>\"nothing", "<signal>", "\x1b"):
                    self.assertFalse(markup in text, f"{file}: {markup}")
        self.assertEqual(pages, int(self.arena("report", "-o", folder)[0].split()[1]))
        self.assertEqual(len(pages_in(folder, "bot")), 4)
        self.assertEqual(len(pages_in(folder, "bot", end=".json")), 4)
        self.assertEqual(sorted(os.listdir(folder)), ["assets", "bot", "crosstable", "favicon.ico", "index.html", "index.json",
                                                      "leaderboard", "match", "matches", "robots.txt", "submit.html",
                                                      "tournament", "tournaments.html", "tournaments.json", "versus"])


if __name__ == "__main__":
    arena.main()
