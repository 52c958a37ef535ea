/* ladder/placement.h - plays the gauntlets of a bot's placement, which registers it (ladder.h).
 */
#ifndef DOM_LADDER_PLACEMENT_H
#define DOM_LADDER_PLACEMENT_H

#include "ladder/ladder.h"
#include "tournament/tournament_run.h"

/* Callbacks of a placement. Its tournaments are played one after the other, each between on_begin
 * and on_end. */
typedef struct {
    void *context;
    /* Called before anything is started. Sets the observer of the tournament, which is all zero.
     * Any code but DOM_OK ends the placement. */
    dom_rc (*on_begin)(void *context, const dom_tournament_run *run, dom_store *store,
                       dom_core_observer *observer, dom_err *err);
    /* Called after on_begin in any case.
     *
     * rc  DOM_OK if the whole tournament was played */
    void (*on_end)(void *context, dom_rc rc, const dom_core_progress *last);
} dom_ladder_watch;

/* Which sample bots are on the ladder. */
typedef enum {
    DOM_LADDER_STANDARD, /* random, greedy and careful */
    DOM_LADDER_STRONG    /* also those that search: flat-mc, pimc, ismcts and inference */
} dom_ladder_rungs;

typedef struct {
    const dom_home *home; /* locked                                           */
    dom_store *store;     /* open for writing                                 */
    const dom_ladder *ladder;
    const char *name, *version; /* of an existing snapshot                    */
    dom_ladder_rungs rungs;
    uint32_t sets;
    const dom_strings *shown;          /* paths that the bot is shown (bots/shown.h); NULL: none */
    const dom_bots_listener *listener; /* may be NULL                           */
    const dom_ladder_watch *watch;     /* with all functions set; may be NULL   */
} dom_ladder_placement;

/* Plays what is missing of the bot's placement in every variant that it claims: `sets` sets of
 * every table with the bot and others of the ladder. In games for two the bot meets each of the
 * others, up to DOM_LADDER_OPPONENTS_MAX. In games for more there is one table, filled with the
 * sample bots, then the newest others, then copies of sample bots. On the strong ladder these are
 * first `random` and then the strongest. A placement against the strong ladder may follow one
 * against the standard ladder; it plays every variant again. A tournament of the placement that was
 * interrupted is continued. If one of its bots was removed from the ladder meanwhile, its variants
 * are played again with the bots that remain.
 * Bots are shown `shown` and what the others of the ladder were shown in their first placements; a
 * tournament that is continued keeps what it began with.
 *
 * Returns the codes of dom_core_run; after DOM_E_INTERRUPTED *signal_number is the signal. */
dom_rc dom_ladder_place(const dom_ladder_placement *spec, int *signal_number, dom_err *err);

#endif
