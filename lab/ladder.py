#!/usr/bin/python3
"""How strong the sample bots are, as a table and a plot: ladder.py [--home DIR] [--minutes N] [--times N] [--write]

    lab/ladder.py --minutes 120           plays what is missing, and stops after two hours
    lab/ladder.py --minutes 0             only prints what was measured so far
    lab/ladder.py --minutes 0 --write     also writes it into sample-bots/README.md, and the plot beside it

It measures three things:

    duels    block-2, 20 ms a move: pairs of bots, each in a tournament of its own
    games    six base games, 20 ms a move: does a bot lose to a lower rung? At a table for two sides it meets the two rungs
             below it; at a table for n sides, n neighbours on the ladder meet. All tournaments of a game count together.
             Of each bot only the version that played last counts
    times    block-2: the bots at 1, 5, 20 and 100 ms a move against pimc with 20 worlds, which is the same on every machine

All tournaments lie in the data folder. An interrupted one is continued by the same command. With --times 2 twice as many
sets of each are played, and --only duels,games,times chooses. The figures are meant for an idle machine; processor time counts, so
a busy one only takes longer.
"""
import argparse
import dataclasses
import itertools
import json
import math
import os
import shutil
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
README = os.path.join(ROOT, "sample-bots", "README.md")
PLOT = os.path.join(ROOT, "sample-bots", "strength.svg")
BEGIN, END = "<!-- figures: begin -->\n", "<!-- figures: end -->\n"

# From the weakest to the strongest.
LADDER = ["random", "greedy", "careful", "flat-mc", "pimc", "ismcts", "inference"]
STRONG = LADDER[3:]
# What block-2 is to show at 20 ms a move -> sets.
DUELS = {("flat-mc", "greedy"): 150, ("flat-mc", "careful"): 60, ("pimc", "careful"): 100, ("pimc", "flat-mc"): 30,
         ("ismcts", "flat-mc"): 60, ("pimc", "ismcts"): 60, ("inference", "pimc"): 100, ("inference", "ismcts"): 30}


@dataclasses.dataclass
class Game:
    sides: int  # of a table: so many neighbours of the ladder meet
    sets: int  # at a table with a bot that thinks; all of a game take some 20 minutes of a core


GAMES = {"block-2": Game(2, 30), "draw-2": Game(2, 20), "boneyard-doubles": Game(3, 30), "homo-homini-lupus": Game(4, 60),
         "brettspielnetz": Game(2, 120), "block-teams": Game(2, 60)}
QUICK_TIMES = 10  # bots that do not think play so many times the sets
TIMES_MS = {1: 150, 5: 100, 20: 40, 100: 20}  # sets by the time a move, as long ones cost more
REFERENCE = "pimc-w20"


class Figures:
    """Tournaments in one data folder."""

    def __init__(self, build, home, deadline):
        self.program = os.path.join(build, "bin", "domino-arena")
        self.bots = os.path.join(build, "share", "domino-arena", "bots")
        self.home, self.deadline = home, deadline
        os.makedirs(home, exist_ok=True)

    def run(self, *args, **options):
        return subprocess.run([self.program, *args, "--home", self.home], text=True, check=False, **options)

    def bot_with(self, name, bot, *arguments):
        """A folder with the sample bot, started with these arguments. Returns its word."""
        folder = os.path.join(self.home, "figures", name)
        os.makedirs(folder, exist_ok=True)
        shutil.copy(os.path.join(self.bots, bot, bot), folder)
        with open(os.path.join(folder, "bot.yaml"), "w", encoding="utf-8") as file:
            json.dump({"name": name, "run": [f"./{bot}", *arguments]}, file)
        return folder

    def play(self, name, variant, sets, bots):
        """Plays what is missing of a tournament, as long as there is time."""
        left_s = self.deadline - time.monotonic()
        if left_s <= 0:
            return
        print(f"{time.strftime('%H:%M:%S')} {name}", file=sys.stderr, flush=True)
        command = ["timeout", "--signal=INT", str(math.ceil(left_s)), self.program, "run", "--name", name,
                   "--variant", variant, "--sets", str(sets), "--bots", ",".join(bots), "--home", self.home]
        done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False)
        if done.returncode not in (0, 124, 130):
            sys.exit(f"{name}: status {done.returncode}\n{done.stderr}")

    def against(self, *choice):
        """{(bot, opponent): row of the cross-table} of this choice of results; empty before its first complete set. Of
        each bot the version that played last counts."""
        done = self.run("crosstable", *choice, "--json", stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        tables = json.loads(done.stdout)["tables"] if done.returncode == 0 else []
        return {(row["name"], other["name"]): other for table in tables for row in table["bots"]
                for other in row["against"] if other["share"] is not None}


# -- playing ----------------------------------------------------------------------------------


def play_duels(figures, times):
    for (bot, other), sets in DUELS.items():
        figures.play(f"duel-{bot}-{other}", "block-2", times * sets, [bot, other])


def meetings(game):
    """Neighbours of the ladder; at a table for two sides also bots with one rung between them."""
    for rung in range(game.sides, len(LADDER) + 1):
        yield LADDER[rung - game.sides:rung]
    if game.sides == 2:
        yield from ([lower, higher] for lower, higher in zip(LADDER, LADDER[2:]))


def play_games(figures, times):
    for variant, game in GAMES.items():
        for bots in meetings(game):
            if variant == "block-2" and {(bots[0], bots[1]), (bots[1], bots[0])} & set(DUELS):
                continue
            sets = times * game.sets * (1 if set(bots) & set(STRONG) else QUICK_TIMES)
            figures.play(f"meet-{variant}-{'-'.join(bots)}", variant, sets, bots)


def play_times(figures, times):
    reference = figures.bot_with(REFERENCE, "pimc", "--worlds", "20")
    for move_ms, sets in TIMES_MS.items():
        for bot in STRONG:
            name = f"{bot}-{move_ms}ms"
            figures.play(f"time-{name}", "block-2", times * sets,
                         [figures.bot_with(name, bot, "--move-ms", str(move_ms)), reference])


PARTS = {"duels": play_duels, "games": play_games, "times": play_times}


# -- showing ----------------------------------------------------------------------------------


def percent(row):
    return f"{100 * row['share']:.0f} % ({100 * row['share_lo']:.0f} to {100 * row['share_hi']:.0f})"


def elo(share):
    return 400 * math.log10(share / (1 - share))


def rows_of_duels(figures):
    """The rows of each duel, from its own tournament."""
    rows = {}
    for bot, other in DUELS:
        rows |= figures.against("--tournament", f"duel-{bot}-{other}")
    return rows


def table_of_duels(figures):
    yield "| block-2, 20 ms a move | share of matches | sets |"
    yield "|---|---|---|"
    rows = rows_of_duels(figures)
    for bot, other in DUELS:
        row = rows.get((bot, other))
        if row:
            yield f"| `{bot}` over `{other}` | {percent(row)} | {row['sets']} |"


def table_of_games(figures):
    """Each bot against that of the next lower rung; then who lost to any lower rung."""
    yield "| variant | " + " | ".join(f"`{bot}` over `{other}`" for other, bot in itertools.pairwise(LADDER)) + " |"
    yield "|---" * len(LADDER) + "|"
    losses = []
    for variant in GAMES:
        rows = figures.against("--variant", variant) | (rows_of_duels(figures) if variant == "block-2" else {})
        pairs = [rows.get((bot, other)) for other, bot in itertools.pairwise(LADDER)]
        yield f"| `{variant}` | " + " | ".join(f"{percent(row)}, {row['sets']} sets" if row else "" for row in pairs) + " |"
        losses += [f"- {variant}: `{bot}` over `{other}` {percent(row)}, {row['sets']} sets" for (bot, other), row in rows.items()
                   if {bot, other} <= set(LADDER) and LADDER.index(bot) > LADDER.index(other) and row["share_hi"] < 0.5]
    yield ""
    if losses:
        yield "Bots that lost to one before them on the ladder, beyond chance:"
        yield ""
        yield from losses
    else:
        yield "No bot lost to one before it on the ladder, beyond chance."


def times_of(figures):
    """{bot: [(move_ms, Elo, lower end, upper end)]} against the reference."""
    points = {}
    for bot in STRONG:
        for move_ms in TIMES_MS:
            name = f"{bot}-{move_ms}ms"
            row = figures.against("--tournament", f"time-{name}").get((name, REFERENCE))
            if row and row["share_lo"] > 0 and row["share_hi"] < 1:
                points.setdefault(bot, []).append(
                    (move_ms, *(elo(row[key]) for key in ("share", "share_lo", "share_hi"))))
    return points


COLOURS = {"flat-mc": "#8a5a00", "pimc": "#0a6e4f", "ismcts": "#7a2ea0", "inference": "#0b5bd3"}
WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 640, 360, 60, 110, 20, 50


class Axes:
    """Where a time and an Elo difference lie in the plot."""

    def __init__(self, points):
        every = [value for series in points.values() for point in series for value in point[1:]]
        self.low = 50 * math.floor(min(every) / 50)
        self.high = 50 * math.ceil(max(every) / 50)

    def x(self, move_ms):
        part = math.log(move_ms / min(TIMES_MS)) / math.log(max(TIMES_MS) / min(TIMES_MS))
        return round(LEFT + part * (WIDTH - LEFT - RIGHT), 1)

    def y(self, value):
        return round(TOP + (self.high - value) / max(1, self.high - self.low) * (HEIGHT - TOP - BOTTOM), 1)

    def grid(self):
        for value in range(self.low, self.high + 1, 50):
            yield (f'<path d="M{LEFT} {self.y(value)}H{WIDTH - RIGHT}" stroke="#8885"/>'
                   f'<text x="{LEFT - 8}" y="{self.y(value) + 4}" text-anchor="end">{value:+d}</text>')
        for move_ms in TIMES_MS:
            yield f'<text x="{self.x(move_ms)}" y="{HEIGHT - BOTTOM + 20}" text-anchor="middle">{move_ms} ms</text>'
        yield (f'<text x="{LEFT}" y="{HEIGHT - 8}">Elo over pimc with 20 worlds, by processor time a move; bars are '
               '95 % intervals</text>')

    def series(self, bot, line):
        """The line of a bot; each bot's bars stand a little beside those of the others."""
        shift = 5 * (STRONG.index(bot) - (len(STRONG) - 1) / 2)
        path = "L".join(f"{self.x(move_ms) + shift:.1f} {self.y(value)}" for move_ms, value, _, _ in line)
        bars = "".join(f"M{self.x(move_ms) + shift:.1f} {self.y(low)}V{self.y(high)}" for move_ms, _, low, high in line)
        yield f'<path d="M{path}{bars}" fill="none" stroke="{COLOURS[bot]}" stroke-width="2"/>'
        yield (f'<text x="{self.x(line[-1][0]) + 16}" y="{self.y(line[-1][1]) + 4}" fill="{COLOURS[bot]}">{bot}'
               '</text>')


def plot(points):
    axes = Axes(points)
    parts = [*axes.grid(), *(part for bot, line in points.items() for part in axes.series(bot, line))]
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" '
            'font-size="13" fill="#777">\n' + "\n".join(parts) + "\n</svg>\n")


def text_of(figures, points):
    lines = [*table_of_duels(figures), "", *table_of_games(figures), ""]
    if points:
        lines += ["![Strength against time per move](strength.svg)", ""]
    return "\n".join(lines)


def write(text, points):
    with open(README, encoding="utf-8") as file:
        before, _, rest = file.read().partition(BEGIN)
    _, end, after = rest.partition(END)
    if not end:
        sys.exit(f"{README}: the lines {BEGIN.strip()} and {END.strip()} are missing")
    with open(README, "w", encoding="utf-8") as file:
        file.write(before + BEGIN + "\n" + text + END + after)
    if points:
        with open(PLOT, "w", encoding="utf-8") as file:
            file.write(plot(points))


def main():
    parser = argparse.ArgumentParser(description="measure how strong the sample bots are")
    parser.add_argument("--home", default=os.path.join(ROOT, "build", "ladder"), help="data folder (build/ladder)")
    parser.add_argument("--build", default=os.path.join(ROOT, "build", "release"))
    parser.add_argument("--minutes", type=float, default=120, help="stop after this time (120)")
    parser.add_argument("--times", type=int, default=1, help="play this many times the usual sets (1)")
    parser.add_argument("--only", default=",".join(PARTS), help="duels,games,times")
    parser.add_argument("--write", action="store_true", help="write sample-bots/README.md and strength.svg")
    args = parser.parse_args()
    figures = Figures(args.build, args.home, time.monotonic() + 60 * args.minutes)
    for part in args.only.split(","):
        PARTS[part](figures, args.times)
    points = times_of(figures)
    text = text_of(figures, points)
    print(text)
    if args.write:
        write(text, points)


if __name__ == "__main__":
    main()
