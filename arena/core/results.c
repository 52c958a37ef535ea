/* Finished matches on their way to the store: they go in groups, and only what a
 * commit acknowledged is reported. */
#include "state.h"

#include "base/text.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

_Static_assert((int)DOM_SAID_BYTES <= (int)DOM_ANSWER_BYTES,
               "what a host hands over can be stored");

static dom_rc note_number(void *context, uint64_t match)
{
    core *c = context;
    if (match < 1 || match > dom_schedule_known(c->schedule) || core_is_done(c, match))
        return dom_err_set(c->err, DOM_E_IO,
                           "the database holds match %llu, which the tournament does not have",
                           (unsigned long long)match);
    core_mark_done(c, match);
    c->progress.done++;
    return DOM_OK;
}

/* Results make the next round of a Swiss system. */
static void report_to_schedule(core *c, const dom_store_match *m)
{
    uint8_t places[DOM_SEATS_MAX];
    for (int s = 0; s < m->seats; s++)
        places[s] = m->seat[s].place;
    dom_schedule_report(c->schedule, m->match, places);
}

static dom_rc note_match(void *context, const dom_store_match *m)
{
    core *c = context;
    dom_rc rc = note_number(c, m->match);
    if (rc == DOM_OK)
        report_to_schedule(c, m);
    return rc;
}

/* Numbers alone are read much faster. */
static dom_rc note_stored(core *c)
{
    dom_store *store = c->spec->store;
    if (!core_needs_results(c))
        return dom_store_match_numbers(store, c->tournament_id, note_number, c, c->err);
    return dom_store_match_each(store, c->tournament_id, 1, 0, false, note_match, c, c->err);
}

static dom_rc note_starts(void *context, uint64_t match, uint32_t starts)
{
    core *c = context;
    if (c->start_count == c->start_room) {
        size_t room = c->start_room ? 2 * c->start_room : 64;
        void *more = realloc(c->starts, room * sizeof *c->starts);
        if (more == NULL)
            return dom_err_set(c->err, DOM_E_NOMEM, "out of memory");
        c->starts = more;
        c->start_room = room;
    }
    c->starts[c->start_count++] = (struct match_start){match, starts};
    return DOM_OK;
}

dom_rc results_open(core *c)
{
    if (c->tournament_id == 0)
        return DOM_OK;
    dom_rc rc = note_stored(c);
    if (rc == DOM_OK)
        rc = dom_store_match_starts(c->spec->store, c->tournament_id, note_starts, c, c->err);
    return rc;
}

void results_close(core *c)
{
    for (uint32_t i = 0; i < c->finished_count; i++)
        free((void *)c->finished[i].decisions);
    c->finished_count = 0;
    free(c->faults.item);
    free(c->starts);
}

uint32_t results_earlier_starts(const core *c, uint64_t match)
{
    for (size_t i = 0; i < c->start_count; i++)
        if (c->starts[i].match == match)
            return c->starts[i].starts;
    return 0;
}

static void fill_seats(const slot *s, dom_store_match *m)
{
    uint8_t places[DOM_SEATS_MAX];
    dom_table_places(&s->table, places);
    for (int i = 0; i < m->seats; i++)
        m->seat[i] = (dom_store_seat){.bot = s->seat[i].bot,
                                      .place = places[i],
                                      .score = s->table.match.score[i],
                                      .time_us = s->seat[i].time_us,
                                      .process = s->seat[i].store_process};
}

bool fault_list_add(core *c, fault_list *list, const dom_store_fault *row, const char *text,
                    const dom_frame_said *said)
{
    if (list->count == list->room) {
        uint32_t room = list->room ? 2 * list->room : 4;
        waiting_fault *item = realloc(list->item, room * sizeof *item);
        if (item == NULL) {
            core_fail(c, dom_err_set(c->err, DOM_E_NOMEM, "out of memory"));
            return false;
        }
        list->item = item;
        list->room = room;
    }
    waiting_fault *w = &list->item[list->count++];
    w->row = *row;
    w->said = *said;
    dom_text_copy(w->text, sizeof w->text, text);
    return true;
}

/* Of a match that has more faults than a group is meant to have, all are in its group. */
static void make_room(core *c, uint32_t faults)
{
    bool is_empty = c->finished_count + c->faults.count == 0;
    if (c->finished_count == GROUP_MATCHES_MAX ||
        (!is_empty && c->faults.count + faults > GROUP_FAULTS_MAX))
        results_commit(c);
}

static void add_fault(core *c, const dom_store_fault *row, const char *text,
                      const dom_frame_said *said)
{
    if (c->rc == DOM_OK && fault_list_add(c, &c->faults, row, text, said))
        c->progress.faults++;
}

void results_add(core *c, slot *s)
{
    make_room(c, s->faults.count);
    for (uint32_t i = 0; i < s->faults.count; i++)
        add_fault(c, &s->faults.item[i].row, s->faults.item[i].text, &s->faults.item[i].said);
    if (c->rc != DOM_OK)
        return;
    uint8_t *decisions = malloc(s->decisions.size ? s->decisions.size : 1);
    if (decisions == NULL) {
        core_fail(c, dom_err_set(c->err, DOM_E_NOMEM, "out of memory"));
        return;
    }
    if (s->decisions.size)
        memcpy(decisions, s->decisions.bytes, s->decisions.size);
    dom_store_match *m = &c->finished[c->finished_count];
    *m = (dom_store_match){.tournament = c->tournament_id,
                           .match = s->seating.number,
                           .set = s->seating.set,
                           .rotation = s->seating.rotation,
                           .variant = s->seating.variant,
                           .attempt = s->attempt,
                           .end = s->table.end,
                           .fault_seat = s->table.fault_seat,
                           .rounds = s->table.match.round,
                           .started_ms = s->started_ms,
                           .duration_ms = (c->now_us - s->started_us) / 1000,
                           .seats = s->seating.seats,
                           .decisions = decisions,
                           .decisions_bytes = s->decisions.size};
    dom_text_copy(m->sandbox, sizeof m->sandbox, dom_sandbox_words[c->spec->sandbox]);
    fill_seats(s, m);
    if (c->finished_count++ == 0)
        c->finished_us = c->now_us;
}

void results_add_fault(core *c, const dom_store_fault *row, const char *text,
                       const dom_frame_said *said)
{
    if (c->tournament_id != 0)
        make_room(c, 1);
    add_fault(c, row, text, said);
}

bool results_are_due(const core *c)
{
    if (c->finished_count == 0)
        return false;
    return c->finished_count == GROUP_MATCHES_MAX || c->tables == 0 ||
           c->now_us - c->finished_us >= GROUP_US_MAX;
}

static dom_rc store_starts(core *c)
{
    for (uint32_t i = 0; i < c->slot_count; i++) {
        slot *s = c->slots[i];
        if (!s->is_used || s->is_start_noted)
            continue;
        dom_rc rc =
            dom_store_match_start(c->spec->store, c->tournament_id, s->seating.number, c->err);
        if (rc != DOM_OK)
            return rc;
        s->is_start_noted = true;
    }
    return DOM_OK;
}

static dom_rc store_group(core *c)
{
    dom_store *store = c->spec->store;
    dom_rc rc = dom_store_begin(store, c->err);
    if (rc == DOM_OK)
        rc = store_starts(c);
    for (uint32_t i = 0; rc == DOM_OK && i < c->finished_count; i++)
        rc = dom_store_match_add(store, &c->finished[i], c->err);
    for (uint32_t i = 0; rc == DOM_OK && i < c->faults.count; i++) {
        waiting_fault *w = &c->faults.item[i];
        w->row.text = w->text;
        w->row.answer = w->said.bytes;
        w->row.answer_bytes = w->said.size;
        w->row.tournament = c->tournament_id;
        rc = dom_store_fault_add(store, &w->row, c->err);
    }
    return rc == DOM_OK ? dom_store_commit(store, c->err) : rc;
}

static void report_faults(core *c)
{
    const dom_core_hooks *hooks = &c->spec->hooks;
    for (uint32_t i = 0; i < c->faults.count && hooks->on_fault; i++) {
        const dom_store_fault *row = &c->faults.item[i].row;
        dom_core_fault fault = {.match = row->match,
                                .bot = c->t->bots[row->bot].name,
                                .code = row->code,
                                .tolerated = row->tolerated,
                                .text = c->faults.item[i].text};
        hooks->on_fault(hooks->context, &fault);
    }
}

static void report_matches(core *c)
{
    const dom_core_hooks *hooks = &c->spec->hooks;
    for (uint32_t i = 0; i < c->finished_count && hooks->on_match; i++) {
        const dom_store_match *m = &c->finished[i];
        dom_core_match match = {.match = m, .variant = c->t->variants[m->variant].name};
        for (int s = 0; s < m->seats; s++)
            match.bots[s] = c->t->bots[m->seat[s].bot].name;
        hooks->on_match(hooks->context, &match);
    }
}

void results_commit(core *c)
{
    dom_rc rc = store_group(c);
    if (rc != DOM_OK) {
        core_fail(c, rc);
        return;
    }
    c->progress.done += c->finished_count;
    c->progress.here += c->finished_count;
    report_faults(c);
    report_matches(c);
    for (uint32_t i = 0; i < c->finished_count; i++)
        report_to_schedule(c, &c->finished[i]);
    c->is_dirty = true;
    for (uint32_t i = 0; i < c->finished_count; i++)
        free((void *)c->finished[i].decisions);
    c->finished_count = 0;
    c->faults.count = 0;
}
