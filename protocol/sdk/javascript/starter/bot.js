// A bot for Domino Arena. It already plays legal actions; the TODOs say how to make it strong.
import { Bot, pips, run, tileOf } from "./domino_arena.js";

class Mine extends Bot {
  // TODO 1: write your name into bot.yaml, as `author`.

  // Returns one of view.legal, or its index. It is called only if there are two or more.
  choose(view) {
    // TODO 2: console.log(view) here, run ./play, and look at the output:
    //         domino-arena replay 1 --stderr
    const better = (best, action) => (this.worth(view, action) > this.worth(view, best) ? action : best);
    return view.legal.reduce(better);
  }

  // Returns how good an action is. This function decides how strong your bot is.
  worth(view, action) {
    const tile = tileOf(action);
    if (!tile) return -1; // a draw
    // TODO 3: this plays the most pips, like greedy. A double (isDouble(tile)) fits only one value.
    //         Should it go first?
    // TODO 4: after this play, which tiles of view.hand fit the open ends?
    //         view.ends has their values; a play at end e changes ends[e] to pips(tile) - ends[e].
    // TODO 5: a seat that passed or drew in view.history had no tile that fitted the ends.
    // TODO 6: with view.counts and all tiles seen so far, which tiles can the others hold?
    return pips(tile);
  }
}

run(Mine);
