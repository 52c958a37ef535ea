#!/usr/bin/python3 -B
"""Runs unit tests, and core and hosts in a tournament, under valgrind's memcheck. DOM_BUILD names the build; default build/dev.

Exit status 1 if anything did something undefined or lost memory; what was found is printed.
"""
import json
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BUILD = Path(os.environ.get("DOM_BUILD", ROOT / "build" / "dev"))
ARENA = str(BUILD / "bin" / "domino-arena")
# Valgrind does not know the system calls that these try, and does not obey a filter of them.
NOT_TRIED = ["--filter", "!(host_sandbox/*|*/a_seccomp_filter_*)"]
TOURNAMENT = """\
name: small
variants: [block-2, draw-2]
bots: [random, greedy]
sets: 2
sandbox: none
limits: {startup_ms: 60000, move_ms: 60000}
"""


def unit_tests():
    """(program, environment, folder) of each, as CTest starts them."""
    listed = subprocess.run(["ctest", "--show-only=json-v1", "--label-regex", "^unit$"], cwd=BUILD, stdout=subprocess.PIPE, check=True)
    for test in json.loads(listed.stdout)["tests"]:
        properties = {one["name"]: one["value"] for one in test["properties"]}
        environment = dict(one.split("=", 1) for one in properties["ENVIRONMENT"])
        yield test["command"][-1], environment, properties["WORKING_DIRECTORY"]


def check(words, environment=None, folder=ROOT):
    """Returns True if memcheck finds nothing and the program succeeds."""
    done = subprocess.run([ROOT / "scripts" / "valgrind.sh", *words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, errors="replace", env=dict(os.environ, **(environment or {})), cwd=folder,
                          check=False)
    print(f"{'ok' if done.returncode == 0 else 'FAILED'}: {' '.join(map(str, words))}", flush=True)
    if done.returncode != 0:
        print("\n".join(done.stdout.splitlines()[-200:]), flush=True)
    return done.returncode == 0


def check_unit(test):
    program, environment, folder = test
    return check([program, "-j1", *NOT_TRIED], environment, folder)


def main():
    with tempfile.TemporaryDirectory() as home, ThreadPoolExecutor(os.cpu_count()) as pool:
        file = Path(home) / "t.yaml"
        file.write_text(TOURNAMENT)
        good = list(pool.map(check_unit, unit_tests()))
        assert good, "there are no unit tests"
        good.append(check([ARENA, "run", file, "--strict", "--home", home]))
        good.append(check([ARENA, "verify", "--home", home]))
        good.append(check([ARENA, "report", "-o", Path(home) / "site", "--home", home]))
    print(f"{sum(good)} passed, {len(good) - sum(good)} failed")
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
