"""`/metrics` and `/health` of `serve`."""
import os
import re
import shutil
import subprocess

from serving import TOURNAMENT, ServeTest, arena

LABELS = re.compile(r'(\w+)="((?:[^"\\\n]|\\[\\"n])*)"')
SAMPLE = re.compile(r'([a-zA-Z_:][\w:]*)(?:\{(\w+="(?:[^"\\\n]|\\[\\"n])*"(?:,\w+="(?:[^"\\\n]|\\[\\"n])*")*)\})? (\S+)')


def parse(text):
    """The text format of Prometheus, version 0.0.4: {name: type} and {(name, label...): value}. Raises ValueError."""
    types, helps, samples, name = {}, set(), {}, None
    if not text.endswith("\n"):
        raise ValueError("the last line has no end")
    for line in text.splitlines():
        words = line.split(" ", 3)
        if line.startswith("# HELP "):
            name = words[2]
            if name in helps:
                raise ValueError(f"twice: {line}")
            helps.add(name)
        elif line.startswith("# TYPE "):
            if words[2] != name or name in types or words[3] not in ("counter", "gauge"):
                raise ValueError(f"a type without its help, or twice: {line}")
            types[name] = words[3]
        else:
            found = SAMPLE.fullmatch(line)
            key = found and (found[1], *(f"{label}={value}" for label, value in LABELS.findall(found[2] or "")))
            if not found or found[1] != name or name not in types or key in samples:
                raise ValueError(f"not a sample of the metric above it, or twice: {line}")
            samples[key] = float(found[3])
    return types, samples


class Metrics(ServeTest):

    def serve_both(self, *args):
        """Start a server with metrics; return both ports."""
        port = self.serve("--metrics", "127.0.0.1:0", *args)
        line = self.servers[-1].stdout.readline()
        return port, int(re.fullmatch(r"http://127\.0\.0\.1:(\d+)/metrics  .*\n", line)[1])

    def samples(self, port):
        answer = self.ask(port, "/metrics")
        self.assertEqual((answer.status, answer.getheader("Content-Type")), (200, "text/plain; version=0.0.4; charset=utf-8"))
        types, samples = parse(answer.text)
        for name, kind in types.items():
            self.assertTrue(name.startswith("domino_arena_"), name)
            self.assertEqual(name.endswith("_total"), kind == "counter", name)
        return samples

    def guide(self):
        return arena.read(os.path.join(os.path.dirname(__file__), "..", "..", "docs", "how-to", "deploy-serve.md"))

    def of(self, port, name, *labels):
        return self.samples(port).get((f"domino_arena_{name}", *labels))

    # -- metrics ----------------------------------------------------------------

    def test_an_arena_is_counted_from_its_first_match(self):
        port, metrics = self.serve_both()
        results = "database=results"
        arena.wait_until(lambda: self.of(metrics, "matches", results) == 0, "nothing was played")
        self.assertIsNone(self.of(metrics, "reading_seconds", results), "what is not known is left out")
        self.arena("run", self.tournament(TOURNAMENT))

        def read():
            samples = self.samples(metrics)
            named = [samples.get((f"domino_arena_{name}", results)) for name in ("matches", "running", "open_matches", "reading_seconds")]
            return samples if named[:3] == [12, 0, 0] and named[3] else None
        samples = arena.wait_until(read, "its matches are counted and read, and it has ended")
        self.assertEqual(samples["domino_arena_tournaments", results], 1)
        self.assertGreaterEqual(samples["domino_arena_pages_age_seconds", results], 0)
        self.assertGreaterEqual(samples["domino_arena_database_bytes", results],
                                os.path.getsize(os.path.join(self.home, "arena.db")))
        self.assertGreater(samples["domino_arena_disk_free_bytes",], 0)
        version = self.arena("--version")[0].split()[1]
        self.assertEqual(samples["domino_arena_build_info", f"version={version}"], 1)
        self.assertNotIn(("domino_arena_people",), samples, "nobody may play")

        def answers(code):
            return self.of(metrics, "http_responses_total", f"code={code}")
        good, missing = answers("2xx"), answers("4xx")
        for path in ("/", "/index.html", "/bot/nobody.html"):
            self.ask(port, path)
        self.assertEqual((answers("2xx") - good, answers("4xx") - missing), (2, 1))
        with self.events(port) as news:
            next(news)
            self.assertEqual(self.of(metrics, "http_event_streams"), 1)

    def test_tables_of_people_are_counted(self):
        port, metrics = self.serve_both("--play")
        page = self.guide()
        for name in parse(self.ask(metrics, "/metrics").text)[0]:
            self.assertIn(f"`{name}", page, "every metric is documented")
        answer = self.ask(port, "/play/", "POST", '{"variant": "block-2", "name": "anna", "seats": [null], "clock": 0}',
                          **{"Content-Type": "application/json", "Origin": f"http://127.0.0.1:{port}"})
        self.assertEqual(answer.status, 200, answer.text)
        samples = self.samples(metrics)
        self.assertEqual([samples["domino_arena_tables", f"state={state}"] for state in ("waiting", "playing", "ended")], [1, 0, 0])
        self.assertEqual(samples["domino_arena_people",], 1)
        arena.wait_until(lambda: self.of(metrics, "matches", "database=people") == 0, "the other database is read as well")

    def test_metrics_are_apart_from_the_pages(self):
        port, metrics = self.serve_both()
        self.assertIn(self.ask(port, "/metrics").status, (404, 503), "no proxy before the pages can pass them on")
        for path in ("/", "/index.html", "/events", "/health"):
            self.assertEqual(self.ask(metrics, path).status, 404, path)
        self.assertEqual(self.ask(metrics, "/metrics", "POST").status, 405)
        self.assertEqual(self.ask(metrics, "/metrics", Host="evil.example").status, 421)
        _, err = self.arena("serve", "--listen", "127.0.0.1:0", "--metrics", "0.0.0.0:0", status=2)
        self.assertEqual(err, "domino-arena: --metrics: '0.0.0.0:0' can be reached from other machines; "
                              "to allow this, add --public\n")

    @arena.nightly
    def test_promtool_accepts_them(self):
        """And the rules of the page, which name only metrics that there are."""
        if not shutil.which("promtool"):
            self.skipTest("promtool is missing (Debian's package prometheus)")
        self.arena("run", self.tournament(TOURNAMENT))
        port, metrics = self.serve_both("--play")
        self.whole(port)
        text = self.ask(metrics, "/metrics").text
        done = subprocess.run(["promtool", "check", "metrics"], input=text, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        self.assertEqual((done.returncode, done.stdout), (0, ""))
        rules = re.search(r"```yaml\n(groups:.*?)```", self.guide(), re.S)[1]
        self.assertLessEqual(set(re.findall(r"domino_arena_\w+", rules)), set(parse(text)[0]))
        path = arena.write(os.path.join(self.home, "rules.yaml"), rules)
        done = subprocess.run(["promtool", "check", "rules", path], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stdout)

    # -- health -----------------------------------------------------------------

    def health(self, port, status, line):
        def said():
            answer = self.ask(port, "/health")
            return answer.status == status and answer.text == line
        arena.wait_until(said, f"/health says {status} {line!r}")

    def test_health_says_what_is_wrong(self):
        port = self.serve("--play")
        self.health(port, 200, "ok\n")  # nothing was played yet
        db = os.path.join(self.home, "arena.db")
        arena.write(db, "no database" * 1000)
        arena.wait_until(lambda: self.ask(port, "/health").status == 503, "a fault is noticed")
        answer = self.ask(port, "/health")
        self.assertTrue(answer.getheader("Content-Type").startswith("text/plain"))
        self.assertRegex(answer.text, r"\Aarena\.db: .+\n\Z")  # without the folder, which is no concern of visitors
        os.remove(db)
        self.arena("run", self.tournament(TOURNAMENT))
        self.whole(port)
        self.health(port, 200, "ok\n")
        os.rename(db, db + ".moved")
        self.health(port, 503, "the database was removed\n")
        os.rename(self.home, self.home + ".moved")
        self.health(port, 503, "the data folder is missing\n")
        os.rename(self.home + ".moved", self.home)
        os.rename(db + ".moved", db)
        self.health(port, 200, "ok\n")


class Parser(arena.unittest.TestCase):

    def test_it_refuses_what_is_wrong(self):
        head = "# HELP a b\n# TYPE a gauge\n"
        self.assertEqual(parse(head + 'a{x="1",y="2"} 3\na 4\n')[1], {("a", "x=1", "y=2"): 3, ("a",): 4})
        for wrong in ("a 1\n", head + "b 1\n", head + "a 1", head + "a 1\na 1\n", head + "a one\n", head + "a{x=1} 1\n",
                      "# TYPE a gauge\n", head + head, "# HELP a b\n# TYPE a histogram\n"):
            with self.assertRaises(ValueError, msg=wrong):
                parse(wrong)


if __name__ == "__main__":
    arena.main()
