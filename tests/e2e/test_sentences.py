"""Holds each sentence of `variants NAME` against matches that were played, and shows where rules can be read.

Every named variant is played, and own variants with the options that no named one has. For each sentence of each of
them there is a predicate (sentences.py) that its records must not refute. A sentence that the records of no other
variant refute would say nothing; so each one is held against those of the others too, until some refute it.
"""
import collections
import html
import itertools
import json

import arena
import sentences

SETS = arena.in_nightly(12, 1)  # duplicate sets of each variant

OWN = """
  all-team: {base: partnership, score: all_hands, lead_next: winner, club_double: multiply}
  alone: {base: block-3, score: opponents}
  any-blocker: {base: block-3, block_tie: any_blocker}
  average: {base: block-4, score: average, target: 0, rounds: 4, lead_next: winner}
  blocker: {base: block-3, block_tie: blocker, lead_next: winner, lead_after_block: same, lead_after_tie: high_tile}
  club: {base: block-2, club_double: multiply, zero_tie: nobody}
  forced-limit: {base: draw-4, draw_mode: forced, draw_limit: 2, reserve: 0}
  four-lots: {base: block-4, lead_first: drawn_double}
  highest-tile: {base: block-2, hand: 3, lead_first: highest_double, lead_next: highest_double, no_double: highest_tile}
  redeal: {base: block-2, hand: 3, lead_first: highest_double, lead_next: lowest_double, lead_tile: own_double}
  limited: {base: draw-2, draw_limit: 2}
  lowest-hand: {base: block-teams, team_block: lowest_hand, lead_next: winner}
  lowest-hand-any: {base: block-teams, team_block: lowest_hand, block_tie: any_blocker}
  lowest-hand-blocker: {base: block-teams, team_block: lowest_hand, block_tie: blocker}
  one-round: {base: block-2, target: 0, rounds: 1}
  opponents-team: {base: draw-teams, score: opponents, draw_cost: 2}
  paying-dutch: {base: draw-dutch-3, draw_cost: 3}
  penalty-team: {base: block-teams, score: penalty, domino_bonus: 5, target: 0, rounds: 4, objective: low, lead_after_tie: same}
  start-block: {base: block-3, start_tile: any, lead_next: winner}
  start-vietnam: {base: draw-vietnam-2, start_tile: any, draw_mode: none}
  stuck: {base: draw-3, draw_mode: forced, end_rule: mover_stuck}
  stuck-start: {base: brettspielnetz, draw_limit: 0, rounds: 8}
  third: {base: boneyard-doubles, zero_tie: nobody}
  tied-team: {base: block-teams, block_tie: blocker}
"""


class Sentences(arena.ArenaTest):

    def play(self, name, bots, lines):
        path = self.tournament(f"name: {name}\nseed: 20\nsets: {SETS}\nvariants:\n{lines}\nbots: [random"
                               + "".join(f', "random#{n}"' for n in range(2, bots + 1)) + "]\n", f"{name}.yaml")
        self.arena("run", path, "--strict")
        return path

    def of_variants(self, *args):
        return json.loads(self.arena("variants", "--json", *args)[0])["variants"]

    def play_all(self):
        """Plays everything. Returns what variants claim, and their records, by name."""
        named = self.of_variants()
        by_bots = collections.defaultdict(list)
        for variant in named:
            by_bots[2 if variant["teams"] else variant["players"]].append(variant["name"])
        for bots, names in by_bots.items():
            self.play(f"named-{bots}", bots, "".join(f"  {name}:\n" for name in names))
        own = self.of_variants(self.play("own", 4, OWN))
        claims = {variant["name"]: variant["rules"] for variant in named + own}
        records = collections.defaultdict(list)
        for record in self.records():
            records[record["variant"]].append(sentences.Match(record))
        self.assertEqual(sorted(records), sorted(claims))
        for name in (variant["name"] for variant in own):
            self.assertEqual(self.of_variants(name)[0]["rules"], claims[name])
        return claims, records

    def cases(self, sentence, claims, matches):
        """Yields the match, the number of the round and the answer of each case of the sentence."""
        predicate, groups = sentences.predicate_of(sentence)
        for match in matches:
            match.sentences = claims
            for played in match.rounds:
                for is_right in predicate(played, *groups):
                    yield match.record["match"], played.entry["round"], is_right

    def is_refuted(self, sentence, claims, records):
        """Whether a record refutes it, also one in which the predicate finds nothing of what it looks for."""
        try:
            return any(not is_right for _, _, is_right in self.cases(sentence, claims, records))
        except (AttributeError, IndexError, KeyError, TypeError, ValueError):
            return True

    def test_no_record_refutes_a_sentence_of_its_variant_and_some_record_of_another_does(self):
        claims, records = self.play_all()
        refuted, idle = [], []
        for name, rules in claims.items():
            for sentence in rules:
                for match, number, is_right in self.cases(sentence, rules, records[name]):
                    if not is_right:
                        refuted.append(f"{name}, match {match}, round {number}: {sentence}")
                        break
        self.assertEqual(refuted, [])
        for sentence in {sentence for rules in claims.values() for sentence in rules}:
            owners = [name for name, rules in claims.items() if sentence in rules]
            others = [name for name in claims if name not in owners]
            if not any(self.is_refuted(sentence, claims[owners[0]], records[name]) for name in others):
                idle.append(sentence)
        self.assertEqual(idle, [])


class OwnVariants(arena.ArenaTest):

    IDLE = """
name: idle
variants:
  bonus: {base: block-2, domino_bonus: 20}
  bare: {base: block-2, hand: 1}
bots: [random, greedy]
sets: 1
"""

    def test_the_rules_of_a_file_are_shown_before_it_is_played_and_those_of_a_name_afterwards(self):
        path = self.tournament("""
name: mine
variants:
  small-block: {base: block-2, hand: 5, target: 50}
  draw-2:
bots: [random, greedy]
sets: 1
""")
        _, err = self.arena("variants", "small-block", status=2)
        self.assertIn("there is no variant 'small-block'", err)
        out, _ = self.arena("variants", path)
        self.assertTrue(out.startswith("small-block: block-2 with hand 5, target 50.\n\n2 seats play"), out)
        self.assertIn("\ndraw-2: Draw for two", out)
        self.arena("run", path, "--strict")
        self.assertTrue(out.startswith(self.arena("variants", "small-block")[0]))
        folder = self.home + "/pages"
        self.arena("report", "--output", folder)
        for name in ("small-block", "draw-2"):
            page = html.unescape(arena.read(f"{folder}/leaderboard/{name}.html"))
            for sentence in json.loads(self.arena("variants", "--json", name)[0])["variants"][0]["rules"]:
                self.assertIn(f"<li>{sentence}</li>", page)

    def test_the_list_has_the_variants_of_a_family_together(self):
        family = {variant["name"]: variant["family"] for variant in json.loads(self.arena("variants", "--json")[0])["variants"]}
        listed = [line.split()[0] for line in self.arena("variants")[0].splitlines() if line.strip()]
        self.assertEqual(sorted(listed), sorted(family))
        met = [found for found, _ in itertools.groupby(listed, key=family.get)]
        self.assertEqual(len(met), len(set(met)), met)

    def test_an_option_without_effect_gives_a_remark(self):
        path = self.tournament(self.IDLE)
        _, err = self.arena("run", path)
        remarks = [line for line in err.splitlines() if line.startswith("remark")]
        self.assertEqual(remarks, ["remark: bonus: domino_bonus has no effect here: it needs score penalty",
                                   "remark: bare: no seat ever has a choice, so no bot is asked"])
        out, _ = self.arena("variants", path)
        self.assertIn("Remark: domino_bonus has no effect here: it needs score penalty.\n", out)
        self.assertIn("Remark: no seat ever has a choice, so no bot is asked.\n", out)

    def test_all_faults_of_a_file_are_named_at_once(self):
        path = self.tournament("""
name: wrong
variants:
  one: {base: block-2, hamd: 5, set_max: 7}
  two: {base: block-4, hand: 7, doubles: false, draw_limit: 3}
  three: {base: blok-2}
  block-2:
bots: [random, greedy]
""")
        out, err = self.arena("variants", path, status=2)
        self.assertEqual(out, "")
        lines = [line.split(": ", 2)[1:] for line in err.splitlines()]
        self.assertEqual([place.rsplit(":", 1)[1] for place, _ in lines], ["4", "4", "5", "6"])
        for part, (_, text) in zip(("there is no option 'hamd' (did you mean hand?)", "set_max: '7' is not a value",
                                    "players x hand (and the start tile) is 28, and the set has 21 tiles; "
                                    "draw_limit needs a draw_mode", "there is no variant 'blok-2'"), lines):
            self.assertIn(part, text)


if __name__ == "__main__":
    arena.main()
