/* table/table.h - one match at a table, without socket, clock or file.
 *
 * A table takes events and gives effects. The caller feeds one event, then takes
 * effects one by one until there are none:
 *
 *     dom_table_start(&table, ...);
 *     while (dom_table_next(&table, &effect)) ...;   (wants a deal)
 *     dom_table_deal(&table, &deal);
 *     while (dom_table_next(&table, &effect)) ...;   (forced actions, an ask)
 *     dom_table_answer(&table, ...);
 *     ...
 *
 * Time is what the events say it was, so a whole tournament with all its
 * timeouts can be played in a test without waiting. Actions without a choice are
 * made here; a seat is asked only when it has two or more.
 */
#ifndef DOM_TABLE_TABLE_H
#define DOM_TABLE_TABLE_H

#include "base/fault.h"
#include "rules/view.h"

typedef enum {
    DOM_TABLE_DEALING, /* waits for the deal of the next round                */
    DOM_TABLE_ASKING,  /* waits for the answer of the seat on turn            */
    DOM_TABLE_SETTLED, /* over: every further event is ignored                */
    DOM_TABLE_STATES
} dom_table_state;

typedef enum {
    DOM_TABLE_FX_DEAL,   /* make the deal that `need` asks for, for round `round`    */
    DOM_TABLE_FX_ASK,    /* ask `seat`; its legal actions are legal[0..legal_count)  */
    DOM_TABLE_FX_EVENT,  /* `event` happened, for the reason `why`                   */
    DOM_TABLE_FX_ROUND,  /* a round was counted: match.last, match.score             */
    DOM_TABLE_FX_FAULT,  /* `seat` committed `fault`, `tolerated` or not             */
    DOM_TABLE_FX_SETTLED /* the match is over: end, fault_seat, places               */
} dom_table_effect_kind;

/* Why an action was made. */
typedef enum {
    DOM_TABLE_WHY_FORCED,     /* the only legal action                              */
    DOM_TABLE_WHY_CHOSEN,     /* the bot's choice, after `us`                       */
    DOM_TABLE_WHY_SUBSTITUTED /* the first legal action, for a tolerated `fault`    */
} dom_table_why;

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

/* What a table does next when effects are taken; private to table.c. */
typedef enum {
    DOM_TABLE_IDLE,
    DOM_TABLE_PLAYING,
    DOM_TABLE_WANT_DEAL,
    DOM_TABLE_TELL_FAULT,
    DOM_TABLE_SUBSTITUTE,
    DOM_TABLE_TELL_END
} dom_table_step;

/* A value that points into itself (its match does): do not copy it. */
typedef struct {
    dom_table_state state;
    dom_match match;
    uint32_t tolerate;                 /* faults forgiven per seat            */
    uint32_t tolerated[DOM_SEATS_MAX]; /* forgiven so far                     */
    int legal_count;                   /* ASKING: the choices of the seat on turn               */
    dom_action legal[DOM_ACTIONS_MAX];
    dom_fault end; /* SETTLED: DOM_FAULT_NONE by the rules                    */
    int8_t fault_seat;
    dom_table_step step;
    uint8_t pending_seat; /* of the fault or answer being worked off          */
    dom_fault pending_fault;
    dom_action pending_action;
    uint32_t pending_us;
    bool has_pending_action;
} dom_table;

/* Begin a match; the first effect is DOM_TABLE_FX_DEAL.
 * tolerate  late and illegal answers forgiven per seat (RULES and SPEC, Faults).
 * Pre: options passed dom_options_check. */
void dom_table_start(dom_table *table, const dom_options *options, uint32_t tolerate);

/* The deal that was asked for. Pre: state is DEALING, effects are taken. */
void dom_table_deal(dom_table *table, const dom_deal *deal);

/* The answer of the seat on turn: an index into `legal`, which took it `us`
 * microseconds. An index out of range is the fault `illegal`. Ignored when
 * settled. Pre: effects are taken; ASKING and seat on turn, or SETTLED. */
void dom_table_answer(dom_table *table, int seat, uint32_t choice, uint32_t us);

/* `seat` committed `fault`. Illegal and late answers of the seat on turn may be
 * tolerated; everything else ends the match. Ignored when settled.
 * Pre: effects are taken. */
void dom_table_fault(dom_table *table, int seat, dom_fault fault);

/* Take the next effect; false when there is none and the table waits. */
bool dom_table_next(dom_table *table, dom_table_effect *effect);

/* Places of the settled match. */
void dom_table_places(const dom_table *table, uint8_t places[static DOM_SEATS_MAX]);

#endif
