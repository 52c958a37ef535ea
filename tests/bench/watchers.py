"""People who watch a run: connections to /events of a server, and a page that one of them loads every second."""
import contextlib
import selectors
import signal
import socket
import subprocess
import threading
import time
import urllib.error
import urllib.parse
import urllib.request

TIMEOUT_S = 60  # a server that does not answer is an error of the benchmark
PATHS = ("", "tournament/{}.html", "now/{}.html", "match/{}/1.html")


class Watchers:
    """A context: `count` of them watch the tournament in that home folder.

    pages, events   what they have been sent until the context ended
    """

    def __init__(self, program, home, tournament, count):
        self.command = [program, "serve", "--listen", "127.0.0.1:0", "--home", home]
        self.paths = [path.format(tournament) for path in PATHS]
        self.count = count
        self.pages = self.events = 0
        self.is_over = threading.Event()

    def __enter__(self):
        self.server = subprocess.Popen(self.command, stdout=subprocess.PIPE, text=True)
        self.url = self.server.stdout.readline().split()[0]
        address = urllib.parse.urlsplit(self.url)
        self.selector = selectors.DefaultSelector()
        for _ in range(self.count):
            connection = socket.create_connection((address.hostname, address.port), timeout=TIMEOUT_S)
            connection.sendall(b"GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
            self.selector.register(connection, selectors.EVENT_READ)
        self.thread = threading.Thread(target=self._watch)
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.is_over.set()
        self.thread.join()
        for key in list(self.selector.get_map().values()):
            key.fileobj.close()
        self.selector.close()
        self.server.send_signal(signal.SIGTERM)
        self.server.communicate()

    def _watch(self):
        next_page = time.monotonic()
        while not self.is_over.is_set():
            for key, _ in self.selector.select(timeout=0.1):
                sent = key.fileobj.recv(65536)
                self.events += sent.count(b"event: site")
                if not sent:
                    self.selector.unregister(key.fileobj)
                    key.fileobj.close()
            if time.monotonic() >= next_page:
                next_page += 1
                self._load(self.paths[self.pages % len(self.paths)])

    def _load(self, path):
        """A page may not be there yet."""
        with contextlib.suppress(urllib.error.HTTPError), \
                urllib.request.urlopen(self.url + path, timeout=TIMEOUT_S) as page:
            page.read()
        self.pages += 1
