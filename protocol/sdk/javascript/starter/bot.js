// A bot for Domino Arena. It is legal as it stands; the TODOs make it good.
import { Bot, pips, run, tileOf } from "./domino_arena.js";

class Mine extends Bot {
  // TODO 1: say who you are: `author` in bot.yaml.

  // One of view.legal, or its index. Asked only when there are two or more.
  choose(view) {
    // TODO 2: console.log(view) here, run ./play, and look at what you get:
    //         domino-arena replay 1 --stderr
    const better = (best, action) => (this.worth(view, action) > this.worth(view, best) ? action : best);
    return view.legal.reduce(better);
  }

  // How good an action is; this is what makes your bot.
  worth(view, action) {
    const tile = tileOf(action);
    if (!tile) return -1; // a draw
    // TODO 3: like greedy, this gets rid of pips. Doubles fit in one place only: isDouble(tile) tells.
    //         Should they go first?
    // TODO 4: which values are left in view.hand for the ends that this leaves open?
    //         view.ends has them; a play on end e turns ends[e] into pips(tile) - ends[e].
    // TODO 5: who passed or drew in view.history had none of the values that were open.
    // TODO 6: with view.counts and all tiles seen, what may the others still hold?
    return pips(tile);
  }
}

run(Mine);
