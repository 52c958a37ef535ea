/* Walks through the sets in the order of the pool. At every point the counts so far replace those
 * of the design, and the fit continues from the ratings of the point before. */
#include "ratings/history.h"

#include "intervals.h"

#include <math.h>
#include <stdlib.h>

/* A history that is being computed. */
typedef struct {
    const dom_ratings_pool *pool;
    dom_ratings_list_options options;
    dom_ratings_fit fit;
    dom_ratings_intervals_of intervals;
    uint32_t *place_of; /* by outcome count of the pool: its index in the design */
    double *sets;       /* sets so far, by outcome count of the design */
    uint64_t counted;   /* sets so far */
    bool (*may_continue)(void);
} history_teller;

void dom_ratings_history_clear(dom_ratings_history *history)
{
    free(history->sets);
    free(history->rating);
    *history = (dom_ratings_history){0};
}

/* Choose the step and allocate the points. Returns false if memory ran out. */
static bool allocate_history(dom_ratings_history *history, const dom_ratings_pool *pool)
{
    history->players = pool->players;
    history->step = DOM_RATINGS_HISTORY_STEP;
    while (pool->sets / history->step > DOM_RATINGS_HISTORY_POINTS_MAX - 1)
        history->step *= 2;
    history->points = (size_t)((pool->sets + history->step - 1) / history->step);
    history->sets = calloc(history->points + 1, sizeof *history->sets);
    history->rating = calloc(history->points * pool->players + 1, sizeof *history->rating);
    for (size_t i = 0; history->sets && i < history->points; i++)
        history->sets[i] = i + 1 < history->points ? (i + 1) * history->step : pool->sets;
    return history->sets && history->rating;
}

/* Count sets until `sets` of them are counted. */
static void count_to(history_teller *t, uint64_t sets)
{
    for (; t->counted < sets; t->counted++)
        if (t->pool->order[t->counted] != DOM_RATINGS_NO_OUTCOME)
            t->sets[t->place_of[t->pool->order[t->counted]]]++;
}

static void note_ratings(const history_teller *t, dom_ratings_history_rating rating[])
{
    for (uint32_t i = 0; i < t->fit.design.players; i++) {
        if (t->fit.design.matches[i] <= 0)
            continue;
        double elo = dom_ratings_fit_elo(&t->fit, i);
        double lo = t->intervals.lo[i], hi = t->intervals.hi[i];
        rating[i] = (dom_ratings_history_rating){
            .has_rating = true,
            .elo = dom_ratings_rounded(elo),
            .elo_lo = dom_ratings_rounded(isfinite(lo) ? elo - lo : elo),
            .elo_hi = dom_ratings_rounded(isfinite(hi) ? elo + hi : elo),
            .is_fixed = t->fit.anchor[i] >= 1,
            .bound = dom_ratings_intervals_bound(&t->intervals, i)};
    }
}

static dom_ratings_rc add_point(history_teller *t, uint64_t sets,
                                dom_ratings_history_rating rating[])
{
    if (!t->may_continue())
        return DOM_RATINGS_E_STOPPED;
    count_to(t, sets);
    dom_ratings_rc rc = dom_ratings_fit_recount(&t->fit, &t->options, t->sets);
    if (rc == DOM_RATINGS_E_SEPARATED)
        return DOM_RATINGS_OK;
    if (rc == DOM_RATINGS_OK)
        rc = dom_ratings_fit_solve(&t->fit, DOM_RATINGS_SOLVE_NEWTON);
    if (rc == DOM_RATINGS_OK)
        rc = dom_ratings_intervals_find(&t->intervals, &t->fit, &t->options);
    if (rc == DOM_RATINGS_OK)
        note_ratings(t, rating);
    return rc;
}

static bool has_any(const dom_ratings_history *history, size_t point)
{
    for (size_t i = 0; i < history->players; i++)
        if (history->rating[point * history->players + i].has_rating)
            return true;
    return false;
}

/* Find mean_until. */
static void note_means(dom_ratings_history *history, int32_t anchor)
{
    for (size_t i = 0; anchor >= 0 && i < history->points; i++)
        if (!history->rating[i * history->players + (size_t)anchor].has_rating &&
            has_any(history, i))
            history->mean_until = history->sets[i];
}

/* Open the fit with no set counted. Close the teller in any case. */
static dom_ratings_rc open_teller(history_teller *t)
{
    dom_ratings_rc rc = dom_ratings_fit_open(&t->fit, t->pool, &t->options);
    if (rc != DOM_RATINGS_OK)
        return rc;
    const dom_ratings_design *design = &t->fit.design;
    t->place_of = calloc(design->outcome_counts + 1, sizeof *t->place_of);
    t->sets = calloc(design->outcome_counts + 1, sizeof *t->sets);
    if (t->place_of == NULL || t->sets == NULL)
        return DOM_RATINGS_E_NOMEM;
    for (size_t i = 0; i < design->outcome_counts; i++)
        t->place_of[design->outcome_count[i].source] = (uint32_t)i;
    return DOM_RATINGS_OK;
}

static void close_teller(history_teller *t)
{
    dom_ratings_intervals_close(&t->intervals);
    dom_ratings_fit_close(&t->fit);
    free(t->place_of);
    free(t->sets);
}

static dom_ratings_rc tell(history_teller *t, dom_ratings_history *history)
{
    if (!allocate_history(history, t->pool))
        return DOM_RATINGS_E_NOMEM;
    dom_ratings_rc rc = dom_ratings_intervals_open(&t->intervals, &t->fit);
    for (size_t i = 0; rc == DOM_RATINGS_OK && i < history->points; i++)
        rc = add_point(t, history->sets[i], history->rating + i * history->players);
    if (rc == DOM_RATINGS_OK)
        note_means(history, t->options.anchor);
    return rc;
}

dom_ratings_rc dom_ratings_history_fit_while(dom_ratings_history *history,
                                             const dom_ratings_pool *pool,
                                             const dom_ratings_list_options *options,
                                             bool (*may_continue)(void))
{
    history_teller t = {.pool = pool,
                        .options = options ? *options : DOM_RATINGS_LIST_OPTIONS,
                        .may_continue = may_continue};
    *history = (dom_ratings_history){0};
    dom_ratings_rc rc = open_teller(&t);
    if (rc == DOM_RATINGS_OK)
        rc = tell(&t, history);
    close_teller(&t);
    if (rc != DOM_RATINGS_OK)
        dom_ratings_history_clear(history);
    return rc;
}

static bool always(void)
{
    return true;
}

dom_ratings_rc dom_ratings_history_fit(dom_ratings_history *history, const dom_ratings_pool *pool,
                                       const dom_ratings_list_options *options)
{
    return dom_ratings_history_fit_while(history, pool, options, always);
}

/* ---- without some sets ----------------------------------------------------------- */

static dom_ratings_rc fit_without(history_teller *t, uint64_t first, uint64_t last)
{
    count_to(t, first);
    t->counted = last;
    count_to(t, t->pool->sets);
    dom_ratings_rc rc = dom_ratings_fit_recount(&t->fit, &t->options, t->sets);
    return rc == DOM_RATINGS_OK ? dom_ratings_fit_solve(&t->fit, DOM_RATINGS_SOLVE_NEWTON) : rc;
}

dom_ratings_rc dom_ratings_history_without(double elo[], bool is_rated[],
                                           const dom_ratings_pool *pool,
                                           const dom_ratings_list_options *options, uint64_t first,
                                           uint64_t last)
{
    history_teller t = {.pool = pool, .options = options ? *options : DOM_RATINGS_LIST_OPTIONS};
    if (first > last || last > pool->sets)
        return DOM_RATINGS_E_INVALID;
    dom_ratings_rc rc = open_teller(&t);
    if (rc == DOM_RATINGS_OK)
        rc = fit_without(&t, first, last);
    for (uint32_t i = 0; rc == DOM_RATINGS_OK && i < pool->players; i++) {
        elo[i] = dom_ratings_rounded(dom_ratings_fit_elo(&t.fit, i));
        is_rated[i] = t.fit.design.matches[i] > 0 && t.fit.place[i].island == 1;
    }
    close_teller(&t);
    return rc;
}
