/* Shared by all fuzz targets. */
#ifndef DOM_FUZZ_H
#define DOM_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Stops the target unless the condition holds. */
static inline void expect(bool condition)
{
    if (!condition)
        abort();
}

/* An input that is read byte by byte. */
typedef struct {
    const uint8_t *at;
    size_t left;
} fuzz_input;

/* Returns the next byte, or 0 after the end. */
static inline uint8_t fuzz_next(fuzz_input *in)
{
    if (in->left == 0)
        return 0;
    in->left--;
    return *in->at++;
}

/* Reads a number in one byte and then that many bytes. Returns the number. */
static inline size_t fuzz_bytes(fuzz_input *in, uint8_t bytes[static 256])
{
    size_t size = fuzz_next(in);
    for (size_t i = 0; i < size; i++)
        bytes[i] = fuzz_next(in);
    return size;
}

#endif
