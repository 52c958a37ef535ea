#include "reporter.h"

#include "base/interrupt.h"
#include "base/now.h"
#include "base/text.h"
#include "shard/shard_merge.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { AGAIN_MS = 5000 };

static void note(const dom_shard_reporter *r, const char *text)
{
    if (r->listener->on_note)
        r->listener->on_note(r->listener->context, text);
}

/* ---- one report -------------------------------------------------------------------- */

static void remove_database(const dom_shard_reporter *r, uint32_t sequence)
{
    char path[DOM_PATH_BYTES];
    dom_shard_report old = r->report;
    old.sequence = sequence;
    if (dom_shard_report_db(path, &old, r->folder, NULL) == DOM_OK)
        (void)unlink(path);
}

/* Copies the local database, whose matches are all committed, to `folder`, and writes the report
 * that names the copy. */
static dom_rc write_files(const dom_shard_reporter *r, dom_shard_report *next, const char *folder,
                          dom_err *err)
{
    char to[DOM_PATH_BYTES];
    dom_store *store = NULL;
    next->sequence = r->report.sequence + 1;
    next->updated_ms = dom_now_ms();
    dom_rc rc = dom_store_open(&store, r->database, DOM_STORE_READ, err);
    if (rc == DOM_OK)
        rc = dom_shard_report_db(to, next, folder, err);
    if (rc == DOM_OK)
        rc = dom_shard_work_publish(r->work, store, to, next->hash, err);
    dom_store_close(&store);
    return rc == DOM_OK ? dom_shard_report_write(next, folder, err) : rc;
}

/* Returns DOM_OK; DOM_E_ABSENT if the folder has another plan now; DOM_E_IO if its plan cannot be
 * read. */
static dom_rc check_plan(const dom_shard_reporter *r, dom_err *err)
{
    dom_shard_plan now;
    dom_rc rc = dom_shard_plan_read(&now, r->folder, err);
    bool is_other = rc == DOM_OK && strcmp(now.id, r->report.plan) != 0;
    dom_shard_plan_clear(&now);
    if (is_other)
        return dom_err_set(err, DOM_E_ABSENT,
                           "%.300s: has another plan now, which was made when all sets of this "
                           "run's plan were merged",
                           r->folder);
    return rc == DOM_E_ABSENT
               ? dom_err_set(err, DOM_E_IO, "%.300s/plan.json: is missing", r->folder)
               : rc;
}

/* Writes a report to the shard folder. The copy before stays until the next report, for readers
 * that have just read its name. */
static dom_rc write_report(dom_shard_reporter *r, dom_shard_report *next, dom_err *err)
{
    dom_rc rc = check_plan(r, err);
    if (rc == DOM_OK)
        rc = write_files(r, next, r->folder, err);
    if (rc != DOM_OK)
        return rc;
    if (r->report.sequence > 1)
        remove_database(r, r->report.sequence - 1);
    r->report = *next;
    return DOM_OK;
}

/* ---- rivals --------------------------------------------------------------------------- */

static const dom_shard_report *find_run(const dom_shard_reports *reports, const char *run)
{
    for (size_t i = 0; i < reports->count; i++)
        if (strcmp(reports->item[i].run, run) == 0)
            return &reports->item[i];
    return NULL;
}

/* Returns true if this report of another run was written after we began. Sequence numbers say so,
 * because clocks of two machines may differ. */
static bool is_alive(const dom_shard_reporter *r, const dom_shard_report *other)
{
    const dom_shard_report *before = find_run(&r->rivals, other->run);
    return other->shard == r->report.shard && strcmp(other->run, r->report.run) != 0 &&
           other->state == DOM_SHARD_RUNNING && other->sequence > (before ? before->sequence : 0);
}

/* Ends this run if another one with a lower id plays the same shard. */
static void yield_to(dom_shard_reporter *r, const dom_shard_report *other)
{
    char text[320];
    bool has_to_yield = is_alive(r, other) && strcmp(other->run, r->report.run) < 0;
    if (!has_to_yield || atomic_exchange(&r->has_to_end, true))
        return;
    (void)snprintf(text, sizeof text,
                   "shard %u is also played by %s; this run ends, and nothing is lost",
                   other->shard, other->where);
    note(r, text);
}

static void look_for_rivals(dom_shard_reporter *r)
{
    dom_shard_reports now;
    dom_rc rc = dom_shard_reports_read(&now, r->folder, r->report.plan, NULL);
    for (size_t i = 0; rc == DOM_OK && i < now.count; i++)
        yield_to(r, &now.item[i]);
    free(now.item);
}

/* ---- the thread -------------------------------------------------------------------------- */

/* Waits until the next report is due. Returns false if the run ends. Pre: the lock is held. */
static bool wait_for_next(dom_shard_reporter *r)
{
    struct timespec until;
    (void)clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += (time_t)r->interval_s;
    while (!r->is_ending && pthread_cond_timedwait(&r->wake, &r->lock, &until) == 0)
        ;
    return !r->is_ending;
}

/* Says once that reports fail, and once that they succeed again. */
static void note_result(dom_shard_reporter *r, dom_rc rc, const dom_err *err)
{
    char text[DOM_ERR_BYTES + 80];
    bool has_failed = rc != DOM_OK;
    if (rc == DOM_E_ABSENT && !atomic_exchange(&r->has_to_end, true))
        note(r, err->text);
    if (rc == DOM_E_ABSENT || has_failed == r->is_failing)
        return;
    r->is_failing = has_failed;
    (void)snprintf(text, sizeof text,
                   "no report was written, play continues and it is tried again: %s", err->text);
    note(r, has_failed ? text : "reports are written again");
}

/* Merges what all shards of a comparison have played, unless another shard does just now, and looks
 * whether its test is decided. A merge that fails is tried again after the next report. */
static void look_for_decision(dom_shard_reporter *r)
{
    dom_shard_merged merged = {.is_finished = false};
    dom_err err;
    if (!r->compares)
        return;
    (void)dom_shard_merge_if_free(&merged, r->folder, &err);
    dom_shard_merged_clear(&merged);
    if (dom_shard_is_decided(r->folder))
        atomic_store(&r->is_decided, true);
}

static void *report_on(void *argument)
{
    dom_shard_reporter *r = argument;
    dom_err err = {.text = ""};
    (void)pthread_mutex_lock(&r->lock);
    while (wait_for_next(r)) {
        dom_shard_report next = r->fresh;
        (void)pthread_mutex_unlock(&r->lock);
        note_result(r, write_report(r, &next, &err), &err);
        look_for_rivals(r);
        look_for_decision(r);
        (void)pthread_mutex_lock(&r->lock);
    }
    (void)pthread_mutex_unlock(&r->lock);
    return NULL;
}

/* Starts the thread with all signals blocked, so that the core gets them. */
static int start_thread(dom_shard_reporter *r)
{
    sigset_t all, before;
    (void)sigfillset(&all);
    (void)pthread_sigmask(SIG_SETMASK, &all, &before);
    int failed = pthread_create(&r->thread, NULL, report_on, r);
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
    return failed;
}

dom_rc dom_shard_reporter_begin(dom_shard_reporter *reporter, const dom_shard_report *first,
                                dom_err *err)
{
    dom_shard_reporter *r = reporter;
    pthread_condattr_t clock;
    r->report = r->fresh = *first;
    r->is_ending = r->is_failing = false;
    atomic_init(&r->is_decided, false);
    atomic_init(&r->has_to_end, false);
    (void)pthread_mutex_init(&r->lock, NULL);
    (void)pthread_condattr_init(&clock);
    (void)pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
    (void)pthread_cond_init(&r->wake, &clock);
    (void)pthread_condattr_destroy(&clock);
    dom_rc rc = dom_shard_reports_read(&r->rivals, r->folder, first->plan, err);
    if (rc == DOM_OK)
        rc = dom_shard_report_write(first, r->folder, err);
    if (rc == DOM_OK && start_thread(r) != 0)
        rc = dom_err_set(err, DOM_E_IO, "no thread can be started");
    r->is_begun = rc == DOM_OK;
    return rc;
}

void dom_shard_reporter_tell(dom_shard_reporter *reporter, uint64_t done, uint64_t total,
                             uint64_t here, uint64_t faults, int64_t played_ms)
{
    (void)pthread_mutex_lock(&reporter->lock);
    reporter->fresh.done = done;
    reporter->fresh.total = total;
    reporter->fresh.here = here;
    reporter->fresh.faults = faults;
    reporter->fresh.played_ms = played_ms;
    (void)pthread_mutex_unlock(&reporter->lock);
}

static void sleep_ms(int64_t ms)
{
    struct timespec time = {.tv_sec = (time_t)(ms / 1000), .tv_nsec = (long)(ms % 1000 * 1000000)};
    (void)nanosleep(&time, NULL);
}

/* Writes the last report, several times if needed. */
static dom_rc write_last(dom_shard_reporter *r, int64_t patience_ms, dom_err *err)
{
    char text[DOM_ERR_BYTES + 80];
    int64_t end_us = dom_now_us() + patience_ms * 1000;
    for (bool was_told = false;; was_told = true) {
        dom_shard_report next = r->fresh;
        dom_rc rc = write_report(r, &next, err);
        if (rc == DOM_OK || rc == DOM_E_ABSENT || dom_now_us() >= end_us ||
            dom_interrupt_signal() != 0)
            return rc;
        (void)snprintf(text, sizeof text, "the last report cannot be written, waiting: %s",
                       err->text);
        if (!was_told)
            note(r, text);
        sleep_ms(AGAIN_MS);
    }
}

dom_rc dom_shard_reporter_end(dom_shard_reporter *reporter, dom_shard_state state, const char *text,
                              int64_t patience_ms, dom_err *err)
{
    dom_shard_reporter *r = reporter;
    if (r->is_begun) {
        (void)pthread_mutex_lock(&r->lock);
        r->is_ending = true;
        (void)pthread_cond_signal(&r->wake);
        (void)pthread_mutex_unlock(&r->lock);
        (void)pthread_join(r->thread, NULL);
        r->fresh.state = state;
        dom_text_copy(r->fresh.text, sizeof r->fresh.text, text);
    }
    dom_rc rc = r->is_begun ? write_last(r, patience_ms, err) : DOM_OK;
    r->is_begun = false;
    (void)pthread_cond_destroy(&r->wake);
    (void)pthread_mutex_destroy(&r->lock);
    free(r->rivals.item);
    r->rivals = (dom_shard_reports){.item = NULL};
    return rc;
}

dom_rc dom_shard_reporter_keep(const dom_shard_reporter *reporter, char path[static DOM_PATH_BYTES],
                               dom_err *err)
{
    char name[64], done[DOM_PATH_BYTES];
    dom_fs_staging_dir staging;
    dom_shard_report next = reporter->fresh;
    (void)snprintf(name, sizeof name, "kept-%04u-%s", next.shard, next.run);
    dom_rc rc = dom_shard_path(path, reporter->work->parent, name, err);
    if (rc == DOM_OK)
        rc = dom_fs_staging_dir_open(&staging, reporter->work->parent, err);
    if (rc != DOM_OK)
        return rc;
    rc = dom_shard_path(done, staging.path, "done", err);
    if (rc == DOM_OK)
        rc = dom_fs_make_folders(done, err);
    if (rc == DOM_OK)
        rc = write_files(reporter, &next, staging.path, err);
    if (rc == DOM_OK)
        rc = dom_fs_staging_dir_publish(&staging, name, err);
    dom_fs_staging_dir_close(&staging);
    return rc;
}
