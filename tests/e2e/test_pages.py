"""The command blocks of all pages run, and print what the pages show.

    test_pages.py                 run them
    test_pages.py --record PAGE   write what the commands print now into the page

A block of a page is one of these:

    ```sh         commands. They run in a shell, in a folder of the page's own, and end with status 0. None hides its status
                  behind `||`, `;`, `!` or `&`, because the block would pass whatever the command does.
    ```console    `$ command` lines, each with what it prints on both outputs. A line `...` stands for any lines.
                  Numbers, hashes and blanks may differ.
    ```text       anything else that is no program: a picture, a table. It does not run.
    ```python     or another language: a part of a program. It does not run.

In the ordinary run only the blocks of README.md run, or those of the pages that DOM_PAGES in the environment names.

A comment in the line before a block says more:

    <!-- file: mybot/bot.py -->    the block is written to this file first
    <!-- status: 1 -->             the block's last command ends with this status
    <!-- not run: REASON -->       the block cannot run here
    <!-- nightly: REASON -->       it takes long: in the nightly run only
"""
import os
import re
import shutil
import subprocess
import sys

import arena

ROOT = os.path.realpath(os.path.join(arena.HERE, "..", ".."))
BLOCK = re.compile(r"(?P<marks>(?:^<!-- [^\n]* -->\n)*)^```(?P<kind>[^\n]*)\n(?P<text>.*?)^```$", re.M | re.S)
HIDING = re.compile(r"\|\||;|^! |&\s*$", re.M)  # what keeps the shell from ending with the status of a command
MARK = re.compile(r"^<!-- (file|status|not run|nightly): (.*) -->$", re.M)
# Texts that are not ours to write, that tell of the past, or that are data of tests.
EXCEPTIONS = re.compile(r"^(CHANGELOG\.md|arena/web/assets/vendor/|tests/fuzz/corpus/|tests/data/releases/[^/]*/kit/)")
COMMAND = re.compile(r"^\$ ((?:.*\\\n)*.*)\n", re.M)


def pages():
    done = subprocess.run(["git", "-C", ROOT, "ls-files", "*.md"], capture_output=True, text=True, check=False)
    found = done.stdout.split("\n")[:-1]
    if not found:  # the sources were unpacked, not cloned
        found = [os.path.relpath(os.path.join(folder, name), ROOT) for folder, _, names in os.walk(ROOT)
                 for name in names if name.endswith(".md") and "/build/" not in folder + "/"]
    return sorted(page for page in found if not EXCEPTIONS.match(page))


class Block:
    def __init__(self, match):
        self.span = match.span("text")
        self.kind = match["kind"].split(" ")[0]
        self.text = match["text"]
        self.marks = dict(MARK.findall(match["marks"]))

    def runs(self):
        return (self.kind in ("sh", "console") and "not run" not in self.marks
                and (arena.IS_NIGHTLY or "nightly" not in self.marks))


def blocks(text):
    return [Block(match) for match in BLOCK.finditer(text)]


def plain(text):
    """Without what differs from run to run: hashes, numbers, durations, what a list says of a bot that lost all matches, and the
    lines of progress of a tournament that takes longer than half a minute."""
    text = arena.without_progress(text)
    # the notes whose conditions chance decides
    chance = r"[<>]+: |Rough intervals, |Duplicate sets |Points separate |Results contradict |Some bots do "
    text = re.sub(rf"^({chance}).*\n", "", text, flags=re.M)
    text = re.sub(r"^.* (told apart|surely (first|above|in this order))\b.*\n", "", text, flags=re.M)  # the verdict of a list
    text = re.sub(r"[<>]+(?=\d)|\.\.(?=\d)", "", text)
    text = re.sub(r"\b[0-9a-f]{8,}\b", "0", text)  # a hash, also the short one of a version, may have digits only
    text = re.sub(r"\d[\d.]* (us|ms|s)\b|\d+ min \d\d s\b|\d+ h \d\d min\b", "0 s", text)  # a duration has the unit that fits
    text = re.sub(r"([-+]?\d[\d.,]*)+", "0", text)
    return [" ".join(line.split()) for line in text.splitlines() if line.strip()]


def agree(shown, printed):
    """Are the printed lines those that are shown, where `...` stands for any? The bots of a list may have
    another order each time."""
    if "..." not in shown:
        return sorted(shown) == sorted(printed)
    pattern = "".join(r"(?:[^\n]*\n)*?" if line == "..." else re.escape(line) + r"\n" for line in shown)
    return re.fullmatch(pattern, "".join(line + "\n" for line in printed)) is not None


class Pages(arena.ArenaTest):

    def setUp(self):
        super().setUp()
        self.folder = os.path.join(self.home, "work")

    def shell(self, commands):
        """Run them in the page's folder; returns both outputs together and the exit status."""
        env = dict(self.environment(), HOME=self.folder,
                   DOMINO_ARENA_HOME=os.path.join(self.home, "data"),
                   PATH=os.path.realpath(os.path.dirname(arena.PROGRAM)) + os.pathsep + os.environ["PATH"])
        env.pop("COLUMNS", None)  # lines are broken nowhere
        done = subprocess.run(["bash", "-euo", "pipefail", "-c", commands], cwd=self.folder, env=env,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              text=True, check=False)
        return done.stdout, done.returncode

    def write(self, name, text):
        path = os.path.join(self.folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        arena.write(path, text)

    def run_console(self, block):
        """Yield each command with what is shown for it, what it prints, and its exit status."""
        parts = COMMAND.split(block.text)
        self.assertEqual(parts[0], "", "a console block begins with a command")
        for command, shown in zip(parts[1::2], parts[2::2]):
            yield command, shown, *self.shell(command)

    def run_block(self, block):
        if block.kind == "sh":
            printed, status = self.shell(block.text)
            self.assertEqual(status, int(block.marks.get("status", 0)), printed)
            return
        status = 0
        for command, shown, printed, status in self.run_console(block):
            self.assertTrue(agree(plain(shown), plain(printed)), f"$ {command}\nshown:\n{shown}\nprinted:\n{printed}")
        self.assertEqual(status, int(block.marks.get("status", 0)))

    def each_block(self, page):
        """The blocks of a page that run, in a new folder, with the files of the others written."""
        for path in (self.folder, os.path.join(self.home, "data")):
            subprocess.run(["chmod", "-R", "u+w", path], check=False, stderr=subprocess.DEVNULL)
            shutil.rmtree(path, ignore_errors=True)
        os.mkdir(self.folder)
        text = arena.read(os.path.join(ROOT, page))
        for block in blocks(text):
            if "file" in block.marks:
                self.write(block.marks["file"], block.text)
            elif block.runs():
                yield block

    def test_every_block_has_a_kind(self):
        for page in pages():
            text = arena.read(os.path.join(ROOT, page))
            with self.subTest(page):
                found = blocks(text)
                self.assertEqual(text.count("\n```") + text.startswith("```"), 2 * len(found), "a block has no end")
                self.assertEqual([b.text for b in found if not b.kind], [], "say sh, console, text or a language")

    def test_no_command_hides_its_status(self):
        for page in pages():
            with open(os.path.join(ROOT, page), encoding="utf-8") as file:
                found = [block for block in blocks(file.read())
                         if block.kind in ("sh", "console") and "not run" not in block.marks]
            for block in found:
                text = block.text if block.kind == "sh" else "".join(COMMAND.findall(block.text))
                text = re.sub(r"; *(do|done|then|fi)\b", "", text)
                text = re.sub(r"'[^']*'|\"[^\"]*\"|#.*", "", text)
                with self.subTest(page):
                    self.assertNotRegex(text, HIDING)

    def test_every_command_block_runs(self):
        count = 0
        named = os.environ.get("DOM_PAGES", "").split()
        for page in set(named) & set(pages()) if named else arena.in_nightly(pages(), ["README.md"]):
            for number, block in enumerate(self.each_block(page), 1):
                with self.subTest(page, block=number):
                    self.run_block(block)
                count += 1
        self.assertTrue(named or count > 0)


class Recorder(Pages):
    """Not a test: writes what the console blocks of a page print into the page."""

    def record(self, page):
        path = os.path.join(ROOT, page)
        changes = []
        for block in self.each_block(page):
            if block.kind == "console":
                text = "".join(f"$ {command}\n" + (shown if "...\n" in shown else printed)
                               for command, shown, printed, _ in self.run_console(block))
                changes.append((block.span, text))
            else:
                self.run_block(block)
        whole = arena.read(path)
        for (start, end), text in reversed(changes):
            whole = whole[:start] + text + whole[end:]
        arena.write(path, whole)


def record(page):
    recorder = Recorder("record")
    recorder.setUp()
    try:
        recorder.record(page)
    finally:
        recorder.tearDown()
        recorder.doCleanups()


if __name__ == "__main__":
    if sys.argv[1:2] == ["--record"]:
        record(os.path.relpath(os.path.realpath(sys.argv[2]), ROOT))
    else:
        del Recorder
        arena.main()
