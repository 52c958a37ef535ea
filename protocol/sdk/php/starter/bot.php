<?php

// A bot for Domino Arena. It already plays legal actions; the TODOs say how to make it strong.

require __DIR__ . '/DominoArena.php';

class Mine extends DominoArena\Bot
{
    // TODO 1: write your name into bot.yaml, as `author`.

    // Returns one of $view->legal, or its index. It is called only if there are two or more.
    public function choose(DominoArena\View $view): int|array
    {
        // TODO 2: var_dump($view->hand) here, run ./play, and look at the output:
        //         domino-arena replay 1 --stderr
        $worths = array_map(fn($action) => $this->worth($view, $action), $view->legal);
        return array_search(max($worths), $worths);
    }

    // Returns how good an action is. This function decides how strong your bot is.
    private function worth(DominoArena\View $view, array $action): int
    {
        $tile = DominoArena\tile_of($action);
        if ($tile === null) { // a draw
            return -1;
        }
        // TODO 3: this plays the most pips, like greedy. A double fits only one value:
        //         see DominoArena\is_double($tile). Should it go first?
        // TODO 4: after this play, which tiles of $view->hand fit the open ends?
        //         $view->ends has them; a play on end e turns that one into pips - ends[e].
        // TODO 5: a seat that passed or drew in $view->history had no tile that fitted the ends.
        // TODO 6: with $view->counts and all tiles seen so far, which tiles can the others hold?
        return DominoArena\pips($tile);
    }
}

DominoArena\run(new Mine());
