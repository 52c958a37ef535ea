#!/usr/bin/python3
"""Write a dump of tests/data/databases with the present build of the arena.

    dump_schema.py [--force] [--rules N | --home N] [BUILD]      BUILD defaults to build/dev

It writes schema-N.sql; with --rules N rules-N.sql; with --home N home-N.sql and the snapshots of the bots in home-N/.
See tests/data/databases/README.md.
"""
import argparse
import os
import re
import shutil
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
    """The number of rows of a table; 0 if it does not exist."""
    try:
        db = sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=10)
        rows = db.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
        db.close()
        return rows
    except sqlite3.OperationalError:
        return 0


def interrupt(program, home, tournament, database):
    """Play until every variant has a stored match, and stop it as Ctrl-C does."""
    variants = count(database, "tournament_variant")
    process = subprocess.Popen([program, "run", tournament, "--home", home, "--concurrency", "1"],
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    played = "(SELECT DISTINCT tournament, variant FROM match)"
    while process.poll() is None and (count(database, "tournament_variant") == variants
                                      or count(database, played) < count(database, "tournament_variant")):
        time.sleep(0.001)
    process.send_signal(signal.SIGINT)
    if process.wait() != 128 + signal.SIGINT:
        sys.exit(f"{tournament} was played to its end before it could be interrupted; try again")


def dump(path, hashes, rows_alone):
    """The content as SQL, as .dump of sqlite3 writes it, with the two numbers of the header; or its rows alone."""
    db = sqlite3.connect(path)
    numbers = {name: db.execute(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version")}
    lines = [f"-- Schema {numbers['user_version']}, made by tests/tools/dump_schema.py; never changed once released.",
             "-- rows:" + "".join(f" {table} {count(path, table)}" for table in COUNTS)]
    lines += [f"-- hash: {name} {value}" for name, value in hashes.items()]
    if rows_alone:
        rows = (line for line in db.iterdump() if line.startswith("INSERT"))
        lines += ["BEGIN TRANSACTION;", *rows, "COMMIT;"]
    else:
        lines += [f"PRAGMA {name} = {value};" for name, value in numbers.items()]
        lines += db.iterdump()
    db.close()
    return numbers["user_version"], "\n".join(lines) + "\n"


def read_words():
    parser = argparse.ArgumentParser()
    parser.add_argument("--force", action="store_true")
    parser.add_argument("--rules", type=int)
    parser.add_argument("--home", type=int)
    parser.add_argument("build", nargs="?", default=os.path.join(ROOT, "build", "dev"))
    return parser.parse_args()


def main():
    words = read_words()
    program = os.path.join(os.path.abspath(words.build), "bin", "domino-arena")
    kind = f"rules-{words.rules}-" if words.rules else f"home-{words.home}-" if words.home else ""
    names = (kind + "finished", kind + "unfinished")
    with tempfile.TemporaryDirectory(prefix="dump-schema.") as home:
        database = os.path.join(home, "arena.db")
        for name in [names[0]] + ([kind + "ladder"] if words.rules else []):
            arena(program, home, "run", os.path.join(FOLDER, name + ".yaml"))
        interrupt(program, home, os.path.join(FOLDER, names[1] + ".yaml"), database)
        hashes = {name: re.search(r"^hash ([0-9a-f]+)$", arena(program, home, "verify", name), re.M)[1]
                  for name in names}
        copy = os.path.join(home, "copy.db")
        arena(program, home, "backup", copy)
        schema, text = dump(copy, hashes, bool(kind))
        if words.home:
            shutil.copytree(os.path.join(home, "bots"), os.path.join(FOLDER, kind[:-1], "bots"))
    path = os.path.join(FOLDER, (kind[:-1] or f"schema-{schema}") + ".sql")
    if os.path.exists(path) and not words.force:
        sys.exit(f"{path} already exists; a released dump never changes (--force, before its release)")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    print(path)


if __name__ == "__main__":
    main()
