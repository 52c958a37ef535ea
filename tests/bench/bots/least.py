"""The least that a bot in Python can do in an arena, without the SDK. It decodes every message, burns the same processor time
for every choice as think.py, and encodes an answer. Like a bot of the SDK it talks over ZeroMQ if DOMINO_ARENA_ENDPOINT is
set, else over stdin and stdout.

    least.py MICROSECONDS"""
import os
import sys
from random import random
from time import thread_time_ns

HELLO = {"type": "hello", "protocol": 1, "max_tables": 1, "multipart": True}


def over_zmq():
    """Returns three functions: one that says hello, one that sends an answer, and one that waits for the next message."""
    import msgpack
    import zmq

    socket = zmq.Context().socket(zmq.DEALER)
    socket.plain_username = b"bot"
    socket.plain_password = os.environ["DOMINO_ARENA_TOKEN"].encode()
    socket.connect(os.environ["DOMINO_ARENA_ENDPOINT"])
    return (lambda: socket.send(msgpack.packb(HELLO)),
            lambda req, choice: socket.send(msgpack.packb({"type": "act", "req": req, "choice": choice})),
            lambda: msgpack.unpackb(socket.recv(), use_list=False, strict_map_key=False))


def over_stdio():
    """The same three functions over stdin and stdout. Several messages may arrive at once."""
    import json

    decode = json.JSONDecoder().raw_decode

    def messages():
        rest = b""
        while received := os.read(0, 1 << 16):
            *lines, rest = (rest + received).split(b"\n")
            for line in lines:
                yield decode(line.decode())[0]

    return (lambda: os.write(1, json.dumps(HELLO).encode() + b"\n"),
            lambda req, choice: os.write(1, b'{"type":"act","req":%d,"choice":%d}\n' % (req, choice)),
            messages().__next__)


think_us = int(sys.argv[1])
say_hello, act, receive = over_zmq() if "DOMINO_ARENA_ENDPOINT" in os.environ else over_stdio()
say_hello()
kind = None
while kind != "bye":
    message = receive()
    kind = message["type"]
    if kind == "ask":
        end = thread_time_ns() + 1000 * think_us
        while thread_time_ns() < end:
            pass
        act(message["req"], int(random() * len(message["legal"])))
