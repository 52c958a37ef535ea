#include "record/clock.h"

int64_t dom_clock_bank_after(const dom_clock *clock, int64_t bank_us, const dom_effect *choice)
{
    if (choice->why == DOM_WHY_FORCED)
        return bank_us;
    if (choice->why == DOM_WHY_SUBSTITUTED)
        return choice->fault == DOM_FAULT_TIMEOUT ? 0 : bank_us;
    int64_t over = choice->us - clock->move_us;
    if (over > 0)
        bank_us -= over < bank_us ? over : bank_us;
    return bank_us + clock->increment_us;
}
