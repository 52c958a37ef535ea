/* Handles the end of a process: what it costs a match, the bot, or the run (table in payer.h). */
#include "run.h"

#include "base/now.h"
#include "base/text.h"
#include "end_text.h"

#include <stdio.h>

static void report_end(const dom_core_loop *loop, const dom_core_process_event *event, bool is_paid,
                       bool starts_again)
{
    const dom_core_observer *observer = &loop->state.spec->observer;
    const dom_core_process *p = event->process;
    char text[DOM_IPC_REASON_BYTES];
    dom_core_end_describe(p, loop->state.spec->sandbox, "", text);
    dom_core_end end = {.bot = p->chair.bot,
                        .was_leaving = event->was_leaving,
                        .starts_again = starts_again,
                        .said_hello = p->hello.max_tables > 0,
                        .is_paid = is_paid,
                        .code = (dom_fault)p->ended.frame.code,
                        .ending = (dom_ending)p->ended.frame.ending,
                        .text = text,
                        .log = p->log.bytes,
                        .log_size = p->log.size};
    if (observer->on_end)
        observer->on_end(observer->context, &end);
}

/* ---- an end for which no match pays --------------------------------------- */

/* Passes the fault of such an end on to be stored, with the seat of the process, or -1 if it
 * withdraws the bot (dom_store_fault_withdraws). */
static void add_unpaid_fault(dom_core_loop *loop, const dom_core_process *p, int8_t seat,
                             const char *text)
{
    dom_store_fault fault = {.tournament = loop->state.tournament_id,
                             .bot = p->chair.bot,
                             .seat = seat,
                             .process = p->store_id,
                             .code = (dom_fault)p->ended.frame.code,
                             .choice = -1,
                             .when_ms = dom_now_ms()};
    dom_core_commit_queue_add_fault(&loop->queue, &fault, text, &p->ended.frame.said);
}

/* Checks whether the machine, and not the bot, is the cause of a failed start: the run directory
 * was removed or is full, or a program that is known to work cannot be started either. Then the run
 * fails, and what is not played yet can be played when the machine works again. */
static dom_rc check_machine(dom_core_run_state *state)
{
    dom_err *err = dom_core_err_of(state);
    dom_rc rc = dom_fs_run_dir_check(state->run_dir, dom_core_bot_users_are_there(), err);
    if (rc == DOM_OK)
        rc = dom_core_process_try(state->spec->host_program, state->spec->sandbox,
                                  &state->spec->tournament->shown, err);
    return rc;
}

/* Withdraws the bot of this process. The fault that is stored says so, and names the match that
 * waited. */
static void withdraw(dom_core_loop *loop, const dom_core_process *p, const char *why)
{
    const dom_core_observer *observer = &loop->state.spec->observer;
    uint16_t bot = p->chair.bot;
    char said[DOM_IPC_REASON_BYTES];
    dom_text text = dom_text_of(said, sizeof said);
    dom_core_process_pool_withdraw(&loop->processes, bot);
    uint64_t match = dom_core_table_pool_withdraw(&loop->tables, bot, why);
    dom_text_add(&text, match ? "withdrawn in match " : "withdrawn");
    if (match)
        dom_text_add_int(&text, (long long)match);
    dom_text_add(&text, ": ");
    dom_text_add(&text, why);
    add_unpaid_fault(loop, p, -1, said);
    const dom_core_withdrawal withdrawal = {.bot = bot, .match = match, .text = why};
    if (observer->on_withdraw)
        observer->on_withdraw(observer->context, &withdrawal);
}

/* A bot could not be started before the first match: the run fails when all bots have been tried.
 */
static void refuse_bot(dom_core_loop *loop, const dom_core_process *p)
{
    dom_core_run_state *state = &loop->state;
    const dom_core_observer *observer = &state->spec->observer;
    const dom_core_entrant *bot = &state->t->bots[p->chair.bot];
    char printed[DOM_CORE_PRINTED_BYTES], take[200] = "";
    dom_err refused;
    if (bot->has_begun)
        (void)snprintf(take, sizeof take,
                       "; `domino-arena entry %s %s --take BOT` lets another version play on",
                       state->t->name, bot->name);
    dom_core_end_printed(p, state->spec->sandbox, printed);
    (void)dom_err_set(&refused, DOM_E_CONFIG, "bot '%s' cannot be started: %s%s%s", bot->name,
                      p->ended.frame.text, printed, take);
    loop->processes.bots[p->chair.bot].is_checked = true;
    if (state->refusals++ == 0)
        state->refused = refused;
    else if (observer->on_remark)
        observer->on_remark(observer->context, refused.text);
}

static void count_failed_start(dom_core_loop *loop, const dom_core_process *p)
{
    dom_core_run_state *state = &loop->state;
    dom_core_bot *bot = &loop->processes.bots[p->chair.bot];
    dom_rc rc = check_machine(state);
    if (rc != DOM_OK) {
        dom_core_fail(state, rc);
        return;
    }
    bool is_first = state->is_checking && !bot->is_checked;
    if (is_first && !state->spec->skip_broken) {
        refuse_bot(loop, p);
        return;
    }
    char text[DOM_IPC_REASON_BYTES];
    dom_core_end_describe(p, state->spec->sandbox, "", text);
    bool is_enough = ++bot->failed_starts >= state->t->restarts || is_first;
    if (is_enough && !bot->is_withdrawn) /* several processes of it may have been starting */
        withdraw(loop, p, text);
    else
        add_unpaid_fault(loop, p, (int8_t)p->chair.seat, text);
}

/* An end for which no match paid is a failed start, unless the process crashed after it had
 * answered an ask; then it is a free end. A crash before the first answer counts as a failed start,
 * because otherwise a bot that always crashes could be restarted for ever. */
static bool is_failed_start(const dom_core_process *p)
{
    return p->ended.frame.code != DOM_FAULT_CRASH || p->play.answers == 0;
}

static void take_unpaid_end(dom_core_loop *loop, const dom_core_process *p)
{
    char text[DOM_IPC_REASON_BYTES];
    if (is_failed_start(p)) {
        count_failed_start(loop, p);
        return;
    }
    dom_core_end_describe(p, loop->state.spec->sandbox, " while it owed nothing, which was free",
                          text);
    add_unpaid_fault(loop, p, (int8_t)p->chair.seat, text);
}

/* Returns true if the bot is started once more for free: before the first match a signal killed it,
 * or its host died. That may be chance; for example, the kernel kills processes when memory is
 * short. */
static bool is_started_again(dom_core_loop *loop, const dom_core_process *p)
{
    dom_core_bot *bot = &loop->processes.bots[p->chair.bot];
    dom_ending ending = (dom_ending)p->ended.frame.ending;
    bool was_killed = ending == DOM_ENDING_SIGNAL || ending == DOM_ENDING_HOST;
    if (!loop->state.is_checking || !was_killed || bot->was_killed)
        return false;
    bot->was_killed = true;
    bot->is_checked = false;
    return true;
}

/* Returns true if the bot has ended by itself after the run was told to stop. Batch systems, and a
 * machine that shuts down, send the same signal to all processes of a run: then the bot is not to
 * blame. */
static bool is_stopped_too(dom_core_loop *loop, const dom_core_process_event *event)
{
    dom_fault code = (dom_fault)event->process->ended.frame.code;
    dom_core_stop_read_signals(&loop->stop, &loop->state, loop->tables.open > 0);
    return loop->stop.is_stopping && !event->was_leaving &&
           (code == DOM_FAULT_CRASH || code == DOM_FAULT_SPAWN);
}

void dom_core_process_end_take(dom_core_loop *loop, const dom_core_process_event *event)
{
    dom_core_process *p = event->process;
    bool is_void = is_stopped_too(loop, event);
    if (is_void) {
        loop->stop.is_stopped = true;
        dom_core_table_pool_void_all(&loop->tables);
    }
    bool is_paid = dom_core_table_pool_take_end(&loop->tables, p);
    bool is_settled = event->was_leaving || is_paid || is_void;
    bool starts_again = !is_settled && is_started_again(loop, p);
    report_end(loop, event, is_paid, starts_again);
    if (!is_settled && !starts_again)
        take_unpaid_end(loop, p);
    dom_core_process_pool_release(&loop->processes, p);
    loop->state.has_news = true;
}
