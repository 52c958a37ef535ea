#!/usr/bin/python3
"""Write what a build consists of as SPDX 2.3 (JSON): sbom.py PARTS

PARTS has a line "NAME VERSION" for the program, which is the first, and for each library with which it links. cmake/sbom.cmake
writes it. What is vendored is found in the sources. Two calls for the same commit and parts write the same bytes: the time is
SOURCE_DATE_EPOCH, else that of the commit, else that of CMakeLists.txt, to which `git archive` gives the time of the commit.
"""
import datetime
import json
import os
import re
import subprocess
import sys
import uuid
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]

# Module of pkg-config -> homepage, licence as its authors declare it. None: it depends on the version.
LIBRARIES = {
    "libzmq": ("https://zeromq.org/", None),
    "sqlite3": ("https://sqlite.org/", "blessing"),
    "libsodium": ("https://libsodium.org/", "ISC"),
    "jansson": ("https://github.com/akheron/jansson", "MIT"),
    "yaml-0.1": ("https://pyyaml.org/wiki/LibYAML", "MIT"),
    "libmicrohttpd": ("https://www.gnu.org/software/libmicrohttpd/", "LGPL-2.1-or-later"),
    "zlib": ("https://zlib.net/", "Zlib"),
    "libseccomp": ("https://github.com/seccomp/libseccomp", "LGPL-2.1-only"),
    "lapacke": ("https://www.netlib.org/lapack/lapacke.html", "BSD-3-Clause"),
    "msgpack-c": ("https://msgpack.org/", "BSL-1.0"),
}
LIBZMQ_EXCEPTION = "LGPL 3 or later; the copyright holders permit linking with independent modules, whatever their licence."


def license_of_libzmq(version):
    """Since 4.3.5 it has another one."""
    return "MPL-2.0" if tuple(map(int, version.split(".")[:3])) >= (4, 3, 5) else "LGPL-3.0-or-later"


def package(name, version, homepage, licence, **more):
    return {"SPDXID": f"SPDXRef-Package-{name}", "name": name, "versionInfo": version, **({"homepage": homepage} if homepage else {}),
            "downloadLocation": "NOASSERTION", "filesAnalyzed": False, "licenseConcluded": licence, "licenseDeclared": licence,
            "copyrightText": "NOASSERTION", **more}


def library(name, version):
    homepage, licence = LIBRARIES[name]
    if licence:
        return package(name, version, homepage, licence)
    licence = license_of_libzmq(version)
    return package(name, version, homepage, licence,
                   **({} if licence == "MPL-2.0" else {"licenseComments": LIBZMQ_EXCEPTION}))


def program(name, version):
    text = (ROOT / "LICENSE").read_text(encoding="utf-8")
    if not text.startswith("MIT License\n"):
        raise SystemExit("sbom.py: LICENSE does not begin with 'MIT License': name its SPDX identifier here")
    return package(name, version, None, "MIT", copyrightText=re.search(r"^Copyright .*$", text, re.M)[0],
                   primaryPackagePurpose="APPLICATION")


def vendored():
    """The folder has a README that begins with name and version, and the licence as its authors wrote it."""
    folder = ROOT / "arena" / "web" / "assets" / "vendor"
    name, version, homepage = re.match(r"(\S+) ([\d.]+) \(.*?(https://[^)]+)\)", (folder / "README.md").read_text(encoding="utf-8")).groups()
    text = (folder / "LICENSE").read_text(encoding="utf-8")
    return package(name, version, homepage, "MIT", copyrightText=re.search(r"^Copyright .*$", text, re.M)[0])


def seconds():
    if os.environ.get("SOURCE_DATE_EPOCH"):
        return int(os.environ["SOURCE_DATE_EPOCH"])
    done = subprocess.run(["git", "-C", ROOT, "log", "-1", "--format=%ct"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                          text=True, check=False) if (ROOT / ".git").exists() else None
    return int(done.stdout) if done and done.returncode == 0 else int((ROOT / "CMakeLists.txt").stat().st_mtime)


def document(parts):
    (name, version), *libraries = parts
    own, inside, linked = program(name, version), vendored(), sorted((library(*part) for part in libraries), key=lambda p: p["name"])
    relations = [("SPDXRef-DOCUMENT", "DESCRIBES", own), (own["SPDXID"], "CONTAINS", inside),
                 *((own["SPDXID"], "DYNAMIC_LINK", part) for part in linked)]
    content = {
        "packages": [own, inside, *linked],
        "relationships": [{"spdxElementId": one, "relationshipType": kind, "relatedSpdxElement": other["SPDXID"]}
                          for one, kind, other in relations]}
    created = datetime.datetime.fromtimestamp(seconds(), datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    what = uuid.uuid5(uuid.NAMESPACE_URL, json.dumps([created, content], sort_keys=True))
    return {"spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": f"{name}-{version}",
            "documentNamespace": f"https://spdx.org/spdxdocs/{name}-{version}-{what}",
            "creationInfo": {"created": created, "creators": ["Tool: domino-arena-sbom.py"]}, **content}


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__.split("\n", maxsplit=1)[0])
    lines = Path(sys.argv[1]).read_text(encoding="utf-8").splitlines()
    print(json.dumps(document([tuple(line.split()) for line in lines]), indent=2))
