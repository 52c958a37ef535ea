<?php

// The probe of tests/sdk/test_languages.py in PHP; that file says what it does.

require __DIR__ . '/DominoArena.php';

use DominoArena\Bot;
use DominoArena\View;

function tell(...$what): void
{
    fwrite(STDERR, 'told ' . json_encode($what) . "\n");
}

function tell_fields(string $kind, array $message, string ...$keys): void
{
    tell($kind, ...array_map(fn($key) => $message[$key], $keys));
}

class Probe extends Bot
{
    public string $name = 'probe';
    public string $version = '1';
}

class Tell extends Probe
{
    public function choose(View $v): int
    {
        tell('choose', $v->req, $v->table, $v->variant, $v->seat, $v->seats, $v->seed, $v->round,
            $v->scores, $v->leader, $v->lead, $v->hand, $v->ends, $v->counts, $v->stock, $v->drawable, $v->drawn,
            $v->history, $v->legal, [$v->clock['move_ms'], $v->clock['bank_ms']],
            $v->options['target'] ?? null, $v->match['seed'] ?? null);
        return count($v->legal) - 1;
    }

    public function onMatch(array $match): void
    {
        tell_fields('match', $match, 'table', 'variant', 'seat', 'seats', 'teams', 'bots', 'seed', 'commit');
    }

    public function onRound(array $round): void
    {
        tell_fields('round', $round, 'table', 'round', 'end', 'by', 'hands', 'points', 'scores');
    }

    public function onResult(array $result): void
    {
        tell_fields('result', $result, 'table', 'places', 'scores', 'end', 'fault_seat');
    }

    public function onFault(array $fault): void
    {
        tell_fields('fault', $fault, 'table', 'code', 'text', 'tolerated');
    }
}

class Action extends Probe
{
    public function choose(View $view): array
    {
        return $view->legal[1];
    }
}

class Many extends Probe
{
    public int $maxTables = 10;
    public int $batch = 5;

    public function chooseMany(array $views): array
    {
        tell('many', count($views));
        return array_map(fn($view) => count($view->legal) - 1, $views);
    }
}

class Info extends Probe
{
    public function choose(View $view): int
    {
        $view->info = ['expected' => -4.125, 'worlds' => 480, 'depth' => 3, 'text' => '6-4 blockt über Sitz 1'];
        return 0;
    }
}

class Rng extends Probe
{
    public function choose(View $view): int
    {
        $rng = $view->rng();
        tell('rng', array_map($rng->below(...), [2, 7, 10, 183, 1000, 65536]));
        return 0;
    }
}

class Broken extends Probe
{
    public function choose(View $view): int
    {
        throw new RuntimeException('the probe broke');
    }
}

class Illegal extends Probe
{
    public function choose(View $view): int
    {
        return count($view->legal);
    }
}

class Wait extends Probe
{
    public function choose(View $view): int
    {
        return strlen(file_get_contents('gate')) * 0;
    }
}

class Noise extends Probe
{
    public function choose(View $view): int
    {
        print("noise\n");
        return 0;
    }
}

pcntl_async_signals(true);
pcntl_signal(SIGWINCH, fn() => null, false);
DominoArena\run(match ($argv[1]) {
    'tell' => new Tell(), 'action' => new Action(), 'many' => new Many(), 'info' => new Info(), 'rng' => new Rng(),
    'throw' => new Broken(), 'illegal' => new Illegal(), 'wait' => new Wait(), 'print' => new Noise(),
});
