"""Block for two and Draw for four in pure Python, written plainly: what `libdomino` is compared with.

The same rules as the variants block-2 and draw-4, the same actions, observations and rewards as DominoVec, one
game at a time. Written for reading, but nothing is done twice: tiles are tuples, hands are lists.
"""
TILES = [(high, low) for high in range(7) for low in range(high + 1)]
NUMBER = {tile: number for number, tile in enumerate(TILES)}
ACTIONS = 2 * len(TILES) + 1
TO_DRAW = ACTIONS - 1
RESERVE = 2  # tiles of the stock that nobody may draw
ROUNDS_MAX = 200
LEAD, PLAY, DRAW, PASS = range(4)
# seats, tiles dealt to each, whether they draw, the score that ends a match, events that an observation has room for
GAMES = {"block-2": (2, 7, False, 100, 29), "draw-4": (4, 6, True, 61, 161)}


class PlainGame:

    def __init__(self, game, rng):
        self.seats, self.dealt, self.draws, self.target, self.events = GAMES[game]
        self.rng = rng
        self.reset()

    def reset(self):
        self.scores = [0] * self.seats
        self.round = 0
        self.leader = self.rng.randrange(self.seats)
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
        stock = len(self.stock) if self.draws else len(TILES) - self.seats * self.dealt
        row = [self.turn, self.leader, stock, self._drawable(), self.drawn, left, right,
               *map(len, self.hands)]
        held = [0] * len(TILES)
        for tile in self.hands[self.turn]:
            held[NUMBER[tile]] = 1
        row += held
        for event in self.history:
            row += event
        row += [-1] * (6 * (self.events - len(self.history)))
        return row, [self.round, *self.scores]

    def step(self, action):
        """Return the rewards of all seats, and whether the match is over."""
        if action not in self.actions:
            raise ValueError(f"action {action} is not one of {self.actions}")
        before = self.scores[:]
        self._make(action)
        self._advance()
        return [now - then for now, then in zip(self.scores, before)], not self.actions

    def _deal(self):
        hands = self.seats * self.dealt
        tiles = self.rng.sample(TILES, len(TILES) if self.draws else hands)
        self.hands = [tiles[first:first + self.dealt] for first in range(0, hands, self.dealt)]
        self.stock = tiles[hands:]  # empty where nobody draws
        self.round += 1
        self.turn = self.leader
        self.drawn = 0
        self.ends = None
        self.history = []
        self.is_turn_over = False

    def _drawable(self):
        return max(0, len(self.stock) - RESERVE) if self.draws else 0

    def _plays(self):
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

    def _make(self, action):
        if action == TO_DRAW:
            self._draw()
        else:
            self._play(action)

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
        self._end_turn()

    def _draw(self):
        """Draw a tile. All draws of a turn are one event."""
        self.hands[self.turn].append(self.stock.pop())
        if self.drawn:
            self.history.pop()
        self.drawn += 1
        self.history.append((self.turn, DRAW, -1, 0, 0, self.drawn))

    def _end_turn(self):
        self.turn = (self.turn + 1) % self.seats
        self.drawn = 0
        self.is_turn_over = True

    def _fits(self, hand):
        left, right = self.ends
        return any(left in tile or right in tile for tile in hand)

    def _is_over(self):
        """Is the round over: has a seat no tiles, or can nobody play or draw?"""
        if self.ends is None:
            return False
        return not all(self.hands) or not (any(map(self._fits, self.hands)) or self._drawable())

    def _settle(self):
        pips = [sum(map(sum, hand)) for hand in self.hands]
        out = [not hand for hand in self.hands]
        if any(out):
            winner = out.index(True)
        elif pips.count(min(pips)) > 1:
            return
        else:
            winner = pips.index(min(pips))
        self.scores[winner] += sum(pips) - 2 * pips[winner]

    def _advance(self):
        """Make all actions without a choice, until a seat has a choice or the match is over."""
        while True:
            if self.is_turn_over and self._is_over():
                self._settle()
                if max(self.scores) >= self.target or self.round == ROUNDS_MAX:
                    self.actions = []
                    return
                self.leader = (self.leader + 1) % self.seats
                self._deal()
            self.is_turn_over = False
            self.actions = self._plays()
            can_draw = self.draws and self._drawable()
            if self.actions and can_draw:
                self.actions.append(TO_DRAW)
            if len(self.actions) > 1:
                return
            if self.actions:
                self._play(self.actions[0])
            elif can_draw:
                self._draw()
            else:
                self.history.append((self.turn, PASS, 0, 0, 0, 0))
                self._end_turn()
