/* record/rounds.h - the rounds of a match record as JSON text. Private to this folder.
 *
 * Rounds are nearly all of a record, and a tournament's hash is over the records of all its
 * matches. So they are written as text, without building JSON values first.
 */
#ifndef DOM_RECORD_ROUNDS_H
#define DOM_RECORD_ROUNDS_H

#include "record/record.h"

/* A growing text. All zero: empty. Once memory ran out, what follows is ignored. */
typedef struct {
    char *bytes;
    size_t size, room;
    bool has_failed;
} rounds_text;

/* What a round says, in the order of protocol/SPEC.md. */
typedef enum {
    ROUND_NUMBER,
    ROUND_LEADER,
    ROUND_LOTS,
    ROUND_DEAL,
    ROUND_EVENTS,
    ROUND_END,
    ROUND_BY,
    ROUND_PIPS,
    ROUND_POINTS,
    ROUND_SCORES,
    ROUND_PARTS
} round_part;

/* The rounds of one record. All zero but the form: none. Release with rounds_clear. */
typedef struct {
    dom_record_form form;
    rounds_text all;               /* the rounds that are complete, with commas between */
    rounds_text part[ROUND_PARTS]; /* of the round under way; empty: without it */
    size_t events;                 /* of the round under way                       */
} rounds;

/* Take an effect of the table, in order. Faults are no part of rounds and ignored. */
void rounds_take(rounds *r, const dom_table *table, const dom_effect *effect);

/* Returns whether memory ran out. */
bool rounds_have_failed(const rounds *r);

void rounds_clear(rounds *r);

#endif
