//! A bot for Domino Arena. It already plays legal actions; the TODOs say how to make it strong.
mod domino_arena;
use domino_arena::{run, View};

// TODO 1: write your name into bot.yaml, as `author`.

/// Returns how good a legal action is. This function decides how strong your bot is.
fn worth(view: &View, index: usize) -> i32 {
    match view.legal[index].tile() {
        None => -1, // a draw
        // TODO 3: this plays the most pips, like greedy. A double fits only one value. Should it go first?
        // TODO 4: after this play, which tiles of view.hand fit the open ends?
        //         view.ends has their values; a play at end e changes ends[e] to pips - ends[e].
        // TODO 5: a seat that passed or drew in view.history had no tile that fitted the ends.
        // TODO 6: with view.counts and all tiles seen so far, which tiles can the others hold?
        Some(tile) => tile.pips() as i32,
    }
}

/// Returns an index into view.legal. It is called only if there are two or more.
fn choose(view: &View) -> usize {
    // TODO 2: eprintln! something here, run ./play, and look at the output:
    //         domino-arena replay 1 --stderr
    // The first of the best ones: max_by_key takes the last of equals.
    (0..view.legal.len()).rev().max_by_key(|&index| worth(view, index)).unwrap_or(0)
}

fn main() {
    run(choose);
}
