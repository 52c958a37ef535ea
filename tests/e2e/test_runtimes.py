"""Bots whose runtimes reserve much memory and start many threads live with the default limits of
every sandbox level."""
import os
import shutil
import subprocess
import unittest

import arena

RUNTIMES = os.path.join(arena.HERE, "..", "data", "runtimes")


class Runtimes(arena.ArenaTest):

    def play(self, run, *files):
        for name in files:
            shutil.copy(os.path.join(RUNTIMES, name), self.home)
        for level in arena.sandbox_levels():
            with self.subTest(level):
                path = self.tournament(
                    f"name: {level}\nvariants: [block-2]\nsets: 1\nsandbox: {level}\n"
                    "limits: {move_ms: 10000, startup_ms: 60000}\nbots:\n"
                    f"  - {{name: it, run: [{run}], transport: stdio}}\n  - greedy\n")
                self.arena("run", path, "--strict")

    @unittest.skipUnless(shutil.which("javac"), "no JDK: apt-get install openjdk-17-jdk-headless")
    @arena.nightly
    def test_java(self):
        self.play("/usr/bin/java, -Xmx1g, Bot.java", "Bot.java")

    @unittest.skipUnless(shutil.which("node"), "no Node: apt-get install nodejs")
    def test_node(self):
        self.play(f"{shutil.which('node')}, bot.js", "bot.js")

    @unittest.skipUnless(shutil.which("go"), "no Go: apt-get install golang-go")
    def test_go(self):
        subprocess.run(["go", "build", "-o", os.path.join(self.home, "bot"), "bot.go"], check=True,
                       cwd=RUNTIMES, env=dict(os.environ, GOCACHE=os.path.join(self.home, "cache")))
        self.play("./bot")


if __name__ == "__main__":
    arena.main()
