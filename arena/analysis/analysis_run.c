#include "analysis/analysis_run.h"

#include "base/interrupt.h"
#include "results/match_reader.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { PER_JOB = 16, WAIT_NS = 20 * 1000 * 1000 };

/* A match of the batch. */
typedef struct {
    dom_store_match match; /* its decisions are a copy */
    bool is_kept;          /* it was in the file       */
    dom_analysis_match values;
    dom_rc rc;
    dom_err err;
} batch_match;

typedef struct {
    const dom_analysis_run_spec *spec;
    const dom_store_tournament *t;
    dom_analysis_progress *progress;
    dom_analysis_workbench **bench; /* one for each thread */
    batch_match *item;
    size_t count, room;
    atomic_size_t next, done; /* items of the batch */
    atomic_bool stop;
    dom_rc rc; /* after an interrupt */
    dom_err *err;
} batch;

typedef struct {
    batch *batch;
    int number;
    pthread_t thread;
    bool has_thread;
} worker;

/* ---- threads -------------------------------------------------------------------------------- */

static void value_match(batch *b, dom_analysis_workbench *bench, batch_match *item)
{
    dom_record_match record = dom_results_record_of(b->t, &item->match);
    item->rc = dom_analysis_match_values(&item->values, bench, &record, &b->spec->plan, &b->stop,
                                         &item->err);
}

static void *work(void *context)
{
    worker *w = context;
    batch *b = w->batch;
    for (size_t i; (i = atomic_fetch_add(&b->next, 1)) < b->count;) {
        if (!b->item[i].is_kept)
            value_match(b, b->bench[w->number], &b->item[i]);
        (void)atomic_fetch_add(&b->done, 1);
    }
    return NULL;
}

/* Waits for the threads, looks for an interrupt meanwhile and tells how far they are. */
static void watch(batch *b)
{
    const struct timespec pause = {.tv_nsec = WAIT_NS};
    while (atomic_load(&b->done) < b->count) {
        (void)nanosleep(&pause, NULL);
        if (b->rc == DOM_OK)
            b->rc = dom_interrupt_check(b->err);
        if (b->rc == DOM_OK)
            b->rc = b->spec->on_progress(b->spec->context,
                                         b->progress->matches + atomic_load(&b->done));
        if (b->rc != DOM_OK)
            atomic_store(&b->stop, true);
    }
}

static void value_all(batch *b)
{
    worker w[DOM_ANALYSIS_JOBS_MAX];
    int started = 0;
    atomic_store(&b->next, 0);
    atomic_store(&b->done, 0);
    for (int i = 0; i < b->spec->jobs; i++) {
        w[i] = (worker){.batch = b, .number = i};
        w[i].has_thread = pthread_create(&w[i].thread, NULL, work, &w[i]) == 0;
        started += w[i].has_thread;
    }
    if (started == 0)
        (void)work(&w[0]);
    watch(b);
    for (int i = 0; i < b->spec->jobs; i++)
        if (w[i].has_thread)
            (void)pthread_join(w[i].thread, NULL);
}

/* ---- the batch ------------------------------------------------------------------------------ */

static void empty(batch *b)
{
    for (size_t i = 0; i < b->count; i++) {
        free((void *)b->item[i].match.decisions);
        dom_analysis_match_clear(&b->item[i].values);
    }
    b->count = 0;
}

/* Keeps what was valued and shows it. After an interrupt everything that is whole is still kept. */
static dom_rc hand_over(batch *b, batch_match *item)
{
    const dom_analysis_run_spec *spec = b->spec;
    dom_record_match record = dom_results_record_of(b->t, &item->match);
    if (item->rc != DOM_OK && item->rc != DOM_E_INTERRUPTED)
        return dom_err_set(b->err, item->rc, "%s", item->err.text);
    if (item->rc != DOM_OK)
        return DOM_OK;
    dom_rc rc = DOM_OK;
    if (!item->is_kept)
        rc = dom_analysis_file_add(spec->file, &record, &spec->plan, &item->values, b->err);
    if (rc != DOM_OK)
        return rc;
    b->progress->matches++;
    b->progress->valued += !item->is_kept;
    return spec->on_match(spec->context, b->t, &item->match, &item->values, b->err);
}

static dom_rc flush(batch *b)
{
    dom_rc rc = DOM_OK;
    bool is_all_kept = true;
    for (size_t i = 0; i < b->count; i++)
        is_all_kept &= b->item[i].is_kept;
    if (is_all_kept)
        b->rc = dom_interrupt_check(b->err);
    else
        value_all(b);
    for (size_t i = 0; i < b->count && rc == DOM_OK; i++)
        rc = hand_over(b, &b->item[i]);
    empty(b);
    return rc == DOM_OK ? b->rc : rc;
}

static dom_rc add(batch *b, const dom_store_match *m)
{
    batch_match *item = &b->item[b->count];
    uint8_t *decisions = malloc(m->decisions_bytes + 1);
    if (!decisions)
        return dom_err_no_memory(b->err);
    if (m->decisions_bytes > 0)
        memcpy(decisions, m->decisions, m->decisions_bytes);
    *item = (batch_match){.match = *m};
    item->match.decisions = decisions;
    dom_record_match record = dom_results_record_of(b->t, &item->match);
    item->is_kept =
        dom_analysis_file_find(b->spec->file, &record, &b->spec->plan, &item->values) == DOM_OK;
    return ++b->count < b->room ? DOM_OK : flush(b);
}

static dom_rc take_set(void *context, const dom_results_set *set)
{
    batch *b = context;
    dom_rc rc = DOM_OK;
    bool is_wanted = false;
    for (int i = 0; i < set->count; i++)
        is_wanted |= dom_results_match_is_wanted(b->spec->query, set->of, &set->match[i]);
    if (!is_wanted)
        return DOM_OK;
    b->progress->open_sets += !set->is_complete;
    b->progress->void_sets += set->is_complete && set->is_void;
    if (!set->is_complete || set->is_void)
        return DOM_OK;
    for (int i = 0; i < set->count && rc == DOM_OK; i++)
        if (dom_results_match_is_wanted(b->spec->query, set->of, &set->match[i]))
            rc = add(b, &set->match[i]);
    return rc;
}

static bool make_room(batch *b)
{
    b->room = (size_t)b->spec->jobs * PER_JOB;
    b->item = calloc(b->room, sizeof *b->item);
    b->bench = calloc((size_t)b->spec->jobs, sizeof(dom_analysis_workbench *));
    bool good = b->item && b->bench;
    for (int i = 0; good && i < b->spec->jobs; i++)
        good = (b->bench[i] = calloc(1, sizeof **b->bench)) != NULL;
    return good;
}

static void clear(batch *b)
{
    empty(b);
    for (int i = 0; b->bench && i < b->spec->jobs; i++)
        free(b->bench[i]);
    free(b->bench);
    free(b->item);
}

dom_rc dom_analysis_run(const dom_analysis_run_spec *spec, const dom_results_set_range *range,
                        dom_analysis_progress *progress, dom_err *err)
{
    batch b = {.spec = spec, .t = range->of, .progress = progress, .err = err};
    dom_results_set_range with_decisions = *range;
    with_decisions.has_decisions = true;
    dom_rc rc = make_room(&b) ? DOM_OK : dom_err_no_memory(err);
    if (rc == DOM_OK)
        rc = dom_results_set_each(spec->store, &with_decisions, take_set, &b, err);
    if (rc == DOM_OK && b.count > 0)
        rc = flush(&b);
    clear(&b);
    return rc;
}
