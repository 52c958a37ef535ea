/* rules/view.h - what one seat may know.
 *
 * The type hides information: a dom_view has no pointer to the match, and the protocol
 * sends nothing but views. So code that leaks a hand would not compile. A view depends only
 * on what the seat has seen: exchanging tiles that the seat cannot see changes no byte
 * of it.
 */
#ifndef DOM_RULES_VIEW_H
#define DOM_RULES_VIEW_H

#include "rules/match.h"

typedef struct {
    uint8_t seat; /* seat that looks, and seat on turn */
    uint8_t seats;
    uint16_t round;    /* from 1                                                 */
    int8_t leader;     /* DOM_NOBODY during the opening draws                    */
    uint8_t lead_rule; /* dom_lead: the rule by which this round's leader is found; DOM_LEAD_NEXT
                          only in a view that was read from an ask without it */
    uint8_t stock;     /* tiles left in the stock                                */
    uint8_t drawable;  /* how many of them may still be drawn */
    uint8_t drawn;     /* tiles this seat drew in this turn                    */
    uint8_t end_count;
    int8_t ends[DOM_ENDS_MAX];     /* open value of each end, or DOM_ARM_CLOSED */
    uint8_t counts[DOM_SEATS_MAX]; /* tiles each seat holds                   */
    int32_t scores[DOM_SEATS_MAX]; /* match points                            */
    dom_tileset hand;
    uint16_t legal_count;
    uint16_t history_count;
    dom_action legal[DOM_ACTIONS_MAX];
    dom_event history[DOM_HISTORY_MAX];
} dom_view;

/* Fills *view for `seat`. Only the used part of the arrays is written. `legal` is filled only if
 * it is the seat's turn, else legal_count is 0. Pre: a round is in play, seat < seats. */
void dom_view_of(dom_view *view, const dom_match *match, int seat);

/* Fills *view without the lists: legal_count and history_count are 0. It is for callers that
 * have them already; match->history is public. */
void dom_view_glance(dom_view *view, const dom_match *match, int seat);

#endif
