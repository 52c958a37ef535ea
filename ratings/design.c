/* Sorts pairings by players, tables by pairings, and outcome counts by table and outcome. Sums are
 * taken in whole numbers of units and divided at the end, so they have no rounding errors. */
#include "design.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int compare(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

static int compare_signed(int64_t a, int64_t b)
{
    return (a > b) - (a < b);
}

/* ---- contrasts ------------------------------------------------------------ */

/* A pairing and its number in the pool, to be sorted. */
typedef struct {
    const dom_ratings_pairing *pairing;
    uint32_t source;
} ranked;

static int by_players(const void *a, const void *b)
{
    const dom_ratings_pairing *x = ((const ranked *)a)->pairing, *y = ((const ranked *)b)->pairing;
    int order = compare(x->terms, y->terms);
    for (int i = 0; i < x->terms && order == 0; i++)
        order = compare(x->player[i], y->player[i]);
    for (int i = 0; i < x->terms && order == 0; i++)
        order = compare_signed(x->half[i], y->half[i]);
    return order;
}

static dom_ratings_contrast contrast_of(const dom_ratings_pairing *p)
{
    dom_ratings_contrast c = {.terms = p->terms};
    for (int i = 0; i < p->terms; i++) {
        c.player[i] = p->player[i];
        c.x[i] = p->half[i] / 2.0;
    }
    return c;
}

/* Fill design->contrast, and rank[i] with the contrast of pairing i of the pool. Returns false if
 * memory ran out. */
static bool rank_pairings(dom_ratings_design *design, const dom_ratings_pool *pool, uint32_t rank[])
{
    ranked *order = calloc(pool->pairings + 1, sizeof *order);
    if (order == NULL)
        return false;
    for (uint32_t i = 0; i < pool->pairings; i++)
        order[i] = (ranked){&pool->pairing[i], i};
    qsort(order, pool->pairings, sizeof *order, by_players);
    for (uint32_t i = 0; i < pool->pairings; i++) {
        rank[order[i].source] = i;
        design->contrast[i] = contrast_of(order[i].pairing);
    }
    free(order);
    return true;
}

/* ---- tables and outcome counts --------------------------------------------------- */

static int by_contrast(const void *a, const void *b)
{
    return compare(((const dom_ratings_ask *)a)->contrast, ((const dom_ratings_ask *)b)->contrast);
}

static int by_asks(const void *a, const void *b)
{
    const dom_ratings_table *x = a, *y = b;
    int order = compare(x->pairs, y->pairs);
    for (uint32_t i = 0; i < x->pairs && order == 0; i++)
        order = compare(x->ask[i].contrast, y->ask[i].contrast);
    for (uint32_t i = 0; i < x->pairs && order == 0; i++)
        order = (x->ask[i].n > y->ask[i].n) - (x->ask[i].n < y->ask[i].n);
    return order;
}

/* Returns the matches of a set of the table: the most that a player has. */
static double matches_of(const dom_ratings_design *design, const dom_ratings_ask ask[],
                         uint32_t pairs)
{
    double most = 0;
    for (uint32_t i = 0; i < pairs; i++) {
        uint32_t player = design->contrast[ask[i].contrast].player[0];
        double sum = 0;
        for (uint32_t k = 0; k < pairs; k++) {
            const dom_ratings_contrast *c = &design->contrast[ask[k].contrast];
            for (int term = 0; term < c->terms; term++)
                sum += c->player[term] == player ? ask[k].n : 0;
        }
        most = fmax(most, sum);
    }
    return most;
}

static void make_tables(dom_ratings_design *design, const dom_ratings_pool *pool,
                        const uint32_t rank[])
{
    for (uint32_t t = 0; t < pool->tables; t++) {
        const dom_ratings_pool_table *source = &pool->table[t];
        dom_ratings_ask *ask = design->ask + source->first;
        for (uint32_t i = 0; i < source->pairs; i++) {
            const dom_ratings_pair_weight *weight = &pool->pairs.weight[source->first + i];
            ask[i] = (dom_ratings_ask){rank[weight->pairing], i,
                                       (double)weight->weight / DOM_RATINGS_UNITS};
        }
        qsort(ask, source->pairs, sizeof *ask, by_contrast);
        design->table[t] = (dom_ratings_table){.ask = ask,
                                               .pairs = source->pairs,
                                               .source = t,
                                               .sets = (double)source->sets,
                                               .matches = matches_of(design, ask, source->pairs)};
    }
    qsort(design->table, pool->tables, sizeof *design->table, by_asks);
}

static int by_outcome(const void *a, const void *b)
{
    const dom_ratings_design_outcome *x = a, *y = b;
    const dom_ratings_table *table = x->table;
    int order = (table > y->table) - (table < y->table);
    for (uint32_t i = 0; order == 0 && i < table->pairs; i++) {
        const dom_ratings_outcome *p = &x->outcome[table->ask[i].position];
        const dom_ratings_outcome *q = &y->outcome[table->ask[i].position];
        order = compare_signed(p->score, q->score);
        if (order == 0)
            order = compare_signed(p->tie, q->tie);
    }
    return order;
}

/* Fill design->outcome_count, and the range of each table in it.
 *
 * place_of  by table of the pool: its index in design->table */
static void make_outcomes(dom_ratings_design *design, const dom_ratings_pool *pool,
                          const uint32_t place_of[])
{
    for (size_t i = 0; i < pool->outcome_counts; i++) {
        const dom_ratings_outcome_count *t = &pool->outcome_count[i];
        design->outcome_count[i] =
            (dom_ratings_design_outcome){.outcome = pool->outcome + t->first,
                                         .table = &design->table[place_of[t->table]],
                                         .source = (uint32_t)i,
                                         .sets = (double)t->sets};
    }
    qsort(design->outcome_count, pool->outcome_counts, sizeof *design->outcome_count, by_outcome);
    for (size_t i = pool->outcome_counts; i > 0; i--) {
        dom_ratings_table *table =
            &design->table[design->outcome_count[i - 1].table - design->table];
        table->outcome_count = (uint32_t)(i - 1);
        table->outcome_counts++;
    }
}

/* ---- all of it ------------------------------------------------------------ */

void dom_ratings_design_sum(dom_ratings_design *design, const double sets[])
{
    for (size_t c = 0; c < design->contrasts; c++)
        design->contrast[c].n = design->contrast[c].score = design->contrast[c].tie = 0;
    for (size_t i = 0; i < design->outcome_counts; i++) {
        const dom_ratings_design_outcome *outcome_count = &design->outcome_count[i];
        for (uint32_t k = 0; k < outcome_count->table->pairs; k++) {
            const dom_ratings_ask *ask = &outcome_count->table->ask[k];
            const dom_ratings_outcome *outcome = &outcome_count->outcome[ask->position];
            dom_ratings_contrast *c = &design->contrast[ask->contrast];
            c->n += sets[i] * round(ask->n * DOM_RATINGS_UNITS);
            c->score += sets[i] * outcome->score;
            c->tie += sets[i] * outcome->tie;
        }
    }
    memset(design->matches, 0, design->players * sizeof *design->matches);
    for (size_t c = 0; c < design->contrasts; c++) { /* until here all sums are whole numbers */
        dom_ratings_contrast *contrast = &design->contrast[c];
        contrast->n /= DOM_RATINGS_UNITS;
        contrast->score /= DOM_RATINGS_UNITS;
        contrast->tie /= DOM_RATINGS_UNITS;
        for (int i = 0; i < contrast->terms; i++)
            design->matches[contrast->player[i]] += fabs(contrast->x[i]) * contrast->n;
    }
}

void dom_ratings_design_recount(dom_ratings_design *design, const double sets[])
{
    for (size_t i = 0; i < design->tables; i++)
        design->table[i].sets = 0;
    for (size_t i = 0; i < design->outcome_counts; i++) {
        design->outcome_count[i].sets = sets[i];
        design->table[design->outcome_count[i].table - design->table].sets += sets[i];
    }
    dom_ratings_design_sum(design, sets);
}

static bool allocate_design(dom_ratings_design *design, const dom_ratings_pool *pool)
{
    *design = (dom_ratings_design){
        .players = pool->players,
        .contrasts = pool->pairings,
        .tables = pool->tables,
        .outcome_counts = pool->outcome_counts,
        .contrast = calloc(pool->pairings + 1, sizeof(dom_ratings_contrast)),
        .table = calloc(pool->tables + 1, sizeof(dom_ratings_table)),
        .outcome_count = calloc(pool->outcome_counts + 1, sizeof(dom_ratings_design_outcome)),
        .ask = calloc(pool->pairs.count + 1, sizeof(dom_ratings_ask)),
        .matches = calloc(pool->players + 1, sizeof(double))};
    return design->contrast && design->table && design->outcome_count && design->ask &&
           design->matches;
}

static bool make_design(dom_ratings_design *design, const dom_ratings_pool *pool, uint32_t rank[],
                        uint32_t place_of[], double sets[])
{
    if (!rank_pairings(design, pool, rank))
        return false;
    make_tables(design, pool, rank);
    for (uint32_t t = 0; t < pool->tables; t++)
        place_of[design->table[t].source] = t;
    make_outcomes(design, pool, place_of);
    for (size_t i = 0; i < pool->outcome_counts; i++)
        sets[i] = design->outcome_count[i].sets;
    dom_ratings_design_sum(design, sets);
    return true;
}

dom_ratings_rc dom_ratings_design_make(dom_ratings_design *design, const dom_ratings_pool *pool)
{
    uint32_t *rank = calloc(pool->pairings + 1, sizeof *rank);
    uint32_t *place_of = calloc(pool->tables + 1, sizeof *place_of);
    double *sets = calloc(pool->outcome_counts + 1, sizeof *sets);
    bool ok = allocate_design(design, pool) && rank && place_of && sets &&
              make_design(design, pool, rank, place_of, sets);
    free(rank);
    free(place_of);
    free(sets);
    if (ok)
        return DOM_RATINGS_OK;
    dom_ratings_design_clear(design);
    return DOM_RATINGS_E_NOMEM;
}

void dom_ratings_design_clear(dom_ratings_design *design)
{
    free(design->contrast);
    free(design->table);
    free(design->outcome_count);
    free(design->ask);
    free(design->matches);
    *design = (dom_ratings_design){0};
}
