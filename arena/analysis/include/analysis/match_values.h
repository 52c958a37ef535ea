/* analysis/match_values.h - the values of all choices of a recorded match.
 *
 *     static dom_analysis_workbench bench;
 *     dom_analysis_match values = {.choice_count = 0};
 *     dom_rc rc = dom_analysis_match_values(&values, &bench, &record, &plan, NULL, &err);
 *     ...
 *     dom_analysis_match_clear(&values);
 *
 * Each round of each seat has an account: its result is what it could expect before the deal, plus
 * luck, plus skill (search/account.h). A round that a fault ended has no result and is left out
 * with its choices.
 */
#ifndef DOM_ANALYSIS_MATCH_VALUES_H
#define DOM_ANALYSIS_MATCH_VALUES_H

#include "analysis/fact.h"
#include "analysis/open_loss.h"
#include "record/record.h"
#include "search/expectation.h"
#include "search/witness.h"

#include <stdatomic.h>

enum {
    DOM_ANALYSIS_LEADS = 16,        /* ways to find a leader (dom_lead) */
    DOM_ANALYSIS_WORLDS_USUAL = 200 /* of a choice, unless others are asked for */
};

/* How values are estimated. Results of different plans are never mixed. */
typedef struct {
    int worlds;         /* 2..DOM_SEARCH_POPULATION_MAX */
    bool has_causes;    /* luck is divided by its cause (search/witness.h) */
    int open_positions; /* for the open loss of a choice (analysis/open_loss.h); 0: without it */
} dom_analysis_plan;

/* A choice. All values are in match points. */
typedef struct {
    uint32_t step;  /* as replays count (dom_record_is_step)           */
    uint16_t round; /* from 1                                          */
    uint8_t seat;
    uint32_t first;    /* index of its first action in `action` and `value` */
    uint8_t actions;   /* how many it has                                  */
    uint8_t taken;     /* index among them                                 */
    uint8_t best;      /* of the action with the largest value             */
    uint8_t reference; /* of the action that `careful` would take (search/reference.h) */
    double luck;       /* since the seat's last choice, or since before the deal */
    double of_choice;
    dom_search_estimate skill, loss;
    double effective_worlds;
    dom_tileset hand;
    uint8_t end_count; /* of the layout; 0: the seat leads                 */
    int8_t end[DOM_ENDS_MAX];
    dom_analysis_fact fact;      /* what tells the action taken from the best one */
    dom_analysis_open_loss open; /* not solved, unless the plan asks for it */
} dom_analysis_choice;

/* The account of a seat in a round. */
typedef struct {
    uint16_t round; /* from 1                                              */
    uint8_t seat;
    bool is_near_end; /* a side could reach the target with twice a usual result, or no round
                         follows. There it may be right to lose points            */
    uint16_t choices; /* with a value                                        */
    uint16_t skipped; /* without one: no world was found, or a fault was tolerated */
    double expectation, luck, skill, result;
    double deal_luck;                 /* the part of `luck` before the first choice           */
    double caused[DOM_SEARCH_CAUSES]; /* the other part, by its cause; all 0 without has_causes  */
    double loss;                      /* of all choices                                      */
    uint16_t open_solved;             /* choices with an open loss */
    double open_loss;                 /* of them */
} dom_analysis_round;

/* A match. All zero: nothing. */
typedef struct {
    dom_analysis_choice *choice; /* in the order of their steps                 */
    size_t choice_count, choice_room;
    dom_analysis_round *round; /* by round and seat                           */
    size_t round_count, round_room;
    dom_action *action; /* of all choices */
    double *value;
    size_t action_count, action_room, value_count, value_room;
    uint16_t rounds_left_out; /* that a fault ended */
} dom_analysis_match;

/* What an analysis needs while it works, some 5 MiB: one for each thread, all zero at the
 * beginning. It keeps the expectations of a variant for the next match of the same options. */
typedef struct {
    dom_options options; /* of the expectations                              */
    bool is_known[DOM_ANALYSIS_LEADS];
    dom_search_expectation expectation[DOM_ANALYSIS_LEADS];
    dom_table table;
    dom_view view;
    dom_search_belief belief;
    dom_search_values values;
    dom_search_witness witness[DOM_SEATS_MAX];
    dom_round asked; /* before the choice */
    dom_analysis_open_room open;
} dom_analysis_workbench;

/* Values all choices.
 *
 * out   all zero; clear it in any case
 * stop  becomes true when the work is to end; NULL: never
 * Returns DOM_OK; DOM_E_INTERRUPTED if it was told to stop; DOM_E_MALFORMED as dom_record_replay;
 * DOM_E_NOMEM. */
dom_rc dom_analysis_match_values(dom_analysis_match *out, dom_analysis_workbench *bench,
                                 const dom_record_match *record, const dom_analysis_plan *plan,
                                 const atomic_bool *stop, dom_err *err);
/* Returns the choice of a step, or NULL if there is none with a value. */
const dom_analysis_choice *dom_analysis_choice_at(const dom_analysis_match *match, uint32_t step);

/* Returns true if a choice surely lost a point or more: all of the 95 % interval of its loss is
 * above 0. */
bool dom_analysis_is_mistake(const dom_analysis_choice *choice);

/* Returns the index of the action of a choice that is worth most of those that are not in `shown`;
 * -1 if there is none. */
int dom_analysis_next_best(const dom_analysis_match *match, const dom_analysis_choice *choice,
                           const bool shown[static DOM_ACTIONS_MAX]);

/* Copies the values of a match. Clear *to in any case. Returns DOM_OK or DOM_E_NOMEM. */
dom_rc dom_analysis_match_copy(dom_analysis_match *to, const dom_analysis_match *from,
                               dom_err *err);
void dom_analysis_match_clear(dom_analysis_match *match);

#endif
