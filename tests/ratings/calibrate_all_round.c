/* How often the intervals of all-round lists contain the true ratings. */
#include "calibrate.h"
#include "ratings/all_round.h"

#include <math.h>
#include <stdio.h>

enum { BOTS_MAX = 8, VARIANTS_MAX = 24 };

/* Lists of several variants. The last bot is the anchor; all others but the first have its strength
 * in the mean over variants. */
typedef struct {
    const char *name;
    bool is_short;
    int bots, variants, sets;
    double correlation;
    double top;    /* share of the matches that the first bot wins against another one */
    double varies; /* standard deviation of a bot's rating between variants, Elo */
} round_of_lists;

static const round_of_lists rounds[] = {
    {"even", true, 4, 4, 10, 0, .5, 0},
    {"even, luck adds up", false, 4, 4, 10, .6, .5, 0},
    {"even, varies", true, 4, 4, 10, -.6, .5, 100},
    {"top wins 92 %", true, 4, 4, 10, .6, .92, 0},
    {"top wins 92 %, varies", false, 4, 4, 10, .6, .92, 100},
    {"top wins 97 %", true, 4, 4, 20, 1, .97, 0},
    {"two bots, 97 %", true, 2, 4, 20, 0, .97, 0},
    {"two bots, 97 %, adds up", false, 2, 4, 20, .6, .97, 0},
    {"two bots, 99 %", false, 2, 6, 50, 0, .99, 0},
    {"many variants, 92 %", false, 4, 24, 10, .6, .92, 100},
    {"many variants, few sets", false, 4, 24, 5, -.6, .8, 100},
    {"eight bots, 90 %", false, 8, 6, 10, .6, .9, 50},
};

typedef struct {
    double lists, top, others, gaps, gap_count, ranks, bias, unlimited;
} round_score;

/* Draws the ratings of all bots in all variants, natural units. Their means are as they are said.
 */
static void draw_ratings(chance *c, const round_of_lists *r, double theta[VARIANTS_MAX][BOTS_MAX],
                         double truth[BOTS_MAX])
{
    for (int b = 0; b < r->bots; b++) {
        double mean = 0;
        truth[b] = b == 0 ? log(r->top / (1 - r->top)) : 0;
        for (int v = 0; v < r->variants; v++) {
            theta[v][b] = r->varies / UNIT * chance_normal(c);
            mean += theta[v][b] / r->variants;
        }
        for (int v = 0; v < r->variants; v++)
            theta[v][b] += truth[b] - mean;
    }
}

static dom_ratings_pool *play_variant(chance *c, const round_of_lists *r, const double theta[])
{
    const calibration k = {.shape = DUELS, .seats = 2, .correlation = r->correlation};
    dom_ratings_pool *pool = dom_ratings_pool_new();
    if (pool == NULL)
        calibrate_fail("out of memory");
    for (uint32_t a = 0; a < (uint32_t)r->bots; a++)
        for (uint32_t b = a + 1; b < (uint32_t)r->bots; b++)
            for (int i = 0; i < r->sets; i++)
                calibrate_play_set(c, &k, theta, (const uint32_t[]){a, b}, pool);
    return pool;
}

static void judge_round(const round_of_lists *r, const dom_ratings_all_round *all,
                        const double truth[], round_score *s)
{
    uint32_t last = (uint32_t)r->bots - 1;
    s->lists++;
    for (size_t i = 0; i < all->count; i++) {
        const dom_ratings_all_round_row *row = &all->row[i];
        double real = UNIT * (truth[row->player] - truth[last]);
        bool holds_it = (!dom_ratings_bound_has_lo(row->bound) || row->elo_lo <= real) &&
                        (!dom_ratings_bound_has_hi(row->bound) || real <= row->elo_hi);
        if (row->player == 0) {
            s->top += holds_it;
            s->bias += row->elo - real;
            s->unlimited += row->bound != DOM_RATINGS_BOUND_NONE;
            s->ranks += r->top > .5 ? row->rank_lo == 1 : row->rank_hi == (uint32_t)r->bots;
        } else if (row->player != last) {
            s->others += holds_it;
        }
        if (row->has_next) {
            double gap = UNIT * (truth[row->player] - truth[row[1].player]);
            s->gaps += (!row->next.has_lo || row->next.lo <= gap) &&
                       (!row->next.has_hi || gap <= row->next.hi);
            s->gap_count++;
        }
    }
}

static void run_round_list(chance *c, const round_of_lists *r, round_score *s)
{
    static const uint32_t same[BOTS_MAX] = {0, 1, 2, 3, 4, 5, 6, 7};
    double theta[VARIANTS_MAX][BOTS_MAX], truth[BOTS_MAX];
    dom_ratings_all_round_list lists[VARIANTS_MAX];
    dom_ratings_pool *pool[VARIANTS_MAX];
    dom_ratings_all_round all;
    dom_ratings_list_options options = DOM_RATINGS_LIST_OPTIONS;
    options.anchor = r->bots - 1;
    draw_ratings(c, r, theta, truth);
    for (int v = 0; v < r->variants; v++) {
        pool[v] = play_variant(c, r, theta[v]);
        lists[v] = (dom_ratings_all_round_list){pool[v], &options, same, 1};
    }
    const dom_ratings_all_round_options how = {.players = (size_t)r->bots, .anchor = r->bots - 1};
    if (dom_ratings_all_round_fit(&all, lists, (size_t)r->variants, &how) != DOM_RATINGS_OK)
        calibrate_fail("an all-round list cannot be fitted");
    judge_round(r, &all, truth, s);
    dom_ratings_all_round_clear(&all);
    for (int v = 0; v < r->variants; v++)
        dom_ratings_pool_free(&pool[v]);
}

static bool run_round(const round_of_lists *r, int lists, double slack, uint64_t seed)
{
    chance c = {seed};
    round_score s = {0};
    for (int i = 0; i < lists; i++)
        run_round_list(&c, r, &s);
    double top = s.top / s.lists, gaps = s.gaps / s.gap_count;
    double others = r->bots > 2 ? s.others / (s.lists * (r->bots - 2)) : top;
    bool ok = top >= .935 - slack && others >= .935 - slack && gaps >= .935 - slack;
    (void)printf("| %s | %d | %d | %d | %+.1f | %.3f | %.3f | %.3f | %.3f | %.1f | %.3f |%s\n",
                 r->name, r->bots, r->variants, r->sets, r->correlation, top, others, gaps,
                 s.ranks / s.lists, s.bias / s.lists, s.unlimited / s.lists, ok ? "" : " FAILED");
    (void)fflush(stdout);
    return ok;
}

bool calibrate_all_rounds(bool is_long)
{
    bool ok = true;
    (void)printf("\n## All-round lists\n\n"
                 "| lists | bots | variants | sets | correlation | first | others | gaps | rank of "
                 "the first | bias | no limit |\n|---|---|---|---|---|---|---|---|---|---|---|\n");
    for (size_t i = 0; i < sizeof rounds / sizeof *rounds; i++)
        if (is_long || rounds[i].is_short)
            ok &= run_round(&rounds[i], is_long ? 2000 : 300, is_long ? .01 : .03, i + 1);
    return ok;
}
