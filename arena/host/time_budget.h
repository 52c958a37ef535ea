/* When is a bot late? This is the clock of one bot process; SPEC.md, "The clock", has the rule.
 *
 * With one table: an answer is late if it arrives more than move_us + bank + margin_us after its
 * ask was sent. With move_us = 100, a bank of 30 and margin_us = 20, an ask sent at 1000 is late at
 * 1151.
 *
 * With several tables the process has move_us for each ask, and may divide this time as it likes.
 * So a bot that takes at most move_us per ask is never late, whatever the order of its answers. (If
 * asks are cancelled, this holds for a bot that works in the order in which it was asked.)
 *
 * This module owns the time for moves, the banks, the time for cancelled asks, the limits for
 * `hello` and for a sign of life, and the CPU-wait credit. It is pure: the caller passes the time,
 * in microseconds of one monotonic clock.
 *
 * The budget. A process has one time budget for all its tables.
 *   - Sending an ask adds move_us. If no other ask is outstanding, the budget starts from zero
 *     first.
 *   - While an ask is outstanding, the budget runs down in real time.
 *   - After each message of the bot it is cut to (outstanding asks) x move_us.
 *   - When it falls below zero, the bank of the oldest ask's match pays the rest.
 *   - When that bank is empty and the budget falls below -margin_us, the oldest ask is late.
 * In the first three rules a cancelled ask counts as outstanding for some time, as said below.
 *
 * Example with move_us = 100, margin_us = 20 and a bank of 30 for the match of ask B:
 *
 *     time  event                            budget  reason
 *        0  ask A is sent                       100  one move
 *       40  ask B is sent                       160  60 were left; one more move
 *       70  A is answered; it is charged 70     100  130 were left; cut to one move, for B
 *       90  a CPU wait of 20 is credited        100  80 were left; 20 are given back
 *           (B is late at 90 + 100 + bank 30 + margin 20 + 1 = 241)
 *      190  (nothing happens)                     0  from now on the bank of B pays
 *      200  B is answered; it is charged 110      0  the bank has paid 10; 20 are left in it
 *
 * B is charged the time since the answer before it, 130, minus the credited 20.
 *
 * Cancelled asks. When a match ends, its outstanding ask is cancelled, but the bot may still be
 * working on it. Its move_us stays in the budget until the bot answers it late, or until every ask
 * that was outstanding at the cancellation could have been answered. Time already used is not
 * refunded.
 *
 *     time  event                            budget  reason
 *        0  asks A and B are sent               200
 *       10  A is cancelled                      190  100 of them are for A, until time 210
 *       20  ask C is sent                       280  C is worked on after A and B
 *       50  A is answered late                  200  cut to one move each for B and C
 *
 * CPU-wait credit. While the bot's processes are ready to run and the machine runs others, the
 * bot's time is stopped: the wait is added to the budget and to every limit that is running. The
 * credit never exceeds
 *   - the time since the budget was last full or last credited, so that a wait from before the bot
 *     had anything to do gives nothing, and no wait is credited twice;
 *   - DOM_HOST_CREDIT_MAX_US in total since the bot's last sign of life.
 *
 * A budget must not be copied or moved after dom_host_time_budget_init.
 */
#ifndef DOM_HOST_TIME_BUDGET_H
#define DOM_HOST_TIME_BUDGET_H

#include "proc_usage.h"

#include <stdbool.h>
#include <stdint.h>
#include <sys/queue.h>

enum {
    DOM_HOST_CREDIT_MAX_US = 60000000, /* most credit for one wait, in total   */
    DOM_HOST_SILENCE_US = 2000000      /* limit for a sign of life after a late ask */
};

#define DOM_HOST_NEVER INT64_MAX

/* Stands for the time of cancellation when an ask was not cancelled but late. */
#define DOM_HOST_NOT_CANCELLED INT64_MIN

/* ---- one wait ------------------------------------------------------------- */

/* A time limit for one thing that a bot has to do. It is extended while the bot waits for a CPU, by
 * at most DOM_HOST_CREDIT_MAX_US in total. Example: a wait of 1000 that began at time 0 and is
 * credited 300 at time 400 ends at 1300. */
typedef struct {
    int64_t until_us;  /* its end; DOM_HOST_NEVER if it is not running         */
    int64_t since_us;  /* CPU waits before this time are credited already, or do not count */
    int64_t credit_us; /* total so far                                         */
} dom_host_wait;

/* Starts a wait of `us` from now. */
dom_host_wait dom_host_wait_begin(int64_t now_us, int64_t us);

/* Restarts the wait for another `us` from now. Earlier credit counts towards the limit. */
void dom_host_wait_resume(dom_host_wait *wait, int64_t now_us, int64_t us);

/* Credits a CPU wait of `us` before now. The part from before this wait began, or before it was
 * last credited, does not count. */
void dom_host_wait_credit(dom_host_wait *wait, int64_t now_us, int64_t us);

/* ---- the budget ----------------------------------------------------------- */

/* What the budget knows about one ask. The caller owns it and must not move it while the ask is
 * outstanding. The caller sets `slot`, and `bank_us` before the ask is sent. */
typedef struct dom_host_ask_time {
    uint16_t slot;   /* number of the table; used by the caller only                    */
    int64_t bank_us; /* what is left of the bank of its match                           */
    int64_t sent_us; /* when it was sent, plus the credit since then; at most now       */
    TAILQ_ENTRY(dom_host_ask_time) link;
} dom_host_ask_time;

TAILQ_HEAD(dom_host_ask_list, dom_host_ask_time);

/* Cancelled asks on which the bot may still be working. */
typedef struct {
    int count;        /* how many of them may still be answered                            */
    int64_t left_us;  /* their part of the budget                                          */
    int64_t from_us;  /* an ask that was cancelled before this time no longer counts ...   */
    int64_t until_us; /* ... and from this time on, none of them does                      */
} dom_host_cancelled_asks;

typedef struct {
    int64_t move_us, margin_us;
    int64_t left_us; /* the budget at time `at_us`                                         */
    int64_t at_us;   /* when `left_us` was last computed                                   */
    int outstanding; /* number of asks in `asks`                                           */
    struct dom_host_ask_list asks; /* the outstanding asks, oldest first                   */
    dom_host_cancelled_asks cancelled;
    struct {
        int64_t since_us; /* when the budget was last full or credited; earlier waits do not
                             count                                                          */
        int64_t given_us; /* credit since the last sign of life or the last late ask            */
    } credit;
    struct {
        int64_t hello_us; /* from this time on the hello is late; DOM_HOST_NEVER after the hello  */
        int64_t sign_us;  /* the same for the sign of life that is due after a late ask           */
    } due;
    struct {
        int64_t at_us;   /* when the last answer arrived, plus the credit since then        */
        int64_t from_us; /* the value of at_us before the message that is being processed   */
        int count;       /* number of answers in that message                               */
    } answer;
} dom_host_time_budget;

/* What is late, if anything. */
typedef enum {
    DOM_HOST_ON_TIME,
    DOM_HOST_LATE_HELLO, /* `hello` did not arrive in time                                     */
    DOM_HOST_LATE_SIGN,  /* after a late ask the bot was silent for DOM_HOST_SILENCE_US        */
    DOM_HOST_LATE_ANSWER /* the oldest ask, the first of `asks`, was not answered in time */
} dom_host_verdict;

/* Sets up the budget of a process that is started now and has `startup_us` to say hello. */
void dom_host_time_budget_init(dom_host_time_budget *b, int64_t move_us, int64_t margin_us,
                               int64_t startup_us, int64_t now_us);

/* The bot has said hello. */
void dom_host_time_budget_hello(dom_host_time_budget *b);

/* Returns true if an ask may be sent now to a bot that sits at `tables` tables. It may not while
 * the bot is silent after a late ask, or while its oldest ask is older than tables x move_us. */
bool dom_host_time_budget_may_ask(const dom_host_time_budget *b, int tables, int64_t now_us);

/* An ask is sent; it is appended to `asks`. */
void dom_host_time_budget_ask(dom_host_time_budget *b, dom_host_ask_time *ask, int64_t now_us);

/* The bot gave a sign of life: a message of any kind arrived. */
void dom_host_time_budget_sign(dom_host_time_budget *b);

/* A message with `answers` answers to outstanding asks arrived. The caller calls
 * dom_host_time_budget_answer next, once for each of these asks. */
void dom_host_time_budget_message(dom_host_time_budget *b, int answers, int64_t now_us);

/* The message answers this ask, which is removed from `asks`. Returns the time that the answer is
 * charged: its equal share of the time since the ask was sent, or since the last answer before this
 * message if that was later. */
int64_t dom_host_time_budget_answer(dom_host_time_budget *b, dom_host_ask_time *ask);

/* The message has a late answer: to an ask that was cancelled at `cancelled_us`, or to one that was
 * late (DOM_HOST_NOT_CANCELLED), which does not change the budget. */
void dom_host_time_budget_answer_late(dom_host_time_budget *b, int64_t cancelled_us);

/* The match of this outstanding ask has ended, so the ask is cancelled and removed from `asks`. */
void dom_host_time_budget_cancel(dom_host_time_budget *b, dom_host_ask_time *ask, int64_t now_us);

/* Credits a CPU wait of `us` since the previous call. */
void dom_host_time_budget_credit(dom_host_time_budget *b, int64_t us, int64_t now_us);

/* Returns what is late now. The bank of the oldest ask pays first. */
dom_host_verdict dom_host_time_budget_judge(dom_host_time_budget *b, int64_t now_us);

/* Gives up the oldest ask, which was late: removes it from `asks` and returns it. Until its next
 * sign of life the bot may not be asked anything. Pre: an ask is outstanding. */
dom_host_ask_time *dom_host_time_budget_give_up(dom_host_time_budget *b, int64_t now_us);

/* Returns true while the budget runs down: an ask is outstanding, or the bot may still be working
 * on a cancelled one. */
bool dom_host_time_budget_runs(const dom_host_time_budget *b);

/* Returns true if the bot has given no sign of life since an ask was late. */
bool dom_host_time_budget_is_silent(const dom_host_time_budget *b);

/* Returns the first time at which dom_host_time_budget_judge will find something late. */
int64_t dom_host_time_budget_deadline(const dom_host_time_budget *b);

/* Returns the time from which CPU waits must have been credited, because from then on a missing
 * credit could change a result: something is late, or the budget is below the value to which an
 * answer would cut it (with a single ask: below zero, where its bank begins to pay), or cancelled
 * asks stop counting. Never later than the deadline. */
int64_t dom_host_time_budget_credit_due(const dom_host_time_budget *b);

/* ---- waiting for a CPU ---------------------------------------------------- */

/* Returns how long the bot waited for a CPU in the `passed_us` between two readings. The result
 * never exceeds `passed_us` minus the CPU time of all its threads together, so idle or ending decoy
 * threads gain nothing for a thread that computes. It is 0 if the kernel does not tell. */
int64_t dom_host_cpu_wait_between(const dom_host_proc_usage *before, const dom_host_proc_usage *now,
                                  int64_t passed_us);

/* A series of readings of what a bot's processes used. Before the first reading everything is zero
 * except `since_us`, the start of the bot. */
typedef struct {
    dom_host_proc_usage last;
    int64_t since_us; /* CPU waits before this time are credited already, or do not count */
    int64_t ran_us;   /* CPU time of the bot until `since_us`, as far as it is known      */
    bool is_asked;    /* what dom_host_cpu_wait_set_asked was told last                        */
    /* CPU time between the last reading and when the arena ceased to wait; 0: it was read since
       then; -1: not known. */
    int64_t idle_ran_us;
} dom_host_cpu_wait;

/* Adds a reading. Returns how long the bot waited for a CPU since the last reading, or since the
 * arena began to wait for the bot if that was later. If it began less than 10 ms after the last
 * reading or skip, the time between counts, too. */
int64_t dom_host_cpu_wait_read(dom_host_cpu_wait *wait, const dom_host_proc_usage *now,
                               int64_t now_us);

/* Notes whether an ask is outstanding from now on. Returns true if the caller must read the CPU
 * clocks for dom_host_cpu_wait_resume: when waiting ends, or begins over 10 ms after the last
 * reading or skip. */
bool dom_host_cpu_wait_set_asked(dom_host_cpu_wait *wait, bool is_asked, int64_t now_us);

/* While the arena does not wait, the bot's time does not run, so that time must be skipped.
 *
 * ran_us  CPU time of the known processes since the last reading; -1 if that is not known
 *
 * When the arena has ceased to wait, this notes ran_us and returns false. When it has begun to
 * wait, this skips the time between and returns false. But if the processes ran more than 1 ms in
 * that time, or it is not known, they may have started others. Then this returns true, and the
 * caller makes a full reading with dom_host_cpu_wait_read and skips with
 * dom_host_cpu_wait_skip_idle. */
bool dom_host_cpu_wait_resume(dom_host_cpu_wait *wait, int64_t ran_us, int64_t now_us);

/* Skips the time until now: the arena did not wait for the bot, whose processes have run for
 * `ran_us` in total. CPU waits since the last full reading still count, but at most as much as the
 * time from now on allows. */
void dom_host_cpu_wait_skip_idle(dom_host_cpu_wait *wait, int64_t ran_us, int64_t now_us);

#endif
