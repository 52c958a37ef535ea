/* protocol/scan.h - looking over a whole message before anything is built from
 * it. No allocation, no recursion.
 *
 * A MessagePack array header of five bytes may claim four thousand million
 * entries, and an unpacker that believes it reserves the memory first. After
 * this scan every claimed length is covered by bytes that are really there, so
 * what an unpacker builds is bounded by the size of the message.
 */
#ifndef DOM_PROTOCOL_SCAN_H
#define DOM_PROTOCOL_SCAN_H

#include "base/err.h"

#include <stddef.h>
#include <stdint.h>

/* Walk exactly one MessagePack value that ends with the buffer: at most
 * DOM_DEPTH_MAX maps and arrays inside each other, every length and count
 * covered by the bytes that are left, no reserved tag, no ext, no float that is
 * not finite. Types and keys are the fields' business.
 *
 * values  receives the number of values inside maps and arrays (a map entry is
 *         two), which is what the unpacked tree will hold.
 * Returns DOM_OK, or DOM_E_MALFORMED with the offset in `err`. */
dom_rc dom_scan_msgpack(const uint8_t *bytes, size_t size, size_t *values, dom_err *err);

/* Does this JSON text keep to DOM_DEPTH_MAX objects and arrays inside each
 * other? Anything else about it is the parser's business.
 * Returns DOM_OK or DOM_E_MALFORMED. */
dom_rc dom_scan_json(const uint8_t *bytes, size_t size, dom_err *err);

#endif
