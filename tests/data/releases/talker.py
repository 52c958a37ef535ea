#!/usr/bin/python3
"""A bot that writes down its conversations with the arena, and can repeat them.

    talker.py TRANSPORT FOLDER             TRANSPORT: stdio or zmq
    talker.py TRANSPORT FOLDER RECORDED    gives the answers of an earlier conversation about the same match, in their order

FOLDER/SEED.TRANSPORT has what was said about the match with this seed. A line is "<" or ">" for a message of the arena or of
the bot, a blank, and the message: the text itself under stdio, hexadecimal digits under zmq. The first two are the hello and the
welcome of the process. Answers repeat the unpredictable number of the ask that they belong to.
"""
import json
import os
import sys


class Stdio:
    def read(self):
        return sys.stdin.readline().rstrip("\n")

    def write(self, text):
        print(text, flush=True)

    decode = staticmethod(json.loads)
    encode = staticmethod(json.dumps)


class Zmq:
    def __init__(self):
        import msgpack
        import zmq
        self.decode = lambda text: msgpack.unpackb(bytes.fromhex(text))
        self.encode = lambda message: msgpack.packb(message).hex()
        self.socket = zmq.Context().socket(zmq.DEALER)
        self.socket.plain_username = b"bot"
        self.socket.plain_password = os.environ["DOMINO_ARENA_TOKEN"].encode()
        self.socket.connect(os.environ["DOMINO_ARENA_ENDPOINT"])

    def read(self):
        return self.socket.recv().hex()

    def write(self, text):
        self.socket.send(bytes.fromhex(text))


HELLO = {"type": "hello", "protocol": 1, "name": "talker", "version": "1", "language": "python", "events": True}


def choose(ask):
    """Any legal action, but always the same one; in odd rounds by its number, in even ones as itself."""
    number = (7 * len(ask["history"]) + ask["round"]) % len(ask["legal"])
    return {"type": "act", "req": ask["req"],
            **({"choice": number} if ask["round"] % 2 else {"action": ask["legal"][number]})}


def recorded(folder, seed, wire):
    """The messages of the bot in an earlier conversation, without the hello."""
    with open(os.path.join(folder, f"{seed}.{sys.argv[1]}"), encoding="ascii") as file:
        return [wire.decode(line[2:].rstrip("\n")) for line in file if line.startswith(">")][1:]


def main():
    wire = {"stdio": Stdio, "zmq": Zmq}[sys.argv[1]]()
    lines, answers = [], []

    def say(message):
        text = wire.encode(message)
        lines.append(f"> {text}\n")
        wire.write(text)

    say(HELLO)
    while text := wire.read():
        message = wire.decode(text)
        lines.append(f"< {text}\n")
        if message["type"] == "match":
            seed = message["seed"]
            answers = recorded(sys.argv[3], seed, wire) if len(sys.argv) > 3 else []
        if message["type"] == "ask":
            say({**answers.pop(0), "req": message["req"]} if answers else choose(message))
        if message["type"] == "result":
            with open(os.path.join(sys.argv[2], f"{seed}.{sys.argv[1]}"), "w", encoding="ascii") as file:
                file.writelines(lines)
            del lines[2:]
        if message["type"] == "bye":
            break


if __name__ == "__main__":
    main()
