"""The lines of `serve` in the journal of systemd, for which a file stands in: JOURNAL_STREAM names it."""
import os
import re
import subprocess

from serving import TOURNAMENT, ServeTest, arena


class Journal(ServeTest):

    def setUp(self):
        super().setUp()
        self.journal = open(os.path.join(self.home, "journal"), "w", encoding="utf-8")
        self.addCleanup(self.journal.close)
        file = os.fstat(self.journal.fileno())
        self.stream = f"{file.st_dev}:{file.st_ino}"

    def serve_to(self, stream, *args):
        """Start a server whose stderr is the file."""
        process = subprocess.Popen([arena.PROGRAM, "serve", "--home", self.home, *args], stdout=subprocess.DEVNULL,
                                   stderr=self.journal, env={**self.environment(), "JOURNAL_STREAM": stream})
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process

    def lines(self):
        return arena.read(self.journal.name)

    def test_a_line_has_its_level(self):
        self.serve_to(self.stream, "--listen", "127.0.0.1:0")
        db = os.path.join(self.home, "arena.db")
        arena.write(db, "no database" * 1000)
        arena.wait_until(self.lines, "the fault is said")
        os.remove(db)
        self.arena("run", self.tournament(TOURNAMENT))
        arena.wait_until(lambda: "<5>" in self.lines(), "the pages are well again")
        self.assertRegex(self.lines(), r"\A(<3>domino-arena: arena\.db: [^\n]+\n)+<5>domino-arena: the pages show again what was played\n\Z")

    def test_elsewhere_a_line_has_none(self):
        for stream in ("", "1:1", self.stream + "0"):
            process = self.serve_to(stream, "--listen", "nowhere")
            self.assertEqual(process.wait(arena.DEADLINE_S), 2)
        self.assertEqual(self.serve_to(self.stream, "--listen", "nowhere").wait(arena.DEADLINE_S), 2)
        begins = re.findall(r"^(?:<\d>)?domino-arena: --listen", self.lines(), re.M)
        self.assertEqual(begins, 3 * ["domino-arena: --listen"] + ["<3>domino-arena: --listen"])


if __name__ == "__main__":
    arena.main()
