#!/usr/bin/env python3
"""The wheel installs in a virtual environment without a network, and its games are played there. Of the packages of all
languages, sdk.test_packages tests what they have in common.

DOMINO_LIBRARY is the library. Status 77 where Python has no venv.
"""
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
MAKE = os.path.join(HERE, "..", "..", "protocol", "sdk", "make_packages.py")
VERSION = "0.1.0"

PLAY = """
import sys
import domino_arena, domino_env
from domino_env import DominoGym, DominoVec

for module in (domino_arena, domino_env):
    assert module.__file__.startswith(sys.prefix), module.__file__
env = DominoVec("block-2", games=10, seed=1, opponents="greedy")
done = [False]
while not all(done):
    _, done = env.step(env.sample())
observation, info = DominoGym("draw-2").reset(seed=1)
view = env.view_of(*(array[0] for array in DominoVec("block-2", 1).observe()))
print(len(observation), int(info["action_mask"].sum()) > 1, domino_arena.View({"hand": view.hand}).hand == view.hand)
"""


TYPED = """
from domino_arena import Bot, View, pips, run, tile_of
from domino_env import DominoVec

games: int = DominoVec("block-2", games=3).games


class Mine(Bot):
    name = "mine"

    def choose(self, view: View) -> int:
        return max(range(len(view.legal)), key=lambda i: pips(tile_of(view.legal[i]) or (-1, 0)))


run(Mine)
"""


def run(*command, **options):
    done = subprocess.run(command, capture_output=True, text=True, check=False, **options)
    if done.returncode:
        raise AssertionError(f"{' '.join(command)}\n{done.stdout}{done.stderr}")
    return done.stdout


class Wheel(unittest.TestCase):

    @classmethod
    def setUpClass(cls):
        scratch = tempfile.TemporaryDirectory(prefix="domino-wheel-")
        cls.addClassCleanup(scratch.cleanup)
        cls.scratch = scratch.name
        made = run(sys.executable, MAKE, os.environ["DOMINO_LIBRARY"], VERSION, cls.scratch, "python")
        cls.wheel, = [path for path in made.splitlines() if path.endswith(".whl")]

    def test_it_is_installed_from_the_file_and_plays(self):
        venv = os.path.join(self.scratch, "venv")
        env = {name: value for name, value in os.environ.items()
               if name not in ("DOMINO_LIBRARY", "PYTHONPATH", "LD_LIBRARY_PATH")}
        run(sys.executable, "-m", "venv", "--system-site-packages", venv)  # numpy is the system's
        python = os.path.join(venv, "bin", "python3")
        run(python, "-m", "pip", "install", "--no-index", "--disable-pip-version-check", self.wheel, env=env)
        out = run(python, "-c", PLAY, env=env, cwd=self.scratch)
        self.assertRegex(out, r"^\d+ True True\n$")
        shown = run(python, "-m", "pip", "show", "--files", "domino-arena", env=env)
        self.assertIn(f"Version: {VERSION}\n", shown)
        self.assertIn("  domino_env/libdomino.so\n", shown)
        run(python, "-m", "pip", "uninstall", "--yes", "domino-arena", env=env)
        self.assertNotEqual(subprocess.run([python, "-c", "import domino_env"], env=env, cwd=self.scratch,
                                           capture_output=True, check=False).returncode, 0)

    def test_bots_are_checked_by_its_types(self):
        if not shutil.which("mypy"):
            self.skipTest("mypy is not installed")
        venv, bot = os.path.join(self.scratch, "typed"), os.path.join(self.scratch, "typed.py")
        run(sys.executable, "-m", "venv", venv)
        python = os.path.join(venv, "bin", "python3")
        run(python, "-m", "pip", "install", "--no-index", "--no-deps", "--disable-pip-version-check", self.wheel)
        for text, status in ((TYPED, 0), (TYPED.replace("-> int", "-> str"), 1), (TYPED.replace("view.legal)", "view.seat)"), 1)):
            with open(bot, "w", encoding="utf-8") as file:
                file.write(text)
            done = subprocess.run(["mypy", "--strict", f"--cache-dir={self.scratch}/cache", f"--python-executable={python}", bot],
                                  capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, status, done.stdout + done.stderr)

    def test_its_name_says_for_which_machines_it_is(self):
        machine = os.uname().machine
        self.assertEqual(os.path.basename(self.wheel), f"domino_arena-{VERSION}-py3-none-linux_{machine}.whl")
        with zipfile.ZipFile(self.wheel) as wheel:
            self.assertIsNone(wheel.testzip())
            text = wheel.read(f"domino_arena-{VERSION}.dist-info/WHEEL").decode()
        self.assertIn(f"Tag: py3-none-linux_{machine}\n", text)
        self.assertIn("Root-Is-Purelib: false\n", text)


if __name__ == "__main__":
    if subprocess.run([sys.executable, "-c", "import venv, ensurepip"], check=False, capture_output=True).returncode:
        print("skipped: python3-venv is not installed")
        sys.exit(77)
    unittest.main()
