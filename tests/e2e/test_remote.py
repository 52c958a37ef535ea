"""Remote bots: keys, connections that must be refused, and connections that are lost."""
import contextlib
import os
import resource
import signal
import socket
import stat
import subprocess
import threading

import msgpack
import zmq
from zmq.utils.monitor import recv_monitor_message

import arena

SEATS = 8  # ports in a row for every remote bot
ROOT = os.path.join(arena.HERE, "..", "..")
SDK = os.path.join(ROOT, "protocol", "sdk", "python")
RANDOM = {
    "c": [os.path.join(arena.BUILD, "share", "domino-arena", "bots", "random", "random")],
    "python": [arena.PYTHON, os.path.join(ROOT, "sample-bots", "random-python", "bot.py")],
}
SUCCEEDED, REFUSED = zmq.EVENT_HANDSHAKE_SUCCEEDED, zmq.EVENT_HANDSHAKE_FAILED_AUTH
WAIT_MS = 60000  # a limit for a broken test, never a measurement


def keys_of(path):
    """Returns the key pair in a file of `keygen`, as a shell reads it: public, secret."""
    names = ("DOMINO_ARENA_PUBLIC_KEY", "DOMINO_ARENA_SECRET_KEY")
    script = f'set -a; . "$1"; exec {arena.PYTHON} -c "import os; print(os.environ[\'{names[0]}\']);' \
             f' print(os.environ[\'{names[1]}\'])"'
    return subprocess.run(["/bin/sh", "-c", script, "sh", path], capture_output=True, text=True,
                          check=True).stdout.split("\n")[:2]


BLOCK = 64  # ports that are reserved together
RESERVED = {}  # first port of a block -> a socket whose name nobody else can have meanwhile


def is_reserved(first):
    """Reserves a block of ports until this program ends, because two that look for free ports find the same ones."""
    if first not in RESERVED:
        mark = socket.socket(socket.AF_UNIX)
        try:
            mark.bind(f"\0domino-arena-test-ports-{first}")
        except OSError:
            mark.close()
            return False
        RESERVED[first] = mark
    return True


def are_free(ports):
    try:
        for port in ports:
            with socket.socket() as each:
                each.bind(("127.0.0.1", port))
    except OSError:
        return False
    return True


def free_ports(count):
    """Returns the first of `count` consecutive free ports."""
    return next(first for first in range(21000, 32000, BLOCK)
                if all(map(is_reserved, range(first, first + count, BLOCK))) and are_free(range(first, first + count)))


class Player(threading.Thread):
    """A scripted remote bot at one seat number. It plays the first legal action."""

    def __init__(self, keys, server_key, port, **hello):
        super().__init__(daemon=True)
        self.keys, self.server_key, self.port = keys, server_key, port
        self.hello = {"type": "hello", "protocol": 1, **hello}
        self.context = zmq.Context()
        self.socket = None
        self.answers = 0
        self.heard = []  # the types of the messages, in order
        self.matches = []  # the numbers of the tables

    def connect(self, speaks=True):
        self.socket = self.context.socket(zmq.DEALER)
        self.socket.linger = 0
        self.socket.sndtimeo = WAIT_MS  # there may be no arena any more
        self.socket.curve_publickey, self.socket.curve_secretkey = self.keys
        self.socket.curve_serverkey = self.server_key
        self.socket.immediate = 1
        self.socket.connect(f"tcp://127.0.0.1:{self.port}")
        if speaks:
            self.say(self.hello)

    def disconnect(self):
        self.socket.close()

    def say(self, message):
        self.socket.send(msgpack.packb(message))

    def hear(self):
        if not self.socket.poll(WAIT_MS):
            raise AssertionError(f"nothing after {self.heard[-5:]}")
        message = msgpack.unpackb(self.socket.recv())
        self.heard.append(message["type"])
        if message["type"] == "match":
            self.matches.append(message["table"])
        return message

    def play(self, until=lambda player: False):
        """Answers asks until `until` returns true. Returns the ask that is not answered; None at bye."""
        while True:
            message = self.hear()
            if message["type"] == "bye":
                self.disconnect()
                return None
            if message["type"] == "ask":
                if until(self):
                    return message
                self.say({"type": "act", "req": message["req"], "choice": 0})
                self.answers += 1

    def run(self):
        self.connect()
        self.play()


class Stranger:
    """A connection that is not the bot's; `events` are the events of its handshake."""

    def __init__(self, port, speaks=True, **options):
        self.context = zmq.Context()
        self.socket = self.context.socket(zmq.DEALER)
        self.socket.linger = 0
        for name, value in options.items():
            setattr(self.socket, name, value)
        self.monitor = self.socket.get_monitor_socket()
        self.socket.connect(f"tcp://127.0.0.1:{port}")
        if speaks:
            with contextlib.suppress(zmq.Again):  # the arena may have closed the connection already
                self.socket.send(msgpack.packb({"type": "hello", "protocol": 1}), zmq.NOBLOCK)

    def events_until(self, *wanted):
        events = []
        while not set(events) & set(wanted):
            if not self.monitor.poll(WAIT_MS):
                raise AssertionError(f"only {events}")
            events.append(recv_monitor_message(self.monitor)["event"])
        return events

    def close(self):
        self.context.destroy()


class Remote(arena.ArenaTest):

    def setUp(self):
        super().setUp()
        self.keys = {}
        self.ports = free_ports(2 * SEATS)
        self.programs = []
        self.everybody = []

    def tearDown(self):
        for program in self.programs:
            program.kill()
            program.wait()
        for player in self.everybody:
            player.context.destroy()
        super().tearDown()

    def register(self, *names):
        for name in names:
            self.keys[name] = zmq.curve_keypair()
            self.arena("bots", "--add-key", name, self.keys[name][0].decode())
        return self.own_key()

    def stranger(self, *arguments, **options):
        """A Stranger that is closed at the end of the test, also if the test fails."""
        stranger = Stranger(*arguments, **options)
        self.addCleanup(stranger.close)
        return stranger

    def own_key(self):
        out, _ = self.arena("bots", "--keys")
        name, key = out.splitlines()[0].split()
        self.assertEqual(name, "(arena)")
        return key.encode()

    def tournament_of(self, bots, sets=1, startup_ms=60000, move_ms=60000, extra="", name="far"):
        return self.tournament(f"name: {name}\nvariants: [block-2]\nsets: {sets}\nbots: {bots}\nseed: 1\n"
                               f"limits: {{startup_ms: {startup_ms}, move_ms: {move_ms}}}\n{extra}")

    def run_arena(self, path, *args, address="127.0.0.1"):
        return self.start("run", path, "--listen", f"tcp://{address}:{self.ports}", *args)

    def program(self, kind, name, nth, seat, address="127.0.0.1"):
        public, secret = self.keys[name]
        env = dict(os.environ, PYTHONPATH=SDK,
                   DOMINO_ARENA_ENDPOINT=f"tcp://{address}:{self.ports + nth * SEATS + seat}",
                   DOMINO_ARENA_SERVER_KEY=self.server_key.decode(),
                   DOMINO_ARENA_PUBLIC_KEY=public.decode(), DOMINO_ARENA_SECRET_KEY=secret.decode())
        self.programs.append(subprocess.Popen(RANDOM[kind], env=env, stderr=subprocess.DEVNULL))

    def players(self, name="far", **hello):
        """Returns one player per seat; they are not connected yet."""
        key = self.own_key()
        two = [Player(self.keys[name], key, self.ports + seat, **hello) for seat in (0, 1)]
        self.everybody += two
        return two

    def ends(self):
        return [(r["end"], r["bots"][r["fault_seat"]]["name"] if r["fault_seat"] >= 0 else None)
                for r in self.records()]


class Tournaments(Remote):

    def test_remote_bots_in_c_and_python_play(self):
        self.server_key = self.register("far", "away")
        for seat in (0, 1):
            self.program("c", "far", 0, seat)
            self.program("python", "away", 1, seat)
        run = self.run_arena(self.tournament_of("[far, away, greedy]", sets=4))
        _, err = self.finish(run)
        for line in ("far, seat 0: tcp://127.0.0.1:%d" % self.ports,
                     "away, seat 1: tcp://127.0.0.1:%d" % (self.ports + SEATS + 1),
                     self.server_key.decode(), "24 matches in", "0 faults"):
            self.assertIn(line, err)
        self.assertEqual([program.wait(60) for program in self.programs], [0] * 4)  # after bye
        self.arena("verify")

    def test_keygen_makes_the_keys_of_a_bot(self):
        path = os.path.join(self.home, "far.key")
        out, err = self.arena("keygen", path)
        self.assertEqual(stat.S_IMODE(os.stat(path).st_mode), 0o600)
        public, secret = keys_of(path)
        self.assertEqual(out, public + "\n")
        self.assertEqual(zmq.curve_public(secret.encode()).decode(), public)
        self.assertIn(f"bots --add-key NAME '{public}'", err)
        self.assertIn(f"set -a; . {path}; set +a", err)
        self.assertNotIn(secret, out + err)
        self.assertNotEqual(self.arena("keygen", path + "2")[0], out)
        # An existing file is not changed.
        _, err = self.arena("keygen", path, status=2)
        self.assertIn("far.key exists already; allowed: a new file", err)
        self.assertEqual(keys_of(path), [public, secret])
        self.arena("keygen", os.path.join(self.home, "no", "far.key"), status=3)
        self.arena("keygen", status=2)
        # A bot with this key can play.
        self.arena("bots", "--add-key", "far", public)
        self.keys["far"] = public.encode(), secret.encode()
        self.server_key = self.own_key()
        for seat in (0, 1):
            self.program("c", "far", 0, seat)
        _, err = self.finish(self.run_arena(self.tournament_of("[far, greedy]")))
        self.assertIn("0 faults", err)

    def test_a_remote_bot_may_connect_over_ipv6(self):
        if not arena.has_ipv6():
            self.skipTest("no IPv6 here")
        for address in ("[::1]", "[0:0:0:0:0:0:0:1]", "[::ffff:127.0.0.1]"):
            with self.subTest(address):
                self.server_key = self.register("far" + str(len(address)))
                name, = self.keys
                for seat in (0, 1):
                    self.program("c", name, 0, seat, address)
                path = self.tournament_of(f"[{name}, greedy]", name=name)
                _, err = self.finish(self.run_arena(path, address=address))
                self.assertIn(f"{name}, seat 1: tcp://{address}:{self.ports + 1}\n", err)
                self.assertIn("0 faults", err)
                self.keys.clear()

    def test_a_manifest_in_the_tournament_file_may_have_the_key(self):
        public, _ = self.keys["line"] = zmq.curve_keypair()
        players = self.players("line")
        path = self.tournament_of(f"[greedy, {{name: line, transport: remote, key: '{public.decode()}'}}]")
        run = self.run_arena(path)
        for player in players:
            player.start()
        self.finish(run)
        self.assertEqual([end for end, _ in self.ends()], ["normal"] * 2)

    @arena.nightly
    def test_a_bot_continues_with_the_next_run_after_a_killed_one(self):
        self.server_key = self.register("far")
        for seat in (0, 1):
            self.program("c", "far", 0, seat)
        path = self.tournament_of("[far, greedy]", sets=400)
        run = self.run_arena(path, "--json")
        while '"match"' not in run.stdout.readline():
            self.assertIsNone(run.poll())
        run.kill()
        run.communicate()
        self.wait_for_orphans()
        self.finish(self.run_arena(path))
        self.assertEqual({end for end, _ in self.ends()}, {"normal"})


class Crowds(Remote):
    """More seats of remote bots than the arena may have local bot processes."""

    BOTS = 35  # with two seats each; on one core there may be 68 local bot processes
    FILES = 68 + 2 * BOTS + 32  # 32 are the arena's own

    def setUp(self):
        super().setUp()
        self.ports = free_ports(self.BOTS * SEATS)
        self.pairs = [zmq.curve_keypair() for _ in range(self.BOTS)]
        self.context = zmq.Context()
        self.poller = zmq.Poller()

    def tearDown(self):
        self.context.destroy()
        super().tearDown()

    def run_on_one_core(self, files):
        def limit():
            os.sched_setaffinity(0, [min(os.sched_getaffinity(0))])
            resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))
        bots = ", ".join(f"{{name: far{i}, transport: remote, key: '{public.decode()}'}}"
                         for i, (public, _) in enumerate(self.pairs))
        path = self.tournament_of(f"[{bots}]", extra="schedule: gauntlet\n")
        run = self.start("run", path, "--listen", f"tcp://127.0.0.1:{self.ports}", preexec_fn=limit)
        self.programs.append(run)
        return run

    def connect(self):
        server_key = self.own_key()
        for i in range(2 * self.BOTS):
            socket_ = self.context.socket(zmq.DEALER)
            socket_.linger = 0
            socket_.curve_publickey, socket_.curve_secretkey = self.pairs[i // 2]
            socket_.curve_serverkey = server_key
            socket_.connect(f"tcp://127.0.0.1:{self.ports + i // 2 * SEATS + i % 2}")
            socket_.send(msgpack.packb({"type": "hello", "protocol": 1, "max_tables": 64}))
            self.poller.register(socket_, zmq.POLLIN)

    def play(self):
        """All bots play the first legal action until the last one gets bye."""
        while self.poller.sockets:
            ready = self.poller.poll(WAIT_MS)
            self.assertTrue(ready, "no message arrives")
            for each, _ in ready:
                message = msgpack.unpackb(each.recv())
                if message["type"] == "ask":
                    each.send(msgpack.packb({"type": "act", "req": message["req"], "choice": 0}))
                if message["type"] == "bye":
                    self.poller.unregister(each)
                    each.close()

    @arena.nightly
    def test_more_remote_bots_than_local_processes_play_to_the_end(self):
        run = self.run_on_one_core(self.FILES)
        self.connect()
        self.play()
        _, err = self.finish(run)
        self.assertIn(f"{2 * (self.BOTS - 1)} matches in", err)
        self.assertIn("0 faults", err)

    def test_the_error_names_the_limit_of_open_files(self):
        _, err = self.finish(self.run_on_one_core(self.FILES - 1), status=3)
        self.assertIn(f"this run needs {self.FILES} open files and may have {self.FILES - 1}: the hard limit "
                      "(ulimit -Hn), which root can raise\n", err)


class Doors(Remote):

    def refuse_all(self, port, keys, server_key):
        """Tries every kind of wrong connection, one after another."""
        other = zmq.curve_keypair()
        curve = {"curve_serverkey": server_key, "reconnect_ivl": -1}
        key = self.stranger(port, curve_publickey=other[0], curve_secretkey=other[1], **curve)
        self.assertIn(REFUSED, key.events_until(REFUSED, SUCCEEDED))
        second = self.stranger(port, curve_publickey=keys[0], curve_secretkey=keys[1], **curve)
        self.assertNotIn(SUCCEEDED, second.events_until(zmq.EVENT_DISCONNECTED, SUCCEEDED))
        wrong = self.stranger(port, curve_publickey=keys[0], curve_secretkey=other[1], **curve)
        self.assertNotIn(SUCCEEDED, wrong.events_until(zmq.EVENT_DISCONNECTED, SUCCEEDED))
        plain = self.stranger(port, plain_username=b"bot", plain_password=b"x", reconnect_ivl=-1)
        null = self.stranger(port, reconnect_ivl=-1)
        for stranger in (plain, null):
            self.assertNotIn(SUCCEEDED, stranger.events_until(zmq.EVENT_DISCONNECTED, SUCCEEDED))
        for stranger in (key, second, wrong, plain, null):
            stranger.close()
        for noise in (os.urandom(3000), b"GET / HTTP/1.0\r\n\r\n", b"\xff" + bytes(8) + b"\x7f" * 500):
            with socket.create_connection(("127.0.0.1", port)) as door:
                door.sendall(noise)

    def test_strangers_are_refused_and_harm_no_match(self):
        key = self.register("far")
        first, second = self.players()
        run = self.run_arena(self.tournament_of("[far, greedy]"))
        second.start()
        first.connect()
        waiting = first.play(until=lambda p: p.answers == 2)
        self.refuse_all(first.port, first.keys, key)
        first.say({"type": "act", "req": waiting["req"], "choice": 0})
        first.play()
        _, err = self.finish(run)
        self.assertIn("0 faults", err)
        self.assertEqual([end for end, _ in self.ends()], ["normal"] * 2)

    def test_strangers_may_connect_before_the_bot(self):
        key = self.register("far")
        players = self.players()
        run = self.run_arena(self.tournament_of("[far, greedy]"))
        other = zmq.curve_keypair()
        stranger = self.stranger(self.ports, curve_publickey=other[0], curve_secretkey=other[1],
                                 curve_serverkey=key)
        self.assertIn(REFUSED, stranger.events_until(REFUSED, SUCCEEDED))
        stranger.close()
        for player in players:
            player.start()
        self.finish(run)
        self.assertEqual([end for end, _ in self.ends()], ["normal"] * 2)


    def test_a_silent_connection_does_not_keep_the_bot_out(self):
        key = self.register("far")
        players = self.players()
        run = self.run_arena(self.tournament_of("[far, greedy]"))
        stranger = self.stranger(self.ports, False, curve_serverkey=key, curve_publickey=self.keys["far"][0],
                                 curve_secretkey=self.keys["far"][1])  # like a bot that hangs before its hello
        stranger.events_until(SUCCEEDED)
        silent = [socket.create_connection(("127.0.0.1", self.ports)) for _ in range(200)]
        for player in players:
            player.start()
        self.finish(run)
        for door in silent:
            door.close()
        stranger.close()
        self.assertEqual([end for end, _ in self.ends()], ["normal"] * 2)


class Lost(Remote):

    def begun(self, **keys):
        """Starts a run with the remote bot in both its seats. The test controls the player of the first seat."""
        self.register("far")
        first, second = self.players()
        run = self.run_arena(self.tournament_of("[far, greedy]", **keys))
        second.start()
        first.connect()
        return run, first

    def test_a_bot_that_reconnects_continues(self):
        run, first = self.begun()
        for answers in (1, 2, 3):
            before = first.play(until=lambda p: p.answers == answers)
            first.disconnect()
            first.heard.clear()
            first.connect()
            again = first.play(until=lambda p: True)
            self.assertEqual(first.heard, ["welcome", "match", "ask"])
            self.assertNotEqual(before["req"], again["req"])
            for key in ("table", "hand", "legal", "seed", "history"):
                self.assertEqual(before[key], again[key], key)
            first.say({"type": "act", "req": again["req"], "choice": 0})
            first.answers += 1
        first.play()
        self.finish(run)
        self.assertEqual([end for end, _ in self.ends()], ["normal"] * 2)

    def test_a_bot_that_stays_away_loses_its_match_as_by_a_crash(self):
        run, first = self.begun(startup_ms=8000, extra="faults: {restarts: 1}\n")
        first.play(until=lambda p: p.answers == 2)
        first.disconnect()
        self.finish(run)
        self.assertIn(("crash", "far"), self.ends())
        out, _ = self.arena("faults")
        self.assertIn("its connection was lost", out)

    def test_the_clock_runs_while_the_connection_is_lost(self):
        run, first = self.begun(move_ms=3000)
        first.play(until=lambda p: p.answers == 2)
        first.disconnect()
        self.finish(run)
        self.assertEqual(self.ends()[0], ("timeout", "far"))

    def test_reconnecting_gains_no_time(self):
        run, first = self.begun(move_ms=3000)
        first.play(until=lambda p: p.answers == 2)
        while run.poll() is None:
            first.disconnect()
            first.connect(speaks=False)
            first.socket.sndtimeo = 100
            with contextlib.suppress(zmq.Again):  # it was not connected in time, or the arena has ended
                first.say(first.hello)
        first.disconnect()
        self.finish(run)
        self.assertEqual(self.ends()[0], ("timeout", "far"))

    @arena.nightly
    def test_missing_heartbeats_mean_a_lost_connection(self):
        """A stopped program is like a network that fails silently: only heartbeats show it."""
        self.server_key = self.register("far")
        for seat in (0, 1):
            self.program("c", "far", 0, seat)
        run = self.run_arena(self.tournament_of("[far, greedy]", sets=100000, startup_ms=8000,
                                                extra="faults: {restarts: 1}\n"))
        arena.wait_until(lambda: self.stored() > 0, "a match is stored")
        self.programs[0].send_signal(signal.SIGSTOP)
        self.finish(run, status=1)  # the bot is withdrawn, as it does not come back
        self.assertIn(("crash", "far"), self.ends())

    def test_a_new_connection_must_begin_with_hello(self):
        run, first = self.begun(startup_ms=8000, extra="faults: {restarts: 1}\n")
        waiting = first.play(until=lambda p: p.answers == 1)
        first.disconnect()
        first.connect(speaks=False)
        first.say({"type": "act", "req": waiting["req"], "choice": 0})
        self.finish(run)
        first.disconnect()
        self.assertIn(("protocol", "far"), self.ends())

    def test_a_new_connection_must_speak_the_same_protocol(self):
        run, first = self.begun(startup_ms=8000, extra="faults: {restarts: 1}\n")
        first.play(until=lambda p: p.answers == 1)
        first.disconnect()
        first.hello["protocol"] = 2
        first.connect()
        self.finish(run)
        first.disconnect()
        self.assertIn(("protocol", "far"), self.ends())
        out, _ = self.arena("faults")
        self.assertIn("it speaks protocol 2, this arena speaks 1", out)


class Refusals(Remote):

    def refused(self, *args):
        _, err = self.arena(*args, status=2)
        self.assertEqual(len(err.splitlines()), 1, err)
        return err

    def test_listen_is_refused_without_a_bot_with_a_key(self):
        path = self.tournament_of("[random, greedy]")
        for address in ("0.0.0.0", "127.0.0.1"):
            err = self.refused("run", path, "--listen", f"tcp://{address}:{self.ports}")
            self.assertIn("--listen: no bot of this tournament has a key", err)

    def test_a_remote_bot_needs_the_option_listen(self):
        self.register("far")
        self.assertIn("--listen", self.refused("run", self.tournament_of("[far, greedy]")))
        self.assertIn("bot 'far' is remote", self.refused("compare", "far", "greedy",
                                                         "--variant", "block-2"))

    def test_invalid_addresses_are_refused(self):
        self.register("far")
        path = self.tournament_of("[far, greedy]")
        for place in ("tcp://127.0.0.1", "127.0.0.1:7000", "tcp://127.0.0.1:0", "tcp://*:7000",
                      "tcp://127.0.0.1:65529", "tcp://127.0.0.256:7000", "tcp://127.0.0.1:7000x",
                      "ipc:///tmp/x", "tcp://127.0.0.1:70000", "", "tcp://", "tcp://:7000", "tcp://localhost:7000",
                      "tcp://127.0.0.1: 7000", "tcp://127.0.0.1:+7000", "tcp://[127.0.0.1]:7000", "tcp://::1:7000",
                      "tcp://[::1]", "tcp://[::1:7000", "tcp://[]:7000", "tcp://[:7000", "tcp://[::1]7000",
                      "tcp://[::1]:7000:", "tcp://[fe80::1%lo]:7000", f"tcp://[{'0' * 50}::1]:7000"):
            with self.subTest(place):
                self.assertIn("allowed: tcp://ADDRESS:PORT with an IPv4 address, or an IPv6 one in brackets, "
                              "and a port 1..65528", self.refused("run", path, "--listen", place))

    def test_the_error_names_a_port_in_use(self):
        self.register("far")
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", self.ports))
            taken.listen()
            _, err = self.arena("run", self.tournament_of("[far, greedy]"), "--listen",
                                f"tcp://127.0.0.1:{self.ports}", status=3)
        self.assertIn(f"domino-arena: --listen: tcp://127.0.0.1:{self.ports}: Address already in use\n", err)
        self.assertNotIn("cannot be started", err)

    def test_invalid_keys_are_refused(self):
        good = zmq.curve_public(zmq.curve_keypair()[1]).decode()
        for key in ("", good[:-1], good + "0", good[:-1] + "~", "#####" * 8, good[:-1] + "é"):
            with self.subTest(key):
                self.assertIn("is not a key; allowed: a CURVE public key, 40 characters of Z85",
                              self.refused("bots", "--add-key", "far", key))
        for name in ("", "../far", "Far", "far away", "x" * 33):
            with self.subTest(name):
                self.assertIn("is not a name", self.refused("bots", "--add-key", name, good))
        _, err = self.arena("bots", "--add-key", "far", home=False, status=2)
        self.assertIn("needs two words", err)
        self.assertIn("needs two words", self.refused("bots", f"--add-key=far={good}", "--json"))
        out, _ = self.arena("bots", "--keys")
        self.assertEqual(len(out.splitlines()), 1)

    def test_names_and_keys_in_use_are_refused(self):
        self.register("far")
        other = zmq.curve_keypair()[0].decode()
        self.assertIn("bot far exists already", self.refused("bots", "--add-key", "far", other))
        self.assertIn("bot greedy exists", self.refused("bots", "--add-key", "greedy", other))
        self.assertIn("far has this key already",
                      self.refused("bots", "--add-key", "near", self.keys["far"][0].decode()))

    def test_invalid_manifests_of_remote_bots_are_refused(self):
        key = zmq.curve_keypair()[0].decode()
        for line, text in ((f"transport: remote, key: '{key}', run: [x]", "run: a remote bot is not"),
                           ("transport: remote", "key: is missing"),
                           ("transport: remote, key: abc", "key: this is not a key"),
                           (f"run: [x], key: '{key}'", "key: only a bot with transport: remote")):
            with self.subTest(line):
                path = self.tournament_of(f"[greedy, {{name: far, {line}}}]")
                self.assertIn(text, self.refused("run", path, "--listen",
                                                 f"tcp://127.0.0.1:{self.ports}"))


class Keys(Remote):

    def test_keys_are_listed_and_removed(self):
        own = self.register("far", "away")
        out, _ = self.arena("bots", "--keys")
        self.assertEqual([line.split() for line in out.splitlines()],
                         [["(arena)", own.decode()]] +
                         [[name, self.keys[name][0].decode()] for name in ("away", "far")])
        out, _ = self.arena("bots", "--remove", "far")
        self.assertIn("far", out)
        out, _ = self.arena("bots", "--keys")
        self.assertNotIn("far", out)
        self.arena("bots", "add-key", "far", self.keys["far"][0].decode())  # the dashes are missing

    def test_the_arenas_own_key_is_kept_and_private(self):
        own = self.own_key()
        path = os.path.join(self.home, "arena.key")
        self.assertEqual(stat.S_IMODE(os.stat(path).st_mode), 0o600)
        self.assertEqual(self.own_key(), own)
        with open(path, encoding="ascii") as file:
            self.assertEqual(zmq.curve_public(file.read().strip().encode()), own)
        os.chmod(path, 0o640)
        _, err = self.arena("bots", "--keys", status=2)
        self.assertIn("other users can read", err)
        os.chmod(path, 0o600)
        with open(path, "w", encoding="ascii") as file:
            file.write("nothing\n")
        _, err = self.arena("bots", "--keys", status=2)
        self.assertIn("this is not a key", err)


if __name__ == "__main__":
    arena.main()
