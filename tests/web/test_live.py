"""What the pages show of matches under way, with real runs."""
import fcntl
import json
import os
import re
import signal
import time

from serving import ServeTest, arena

# Plays its first legal action after argv[1] seconds. In seat argv[2] it never answers.
SLOW = """import json, sys, time
print(json.dumps({"type": "hello", "protocol": 1, "max_tables": 8, "language": "python"}), flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "bye":
        break
    if message["type"] == "ask" and message["seat"] != int(sys.argv[2]):
        time.sleep(float(sys.argv[1]))
        print(json.dumps({"type": "act", "req": message["req"], "choice": 0}), flush=True)
"""
LIST = "<h2>At the table now</h2>"


class Live(ServeTest):

    def setUp(self):
        super().setUp()
        with open(os.path.join(self.home, "slow.py"), "w", encoding="utf-8") as file:
            file.write(SLOW)

    def slow_tournament(self, more="", pause="0.2", never="-1", sets=3):
        """A tournament of block-2 in which each choice takes `pause` seconds. anna never answers in seat `never`."""
        bots = "".join(f"  - {{name: {name}, run: [{arena.PYTHON}, slow.py, '{pause}', '{seat}'], transport: stdio}}\n"
                       for name, seat in (("anna", never), ("bert", "-1")))
        return self.tournament(f"name: cup\nvariants: [block-2]\nbots:\n{bots}sets: {sets}\nconcurrency: 1\n"
                               f"limits: {{move_ms: 600000}}\n{more}")

    def file(self):
        """The text of the file with the open matches; "" without one."""
        try:
            with open(os.path.join(self.home, "arena.db-live"), encoding="ascii") as file:
                return file.read()
        except FileNotFoundError:
            return ""

    def until_not(self, port, path, words):
        arena.wait_until(lambda: words not in self.ask(port, path).text, f"{path} is without {words!r}")

    def kill(self, run):
        run.kill()
        run.communicate()

    def finish_off(self, path):
        """Let a later run remove what a killed one has left."""
        self.write("left")
        run = self.start("run", path)
        self.assertTrue(any("commitment" in line for line in run.stderr))
        self.assertNotEqual(self.file(), "left")
        while run.poll() is None:  # the first signal lets matches end, the second stops them
            run.send_signal(signal.SIGINT)
            time.sleep(0.1)
        self.finish(run, 128 + signal.SIGINT)
        self.assertEqual(self.file(), "", "it is removed at the end of a run")

    # -- without spectators ----------------------------------------------------

    def assert_closed(self, port):
        """No page and no file tells a hand or a choice."""
        for path in ("index.html", "tournament/cup.html", "now/cup.html", "match/cup/1.html", "matches/cup/1.html"):
            text = self.ask(port, "/" + path).text
            for word in ("data-seat", "Watch", "is dealt", "to move"):
                self.assertNotIn(word, text, path)
        for path in ("match/cup/1/2.html", "match/cup/1.json"):
            self.assertEqual(self.ask(port, "/" + path).status, 404, path)
        for word in ("play", "choices", "turn"):
            self.assertNotIn(f'"{word}"', self.file())

    def test_the_pages_show_who_plays_and_no_hand(self):
        path = self.slow_tournament()
        port = self.serve()
        run = self.start("run", path)
        self.until(port, "/tournament/cup.html", "Match 1, block-2, round")
        for path_of_list in ("tournament/cup.html", "now/cup.html", "index.html"):
            text = self.ask(port, "/" + path_of_list).text
            line = re.search(r"<li data-key=\"match \d+\"><span>(.*?)</span> <small>Match 1, block-2, round \d+, since <time", text)
            self.assertEqual(re.sub("<[^>]*>|[0-9]+", "", line[1]), "anna , bert ", path_of_list)
        self.assertEqual(os.stat(os.path.join(self.home, "arena.db-live")).st_mode & 0o777, 0o600)
        first = json.loads(self.file())
        while json.loads(self.file())["matches"][:1] == first["matches"]:  # the next round begins
            self.assert_closed(port)
        self.assert_closed(port)
        self.kill(run)
        self.assertIn('"matches":[{', self.file(), "the killed run has left it")
        self.until_not(port, "/tournament/cup.html", LIST)
        self.until_not(port, "/index.html", "At the table now")
        self.assertIn("Nothing is being played", self.ask(port, "/now/cup.html").text)
        self.finish_off(path)

    def test_a_match_without_spectators_shows_names_and_score_until_its_set_is_complete(self):
        path = self.slow_tournament(pause="0.05", never="1", sets=1)  # match 2 never ends
        run = self.start_with_match_1(path)
        port = self.serve()
        self.until(port, "/now/cup.html", 'match/cup/1.html" title="cup, match 1">Follow</a>')
        text = self.page(port, "match/cup/1.html").text
        self.assertRegex(text, r"<h1>anna \d+ : \d+ bert</h1>")
        self.assertRegex(text, r"Round \d+ is being played\.")
        self.assertIn("data-events", text, "it follows the match")
        self.assert_closed(port)
        self.until(port, "/match/cup/1.html", "It ended by the rules.")
        self.until(port, "/now/cup.html", 'match/cup/2.html" title="cup, match 2">Follow</a>')
        self.assertIn("Round 1 is being played.", self.page(port, "match/cup/2.html").text)
        text = self.page(port, "match/cup/1.html").text
        self.assertIn("The match opens when its set is complete.", text)
        self.assertNotIn("is being played", text)
        self.assert_closed(port)
        self.kill(run)
        self.assertIn("The match opens when its set is complete.", self.page(port, "match/cup/1.html").text)
        self.page(port, "match/cup/2.html", 404)

    def test_a_tournament_that_is_too_fast_says_so(self):
        path = self.tournament("name: fast\nvariants: [block-2]\nbots: [greedy, random]\nsets: 100000\n")
        port = self.serve()
        run = self.start("run", path)
        self.until(port, "/tournament/fast.html", "matches end per second: too many to watch.")
        run.send_signal(signal.SIGINT)
        self.finish(run, 128 + signal.SIGINT)
        self.until_not(port, "/tournament/fast.html", LIST)

    # -- events ------------------------------------------------------------------

    def test_the_progress_is_told_between_two_readings(self):
        port = self.serve()
        run = self.start("run", self.slow_tournament(pause="0.01", sets=10000))
        self.until(port, "/index.html", "Running, ")
        with self.events(port) as events:
            seen = {}  # by version: how many matches were done, and how often those under way had changed
            while not any(len(set(done for done, _ in news)) > 2 for news in seen.values()):
                version, event = next(events)
                if "progress" in event:
                    self.assertRegex(event["progress"], r"^%(done)d of %(total)d matches\. Running" % event)
                    seen.setdefault(version, []).append((event["done"], event.get("now", 0)))
            for news in seen.values():
                self.assertEqual(news, sorted(news), "it never goes back")
        run.send_signal(signal.SIGINT)
        self.finish(run, 128 + signal.SIGINT)

    # -- with spectators ---------------------------------------------------------

    def steps(self, port):
        """Number of the newest step of the first match, and the page of its newest round."""
        text = self.ask(port, "/match/cup/1.html").text
        rounds = len(re.findall(r' data-from="', text))
        if rounds > 1:
            text = self.ask(port, f"/match/cup/1/{rounds}.html").text
        return max(int(number) for number in re.findall(r'<tr id="(\d+)"', text)), text

    def start_with_match_1(self, path):
        """Start a run that plays match 1 before match 2. Which one begins depends on whose processes are ready first."""
        while True:
            run = self.start("run", path)
            arena.wait_until(lambda: run.poll() is not None or '"match":' in self.file(), "a match has begun")
            self.assertIsNone(run.poll(), "the run has ended")
            if '"match":1,' in self.file():
                return run
            self.kill(run)
            self.wait_for_orphans()
            for name in os.listdir(self.home):
                if name.startswith("arena.db"):
                    os.remove(os.path.join(self.home, name))

    def test_spectators_follow_a_match_and_see_it_afterwards(self):
        path = self.slow_tournament("spectators: true\n", pause="0.1", never="1")  # so match 2 never ends
        run = self.start_with_match_1(path)
        port = self.serve()
        text = self.until(port, "/tournament/cup.html", 'title="cup, match 1">Watch</a>')
        newest = re.search(r'href="\.\.(/match/cup/1[^"]*)" title="cup, match 1">Watch</a>', text).group(1)
        self.assertRegex(self.ask(port, newest).text, r"Round \d+ is dealt")
        self.assertIn("unrated, with spectators", self.ask(port, "/tournament/cup.html").text)
        before, text = self.steps(port)
        self.assertIn("data-events", text, "it follows the match")
        self.assertRegex(text, r"Round \d+ is dealt")
        self.assertRegex(text, r"[01] (anna|bert) is to move since <time")
        self.assertNotIn('id="record"', text)
        arena.wait_until(lambda: self.steps(port)[0] != before, "somebody moves")
        self.until(port, "/match/cup/1.html", "It ended by the rules")
        self.kill(run)
        self.until_not(port, "/tournament/cup.html", LIST)
        self.assertEqual(self.ask(port, "/match/cup/2.html").status, 404, "the set is not complete")
        text = self.ask(port, "/match/cup/1.html").text
        self.assertIn("Round 1 is dealt", text)
        self.assertNotIn("data-events", text)
        self.finish_off(path)

    # -- files that no run has written ---------------------------------------------

    def test_a_file_that_does_not_fit_is_ignored(self):
        self.made("open", "one", "two")  # the last of 4 sets lacks a match: number 8
        match = {"match": 8, "set": 4, "rotation": 1, "variant": 0, "bots": [1, 0], "scores": [7, 9], "round": 2,
                 "started": 1000, "play": {"turn": 0, "asked": 2000, "choices": ""}}
        good = {"version": 1, "tournament": "made", "count": 1, "matches": [match]}
        bad = ["", "{", "[]", json.dumps(dict(good, version=2)), json.dumps(dict(good, tournament="other"))]
        bad += [json.dumps(dict(good, matches=[dict(match, **{key: value})]))
                for key, value in (("bots", [1, 2]), ("variant", 60), ("bots", [0, 1, 0]), ("round", "2"), ("set", -1))]
        port = self.serve()
        self.whole(port)
        with open(os.path.join(self.home, "arena.db.lock"), "w", encoding="utf-8") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            for text in bad:
                self.write(json.dumps(good))
                self.until(port, "/tournament/made.html", LIST)
                self.assertIn("Round 2 is being played.", self.page(port, "match/made/8.html").text)
                self.write(text)
                self.until_not(port, "/tournament/made.html", LIST)
            self.write(json.dumps(good))
            self.until(port, "/tournament/made.html", LIST)
            fcntl.flock(lock, fcntl.LOCK_UN)
            self.until_not(port, "/tournament/made.html", LIST)

    def write(self, text):
        path = os.path.join(self.home, "arena.db-live")
        with open(path + ".new", "w", encoding="ascii") as file:
            file.write(text)
        os.rename(path + ".new", path)


if __name__ == "__main__":
    arena.main()
