#include "time_budget.h"

#include <stddef.h>

/* The kernel reports the user time and the kernel time of ended children in whole ticks of 10 ms
 * each. So up to 20 ms of them are not reported yet. */
enum { UNTOLD_US = 20000 };

/* When the arena begins to wait for the bot, the time since the last reading must be skipped. Less
 * than this is not worth reading the CPU clocks. */
enum { IDLE_US = 10000 };

/* Between two asks a bot runs a moment: it falls asleep, and it reads the messages about matches.
 * If it starts a process in this time, the next regular reading finds it. Its waits from before the
 * ask may be credited then, but never more than the time in which no process of the bot ran. */
enum { FINISHING_US = 1000 };

static int64_t earlier_of(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static int64_t later_of(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

/* ---- one wait ------------------------------------------------------------- */

dom_host_wait dom_host_wait_begin(int64_t now_us, int64_t us)
{
    return (dom_host_wait){.until_us = now_us + us, .since_us = now_us};
}

void dom_host_wait_resume(dom_host_wait *wait, int64_t now_us, int64_t us)
{
    wait->until_us = now_us + us;
}

void dom_host_wait_credit(dom_host_wait *wait, int64_t now_us, int64_t us)
{
    if (wait->until_us == DOM_HOST_NEVER)
        return;
    us = earlier_of(us, DOM_HOST_CREDIT_MAX_US - wait->credit_us);
    us = earlier_of(us, now_us - wait->since_us);
    wait->since_us = now_us;
    wait->until_us += us;
    wait->credit_us += us;
}

/* ---- the budget ----------------------------------------------------------- */

void dom_host_time_budget_init(dom_host_time_budget *b, int64_t move_us, int64_t margin_us,
                               int64_t startup_us, int64_t now_us)
{
    *b = (dom_host_time_budget){.move_us = move_us, .margin_us = margin_us};
    b->due.hello_us = now_us + startup_us + 1;
    b->due.sign_us = DOM_HOST_NEVER;
    b->answer.at_us = now_us;
    TAILQ_INIT(&b->asks);
}

void dom_host_time_budget_hello(dom_host_time_budget *b)
{
    b->due.hello_us = DOM_HOST_NEVER;
}

bool dom_host_time_budget_runs(const dom_host_time_budget *b)
{
    return b->outstanding > 0 || b->cancelled.left_us > 0;
}

bool dom_host_time_budget_is_silent(const dom_host_time_budget *b)
{
    return b->due.sign_us != DOM_HOST_NEVER;
}

/* From now on, the asks cancelled so far no longer count. */
static void forget_cancelled(dom_host_time_budget *b)
{
    b->cancelled.count = 0;
    b->cancelled.left_us = 0;
    b->cancelled.from_us = b->at_us;
}

/* If the budget is below zero, the bank of the oldest ask's match pays as far as it can. */
static void let_bank_pay(dom_host_time_budget *b)
{
    dom_host_ask_time *oldest = TAILQ_FIRST(&b->asks);
    if (oldest == NULL || b->left_us >= 0)
        return;
    int64_t pays = earlier_of(-b->left_us, oldest->bank_us);
    oldest->bank_us -= pays;
    b->left_us += pays;
}

/* Brings the budget up to date. */
static void run_down(dom_host_time_budget *b, int64_t now_us)
{
    if (dom_host_time_budget_runs(b))
        b->left_us -= now_us - b->at_us;
    b->at_us = now_us;
    if (now_us >= b->cancelled.until_us)
        forget_cancelled(b);
    let_bank_pay(b);
}

/* Returns the full budget for this number of outstanding asks. */
static int64_t most_for(const dom_host_time_budget *b, int outstanding)
{
    return outstanding * b->move_us + b->cancelled.left_us;
}

/* Cuts the budget to its full value. If it is full now, earlier CPU waits can no longer be
 * credited. */
static void cut_budget(dom_host_time_budget *b)
{
    int64_t most = most_for(b, b->outstanding);
    if (b->left_us < most)
        return;
    b->left_us = most;
    b->credit.since_us = b->at_us;
}

bool dom_host_time_budget_may_ask(const dom_host_time_budget *b, int tables, int64_t now_us)
{
    const dom_host_ask_time *oldest = TAILQ_FIRST(&b->asks);
    return !dom_host_time_budget_is_silent(b) &&
           (oldest == NULL || now_us <= oldest->sent_us + tables * b->move_us);
}

void dom_host_time_budget_ask(dom_host_time_budget *b, dom_host_ask_time *ask, int64_t now_us)
{
    run_down(b, now_us);
    /* The part for cancelled asks never exceeds what is left of the budget. */
    b->cancelled.left_us = later_of(earlier_of(b->cancelled.left_us, b->left_us), 0);
    if (!dom_host_time_budget_runs(b)) {
        b->left_us = 0;
        b->credit.since_us = now_us;
    }
    b->left_us += b->move_us;
    b->outstanding++;
    ask->sent_us = now_us;
    TAILQ_INSERT_TAIL(&b->asks, ask, link);
}

void dom_host_time_budget_sign(dom_host_time_budget *b)
{
    b->due.sign_us = DOM_HOST_NEVER;
    b->credit.given_us = 0;
}

void dom_host_time_budget_message(dom_host_time_budget *b, int answers, int64_t now_us)
{
    run_down(b, now_us);
    cut_budget(b);
    b->answer.from_us = b->answer.at_us;
    b->answer.count = answers;
    if (answers > 0)
        b->answer.at_us = now_us;
}

static void end_ask(dom_host_time_budget *b, dom_host_ask_time *ask)
{
    TAILQ_REMOVE(&b->asks, ask, link);
    b->outstanding--;
}

int64_t dom_host_time_budget_answer(dom_host_time_budget *b, dom_host_ask_time *ask)
{
    int64_t from_us = later_of(ask->sent_us, b->answer.from_us);
    end_ask(b, ask);
    cut_budget(b);
    return (b->at_us - from_us) / b->answer.count;
}

void dom_host_time_budget_answer_late(dom_host_time_budget *b, int64_t cancelled_us)
{
    dom_host_cancelled_asks *cancelled = &b->cancelled;
    if (cancelled_us < cancelled->from_us || cancelled->count == 0)
        return;
    cancelled->count--;
    cancelled->left_us = earlier_of(cancelled->left_us, cancelled->count * b->move_us);
    cut_budget(b);
}

void dom_host_time_budget_cancel(dom_host_time_budget *b, dom_host_ask_time *ask, int64_t now_us)
{
    run_down(b, now_us);
    end_ask(b, ask);
    b->cancelled.count++;
    b->cancelled.left_us += b->move_us;
    b->cancelled.until_us = now_us + b->outstanding * b->move_us + b->cancelled.left_us;
}

/* Moves the times from which answers are charged by the credit, so that an answer is charged the
 * same time as the budget. */
static void begin_answers_later(dom_host_time_budget *b, int64_t us, int64_t now_us)
{
    dom_host_ask_time *ask;
    b->answer.at_us = earlier_of(b->answer.at_us + us, now_us);
    TAILQ_FOREACH(ask, &b->asks, link)
    ask->sent_us = earlier_of(ask->sent_us + us, now_us);
}

void dom_host_time_budget_credit(dom_host_time_budget *b, int64_t us, int64_t now_us)
{
    bool runs = dom_host_time_budget_runs(b), is_silent = dom_host_time_budget_is_silent(b);
    bool expects_hello = b->due.hello_us != DOM_HOST_NEVER;
    if (!runs && !is_silent && !expects_hello)
        return;
    if (runs)
        us = earlier_of(us, now_us - b->credit.since_us);
    us = earlier_of(us, DOM_HOST_CREDIT_MAX_US - b->credit.given_us);
    b->credit.given_us += us;
    b->due.hello_us += expects_hello ? us : 0;
    b->due.sign_us += is_silent ? us : 0;
    begin_answers_later(b, us, now_us);
    if (!runs)
        return;
    b->left_us += us; /* this comes before run_down, where the bank would pay for it */
    b->cancelled.until_us += us;
    run_down(b, now_us);
    cut_budget(b);
    b->credit.since_us = now_us;
}

dom_host_verdict dom_host_time_budget_judge(dom_host_time_budget *b, int64_t now_us)
{
    if (now_us >= b->due.hello_us)
        return DOM_HOST_LATE_HELLO;
    if (now_us >= b->due.sign_us)
        return DOM_HOST_LATE_SIGN;
    if (b->outstanding == 0)
        return DOM_HOST_ON_TIME;
    run_down(b, now_us);
    return b->left_us < -b->margin_us ? DOM_HOST_LATE_ANSWER : DOM_HOST_ON_TIME;
}

dom_host_ask_time *dom_host_time_budget_give_up(dom_host_time_budget *b, int64_t now_us)
{
    dom_host_ask_time *oldest = TAILQ_FIRST(&b->asks);
    end_ask(b, oldest);
    b->left_us = most_for(b, b->outstanding);
    b->credit.given_us = 0;
    if (!dom_host_time_budget_is_silent(b))
        b->due.sign_us = now_us + DOM_HOST_SILENCE_US + 1;
    return oldest;
}

int64_t dom_host_time_budget_deadline(const dom_host_time_budget *b)
{
    int64_t at_us = earlier_of(b->due.hello_us, b->due.sign_us);
    const dom_host_ask_time *oldest = TAILQ_FIRST(&b->asks);
    if (oldest)
        at_us = earlier_of(at_us, b->at_us + b->left_us + oldest->bank_us + b->margin_us + 1);
    return at_us;
}

int64_t dom_host_time_budget_credit_due(const dom_host_time_budget *b)
{
    int64_t at_us = dom_host_time_budget_deadline(b);
    if (!dom_host_time_budget_runs(b))
        return at_us;
    int64_t kept_us = most_for(b, b->outstanding > 0 ? b->outstanding - 1 : 0);
    at_us = earlier_of(at_us, b->at_us + b->left_us - kept_us + 1);
    return b->cancelled.left_us > 0 ? earlier_of(at_us, b->cancelled.until_us) : at_us;
}

/* ---- waiting for a CPU ---------------------------------------------------- */

int64_t dom_host_cpu_wait_between(const dom_host_proc_usage *before, const dom_host_proc_usage *now,
                                  int64_t passed_us)
{
    int64_t ran = now->ran_us - before->ran_us;
    int64_t waited = now->waited_us - before->waited_us;
    int64_t most = passed_us - (ran > 0 ? ran : 0);
    bool has_lost = ran < -(int64_t)UNTOLD_US * now->processes;
    if (most < 0 || has_lost || now->is_torn || now->is_untold)
        most = 0;
    return now->is_runnable || waited > most ? most : waited > 0 ? waited : 0;
}

/* Returns how much of the CPU time since the last reading counts only at the next reading.
 *
 * The kernel reports the CPU time of ended children late, in whole ticks. Also, a reading takes
 * some time, so it may include CPU time from after its own time stamp. Therefore a reading can
 * report more CPU time than time has passed. The surplus counts at the next reading, as far as
 * ticks and the duration of the reading explain it.
 *
 * Example: 10 ms have passed and 14 ms are reported. 10 ms count now and 4 ms at the next reading.
 * Otherwise the next reading would take these 4 ms for a CPU wait and credit them.
 *
 * The result is negative if less is reported than has counted already: that is not undone. */
static int64_t not_counted(const dom_host_cpu_wait *wait, const dom_host_proc_usage *now,
                           int64_t passed_us)
{
    int64_t untold = (int64_t)UNTOLD_US * now->processes;
    int64_t ran = now->ran_us - wait->ran_us;
    int64_t over = ran - passed_us;
    if (ran < 0)
        return ran < -untold ? 0 : ran;
    if (over <= 0)
        return 0;
    int64_t told_late = wait->last.ran_us - wait->ran_us + now->told_us - wait->last.told_us;
    int64_t lump = earlier_of(told_late, untold) + now->took_us;
    return lump < 0 ? 0 : earlier_of(over, lump);
}

int64_t dom_host_cpu_wait_read(dom_host_cpu_wait *wait, const dom_host_proc_usage *now,
                               int64_t now_us)
{
    dom_host_proc_usage before = wait->last;
    int64_t passed_us = now_us - wait->since_us;
    before.ran_us = wait->ran_us;
    wait->ran_us = now->ran_us - not_counted(wait, now, passed_us);
    wait->since_us = now_us;
    wait->last = *now;
    wait->idle_ran_us = now->clock_count > 0 ? 0 : -1;
    return dom_host_cpu_wait_between(&before, now, passed_us);
}

bool dom_host_cpu_wait_set_asked(dom_host_cpu_wait *wait, bool is_asked, int64_t now_us)
{
    bool is_change = is_asked != wait->is_asked;
    wait->is_asked = is_asked;
    return is_change && (!is_asked || now_us - wait->since_us > IDLE_US);
}

bool dom_host_cpu_wait_resume(dom_host_cpu_wait *wait, int64_t ran_us, int64_t now_us)
{
    if (!wait->is_asked) {
        wait->idle_ran_us = ran_us;
        return false;
    }
    bool is_known = ran_us >= 0 && wait->idle_ran_us >= 0;
    if (!is_known || ran_us - wait->idle_ran_us > FINISHING_US)
        return true;
    dom_host_cpu_wait_skip_idle(wait, wait->last.ran_us + ran_us, now_us);
    return false;
}

void dom_host_cpu_wait_skip_idle(dom_host_cpu_wait *wait, int64_t ran_us, int64_t now_us)
{
    wait->since_us = now_us;
    wait->ran_us = ran_us;
}
