/* vec.h - what a domino_vec is made of. */
#ifndef DOM_LIBRARY_VEC_H
#define DOM_LIBRARY_VEC_H

#include "chance.h"
#include "domino/domino.h"
#include "library/row.h"
#include "rules/view.h"
#include "search/deal.h"

/* One game. Fields that every step needs come first. Its match points into itself: copy it by
 * dom_game_copy. */
typedef struct {
    dom_random deals;
    dom_random samples;
    dom_random others;               /* choices of seats that play at random    */
    uint8_t player[DOM_SEATS_MAX];   /* who chooses for each seat: DOMINO_CALLER, ... */
    uint8_t *mask;                   /* its row in the mask of the vec */
    int32_t rewarded[DOM_SEATS_MAX]; /* the scores for which rewards were given */
    uint8_t place[DOM_SEATS_MAX];    /* in the last match that ended, see domino_vec_places */
    uint16_t legal_count;            /* 0 if the match is over, else >= 2 */
    uint16_t legal[DOM_ACTIONS_MAX]; /* as action numbers of domino_shape      */
    dom_match match;
} dom_game;

struct domino_vec {
    dom_options options;
    domino_shape shape;
    dom_search_pack pack;
    bool auto_reset;
    dom_action action[DOM_TILES_MAX * DOM_ENDS_MAX * 2 + 1]; /* the action of each number */
    uint8_t *mask;   /* [games][actions], behind the games                       */
    dom_game game[]; /* shape.games                                           */
};

/* Reads a variant's name with settings, or settings alone. Returns DOM_OK, or DOM_E_CONFIG with the
 * reason. */
dom_rc dom_game_read(dom_options *options, const char *text, dom_err *err);

/* Makes a vec as domino_vec_new does. Returns NULL with the reason in `err`. free() frees it. */
domino_vec *dom_vec_make(const char *game, int32_t games, uint64_t seed, dom_err *err);

/* Sets the generators of a game: those of game `number` of a vec with this seed. */
void dom_game_seed(dom_game *game, uint64_t seed, uint64_t number);

/* Plays on to the caller's next decision, through new rounds, or to the end of the match. */
void dom_game_advance(const domino_vec *vec, dom_game *game);

/* Returns the number of the action that one of the library's own players chooses. Pre: there are
 * legal actions, the seat on turn is not the caller's. */
dom_action dom_game_choose(dom_game *game);

/* Makes the view of the rules from a plain one. `legal` stays empty. Returns DOM_OK, or
 * DOM_E_MALFORMED with the value that is out of its range. */
dom_rc dom_view_read(dom_view *out, const domino_shape *shape, const domino_view *view,
                     dom_err *err);

/* Reads an observation. Returns DOM_OK, or DOM_E_MALFORMED with the column that is out of its
 * range. */
dom_rc dom_observation_read(dom_view *out, const domino_shape *shape, const int8_t *row,
                            const int32_t *totals, int8_t lead, dom_err *err);

/* Writes the row of a match as domino_vec_observe does. */
void dom_match_observe(const domino_shape *shape, const dom_match *match, int8_t *row);

/* Returns DOM_OK, or DOM_E_MALFORMED if a match cannot have such points. */
dom_rc dom_scores_check(const int32_t *score, int32_t seats, dom_err *err);

/* Sets one game as domino_vec_set_state does. Returns DOM_OK, or DOM_E_MALFORMED with the game
 * unchanged. */
dom_rc dom_game_set(const domino_vec *vec, dom_game *game, const int8_t *row, const int32_t *totals,
                    int8_t lead, const int8_t *world, dom_err *err);

/* Writes where the tiles of a round are, as domino.h describes a world. */
void dom_world_write(const domino_shape *shape, const dom_round *round, int8_t *world);

/* Copies the message of an error for a caller of the library. */
void dom_tell(const dom_err *err, char *why, size_t size);

#endif
