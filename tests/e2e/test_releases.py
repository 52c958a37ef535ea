#!/usr/bin/python3 -B
"""What was released keeps working: tests/data/releases/VERSION has conversations of two bots with the arena of that release, and
the kit that its `new` made.

    test_releases.py --record VERSION    writes this folder with the program of DOM_BUILD; what is there never changes
"""
import json
import os
import shutil
import sys

import msgpack

import arena

RELEASES = os.path.join(arena.HERE, "..", "data", "releases")
TALKER = os.path.join(RELEASES, "talker.py")
VERSIONS = sorted(name for name in os.listdir(RELEASES) if os.path.isdir(os.path.join(RELEASES, name)))
TRANSPORTS = ("stdio", "zmq")

TOURNAMENT = """
name: talk
seed: 1
sandbox: none
sets: 1
variants:
  own-block: {base: block-2, target: 0, rounds: 2}
  own-draw: {base: draw-puerto-rico-2, target: 0, rounds: 1}
  own-start: {base: draw-austrian-2, target: 0, rounds: 1}
  own-arms: {base: homo-homini-lupus, players: 2, target: 0, rounds: 2}
limits: {startup_ms: 60000, move_ms: 60000, bank_ms: 0, margin_ms: 1000}
bots:
"""


def decoded(folder):
    """{file: [(mark, message)]} of all conversations in a folder."""
    said = {}
    for name in os.listdir(folder):
        if name.endswith(TRANSPORTS):
            with open(os.path.join(folder, name), encoding="ascii") as file:
                lines = [(line[0], line[2:].rstrip("\n")) for line in file]
            said[name] = [(mark, json.loads(text) if name.endswith("stdio") else msgpack.unpackb(bytes.fromhex(text)))
                          for mark, text in lines]
    return said


def talk(test, recorded=None):
    """Plays a tournament of two talkers and returns the folder with their conversations."""
    folder = os.path.join(test.run_base, "talk")  # bots are other users than the arena
    os.mkdir(folder)
    os.chmod(folder, 0o777)
    text = TOURNAMENT
    words = ["/usr/bin/python3", "-B", shutil.copy(TALKER, folder)]
    more = [shutil.copytree(recorded, os.path.join(folder, "recorded"))] if recorded else []
    for transport in TRANSPORTS:
        text += f"  - {{name: {transport}, transport: {transport}, run: {json.dumps([*words, transport, folder, *more])}}}\n"
    test.arena("run", test.tournament(text), "--strict")
    return folder


class Releases(arena.ArenaTest):

    def assert_says(self, now, then, where):
        """What was said then is said now; keys may have been added."""
        if isinstance(then, dict):
            for key in then.keys() - {"req", "table", "arena"}:
                self.assertIn(key, now, where)
                self.assert_says(now[key], then[key], f"{where}.{key}")
        elif isinstance(then, list):
            self.assertEqual(len(now), len(then), where)
            for n, (a, b) in enumerate(zip(now, then)):
                self.assert_says(a, b, f"{where}[{n}]")
        else:
            self.assertEqual(now, then, where)

    def test_a_conversation_of_a_release_is_repeated(self):
        self.assertTrue(VERSIONS)
        for version in VERSIONS:
            with self.subTest(version):
                then = decoded(os.path.join(RELEASES, version))
                folder = talk(self, os.path.join(RELEASES, version))
                now = decoded(folder)
                self.assertEqual((len(then), now.keys()), (16, then.keys()), "a file for each seat of eight matches")
                for name, lines in then.items():
                    self.assertEqual([mark for mark, _ in now[name]], [mark for mark, _ in lines], name)
                    for n, ((_, a), (_, b)) in enumerate(zip(now[name], lines), 1):
                        self.assert_says(a, b, f"{version}/{name}, line {n}")
                shutil.rmtree(folder)
                os.remove(os.path.join(self.home, "arena.db"))

    def test_a_kit_of_a_release_plays(self):
        for version in VERSIONS:
            with self.subTest(version):
                kit = os.path.join(RELEASES, version, "kit")
                self.arena("run", "--variant", "draw-2", "--bots", f"{kit},random", "--sets", "1", "--name", version, "--strict")


def record(version):
    """Writes the folder of a release."""
    folder = os.path.join(RELEASES, version)
    os.mkdir(folder)
    test = Releases()
    test.setUp()
    said = talk(test)
    for name in os.listdir(said):
        if name.endswith(TRANSPORTS):
            shutil.copyfile(os.path.join(said, name), os.path.join(folder, name))
    shutil.rmtree(said)
    test.arena("new", "python", os.path.join(folder, "kit"))
    test.tearDown()


if __name__ == "__main__":
    if sys.argv[1:2] == ["--record"]:
        record(sys.argv[2])
    else:
        arena.main()
