/* output/prediction_text.h - prints what the ratings expect of a match (results/prediction.h). */
#ifndef DOM_OUTPUT_PREDICTION_TEXT_H
#define DOM_OUTPUT_PREDICTION_TEXT_H

#include "output/output.h"
#include "results/prediction.h"

/* Print a prediction for each of these variants; an empty list means all in which all these bots
 * have a complete set; and then, of more than one, their mean. `sets` as in
 * dom_results_prediction_make. Returns DOM_OK; errors as dom_results_ranking_each and
 * dom_results_prediction_make; DOM_E_LIMIT if a variant has no complete set yet; or DOM_E_IO if
 * JSON cannot be written. */
dom_rc dom_output_predictions_show(const dom_results_standings *s, const dom_strings *variants,
                                   const dom_strings *bots, uint32_t sets, dom_output_format format,
                                   FILE *out, dom_err *err);

#endif
