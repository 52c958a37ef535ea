/* Properties of the official list for which no published numbers exist. */
#include "nightly.h"
#include "pools.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <math.h>
#include <string.h>

enum { SETS = 300, PLAYERS = 6 };

TestSuite(ratings_list, .fini = free_all);

/* A set of two matches with exchanged seats and with points. */
typedef struct {
    dom_ratings_match match[2];
} pair_set;

static dom_ratings_match random_match(chance *c, uint32_t a, uint32_t b)
{
    double strength = ((double)b - (double)a) / PLAYERS;
    double x = strength + chance_normal(c);
    dom_ratings_match m = duel(a, b, x >= -0.1 ? 1 : 2, x <= 0.1 ? 1 : 2);
    m.rounds = 3;
    m.points[0] = lround(10 * x);
    m.points[1] = -m.points[0];
    return m;
}

static void random_sets(chance *c, pair_set sets[])
{
    for (int i = 0; i < SETS; i++) {
        uint32_t a = (uint32_t)(chance_uniform(c) * PLAYERS);
        uint32_t b = (a + 1 + (uint32_t)(chance_uniform(c) * (PLAYERS - 1))) % PLAYERS;
        sets[i].match[0] = random_match(c, a, b);
        sets[i].match[1] = random_match(c, b, a);
    }
}

static dom_ratings_list list_of(const pair_set sets[], size_t count,
                                const dom_ratings_list_options *options)
{
    dom_ratings_pool *pool = new_pool();
    for (size_t i = 0; i < count; i++)
        cr_assert(eq(int, dom_ratings_pool_add_set(pool, sets[i].match, 2), DOM_RATINGS_OK));
    return fitted(pool, options);
}

static void shuffle(chance *c, pair_set sets[])
{
    for (int i = SETS - 1; i > 0; i--) {
        int k = (int)(chance_uniform(c) * (i + 1));
        pair_set swap = sets[i];
        sets[i] = sets[k];
        sets[k] = swap;
    }
}

static void expect_same_bytes(const dom_ratings_list *a, const dom_ratings_list *b)
{
    cr_expect(eq(sz, a->count, b->count));
    for (size_t i = 0; i < a->count; i++) {
        const dom_ratings_rating *x = &a->row[i], *y = &b->row[i];
        cr_expect(eq(u32, x->player, y->player));
        cr_expect(eq(int, memcmp(&x->elo, &y->elo, sizeof x->elo), 0));
        cr_expect(eq(int, memcmp(&x->elo_lo, &y->elo_lo, sizeof x->elo), 0));
        cr_expect(eq(int, memcmp(&x->elo_hi, &y->elo_hi, sizeof x->elo), 0));
        cr_expect(eq(int, memcmp(&x->next.los, &y->next.los, sizeof x->elo), 0));
        cr_expect(eq(int, memcmp(&x->points_hi, &y->points_hi, sizeof x->elo), 0));
    }
    size_t bytes = a->count * a->count * sizeof *a->covariance;
    cr_expect(eq(int, memcmp(a->covariance, b->covariance, bytes), 0));
    cr_expect(eq(int, memcmp(&a->log_likelihood, &b->log_likelihood, sizeof(double)), 0));
}

Test(ratings_list, does_not_depend_on_the_order_of_sets_or_matches)
{
    static pair_set sets[SETS];
    chance c = {1};
    dom_ratings_list_options options = DOM_RATINGS_LIST_OPTIONS;
    options.wants_covariance = true;
    random_sets(&c, sets);
    dom_ratings_list first = list_of(sets, SETS, &options);
    for (int round = 0; round < 1000; round++) {
        shuffle(&c, sets);
        pair_set *turned = &sets[round % SETS];
        dom_ratings_match swap = turned->match[0];
        turned->match[0] = turned->match[1];
        turned->match[1] = swap;
        dom_ratings_list again = list_of(sets, SETS, &options);
        expect_same_bytes(&first, &again);
    }
}

static void relabel(pair_set sets[], const uint32_t label[])
{
    for (int i = 0; i < SETS; i++)
        for (int k = 0; k < 2; k++)
            for (int e = 0; e < 2; e++)
                sets[i].match[k].player[e][0] = label[sets[i].match[k].player[e][0]];
}

Test(ratings_list, does_not_depend_on_the_numbers_of_players)
{
    static const uint32_t label[PLAYERS] = {3, 5, 0, 4, 1, 2};
    static pair_set sets[SETS];
    chance c = {2};
    random_sets(&c, sets);
    dom_ratings_list before = list_of(sets, SETS, NULL);
    relabel(sets, label);
    dom_ratings_list after = list_of(sets, SETS, NULL);
    for (uint32_t i = 0; i < PLAYERS; i++) {
        check_near(elo_of(&after, label[i]), elo_of(&before, i), 1.5e-6);
        check_near(row_of(&after, label[i])->elo_hi, row_of(&before, i)->elo_hi, 1.5e-6);
        check_near(row_of(&after, label[i])->points, row_of(&before, i)->points, 0);
    }
}

/* With a weight of draws and tables of one set, which have a leverage. */
Test(ratings_list, with_draws_and_single_sets_it_does_not_depend_on_them_either)
{
    static const uint32_t label[] = {2, 0, 1};
    dom_ratings_list list[2];
    dom_ratings_list_options options = DOM_RATINGS_LIST_OPTIONS;
    options.model = DOM_RATINGS_MODEL_DAVIDSON;
    for (int k = 0; k < 2; k++) {
        uint32_t to[3];
        for (uint32_t i = 0; i < 3; i++)
            to[i] = k ? label[i] : i;
        dom_ratings_pool *pool = new_pool();
        add_score(pool, to[0], to[1], 1, 0, 0);
        add_score(pool, to[1], to[2], 0, 1, 0);
        add_score(pool, to[0], to[2], 0, 0, 1);
        list[k] = fitted(pool, &options);
    }
    for (uint32_t i = 0; i < 3; i++) {
        check_near(row_of(&list[1], label[i])->elo_lo, row_of(&list[0], i)->elo_lo, 1e-4);
        check_near(row_of(&list[1], label[i])->elo_hi, row_of(&list[0], i)->elo_hi, 1e-4);
    }
}

Test(ratings_list, anchor_moves_the_list_and_keeps_differences)
{
    static pair_set sets[SETS];
    chance c = {3};
    dom_ratings_list_options options = DOM_RATINGS_LIST_OPTIONS;
    random_sets(&c, sets);
    dom_ratings_list mean = list_of(sets, SETS, NULL);
    options.anchor = 2;
    options.anchor_elo = 1500;
    dom_ratings_list anchored = list_of(sets, SETS, &options);
    check_near(elo_of(&anchored, 2), 1500, 0);
    check_near(row_of(&anchored, 2)->elo_hi, 1500, 0);
    double sum = 0;
    for (uint32_t i = 0; i < PLAYERS; i++) {
        sum += elo_of(&mean, i);
        check_near(elo_of(&anchored, i) - 1500, elo_of(&mean, i) - elo_of(&mean, 2), 1.5e-6);
        cr_expect(eq(u32, mean.row[i].player, anchored.row[i].player));
        cr_expect(eq(u32, mean.row[i].rank_lo, anchored.row[i].rank_lo));
        cr_expect(eq(u32, mean.row[i].rank_hi, anchored.row[i].rank_hi));
    }
    check_near(sum, 1000 * PLAYERS, 1e-5);
}

/* Without draws Davidson's model is the same as Bradley and Terry's. */
Test(ratings_list, both_models_agree_without_draws)
{
    dom_ratings_pool *pool = new_pool();
    dom_ratings_list_options options = DOM_RATINGS_LIST_OPTIONS;
    add_score(pool, 0, 1, 7, 0, 4);
    add_score(pool, 1, 2, 9, 0, 2);
    add_score(pool, 0, 2, 5, 0, 5);
    dom_ratings_list halves = fitted(pool, &options);
    options.model = DOM_RATINGS_MODEL_DAVIDSON;
    dom_ratings_list davidson = fitted(pool, &options);
    check_near(davidson.tie_nu, 0, 0);
    for (uint32_t i = 0; i < 3; i++)
        check_near(elo_of(&davidson, i), elo_of(&halves, i), 0);
}

/* ---- tables and teams ------------------------------------------------------ */

/* Solves the score equations of three players at one table, where each pair has weight 1/2. */
Test(ratings_list, a_table_counts_every_pair_by_its_weight)
{
    dom_ratings_pool *pool = new_pool();
    dom_ratings_match m = {.entries = 3, .members = 1, .fault = DOM_RATINGS_NO_FAULT};
    static const uint8_t places[][3] = {{1, 2, 3}, {2, 1, 3}, {1, 2, 2}, {3, 1, 2}};
    for (uint8_t e = 0; e < 3; e++)
        m.player[e][0] = e;
    for (int i = 0; i < 4; i++) {
        memcpy(m.place, places[i], 3);
        add_match(pool, m);
    }
    dom_ratings_list list = fitted(pool, NULL);
    static const double scores[] = {5, 5.5, 1.5}; /* wins, draws as halves       */
    double theta[3], mean = 0;
    for (uint32_t i = 0; i < 3; i++)
        mean += theta[i] = (elo_of(&list, i) - 1000) / (400 / log(10));
    /* The ghost's rating is where its expected scores add up to half. */
    double ghost = mean / 3;
    for (int step = 0; step < 200; step++) {
        double excess = 0;
        for (int i = 0; i < 3; i++)
            excess += 1 / (1 + exp(ghost - theta[i])) - 0.5;
        ghost += excess;
    }
    for (int i = 0; i < 3; i++) {
        double expected = 1 / (1 + exp(ghost - theta[i]));
        for (int k = 0; k < 3; k++)
            expected += i == k ? 0 : 4 * 0.5 / (1 + exp(theta[k] - theta[i]));
        check_near(expected, scores[i] / 2 + 0.5, 1e-6);
    }
    cr_expect(eq(u64, row_of(&list, 0)->wins, 5));
    cr_expect(eq(u64, row_of(&list, 2)->draws, 1));
    cr_expect(eq(u64, row_of(&list, 2)->losses, 6));
}

/* A fault is a result against everybody else, who have none among themselves. */
Test(ratings_list, a_fault_counts_only_against_the_bot_that_made_it)
{
    dom_ratings_pool *pool = new_pool();
    dom_ratings_match m = {.entries = 3,
                           .members = 1,
                           .fault = 1,
                           .player = {{0}, {1}, {2}},
                           .place = {1, 3, 2},
                           .rounds = 1,
                           .points = {5, 6, 7}};
    add_match(pool, m);
    dom_ratings_list list = fitted(pool, NULL);
    check_near(elo_of(&list, 0), elo_of(&list, 2), 1e-6);
    cr_expect(eq(u64, row_of(&list, 0)->wins, 1));
    cr_expect(eq(u64, row_of(&list, 1)->losses, 2));
    cr_expect(not(row_of(&list, 0)->has_points));
}

/* A team of one bot in both seats is rated like that bot. */
Test(ratings_list, a_team_of_one_bot_is_rated_like_that_bot)
{
    dom_ratings_pool *single = new_pool(), *team = new_pool();
    for (int i = 0; i < 10; i++) {
        add_match(single, duel(0, 1, i < 7 ? 1 : 2, i < 7 ? 2 : 1));
        add_match(team, team_match(0, 0, 1, 1, i < 7));
    }
    dom_ratings_list a = fitted(single, NULL), b = fitted(team, NULL);
    for (size_t i = 0; i < 2; i++)
        check_near(b.row[i].elo_hi, a.row[i].elo_hi, 0);
}

/* With different partners the team has their mean rating, and a partner on both sides cancels
 * out. */
Test(ratings_list, a_team_has_the_mean_rating_of_its_members)
{
    dom_ratings_pool *pool = new_pool();
    dom_ratings_list_options options = DOM_RATINGS_LIST_OPTIONS;
    options.prior = 1e-9;
    for (int i = 0; i < 3; i++) {
        add_match(pool, team_match(0, 1, 2, 1, i < 2)); /* 0 - 2 = 2 ln 2 */
        add_match(pool, team_match(1, 0, 2, 2, i < 2)); /* mean(0, 1) - 2 = ln 2 */
    }
    dom_ratings_list list = fitted(pool, &options);
    check_near(elo_of(&list, 0) - elo_of(&list, 2), 2 * 120.4119982656, 1e-4);
    check_near(elo_of(&list, 1) - elo_of(&list, 2), 0, 1e-4);
}

/* ---- players without a proper rating ---------------------------------------- */

static void expect_finite(const dom_ratings_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        const dom_ratings_rating *r = &list->row[i];
        cr_expect(isfinite(r->elo) && isfinite(r->elo_lo) && isfinite(r->elo_hi));
        cr_expect(isfinite(r->points) && isfinite(r->points_lo) && isfinite(r->points_hi));
        cr_expect(isfinite(r->next.los) && isfinite(r->degrees));
        cr_expect(le(dbl, r->elo_lo, r->elo));
        cr_expect(le(dbl, r->elo, r->elo_hi));
        cr_expect(ge(u32, r->rank_lo, 1));
        cr_expect(le(u32, r->rank_lo, r->rank_hi));
        cr_expect(le(u32, r->rank_hi, (uint32_t)list->count));
    }
    cr_expect(isfinite(list->variance_reduction.hi) && isfinite(list->information_ratio.hi));
    cr_expect(isfinite(list->points_variance_reduction.hi) && isfinite(list->tie_nu));
}

/* ---- hidden players --------------------------------------------------------- */

/* Expects equal lines to the last bit, apart from the fields that depend on other lines. */
static void expect_same_rating(const dom_ratings_rating *a, const dom_ratings_rating *b)
{
    cr_assert(a && b);
    cr_expect(a->elo == b->elo && a->elo_lo == b->elo_lo && a->elo_hi == b->elo_hi);
    cr_expect(a->degrees == b->degrees && a->bound == b->bound && a->few_sets == b->few_sets);
    cr_expect(a->points == b->points && a->points_lo == b->points_lo);
    cr_expect(a->sets == b->sets && a->matches == b->matches && a->wins == b->wins);
}

Test(ratings_list, hiding_players_changes_no_rating_and_the_rest_are_ranked_among_themselves)
{
    enum { BOTS = 5 };
    dom_ratings_pool *pool = new_pool();
    dom_ratings_list_options options = DOM_RATINGS_LIST_OPTIONS;
    bool hidden[BOTS];
    options.anchor = 4;
    for (uint32_t a = 0; a < BOTS; a++)
        for (uint32_t b = a + 1; b < BOTS; b++)
            add_score(pool, a, b, 40 + 7 * (int)(b - a), 3, 20);
    dom_ratings_list all = fitted(pool, &options);
    options.hidden = hidden;
    for (unsigned set = 0; set < 1u << BOTS; set++) {
        size_t count = 0;
        for (uint32_t i = 0; i < BOTS; i++) {
            hidden[i] = set >> i & 1;
            count += !hidden[i];
        }
        dom_ratings_list list = fitted(pool, &options);
        cr_assert(eq(sz, list.count, count));
        cr_expect(eq(u64, list.matches, all.matches));
        expect_finite(&list);
        for (size_t i = 0; i < count; i++) {
            cr_expect(not(hidden[list.row[i].player]));
            expect_same_rating(&list.row[i], row_of(&all, list.row[i].player));
            cr_expect(eq(int, !list.row[i].has_next, i + 1 == count));
        }
    }
}

Test(ratings_list, los_is_against_the_next_player_that_is_not_hidden)
{
    dom_ratings_pool *pool = new_pool();
    dom_ratings_list_options options = DOM_RATINGS_LIST_OPTIONS;
    add_score(pool, 0, 1, 60, 0, 50);
    add_score(pool, 1, 2, 60, 0, 50);
    add_score(pool, 0, 2, 90, 0, 10);
    add_score(pool, 3, 4, 5, 0, 5); /* an island of their own                      */
    dom_ratings_list all = fitted(pool, &options);
    options.hidden = (const bool[]){false, true, false, false, true};
    dom_ratings_list list = fitted(pool, &options);
    cr_assert(eq(sz, list.count, 3));
    cr_expect(eq(u32, list.row[0].player, 0));
    cr_expect(eq(u32, list.row[1].player, 2));
    cr_expect(lt(dbl, all.row[0].next.los, list.row[0].next.los));
    cr_expect(eq(u32, list.row[0].rank_hi, 1));
    cr_expect(eq(u32, list.row[1].rank_lo, 2));
    cr_expect(eq(u32, list.row[1].rank_hi, 2));
    cr_expect(eq(u32, list.islands, 2));
    options.hidden = (const bool[]){true, true, true, false, false};
    list = fitted(pool, &options);
    cr_expect(eq(u32, list.islands, 1));
    cr_expect(eq(u32, list.row[0].island, 1));
}

Test(ratings_list, a_pool_without_players_is_refused)
{
    dom_ratings_pool *pool = new_pool();
    dom_ratings_list list;
    cr_expect(eq(int, dom_ratings_list_fit(&list, pool, NULL), DOM_RATINGS_E_EMPTY));
    cr_expect(eq(ptr, list.row, NULL));
}

Test(ratings_list, without_results_every_player_is_an_island)
{
    dom_ratings_pool *pool = new_pool();
    cr_assert(eq(int, dom_ratings_pool_players(pool, 3), DOM_RATINGS_OK));
    dom_ratings_list list = fitted(pool, NULL);
    cr_expect(eq(u32, list.islands, 3));
    cr_expect(not(list.is_connected));
    expect_finite(&list);
    for (size_t i = 0; i < 3; i++) {
        check_near(list.row[i].elo, 1000, 0);
        cr_expect(not(list.row[i].has_next));
        cr_expect(eq(u32, list.row[i].rank_hi, 1));
        cr_expect(list.row[i].is_fixed);
    }
}

Test(ratings_list, a_single_bot_has_the_rating_of_the_anchor)
{
    dom_ratings_pool *pool = new_pool();
    dom_ratings_match m = duel(0, 0, 1, 2); /* against itself there is no result  */
    m.rounds = 2;
    m.points[0] = 5;
    m.points[1] = 1;
    add_match(pool, m);
    for (int without_prior = 0; without_prior < 2; without_prior++) {
        dom_ratings_list_options options = DOM_RATINGS_LIST_OPTIONS;
        options.prior = without_prior ? 0 : 0.5;
        dom_ratings_list list = fitted(pool, &options);
        check_near(list.row[0].elo, 1000, 0);
        check_near(list.row[0].points, 1.5, 0);
        cr_expect(eq(u64, list.row[0].matches, 1));
        expect_finite(&list);
    }
}

Test(ratings_list, draws_alone_give_equal_ratings)
{
    for (int model = DOM_RATINGS_MODEL_HALVES; model <= DOM_RATINGS_MODEL_DAVIDSON; model++) {
        dom_ratings_pool *pool = new_pool();
        dom_ratings_list_options options = DOM_RATINGS_LIST_OPTIONS;
        options.model = (dom_ratings_model)model;
        add_score(pool, 0, 1, 0, 30, 0);
        add_score(pool, 1, 2, 0, 30, 0);
        dom_ratings_list list = fitted(pool, &options);
        cr_expect(list.is_connected);
        for (size_t i = 0; i < 3; i++)
            check_near(list.row[i].elo, 1000, 1e-6);
        expect_finite(&list);
    }
}

Test(ratings_list, perfect_scores_have_bounds)
{
    dom_ratings_pool *pool = new_pool();
    add_score(pool, 0, 1, 20, 0, 0);
    add_score(pool, 1, 2, 10, 5, 10);
    add_score(pool, 2, 3, 20, 0, 0);
    dom_ratings_list list = fitted(pool, NULL);
    cr_expect(eq(u32, list.islands, 1));
    cr_expect(eq(str, (char *)dom_ratings_bound_word(row_of(&list, 0)->bound), ">"));
    cr_expect(eq(str, (char *)dom_ratings_bound_word(row_of(&list, 1)->bound), ""));
    cr_expect(eq(str, (char *)dom_ratings_bound_word(row_of(&list, 2)->bound), ""));
    check_near(elo_of(&list, 1) + elo_of(&list, 2), 2000, 1e-5); /* they are the mean */
    cr_expect(eq(str, (char *)dom_ratings_bound_word(row_of(&list, 3)->bound), "<"));
    cr_expect(dom_ratings_bound_has_lo(row_of(&list, 0)->bound));
    cr_expect(not(dom_ratings_bound_has_hi(row_of(&list, 0)->bound)), "only the prior holds it");
    cr_expect(not(dom_ratings_bound_has_lo(row_of(&list, 3)->bound)));
    cr_expect(dom_ratings_bound_has_hi(row_of(&list, 3)->bound));
    expect_finite(&list);
}

/* A third of a match lost is almost no point. The mean stays that of the others, so one result does
 * not move them all. */
Test(ratings_list, almost_no_point_moves_no_mean)
{
    double elo[2];
    for (int losses = 0; losses < 2; losses++) {
        dom_ratings_pool *pool = new_pool();
        add_tables(pool, losses);
        dom_ratings_list list = fitted(pool, NULL);
        cr_expect(eq(int, row_of(&list, 0)->bound, DOM_RATINGS_BOUND_BELOW));
        check_near(elo_of(&list, 1) + elo_of(&list, 2) + elo_of(&list, 3), 3000, 1e-4);
        elo[losses] = elo_of(&list, 2);
    }
    check_near(elo[1], elo[0], 10);
}

/* If there is no main group, only the prior determines the ratings. */
Test(ratings_list, in_a_chain_of_one_sided_results_every_rating_has_a_bound)
{
    dom_ratings_pool *pool = new_pool();
    add_score(pool, 0, 1, 20, 0, 0);
    add_score(pool, 1, 2, 20, 0, 0);
    dom_ratings_list list = fitted(pool, NULL);
    cr_expect(eq(int, row_of(&list, 0)->bound, DOM_RATINGS_BOUND_BELOW));
    cr_expect(eq(int, row_of(&list, 1)->bound, DOM_RATINGS_BOUND_BOTH));
    cr_expect(eq(int, row_of(&list, 2)->bound, DOM_RATINGS_BOUND_ABOVE));
    check_near(elo_of(&list, 1), 1000, 1e-6);
    expect_finite(&list);
}

/* Relative to an anchor in the chain, who won has a lower limit, and who lost an upper one. So do
 * gaps. */
Test(ratings_list, in_a_chain_with_an_anchor_limits_follow_from_the_way_to_it)
{
    dom_ratings_pool *pool = new_pool();
    dom_ratings_list_options options = DOM_RATINGS_LIST_OPTIONS;
    options.anchor = 2;
    for (uint32_t i = 0; i < 4; i++)
        add_score(pool, i, i + 1, 20, 0, 0);
    dom_ratings_list list = fitted(pool, &options);
    cr_assert(eq(sz, list.count, 5));
    for (uint32_t i = 0; i < 5; i++) {
        const dom_ratings_rating *row = &list.row[i];
        cr_assert(eq(u32, row->player, i));
        cr_expect(eq(int, row->bound,
                     i<2 ? DOM_RATINGS_BOUND_BELOW : i> 2 ? DOM_RATINGS_BOUND_ABOVE
                                                          : DOM_RATINGS_BOUND_NONE),
                  "player %u", i);
        if (row->has_next) {
            cr_expect(row->next.has_lo && !row->next.has_hi, "player %u", i);
            cr_expect(lt(dbl, 200, row->next.lo), "player %u", i);
        }
    }
    cr_expect(lt(dbl, 1200, list.row[1].elo_lo));
    cr_expect(lt(dbl, list.row[3].elo_hi, 800));
}

Test(ratings_list, bots_that_never_met_are_islands)
{
    dom_ratings_pool *pool = new_pool();
    dom_ratings_list_options options = DOM_RATINGS_LIST_OPTIONS;
    add_score(pool, 0, 1, 10, 0, 5);
    add_score(pool, 2, 3, 10, 0, 5);
    add_score(pool, 3, 4, 10, 0, 5);
    dom_ratings_list list = fitted(pool, &options);
    cr_expect(eq(u32, list.islands, 2));
    cr_expect(not(list.is_connected));
    cr_expect(eq(u32, row_of(&list, 2)->island, 1)); /* the largest comes first */
    cr_expect(eq(u32, list.row[3].player, 0));
    cr_expect(not(list.row[2].has_next));
    cr_expect(eq(int, row_of(&list, 0)->bound, DOM_RATINGS_BOUND_NONE));
    cr_expect(le(u32, row_of(&list, 0)->rank_hi, 2));
    expect_finite(&list);
    options.anchor = 1;
    list = fitted(pool, &options);
    cr_expect(eq(u32, row_of(&list, 0)->island, 1)); /* the anchor's comes first */
    options.prior = 0;
    cr_expect(eq(int, dom_ratings_list_fit(&list, pool, &options), DOM_RATINGS_E_SEPARATED));
}

/* Returns a random match of 2..8 entries, or of two teams with random partners. */
static dom_ratings_match any_match(chance *c, uint32_t players)
{
    dom_ratings_match m = {.entries = (uint8_t)(2 + chance_uniform(c) * 7),
                           .members = chance_uniform(c) < 0.3 ? 2 : 1,
                           .fault = DOM_RATINGS_NO_FAULT,
                           .rounds = chance_uniform(c) < 0.5};
    if (chance_uniform(c) < 0.1)
        m.fault = (int8_t)(chance_uniform(c) * m.entries);
    for (int e = 0; e < m.entries; e++) {
        m.player[e][0] = (uint32_t)(chance_uniform(c) * players);
        m.player[e][1] = (uint32_t)(chance_uniform(c) * players);
        m.place[e] = (uint8_t)(1 + chance_uniform(c) * (chance_uniform(c) < 0.5 ? 2 : 8));
        m.points[e] = (int64_t)((2 * chance_uniform(c) - 1) * DOM_RATINGS_POOL_POINTS_MAX);
    }
    return m;
}

Test(ratings_list, all_numbers_are_finite)
{
    static const double priors[] = {0, 0.01, 0.5, 100};
    chance c = {21};
    for (int i = in_nightly(3000, 320); i > 0; i--) {
        dom_ratings_pool *pool = new_pool();
        dom_ratings_list list;
        uint32_t players = 1 + (uint32_t)(chance_uniform(&c) * 10);
        for (int sets = (int)(chance_uniform(&c) * 8); sets >= 0; sets--) {
            dom_ratings_match set[] = {any_match(&c, players), any_match(&c, players)};
            cr_assert(eq(int, dom_ratings_pool_add_set(pool, set, 1 + sets % 2), DOM_RATINGS_OK));
        }
        dom_ratings_list_options options = DOM_RATINGS_LIST_OPTIONS;
        options.prior = priors[i % 4];
        options.model = i / 4 % 2 ? DOM_RATINGS_MODEL_DAVIDSON : DOM_RATINGS_MODEL_HALVES;
        options.intervals = i / 8 % 2 ? DOM_RATINGS_INTERVALS_MODEL : DOM_RATINGS_INTERVALS_SETS;
        options.anchor = i / 16 % 2 ? 0 : DOM_RATINGS_LIST_ANCHOR_MEAN;
        dom_ratings_rc rc = dom_ratings_list_fit(&list, pool, &options);
        if (options.prior > 0)
            cr_expect(eq(int, rc, DOM_RATINGS_OK), "%d", i);
        if (rc == DOM_RATINGS_OK)
            expect_finite(&list);
        dom_ratings_list_clear(&list);
        free_all();
    }
}

Test(ratings_list, refuses_options_out_of_range)
{
    dom_ratings_pool *pool = new_pool();
    dom_ratings_list list;
    add_score(pool, 0, 1, 1, 0, 1);
    dom_ratings_list_options wrong[] = {DOM_RATINGS_LIST_OPTIONS, DOM_RATINGS_LIST_OPTIONS,
                                        DOM_RATINGS_LIST_OPTIONS, DOM_RATINGS_LIST_OPTIONS,
                                        DOM_RATINGS_LIST_OPTIONS, DOM_RATINGS_LIST_OPTIONS,
                                        DOM_RATINGS_LIST_OPTIONS};
    wrong[0].prior = NAN;
    wrong[1].prior = -0.5;
    wrong[2].prior = INFINITY;
    wrong[3].anchor_elo = NAN;
    wrong[4].anchor = 2;
    wrong[5].anchor = -2;
    wrong[6].model = (dom_ratings_model)7;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        cr_expect(eq(int, dom_ratings_list_fit(&list, pool, &wrong[i]), DOM_RATINGS_E_INVALID),
                  "%zu", i);
    dom_ratings_list_options last = DOM_RATINGS_LIST_OPTIONS;
    last.prior = 1000;
    last.anchor_elo = -1e6;
    (void)fitted(pool, &last);
    last.prior = 1000.5;
    cr_expect(eq(int, dom_ratings_list_fit(&list, pool, &last), DOM_RATINGS_E_INVALID));
    last.prior = 0.5;
    last.anchor_elo = 1.01e6;
    cr_expect(eq(int, dom_ratings_list_fit(&list, pool, &last), DOM_RATINGS_E_INVALID));
}
