#include "fault_check.h"

#include "base/vec.h"

#include <stdlib.h>

/* The faults of one match, which is examined. */
typedef struct {
    const dom_results_fault_check *check;
    const dom_results_replay *replay;
    const dom_store_match *m;
    const dom_results_fault_fact *fact;
    size_t count;
} examined;

#define DIFFER(e, format, ...)                                                                     \
    dom_results_differ((e)->check->differences, "match %llu: " format,                             \
                       (unsigned long long)(e)->m->match, __VA_ARGS__)

/* ---- processes ------------------------------------------------------------------ */

/* Compares a process with the bot and the seat number that it served according to `place` of a
 * match. */
static void check_process(const dom_results_fault_check *c, uint64_t match, const char *place,
                          const dom_results_process_entry *said)
{
    size_t at = dom_results_process_index_find(c->processes, said->id);
    if (at == 0) {
        dom_results_differ(c->differences,
                           "match %llu: %s %d: process %lld is not of the tournament",
                           (unsigned long long)match, place, said->seat, (long long)said->id);
        return;
    }
    const dom_results_process_entry *p = &c->processes->item[at - 1];
    if (p->bot != said->bot)
        dom_results_differ(
            c->differences, "match %llu: %s %d: process %lld is of bot %u, the bot there is %u",
            (unsigned long long)match, place, said->seat, (long long)said->id, p->bot, said->bot);
    if (p->seat != said->seat)
        dom_results_differ(c->differences, "match %llu: %s %d: process %lld served seat %u",
                           (unsigned long long)match, place, said->seat, (long long)said->id,
                           p->seat);
}

static void check_seat_process(const examined *e, int seat)
{
    const dom_store_seat *s = &e->m->seat[seat];
    const dom_results_process_entry said = {s->process, s->bot, (uint8_t)seat};
    if (s->process != 0)
        check_process(e->check, e->m->match, "seat", &said);
    else if (e->replay->rc == DOM_OK && e->replay->decided[seat] > 0)
        DIFFER(e, "seat %d: no process is stored, but it decided %d times", seat,
               (int)e->replay->decided[seat]);
}

/* ---- faults come in --------------------------------------------------------------- */

/* A fault outside of every match is the end of a process that nothing was asked. */
static void check_loose(const dom_results_fault_check *c, const dom_store_fault *f)
{
    if (f->tolerated)
        dom_results_differ(c->differences, "fault %llu: it was tolerated, but belongs to no match",
                           (unsigned long long)c->rows);
    if (f->choice != -1)
        dom_results_differ(c->differences,
                           "fault %llu: it was at choice %d, but belongs to no match",
                           (unsigned long long)c->rows, (int)f->choice);
}

/* Returns the seat of a fault. One that withdraws its bot names none, so it has that of its
 * process. */
static uint8_t seat_of(const dom_results_fault_check *c, const dom_store_fault *f)
{
    size_t at =
        dom_store_fault_withdraws(f) ? dom_results_process_index_find(c->processes, f->process) : 0;
    return at > 0 ? c->processes->item[at - 1].seat : (uint8_t)f->seat;
}

dom_rc dom_results_fault_check_fault(dom_results_fault_check *check, const dom_store_fault *f,
                                     dom_err *err)
{
    const dom_results_process_entry said = {f->process, f->bot, seat_of(check, f)};
    check->rows++;
    if (f->process != 0 && (f->seat >= 0 || dom_store_fault_withdraws(f)))
        check_process(check, f->match, "fault of seat", &said);
    if (f->match == 0) {
        check_loose(check, f);
        return DOM_OK;
    }
    dom_results_fault_fact *added = dom_vec_add(check->fact, check->count, check->room);
    if (added == NULL)
        return dom_err_no_memory(err);
    *added = (dom_results_fault_fact){.match = f->match,
                                      .row = check->rows,
                                      .process = f->process,
                                      .choice = f->choice,
                                      .bot = f->bot,
                                      .seat = f->seat,
                                      .tolerated = f->tolerated,
                                      .code = f->code};
    return DOM_OK;
}

static int compare_facts(const void *left, const void *right)
{
    const dom_results_fault_fact *a = left, *b = right;
    if (a->match != b->match)
        return a->match < b->match ? -1 : 1;
    return a->row < b->row ? -1 : a->row > b->row;
}

void dom_results_fault_check_sort(dom_results_fault_check *check)
{
    if (check->count > 0)
        qsort(check->fact, check->count, sizeof *check->fact, compare_facts);
}

/* ---- tolerated faults ---------------------------------------------------------------- */

/* Returns the next tolerated fault from `*at` on, or NULL. */
static const dom_results_fault_fact *next_tolerated(const examined *e, size_t *at)
{
    while (*at < e->count && !e->fact[*at].tolerated)
        ++*at;
    return *at < e->count ? &e->fact[(*at)++] : NULL;
}

static void compare_substitute(const examined *e, const dom_results_fault_fact *f,
                               const dom_results_substitute *s)
{
    if (f->code != s->fault || f->seat != s->seat || f->choice != s->choice)
        DIFFER(e,
               "a tolerated %s of seat %d at choice %d is stored, the decisions have a %s of seat "
               "%d at choice %d",
               dom_fault_word(f->code), f->seat, (int)f->choice, dom_fault_word(s->fault), s->seat,
               (int)s->choice);
}

/* The decisions that were made in place of a bot's and the tolerated faults are the same, one by
 * one. */
static void check_substitutes(const examined *e)
{
    const dom_results_replay *r = e->replay;
    const dom_results_fault_fact *f;
    size_t at = 0, seen = 0;
    while ((f = next_tolerated(e, &at)) != NULL) {
        if (seen < r->substitutes)
            compare_substitute(e, f, &r->substitute[seen]);
        else
            DIFFER(e, "a tolerated %s of seat %d is stored, its decisions have none",
                   dom_fault_word(f->code), f->seat);
        seen++;
    }
    for (; seen < r->substitutes; seen++)
        DIFFER(e, "choice %d was made for seat %d after its %s, which is not stored",
               (int)r->substitute[seen].choice, r->substitute[seen].seat,
               dom_fault_word(r->substitute[seen].fault));
}

static int64_t count_tolerated(const examined *e, int seat)
{
    int64_t count = 0;
    for (size_t i = 0; i < e->count; i++)
        count += e->fact[i].tolerated && e->fact[i].seat == seat;
    return count;
}

static void check_tolerance(const examined *e, int seat)
{
    int64_t allowed = e->check->allowed.tolerate, count = count_tolerated(e, seat);
    if (allowed != DOM_RESULTS_TOLERATE_UNKNOWN && count > allowed)
        DIFFER(e, "seat %d: %lld faults were tolerated, the configuration allows %lld", seat,
               (long long)count, (long long)allowed);
}

/* ---- the end of the match -------------------------------------------------------------- */

/* Returns true if such a fault of a seat that was asked is tolerated as often as is configured. */
static bool may_be_tolerated(const dom_results_fault_fact *f)
{
    return (f->code == DOM_FAULT_ILLEGAL || f->code == DOM_FAULT_TIMEOUT) && f->choice >= 0;
}

/* A seat that was asked committed it instead of the next decision. */
static void check_last_choice(const examined *e, const dom_results_fault_fact *f)
{
    const dom_results_replay *r = e->replay;
    if (f->choice >= 0 && (f->choice != r->decisions || f->seat != r->last_asked))
        DIFFER(e, "seat %d: its fault is at choice %d, but the match stops at choice %d of seat %d",
               f->seat, (int)f->choice, (int)r->decisions, r->last_asked);
}

static void check_end_fault(const examined *e, const dom_results_fault_fact *f)
{
    const dom_store_match *m = e->m;
    if (f->code != m->end || f->seat != m->fault_seat) {
        DIFFER(e, "it ended as %s of seat %d, but a fault is stored as %s of seat %d",
               dom_fault_word(m->end), m->fault_seat, dom_fault_word(f->code), f->seat);
        return;
    }
    if (f->seat < 0 || f->seat >= m->seats)
        return;
    if (f->process != m->seat[f->seat].process)
        DIFFER(e, "seat %d: its fault is of process %lld, its last process is %lld", f->seat,
               (long long)f->process, (long long)m->seat[f->seat].process);
    if (e->replay->rc == DOM_OK)
        check_last_choice(e, f);
    int64_t tolerated = count_tolerated(e, f->seat);
    if (may_be_tolerated(f) && tolerated < e->check->allowed.tolerate)
        DIFFER(e,
               "seat %d: its %s ended the match after %lld were tolerated, the configuration "
               "allows %lld",
               f->seat, dom_fault_word(f->code), (long long)tolerated,
               (long long)e->check->allowed.tolerate);
}

static void check_end(const examined *e)
{
    size_t ending = 0;
    for (size_t i = 0; i < e->count; i++)
        if (!e->fact[i].tolerated) {
            check_end_fault(e, &e->fact[i]);
            ending++;
        }
    if (ending == 0 && e->m->end != DOM_FAULT_NONE)
        DIFFER(e, "it ended as %s of seat %d, but no such fault is stored",
               dom_fault_word(e->m->end), e->m->fault_seat);
    if (ending > 1)
        DIFFER(e, "%zu faults are stored that ended it", ending);
}

/* ---- one match ---------------------------------------------------------------------------- */

/* The bot of a fault sat in its seat. */
static void check_bot(const examined *e, const dom_results_fault_fact *f)
{
    const dom_store_bot *bots = e->check->t->bots;
    if (f->seat < 0 || f->seat >= e->m->seats)
        DIFFER(e, "a fault of seat %d is stored, which it does not have", f->seat);
    else if (f->bot != e->m->seat[f->seat].bot)
        DIFFER(e, "seat %d: a fault of bot %s is stored, but bot %s sat there", f->seat,
               bots[f->bot].name, bots[e->m->seat[f->seat].bot].name);
}

static void report_absent(const dom_results_fault_check *c, const dom_results_fault_fact *f)
{
    dom_results_differ(c->differences,
                       "match %llu is missing, but its fault is stored: %s of seat %d",
                       (unsigned long long)f->match, dom_fault_word(f->code), f->seat);
}

static void examine(const examined *e)
{
    for (size_t i = 0; i < e->count; i++)
        check_bot(e, &e->fact[i]);
    check_end(e);
    if (e->replay->rc == DOM_OK)
        check_substitutes(e);
    for (int seat = 0; seat < e->m->seats; seat++) {
        check_tolerance(e, seat);
        check_seat_process(e, seat);
    }
}

void dom_results_fault_check_match(dom_results_fault_check *check, const dom_results_replay *replay)
{
    const dom_store_match *m = &replay->match;
    while (check->at < check->count && check->fact[check->at].match < m->match)
        report_absent(check, &check->fact[check->at++]);
    size_t first = check->at;
    while (check->at < check->count && check->fact[check->at].match == m->match)
        check->at++;
    const dom_results_fault_fact *of_match = check->fact ? check->fact + first : NULL;
    const examined e = {check, replay, m, of_match, check->at - first};
    examine(&e);
}

void dom_results_fault_check_end(dom_results_fault_check *check)
{
    while (check->at < check->count)
        report_absent(check, &check->fact[check->at++]);
}

void dom_results_fault_check_clear(dom_results_fault_check *check)
{
    free(check->fact);
    *check = (dom_results_fault_check){0};
}
