/* protocol/message.h - the messages of protocol version 1 and their two
 * encodings, MessagePack and JSON.
 *
 * The standard is protocol/SPEC.md and the golden vectors beside it. One table
 * of fields per message (message.c) drives encoding and decoding in both
 * formats. Bytes only: no socket, no file. Decoding accepts exactly what the
 * specification allows, whatever the bytes: it returns a code and never aborts,
 * overruns or reserves memory from a claimed length.
 */
#ifndef DOM_PROTOCOL_MESSAGE_H
#define DOM_PROTOCOL_MESSAGE_H

#include "base/err.h"
#include "base/fault.h"
#include "rules/variant.h"
#include "rules/view.h"

enum {
    DOM_PROTOCOL_VERSION = 1,
    DOM_NAME_BYTES = 33,               /* registered names, and the NUL         */
    DOM_LABEL_BYTES = 65,              /* texts a bot says of itself            */
    DOM_TEXT_BYTES = 257,              /* fault and bye texts                   */
    DOM_BATCH_MAX = 256,               /* asks or acts in one message           */
    DOM_OPEN_TABLES_MAX = 1024,        /* hello.max_tables                      */
    DOM_VARIANTS_MAX = 64,             /* variants in one tournament            */
    DOM_BOT_MESSAGE_BYTES = 65536,     /* longest message of a bot              */
    DOM_ARENA_MESSAGE_BYTES = 1 << 20, /* longest message of the arena        */
    DOM_DEPTH_MAX = 8                  /* nesting                               */
};
#define DOM_INTEGER_MAX ((int64_t)9007199254740991) /* 2^53 - 1               */

typedef enum { DOM_FORMAT_MSGPACK, DOM_FORMAT_JSON } dom_format;

typedef enum {
    DOM_MSG_HELLO,
    DOM_MSG_WELCOME,
    DOM_MSG_MATCH,
    DOM_MSG_ASK,
    DOM_MSG_ASKS,
    DOM_MSG_ACT,
    DOM_MSG_ACTS,
    DOM_MSG_ROUND,
    DOM_MSG_RESULT,
    DOM_MSG_FAULT,
    DOM_MSG_BYE,
    DOM_MSG_UNKNOWN, /* well formed, of a type this version does not know     */
    DOM_MSG_TYPES
} dom_msg_type;

typedef struct {
    int32_t protocol; /* any number is well formed; the host refuses others   */
    char name[DOM_LABEL_BYTES], version[DOM_LABEL_BYTES], language[DOM_LABEL_BYTES];
    int32_t max_tables; /* 1..1024                                            */
    int32_t batch;      /* 1..256, at most max_tables                         */
    bool events;
} dom_msg_hello;

typedef struct {
    int32_t startup_ms, move_ms, bank_ms, increment_ms, margin_ms, message_bytes;
} dom_msg_limits;

/* One variant of the tournament, as named there. */
typedef struct {
    char name[DOM_VARIANT_NAME_BYTES];
    dom_options options;
} dom_msg_variant;

typedef struct {
    int32_t protocol;
    char arena[DOM_LABEL_BYTES]; /* version text of the arena                 */
    char bot[DOM_NAME_BYTES];
    dom_msg_limits limits;
    uint16_t variant_count;
    dom_msg_variant variants[DOM_VARIANTS_MAX];
} dom_msg_welcome;

typedef struct {
    int64_t table;
    char variant[DOM_VARIANT_NAME_BYTES];
    int32_t seat, seats;
    bool teams;
    char bots[DOM_SEATS_MAX][DOM_NAME_BYTES]; /* one per seat, "?" when hidden */
    int64_t seed;
    char commit[65]; /* hex                                                   */
} dom_msg_match;

typedef struct {
    int32_t move_ms;
    int32_t bank_ms; /* left                                                  */
} dom_msg_clock;

typedef struct {
    int64_t req;
    int64_t table;
    char variant[DOM_VARIANT_NAME_BYTES];
    int64_t seed;
    dom_msg_clock clock;
    dom_view view; /* seat, seats, round, scores, leader, hand, ends, counts,
                      stock, drawable, drawn, history, legal                  */
} dom_msg_ask;

/* Encoding reads `item`; decoding writes to the `room` asks that the caller
 * made ready there, and is malformed with more. With `room` 0 any `asks` is: who
 * reads what bots send must say so before every call. */
typedef struct {
    uint16_t count;
    uint16_t room;
    dom_msg_ask **item;
} dom_msg_asks;

/* Exactly one of choice and action was given. */
typedef struct {
    int64_t req;
    int64_t choice; /* index into legal, any integer the bot sent; used when !has_action */
    bool has_action;
    dom_action action; /* DOM_PASS, which is never legal to send, stands for a
                          well-formed action that no position can list        */
} dom_msg_act;

typedef struct {
    uint16_t count; /* may be 0: the arena counts that as a stray             */
    dom_msg_act act[DOM_BATCH_MAX];
} dom_msg_acts;

typedef struct {
    int64_t table;
    int32_t round;
    dom_end end;
    int32_t by;
    int32_t seats; /* entries of the arrays below         */
    dom_tileset hands[DOM_SEATS_MAX];
    int32_t points[DOM_SEATS_MAX];
    int32_t scores[DOM_SEATS_MAX];
} dom_msg_round;

typedef struct {
    int64_t table;
    int32_t seats;
    int32_t places[DOM_SEATS_MAX];
    int32_t scores[DOM_SEATS_MAX];
    dom_fault end; /* DOM_FAULT_NONE is "normal"                              */
    int32_t fault_seat;
} dom_msg_result;

typedef struct {
    int64_t table; /* -1: none                                                */
    dom_fault code;
    char text[DOM_TEXT_BYTES];
    bool tolerated;
} dom_msg_fault;

typedef struct {
    char reason[DOM_TEXT_BYTES];
} dom_msg_bye;

typedef struct {
    dom_msg_type type;
    union {
        dom_msg_hello hello;
        dom_msg_welcome welcome;
        dom_msg_match match;
        dom_msg_ask ask;
        dom_msg_asks asks;
        dom_msg_act act;
        dom_msg_acts acts;
        dom_msg_round round;
        dom_msg_result result;
        dom_msg_fault fault;
        dom_msg_bye bye;
    } as;
} dom_msg;

/* "hello", "ask", ... Pre: type < DOM_MSG_UNKNOWN. */
const char *dom_msg_type_word(dom_msg_type type);

/* Encode one message; in JSON without the newline.
 *
 * body  the struct of `type` (dom_msg_ask for DOM_MSG_ASK, ...). Its texts need
 *       not be clean: what is not UTF-8, or a control character, goes out as '?'.
 * Returns the bytes written, or 0 when `room` is too small. */
size_t dom_msg_encode(dom_format format, dom_msg_type type, const void *body, uint8_t *out,
                      size_t room);

/* Working memory of a decoder, kept between messages so that decoding does not
 * allocate anew. Owned by the caller: dom_decoder_close(&decoder). */
typedef struct dom_decoder dom_decoder;

/* Returns NULL when out of memory. */
dom_decoder *dom_decoder_open(void);
void dom_decoder_close(dom_decoder **decoder);

/* Decode one whole message.
 *
 * bytes  may be NULL where size is 0, which is no message
 * out  for DOM_MSG_ASKS the caller sets out->as.asks.room and .item before;
 *      overwritten otherwise.
 * Returns DOM_OK (out->type may be DOM_MSG_UNKNOWN: a text `type` nobody knows);
 * DOM_E_MALFORMED with `err` naming the field and what is wrong ("act.choice:
 * expected an integer"); or DOM_E_NOMEM. On failure out->type is DOM_MSG_UNKNOWN
 * where that went wrong before a known `type` was found; the rest is undefined. */
dom_rc dom_msg_decode(dom_decoder *decoder, dom_format format, const uint8_t *bytes, size_t size,
                      dom_msg *out, dom_err *err);

#endif
