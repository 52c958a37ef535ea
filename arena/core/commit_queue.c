#include "commit_queue.h"

#include "base/vec.h"

#include <stdlib.h>
#include <string.h>

_Static_assert((int)DOM_IPC_SAID_BYTES <= (int)DOM_STORE_ANSWER_BYTES,
               "the bytes of an answer that a host passes on can be stored");

/* ---- what earlier runs stored --------------------------------------------- */

static dom_rc note_number(void *context, uint64_t match)
{
    dom_core_commit_queue *q = context;
    if (match < 1 || match > dom_schedule_known(q->agenda->schedule) ||
        dom_core_agenda_is_done(q->agenda, match))
        return dom_err_set(q->state->err, DOM_E_IO,
                           "the database holds match %llu, which the tournament does not have",
                           (unsigned long long)match);
    dom_core_agenda_mark_done(q->agenda, match);
    q->state->progress.done++;
    return DOM_OK;
}

static dom_rc note_match(void *context, const dom_store_match *m)
{
    dom_core_commit_queue *q = context;
    dom_rc rc = note_number(q, m->match);
    if (rc == DOM_OK)
        dom_core_agenda_report(q->agenda, m);
    return rc;
}

/* Results are needed in a Swiss only. Reading the numbers alone is much faster. */
static dom_rc note_stored(dom_core_commit_queue *q)
{
    const dom_core_run_state *state = q->state;
    dom_store *store = state->spec->store;
    if (!q->agenda->needs_results)
        return dom_store_match_numbers(store, state->tournament_id, note_number, q, state->err);
    return dom_store_match_each(store, state->tournament_id, 1, 0, false, note_match, q,
                                state->err);
}

static dom_rc note_starts(void *context, uint64_t match, uint32_t starts)
{
    dom_core_commit_queue *q = context;
    dom_core_match_starts *list = &q->earlier;
    if (!dom_vec_reserve(list->item, list->count, list->room, 1u))
        return dom_err_no_memory(q->state->err);
    list->item[list->count++] = (dom_core_match_start){match, starts};
    return DOM_OK;
}

dom_rc dom_core_commit_queue_open(dom_core_commit_queue *queue, dom_core_run_state *state,
                                  dom_core_agenda *agenda)
{
    queue->state = state;
    queue->agenda = agenda;
    if (state->tournament_id == 0)
        return DOM_OK;
    dom_rc rc = note_stored(queue);
    if (rc == DOM_OK)
        rc = dom_store_match_starts(state->spec->store, state->tournament_id, note_starts, queue,
                                    state->err);
    return rc;
}

static void drop_match(dom_core_commit_queue *q, uint32_t i)
{
    free((void *)q->finished[i].decisions);
    dom_core_infos_free(&q->infos[i]);
}

static void empty_group(dom_core_commit_queue *q)
{
    for (uint32_t i = 0; i < q->finished_count; i++)
        drop_match(q, i);
    q->finished_count = 0;
    q->faults.count = 0;
}

void dom_core_commit_queue_close(dom_core_commit_queue *queue)
{
    empty_group(queue);
    free(queue->faults.item);
    free(queue->earlier.item);
}

uint32_t dom_core_commit_queue_earlier_starts(const dom_core_commit_queue *queue, uint64_t match)
{
    for (size_t i = 0; i < queue->earlier.count; i++)
        if (queue->earlier.item[i].match == match)
            return queue->earlier.item[i].starts;
    return 0;
}

/* ---- matches and faults come in ------------------------------------------- */

void dom_core_commit_queue_begin(dom_core_commit_queue *queue, uint16_t slot, uint64_t match)
{
    queue->under_way[slot] = match;
    if (queue->slot_end <= slot)
        queue->slot_end = slot + UINT32_C(1);
}

void dom_core_commit_queue_forget(dom_core_commit_queue *queue, uint16_t slot)
{
    queue->under_way[slot] = 0;
}

bool dom_core_commit_queue_is_empty(const dom_core_commit_queue *queue)
{
    return queue->finished_count + queue->faults.count == 0;
}

bool dom_core_commit_queue_is_full(const dom_core_commit_queue *queue)
{
    return queue->finished_count == DOM_CORE_GROUP_MATCHES_MAX;
}

/* Commits the group if it cannot take one more match with so many faults. An empty group takes any
 * number, because a match and its faults are stored by one commit. */
static void make_room(dom_core_commit_queue *q, uint32_t faults)
{
    bool has_too_many = q->faults.count + faults > DOM_CORE_GROUP_FAULTS_MAX;
    if (dom_core_commit_queue_is_full(q) || (!dom_core_commit_queue_is_empty(q) && has_too_many))
        dom_core_commit_queue_commit(q);
}

static void add_fault(dom_core_commit_queue *q, const dom_store_fault *row, const char *text,
                      const dom_ipc_frame_said *said)
{
    if (q->state->rc != DOM_OK)
        return;
    if (dom_core_fault_list_add(&q->faults, row, text, said))
        q->state->progress.faults++;
    else
        dom_core_fail_for_memory(q->state);
}

void dom_core_commit_queue_add(dom_core_commit_queue *queue, uint16_t slot,
                               const dom_store_match *match, const dom_core_fault_list *faults,
                               dom_core_infos **infos)
{
    dom_core_commit_queue_forget(queue, slot);
    make_room(queue, faults->count);
    for (uint32_t i = 0; i < faults->count; i++)
        add_fault(queue, &faults->item[i].row, faults->item[i].text, &faults->item[i].said);
    if (queue->state->rc != DOM_OK)
        return;
    size_t bytes = match->decisions_bytes;
    uint8_t *decisions = malloc(bytes ? bytes : 1);
    if (decisions == NULL) {
        dom_core_fail_for_memory(queue->state);
        return;
    }
    if (bytes)
        memcpy(decisions, match->decisions, bytes);
    dom_store_match *m = &queue->finished[queue->finished_count];
    queue->infos[queue->finished_count] = *infos;
    *infos = NULL;
    *m = *match;
    m->decisions = decisions;
    if (queue->finished_count++ == 0)
        queue->finished_us = queue->state->now_us;
}

void dom_core_commit_queue_add_fault(dom_core_commit_queue *queue, const dom_store_fault *row,
                                     const char *text, const dom_ipc_frame_said *said)
{
    if (queue->state->tournament_id != 0)
        make_room(queue, 1);
    add_fault(queue, row, text, said);
}

/* ---- one commit ----------------------------------------------------------- */

bool dom_core_commit_queue_is_due(const dom_core_commit_queue *queue, bool has_tables)
{
    if (queue->finished_count == 0)
        return false;
    return dom_core_commit_queue_is_full(queue) || !has_tables ||
           queue->state->now_us - queue->finished_us >= DOM_CORE_GROUP_US_MAX;
}

static dom_rc store_starts(dom_core_commit_queue *q)
{
    const dom_core_run_state *state = q->state;
    for (uint32_t i = 0; i < q->slot_end; i++) {
        if (q->under_way[i] == 0)
            continue;
        dom_rc rc = dom_store_match_start(state->spec->store, state->tournament_id, q->under_way[i],
                                          state->err);
        if (rc != DOM_OK)
            return rc;
        q->under_way[i] = 0;
    }
    return DOM_OK;
}

static dom_rc store_fault(dom_core_commit_queue *q, dom_core_waiting_fault *w)
{
    w->row.text = w->text;
    w->row.answer = w->said.bytes;
    w->row.answer_bytes = w->said.size;
    w->row.tournament = q->state->tournament_id;
    return dom_store_fault_add(q->state->spec->store, &w->row, q->state->err);
}

static dom_rc store_group(dom_core_commit_queue *q)
{
    dom_err *err = q->state->err;
    dom_store *store = q->state->spec->store;
    dom_rc rc = dom_store_begin(store, err);
    if (rc == DOM_OK)
        rc = store_starts(q);
    for (uint32_t i = 0; rc == DOM_OK && i < q->finished_count; i++)
        rc = dom_store_match_add(store, &q->finished[i], err);
    for (uint32_t i = 0; rc == DOM_OK && i < q->faults.count; i++)
        rc = store_fault(q, &q->faults.item[i]);
    return rc == DOM_OK ? dom_store_commit(store, err) : rc;
}

static void report_faults(const dom_core_commit_queue *q)
{
    const dom_core_observer *observer = &q->state->spec->observer;
    for (uint32_t i = 0; i < q->faults.count && observer->on_fault; i++) {
        const dom_store_fault *row = &q->faults.item[i].row;
        dom_core_fault fault = {.match = row->match,
                                .bot = q->state->t->bots[row->bot].name,
                                .code = row->code,
                                .tolerated = row->tolerated,
                                .withdraws = dom_store_fault_withdraws(row),
                                .text = q->faults.item[i].text};
        observer->on_fault(observer->context, &fault);
    }
}

static void report_match(const dom_core_observer *observer, const dom_core_tournament *t,
                         const dom_store_match *m)
{
    dom_core_match match = {.match = m, .variant = t->variants[m->variant].name};
    for (int s = 0; s < m->seats; s++)
        match.bots[s] = t->bots[m->seat[s].bot].name;
    observer->on_match(observer->context, &match);
}

static void report_matches(const dom_core_commit_queue *q)
{
    const dom_core_spec *spec = q->state->spec;
    for (uint32_t i = 0; i < q->finished_count; i++) {
        if (spec->observer.on_match)
            report_match(&spec->observer, q->state->t, &q->finished[i]);
        if (spec->control.on_match)
            spec->control.on_match(spec->control.context, &q->finished[i]);
    }
}

void dom_core_commit_queue_commit(dom_core_commit_queue *queue)
{
    dom_rc rc = store_group(queue);
    if (rc != DOM_OK) {
        dom_core_fail(queue->state, rc);
        return;
    }
    queue->state->progress.done += queue->finished_count;
    queue->state->progress.here += queue->finished_count;
    report_faults(queue);
    report_matches(queue);
    for (uint32_t i = 0; i < queue->finished_count; i++)
        dom_core_agenda_report(queue->agenda, &queue->finished[i]);
    queue->state->has_news = true;
    empty_group(queue);
}
