/* tournament/entry_order.h - changes a participant's entry in a stored tournament: another version
 * of the bot takes its place, or it leaves, or comes back.
 *
 * The sets that have begun are played out as they began, and no deal of them is changed. All other
 * sets move to a new stage, with a secret of its own. A tournament with a seed keeps the secret
 * that follows from it.
 */
#ifndef DOM_TOURNAMENT_ENTRY_ORDER_H
#define DOM_TOURNAMENT_ENTRY_ORDER_H

#include "bots/places.h"
#include "home/home.h"
#include "store/store.h"

typedef enum {
    DOM_TOURNAMENT_ENTRY_TAKE,       /* another version of its bot plays on        */
    DOM_TOURNAMENT_ENTRY_WITHDRAW,   /* it plays no more                           */
    DOM_TOURNAMENT_ENTRY_DISQUALIFY, /* it plays no more, and its results count nowhere */
    DOM_TOURNAMENT_ENTRY_READMIT     /* it plays again, with the version that it had */
} dom_tournament_entry_action;

typedef struct {
    const dom_bots_places *places;
    dom_store *store; /* open for writing, behind the lock of the data folder       */
    const char *tournament;
    const char *name; /* of the participant in this tournament                      */
    dom_tournament_entry_action action;
    const char *bot;    /* TAKE: the word that means the version (bots/resolve.h)   */
    const char *reason; /* DISQUALIFY and WITHDRAW: one line, or NULL               */
} dom_tournament_entry_order;

/* What was done. */
typedef struct {
    char version[DOM_STORE_BOT_VERSION_BYTES]; /* that plays, or played last       */
    uint64_t moved; /* sets that moved to the new stage; 0: there is none, because all have begun */
    uint64_t own;   /* sets among them at whose table the participant sits         */
    uint32_t stage; /* number of the new stage, from 0                             */
    char commit[65]; /* of its secret; "" without a new stage                       */
} dom_tournament_entry_done;

/* Carries out an order. All of it is stored or nothing; a snapshot of a new version may be left.
 *
 * Returns DOM_OK; DOM_E_ABSENT without such a tournament; DOM_E_CONFIG with the reason if the order
 * is impossible: a name that does not take part, a state that it has already, a bot of another
 * name, with greater needs or without a variant that it plays, the last seed of a gauntlet that
 * leaves, a comparison or a table of people; the codes of dom_bots_resolve and of the store. */
dom_rc dom_tournament_entry_carry_out(dom_tournament_entry_done *out,
                                      const dom_tournament_entry_order *order, dom_err *err);

#endif
