#include "clock.h"

#include <stddef.h>

void dom_clock_init(dom_clock *clock, int64_t move_us, int64_t margin_us)
{
    *clock = (dom_clock){.move_us = move_us, .margin_us = margin_us};
}

bool dom_clock_runs(const dom_clock *clock)
{
    return clock->outstanding > 0 || clock->taken_us > 0;
}

/* What was taken back before now counts no more. */
static void forget_taken(dom_clock *clock)
{
    clock->taken = 0;
    clock->taken_us = 0;
    clock->taken_from_us = clock->at_us;
}

/* Let time pass, and let the oldest ask's bank pay what is below zero. */
static void run_down(dom_clock *clock, int64_t now_us, int64_t *bank_us)
{
    if (dom_clock_runs(clock))
        clock->budget_us -= now_us - clock->at_us;
    clock->at_us = now_us;
    if (now_us >= clock->taken_until_us)
        forget_taken(clock);
    if (bank_us == NULL || clock->budget_us >= 0)
        return;
    int64_t pays = -clock->budget_us < *bank_us ? -clock->budget_us : *bank_us;
    *bank_us -= pays;
    clock->budget_us += pays;
}

/* No more than is left of it all is left for what was taken back. */
static void use_up(dom_clock *clock)
{
    if (clock->taken_us > clock->budget_us)
        clock->taken_us = clock->budget_us > 0 ? clock->budget_us : 0;
}

void dom_clock_sent(dom_clock *clock, int64_t now_us, int64_t *bank_us)
{
    run_down(clock, now_us, bank_us);
    use_up(clock);
    if (clock->outstanding++ == 0 && clock->taken_us == 0) {
        clock->budget_us = 0;
        clock->since_us = now_us;
    }
    clock->budget_us += clock->move_us;
}

/* The most that may be left when so many asks are outstanding. */
static int64_t most_for(const dom_clock *clock, int outstanding)
{
    return outstanding * clock->move_us + clock->taken_us;
}

static void cut(dom_clock *clock)
{
    int64_t most = most_for(clock, clock->outstanding);
    if (clock->budget_us < most)
        return;
    clock->budget_us = most;
    clock->since_us = clock->at_us;
}

void dom_clock_heard(dom_clock *clock, int64_t now_us, int answered, int64_t *bank_us)
{
    run_down(clock, now_us, bank_us);
    clock->outstanding -= answered;
    cut(clock);
}

void dom_clock_heard_late(dom_clock *clock, int64_t taken_back_us)
{
    if (taken_back_us < clock->taken_from_us || clock->taken == 0)
        return;
    int64_t most = --clock->taken * clock->move_us;
    if (clock->taken_us > most)
        clock->taken_us = most;
    cut(clock);
}

void dom_clock_forgive(dom_clock *clock, int64_t now_us, int64_t us, int64_t *bank_us)
{
    if (!dom_clock_runs(clock))
        return;
    clock->budget_us += us; /* before the bank pays for it */
    clock->taken_until_us += us;
    run_down(clock, now_us, bank_us);
    cut(clock);
    clock->since_us = now_us;
}

void dom_clock_took_back(dom_clock *clock, int64_t now_us, int64_t *bank_us)
{
    run_down(clock, now_us, bank_us);
    clock->outstanding--;
    clock->taken++;
    clock->taken_us += clock->move_us;
    clock->taken_until_us = now_us + clock->outstanding * clock->move_us + clock->taken_us;
}

bool dom_clock_is_late(dom_clock *clock, int64_t now_us, int64_t *bank_us)
{
    run_down(clock, now_us, bank_us);
    return clock->outstanding > 0 && clock->budget_us < -clock->margin_us;
}

void dom_clock_gave_up(dom_clock *clock)
{
    clock->outstanding--;
    clock->budget_us = most_for(clock, clock->outstanding);
}

int64_t dom_clock_due(const dom_clock *clock)
{
    int64_t kept = most_for(clock, clock->outstanding > 0 ? clock->outstanding - 1 : 0);
    int64_t behind = clock->at_us + clock->budget_us - kept + 1;
    return clock->taken_us > 0 && clock->taken_until_us < behind ? clock->taken_until_us : behind;
}

int64_t dom_clock_deadline(const dom_clock *clock, int64_t bank_us)
{
    return clock->at_us + clock->budget_us + bank_us + clock->margin_us + 1;
}
