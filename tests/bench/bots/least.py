"""The least that a bot in Python can do in an arena, without the SDK. It unpacks every message, burns the same processor time
for every choice as think.py, and packs an answer.

    least.py MICROSECONDS"""
import os
import sys
from random import random
from time import thread_time_ns

import msgpack
import zmq

think_us = int(sys.argv[1])
socket = zmq.Context().socket(zmq.DEALER)
socket.plain_username = b"bot"
socket.plain_password = os.environ["DOMINO_ARENA_TOKEN"].encode()
socket.connect(os.environ["DOMINO_ARENA_ENDPOINT"])
socket.send(msgpack.packb({"type": "hello", "protocol": 1, "max_tables": 1, "multipart": True}))
kind = None
while kind != "bye":
    message = msgpack.unpackb(socket.recv(), use_list=False, strict_map_key=False)
    kind = message["type"]
    if kind == "ask":
        end = thread_time_ns() + 1000 * think_us
        while thread_time_ns() < end:
            pass
        choice = int(random() * len(message["legal"]))
        socket.send(msgpack.packb({"type": "act", "req": message["req"], "choice": choice}))
