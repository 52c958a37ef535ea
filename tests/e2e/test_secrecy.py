"""Who learns the names of opponents, the commitment to the deals and their secret, and when."""
import json
import os
import signal

import arena

# A bot that plays the first legal action and logs each message `match`.
SCRIBE = """import json, sys
print(json.dumps({"type": "hello", "protocol": 1}), flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "match":
        print(line, end="", file=sys.stderr, flush=True)
    elif message["type"] == "ask":
        print(json.dumps({"type": "act", "req": message["req"], "choice": 0}), flush=True)
    elif message["type"] == "bye":
        break
"""
BOTS = "".join(f"  - {{name: {name}, run: [{arena.PYTHON}, scribe.py], transport: stdio}}\n"
               for name in ("one", "two", "three"))
LONG = 200  # sets: more matches than start_held lets it play before the first line is read


class Secrecy(arena.ArenaTest):

    def write(self, sets, extra="", variant="block-3"):
        arena.write(os.path.join(self.home, "scribe.py"), SCRIBE)
        return self.tournament(f"name: t\nvariants: [{variant}]\nsets: {sets}\nlimits: {{move_ms: 20000}}\n{extra}"
                               f"bots:\n{BOTS}")

    def told(self):
        """The messages `match` that the bots got: pairs (name of the bot, message)."""
        rows = self.query("SELECT bot.name, log FROM process JOIN entrant ON entrant.number = process.bot "
                          "JOIN bot ON bot.id = entrant.bot")
        return [(name, json.loads(line)) for name, log in rows for line in log.decode().splitlines()]

    def play(self, path):
        """Play to the end; returns the event `started`."""
        out, _ = self.arena("run", path, "--json", "--strict")
        return json.loads(out.splitlines()[0])

    def interrupt(self, path):
        """Interrupt the run after its first match; returns the event `started`."""
        run = self.start_held("run", path, "--json")
        events = [json.loads(run.stdout.readline())]
        while events[-1]["event"] != "match":
            events.append(json.loads(run.stdout.readline()))
        run.send_signal(signal.SIGINT)
        self.finish(run, status=130)
        return events[0]

    def verified(self):
        return json.loads(self.arena("verify", "--json")[0])["stages"]

    # -- names -------------------------------------------------------------------

    def test_with_hide_names_a_bot_sees_only_its_own_name(self):
        self.play(self.write(1, "hide_names: true\n"))
        told = self.told()
        self.assertEqual(len(told), 3 * 3)
        for name, message in told:
            self.assertEqual(message["bots"], [name if s == message["seat"] else "?" for s in range(3)])

    def test_without_hide_names_a_bot_sees_all_names(self):
        self.play(self.write(1, "hide_names: false\n"))
        told = self.told()
        self.assertEqual(len(told), 3 * 3)
        for name, message in told:
            self.assertEqual(message["bots"][message["seat"]], name)
            self.assertEqual(sorted(message["bots"]), ["one", "three", "two"])

    # -- the commitment and the secret ---------------------------------------------

    def test_all_bots_get_the_same_commitment_also_after_an_interruption(self):
        path = self.write(LONG)
        commitments = self.interrupt(path)["commitments"]
        self.assertEqual(len(commitments), 1)
        self.assertEqual(self.play(path)["commitments"], commitments)
        self.assertEqual([{key: stage[key] for key in ("first_set", "commit")} for stage in self.verified()],
                         commitments)
        self.assertEqual({message["commit"] for _, message in self.told()}, {commitments[0]["commit"]})

    def pages(self):
        folder = os.path.join(self.home, "pages")
        self.arena("report", "--output", folder)
        found = b""
        for at, _, names in os.walk(folder):
            for name in names:
                found += arena.read_bytes(os.path.join(at, name))
        text = found.decode("latin-1")  # the icon is no text
        self.assertIn(self.verified()[-1]["commit"], text)
        return text

    def published(self):
        """Everything that the arena publishes about a tournament."""
        said = [self.arena(*args)[0] for args in (("verify",), ("verify", "--json"), ("export",),
                                                  ("export", "--format", "csv"), ("leaderboard", "--json"))]
        return "".join(said) + self.pages()

    def secrets(self):
        return [secret.hex() for secret, in self.query("SELECT secret FROM stage ORDER BY number")]

    @arena.nightly
    def test_the_secret_of_a_stage_is_revealed_after_its_last_match(self):
        path = self.write(LONG)
        self.interrupt(path)
        secret, = self.secrets()
        self.assertEqual([stage["secret"] for stage in self.verified()], [""])
        self.assertIn("secret is revealed after the last match", self.arena("verify")[0])
        self.assertTrue(all("deal_key" not in record for record in self.records()))
        self.assertNotIn(secret, self.published())
        self.play(path)
        self.assertEqual(self.secrets(), [secret])
        self.assertEqual([stage["secret"] for stage in self.verified()], [secret])
        self.assertIn(f"secret {secret}\n", self.arena("verify")[0])
        self.assertTrue(all(len(record["deal_key"]) == 64 for record in self.records()))
        self.assertNotIn(secret, self.pages(), "SECURITY.md: pages never show it")

    def test_each_stage_has_its_own_secret_with_its_own_time(self):
        self.play(self.write(1))
        self.interrupt(self.write(LONG))
        first, second = self.secrets()
        self.assertNotEqual(first, second)
        self.assertEqual([stage["secret"] for stage in self.verified()], [first, ""])
        self.assertEqual({record["set"] for record in self.records() if "deal_key" in record}, {1})
        self.assertNotIn(second, self.published())


if __name__ == "__main__":
    arena.main()
