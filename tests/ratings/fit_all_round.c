/* Prints the all-round list of sets that standard input has, for test_all_round_peer.py.
 *
 * The first line has the number of lists, that of players, and the anchor or -1. Every other line
 * is a set of two matches: its list, two players, and what the first of them scored in each match
 * in half points: 0, 1 or 2. */
#include "ratings/all_round.h"

#include <stdio.h>
#include <stdlib.h>

enum { LISTS_MAX = 8, PLAYERS_MAX = 64 };

static void fail(const char *what)
{
    (void)fprintf(stderr, "fit_all_round: %s\n", what);
    exit(1);
}

static dom_ratings_match match_of(uint32_t a, uint32_t b, unsigned half_points)
{
    return (dom_ratings_match){.entries = 2,
                               .members = 1,
                               .fault = DOM_RATINGS_NO_FAULT,
                               .player = {{a}, {b}},
                               .place = {half_points > 0 ? 1 : 2, half_points < 2 ? 1 : 2}};
}

static void read_sets(dom_ratings_pool *pool[], unsigned lists)
{
    unsigned list, a, b, score[2];
    int read;
    while ((read = scanf("%u %u %u %u %u", &list, &a, &b, &score[0], &score[1])) == 5) {
        const dom_ratings_match set[] = {match_of(a, b, score[0]), match_of(a, b, score[1])};
        if (list >= lists || dom_ratings_pool_add_set(pool[list], set, 2) != DOM_RATINGS_OK)
            fail("a set is wrong");
    }
    if (read != EOF)
        fail("a line is not a set");
}

static void print_row(const dom_ratings_all_round_row *row)
{
    (void)printf("%u %.6f", row->player, row->elo);
    for (int upper = 0; upper < 2; upper++) {
        bool has =
            upper ? dom_ratings_bound_has_hi(row->bound) : dom_ratings_bound_has_lo(row->bound);
        (void)printf(has ? " %.6f" : " none", upper ? row->elo_hi : row->elo_lo);
    }
    (void)printf(row->has_next && row->next.has_lo ? " %.6f" : " none", row->next.lo);
    (void)printf(row->has_next && row->next.has_hi ? " %.6f\n" : " none\n", row->next.hi);
}

int main(void)
{
    unsigned lists, players;
    int anchor;
    uint32_t same[PLAYERS_MAX];
    dom_ratings_list_options options = DOM_RATINGS_LIST_OPTIONS;
    dom_ratings_pool *pool[LISTS_MAX];
    dom_ratings_all_round_list list[LISTS_MAX];
    dom_ratings_all_round all;
    if (scanf("%u %u %d", &lists, &players, &anchor) != 3 || lists > LISTS_MAX ||
        players > PLAYERS_MAX)
        fail("the first line is wrong");
    for (uint32_t i = 0; i < players; i++)
        same[i] = i;
    for (unsigned v = 0; v < lists; v++) {
        pool[v] = dom_ratings_pool_new();
        if (pool[v] == NULL)
            fail("out of memory");
        list[v] = (dom_ratings_all_round_list){pool[v], &options, same, 1 + v};
    }
    read_sets(pool, lists);
    const dom_ratings_all_round_options how = {
        .players = players, .anchor = anchor, .anchor_elo = 1000};
    if (dom_ratings_all_round_fit(&all, list, lists, &how) != DOM_RATINGS_OK)
        fail("the lists cannot be fitted");
    for (size_t i = 0; i < all.count; i++)
        print_row(&all.row[i]);
    dom_ratings_all_round_clear(&all);
    for (unsigned v = 0; v < lists; v++)
        dom_ratings_pool_free(&pool[v]);
    return 0;
}
