#include "results/verification.h"

#include "config_check.h"
#include "difference.h"
#include "fault_check.h"
#include "ledger_hash.h"
#include "process_index.h"
#include "replay_batch.h"
#include "results/match_reader.h"
#include "results/standings.h"
#include "results/tournament_hash.h"
#include "schedule_check.h"

#include <stdlib.h>
#include <string.h>

/* One tournament under examination. */
typedef struct {
    dom_results_verification *result;
    dom_results_match_query query; /* which matches are played again                 */
    dom_results_differences differences;
    dom_store *store;
    dom_err *err;
    dom_results_replay_batch *batch;
    dom_results_process_index processes;
    dom_results_schedule_check schedule;
    dom_results_fault_check faults;
    dom_results_tournament_hash hash;
    dom_results_ledger_hash ledger;
} verifier;

static void compare_seat(const verifier *v, const dom_results_replay *r, int s)
{
    const dom_store_seat *seat = &r->match.seat[s];
    unsigned long long match = r->match.match;
    if (seat->score != r->score[s])
        dom_results_differ(&v->differences,
                           "match %llu: seat %d: score %d is stored, %d was reached", match, s,
                           (int)seat->score, (int)r->score[s]);
    if (seat->place != r->place[s])
        dom_results_differ(&v->differences,
                           "match %llu: seat %d: place %d is stored, %d was reached", match, s,
                           seat->place, r->place[s]);
    if (seat->time_us != r->time_us[s])
        dom_results_differ(&v->differences,
                           "match %llu: seat %d: %lld us are stored, %lld were used", match, s,
                           (long long)seat->time_us, (long long)r->time_us[s]);
}

/* Compares the stored results with those of the match that was played again. */
static void compare_results(const verifier *v, const dom_results_replay *r)
{
    if (r->match.rounds != r->rounds)
        dom_results_differ(&v->differences, "match %llu: %d rounds are stored, %d were played",
                           (unsigned long long)r->match.match, r->match.rounds, r->rounds);
    for (int s = 0; s < r->match.seats; s++)
        compare_seat(v, r, s);
}

static dom_rc compare_match(verifier *v, const dom_results_replay *r)
{
    v->result->stored++;
    v->result->matches += !r->is_left_out;
    dom_results_schedule_check_match(&v->schedule, &r->match);
    dom_results_fault_check_match(&v->faults, r);
    dom_results_ledger_hash_match(&v->ledger, &r->match, &v->processes);
    if (r->is_left_out)
        return DOM_OK;
    if (r->rc != DOM_OK) {
        dom_results_differ(&v->differences, "%s", r->err.text);
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
    bool is_left_out = !dom_results_match_is_wanted(&v->query, &v->result->t, m);
    return rc == DOM_OK ? dom_results_replay_batch_add(v->batch, m, is_left_out, v->err) : rc;
}

static dom_rc verify_matches(verifier *v)
{
    dom_rc rc = dom_store_match_each(v->store, v->result->t.id, 1, 0, true, take_match, v, v->err);
    return rc == DOM_OK ? verify_batch(v) : rc;
}

static void verify_commit(const verifier *v, int number)
{
    const dom_store_stage *stage = &v->result->t.stages[number];
    dom_deal_secret secret = dom_results_secret_of(stage);
    dom_deal_commit commit;
    char hex[DOM_DEAL_HEX_BYTES];
    dom_deal_commit_of(&commit, &secret, v->result->t.name);
    dom_deal_hex_write(hex, commit.byte);
    if (strcmp(hex, stage->commit) != 0)
        dom_results_differ(&v->differences,
                           "stage %d: the secret does not belong to the commitment", number + 1);
    dom_deal_secret_clear(&secret);
}

/* ---- what is read before the matches ---------------------------------------------- */

static dom_rc take_process(void *context, const dom_store_process *p)
{
    verifier *v = context;
    dom_results_ledger_hash_process(&v->ledger, p);
    return dom_results_process_index_add(&v->processes, p, v->err);
}

static dom_rc take_fault(void *context, const dom_store_fault *f)
{
    verifier *v = context;
    dom_results_ledger_hash_fault(&v->ledger, f, &v->processes);
    return dom_results_fault_check_fault(&v->faults, f, v->err);
}

static dom_rc take_start(void *context, uint64_t match, uint32_t starts)
{
    verifier *v = context;
    dom_results_ledger_hash_start(&v->ledger, match, starts);
    return dom_results_schedule_check_start(&v->schedule, match, v->err);
}

static dom_rc read_ledger(verifier *v)
{
    int64_t id = v->result->t.id;
    dom_rc rc = dom_store_process_each(v->store, id, take_process, v, v->err);
    if (rc == DOM_OK)
        rc = dom_store_fault_each(v->store, id, take_fault, v, v->err);
    if (rc == DOM_OK)
        rc = dom_store_match_starts(v->store, id, take_start, v, v->err);
    dom_results_fault_check_sort(&v->faults);
    return rc;
}

/* Compares what the tournament's own rows say. */
static dom_rc verify_announced(verifier *v)
{
    const dom_store_tournament *t = &v->result->t;
    dom_results_ledger_hash_begin(&v->ledger, t);
    for (int i = 0; i < t->stage_count; i++)
        verify_commit(v, i);
    dom_rc rc = dom_results_config_check(&v->faults.allowed, t, &v->differences, v->err);
    if (rc == DOM_OK)
        rc = dom_results_schedule_check_open(&v->schedule, t, &v->differences, v->err);
    return rc == DOM_OK ? dom_store_check_references(v->store, v->err) : rc;
}

/* ---- all of it ---------------------------------------------------------------------- */

/* Verifies the whole tournament. A damaged database is an error and not a difference, because the
 * store's checksums find it first. */
static dom_rc verify_all(verifier *v)
{
    dom_results_tournament_hash_begin(&v->hash);
    dom_rc rc = verify_announced(v);
    if (rc == DOM_OK)
        rc = read_ledger(v);
    if (rc == DOM_OK)
        rc = verify_matches(v);
    if (rc != DOM_OK)
        return rc;
    dom_results_schedule_check_end(&v->schedule);
    dom_results_fault_check_end(&v->faults);
    if (dom_results_verification_is_part(v->result))
        return DOM_OK;
    dom_results_tournament_hash_end(&v->hash, v->result->hash);
    dom_results_ledger_hash_end(&v->ledger, v->result->hash, v->result->ledger_hash);
    return DOM_OK;
}

/* Begins the query with the oldest match within its limit. */
static dom_rc choose_newest(verifier *v)
{
    const dom_store_tournament *t = &v->result->t;
    uint64_t count = 0;
    dom_rc rc = v->query.limit < UINT64_MAX
                    ? dom_results_match_count(&count, v->store, t, &v->query, v->err)
                    : DOM_OK;
    uint64_t skip = dom_results_match_older(&v->query, count);
    return rc == DOM_OK ? dom_results_match_skip(&v->query, &skip, v->store, t, v->err) : rc;
}

/* Reads everything as of one moment, because a run may store matches and their faults meanwhile. */
static dom_rc verify_moment(verifier *v, int jobs)
{
    dom_store_tournament *t = &v->result->t;
    dom_rc rc = dom_store_tournament_find(v->store, v->query.tournament, t, v->err);
    if (rc == DOM_OK)
        rc = dom_results_match_query_check(&v->query, t->name, v->store, v->err);
    if (rc == DOM_OK)
        rc = choose_newest(v);
    if (rc == DOM_OK)
        rc = dom_results_replay_batch_open(&v->batch, t, jobs, v->err);
    if (rc == DOM_OK)
        rc = verify_all(v);
    return rc;
}

/* Checks the standings cache. It is computed from all tournaments and is not a fact, but lists use
 * it. */
static dom_rc verify_cache(const verifier *v)
{
    bool is_right = true;
    dom_rc rc = dom_results_standings_check_cache(v->store, &is_right, v->err);
    if (rc == DOM_OK && !is_right)
        dom_results_differ(&v->differences,
                           "the standings cache differs from the matches; remove it");
    return rc;
}

static void clear(verifier *v)
{
    dom_results_schedule_check_close(&v->schedule);
    dom_results_fault_check_clear(&v->faults);
    dom_results_process_index_clear(&v->processes);
    dom_results_replay_batch_close(&v->batch);
}

dom_rc dom_results_verify(dom_results_verification *out, dom_store *store,
                          const dom_results_match_query *query, int jobs,
                          const dom_results_verification_watch *watch, dom_err *err)
{
    *out = (dom_results_verification){.matches = 0};
    verifier v = {.result = out, .query = *query, .store = store, .err = err};
    v.differences = (dom_results_differences){.watch = watch, .count = &out->differences};
    v.faults.differences = &v.differences;
    v.faults.t = &out->t;
    v.faults.processes = &v.processes;
    dom_rc rc = dom_store_read_begin(store, err);
    if (rc != DOM_OK)
        return rc;
    rc = verify_moment(&v, jobs);
    dom_store_read_end(store);
    if (rc == DOM_OK)
        rc = verify_cache(&v);
    clear(&v);
    return rc;
}

bool dom_results_verification_is_part(const dom_results_verification *v)
{
    return v->matches < v->stored;
}

void dom_results_verification_clear(dom_results_verification *v)
{
    dom_store_tournament_free(&v->t);
}
