/* input.h - what is hashed, put together byte by byte.
 *
 * Every input is label | fields. Texts are one length byte and their bytes, so no
 * two lists of fields give the same input; numbers are little-endian.
 */
#ifndef DOM_DEAL_INPUT_H
#define DOM_DEAL_INPUT_H

#include "deal/deal.h"

#include <stddef.h>

enum {
    DOM_DEAL_LABEL_MAX = 6,    /* "commit"                                         */
    DOM_DEAL_FIELD_BYTES = 32, /* a secret, or a few numbers                       */
    DOM_DEAL_INPUT_BYTES =
        1 + DOM_DEAL_LABEL_MAX + 1 + DOM_DEAL_TOURNAMENT_NAME_MAX + DOM_DEAL_FIELD_BYTES
};

typedef struct {
    size_t count;
    uint8_t byte[DOM_DEAL_INPUT_BYTES];
} dom_deal_input;

/* Start an input with its label. */
void dom_deal_input_begin(dom_deal_input *input, const char *label);

/* Append. Pre: it fits. */
void dom_deal_input_text(dom_deal_input *input, const char *text);
void dom_deal_input_u32(dom_deal_input *input, uint32_t value);
void dom_deal_input_u64(dom_deal_input *input, uint64_t value);
void dom_deal_input_bytes(dom_deal_input *input, const uint8_t *bytes, size_t count);

/* BLAKE2b-256 of the input, which is cleared. `key` is DOM_DEAL_KEY_BYTES long, or
 * NULL for no key. */
void dom_deal_input_hash(dom_deal_input *input, const uint8_t *key,
                         uint8_t out[static DOM_DEAL_KEY_BYTES]);

#endif
