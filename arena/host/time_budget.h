/* The time of one bot process: protocol/SPEC.md, "The clock". This module owns the time for moves
 * and the banks, the time for asks that were cancelled, the waits for a hello and for a sign of
 * life, and what a busy machine gives back. Pure; times are microseconds of any one monotonic
 * clock, and nobody here asks for them.
 *
 * The process has one budget for all its tables. Sending an ask adds move_us to it (it starts from
 * zero when no other ask was outstanding); while asks are outstanding it runs down; after each
 * message of the bot it is cut to outstanding x move_us. When it falls below zero, the bank of the
 * oldest ask's match pays; when it falls below -margin_us with that bank empty, the oldest ask is
 * late.
 *
 * An example with move_us = 100, margin_us = 20 and a bank of 30 for ask B:
 *
 *     at   what happens                      budget  why
 *      0   ask A is sent                        100  one move
 *     40   ask B is sent                        160  60 are left, and a move more
 *     70   A is answered, charged 70            100  130 are left; cut to one move, that of B
 *     90   20 that it waited are credited       100  80 are left, and these 20
 *          (B will be late at 90 + 100 + bank 30 + margin 20 + 1 = 241)
 *    190   -                                      0  from here the bank of B pays
 *    200   B is answered, charged 110             0  the bank has paid 10, and 20 are left in it
 *
 * B was answered 130 after the answer before it; it is charged this without the 20 that it waited
 * for a CPU.
 *
 * Cancelled asks. When a match ends, the arena takes its outstanding ask back, but the bot may have
 * it before it still. Its move_us goes on counting as if it were outstanding, until it is answered
 * all the same, or until all that was outstanding at that time can have been answered. What the bot
 * used of this time does not come back:
 *
 *      0   asks A and B are sent                    200
 *     10   A is cancelled                           190  100 of it are for A, until 210
 *     20   ask C is sent                            280  C has its move behind A and B
 *     50   A is answered, too late                  200  cut to the moves of B and C
 *
 * Credit. While the bot's processes wait for a CPU its time stands still: what they waited is added
 * to the budget and to every wait that is under way. It is never more than
 *   - the time since the budget was last full, or was last credited: what the bot waited before it
 *     had anything to do, or what was credited already, is no reason for another credit;
 *   - DOM_HOST_CREDIT_MAX_US in all since the bot's last sign of life.
 *
 * A budget is used where dom_host_time_budget_init has set it up: it must not be copied or moved.
 */
#ifndef DOM_HOST_TIME_BUDGET_H
#define DOM_HOST_TIME_BUDGET_H

#include "proc_usage.h"

#include <stdbool.h>
#include <stdint.h>
#include <sys/queue.h>

enum {
    DOM_HOST_CREDIT_MAX_US = 10000000, /* so long one wait stands still, in all */
    DOM_HOST_SILENCE_US = 2000000      /* that a bot may be silent after it was late */
};

#define DOM_HOST_NEVER INT64_MAX

/* For an answer to an ask that had been given up because it was late, not because of a cancel. */
#define DOM_HOST_NOT_CANCELLED INT64_MIN

/* ---- one wait ------------------------------------------------------------- */

/* A wait for one thing that a bot is to do, which stands still while the bot waits for a CPU: at
 * most DOM_HOST_CREDIT_MAX_US in all. A wait for 1000 that began at 0 and is credited 300 at 400
 * ends at 1300. */
typedef struct {
    int64_t until_us;  /* its end; DOM_HOST_NEVER: it does not go on          */
    int64_t since_us;  /* from when on what the bot waited is not credited yet */
    int64_t credit_us; /* so far                                               */
} dom_host_wait;

/* Wait from now on, for `us`. */
dom_host_wait dom_host_wait_begin(int64_t now_us, int64_t us);

/* Wait for `us` more from now on; what was credited before counts towards the limit. */
void dom_host_wait_go_on(dom_host_wait *wait, int64_t now_us, int64_t us);

/* The bot waited for a CPU for `us` of the time until now. What it waited before this wait began,
 * or was last credited, does not count. */
void dom_host_wait_credit(dom_host_wait *wait, int64_t now_us, int64_t us);

/* ---- the budget ----------------------------------------------------------- */

/* What the budget knows of one ask. It belongs to the caller, and must stay where it is while the
 * ask is outstanding. `slot` and, before the ask is sent, `bank_us` are set by the caller. */
typedef struct dom_host_ask_time {
    uint16_t slot;   /* the table, for the caller to find it again                      */
    int64_t bank_us; /* left to its match                                               */
    int64_t sent_us; /* when it was sent; later by what was credited since, at most now */
    TAILQ_ENTRY(dom_host_ask_time) link;
} dom_host_ask_time;

TAILQ_HEAD(dom_host_ask_list, dom_host_ask_time);

/* Asks of matches that ended, which the bot may still be working on. */
typedef struct {
    int count;        /* that may still be answered                                        */
    int64_t left_us;  /* of their time; it is in the budget                                */
    int64_t from_us;  /* those that were cancelled before this moment count no more ...    */
    int64_t until_us; /* ... and from this moment on none does                             */
} dom_host_cancelled_asks;

typedef struct {
    int64_t move_us, margin_us;
    int64_t left_us; /* the budget at `at_us`                                              */
    int64_t at_us;   /* when it was last brought up to date                                */
    int outstanding; /* asks in `asks`                                                     */
    struct dom_host_ask_list asks; /* sent and not decided, the oldest first               */
    dom_host_cancelled_asks cancelled;
    struct {
        int64_t since_us; /* the budget was last full, or credited: no credit for earlier times */
        int64_t given_us; /* since the last sign of life, or the last ask that was late         */
    } credit;
    struct {
        int64_t hello_us; /* first moment at which the hello is late, DOM_HOST_NEVER once it came */
        int64_t sign_us;  /* the same for the sign of life of a bot that was late                 */
    } due;
    struct {
        int64_t at_us;   /* when the last answer came; later by what was credited since     */
        int64_t from_us; /* when the one before the message that is being taken came        */
        int count;       /* answers in that message                                         */
    } answer;
} dom_host_time_budget;

/* What is late. */
typedef enum {
    DOM_HOST_ON_TIME,
    DOM_HOST_LATE_HELLO, /* it has not said hello                                              */
    DOM_HOST_LATE_SIGN,  /* it has been silent for DOM_HOST_SILENCE_US since it was first late */
    DOM_HOST_LATE_ANSWER /* to the oldest ask, which is the first of `asks`                    */
} dom_host_verdict;

/* The process is started now and has `startup_us` to say hello. */
void dom_host_time_budget_init(dom_host_time_budget *b, int64_t move_us, int64_t margin_us,
                               int64_t startup_us, int64_t now_us);

/* It has said hello. */
void dom_host_time_budget_hello(dom_host_time_budget *b);

/* May an ask be sent now, to a bot that sits at `tables` tables? Not while it is silent after it
 * was late, nor while its oldest ask is older than a move for each table. */
bool dom_host_time_budget_may_ask(const dom_host_time_budget *b, int tables, int64_t now_us);

/* An ask is sent: it is the last of `asks`. */
void dom_host_time_budget_ask(dom_host_time_budget *b, dom_host_ask_time *ask, int64_t now_us);

/* Something came from the bot, whatever it is. */
void dom_host_time_budget_sign(dom_host_time_budget *b);

/* A message came with `answers` answers to outstanding asks. For each of these asks
 * dom_host_time_budget_answer follows. */
void dom_host_time_budget_message(dom_host_time_budget *b, int answers, int64_t now_us);

/* That message answers this ask, which is outstanding no more. Returns the time charged to the
 * answer: its share of the time since the ask was sent, or since the last answer before this
 * message, if that was later. */
int64_t dom_host_time_budget_answer(dom_host_time_budget *b, dom_host_ask_time *ask);

/* That message answers an ask that is outstanding no more: it was cancelled at `cancelled_us`, or
 * was late (DOM_HOST_NOT_CANCELLED), which makes no difference to the budget. */
void dom_host_time_budget_answer_late(dom_host_time_budget *b, int64_t cancelled_us);

/* The match of this outstanding ask has ended: it is outstanding no more. */
void dom_host_time_budget_cancel(dom_host_time_budget *b, dom_host_ask_time *ask, int64_t now_us);

/* The bot waited for a CPU for `us` since this was last told. */
void dom_host_time_budget_credit(dom_host_time_budget *b, int64_t us, int64_t now_us);

/* What is late now? The bank of the oldest ask pays what it can. */
dom_host_verdict dom_host_time_budget_judge(dom_host_time_budget *b, int64_t now_us);

/* The oldest ask was late: it is outstanding no more, and until its next sign of life the bot is
 * asked nothing. Returns the ask. Pre: one is outstanding. */
dom_host_ask_time *dom_host_time_budget_give_up(dom_host_time_budget *b, int64_t now_us);

/* Does its time run? While an ask is outstanding, or a cancelled one may be before the bot. */
bool dom_host_time_budget_runs(const dom_host_time_budget *b);

/* Is it silent since it was late? */
bool dom_host_time_budget_is_silent(const dom_host_time_budget *b);

/* The first moment at which dom_host_time_budget_judge finds something late. */
int64_t dom_host_time_budget_deadline(const dom_host_time_budget *b);

/* From when on it makes a difference whether what the bot waited for a CPU has been credited:
 * something is late, or less is left than an answer would cut the budget to (of a single ask:
 * nothing, and its bank begins to pay), or what was cancelled would count no more. At most the
 * deadline. */
int64_t dom_host_time_budget_credit_due(const dom_host_time_budget *b);

/* ---- waiting for a CPU ---------------------------------------------------- */

/* How much of the `passed_us` between two looks the bot was kept waiting for a CPU: at most what
 * its threads together did not run, so that threads that only wait, or end, cannot buy time for one
 * that computes; nothing where that is not known. */
int64_t dom_host_cpu_wait_between(const dom_host_proc_usage *before, const dom_host_proc_usage *now,
                                  int64_t passed_us);

/* One look after the other at what a bot uses. All zero but `since_us`, its start, before the
 * first. */
typedef struct {
    dom_host_proc_usage last;
    int64_t since_us; /* from when on what it waited is not credited yet           */
    int64_t ran_us;   /* what it had run at that time, as far as it has counted    */
    bool is_owing;    /* it owed something when dom_host_cpu_wait_owing was called */
} dom_host_cpu_wait;

/* The next look. Returns how much the bot was kept waiting since the last one, or since it owes
 * something: time in which nobody waited for it is none that it can be given. */
int64_t dom_host_cpu_wait_look(dom_host_cpu_wait *wait, const dom_host_proc_usage *now,
                               int64_t now_us);

/* What is to be read for dom_host_cpu_wait_skip. */
typedef enum {
    DOM_HOST_READ_NOTHING, /* nothing is to be skipped                                     */
    DOM_HOST_READ_CLOCKS,  /* what the processes that are known ran since the last look    */
    DOM_HOST_READ_ALL      /* a look, for dom_host_cpu_wait_look: there may be new ones    */
} dom_host_cpu_reading;

/* Does the bot owe anything now? Where it has just begun to, what it ran and waited before is to be
 * skipped, if that is long enough to make a difference. */
dom_host_cpu_reading dom_host_cpu_wait_owing(dom_host_cpu_wait *wait, bool is_owing,
                                             int64_t now_us);

/* Nobody waited for it until now; it has run `ran_us` in all. */
void dom_host_cpu_wait_skip(dom_host_cpu_wait *wait, int64_t ran_us, int64_t now_us);

#endif
