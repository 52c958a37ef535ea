/* SPEC.md, "Clock", on a made-up clock: move 100, margin 20 unless said. */
#include "clock.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>

static dom_clock fresh(void)
{
    dom_clock c;
    dom_clock_init(&c, 100, 20);
    return c;
}

Test(clock, one_ask_is_late_after_move_and_margin)
{
    dom_clock c = fresh();
    int64_t bank = 0;
    dom_clock_sent(&c, 1000, NULL);
    cr_assert(not(dom_clock_is_late(&c, 1120, &bank)));
    cr_assert(dom_clock_is_late(&c, 1121, &bank));
}

Test(clock, a_bank_is_used_up_before_an_ask_is_late)
{
    dom_clock c = fresh();
    int64_t bank = 50;
    dom_clock_sent(&c, 0, NULL);
    cr_assert(not(dom_clock_is_late(&c, 170, &bank)));
    cr_assert(eq(i64, bank, 0));
    cr_assert(dom_clock_is_late(&c, 171, &bank));
}

Test(clock, an_answer_within_the_bank_pays_only_what_it_was_over)
{
    dom_clock c = fresh();
    int64_t bank = 50;
    dom_clock_sent(&c, 0, NULL);
    dom_clock_heard(&c, 130, 1, &bank);
    cr_assert(eq(i64, bank, 20));
    cr_assert(eq(int, c.outstanding, 0));
}

Test(clock, waiting_without_an_ask_costs_and_earns_nothing)
{
    dom_clock c = fresh();
    int64_t bank = 0;
    dom_clock_sent(&c, 0, NULL);
    dom_clock_heard(&c, 10, 1, &bank);
    dom_clock_sent(&c, 5000, NULL);
    cr_assert(not(dom_clock_is_late(&c, 5120, &bank)));
    cr_assert(dom_clock_is_late(&c, 5121, &bank));
}

Test(clock, asks_add_up_and_time_not_used_is_cut)
{
    dom_clock c = fresh();
    int64_t bank = 0;
    for (int i = 0; i < 4; i++)
        dom_clock_sent(&c, 0, &bank);
    cr_assert(eq(i64, c.budget_us, 400));
    dom_clock_heard(&c, 10, 3, &bank);
    cr_assert(eq(i64, c.budget_us, 100), "one ask left: at most one move of time");
}

/* "A bot that takes at most move_ms per ask is never late, in whatever order and in
 * as many messages as it answers." */
Test(clock, a_bot_that_takes_a_move_per_ask_is_never_late)
{
    for (unsigned seed = 1; seed <= 500; seed++) {
        dom_clock c = fresh();
        unsigned random = seed;
        int64_t now = 0, bank = 0;
        for (int turn = 0; turn < 50; turn++) {
            random = random * 1103515245u + 12345u;
            int more = (int)(random >> 16) % 5 + (c.outstanding == 0);
            for (int i = 0; i < more; i++)
                dom_clock_sent(&c, now, &bank);
            random = random * 1103515245u + 12345u;
            int answered = 1 + (int)(random >> 16) % c.outstanding;
            now += answered * c.move_us;
            cr_assert(not(dom_clock_is_late(&c, now, &bank)), "seed %u, turn %d", seed, turn);
            dom_clock_heard(&c, now, answered, &bank);
        }
    }
}

enum { ASKS = 200, AT_ONCE = 10 };

static unsigned below(unsigned *random, unsigned n)
{
    *random = *random * 1103515245u + 12345u;
    return (*random >> 16) % n;
}

/* The same where asks are taken back that it has not seen the end of: it answers in order, and
 * with those too, or without them. */
typedef struct {
    dom_clock clock;
    int64_t taken_back_us[ASKS]; /* -1: it was not                             */
    int sent, done;              /* of ASKS                                    */
} thorough_bot;

static void send_one(thorough_bot *b, int64_t now)
{
    if (b->sent == ASKS || b->sent == b->done + AT_ONCE)
        return;
    b->taken_back_us[b->sent++] = -1;
    dom_clock_sent(&b->clock, now, NULL);
}

static void take_one_back(thorough_bot *b, int which, int64_t now)
{
    if (b->taken_back_us[which] >= 0)
        return;
    b->taken_back_us[which] = now;
    dom_clock_took_back(&b->clock, now, NULL);
}

static void say_all(thorough_bot *b, int count, bool with_taken, int64_t now)
{
    dom_clock_heard(&b->clock, now, 0, NULL);
    for (int end = b->done + count; b->done < end; b->done++)
        if (b->taken_back_us[b->done] < 0)
            dom_clock_heard(&b->clock, now, 1, NULL);
        else if (with_taken)
            dom_clock_heard_late(&b->clock, b->taken_back_us[b->done]);
}

Test(clock, a_bot_that_takes_a_move_for_what_was_taken_back_is_never_late)
{
    for (unsigned seed = 1; seed <= 4000; seed++) {
        thorough_bot b = {.clock = fresh()};
        b.clock.margin_us = 0;
        unsigned random = seed;
        int64_t now = 0, bank = 0;
        while (b.done < ASKS) {
            send_one(&b, now);
            while (below(&random, 3) > 0)
                send_one(&b, now);
            int count = 1 + (int)below(&random, (unsigned)(b.sent - b.done));
            int64_t end = now + count * b.clock.move_us;
            while (below(&random, 4) > 0) {
                now += below(&random, (unsigned)(end - now));
                cr_assert(not(dom_clock_is_late(&b.clock, now, &bank)), "seed %u", seed);
                if (below(&random, 2))
                    send_one(&b, now);
                else
                    take_one_back(&b, b.done + (int)below(&random, (unsigned)(b.sent - b.done)),
                                  now);
            }
            now = end;
            cr_assert(not(dom_clock_is_late(&b.clock, now, &bank)), "seed %u", seed);
            say_all(&b, count, seed % 2, now);
        }
        cr_assert(eq(int, b.clock.outstanding, 0));
    }
}

/* It is kept waiting before each, too. */
typedef struct {
    thorough_bot bot;
    int64_t began, waits; /* at this ask                                       */
    int64_t waited;       /* at those before it                                */
    int64_t looked;       /* what it had waited when somebody looked last      */
} slow_bot;

/* As late as may be. */
static void look(slow_bot *b, int64_t now)
{
    dom_clock *clock = &b->bot.clock;
    if (now < dom_clock_due(clock))
        return;
    int64_t waited = b->waited + (now - b->began < b->waits ? now - b->began : b->waits);
    int64_t us = waited - b->looked, most = now - clock->since_us;
    dom_clock_forgive(clock, now, us < most ? us : most, NULL);
    b->looked = waited;
}

/* A turn of its host: it looks, some asks are taken back, it looks, and others are sent. */
static void take_some_back(slow_bot *b, unsigned *random, int64_t now)
{
    look(b, now);
    for (int i = b->bot.done; i < b->bot.sent; i++)
        if (below(random, 4) == 0)
            take_one_back(&b->bot, i, now);
    look(b, now);
    while (below(random, 3) > 0)
        send_one(&b->bot, now);
}

Test(clock, a_bot_that_is_kept_waiting_has_a_move_of_its_own_for_each_ask)
{
    for (unsigned seed = 1; seed <= 1000; seed++) {
        slow_bot b = {.bot.clock = fresh()};
        dom_clock *clock = &b.bot.clock;
        unsigned random = seed;
        int64_t bank = 0;
        while (b.bot.done < ASKS) {
            send_one(&b.bot, b.began);
            b.waits = below(&random, 3 * (unsigned)clock->move_us);
            int64_t end = b.began + b.waits + clock->move_us;
            take_some_back(&b, &random, b.began + below(&random, (unsigned)(end - b.began)));
            while (clock->outstanding > 0 && dom_clock_deadline(clock, 0) < end) {
                int64_t late = dom_clock_deadline(clock, 0);
                look(&b, late);
                cr_assert(not(dom_clock_is_late(clock, late, &bank)), "seed %u", seed);
            }
            look(&b, end);
            cr_assert(not(dom_clock_is_late(clock, end, &bank)), "seed %u", seed);
            say_all(&b.bot, 1, seed % 2, end);
            b.began = end;
            b.waited += b.waits;
        }
    }
}

/* Ten that were outstanding at 0. */
static dom_clock taken_back(void)
{
    dom_clock c = fresh();
    for (int i = 0; i < 10; i++)
        dom_clock_sent(&c, 0, NULL);
    for (int i = 0; i < 10; i++)
        dom_clock_took_back(&c, 0, NULL);
    return c;
}

Test(clock, the_time_for_what_was_taken_back_ends)
{
    dom_clock c = taken_back();
    int64_t bank = 0;
    dom_clock_sent(&c, 400, NULL);
    cr_assert(eq(i64, c.budget_us, 700), "six moves of it are left");
    dom_clock_heard(&c, 410, 1, &bank);
    dom_clock_sent(&c, 1000, NULL);
    cr_assert(eq(i64, c.budget_us, 100));
}

Test(clock, what_was_taken_back_and_is_answered_counts_no_more)
{
    dom_clock c = taken_back();
    dom_clock_heard(&c, 10, 0, NULL);
    for (int i = 0; i < 10; i++)
        dom_clock_heard_late(&c, 0);
    dom_clock_sent(&c, 20, NULL);
    cr_assert(eq(i64, c.budget_us, 100));
}

/* It answers one in time, and has a move for the other. */
Test(clock, of_what_is_used_up_only_what_is_answered_is_lost)
{
    dom_clock c = fresh();
    for (int i = 0; i < 2; i++)
        dom_clock_sent(&c, 0, NULL);
    for (int i = 0; i < 2; i++)
        dom_clock_took_back(&c, 0, NULL);
    dom_clock_sent(&c, 50, NULL);
    dom_clock_heard(&c, 100, 0, NULL);
    dom_clock_heard_late(&c, 0);
    cr_assert(eq(i64, dom_clock_deadline(&c, 0), 321));
}

Test(clock, what_counts_no_more_is_answered_for_nothing)
{
    dom_clock c = fresh();
    dom_clock_sent(&c, 0, NULL);
    dom_clock_took_back(&c, 0, NULL);
    dom_clock_sent(&c, 100, NULL);
    dom_clock_took_back(&c, 100, NULL);
    dom_clock_heard(&c, 110, 0, NULL);
    dom_clock_heard_late(&c, 0);
    cr_assert(eq(i64, c.taken_us, 100));
}

Test(clock, what_was_used_of_the_time_for_what_was_taken_back_does_not_come_back)
{
    dom_clock c = taken_back();
    dom_clock_sent(&c, 0, NULL);
    dom_clock_heard(&c, 600, 1, NULL);
    cr_assert(eq(i64, c.budget_us, 500));
    for (int i = 0; i < 10; i++) {
        dom_clock_sent(&c, 600, NULL);
        dom_clock_heard(&c, 601, 1, NULL);
    }
    cr_assert(eq(i64, c.budget_us, 500));
}

Test(clock, after_a_late_ask_what_was_taken_back_has_its_time_still)
{
    dom_clock c = fresh();
    int64_t bank = 0;
    for (int i = 0; i < 3; i++)
        dom_clock_sent(&c, 0, &bank);
    dom_clock_took_back(&c, 50, &bank);
    cr_assert(dom_clock_is_late(&c, 321, &bank));
    dom_clock_gave_up(&c);
    cr_assert(eq(i64, c.budget_us, 200));
}

Test(clock, after_a_late_ask_the_others_have_a_move_each)
{
    dom_clock c = fresh();
    int64_t bank = 0;
    dom_clock_sent(&c, 0, NULL);
    dom_clock_sent(&c, 0, &bank);
    dom_clock_sent(&c, 0, &bank);
    cr_assert(dom_clock_is_late(&c, 321, &bank));
    dom_clock_gave_up(&c);
    cr_assert(eq(i64, c.budget_us, 200));
    cr_assert(not(dom_clock_is_late(&c, 540, &bank)));
    cr_assert(dom_clock_is_late(&c, 542, &bank));
}

Test(clock, the_deadline_is_the_first_moment_that_is_late)
{
    dom_clock c = fresh();
    int64_t bank = 30;
    dom_clock_sent(&c, 1000, NULL);
    int64_t at = dom_clock_deadline(&c, bank);
    dom_clock before = c;
    int64_t bank_before = bank;
    cr_assert(not(dom_clock_is_late(&before, at - 1, &bank_before)));
    cr_assert(dom_clock_is_late(&c, at, &bank));
}

Test(host_clock, stands_while_the_bot_waits_for_a_cpu)
{
    dom_clock clock;
    int64_t bank = 500;
    dom_clock_init(&clock, 1000, 20);
    dom_clock_sent(&clock, 0, NULL);
    dom_clock_forgive(&clock, 1500, 800, &bank);
    cr_assert(eq(i64, bank, 500), "what was forgiven is not paid for");
    cr_assert(eq(i64, dom_clock_deadline(&clock, 0), 1000 + 800 + 20 + 1));
    cr_assert(not(dom_clock_is_late(&clock, 1820, &(int64_t){0})));
    cr_assert(dom_clock_is_late(&clock, 1821, &(int64_t){0}));
    /* Never more than a fresh budget. */
    dom_clock_forgive(&clock, 1822, 100000, NULL);
    cr_assert(eq(i64, dom_clock_deadline(&clock, 0), 1822 + 1000 + 20 + 1));
}

Test(host_clock, has_nothing_to_forgive_when_nothing_is_asked)
{
    dom_clock clock;
    dom_clock_init(&clock, 1000, 20);
    dom_clock_forgive(&clock, 50, 5000, NULL);
    dom_clock_sent(&clock, 100, NULL);
    cr_assert(eq(i64, dom_clock_deadline(&clock, 0), 100 + 1000 + 20 + 1));
}
