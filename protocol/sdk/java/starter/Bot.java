/** A bot for Domino Arena. It is legal as it stands; the TODOs make it good. */
public class Bot extends Domino.Bot {
    // TODO 1: say who you are: `author` in bot.yaml.

    /** An index into view.legal. Asked only when there are two or more. */
    @Override
    public int choose(Domino.View view) {
        // TODO 2: print something to System.err here, run ./play, and look at it:
        //         domino-arena replay 1 --stderr
        int best = 0;
        for (int i = 1; i < view.legal.size(); i++) {
            if (worth(view, view.legal.get(i)) > worth(view, view.legal.get(best))) {
                best = i;
            }
        }
        return best;
    }

    /** How good an action is; this is what makes your bot. */
    private static int worth(Domino.View view, Domino.Action action) {
        if (action.draw()) {
            return -1;
        }
        // TODO 3: like greedy, this gets rid of pips. Doubles fit in one place only. Should they go first?
        // TODO 4: which values are left in view.hand for the ends that this leaves open?
        //         view.ends has them; a play on end e turns that one into pips - ends[e].
        // TODO 5: who passed or drew in view.history had none of the values that were open.
        // TODO 6: with view.counts and all tiles seen, what may the others still hold?
        return action.tile().pips();
    }

    public static void main(String[] args) {
        Domino.run(new Bot());
    }
}
