#!/usr/bin/env python3
"""Compile every public header alone, with the include roots that its room may know and no other, so
that a header says all it needs and needs nothing it should not know. Then compile all of them in one
unit, so that no two of them say the same name.

    check_headers.py SOURCE_DIR COMPILER [FLAG...]
"""
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import rooms

FLAGS = ["-std=c17", "-D_GNU_SOURCE", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", "-x", "c", "-"]


def compile_unit(compiler, roots, headers):
    """What the compiler complains of, "" for nothing."""
    unit = "".join(f'#include "{header}"\n' for header in headers)
    command = [*compiler, *(f"-I{root}" for root in roots), *FLAGS]
    return subprocess.run(command, input=unit, capture_output=True, text=True, check=False).stderr


def units(root):
    """(what it is, include roots, headers) of each unit to compile."""
    rows = rooms.table(root)
    sdk = root / "protocol/sdk/c/include"
    known_to_sdk = ["search", *rooms.known(rows, "protocol")]
    places = [(room, rooms.include_root(root, room), [rooms.include_root(root, r) for r in rooms.known(rows, room)])
              for room in rows]
    places.append(("sdk/c", sdk, [sdk] + [rooms.include_root(root, r) for r in known_to_sdk]))
    every = []
    for name, include, roots in places:
        headers = sorted(str(path.relative_to(include)) for path in include.rglob("*.h"))
        every += headers
        # Twice, so that the guard is tried too; nothing else stands in the unit.
        yield from ((f"{name}: {header} alone", roots, [header, header]) for header in headers)
    yield "all public headers together", [include for _, include, _ in places], every


def main():
    root, compiler = Path(sys.argv[1]), sys.argv[2:]
    work = list(units(root))
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        complaints = list(pool.map(lambda unit: compile_unit(compiler, unit[1], unit[2]), work))
    failures = 0
    for (what, _, _), complaint in zip(work, complaints):
        if complaint:
            failures += 1
            print(f"{what} does not compile:\n{complaint}")
    print(f"{len(work)} units, {failures} failures")
    return int(failures > 0 or len(work) < 2)


if __name__ == "__main__":
    sys.exit(main())
