#!/usr/bin/env python3
"""Makes a package for npm of the SDK for JavaScript, with the standard library alone.

    make_package.py VERSION FOLDER

It writes FOLDER/domino-arena-VERSION.tgz, as `npm pack` would, and prints its path. The same files make
the same bytes. `npm install` takes it from the file. A bot that plays over stdio needs no other package, so
those that ZeroMQ needs are optional.
"""
import gzip
import io
import json
import os
import sys
import tarfile

HERE = os.path.dirname(os.path.abspath(__file__))
MODULES = ("domino_arena.js", "domino_arena.d.ts", "wire.js", "README.md")


def read(*names):
    with open(os.path.join(HERE, *names), "rb") as file:
        return file.read()


def manifest_of(version):
    """The manifest of a bot in this folder says what the SDK needs; a package says what it is."""
    bot = json.loads(read("package.json"))
    return {"name": "domino-arena", "version": version, "description": "Bots for Domino Arena",
            "license": read("..", "..", "..", "LICENSE").decode().split()[0],
            "type": bot["type"], "main": "domino_arena.js", "types": bot["types"],
            "exports": {".": {"types": "./" + bot["types"], "default": "./domino_arena.js"}},
            "engines": bot["engines"], "optionalDependencies": bot["dependencies"]}


def files_of(version):
    files = {name: read(name) for name in MODULES}
    files["LICENSE"] = read("..", "..", "..", "LICENSE")
    files["package.json"] = (json.dumps(manifest_of(version), indent=2) + "\n").encode()
    return files


def make(version, folder):
    path = os.path.join(folder, f"domino-arena-{version}.tgz")
    with open(path, "wb") as file, gzip.GzipFile(filename="", mode="wb", fileobj=file, mtime=0) as packed, \
            tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name, data in sorted(files_of(version).items()):
            entry = tarfile.TarInfo("package/" + name)
            entry.size, entry.mode = len(data), 0o644
            archive.addfile(entry, io.BytesIO(data))
    return path


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: make_package.py VERSION FOLDER")
    print(make(*sys.argv[1:]))
