"""A tournament survives a power cut at any write, sync or deletion.

During one run the files that a power cut would leave are written down at many moments (power.c). From
each of these states the same command must play the tournament to its end as if nothing had happened,
and no match that was reported before the cut may be lost. As a control, a disk that confirms syncs
without doing them must lose something.

    test_power.py [--all] [--seed N]

Without --all only a few moments are tried. The seed chooses them and is printed. POWER_PROGRAM in the
environment names the program with power.c, DOM_BUILD the build folder.
"""
import os
import sys

import small
from small import arena

PROGRAM = os.environ.get("POWER_PROGRAM",
                         os.path.join(arena.BUILD, "tests", "crash", "bin", "domino-arena"))
FEW = arena.in_nightly(20, 8)


class Power(small.SmallTournament):

    options = None  # of the command line
    cuts = 0

    def watch(self, name, every, lies=False):
        """Plays the tournament once; returns the folder with the cuts."""
        self.begin(name)
        to = os.path.join(self.base, "cuts-" + name)
        os.mkdir(to)
        status, matches = self.play({
            "POWER_DB": os.path.join(os.path.realpath(self.home), "arena.db"), "POWER_TO": to,
            "POWER_EVERY": str(every), "POWER_SEED": str(self.options.seed),
            "POWER_LIES": str(int(lies))}, program=PROGRAM)
        self.assertEqual((status, self.said), (0, ""))
        self.check_end(matches)
        return to

    def count_moments(self):
        return int(arena.read(os.path.join(self.watch("counted", 0), "moments")))

    def switch_on(self, cut):
        """Makes the files of the cut the home; returns the matches that had been reported until then."""
        self.home = cut
        said = int(arena.read(os.path.join(cut, "said")))
        with open(self.watched, encoding="utf-8") as file:
            return small.matches_of(file.read(said).splitlines(keepends=True))[1]

    def cuts_of(self, name, lies=False):
        few = 8 if lies else FEW
        every = 1 if self.options.all and not lies else max(1, self.count_moments() // few)
        to = self.watch(name, every, lies)
        self.watched = self.out
        numbers = sorted(int(cut) for cut in os.listdir(to) if cut.isdigit())
        self.assertGreaterEqual(len(numbers), few // 2)
        return [os.path.join(to, str(number)) for number in numbers]

    def test_after_a_power_cut_at_any_write_no_reported_match_is_lost(self):
        for cut in self.cuts_of("honest"):
            with self.subTest(os.path.basename(cut)):
                Power.cuts += 1
                self.resume(self.switch_on(cut))

    @arena.nightly
    def test_a_disk_that_confirms_syncs_without_doing_them_loses_matches(self):
        lost = 0
        for cut in self.cuts_of("lying", lies=True):
            reported = self.switch_on(cut)
            status, more = self.play()
            self.assertIn(status, (0, 3), self.said)
            lost += status != 0 or set(reported) & set(more) != set()
            self.wait_for_orphans()
            self.remove_folders()
        self.assertGreaterEqual(lost, 1)

    @classmethod
    def tearDownClass(cls):
        print(f"seed {cls.options.seed}: {cls.cuts} power cuts; matches lost: {cls.lost}",
              file=sys.stderr)


if __name__ == "__main__":
    small.main(Power, PROGRAM, "cut the arena's power and see what is lost", "at every moment")
