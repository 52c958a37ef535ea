/* base/curve.h - keys of remote bots and of the arena: Curve25519, as ZeroMQ's CURVE
 * has them, written in Z85 (https://rfc.zeromq.org/spec/32/).
 */
#ifndef DOM_BASE_CURVE_H
#define DOM_BASE_CURVE_H

#include <stdbool.h>
#include <stdint.h>

enum {
    DOM_CURVE_BYTES = 32,
    DOM_CURVE_LETTERS = 40 /* of its text                                     */
};

/* Returns false, with `key` undefined, for a text that is not 40 characters of Z85 or
 * stands for no 32 bytes. */
bool dom_curve_read(uint8_t key[static DOM_CURVE_BYTES], const char *text);

void dom_curve_write(char text[static DOM_CURVE_LETTERS + 1],
                     const uint8_t key[static DOM_CURVE_BYTES]);

#endif
