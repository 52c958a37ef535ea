/* Reads the golden vectors of protocol/vectors. protocol/vectors/README.md has their format. */
#ifndef TESTS_PROTOCOL_VECTORS_H
#define TESTS_PROTOCOL_VECTORS_H

#include "protocol/message.h"

enum { VECTORS_MAX = 1000, VECTOR_NAME_BYTES = 64 };

typedef struct {
    char name[VECTOR_NAME_BYTES];
    size_t size;
    uint8_t bytes[1 << 14];
} vector;

/* Returns the vectors of `side` ("bot", "arena") and `kind` ("ok", "bad", "dropped") in this
 * format, in the order of the file. The result is static storage, which the next call
 * overwrites. Fails the test if the file is malformed. */
const vector *vectors_load(const char *side, const char *kind, dom_format format, size_t *count);

/* Returns the vector with this name, or NULL. */
const vector *vectors_find(const vector *vectors, size_t count, const char *name);

#endif
