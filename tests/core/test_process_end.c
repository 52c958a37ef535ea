/* What the end of a process costs when no match pays for it: the table in payer.h. */
#include "run.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static dom_core_entrant entrants[1];
static dom_core_tournament t;
static dom_core_spec spec;
static dom_core_process *processes[1];
static dom_core_bot bots[1];
static dom_core_loop loop;
static dom_err err;
static dom_core_end heard; /* what the hook was told */
static char heard_text[DOM_IPC_REASON_BYTES];

static void hear_end(void *context, const dom_core_end *end)
{
    heard = *end;
}

static int withdrawals;
static dom_core_withdrawal withdrawal;
static char withdrawal_text[DOM_IPC_REASON_BYTES];

static void hear_withdrawal(void *context, const dom_core_withdrawal *w)
{
    withdrawals++;
    withdrawal = *w;
    strcpy(withdrawal_text, w->text);
}

static void set_up(void)
{
    withdrawals = 0;
    entrants[0] = (dom_core_entrant){.name = "anna"};
    bots[0] = (dom_core_bot){.is_checked = true};
    t = (dom_core_tournament){.bots = entrants, .bot_count = 1, .restarts = 3};
    spec = (dom_core_spec){.tournament = &t,
                           .host_program = HOST_PROGRAM,
                           .sandbox = DOM_SANDBOX_NONE,
                           .observer = {.on_end = hear_end, .on_withdraw = hear_withdrawal}};
    loop.state = (dom_core_run_state){.spec = &spec, .t = &t, .err = &err};
    loop.processes = (dom_core_process_pool){.state = &loop.state,
                                             .process = processes,
                                             .room = 1,
                                             .bots = bots,
                                             .users.fd = -1,
                                             .ready.fd = -1};
    loop.stop = (dom_core_stop){.signal_fd = -1};
    loop.tables.state = loop.queue.state = &loop.state;
    loop.tables.processes = &loop.processes;
    loop.tables.queue = &loop.queue;
    dom_core_inherited_note(&loop.processes.inherited);
    cr_assert(eq(int, dom_fs_run_dir_make(loop.state.run_dir, &err), DOM_OK), "%s", err.text);
}

static void tear_down(void)
{
    (void)rmdir(loop.state.run_dir);
    dom_core_commit_queue_close(&loop.queue);
}

TestSuite(process_end, .init = set_up, .fini = tear_down);

/* How a process ended. */
typedef struct {
    const char *what;
    dom_fault code;
    dom_ending ending;
    uint64_t answers;
    bool was_leaving, is_checking;
    enum { FREE, FAILED_START, STARTED_AGAIN, NOTHING } costs;
} ending;

static void end(const ending *e)
{
    dom_core_process *p = calloc(1, sizeof *p);
    cr_assert(ne(ptr, p, NULL));
    p->link.fd = -1;
    p->hello.max_tables = e->answers > 0;
    p->play.answers = e->answers;
    p->ended.is_reported = true;
    p->ended.slot = DOM_IPC_NO_SLOT;
    p->ended.frame = (dom_ipc_frame_ended){
        .code = (int32_t)e->code, .ending = (int32_t)e->ending, .text = "gone"};
    p->log.bytes = (uint8_t *)strdup("error: no\x7f~\n");
    p->log.size = strlen((const char *)p->log.bytes);
    processes[0] = p;
    loop.state.is_checking = e->is_checking;
    loop.state.has_news = false;
    dom_core_process_end_take(&loop, &(dom_core_process_event){.kind = DOM_CORE_EVENT_ENDED,
                                                               .process = p,
                                                               .was_leaving = e->was_leaving});
    cr_expect(eq(ptr, processes[0], NULL), "%s: it is released", e->what);
    cr_expect(loop.state.has_news, "%s: the next process may be started", e->what);
    heard_text[0] = '\0';
    if (loop.queue.faults.count > 0)
        strcpy(heard_text, loop.queue.faults.item[loop.queue.faults.count - 1].text);
}

static const ending endings[] = {
    {"it was told to leave", DOM_FAULT_NONE, DOM_ENDING_EXIT, 5, true, false, NOTHING},
    {"a crash after an answer", DOM_FAULT_CRASH, DOM_ENDING_EXIT, 1, false, false, FREE},
    {"a crash without an answer", DOM_FAULT_CRASH, DOM_ENDING_EXIT, 0, false, false, FAILED_START},
    {"a protocol fault", DOM_FAULT_PROTOCOL, DOM_ENDING_ARENA, 5, false, false, FAILED_START},
    {"a failed start", DOM_FAULT_SPAWN, DOM_ENDING_EXIT, 0, false, false, FAILED_START},
    {"killed in the check", DOM_FAULT_CRASH, DOM_ENDING_SIGNAL, 0, false, true, STARTED_AGAIN},
    {"its host died in the check", DOM_FAULT_SPAWN, DOM_ENDING_HOST, 0, false, true, STARTED_AGAIN},
    {"killed later", DOM_FAULT_CRASH, DOM_ENDING_SIGNAL, 0, false, false, FAILED_START},
    {"exited in the check", DOM_FAULT_SPAWN, DOM_ENDING_EXIT, 0, false, true, FAILED_START},
};

Test(process_end, an_end_for_which_no_match_pays_costs_what_payer_h_says)
{
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        const ending *e = &endings[i];
        bool is_fault = e->costs == FREE || e->costs == FAILED_START;
        tear_down();
        memset(&loop, 0, sizeof loop);
        set_up();
        end(e);
        cr_expect(zero(int, loop.state.rc), "%s: %s", e->what, err.text);
        cr_expect(eq(u32, bots[0].failed_starts, e->costs == FAILED_START), "%s", e->what);
        cr_expect(eq(int, bots[0].was_killed, e->costs == STARTED_AGAIN), "%s", e->what);
        cr_expect(eq(int, bots[0].is_checked, e->costs != STARTED_AGAIN), "%s", e->what);
        cr_expect(eq(int, heard.starts_again, e->costs == STARTED_AGAIN), "%s", e->what);
        cr_expect(eq(int, heard.said_hello, e->answers > 0), "%s", e->what);
        cr_expect(not(heard.is_paid), "%s", e->what);
        cr_expect(eq(u32, loop.queue.faults.count, is_fault), "%s", e->what);
        cr_expect(eq(int, strstr(heard_text, "which was free") != NULL, e->costs == FREE), "%s: %s",
                  e->what, heard_text);
    }
}

Test(process_end, a_crash_after_a_signal_to_stop_costs_nothing_and_stops_the_run)
{
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        const ending *e = &endings[i];
        bool is_end = !e->was_leaving && e->code != DOM_FAULT_PROTOCOL;
        bool is_fault = !e->was_leaving && !is_end;
        tear_down();
        memset(&loop, 0, sizeof loop);
        set_up();
        loop.stop.is_stopping = true;
        loop.stop.stop_us = INT64_MAX;
        loop.tables.open = 1; /* without any, the signal alone stops the run */
        end(e);
        cr_expect(eq(int, loop.stop.is_stopped, is_end), "%s", e->what);
        cr_expect(eq(u32, loop.queue.faults.count, is_fault), "%s", e->what);
        cr_expect(eq(u32, bots[0].failed_starts, is_fault), "%s", e->what);
        cr_expect(eq(u32, loop.tables.open, !is_end), "%s: open matches are void", e->what);
    }
}

Test(process_end, the_text_of_a_fault_has_what_the_bot_printed_in_ascii)
{
    end(&endings[1]);
    cr_expect(eq(str, heard_text,
                 (char *)"gone while it owed nothing, which was free; it printed: error: no?~"));
}

Test(process_end, a_bot_is_started_again_for_free_only_once)
{
    const ending killed = {"killed", DOM_FAULT_CRASH, DOM_ENDING_SIGNAL, 0, false, true, NOTHING};
    end(&killed);
    cr_expect(zero(u32, bots[0].failed_starts));
    bots[0].is_checked = true;
    end(&killed);
    cr_expect(eq(u32, bots[0].failed_starts, 1));
}

Test(process_end, so_many_failed_starts_as_restarts_withdraw_the_bot)
{
    const ending *failed = &endings[4];
    end(failed);
    end(failed);
    cr_expect(not(bots[0].is_withdrawn));
    cr_expect(eq(i8, loop.queue.faults.item[1].row.seat, 0));
    end(failed);
    cr_expect(bots[0].is_withdrawn);
}

/* So everybody who reads the faults knows who left and why. */
Test(process_end, the_fault_that_withdraws_a_bot_says_so)
{
    t.restarts = 1;
    end(&endings[4]);
    cr_assert(eq(u32, loop.queue.faults.count, 1));
    cr_expect(dom_store_fault_withdraws(&loop.queue.faults.item[0].row));
    cr_expect(eq(str, heard_text, (char *)"withdrawn: gone; it printed: error: no?~"));
    cr_expect(eq(str, withdrawal_text, (char *)"gone; it printed: error: no?~"));
    cr_expect(zero(int, withdrawal.bot));
    cr_expect(zero(u64, withdrawal.match), "none was open");
    end(&endings[4]);
    cr_expect(not(dom_store_fault_withdraws(&loop.queue.faults.item[1].row)), "only once");
}

/* Other processes of the bot were still starting when it was withdrawn. */
Test(process_end, a_bot_is_withdrawn_only_once)
{
    t.restarts = 1;
    for (int i = 0; i < 3; i++)
        end(&endings[4]);
    cr_expect(bots[0].is_withdrawn);
    cr_expect(eq(int, withdrawals, 1));
    cr_expect(eq(u32, loop.queue.faults.count, 3), "each failed start is a fault");
}

Test(process_end, without_restarts_one_failed_start_withdraws_the_bot)
{
    t.restarts = 0;
    end(&endings[4]);
    cr_expect(bots[0].is_withdrawn);
}

Test(process_end, in_the_check_one_failed_start_is_enough)
{
    const ending failed = {"failed", DOM_FAULT_SPAWN, DOM_ENDING_EXIT, 0, false, true, NOTHING};
    bots[0].is_checked = false;
    spec.skip_broken = true;
    end(&failed);
    cr_expect(bots[0].is_withdrawn);
    cr_expect(zero(int, loop.state.rc));
    spec.skip_broken = bots[0].is_checked = bots[0].is_withdrawn = false;
    end(&failed);
    cr_expect(not(bots[0].is_withdrawn));
    cr_expect(zero(int, loop.state.rc), "the other bots are tried first");
    cr_expect(bots[0].is_checked);
    cr_expect(eq(u32, loop.state.refusals, 1));
    cr_expect(eq(str, loop.state.refused.text,
                 (char *)"bot 'anna' cannot be started: gone; it printed: error: no?~"));
}

static char refusal[DOM_ERR_BYTES];

static void hear_refusal(void *context, const char *text)
{
    strcpy(refusal, text);
}

Test(process_end, in_the_check_the_second_broken_bot_is_told_and_the_first_is_the_error)
{
    const ending failed = {"failed", DOM_FAULT_SPAWN, DOM_ENDING_EXIT, 0, false, true, NOTHING};
    refusal[0] = '\0';
    spec.observer.on_remark = hear_refusal;
    bots[0].is_checked = false;
    end(&failed);
    cr_expect(zero(chr, refusal[0]));
    bots[0].is_checked = false;
    end(&failed);
    cr_expect(eq(str, refusal, loop.state.refused.text));
    cr_expect(eq(u32, loop.state.refusals, 2));
}

Test(process_end, a_bot_is_not_charged_if_the_machine_is_at_fault)
{
    cr_assert(zero(int, rmdir(loop.state.run_dir)));
    end(&endings[4]);
    cr_expect(eq(int, loop.state.rc, DOM_E_IO));
    cr_expect(zero(u32, bots[0].failed_starts));
    cr_expect(zero(u32, loop.queue.faults.count));
}

Test(process_end, a_later_failure_does_not_replace_the_first)
{
    cr_expect(eq(ptr, dom_core_err_of(&loop.state), &err));
    dom_core_fail(&loop.state, DOM_E_LIMIT);
    dom_core_fail(&loop.state, DOM_E_IO);
    cr_expect(eq(int, loop.state.rc, DOM_E_LIMIT));
    cr_expect(eq(ptr, dom_core_err_of(&loop.state), NULL), "the text of the first is kept");
}
