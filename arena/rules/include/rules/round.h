/* rules/round.h - one round of dominoes: legal actions, applying them, the end,
 * the points.
 *
 * Pure: no I/O, allocation, clock, randomness or globals. The same arguments give
 * the same result, and any thread may call any function. The caller provides the
 * order of the tiles (a dom_deal). The turn machine is that of RULES.md, section 0,
 * for every variant.
 *
 * Invariant between calls: every tile of the deal is in exactly one of the
 * hands, the stock and the layout.
 */
#ifndef DOM_RULES_ROUND_H
#define DOM_RULES_ROUND_H

#include "rules/options.h"
#include "rules/tile.h"

enum {
    DOM_NOBODY = -1, /* in place of a seat: none */
    DOM_ARM_CLOSED = -1,
    /* A tile has at most two placements: on two distinct open values, or a double on one value
     * with two faces. One more action is the draw. */
    DOM_ACTIONS_MAX = 2 * DOM_TILES_MAX + 1,
    DOM_LOTS_MAX = 128
};

typedef enum { DOM_PLAY, DOM_DRAW, DOM_PASS } dom_action_kind;

typedef struct {
    uint8_t kind;  /* dom_action_kind                                         */
    dom_tile tile; /* DOM_PLAY only, else 0                                   */
    uint8_t end;   /* DOM_PLAY only: the open end, else 0                     */
    uint8_t down;  /* DOM_PLAY only: 1 = face down, closes the arm            */
} dom_action;

typedef enum {
    DOM_EVENT_LEAD, /* first tile on an empty table                          */
    DOM_EVENT_PLAY,
    DOM_EVENT_DRAW,
    DOM_EVENT_PASS,
    DOM_EVENT_START, /* start tile laid before play; seat is DOM_NOBODY       */
    DOM_EVENT_LOT    /* a lot that everybody sees */
} dom_event_kind;

/* An event of a round. */
typedef struct {
    int8_t seat;   /* DOM_NOBODY for a start tile                             */
    uint8_t kind;  /* dom_event_kind                                          */
    dom_tile tile; /* not for PASS; for DRAW the drawn tile, DOM_NO_TILE in a public history */
    uint8_t end;   /* LEAD, PLAY: the end played on, else 0                   */
    uint8_t down;  /* PLAY: 1 = face down                                     */
    uint8_t count; /* DRAW: tiles drawn (1; in a history the sum of the turn) */
} dom_event;

typedef struct {
    uint8_t seat;
    dom_tile tile;
} dom_lot;

/* A deal: all that is random in a round. Every seat has its own order of the same stock and draws
 * from it, skipping tiles that have been removed. So the luck of drawing stays the same for a seat
 * in all rotations of a duplicate set, even when play differs. */
typedef struct {
    dom_tileset hand[DOM_SEATS_MAX];
    dom_tile stock[DOM_SEATS_MAX][DOM_TILES_MAX]; /* the next draw first */
    uint8_t stock_count;
    dom_tile start;    /* start tile, or DOM_NO_TILE                          */
    int8_t leader;     /* seat chosen by lots, or DOM_NOBODY */
    uint16_t redeals;  /* deals discarded because no hand had a double */
    uint8_t lot_count; /* lots in the order drawn                             */
    dom_lot lots[DOM_LOTS_MAX];
} dom_deal;

typedef enum { DOM_END_NONE, DOM_END_DOMINO, DOM_END_BLOCKED, DOM_END_STUCK } dom_end;

/* Returns "domino", "blocked" or "stuck"; "none" while the round is not over. */
const char *dom_end_word(dom_end end);

/* The whole state of a round. It can be copied by assignment, for example to undo actions. */
typedef struct {
    const dom_options *options; /* borrowed; checked by dom_options_check     */
    const dom_deal *deal;       /* borrowed: the orders of the stock          */
    dom_tileset hand[DOM_SEATS_MAX];
    dom_tileset stock;               /* tiles that nobody has drawn yet */
    uint8_t stock_at[DOM_SEATS_MAX]; /* each seat's place in its order        */
    int8_t ends[DOM_ENDS_MAX];       /* open value, or DOM_ARM_CLOSED */
    uint8_t end_count;               /* 0 before the lead, then options->arms */
    uint8_t turn;                    /* seat to act                           */
    int8_t leader;                   /* DOM_NOBODY while the opening draw has not found it */
    dom_lead lead_rule;              /* how the leader is found                           */
    dom_tile lead_tile;              /* the only tile that may be led, or DOM_NO_TILE     */
    bool opening;                    /* true during opening draws */
    uint8_t drawn;                   /* tiles drawn in this turn                          */
    uint8_t paid[DOM_SEATS_MAX];     /* tiles each seat drew at draw_cost         */
    int8_t last_player;              /* seat of the last play, or DOM_NOBODY              */
    /* Of DOM_END_DOMINO: the last tile is a double; it matched every open end before it was
     * played. */
    bool last_double, last_fits_all;
    dom_end end; /* DOM_END_NONE while the round is not over          */
    int8_t by;   /* the seat that went out, that blocked, or that was stuck */
    /* The fields below follow from those above; see dom_round_derive. `open` is `ends`, but
     * DOM_ARM_CLOSED if a lower-numbered end has the same value. */
    uint8_t drawable; /* stock tiles that may still be drawn         */
    int8_t open[DOM_ENDS_MAX];
    dom_tileset fits; /* tiles that fit some end; none before the lead */
} dom_round;

/* Starts a round.
 *
 * lead_rule  DOM_LEAD_HIGHEST_DOUBLE or DOM_LEAD_LOWEST_DOUBLE: the holder is found in
 *            the hands, after the opening draws if there are any.
 *            With any other rule `leader` leads.
 * Pre: options passed dom_options_check; the deal was made for them; both outlive
 * the round. */
void dom_round_begin(dom_round *round, const dom_options *options, const dom_deal *deal,
                     dom_lead lead_rule, int leader);

/* Sets the derived fields from the others. Call it after setting up a position by hand. */
void dom_round_derive(dom_round *round);

/* Writes every legal action of round->turn. Returns how many they are: 0 exactly when
 * the round is over. Order: plays by tile, then end, then face (up first), the draw
 * last. Of ends with the same value only the lowest-numbered one is listed. If nothing
 * can be placed, the only action is DOM_DRAW or DOM_PASS. This order is part of the
 * protocol.
 *
 * actions  room for DOM_ACTIONS_MAX entries, caller's storage. */
int dom_round_legal(const dom_round *round, dom_action actions[static DOM_ACTIONS_MAX]);

/* Makes `action` for round->turn. *event receives what happened, including the identity of a
 * drawn tile. Returns DOM_OK, or DOM_E_ILLEGAL with *round unchanged. */
dom_rc dom_round_apply(dom_round *round, dom_action action, dom_event *event);

/* The same for an action that is known to be legal. */
void dom_round_make(dom_round *round, dom_action action, dom_event *event);

/* Makes the action of the seat on turn if it is the only legal one. Returns false, with *round
 * and *event unchanged, if there is a choice or the round is over. */
bool dom_round_force(dom_round *round, dom_event *event);

/* Returns true if the action is in the list of dom_round_legal. Any values may be passed. */
bool dom_round_is_legal(const dom_round *round, dom_action action);

/* Returns the plays of that list on one end as a set: the tiles that may be played on it, face
 * up or down. Before the lead, end 0 has all tiles that may be led. Pre: the round is not over,
 * there are no opening draws, end < options->arms. */
dom_tileset dom_round_plays(const dom_round *round, int end, bool down);

/* Returns the number of stock tiles that may still be drawn; 0 in games without drawing. */
int dom_round_drawable(const dom_round *round);

/* Returns the match points that the draws of this seat's side have cost so far. */
int32_t dom_round_cost(const dom_round *round, int seat);

/* The result of a round. */
typedef struct {
    dom_end end;
    int8_t by;
    int8_t winner; /* seat that won the round, or DOM_NOBODY. In teams it is the seat that leads
                      next if the winner leads */
    uint8_t tied;  /* one bit for each seat with the lowest hand, if nobody won */
    int32_t pips[DOM_SEATS_MAX];   /* pips left in each hand, as they count */
    int32_t points[DOM_SEATS_MAX]; /* net of draw costs; equal for partners */
} dom_round_result;

/* Returns the result of a round. Pre: the round is over. */
dom_round_result dom_round_score(const dom_round *round);

#endif
