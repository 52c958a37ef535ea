#!/usr/bin/python3
"""Each package of protocol/sdk/make_packages.py is installed from its file in an empty folder without a network, and the
random bot of its language plays with it.

    test_packages.py [-k LANGUAGE]

A language whose tools are missing is skipped; status 77 if all are. With DOM_ALL_LANGUAGES a skip is a failure.
DOMINO_LIBRARY is the path of libdomino. DOM_PACKAGES is the folder `sdk` of a release, whose packages are installed instead of
new ones; then `-k installed` chooses the tests that have nothing to do with making them.
"""
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import unittest
import zipfile
from pathlib import Path
from typing import NamedTuple

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parents[2]
MAKE = ROOT / "protocol/sdk/make_packages.py"
LIBRARY = os.environ.get("DOMINO_LIBRARY")
RELEASED = Path(os.environ["DOM_PACKAGES"]) if "DOM_PACKAGES" in os.environ else None
PROGRAM = os.path.join(os.environ["DOM_BUILD"], "bin", "domino-arena")
VERSION = next(RELEASED.glob("*.tgz")).stem.split("-")[-1] if RELEASED else "1.2.3"
PIP = ("/usr/bin/python3", "-m", "pip", "install", "--no-index", "--no-deps", "--disable-pip-version-check", "--target=.")


GO_MODULE = "domino-arena.invalid/domino"
JAVA = next(row for row in json.loads((ROOT / "protocol/sdk/languages.json").read_text())["languages"] if row["language"] == "java")
CARGO = f"""\
[package]
name = "bot"
version = "0.1.0"
edition = "2021"

[dependencies]
domino-arena = {{ path = "domino-arena-{VERSION}" }}
"""


def with_jar(command):
    """Returns a command of languages.json with the package in the path of classes."""
    return [word.replace(".:", f".:domino-arena-{VERSION}.jar:") for word in command]


class Row(NamedTuple):
    """How a bot is made with a package. In a word {package} is its path, and {url} that of the folder of packages."""
    language: str
    package: str  # its path in the folder of packages
    needs: tuple  # a command that succeeds if the tools are installed
    main: str  # the bot's own file, as in the folder of its sample
    changes: tuple  # what is replaced in it, as pairs: a sample has its SDK as a copy
    files: dict  # further files
    install: tuple  # the commands that install the package in the bot's folder, and build the bot
    run: list
    transport: str = "zmq"
    environment: dict = {}


ROWS = {
    "java": Row("java", f"domino-arena-{VERSION}.jar", ("sh", "-c", "javac -version && ls /usr/share/java/msgpack-core.jar"),
                "Bot.java", (("public class", "import dominoarena.Domino;\n\npublic class"),), {},
                (("cp", "{package}", "."), with_jar(JAVA["build"][0])), with_jar(JAVA["run"])),
    "javascript": Row("javascript", f"domino-arena-{VERSION}.tgz", ("npm", "--version"),
                      "bot.js", (("./domino_arena.js", "domino-arena"),),
                      {"package.json": '{"private": true, "type": "module"}'},
                      (("npm", "install", "--offline", "--no-audit", "--no-fund", "--omit=optional", "{package}"),),
                      ["node", "bot.js"], transport="stdio"),
    "go": Row("go", f"go/{GO_MODULE}/@v/v{VERSION}.zip", ("go", "version"),
              "bot.go", (("bot/domino", GO_MODULE),), {"go.mod": "module bot\n\ngo 1.19\n"},
              (("go", "get", f"{GO_MODULE}@v{VERSION}"), ("go", "vet", GO_MODULE), ("go", "build", "-o", "bot", ".")), ["./bot"],
              environment={"GOPROXY": "{url}/go", "GONOSUMDB": "*", "GOFLAGS": "-modcacherw -buildvcs=false"}),
    "rust": Row("rust", f"domino-arena-{VERSION}.crate", ("sh", "-c", "cargo --version && ls /usr/share/cargo/registry/zmq-*"),
                "src/main.rs", (("mod domino_arena;\n", ""),),
                {"Cargo.toml": CARGO, ".cargo/config.toml": (ROOT / "protocol/sdk/rust/.cargo/config.toml").read_text()},
                (("tar", "-xzf", "{package}"), ("cargo", "build", "--release", "--offline", "--quiet")), ["target/release/bot"]),
    "python_wheel": Row("python", f"domino_arena-{VERSION}-py3-none-linux_{os.uname().machine}.whl", (*PIP[:3], "--version"),
                        "bot.py", (), {}, ((*PIP, "{package}"),), ["/usr/bin/python3", "bot.py"]),
    "python_sdist": Row("python", f"domino_arena-{VERSION}.tar.gz", (*PIP[:3], "--version"),
                        "bot.py", (), {}, ((*PIP, "{package}"),), ["/usr/bin/python3", "bot.py"]),
}


def run(*command, **options):
    done = subprocess.run([*map(str, command)], capture_output=True, text=True, check=False, **options)
    if done.returncode:
        raise AssertionError(f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}")
    return done


def make(*arguments):
    return subprocess.run([sys.executable, MAKE, *map(str, arguments)], capture_output=True, text=True, check=False)


def can_run(command):
    try:
        return subprocess.run(command, capture_output=True, check=False).returncode == 0
    except FileNotFoundError:
        return False


class Case(unittest.TestCase):
    """Has a scratch folder, which bots of other users may read."""

    def setUp(self):
        scratch = tempfile.TemporaryDirectory(prefix="domino packages ")
        self.addCleanup(scratch.cleanup)
        os.chmod(scratch.name, 0o755)
        self.scratch = Path(scratch.name)
        own = ("npm_config_cache", "CARGO_HOME", "GOPATH", "GOCACHE")  # where tools keep what they have fetched or built
        self.environment = dict(os.environ, **{name: str(self.scratch / "caches" / name) for name in own})
        self.environment.pop("DOMINO_LIBRARY", None)

    @staticmethod
    def packages(folder, *languages):
        """Makes packages and returns their contents by name."""
        run(sys.executable, MAKE, LIBRARY, VERSION, folder, *languages)
        return {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


class Installed(Case):
    """A class is derived for each row of ROWS."""

    row = None

    @classmethod
    def setUpClass(cls):
        if RELEASED:
            cls.folder = RELEASED
            return
        scratch = tempfile.TemporaryDirectory(prefix="domino packages ")
        cls.addClassCleanup(scratch.cleanup)
        cls.folder = Path(scratch.name)
        cls.made = cls.packages(cls.folder, cls.row.language)

    def filled(self, words):
        return [word.format(package=self.folder / self.row.package, url=self.folder.as_uri()) for word in words]

    def bot(self):
        """Returns the folder of the bot, in which the package is installed."""
        row, folder = self.row, self.scratch / "bot"
        source = (ROOT / "sample-bots" / f"random-{row.language}" / row.main).read_text()
        for old, new in row.changes:
            self.assertIn(old, source)
            source = source.replace(old, new)
        manifest = f"name: mine\nrun: {json.dumps(row.run)}\ntransport: {row.transport}\n"
        for name, text in {row.main: source, "bot.yaml": manifest, **row.files}.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        more = dict(zip(row.environment, self.filled(row.environment.values())))
        for command in row.install:
            run(*self.filled(command), cwd=folder, env={**self.environment, **more})
        return folder

    def test_it_is_installed_from_its_file_and_plays(self):
        played = run(PROGRAM, "run", "--home", self.scratch / "home", "--strict", "--variant", "draw-2",
                     "--bots", f"random,{self.bot()}", "--sets", "3")
        self.assertIn("6 matches in ", played.stderr)
        self.assertIn(", 0 faults", played.stderr)

    def test_the_same_files_make_the_same_bytes(self):
        self.assertEqual(self.packages(self.scratch / "again", self.row.language), self.made)

    def test_its_documentation_has_no_link_into_the_repository(self):
        """What is said about links holds for the text; a program may have brackets like those of a link."""
        documents = [data.decode() for name, data in self.packed().items() if name.endswith(("README.md", "METADATA", "PKG-INFO"))]
        links = [re.findall(r"\]\((?!https?://|#)[^)]*\)", re.sub(r"(?ms)^```.*?^```$|`[^`\n]*`", "", text)) for text in documents]
        self.assertEqual(links, [[]] * len(links))
        self.assertEqual(bool(documents), self.row.language != "java")  # a jar has pages of javadoc

    def packed(self):
        """Returns the contents of the files in the package by name."""
        path = self.folder / self.row.package
        if zipfile.is_zipfile(path):
            with zipfile.ZipFile(path) as archive:
                return {name: archive.read(name) for name in archive.namelist()}
        with tarfile.open(path) as archive:
            return {name: archive.extractfile(name).read() for name in archive.getnames()}

    def unpacked(self):
        """Returns the folder in an archive of tar that has all the others."""
        with tarfile.open(self.folder / self.row.package) as archive:
            archive.extractall(self.scratch / "unpacked")
            self.names = sorted(archive.getnames())
        return self.scratch / "unpacked" / self.names[0].split("/")[0]


class Javascript:
    """What is tested of npm alone."""

    def test_every_name_of_its_types_is_documented(self):
        lines = (self.unpacked() / "domino_arena.d.ts").read_text().splitlines()
        named = re.compile(r"export (?!interface View)|  +(?!constructor)\w+\??[:(]")
        self.assertEqual([line for before, line in zip(lines, lines[1:])
                          if named.match(line) and not before.strip().startswith("/** ")], [])

    def test_npm_would_pack_the_same_files(self):
        folder = self.unpacked()
        packed = json.loads(run("npm", "pack", "--json", "--dry-run", cwd=folder, env=self.environment).stdout)[0]
        self.assertEqual(sorted("package/" + file["path"] for file in packed["files"]), self.names)
        self.assertEqual((packed["name"], packed["version"]), ("domino-arena", VERSION))


# Prints the public functions of a module that lack a type.
UNTYPED = """
import importlib, inspect, sys
module = importlib.import_module(sys.argv[1])
for name in module.__all__:
    thing = getattr(module, name)
    members = vars(thing) if inspect.isclass(thing) else {name: thing}
    for member, value in members.items():
        function = getattr(value, "__func__", getattr(value, "fget", value))
        if inspect.isfunction(function) and (not member.startswith("_") or member == "__init__"):
            takes = list(inspect.signature(function).parameters.values())[inspect.isclass(thing):]
            if "return" not in function.__annotations__ or any(one.annotation is one.empty for one in takes):
                print(name, member)
"""


class PythonSdist:
    """What is tested of an sdist alone."""

    def test_all_that_is_public_has_types(self):
        folder = self.unpacked()
        modules = ["domino_arena"] + ["domino_env"] * can_run(("/usr/bin/python3", "-c", "import numpy"))
        for module in modules:
            self.assertEqual(run("/usr/bin/python3", "-c", UNTYPED, module, cwd=folder).stdout, "", module)
        if not shutil.which("mypy"):
            self.skipTest("mypy is not installed")
        run("mypy", f"--cache-dir={self.scratch}", *(name + ".py" for name in modules), cwd=folder)

    def test_its_wheel_has_the_library_only_if_it_is_named(self):
        folder, program = self.unpacked(), "import build_package; print(build_package.build_wheel('.'))"
        for library, tag in ((None, "any"), (LIBRARY, f"linux_{os.uname().machine}")):
            env = {**self.environment, "DOMINO_LIBRARY": library} if library else self.environment
            name = run(sys.executable, "-c", program, cwd=folder, env=env).stdout.strip()
            self.assertEqual(name, f"domino_arena-{VERSION}-py3-none-{tag}.whl")
        self.assertEqual((folder / name).read_bytes(), self.made[Path(name)])


class Go:
    """What is tested of the module alone."""

    def test_every_exported_name_is_documented(self):
        source = ROOT / "protocol/sdk/go/domino"
        lines = [line for path in source.glob("*.go") for line in ["", *path.read_text().splitlines()]]
        exported = re.compile(r"(func|type|var|const) (\(\w+ \*?[A-Z]\w*\) )?[A-Z]")
        self.assertEqual([line for before, line in zip(lines, lines[1:])
                          if exported.match(line) and not before.startswith("//")], [])


class Rust:
    """What is tested of a crate alone."""

    def unpacked(self):
        """Cargo finds the crates of Debian by the file of a folder above."""
        folder = super().unpacked()
        (folder.parent / ".cargo").mkdir()
        (folder.parent / ".cargo" / "config.toml").write_text(self.row.files[".cargo/config.toml"])
        return folder

    def test_cargo_would_package_the_same_files(self):
        folder = self.unpacked()
        run("cargo", "package", "--offline", "--quiet", cwd=folder, env=self.environment)
        made, = folder.glob("target/package/*.crate")
        self.assertEqual(made.name, self.row.package)
        with tarfile.open(made) as archive:
            names = {name for name in archive.getnames() if not name.endswith((".orig", "/Cargo.lock", ".json"))}
        self.assertEqual(sorted(names), self.names)

    def test_every_public_item_has_a_page_without_a_warning(self):
        run("cargo", "doc", "--no-deps", "--offline", "--quiet", cwd=self.unpacked(),
            env={**self.environment, "RUSTDOCFLAGS": "-D warnings"})


ONLY = {"go": Go, "javascript": Javascript, "python_sdist": PythonSdist, "rust": Rust}


class Command(Case):
    """The program make_packages.py."""

    def test_usage(self):
        done = make()
        self.assertEqual((done.returncode, done.stderr),
                         (1, "usage: make_packages.py LIBDOMINO VERSION FOLDER [LANGUAGE...]\n"))

    def test_a_language_without_a_package_is_named(self):
        done = make(LIBRARY, VERSION, self.scratch / "packages", "awk")
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, r"^make_packages.py: awk: this language has no package; allowed: .*python")
        self.assertFalse((self.scratch / "packages").exists())

    def test_what_is_missing_is_named_and_the_rest_is_made(self):
        done = make("/nothing/libdomino.so", VERSION, self.scratch, "python", "javascript")
        self.assertEqual((done.returncode, done.stderr),
                         (1, "make_packages.py: python: /nothing/libdomino.so is missing\n"))
        self.assertEqual(os.listdir(self.scratch), [f"domino-arena-{VERSION}.tgz"])


def load_tests(loader, tests, _):
    """A suite of all rows whose tools are installed."""
    skipped = [name for name, row in ROWS.items() if not can_run(row.needs)]
    if skipped:
        print("skipped, because the tools are not installed:", ", ".join(skipped))
    if skipped and "DOM_ALL_LANGUAGES" in os.environ:
        sys.exit(1)
    if len(skipped) == len(ROWS):
        sys.exit(77)
    cases = [Command] + [type(name, (*filter(None, [ONLY.get(name)]), Installed), {"row": row})
                         for name, row in ROWS.items() if name not in skipped]
    return unittest.TestSuite(loader.loadTestsFromTestCase(case) for case in cases)


if __name__ == "__main__":
    unittest.main()
