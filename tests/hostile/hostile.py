"""A bot that misbehaves on purpose, for the tests: `hostile.py MODE [WHEN]`.

It plays the first legal action, and misbehaves once. MODE says how: ACTIONS below lists the modes. The
mode "patient" does not misbehave: it only thinks long before the leads of a few rounds. WHEN says at
which moment the bot misbehaves:

    5        at its fifth ask (default: the first ask)
    each     at every ask
    idle     when it certainly has no outstanding ask: a round has ended, the patient bot is thinking about
             the next lead, and this bot's last answer is more recent than that bot's thinking time
    answered just after it has answered its first ask
    start    before its hello, or instead of it
    welcome, match, result, bye   when it gets its first message of that type

It does not use the SDK, because the SDK prevents most faults. It speaks ZeroMQ, or stdio if the arena
starts it for stdio.
"""
import contextlib
import json
import os
import select
import signal
import socket
import sys
import threading
import time

import msgpack

MODE = sys.argv[1] if len(sys.argv) > 1 else "good"
ONLY_WHEN = {"exit-at-start": "start", "no-hello": "start", "die-at-match": "match", "linger": "bye",
             "linger-once": "bye",
             "first-not-hello": "start"}
WHEN = ONLY_WHEN.get(MODE) or (sys.argv[2] if len(sys.argv) > 2 else "1")
FOR_EVER = 3600
PATIENCE_S, PATIENT_ROUNDS = 7, range(2, 6)
IDLE_S = 4  # the rest of PATIENCE_S is for the arena to notice the misbehaviour
HOLD_S, HOLD_STEP_S = 20, 0.3
SLOW_START_S = 3
RELAY_S, LEG_S = 1, 0.03
DEEP = 1000
TARGET = 100  # of block-2
TABLES = 1 if MODE == "patient" else 4
IS_STDIO = "DOMINO_ARENA_ENDPOINT" not in os.environ
if not IS_STDIO:
    import zmq  # which takes longer than all the rest of a start
TYPES = ("welcome", "match", "ask", "round", "result", "fault", "bye")


class Pipes:
    """Has the methods of a socket, for stdin and stdout."""

    def __init__(self):
        self.come = b""

    def poll(self, ms):
        return b"\n" in self.come or bool(select.select([0], [], [], ms / 1000)[0])

    def recv(self):
        while b"\n" not in self.come:
            more = os.read(0, 65536)
            if not more:
                sys.exit("the arena has ended")
            self.come += more
        line, self.come = self.come.split(b"\n", 1)
        return line

    def send(self, line):
        self.write(line + b"\n")

    def write(self, data):
        while data:
            data = data[os.write(1, data):]

    def send_multipart(self, frames):
        self.send(b"".join(frames))

    def close(self, linger):
        os.close(1)


def unconnected_socket(password):
    made = zmq.Context.instance().socket(zmq.REQ if MODE == "req-socket" else zmq.DEALER)
    made.plain_username = b"bot"
    made.plain_password = password.encode()
    made.linger = 200
    return made


def zmq_socket():
    made = unconnected_socket(os.environ["DOMINO_ARENA_TOKEN"])
    made.connect(os.environ["DOMINO_ARENA_ENDPOINT"])
    return made


def pack(message):
    return json.dumps(message).encode() if IS_STDIO else msgpack.packb(message)


def unpack(message):
    return json.loads(message) if IS_STDIO else msgpack.unpackb(message)


class Bot:
    def __init__(self):
        self.tables = set()
        self.answered = 0
        self.answered_s = -PATIENCE_S
        self.led = self.seat = None  # the round that it leads, and its seat
        self.socket = Pipes() if IS_STDIO else zmq_socket()

    def send(self, **message):
        self.socket.send(pack(message))

    def act(self, ask, choice=0):
        if "req" in ask:
            self.answered_s = time.monotonic()
            self.send(type="act", req=ask["req"], choice=choice)
            self.answered = ask["req"]

    def answer_bundle(self, bundle):
        if MODE == "one-of-bundle":
            self.act(bundle[0])
        elif MODE == "one-req-for-bundle":
            self.send(type="acts", acts=[{"req": bundle[0]["req"], "choice": 0} for _ in bundle])
        else:
            self.send(type="acts", acts=[{"req": ask["req"], "choice": 0} for ask in bundle])

    def hello(self, **other):
        self.send(**{"type": "hello", "protocol": 1, "max_tables": TABLES, "language": "python",
                     "events": WHEN == "idle", **other})

    def complain(self, message):
        """Ends the bot, if MODE says that it does not tolerate this message as bots must."""
        if MODE == "no-new-types" and message["type"] not in TYPES:
            sys.exit("what is a " + message["type"])
        if MODE == "no-new-keys" and "novelty" in message:
            sys.exit("what is a novelty")
        if MODE == "one-table" and message["type"] in ("match", "result"):
            self.tables ^= {message["table"]}
            if len(self.tables) > 1:
                sys.exit("two tables at the same time")

    def is_idle(self, message):
        """Returns whether this bot certainly has no outstanding ask. Silence is no proof, because on a busy
        machine an ask may be on its way for seconds. But when a round of block-2 ends that this bot led,
        the other bot leads the next one, and the patient bot thinks about that for a long time."""
        if message["type"] == "ask":
            self.led = message["round"] if message["leader"] == message["seat"] else None
        if message["type"] != "round" or message["round"] != self.led or max(message["scores"]) >= TARGET:
            return False
        return self.led + 1 in PATIENT_ROUNDS and time.monotonic() - self.answered_s < IDLE_S

    def play(self):
        asks, seen = 0, set()
        while True:
            message = unpack(self.socket.recv())
            kind = message["type"]
            self.complain(message)
            self.seat = message.get("seat", self.seat)
            asks += kind == "ask"
            if MODE == "say-hands" and kind == "ask":
                say_hand(message, asks)
            if WHEN == "idle" and "idle" not in seen and self.is_idle(message):
                seen.add("idle")
                ACTIONS[MODE](self, {})
            elif kind == "ask" and WHEN == "answered" and asks == 1:
                self.act(message)
                ACTIONS[MODE](self, message)
            elif MODE in ACTIONS and WHEN == "each" and kind == "ask":
                ACTIONS[MODE](self, message)
            elif MODE in ACTIONS and WHEN == (str(asks) if kind == "ask" else kind) and WHEN not in seen:
                seen.add(WHEN)
                ACTIONS[MODE](self, message)
            elif kind == "asks":
                self.answer_bundle(message["asks"])
            elif kind == "ask":
                is_patient = MODE == "patient" and message["round"] in PATIENT_ROUNDS and not message["history"]
                time.sleep(PATIENCE_S if is_patient else 0)
                self.act(message)
            if kind == "bye":
                return


def die(number):
    return lambda bot, ask: os.kill(os.getpid(), number)


def then_answer(attack):
    """Does this first."""
    def action(bot, ask):
        attack()
        bot.act(ask)
    return action


def exit_when_idle(bot, ask):
    """From now on answers, and exits when there was no ask for 0.3 s."""
    bot.act(ask)
    while bot.socket.poll(300):
        message = unpack(bot.socket.recv())
        if message["type"] == "bye":
            return
        if message["type"] == "ask":
            bot.act(message)
    os._exit(0)


def spin(bot, ask):
    end = time.monotonic() + 60
    while time.monotonic() < end:
        pass


def relay(bot, ask):
    """Computes for one second of CPU time, spread over many short-lived processes."""
    while sum(os.times()[2:4]) < RELAY_S:
        if os.fork() == 0:
            while time.process_time() < LEG_S:
                pass
            os._exit(0)
        os.wait()
    bot.act(ask)


def answer_slowly(bot, ask):
    time.sleep(2)
    bot.act(ask)


def answer_late(bot, ask):
    # The time budget grows with every outstanding ask, so this waits for the time of all tables.
    time.sleep(TABLES * ask["clock"]["move_ms"] / 1000 + 0.5)
    bot.act(ask)


def fall_silent(bot, ask):
    time.sleep(FOR_EVER)


def send_strays(count, then, is_replay=False):
    """Sends answers that nothing asked for, or the answer to an earlier ask again."""
    def send(bot, ask):
        for _ in range(count):
            bot.send(type="act", req=bot.answered if is_replay else 12345, choice=0)
        then(bot, ask)
    return send


def answer_with_strays(bot, ask):
    """Sends a good answer and, in the same message, nine strays, which end the process."""
    stray = {"req": 12345, "choice": 0}
    bot.send(type="acts", acts=[{"req": ask["req"], "choice": 0}] + 9 * [stray])
    fall_silent(bot, ask)


def answer_and_exit(bot, ask):
    """For stdio: bytes that were written arrive even if the process exits immediately."""
    bot.act(ask)
    os._exit(0)


def send_raw(*frames):
    def send(bot, ask):
        bot.socket.send_multipart(list(frames))
        fall_silent(bot, ask)
    return send


def send_bytes_of(make):
    """Sends a message that `make` derives from a correct answer."""
    def send(bot, ask):
        bot.socket.send(make(pack({"type": "act", "req": ask.get("req", 1), "choice": 0})))
        fall_silent(bot, ask)
    return send


def send_act(**fields):
    def send(bot, ask):
        bot.send(type="act", req=ask["req"], **fields)
    return send


def disconnect(bot, ask):
    bot.socket.close(linger=0)
    time.sleep(FOR_EVER)


def too_huge(bot, ask):
    """Sends more than the host's libzmq accepts: it ends the connection, and the bot's libzmq reconnects."""
    bot.socket.send(bytes(200000))


def reconnect(bot, ask):
    """Continues on another connection."""
    bot.socket.close(linger=0)
    bot.socket = zmq_socket()
    bot.hello()
    bot.act(ask)


def write_without_end(chunk):
    def write(bot, ask):
        while True:
            bot.socket.write(chunk)
    return write


def half_line(bot, ask):
    bot.socket.write(b'{"type": "act", "re')
    fall_silent(bot, ask)


def close_input(bot, ask):
    bot.act(ask)
    os.close(0)
    fall_silent(bot, ask)


def flood(file):
    for _ in range(200):
        file.write("x" * 65535 + "\n")


def fork_and_die(bot, ask):
    if os.fork() == 0:
        os.setsid()
        time.sleep(FOR_EVER)
    os.kill(os.getpid(), signal.SIGKILL)


def repeat_late_answers(bot, ask):
    """Sends one late answer, then repeats it for ever."""
    answer_late(bot, ask)
    while True:
        bot.act(ask)


def stop_host():
    """Stops its host. A bot can do this only if the arena is not run by root."""
    os.kill(os.getppid(), signal.SIGSTOP)


def kill_host(bot, ask):
    os.kill(os.getppid(), signal.SIGKILL)
    time.sleep(FOR_EVER)


def make_deep_folder():
    os.chdir(os.environ["TMPDIR"])
    for _ in range(DEEP):
        os.mkdir("deep")
        os.chdir("deep")


def make_closed_folder():
    path = os.path.join(os.environ["TMPDIR"], "closed", "inside")
    os.makedirs(path)
    with open(os.path.join(path, "file"), "w"):
        pass
    os.chmod(path, 0)
    os.chmod(os.path.dirname(path), 0o555)


def close_output():
    os.close(1)
    os.close(2)


# -- attacks on its socket ---------------------------------------------------------

def raw_connection():
    connection = socket.socket(socket.AF_UNIX)
    connection.connect(os.environ["DOMINO_ARENA_ENDPOINT"].removeprefix("ipc://"))
    return connection


KEPT = []  # open until the end


def random_connections():
    """Sends random bytes, which are not ZMTP."""
    for _ in range(50):
        connection = raw_connection()
        with contextlib.suppress(OSError):  # closed already
            connection.sendall(os.urandom(3000))
        connection.close()


def half_handshakes(bot, ask):
    hold_open(bot, ask, b"\xff\0\0")


def greetings(bot, ask):
    """Sends a complete greeting and a handshake that never ends."""
    hold_open(bot, ask, b"\xff" + bytes(8) + b"\x7f\3\0PLAIN" + bytes(15) + bytes(32) + b"\4\x40\5HEL")


def hold_open(bot, ask, first_bytes):
    """Opens connections that send these bytes and no more. The bot continues to answer, slowly, so that
    the match lasts until the host has closed all connections. If the host does not close them, the bot
    exits."""
    connections = [raw_connection() for _ in range(20)]
    for connection in connections:
        connection.sendall(first_bytes)
    bot.act(ask)
    end = time.monotonic() + HOLD_S
    while connections and time.monotonic() < end:
        connections = still_open(connections)
        answer_what_is_there(bot)
    if connections:
        print(len(connections), "are still open", file=sys.stderr, flush=True)
        os._exit(1)
    print("all closed", file=sys.stderr, flush=True)


def still_open(connections):
    readable = select.select(connections, [], [], HOLD_STEP_S)[0]
    return [connection for connection in connections if connection not in readable or has_byte(connection)]


def has_byte(connection):
    try:
        return connection.recv(4096) != b""
    except ConnectionError:
        return False


def answer_what_is_there(bot):
    while bot.socket.poll(0):
        message = unpack(bot.socket.recv())
        if message["type"] == "ask":
            bot.act(message)


def flood_connections():
    with contextlib.suppress(OSError):
        for _ in range(400):
            KEPT.append(raw_connection())
    while KEPT:
        KEPT.pop().close()


def impersonate(bot, ask):
    """A second connection with the same password sends hello and a wrong answer."""
    other = Bot()
    other.hello()
    other.send(type="act", req=ask["req"], choice=9999)
    time.sleep(0.1)
    bot.act(ask)


def event_of(monitor):
    """Reads an event of zmq_socket_monitor(3). pyzmq's own reader would import asyncio, which is slow."""
    return int.from_bytes(monitor.recv_multipart()[0][:2], sys.byteorder)


def wrong_token(bot, ask):
    """A second connection with a wrong password sends more messages than a fault needs."""
    other = unconnected_socket("0" * 64)
    news = other.get_monitor_socket(zmq.EVENT_HANDSHAKE_SUCCEEDED | zmq.EVENT_HANDSHAKE_FAILED_AUTH)
    other.connect(os.environ["DOMINO_ARENA_ENDPOINT"])
    with contextlib.suppress(zmq.Again):  # once it is refused, there is no peer
        for _ in range(200):
            other.send(pack({"type": "act", "req": 12345, "choice": 0}), zmq.NOBLOCK)
    KEPT.append(other)
    bot.act(ask)
    end = time.monotonic() + HOLD_S
    while not news.poll(int(1000 * HOLD_STEP_S)) and time.monotonic() < end:
        answer_what_is_there(bot)
    if news.poll(0) and event_of(news) == zmq.EVENT_HANDSHAKE_FAILED_AUTH:
        print("refused", file=sys.stderr, flush=True)


def zmtp_connection():
    """Returns a new connection after its handshake (rfc.zeromq.org, 23 and 24)."""
    connection = raw_connection()

    def command(name, body, answer):
        payload = bytes([len(name)]) + name + body
        connection.sendall(bytes([4, len(payload)]) + payload)
        come = b""
        while answer not in come:
            come += connection.recv(4096)

    def text(value):
        return bytes([len(value)]) + value

    connection.sendall(b"\xff" + bytes(8) + b"\x7f\3\0PLAIN" + bytes(15) + bytes(32))
    command(b"HELLO", text(b"bot") + text(os.environ["DOMINO_ARENA_TOKEN"].encode()), b"WELCOME")
    command(b"INITIATE", text(b"Socket-Type") + b"\0\0\0\6DEALER", b"READY")
    return connection


def send_until_closed(connection, chunk, pause_s=0):
    with contextlib.suppress(OSError):
        while True:
            connection.sendall(chunk)
            time.sleep(pause_s)


def endless_multipart():
    """Sends a multipart message that never ends, as fast as possible."""
    connection = zmtp_connection()
    part = b"\3" + (60000).to_bytes(8, "big") + bytes(60000)
    send_until_closed(connection, part)


def huge_frame():
    """Sends a frame that claims to have one terabyte."""
    connection = zmtp_connection()
    with contextlib.suppress(OSError):
        connection.sendall(b"\2" + (1 << 40).to_bytes(8, "big"))
        for _ in range(100):
            connection.sendall(bytes(60000))


def partial_frame():
    """Sends the first half of a frame, and never the rest."""
    KEPT.append(zmtp_connection())
    KEPT[-1].sendall(b"\0\x40half")


def drip():
    """Sends a frame byte by byte on a second connection, and never ends it."""
    connection = zmtp_connection()
    connection.sendall(b"\0\xff")
    threading.Thread(target=send_until_closed, args=(connection, b"x", 0.4), daemon=True).start()


def flood_messages(bot, ask):
    while True:
        bot.send(type="act", req=12345, choice=0)


def flood_for_ever():
    """A second connection sends messages without end, while the bot continues to play."""
    connection = zmtp_connection()
    frame = b"\0\x40" + bytes(64)
    threading.Thread(target=send_until_closed, args=(connection, frame * 100), daemon=True).start()


def act_twice(bot, ask):
    """Sends an answer twice; the second one is a stray."""
    bot.act(ask)
    bot.act(ask)


def unknown_type(bot, ask):
    bot.send(type="resign")
    bot.act(ask)


def act_early(bot, ask):
    """Sends answers with guessed `req` numbers."""
    bot.act(ask)
    for req in range(8):
        bot.send(type="act", req=req + (1 << 40), choice=0)


# -- attacks on the machine ----------------------------------------------------------

def hog_alone(bot, ask):
    """Allocates more memory in one block than a process may have."""
    block = os.urandom(1) * (1 << 30)
    time.sleep(FOR_EVER)
    del block


def hog_memfd(bot, ask):
    """Uses memory that no process has mapped, if the sandbox allows memfd_create."""
    try:
        files = [os.memfd_create(f"hog-{number}") for number in range(10)]
    except OSError:
        bot.act(ask)
        return
    for file in files:
        for _ in range(50):
            os.write(file, bytes(1 << 20))
    sys.exit("500 MB are in memory, and no process has them")


def hog_descriptors():
    with contextlib.suppress(OSError):
        while True:
            KEPT.append(open(os.devnull, "rb"))
    KEPT.clear()


def fill_files(folder):
    """Writes files of 16 MB until there is no room. Exits with status 1 if there is no limit."""
    with contextlib.suppress(OSError):
        for number in range(32):
            with open(os.path.join(folder, str(number)), "wb") as file:
                file.write(bytes(16 << 20))
        os._exit(1)


def hog_threads(bot, ask):
    for _ in range(200):
        try:
            threading.Thread(target=time.sleep, args=(FOR_EVER,), daemon=True).start()
        except RuntimeError:
            break
    time.sleep(FOR_EVER)


def fork_bomb(bot, ask):
    while True:
        try:
            os.fork()
        except OSError:
            time.sleep(0.01)


def make_children():
    """Starts two helpers that leave the bot's session, and leaves a zombie."""
    for leaves in (True, True, False):
        if os.fork() == 0:
            if not leaves:
                os._exit(0)
            os.setsid()
            time.sleep(FOR_EVER)


def leave_and_exit(bot, ask):
    make_children()
    os._exit(0)


def ignore_signals():
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGPIPE):
        signal.signal(number, signal.SIG_IGN)


def linger(bot, ask):
    ignore_signals()
    bot.act(ask)
    time.sleep(FOR_EVER)


def linger_once(bot, ask):
    """Lingers in only one of the processes that `check` starts: the one with an unknown key, in seat 0."""
    if "novelty" in ask and bot.seat == 0:
        linger(bot, ask)


def leave_when_told(bot, ask):
    """Exits only by SIGTERM, which the arena sends some time after bye."""
    signal.signal(signal.SIGTERM, say_signal_and_exit)
    time.sleep(FOR_EVER)


def say_signal_and_exit(number, frame):
    os.write(2, signal.Signals(number).name.encode() + b"\n")
    os._exit(0)


def refuse(bot, ask):
    sys.exit("I do not want to play")


def hog_memory(bot, ask):
    """Three children use a third each, so that no single process exceeds its limit."""
    for _ in range(3):
        if os.fork() == 0:
            block = bytearray(os.urandom(1)) * (100 << 20)
            time.sleep(FOR_EVER)
            del block
    time.sleep(FOR_EVER)


def hog_processes(bot, ask):
    for _ in range(40):
        try:
            if os.fork() == 0:
                time.sleep(FOR_EVER)
        except OSError:
            break
    time.sleep(FOR_EVER)


def fill_disk(bot, ask):
    signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
    with open(os.path.join(os.environ["TMPDIR"], "big"), "wb") as file:
        for _ in range(200):
            file.write(bytes(1 << 20))
    time.sleep(FOR_EVER)


def say_hand(ask, asks):
    """Prints the hand that it was dealt: the tiles that it holds and has played. Exits at its 50th ask."""
    dealt = ask["hand"] + [event[2:4] for event in ask["history"] if event[0] == ask["seat"] and event[1] != "pass"]
    print("dealt", sorted(dealt), file=sys.stderr, flush=True)
    if asks == 50:
        os._exit(1)


def say_user():
    print("user", os.getuid(), "group", os.getgid(), file=sys.stderr)


def leave_files():
    """Leaves folders without permissions, with files and links to /usr, in places where all users may write."""
    for place in ("/tmp", "/var/tmp", "/dev/shm"):
        path = os.path.join(place, f"left-by-bot.{os.getpid()}")
        os.makedirs(os.path.join(path, "inside"))
        os.symlink("/usr", path + ".link")
        for folder in (os.path.join(path, "inside"), path):
            with open(os.path.join(folder, "file"), "w"):
                pass
            os.chmod(folder, 0)
    say_user()


# -- the tables ------------------------------------------------------------------

NEST = b"\x81\xa1a" * 9 + b"\x80"

ACTIONS = {
    "act": Bot.act,
    "first-not-hello": Bot.act,
    # faults of its process
    "crash": die(signal.SIGKILL),
    "segv": die(signal.SIGSEGV),
    "abort": lambda bot, ask: os.abort(),
    "exit": lambda bot, ask: os._exit(0),
    "exit-1": lambda bot, ask: os._exit(1),
    "exit-at-start": refuse,
    "exit-when-idle": exit_when_idle,
    "answer-and-exit": answer_and_exit,
    "die-at-match": lambda bot, ask: os._exit(3),
    "stop": die(signal.SIGSTOP),
    "spin": spin,
    "relay": relay,
    "slow": answer_slowly,
    "silent": fall_silent,
    "no-hello": fall_silent,
    "late": answer_late,
    "orphan": fork_and_die,
    "leave-children": then_answer(make_children),
    "leave-and-exit": leave_and_exit,
    "ignore-signals": then_answer(ignore_signals),
    "linger": linger,
    "linger-once": linger_once,
    "leave-when-told": leave_when_told,
    "stop-host": then_answer(stop_host),
    "kill-host": kill_host,
    # faults of its answers
    "illegal": send_act(choice=9999),
    "negative": send_act(choice=-1),
    "illegal-action": send_act(action=["play", 0, 1, 0]),
    "pass-anyway": send_act(action=["pass"]),
    "draw-anyway": send_act(action=["draw"]),
    "both": send_act(choice=0, action=["draw"]),
    "neither": send_act(),
    "float": send_act(choice=0.0),
    "text-choice": send_act(choice="0"),
    "wide-choice": send_act(choice=1 << 60),
    "unknown-key": send_act(choice=0, mood="good"),
    "too-large": send_act(choice=0, pad="x" * 70000),
    "unknown-type": unknown_type,
    "second-hello": lambda bot, ask: bot.hello(),
    "act-twice": act_twice,
    "act-early": act_early,
    "strays": send_strays(9, fall_silent),
    "strays-beside": answer_with_strays,
    "few-strays": send_strays(8, Bot.act),
    "replay": send_strays(1, Bot.act, is_replay=True),
    "replay-often": send_strays(9, fall_silent, is_replay=True),
    "repeat-late": repeat_late_answers,
    # faults of its bytes
    "garbage": send_raw(b"\xc1\xff\x00 no message"),
    "empty": send_raw(b""),
    "lengths": send_raw(b"\xdd\xff\xff\xff\xff"),
    "long-array": send_raw(b"\xdd\x0f\xff\xff\xff"),
    "multipart": send_raw(b"\x80", b"\x80"),
    "truncated": send_bytes_of(lambda message: message[:-1]),
    "trailing": send_bytes_of(lambda message: message + b"\xc0"),
    "key-twice": send_bytes_of(lambda message: bytes([message[0] + 1]) + message[1:] + b"\xa6choice\0"),
    "not-a-map": send_raw(msgpack.packb([1, 2, 3])),
    "not-utf8": send_bytes_of(lambda message: message.replace(b"\xa6choice\0", b"\xa6action\x91\xa4\xff\xfe\xfd\xfc")),
    "odd-type": send_raw(b"\x81\xa4type\xa3\xff\xfe\xfd"),  # well formed, of an unknown type
    "nan": send_act(choice=float("nan")),
    "nested": send_raw(b"\x82\xa4type\xa3act\xa1x" + NEST),
    # faults of its lines, under stdio
    "say-aloud": then_answer(lambda: print("thinking ...", flush=True)),
    "half-line": half_line,
    "endless-line": write_without_end(b"x" * 60000),
    "blank-lines": write_without_end(b"\n" * 60000),
    "two-in-a-line": send_bytes_of(lambda message: message + message),
    "key-twice-json": send_bytes_of(lambda message: message[:-1] + b', "choice": 0}'),
    "not-utf8-json": send_bytes_of(lambda message: message[:-1] + b', "\xff": 0}'),
    "nested-json": send_raw(b'{"x": ' * 9 + b"0" + b"}" * 9),
    "byte-order-mark": send_bytes_of(lambda message: b"\xef\xbb\xbf" + message),
    "close-input": close_input,
    # attacks on its socket
    "disconnect": disconnect,
    "reconnect": reconnect,
    "too-huge": too_huge,
    "wrong-token": wrong_token,
    "random-connections": then_answer(random_connections),
    "half-handshakes": half_handshakes,
    "greetings": greetings,
    "flood-connections": then_answer(flood_connections),
    "impersonate": impersonate,
    "endless-multipart": then_answer(endless_multipart),
    "huge-frame": then_answer(huge_frame),
    "partial-frame": then_answer(partial_frame),
    "drip": then_answer(drip),
    "flood-messages": flood_messages,
    "flood-for-ever": then_answer(flood_for_ever),
    # attacks on the machine
    "hog-memory": hog_memory,
    "hog-alone": hog_alone,
    "hog-memfd": hog_memfd,
    "hog-shm": then_answer(lambda: fill_files("/dev/shm")),
    "hog-tmp": then_answer(lambda: fill_files(os.environ["TMPDIR"])),
    "hog-descriptors": then_answer(hog_descriptors),
    "hog-processes": hog_processes,
    "hog-threads": hog_threads,
    "fork-bomb": fork_bomb,
    "fill-disk": fill_disk,
    "closed-folder": then_answer(make_closed_folder),
    "deep-folder": then_answer(make_deep_folder),
    "leave-files": then_answer(leave_files),
    "close-output": then_answer(close_output),
    "flood-stderr": then_answer(lambda: flood(sys.stderr)),
    "flood-stdout": then_answer(lambda: flood(sys.stdout)),
    "say-user": then_answer(say_user),
}

# Modes with a wrong hello, and the fields that are wrong.
BUNDLES = {"max_tables": 4, "batch": 4}
ODD_HELLOS = {"one-of-bundle": BUNDLES, "one-req-for-bundle": BUNDLES,
              "wrong-protocol": {"protocol": 2}, "bad-limits": {"batch": 1000},
              "no-tables": {"max_tables": 0}, "long-name": {"language": "x" * 1000}}
# Modes that send something else instead of a hello at the moment "start". They need a socket.
NO_HELLOS = ("first-not-hello", "garbage", "multipart", "too-large", "flood-messages", "endless-line", "say-aloud")


def say_no_hello():
    bot = Bot()  # it must live until its messages are sent
    ACTIONS[MODE](bot, {"req": 1})
    time.sleep(FOR_EVER)


def main():
    if WHEN == "start" and MODE in NO_HELLOS:
        say_no_hello()
    elif WHEN == "start" and MODE in ACTIONS:
        ACTIONS[MODE](None, {})
    if MODE == "strays-beside":
        time.sleep(SLOW_START_S)
    bot = Bot()
    bot.hello(**ODD_HELLOS.get(MODE, {}))
    if MODE == "impatient" and not bot.socket.poll(1000):
        sys.exit("no welcome within a second")
    bot.play()


if __name__ == "__main__":
    main()
