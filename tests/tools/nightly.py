#!/usr/bin/python3 -B
"""Everything that can be tested, in parts; scripts/test.sh nightly calls it.

    nightly.py                 all parts that have not passed at this commit, and then the table
    nightly.py PART...         these parts, whatever is remembered
    nightly.py --list          the parts and what they do
    nightly.py --table         the table alone

A part takes at most 40 minutes on two idle cores. A part that fails does not end the run. Results are kept in
build/nightly.tsv by commit, so the same command continues with the rest after an interruption. With uncommitted changes nothing
is kept. The table also shows parts that have not been run at this commit, with their result at the last commit before it that
has one.
"""
import os
import shutil
import subprocess
import sys
import time
import traceback
from pathlib import Path

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "tests" / "tools"))
from run_test import as_after_login  # noqa: E402
from run_tests import ORDINARY, Run, git  # noqa: E402

MEMORY = ROOT / "build" / "nightly.tsv"
PYTHON = ["/usr/bin/python3", "-B"]
DEV = ROOT / "build" / "dev"
RELEASE = ROOT / "build" / "release"

# What the tests in a browser need. Some builds of nodejs bring npm along.
BROWSERS = ["chromium", "firefox-esr"] + ([] if shutil.which("npm") else ["nodejs", "npm"])
SERVERS = ["nginx", "caddy", "openssl", "prometheus"]  # what stands before serve, and what reads its metrics
SHELLS = ["zsh", "fish"]  # their completion is tried


# -- Kinds of parts --------------------------------------------------------------------------------
# Each returns a function of no arguments that returns True if all is well, and False or skips otherwise.


def tests(pattern, preset="dev", at_once=None, **options):
    """All tests of a build whose name matches, each as long as it is meant to be. None: those that the preset chooses, because
    ctest -R would replace its choice."""
    def run():
        r = Run(preset, nightly=options.get("nightly", True))
        r.env.update(options.get("env", {}))
        words = [*(["-R", pattern] if pattern else []), *options.get("words", [])]
        good = r.build("all", *options.get("targets", [])) and (r.test(*words, at_once=at_once) if at_once else r.test(*words))
        r.report()
        return good
    return run


def commands(*lists, preset="dev", env=None, targets=()):
    """Commands that must end with status 0, after a build. All are tried."""
    def run():
        if preset and not Run(preset).build(*targets):
            return False
        good = True
        for words in lists:
            begun = time.monotonic()
            status = subprocess.run(words, cwd=ROOT, env={**os.environ, "DOM_NIGHTLY": "1", **(env or {})}, check=False,
                                    preexec_fn=as_after_login).returncode
            print(f"{'ok' if status == 0 else f'FAILED ({status})'}: {' '.join(map(str, words))} ({time.monotonic() - begun:.0f} s)",
                  flush=True)
            good &= status == 0
        return good
    return run


def script(name, *words):
    return [*PYTHON, str(ROOT / "tests" / name), *words]


def languages():
    """The SDK tests with every language's toolchain. A language that cannot be tested counts as failed."""
    done = subprocess.run(script("sdk/test_languages.py", "--missing"), stdout=subprocess.PIPE, text=True, check=True)
    install([*done.stdout.split(), "mypy", "python3-pip"])
    return tests(r"^sdk\.", env={"DOM_ALL_LANGUAGES": "1"})()


SUMS = ["analysis.unit", "ratings.unit", "search.unit", "rules.unit"]  # half of all processor time of the unit tests
IN_DEV = {"DOM_BUILD": str(DEV)}

# name -> (what it does, packages, function)
PARTS = {
    "unit": ("unit tests whole, the fuzz corpus, the SDK of libdomino, the referee itself", [],
             tests(r"^(headers|base|fs|rules|search|library|deal|schedule|table|record|documents|protocol|store|ipc|host|core|live|http|yaml|"
                   r"bots|config|tournament|shard|conformance|results|site|output|cli|fuzz|installed|oracle|lab|tools)\.")),
    "ratings": ("ratings: unit tests, calibration, other programs beside them", ["python3-scipy"], tests(r"^ratings\.")),
    "e2e": ("end-to-end tests whole", SHELLS + ["slurm"], tests(r"^e2e\.")),
    "chaos": ("every hostile mode at every sandbox level", [], tests(r"^chaos\.")),
    "crash": ("the arena killed, failing and without power at many calls", [], tests(r"^crash\.")),
    "soak": ("30,000 matches with one bot in five hostile", [], tests(r"^soak\.")),
    "web": ("pages in Chromium and Firefox, and behind nginx and Caddy", BROWSERS + SERVERS, tests(r"^web\.")),
    "languages": ("bots in every language", [], languages),
    "debian": ("the README followed in a bare Debian 12 and a bare Debian 13", ["debootstrap"],
               commands(script("tools/bare_root.py", "bookworm", "trixie"), preset=None)),
    "release": ("a release made and tried in a bare Debian 12 and a bare Debian 13, and as an image", ["debootstrap", "buildah"],
                commands(script("tools/try_release.py", "bookworm", "trixie"), script("e2e/test_container.py"), env=IN_DEV)),
    "cross": ("a build for aarch64 in a bare Debian 12 and a bare Debian 13, run under qemu: the same hashes", ["debootstrap"],
              commands(script("tools/try_cross.py", "bookworm", "trixie"), env=IN_DEV)),
    "bench": ("smoke runs of all benchmarks, and the instructions of the hot paths", [],
              lambda: tests(r"^bench\.", targets=["benches"])() & commands(script("bench/hot_paths.py"), preset="release", targets=["hot_paths"])()),
    "promises": ("promises about time, which only an idle machine can keep", [],
                 commands(script("bench/bench_promises.py", "--check", "--build", str(RELEASE)),
                          preset="release", targets=["all", "benches"])),
    "calibration": ("coverage of the intervals, exact and simulated", [],
                    commands(script("ratings/calibration.py", str(RELEASE)), preset="release",
                             targets=["ratings.edges", "ratings.calibrate"])),
    "analysis": ("values, luck and loss beside what is known of them", [],
                 commands([RELEASE / "lab" / "yardstick-values", "--hand", "4", "--worlds", "1000", "--every", "5"],
                          [RELEASE / "tests" / "search" / "search.prove_errors"],
                          [RELEASE / "tests" / "search" / "search.prove_luck", "--rounds", "2000", "--worlds", "200", "--variants", "1000"],
                          [RELEASE / "tests" / "search" / "search.prove_luck", "--rounds", "100", "--worlds", "200", "--modes", "4", "--causes", "1"],
                          [RELEASE / "tests" / "search" / "search.prove_losses", "--worlds", "100"],
                          preset="release", targets=["yardstick-values", "search.prove_errors", "search.prove_luck", "search.prove_losses"])),
    "oracle": ("the referee replays 1,000 matches of every variant", [],
               commands(script("e2e/test_oracle.py"), env={**IN_DEV, "DOM_ORACLE_MATCHES": "1000"})),
    "asan-unit": ("unit tests under AddressSanitizer and UndefinedBehaviorSanitizer", [],
                  tests(None, preset="asan", nightly=False, words=["--label-regex", "^unit$"])),
    "asan-run": ("real processes under both", [],
                 tests(r"^(e2e|web|chaos|sdk|fuzz)\.", preset="asan", nightly=False, words=ORDINARY)),
    "tsan": ("serve, verify, analyse and libdomino under ThreadSanitizer", [], tests(None, preset="tsan", nightly=False)),
    "valgrind": ("unit tests, core and hosts in a tournament under memcheck", ["valgrind"],
                 commands(script("tools/memcheck.py", "--but", *SUMS), env={"DOM_NIGHTLY": ""})),
    "valgrind-sums": ("unit tests that mostly compute under memcheck", ["valgrind"],
                      commands(script("tools/memcheck.py", *SUMS), env={"DOM_NIGHTLY": ""})),
    "fuzz": ("every fuzz target for a minute", ["clang", "libclang-rt-14-dev"], commands(["scripts/fuzz.sh", "60"], preset=None)),
    "static": ("format, clang-tidy, shellcheck", ["clang", "clang-format", "clang-tidy", "shellcheck"],
               commands(["scripts/check-format.sh"], ["scripts/check-tidy.sh"],
                        ["sh", "-c", "shellcheck scripts/*.sh .ci/run"])),
    "clang": ("everything built by clang; warnings about our own code are errors", ["clang"], lambda: Run("clang").build()),
    "coverage": ("lines and branches that the ordinary run executes", [],
                 commands(["scripts/coverage.sh", "--check"], preset=None, env={"DOM_NIGHTLY": ""})),
}


# -- What is remembered ----------------------------------------------------------------------------


def remembered():
    """{(commit, part): (result, minutes)}; the last line counts."""
    found = {}
    if MEMORY.exists():
        for line in MEMORY.read_text().splitlines():
            commit, part, result, minutes = line.split("\t")
            found[commit, part] = result, float(minutes)
    return found


def commit_now():
    """The commit, or None with uncommitted changes."""
    return None if any(git("status", "--porcelain")) else git("rev-parse", "HEAD")[0]


def remember(part, result, minutes):
    """Also notices a change that was made meanwhile: then the result belongs to no commit."""
    commit = commit_now()
    if commit:
        MEMORY.parent.mkdir(exist_ok=True)
        with open(MEMORY, "a", encoding="utf-8") as file:
            file.write(f"{commit}\t{part}\t{result}\t{minutes:.1f}\n")


def rows(now):
    """(part, result, minutes, commit) of each part; `now` has what this run found, also with uncommitted changes."""
    known, line = remembered(), git("rev-list", "HEAD")
    for part in PARTS:
        if part in now:
            yield (part, *now[part], commit_now() or "uncommitted")
            continue
        at = next((commit for commit in line if (commit, part) in known), None)
        yield (part, *known[at, part], at) if at else (part, "not run", None, "")


def print_table(now):
    """Returns True if every part has passed, wherever that was."""
    print(f"\n{'part':<12} {'result':<8} {'minutes':>7}  commit")
    table = list(rows(now))
    for part, result, minutes, commit in table:
        print(f"{part:<12} {result:<8} {'' if minutes is None else f'{minutes:.1f}':>7}  {commit[:8]}")
    passed = sum(result == "passed" for _, result, *_ in table)
    print(f"{passed} passed, {sum(result == 'failed' for _, result, *_ in table)} failed"
          + (f", {len(table) - passed} skipped" if any(result == "not run" for _, result, *_ in table) else ""))
    return passed == len(table)


# -- The run ---------------------------------------------------------------------------------------


def install(packages):
    if packages:
        subprocess.run(["scripts/install.sh", *packages], cwd=ROOT, check=True)


def run_part(name):
    what, packages, function = PARTS[name]
    print(f"\n== {name}: {what}", flush=True)
    begun, good = time.monotonic(), False
    try:
        install(packages)
        good = function()
    except Exception:  # whatever it is, the other parts are still to be run
        traceback.print_exc()
    minutes = (time.monotonic() - begun) / 60
    result = "passed" if good else "failed"
    print(f"== {name} {result} after {minutes:.1f} minutes", flush=True)
    remember(name, result, minutes)
    return result, minutes


def main(words):
    if words == ["--list"]:
        for name, (what, *_) in PARTS.items():
            print(f"{name:<12} {what}")
        return 0
    if words == ["--table"]:
        return 0 if print_table({}) else 1
    unknown = [word for word in words if word not in PARTS]
    if unknown:
        print(f"there is no part {unknown[0]}; allowed: {', '.join(PARTS)}, --list, --table", file=sys.stderr)
        return 2
    commit, known = commit_now(), remembered()
    todo = words or [part for part in PARTS if known.get((commit, part), ("",))[0] != "passed"]
    now = {part: run_part(part) for part in todo}
    return 0 if print_table(now) and all(result == "passed" for result, _ in now.values()) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
