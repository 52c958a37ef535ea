/* documents/values.h - how values are written into JSON: unknown numbers, untrusted bytes, texts.
 *
 * A function that returns a json_t gives the reference to the caller; NULL means out of memory. If
 * memory runs out while keys of an object are set, keys are missing, and jansson gives no sign of
 * it; what is left is valid JSON.
 */
#ifndef DOM_DOCUMENTS_VALUES_H
#define DOM_DOCUMENTS_VALUES_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    DOM_DOCUMENTS_SCHEMA = 1, /* the number under "schema" in every document */
    /* The flags of json_dump for every document: ASCII, and every digit that a double keeps
     * exactly. */
    DOM_DOCUMENTS_FORM = JSON_INDENT(1) | JSON_ENSURE_ASCII | JSON_REAL_PRECISION(15)
};

/* Return a number, or JSON's null if it is not known. */
json_t *dom_documents_real(bool is_known, double value);
json_t *dom_documents_integer(bool is_known, int64_t value);

/* Returns bytes that a bot may have written as a JSON string: visible ASCII, blanks, newlines and
 * tabs as they are, every other byte as \xNN. */
json_t *dom_documents_bytes(const void *bytes, size_t size);

/* Returns bytes as a JSON string of hexadecimal digits. */
json_t *dom_documents_hex(const void *bytes, size_t size);

/* Returns a text that may contain a file name as a JSON string: unchanged if it is UTF-8, else
 * escaped like bytes. */
json_t *dom_documents_text(const char *text);

#endif
