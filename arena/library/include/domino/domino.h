/* domino/domino.h - the games of Domino Arena as a library, for programs that learn.
 *
 *     char why[DOMINO_ERROR_BYTES];
 *     domino_vec *vec = domino_vec_new("block-2", 1000, 7, why, sizeof why);
 *     domino_shape shape = domino_vec_shape(vec);
 *     ... allocate the arrays by `shape` ...
 *     const uint8_t *mask = domino_vec_mask(vec);
 *     for (;;) {
 *         domino_vec_observe(vec, observation, totals);
 *         ... choose one action per game ...
 *         domino_vec_step(vec, actions, rewards, done, why, sizeof why);
 *         domino_vec_reset(vec, done);
 *     }
 *
 * A domino_vec is many games of one variant that are stepped together. A game is a whole match,
 * with as many rounds as the variant has. The rules are those of the arena, from the same source
 * files. A seat decides only when it has two or more legal actions; the library makes all others,
 * as the arena does.
 *
 * Deals come from a fast generator and depend on the seed alone. They are for training: they are
 * not the deals of any tournament, have no commitment, and everybody who knows the seed can compute
 * them. Game g of a vec depends on the seed, g and its own actions, and not on the number of games.
 * If seats draw lots, each leads with equal probability, and the lots are not in the history.
 *
 * All arrays but the mask belong to the caller and are written completely, game after game, without
 * padding. The library has no state outside a vec: several vecs may be used at once, each by one
 * thread at a time.
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
    DOMINO_FIXED = 5,   /* columns before those of the ends, see domino_shape   */
    DOMINO_EVENT = 6,   /* columns of an event                                  */
    DOMINO_NOBODY = -1, /* in place of a seat: none                            */
    DOMINO_CHANCE = -2, /* in place of a seat: chance, see domino_state_turn   */
    DOMINO_SEATS_MAX = 8,
    DOMINO_ENDS_MAX = 4,
    DOMINO_TILES_MAX = 91,
    DOMINO_EVENTS_MAX = 1766 /* most events of a round, lots included          */
};

/* The rule by which a round is led, as `lead` of an ask names it: the value of the lead option that
 * applies. */
enum {
    DOMINO_LEAD_UNKNOWN = 0, /* of an arena that does not say it               */
    DOMINO_LEAD_ROTATE = 1,
    DOMINO_LEAD_WINNER = 2,
    DOMINO_LEAD_SAME = 3,
    DOMINO_LEAD_SEAT0 = 4,
    DOMINO_LEAD_LOTS = 5,
    DOMINO_LEAD_HIGH_TILE = 6,
    DOMINO_LEAD_COUNT = 7,
    DOMINO_LEAD_DRAWN_DOUBLE = 8,
    DOMINO_LEAD_HIGHEST_DOUBLE = 9,
    DOMINO_LEAD_LOWEST_DOUBLE = 10
};

/* Who chooses for a seat, see domino_vec_opponents. */
enum {
    DOMINO_CALLER = 0,
    DOMINO_RANDOM = 1, /* any legal action                                     */
    DOMINO_GREEDY = 2  /* the heaviest tile, as the sample bot greedy          */
};

/* The layout of a game's arrays. It is the same for every game of a vec.
 *
 * Actions. A tile is a number: high * (high + 1) / 2 + low, so 0-0 is 0, 1-0 is 1, 1-1 is 2, 6-6 is
 * 27. Playing `tile` on `end`, with face = 1 to lay a double face down, is action
 *
 *     (tile * ends + end) * faces + face
 *
 * and drawing is the last action, number actions - 1. A lead is played on end 0. Of ends that have
 * the same value only the lowest-numbered one is legal.
 *
 * Observation, one int8 per column. It has what the seat on turn may know, and nothing else:
 *
 *     0              seat on turn; -1 if the match is over, and then the other columns have no
 *                    meaning
 *     1              seat that leads the round; -1 while it is not known
 *     2, 3, 4        tiles in the stock; how many of them may be drawn; tiles drawn by this seat in
 *                    this turn
 *     ends_at        for each end its open value; -1 for a closed arm and before the lead
 *     counts_at      for each seat the number of its tiles
 *     hand_at        for each tile 1 if the seat holds it, else 0
 *     history_at     for each event of the round, oldest first, DOMINO_EVENT columns: seat (-1 for
 *                    a start tile); kind (0 lead, 1 play, 2 draw, 3 pass, 4 start tile); tile (-1
 *                    for a draw); end; 1 if face down; tiles drawn in this turn. Columns that do
 *                    not apply are 0. After the last event all columns are -1
 *
 * Totals, one int32 per column: the number of the round, from 1, and the match points of each seat.
 */
typedef struct {
    int32_t games;
    int32_t seats;
    int32_t tiles; /* number of tile numbers, including those that the set lacks */
    int32_t ends;
    int32_t faces; /* 2 if a double may be laid face down, else 1              */
    int32_t actions;
    int32_t columns; /* of an observation                                    */
    int32_t ends_at;
    int32_t counts_at;
    int32_t hand_at;
    int32_t history_at;
    int32_t events; /* largest number of events of a round                   */
    int32_t totals; /* 1 + seats                                              */
} domino_shape;

typedef struct domino_vec domino_vec;

/* Returns the version of the library at run time, such as "1.0.0"; static storage. */
DOMINO_PUBLIC const char *domino_version(void);

/* Return the number of named variants, and write the name of one to DOMINO_NAME_BYTES bytes; "" if
 * `index` is out of range. A variant keeps its index in later versions; new ones are added at the
 * end. */
DOMINO_PUBLIC int32_t domino_variant_count(void);
DOMINO_PUBLIC void domino_variant_name(int32_t index, char *name);

/* Makes `games` matches, dealt up to their first decision.
 *
 * game   a variant such as "draw-2"; with settings, as "block-2 target=0 rounds=1" for single
 *        rounds; or settings alone, on block-2
 * games  1..DOMINO_GAMES_MAX
 * why    receives one line about the error, cut to `size` bytes; may be NULL with size 0
 * Returns NULL if the game cannot be played, the number is out of range, or there is no memory. The
 * caller frees the vec by domino_vec_free. */
DOMINO_PUBLIC domino_vec *domino_vec_new(const char *game, int32_t games, uint64_t seed, char *why,
                                         size_t size);

/* Frees a vec. NULL is allowed. */
DOMINO_PUBLIC void domino_vec_free(domino_vec *vec);

DOMINO_PUBLIC domino_shape domino_vec_shape(const domino_vec *vec);

/* Begins a new match in the games for which which[game] is not 0, or in all games if `which` is
 * NULL. Each game continues its own sequence of deals. */
DOMINO_PUBLIC void domino_vec_reset(domino_vec *vec, const uint8_t *which);

/* Writes observation[games][columns] and totals[games][totals]; either may be NULL. */
DOMINO_PUBLIC void domino_vec_observe(const domino_vec *vec, int8_t *observation, int32_t *totals);

/* Returns mask[games][actions]: 1 for a legal action, else 0; after the end of a match all are 0.
 * The array belongs to the vec and stays in its place until the vec is freed. Every step and reset
 * updates it. */
DOMINO_PUBLIC const uint8_t *domino_vec_mask(const domino_vec *vec);

/* Writes actions[games]: for each game a random legal action, or -1 if the match is over. It does
 * not influence later deals. */
DOMINO_PUBLIC void domino_vec_sample(domino_vec *vec, int32_t *actions);

/* Makes one action in each game, and then all actions that follow without a choice.
 *
 * actions  [games]; ignored if the match is over
 * rewards  [games][seats]: the change of each seat's match points, with the opposite sign if the
 *          lowest score wins. Points of a reset, before any choice, are part of the next step, so
 *          the rewards of a match add up to its score
 * done     [games]: 1 if the match is over
 * Returns -1. If an action is not legal, it returns the first such game with the reason in `why`
 * (as in domino_vec_new); then no game has changed, and nothing else was written. */
DOMINO_PUBLIC int32_t domino_vec_step(domino_vec *vec, const int32_t *actions, int32_t *rewards,
                                      uint8_t *done, char *why, size_t size);

/* ---- DOMINO_2: one observation for learning and playing ---------------------------------------
 *
 * A bot in a tournament is asked with a view. domino_row_of makes of it the row, the totals and the
 * lead that domino_vec_observe and domino_vec_leads give for the same position, byte for byte. So a
 * policy that was trained on rows plays in the arena without changes. Lots are not in a row,
 * because a game for training draws none. */

/* A view, as an ask of the arena has it. Entries beyond `seats`, `end_count`, `hand_count` and
 * `history_count` have no meaning. */
typedef struct {
    int32_t seat; /* on turn                                                   */
    int32_t seats;
    int32_t round;  /* from 1                                                   */
    int32_t leader; /* -1 while it is not known                                */
    int32_t lead;   /* rule of the lead: DOMINO_LEAD_...                       */
    int32_t stock;
    int32_t drawable;
    int32_t drawn;
    int32_t scores[DOMINO_SEATS_MAX];
    int32_t counts[DOMINO_SEATS_MAX];
    int32_t end_count; /* 0 before the lead                                    */
    int32_t ends[DOMINO_ENDS_MAX];
    int32_t hand_count;
    int32_t hand[DOMINO_TILES_MAX]; /* tile numbers in any order               */
    int32_t history_count;
    int32_t history[DOMINO_EVENTS_MAX][DOMINO_EVENT]; /* as in a row; kind 5 is a lot */
} domino_view;

/* An action, as in `legal` of an ask. */
typedef struct {
    int32_t draw; /* 1: draws, and the others are 0                            */
    int32_t tile;
    int32_t end;
    int32_t down; /* 1: a double is laid face down                             */
} domino_action;

/* Writes the layout of one game, as of a vec with one game.
 *
 * game  as in domino_vec_new. The options of a variant, as `welcome` names them, are settings that
 *       say everything: "players=2 hand=7 ..."
 * Returns 1, or 0 with the reason in `why` (as in domino_vec_new). */
DOMINO_PUBLIC int32_t domino_shape_of(const char *game, domino_shape *shape, char *why,
                                      size_t size);

/* Returns the number of an action, or -1 if no action of such a game has these values. */
DOMINO_PUBLIC int32_t domino_number_of(const domino_shape *shape, const domino_action *action);

/* Writes the action of a number. Returns 1, or 0 if the number is out of range. */
DOMINO_PUBLIC int32_t domino_action_of(const domino_shape *shape, int32_t number,
                                       domino_action *action);

/* Writes the row [columns], the totals [totals] and the lead [1] of a view; each may be NULL. Lots
 * are left out. Returns 1, or 0 with the reason in `why` if a value of the view is out of its
 * range; then nothing is written. */
DOMINO_PUBLIC int32_t domino_row_of(const domino_shape *shape, const domino_view *view, int8_t *row,
                                    int32_t *totals, int8_t *lead, char *why, size_t size);

/* Writes the view of a row. Its hand is in the order of the tile numbers. It is the inverse of
 * domino_row_of, except for lots.
 *
 * Returns 1, or 0 with the reason in `why` if a column of the row is out of its range; then *view
 * has no meaning. */
DOMINO_PUBLIC int32_t domino_view_of(const domino_shape *shape, const int8_t *row,
                                     const int32_t *totals, int8_t lead, domino_view *view,
                                     char *why, size_t size);

/* Writes leads[games]: for each game the rule of the lead of its round, DOMINO_LEAD_... */
DOMINO_PUBLIC void domino_vec_leads(const domino_vec *vec, int8_t *leads);

/* ---- DOMINO_2: seeds, opponents, copies -------------------------------------------------------
 *
 * `which` is [games]: the call is about the games for which which[game] is not 0, or about all
 * games if it is NULL. */

/* Gives games new seeds. The deals that follow in a game are those of game 0 of a vec with this
 * seed; so are its random actions. The round in play stays as it is, so a reset usually follows.
 *
 * seeds  [games]; only those of the named games are read */
DOMINO_PUBLIC void domino_vec_seed(domino_vec *vec, const uint8_t *which, const uint64_t *seeds);

/* Turns automatic resets on (1) or off (0, as at the start). If they are on, a game whose match
 * ended in a step begins its next match in the same step: `done` is 1, `rewards` are those of the
 * match that ended, and the observation is of the new match. Matches without any decision of the
 * caller are skipped with their points. After 1000 of them in a sequence the game stays over. */
DOMINO_PUBLIC void domino_vec_auto_reset(domino_vec *vec, int32_t on);

/* Says who chooses for each seat. The library makes the choices of all seats that are not the
 * caller's within a step, so the caller sees only decisions of its own seats. Games that wait for a
 * decision of another seat are played on at once. Opponents' random actions depend on the seed of
 * the game and do not influence deals.
 *
 * players  [games][seats]: DOMINO_CALLER, DOMINO_RANDOM or DOMINO_GREEDY
 * Returns -1, or the first game with another value, with the reason in `why`; then nothing has
 * changed. */
DOMINO_PUBLIC int32_t domino_vec_opponents(domino_vec *vec, const int8_t *players, char *why,
                                           size_t size);

/* Returns a vec that is equal to `vec` in everything and plays on in the same way, or NULL without
 * memory. The caller frees it by domino_vec_free. */
DOMINO_PUBLIC domino_vec *domino_vec_clone(const domino_vec *vec);

/* Copies games: game to_game[i] of `to` becomes equal to game from_game[i] of `from`, also in its
 * hidden tiles, future deals and opponents. Pairs are copied in their order. Both vecs have the
 * same options; they may be the same vec.
 *
 * Returns -1, or the first pair with a game out of range (0 if the options differ), with the reason
 * in `why`; then nothing has changed. */
DOMINO_PUBLIC int32_t domino_vec_copy(domino_vec *to, const int32_t *to_game,
                                      const domino_vec *from, const int32_t *from_game,
                                      int32_t pairs, char *why, size_t size);

/* ---- DOMINO_2: states -------------------------------------------------------------------------
 *
 * A world is where the tiles are that a seat does not see. It is an array [seats][tiles] with an
 * entry for each seat and each tile number:
 *
 *     1       the seat holds the tile now
 *     -k      the tile is the k-th that the seat would draw from the stock if nobody else drew: -1
 *             the next
 *     0       neither. In games without drawing the stock has no order, and all its tiles are 0
 *
 * Every seat has its own order of the stock. An observation and a world together are the whole
 * state of a game, but for future deals. */

/* Writes worlds[games][seats][tiles]: the true state of each game; all 0 after the end of a match.
 * It has what the seats must not know. */
DOMINO_PUBLIC void domino_vec_worlds(const domino_vec *vec, int8_t *worlds);

/* Sets games to the states that their rows, totals and leads show, with the hidden tiles as in
 * their worlds. Then everything without a choice is played, as after a step. The next rewards count
 * from the scores in `totals`. The generators of a game stay as they are.
 *
 * which   [games] as in domino_vec_seed; entries of other games are not read
 * rows    [games][columns], from domino_vec_observe or domino_row_of; of another program perhaps,
 *         and wrong
 * totals  [games][totals]
 * leads   [games]
 * worlds  [games][seats][tiles]
 * Returns -1, or the first game whose state cannot arise in a match, with what is wrong in `why`;
 * then no game has changed. */
DOMINO_PUBLIC int32_t domino_vec_set_state(domino_vec *vec, const uint8_t *which,
                                           const int8_t *rows, const int32_t *totals,
                                           const int8_t *leads, const int8_t *worlds, char *why,
                                           size_t size);

/* ---- DOMINO_2: search -------------------------------------------------------------------------
 *
 * These functions look ahead in the games of a vec, from their true states to the end of their
 * rounds, and change nothing in them. A bot in a match does not know the true state: it sets games
 * to worlds that agree with its view, and takes the mean. A round is worth to a seat what it got
 * minus what the others got on average, times the number of others, and has the opposite sign if
 * low scores win. With two seats that is the difference of their points.
 *
 * values  [games][actions]: for the seat on turn; -infinity for actions that are not legal
 */

/* Plays every legal action and then random ones, `playouts` times, and writes the means of what the
 * rounds were worth.
 *
 * which  [games] as in domino_vec_seed; of other games nothing is written
 * seed   the same seed and states give the same values */
DOMINO_PUBLIC void domino_vec_playouts(const domino_vec *vec, const uint8_t *which,
                                       int32_t playouts, uint64_t seed, double *values);

/* Finds what every legal action is worth if all tiles lie open and everybody plays as well as
 * possible. With more than two sides all others are taken to play together against the seat on turn
 * and its partner.
 *
 * which      [games] as in domino_vec_seed; of other games nothing is written
 * positions  how many positions may be looked at for each game; 0: no limit
 * solved     [games]: 1 if all values were found. Else those that were not found in time are
 *            -infinity
 * Returns 1, or 0 without memory; then nothing was written. */
DOMINO_PUBLIC int32_t domino_vec_solve(const domino_vec *vec, const uint8_t *which,
                                       int64_t positions, double *values, uint8_t *solved);

/* Draws random worlds that agree with observations: all that the seat on turn can conclude from
 * passes, draws and the lead is regarded, and all worlds that are left are equally likely. The
 * games themselves play no part, only the vec's options, so rows of a bot's views are welcome.
 *
 * which  [games] as in domino_vec_seed; entries of other games are not read, and nothing is written
 *        for them
 * rows, totals, leads  as in domino_vec_set_state. A row of a finished match gets no world
 * count  worlds per game
 * seed   the same seed and observations give the same worlds
 * worlds [games][count][seats][tiles]
 * found  [games]: how many were found; fewer than `count` only where worlds are so rare that ten
 *        thousand tries in a sequence found none
 * Returns -1, or the first game whose observation contradicts itself, with the reason in `why`; the
 * worlds of the games before it have been written. 0 with a reason that names no game if there is
 * no memory. */
DOMINO_PUBLIC int32_t domino_vec_sample_worlds(const domino_vec *vec, const uint8_t *which,
                                               const int8_t *rows, const int32_t *totals,
                                               const int8_t *leads, int32_t count, uint64_t seed,
                                               int8_t *worlds, int32_t *found, char *why,
                                               size_t size);

/* Writes what observations tell about the tiles that the seats on turn do not see.
 *
 * which, rows, totals, leads  as in domino_vec_sample_worlds; a finished match gets zeros
 * may_hold  [games][seats][tiles]: 1 if the seat may hold the tile now as far as passes and draws
 *           tell, else 0. For the seat on turn it is its hand
 * worlds    [games]: how many worlds there are, not counting orders of tiles that nobody has drawn;
 *           exact up to 2^40. Negative where it is not cheap to know (search/belief.h says when)
 * Returns as domino_vec_sample_worlds. */
DOMINO_PUBLIC int32_t domino_vec_belief(const domino_vec *vec, const uint8_t *which,
                                        const int8_t *rows, const int32_t *totals,
                                        const int8_t *leads, uint8_t *may_hold, double *worlds,
                                        char *why, size_t size);

/* ---- DOMINO_3: results ------------------------------------------------------------------------
 *
 * Writes places[games][seats]: the place of each seat in the last match of the game that was
 * reported as `done`. 1 has won; equal scores share a place, so a match may have several winners
 * (1, 1, 3); partners have the place of their team. All are 0 before a match has ended. With
 * automatic resets they are those of the match that ended, as the rewards are. */
DOMINO_PUBLIC void domino_vec_places(const domino_vec *vec, int8_t *places);

/* ---- DOMINO_3: a step in parts ----------------------------------------------------------------
 *
 * A step is domino_vec_play in all games, domino_vec_rewards, and a reset of the games that are
 * done if automatic resets are on. A program with opponents of its own plays them in between. */

/* Makes one action in each named game, and then all actions that follow without a choice. There
 * are no rewards and no automatic resets.
 *
 * which    [games] as in domino_vec_seed
 * actions  [games]; ignored in other games, and if the match is over
 * Returns as domino_vec_step. */
DOMINO_PUBLIC int32_t domino_vec_play(domino_vec *vec, const uint8_t *which, const int32_t *actions,
                                      char *why, size_t size);

/* Writes rewards[games][seats], how the match points have changed since rewards were last written,
 * and done[games], both as domino_vec_step does. */
DOMINO_PUBLIC void domino_vec_rewards(domino_vec *vec, int32_t *rewards, uint8_t *done);

/* ---- DOMINO_3: a vec as bytes -----------------------------------------------------------------
 *
 * Save a vec, to a file for example, and continue with it in another process or on another machine:
 * the loaded one has the same states, generators, opponents, places and automatic resets, so it
 * plays on in the same way. A later version of the library reads the bytes of an earlier one. */

/* Writes the bytes to bytes[0..room), if they fit. Returns how many they are, so a first call with
 * NULL and 0 says how much room is needed. */
DOMINO_PUBLIC size_t domino_vec_save(const domino_vec *vec, uint8_t *bytes, size_t room);

/* Makes a vec of the bytes that domino_vec_save wrote; the caller frees it by domino_vec_free.
 *
 * Returns NULL, with the reason in `why` (as in domino_vec_new), if there is no memory, or if the
 * bytes are not complete or say what cannot arise in a match. */
DOMINO_PUBLIC domino_vec *domino_vec_load(const uint8_t *bytes, size_t count, char *why,
                                          size_t size);

/* ---- DOMINO_3: a state for tree search --------------------------------------------------------
 *
 * A domino_state is one match that is played move by move, where chance is a player like the seats.
 * Every move can be undone. A moment of chance decides one of these, in this order:
 *
 *     the leader, where lots are drawn: the number of a seat
 *     the start tile, where there is one: the number of a tile
 *     while dealing, for the next tile of the set, in the order of the tile numbers: where it goes,
 *     which is the number of a seat, or `seats` for the stock
 *     a tile that is drawn: the number of a tile
 *
 * So every deal is reached in one way, and the product of the probabilities is that of the deal. A
 * deal that the variant discards is followed by another one. A draw is two moves: a choice if the
 * seat had another one, and then the tile, which chance decides when it is drawn. Moves without an
 * alternative are made at once, also those of chance. */

typedef struct domino_state domino_state;

/* Makes a match before its first deal (`game` as in domino_vec_new), and one that is like a game of
 * a vec, with the hidden tiles where they are; what is drawn and dealt later is decided by chance.
 *
 * Return NULL if there is no memory, the game cannot be played, or the vec has no such game; `why`
 * as in domino_vec_new. The caller frees the state by domino_state_free. */
DOMINO_PUBLIC domino_state *domino_state_new(const char *game, char *why, size_t size);
DOMINO_PUBLIC domino_state *domino_state_of(const domino_vec *vec, int32_t game);

/* Returns an equal state with the same past, or NULL without memory. */
DOMINO_PUBLIC domino_state *domino_state_clone(const domino_state *state);

/* Frees a state. NULL is allowed. */
DOMINO_PUBLIC void domino_state_free(domino_state *state);

/* Returns the layout of its arrays, with one game. */
DOMINO_PUBLIC domino_shape domino_state_shape(const domino_state *state);

/* Returns the seat on turn, DOMINO_CHANCE, or DOMINO_NOBODY if the match is over. */
DOMINO_PUBLIC int32_t domino_state_turn(const domino_state *state);

/* Writes the possible moves: actions of the seat on turn, or outcomes of chance. Returns how many
 * they are: two or more, or 0 if the match is over.
 *
 * numbers  room for shape.actions entries
 * chance   the same room: for outcomes of chance their probabilities, which add up to 1; else
 *          unchanged. May be NULL */
DOMINO_PUBLIC int32_t domino_state_moves(const domino_state *state, int32_t *numbers,
                                         double *chance);

/* Makes a move. Returns 1, or 0 with the reason in `why` if it is not possible or there is no
 * memory to undo it; then nothing has changed. */
DOMINO_PUBLIC int32_t domino_state_apply(domino_state *state, int32_t number, char *why,
                                         size_t size);

/* Undoes the last move that was applied. Returns 1, or 0 if there is none. */
DOMINO_PUBLIC int32_t domino_state_undo(domino_state *state);

/* Writes row [columns], totals [totals] and lead [1] as domino_vec_observe and domino_vec_leads do;
 * each may be NULL. At a moment of chance the row is all -1. */
DOMINO_PUBLIC void domino_state_observe(const domino_state *state, int8_t *row, int32_t *totals,
                                        int8_t *lead);

/* Writes world [seats][tiles] as domino_vec_worlds does; all 0 at a moment of chance. The
 * order of its stock means nothing, because draws are decided later. */
DOMINO_PUBLIC void domino_state_world(const domino_state *state, int8_t *world);

/* Writes points [seats], the match points so far, with the opposite sign if the lowest score wins;
 * and places [seats] as domino_vec_places, which are 0 before the end. */
DOMINO_PUBLIC void domino_state_result(const domino_state *state, int32_t *points, int8_t *places);

#ifdef __cplusplus
}
#endif

#endif
