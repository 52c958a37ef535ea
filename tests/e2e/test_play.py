"""`play`: a person at a table, in the terminal."""
import json
import os
import re
import signal
import sqlite3
import subprocess

import arena

# One variant of every kind of game: two seats, many, teams, face-down doubles, draws that are optional.
KINDS = ["block-2", "draw-3", "draw-4", "block-teams", "homo-homini-lupus", "boneyard-doubles", "brettspielnetz"]
MANY = "1\n" * 5000  # more moves than any match has


class Play(arena.ArenaTest):

    def play(self, *args, typed=MANY, status=0):
        process = self.start("play", *args, stdin=subprocess.PIPE)
        out, err = process.communicate(typed, timeout=arena.DEADLINE_S)
        self.assertEqual(process.returncode, status, out + err)
        return out, err

    @property
    def play_db(self):
        return os.path.join(self.home, "play.db")

    def read_until(self, process, text):
        seen = ""
        while text not in seen:
            line = process.stdout.readline()
            self.assertNotEqual(line, "", seen)
            seen += line
        return seen

    # -- whole matches --------------------------------------------------------------

    def test_a_match_of_every_kind_of_game(self):
        for variant in arena.in_nightly(self.all_variants(), KINDS):
            with self.subTest(variant=variant):
                out, _ = self.play("--variant", variant, "--against", "greedy,random")
                self.assertRegex(out, r"\n(You have won|You have lost|A draw|You share the first place)\.\n")
                self.assertIn("Watch it again: domino-arena replay 1 --tournament play-", out)
        out, _ = self.arena("verify", "--db", self.play_db)
        self.assertNotRegex(out, r"[1-9]\d* differences")
        self.assertNotIn("arena.db", os.listdir(self.home), "people play in a database of their own")

    def all_variants(self):
        out, _ = self.arena("variants", "--json")
        return [variant["name"] for variant in json.loads(out)["variants"]]

    def test_each_deal_is_played_once_and_nothing_is_rated(self):
        for _ in range(2):
            self.play("--against", "random")
        with sqlite3.connect(self.play_db) as db:
            configs = [json.loads(row[0]) for row in db.execute("SELECT config FROM tournament")]
            self.assertEqual(db.execute("SELECT count(*) FROM match").fetchone()[0], 2)
            self.assertEqual(len({row[0] for row in db.execute("SELECT secret FROM stage")}), 2)
        for config in configs:
            self.assertEqual((config["schedule"], config["rated"]), ("seated", False))
            self.assertEqual([bot["version"] == "person" for bot in config["bots"]], [True, False])
        out, err = self.arena("leaderboard", "--db", self.play_db)
        self.assertIn("no rated match", out + err)

    def test_the_replay_is_there_afterwards(self):
        out, _ = self.play("--variant", "block-3", "--against", "greedy", "--as", "Anna")
        command = out.rsplit("Watch it again: domino-arena ", 1)[1].split()
        shown, _ = self.arena(*command)
        self.assertIn("0 anna", shown)
        self.assertIn("2 greedy#2", shown)

    def test_it_plays_beside_a_tournament(self):
        path = self.tournament("name: long\nvariants: [block-2]\nsets: 1000000\nbots: [random, greedy]\n")
        running = self.start("run", path)
        while not os.path.exists(os.path.join(self.home, "arena.db")):
            self.assertIsNone(running.poll())
        out, _ = self.play("--against", "random")
        self.assertIn("Watch it again", out)
        running.send_signal(signal.SIGINT)
        self.finish(running, status=130)

    # -- what the person types ----------------------------------------------------------

    def test_moves_may_be_typed_as_tiles(self):
        process = self.start("play", "--variant", "block-2", "--against", "random", stdin=subprocess.PIPE)
        choices = self.read_until(process, "Your move:").rsplit("Your move:", 1)[1]
        tile, side = re.search(r"1: (\d+-\d+)(?: (\w+))?", choices).groups()
        words = tile if side is None else f"{tile} {side}"
        out, _ = process.communicate(f"{words}\nquit\n", timeout=arena.DEADLINE_S)
        self.assertRegex(out, f"you (lead|play) {tile}")

    def test_a_wrong_move_gets_one_line_and_costs_nothing(self):
        out, _ = self.play("--against", "random", typed="0\n99\n6-7\nrubbish\n\nhint extra\n1\nquit\n")
        self.assertEqual(out.count("that is not a legal move; allowed: a number from 1 to"), 5)
        self.assertRegex(out, r"you (lead|play) \d")

    def test_help_says_what_can_be_typed_and_costs_nothing(self):
        out, _ = self.play("--variant", "homo-homini-lupus", "--against", "random", typed="help\n?\n1\nquit\n")
        self.assertNotIn("not a legal move", out)
        for words in ("5-3 left        this tile at the left end; or right", "5-5 left down   this tile face down",
                      "draw, pass      where", "hint or h       what", "help or ?       this list"):
            self.assertEqual(out.count(f"\n  {words}"), 2, words)
        self.assertRegex(out, r"you (lead|play) \d")

    def test_a_hint_names_the_best_choice(self):
        out, _ = self.play("--variant", "draw-3", "--against", "random", typed="hint\nquit\n")
        self.assertRegex(out, r"over \d+ deals that fit what you see")
        self.assertEqual(len(re.findall(r"  best$", out, re.M)), 1)

    def test_who_gives_up_has_lost(self):
        for typed in ("quit\n", ""):
            out, _ = self.play("--against", "random", typed=typed)
            self.assertIn("You give up: the match counts as lost.", out)
        shown, _ = self.arena("matches", "--db", self.play_db, "--json")
        self.assertEqual({match["end"] for match in json.loads(shown)["matches"]}, {"stall"})
        shown, _ = self.arena(*out.rsplit("Watch it again: domino-arena ", 1)[1].split())
        self.assertRegex(shown, r"\nResult: .*; 0 you gave up\n")

    def test_a_late_move_is_made_by_the_arena_if_a_clock_runs(self):
        process = self.start("play", "--against", "random", "--clock", "1", stdin=subprocess.PIPE)
        self.read_until(process, "The time was up; the arena has made the first legal move.")
        process.communicate("quit\n", timeout=arena.DEADLINE_S)
        self.assertEqual(process.returncode, 0)

    # -- trouble --------------------------------------------------------------------------

    def test_wrong_options_get_one_line(self):
        for args, text in ((["--variant", "chess"], "chess"),
                           (["--variant", "block-2,block-3"], "block-2,block-3"),
                           (["--against", "nobody"], "--against: there is no bot 'nobody'"),
                           (["--as", "Mr X"], "'Mr X' is not a name of a person; allowed: a name"),
                           (["--clock", "0"], "--clock"), (["--move-ms", "x"], "--move-ms")):
            with self.subTest(args=args):
                out, err = self.play(*args, typed="", status=2)
                self.assertEqual(out, "")
                self.assertIn(text, err)
                self.assertEqual(err.count("\n"), 1, err)

    def test_nothing_is_left_when_the_program_is_killed(self):
        process = self.start("play", "--against", "greedy", stdin=subprocess.PIPE)
        self.read_until(process, "Your move:")
        process.kill()
        process.communicate()
        self.wait_for_orphans()

    def test_no_manifest_can_claim_to_be_a_person(self):
        folder = os.path.join(self.home, "liar")
        arena.write(os.path.join(folder, "bot.yaml"), "name: liar\ntransport: person\nrun: [./x]\n")
        _, err = self.arena("run", "--variant", "block-2", "--bots", f"{folder},random", status=2)
        self.assertIn("transport", err)
        path = self.tournament("name: t\nvariants: [block-2]\nschedule: seated\nbots: [random, greedy]\n")
        _, err = self.arena("run", path, status=2)
        self.assertIn("schedule", err)

    def test_the_commands_behind_it_refuse_anybody_else(self):
        for command in ("table", "hint"):
            process = self.start(command, stdin=subprocess.PIPE)
            out, err = process.communicate("rubbish", timeout=arena.DEADLINE_S)
            self.assertIn(f"{command}: only `play` and `serve` call this command", err)
            self.assertEqual((process.returncode, out), (3, ""))


if __name__ == "__main__":
    arena.main()
