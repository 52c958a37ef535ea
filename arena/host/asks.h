/* The bot's chairs at open tables, and their asks. This part of a session knows the clock, but no
 * message and no frame.
 *
 * An ask waits until it is sent. Then it is outstanding until the bot has answered it, or it was
 * late or cancelled: so long it is in the time budget, and an answer finds it by its `req`.
 */
#ifndef DOM_HOST_ASKS_H
#define DOM_HOST_ASKS_H

#include "ipc/frame.h"
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
    TAILQ_ENTRY(dom_host_chair) link; /* in `waiting`, while WAITING */
} dom_host_chair;

TAILQ_HEAD(dom_host_chair_list, dom_host_chair);

typedef struct {
    dom_host_chair *at[DOM_IPC_SLOTS_MAX]; /* by table; NULL: it is not open */
    int open;                              /* number of open tables */
    int64_t next;                          /* wire_table of the next one */
    struct dom_host_chair_list waiting;    /* not sent yet, oldest first */
    uint64_t sent;                         /* number of asks sent so far */
    bool has_answers;                      /* the bot has sent an answer, valid or not */
    bool repeats; /* the bot has answered the same `req` twice in one message */
    dom_host_time_budget time;
    dom_host_request_ids ids;
} dom_host_asks;

/* Begins without tables; `a` is all zero. The bot was started at `now_us`. */
void dom_host_asks_open(dom_host_asks *a, const dom_msg_limits *limits, int64_t now_us);

/* Frees all chairs. */
void dom_host_asks_close(dom_host_asks *a);

/* Opens a table. Returns the chair there; NULL when out of memory or if no table can have this
 * slot. */
dom_host_chair *dom_host_asks_sit(dom_host_asks *a, uint16_t slot, const dom_ipc_frame_open *open);

/* Closes the table of a chair, with its ask, and frees the chair. */
void dom_host_asks_leave(dom_host_asks *a, dom_host_chair *c, int64_t now_us);

/* Returns the chair at a table, or NULL. */
dom_host_chair *dom_host_asks_at(const dom_host_asks *a, uint16_t slot);

/* The ask of a chair, which has none in progress, is complete and waits to be sent. */
void dom_host_asks_wait(dom_host_asks *a, dom_host_chair *c);

/* Cancels the ask of a chair if it was sent, or removes it from the waiting ones. */
void dom_host_asks_withdraw(dom_host_asks *a, dom_host_chair *c, int64_t now_us);

/* Chooses the oldest waiting asks for one message, at most `most` of them, and draws their `req`.
 * Returns how many there are. */
uint16_t dom_host_asks_choose(dom_host_asks *a, int most,
                              dom_host_chair *chosen[static DOM_BATCH_MAX]);

/* The message with the chosen asks was sent. */
void dom_host_asks_sent(dom_host_asks *a, dom_host_chair *const chosen[], int count,
                        int64_t now_us);

/* Returns the chair with the oldest outstanding ask, or NULL. */
dom_host_chair *dom_host_asks_oldest(const dom_host_asks *a);

/* Returns the chair whose outstanding ask has this `req`, or NULL. */
dom_host_chair *dom_host_asks_find(const dom_host_asks *a, int64_t req);

/* Returns how many asks of the message in which this one was sent are outstanding. */
int dom_host_asks_open_of(const dom_host_asks *a, const dom_host_chair *c);

/* Gives up the oldest outstanding ask, because it is late. */
void dom_host_asks_give_up(dom_host_asks *a, int64_t now_us);

#endif
