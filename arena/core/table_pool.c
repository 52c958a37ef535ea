/* Passes the answers, misses and ends of processes on to the tables. */
#include "table_pool.h"

#include "base/text.h"
#include "core/own_limits.h"
#include "end_text.h"
#include "payer.h"
#include "table_play.h"

#include <stdio.h>

enum { PAUSE_US = 250 }; /* between two answers, so that the core sleeps when one comes */

static void publish_commitments(dom_core_table_pool *tables)
{
    const dom_core_spec *spec = tables->state->spec;
    for (uint32_t i = 0; i < spec->plan->stage_count; i++) {
        dom_deal_commit commit;
        dom_deal_commit_of(&commit, &spec->secrets[i], tables->state->t->name);
        dom_deal_hex_write(tables->commit[i], commit.byte);
    }
}

bool dom_core_table_pool_open(dom_core_table_pool *tables)
{
    publish_commitments(tables);
    return dom_core_slots_open(&tables->slots);
}

void dom_core_table_pool_close(dom_core_table_pool *tables)
{
    dom_core_slots_close(&tables->slots);
}

/* ---- answers -------------------------------------------------------------- */

bool dom_core_table_pool_shares_processes(const dom_core_table_pool *tables)
{
    return tables->answer_us / 64 < DOM_CORE_FAST_ANSWER_US && !tables->state->t->pins_cores;
}

/* Returns the nth of the CPUs that the run may use; after the last one comes the first. If they are
 * unknown, returns DOM_CORE_ANY_CPU. */
static int nth_cpu(const dom_core_run_state *state, uint32_t nth)
{
    const cpu_set_t *allowed = &state->cpus.allowed;
    size_t cpu = 0;
    if (CPU_COUNT(allowed) == 0)
        return DOM_CORE_ANY_CPU;
    nth %= (uint32_t)CPU_COUNT(allowed);
    while (!CPU_ISSET(cpu, allowed) || nth-- > 0)
        cpu++;
    return (int)cpu;
}

/* Returns true if nobody has asked for fewer tables or CPUs. */
static bool has_all_cpus(const dom_core_run_state *state)
{
    return state->t->concurrency == 0 &&
           state->cpus.count == (uint32_t)CPU_COUNT(&state->cpus.allowed);
}

int dom_core_table_pool_cpu_of(const dom_core_table_pool *tables, uint32_t slot)
{
    const dom_core_run_state *state = tables->state;
    bool thinks = tables->answer_us > 0 && !dom_core_table_pool_shares_processes(tables);
    bool has_cpu = state->t->pins_cores || (has_all_cpus(state) && thinks);
    return has_cpu ? nth_cpu(state, slot) : DOM_CORE_ANY_CPU;
}

int dom_core_table_pool_host_cpu_of(const dom_core_table_pool *tables, const dom_core_process *p)
{
    if (p->cpu != DOM_CORE_ANY_CPU || !has_all_cpus(tables->state))
        return p->cpu;
    return nth_cpu(tables->state, p->index);
}

bool dom_core_table_pool_moves_core(const dom_core_table_pool *tables, const dom_core_process *p)
{
    uint32_t cpus = tables->state->cpus.count;
    return p->cpu != DOM_CORE_ANY_CPU && cpus > 1 &&
           tables->answer_us / 64 >= (int64_t)PAUSE_US * cpus;
}

/* Updates the smoothed answer time, with weight 1/64 for the new answer. The first answer lets
 * matches begin that waited for it. */
static void learn_speed(dom_core_table_pool *tables, int64_t us)
{
    if (tables->answer_us == 0) {
        tables->answer_us = INT64_C(64) * DOM_CORE_FAST_ANSWER_US;
        tables->state->has_news = true;
    }
    tables->answer_us += us - tables->answer_us / 64;
}

/* Remember the match of the last answer, legal or not. A missed deadline is no answer. */
static void note_answer(dom_core_process *p, const dom_core_slot *s)
{
    p->play.answered_slot = s->number;
    p->play.answered_match = s->seating.number;
}

bool dom_core_table_pool_take_answer(dom_core_table_pool *tables,
                                     const dom_core_process_event *event)
{
    const dom_ipc_frame_answer *answer = &event->answer;
    dom_core_process *p = event->process;
    dom_core_slot *s = dom_core_slots_asked(&tables->slots, p, event->slot, answer->serial);
    if (s == NULL)
        return true;
    int seat = s->table->match.play.turn;
    if (answer->bank_us > s->seat[seat].bank_us ||
        answer->choice >= (uint32_t)s->table->legal_count)
        return false;
    const dom_core_tournament *t = tables->state->t;
    const dom_core_limits limits = dom_core_limits_of(t, &t->bots[s->seat[seat].bot]);
    s->seat[seat].bank_us = answer->bank_us + limits.increment_ms * INT64_C(1000);
    p->play.answers++;
    note_answer(p, s);
    tables->state->progress.decisions++;
    learn_speed(tables, answer->us);
    s->ask.is_open = false;
    if (!dom_core_infos_add(&s->infos, s->seating.seats, seat, (uint32_t)s->choices, &answer->info))
        dom_core_fail_for_memory(tables->state);
    dom_table_answer(s->table, seat, answer->choice, answer->us);
    dom_core_table_carry_out(tables, s);
    return true;
}

bool dom_core_table_pool_take_miss(dom_core_table_pool *tables, const dom_core_process_event *event)
{
    const dom_ipc_frame_miss *miss = &event->miss;
    dom_core_process *p = event->process;
    dom_core_slot *s = dom_core_slots_asked(&tables->slots, p, event->slot, miss->serial);
    if (s == NULL)
        return true;
    int seat = s->table->match.play.turn;
    if (miss->bank_us > s->seat[seat].bank_us)
        return false;
    s->seat[seat].bank_us = miss->bank_us;
    p->play.answers++;
    if (miss->code != DOM_FAULT_TIMEOUT)
        note_answer(p, s);
    dom_core_offence offence = {
        .code = (dom_fault)miss->code, .text = miss->text, .was_asked = true, .said = &miss->said};
    dom_core_table_take_fault(tables, s, seat, &offence);
    return true;
}

/* ---- the end of processes and bots ---------------------------------------- */

/* Empties the seats of a process. If no match pays for its end, each of its matches counts a free
 * end. */
static void leave_tables(const dom_core_slots *slots, const dom_core_process *p, bool is_free)
{
    for (uint32_t i = 0; i < slots->count; i++) {
        dom_core_slot *s = slots->item[i];
        int seat = dom_core_slot_seat_of(s, p);
        if (seat == DOM_NOBODY)
            continue;
        s->seat[seat].process = NULL;
        s->seat[seat].free_ends += is_free;
    }
}

/* Writes the text of the fault. After a crash it names the error that the bot printed. If no ask
 * was outstanding, it adds why the match is lost: how many free ends it has counted. */
static void explain_end(const dom_core_run_state *state, const dom_core_process *p, bool was_asked,
                        char text[DOM_IPC_REASON_BYTES])
{
    char and[80] = "";
    if (p->ended.frame.code != DOM_FAULT_CRASH) {
        dom_text_copy(text, DOM_IPC_REASON_BYTES, p->ended.frame.text);
        return;
    }
    if (!was_asked)
        (void)snprintf(and, sizeof and,
                       " while it owed nothing; free ends in this match before: %u",
                       dom_core_free_ends_max(state->t));
    dom_core_end_describe(p, state->spec->sandbox, and, text);
}

/* Adds the oldest outstanding ask to an end that the host did not report. */
static void add_owed(const dom_core_slots *slots, dom_core_process *p)
{
    const dom_core_slot *owed = dom_core_oldest_ask(slots, p);
    p->ended.slot = owed ? owed->number : DOM_IPC_NO_SLOT;
    p->ended.frame.serial = owed ? owed->ask.serial : 0;
}

bool dom_core_table_pool_take_end(dom_core_table_pool *tables, dom_core_process *p)
{
    const dom_core_slots *slots = &tables->slots;
    const dom_ipc_frame_ended *ended = &p->ended.frame;
    const dom_core_tournament *t = tables->state->t;
    if (!p->ended.is_reported)
        add_owed(slots, p);
    dom_core_slot *payer = dom_core_who_pays(slots, t, p);
    int seat = payer ? dom_core_slot_seat_of(payer, p) : DOM_NOBODY;
    bool was_asked = payer && dom_core_slots_asked(slots, p, p->ended.slot, ended->serial) == payer;
    leave_tables(slots, p, payer == NULL);
    tables->has_empty_seats = true;
    if (payer == NULL)
        return false;
    char text[DOM_IPC_REASON_BYTES];
    explain_end(tables->state, p, was_asked, text);
    dom_core_offence offence = {
        .code = (dom_fault)ended->code, .text = text, .was_asked = was_asked, .said = &ended->said};
    dom_core_table_take_fault(tables, payer, seat, &offence);
    return true;
}

uint64_t dom_core_table_pool_withdraw(dom_core_table_pool *tables, uint16_t bot, const char *text)
{
    const dom_core_offence offence = {.code = DOM_FAULT_SPAWN, .text = text};
    uint64_t begun = UINT64_MAX, first = 0;
    for (uint32_t i = 0; i < tables->slots.count; i++) {
        dom_core_slot *s = tables->slots.item[i];
        for (int seat = 0; s->is_used && seat < s->seating.seats; seat++)
            if (s->seat[seat].bot == bot) {
                first = s->begun < begun ? s->seating.number : first;
                begun = s->begun < begun ? s->begun : begun;
                dom_core_table_take_fault(tables, s, seat, &offence);
            }
    }
    return first;
}

void dom_core_table_pool_void_all(dom_core_table_pool *tables)
{
    for (uint32_t i = 0; i < tables->slots.count; i++) {
        dom_core_slots_release(&tables->slots, tables->slots.item[i]);
        dom_core_commit_queue_forget(tables->queue, (uint16_t)i);
    }
    tables->open = 0;
}
