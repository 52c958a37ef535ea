#include "replay_batch.h"

#include "base/vec.h"
#include "results/match_reader.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* What one thread plays: every match whose index is `first` plus a multiple of the number of
 * threads. */
typedef struct {
    dom_results_replay_batch *batch;
    size_t first;
    pthread_t thread;
    bool has_thread;
} replay_share;

static size_t room_of(const dom_results_replay_batch *batch)
{
    return (size_t)batch->jobs * DOM_RESULTS_BATCH_PER_JOB;
}

static bool make_room(dom_results_replay_batch *batch)
{
    size_t jobs = (size_t)batch->jobs;
    batch->replay = calloc(room_of(batch), sizeof *batch->replay);
    batch->table = calloc(jobs, sizeof(dom_table *));
    bool is_made = batch->replay && batch->table;
    for (size_t i = 0; is_made && i < jobs; i++)
        is_made = (batch->table[i] = malloc(sizeof(dom_table))) != NULL;
    return is_made;
}

dom_rc dom_results_replay_batch_open(dom_results_replay_batch **out, const dom_store_tournament *t,
                                     int jobs, dom_err *err)
{
    dom_results_replay_batch *batch = *out = calloc(1, sizeof *batch);
    if (batch == NULL)
        return dom_err_no_memory(err);
    batch->t = t;
    batch->jobs = jobs;
    if (make_room(batch))
        return DOM_OK;
    dom_results_replay_batch_close(out);
    return dom_err_no_memory(err);
}

void dom_results_replay_batch_close(dom_results_replay_batch **handle)
{
    dom_results_replay_batch *batch = *handle;
    if (batch == NULL)
        return;
    dom_results_replay_batch_empty(batch);
    for (int i = 0; batch->table && i < batch->jobs; i++)
        free(batch->table[i]);
    free(batch->table);
    free(batch->replay);
    free(batch);
    *handle = NULL;
}

bool dom_results_replay_batch_is_full(const dom_results_replay_batch *batch)
{
    return batch->count == room_of(batch);
}

dom_rc dom_results_replay_batch_add(dom_results_replay_batch *batch, const dom_store_match *m,
                                    bool is_left_out, dom_err *err)
{
    uint8_t *decisions = malloc(m->decisions_bytes + 1);
    if (decisions == NULL)
        return dom_err_no_memory(err);
    if (m->decisions_bytes > 0)
        memcpy(decisions, m->decisions, m->decisions_bytes);
    dom_results_replay *r = &batch->replay[batch->count++];
    *r = (dom_results_replay){
        .match = *m, .is_left_out = is_left_out, .rc = is_left_out ? DOM_E_ABSENT : DOM_OK};
    r->match.decisions = decisions;
    return DOM_OK;
}

void dom_results_replay_batch_empty(dom_results_replay_batch *batch)
{
    for (size_t i = 0; i < batch->count; i++) {
        free((void *)batch->replay[i].match.decisions);
        free(batch->replay[i].substitute);
        free(batch->replay[i].line);
    }
    batch->count = 0;
}

/* Without memory the match has no line, which says so. */
static void note_substitute(dom_results_replay *r, const dom_table_effect *effect)
{
    dom_results_substitute *added = dom_vec_add(r->substitute, r->substitutes, r->substitute_room);
    if (added)
        *added = (dom_results_substitute){r->decisions, effect->seat, effect->fault};
    else
        r->is_short_of_memory = true;
}

static void take_effect(void *context, const dom_table *table, const dom_table_effect *effect)
{
    dom_results_replay *r = context;
    (void)table;
    if (effect->kind == DOM_TABLE_FX_ASK)
        r->last_asked = effect->seat;
    if (effect->kind != DOM_TABLE_FX_EVENT || effect->why == DOM_TABLE_WHY_FORCED)
        return;
    if (effect->why == DOM_TABLE_WHY_SUBSTITUTED)
        note_substitute(r, effect);
    r->time_us[effect->seat] += effect->us;
    r->decided[effect->seat]++;
    r->decisions++;
}

static void play_again(const dom_store_tournament *t, dom_table *table, dom_results_replay *r)
{
    dom_err err;
    dom_record_match record = dom_results_record_of(t, &r->match);
    r->last_asked = DOM_NOBODY;
    r->rc = dom_record_replay(&record, table, take_effect, r, &r->err);
    if (r->rc != DOM_OK)
        return;
    r->rounds = table->match.round;
    memcpy(r->score, table->match.score, sizeof r->score);
    dom_table_places(table, r->place);
    if (!r->is_short_of_memory)
        (void)dom_record_json(&record, DOM_RECORD_CANONICAL, &r->line, &err);
}

static void *play_share(void *context)
{
    replay_share *share = context;
    dom_results_replay_batch *batch = share->batch;
    for (size_t i = share->first; i < batch->count; i += (size_t)batch->jobs)
        if (!batch->replay[i].is_left_out)
            play_again(batch->t, batch->table[share->first], &batch->replay[i]);
    return NULL;
}

void dom_results_replay_batch_play(dom_results_replay_batch *batch)
{
    replay_share share[DOM_RESULTS_JOBS_MAX];
    size_t jobs = (size_t)batch->jobs;
    for (size_t i = 0; i < jobs; i++)
        share[i] = (replay_share){.batch = batch, .first = i};
    for (size_t i = 1; i < jobs; i++)
        share[i].has_thread = pthread_create(&share[i].thread, NULL, play_share, &share[i]) == 0;
    for (size_t i = 0; i < jobs; i++)
        if (!share[i].has_thread)
            (void)play_share(&share[i]);
    for (size_t i = 1; i < jobs; i++)
        if (share[i].has_thread)
            (void)pthread_join(share[i].thread, NULL);
}
