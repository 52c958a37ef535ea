/* Measures how often 95 % intervals contain the true rating where few results decide: strong
 * favourites, few sets, perfect scores, and sets whose matches depend on each other.
 *
 *     edges          some seconds
 *     edges long     half a minute: more sets and more simulated lists
 *
 * Two bots are computed exactly: every possible result of G sets of two matches is rated, and the
 * probabilities of those whose interval contains the true difference are added up. Larger lists are
 * simulated. An interval without a limit contains everything on that side. Prints Markdown tables,
 * whose rows outside their limits end with FAILED, and exits with 1 if there is one. calibration.md
 * explains their columns.
 */
#include "distributions.h"
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

static void add_set(dom_ratings_pool *pool, const dom_ratings_match set[], size_t matches)
{
    if (dom_ratings_pool_add_set(pool, set, matches) != DOM_RATINGS_OK)
        fail_hard("a set is refused");
}

/* ---- the exact interval ---------------------------------------------------------- */

/* Returns P(X <= p) of the beta distribution with a, b above 0. */
static double beta_cdf(double p, double a, double b)
{
    return 1 - dom_ratings_f_tail(b * p / (a * (1 - p)), 2 * a, 2 * b);
}

static double beta_quantile(double chance, double a, double b)
{
    double lo = 0, hi = 1;
    for (int i = 0; i < 60; i++) {
        double p = (lo + hi) / 2;
        *(beta_cdf(p, a, b) < chance ? &lo : &hi) = p;
    }
    return (lo + hi) / 2;
}

static double elo_at(double score)
{
    return 400 * log10(score / (1 - score));
}

static double score_at(double elo)
{
    return 1 / (1 + pow(10, -elo / 400));
}

/* Returns the interval of Clopper and Pearson (1934) for `won` of `sets` sets. Halves of sets are
 * allowed, by the same quantiles of the beta distribution. */
static range exact_range(double won, double sets)
{
    return (range){
        .lo = won > 0 ? elo_at(beta_quantile(.025, won, sets - won + 1)) : -INFINITY,
        .hi = won < sets ? elo_at(beta_quantile(.975, won + 1, sets - won)) : INFINITY,
    };
}

/* Returns how many times as wide as the exact interval `r` is. A limit that only one of the two has
 * makes it 0 or infinite. If both lack one, they are compared as expected scores. */
static double width_of(range r, range exact)
{
    if (isfinite(exact.lo) && isfinite(exact.hi))
        return (r.hi - r.lo) / (exact.hi - exact.lo);
    return (score_at(r.hi) - score_at(r.lo)) / (score_at(exact.hi) - score_at(exact.lo));
}

/* ---- two bots, exactly ---------------------------------------------------------- */

/* Logarithms of the probabilities of 0, 1 and 2 wins in a set. */
typedef struct {
    double log_p[3];
} set_law;

/* The correlation is reduced as far as the probabilities allow it. */
static set_law law_of(double elo, double correlation)
{
    double p = score_at(elo), both = p * p + correlation * p * (1 - p);
    both = fmin(fmax(both, fmax(0, 2 * p - 1)), p);
    double of[] = {1 - 2 * p + both, 2 * (p - both), both};
    set_law law;
    for (int i = 0; i < 3; i++)
        law.log_p[i] = of[i] < 1e-14 ? -INFINITY : log(of[i]);
    return law;
}

/* Rates bot 0 against bot 1 after sets with 0, 1 and 2 wins of bot 0. */
static range rate_two(const int sets[3])
{
    dom_ratings_pool *pool = dom_ratings_pool_new();
    for (int wins = 0; wins < 3; wins++)
        for (int i = 0; i < sets[wins]; i++) {
            dom_ratings_match set[] = {duel(0, 1, wins >= 1 ? 1 : 2, wins >= 1 ? 2 : 1),
                                       duel(1, 0, wins >= 2 ? 2 : 1, wins >= 2 ? 1 : 2)};
            add_set(pool, set, 2);
        }
    dom_ratings_list list = fit(pool, 1);
    range r = range_of(row_of(&list, 0));
    dom_ratings_list_clear(&list);
    dom_ratings_pool_free(&pool);
    return r;
}

/* A result of all sets, with its interval. */
typedef struct {
    int sets[3]; /* with 0, 1 and 2 wins */
    double log_ways;
    range interval;
} result;

/* All results of G sets; release `of`. */
typedef struct {
    int sets;
    size_t count;
    result *of;
} results;

/* Returns the place of a result in `of`: by sets with 0 wins, then by those with 1. */
static size_t place_of(int sets, int none, int one)
{
    return (size_t)(none * (sets + 1) - none * (none - 1) / 2 + one);
}

/* Rates all results. The interval of a bot that won less is that of its opponent turned round
 * (test_list.c shows that). */
static results rate_all(int sets)
{
    results all = {.sets = sets, .count = place_of(sets, sets, 0) + 1};
    all.of = calloc(all.count, sizeof *all.of);
    if (all.of == NULL)
        fail_hard("out of memory");
    for (int none = 0; none <= sets; none++)
        for (int one = 0; none + one <= sets; one++) {
            int both = sets - none - one;
            result *r = &all.of[place_of(sets, none, one)];
            *r = (result){.sets = {none, one, both}, .log_ways = lgamma(sets + 1.0)};
            for (int i = 0; i < 3; i++)
                r->log_ways -= lgamma(r->sets[i] + 1.0);
            range other = none > both ? all.of[place_of(sets, both, one)].interval : (range){0};
            r->interval = none > both ? (range){-other.hi, -other.lo} : rate_two(r->sets);
        }
    return all;
}

/* Returns the probability of a result, a multinomial one; 0 if it is below 1e-14. */
static double chance_of(const set_law *law, const result *r)
{
    double log_chance = r->log_ways;
    for (int i = 0; i < 3; i++)
        log_chance += r->sets[i] > 0 ? r->sets[i] * law->log_p[i] : 0;
    return log_chance > -32 ? exp(log_chance) : 0;
}

/* Returns the coverage at a true difference; *largest receives the probability of the likeliest
 * result. */
static double cover(const results *all, double elo, double correlation, double *largest)
{
    set_law law = law_of(elo, correlation);
    double sum = 0;
    *largest = 0;
    for (size_t i = 0; i < all->count; i++) {
        const result *r = &all->of[i];
        double p = chance_of(&law, r);
        *largest = fmax(*largest, p);
        sum += r->interval.lo <= elo + 1e-9 && elo <= r->interval.hi + 1e-9 ? p : 0;
    }
    return sum;
}

/* The extremes of the coverage over true differences. */
typedef struct {
    double least, at_least, most, most_unlikely; /* the last one without likely results, or 0 */
} extremes;

static extremes extremes_of(const results *all, double correlation)
{
    extremes e = {.least = 1};
    for (double elo = 0; elo <= 1600; elo += 10) {
        double largest, held = cover(all, elo, correlation, &largest);
        if (held < e.least) {
            e.least = held;
            e.at_least = elo;
        }
        e.most = fmax(e.most, held);
        if (largest <= likely)
            e.most_unlikely = fmax(e.most_unlikely, held);
    }
    return e;
}

static bool judge_two(const results *all, double correlation)
{
    extremes e = extremes_of(all, correlation);
    bool ok = e.least >= least && e.most_unlikely <= most;
    (void)printf("| %d | %+.1f | %.3f | %.0f | %.3f | ", all->sets, correlation, e.least,
                 e.at_least, e.most);
    (void)(e.most_unlikely > 0 ? printf("%.3f |%s\n", e.most_unlikely, ok ? "" : " FAILED")
                               : printf("- |%s\n", ok ? "" : " FAILED"));
    return ok;
}

/* ---- widths of the same intervals ------------------------------------------------- */

/* The widest of some intervals, relative to the exact one, and with how many sets won. */
typedef struct {
    double ratio, won;
} width;

static void note_width(width *w, range r, range exact, double won)
{
    double ratio = width_of(r, exact);
    if (ratio > w->ratio)
        *w = (width){ratio, won};
}

/* Compares the intervals of all results with those for as many sets won. */
static bool judge_widths(const results *all)
{
    width alike = {0}, split = {0}, perfect = {0};
    range *exact = calloc(2 * (size_t)all->sets + 1, sizeof *exact);
    if (exact == NULL)
        fail_hard("out of memory");
    for (int halves = 0; halves <= 2 * all->sets; halves++)
        exact[halves] = exact_range(halves / 2.0, all->sets);
    for (size_t i = 0; i < all->count; i++) {
        const result *r = &all->of[i];
        int halves = r->sets[1] + 2 * r->sets[2];
        bool is_perfect = halves == 0 || halves == 2 * all->sets;
        note_width(is_perfect       ? &perfect
                   : r->sets[1] > 0 ? &split
                                    : &alike,
                   r->interval, exact[halves], halves / 2.0);
    }
    free(exact);
    bool ok = fmax(alike.ratio, fmax(split.ratio, perfect.ratio)) <= widest;
    (void)printf("| %d | %.3f | %.0f | %.3f | %.1f | %.3f |%s\n", all->sets, alike.ratio, alike.won,
                 split.ratio, split.won, perfect.ratio, ok ? "" : " FAILED");
    return ok;
}

static bool judge_two_bots(bool is_long)
{
    static const int sets[] = {5, 7, 10, 15, 20, 30, 50, 100, 200, 500};
    static const double correlations[] = {-1, -.6, -.3, 0, .3, .6, .9, 1};
    size_t count = sizeof sets / sizeof *sets - (is_long ? 0 : 3);
    results all[sizeof sets / sizeof *sets];
    bool ok = true;
    (void)printf("## Two bots: coverage\n\n"
                 "| sets | correlation | least | at Elo | most | most, no likely result |\n"
                 "|---|---|---|---|---|---|\n");
    for (size_t i = 0; i < count; i++) {
        all[i] = rate_all(sets[i]);
        for (size_t k = 0; k < sizeof correlations / sizeof *correlations; k++)
            ok &= judge_two(&all[i], correlations[k]);
        (void)fflush(stdout);
    }
    (void)printf("\n## Two bots: widths\n\n"
                 "| sets | no set split | with sets won | sets split | with sets won | all won |\n"
                 "|---|---|---|---|---|---|\n");
    for (size_t i = 0; i < count; i++) {
        ok &= judge_widths(&all[i]);
        free(all[i].of);
    }
    return ok;
}

/* ---- two bots with draws, exactly -------------------------------------------------- */

/* Sets of two independent matches end in six ways: two losses, a loss and a draw, two draws, a win
 * and a loss, a win and a draw, two wins. */
enum { ENDS = 6 };

/* Half points in both matches. */
static const uint8_t scores[ENDS][2] = {{0, 0}, {0, 1}, {1, 1}, {2, 0}, {2, 1}, {2, 2}};

typedef struct {
    int sets[ENDS];
    double log_ways;
    range interval;
} drawn_result;

typedef struct {
    int sets;
    size_t count;
    drawn_result *of;
} drawn_results;

static range rate_drawn(const int sets[ENDS])
{
    dom_ratings_pool *pool = dom_ratings_pool_new();
    for (int end = 0; end < ENDS; end++) {
        uint8_t first = scores[end][0], second = scores[end][1];
        const dom_ratings_match set[] = {duel(0, 1, first > 0 ? 1 : 2, first < 2 ? 1 : 2),
                                         duel(1, 0, second < 2 ? 1 : 2, second > 0 ? 1 : 2)};
        for (int i = 0; i < sets[end]; i++)
            add_set(pool, set, 2);
    }
    dom_ratings_list list = fit(pool, 1);
    range r = range_of(row_of(&list, 0));
    dom_ratings_list_clear(&list);
    dom_ratings_pool_free(&pool);
    return r;
}

/* Rate all results that begin with the sets of the first ends. */
static void rate_ends(drawn_results *all, int end, int left, int sets[ENDS])
{
    for (sets[end] = end + 1 < ENDS ? 0 : left; sets[end] <= left; sets[end]++) {
        if (end + 1 < ENDS) {
            rate_ends(all, end + 1, left - sets[end], sets);
            continue;
        }
        drawn_result *r = &all->of[all->count++];
        *r = (drawn_result){.log_ways = lgamma(all->sets + 1.0), .interval = rate_drawn(sets)};
        memcpy(r->sets, sets, sizeof r->sets);
        for (int i = 0; i < ENDS; i++)
            r->log_ways -= lgamma(sets[i] + 1.0);
    }
}

static drawn_results rate_all_drawn(int sets)
{
    drawn_results all = {.sets = sets};
    size_t count = 1;
    int of_end[ENDS];
    for (int i = 1; i < ENDS; i++)
        count = count * (size_t)(sets + i) / (size_t)i;
    all.of = calloc(count, sizeof *all.of);
    if (all.of == NULL)
        fail_hard("out of memory");
    rate_ends(&all, 0, sets, of_end);
    return all;
}

static int half_points(const drawn_result *r)
{
    int halves = 0;
    for (int end = 0; end < ENDS; end++)
        halves += r->sets[end] * (scores[end][0] + scores[end][1]);
    return halves;
}

/* Returns the coverage at a true difference; *largest receives the probability of the likeliest
 * score. `draws` is the share of draws between equal bots; it falls as one becomes stronger. */
static double cover_drawn(const drawn_results *all, double elo, double draws, double *largest)
{
    double p = score_at(elo), drawn = fmin(draws * 4 * p * (1 - p), 2 * fmin(p, 1 - p) * .999);
    double win = p - drawn / 2, loss = 1 - p - drawn / 2, sum = 0;
    const double law[ENDS] = {loss * loss,    2 * loss * drawn, drawn * drawn,
                              2 * win * loss, 2 * win * drawn,  win * win};
    double *of_score = calloc(4 * (size_t)all->sets + 1, sizeof *of_score);
    if (of_score == NULL)
        fail_hard("out of memory");
    for (size_t i = 0; i < all->count; i++) {
        const drawn_result *r = &all->of[i];
        double log_chance = r->log_ways;
        for (int k = 0; k < ENDS; k++)
            log_chance += r->sets[k] > 0 ? r->sets[k] * log(law[k]) : 0;
        double chance = exp(log_chance);
        of_score[half_points(r)] += chance;
        sum += r->interval.lo <= elo + 1e-9 && elo <= r->interval.hi + 1e-9 ? chance : 0;
    }
    *largest = 0;
    for (int i = 0; i <= 4 * all->sets; i++)
        *largest = fmax(*largest, of_score[i]);
    free(of_score);
    return sum;
}

static bool judge_drawn(const drawn_results *all, double draws)
{
    extremes e = {.least = 1};
    for (double elo = 0; elo <= 1000; elo += 20) {
        double largest, held = cover_drawn(all, elo, draws, &largest);
        if (held < e.least) {
            e.least = held;
            e.at_least = elo;
        }
        e.most = fmax(e.most, held);
        if (largest <= likely)
            e.most_unlikely = fmax(e.most_unlikely, held);
    }
    bool ok = e.least >= least && e.most_unlikely <= most;
    (void)printf("| %d | %.1f | %.3f | %.0f | %.3f | ", all->sets, draws, e.least, e.at_least,
                 e.most);
    (void)(e.most_unlikely > 0 ? printf("%.3f |%s\n", e.most_unlikely, ok ? "" : " FAILED")
                               : printf("- |%s\n", ok ? "" : " FAILED"));
    return ok;
}

static bool judge_two_with_draws(bool is_long)
{
    static const int sets[] = {5, 7, 10, 15, 20};
    static const double draws[] = {.1, .3, .6};
    bool ok = true;
    (void)printf("\n## Two bots, with draws: coverage\n\n"
                 "| sets | draws | least | at Elo | most | most, no likely score |\n"
                 "|---|---|---|---|---|---|\n");
    for (size_t i = 0; i < sizeof sets / sizeof *sets - (is_long ? 0 : 3); i++) {
        drawn_results all = rate_all_drawn(sets[i]);
        for (size_t k = 0; k < sizeof draws / sizeof *draws; k++)
            ok &= judge_drawn(&all, draws[k]);
        (void)fflush(stdout);
        free(all.of);
    }
    return ok;
}

/* ---- larger lists, simulated ---------------------------------------------------- */

enum { BOTS_MAX = 60 };

typedef enum { TABLES, ONE_BOT_TEAMS, MIXED_TEAMS } table_kind;

typedef struct {
    const char *name;
    int bots, seats, sets; /* entries at a table; sets of every choice of players */
    double correlation;
    double strength[BOTS_MAX]; /* natural units */
    table_kind kind;
    int group;     /* the first bots, of equal strength, as one group against the others; 1: none */
    bool is_even;  /* no result is likely, so coverage may not be above `most` */
    bool is_short; /* also without `long` */
    uint32_t met;  /* so many bots follow each one in a circle and meet it; 0: all meet */
} network;

/* Strengths with the probability that a bot of the first group beats one of the second, or the
 * next. */
#define CLUSTERS_99                                                                                \
    {                                                                                              \
        2.3, 2.3, 2.3, -2.3, -2.3, -2.3                                                            \
    }
#define FAVOURITE_98                                                                               \
    {                                                                                              \
        3.9, .4, .2, 0, -.2, -.4                                                                   \
    }
#define PERFECT                                                                                    \
    {                                                                                              \
        8, .4, .2, 0, -.2, -.4                                                                     \
    }
#define EVEN                                                                                       \
    {                                                                                              \
        1, .6, .2, -.2, -.6, -1                                                                    \
    }
#define LADDER                                                                                     \
    {                                                                                              \
        12, 6, 0, -6                                                                               \
    }
#define EIGHT                                                                                      \
    {                                                                                              \
        3, 1, .5, 0, 0, -.5, -1, -3                                                                \
    }

#define TEN(mean)                                                                                  \
    mean + .9, mean - .3, mean + .5, mean - 1.2, mean + .1, mean + 1.6, mean - .7, mean + .3,      \
        mean - .1, mean - 2.1
#define SIXTY                                                                                      \
    {                                                                                              \
        TEN(0), TEN(.3), TEN(-.3), TEN(.6), TEN(-.6), TEN(0)                                       \
    }

static const network networks[] = {
    {"even", 6, 2, 5, -.6, EVEN, TABLES, 1, true, true},
    {"even", 6, 2, 5, .6, EVEN, TABLES, 1, true, true},
    {"even", 6, 2, 5, 1, EVEN, TABLES, 1, true, false},
    {"even", 6, 2, 20, -1, EVEN, TABLES, 1, true, false},
    {"even", 6, 2, 20, -.6, EVEN, TABLES, 1, true, false},
    {"even", 6, 2, 20, 1, EVEN, TABLES, 1, true, false},
    {"even", 6, 2, 100, .6, EVEN, TABLES, 1, true, false},
    {"even", 6, 2, 500, -.6, EVEN, TABLES, 1, true, false},
    {"even", 6, 2, 500, 1, EVEN, TABLES, 1, true, false},
    {"two clusters, 99 %", 6, 2, 5, .6, CLUSTERS_99, TABLES, 3, false, true},
    {"two clusters, 99 %", 6, 2, 20, 0, CLUSTERS_99, TABLES, 3, false, true},
    {"two clusters, 99 %", 6, 2, 20, .6, CLUSTERS_99, TABLES, 3, false, false},
    {"two clusters, 99 %", 6, 2, 20, 1, CLUSTERS_99, TABLES, 3, false, false},
    {"two clusters, 99 %", 6, 2, 100, -.6, CLUSTERS_99, TABLES, 3, false, false},
    {"two clusters, 99 %", 6, 2, 500, .6, CLUSTERS_99, TABLES, 3, false, false},
    {"chain of three, 95 %", 3, 2, 20, .9, {3, 0, -3}, TABLES, 1, false, true},
    {"chain of three, 95 %", 3, 2, 200, .9, {3, 0, -3}, TABLES, 1, false, false},
    {"chain of four, 97 %", 4, 2, 20, 0, {5.2, 1.7, -1.7, -5.2}, TABLES, 1, false, false},
    {"chain of four, 97 %", 4, 2, 100, 1, {5.2, 1.7, -1.7, -5.2}, TABLES, 1, false, false},
    {"perfect list, 99.75 %", 4, 2, 5, 0, LADDER, TABLES, 1, false, true},
    {"perfect list, 99.75 %", 4, 2, 20, 1, LADDER, TABLES, 1, false, false},
    {"perfect list, 99.75 %", 4, 2, 100, .6, LADDER, TABLES, 1, false, false},
    {"one bot at 98 %", 6, 2, 5, 0, FAVOURITE_98, TABLES, 1, false, true},
    {"one bot at 98 %", 6, 2, 20, .6, FAVOURITE_98, TABLES, 1, false, false},
    {"one bot at 98 %", 6, 2, 20, 1, FAVOURITE_98, TABLES, 1, false, false},
    {"weak anchor, 99.5 %", 4, 2, 10, 0, {1, 0, -5, -.4}, TABLES, 1, false, true},
    {"weak anchor, 99.5 %", 4, 2, 50, .6, {1, 0, -5, -.4}, TABLES, 1, false, false},
    {"perfect bot, 99.97 %", 6, 2, 20, 0, PERFECT, TABLES, 1, false, true},
    {"perfect bot, 99.97 %", 6, 2, 100, 1, PERFECT, TABLES, 1, false, false},
    {"perfect bot, 99.97 %", 6, 2, 500, .6, PERFECT, TABLES, 1, false, false},
    {"three seats", 5, 3, 10, .6, {3, .3, 0, -.3, -1}, TABLES, 1, false, false},
    {"three seats", 5, 3, 10, -.6, {3, .3, 0, -.3, -1}, TABLES, 1, false, false},
    {"four seats", 6, 4, 10, .6, {3, 1, 0, 0, -1, -3}, TABLES, 1, false, false},
    {"five seats", 6, 5, 20, 1, {3, 1, 0, 0, -1, -3}, TABLES, 1, false, false},
    {"six seats", 7, 6, 10, .6, {3, 1, .5, 0, -.5, -1, -3}, TABLES, 1, false, false},
    {"seven seats", 8, 7, 5, -.6, EIGHT, TABLES, 1, false, false},
    {"eight seats", 8, 8, 10, .6, EIGHT, TABLES, 1, false, true},
    {"eight seats", 8, 8, 20, -.6, EIGHT, TABLES, 1, false, false},
    {"eight seats", 8, 8, 20, 1, EIGHT, TABLES, 1, false, false},
    {"eight seats", 8, 8, 200, .6, EIGHT, TABLES, 1, false, false},
    {"teams of one bot", 4, 2, 10, .6, {3, .3, -.3, -1}, ONE_BOT_TEAMS, 1, false, true},
    {"teams of one bot", 4, 2, 100, -.6, {3, .3, -.3, -1}, ONE_BOT_TEAMS, 1, false, false},
    {"mixed teams", 6, 2, 10, .6, {3, 1, 0, 0, -1, -3}, MIXED_TEAMS, 1, false, false},
    {"mixed teams", 6, 2, 50, 1, {3, 1, 0, 0, -1, -3}, MIXED_TEAMS, 1, false, false},
    {"60 bots, each met 6", 60, 2, 2, .6, SIXTY, TABLES, 1, false, true, 3},
    {"60 bots, each met 6", 60, 2, 5, -.6, SIXTY, TABLES, 1, false, false, 3},
    {"60 bots, each met 20", 60, 2, 1, 0, SIXTY, TABLES, 1, false, false, 10},
    {"60 bots, each met 20", 60, 2, 2, 1, SIXTY, TABLES, 1, false, false, 10},
};

/* What was played in one list: the pool, and the mean scores of sets by row against column, added
 * up. Mixed teams have none. */
typedef struct {
    dom_ratings_pool *pool;
    double won[BOTS_MAX][BOTS_MAX], sets[BOTS_MAX][BOTS_MAX];
} played;

/* Returns logistic or Gumbel luck of one entry in one match; `shared` is the luck of its whole set.
 */
static double luck(chance *c, const network *n, double shared, int match)
{
    double rho = fabs(n->correlation), sign = n->correlation < 0 && match % 2 ? -1 : 1;
    double z = sqrt(rho) * sign * shared + sqrt(1 - rho) * chance_normal(c);
    double p = erfc(-z / sqrt(2)) / 2;
    return n->seats == 2 ? log(p / (1 - p)) : -log(-log(p));
}

/* Fills the players of a match, and its places from the strengths and luck. */
static void play_match(chance *c, const network *n, const uint32_t who[], const double shared[],
                       int match, dom_ratings_match *m)
{
    double result[BOTS_MAX];
    *m = (dom_ratings_match){.entries = (uint8_t)n->seats,
                             .members = n->kind == TABLES ? 1 : 2,
                             .fault = DOM_RATINGS_NO_FAULT};
    for (int e = 0; e < n->seats; e++) {
        uint32_t a = who[n->kind == MIXED_TEAMS ? 2 * e : e];
        uint32_t b = n->kind == MIXED_TEAMS ? who[2 * e + 1] : a;
        m->player[e][0] = a;
        m->player[e][1] = b;
        result[e] = (n->strength[a] + n->strength[b]) / 2;
        if (n->seats > 2 || e == 0) /* the luck of two is one logistic number */
            result[e] += luck(c, n, shared[e], match);
    }
    for (int e = 0; e < n->seats; e++) {
        m->place[e] = 1;
        for (int o = 0; o < n->seats; o++)
            m->place[e] = (uint8_t)(m->place[e] + (result[o] > result[e]));
    }
}

/* Adds up who won how much of a set against whom. */
static void note_set(const network *n, const uint32_t who[], const dom_ratings_match set[],
                     played *to)
{
    for (int a = 0; a < n->seats; a++)
        for (int b = 0; b < n->seats; b++) {
            to->sets[who[a]][who[b]]++;
            for (int i = 0; i < n->seats; i++)
                to->won[who[a]][who[b]] += (double)(set[i].place[a] < set[i].place[b]) / n->seats;
        }
}

static void play_set(chance *c, const network *n, const uint32_t who[], played *to)
{
    dom_ratings_match set[BOTS_MAX];
    double shared[BOTS_MAX];
    for (int e = 0; e < n->seats; e++)
        shared[e] = chance_normal(c);
    for (int i = 0; i < n->seats; i++)
        play_match(c, n, who, shared, i, &set[i]);
    add_set(to->pool, set, (size_t)n->seats);
    if (n->kind != MIXED_TEAMS)
        note_set(n, who, set, to);
}

/* Plays all choices of players, and of mixed teams two of the three ways. */
static void play_all(chance *c, const network *n, uint32_t who[], int chosen, uint32_t from,
                     played *to)
{
    if (chosen == (n->kind == MIXED_TEAMS ? 4 : n->seats)) {
        uint32_t other[] = {who[0], who[2], who[1], who[3]};
        for (int i = 0; i < n->sets; i++)
            play_set(c, n, n->kind == MIXED_TEAMS && i % 2 ? other : who, to);
        return;
    }
    for (uint32_t p = from; p < (uint32_t)n->bots; p++) {
        who[chosen] = p;
        play_all(c, n, who, chosen + 1, p + 1, to);
    }
}

/* Plays the sets of a circle, in which a bot meets those that follow it. */
static void play_circle(chance *c, const network *n, played *to)
{
    for (uint32_t a = 0; a < (uint32_t)n->bots; a++)
        for (uint32_t step = 1; step <= n->met; step++)
            for (int i = 0; i < n->sets; i++)
                play_set(c, n, (uint32_t[]){a, (a + step) % (uint32_t)n->bots}, to);
}

/* How many intervals held, and how many rank ranges. */
typedef struct {
    double held[BOTS_MAX], ranks, lists, unlimited;
    double gaps_held, gaps; /* of differences to the next bot of the list */
    double width, widths;   /* sum of the widths relative to the exact interval, and how many */
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

/* Returns the exact interval of the sets between the groups of two bots, or of the two if they are
 * in the same group. */
static range exact_between(const network *n, const played *of, uint32_t a, uint32_t b)
{
    uint32_t group = (uint32_t)n->group;
    double won = 0, sets = 0;
    bool is_between = (a < group) != (b < group);
    for (uint32_t i = 0; i < (uint32_t)n->bots; i++)
        for (uint32_t k = 0; k < (uint32_t)n->bots; k++) {
            bool is_pair = group > 1 && is_between
                               ? (i < group) == (a < group) && (k < group) == (b < group)
                               : i == a && k == b;
            won += is_pair ? of->won[i][k] : 0;
            sets += is_pair ? of->sets[i][k] : 0;
        }
    return exact_range(won, sets);
}

static void judge_row(const network *n, const dom_ratings_rating *row, uint32_t anchor,
                      const played *of, tally *t)
{
    double truth = UNIT * (n->strength[row->player] - n->strength[anchor]);
    range r = range_of(row);
    t->held[row->player] += r.lo <= truth && truth <= r.hi;
    t->unlimited += !isfinite(r.lo) || !isfinite(r.hi);
    t->ranks += holds_rank(n, row);
    if (row->player == anchor || n->kind == MIXED_TEAMS || n->met > 0)
        return;
    double ratio = width_of(r, exact_between(n, of, row->player, anchor));
    t->width += isfinite(ratio) ? ratio : 0;
    t->widths += isfinite(ratio);
}

static void judge_gap(const network *n, const dom_ratings_rating *row,
                      const dom_ratings_rating *next, tally *t)
{
    const dom_ratings_difference *gap = &row->next;
    double truth = UNIT * (n->strength[row->player] - n->strength[next->player]);
    t->gaps_held += (!gap->has_lo || gap->lo <= truth) && (!gap->has_hi || truth <= gap->hi);
    t->gaps++;
}

/* Plays a list and judges it. */
static void try_list(chance *c, const network *n, uint32_t anchor, tally *t)
{
    uint32_t who[BOTS_MAX];
    played of = {.pool = dom_ratings_pool_new()};
    if (n->met > 0)
        play_circle(c, n, &of);
    else
        play_all(c, n, who, 0, 0, &of);
    dom_ratings_list list = fit(of.pool, (int32_t)anchor);
    for (size_t i = 0; i < list.count; i++)
        judge_row(n, &list.row[i], anchor, &of, t);
    for (size_t i = 0; i + 1 < list.count; i++)
        judge_gap(n, &list.row[i], &list.row[i + 1], t);
    t->lists++;
    dom_ratings_list_clear(&list);
    dom_ratings_pool_free(&of.pool);
}

/* Coverage above `most` is allowed if results are likely and intervals are not too wide. */
static bool is_right(const network *n, const tally *t, double lowest, double all)
{
    double slack = 3 * sqrt(.05 * .95 / t->lists);
    bool is_wide = t->widths > 0 && t->width / t->widths > widest;
    return lowest >= least - slack && t->gaps_held / t->gaps >= least - slack &&
           t->ranks / t->lists / n->bots >= least &&
           (all <= most + slack || (!n->is_even && !is_wide));
}

static bool judge_network(const network *n, int lists)
{
    uint32_t anchor = (uint32_t)n->bots / 2;
    chance c = {12345};
    tally t = {.lists = 0};
    double all = 0, lowest = 1;
    for (int i = 0; i < lists; i++)
        try_list(&c, n, anchor, &t);
    for (uint32_t i = 0; i < (uint32_t)n->bots; i++)
        if (i != anchor) {
            all += t.held[i] / t.lists / (n->bots - 1);
            lowest = fmin(lowest, t.held[i] / t.lists);
        }
    bool ok = is_right(n, &t, lowest, all);
    (void)printf("| %s | %d | %+.1f | %.3f | %.3f | ", n->name, n->sets, n->correlation, all,
                 lowest);
    (void)(t.widths > 0 ? printf("%.2f", t.width / t.widths) : printf("-"));
    (void)printf(" | %.3f | %.3f | %.3f |%s\n", t.unlimited / t.lists / n->bots,
                 t.gaps_held / t.gaps, t.ranks / t.lists / n->bots, ok ? "" : " FAILED");
    (void)fflush(stdout);
    return ok;
}

static int lists_of(const network *n, bool is_long)
{
    if (n->met > 0)
        return is_long ? 1000 : 30;
    return !is_long ? 300 : n->sets < 200 ? 4000 : 1000;
}

static bool judge_networks(bool is_long)
{
    bool ok = true;
    (void)printf("\n## Larger lists\n\n"
                 "| list | sets | correlation | coverage | least of a bot | width | no limit | "
                 "gaps | ranks |\n"
                 "|---|---|---|---|---|---|---|---|---|\n");
    for (size_t i = 0; i < sizeof networks / sizeof *networks; i++)
        if (is_long || networks[i].is_short)
            ok &= judge_network(&networks[i], lists_of(&networks[i], is_long));
    return ok;
}

int main(int argc, char **argv)
{
    bool is_long = argc > 1 && strcmp(argv[1], "long") == 0;
    bool ok = judge_two_bots(is_long);
    ok &= judge_two_with_draws(is_long);
    return judge_networks(is_long) && ok ? 0 : 1;
}
