#!/usr/bin/python3 -B
"""Runs unit tests, and core and hosts in a tournament, under valgrind's memcheck. DOM_BUILD names the build; default build/dev.

    tests/tools/memcheck.py PROGRAM...             these unit tests only, for example host.unit
    tests/tools/memcheck.py [--but PROGRAM...]     all others, and the tournament

Exit status 1 if anything did something undefined or lost memory; what was found is printed.
"""
import json
import os
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BUILD = Path(os.environ.get("DOM_BUILD", ROOT / "build" / "dev"))
ARENA = str(BUILD / "bin" / "domino-arena")
# Tests that cannot pass under valgrind, in patterns of Criterion.
NOT_TRIED = (
    # It does not know the system calls that these try, and does not obey a filter of them.
    "host_sandbox/*", "*/a_seccomp_filter_*",
    "core_run_bots/at_every_level_*", "core_run_bots/only_bubblewrap_is_said_to_hide_a_file",
    # posix_spawn becomes a fork, which cannot report that the program does not exist: the child ends with 127.
    "bot_users/without_the_host_nothing_can_be_swept", "try_program/a_program_that_does_not_exist_has_no_status",
    # The running program starts itself as /proc/self/exe, which names valgrind.
    "hint/*", "table_process/*",
    # The host changes to another user, who cannot write the file of what is found.
    "host_program/no_other_process_of_its_user_may_look_into_it",
    # It lets no program lower the hard limit of open files.
    "doctor_machine/open_files_are_enough_*", "core_run/*_hard_limit_of_open_files_*", "core_run/a_sufficient_limit_*",
    "core_run/every_seat_of_a_remote_bot_needs_one_more_open_file",
)
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


def check(name, words, environment=None, folder=ROOT):
    """Returns True if memcheck finds nothing and the program succeeds. The name is what is printed."""
    begun = time.monotonic()
    done = subprocess.run([ROOT / "scripts" / "valgrind.sh", *words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, errors="replace", env=dict(os.environ, **(environment or {})), cwd=folder,
                          check=False)
    print(f"{'ok' if done.returncode == 0 else 'FAILED'}: {name} ({time.monotonic() - begun:.0f} s)", flush=True)
    if done.returncode != 0:
        print("\n".join(done.stdout.splitlines()[-200:]), flush=True)
    return done.returncode == 0


def check_unit(test):
    program, environment, folder = test
    return check(Path(program).name, [program, "-j1", "--filter", f"!({'|'.join(NOT_TRIED)})"], environment, folder)


def chosen(names, others=False):
    """The unit tests of these programs, or of all others."""
    tests = list(unit_tests())
    known = {Path(program).name for program, _, _ in tests}
    assert known, "there are no unit tests"
    for name in set(names) - known:
        sys.exit(f"memcheck.py: there is no unit test {name}; there are {', '.join(sorted(known))}")
    return [test for test in tests if (Path(test[0]).name in names) != others]


def check_tournament(home):
    """Plays, verifies and reports a tournament in the folder `home`."""
    file = home / "t.yaml"
    file.write_text(TOURNAMENT)
    commands = ["run", file, "--strict"], ["verify"], ["report", "-o", home / "site"]
    return [check(words[0], [ARENA, *words, "--home", home]) for words in commands]


def main(words):
    others = not words or words[0] == "--but"
    names = [word for word in words if word != "--but"]
    with tempfile.TemporaryDirectory() as home, ThreadPoolExecutor(os.cpu_count()) as pool:
        good = list(pool.map(check_unit, chosen(names, others)))
        if others:
            good += check_tournament(Path(home))
    print(f"{sum(good)} passed, {len(good) - sum(good)} failed")
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
