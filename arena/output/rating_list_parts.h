/* rating_list_parts.h - the parts of a printed rating list: its title and notes, and its form as JSON
 * and CSV. rating_list.c puts them together.
 */
#ifndef DOM_OUTPUT_RATING_LIST_PARTS_H
#define DOM_OUTPUT_RATING_LIST_PARTS_H

#include "output/rating_list.h"

/* Return true if the lower, or the upper, limit of a row's rating is known. It is not known in a live
 * list, nor if it follows from the prior alone. */
bool dom_output_list_knows_lo(const dom_results_rating_list *r, const dom_ratings_rating *row);
bool dom_output_list_knows_hi(const dom_results_rating_list *r, const dom_ratings_rating *row);

/* Returns the bootstrap interval of a row; NULL if the list has none, or if a limit of the row's rating
 * is not known: a bot that never lost has won in every repetition, so that all have nearly the same rating and
 * neither limit says anything. */
const dom_ratings_bootstrap *dom_output_list_bootstrap(const dom_results_rating_list *r,
                                                       const dom_ratings_rating *row);

/* Returns the anchor. If the mean is fixed instead of a bot, the name is "mean"; in a live list it
 * is empty. */
const dom_results_rated_bot *dom_output_list_anchor(const dom_results_rating_list *r);

/* Print the title, which says how the list was made, and the notes below the list: islands, faults,
 * hidden versions, uncertain ratings, and the information that a match gave. Text or Markdown. */
void dom_output_list_title(const dom_output_rating_lists *s, const dom_results_rating_list *r);
void dom_output_list_notes(const dom_output_rating_lists *s, const dom_results_rating_list *r);

/* Returns one element of "lists". The caller owns the reference; NULL means out of memory. */
json_t *dom_output_list_json(const dom_results_rating_list *r);

/* Print the CSV head; print a CSV row for each line of the list. */
void dom_output_list_csv_head(FILE *out);
void dom_output_list_csv(const dom_results_rating_list *r, FILE *out);

#endif
