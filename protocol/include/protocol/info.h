/* protocol/info.h - what a bot thinks: the `info` that an act may carry (SPEC.md, section 3).
 *
 * An info has three forms.
 *   - In a message it is a value that nobody has judged: dom_msg_info, a part of dom_msg_act.
 *   - dom_info is one that is as the specification says. dom_info_read makes it of the first form.
 *     A bad info is dropped and costs the bot nothing, so it is judged apart from its message.
 *   - dom_info_pack makes a few bytes of it, which can be passed on and stored by those who do not
 *     know what is in them. There is one such form of each info.
 */
#ifndef DOM_PROTOCOL_INFO_H
#define DOM_PROTOCOL_INFO_H

#include "base/err.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    DOM_INFO_TEXT_BYTES = 201,       /* with the NUL                                          */
    DOM_INFO_EXPECTED_MAX = 1000000, /* match points, also below zero                         */
    DOM_INFO_MESSAGE_BYTES = 256,    /* most that dom_info_write makes                        */
    DOM_INFO_PACKED_BYTES = 217,     /* most that dom_info_pack makes                         */
    DOM_INFO_MATCH_BYTES =
        16 * 1024,              /* most that the infos of a match may take, all seats together */
    DOM_INFO_REASON_BYTES = 201 /* why one was dropped, for a person, with the NUL       */
};

/* The info of an act: one value in MessagePack, whatever the format of the message. Decoding makes
 * it point into the message, or into the decoder if that is JSON; it is valid until the next call
 * for either. */
typedef struct {
    const uint8_t *bytes; /* NULL: the act has none                           */
    uint32_t size;
} dom_msg_info;

/* A good info. What is not given is 0. */
typedef struct {
    bool has_expected, has_worlds, has_depth;
    int32_t expected; /* thousandths of a match point: the bot's forecast of the round, from the
                         view of its side                                      */
    int32_t depth;    /* from 0                                               */
    int64_t worlds;   /* 0..2^53 - 1                                          */
    char text[DOM_INFO_TEXT_BYTES]; /* for people, UTF-8 without control characters; "" = none */
} dom_info;

/* Judges the info of an act. Returns DOM_OK, or DOM_E_MALFORMED with the reason in `err`, such as
 * "act.info.text: a text of 201 bytes, not of 0..200"; then *out is undefined. Any bytes are
 * allowed. Pre: info->bytes is not NULL. */
dom_rc dom_info_read(const dom_msg_info *info, dom_info *out, dom_err *err);

/* Writes an info as the value of an act. Bytes of its text that are not UTF-8, and control
 * characters, become '?'. Returns the info, which borrows `room`. */
dom_msg_info dom_info_write(const dom_info *info, uint8_t room[static DOM_INFO_MESSAGE_BYTES]);

/* Gives a forecast in match points. One that is out of range or no number is not given. */
void dom_info_expect(dom_info *info, double points);

/* Returns true if nothing is given. */
bool dom_info_is_empty(const dom_info *info);

/* Packs an info and returns the number of bytes. The first byte says what follows, as a sum of
 * 1 (expected), 2 (worlds) and 4 (depth); then these come as numbers of 4, 8 and 4 bytes, the
 * lowest byte first, in two's complement; the text is the rest. */
size_t dom_info_pack(const dom_info *info, uint8_t out[static DOM_INFO_PACKED_BYTES]);

/* Unpacks it. Returns false if dom_info_pack cannot have made these bytes of an info that
 * dom_info_read returns; then *out is undefined. */
bool dom_info_unpack(const uint8_t *bytes, size_t size, dom_info *out);

#endif
