#!/usr/bin/python3
"""Phrases that docs/reference/glossary.md bans stand in no prose and in no name: check_words.py ROOT

The glossary's last table is the list: what stands in backticks in its first column is looked for in
every file of text, in any case and as whole words. An underscore parts the words of a name as a blank
parts those of a sentence. Exit status 1 where one is found.
"""
import re
import subprocess
import sys
from pathlib import Path

GLOSSARY = "docs/reference/glossary.md"
# Texts that are not ours to write, that tell of the past, or that databases hold: SQLite keeps the comments of
# schema.sql, and fault texts are stored.
EXCEPTIONS = re.compile(
    r"^(CHANGELOG\.md|LICENSE.*|docs/reference/glossary\.md|arena/web/assets/vendor/.*|arena/store/schema\.sql|arena/host/session_messages\.c"
    r"|tests/fuzz/corpus/.*|tests/data/.*|protocol/vectors/.*\.json)$")
TEXT = {".c", ".h", ".md", ".py", ".sh", ".txt", ".cmake", ".in", ".sql", ".js", ".mjs", ".css", ".yaml", ".go",
        ".java", ".rs", ".rb", ".pl", ".pm", ".php", ".lua", ".awk", ".scm", ".hpp", ".cpp", ""}


def banned(root):
    table = (root / GLOSSARY).read_text(encoding="utf-8").rpartition("| not | but |")[2]
    rows = [line.split("|")[1] for line in table.splitlines() if line.startswith("| `")]
    return [phrase for row in rows for phrase in re.findall(r"`([^`]+)`", row)]


def tracked(root):
    listed = subprocess.run(["git", "-C", root, "ls-files", "-z"], capture_output=True, text=True, check=False)
    if listed.returncode == 0:
        return listed.stdout.split("\0")[:-1]
    return [str(path.relative_to(root)) for path in root.rglob("*")
            if path.is_file() and not {"build", ".git"} & set(path.relative_to(root).parts)]


def found(root, phrases):
    # A phrase may run over a line's end, where a comment's mark stands between its words.
    gap = r"(?:\s|\n[ \t]*(?:\*|#|//|--|;+)?[ \t]*)+"
    pattern = re.compile(r"(?<![\w-])(?<!there )(?:" + "|".join(gap.join(map(re.escape, phrase.split()))
                                                    for phrase in phrases) + r")(?![\w-])", re.IGNORECASE)
    for name in sorted(tracked(root)):
        path = root / name
        if EXCEPTIONS.match(name) or path.suffix not in TEXT or not path.is_file():
            continue
        text = path.read_text(encoding="utf-8", errors="replace")
        if path.suffix == ".py":
            text = re.sub(r"\bis None\b", "== None", text)  # is Python
        text = text.replace("_", " ")
        for match in pattern.finditer(text):
            yield f"{name}:{text.count(chr(10), 0, match.start()) + 1}: '{' '.join(match.group().split())}'"


def main():
    root = Path(sys.argv[1])
    phrases = banned(root)
    complaints = list(found(root, phrases))
    print(*complaints, sep="\n")
    print(f"{len(phrases)} phrases, {len(complaints)} found; {GLOSSARY} has what to write instead")
    return int(bool(complaints) or len(phrases) < 10)


if __name__ == "__main__":
    sys.exit(main())
