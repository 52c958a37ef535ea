"""Which tests `scripts/test.sh --changed` chooses, and what the nightly run survives and remembers."""
import contextlib
import io
import multiprocessing
import os
import re
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent))
import nightly  # noqa: E402
import repeat  # noqa: E402
import run_tests  # noqa: E402


def chosen(*files):
    return re.compile(f"^({'|'.join(run_tests.touched(files))})$")


class Changed(unittest.TestCase):

    def assert_chosen(self, pattern, *names):
        for name in names:
            self.assertTrue(pattern.match(name), f"{name} is not chosen by {pattern.pattern}")

    def assert_not_chosen(self, pattern, *names):
        for name in names:
            self.assertFalse(pattern.match(name), f"{name} is chosen by {pattern.pattern}")

    def test_a_room_brings_its_tests_and_those_of_the_rooms_whose_row_names_it(self):
        tests = chosen("arena/schedule/swiss.c")
        self.assert_chosen(tests, "schedule.unit", "core.unit", "headers.check_rooms")
        self.assert_not_chosen(tests, "rules.unit", "e2e.test_play")

    def test_a_room_brings_all_programs_of_its_own_folder(self):
        self.assert_chosen(chosen("arena/host/launch.c"), "host.launch", "host.unit")

    def test_a_test_brings_its_folder(self):
        tests = chosen("tests/deal/test_lots.c")
        self.assert_chosen(tests, "deal.unit", "deal.lots")
        self.assert_not_chosen(tests, "core.unit")

    def test_an_sdk_brings_its_language(self):
        tests = chosen("protocol/sdk/lua/domino_arena.lua")
        self.assert_chosen(tests, "sdk.language_lua")
        self.assert_not_chosen(tests, "sdk.language_rust", "protocol.unit")

    def test_a_page_brings_the_test_of_pages(self):
        self.assert_chosen(chosen("docs/tutorial.md"), "e2e.test_pages")


class Repeating(unittest.TestCase):

    def test_a_load_spins_in_sessions_of_its_own_and_ends(self):
        load = repeat.Load(2)
        with load:
            pids = [process.pid for process in load.processes]
            self.assertEqual(len(pids), 2)
            self.assertEqual([os.getsid(pid) for pid in pids], pids)
            begun = [self.processor_ticks(pid) for pid in pids]
            while any(self.processor_ticks(pid) <= was for pid, was in zip(pids, begun)):
                pass
        self.assertEqual([pid for pid in pids if os.path.exists(f"/proc/{pid}")], [])

    def processor_ticks(self, pid):
        return int(Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[11])

    def with_memory(self, text=""):
        folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        for name, path in ("MEMORY", folder / "repeat.tsv"), ("LOGS", folder / "logs"):
            self.enterContext(mock.patch.object(repeat, name, path))
        repeat.MEMORY.write_text(text)
        return self.enterContext(contextlib.redirect_stdout(io.StringIO()))

    def test_beside_a_load_a_test_may_take_longer(self):
        self.with_memory()
        run = mock.Mock(env={}, names=lambda status: [])
        self.enterContext(mock.patch.object(repeat, "Run", lambda **_: run))
        repeat.run_once(("c", "6", "web"), mock.Mock(load=6, tests="web"), slot=1)
        self.assertEqual(run.test.call_args.args[-2:], ("-R", "web"))
        self.assertEqual(float(run.env["DOM_LIMIT_TIMES"]), 1 + 12 / os.cpu_count())
        self.assertEqual([failed for _, failed in repeat.kept(("c", "6", "web"))], [[]])

    def test_several_runs_at_once_are_the_load_and_for_want_of_them_spinning_processes(self):
        self.with_memory()
        together, spinning = multiprocessing.Barrier(2), multiprocessing.Event()

        class OneOfTwo:
            begun, env = 0, {}

            def __init__(self, reports):
                OneOfTwo.begun += 1  # in the process of its slot

            def test(self, *_):
                (together if OneOfTwo.begun == 1 else spinning).wait()

            def names(self, _):
                return []
        self.enterContext(mock.patch.object(repeat, "Run", OneOfTwo))
        load = self.enterContext(mock.patch.object(repeat, "Load"))
        load.return_value.__enter__ = lambda _: spinning.set()
        repeat.work_at_once(("c", "3", ""), mock.Mock(runs=3, load=3, tests=""), tests_at_once=2)
        self.assertEqual(len(repeat.kept(("c", "3", ""))), 3)
        load.assert_called_with(2)

    def test_a_run_beside_others_has_a_folder_for_what_ctest_writes(self):
        folder = Path(self.enterContext(tempfile.TemporaryDirectory()), "slot 1")
        self.assertEqual(run_tests.Run("dev", reports=folder).place()[:2], ["--test-dir", str(folder)])
        self.assertIn(str(run_tests.ROOT / "build" / "dev"), (folder / "CTestTestfile.cmake").read_text())
        self.assertEqual(run_tests.Run("dev").place(), ["--preset", "dev"])

    def test_real_leaves_out_rooms_that_only_compute(self):
        left_out = re.compile(repeat.choice("real")[1])
        names = re.search(r"\((.*)\)", repeat.ALONE)[1].split("|")
        self.assertEqual([name for name in names if not any((run_tests.ROOT / of / name).is_dir() for of in ("", "tests"))], [])
        self.assertTrue(left_out.match("search.prove_luck"))
        for name in "e2e.test_play", "conformance.unit", "tools.test_runs":
            self.assertFalse(left_out.match(name), name)

    def test_finished_runs_are_kept_by_commit_load_and_tests(self):
        printed = self.with_memory("c\t6\t\t10\t\nc\t30\treal\t11\te2e.a e2e.b\nc\t6\t\t12\te2e.a\nd\t6\t\t13\t\n")
        runs = repeat.kept(("c", "6", ""))
        self.assertEqual(runs, [(10.0, []), (12.0, ["e2e.a"])])
        self.assertEqual(repeat.report(runs, 2), 1)
        self.assertEqual(printed.getvalue(), "e2e.a: 1 of 2 failed\n1 passed, 1 failed\n")
        self.assertEqual([repeat.report(repeat.kept(("d", "6", "")), least) for least in (1, 2)], [0, 1])


class Parts(unittest.TestCase):

    def setUp(self):
        self.enterContext(mock.patch.object(nightly, "commit_now", lambda: None))
        self.enterContext(mock.patch.object(nightly, "git", lambda *words: []))
        self.printed = self.enterContext(contextlib.redirect_stdout(io.StringIO()))
        self.complained = self.enterContext(contextlib.redirect_stderr(io.StringIO()))

    def run_parts(self, **functions):
        parts = {name: ("", [], function) for name, function in functions.items()}
        with mock.patch.object(nightly, "PARTS", parts):
            return nightly.main([*parts])

    def test_a_part_that_raises_has_failed_and_the_others_are_run(self):
        def broken():
            raise TypeError("no part")
        after = mock.Mock(return_value=True)
        self.assertEqual(self.run_parts(broken=broken, after=after), 1)
        after.assert_called_once_with()
        self.assertIn("TypeError: no part", self.complained.getvalue())
        self.assertRegex(self.printed.getvalue(), r"(?m)^broken +failed [^$]*^after +passed [^$]*^1 passed, 1 failed$")

    def test_commands_are_told_the_night_unless_they_say_otherwise(self):
        def told(text, **env):
            return nightly.commands(["sh", "-c", f'test "$DOM_NIGHTLY" = "{text}"'], preset=None, **env)
        self.assertEqual(self.run_parts(by_night=told("1"), by_day=told("", env={"DOM_NIGHTLY": ""})), 0)


class Memory(unittest.TestCase):

    def setUp(self):
        folder = self.enterContext(tempfile.TemporaryDirectory())
        self.enterContext(mock.patch.object(nightly, "MEMORY", Path(folder) / "nightly.tsv"))
        self.commit = "b" * 40
        self.enterContext(mock.patch.object(nightly, "commit_now", lambda: self.commit))
        self.enterContext(mock.patch.object(nightly, "git", lambda *words: ["b" * 40, "a" * 40]))

    def result(self, part):
        return next(row[1:] for row in nightly.rows({}) if row[0] == part)

    def test_the_last_result_of_a_commit_counts(self):
        nightly.remember("soak", "failed", 3)
        nightly.remember("soak", "passed", 4)
        self.assertEqual(self.result("soak"), ("passed", 4.0, "b" * 40))
        self.assertEqual(self.result("tsan"), ("not run", None, ""))

    def test_a_result_of_an_earlier_commit_is_shown_with_it(self):
        self.commit = "a" * 40
        nightly.remember("soak", "passed", 4)
        self.commit = "b" * 40
        self.assertEqual(self.result("soak"), ("passed", 4.0, "a" * 40))

    def test_uncommitted_changes_leave_no_result(self):
        self.commit = None
        nightly.remember("soak", "passed", 4)
        self.assertEqual(self.result("soak"), ("not run", None, ""))


if __name__ == "__main__":
    unittest.main(verbosity=2)
