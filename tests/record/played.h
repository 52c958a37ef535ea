/* tests/record/played.h - a match that is played at random, with its stored decisions. */
#ifndef DOM_TESTS_RECORD_PLAYED_H
#define DOM_TESTS_RECORD_PLAYED_H

#include "record/record.h"
#include "rules/variant.h"

/* A match. All zero: none was played. */
typedef struct {
    dom_variant variant;
    dom_deal_key key;
    dom_table table;
    dom_record_decisions decisions;
    unsigned decision_count;
    int64_t time_us[DOM_SEATS_MAX];
    unsigned random;
} played;

/* Returns the next random number of the match. */
unsigned played_number(played *p);

/* Takes the effects of the table until it waits for an answer, and notes the decisions. */
void played_run(played *p);

/* Begins a match of a variant, with this value of one option (NULL: as the variant has it). What
 * was played before is forgotten. */
void played_begin(played *p, const char *variant, const char *option, const char *value,
                  unsigned seed, uint32_t tolerate);

/* Plays randomly. Every `fault_every`-th answer is late (0: none), and after `crash_after` answers
 * the seat on turn crashes (0: never). */
void played_play(played *p, const char *variant, unsigned seed, uint32_t tolerate,
                 unsigned fault_every, unsigned crash_after);

/* Returns its stored facts: match 17 of set 3. They borrow from `p`. */
dom_record_match played_record(const played *p);

#endif
