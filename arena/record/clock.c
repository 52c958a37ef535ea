/* The time bank of a bot after each choice: time over move_us is taken from the bank, a timeout
 * empties it, and the increment is added. A forced choice costs nothing. */
#include "record/clock.h"

int64_t dom_record_clock_bank_after(const dom_record_clock *clock, int64_t bank_us,
                                    const dom_table_effect *choice)
{
    if (choice->why == DOM_TABLE_WHY_FORCED)
        return bank_us;
    if (choice->why == DOM_TABLE_WHY_SUBSTITUTED)
        return choice->fault == DOM_FAULT_TIMEOUT ? 0 : bank_us;
    int64_t over = choice->us - clock->move_us;
    if (over > 0)
        bank_us -= over < bank_us ? over : bank_us;
    return bank_us + clock->increment_us;
}
