"""Counts the bytes of what it is sent and of what it answers, and says so on standard error at the
end. It speaks the protocol without an SDK, plays the first legal action, and takes one ask at a
time, as a bot does that cannot do better."""
import json
import os
import sys

import msgpack
import zmq

sizes = {}


def count(message, frame):
    messages, size = sizes.get(message["type"], (0, 0))
    sizes[message["type"]] = (messages + 1, size + len(frame))


def main():
    socket = zmq.Context().socket(zmq.DEALER)
    socket.plain_username = b"bot"
    socket.plain_password = os.environ["DOMINO_ARENA_TOKEN"].encode()
    socket.linger = 200
    socket.connect(os.environ["DOMINO_ARENA_ENDPOINT"])

    def send(message):
        frame = msgpack.packb(message)
        count(message, frame)
        socket.send(frame)

    send({"type": "hello", "protocol": 1, "name": "sizes", "version": "1", "language": "python",
          "max_tables": 1, "batch": 1, "events": False})
    while True:
        frame = socket.recv()
        message = msgpack.unpackb(frame)
        count(message, frame)
        if message["type"] == "ask":
            send({"type": "act", "req": message["req"], "choice": 0})
        elif message["type"] == "bye":
            break
    print(json.dumps({kind: size / messages for kind, (messages, size) in sizes.items()}),
          file=sys.stderr)


main()
