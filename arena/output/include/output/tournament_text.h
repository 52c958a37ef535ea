/* output/tournament_text.h - prints tournaments: the list of all, and one in detail. */
#ifndef DOM_OUTPUT_TOURNAMENT_TEXT_H
#define DOM_OUTPUT_TOURNAMENT_TEXT_H

#include "output/output.h"
#include "output/text_table.h"
#include "results/tournament_summary.h"

/* Prints a list of tournaments, one by one: begin with
 * {.out = ..., .is_json = ..., .running = ...}, add each of them, and end it in any case. */
typedef struct {
    FILE *out;
    bool is_json;
    const char *running;    /* the tournament that is being played, or NULL */
    const char *if_none;    /* what is printed as text instead of an empty list */
    json_t *root;           /* NULL, or the object to which JSON adds the list; taken over */
    dom_output_table table; /* private, as is */
    json_t *list;
} dom_output_tournaments;

void dom_output_tournaments_begin(dom_output_tournaments *list);
dom_rc dom_output_tournaments_add(dom_output_tournaments *list, const dom_store_tournament *t,
                                  const dom_results_tournament_summary *summary, dom_err *err);

/* Prints the list if `rc` is DOM_OK, and releases it. Returns `rc` or what printing returned. */
dom_rc dom_output_tournaments_end(dom_output_tournaments *list, dom_rc rc, dom_err *err);

/* Prints all that is known of a tournament but its results. */
dom_rc dom_output_tournament(FILE *out, const dom_store_tournament *t,
                             const dom_results_tournament_summary *summary, bool is_json,
                             dom_err *err);

#endif
