"""What was installed can be removed again: every file of it, and nothing of others."""
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

BUILD, SOURCE = map(Path, sys.argv[1:3])


class Uninstall(unittest.TestCase):

    def run_cmake(self, *words, status=0):
        done = subprocess.run(["cmake", *map(str, words)], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, status, done.stderr)
        return done.stderr

    def remove(self, manifest, status=0):
        return self.run_cmake(f"-DMANIFEST={manifest}", "-P", SOURCE / "cmake" / "uninstall.cmake", status=status)

    def test_only_what_belongs_to_others_is_left(self):
        with tempfile.TemporaryDirectory(prefix="pre fix") as folder:
            prefix = Path(folder, "usr")
            others = [prefix / name for name in ("bin/other", "share/domino-arena/notes.txt", "share/man/man1/other.1")]
            self.run_cmake("--install", BUILD, "--prefix", prefix)
            manifest = Path(folder, "list.txt")
            manifest.write_bytes((BUILD / "install_manifest.txt").read_bytes())
            self.assertTrue((prefix / "bin" / "domino-arena").exists())
            for other in others:
                other.write_text("theirs")
            self.remove(manifest)
            self.assertEqual({Path(root, name) for root, _, names in os.walk(prefix) for name in names}, set(others))
            self.assertEqual([path for path in prefix.rglob("*domino*") if path.is_dir()], [prefix / "share" / "domino-arena"])
            self.remove(manifest)  # twice is once

    def test_without_a_list_it_says_so(self):
        self.assertIn("there is no such list", self.remove("/none.txt", status=1))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
