"""What an organiser asks: which tournaments there are, how far they are, what runs now, and who has which place."""
import csv
import hashlib
import io
import json
import os
import signal

import arena

FILE = "name: {name}\nvariants: [{variants}]\nsets: {sets}\nbots: [{bots}]\n{extra}"


def hash_text(text):
    return bytes([len(text.encode())]) + text.encode()


def lot(secret, tournament, variant, bot):
    """A bot's lot, as SPEC.md says."""
    fields = hash_text("lot") + hash_text(tournament) + hash_text(variant) + hash_text(bot)
    found = hashlib.blake2b(fields, key=secret, digest_size=32).digest()
    return int.from_bytes(found[:8], "little") % 2 ** 53


class Standings(arena.ArenaTest):

    def write(self, name="t", variants="block-2", sets=2, bots="random, greedy, careful", extra=""):
        return self.tournament(FILE.format(name=name, variants=variants, sets=sets, bots=bots, extra=extra), name + ".yaml")

    def json(self, *args):
        return json.loads(self.arena(*args, "--json")[0])

    def page(self, name):
        site = os.path.join(self.home, "site")
        self.arena("report", "-o", site)
        return json.loads(arena.read(os.path.join(site, "tournament", name + ".json")))

    def test_the_command_and_the_page_have_the_same_standings(self):
        self.arena("run", self.write(variants="block-2, block-3", sets=3, extra="rated: false\nseed: 3\n"))  # nothing is equal
        told = self.json("standings", "t")
        page = self.page("t")
        self.assertEqual([one["bots"] for one in told["variants"]], [[{k: v for k, v in bot.items() if k not in ("name", "page")} | {"bot": bot["name"]}
                                                                      for bot in one["bots"]] for one in page["standings"]])
        self.assertEqual((told["state"], told["rated"], told["tie_break"]), ("finished", False, ["share", "direct", "points"]))
        for one in told["variants"]:
            self.assertEqual([bot["place"] for bot in one["bots"]], [1, 2, 3])
            self.assertEqual(sum(bot["matches"] for bot in one["bots"]), {"block-2": 36, "block-3": 27}[one["variant"]])
        rows = list(csv.DictReader(io.StringIO(self.arena("standings", "--csv", "--variant", "block-3")[0])))
        self.assertEqual([(row["variant"], row["bot"], row["place"]) for row in rows],
                         [("block-3", bot["bot"], str(bot["place"])) for bot in told["variants"][1]["bots"]])
        text, _ = self.arena("standings", "t")
        self.assertIn("t: finished, 27 of 27 matches played, unrated\n", text)
        self.assertIn("Places by share, then direct, then points.", text)
        self.assertIn("## t: finished", self.arena("standings", "--markdown")[0])

    def test_wrong_names_are_named(self):
        self.arena("run", self.write(sets=1))
        self.assertEqual(self.arena("standings", "u", status=2)[1], "domino-arena: there is no tournament 'u'; there are: t\n")
        self.assertEqual(self.arena("tournaments", "u", status=2)[1], "domino-arena: there is no tournament 'u'; there are: t\n")
        self.assertEqual(self.arena("standings", "t", "--variant", "draw-2", status=2)[1], "domino-arena: no variant 'draw-2' played\n")

    def test_a_lot_is_drawn_from_the_revealed_secret(self):
        """One bot under two names that plays the same in both seats: every set is shared."""
        bots = ", ".join(f"{{name: {name}, run: [{arena.BUILD}/share/domino-arena/bots/greedy/greedy]}}" for name in ("anna", "ben"))
        path = self.write(sets=200, bots=bots, extra="seed: 7\ntie_break: [share, lot]\n")
        process = self.start_held("run", path, "--json", "--concurrency", "1")
        for line in process.stdout:
            if json.loads(line).get("match"):
                process.send_signal(signal.SIGINT)
                break
        process.communicate()
        self.assertNotIn("lot", [bot.get("set_apart") for bot in self.json("standings")["variants"][0]["bots"]])
        self.arena("run", path)
        places = {bot["bot"]: (bot["place"], bot.get("set_apart")) for bot in self.json("standings")["variants"][0]["bots"]}
        secret = bytes.fromhex(self.json("verify")["stages"][0]["secret"])
        lots = {name: lot(secret, "t", "block-2", name) for name in places}
        first = max(lots, key=lots.get)
        self.assertEqual(places, {name: (1, None) if name == first else (2, "lot") for name in lots})

    def test_the_tie_breaks_of_a_tournament_cannot_be_changed(self):
        self.arena("run", self.write(sets=1))
        _, err = self.arena("run", self.write(sets=1, extra="tie_break: [points]\n"), status=2)
        self.assertIn("tie_break: was not set, is [\"points\"]", err)

    def test_the_tie_breaks_of_a_tournament_cannot_be_removed(self):
        self.arena("run", self.write(sets=1, extra="tie_break: [points]\n"))
        _, err = self.arena("run", self.write(sets=1), status=2)
        self.assertIn("tie_break: was [\"points\"], is not set", err)

    def test_a_swiss_counts_byes_and_missed_rounds(self):
        swiss = "schedule: swiss\nrounds: {}\n"
        self.arena("run", self.write(sets=1, extra=swiss.format(3)))
        lines = self.json("standings")["variants"][0]["bots"]
        self.assertEqual([bot["byes"] for bot in lines], [1, 1, 1])
        for bot in lines:
            self.assertAlmostEqual(bot["score"], (bot["share"] * bot["sets"] + 1) / 3)
        self.assertEqual(sorted(bot["score"] for bot in lines), [bot["score"] for bot in reversed(lines)])
        self.arena("run", self.write(sets=1, bots="random, greedy, careful, random-awk", extra=swiss.format(4)))
        late = next(bot for bot in self.json("standings")["variants"][0]["bots"] if bot["bot"] == "random-awk")
        self.assertEqual((late["sets"], late["lost_sets"], late["byes"]), (1, 3, 0))
        self.assertAlmostEqual(late["score"], late["share"] / 4)
        self.assertIn("unplayed W/L", self.arena("standings")[0])
        page = {bot["name"]: bot for bot in self.page("t")["standings"][0]["bots"]}
        self.assertEqual(page["random-awk"]["score"], late["score"])

    def test_a_bot_that_left_has_lost_the_rest_if_the_file_says_so(self):
        path = self.write(sets=200, extra="withdrawn: lost\n")
        process = self.start_held("run", path, "--json", "--concurrency", "1")
        for line in process.stdout:
            if json.loads(line).get("match"):
                process.send_signal(signal.SIGINT)
                break
        process.communicate()
        self.arena("entry", "t", "greedy", "--withdraw", "--reason", "moved away")
        self.arena("run", path)
        lines = {bot["bot"]: bot for bot in self.json("standings")["variants"][0]["bots"]}
        played = {name: line["sets"] for name, line in lines.items()}
        self.assertEqual(lines["greedy"]["lost_sets"], 400 - played["greedy"])
        self.assertGreater(lines["greedy"]["lost_sets"], 0)
        self.assertEqual([400 - played[name] for name in ("random", "careful")], [lines[name]["won_sets"] for name in ("random", "careful")])
        self.assertEqual(lines["random"]["won_sets"] + lines["careful"]["won_sets"], lines["greedy"]["lost_sets"])
        for line in lines.values():
            self.assertAlmostEqual(line["score"], (line["share"] * line["sets"] + line["won_sets"]) / 400)
        self.assertEqual(self.json("standings")["withdrawn"][0]["void"], False)
        self.assertIn("greedy: withdrawn: moved away\n", self.arena("standings")[0])
        self.assertEqual({bot["name"]: bot["score"] for bot in self.page("t")["standings"][0]["bots"]},
                         {name: line["score"] for name, line in lines.items()})

    def test_the_list_says_how_far_each_tournament_is(self):
        self.arena("run", self.write(name="first", sets=1))
        first = self.start("run", self.write(name="second", variants="block-2, draw-2", sets=100000, bots="random, greedy", extra="rated: false\n"))
        arena.wait_until(lambda: self.json("status").get("tournament") == "second", "open matches")
        arena.wait_until(lambda: " left" in self.json("status")["holder"]["command"], "how long it will take")
        now = self.json("status")
        self.assertEqual(now["holder"]["process"], first.pid)
        self.assertEqual([(one["tournament"], one["state"]) for one in now["tournaments"]], [("second", "running")])
        self.assertRegex(self.arena("status")[0], f"^process {first.pid}: run .*second.yaml, [0-9]+ of 400000 matches, about .* left\n"
                                                  "it plays second, [0-9]+ match(es)? at this moment\n")
        first.send_signal(signal.SIGINT)
        first.communicate()
        lines = {one["tournament"]: one for one in self.json("tournaments")["tournaments"]}
        self.assertEqual((lines["first"]["state"], lines["first"]["done"], lines["first"]["total"], lines["first"]["rated"]), ("finished", 6, 6, True))
        self.assertEqual((lines["second"]["state"], lines["second"]["total"], lines["second"]["rated"]), ("open", 400000, False))
        self.assertEqual(lines["second"]["done"], self.query("SELECT count(*) FROM match WHERE tournament = 2")[0][0])
        self.assertGreater(lines["first"]["bytes"], 0)
        self.assertTrue(self.arena("status")[0].startswith("no command is writing to the database\n"))
        self.arena("close", "second", "--why", "the evening is over")
        self.assertEqual(self.arena("status")[0], "no command is writing to the database\nno tournament is open\n")
        self.arena("void", "first", "--why", "a trial")
        text, _ = self.arena("tournaments")
        self.assertRegex(text, "first +finished +6 +6 .* void .*\nsecond +closed ")
        self.assertIn("no match of it counts: a trial\n", self.arena("tournaments", "first")[0])
        self.assertIn("closed: the evening is over\n", self.arena("tournaments", "second")[0])

    def test_one_in_detail_has_its_entries_and_stages(self):
        self.arena("run", self.write(sets=1))
        self.arena("entry", "t", "random", "--disqualify", "it cheated")
        told = self.json("tournaments", "t")
        self.assertEqual([(one["bot"], one["state"], one["reason"]) for one in told["entries"]],
                         [("random", "disqualified", "it cheated"), ("greedy", "plays", ""), ("careful", "plays", "")])
        self.assertEqual(told["stages"][0]["commit"], self.json("verify")["stages"][0]["commit"])
        self.assertIn("disqualified: it cheated\n", self.arena("tournaments", "t")[0])
        self.assertIn("random: disqualified: it cheated; no match with it counts here\n", self.arena("standings", "t")[0])


if __name__ == "__main__":
    arena.main()
