"""The games of Domino Arena as environments for learning: one file over numpy and libdomino.

    from domino_env import DominoVec

    env = DominoVec("block-2", games=1000, seed=7, opponents="greedy", auto_reset=True)
    while learning:
        observation, totals = env.observe()
        actions = ...                       # one per game; env.sample() for random ones
        rewards, done = env.step(actions)

`DominoVec` steps many games in one call, and each call enters C once. Its arrays are overwritten in
place, so copy what you keep. `DominoState` is one match for tree search, with chance and undo.
`DominoGym` is one seat against opponents with the interface of Gymnasium, and `DominoAEC` one game with that of PettingZoo's AEC environments; neither package is needed. Rules,
seats and forced actions are those of the arena. The deals are made for training and belong to no
tournament.

A bot in a tournament sees the same: `row_of(view)`, `mask_of(view)` and `number_of(view, action)` take
a view of domino_arena.py, and need numpy alone.

    def choose_many(self, views):
        rows = np.stack([row_of(view) for view in views])     # what env.observe() showed in training
        masks = np.stack([mask_of(view) for view in views])
        best = np.where(masks, policy(rows), -np.inf).argmax(axis=1)
        return [action_of(view, number) for view, number in zip(views, best)]

The library is the file $DOMINO_LIBRARY, or libdomino.so beside this file, or libdomino.so.1 where the
system looks for libraries. It is opened when the first environment is made.
"""

from __future__ import annotations

import ctypes
import functools
import operator
import os
from types import SimpleNamespace

import numpy as np

try:
    from pettingzoo import AECEnv
except ImportError:
    AECEnv = object
try:
    from gymnasium import Env as GymEnv
except ImportError:
    GymEnv = object

TYPE_CHECKING = False  # True for a checker of types
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Any

    from numpy.typing import NDArray

    ArrayLike = Any  # what numpy makes an array of
    # (rows int8 [n, columns], totals int32 [n, 1 + seats], masks bool [n, actions]) -> n numbers of legal actions
    Policy = Callable[[NDArray[np.int8], NDArray[np.int32], NDArray[np.bool_]], Sequence[int]]

__all__ = ["CHANCE", "DominoAEC", "DominoGym", "DominoState", "DominoVec", "Layout", "action_of", "layout_of", "lead_of",
           "mask_of", "number_of", "row_of", "totals_of", "variants"]

CHANCE = -2  # DominoState.turn when chance decides

_EVENT = 6
_ERROR_BYTES = 512
_NAME_BYTES = 33
_SHAPE = ("games seats tiles ends faces actions columns ends_at counts_at hand_at history_at "
          "events totals").split()
_KINDS = ("lead", "play", "draw", "pass", "start")
_LEADS = (None, "rotate", "winner", "same", "seat0", "lots", "high_tile", "count", "drawn_double",
          "highest_double", "lowest_double")
_PLAYERS = {"caller": 0, "random": 1, "greedy": 2}
_POLICY = 3  # in `players`: the first policy of the caller
_GAMES_MAX = 100000  # DOMINO_GAMES_MAX of domino/domino.h
_SKIPS = 1000  # as many matches without a decision as domino_vec_auto_reset skips


# -- Layout: numbers of actions, columns of rows --------------------------------------------------


def _tile(high, low):
    return high * (high + 1) // 2 + low


def _halves(tile):
    high = int(((8 * tile + 1) ** 0.5 - 1) / 2)
    return high, tile - high * (high + 1) // 2


class Layout:
    """The layout of a game's arrays, and the way between views of the SDK and rows.

    options  of the variant, as in view.options

    `seats`, `tiles`, `ends`, `faces`, `actions`, `columns`, `events` and `totals` are sizes, and `ends_at`,
    `counts_at`, `hand_at` and `history_at` are columns of the observation. domino/domino.h says what
    the arrays contain. No libdomino is needed.
    """

    seats: int
    tiles: int
    ends: int
    faces: int
    actions: int
    columns: int
    events: int
    totals: int
    ends_at: int
    counts_at: int
    hand_at: int
    history_at: int

    def __init__(self, options: dict[str, Any]) -> None:
        self.seats = options["players"]
        self.tiles = _tile(options["set_max"] + 1, 0)
        self.ends = options["arms"]
        self.faces = 2 if options["facedown"] else 1
        self.events = self._most_events(options)
        self._find_columns()

    def _most_events(self, options):
        dealt = self.seats * options["hand"]
        if options["draw_mode"] == "none" and options["opening_draw"] == "none":
            return dealt * self.seats + 1
        in_set = self.tiles - (0 if options["doubles"] else options["set_max"] + 1)
        return (dealt + 2 * (in_set - dealt)) * (1 + self.seats) + 1

    def _find_columns(self):
        self.actions = self.tiles * self.ends * self.faces + 1
        self.ends_at = 5
        self.counts_at = self.ends_at + self.ends
        self.hand_at = self.counts_at + self.seats
        self.history_at = self.hand_at + self.tiles
        self.columns = self.history_at + self.events * _EVENT
        self.totals = 1 + self.seats

    def action_of(self, number: int) -> tuple[Any, ...]:
        """Returns the action as in view.legal of the SDK: ("play", high, low, end), ("draw",)."""
        if number == self.actions - 1:
            return ("draw",)
        place, face = divmod(int(number), self.faces)
        tile, end = divmod(place, self.ends)
        action = ("play", *_halves(tile), end)
        return action + ("down",) if face else action

    def number_of(self, action: Sequence[Any]) -> int:
        """Returns the number of an action as in view.legal of the SDK."""
        if action[0] == "draw":
            return self.actions - 1
        return (_tile(*action[1:3]) * self.ends + action[3]) * self.faces + (len(action) > 4)

    def mask_of(self, view: Any) -> NDArray[np.bool_]:
        """Returns bool [actions]: true for the actions in view.legal."""
        mask = np.zeros(self.actions, np.bool_)
        mask[[self.number_of(action) for action in view.legal]] = True
        return mask

    def totals_of(self, view: Any) -> NDArray[np.int32]:
        """Returns int32 [1 + seats]: the number of the round, and the scores."""
        return np.array((view.round, *view.scores), np.int32)

    def lead_of(self, view: Any) -> int:
        """Returns the number of the rule by which the round is led, as DominoVec.leads; 0 if an older
        arena does not say it."""
        lead = getattr(view, "lead", None)
        return _LEADS.index(lead) if lead else 0

    def row_of(self, view: Any) -> NDArray[np.int8]:
        """Returns int8 [columns]: the row that DominoVec.observe shows of the position of a view."""
        row = bytearray(b"\xff" * self.columns)
        row[self.hand_at : self.history_at] = bytes(self.tiles)
        head = (view.seat, view.leader, view.stock, view.drawable, view.drawn, *view.ends)
        row[: len(head)] = bytes([value & 255 for value in head])
        row[self.counts_at : self.hand_at] = bytes(view.counts)
        for high, low in view.hand:
            row[self.hand_at + _tile(high, low)] = 1
        at = self.history_at
        for event in view.history:
            if event[1] != "lot":
                row[at : at + _EVENT] = bytes(_columns_of(*event))
                at += _EVENT
        if len(row) != self.columns:
            raise ValueError(f"the view is not of a game with these options: {view}")
        return np.frombuffer(row, np.int8)

    def view_of(self, row: ArrayLike, totals: ArrayLike, lead: int = 0) -> SimpleNamespace:
        """Returns the fields of the view that has this row, by name: the inverse of row_of.

        What a row does not have is missing: lots, `legal`, `clock`, and the numbers of table and ask.
        """
        row = [int(value) for value in row]
        events = row[self.history_at :]
        history = [_event_of(*events[at : at + _EVENT]) for at in range(0, len(events), _EVENT)
                   if events[at + 1] >= 0]
        ends = row[self.ends_at : self.counts_at]
        is_laid = any(event[1] in ("lead", "play", "start") for event in history)
        hand = row[self.hand_at : self.history_at]
        return SimpleNamespace(
            seat=row[0], seats=self.seats, round=int(totals[0]), scores=tuple(map(int, totals[1:])),
            leader=row[1], lead=_LEADS[lead], hand=tuple(_halves(t) for t in range(self.tiles) if hand[t]),
            ends=tuple(ends) if is_laid else (), counts=tuple(row[self.counts_at : self.hand_at]),
            stock=row[2], drawable=row[3], drawn=row[4], history=tuple(history))


def _columns_of(seat, word, *rest):
    """Returns the columns of an event as unsigned bytes."""
    kind = _KINDS.index(word)
    if word == "draw":
        return seat, kind, 255, 0, 0, rest[0]
    if word == "pass":
        return seat, kind, 0, 0, 0, 0
    end = rest[2] if len(rest) > 2 else 0
    return seat & 255, kind, _tile(*rest[:2]), end, int(len(rest) > 3), 0


def _event_of(seat, kind, tile, end, down, count):
    word = _KINDS[kind]
    if word == "draw":
        return seat, word, count
    if word == "pass":
        return seat, word
    event = (seat, word, *_halves(tile))
    if word == "start":
        return event
    return event + (end, "down") if down else event + (end,)


@functools.lru_cache(maxsize=None)
def _layout(*items):
    return Layout(dict(items))


_OPTIONS = "players set_max arms facedown draw_mode opening_draw doubles hand".split()


def layout_of(options: dict[str, Any]) -> Layout:
    """Returns the Layout for the options of a variant, always the same one for equal options."""
    return _layout(*((name, options[name]) for name in _OPTIONS))


def row_of(view: Any) -> NDArray[np.int8]:
    """Returns int8 [columns]: what DominoVec.observe() shows of the position of this view."""
    return layout_of(view.options).row_of(view)


def totals_of(view: Any) -> NDArray[np.int32]:
    """Returns int32 [1 + seats]: the other array of DominoVec.observe()."""
    return layout_of(view.options).totals_of(view)


def lead_of(view: Any) -> int:
    """Returns the number of the rule by which the round is led, as in DominoVec.leads()."""
    return layout_of(view.options).lead_of(view)


def mask_of(view: Any) -> NDArray[np.bool_]:
    """Returns bool [actions]: what DominoVec.legal_mask() shows of the position of this view."""
    return layout_of(view.options).mask_of(view)


def number_of(view: Any, action: Sequence[Any]) -> int:
    """Returns the number of an action of view.legal."""
    return layout_of(view.options).number_of(action)


def action_of(view: Any, number: int) -> tuple[Any, ...]:
    """Returns the action of a number, as in view.legal."""
    return layout_of(view.options).action_of(number)


# -- The library ----------------------------------------------------------------------------------


class _Shape(ctypes.Structure):
    _fields_ = [(name, ctypes.c_int32) for name in _SHAPE]


def _find_library():
    beside = os.path.join(os.path.dirname(os.path.abspath(__file__)), "libdomino.so")
    return os.environ.get("DOMINO_LIBRARY") or (beside if os.path.exists(beside) else "libdomino.so.1")


@functools.lru_cache(maxsize=None)
def _library():
    try:
        library = ctypes.CDLL(_find_library())
    except OSError as error:
        raise OSError(f"{error}; allowed: the file $DOMINO_LIBRARY, or libdomino.so beside {__file__}, or "
                      "libdomino.so.1 where the system looks for libraries") from None
    pointer, number, text, room = ctypes.c_void_p, ctypes.c_int32, ctypes.c_char_p, ctypes.c_size_t
    for name, result, *arguments in (
            ("version", text),
            ("variant_count", number),
            ("variant_name", None, number, text),
            ("vec_new", pointer, text, number, ctypes.c_uint64, text, room),
            ("vec_free", None, pointer),
            ("vec_clone", pointer, pointer),
            ("vec_copy", number, pointer, pointer, pointer, pointer, number, text, room),
            ("vec_save", room, pointer, pointer, room),
            ("vec_load", pointer, text, room, text, room),
            ("vec_shape", _Shape, pointer),
            ("vec_seed", None, pointer, pointer, pointer),
            ("vec_reset", None, pointer, pointer),
            ("vec_auto_reset", None, pointer, number),
            ("vec_opponents", number, pointer, pointer, text, room),
            ("vec_worlds", None, pointer, pointer),
            ("vec_set_state", number, pointer, pointer, pointer, pointer, pointer, pointer, text, room),
            ("vec_playouts", None, pointer, pointer, number, ctypes.c_uint64, pointer),
            ("vec_solve", number, pointer, pointer, ctypes.c_int64, pointer, pointer),
            ("vec_sample_worlds", number, pointer, pointer, pointer, pointer, pointer, number, ctypes.c_uint64,
             pointer, pointer, text, room),
            ("vec_belief", number, pointer, pointer, pointer, pointer, pointer, pointer, pointer, text, room),
            ("vec_observe", None, pointer, pointer, pointer),
            ("vec_leads", None, pointer, pointer),
            ("vec_places", None, pointer, pointer),
            ("vec_mask", pointer, pointer),
            ("vec_sample", None, pointer, pointer),
            ("vec_play", number, pointer, pointer, pointer, text, room),
            ("vec_rewards", None, pointer, pointer, pointer),
            ("vec_step", number, pointer, pointer, pointer, pointer, text, room),
            ("state_new", pointer, text, text, room),
            ("state_of", pointer, pointer, number),
            ("state_clone", pointer, pointer),
            ("state_free", None, pointer),
            ("state_shape", _Shape, pointer),
            ("state_turn", number, pointer),
            ("state_moves", number, pointer, pointer, pointer),
            ("state_apply", number, pointer, number, text, room),
            ("state_undo", number, pointer),
            ("state_observe", None, pointer, pointer, pointer, pointer),
            ("state_world", None, pointer, pointer),
            ("state_result", None, pointer, pointer, pointer)):
        function = getattr(library, f"domino_{name}")
        function.restype, function.argtypes = result, arguments
    return library


def variants() -> list[str]:
    """Returns the names of all variants."""
    name = ctypes.create_string_buffer(_NAME_BYTES)
    names = []
    for index in range(_library().domino_variant_count()):
        _library().domino_variant_name(index, name)
        names.append(name.value.decode())
    return names


# -- Environments ---------------------------------------------------------------------------------


def _text_of(game: Any) -> bytes:
    """Returns a game as the library takes it: a variant with settings, or the options of a view."""
    if not isinstance(game, str):
        game = " ".join(f"{name}={str(value).lower()}" for name, value in game.items())
    return game.encode()


def _whole(value: Any) -> int | None:
    """Returns a whole number of any type as int; None if it is something else."""
    try:
        return operator.index(value)
    except TypeError:
        return None


def _in_range(name: str, value: Any, allowed: range) -> int:
    number = _whole(value)
    if number is None or number not in allowed:
        shown = repr(value) if number is None else number
        raise ValueError(f"{name}: {shown} is not allowed; allowed: {allowed[0]}..{allowed[-1]}")
    return number


def _seed_of(value: Any) -> int:
    """Returns a seed as the library takes it."""
    number = _whole(value)
    if number is None:
        raise ValueError(f"seed: {value!r} is not allowed; allowed: a whole number")
    return number % 2**64


def _whole_numbers(values: Any, count: int, source: str) -> NDArray[Any]:
    """Returns `count` whole numbers as an array. `source` begins the error about anything else."""
    array = np.asarray(values)
    if array.shape != (count,) or array.dtype.kind not in "iu":
        shown = f"shape {array.shape} of {array.dtype}" if array.ndim else repr(values)
        raise ValueError(f"{source} {shown}; allowed: {count} whole numbers")
    return array


def _name_of(policy: Policy) -> str:
    return getattr(policy, "__name__", type(policy).__name__)


class _Games:
    """The library's domino_vec. It is freed when no array refers to it any more."""

    def __init__(self, vec, why):
        self.library, self.vec, self.why = _library(), vec, why
        if vec is None:
            raise ValueError(why.value.decode() or "no memory")

    @classmethod
    def new(cls, game, games, seed):
        games = _in_range("games", games, range(1, _GAMES_MAX + 1))
        why = ctypes.create_string_buffer(_ERROR_BYTES)
        return cls(_library().domino_vec_new(_text_of(game), games, _seed_of(seed), why, _ERROR_BYTES), why)

    def clone(self):
        why = ctypes.create_string_buffer(_ERROR_BYTES)
        return _Games(self.library.domino_vec_clone(self.vec), why)

    def save(self) -> bytes:
        buffer = ctypes.create_string_buffer(self.library.domino_vec_save(self.vec, None, 0))
        self.library.domino_vec_save(self.vec, buffer, len(buffer))
        return buffer.raw

    @classmethod
    def load(cls, saved: bytes) -> "_Games":
        why = ctypes.create_string_buffer(_ERROR_BYTES)
        return cls(_library().domino_vec_load(saved, len(saved), why, _ERROR_BYTES), why)

    def __del__(self):
        self.library.domino_vec_free(self.vec)


class DominoVec(Layout):
    """`games` matches of one variant. Each one waits for a decision or is over.

    game        a variant; settings may follow: "draw-2", "block-2 target=0 rounds=1" (single rounds). Or
                the options of a view, which a bot has of every variant
    seed        the same seed gives the same deals; the deals of game g do not depend on `games`
    opponents, policies   see set_opponents
    auto_reset  true: a match that ends in a step is followed by the next one in the same step. Then
                the observation is of the new match, and rewards and `done` are of the one that ended

    The sizes and columns are those of a Layout, and `games`.
    """

    games: int
    auto_reset: bool
    players: NDArray[np.int8]

    def __init__(self, game: str = "block-2", games: int = 1000, seed: int = 0, opponents: Any = None,
                 auto_reset: bool = False, policies: Sequence[Policy] = ()) -> None:
        self._game = _text_of(game)
        self._take(_Games.new(game, games, seed))
        self.players = np.zeros((self.games, self.seats), np.int8)
        self.policies: tuple[Policy, ...] = ()
        if opponents is not None or policies:
            self.set_opponents(opponents, policies)
        self.set_auto_reset(auto_reset)

    def _take(self, held):
        self._held, self._vec, self._why, self._library = held, held.vec, held.why, held.library
        shape = self._library.domino_vec_shape(self._vec)
        for name in _SHAPE:
            setattr(self, name, getattr(shape, name))
        self._make_arrays()

    def _make_arrays(self):
        self._observation = np.empty((self.games, self.columns), np.int8)
        self._totals = np.empty((self.games, self.totals), np.int32)
        self._leads = np.empty(self.games, np.int8)
        self._places = np.zeros((self.games, self.seats), np.int8)
        self._rewards = np.zeros((self.games, self.seats), np.int32)
        self._done = np.zeros(self.games, np.bool_)
        self._actions = np.empty(self.games, np.int32)
        # The addresses are kept: numpy takes longer to return one than a game for a step.
        self._at = [array.ctypes.data for array in (self._observation, self._totals, self._actions,
                                                    self._rewards, self._done)]
        mask = (ctypes.c_uint8 * (self.games * self.actions)).from_address(
            self._library.domino_vec_mask(self._vec))
        mask.owner = self._held  # the games live as long as the mask is used
        self._mask = np.frombuffer(memoryview(mask).toreadonly(), np.bool_).reshape(
            self.games, self.actions)

    def _array(self, values, dtype, name):
        array = np.ascontiguousarray(values, dtype)
        if array.shape != (self.games,):
            raise ValueError(f"{name} has shape {array.shape}, not ({self.games},)")
        return array

    def _check(self, wrong):
        if wrong >= 0:
            raise ValueError(self._why.value.decode())

    def reset(self, where: ArrayLike | None = None, seeds: ArrayLike | None = None) -> None:
        """Begins new matches: in all games, or in those where the boolean array `where` is true.

        seeds  a number per game, or one for all: the deals that follow in a game are those of the
               first game of DominoVec(seed=its number). None: each game continues its own sequence
        """
        at = None
        if where is self._done:
            at = self._at[-1]
        elif where is not None:
            where = self._array(where, np.bool_, "where")
            at = where.ctypes.data
        if seeds is not None:
            each = np.full(self.games, _seed_of(seeds), np.uint64) if np.ndim(seeds) == 0 else seeds
            wanted = self._array(_whole_numbers(each, self.games, "seeds:"), np.uint64, "seeds")
            self._library.domino_vec_seed(self._vec, at, wanted.ctypes.data)
        self._library.domino_vec_reset(self._vec, at)
        self._let_policies_play()

    def set_auto_reset(self, on: bool) -> None:
        """Turns automatic resets on or off."""
        self.auto_reset = bool(on)
        self._library.domino_vec_auto_reset(self._vec, self.auto_reset)

    def set_opponents(self, opponents: Any, policies: Sequence[Policy] = ()) -> None:
        """Says who chooses for each seat, so that steps have only decisions of your own seats.

        opponents  "greedy", "random" or a policy: you have one seat, number g % seats in game g, and
                   the opponent plays all others. Or int8 [games, seats]: 0 you, 1 random, 2 greedy,
                   3 policies[0], 4 policies[1], ... Kept as `players`
        policies   of such an array

        A policy is any callable that takes rows, totals and masks of some games, as observe and legal_mask
        return them, and returns the number of a legal action for each: a network, or what was saved by
        pickle. It is called with all games that wait for it at the same time. If it raises an error, returns
        something else or chooses an action that is not legal, the games keep waiting for it, and the next
        reset begins anew.
        """
        if callable(opponents):
            policies = (opponents,)
        if not isinstance(policies, (list, tuple)) or not all(map(callable, policies)):
            raise ValueError(f"policies: {policies!r} is not allowed; allowed: a list of callables that take rows, totals and masks")
        if callable(opponents) or isinstance(opponents, str):
            opponents = self._one_seat_against(opponents)
        try:
            players = np.array(opponents, np.int8, order="C")
        except (TypeError, ValueError):
            raise ValueError(f"opponents: {opponents!r} is not allowed; allowed: random, greedy, a policy, or a number for "
                             "each seat of each game") from None
        if players.shape != (self.games, self.seats):
            raise ValueError(f"opponents has shape {players.shape}, not ({self.games}, {self.seats})")
        of_library = np.where((players >= _POLICY) & (players < _POLICY + len(policies)), 0, players).astype(np.int8)
        self._check(self._library.domino_vec_opponents(self._vec, of_library.ctypes.data, self._why,
                                                       _ERROR_BYTES))
        self.players, self.policies = players, tuple(policies)
        self._let_policies_play()

    def _one_seat_against(self, opponent: Any) -> NDArray[Any]:
        if isinstance(opponent, str) and opponent not in _PLAYERS:
            raise ValueError(f"opponents: {opponent!r} is not allowed; allowed: random, greedy")
        mine = np.arange(self.games) % self.seats
        number = _PLAYERS[opponent] if isinstance(opponent, str) else _POLICY
        return np.where(mine[:, None] == np.arange(self.seats), 0, number)

    def _let_policies_play(self) -> None:
        """Plays on until no game waits for a policy."""
        while self.policies:
            rows, totals = np.empty_like(self._observation), np.empty_like(self._totals)
            self._library.domino_vec_observe(self._vec, rows.ctypes.data, totals.ctypes.data)
            seats = rows[:, 0]
            players = np.where(seats < 0, 0, self.players[np.arange(self.games), seats])
            if (players < _POLICY).all():
                return
            for number, policy in enumerate(self.policies, _POLICY):
                self._let_play(policy, players == number, rows, totals)

    def _let_play(self, policy: Policy, where: NDArray[np.bool_], rows: NDArray[np.int8],
                  totals: NDArray[np.int32]) -> None:
        count = np.count_nonzero(where)
        if count == 0:
            return
        name, actions = _name_of(policy), np.zeros(self.games, np.int32)
        chosen = policy(rows[where], totals[where], self._mask[where])
        actions[where] = _whole_numbers(chosen, count, f"policy {name} returned")
        if self._library.domino_vec_play(self._vec, where.ctypes.data, actions.ctypes.data, self._why,
                                         _ERROR_BYTES) >= 0:
            raise ValueError(f"policy {name}: {self._why.value.decode()}")

    def clone(self) -> DominoVec:
        """Returns an environment that is equal to this one in everything, also in what comes next, and has
        the same policies.
        copy.copy and copy.deepcopy do the same, and pickle keeps it in bytes."""
        clone = DominoVec.__new__(type(self))
        clone._game = self._game
        clone._take(self._held.clone())
        clone.players, clone.policies, clone.auto_reset = self.players.copy(), self.policies, self.auto_reset
        return clone

    def __copy__(self):
        return self.clone()

    def __deepcopy__(self, memo):
        return self.clone()

    def __getstate__(self) -> dict[str, Any]:
        """Pickles everything, so that the copy plays on in the same way, also in another process."""
        return {"game": self._game, "games": self._held.save(), "players": self.players, "policies": self.policies,
                "auto_reset": self.auto_reset}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self._game = state["game"]
        self._take(_Games.load(state["games"]))
        self.players, self.policies = state["players"], state["policies"]
        self.auto_reset = state["auto_reset"]

    def copy(self, to: ArrayLike, source: DominoVec, games: ArrayLike) -> None:
        """Makes game to[i] equal to game games[i] of `source`, also in its hidden tiles, future deals
        and opponents. `source` may be this environment; another one must have the same policies."""
        to = np.ascontiguousarray(to, np.int32)
        games = np.ascontiguousarray(games, np.int32)
        if source.policies != self.policies:
            raise ValueError("the environments have different policies")
        if to.shape != games.shape or to.ndim != 1:
            raise ValueError(f"to has shape {to.shape}, and games has shape {games.shape}")
        self._check(self._library.domino_vec_copy(self._vec, to.ctypes.data, source._vec,
                                                  games.ctypes.data, len(to), self._why, _ERROR_BYTES))
        self.players[to] = source.players[games]

    def observe(self) -> tuple[NDArray[np.int8], NDArray[np.int32]]:
        """Returns int8 [games, columns], what each seat on turn sees, and int32 [games, 1 + seats],
        rounds and scores."""
        self._library.domino_vec_observe(self._vec, self._at[0], self._at[1])
        return self._observation, self._totals

    def leads(self) -> NDArray[np.int8]:
        """Returns int8 [games]: the rule by which the round is led, DOMINO_LEAD_... of domino.h."""
        self._library.domino_vec_leads(self._vec, self._leads.ctypes.data)
        return self._leads

    def places(self) -> NDArray[np.int8]:
        """Returns int8 [games, seats]: the place of each seat in the last match of the game that a step
        returned as done. 1 has won, perhaps together with others; all are 0 before a match has ended."""
        self._library.domino_vec_places(self._vec, self._places.ctypes.data)
        return self._places

    def worlds(self) -> NDArray[np.int8]:
        """Returns int8 [games, seats, tiles], the tiles that the seats do not see: 1 if the seat holds the
        tile; -k if it is the k-th that the seat would draw from the stock; else 0."""
        worlds = np.empty((self.games, self.seats, self.tiles), np.int8)
        self._library.domino_vec_worlds(self._vec, worlds.ctypes.data)
        return worlds

    def _shaped(self, values, dtype, shape):
        array = np.ascontiguousarray(values, dtype)
        if array.shape != (self.games, *shape):
            raise ValueError(f"an array has shape {array.shape}, not {(self.games, *shape)}")
        return array

    def _observations(self, rows, totals, leads):
        return [self._shaped(rows, np.int8, (self.columns,)), self._shaped(totals, np.int32, (self.totals,)),
                self._shaped(np.zeros(self.games) if leads is None else leads, np.int8, ())]

    def state(self, game: int) -> DominoState:
        """Returns a game of this environment as a DominoState, with the hidden tiles where they are. What is
        drawn and dealt later is decided by chance. For another world, set_state comes first."""
        number = np.array([_in_range("game", game, range(self.games))], np.int32)
        one = DominoVec(self._game.decode(), 1)
        self._check(self._library.domino_vec_copy(one._vec, np.zeros(1, np.int32).ctypes.data, self._vec,
                                                  number.ctypes.data, 1, self._why, _ERROR_BYTES))
        state = DominoState.__new__(DominoState)
        state._begin(one._held, [])
        return state

    def sample_worlds(self, rows: ArrayLike, totals: ArrayLike, leads: ArrayLike, count: int, seed: int = 0,
                      where: ArrayLike | None = None) -> tuple[NDArray[np.int8], NDArray[np.int32]]:
        """Draws random assignments of the hidden tiles that agree with observations, all equally likely.

        rows, totals, leads   as from observe and leads, or of views: row_of, totals_of, lead_of
        count                 worlds per game

        Returns int8 [games, count, seats, tiles], to be used in set_state, and int32 [games], how many were
        found: nearly always `count`, and 0 where a match is over. Raises ValueError for an observation
        that contradicts itself. Only the options of this environment play a part, not its games.
        """
        arrays = self._observations(rows, totals, leads)
        where = None if where is None else self._array(where, np.bool_, "where")
        worlds = np.zeros((self.games, count, self.seats, self.tiles), np.int8)
        found = np.zeros(self.games, np.int32)
        self._check(self._library.domino_vec_sample_worlds(
            self._vec, None if where is None else where.ctypes.data, *(array.ctypes.data for array in arrays),
            count, _seed_of(seed), worlds.ctypes.data, found.ctypes.data, self._why, _ERROR_BYTES))
        return worlds, found

    def belief(self, rows: ArrayLike, totals: ArrayLike, leads: ArrayLike,
               where: ArrayLike | None = None) -> tuple[NDArray[np.bool_], NDArray[np.float64]]:
        """Works out what observations tell about the tiles that the seats on turn do not see.

        rows, totals, leads   as in sample_worlds

        Returns bool [games, seats, tiles], true if the seat may hold the tile now as far as passes and draws
        tell, and float64 [games], how many worlds there are: negative where it is not cheap to know, 0 where a
        match is over. In games where `where` is not true all is false and 0. Raises ValueError for an observation
        that contradicts itself.
        """
        arrays = self._observations(rows, totals, leads)
        where = None if where is None else self._array(where, np.bool_, "where")
        may_hold = np.zeros((self.games, self.seats, self.tiles), np.bool_)
        worlds = np.zeros(self.games)
        self._check(self._library.domino_vec_belief(
            self._vec, None if where is None else where.ctypes.data, *(array.ctypes.data for array in arrays),
            may_hold.ctypes.data, worlds.ctypes.data, self._why, _ERROR_BYTES))
        return may_hold, worlds

    def set_state(self, rows: ArrayLike, totals: ArrayLike, worlds: ArrayLike, leads: ArrayLike | None = None,
                  where: ArrayLike | None = None) -> None:
        """Sets games to the states of these observations and worlds: [games] of each, in all games or
        in those where `where` is true. Entries of other games are not read.

        rows, totals   as from observe, or from row_of and totals_of of views
        worlds         as from worlds: an assignment of the hidden tiles
        leads          as from leads or lead_of. None: not known

        Raises ValueError with the first game whose state cannot arise in a match; then no game has
        changed. The next rewards count from the scores in `totals`.
        """
        arrays = self._observations(rows, totals, leads)
        arrays.append(self._shaped(worlds, np.int8, (self.seats, self.tiles)))
        where = None if where is None else self._array(where, np.bool_, "where")
        self._check(self._library.domino_vec_set_state(
            self._vec, None if where is None else where.ctypes.data,
            *(array.ctypes.data for array in arrays), self._why, _ERROR_BYTES))
        self._let_policies_play()

    def playouts(self, count: int, seed: int = 0, where: ArrayLike | None = None) -> NDArray[np.float64]:
        """Looks ahead from the true states: plays every legal action and then random ones, `count` times.

        Returns float64 [games, actions]: the mean of what the rounds were worth to the seat on turn,
        with two seats the difference of their points; -inf for actions that are not legal, and in games
        where `where` is not true.
        """
        values = np.full((self.games, self.actions), -np.inf)
        where = None if where is None else self._array(where, np.bool_, "where")
        self._library.domino_vec_playouts(self._vec, None if where is None else where.ctypes.data,
                                          count, _seed_of(seed), values.ctypes.data)
        return values

    def solve(self, positions: int = 0, where: ArrayLike | None = None) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
        """Finds what every legal action is worth if all tiles lie open and everybody plays as well as
        possible; from the true states.

        positions  how many positions may be looked at for each game; 0: no limit

        Returns float64 [games, actions] as playouts, where -inf may also be a value that was not found
        in time, and bool [games]: true if all were found.
        """
        values = np.full((self.games, self.actions), -np.inf)
        solved = np.zeros(self.games, np.bool_)
        where = None if where is None else self._array(where, np.bool_, "where")
        if not self._library.domino_vec_solve(self._vec, None if where is None else where.ctypes.data, positions,
                                              values.ctypes.data, solved.ctypes.data):
            raise MemoryError
        return values, solved

    def legal_mask(self) -> NDArray[np.bool_]:
        """Returns bool [games, actions]: the library's memory, read-only, updated by every step."""
        return self._mask

    def sample(self) -> NDArray[np.int32]:
        """Returns int32 [games]: a random legal action per game, -1 if its match is over."""
        self._library.domino_vec_sample(self._vec, self._at[2])
        return self._actions

    def step(self, actions: ArrayLike) -> tuple[NDArray[np.int32], NDArray[np.bool_]]:
        """Plays one action per game. Returns int32 [games, seats], the rewards, and bool [games],
        true for the games that are over; `places` says who won them.

        Raises ValueError with the game's number if an action is not legal, and if the actions are not
        `games` whole numbers; then no game has changed. The action for a game that is over is ignored.
        """
        if actions is not self._actions:
            self._actions[:] = _whole_numbers(actions, self.games, "step got")
        if self.policies:
            self._step_with_policies()
        else:
            self._check(self._library.domino_vec_step(self._vec, *self._at[2:], self._why, _ERROR_BYTES))
        return self._rewards, self._done

    def _step_with_policies(self) -> None:
        self._check(self._library.domino_vec_play(self._vec, None, self._at[2], self._why, _ERROR_BYTES))
        self._let_policies_play()
        self._library.domino_vec_rewards(self._vec, *self._at[3:])
        for _ in range(_SKIPS if self.auto_reset else 0):
            is_over = ~self._mask.any(axis=1)
            if not is_over.any():
                break
            self._library.domino_vec_reset(self._vec, is_over.ctypes.data)
            self._let_policies_play()


class DominoState(Layout):
    """One match for tree search, in which chance is a player like the seats, and moves can be undone.

        state = DominoState("block-2 set_max=3 hand=3 target=0 rounds=1")
        while state.turn != -1:
            if state.turn == CHANCE:
                move = pick(state.outcomes())       # [(number, probability), ...]
            else:
                move = search(state)                # one of state.moves()
            state.apply(move)

    game  as for DominoVec. The state is before its first deal. DominoVec.state makes one of a game in play

    A deal is made tile by tile: the outcome says which seat gets the next tile of the set, and `seats` is
    the stock. Tiles are drawn one by one when they are drawn. domino/domino.h has the details. A seat is on
    turn only if it has a choice. A state can be copied and pickled, also its past. Sizes and columns are
    those of a Layout.
    """

    def __init__(self, game: Any = "block-2") -> None:
        self._begin(_text_of(game), [])

    def _begin(self, root: Any, path: Sequence[int]) -> None:
        """root  the game before its first deal as bytes, or a _Games whose game 0 is in play."""
        library, why = _library(), ctypes.create_string_buffer(_ERROR_BYTES)
        self._root = root
        if isinstance(root, bytes):
            self._hold(library.domino_state_new(root, why, _ERROR_BYTES), why)
        else:
            self._hold(library.domino_state_of(root.vec, 0), why)
        self._path: list[int] = []
        for number in path:
            self.apply(number)

    def _hold(self, state: int | None, why: Any) -> None:
        self._state, self._why, self._library = state, why, _library()
        if state is None:
            raise ValueError(why.value.decode() or "no memory")
        shape = self._library.domino_state_shape(state)
        for name in _SHAPE[1:]:
            setattr(self, name, getattr(shape, name))
        self._numbers, self._chances = (ctypes.c_int32 * self.actions)(), (ctypes.c_double * self.actions)()

    def __del__(self):
        if getattr(self, "_state", None):
            self._library.domino_state_free(self._state)

    @property
    def turn(self) -> int:
        """The seat that has to choose, CHANCE, or -1 when the match is over."""
        return self._library.domino_state_turn(self._state)

    @property
    def path(self) -> list[int]:
        """The moves that led here from the first state, a new list."""
        return self._path[:]

    def moves(self) -> list[int]:
        """Returns the numbers of the legal actions, or of the outcomes of chance; [] when the match is over."""
        return self._numbers[: self._library.domino_state_moves(self._state, self._numbers, None)]

    def outcomes(self) -> list[tuple[int, float]]:
        """Returns the outcomes of chance as pairs (number, probability); [] if it is not chance that decides."""
        if self.turn != CHANCE:
            return []
        count = self._library.domino_state_moves(self._state, self._numbers, self._chances)
        return list(zip(self._numbers[:count], self._chances[:count]))

    def apply(self, number: int) -> None:
        """Makes a move, and then everything that has no alternative. Raises ValueError if it is not one of moves()."""
        if not self._library.domino_state_apply(self._state, number, self._why, _ERROR_BYTES):
            raise ValueError(self._why.value.decode())
        self._path.append(int(number))

    def undo(self) -> None:
        """Undoes the last move that was applied. Raises IndexError in the first state."""
        if not self._library.domino_state_undo(self._state):
            raise IndexError("there is no move to undo")
        self._path.pop()

    def observe(self) -> tuple[NDArray[np.int8], NDArray[np.int32], int]:
        """Returns int8 [columns], what the seat on turn sees, as a row of DominoVec (all -1 if no seat is on
        turn), int32 [1 + seats], the round and the scores, and the number of the rule of the lead."""
        row, totals = np.empty(self.columns, np.int8), np.empty(self.totals, np.int32)
        lead = ctypes.c_int8()
        self._library.domino_state_observe(self._state, row.ctypes.data, totals.ctypes.data,
                                           ctypes.addressof(lead))
        return row, totals, lead.value

    def world(self) -> NDArray[np.int8]:
        """Returns int8 [seats, tiles] as DominoVec.worlds; all 0 if no seat is on turn."""
        world = np.empty((self.seats, self.tiles), np.int8)
        self._library.domino_state_world(self._state, world.ctypes.data)
        return world

    def rewards(self) -> NDArray[np.int32]:
        """Returns int32 [seats]: the match points so far, with the opposite sign if the lowest score wins."""
        return self._result()[0]

    def places(self) -> NDArray[np.int8]:
        """Returns int8 [seats]: 1 has won, perhaps together with others; 0 before the end of the match."""
        return self._result()[1]

    def _result(self) -> tuple[NDArray[np.int32], NDArray[np.int8]]:
        points, places = np.empty(self.seats, np.int32), np.empty(self.seats, np.int8)
        self._library.domino_state_result(self._state, points.ctypes.data, places.ctypes.data)
        return points, places

    def clone(self) -> "DominoState":
        """Returns an equal state with the same past. copy.copy and copy.deepcopy do the same."""
        clone = type(self).__new__(type(self))
        clone._root, clone._path = self._root, self._path[:]
        clone._hold(self._library.domino_state_clone(self._state), ctypes.create_string_buffer(_ERROR_BYTES))
        return clone

    def __copy__(self) -> "DominoState":
        return self.clone()

    def __deepcopy__(self, memo: dict[int, Any]) -> "DominoState":
        return self.clone()

    def __getstate__(self) -> tuple[bool, Any, list[int]]:
        is_new = isinstance(self._root, bytes)
        return is_new, self._root if is_new else self._root.save(), self._path

    def __setstate__(self, state: tuple[bool, Any, list[int]]) -> None:
        is_new, root, path = state
        self._begin(root if is_new else _Games.load(root), path)


class DominoGym(GymEnv):
    """One seat against opponents, with the interface of Gymnasium, which is optional.

        env = DominoGym("block-2", opponent="greedy")
        observation, info = env.reset(seed=1)
        while not over:
            action = ...                        # where info["action_mask"] is 1
            observation, reward, terminated, truncated, info = env.step(action)

    game      as for DominoVec. An episode is a match; "block-2 target=0 rounds=1" makes it a round
    opponent  "greedy", "random" or a policy (see DominoVec.set_opponents): plays all other seats
    seat      your seat; None: another one in every match, in turn

    The observation is the row of DominoVec. `info` has "action_mask" (int8 [actions], 1 if legal), "totals"
    (int32 [1 + seats]) and "seat", and in the last step "places" (int8 [seats], 1 has won) and "won", true if
    your seat has. The reward is what your seat won minus what the others won on
    average. A match in which you have nothing to decide is skipped. If Gymnasium is installed, there
    are `observation_space` and `action_space`.
    """

    metadata: dict[str, Any] = {"render_modes": []}
    render_mode = None
    spec = None

    def __init__(self, game: str = "block-2", opponent: Any = "greedy", seat: int | None = None,
                 seed: int = 0) -> None:
        if opponent not in ("greedy", "random") and not callable(opponent):
            raise ValueError(f"opponent: {opponent!r} is not allowed; allowed: greedy, random, or a policy")
        self._vec = DominoVec(game, 1, seed)
        self._policies = (opponent,) if callable(opponent) else ()
        self._opponent = _POLICY if callable(opponent) else _PLAYERS[opponent]
        self._wanted = seat
        self._next, self.seat = 0, None
        self._check_seat(seat)
        if GymEnv is not object:
            self._make_spaces()

    def _make_spaces(self):
        from gymnasium import spaces
        self.observation_space = spaces.Box(-1, 127, (self._vec.columns,), np.int8)
        self.action_space = spaces.Discrete(self._vec.actions)

    def _check_seat(self, seat):
        if seat is not None:
            _in_range("seat", seat, range(self._vec.seats))

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begins a match. Returns the observation and the info.

        seed     the match is the first one of this seed. None: the next one
        options  {"seat": number}: your seat in this match
        """
        if GymEnv is not object:
            super().reset(seed=seed)
        seat = (options or {}).get("seat", self._wanted)
        self._check_seat(seat)
        if seed is not None:
            self._next = 0
        self.seat = self._next % self._vec.seats if seat is None else seat
        self._next += 1
        players = np.full((1, self._vec.seats), self._opponent)
        players[0, self.seat] = 0
        self._vec.set_opponents(players, self._policies)
        self._vec.reset(seeds=seed if seed is None else _seed_of(seed))
        for _ in range(1000):
            if self._vec.legal_mask().any():
                return self._look()
            self._vec.reset()
        raise ValueError("in this game no seat has anything to decide")

    def _look(self):
        observation, totals = self._vec.observe()
        mask = self._vec.legal_mask()[0].astype(np.int8)
        return observation[0].copy(), {"action_mask": mask, "totals": totals[0].copy(), "seat": self.seat}

    def step(self, action: int) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Plays an action, and then the opponents until your next decision or the end of the match.

        Returns observation, reward, terminated, truncated (always false), info. Raises ValueError if
        the action is not legal, and before a reset.
        """
        if self.seat is None or not self._vec.legal_mask().any():
            raise ValueError("there is no match in play: call reset first")
        rewards, done = self._vec.step([action])
        won = rewards[0].tolist()
        mine = won.pop(self.seat)
        observation, info = self._look()
        if done[0]:
            places = self._vec.places()[0].copy()
            info.update(places=places, won=bool(places[self.seat] == 1))
        return observation, mine - sum(won) / len(won), bool(done[0]), False, info

    def render(self) -> None:
        return None

    def close(self) -> None:
        pass

    @property
    def unwrapped(self) -> Any:
        return self


class DominoAEC(AECEnv):
    """One match with the interface of PettingZoo's AEC environments. PettingZoo is optional.

    Agents are "seat_0", ... An observation is {"observation": int8 row, "action_mask": int8}. For
    an agent that is not on turn the row is all -1 and the mask all 0, because it has no choice.
    When the match is over, all agents terminate together, and `infos` says each one's "place": 1 has won.
    """

    metadata: dict[str, Any] = {"name": "domino_v1", "render_modes": [], "is_parallelizable": False}
    render_mode = None

    def __init__(self, game: str = "block-2", seed: int = 0) -> None:
        self._game = game
        self._begin(seed)
        self.possible_agents = [f"seat_{seat}" for seat in range(self._vec.seats)]
        self.agents: list[str] = []
        if AECEnv is not object:
            self._make_spaces()

    def _begin(self, seed):
        self._vec = DominoVec(self._game, 1, seed)

    def _make_spaces(self):
        from gymnasium import spaces
        shape = (self._vec.columns,)
        self.observation_spaces = {agent: spaces.Dict({
            "observation": spaces.Box(-1, 127, shape, np.int8),
            "action_mask": spaces.Box(0, 1, (self._vec.actions,), np.int8),
        }) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(self._vec.actions)
                              for agent in self.possible_agents}

    @property
    def num_agents(self) -> int:
        return len(self.agents)

    @property
    def max_num_agents(self) -> int:
        return len(self.possible_agents)

    @property
    def unwrapped(self) -> Any:
        return self

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a new match; with a seed, the first match of that seed."""
        if seed is None:
            self._vec.reset()
        else:
            self._begin(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._look()
        if self._seat < 0:  # the match is over without a choice
            self._end(*self._vec.step([-1]))

    def _look(self):
        observation, _ = self._vec.observe()
        self._row = observation[0]
        self._seat = int(self._row[0])
        self.agent_selection = self.possible_agents[max(self._seat, 0)]

    def observe(self, agent: str) -> dict[str, Any]:
        mask = self._vec.legal_mask()[0].astype(np.int8)
        if self.possible_agents.index(agent) == self._seat:
            return {"observation": self._row.copy(), "action_mask": mask}
        return {"observation": np.full_like(self._row, -1), "action_mask": np.zeros_like(mask)}

    def last(self, observe: bool = True) -> tuple[Any, ...]:
        agent = self.agent_selection
        return (self.observe(agent) if observe else None, self._cumulative_rewards[agent],
                self.terminations[agent], self.truncations[agent], self.infos[agent])

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:
        while self.agents and max_iter > 0:
            max_iter -= 1
            yield self.agent_selection

    def step(self, action: int | None) -> None:
        """Plays an action; None for an agent that is done. Raises ValueError if it is not legal."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._leave(agent, action)
            return
        if action is None:
            raise ValueError(f"{agent} is not done: it has to choose an action")
        rewards, done = self._vec.step([action])
        self._cumulative_rewards[agent] = 0
        self._look()
        self._end(rewards, done)

    def _end(self, rewards, done):
        self.rewards = dict(zip(self.possible_agents, rewards[0].tolist()))
        for agent, reward in self.rewards.items():
            self._cumulative_rewards[agent] += reward
        if done[0]:
            self.terminations = dict.fromkeys(self.agents, True)
            self.infos = {agent: {"place": int(place)}
                          for agent, place in zip(self.possible_agents, self._vec.places()[0])}

    def _leave(self, agent, action):
        if action is not None:
            raise ValueError("when an agent is done, the only action is None")
        self.agents.remove(agent)
        for table in (self.rewards, self._cumulative_rewards, self.terminations, self.truncations,
                      self.infos):
            del table[agent]
        for left in self.rewards:
            self.rewards[left] = 0  # its reward was returned already
        if self.agents:
            self.agent_selection = self.agents[0]

    def render(self) -> None:
        return None

    def close(self) -> None:
        pass
