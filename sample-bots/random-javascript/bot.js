// Plays any legal action, all equally likely.
import { run } from "./domino_arena.js";

run(function random(view) {
  return view.rng().below(view.legal.length);
});
