"""A bot that thinks: it burns the same processor time for every choice, then plays a random legal action.

    think.py MICROSECONDS"""
import sys
from random import random
from time import thread_time_ns

from domino_arena import Bot, run


class Think(Bot):
    name = "think"

    def choose(self, view):
        end = thread_time_ns() + 1000 * int(sys.argv[1])
        while thread_time_ns() < end:
            pass
        return int(random() * len(view.legal))


run(Think)
