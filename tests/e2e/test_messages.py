#!/usr/bin/python3
"""Which messages arrive together, at a bot that takes several in one message of ZeroMQ and at one that does not."""
import os
import shutil
import tempfile
import unittest

import arena

BOT = """import os, sys
import msgpack, zmq
note, *multipart = sys.argv[1:]
socket = zmq.Context().socket(zmq.DEALER)
socket.plain_username, socket.plain_password = b"bot", os.environ["DOMINO_ARENA_TOKEN"].encode()
socket.connect(os.environ["DOMINO_ARENA_ENDPOINT"])
socket.send(msgpack.packb({"type": "hello", "protocol": 1, **{key: True for key in multipart}}))
with open(f"{note}.{os.environ['DOMINO_ARENA_INSTANCE']}", "w") as file:
    types = []
    while "bye" not in types:
        messages = [msgpack.unpackb(frame) for frame in socket.recv_multipart()]
        types = [message["type"] for message in messages]
        print(*types, file=file)
        for message in messages:
            if message["type"] == "ask":
                socket.send(msgpack.packb({"type": "act", "req": message["req"], "choice": 0}))
"""
SETS = 20


class Messages(arena.ArenaTest):

    def setUp(self):
        super().setUp()
        self.folder = tempfile.mkdtemp(prefix="notes.")
        os.chmod(self.folder, 0o777)  # each process may have a user of its own
        self.addCleanup(shutil.rmtree, self.folder)

    def notes(self, name):
        """What the processes of this bot received: for each, a list of messages, which are lists of types."""
        found = []
        for file_name in os.listdir(self.folder):
            if file_name.startswith(name + "."):
                with open(os.path.join(self.folder, file_name), encoding="utf-8") as file:
                    found.append([line.split() for line in file])
        return found

    def test_a_bot_gets_several_in_one_if_it_says_that_it_takes_them(self):
        arena.write(os.path.join(self.home, "bot.py"), BOT)
        bots = "".join(f"  - {{name: {name}, run: [{arena.PYTHON}, bot.py, {self.folder}/{name}{more}]}}\n"
                       for name, more in (("together", ", multipart"), ("alone", "")))
        self.arena("run", self.tournament(f"name: t\nvariants: [block-2]\nsets: {SETS}\nsandbox: none\n"
                                          f"concurrency: 1\nbots:\n{bots}"))
        for name in ("together", "alone"):
            received = [types for process in self.notes(name) for types in process]
            every = [kind for types in received for kind in types]
            self.assertEqual(every.count("match"), 2 * SETS)
            self.assertEqual(every.count("result"), 2 * SETS)
            # The seat that begins is asked at once.
            self.assertEqual(["match", "ask"] in [types[-2:] for types in received], name == "together")
            self.assertEqual(all(len(types) == 1 for types in received), name == "alone")
            for process in self.notes(name):
                story = " ".join(kind for types in process for kind in types)
                self.assertRegex(story, "^welcome( match( ask)* result)* bye$")


if __name__ == "__main__":
    unittest.main(verbosity=2)
