"""Keeps its options open.

Doubles go first, because they fit in one place only. Then it plays whatever leaves the most suits
in its hand, of those the heaviest tile, and lays it where most of its other tiles fit afterwards.
It remembers nothing and leaves nothing to chance: the same position gets the same answer.
"""

from domino_arena import Bot, is_double, pips, run, tile_of


class Careful(Bot):
    name = "careful"

    def choose(self, view):
        # Where drawing is a choice it only adds to the hand: no rule for it that was tried
        # against this bot gained points. There is always something to play when it is asked.
        plays = [action for action in view.legal if action[0] == "play"]
        return max(plays, key=lambda action: worth(view, action))


def worth(view, action):
    """What to prefer, most important first."""
    tile = tile_of(action)
    rest = [other for other in view.hand if other != tile]
    ends = ends_after(view.ends, action)
    return (
        is_double(tile),
        len({suit for other in rest for suit in other}),
        pips(tile),
        sum(high in ends or low in ends for high, low in rest),
        action[-1] == "down",  # an arm of no use to this hand may as well be closed to the others
    )


def ends_after(ends, action):
    """The values that are open once the action is made."""
    tile = tile_of(action)
    if not ends:
        return set(tile)  # a spinner opens all its arms with the one value it has
    end = action[3]
    after = -1 if action[-1] == "down" else pips(tile) - ends[end]
    return {after, *ends[:end], *ends[end + 1 :]}


if __name__ == "__main__":
    run(Careful)
