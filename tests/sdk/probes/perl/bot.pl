# The probe of tests/sdk/test_languages.py in Perl; that file says what it does.

use strict;
use utf8;
use warnings;
use lib '.';
use DominoArena;

my $json = JSON::PP->new->utf8->allow_nonref->convert_blessed;

sub tell_of { print STDERR 'told ', $json->encode([@_]), "\n"; return }

package Probe;
our @ISA = ('DominoArena::Bot');
sub name    { return 'probe' }
sub version { return '1' }

package Tell;
our @ISA = ('Probe');

sub choose {
    my ($self, $view) = @_;
    main::tell_of('choose', @$view{qw(req table variant seat seats seed round scores leader)},
        $view->{lead} // '', @$view{qw(hand ends counts stock drawable drawn history legal)},
        [ @{ $view->{clock} }{qw(move_ms bank_ms)} ],
        $view->{options}{target}, $view->{match} && $view->{match}{seed});
    return $#{ $view->{legal} };
}

sub on_match {
    my ($self, $match) = @_;
    return main::tell_of('match', @$match{qw(table variant seat seats teams bots seed commit)});
}

sub on_round {
    my ($self, $round) = @_;
    return main::tell_of('round', @$round{qw(table round end by hands points scores)});
}

sub on_result {
    my ($self, $result) = @_;
    return main::tell_of('result', @$result{qw(table places scores end fault_seat)});
}

sub on_fault {
    my ($self, $fault) = @_;
    return main::tell_of('fault', @$fault{qw(table code text tolerated)});
}

package Action;
our @ISA = ('Probe');
sub choose { my ($self, $view) = @_; return $view->{legal}[1] }

package Many;
our @ISA = ('Probe');
sub max_tables { return 10 }
sub batch      { return 5 }

sub choose_many {
    my ($self, @views) = @_;
    main::tell_of('many', scalar @views);
    return map { $#{ $_->{legal} } } @views;
}

package Info;
our @ISA = ('Probe');

sub choose {
    my ($self, $view) = @_;
    $view->{info} = { expected => -4.125, worlds => 480, depth => 3, text => '6-4 blockt über Sitz 1' };
    return 0;
}

package Rng;
our @ISA = ('Probe');

sub choose {
    my ($self, $view) = @_;
    my $rng = $view->rng;
    main::tell_of('rng', [ map { $rng->below($_) } 2, 7, 10, 183, 1000, 65536 ]);
    return 0;
}

package Throw;
our @ISA = ('Probe');
sub choose { die "the probe broke\n" }

package Illegal;
our @ISA = ('Probe');
sub choose { my ($self, $view) = @_; return scalar @{ $view->{legal} } }

package Wait;
our @ISA = ('Probe');
sub choose { open my $gate, '<', 'gate' or die "gate: $!"; 1 while <$gate>; return 0 }

package Print;
our @ISA = ('Probe');
sub choose { print "noise\n"; return 0 }

$SIG{WINCH} = sub { };
DominoArena::run(ucfirst($ARGV[0])->new);
