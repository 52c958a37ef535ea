/** A bot for Domino Arena. It already plays legal actions; the TODOs say how to make it strong. */
public class Bot extends Domino.Bot {
    // TODO 1: write your name into bot.yaml, as `author`.

    /** Returns an index into view.legal. It is called only if there are two or more. */
    @Override
    public int choose(Domino.View view) {
        // TODO 2: print something to System.err here, run ./play, and look at the output:
        //         domino-arena replay 1 --stderr
        int best = 0;
        for (int i = 1; i < view.legal.size(); i++) {
            if (worth(view, view.legal.get(i)) > worth(view, view.legal.get(best))) {
                best = i;
            }
        }
        return best;
    }

    /** Returns how good an action is. This function decides how strong your bot is. */
    private static int worth(Domino.View view, Domino.Action action) {
        if (action.draw()) {
            return -1;
        }
        // TODO 3: this plays the most pips, like greedy. A double fits only one value. Should it go first?
        // TODO 4: after this play, which tiles of view.hand fit the open ends?
        //         view.ends has their values; a play at end e changes ends[e] to pips - ends[e].
        // TODO 5: a seat that passed or drew in view.history had no tile that fitted the ends.
        // TODO 6: with view.counts and all tiles seen so far, which tiles can the others hold?
        return action.tile().pips();
    }

    public static void main(String[] args) {
        Domino.run(new Bot());
    }
}
