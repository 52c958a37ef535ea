/* The score of a round: RULES.md, section 2, `score` and the tie options. */
#include "rules/match.h"

bool dom_same_side(const dom_options *options, int a, int b)
{
    return a == b || (options->teams && (a - b) % 2 == 0);
}

int32_t dom_side_count(const dom_options *options)
{
    return options->teams ? 2 : options->players;
}

/* Returns the pips of a seat's side: of its own hand, in teams of both partners. */
static int32_t side_pips(const dom_options *o, const int32_t pips[], int seat)
{
    int32_t sum = 0;
    for (int s = 0; s < o->players; s++)
        if (dom_same_side(o, s, seat))
            sum += pips[s];
    return sum;
}

static int32_t all_pips(const dom_options *o, const int32_t pips[])
{
    int32_t sum = 0;
    for (int s = 0; s < o->players; s++)
        sum += pips[s];
    return sum;
}

static bool pays_no_single_winner(const dom_options *o)
{
    return o->score == DOM_SCORE_AVERAGE || o->score == DOM_SCORE_PENALTY;
}

/* Returns the pips by which a seat is compared: those of its side in a blocked team game, else
 * those of its hand. */
static int32_t pips_compared(const dom_round *round, const int32_t pips[], int seat)
{
    const dom_options *o = round->options;
    bool is_single = o->team_block == DOM_TEAM_LOWEST_HAND || pays_no_single_winner(o) ||
                     round->end == DOM_END_DOMINO;
    return is_single ? pips[seat] : side_pips(o, pips, seat);
}

/* Returns the seats that share the lowest pips, as a bit set. */
static uint8_t lowest(const dom_round *round, const int32_t pips[])
{
    const dom_options *o = round->options;
    int32_t best = INT32_MAX;
    unsigned seats = 0;
    for (int s = 0; s < o->players; s++) {
        int32_t value = pips_compared(round, pips, s);
        if (value < best)
            seats = 0;
        if (value <= best) {
            best = value;
            seats |= 1u << s;
        }
    }
    return (uint8_t)seats;
}

/* Returns the seat of `seats` with the fewest pips; the lower one of equal seats. */
static int lightest(const dom_options *o, const int32_t pips[], unsigned seats)
{
    int best = DOM_NOBODY;
    for (int s = 0; s < o->players; s++)
        if ((seats >> s & 1) && (best == DOM_NOBODY || pips[s] < pips[best]))
            best = s;
    return best;
}

/* Returns true if all seats of the set belong to one side. */
static bool is_one_side(const dom_options *o, unsigned seats)
{
    int first = __builtin_ctz(seats);
    for (int s = first; s < o->players; s++)
        if ((seats >> s & 1) && !dom_same_side(o, s, first))
            return false;
    return true;
}

/* Returns true if another side without pips voids a domino: the literal reading, by
 * zero_tie=nobody. DECISION (zero-tie): the other reading is the usual one. */
static bool is_zero_tie(const dom_round *round, const int32_t pips[])
{
    const dom_options *o = round->options;
    if (o->zero_tie != DOM_ZERO_NOBODY)
        return false;
    for (int s = 0; s < o->players; s++)
        if (!dom_same_side(o, s, round->by) && pips[s] == 0)
            return true;
    return false;
}

/* Returns the seats of `seat`'s side. */
static uint8_t side_of(const dom_options *o, int seat)
{
    unsigned seats = 0;
    for (int s = 0; s < o->players; s++)
        if (dom_same_side(o, s, seat))
            seats |= 1u << s;
    return (uint8_t)seats;
}

/* Returns true if block_tie gives a tied block to the seat that blocked. A stuck round has no
 * blocker. */
static bool blocker_wins(const dom_round *round, uint8_t low)
{
    int32_t rule = round->options->block_tie;
    if (round->end != DOM_END_BLOCKED || round->by < 0)
        return false;
    return rule == DOM_TIE_ANY_BLOCKER || (rule == DOM_TIE_BLOCKER && (low >> round->by & 1));
}

/* Returns the winner of the round, or DOM_NOBODY. For a team it is the partner with fewer pips. */
static int winner_of(const dom_round *round, const int32_t pips[], uint8_t low)
{
    const dom_options *o = round->options;
    if (pays_no_single_winner(o)) /* the seat with the only lowest hand wins, also in teams */
        return __builtin_popcount(low) == 1 ? __builtin_ctz(low) : DOM_NOBODY;
    if (round->end == DOM_END_DOMINO)
        return is_zero_tie(round, pips) ? DOM_NOBODY : round->by;
    if (is_one_side(o, low))
        return lightest(o, pips, low);
    return blocker_wins(round, low) ? lightest(o, pips, side_of(o, round->by)) : DOM_NOBODY;
}

/* [block] British clubs. DECISION (club-credit): what counts for the winner is doubled, and equal
 * ends are both ends. DECISION (club-once): `once` doubles once, whatever the number of reasons. */
static int32_t club_factor(const dom_round *round)
{
    int reasons = (round->last_fits_all ? 1 : 0) + (round->last_double ? 1 : 0);
    if (round->end != DOM_END_DOMINO || round->options->club_double == DOM_CLUB_OFF || reasons == 0)
        return 1;
    return round->options->club_double == DOM_CLUB_MULTIPLY && reasons == 2 ? 4 : 2;
}

/* Returns the points of the winner's side. */
static int32_t credit(const dom_round *round, const int32_t pips[], int winner)
{
    const dom_options *o = round->options;
    int32_t own = side_pips(o, pips, winner);
    int32_t others = (all_pips(o, pips) - own) * club_factor(round);
    if (o->score == DOM_SCORE_ALL_HANDS)
        return others + own;
    /* DECISION (team-scoring): a partner's tiles do not reduce a domino */
    if (o->score == DOM_SCORE_OPPONENTS || round->end == DOM_END_DOMINO)
        return others;
    return others > own ? others - own : 0;
}

static void score_winner(const dom_round *round, dom_round_result *r)
{
    const dom_options *o = round->options;
    if (r->winner != DOM_NOBODY) {
        int32_t points = credit(round, r->pips, r->winner);
        for (int s = 0; s < o->players; s++)
            r->points[s] = dom_same_side(o, s, r->winner) ? points : 0;
        return;
    }
    /* [doubles] if two of three tie for the lowest, the third loses his own pips. DECISION
     * (no-floor): also below 0 */
    if (o->block_tie == DOM_TIE_THIRD_LOSES && __builtin_popcount(r->tied) == 2)
        for (int s = 0; s < o->players; s++)
            if (!(r->tied >> s & 1))
                r->points[s] = -r->pips[s];
}

/* [lupus] 100 x (average - own). It is exact because the number of players divides 100. */
static void score_average(const dom_round *round, dom_round_result *r)
{
    const dom_options *o = round->options;
    int32_t share = 100 / o->players * all_pips(o, r->pips);
    for (int s = 0; s < o->players; s++)
        r->points[s] = share - 100 * r->pips[s];
}

static void score_penalty(const dom_round *round, dom_round_result *r)
{
    for (int s = 0; s < round->options->players; s++)
        r->points[s] = r->pips[s];
    if (round->end == DOM_END_DOMINO)
        r->points[round->by] -= round->options->domino_bonus;
}

/* DECISION (partner-sums): gives both partners the sum of their points. */
static void share_points(const dom_options *o, int32_t points[])
{
    int32_t own[DOM_SEATS_MAX];
    for (int s = 0; s < o->players; s++)
        own[s] = points[s];
    for (int s = 0; s < o->players; s++)
        points[s] = side_pips(o, own, s);
}

int32_t dom_round_cost(const dom_round *round, int seat)
{
    int32_t tiles = 0;
    for (int s = 0; s < round->options->players; s++)
        if (dom_same_side(round->options, s, seat))
            tiles += round->paid[s];
    return round->options->draw_cost * tiles;
}

dom_round_result dom_round_score(const dom_round *round)
{
    dom_check(round->end != DOM_END_NONE);
    const dom_options *o = round->options;
    dom_round_result r = {.end = round->end, .by = round->by};
    for (int s = 0; s < o->players; s++)
        r.pips[s] = dom_tileset_pips(round->hand[s], o->pip00);
    uint8_t low = lowest(round, r.pips);
    r.winner = (int8_t)winner_of(round, r.pips, low);
    r.tied = r.winner == DOM_NOBODY ? low : 0;
    if (o->score == DOM_SCORE_AVERAGE)
        score_average(round, &r);
    else if (o->score == DOM_SCORE_PENALTY)
        score_penalty(round, &r);
    else
        score_winner(round, &r);
    if (o->teams && pays_no_single_winner(o))
        share_points(o, r.points);
    for (int s = 0; s < o->players; s++)
        r.points[s] -= dom_round_cost(round, s);
    return r;
}
