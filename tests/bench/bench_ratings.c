/* Speed of the ratings, one thread, processor seconds: a million results of two seats
 * and a hundred bots, fed and fitted with intervals; ten thousand sets with a thousand
 * repetitions of the bootstrap; the history of a million results of two hundred bots.
 *
 *     bench_ratings
 */
#include "bench.h"
#include "ratings/history.h"

#include <stdio.h>
#include <stdlib.h>

enum { PLAYERS = 100, MANY = 200, SETS = 500000, BOOTSTRAP_SETS = 10000, REPETITIONS = 1000 };

static dom_ratings_match match_of(uint32_t a, uint32_t b)
{
    int64_t points = (int64_t)bench_below(400) - 200 + (int64_t)a - (int64_t)b;
    return (dom_ratings_match){.entries = 2,
                               .members = 1,
                               .fault = DOM_RATINGS_NO_FAULT,
                               .player = {{a}, {b}},
                               .place = {points >= 0 ? 1 : 2, points <= 0 ? 1 : 2},
                               .rounds = 5,
                               .points = {points, -points}};
}

static dom_ratings_match *make_sets(size_t sets, uint32_t players)
{
    dom_ratings_match *match = malloc(2 * sets * sizeof *match);
    if (match == NULL)
        abort();
    for (size_t i = 0; i < sets; i++) {
        uint32_t a = bench_below(players), b = (a + 1 + bench_below(players - 1)) % players;
        match[2 * i] = match_of(a, b);
        match[2 * i + 1] = match_of(b, a);
    }
    return match;
}

static dom_ratings_pool *feed(const dom_ratings_match match[], size_t sets)
{
    dom_ratings_pool *pool = dom_ratings_pool_new();
    for (size_t i = 0; pool && i < sets; i++)
        if (dom_ratings_pool_add_set(pool, &match[2 * i], 2) != DOM_RATINGS_OK)
            abort();
    return pool;
}

static void bench_list(void)
{
    dom_ratings_match *match = make_sets(SETS, PLAYERS);
    dom_ratings_list list;
    double start = bench_now_s();
    dom_ratings_pool *pool = feed(match, SETS);
    double fed = bench_now_s();
    if (dom_ratings_list_fit(&list, pool, NULL) != DOM_RATINGS_OK)
        abort();
    double fitted = bench_now_s();
    (void)printf("%d results of %d bots: %.3f s to feed, %.3f s to fit with intervals, %d steps\n",
                 2 * SETS, PLAYERS, fed - start, fitted - fed, list.steps);
    dom_ratings_list_clear(&list);
    dom_ratings_pool_free(&pool);
    free(match);
}

static void bench_bootstrap(void)
{
    static dom_ratings_bootstrap interval[PLAYERS];
    dom_ratings_match *match = make_sets(BOOTSTRAP_SETS, PLAYERS);
    dom_ratings_pool *pool = feed(match, BOOTSTRAP_SETS);
    double start = bench_now_s();
    if (dom_ratings_list_bootstrap(interval, pool, NULL, REPETITIONS, 1) != DOM_RATINGS_OK)
        abort();
    (void)printf("%d sets of %d bots, %d repetitions of the bootstrap: %.3f s\n", BOOTSTRAP_SETS,
                 PLAYERS, REPETITIONS, bench_now_s() - start);
    dom_ratings_pool_free(&pool);
    free(match);
}

static void bench_history(void)
{
    dom_ratings_match *match = make_sets(SETS, MANY);
    dom_ratings_pool *pool = feed(match, SETS);
    dom_ratings_history history;
    double start = bench_now_s();
    if (dom_ratings_history_fit(&history, pool, NULL) != DOM_RATINGS_OK)
        abort();
    (void)printf("%d results of %d bots, history of %zu points: %.3f s\n", 2 * SETS, MANY,
                 history.points, bench_now_s() - start);
    dom_ratings_history_clear(&history);
    dom_ratings_pool_free(&pool);
    free(match);
}

int main(void)
{
    bench_list();
    bench_bootstrap();
    bench_history();
    return 0;
}
