"""What the policy looks at: some numbers about every legal action, made of rows and masks.

train.py gives it the rows of a thousand games at once, bot.py those of the views that the arena
sends. Both get the same rows (domino_env.py), so what is learned here is what is played there. It is for
games on a line, which have two ends.
"""

import numpy as np

NAMES = (
    "pips of the tile",
    "it is a double",
    "own tiles that fit afterwards",
    "unseen tiles that fit afterwards",
    "own tiles with the new value",
    "unseen tiles with the new value",
    "own tiles with the value that is covered",
    "the others lack the new value",
    "the others lack the value of the other end",
    "the others lack both, so nobody can play",
    "pips, while somebody has at most two tiles",
    "pips, at the lead",
    "it is a draw",
)
# TODO 2: what else should the bot look at? Add a name here and a line to `of_actions`, and train again.
#         An idea: how many tiles the next seat has, times "unseen tiles that fit afterwards".

LEAD, PLAY, DRAW, PASS, START = range(5)  # kinds of events


class Features:
    """Features for the games of one layout: a DominoVec, or layout_of(view.options)."""

    def __init__(self, layout):
        if layout.ends != 2:
            raise ValueError("these features are for games on a line; this one has a spinner")
        self.layout = layout
        plays = [layout.action_of(number)[1:4] for number in range(layout.actions - 1)]
        self.high, self.low, self.end = np.array(plays + [(0, 0, 0)]).T  # of an action; the draw is last
        tiles = np.array(plays[:: 2 * layout.faces])[:, :2]
        self.tile_high, self.tile_low = tiles.T
        self.values = np.arange(tiles.max() + 1)
        self.shows = (tiles[:, :, None] == self.values).any(axis=1)  # [tiles, values]

    def of_actions(self, rows, masks):
        """Returns the pairs of a row and a legal action, and float [pairs, len(NAMES)]."""
        row, action = np.nonzero(masks)
        high, low = self.high[action], self.low[action]
        new, other, covered, is_lead = self._values_after(rows, row, action)
        hand = self._hand(rows)
        unseen, lacks = self._read_history(rows, hand)
        own = (hand @ self.shows.astype(np.int8))[row]  # per value: how many own tiles show it
        left = (unseen @ self.shows.astype(np.int8))[row]
        lacks = lacks[row]
        at = np.arange(len(row))
        own_new = own[at, new] - 1
        own_other = own[at, other] - (high == other) - ((low == other) & (low != high))
        pips = (high + low) / 12
        numbers = [
            pips,
            high == low,
            (own_new + own_other) / 7,
            (left[at, new] + left[at, other]) / 7,
            own_new / 7,
            left[at, new] / 7,
            (own[at, covered] - 1) / 7,
            lacks[at, new],
            lacks[at, other],
            lacks[at, new] & lacks[at, other],
            pips * (self._fewest(rows)[row] <= 2),
            pips * is_lead,
        ]
        is_draw = action == self.layout.actions - 1
        out = np.stack(numbers + [is_draw], axis=1).astype(np.float32)
        out[is_draw, :-1] = 0
        return row, action, out

    def _hand(self, rows):
        return rows[:, self.layout.hand_at : self.layout.history_at]

    def _fewest(self, rows):
        """The smallest number of tiles in another hand."""
        counts = rows[:, self.layout.counts_at : self.layout.hand_at].copy()
        counts[np.arange(len(rows)), rows[:, 0]] = 127
        return counts.min(axis=1)

    def _values_after(self, rows, row, action):
        """Returns the new open value, that of the other end, the one that is covered, and whether the
        table is empty. A lead has a new end with each half."""
        ends = rows[:, self.layout.ends_at : self.layout.counts_at][row]
        at, end = np.arange(len(row)), self.end[action]
        high, low = self.high[action], self.low[action]
        is_lead = ends[:, 0] < 0
        is_draw = action == self.layout.actions - 1
        covered = np.where(is_lead | is_draw, high, ends[at, end])
        other = np.where(is_lead, high, ends[at, 1 - end])
        return high + low - covered, other, covered, is_lead

    def _read_history(self, rows, hand):
        """Returns two arrays: 1 for tiles that were neither seen nor held, int8 [rows, tiles]; and true
        for values that another seat lacked when it passed or drew, bool [rows, values]."""
        count = np.arange(len(rows))
        unseen = 1 - hand
        lacks = np.zeros((len(rows), len(self.values)), np.bool_)
        ends = np.full((len(rows), 2), -1)
        for event in np.moveaxis(rows[:, self.layout.history_at :].reshape(len(rows), -1, 6), 1, 0):
            seat, kind, tile, end = event.T[:4].astype(int)
            if (kind < 0).all():
                break
            stuck = ((kind == DRAW) | (kind == PASS)) & (seat != rows[:, 0]) & (ends[:, 0] >= 0)
            lacks[count[stuck], ends[stuck, 0]] = lacks[count[stuck], ends[stuck, 1]] = True
            first, play = (kind == LEAD) | (kind == START), kind == PLAY
            high, low = self.tile_high[tile], self.tile_low[tile]
            ends[first] = np.stack([high, low], axis=1)[first]
            ends[count[play], end[play]] = (high + low)[play] - ends[count[play], end[play]]
            unseen[count[first | play], tile[first | play]] = 0
        return unseen, lacks


class Policy:
    """The action with the highest weighted sum, for the games of one layout: what bot.py plays, and an opponent
    for DominoVec(opponents=Policy(layout, weights)). It can be saved by pickle.

    weights  [len(NAMES)], as np.load("weights.npy") returns them
    """

    def __init__(self, layout, weights):
        self.features, self.weights = Features(layout), weights

    def __call__(self, rows, totals, masks):
        row, action, numbers = self.features.of_actions(rows, masks)
        score = np.full(masks.shape, -np.inf)
        score[row, action] = numbers @ self.weights
        return score.argmax(axis=1)
