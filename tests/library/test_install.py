#!/usr/bin/env python3
"""What `cmake --install` leaves is enough to build and run a program: by pkg-config, by CMake's
find_package, as C and as C++; and the library shows its public symbols and no other.

    test_install.py BUILD CC CXX NM
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

BUILD, CC, CXX, NM = sys.argv[1:5]
HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.join(HERE, "..", "..")

# What the first version has, for ever.
DOMINO_1 = {"domino_version", "domino_variant_count", "domino_variant_name", "domino_vec_new", "domino_vec_free",
            "domino_vec_shape", "domino_vec_reset", "domino_vec_observe", "domino_vec_mask", "domino_vec_sample",
            "domino_vec_step"}

LISTS = """\
cmake_minimum_required(VERSION 3.21)
project(user LANGUAGES C)
find_package(Domino 1.0 REQUIRED)
add_executable(use use.c)
target_link_libraries(use PRIVATE Domino::domino)
"""


def out(*command, **more):
    done = subprocess.run(command, capture_output=True, text=True, check=False, **more)
    if done.returncode:
        raise AssertionError(f"{' '.join(command)}\n{done.stdout}{done.stderr}")
    return done.stdout


class Installed(unittest.TestCase):

    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.mkdtemp(prefix="domino-install-")
        cls.prefix = os.path.join(cls.scratch, "prefix")
        out("cmake", "--install", os.path.join(BUILD, "arena", "library"), "--prefix", cls.prefix)
        found = [folder for folder, _, files in os.walk(cls.prefix) if "libdomino.so.1" in files]
        cls.lib, = found
        shutil.copy(os.path.join(HERE, "use.c"), cls.scratch)

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.scratch)

    def runs(self, program):
        env = dict(os.environ, LD_LIBRARY_PATH=self.lib)
        self.assertRegex(out(program, env=env), r"^\d+\.\d+\.\d+ played\n$")

    def test_a_program_is_built_by_pkg_config(self):
        env = dict(os.environ, PKG_CONFIG_PATH=os.path.join(self.lib, "pkgconfig"))
        flags = out("pkg-config", "--cflags", "--libs", "domino", env=env).split()
        for compiler, language in ((CC, "c"), (CXX, "c++")):
            if not shutil.which(compiler):
                self.skipTest(f"{compiler} is not installed")
            program = os.path.join(self.scratch, "use-" + language)
            out(compiler, "-Wall", "-Wextra", "-Werror", "-x", language,
                os.path.join(self.scratch, "use.c"), "-o", program, *flags)
            self.runs(program)

    def test_a_program_is_built_by_find_package(self):
        source = os.path.join(self.scratch, "cmake")
        os.mkdir(source)
        shutil.copy(os.path.join(HERE, "use.c"), source)
        with open(os.path.join(source, "CMakeLists.txt"), "w", encoding="utf-8") as file:
            file.write(LISTS)
        build = os.path.join(source, "build")
        out("cmake", "-S", source, "-B", build, f"-DCMAKE_PREFIX_PATH={self.prefix}",
            f"-DCMAKE_C_COMPILER={CC}")
        out("cmake", "--build", build)
        self.runs(os.path.join(build, "use"))

    def test_the_library_s_name_has_its_version(self):
        names = sorted(name for name in os.listdir(self.lib) if name.startswith("libdomino"))
        self.assertEqual(len(names), 3, names)
        self.assertEqual(names[:2], ["libdomino.so", "libdomino.so.1"])
        self.assertRegex(names[2], r"^libdomino\.so\.\d+\.\d+\.\d+$")
        dynamic = out("readelf", "-d", os.path.join(self.lib, "libdomino.so"))
        self.assertIn("[libdomino.so.1]", dynamic)
        needed = [line.split("[")[1] for line in dynamic.splitlines() if "(NEEDED)" in line]
        self.assertEqual([name for name in needed if not name.startswith("libc.so")], [])

    def test_only_versioned_public_symbols_are_shown(self):
        shown = out(NM, "-D", "--defined-only", os.path.join(self.lib, "libdomino.so"))
        names = {line.split()[-1] for line in shown.splitlines() if line.split()[1] != "A"}
        with open(os.path.join(self.prefix, "include", "domino", "domino.h"), encoding="utf-8") as file:
            header = file.read()
        with open(os.path.join(ROOT, "arena", "library", "libdomino.map"), encoding="utf-8") as file:
            versions = re.findall(r"(DOMINO_\d+) \{(.*?)\}", file.read(), re.DOTALL)
        version_of = {name: version for version, text in versions
                      for name in re.findall(r"\b(domino_\w+);", text)}
        self.assertEqual(names, {f"{name}@@{version}" for name, version in version_of.items()})
        self.assertEqual({name for name, version in version_of.items() if version == "DOMINO_1"}, DOMINO_1)
        self.assertEqual(header.count("DOMINO_PUBLIC ") - header.count("#define DOMINO_PUBLIC "),
                         len(version_of))
        for name in version_of:
            self.assertIn(f"{name}(", header)

    def test_python_finds_the_library_also_where_all_of_it_was_moved(self):
        moved = os.path.join(self.scratch, "moved")
        shutil.copytree(self.prefix, moved, symlinks=True)
        env = {name: value for name, value in os.environ.items()
               if name not in ("DOMINO_LIBRARY", "LD_LIBRARY_PATH")}
        env["PYTHONPATH"] = os.path.join(moved, "share", "domino", "python")
        program = ("import domino_env; domino_env.variants(); "
                   "print([line.split()[-1] for line in open('/proc/self/maps') if 'libdomino' in line][0])")
        used = out(sys.executable, "-B", "-c", program, env=env, cwd="/").strip()
        self.assertEqual(os.path.dirname(os.path.realpath(used)), self.lib.replace(self.prefix, moved))

    def test_only_public_headers_are_installed(self):
        folder = os.path.join(self.prefix, "include")
        files = [os.path.relpath(os.path.join(at, name), folder)
                 for at, _, names in os.walk(folder) for name in names]
        self.assertEqual(files, ["domino/domino.h"])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
