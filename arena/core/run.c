/* The loop: one thread, one place that waits. */
#include "state.h"

#include "host/folder.h"
#include "host/turns.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <time.h>
#include <unistd.h>

enum {
    PROGRESS_US = 200000,
    CROWD_TABLES = 64,  /* from so many on turns on the CPU are long          */
    LEAVE_US = 15000000 /* after bye, for hosts to have ended their bots: theirs are
                           3, and 10 that may be forgiven (host/leave.h)         */
};

static int64_t read_clock(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * INT64_C(1000000) + t.tv_nsec / 1000;
}

/* ---- setting up ----------------------------------------------------------- */

static dom_rc init_schedule(core *c)
{
    dom_rc rc = dom_schedule_open(&c->schedule, c->spec->plan, c->err);
    if (rc != DOM_OK)
        return rc;
    c->total = c->progress.total = dom_schedule_matches(c->schedule);
    c->is_done = calloc(c->total / 8 + 1, 1);
    return c->is_done ? DOM_OK : dom_err_set(c->err, DOM_E_NOMEM, "out of memory");
}

static void publish_commitments(core *c)
{
    for (uint32_t i = 0; i < c->spec->plan->stage_count; i++) {
        dom_commit commit;
        dom_commit_of(&commit, &c->spec->secrets[i], c->t->name);
        dom_hex_write(c->commit[i], commit.byte);
    }
}

static void count_cores(core *c)
{
    if (sched_getaffinity(0, sizeof c->allowed, &c->allowed) != 0)
        CPU_SET(0, &c->allowed); /* more than cpu_set_t holds: no pinning beyond the first */
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    int allowed = CPU_COUNT(&c->allowed);
    c->cores = cores > 0 && cores < allowed ? (uint32_t)cores : (uint32_t)allowed;
}

static void open_signals(core *c, sigset_t *before)
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    (void)sigprocmask(SIG_BLOCK, &set, before);
    c->signal_fd = signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
}

/* Bots of our own user must not read our memory, and what a dead host leaves
 * becomes our child. The sanitizers need to look at the process. */
static void protect_self(void)
{
#if !defined(DOM_SANITIZED)
    (void)prctl(PR_SET_DUMPABLE, 0);
#endif
    (void)prctl(PR_SET_CHILD_SUBREAPER, 1);
}

/* The first signal lets running matches end, the second does not. */
static void read_signals(core *c)
{
    struct signalfd_siginfo info;
    while (read(c->signal_fd, &info, sizeof info) == sizeof info) {
        if (c->is_stopping)
            c->is_stopped = true;
        c->is_stopping = true;
        c->progress.signal_number = (int)info.ssi_signo;
        c->stop_us = c->now_us + STOP_US;
    }
    if (c->is_stopping && (c->tables == 0 || c->now_us >= c->stop_us))
        c->is_stopped = true;
}

/* What was played waits in memory, and the tournament with it, until the other is done or we
 * are told to stop. */
static bool is_patient(void *context, int64_t waited_ms)
{
    core *c = context;
    const dom_core_hooks *hooks = &c->spec->hooks;
    bool is_new = waited_ms < c->waited_ms || c->waited_ms == 0;
    c->waited_ms = waited_ms;
    read_signals(c);
    c->has_lost_patience = c->is_stopping;
    if (is_new && !c->is_stopping && hooks->on_wait)
        hooks->on_wait(hooks->context);
    return !c->is_stopping;
}

static dom_rc set_up(core *c)
{
    dom_store_be_patient(c->spec->store, is_patient, c);
    count_cores(c);
    publish_commitments(c);
    c->next = 1;
    c->is_checking = c->is_dirty = true;
    c->slots = calloc(DOM_SLOTS_MAX, sizeof(slot *));
    if (c->slots == NULL)
        return dom_err_set(c->err, DOM_E_NOMEM, "out of memory");
    dom_rc rc = init_schedule(c);
    if (rc == DOM_OK)
        rc = results_open(c);
    if (rc == DOM_OK)
        rc = run_folder_make(c->run_folder, c->err);
    if (rc == DOM_OK && c->spec->hooks.on_folder)
        c->spec->hooks.on_folder(c->spec->hooks.context, c->run_folder);
    return rc == DOM_OK ? pool_open(c) : rc;
}

static void tear_down(core *c)
{
    dom_store_be_patient(c->spec->store, NULL, NULL);
    pool_close(c);
    results_close(c);
    for (uint32_t i = 0; c->slots && i < c->slot_count; i++) {
        dom_decisions_clear(&c->slots[i]->decisions);
        free(c->slots[i]->faults.item);
        free(c->slots[i]);
    }
    free(c->slots);
    free(c->is_done);
    dom_schedule_close(&c->schedule);
    if (c->run_folder[0])
        dom_folder_remove(c->run_folder);
    if (c->signal_fd >= 0)
        close(c->signal_fd);
}

/* ---- one turn of the loop ------------------------------------------------- */

/* What a turn changed after its matches were started, as a round that its results made, is for
 * another turn at once. */
static int64_t next_deadline(const core *c)
{
    if (c->is_dirty && !c->is_stopping)
        return c->now_us;
    int64_t at = c->progress_us + PROGRESS_US;
    if (c->finished_count > 0 && c->finished_us + GROUP_US_MAX < at)
        at = c->finished_us + GROUP_US_MAX;
    if (c->is_stopping && !c->is_stopped && c->stop_us < at)
        at = c->stop_us;
    return at;
}

static int wait_ms(int64_t deadline_us, int64_t now_us)
{
    return deadline_us <= now_us ? 0 : (int)((deadline_us - now_us + 999) / 1000);
}

/* Sleep until something happens or the deadline is there, then let every source speak. */
static void wait_and_read(core *c, struct pollfd *fds, int64_t deadline_us)
{
    fds[0] = (struct pollfd){.fd = c->signal_fd, .events = POLLIN};
    for (uint32_t i = 0; i < c->process_room; i++) {
        const process *p = c->processes[i];
        short events = (short)(p && dom_link_has_unsent(&p->link) ? POLLIN | POLLOUT : POLLIN);
        fds[i + 1] = (struct pollfd){.fd = p ? p->link.fd : -1, .events = events};
    }
    int ready = poll(fds, c->process_room + 1, wait_ms(deadline_us, read_clock()));
    c->now_us = read_clock();
    if (ready < 0 && errno != EINTR)
        core_fail(c, dom_err_set(c->err, DOM_E_IO, "poll: %s", strerror(errno)));
    for (uint32_t i = 0; ready > 0 && i < c->process_room; i++)
        if (fds[i + 1].revents && c->processes[i])
            pool_read(c, (int)i);
}

/* Start every bot once before the first match. */
static void check_bots(core *c)
{
    bool is_all = true;
    for (int bot = 0; bot < c->t->bot_count; bot++)
        if (!c->is_checked[bot]) {
            (void)pool_get(c, bot, 0, 0);
            is_all = false;
        }
    if (!is_all || c->rc != DOM_OK)
        return;
    c->is_checking = false;
    const dom_core_hooks *hooks = &c->spec->hooks;
    dom_rc rc = hooks->on_checked(hooks->context, &c->tournament_id, &c->progress, c->err);
    if (rc != DOM_OK)
        core_fail(c, rc);
}

static void start_ready_matches(core *c)
{
    if (!c->is_dirty || c->is_stopping)
        return;
    c->is_dirty = false;
    play_fill_seats(c);
    if (c->is_checking)
        check_bots(c);
    if (!c->is_checking && !c->is_over && c->rc == DOM_OK)
        play_start_matches(c);
}

static void count_starting(core *c)
{
    c->progress.bots = c->t->bot_count;
    c->progress.starting = 0;
    for (int bot = 0; c->is_checking && bot < c->t->bot_count; bot++)
        c->progress.starting += !c->is_checked[bot];
}

static void report_progress(core *c)
{
    if (c->now_us < c->progress_us + PROGRESS_US)
        return;
    c->progress_us = c->now_us;
    dom_turns_take(0, c->tables < CROWD_TABLES ? DOM_TURNS_SHORT : DOM_TURNS_LONG);
    pool_watch(c);
    count_starting(c);
    c->progress.elapsed_ms = c->first_us ? (c->now_us - c->first_us) / 1000 : 0;
    c->progress.tables = c->tables;
    if (c->spec->hooks.on_progress)
        c->spec->hooks.on_progress(c->spec->hooks.context, &c->progress);
}

static bool is_played_out(const core *c)
{
    return !c->is_checking && c->tables == 0 && c->finished_count == 0 &&
           (c->is_over || c->next > core_last_match(c));
}

/* Ask the caller for the last match that may begin. If it is a later one now, matches may start. */
static void read_last_match(core *c)
{
    const dom_core_hooks *hooks = &c->spec->hooks;
    uint64_t last = hooks->last_match ? hooks->last_match(hooks->context) : UINT64_MAX;
    c->is_dirty |= last > c->last;
    c->last = last;
}

static void heed_wish(core *c)
{
    const dom_core_hooks *hooks = &c->spec->hooks;
    dom_wish wish = hooks->wish ? hooks->wish(hooks->context) : DOM_WISH_GO_ON;
    c->is_over |= wish == DOM_WISH_PLAY_OUT;
    c->is_stopped |= wish == DOM_WISH_STOP;
    read_last_match(c);
}

static void play(core *c, struct pollfd *fds)
{
    read_last_match(c);
    while (c->rc == DOM_OK && !c->is_stopped && !is_played_out(c)) {
        wait_and_read(c, fds, next_deadline(c));
        read_signals(c);
        start_ready_matches(c);
        pool_flush(c);
        if (results_are_due(c))
            results_commit(c);
        report_progress(c);
        heed_wish(c);
    }
}

/* Let everybody go. The hosts see to it that the bots do, and we that the hosts do. */
static void empty_pool(core *c, struct pollfd *fds)
{
    bool is_kind = c->rc == DOM_OK && !c->is_stopped;
    int64_t patience_us = read_clock() + LEAVE_US;
    if (is_kind)
        pool_dismiss(c, "the tournament is over");
    else
        pool_kill(c);
    while (!pool_is_empty(c)) {
        pool_flush(c);
        wait_and_read(c, fds, read_clock() + PROGRESS_US);
        read_signals(c);
        if (is_kind && c->is_stopped) {
            pool_kill(c);
            is_kind = false;
        }
        if (c->now_us > patience_us)
            pool_kill_hosts(c);
    }
}

static void finish(core *c, struct pollfd *fds)
{
    /* A tournament that was never begun has nothing to keep. */
    if (c->rc == DOM_OK && c->tournament_id != 0 && c->finished_count + c->faults.count > 0)
        results_commit(c);
    play_void_all(c);
    dom_rc rc = c->rc;
    empty_pool(c, fds);
    c->progress_us = 0;
    if (rc == DOM_OK && c->rc == DOM_OK && c->is_stopped)
        core_fail(c, dom_err_set(
                         c->err, DOM_E_INTERRUPTED, "interrupted; %llu of %llu matches are played",
                         (unsigned long long)c->progress.done, (unsigned long long)c->total));
    c->progress_us = 0;
    report_progress(c);
}

dom_rc dom_core_run(const dom_core_spec *spec, dom_core_progress *out, dom_err *err)
{
    core *c = calloc(1, sizeof *c);
    if (c == NULL)
        return dom_err_set(err, DOM_E_NOMEM, "out of memory");
    sigset_t before;
    c->spec = spec;
    c->t = spec->tournament;
    c->tournament_id = spec->tournament_id;
    c->err = err;
    c->users.fd = -1;
    protect_self();
    dom_turns_take(0, DOM_TURNS_SHORT);
    open_signals(c, &before);
    c->rc = set_up(c);
    struct pollfd *fds = calloc(c->process_room + 1, sizeof *fds);
    if (fds == NULL)
        core_fail(c, dom_err_set(err, DOM_E_NOMEM, "out of memory"));
    if (fds && c->rc == DOM_OK) {
        play(c, fds);
        finish(c, fds);
    }
    *out = c->progress;
    dom_rc rc = c->rc;
    tear_down(c);
    free(fds);
    free(c);
    (void)sigprocmask(SIG_SETMASK, &before, NULL);
    dom_turns_take(0, DOM_TURNS_USUAL);
    return rc;
}
