"""The rooms of the program as ARCHITECTURE.md has them: who may know whom."""
import re
from pathlib import Path

ROW = re.compile(r"^\| `(?:arena/)?([a-z]+)` \| .* \| ([a-z, -]+) \|$", re.M)

# Programs outside use their names, which stay short.
EXEMPT = {"base", "rules", "protocol", "library"}


def table(root):
    """{room: rooms that its row names}, in the order of the table, which is that of dependency."""
    text = (root / "ARCHITECTURE.md").read_text(encoding="utf-8")
    rows = ROW.findall(text)
    return {name: [] if known == "-" else known.split(", ") for name, known in rows if known != "an SDK"}


def known(rows, room):
    """All rooms whose headers `room` may include, itself among them."""
    found = {room}
    for name in rows[room]:
        found |= known(rows, name)
    return found


def folder(root, room):
    return root / room if room in ("protocol", "ratings") else root / "arena" / room


def include_root(root, room):
    return folder(root, room) / "include"


def sources(root, room):
    """Its C files and headers. What the SDKs hold is no part of the arena."""
    files = [f for f in folder(root, room).rglob("*") if f.suffix in (".c", ".h")]
    return sorted(f for f in files if "sdk" not in f.parts and not f.is_symlink())
