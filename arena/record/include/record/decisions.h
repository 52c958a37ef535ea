/* record/decisions.h - the choices of one match as bytes.
 *
 * Only the choices of a match are stored. The deals follow from the secret, and forced actions,
 * scores and places follow from the rules; record.h plays the match again.
 *
 * Each decision is two numbers in LEB128 (7 bits a byte, low bits first, the top
 * bit says that more follow):
 *     action   0 = draw, else 1 + tile * 8 + end * 2 + face down
 *     reason   us * 2 for a choice that took `us` microseconds,
 *              fault * 2 + 1 for the first legal action in place of a tolerated
 *              fault
 */
#ifndef DOM_RECORD_DECISIONS_H
#define DOM_RECORD_DECISIONS_H

#include "base/fault.h"
#include "rules/round.h"

#include <stddef.h>

typedef struct {
    dom_action action;
    uint32_t us;           /* microseconds; 0 if substituted                  */
    dom_fault substituted; /* the tolerated fault; DOM_FAULT_NONE: the bot's own choice */
} dom_record_decision;

/* A growing list of decisions. Start with a zeroed struct; release it with
 * dom_record_decisions_clear. */
typedef struct {
    uint8_t *bytes;
    size_t size;
    size_t room;
} dom_record_decisions;

/* Appends a decision. Returns DOM_OK, or DOM_E_NOMEM with the list unchanged.
 * Pre: the action is a play or a draw. */
dom_rc dom_record_decisions_add(dom_record_decisions *list, const dom_record_decision *decision);

/* Frees the bytes; may be called twice. To reuse the memory, set `size` to 0 instead. */
void dom_record_decisions_clear(dom_record_decisions *list);

/* Reads the next decision and moves `*bytes` and `*size` past it. Returns DOM_OK; DOM_E_ABSENT at
 * the end; DOM_E_MALFORMED if the bytes are not a decision. */
dom_rc dom_record_decisions_next(const uint8_t **bytes, size_t *size, dom_record_decision *out);

#endif
