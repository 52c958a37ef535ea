/* Seats for which the library chooses, so that a learning program sees only its own decisions. */
#include "vec.h"

static int weight(dom_action action)
{
    return action.kind == DOM_PLAY ? dom_tile_pips(action.tile) : -1;
}

/* Returns the heaviest play; of equal ones the first. */
static int choose_heaviest(const dom_action legal[], int count)
{
    int best = 0;
    for (int i = 1; i < count; i++)
        if (weight(legal[i]) > weight(legal[best]))
            best = i;
    return best;
}

dom_action dom_game_choose(dom_game *game)
{
    dom_action legal[DOM_ACTIONS_MAX];
    int count = dom_match_legal(&game->match, legal);
    bool is_greedy = game->player[game->match.play.turn] == DOMINO_GREEDY;
    return legal[is_greedy ? choose_heaviest(legal, count) : dom_random_pick(&game->others, count)];
}
