/* Keys of CURVE as text in Z85: four bytes are five letters, the most significant first (ZeroMQ
 * RFC 32). */
#include "base/curve.h"

#include <string.h>

enum { GROUP_BYTES = 4, GROUP_LETTERS = 5, BASE = 85 };
static const char alphabet[] = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                               ".-:+=^!/*?&<>()[]{}@%$#";
_Static_assert(sizeof alphabet == BASE + 1, "a letter for every digit");

/* Reads five letters, the highest first. Returns false for other letters and for a value over 32
 * bits. */
static bool read_group(uint8_t *out, const char *text)
{
    uint64_t value = 0;
    for (int i = 0; i < GROUP_LETTERS; i++) {
        const char *letter = strchr(alphabet, text[i]);
        if (letter == NULL)
            return false;
        value = value * BASE + (uint64_t)(letter - alphabet);
    }
    for (int i = 0; i < GROUP_BYTES; i++)
        out[i] = (uint8_t)(value >> (24 - 8 * i));
    return value <= UINT32_MAX;
}

bool dom_curve_read(uint8_t key[static DOM_CURVE_BYTES], const char *text)
{
    if (strlen(text) != DOM_CURVE_LETTERS)
        return false;
    for (int i = 0; i < DOM_CURVE_BYTES / GROUP_BYTES; i++)
        if (!read_group(key + (size_t)i * GROUP_BYTES, text + (size_t)i * GROUP_LETTERS))
            return false;
    return true;
}

void dom_curve_write(char text[static DOM_CURVE_LETTERS + 1],
                     const uint8_t key[static DOM_CURVE_BYTES])
{
    for (int group = 0; group < DOM_CURVE_BYTES / GROUP_BYTES; group++) {
        uint32_t value = 0;
        for (int i = 0; i < GROUP_BYTES; i++)
            value = value << 8 | key[group * GROUP_BYTES + i];
        for (int i = GROUP_LETTERS - 1; i >= 0; i--, value /= BASE)
            text[group * GROUP_LETTERS + i] = alphabet[value % BASE];
    }
    text[DOM_CURVE_LETTERS] = '\0';
}
