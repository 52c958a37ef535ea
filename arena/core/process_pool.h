/* The process pool: the processes of all bots. Each chair (a bot, a seat number and a half of sets)
 * has one or more of them. The pool starts a process when a seat needs one, replaces processes that
 * ended, and sends `bye` to those that are no longer needed.
 *
 * The pool knows nothing about tables. It turns the frames of the hosts into events, in the order
 * in which they arrived, and the caller passes them on:
 *
 *     dom_core_reading reading = {.index = 3};
 *     while (dom_core_process_pool_next(pool, &reading, &event))
 *         answer, miss   goes to the table that asked. If a value in it is impossible, the host is
 *                        not trusted any more: dom_core_process_pool_disown makes an end of it.
 *         hello          one more process can sit down
 *         ended          a match pays, or it is a failed start or a free end (payer.h); then
 *                        dom_core_process_pool_release
 *
 * The caller handles each event completely before it takes the next one, because an event changes
 * the state in which the next one is judged: for example, a match is over. Events are not copied:
 * they wait as datagrams in the kernel. */
#ifndef DOM_CORE_PROCESS_POOL_H
#define DOM_CORE_PROCESS_POOL_H

#include "children.h"
#include "process.h"
#include "ready_list.h"
#include "run_state.h"
#include "users.h"

enum { DOM_CORE_CHAIRS = 2 * DOM_SEATS_MAX }; /* chairs of a bot: each seat in both halves */

/* One bot of the tournament. */
typedef struct {
    dom_core_process *chair[DOM_CORE_CHAIRS]; /* a list each: [half * DOM_SEATS_MAX + seat] */
    uint32_t failed_starts;
    bool is_withdrawn;
    bool is_checked; /* it has been started once                                  */
    bool was_killed; /* it was killed before the first match, and is started once more */
} dom_core_bot;

typedef struct {
    dom_core_run_state *state;  /* borrowed                                      */
    dom_core_process **process; /* `room` entries, NULL if unused                */
    uint32_t local_room;        /* entries below this are for bots that run here; the index gives
                                   the user id                                   */
    uint32_t room;              /* the other entries are for bots elsewhere        */
    dom_core_bot_users users;   /* local_room user ids                           */
    uint32_t starting;          /* number of processes that have not said hello  */
    uint32_t starting_max;
    dom_core_inherited inherited;
    dom_core_bot *bots; /* one for each bot of the tournament            */
    uint32_t next_instance;
    dom_core_ready_list ready; /* the links of all processes, by their index     */
    int64_t send_us;           /* when the next waiting frames must be sent; INT64_MAX: none wait */
} dom_core_process_pool;

typedef enum {
    DOM_CORE_EVENT_HELLO,
    DOM_CORE_EVENT_ANSWER,
    DOM_CORE_EVENT_MISS, /* an illegal answer, or no answer in time               */
    DOM_CORE_EVENT_ENDED /* the process has ended, or its host is disowned        */
} dom_core_event_kind;

/* An event. Valid until the next event is taken; `process` is valid until it is released. */
typedef struct {
    dom_core_event_kind kind;
    dom_core_process *process;
    uint16_t slot; /* ANSWER, MISS: number of the table                           */
    union {
        dom_ipc_frame_answer answer;
        dom_ipc_frame_miss miss;
        int64_t startup_ms; /* HELLO: time since the start of the process         */
        bool was_leaving;   /* ENDED: the arena had sent it `bye` or a kill       */
    };
} dom_core_process_event;

/* The position in the events of one process during one turn of the loop. The caller sets `index`
 * and leaves the rest 0. */
typedef struct {
    uint32_t index;
    int datagrams;
} dom_core_reading;

/* Protects this process, before it starts bots. Bots that run as its user must not read its memory,
 * so it is not dumpable (the sanitizers need it to be). As a subreaper it becomes the parent of
 * what a dead host leaves behind. */
void dom_core_process_pool_protect(void);

/* Reserves user ids for bots, raises the limit of open files, and copies the bots' files where
 * their users can read them. Returns DOM_OK; DOM_E_LIMIT if there are not enough user ids or open
 * files; DOM_E_IO; DOM_E_NOMEM. The pool must be closed in any case. Pre: the run directory exists.
 * */
dom_rc dom_core_process_pool_open(dom_core_process_pool *pool, dom_core_run_state *state);

/* Ends what the hosts have left behind and frees the pool. Pre: no process is left. A pool that is
 * all zero except users.fd = ready.fd = -1 is accepted. */
void dom_core_process_pool_close(dom_core_process_pool *pool);

/* Returns the process of this chair that sits at the fewest tables and has room for one more, or
 * NULL. Of several that sit at as many it prefers one whose last table was on this CPU.
 *
 * If no process has room, or if all are busy and `shares` is false, it starts another process and
 * returns NULL; the caller tries again after the next hello. It also returns NULL while a process
 * of the chair is starting, or too many others are. If the chair may have no more processes, or no
 * place is free, it returns a busy process that has room, or NULL. A chair without any process then
 * gets a place: the process that was idle longest is shut down.
 *
 * shares  true if a process may sit at several tables at the same time, because bots answer fast
 * cpu     where the bots of the table run; DOM_CORE_ANY_CPU */
dom_core_process *dom_core_process_pool_get(dom_core_process_pool *pool, dom_core_chair chair,
                                            bool shares, int cpu);

/* A match will soon need this chair: if it has no process and the limits allow one, starts it. Does
 * nothing for bots elsewhere, and shuts nothing down to make room. */
void dom_core_process_pool_prepare(dom_core_process_pool *pool, dom_core_chair chair);

/* Returns the number of the process in the store. The first call stores the process: the caller
 * makes it when the process first sits down. If storing fails, the run fails. */
int64_t dom_core_process_pool_store_id(dom_core_process_pool *pool, dom_core_process *p);

/* Withdraws the bot: no more processes of it are started. */
void dom_core_process_pool_withdraw(dom_core_process_pool *pool, uint16_t bot);
bool dom_core_process_pool_is_withdrawn(const dom_core_process_pool *pool, uint16_t bot);

/* Takes the next event of one process. Returns false if no event has arrived, if the process has
 * been released, or if 64 datagrams were read, so that one host cannot delay the others. */
bool dom_core_process_pool_next(dom_core_process_pool *pool, dom_core_reading *reading,
                                dom_core_process_event *event);

/* Lists the slot numbers of the answers that wait behind the event that was taken last, in the same
 * datagram. They are not checked, so a number may have no table. Returns how many there are, at
 * most `room`. */
uint32_t dom_core_process_pool_list_answers(const dom_core_process_pool *pool,
                                            const dom_core_reading *reading, uint16_t *slots,
                                            uint32_t room);

/* The host has sent something that a correct host never sends, so a bot may have taken control of
 * it. Sets *event to the end of the process, which the caller handles like any other end. */
void dom_core_process_pool_disown(dom_core_process_pool *pool, dom_core_process *p,
                                  dom_core_process_event *event);

/* Frees a process whose end has been handled. If its host did not report the end, this also does
 * the host's cleaning up: it ends the bot's processes and removes its folder. */
void dom_core_process_pool_release(dom_core_process_pool *pool, dom_core_process *p);

/* Sends frames to all processes from index *at on; the caller begins with *at = 0. The frames of a
 * process are sent as soon as one of them cannot wait any longer (dom_ipc_link_patience_us); for a
 * person none can. When this returns false, pool->send_us is when the next process is due. A host
 * that does not read while frames of more than 16 MiB wait for it is disowned. Then this returns
 * true, *event is the end of the process, *at is the next index, and the caller calls again.
 * Returns false when all processes are done. */
bool dom_core_process_pool_flush(dom_core_process_pool *pool, uint32_t *at,
                                 dom_core_process_event *event);

/* Sends `bye` to every process that sits at no table. */
void dom_core_process_pool_dismiss(dom_core_process_pool *pool, const char *reason);
/* Tells the hosts to kill all bot processes. */
void dom_core_process_pool_kill(dom_core_process_pool *pool);
/* Kills the hosts themselves, if they do not react. */
void dom_core_process_pool_kill_hosts(const dom_core_process_pool *pool);
/* Kills every host that was stopped by a signal, because it could not clean up any more. */
void dom_core_process_pool_watch(const dom_core_process_pool *pool);
/* Returns true if no process is left. */
bool dom_core_process_pool_is_empty(const dom_core_process_pool *pool);

#endif
