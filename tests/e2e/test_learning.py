"""Learning and playing: a policy sees the same in training and in a match; and the starter kit that trains one, from
`new` to a tournament against greedy."""
import collections
import csv
import glob
import json
import os
import re
import shutil
import signal
import statistics
import subprocess
import sys
from types import SimpleNamespace

import arena
import numpy as np

SDK = os.path.join(arena.HERE, "..", "..", "protocol", "sdk", "python")
sys.path.insert(0, SDK)
import domino_env  # noqa: E402

UPDATES = arena.in_nightly("100", "20")
SETS = arena.in_nightly(60, 20)


VARIANTS = ("block-2,draw-2,draw-3,block-high-tile-3,block-highest-double-4,draw-forced-3,draw-pay-2,draw-double-six-3,"
            "boneyard-doubles,brettspielnetz,homo-homini-lupus")
WATCHER = """
import json
import os
import sys
from domino_arena import Bot, run

class Watcher(Bot):
    def choose_many(self, views):
        with open(os.path.join(sys.argv[1], str(os.getpid())), "a", encoding="utf-8") as file:
            for view in views:
                ask = {name: getattr(view, name) for name in FIELDS}
                print(json.dumps(dict(ask, bots=view.match.bots, options=view.options)), file=file)
        return [view.rng().below(len(view.legal)) for view in views]

FIELDS = ("variant seat seats round scores leader lead hand ends counts stock drawable drawn history legal").split()
run(Watcher)
"""


def tile_of(tile):
    high, low = tile
    return high * (high + 1) // 2 + low


class Replay:
    """A round of a record, with the hidden tiles at every moment."""

    def __init__(self, record, deal):
        self.seats, self.deal = len(record["bots"]), deal
        self.can_draw = (record["options"]["draw_mode"], record["options"]["opening_draw"]) != ("none", "none")
        self.events = [event for event in deal["events"] if event[0] >= 0]

    def events_before(self, history):
        """How many events of the record a history shows. A history counts draws of a turn together."""
        return sum(event[2] if event[1] == "draw" else 1 for event in history
                   if event[1] not in ("lot", "start"))

    def choices_from(self, index):
        """The events from there on that a seat chose."""
        return [event for event in self.events[index:] if "forced" not in event[-1]]

    def world(self, index, tiles):
        """Where all tiles are before an event, as domino_vec_set_state wants it."""
        hands = [set(map(tile_of, hand)) for hand in self.deal["deal"]["hands"]]
        drawn = set()
        for event in self.events[:index]:
            if event[1] == "draw":
                drawn.add(tile_of(event[2]))
                hands[event[0]].add(tile_of(event[2]))
            elif event[1] != "pass":
                hands[event[0]].discard(tile_of(event[2:4]))
        world = np.zeros((self.seats, tiles), np.int8)
        for seat, hand in enumerate(hands):
            world[seat, list(hand)] = 1
            left = [tile for tile in map(tile_of, self.deal["deal"]["stock"][seat]) if tile not in drawn]
            if self.can_draw:
                world[seat, left] = -1 - np.arange(len(left))
        return world


class Observation(arena.ArenaTest):
    """Every ask of real matches, beside a DominoVec in which the same deal and choices are played."""

    def play(self):
        """Plays matches with a bot that keeps what it is asked. Returns its asks and the records."""
        os.chmod(self.home, 0o711)
        log, folder = (os.path.join(self.home, name) for name in ("log", "watcher"))
        os.mkdir(log)
        os.chmod(log, 0o777)
        os.mkdir(folder)
        shutil.copy(os.path.join(SDK, "domino_arena.py"), folder)
        arena.write(os.path.join(folder, "bot.py"), WATCHER)
        arena.write(os.path.join(folder, "bot.yaml"), json.dumps({"name": "watcher", "run": ["/usr/bin/python3", "bot.py", log]}))
        path = self.tournament(f"name: watched\nvariants: [{VARIANTS}]\nsets: 1\nsandbox: limits\n"
                               f"bots: [{folder}, random, greedy, careful]\n")
        self.arena("run", path, "--seed", "3")
        out, _ = self.arena("export", "--tournament", "watched")
        asks = []
        for path in glob.glob(os.path.join(log, "*")):
            with open(path, encoding="utf-8") as file:
                asks += map(json.loads, file)
        return asks, list(map(json.loads, out.splitlines()))

    def compare(self, env, replay, views):
        """Plays a round from its first ask on. Returns how many asks were compared."""
        first = replay.events_before(views[0].history)
        env.set_state(env.row_of(views[0])[None], env.totals_of(views[0])[None],
                      replay.world(first, env.tiles)[None], [env.lead_of(views[0])])
        waiting = list(views)
        for choice in replay.choices_from(first):
            rows, totals = env.observe()
            if rows[0, 0] == views[0].seat:
                view = waiting.pop(0)
                self.assertEqual(domino_env.row_of(view).tobytes(), rows[0].tobytes())
                self.assertEqual(domino_env.totals_of(view).tobytes(), totals[0].tobytes())
                self.assertEqual(domino_env.mask_of(view).tobytes(), env.legal_mask()[0].tobytes())
                self.assertEqual(domino_env.lead_of(view), env.leads()[0])
                back = env.view_of(rows[0], totals[0], env.leads()[0])
                shown = [event for event in view.history if event[1] != "lot"]
                self.assertEqual([list(event) for event in back.history], shown)
                self.assertEqual([list(tile) for tile in back.hand], view.hand)
                self.assertEqual((list(back.ends), back.lead), (view.ends, view.lead))
            env.step([domino_env.layout_of(views[0].options).number_of(choice[1:-1] if choice[1] == "play" else
                                                                      ["play", *choice[2:-1]]
                                                                      if choice[1] == "lead" else ["draw"])])
        self.assertEqual(waiting, [])
        return len(views)

    def test_a_policy_sees_the_same_in_training_and_in_a_match(self):
        library = os.path.join(arena.BUILD, "lib", "libdomino.so.1")
        try:
            os.environ["DOMINO_LIBRARY"] = library
            domino_env.variants()
        except OSError as error:
            self.skipTest(f"libdomino cannot be loaded: {error}")
        asks, records = self.play()
        compared = dict.fromkeys(VARIANTS.split(","), 0)
        for record in records:
            names = [bot["name"] for bot in record["bots"]]
            mine = [SimpleNamespace(**ask) for ask in asks
                    if (ask["variant"], ask["bots"]) == (record["variant"], names)]
            words = {True: "true", False: "false"}
            game = " ".join(f"{name}={words.get(value, value) if isinstance(value, bool) else value}"
                            for name, value in record["options"].items())
            env = domino_env.DominoVec(game, 1)
            for deal in record["rounds"]:
                views = [view for view in mine if view.round == deal["round"]]
                if views:
                    compared[record["variant"]] += self.compare(env, Replay(record, deal), views)
        self.assertEqual(sum(compared.values()), len(asks))
        self.assertGreaterEqual(min(compared.values()), 20, compared)
        print("asks compared:", compared)

    def test_exported_decisions_are_what_bots_saw_and_chose(self):
        asks, records = self.play()
        lines = [json.loads(line) for line in self.arena("export", "--decisions", "--tournament", "watched")[0].splitlines()]
        shown = [(line["variant"], line["row"], line["totals"], sorted(line["legal"]), line["lead"])
                 for line in lines if line["bot"] == "watcher"]
        seen = []
        for view in (SimpleNamespace(**ask) for ask in asks):
            seen.append((view.variant, domino_env.row_of(view).tolist(), domino_env.totals_of(view).tolist(),
                         np.flatnonzero(domino_env.mask_of(view)).tolist(), domino_env.lead_of(view)))
        self.assertEqual(sorted(shown), sorted(seen))
        self.assert_choices(lines, records)
        self.assert_chosen_bots(lines)

    def assert_chosen_bots(self, lines):
        """With --bot only its choices have lines; with two, their choices in the matches in which both sat."""
        together = {line["match"] for line in lines if line["bot"] == "watcher"} & {line["match"] for line in lines if line["bot"] == "greedy"}
        for bots, wanted in ((["greedy"], [line for line in lines if line["bot"] == "greedy"]),
                             (["greedy", "watcher"], [line for line in lines if line["match"] in together and line["bot"] in ("greedy", "watcher")])):
            out, _ = self.arena("export", "--decisions", "--tournament", "watched", "--bot", ",".join(bots))
            self.assertEqual([json.loads(line) for line in out.splitlines()], wanted)
            self.assertTrue(wanted, bots)

    def assert_choices(self, lines, records):
        """Each choice of a record has its line, with the action, the time and the points of its seat in the round."""
        chosen = []
        for record in records:
            layout = domino_env.layout_of(record["options"])
            for played in record["rounds"]:
                for seat, kind, *action, how in played["events"]:
                    if "us" in how:
                        number = layout.number_of(["draw"] if kind == "draw" else ["play", *action])
                        chosen.append([record["match"], played["round"], seat, number, how["us"], played.get("points", [None] * 8)[seat]])
        self.assertEqual([[line["match"], line["totals"][0], line["seat"], line["action"], line["us"], line["points"]] for line in lines], chosen)
        self.assertTrue(all(line["action"] in line["legal"] and len(line["legal"]) > 1 for line in lines))
        steps = [(line["match"], line["step"]) for line in lines]
        self.assertEqual(steps, sorted(set(steps)), "each choice has a step of its own")
        table = list(csv.DictReader(self.arena("export", "--decisions", "--csv", "--tournament", "watched")[0].splitlines()))
        self.assertEqual([{key: " ".join(map(str, value)) if isinstance(value, list) else "" if value is None else str(value)
                           for key, value in line.items()} for line in lines], table)

    def test_open_sets_have_no_decisions(self):
        path = self.tournament("name: part\nvariants: [block-2]\nsets: 80\nseed: 1\nbots: [random, greedy, careful]\n")
        process = self.start_held("run", path, "--json", "--concurrency", "1")
        next(line for line in process.stdout if json.loads(line).get("match"))
        process.send_signal(signal.SIGINT)
        process.communicate()
        matches = json.loads(self.arena("matches", "--json")[0])["matches"]
        sets = collections.Counter(match["set"] for match in matches)
        lines = map(json.loads, self.arena("export", "--decisions")[0].splitlines())
        self.assertEqual({line["match"] for line in lines}, {match["match"] for match in matches if sets[match["set"]] == 2})


class Kit(arena.ArenaTest):

    def setUp(self):
        super().setUp()
        self.folder = os.path.join(self.home, "learned")
        self.arena("new", "python-learning", self.folder)

    def train(self, *args):
        env = dict(self.environment())
        env.pop("DOMINO_LIBRARY", None)  # the kit has its own
        done = subprocess.run([os.path.join(self.folder, "train.py"), *args], env=env, cwd="/",
                              capture_output=True, text=True, check=False)
        if done.returncode != 0 and "sanitizer" in done.stderr.lower():
            self.skipTest("libdomino is built with a sanitizer")
        self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)
        return done.stdout

    def share_of_sets(self, variant):
        """Plays against greedy. Returns the mean share of a set that the kit won, and its standard error."""
        self.arena("run", "--name", "trial", "--variant", variant, "--sets", str(SETS), "--seed", "7",
                   "--bots", self.folder + ",greedy")
        out, _ = self.arena("export", "--tournament", "trial")
        shares = {}
        for record in map(json.loads, out.splitlines()):
            self.assertEqual(record["faults"], [])
            seat = [bot["name"] for bot in record["bots"]].index("learned")
            mine, other = record["scores"][seat], record["scores"][1 - seat]
            shares.setdefault(record["set"], []).append((mine > other) + (mine == other) / 2)
        means = [statistics.mean(of_set) for of_set in shares.values()]
        self.assertEqual(len(means), SETS)
        return statistics.mean(means), statistics.stdev(means) / SETS ** 0.5

    @arena.nightly
    def test_what_it_has_learned_beats_greedy(self):
        out = self.train("block-2", UPDATES)
        self.assertRegex(out, r"(?m)^20 updates: \d+\.\d% of 500 matches won against greedy$")
        share, error = self.share_of_sets("block-2")
        print(f"{UPDATES} updates: {share:.3f} of the matches, standard error {error:.3f}")
        self.assertGreater(share - 1.96 * error, 0.5)
        self.arena("check", self.folder, "--asks", "50")

    def test_the_same_arguments_make_the_same_weights(self):
        path = os.path.join(self.folder, "weights.npy")
        weights = set()
        for updates in ("2", "2", "3"):
            self.train("block-2", updates)
            weights.add(arena.read_bytes(path))
        self.assertEqual(len(weights), 2)

    def test_before_training_it_plays_and_says_what_to_do(self):
        env = dict(self.environment(), DOMINO_ARENA_HOME=self.home)
        played = subprocess.run([os.path.join(self.folder, "play"), "block-2", "2"], env=env, cwd="/",
                                capture_output=True, text=True, check=True)
        self.assertIn("block-2: 4 matches", played.stdout)
        self.assertIn("0 faults", played.stderr)
        out, _ = self.arena("replay", "1", "--stderr")
        self.assertIn("there is no weights.npy yet; ./train.py makes it", out)

    def test_its_todos_are_numbered_and_its_names_filled_in(self):
        todos = set()
        for name in os.listdir(self.folder):
            if not name.endswith((".py", ".md", ".yaml", "play")):
                continue
            text = arena.read(os.path.join(self.folder, name))
            self.assertNotRegex(text, "@(NAME|PROGRAM)@", name)
            if not name.startswith("domino_"):
                todos |= set(map(int, re.findall(r"TODO (\d+)", text)))
        self.assertEqual(todos, {1, 2, 3, 4})

    def test_the_programs_of_the_page_run(self):
        """docs/how-to/learn-by-self-play.md has a loop for training and a bot; they replace those of the kit."""
        page = os.path.join(arena.HERE, "..", "..", "docs", "how-to", "learn-by-self-play.md")
        page_text = arena.read(page)
        programs = dict(re.findall(r"<!-- file: (\S+) -->\n```python\n(.*?)```", page_text, re.DOTALL))
        self.assertEqual(set(programs), {"train.py", "bot.py"})
        for name, text in programs.items():
            arena.write(os.path.join(self.folder, name), text if text.startswith("#!") else "#!/usr/bin/python3\n" + text)
        self.assertIn("$ python3 train.py PREFIX/share/domino/python\n" + self.train(self.folder) + "```", page_text)
        share, _ = self.share_of_sets("block-2")
        self.assertLess(share, 0.5, "this policy has learned nothing")

    def test_a_game_with_a_spinner_is_refused(self):
        done = subprocess.run([os.path.join(self.folder, "train.py"), "homo-homini-lupus"], env=self.environment(),
                              capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, "for games on a line; this one has a spinner|anitizer")


if __name__ == "__main__":
    arena.main()
