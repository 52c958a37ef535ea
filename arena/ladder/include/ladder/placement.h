/* ladder/placement.h - playing the gauntlets by which a bot is registered on the ladder (ladder.h).
 */
#ifndef DOM_LADDER_PLACEMENT_H
#define DOM_LADDER_PLACEMENT_H

#include "ladder/ladder.h"
#include "tournament/tournament_run.h"

/* Who follows a placement. Its tournaments are played one after the other, and each tells, in this
 * order: on_begin, on_stored, then what happens as the core's hooks of the same names tell it
 * (core.h), and at last on_end, which comes whenever on_begin was called. */
typedef struct {
    void *context;
    /* Nothing is started yet. What is not DOM_OK ends the placement. */
    dom_rc (*on_begin)(void *context, const dom_tournament_run *c, dom_err *err);
    /* Every bot can be started, and the tournament is stored. What is not DOM_OK ends the
     * placement. */
    dom_rc (*on_stored)(void *context, const dom_tournament_run *c, dom_store *store,
                        const dom_core_progress *progress, dom_err *err);
    void (*on_match)(void *context, const dom_core_match *match);
    void (*on_fault)(void *context, const dom_core_fault *fault);
    void (*on_progress)(void *context, const dom_core_progress *progress);
    void (*on_wait)(void *context);
    /* `rc`: how it went, DOM_OK when all of it was played. */
    void (*on_end)(void *context, dom_rc rc, const dom_core_progress *last);
} dom_ladder_watch;

typedef struct {
    const dom_home *home; /* locked                                           */
    dom_store *store;     /* open for writing                                 */
    const dom_ladder *ladder;
    const char *name, *version; /* of a snapshot that is there                */
    uint32_t sets;
    const dom_bots_listener *listener; /* hears of the bots; NULL: nobody       */
    const dom_ladder_watch *watch;     /* all of it there; NULL: nobody         */
} dom_ladder_placement;

/* Play what is missing of the bot's placement, in every variant that it claims: a set for
 * every table with the bot and others of the ladder. In games of two that is everybody, up
 * to DOM_LADDER_OPPONENTS_MAX; in games of more, one table, of the sample bots first, then the
 * newest others, then copies of sample bots. A tournament of it that was begun goes on, unless
 * one of its bots was taken off the ladder: then its games are played anew with who is there.
 *
 * Returns as dom_core_run; with DOM_E_INTERRUPTED the signal in *signal_number. */
dom_rc dom_ladder_place(const dom_ladder_placement *spec, int *signal_number, dom_err *err);

#endif
