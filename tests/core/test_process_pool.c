/* The process pool turns the frames of hosts into events. The test plays the part of the hosts. */
#include "table_pool.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { INDEX = 2, ROOM = 4, TABLES = 4, SEAT = 1, DATAGRAMS_PER_TURN = 64 };

static dom_core_spec spec;
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
    spec = (dom_core_spec){.tournament = &tournament};
    state = (dom_core_run_state){.t = &tournament, .spec = &spec, .now_us = 5000000};
    bot = (dom_core_process){.index = INDEX, .chair.seat = SEAT, .idle_us = 2000000};
    bots[0] = (dom_core_bot){.chair = {[SEAT] = &bot}};
    processes[INDEX] = &bot;
    pool = (dom_core_process_pool){.state = &state,
                                   .process = processes,
                                   .room = ROOM,
                                   .bots = bots,
                                   .starting = 1,
                                   .ready.fd = -1};
    cr_assert(zero(int, socketpair(AF_UNIX, SOCK_SEQPACKET, 0, fds)));
    cr_assert(eq(int, dom_ipc_link_open(&bot.link, fds[0]), DOM_OK));
    cr_assert(eq(int, dom_ipc_link_open(&host, fds[1]), DOM_OK));
}

static void tear_down(void)
{
    dom_ipc_link_close(&bot.link);
    dom_ipc_link_close(&host);
    dom_core_ready_list_close(&pool.ready);
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

Test(process_pool, the_answers_behind_an_event_can_be_listed)
{
    dom_core_reading reading = {.index = INDEX};
    uint16_t slots[2];
    say_hello();
    for (uint16_t slot = 3; slot < 6; slot++)
        say_answer(slot);
    send_datagram();
    say_answer(9);
    send_datagram();
    (void)next_event(&reading);
    cr_assert(eq(u32, dom_core_process_pool_list_answers(&pool, &reading, slots, 2), 2));
    cr_expect(slots[0] == 3 && slots[1] == 4);
    cr_expect(eq(u16, next_event(&reading).slot, 3), "none was taken");
    (void)next_event(&reading);
    cr_assert(eq(u32, dom_core_process_pool_list_answers(&pool, &reading, slots, 2), 1));
    cr_expect(eq(u16, slots[0], 5));
    (void)next_event(&reading);
    cr_expect(zero(u32, dom_core_process_pool_list_answers(&pool, &reading, slots, 2)),
              "of this datagram only");
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

/* The next process sits down first in the match that began first. So it is asked there first, and
 * that match pays next. */
Test(process_pool, the_next_process_takes_over_the_oldest_match_first)
{
    static dom_core_slot slots[TABLES];
    static dom_core_slot *items[TABLES];
    static dom_core_table_pool tables;
    static const uint64_t begun[TABLES] = {4, 2, 3, 1};
    static const uint16_t oldest_first[TABLES] = {3, 1, 2, 0};
    dom_ipc_frame frame;
    tables = (dom_core_table_pool){.state = &state, .processes = &pool, .has_empty_seats = true};
    tables.slots = (dom_core_slots){.item = items, .count = TABLES};
    for (uint16_t i = 0; i < TABLES; i++) {
        slots[i] = (dom_core_slot){.number = i, .is_used = true, .begun = begun[i]};
        slots[i].seating = (dom_schedule_seating){.number = i + UINT64_C(1), .seats = 2};
        items[i] = &slots[i];
    }
    state.cpus.count = 1;        /* which it may use only in part: no CPU is given to a host */
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

/* An empty frame of output takes no memory away. */
Test(process_pool, output_may_come_in_empty_frames)
{
    dom_core_reading reading = {.index = INDEX};
    for (int i = 0; i < 3; i++) {
        uint32_t *size = dom_ipc_link_add(&host, DOM_IPC_FRAME_LOG, DOM_IPC_NO_SLOT, sizeof *size);
        cr_assert(size != NULL);
    }
    uint32_t *size = dom_ipc_link_add(&host, DOM_IPC_FRAME_LOG, DOM_IPC_NO_SLOT, 8);
    *size = 2;
    memcpy(size + 1, "ab", 2);
    send_datagram();
    expect_nothing(&reading);
    cr_assert(eq(sz, bot.log.size, 2));
    cr_expect(zero(int, memcmp(bot.log.bytes, "ab", 2)));
    free(bot.log.bytes);
}

/* ---- all processes together ------------------------------------------------- */

/* One bot has a process in each place; another bot has none. */
static dom_core_entrant crowd_entrants[2] = {{.name = "many"}, {.name = "none"}};
static dom_core_bot crowd_bots[2];
static dom_core_process crowd[ROOM];
static dom_ipc_link hosts[ROOM];

static void gather(void)
{
    tournament.bots = crowd_entrants;
    tournament.bot_count = 2;
    pool.bots = crowd_bots;
    pool.local_room = ROOM;
    pool.starting = 0;
    pool.starting_max = 1;
    state.cpus.count = ROOM;
    for (int i = 0; i < ROOM; i++) {
        int fds[2];
        crowd[i] = (dom_core_process){.index = (uint32_t)i,
                                      .state = DOM_CORE_PROCESS_READY,
                                      .hello.max_tables = TABLES,
                                      .idle_us = 1000 + i,
                                      .next_in_chair = i > 0 ? &crowd[i - 1] : NULL};
        cr_assert(zero(int, socketpair(AF_UNIX, SOCK_SEQPACKET, 0, fds)));
        cr_assert(eq(int, dom_ipc_link_open(&crowd[i].link, fds[0]), DOM_OK));
        cr_assert(eq(int, dom_ipc_link_open(&hosts[i], fds[1]), DOM_OK));
        processes[i] = &crowd[i];
    }
    crowd_bots[0].chair[0] = &crowd[ROOM - 1];
}

static void part(void)
{
    for (int i = 0; i < ROOM; i++) {
        dom_ipc_link_close(&crowd[i].link);
        dom_ipc_link_close(&hosts[i]);
    }
}

static void begin_crowd(void)
{
    set_up();
    gather();
}

static void end_crowd(void)
{
    part();
    tear_down();
}

TestSuite(process_crowd, .init = begin_crowd, .fini = end_crowd);

/* Returns the process that a seat of this bot gets; NULL if there is none. */
static dom_core_process *process_for(uint16_t bot_number)
{
    const dom_core_chair chair = {.bot = bot_number};
    return dom_core_process_pool_get(&pool, chair, true, DOM_CORE_ANY_CPU);
}

/* Returns the type of the only frame that the host gets; -1 if it gets none. */
static int told(int index)
{
    dom_ipc_frame frame = {.body_size = 0};
    cr_assert(eq(int, dom_ipc_link_flush(&crowd[index].link), DOM_OK));
    if (dom_ipc_link_receive(&hosts[index]) != DOM_OK)
        return -1;
    cr_assert(dom_ipc_link_next(&hosts[index], &frame));
    dom_ipc_frame_type type = frame.type;
    cr_expect(not(dom_ipc_link_next(&hosts[index], &frame)));
    return (int)type;
}

Test(process_crowd, a_chair_gives_the_process_with_the_fewest_tables)
{
    for (int i = 0; i < ROOM; i++)
        crowd[i].play.tables = i == 1 ? 2 : 3;
    cr_expect(eq(ptr, process_for(0), &crowd[1]));
    crowd[1].play.tables = TABLES;
    crowd[0].play.tables = 1;
    cr_expect(eq(ptr, process_for(0), &crowd[0]));
    for (int i = 0; i < ROOM; i++)
        crowd[i].play.tables = TABLES;
    cr_expect(eq(ptr, process_for(0), NULL), "none has room");
    for (int i = 0; i < ROOM; i++)
        cr_expect(eq(int, crowd[i].state, DOM_CORE_PROCESS_READY), "none is told to leave");
}

Test(process_crowd, of_equals_the_process_on_the_cpu_of_the_table_is_given)
{
    const dom_core_chair chair = {.bot = 0};
    for (int i = 0; i < ROOM; i++)
        crowd[i].cpu = i;
    for (int i = 0; i < ROOM; i++)
        cr_expect(eq(ptr, dom_core_process_pool_get(&pool, chair, false, i), &crowd[i]));
    crowd[1].play.tables = 1;
    cr_expect(ne(ptr, dom_core_process_pool_get(&pool, chair, false, 1), &crowd[1]), "it is busy");
}

Test(process_crowd, in_a_check_each_process_sits_at_one_table_at_a_time)
{
    spec.trial.is_one_at_a_time = true;
    for (int i = 0; i < ROOM; i++)
        crowd[i].play.tables = i == 1 ? 0 : 1;
    cr_expect(eq(ptr, process_for(0), &crowd[1]));
    crowd[1].play.tables = 1;
    cr_expect(eq(ptr, process_for(0), NULL), "all sit at a table");
}

Test(process_crowd, a_process_that_starts_or_leaves_gets_no_table)
{
    crowd_bots[0].is_withdrawn = true; /* so that no process is started */
    for (int i = 0; i < ROOM; i++)
        crowd[i].state = i == 0 ? DOM_CORE_PROCESS_STARTING : DOM_CORE_PROCESS_LEAVING;
    cr_expect(eq(ptr, process_for(0), NULL));
    crowd[2].state = DOM_CORE_PROCESS_READY;
    cr_expect(eq(ptr, process_for(0), &crowd[2]));
}

/* Every place is taken, and the other bot has no process. */
Test(process_crowd, the_process_that_was_idle_longest_makes_room)
{
    for (int idlest = 0; idlest < ROOM; idlest++) {
        for (int i = 0; i < ROOM; i++)
            crowd[i].play.tables = i == (idlest + 1) % ROOM;
        crowd[(idlest + 1) % ROOM].idle_us = 1; /* but it plays */
        crowd[idlest].idle_us = 2;
        cr_expect(eq(ptr, process_for(1), NULL));
        cr_expect(eq(ptr, process_for(1), NULL), "one is enough");
        for (int i = 0; i < ROOM; i++) {
            cr_expect(eq(int, told(i), i == idlest ? DOM_IPC_FRAME_BYE : -1));
            cr_expect(eq(int, crowd[i].state,
                         i == idlest ? DOM_CORE_PROCESS_LEAVING : DOM_CORE_PROCESS_READY));
        }
        part();
        gather();
    }
}

Test(process_crowd, all_that_sit_at_no_table_are_told_to_leave)
{
    crowd[0].state = DOM_CORE_PROCESS_STARTING;
    pool.starting = 1;
    crowd[1].play.tables = 1;
    crowd[2].state = DOM_CORE_PROCESS_LEAVING;
    dom_core_process_pool_dismiss(&pool, "the end");
    static const int frames[ROOM] = {DOM_IPC_FRAME_BYE, -1, -1, DOM_IPC_FRAME_BYE};
    for (int i = 0; i < ROOM; i++)
        cr_expect(eq(int, told(i), frames[i]), "process %d", i);
    cr_expect(zero(u32, pool.starting));
}

Test(process_crowd, the_hosts_of_all_processes_are_told_to_kill_them)
{
    crowd[0].state = DOM_CORE_PROCESS_STARTING;
    pool.starting = 1;
    crowd[1].play.tables = 1;
    processes[2] = NULL;
    dom_core_process_pool_kill(&pool);
    for (int i = 0; i < ROOM; i++) {
        cr_expect(eq(int, told(i), i == 2 ? -1 : DOM_IPC_FRAME_KILL), "process %d", i);
        if (i != 2)
            cr_expect(eq(int, crowd[i].state, DOM_CORE_PROCESS_LEAVING));
    }
    cr_expect(zero(u32, pool.starting));
}

Test(process_crowd, it_is_empty_when_the_last_process_is_released)
{
    for (int i = 0; i < ROOM; i++) {
        cr_expect(not(dom_core_process_pool_is_empty(&pool)), "%d", i);
        processes[i] = NULL;
    }
    cr_expect(dom_core_process_pool_is_empty(&pool));
}

/* ---- hosts that do not react ------------------------------------------------- */

/* Gives each process a child that waits, as its host. */
static void start_hosts(void)
{
    for (int i = 0; i < ROOM; i++) {
        crowd[i].host_pid = fork();
        if (crowd[i].host_pid == 0)
            for (;;)
                pause();
    }
}

/* A process that has already got SIGKILL does not notice the other signals. */
static bool is_killed(int index)
{
    int status;
    (void)kill(crowd[index].host_pid, SIGTERM);
    (void)kill(crowd[index].host_pid, SIGCONT);
    return waitpid(crowd[index].host_pid, &status, 0) == crowd[index].host_pid &&
           WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
}

Test(process_crowd, all_hosts_can_be_killed)
{
    start_hosts();
    dom_core_process_pool_kill_hosts(&pool);
    for (int i = 0; i < ROOM; i++)
        cr_expect(is_killed(i));
}

Test(process_crowd, a_host_that_was_stopped_by_a_signal_is_killed)
{
    for (int stopped = 0; stopped < ROOM; stopped++) {
        siginfo_t info;
        start_hosts();
        pid_t pid = crowd[stopped].host_pid;
        cr_assert(zero(int, kill(pid, SIGSTOP)));
        cr_assert(zero(int, waitid(P_PID, (id_t)pid, &info, WSTOPPED | WNOWAIT)));
        dom_core_process_pool_watch(&pool);
        cr_expect(is_killed(stopped));
        for (int i = 0; i < ROOM; i++)
            if (i != stopped) {
                cr_expect(zero(int, waitpid(crowd[i].host_pid, NULL, WNOHANG)));
                (void)kill(crowd[i].host_pid, SIGKILL);
                (void)waitpid(crowd[i].host_pid, NULL, 0);
            }
        part();
        gather();
    }
}

/* Adds frames until so many bytes wait for the host, which reads nothing. */
static void leave_unread(dom_ipc_link *link, size_t bytes)
{
    enum { HEADER = sizeof(dom_ipc_frame_header) };
    while (link->out_size == link->out_sent) { /* until the socket is full */
        cr_assert(dom_ipc_link_add(link, DOM_IPC_FRAME_TOLD, 0, DOM_IPC_DATAGRAM_BYTES - HEADER) !=
                  NULL);
        cr_assert(eq(int, dom_ipc_link_flush(link), DOM_OK));
    }
    for (size_t unsent; (unsent = link->out_size - link->out_sent) < bytes;) {
        size_t more =
            bytes - unsent < DOM_IPC_DATAGRAM_BYTES ? bytes - unsent : DOM_IPC_DATAGRAM_BYTES;
        cr_assert(dom_ipc_link_add(link, DOM_IPC_FRAME_TOLD, 0, more - HEADER) != NULL);
    }
}

Test(process_crowd, a_host_for_which_more_than_16_mib_wait_is_disowned)
{
    enum { MIB_16 = 16 << 20 };
    uint32_t at = 0;
    dom_core_process_event event;
    leave_unread(&crowd[1].link, MIB_16);
    cr_assert(eq(sz, crowd[1].link.out_size - crowd[1].link.out_sent, MIB_16));
    cr_expect(not(dom_core_process_pool_flush(&pool, &at, &event)), "just 16 MiB may wait");
    leave_unread(&crowd[1].link, MIB_16 + sizeof(dom_ipc_frame_header));
    at = 0;
    cr_assert(dom_core_process_pool_flush(&pool, &at, &event));
    cr_expect(eq(int, event.kind, DOM_CORE_EVENT_ENDED));
    cr_expect(eq(ptr, event.process, &crowd[1]));
    cr_expect(crowd[1].ended.is_disowned);
    cr_expect(eq(u32, at, 2));
    processes[1] = NULL;
    cr_expect(not(dom_core_process_pool_flush(&pool, &at, &event)));
}

Test(process_crowd, waiting_frames_are_sent_to_every_host)
{
    uint32_t at = 0;
    dom_core_process_event event;
    for (int i = 0; i < ROOM; i++)
        dom_core_process_bye(&crowd[i], "done");
    cr_expect(not(dom_core_process_pool_flush(&pool, &at, &event)));
    for (int i = 0; i < ROOM; i++)
        cr_expect(eq(int, dom_ipc_link_receive(&hosts[i]), DOM_OK), "host %d", i);
}

/* Sends what waits. Returns when the next waiting frames must be sent. */
static int64_t flush_all(void)
{
    uint32_t at = 0;
    dom_core_process_event event;
    cr_expect(not(dom_core_process_pool_flush(&pool, &at, &event)));
    return pool.send_us;
}

static void add_frame(int index, dom_ipc_frame_type type)
{
    cr_assert(ne(ptr, dom_ipc_link_add(&crowd[index].link, type, 0, 8), NULL));
}

/* A result waits longer than the start of the next match, which sends both. A person sees
 * everything at once. */
Test(process_crowd, a_result_waits_for_1_s)
{
    const int64_t begun_us = state.now_us;
    add_frame(0, DOM_IPC_FRAME_RESULT);
    cr_expect(eq(i64, flush_all(), begun_us + 1000000));
    state.now_us = begun_us + 300000;
    cr_expect(eq(i64, flush_all(), begun_us + 1000000), "the wait does not begin anew");
    add_frame(0, DOM_IPC_FRAME_OPEN);
    cr_expect(eq(i64, flush_all(), begun_us + 550000));
    cr_expect(eq(int, dom_ipc_link_receive(&hosts[0]), DOM_E_ABSENT));
    add_frame(0, DOM_IPC_FRAME_ASK);
    cr_expect(eq(i64, flush_all(), INT64_MAX));
    cr_expect(eq(int, dom_ipc_link_receive(&hosts[0]), DOM_OK));
    add_frame(1, DOM_IPC_FRAME_RESULT);
    dom_ipc_link_hurry(&crowd[1].link);
    cr_expect(eq(i64, flush_all(), INT64_MAX));
    cr_expect(eq(int, dom_ipc_link_receive(&hosts[1]), DOM_OK));
    crowd_entrants[0].transport = DOM_CORE_TRANSPORT_PERSON;
    add_frame(2, DOM_IPC_FRAME_RESULT);
    cr_expect(eq(i64, flush_all(), INT64_MAX));
    cr_expect(eq(int, dom_ipc_link_receive(&hosts[2]), DOM_OK));
    crowd_entrants[0].transport = DOM_CORE_TRANSPORT_ZMQ;
}

Test(process_crowd, news_waits_250_ms_for_an_ask)
{
    const int64_t begun_us = state.now_us;
    add_frame(0, DOM_IPC_FRAME_OPEN);
    add_frame(1, DOM_IPC_FRAME_OPEN);
    cr_expect(eq(i64, flush_all(), begun_us + 250000));
    cr_expect(eq(int, dom_ipc_link_receive(&hosts[0]), DOM_E_ABSENT));
    state.now_us = begun_us + 20000;
    add_frame(0, DOM_IPC_FRAME_ASK);
    add_frame(2, DOM_IPC_FRAME_ROUND);
    cr_expect(eq(i64, flush_all(), begun_us + 250000), "of process 1");
    cr_expect(eq(int, dom_ipc_link_receive(&hosts[0]), DOM_OK), "sent with the ask");
    state.now_us = begun_us + 250000;
    cr_expect(eq(i64, flush_all(), begun_us + 270000), "of process 2");
    cr_expect(eq(int, dom_ipc_link_receive(&hosts[1]), DOM_OK));
    cr_expect(eq(int, dom_ipc_link_receive(&hosts[2]), DOM_E_ABSENT));
    state.now_us = begun_us + 270000;
    cr_expect(eq(i64, flush_all(), INT64_MAX));
    cr_expect(eq(int, dom_ipc_link_receive(&hosts[2]), DOM_OK));
}

Test(process_crowd, a_host_that_did_not_read_is_ready_when_it_has_read)
{
    enum { MUCH = 4 << 20 };
    dom_err err;
    cr_assert(eq(int, dom_core_ready_list_open(&pool.ready, ROOM, &err), DOM_OK));
    for (int i = 0; i < ROOM; i++)
        cr_assert(eq(int, dom_core_ready_list_add(&pool.ready, crowd[i].link.fd, (uint32_t)i, &err),
                     DOM_OK));
    leave_unread(&crowd[1].link, MUCH);
    (void)flush_all();
    cr_expect(zero(int, dom_core_ready_list_wait(&pool.ready, 0)));
    while (dom_ipc_link_receive(&hosts[1]) == DOM_OK)
        ;
    cr_assert(eq(int, dom_core_ready_list_wait(&pool.ready, 0), 1));
    cr_expect(eq(u32, pool.ready.ready[0].data.u32, 1));
    while (dom_ipc_link_has_unsent(&crowd[1].link)) {
        (void)flush_all();
        while (dom_ipc_link_receive(&hosts[1]) == DOM_OK)
            ;
    }
    cr_expect(zero(int, dom_core_ready_list_wait(&pool.ready, 0)), "everything is sent");
}

/* A host that has read at last gets the frame at once, though it is one that can wait. */
Test(process_crowd, a_frame_that_could_not_be_sent_does_not_wait_again)
{
    enum { MUCH = 4 << 20 };
    leave_unread(&crowd[1].link, MUCH);
    while (dom_ipc_link_flush(&crowd[1].link) == DOM_OK && crowd[1].link.out_sent < MUCH / 2)
        if (dom_ipc_link_receive(&hosts[1]) != DOM_OK)
            break;
    size_t unsent = crowd[1].link.out_size - crowd[1].link.out_sent;
    cr_assert(lt(sz, 0, unsent));
    crowd[1].link.out_size = crowd[1].link.out_sent =
        0; /* what was queued is sent; the socket is full */
    crowd[1].link.patience_us = INT64_MAX;
    add_frame(1, DOM_IPC_FRAME_OPEN);
    cr_expect(eq(i64, flush_all(), state.now_us + 250000));
    state.now_us += 250000;
    cr_expect(eq(i64, flush_all(), INT64_MAX));
    cr_assert(dom_ipc_link_has_unsent(&crowd[1].link));
    while (dom_ipc_link_receive(&hosts[1]) == DOM_OK)
        ;
    cr_expect(eq(i64, flush_all(), INT64_MAX));
    cr_expect(not(dom_ipc_link_has_unsent(&crowd[1].link)));
}
