# Plays any legal action, all equally likely.

use strict;
use warnings;
use lib '.';
use DominoArena;

package RandomBot;
our @ISA = ('DominoArena::Bot');

sub name { return 'random-perl' }

sub choose {
    my ($self, $view) = @_;
    return $view->rng->below(scalar @{ $view->{legal} });
}

DominoArena::run(RandomBot->new);
