/* vec.h - what a domino_vec is made of. */
#ifndef DOM_LIBRARY_VEC_H
#define DOM_LIBRARY_VEC_H

#include "chance.h"
#include "domino/domino.h"

/* One game. Fields that every step needs come first. Its match points into itself: do not copy
 * it. */
typedef struct {
    dom_random deals;
    dom_random samples;
    uint8_t *mask;                   /* its row in the mask of the vec */
    int32_t rewarded[DOM_SEATS_MAX]; /* the scores for which rewards were given */
    uint16_t legal_count;            /* 0 if the match is over, else >= 2 */
    uint16_t legal[DOM_ACTIONS_MAX]; /* as action numbers of domino_shape      */
    dom_match match;
} dom_game;

struct domino_vec {
    dom_options options;
    domino_shape shape;
    dom_pack pack;
    dom_action action[DOM_TILES_MAX * DOM_ENDS_MAX * 2 + 1]; /* the action of each number */
    uint8_t *mask;   /* [games][actions], behind the games                       */
    dom_game game[]; /* shape.games                                           */
};

/* Returns the layout of the arrays for these options. Pre: options passed dom_options_check. */
domino_shape dom_shape_of(const dom_options *options, int32_t games);

#endif
