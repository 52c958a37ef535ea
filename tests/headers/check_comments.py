#!/usr/bin/python3
"""Comments in C keep to the ColumnLimit of .clang-format, which looks at code alone: check_comments.py ROOT

Exit status 1 where a line with a comment is longer, or where one is so long that clang-format has broken
its declaration in two.
"""
import re
import sys
from pathlib import Path

from check_words import tracked

STRING = re.compile(r'"(?:\\.|[^"\\])*"')
COMMENT = re.compile(r"/\*|\*/|^\s*\*(?:\s|$)|//")
TYPE_ALONE = re.compile(r"\s+(?:const |static |struct )*(?!else\b|do\b|return\b)[a-z_]\w*(?: \*)?")
REST = re.compile(r"\s+[*\w\[\]]+;? /\*")


def complaints(lines, limit):
    """(number of the line, what is wrong with it) of the text of one file."""
    for number, line in enumerate(lines, 1):
        if len(line) > limit and COMMENT.search(STRING.sub('""', line)):
            yield number, f"a comment to column {len(line)}; allowed: {limit}"
        if TYPE_ALONE.fullmatch(line) and number < len(lines) and REST.match(lines[number]):
            yield number, "a declaration broken by its comment; put the comment above it"


def main():
    root = Path(sys.argv[1])
    limit = int(re.search(r"^ColumnLimit: (\d+)$", (root / ".clang-format").read_text(encoding="utf-8"), re.M)[1])
    names = [name for name in tracked(root) if name.endswith((".c", ".h"))]
    found = [f"{name}:{number}: {what}" for name in sorted(names)
             for number, what in complaints((root / name).read_text(encoding="utf-8").split("\n"), limit)]
    print(*found, sep="\n")
    print(f"{len(names)} files, {len(found)} found")
    return int(bool(found) or len(names) < 10)


if __name__ == "__main__":
    sys.exit(main())
