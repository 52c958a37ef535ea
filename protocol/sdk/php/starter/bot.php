<?php

// A bot for Domino Arena. It is legal as it stands; the TODOs make it good.

require __DIR__ . '/DominoArena.php';

class Mine extends DominoArena\Bot
{
    // TODO 1: say who you are: `author` in bot.yaml.

    // One of $view->legal, or its index. Asked only when there are two or more.
    public function choose(DominoArena\View $view): int|array
    {
        // TODO 2: var_dump($view->hand) here, run ./play, and look at what you get:
        //         domino-arena replay 1 --stderr
        $worths = array_map(fn($action) => $this->worth($view, $action), $view->legal);
        return array_search(max($worths), $worths);
    }

    // How good an action is; this is what makes your bot.
    private function worth(DominoArena\View $view, array $action): int
    {
        $tile = DominoArena\tile_of($action);
        if ($tile === null) { // a draw
            return -1;
        }
        // TODO 3: like greedy, this gets rid of pips. Doubles fit in one place only:
        //         DominoArena\is_double($tile) tells. Should they go first?
        // TODO 4: which values are left in $view->hand for the ends that this leaves open?
        //         $view->ends has them; a play on end e turns that one into pips - ends[e].
        // TODO 5: who passed or drew in $view->history had none of the values that were open.
        // TODO 6: with $view->counts and all tiles seen, what may the others still hold?
        return DominoArena\pips($tile);
    }
}

DominoArena\run(new Mine());
