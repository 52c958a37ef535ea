#!/usr/bin/python3 -B
"""Makes a release in a bare Debian, twice, and tries its packages, those of the SDKs too, in another bare Debian as strangers would.

    try_release.py SUITE...      for example bookworm trixie

Needs what bare_root.py needs. The commit that is checked out is tried, without changes. What was made is kept in
build/roots/SUITE.release; the next run upgrades from it, with a tournament that is not finished.
"""
import json
import shutil
import sys
import tempfile

from bare_root import ADMINISTRATOR, KEPT, ROOT, USER, clone_project, follow, give_to_user, make_root, try_suites

HOME = f"/home/{USER}"
LANGUAGES = json.loads((ROOT / "protocol" / "sdk" / "languages.json").read_text())["languages"]
NEEDED = {row["language"]: row["packages"] for row in LANGUAGES}  # language -> packages of Debian

MAKING = (
    # A package that debian/control forgets is missing here.
    (ADMINISTRATOR, 'apt-get -q update && cd "$PROJECT" && apt-get -qy --no-install-recommends build-dep . && '
                    f"apt-get -qy --no-install-recommends install lintian {' '.join(NEEDED['java'])}"),
    (USER, 'cd "$PROJECT" && scripts/release.sh ~/release'),
    (USER, "lintian --fail-on error ~/release/*.deb"),
    # Another folder comes to the same bytes.
    (USER, 'git clone -q "$PROJECT" ~/elsewhere && cd ~/elsewhere && scripts/release.sh ~/again && diff -r ~/release ~/again'),
)

PROGRAM_IN_C = '''
#include <domino/domino.h>
#include <stdio.h>
int main(void) { return puts(domino_version()) < 0; }
'''
PROGRAM_IN_PYTHON = '''
import domino_arena, domino_env
domino_env.DominoVec("block-2", 4, seed=1).reset()
'''
PAGE = '''
import re, subprocess, sys, time, urllib.error, urllib.request
server = subprocess.Popen([*sys.argv[1:], "domino-arena", "serve", "--listen", "127.0.0.1:0"], stdout=subprocess.PIPE, text=True)
address = re.match(r"http://[^ ]*", server.stdout.readline())[0]
def page():
    try:
        return urllib.request.urlopen(address).read().decode()
    except urllib.error.HTTPError: # 503: the database is not read yet
        return ""
while "greedy" not in page():
    time.sleep(0.1)
server.terminate()
assert server.wait() in (0, 143)
'''
AS_THE_SERVICE = ("setpriv --reuid=65000 --regid=65000 --groups=domino-arena --no-new-privs --bounding-set=-all --inh-caps=-all "
                  "env DOMINO_ARENA_HOME=/var/lib/domino-arena")
UNITS = "domino-arena-serve.service domino-arena-backup.service domino-arena-backup.timer"
FILES = "find /etc /usr /var/lib -not -path '/var/lib/apt/lists/*' | sort"
DROP_IN = "/etc/systemd/system/domino-arena-serve.service.d"

PREPARING = (
    # All that the packages need, so that only they themselves stand between the two lists of files.
    (ADMINISTRATOR, "apt-get -q update && apt-get -qy --no-install-recommends satisfy \"systemd, gcc, libc6-dev, pkg-config, $("
                    f"for deb in {HOME}/release/*.deb; do dpkg-deb -f $deb Depends Recommends; done | sed 's/^[^:]*: //' "
                    "| tr ',' '\\n' | grep -v domino | paste -sd,)\""),
    (ADMINISTRATOR, f"{FILES} >/before"),
)
EARLIER = (
    (ADMINISTRATOR, f"apt-get -qy install {HOME}/earlier/*.deb"),
    (USER, "domino-arena run --variant block-2 --bots greedy,random,careful --sets 10 --name first --seed 1"),
)
TRYING = (
    (ADMINISTRATOR, f"cd {HOME}/release && sha256sum --quiet -c SHA256SUMS && apt-get -qy install ./*.deb"),
    (USER, "domino-arena --version | grep '^commit [0-9a-f]*$'"),
    (USER, "domino-arena run --variant block-2 --bots greedy,random,careful --sets 30 --name first --seed 1"),
    (USER, "domino-arena verify first"),
    (USER, f"python3 -c '{PAGE}'"),
    (USER, "domino-arena new python heaviest && domino-arena check ./heaviest"),
    (USER, f"python3 -c '{PROGRAM_IN_PYTHON}'"),
    (USER, f"echo '{PROGRAM_IN_C}' >try.c && cc try.c $(pkg-config --cflags --libs domino) -o try && ./try"),
    (ADMINISTRATOR, f"adduser --quiet {USER} domino-arena"),
    (USER, "domino-arena run --home /var/lib/domino-arena --variant block-2 --bots greedy,random --sets 5 --name club"),
    (ADMINISTRATOR, f"python3 -c '{PAGE}' {AS_THE_SERVICE}"),
    (ADMINISTRATOR, f"cd /lib/systemd/system && systemd-analyze verify --man=no {UNITS} && "
                    "systemd-analyze security --offline=yes --threshold=30 domino-arena-serve.service >/dev/null"),
    (ADMINISTRATOR, f"install -D -m 644 /usr/share/doc/domino-arena/examples/play.conf {DROP_IN}/play.conf && "
                    f"systemd-analyze verify --man=no domino-arena-serve.service && rm -r {DROP_IN}"),
    (ADMINISTRATOR, "apt-get -qy purge domino-arena domino-arena-doc libdomino1 libdomino-dev python3-domino-arena && "
                    f"{FILES} | diff /before -"),
)
FOR_SDKS = sorted({"python3-pip"}.union(*(NEEDED[language] for language in ("go", "java", "javascript", "python", "rust"))))
SDKS = (
    (ADMINISTRATOR, f"apt-get -qy --no-install-recommends install {HOME}/release/*.deb {' '.join(FOR_SDKS)}"),
    # A bot of each language, with the package of its SDK.
    (USER, "tar -xzf release/domino-arena-*.tar.gz && DOM_ALL_LANGUAGES=1 DOM_BUILD=/usr DOM_PACKAGES=$HOME/release/sdk "
           "python3 -B domino-arena-*/tests/sdk/test_packages.py -v -k installed"),
)


def make(suite, kept):
    with tempfile.TemporaryDirectory(prefix="root.") as root:
        make_root(suite, root)
        follow(root, MAKING, clone_project(root))
        shutil.copytree(f"{root}{HOME}/release", kept)


def install_and_try(suite, folders):
    """`folders`: name in the root -> release; the one named earlier need not be there."""
    with tempfile.TemporaryDirectory(prefix="root.") as root:
        make_root(suite, root)
        for name, release in folders.items():
            if release.exists():
                shutil.copytree(release, f"{root}{HOME}/{name}")
                give_to_user(root, f"{HOME}/{name}")
        follow(root, PREPARING + (EARLIER if folders["earlier"].exists() else ()) + TRYING + SDKS)


def tried(suite):
    kept, earlier = KEPT / f"{suite}.release", KEPT / f"{suite}.earlier"
    if kept.exists():
        shutil.rmtree(earlier, ignore_errors=True)
        kept.rename(earlier)
    make(suite, kept)
    install_and_try(suite, {"release": kept, "earlier": earlier})


if __name__ == "__main__":
    sys.exit(try_suites(sys.argv[1:], tried, __doc__))
