"""What an organiser rules: a tournament ends early, and results do not count."""
import json
import os

import arena


class Rulings(arena.ArenaTest):

    def interrupted(self):
        """A tournament of which a part was played; returns its file."""
        path = self.tournament("name: t\nvariants: [block-2]\nsets: 80\nbots: [random, greedy, careful]\n")
        process = self.start_held("run", path, "--json", "--concurrency", "1")
        next(line for line in process.stdout if json.loads(line).get("match"))
        process.send_signal(2)
        process.communicate()
        return path

    def lists(self):
        return json.loads(self.arena("leaderboard", "--json", "--tournament", "t")[0])["lists"]

    def page(self):
        site = os.path.join(self.home, "site")
        self.arena("report", "-o", site)
        return (arena.read(os.path.join(site, "tournament", "t.html")),
                json.loads(arena.read(os.path.join(site, "tournament", "t.json"))))

    def test_a_tournament_is_closed_before_its_end(self):
        path = self.interrupted()
        matches = len(self.records())
        self.assertIn("is revealed after the last match", self.arena("verify", "t")[0])
        before = self.lists()
        out, _ = self.arena("close", "t", "--why", "the evening is over")
        self.assertIn(f"t: closed; {matches} of 480 matches were played\n", out)
        told = json.loads(self.arena("verify", "--json", "t")[0])
        self.assertEqual((told["matches"], told["differences"]), (matches, []))
        self.assertRegex(told["stages"][0]["secret"], "^[0-9a-f]{64}$")
        self.assertEqual(self.lists(), before)
        html, page = self.page()
        self.assertIn("Closed: the evening is over.", html)
        self.assertEqual(page["closed"]["reason"], "the evening is over")
        for command, said in ((("run", path), "tournament 't' was closed, so nothing more is played; allowed: another name"),
                              (("run", "--name", "t"), "tournament 't' was closed, so nothing more is played; allowed: another name"),
                              (("close", "t"), "'t' is closed already"),
                              (("entry", "t", "random", "--withdraw"), "tournament 't' was closed, so nobody plays on in it; allowed: "
                                                                       "`void`, to take results out of the lists")):
            self.assertEqual(self.arena(*command, status=2)[1].splitlines()[-1], "domino-arena: " + said)

    def test_a_match_and_a_tournament_do_not_count_and_count_again(self):
        self.arena("run", self.tournament("name: t\nvariants: [block-2]\nsets: 10\nbots: [random, greedy]\nseed: 3\n"))
        told = json.loads(self.arena("verify", "--json", "t")[0])
        before, standing = self.lists(), self.page()[1]["standings"]
        out, _ = self.arena("void", "t/3", "--why", "the machine was asleep")
        self.assertEqual(out, "t/3 counts in no list any more, nor does its set; it is still there to be seen\n")
        self.assertEqual([(one["matches"], one["sets"]) for one in self.lists()], [(18, 9)])
        html, page = self.page()
        self.assertEqual({bot["matches"] for bot in page["standings"][0]["bots"]}, {18})
        self.assertIn("the machine was asleep", html)
        self.assertEqual([(one["match"], one["reason"]) for one in page["void"]], [(3, "the machine was asleep")])
        self.assertIn("does not count: the machine was asleep", self.arena("replay", "t/3")[0])
        again = json.loads(self.arena("verify", "--json", "t")[0])
        self.assertEqual((again["differences"], again["hash"]), ([], told["hash"]))
        self.assertNotEqual(again["ledger_hash"], told["ledger_hash"])
        self.arena("void", "t", "--why", "another rule was used")
        self.assertEqual(self.arena("leaderboard", "--json")[0].count('"name"'), 0)
        for words, said in ((["t/3", "--why", "x"], "'t': match 3 does not count already: the machine was asleep"),
                            (["t", "--why", "x"], "'t': it does not count already: another rule was used"),
                            (["t/5", "--why", "x"], "'t': the tournament does not count already: another rule was used"),
                            (["t/5", "--undo"], "'t': match 5 does not count because the whole tournament does not; allowed: --undo for that"),
                            (["t/21", "--why", "x"], "'t' has no match 21 that was played; allowed: one that `matches --tournament t` shows"),
                            (["t/x", "--why", "x"], "void: 't/x' is no match; allowed: TOURNAMENT or TOURNAMENT/MATCH, such as spring/12"),
                            (["t/3"], "void: it needs a reason, which the pages show: --why TEXT"),
                            (["t/3", "--undo", "--why", "x"], "--why and --undo exclude each other")):
            self.assertEqual(self.arena("void", *words, status=2), ("", f"domino-arena: {said}\n"))
        self.arena("void", "t", "--undo")
        self.arena("void", "t/3", "--undo")
        self.assertEqual(self.arena("void", "t/3", "--undo", status=2)[1], "domino-arena: 't': match 3 counts already\n")
        self.assertEqual((self.lists(), self.page()[1]["standings"]), (before, standing))


if __name__ == "__main__":
    arena.main()
