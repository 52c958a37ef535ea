/* protocol/json_to_msgpack.h - makes a MessagePack message of a JSON message, which the cursor
 * (cursor.h) then reads. So only one form of a message is read by the tables of fields.
 */
#ifndef DOM_PROTOCOL_JSON_TO_MSGPACK_H
#define DOM_PROTOCOL_JSON_TO_MSGPACK_H

#include "base/err.h"

#include <stddef.h>
#include <stdint.h>

/* A copy of a message, in memory that is kept from message to message. All zero is an empty copy.
 * End with dom_json_copy_clear. */
typedef struct {
    const uint8_t *bytes; /* the message in MessagePack                       */
    size_t size;
    void *block; /* has `bytes`, and room for keys while a message is read    */
    size_t room; /* longest JSON message for which the block suffices         */
} dom_json_copy;

/* Copies a JSON message, which must be one object or array and fill the buffer. It is malformed if
 * it breaks the rules of SPEC.md, section 3: for example, if it nests more than DOM_DEPTH_MAX maps
 * and arrays, or an object has a key twice. The result has no errors that a cursor could find.
 *
 * The value of a key `info` is copied leniently, because a bad info is no fault: in it a number
 * that is not finite or beyond 64 bits, and a text that is not UTF-8, become nil, and a key may be
 * there twice.
 *
 * `bytes` may be NULL if size is 0. Memory is made for `size`, and never from a claimed length.
 * Returns DOM_OK; DOM_E_MALFORMED with the place in `err`; DOM_E_NOMEM. */
dom_rc dom_json_copy_make(dom_json_copy *copy, const uint8_t *bytes, size_t size, dom_err *err);

/* Frees all memory. The copy is empty afterwards and may be used again. */
void dom_json_copy_clear(dom_json_copy *copy);

#endif
