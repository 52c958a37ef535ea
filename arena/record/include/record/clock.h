/* record/clock.h - what the clock of a seat allows, and what choices leave of it.
 */
#ifndef DOM_RECORD_CLOCK_H
#define DOM_RECORD_CLOCK_H

#include "table/table.h"

/* In microseconds: for a move, for a match beside it, and what each choice adds to that. */
typedef struct {
    int64_t move_us, bank_us, increment_us;
} dom_record_clock;

/* Returns what is left of a bank after a choice, according to the stored times. It is exact if the
 * process had one outstanding ask at a time. A late answer empties the bank. */
int64_t dom_record_clock_bank_after(const dom_record_clock *clock, int64_t bank_us,
                                    const dom_table_effect *choice);

#endif
