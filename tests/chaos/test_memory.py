"""No bot process ever sees two hands of the same deal, not even if the bot crashes again and again and
new processes take over. So a memory of earlier matches is useless."""
import collections
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "e2e"))

import arena  # noqa: E402

LAST_ASK = 50  # the mode say-hands of hostile.py crashes at this ask


class Memory(arena.ArenaTest):

    def deals(self):
        """Returns hand -> (set, round, seat) for all hands that occur in one deal only."""
        found = collections.defaultdict(set)
        for match in self.records():
            for round_ in match["rounds"]:
                for seat, hand in enumerate(round_["deal"]["hands"]):
                    found[str(sorted(hand))].add((match["set"], round_["round"], seat))
        return {hand: deals.pop() for hand, deals in found.items() if len(deals) == 1}

    def logs(self):
        return [(bot, log.decode()) for bot, log in self.query("SELECT bot, log FROM process")]

    def play(self, variant, bots):
        path = self.tournament(
            f"name: t\nvariants: [{variant}]\nsets: 8\nlimits: {{move_ms: 10000}}\nbots:\n"
            + "".join(arena.hostile("say-hands", name=name) for name in bots))
        self.arena("run", path)

    def check(self):
        deals, seen, died = self.deals(), 0, 0
        for _, log in self.logs():
            seats = {}
            died += log.count("dealt ") == LAST_ASK
            for hand in re.findall(r"^dealt (.*)$", log, re.M):
                if hand in deals:
                    of_set, of_round, seat = deals[hand]
                    seats.setdefault((of_set, of_round), set()).add(seat)
                    seen += 1
            self.assertEqual([deal for deal, of in seats.items() if len(of) > 1], [])
        self.assertGreater(seen, 100)
        self.assertGreater(died, 2, "bots die and are replaced")

    def test_in_pairs(self):
        self.play("block-2", ["one", "two"])
        self.check()

    @arena.nightly
    def test_in_teams(self):
        self.play("block-teams", ["one", "two"])
        self.check()


if __name__ == "__main__":
    arena.main()
