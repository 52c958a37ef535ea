#include "live_standing.h"

#include "results/withdrawals.h"

#include <stdlib.h>
#include <string.h>

void dom_output_live_count_match(dom_output_live_row rows[], const dom_core_tournament *t,
                                 const dom_store_match *m)
{
    const dom_options *o = &t->variants[m->variant].options;
    for (int a = 0; a < m->seats; a++)
        if (rows[m->seat[a].bot].is_void)
            return;
    for (int seat = 0; seat < m->seats; seat++)
        dom_results_sums_add(&rows[m->seat[seat].bot].sums, o, m, seat);
}

dom_output_live_row *dom_output_live_row_of(dom_output_live_row rows[],
                                            const dom_core_tournament *t, const char *bot)
{
    for (uint16_t i = 0; i < t->bot_count; i++)
        if (strcmp(t->bots[i].name, bot) == 0)
            return &rows[i];
    return NULL;
}

void dom_output_live_count_fault(dom_output_live_row rows[], const dom_core_tournament *t,
                                 const char *bot)
{
    dom_output_live_row *row = dom_output_live_row_of(rows, t, bot);
    if (row)
        row->faults++;
}

/* ---- stored matches ------------------------------------------------------------- */

typedef struct {
    dom_output_live_row *rows;
    const dom_core_tournament *tournament;
} live_counter;

static dom_rc count_stored_match(void *context, const dom_store_match *m)
{
    const live_counter *c = context;
    if (m->variant < c->tournament->variant_count)
        dom_output_live_count_match(c->rows, c->tournament, m);
    return DOM_OK;
}

static dom_rc count_stored_fault(void *context, const dom_store_fault *f)
{
    ((live_counter *)context)->rows[f->bot].faults++;
    return DOM_OK;
}

static dom_rc mark_void(dom_output_live_row rows[], dom_store *store,
                        const dom_store_tournament *of, dom_err *err)
{
    dom_results_withdrawals w;
    dom_rc rc = dom_results_withdrawals_read(&w, store, of, err);
    for (size_t i = 0; rc == DOM_OK && i < w.count; i++)
        rows[w.item[i].bot].is_void |= w.item[i].is_void;
    dom_results_withdrawals_clear(&w);
    return rc;
}

dom_rc dom_output_live_count_stored(dom_output_live_row rows[], const dom_core_tournament *t,
                                    dom_store *store, const dom_store_tournament *of, dom_err *err)
{
    live_counter c = {.rows = rows, .tournament = t};
    for (uint16_t i = 0; i < t->bot_count; i++)
        rows[i].sums = (dom_results_sums){.matches = 0}, rows[i].faults = 0;
    dom_rc rc = mark_void(rows, store, of, err);
    if (rc == DOM_OK)
        rc = dom_store_match_each(store, of->id, 1, 0, false, count_stored_match, &c, err);
    return rc == DOM_OK ? dom_store_fault_each(store, of->id, count_stored_fault, &c, err) : rc;
}

/* ---- order and speed ----------------------------------------------------------- */

static int by_share(const void *a, const void *b, void *context)
{
    const dom_output_live_row *rows = context;
    uint16_t x = *(const uint16_t *)a, y = *(const uint16_t *)b;
    double difference =
        dom_ratings_score_share(&rows[y].sums.score) - dom_ratings_score_share(&rows[x].sums.score);
    return difference > 0 ? 1 : difference < 0 ? -1 : x - y;
}

void dom_output_live_order(const dom_output_live_row rows[], uint16_t bots, uint16_t order[])
{
    for (uint16_t i = 0; i < bots; i++)
        order[i] = i;
    qsort_r(order, bots, sizeof *order, by_share, (void *)rows);
}

double dom_output_live_per_second(uint64_t count, int64_t ms)
{
    return ms > 0 ? (double)count * 1000.0 / (double)ms : 0;
}
