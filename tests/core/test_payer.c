/* Which match pays for the end of a process: the table in payer.h. */
#include "payer.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>

enum { TABLES = 4, NONE = -1, OTHERS = 3, SEAT = 1, RESTARTS = 3, FULL = RESTARTS, SERIAL = 7 };

/* The process sits in seat 1 of three of the four tables. Their matches began in the order 1, 2, 0.
 */
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
    int owed, answered; /* tables of its outstanding ask and last answer, or NONE */
    uint32_t free_ends[TABLES];
    int pays; /* a table, or NONE                                              */
} payment;

static const payment payments[] = {
    {"the oldest outstanding ask", DOM_FAULT_PROTOCOL, 2, 0, {0}, 2},
    {"the oldest outstanding ask, crash", DOM_FAULT_CRASH, 2, 0, {0, FULL}, 2},
    {"the last answer, protocol", DOM_FAULT_PROTOCOL, NONE, 0, {0}, 0},
    {"the last answer, resource", DOM_FAULT_RESOURCE, NONE, 2, {0}, 2},
    {"the match that began first", DOM_FAULT_STALL, NONE, NONE, {0}, 1},
    {"the last answer was at a table that it has left", DOM_FAULT_PROTOCOL, NONE, OTHERS, {0}, 1},
    {"a free end", DOM_FAULT_CRASH, NONE, 0, {FULL - 1, FULL - 1, FULL - 1}, NONE},
    {"no free end is left in one match", DOM_FAULT_CRASH, NONE, 0, {0, 0, FULL}, 2},
    {"no free end is left in two matches", DOM_FAULT_CRASH, NONE, 0, {FULL, 0, FULL}, 2},
    {"free ends of another process", DOM_FAULT_CRASH, NONE, 0, {0, 0, 0, FULL}, NONE},
    {"no fault", DOM_FAULT_NONE, 2, 0, {FULL}, NONE},
    {"an end before the hello", DOM_FAULT_SPAWN, NONE, NONE, {FULL}, NONE},
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

Test(payer, an_end_costs_the_match_of_the_table_in_payer_h)
{
    for (size_t i = 0; i < sizeof payments / sizeof *payments; i++) {
        const payment *p = &payments[i];
        arrange(p);
        const dom_core_slot *payer = dom_core_who_pays(&slots, &tournament, &bot);
        cr_expect(eq(int, payer ? payer->number : NONE, p->pays), "%s", p->what);
    }
}

/* The table has been given to another match, so the last answer belonged to a match that is over.
 */
Test(payer, the_last_answer_belongs_to_a_match_not_to_a_table)
{
    arrange(&(payment){.code = DOM_FAULT_PROTOCOL, .owed = NONE, .answered = 0});
    table[0].seating.number += TABLES;
    cr_expect(eq(ptr, dom_core_who_pays(&slots, &tournament, &bot), &table[1]));
}

Test(payer, no_match_pays_if_the_process_sits_at_no_table)
{
    arrange(&(payment){.code = DOM_FAULT_PROTOCOL, .owed = NONE, .answered = 0});
    for (int i = 0; i < TABLES; i++)
        table[i].is_used = false;
    cr_expect(eq(ptr, dom_core_who_pays(&slots, &tournament, &bot), NULL));
}

Test(payer, with_restarts_0_one_end_is_free)
{
    arrange(&(payment){.code = DOM_FAULT_CRASH, .owed = NONE, .answered = 0});
    tournament.restarts = 0;
    cr_expect(eq(ptr, dom_core_who_pays(&slots, &tournament, &bot), NULL));
    table[0].seat[SEAT].free_ends = 1;
    cr_expect(eq(ptr, dom_core_who_pays(&slots, &tournament, &bot), &table[0]));
}

/* The oldest outstanding ask according to the core's own account, for a host that did not report
 * it. */
Test(payer, the_oldest_outstanding_ask_is_the_one_sent_first)
{
    set_up();
    cr_expect(eq(ptr, (void *)dom_core_oldest_ask(&slots, &bot), NULL), "nothing was asked");
    for (int i = 0; i < TABLES; i++) {
        table[i].ask.is_open = true;
        table[i].ask.nth = (uint64_t)(TABLES - i);
    }
    cr_expect(eq(ptr, (void *)dom_core_oldest_ask(&slots, &bot), &table[2]),
              "asks of other processes do not count");
    table[2].table->match.play.turn = SEAT - 1;
    cr_expect(eq(ptr, (void *)dom_core_oldest_ask(&slots, &bot), &table[1]),
              "the process is not on turn at table 2");
}
