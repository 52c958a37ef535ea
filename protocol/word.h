/* protocol/word.h - the keys and words of the protocol, ready to be copied and compared without a
 * loop.
 */
#ifndef DOM_PROTOCOL_WORD_H
#define DOM_PROTOCOL_WORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* A text of up to DOM_WORD_BYTES bytes as MessagePack: its tag, which has its length, and its
 * bytes. It is padded with NUL, so that all bytes can be copied at once. All zero is no word. */
enum { DOM_WORD_BYTES = 14, DOM_WORD_TAG = 0xa0 };
typedef struct {
    uint8_t tag;
    char text[DOM_WORD_BYTES + 1];
} dom_word;

/* The initializer of a dom_word. A literal that is too long does not compile. */
#define DOM_WORD(literal)                                                                          \
    {                                                                                              \
        DOM_WORD_TAG |                                                                             \
            (sizeof(char[sizeof(literal) <= DOM_WORD_BYTES + 1 ? sizeof(literal) : -1]) - 1),      \
            "" literal                                                                             \
    }

/* Returns the number of bytes of the text. */
static inline size_t dom_word_bytes(const dom_word *word)
{
    return word->tag & 31;
}

/* Returns true if these bytes are equal. From 4 to 16 bytes are compared without a call: as two
 * pieces of known size, which overlap. */
static inline bool dom_same_bytes(const void *left, const void *right, size_t bytes)
{
    const char *a = left, *b = right;
    uint64_t first[2], last[2];
    uint32_t head[2], tail[2];
    if (bytes < 4 || bytes > 16)
        return memcmp(a, b, bytes) == 0;
    if (bytes < 8) {
        memcpy(&head[0], a, 4), memcpy(&tail[0], a + bytes - 4, 4);
        memcpy(&head[1], b, 4), memcpy(&tail[1], b + bytes - 4, 4);
        return head[0] == head[1] && tail[0] == tail[1];
    }
    memcpy(&first[0], a, 8), memcpy(&last[0], a + bytes - 8, 8);
    memcpy(&first[1], b, 8), memcpy(&last[1], b + bytes - 8, 8);
    return first[0] == first[1] && last[0] == last[1];
}

/* Returns true if the bytes at `at` are the tag and the text of this word. All of them must be
 * readable. It is short if the compiler knows the word. */
static inline bool dom_word_is_at(const dom_word *word, const uint8_t *at)
{
    return dom_same_bytes(word, at, 1 + dom_word_bytes(word));
}

/* Does the same. It is short for any word, but reads sizeof(dom_word) bytes at `at`, so these must
 * be readable. The bytes behind the text are masked out. */
static inline bool dom_any_word_is_at(const dom_word *word, const uint8_t *at)
{
    static const uint8_t ones[2 * sizeof *word] = "\xff\xff\xff\xff\xff\xff\xff\xff"
                                                  "\xff\xff\xff\xff\xff\xff\xff\xff";
    const uint8_t *mask = ones + sizeof *word - 1 - dom_word_bytes(word);
    uint64_t a[2], b[2], m[2];
    memcpy(a, word, sizeof a);
    memcpy(&b[0], at, 8), memcpy(&b[1], at + 8, 8);
    memcpy(&m[0], mask, 8), memcpy(&m[1], mask + 8, 8);
    return (((a[0] ^ b[0]) & m[0]) | ((a[1] ^ b[1]) & m[1])) == 0;
}

/* Writes the tag and the text, and padding behind it: sizeof(dom_word) bytes in total. Returns the
 * place behind the text. */
static inline uint8_t *dom_word_put(const dom_word *word, uint8_t *at)
{
    memcpy(at, word, sizeof *word);
    return at + 1 + dom_word_bytes(word);
}

#endif
