/* One rating for each player over several lists. */
#include "pools.h"
#include "ratings/all_round.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <math.h>

enum { PLAYERS = 4, LISTS_MAX = 3 };

static const uint32_t same[PLAYERS] = {0, 1, 2, 3};
static dom_ratings_list_options list_options;
static dom_ratings_pool *pool[LISTS_MAX];
static dom_ratings_all_round_list lists[LISTS_MAX];
static dom_ratings_all_round all;

static void begin(void)
{
    list_options = DOM_RATINGS_LIST_OPTIONS;
    for (int v = 0; v < LISTS_MAX; v++) {
        pool[v] = dom_ratings_pool_new();
        cr_assert(ne(ptr, pool[v], NULL));
        lists[v] = (dom_ratings_all_round_list){pool[v], &list_options, same, 1};
    }
}

static void end(void)
{
    dom_ratings_all_round_clear(&all);
    for (int v = 0; v < LISTS_MAX; v++)
        dom_ratings_pool_free(&pool[v]);
}

TestSuite(ratings_all_round, .init = begin, .fini = end);

static void fit(size_t count, int32_t anchor)
{
    const dom_ratings_all_round_options options = {
        .players = PLAYERS, .anchor = anchor, .anchor_elo = 1000};
    dom_ratings_all_round_clear(&all);
    cr_assert(eq(int, dom_ratings_all_round_fit(&all, lists, count, &options), DOM_RATINGS_OK));
}

static const dom_ratings_all_round_row *of(uint32_t player)
{
    for (size_t i = 0; i < all.count; i++)
        if (all.row[i].player == player)
            return &all.row[i];
    cr_assert(false, "player %u is not ranked", player);
    return NULL;
}

/* Lets the first `players` meet in one list. The lower number wins so many of 20 matches. */
static void play(int v, uint32_t players, int wins)
{
    for (uint32_t a = 0; a < players; a++)
        for (uint32_t b = a + 1; b < players; b++)
            add_score(pool[v], a, b, wins, 0, 20 - wins);
}

static dom_ratings_list list_of(int v)
{
    dom_ratings_list list;
    dom_ratings_list_options options = list_options;
    options.wants_differences = true;
    cr_assert(eq(int, dom_ratings_list_fit(&list, pool[v], &options), DOM_RATINGS_OK));
    return list;
}

/* Checks that the all-round list of one list is that list. */
static void check_same_rows(const dom_ratings_list *list)
{
    cr_assert(eq(sz, all.count, list->count));
    for (size_t i = 0; i < list->count; i++) {
        const dom_ratings_rating *row = &list->row[i];
        check_near(of(row->player)->elo, row->elo, 1e-5);
        check_near(of(row->player)->elo_lo, row->elo_lo, 1e-3);
        check_near(of(row->player)->elo_hi, row->elo_hi, 1e-3);
        cr_expect(eq(u32, of(row->player)->rank_lo, row->rank_lo));
        cr_expect(eq(u32, of(row->player)->rank_hi, row->rank_hi));
        cr_expect(eq(int, of(row->player)->is_fixed, row->is_fixed));
        check_near(of(row->player)->next.lo, row->next.lo, 1e-3);
        check_near(of(row->player)->next.hi, row->next.hi, 1e-3);
        check_near(of(row->player)->next.los, row->next.los, 1e-5);
    }
}

/* One list is a special case, and its interval is the same. */
Test(ratings_all_round, of_one_list_is_that_list)
{
    play(0, 4, 13);
    fit(1, 3);
    list_options.anchor = 3;
    dom_ratings_list list = list_of(0);
    check_same_rows(&list);
    cr_expect(of(3)->is_fixed);
    dom_ratings_list_clear(&list);
}

/* Twelve players are the most whose differences are found as in a list. */
Test(ratings_all_round, of_one_list_of_twelve_is_that_list)
{
    enum { MANY = 12 };
    static const uint32_t player[MANY] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
    const dom_ratings_all_round_options options = {
        .players = MANY, .anchor = MANY - 1, .anchor_elo = 1000};
    for (uint32_t i = 0; i < MANY; i++) {
        add_score(pool[0], i, (i + 1) % MANY, i == MANY - 1 ? 2 : 6, 0, 3);
        add_score(pool[0], i, (i + 3) % MANY, i > 8 ? 1 : 5, 0, 2);
    }
    lists[0].player = player;
    cr_assert(eq(int, dom_ratings_all_round_fit(&all, lists, 1, &options), DOM_RATINGS_OK));
    list_options.anchor = MANY - 1;
    dom_ratings_list list = list_of(0);
    check_same_rows(&list);
    dom_ratings_list_clear(&list);
}

Test(ratings_all_round, is_the_weighted_mean)
{
    play(0, 3, 12);
    play(1, 3, 16);
    lists[1].weight = 3;
    fit(2, 2);
    dom_ratings_list a = list_of(0), b = list_of(1);
    for (uint32_t i = 0; i < 3; i++)
        check_near(of(i)->elo - 1000,
                   (elo_of(&a, i) - elo_of(&a, 2)) / 4 + (elo_of(&b, i) - elo_of(&b, 2)) * 3 / 4,
                   1e-5);
    dom_ratings_list_clear(&a);
    dom_ratings_list_clear(&b);
}

/* Two equal lists halve the variance. */
Test(ratings_all_round, more_lists_narrow_the_interval)
{
    for (int v = 0; v < 3; v++)
        for (int i = 0; i < 10; i++)
            play(v, 3, 12);
    fit(1, 2);
    double one = of(0)->elo_hi - of(0)->elo_lo, variance = all.covariance[0];
    fit(3, 2);
    check_near((of(0)->elo_hi - of(0)->elo_lo) / one, 1 / sqrt(3), 0.01);
    check_near(all.covariance[0], variance / 3, 1e-4);
}

/* The first list gives 0 and 1 their ratings, so only the second says how sure the other one is. */
Test(ratings_all_round, a_list_with_two_anchors_adds_nothing_to_their_interval)
{
    const dom_ratings_anchor more = {1, 1400};
    dom_ratings_list_options given = list_options;
    given.anchor = 0;
    given.more_anchor = &more;
    given.more_anchors = 1;
    play(0, 3, 12);
    play(1, 3, 8);
    lists[0].options = &given;
    fit(2, 0);
    list_options.anchor = 0;
    dom_ratings_list list = list_of(1);
    const dom_ratings_rating *row = row_of(&list, 1);
    check_near(of(1)->elo - 1000, (400 + row->elo - 1000) / 2, 1e-5);
    check_near(of(1)->elo_hi - of(1)->elo, (row->elo_hi - row->elo) / 2, 1e-3);
    check_near(of(1)->elo - of(1)->elo_lo, (row->elo - row->elo_lo) / 2, 1e-3);
    cr_expect(of(0)->is_fixed && !of(1)->is_fixed && !of(2)->is_fixed);
    dom_ratings_list_clear(&list);
}

/* Player 3 is hidden, so the mean of the list is not that of the ranked. Relative to theirs,
 * covariances add up to 0 for each player, and differences vary as in the list. */
Test(ratings_all_round, covariances_are_relative_to_the_mean_of_the_ranked)
{
    static const bool hidden[PLAYERS] = {false, false, false, true};
    play(0, 4, 13);
    add_score(pool[0], 0, 1, 30, 0, 12);
    list_options.hidden = hidden;
    fit(1, -1);
    list_options.wants_covariance = true;
    dom_ratings_list list = list_of(0);
    const double *c = all.covariance, *d = list.covariance;
    for (size_t i = 0; i < 3; i++) {
        check_near(c[i * 3] + c[i * 3 + 1] + c[i * 3 + 2], 0, 1e-5);
        for (size_t k = 0; k < 3; k++) {
            size_t a = all.row[i].player, b = all.row[k].player;
            check_near(c[i * 3 + i] + c[k * 3 + k] - 2 * c[i * 3 + k],
                       d[a * PLAYERS + a] + d[b * PLAYERS + b] - 2 * d[a * PLAYERS + b], 1e-4);
        }
    }
    dom_ratings_list_clear(&list);
}

/* A list with three times the weight has nine times the part of the variance that it would have. */
Test(ratings_all_round, degrees_of_freedom_are_combined_by_satterthwaites_formula)
{
    double variance[2][2], degrees[2][2], combined[2];
    play(0, 3, 12);
    for (int i = 0; i < 3; i++)
        play(1, 3, 14);
    lists[1].weight = 3;
    fit(2, 2);
    list_options.anchor = 2;
    list_options.wants_covariance = true;
    for (int v = 0; v < 2; v++) {
        dom_ratings_list list = list_of(v);
        for (uint32_t i = 0; i < 2; i++) {
            variance[v][i] = (v == 0 ? 1 : 9) * list.covariance[i * 3 + i];
            degrees[v][i] = row_of(&list, i)->degrees;
        }
        dom_ratings_list_clear(&list);
    }
    for (int i = 0; i < 2; i++) {
        double share = variance[0][i] / (variance[0][i] + variance[1][i]);
        combined[i] =
            1 / (share * share / degrees[0][i] + (1 - share) * (1 - share) / degrees[1][i]);
    }
    cr_assert(eq(u32, all.row[1].player, 1));
    check_near(of(0)->next.degrees, fmin(combined[0], combined[1]), 1e-3);
}

/* Player 0 plays the first list alone, and player 3 the second, where it wins everything. */
Test(ratings_all_round, who_lacks_a_list_is_not_ranked_and_changes_nothing)
{
    static const uint32_t shifted[PLAYERS] = {1, 2, 3, DOM_RATINGS_ALL_ROUND_NOBODY};
    play(0, 3, 12);
    play(1, 3, 15);
    lists[1].player = shifted;
    fit(2, -1);
    cr_assert(eq(sz, all.count, 2));
    dom_ratings_list a = list_of(0), b = list_of(1);
    check_near(of(1)->elo + of(2)->elo, 2000, 1e-5);
    check_near(of(1)->elo - of(2)->elo,
               (elo_of(&a, 1) - elo_of(&a, 2) + elo_of(&b, 0) - elo_of(&b, 1)) / 2, 1e-5);
    dom_ratings_list_clear(&a);
    dom_ratings_list_clear(&b);
}

/* Eight lists of two families, of which the last is the widest. Player 0 is the third best in the
 * mean, and the best in some. Whichever lists it chooses, it is not ranked higher than with all. */
Test(ratings_all_round, nobody_gains_by_choosing)
{
    enum { LISTS = 8 };
    /* Wins of 20 against the next weaker player: of 0 against 3, of 1 against 0, of 2 against 0. */
    static const int wins[LISTS][3] = {{13, 8, 8},  {13, 9, 8},   {12, 8, 7},  {12, 13, 14},
                                       {9, 15, 14}, {10, 14, 14}, {9, 15, 16}, {19, 5, 6}};
    static const struct {
        const char *what;
        unsigned lists; /* bit v: it plays list v */
    } chosen[] = {{"everything", 0xff},     {"its best family", 0x0f},
                  {"its best third", 0x85}, {"the widest quarter", 0xc0},
                  {"one list", 0x80},       {"its best family and one of the other", 0x8f}};
    dom_ratings_all_round_list eight[LISTS];
    for (size_t i = 0; i < sizeof chosen / sizeof *chosen; i++) {
        for (int v = 0; v < LISTS; v++) {
            dom_ratings_pool *of = new_pool();
            bool has_0 = chosen[i].lists >> v & 1;
            eight[v] = (dom_ratings_all_round_list){of, &list_options, same, 1};
            cr_assert(eq(int, dom_ratings_pool_players(of, PLAYERS), DOM_RATINGS_OK));
            add_score(of, 1, 2, 10, 0, 10);
            add_score(of, 1, 3, 14, 0, 6);
            add_score(of, 2, 3, 14, 0, 6);
            for (uint32_t k = 0; has_0 && k < 3; k++)
                add_score(of, 0, k == 0 ? 3 : k, k == 0 ? wins[v][0] : 20 - wins[v][k], 0,
                          k == 0 ? 20 - wins[v][0] : wins[v][k]);
        }
        const dom_ratings_all_round_options options = {
            .players = PLAYERS, .anchor = -1, .anchor_elo = 1000};
        dom_ratings_all_round_clear(&all);
        cr_assert(eq(int, dom_ratings_all_round_fit(&all, eight, LISTS, &options), DOM_RATINGS_OK));
        cr_expect(eq(sz, all.count, i == 0 ? PLAYERS : PLAYERS - 1), "%s", chosen[i].what);
        if (i == 0)
            cr_expect(eq(u32, all.row[2].player, 0));
        for (size_t k = 0; i > 0 && k < all.count; k++)
            cr_expect(ne(u32, all.row[k].player, 0), "%s", chosen[i].what);
    }
    free_all();
}

/* Nobody is fixed in the lists, where 0 beat 1 and 1 beat 2, always. With 2 as the anchor of all,
 * 1 has a lower limit, although without an anchor it has none. */
Test(ratings_all_round, bounds_are_relative_to_its_own_anchor)
{
    for (int v = 0; v < 2; v++) {
        add_score(pool[v], 0, 1, 20, 0, 0);
        add_score(pool[v], 1, 2, 20, 0, 0);
    }
    fit(2, -1);
    cr_expect(eq(int, of(1)->bound, DOM_RATINGS_BOUND_BOTH));
    fit(2, 2);
    cr_expect(eq(int, of(1)->bound, DOM_RATINGS_BOUND_BELOW));
    cr_expect(lt(dbl, 1000, of(1)->elo_lo));
}

Test(ratings_all_round, a_hidden_player_is_not_ranked)
{
    static const bool hidden[PLAYERS] = {false, true, false, false};
    play(0, 3, 12);
    play(1, 3, 12);
    list_options.hidden = hidden;
    fit(2, -1);
    cr_expect(eq(sz, all.count, 2));
}

/* Players 0 and 1 always win against 2 and 3 in one list, so neither has an upper limit. But they
 * met each other, so the difference of the two has both. */
Test(ratings_all_round, a_perfect_list_leaves_differences_between_the_perfect)
{
    for (int i = 0; i < 5; i++)
        for (int v = 0; v < 2; v++) {
            add_score(pool[v], 0, 1, 15, 0, 5);
            add_score(pool[v], 2, 3, 10, 0, 10);
            for (uint32_t a = 0; a < 2; a++)
                for (uint32_t b = 2; b < 4; b++)
                    add_score(pool[v], a, b, v == 0 ? 15 : 20, 0, v == 0 ? 5 : 0);
        }
    fit(2, 3);
    cr_expect(eq(int, of(0)->bound, DOM_RATINGS_BOUND_BELOW));
    cr_expect(eq(int, of(1)->bound, DOM_RATINGS_BOUND_BELOW));
    check_near(of(0)->elo_hi, of(0)->elo, 0);
    cr_expect(of(0)->next.has_lo && of(0)->next.has_hi);
    cr_expect(eq(u32, of(0)->rank_hi, 1));
    cr_expect(eq(u32, of(1)->rank_lo, 2));
    cr_expect(eq(u32, of(1)->rank_hi, 2));
    cr_expect(eq(int, of(2)->bound, DOM_RATINGS_BOUND_NONE));
}

/* Without an anchor the mean is that of players with limits. */
Test(ratings_all_round, the_mean_is_that_of_players_with_limits)
{
    play(0, 3, 12);
    add_score(pool[1], 0, 1, 20, 0, 0);
    add_score(pool[1], 0, 2, 20, 0, 0);
    add_score(pool[1], 1, 2, 12, 0, 8);
    fit(2, -1);
    check_near(of(1)->elo + of(2)->elo, 2000, 1e-5);
    cr_expect(eq(int, of(0)->bound, DOM_RATINGS_BOUND_BELOW));
}

/* A third of a match lost in each list is almost no point, so the player still has no upper limit,
 * and the mean is that of the others. */
Test(ratings_all_round, almost_no_point_moves_no_mean)
{
    add_tables(pool[0], 1);
    add_tables(pool[1], 1);
    fit(2, -1);
    cr_expect(eq(int, of(0)->bound, DOM_RATINGS_BOUND_BELOW));
    check_near(of(1)->elo + of(2)->elo + of(3)->elo, 3000, 1e-5);
}

/* In the second list, 0 and 1 never met 2 and 3. */
Test(ratings_all_round, players_of_different_islands_of_one_list_are_not_compared)
{
    play(0, 4, 14);
    add_score(pool[1], 0, 1, 12, 0, 8);
    add_score(pool[1], 2, 3, 12, 0, 8);
    fit(2, 3);
    cr_expect(eq(u32, all.islands, 2));
    for (uint32_t i = 0; i < PLAYERS; i++) {
        cr_expect(eq(u32, of(i)->island, i < 2 ? 2 : 1), "player %u", i);
        cr_expect(le(u32, of(i)->rank_hi, 2));
    }
    check_near(of(3)->elo, 1000, 0);
    check_near(of(0)->elo + of(1)->elo, 2000, 1e-5);
    cr_expect(zero(dbl, all.covariance[2]));
}

/* In the second list, 0 and 1 met only bots that are not ranked. */
Test(ratings_all_round, who_is_alone_has_the_mean_and_the_only_rank)
{
    static const uint32_t first_four[] = {
        0, 1, 2, 3, DOM_RATINGS_ALL_ROUND_NOBODY, DOM_RATINGS_ALL_ROUND_NOBODY};
    play(0, 4, 14);
    add_score(pool[1], 0, 4, 12, 0, 8);
    add_score(pool[1], 1, 5, 12, 0, 8);
    add_score(pool[1], 2, 3, 12, 0, 8);
    lists[1].player = first_four;
    fit(2, -1);
    cr_assert(eq(u32, all.islands, 3));
    for (uint32_t i = 0; i < PLAYERS; i++) {
        bool is_alone = i < 2;
        cr_expect(eq(u32, of(i)->island, is_alone ? i + 2 : 1), "player %u", i);
        cr_expect(eq(int, of(i)->is_fixed, is_alone), "player %u", i);
        cr_expect(eq(int, of(i)->has_next, i == 2), "player %u", i);
    }
    for (uint32_t i = 0; i < 2; i++) {
        check_near(of(i)->elo, 1000, 0);
        cr_expect(eq(u32, of(i)->rank_lo, 1));
        cr_expect(eq(u32, of(i)->rank_hi, 1));
    }
}

/* 0 always beat 1 in the second list, so neither has both limits, as 2 and 3 have. */
Test(ratings_all_round, an_island_without_limits_has_the_mean_of_all_its_players)
{
    play(0, 4, 14);
    add_score(pool[1], 0, 1, 20, 0, 0);
    add_score(pool[1], 2, 3, 12, 0, 8);
    fit(2, -1);
    cr_assert(eq(u32, all.islands, 2));
    cr_expect(ne(u32, of(0)->island, of(2)->island));
    check_near(of(0)->elo + of(1)->elo, 2000, 1e-5);
    check_near(of(2)->elo + of(3)->elo, 2000, 1e-5);
    cr_expect(eq(int, of(0)->bound, DOM_RATINGS_BOUND_BELOW));
    cr_expect(eq(int, of(1)->bound, DOM_RATINGS_BOUND_ABOVE));
}

/* Holm's procedure makes rank ranges wider, and never narrower. */
Test(ratings_all_round, ranks_that_hold_together_are_wider)
{
    dom_ratings_all_round_options options = {
        .players = PLAYERS, .anchor = 3, .anchor_elo = 1000, .is_simultaneous = true};
    for (int v = 0; v < 2; v++)
        play(v, 4, 12);
    fit(2, 3);
    uint32_t alone = 0, together = 0;
    for (size_t i = 0; i < all.count; i++)
        alone += all.row[i].rank_hi - all.row[i].rank_lo;
    dom_ratings_all_round_clear(&all);
    cr_assert(eq(int, dom_ratings_all_round_fit(&all, lists, 2, &options), DOM_RATINGS_OK));
    for (size_t i = 0; i < all.count; i++)
        together += all.row[i].rank_hi - all.row[i].rank_lo;
    cr_expect(lt(u32, alone, together));
}

/* With more than twelve players differences follow from the limits of both ratings, and with more
 * than fifty the limits of each from its own results: nearly the same comes out. */
Test(ratings_all_round, long_lists_have_nearly_the_same_limits)
{
    enum { MANY = 52 };
    uint32_t player[MANY];
    dom_ratings_pool *many[2] = {dom_ratings_pool_new(), dom_ratings_pool_new()};
    dom_ratings_all_round_list two[2];
    for (uint32_t i = 0; i < MANY; i++)
        player[i] = i;
    for (int v = 0; v < 2; v++) {
        for (uint32_t i = 0; i < MANY; i++)
            for (uint32_t k = 1; k < 4; k++)
                add_score(many[v], i, (i + k) % MANY, i % 3 ? 6 : 9, 0, i % 3 ? 4 : 1);
        two[v] = (dom_ratings_all_round_list){many[v], &list_options, player, 1};
    }
    const dom_ratings_all_round_options options = {
        .players = MANY, .anchor = -1, .anchor_elo = 1000};
    cr_assert(eq(int, dom_ratings_all_round_fit(&all, two, 2, &options), DOM_RATINGS_OK));
    cr_assert(eq(sz, all.count, MANY));
    dom_ratings_list list;
    cr_assert(eq(int, dom_ratings_list_fit(&list, many[0], &list_options), DOM_RATINGS_OK));
    for (uint32_t i = 0; i < MANY; i++) { /* of two equal lists, so 1 / sqrt(2) as wide */
        const dom_ratings_rating *row = row_of(&list, i);
        check_near((of(i)->elo_hi - of(i)->elo_lo) / (row->elo_hi - row->elo_lo), 0.7071, 0.03);
    }
    dom_ratings_list_clear(&list);
    dom_ratings_pool_free(&many[0]);
    dom_ratings_pool_free(&many[1]);
}
