/* tournament/sandbox_select.h - finds out which sandbox levels work on this machine, by running a
 * program at each level like a bot, and says what a higher level needs. */
#ifndef DOM_TOURNAMENT_SANDBOX_SELECT_H
#define DOM_TOURNAMENT_SANDBOX_SELECT_H

#include "base/sandbox.h"
#include "home/home.h"

typedef struct {
    dom_sandbox level;  /* none to bwrap                                       */
    bool bots_are_root; /* bots run as root, because there are no other users   */
    dom_err missing;    /* why no higher level works, "" for bwrap              */
    dom_err remedy;     /* what to do about it, "" for bwrap                    */
} dom_tournament_sandbox;

/* Returns true if this level works. If not, `missing` and `remedy` receive one line each. */
bool dom_tournament_sandbox_works(const dom_home *home, dom_sandbox level, dom_err *missing,
                                  dom_err *remedy);

/* Chooses the level for a run: `wanted`, or the highest that works if that is DOM_SANDBOX_AUTO.
 *
 * required  the word of the lowest acceptable level; NULL: any
 *
 * Returns DOM_OK; DOM_E_CONFIG if `wanted` does not work or is lower than `required`; DOM_E_IO if
 * no level can work, because bots cannot have users of their own or these cannot reach the run
 * directory. `err` says what is missing and what to do. */
dom_rc dom_tournament_sandbox_choose(dom_tournament_sandbox *out, const dom_home *home,
                                     dom_sandbox wanted, const char *required, dom_err *err);

/* Checks that bots at this level can use what they are shown. Returns DOM_OK, or DOM_E_CONFIG with
 * "show: what; allowed: ...". */
dom_rc dom_tournament_sandbox_check_shown(const dom_home *home, dom_sandbox level,
                                          const dom_strings *shown, dom_err *err);

/* Returns what bots can still do to each other and to this machine, as one clause. */
const char *dom_tournament_sandbox_gaps(const dom_tournament_sandbox *sandbox);

#endif
