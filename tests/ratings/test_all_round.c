/* One rating for each player over several lists. */
#include "pools.h"
#include "ratings/all_round.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <math.h>

enum { PLAYERS = 4 };

/* A list with given ratings and independent errors. */
typedef struct {
    dom_ratings_rating row[PLAYERS];
    double covariance[PLAYERS * PLAYERS];
    dom_ratings_list list;
} given_list;

static const uint32_t same[PLAYERS] = {0, 1, 2, 3};

/* Fills a list with the ratings that are not 0, each with the variance `variance`. */
static dom_ratings_all_round_list give(given_list *g, const double elo[PLAYERS], double variance,
                                       uint32_t group)
{
    *g = (given_list){.list = {.islands = 1}};
    for (uint32_t i = 0; i < PLAYERS; i++) {
        g->covariance[i * PLAYERS + i] = variance;
        if (elo[i] != 0)
            g->row[g->list.count++] =
                (dom_ratings_rating){.player = i, .elo = elo[i], .degrees = 1000, .island = 1};
    }
    g->list.row = g->row;
    g->list.covariance = g->covariance;
    return (dom_ratings_all_round_list){&g->list, PLAYERS, same, group};
}

static const dom_ratings_all_round_row *of(const dom_ratings_all_round *all, uint32_t player)
{
    for (size_t i = 0; i < all->count; i++)
        if (all->row[i].player == player)
            return &all->row[i];
    cr_assert(false, "player %u has no line", player);
    return NULL;
}

Test(ratings_all_round, the_example_of_the_header)
{
    given_list a, b;
    dom_ratings_all_round all;
    const dom_ratings_all_round_list lists[] = {give(&a, (double[]){1200, 1000, 800, 0}, 100, 0),
                                                give(&b, (double[]){1100, 1100, 0, 0}, 100, 0)};
    cr_assert(
        eq(int, dom_ratings_all_round_fit(&all, lists, 2, PLAYERS, -1, 1000), DOM_RATINGS_OK));
    cr_assert(eq(sz, all.count, 3));
    check_near(of(&all, 0)->elo - of(&all, 2)->elo, 350, 1e-6);
    check_near(of(&all, 1)->elo - of(&all, 2)->elo, 250, 1e-6);
    check_near(of(&all, 0)->elo + of(&all, 1)->elo + of(&all, 2)->elo, 3000, 1e-5);
    cr_expect(eq(u32, of(&all, 2)->lists, 1));
    /* a is 200 above b in one list and equal in the other, so four ratings are 50 off. Errors make
     * a quarter of their variance of that, and one number is free. */
    check_near(all.spread, sqrt(4 * 50 * 50 - 4 * 100 / 4.0), 1e-6);
    double a_half = of(&all, 0)->elo_hi - of(&all, 0)->elo;
    cr_expect(of(&all, 2)->elo_hi - of(&all, 2)->elo > a_half, "c did not play the second list");
    dom_ratings_all_round_clear(&all);
}

/* All play all: the mean of the families' means, with half the errors of one list. */
Test(ratings_all_round, complete_lists_give_the_mean_over_families)
{
    given_list g[3];
    dom_ratings_all_round all;
    const dom_ratings_all_round_list lists[] = {
        give(&g[0], (double[]){1300, 1100, 900, 700}, 400, 7),
        give(&g[1], (double[]){1200, 1200, 900, 700}, 400, 7),
        give(&g[2], (double[]){1000, 1090, 1010, 900}, 400, 8)};
    cr_assert(eq(int, dom_ratings_all_round_fit(&all, lists, 3, PLAYERS, 3, 500), DOM_RATINGS_OK));
    /* Relative to player 3: families 550, 450, 200 and 100, 190, 110. */
    check_near(of(&all, 0)->elo, 500 + (550 + 100) / 2.0, 1e-6);
    check_near(of(&all, 1)->elo, 500 + (450 + 190) / 2.0, 1e-6);
    check_near(of(&all, 2)->elo, 500 + (200 + 110) / 2.0, 1e-6);
    check_near(of(&all, 3)->elo, 500, 1e-6);
    cr_expect(of(&all, 3)->is_fixed);
    /* Variance of a difference in one list 800; weights 1/4, 1/4, 1/2 make 800 * 3/8 = 300. */
    check_near(of(&all, 0)->elo_hi - of(&all, 0)->elo, 1.96 * sqrt(300), 0.2);
    cr_expect(eq(u32, of(&all, 3)->rank_lo, 4));
    cr_expect(eq(u32, of(&all, 0)->rank_lo, 1));
    cr_expect(eq(u32, of(&all, 0)->rank_hi, 2));
    dom_ratings_all_round_clear(&all);
}

Test(ratings_all_round, lists_without_a_common_player_are_islands)
{
    given_list a, b;
    dom_ratings_all_round all;
    const dom_ratings_all_round_list lists[] = {give(&a, (double[]){1100, 900, 0, 0}, 100, 0),
                                                give(&b, (double[]){0, 0, 1300, 700}, 100, 1)};
    cr_assert(eq(int, dom_ratings_all_round_fit(&all, lists, 2, PLAYERS, 2, 1000), DOM_RATINGS_OK));
    cr_expect(eq(u32, all.islands, 2));
    cr_expect(eq(u32, all.row[0].player, 2)); /* the anchor's island */
    check_near(of(&all, 3)->elo, 400, 1e-6);
    check_near(of(&all, 0)->elo, 1100, 1e-6);
    cr_expect(eq(u32, of(&all, 0)->rank_hi, 1));
    dom_ratings_all_round_clear(&all);
}

Test(ratings_all_round, without_an_anchor_islands_are_numbered_by_their_first_players)
{
    given_list a, b;
    dom_ratings_all_round all;
    const dom_ratings_all_round_list lists[] = {give(&a, (double[]){0, 0, 1300, 700}, 100, 0),
                                                give(&b, (double[]){1100, 900, 0, 0}, 100, 1)};
    cr_assert(
        eq(int, dom_ratings_all_round_fit(&all, lists, 2, PLAYERS, -1, 1000), DOM_RATINGS_OK));
    cr_expect(eq(u32, all.islands, 2));
    for (uint32_t i = 0; i < PLAYERS; i++) {
        cr_expect(eq(u32, of(&all, i)->island, i < 2 ? 1 : 2), "player %u", i);
        cr_expect(eq(u32, all.row[i].player, i));
    }
    dom_ratings_all_round_clear(&all);
}

Test(ratings_all_round, a_limit_that_one_list_lacks_is_not_known)
{
    given_list a, b;
    dom_ratings_all_round all;
    dom_ratings_all_round_list lists[] = {give(&a, (double[]){1100, 900, 0, 0}, 100, 0),
                                          give(&b, (double[]){1500, 500, 0, 0}, 100, 0)};
    b.row[0].bound = DOM_RATINGS_BOUND_BELOW;
    cr_assert(
        eq(int, dom_ratings_all_round_fit(&all, lists, 2, PLAYERS, -1, 1000), DOM_RATINGS_OK));
    cr_expect(eq(int, of(&all, 0)->bound, DOM_RATINGS_BOUND_BELOW));
    check_near(of(&all, 0)->elo_hi, of(&all, 0)->elo, 0);
    cr_expect(eq(int, of(&all, 1)->bound, DOM_RATINGS_BOUND_NONE));
    dom_ratings_all_round_clear(&all);
}

/* Who has no limit may be anywhere, so the mean is that of the others. */
Test(ratings_all_round, the_mean_is_that_of_players_with_limits)
{
    given_list a, b;
    dom_ratings_all_round all;
    dom_ratings_all_round_list lists[] = {give(&a, (double[]){1200, 1000, 800, 0}, 100, 0),
                                          give(&b, (double[]){1500, 1000, 800, 0}, 100, 0)};
    b.row[0].bound = DOM_RATINGS_BOUND_BELOW;
    cr_assert(
        eq(int, dom_ratings_all_round_fit(&all, lists, 2, PLAYERS, -1, 1000), DOM_RATINGS_OK));
    check_near(of(&all, 1)->elo, 1100, 1e-6);
    check_near(of(&all, 2)->elo, 900, 1e-6);
    dom_ratings_all_round_clear(&all);
}

/* Satterthwaite: a rating has a quarter of each list's variance, 100 with 4 degrees of freedom and
 * 25 with
 * 100. That makes 125^2 / (100^2 / 4 + 25^2 / 100) = 6.2344, so t = 2.424782. A difference has the
 *      variance
 * 250. */
Test(ratings_all_round, degrees_of_freedom_add_up)
{
    given_list a, b;
    dom_ratings_all_round all;
    const dom_ratings_all_round_list lists[] = {give(&a, (double[]){1200, 1000, 800, 0}, 400, 0),
                                                give(&b, (double[]){1200, 1000, 800, 0}, 100, 1)};
    for (size_t i = 0; i < 3; i++)
        a.row[i].degrees = 4;
    for (size_t i = 0; i < 3; i++)
        b.row[i].degrees = 100;
    cr_assert(eq(int, dom_ratings_all_round_fit(&all, lists, 2, PLAYERS, 1, 1000), DOM_RATINGS_OK));
    check_near(of(&all, 0)->elo_hi - of(&all, 0)->elo, 2.424782 * sqrt(250), 1e-3);
    check_near(of(&all, 2)->elo - of(&all, 2)->elo_lo, 2.424782 * sqrt(250), 1e-3);
    dom_ratings_all_round_clear(&all);
}

/* As in the header's example, c is in the first list only. Its deviation has the variance 9900 / 2
 * with one degree of freedom, its rating 100 with 1000, so together 5050^2 / (4950^2 + 100^2 /
 * 1000) = 1.0408. The difference to a has the variance 4950 + 175. */
Test(ratings_all_round, deviations_have_degrees_of_freedom_too)
{
    given_list a, b;
    dom_ratings_all_round all;
    const dom_ratings_all_round_list lists[] = {give(&a, (double[]){1200, 1000, 800, 0}, 100, 0),
                                                give(&b, (double[]){1100, 1100, 0, 0}, 100, 0)};
    cr_assert(eq(int, dom_ratings_all_round_fit(&all, lists, 2, PLAYERS, 0, 1000), DOM_RATINGS_OK));
    check_near(of(&all, 2)->elo_hi - of(&all, 2)->elo, 829.5209, 1e-2);
    dom_ratings_all_round_clear(&all);
}

/* Lists of players whose strength differs between variants; some players miss some lists. The true
 * all-round rating is the mean over all lists. */
Test(ratings_all_round, intervals_hold_what_they_promise)
{
    enum { LISTS = 6, RUNS = 2000 };
    chance c = {11};
    int held = 0, seen = 0;
    for (int run = 0; run < RUNS; run++) {
        given_list g[LISTS];
        dom_ratings_all_round_list lists[LISTS];
        dom_ratings_all_round all;
        double truth[PLAYERS] = {0}, mean = 0;
        for (uint32_t v = 0; v < LISTS; v++) {
            double elo[PLAYERS];
            for (int i = 0; i < PLAYERS; i++) {
                double real = 1000 + 100 * i + 60 * chance_normal(&c);
                truth[i] += real / LISTS;
                bool plays = i < 2 || chance_uniform(&c) < 0.5;
                elo[i] = plays ? real + 30 * chance_normal(&c) + 50 * v : 0;
            }
            lists[v] = give(&g[v], elo, 900, v % 2);
        }
        cr_assert(eq(int, dom_ratings_all_round_fit(&all, lists, LISTS, PLAYERS, 0, 1000),
                     DOM_RATINGS_OK));
        mean = truth[0];
        for (size_t i = 0; i < all.count; i++) {
            const dom_ratings_all_round_row *r = &all.row[i];
            double real = 1000 + truth[r->player] - mean;
            held += !r->is_fixed && r->elo_lo <= real && real <= r->elo_hi;
            seen += !r->is_fixed;
        }
        dom_ratings_all_round_clear(&all);
    }
    double coverage = (double)held / seen;
    cr_expect(coverage > 0.925 && coverage < 0.975, "%.3f", coverage);
}
