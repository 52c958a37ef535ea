"""docs/how-to/nginx.conf and docs/how-to/Caddyfile before `serve`, on loopback with certificates of their own. Only names, ports
and certificates are changed. Skipped with status 77 if neither program is there."""
import contextlib
import http.client
import json
import os
import shutil
import socket
import ssl
import subprocess
import sys
import time

from serving import TOURNAMENT, ServeTest, arena

GUIDES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "docs", "how-to")
NAME = "domino.example.org"
BOUND = 128  # limit_conn
UPSTREAM = "127.0.0.1:8080"


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return listener.getsockname()[1]


def changed(name, *pairs):
    """The text of a guide, in which each of these must occur."""
    text = arena.read(os.path.join(GUIDES, name))
    for old, new in pairs:
        if old not in text:
            raise AssertionError(f"{name} has no {old!r}")
        text = text.replace(old, new)
    return text


class Proxies:
    """What holds behind any proxy. A class for each starts it: proxy(port) returns its context of TLS."""

    def setUp(self):
        super().setUp()
        if not shutil.which(self.program):
            self.skipTest(f"{self.program} is missing")
        self.arena("run", self.tournament(TOURNAMENT))
        self.tls_port = free_port()
        self.own = f"{NAME}:{self.tls_port}"
        self.port = self.serve("--behind-proxy", "--url", f"https://{self.own}/", "--play")
        self.whole(self.port)
        self.tls = self.proxy()

    def run_proxy(self, *command, **environment):
        log = open(self.path("proxy.log"), "w", encoding="utf-8")
        process = subprocess.Popen(command, stdout=log, stderr=log, env={**os.environ, **environment})
        self.addCleanup(log.close)
        self.addCleanup(process.wait)
        self.addCleanup(process.terminate)

        def listens():
            self.assertIsNone(process.poll(), arena.read(log.name))
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.tls_port)):
                return True
        arena.wait_until(listens, f"{self.program} listens")

    def path(self, name):
        return os.path.join(self.home, name)

    def connect(self):
        connection = socket.create_connection(("127.0.0.1", self.tls_port), timeout=arena.DEADLINE_S)
        return self.tls.wrap_socket(connection, server_hostname=NAME)

    def through(self, path, method="GET", body=None, **headers):
        connection = http.client.HTTPConnection(NAME)
        connection.sock = self.connect()
        connection.request(method, path, body, {"Host": self.own, **headers})
        answer = connection.getresponse()
        answer.bytes = answer.read()
        connection.close()
        return answer

    def test_pages_are_those_of_the_server(self):
        for path in ("/", "/bot/greedy.html", "/leaderboard/block-2.json", "/health"):
            answer = self.through(path)
            self.assertEqual((answer.status, answer.getheader("Content-Security-Policy")),
                             (200, self.ask(self.port, path).getheader("Content-Security-Policy")), path)
        self.assertEqual(self.through("/", **{"Accept-Encoding": "gzip"}).getheader("Content-Encoding"), "gzip")
        self.assertIn(self.own.encode(), self.through("/index.html").bytes, "link cards name the public address")
        for path in ("/metrics", "/bot/nobody.html"):
            self.assertEqual(self.through(path).status, 404, path)
        self.assertEqual(self.through("/", "POST", "x").status, 405)

    def test_pages_follow_what_is_played(self):
        with self.connect() as listener:
            listener.sendall(f"GET /events HTTP/1.1\r\nHost: {self.own}\r\n\r\n".encode())
            end, lines = time.monotonic() + arena.DEADLINE_S, listener.makefile("rb")

            def next_news():
                for line in lines:
                    self.assertLess(time.monotonic(), end, "no such event")
                    if line.startswith(b"data: "):
                        return json.loads(line[len("data: "):])
                return self.fail("the stream has ended")
            self.assertEqual(next_news()["tournament"], "spring")  # at once, not when a buffer is full
            self.arena("run", self.tournament(TOURNAMENT.replace("spring", "summer"), "s.yaml"))
            while next_news()["tournament"] != "summer":
                pass

    def test_people_play(self):
        def order(origin):
            return self.through("/play/", "POST", '{"variant": "block-2", "name": "anna", "seats": [null], "clock": 0}',
                                **{"Content-Type": "application/json", "Origin": f"https://{origin}"})
        self.assertEqual(order("evil.example").status, 403)
        answer = order(self.own)
        self.assertEqual(answer.status, 200, answer.bytes)
        table = json.loads(answer.bytes)["table"]
        seat = self.through(f"/play/{table}", Cookie=answer.getheader("Set-Cookie").split(";")[0])
        self.assertEqual(seat.status, 200)
        self.assertRegex(seat.bytes.decode(), rf'href="{table}/[0-9a-f]{{32}}"', "the invitation, which only this seat sees")
        self.assertEqual(self.through(f"/play/{table}/seat").status, 403, "without the cookie nobody has a seat")
        long = self.through("/play/", "POST", "x" * 5000, **{"Content-Type": "application/json", "Origin": f"https://{self.own}"})
        self.assertIn(long.status, (413, 502), "too long; Caddy may notice only that its connection has ended")


class Nginx(Proxies, ServeTest):
    program = "nginx"

    def proxy(self):
        self.plain_port = free_port()
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
                        "-subj", f"/CN={NAME}", "-addext", f"subjectAltName=DNS:{NAME}",
                        "-keyout", self.path("key"), "-out", self.path("cert")], check=True, capture_output=True)
        arena.write(self.path("domino.conf"), changed(
            "nginx.conf", (UPSTREAM, f"127.0.0.1:{self.port}"), ("listen 80;", f"listen 127.0.0.1:{self.plain_port};"),
            ("listen 443 ", f"listen 127.0.0.1:{self.tls_port} "), (f"/etc/ssl/{NAME}.pem", self.path("cert")),
            (f"/etc/ssl/private/{NAME}.key", self.path("key"))))
        own = "".join(f"    {kind}_temp_path {self.path(kind)};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        user = "user root;\n" if os.geteuid() == 0 else ""
        arena.write(self.path("main.conf"),
                    f"daemon off;\n{user}pid {self.path('pid')};\nerror_log stderr;\nevents {{}}\n"
                    f"http {{\n    access_log off;\n{own}    include domino.conf;\n}}\n")
        self.run_proxy("nginx", "-p", self.home, "-c", self.path("main.conf"), "-e", "stderr")
        return ssl.create_default_context(cafile=self.path("cert"))

    def test_one_address_is_bounded(self):
        with contextlib.ExitStack() as open_streams:
            lines = [open_streams.enter_context(self.connect()) for _ in range(BOUND + 1)]
            for line in lines:
                line.sendall(f"GET /events HTTP/1.1\r\nHost: {self.own}\r\n\r\n".encode())
            statuses = [line.makefile("rb").readline().split()[1] for line in lines]
            self.assertEqual(statuses.count(b"200"), BOUND)

    def test_plain_http_is_sent_to_tls(self):
        answer = self.ask(self.plain_port, "/bot/greedy.html", Host=NAME)
        self.assertEqual((answer.status, answer.getheader("Location")), (301, f"https://{NAME}/bot/greedy.html"))


class Caddy(Proxies, ServeTest):
    program = "caddy"

    def proxy(self):
        text = changed("Caddyfile", (f"\n{NAME} {{\n", f"\n{self.own} {{\n\tbind 127.0.0.1\n\ttls internal\n"),
                       (UPSTREAM, f"127.0.0.1:{self.port}"))
        arena.write(self.path("Caddyfile"), "{\n\tadmin off\n\tauto_https disable_redirects\n\tskip_install_trust\n}\n" + text)
        self.run_proxy("caddy", "run", "--config", self.path("Caddyfile"), "--adapter", "caddyfile",
                       HOME=self.home, XDG_DATA_HOME=self.path("data"), XDG_CONFIG_HOME=self.path("config"))
        root = self.path("data/caddy/pki/authorities/local/root.crt")
        arena.wait_until(lambda: os.path.exists(root), "Caddy has made its authority")
        tls = ssl.create_default_context(cafile=root)

        def has_certificate():
            self.tls = tls
            with contextlib.suppress(OSError), self.connect():
                return True
        arena.wait_until(has_certificate, "Caddy has made its certificate")
        return tls


if __name__ == "__main__":
    if not (shutil.which("nginx") or shutil.which("caddy")):
        print("skipped: nginx and caddy are missing", file=sys.stderr)
        sys.exit(77)
    arena.main()
