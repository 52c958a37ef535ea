/* domino/domino.h - the games of Domino Arena as a library, for programs that learn.
 *
 *     char why[DOMINO_ERROR_BYTES];
 *     domino_vec *vec = domino_vec_new("block-2", 1000, 7, why, sizeof why);
 *     domino_shape shape = domino_vec_shape(vec);
 *     ... arrays as `shape` says ...
 *     const uint8_t *mask = domino_vec_mask(vec);
 *     for (;;) {
 *         domino_vec_observe(vec, observation, totals);
 *         ... choose one action per game ...
 *         domino_vec_step(vec, actions, rewards, done, why, sizeof why);
 *         domino_vec_reset(vec, done);
 *     }
 *
 * A domino_vec is many games of one variant, stepped together. A game is a whole match, of as many rounds as the
 * variant says; the rules are those of the arena, from the same source files. A seat is asked only when it has two or
 * more legal actions; all others are made here, as in the arena.
 *
 * Deals come from a fast generator that is fully determined by the seed. They are for training: they are not the
 * deals of any tournament, have no commitment, and who knows the seed knows them. Game g of a vec depends on seed, g
 * and its own actions alone, not on how many games there are. Where seats draw lots, each is as likely to lead, and
 * the lots are not in the history.
 *
 * Arrays but the mask belong to the caller and are written as a whole, game after game, without padding. Nothing here has state
 * beside the vec: several may be used at once, each by one thread at a time.
 */
#ifndef DOMINO_DOMINO_H
#define DOMINO_DOMINO_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define DOMINO_PUBLIC __attribute__((visibility("default")))
#else
#define DOMINO_PUBLIC
#endif

enum {
    DOMINO_ERROR_BYTES = 512, /* enough for every error text                  */
    DOMINO_NAME_BYTES = 33,   /* the name of a variant with its NUL            */
    DOMINO_GAMES_MAX = 100000,
    DOMINO_FIXED = 5,  /* columns before those of the ends, see domino_shape   */
    DOMINO_EVENT = 6,  /* columns of an event                                  */
    DOMINO_NOBODY = -1 /* seat, where there is none                            */
};

/* What a game's arrays look like. All numbers are the same for every game of a vec.
 *
 * Actions. A tile is a number: high * (high + 1) / 2 + low, so 0-0 is 0, 1-0 is 1, 1-1 is 2, 6-6 is 27. Playing
 * `tile` on `end`, with face = 1 to lay a double face down, is action
 *
 *     (tile * ends + end) * faces + face
 *
 * and drawing is the last one, actions - 1. A lead is played on end 0. Of ends that show the same value only the
 * lowest is legal.
 *
 * Observation, int8 per column, of the seat on turn and nothing that it may not know:
 *
 *     0              seat on turn, -1 when the match is over: then only this column means anything
 *     1              who leads the round, -1 while that is not known
 *     2, 3, 4        tiles in the stock; of these, how many may be drawn; drawn by this seat in this turn
 *     ends_at        per end the value that shows, -1 for a closed arm and before the lead
 *     counts_at      per seat the tiles it holds
 *     hand_at        per tile 1 where the seat holds it, else 0
 *     history_at     per event of the round, oldest first, DOMINO_EVENT columns: seat (-1 for a start tile); 0 lead,
 *                    1 play, 2 draw, 3 pass, 4 start tile; tile, -1 for a draw; end; 1 where it lies face down; tiles
 *                    drawn in this turn. What says nothing for an event is 0; all columns are -1 behind the last event
 *
 * Totals, int32 per column: the number of the round, from 1, and the match points of each seat. */
typedef struct {
    int32_t games;
    int32_t seats;
    int32_t tiles; /* tile numbers, those that the set leaves out included */
    int32_t ends;
    int32_t faces; /* 2 where a double may be laid face down, else 1           */
    int32_t actions;
    int32_t columns; /* of an observation                                    */
    int32_t ends_at;
    int32_t counts_at;
    int32_t hand_at;
    int32_t history_at;
    int32_t events; /* most events that a round can have                     */
    int32_t totals; /* 1 + seats                                              */
} domino_shape;

typedef struct domino_vec domino_vec;

/* "0.1.0", of the library that is running; static storage. */
DOMINO_PUBLIC const char *domino_version(void);

/* The named variants: how many, and the name of one, into DOMINO_NAME_BYTES. `index` beyond the last gives "".
 * A variant keeps its index in later versions; new ones come behind the last. */
DOMINO_PUBLIC int32_t domino_variant_count(void);
DOMINO_PUBLIC void domino_variant_name(int32_t index, char *name);

/* `games` matches, dealt and waiting for their first decision.
 *
 * game   "draw-2"; with settings, "block-2 target=0 rounds=1" is single rounds; or settings alone, over block-2
 * games  1..DOMINO_GAMES_MAX
 * why    one line about what went wrong, cut to `size`; NULL with size 0: not wanted
 * Returns NULL where the game cannot be played, the number is out of range, or there is no memory. */
DOMINO_PUBLIC domino_vec *domino_vec_new(const char *game, int32_t games, uint64_t seed, char *why,
                                         size_t size);

/* NULL is nothing to do. */
DOMINO_PUBLIC void domino_vec_free(domino_vec *vec);

DOMINO_PUBLIC domino_shape domino_vec_shape(const domino_vec *vec);

/* Begin the games anew for which which[game] is not 0; all of them where `which` is NULL. Each continues its own
 * sequence of deals. */
DOMINO_PUBLIC void domino_vec_reset(domino_vec *vec, const uint8_t *which);

/* observation[games][columns], totals[games][totals]; either may be NULL. */
DOMINO_PUBLIC void domino_vec_observe(const domino_vec *vec, int8_t *observation, int32_t *totals);

/* mask[games][actions], 1 where the action is legal; nothing is where the match is over. It belongs to the vec, lies
 * in the same place until the vec is freed, and follows every step and reset. */
DOMINO_PUBLIC const uint8_t *domino_vec_mask(const domino_vec *vec);

/* actions[games]: for each game a legal action, all equally likely; -1 where the match is over. Takes nothing from
 * the numbers that deals are made of. */
DOMINO_PUBLIC void domino_vec_sample(domino_vec *vec, int32_t *actions);

/* One action per game, and then all that follows without a choice.
 *
 * actions  [games]; not looked at where the match is over
 * rewards  [games][seats]: what each seat's match points have changed by; turned round where the lowest score wins.
 *          Points that a reset brought, before any choice, come with the next step, so that the rewards of a
 *          match add up to its score
 * done     [games]: 1 where the match is over
 * Returns -1; or the first game whose action is not legal, with the reason in `why` (as in domino_vec_new), and no
 * game is touched and nothing else written. */
DOMINO_PUBLIC int32_t domino_vec_step(domino_vec *vec, const int32_t *actions, int32_t *rewards,
                                      uint8_t *done, char *why, size_t size);

#ifdef __cplusplus
}
#endif

#endif
