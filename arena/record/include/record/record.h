/* record/record.h - plays a stored match again, and prints it as a match record.
 *
 * Only a few facts of a match are stored. Everything else is recovered by playing the match again
 * through the same code (arena/table). The printed form is the match record of protocol/SPEC.md,
 * section 5, which is enough for an independent referee.
 */
#ifndef DOM_RECORD_RECORD_H
#define DOM_RECORD_RECORD_H

#include "deal/deal.h"
#include "record/decisions.h"
#include "record/infos.h"
#include "table/table.h"

enum { DOM_RECORD_VERSION = 1 }; /* of the printed form */

/* The stored facts. All pointers are borrowed for the call. */
typedef struct {
    const char *tournament;
    uint64_t match; /* from 1                                                 */
    uint64_t set;   /* from 1                                                 */
    int rotation;
    uint32_t attempt;
    const char *variant;
    const dom_options *options;
    const char *bot_name[DOM_SEATS_MAX];
    const char *bot_version[DOM_SEATS_MAX];
    dom_fault end;
    int fault_seat;
    int64_t started_ms; /* Unix time                                          */
    int64_t duration_ms;
    const char *sandbox;
    dom_deal_key key; /* key of the set                                       */
    bool is_revealed; /* the key may be printed, because the stage is finished */
    bool is_open;     /* it is under way: it has the decisions made so far, and no end */
    const uint8_t *decisions;
    size_t decisions_bytes;
    const dom_record_infos *infos; /* one per seat; NULL: none, or nobody may see them yet */
} dom_record_match;

/* Called for every effect of the table. For DOM_TABLE_FX_DEAL the deal is already on
 * the table; DOM_TABLE_FX_ASK comes before the decision that answers it. */
typedef void dom_record_visit(void *context, const dom_table *table,
                              const dom_table_effect *effect);

/* Plays the match again.
 *
 * table  the caller's storage; settled on success, or of an open match as it is after its decisions
 * Returns DOM_OK, or DOM_E_MALFORMED if a decision is impossible, missing or superfluous, or if the
 * seat cannot have ended the match; `err` names the match and the decision or seat. */
dom_rc dom_record_replay(const dom_record_match *record, dom_table *table, dom_record_visit *visit,
                         void *context, dom_err *err);

/* Returns true if the effect is a step of the match: a deal, an event, a fault or the end of a
 * round. Replays number the steps from 1 through the match, and all of them show the same numbers.
 * Example: the deal of the first round is step 1, and the lead is step 2. */
bool dom_record_is_step(const dom_table_effect *effect);

/* The two printed forms. */
typedef enum {
    DOM_RECORD_WHOLE,    /* everything, in the order of protocol/SPEC.md      */
    DOM_RECORD_CANONICAL /* the input of the tournament hash: keys sorted, `us` 0, without
                            what SPEC.md, section 5, leaves out of the hash; it does not
                            depend on speed or on the number of attempts */
} dom_record_form;

/* Writes the match record as one line of JSON without a line feed.
 *
 * out  receives a text that the caller frees; NULL on failure
 * Returns DOM_OK, DOM_E_MALFORMED as dom_record_replay, or DOM_E_NOMEM. */
dom_rc dom_record_json(const dom_record_match *record, dom_record_form form, char **out,
                       dom_err *err);

#endif
