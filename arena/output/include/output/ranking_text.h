/* output/ranking_text.h - prints the leaderboard: the rating lists of stored matches
 * (results/ranking.h). */
#ifndef DOM_OUTPUT_RANKING_TEXT_H
#define DOM_OUTPUT_RANKING_TEXT_H

#include "base/string_list.h"
#include "output/output.h"
#include "results/ranking.h"

/* Print one list per variant.
 *
 * variants  the variants to print; an empty list means all
 * kind      the lists that are wanted; JSON has the matrices in any case
 *
 * Returns DOM_OK; DOM_E_ABSENT and other errors as dom_results_ranking_each; DOM_E_IO if JSON
 * cannot be written; or DOM_E_NOMEM. */
dom_rc dom_output_ranking_show(const dom_results_standings *s, const dom_strings *variants,
                               dom_results_ranking_kind kind, dom_output_format format, FILE *out,
                               dom_err *err);

/* Print the leaderboard: the same, after the all-round lists (results/all_round.h), if all variants
 * are wanted. CSV and live lists have no all-round lists.
 *
 * all_round  the variants of the list over all families; empty: those that many bots have played */
dom_rc dom_output_leaderboard_show(const dom_results_standings *s, const dom_strings *variants,
                                   const dom_strings *all_round, dom_results_ranking_kind kind,
                                   dom_output_format format, FILE *out, dom_err *err);

/* Print a line if no rated match was played, to explain an empty leaderboard. */
void dom_output_ranking_note_unrated(const dom_results_standings *s, FILE *out);

#endif
