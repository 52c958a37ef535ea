"""Which folders `shard plan` takes, and that it removes and overwrites only what a plan wrote."""
import os
import shutil
from pathlib import Path

import arena
import shards

FEW = "variants: [block-2]\nsets: 2\nseed: 7\nbots: [greedy, random]\n"


class Claim(shards.ShardsTest):

    def setUp(self):
        super().setUp()
        self.path = self.file(FEW)

    def put(self, name, text="mine\n"):
        """Writes a file of the user, with its folders."""
        path = os.path.join(self.home, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        arena.write(path, text)

    def contents(self, folder):
        """{path: content, target of a link, or None for a folder} of all below the folder."""
        paths = Path(folder).rglob("*")
        return {path: os.readlink(path) if path.is_symlink() else path.read_bytes() if path.is_file() else None for path in paths}

    def assert_refused(self, named):
        """The plan is refused in one line that names this path in the folder; nothing is changed."""
        before = self.contents(self.home)
        _, err = self.plan(self.path, 2, status=2)
        self.assertEqual(err.count("\n"), 1, err)
        self.assertIn(f"{self.folder}/{named}: ", err)
        self.assertEqual(self.contents(self.home), before)

    def test_a_folder_with_other_files_is_refused_and_keeps_them(self):
        for name in ("homework.tex", "done/homework.tex", "shards/0001.json", "done/0001-3fa2c1d4.json", "tournament.yaml",
                     ".hidden", "arena.db", "bots/mine/weights.bin", "plan.json.old"):
            with self.subTest(name):
                shutil.rmtree(self.folder, ignore_errors=True)
                self.put("shards/" + name)
                self.assert_refused(name.split("/", maxsplit=1)[0])

    def test_a_folder_in_which_a_plan_was_interrupted_is_taken_and_another_with_a_lock_is_not(self):
        for name, is_taken in (("shards/0001.json", True), ("shards/0001.json.new-x1Y2z3", True), ("done/0001-3fa2c1d4-12.db", True),
                               ("plan.db", True), ("arena.db-standings", True), ("done/homework.json", False),
                               ("shards/0001.json~", False), ("shards/01.json", False), ("done/0001-3FA2C1D4.json", False),
                               ("done/0001-3fa2c1d4-.db", False), ("done/0001-3fa2c1d4-2.db-wal", False), ("thesis.tex", False),
                               ("arena.dbx", False)):
            with self.subTest(name):
                shutil.rmtree(self.folder, ignore_errors=True)
                self.put("shards/.lock", "")
                self.put("shards/" + name, "")
                if is_taken:
                    self.plan(self.path, 2)
                    self.assertEqual(self.files("done/*"), [])
                    self.assertEqual([os.path.basename(name) for name in self.files("shards/*")], ["0001.json", "0002.json"])
                else:
                    self.assert_refused(name)

    def test_an_empty_folder_is_taken_and_so_is_a_link_to_one(self):
        os.mkdir(os.path.join(self.home, "large-disk"))
        os.symlink("large-disk", self.folder)
        self.plan(self.path, 2)
        self.assertTrue(os.path.isfile(os.path.join(self.home, "large-disk", "plan.json")))

    def test_no_link_below_the_folder_is_followed(self):
        for name in ("done", "shards", "bots", "bots/greedy"):
            with self.subTest(name):
                shutil.rmtree(self.folder, ignore_errors=True)
                for mine in ("thesis.tex", ".hidden", "0001.json", "0001-3fa2c1d4.json", "0001-3fa2c1d4-1.db"):
                    self.put("elsewhere/" + mine)
                self.put("shards/.lock", "")
                os.makedirs(os.path.dirname(os.path.join(self.folder, name)), exist_ok=True)
                os.symlink(os.path.join(self.home, "elsewhere"), os.path.join(self.folder, name))
                before = self.contents(os.path.join(self.home, "elsewhere"))
                _, err = self.plan(self.path, 2, status=2)
                self.assertIn(f"{self.folder}/{name}: ", err)
                self.assertEqual(self.contents(os.path.join(self.home, "elsewhere")), before)

    def test_a_plan_that_continues_removes_only_what_the_earlier_one_wrote(self):
        self.plan(self.path, 1)
        self.play(1)
        self.merge()
        for mine in ("notes.txt", "done/notes.txt", "shards/notes.txt", "done/.nfs0001"):
            self.put("shards/" + mine)
        self.file(FEW.replace("sets: 2", "sets: 4"))
        self.plan(self.path, 2)
        self.assertEqual([os.path.relpath(path, self.folder) for path in self.files("*/*") + self.files("done/.*")
                          if os.path.isfile(path)],
                         ["done/notes.txt", "shards/0001.json", "shards/0002.json", "shards/notes.txt", "done/.nfs0001"])
        self.assertIn("notes.txt", os.listdir(self.folder))


if __name__ == "__main__":
    arena.main()
