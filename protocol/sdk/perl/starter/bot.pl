# A bot for Domino Arena. It already plays legal actions; the TODOs say how to make it strong.

use strict;
use warnings;
use lib '.';
use DominoArena;

package Mine;
our @ISA = ('DominoArena::Bot');

# TODO 1: write your name into bot.yaml, as `author`.

# Returns how good an action is. This function decides how strong your bot is.
sub worth {
    my ($view, $action) = @_;
    my $tile = DominoArena::tile_of($action) or return -1;    # a draw

    # TODO 3: this plays the most pips, like greedy. A double fits only one value:
    #         see DominoArena::is_double($tile). Should it go first?
    # TODO 4: after this play, which tiles of $view->{hand} fit the open ends?
    #         $view->{ends} has their values; a play at end e changes ends[e] to pips - ends[e].
    # TODO 5: a seat that passed or drew in $view->{history} had no tile that fitted the ends.
    # TODO 6: with $view->{counts} and all tiles seen so far, which tiles can the others hold?
    return DominoArena::pips($tile);
}

# Returns one of the legal actions, or its index. It is called only if there are two or more.
sub choose {
    my ($self, $view) = @_;

    # TODO 2: print $view->text here, run ./play, and look at the output:
    #         domino-arena replay 1 --stderr
    my ($best) = sort { worth($view, $b) <=> worth($view, $a) } @{ $view->{legal} };
    return $best;
}

DominoArena::run(Mine->new);
