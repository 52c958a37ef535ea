<?php

// Plays any legal action, all equally likely.

require __DIR__ . '/DominoArena.php';

$bot = new class extends DominoArena\Bot {
    public string $name = 'random-php';

    public function choose(DominoArena\View $view): int
    {
        return $view->rng()->below(count($view->legal));
    }
};
DominoArena\run($bot);
