/* Seats bots and begins matches, as many as the concurrency allows. */
#include "table_play.h"

#include "base/now.h"
#include "base/number_ranges.h"
#include "core/own_limits.h"

#include <stdlib.h>

enum {
    FAST_QUEUE_US = 64000, /* if bots answer fast, each core gets as many tables as keep it busy
                              for this time, */
    FAST_TABLES = 256,     /* but at most this number per seat */
    PREPARED = 8,          /* of the next matches, as many find their processes started */
    KEEP_US = 250000, /* for this time a table prefers matches with the seating of its last one */
    KEEP_LOOKAHEAD = 128 /* matches that are looked at to find one with the same seating */
};

/* ---- sitting down --------------------------------------------------------- */

static void sit_down(dom_core_table_pool *tables, dom_core_slot *s, int seat, dom_core_process *p)
{
    s->seat[seat].process = p;
    p->cpu = dom_core_table_pool_cpu_of(tables, s->number);
    p->host_cpu = dom_core_table_pool_host_cpu_of(tables, p);
    p->moves_core = dom_core_table_pool_moves_core(tables, p);
    s->seat[seat].store_process = dom_core_process_pool_store_id(tables->processes, p);
    p->play.tables++;
    dom_core_table_tell_open(tables, s, seat);
}

static dom_core_chair chair_of(const dom_schedule_seating *seating, int seat)
{
    return (dom_core_chair){.bot = seating->bot[seat],
                            .seat = (uint8_t)seat,
                            .half =
                                (uint8_t)dom_schedule_half_of(seating->rotation, seating->seats)};
}

static dom_core_process *get_process(dom_core_table_pool *tables,
                                     const dom_schedule_seating *seating, int seat, uint32_t slot)
{
    return dom_core_process_pool_get(tables->processes, chair_of(seating, seat),
                                     dom_core_table_pool_shares_processes(tables),
                                     dom_core_table_pool_cpu_of(tables, slot));
}

static bool has_empty_seat(const dom_core_slot *s)
{
    for (int seat = 0; s->is_used && seat < s->seating.seats; seat++)
        if (s->seat[seat].process == NULL)
            return true;
    return false;
}

static int compare_age(const void *a, const void *b)
{
    uint64_t one = (*(dom_core_slot *const *)a)->begun, other = (*(dom_core_slot *const *)b)->begun;
    return (one > other) - (one < other);
}

static void fill_seats_of(dom_core_table_pool *tables, dom_core_slot *s)
{
    for (int seat = 0; seat < s->seating.seats; seat++) {
        dom_core_process *p =
            s->seat[seat].process ? NULL : get_process(tables, &s->seating, seat, s->number);
        if (p == NULL)
            continue;
        sit_down(tables, s, seat, p);
        if (s->ask.is_open && s->table->match.play.turn == seat)
            dom_core_table_ask(tables, s);
    }
}

void dom_core_table_pool_fill_seats(dom_core_table_pool *tables)
{
    dom_core_slot *waiting[DOM_IPC_SLOTS_MAX];
    size_t count = 0;
    if (!tables->has_empty_seats)
        return;
    for (uint32_t i = 0; i < tables->slots.count; i++)
        if (has_empty_seat(tables->slots.item[i]))
            waiting[count++] = tables->slots.item[i];
    qsort(waiting, count, sizeof *waiting, compare_age);
    tables->has_empty_seats = false;
    for (size_t i = 0; i < count; i++) {
        fill_seats_of(tables, waiting[i]);
        tables->has_empty_seats |= has_empty_seat(waiting[i]);
    }
}

/* ---- one match begins ----------------------------------------------------- */

static void give_seats(const dom_core_run_state *state, dom_core_slot *s)
{
    const dom_schedule_seating *seating = &s->seating;
    const dom_deal_secret *secret = &state->spec->secrets[seating->stage];
    const dom_core_deals *deals = &state->t->deals;
    const char *dealt_in = deals->sets ? deals->tournament : state->t->name;
    uint32_t set = deals->sets ? dom_number_ranges_nth(deals->sets, seating->set) : seating->set;
    dom_deal_key_of_set(&s->key, secret, dealt_in, set);
    for (int i = 0; i < seating->seats; i++) {
        dom_core_limits limits = dom_core_limits_of(state->t, &state->t->bots[seating->bot[i]]);
        dom_deal_chair chair = dom_deal_chair_of(set, seating->rotation, i, seating->seats);
        s->seat[i] = (dom_core_seat){.bot = seating->bot[i],
                                     .seed = (int64_t)dom_deal_bot_seed(secret, dealt_in, chair),
                                     .bank_us = limits.bank_ms * INT64_C(1000)};
    }
}

/* Prepares a table for this match; no process sits there yet. If memory is out, the run fails and
 * this returns NULL. */
static dom_core_slot *begin_match(dom_core_table_pool *tables, const dom_schedule_seating *seating)
{
    const dom_core_run_state *state = tables->state;
    const dom_core_tournament *t = state->t;
    dom_core_slot *s = dom_core_slots_first_unused(&tables->slots);
    if (s == NULL) {
        dom_core_fail_for_memory(tables->state);
        return NULL;
    }
    dom_core_agenda_mark_done(tables->agenda, seating->number);
    dom_core_slot_reset(s);
    s->is_used = true;
    s->begun = ++tables->begun;
    s->seating = *seating;
    s->attempt = dom_core_commit_queue_earlier_starts(tables->queue, seating->number) + 1;
    s->started_us = s->row_began_us = state->now_us;
    s->started_ms = dom_ms_of(state->now_us);
    give_seats(state, s);
    tables->open++;
    if (tables->first_us == 0)
        tables->first_us = state->now_us;
    dom_core_commit_queue_begin(tables->queue, s->number, seating->number);
    dom_table_start(s->table, &t->variants[seating->variant].options, t->tolerate);
    return s;
}

/* Returns true if every seat has a process with room; starts the missing ones. Before the first
 * answer the core does not know whether bots think long, so it only takes processes that sit at no
 * table. A process cannot sit twice at one table, because it has one seat number. */
static bool seats_are_ready(dom_core_table_pool *tables, const dom_schedule_seating *seating)
{
    uint32_t slot = dom_core_slots_next(&tables->slots);
    bool is_ready = true;
    for (int i = 0; i < seating->seats; i++) {
        const dom_core_process *p = get_process(tables, seating, i, slot);
        is_ready &= p && (p->play.tables == 0 || tables->answer_us > 0);
    }
    return is_ready;
}

/* Returns the first seat whose place is empty or whose bot is withdrawn, or DOM_NOBODY. */
static int withdrawn_seat(const dom_core_table_pool *tables, const dom_schedule_seating *seating)
{
    if (seating->absent_seat >= 0)
        return seating->absent_seat;
    for (int i = 0; i < seating->seats; i++)
        if (dom_core_process_pool_is_withdrawn(tables->processes, seating->bot[i]))
            return i;
    return DOM_NOBODY;
}

/* Settles a match of which the bot in this seat is withdrawn. Without a Swiss the match is skipped.
 *
 * A Swiss needs a result. The match begins, ends at its first choice as `spawn` of this seat, and
 * is stored, like the matches that were open at the withdrawal. A match without any choice is
 * played to its end by the rules, because no bot is asked. If several bots of a table are
 * withdrawn, the one in the lowest seat loses. Of two at a table for two, each has the first seat
 * in one of the two rotations of a set, so each loses one match of the set. */
static void give_up(dom_core_table_pool *tables, const dom_schedule_seating *seating, int seat)
{
    if (!tables->agenda->needs_results) {
        dom_core_agenda_mark_done(tables->agenda, seating->number);
        tables->state->progress.skipped++;
        return;
    }
    const dom_core_offence offence = {.code = DOM_FAULT_SPAWN, .text = "it was withdrawn before"};
    dom_core_slot *s = begin_match(tables, seating);
    if (s == NULL)
        return;
    dom_core_table_carry_out(tables, s);
    dom_core_table_take_fault(tables, s, seat, &offence);
}

/* Begins this match if its seats are ready, or settles it if a bot is withdrawn. Returns false if
 * it must wait. */
static bool try_match(dom_core_table_pool *tables, uint64_t number)
{
    dom_schedule_seating seating = dom_schedule_match(tables->agenda->schedule, number);
    int absent = withdrawn_seat(tables, &seating);
    if (absent != DOM_NOBODY) {
        give_up(tables, &seating, absent);
        return true;
    }
    if (!seats_are_ready(tables, &seating))
        return false;
    dom_core_slot *s = begin_match(tables, &seating);
    if (s == NULL)
        return false;
    for (int i = 0; i < seating.seats; i++)
        sit_down(tables, s, i, get_process(tables, &seating, i, s->number));
    dom_core_table_carry_out(tables, s);
    return true;
}

/* ---- with the same processes ------------------------------------------------ */

static bool has_same_seating(const dom_schedule_seating *a, const dom_schedule_seating *b)
{
    bool is_same = a->seats == b->seats;
    for (int i = 0; is_same && i < a->seats; i++) {
        dom_core_chair one = chair_of(a, i), other = chair_of(b, i);
        is_same = one.bot == other.bot && one.half == other.half;
    }
    return is_same;
}

/* Returns the first of the next matches that has the same seating as the last match of this table;
 * 0 if none has. */
static uint64_t next_of_same_seating(const dom_core_agenda *agenda, const dom_core_slot *s)
{
    uint64_t last = dom_core_agenda_last(agenda);
    uint32_t waiting = 0;
    for (uint64_t n = agenda->next; n <= last && n < agenda->next + KEEP_LOOKAHEAD; n++) {
        if (dom_core_agenda_is_done(agenda, n))
            continue;
        if (waiting++ == agenda->lookahead)
            return 0;
        dom_schedule_seating seating = dom_schedule_match(agenda->schedule, n);
        if (has_same_seating(&seating, &s->seating))
            return n;
    }
    return 0;
}

/* Begins a match at a free table with the processes of its last match, whose memory is still in the
 * caches of the CPU. Returns false if no match has the same seating, if that match has to wait, if
 * KEEP_US is over, or if no table is free. It also does if bots share processes, because each
 * process then plays many matches at the same time anyway. */
static bool begin_with_same_processes(dom_core_table_pool *tables)
{
    uint32_t free = dom_core_slots_next(&tables->slots);
    if (free == tables->slots.count || dom_core_table_pool_shares_processes(tables))
        return false;
    dom_core_slot *s = tables->slots.item[free];
    int64_t row_began_us = s->row_began_us;
    if (tables->state->now_us - row_began_us >= KEEP_US)
        return false;
    uint64_t n = next_of_same_seating(tables->agenda, s);
    if (n == 0 || !try_match(tables, n))
        return false;
    s->row_began_us = row_began_us;
    return tables->state->rc == DOM_OK;
}

/* ---- as many matches as possible ------------------------------------------ */

/* Returns how many tables each core gets. If bots answer fast, many asks travel in one message and
 * processes are woken rarely. More seats mean more processes, so messages of the same size need
 * more tables. Example: answers of 200 us and two seats give 64000 / 201 = 318 tables; the limit
 * for two seats is 2 * 256 = 512. */
static uint32_t tables_per_core(const dom_core_table_pool *tables)
{
    if (tables->answer_us == 0 || !dom_core_table_pool_shares_processes(tables))
        return 1;
    int64_t queued = FAST_QUEUE_US / (tables->answer_us / 64 + 1);
    int64_t most = FAST_TABLES * dom_core_seats(tables->state->t);
    return (uint32_t)(queued < most ? queued : most);
}

/* The concurrency: what the tournament says, else one table per core if bots think long, and many
 * tables if they answer fast. */
static uint32_t tables_max(const dom_core_table_pool *tables)
{
    uint32_t concurrency = tables->state->t->concurrency;
    uint32_t most = concurrency ? concurrency : tables->state->cpus.count * tables_per_core(tables);
    return most < DOM_IPC_SLOTS_MAX ? most : DOM_IPC_SLOTS_MAX;
}

/* If the group of finished matches is full, the loop first commits it and reads the signals. */
static bool may_begin(const dom_core_table_pool *tables)
{
    return tables->open < tables_max(tables) && !dom_core_commit_queue_is_full(tables->queue);
}

/* Starts the missing processes of the next few matches, so that they are ready when a table is
 * free. */
static void prepare_next(dom_core_table_pool *tables)
{
    const dom_core_agenda *agenda = tables->agenda;
    uint64_t last = dom_core_agenda_last(agenda);
    int prepared = 0;
    for (uint64_t n = agenda->next; n <= last && prepared < PREPARED; n++) {
        if (dom_core_agenda_is_done(agenda, n))
            continue;
        prepared++;
        dom_schedule_seating seating = dom_schedule_match(agenda->schedule, n);
        for (int seat = 0; seat < seating.seats; seat++)
            dom_core_process_pool_prepare(tables->processes, chair_of(&seating, seat));
    }
}

static void begin_matches(dom_core_table_pool *tables)
{
    dom_core_agenda *agenda = tables->agenda;
    uint32_t waiting = 0;
    bool is_first = true;
    uint64_t last = dom_core_agenda_last(agenda);
    while (may_begin(tables) && begin_with_same_processes(tables))
        ;
    for (uint64_t n = agenda->next;
         n <= last && waiting < agenda->lookahead && tables->state->rc == DOM_OK; n++) {
        if (!may_begin(tables))
            return;
        bool is_settled = dom_core_agenda_is_done(agenda, n) || try_match(tables, n);
        if (!is_settled) {
            waiting++;
            is_first = false;
        }
        if (is_first)
            agenda->next = n + 1;
    }
}

void dom_core_table_pool_begin_matches(dom_core_table_pool *tables)
{
    begin_matches(tables);
    if (tables->state->rc == DOM_OK)
        prepare_next(tables);
}
