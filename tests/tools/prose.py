#!/usr/bin/python3
"""How hard the prose is to read: prose.py [ROOT] [--list N]

Per room and per page: lines, comments per hundred lines of C, sentences, those of more than 30 words, and
sentences that begin as fragments do (Who, What, Where, Of, ... and no question). --list N shows those of more
than N words, with their places. A sentence ends with a full stop, a colon before a list, or a blank line.
"""
import argparse
import re
import subprocess
import sys
from pathlib import Path

LONG = 30
COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)
FRAGMENT = re.compile(r"^(Who|Whose|What|Where|Of|Which)\b")
NOT_PROSE = re.compile(r"^(\s*\||\s*```| {4,}\S)")
VENDORED = "arena/web/assets/vendor/"


def sentences(text):
    for part in re.split(r"\n\s*\n|(?<=[.:;?!])\s+(?=[A-Z(`'\"])", text):
        words = part.split()
        if len(words) > 2:
            yield " ".join(words)


def comments(text):
    """Comments without their marks; lines that are indented like code or tables are left out."""
    for match in COMMENT.finditer(text):
        lines = [re.sub(r"^\s*(/\*+|\*/|\*|//)? ?", "", line).replace("*/", "") for line in match.group().split("\n")]
        yield match.start(), "\n".join("" if NOT_PROSE.match(line) else line for line in lines)


def page(text):
    text = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
    lines = ["" if NOT_PROSE.match(line) or line.startswith("#") else re.sub(r"^\s*([-*]|\d+\.) ", "\n", line)
             for line in text.split("\n")]
    return "\n".join(lines)


def room_of(name):
    parts = name.split("/")
    return "/".join(parts[:2]) if parts[0] in ("arena", "tests") else parts[0]


class Sum:
    def __init__(self):
        self.lines = self.commented = self.sentences = self.long = self.fragments = 0

    def add(self, texts):
        for text in texts:
            for sentence in sentences(text):
                self.sentences += 1
                self.long += len(sentence.split()) > LONG
                self.fragments += bool(FRAGMENT.match(sentence)) and not sentence.endswith("?")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("root", nargs="?", default=".")
    parser.add_argument("--list", type=int, metavar="N")
    options = parser.parse_args()
    root = Path(options.root)
    names = subprocess.run(["git", "-C", root, "ls-files"], capture_output=True, text=True, check=True).stdout.split()
    sums = {}
    for name in names:
        if not name.endswith((".c", ".h", ".md")) or name.startswith(VENDORED):
            continue
        text = (root / name).read_text(encoding="utf-8", errors="replace")
        texts = [page(text)] if name.endswith(".md") else [body for _, body in comments(text)]
        total = sums.setdefault(name if name.endswith(".md") else room_of(name), Sum())
        total.lines += text.count("\n")
        total.commented += 0 if name.endswith(".md") else sum(m.group().count("\n") + 1 for m in COMMENT.finditer(text))
        total.add(texts)
        if options.list:
            for body in texts:
                for sentence in sentences(body):
                    if len(sentence.split()) > options.list:
                        print(f"{name}: {sentence}\n")
    print(f"{'place':36} {'lines':>7} {'comment %':>10} {'sentences':>10} {'over 30':>8} {'fragments':>10}")
    for name, total in sorted(sums.items()):
        print(f"{name:36} {total.lines:7} {100 * total.commented / max(1, total.lines):10.1f} {total.sentences:10} "
              f"{total.long:8} {total.fragments:10}")
    every = list(sums.values())
    print(f"{'all':36} {sum(t.lines for t in every):7} {'':10} {sum(t.sentences for t in every):10} "
          f"{sum(t.long for t in every):8} {sum(t.fragments for t in every):10}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
