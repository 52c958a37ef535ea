#!/usr/bin/python3 -B
"""Follows the README in a bare Debian, as an ordinary user: installs, builds, plays, makes a bot and compares two builds.

    bare_root.py SUITE...      for example bookworm trixie

Needs root, debootstrap and a network. The bare system is kept in build/roots/SUITE.tar, so only the first run downloads it; what is
installed on top of it is not kept. The commit that is checked out is tried, without changes.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
KEPT = ROOT / "build" / "roots"
USER = "anna"

# (who, what must succeed). $PROJECT is a clone in a path with a blank.
ADMINISTRATOR = "root"
STEPS = (
    (ADMINISTRATOR, 'cd "$PROJECT" && scripts/install.sh'),
    (USER, 'cd "$PROJECT" && scripts/demo.sh'),
    # What users see of a build has no warning, whatever the compiler.
    (USER, 'cd "$PROJECT" && ! grep -n "warning:" build/release/build.log'),
    (USER, 'cd "$PROJECT" && cmake --install build/release --prefix ~/.local | tail -1'),
    (USER, '~/.local/bin/domino-arena run --variant block-2 --bots greedy,random,careful --sets 60 --name first --seed 1'),
    (USER, "~/.local/bin/domino-arena verify first"),
    (USER, "cd && ~/.local/bin/domino-arena new python heaviest && ~/.local/bin/domino-arena check ./heaviest"),
    (USER, "cd && ~/.local/bin/domino-arena new c doubles && ~/.local/bin/domino-arena check ./doubles"),
    # The same commit in another folder comes to the same files.
    (USER, 'git clone -q "$PROJECT" ~/elsewhere && cd ~/elsewhere && cmake --preset release >/dev/null && cmake --build --preset release '
           "--target domino-arena greedy random >/dev/null"),
    (USER, 'cd ~/elsewhere/build/release && for file in bin/domino-arena $(find share -name greedy -type f -o -name random -type f); do '
           'cmp "$file" "$PROJECT/build/release/$file" || exit 1; done'),
)


def run(*words, **options):
    return subprocess.run(words, check=True, **options)


def bare_system(suite):
    """The archive of a bare system."""
    archive = KEPT / f"{suite}.tar"
    if not archive.exists():
        KEPT.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix="bare.") as folder:
            run("debootstrap", "--variant=minbase", "--include=git,ca-certificates", suite, folder, stdout=subprocess.DEVNULL)
            run("tar", "-C", folder, "-cf", f"{archive}.new", ".")
        os.rename(f"{archive}.new", archive)
    return archive


def make_root(suite, root):
    """A bare system in the folder `root`, with an ordinary user."""
    run("tar", "-C", root, "-xf", bare_system(suite))
    os.chmod(root, 0o755)
    for path in ("/etc/resolv.conf", *Path("/etc/apt/apt.conf.d").glob("*proxy*")):
        shutil.copy(path, f"{root}{path}")
    run("chroot", root, "useradd", "-m", "-s", "/bin/sh", USER)


def give_to_user(root, path):
    run("chroot", root, "chown", "-R", f"{USER}:", path)


def clone_project(root):
    """Returns the path of the clone inside of the root."""
    project = f"/home/{USER}/the arena"
    run("git", "clone", "-q", ROOT, root + project)
    give_to_user(root, project)
    return project


def enter(root, shell, line, *namespaces, **options):
    """Runs inside mount and process namespaces of its own, which take all mounts and processes with them."""
    script = f"mount -t proc proc {root}/proc && mount --rbind /dev {root}/dev && exec chroot {root} {shell} -c \"$1\""
    return run("unshare", *namespaces, "--mount", "--pid", "--fork", "--kill-child", "sh", "-c", script, "sh", line, **options)


def follow(root, steps, project=""):
    for who, text in steps:
        print(f"-- {who}: {text}", flush=True)
        enter(root, f"su - {who}", f"export PROJECT='{project}'; {text}")


def readme_followed(suite):
    with tempfile.TemporaryDirectory(prefix="root.") as root:
        make_root(suite, root)
        follow(root, STEPS, clone_project(root))


def try_suites(suites, tried, usage):
    """`tried(suite)` for each; one that raises does not end the others. Returns an exit status."""
    if not suites or any(not re.fullmatch("[a-z]+", suite) for suite in suites):
        print(usage.strip(), file=sys.stderr)
        return 2
    failed = 0
    for suite in suites:
        try:
            tried(suite)
            print(f"{suite}: all steps done", flush=True)
        except (subprocess.CalledProcessError, OSError) as error:
            print(f"{suite}: FAILED: {error}", flush=True)
            failed += 1
    print(f"{len(suites) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(try_suites(sys.argv[1:], readme_followed, __doc__))
