/* rehearsal_cast.h - one or two bots as those of a tournament, as core/rehearsal.h needs it. */
#ifndef DOM_REHEARSAL_REHEARSAL_CAST_H
#define DOM_REHEARSAL_REHEARSAL_CAST_H

#include "bots/resolve.h"
#include "core/tournament.h"

/* It points into itself, so it is not copied; and it borrows from the bots. */
typedef struct {
    dom_core_tournament t; /* the caller fills in name, variants and `shown`       */
    dom_core_entrant bot[2];
} dom_rehearsal_cast;

/* Adds a bot, with these limits for all bots. Returns DOM_OK, or DOM_E_CONFIG if it is remote. Pre:
 * there are fewer than two. */
dom_rc dom_rehearsal_cast_add(dom_rehearsal_cast *cast, const dom_bots_resolved *bot,
                              const dom_core_limits *limits, dom_err *err);

/* Checks that the bot plays the variant. Returns DOM_OK, or DOM_E_CONFIG. */
dom_rc dom_rehearsal_cast_plays(const dom_bots_resolved *bot, const dom_variant *variant,
                                dom_err *err);

/* Finds the variant among those of the tournament, or adds it. *at receives its number. Returns
 * false if there are too many. */
bool dom_rehearsal_variant_add(dom_core_tournament *t, const dom_variant *variant, uint16_t *at);

#endif
