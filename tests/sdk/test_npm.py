#!/usr/bin/python3
"""The package for npm is installed from its file in an empty folder, and a bot plays with it. Status 77 without node and npm."""
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MAKE = ROOT / "protocol/sdk/javascript/make_package.py"
PROGRAM = os.path.join(os.environ["DOM_BUILD"], "bin", "domino-arena")
BOT = 'import { run } from "domino-arena";\nrun((view) => view.rng().below(view.legal.length));\n'


def run(*command, **options):
    done = subprocess.run([*map(str, command)], capture_output=True, text=True, check=False, **options)
    if done.returncode:
        raise AssertionError(f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}")
    return done


class Npm(unittest.TestCase):

    def setUp(self):
        scratch = tempfile.TemporaryDirectory(prefix="domino npm ")
        self.addCleanup(scratch.cleanup)
        os.chmod(scratch.name, 0o755)
        self.scratch = Path(scratch.name)
        self.package = Path(run(sys.executable, MAKE, "1.2.3", self.scratch).stdout.strip())

    def test_it_is_installed_from_the_file_and_plays(self):
        bot = self.scratch / "bot"
        bot.mkdir()
        (bot / "package.json").write_text('{"private": true, "type": "module"}')
        (bot / "bot.js").write_text(BOT)
        (bot / "bot.yaml").write_text("name: mine\nrun: [node, bot.js]\ntransport: stdio\n")
        home = dict(os.environ, HOME=str(self.scratch))
        run("npm", "install", "--offline", "--no-audit", "--no-fund", "--omit=optional", self.package, cwd=bot, env=home)
        self.assertEqual(json.loads((bot / "package.json").read_text())["dependencies"], {"domino-arena": "file:../domino-arena-1.2.3.tgz"})
        played = run(PROGRAM, "run", "--home", self.scratch / "home", "--strict", "--variant", "draw-2", "--bots", f"random,{bot}", "--sets", "3")
        self.assertIn("6 matches in ", played.stderr)
        self.assertIn(", 0 faults", played.stderr)

    def test_npm_would_pack_the_same_files(self):
        with tarfile.open(self.package) as archive:
            archive.extractall(self.scratch / "unpacked")
            ours = sorted(archive.getnames())
        packed = json.loads(run("npm", "pack", "--json", "--dry-run", cwd=self.scratch / "unpacked" / "package",
                                env=dict(os.environ, HOME=str(self.scratch))).stdout)[0]
        self.assertEqual(sorted("package/" + file["path"] for file in packed["files"]), ours)
        self.assertEqual((packed["name"], packed["version"]), ("domino-arena", "1.2.3"))

    def test_the_same_files_make_the_same_bytes(self):
        again = self.scratch / "again"
        again.mkdir()
        run(sys.executable, MAKE, "1.2.3", again)
        self.assertEqual((again / self.package.name).read_bytes(), self.package.read_bytes())

    def test_usage(self):
        done = subprocess.run([sys.executable, MAKE], capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stderr), (1, "usage: make_package.py VERSION FOLDER\n"))


if __name__ == "__main__":
    if not shutil.which("node") or not shutil.which("npm"):
        print("skipped: node or npm is not installed")
        sys.exit(77)
    unittest.main()
