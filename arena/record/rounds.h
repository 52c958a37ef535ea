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
} dom_record_rounds_text;

void dom_record_rounds_text_add(dom_record_rounds_text *t, const char *bytes, size_t size);

/* What a round says, in the order of protocol/SPEC.md. */
typedef enum {
    DOM_RECORD_ROUND_NUMBER,
    DOM_RECORD_ROUND_LEADER,
    DOM_RECORD_ROUND_LOTS,
    DOM_RECORD_ROUND_DEAL,
    DOM_RECORD_ROUND_EVENTS,
    DOM_RECORD_ROUND_END,
    DOM_RECORD_ROUND_BY,
    DOM_RECORD_ROUND_PIPS,
    DOM_RECORD_ROUND_POINTS,
    DOM_RECORD_ROUND_SCORES,
    DOM_RECORD_ROUND_PARTS
} dom_record_round_part;

/* The rounds of one record. All zero but the form: none. Release with dom_record_rounds_clear. */
typedef struct {
    dom_record_form form;
    dom_record_rounds_text all; /* the rounds that are complete, with commas between */
    /* Of the round under way; empty: without it. */
    dom_record_rounds_text part[DOM_RECORD_ROUND_PARTS];
    size_t events; /* of the round under way                       */
} dom_record_rounds;

/* Take an effect of the table, in order. Faults are no part of rounds and ignored. */
void dom_record_rounds_take(dom_record_rounds *r, const dom_table *table,
                            const dom_table_effect *effect);

/* Returns whether memory ran out. */
bool dom_record_rounds_have_failed(const dom_record_rounds *r);

void dom_record_rounds_clear(dom_record_rounds *r);

#endif
