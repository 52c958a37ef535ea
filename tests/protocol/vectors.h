/* The golden vectors of protocol/vectors, as protocol/vectors/README.md says. */
#ifndef TESTS_PROTOCOL_VECTORS_H
#define TESTS_PROTOCOL_VECTORS_H

#include "protocol/message.h"

enum { VECTORS_MAX = 1000, VECTOR_NAME_BYTES = 64 };

typedef struct {
    char name[VECTOR_NAME_BYTES];
    size_t size;
    uint8_t bytes[1 << 14];
} vector;

/* Load the vectors of `side` ("bot", "arena") and `kind` ("ok", "bad") in that
 * format, in the order of the file; the result is static storage, overwritten by
 * the next call. Fails the test when the file is not as it should be. */
const vector *vectors_load(const char *side, const char *kind, dom_format format, size_t *count);

/* The vector of that name among the last loaded, or NULL. */
const vector *vectors_find(const vector *vectors, size_t count, const char *name);

#endif
