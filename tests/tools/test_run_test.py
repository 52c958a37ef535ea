"""What run_test.py promises: failures speak, a hang ends with its stacks, and nothing is left."""
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
NAME = "some.test"


def command_of(limit_s, source, *words):
    return [sys.executable, "-B", os.path.join(HERE, "run_test.py"), NAME, str(limit_s), sys.executable, "-c", source, *words]


def run_test(limit_s, source, *words):
    """Runs a test written in Python; returns (exit status, what is printed)."""
    env = dict(os.environ, DOM_LIMIT_TIMES="1")
    done = subprocess.run(command_of(limit_s, source, *words), env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    return done.returncode, done.stdout


def is_alive(pid):
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
            return file.read().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


WRITE = "import os; print(os.environ['TMPDIR']); open(os.environ['TMPDIR'] + '/x', 'w').close(); "


class RunTest(unittest.TestCase):

    def run_test(self, *args):
        """As run_test(); a folder that is kept goes at the end."""
        status, text = run_test(*args)
        for folder in re.findall(r"(?m)^  its folder:  (.*)$", text):
            self.addCleanup(shutil.rmtree, folder)
        return status, text

    def test_the_folder_of_a_test_that_passes_is_removed(self):
        status, text = self.run_test(60, WRITE)
        self.assertEqual(status, 0)
        self.assertFalse(os.path.exists(text.split()[0]))
        self.assertRegex(text, rf"(?m)^{NAME}: [\d.]+ s, [\d.]+ s of processor time$")

    def test_the_folder_of_a_test_that_fails_is_kept_and_named_with_the_commands(self):
        status, text = self.run_test(60, WRITE + "exit(3)", "a word")
        folder = text.split()[0]
        self.assertEqual(status, 3)
        self.assertEqual(os.listdir(folder), ["x"])
        self.assertRegex(text, rf"(?m)^{NAME} failed with exit status 3$")
        self.assertRegex(text, r"(?m)^  again:  ctest .* -R '\^some\\\.test\$'$")
        self.assertRegex(text, r"(?m)^  its command: .* 'a word'$")
        self.assertRegex(text, rf"(?m)^  its folder:  {folder}$")

    def test_a_skipped_test_stays_skipped(self):
        status, text = self.run_test(60, WRITE + "exit(77)")
        self.assertEqual(status, 77)
        self.assertFalse(os.path.exists(text.split()[0]))

    def test_a_signal_is_named(self):
        status, text = self.run_test(60, "import os; os.kill(os.getpid(), 9)")
        self.assertEqual(status, 1)
        self.assertIn(f"{NAME} ended by signal SIGKILL", text)

    def test_a_test_ends_at_its_limit(self):
        status, text = self.run_test(0.3, "import time; time.sleep(98764)")
        self.assertEqual(status, 1)
        self.assertIn(f"{NAME} hung: it was not over after 0.3 s", text)

    def test_a_hang_ends_with_the_stacks_of_all_processes(self):
        # It says itself that its time is over, so that the stacks are those of a program that waits, however slow the machine is.
        source = ("import os, signal, subprocess\ndef waits_for_ever():\n"
                  "    sleeper = subprocess.Popen(['sleep', '98765'], start_new_session=True)\n"
                  "    os.kill(os.getppid(), signal.SIGALRM)\n    sleeper.wait()\nwaits_for_ever()")
        status, text = self.run_test(10000, source)
        self.assertEqual(status, 1)
        self.assertIn("not over after 10000 s", text)
        sleeper = re.search(r"(?m)^-- process (\d+), state \w: sleep 98765$", text)
        self.assertTrue(sleeper, text)
        self.assertIn("waits_for_ever", text, "the stack in Python")
        self.assertFalse(is_alive(int(sleeper[1])))

    def test_processes_that_left_the_session_end_with_the_test(self):
        source = ("import subprocess; p = subprocess.Popen(['setsid', 'sleep', '98766'], start_new_session=True); print(p.pid)")
        status, text = self.run_test(60, source)
        self.assertEqual(status, 0, text)
        self.assertFalse(is_alive(int(text.split()[0])))

    def test_a_process_that_always_hands_on_to_a_new_one_ends_with_the_test(self):
        # A list of processes shows each of them when it has ended already. The FIFO is at its end when nobody has it open.
        folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, folder)
        path = os.path.join(folder, "fifo")
        os.mkfifo(path)
        fifo = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
        self.addCleanup(os.close, fifo)
        source = ("import os, sys\nfifo = os.open(sys.argv[1], os.O_WRONLY)\nos.set_inheritable(fifo, True)\nos.write(fifo, b'x')\n"
                  "if os.fork(): os._exit(0)\nos.setsid()\nos.close(1)\nos.close(2)\n"
                  "for _ in range(500):\n    if os.fork(): os._exit(0)\nos.execlp('sleep', 'sleep', '5')")
        status, text = self.run_test(60, source, path)
        self.assertEqual(status, 0, text)
        self.assertEqual(os.read(fifo, 2), b"x")
        self.assertEqual(os.read(fifo, 1), b"", "a process is left")

    def test_a_test_whose_ctest_is_killed_ends_and_leaves_nothing(self):
        starter = subprocess.Popen([sys.executable, "-c", "import subprocess, sys; subprocess.run(sys.argv[1:])",
                                    *command_of(10000, WRITE + "print(os.getpid(), flush=True); import time; time.sleep(98767)")],
                                   stdout=subprocess.PIPE, text=True)
        folder, test = starter.stdout.readline().strip(), int(starter.stdout.readline())
        starter.kill()
        self.assertEqual(starter.communicate()[0], "", "the pipe is closed when all have ended")
        self.assertFalse(is_alive(test))
        self.assertFalse(os.path.exists(folder))


if __name__ == "__main__":
    unittest.main(verbosity=2)
