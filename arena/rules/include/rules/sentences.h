/* rules/sentences.h - the rules of a variant in sentences, for people.
 *
 * The sentences follow from the options only, so variants of tournament files have them like
 * built-in ones. `variants`, the pages and programs (variants --json) show the same ones.
 * tests/e2e/test_sentences.py holds each of them against records of played matches.
 */
#ifndef DOM_RULES_SENTENCES_H
#define DOM_RULES_SENTENCES_H

#include "rules/options.h"

enum { DOM_SENTENCES_MAX = 40, DOM_SENTENCE_BYTES = 256 };

typedef struct {
    size_t count;
    char text[DOM_SENTENCES_MAX][DOM_SENTENCE_BYTES]; /* each ends with a full stop */
} dom_sentences;

/* Writes the rules, from the table to the end of the match. Pre: options passed
 * dom_options_check. */
void dom_sentences_write(dom_sentences *out, const dom_options *options);

#endif
