"""Whatever bots send, neither the core nor any host ever has more than 64 MB of resident memory.

The kernel keeps the peak of a process and of all processes for which it waited, so no peak is missed.
The bots count too, but these bots fill sockets and not their own memory.
"""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "e2e"))

import arena  # noqa: E402

PEAK_KB = 64 * 1024
SETS = arena.in_nightly(4, 1)
MODES = ("endless-multipart", "huge-frame", "partial-frame", "flood-messages", "flood-for-ever", "flood-connections",
         "flood-stderr", "drip", "half-handshakes", "greetings", "random-connections", "too-large", "lengths", "nested")
LINE_MODES = ("endless-line", "blank-lines", "flood-stderr", "flood-stdout")

# A bot whose hello allows the arena to send as much as possible. Then it never reads its socket or pipe.
DEAF = """
import sys
sys.argv[1:] = ["good"]
import hostile
hello = hostile.pack({"type": "hello", "protocol": 1, "max_tables": 1024, "events": True})
if hostile.IS_STDIO:
    hostile.Pipes().send(hello)
else:
    connection = hostile.zmtp_connection()
    connection.sendall(bytes([0, len(hello)]) + hello)
hostile.fall_silent(None, {})
"""


class Floods(arena.ArenaTest):

    def run_with_peak(self, path):
        """Plays the tournament and checks the peak memory of its processes."""
        run = self.start("run", path)
        run.stdout.read()
        _, status, used = os.wait4(run.pid, 0)
        run.returncode = os.waitstatus_to_exitcode(status)
        _, err = run.communicate()
        print(f"peak {used.ru_maxrss / 1024:.1f} MB", file=sys.stderr)
        self.assertEqual(run.returncode, 0, err)
        self.assertLessEqual(used.ru_maxrss, PEAK_KB)

    def flood(self, modes, transport, limits):
        self.run_with_peak(self.tournament(
            f"name: {transport}\nvariants: [block-2]\nsets: {SETS}\nschedule: gauntlet\nconcurrency: 16\n"
            f"limits: {limits}\nbots:\n  - greedy\n"
            + "".join(arena.hostile(mode, 5, name=mode, transport=transport) for mode in modes)))
        self.assertEqual(len(self.records()), 2 * SETS * len(modes))

    def test_memory_is_bounded(self):
        self.flood(MODES, "zmq", "{move_ms: 500, bank_ms: 10000, startup_ms: 60000}")

    def test_memory_is_bounded_over_stdio(self):
        self.flood(LINE_MODES, "stdio", "{move_ms: 500, startup_ms: 60000}")

    def faults(self):
        return set(self.query("SELECT bot, fault FROM v_faults"))

    def test_a_bot_that_never_reads_is_ended(self):
        arena.write(os.path.join(self.home, "deaf.py"), DEAF)
        for transport in ("zmq", "stdio"):
            self.run_with_peak(self.tournament(
                f"name: {transport}\nvariants: [block-2]\nsets: 10\nschedule: gauntlet\nconcurrency: 256\n"
                "limits: {move_ms: 50, margin_ms: 500, startup_ms: 60000}\nbots:\n  - greedy\n"
                f"  - {{name: {transport}, run: [{arena.PYTHON}, deaf.py, hostile.py], transport: {transport}}}\n"))
            self.assertEqual(len(self.records("--tournament", transport)), 2 * 10)
        charged = self.faults()  # a stall comes only if losing all its matches takes longer than 2 s
        self.assertLessEqual({("zmq", "timeout"), ("stdio", "timeout")}, charged)
        self.assertEqual({bot for bot, _ in charged}, {"zmq", "stdio"})


if __name__ == "__main__":
    arena.main()
