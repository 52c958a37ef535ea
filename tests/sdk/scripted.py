"""A scripted arena: the messages that it says, and both transports over which it talks to a bot as a real process."""

import atexit
import contextlib
import json
import queue
import shutil
import subprocess
import tempfile
import threading
import time

import msgpack
import zmq
from barrier import GIVE_UP_S
from zmq.utils import z85


# -- Messages of the arena ------------------------------------------------------------------------

WELCOME = {
    "type": "welcome",
    "protocol": 1,
    "arena": "test",
    "bot": "registered",
    "limits": {"startup_ms": 10000, "move_ms": 1000, "bank_ms": 0, "increment_ms": 0,
               "margin_ms": 20, "message_bytes": 65536},
    "variants": {"draw-2": {"players": 2, "arms": 2, "draw_mode": "optional"}},
}
BYE = {"type": "bye", "reason": "nothing more to play"}


def match(table, **changes):
    return {"type": "match", "table": table, "variant": "draw-2", "seat": 0, "seats": 2,
            "teams": False, "bots": ["registered", "other"], "seed": 5, "commit": "00ff", **changes}


def ask(req, table=1, **changes):
    return {
        "type": "ask", "req": req, "table": table, "variant": "draw-2", "seat": 0, "seats": 2,
        "seed": 5, "round": 1, "scores": [0, 0], "leader": 1, "lead": "lots",
        "hand": [[4, 1], [4, 4], [5, 2]], "ends": [4, 2], "counts": [3, 6], "stock": 14, "drawable": 12, "drawn": 0,
        "history": [[1, "lead", 4, 2, 0]],
        "legal": [["play", 4, 1, 0], ["play", 4, 4, 0], ["play", 5, 2, 1], ["draw"]],
        "clock": {"move_ms": 1000, "bank_ms": 0}, **changes,
    }


def asks(*several):
    return {"type": "asks", "asks": [{k: v for k, v in a.items() if k != "type"} for a in several]}


def answers_of(message):
    """Returns the answers of an act or acts message as {req: choice}."""
    return {act["req"]: act["choice"] for act in message.get("acts", [message])}


def round_over(table):
    return {"type": "round", "table": table, "round": 1, "end": "domino", "by": 0,
            "hands": [[], [[6, 6], [1, 0]]], "points": [13, 0], "scores": [13, 0]}


def result(table):
    return {"type": "result", "table": table, "places": [1, 2], "scores": [100, 40],
            "end": "normal", "fault_seat": -1}


def fault(table):
    return {"type": "fault", "table": table, "code": "timeout", "text": "late", "tolerated": True}


# -- The arenas -----------------------------------------------------------------------------------


class BareProcess:
    """A bot as a real process, without a connection yet."""

    stdin = subprocess.DEVNULL

    def __init__(self, folder, argv, stdout=None, **environ):
        self.log = tempfile.TemporaryFile()
        self.process = subprocess.Popen(
            argv,
            cwd=folder,
            env={"PATH": "/usr/local/bin:/usr/bin:/bin", "LANG": "C.UTF-8", **environ},
            stdin=self.stdin,
            stdout=self.log if stdout is None else stdout,
            stderr=self.log,
        )

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def tell(self, *messages):
        for message in messages:
            self.send(message)

    def gather(self, count):
        """Receives `count` answers. Returns them as {req: choice}, and the number of messages."""
        answers, messages = {}, 0
        while len(answers) < count:
            answers.update(answers_of(self.receive()))
            messages += 1
        return answers, messages

    def ended(self):
        """Waits for the end of the bot. Returns its exit status and its log."""
        status = self.process.wait(GIVE_UP_S)
        self.log.seek(0)
        return status, self.log.read().decode()

    def close(self):
        self.process.kill()
        self.process.wait()
        self.log.close()


def new_folder():
    """Returns a folder that is removed at the end of the tests."""
    folder = tempfile.mkdtemp(prefix="sdk")
    atexit.register(shutil.rmtree, folder)
    return folder


class StdioArena(BareProcess):
    stdin = subprocess.PIPE

    def __init__(self, folder, argv, **environ):
        super().__init__(folder, argv, stdout=subprocess.PIPE, **environ)
        self.lines = queue.Queue()
        self.hears = threading.Event()
        self.hears.set()
        self.reader = threading.Thread(target=self._read)
        self.reader.start()

    def _read(self):
        for line in self.process.stdout:
            self.hears.wait()
            self.lines.put(line)

    def write(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def send(self, message):
        self.write(json.dumps(message).encode() + b"\n")

    def receive(self):
        return json.loads(self.lines.get(timeout=GIVE_UP_S))

    def hang_up(self):
        self.process.stdin.close()

    def close(self):
        super().close()
        self.hears.set()
        self.reader.join()
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.close()
        self.process.stdout.close()


class Gate:
    """A ROUTER socket. `accepts` decides about each connection; replies go to the peer of the last message."""

    def __init__(self, accepts, endpoint, **options):
        self.context = zmq.Context()
        self.accepts = accepts
        self.doorman = self.context.socket(zmq.REP)
        self.doorman.bind("inproc://zeromq.zap.01")
        self.thread = threading.Thread(target=self._guard)
        self.thread.start()
        self.endpoint = endpoint
        self.open(**options)

    def open(self, **options):
        self.router = self.context.socket(zmq.ROUTER)
        self.router.linger = 1000
        self.router.zap_domain = b"test"
        for name, value in options.items():
            setattr(self.router, name, value)
        self._bind()
        self.endpoint = self.router.last_endpoint.decode().rstrip("\0")

    def _bind(self):
        for _ in range(GIVE_UP_S * 100):
            try:
                return self.router.bind(self.endpoint)
            except zmq.ZMQError as error:
                if error.errno != zmq.EADDRINUSE:
                    raise
            time.sleep(0.01)  # the port of a closed socket is free only after a moment
        raise TimeoutError(f"{self.endpoint} stays in use")

    def _guard(self):
        with contextlib.suppress(zmq.ContextTerminated):
            while True:
                version, number, _, _, _, mechanism, *proof = self.doorman.recv_multipart()
                status = b"200" if self.accepts(mechanism, proof) else b"400"
                self.doorman.send_multipart([version, number, status, b"", b"", b""])
        self.doorman.close(0)

    def send(self, message):
        self.router.send_multipart([self.bot, msgpack.packb(message)])

    def receive(self):
        if not self.router.poll(GIVE_UP_S * 1000):
            raise TimeoutError("the bot says nothing")
        self.bot, *frames = self.router.recv_multipart()
        if len(frames) != 1:
            raise ValueError(f"{len(frames)} frames instead of one")
        return msgpack.unpackb(frames[0])

    def hang_up(self):
        self.router.close()

    def close(self):
        self.router.close()
        self.context.term()
        self.thread.join()


class ZmqArena(BareProcess):
    def __init__(self, folder, argv, token="secret", **environ):
        self.gate = Gate(
            lambda mechanism, proof: (mechanism, proof) == (b"PLAIN", [b"bot", b"secret"]),
            f"ipc://{folder}/gate",
            plain_server=True,
        )
        self.send, self.receive, self.hang_up = (
            self.gate.send, self.gate.receive, self.gate.hang_up)
        super().__init__(
            folder, argv, DOMINO_ARENA_ENDPOINT=self.gate.endpoint, DOMINO_ARENA_TOKEN=token, **environ)

    def close(self):
        super().close()
        self.gate.close()


class RemoteGate(Gate):
    """Accepts the bot with the keys of `environ`, and counts its connections."""

    def __init__(self, address):
        (public, secret), (bot_public, bot_secret) = zmq.curve_keypair(), zmq.curve_keypair()
        self.options = {"ipv6": 1, "curve_server": True, "curve_publickey": public,
                        "curve_secretkey": secret}
        self.proof = [z85.decode(bot_public)]
        self.entered = threading.Semaphore(0)
        super().__init__(self.lets_in, f"tcp://{address}:*", **self.options)
        self.environ = {"DOMINO_ARENA_ENDPOINT": self.endpoint,
                        "DOMINO_ARENA_SERVER_KEY": public.decode(),
                        "DOMINO_ARENA_PUBLIC_KEY": bot_public.decode(),
                        "DOMINO_ARENA_SECRET_KEY": bot_secret.decode()}

    def lets_in(self, mechanism, proof):
        self.entered.release()
        return mechanism == b"CURVE" and proof == self.proof

    def cut(self):
        """Closes the connection and opens the socket again."""
        self.hang_up()
        self.open(**self.options)


class RemoteArena(BareProcess):
    """Talks to a remote bot, which has the keys of a gate."""

    def __init__(self, folder, argv, address="127.0.0.1", **environ):
        self.gate = RemoteGate(address)
        self.send, self.receive, self.cut = self.gate.send, self.gate.receive, self.gate.cut
        super().__init__(folder, argv, **self.gate.environ, **environ)

    def close(self):
        super().close()
        self.gate.close()
