/* Looks ahead in many games at once. */
#include "search/playout.h"

#include "search/position.h"
#include "vec.h"

#include <math.h>

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
