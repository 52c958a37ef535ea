"""Write a bot for Domino Arena in Python: one file, to be copied next to your bot.

    from domino_arena import run, tile_of, pips

    def heaviest(view):
        return max(view.legal, key=lambda action: pips(tile_of(action) or (-1, 0)))

    run(heaviest)

A bot is asked only when it has two or more legal actions. It answers with an index into
`view.legal` or with one of the actions in it. Every ask carries the whole view of the seat, so a
bot needs no memory of its own; one that needs memory derives from `Bot` and keeps it per table.

Tiles are tuples (high, low). Actions are ("play", high, low, end), or ("play", high, low, end,
"down") for a double played face down, or ("draw",). Every list of the protocol is a tuple here.

Needs Python 3.9. The zmq transport also needs the packages zmq and msgpack; stdio needs no packages.
"""

from __future__ import annotations

import functools
import json
import operator
import os
import random
import sys
import time
from types import SimpleNamespace

__all__ = ["Bot", "BotError", "View", "is_double", "pips", "run", "tile_of"]

TYPE_CHECKING = False  # True for a checker of types. A bot starts faster without the module typing.
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any, SupportsIndex, Union

    Tile = tuple[int, int]
    Action = tuple[Any, ...]  # as above
    Answer = Union[SupportsIndex, Action]

PROTOCOL = 1
_MASK = 2**64 - 1


# -- What a bot is made of ------------------------------------------------------------------------


class Bot:
    """Derive from this class and write `choose`. Everything else is optional."""

    name: str | None = None  # a label, at most 64 bytes; None: the name of the class
    version: str = "0"
    max_tables: int = 1024  # how many tables may be open; 1 if the bot can only think about one match
    batch: int = 64  # the most views in one call of choose_many
    events: bool | None = None  # true: the arena sends the end of every round; None: if there is an on_round
    welcome: Any = None  # the arena's welcome, after it has arrived: bot, limits, variants

    def choose(self, view: View) -> Answer:
        """Return an index into view.legal, or one of the actions in it."""
        raise NotImplementedError(f"{type(self).__name__} has no choose(self, view)")

    def choose_many(self, views: Sequence[View]) -> Iterable[Answer]:
        """Return one answer per view. Override this to decide many views in one call."""
        answers = []
        for view in views:
            try:
                answers.append(self.choose(view))
            except Exception as error:
                raise BotError("choose failed", view) from error
        return answers

    def on_match(self, match: SimpleNamespace) -> None:
        """A seat at a table: table, variant, seat, seats, teams, bots, seed, commit."""

    def on_round(self, round: SimpleNamespace) -> None:
        """A round is over: table, round, end, by, hands, points, scores."""

    def on_result(self, result: SimpleNamespace) -> None:
        """A match is over: table, places, scores, end, fault_seat."""

    def on_fault(self, fault: SimpleNamespace) -> None:
        """The arena found a fault of this bot: table (-1 if none), code, text, tolerated."""


class BotError(Exception):
    """A mistake of the bot, with the view of the position in which it happened, if it is known."""

    def __init__(self, text: str, view: View | None = None) -> None:
        super().__init__(text)
        self.view = view


_ASK_FIELDS = (
    "req",  # number of this ask
    "table",  # number of the table, unique for the life of the process
    "variant",  # name of the game, such as "draw-2"
    "seat",  # the bot's own seat, from 0 in turn order
    "seats",  # seats at the table
    "seed",  # a number for the bot's own randomness, see rng()
    "round",  # from 1
    "scores",  # match points per seat
    "leader",  # the seat that leads this round
    "lead",  # by which rule it was found, such as "highest_double"
    "hand",  # the bot's own tiles, in tile order
    "ends",  # value per open end, -1 for a closed arm; empty before the lead
    "counts",  # tiles held per seat
    "stock",  # tiles left in the stock
    "drawable",  # how many of them may still be drawn
    "drawn",  # tiles this seat has drawn in this turn
    "history",  # events of this round, oldest first
    "legal",  # actions to choose from, two or more
    "clock",  # {"move_ms", "bank_ms"}
)
_ABSENT = {"lead": ""}  # fields that an older arena does not send


class View:
    """What one seat knows when it has to choose.

    A view has all fields of the ask, and in addition `options` (the options of this variant, a
    dict) and `match` (the match message of this table). A bot may set `info` to say what it thinks
    about its answer: view.info = {"expected": 4.5, "worlds": 480, "depth": 3, "text": "6-4 blocks"},
    or some of it. It is shown when the match is replayed. To try a bot without an arena, View(ask)
    makes a view from a dict with those fields of an ask that the bot reads. print(view) shows all
    of it.
    """

    __slots__ = _ASK_FIELDS + ("match", "info", "_options", "_asks", "_row")

    req: int
    table: int
    variant: str
    seat: int
    seats: int
    seed: int
    round: int
    scores: tuple[int, ...]
    leader: int
    lead: str
    hand: tuple[Tile, ...]
    ends: tuple[int, ...]
    counts: tuple[int, ...]
    stock: int
    drawable: int
    drawn: int
    history: tuple[tuple[Any, ...], ...]
    legal: tuple[Action, ...]
    clock: dict[str, int]
    match: Any
    info: dict[str, Any] | None

    def __init__(self, ask: Any, match: Any = None, options: dict[str, Any] | None = None, row: int = 0) -> None:
        self._asks = ask if isinstance(ask, _Asks) else _Asks([ask])
        self._row = row
        self.info = None
        self.match = match
        self._options = options

    @property
    def options(self) -> dict[str, Any]:
        if self._options is None:
            self._options = self._asks.variants.get(getattr(self, "variant", None), {})
        return self._options

    def __getattr__(self, name: str) -> Any:
        # Python calls this only for a field that was not read before. Most bots read few fields,
        # so each one is decoded when it is read first, and kept.
        try:
            value = self._asks.column(name)[self._row]
        except KeyError:
            raise AttributeError(f"a view has no {name!r}") from None
        setattr(self, name, value)
        return value

    def __reduce__(self) -> tuple[Any, ...]:
        return View, (self._asks.dicts()[self._row], self.match, self.options)

    def __str__(self) -> str:
        known = [name for name in _ASK_FIELDS if getattr(self, name, "") != ""]
        shown = [f"  {name} = {getattr(self, name)!r}" for name in known]
        return "\n".join(shown + [f"  options = {self.options!r}"])

    def rng(self) -> _Rng:
        """Randomness without state: the same position of the same match gives the same numbers.

        Returns a random.Random with below(n), whose numbers are the same in every SDK. `drawn` is
        part of the seed because all draws of one turn are a single event of the history.
        """
        return _Rng(self.seed, self.round, len(self.history), self.drawn)


class _Rng(random.Random):
    """The generator splitmix64 (SPEC.md, section 4) with the methods of random.Random."""

    def __new__(cls, *numbers: int) -> _Rng:
        return super().__new__(cls, 0)  # type: ignore[call-arg]

    gauss_next = None  # random.Random.gauss() keeps a number here

    def __init__(self, *numbers: int) -> None:
        self.seed(*numbers)

    def seed(self, *numbers: int) -> None:  # type: ignore[override]
        self._state = 0
        for number in numbers:
            self._state ^= number
            self._state = self.bits()

    def bits(self) -> int:
        """64 random bits."""
        self._state = (self._state + 0x9E3779B97F4A7C15) & _MASK
        z = self._state
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & _MASK
        z = (z ^ z >> 27) * 0x94D049BB133111EB & _MASK
        return z ^ z >> 31

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, all equally likely."""
        bits = self.bits()
        while bits < 2**64 % n:
            bits = self.bits()
        return bits % n

    def getrandbits(self, k: int) -> int:
        bits = 0
        for _ in range(0, k, 64):
            bits = bits << 64 | self.bits()
        return bits >> -k % 64

    def random(self) -> float:
        return (self.bits() >> 11) * 2.0**-53

    def getstate(self) -> int:  # type: ignore[override]
        return self._state

    def setstate(self, state: int) -> None:  # type: ignore[override]
        self._state = state


class _Asks:
    """The asks of one message. A column is the list of one field of all asks."""

    def __init__(self, asks):
        self.variants = {}  # name -> options
        self._dicts = asks
        self._columns = {}

    def __len__(self):
        return len(self._dicts)

    def dicts(self):
        return self._dicts

    def column(self, name):
        """Returns the column of a field. Raises KeyError if asks have no such field."""
        found = self._columns.get(name)
        if found is None:
            if name not in _ASK_FIELDS:
                raise KeyError(name)
            found = self._columns[name] = self._decode(name)
        return found

    def _decode(self, name):
        if name in _ABSENT:
            return [ask.get(name, _ABSENT[name]) for ask in self.dicts()]
        return [_freeze(ask[name]) for ask in self.dicts()]


class _PackedAsks(_Asks):
    """The asks of a MessagePack frame. Only the columns that are read are decoded.

    The bytes of a field are between its key and the next key, because the arena writes the keys in
    a fixed order. The pieces of one field from all asks are joined after the frame's own array
    header and decoded as one array. If the result is not one valid array, the whole frame
    is decoded instead: the keys have another order, or a number contains the bytes of a key.
    """

    HEAD = b"\x82\xa4type\xa4asks\xa4asks"  # such a frame begins with these bytes
    KEYS = [bytes([0xA0 + len(name)]) + name.encode() for name in _ASK_FIELDS]
    AROUND = dict(zip(_ASK_FIELDS, zip(KEYS, KEYS[1:])))  # no key follows the last field

    def __init__(self, frame, unpack):
        super().__init__(None)
        self._frame = frame
        self._unpack = unpack
        start = len(self.HEAD)
        self._header = frame[start : start + (3 if frame[start] == 0xDC else 1)]

    def __len__(self):
        return len(self.column("req"))

    def dicts(self):
        if self._dicts is None:
            self._dicts = self._unpack(self._frame)["asks"]
        return self._dicts

    def _decode(self, name):
        if name in self.AROUND:
            try:
                return self._unpack(self._header + b"".join(self._pieces(name)))
            except ValueError:
                pass
        return super()._decode(name)

    def _pieces(self, name):
        key, following = self.AROUND[name]
        if name != "lead":
            return [piece.partition(following)[0] for piece in self._frame.split(key)[1:]]
        # An event may have the bytes of this key too, so it is looked for between its neighbours.
        pieces = self._frame.split(self.AROUND["leader"][0])[1:]
        return [piece.partition(following)[0].partition(key)[2] for piece in pieces]


def _asks_of(asks):
    return asks if isinstance(asks, _Asks) else _Asks(asks)


def pips(tile: Sequence[int]) -> int:
    """The sum of both halves."""
    return tile[0] + tile[1]


def is_double(tile: Sequence[int]) -> bool:
    """Whether both halves are equal."""
    return tile[0] == tile[1]


def tile_of(action: Action) -> Tile | None:
    """The tile that an action plays, None for a draw."""
    return (action[1], action[2]) if action[0] == "play" else None


def run(bot: Bot | type[Bot] | Callable[[View], Answer]) -> None:
    """Play until the arena says bye. Takes a Bot, a class derived from it, or a function.

    If DOMINO_ARENA_ENDPOINT is set, the bot talks over ZeroMQ, else over stdin and stdout. If
    DOMINO_ARENA_MESSAGES is set, it reads the messages from this file instead of stdin (see
    docs/how-to/find-a-fault.md). A mistake of the bot is raised as an exception, so that the process
    ends with status 1, and with the position and then a traceback on stderr.
    """
    try:
        _play(_bot_of(bot))
        return
    except BotError as error:
        mistake = error
    if mistake.view is not None:
        print(f"in this position:\n{mistake.view}", file=sys.stderr)
    # Raised here, after the except clause, the bot's own exception is the last line of the traceback.
    raise mistake.__cause__ or mistake


def _play(bot):
    while True:
        transport = _Zmq(os.environ) if os.environ.get("DOMINO_ARENA_ENDPOINT") else _Stdio()
        finished = _Session(bot, transport).play()
        transport.close()
        if finished or not transport.remote:
            return
        print("domino_arena: no connection to the arena, trying again", file=sys.stderr)
        time.sleep(1)


# -- The conversation -----------------------------------------------------------------------------


class _Session:
    """The conversation over one connection, from hello to bye."""

    def __init__(self, bot, transport):
        self.bot = bot
        self.transport = transport
        self.batch = min(bot.batch, bot.max_tables)  # the arena refuses a larger batch
        self.variants = {}  # name -> options
        self.matches = {}  # table -> match
        self.waiting = []  # views not answered yet, oldest first
        self.reqs = []  # the `req` of each
        self.busy = set()  # the table of each
        self.handlers = {
            "welcome": self.on_welcome,
            "match": self.on_match,
            "ask": self.on_ask,
            "asks": lambda message: self.on_asks(_asks_of(message["asks"])),
            "round": lambda message: bot.on_round(_note(message)),
            "result": self.on_result,
            "fault": lambda message: bot.on_fault(_note(message)),
        }

    def play(self):
        """Returns True after bye, and False if the connection ended without bye."""
        self.transport.send(self.hello())
        while True:
            messages = self.transport.receive()
            if messages is None:
                return False
            for message in messages:
                if message["type"] == "bye":
                    return True
                self.handle(message)
            self.answer()

    def hello(self):
        bot = self.bot
        events = bot.events
        if events is None:
            events = _overrides(bot, "on_round")
        return {
            "type": "hello",
            "protocol": PROTOCOL,
            "name": bot.name or type(bot).__name__,
            "version": bot.version,
            "language": "python",
            "max_tables": bot.max_tables,
            "batch": self.batch,
            "events": events,
            "multipart": True,
        }

    def handle(self, message):
        handler = self.handlers.get(message["type"])
        if handler is None:
            return  # an unknown type: the arena is newer than this file
        if message.get("table") in self.busy:
            self.answer()  # else the bot gets the end of a match before it makes its last choice
        handler(message)

    def on_welcome(self, message):
        self.bot.welcome = _note(message)
        self.variants = message["variants"]

    def on_match(self, message):
        match = self.matches[message["table"]] = _note(message)
        self.bot.on_match(match)

    def on_result(self, message):
        self.matches.pop(message["table"], None)
        if _overrides(self.bot, "on_result"):
            self.bot.on_result(_note(message))

    def on_ask(self, message):
        """Keeps the ask: more may have arrived, and all are answered together in one message."""
        if len(self.waiting) >= self.batch:
            self.answer()
        table = message["table"]
        asks = _Asks([message])
        asks.variants = self.variants
        view = View(asks, self.matches.get(table))
        view.legal = _freeze(message["legal"])  # every answer needs it
        self.waiting.append(view)
        self.reqs.append(message["req"])
        self.busy.add(table)

    def on_asks(self, asks):
        """Keeps the asks of one message."""
        if len(self.waiting) + len(asks) > self.batch:
            self.answer()
        asks.variants = self.variants
        tables = asks.column("table")
        matches = map(self.matches.get, tables)
        for row, (match, legal) in enumerate(zip(matches, asks.column("legal"))):
            view = View(asks, match, None, row)
            view.legal = legal
            self.waiting.append(view)
        self.reqs += asks.column("req")
        self.busy.update(tables)

    def answer(self):
        """Answers all waiting asks in one message."""
        if not self.waiting:
            return
        views, reqs, self.waiting, self.reqs = self.waiting, self.reqs, [], []
        self.busy.clear()
        choices = map(_choice, views, _answers(self.bot, views))
        if len(views) == 1 and not views[0].info:
            self.transport.act(reqs[0], next(choices))
            return
        acts = [{"req": req, "choice": choice} for req, choice in zip(reqs, choices)]
        for view, act in zip(views, acts):
            if view.info:
                act["info"] = _info(view.info)
        for some in _parts(acts):
            self.transport.send({"type": "act", **some[0]} if len(some) == 1 else {"type": "acts", "acts": some})


def _answers(bot, views):
    """Returns the bot's answers, one per view. Adds the position to an exception of the bot."""
    try:
        answers = list(bot.choose_many(views))
    except BotError:
        raise  # it has the position already
    except Exception as error:
        text = f"choose_many failed on {len(views)} positions, of which this is the first"
        raise BotError(text, views[0]) from error
    if len(answers) != len(views):
        raise BotError(f"choose_many returned {len(answers)} answers for {len(views)} views")
    return answers


def _choice(view, answer):
    """Returns the index of the bot's answer; an answer that is not legal is an error here."""
    if type(answer) is int and 0 <= answer < len(view.legal):
        return answer
    try:
        if isinstance(answer, (tuple, list)):
            return view.legal.index(tuple(answer))
        index = operator.index(answer)  # any integer, also one of numpy
        if 0 <= index < len(view.legal) and not isinstance(answer, bool):
            return index
    except (TypeError, ValueError):
        pass
    raise BotError(
        f"the bot answered {answer!r}, which is neither one of the {len(view.legal)} legal actions "
        f"nor the index of one",
        view,
    )


_INFO_TYPES = {"expected": float, "worlds": operator.index, "depth": operator.index}
_INFO_TEXT_BYTES = 200
# In one message, which may have 64 KiB. In JSON a text of 200 control characters takes 200 * 6 bytes.
_ACTS_WITH_INFO = 32


def _info(info):
    """Returns an info as it is sent. Numbers of numpy become Python's, and a long text is cut.

    Nothing is an error here: the arena drops a bad info, and `domino-arena check` says why.
    """
    if not isinstance(info, dict):
        return _info_value(None, info)
    return {str(key): _info_value(key, value) for key, value in info.items() if value is not None}


def _info_value(key, value):
    try:
        return _INFO_TYPES[key](value)
    except (KeyError, TypeError, ValueError, OverflowError):
        return str(value).encode(errors="replace")[:_INFO_TEXT_BYTES].decode(errors="ignore")


def _parts(acts):
    """Divides acts so that each part fits in a message."""
    most = _ACTS_WITH_INFO if any("info" in act for act in acts) else len(acts)
    return [acts[at : at + most] for at in range(0, len(acts), most)]


def _bot_of(bot):
    if isinstance(bot, Bot):
        return bot
    if isinstance(bot, type) and issubclass(bot, Bot):
        return bot()
    if callable(bot):
        return _Function(bot)
    raise TypeError(f"run() takes a Bot, a class derived from Bot or a function, not {bot!r}")


class _Function(Bot):
    """A plain function choose(view) as a bot."""

    def __init__(self, choose):
        self.choose = choose
        self.name = getattr(choose, "__name__", None)


def _freeze(value):
    """Converts lists to tuples at every depth. Only JSON needs it: MessagePack yields tuples."""
    return tuple(map(_freeze, value)) if type(value) is list else value


def _overrides(bot, name):
    """Returns whether the bot has a method of its own for the one of this name in Bot."""
    return getattr(getattr(bot, name), "__func__", None) is not getattr(Bot, name)


def _note(message):
    """Returns a message as an object with its keys as attributes."""
    return SimpleNamespace(**{key: _freeze(value) for key, value in message.items()})


# -- Transports -----------------------------------------------------------------------------------
#
# send(message) sends a dict, and act(req, choice) an answer. receive() waits for a message and
# returns a list of it and others that have arrived, or None when the connection has ended. If that
# was without a bye and `remote` is true, run() connects again.


class _Stdio:
    """One JSON object per line on stdin and stdout."""

    remote = False

    def __init__(self):
        # Messages get descriptors of their own. Descriptor 1 becomes stderr, so that a print(), a
        # library's banner or a child process cannot write between the messages. Descriptor 0
        # becomes empty, so that no other code reads a message.
        # With messages from a file, descriptor 0 remains, for a debugger.
        saved = os.environ.get("DOMINO_ARENA_MESSAGES")
        self.input, self.output = os.open(saved, os.O_RDONLY) if saved else os.dup(0), os.dup(1)
        os.dup2(2, 1)
        if not saved:
            nothing = os.open(os.devnull, os.O_RDONLY)
            os.dup2(nothing, 0)
            os.close(nothing)
        if hasattr(sys.stdout, "reconfigure"):
            sys.stdout.reconfigure(line_buffering=True)  # like stderr
        self.rest = b""
        # json.dumps would make an encoder for every message, and json.loads would guess the
        # encoding of every line.
        self.encode = json.JSONEncoder(separators=(",", ":")).encode
        self.decoder = json.JSONDecoder()

    def send(self, message):
        self._write(self.encode(message).encode() + b"\n")

    def act(self, req, choice):
        # With cold caches the encoder takes 0.016 ms, even for so short a message.
        self._write(b'{"type":"act","req":%d,"choice":%d}\n' % (req, choice))

    def _write(self, line):
        try:
            while line:
                line = line[os.write(self.output, line) :]
        except BrokenPipeError:
            pass  # the arena has ended; receive() will report it

    def receive(self):
        messages = []
        while not messages:
            received = os.read(self.input, 1 << 16)  # what a pipe holds
            if not received:
                return None
            *lines, self.rest = (self.rest + received).split(b"\n")
            messages = [self._decode(line.decode()) for line in map(bytes.strip, lines) if line]
        return messages

    def _decode(self, line):
        message, end = self.decoder.raw_decode(line)
        if end < len(line):
            self.decoder.decode(line)  # raises an error that says what is wrong
        return message

    def close(self):
        os.close(self.input)
        os.close(self.output)


class _Zmq:
    """One MessagePack map per frame on a DEALER socket; one socket is one connection."""

    def __init__(self, environ):
        import msgpack
        import zmq

        self.zmq = zmq
        self.pack = msgpack.Packer().pack  # packb would make a new Packer for every message
        self.unpack = functools.partial(msgpack.unpackb, use_list=False, strict_map_key=False)
        self.endpoint = environ["DOMINO_ARENA_ENDPOINT"]
        self.remote = "DOMINO_ARENA_SERVER_KEY" in environ
        self.context = zmq.Context()
        self.socket = self.context.socket(zmq.DEALER)
        self._identify(environ)
        self.socket.linger = 200  # ms; so that the process ends in time
        self.socket.sndhwm = 0  # no limit: a send is refused only if there is no connection
        # libzmq must not reconnect by itself, because a new connection must begin with a hello.
        self.socket.reconnect_ivl = -1
        self.monitor = self.socket.get_monitor_socket(
            zmq.EVENT_HANDSHAKE_FAILED_AUTH | zmq.EVENT_DISCONNECTED | zmq.EVENT_CLOSED
        )
        self.poller = zmq.Poller()
        self.poller.register(self.socket, zmq.POLLIN)
        self.poller.register(self.monitor, zmq.POLLIN)
        self.socket.connect(self.endpoint)

    def _identify(self, environ):
        if self.remote:
            self.socket.curve_serverkey = environ["DOMINO_ARENA_SERVER_KEY"].encode()
            self.socket.curve_publickey = environ["DOMINO_ARENA_PUBLIC_KEY"].encode()
            self.socket.curve_secretkey = environ["DOMINO_ARENA_SECRET_KEY"].encode()
            self.socket.ipv6 = True
            self.socket.heartbeat_ivl = 5000  # ms; detects a network that fails silently
        else:
            self.socket.plain_username = b"bot"
            self.socket.plain_password = environ["DOMINO_ARENA_TOKEN"].encode()

    def send(self, message):
        try:
            self.socket.send(self.pack(message), self.zmq.NOBLOCK)
        except self.zmq.Again:
            pass  # the arena has ended; receive() will report it

    def act(self, req, choice):
        self.send({"type": "act", "req": req, "choice": choice})

    def receive(self):
        while True:
            self.poller.poll()
            messages = self._drain()
            if messages:
                return messages
            if self._ended():
                return None

    def _drain(self):
        messages = []
        # To ask first is cheaper than an exception when nothing is left. After a bot has thought for
        # 1 ms, the exception takes 0.02 ms.
        while self.socket.getsockopt(self.zmq.EVENTS) & self.zmq.POLLIN:
            frame = self.socket.recv(self.zmq.NOBLOCK)
            if frame.startswith(_PackedAsks.HEAD):
                asks = _PackedAsks(frame, self.unpack)
                messages.append({"type": "asks", "asks": asks})
            else:
                messages.append(self.unpack(frame))
        return messages

    def _ended(self):
        if not self.monitor.poll(0):
            return False
        # The event of zmq_socket_monitor(3). It is read here because pyzmq's own reader imports
        # asyncio, which takes a third of a bot's start.
        event = int.from_bytes(self.monitor.recv_multipart()[0][:2], sys.byteorder)
        if event == self.zmq.EVENT_HANDSHAKE_FAILED_AUTH:
            raise PermissionError("the arena does not accept the token or key of this bot")
        if event == self.zmq.EVENT_CLOSED and not self.remote:
            raise ConnectionError(f"there is no arena at {self.endpoint}")
        return True

    def close(self):
        self.context.destroy()
