"""The games of Domino Arena as environments for learning: one file over libdomino and numpy.

    from domino_env import DominoVec

    env = DominoVec("block-2", games=1000, seed=7)
    while learning:
        observation, totals = env.observe()
        actions = ...                       # one per game; env.sample() for random ones
        rewards, done = env.step(actions)
        env.reset(done)

`DominoVec` steps many games in one call, and each call enters C once. Its arrays are overwritten in
place, so copy what you keep. `DominoAEC` is one game with the interface of PettingZoo's AEC
environments; if PettingZoo is installed, it is also derived from their class. Rules, seats and
forced actions are those of the arena. The deals are made for training and belong to no tournament.

The library is the file $DOMINO_LIBRARY, or libdomino.so.1 where the system looks for libraries.
"""

import ctypes
import os

import numpy as np

try:
    from pettingzoo import AECEnv
except ImportError:
    AECEnv = object

__all__ = ["DominoAEC", "DominoVec", "variants"]

_EVENT = 6
_ERROR_BYTES = 512
_NAME_BYTES = 33
_SHAPE = ("games seats tiles ends faces actions columns ends_at counts_at hand_at history_at "
          "events totals").split()


class _Shape(ctypes.Structure):
    _fields_ = [(name, ctypes.c_int32) for name in _SHAPE]


def _open():
    library = ctypes.CDLL(os.environ.get("DOMINO_LIBRARY", "libdomino.so.1"))
    pointer, number, text = ctypes.c_void_p, ctypes.c_int32, ctypes.c_char_p
    for name, result, *arguments in (
            ("version", text),
            ("variant_count", number),
            ("variant_name", None, number, text),
            ("vec_new", pointer, text, number, ctypes.c_uint64, text, ctypes.c_size_t),
            ("vec_free", None, pointer),
            ("vec_shape", _Shape, pointer),
            ("vec_reset", None, pointer, pointer),
            ("vec_observe", None, pointer, pointer, pointer),
            ("vec_mask", pointer, pointer),
            ("vec_sample", None, pointer, pointer),
            ("vec_step", number, pointer, pointer, pointer, pointer, text, ctypes.c_size_t)):
        function = getattr(library, f"domino_{name}")
        function.restype, function.argtypes = result, arguments
    return library


_library = _open()


def variants():
    """Returns the names of all variants."""
    name = ctypes.create_string_buffer(_NAME_BYTES)
    names = []
    for index in range(_library.domino_variant_count()):
        _library.domino_variant_name(index, name)
        names.append(name.value.decode())
    return names


class _Games:
    """The library's domino_vec. It is freed when no array refers to it any more."""

    def __init__(self, game, games, seed):
        self.why = ctypes.create_string_buffer(_ERROR_BYTES)
        self.vec = None
        if not -2**31 <= games < 2**31:
            raise ValueError(f"games: {games} is not allowed")
        self.vec = _library.domino_vec_new(game.encode(), games, seed % 2**64, self.why,
                                           _ERROR_BYTES)
        if self.vec is None:
            raise ValueError(self.why.value.decode())

    def __del__(self):
        _library.domino_vec_free(self.vec)


class DominoVec:
    """`games` matches of one variant. Each one waits for a decision or is over.

    game   a variant; settings may follow: "draw-2", "block-2 target=0 rounds=1" (single rounds)
    seed   the same seed gives the same deals; the deals of game g do not depend on `games`

    `games`, `seats`, `tiles`, `ends`, `faces`, `actions`, `columns` and `events` are sizes, and
    `ends_at`, `counts_at`, `hand_at` and `history_at` are columns of the observation.
    domino/domino.h says what the arrays contain.
    """

    def __init__(self, game="block-2", games=1000, seed=0):
        self._held = _Games(game, games, seed)
        self._vec, self._why = self._held.vec, self._held.why
        shape = _library.domino_vec_shape(self._vec)
        for name in _SHAPE:
            setattr(self, name, getattr(shape, name))
        self._make_arrays()

    def _make_arrays(self):
        self._observation = np.empty((self.games, self.columns), np.int8)
        self._totals = np.empty((self.games, self.totals), np.int32)
        self._rewards = np.zeros((self.games, self.seats), np.int32)
        self._done = np.zeros(self.games, np.bool_)
        self._actions = np.empty(self.games, np.int32)
        # The addresses are kept: numpy takes longer to return one than a game for a step.
        self._at = [array.ctypes.data for array in (self._observation, self._totals, self._actions,
                                                    self._rewards, self._done)]
        mask = (ctypes.c_uint8 * (self.games * self.actions)).from_address(
            _library.domino_vec_mask(self._vec))
        mask.owner = self._held  # the games live as long as the mask is used
        self._mask = np.frombuffer(memoryview(mask).toreadonly(), np.bool_).reshape(
            self.games, self.actions)

    def reset(self, where=None):
        """Begins new matches: in all games, or in those where the boolean array `where` is true."""
        at = None
        if where is self._done:
            at = self._at[-1]
        elif where is not None:
            where = np.ascontiguousarray(where, np.bool_)
            if where.shape != (self.games,):
                raise ValueError(f"where has shape {where.shape}, not ({self.games},)")
            at = where.ctypes.data
        _library.domino_vec_reset(self._vec, at)

    def observe(self):
        """Returns int8 [games, columns], what each seat on turn sees, and int32 [games, 1 + seats],
        rounds and scores."""
        _library.domino_vec_observe(self._vec, self._at[0], self._at[1])
        return self._observation, self._totals

    def legal_mask(self):
        """Returns bool [games, actions]: the library's memory, read-only, updated by every step."""
        return self._mask

    def sample(self):
        """Returns int32 [games]: a random legal action per game, -1 if its match is over."""
        _library.domino_vec_sample(self._vec, self._at[2])
        return self._actions

    def step(self, actions):
        """Plays one action per game. Returns int32 [games, seats], the rewards, and bool [games],
        true for the games that are over.

        Raises ValueError with the game's number if an action is not legal; then no game has
        changed. The action for a game that is over is ignored.
        """
        if actions is not self._actions:
            self._actions[:] = actions
        illegal = _library.domino_vec_step(self._vec, *self._at[2:], self._why, _ERROR_BYTES)
        if illegal >= 0:
            raise ValueError(self._why.value.decode())
        return self._rewards, self._done

    def action_of(self, number):
        """Returns the action as in view.legal of the SDK: ("play", high, low, end), ("draw",)."""
        if number == self.actions - 1:
            return ("draw",)
        place, face = divmod(int(number), self.faces)
        tile, end = divmod(place, self.ends)
        high = int(((8 * tile + 1) ** 0.5 - 1) / 2)
        action = ("play", high, tile - high * (high + 1) // 2, end)
        return action + ("down",) if face else action

    def number_of(self, action):
        """Returns the number of an action as in view.legal of the SDK."""
        if action[0] == "draw":
            return self.actions - 1
        high, low, end = action[1:4]
        tile = high * (high + 1) // 2 + low
        return (tile * self.ends + end) * self.faces + (len(action) > 4)


class DominoAEC(AECEnv):
    """One match with the interface of PettingZoo's AEC environments. PettingZoo is optional.

    Agents are "seat_0", ... An observation is {"observation": int8 row, "action_mask": int8}. For
    an agent that is not on turn the row is all -1 and the mask all 0, because it has no choice.
    When the match is over, all agents terminate together.
    """

    metadata = {"name": "domino_v1", "render_modes": [], "is_parallelizable": False}
    render_mode = None

    def __init__(self, game="block-2", seed=0):
        self._game = game
        self._begin(seed)
        self.possible_agents = [f"seat_{seat}" for seat in range(self._vec.seats)]
        self.agents = []
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
    def num_agents(self):
        return len(self.agents)

    @property
    def max_num_agents(self):
        return len(self.possible_agents)

    @property
    def unwrapped(self):
        return self

    def observation_space(self, agent):
        return self.observation_spaces[agent]

    def action_space(self, agent):
        return self.action_spaces[agent]

    def reset(self, seed=None, options=None):
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
        self.infos = {agent: {} for agent in self.agents}
        self._look()
        if self._seat < 0:  # the match is over without a choice
            self._end(*self._vec.step([-1]))

    def _look(self):
        observation, _ = self._vec.observe()
        self._row = observation[0]
        self._seat = int(self._row[0])
        self.agent_selection = self.possible_agents[max(self._seat, 0)]

    def observe(self, agent):
        mask = self._vec.legal_mask()[0].astype(np.int8)
        if self.possible_agents.index(agent) == self._seat:
            return {"observation": self._row.copy(), "action_mask": mask}
        return {"observation": np.full_like(self._row, -1), "action_mask": np.zeros_like(mask)}

    def last(self, observe=True):
        agent = self.agent_selection
        return (self.observe(agent) if observe else None, self._cumulative_rewards[agent],
                self.terminations[agent], self.truncations[agent], self.infos[agent])

    def agent_iter(self, max_iter=2**63):
        while self.agents and max_iter > 0:
            max_iter -= 1
            yield self.agent_selection

    def step(self, action):
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

    def render(self):
        return None

    def close(self):
        pass
