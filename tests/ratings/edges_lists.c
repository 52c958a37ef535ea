/* `edges`: larger lists, simulated. */
#include "edges.h"
#include "pools.h"

#include <math.h>
#include <stdio.h>

#define UNIT 173.71779276130073 /* Elo per natural unit */

enum { BOTS_MAX = 60 };

typedef enum { TABLES, ONE_BOT_TEAMS, MIXED_TEAMS } table_kind;

typedef struct {
    const char *name;
    int bots, seats, sets; /* entries at a table; sets of every choice of players */
    double correlation;
    double strength[BOTS_MAX]; /* natural units */
    table_kind kind;
    int group;     /* the first bots, of equal strength, as one group against the others; 1: none */
    bool is_even;  /* no result is likely, so coverage may not be above COVERAGE_MAX */
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
    dom_ratings_list list = fit_pool(of.pool, (int32_t)anchor);
    for (size_t i = 0; i < list.count; i++)
        judge_row(n, &list.row[i], anchor, &of, t);
    for (size_t i = 0; i + 1 < list.count; i++)
        judge_gap(n, &list.row[i], &list.row[i + 1], t);
    t->lists++;
    dom_ratings_list_clear(&list);
    dom_ratings_pool_free(&of.pool);
}

/* Coverage above COVERAGE_MAX is allowed if results are likely and intervals are not too wide. */
static bool is_right(const network *n, const tally *t, double lowest, double all)
{
    double slack = 3 * sqrt(.05 * .95 / t->lists);
    bool is_wide = t->widths > 0 && t->width / t->widths > WIDTH_MAX;
    return lowest >= COVERAGE_MIN - slack && t->gaps_held / t->gaps >= COVERAGE_MIN - slack &&
           t->ranks / t->lists / n->bots >= COVERAGE_MIN &&
           (all <= COVERAGE_MAX + slack || (!n->is_even && !is_wide));
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

bool judge_networks(bool is_long)
{
    bool ok = true;
    (void)printf("## Larger lists\n\n"
                 "| list | sets | correlation | coverage | least of a bot | width | no limit | "
                 "gaps | ranks |\n"
                 "|---|---|---|---|---|---|---|---|---|\n");
    for (size_t i = 0; i < sizeof networks / sizeof *networks; i++)
        if (is_long || networks[i].is_short)
            ok &= judge_network(&networks[i], lists_of(&networks[i], is_long));
    return ok;
}
