/* base/curve.h - the public and secret keys of remote bots and of the arena. They are Curve25519
 * keys as ZeroMQ's CURVE uses them, written as text in Z85 (https://rfc.zeromq.org/spec/32/).
 */
#ifndef DOM_BASE_CURVE_H
#define DOM_BASE_CURVE_H

#include <stdbool.h>
#include <stdint.h>

enum {
    DOM_CURVE_BYTES = 32,
    DOM_CURVE_LETTERS = 40 /* characters of a key in Z85, without the NUL     */
};

/* Reads a key. Returns false, with `key` undefined, if the text is not 40 characters of Z85 or if
 * five of its characters stand for more than 32 bits. */
bool dom_curve_read(uint8_t key[static DOM_CURVE_BYTES], const char *text);

/* Writes the 40 characters of a key and a NUL. */
void dom_curve_write(char text[static DOM_CURVE_LETTERS + 1],
                     const uint8_t key[static DOM_CURVE_BYTES]);

#endif
