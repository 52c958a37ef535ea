"""A bot that misbehaves on purpose, for the tests: `hostile.py MODE [N]`.

It plays the first legal action, and at its N-th ask (from 1) does what MODE says.
Written against the wire, not the SDK, which would not let it.
"""
import os
import signal
import sys
import time

import msgpack
import zmq

MODE = sys.argv[1] if len(sys.argv) > 1 else "good"
AT = int(sys.argv[2]) if len(sys.argv) > 2 else 1
FOR_EVER = 3600
TABLES = 4
TYPES = ("welcome", "match", "ask", "round", "result", "fault", "bye")


class Bot:
    def __init__(self):
        self.socket = zmq.Context.instance().socket(zmq.REQ if MODE == "req-socket" else zmq.DEALER)
        self.socket.plain_username = b"bot"
        self.socket.plain_password = os.environ["DOMINO_ARENA_TOKEN"].encode()
        self.socket.linger = 200
        self.socket.connect(os.environ["DOMINO_ARENA_ENDPOINT"])

    def send(self, **message):
        self.socket.send(msgpack.packb(message))

    def act(self, ask, choice=0):
        self.send(type="act", req=ask["req"], choice=choice)

    def hello(self, **other):
        self.send(**{"type": "hello", "protocol": 1, "max_tables": TABLES, "language": "python", **other})

    def play(self):
        asks = 0
        tables = set()
        while True:
            message = msgpack.unpackb(self.socket.recv())
            if message["type"] not in TYPES:
                if MODE == "no-new-types":
                    sys.exit("what is a " + message["type"])
                continue
            if MODE == "no-new-keys" and "novelty" in message:
                sys.exit("what is a novelty")
            if MODE == "one-table" and message["type"] in ("match", "result"):
                tables ^= {message["table"]}
                if len(tables) > 1:
                    sys.exit("two tables at once")
            if message["type"] == "bye":
                return
            if MODE == "die-at-match" and message["type"] == "match":
                os._exit(3)
            if message["type"] == "ask":
                asks += 1
                answer = AT_ASK.get(MODE, Bot.act) if asks == AT else Bot.act
                answer(self, message)


def die(number):
    return lambda bot, ask: os.kill(os.getpid(), number)


def exit_when_idle(bot, ask):
    """From now on: answer, and leave as soon as nothing is owed for a while."""
    bot.act(ask)
    while bot.socket.poll(300):
        message = msgpack.unpackb(bot.socket.recv())
        if message["type"] == "bye":
            return
        if message["type"] == "ask":
            bot.act(message)
    os._exit(0)


def answer_slowly(bot, ask):
    time.sleep(2)
    bot.act(ask)


def answer_late(bot, ask):
    # Asks that wait add up to the time there is.
    time.sleep(TABLES * ask["clock"]["move_ms"] / 1000 + 0.5)
    bot.act(ask)


def fall_silent(bot, ask):
    time.sleep(FOR_EVER)


def send_strays(count, then):
    def send(bot, ask):
        for _ in range(count):
            bot.send(type="act", req=12345, choice=0)
        then(bot, ask)
    return send


def send_raw(*frames):
    def send(bot, ask):
        bot.socket.send_multipart(list(frames))
        fall_silent(bot, ask)
    return send


def send_act(**fields):
    def send(bot, ask):
        bot.send(type="act", req=ask["req"], **fields)
    return send


def disconnect(bot, ask):
    bot.socket.close(linger=0)
    time.sleep(FOR_EVER)


def flood_stderr(bot, ask):
    for _ in range(200):
        sys.stderr.write("x" * 65535 + "\n")
    bot.act(ask)


def fork_and_die(bot, ask):
    if os.fork() == 0:
        os.setsid()
        time.sleep(FOR_EVER)
    os.kill(os.getpid(), signal.SIGKILL)


def repeat_late_answers(bot, ask):
    """One late answer, then the same one for ever."""
    answer_late(bot, ask)
    while True:
        bot.act(ask)


def stop_host(bot, ask):
    """Only where the arena is not root's may a bot do this to its host."""
    os.kill(os.getppid(), signal.SIGSTOP)
    bot.act(ask)


def kill_host(bot, ask):
    os.kill(os.getppid(), signal.SIGKILL)
    time.sleep(FOR_EVER)


def make_closed_folder(bot, ask):
    path = os.path.join(os.environ["TMPDIR"], "closed", "inside")
    os.makedirs(path)
    with open(os.path.join(path, "file"), "w"):
        pass
    os.chmod(path, 0)
    os.chmod(os.path.dirname(path), 0o555)
    bot.act(ask)


def close_output(bot, ask):
    os.close(1)
    os.close(2)
    bot.act(ask)


def hog_memory(bot, ask):
    """Three children with a third each, so that no single process is over its limit."""
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


def say_user(bot, ask):
    print("user", os.getuid(), "group", os.getgid(), file=sys.stderr)
    bot.act(ask)


AT_ASK = {
    "repeat-late": repeat_late_answers,
    "stop-host": stop_host,
    "kill-host": kill_host,
    "closed-folder": make_closed_folder,
    "close-output": close_output,
    "hog-memory": hog_memory,
    "hog-processes": hog_processes,
    "fill-disk": fill_disk,
    "crash": die(signal.SIGKILL),
    "segv": die(signal.SIGSEGV),
    "stop": die(signal.SIGSTOP),
    "exit": lambda bot, ask: os._exit(0),
    "exit-when-idle": exit_when_idle,
    "slow": answer_slowly,
    "orphan": fork_and_die,
    "silent": fall_silent,
    "late": answer_late,
    "illegal": send_act(choice=9999),
    "negative": send_act(choice=-1),
    "illegal-action": send_act(action=["play", 0, 1, 0]),
    "both": send_act(choice=0, action=["draw"]),
    "neither": send_act(),
    "float": send_act(choice=0.0),
    "too-large": send_act(choice=0, pad="x" * 70000),
    "garbage": send_raw(b"\xc1\xff\x00 no message"),
    "lengths": send_raw(b"\xdd\xff\xff\xff\xff"),
    "multipart": send_raw(b"\x80", b"\x80"),
    "second-hello": lambda bot, ask: bot.hello(),
    "strays": send_strays(9, fall_silent),
    "few-strays": send_strays(8, Bot.act),
    "disconnect": disconnect,
    "flood-stderr": flood_stderr,
    "say-user": say_user,
}


def main():
    if MODE == "no-hello":
        time.sleep(FOR_EVER)
    if MODE == "exit-at-start":
        sys.exit("I do not want to play")
    bot = Bot()
    if MODE == "first-not-hello":
        bot.send(type="act", req=1, choice=0)
        time.sleep(FOR_EVER)
    bot.hello(**{"wrong-protocol": {"protocol": 2}, "bad-limits": {"batch": 1000}}.get(MODE, {}))
    if MODE == "impatient" and not bot.socket.poll(1000):
        sys.exit("nobody there")
    bot.play()
    if MODE == "linger":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        time.sleep(FOR_EVER)


main()
