#!/usr/bin/env python3
"""Hold the code against the table of rooms in ARCHITECTURE.md, and its names against one another.

    check_rooms.py SOURCE_DIR BUILD_DIR NM      the second part reads the objects that were built

includes  a room includes headers of rooms that it may know, and no other
types     no type has the name of another, private ones included
headers   types, macros, constants and inline functions of a header begin with dom_ROOM_ or DOM_ROOM_,
symbols   and so does what an object exports, but for the rooms that are exempt
circles   no files call each other in a circle, but for those of one algorithm
mentions  a file of ours that a comment or a page names is there
"""
import re
import subprocess
import sys
from pathlib import Path

import rooms

INCLUDE = re.compile(r'^#include "([a-z]+)/', re.M)
# "} name;" of a typedef at the beginning of a line, a typedef of something else, and tags with a body. A
# typedef of a bare tag declares a type that another file defines.
NAMED = re.compile(r"^\} ?\**(\w+);", re.M)
ALIAS = re.compile(r"^typedef (?!struct \w+ \w+;)[^{;()]*?\b(\w+)(?:\[[^;]*\])?;|^typedef [^{;]*?\(?\*?\b(\w+)\)?\([^;]*\);", re.M)
TAG = re.compile(r"^(?:typedef )?(?:struct|union|enum) (\w+) \{", re.M)

COMMENT = re.compile(r"/\*.*?\*/", re.S)
INLINE = re.compile(r"^static inline [^(;]*?\**(\w+)\(", re.M)
MACRO = re.compile(r"^#define (\w+)", re.M)
UNDEF = re.compile(r"^#undef (\w+)", re.M)
ENUM = re.compile(r"enum[^{;]*\{([^}]*)\}")
CONSTANT = re.compile(r"(?:^|,)\s*([A-Z]\w+)\s*(?=[=,}]|$)", re.M)

# "arena/core/run.c" or a public header, "store/same_files.h"; not what an #include <...> asks for.
MENTION = re.compile(r"(?<![\w./<-])((?:[\w-]+/)+[\w.-]+\.(?:c|h|md|py|sh))\b")
PAGES = ("*.md", "*.c", "*.h", "*.py", "*.sh", "*.txt")

# Made by the build, from files that are no C.
GENERATED = {"schema.c", "style.c", "arena.c"}

# Files of one algorithm, which call each other for what each knows.
ONE_ALGORITHM = []


def complain_of_includes(root, rows):
    for room in rows:
        allowed = rooms.known(rows, room)
        for path in rooms.sources(root, room):
            for other in sorted(set(INCLUDE.findall(path.read_text(encoding="utf-8")))):
                if other in rows and other not in allowed:
                    yield f"{path.relative_to(root)} includes {other}/, which {room} may not know"


def complain_of_folders(root, rows):
    for path in sorted((root / "arena").iterdir()):
        if path.is_dir() and any(path.rglob("*.c")) and path.name not in rows:
            yield f"arena/{path.name} has no row in ARCHITECTURE.md"


def types_of(text):
    """Names of types that a file defines; a tag and a typedef of one name are one type."""
    names = set(NAMED.findall(text)) | set(TAG.findall(text))
    return names | {first or second for first, second in ALIAS.findall(text)}


def complain_of_types(root, rows):
    defined = {}
    for room in rows:
        for path in rooms.sources(root, room):
            for name in types_of(path.read_text(encoding="utf-8")):
                defined.setdefault(name, []).append(path)
    for name, paths in sorted(defined.items()):
        if len(paths) > 1:
            yield f"type {name} is defined in {', '.join(str(p.relative_to(root)) for p in paths)}"


def complain_of_headers(root, rows):
    for room in rows:
        for path in rooms.sources(root, room):
            if path.suffix != ".h" or room in rooms.EXEMPT:
                continue
            text = COMMENT.sub("", path.read_text(encoding="utf-8"))
            names = types_of(text) | set(INLINE.findall(text)) | set(MACRO.findall(text)) - set(UNDEF.findall(text))
            for body in ENUM.findall(text):
                names |= set(CONSTANT.findall(body))
            for name in sorted(names):
                if not (name.lower() + "_").startswith(f"dom_{room}_"):
                    yield f"{path.relative_to(root)} names {name}, which does not begin with dom_{room}_"


def objects(root, build, rows):
    """{object: room} of everything that was built of the rooms."""
    found = {}
    for room in rows:
        base = build / rooms.folder(root, room).relative_to(root)
        for path in sorted(base.rglob("*.c.o")):
            # BUILD/arena/ROOM/CMakeFiles/TARGET.dir/NAME.c.o; what an earlier build left is passed over.
            source = Path(*path.relative_to(base).parts[2:]).with_suffix("")
            if (rooms.folder(root, room) / source).is_file() or source.name in GENERATED:
                found[path] = room
    return found


def symbols(nm, found):
    """({symbol: object that exports it}, {object: symbols that it asks for})."""
    exported, asked = {}, {path: set() for path in found}
    listing = subprocess.run([nm, "-A", "-g", *map(str, found)], capture_output=True, text=True, check=True).stdout
    for line in listing.splitlines():
        name, rest = line.rsplit(":", 1)
        words = rest.split()
        if len(words) == 2 and words[0] in "Uw":
            asked[Path(name)].add(words[1])
        elif len(words) == 3:
            exported[words[2]] = Path(name)
    return exported, asked


def complain_of_symbols(exported, found):
    for name, path in sorted(exported.items()):
        room = found[path]
        if room not in rooms.EXEMPT and name != "main" and not name.startswith(f"dom_{room}_"):
            yield f"{room} exports {name}, which does not begin with dom_{room}_"


def circles(edges):
    """Sets of files that reach each other (Tarjan), without those of one file."""
    index, low, stack, found = {}, {}, [], []

    def visit(node):
        index[node] = low[node] = len(index)
        stack.append(node)
        for other in edges.get(node, ()):
            if other not in index:
                visit(other)
            if other in stack:
                low[node] = min(low[node], low[other])
        if low[node] == index[node]:
            at = stack.index(node)
            found.append(set(stack[at:]))
            del stack[at:]

    for node in sorted(edges):
        if node not in index:
            visit(node)
    return [group for group in found if len(group) > 1]


def complain_of_circles(root, exported, asked, found):
    def name(path):
        return f"{rooms.folder(root, found[path]).relative_to(root)}/{path.name.removesuffix('.o')}"

    edges = {name(path): {name(exported[s]) for s in wanted if s in exported and exported[s] != path}
             for path, wanted in asked.items()}
    for group in circles(edges):
        if sorted(group) not in ONE_ALGORITHM:
            yield f"a circle of calls: {', '.join(sorted(group))}"


def files_of(root):
    """Everything of ours but what was built and what tests are fed with."""
    for place in ("arena", "protocol", "ratings", "sample-bots", "tests", "lab", "scripts", "docs", "cmake"):
        for path in (root / place).rglob("*"):
            if path.is_file() and not {"corpus", "node_modules"} & set(path.parts):
                yield path
    yield from (path for path in root.iterdir() if path.is_file() and path.name != "CHANGELOG.md")


def complain_of_mentions(root, rows):
    there = list(files_of(root))
    known = {"/".join(path.relative_to(root).parts[at:]) for path in there
             for at in range(len(path.relative_to(root).parts))}
    places = set(rows) | {"arena", "protocol", "ratings", "tests", "scripts", "docs"}
    for path in there:
        if not any(path.match(pattern) for pattern in PAGES):
            continue
        for name in sorted(set(MENTION.findall(path.read_text(encoding="utf-8", errors="replace")))):
            if name.split("/", maxsplit=1)[0] in places and name not in known:
                yield f"{path.relative_to(root)} names {name}, which is not there"


def main():
    root, build, nm = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]
    rows = rooms.table(root)
    found = objects(root, build, rows)
    exported, asked = symbols(nm, found)
    complaints = [
        *complain_of_folders(root, rows),
        *complain_of_includes(root, rows),
        *complain_of_types(root, rows),
        *complain_of_headers(root, rows),
        *complain_of_symbols(exported, found),
        *complain_of_circles(root, exported, asked, found),
        *complain_of_mentions(root, rows),
    ]
    print(*complaints, sep="\n")
    print(f"{len(rows)} rooms, {len(found)} objects, {len(exported)} symbols, {len(complaints)} complaints")
    return int(bool(complaints) or len(found) < 100)


if __name__ == "__main__":
    sys.exit(main())
