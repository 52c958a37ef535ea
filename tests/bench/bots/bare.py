#!/usr/bin/python3
"""A bot for raw_table, which says what Python itself costs. For every message it unpacks an ask of the same size, burns the
same processor time, and packs an answer.

    bare.py ENDPOINT ACT_BYTES MICROSECONDS"""
import sys
from time import thread_time_ns

import msgpack
import zmq


def ask_of(size):
    """An ask of about this size: most of it is the history of the round."""
    ask = {"type": "ask", "req": 1, "table": 1, "hand": [], "legal": [["play", [6, 4], 0]], "history": []}
    while len(msgpack.packb(ask)) < size:
        ask["history"].append(["play", 0, [6, 4], 1])
    return msgpack.packb(ask)


endpoint, act_bytes, think_us = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
socket = zmq.Context().socket(zmq.DEALER)
socket.connect(endpoint)
socket.send(b"hello")
packed = None
while True:
    message = socket.recv()
    if message.startswith(b"n"):  # news: raw_peer.h
        continue
    packed = packed or ask_of(len(message))
    ask = msgpack.unpackb(packed, use_list=False, strict_map_key=False)
    end = thread_time_ns() + 1000 * think_us
    while thread_time_ns() < end:
        pass
    socket.send(msgpack.packb({"type": "act", "req": ask["req"], "choice": 0}).ljust(act_bytes))
