<?php

/**
 * Write a bot for Domino Arena in PHP: one file, to be copied next to your bot.
 *
 *     require __DIR__ . '/DominoArena.php';
 *
 *     DominoArena\run(fn($view) => $view->rng()->below(count($view->legal)));
 *
 * A bot is asked only when it has two or more legal actions. It answers with an index into
 * $view->legal or with one of the actions in it. Every ask carries the whole view of the seat, so a
 * bot needs no memory of its own. A bot with memory derives from DominoArena\Bot and keeps it per
 * table.
 *
 * A tile is [high, low]. An action is ['play', high, low, end], ['play', high, low, end, 'down'] for a
 * double played face down, or ['draw']. Messages are arrays with the keys of the protocol.
 *
 * Needs PHP 8.1 with 64-bit integers. The zmq transport also needs the extensions zmq and msgpack;
 * stdio needs no packages.
 */

declare(strict_types=1);

namespace DominoArena;

const PROTOCOL = 1;

/** A mistake of the bot that its own code does not throw, such as an illegal answer. */
class BotError extends \RuntimeException
{
}

/** Derive from this class and write choose(). Everything else is optional. */
class Bot
{
    public string $name = ''; // a label, at most 64 bytes
    public string $version = '0';
    public int $maxTables = 1024; // how many tables may be open; 1 if the bot can only think about one match
    public int $batch = 64; // the most views in one call of chooseMany
    public ?bool $events = null; // true: get `round` messages; null: if there is an onRound
    public array $welcome = []; // the arena's welcome, after it has arrived: bot, limits, variants

    /** Returns an index into $view->legal, or one of the actions in it. */
    public function choose(View $view): int|array
    {
        throw new \LogicException(static::class . ' has no choose(View $view)');
    }

    /** Returns one answer per view. Override this to decide many views in one call. */
    public function chooseMany(array $views): array
    {
        return array_map(function (View $view) {
            try {
                return $this->choose($view);
            } catch (\Throwable $error) {
                $view->explain();
                throw $error;
            }
        }, $views);
    }

    /** A seat at a table: table, variant, seat, seats, teams, bots, seed, commit. */
    public function onMatch(array $match): void
    {
    }

    /** A round is over: table, round, end, by, hands, points, scores. */
    public function onRound(array $round): void
    {
    }

    /** A match is over: table, places, scores, end, fault_seat. */
    public function onResult(array $result): void
    {
    }

    /** The arena found a fault of this bot: table (-1 if none), code, text, tolerated. */
    public function onFault(array $fault): void
    {
        fwrite(STDERR, "fault at table $fault[table]: $fault[code]: $fault[text]\n");
    }
}

/**
 * What one seat knows when it has to choose: all fields of the ask, and in addition the options of
 * this variant and the match message of this table. To try a bot without an arena, make a view from an
 * array with those fields that the bot reads. A bot may set $info to say what it thinks about its answer:
 *
 *     $view->info = ['expected' => 4.5, 'worlds' => 480, 'depth' => 3, 'text' => '6-4 blocks'];
 */
final class View
{
    public ?array $info = null;
    public int $req, $table, $seat, $seats, $seed, $round, $leader, $stock, $drawable, $drawn;
    public string $variant;
    public string $lead = ''; // by which rule the leader was found; empty if an older arena did not say
    public array $scores, $hand, $ends, $counts, $history, $legal, $clock;

    public function __construct(array $ask, public ?array $match = null, public array $options = [])
    {
        foreach (array_diff_key($ask, ['match' => 0, 'options' => 0, 'info' => 0]) as $name => $value) {
            if (property_exists($this, (string) $name)) {
                $this->$name = $value;
            }
        }
    }

    /**
     * Randomness without state: the same position of the same match gives the same numbers. $drawn is
     * part of the seed because all draws of one turn are a single event of the history.
     */
    public function rng(): Rng
    {
        return new Rng($this->seed, $this->round, count($this->history), $this->drawn);
    }

    public function __toString(): string
    {
        return json_encode($this, JSON_PARTIAL_OUTPUT_ON_ERROR) . "\n";
    }

    /** Prints the position of a mistake. The error follows it, so that it is the end of the output. */
    public function explain(): void
    {
        fwrite(STDERR, "in this position:\n$this");
    }
}

/** A small random generator, the same in every SDK: splitmix64 (Steele, Lea and Flood, 2014). */
final class Rng
{
    private int $state = 0;

    public function __construct(int ...$numbers)
    {
        foreach ($numbers as $number) {
            $this->state ^= $number;
            $this->state = $this->bits();
        }
    }

    /** 64 random bits; the highest one is the sign. */
    public function bits(): int
    {
        $z = $this->state = self::sum($this->state, -0x61c8864680b583eb);
        $z = self::product($z ^ self::shift($z, 30), -0x40a7b892e31b1a47);
        $z = self::product($z ^ self::shift($z, 27), -0x6b2fb644ecceee15);
        return $z ^ self::shift($z, 31);
    }

    /** A number from 0 to $count - 1, all equally likely. */
    public function below(int $count): int
    {
        $surplus = (PHP_INT_MAX % $count * 2 + 2) % $count; // 2^64 mod count: smaller words are skipped
        do {
            $bits = $this->bits();
        } while ($bits >= 0 && $bits < $surplus);
        return (self::shift($bits, 1) % $count * 2 + ($bits & 1)) % $count;
    }

    private static function shift(int $number, int $places): int
    {
        return $number >> $places & PHP_INT_MAX >> $places - 1; // >> copies the sign bit
    }

    /** The sum modulo 2^64. It is added by halves, because PHP turns a sum that is too large into a float. */
    private static function sum(int $a, int $b): int
    {
        $low = ($a & 0xffffffff) + ($b & 0xffffffff);
        return ($a >> 32) + ($b >> 32) + ($low >> 32) << 32 | $low & 0xffffffff;
    }

    private static function product(int $a, int $b): int
    {
        $product = 0;
        for ($at = 0; $at < 64; $at += 16) {
            $piece = $b >> $at & 0xffff;
            $high = self::shift($a, 32) * $piece << 32;
            $product = self::sum($product, self::sum($high, ($a & 0xffffffff) * $piece) << $at);
        }
        return $product;
    }
}

/** The sum of both halves. */
function pips(array $tile): int
{
    return $tile[0] + $tile[1];
}

function is_double(array $tile): bool
{
    return $tile[0] === $tile[1];
}

/** The tile that an action plays, null for a draw. */
function tile_of(array $action): ?array
{
    return $action[0] === 'play' ? [$action[1], $action[2]] : null;
}

/**
 * Play until the arena says bye. Takes a Bot or a function that chooses.
 *
 * If DOMINO_ARENA_ENDPOINT is set, the bot talks over ZeroMQ, else over stdin and stdout. A mistake of
 * the bot is thrown as an exception, so that the process ends with status 255 and the text on stderr.
 */
function run(Bot|callable $bot): void
{
    ini_set('display_errors', 'stderr');
    ini_set('log_errors', '0'); // otherwise stderr has them twice
    if (!$bot instanceof Bot) {
        $bot = new class ($bot(...)) extends Bot {
            public function __construct(private \Closure $choose)
            {
            }

            public function choose(View $view): int|array
            {
                return ($this->choose)($view);
            }
        };
    }
    while (true) {
        $transport = getenv('DOMINO_ARENA_ENDPOINT') ? new Zmq() : new Stdio();
        if ((new Session($bot, $transport))->play() || !$transport->remote) {
            return;
        }
        fwrite(STDERR, "DominoArena: no connection to the arena, trying again\n");
        unset($transport); // this closes it
        sleep(1);
    }
}

/** The conversation over one connection, from hello to bye. */
final class Session
{
    private const INFO_TEXT_BYTES = 200;
    // In one message, which may have 64 KiB. In JSON a text of 200 control characters takes 200 * 6 bytes.
    private const ACTS_WITH_INFO = 32;

    private int $batch;
    private array $variants = []; // name => options
    private array $matches = []; // table => match
    private array $waiting = []; // views not answered yet, oldest first

    public function __construct(private Bot $bot, private Stdio|Zmq $transport)
    {
        $this->batch = min($bot->batch, $bot->maxTables); // the arena refuses a larger batch
    }

    /** Returns true after bye, and false if the connection ended without bye. */
    public function play(): bool
    {
        $this->transport->write($this->hello());
        while (($messages = $this->transport->read()) !== null) {
            foreach ($messages as $message) {
                if ($message['type'] === 'bye') {
                    return true;
                }
                $this->handle($message);
            }
            $this->answer();
        }
        return false;
    }

    private function hello(): array
    {
        $hears = (new \ReflectionMethod($this->bot, 'onRound'))->class !== Bot::class;
        return [
            'type' => 'hello', 'protocol' => PROTOCOL, 'name' => $this->bot->name,
            'version' => $this->bot->version, 'language' => 'php', 'max_tables' => $this->bot->maxTables,
            'batch' => $this->batch, 'events' => $this->bot->events ?? $hears, 'multipart' => true,
        ];
    }

    private function handle(array $message): void
    {
        $table = $message['table'] ?? null;
        if (in_array($table, array_column($this->waiting, 'table'), true)) {
            $this->answer(); // else the bot gets the end of a match before it makes its last choice
        }
        match ($message['type']) {
            'welcome' => $this->onWelcome($message),
            'match' => $this->bot->onMatch($this->matches[$table] = $message),
            'ask' => $this->onAsks([$message]),
            'asks' => $this->onAsks($message['asks']),
            'round' => $this->bot->onRound($message),
            'result' => $this->onResult($message),
            'fault' => $this->bot->onFault($message),
            default => null, // an unknown type: the arena is newer than this file
        };
    }

    private function onWelcome(array $message): void
    {
        $this->bot->welcome = $message;
        $this->variants = $message['variants'];
    }

    private function onResult(array $message): void
    {
        unset($this->matches[$message['table']]);
        $this->bot->onResult($message);
    }

    /** Keeps the asks: more may have arrived, and all are answered together in one message. */
    private function onAsks(array $asks): void
    {
        if (count($this->waiting) + count($asks) > $this->batch) {
            $this->answer();
        }
        foreach ($asks as $ask) {
            $options = $this->variants[$ask['variant']] ?? [];
            $this->waiting[] = new View($ask, $this->matches[$ask['table']] ?? null, $options);
        }
    }

    /** Answers all waiting asks, in one message if it has room. */
    private function answer(): void
    {
        if (!$this->waiting) {
            return;
        }
        [$views, $this->waiting] = [$this->waiting, []];
        $answers = $this->bot->chooseMany($views);
        if (count($answers) !== count($views)) {
            throw new BotError(sprintf('chooseMany returned %d answers for %d views', count($answers), count($views)));
        }
        $acts = array_map(self::act(...), $views, $answers);
        $most = array_column($acts, 'info') ? self::ACTS_WITH_INFO : count($acts);
        foreach (array_chunk($acts, $most) as $some) {
            $this->transport->write(
                count($some) === 1 ? ['type' => 'act'] + $some[0] : ['type' => 'acts', 'acts' => $some]
            );
        }
    }

    private static function act(View $view, mixed $answer): array
    {
        $act = ['req' => $view->req, 'choice' => self::choice($view, $answer)];
        $info = $view->info ? self::info($view->info) : [];
        return $info ? $act + ['info' => $info] : $act;
    }

    /** Returns an info as it is sent. Nothing is an error here: the arena drops a bad one, and `check` says why. */
    private static function info(array $info): array
    {
        return array_map(self::infoValue(...), array_filter($info, fn($value) => $value !== null));
    }

    private static function infoValue(mixed $value): int|float|string
    {
        if (is_int($value) || is_float($value) && is_finite($value)) {
            return abs($value) < 2 ** 53 && floor($value) == $value ? (int) $value : $value;
        }
        $isText = is_scalar($value) || $value instanceof \Stringable;
        return self::cut($isText ? (string) $value : get_debug_type($value));
    }

    /** Cuts a text between two characters. */
    private static function cut(string $text): string
    {
        $size = min(strlen($text), self::INFO_TEXT_BYTES);
        while ($size > 0 && (ord($text[$size] ?? '') & 0xc0) === 0x80) {
            $size--;
        }
        return substr($text, 0, $size);
    }

    /** Returns the index of the bot's answer; an answer that is not legal is an error here. */
    private static function choice(View $view, mixed $answer): int
    {
        $index = is_array($answer) ? array_search($answer, $view->legal, true) : $answer;
        if (is_int($index) && $index >= 0 && $index < count($view->legal)) {
            return $index;
        }
        $view->explain();
        throw new BotError('the bot answered ' . json_encode($answer)
            . ', which is neither a legal action nor the index of one');
    }
}

// -- Transports -----------------------------------------------------------------------------------
//
// write($message) sends an array. read() waits for a message and returns an array of it and all others
// that have arrived, or null when the connection has ended. If $remote is true, run() then connects
// again.

/** One JSON object per line on stdin and stdout. */
final class Stdio
{
    public bool $remote = false;
    private $input, $output, $noInput, $log;
    private string $rest = '';

    /**
     * Messages get descriptors of their own. A newly opened file takes the lowest free descriptor. So
     * descriptor 0 becomes empty, and descriptor 1 becomes stderr, so that an echo, a warning or a
     * child process cannot write between the messages.
     */
    public function __construct()
    {
        $this->input = fopen('php://fd/0', 'r');
        $this->output = fopen('php://fd/1', 'w');
        fclose(STDIN);
        $this->noInput = fopen('/dev/null', 'r');
        fclose(STDOUT);
        $this->log = fopen('php://fd/2', 'w');
        stream_set_chunk_size($this->input, 1 << 20);
    }

    public function write(array $message): void
    {
        $line = json_encode($message, JSON_THROW_ON_ERROR | JSON_INVALID_UTF8_SUBSTITUTE) . "\n";
        $gone = false;
        set_error_handler(function () use (&$gone) {
            return $gone = true; // the arena has ended; read() will report it
        });
        while ($line !== '' && !$gone) {
            $line = substr($line, (int) fwrite($this->output, $line)); // false if a signal interrupted the call
        }
        restore_error_handler();
    }

    public function read(): ?array
    {
        do {
            $received = fread($this->input, 1 << 20);
            if ((string) $received === '' && feof($this->input)) { // otherwise a signal interrupted the call
                return null;
            }
            $lines = explode("\n", $this->rest . $received);
            $this->rest = array_pop($lines);
            $lines = array_filter($lines, fn($line) => trim($line) !== '');
        } while (!$lines);
        return array_map(fn($line) => json_decode($line, true, 512, JSON_THROW_ON_ERROR), $lines);
    }
}

/** One MessagePack map per frame on a DEALER socket; one socket is one connection. */
final class Zmq
{
    public bool $remote;
    private const EINTR = 4;
    private string $endpoint;
    private \ZMQSocket $socket;

    public function __construct()
    {
        $this->endpoint = getenv('DOMINO_ARENA_ENDPOINT');
        $this->remote = getenv('DOMINO_ARENA_SERVER_KEY') !== false;
        $this->socket = new \ZMQSocket(new \ZMQContext(1, false), \ZMQ::SOCKET_DEALER);
        $this->set($this->remote ? [
            'CURVE_SERVERKEY' => getenv('DOMINO_ARENA_SERVER_KEY'),
            'CURVE_PUBLICKEY' => getenv('DOMINO_ARENA_PUBLIC_KEY'),
            'CURVE_SECRETKEY' => getenv('DOMINO_ARENA_SECRET_KEY'),
            'IPV6' => 1,
            'HEARTBEAT_IVL' => 5000, // ms; detects a network that fails silently
        ] : ['PLAIN_USERNAME' => 'bot', 'PLAIN_PASSWORD' => getenv('DOMINO_ARENA_TOKEN')]);
        // The socket accepts messages exactly while it is connected: it has no queue without a
        // connection (IMMEDIATE), and it does not reconnect by itself (RECONNECT_IVL), because a new
        // connection must begin with a hello.
        $this->set(['LINGER' => 200, 'SNDHWM' => 0, 'IMMEDIATE' => 1, 'RECONNECT_IVL' => -1,
            'SNDTIMEO' => 5000, 'RCVTIMEO' => 1000]);
        $this->uninterrupted(fn($socket) => $socket->connect($this->endpoint));
    }

    private function set(array $options): void
    {
        foreach ($options as $name => $value) {
            $this->socket->setSockOpt(constant("ZMQ::SOCKOPT_$name"), $value);
        }
    }

    public function write(array $message): void
    {
        $frame = msgpack_pack($message);
        if ($this->uninterrupted(fn($socket) => $socket->send($frame)) === false && !$this->remote) {
            throw new \RuntimeException("there is no arena at $this->endpoint, or it does not accept this bot");
        }
    }

    public function read(): ?array
    {
        $messages = [];
        $flags = 0; // the first recv waits
        while (($frame = $this->uninterrupted(fn($socket) => $socket->recv($flags))) !== false) {
            $messages[] = msgpack_unpack($frame);
            $flags = \ZMQ::MODE_DONTWAIT;
        }
        return $messages || $this->isConnected() ? $messages : null;
    }

    private function isConnected(): bool
    {
        $events = $this->uninterrupted(fn($socket) => $socket->getSockOpt(\ZMQ::SOCKOPT_EVENTS));
        return ($events & \ZMQ::POLL_OUT) !== 0;
    }

    /** Returns the result of the call, which is repeated if a signal interrupts it. */
    private function uninterrupted(callable $call): mixed
    {
        while (true) {
            try {
                return $call($this->socket);
            } catch (\ZMQSocketException $error) {
                if ($error->getCode() !== self::EINTR) {
                    throw $error;
                }
            }
        }
    }
}
