#!/usr/bin/python3
"""List every text of the program that a user may see: messages.py [ROOT] > FILE

Lists the string literals of arena/, protocol/ and ratings/ that hold at least two words, by file, with
adjacent literals joined and their line. SQL, markup and format strings of JSON are left out. It is for
reading the messages as a whole: are they in one voice, and do they say what is allowed?
"""
import re
import sys
from pathlib import Path

LITERAL = r'"(?:[^"\\\n]|\\.)*"'
# Comments and single characters first, so that quotes inside them begin nothing.
TOKEN = re.compile(rf"/\*.*?\*/|//[^\n]*|'(?:[^'\\]|\\.)+'|(?P<text>{LITERAL}(?:\s*(?:PRI\w+\s*)?{LITERAL})*)", re.DOTALL)
INCLUDE = re.compile(r"^\s*#\s*include.*$", re.MULTILINE)
NOT_FOR_PEOPLE = re.compile(r"^\s*(SELECT|INSERT|UPDATE|DELETE|CREATE|PRAGMA|WITH|BEGIN|ATTACH|DROP|ALTER|VACUUM|<|/proc|\{\")")
TWO_WORDS = re.compile(r"[A-Za-z]{2,}[^A-Za-z]*\s+.*[A-Za-z]{2,}")


def literals(text):
    text = INCLUDE.sub("", text)
    for match in TOKEN.finditer(text):
        if match["text"]:
            joined = "".join(part[1:-1] for part in re.findall(LITERAL, match["text"]))
            yield text.count("\n", 0, match.start()) + 1, joined


def main():
    root = Path(sys.argv[1] if len(sys.argv) > 1 else ".")
    count = 0
    for place in ("arena", "protocol", "ratings"):
        for path in sorted((root / place).rglob("*.c")):
            if "sdk" in path.parts:
                continue
            for line, text in literals(path.read_text(encoding="utf-8")):
                if TWO_WORDS.search(text) and not NOT_FOR_PEOPLE.match(text):
                    print(f"{path.relative_to(root)}:{line}: {text}")
                    count += 1
    print(f"{count} texts", file=sys.stderr)


if __name__ == "__main__":
    main()
