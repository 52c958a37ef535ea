"""`serve --play`: what people may send over HTTP, and what they get to see, without a browser."""
import html
import http.client
import json
import os
import re
import sqlite3

from serving import ServeTest, arena

# One variant of every kind of game: two seats, teams, face-down doubles, draws that are optional, a spinner.
KINDS = ["draw-3", "block-teams", "homo-homini-lupus", "brettspielnetz"]
ENOUGH = 20000  # more requests than any match needs
SEAT = '<div class="seat"'  # in every page of a seat, whatever the deal; a hand may have nothing to play at once


class Seat:
    """A person at a table, by its cookie."""

    def __init__(self, test, table, cookie):
        self.test, self.table, self.cookie, self.seen = test, table, cookie, []

    def get(self, word="seat", status=200):
        answer = self.test.ask(self.test.port, f"/play/{self.table}/{word}".rstrip("/"), Cookie=self.cookie)
        self.test.assertEqual(answer.status, status, answer.text)
        return answer.text

    def look(self):
        text = self.get()
        self.seen.append(text)
        return text

    def post(self, word, status=200, **body):
        return self.test.post(f"/play/{self.table}/{word}", body, status, Cookie=self.cookie)

    def serial(self, text):
        found = re.search(r'data-serial="(\d+)"', text)
        return int(found[1]) if found else None

    def until(self, is_reached):
        """Look until something is there; returns what is seen then."""
        def reached():
            text = self.look()
            if is_reached(text):
                return text
            self.test.assertNotIn("The match was not stored", text)
            return None
        return arena.wait_until(reached, "the page shows what the test waits for", step_s=0.01)

    def turn(self):
        """Wait for the own turn; returns what is seen then and the number of the choice."""
        text = self.until(lambda t: self.serial(t) or "Play again" in t or "To the lobby" in t)
        return text, self.serial(text)


class Play(ServeTest):

    def setUp(self):
        super().setUp()
        self.port = self.serve("--play")

    def own(self):
        return f"http://127.0.0.1:{self.port}"

    def post(self, path, body, status=200, **headers):
        """Post as the pages do; returns the object of the answer."""
        answer = self.ask(self.port, path, "POST", json.dumps(body),
                          **{"Content-Type": "application/json", "Origin": self.own(), **headers})
        self.assertEqual(answer.status, status, answer.text)
        self.assertEqual(answer.getheader("Content-Type"), "application/json")
        said = json.loads(answer.text)
        said["cookie"] = answer.getheader("Set-Cookie")
        return said

    def order(self, *seats, variant="block-2", name="anna", clock=0, **options):
        said = self.post("/play/", {"variant": variant, "name": name, "seats": seats, "clock": clock}, **options)
        return Seat(self, said["table"], said["cookie"].split(";")[0])

    def invitations(self, seat):
        return re.findall(rf'href="{seat.table}/([0-9a-f]{{32}})"', seat.look())

    def sit(self, table, secret, name):
        said = self.post(f"/play/{table}/sit", {"invitation": secret, "name": name})
        return Seat(self, table, said["cookie"].split(";")[0])

    # -- whole matches ----------------------------------------------------------------

    def play_all(self, *seats):
        """Play to the end, the first choice each time."""
        for _ in range(ENOUGH):
            texts = [seat.look() for seat in seats]
            if all("Watch the replay" in text for text in texts):
                return texts
            for seat, text in zip(seats, texts):
                serial = seat.serial(text)
                if serial and "data-act=\"next\"" in text:
                    seat.post("next")
                elif serial:
                    seat.post("choose", serial=serial, choice=0)
        self.fail("the match does not end")

    def record(self, seat):
        text = seat.look()
        path = re.search(r'href="\.\./(played/match/(play-[^/]+)/1\.html)"', text)
        page = self.ask(self.port, "/" + path[1])
        self.assertEqual(page.status, 200)
        out, _ = self.arena("replay", "1", "--tournament", path[2], "--json", "--db",
                            os.path.join(self.home, "play.db"))
        return json.loads(out)

    def test_a_match_of_every_kind_of_game_and_its_replay(self):
        out, _ = self.arena("variants", "--json")
        players = {v["name"]: v["options"]["players"] for v in json.loads(out)["variants"]}
        for variant in arena.in_nightly(KINDS, KINDS[:2]):
            with self.subTest(variant=variant):
                seat = self.order(*(["greedy", "careful", "random"] * 3)[:players[variant] - 1], variant=variant)
                text = self.play_all(seat)[0]
                self.assertRegex(text, r"<h2>(You have won|You have lost|A draw|You share the first place)\.</h2>")
                record = self.record(seat)
                self.assertEqual(record["variant"], variant)
                self.assertEqual(record["bots"][0], {"name": "anna", "version": "person"})
        self.assertNotIn("arena.db", os.listdir(self.home), "people play in a database of their own")

    def test_a_person_sees_what_was_won_and_lost_against_each_opponent(self):
        seats = [self.order(bot) for bot in ("greedy", "random", "random")]
        places = [self.record(seat)["places"] for seat in seats if self.play_all(seat)]
        path = re.search(r'<a href="\.\./(played/bot/anna\.html)">All results of anna</a>', seats[-1].look())[1]
        expected = {bot: [len(matches)] + [sum(compare(own, other) for own, other in matches)
                                           for compare in (int.__lt__, int.__eq__, int.__gt__)]
                    for bot, matches in (("greedy", places[:1]), ("random", places[1:]))}

        def is_counted():
            rows = re.findall(r'<a href="\.\./bot/(\w+)\.html">\1</a></th><td>block-2</td>((?:<td[^>]*>\d+</td>){4})',
                              self.ask(self.port, "/" + path).text)
            return {bot: [int(number) for number in re.findall(r">(\d+)<", cells)] for bot, cells in rows} == expected
        arena.wait_until(is_counted, f"the page of anna has {expected}")
        lines = json.loads(self.ask(self.port, "/played/bot/anna.json").text)["opponents"]
        self.assertEqual({line["name"]: [line[key] for key in ("won", "drawn", "lost")] for line in lines},
                         {bot: counts[1:] for bot, counts in expected.items()})
        self.assertEqual({line["variant"] for line in lines}, {"block-2"})

    def test_two_people_see_their_own_hands_only(self):
        anna = self.order(None, "greedy", variant="block-3")
        self.assertIn("Waiting for people", anna.look())
        ben = self.sit(anna.table, self.invitations(anna)[0], "ben")
        self.play_all(anna, ben)
        rounds = self.record(anna)["rounds"]
        for own, seat in ((0, anna), (1, ben)):
            checked = [self.assert_own_hand_only(text, own, rounds) for text in seat.seen]
            self.assertGreater(checked.count(True), len(rounds), "every round was looked at")

    def assert_own_hand_only(self, text, own, rounds):
        """During a round nothing shows a tile that neither was dealt to this seat nor lies on the table. Returns whether
        the page had tiles, as pictures and in its text."""
        found = re.search(r'<p class="round">Round (\d+),', text)
        if not found:
            return False
        deal = rounds[int(found[1]) - 1]["deal"]["hands"]
        shown = {(int(a), int(b)) for a, b in re.findall(r"#f(\d+)-(\d+)", text)}
        laid = {(max(int(a), int(b)), min(int(a), int(b)))
                for a, b in re.findall(r"<title>(\d+)-(\d+)", text)}
        mine = {tuple(tile) for tile in deal[own]}
        self.assertLessEqual(shown - laid, mine)
        self.assertLessEqual({(int(a), int(b)) for a, b in re.findall(r'aria-label="(\d+)-(\d+)"', text)}, mine)
        named = {(max(int(a), int(b)), min(int(a), int(b)))
                 for a, b in re.findall(r"\b(\d)-(\d)\b", re.sub("<[^>]*>", " ", text))}
        self.assertLessEqual(named - laid, mine)
        return bool(shown and named)

    def test_a_hint_shows_what_each_choice_is_worth(self):
        seat = self.order("random", variant="draw-2")
        seat.turn()
        seat.post("hint")
        text = seat.until(lambda t: "random deals that fit" in t)
        self.assertEqual(text.count("<b>best</b>"), 1)
        self.assertEqual(len(re.findall(r'data-choice="\d+".*[+-]\d+\.\d', text)), text.count("data-choice="))

    def test_the_end_of_a_round_waits_for_the_person(self):
        seat = self.order("greedy")
        while True:
            text, serial = seat.turn()
            if 'data-act="next"' in text:
                break
            seat.post("choose", serial=serial, choice=0)
        over = re.search(r"<h2>Round (\d+) is over: ((you|greedy) went out|nobody can play)\.", text)
        self.assertIn("Tiles left", text)
        seat.post("next")
        self.assertIn(f'<p class="round">Round {int(over[1]) + 1},', seat.look())  # a round without a choice is not waited for
        self.assertIn("no result of a round to close", seat.post("next", 409)["refusal"])

    def test_who_gives_up_has_lost_and_the_others_see_it(self):
        anna = self.order(None)
        ben = self.sit(anna.table, self.invitations(anna)[0], "ben")
        ben.until(lambda t: "Your hand" in t)
        anna.post("leave")
        self.assertIn("You gave up: the match counts as lost.", anna.look())
        text = ben.until(lambda t: "Watch the replay" in t)
        self.assertIn("You have won.", text)
        self.assertIn("<p>anna gave up.</p>", text)
        anna.post("leave", 409)

    def test_a_late_move_is_made_by_the_arena_if_a_clock_runs(self):
        seat = self.order("random", clock=1)
        seat.until(lambda t: "Your last move came too late" in t)

    # -- seats ------------------------------------------------------------------------

    def test_a_seat_needs_its_secret(self):
        anna = self.order("greedy")
        other = self.order("greedy", name="eve")
        anna.turn()
        wrong = [Seat(self, anna.table, cookie) for cookie in (
            "", "seat=x", f"seat{anna.table}=" + 32 * "0", f"seat{anna.table}=",
            other.cookie.replace(f"seat{other.table}", f"seat{anna.table}"),
            anna.cookie + "0", anna.cookie[:-1], "x" + anna.cookie, other.cookie)]
        for seat in wrong:
            with self.subTest(cookie=seat.cookie):
                self.assertNotIn(SEAT, seat.get(status=403))
                self.assertIn("This table is taken", seat.get("", 403))
                for word, body in (("choose", {"serial": 1, "choice": 0}), ("hint", {}), ("next", {}), ("leave", {})):
                    self.assertIn("no seat", seat.post(word, 403, **body)["refusal"])
        self.assertIn(SEAT, Seat(self, anna.table, f"a=b; {other.cookie}; {anna.cookie}").get())

    def test_the_cookie_is_for_this_server_and_no_script(self):
        said = self.post("/play/", {"variant": "block-2", "name": "anna", "seats": ["greedy"], "clock": 0})
        self.assertRegex(said["cookie"], r"^seat1=[0-9a-f]{32}; Path=/play/; HttpOnly; SameSite=Strict; Max-Age=\d+$")
        page = self.ask(self.port, "/play/1", Cookie=said["cookie"].split(";")[0])
        self.assertIn("no-store", ",".join(page.headers.get_all("Cache-Control")))
        self.assertNotIn(said["cookie"][6:38], page.text)

    def test_an_invitation_is_used_once(self):
        anna = self.order(None, None, variant="block-3")
        secrets = self.invitations(anna)
        self.assertEqual(len(set(secrets)), 2)
        self.assertIn("anna invites you", anna.get(secrets[0]))
        self.assertIn("anna invites you", anna.get(secrets[0]), "looking does not use it up")
        ben = self.sit(anna.table, secrets[0], "Ben")
        self.assertIn("Seat 1: ben", anna.look(), "capital letters become small ones")
        self.assertEqual(self.invitations(ben), [], "only the first person sees invitations")
        self.assertEqual(self.invitations(anna), secrets[1:])
        for secret, name in ((secrets[0], "eve"), (32 * "0", "eve"), ("", "eve"), (secrets[1] + "0", "eve")):
            self.post(f"/play/{anna.table}/sit", {"invitation": secret, "name": name}, 403)
        said = self.post(f"/play/{anna.table}/sit", {"invitation": secrets[1], "name": "Mr X"}, 409)
        self.assertIn("not a name of a person", said["refusal"])
        anna.get(secrets[0], 403)
        anna.get(secrets[1] + "0", 403)
        ben.post("leave")
        self.assertEqual(len(self.invitations(anna)), 2, "the seat is free again")
        ben.get(status=403)
        anna.post("leave")
        self.assertIn("has left before the match", anna.look())

    def test_the_lobby_names_the_own_tables(self):
        anna, eve = self.order("greedy"), self.order("random", name="eve")
        text = self.ask(self.port, "/play/", Cookie=f"{anna.cookie}; seat{eve.table}=" + 32 * "0").text
        self.assertIn(f">Table {anna.table}, block-2</a>", text)
        self.assertNotIn(f"Table {eve.table},", text)
        self.assertNotIn("Your tables", self.ask(self.port, "/play/").text)

    def test_the_rules_are_those_that_the_command_prints(self):
        out, _ = self.arena("variants", "--json")
        rules = {v["name"]: v["rules"] for v in json.loads(out)["variants"]}
        seat = self.order("greedy")
        for name, path in [("block-2", "/play/"), ("block-2", f"/play/{seat.table}")] + [(n, f"/play/rules/{n}") for n in KINDS]:
            with self.subTest(path=path):
                text = html.unescape(self.ask(self.port, path, Cookie=seat.cookie).text)
                self.assertEqual(re.findall("<li>([^<]*)</li>", text.split('<div class="rules">')[1].split("</div>")[0]), rules[name])
        for path in ("/play/rules/", "/play/rules/chess", "/play/rules/block-2/", "/play/rules"):
            self.assertEqual(self.ask(self.port, path).status, 404, path)

    def test_bots_have_a_word_for_their_strength_once_they_are_rated(self):
        def words(path):
            return dict(re.findall(r'<(?:option value|li data-bot)="(\w+)"[^>]*>\1(?:: ([a-z ]+))?<', self.ask(self.port, path).text))
        self.assertEqual(set(words("/play/").values()), {""})
        self.made("finished", "greedy", "random", "careful", "pimc")
        self.whole(self.port)
        ranked = json.loads(self.ask(self.port, "/leaderboard/block-2.json").text)["lists"][0]["bots"]
        for bot in ranked:
            lo, hi = (4 * (bot[rank] - 1) // len(ranked) for rank in ("rank_lo", "rank_hi"))
            quarters = ("strong", "good", "fair", "weak")[lo:hi + 1]
            said = " or ".join(quarters) if len(quarters) < 3 else "strength unclear"
            for path in ("/play/", "/play/rules/block-2"):
                self.assertEqual(words(path)[bot["name"]], said, path)
        self.assertNotEqual(words("/play/rules/block-3")["greedy"], "", "the all-round list is there as well")

    # -- moves ------------------------------------------------------------------------

    def test_bad_late_and_repeated_moves_get_one_line(self):
        seat = self.order("greedy")
        _, serial = seat.turn()
        for body, text in (({"serial": serial, "choice": 99}, "there is no choice 99; allowed: 0 to"),
                           ({"serial": serial + 1, "choice": 0}, "look at the table again")):
            self.assertIn(text, seat.post("choose", 409, **body)["refusal"])
        self.assertEqual(seat.turn()[1], serial, "it costs nothing")
        seat.post("choose", serial=serial, choice=0)
        said = seat.post("choose", 409, serial=serial, choice=0)["refusal"]
        self.assertRegex(said, "not your turn|made already|over")

    def test_what_is_no_request_of_the_pages_is_refused(self):
        seat = self.order("greedy")
        _, serial = seat.turn()
        for body in ('{"serial": 1}', '{"serial": -1, "choice": 0}', '{"serial": 1, "choice": 0, "more": 1}', "[]", "{",
                     "", "\0", '{"serial": 1, "serial": 1, "choice": 0}', '{"serial": 4294967296, "choice": 0}', "null"):
            with self.subTest(body=body):
                answer = self.ask(self.port, f"/play/{seat.table}/choose", "POST", body, Cookie=seat.cookie, Origin=self.own(),
                                  **{"Content-Type": "application/json"})
                self.assertEqual((answer.status, answer.text.count("\n")), (400, 0), answer.text)
        self.assertEqual(seat.turn()[1], serial)
        for path in (f"/play/{seat.table}/nothing", "/play/99/choose", "/play/0/choose", "/play/x"):
            self.post(path, {"serial": 1, "choice": 0}, 404, Cookie=seat.cookie)
        for path in ("/play/99", "/play/99/seat", "/play/x", "/play/99/2/3", f"/play/{seat.table}/", "/play/-1", "/play/99999999999"):
            self.assertEqual(self.ask(self.port, path).status, 404, path)

    def test_orders_that_cannot_be_played_are_refused(self):
        good = {"variant": "block-2", "name": "anna", "seats": ["greedy"], "clock": 0}
        folder = os.path.join(self.home, "evil")
        arena.write(os.path.join(folder, "bot.yaml"), f"name: evil\nrun: [touch, {folder}/touched]\n")
        for change, status, text in (
                ({"variant": "chess"}, 409, "no variant 'chess'"), ({"name": "Mr X"}, 409, "not a name of a person"),
                ({"name": ""}, 409, "not a name of a person"), ({"seats": []}, 409, "block-2 has 2 seats"),
                ({"seats": ["greedy", "greedy"]}, 409, "block-2 has 2 seats"), ({"seats": 9 * ["greedy"]}, 409, "at most 8"),
                ({"seats": ["nobody"]}, 409, "no bot 'nobody'"), ({"seats": [folder]}, 409, "no bot"),
                ({"seats": ["./evil"]}, 409, "no bot"), ({"seats": ["greedy#2"]}, 409, "no bot"),
                ({"name": 39 * "a" + "ä"}, 409, "'" + 39 * "a" + "' is not a name of a person"),
                ({"variant": 38 * "a" + "€"}, 409, "no variant '" + 38 * "a" + "'"),
                ({"seats": [37 * "a" + "🁣"]}, 409, "no bot '" + 37 * "a" + "' here"),
                ({"seats": [1]}, 400, "allowed"), ({"clock": -1}, 409, "seconds"), ({"clock": 86401}, 409, "seconds"),
                ({"clock": "x"}, 400, "allowed"), ({"seats": "greedy"}, 400, "allowed"), ({"more": 1}, 400, "allowed")):
            with self.subTest(change=change):
                self.assertIn(text, self.post("/play/", {**good, **change}, status)["refusal"])
        self.assertFalse(os.path.exists(os.path.join(folder, "touched")))

    def test_there_are_as_many_tables_as_allowed(self):
        order = {"variant": "block-2", "name": "anna", "seats": [None], "clock": 0}
        seats = [self.order(None) for _ in range(20)]
        self.assertIn("20 tables were ordered from your address", self.post("/play/", order, 409)["refusal"])
        seats += [self.order(None, source="127.0.0.2") for _ in range(12)]
        self.assertIn("all 32 tables are taken", self.post("/play/", order, 409, source="127.0.0.2")["refusal"])
        seats[3].post("leave")
        self.order(None)
        seats[3].get(status=404)
        seats[4].get()

    # -- who may send --------------------------------------------------------------------

    def test_only_the_own_pages_may_send(self):
        good = {"Content-Type": "application/json", "Origin": self.own()}
        body = json.dumps({"variant": "block-2", "name": "anna", "seats": ["greedy"], "clock": 0})
        host = f"127.0.0.1:{self.port}"
        for change, status in (
                ({"Origin": "http://evil.example"}, 403), ({"Origin": "null"}, 403), ({"Origin": None}, 403),
                ({"Origin": f"http://127.0.0.1:{self.port}1"}, 403), ({"Origin": "http://127.0.0.1"}, 403),
                ({"Sec-Fetch-Site": "cross-site"}, 403), ({"Sec-Fetch-Site": "same-site"}, 403),
                ({"Sec-Fetch-Site": "none"}, 403), ({"Content-Type": "text/plain"}, 415),
                ({"Content-Type": "application/x-www-form-urlencoded"}, 415), ({"Content-Type": None}, 415),
                ({"Content-Type": "application/jsonp"}, 415), ({"Host": "evil.example", "Origin": "http://evil.example"}, 421),
                ({}, 200), ({"Origin": None, "Sec-Fetch-Site": "same-origin"}, 200), ({"Origin": f"https://{host}"}, 200),
                ({"Content-Type": "application/json; charset=utf-8"}, 200)):
            with self.subTest(change=change):
                headers = {name: value for name, value in {**good, **change}.items() if value is not None}
                self.assertEqual(self.ask(self.port, "/play/", "POST", body, **headers).status, status)
        for path in ("/", "/index.html", "/played/", "/play", "/events", "/assets/play.js"):
            answer = self.ask(self.port, path, "POST", body, **good)
            self.assertEqual((answer.status, answer.getheader("Allow")), (405, "GET, HEAD"), path)
        for method in ("PUT", "DELETE", "PATCH", "OPTIONS"):
            self.assertEqual(self.ask(self.port, "/play/", method, body, **good).status, 405)

    def test_a_long_body_is_refused(self):
        headers = {"Content-Type": "application/json", "Origin": self.own()}
        self.assertEqual(self.ask(self.port, "/play/", "POST", 4097 * " ", **headers).status, 413)
        self.assertEqual(self.ask(self.port, "/play/", "POST", 4096 * " ", **headers).status, 400)
        pieces = (1000 * b" " for _ in range(5))
        self.assertEqual(self.ask(self.port, "/play/", "POST", pieces, **headers).status, 413, "of a length that is not said")

    def test_behind_a_proxy_all_have_one_address(self):
        self.port = self.serve("--play", "--behind-proxy")
        for _ in range(32):
            self.order(None)

    def test_without_the_option_nobody_may_play(self):
        self.port = self.serve()
        answer = self.ask(self.port, "/play/", "POST", "{}", Origin=self.own(), **{"Content-Type": "application/json"})
        self.assertEqual((answer.status, answer.getheader("Allow")), (405, "GET, HEAD"))
        for path in ("/play/", "/play/1", "/played/", "/played/index.html"):
            answer = self.ask(self.port, path)
            self.assertIn(answer.status, (404, 503), path)
            self.assertNotIn("play/", answer.text)

    # -- events and ends -------------------------------------------------------------------

    def test_events_say_that_a_table_has_changed(self):
        seat = self.order("greedy")
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        self.addCleanup(connection.close)
        connection.request("GET", "/events")
        answer = connection.getresponse()

        def next_versions():
            for _ in range(ENOUGH):
                if answer.readline().strip() == b"event: tables":
                    return json.loads(answer.readline().decode().split(": ", 1)[1])
            return self.fail("no event came")

        before = next_versions()[str(seat.table)]
        _, serial = seat.turn()
        seat.post("choose", serial=serial, choice=0)
        versions = next(v for v in (next_versions() for _ in range(ENOUGH)) if v[str(seat.table)] > before)
        self.assertEqual(list(versions), [str(seat.table)], "numbers only")

    def test_tables_end_with_the_server_and_nothing_is_stored(self):
        seats = [self.order("greedy") for _ in range(3)]
        for seat in seats:
            seat.turn()
        self.stop()
        self.assert_nothing_left()
        with sqlite3.connect(os.path.join(self.home, "play.db")) as db:
            self.assertEqual(db.execute("SELECT count(*) FROM match").fetchone()[0], 0)

    def test_a_match_that_cannot_be_played_says_why(self):
        folder = os.path.join(self.home, "bots", "broken")
        os.makedirs(folder)
        seat = self.order("broken")
        text = seat.until(lambda t: "The match was not stored" in t)
        said = text.split("The match was not stored", 1)[1]
        self.assertIn("broken", said)
        self.assertNotIn("--skip-broken", said, "it is no option of this page")


if __name__ == "__main__":
    arena.main()
