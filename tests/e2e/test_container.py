"""The image that scripts/image.sh makes plays shards as docs/how-to/shard-job.yaml calls it, with the hash of one run, and serves.

Its base is a new Debian from the mirror that this machine's apt uses, or that DOM_DEBIAN_MIRROR names. The packages are those
that tests/tools/try_release.py has made of this commit, or those in the folder DOM_RELEASE. Exit status 77: it cannot be done
here, as is said.
"""
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request

import arena

ROOT = os.path.realpath(os.path.join(arena.HERE, "..", ".."))
MANIFEST = os.path.join(ROOT, "docs", "how-to", "shard-job.yaml")
BASE = "localhost/base"
# Where buildah keeps its images; on any file system, and without namespaces of users.
STORAGE = """[storage]
driver = "vfs"
graphroot = "{place}/storage"
runroot = "{place}/run"
"""
TOURNAMENT = "name: spring\nvariants: [block-2]\nbots: [greedy, random, careful]\nsets: 4\nseed: 7\n"


def suite():
    """The name of this Debian: bots that are built here must find their libraries in the image."""
    with open("/etc/os-release", encoding="utf-8") as file:
        facts = dict(line.rstrip("\n").split("=", 1) for line in file if "=" in line)
    return facts["VERSION_CODENAME"] if facts.get("ID") == "debian" and "VERSION_CODENAME" in facts else None


def packages():
    """The folder with the packages of this commit, or None."""
    folder = os.environ.get("DOM_RELEASE", os.path.join(ROOT, "build", "roots", f"{suite()}.release"))
    made = subprocess.run(["git", "-C", ROOT, "log", "-1", "--format=%cd", "--date=format-local:%Y%m%d%H%M%S"], env={**os.environ, "TZ": "UTC"},
                          capture_output=True, text=True, check=False).stdout.strip()
    return folder if glob.glob(os.path.join(folder, f"domino-arena_*~git{made}*_*.deb")) else None


def mirror():
    done = subprocess.run(["apt-get", "indextargets", "--format", "$(SITE)", "Created-By: Packages", "Origin: Debian",
                           f"Codename: {suite()}"], capture_output=True, text=True, check=False)
    return os.environ.get("DOM_DEBIAN_MIRROR") or next(iter(done.stdout.split()), None)


def obstacle():
    """Why the image cannot be built here, or None."""
    if not arena.IS_NIGHTLY:
        return "it takes long: in the nightly run only"
    if os.geteuid() != 0:
        return "only root can make a base image"
    missing = [name for name in ("buildah", "debootstrap") if not shutil.which(name)]
    if missing:
        return f"not installed: {' '.join(missing)}"
    if suite() is None or mirror() is None:
        return "this is no Debian with a mirror"
    if packages() is None:
        return f"there are no packages of this commit: tests/tools/try_release.py {suite()} makes them"
    try:
        with urllib.request.urlopen(f"{mirror()}/dists/{suite()}/Release", timeout=60):
            return None
    except (OSError, ValueError) as error:
        return f"the package mirror cannot be reached: {error}"


class Container(arena.ArenaTest):

    @classmethod
    def setUpClass(cls):
        cls.place = tempfile.mkdtemp(prefix="container.")
        cls.addClassCleanup(cls.remove_place)
        storage = os.path.join(cls.place, "storage.conf")
        arena.write(storage, STORAGE.format(place=cls.place))
        cls.env = {**os.environ, "TMPDIR": cls.place, "CONTAINERS_STORAGE_CONF": storage, "BUILDAH_ISOLATION": "chroot"}
        system = os.path.join(cls.place, "system")
        cls.command("debootstrap", "--variant=minbase", "--include=ca-certificates", suite(), system, mirror())
        with open(os.path.join(system, "etc", "dpkg", "dpkg.cfg.d", "image"), "w", encoding="utf-8") as file:
            file.write("force-unsafe-io\n")  # as images of Debian have it: no wait for the disk
        container = cls.command("buildah", "from", "scratch").strip()
        cls.command("buildah", "add", container, system, "/")
        cls.command("buildah", "commit", "--rm", container, BASE)
        release = os.path.join(cls.place, "release")
        shutil.copytree(packages(), release)
        cls.command(os.path.join(ROOT, "scripts", "image.sh"), release, BASE=BASE)
        image, = glob.glob(os.path.join(release, "*-image.tar"))
        cls.image = cls.command("buildah", "pull", "-q", f"oci-archive:{image}").strip()
        cls.container = cls.command("buildah", "from", cls.image).strip()

    @classmethod
    def remove_place(cls):
        with open("/proc/self/mounts", encoding="utf-8") as file:
            if cls.place in file.read():
                raise AssertionError(f"something is still mounted in {cls.place}, which is not removed")
        shutil.rmtree(cls.place)

    @classmethod
    def command(cls, *words, **variables):
        done = subprocess.run(words, env={**cls.env, **variables}, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise AssertionError(f"{' '.join(words)}: exit status {done.returncode}\n{done.stdout[-4000:]}{done.stderr[-4000:]}")
        return done.stdout

    def setUp(self):
        super().setUp()
        self.shards = os.path.join(self.home, "shards")
        os.mkdir(self.shards)
        self.file = os.path.join(self.shards, "spring.yaml")
        arena.write(self.file, TOURNAMENT)
        self.folder = os.path.join(self.shards, "spring")

    def give_to(self, user):
        for path, _, files in os.walk(self.shards):
            for name in [path] + [os.path.join(path, f) for f in files]:
                os.chown(name, user, user)

    def inside(self, *words, user=0, variables=()):
        """Run a command in a container that has the folder as /shards."""
        given = [word for variable in variables for word in ("-e", variable)]
        return self.command("buildah", "run", "--user", f"{user}:{user}", "-v", f"{self.shards}:/shards", *given, self.container, "--", *words)

    def hash_of(self, text):
        self.assertIn(", 0 differences\n", text)
        return re.search(r"^hash ([0-9a-f]{64})$", text, re.M).group(1)

    def test_the_program_is_the_planners(self):
        version, _ = self.arena("--version", home=False)
        self.assertEqual(self.inside("domino-arena", "--version"), version)
        entry = self.command("buildah", "inspect", "--type", "image", "--format", "{{.OCIv1.Config.Entrypoint}}", self.image)
        self.assertEqual(entry.strip(), "[domino-arena]")
        images = set(re.findall(r"image: \S+:(\S+)$", arena.read(MANIFEST), re.M))
        self.assertEqual(images, {version.split()[1]})

    def test_no_library_is_missing(self):
        listed = self.inside("sh", "-c", "dpkg -L domino-arena libdomino1 | xargs ldd 2>/dev/null || true")
        self.assertIn("libzmq", listed)
        self.assertIn("liblapacke", listed)
        self.assertNotIn("not found", listed)

    def test_it_plays_and_serves(self):
        self.give_to(10001)
        out = self.inside("domino-arena", "run", "/shards/spring.yaml", "--home", "/shards/home", user=10001)
        self.assertIn("block-2: 24 matches, 12 duplicate sets", out)
        words = ["buildah", "run", "--user", "10001:10001", "-v", f"{self.shards}:/shards",
                 self.container, "--", "domino-arena", "serve", "--home", "/shards/home", "--listen", "127.0.0.1:0"]
        with subprocess.Popen(words, env=self.env, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
            address = re.match(r"http://\S*", server.stdout.readline()).group(0)
            page = arena.wait_until(lambda: self.page(address + "leaderboard/block-2.html"), "the list is shown")
            self.assertIn("careful", page)
            server.terminate()

    @staticmethod
    def page(address):
        """A page that has been read completely, else None."""
        try:
            with urllib.request.urlopen(address, timeout=60) as answer:
                text = answer.read().decode()
        except urllib.error.HTTPError:  # the database is not read yet
            return None
        return text if "greedy" in text else None

    def test_shards_of_the_manifest_have_the_hash_of_one_run(self):
        manifest = arena.read(MANIFEST)
        script = re.search(r"- sh\n +- -c\n +- >-\n((?: {14}\S.*\n)+)", manifest).group(1)
        user = int(re.search(r"runAsUser: (\d+)", manifest).group(1))
        alone = ("--home", os.path.join(self.home, "alone"))
        self.arena("run", self.file, *alone, home=False)
        self.arena("shard", "plan", self.file, "--of", "3", "-o", self.folder)
        self.give_to(user)
        for index in range(3):
            out = self.inside("sh", "-c", " ".join(script.split()), user=user,
                              variables=(f"JOB_COMPLETION_INDEX={index}", "SLURM_CPUS_PER_TASK=2"))
            self.assertEqual(out, f"shard {index + 1} of /shards/spring: 8 of 8 matches, 0 faults\n")
        out, _ = self.arena("shard", "merge", self.folder)
        self.assertIn("the tournament is complete", out)
        self.assertEqual(self.hash_of(self.arena("verify", "--db", os.path.join(self.folder, "arena.db"))[0]),
                         self.hash_of(self.arena("verify", *alone, home=False)[0]))

    def test_the_image_plans_and_merges_for_any_user(self):
        hashes = []
        for user in (0, 10001):
            self.give_to(user)
            self.inside("domino-arena", "shard", "plan", "/shards/spring.yaml", "--of", "1", "-o", "/shards/spring", user=user)
            self.inside("domino-arena", "shard", "run", "/shards/spring", "1", user=user)
            out = self.inside("domino-arena", "shard", "merge", "/shards/spring", user=user)
            self.assertIn("the tournament is complete", out)
            self.assertEqual(os.stat(os.path.join(self.folder, "arena.db")).st_mode & 0o777, 0o600)
            hashes.append(self.hash_of(self.inside("domino-arena", "verify", "--db", "/shards/spring/arena.db", user=user)))
            subprocess.run(["chmod", "-R", "u+w", self.folder], check=True)
            shutil.rmtree(self.folder)
        self.assertEqual(hashes[0], hashes[1])


if __name__ == "__main__":
    why = obstacle()
    if why:
        print(f"skipped: {why}", file=sys.stderr)
        sys.exit(77)
    arena.main()
