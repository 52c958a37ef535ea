"""A bot that misbehaves now and then: `moody.py ASKS`.

It plays the first legal action. About once in ASKS asks it does something from ways.json instead, which
maps the phases of tests/chaos/cases.py to modes of tests/hostile. The number of its process is the
seed for what it does and when, so the result does not depend on timing.
"""
import json
import os
import random
import sys

import msgpack

import hostile

ASKS = int(sys.argv[1])
INSTANCE = int(os.environ["DOMINO_ARENA_INSTANCE"])
FIRST_PROCESSES = 64  # these start properly, because a bot that cannot be started does not play
EARLY = 1 / 30        # part of the other processes that misbehave before their first match
OFTEN = {"ask": 1 / ASKS, "match": 1 / (8 * ASKS), "result": 1 / (8 * ASKS), "bye": 1}


class Moody(hostile.Bot):
    def __init__(self, ways, dice):
        super().__init__()
        self.ways, self.dice = ways, dice

    def misbehaves(self, phase):
        return self.dice.random() < OFTEN.get(phase, 0)

    def play(self):
        has_answered = False  # before its first answer a crash would be a failed start, and these are limited
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
