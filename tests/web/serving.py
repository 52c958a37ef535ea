"""Asking a server for pages, for the tests of the pages."""
import contextlib
import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "e2e"))
import arena  # noqa: E402

MAKE_PLAYED = os.path.join(arena.BUILD, "tests", "web", "make_played")

TOURNAMENT = """name: spring
variants: [block-2, draw-2]
bots: [greedy, random]
sets: 3
limits: {move_ms: 10000}
"""


def pages_in(*folder, end=".html"):
    return sorted(name for name in os.listdir(os.path.join(*folder)) if name.endswith(end))


class ServeTest(arena.ArenaTest):

    def setUp(self):
        super().setUp()
        self.servers = []

    def tearDown(self):
        while self.servers:
            self.stop()
        super().tearDown()

    def serve(self, *args):
        """Start a server on a free port; return the port. The end of the test stops it."""
        self.servers.append(self.start("serve", "--listen", "127.0.0.1:0", *args))
        self.addCleanup(self.servers[-1].kill)
        return int(re.search(r":(\d+)/", self.servers[-1].stdout.readline())[1])

    def stop(self, number=signal.SIGTERM):
        """Stop the server that was started last."""
        process = self.servers.pop()
        process.send_signal(number)
        self.finish(process)

    def ask(self, port, path, method="GET", body=None, source="127.0.0.1", **headers):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=arena.DEADLINE_S, source_address=(source, 0))
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        answer.text = answer.read().decode()
        connection.close()
        return answer

    def page(self, port, path, status=200):
        """Request a page until it has this status."""
        def answer():
            found = self.ask(port, "/" + path)
            return found if found.status == status else None
        return arena.wait_until(answer, f"{path} has status {status}")

    def whole(self, port):
        """Wait until the server has read the whole database."""
        arena.wait_until(lambda: "The database is being read" not in self.page(port, "index.html").text,
                         "the whole database is read")

    @contextlib.contextmanager
    def events(self, port):
        """Open /events; yields an iterator over pairs of id and data."""
        with socket.create_connection(("127.0.0.1", port), timeout=arena.DEADLINE_S) as listener:
            listener.sendall(b"GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
            end = time.monotonic() + arena.DEADLINE_S

            def lines():
                for line in listener.makefile("rb"):
                    self.assertLess(time.monotonic(), end, "no such event")  # pings come for ever
                    yield line.decode().partition(": ")

            fields = ((name, text) for name, _, text in lines() if name in ("id", "data"))
            yield ((int(number), json.loads(data)) for (_, number), (_, data) in zip(fields, fields))

    def until(self, port, path, words):
        """Wait until a page has these words; returns the page."""
        def found():
            text = self.ask(port, path).text
            return text if words in text else None
        return arena.wait_until(found, f"{path} has {words!r}")

    def made(self, state, *bots, sets=4):
        """Make a database of matches with random moves, by bots with these names. It is there at once with all of them, so a
        server that runs already never shows a part."""
        path = os.path.join(self.home, "arena.db")
        self.assertFalse(os.path.exists(path), "it would be replaced")
        subprocess.run([MAKE_PLAYED, path + ".new", "made", state, str(sets), *bots], check=True)
        os.rename(path + ".new", path)

    def fetch(self, port, path, codings=None, **headers):
        """The status, headers and bytes of an answer to a client that takes these codings."""
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=arena.DEADLINE_S)
        connection.putrequest("GET", path, skip_accept_encoding=True)
        for name, value in {"Accept-Encoding": codings, **headers}.items():
            if value is not None:
                connection.putheader(name, value)
        connection.endheaders()
        answer = connection.getresponse()
        body = answer.read()
        connection.close()
        return answer.status, answer.headers, body
