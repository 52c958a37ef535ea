/* What the three parts of a session share: session.c has the asks, the frames of the core and the
 * time, session_messages.c the messages of the bot, and session_tell.c what both say to the core
 * and the bot. */
#ifndef DOM_HOST_SESSION_INTERNAL_H
#define DOM_HOST_SESSION_INTERNAL_H

#include "session.h"

#include "outbox.h"
#include "request_ids.h"
#include "time_budget.h"

#include <sys/queue.h>

typedef enum { DOM_HOST_ASK_NONE, DOM_HOST_ASK_WAITING, DOM_HOST_ASK_SENT } dom_host_ask_state;

/* The bot's chair at one table, while that is open. */
typedef struct dom_host_chair {
    dom_ipc_frame_open open;
    int64_t wire_table; /* unique for the life of the process                          */
    dom_host_ask_state state;
    uint32_t serial;        /* of the ask, as the core numbers them                    */
    dom_host_ask_time time; /* its slot is that of the table; in the budget while sent */
    uint64_t bundle;        /* identifies the message that had the ask                 */
    int bundle_size;        /* asks in that message                                    */
    dom_msg_ask ask;
    TAILQ_ENTRY(dom_host_chair) link; /* in asks.waiting, while it waits               */
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
        unsigned connection; /* of the transport, that the last hello came on        */
        dom_msg_hello said;
        int64_t welcome_us; /* when to answer it, DOM_HOST_NEVER: done, or not yet said */
    } hello;
    struct {
        dom_host_chair *at[DOM_IPC_SLOTS_MAX];
        int open;
        int64_t next; /* number that the next one has for the bot                    */
    } tables;
    struct {
        struct dom_host_chair_list waiting; /* to be sent, the oldest first          */
        uint64_t sent;                      /* so far                                */
        bool repeats; /* the bot has answered the same `req` twice in one message    */
    } asks;
    struct { /* the message that is being taken */
        dom_decoder *decoder;
        dom_msg message;
        const uint8_t *bytes; /* NULL when none is                                   */
        size_t size;
    } heard;
    struct {
        dom_fault code;
        char reason[DOM_IPC_REASON_BYTES];
        dom_ipc_frame_said said;
    } fault;
};

/* A frame body for the core, or NULL after ending the session: without memory it cannot go on. */
void *dom_host_session_add_frame(dom_host_session *s, dom_ipc_frame_type type, uint16_t slot,
                                 size_t size);

/* Tell the core that the ask of this chair was missed: an illegal answer, or none in time. */
void dom_host_session_add_miss(dom_host_session *s, const dom_host_chair *c, dom_fault code,
                               const char *text);

/* What came of sending to the bot: one that does not take its messages off is at fault; one that is
 * not there is about to be seen ending. */
void dom_host_session_judge_sending(dom_host_session *s, dom_rc rc);

/* To be sent to the bot with the rest at the end of the turn. */
void dom_host_session_tell(dom_host_session *s, dom_msg_type type, const void *body);
void dom_host_session_tell_match(dom_host_session *s, const dom_host_chair *c);

/* Tell the core of the bot that has said hello, and the bot that it is welcome. */
void dom_host_session_accept_hello(dom_host_session *s);

#endif
