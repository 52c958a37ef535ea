/* rules/round.h - one round of dominoes: legal actions, applying them, the end,
 * the points.
 *
 * Pure. No I/O, allocation, clock, randomness or globals: the same arguments
 * give the same result, and any thread may call anything. The order of the tiles
 * comes from outside (a dom_deal). The turn machine is that of RULES.md section
 * 0; every variant runs through the same lines.
 *
 * Invariant between calls: every tile of the deal is in exactly one of the
 * hands, the stock and the layout.
 */
#ifndef DOM_RULES_ROUND_H
#define DOM_RULES_ROUND_H

#include "rules/options.h"
#include "rules/tile.h"

enum {
    DOM_NOBODY = -1, /* where a seat may be absent                            */
    DOM_ARM_CLOSED = -1,
    /* A tile fits at most two distinct open values, or, a double, one value
     * with two faces; and one draw. */
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
    DOM_EVENT_LOT    /* a lot that was shown                                  */
} dom_event_kind;

/* Something that happened. */
typedef struct {
    int8_t seat;   /* DOM_NOBODY for a start tile                             */
    uint8_t kind;  /* dom_event_kind                                          */
    dom_tile tile; /* all but PASS; DRAW: the face in the truth, DOM_NO_TILE in
                      a public history                                        */
    uint8_t end;   /* LEAD, PLAY: the end played on, else 0                   */
    uint8_t down;  /* PLAY: 1 = face down                                     */
    uint8_t count; /* DRAW: tiles drawn (1, or a turn's sum in a history)     */
} dom_event;

typedef struct {
    uint8_t seat;
    dom_tile tile;
} dom_lot;

/* What chance gave a round. Every seat has its own order of the same stock and
 * draws from it, skipping tiles already gone, so that luck in drawing stays
 * mirrored when play diverges between the rotations of a duplicate set. */
typedef struct {
    dom_tileset hand[DOM_SEATS_MAX];
    dom_tile stock[DOM_SEATS_MAX][DOM_TILES_MAX]; /* next draw first          */
    uint8_t stock_count;
    dom_tile start;    /* start tile, or DOM_NO_TILE                          */
    int8_t leader;     /* seat that the lots chose, or DOM_NOBODY             */
    uint16_t redeals;  /* deals thrown away because no hand had a double      */
    uint8_t lot_count; /* lots in the order drawn                             */
    dom_lot lots[DOM_LOTS_MAX];
} dom_deal;

typedef enum { DOM_END_NONE, DOM_END_DOMINO, DOM_END_BLOCKED, DOM_END_STUCK } dom_end;

/* "domino", "blocked", "stuck"; "none" while the round is not over. */
const char *dom_end_word(dom_end end);

/* Everything there is to know about a round in play. A plain value: assign it
 * to copy it, keep an array of them to take actions back. */
typedef struct {
    const dom_options *options; /* borrowed; checked by dom_options_check     */
    const dom_deal *deal;       /* borrowed: the orders of the stock          */
    dom_tileset hand[DOM_SEATS_MAX];
    dom_tileset stock;               /* tiles nobody has drawn yet            */
    uint8_t stock_at[DOM_SEATS_MAX]; /* each seat's place in its order        */
    int8_t ends[DOM_ENDS_MAX];       /* value showing, or DOM_ARM_CLOSED      */
    uint8_t end_count;               /* 0 before the lead, then options->arms */
    uint8_t turn;                    /* seat to act                           */
    int8_t leader;                   /* DOM_NOBODY while an opening draw has yet to find it */
    dom_lead lead_rule;              /* how the leader is found                           */
    dom_tile lead_tile;              /* the only tile that may be led, or DOM_NO_TILE     */
    bool opening;                    /* opening draws are under way                       */
    uint8_t drawn;                   /* tiles drawn in this turn                          */
    uint8_t paid[DOM_SEATS_MAX];     /* tiles each seat drew at draw_cost         */
    int8_t last_player;              /* seat of the last play, or DOM_NOBODY              */
    bool last_double;                /* DOM_END_DOMINO: the last tile played is a double  */
    bool last_fits_all;              /* and it matched every open end before it was played */
    dom_end end;                     /* DOM_END_NONE while the round is not over          */
    int8_t by;                       /* who went out; the blocker; the seat that was stuck */
    /* Derived from the above and kept in step with it, see dom_round_derive.  */
    uint8_t drawable;          /* stock tiles that may still be drawn         */
    int8_t open[DOM_ENDS_MAX]; /* `ends`, but DOM_ARM_CLOSED where a lower numbered end
                                  shows the same                              */
    dom_tileset fits;          /* tiles that fit some end; none before the lead */
} dom_round;

/* Start a round.
 *
 * lead_rule  DOM_LEAD_HIGHEST_DOUBLE or _LOWEST_DOUBLE: the holder is found in
 *            the hands (after the opening draws, where there are any);
 *            anything else: `leader` leads.
 * Pre: options passed dom_options_check; deal is one of theirs; both outlive
 * the round. */
void dom_round_begin(dom_round *round, const dom_options *options, const dom_deal *deal,
                     dom_lead lead_rule, int leader);

/* Set the derived fields from the others: for who sets up a position by hand. */
void dom_round_derive(dom_round *round);

/* Fill `actions` with every legal action of round->turn and return how many:
 * 0 exactly when the round is over. Order: plays by tile, then end, then face
 * (up first), draw last; of ends that show the same value only the lowest
 * numbered is listed. When nothing can be placed the only action is DOM_DRAW or
 * DOM_PASS. This order is part of the protocol.
 *
 * actions  room for DOM_ACTIONS_MAX entries, caller's storage. */
int dom_round_legal(const dom_round *round, dom_action actions[static DOM_ACTIONS_MAX]);

/* Make `action` for round->turn; *event says what happened, a drawn tile's face
 * included.
 * Returns DOM_OK, or DOM_E_ILLEGAL with *round untouched. */
dom_rc dom_round_apply(dom_round *round, dom_action action, dom_event *event);

/* The same for an action that is known to be legal. */
void dom_round_make(dom_round *round, dom_action action, dom_event *event);

/* Make the action of a seat that has no other. Returns false with *round and *event untouched where
 * there is a choice, or the round is over. */
bool dom_round_force(dom_round *round, dom_event *event);

/* Is it in the list of dom_round_legal? Any values are allowed. */
bool dom_round_is_legal(const dom_round *round, dom_action action);

/* The plays of that list as sets: the tiles that may be played on this end, face up or down; all
 * that may be led on end 0. Pre: the round is not over, there are no opening draws,
 * end < options->arms. */
dom_tileset dom_round_plays(const dom_round *round, int end, bool down);

/* Stock tiles that may still be drawn: 0 where the game has no drawing. */
int dom_round_drawable(const dom_round *round);

/* Match points that the draws of this seat's side have cost so far. */
int32_t dom_round_cost(const dom_round *round, int seat);

/* How a round counts. */
typedef struct {
    dom_end end;
    int8_t by;
    int8_t winner;                 /* seat that won the round (in teams: the seat that leads
                      where the winner leads), or DOM_NOBODY                  */
    uint8_t tied;                  /* bit per seat that shares the lowest hand when nobody won */
    int32_t pips[DOM_SEATS_MAX];   /* what is left in each hand, as counted    */
    int32_t points[DOM_SEATS_MAX]; /* net of draw costs; partners carry the same */
} dom_round_result;

/* Pre: the round is over. */
dom_round_result dom_round_score(const dom_round *round);

#endif
