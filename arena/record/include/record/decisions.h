/* record/decisions.h - what the bots of one match decided, as bytes.
 *
 * A match is stored as its choices alone: the deals follow from the secret, and
 * every forced action, score and place from the rules (record.h plays it again).
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
    uint32_t us;           /* 0 when substituted                              */
    dom_fault substituted; /* DOM_FAULT_NONE: the bot's own choice            */
} dom_record_decision;

/* A growing list. Start with zeros, release with dom_record_decisions_clear. */
typedef struct {
    uint8_t *bytes;
    size_t size;
    size_t room;
} dom_record_decisions;

/* Returns DOM_OK, or DOM_E_NOMEM with the list as it was.
 * Pre: the action is a play or a draw. */
dom_rc dom_record_decisions_add(dom_record_decisions *list, const dom_record_decision *decision);

/* Free the bytes; may be called twice. To use the memory again set size to 0. */
void dom_record_decisions_clear(dom_record_decisions *list);

/* Take the next decision off the front of `*bytes`.
 * Returns DOM_OK; DOM_E_ABSENT at the end; DOM_E_MALFORMED for bytes that are no
 * decision. */
dom_rc dom_record_decisions_next(const uint8_t **bytes, size_t *size, dom_record_decision *out);

#endif
