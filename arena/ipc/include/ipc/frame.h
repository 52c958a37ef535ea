/* ipc/frame.h - the frames that core and host send each other, and the link that carries them.
 *
 * A host is the small process beside each bot process. It speaks the bot's transport, checks every
 * byte that the bot wrote and stamps the clock, so the core reads only these fixed, checked
 * structs.
 *
 * Frames travel over a SOCK_SEQPACKET socket pair. Both ends come from the same build, so a frame
 * is a plain struct in native byte order. Several frames share a datagram of at most 64 KiB.
 * Neither side blocks: it keeps the frames that could not be sent and sends them later.
 *
 * Example: the core asks at table 5, and the host reports the answer.
 *
 *     core:  dom_ipc_link_add_ask(link, 5, serial, bank_us, &view);
 *            dom_ipc_link_flush(link);
 *     host:  while (dom_ipc_link_receive(link) == DOM_OK)
 *                while (dom_ipc_link_next(link, &frame))
 *                    ... frame.type is DOM_IPC_FRAME_ASK, frame.slot is 5
 *     host:  dom_ipc_frame_answer *a = dom_ipc_link_add(link, DOM_IPC_FRAME_ANSWER, 5, sizeof *a);
 *            ... fill in *a, then dom_ipc_link_flush(link)
 *     core:  dom_ipc_frame_unpack_answer(&frame, &answer)
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
    DOM_IPC_SLOTS_MAX = 4096,       /* highest concurrency; a slot is the number of a table */
    DOM_IPC_NO_SLOT = 65535,        /* stands for no table */
    DOM_IPC_DATAGRAM_BYTES = 65536, /* most bytes in one datagram */
    DOM_IPC_REASON_BYTES = 256,     /* a text for a person, with its NUL */
    DOM_IPC_ENDPOINT_BYTES = 64,    /* "tcp://ADDRESS:PORT", with its NUL */
    DOM_IPC_NEWS_US = 250000,       /* how long OPEN and ROUND may wait for other frames */
    DOM_IPC_RESULT_US = 1000000,    /* how long RESULT may wait for other frames         */
    DOM_IPC_SAID_BYTES = 256,       /* how much of a bot's message is kept for a fault report */
    DOM_IPC_LOG_BYTES = 65536 + 64  /* output of one process, all LOG frames together */
};

typedef enum {
    /* core to host */
    DOM_IPC_FRAME_SETUP = 1, /* dom_ipc_launch_spec (ipc/launch_spec.h): first, sent once */
    DOM_IPC_FRAME_OPEN,      /* dom_ipc_frame_open: the bot sits down at a table */
    DOM_IPC_FRAME_ASK,       /* dom_ipc_frame_ask: the bot has a choice */
    DOM_IPC_FRAME_ROUND,     /* dom_ipc_frame_round: a round has ended */
    DOM_IPC_FRAME_TOLD,      /* dom_ipc_frame_told: a fault of the bot, for the bot's information */
    DOM_IPC_FRAME_VIEW,      /* dom_ipc_frame_ask without a choice: what a person sees now */
    DOM_IPC_FRAME_RESULT,    /* dom_ipc_frame_result: the match has ended, the table is closed */
    DOM_IPC_FRAME_BYE,       /* dom_ipc_frame_text: begin the shutdown; the text says why */
    DOM_IPC_FRAME_KILL,      /* no body: end the bot at once */
    /* host to core */
    DOM_IPC_FRAME_HELLO,  /* dom_ipc_frame_hello: the bot has said hello */
    DOM_IPC_FRAME_ANSWER, /* dom_ipc_frame_answer: a legal answer in time */
    DOM_IPC_FRAME_MISS,   /* dom_ipc_frame_miss: an illegal answer, or no answer in time */
    DOM_IPC_FRAME_LOG,    /* output of the bot: a uint32_t with its size, then the bytes */
    DOM_IPC_FRAME_ENDED   /* dom_ipc_frame_ended: the last frame, sent once */
} dom_ipc_frame_type;

typedef struct {
    uint32_t size; /* bytes of the frame with this header, a multiple of 8 */
    uint16_t type; /* dom_ipc_frame_type */
    uint16_t slot; /* number of the table, or DOM_IPC_NO_SLOT */
} dom_ipc_frame_header;

/* The bot sits down at the table of the header's slot. */
typedef struct {
    uint16_t variant; /* index into the variants of the launch specification */
    uint8_t seat;
    uint8_t seats;
    uint8_t teams;
    bool moves_core;  /* whenever its host sends something, it moves the core to `cpu` first */
    int16_t cpu;      /* the CPU on which the bot runs from now on; -1: any */
    int16_t host_cpu; /* the same for its host */
    int64_t seed;
    char commit[65]; /* the tournament's commitment, 64 hexadecimal digits */
    char bots[DOM_SEATS_MAX][DOM_NAME_BYTES];
} dom_ipc_frame_open;

/* An ask. Only the used part of the view is sent: its head, then `legal`, then `history`. */
typedef struct {
    uint32_t serial; /* number that the answer repeats */
    int64_t bank_us; /* what is left of the bank of this seat in this match */
    uint8_t head[offsetof(dom_view, legal)];
    uint8_t rest[]; /* legal_count actions, then history_count events */
} dom_ipc_frame_ask;

/* A round has ended. The host tells it to bots that asked for events. */
typedef struct {
    int32_t round, end, by, seats;
    dom_tileset hands[DOM_SEATS_MAX];
    int32_t points[DOM_SEATS_MAX], scores[DOM_SEATS_MAX];
} dom_ipc_frame_round;

/* A fault of the bot. The host passes it on as the message `fault`. */
typedef struct {
    int32_t code;      /* dom_fault */
    int32_t tolerated; /* 1: the first legal action was played instead and the match continues */
    char text[DOM_IPC_REASON_BYTES];
} dom_ipc_frame_told;

/* The match has ended: the number of seats, how it ended and the seat at fault, then the place and
 * the score of each seat. */
typedef struct {
    int32_t seats, end, fault_seat;
    int32_t places[DOM_SEATS_MAX], scores[DOM_SEATS_MAX];
} dom_ipc_frame_result;

/* The reason of a bye, for a person. */
typedef struct {
    char text[DOM_IPC_REASON_BYTES];
} dom_ipc_frame_text;

/* The bot's hello, checked. */
typedef struct {
    int32_t max_tables, batch; /* in the ranges of dom_msg_hello */
    uint8_t events;            /* 1: it wants to be told the end of each round, else 0 */
    char language[DOM_LABEL_BYTES], version[DOM_LABEL_BYTES];
} dom_ipc_frame_hello;

/* What came of the `info` of an answer. */
typedef enum {
    DOM_IPC_INFO_NONE,   /* the bot gave none, or an empty one */
    DOM_IPC_INFO_GIVEN,  /* a good one, packed (protocol/info.h) */
    DOM_IPC_INFO_DROPPED /* a bad one; the bytes are the reason, for a person, without a NUL */
} dom_ipc_info_kind;

/* Only the used bytes are sent. The core stores them and does not interpret them. */
typedef struct {
    uint8_t kind; /* dom_ipc_info_kind */
    uint8_t size;
    uint8_t bytes[DOM_INFO_PACKED_BYTES];
} dom_ipc_frame_info;

/* A legal answer in time. It has no padding before the info, because it is sent as it lies in
 * memory, and padding has no defined value. */
typedef struct {
    int64_t bank_us; /* what is left of the bank */
    uint32_t serial; /* of the ask */
    uint32_t choice; /* index into the legal actions; the host has checked that it is in range */
    uint32_t us;     /* thinking time charged to this answer (host/time_budget.h) */
    dom_ipc_frame_info info; /* without one the frame may end before it */
} dom_ipc_frame_answer;

/* The beginning of the message for which a bot is found at fault, unchanged. These are the only
 * bytes of a bot that reach the core as the bot wrote them. The core stores them and does not
 * interpret them. */
typedef struct {
    uint32_t size; /* 0: there was no message */
    uint8_t bytes[DOM_IPC_SAID_BYTES];
} dom_ipc_frame_said;

/* An illegal answer, or no answer in time. The bot process lives on. */
typedef struct {
    uint32_t serial; /* of the ask */
    int32_t code;    /* DOM_FAULT_ILLEGAL or DOM_FAULT_TIMEOUT */
    int64_t bank_us; /* what is left of the bank */
    char text[DOM_IPC_REASON_BYTES];
    dom_ipc_frame_said said;
} dom_ipc_frame_miss;

/* The bot process has ended. A process survives a miss, so DOM_FAULT_ILLEGAL and DOM_FAULT_TIMEOUT
 * do not occur here. The header's slot is the table of its oldest outstanding ask; it is
 * DOM_IPC_NO_SLOT if no ask was outstanding. */
typedef struct {
    int32_t code;                    /* dom_fault; DOM_FAULT_NONE after bye or KILL */
    uint32_t serial;                 /* of its oldest outstanding ask; 0 without one */
    int32_t ending;                  /* dom_ending */
    char text[DOM_IPC_REASON_BYTES]; /* for a person */
    dom_ipc_frame_said said;         /* the message for which the process was ended, if any */
} dom_ipc_frame_ended;

/* One end of the socket pair with its buffers. The members belong to this module. */
typedef struct {
    int fd;
    uint8_t *out; /* frames that are not sent yet */
    size_t out_size, out_sent, out_room;
    int64_t patience_us; /* the shortest wait that one of them allows; INT64_MAX without any */
    uint8_t *in;         /* the datagram that was received last */
    size_t in_size, in_at;
} dom_ipc_link;

/* A received frame. `body` points into the link and is valid until the next
 * dom_ipc_link_receive. */
typedef struct {
    dom_ipc_frame_type type;
    uint16_t slot;
    const void *body;
    size_t body_size;
} dom_ipc_frame;

/* Takes ownership of `fd`, a connected SOCK_SEQPACKET socket. All later calls on the link return
 * without blocking. Returns DOM_OK or DOM_E_NOMEM; then `fd` still belongs to the caller. */
dom_rc dom_ipc_link_open(dom_ipc_link *link, int fd);

/* Closes the socket and frees the buffers. It may be called twice. */
void dom_ipc_link_close(dom_ipc_link *link);

/* Appends a frame with a body of `size` bytes, all zero. Returns the body for the caller to fill
 * in; it is valid until the next call on the link. Returns NULL when out of memory. Nothing is sent
 * before dom_ipc_link_flush. Pre: the frame with its header is at most DOM_IPC_DATAGRAM_BYTES
 * long. */
void *dom_ipc_link_add(dom_ipc_link *link, dom_ipc_frame_type type, uint16_t slot, size_t size);

/* Sends the frames that can be sent without blocking, and keeps the others.
 * Returns DOM_OK, or DOM_E_IO when the other side has closed the socket. */
dom_rc dom_ipc_link_flush(dom_ipc_link *link);

/* Returns true if the last dom_ipc_link_flush had to keep frames, or frames were added since. */
bool dom_ipc_link_has_unsent(const dom_ipc_link *link);

/* Returns how long in all the unsent frames can wait for others, not what is left of that time.
 * Each type of frame allows a wait, counted from when it was added; the result is the shortest of
 * those added since dom_ipc_link_flush last sent everything, and INT64_MAX if there is none. The
 * caller keeps the time at which frames were added. DOM_IPC_FRAME_OPEN and DOM_IPC_FRAME_ROUND can
 * wait DOM_IPC_NEWS_US, and DOM_IPC_FRAME_RESULT can wait DOM_IPC_RESULT_US, because the bot has
 * nothing to answer: sent together with the next ask, they do not wake it up again. All others
 * cannot wait: 0. */
int64_t dom_ipc_link_patience_us(const dom_ipc_link *link);

/* The unsent frames cannot wait any more: dom_ipc_link_patience_us returns 0 until a flush has sent
 * them all. */
void dom_ipc_link_hurry(dom_ipc_link *link);

/* Receives one datagram; dom_ipc_link_next returns its frames.
 * Returns DOM_OK; DOM_E_ABSENT when no datagram has arrived; DOM_E_IO when the other side has
 * closed the socket and everything that it had sent has been read. */
dom_rc dom_ipc_link_receive(dom_ipc_link *link);

/* Fills in the next frame of the datagram. Returns false at its end. It also returns false if the
 * rest of the datagram is not a whole frame; then dom_ipc_link_is_broken returns true. A correct
 * peer never sends such a datagram. */
bool dom_ipc_link_next(dom_ipc_link *link, dom_ipc_frame *frame);

/* After dom_ipc_link_next returned false: returns true if unreadable bytes are left. */
bool dom_ipc_link_is_broken(const dom_ipc_link *link);

/* Returns how many bytes of an answer are sent. */
size_t dom_ipc_frame_answer_bytes(const dom_ipc_frame_answer *answer);

/* Appends an ask. Returns false when out of memory. */
bool dom_ipc_link_add_ask(dom_ipc_link *link, uint16_t slot, uint32_t serial, int64_t bank_us,
                          const dom_view *view);

/* Appends what the seat sees after a move, for a person who is not on turn. */
bool dom_ipc_link_add_view(dom_ipc_link *link, uint16_t slot, const dom_view *view);

/* Reads the view of an ask or of DOM_IPC_FRAME_VIEW. Returns false, with *view undefined, if the
 * sizes do not agree. */
bool dom_ipc_frame_unpack_view(const dom_ipc_frame *frame, dom_view *view);

/* Stores the first DOM_IPC_SAID_BYTES of `bytes`. `bytes` may be NULL when size is 0. */
void dom_ipc_frame_say(dom_ipc_frame_said *said, const uint8_t *bytes, size_t size);

/* These functions read the frames of a host. The core trusts a host no more than the bot beside it:
 * an attacker who breaks into a host must not get into the core that way.
 *
 * They return false, with *out undefined, if the frame is too short, a text is not NUL-terminated,
 * or a number, length or code is impossible by itself. The texts of a hello must be UTF-8 without
 * control characters. In the texts of the other frames, a '?' replaces every byte that violates
 * this. */
bool dom_ipc_frame_unpack_hello(const dom_ipc_frame *frame, dom_ipc_frame_hello *out);
bool dom_ipc_frame_unpack_answer(const dom_ipc_frame *frame, dom_ipc_frame_answer *out);
bool dom_ipc_frame_unpack_miss(const dom_ipc_frame *frame, dom_ipc_frame_miss *out);
bool dom_ipc_frame_unpack_ended(const dom_ipc_frame *frame, dom_ipc_frame_ended *out);

/* Returns the output bytes of a LOG frame, and their number in *size. They stay in the frame.
 * Returns NULL if the frame is too short. */
const uint8_t *dom_ipc_frame_unpack_log(const dom_ipc_frame *frame, uint32_t *size);

#endif
