"""Started by root, every bot process has a user of its own, also beside another arena."""
import os
import re
import shutil
import signal
import sqlite3
import tempfile
import unittest

import arena


@unittest.skipUnless(os.geteuid() == 0, "only root's bots get users of their own")
class Users(arena.ArenaTest):

    def setUp(self):
        super().setUp()
        self.homes = []

    def tearDown(self):
        super().tearDown()
        for home in self.homes:
            shutil.rmtree(home)

    def new_home(self):
        home = tempfile.mkdtemp(prefix="arena-home.")
        self.homes.append(home)
        return home

    def begin(self, sets):
        """Start an arena at a home of its own and wait until it has reserved its users: then its
        bots were all started once."""
        home = self.new_home()
        path = self.tournament(f"name: users\nvariants: [block-2]\nsets: {sets}\nbots:\n"
                               + arena.hostile("say-user") + "  - greedy\n")
        process = self.start("run", path, "--json", "--home", home, home=False)
        self.assertIn('"started"', process.stdout.readline())
        return home, process

    def users(self, home):
        with sqlite3.connect(os.path.join(home, "arena.db")) as db:
            logs = b"".join(row[0] for row in db.execute("SELECT log FROM process"))
        ids = re.findall(rb"user (\d+) group (\d+)", logs)
        self.assertTrue(ids)
        self.assertTrue(all(user == group for user, group in ids))
        return {int(user) for user, _ in ids}

    def test_two_arenas_at_once_share_no_user_and_a_killed_one_gives_its_users_back(self):
        first, process = self.begin(100000)
        second, other = self.begin(2)
        other.communicate()
        process.send_signal(signal.SIGINT)
        process.communicate()
        self.assertGreater(min(self.users(second)), max(self.users(first)))
        _, process = self.begin(100000)
        process.kill()
        process.communicate()
        self.wait_for_orphans()
        third, other = self.begin(2)
        other.communicate()
        self.assertEqual(min(self.users(third)), min(self.users(first)))

    def test_bots_start_whatever_the_umask_is(self):
        for level in arena.sandbox_levels():
            with self.subTest(level):
                path = self.tournament(f"name: {level}\nvariants: [block-2]\nsets: 1\nsandbox: {level}\nbots:\n"
                                       + arena.hostile("say-user") + "  - greedy\n")
                _, err = self.arena("run", path, umask=0o077)
                self.assertIn("0 faults", err)


if __name__ == "__main__":
    arena.main()
