/* rules/match.h - a match: rounds to a target or a number of rounds.
 *
 * Pure, like round.h. For each round the caller calls dom_match_lead, which says what
 * lots are needed; dom_match_deal with a deal made for that; dom_match_legal and
 * dom_match_apply until the round is over; and dom_match_settle.
 */
#ifndef DOM_RULES_MATCH_H
#define DOM_RULES_MATCH_H

#include "rules/round.h"

enum {
    /* Most public events of a round: each tile is played once and drawn at most once, and
     * between two plays or draws every seat passes at most once. */
    DOM_HISTORY_MAX = 2 * DOM_TILES_MAX * (DOM_SEATS_MAX + 1) + DOM_LOTS_MAX
};

/* What everybody at the table saw in this round. Draws of one seat in one turn are one event
 * with their number and without the tiles. */
typedef struct {
    uint16_t count;
    dom_event event[DOM_HISTORY_MAX];
} dom_history;

/* How the leader of the next round is found. */
typedef struct {
    dom_lead rule; /* resolved: NEXT, ROTATE, WINNER, SAME and SEAT0 become DOM_LEAD_ROTATE with
                      `seat` set */
    int8_t seat;   /* the leader if earlier rounds decide it, else DOM_NOBODY */
    uint8_t seats; /* one bit for each seat that draws lots, if the rule draws any */
} dom_lead_need;

/* A match. It points into itself: copy it by dom_match_copy. */
typedef struct {
    dom_options options;
    uint16_t round;               /* number of rounds started */
    int32_t score[DOM_SEATS_MAX]; /* match points; draw costs are subtracted at once */
    bool over;
    int8_t leader;     /* leader of the last round; DOM_NOBODY before the first */
    uint8_t lead_rule; /* dom_lead: the value of the lead option that decides the current round's
                          leader, as the option has it; DOM_LEAD_NEXT before the first */
    dom_round_result last; /* result of the last settled round */
    dom_deal deal;         /* deal of the current round */
    dom_round play;
    dom_history history;
} dom_match;

/* Begins a match. Pre: options passed dom_options_check. */
void dom_match_init(dom_match *match, const dom_options *options);

/* Makes *to the same match as *from, in the same moment. */
void dom_match_copy(dom_match *to, const dom_match *from);

/* Returns how the next round finds its leader. Pre: !match->over. */
dom_lead_need dom_match_lead(const dom_match *match);

/* Returns true if this deal must be discarded: the rule needs a double, no hand has one, and the
 * variant says redeal. */
bool dom_lead_wants_redeal(const dom_options *options, dom_lead rule, const dom_deal *deal);

/* Starts the next round. The deal is copied, unless it is match->deal itself. Pre: !match->over
 * and no round is in play; deal->leader is set if dom_match_lead's rule draws lots. */
void dom_match_deal(dom_match *match, const dom_deal *deal);

/* The functions of a round (round.h), which here also keep history and draw costs. */
int dom_match_legal(const dom_match *match, dom_action actions[static DOM_ACTIONS_MAX]);
dom_rc dom_match_apply(dom_match *match, dom_action action, dom_event *event);
void dom_match_make(dom_match *match, dom_action action);
bool dom_match_force(dom_match *match);

/* Counts the finished round, adds its points and decides whether the match is over. Pre:
 * match->play.end != DOM_END_NONE and the round was not settled before. */
void dom_match_settle(dom_match *match);

/* Writes competition places by score: 1 is best, and equal scores share a place (1, 2, 2, 4).
 * Partners have their team's place. If `fault_seat` >= 0, that seat is last (its team second)
 * and all others are first (RULES.md, section 0, "Placement"). */
void dom_match_places(const dom_options *options, const int32_t score[], int fault_seat,
                      uint8_t places[]);

/* Returns true if the two seats are partners or the same seat. */
bool dom_same_side(const dom_options *options, int a, int b);

/* Returns the number of sides that play for places. A side is one seat, or in teams two
 * partners. Seat s belongs to side s % dom_side_count. */
int32_t dom_side_count(const dom_options *options);

#endif
