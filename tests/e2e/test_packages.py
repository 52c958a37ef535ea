"""Bots with packages of their own: a virtual environment of Python, whose links are kept, a crate of Rust, a jar of Java. They
are found from the snapshot."""
import glob
import json
import os
import shutil
import subprocess

import arena

# Says where it found its package, and plays what the package chooses.
BOT = """import json, os, sys
import preference
from domino_arena import run
print(json.dumps({"package": preference.__file__, "folder": os.getcwd(), "prefix": sys.prefix}), file=sys.stderr, flush=True)
run(preference.choose)
"""
# Say what the package chooses, and let another program play.
RUST = """use std::os::unix::process::CommandExt;
fn main() {
    eprintln!("package: {}", preference::choose());
    panic!("{}", std::process::Command::new("PYTHON").args(["hostile.py", "good"]).exec());
}
"""
JAVA = """public class Bot {
    public static void main(String[] args) throws Exception {
        System.err.println("package: " + preference.Preference.choose());
        System.exit(new ProcessBuilder("PYTHON", "hostile.py", "good").inheritIO().start().waitFor());
    }
}
"""
PREFERENCE = "package preference; public class Preference { public static int choose() { return 42; } }\n"
VENDORED = """[source.crates-io]
replace-with = "vendored-sources"
[source.vendored-sources]
directory = "vendor"
"""
ALLOWED = "allowed: files, folders and links inside {}, and links to files below /usr"


class VirtualEnvironment(arena.ArenaTest):

    def setUp(self):
        super().setUp()
        self.bot = os.path.join(self.home, "vb")
        os.mkdir(self.bot)
        # Without pip it needs no package of the system beyond Python's own.
        done = subprocess.run([arena.PYTHON, "-m", "venv", "--without-pip", os.path.join(self.bot, "venv")],
                              capture_output=True, text=True, check=False)
        if done.returncode:
            self.skipTest(f"no module venv here: {done.stderr.strip()}")
        packages, = glob.glob(os.path.join(self.bot, "venv", "lib", "python3*", "site-packages"))
        os.mkdir(os.path.join(packages, "preference"))
        arena.write(os.path.join(packages, "preference", "__init__.py"), "def choose(view):\n    return 0\n")
        arena.write(os.path.join(self.bot, "domino_arena.py"), arena.read(arena.SDK))
        arena.write(os.path.join(self.bot, "bot.py"), BOT)
        arena.write(os.path.join(self.bot, "bot.yaml"), "name: vb\nrun: [venv/bin/python, bot.py]\ntransport: stdio\n")

    def play(self, name, level, bot, status=0):
        path = self.tournament(f"name: {name}\nvariants: [block-2]\nsets: 1\nsandbox: {level}\nbots: [{bot}, random]\n")
        return self.arena("run", path, "--strict", status=status)

    def told(self, tournament):
        """What a process of the bot said at its start."""
        [log], *_ = self.query("SELECT log FROM process p JOIN tournament t ON t.id = p.tournament"
                               " WHERE t.name = ? AND length(log) > 0", tournament)
        return json.loads(log)

    def links(self, folder):
        found = {}
        for at, folders, files in os.walk(folder):
            for name in folders + files:
                path = os.path.join(at, name)
                if os.path.islink(path):
                    found[os.path.relpath(path, folder)] = os.readlink(path)
        return found

    def snapshot(self):
        path, = glob.glob(os.path.join(self.home, "bots", "vb", "*"))
        return path

    def test_its_packages_are_found_from_the_snapshot_at_every_level(self):
        self.play("first", "none", "./vb")
        os.rename(self.bot, self.bot + ".gone")  # pyvenv.cfg and the scripts name this folder
        for level in arena.sandbox_levels():
            with self.subTest(level):
                self.play(level, level, "vb@latest")
                records = self.records("--tournament", level)
                self.assertEqual({record["fault_seat"] for record in records}, {-1})
                self.assertEqual(len(records), 2)
                told = self.told(level)
                self.assertTrue(told["package"].startswith(told["folder"] + "/venv/lib/"), told)
                self.assertEqual(told["prefix"], told["folder"] + "/venv")
                self.assertEqual(told["folder"] == "/bot", level == "bwrap")

    def test_its_links_are_kept_in_the_snapshot_and_its_backup(self):
        links = self.links(self.bot)
        self.assertIn(arena.PYTHON, links.values())
        base = self.home
        self.addCleanup(setattr, self, "home", base)
        self.home = os.path.join(base, "data")  # the copy lies beside it
        os.mkdir(self.home)
        for name in ("first", "second"):
            self.play(name, "none", self.bot)
            self.assertEqual(self.links(self.snapshot()), links)  # of the only version
        copy = os.path.join(base, "copy")
        self.arena("backup", "--all", copy)
        self.assertEqual(self.links(os.path.join(copy, os.path.relpath(self.snapshot(), self.home))), links)

    def test_links_to_elsewhere_are_named(self):
        secret = arena.write(os.path.join(self.home, "secret"), "SECRET")
        for target in ("/etc/shadow", "/proc/self/environ", secret, "../secret", "../../../../usr/bin/python3"):
            with self.subTest(target):
                link = os.path.join(self.bot, "link")
                os.symlink(target, link)
                _, err = self.play("refused", "none", "./vb", status=2)
                os.unlink(link)
                self.assertIn(f"link: this link to {target[:100]} leads outside; {ALLOWED.format(self.bot)}", err)
                self.assertFalse(os.path.exists(os.path.join(self.home, "bots", "vb")))


class Inline(arena.ArenaTest):

    def test_bots_of_a_tournament_file_share_a_folder_with_the_sdk(self):
        folder = os.path.join(self.home, "par")
        os.mkdir(folder)
        arena.write(os.path.join(folder, "domino_arena.py"), arena.read(arena.SDK))
        arena.write(os.path.join(folder, "bot.py"), "import sys\nfrom domino_arena import run\n"
                                                    "print(sys.argv[1], file=sys.stderr)\nrun(lambda view: 0)\n")
        bots = "".join(f'  - {{name: d{n}, run: [{arena.PYTHON}, par/bot.py, "{n}"], transport: stdio}}\n' for n in (0, 1))
        self.arena("run", self.tournament(f"name: par\nvariants: [block-2]\nsets: 1\nbots:\n{bots}"), "--strict")
        logs = {log for log, in self.query("SELECT log FROM process")}
        self.assertEqual(logs, {b"0\n", b"1\n"})


class Compiled(arena.ArenaTest):
    """Bots that the arena builds with their packages, without a network."""

    def setUp(self):
        super().setUp()
        self.bot = os.path.join(self.home, "built")
        os.mkdir(self.bot)
        shutil.copy(arena.HOSTILE, self.bot)

    def add(self, path, text):
        path = os.path.join(self.bot, path)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        arena.write(path, text.replace("PYTHON", arena.PYTHON))

    def needs(self, *programs):
        for program in programs:
            done = shutil.which(program) and subprocess.run([program, "--version"], capture_output=True, check=False)
            if not done or done.returncode:
                self.skipTest(f"{program} is not here")

    def play(self):
        path = self.tournament("name: built\nvariants: [block-2]\nsets: 1\nbots: [./built, random]\nlimits: {startup_ms: 600000}\n")
        self.arena("run", path, "--strict")
        logs = self.query("SELECT log FROM process WHERE length(log) > 0")
        self.assertEqual({log for log, in logs}, {b"package: 42\n"})

    def test_a_bot_in_rust_has_its_crates_in_vendor(self):
        self.needs("cargo", "rustc")
        crate = '[package]\nname = "{}"\nversion = "1.0.0"\nedition = "2021"\n'
        self.add("Cargo.toml", crate.format("built") + '[dependencies]\npreference = "1"\n')
        self.add("src/main.rs", RUST)
        self.add(".cargo/config.toml", VENDORED)
        self.add("vendor/preference/Cargo.toml", crate.format("preference"))
        self.add("vendor/preference/.cargo-checksum.json", '{"files": {}}')
        self.add("vendor/preference/src/lib.rs", "pub fn choose() -> u32 { 42 }\n")
        self.add("bot.yaml", "name: built\nbuild: [[cargo, build, --release, --offline]]\nrun: [target/release/built]\n"
                             "transport: stdio\n")
        self.play()

    def test_a_bot_in_java_has_its_jars_in_lib(self):
        self.needs("javac", "jar", "/usr/bin/java")
        library = os.path.join(self.home, "library")
        arena.write(os.path.join(self.home, "Preference.java"), PREFERENCE)
        os.mkdir(os.path.join(self.bot, "lib"))
        for command in (["javac", "-d", library, os.path.join(self.home, "Preference.java")],
                        ["jar", "--create", "--file", os.path.join(self.bot, "lib", "preference.jar"), "-C", library, "."]):
            subprocess.run(command, check=True)
        self.add("Bot.java", JAVA)
        self.add("bot.yaml", 'name: built\nbuild: [[javac, -cp, "lib/*", Bot.java]]\nrun: [/usr/bin/java, -cp, ".:lib/*", Bot]\n'
                             "transport: stdio\n")
        self.play()


if __name__ == "__main__":
    arena.main()
