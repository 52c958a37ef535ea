#!/usr/bin/python3 -B
"""Builds and tests; scripts/test.sh calls it.

    run_tests.py                      the ordinary run
    run_tests.py --changed [COMMIT]   the components that were changed since COMMIT. Default: since the last commit, or if nothing
                                      was, by the last commit
    run_tests.py --preset P [-R X]    the ordinary run, or those of its tests that match X, of another build than dev

Writes build/dev/junit.xml and build/dev/times.txt, the seconds and processor seconds of each test. The last lines name what was
skipped, what failed and the command that repeats it, and end with `N passed, N failed`.
"""
import os
import re
import shlex
import subprocess
import sys
import time
import xml.etree.ElementTree as xml
from pathlib import Path

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "tests" / "headers"))
import rooms  # noqa: E402

# Tests wait for processes and limits much of the time, so there are more of them than processors.
SIZE = str(1 << 24)  # bytes of output that the report keeps of a test
# Left to the nightly run; a change of an SDK brings the test of its language.
ORDINARY = ["--label-exclude", "^(nightly|language)$"]
AT_ONCE = 2 * (os.cpu_count() or 1)


class Run:
    """One build folder, and what its tests came to. A run beside others of the same build has a folder for its reports."""

    def __init__(self, preset="dev", nightly=False, reports=None):
        self.preset = preset
        self.folder = ROOT / "build" / preset
        self.reports = reports or self.folder
        self.env = dict(os.environ, **({"DOM_NIGHTLY": "1"} if nightly else {}))
        self.cases = []  # (name, status, seconds, processor seconds or None); status: passed, failed, skipped

    def build(self, *targets):
        """Builds everything, or these targets. Returns False after printing why it failed."""
        self.folder.mkdir(parents=True, exist_ok=True)
        begun, log = time.monotonic(), self.folder / "build.log"
        commands = [["cmake", "--preset", self.preset],
                    ["cmake", "--build", "--preset", self.preset, *(["--target", *targets] if targets else [])]]
        with open(log, "w", encoding="utf-8") as file:
            for command in commands:
                if subprocess.run(command, cwd=ROOT, stdout=file, stderr=subprocess.STDOUT, check=False).returncode != 0:
                    print(log.read_text(errors="replace"))
                    print(f"the build failed: {shlex.join(command)}")
                    return False
        print(f"built {self.preset} in {time.monotonic() - begun:.0f} s", flush=True)
        return True

    def test(self, *words, at_once=AT_ONCE):
        """Runs ctest with these words. Returns True if there were tests, and each passed or was skipped."""
        begun, report = time.monotonic(), self.reports / "junit.xml"
        report.unlink(missing_ok=True)
        subprocess.run(["ctest", *self.place(), *words, "--parallel", str(at_once), "--output-junit", str(report),
                        "--test-output-size-passed", SIZE, "--test-output-size-failed", SIZE],
                       cwd=ROOT, env=self.env, check=False)
        if not report.exists():
            return self.note("ctest", "failed", time.monotonic() - begun)
        for case in xml.parse(report).getroot().iter("testcase"):
            status = {"run": "passed", "fail": "failed"}.get(case.get("status"), "skipped")
            used = re.findall(r", ([\d.]+) s of processor time$", case.findtext("system-out") or "", re.M)
            self.note(case.get("name"), status, float(case.get("time")), float(used[-1]) if used else None)
        print(f"tested in {time.monotonic() - begun:.0f} s", flush=True)
        self.write_times()
        return bool(self.cases) and not self.names("failed")

    def place(self):
        """What tells ctest which tests there are, and by that where it writes."""
        if self.reports == self.folder:
            return ["--preset", self.preset]
        self.reports.mkdir(parents=True, exist_ok=True)
        (self.reports / "CTestTestfile.cmake").write_text(f'subdirs("{self.folder}")\n')
        return ["--test-dir", str(self.reports), "--output-on-failure"]

    def note(self, name, status, seconds, used=None):
        self.cases.append((name, status, seconds, used))
        return status != "failed"

    def names(self, status):
        return [name for name, found, *_ in self.cases if found == status]

    def write_times(self):
        rows = sorted(self.cases, key=lambda case: -(case[3] or 0))
        lines = [f"{seconds:8.1f} {used or 0:8.1f}  {name}" for name, _, seconds, used in rows]
        (self.reports / "times.txt").write_text("\n".join(["       s processor s  test", *lines, ""]))

    def again(self, name):
        return f"ctest --preset {self.preset} -R '^{re.escape(name)}$'"

    def report(self):
        """Prints the last lines. Returns the exit status."""
        passed, failed, skipped = (self.names(status) for status in ("passed", "failed", "skipped"))
        if skipped:
            print(f"{len(skipped)} skipped: {' '.join(skipped)}")
        for name in failed:
            print(f"FAILED: {name}; again: {self.again(name)}")
        print(f"{len(passed)} passed, {len(failed)} failed", flush=True)
        return 1 if failed else 0


# -- The ordinary run ------------------------------------------------------------------------------


def ordinary(preset="dev", *choice):
    run = Run(preset)
    if not run.build():
        run.note("build", "failed", 0)
    else:
        run.test(*ORDINARY, *choice)
    return run.report()


# -- What a change touches -------------------------------------------------------------------------


def git(*words):
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\n")


def changed_files(commit):
    """Files that differ from the commit. Without one: uncommitted changes, or else those of the last commit."""
    untracked = git("ls-files", "--others", "--exclude-standard")
    files = git("diff", "--name-only", commit or "HEAD") + untracked
    if not commit and not any(files):
        files = git("diff", "--name-only", "HEAD~1")
    return sorted(filter(None, files))


# Paths that are no room -> the tests that look at them.
OTHERS = [
    (r"protocol/sdk/([a-z]+)/.*", r"sdk\.language_\1"),
    (r"protocol/(vectors|sdk)/.*", r"protocol\..*"),
    (r"tests/tools/.*", r"tools\..*"),
    (r"tests/hostile/.*", r"chaos\..*"),
    (r"tests/([a-z0-9]+)/.*", r"\1\..*"),
    (r"sample-bots/.*", r"e2e\.test_strong"),
    (r"lab/.*", r"lab\..*"),
    (r".*\.md", r"e2e\.test_pages"),
]


def touched(files):
    """Regular expressions of the tests that these files touch: all of their rooms, and the unit tests of the rooms whose row
    of the table names them."""
    table = rooms.table(ROOT)
    tests = {r"headers\..*"}
    for file in files:
        room = re.match(r"(?:arena/)?([a-z]+)/.*\.[ch]$", file)
        if room and room[1] in table and "/sdk/" not in file:
            tests |= {rf"{name}\.{'.*' if name == room[1] else 'unit'}" for name in table if name == room[1] or room[1] in table[name]}
            continue
        for pattern, name in OTHERS:
            found = re.fullmatch(pattern, file)
            if found:
                tests.add(found.expand(name))
                break
    return sorted(tests)


def changed(commit):
    try:
        files = changed_files(commit)
    except subprocess.CalledProcessError as error:
        print(f"--changed {commit or ''}: {error.stderr.splitlines()[0]}; name a commit, for example HEAD~3", file=sys.stderr)
        return 2
    tests = touched(files)
    print(f"{len(files)} files changed; tests: {' '.join(tests)}", flush=True)
    run = Run()
    run.env["DOM_PAGES"] = " ".join(file for file in files if file.endswith(".md") and (ROOT / file).exists())
    if not run.build():
        run.note("build", "failed", 0)
    else:
        run.test("--label-exclude", "^nightly$", "-R", f"^({'|'.join(tests)})$")
    return run.report()


def main(words):
    if not words:
        return ordinary()
    if words[0] == "--changed" and len(words) <= 2:
        return changed(words[1] if len(words) == 2 else None)
    if words[0] == "--preset" and len(words) in (2, 4) and words[2:3] in ([], ["-R"]):
        return ordinary(*words[1:])
    print(__doc__.strip(), file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
