#!/usr/bin/python3
"""What `cmake --install` leaves is enough for a bot in C and in C++: by pkg-config, and by CMake's find_package. The random
bots are built so, also from a prefix that was moved, and play.

    test_installed.py BUILD CC CXX
"""
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

BUILD, CC, CXX = sys.argv[1:4]
ROOT = Path(__file__).resolve().parents[2]
PROGRAM = os.path.join(BUILD, "bin", "domino-arena")
BOTS = {"c": "random/random.c", "cpp": "random-cpp/bot.cpp"}
MODULES = {"c": "domino-bot", "cpp": "domino-bot-cpp"}
LISTS = """\
cmake_minimum_required(VERSION 3.21)
project(bots LANGUAGES C CXX)
find_package(DominoBot REQUIRED)
add_executable(c random.c)
target_link_libraries(c PRIVATE Domino::bot)
add_executable(cpp bot.cpp)
target_compile_features(cpp PRIVATE cxx_std_17)
target_link_libraries(cpp PRIVATE Domino::bot-cpp)
"""


def run(*command, **options):
    done = subprocess.run([*map(str, command)], capture_output=True, text=True, check=False, **options)
    if done.returncode:
        raise AssertionError(f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}")
    return done


class Installed(unittest.TestCase):

    def setUp(self):
        scratch = tempfile.TemporaryDirectory(prefix="domino-bots-")
        self.addCleanup(scratch.cleanup)
        os.chmod(scratch.name, 0o755)
        self.scratch = Path(scratch.name)
        run("cmake", "--install", os.path.join(BUILD, "protocol", "sdk", "c"), "--prefix", self.scratch / "usr")
        self.prefix = (self.scratch / "usr").rename(self.scratch / "moved")
        self.bots = self.scratch / "bots"
        self.bots.mkdir()
        for path in BOTS.values():
            shutil.copy(ROOT / "sample-bots" / path, self.bots)

    def play(self):
        """The programs c and cpp in the folder of bots play against each other."""
        for name in BOTS:
            folder = self.bots / name
            folder.mkdir()
            (self.bots / f"bot-{name}").rename(folder / "bot")
            (folder / "bot.yaml").write_text(f"name: mine-{name}\nrun: [./bot]\ntransport: zmq\n")
        played = run(PROGRAM, "run", "--home", self.scratch / "home", "--strict", "--variant", "draw-2", "--sets", "3",
                     "--bots", f"{self.bots / 'c'},{self.bots / 'cpp'}")
        self.assertIn("6 matches in ", played.stderr)
        self.assertIn(", 0 faults", played.stderr)

    def test_bots_are_built_by_pkg_config(self):
        lib, = self.prefix.rglob("pkgconfig")
        env = dict(os.environ, PKG_CONFIG_PATH=str(lib))
        for name, compiler in (("c", (CC, "-std=gnu17")), ("cpp", (CXX, "-std=c++17"))):
            flags = run("pkg-config", "--cflags", "--libs", MODULES[name], env=env).stdout.split()
            run(*compiler, "-o", self.bots / f"bot-{name}", self.bots / Path(BOTS[name]).name, *flags)
        self.play()

    def test_bots_are_built_by_find_package(self):
        (self.bots / "CMakeLists.txt").write_text(LISTS)
        build = self.scratch / "build"
        run("cmake", "-S", self.bots, "-B", build, f"-DCMAKE_PREFIX_PATH={self.prefix}",
            f"-DCMAKE_C_COMPILER={CC}", f"-DCMAKE_CXX_COMPILER={CXX}")
        run("cmake", "--build", build)
        for name in BOTS:
            (build / name).rename(self.bots / f"bot-{name}")
        self.play()


if __name__ == "__main__":
    needs = [("which", CXX), ("pkg-config", "--exists", "cppzmq", "nlohmann_json")]
    if any(subprocess.run(command, capture_output=True, check=False).returncode for command in needs):
        print("skipped: a compiler for C++, cppzmq or nlohmann_json is not installed")
        sys.exit(77)
    unittest.main(argv=sys.argv[:1])
