#!/usr/bin/python3 -B
"""Runs unit tests, and core and hosts in a tournament, under valgrind's memcheck. DOM_BUILD names the build; default build/dev.

Exit status 1 if anything did something undefined or lost memory; what was found is printed.
"""
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BUILD = Path(os.environ.get("DOM_BUILD", ROOT / "build" / "dev"))
ARENA = str(BUILD / "bin" / "domino-arena")
# Valgrind does not know the system calls that these try.
NOT_TRIED = ["--filter", "!(sandbox/*)"]
TOURNAMENT = """\
name: small
variants: [block-2, draw-2]
bots: [random, greedy]
sets: 2
sandbox: none
limits: {startup_ms: 60000, move_ms: 60000}
"""


def check(words):
    """Returns True if memcheck finds nothing and the program succeeds."""
    done = subprocess.run([ROOT / "scripts" / "valgrind.sh", *words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, errors="replace", check=False)
    print(f"{'ok' if done.returncode == 0 else 'FAILED'}: {' '.join(map(str, words))}", flush=True)
    if done.returncode != 0:
        print("\n".join(done.stdout.splitlines()[-200:]), flush=True)
    return done.returncode == 0


def main():
    programs = sorted(path for path in BUILD.glob("tests/*/*") if path.is_file() and os.access(path, os.X_OK)
                      and path.name.split(".")[-1] in ("unit", "lots", "launch", "bot_watch", "users"))
    with tempfile.TemporaryDirectory() as home, ThreadPoolExecutor(os.cpu_count()) as pool:
        file = Path(home) / "t.yaml"
        file.write_text(TOURNAMENT)
        good = list(pool.map(lambda path: check([path, "-j1", *(NOT_TRIED if path.name == "host.unit" else [])]), programs))
        good.append(check([ARENA, "run", file, "--strict", "--home", home]))
        good.append(check([ARENA, "verify", "--home", home]))
        good.append(check([ARENA, "report", "-o", Path(home) / "site", "--home", home]))
    print(f"{sum(good)} passed, {len(good) - sum(good)} failed")
    return 0 if programs and all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
