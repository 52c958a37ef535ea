"""A bot that misbehaves now and then for as long as it lives: `moody.py ASKS`.

It plays the first legal action, and about once in ASKS asks it does something of ways.json
instead, a map from the phases of tests/chaos/cases.py to modes of sample-bots/hostile. The number
of its process is the seed of what and when, so that time decides nothing.
"""
import json
import os
import random
import sys

import msgpack

import hostile

ASKS = int(sys.argv[1])
INSTANCE = int(os.environ["DOMINO_ARENA_INSTANCE"])
FIRST_PROCESSES = 64  # these start properly, as a bot that cannot be started at all does not play
EARLY = 1 / 30        # of the others, which do not get as far as to a match
OFTEN = {"ask": 1 / ASKS, "match": 1 / (8 * ASKS), "result": 1 / (8 * ASKS), "bye": 1}


class Moody(hostile.Bot):
    def __init__(self, ways, dice):
        super().__init__()
        self.ways, self.dice = ways, dice

    def misbehaves(self, phase):
        return self.dice.random() < OFTEN.get(phase, 0)

    def play(self):
        has_answered = False  # else what it does is a failed start, and these are counted
        while True:
            message = msgpack.unpackb(self.socket.recv())
            phase = message["type"]
            if (has_answered or phase == "ask") and self.misbehaves(phase):
                hostile.ACTIONS[self.dice.choice(self.ways[phase])](self, message)
            elif phase == "ask":
                self.act(message)
            has_answered |= phase == "ask"
            if phase == "bye":
                return


def main():
    with open("ways.json", encoding="utf-8") as file:
        ways = json.load(file)
    dice = random.Random(INSTANCE)
    hostile.TABLES = 8
    odd = {}
    if INSTANCE >= FIRST_PROCESSES and dice.random() < EARLY:
        way = dice.choice(ways["start"])
        odd = hostile.ODD_HELLOS.get(way, {})
        if not odd:
            hostile.ACTIONS[way](None, {})
    bot = Moody(ways, dice)
    bot.hello(**odd)
    bot.play()


main()
