#include "shard/import.h"

#include "base/vec.h"
#include "id_map.h"
#include "results/infos.h"
#include "results/set_reader.h"

#include <stdlib.h>
#include <string.h>

enum { GROUP_MATCHES = 10000 };

/* A fault that belongs to no match. Faults of two sources that have these values in common are the
 * same fault. */
typedef struct {
    int64_t when_ms;
    uint16_t bot;
    dom_fault code;
    uint32_t source; /* number of the last source that had it */
} loose_fault;

/* A process that was copied by an earlier import, and the first match in which it played. */
typedef struct {
    uint64_t match;
    int64_t started_ms; /* of the match */
    int64_t id;
    int seat;
} known_process;

struct dom_shard_import {
    dom_store *store;
    int64_t id;
    const dom_schedule *schedule;
    uint8_t *has; /* bit n: match n is there                              */
    loose_fault *loose;
    size_t loose_count, loose_room;
    uint32_t source; /* number of the source that is read, from 1; 0: what was there at first */
    bool needs_look; /* there were matches when the import was opened; `known` is not filled yet */
    known_process *known; /* by match                                      */
    size_t known_count, known_room;
    dom_shard_id_map seen; /* 1: the process is in `known` */
};

static bool get_bit(const uint8_t *bits, uint64_t n)
{
    return bits[n / 8] >> (n % 8) & 1;
}

static void set_bit(uint8_t *bits, uint64_t n)
{
    bits[n / 8] |= (uint8_t)(1u << (n % 8));
}

static uint8_t *new_bits(const dom_schedule *schedule)
{
    return calloc(dom_schedule_matches(schedule) / 8 + 1, 1);
}

/* ---- what is there already ------------------------------------------------------------ */

static dom_rc note_there(void *context, uint64_t match)
{
    dom_shard_import *i = context;
    i->needs_look = true;
    if (match <= dom_schedule_matches(i->schedule))
        set_bit(i->has, match);
    return DOM_OK;
}

static dom_rc note_process(dom_shard_import *i, const dom_store_match *m, int seat)
{
    int64_t process = m->seat[seat].process;
    if (process <= 0)
        return DOM_OK;
    int64_t *is_seen = dom_shard_id_map_at(&i->seen, process);
    if (is_seen == NULL)
        return DOM_E_NOMEM;
    if (*is_seen)
        return DOM_OK;
    known_process *added = dom_vec_add(i->known, i->known_count, i->known_room);
    if (added == NULL)
        return DOM_E_NOMEM;
    *added = (known_process){m->match, m->started_ms, process, seat};
    *is_seen = 1;
    return DOM_OK;
}

static dom_rc note_processes(void *context, const dom_store_match *m)
{
    dom_shard_import *i = context;
    for (int seat = 0; seat < m->seats; seat++) {
        dom_rc rc = note_process(i, m, seat);
        if (rc != DOM_OK)
            return rc;
    }
    return DOM_OK;
}

/* Returns true if the fault is there already. Of equal faults in one source each needs its own. */
static bool has_loose(dom_shard_import *i, const dom_store_fault *f)
{
    for (size_t k = 0; k < i->loose_count; k++) {
        loose_fault *l = &i->loose[k];
        if (l->when_ms == f->when_ms && l->bot == f->bot && l->code == f->code &&
            l->source != i->source) {
            l->source = i->source;
            return true;
        }
    }
    return false;
}

static dom_rc note_loose(void *context, const dom_store_fault *f)
{
    dom_shard_import *i = context;
    if (f->match != 0)
        return DOM_OK;
    loose_fault *added = dom_vec_add(i->loose, i->loose_count, i->loose_room);
    if (added == NULL)
        return DOM_E_NOMEM;
    *added = (loose_fault){f->when_ms, f->bot, f->code, i->source};
    return DOM_OK;
}

dom_rc dom_shard_import_open(dom_shard_import **out, dom_store *store, int64_t id,
                             const dom_schedule *schedule, dom_err *err)
{
    dom_shard_import *i = *out = calloc(1, sizeof *i);
    if (i)
        i->has = new_bits(schedule);
    if (i == NULL || i->has == NULL)
        return dom_err_no_memory(err);
    i->store = store;
    i->id = id;
    i->schedule = schedule;
    dom_rc rc = dom_store_match_numbers(store, id, note_there, i, err);
    return rc == DOM_OK ? dom_store_fault_each(store, id, note_loose, i, err) : rc;
}

void dom_shard_import_close(dom_shard_import **import)
{
    if (*import) {
        free((*import)->has);
        free((*import)->loose);
        free((*import)->known);
        dom_shard_id_map_clear(&(*import)->seen);
    }
    free(*import);
    *import = NULL;
}

void dom_shard_import_note(dom_shard_import *import, uint64_t match)
{
    (void)note_there(import, match);
}

bool dom_shard_import_has(const dom_shard_import *import, uint32_t set)
{
    dom_schedule_duplicate_set s = dom_schedule_set(import->schedule, set);
    for (int k = 0; k < s.rotations; k++)
        if (!get_bit(import->has, s.first_match + (unsigned)k))
            return false;
    return true;
}

/* ---- copying from one database --------------------------------------------------------- */

/* A source. */
typedef struct {
    dom_shard_import *to;
    dom_store *from;
    const dom_store_tournament *of;
    dom_shard_imported *out;
    uint8_t *copied;          /* bit n: match n was copied from this source              */
    dom_shard_id_map process; /* ids in the target by ids in the source; 0: not copied   */
    uint64_t in_group;        /* matches of the open group                           */
    size_t at_known;          /* the next of the known processes                     */
    dom_err *err;
} source;

static dom_rc begin_group(source *s)
{
    if (s->in_group == 0)
        return dom_store_begin(s->to->store, s->err);
    return DOM_OK;
}

static dom_rc end_group(source *s)
{
    if (s->in_group == 0)
        return DOM_OK;
    s->in_group = 0;
    return dom_store_commit(s->to->store, s->err);
}

/* Reads a process that a match or a fault names. */
static dom_rc read_process(dom_store *store, int64_t id, dom_store_process *out, dom_err *err)
{
    dom_rc rc = dom_store_process_find(store, id, out, err);
    if (rc != DOM_E_ABSENT)
        return rc;
    return dom_err_set(err, DOM_E_IO, "%.300s: damaged: process %lld is missing",
                       dom_store_path(store), (long long)id);
}

/* Copies a process when the first match or fault that names it is copied. */
static dom_rc copy_process(source *s, int64_t *process)
{
    int64_t id = *process;
    if (id <= 0)
        return DOM_OK;
    int64_t *copy = dom_shard_id_map_at(&s->process, id);
    if (copy == NULL)
        return dom_err_no_memory(s->err);
    if (*copy == 0) {
        dom_store_process row;
        dom_rc rc = read_process(s->from, id, &row, s->err);
        if (rc != DOM_OK)
            return rc;
        row.tournament = s->to->id;
        rc = dom_store_process_add(s->to->store, &row, s->err);
        if (rc != DOM_OK)
            return rc;
        *copy = row.id;
    }
    *process = *copy;
    return DOM_OK;
}

/* Stores a match in the target, with its infos. */
static dom_rc add_match(source *s, dom_store_match *m)
{
    dom_results_infos infos;
    dom_store_info rows[DOM_SEATS_MAX];
    dom_rc rc = dom_results_infos_read_hidden(&infos, s->from, m, s->err);
    for (int seat = 0; seat < DOM_SEATS_MAX; seat++)
        rows[seat] = (dom_store_info){.dropped = infos.seat[seat].dropped,
                                      .reason = infos.seat[seat].reason,
                                      .infos = infos.seat[seat].bytes,
                                      .infos_bytes = infos.seat[seat].size};
    m->info = infos.given ? rows : NULL;
    m->tournament = s->to->id;
    if (rc == DOM_OK)
        rc = dom_store_match_add(s->to->store, m, s->err);
    m->info = NULL;
    dom_results_infos_clear(&infos);
    return rc;
}

static dom_rc copy_match(source *s, dom_store_match *m)
{
    dom_rc rc = add_match(s, m);
    if (rc != DOM_OK)
        return rc;
    set_bit(s->to->has, m->match);
    set_bit(s->copied, m->match);
    s->out->matches++;
    s->in_group++;
    return DOM_OK;
}

/* Copies the processes of some matches. */
static dom_rc copy_processes(source *s, dom_store_match match[], int count)
{
    dom_rc rc = DOM_OK;
    for (int k = 0; k < count; k++)
        for (int seat = 0; rc == DOM_OK && seat < match[k].seats; seat++)
            rc = copy_process(s, &match[k].seat[seat].process);
    return rc;
}

/* Copies a set. Only the store can fail after its first match, and then the store drops the whole
 * group. So the target never has a part of a set. */
static dom_rc copy_set(source *s, const dom_results_set *set)
{
    dom_store_match match[DOM_STORE_SET_MATCHES_MAX];
    memcpy(match, set->match, (size_t)set->count * sizeof *match);
    dom_rc rc = begin_group(s);
    if (rc == DOM_OK)
        rc = copy_processes(s, match, set->count);
    for (int k = 0; rc == DOM_OK && k < set->count; k++)
        rc = copy_match(s, &match[k]);
    if (rc != DOM_OK)
        return rc;
    s->out->sets++;
    return s->in_group >= GROUP_MATCHES ? end_group(s) : DOM_OK;
}

/* Returns true if the stored match is the one of the schedule with this number. */
static bool fits_schedule(const source *s, const dom_store_match *m)
{
    if (m->match < 1 || m->match > dom_schedule_known(s->to->schedule))
        return false;
    dom_schedule_seating seating = dom_schedule_match(s->to->schedule, m->match);
    if (m->set != seating.set || m->variant != seating.variant || m->seats != seating.seats ||
        m->rotation != seating.rotation)
        return false;
    for (int seat = 0; seat < m->seats; seat++)
        if (m->seat[seat].bot != seating.bot[seat])
            return false;
    return true;
}

/* Copies a set if it is complete and new. */
static dom_rc see_set(void *context, const dom_results_set *set)
{
    source *s = context;
    bool is_new = set->is_complete;
    for (int k = 0; k < set->count; k++) {
        const dom_store_match *m = &set->match[k];
        if (!fits_schedule(s, m))
            return dom_err_set(s->err, DOM_E_IO, "%.300s: match %llu is not one of the tournament",
                               dom_store_path(s->from), (unsigned long long)m->match);
        is_new = is_new && !get_bit(s->to->has, m->match);
    }
    return is_new ? copy_set(s, set) : DOM_OK;
}

/* Copies the faults of copied matches, and those without a match that are new. */
static dom_rc see_fault(void *context, const dom_store_fault *f)
{
    source *s = context;
    bool is_new =
        f->match ? f->match <= dom_schedule_matches(s->to->schedule) && get_bit(s->copied, f->match)
                 : !has_loose(s->to, f);
    if (!is_new)
        return DOM_OK;
    dom_store_fault copy = *f;
    copy.tournament = s->to->id;
    dom_rc rc = begin_group(s);
    if (rc == DOM_OK)
        rc = copy_process(s, &copy.process);
    if (rc == DOM_OK)
        rc = dom_store_fault_add(s->to->store, &copy, s->err);
    if (rc == DOM_OK && f->match == 0 && note_loose(s->to, f) != DOM_OK)
        rc = dom_err_no_memory(s->err);
    s->out->faults += rc == DOM_OK;
    return rc == DOM_OK && ++s->in_group >= GROUP_MATCHES ? end_group(s) : rc;
}

/* ---- processes that were copied before they had ended ------------------------------------ */

static bool is_same(const dom_store_process *a, const dom_store_process *b)
{
    return a->bot == b->bot && a->seat == b->seat && a->instance == b->instance &&
           a->started_ms == b->started_ms;
}

/* The known process may be this one of the source. If it is, the two are one from now on, and how
 * it ended and its output are copied if they were not known. */
static dom_rc meet_process(source *s, const known_process *known, int64_t id)
{
    dom_store_process there, here;
    dom_rc rc = read_process(s->to->store, known->id, &there, s->err);
    if (rc == DOM_OK)
        rc = read_process(s->from, id, &here, s->err);
    if (rc != DOM_OK || !is_same(&there, &here))
        return rc;
    int64_t *copy = dom_shard_id_map_at(&s->process, id);
    if (copy == NULL)
        return dom_err_no_memory(s->err);
    *copy = known->id;
    if (there.ended[0] != '\0' || here.ended[0] == '\0')
        return DOM_OK;
    rc = begin_group(s);
    here.id = known->id;
    here.tournament = s->to->id;
    if (rc == DOM_OK)
        rc = dom_store_process_update(s->to->store, &here, s->err);
    if (rc != DOM_OK)
        return rc;
    s->out->processes++;
    return ++s->in_group >= GROUP_MATCHES ? end_group(s) : DOM_OK;
}

static dom_rc look_for_known(void *context, const dom_store_match *m)
{
    source *s = context;
    const dom_shard_import *to = s->to;
    dom_rc rc = DOM_OK;
    while (s->at_known < to->known_count && to->known[s->at_known].match < m->match)
        s->at_known++;
    for (;
         rc == DOM_OK && s->at_known < to->known_count && to->known[s->at_known].match == m->match;
         s->at_known++) {
        const known_process *known = &to->known[s->at_known];
        if (known->seat < m->seats && known->started_ms == m->started_ms &&
            m->seat[known->seat].process > 0)
            rc = meet_process(s, known, m->seat[known->seat].process);
    }
    return rc;
}

/* Finds in the source the processes that were there when the import was opened. */
static dom_rc look_for_all(source *s)
{
    dom_shard_import *to = s->to;
    dom_rc rc = DOM_OK;
    if (to->needs_look)
        rc = dom_store_match_each(to->store, to->id, 1, 0, false, note_processes, to, s->err);
    if (rc == DOM_E_NOMEM)
        return dom_err_no_memory(s->err);
    to->needs_look = false;
    if (rc == DOM_OK && to->known_count > 0)
        rc = dom_store_match_each(s->from, s->of->id, 1, 0, false, look_for_known, s, s->err);
    return rc;
}

dom_rc dom_shard_import_from(dom_shard_import *import, dom_store *from,
                             const dom_store_tournament *of, dom_shard_imported *out, dom_err *err)
{
    source s = {.to = import, .from = from, .of = of, .out = out, .err = err};
    const dom_results_set_range all = {.of = of, .has_decisions = true};
    import->source++;
    s.copied = new_bits(import->schedule);
    if (s.copied == NULL)
        return dom_err_no_memory(err);
    dom_rc rc = look_for_all(&s);
    if (rc == DOM_OK)
        rc = dom_results_set_each(from, &all, see_set, &s, err);
    if (rc == DOM_OK)
        rc = dom_store_fault_each(from, of->id, see_fault, &s, err);
    if (rc == DOM_OK)
        rc = end_group(&s);
    else if (s.in_group > 0)
        (void)dom_store_commit(import->store, NULL);
    free(s.copied);
    dom_shard_id_map_clear(&s.process);
    return rc;
}
