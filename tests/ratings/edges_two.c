/* `edges`: two bots, exactly. Every possible result of G sets of two matches is rated. */
#include "edges.h"
#include "pools.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ENDS_MAX = 6, QUARTERS = 4 };

/* The ways in which a set of two matches can end, and how likely they are. */
typedef struct {
    const char *title, *parameter, *format, *likely; /* how its tables are printed */
    const int *sets;      /* 0 ends the list; of a short run the first `short_lists` */
    const double *values; /* of the parameter; 2 ends the list */
    void (*law)(double elo, double value, double chance[ENDS_MAX]);
    size_t short_lists;
    int ends;
    uint8_t points[ENDS_MAX][2]; /* of bot 0 in both matches: 0 lost, 1 drawn, 2 won */
    bool counts_scores;          /* a score counts as one result, however it came about */
} game;

/* A result of all sets, with its interval. */
typedef struct {
    int sets[ENDS_MAX]; /* that ended in each way */
    double log_ways;
    range interval;
} result;

/* All results of G sets; release `of`. */
typedef struct {
    const game *game;
    int sets;
    size_t count;
    result *of;
} results;

/* ---- how sets end ----------------------------------------------------------------- */

/* Matches of a set depend on each other. The correlation is reduced as far as the probabilities
 * allow it. */
static void correlated(double elo, double correlation, double chance[ENDS_MAX])
{
    double p = score_at(elo), both = p * p + correlation * p * (1 - p);
    both = fmin(fmax(both, fmax(0, 2 * p - 1)), p);
    chance[0] = 1 - 2 * p + both;
    chance[1] = 2 * (p - both);
    chance[2] = both;
}

/* Matches are independent. `draws` is the share of draws between equal bots; it falls as one
 * becomes stronger. */
static void drawn(double elo, double draws, double chance[ENDS_MAX])
{
    double p = score_at(elo), draw = fmin(draws * 4 * p * (1 - p), 2 * fmin(p, 1 - p) * .999);
    double win = p - draw / 2, loss = 1 - p - draw / 2;
    const double of[ENDS_MAX] = {loss * loss,    2 * loss * draw, draw * draw,
                                 2 * win * loss, 2 * win * draw,  win * win};
    memcpy(chance, of, sizeof of);
}

static const int many_sets[] = {5, 7, 10, 15, 20, 30, 50, 100, 200, 500, 0};
static const int few_sets[] = {5, 7, 10, 15, 20, 0};
static const double correlations[] = {-1, -.6, -.3, 0, .3, .6, .9, 1, 2};
static const double shares_of_draws[] = {.1, .3, .6, 2};

static const game games[] = {
    {.title = "Two bots",
     .parameter = "correlation",
     .format = "%+.1f",
     .likely = "result",
     .sets = many_sets,
     .values = correlations,
     .law = correlated,
     .short_lists = 7,
     .ends = 3,
     .points = {{0, 0}, {2, 0}, {2, 2}}},
    {.title = "Two bots, with draws",
     .parameter = "draws",
     .format = "%.1f",
     .likely = "score",
     .sets = few_sets,
     .values = shares_of_draws,
     .law = drawn,
     .short_lists = 2,
     .ends = 6,
     .points = {{0, 0}, {0, 1}, {1, 1}, {2, 0}, {2, 1}, {2, 2}},
     .counts_scores = true},
};

/* ---- all results ------------------------------------------------------------------- */

/* Rates bot 0 against bot 1. */
static range rate(const game *g, const int sets[ENDS_MAX])
{
    dom_ratings_pool *pool = dom_ratings_pool_new();
    for (int end = 0; end < g->ends; end++) {
        uint8_t first = g->points[end][0], second = g->points[end][1];
        const dom_ratings_match set[] = {duel(0, 1, first > 0 ? 1 : 2, first < 2 ? 1 : 2),
                                         duel(1, 0, second < 2 ? 1 : 2, second > 0 ? 1 : 2)};
        for (int i = 0; i < sets[end]; i++)
            add_set(pool, set, 2);
    }
    dom_ratings_list list = fit_pool(pool, 1);
    range r = range_of(row_of(&list, 0));
    dom_ratings_list_clear(&list);
    dom_ratings_pool_free(&pool);
    return r;
}

/* Rates all results that begin with the sets of the first ends. */
static void rate_ends(results *all, int end, int left, int sets[ENDS_MAX])
{
    bool is_last = end + 1 == all->game->ends;
    for (sets[end] = is_last ? left : 0; sets[end] <= left; sets[end]++) {
        if (!is_last) {
            rate_ends(all, end + 1, left - sets[end], sets);
            continue;
        }
        result *r = &all->of[all->count++];
        *r = (result){.log_ways = lgamma(all->sets + 1.0), .interval = rate(all->game, sets)};
        memcpy(r->sets, sets, sizeof r->sets);
        for (int i = 0; i <= end; i++)
            r->log_ways -= lgamma(sets[i] + 1.0);
    }
}

static results rate_all(const game *g, int sets)
{
    int first[ENDS_MAX] = {0};
    size_t count = 1;
    for (int i = 1; i < g->ends; i++)
        count = count * (size_t)(sets + i) / (size_t)i;
    results all = {.game = g, .sets = sets, .of = zeros(count, sizeof(result))};
    rate_ends(&all, 0, sets, first);
    return all;
}

/* Returns the score of bot 0 in quarters of a set, 0 .. 4 * sets. */
static int quarters_of(const game *g, const result *r)
{
    int quarters = 0;
    for (int end = 0; end < g->ends; end++)
        quarters += r->sets[end] * (g->points[end][0] + g->points[end][1]);
    return quarters;
}

/* ---- coverage ------------------------------------------------------------------------ */

/* Returns the probability of a result, a multinomial one; 0 if it is below 1e-14. */
static double chance_of(int ends, const double log_chance[ENDS_MAX], const result *r)
{
    double sum = r->log_ways;
    for (int i = 0; i < ends; i++)
        sum += r->sets[i] > 0 ? r->sets[i] * log_chance[i] : 0;
    return sum > -32 ? exp(sum) : 0;
}

/* Returns the coverage at a true difference; *largest receives the probability of the likeliest
 * result, or score. `room` has a place for each of them. */
static double cover(const results *all, double elo, double value, double room[], double *largest)
{
    const game *g = all->game;
    double law[ENDS_MAX], sum = 0;
    g->law(elo, value, law);
    for (int i = 0; i < g->ends; i++)
        law[i] = law[i] < 1e-14 ? -INFINITY : log(law[i]);
    memset(room, 0, all->count * sizeof *room);
    *largest = 0;
    for (size_t i = 0; i < all->count; i++) {
        const result *r = &all->of[i];
        double p = chance_of(g->ends, law, r);
        double *as_one = &room[g->counts_scores ? (size_t)quarters_of(g, r) : i];
        *as_one += p;
        *largest = fmax(*largest, *as_one);
        sum += r->interval.lo <= elo + 1e-9 && elo <= r->interval.hi + 1e-9 ? p : 0;
    }
    return sum;
}

/* The extremes of the coverage over true differences. */
typedef struct {
    double least, at_least, most, most_unlikely; /* the last one without likely results, or 0 */
} extremes;

static extremes extremes_of(const results *all, double value)
{
    extremes e = {.least = 1};
    double *room = zeros(all->count, sizeof *room);
    for (double elo = 0; elo <= 1600; elo += 10) {
        double largest, held = cover(all, elo, value, room, &largest);
        if (held < e.least) {
            e.least = held;
            e.at_least = elo;
        }
        e.most = fmax(e.most, held);
        if (largest <= LIKELY)
            e.most_unlikely = fmax(e.most_unlikely, held);
    }
    free(room);
    return e;
}

static bool judge_coverage(const results *all, double value)
{
    extremes e = extremes_of(all, value);
    bool ok = e.least >= COVERAGE_MIN && e.most_unlikely <= COVERAGE_MAX;
    char parameter[8], unlikely[8];
    (void)snprintf(parameter, sizeof parameter, all->game->format, value);
    (void)snprintf(unlikely, sizeof unlikely, e.most_unlikely > 0 ? "%.3f" : "-", e.most_unlikely);
    (void)printf("| %d | %s | %.3f | %.0f | %.3f | %s |%s\n", all->sets, parameter, e.least,
                 e.at_least, e.most, unlikely, ok ? "" : " FAILED");
    return ok;
}

/* ---- widths of the same intervals ------------------------------------------------------ */

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
    const game *g = all->game;
    int most = QUARTERS * all->sets;
    width alike = {0}, split = {0}, perfect = {0};
    range *exact = zeros((size_t)most + 1, sizeof *exact);
    for (int quarters = 0; quarters <= most; quarters++)
        exact[quarters] = exact_range((double)quarters / QUARTERS, all->sets);
    for (size_t i = 0; i < all->count; i++) {
        const result *r = &all->of[i];
        int quarters = quarters_of(g, r);
        bool is_perfect = quarters == 0 || quarters == most;
        bool is_split = r->sets[0] + r->sets[g->ends - 1] < all->sets;
        note_width(is_perfect ? &perfect
                   : is_split ? &split
                              : &alike,
                   r->interval, exact[quarters], (double)quarters / QUARTERS);
    }
    free(exact);
    bool ok = fmax(alike.ratio, fmax(split.ratio, perfect.ratio)) <= WIDTH_MAX;
    (void)printf("| %d | %.3f | %.0f | %.3f | %.1f | %.3f |%s\n", all->sets, alike.ratio, alike.won,
                 split.ratio, split.won, perfect.ratio, ok ? "" : " FAILED");
    return ok;
}

/* ---- tables ------------------------------------------------------------------------------ */

static bool print_coverage(const results all[], size_t count)
{
    const game *g = all[0].game;
    bool ok = true;
    (void)printf("## %s: coverage\n\n| sets | %s | least | at Elo | most | most, no likely %s |\n"
                 "|---|---|---|---|---|---|\n",
                 g->title, g->parameter, g->likely);
    for (size_t i = 0; i < count; i++)
        for (const double *value = g->values; *value < 2; value++)
            ok &= judge_coverage(&all[i], *value);
    return ok;
}

static bool print_widths(const results all[], size_t count)
{
    bool ok = true;
    (void)printf("\n## %s: widths\n\n"
                 "| sets | no set split | with sets won | sets split | with sets won | all won |\n"
                 "|---|---|---|---|---|---|\n",
                 all[0].game->title);
    for (size_t i = 0; i < count; i++)
        ok &= judge_widths(&all[i]);
    (void)printf("\n");
    return ok;
}

bool judge_two_bots(bool is_long)
{
    bool ok = true;
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        const game *g = &games[i];
        results all[sizeof many_sets / sizeof *many_sets];
        size_t count = 0;
        for (; g->sets[count] > 0 && (is_long || count < g->short_lists); count++)
            all[count] = rate_all(g, g->sets[count]);
        ok &= print_coverage(all, count);
        ok &= print_widths(all, count);
        (void)fflush(stdout);
        for (size_t k = 0; k < count; k++)
            free(all[k].of);
    }
    return ok;
}
