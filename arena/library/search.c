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

/* Observations of all games of a vec, as the caller gives them. */
typedef struct {
    const uint8_t *which; /* NULL: all */
    const int8_t *rows;
    const int32_t *totals;
    const int8_t *leads;
} observations;

/* Reads the observation of game g and works out what it tells. */
static dom_rc read_belief(dom_search_belief *belief, const domino_vec *vec, const observations *of,
                          int32_t g, dom_err *err)
{
    dom_view view;
    const domino_shape *shape = &vec->shape;
    dom_rc rc = dom_observation_read(&view, shape, of->rows + (size_t)g * (size_t)shape->columns,
                                     of->totals + g * shape->totals, of->leads[g], err);
    return rc == DOM_OK ? dom_search_belief_of(belief, &view, &vec->options, err) : rc;
}

/* Tells what is wrong with the observation of game g. */
static int32_t fail_game(int32_t g, const dom_err *err, char *why, size_t size)
{
    dom_err of_game;
    (void)dom_err_set(&of_game, err->rc, "game %d: %.400s", g, err->text);
    dom_tell(&of_game, why, size);
    return g;
}

/* Calls `use` for each named game with what its observation tells, or with NULL where the match is
 * over. Returns as domino_vec_sample_worlds. */
static int32_t for_each_belief(const domino_vec *vec, const observations *of,
                               void (*use)(void *context, int32_t g,
                                           const dom_search_belief *belief),
                               void *context, char *why, size_t size)
{
    dom_err err;
    dom_search_belief *belief = malloc(sizeof *belief);
    int32_t wrong = belief ? -1 : 0;
    if (belief == NULL) {
        (void)dom_err_no_memory(&err);
        dom_tell(&err, why, size);
    }
    for (int32_t g = 0; wrong < 0 && g < vec->shape.games; g++) {
        if (of->which && !of->which[g])
            continue;
        bool is_over = of->rows[(size_t)g * (size_t)vec->shape.columns] == DOMINO_NOBODY;
        if (!is_over && read_belief(belief, vec, of, g, &err) != DOM_OK)
            wrong = fail_game(g, &err, why, size);
        else
            use(context, g, is_over ? NULL : belief);
    }
    free(belief);
    return wrong;
}

typedef struct {
    const domino_shape *shape;
    uint64_t seed;
    int32_t count; /* of worlds for each game */
    int8_t *worlds;
    int32_t *found;
} world_sampling;

static void sample_game(void *context, int32_t g, const dom_search_belief *belief)
{
    const world_sampling *s = context;
    dom_random random = dom_chance_of(s->seed, (uint64_t)g);
    size_t cells = (size_t)s->shape->seats * (size_t)s->shape->tiles;
    int8_t *out = s->worlds + (size_t)g * (size_t)s->count * cells;
    dom_search_world world;
    dom_round round;
    s->found[g] = 0;
    while (belief && s->found[g] < s->count &&
           dom_search_sample(belief, &random, &world) == DOM_OK) {
        dom_search_begin(&round, belief, &world);
        dom_world_write(s->shape, &round, out + (size_t)s->found[g]++ * cells);
    }
}

int32_t domino_vec_sample_worlds(const domino_vec *vec, const uint8_t *which, const int8_t *rows,
                                 const int32_t *totals, const int8_t *leads, int32_t count,
                                 uint64_t seed, int8_t *worlds, int32_t *found, char *why,
                                 size_t size)
{
    world_sampling s = {&vec->shape, seed, count, worlds, found};
    observations of = {which, rows, totals, leads};
    return for_each_belief(vec, &of, sample_game, &s, why, size);
}

typedef struct {
    const domino_shape *shape;
    uint8_t *may_hold;
    double *worlds;
} telling;

static void tell_game(void *context, int32_t g, const dom_search_belief *belief)
{
    const telling *t = context;
    int seats = t->shape->seats, tiles = t->shape->tiles;
    uint8_t *out = t->may_hold + (size_t)g * (size_t)(seats * tiles);
    t->worlds[g] = belief ? dom_search_worlds(belief) : 0;
    for (int seat = 0; seat < seats; seat++) {
        dom_tileset may = belief ? dom_search_may_hold(belief, seat) : dom_tileset_empty();
        for (int tile = 0; tile < tiles; tile++)
            *out++ = dom_tileset_has(may, (dom_tile)tile);
    }
}

int32_t domino_vec_belief(const domino_vec *vec, const uint8_t *which, const int8_t *rows,
                          const int32_t *totals, const int8_t *leads, uint8_t *may_hold,
                          double *worlds, char *why, size_t size)
{
    telling t = {&vec->shape, may_hold, worlds};
    observations of = {which, rows, totals, leads};
    return for_each_belief(vec, &of, tell_game, &t, why, size);
}
