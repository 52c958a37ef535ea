/* Seats for which the library chooses, so that a learning program sees only its own decisions. */
#include "vec.h"

#include <string.h>

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

static int32_t find_unknown(const domino_vec *vec, const int8_t *players, dom_err *err)
{
    for (int32_t g = 0; g < vec->shape.games; g++)
        for (int s = 0; s < vec->shape.seats; s++, players++)
            if (*players < DOMINO_CALLER || *players > DOMINO_GREEDY) {
                (void)dom_err_set(err, DOM_E_CONFIG,
                                  "game %d: player %d of seat %d is not allowed; allowed: %d..%d",
                                  g, *players, s, DOMINO_CALLER, DOMINO_GREEDY);
                return g;
            }
    return -1;
}

int32_t domino_vec_opponents(domino_vec *vec, const int8_t *players, char *why, size_t size)
{
    dom_err err;
    const domino_shape *shape = &vec->shape;
    int32_t unknown = find_unknown(vec, players, &err);
    if (unknown >= 0) {
        dom_tell(&err, why, size);
        return unknown;
    }
    memset(vec->mask, 0, (size_t)shape->games * (size_t)shape->actions);
    for (int32_t g = 0; g < shape->games; g++) {
        memcpy(vec->game[g].player, players + g * shape->seats, (size_t)shape->seats);
        dom_game_advance(vec, &vec->game[g]);
    }
    return -1;
}
