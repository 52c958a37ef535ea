#include "ratings/versus.h"

#include "distributions.h"
#include "intervals.h"
#include "model.h"
#include "pool_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Sums over the sets of a pair of players. y: units that the lower player won in a set; w: units
 * that were played for. */
typedef struct {
    double sets, y, w, yy, yw, ww;
    double expected; /* of y, by the ratings */
} sums;

/* The result of a pair of players in one set. */
typedef struct {
    uint32_t low, high;
    double y, w, expected;
} meeting;

enum {
    MEETINGS_MAX = DOM_RATINGS_POOL_SET_PAIRINGS_MAX * DOM_RATINGS_MATCH_MEMBERS_MAX *
                   DOM_RATINGS_MATCH_MEMBERS_MAX
};

/* A cross table that is being computed. */
typedef struct {
    const dom_ratings_pool *pool;
    const dom_ratings_list *list;
    dom_ratings_versus *out;
    sums *pair; /* [low * players + high] */
    meeting met[MEETINGS_MAX];
    size_t meetings;
} versus;

/* Called for every two players on different sides of a pairing. */
typedef void visit_pair(versus *v, uint32_t plus, uint32_t minus, const void *result);

static void each_pair(versus *v, const dom_ratings_pairing *p, visit_pair *visit,
                      const void *result)
{
    for (int i = 0; i < p->terms; i++)
        for (int k = 0; k < p->terms; k++)
            if (p->half[i] > 0 && p->half[k] < 0)
                visit(v, p->player[i], p->player[k], result);
}

/* ---- games -------------------------------------------------------------------- */

/* Count the games of two players. The score x of a game is 2, 1 or 0 half points, so the number of
 * wins and draws follows from the sums of x and x^2. */
static void count_games(versus *v, uint32_t plus, uint32_t minus, const void *result)
{
    const dom_ratings_spread *s = result;
    uint64_t y = (uint64_t)s->y, wins = ((uint64_t)s->xx - y) / 2, draws = y - 2 * wins;
    uint64_t losses = s->matches - wins - draws;
    dom_ratings_versus *one = &v->out[plus * v->pool->players + minus];
    dom_ratings_versus *other = &v->out[minus * v->pool->players + plus];
    one->games += s->matches;
    one->wins += wins;
    one->draws += draws;
    one->losses += losses;
    other->games += s->matches;
    other->wins += losses;
    other->draws += draws;
    other->losses += wins;
}

/* ---- sets ---------------------------------------------------------------------- */

/* Returns the result of a pair in the set, which starts as zero. */
static meeting *meeting_of(versus *v, uint32_t low, uint32_t high)
{
    for (size_t i = 0; i < v->meetings; i++)
        if (v->met[i].low == low && v->met[i].high == high)
            return &v->met[i];
    v->met[v->meetings] = (meeting){.low = low, .high = high};
    return &v->met[v->meetings++];
}

/* The units of one pairing in a set: won by the positive side, expected to be won, played for. */
typedef struct {
    double score, expected, weight;
} answer;

static void meet(versus *v, uint32_t plus, uint32_t minus, const void *result)
{
    const answer *a = result;
    bool is_low = plus < minus;
    meeting *m = meeting_of(v, is_low ? plus : minus, is_low ? minus : plus);
    m->y += is_low ? a->score : a->weight - a->score;
    m->expected += is_low ? a->expected : a->weight - a->expected;
    m->w += a->weight;
}

/* Returns the score that the ratings expect of the positive side in a match. */
static double expected_of(const dom_ratings_list *list, const dom_ratings_pairing *p)
{
    double difference = 0;
    for (int i = 0; i < p->terms; i++)
        difference += p->half[i] / 2.0 * list->elo[p->player[i]];
    return dom_ratings_chance_of(difference / DOM_RATINGS_ELO_UNIT, list->tie_nu).score;
}

/* Add the sets of one outcome count to the sums of its pairs. */
static void add_outcomes(versus *v, const dom_ratings_outcome_count *outcome_count)
{
    const dom_ratings_pool *pool = v->pool;
    const dom_ratings_pool_table *table = &pool->table[outcome_count->table];
    double sets = (double)outcome_count->sets;
    v->meetings = 0;
    for (uint32_t c = 0; c < table->pairs; c++) {
        const dom_ratings_pair_weight *weight = &pool->pairs.weight[table->first + c];
        const dom_ratings_pairing *pairing = &pool->pairing[weight->pairing];
        const answer a = {.score = pool->outcome[outcome_count->first + c].score,
                          .expected = weight->weight * expected_of(v->list, pairing),
                          .weight = weight->weight};
        each_pair(v, pairing, meet, &a);
    }
    for (size_t i = 0; i < v->meetings; i++) {
        const meeting *m = &v->met[i];
        sums *s = &v->pair[m->low * pool->players + m->high];
        s->sets += sets;
        s->y += sets * m->y;
        s->expected += sets * m->expected;
        s->w += sets * m->w;
        s->yy += sets * m->y * m->y;
        s->yw += sets * m->y * m->w;
        s->ww += sets * m->w * m->w;
    }
}

/* ---- intervals ------------------------------------------------------------------- */

/* Returns the number of independent games whose share would have the same variance as the sets; the
 * number of sets if these did not vary. */
static double effective_games(const sums *s, double share)
{
    double squares = s->yy - 2 * share * s->yw + share * share * s->ww;
    double variance = fmax(squares, 0) * s->sets / (s->sets - 1) / (s->w * s->w);
    double games = share * (1 - share) / variance;
    return variance > 1e-12 && games > 0 ? games : s->sets;
}

static void find_interval(dom_ratings_versus *one, dom_ratings_versus *other, const sums *s)
{
    one->sets = other->sets = (uint64_t)s->sets;
    one->share_hi = other->share_hi = 1;
    if (s->w <= 0)
        return;
    double share = s->y / s->w;
    one->share = dom_ratings_rounded(share);
    other->share = dom_ratings_rounded(1 - share);
    one->expected = dom_ratings_rounded(s->expected / s->w);
    other->expected = dom_ratings_rounded(1 - s->expected / s->w);
    if (s->sets < 2)
        return;
    double t = dom_ratings_student_quantile(0.975, s->sets - 1), n = effective_games(s, share);
    double reach = t * t / n;
    double centre = (share + reach / 2) / (1 + reach);
    double half = sqrt(reach * share * (1 - share) + reach * reach / 4) / (1 + reach);
    one->share_lo = dom_ratings_rounded(fmax(centre - half, 0));
    one->share_hi = dom_ratings_rounded(fmin(centre + half, 1));
    other->share_lo = dom_ratings_rounded(1 - one->share_hi);
    other->share_hi = dom_ratings_rounded(1 - one->share_lo);
}

bool dom_ratings_versus_is_odd(const dom_ratings_versus *v)
{
    return v->games > 0 && (v->expected < v->share_lo || v->expected > v->share_hi);
}

dom_ratings_rc dom_ratings_versus_all(dom_ratings_versus out[], uint32_t players,
                                      const dom_ratings_pool *pool, const dom_ratings_list *list)
{
    if (players != pool->players)
        return DOM_RATINGS_E_INVALID;
    versus *v = calloc(1, sizeof *v);
    sums *pair = calloc((size_t)players * players + 1, sizeof *pair);
    if (v && pair) {
        *v = (versus){.pool = pool, .list = list, .out = out, .pair = pair};
        memset(out, 0, (size_t)players * players * sizeof *out);
        for (size_t c = 0; c < pool->pairs.count; c++)
            each_pair(v, &pool->pairing[pool->pairs.weight[c].pairing], count_games,
                      &pool->pairs.score[c]);
        for (size_t i = 0; i < pool->outcome_counts; i++)
            add_outcomes(v, &pool->outcome_count[i]);
        for (size_t a = 0; a < players; a++)
            for (size_t b = a + 1; b < players; b++)
                find_interval(&out[a * players + b], &out[b * players + a], &pair[a * players + b]);
    }
    bool ok = v && pair;
    free(v);
    free(pair);
    return ok ? DOM_RATINGS_OK : DOM_RATINGS_E_NOMEM;
}

/* ---- performance ------------------------------------------------------------------- */

/* Returns the points that a rating would be expected to make against these opponents. */
static double expected_points(const dom_ratings_versus row[], uint32_t players,
                              const dom_ratings_list *list, double elo)
{
    double points = 0;
    for (uint32_t i = 0; i < players; i++)
        if (row[i].games > 0)
            points +=
                (double)row[i].games *
                dom_ratings_chance_of((elo - list->elo[i]) / DOM_RATINGS_ELO_UNIT, list->tie_nu)
                    .score;
    return points;
}

/* Returns the rating that is expected to make so many points, by halving. */
static double rating_with(const dom_ratings_versus row[], uint32_t players,
                          const dom_ratings_list *list, double points)
{
    enum { STEPS = 80 };
    double lo = -1e7, hi = 1e7;
    for (int i = 0; i < STEPS; i++) {
        double middle = (lo + hi) / 2;
        bool is_low = expected_points(row, players, list, middle) < points;
        lo = is_low ? middle : lo;
        hi = is_low ? hi : middle;
    }
    return dom_ratings_rounded((lo + hi) / 2);
}

dom_ratings_performance dom_ratings_performance_of(const dom_ratings_versus row[], uint32_t players,
                                                   const dom_ratings_list *list)
{
    dom_ratings_performance p = {.bound = DOM_RATINGS_BOUND_NONE};
    dom_ratings_score sum = {0};
    for (uint32_t i = 0; i < players; i++)
        if (row[i].games > 0) {
            const dom_ratings_score one = {row[i].wins, row[i].draws, row[i].losses};
            dom_ratings_score_add(&sum, &one);
            p.opponents++;
            p.opponents_elo += (double)row[i].games * list->elo[i];
        }
    double games = (double)dom_ratings_score_games(&sum);
    if (games <= 0)
        return p;
    p.opponents_elo = dom_ratings_rounded(p.opponents_elo / games);
    if (sum.losses + sum.draws == 0)
        p.bound = DOM_RATINGS_BOUND_BELOW;
    else if (sum.wins + sum.draws == 0)
        p.bound = DOM_RATINGS_BOUND_ABOVE;
    else
        p.elo = rating_with(row, players, list, (double)sum.wins + (double)sum.draws / 2);
    return p;
}
