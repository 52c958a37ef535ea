#include "clock.h"

#include <stddef.h>

void dom_clock_init(dom_clock *clock, int64_t move_us, int64_t margin_us)
{
    *clock = (dom_clock){.move_us = move_us, .margin_us = margin_us};
}

/* Let time pass, and let the oldest ask's bank pay what is below zero. */
static void run_down(dom_clock *clock, int64_t now_us, int64_t *bank_us)
{
    if (clock->outstanding > 0 || clock->taken_us > 0)
        clock->budget_us -= now_us - clock->at_us;
    clock->at_us = now_us;
    if (now_us >= clock->taken_until_us)
        clock->taken_us = 0;
    if (bank_us == NULL || clock->budget_us >= 0)
        return;
    int64_t pays = -clock->budget_us < *bank_us ? -clock->budget_us : *bank_us;
    *bank_us -= pays;
    clock->budget_us += pays;
}

void dom_clock_sent(dom_clock *clock, int64_t now_us, int64_t *bank_us)
{
    run_down(clock, now_us, bank_us);
    if (clock->outstanding++ == 0 && (clock->taken_us == 0 || clock->budget_us < 0))
        clock->budget_us = 0;
    clock->budget_us += clock->move_us;
}

static void cut(dom_clock *clock)
{
    int64_t most = clock->outstanding * clock->move_us + clock->taken_us;
    if (clock->budget_us > most)
        clock->budget_us = most;
}

void dom_clock_heard(dom_clock *clock, int64_t now_us, int answered, int64_t *bank_us)
{
    run_down(clock, now_us, bank_us);
    clock->outstanding -= answered;
    cut(clock);
}

void dom_clock_forgive(dom_clock *clock, int64_t now_us, int64_t us, int64_t *bank_us)
{
    if (clock->outstanding == 0)
        return;
    clock->budget_us += us; /* before the bank pays for it */
    clock->taken_until_us += us;
    run_down(clock, now_us, bank_us);
    cut(clock);
}

void dom_clock_took_back(dom_clock *clock, int64_t now_us, int64_t *bank_us)
{
    run_down(clock, now_us, bank_us);
    clock->outstanding--;
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
    clock->budget_us = clock->outstanding * clock->move_us;
}

int64_t dom_clock_spent(const dom_clock *clock)
{
    return clock->at_us + clock->budget_us + 1;
}

int64_t dom_clock_deadline(const dom_clock *clock, int64_t bank_us)
{
    return dom_clock_spent(clock) + bank_us + clock->margin_us;
}
