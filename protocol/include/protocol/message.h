/* protocol/message.h - the messages of protocol version 1 and their two
 * encodings, MessagePack and JSON.
 *
 * The module turns a message struct into bytes and bytes into a message struct. It
 * opens no socket and no file. The standard is protocol/SPEC.md with the golden
 * vectors beside it. Each message has one table of fields (message.c), which drives
 * encoding and decoding in both formats.
 *
 * The decoder may be given any bytes. It accepts exactly what the specification
 * allows and returns an error code for everything else. It never aborts, never reads
 * or writes out of bounds, and never reserves memory from a claimed length.
 */
#ifndef DOM_PROTOCOL_MESSAGE_H
#define DOM_PROTOCOL_MESSAGE_H

#include "base/err.h"
#include "base/fault.h"
#include "protocol/info.h"
#include "rules/variant.h"
#include "rules/view.h"

enum {
    DOM_PROTOCOL_VERSION = 1,
    DOM_NAME_BYTES = 33,               /* registered name, with the NUL         */
    DOM_LABEL_BYTES = 65,              /* text of `hello`, with the NUL         */
    DOM_TEXT_BYTES = 257,              /* text of `fault` and `bye`, with the NUL */
    DOM_BATCH_MAX = 256,               /* asks or acts in one message           */
    DOM_OPEN_TABLES_MAX = 1024,        /* hello.max_tables                      */
    DOM_VARIANTS_MAX = 64,             /* variants in one tournament            */
    DOM_BOT_MESSAGE_BYTES = 65536,     /* longest message of a bot              */
    DOM_ARENA_MESSAGE_BYTES = 1 << 20, /* longest message of the arena        */
    DOM_DEPTH_MAX = 8                  /* levels of nested maps and arrays      */
};
#define DOM_INTEGER_MAX ((int64_t)9007199254740991) /* 2^53 - 1               */

/* How messages are encoded: MessagePack for zmq, JSON for stdio. */
typedef enum { DOM_FORMAT_MSGPACK, DOM_FORMAT_JSON } dom_format;

/* The types of messages. The structs below have the members of each type; SPEC.md,
 * section 3, has their meaning and ranges. */
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
    DOM_MSG_UNKNOWN, /* well formed, of a type that this version does not know */
    DOM_MSG_TYPES
} dom_msg_type;

typedef struct {
    int32_t protocol; /* any number is well formed; the host refuses all but 1 */
    char name[DOM_LABEL_BYTES], version[DOM_LABEL_BYTES], language[DOM_LABEL_BYTES];
    int32_t max_tables; /* 1..1024                                            */
    int32_t batch;      /* 1..256, at most max_tables                         */
    bool events;
    bool multipart; /* zmq: one ZeroMQ message may have several messages, a frame each */
} dom_msg_hello;

typedef struct {
    int32_t startup_ms, move_ms, bank_ms, increment_ms, margin_ms, message_bytes;
} dom_msg_limits;

/* One variant of the tournament, under the name that the tournament gives it. */
typedef struct {
    char name[DOM_VARIANT_NAME_BYTES];
    dom_options options;
} dom_msg_variant;

typedef struct {
    int32_t protocol;
    char arena[DOM_LABEL_BYTES]; /* version of the arena                      */
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
    char bots[DOM_SEATS_MAX][DOM_NAME_BYTES]; /* one per seat; "?" if hidden */
    int64_t seed;
    char commit[65]; /* 64 hexadecimal digits and the NUL                     */
} dom_msg_match;

typedef struct {
    int32_t move_ms;
    int32_t bank_ms; /* what is left of the bank                              */
} dom_msg_clock;

typedef struct {
    int64_t req;
    int64_t table;
    char variant[DOM_VARIANT_NAME_BYTES];
    int64_t seed;
    dom_msg_clock clock;
    dom_view view; /* seat, seats, round, scores, leader, lead_rule, hand, ends,
                      counts, stock, drawable, drawn, history, legal. lead_rule
                      is DOM_LEAD_NEXT if an older arena did not tell it, and
                      then it is not encoded either                           */
} dom_msg_ask;

/* Encoding reads `count` asks from `item`. Decoding writes to the asks in `item`, of
 * which the caller has prepared `room`; a message with more asks is malformed. With
 * `room` 0 every `asks` message is malformed. A caller that reads what bots send must
 * set `room` to 0 before every call. */
typedef struct {
    uint16_t count;
    uint16_t room;
    dom_msg_ask **item;
} dom_msg_asks;

/* The answer to one ask, with either a choice or an action. */
typedef struct {
    int64_t req;
    int64_t choice;    /* index into legal, any integer that the bot sent; valid if !has_action */
    bool has_action;   /* true: `action` is given, false: `choice` is given   */
    dom_action action; /* DOM_PASS, which a bot can never send, stands for a
                          well-formed action that no position can list        */
    dom_msg_info info; /* what the bot thinks; not judged (protocol/info.h)   */
} dom_msg_act;

typedef struct {
    uint16_t count; /* may be 0, which the arena counts as a stray            */
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
    dom_fault end; /* DOM_FAULT_NONE means "normal"                           */
    int32_t fault_seat;
} dom_msg_result;

typedef struct {
    int64_t table; /* -1: no particular table                                 */
    dom_fault code;
    char text[DOM_TEXT_BYTES];
    bool tolerated;
} dom_msg_fault;

typedef struct {
    char reason[DOM_TEXT_BYTES];
} dom_msg_bye;

/* A message of any type: `type` says which member of `as` is valid. */
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

/* Returns the word of a type: "hello", "ask", ... Pre: type < DOM_MSG_UNKNOWN. */
const char *dom_msg_type_word(dom_msg_type type);

/* Encodes one message; in JSON without the newline at the end.
 *
 * body  the struct of `type` (dom_msg_ask for DOM_MSG_ASK, ...). Its texts may hold any
 *       bytes: bytes that are not UTF-8, and control characters, are encoded as '?'.
 * out   has `room` bytes.
 * Returns the number of bytes written, or 0 if `room` is too small. */
size_t dom_msg_encode(dom_format format, dom_msg_type type, const void *body, uint8_t *out,
                      size_t room);

/* Working memory of a decoder, for JSON. It is kept between messages, so that not every message
 * allocates memory. The caller owns it and ends it with dom_decoder_close. */
typedef struct dom_decoder dom_decoder;

/* Returns a new decoder, or NULL if out of memory. */
dom_decoder *dom_decoder_open(void);

/* Frees the decoder and sets *decoder to NULL. *decoder may be NULL. */
void dom_decoder_close(dom_decoder **decoder);

/* Decodes one whole message.
 *
 * bytes  the message; may be NULL if size is 0, which is malformed
 * out    is overwritten. Only out->as.asks.room and .item are read: the caller sets them
 *        before the call (see dom_msg_asks).
 * Returns
 *   DOM_OK           out->type may be DOM_MSG_UNKNOWN: its `type` is a text that this
 *                    version does not know.
 *   DOM_E_MALFORMED  `err` names the field and says what is wrong ("act.choice:
 *                    expected an integer").
 *   DOM_E_NOMEM      out of memory; only for JSON.
 * After a failure out->type is DOM_MSG_UNKNOWN if no known `type` was found before it;
 * the rest of *out is undefined. */
dom_rc dom_msg_decode(dom_decoder *decoder, dom_format format, const uint8_t *bytes, size_t size,
                      dom_msg *out, dom_err *err);

#endif
