#include "analysis/analyst.h"

#include "analysis/analysis_run.h"
#include "base/now.h"
#include "base/string_list.h"
#include "results/match_reader.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>

enum {
    NICENESS = 15, /* pages and tournaments come first */
    PAUSE_MS = 20,
    REST_MS = 2000, /* between two looks */
    REST_TIMES = 9  /* of the time of a look that found nothing to value, if that is longer */
};

struct dom_analysis_analyst {
    dom_analysis_analyst_spec spec;
    pthread_t thread;
    atomic_bool stop;
    dom_store *store;
    struct stat opened; /* the database file of `store` */
    int64_t seen;       /* version of the database of which everything was valued; -1: none */
    dom_analysis_file *values; /* during a look */
    uint64_t valued;           /* matches, so far */
    dom_err last;              /* that was reported */
};

/* A duplicate set of the last matches. */
typedef struct {
    dom_results_set_range range[DOM_ANALYSIS_ANALYST_MATCHES];
    int count;
    const dom_store_tournament *of;
    uint64_t set; /* of the newest range */
} last_sets;

/* ---- the database --------------------------------------------------------------------------- */

/* Opens the database, or opens it again if another file has taken its place. */
static dom_rc open_database(dom_analysis_analyst *a, dom_err *err)
{
    struct stat now = {.st_ino = 0};
    bool is_there = stat(a->spec.db, &now) == 0;
    if (a->store && is_there && now.st_ino == a->opened.st_ino && now.st_dev == a->opened.st_dev)
        return DOM_OK;
    dom_store_close(&a->store);
    a->opened = now;
    a->seen = -1;
    return dom_store_open(&a->store, a->spec.db, DOM_STORE_READ, err);
}

static dom_rc add_name(void *context, const dom_store_tournament *t)
{
    return dom_strings_add(context, t->name) ? DOM_OK : DOM_E_NOMEM;
}

/* ---- a tournament --------------------------------------------------------------------------- */

static dom_rc add_set(void *context, const dom_store_match *m)
{
    last_sets *sets = context;
    if (m->set != sets->set)
        sets->range[sets->count++] = dom_results_set_range_of(sets->of, m);
    sets->set = m->set;
    return DOM_OK;
}

/* Finds the sets of the last matches, the oldest first. */
static dom_rc find_sets(dom_analysis_analyst *a, last_sets *sets, dom_err *err)
{
    const dom_strings any = {.count = 0};
    dom_results_match_query query = {.variants = &any,
                                     .bots = &any,
                                     .end = DOM_FAULT_COUNT,
                                     .limit = DOM_ANALYSIS_ANALYST_MATCHES};
    uint64_t count = 0;
    dom_rc rc = dom_results_match_count(&count, a->store, sets->of, &query, err);
    uint64_t skip = dom_results_match_older(&query, count);
    if (rc == DOM_OK)
        rc = dom_results_match_skip(&query, &skip, a->store, sets->of, err);
    if (rc == DOM_OK)
        rc = dom_results_match_each(a->store, sets->of, &query, false, add_set, sets, err);
    return rc;
}

static dom_rc take_match(void *context, const dom_store_tournament *t, const dom_store_match *m,
                         const dom_analysis_match *values, dom_err *err)
{
    (void)context, (void)t, (void)m, (void)values, (void)err;
    return DOM_OK;
}

static dom_rc continue_unless_stopped(void *context, uint64_t done)
{
    (void)done;
    return atomic_load(&((dom_analysis_analyst *)context)->stop) ? DOM_E_INTERRUPTED : DOM_OK;
}

static dom_rc value_set(dom_analysis_analyst *a, const dom_results_set_range *range, dom_err *err)
{
    const dom_strings any = {.count = 0};
    dom_results_match_query query = {.variants = &any, .bots = &any, .end = DOM_FAULT_COUNT};
    dom_analysis_run_spec spec = {.store = a->store,
                                  .file = a->values,
                                  .plan = {.worlds = DOM_ANALYSIS_WORLDS_USUAL},
                                  .jobs = 1,
                                  .query = &query,
                                  .context = a,
                                  .on_match = take_match,
                                  .on_progress = continue_unless_stopped};
    dom_analysis_progress progress = {.matches = 0};
    dom_rc rc = dom_analysis_run(&spec, range, &progress, err);
    a->valued += progress.valued;
    return rc;
}

/* Values one set after the other, so that the database is never read for long. */
static dom_rc value_tournament(dom_analysis_analyst *a, const char *name, dom_err *err)
{
    dom_store_tournament t;
    last_sets sets = {.of = &t};
    dom_rc rc = dom_store_tournament_find(a->store, name, &t, err);
    if (rc != DOM_OK)
        return rc;
    rc = find_sets(a, &sets, err);
    while (rc == DOM_OK && sets.count > 0)
        rc = value_set(a, &sets.range[--sets.count], err);
    dom_store_tournament_free(&t);
    return rc;
}

/* ---- the thread ----------------------------------------------------------------------------- */

/* Values the newest tournament first. One that is damaged does not keep the others from it. Returns
 * the first failure. */
static dom_rc value_each(dom_analysis_analyst *a, const dom_strings *names, dom_err *err)
{
    dom_rc first = DOM_OK;
    for (size_t i = names->count; i > 0 && !atomic_load(&a->stop); i--) {
        dom_err why = {.text = ""};
        dom_rc rc = value_tournament(a, names->item[i - 1], &why);
        if (rc != DOM_OK && first == DOM_OK) {
            first = rc;
            *err = why;
        }
    }
    return first;
}

static dom_rc value_all(dom_analysis_analyst *a, dom_err *err)
{
    dom_strings names = {.count = 0};
    dom_rc rc = dom_analysis_file_open(&a->values, a->store, err);
    if (rc == DOM_OK && !dom_analysis_file_keeps(a->values))
        rc = dom_err_set(err, DOM_E_IO, "%.300s-analysis: cannot be written, so no match is valued",
                         a->spec.db);
    if (rc == DOM_OK)
        rc = dom_results_each_tournament(a->store, a->spec.tournament, add_name, &names, err);
    if (rc == DOM_OK)
        rc = value_each(a, &names, err);
    dom_strings_clear(&names);
    dom_analysis_file_close(&a->values);
    return rc;
}

/* Values what is new. */
static dom_rc look(dom_analysis_analyst *a, dom_err *err)
{
    int64_t version;
    dom_rc rc = open_database(a, err);
    if (rc == DOM_OK)
        rc = dom_store_data_version(a->store, &version, err);
    if (rc != DOM_OK || version == a->seen)
        return rc;
    rc = value_all(a, err);
    if (rc == DOM_OK)
        a->seen = version;
    return rc;
}

/* Says what is wrong. A database that does not exist yet is not. */
static void report(dom_analysis_analyst *a, dom_rc rc, const dom_err *err)
{
    bool is_wrong = rc != DOM_OK && rc != DOM_E_ABSENT && rc != DOM_E_INTERRUPTED;
    if (is_wrong && strcmp(err->text, a->last.text) != 0)
        a->spec.on_error(a->spec.context, err);
    a->last = *err;
}

static void rest(dom_analysis_analyst *a, int64_t ms)
{
    const struct timespec pause = {.tv_nsec = PAUSE_MS * 1000000L};
    for (int64_t rested = 0; rested < ms && !atomic_load(&a->stop); rested += PAUSE_MS)
        (void)nanosleep(&pause, NULL);
}

static void *work(void *context)
{
    dom_analysis_analyst *a = context;
    (void)setpriority(PRIO_PROCESS, 0, NICENESS); /* on Linux: this thread and those it starts */
    while (!atomic_load(&a->stop)) {
        dom_err err = {.text = ""};
        uint64_t before = a->valued;
        int64_t begin_us = dom_now_us();
        report(a, look(a, &err), &err);
        int64_t long_ms = REST_TIMES * (dom_now_us() - begin_us) / 1000;
        rest(a, a->valued == before && long_ms > REST_MS ? long_ms : REST_MS);
    }
    return NULL;
}

dom_rc dom_analysis_analyst_start(dom_analysis_analyst **out, const dom_analysis_analyst_spec *spec,
                                  dom_err *err)
{
    dom_analysis_analyst *a = *out = calloc(1, sizeof *a);
    if (!a)
        return dom_err_no_memory(err);
    a->spec = *spec;
    a->seen = -1;
    if (pthread_create(&a->thread, NULL, work, a) == 0)
        return DOM_OK;
    free(a);
    *out = NULL;
    return dom_err_set(err, DOM_E_IO, "no thread can be started that values matches");
}

void dom_analysis_analyst_stop(dom_analysis_analyst **analyst)
{
    dom_analysis_analyst *a = *analyst;
    if (!a)
        return;
    atomic_store(&a->stop, true);
    (void)pthread_join(a->thread, NULL);
    dom_store_close(&a->store);
    free(a);
    *analyst = NULL;
}
