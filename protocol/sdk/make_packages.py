#!/usr/bin/env python3
"""Makes the packages of the SDKs, with the standard library alone.

    make_packages.py LIBDOMINO VERSION FOLDER [LANGUAGE...]

It writes the packages of these languages, or of all in the table PACKAGES, into FOLDER and prints their paths. The same
files make the same bytes (python/archives.py). A language that lacks a tool is named on standard error; the others
are made, and the exit status is 1. docs/how-to/publish-the-sdks.md says where each package goes.
"""
import json
import os
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(HERE, "python"))
import archives  # noqa: E402
import build_package  # noqa: E402


def read(*names):
    with open(os.path.join(HERE, *names), "rb") as file:
        return file.read()


def readme(language):
    return build_package.packed_readme(read(language, "README.md"))


def write_file(path, data):
    with open(path, "wb") as file:
        file.write(data)


LANGUAGES = json.loads(read("languages.json"))["languages"]
LICENSE = read("..", "..", "LICENSE")
LICENSE_NAME = LICENSE.decode().split()[0]


def python(version, library):
    return dict([build_package.wheel(version, library), build_package.sdist(version)])


def java(version, _):
    """The files for a repository of Maven. A kit has the same sources without a package, as a bot has none either."""
    words = next(row["build"][0] for row in LANGUAGES if row["language"] == "java")
    jars = [jar for jar in words[words.index("-cp") + 1].split(":") if os.stat(jar) and jar != "."]
    # On the first line, so that the lines of the sources keep their numbers. The name has no domain: none is ours.
    sources = {f"dominoarena/{name}": b"package dominoarena; " + read("java", name) for name in ("Domino.java", "Wire.java")}
    common = ["-cp", ":".join(jars), "-encoding", "UTF-8", "-Werror", "-d"]
    classes = made_from(sources, ["javac", "--release", "17", "-Xlint:all,-processing", *common])
    pages = made_from(sources, ["javadoc", "--release", "17", "-quiet", "-notimestamp", "-Xdoclint:all", *common])
    name = f"domino-arena-{version}"
    return {f"{name}.pom": POM.format(version=version, license=LICENSE_NAME).encode(),
            **{name + kind: archives.zip_of({"META-INF/MANIFEST.MF": MANIFEST, "META-INF/LICENSE": LICENSE, **files})
               for kind, files in ((".jar", classes), ("-sources.jar", sources), ("-javadoc.jar", pages))}}


def made_from(sources, command):
    """Returns the files by name that a command makes from sources in an empty folder, whose path is its last argument."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [os.path.join(folder, name) for name in sources]
        for path, data in zip(paths, sources.values()):
            os.makedirs(os.path.dirname(path), exist_ok=True)
            write_file(path, data)
        out = os.path.join(folder, "out")
        done = subprocess.run([*command, out, *paths], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        if done.returncode:
            sys.exit(f"make_packages.py: {command[0]} fails:\n{done.stdout}")
        found = sorted(os.path.relpath(os.path.join(at, name), out) for at, _, names in os.walk(out) for name in names)
        return {name: read(out, name) for name in found}


MANIFEST = b"Manifest-Version: 1.0\nAutomatic-Module-Name: dominoarena\n\n"
POM = """\
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>dominoarena</groupId>
  <artifactId>domino-arena</artifactId>
  <version>{version}</version>
  <name>Domino Arena</name>
  <description>Bots for Domino Arena</description>
  <licenses><license><name>{license}</name></license></licenses>
  <dependencies>
    <dependency><groupId>com.google.code.gson</groupId><artifactId>gson</artifactId><version>2.10</version></dependency>
    <dependency><groupId>net.java.dev.jna</groupId><artifactId>jna</artifactId><version>5.13.0</version></dependency>
    <dependency><groupId>org.msgpack</groupId><artifactId>msgpack-core</artifactId><version>0.8.16</version></dependency>
  </dependencies>
</project>
"""


def javascript(version, _):
    """The manifest of a bot in this folder says what the SDK needs; a package says what it is. A bot that plays over stdio
    needs no other package, so those that ZeroMQ needs are optional."""
    bot = json.loads(read("javascript", "package.json"))
    manifest = {"name": "domino-arena", "version": version, "description": "Bots for Domino Arena",
                "license": LICENSE_NAME, "type": bot["type"], "main": "domino_arena.js", "types": bot["types"],
                "exports": {".": {"types": "./" + bot["types"], "default": "./domino_arena.js"}},
                "engines": bot["engines"], "optionalDependencies": bot["dependencies"]}
    files = {f"package/{name}": read("javascript", name)
             for name in ("domino_arena.d.ts", "domino_arena.js", "wire.js")}
    files["package/README.md"] = readme("javascript")
    files["package/LICENSE"] = LICENSE
    files["package/package.json"] = (json.dumps(manifest, indent=2) + "\n").encode()
    return {f"domino-arena-{version}.tgz": archives.tar_gz(files)}


# A user writes `replace` in go.mod, or names a proxy with the files below. The first part of a path must look like a domain;
# the top-level domain invalid belongs to nobody. Who publishes the module names a path of their own.
GO_MODULE = os.environ.get("DOM_GO_MODULE", "domino-arena.invalid/domino")


def go(version, _):
    """The files of a module proxy (go.dev/ref/mod#goproxy-protocol)."""
    version = "v" + version
    module = read("go", "go.mod").replace(b"module bot\n", f"module {GO_MODULE}\n".encode())
    files = {"LICENSE": LICENSE, "README.md": readme("go"), "go.mod": module}
    for name in sorted(os.listdir(os.path.join(HERE, "go", "domino"))):
        files[name] = read("go", "domino", name)
    made = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(archives.seconds()))
    proxy = {"list": version + "\n", f"{version}.info": json.dumps({"Version": version, "Time": made}), f"{version}.mod": module,
             f"{version}.zip": archives.zip_of({f"{GO_MODULE}@{version}/{name}": data for name, data in files.items()})}
    return {f"go/{GO_MODULE}/@v/{name}": data.encode() if isinstance(data, str) else data for name, data in proxy.items()}


def rust(version, _):
    """As for JavaScript: the manifest of a bot says what the SDK needs."""
    needs = read("rust", "Cargo.toml").decode().partition("[dependencies]\n")[2].partition("\n[")[0]
    files = {"Cargo.toml": CRATE.format(version=version, license=LICENSE_NAME, needs=needs).encode(),
             "LICENSE": LICENSE, "README.md": readme("rust"),
             "src/domino_arena.rs": read("rust", "src", "domino_arena.rs")}
    folder = f"domino-arena-{version}"
    return {f"{folder}.crate": archives.tar_gz({f"{folder}/{name}": data for name, data in files.items()})}


CRATE = """\
[package]
name = "domino-arena"
version = "{version}"
edition = "2021"
rust-version = "1.63"
description = "Bots for Domino Arena"
license = "{license}"
readme = "README.md"
categories = ["games"]
include = ["src/", "README.md", "LICENSE"]

[lib]
path = "src/domino_arena.rs"

[dependencies]
{needs}"""

# language -> a function of the version and the path of libdomino, which returns the packages by their path in FOLDER
PACKAGES = {
    "go": go,  # a folder for GOPROXY, with a module
    "java": java,  # jars of classes, sources and pages, for Maven
    "javascript": javascript,  # for npm
    "python": python,  # a wheel and an sdist, for pip
    "rust": rust,  # a crate, for cargo
}


def write(folder, packages):
    for name, data in packages.items():
        path = os.path.join(folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        write_file(path, data)
        print(path)


def main(library, version, folder, *languages):
    for language in languages:
        if language not in PACKAGES:
            sys.exit(f"make_packages.py: {language}: this language has no package; allowed: {', '.join(PACKAGES)}")
    status = 0
    for language in languages or PACKAGES:
        try:
            write(folder, PACKAGES[language](version, library))
        except FileNotFoundError as missing:
            print(f"make_packages.py: {language}: {missing.filename} is missing", file=sys.stderr)
            status = 1
    return status


if __name__ == "__main__":
    if len(sys.argv) < 4:
        sys.exit("usage: make_packages.py LIBDOMINO VERSION FOLDER [LANGUAGE...]")
    sys.exit(main(*sys.argv[1:]))
