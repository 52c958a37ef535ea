/* table/table.h - plays one match by the rules. It uses no socket, no clock and no file.
 *
 * A table takes events and gives effects. The caller passes in one event, then takes the effects
 * one by one until dom_table_next returns false:
 *
 *     dom_table_start(&table, ...);
 *     while (dom_table_next(&table, &effect)) ...;   (wants a deal)
 *     dom_table_deal(&table, &deal);
 *     while (dom_table_next(&table, &effect)) ...;   (forced actions, an ask)
 *     dom_table_answer(&table, ...);
 *     ...
 *
 * The events carry the times, so a test can play a whole tournament with timeouts without waiting.
 * The table makes forced actions itself: a seat is asked only if it has two or more legal actions.
 *
 * Example of a fault, with tolerate = 1. Seat 0 is asked and is late twice in the match:
 *
 *     dom_table_fault(&table, 0, DOM_FAULT_TIMEOUT)    effects FAULT (tolerated) and EVENT
 *                                                      (SUBSTITUTED), then play continues
 *     dom_table_fault(&table, 0, DOM_FAULT_TIMEOUT)    effects FAULT and SETTLED: seat 0 has lost
 */
#ifndef DOM_TABLE_TABLE_H
#define DOM_TABLE_TABLE_H

#include "base/fault.h"
#include "rules/view.h"

typedef enum {
    DOM_TABLE_DEALING, /* waiting for the deal of the next round              */
    DOM_TABLE_ASKING,  /* waiting for the answer of the seat on turn          */
    DOM_TABLE_SETTLED, /* the match is over; further events are ignored       */
    DOM_TABLE_STATES
} dom_table_state;

typedef enum {
    DOM_TABLE_FX_DEAL,   /* the caller must deal round `round` as `need` says        */
    DOM_TABLE_FX_ASK,    /* the caller must ask `seat`; its legal actions are
                            legal[0..legal_count)                                    */
    DOM_TABLE_FX_EVENT,  /* `event` happened, for the reason `why`                   */
    DOM_TABLE_FX_ROUND,  /* a round was scored: see match.last and match.score       */
    DOM_TABLE_FX_FAULT,  /* `seat` committed `fault`; `tolerated` says whether the match
                            continues                                                */
    DOM_TABLE_FX_SETTLED /* the match is over: see end, fault_seat and places        */
} dom_table_effect_kind;

/* Why an action was made. */
typedef enum {
    DOM_TABLE_WHY_FORCED,     /* the only legal action                              */
    DOM_TABLE_WHY_CHOSEN,     /* the bot's choice, for which it took `us`           */
    DOM_TABLE_WHY_SUBSTITUTED /* the first legal action, for a tolerated `fault`    */
} dom_table_why;

/* The comments name the kinds that have a member; it is 0 for all others. */
typedef struct {
    dom_table_effect_kind kind;
    uint8_t seat;
    uint16_t round;     /* DEAL                                               */
    dom_lead_need need; /* DEAL                                               */
    dom_event event;    /* EVENT                                              */
    dom_action action;  /* EVENT: what was done                               */
    dom_table_why why;  /* EVENT                                              */
    uint32_t us;        /* EVENT: CHOSEN only                                 */
    dom_fault fault;    /* FAULT; EVENT: SUBSTITUTED only                     */
    bool tolerated;     /* FAULT                                              */
} dom_table_effect;

/* What the table does when the next effect is taken; private to table.c. */
typedef enum {
    DOM_TABLE_IDLE,
    DOM_TABLE_PLAYING,
    DOM_TABLE_WANT_DEAL,
    DOM_TABLE_TELL_FAULT,
    DOM_TABLE_SUBSTITUTE,
    DOM_TABLE_TELL_END
} dom_table_step;

/* Do not copy a table: its match points into it. */
typedef struct {
    dom_table_state state;
    dom_match match;
    uint32_t tolerate;                 /* how many faults of a seat are tolerated */
    uint32_t tolerated[DOM_SEATS_MAX]; /* how many were tolerated so far      */
    int legal_count;                   /* ASKING: the choices of the seat on turn               */
    dom_action legal[DOM_ACTIONS_MAX];
    dom_fault end; /* SETTLED: DOM_FAULT_NONE by the rules                    */
    int8_t fault_seat;
    dom_table_step step;
    uint8_t pending_seat; /* seat of the fault or answer that is being processed */
    dom_fault pending_fault;
    dom_action pending_action;
    uint32_t pending_us;
    bool has_pending_action;
} dom_table;

/* Starts a match. The first effect is DOM_TABLE_FX_DEAL.
 * tolerate  how many late and illegal answers of a seat are tolerated (SPEC.md, "Faults")
 * Pre: options passed dom_options_check. */
void dom_table_start(dom_table *table, const dom_options *options, uint32_t tolerate);

/* Event: the deal that DOM_TABLE_FX_DEAL asked for. Pre: the state is DEALING and all effects are
 * taken. */
void dom_table_deal(dom_table *table, const dom_deal *deal);

/* Event: the seat on turn answered.
 * choice  an index into `legal`; an index out of range is the fault `illegal`
 * us      microseconds that the answer took
 * Ignored if the match is settled. Pre: all effects are taken; the state is ASKING with `seat` on
 * turn, or SETTLED. */
void dom_table_answer(dom_table *table, int seat, uint32_t choice, uint32_t us);

/* Event: `seat` committed `fault`. An illegal or late answer of the seat on turn is tolerated up to
 * `tolerate` times; any other fault ends the match. Ignored if the match is settled.
 * Pre: all effects are taken. */
void dom_table_fault(dom_table *table, int seat, dom_fault fault);

/* Takes the next effect. Returns false if the table has no more effects and waits for an event. */
bool dom_table_next(dom_table *table, dom_table_effect *effect);

/* Computes the places of a settled match. */
void dom_table_places(const dom_table *table, uint8_t places[static DOM_SEATS_MAX]);

#endif
