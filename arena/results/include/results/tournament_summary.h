/* results/tournament_summary.h - a tournament in a few facts: how far it is, and how it ended. */
#ifndef DOM_RESULTS_TOURNAMENT_SUMMARY_H
#define DOM_RESULTS_TOURNAMENT_SUMMARY_H

#include "config/stored_config.h"
#include "store/store.h"

typedef enum {
    DOM_RESULTS_TOURNAMENT_OPEN,     /* matches are left to play                    */
    DOM_RESULTS_TOURNAMENT_FINISHED, /* every match was played, or its test decided */
    DOM_RESULTS_TOURNAMENT_CLOSED    /* an organiser ended it                       */
} dom_results_tournament_state;

typedef struct {
    dom_results_tournament_state state;
    bool is_void; /* none of its results count */
    bool is_rated;
    dom_schedule_plan_kind kind;
    uint64_t done, total; /* matches; total 0: its schedule cannot be computed */
    int64_t begun_ms;
    int64_t newest_ms; /* when its newest match ended; 0 without one      */
    int64_t ended_ms;  /* when it was finished or closed; 0 before        */
    uint64_t bytes;    /* of the database, about                          */
} dom_results_tournament_summary;

/* Reads the summary of a tournament. Returns DOM_OK or an error of the store. */
dom_rc dom_results_tournament_summary_read(dom_results_tournament_summary *out, dom_store *store,
                                           const dom_store_tournament *t, dom_err *err);

/* Returns "open", "finished" or "closed". */
const char *dom_results_tournament_state_word(dom_results_tournament_state state);

#endif
