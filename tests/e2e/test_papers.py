"""Everything that is generated from the tables of commands and options: help, completion, man page and reference
pages."""
import contextlib
import json
import os
import re
import shutil
import sqlite3
import subprocess
import unittest.mock

import arena

MAKE_PLAYED = os.path.join(arena.BUILD, "tests", "web", "make_played")
OUTPUT = os.path.join(arena.HERE, "..", "..", "docs", "reference", "output.md")

REFERENCE = os.path.dirname(OUTPUT)

# An interactive zsh writes its proposals into a file: $1 the script, $2 the file, $3 the line.
COMPLETE_ZSH = r"""
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "PROMPT=; autoload -Uz compinit; compinit -D -u; source ${(q)1}; compdef _domino_arena domino-arena"
zpty -w shell 'compadd() {
    if [[ " $* " == *" -"[OAD]" "* ]]; then builtin compadd "$@"; return; fi
    local -a found
    builtin compadd -A found "$@"
    print -rl -- "${(@)found/#/$IPREFIX}" >>'"${(q)2}"'
    builtin compadd "$@"
}'
zpty -w shell "zle-line-init() {
    BUFFER=${(qq)3}; CURSOR=\$#BUFFER; zle complete-word; print >${(q)2}.done; BUFFER=exit; zle accept-line
}; zle -N zle-line-init"
while [[ ! -e $2.done ]]; do zpty -r shell line || break; done
"""

# Variables in which a shell's completion function finds the words and returns its proposals.
COMPLETE = """
source "$1"; shift
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=()
_domino_arena
printf '%s\\n' "${COMPREPLY[@]}"
"""


class Papers(arena.ArenaTest):

    def output(self, *args):
        out, err = self.arena(*args, home=False)
        self.assertEqual(err, "")
        return out

    def commands(self):
        found = re.findall(r"^  (shard [a-z]+|[a-z]+) ", self.output("--help").split("Exit status")[0], re.M)
        return [command.replace(" ", "-") for command in found]  # as one word

    def options(self, command):
        found = re.findall(r"^  --([a-z0-9-]+)(?: ([^ \n]+(?: [^ \n]+)*))?", self.output(command, "--help"), re.M)
        self.assertIn("home", [name for name, _ in found])
        return found

    def complete(self, *words):
        path = os.path.join(self.home, "completion")
        if not os.path.exists(path):
            arena.write(path, self.output("completion", "bash"))
        done = subprocess.run(["bash", "-uc", COMPLETE, "bash", path, "domino-arena", *words],
                              capture_output=True, text=True, check=True, cwd=self.home)
        self.assertEqual(done.stderr, "")
        return done.stdout.split()

    def script(self, shell):
        path = os.path.join(self.home, "completion." + shell)
        arena.write(path, self.output("completion", shell))
        return path

    def complete_fish(self, line):
        done = subprocess.run(["fish", "--no-config", "-c", f"source {self.script('fish')}; complete -C '{line}'"],
                              capture_output=True, text=True, check=True, cwd=self.home,
                              env=dict(os.environ, HOME=self.home))
        self.assertEqual(done.stderr, "")
        return [row.split("\t")[0] for row in done.stdout.splitlines()]

    def complete_zsh(self, line):
        found = os.path.join(self.home, "found")
        for path in (found, found + ".done"):
            if os.path.exists(path):
                os.remove(path)
        subprocess.run(["zsh", "-f", "-c", COMPLETE_ZSH, "zsh", self.script("zsh"), found, line],
                       capture_output=True, check=True, cwd=self.home, env=dict(os.environ, HOME=self.home))
        return [word.rstrip("=") for word in arena.read(found).splitlines() if word]

    # -- pages -----------------------------------------------------------------

    def test_the_reference_pages_are_those_that_the_program_prints(self):
        for page in ("commands", "settings", "exit-status"):
            with open(os.path.join(REFERENCE, page + ".md"), encoding="utf-8") as file:
                self.assertEqual(file.read(), self.output("reference", page),
                                 f"write it anew: domino-arena reference {page} >docs/reference/{page}.md")

    def test_no_text_names_an_option_that_does_not_exist(self):
        pages = {page: self.output("reference", page) for page in ("commands", "settings", "exit-status")}
        options = set(re.findall(r"^\| `(--[a-z0-9-]+)", pages["commands"], re.M))
        self.assertGreater(len(options), 50)
        for page, text in pages.items():
            named = set(re.findall(r"(?<![\w-])--[a-z][a-z0-9-]*", text))
            self.assertEqual(named - options, set(), page)

    def test_the_page_of_what_stays_has_the_versions_of_the_program(self):
        protocol, record, schema, library = re.search(r"protocol (\d+), match record (\d+), database schema (\d+), libdomino (\d+)", self.output("--version")).groups()
        page = arena.read(os.path.join(REFERENCE, "what-stays.md"))
        for words in (f"`protocol` in `hello` and `welcome`: {protocol} |", f"`record`: {record} |", f"`user_version` of the file: {schema} |",
                      f"`libdomino.so.{library}`"):
            self.assertIn(words, page)

    def test_the_page_of_the_database_names_every_column_and_its_queries_run(self):
        self.arena("run", "--variant", "block-2", "--bots", "random,greedy", "--sets", "3", "--name", "queries")
        copy = os.path.join(self.home, "copy.db")
        self.arena("backup", copy)
        page = arena.read(os.path.join(REFERENCE, "database.md"))
        with contextlib.closing(sqlite3.connect(copy)) as database:
            for view in ("v_matches", "v_faults"):
                section = page.partition(f"## {view}\n")[2].partition("\n## ")[0]
                cells = re.findall(r"^\| (`.*?) \|", section, re.M)
                self.assertEqual([name for cell in cells for name in re.findall(r"`(\w+)`", cell)],
                                 [row[1] for row in database.execute(f"PRAGMA table_info({view})")])
            queries = re.findall(r"^```sql\n(.*?)^```", page, re.M | re.S)
            results = [database.execute(query).fetchall() for query in queries]
        self.assertEqual(results[0][0][:2], ("block-2", 6))
        self.assertEqual(len(results[1]), 1)
        self.assertEqual(results[2:], [[], [], []])

    def anchors(self, page):
        """The anchors of the headings, as GitHub computes them."""
        headings = re.findall(r"^#+ (.*)$", arena.read(page), re.M)
        return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}

    def test_every_link_of_a_page_has_a_target(self):
        root = os.path.realpath(os.path.join(arena.HERE, "..", ".."))
        done = subprocess.run(["git", "-C", root, "ls-files", "*.md"], capture_output=True, text=True, check=False)
        pages = done.stdout.split() or ["README.md", "protocol/SPEC.md", "arena/rules/RULES.md"]
        for page in (os.path.join(root, page) for page in pages):
            links = re.findall(r"\]\(([^)\s]+)\)", arena.read(page))
            for link in links:
                path, _, anchor = link.partition("#")
                target = os.path.join(os.path.dirname(page), path) if path else page
                if "://" in link or link.startswith("mailto:"):
                    continue
                self.assertTrue(os.path.exists(target), f"{page}: {link}")
                if anchor:
                    self.assertIn(anchor, self.anchors(target), f"{page}: {link}")

    # -- help ------------------------------------------------------------------

    def test_the_help_lists_exactly_the_allowed_words(self):
        self.assertIn(("format", "jsonl|csv"), self.options("export"))
        for words, place in ((["export", "--format", "xml"], "--format: 'xml'"),
                             (["export", "--format=jsonl|csv"], "--format: 'jsonl|csv'"),
                             (["export", "--format", ""], "--format: ''"),
                             (["export", "--format", "js"], "--format: 'js'")):
            _, err = self.arena(*words, status=2)
            self.assertIn(f"{place} is not allowed; allowed: jsonl, csv", err)
        _, err = self.arena("completion", "tcsh", status=2, home=False)
        self.assertIn("completion: 'tcsh' is not allowed; allowed: bash, zsh, fish", err)

    def test_the_build_s_own_command_is_hidden(self):
        self.assertNotIn("man", self.commands())
        _, err = self.arena("mam", status=2, home=False)
        self.assertNotIn("did you mean 'man'", err)

    # -- the keys of files -------------------------------------------------------

    def keys_of(self, write, group=""):
        """The keys that each group of such a file may have, taken from the error messages."""
        maps = group.split(".") if group else []
        before, after = "".join(f"{name}: {{" for name in maps), "}" * len(maps) + "\n"
        err = write(f"{before}xyzzyxyzzy: 1{after}")
        for name in re.search("xyzzyxyzzy: unknown key; allowed: (.*)", err)[1].split(", "):
            key = ".".join(maps + [name])
            yield key
            if re.search(f"{re.escape(key)}: .*allowed: a map of (?!at most )", write(f"{before}{name}: x{after}")):
                yield from self.keys_of(write, key)

    def test_every_key_that_a_file_may_have_is_explained(self):
        os.mkdir(os.path.join(self.home, "mine"))

        def tournament(text):
            return self.arena("run", self.tournament(text), status=2)[1]

        def bot(text):
            self.tournament(text, "mine/bot.yaml")
            return self.arena("check", os.path.join(self.home, "mine"), status=2)[1]

        def entry(text):
            return tournament("name: t\nvariants: [block-2]\nbots:\n- alpha\n- bot: beta\n  " + text)
        for kind, write, some in (("tournament", tournament, ("hide_names", "rating.anchor.elo")),
                                  ("entry", entry, ("name", "args")),
                                  ("bot", bot, ("url", "limits.processes"))):
            found = re.findall(r"^  ([a-z_.]+) +[^ (]", self.output("settings", kind), re.M)
            self.assertLessEqual(set(some), set(found))
            self.assertEqual(found, list(self.keys_of(write)))
        out = self.output("settings", "tournament")
        sets = re.search(r"  sets .*\n.*; default (\d+)\)", out)[1]
        self.assertIn(f"tournament file's, else {sets}; of submit 20)", self.output("run", "--help"))
        self.assertRegex(out, r"  limits.move_ms .*\n +\(1\.\.3600000; default 1000\)\n")
        self.assertRegex(out, r"  rating.anchor.name .*\n +\(null, a name .*; default random\)\n")
        self.assertIn("settings: 'x' is not allowed; allowed: tournament, entry, bot",
                      self.arena("settings", "x", status=2)[1])

    # -- the keys of JSON output --------------------------------------------------

    def keys_within(self, value):
        if isinstance(value, list):
            return set().union(*map(self.keys_within, value))
        if not isinstance(value, dict):
            return set()
        inner = [self.keys_within(v) for key, v in value.items() if key not in ("ask", "options")]
        return set(value).union(*inner)

    def test_every_key_that_is_printed_is_explained(self):
        path = self.tournament("name: t\nvariants: [block-2]\nsets: 1\nbots:\n  - random\n" +
                               arena.hostile("illegal", 3))
        sections = dict(part.split("\n", 1) for part in arena.read(OUTPUT).split("\n## ")[1:])
        backup, whole = os.path.join(self.home, "backup.db"), self.home + "-whole"
        self.addCleanup(subprocess.run, f"chmod -R u+w {whole} && rm -r {whole}", shell=True, check=True)
        for title, args in (("run --json", ("run", path)), ("matches", ("matches",)), ("faults", ("faults",)),
                            ("variants", ("variants", "block-2")), ("verify", ("verify",)),
                            ("doctor, backup", ("doctor",)), ("doctor, backup", ("backup", backup)),
                            ("doctor, backup", ("backup", "--all", whole)), ("prune", ("prune", "--check"))):
            out, _ = self.arena(*args, "--json")
            printed = [json.loads(line) for line in out.splitlines()] if args[0] == "run" else json.loads(out)
            named = set(re.findall(r"[`\"]([a-z_]+)[`\"]", sections[title]))
            with self.subTest(args[0]):
                self.assertLessEqual(self.keys_within(printed) - {"schema"}, named | {"event"})
                if args[0] == "run":
                    self.assertLessEqual({event["event"] for event in printed}, named)

    # -- completion --------------------------------------------------------------

    def test_every_command_is_completed(self):
        self.assertLessEqual(set(self.commands()), set(self.complete("")))
        self.assertEqual(self.complete("lead"), ["leaderboard"])
        self.assertNotIn("man", self.complete(""))

    def test_every_option_of_every_command_is_completed(self):
        for command in self.commands():
            wanted = {f"--{name}" for name, _ in self.options(command)}
            self.assertEqual(set(self.complete(command, "-")), wanted, command)
            self.assertEqual(set(self.complete("--home", "x", command, "--")), wanted, command)
            self.assertEqual(set(self.complete("--home", "=", "x", command, "--")), wanted, command)

    def test_enumerated_words_are_completed(self):
        for command in self.commands():
            for name, value in self.options(command):
                if value[:1].islower():
                    self.assertEqual(self.complete(command, f"--{name}", ""), value.split("|"))
                    self.assertEqual(self.complete(command, f"--{name}", "="), value.split("|"))
        self.assertEqual(self.complete("completion", ""), ["bash", "zsh", "fish"])

    def test_variants_and_bots_are_completed_also_in_lists(self):
        names = [line.split()[0] for line in self.output("variants").splitlines()]
        self.assertEqual(sorted(self.complete("variants", "")), sorted(names))
        self.assertEqual(self.complete("run", "--variant", "block-2,homo"),
                         ["block-2,homo-homini-lupus"])
        self.assertEqual(sorted(self.complete("run", "--bots", "random,gr")),
                         ["random,greedy"])
        staged = os.listdir(os.path.join(arena.BUILD, "share", "domino-arena", "bots"))
        self.assertEqual(sorted(self.complete("run", "--bots", "greedy,random")),
                         sorted(f"greedy,{name}" for name in staged if name.startswith("random")))

    def test_files_are_completed(self):
        self.tournament("name: t\n", name="spring.yaml")
        os.mkdir(os.path.join(self.home, "sprint"))
        self.assertEqual(sorted(self.complete("run", "spri")), ["spring.yaml", "sprint"])
        self.assertEqual(self.complete("run", "--home", "spri"), ["sprint"])
        self.assertEqual(sorted(self.complete("export", "--output", "=")),
                         sorted(os.listdir(self.home)))

    def test_completed_values_are_accepted_by_the_command(self):
        self.tournament("", name="results.csv")
        os.mkdir(os.path.join(self.home, "site"))
        found = {"DIR": ["site"], "FILE": ["results.csv", "site"], "FILE.csv": ["results.csv", "site"], "N": []}
        seen = set()
        for command in self.commands():
            for name, value in self.options(command):
                for option in [f"--{name}"] + ["-o"] * (name == "output"):
                    if value in found:
                        proposed = [w for w in self.complete(command, option, "") if w in found["FILE"]]
                        self.assertEqual(sorted(proposed), found[value], (command, option))
                        seen.add((command, option, value))
        self.assertLessEqual({("rate", "--from", "FILE.csv"), ("matches", "--from", "N"), ("report", "-o", "DIR"),
                              ("export", "-o", "FILE"), ("run", "--home", "DIR")}, seen)

    def check_shell(self, shell, complete):
        """Expect the same proposals as in bash. The shell may be missing on this machine."""
        script = self.output("completion", shell)
        for command in self.commands():
            self.assertIn(command, script)
        if shutil.which(shell) is None:
            self.skipTest(f"{shell} is not installed")
        self.assertLessEqual(set(self.commands()), set(complete("domino-arena ")))
        for command in arena.in_nightly(self.commands(), self.commands()[::6]):  # each starts the shell
            wanted = {f"--{name}" for name, _ in self.options(command)}
            proposed = {word for word in complete(f"domino-arena {command} --") if word.startswith("--")}
            self.assertEqual(proposed, wanted, command)
        for line, wanted in (("--home x export --format ", {"jsonl", "csv"}),
                             ("run --variant block-2,homo", {"block-2,homo-homini-lupus"}),
                             ("completion ", {"bash", "zsh", "fish"})):
            self.assertEqual(set(complete("domino-arena " + line)), wanted, line)
        self.assertIn("random,greedy", complete("domino-arena run --bots random,gr"))
        self.tournament("name: t\n", name="spring.yaml")
        self.assertIn("spring.yaml", complete("domino-arena run spri"))

    def test_zsh_proposes_the_same(self):
        self.check_shell("zsh", self.complete_zsh)

    def test_fish_proposes_the_same(self):
        self.check_shell("fish", self.complete_fish)

    def check_names(self, shell, complete):
        """Names of tournaments and bots come from the database that the line names, else from the usual one."""
        if shutil.which(shell) is None:
            self.skipTest(f"{shell} is not installed")
        other = os.path.join(self.home, "other.db")
        for path, tournament, bots in ((os.path.join(self.home, "arena.db"), "spring", ("one", "two")),
                                       (other, "autumn", ("three", "$(>ran)", "`>ran`", "-x"))):
            subprocess.run([MAKE_PLAYED, path, tournament, "finished", "1", *bots], check=True)
        bin_folder, home = os.path.join(arena.BUILD, "bin"), os.environ.get("DOMINO_ARENA_HOME")
        with unittest.mock.patch.dict(os.environ, PATH=f"{bin_folder}:{os.environ['PATH']}", DOMINO_ARENA_HOME=self.home):
            for line, wanted in (("verify ", ["spring"]), ("serve --tournament s", ["spring"]),
                                 (f"--db {other} verify ", ["autumn"]), (f"matches --db {other} --tournament ", ["autumn"]),
                                 (f"matches --db={other} --tournament ", ["autumn"]), ("--home /nowhere verify ", []),
                                 ("matches --bot tw", ["two"]), ("run --bots greedy,tw", ["greedy,two"]),
                                 (f"--db {other} leaderboard --versions th", ["three"]), ("check on", ["one"])):
                self.assertEqual(complete(f"domino-arena {line}"), wanted, line)
            complete(f"domino-arena --db {other} matches --bot ")
        self.assertFalse(os.path.exists(os.path.join(self.home, "ran")), "a name was run as a command")
        self.assertEqual(home, os.environ.get("DOMINO_ARENA_HOME"))

    def test_bash_proposes_the_names_of_the_database(self):
        self.check_names("bash", lambda line: self.complete(*re.findall(r"=|[^ =]+|(?<= )$", line)[1:]))

    def test_zsh_proposes_the_names_of_the_database(self):
        self.check_names("zsh", self.complete_zsh)

    def test_fish_proposes_the_names_of_the_database(self):
        self.check_names("fish", self.complete_fish)

    # -- the man page ------------------------------------------------------------

    def man(self):
        return self.output("man")

    def test_the_installed_man_page_is_the_one_that_the_program_prints(self):
        with open(os.path.join(arena.BUILD, "arena", "cli", "domino-arena.1"), encoding="utf-8") as file:
            self.assertEqual(file.read(), self.man())

    def test_every_command_and_option_is_in_the_man_page(self):
        page = self.man().replace("\\-", "-").replace("\\fB", "").replace("\\fI", "").replace("\\fR", "")
        sections = re.split(r"^\.TP\n(?=[a-z]+(?: [^\n]*)?\n[A-Z])", page.split(".SH OPTIONS")[0],
                            flags=re.M)
        by_name = {re.match("shard [a-z]+|[a-z]+", section)[0].replace(" ", "-"): section for section in sections[1:]}
        self.assertEqual(list(by_name), self.commands())
        last = page.split(".SH OPTIONS")[1]
        for command in self.commands():
            for name, value in self.options(command):
                line = f".TP\n--{name}" + (f" {value}" if value else "") + "\n"
                self.assertIn(line, by_name[command] + last, command)

    def test_every_file_of_a_home_is_in_the_man_page(self):
        home = os.path.join(self.home, "arena")
        for args in (("run", "--variant", "block-2", "--bots", "random,greedy", "--sets", "50"),
                     ("leaderboard",), ("bots", "--keys")):
            self.arena(*args, "--home", home, home=False)
        files = self.man().replace("\\-", "-").split(".SH FILES")[1]
        named = set(re.findall(r"^\.TP\n\\fBHOME/(.*)\\fR$", files, re.M))
        self.assertIn("arena.key", os.listdir(home))
        self.assertLessEqual({"arena.db-cache", "passed"}, named)
        self.assertLessEqual(set(os.listdir(home)), named)

    def test_groff_finds_no_mistake_in_the_man_page(self):
        if shutil.which("groff") is None:
            self.skipTest("groff is not installed")
        done = subprocess.run(["groff", "-man", "-Tutf8", "-ww", "-z"], input=self.man(), text=True,
                              capture_output=True, check=True)
        self.assertEqual(done.stderr, "")


if __name__ == "__main__":
    arena.main()
