# A bot for Domino Arena. It is legal as it stands; the TODOs make it good.

use strict;
use warnings;
use lib '.';
use DominoArena;

package Mine;
our @ISA = ('DominoArena::Bot');

# TODO 1: say who you are: `author` in bot.yaml.

# How good an action is; this is what makes your bot.
sub worth {
    my ($view, $action) = @_;
    my $tile = DominoArena::tile_of($action) or return -1;    # a draw

    # TODO 3: like greedy, this gets rid of pips. Doubles fit in one place only:
    #         DominoArena::is_double($tile) tells. Should they go first?
    # TODO 4: which values are left in $view->{hand} for the ends that this leaves open?
    #         $view->{ends} has them; a play on end e turns that one into pips - ends[e].
    # TODO 5: who passed or drew in $view->{history} had none of the values that were open.
    # TODO 6: with $view->{counts} and all tiles seen, what may the others still hold?
    return DominoArena::pips($tile);
}

# One of the legal actions, or its index. Asked only when there are two or more.
sub choose {
    my ($self, $view) = @_;

    # TODO 2: print $view->text here, run ./play, and look at what you get:
    #         domino-arena replay 1 --stderr
    my ($best) = sort { worth($view, $b) <=> worth($view, $a) } @{ $view->{legal} };
    return $best;
}

DominoArena::run(Mine->new);
