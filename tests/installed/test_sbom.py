"""What scripts/sbom.py writes of a build: test_sbom.py BUILD ROOT"""
import json
import os
import re
import subprocess
import sys
import unittest

BUILD, ROOT = sys.argv[1:3]
PROGRAMS = [os.path.join(BUILD, "bin", "domino-arena"), os.path.join(BUILD, "libexec", "domino-arena", "domino-host")]
# What a program links with, by the beginning of its soname.
SONAMES = {"libzmq": "libzmq", "libsqlite3": "sqlite3", "libsodium": "libsodium", "libjansson": "jansson", "libyaml": "yaml-0.1",
           "libmicrohttpd": "libmicrohttpd", "libz": "zlib", "libseccomp": "libseccomp", "liblapacke": "lapacke",
           "libmsgpackc": "msgpack-c", "libmsgpack-c": "msgpack-c"}
SYSTEM = ("libc", "libm", "ld-linux", "libgcc_s", "libpthread", "libasan", "libubsan", "libtsan")  # the compiler and the system bring these


def written(**environment):
    return subprocess.run([sys.executable, "-B", os.path.join(ROOT, "scripts", "sbom.py"), os.path.join(BUILD, "parts.txt")],
                          stdout=subprocess.PIPE, check=True, text=True, env={**os.environ, **environment}).stdout


def needed(program):
    """The names of the libraries that a program asks for itself."""
    done = subprocess.run(["readelf", "-d", program], stdout=subprocess.PIPE, check=True, text=True)
    return {re.match(r"(lib[a-z_]+3?(?:-c)?|ld-linux)", name)[1] for name in re.findall(r"\(NEEDED\).*\[(.*)\]", done.stdout)}


class Sbom(unittest.TestCase):

    def setUp(self):
        self.document = json.loads(written())
        self.packages = {package["name"]: package for package in self.document["packages"]}

    def test_it_has_the_fields_that_spdx_requires(self):
        d = self.document
        self.assertEqual((d["spdxVersion"], d["dataLicense"], d["SPDXID"]), ("SPDX-2.3", "CC0-1.0", "SPDXRef-DOCUMENT"))
        self.assertRegex(d["documentNamespace"], r"\Ahttps://[^#\s]+\Z")
        self.assertRegex(d["creationInfo"]["created"], r"\A\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ\Z")
        self.assertTrue(d["creationInfo"]["creators"])
        ids = [package["SPDXID"] for package in d["packages"]] + [d["SPDXID"]]
        self.assertEqual(len(ids), len(set(ids)))
        for package in d["packages"]:
            self.assertRegex(package["SPDXID"], r"\ASPDXRef-[A-Za-z0-9.-]+\Z")
            self.assertRegex(package["versionInfo"], r"\A\d+(\.\d+)+\Z", package["name"])
            for key in ("downloadLocation", "licenseConcluded", "licenseDeclared", "copyrightText"):
                self.assertTrue(package[key], (package["name"], key))
            self.assertIs(package["filesAnalyzed"], False)
        for relation in d["relationships"]:
            self.assertIn(relation["spdxElementId"], ids)
            self.assertIn(relation["relatedSpdxElement"], ids)
        self.assertEqual([r["relatedSpdxElement"] for r in d["relationships"] if r["relationshipType"] == "DESCRIBES"],
                         ["SPDXRef-Package-domino-arena"])

    def test_it_is_the_same_for_the_same_build(self):
        self.assertEqual(written(), written())
        then = json.loads(written(SOURCE_DATE_EPOCH="1782000000"))
        self.assertEqual(then["creationInfo"]["created"], "2026-06-21T00:00:00Z")

    def test_it_names_every_library_that_the_programs_link_with(self):
        found = set().union(*map(needed, PROGRAMS))
        self.assertLessEqual({"libzmq", "libsqlite3"}, found)
        for name in sorted(found - set(SYSTEM)):
            self.assertIn(SONAMES[name], self.packages, name)

    def test_it_names_the_program_and_what_is_inside(self):
        with open(os.path.join(BUILD, "parts.txt"), encoding="utf-8") as file:
            name, version = file.readline().split()
        printed = subprocess.run([PROGRAMS[0], "--version"], stdout=subprocess.PIPE, check=True, text=True).stdout
        self.assertEqual(f"{name} {version}", printed.splitlines()[0])
        self.assertEqual(self.packages[name]["versionInfo"], version)
        with open(os.path.join(ROOT, "arena", "web", "assets", "vendor", "uplot.js"), encoding="utf-8") as file:
            self.assertIn(f"v{self.packages['uPlot']['versionInfo']}", file.read(500))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
