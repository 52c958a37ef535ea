"""Holds line 6 of RULES.md: each DECISION of the page has a name, and the code that implements it has the same mark.

    check_decisions.py PROJECT
"""
import pathlib
import re
import sys

MARK = re.compile(r"\bDECISION\b(?:[\s*]*\(([a-z0-9-]+)\))?")


def names_in(path, text, problems):
    """Returns the names of the marks in a text; one without a name is a problem."""
    for match in MARK.finditer(text):
        if match[1] is None:
            problems.append(f"{path}:{text[:match.start()].count(chr(10)) + 1}: DECISION has no name; "
                            "allowed: DECISION (name)")
    return {match[1] for match in MARK.finditer(text) if match[1]}


def main():
    project = pathlib.Path(sys.argv[1])
    page = project / "arena/rules/RULES.md"
    problems = []
    # The sentence that introduces the mark calls it by the name `name`.
    decided = names_in(page, page.read_text(encoding="utf-8"), problems) - {"name"}
    marked = set()
    for folder in ("arena", "protocol"):
        for path in sorted((project / folder).rglob("*.[ch]")):
            marked |= names_in(path, path.read_text(encoding="utf-8"), problems)
    problems += [f"{page}: DECISION ({name}) has no mark in the code" for name in sorted(decided - marked)]
    problems += [f"{page}: DECISION ({name}) of the code is missing" for name in sorted(marked - decided)]
    print("\n".join(problems) or f"{len(decided)} decisions")
    sys.exit(1 if problems or not decided else 0)


main()
