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

typedef struct {
    const dom_pairing *pairing;
    uint32_t source;
} ranked;

static int by_players(const void *a, const void *b)
{
    const dom_pairing *x = ((const ranked *)a)->pairing, *y = ((const ranked *)b)->pairing;
    int order = compare(x->terms, y->terms);
    for (int i = 0; i < x->terms && order == 0; i++)
        order = compare(x->player[i], y->player[i]);
    for (int i = 0; i < x->terms && order == 0; i++)
        order = compare_signed(x->half[i], y->half[i]);
    return order;
}

static dom_contrast contrast_of(const dom_pairing *p)
{
    dom_contrast c = {.terms = p->terms};
    for (int i = 0; i < p->terms; i++) {
        c.player[i] = p->player[i];
        c.x[i] = p->half[i] / 2.0;
    }
    return c;
}

/* Fills design->contrast and rank[], by pairing of the pool. */
static bool rank_pairings(dom_design *design, const dom_pool *pool, uint32_t rank[])
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

/* ---- tables and tallies --------------------------------------------------- */

static int by_contrast(const void *a, const void *b)
{
    return compare(((const dom_ask *)a)->contrast, ((const dom_ask *)b)->contrast);
}

static int by_asks(const void *a, const void *b)
{
    const dom_table *x = a, *y = b;
    int order = compare(x->cells, y->cells);
    for (uint32_t i = 0; i < x->cells && order == 0; i++)
        order = compare(x->ask[i].contrast, y->ask[i].contrast);
    for (uint32_t i = 0; i < x->cells && order == 0; i++)
        order = (x->ask[i].n > y->ask[i].n) - (x->ask[i].n < y->ask[i].n);
    return order;
}

static void make_tables(dom_design *design, const dom_pool *pool, const uint32_t rank[])
{
    for (uint32_t t = 0; t < pool->tables; t++) {
        const dom_pool_table *source = &pool->table[t];
        dom_ask *ask = design->ask + source->first;
        for (uint32_t i = 0; i < source->cells; i++) {
            const dom_pool_cell *cell = &pool->cell[source->first + i];
            ask[i] = (dom_ask){rank[cell->pairing], i, (double)cell->weight / DOM_UNITS};
        }
        qsort(ask, source->cells, sizeof *ask, by_contrast);
        design->table[t] = (dom_table){ask, source->cells, t, (double)source->sets, 0, 0};
    }
    qsort(design->table, pool->tables, sizeof *design->table, by_asks);
}

static int by_outcome(const void *a, const void *b)
{
    const dom_tally *x = a, *y = b;
    const dom_table *table = x->table;
    int order = (table > y->table) - (table < y->table);
    for (uint32_t i = 0; order == 0 && i < table->cells; i++) {
        const dom_outcome *p = &x->outcome[table->ask[i].position];
        const dom_outcome *q = &y->outcome[table->ask[i].position];
        order = compare_signed(p->score, q->score);
        if (order == 0)
            order = compare_signed(p->tie, q->tie);
    }
    return order;
}

static void make_tallies(dom_design *design, const dom_pool *pool, const uint32_t place_of[])
{
    for (size_t i = 0; i < pool->tallies; i++) {
        const dom_pool_tally *t = &pool->tally[i];
        design->tally[i] = (dom_tally){.outcome = pool->outcome + t->first,
                                       .table = &design->table[place_of[t->table]],
                                       .source = (uint32_t)i,
                                       .sets = (double)t->sets};
    }
    qsort(design->tally, pool->tallies, sizeof *design->tally, by_outcome);
    for (size_t i = pool->tallies; i > 0; i--) {
        dom_table *table = &design->table[design->tally[i - 1].table - design->table];
        table->tally = (uint32_t)(i - 1);
        table->tallies++;
    }
}

/* ---- all of it ------------------------------------------------------------ */

void dom_design_sum(dom_design *design, const double sets[])
{
    for (size_t c = 0; c < design->contrasts; c++)
        design->contrast[c].n = design->contrast[c].score = design->contrast[c].tie = 0;
    for (size_t i = 0; i < design->tallies; i++) {
        const dom_tally *tally = &design->tally[i];
        for (uint32_t k = 0; k < tally->table->cells; k++) {
            const dom_ask *ask = &tally->table->ask[k];
            const dom_outcome *outcome = &tally->outcome[ask->position];
            dom_contrast *c = &design->contrast[ask->contrast];
            c->n += sets[i] * round(ask->n * DOM_UNITS);
            c->score += sets[i] * outcome->score;
            c->tie += sets[i] * outcome->tie;
        }
    }
    memset(design->matches, 0, design->players * sizeof *design->matches);
    for (size_t c = 0; c < design->contrasts; c++) { /* sums of whole numbers until here */
        dom_contrast *contrast = &design->contrast[c];
        contrast->n /= DOM_UNITS;
        contrast->score /= DOM_UNITS;
        contrast->tie /= DOM_UNITS;
        for (int i = 0; i < contrast->terms; i++)
            design->matches[contrast->player[i]] += fabs(contrast->x[i]) * contrast->n;
    }
}

void dom_design_recount(dom_design *design, const double sets[])
{
    for (size_t i = 0; i < design->tables; i++)
        design->table[i].sets = 0;
    for (size_t i = 0; i < design->tallies; i++) {
        design->tally[i].sets = sets[i];
        design->table[design->tally[i].table - design->table].sets += sets[i];
    }
    dom_design_sum(design, sets);
}

static bool allocate(dom_design *design, const dom_pool *pool)
{
    *design = (dom_design){.players = pool->players,
                           .contrasts = pool->pairings,
                           .tables = pool->tables,
                           .tallies = pool->tallies,
                           .contrast = calloc(pool->pairings + 1, sizeof(dom_contrast)),
                           .table = calloc(pool->tables + 1, sizeof(dom_table)),
                           .tally = calloc(pool->tallies + 1, sizeof(dom_tally)),
                           .ask = calloc(pool->cells + 1, sizeof(dom_ask)),
                           .matches = calloc(pool->players + 1, sizeof(double))};
    return design->contrast && design->table && design->tally && design->ask && design->matches;
}

static bool make(dom_design *design, const dom_pool *pool, uint32_t rank[], uint32_t place_of[],
                 double sets[])
{
    if (!rank_pairings(design, pool, rank))
        return false;
    make_tables(design, pool, rank);
    for (uint32_t t = 0; t < pool->tables; t++)
        place_of[design->table[t].source] = t;
    make_tallies(design, pool, place_of);
    for (size_t i = 0; i < pool->tallies; i++)
        sets[i] = design->tally[i].sets;
    dom_design_sum(design, sets);
    return true;
}

dom_ratings_rc dom_design_make(dom_design *design, const dom_pool *pool)
{
    uint32_t *rank = calloc(pool->pairings + 1, sizeof *rank);
    uint32_t *place_of = calloc(pool->tables + 1, sizeof *place_of);
    double *sets = calloc(pool->tallies + 1, sizeof *sets);
    bool ok = allocate(design, pool) && rank && place_of && sets &&
              make(design, pool, rank, place_of, sets);
    free(rank);
    free(place_of);
    free(sets);
    if (ok)
        return DOM_RATINGS_OK;
    dom_design_clear(design);
    return DOM_RATINGS_E_NOMEM;
}

void dom_design_clear(dom_design *design)
{
    free(design->contrast);
    free(design->table);
    free(design->tally);
    free(design->ask);
    free(design->matches);
    *design = (dom_design){0};
}
