/* Shared by the files of a session: session.c handles frames of the core and time;
 * session_messages.c handles messages of the bot; session_tell.c sends to the core and the bot. Its
 * asks are a part of their own (asks.h). */
#ifndef DOM_HOST_SESSION_INTERNAL_H
#define DOM_HOST_SESSION_INTERNAL_H

#include "session.h"

#include "asks.h"
#include "outbox.h"

/* The bot's hello. */
typedef struct {
    bool has_come;
    unsigned connection; /* transport.connection when the last hello arrived */
    dom_msg_hello said;
    int64_t welcome_us; /* when a delayed welcome is due; DOM_HOST_NEVER = none is */
} dom_host_hello;

/* The message of the bot that is being handled. */
typedef struct {
    dom_decoder *decoder;
    dom_msg message;
    const uint8_t *bytes; /* NULL while no message is being handled */
    size_t size;
} dom_host_heard;

/* Why the process has to end. */
typedef struct {
    dom_fault code; /* DOM_FAULT_NONE: it need not */
    char reason[DOM_IPC_REASON_BYTES];
    dom_ipc_frame_said said;
} dom_host_failure;

struct dom_host_session {
    const dom_ipc_launch_spec *spec;
    dom_ipc_link *link;
    dom_host_transport *transport;
    dom_host_outbox out;
    dom_host_asks asks;
    dom_host_hello hello;
    dom_host_heard heard;
    dom_host_failure fault;
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
