/* Which match a fault costs: protocol/SPEC.md, "Faults". */
#include "state.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <sys/socket.h>

enum { TABLES = 4, NONE = -1, OTHERS = 3, SEAT = 1, RESTARTS = 3, FULL = RESTARTS, SERIAL = 7 };

/* At three of four tables the process sits in seat 1; they began in the order 1, 2, 0. */
static slot table[TABLES];
static slot *slots[TABLES];
static process bot, other;
static dom_tournament tournament;
static core c;

static void sit(int number, process *p, uint64_t begun)
{
    table[number] =
        (slot){.number = (uint16_t)number, .is_used = true, .begun = begun, .serial = SERIAL};
    table[number].seating = (dom_seating){.number = (uint64_t)number + 1, .seats = 2};
    table[number].seat[SEAT].process = p;
    table[number].table.match.play.turn = SEAT;
    slots[number] = &table[number];
}

static void set_up(void)
{
    tournament.restarts = RESTARTS;
    c = (core){.t = &tournament, .slots = slots, .slot_count = TABLES};
    bot = (process){.ended_slot = DOM_NO_SLOT};
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
    bot.ended.code = (int32_t)p->code;
    for (int i = 0; i < TABLES; i++)
        table[i].seat[SEAT].free_ends = p->free_ends[i];
    if (p->owed != NONE) {
        table[p->owed].is_asking = true;
        bot.ended_slot = (uint16_t)p->owed;
        bot.ended.serial = SERIAL;
    }
    if (p->answered != NONE) {
        bot.answered_slot = (uint16_t)p->answered;
        bot.answered_match = table[p->answered].seating.number;
    }
}

Test(payer, a_fault_costs_one_match)
{
    for (size_t i = 0; i < sizeof payments / sizeof *payments; i++) {
        const payment *p = &payments[i];
        arrange(p);
        const slot *payer = play_payer(&c, &bot);
        cr_expect(eq(int, payer ? payer->number : NONE, p->pays), "%s", p->what);
    }
}

/* A table is given to another match; what was answered at the earlier one is over. */
Test(payer, the_last_answer_is_that_of_a_match_and_not_of_a_table)
{
    arrange(&(payment){.code = DOM_FAULT_PROTOCOL, .owed = NONE, .answered = 0});
    table[0].seating.number += TABLES;
    cr_expect(eq(ptr, play_payer(&c, &bot), &table[1]));
}

Test(payer, without_an_open_table_none_pays)
{
    arrange(&(payment){.code = DOM_FAULT_PROTOCOL, .owed = NONE, .answered = 0});
    for (int i = 0; i < TABLES; i++)
        table[i].is_used = false;
    cr_expect(eq(ptr, play_payer(&c, &bot), NULL));
}

Test(payer, of_no_restarts_one_end_is_free)
{
    arrange(&(payment){.code = DOM_FAULT_CRASH, .owed = NONE, .answered = 0});
    tournament.restarts = 0;
    cr_expect(eq(ptr, play_payer(&c, &bot), NULL));
    table[0].seat[SEAT].free_ends = 1;
    cr_expect(eq(ptr, play_payer(&c, &bot), &table[0]));
}

/* What takes over from a process that has ended sits down, and so is asked, where the match began
 * first: that one pays next. */
Test(payer, the_next_process_takes_the_oldest_match_over_first)
{
    enum { BOTS = 1 };
    static process *by_chair[BOTS * CHAIRS];
    static dom_entrant entrants[BOTS] = {{.name = "bot"}};
    static bool is_withdrawn[BOTS] = {true}; /* so that nobody is started for the other seats */
    static const uint16_t oldest_first[] = {OTHERS, 1, 2, 0};
    int fds[2];
    dom_link host;
    dom_frame frame;
    set_up();
    tournament.bots = entrants;
    c.is_withdrawn = is_withdrawn;
    c.by_chair = by_chair;
    for (int i = 0; i < TABLES; i++)
        table[i].seat[SEAT].process = NULL;
    bot = (process){.state = PROCESS_READY, .store_id = 1, .hello.max_tables = TABLES};
    by_chair[SEAT] = &bot;
    cr_assert(zero(int, socketpair(AF_UNIX, SOCK_SEQPACKET, 0, fds)));
    cr_assert(eq(int, dom_link_open(&bot.link, fds[0]), DOM_OK));
    cr_assert(eq(int, dom_link_open(&host, fds[1]), DOM_OK));
    play_fill_seats(&c);
    cr_assert(eq(int, dom_link_flush(&bot.link), DOM_OK));
    cr_assert(eq(int, dom_link_receive(&host), DOM_OK));
    for (int i = 0; i < TABLES; i++) {
        cr_assert(dom_link_next(&host, &frame));
        cr_expect(eq(u16, frame.slot, oldest_first[i]));
    }
    dom_link_close(&bot.link);
    dom_link_close(&host);
}
