package DominoArena;

=head1 NAME

DominoArena - write a bot for Domino Arena in Perl: one file, to be copied next to your bot

=head1 SYNOPSIS

    use lib '.';
    use DominoArena;

    DominoArena::run(sub { my ($view) = @_; return $view->rng->below(scalar @{ $view->{legal} }) });

=head1 DESCRIPTION

A bot is asked only when it has two or more legal actions. It answers with an index into
C<< $view->{legal} >> or with one of the actions in it. Every ask carries the whole view of the
seat, so a bot needs no memory of its own. A bot with memory derives from C<DominoArena::Bot> and
keeps it per table.

A tile is C<[high, low]>. An action is C<['play', high, low, end]>, C<['play', high, low, end,
'down']> for a double played face down, or C<['draw']>. Messages are hashes.

Needs Perl 5.20 with 64-bit integers. The zmq transport also needs ZMQ::FFI and Data::MessagePack;
stdio needs no packages.

=cut

use v5.20;
use strict;
use warnings;

use Errno    ();
use JSON::PP ();

our $PROTOCOL = 1;

# The sum of both halves.
sub pips { my ($tile) = @_; return $tile->[0] + $tile->[1] }

sub is_double { my ($tile) = @_; return $tile->[0] == $tile->[1] }

# The tile that an action plays, undef for a draw.
sub tile_of {
    my ($action) = @_;
    return $action->[0] eq 'play' ? [ @$action[ 1, 2 ] ] : undef;
}

# Play until the arena says bye. Takes a DominoArena::Bot or a sub that chooses.
#
# If DOMINO_ARENA_ENDPOINT is set, the bot talks over ZeroMQ, else over stdin and stdout. A mistake of
# the bot dies, so that the process ends with a status other than 0 and a message on stderr.
sub run {
    my ($bot) = @_;
    $bot = DominoArena::Bot->new(choose => $bot) if ref $bot eq 'CODE';
    while (1) {
        my $transport = $ENV{DOMINO_ARENA_ENDPOINT} ? DominoArena::Zmq->new : DominoArena::Stdio->new;
        return if DominoArena::Session->new($bot, $transport)->play || !$transport->{remote};
        warn "DominoArena: no connection to the arena, trying again\n";
        sleep 1;
    }
}

# -- What a bot is made of -------------------------------------------------------------------------

# Derive from this class and write `choose`. Everything else is optional.
package DominoArena::Bot;

sub new { my ($class, %self) = @_; return bless {%self}, $class }

sub name       { return ref shift }    # a label, at most 64 bytes
sub version    { return '0' }
sub max_tables { return 1024 }          # how many tables may be open; 1 if it can think about one only
sub batch      { return 64 }           # the most views in one call of choose_many

# Returns true if the arena shall send the end of every round: by default, if there is an on_round.
sub events { my ($self) = @_; return $self->can('on_round') != \&on_round }

# Return an index into $view->{legal}, or one of the actions in it.
sub choose {
    my ($self, $view) = @_;
    my $choose = $self->{choose} or die ref $self, " has no choose(\$self, \$view)\n";
    return $choose->($view);
}

# Return one answer per view. Override this to decide many views in one call.
sub choose_many {
    my ($self, @views) = @_;
    my @answers;
    for my $view (@views) {
        next if eval { push @answers, scalar $self->choose($view); 1 };
        my $mistake = $@;
        $view->explain;
        die $mistake;
    }
    return @answers;
}

sub on_match  { }    # a seat at a table: table, variant, seat, seats, teams, bots, seed, commit
sub on_round  { }    # a round is over: table, round, end, by, hands, points, scores
sub on_result { }    # a match is over: table, places, scores, end, fault_seat

# The arena found a fault of this bot: table (-1 if none), code, text, tolerated.
sub on_fault {
    my ($self, $fault) = @_;
    warn "fault at table $fault->{table}: $fault->{code}: $fault->{text}\n";
}

# What one seat knows when it has to choose: a hash of all fields of the ask, and in addition
# `options` (the options of this variant) and `match` (the match message of this table). A bot may set
# `info` to say what it thinks about its answer:
#     $view->{info} = { expected => 4.5, worlds => 480, depth => 3, text => '6-4 blocks' };
package DominoArena::View;

sub new { my ($class, %fields) = @_; return bless {%fields}, $class }

# Randomness without state: the same position of the same match gives the same numbers. `drawn` is
# part of the seed because all draws of one turn are a single event of the history.
sub rng {
    my ($self) = @_;
    return DominoArena::Rng->new(@$self{qw(seed round)}, scalar @{ $self->{history} }, $self->{drawn});
}

sub text {
    my ($self) = @_;
    my $json = JSON::PP->new->canonical->allow_nonref->convert_blessed;
    return join '', map { "  $_ = " . $json->encode($self->{$_}) . "\n" } sort keys %$self;
}

# Prints the position of a mistake. The error follows it, so that it is the end of the output.
sub explain { my ($self) = @_; print {*STDERR} "in this position:\n", $self->text; return }

# Makes text() show a boolean of MessagePack like one of JSON.
sub Data::MessagePack::Boolean::TO_JSON { return ${ $_[0] } ? JSON::PP::true() : JSON::PP::false() }

# A small random generator, the same in every SDK: splitmix64 (Steele, Lea and Flood, 2014).
package DominoArena::Rng;

no warnings 'portable';

sub new {
    my ($class, @numbers) = @_;
    my $self = bless { state => 0 }, $class;
    for my $number (@numbers) {
        $self->{state} ^= $number;
        $self->{state} = $self->bits;
    }
    return $self;
}

# Under `use integer` sums and products are modulo 2^64; & ~0 makes the result unsigned again.
sub _sum     { use integer; my $sum     = $_[0] + $_[1]; no integer; return $sum & ~0 }
sub _product { use integer; my $product = $_[0] * $_[1]; no integer; return $product & ~0 }

# 64 random bits.
sub bits {
    my ($self) = @_;
    my $z = $self->{state} = _sum($self->{state}, 0x9e3779b97f4a7c15);
    $z = _product($z ^ $z >> 30, 0xbf58476d1ce4e5b9);
    $z = _product($z ^ $z >> 27, 0x94d049bb133111eb);
    return $z ^ $z >> 31;
}

# A number from 0 to $count - 1, all equally likely.
sub below {
    my ($self, $count) = @_;
    my $surplus = (~0 % $count + 1) % $count;    # 2^64 mod count: smaller words are skipped
    my $number  = $self->bits;
    $number = $self->bits while $number < $surplus;
    return $number % $count;
}

# -- The conversation ------------------------------------------------------------------------------

# The conversation over one connection, from hello to bye.
package DominoArena::Session;

use Scalar::Util qw(looks_like_number);

my $INFO_TEXT_BYTES = 200;

# In one message, which may have 64 KiB. In JSON a text of 200 control characters takes 200 * 6 bytes.
my $ACTS_WITH_INFO = 32;

sub new {
    my ($class, $bot, $transport) = @_;
    my $batch = $bot->batch < $bot->max_tables ? $bot->batch : $bot->max_tables;
    return bless {
        bot       => $bot,
        transport => $transport,
        batch     => $batch,
        variants  => {},           # name -> options
        matches   => {},           # table -> match
        waiting   => [],           # views not answered yet, oldest first
    }, $class;
}

# Returns true after bye, and false if the connection ended without bye.
sub play {
    my ($self) = @_;
    $self->{transport}->write($self->hello);
    while (my $messages = $self->{transport}->read) {
        for my $message (@$messages) {
            return 1 if $message->{type} eq 'bye';
            $self->handle($message);
        }
        $self->answer;
    }
    return 0;
}

sub hello {
    my ($self) = @_;
    my ($bot, $bool) = ($self->{bot}, $self->{transport}{bool});
    return {
        type       => 'hello',
        protocol   => $PROTOCOL,
        name       => $bot->name,
        version    => $bot->version,
        language   => 'perl',
        max_tables => 0 + $bot->max_tables,
        batch      => 0 + $self->{batch},
        events     => $bool->[ $bot->events ? 1 : 0 ],
        multipart  => $bool->[1],
    };
}

my %handlers = (
    welcome => sub { my ($self, $message) = @_; $self->{variants} = $message->{variants} },
    match   => sub {
        my ($self, $match) = @_;
        $self->{matches}{ $match->{table} } = $match;
        $self->{bot}->on_match($match);
    },
    ask    => sub { my ($self, $ask) = @_;     $self->on_asks($ask) },
    asks   => sub { my ($self, $message) = @_; $self->on_asks(@{ $message->{asks} }) },
    round  => sub { my ($self, $round) = @_;   $self->{bot}->on_round($round) },
    result => sub {
        my ($self, $result) = @_;
        delete $self->{matches}{ $result->{table} };
        $self->{bot}->on_result($result);
    },
    fault => sub { my ($self, $fault) = @_; $self->{bot}->on_fault($fault) },
);

sub handle {
    my ($self, $message) = @_;
    my $handler = $handlers{ $message->{type} } or return;    # an unknown type, from a newer arena
    my $table = $message->{table} // -1;
    # Otherwise the bot would get the end of a match before it makes its last choice.
    $self->answer if grep { $_->{table} == $table } @{ $self->{waiting} };
    return $self->$handler($message);
}

# Keeps the asks: more may have arrived, and all are answered together in one message.
sub on_asks {
    my ($self, @asks) = @_;
    $self->answer if @{ $self->{waiting} } + @asks > $self->{batch};
    push @{ $self->{waiting} }, map {
        DominoArena::View->new(
            %$_,
            options => $self->{variants}{ $_->{variant} } // {},
            match   => $self->{matches}{ $_->{table} },
        )
    } @asks;
    return;
}

# Answers all waiting asks, in one message if it has room.
sub answer {
    my ($self) = @_;
    my @views = @{ $self->{waiting} } or return;
    $self->{waiting} = [];
    my @answers = $self->{bot}->choose_many(@views);
    @answers == @views
        or die 'choose_many returned ', scalar @answers, ' answers for ', scalar @views, " views\n";
    my @acts = map { act($_, shift @answers) } @views;
    my $most = (grep { $_->{info} } @acts) ? $ACTS_WITH_INFO : @acts;
    while (my @some = splice @acts, 0, $most) {
        $self->{transport}->write(
            @some == 1 ? { type => 'act', %{ $some[0] } } : { type => 'acts', acts => \@some });
    }
    return;
}

sub act {
    my ($view, $answer) = @_;
    my %act = (req => 0 + $view->{req}, choice => choice($view, $answer));
    $act{info} = info_of($view->{info}) if $view->{info};
    return \%act;
}

# Returns an info as it is sent. Nothing is an error here: the arena drops a bad info, and `check`
# says why.
sub info_of {
    my ($info) = @_;
    return cut($info) if ref $info ne 'HASH';
    return { map { $_ => info_value($_, $info->{$_}) } grep { defined $info->{$_} } keys %$info };
}

# Makes a number of a scalar that can be both, except in the remark.
sub info_value {
    my ($key, $value) = @_;
    return cut($value) if $key eq 'text' || !looks_like_number($value) || !(abs $value < 2**53);
    return $value == int $value ? int $value : 0 + $value;
}

# Cuts a text between two characters.
sub cut {
    my ($text) = @_;
    utf8::encode(my $bytes = "$text");
    $bytes = substr $bytes, 0, $INFO_TEXT_BYTES;
    chop $bytes until utf8::decode($bytes);
    return $bytes;
}

# Returns the index of the bot's answer; an answer that is not legal is an error here.
sub choice {
    my ($view, $answer) = @_;
    my @legal = @{ $view->{legal} };
    my $shown = ref $answer ? "@$answer" : $answer // 'undef';
    my ($index) =
        ref $answer ? grep { "@{ $legal[$_] }" eq $shown } 0 .. $#legal : ($shown =~ /^(\d+)$/);
    return 0 + $index if defined $index && $index < @legal;
    $view->explain;
    die "the bot answered $shown, which is neither a legal action nor the index of one\n";
}

# -- Transports ------------------------------------------------------------------------------------
#
# write($message) sends a hash. read waits for a message and returns an array of it and all others
# that have arrived, or undef when the connection has ended. {bool} holds false and true as they are
# written. If {remote} is true, run() then connects again.

# One JSON object per line on stdin and stdout.
package DominoArena::Stdio;

# Messages get handles of their own. STDOUT becomes stderr, so that a print, a library's banner or a
# child process cannot write between the messages. STDIN becomes empty.
sub new {
    my ($class) = @_;
    open my $input,  '<&', \*STDIN  or die "stdin: $!";
    open my $output, '>&', \*STDOUT or die "stdout: $!";
    open STDIN,  '<',  '/dev/null' or die "/dev/null: $!";
    open STDOUT, '>&', \*STDERR    or die "stderr: $!";
    STDOUT->autoflush(1);
    $SIG{PIPE} = 'IGNORE';    # the arena has ended; read will report it
    return bless {
        input  => $input,
        output => $output,
        rest   => '',
        json   => JSON::PP->new->utf8,
        bool   => [ JSON::PP::false(), JSON::PP::true() ],
    }, $class;
}

sub write {
    my ($self, $message) = @_;
    my $line = $self->{json}->encode($message) . "\n";
    while (length $line) {
        my $written = uninterrupted(sub { syswrite $self->{output}, $line }) or return;
        substr $line, 0, $written, '';
    }
    return;
}

sub read {
    my ($self) = @_;
    my @messages;
    while (!@messages) {
        uninterrupted(sub { sysread $self->{input}, $self->{rest}, 1 << 20, length $self->{rest} })
            or return;
        while ($self->{rest} =~ s/^(.*)\n//) {
            my $line = $1;
            push @messages, $self->{json}->decode($line) if $line =~ /\S/;
        }
    }
    return \@messages;
}

# Returns the result of the call, which is repeated if a signal interrupts it.
sub uninterrupted {
    my ($call) = @_;
    my $size;
    do { $size = $call->() } until defined $size || !$!{EINTR};
    return $size;
}

# One MessagePack map per frame on a DEALER socket; one socket is one connection.
package DominoArena::Zmq;

# The socket accepts messages exactly while it is connected: it has no queue without a connection
# (IMMEDIATE), and it does not reconnect by itself (RECONNECT_IVL), because a new connection must
# begin with a hello.
my %options = (LINGER => 200, SNDHWM => 0, IMMEDIATE => 1, RECONNECT_IVL => -1, SNDTIMEO => 5000,
    RCVTIMEO => 1000);

sub new {
    my ($class) = @_;
    require ZMQ::FFI;
    require ZMQ::FFI::Constants;
    require Data::MessagePack;
    my $context = ZMQ::FFI->new;
    my $self    = bless {
        remote   => exists $ENV{DOMINO_ARENA_SERVER_KEY},
        endpoint => $ENV{DOMINO_ARENA_ENDPOINT},
        context  => $context,
        socket   => $context->socket(ZMQ::FFI::Constants::ZMQ_DEALER()),
        pack     => Data::MessagePack->new->utf8,
        bool     => [ Data::MessagePack::false(), Data::MessagePack::true() ],
    }, $class;
    $self->identify;
    $self->set($_ => 'int', $options{$_}) for keys %options;
    $self->{socket}->die_on_error(0);
    $self->uninterrupted(sub { $_[0]->connect($self->{endpoint}) });
    return $self;
}

sub identify {
    my ($self) = @_;
    if ($self->{remote}) {
        $self->set("CURVE_${_}KEY", 'string', $ENV{"DOMINO_ARENA_${_}_KEY"})
            for qw(SERVER PUBLIC SECRET);
        $self->set(IPV6          => 'int', 1);
        $self->set(HEARTBEAT_IVL => 'int', 5000);    # ms; detects a network that fails silently
    }
    else {
        $self->set(PLAIN_USERNAME => 'string', 'bot');
        $self->set(PLAIN_PASSWORD => 'string', $ENV{DOMINO_ARENA_TOKEN});
    }
    return;
}

sub set {
    my ($self, $name, $type, $value) = @_;
    return $self->{socket}->set(ZMQ::FFI::Constants->can("ZMQ_$name")->(), $type, $value);
}

sub write {
    my ($self, $message) = @_;
    my $frame = $self->{pack}->pack($message);
    $self->uninterrupted(sub { $_[0]->send($frame) });
    return if $self->{remote} || !$self->{socket}->has_error;
    die "there is no arena at $self->{endpoint}, or it does not accept this bot\n";
}

sub read {
    my ($self) = @_;
    my $socket = $self->{socket};
    my @messages;
    my $flags = 0;    # the first recv waits
    while (1) {
        my $frame = $self->uninterrupted(sub { $_[0]->recv($flags) });
        last if $socket->has_error;
        push @messages, $self->{pack}->unpack($frame);
        $flags = ZMQ::FFI::Constants::ZMQ_DONTWAIT();
    }
    return @messages || $self->is_connected ? \@messages : undef;
}

sub is_connected {
    my ($self) = @_;
    return $self->uninterrupted(sub { $_[0]->has_pollout });
}

# Returns the result of the call, which is repeated if a signal interrupts it.
sub uninterrupted {
    my ($self, $call) = @_;
    my $result;
    do { $result = $call->($self->{socket}) } while $self->{socket}->last_errno == Errno::EINTR();
    return $result;
}

1;
