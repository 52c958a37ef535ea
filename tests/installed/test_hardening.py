#!/usr/bin/python3
"""All installed programs and libraries are hardened (cmake/hardening.cmake), as far as readelf and objdump can see it, and no
installed file names the folder that it was built in, so builds in two folders are equal.

Every file must pass each row of CHECKS. For each row the test also builds a small program without this protection, and
checks that the row then fails.

    test_hardening.py BUILD CC
"""
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

BUILD, CC = sys.argv[1:3]
IS_X86 = platform.machine() == "x86_64"
PAGE = 4096

PROGRAM = """\
#include <stdio.h>
#include <string.h>
int take(char *text, const char *from, size_t size)
{
    char room[64], large[20000];
    memcpy(room, from, size);
    memset(large, room[size - 1], sizeof large);
    return snprintf(text, size, "%s%s", room, large);
}
int main(int count, char **words)
{
    return take(words[0], words[count - 1], (size_t)count);
}
"""
HARDENED = ["-O2", "-fPIE", "-pie", "-U_FORTIFY_SOURCE", "-D_FORTIFY_SOURCE=2", "-fstack-protector-strong",
            "-fstack-clash-protection", "-Wl,-z,relro", "-Wl,-z,now", "-Wl,-z,noexecstack"]
HARDENED += ["-fcf-protection"] if IS_X86 else []


def out(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True,
                          env=dict(os.environ, LC_ALL="C")).stdout


class Binary:
    """The facts about a file, each read at first use."""

    def __init__(self, path):
        self.path = path

    def readelf(self, what):
        return out("readelf", "-W", what, self.path)

    def code(self):
        return out("objdump", "-d", "--no-show-raw-insn", self.path)

    def flags(self):
        return " ".join(re.findall(r"\((?:FLAGS|FLAGS_1)\)(.*)", self.readelf("-d")))

    def calls(self, pattern):
        return re.search(rf" UND ({pattern})(@|$)", self.readelf("--dyn-syms"), re.MULTILINE)


def is_pie(binary):
    kind = re.search(r"Type: +(\w+)", binary.readelf("-h"))[1]
    return kind == "DYN" and ("PIE" in binary.flags() or ".so" in os.path.basename(binary.path))


def stack_is_data(binary):
    stack = re.search(r"GNU_STACK(.*)", binary.readelf("-l"))
    return stack is not None and "E" not in stack[1]


def stack_grows_by_pages(binary):
    """A function that reserves more than a page in one step could jump over the guard page below the stack."""
    steps = re.findall(r"\bsub[lq]? +\$0x([0-9a-f]{1,8}),%rsp", binary.code())
    return all(int(step, 16) <= PAGE for step in steps)


def has_marked_targets(binary):
    """Looks for marked functions, because the mark of the whole file also needs a C runtime that has it. The C runtime
    alone has at most four marked functions, and main is not among them."""
    code = binary.code()
    return code.count("endbr64") > 4 or re.search(r"<main>:\n.*\bendbr64", code) is not None


# Name; how it is seen in a file; a flag that removes it.
CHECKS = [
    ("position independent", is_pie, "-no-pie"),
    ("relocations read-only", lambda b: "GNU_RELRO" in b.readelf("-l"), "-Wl,-z,norelro"),
    ("bound at the start", lambda b: "NOW" in b.flags(), "-Wl,-z,lazy"),
    ("stack not executable", stack_is_data, "-Wl,-z,execstack"),
    ("stack protector", lambda b: b.calls("__stack_chk_fail"), "-fno-stack-protector"),
    ("fortified", lambda b: b.calls(r"__(?!stack)\w+_chk"), "-U_FORTIFY_SOURCE"),
]
if IS_X86:  # these look at machine code
    CHECKS += [
        ("branch targets marked", has_marked_targets, "-fcf-protection=none"),
        ("stack probed", stack_grows_by_pages, "-fno-stack-clash-protection"),
    ]


def lacks(path):
    binary = Binary(path)
    return [name for name, has, _ in CHECKS if not has(binary)]


def is_elf(path):
    with open(path, "rb") as file:
        return file.read(4) == b"\x7fELF"


class Hardening(unittest.TestCase):

    def setUp(self):
        self.scratch = tempfile.mkdtemp(prefix="domino-hardening-")
        self.addCleanup(shutil.rmtree, self.scratch)

    def install(self):
        """Returns the paths of the installed files."""
        out("cmake", "--install", BUILD, "--prefix", self.scratch)
        paths = [os.path.join(at, name) for at, _, names in os.walk(self.scratch) for name in names]
        return [path for path in paths if not os.path.islink(path)]

    def test_no_installed_file_names_the_folder_of_its_build(self):
        source = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__)))).encode()
        named = []
        for path in self.install():
            with open(path, "rb") as file:
                named += [os.path.relpath(path, self.scratch)] if source in file.read() else []
        self.assertEqual(named, [])

    def test_all_installed_files_are_hardened(self):
        found = {os.path.relpath(path, self.scratch): lacks(path) for path in self.install() if is_elf(path)}
        names = {os.path.basename(path).split(".")[0] for path in found}
        self.assertLessEqual({"domino-arena", "domino-host", "domino-init", "libdomino", "random", "greedy"}, names)
        self.assertEqual({path: lack for path, lack in found.items() if lack}, {})

    def build(self, *flags):
        source, program = (os.path.join(self.scratch, name) for name in ("small.c", "small"))
        with open(source, "w", encoding="utf-8") as file:
            file.write(PROGRAM)
        out(CC, *HARDENED, *flags, source, "-o", program)
        return program

    def test_a_missing_protection_is_noticed(self):
        for name, _, without in CHECKS:
            with self.subTest(name):
                self.assertIn(name, lacks(self.build(without)))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
