/* analysis_parts.h - what the forms of a printed analysis share: its words and numbers
 * (analysis_parts.c), and its forms as CSV and JSON (analysis_data.c). analysis_text.c has the text
 * and chooses the form. Private to this folder. */
#ifndef DOM_OUTPUT_ANALYSIS_PARTS_H
#define DOM_OUTPUT_ANALYSIS_PARTS_H

#include "output/analysis_text.h"

enum { DOM_OUTPUT_WORD_BYTES = 24 };

/* An action as in records, such as "6-4@1". */
typedef struct {
    char text[DOM_OUTPUT_WORD_BYTES];
} dom_output_action_word;

dom_output_action_word dom_output_action_word_of(dom_action action);

typedef struct {
    char text[512];
} dom_output_choice_words;

/* Return the hand before a choice, such as "3-1,6-4"; and the open ends: "6,3", "6,x" with a closed
 * arm, or "none" before the lead. */
dom_output_choice_words dom_output_hand_of(const dom_analysis_choice *c);
dom_output_choice_words dom_output_ends_of(const dom_analysis_choice *c);

/* Returns the mean of a sum; 0 of nothing. */
double dom_output_per(double sum, uint64_t count);

/* Returns a part of the luck of a round; NAN if it was not asked for.
 * cause  a dom_search_cause */
double dom_output_caused_per_round(const dom_output_analysis *a, const dom_analysis_bot *b,
                                   int cause);

/* What a mean of open losses says; NAN if it was not asked for. */
typedef struct {
    double choices, loss, half_width;
} dom_output_open_loss;

dom_output_open_loss dom_output_open_loss_of(const dom_output_analysis *a,
                                             const dom_analysis_mean *m);

/* Print everything. The second returns DOM_OK, DOM_E_NOMEM or DOM_E_IO. */
void dom_output_analysis_csv(const dom_output_analysis *a, FILE *out);
dom_rc dom_output_analysis_json(const dom_output_analysis *a, FILE *out, dom_err *err);

#endif
