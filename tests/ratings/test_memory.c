/* If memory runs out, functions return an error and leave the pool unchanged. */
#include "../tools/scarce.h"
#include "pools.h"
#include "ratings/all_round.h"
#include "ratings/history.h"
#include "ratings/plackett_luce.h"
#include "ratings/versus.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdlib.h>
#include <string.h>

enum { PLAYERS = 70, SETS = 120 };

/* Adds sets of all kinds: two players, three players and teams, with points. */
static dom_ratings_rc add_set(dom_ratings_pool *pool, uint32_t i)
{
    dom_ratings_match set[3] = {
        duel(i % PLAYERS, (i + 1) % PLAYERS, 1, 1 + i % 3),
        {.entries = 3, .members = 1, .fault = DOM_RATINGS_NO_FAULT, .rounds = 2},
        {.entries = 2, .members = 2, .fault = DOM_RATINGS_NO_FAULT}};
    for (uint32_t e = 0; e < 3; e++) {
        set[1].player[e][0] = (i * 7 + e) % PLAYERS;
        set[1].place[e] = (uint8_t)(1 + (i + e) % 3);
        set[1].points[e] = (int64_t)i - 20 * e;
    }
    for (uint32_t e = 0; e < 4; e++) {
        set[2].player[e / 2][e % 2] = (i * 3 + e) % PLAYERS;
        set[2].place[e / 2] = (uint8_t)(1 + (i / 2 + e / 2) % 2);
    }
    return dom_ratings_pool_add_set(pool, set, 3);
}

static dom_ratings_pool *pool_of(uint32_t sets)
{
    dom_ratings_pool *pool = dom_ratings_pool_new();
    for (uint32_t i = 0; i < sets; i++)
        cr_assert(eq(int, add_set(pool, i), DOM_RATINGS_OK));
    return pool;
}

static void expect_same_pool(dom_ratings_pool *a, dom_ratings_pool *b)
{
    dom_ratings_bytes x = {.is_reading = false}, y = x;
    dom_ratings_pool_code(&a, &x);
    dom_ratings_pool_code(&b, &y);
    cr_assert(eq(sz, x.count, y.count));
    cr_assert(eq(int, memcmp(x.bytes, y.bytes, x.count), 0));
    free(x.bytes);
    free(y.bytes);
}

/* Lets every allocation fail in turn: the set does not count, and can be added again. */
Test(ratings_memory, a_set_that_ran_out_of_memory_can_be_added_again)
{
    int failures = 0;
    dom_ratings_pool *pool = NULL, *expected = pool_of(SETS);
    scarce_at(1);
    cr_assert(dom_ratings_pool_new() == NULL);
    cr_assert(scarce_end());
    pool = dom_ratings_pool_new();
    for (uint32_t i = 0; i < SETS; i++) {
        bool has_failed = true;
        for (long nth = 1; has_failed; nth++) {
            scarce_at(nth);
            dom_ratings_rc rc = add_set(pool, i);
            has_failed = scarce_end();
            cr_assert(eq(int, rc, has_failed ? DOM_RATINGS_E_NOMEM : DOM_RATINGS_OK));
            failures += has_failed;
        }
    }
    cr_assert(ge(int, failures, 20), "hardly any has failed");
    expect_same_pool(pool, expected);
    dom_ratings_pool_free(&pool);
    dom_ratings_pool_free(&expected);
}

static dom_ratings_rc fit_sets(const dom_ratings_pool *pool,
                               const dom_ratings_list_options *options)
{
    dom_ratings_list list;
    dom_ratings_rc rc = dom_ratings_list_fit(&list, pool, options);
    if (rc == DOM_RATINGS_OK)
        dom_ratings_list_clear(&list);
    return rc;
}

static dom_ratings_rc fit_history(const dom_ratings_pool *pool,
                                  const dom_ratings_list_options *options)
{
    dom_ratings_history history;
    dom_ratings_rc rc = dom_ratings_history_fit(&history, pool, options);
    if (rc == DOM_RATINGS_OK)
        dom_ratings_history_clear(&history);
    return rc;
}

static dom_ratings_rc fit_bootstrap(const dom_ratings_pool *pool,
                                    const dom_ratings_list_options *options)
{
    static dom_ratings_bootstrap out[PLAYERS];
    return dom_ratings_list_bootstrap(out, pool, options, DOM_RATINGS_BOOTSTRAP_MIN, 1);
}

static dom_ratings_rc meet(const dom_ratings_pool *pool, const dom_ratings_list_options *options)
{
    static dom_ratings_versus out[PLAYERS * PLAYERS];
    static double elo[PLAYERS];
    const dom_ratings_list list = {.elo = elo};
    (void)options;
    return dom_ratings_versus_all(out, PLAYERS, pool, &list);
}

/* The all-round list of the same list twice. */
static dom_ratings_rc fit_all_round(const dom_ratings_pool *pool,
                                    const dom_ratings_list_options *options)
{
    static uint32_t player[PLAYERS];
    const dom_ratings_all_round_list twice[] = {{pool, options, player, 1},
                                                {pool, options, player, 1}};
    const dom_ratings_all_round_options how = {.players = PLAYERS, .is_simultaneous = true};
    dom_ratings_all_round all;
    for (uint32_t i = 0; i < PLAYERS; i++)
        player[i] = i;
    dom_ratings_rc rc = dom_ratings_all_round_fit(&all, twice, 2, &how);
    if (rc == DOM_RATINGS_OK)
        dom_ratings_all_round_clear(&all);
    return rc;
}

/* More rankings than fit into the first room. */
static dom_ratings_rc fit_plackett_luce(const dom_ratings_pool *pool,
                                        const dom_ratings_list_options *options)
{
    (void)pool;
    dom_ratings_rankings *rankings = dom_ratings_rankings_new();
    dom_ratings_rc rc = rankings ? DOM_RATINGS_OK : DOM_RATINGS_E_NOMEM;
    for (uint32_t i = 0; rc == DOM_RATINGS_OK && i < SETS; i++) {
        dom_ratings_match match = duel(i % PLAYERS, (i + 1 + i / PLAYERS) % PLAYERS, 1, 2);
        rc = dom_ratings_rankings_add(rankings, &match);
    }
    dom_ratings_plackett_luce found;
    if (rc == DOM_RATINGS_OK)
        rc = dom_ratings_plackett_luce_fit(&found, rankings, options->prior);
    if (rc == DOM_RATINGS_OK)
        dom_ratings_plackett_luce_clear(&found);
    dom_ratings_rankings_free(&rankings);
    return rc;
}

static void fail_each(dom_ratings_rc (*work)(const dom_ratings_pool *,
                                             const dom_ratings_list_options *),
                      uint32_t sets, const dom_ratings_list_options *options)
{
    dom_ratings_rc rc;
    dom_ratings_pool *pool = pool_of(sets), *before = pool_of(sets);
    long nth = 0;
    bool has_failed;
    do {
        scarce_at(++nth);
        rc = work(pool, options);
        has_failed = scarce_end();
        cr_assert(eq(int, rc, has_failed ? DOM_RATINGS_E_NOMEM : DOM_RATINGS_OK), "%ld", nth);
    } while (has_failed);
    cr_assert(ge(long, nth, 2), "nothing has failed");
    expect_same_pool(pool, before);
    dom_ratings_pool_free(&pool);
    dom_ratings_pool_free(&before);
}

Test(ratings_memory, out_of_memory_gives_no_half_filled_list)
{
    dom_ratings_list_options options = DOM_RATINGS_LIST_OPTIONS;
    fail_each(fit_sets, SETS, &options);
    options.wants_covariance = options.wants_differences = options.is_simultaneous = true;
    fail_each(fit_sets, SETS, &options);
    fail_each(fit_all_round, SETS, &options);
    options.model = DOM_RATINGS_MODEL_DAVIDSON;
    options.intervals = DOM_RATINGS_INTERVALS_MODEL;
    fail_each(fit_sets, SETS, &options);
    fail_each(fit_history, SETS / 4, NULL);
    fail_each(fit_bootstrap, SETS / 4, NULL);
    fail_each(meet, SETS, NULL);
    fail_each(fit_plackett_luce, SETS, &options);
    options.prior = 0;
    fail_each(fit_plackett_luce, SETS, &options);
}

/* Missing bytes are noticed, and so is a pool that cannot be read. */
Test(ratings_memory, a_pool_is_written_and_read_completely_or_not_at_all)
{
    dom_ratings_pool *pool = pool_of(SETS);
    dom_ratings_bytes whole = {.is_reading = false};
    dom_ratings_pool_code(&pool, &whole);
    bool has_failed = true;
    for (long nth = 1; has_failed; nth++) {
        dom_ratings_bytes written = {.is_reading = false};
        scarce_at(nth);
        dom_ratings_pool_code(&pool, &written);
        has_failed = scarce_end();
        cr_assert(eq(int, written.is_broken, has_failed));
        free(written.bytes);
    }
    has_failed = true;
    for (long nth = 1; has_failed; nth++) {
        dom_ratings_pool *again = NULL;
        dom_ratings_bytes bytes = whole;
        bytes.is_reading = true;
        scarce_at(nth);
        dom_ratings_pool_code(&again, &bytes);
        has_failed = scarce_end();
        cr_assert(eq(int, bytes.is_broken, has_failed));
        cr_assert(eq(int, again == NULL, has_failed));
        dom_ratings_pool_free(&again);
    }
    free(whole.bytes);
    dom_ratings_pool_free(&pool);
}
