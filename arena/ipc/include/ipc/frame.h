/* ipc/frame.h - what core and host say to each other.
 *
 * A host is the small process beside each bot process: it speaks the bot's
 * transport, checks every byte the bot wrote and stamps the clock, so that the
 * core reads nothing but these fixed, checked structs. Frames travel over a
 * SOCK_SEQPACKET pair between two builds of the same program, so they are plain
 * structs in native order. Several frames share a datagram of at most 64 KiB;
 * both sides send without waiting and keep what did not go.
 */
#ifndef DOM_IPC_FRAME_H
#define DOM_IPC_FRAME_H

#include "base/curve.h"
#include "base/fault.h"
#include "base/sandbox.h"
#include "protocol/message.h"

#include <stddef.h>
#include <stdint.h>

enum {
    DOM_IPC_SLOTS_MAX = 4096, /* tables at once; a slot is a table's number here  */
    DOM_IPC_NO_SLOT = 65535,
    DOM_IPC_DATAGRAM_BYTES = 65536,
    DOM_IPC_REASON_BYTES = 256,
    DOM_IPC_ENDPOINT_BYTES = 64,
    DOM_IPC_SAID_BYTES = 256,      /* kept of what a bot said                      */
    DOM_IPC_LOG_BYTES = 65536 + 64 /* of what a process printed, all frames together */
};

typedef enum {
    /* core to host */
    DOM_IPC_FRAME_SETUP = 1, /* dom_ipc_launch_spec (ipc/launch_spec.h); first, once */
    DOM_IPC_FRAME_OPEN,      /* dom_ipc_frame_open: the bot sits down at a table       */
    DOM_IPC_FRAME_ASK,       /* dom_ipc_frame_ask                                      */
    DOM_IPC_FRAME_ROUND,     /* dom_ipc_frame_round                                    */
    DOM_IPC_FRAME_TOLD,      /* dom_ipc_frame_told: its fault, and whether forgiven    */
    DOM_IPC_FRAME_RESULT,    /* dom_ipc_frame_result; the table is closed              */
    DOM_IPC_FRAME_BYE,       /* dom_ipc_frame_text: nothing more to play               */
    DOM_IPC_FRAME_KILL,      /* no body: end the bot at once                       */
    /* host to core */
    DOM_IPC_FRAME_HELLO,  /* dom_ipc_frame_hello                                       */
    DOM_IPC_FRAME_ANSWER, /* dom_ipc_frame_answer                                      */
    DOM_IPC_FRAME_MISS,   /* dom_ipc_frame_miss: illegal or late                       */
    DOM_IPC_FRAME_LOG,    /* their number as uint32_t, then bytes the bot printed  */
    DOM_IPC_FRAME_ENDED   /* dom_ipc_frame_ended; last, once                           */
} dom_ipc_frame_type;

typedef struct {
    uint32_t size; /* of the frame, this header included, a multiple of 8      */
    uint16_t type;
    uint16_t slot; /* DOM_IPC_NO_SLOT where no table is meant                      */
} dom_ipc_frame_header;

typedef struct {
    uint16_t variant;
    uint8_t seat;
    uint8_t seats;
    uint8_t teams;
    int16_t cpu; /* the only one that the bot is to run on from now, or -1     */
    int64_t seed;
    char commit[65];
    char bots[DOM_SEATS_MAX][DOM_NAME_BYTES];
} dom_ipc_frame_open;

/* The view's used part only: head, then legal, then history. */
typedef struct {
    uint32_t serial; /* echoed by the answer                                   */
    int64_t bank_us; /* left for this seat and match                           */
    uint8_t head[offsetof(dom_view, legal)];
    uint8_t rest[]; /* legal_count actions, history_count events               */
} dom_ipc_frame_ask;

typedef struct {
    int32_t round, end, by, seats;
    dom_tileset hands[DOM_SEATS_MAX];
    int32_t points[DOM_SEATS_MAX], scores[DOM_SEATS_MAX];
} dom_ipc_frame_round;

typedef struct {
    int32_t code; /* dom_fault                                                 */
    int32_t tolerated;
    char text[DOM_IPC_REASON_BYTES];
} dom_ipc_frame_told;

typedef struct {
    int32_t seats, end, fault_seat;
    int32_t places[DOM_SEATS_MAX], scores[DOM_SEATS_MAX];
} dom_ipc_frame_result;

typedef struct {
    char text[DOM_IPC_REASON_BYTES];
} dom_ipc_frame_text;

typedef struct {
    int32_t max_tables, batch; /* in the ranges of dom_msg_hello              */
    uint8_t events;
    char language[DOM_LABEL_BYTES], version[DOM_LABEL_BYTES];
} dom_ipc_frame_hello;

typedef struct {
    uint32_t serial;
    uint32_t choice; /* index into the legal actions, in range                 */
    uint32_t us;     /* charged to this answer                                 */
    int64_t bank_us; /* left                                                   */
} dom_ipc_frame_answer;

/* The beginning of the message for which a bot is judged, as it came: the only
 * bytes of a bot that reach the core, which stores them and looks at none. */
typedef struct {
    uint32_t size; /* 0: it said nothing                                       */
    uint8_t bytes[DOM_IPC_SAID_BYTES];
} dom_ipc_frame_said;

typedef struct {
    uint32_t serial;
    int32_t code; /* DOM_FAULT_ILLEGAL or DOM_FAULT_TIMEOUT                    */
    int64_t bank_us;
    char text[DOM_IPC_REASON_BYTES];
    dom_ipc_frame_said said;
} dom_ipc_frame_miss;

/* The process is gone; a miss is no end of it, so the two codes of one are not here. The
 * header's slot is the table of its oldest outstanding ask, DOM_IPC_NO_SLOT when it owed none. */
typedef struct {
    int32_t code;                    /* DOM_FAULT_NONE after bye or KILL alone         */
    uint32_t serial;                 /* of that ask                                            */
    int32_t ending;                  /* dom_ending                                 */
    char text[DOM_IPC_REASON_BYTES]; /* for a person                               */
    dom_ipc_frame_said said;         /* when a message cost it the process         */
} dom_ipc_frame_ended;

/* One end of the socket pair, with what waits to be sent. */
typedef struct {
    int fd;
    uint8_t *out;
    size_t out_size, out_sent, out_room;
    uint8_t *in;
    size_t in_size, in_at;
} dom_ipc_link;

/* A frame that was received; `body` is valid until the next datagram. */
typedef struct {
    dom_ipc_frame_type type;
    uint16_t slot;
    const void *body;
    size_t body_size;
} dom_ipc_frame;

/* Take over `fd`, a connected SOCK_SEQPACKET socket, set not to wait.
 * Returns DOM_OK or DOM_E_NOMEM. */
dom_rc dom_ipc_link_open(dom_ipc_link *link, int fd);

/* Close the socket and free the buffers; may be called twice. */
void dom_ipc_link_close(dom_ipc_link *link);

/* Append a frame and return its zeroed body of `size` bytes to fill; NULL when
 * out of memory. Nothing is sent before dom_ipc_link_flush. */
void *dom_ipc_link_add(dom_ipc_link *link, dom_ipc_frame_type type, uint16_t slot, size_t size);

/* Send what can be sent without waiting; what cannot stays.
 * Returns DOM_OK, or DOM_E_IO when the other side is gone. */
dom_rc dom_ipc_link_flush(dom_ipc_link *link);
bool dom_ipc_link_has_unsent(const dom_ipc_link *link);

/* Receive one datagram, then take its frames with dom_ipc_link_next.
 * Returns DOM_OK; DOM_E_ABSENT when nothing has come; DOM_E_IO when the other
 * side is gone. */
dom_rc dom_ipc_link_receive(dom_ipc_link *link);

/* The next frame of the datagram; false when there is none, or what follows is not a
 * whole frame, which a correct peer never sends: then dom_ipc_link_is_broken. */
bool dom_ipc_link_next(dom_ipc_link *link, dom_ipc_frame *frame);
bool dom_ipc_link_is_broken(const dom_ipc_link *link);

/* Append an ask, and read one back. `unpack` returns false when the sizes do not
 * agree. */
bool dom_ipc_link_add_ask(dom_ipc_link *link, uint16_t slot, uint32_t serial, int64_t bank_us,
                          const dom_view *view);
bool dom_ipc_frame_unpack_view(const dom_ipc_frame *frame, dom_view *view);

/* Keep the first DOM_IPC_SAID_BYTES of `bytes`. */
void dom_ipc_frame_say(dom_ipc_frame_said *said, const uint8_t *bytes, size_t size);

/* Read the frames of a host, which is believed to be what it should be no more than
 * the bot beside it: who found a way into the host is not in the core with that. False,
 * with *out undefined, when the frame is too short, a text has no end, a number, length
 * or code is impossible by itself. Texts are UTF-8 without control characters: in a
 * hello they must be, in the others a '?' stands for what is not. */
bool dom_ipc_frame_unpack_hello(const dom_ipc_frame *frame, dom_ipc_frame_hello *out);
bool dom_ipc_frame_unpack_answer(const dom_ipc_frame *frame, dom_ipc_frame_answer *out);
bool dom_ipc_frame_unpack_miss(const dom_ipc_frame *frame, dom_ipc_frame_miss *out);
bool dom_ipc_frame_unpack_ended(const dom_ipc_frame *frame, dom_ipc_frame_ended *out);

/* Printed bytes, which stay in the frame; NULL when the frame is too short. */
const uint8_t *dom_ipc_frame_unpack_log(const dom_ipc_frame *frame, uint32_t *size);

#endif
