/* Shared by the three parts of a session: session.c handles frames of the core, asks and time;
 * session_messages.c handles messages of the bot; session_tell.c sends to the core and the bot. */
#ifndef DOM_HOST_SESSION_INTERNAL_H
#define DOM_HOST_SESSION_INTERNAL_H

#include "session.h"

#include "outbox.h"
#include "request_ids.h"
#include "time_budget.h"

#include <sys/queue.h>

typedef enum { DOM_HOST_ASK_NONE, DOM_HOST_ASK_WAITING, DOM_HOST_ASK_SENT } dom_host_ask_state;

/* The bot's place at one open table, with at most one ask. */
typedef struct dom_host_chair {
    dom_ipc_frame_open open;
    int64_t wire_table; /* `table` in messages: unique during the life of the process */
    dom_host_ask_state state;
    uint32_t serial;        /* the core's number of the ask */
    dom_host_ask_time time; /* of the ask; `time.slot` is the table. In the budget while SENT */
    uint64_t bundle;        /* identifies the message in which the ask was sent */
    int bundle_size;        /* number of asks in that message */
    dom_msg_ask ask;
    TAILQ_ENTRY(dom_host_chair) link; /* in asks.waiting, while WAITING */
} dom_host_chair;

TAILQ_HEAD(dom_host_chair_list, dom_host_chair);

struct dom_host_session {
    const dom_ipc_launch_spec *spec;
    dom_ipc_link *link;
    dom_host_transport *transport;
    dom_host_outbox out;
    dom_host_time_budget time;
    dom_host_request_ids ids;
    struct {
        bool has_come;
        unsigned connection; /* transport.connection when the last hello arrived */
        dom_msg_hello said;
        int64_t welcome_us; /* when a delayed welcome is due; DOM_HOST_NEVER = none is */
    } hello;
    struct {
        dom_host_chair *at[DOM_IPC_SLOTS_MAX];
        int open;     /* number of open tables */
        int64_t next; /* wire_table of the next one */
    } tables;
    struct {
        struct dom_host_chair_list waiting; /* not sent yet, oldest first */
        uint64_t sent;                      /* number of asks sent so far */
        bool has_answers;                   /* the bot has sent an answer, valid or not */
        bool repeats; /* the bot has answered the same `req` twice in one message */
    } asks;
    struct { /* the message that is being handled */
        dom_decoder *decoder;
        dom_msg message;
        const uint8_t *bytes; /* NULL while no message is being handled */
        size_t size;
    } heard;
    struct {
        dom_fault code;
        char reason[DOM_IPC_REASON_BYTES];
        dom_ipc_frame_said said;
    } fault;
};

/* Appends a frame for the core and returns its zeroed body. When out of memory, it fails the
 * session and returns NULL. */
void *dom_host_session_add_frame(dom_host_session *s, dom_ipc_frame_type type, uint16_t slot,
                                 size_t size);

/* Tells the core that the ask at this table was missed: its answer was illegal or too late. */
void dom_host_session_add_miss(dom_host_session *s, const dom_host_chair *c, dom_fault code,
                               const char *text);

/* Handles the result of sending to the bot. A connected bot that does not read its messages is at
 * fault. If the connection is lost, nothing is done: bot_watch.h will notice it. */
void dom_host_session_judge_sending(dom_host_session *s, dom_rc rc);

/* Holds a message for the bot until the end of the turn. */
void dom_host_session_tell(dom_host_session *s, dom_msg_type type, const void *body);

/* Holds the message `match` of this table. */
void dom_host_session_tell_match(dom_host_session *s, const dom_host_chair *c);

/* Answers the bot's hello: tells the core, and holds `welcome` for the bot. */
void dom_host_session_accept_hello(dom_host_session *s);

#endif
