/* rules/view.h - what one seat may know.
 *
 * Hidden information is a type: a dom_view has no way back to the match, nothing
 * but dom_view_of makes one from a match, and the protocol sends nothing else. A
 * leak would not compile. What it says is a function of the seat's information
 * set: permuting tiles the seat cannot see changes no byte of it.
 */
#ifndef DOM_RULES_VIEW_H
#define DOM_RULES_VIEW_H

#include "rules/match.h"

typedef struct {
    uint8_t seat; /* whose eyes, and whose turn it is                        */
    uint8_t seats;
    uint16_t round;   /* from 1                                                 */
    int8_t leader;    /* DOM_NOBODY during the opening draws                    */
    uint8_t stock;    /* tiles left in the stock                                */
    uint8_t drawable; /* of these, that may still be drawn                    */
    uint8_t drawn;    /* tiles this seat drew in this turn                    */
    uint8_t end_count;
    int8_t ends[DOM_ENDS_MAX];     /* value per end, DOM_ARM_CLOSED           */
    uint8_t counts[DOM_SEATS_MAX]; /* tiles each seat holds                   */
    int32_t scores[DOM_SEATS_MAX]; /* match points                            */
    dom_tileset hand;
    uint16_t legal_count;
    uint16_t history_count;
    dom_action legal[DOM_ACTIONS_MAX];
    dom_event history[DOM_HISTORY_MAX];
} dom_view;

/* Fill *view for `seat`. Only the used part of the arrays is written.
 * `legal` is filled only when it is the seat's turn, else legal_count is 0.
 * Pre: a round is in play, seat < seats. */
void dom_view_of(dom_view *view, const dom_match *match, int seat);

/* The same without the lists, for who has them: legal_count and history_count are 0. What happened,
 * match->history, is public. */
void dom_view_glance(dom_view *view, const dom_match *match, int seat);

#endif
