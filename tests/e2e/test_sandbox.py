"""Which sandbox level a run uses, prints, requires and records, and what bots find inside."""
import json
import os
import re
import resource
import shutil
import signal
import subprocess
import unittest

import arena

ENOUGH = "name: {level}\nvariants: [block-2]\nsets: 2\nsandbox: {level}\nbots: [greedy, random]\n"

# A program that prints its limits and signals to stderr, and then becomes a bot that plays.
TELLING = f"""#!/bin/sh
grep -E '^(Max core file size|Max open files)' /proc/self/limits >&2
grep -E '^Sig(Ign|Blk)' /proc/self/status >&2
exec {arena.PYTHON} hostile.py good
"""
PLACES = """import json, os, sys
def writes_folder():
    try:
        os.mkdir("mine")
    except OSError:
        return False
    return True
def has_terminal():
    try:
        os.open("/dev/tty", os.O_RDWR)
    except OSError:
        return False
    return True
with open("/proc/self/environ", encoding="utf-8") as file:
    env = dict(variable.split("=", 1) for variable in file.read().split(chr(0))[:-1])
print(json.dumps({"env": env, "folder": os.getcwd(), "temporary": os.listdir(env["TMPDIR"]),
                  "writes_folder": writes_folder(), "input": os.readlink("/proc/self/fd/0").split(":")[0],
                  "leads": os.getsid(0) == os.getpid(), "terminal": has_terminal(),
                  "user": [os.getuid(), os.getgid(), os.getgroups()]}), file=sys.stderr, flush=True)
os.execv(sys.executable, [sys.executable, "hostile.py", "good"])
"""
FAKE = """#!/bin/sh
[ "$1" = --version ] && echo "bubblewrap {version}" && exit 0
echo "{complaint}" >&2
exit 1
"""
OF_THE_C_LIBRARY = 3 << 31  # signals 32 and 33, which no program can reset


def inherits_the_worst():
    """Set signals and limits that the arena inherits and must not pass on to bots."""
    for number in (signal.SIGTERM, signal.SIGPIPE, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGUSR1, signal.SIGTERM})
    resource.setrlimit(resource.RLIMIT_CORE, [resource.getrlimit(resource.RLIMIT_CORE)[1]] * 2)


class Sandbox(arena.ArenaTest):

    def run_with(self, level, *args, status=0):
        path = self.tournament(ENOUGH.format(level=level))
        return self.arena("run", path, *args, status=status)

    def test_the_level_is_printed_and_recorded(self):
        for level in arena.sandbox_levels():
            with self.subTest(level):
                out, err = self.run_with(level, "--json")
                self.assertEqual(json.loads(out.splitlines()[0])["sandbox"], level)
                self.assertEqual({r["sandbox"] for r in self.records("--tournament", level)}, {level})
                _, err = self.run_with(level)
                self.assertIn(f"\nsandbox: {level}", err)
                self.assertEqual("bots can" in err, level != "bwrap")

    def test_auto_uses_the_best_level(self):
        self.run_with("auto")
        self.assertEqual({r["sandbox"] for r in self.records()}, {arena.sandbox_levels()[-1]})

    def test_a_lower_level_than_required_is_refused(self):
        _, err = self.run_with("limits", "--require-sandbox", "bwrap", status=2)
        self.assertEqual(err, "domino-arena: --require-sandbox bwrap: the tournament file says "
                              "sandbox: limits\n")
        self.assertEqual(self.records(), [])
        self.run_with("limits", "--require-sandbox", "limits")

    # -- what a bot is started with --------------------------------------------

    def told(self, tournament):
        """The values that the bot `telling` printed in all its processes, by name."""
        logs = [log.decode() for log, in self.query(
            "SELECT log FROM process p JOIN tournament t ON t.id = p.tournament WHERE t.name = ?", tournament)]
        found = {}
        for name, value in re.findall(r"^(Max [a-z ]+?|Sig\w+:)(?:  +|\t)(\S.*?) *$", "\n".join(logs), re.M):
            found.setdefault(name, set()).add(" ".join(value.split()))
        return found

    def test_a_bot_has_its_limits_and_no_inherited_signal_settings(self):
        arena.write(os.path.join(self.home, "telling"), TELLING, mode=0o755)
        for level in arena.sandbox_levels():
            with self.subTest(level):
                path = self.tournament(
                    f"name: {level}\nvariants: [block-2]\nsets: 1\nsandbox: {level}\nbots:\n  - greedy\n"
                    "  - {name: telling, run: [./telling, hostile.py], transport: stdio}\n")
                self.arena("run", path, "--strict", restore_signals=False, preexec_fn=inherits_the_worst)
                told = self.told(level)
                self.assertEqual(told["Max core file size"], {"0 0 bytes"})
                if level != "none":
                    self.assertEqual(told["Max open files"], {"256 256 files"})
                signals = {int(mask, 16) & ~OF_THE_C_LIBRARY for mask in told["SigIgn:"] | told["SigBlk:"]}
                self.assertEqual(signals, {0}, told)

    def telling_of_places(self, level, transport):
        """The environment that a bot finds at its start, by name."""
        path = self.tournament(
            f"name: {level}-{transport}\nvariants: [block-2]\nsets: 1\nsandbox: {level}\nbots:\n  - greedy\n"
            f"  - {{name: telling, run: [{arena.PYTHON}, telling.py, hostile.py], transport: {transport}}}\n")
        self.arena("run", path, "--strict")
        [log], *_ = self.query("SELECT log FROM process p JOIN tournament t ON t.id = p.tournament"
                               " WHERE t.name = ? AND length(log) > 0", f"{level}-{transport}")
        return json.loads(log)

    def test_a_bot_finds_the_environment_that_the_protocol_describes(self):
        arena.write(os.path.join(self.home, "telling.py"), PLACES)
        variables = {"PATH", "LANG", "HOME", "TMPDIR", "PWD", "DOMINO_ARENA_INSTANCE"}
        over_zmq = {"DOMINO_ARENA_ENDPOINT", "DOMINO_ARENA_TOKEN"}
        for level in arena.sandbox_levels():
            for transport in ("zmq", "stdio"):
                with self.subTest(level=level, transport=transport):
                    told = self.telling_of_places(level, transport)
                    env = told["env"]
                    self.assertEqual(set(env), variables | (over_zmq if transport == "zmq" else set()))
                    self.assertEqual((env["PWD"], env["HOME"]), (told["folder"], env["TMPDIR"]))
                    if level == "bwrap":
                        self.assertEqual((env["PWD"], env["TMPDIR"]), ("/bot", "/tmp"))
                    self.assertEqual((told["temporary"], told["writes_folder"]), ([], False))
                    self.assertEqual(told["input"], "/dev/null" if transport == "zmq" else "pipe")
                    self.assertEqual((told["leads"], told["terminal"]), (True, False))
                    user, group, groups = told["user"]
                    if os.geteuid() == 0:
                        self.assertGreaterEqual(user, 60578)
                        self.assertEqual((group, groups), (user, []))
                    else:
                        self.assertEqual(user, os.geteuid())

    # -- without bubblewrap ----------------------------------------------------

    def environment(self):
        return dict(super().environment(), **getattr(self, "changed", {}))

    def test_without_bubblewrap_the_next_level_is_used_and_the_message_says_how_to_get_it(self):
        self.changed = {"PATH": "/nonexistent"}
        _, err = self.run_with("auto")
        self.assertRegex(err, r"\nsandbox: limits: bots can .*; bwrap does not work here: bwrap cannot be executed: "
                              r"No such file or directory \(apt-get install bubblewrap\)\n")
        self.assertEqual({r["sandbox"] for r in self.records()}, {"limits"})
        for level, args in (("auto", ["--name", "other", "--require-sandbox", "bwrap"]), ("bwrap", [])):
            _, err = self.run_with(level, *args, status=2)
            self.assertEqual(err.count("\n"), 1)
            self.assertIn("(apt-get install bubblewrap)", err)
        out, _ = self.arena("doctor")
        self.assertRegex(out, r"\nWARN  bubblewrap +sandbox level bwrap does not work: .*\n +apt-get install bubblewrap\n")
        self.assertRegex(out, r"\nWARN  sandbox +a run takes limits: bots can ")

    def test_doctor_says_what_a_broken_bubblewrap_needs(self):
        folder = os.path.join(self.home, "path")
        os.mkdir(folder)
        os.chmod(self.home, 0o755)  # the level is tried as another user
        self.changed = {"PATH": f"{folder}:{os.environ['PATH']}"}
        for version, complaint in (("0.8.0", "bwrap: No permissions to create a new namespace"),
                                   ("0.3.1", "bwrap: Unknown option --disable-userns")):
            with self.subTest(version):
                arena.write(os.path.join(folder, "bwrap"), FAKE.format(version=version, complaint=complaint), mode=0o755)
                out, _ = self.arena("doctor")
                self.assertRegex(out, rf"\nWARN  bubblewrap +sandbox level bwrap does not work: {complaint}\n")
                self.assertRegex(out, r"does not work: .*\n +(sysctl -w \S+=\d+|it needs bubblewrap 0\.8 or newer; "
                                      r"a container must allow user namespaces .*)\n")
                self.assertNotIn("apt-get install bubblewrap", out)
                self.assertRegex(out, r"\nWARN  sandbox +a run takes limits: bots can ")

    def test_a_program_that_does_not_exist_is_named(self):
        path = self.tournament("name: t\nvariants: [block-2]\nbots:\n"
                               "  - {name: ghost, run: [nothing-of-that-name], transport: zmq}\n  - greedy\n")
        _, err = self.arena("run", path, status=2)
        self.assertIn("nothing-of-that-name", err)

    @unittest.skipUnless(os.geteuid() == 0 and shutil.which("unshare"), "only root can make this user namespace")
    def test_a_warning_says_that_bots_run_as_root(self):
        command = ["unshare", "--user", "--map-root-user", arena.PROGRAM, "run", "--variant", "block-2", "--bots",
                   "greedy,random", "--sets", "1", "--home", self.home]
        done = subprocess.run(command, capture_output=True, text=True, env=self.environment(), check=False)
        if done.returncode != 0 and "unshare" in done.stderr:
            self.skipTest(done.stderr)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("WARNING: bots run as root", done.stderr)
        self.assertNotEqual({r["sandbox"] for r in self.records()}, {"none"})


if __name__ == "__main__":
    arena.main()
