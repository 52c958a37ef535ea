#include "process_pool.h"

#include "base/now.h"
#include "base/path.h"
#include "base/text.h"
#include "fs/remove_tree.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    PROCESSES_BASE = 64,        /* local processes at the same time: this number ... */
    PROCESSES_PER_CORE = 4,     /* ... plus this number for each core              */
    STARTING_PER_CORE = 2,      /* processes between start and hello, for each core */
    FILES_OF_ITS_OWN = 32,      /* other open files: database, signals, pipes, copying */
    DATAGRAMS_PER_TURN = 64,    /* read from one host, so that no host delays the others */
    UNREAD_BYTES_MAX = 16 << 20 /* waiting for one host; far more than open tables can need */
};

static uint32_t processes_at_once(uint32_t cores)
{
    return PROCESSES_BASE + PROCESSES_PER_CORE * cores;
}

uint32_t dom_core_files_needed(uint32_t cores)
{
    return processes_at_once(cores) + FILES_OF_ITS_OWN;
}

bool dom_core_bots_are_root(void)
{
    return geteuid() == 0 && !dom_core_bot_users_are_there();
}

static bool is_person(const dom_core_process_pool *pool, int bot)
{
    return pool->state->t->bots[bot].transport == DOM_CORE_TRANSPORT_PERSON;
}

/* Returns true if the arena starts no process for this bot: it is remote, or a person. */
static bool is_elsewhere(const dom_core_process_pool *pool, int bot)
{
    return pool->state->t->bots[bot].transport == DOM_CORE_TRANSPORT_REMOTE || is_person(pool, bot);
}

/* ---- open and close ------------------------------------------------------- */

/* Returns the number of places for bots elsewhere. Each of their seats has its own place, because a
 * bot that has connected is not told to leave to make room for another. */
static uint32_t seats_elsewhere(const dom_core_process_pool *pool)
{
    const dom_core_tournament *t = pool->state->t;
    uint32_t bots = 0;
    for (int bot = 0; bot < t->bot_count; bot++)
        bots += is_elsewhere(pool, bot);
    return bots * (uint32_t)dom_core_seats(t);
}

/* Raises the soft limit of open files to what is needed, which on many cores is more than the usual
 * limit. */
static dom_rc allow_files(const dom_core_process_pool *pool)
{
    struct rlimit files;
    uint32_t needed = pool->room + FILES_OF_ITS_OWN;
    if (getrlimit(RLIMIT_NOFILE, &files) != 0 || files.rlim_cur >= needed)
        return DOM_OK;
    files.rlim_cur = needed;
    if (files.rlim_max >= needed && setrlimit(RLIMIT_NOFILE, &files) == 0)
        return DOM_OK;
    return dom_err_set(pool->state->err, DOM_E_LIMIT,
                       "this run needs %u open files and may have %llu: the hard limit "
                       "(ulimit -Hn), which root can raise",
                       needed, (unsigned long long)files.rlim_max);
}

void dom_core_process_pool_protect(void)
{
#if !defined(DOM_SANITIZED)
    (void)prctl(PR_SET_DUMPABLE, 0);
#endif
    (void)prctl(PR_SET_CHILD_SUBREAPER, 1);
}

dom_rc dom_core_process_pool_open(dom_core_process_pool *pool, dom_core_run_state *state)
{
    pool->state = state;
    pool->local_room = processes_at_once(state->cpus.count);
    pool->room = pool->local_room + seats_elsewhere(pool);
    dom_core_inherited_note(&pool->inherited);
    pool->starting_max = STARTING_PER_CORE * state->cpus.count;
    pool->process = calloc(pool->room, sizeof *pool->process);
    pool->bots = calloc(state->t->bot_count, sizeof *pool->bots);
    if (!pool->process || !pool->bots)
        return dom_err_no_memory(state->err);
    dom_rc rc = dom_core_ready_list_open(&pool->ready, pool->room + 1, state->err);
    if (rc == DOM_OK)
        rc = dom_core_bot_users_reserve(&pool->users, pool->local_room, state->spec->host_program,
                                        state->err);
    if (rc == DOM_OK)
        rc = allow_files(pool);
    return rc;
}

static bool is_host(const void *context, pid_t pid)
{
    const dom_core_process_pool *pool = context;
    for (uint32_t i = 0; i < pool->room; i++)
        if (pool->process[i] && pool->process[i]->host_pid == pid)
            return true;
    return false;
}

void dom_core_process_pool_close(dom_core_process_pool *pool)
{
    if (pool->process)
        dom_core_children_end_adopted(&pool->inherited, is_host, pool);
    dom_core_bot_users_release(&pool->users);
    dom_core_ready_list_close(&pool->ready);
    free(pool->process);
    free(pool->bots);
}

/* ---- chairs --------------------------------------------------------------- */

static dom_core_process **chair_of(dom_core_process_pool *pool, dom_core_chair chair)
{
    return &pool->bots[chair.bot].chair[chair.half * DOM_SEATS_MAX + chair.seat];
}

static bool is_one_at_a_time(const dom_core_process_pool *pool)
{
    return pool->state->spec->trial.is_one_at_a_time;
}

static bool has_room(const dom_core_process_pool *pool, const dom_core_process *p)
{
    int tables = is_one_at_a_time(pool) ? 1 : p->hello.max_tables;
    return p->state == DOM_CORE_PROCESS_READY && p->play.tables < tables;
}

static void leave_chair(dom_core_process_pool *pool, const dom_core_process *p)
{
    dom_core_process **at = chair_of(pool, p->chair);
    while (*at && *at != p)
        at = &(*at)->next_in_chair;
    if (*at)
        *at = p->next_in_chair;
}

/* Returns an unused index for a process of this bot, or -1. */
static int free_index(const dom_core_process_pool *pool, int bot)
{
    uint32_t first = is_elsewhere(pool, bot) ? pool->local_room : 0;
    uint32_t end = is_elsewhere(pool, bot) ? pool->room : pool->local_room;
    for (uint32_t i = first; i < end; i++)
        if (pool->process[i] == NULL)
            return (int)i;
    return -1;
}

/* Shuts down a process that sits at no table. */
static void dismiss(dom_core_process_pool *pool, dom_core_process *p, const char *reason)
{
    leave_chair(pool, p);
    if (p->state == DOM_CORE_PROCESS_STARTING)
        pool->starting--;
    dom_core_process_bye(p, reason);
}

/* Makes room by shutting down the local process that has been idle longest. */
static void dismiss_idlest(dom_core_process_pool *pool)
{
    dom_core_process *idlest = NULL;
    for (uint32_t i = 0; i < pool->local_room; i++) {
        dom_core_process *p = pool->process[i];
        if (p && p->state == DOM_CORE_PROCESS_LEAVING)
            return; /* this place will soon be free                            */
        if (p && p->state == DOM_CORE_PROCESS_READY && p->play.tables == 0 &&
            (idlest == NULL || p->idle_us < idlest->idle_us))
            idlest = p;
    }
    if (idlest)
        dismiss(pool, idlest, "not needed for now");
}

static dom_core_process_spec spec_of(dom_core_process_pool *pool, uint32_t index,
                                     dom_core_chair chair)
{
    const dom_core_run_state *state = pool->state;
    const dom_core_spec *run = state->spec;
    bool has_user = pool->users.first && !is_elsewhere(pool, chair.bot);
    return (dom_core_process_spec){.host_program = run->host_program,
                                   .version = run->version,
                                   .run_folder = state->run_dir,
                                   .bot_folder = state->files.folder[chair.bot],
                                   .tournament = state->t,
                                   .bot = &state->t->bots[chair.bot],
                                   .listen = run->listen,
                                   .chair = chair,
                                   .person_fd = run->person_fds ? run->person_fds[chair.bot] : -1,
                                   .instance = pool->next_instance++,
                                   .started_ms = dom_now_ms(),
                                   .cpus = state->cpus.allowed,
                                   .uid = has_user ? pool->users.first + index : 0,
                                   .sandbox = run->sandbox,
                                   .probes = chair.bot == 0 ? run->trial.probes : 0,
                                   .has_no_clock = run->trial.has_no_clock};
}

static void start(dom_core_process_pool *pool, uint32_t index, dom_core_chair chair)
{
    dom_core_process_spec spec = spec_of(pool, index, chair);
    dom_core_process *p;
    dom_rc rc = dom_core_process_start(&p, &spec, pool->state->err);
    if (rc == DOM_OK)
        rc = dom_core_ready_list_add(&pool->ready, p->link.fd, index, pool->state->err);
    if (rc != DOM_OK) {
        dom_core_process_close(&p);
        dom_core_fail(pool->state, rc);
        return;
    }
    p->index = index;
    p->cpu = DOM_CORE_ANY_CPU;
    p->idle_us = pool->state->now_us;
    pool->process[index] = p;
    p->next_in_chair = *chair_of(pool, chair);
    *chair_of(pool, chair) = p;
    pool->starting++;
}

/* Returns how many processes one chair may have: as many as can think at the same time. A bot
 * elsewhere has one: a seat has one port, or one person. */
static uint32_t chair_max(const dom_core_process_pool *pool, int bot)
{
    const dom_core_run_state *state = pool->state;
    if (is_elsewhere(pool, bot) || is_one_at_a_time(pool))
        return 1;
    return state->t->concurrency ? state->t->concurrency : state->cpus.count;
}

/* Returns true if this process can be given one more table. If bots think long (!shares), a process
 * that already sits at a table would make one table wait for the other. */
static bool is_enough(const dom_core_process *best, bool shares)
{
    return best && (best->play.tables == 0 || shares);
}

/* Returns true if a chair that has `count` processes may have one more. */
static bool may_have_more(const dom_core_process_pool *pool, uint16_t bot, uint32_t count)
{
    return count < chair_max(pool, bot) && !pool->bots[bot].is_withdrawn &&
           pool->state->rc == DOM_OK;
}

/* Returns true if p is to be taken rather than `best`, which may be NULL. */
static bool is_better(const dom_core_process *p, const dom_core_process *best, int cpu)
{
    if (best == NULL || p->play.tables != best->play.tables)
        return best == NULL || p->play.tables < best->play.tables;
    return p->cpu == cpu && best->cpu != cpu;
}

dom_core_process *dom_core_process_pool_get(dom_core_process_pool *pool, dom_core_chair chair,
                                            bool shares, int cpu)
{
    dom_core_process *best = NULL;
    uint32_t count = 0;
    bool is_starting = false;
    for (dom_core_process *p = *chair_of(pool, chair); p; p = p->next_in_chair) {
        count++;
        is_starting |= p->state == DOM_CORE_PROCESS_STARTING;
        if (has_room(pool, p) && is_better(p, best, cpu))
            best = p;
    }
    if (is_enough(best, shares) || !may_have_more(pool, chair.bot, count))
        return best;
    if (is_starting || pool->starting >= pool->starting_max)
        return NULL; /* the match waits; others may find processes for all seats   */
    int index = free_index(pool, chair.bot);
    if (index < 0) {
        if (count == 0 && !is_elsewhere(pool, chair.bot))
            dismiss_idlest(pool);
        return best;
    }
    start(pool, (uint32_t)index, chair);
    return NULL;
}

void dom_core_process_pool_prepare(dom_core_process_pool *pool, dom_core_chair chair)
{
    bool is_needed = *chair_of(pool, chair) == NULL && may_have_more(pool, chair.bot, 0);
    if (!is_needed || is_elsewhere(pool, chair.bot) || pool->starting >= pool->starting_max)
        return;
    int index = free_index(pool, chair.bot);
    if (index >= 0)
        start(pool, (uint32_t)index, chair);
}

void dom_core_process_pool_withdraw(dom_core_process_pool *pool, uint16_t bot)
{
    pool->bots[bot].is_withdrawn = true;
    pool->bots[bot].is_checked = true;
}

bool dom_core_process_pool_is_withdrawn(const dom_core_process_pool *pool, uint16_t bot)
{
    return pool->bots[bot].is_withdrawn;
}

/* ---- in the store --------------------------------------------------------- */

/* Returns what is known about a process from its hello on. */
static dom_store_process row_of(const dom_core_process_pool *pool, const dom_core_process *p)
{
    dom_store_process row = {.id = p->store_id,
                             .tournament = pool->state->tournament_id,
                             .bot = p->chair.bot,
                             .seat = p->chair.seat,
                             .instance = p->instance,
                             .started_ms = p->started_ms};
    dom_text_copy(row.language, sizeof row.language, p->hello.language);
    dom_text_copy(row.version, sizeof row.version, p->hello.version);
    return row;
}

int64_t dom_core_process_pool_store_id(dom_core_process_pool *pool, dom_core_process *p)
{
    dom_core_run_state *state = pool->state;
    if (p->store_id)
        return p->store_id;
    dom_store_process row = row_of(pool, p);
    dom_rc rc = dom_store_process_add(state->spec->store, &row, state->err);
    if (rc != DOM_OK)
        dom_core_fail(state, rc);
    p->store_id = row.id;
    return p->store_id;
}

static void store_end(dom_core_process_pool *pool, const dom_core_process *p)
{
    dom_core_run_state *state = pool->state;
    if (p->store_id == 0 || state->has_stopped_waiting)
        return;
    dom_store_process row = row_of(pool, p);
    row.log = p->log.bytes;
    row.log_bytes = p->log.size;
    dom_text_copy(row.ended, sizeof row.ended, p->ended.frame.text);
    dom_rc rc = dom_store_process_update(state->spec->store, &row, dom_core_err_of(state));
    if (rc != DOM_OK)
        dom_core_fail(state, rc);
}

/* ---- frames of the hosts -------------------------------------------------- */

/* What the pool makes of a frame. */
typedef enum {
    FRAME_REFUSED, /* a correct host does not send it: the host is disowned       */
    FRAME_KEPT,    /* the pool has dealt with it                                  */
    FRAME_IS_EVENT /* it is an event for the caller                               */
} frame_verdict;

/* Takes a hello. A remote bot that connects again says hello again, perhaps as another program. */
static frame_verdict take_hello(dom_core_process_pool *pool, dom_core_process *p,
                                const dom_ipc_frame *frame, dom_core_process_event *event)
{
    dom_ipc_frame_hello hello;
    if (!dom_ipc_frame_unpack_hello(frame, &hello))
        return FRAME_REFUSED;
    p->hello = hello;
    if (p->state != DOM_CORE_PROCESS_STARTING)
        return FRAME_KEPT;
    event->kind = DOM_CORE_EVENT_HELLO;
    event->startup_ms = (pool->state->now_us - p->idle_us) / 1000;
    p->state = DOM_CORE_PROCESS_READY;
    p->idle_us = pool->state->now_us;
    pool->starting--;
    pool->bots[p->chair.bot].is_checked = true;
    return FRAME_IS_EVENT;
}

static frame_verdict take_log(dom_core_process *p, const dom_ipc_frame *frame)
{
    uint32_t length;
    const uint8_t *bytes = dom_ipc_frame_unpack_log(frame, &length);
    if (bytes == NULL || length > DOM_IPC_LOG_BYTES - p->log.size)
        return FRAME_REFUSED;
    uint8_t *log = length > 0 ? realloc(p->log.bytes, p->log.size + length) : NULL;
    if (log == NULL)
        return FRAME_KEPT; /* out of memory: continue without the log */
    memcpy(log + p->log.size, bytes, length);
    p->log.bytes = log;
    p->log.size += length;
    return FRAME_KEPT;
}

/* Takes the report of an end. A process that was not told to leave must give a reason (a fault). */
static frame_verdict take_ended(dom_core_process *p, const dom_ipc_frame *frame)
{
    dom_ipc_frame_ended ended;
    if (!dom_ipc_frame_unpack_ended(frame, &ended) ||
        (ended.code == DOM_FAULT_NONE && p->state != DOM_CORE_PROCESS_LEAVING))
        return FRAME_REFUSED;
    p->ended.is_reported = true;
    p->ended.frame = ended;
    p->ended.slot = frame->slot;
    return FRAME_KEPT; /* the event comes when the link closes                     */
}

static frame_verdict take_frame(dom_core_process_pool *pool, dom_core_process *p,
                                const dom_ipc_frame *frame, dom_core_process_event *event)
{
    if (p->ended.is_reported)
        return FRAME_REFUSED;
    event->process = p;
    event->slot = frame->slot;
    switch ((int)frame->type) {
    case DOM_IPC_FRAME_ANSWER:
        event->kind = DOM_CORE_EVENT_ANSWER;
        return dom_ipc_frame_unpack_answer(frame, &event->answer) ? FRAME_IS_EVENT : FRAME_REFUSED;
    case DOM_IPC_FRAME_MISS:
        event->kind = DOM_CORE_EVENT_MISS;
        return dom_ipc_frame_unpack_miss(frame, &event->miss) ? FRAME_IS_EVENT : FRAME_REFUSED;
    case DOM_IPC_FRAME_HELLO:
        return take_hello(pool, p, frame, event);
    case DOM_IPC_FRAME_LOG:
        return take_log(p, frame);
    case DOM_IPC_FRAME_ENDED:
        return take_ended(p, frame);
    default:
        return FRAME_REFUSED;
    }
}

/* ---- the end of a process ------------------------------------------------- */

/* Fills in an end that its host did not report. Only the tables know the outstanding asks. */
static void make_up_end(dom_core_process *p)
{
    static const dom_fault codes[] = {[DOM_CORE_PROCESS_STARTING] = DOM_FAULT_SPAWN,
                                      [DOM_CORE_PROCESS_READY] = DOM_FAULT_PROTOCOL,
                                      [DOM_CORE_PROCESS_LEAVING] = DOM_FAULT_NONE};
    bool is_disowned = p->ended.is_disowned;
    p->ended.frame =
        (dom_ipc_frame_ended){.code = (int32_t)codes[p->state],
                              .ending = is_disowned ? DOM_ENDING_ARENA : DOM_ENDING_HOST};
    p->ended.slot = DOM_IPC_NO_SLOT;
    dom_text_copy(p->ended.frame.text, sizeof p->ended.frame.text,
                  is_disowned        ? "its host did what no host does"
                  : p->host_pid == 0 ? "left the table"
                                     : "its host died");
}

static void end_process(dom_core_process_pool *pool, dom_core_process *p,
                        dom_core_process_event *event)
{
    event->kind = DOM_CORE_EVENT_ENDED;
    event->process = p;
    event->was_leaving = p->state == DOM_CORE_PROCESS_LEAVING;
    if (!p->ended.is_reported)
        make_up_end(p);
    if (p->state == DOM_CORE_PROCESS_STARTING)
        pool->starting--;
    leave_chair(pool, p);
    store_end(pool, p);
}

void dom_core_process_pool_disown(dom_core_process_pool *pool, dom_core_process *p,
                                  dom_core_process_event *event)
{
    p->ended.is_disowned = true;
    p->ended.is_reported = false;
    end_process(pool, p, event);
}

/* Removes what the host would have removed at its end (arena/host/host_end.c). */
static void remove_own_folder(const dom_core_process_pool *pool, uint32_t instance)
{
    char path[DOM_FS_RUN_DIR_BYTES + 16];
    (void)snprintf(path, sizeof path, "%s/%u", pool->state->run_dir, instance);
    dom_fs_remove_tree(path);
}

/* Kills what the bot left as this user. A host does that itself, unless it died. */
static void sweep_user(dom_core_process_pool *pool, uint32_t index)
{
    dom_core_run_state *state = pool->state;
    dom_rc rc = DOM_OK;
    if (index < pool->local_room)
        rc = dom_core_bot_users_sweep(&pool->users, index, dom_core_err_of(state));
    if (rc != DOM_OK)
        dom_core_fail(state, rc);
}

void dom_core_process_pool_release(dom_core_process_pool *pool, dom_core_process *p)
{
    bool has_died = !p->ended.is_reported;
    uint32_t instance = p->instance, index = p->index;
    dom_core_ready_list_remove(&pool->ready, p->link.fd);
    dom_core_process_close(&pool->process[index]);
    /* A host kills everything that its bot started. What survives the host is now our child. */
    dom_core_children_end_adopted(&pool->inherited, is_host, pool);
    if (has_died) {
        remove_own_folder(pool, instance);
        sweep_user(pool, index);
    }
}

/* ---- reading and writing -------------------------------------------------- */

/* Takes the next event of the datagram that was received. Returns false if it has no more. */
static bool next_in_datagram(dom_core_process_pool *pool, dom_core_process *p,
                             dom_core_process_event *event)
{
    dom_ipc_frame frame;
    while (dom_ipc_link_next(&p->link, &frame)) {
        frame_verdict verdict = take_frame(pool, p, &frame, event);
        if (verdict == FRAME_REFUSED)
            dom_core_process_pool_disown(pool, p, event);
        if (verdict != FRAME_KEPT)
            return true;
    }
    bool is_broken = dom_ipc_link_is_broken(&p->link);
    if (is_broken)
        dom_core_process_pool_disown(pool, p, event);
    return is_broken;
}

bool dom_core_process_pool_next(dom_core_process_pool *pool, dom_core_reading *reading,
                                dom_core_process_event *event)
{
    dom_core_process *p = pool->process[reading->index];
    while (p && !next_in_datagram(pool, p, event)) {
        if (reading->datagrams++ == DATAGRAMS_PER_TURN)
            return false;
        dom_rc rc = dom_ipc_link_receive(&p->link);
        if (rc == DOM_E_IO) {
            end_process(pool, p, event);
            return true;
        }
        if (rc != DOM_OK)
            return false;
    }
    return p != NULL;
}

uint32_t dom_core_process_pool_list_answers(const dom_core_process_pool *pool,
                                            const dom_core_reading *reading, uint16_t *slots,
                                            uint32_t room)
{
    const dom_core_process *p = pool->process[reading->index];
    dom_ipc_frame frame;
    uint32_t count = 0;
    if (p == NULL)
        return 0;
    dom_ipc_link ahead = p->link; /* reads on without taking anything */
    while (count < room && dom_ipc_link_next(&ahead, &frame))
        if (frame.type == DOM_IPC_FRAME_ANSWER)
            slots[count++] = frame.slot;
    return count;
}

/* Returns when the waiting frames must be sent. A person sees everything at once. */
static int64_t send_time(const dom_core_process_pool *pool, const dom_core_process *p)
{
    int64_t patience_us = is_person(pool, p->chair.bot) ? 0 : dom_ipc_link_patience_us(&p->link);
    int64_t at_us = pool->state->now_us + patience_us;
    return p->send_us > 0 && p->send_us < at_us ? p->send_us : at_us;
}

/* Sends what waits for the host, if it must be sent now. Errors are ignored here: a host that has
 * ended is noticed when its link is read. */
static void send_frames(dom_core_process_pool *pool, dom_core_process *p)
{
    int64_t now_us = pool->state->now_us;
    if (!dom_ipc_link_has_unsent(&p->link))
        return;
    p->send_us = send_time(pool, p);
    if (!p->is_stuck && now_us < p->send_us) {
        pool->send_us = p->send_us < pool->send_us ? p->send_us : pool->send_us;
        return;
    }
    (void)dom_ipc_link_flush(&p->link);
    p->send_us = 0;
    bool is_stuck = dom_ipc_link_has_unsent(&p->link);
    if (is_stuck != p->is_stuck)
        dom_core_ready_list_watch_room(&pool->ready, p->link.fd, p->index, is_stuck);
    p->is_stuck = is_stuck;
}

bool dom_core_process_pool_flush(dom_core_process_pool *pool, uint32_t *at,
                                 dom_core_process_event *event)
{
    if (*at == 0)
        pool->send_us = INT64_MAX;
    while (*at < pool->room) {
        dom_core_process *p = pool->process[(*at)++];
        if (p == NULL)
            continue;
        send_frames(pool, p);
        if (p->link.out_size - p->link.out_sent > UNREAD_BYTES_MAX) {
            dom_core_process_pool_disown(pool, p, event);
            return true;
        }
    }
    return false;
}

/* ---- shutdown ------------------------------------------------------------- */

void dom_core_process_pool_dismiss(dom_core_process_pool *pool, const char *reason)
{
    for (uint32_t i = 0; i < pool->room; i++) {
        dom_core_process *p = pool->process[i];
        if (p && p->state != DOM_CORE_PROCESS_LEAVING && p->play.tables == 0)
            dismiss(pool, p, reason);
    }
}

void dom_core_process_pool_kill(dom_core_process_pool *pool)
{
    for (uint32_t i = 0; i < pool->room; i++) {
        dom_core_process *p = pool->process[i];
        if (p == NULL)
            continue;
        if (p->state == DOM_CORE_PROCESS_STARTING)
            pool->starting--;
        dom_core_process_kill(p);
    }
}

void dom_core_process_pool_kill_hosts(const dom_core_process_pool *pool)
{
    for (uint32_t i = 0; i < pool->room; i++)
        if (pool->process[i])
            dom_core_process_kill_host(pool->process[i]);
}

void dom_core_process_pool_watch(const dom_core_process_pool *pool)
{
    siginfo_t any = {.si_pid = 0};
    if (waitid(P_ALL, 0, &any, WSTOPPED | WNOHANG | WNOWAIT) == 0 && any.si_pid == 0)
        return; /* no child is stopped */
    for (uint32_t i = 0; i < pool->room; i++) {
        siginfo_t info = {.si_pid = 0};
        const dom_core_process *p = pool->process[i];
        if (p && p->host_pid > 0 &&
            waitid(P_PID, (id_t)p->host_pid, &info, WSTOPPED | WNOHANG | WNOWAIT) == 0 &&
            info.si_pid == p->host_pid)
            (void)kill(p->host_pid, SIGKILL);
    }
}

bool dom_core_process_pool_is_empty(const dom_core_process_pool *pool)
{
    for (uint32_t i = 0; i < pool->room; i++)
        if (pool->process[i])
            return false;
    return true;
}
