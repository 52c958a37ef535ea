/* Which match a fault costs: protocol/SPEC.md, "Faults". */
#include "payer.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>

enum { TABLES = 4, NONE = -1, OTHERS = 3, SEAT = 1, RESTARTS = 3, FULL = RESTARTS, SERIAL = 7 };

/* At three of four tables the process sits in seat 1; they began in the order 1, 2, 0. */
static dom_core_slot table[TABLES];
static dom_table tables[TABLES];
static dom_core_slot *items[TABLES];
static dom_core_slots slots = {.item = items, .count = TABLES};
static dom_core_process bot, other;
static dom_core_tournament tournament;

static void sit(int number, dom_core_process *p, uint64_t begun)
{
    table[number] = (dom_core_slot){
        .number = (uint16_t)number, .is_used = true, .begun = begun, .ask.serial = SERIAL};
    table[number].table = &tables[number];
    table[number].seating = (dom_schedule_seating){.number = (uint64_t)number + 1, .seats = 2};
    table[number].seat[SEAT].process = p;
    table[number].table->match.play.turn = SEAT;
    items[number] = &table[number];
}

static void set_up(void)
{
    tournament.restarts = RESTARTS;
    bot = (dom_core_process){.ended.slot = DOM_IPC_NO_SLOT};
    sit(0, &bot, 4);
    sit(1, &bot, 2);
    sit(2, &bot, 3);
    sit(OTHERS, &other, 1);
}

typedef struct {
    const char *what;
    dom_fault code;
    int owed, answered; /* tables, or NONE                                     */
    uint32_t free_ends[TABLES];
    int pays; /* a table, or NONE                                              */
} payment;

static const payment payments[] = {
    {"the oldest outstanding ask", DOM_FAULT_PROTOCOL, 2, 0, {0}, 2},
    {"the same of a crash", DOM_FAULT_CRASH, 2, 0, {0, FULL}, 2},
    {"the last answer", DOM_FAULT_PROTOCOL, NONE, 0, {0}, 0},
    {"the last answer, of a bot that uses too much", DOM_FAULT_RESOURCE, NONE, 2, {0}, 2},
    {"the match that began first", DOM_FAULT_STALL, NONE, NONE, {0}, 1},
    {"the last answer was at a table of others by now", DOM_FAULT_PROTOCOL, NONE, OTHERS, {0}, 1},
    {"free: nothing is owed", DOM_FAULT_CRASH, NONE, 0, {FULL - 1, FULL - 1, FULL - 1}, NONE},
    {"once too often in one match", DOM_FAULT_CRASH, NONE, 0, {0, 0, FULL}, 2},
    {"in several, of which one pays", DOM_FAULT_CRASH, NONE, 0, {FULL, 0, FULL}, 2},
    {"others' ends are not its own", DOM_FAULT_CRASH, NONE, 0, {0, 0, 0, FULL}, NONE},
    {"no fault", DOM_FAULT_NONE, 2, 0, {FULL}, NONE},
    {"before its hello", DOM_FAULT_SPAWN, NONE, NONE, {FULL}, NONE},
};

static void arrange(const payment *p)
{
    set_up();
    bot.ended.frame.code = (int32_t)p->code;
    for (int i = 0; i < TABLES; i++)
        table[i].seat[SEAT].free_ends = p->free_ends[i];
    if (p->owed != NONE) {
        table[p->owed].ask.is_open = true;
        bot.ended.slot = (uint16_t)p->owed;
        bot.ended.frame.serial = SERIAL;
    }
    if (p->answered != NONE) {
        bot.play.answered_slot = (uint16_t)p->answered;
        bot.play.answered_match = table[p->answered].seating.number;
    }
}

Test(payer, a_fault_costs_one_match)
{
    for (size_t i = 0; i < sizeof payments / sizeof *payments; i++) {
        const payment *p = &payments[i];
        arrange(p);
        const dom_core_slot *payer = dom_core_payer(&slots, &tournament, &bot);
        cr_expect(eq(int, payer ? payer->number : NONE, p->pays), "%s", p->what);
    }
}

/* A table is given to another match; what was answered at the earlier one is over. */
Test(payer, the_last_answer_is_that_of_a_match_and_not_of_a_table)
{
    arrange(&(payment){.code = DOM_FAULT_PROTOCOL, .owed = NONE, .answered = 0});
    table[0].seating.number += TABLES;
    cr_expect(eq(ptr, dom_core_payer(&slots, &tournament, &bot), &table[1]));
}

Test(payer, without_an_open_table_none_pays)
{
    arrange(&(payment){.code = DOM_FAULT_PROTOCOL, .owed = NONE, .answered = 0});
    for (int i = 0; i < TABLES; i++)
        table[i].is_used = false;
    cr_expect(eq(ptr, dom_core_payer(&slots, &tournament, &bot), NULL));
}

Test(payer, of_no_restarts_one_end_is_free)
{
    arrange(&(payment){.code = DOM_FAULT_CRASH, .owed = NONE, .answered = 0});
    tournament.restarts = 0;
    cr_expect(eq(ptr, dom_core_payer(&slots, &tournament, &bot), NULL));
    table[0].seat[SEAT].free_ends = 1;
    cr_expect(eq(ptr, dom_core_payer(&slots, &tournament, &bot), &table[0]));
}

/* What the process owes by our own account, where its host did not say it. */
Test(payer, the_ask_that_was_sent_first_is_owed)
{
    set_up();
    cr_expect(eq(ptr, (void *)dom_core_owed_by(&slots, &bot), NULL), "nothing was asked");
    for (int i = 0; i < TABLES; i++) {
        table[i].ask.is_open = true;
        table[i].ask.nth = (uint64_t)(TABLES - i);
    }
    cr_expect(eq(ptr, (void *)dom_core_owed_by(&slots, &bot), &table[2]),
              "others' asks are not its own");
    table[2].table->match.play.turn = SEAT - 1;
    cr_expect(eq(ptr, (void *)dom_core_owed_by(&slots, &bot), &table[1]),
              "it is not on turn there");
}
