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

static unsigned below(unsigned *random, unsigned n)
{
    *random = *random * 1103515245u + 12345u;
    return (*random >> 16) % n;
}

/* The same where asks are taken back that it has not seen the end of: it answers in order, and
 * those too. */
Test(clock, a_bot_that_takes_a_move_for_what_was_taken_back_is_never_late)
{
    enum { ASKS = 200, AT_ONCE = 10 };
    for (unsigned seed = 1; seed <= 500; seed++) {
        dom_clock c = fresh();
        bool is_taken[ASKS] = {false};
        unsigned random = seed;
        int64_t now = 0, bank = 0;
        for (int sent = 0, at = 0; at < ASKS; at++) {
            while (sent < ASKS && (sent <= at || (sent < at + AT_ONCE && below(&random, 3) > 0))) {
                dom_clock_sent(&c, now, &bank);
                sent++;
            }
            int64_t meanwhile = now + below(&random, (unsigned)c.move_us);
            for (int i = at; i < sent; i++)
                if (!is_taken[i] && below(&random, 4) == 0) {
                    dom_clock_took_back(&c, meanwhile, &bank);
                    is_taken[i] = true;
                }
            now += c.move_us;
            cr_assert(not(dom_clock_is_late(&c, now, &bank)), "seed %u, ask %d", seed, at);
            dom_clock_heard(&c, now, !is_taken[at], &bank);
            if (is_taken[at] && seed % 2)
                dom_clock_heard_late(&c);
        }
        cr_assert(eq(int, c.outstanding, 0));
    }
}

/* A bot that thinks a move for each ask, in order, and is kept waiting before. */
typedef struct {
    dom_clock clock;
    int64_t began, waits; /* at this ask                                       */
    int64_t waited;       /* at those before it                                */
    int64_t looked;       /* what it had waited when somebody looked last      */
} slow_bot;

/* As late as may be. */
static void look(slow_bot *b, int64_t now)
{
    if (now < dom_clock_due(&b->clock))
        return;
    int64_t waited = b->waited + (now - b->began < b->waits ? now - b->began : b->waits);
    int64_t us = waited - b->looked, most = now - b->clock.since_us;
    dom_clock_forgive(&b->clock, now, us < most ? us : most, NULL);
    b->looked = waited;
}

Test(clock, a_bot_that_is_kept_waiting_has_a_move_of_its_own_for_each_ask)
{
    enum { ASKS = 100, AT_ONCE = 5 };
    for (unsigned seed = 1; seed <= 500; seed++) {
        slow_bot b = {.clock = fresh()};
        bool is_taken[ASKS] = {false};
        unsigned random = seed;
        int64_t bank = 0;
        for (int sent = 0, at = 0; at < ASKS; at++) {
            while (sent < ASKS && (sent <= at || (sent < at + AT_ONCE && below(&random, 3) > 0))) {
                dom_clock_sent(&b.clock, b.began, &bank);
                sent++;
            }
            b.waits = below(&random, 3 * (unsigned)b.clock.move_us);
            int64_t end = b.began + b.waits + b.clock.move_us;
            int64_t meanwhile = b.began + below(&random, (unsigned)(end - b.began));
            look(&b, meanwhile);
            for (int i = at; i < sent; i++)
                if (!is_taken[i] && below(&random, 4) == 0) {
                    dom_clock_took_back(&b.clock, meanwhile, &bank);
                    is_taken[i] = true;
                }
            while (b.clock.outstanding > 0 && dom_clock_deadline(&b.clock, 0) < end) {
                int64_t late = dom_clock_deadline(&b.clock, 0);
                look(&b, late);
                cr_assert(not(dom_clock_is_late(&b.clock, late, &bank)), "seed %u, ask %d", seed,
                          at);
            }
            look(&b, end);
            cr_assert(not(dom_clock_is_late(&b.clock, end, &bank)), "seed %u, ask %d", seed, at);
            dom_clock_heard(&b.clock, end, !is_taken[at], &bank);
            if (is_taken[at] && seed % 2)
                dom_clock_heard_late(&b.clock);
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
        dom_clock_heard_late(&c);
    dom_clock_sent(&c, 20, NULL);
    cr_assert(eq(i64, c.budget_us, 100));
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
