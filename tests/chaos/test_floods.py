"""Whatever bots send, neither the core nor any host ever has more than 64 MB resident.

The kernel keeps the most that a process, or anything that it waited for, ever had; so no look
comes too late. It counts the bots too: these here fill sockets, not memory of their own.
"""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "e2e"))

import arena  # noqa: E402

PEAK_KB = 64 * 1024
MODES = ("endless-multipart", "huge-frame", "partial-frame", "flood-messages", "flood-for-ever", "flood-connections",
         "flood-stderr", "drip", "half-handshakes", "greetings", "random-connections", "too-large", "lengths", "nested")


class Floods(arena.ArenaTest):

    def test_memory_is_bounded(self):
        path = self.tournament(
            "name: floods\nvariants: [block-2]\nsets: 4\nschedule: gauntlet\nconcurrency: 16\n"
            "limits: {move_ms: 500, bank_ms: 10000, startup_ms: 60000}\nbots:\n  - greedy\n"
            + "".join(arena.hostile(mode, 5, name=mode) for mode in MODES))
        run = self.start("run", path)
        run.stdout.read()
        _, status, used = os.wait4(run.pid, 0)
        run.returncode = os.waitstatus_to_exitcode(status)
        run.communicate()
        print(f"peak {used.ru_maxrss / 1024:.1f} MB", file=sys.stderr)
        self.assertEqual(run.returncode, 0)
        self.assertLessEqual(used.ru_maxrss, PEAK_KB)
        self.assertEqual(len(self.records()), 2 * 4 * len(MODES))


if __name__ == "__main__":
    arena.main()
