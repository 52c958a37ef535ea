#!/usr/bin/python3
"""Every bot of protocol/README.md is complete: it plays without a fault."""
import os
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = os.path.join(os.environ["DOM_BUILD"], "bin", "domino-arena")
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class Readme(unittest.TestCase):
    def play(self, source):
        with tempfile.TemporaryDirectory() as home:
            bot = Path(home) / "mybot"
            bot.mkdir()
            (bot / "bot.py").write_text(source)
            transport = "stdio" if "sys.stdin" in source else "zmq"
            (bot / "bot.yaml").write_text(
                f"name: mybot\nrun: [/usr/bin/python3, bot.py]\ntransport: {transport}\n")
            if "domino_arena" in source:
                (bot / "domino_arena.py").write_bytes(
                    (ROOT / "protocol/sdk/python/domino_arena.py").read_bytes())
            os.chmod(home, 0o755)
            run = subprocess.run(
                [PROGRAM, "run", "--home", home + "/home", "--strict", "--variant", "draw-2",
                 "--bots", f"random,{bot}", "--sets", "3"], capture_output=True, text=True)
            self.assertEqual(run.returncode, 0, run.stderr)
            self.assertIn("6 matches in ", run.stderr)
            self.assertIn(", 0 faults", run.stderr)

    def test_every_bot_of_the_page_plays(self):
        blocks = BLOCK.findall((ROOT / "protocol/README.md").read_text())
        self.assertEqual(len(blocks), 3)
        for source in blocks:
            with self.subTest(source=source.split("\n")[0]):
                self.play(source)


if __name__ == "__main__":
    unittest.main()
