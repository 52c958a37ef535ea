/* SPEC.md, "The clock", with invented times: 100 for a move, a margin of 20, and 1000 for a
 * hello. */
#include "time_budget.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>

enum { MOVE = 100, MARGIN = 20, STARTUP = 1000, SECOND = 1000000 };

/* ---- rows of events and expected values -------------------------------------- */

enum { A, B, C, ASKS_MAX = 13, STEPS_MAX = 16 };

typedef enum {
    DONE,
    HELLO,
    /* events */
    ASK,         /* the asks from `ask` to `last` are sent, each with a bank of `us` */
    ANSWER,      /* one message answers all of them */
    LATE_ANSWER, /* one message answers all of them after they were cancelled or late */
    MESSAGE,     /* a message without answers */
    CANCEL,      /* their matches end */
    CREDIT,      /* a CPU wait of `us` is credited */
    GIVE_UP,     /* the oldest ask was late */
    /* values, which must be `us` */
    VERDICT,     /* what is late */
    MAY_ASK,     /* 1 if the bot may be asked while it sits at `ask` tables, else 0 */
    CHARGED,     /* time charged to the last answer */
    BUDGET,      /* the budget */
    BANK,        /* bank of the ask `ask` */
    CANCELLED,   /* part of the budget for cancelled asks */
    OUTSTANDING, /* number of outstanding asks */
    DEADLINE,    /* dom_host_time_budget_deadline */
    CREDIT_DUE   /* dom_host_time_budget_credit_due */
} step_kind;

typedef struct {
    int64_t at;
    step_kind kind;
    int64_t us;
    int ask, last; /* `last` 0: only `ask` */
} budget_step;

typedef struct {
    const char *name;
    int64_t move_us;    /* 0: MOVE */
    bool expects_hello; /* the bot has not said hello when the steps begin */
    budget_step steps[STEPS_MAX];
} budget_row;

typedef struct {
    dom_host_time_budget b;
    dom_host_ask_time ask[ASKS_MAX];
    int64_t cancelled_us[ASKS_MAX]; /* or DOM_HOST_NOT_CANCELLED */
    int64_t charged_us;
} budget_play;

static void play_ask(budget_play *p, const budget_step *s, int i)
{
    switch ((int)s->kind) {
    case ASK:
        p->ask[i].bank_us = s->us;
        p->cancelled_us[i] = DOM_HOST_NOT_CANCELLED;
        dom_host_time_budget_ask(&p->b, &p->ask[i], s->at);
        break;
    case ANSWER:
        p->charged_us = dom_host_time_budget_answer(&p->b, &p->ask[i]);
        break;
    case LATE_ANSWER:
        dom_host_time_budget_answer_late(&p->b, p->cancelled_us[i]);
        break;
    case CANCEL:
        p->cancelled_us[i] = s->at;
        dom_host_time_budget_cancel(&p->b, &p->ask[i], s->at);
        break;
    default:
        break;
    }
}

static void play_event(budget_play *p, const budget_step *s)
{
    int last = s->last ? s->last : s->ask;
    if (s->kind == HELLO)
        dom_host_time_budget_hello(&p->b);
    if (s->kind == CREDIT)
        dom_host_time_budget_credit(&p->b, s->us, s->at);
    if (s->kind == GIVE_UP)
        (void)dom_host_time_budget_give_up(&p->b, s->at);
    if (s->kind == ANSWER || s->kind == LATE_ANSWER || s->kind == MESSAGE) {
        dom_host_time_budget_sign(&p->b);
        dom_host_time_budget_message(&p->b, s->kind == ANSWER ? last - s->ask + 1 : 0, s->at);
    }
    for (int i = s->ask; i <= last; i++)
        play_ask(p, s, i);
}

/* Returns the value of a step; for an event, plays it and returns `us`. */
static int64_t value_of(budget_play *p, const budget_step *s)
{
    switch (s->kind) {
    case VERDICT:
        return dom_host_time_budget_judge(&p->b, s->at);
    case MAY_ASK:
        return dom_host_time_budget_may_ask(&p->b, s->ask, s->at);
    case CHARGED:
        return p->charged_us;
    case BUDGET:
        return p->b.left_us;
    case BANK:
        return p->ask[s->ask].bank_us;
    case CANCELLED:
        return p->b.cancelled.left_us;
    case OUTSTANDING:
        return p->b.outstanding;
    case DEADLINE:
        return dom_host_time_budget_deadline(&p->b);
    case CREDIT_DUE:
        return dom_host_time_budget_credit_due(&p->b);
    default:
        play_event(p, s);
        return s->us;
    }
}

static const budget_row rows[] = {
    {"an ask is late after its move and the margin",
     .steps = {{1000, ASK},
               {1120, VERDICT, DOM_HOST_ON_TIME},
               {1121, VERDICT, DOM_HOST_LATE_ANSWER}}},
    {"a bank is used up before an ask is late", .steps = {{0, ASK, 50},
                                                          {170, VERDICT, DOM_HOST_ON_TIME},
                                                          {170, BANK, 0},
                                                          {171, VERDICT, DOM_HOST_LATE_ANSWER}}},
    {"a bank pays only the time beyond the move",
     .steps = {{0, ASK, 50}, {130, ANSWER}, {130, BANK, 20}, {130, OUTSTANDING, 0}}},
    {"time without an outstanding ask costs and earns nothing",
     .steps = {{0, ASK},
               {10, ANSWER},
               {5000, ASK, .ask = B},
               {5120, VERDICT, DOM_HOST_ON_TIME},
               {5121, VERDICT, DOM_HOST_LATE_ANSWER}}},
    {"asks add up, and unused time is cut: with one ask left, one move is left",
     .steps = {{0, ASK, .last = 3}, {0, BUDGET, 400}, {10, ANSWER, .last = 2}, {10, BUDGET, 100}}},
    {"the deadline is the first time at which the ask is late",
     .steps = {{1000, ASK, 30},
               {1000, DEADLINE, 1151},
               {1150, VERDICT, DOM_HOST_ON_TIME},
               {1151, VERDICT, DOM_HOST_LATE_ANSWER}}},
    {"after a late ask each other ask has a full move",
     .steps = {{0, ASK, .last = C},
               {321, VERDICT, DOM_HOST_LATE_ANSWER},
               {321, GIVE_UP},
               {321, BUDGET, 200},
               {540, VERDICT, DOM_HOST_ON_TIME},
               {542, VERDICT, DOM_HOST_LATE_ANSWER}}},
    {"the first example of the header", .steps = {{0, ASK, .ask = A},
                                                  {40, ASK, 30, B},
                                                  {40, BUDGET, 160},
                                                  {70, ANSWER, .ask = A},
                                                  {70, CHARGED, 70},
                                                  {70, BUDGET, 100},
                                                  {90, CREDIT, 20},
                                                  {90, BUDGET, 100},
                                                  {90, DEADLINE, 241},
                                                  {200, ANSWER, .ask = B},
                                                  {200, CHARGED, 110},
                                                  {200, BUDGET, 0},
                                                  {200, BANK, 20, B}}},
    {"without a credit the same ask B is late at 90 + 80 + 30 + 20 + 1",
     .steps = {{0, ASK, .ask = A},
               {40, ASK, 30, B},
               {70, ANSWER, .ask = A},
               {90, VERDICT, DOM_HOST_ON_TIME},
               {90, DEADLINE, 221}}},

    /* the time charged to an answer */
    {"the answers of one message share the time evenly",
     .steps = {{0, ASK, .last = B}, {80, ANSWER, .last = B}, {80, CHARGED, 40}}},
    {"an answer is charged the time since the previous answer", .steps = {{0, ASK, .last = B},
                                                                          {30, ANSWER, .ask = A},
                                                                          {30, CHARGED, 30},
                                                                          {50, ANSWER, .ask = B},
                                                                          {50, CHARGED, 20}}},
    {"an answer is charged the time since its ask if that was later",
     .steps = {{0, ASK, .ask = A},
               {30, ANSWER, .ask = A},
               {70, ASK, .ask = B},
               {80, ANSWER, .ask = B},
               {80, CHARGED, 10}}},
    {"a message without answers does not change what the next answer is charged",
     .steps = {{0, ASK}, {30, MESSAGE}, {50, ANSWER}, {50, CHARGED, 50}}},

    /* cancelled asks */
    {"the second example of the header", .steps = {{0, ASK, .last = B},
                                                   {10, CANCEL, .ask = A},
                                                   {10, BUDGET, 190},
                                                   {10, CREDIT_DUE, 10 + 90 + 1},
                                                   {20, ASK, .ask = C},
                                                   {20, BUDGET, 280},
                                                   {50, LATE_ANSWER, .ask = A},
                                                   {50, BUDGET, 200}}},
    {"cancelled asks count for a limited time: six moves of theirs are left, later none",
     .steps = {{0, ASK, .last = 9},
               {0, CANCEL, .last = 9},
               {400, ASK, .ask = 10},
               {400, BUDGET, 700},
               {410, ANSWER, .ask = 10},
               {1000, ASK, .ask = 11},
               {1000, BUDGET, 100}}},
    {"a cancelled ask that is answered late no longer counts",
     .steps = {{0, ASK, .last = 9},
               {0, CANCEL, .last = 9},
               {10, LATE_ANSWER, .last = 9},
               {20, ASK, .ask = 10},
               {20, BUDGET, 100}}},
    {"when one of two cancelled asks is answered in its time, the other keeps its move",
     .steps = {{0, ASK, .last = B},
               {0, CANCEL, .last = B},
               {50, ASK, .ask = C},
               {100, LATE_ANSWER, .ask = A},
               {100, DEADLINE, 321}}},
    {"a late answer to an ask that no longer counts changes nothing",
     .steps = {{0, ASK, .ask = A},
               {0, CANCEL, .ask = A},
               {100, ASK, .ask = B},
               {100, CANCEL, .ask = B},
               {110, LATE_ANSWER, .ask = A},
               {110, CANCELLED, 100}}},
    {"used time of cancelled asks is not refunded", .steps = {{0, ASK, .last = 9},
                                                              {0, CANCEL, .last = 9},
                                                              {0, ASK, .ask = 10},
                                                              {600, ANSWER, .ask = 10},
                                                              {600, BUDGET, 500},
                                                              {600, ASK, .ask = 11},
                                                              {601, ANSWER, .ask = 11},
                                                              {601, BUDGET, 500},
                                                              {601, ASK, .ask = 12},
                                                              {602, ANSWER, .ask = 12},
                                                              {602, BUDGET, 500}}},
    {"after a late ask a cancelled ask still has its move",
     .steps = {{0, ASK, .last = C},
               {50, CANCEL, .ask = C},
               {321, VERDICT, DOM_HOST_LATE_ANSWER},
               {321, GIVE_UP},
               {321, BUDGET, 200}}},
    {"a late answer to an ask that was not cancelled does not change the part for cancelled ones",
     .steps = {{0, ASK, .last = C},
               {250, CANCEL, .ask = C},
               {321, VERDICT, DOM_HOST_LATE_ANSWER},
               {321, GIVE_UP},
               {330, LATE_ANSWER, .ask = A},
               {330, CANCELLED, 100},
               {330, BUDGET, 191}}},

    /* CPU-wait credit */
    {"a bank does not pay for credited time",
     .steps = {{0, ASK, 50}, {150, CREDIT, 80}, {150, BANK, 50}, {150, DEADLINE, 251}}},
    {"a credit moves the deadline of an ask", .steps = {{0, ASK},
                                                        {150, CREDIT, 80},
                                                        {200, VERDICT, DOM_HOST_ON_TIME},
                                                        {201, VERDICT, DOM_HOST_LATE_ANSWER}}},
    {"a credit does not raise a full budget", .steps = {{0, ASK, .last = B},
                                                        {10, ANSWER, .ask = A},
                                                        {10, CREDIT, 100000},
                                                        {10, BUDGET, 100}}},
    {"no time is credited twice", .steps = {{0, ASK},
                                            {50, CREDIT, 100000},
                                            {50, BUDGET, 100},
                                            {80, CREDIT, 100000},
                                            {80, BUDGET, 100},
                                            {80, DEADLINE, 201}}},
    {"a credit is at most the time since the one before",
     .steps =
         {{0, ASK}, {60, CREDIT, 10}, {60, BUDGET, 50}, {80, CREDIT, 100000}, {80, BUDGET, 50}}},
    {"without an ask there is no credit",
     .steps = {{50, CREDIT, 5000}, {100, ASK}, {100, DEADLINE, 221}}},
    {"credited time is not charged to an answer",
     .steps = {{0, ASK}, {90, CREDIT, 30}, {90, ANSWER}, {90, CHARGED, 60}}},
    {"a credit also extends the time of cancelled asks", .steps = {{0, ASK, .last = B},
                                                                   {0, CANCEL, .last = B},
                                                                   {150, CREDIT, 150},
                                                                   {300, ASK, .ask = C},
                                                                   {300, BUDGET, 150}}},
    {"at most 60 s are credited between two signs of life", .move_us = 100 * SECOND,
     .steps = {{0, ASK},
               {62 * SECOND, CREDIT, 62 * SECOND},
               {62 * SECOND, BUDGET, 98 * SECOND},
               {63 * SECOND, CREDIT, SECOND},
               {63 * SECOND, BUDGET, 97 * SECOND},
               {64 * SECOND, MESSAGE},
               {66 * SECOND, CREDIT, 2 * SECOND},
               {66 * SECOND, BUDGET, 96 * SECOND}}},
    {"a credit is due when the bank begins to pay", .steps = {{0, CREDIT_DUE, DOM_HOST_NEVER},
                                                              {0, ASK, 500},
                                                              {0, CREDIT_DUE, 101},
                                                              {0, DEADLINE, 621}}},
    {"with two asks a credit is due when less than one move is left for the second",
     .steps = {{0, ASK, .last = B}, {0, CREDIT_DUE, 101}, {0, DEADLINE, 221}}},
    {"a credit is due when cancelled asks stop counting", .steps = {{0, ASK, .ask = A},
                                                                    {0, CANCEL, .ask = A},
                                                                    {90, ASK, .ask = B},
                                                                    {90, BUDGET, 110},
                                                                    {90, CREDIT_DUE, 100},
                                                                    {90, DEADLINE, 221}}},

    /* hello, silence, and when no ask may be sent */
    {"a hello is late after startup_ms", .expects_hello = true,
     .steps = {{0, DEADLINE, 1001},
               {0, CREDIT_DUE, 1001},
               {1000, VERDICT, DOM_HOST_ON_TIME},
               {1001, VERDICT, DOM_HOST_LATE_HELLO}}},
    {"a credit extends the limit for the hello", .expects_hello = true,
     .steps = {{500, CREDIT, 300},
               {500, DEADLINE, 1301},
               {1300, VERDICT, DOM_HOST_ON_TIME},
               {1300, HELLO},
               {1301, VERDICT, DOM_HOST_ON_TIME},
               {1301, DEADLINE, DOM_HOST_NEVER}}},
    {"the limit for the hello is extended by at most 60 s", .expects_hello = true,
     .steps = {{500, CREDIT, 40 * SECOND},
               {600, CREDIT, 40 * SECOND},
               {600, DEADLINE, 1001 + DOM_HOST_CREDIT_MAX_US}}},
    {"after a late ask the bot has 2 s for a sign of life",
     .steps = {{0, ASK},
               {121, VERDICT, DOM_HOST_LATE_ANSWER},
               {121, GIVE_UP},
               {121, DEADLINE, 2000122},
               {121, MAY_ASK, false, 1},
               {2000121, VERDICT, DOM_HOST_ON_TIME},
               {2000122, VERDICT, DOM_HOST_LATE_SIGN}}},
    {"a credit extends these 2 s, and any message ends them",
     .steps = {{0, ASK},
               {121, VERDICT, DOM_HOST_LATE_ANSWER},
               {121, GIVE_UP},
               {1000, CREDIT, 500},
               {1000, DEADLINE, 2000622},
               {1000, CREDIT_DUE, 2000622},
               {2000, MESSAGE},
               {2000, DEADLINE, DOM_HOST_NEVER},
               {2000, MAY_ASK, true, 1}}},
    {"a second late ask does not start the 2 s again",
     .steps = {{0, ASK, .last = B},
               {221, VERDICT, DOM_HOST_LATE_ANSWER},
               {221, GIVE_UP},
               {342, VERDICT, DOM_HOST_LATE_ANSWER},
               {342, GIVE_UP},
               {342, DEADLINE, 2000222}}},
    {"no ask may be sent while the oldest is older than tables x move",
     .steps = {{0, MAY_ASK, true, 0},
               {0, ASK},
               {100, MAY_ASK, true, 1},
               {101, MAY_ASK, false, 1},
               {101, MAY_ASK, true, 2},
               {201, MAY_ASK, false, 2}}},
};

static void play_row(const budget_row *row)
{
    static budget_play p;
    p = (budget_play){.charged_us = -1};
    dom_host_time_budget_init(&p.b, row->move_us ? row->move_us : MOVE, MARGIN, STARTUP, 0);
    if (!row->expects_hello)
        dom_host_time_budget_hello(&p.b);
    for (int i = 0; i < STEPS_MAX && row->steps[i].kind != DONE; i++)
        cr_expect(eq(i64, value_of(&p, &row->steps[i]), row->steps[i].us), "%s: step %d", row->name,
                  i);
}

Test(host_time_budget, every_row_has_the_expected_values)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        play_row(&rows[i]);
}

/* ---- long random games ------------------------------------------------------ */

static void begin_budget(dom_host_time_budget *b, int64_t margin_us)
{
    dom_host_time_budget_init(b, MOVE, margin_us, STARTUP, 0);
    dom_host_time_budget_hello(b);
}

static bool is_late(dom_host_time_budget *b, int64_t now)
{
    return dom_host_time_budget_judge(b, now) != DOM_HOST_ON_TIME;
}

/* "A bot that takes at most move_ms per ask is never late, in whatever order and in
 * as many messages as it answers." */
Test(host_time_budget, a_bot_that_takes_a_move_per_ask_is_never_late)
{
    enum { TURNS = 50, SENT_MAX = 5 * TURNS };
    for (unsigned seed = 1; seed <= 500; seed++) {
        dom_host_time_budget c;
        dom_host_ask_time ask[SENT_MAX] = {0};
        int sent = 0, done = 0;
        unsigned random = seed;
        int64_t now = 0;
        begin_budget(&c, MARGIN);
        for (int turn = 0; turn < TURNS; turn++) {
            random = random * 1103515245u + 12345u;
            int more = (int)(random >> 16) % 5 + (c.outstanding == 0);
            for (int i = 0; i < more; i++)
                dom_host_time_budget_ask(&c, &ask[sent++], now);
            random = random * 1103515245u + 12345u;
            int answered = 1 + (int)(random >> 16) % c.outstanding;
            now += answered * c.move_us;
            cr_assert(not(is_late(&c, now)), "seed %u, turn %d", seed, turn);
            dom_host_time_budget_message(&c, answered, now);
            for (int end = done + answered; done < end; done++)
                (void)dom_host_time_budget_answer(&c, &ask[done]);
        }
    }
}

enum { ASKS = 200, AT_ONCE = 10 };

static unsigned below(unsigned *random, unsigned n)
{
    *random = *random * 1103515245u + 12345u;
    return (*random >> 16) % n;
}

/* The same with cancelled asks. This bot works on its asks in order, also on cancelled ones, and
 * answers the cancelled ones too, or not. */
typedef struct {
    dom_host_time_budget budget;
    dom_host_ask_time ask[ASKS];
    int64_t cancelled_us[ASKS]; /* -1: not cancelled */
    int sent, done;             /* numbers of asks */
} thorough_bot;

static void send_one(thorough_bot *b, int64_t now)
{
    if (b->sent == ASKS || b->sent == b->done + AT_ONCE)
        return;
    b->cancelled_us[b->sent] = -1;
    dom_host_time_budget_ask(&b->budget, &b->ask[b->sent++], now);
}

static void cancel_one(thorough_bot *b, int which, int64_t now)
{
    if (b->cancelled_us[which] >= 0)
        return;
    b->cancelled_us[which] = now;
    dom_host_time_budget_cancel(&b->budget, &b->ask[which], now);
}

static void say_all(thorough_bot *b, int count, bool with_cancelled, int64_t now)
{
    int from = b->done, found = 0;
    for (int i = from; i < from + count; i++)
        found += b->cancelled_us[i] < 0;
    dom_host_time_budget_message(&b->budget, found, now);
    for (b->done += count; from < b->done; from++)
        if (b->cancelled_us[from] < 0)
            (void)dom_host_time_budget_answer(&b->budget, &b->ask[from]);
        else if (with_cancelled)
            dom_host_time_budget_answer_late(&b->budget, b->cancelled_us[from]);
}

Test(host_time_budget, a_bot_that_also_takes_a_move_for_cancelled_asks_is_never_late)
{
    for (unsigned seed = 1; seed <= 4000; seed++) {
        thorough_bot b = {.sent = 0};
        unsigned random = seed;
        int64_t now = 0;
        begin_budget(&b.budget, 0);
        while (b.done < ASKS) {
            send_one(&b, now);
            while (below(&random, 3) > 0)
                send_one(&b, now);
            int count = 1 + (int)below(&random, (unsigned)(b.sent - b.done));
            int64_t end = now + count * MOVE;
            while (below(&random, 4) > 0) {
                now += below(&random, (unsigned)(end - now));
                cr_assert(not(is_late(&b.budget, now)), "seed %u", seed);
                if (below(&random, 2))
                    send_one(&b, now);
                else
                    cancel_one(&b, b.done + (int)below(&random, (unsigned)(b.sent - b.done)), now);
            }
            now = end;
            cr_assert(not(is_late(&b.budget, now)), "seed %u", seed);
            say_all(&b, count, seed % 2, now);
        }
        cr_assert(eq(int, b.budget.outstanding, 0));
    }
}

/* The same for a bot that also waits for a CPU before it works on each ask. */
typedef struct {
    thorough_bot bot;
    int64_t began, waits; /* when the current ask began, and its CPU wait */
    int64_t waited;       /* CPU waits at all earlier asks */
    int64_t looked;       /* CPU waits that were credited */
} slow_bot;

/* Credits the CPU waits, but only when the credit is due. */
static void look(slow_bot *b, int64_t now)
{
    dom_host_time_budget *budget = &b->bot.budget;
    if (now < dom_host_time_budget_credit_due(budget))
        return;
    int64_t waited = b->waited + (now - b->began < b->waits ? now - b->began : b->waits);
    dom_host_time_budget_credit(budget, waited - b->looked, now);
    b->looked = waited;
}

/* A turn of the host: a credit, some cancelled asks, another credit, and some new asks. */
static void cancel_some(slow_bot *b, unsigned *random, int64_t now)
{
    look(b, now);
    for (int i = b->bot.done; i < b->bot.sent; i++)
        if (below(random, 4) == 0)
            cancel_one(&b->bot, i, now);
    look(b, now);
    while (below(random, 3) > 0)
        send_one(&b->bot, now);
}

Test(host_time_budget, a_bot_that_waits_for_a_cpu_still_has_a_full_move_for_each_ask)
{
    for (unsigned seed = 1; seed <= 1000; seed++) {
        slow_bot b = {.began = 0};
        dom_host_time_budget *budget = &b.bot.budget;
        unsigned random = seed;
        begin_budget(budget, MARGIN);
        while (b.bot.done < ASKS) {
            send_one(&b.bot, b.began);
            b.waits = below(&random, 3 * MOVE);
            int64_t end = b.began + b.waits + MOVE;
            cancel_some(&b, &random, b.began + below(&random, (unsigned)(end - b.began)));
            while (dom_host_time_budget_deadline(budget) < end) {
                int64_t late = dom_host_time_budget_deadline(budget);
                look(&b, late);
                cr_assert(not(is_late(budget, late)), "seed %u", seed);
            }
            look(&b, end);
            cr_assert(not(is_late(budget, end)), "seed %u", seed);
            say_all(&b.bot, 1, seed % 2, end);
            b.began = end;
            b.waited += b.waits;
        }
    }
}

/* ---- one wait --------------------------------------------------------------- */

enum { BEGUN = 5 * SECOND, WAIT = SECOND, HALF = DOM_HOST_CREDIT_MAX_US / 2 };

static const struct {
    const char *name;
    struct {
        int64_t at, us;  /* a credit */
        bool is_resumed; /* the wait is restarted at BEGUN before the credit */
    } credit[4];
    int64_t until;
} waits[] = {
    {"without a credit it ends after WAIT", {{0}}, BEGUN + WAIT},
    {"a credit extends it", {{.at = BEGUN + WAIT, .us = 900}}, BEGUN + WAIT + 900},
    {"a CPU wait before it began does not count",
     {{.at = BEGUN + 10, .us = 500000}},
     BEGUN + WAIT + 10},
    {"no CPU wait is credited twice",
     {{.at = BEGUN + 10, .us = 500000}, {.at = BEGUN + 30, .us = 500000}},
     BEGUN + WAIT + 30},
    {"it is extended by at most 60 s",
     {{.at = BEGUN + HALF, .us = HALF},
      {.at = BEGUN + 2 * HALF, .us = HALF},
      {.at = BEGUN + 3 * HALF, .us = HALF}},
     BEGUN + WAIT + DOM_HOST_CREDIT_MAX_US},
    {"after a restart earlier credit counts towards the limit",
     {{.at = BEGUN + HALF, .us = HALF},
      {.at = BEGUN + 2 * HALF, .us = HALF},
      {.at = BEGUN + 3 * HALF, .us = HALF},
      {.at = BEGUN + 100 * (int64_t)WAIT, .us = WAIT, .is_resumed = true}},
     BEGUN + WAIT},
};

Test(host_wait, every_row_ends_at_the_expected_time)
{
    for (size_t i = 0; i < sizeof waits / sizeof *waits; i++) {
        dom_host_wait wait = dom_host_wait_begin(BEGUN, WAIT);
        for (int k = 0; k < 4 && waits[i].credit[k].at; k++) {
            if (waits[i].credit[k].is_resumed)
                dom_host_wait_resume(&wait, BEGUN, WAIT);
            dom_host_wait_credit(&wait, waits[i].credit[k].at, waits[i].credit[k].us);
        }
        cr_expect(eq(i64, wait.until_us, waits[i].until), "%s", waits[i].name);
    }
}

Test(host_wait, a_stopped_wait_gets_no_credit)
{
    dom_host_wait wait = {.until_us = DOM_HOST_NEVER};
    dom_host_wait_credit(&wait, BEGUN, WAIT);
    cr_expect(eq(i64, wait.until_us, DOM_HOST_NEVER));
}
