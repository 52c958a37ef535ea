#include "results/verification.h"

#include "replay_batch.h"
#include "results/match_reader.h"
#include "results/standings.h"
#include "results/tournament_hash.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One tournament under examination. */
typedef struct {
    dom_results_verification *result;
    const dom_results_verification_watch *watch;
    dom_store *store;
    dom_err *err;
    dom_results_replay_batch *batch;
    dom_schedule *schedule;
    dom_results_tournament_hash hash;
} verifier;

static void note_difference(verifier *v, const char *text)
{
    v->result->differences++;
    v->watch->on_difference(v->watch->context, text);
}

__attribute__((format(printf, 3, 4))) static void
note_match_difference(verifier *v, const dom_store_match *m, const char *format, ...)
{
    char what[200], text[300];
    va_list args;
    va_start(args, format);
    (void)vsnprintf(what, sizeof what, format, args);
    va_end(args);
    (void)snprintf(text, sizeof text, "match %llu: %s", (unsigned long long)m->match, what);
    note_difference(v, text);
}

/* Compares the stored results with those of the match that was played again. */
static void compare_results(verifier *v, const dom_results_replay *r)
{
    const dom_store_match *m = &r->match;
    if (m->rounds != r->rounds)
        note_match_difference(v, m, "%d rounds are stored, %d were played", m->rounds, r->rounds);
    for (int s = 0; s < m->seats; s++) {
        if (m->seat[s].score != r->score[s])
            note_match_difference(v, m, "seat %d: score %d is stored, %d was reached", s,
                                  (int)m->seat[s].score, (int)r->score[s]);
        if (m->seat[s].place != r->place[s])
            note_match_difference(v, m, "seat %d: place %d is stored, %d was reached", s,
                                  m->seat[s].place, r->place[s]);
        if (m->seat[s].time_us != r->time_us[s])
            note_match_difference(v, m, "seat %d: %lld us are stored, %lld were used", s,
                                  (long long)m->seat[s].time_us, (long long)r->time_us[s]);
    }
}

/* Compares set, rotation and bots with those that the schedule has for this match. */
static void compare_seating(verifier *v, const dom_store_match *m)
{
    if (m->match > dom_schedule_known(v->schedule)) {
        note_match_difference(v, m, "the schedule has no match with this number");
        return;
    }
    uint8_t places[DOM_SEATS_MAX];
    dom_schedule_seating seating = dom_schedule_match(v->schedule, m->match);
    bool is_same = seating.set == m->set && seating.rotation == m->rotation &&
                   seating.variant == m->variant && seating.seats == m->seats;
    for (int s = 0; s < m->seats; s++) {
        is_same = is_same && seating.bot[s] == m->seat[s].bot;
        places[s] = m->seat[s].place;
    }
    if (!is_same)
        note_match_difference(v, m, "its bots, variant or seats differ from the schedule");
    dom_schedule_report(v->schedule, m->match, places);
}

static dom_rc compare_match(verifier *v, const dom_results_replay *r)
{
    v->result->matches++;
    compare_seating(v, &r->match);
    if (r->rc != DOM_OK) {
        note_difference(v, r->err.text);
        return DOM_OK;
    }
    compare_results(v, r);
    if (r->line == NULL)
        return dom_err_no_memory(v->err);
    dom_results_tournament_hash_line(&v->hash, r->line);
    return DOM_OK;
}

/* Plays the matches of the batch, and compares them in the order of their numbers. */
static dom_rc verify_batch(verifier *v)
{
    dom_rc rc = DOM_OK;
    dom_results_replay_batch_play(v->batch);
    for (size_t i = 0; i < v->batch->count && rc == DOM_OK; i++)
        rc = compare_match(v, &v->batch->replay[i]);
    dom_results_replay_batch_empty(v->batch);
    return rc;
}

static dom_rc take_match(void *context, const dom_store_match *m)
{
    verifier *v = context;
    dom_rc rc = DOM_OK;
    if (dom_results_replay_batch_is_full(v->batch))
        rc = verify_batch(v);
    return rc == DOM_OK ? dom_results_replay_batch_add(v->batch, m, v->err) : rc;
}

static dom_rc verify_matches(verifier *v)
{
    dom_rc rc = dom_store_match_each(v->store, v->result->t.id, 1, 0, true, take_match, v, v->err);
    return rc == DOM_OK ? verify_batch(v) : rc;
}

static void verify_commit(verifier *v, int number)
{
    const dom_store_stage *stage = &v->result->t.stages[number];
    dom_deal_secret secret = dom_results_secret(stage);
    dom_deal_commit commit;
    char hex[DOM_DEAL_HEX_BYTES], text[100];
    dom_deal_commit_of(&commit, &secret, v->result->t.name);
    dom_deal_hex_write(hex, commit.byte);
    (void)snprintf(text, sizeof text, "stage %d: the secret does not belong to the commitment",
                   number + 1);
    if (strcmp(hex, stage->commit) != 0)
        note_difference(v, text);
    dom_deal_secret_clear(&secret);
}

static dom_rc open_verified_schedule(verifier *v)
{
    dom_schedule_plan plan;
    dom_rc rc = dom_results_plan(&v->result->t, &plan, v->err);
    return rc == DOM_OK ? dom_schedule_open(&v->schedule, &plan, v->err) : rc;
}

/* Faults have no consequences to check; reading them compares their checksums. */
static dom_rc pass_fault(void *context, const dom_store_fault *f)
{
    (void)context;
    (void)f;
    return DOM_OK;
}

static dom_rc pass_process(void *context, const dom_store_process *p)
{
    (void)context;
    (void)p;
    return DOM_OK;
}

/* Checks the standings cache. It is computed from all tournaments and is not a fact, but lists use it. */
static dom_rc verify_summary(verifier *v)
{
    bool is_right = true;
    dom_rc rc = dom_results_standings_check_cache(v->store, &is_right, v->err);
    if (rc == DOM_OK && !is_right)
        note_difference(v, "the cached summary differs from the matches; remove it");
    return rc;
}

/* Verifies the whole tournament. A damaged database is an error and not a difference, because the store's
 * checksums find it first. */
static dom_rc verify_all(verifier *v)
{
    dom_results_tournament_hash_begin(&v->hash);
    for (int i = 0; i < v->result->t.stage_count; i++)
        verify_commit(v, i);
    dom_rc rc = open_verified_schedule(v);
    if (rc == DOM_OK)
        rc = dom_store_check_references(v->store, v->err);
    if (rc == DOM_OK)
        rc = verify_matches(v);
    if (rc == DOM_OK)
        rc = dom_store_fault_each(v->store, v->result->t.id, pass_fault, NULL, v->err);
    if (rc == DOM_OK)
        rc = dom_store_process_each(v->store, v->result->t.id, pass_process, NULL, v->err);
    if (rc == DOM_OK)
        rc = verify_summary(v);
    if (rc != DOM_OK)
        return rc;
    dom_results_tournament_hash_end(&v->hash, v->result->hash);
    return DOM_OK;
}

dom_rc dom_results_verify(dom_results_verification *out, dom_store *store, const char *tournament,
                          int jobs, const dom_results_verification_watch *watch, dom_err *err)
{
    *out = (dom_results_verification){.matches = 0};
    dom_rc rc = dom_store_tournament_find(store, tournament, &out->t, err);
    if (rc != DOM_OK)
        return rc;
    verifier v = {.result = out, .watch = watch, .store = store, .err = err};
    rc = dom_results_replay_batch_open(&v.batch, &out->t, jobs, err);
    if (rc == DOM_OK)
        rc = verify_all(&v);
    dom_schedule_close(&v.schedule);
    dom_results_replay_batch_close(&v.batch);
    return rc;
}

void dom_results_verification_clear(dom_results_verification *v)
{
    dom_store_tournament_free(&v->t);
}
