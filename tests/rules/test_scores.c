/* Points and scores in random matches under random rules. The expected values are computed here
 * from RULES.md, without code of the engine. */
#include "playout.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <string.h>

enum { MATCHES = 500 };

typedef struct {
    int32_t settled[DOM_SEATS_MAX]; /* sum of the points of settled rounds    */
    int32_t draws[DOM_SEATS_MAX];   /* per seat, in this round, without opening draws */
    bool opening;
    int paid_rounds;
} score_book;

static bool partners(const dom_options *o, int a, int b)
{
    return a == b || (o->teams && (a + b) % 2 == 0);
}

static void open_score_book(const dom_match *match, void *context)
{
    score_book *book = context;
    memset(book->draws, 0, sizeof book->draws);
    if (match->round == 1)
        memset(book->settled, 0, sizeof book->settled);
    book->opening = match->play.opening;
}

static int32_t cost_of(const dom_match *match, const score_book *book, int seat)
{
    int32_t cost = 0;
    for (int s = 0; s < match->options.players; s++)
        if (partners(&match->options, s, seat))
            cost += match->options.draw_cost * book->draws[s];
    return cost;
}

/* The price of a draw is paid at once. */
static void compare_costs(const dom_match *match, dom_action action, dom_event event, void *context)
{
    score_book *book = context;
    if (event.kind == DOM_EVENT_DRAW && !book->opening)
        book->draws[event.seat]++;
    book->opening = match->play.opening;
    for (int s = 0; s < match->options.players; s++)
        cr_assert(eq(int, match->score[s], book->settled[s] - cost_of(match, book, s)));
}

static void compare_sums(const dom_match *match, void *context)
{
    score_book *book = context;
    for (int s = 0; s < match->options.players; s++) {
        book->settled[s] += match->last.points[s];
        book->paid_rounds += cost_of(match, book, s) > 0;
        cr_assert(eq(int, match->score[s], book->settled[s]));
    }
}

Test(rules_match, scores_are_the_sum_of_the_points_and_a_draw_costs_at_once)
{
    score_book book = {.paid_rounds = 0};
    play_matches(MATCHES, 10000,
                 &(watcher){.context = &book,
                            .dealt = open_score_book,
                            .acted = compare_costs,
                            .settled = compare_sums});
    cr_assert(ge(int, book.paid_rounds, 51));
}

/* RULES.md, section 2, `score`, for rounds with a winner or a tie. */
static int32_t hand_pips(const dom_match *match, int seat)
{
    int32_t pips = 0;
    for (dom_tile t = 0; t < DOM_TILES_MAX; t++)
        if (dom_tileset_has(match->play.hand[seat], t))
            pips += t == 0 ? match->options.pip00 : dom_tile_high(t) + dom_tile_low(t);
    return pips;
}

static void compare_pips(const dom_match *match, void *context)
{
    int64_t sum = 0;
    for (int s = 0; s < match->options.players; s++) {
        cr_assert(eq(int, match->last.pips[s], hand_pips(match, s)));
        sum += match->last.points[s] + match->options.draw_cost * match->play.paid[s];
    }
    if (match->options.score == DOM_SCORE_AVERAGE && !match->options.teams)
        cr_assert(eq(i64, sum, 0));
    if (match->last.winner == DOM_NOBODY)
        cr_assert(ne(int, match->last.tied, 0));
    else
        cr_assert(eq(int, match->last.tied, 0));
}

Test(rules_match, hands_are_counted_in_pips_and_averages_sum_to_zero)
{
    play_matches(MATCHES, 11000, &(watcher){.settled = compare_pips});
}

/* Without teams no winner has more pips than another seat. Exceptions: a domino wins, and the
 * blocker wins a tie (with any_blocker also a tie of other seats). */
static void compare_winner(const dom_match *match, void *context)
{
    const dom_round_result *r = &match->last;
    if (match->options.teams)
        return;
    bool went_out = r->end == DOM_END_DOMINO && match->options.score != DOM_SCORE_AVERAGE &&
                    match->options.score != DOM_SCORE_PENALTY;
    int lowest = 0;
    for (int s = 0; s < match->options.players; s++) {
        int fewer = 0;
        for (int other = 0; other < match->options.players; other++)
            fewer += r->pips[other] < r->pips[s];
        lowest += fewer == 0;
        if (r->tied)
            cr_assert(eq(int, r->tied >> s & 1, fewer == 0));
        if (r->winner == s && match->options.block_tie != DOM_TIE_ANY_BLOCKER)
            cr_assert(eq(int, fewer, 0));
    }
    if (went_out && match->options.zero_tie == DOM_ZERO_DOMINO_WINS)
        cr_assert(eq(int, r->winner, r->by));
    else if (lowest == 1)
        cr_assert(ne(int, r->winner, DOM_NOBODY));
    else if (r->winner != DOM_NOBODY)
        cr_assert(match->options.block_tie == DOM_TIE_BLOCKER ||
                  match->options.block_tie == DOM_TIE_ANY_BLOCKER);
}

Test(rules_match, the_lowest_hand_wins_and_equal_lowest_hands_tie)
{
    play_matches(MATCHES, 12000, &(watcher){.settled = compare_winner});
}
