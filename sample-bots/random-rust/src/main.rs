//! Plays any legal action, all equally likely.
mod domino_arena;
use domino_arena::{run, View};

fn main() {
    run(|view: &View| view.rng().below(view.legal.len()));
}
