"""Commands that wait for the database, in the order in which they came."""
import json
import os
import signal

import arena

TOURNAMENT = "name: {name}\nvariants: [block-2]\nsets: {sets}\nbots: [random, greedy]\n"


class Queue(arena.ArenaTest):

    def file(self, name, sets=1):
        path = os.path.join(self.home, name + ".yaml")
        arena.write(path, TOURNAMENT.format(name=name, sets=sets))
        return path

    def queue(self):
        return json.loads(self.arena("queue", "--json")[0])

    def wait_in_line(self, name):
        """Starts a run that waits, and returns when it is in the line."""
        process = self.start("run", self.file(name), "--wait")
        arena.wait_until(lambda: any(one["process"] == process.pid for one in self.queue()["waiting"]), "a ticket")
        return process

    def test_commands_wait_in_order_and_a_killed_one_is_skipped(self):
        self.assertEqual(self.arena("queue")[0], "no command is writing to the database\n")
        first = self.start_held("run", self.file("long", 400), "--json")
        next(line for line in first.stdout if json.loads(line).get("match"))
        arena.wait_until(lambda: " of 800 matches" in self.queue()["holder"]["command"], "progress")
        _, err = self.arena("run", self.file("refused"), status=3)
        self.assertRegex(err, f"another arena is using this database \\(process {first.pid}: run .*long.yaml, [0-9]+ of 800 matches(, about [^)]* left)?\\); "
                              "--wait waits for its end, --home names another data folder\n$")
        second, third, fourth = (self.wait_in_line(name) for name in ("second", "third", "fourth"))
        self.assertEqual([one["process"] for one in self.queue()["waiting"]], [second.pid, third.pid, fourth.pid])
        self.assertRegex(third.stderr.readline(), f"^waiting for process {first.pid}: run .*long.yaml, [0-9]+ of 800 matches(, about .* left)?\n$")
        second.send_signal(signal.SIGKILL)
        second.communicate()
        self.assertEqual([one["process"] for one in self.queue()["waiting"]], [third.pid, fourth.pid])
        self.assertRegex(self.arena("queue")[0],
                         f"^process {first.pid}: .*\n1\\. process {third.pid} waits: .*\n2\\. process {fourth.pid} waits: .*\n$")
        self.let_go(first)
        first.communicate()
        for process in (third, fourth):
            process.communicate()
            self.assertEqual(process.returncode, 0)
        order = [name for name, in self.query("SELECT name FROM tournament ORDER BY id")]
        self.assertEqual(order, ["long", "third", "fourth"])
        self.assertEqual(self.queue(), {"schema": 1, "waiting": []})
        self.assertEqual(os.listdir(os.path.join(self.home, "arena.db.queue")), [])

    def test_a_command_that_waits_can_be_interrupted(self):
        first = self.start_held("run", self.file("long", 400), "--json")
        next(line for line in first.stdout if json.loads(line).get("match"))
        waiting = self.start("entry", "long", "random", "--withdraw", "--wait")
        arena.wait_until(lambda: self.queue()["waiting"], "a ticket")
        waiting.send_signal(signal.SIGTERM)
        waiting.communicate()
        self.assertEqual(waiting.returncode, 128 + signal.SIGTERM)
        self.assertEqual(self.queue()["waiting"], [])
        self.let_go(first)
        first.communicate()


if __name__ == "__main__":
    arena.main()
