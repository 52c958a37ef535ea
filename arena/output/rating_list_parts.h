/* rating_list_parts.h - the parts of a printed rating list: its title and notes, and its form as
 * CSV. rating_list.c puts them together.
 */
#ifndef DOM_OUTPUT_RATING_LIST_PARTS_H
#define DOM_OUTPUT_RATING_LIST_PARTS_H

#include "output/rating_list.h"
#include "output/text_table.h"
#include "ratings/all_round.h"
#include "results/verdict.h"

/* Print the title, which says how the list was made, and the notes below the list: islands, faults,
 * hidden versions, uncertain ratings, and the information that a match gave. Text or Markdown. */
void dom_output_list_title(const dom_output_rating_lists *s, const dom_results_rating_list *r);
void dom_output_list_notes(const dom_output_rating_lists *s, const dom_results_rating_list *r);

/* Print the sentence above a list, if there is one. */
void dom_output_put_verdict(dom_output_format format, FILE *out, dom_results_verdict verdict);

/* Print the CSV head; print a CSV row for each line of the list. */
void dom_output_list_csv_head(FILE *out);
void dom_output_list_csv(const dom_results_rating_list *r, FILE *out);

/* Return the interval of a rating as a bar; a fixed rating has neither limit. */
dom_output_bar dom_output_rating_bar(const dom_results_rating_list *r,
                                     const dom_ratings_rating *row);
dom_output_bar dom_output_all_round_bar(const dom_ratings_all_round_row *row);

/* Returns "lo..hi" without the limits that are not known; "-" if neither is. */
typedef struct {
    char text[56];
} dom_output_range;
dom_output_range dom_output_range_of(int digits, dom_output_bar bar);

/* Fill two cells: an interval like "1054.3..1150.0", and its bar; of a fixed rating, its point. */
void dom_output_put_interval(dom_output_table *g, dom_output_bar bar, bool is_fixed);

/* Fill two cells: the difference to the next line, like "48.2 (-41.0..138.1)", and its LOS. */
void dom_output_put_next(dom_output_table *g, bool has_next, const dom_ratings_difference *next);

#endif
