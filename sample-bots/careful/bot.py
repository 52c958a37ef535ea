"""A bot that keeps its options open.

It plays doubles first, because a double fits only one value. Otherwise it plays the tile that leaves
the most different values in its hand; of several such tiles, the heaviest. It chooses the end where
most of its other tiles fit afterwards. It remembers nothing and uses no random numbers, so the same
position always gets the same answer.
"""

from domino_arena import Bot, is_double, pips, run, tile_of


class Careful(Bot):
    name = "careful"

    def choose(self, view):
        # It never draws by choice: a draw adds a tile to the hand, and no rule for drawing that was
        # tried gained points. There is always a legal play when the bot is asked.
        plays = [action for action in view.legal if action[0] == "play"]
        return max(plays, key=lambda action: worth(view, action))


def worth(view, action):
    """Returns the criteria for an action, the most important first."""
    tile = tile_of(action)
    rest = [other for other in view.hand if other != tile]
    ends = ends_after(view.ends, action)
    return (
        is_double(tile),
        len({suit for other in rest for suit in other}),
        pips(tile),
        sum(high in ends or low in ends for high, low in rest),
        action[-1] == "down",  # closes an arm, when all else is equal
    )


def ends_after(ends, action):
    """Returns the values of the open ends after the action."""
    tile = tile_of(action)
    if not ends:
        return set(tile)  # all ends of a spinner show its one value
    end = action[3]
    after = -1 if action[-1] == "down" else pips(tile) - ends[end]
    return {after, *ends[:end], *ends[end + 1 :]}


if __name__ == "__main__":
    run(Careful)
