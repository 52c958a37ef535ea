#!/usr/bin/python3
"""Write tests/data/databases/schema-N.sql with the arena as it is built now.

    dump_schema.py [--force] [BUILD]      BUILD defaults to build/dev

See tests/data/databases/README.md.
"""
import os
import re
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
FOLDER = os.path.join(ROOT, "tests", "data", "databases")
COUNTS = ("tournament", "match", "process", "fault")


def arena(program, home, *args):
    done = subprocess.run([program, *args, "--home", home], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(done.stderr)
    return done.stdout


def count(path, table):
    """Rows of a table; 0 while there is none."""
    try:
        db = sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=10)
        rows = db.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
        db.close()
        return rows
    except sqlite3.OperationalError:
        return 0


def interrupt(program, home, tournament, database):
    """Play until some of its matches are stored, and stop it as Ctrl-C does."""
    before = count(database, "match")
    process = subprocess.Popen([program, "run", tournament, "--home", home, "--concurrency", "1"],
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while process.poll() is None and count(database, "match") == before:
        time.sleep(0.001)
    process.send_signal(signal.SIGINT)
    if process.wait() != 128 + signal.SIGINT:
        sys.exit("unfinished.yaml was played to its end before it could be interrupted; try again")


def dump(path, hashes):
    """The content as SQL, as .dump of sqlite3 writes it, with the two numbers of the header."""
    db = sqlite3.connect(path)
    numbers = {name: db.execute(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version")}
    lines = [f"-- Schema {numbers['user_version']}, made by tests/tools/dump_schema.py; never changed once released.",
             "-- rows:" + "".join(f" {table} {count(path, table)}" for table in COUNTS)]
    lines += [f"-- hash: {name} {value}" for name, value in hashes.items()]
    lines += [f"PRAGMA {name} = {value};" for name, value in numbers.items()]
    lines += db.iterdump()
    db.close()
    return numbers["user_version"], "\n".join(lines) + "\n"


def main():
    words = [word for word in sys.argv[1:] if word != "--force"]
    program = os.path.join(os.path.abspath(words[0] if words else os.path.join(ROOT, "build", "dev")),
                           "bin", "domino-arena")
    with tempfile.TemporaryDirectory(prefix="dump-schema.") as home:
        database = os.path.join(home, "arena.db")
        arena(program, home, "run", os.path.join(FOLDER, "finished.yaml"))
        interrupt(program, home, os.path.join(FOLDER, "unfinished.yaml"), database)
        hashes = {name: re.search(r"^hash ([0-9a-f]+)$", arena(program, home, "verify", name), re.M)[1]
                  for name in ("finished", "unfinished")}
        copy = os.path.join(home, "copy.db")
        arena(program, home, "backup", copy)
        schema, text = dump(copy, hashes)
    path = os.path.join(FOLDER, f"schema-{schema}.sql")
    if os.path.exists(path) and "--force" not in sys.argv:
        sys.exit(f"{path} is there already; a released schema never changes (--force, before its release)")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    print(path)


if __name__ == "__main__":
    main()
