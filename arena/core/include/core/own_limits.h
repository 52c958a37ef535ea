/* core/own_limits.h - the limits that a tournament may give one of its bots in place of those
 * for all, so that strong bots play with less time (time odds).
 */
#ifndef DOM_CORE_OWN_LIMITS_H
#define DOM_CORE_OWN_LIMITS_H

#include "core/tournament.h"

#include <stddef.h>

enum { DOM_CORE_OWN_LIMITS = 5 };

/* A limit that a bot may have of its own. */
typedef struct {
    const char *key; /* in `limits` of a tournament file */
    size_t offset;   /* of an int32_t in dom_core_limits */
} dom_core_own_limit_row;

extern const dom_core_own_limit_row dom_core_own_limit_rows[DOM_CORE_OWN_LIMITS];

/* Returns the limits of a bot with these own ones, in a tournament with these. */
dom_core_limits dom_core_limits_with(const dom_core_limits *all, const dom_core_own_limits *own);

/* Returns the limits of a bot of the tournament. */
dom_core_limits dom_core_limits_of(const dom_core_tournament *t, const dom_core_entrant *bot);

/* Sets the limit of a row. */
void dom_core_own_limit_set(dom_core_own_limits *own, size_t row, int32_t value);

/* Returns the limit of a row. */
int32_t dom_core_limit_of(const dom_core_limits *limits, size_t row);

/* Returns the first row of which the bot gets more than the tournament gives all;
 * DOM_CORE_OWN_LIMITS if there is none. */
size_t dom_core_own_limits_more(const dom_core_limits *all, const dom_core_own_limits *own);

#endif
