#!/usr/bin/python3 -B
"""Builds for aarch64 in a bare Debian and runs the result under qemu: it must come to the results of this machine's build.

    try_cross.py SUITE...      for example bookworm trixie

Needs what bare_root.py needs, and Linux 6.7 or later, where a namespace may have an emulator of its own, so that the machine stays
as it is. DOM_BUILD is the folder of this machine's build. The commit that is checked out is tried, without changes.
"""
import os
import subprocess
import sys
import tempfile

from bare_root import ADMINISTRATOR, ROOT, USER, clone_project, enter, follow, make_root, run, try_suites

TOOLS = "crossbuild-essential-arm64 cmake ninja-build pkg-config qemu-user python3-zmq python3-msgpack"
LIBRARIES = [f"{name}:arm64" for name in (ROOT / "scripts" / "packages.txt").read_text().split() if name.endswith("-dev")]
UNITS = {f"{room}.unit": f"tests/{room}/{room}.unit" for room in ("rules", "deal", "protocol", "record")}
BOTS = ("careful", "random-python")  # their files are the same on all machines, so their versions are, too

MAKING = (
    (ADMINISTRATOR, "dpkg --add-architecture arm64 && apt-get -q update && "
                    f"apt-get -qy --no-install-recommends install {TOOLS} {' '.join(LIBRARIES)}"),
    (USER, 'chmod 755 ~ && cd "$PROJECT" && cmake --preset aarch64 && cmake --build --preset aarch64 '
           f"--target domino-arena {' '.join(f'bot-{bot}' for bot in BOTS)} {' '.join(UNITS)}"),
)

OWN_EMULATORS = ("--user", "--map-root-user")
MOUNT = "mount -t binfmt_misc none /proc/sys/fs/binfmt_misc"
# A program is emulated if its head says ELF, 64 bits, little-endian and aarch64.
REGISTER = (r"printf %s ':aarch64:M::\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\xb7\x00:"
            r"\xff\xff\xff\xff\xff\xff\xff\x00\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff:/usr/bin/qemu-aarch64:' "
            ">/proc/sys/fs/binfmt_misc/register")

# Prints the hash of deals and matches, and the ratings.
PLAYING = (f'set -- "$BUILD/bin/domino-arena"; "$@" run --variant block-2 --bots {",".join(BOTS)} --sets 10 --seed 1 --name first >&2; '
           "\"$@\" verify first --json | grep '\"hash\"'; \"$@\" leaderboard --json")


def emulate(root, build, line, **options):
    """Runs in the root, with programs for aarch64."""
    print(f"-- aarch64: {line}", flush=True)
    line = f"{MOUNT}; {REGISTER}; export BUILD='{build}' DOMINO_ARENA_HOME=/played; {line}"
    return enter(root, "sh -e", line, *OWN_EMULATORS, **options)


def compare(root, build):
    """Raises OSError if aarch64 comes to other results than this machine."""
    kept = {"stdout": subprocess.PIPE, "text": True}
    here = {**os.environ, "BUILD": os.environ["DOM_BUILD"], "DOMINO_ARENA_HOME": f"{root}/here"}
    expected = run("sh", "-ec", PLAYING, env=here, **kept).stdout
    found = emulate(root, build, PLAYING, **kept).stdout
    if found != expected:
        raise OSError(f"other results than here:\n{expected}\nfor aarch64:\n{found}")


def tried(suite):
    with tempfile.TemporaryDirectory(prefix="root.") as root:
        make_root(suite, root)
        project = clone_project(root)
        build = f"{project}/build/aarch64"
        follow(root, MAKING, project)
        for path in UNITS.values():
            emulate(root, build, f'"$BUILD/{path}"')
        compare(root, build)


def main(suites):
    if subprocess.run(["unshare", *OWN_EMULATORS, "--mount", "sh", "-c", MOUNT], check=False).returncode != 0:
        print("try_cross.py: needs root and Linux 6.7 or later with binfmt_misc, for an emulator of its own", file=sys.stderr)
        return 1
    return try_suites(suites, tried, __doc__)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
