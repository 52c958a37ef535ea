/* tournament/sandbox_select.h - which sandbox level works here, found by running a program in it as
 * a bot is run, and what to do for a better one. */
#ifndef DOM_TOURNAMENT_SANDBOX_SELECT_H
#define DOM_TOURNAMENT_SANDBOX_SELECT_H

#include "base/sandbox.h"
#include "home/home.h"

typedef struct {
    dom_sandbox level;  /* none to bwrap                                       */
    bool bots_are_root; /* started by root, but there are no users for bots     */
    dom_err missing;    /* why it is not a better one, "" for bwrap             */
    dom_err remedy;     /* what helps, "" for bwrap                             */
} dom_tournament_sandbox;

/* Does this level work? If not, `missing` and `remedy` are one line each. */
bool dom_tournament_sandbox_works(const dom_home *home, dom_sandbox level, dom_err *missing,
                                  dom_err *remedy);

/* The level for a run: the best that works, or the one that is wanted.
 *
 * required  word of the least that is taken, NULL = any
 *
 * Returns DOM_OK; DOM_E_CONFIG when what is wanted does not work or is less than
 * what is required; DOM_E_IO when no level can work, because bots can have no users or these do not
 * reach the run folder. `err` says what is missing and what helps. */
dom_rc dom_tournament_sandbox_choose(dom_tournament_sandbox *out, const dom_home *home,
                                     dom_sandbox wanted, const char *required, dom_err *err);

/* What bots can still do to each other and to this machine, as one clause. */
const char *dom_tournament_sandbox_gaps(const dom_tournament_sandbox *sandbox);

#endif
