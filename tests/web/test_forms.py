"""What is served and written for programs: pages as JSON, news, link cards, and text in the format gzip."""
import gzip
import http.client
import json
import os
import re
import socket
from xml.etree import ElementTree

from serving import TOURNAMENT, ServeTest, arena, pages_in

PAGES_OF_MADE = ["index.html", "tournaments.html", "submit.html", "leaderboard/block-2.html", "crosstable/block-2.html",
                 "bot/one.html", "tournament/made.html", "match/made/1.html", "matches/made/1.html",
                 "versus/one/three.html"]

# What `leaderboard --json` prints and no page has: matrices of all bots.
MATRICES = ("covariance", "los", "difference_lo", "difference_hi", "difference_degrees")


def strip(value, without):
    """The value without these keys at any depth."""
    if isinstance(value, dict):
        return {key: strip(part, without) for key, part in value.items() if key not in without}
    return [strip(part, without) for part in value] if isinstance(value, list) else value


def common(part, whole):
    """`whole` with only the keys that `part` has, at every depth, in lists one by one."""
    if isinstance(part, dict):
        return {key: common(part[key], whole[key]) for key in part if key in whole}
    if isinstance(part, list) and isinstance(whole, list):
        return [common(a, b) for a, b in zip(part, whole)] + whole[len(part):]
    return whole


class Forms(ServeTest):

    # -- pages for programs ----------------------------------------------------

    def json(self, port, path):
        answer = self.ask(port, "/" + path)
        self.assertEqual((answer.status, answer.getheader("Content-Type")), (200, "application/json"), path)
        return json.loads(answer.text)

    def assert_same(self, page, command, without=()):
        """Every key that the command prints has the same value on the page, but for those that it does not have."""
        shown = json.loads(json.dumps(page))
        for key in without:
            self.assertNotIn(f'"{key}":', json.dumps(page))
        self.assertEqual(common(command, shown), strip(command, without))

    def test_every_page_is_there_as_json(self):
        self.made("finished", "one", "two", "three")
        port = self.serve()
        self.whole(port)
        folder = os.path.join(self.home, "site")
        self.arena("report", "-o", folder)
        written = [os.path.relpath(os.path.join(root, name), folder)
                   for root, _, names in os.walk(folder) for name in names if name.endswith(".html")]
        written.remove("submit.html")  # it shows no data
        for path in written:
            # Rounds of a match are pages of their own, and its record is one.
            other = re.sub(r"^(match/[^/]+/\d+)(/\d+)?\.html$|\.html$", lambda m: (m[1] or "") + ".json", path)
            with open(os.path.join(folder, other), encoding="ascii") as file:
                from_file, sent = json.load(file), self.json(port, other)
            for page in (from_file, sent):
                page.pop("made", None)
            self.assertEqual(from_file, sent, other)
            link = f'href="{"../" * path.count("/")}{other}"'
            self.assertGreaterEqual(self.ask(port, "/" + path).text.count(link), 2, path)
        self.assertEqual(self.ask(port, "/submit.json").status, 404)
        lost = self.ask(port, "/bot/nobody.json")
        self.assertEqual((lost.status, json.loads(lost.text)["error"]), (404, "No such page"))

    def test_json_has_the_keys_and_values_of_the_commands(self):
        self.made("finished", "one", "two", "three")
        port = self.serve()
        self.whole(port)
        printed = json.loads(self.arena("leaderboard", "--json")[0])
        tables = json.loads(self.arena("crosstable", "--json")[0])["tables"]
        histories = json.loads(self.arena("leaderboard", "--history", "--json")[0])["histories"]
        index = self.json(port, "index.json")
        for shown, of in zip(index["all_round"], printed["all_round"]):
            self.assert_same(shown, of, MATRICES)
        for variant, of, table, history in zip(index["variants"], printed["lists"], tables, histories):
            page = self.json(port, variant["page"])["lists"][0]
            self.assert_same(page, of, MATRICES)
            self.assert_same(page["history"], history)
            self.assert_same(self.json(port, f"crosstable/{variant['variant']}.json")["tables"][0], table)
            for line in of["bots"]:
                bot = self.json(port, f"bot/{line['name']}.json")
                own = [each for each in bot["variants"] if each["variant"] == of["variant"]]
                self.assert_same(own[0], line)
        self.assert_same(self.json(port, "bot/one.json"), json.loads(self.arena("leaderboard", "--bot", "one", "--json")[0]))
        matches = json.loads(self.arena("matches", "--json")[0])["matches"]
        self.assert_same(self.json(port, "matches/made/1.json")["matches"], matches)
        filtered = self.json(port, "matches/made/1.json?bot=one&seat=0")
        own = [match for match in matches if match["bots"][0]["name"] == "one"]
        self.assertEqual([match["match"] for match in filtered["matches"]], [match["match"] for match in own])
        self.assertEqual(filtered["total"], len(own))
        self.assertIn('"../../matches/made/1.json?bot=one&amp;seat=0"', self.ask(port, "/matches/made/1.html?bot=one&seat=0").text)
        newest = self.json(port, "tournament/made.json")["matches"]
        self.assertEqual([match["match"] for match in newest], [match["match"] for match in matches[:-51:-1]])
        faults = json.loads(self.arena("faults", "--json")[0])["faults"]
        shown = [fault for name in ("one", "two", "three")
                 for fault in self.json(port, f"bot/{name}.json")["faults"] if fault["match"]]
        self.assertGreater(len([fault for fault in shown if fault["ask"]]), 0)
        for fault in shown:
            self.assertIn(fault, [common(fault, other) for other in faults])
        for number in (1, len(matches)):
            self.assertEqual(self.ask(port, f"/match/made/{number}.json").text,
                             self.arena("replay", f"made/{number}", "--json")[0])

    def test_a_web_server_can_read_a_report_whatever_the_umask_is(self):
        self.made("finished", "one", "two", "three")
        folder = os.path.join(self.home, "site")
        self.arena("report", "-o", folder, umask=0o077)
        for root, _, names in os.walk(folder):
            self.assertEqual(os.stat(root).st_mode & 0o777, 0o755, root)
            for name in names:
                self.assertEqual(os.stat(os.path.join(root, name)).st_mode & 0o777, 0o644, name)

    def test_json_keeps_the_secrets_of_the_pages(self):
        self.made("open", "one", "two", "three")  # the last set lacks a match
        port = self.serve()
        self.whole(port)
        folder = os.path.join(self.home, "site")
        self.arena("report", "-o", folder)
        hidden = 0
        for name in pages_in(folder, "match", "made"):
            page = self.ask(port, f"/match/made/{name}").text
            record = self.ask(port, f"/match/made/{name[:-5]}.json")
            is_hidden = "The match opens when its set is complete." in page
            hidden += is_hidden
            self.assertEqual(record.status, 404 if is_hidden else 200, name)
            self.assertEqual("same hands" in record.text, is_hidden)
            self.assertNotEqual(os.path.exists(os.path.join(folder, "match", "made", name[:-5] + ".json")), is_hidden)
        self.assertGreater(hidden, 0)
        for name in ("one", "two", "three"):
            page = self.ask(port, f"/bot/{name}.html").text
            asks = [fault["ask"] for fault in self.json(port, f"bot/{name}.json")["faults"]]
            self.assertEqual(page.count("<dt>The ask</dt>"), sum(ask is not None for ask in asks))

    # -- news ------------------------------------------------------------------

    ATOM = "{http://www.w3.org/2005/Atom}"

    def feed(self, text, url):
        """Check a feed against RFC 4287; returns its entries as {title: (id, when)}, in their order."""
        root = ElementTree.fromstring(text)
        self.assertEqual(root.tag, self.ATOM + "feed")
        self.assertEqual(root.find(f"{self.ATOM}author/{self.ATOM}name").text, "Domino Arena")
        self.assertEqual({link.get("rel"): link.get("href") for link in root.findall(self.ATOM + "link")},
                         {"self": url + "feed.xml", "alternate": url})
        entries = {}
        for part in [root, *root.findall(self.ATOM + "entry")]:
            for name in ("id", "title", "updated"):
                self.assertEqual(len(part.findall(self.ATOM + name)), 1, name)
            self.assertRegex(part.find(self.ATOM + "updated").text, r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$")
            if part is not root:
                self.assertTrue(part.find(self.ATOM + "content").text)
                self.assertTrue(part.find(self.ATOM + "link").get("href").startswith(url))
                entries[part.find(self.ATOM + "title").text] = tuple(part.find(self.ATOM + name).text
                                                                     for name in ("id", "updated"))
        ids, times = [each[0] for each in entries.values()], [each[1] for each in entries.values()]
        self.assertEqual(len(set(ids)), len(ids))
        self.assertEqual(times, sorted(times, reverse=True))
        self.assertEqual(root.find(self.ATOM + "updated").text, times[0])
        return entries

    def test_with_an_address_there_are_a_feed_and_link_cards(self):
        self.made("finished", "one", "<b>two&", "three")
        url = "https://example.org/domino/"
        port = self.serve("--url", url.rstrip("/"))
        self.whole(port)
        answer = self.ask(port, "/feed.xml")
        self.assertEqual(answer.getheader("Content-Type"), "application/atom+xml; charset=utf-8")
        entries = self.feed(answer.text, url)
        index = self.json(port, "index.json")
        self.assertEqual(entries["made has finished"][0], url + "tournament/made.html")
        self.assertEqual({title for title in entries if " leads " in title},
                         {f"{variant['leader']['name']} leads {variant['variant']}" for variant in index["variants"]
                          if variant["leaders"] == 1})
        for path in PAGES_OF_MADE:
            text = self.ask(port, "/" + path).text
            self.assertEqual(re.findall(r'property="og:url" content="([^"]*)"', text),
                             [url + ("" if path == "index.html" else path)])
            self.assertEqual(len(re.findall(r'name="twitter:card" content="summary"', text)), 1)
            self.assertEqual(len(re.findall(r'property="og:(?:title|description)" content="[^"]{3,}"', text)), 2)
            self.assertEqual(text.count("feed.xml"), 2)
        folder = os.path.join(self.home, "site")
        self.arena("report", "-o", folder, "--url", url)
        with open(os.path.join(folder, "feed.xml"), encoding="ascii") as file:
            self.assertEqual(file.read(), answer.text)

    def test_news_keep_their_ids_and_times(self):
        """A tournament that changes no leader adds one entry; a running one adds none."""
        url = "http://localhost/"
        folder = os.path.join(self.home, "site")

        def news():
            self.arena("report", "-o", folder, "--url", url)
            with open(os.path.join(folder, "feed.xml"), encoding="ascii") as file:
                return self.feed(file.read(), url)

        self.arena("run", self.tournament(TOURNAMENT.replace("sets: 3", "sets: 30\nseed: 1")))
        first = news()
        self.assertEqual(set(first), {"spring has finished", "greedy leads block-2", "greedy leads draw-2"})
        self.arena("run", "--name", "summer", "--variant", "block-2", "--bots", "greedy,random", "--sets", "30", "--seed", "2")
        second = news()
        self.assertEqual(second.pop("summer has finished")[0], url + "tournament/summer.html")
        self.assertEqual(second, first)

    def test_without_an_address_there_is_neither_feed_nor_card(self):
        self.made("finished", "one", "two", "three")
        port = self.serve()
        self.whole(port)
        self.assertEqual(self.ask(port, "/feed.xml").status, 404)
        for path in PAGES_OF_MADE:
            text = self.ask(port, "/" + path).text
            for word in ("feed.xml", "og:", "twitter:"):
                self.assertNotIn(word, text)

    def test_a_wrong_address_is_refused(self):
        for url in ("", "example.org", "ftp://example.org/", "https://", "https:///x", "https://a b/", "https://a/?q",
                    "https://a/#x", "https://a:0/", "https://a:65536/", "https://[::1", "https://a/<b>", "https://u@a/",
                    "https://a/" + "x" * 300):
            for command in (("serve",), ("report", "-o", os.path.join(self.home, "site"))):
                _, err = self.arena(*command, "--url", url, status=2)
                self.assertEqual(err.count("\n"), 1)
                self.assertIn(f"--url: '{url[:80]}' is not an address of pages; allowed: http:// or https://", err)
        self.made("finished", "one", "two", "three")
        for url in ("http://[2001:db8::1]:8080", "https://arena.example.org/a/b", "http://localhost"):
            self.arena("report", "-o", os.path.join(self.home, "site"), "--url", url)

    # -- compression -----------------------------------------------------------

    def test_text_is_compressed_for_clients_that_take_it(self):
        self.made("finished", "one", "two", "three", sets=20)
        port = self.serve("--url", "http://localhost/")
        self.whole(port)
        for path in ("", *PAGES_OF_MADE, "matches/made/1.json", "assets/arena.js", "assets/style.css"):
            _, plain, whole = self.fetch(port, "/" + path)
            _, packed, body = self.fetch(port, "/" + path, "gzip, deflate, br")
            self.assertEqual((plain["Content-Encoding"], packed["Content-Encoding"]), (None, "gzip"), path)
            self.assertEqual(gzip.decompress(body), whole, path)
            self.assertLess(len(body), 0.6 * len(whole), path)
            self.assertEqual(packed["Content-Length"], str(len(body)))
            self.assertNotEqual(plain["ETag"], packed["ETag"])
            for headers, codings in ((plain, None), (packed, "gzip")):
                self.assertEqual(headers["Vary"], "Accept-Encoding")
                status, again, rest = self.fetch(port, "/" + path, codings, **{"If-None-Match": headers["ETag"]})
                self.assertEqual((status, rest, again["ETag"], again["Vary"]), (304, b"", headers["ETag"], "Accept-Encoding"))
            self.assertEqual(self.fetch(port, "/" + path, "gzip", **{"If-None-Match": plain["ETag"]})[0], 200)
        _, small, _ = self.fetch(port, "/robots.txt", "gzip")
        self.assertEqual((small["Content-Encoding"], small["Vary"]), (None, None), "it is short")

    def test_which_clients_take_compressed_text(self):
        self.made("finished", "one", "two", "three")
        port = self.serve()
        self.whole(port)
        for codings, is_packed in (("gzip", True), ("GZIP", True), ("x-gzip", True), ("*", True), ("br, gzip ; q=0.5", True),
                                   ("br;q=1,gzip;q=1.000", True), ("identity", False), ("", False), ("br", False),
                                   ("gzip;q=0", False), ("gzip; q=0.000", False), ("*;q=0", False), ("gzip;q=0, *", False),
                                   ("*, gzip;q=0", False), ("gzipped", False), (",,;;=,", False), ("g" * 5000, False)):
            _, headers, _ = self.fetch(port, "/assets/style.css", codings)
            self.assertEqual(headers["Content-Encoding"] == "gzip", is_packed, codings)
        with socket.create_connection(("127.0.0.1", port), timeout=60) as listener:
            listener.sendall(b"GET /events HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n\r\n")
            stream = listener.makefile("rb")
            head = b"".join(iter(stream.readline, b"\r\n"))
            self.assertNotIn(b"Content-Encoding", head)
            stream.readline()  # the length of a chunk
            self.assertEqual(stream.readline(), b"retry: 2000\n")
            stream.close()


if __name__ == "__main__":
    arena.main()
