/* Looks ahead in many games at once. */
#include "search/belief.h"
#include "search/playout.h"
#include "search/solver.h"
#include "vec.h"

#include <math.h>
#include <stdlib.h>

enum { TABLE = 1 << 16 }; /* entries of the solver's table, 1 MiB in all */

/* Marks all actions of a game as not legal. */
static void clear_values(const domino_shape *shape, double *values)
{
    for (int32_t a = 0; a < shape->actions; a++)
        values[a] = -INFINITY;
}

/* Returns the mean worth of an action with random continuations. */
static double mean_worth(const dom_round *round, dom_action action, int32_t playouts,
                         dom_random *random)
{
    double sum = 0;
    dom_event event;
    for (int32_t i = 0; i < playouts; i++) {
        dom_round copy = *round;
        dom_round_make(&copy, action, &event);
        dom_search_playout(&copy, random);
        sum += dom_search_worth(&copy, round->turn);
    }
    return sum / playouts;
}

void domino_vec_playouts(const domino_vec *vec, const uint8_t *which, int32_t playouts,
                         uint64_t seed, double *values)
{
    const domino_shape *shape = &vec->shape;
    for (int32_t g = 0; g < shape->games; g++) {
        const dom_game *game = &vec->game[g];
        double *of_game = values + (size_t)g * (size_t)shape->actions;
        if (which && !which[g])
            continue;
        dom_random random = dom_chance_of(seed, (uint64_t)g);
        clear_values(shape, of_game);
        for (int i = 0; i < game->legal_count && playouts > 0; i++)
            of_game[game->legal[i]] =
                mean_worth(&game->match.play, vec->action[game->legal[i]], playouts, &random);
    }
}

/* ---- open hands --------------------------------------------------------------------- */

typedef struct {
    dom_search_solver solver;
    uint64_t limit; /* of positions, for one game */
} budget;

static bool is_spent(void *context)
{
    const budget *b = context;
    return b->solver.positions >= b->limit;
}

/* Writes the values of one game. Returns true if all were found. */
static bool solve_game(const domino_shape *shape, const dom_game *game, budget *b, double *values)
{
    int32_t value[DOM_ACTIONS_MAX];
    const dom_round *round = &game->match.play;
    clear_values(shape, values);
    if (game->legal_count == 0)
        return true;
    b->solver.world++;
    b->solver.positions = 0;
    int count = dom_search_solve_each(&b->solver, round, round->turn, value);
    for (int i = 0; i < count; i++)
        values[game->legal[i]] = value[i];
    return count == game->legal_count;
}

int32_t domino_vec_solve(const domino_vec *vec, const uint8_t *which, int64_t positions,
                         double *values, uint8_t *solved)
{
    const domino_shape *shape = &vec->shape;
    dom_search_entry *table = calloc(TABLE, sizeof *table);
    budget b = {.solver = {.table = table, .entries = TABLE, .context = &b},
                .limit = (uint64_t)positions};
    b.solver.stop = positions > 0 ? is_spent : NULL;
    for (int32_t g = 0; table && g < shape->games; g++)
        if (which == NULL || which[g])
            solved[g] =
                solve_game(shape, &vec->game[g], &b, values + (size_t)g * (size_t)shape->actions);
    free(table);
    return table != NULL;
}

/* ---- worlds ------------------------------------------------------------------------- */

/* Draws the worlds of one observation. Returns how many were found. */
static int32_t sample_worlds(const domino_shape *shape, const dom_search_belief *belief,
                             dom_random *random, int32_t count, int8_t *worlds)
{
    dom_search_world world;
    dom_round round;
    for (int32_t i = 0; i < count; i++, worlds += shape->seats * shape->tiles) {
        if (dom_search_sample(belief, random, &world) != DOM_OK)
            return i;
        dom_search_begin(&round, belief, &world);
        dom_world_write(shape, &round, worlds);
    }
    return count;
}

/* Draws the worlds of a view. Returns DOM_OK, or DOM_E_MALFORMED if it contradicts itself. */
static dom_rc sample_game(const domino_vec *vec, dom_search_belief *belief, const dom_view *view,
                          dom_random random, int32_t count, int8_t *worlds, int32_t *found,
                          dom_err *err)
{
    dom_rc rc = dom_search_belief_of(belief, view, &vec->options, err);
    if (rc == DOM_OK)
        *found = sample_worlds(&vec->shape, belief, &random, count, worlds);
    return rc;
}

/* Tells what is wrong with the observation of game g. */
static int32_t fail_game(int32_t g, const dom_err *err, char *why, size_t size)
{
    dom_err of_game;
    (void)dom_err_set(&of_game, err->rc, "game %d: %.400s", g, err->text);
    dom_tell(&of_game, why, size);
    return g;
}

int32_t domino_vec_sample_worlds(const domino_vec *vec, const uint8_t *which, const int8_t *rows,
                                 const int32_t *totals, const int8_t *leads, int32_t count,
                                 uint64_t seed, int8_t *worlds, int32_t *found, char *why,
                                 size_t size)
{
    dom_view view;
    dom_err err;
    const domino_shape *shape = &vec->shape;
    size_t each = (size_t)count * (size_t)(shape->seats * shape->tiles);
    dom_search_belief *belief = malloc(sizeof *belief);
    int32_t wrong = belief ? -1 : 0;
    if (belief == NULL) {
        (void)dom_err_no_memory(&err);
        dom_tell(&err, why, size);
    }
    for (int32_t g = 0; wrong < 0 && g < shape->games; g++) {
        const int8_t *row = rows + (size_t)g * (size_t)shape->columns;
        if (which && !which[g])
            continue;
        found[g] = 0;
        if (row[0] == DOMINO_NOBODY)
            continue;
        dom_rc rc =
            dom_observation_read(&view, shape, row, totals + g * shape->totals, leads[g], &err);
        if (rc == DOM_OK)
            rc = sample_game(vec, belief, &view, dom_chance_of(seed, (uint64_t)g), count,
                             worlds + (size_t)g * each, &found[g], &err);
        if (rc != DOM_OK)
            wrong = fail_game(g, &err, why, size);
    }
    free(belief);
    return wrong;
}
