/* The processes of all bots: one or more per bot, seat number and half (a chair), started when a
 * seat is needed, replaced when they end, told bye when nobody needs them.
 *
 * The pool knows nothing of tables. What the hosts say it hands out as events, one at a time and in
 * the order in which they came, and whoever takes them tells the tables:
 *
 *     dom_core_reading reading = {.index = 3};
 *     while (dom_core_process_pool_next(pool, &reading, &event))
 *         ...  answer, miss: the table that was asked; it may find that no host says this
 *              (dom_core_process_pool_disown, which makes an end of it)
 *              hello:        a process more that can sit down
 *              ended:        the match that pays, a failed start, a withdrawal; then
 *                            dom_core_process_pool_release
 *
 * The queue of events is what the kernel holds of the datagrams, so one costs no copy. An event is
 * dealt with before the next one is asked for: what it changes, as tables that are over, the next
 * one finds changed. */
#ifndef DOM_CORE_PROCESS_POOL_H
#define DOM_CORE_PROCESS_POOL_H

#include "children.h"
#include "process.h"
#include "run_state.h"
#include "users.h"

#include <poll.h>

enum { DOM_CORE_CHAIRS = 2 * DOM_SEATS_MAX }; /* of a bot: a seat in either half of sets */

/* A bot of the tournament, by its number there. */
typedef struct {
    dom_core_process *chair[DOM_CORE_CHAIRS]; /* [half * DOM_SEATS_MAX + seat], a list each */
    char *folder;                             /* where its processes find it      */
    uint32_t failed_starts;
    bool is_withdrawn;
    bool is_checked; /* was started once                                          */
    bool was_killed; /* ... and killed before the first match                     */
} dom_core_bot;

typedef struct {
    dom_core_run_state *state;  /* borrowed                                      */
    dom_core_process **process; /* alive, NULL between them; the index gives a bot its user */
    uint32_t local_room;        /* first those of bots that run here ...         */
    uint32_t room;              /* ... then remote ones                          */
    dom_core_bot_users users;   /* local_room of them                            */
    uint32_t starting;          /* processes without hello                       */
    uint32_t starting_max;
    dom_core_inherited inherited;
    dom_core_bot *bots; /* as many as the tournament has                 */
    uint32_t next_instance;
} dom_core_process_pool;

typedef enum {
    DOM_CORE_EVENT_HELLO,
    DOM_CORE_EVENT_ANSWER,
    DOM_CORE_EVENT_MISS, /* an illegal or late answer                             */
    DOM_CORE_EVENT_ENDED /* the process is gone, or disowned                      */
} dom_core_event_kind;

/* Valid until the next event is asked for; `process` until it is released. */
typedef struct {
    dom_core_event_kind kind;
    dom_core_process *process;
    uint16_t slot; /* ANSWER, MISS                                                */
    union {
        dom_ipc_frame_answer answer;
        dom_ipc_frame_miss miss;
        int64_t startup_ms; /* HELLO: from its start                              */
        bool was_leaving;   /* ENDED: it had been told bye, or to be killed       */
    };
} dom_core_process_event;

/* How far the events of one process were taken this turn. Begin with the index alone. */
typedef struct {
    uint32_t index;
    int datagrams;
} dom_core_reading;

/* Reserve users, allow enough open files and put the bots where their users can read them.
 * Returns DOM_OK; DOM_E_NOMEM; DOM_E_LIMIT; DOM_E_IO. To be closed in any case. Pre: the run folder
 * is made. */
dom_rc dom_core_process_pool_open(dom_core_process_pool *pool, dom_core_run_state *state);

/* End whoever is left. May be called for one that is all zero but users.fd, which is -1. */
void dom_core_process_pool_close(dom_core_process_pool *pool);

/* The process of this chair that has most room for one more table, or NULL; when none has, or none
 * is idle and they are not to share, starts another if it may be started, which is then worth
 * waiting for.
 *
 * shares  several tables may wait for the same process: bots do not think long. */
dom_core_process *dom_core_process_pool_get(dom_core_process_pool *pool, dom_core_chair chair,
                                            bool shares);

/* The process's number in the store; it is stored when it first sits down. */
int64_t dom_core_process_pool_store_id(dom_core_process_pool *pool, dom_core_process *p);

/* Start no more processes of this bot. */
void dom_core_process_pool_withdraw(dom_core_process_pool *pool, uint16_t bot);
bool dom_core_process_pool_is_withdrawn(const dom_core_process_pool *pool, uint16_t bot);

/* Fill in what to poll for, `room` of them, -1 where there is no process. */
void dom_core_process_pool_list_fds(const dom_core_process_pool *pool, struct pollfd *fds);

/* Take the next event of one process. Returns false when there is none for now, 64 datagrams were
 * read, or the process is gone. */
bool dom_core_process_pool_next(dom_core_process_pool *pool, dom_core_reading *reading,
                                dom_core_process_event *event);

/* Its host does what no host does, so it is somebody else's by now: *event is its end. */
void dom_core_process_pool_disown(dom_core_process_pool *pool, dom_core_process *p,
                                  dom_core_process_event *event);

/* Free a process whose end was dealt with. Where its host did not clean up, that is done here. */
void dom_core_process_pool_release(dom_core_process_pool *pool, dom_core_process *p);

/* Send what waits to be sent, from index *at on. Returns true, with its end, where a host is
 * disowned, as it answers what it has not read; *at is behind it then. Begin with 0. */
bool dom_core_process_pool_flush(dom_core_process_pool *pool, uint32_t *at,
                                 dom_core_process_event *event);

/* Tell every process that sits at no table to leave. */
void dom_core_process_pool_dismiss(dom_core_process_pool *pool, const char *reason);
void dom_core_process_pool_kill(dom_core_process_pool *pool);
/* For hosts that do not react: end them too. */
void dom_core_process_pool_kill_hosts(const dom_core_process_pool *pool);
/* Look after the hosts: one that is stopped is ended. */
void dom_core_process_pool_watch(const dom_core_process_pool *pool);
bool dom_core_process_pool_is_empty(const dom_core_process_pool *pool);

#endif
