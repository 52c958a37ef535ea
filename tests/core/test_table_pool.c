/* The table pool: how many matches begin, and what a withdrawal, the end of a process and the end
 * of the run do with those under way. The test plays the part of the processes. */
#include "base/now.h"
#include "table_pool.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <fcntl.h>
#include <string.h>

enum { BOTS = 2, SEATS = 2, PROCESSES = BOTS * SEATS, SETS = 1000, RESTARTS = 2 };

static dom_core_entrant entrants[BOTS] = {{.name = "anna"}, {.name = "bert"}};
static dom_core_tournament t;
static dom_schedule_plan plan;
static dom_deal_secret secret;
static dom_core_spec spec;
static dom_core_run_state state;
static dom_core_agenda agenda;
static dom_core_process process[PROCESSES]; /* [bot * SEATS + seat] */
static dom_core_process *processes[PROCESSES];
static dom_core_bot bots[BOTS];
static dom_core_process_pool pool;
static dom_core_commit_queue queue;
static dom_core_table_pool tables;
static dom_err err;

static void seat_processes(void)
{
    pool = (dom_core_process_pool){.state = &state,
                                   .process = processes,
                                   .room = PROCESSES,
                                   .local_room = PROCESSES,
                                   .bots = bots,
                                   .users.fd = -1};
    for (int i = 0; i < PROCESSES; i++) {
        process[i] = (dom_core_process){
            .index = (uint32_t)i,
            .chair = {.bot = (uint16_t)(i / SEATS), .seat = (uint8_t)(i % SEATS)},
            .state = DOM_CORE_PROCESS_READY,
            .hello = {.max_tables = 1024, .batch = 1},
            .store_id = i + 1};
        cr_assert(eq(int, dom_ipc_link_open(&process[i].link, open("/dev/null", O_RDWR)), DOM_OK));
        processes[i] = bots[i / SEATS].chair[i % SEATS] = &process[i];
    }
}

static void set_up(void)
{
    t = (dom_core_tournament){
        .name = "t", .variant_count = 1, .bots = entrants, .bot_count = BOTS, .restarts = RESTARTS};
    cr_assert(eq(int, dom_variant_find(&t.variants[0], "block-2", &err), DOM_OK));
    plan = (dom_schedule_plan){.variant_count = 1,
                               .variant = {{.seats = SEATS}},
                               .stage_count = 1,
                               .stage = {{.bots = BOTS, .sets = SETS}}};
    dom_deal_secret_of_seed(&secret, 1);
    spec = (dom_core_spec){.tournament = &t, .plan = &plan, .secrets = &secret};
    state = (dom_core_run_state){
        .spec = &spec, .t = &t, .tournament_id = 1, .now_us = 1000000, .err = &err};
    state.cpus.count = 1;
    CPU_ZERO(&state.cpus.allowed);
    CPU_SET(0, &state.cpus.allowed);
    memset(bots, 0, sizeof bots);
    memset(&queue, 0, sizeof queue);
    queue.state = &state;
    queue.agenda = &agenda;
    cr_assert(eq(int, dom_core_agenda_open(&agenda, &plan, &err), DOM_OK), "%s", err.text);
    seat_processes();
    tables = (dom_core_table_pool){
        .state = &state, .agenda = &agenda, .processes = &pool, .queue = &queue};
    cr_assert(dom_core_table_pool_open(&tables));
}

static void tear_down(void)
{
    dom_core_table_pool_close(&tables);
    dom_core_commit_queue_close(&queue);
    dom_core_agenda_close(&agenda);
    for (int i = 0; i < PROCESSES; i++)
        dom_ipc_link_close(&process[i].link);
}

TestSuite(table_pool, .init = set_up, .fini = tear_down);

/* ---- how many begin --------------------------------------------------------- */

typedef struct {
    const char *what;
    int64_t answer_us; /* 0: nobody has answered yet */
    bool pins_cores;
    uint32_t concurrency, cores;
    int32_t max_tables; /* of each process */
    uint32_t open;
} load;

static const load loads[] = {
    {"before the first answer, one table for each core", 0, false, 0, 1, 1024, 1},
    {"before the first answer, no process sits at two tables", 0, false, 0, 8, 1024, 2},
    {"bots that think long", 1000, false, 0, 1, 1024, 1},
    {"bots that answer fast: the example in table_begin.c", 200, false, 0, 1, 1024, 318},
    {"at most 256 tables per seat", 10, false, 0, 1, 1024, 512},
    {"for each core", 10, false, 0, 2, 1024, 1024},
    {"fast bots, pinned to cores", 200, true, 0, 1, 1024, 1},
    {"the concurrency of the tournament", 200, false, 5, 1, 1024, 5},
    {"processes have room for a few tables only", 200, false, 0, 1, 8, 16},
};

Test(table_pool, as_many_matches_begin_as_bots_and_cores_allow)
{
    for (size_t i = 0; i < sizeof loads / sizeof *loads; i++) {
        const load *l = &loads[i];
        tear_down();
        set_up();
        t.pins_cores = l->pins_cores;
        t.concurrency = l->concurrency;
        state.cpus.count = l->cores;
        tables.answer_us = 64 * l->answer_us;
        for (int p = 0; p < PROCESSES; p++)
            process[p].hello.max_tables = l->max_tables;
        dom_core_table_pool_begin_matches(&tables);
        cr_expect(eq(u32, tables.open, l->open), "%s", l->what);
        cr_expect(zero(int, state.rc), "%s", l->what);
    }
}

/* Lets so many matches begin. */
static void begin(uint32_t count)
{
    t.concurrency = count;
    tables.answer_us = 64 * 200;
    dom_core_table_pool_begin_matches(&tables);
    cr_assert(eq(u32, tables.open, count));
}

/* Of CPUs 0 to 3 the run may use 1 and 3. */
Test(table_pool, tables_of_bots_that_think_have_a_cpu_each)
{
    enum { THINKS_US = 64 * DOM_CORE_FAST_ANSWER_US };
    static const struct {
        bool pins_cores;
        uint32_t concurrency, cores;
        int64_t answer_us;
        int cpu[3]; /* of the first tables */
    } cases[] = {
        {false, 0, 2, THINKS_US, {1, 3, 1}},
        {false, 0, 2, THINKS_US - 1, {-1, -1, -1}}, /* they answer fast                        */
        {false, 0, 2, 0, {-1, -1, -1}},             /* nobody knows yet                        */
        {false, 2, 2, THINKS_US, {-1, -1, -1}},     /* more or fewer tables than CPUs          */
        {false, 0, 1, THINKS_US, {-1, -1, -1}},     /* another run may use the other CPU       */
        {true, 2, 1, 0, {1, 3, 1}},
    };
    CPU_ZERO(&state.cpus.allowed);
    CPU_SET(1, &state.cpus.allowed);
    CPU_SET(3, &state.cpus.allowed);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        t.pins_cores = cases[i].pins_cores;
        t.concurrency = cases[i].concurrency;
        state.cpus.count = cases[i].cores;
        tables.answer_us = cases[i].answer_us;
        for (uint32_t slot = 0; slot < 3; slot++)
            cr_expect(eq(int, dom_core_table_pool_cpu_of(&tables, slot), cases[i].cpu[slot]),
                      "row %zu, table %u", i, slot);
    }
}

Test(table_pool, no_table_has_a_cpu_if_the_cpus_are_unknown)
{
    CPU_ZERO(&state.cpus.allowed);
    t.pins_cores = true;
    cr_expect(eq(int, dom_core_table_pool_cpu_of(&tables, 0), DOM_CORE_ANY_CPU));
}

Test(table_pool, hosts_move_the_core_if_answers_are_seldom)
{
    enum { MS = 64000 };
    static const struct {
        int cpu;
        uint32_t cores;
        int64_t answer_us;
        bool moves;
    } cases[] = {
        {0, 2, 1 * MS, true},    /* an answer every 0.5 ms */
        {0, 4, 1 * MS, true},    /* every 0.25 ms          */
        {0, 5, 1 * MS, false},   /* every 0.2 ms           */
        {0, 64, 16 * MS, true},  /* every 0.25 ms          */
        {0, 64, 15 * MS, false}, /* every 0.23 ms          */
        {-1, 2, 1 * MS, false},  /* the table has no CPU   */
        {0, 1, 1 * MS, false},   /* there is no other CPU  */
        {0, 2, 0, false},        /* nobody knows yet       */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const dom_core_process p = {.cpu = cases[i].cpu};
        state.cpus.count = cases[i].cores;
        tables.answer_us = cases[i].answer_us;
        cr_expect(eq(int, dom_core_table_pool_moves_core(&tables, &p), cases[i].moves), "row %zu",
                  i);
    }
}

/* Of CPUs 0 to 3 the run may use 1 and 3. */
Test(table_pool, hosts_have_the_cpu_of_their_table_or_take_turns)
{
    static const struct {
        uint32_t concurrency, cores, index;
        int bot_cpu, host_cpu;
    } cases[] = {
        {0, 2, 0, DOM_CORE_ANY_CPU, 1},
        {0, 2, 1, DOM_CORE_ANY_CPU, 3},
        {0, 2, 2, DOM_CORE_ANY_CPU, 1},
        {2, 2, 1, DOM_CORE_ANY_CPU, DOM_CORE_ANY_CPU},
        {0, 1, 1, DOM_CORE_ANY_CPU, DOM_CORE_ANY_CPU},
        {0, 2, 0, 3, 3},
        {2, 2, 1, 1, 1},
    };
    CPU_ZERO(&state.cpus.allowed);
    CPU_SET(1, &state.cpus.allowed);
    CPU_SET(3, &state.cpus.allowed);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const dom_core_process p = {.index = cases[i].index, .cpu = cases[i].bot_cpu};
        t.concurrency = cases[i].concurrency;
        state.cpus.count = cases[i].cores;
        cr_expect(eq(int, dom_core_table_pool_host_cpu_of(&tables, &p), cases[i].host_cpu),
                  "row %zu", i);
    }
}

Test(table_pool, matches_begin_in_their_order)
{
    begin(3);
    for (uint16_t i = 0; i < 3; i++) {
        cr_expect(eq(u64, tables.slots.item[i]->seating.number, i + 1));
        cr_expect(eq(u64, queue.under_way[i], i + 1), "its start waits to be stored");
        cr_expect(eq(u32, tables.slots.item[i]->attempt, 1));
        cr_expect(dom_core_agenda_is_done(&agenda, i + UINT64_C(1)));
    }
    cr_expect(eq(u64, agenda.next, 4));
}

/* ---- who watches -------------------------------------------------------------- */

enum { WATCHED = DOM_CORE_WATCH_MATCHES_MAX + 6, AFTER_US = DOM_CORE_WATCH_AFTER_MS * 1000 };

Test(table_pool, somebody_who_watches_sees_the_oldest_matches_that_have_lasted_a_while)
{
    dom_core_open_matches open;
    int64_t begun_us = state.now_us;
    begin(WATCHED);
    state.now_us = begun_us + AFTER_US - 1;
    dom_core_table_pool_list(&tables, &open);
    cr_expect(all(zero(u32, open.count), zero(u32, open.shown)), "no match has lasted so long");
    state.now_us++;
    tables.slots.item[1]->is_used = false;
    tables.slots.item[2]->started_us++;
    tables.slots.item[3]->begun = WATCHED + 1; /* the match in this slot began last */
    dom_core_table_pool_list(&tables, &open);
    cr_expect(eq(u32, open.count, WATCHED - 2));
    cr_assert(eq(u32, open.shown, DOM_CORE_WATCH_MATCHES_MAX));
    cr_expect(eq(u64, open.match[0].match, 1));
    for (uint32_t i = 1; i < open.shown; i++)
        cr_expect(eq(u64, open.match[i].match, i + 4));
    tables.slots.item[1]->is_used = true;
}

Test(table_pool, a_watched_match_is_told_as_it_stands)
{
    dom_core_open_matches open;
    dom_core_slot *s;
    begin(1);
    s = tables.slots.item[0];
    s->table->match.score[1] = 40;
    s->ask.asked_us = s->started_us + 250999;
    state.now_us = s->started_us + AFTER_US;
    dom_core_table_pool_list(&tables, &open);
    cr_assert(eq(u32, open.shown, 1));
    const dom_core_open_match *m = &open.match[0];
    cr_expect(all(eq(u64, m->match, 1), eq(u64, m->set, 1), eq(int, m->seats, 2),
                  eq(int, m->round, 1), eq(int, m->score[1], 40), eq(int, m->bot[0], 0),
                  eq(int, m->bot[1], 1), eq(int, m->turn, s->table->match.play.turn),
                  eq(i64, m->started_ms, s->started_ms)));
    cr_expect(eq(i64, m->asked_ms, s->started_ms + 250));
    cr_expect(eq(ptr, (void *)m->decisions, s->decisions.bytes));
    s->ask.is_open = false;
    dom_core_table_pool_list(&tables, &open);
    cr_expect(all(eq(int, open.match[0].turn, DOM_NOBODY), zero(i64, open.match[0].asked_ms)));
}

Test(table_pool, no_match_begins_while_a_full_group_waits)
{
    queue.finished_count = DOM_CORE_GROUP_MATCHES_MAX;
    dom_core_table_pool_begin_matches(&tables);
    cr_expect(zero(u32, tables.open));
    queue.finished_count = 0;
}

/* ---- which matches begin ---------------------------------------------------- */

/* Plays matches one after the other, each for this time, and returns the numbers of the first six.
 */
static void play_six(int64_t answer_us, int64_t match_us, uint64_t played[6])
{
    t.concurrency = 1;
    tables.answer_us = 64 * answer_us;
    for (int i = 0; i < 6; i++) {
        dom_core_table_pool_begin_matches(&tables);
        cr_assert(eq(u32, tables.open, 1));
        dom_core_slot *s = tables.slots.item[0];
        played[i] = s->seating.number;
        state.now_us += match_us;
        for (int seat = 0; seat < SEATS; seat++)
            s->seat[seat].process->play.tables--;
        dom_core_slots_release(&tables.slots, s);
        tables.open--;
    }
}

/* In matches 1, 3 and 5 anna sits in seat 0, in the others bert does. */
Test(table_pool, bots_that_think_keep_their_seats_for_some_matches)
{
    static const struct {
        const char *what;
        int64_t answer_us, match_us;
        uint64_t played[6];
    } cases[] = {
        {"the example in table_pool.h", 1000, 100000, {1, 3, 5, 2, 4, 6}},
        {"only one more match begins before 0.25 s are over", 1000, 200000, {1, 3, 2, 4, 5, 7}},
        {"the first match takes 0.25 s", 1000, 250000, {1, 2, 3, 4, 5, 6}},
        {"bots that share processes", 999, 100000, {1, 2, 3, 4, 5, 6}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint64_t played[6];
        tear_down();
        set_up();
        play_six(cases[i].answer_us, cases[i].match_us, played);
        for (int m = 0; m < 6; m++)
            cr_expect(eq(u64, played[m], cases[i].played[m]), "%s: match %d", cases[i].what, m);
    }
}

/* Makes the plan a comparison, with another agenda. */
static void compare(void)
{
    plan.kind = DOM_SCHEDULE_PLAN_COMPARE;
    dom_core_agenda_close(&agenda);
    cr_assert(eq(int, dom_core_agenda_open(&agenda, &plan, &err), DOM_OK), "%s", err.text);
}

static void set_rotation_0(dom_core_process_state now)
{
    process[0].state = now;         /* anna in seat 0 */
    process[SEATS + 1].state = now; /* bert in seat 1 */
}

/* Otherwise no set would be complete for a long time, and the test could not end. */
Test(table_pool, one_rotation_of_a_comparison_runs_only_a_few_sets_ahead_of_the_other)
{
    static const uint64_t begun[] = {2, 4, 6, 1, 3, 5, 7, 8, 9};
    compare();
    tables.answer_us = 64 * 200;
    t.concurrency = sizeof begun / sizeof *begun;
    set_rotation_0(DOM_CORE_PROCESS_STARTING);
    for (int i = 0; i < 2; i++)
        dom_core_table_pool_begin_matches(&tables);
    cr_assert(eq(u32, tables.open, 3), "however often it is tried");
    set_rotation_0(DOM_CORE_PROCESS_READY);
    dom_core_table_pool_begin_matches(&tables);
    cr_assert(eq(u32, tables.open, t.concurrency));
    for (uint32_t i = 0; i < tables.open; i++)
        cr_expect(eq(u64, tables.slots.item[i]->seating.number, begun[i]), "table %u", i);
}

Test(table_pool, bots_that_think_keep_their_seats_in_a_comparison_for_fewer_matches)
{
    uint64_t played[6];
    compare();
    play_six(1000, 1000, played);
    static const uint64_t expected[6] = {1, 3, 5, 7, 2, 4};
    for (int m = 0; m < 6; m++)
        cr_expect(eq(u64, played[m], expected[m]), "match %d", m);
}

/* ---- how matches under way end ---------------------------------------------- */

Test(table_pool, a_withdrawn_bot_loses_its_open_matches_in_every_seat)
{
    begin(4);
    state.now_us += 3000000;
    uint64_t first = tables.slots.item[0]->seating.number;
    cr_expect(eq(u64, dom_core_table_pool_withdraw(&tables, 1, "it does not start"), first));
    cr_expect(zero(u64, dom_core_table_pool_withdraw(&tables, 1, "none is open")));
    cr_expect(zero(u32, tables.open));
    cr_assert(eq(u32, queue.finished_count, 4));
    for (int i = 0; i < 4; i++) {
        const dom_store_match *m = &queue.finished[i];
        cr_expect(eq(int, m->end, DOM_FAULT_SPAWN));
        cr_expect(eq(int, m->seat[m->fault_seat].bot, 1));
        cr_expect(eq(int, m->seat[m->fault_seat].place, 2));
        cr_expect(eq(i64, m->duration_ms, 3000));
    }
    for (int i = 0; i < PROCESSES; i++) {
        cr_expect(zero(int, process[i].play.tables));
        cr_expect(eq(i64, process[i].idle_us, state.now_us));
    }
    cr_expect(eq(u32, queue.faults.count, 4));
    cr_expect(state.has_news);
}

/* A bot may be working on an ask of this match. It must learn at once that the ask is cancelled. */
Test(table_pool, the_result_of_a_match_that_a_fault_has_ended_does_not_wait)
{
    begin(1);
    const dom_core_slot *s = tables.slots.item[0];
    int asked = s->table->match.play.turn;
    const dom_ipc_link *other = &s->seat[1 - asked].process->link;
    cr_assert(eq(i64, dom_ipc_link_patience_us(other), 250000));
    dom_core_table_pool_withdraw(&tables, s->seat[asked].bot, "it does not start");
    cr_expect(zero(i64, dom_ipc_link_patience_us(other)));
}

Test(table_pool, void_matches_leave_nothing)
{
    begin(4);
    dom_core_table_pool_void_all(&tables);
    cr_expect(zero(u32, tables.open));
    cr_expect(dom_core_commit_queue_is_empty(&queue));
    for (uint16_t i = 0; i < 4; i++) {
        cr_expect(not(tables.slots.item[i]->is_used));
        cr_expect(zero(u64, queue.under_way[i]), "its start is not stored");
    }
}

/* Ends a process that is not asked at the moment. Returns true if a match pays. */
static bool crash(dom_core_process *p)
{
    p->ended.is_reported = true;
    p->ended.slot = DOM_IPC_NO_SLOT;
    p->ended.frame = (dom_ipc_frame_ended){.code = DOM_FAULT_CRASH, .text = "gone"};
    return dom_core_table_pool_take_end(&tables, p);
}

static int seat_of(const dom_core_slot *s, int bot)
{
    return s->seating.bot[0] == bot ? 0 : 1;
}

Test(table_pool, an_end_that_no_match_pays_counts_as_a_free_end_in_each)
{
    begin(4);
    dom_core_process *p = tables.slots.item[0]->seat[0].process;
    cr_expect(not(crash(p)));
    for (uint16_t i = 0; i < 4; i++) {
        const dom_core_slot *s = tables.slots.item[i];
        int seat = seat_of(s, p->chair.bot);
        bool sat_there = seat == p->chair.seat;
        cr_expect(eq(u32, s->seat[seat].free_ends, sat_there), "match %d", i + 1);
        cr_expect(eq(int, s->seat[seat].process == NULL, sat_there));
        cr_expect(zero(u32, s->seat[1 - seat].free_ends));
    }
}

Test(table_pool, an_end_that_a_match_pays_is_no_free_end_of_the_others)
{
    begin(4);
    dom_core_process *p = tables.slots.item[0]->seat[0].process;
    tables.slots.item[0]->seat[0].free_ends = RESTARTS;
    cr_expect(crash(p));
    cr_expect(eq(u32, tables.open, 3));
    cr_assert(eq(u32, queue.finished_count, 1));
    cr_expect(eq(u64, queue.finished[0].match, 1));
    cr_expect(eq(str, queue.faults.item[0].text,
                 (char *)"gone while it owed nothing; free ends in this match before: 2"));
    for (uint16_t i = 1; i < 4; i++)
        for (int seat = 0; seat < SEATS; seat++)
            cr_expect(zero(u32, tables.slots.item[i]->seat[seat].free_ends));
}

Test(table_pool, the_match_of_the_oldest_ask_pays_for_a_host_that_died)
{
    begin(4);
    const dom_core_slot *s = tables.slots.item[0];
    dom_core_process *p = s->seat[s->table->match.play.turn].process;
    p->ended.is_reported = false;
    p->ended.frame = (dom_ipc_frame_ended){.code = DOM_FAULT_PROTOCOL, .text = "its host died"};
    cr_expect(dom_core_table_pool_take_end(&tables, p));
    cr_expect(eq(u16, p->ended.slot, 0));
    cr_expect(eq(u64, queue.finished[0].match, 1));
    cr_expect(eq(int, queue.faults.item[0].row.choice, 0), "it was asked for the first choice");
}
