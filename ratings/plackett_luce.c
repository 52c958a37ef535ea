/* Newton's method with one parameter for each player, the logarithm of its worth, and one for each
 * k of the ties that occurred, the logarithm of d_k. The logarithm of f(S) is linear in the
 * parameters, so the likelihood is concave and has one maximum. */
#include "ratings/plackett_luce.h"

#include "model.h"

#include <lapacke.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    SEATS = DOM_RATINGS_MATCH_ENTRIES_MAX,
    LOCAL = 2 * SEATS - 1, /* parameters of one choice: players, then ties of 2 to 8 players */
    STEPS_MAX = 100,
    HALVINGS_MAX = 40,
    FIRST_ROOM = 64
};

static const double step_max = 1e-9; /* of a converged parameter, a logarithm of worth */

/* The players of a match, best first. Players that share a place follow each other by number. */
typedef struct {
    uint64_t count; /* matches that ended like this */
    uint16_t player[SEATS];
    uint8_t tied[SEATS]; /* by player: 1 if it shares the place of the player before */
} ranking;

struct dom_ratings_rankings {
    ranking *at;
    size_t count, room, players;
};

/* ---- rankings ----------------------------------------------------------------- */

dom_ratings_rankings *dom_ratings_rankings_new(void)
{
    return calloc(1, sizeof(dom_ratings_rankings));
}

void dom_ratings_rankings_free(dom_ratings_rankings **rankings)
{
    if (*rankings)
        free((*rankings)->at);
    free(*rankings);
    *rankings = NULL;
}

enum { NO_PLAYER = UINT16_MAX };

/* Compares what was ranked, not how often. */
static int by_order(const void *a, const void *b)
{
    const ranking *x = a, *y = b;
    int order = memcmp(x->player, y->player, sizeof x->player);
    return order ? order : memcmp(x->tied, y->tied, sizeof x->tied);
}

/* Count equal rankings once. */
static void merge(dom_ratings_rankings *r)
{
    size_t kept = 0;
    if (r->count == 0)
        return;
    qsort(r->at, r->count, sizeof *r->at, by_order);
    for (size_t i = 1; i < r->count; i++)
        if (by_order(&r->at[kept], &r->at[i]) == 0)
            r->at[kept].count += r->at[i].count;
        else
            r->at[++kept] = r->at[i];
    r->count = kept + 1;
}

/* Make room for one more ranking. Returns false if memory ran out. */
static bool reserve_ranking(dom_ratings_rankings *r)
{
    if (r->count < r->room)
        return true;
    merge(r);
    if (r->count < r->room / 2)
        return true;
    size_t room = r->room ? 2 * r->room : FIRST_ROOM;
    ranking *grown = realloc(r->at, room * sizeof *grown);
    if (grown == NULL)
        return false;
    r->at = grown;
    r->room = room;
    return true;
}

static dom_ratings_rc check_places(const dom_ratings_match *m)
{
    if (m->entries < 2 || m->entries > SEATS || m->members != 1)
        return DOM_RATINGS_E_INVALID;
    for (int e = 0; e < m->entries; e++) {
        if (m->place[e] == 0)
            return DOM_RATINGS_E_INVALID;
        if (m->player[e][0] >= DOM_RATINGS_POOL_PLAYERS_MAX)
            return DOM_RATINGS_E_LIMIT;
    }
    return DOM_RATINGS_OK;
}

static bool is_before(const dom_ratings_match *m, int a, int b)
{
    return m->place[a] != m->place[b] ? m->place[a] < m->place[b]
                                      : m->player[a][0] < m->player[b][0];
}

static ranking ranking_of(const dom_ratings_match *m)
{
    ranking r = {.count = 1};
    int order[SEATS] = {0};
    for (int e = 0; e < m->entries; e++) {
        int at = e;
        for (; at > 0 && is_before(m, e, order[at - 1]); at--)
            order[at] = order[at - 1];
        order[at] = e;
    }
    for (int i = 0; i < SEATS; i++)
        r.player[i] = i < m->entries ? (uint16_t)m->player[order[i]][0] : NO_PLAYER;
    for (int i = 1; i < m->entries; i++)
        r.tied[i] = m->place[order[i]] == m->place[order[i - 1]];
    return r;
}

dom_ratings_rc dom_ratings_rankings_add(dom_ratings_rankings *rankings,
                                        const dom_ratings_match *match)
{
    dom_ratings_rc rc = check_places(match);
    if (rc != DOM_RATINGS_OK || match->fault != DOM_RATINGS_NO_FAULT)
        return rc;
    if (!reserve_ranking(rankings))
        return DOM_RATINGS_E_NOMEM;
    rankings->at[rankings->count++] = ranking_of(match);
    return DOM_RATINGS_OK;
}

void dom_ratings_rankings_players(dom_ratings_rankings *rankings, uint32_t players)
{
    if (players > rankings->players)
        rankings->players = players;
}

/* ---- one choice ------------------------------------------------------------------ */

/* The fit. A vector has the players' parameters first, then those of the ties that occurred. */
typedef struct {
    const dom_ratings_rankings *of;
    double prior;
    size_t players, size;
    size_t tie[SEATS + 1]; /* the parameter of a tie of k players; SIZE_MAX if none occurred */
} luce_model;

/* The slopes of the likelihood: gradient g and negative Hessian h, size x size. Both are NULL if
 * only the likelihood is wanted. */
typedef struct {
    double *g, *h;
} luce_slopes;

/* The choice of the first `chosen` of `count` players. parameter[i] is NO_PLAYER for the ghost. */
typedef struct {
    const uint16_t *player;
    int count, chosen;
    double weight;
} luce_choice;

/* Returns whether as many players as in the set ever shared a place. */
static bool may_share(const luce_model *m, unsigned set)
{
    int k = __builtin_popcount(set);
    return k == 1 || m->tie[k] != SIZE_MAX;
}

static double worth_of(const luce_choice *c, const double beta[], int i)
{
    return c->player[i] == NO_PLAYER ? 0 : beta[c->player[i]];
}

/* Returns the logarithm of f(S); bit i of `set` is the choice's player i. */
static double log_f(const luce_model *m, const luce_choice *c, const double beta[], unsigned set)
{
    double sum = 0;
    int k = __builtin_popcount(set);
    for (int i = 0; i < c->count; i++)
        if (set >> i & 1)
            sum += worth_of(c, beta, i);
    return sum / k + (k > 1 ? beta[m->tie[k]] : 0);
}

/* How log f(S) depends on the choice's own parameters: 1/k for its players, 1 for ties of k. */
static void features_of(unsigned set, int count, double x[LOCAL])
{
    int k = __builtin_popcount(set);
    for (int i = 0; i < LOCAL; i++)
        x[i] = i < count && set >> i & 1 ? 1.0 / k : 0;
    if (k > 1)
        x[SEATS + k - 2] = 1;
}

/* Returns the number of the choice's parameter in the model, or SIZE_MAX if it has none. */
static size_t global_of(const luce_model *m, const luce_choice *c, int local)
{
    if (local < SEATS)
        return local < c->count && c->player[local] != NO_PLAYER ? c->player[local] : SIZE_MAX;
    return m->tie[local - SEATS + 2];
}

/* Fill the probability of every set that may be chosen, and return the logarithm of the sum of
 * their f(S). */
static double weigh_sets(const luce_model *m, const luce_choice *c, const double beta[],
                         double chance[1 << SEATS])
{
    unsigned sets = 1u << c->count;
    double most = -INFINITY, sum = 0;
    for (unsigned set = 1; set < sets; set++) {
        chance[set] = may_share(m, set) ? log_f(m, c, beta, set) : -INFINITY;
        most = fmax(most, chance[set]);
    }
    for (unsigned set = 1; set < sets; set++)
        sum += exp(chance[set] - most);
    for (unsigned set = 1; set < sets; set++)
        chance[set] = exp(chance[set] - most) / sum;
    return most + log(sum);
}

/* Add the slopes of a choice: the gradient is its features minus their mean over all sets, the
 * negative Hessian their covariance. */
static void add_slopes(const luce_model *m, const luce_choice *c, const double chance[],
                       luce_slopes to)
{
    double mean[LOCAL] = {0}, square[LOCAL][LOCAL] = {{0}}, x[LOCAL];
    for (unsigned set = 1; set < 1u << c->count; set++) {
        features_of(set, c->count, x);
        for (int i = 0; chance[set] > 0 && i < LOCAL; i++) {
            mean[i] += chance[set] * x[i];
            for (int k = 0; k < LOCAL; k++)
                square[i][k] += chance[set] * x[i] * x[k];
        }
    }
    features_of((1u << c->chosen) - 1, c->count, x);
    for (int i = 0; i < LOCAL; i++) {
        size_t row = global_of(m, c, i);
        if (row == SIZE_MAX)
            continue;
        to.g[row] += c->weight * (x[i] - mean[i]);
        for (int k = 0; k < LOCAL; k++) {
            size_t column = global_of(m, c, k);
            if (column != SIZE_MAX)
                to.h[row * m->size + column] += c->weight * (square[i][k] - mean[i] * mean[k]);
        }
    }
}

/* Add a choice to the slopes, and return its part of the log-likelihood. */
static double add_choice(const luce_model *m, const luce_choice *c, const double beta[],
                         luce_slopes to)
{
    double chance[1 << SEATS];
    double all = weigh_sets(m, c, beta, chance);
    if (to.g)
        add_slopes(m, c, chance, to);
    return c->weight * (log_f(m, c, beta, (1u << c->chosen) - 1) - all);
}

/* ---- all choices ------------------------------------------------------------------- */

static double add_ranking(const luce_model *m, const ranking *r, const double beta[],
                          luce_slopes to)
{
    double sum = 0;
    int count = 0;
    while (count < SEATS && r->player[count] != NO_PLAYER)
        count++;
    for (int at = 0, chosen; at < count - 1; at += chosen) {
        for (chosen = 1; at + chosen < count && r->tied[at + chosen];)
            chosen++;
        luce_choice c = {.player = r->player + at,
                         .count = count - at,
                         .chosen = chosen,
                         .weight = (double)r->count};
        sum += add_choice(m, &c, beta, to);
    }
    return sum;
}

static double add_rankings(const luce_model *m, const double beta[], luce_slopes to)
{
    double sum = 0;
    for (size_t i = 0; i < m->of->count; i++)
        sum += add_ranking(m, &m->of->at[i], beta, to);
    return sum;
}

/* The invented results against the ghost. */
static double add_ghost(const luce_model *m, const double beta[], luce_slopes to)
{
    double sum = 0;
    for (size_t i = 0; m->prior > 0 && i < m->players; i++) {
        uint16_t won[] = {(uint16_t)i, NO_PLAYER}, lost[] = {NO_PLAYER, (uint16_t)i};
        sum += add_choice(m, &(luce_choice){won, 2, 1, m->prior}, beta, to);
        sum += add_choice(m, &(luce_choice){lost, 2, 1, m->prior}, beta, to);
    }
    return sum;
}

/* Without the ghost only differences of players matter. One more term makes the equations solvable
 * and keeps the mean. */
static void hold_mean(const luce_model *m, double h[])
{
    for (size_t i = 0; i < m->players; i++)
        for (size_t k = 0; k < m->players; k++)
            h[i * m->size + k] += 1 / (double)m->players;
}

/* Move beta by the step, by half of it, and so on until the likelihood does not fall. Returns false
 * if it always falls. */
static bool move_by(const luce_model *m, double beta[], const double step[], double next[])
{
    const luce_slopes none = {NULL, NULL};
    double before = add_rankings(m, beta, none) + add_ghost(m, beta, none), share = 1;
    for (int i = 0; i < HALVINGS_MAX; i++, share /= 2) {
        for (size_t k = 0; k < m->size; k++)
            next[k] = beta[k] + share * step[k];
        double after = add_rankings(m, next, none) + add_ghost(m, next, none);
        if (after >= before - 1e-12 * fabs(before)) {
            memcpy(beta, next, m->size * sizeof *beta);
            return true;
        }
    }
    return false;
}

/* work  room for a matrix and two vectors */
static dom_ratings_rc climb(const luce_model *m, double beta[], double work[],
                            dom_ratings_plackett_luce *out)
{
    luce_slopes to = {.g = work, .h = work + 2 * m->size};
    lapack_int size = (lapack_int)m->size;
    for (out->steps = 0; out->steps < STEPS_MAX; out->steps++) {
        double most = 0;
        memset(work, 0, (m->size + 2) * m->size * sizeof *work);
        out->log_likelihood = add_rankings(m, beta, to);
        (void)add_ghost(m, beta, to);
        if (m->prior <= 0)
            hold_mean(m, to.h);
        if (LAPACKE_dposv(LAPACK_COL_MAJOR, 'L', size, 1, to.h, size, to.g, size) != 0)
            return DOM_RATINGS_E_CONVERGENCE;
        for (size_t i = 0; i < m->size; i++)
            most = fmax(most, fabs(to.g[i]));
        if (most <= step_max)
            return DOM_RATINGS_OK;
        if (!move_by(m, beta, to.g, work + m->size))
            return DOM_RATINGS_E_CONVERGENCE;
    }
    return DOM_RATINGS_E_CONVERGENCE;
}

/* ---- whether there is a maximum ------------------------------------------------------- */

/* Mark who is reached from player 0 over "was not behind" (or, backward, "was not before") in
 * rankings. */
static void mark_reached(const luce_model *m, bool is_backward, bool reached[])
{
    memset(reached, 0, m->players * sizeof *reached);
    reached[0] = true;
    for (bool has_changed = true; has_changed;) {
        has_changed = false;
        for (size_t i = 0; i < m->of->count; i++) {
            const ranking *r = &m->of->at[i];
            for (int a = 0; a < SEATS && r->player[a] != NO_PLAYER; a++)
                for (int b = a + 1; b < SEATS && r->player[b] != NO_PLAYER; b++) {
                    bool is_tied = true;
                    for (int k = a + 1; k <= b; k++)
                        is_tied &= r->tied[k] != 0;
                    bool *better = &reached[r->player[a]], *worse = &reached[r->player[b]];
                    bool *from = is_backward ? worse : better, *to = is_backward ? better : worse;
                    bool of_to = *to || *from, of_from = *from || (is_tied && *to);
                    has_changed |= of_to != *to || of_from != *from;
                    *to = of_to;
                    *from = of_from;
                }
        }
    }
}

/* Finite ratings without a prior exist if everybody was, over others, both before and behind
 * everybody (L. R. Ford 1957). */
static dom_ratings_rc check_connected(const luce_model *m)
{
    bool *reached = malloc(m->players * sizeof *reached), is_connected = true;
    if (reached == NULL)
        return DOM_RATINGS_E_NOMEM;
    for (int way = 0; way < 2; way++) {
        mark_reached(m, way == 1, reached);
        for (size_t i = 0; i < m->players; i++)
            is_connected &= reached[i];
    }
    free(reached);
    return is_connected ? DOM_RATINGS_OK : DOM_RATINGS_E_SEPARATED;
}

/* ---- the fit ------------------------------------------------------------------------------ */

/* Mark what occurs in a ranking. */
static void meet_ranking(const ranking *r, size_t *players, bool occurs[])
{
    for (int i = 0, tied = 1; i < SEATS && r->player[i] != NO_PLAYER; i++) {
        *players = r->player[i] >= *players ? (size_t)r->player[i] + 1 : *players;
        tied = r->tied[i] ? tied + 1 : 1;
        if (i + 1 == SEATS || !r->tied[i + 1])
            occurs[tied] = true;
    }
}

static luce_model model_of(const dom_ratings_rankings *r, double prior)
{
    luce_model m = {.of = r, .prior = prior, .players = r->players};
    bool occurs[SEATS + 1] = {false};
    for (size_t i = 0; i < r->count; i++)
        meet_ranking(&r->at[i], &m.players, occurs);
    m.size = m.players;
    for (int k = 0; k <= SEATS; k++)
        m.tie[k] = k > 1 && occurs[k] ? m.size++ : SIZE_MAX;
    return m;
}

static dom_ratings_rc fit_model(const luce_model *m, dom_ratings_plackett_luce *out)
{
    double *beta = calloc(m->size, sizeof *beta), *elo = calloc(m->players, sizeof *elo);
    double *work = malloc((m->size + 2) * m->size * sizeof *work);
    dom_ratings_rc rc = beta && elo && work ? climb(m, beta, work, out) : DOM_RATINGS_E_NOMEM;
    if (rc == DOM_RATINGS_OK) {
        for (size_t i = 0; i < m->players; i++)
            elo[i] = beta[i] * DOM_RATINGS_ELO_UNIT;
        out->players = m->players;
        out->elo = elo;
        out->tie[1] = 1;
        for (int k = 2; k <= SEATS; k++)
            out->tie[k] = m->tie[k] == SIZE_MAX ? 0 : exp(beta[m->tie[k]]);
    } else {
        free(elo);
    }
    free(beta);
    free(work);
    return rc;
}

dom_ratings_rc dom_ratings_plackett_luce_fit(dom_ratings_plackett_luce *out,
                                             dom_ratings_rankings *rankings, double prior)
{
    *out = (dom_ratings_plackett_luce){0};
    if (!(prior >= 0 && prior <= 1000))
        return DOM_RATINGS_E_INVALID;
    if (rankings->count == 0)
        return DOM_RATINGS_E_EMPTY;
    merge(rankings);
    luce_model m = model_of(rankings, prior);
    dom_ratings_rc rc = prior > 0 ? DOM_RATINGS_OK : check_connected(&m);
    if (rc == DOM_RATINGS_OK)
        rc = fit_model(&m, out);
    if (rc != DOM_RATINGS_OK)
        *out = (dom_ratings_plackett_luce){0};
    return rc;
}

void dom_ratings_plackett_luce_align(dom_ratings_plackett_luce *fit, const double elo[],
                                     int32_t anchor)
{
    double shift = 0;
    if (anchor >= 0 && (size_t)anchor < fit->players)
        shift = elo[anchor] - fit->elo[anchor];
    else
        for (size_t i = 0; i < fit->players; i++)
            shift += (elo[i] - fit->elo[i]) / (double)fit->players;
    for (size_t i = 0; i < fit->players; i++)
        fit->elo[i] += shift;
}

void dom_ratings_plackett_luce_clear(dom_ratings_plackett_luce *fit)
{
    free(fit->elo);
    *fit = (dom_ratings_plackett_luce){0};
}
