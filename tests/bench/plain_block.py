"""Block for two in pure Python, written plainly: what `libdomino` is compared with.

The same rules as the variant block-2, the same actions, observations and rewards as DominoVec, one
game at a time. Written for reading, but nothing is done twice: tiles are tuples, hands are lists.
"""
TILES = [(high, low) for high in range(7) for low in range(high + 1)]
NUMBER = {tile: number for number, tile in enumerate(TILES)}
ACTIONS = 2 * len(TILES) + 1
EVENTS = 29
LEAD, PLAY, DRAW, PASS = range(4)


class PlainBlock:

    def __init__(self, rng):
        self.rng = rng
        self.reset()

    def reset(self):
        self.scores = [0, 0]
        self.round = 0
        self.leader = self.rng.randrange(2)
        self._deal()
        self._advance()

    def legal_mask(self):
        mask = [0] * ACTIONS
        for action in self.actions:
            mask[action] = 1
        return mask

    def observe(self):
        """Return the observation as DominoVec has it, the round and the scores."""
        left, right = self.ends or (-1, -1)
        row = [self.turn, self.leader, 14, 0, 0, left, right, len(self.hands[0]), len(self.hands[1])]
        held = [0] * len(TILES)
        for tile in self.hands[self.turn]:
            held[NUMBER[tile]] = 1
        row += held
        for event in self.history:
            row += event
        row += [-1] * (6 * (EVENTS - len(self.history)))
        return row, [self.round, *self.scores]

    def step(self, action):
        """Return the rewards of both seats, and whether the match is over."""
        if action not in self.actions:
            raise ValueError(f"action {action} is not one of {self.actions}")
        before = self.scores[:]
        self._play(action)
        self._advance()
        return [now - then for now, then in zip(self.scores, before)], not self.actions

    def _deal(self):
        tiles = self.rng.sample(TILES, 14)
        self.hands = [tiles[:7], tiles[7:]]
        self.round += 1
        self.turn = self.leader
        self.ends = None
        self.history = []

    def _legal(self):
        hand = self.hands[self.turn]
        if self.ends is None:
            return sorted(2 * NUMBER[tile] for tile in hand)
        left, right = self.ends
        actions = []
        for tile in hand:
            if left in tile:
                actions.append(2 * NUMBER[tile])
            if right in tile and right != left:
                actions.append(2 * NUMBER[tile] + 1)
        return actions

    def _play(self, action):
        number, end = divmod(action, 2)
        high, low = tile = TILES[number]
        self.hands[self.turn].remove(tile)
        if self.ends is None:
            self.ends = [high, low]
            self.history.append((self.turn, LEAD, number, 0, 0, 0))
        else:
            self.ends[end] = low if self.ends[end] == high else high
            self.history.append((self.turn, PLAY, number, end, 0, 0))

    def _fits(self, hand):
        left, right = self.ends
        return any(left in tile or right in tile for tile in hand)

    def _is_over(self):
        """Is the round over: has a seat no tiles, or can nobody play?"""
        if self.ends is None:
            return False
        return not all(self.hands) or not any(map(self._fits, self.hands))

    def _settle(self):
        pips = [sum(map(sum, hand)) for hand in self.hands]
        out = [not hand for hand in self.hands]
        if any(out):
            winner = out.index(True)
        elif pips[0] == pips[1]:
            return
        else:
            winner = pips.index(min(pips))
        self.scores[winner] += pips[1 - winner] - pips[winner]

    def _advance(self):
        """Make all actions without a choice, until a seat has a choice or the match is over."""
        self.turn = 1 - self.turn if self.ends else self.turn
        while True:
            if self._is_over():
                self._settle()
                if max(self.scores) >= 100 or self.round == 200:
                    self.actions = []
                    return
                self.leader = 1 - self.leader
                self._deal()
            self.actions = self._legal()
            if len(self.actions) > 1:
                return
            if self.actions:
                self._play(self.actions[0])
            else:
                self.history.append((self.turn, PASS, 0, 0, 0, 0))
            self.turn = 1 - self.turn
