"""What scripts/release.sh promises, without building packages: the same bytes at each run, the version of a package, refusals;
and which commit a build names."""
import os
import re
import shutil
import subprocess
import tarfile
import tempfile
import unittest
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
FILES = ("CMakeLists.txt", "scripts/release.sh", "scripts/image.sh", "scripts/Containerfile", "debian/control", "cmake/commit.cmake", ".gitattributes")
CMAKE = shutil.which("cmake")
PROGRAMS = {  # stand-ins, which write what release.sh takes
    "dpkg-buildpackage": "cp debian/changelog ../some.deb; touch ../domino-arena_all.deb",
    "dpkg-deb": "echo 1.2.3~git20231114221320~deb12",
    "buildah": "echo $* >>buildah.log; [ $1 = bud ] || echo image >$(echo $4 | cut -d: -f2)",
    "cmake": "mkdir -p ../sdk/sdk-packages && echo $SOURCE_DATE_EPOCH >../sdk/sdk-packages/package && echo {} >../sdk/domino-arena.spdx.json",
}
IDENTITY = {name: value for who in ("AUTHOR", "COMMITTER")
            for name, value in ((f"GIT_{who}_NAME", "A"), (f"GIT_{who}_EMAIL", "a@example.org"), (f"GIT_{who}_DATE", "@1700000000 +0000"))}


@unittest.skipUnless(shutil.which("git"), "git is not installed")
class Release(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="a release.")
        self.addCleanup(folder.cleanup)
        self.here, self.clone, tools = Path(folder.name), Path(folder.name, "clone"), Path(folder.name, "tools")
        for name in FILES:
            (self.clone / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(PROJECT / name, self.clone / name)
        tools.mkdir()
        for name, text in PROGRAMS.items():
            (tools / name).write_text(f"#!/bin/sh\n{text}\n")
            (tools / name).chmod(0o755)
        self.env = {**os.environ, **IDENTITY, "PATH": f"{tools}:{os.environ['PATH']}"}
        self.git("init", "-q")
        self.git("add", "-A")
        self.git("commit", "-q", "-m", "all")

    def git(self, *words):
        return subprocess.run(["git", "-C", self.clone, *words], env=self.env, check=True, capture_output=True, text=True).stdout.strip()

    def release(self, *words, status=0):
        done = subprocess.run(["sh", self.clone / "scripts" / "release.sh", *words], env=self.env, cwd=self.here, capture_output=True,
                              text=True, check=False)
        self.assertEqual(done.returncode, status, done.stderr)
        return done.stderr

    def made(self, folder, *options):
        self.release(*options, folder)
        return {str(path.relative_to(self.here / folder)): path.read_bytes()
                for path in (self.here / folder).rglob("*") if path.is_file()}

    def test_two_runs_make_the_same_bytes_and_the_archive_names_the_commit(self):
        first = self.made("first")
        self.assertEqual(first, self.made("second"))
        archive = next(name for name in first if name.endswith(".tar.gz"))
        self.assertEqual(set(first), {archive, "some.deb", "domino-arena_all.deb", "sdk/package", "domino-arena.spdx.json", "SHA256SUMS"})
        self.assertEqual(first["sdk/package"], b"1700000000\n", "the time of the commit")
        self.assertEqual(first["SHA256SUMS"].count(b"\n"), len(first) - 1)
        subprocess.run(["sha256sum", "--quiet", "-c", "SHA256SUMS"], cwd=self.here / "first", check=True)
        with tarfile.open(self.here / "first" / archive) as tar:
            text = tar.extractfile(archive.removesuffix(".tar.gz") + "/cmake/commit.cmake").read().decode()
        self.assertIn(self.git("rev-parse", "HEAD"), text)

    def test_a_package_comes_before_the_release_until_the_commit_has_its_tag(self):
        made = self.made("untagged")
        version = next(name for name in made if name.endswith(".tar.gz"))[len("domino-arena-"):-len(".tar.gz")]
        before = made["some.deb"].decode()
        self.assertRegex(before.splitlines()[0], rf"^domino-arena \({version}~git20231114221320(~deb\d+)?\) unstable; urgency=medium$")
        self.git("tag", f"v{version}")
        after = self.made("tagged")["some.deb"].decode()
        self.assertRegex(after.splitlines()[0], rf"^domino-arena \({version}(~deb\d+)?\) unstable; urgency=medium$")
        self.assertTrue(after.endswith("  Tue, 14 Nov 2023 22:13:20 +0000\n"), after)

    def test_the_image_is_made_on_request_of_the_debian_of_the_packages(self):
        made = self.made("with", "--image")
        self.assertIn(b"  domino-arena-1.2.3-image.tar\n", made["SHA256SUMS"])
        self.assertEqual(self.image_of("with"), "docker.io/library/debian:12-slim")
        self.env["BASE"] = "registry.example/debian"
        self.assertEqual(self.image_of("with"), "registry.example/debian")

    def image_of(self, folder):
        """Makes the image again. Returns its base."""
        subprocess.run([self.clone / "scripts" / "image.sh", folder], env=self.env, cwd=self.here, check=True, capture_output=True)
        return re.findall(r"--build-arg BASE=(\S+)", (self.here / "buildah.log").read_text())[-1]

    def test_an_image_needs_packages(self):
        (self.here / "tools" / "dpkg-deb").write_text("#!/bin/sh\nexit 1\n")
        for words, said in ((["."], "image.sh: . must have one package domino-arena; "), ([], "scripts/image.sh FOLDER")):
            done = subprocess.run([self.clone / "scripts" / "image.sh", *words], env=self.env, cwd=self.here, check=False,
                                  capture_output=True, text=True)
            self.assertEqual(done.returncode, 2)
            self.assertIn(said, done.stderr)

    def commit_of_build(self):
        """What a build would name."""
        file = self.here / "commit.c"
        subprocess.run([CMAKE, f"-DFROM={self.clone}", f"-DTO={file}", "-DNAME=name", "-P", self.clone / "cmake" / "commit.cmake"],
                       env=self.env, check=True)
        return re.search('"(.*)"', file.read_text())[1]

    def test_a_build_names_its_commit_and_whether_a_file_differs(self):
        commit = self.git("rev-parse", "--short=12", "HEAD")
        self.assertEqual(self.commit_of_build(), commit)
        file = self.clone / "CMakeLists.txt"
        os.utime(file, (1, 1))
        self.assertEqual(self.commit_of_build(), commit, "a copy with another time")
        (self.clone / "notes").write_text("git does not know this file\n")
        self.assertEqual(self.commit_of_build(), commit)
        file.write_text(file.read_text() + "# changed\n")
        self.assertEqual(self.commit_of_build(), commit + "+")

    def test_refusals(self):
        self.assertIn("release.sh [--image] [FOLDER]", self.release("a", "b", status=2))
        (self.here / "there").mkdir()
        self.assertIn("there must be a new folder", self.release("there", status=2))
        shutil.rmtree(self.clone / ".git")
        self.env["GIT_CEILING_DIRECTORIES"] = str(self.here)
        self.assertIn("is not a clone", self.release("new", status=2))
        self.assertFalse((self.here / "new").exists())

    def test_what_cannot_be_built_is_said(self):
        (self.here / "tools" / "cmake").write_text("#!/bin/sh\necho javac is missing\nexit 1\n")
        said = self.release("new", status=3)
        self.assertIn("javac is missing\nrelease.sh: the SDKs cannot be built; the lines above name what is missing\n", said)


if __name__ == "__main__":
    unittest.main()
