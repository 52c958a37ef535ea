/* The process pool turns the frames of hosts into events. The test plays the part of the hosts. */
#include "table_pool.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <sys/socket.h>

enum { INDEX = 2, ROOM = 4, TABLES = 4, SEAT = 1, DATAGRAMS_PER_TURN = 64 };

static dom_core_run_state state;
static dom_core_tournament tournament;
static dom_core_entrant entrants[1];
static dom_core_bot bots[1];
static dom_core_process *processes[ROOM];
static dom_core_process bot;
static dom_core_process_pool pool;
static dom_ipc_link host;

static void set_up(void)
{
    int fds[2];
    entrants[0] = (dom_core_entrant){.name = "bot"};
    tournament = (dom_core_tournament){.bots = entrants, .bot_count = 1};
    state = (dom_core_run_state){.t = &tournament, .now_us = 5000000};
    bot = (dom_core_process){.index = INDEX, .chair.seat = SEAT, .idle_us = 2000000};
    bots[0] = (dom_core_bot){.chair = {[SEAT] = &bot}};
    processes[INDEX] = &bot;
    pool = (dom_core_process_pool){
        .state = &state, .process = processes, .room = ROOM, .bots = bots, .starting = 1};
    cr_assert(zero(int, socketpair(AF_UNIX, SOCK_SEQPACKET, 0, fds)));
    cr_assert(eq(int, dom_ipc_link_open(&bot.link, fds[0]), DOM_OK));
    cr_assert(eq(int, dom_ipc_link_open(&host, fds[1]), DOM_OK));
}

static void tear_down(void)
{
    dom_ipc_link_close(&bot.link);
    dom_ipc_link_close(&host);
}

TestSuite(process_pool, .init = set_up, .fini = tear_down);

static void say_hello(void)
{
    dom_ipc_frame_hello *hello =
        dom_ipc_link_add(&host, DOM_IPC_FRAME_HELLO, DOM_IPC_NO_SLOT, sizeof *hello);
    cr_assert(hello != NULL);
    hello->max_tables = TABLES;
    hello->batch = 1;
}

static void say_answer(uint16_t slot)
{
    dom_ipc_frame_answer *answer =
        dom_ipc_link_add(&host, DOM_IPC_FRAME_ANSWER, slot, sizeof *answer);
    cr_assert(answer != NULL);
    answer->serial = slot + UINT32_C(100);
}

static void say_ended(dom_fault code)
{
    dom_ipc_frame_ended *ended = dom_ipc_link_add(&host, DOM_IPC_FRAME_ENDED, 7, sizeof *ended);
    cr_assert(ended != NULL);
    ended->code = (int32_t)code;
    ended->serial = 9;
}

static void send_datagram(void)
{
    cr_assert(eq(int, dom_ipc_link_flush(&host), DOM_OK));
}

/* Returns the next event, or an event of kind -1 if no event has arrived. */
static dom_core_process_event next_event(dom_core_reading *reading)
{
    dom_core_process_event event;
    if (!dom_core_process_pool_next(&pool, reading, &event))
        event.kind = (dom_core_event_kind)-1;
    return event;
}

static void expect_nothing(dom_core_reading *reading)
{
    dom_core_process_event event;
    cr_expect(not(dom_core_process_pool_next(&pool, reading, &event)));
}

Test(process_pool, events_come_one_by_one_in_the_order_of_the_frames)
{
    dom_core_reading reading = {.index = INDEX};
    say_hello();
    say_answer(3);
    send_datagram();
    say_answer(1);
    send_datagram();
    dom_core_process_event event = next_event(&reading);
    cr_assert(eq(int, event.kind, DOM_CORE_EVENT_HELLO));
    cr_expect(eq(ptr, event.process, &bot));
    cr_expect(eq(i64, event.startup_ms, 3000));
    cr_expect(eq(int, bot.state, DOM_CORE_PROCESS_READY));
    cr_expect(bots[0].is_checked);
    cr_expect(zero(u32, pool.starting));
    event = next_event(&reading);
    cr_assert(eq(int, event.kind, DOM_CORE_EVENT_ANSWER));
    cr_expect(eq(u16, event.slot, 3));
    cr_expect(eq(u32, event.answer.serial, 103));
    event = next_event(&reading);
    cr_assert(eq(int, event.kind, DOM_CORE_EVENT_ANSWER));
    cr_expect(eq(u16, event.slot, 1));
    expect_nothing(&reading);
}

Test(process_pool, a_turn_reads_at_most_64_datagrams_of_a_host)
{
    dom_core_reading reading = {.index = INDEX};
    dom_core_process_event event;
    for (int i = 0; i < DATAGRAMS_PER_TURN + 1; i++) {
        say_answer((uint16_t)i);
        send_datagram();
    }
    int count = 0;
    while (dom_core_process_pool_next(&pool, &reading, &event))
        count++;
    cr_expect(eq(int, count, DATAGRAMS_PER_TURN));
    reading = (dom_core_reading){.index = INDEX};
    event = next_event(&reading);
    cr_expect(eq(u16, event.slot, DATAGRAMS_PER_TURN),
              "the next turn continues where this one ended");
}

Test(process_pool, the_event_of_an_end_comes_when_the_link_closes)
{
    dom_core_reading reading = {.index = INDEX};
    say_hello();
    say_ended(DOM_FAULT_CRASH);
    send_datagram();
    (void)next_event(&reading);
    expect_nothing(&reading);
    dom_ipc_link_close(&host);
    dom_core_process_event event = next_event(&reading);
    cr_assert(eq(int, event.kind, DOM_CORE_EVENT_ENDED));
    cr_expect(not(event.was_leaving));
    cr_expect(bot.ended.is_reported);
    cr_expect(eq(u16, bot.ended.slot, 7));
    cr_expect(eq(u32, bot.ended.frame.serial, 9));
    cr_expect(eq(ptr, bots[0].chair[SEAT], NULL), "the chair has no process any more");
}

Test(process_pool, the_pool_fills_in_the_end_of_a_host_that_died)
{
    static const struct {
        dom_core_process_state state;
        dom_fault code;
    } cases[] = {{DOM_CORE_PROCESS_STARTING, DOM_FAULT_SPAWN},
                 {DOM_CORE_PROCESS_READY, DOM_FAULT_PROTOCOL},
                 {DOM_CORE_PROCESS_LEAVING, DOM_FAULT_NONE}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        tear_down();
        set_up();
        dom_core_reading reading = {.index = INDEX};
        bot.state = cases[i].state;
        dom_ipc_link_close(&host);
        dom_core_process_event event = next_event(&reading);
        cr_assert(eq(int, event.kind, DOM_CORE_EVENT_ENDED));
        cr_expect(eq(int, event.was_leaving, cases[i].state == DOM_CORE_PROCESS_LEAVING));
        cr_expect(eq(int, bot.ended.frame.code, (int)cases[i].code));
        cr_expect(eq(int, bot.ended.frame.ending, DOM_ENDING_HOST));
    }
}

Test(process_pool, a_host_that_misbehaves_is_disowned)
{
    dom_core_reading reading = {.index = INDEX};
    say_ended(DOM_FAULT_NONE); /* although it was not told to leave */
    say_answer(3);
    send_datagram();
    bot.state = DOM_CORE_PROCESS_READY;
    dom_core_process_event event = next_event(&reading);
    cr_assert(eq(int, event.kind, DOM_CORE_EVENT_ENDED));
    cr_expect(bot.ended.is_disowned);
    cr_expect(eq(int, bot.ended.frame.ending, DOM_ENDING_ARENA));
    cr_expect(eq(int, bot.ended.frame.code, DOM_FAULT_PROTOCOL));
    processes[INDEX] = NULL; /* released */
    expect_nothing(&reading);
}

/* The next process sits down first in the match that began first. So it is asked there first, and that
 * match pays next. */
Test(process_pool, the_next_process_takes_over_the_oldest_match_first)
{
    static dom_core_slot slots[TABLES];
    static dom_core_slot *items[TABLES];
    static dom_core_table_pool tables;
    static const uint64_t begun[TABLES] = {4, 2, 3, 1};
    static const uint16_t oldest_first[TABLES] = {3, 1, 2, 0};
    dom_ipc_frame frame;
    tables = (dom_core_table_pool){.state = &state, .processes = &pool};
    tables.slots = (dom_core_slots){.item = items, .count = TABLES};
    for (uint16_t i = 0; i < TABLES; i++) {
        slots[i] = (dom_core_slot){.number = i, .is_used = true, .begun = begun[i]};
        slots[i].seating = (dom_schedule_seating){.number = i + UINT64_C(1), .seats = 2};
        items[i] = &slots[i];
    }
    bots[0].is_withdrawn = true; /* so that no process is started for the other seats */
    bot.state = DOM_CORE_PROCESS_READY;
    bot.store_id = 1;
    bot.hello.max_tables = TABLES;
    dom_core_table_pool_fill_seats(&tables);
    cr_assert(eq(int, dom_ipc_link_flush(&bot.link), DOM_OK));
    cr_assert(eq(int, dom_ipc_link_receive(&host), DOM_OK));
    for (int i = 0; i < TABLES; i++) {
        cr_assert(dom_ipc_link_next(&host, &frame));
        cr_expect(eq(u16, frame.slot, oldest_first[i]));
        const dom_ipc_frame_open *open = frame.body;
        cr_expect(eq(i16, open->cpu, -1), "no table is pinned to a core");
    }
}
