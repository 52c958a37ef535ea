//! A bot for Domino Arena. It is legal as it stands; the TODOs make it good.
mod domino_arena;
use domino_arena::{run, View};

// TODO 1: say who you are: `author` in bot.yaml.

/// How good a legal action is; this is what makes your bot.
fn worth(view: &View, index: usize) -> i32 {
    match view.legal[index].tile() {
        None => -1, // a draw
        // TODO 3: like greedy, this gets rid of pips. Doubles fit in one place only. Should they go first?
        // TODO 4: which values are left in view.hand for the ends that this leaves open?
        //         view.ends has them; a play on end e turns that one into pips - ends[e].
        // TODO 5: who passed or drew in view.history had none of the values that were open.
        // TODO 6: with view.counts and all tiles seen, what may the others still hold?
        Some(tile) => tile.pips() as i32,
    }
}

/// An index into view.legal. Asked only when there are two or more.
fn choose(view: &View) -> usize {
    // TODO 2: eprintln! something here, run ./play, and look at it:
    //         domino-arena replay 1 --stderr
    // The first of the best ones: max_by_key takes the last of equals.
    (0..view.legal.len()).rev().max_by_key(|&index| worth(view, index)).unwrap_or(0)
}

fn main() {
    run(choose);
}
