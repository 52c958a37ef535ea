/* The tables: seat bots, ask, take answers, settle. */
#include "state.h"

#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- slots ---------------------------------------------------------------- */

/* A slot that is not in use, or NULL. */
static slot *new_slot(core *c)
{
    for (uint32_t i = 0; i < c->slot_count; i++)
        if (!c->slots[i]->is_used)
            return c->slots[i];
    if (c->slot_count == DOM_SLOTS_MAX)
        return NULL;
    slot *s = calloc(1, sizeof *s);
    if (s == NULL)
        return NULL;
    s->number = (uint16_t)c->slot_count;
    c->slots[c->slot_count++] = s;
    return s;
}

static slot *slot_at(const core *c, uint16_t number)
{
    return number < c->slot_count && c->slots[number]->is_used ? c->slots[number] : NULL;
}

/* ---- telling the seats ---------------------------------------------------- */

/* A frame to a process; NULL, and the run fails, when memory is out. */
static void *add_frame(core *c, process *p, dom_frame_type type, const slot *s, size_t size)
{
    void *body = dom_link_add(&p->link, type, s->number, size);
    if (body == NULL)
        core_fail(c, dom_err_set(c->err, DOM_E_NOMEM, "out of memory"));
    return body;
}

/* The CPU core that the bots of this table share: only one of them thinks at a time. */
static int16_t cpu_of_table(const core *c, const slot *s)
{
    int nth = s->number % CPU_COUNT(&c->allowed);
    size_t cpu = 0;
    while (!CPU_ISSET(cpu, &c->allowed) || nth-- > 0)
        cpu++;
    return (int16_t)cpu;
}

static void tell_open(core *c, slot *s, int seat)
{
    dom_frame_open *open = add_frame(c, s->seat[seat].process, DOM_FRAME_OPEN, s, sizeof *open);
    if (open == NULL)
        return;
    open->variant = s->seating.variant;
    open->seat = (uint8_t)seat;
    open->seats = s->seating.seats;
    open->teams = c->t->variants[s->seating.variant].options.teams != 0;
    open->seed = s->seat[seat].seed;
    memcpy(open->commit, c->commit[s->seating.stage], sizeof open->commit);
    open->cpu = (int16_t)(c->t->pins_cores ? cpu_of_table(c, s) : -1);
    for (int i = 0; i < s->seating.seats; i++) {
        bool is_hidden = c->t->hide_names && s->seating.bot[i] != s->seating.bot[seat];
        dom_text_copy(open->bots[i], sizeof open->bots[i],
                      is_hidden ? "?" : c->t->bots[s->seating.bot[i]].name);
    }
}

/* Ask the seat on turn, if it is there; else when its next process sits down. */
static void tell_ask(core *c, slot *s)
{
    int seat = s->table.match.play.turn;
    process *p = s->seat[seat].process;
    if (p == NULL)
        return;
    s->serial++;
    s->asked = ++c->asks;
    dom_view_of(&c->view, &s->table.match, seat);
    if (!dom_link_add_ask(&p->link, s->number, s->serial, s->seat[seat].bank_us, &c->view))
        core_fail(c, dom_err_set(c->err, DOM_E_NOMEM, "out of memory"));
}

static void tell_round(core *c, slot *s)
{
    const dom_match *match = &s->table.match;
    for (int i = 0; i < s->seating.seats; i++) {
        process *p = s->seat[i].process;
        dom_frame_round *round;
        if (p == NULL || !p->hello.events ||
            (round = add_frame(c, p, DOM_FRAME_ROUND, s, sizeof *round)) == NULL)
            continue;
        round->round = match->round;
        round->end = (int32_t)match->last.end;
        round->by = match->last.by;
        round->seats = s->seating.seats;
        memcpy(round->hands, match->play.hand, sizeof round->hands);
        memcpy(round->points, match->last.points, sizeof round->points);
        memcpy(round->scores, match->score, sizeof round->scores);
    }
}

static void tell_fault(core *c, slot *s, const dom_effect *effect)
{
    process *p = s->seat[effect->seat].process;
    dom_frame_told *told;
    if (p == NULL || (told = add_frame(c, p, DOM_FRAME_TOLD, s, sizeof *told)) == NULL)
        return;
    told->code = (int32_t)effect->fault;
    told->tolerated = effect->tolerated;
    dom_text_copy(told->text, sizeof told->text, s->fault_text);
}

static void tell_result(core *c, slot *s)
{
    uint8_t places[DOM_SEATS_MAX];
    dom_table_places(&s->table, places);
    for (int i = 0; i < s->seating.seats; i++) {
        process *p = s->seat[i].process;
        dom_frame_result *result;
        if (p == NULL || (result = add_frame(c, p, DOM_FRAME_RESULT, s, sizeof *result)) == NULL)
            continue;
        result->seats = s->seating.seats;
        result->end = (int32_t)s->table.end;
        result->fault_seat = s->table.fault_seat;
        for (int seat = 0; seat < s->seating.seats; seat++) {
            result->places[seat] = places[seat];
            result->scores[seat] = s->table.match.score[seat];
        }
    }
}

/* ---- play ----------------------------------------------------------------- */

static void stand_up(core *c, slot *s, int seat)
{
    process *p = s->seat[seat].process;
    s->seat[seat].process = NULL;
    if (p && --p->open == 0)
        p->idle_us = c->now_us;
}

/* Faults are stored with their match: those of one that is voided never were. */
static void slot_add_fault(core *c, slot *s, const dom_store_fault *row)
{
    (void)fault_list_add(c, &s->faults, row, s->fault_text, &s->fault_said);
}

static void store_fault(core *c, slot *s, const dom_effect *effect)
{
    dom_store_fault fault = {.tournament = c->tournament_id,
                             .match = s->seating.number,
                             .seat = (int8_t)effect->seat,
                             .bot = s->seat[effect->seat].bot,
                             .process = s->seat[effect->seat].store_process,
                             .code = effect->fault,
                             .tolerated = effect->tolerated,
                             .choice = s->fault_choice,
                             .when_ms = core_unix_ms()};
    slot_add_fault(c, s, &fault);
}

static void settle(core *c, slot *s)
{
    tell_result(c, s);
    for (int i = 0; i < s->seating.seats; i++)
        stand_up(c, s, i);
    s->is_used = false;
    c->tables--;
    c->is_dirty = true;
    results_add(c, s);
}

static void make_deal(core *c, slot *s, const dom_effect *effect)
{
    dom_deal deal;
    const dom_options *options = &c->t->variants[s->seating.variant].options;
    dom_deal_to_play(&deal, options, &s->key, effect->round, effect->need);
    dom_table_deal(&s->table, &deal);
}

static void keep_decision(core *c, slot *s, const dom_effect *effect)
{
    if (effect->why == DOM_WHY_FORCED)
        return;
    dom_decision decision = {
        .action = effect->action, .us = effect->us, .substituted = effect->fault};
    if (dom_decisions_add(&s->decisions, &decision) != DOM_OK)
        core_fail(c, dom_err_set(c->err, DOM_E_NOMEM, "out of memory"));
    s->choices++;
    s->seat[effect->seat].time_us += effect->us;
}

/* Do what the table says until it waits. */
static void carry_out(core *c, slot *s)
{
    dom_effect effect;
    while (s->is_used && dom_table_next(&s->table, &effect)) {
        switch (effect.kind) {
        case DOM_FX_DEAL:
            make_deal(c, s, &effect);
            break;
        case DOM_FX_ASK:
            s->is_asking = true;
            tell_ask(c, s);
            break;
        case DOM_FX_EVENT:
            keep_decision(c, s, &effect);
            break;
        case DOM_FX_ROUND:
            tell_round(c, s);
            break;
        case DOM_FX_FAULT:
            store_fault(c, s, &effect);
            tell_fault(c, s, &effect);
            break;
        case DOM_FX_SETTLED:
            settle(c, s);
            break;
        }
    }
}

/* What a seat did wrong. */
typedef struct {
    dom_fault code;
    const char *text;
    bool was_asked;             /* it owed an answer                           */
    const dom_frame_said *said; /* NULL: nothing                               */
} offence;

static void end_by_fault(core *c, slot *s, int seat, const offence *o)
{
    dom_text_copy(s->fault_text, sizeof s->fault_text, o->text);
    s->fault_said = o->said ? *o->said : (dom_frame_said){0};
    s->fault_choice = o->was_asked ? s->choices : -1;
    s->is_asking = false;
    dom_table_fault(&s->table, seat, o->code);
    carry_out(c, s);
}

/* The table where this process owes the answer with that serial, or NULL. */
static slot *asked_slot(const core *c, const process *p, uint16_t number, uint32_t serial)
{
    slot *s = slot_at(c, number);
    if (s == NULL || !s->is_asking || s->serial != serial ||
        s->seat[s->table.match.play.turn].process != p)
        return NULL;
    return s;
}

/* Remember the match of the last answer, legal or not. A missed deadline is no answer. */
static void note_answer(process *p, const slot *s)
{
    p->answered_slot = s->number;
    p->answered_match = s->seating.number;
}

/* The first answer lets matches begin that waited for it. */
static void learn_speed(core *c, int64_t us)
{
    if (c->answer_us == 0) {
        c->answer_us = 64 * FAST_ANSWER_US;
        c->is_dirty = true;
    }
    c->answer_us += us - c->answer_us / 64;
}

bool play_answer(core *c, process *p, uint16_t number, const dom_frame_answer *answer)
{
    slot *s = asked_slot(c, p, number, answer->serial);
    if (s == NULL)
        return true;
    int seat = s->table.match.play.turn;
    if (answer->bank_us > s->seat[seat].bank_us || answer->choice >= (uint32_t)s->table.legal_count)
        return false;
    s->seat[seat].bank_us = answer->bank_us + c->t->limits.increment_ms * INT64_C(1000);
    p->answers++;
    note_answer(p, s);
    c->progress.decisions++;
    learn_speed(c, answer->us);
    s->is_asking = false;
    dom_table_answer(&s->table, seat, answer->choice, answer->us);
    carry_out(c, s);
    return true;
}

bool play_miss(core *c, process *p, uint16_t number, const dom_frame_miss *miss)
{
    slot *s = asked_slot(c, p, number, miss->serial);
    if (s == NULL)
        return true;
    int seat = s->table.match.play.turn;
    if (miss->bank_us > s->seat[seat].bank_us)
        return false;
    s->seat[seat].bank_us = miss->bank_us;
    p->answers++;
    if (miss->code != DOM_FAULT_TIMEOUT)
        note_answer(p, s);
    offence o = {
        .code = (dom_fault)miss->code, .text = miss->text, .was_asked = true, .said = &miss->said};
    end_by_fault(c, s, seat, &o);
    return true;
}

/* ---- sitting down --------------------------------------------------------- */

static void sit_down(core *c, slot *s, int seat, process *p)
{
    s->seat[seat].process = p;
    s->seat[seat].store_process = pool_store_id(c, p);
    p->open++;
    tell_open(c, s, seat);
}

static process *get_process(core *c, const dom_seating *seating, int seat)
{
    return pool_get(c, seating->bot[seat], seat, dom_half_of(seating->rotation, seating->seats));
}

static bool has_empty_seat(const slot *s)
{
    for (int seat = 0; s->is_used && seat < s->seating.seats; seat++)
        if (s->seat[seat].process == NULL)
            return true;
    return false;
}

static int compare_age(const void *a, const void *b)
{
    uint64_t one = (*(slot *const *)a)->begun, other = (*(slot *const *)b)->begun;
    return (one > other) - (one < other);
}

static void fill_seats_of(core *c, slot *s)
{
    for (int seat = 0; seat < s->seating.seats; seat++) {
        process *p = s->seat[seat].process ? NULL : get_process(c, &s->seating, seat);
        if (p == NULL)
            continue;
        sit_down(c, s, seat, p);
        if (s->is_asking && s->table.match.play.turn == seat)
            tell_ask(c, s);
    }
}

/* A new process is asked first in the oldest match, so that match pays first if the process fails
 * too. Otherwise a match could wait for ever while younger ones are lost. */
void play_fill_seats(core *c)
{
    slot *waiting[DOM_SLOTS_MAX];
    size_t count = 0;
    for (uint32_t i = 0; i < c->slot_count; i++)
        if (has_empty_seat(c->slots[i]))
            waiting[count++] = c->slots[i];
    qsort(waiting, count, sizeof *waiting, compare_age);
    for (size_t i = 0; i < count; i++)
        fill_seats_of(c, waiting[i]);
}

/* A table for this match, with nobody at it yet; NULL, and the run fails, when memory is out. */
static slot *begin_match(core *c, const dom_seating *seating)
{
    slot *s = new_slot(c);
    if (s == NULL) {
        core_fail(c, dom_err_set(c->err, DOM_E_NOMEM, "out of memory"));
        return NULL;
    }
    const dom_tournament *t = c->t;
    core_mark_done(c, seating->number);
    dom_decisions decisions = s->decisions;
    decisions.size = 0;
    s->choices = 0;
    s->is_used = true;
    s->begun = ++c->begun;
    s->seating = *seating;
    s->decisions = decisions;
    s->attempt = results_earlier_starts(c, seating->number) + 1;
    s->is_start_noted = false;
    s->is_asking = false;
    s->started_us = c->now_us;
    s->started_ms = core_unix_ms();
    s->fault_text[0] = '\0';
    s->faults.count = 0;
    const dom_secret *secret = &c->spec->secrets[seating->stage];
    dom_key_of_set(&s->key, secret, t->name, seating->set);
    for (int i = 0; i < seating->seats; i++) {
        dom_chair chair = dom_chair_of(seating->set, seating->rotation, i, seating->seats);
        s->seat[i] = (table_seat){.bot = seating->bot[i],
                                  .seed = (int64_t)dom_bot_seed(secret, t->name, chair),
                                  .bank_us = t->limits.bank_ms * INT64_C(1000)};
    }
    c->tables++;
    if (c->first_us == 0)
        c->first_us = c->now_us;
    dom_table_start(&s->table, &t->variants[seating->variant].options, t->tolerate);
    return s;
}

/* Is a seat's process there with room, for every seat? Starts what is missing. Before the first
 * answer nobody knows whether bots think, and no match begins that might wait for another. A
 * process that sits twice at one table does not exist: seats differ. */
static bool seats_are_ready(core *c, const dom_seating *seating)
{
    bool is_ready = true;
    for (int i = 0; i < seating->seats; i++) {
        const process *p = get_process(c, seating, i);
        is_ready &= p && (p->open == 0 || c->answer_us > 0);
    }
    return is_ready;
}

/* The first seat whose bot is withdrawn, or DOM_NOBODY. */
static int withdrawn_seat(const core *c, const dom_seating *seating)
{
    for (int i = 0; i < seating->seats; i++)
        if (c->is_withdrawn[seating->bot[i]])
            return i;
    return DOM_NOBODY;
}

/* A match that the bot in this seat, which is withdrawn, will not play. Where results are needed it
 * ends as those do that were open at the withdrawal, at its first choice, and is stored like them;
 * one without any is played by the rules, as nobody is asked. Of two bots that are withdrawn each
 * has the first seat in one of both rotations of a set, and so loses one. */
static void give_up(core *c, const dom_seating *seating, int seat)
{
    if (!core_needs_results(c)) {
        core_mark_done(c, seating->number);
        c->progress.skipped++;
        return;
    }
    const offence o = {.code = DOM_FAULT_SPAWN, .text = "it was withdrawn before"};
    slot *s = begin_match(c, seating);
    if (s == NULL)
        return;
    carry_out(c, s);
    end_by_fault(c, s, seat, &o);
}

/* Many asks at once are few messages and few processes woken. More seats are more processes, and
 * need more tables for messages of the same size. */
static uint32_t tables_per_core(const core *c)
{
    if (c->answer_us == 0 || !core_shares_processes(c))
        return 1;
    int64_t queued = FAST_QUEUE_US / (c->answer_us / 64 + 1);
    int64_t most = FAST_TABLES * dom_core_seats(c->t);
    return (uint32_t)(queued < most ? queued : most);
}

/* Tables at once: what the tournament says, else a table per core while bots
 * think, and many while they answer at once. */
static uint32_t tables_max(const core *c)
{
    uint32_t most = c->t->concurrency ? c->t->concurrency : c->cores * tables_per_core(c);
    return most < DOM_SLOTS_MAX ? most : DOM_SLOTS_MAX;
}

/* Start this match if its seats are ready; false when it must wait. */
static bool try_match(core *c, uint64_t number)
{
    dom_seating seating = dom_schedule_match(c->schedule, number);
    int absent = withdrawn_seat(c, &seating);
    if (absent != DOM_NOBODY) {
        give_up(c, &seating, absent);
        return true;
    }
    if (!seats_are_ready(c, &seating))
        return false;
    slot *s = begin_match(c, &seating);
    if (s == NULL)
        return false;
    for (int i = 0; i < seating.seats; i++)
        sit_down(c, s, i, get_process(c, &seating, i));
    carry_out(c, s);
    return true;
}

void play_start_matches(core *c)
{
    int looked_at = 0;
    bool is_first = true;
    uint64_t last = core_last_match(c);
    for (uint64_t n = c->next; n <= last && looked_at < LOOKAHEAD && c->rc == DOM_OK; n++) {
        if (c->tables >= tables_max(c) || c->finished_count == GROUP_MATCHES_MAX)
            return; /* a full group is stored first, and signals are heeded       */
        bool is_settled = core_is_done(c, n) || try_match(c, n);
        if (!is_settled) {
            looked_at++;
            is_first = false;
        }
        if (is_first)
            c->next = n + 1;
    }
}

/* ---- the end of processes and bots ---------------------------------------- */

uint16_t play_owed_by(const core *c, const process *p, uint32_t *serial)
{
    const slot *oldest = NULL;
    for (uint32_t i = 0; i < c->slot_count; i++) {
        const slot *s = c->slots[i];
        if (s->is_used && s->is_asking && s->seat[s->table.match.play.turn].process == p &&
            (oldest == NULL || s->asked < oldest->asked))
            oldest = s;
    }
    *serial = oldest ? oldest->serial : 0;
    return oldest ? oldest->number : DOM_NO_SLOT;
}

/* The seat of the process at this table; DOM_NOBODY without one. */
static int seat_of(const slot *s, const process *p)
{
    for (int seat = 0; s->is_used && seat < s->seating.seats; seat++)
        if (s->seat[seat].process == p)
            return seat;
    return DOM_NOBODY;
}

/* The match that began first among those at which the process sits and whose seat had at least
 * `free_ends` free ends; NULL without one. */
static slot *oldest_open(const core *c, const process *p, uint32_t free_ends)
{
    slot *oldest = NULL;
    for (uint32_t i = 0; i < c->slot_count; i++) {
        slot *s = c->slots[i];
        int seat = seat_of(s, p);
        if (seat != DOM_NOBODY && s->seat[seat].free_ends >= free_ends &&
            (oldest == NULL || s->begun < oldest->begun))
            oldest = s;
    }
    return oldest;
}

/* The match of the last answer, if the process still sits there. */
static slot *last_answered(const core *c, const process *p)
{
    slot *s = slot_at(c, p->answered_slot);
    bool is_open = s && s->seating.number == p->answered_match && seat_of(s, p) != DOM_NOBODY;
    return is_open ? s : NULL;
}

/* How many free ends one match allows per seat. */
static uint32_t free_ends_max(const core *c)
{
    return c->t->restarts > 0 ? c->t->restarts : 1;
}

slot *play_payer(const core *c, const process *p)
{
    dom_fault fault = (dom_fault)p->ended.code;
    if (fault == DOM_FAULT_NONE || fault == DOM_FAULT_SPAWN)
        return NULL;
    slot *s = asked_slot(c, p, p->ended_slot, p->ended.serial);
    if (s == NULL && fault == DOM_FAULT_CRASH)
        return oldest_open(c, p, free_ends_max(c));
    if (s == NULL)
        s = last_answered(c, p);
    return s ? s : oldest_open(c, p, 0);
}

/* Empty the seats of a process. If no match pays for its end, each of them counts a free end. */
static void leave_tables(core *c, const process *p, bool is_free)
{
    for (uint32_t i = 0; i < c->slot_count; i++) {
        slot *s = c->slots[i];
        int seat = seat_of(s, p);
        if (seat == DOM_NOBODY)
            continue;
        s->seat[seat].process = NULL;
        s->seat[seat].free_ends += is_free;
    }
}

/* The text of the end does not say why a match is lost if nothing was owed, so add that. */
static void explain_end(const core *c, const process *p, bool was_asked,
                        char text[DOM_REASON_BYTES])
{
    bool is_once_too_often = p->ended.code == DOM_FAULT_CRASH && !was_asked;
    dom_text_copy(text, DOM_REASON_BYTES, p->ended.text);
    if (is_once_too_often)
        (void)snprintf(text, DOM_REASON_BYTES,
                       "%.150s while it owed nothing; free ends in this match before: %u",
                       p->ended.text, free_ends_max(c));
}

bool play_process_gone(core *c, process *p)
{
    slot *payer = play_payer(c, p);
    int seat = payer ? seat_of(payer, p) : DOM_NOBODY;
    bool was_asked = payer && asked_slot(c, p, p->ended_slot, p->ended.serial) == payer;
    leave_tables(c, p, payer == NULL);
    if (payer == NULL)
        return false;
    char text[DOM_REASON_BYTES];
    explain_end(c, p, was_asked, text);
    offence o = {.code = (dom_fault)p->ended.code,
                 .text = text,
                 .was_asked = was_asked,
                 .said = &p->ended.said};
    end_by_fault(c, payer, seat, &o);
    return true;
}

void play_withdraw(core *c, int bot, const char *text)
{
    const offence o = {.code = DOM_FAULT_SPAWN, .text = text};
    c->is_withdrawn[bot] = true;
    c->is_checked[bot] = true;
    for (uint32_t i = 0; i < c->slot_count; i++) {
        slot *s = c->slots[i];
        for (int seat = 0; s->is_used && seat < s->seating.seats; seat++)
            if (s->seat[seat].bot == bot)
                end_by_fault(c, s, seat, &o);
    }
}

void play_void_all(core *c)
{
    for (uint32_t i = 0; i < c->slot_count; i++)
        c->slots[i]->is_used = false;
    c->tables = 0;
}
