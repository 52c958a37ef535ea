/* rules/match.h - a match: rounds to a target or a number of rounds.
 *
 * Pure, like round.h. The caller alternates: dom_match_lead says what lots the
 * next round needs, dom_match_deal starts it with a deal made for that, then
 * dom_match_legal / dom_match_apply until the round is over, dom_match_settle.
 */
#ifndef DOM_RULES_MATCH_H
#define DOM_RULES_MATCH_H

#include "rules/round.h"

enum {
    /* Public events of a round: each tile is played once and drawn at most once,
     * and between two plays or draws at most every seat passes once. */
    DOM_HISTORY_MAX = 2 * DOM_TILES_MAX * (DOM_SEATS_MAX + 1) + DOM_LOTS_MAX
};

/* What everybody at the table saw in this round. Draws of one seat in one turn
 * are one event with their number and without faces. */
typedef struct {
    uint16_t count;
    dom_event event[DOM_HISTORY_MAX];
} dom_history;

/* How the leader of the next round is to be found. */
typedef struct {
    dom_lead rule; /* resolved: never NEXT, ROTATE, WINNER, SAME or SEAT0; those
                      are DOM_LEAD_ROTATE with `seat` filled                  */
    int8_t seat;   /* the leader where history decides, else DOM_NOBODY       */
    uint8_t seats; /* bit per seat that draws lots, where the rule draws them */
} dom_lead_need;

/* A plain value, but one that points into itself: do not copy it. */
typedef struct {
    dom_options options;
    uint16_t round;               /* rounds started                           */
    int32_t score[DOM_SEATS_MAX]; /* draw costs are taken off at once         */
    bool over;
    int8_t leader;         /* of the last round, DOM_NOBODY before the first  */
    dom_round_result last; /* of the last settled round                       */
    dom_deal deal;         /* of the round in play                            */
    dom_round play;
    dom_history history;
} dom_match;

/* Pre: options passed dom_options_check. */
void dom_match_init(dom_match *match, const dom_options *options);

/* How the next round finds its leader. Pre: !match->over. */
dom_lead_need dom_match_lead(const dom_match *match);

/* True when this deal must be thrown away: the rule needs a double, no hand has
 * one, and the variant says redeal. */
bool dom_lead_wants_redeal(const dom_options *options, dom_lead rule, const dom_deal *deal);

/* Start the next round; the deal is copied, or is match->deal itself. Pre: !match->over and no
 * round is in play; deal->leader is set where dom_match_lead's rule draws lots. */
void dom_match_deal(dom_match *match, const dom_deal *deal);

/* As those of a round, with history and draw costs kept. */
int dom_match_legal(const dom_match *match, dom_action actions[static DOM_ACTIONS_MAX]);
dom_rc dom_match_apply(dom_match *match, dom_action action, dom_event *event);
void dom_match_make(dom_match *match, dom_action action);
bool dom_match_force(dom_match *match);

/* Count the round that is over, add its points and see whether the match is.
 * Pre: match->play.end != DOM_END_NONE and it was not settled before. */
void dom_match_settle(dom_match *match);

/* Competition places by score, 1 is best, equal scores share a place (1,2,2,4);
 * partners carry their team's place. `fault_seat` >= 0: that seat is last (its
 * team second), everybody else first. RULES.md 0, placement. */
void dom_match_places(const dom_options *options, const int32_t score[], int fault_seat,
                      uint8_t places[]);

/* Are these two seats partners (or the same seat)? */
bool dom_same_side(const dom_options *options, int a, int b);

/* How many sides play for places: a seat is one, or two partners are. Seat s is of the side
 * s % dom_side_count. */
int32_t dom_side_count(const dom_options *options);

#endif
