/* What can be done with single games: seeds, opponents, copies. */
#include "vec.h"

#include <stdlib.h>
#include <string.h>

void domino_vec_seed(domino_vec *vec, const uint8_t *which, const uint64_t *seeds)
{
    for (int32_t g = 0; g < vec->shape.games; g++)
        if (which == NULL || which[g])
            dom_game_seed(&vec->game[g], seeds[g], 0);
}

/* ---- opponents ------------------------------------------------------------------ */

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

/* ---- results --------------------------------------------------------------------- */

void domino_vec_places(const domino_vec *vec, int8_t *places)
{
    for (int32_t g = 0; g < vec->shape.games; g++, places += vec->shape.seats)
        memcpy(places, vec->game[g].place, (size_t)vec->shape.seats);
}

/* ---- copies ---------------------------------------------------------------------- */

static void copy_game(dom_game *to, const dom_game *from, const domino_shape *shape)
{
    if (to == from)
        return;
    uint8_t *mask = to->mask;
    memcpy(to, from, offsetof(dom_game, match));
    to->mask = mask;
    memcpy(to->mask, from->mask, (size_t)shape->actions);
    dom_match_copy(&to->match, &from->match);
}

/* Returns the first pair with a game that there is not, or -1. */
static int32_t find_missing(const domino_vec *to, const int32_t *to_game, const domino_vec *from,
                            const int32_t *from_game, int32_t pairs, dom_err *err)
{
    if (memcmp(&to->options, &from->options, sizeof to->options) != 0) {
        (void)dom_err_set(err, DOM_E_CONFIG, "the games have different options");
        return 0;
    }
    for (int32_t i = 0; i < pairs; i++) {
        bool is_to_there = 0 <= to_game[i] && to_game[i] < to->shape.games;
        if (is_to_there && 0 <= from_game[i] && from_game[i] < from->shape.games)
            continue;
        (void)dom_err_set(err, DOM_E_CONFIG, "pair %d: there is no game %d; allowed: 0..%d", i,
                          is_to_there ? from_game[i] : to_game[i],
                          (is_to_there ? from : to)->shape.games - 1);
        return i;
    }
    return -1;
}

int32_t domino_vec_copy(domino_vec *to, const int32_t *to_game, const domino_vec *from,
                        const int32_t *from_game, int32_t pairs, char *why, size_t size)
{
    dom_err err;
    int32_t missing = find_missing(to, to_game, from, from_game, pairs, &err);
    if (missing >= 0) {
        dom_tell(&err, why, size);
        return missing;
    }
    for (int32_t i = 0; i < pairs; i++)
        copy_game(&to->game[to_game[i]], &from->game[from_game[i]], &to->shape);
    return -1;
}

domino_vec *domino_vec_clone(const domino_vec *vec)
{
    size_t before_mask = sizeof(domino_vec) + (size_t)vec->shape.games * sizeof(dom_game);
    size_t masks = (size_t)vec->shape.games * (size_t)vec->shape.actions;
    domino_vec *clone = calloc(1, before_mask + masks);
    if (clone == NULL)
        return NULL;
    memcpy(clone, vec, sizeof *vec);
    clone->mask = (uint8_t *)clone + before_mask;
    for (int32_t g = 0; g < vec->shape.games; g++) {
        clone->game[g].mask = clone->mask + (size_t)g * (size_t)vec->shape.actions;
        copy_game(&clone->game[g], &vec->game[g], &vec->shape);
    }
    return clone;
}
