/* vec.h - what a domino_vec is made of. */
#ifndef DOM_LIBRARY_VEC_H
#define DOM_LIBRARY_VEC_H

#include "chance.h"
#include "domino/domino.h"

/* One game; what every step looks at comes first. Its match points into itself: do not copy it. */
typedef struct {
    dom_chance deals;
    dom_chance samples;
    uint8_t *mask;                   /* its row of the vec's                   */
    int32_t rewarded[DOM_SEATS_MAX]; /* the score that steps have told of      */
    uint16_t legal_count;            /* 0 when the match is over, else >= 2    */
    uint16_t legal[DOM_ACTIONS_MAX]; /* as action numbers of domino_shape      */
    dom_match match;
} dom_game;

struct domino_vec {
    dom_options options;
    domino_shape shape;
    dom_pack pack;
    dom_action action[DOM_TILES_MAX * DOM_ENDS_MAX * 2 + 1]; /* by its number         */
    uint8_t *mask;   /* [games][actions], behind the games                       */
    dom_game game[]; /* shape.games                                           */
};

/* How the arrays of these options look. Pre: options passed dom_options_check. */
domino_shape dom_shape_of(const dom_options *options, int32_t games);

#endif
