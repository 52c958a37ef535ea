/* Measures how often 95 % intervals contain the true rating where few results decide: strong
 * favourites, few sets, perfect scores, and sets whose matches depend on each other.
 *
 *     edges          some seconds
 *     edges long     some minutes: more sets and more simulated lists
 *
 * Two bots are computed exactly: every possible result of G sets of two matches is rated, and the
 * probabilities of those whose interval contains the true difference are added up. Larger lists are
 * simulated. An interval without a limit contains everything on that side. Prints one line per case,
 * and exits with 1 if one is outside its limits.
 */
#include "pools.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define UNIT 173.71779276130073 /* Elo per natural unit */

/* The least coverage of all cases, and the largest one if no single result is likely. */
static const double least = .935, most = .975, likely = .02;
/* The widest interval allowed, relative to the one of Clopper and Pearson over sets. */
static const double widest = 1.1;

typedef struct {
    double lo, hi; /* of the difference of two ratings, +-INFINITY without a limit */
} range;

static void fail_hard(const char *what)
{
    (void)fprintf(stderr, "edges: %s\n", what);
    exit(2);
}

static dom_ratings_list fit(const dom_ratings_pool *pool, int32_t anchor)
{
    dom_ratings_list list;
    dom_ratings_list_options options = DOM_RATINGS_LIST_OPTIONS;
    options.anchor_elo = 0;
    options.anchor = anchor;
    if (dom_ratings_list_fit(&list, pool, &options) != DOM_RATINGS_OK)
        fail_hard("a list cannot be fitted");
    return list;
}

static range range_of(const dom_ratings_rating *row)
{
    return (range){.lo = dom_ratings_bound_has_lo(row->bound) ? row->elo_lo : -INFINITY,
                   .hi = dom_ratings_bound_has_hi(row->bound) ? row->elo_hi : INFINITY};
}

static void add_set(dom_ratings_pool *pool, const dom_ratings_pool_match set[], size_t matches)
{
    if (dom_ratings_pool_add_set(pool, set, matches) != DOM_RATINGS_OK)
        fail_hard("a set is refused");
}

/* ---- two bots, exactly ---------------------------------------------------------- */

/* Probabilities of 0, 1 and 2 wins in a set, and the correlation of its matches. */
typedef struct {
    double p[3];
} set_law;

/* The correlation is reduced as far as the probabilities allow it. */
static set_law law_of(double elo, double correlation)
{
    double p = 1 / (1 + pow(10, -elo / 400)), both = p * p + correlation * p * (1 - p);
    both = fmin(fmax(both, fmax(0, 2 * p - 1)), p);
    set_law law = {.p = {1 - 2 * p + both, 2 * (p - both), both}};
    for (int i = 0; i < 3; i++)
        law.p[i] = law.p[i] < 1e-14 ? 0 : law.p[i];
    return law;
}

/* Rates bot 0 against bot 1 after sets with 0, 1 and 2 wins of bot 0. */
static range rate_two(const int sets[3])
{
    dom_ratings_pool *pool = dom_ratings_pool_new();
    for (int wins = 0; wins < 3; wins++)
        for (int i = 0; i < sets[wins]; i++) {
            dom_ratings_pool_match set[] = {duel(0, 1, wins >= 1 ? 1 : 2, wins >= 1 ? 2 : 1),
                                            duel(1, 0, wins >= 2 ? 2 : 1, wins >= 2 ? 1 : 2)};
            add_set(pool, set, 2);
        }
    dom_ratings_list list = fit(pool, 1);
    range r = range_of(row_of(&list, 0));
    dom_ratings_list_clear(&list);
    dom_ratings_pool_free(&pool);
    return r;
}

/* Returns the intervals of all results, by sets with 0 and with 1 win. */
static range *rate_all(int sets)
{
    range *all = calloc((size_t)(sets + 1) * (size_t)(sets + 1), sizeof *all);
    if (all == NULL)
        fail_hard("out of memory");
    for (int none = 0; none <= sets; none++)
        for (int one = 0; none + one <= sets; one++)
            all[none * (sets + 1) + one] = rate_two((int[]){none, one, sets - none - one});
    return all;
}

/* Returns the probability of a result, a multinomial one. */
static double chance_of(const set_law *law, const int sets[3])
{
    double log_chance = lgamma(sets[0] + sets[1] + sets[2] + 1.0);
    for (int i = 0; i < 3; i++) {
        if (sets[i] > 0 && law->p[i] <= 0)
            return 0;
        log_chance += (sets[i] > 0 ? sets[i] * log(law->p[i]) : 0) - lgamma(sets[i] + 1.0);
    }
    return exp(log_chance);
}

/* Returns the coverage at a true difference; *largest receives the probability of the likeliest
 * result. */
static double cover(const range all[], int sets, double elo, double correlation, double *largest)
{
    set_law law = law_of(elo, correlation);
    double sum = 0;
    *largest = 0;
    for (int none = 0; none <= sets; none++)
        for (int one = 0; none + one <= sets; one++) {
            const range *r = &all[none * (sets + 1) + one];
            double p = chance_of(&law, (int[]){none, one, sets - none - one});
            *largest = fmax(*largest, p);
            sum += r->lo <= elo + 1e-9 && elo <= r->hi + 1e-9 ? p : 0;
        }
    return sum;
}

static bool judge_two(const range all[], int sets, double correlation, double step)
{
    double lowest = 1, at_lowest = 0, highest = 0,
           largest; /* highest: 0 if single results are likely */
    for (double elo = 0; elo <= 1200; elo += step) {
        double held = cover(all, sets, elo, correlation, &largest);
        if (held < lowest) {
            lowest = held;
            at_lowest = elo;
        }
        if (largest <= likely)
            highest = fmax(highest, held);
    }
    bool ok = lowest >= least && highest <= most;
    (void)printf("two bots, %3d sets, correlation %+.1f   least %.3f at %4.0f Elo  most %.3f  %s\n",
                 sets, correlation, lowest, at_lowest, highest, ok ? "" : "FAILED");
    return ok;
}

/* Returns the probability of `most_wins` or fewer wins in n. */
static double binomial(int most_wins, int n, double p)
{
    double sum = 0;
    for (int i = 0; i <= most_wins; i++)
        sum += exp(lgamma(n + 1.0) - lgamma(i + 1.0) - lgamma(n - i + 1.0) + i * log(p) +
                   (n - i) * log1p(-p));
    return sum;
}

/* Returns the limit of Clopper and Pearson (1934) in Elo, 0 < wins < n. */
static double exact_limit(int wins, int n, bool is_upper)
{
    double lo = 1e-12, hi = 1 - 1e-12;
    for (int i = 0; i < 100; i++) {
        double p = (lo + hi) / 2;
        bool is_below =
            is_upper ? binomial(wins, n, p) > .025 : 1 - binomial(wins - 1, n, p) < .025;
        *(is_below ? &lo : &hi) = p;
    }
    return 400 * log10(lo / (1 - lo));
}

/* Compares sets whose matches all come out alike with the exact interval for such sets. */
static bool judge_width(int sets)
{
    double worst = 0;
    int at = 0;
    for (int won = 1; won < sets; won++) {
        range r = rate_two((int[]){sets - won, 0, won});
        double ratio =
            (r.hi - r.lo) / (exact_limit(won, sets, true) - exact_limit(won, sets, false));
        if (isfinite(ratio) && ratio > worst) {
            worst = ratio;
            at = won;
        }
    }
    bool ok = worst <= widest;
    (void)printf(
        "sets of like matches, %3d sets   at most %.3f times as wide as the exact interval, "
        "with %d won  %s\n",
        sets, worst, at, ok ? "" : "FAILED");
    return ok;
}

static bool judge_sets(int sets, double step)
{
    static const double correlations[] = {-.9, -.6, -.3, 0, .3, .6, 1};
    range *all = rate_all(sets);
    bool ok = judge_width(sets);
    for (size_t i = 0; i < sizeof correlations / sizeof *correlations; i++)
        ok &= judge_two(all, sets, correlations[i], step);
    free(all);
    (void)fflush(stdout);
    return ok;
}

/* ---- larger lists, simulated ---------------------------------------------------- */

enum { BOTS_MAX = 8 };

typedef enum { TABLES, ONE_BOT_TEAMS, MIXED_TEAMS } table_kind;

typedef struct {
    const char *name;
    bool is_short;
    int bots;
    double strength[BOTS_MAX]; /* natural units */
    table_kind kind;
    int seats, sets; /* seats of TABLES; sets of every choice of players */
    double correlation;
    double most; /* the largest coverage allowed; 1 where single results are likely */
} network;

static const network networks[] = {
    {"two clusters, 99 %, 20 sets",
     true,
     6,
     {2.3, 2.3, 2.3, -2.3, -2.3, -2.3},
     TABLES,
     2,
     20,
     0,
     1},
    {"two clusters, 99 %, adds up",
     false,
     6,
     {2.3, 2.3, 2.3, -2.3, -2.3, -2.3},
     TABLES,
     2,
     20,
     .6,
     1},
    {"two clusters, 99 %, 5 sets", true, 6, {2.3, 2.3, 2.3, -2.3, -2.3, -2.3}, TABLES, 2, 5, .6, 1},
    {"chain of three, 95 %", true, 3, {3, 0, -3}, TABLES, 2, 20, .9, 1},
    {"chain of four, 97 %", false, 4, {5.2, 1.7, -1.7, -5.2}, TABLES, 2, 20, 0, 1},
    {"one at 98 %, 20 sets", false, 6, {3.9, .4, .2, 0, -.2, -.4}, TABLES, 2, 20, .6, 1},
    {"one at 98 %, 5 sets", true, 6, {3.9, .4, .2, 0, -.2, -.4}, TABLES, 2, 5, 0, 1},
    {"even, 5 sets, cancels", true, 6, {1, .6, .2, -.2, -.6, -1}, TABLES, 2, 5, -.6, .975},
    {"even, 20 sets, cancels", false, 6, {1, .6, .2, -.2, -.6, -1}, TABLES, 2, 20, -.6, .975},
    {"even, 100 sets, adds up", false, 6, {1, .6, .2, -.2, -.6, -1}, TABLES, 2, 100, .6, .975},
    {"tables of 3, 10 sets", false, 5, {3, .3, 0, -.3, -1}, TABLES, 3, 10, .6, 1},
    {"tables of 4, 10 sets", false, 6, {3, 1, 0, 0, -1, -3}, TABLES, 4, 10, .6, 1},
    {"a table of 8, 10 sets", true, 8, {3, 1, .5, 0, 0, -.5, -1, -3}, TABLES, 8, 10, .6, 1},
    {"a table of 8, 20 sets", false, 8, {3, 1, .5, 0, 0, -.5, -1, -3}, TABLES, 8, 20, -.6, 1},
    {"teams of one bot, 10 sets", true, 4, {3, .3, -.3, -1}, ONE_BOT_TEAMS, 2, 10, .6, 1},
    {"mixed teams, 10 sets", false, 6, {3, 1, 0, 0, -1, -3}, MIXED_TEAMS, 2, 10, .6, 1},
};

/* Returns logistic or Gumbel luck of one entry in one match; `shared` is the luck of its whole set. */
static double luck(chance *c, const network *n, double shared, int match)
{
    double rho = fabs(n->correlation), sign = n->correlation < 0 && match % 2 ? -1 : 1;
    double z = sqrt(rho) * sign * shared + sqrt(1 - rho) * chance_normal(c);
    double p = erfc(-z / sqrt(2)) / 2;
    return n->seats == 2 ? log(p / (1 - p)) : -log(-log(p));
}

static void play_set(chance *c, const network *n, const uint32_t who[], dom_ratings_pool *pool)
{
    dom_ratings_pool_match set[BOTS_MAX];
    double shared[BOTS_MAX];
    for (int e = 0; e < n->seats; e++)
        shared[e] = chance_normal(c);
    for (int i = 0; i < n->seats; i++) {
        double result[BOTS_MAX];
        set[i] = (dom_ratings_pool_match){.entries = (uint8_t)n->seats,
                                          .members = n->kind == TABLES ? 1 : 2,
                                          .fault = DOM_RATINGS_POOL_NO_FAULT};
        for (int e = 0; e < n->seats; e++) {
            uint32_t a = who[n->kind == MIXED_TEAMS ? 2 * e : e];
            uint32_t b = n->kind == MIXED_TEAMS ? who[2 * e + 1] : a;
            set[i].player[e][0] = a;
            set[i].player[e][1] = b;
            result[e] = (n->strength[a] + n->strength[b]) / 2;
            if (n->seats > 2 || e == 0) /* the luck of two is one logistic number */
                result[e] += luck(c, n, shared[e], i);
        }
        for (int e = 0; e < n->seats; e++) {
            set[i].place[e] = 1;
            for (int o = 0; o < n->seats; o++)
                set[i].place[e] = (uint8_t)(set[i].place[e] + (result[o] > result[e]));
        }
    }
    add_set(pool, set, (size_t)n->seats);
}

/* Plays all choices of players, and of mixed teams two of the three ways. */
static void play_all(chance *c, const network *n, uint32_t who[], int chosen, uint32_t from,
                     dom_ratings_pool *pool)
{
    if (chosen == (n->kind == MIXED_TEAMS ? 4 : n->seats)) {
        uint32_t other[] = {who[0], who[2], who[1], who[3]};
        for (int i = 0; i < n->sets; i++)
            play_set(c, n, n->kind == MIXED_TEAMS && i % 2 ? other : who, pool);
        return;
    }
    for (uint32_t p = from; p < (uint32_t)n->bots; p++) {
        who[chosen] = p;
        play_all(c, n, who, chosen + 1, p + 1, pool);
    }
}

/* How many intervals held, and how many rank ranges. */
typedef struct {
    double held[BOTS_MAX], ranks, lists, unlimited;
} tally;

/* Returns true if a rank range contains a rank that the true strengths allow. */
static bool holds_rank(const network *n, const dom_ratings_rating *row)
{
    uint32_t better = 0, worse = 0;
    for (int i = 0; i < n->bots; i++) {
        better += n->strength[i] > n->strength[row->player] + 1e-9;
        worse += n->strength[i] < n->strength[row->player] - 1e-9;
    }
    return row->rank_lo <= (uint32_t)n->bots - worse && row->rank_hi >= better + 1;
}

static void judge_list(const network *n, const dom_ratings_list *list, uint32_t anchor, tally *t)
{
    for (size_t i = 0; i < list->count; i++) {
        const dom_ratings_rating *row = &list->row[i];
        double truth = UNIT * (n->strength[row->player] - n->strength[anchor]);
        range r = range_of(row);
        t->held[row->player] += r.lo <= truth && truth <= r.hi;
        t->unlimited += !isfinite(r.lo) || !isfinite(r.hi);
        t->ranks += holds_rank(n, row);
    }
    t->lists++;
}

static bool judge_network(const network *n, int lists)
{
    uint32_t who[BOTS_MAX], anchor = (uint32_t)n->bots / 2;
    chance c = {12345};
    tally t = {.lists = 0};
    double all = 0, lowest = 1, slack = 3 * sqrt(.05 * .95 / lists);
    for (int i = 0; i < lists; i++) {
        dom_ratings_pool *pool = dom_ratings_pool_new();
        play_all(&c, n, who, 0, 0, pool);
        dom_ratings_list list = fit(pool, (int32_t)anchor);
        judge_list(n, &list, anchor, &t);
        dom_ratings_list_clear(&list);
        dom_ratings_pool_free(&pool);
    }
    for (uint32_t i = 0; i < (uint32_t)n->bots; i++)
        if (i != anchor) {
            all += t.held[i] / t.lists / (n->bots - 1);
            lowest = fmin(lowest, t.held[i] / t.lists);
        }
    double ranks = t.ranks / t.lists / n->bots;
    bool ok = lowest >= least - slack && all <= n->most + slack && ranks >= least;
    (void)printf("%-28s %.3f  least of a bot %.3f  rank ranges %.4f  without a limit %.3f  %s\n",
                 n->name, all, lowest, ranks, t.unlimited / t.lists / n->bots, ok ? "" : "FAILED");
    (void)fflush(stdout);
    return ok;
}

int main(int argc, char **argv)
{
    static const int sets[] = {5, 7, 10, 15, 20, 30, 50, 100, 200, 500};
    bool is_long = argc > 1 && strcmp(argv[1], "long") == 0, ok = true;
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++)
        if (sets[i] <= (is_long ? 200 : 50))
            ok &= judge_sets(sets[i], is_long && sets[i] <= 100 ? 10 : 50);
    ok &= !is_long || judge_width(500);
    for (size_t i = 0; i < sizeof networks / sizeof *networks; i++)
        if (is_long || networks[i].is_short)
            ok &= judge_network(&networks[i], is_long ? 1000 : 400);
    return ok ? 0 : 1;
}
