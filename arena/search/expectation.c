#include "search/expectation.h"

#include "search/deal.h"

enum { ROUNDS_AT_ONCE = 1000 };

/* The standard error that is enough, relative to the mean absolute result. */
static const double enough = 0.01;

/* Results of rounds, added up by distance to the leader. */
typedef struct {
    int rounds;
    double size;
    double sum[DOM_SEATS_MAX];
    double squares[DOM_SEATS_MAX];
} tally;

int dom_search_distance(const dom_round *round, int seat)
{
    int seats = round->options->players;
    dom_check(round->leader != DOM_NOBODY);
    return (seat - round->leader + seats) % seats;
}

/* Plays a round. Where earlier rounds or lots decide who leads, it is seat 0: the seats are alike.
 */
static void play(dom_round *round, const dom_options *options, dom_lead rule,
                 const dom_search_pack *pack, dom_deal *deal, dom_random *random)
{
    bool is_by_hands = rule == DOM_LEAD_HIGHEST_DOUBLE || rule == DOM_LEAD_LOWEST_DOUBLE;
    dom_search_deal(deal, options, pack, (dom_lead_need){.rule = rule, .seat = 0}, random);
    dom_round_begin(round, options, deal, rule, is_by_hands ? DOM_NOBODY : 0);
    dom_search_reference_playout(round, random);
}

static void add(tally *t, const dom_round *round)
{
    for (int s = 0; s < round->options->players; s++) {
        int distance = dom_search_distance(round, s);
        double result = dom_search_result(round, s);
        t->sum[distance] += result;
        t->squares[distance] += result * result;
        t->size += result < 0 ? -result : result;
    }
    t->rounds++;
}

static dom_search_estimate estimate(const tally *t, int distance)
{
    double mean = t->sum[distance] / t->rounds;
    double square = t->squares[distance] / t->rounds;
    return (dom_search_estimate){.mean = mean,
                                 .variance = (square - mean * mean) / (t->rounds - 1)};
}

static dom_search_expectation expectation_of(const tally *t, int seats)
{
    dom_search_expectation e = {.rounds = t->rounds, .size = t->size / t->rounds / seats};
    for (int distance = 0; distance < seats; distance++)
        e.seat[distance] = estimate(t, distance);
    return e;
}

static bool is_exact(const dom_search_expectation *e, int seats)
{
    double error = enough * e->size;
    for (int distance = 0; distance < seats; distance++)
        if (e->seat[distance].variance > error * error)
            return false;
    return true;
}

dom_rc dom_search_expectation_of(dom_search_expectation *expectation, const dom_options *options,
                                 dom_lead rule, uint64_t seed)
{
    dom_search_pack pack = dom_search_pack_of(options);
    dom_random random = {.state = seed};
    dom_deal deal;
    dom_round round;
    tally t = {.rounds = 0};
    while (t.rounds < DOM_SEARCH_EXPECTATION_ROUNDS_MAX) {
        for (int i = 0; i < ROUNDS_AT_ONCE; i++) {
            play(&round, options, rule, &pack, &deal, &random);
            add(&t, &round);
        }
        *expectation = expectation_of(&t, options->players);
        if (is_exact(expectation, options->players))
            return DOM_OK;
    }
    return DOM_E_LIMIT;
}
