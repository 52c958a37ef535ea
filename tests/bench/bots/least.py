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
    """Returns two functions: one that sends a message, and one that waits for the next."""
    import msgpack
    import zmq

    socket = zmq.Context().socket(zmq.DEALER)
    socket.plain_username = b"bot"
    socket.plain_password = os.environ["DOMINO_ARENA_TOKEN"].encode()
    socket.connect(os.environ["DOMINO_ARENA_ENDPOINT"])
    return (lambda message: socket.send(msgpack.packb(message)),
            lambda: msgpack.unpackb(socket.recv(), use_list=False, strict_map_key=False))


def over_stdio():
    """The same two functions over stdin and stdout. Several messages may arrive at once."""
    import json

    encode = json.JSONEncoder(separators=(",", ":")).encode
    decode = json.JSONDecoder().raw_decode

    def messages():
        rest = b""
        while received := os.read(0, 1 << 16):
            *lines, rest = (rest + received).split(b"\n")
            for line in lines:
                yield decode(line.decode())[0]

    return lambda message: os.write(1, encode(message).encode() + b"\n"), messages().__next__


think_us = int(sys.argv[1])
send, receive = over_zmq() if "DOMINO_ARENA_ENDPOINT" in os.environ else over_stdio()
send(HELLO)
kind = None
while kind != "bye":
    message = receive()
    kind = message["type"]
    if kind == "ask":
        end = thread_time_ns() + 1000 * think_us
        while thread_time_ns() < end:
            pass
        send({"type": "act", "req": message["req"], "choice": int(random() * len(message["legal"]))})
