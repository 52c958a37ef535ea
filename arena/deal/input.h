/* input.h - builds the input of a hash, byte by byte.
 *
 * An input is a label followed by fields. A text is one byte with its length and then its bytes,
 * and numbers are little-endian. So different lists of fields never give the same bytes. Example:
 * the input of the key of set 1 of the tournament `spring`, in hex, is
 *
 *     03 736574            text  `set`, the label
 *     06 737072696e67      text  `spring`
 *     01000000             u32   1
 */
#ifndef DOM_DEAL_INPUT_H
#define DOM_DEAL_INPUT_H

#include "deal/deal.h"

#include <stddef.h>

enum {
    DOM_DEAL_LABEL_MAX = 6,    /* bytes of the longest label, "commit"             */
    DOM_DEAL_FIELD_BYTES = 32, /* most bytes of the other fields: a secret, or a few numbers */
    DOM_DEAL_INPUT_BYTES =
        1 + DOM_DEAL_LABEL_MAX + 1 + DOM_DEAL_TOURNAMENT_NAME_MAX + DOM_DEAL_FIELD_BYTES
};

typedef struct {
    size_t count;
    uint8_t byte[DOM_DEAL_INPUT_BYTES];
} dom_deal_input;

/* Starts an input with its label. */
void dom_deal_input_begin(dom_deal_input *input, const char *label);

/* Append a field. Pre: it fits into DOM_DEAL_INPUT_BYTES; a text has at most 255 bytes. */
void dom_deal_input_text(dom_deal_input *input, const char *text);
void dom_deal_input_u32(dom_deal_input *input, uint32_t value);
void dom_deal_input_u64(dom_deal_input *input, uint64_t value);
void dom_deal_input_bytes(dom_deal_input *input, const uint8_t *bytes, size_t count);

/* Computes BLAKE2b-256 of the input and overwrites the input with zeros. `key` has
 * DOM_DEAL_KEY_BYTES bytes, or is NULL for no key. */
void dom_deal_input_hash(dom_deal_input *input, const uint8_t *key,
                         uint8_t out[static DOM_DEAL_KEY_BYTES]);

#endif
