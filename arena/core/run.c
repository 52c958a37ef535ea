/* The loop: one thread with one place where it waits (wait_and_read). Each turn reads the
 * signals and the frames of the hosts, begins matches, sends frames, commits, and reports. */
#include "run.h"

#include "base/now.h"
#include "ipc/sched_policy.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SIGNALS UINT32_MAX /* the number of their descriptor in the ready list */

enum {
    PROGRESS_US = 200000,
    WATCH_US = 500000,  /* the watcher is called with the first progress after this time */
    CROWD_TABLES = 64,  /* from this number of tables on, the core gets long time slices */
    LEAVE_US = 70000000 /* time that hosts have to end their bots after `bye`: they take up to
                           3 s, and 60 s of CPU-wait credit (host/shutdown.h) */
};

/* ---- setting up ----------------------------------------------------------- */

static void count_cores(dom_core_cpus *cpus, uint32_t most)
{
    long online = sysconf(_SC_NPROCESSORS_ONLN);
    if (sched_getaffinity(0, sizeof cpus->allowed, &cpus->allowed) != 0)
        CPU_ZERO(&cpus->allowed);
    uint32_t allowed = (uint32_t)CPU_COUNT(&cpus->allowed);
    cpus->count = online > 0 ? (uint32_t)online : 1;
    if (allowed > 0 && allowed < cpus->count)
        cpus->count = allowed;
    if (most > 0 && most < cpus->count)
        cpus->count = most;
}

static bool has_tables(const dom_core_loop *l)
{
    return l->tables.open > 0;
}

/* Called while another process writes to the database. The run is stopped, with finished matches
 * in memory, until that process has finished or a signal comes. */
static bool is_patient(void *context, int64_t waited_ms)
{
    dom_core_loop *l = context;
    return dom_core_stop_is_patient(&l->stop, &l->state, has_tables(l), waited_ms);
}

static dom_rc make_run_folder(dom_core_run_state *state)
{
    const dom_core_owner *owner = &state->spec->owner;
    dom_rc rc = dom_fs_run_dir_make(state->run_dir, state->err);
    if (rc == DOM_OK && owner->note_folder)
        owner->note_folder(owner->context, state->run_dir);
    return rc;
}

static dom_rc open_agenda(dom_core_loop *l)
{
    dom_rc rc = dom_core_agenda_open(&l->agenda, l->state.spec->plan, l->state.err);
    if (rc == DOM_OK)
        l->state.progress.total = l->agenda.total;
    return rc;
}

/* Leaves out the matches that do not belong to the share of this run. */
static void keep_share(dom_core_loop *l)
{
    const dom_core_control *control = &l->state.spec->control;
    if (control->is_ours == NULL)
        return;
    uint64_t known = dom_core_agenda_last(&l->agenda), ours = 0;
    for (uint64_t n = 1; n <= known; n++) {
        if (dom_core_agenda_is_done(&l->agenda, n))
            continue;
        if (control->is_ours(control->context, n))
            ours++;
        else
            dom_core_agenda_mark_done(&l->agenda, n);
    }
    l->state.progress.total = l->state.progress.done + ours;
}

static dom_rc set_up(dom_core_loop *l)
{
    dom_core_run_state *state = &l->state;
    dom_store_wait_for_writers(state->spec->store, is_patient, l);
    count_cores(&state->cpus, state->spec->cores);
    state->is_checking = state->has_news = true;
    if (state->spec->refused) {
        (void)dom_err_set(&state->refused, DOM_E_CONFIG, "%s", state->spec->refused);
        state->refusals = 1;
    }
    if (!dom_core_table_pool_open(&l->tables))
        return dom_err_no_memory(state->err);
    dom_rc rc = open_agenda(l);
    if (rc == DOM_OK)
        rc = dom_core_commit_queue_open(&l->queue, state, &l->agenda);
    if (rc == DOM_OK)
        keep_share(l);
    if (rc == DOM_OK)
        rc = make_run_folder(state);
    if (rc == DOM_OK)
        rc = dom_core_bot_files_open(&state->files, state->spec, state->run_dir, state->err);
    if (rc == DOM_OK && l->stop.signal_fd < 0)
        rc = dom_err_set(state->err, DOM_E_IO, "no descriptor for signals is left");
    if (rc == DOM_OK)
        rc = dom_core_process_pool_open(&l->processes, state);
    return rc == DOM_OK ? dom_core_ready_list_add(&l->processes.ready, l->stop.signal_fd, SIGNALS,
                                                  state->err)
                        : rc;
}

static void tear_down(dom_core_loop *l)
{
    dom_store_wait_for_writers(l->state.spec->store, NULL, NULL);
    dom_core_process_pool_close(&l->processes);
    dom_core_commit_queue_close(&l->queue);
    dom_core_table_pool_close(&l->tables);
    dom_core_agenda_close(&l->agenda);
    dom_core_bot_files_close(&l->state.files);
    if (l->state.run_dir[0])
        dom_fs_run_dir_remove(l->state.run_dir);
    dom_core_stop_close(&l->stop);
}

/* ---- events --------------------------------------------------------------- */

static void report_hello(const dom_core_loop *l, const dom_core_process_event *event)
{
    const dom_core_observer *observer = &l->state.spec->observer;
    const dom_core_process *p = event->process;
    dom_core_hello hello = {.bot = p->chair.bot,
                            .startup_ms = event->startup_ms,
                            .max_tables = p->hello.max_tables,
                            .batch = p->hello.batch,
                            .language = p->hello.language,
                            .version = p->hello.version};
    if (observer->on_hello)
        observer->on_hello(observer->context, &hello);
}

static void disown(dom_core_loop *l, dom_core_process_event *event)
{
    dom_core_process_pool_disown(&l->processes, event->process, event);
    dom_core_process_end_take(l, event);
}

/* Passes an event on to the tables or to process_end. */
static void hand_over(dom_core_loop *l, dom_core_process_event *event)
{
    switch (event->kind) {
    case DOM_CORE_EVENT_ANSWER:
        if (!dom_core_table_pool_take_answer(&l->tables, event))
            disown(l, event);
        break;
    case DOM_CORE_EVENT_MISS:
        if (!dom_core_table_pool_take_miss(&l->tables, event))
            disown(l, event);
        break;
    case DOM_CORE_EVENT_HELLO:
        report_hello(l, event);
        l->state.has_news = true;
        break;
    case DOM_CORE_EVENT_ENDED:
        dom_core_process_end_take(l, event);
        break;
    }
}

/* Fetches the tables of the answers that come next. */
static void fetch_tables(dom_core_loop *l, const dom_core_reading *reading)
{
    uint16_t slots[DOM_BATCH_MAX];
    uint32_t count =
        dom_core_process_pool_list_answers(&l->processes, reading, slots, DOM_BATCH_MAX);
    dom_core_slots_fetch(&l->tables.slots, slots, count);
}

static void read_process(dom_core_loop *l, uint32_t index)
{
    dom_core_reading reading = {.index = index};
    dom_core_process_event event;
    int datagrams = 0;
    while (dom_core_process_pool_next(&l->processes, &reading, &event)) {
        if (reading.datagrams > datagrams)
            fetch_tables(l, &reading);
        datagrams = reading.datagrams;
        hand_over(l, &event);
    }
}

static void flush(dom_core_loop *l)
{
    uint32_t at = 0;
    dom_core_process_event event;
    while (dom_core_process_pool_flush(&l->processes, &at, &event))
        hand_over(l, &event);
}

static void read_signals(dom_core_loop *l)
{
    dom_core_stop_read_signals(&l->stop, &l->state, has_tables(l));
}

/* ---- one turn of the loop ------------------------------------------------- */

/* Returns when the next turn is due. If this turn has changed something after it began matches (its
 * results completed a Swiss round, for example), the next turn follows at once. */
static int64_t next_deadline(const dom_core_loop *l)
{
    if (l->state.has_news && !l->stop.is_stopping)
        return l->state.now_us;
    int64_t at = l->progress_us + PROGRESS_US;
    int64_t group_at = l->queue.finished_us + DOM_CORE_GROUP_US_MAX;
    if (l->queue.finished_count > 0 && group_at < at)
        at = group_at;
    if (l->processes.send_us < at)
        at = l->processes.send_us;
    if (l->stop.is_stopping && !l->stop.is_stopped && l->stop.stop_us < at)
        at = l->stop.stop_us;
    return at;
}

static int wait_ms(int64_t deadline_us, int64_t now_us)
{
    return deadline_us <= now_us ? 0 : (int)((deadline_us - now_us + 999) / 1000);
}

/* Sleeps until something happens or the deadline is reached, then reads every host that has frames.
 * */
static void wait_and_read(dom_core_loop *l, int64_t deadline_us)
{
    dom_core_run_state *state = &l->state;
    dom_core_ready_list *ready = &l->processes.ready;
    int count = dom_core_ready_list_wait(ready, wait_ms(deadline_us, dom_now_us()));
    state->now_us = dom_now_us();
    if (count < 0)
        dom_core_fail(state, dom_err_set(state->err, DOM_E_IO, "epoll: %s", strerror(errno)));
    for (int i = 0; i < count; i++)
        if (ready->ready[i].data.u32 != SIGNALS)
            read_process(l, ready->ready[i].data.u32);
}

/* Returns the chair in which a bot is started first. A bot that plays in one seat only is started
 * there; for a person this matters, because it has one connection only. */
static dom_core_chair first_chair(const dom_core_tournament *t, uint16_t bot)
{
    return (dom_core_chair){.bot = bot, .seat = t->is_seated ? (uint8_t)bot : 0};
}

/* Sets the error about the first bot that could not be started. */
static dom_rc fail_refused(const dom_core_run_state *state)
{
    bool may_skip = state->spec->control.is_ours == NULL && state->spec->person_fds == NULL &&
                    state->spec->refused == NULL;
    const char *hint = state->refusals == 1 ? " (--skip-broken plays without it)"
                                            : " (--skip-broken plays without such bots)";
    return dom_err_set(state->err, DOM_E_CONFIG, "%s%s", state->refused.text, may_skip ? hint : "");
}

/* Every bot has been started once, and none was refused. */
static dom_rc begin_tournament(dom_core_run_state *state)
{
    const dom_core_owner *owner = &state->spec->owner;
    const dom_core_observer *observer = &state->spec->observer;
    dom_rc rc = owner->store(owner->context, &state->tournament_id, state->err);
    if (rc == DOM_OK && observer->on_begin)
        rc = observer->on_begin(observer->context, &state->progress, state->err);
    return rc;
}

/* Starts every bot once before the first match. When all have said hello or are withdrawn, the
 * check is over and the tournament is stored. */
static void check_bots(dom_core_loop *l)
{
    dom_core_run_state *state = &l->state;
    bool shares = dom_core_table_pool_shares_processes(&l->tables);
    bool is_all = true;
    for (uint16_t bot = 0; bot < state->t->bot_count; bot++)
        if (!l->processes.bots[bot].is_checked && !state->t->bots[bot].is_leaving) {
            (void)dom_core_process_pool_get(&l->processes, first_chair(state->t, bot), shares,
                                            DOM_CORE_ANY_CPU);
            is_all = false;
        }
    if (!is_all || state->rc != DOM_OK)
        return;
    state->is_checking = false;
    dom_rc rc = state->refusals > 0 ? fail_refused(state) : begin_tournament(state);
    if (rc != DOM_OK)
        dom_core_fail(state, rc);
}

static void begin_ready_matches(dom_core_loop *l)
{
    dom_core_run_state *state = &l->state;
    if (!state->has_news || l->stop.is_stopping)
        return;
    state->has_news = false;
    dom_core_table_pool_fill_seats(&l->tables);
    if (state->is_checking)
        check_bots(l);
    if (!state->is_checking && !l->stop.begins_nothing && state->rc == DOM_OK)
        dom_core_table_pool_begin_matches(&l->tables);
}

static uint32_t count_starting(const dom_core_loop *l)
{
    uint32_t count = 0;
    for (int bot = 0; l->state.is_checking && bot < l->state.t->bot_count; bot++)
        count += !l->processes.bots[bot].is_checked && !l->state.t->bots[bot].is_leaving;
    return count;
}

/* Hosts may have moved the core to one CPU (dom_core_table_pool_moves_core). */
static void use_all_cpus(const dom_core_loop *l)
{
    const cpu_set_t *all = &l->state.cpus.allowed;
    (void)sched_setaffinity(0, sizeof *all, all);
}

/* Does what is done every 0.2 s. It is also called when the run ends. */
static void report_progress(dom_core_loop *l)
{
    dom_core_run_state *state = &l->state;
    dom_core_progress *progress = &state->progress;
    if (state->now_us < l->progress_us + PROGRESS_US)
        return;
    l->progress_us = state->now_us;
    dom_ipc_sched_policy_set(0, l->tables.open < CROWD_TABLES ? DOM_IPC_SCHED_SHORT
                                                              : DOM_IPC_SCHED_LONG);
    use_all_cpus(l);
    dom_core_process_pool_watch(&l->processes);
    progress->bots = state->t->bot_count;
    progress->starting = count_starting(l);
    int64_t first_us = l->tables.first_us;
    progress->elapsed_ms = first_us ? (state->now_us - first_us) / 1000 : 0;
    progress->tables = l->tables.open;
    if (state->spec->observer.on_progress)
        state->spec->observer.on_progress(state->spec->observer.context, progress);
}

/* Shows the open tables to the watcher, and the owner how far the run has come. */
static void show_tables(dom_core_loop *l)
{
    const dom_core_watcher *watcher = &l->state.spec->watcher;
    const dom_core_owner *owner = &l->state.spec->owner;
    dom_core_open_matches open;
    if (l->state.now_us < l->watched_us + WATCH_US)
        return;
    l->watched_us = l->state.now_us;
    if (owner->note_progress)
        owner->note_progress(owner->context, &l->state.progress);
    if (watcher->look == NULL)
        return;
    dom_core_table_pool_list(&l->tables, &open);
    watcher->look(watcher->context, &open);
}

static bool is_played_out(const dom_core_loop *l)
{
    return !l->state.is_checking && !has_tables(l) && l->queue.finished_count == 0 &&
           (l->stop.begins_nothing || dom_core_agenda_is_over(&l->agenda));
}

/* Asks the caller for the last match that may begin. If it has grown, more matches may begin. */
static void read_last_match(dom_core_loop *l)
{
    const dom_core_control *control = &l->state.spec->control;
    uint64_t last = control->last_match ? control->last_match(control->context) : UINT64_MAX;
    l->state.has_news |= last > l->agenda.last;
    l->agenda.last = last;
}

static void play(dom_core_loop *l)
{
    read_last_match(l);
    while (l->state.rc == DOM_OK && !l->stop.is_stopped && !is_played_out(l)) {
        wait_and_read(l, next_deadline(l));
        read_signals(l);
        dom_core_stop_report(&l->stop, &l->state, l->tables.open);
        begin_ready_matches(l);
        flush(l);
        if (dom_core_commit_queue_is_due(&l->queue, has_tables(l)))
            dom_core_commit_queue_commit(&l->queue);
        report_progress(l);
        show_tables(l);
        dom_core_stop_ask(&l->stop, &l->state.spec->control);
        read_last_match(l);
    }
}

/* ---- the end -------------------------------------------------------------- */

/* Ends all processes. The hosts make sure that the bots end, and the core that the hosts end. */
static void empty_pool(dom_core_loop *l)
{
    bool is_kind = l->state.rc == DOM_OK && !l->stop.is_stopped;
    int64_t patience_us = dom_now_us() + LEAVE_US;
    if (is_kind)
        dom_core_process_pool_dismiss(&l->processes, "the tournament is over");
    else
        dom_core_process_pool_kill(&l->processes);
    while (!dom_core_process_pool_is_empty(&l->processes)) {
        flush(l);
        wait_and_read(l, dom_now_us() + PROGRESS_US);
        read_signals(l);
        if (is_kind && l->stop.is_stopped) {
            dom_core_process_pool_kill(&l->processes);
            is_kind = false;
        }
        if (l->state.now_us > patience_us)
            dom_core_process_pool_kill_hosts(&l->processes);
    }
}

static void finish(dom_core_loop *l)
{
    dom_core_run_state *state = &l->state;
    /* A tournament that is not stored yet has nothing to commit. */
    if (state->rc == DOM_OK && state->tournament_id != 0 &&
        !dom_core_commit_queue_is_empty(&l->queue))
        dom_core_commit_queue_commit(&l->queue);
    dom_core_table_pool_void_all(&l->tables);
    dom_rc rc = state->rc;
    empty_pool(l);
    if (rc == DOM_OK && state->rc == DOM_OK && l->stop.is_stopped)
        dom_core_fail(state, dom_err_set(state->err, DOM_E_INTERRUPTED,
                                         "interrupted; %llu of %llu matches were played",
                                         (unsigned long long)state->progress.done,
                                         (unsigned long long)l->agenda.total));
    l->progress_us = 0;
    report_progress(l);
}

static dom_core_loop *new_loop(const dom_core_spec *spec, dom_err *err)
{
    dom_core_loop *l = calloc(1, sizeof *l);
    if (l == NULL)
        return NULL;
    l->state = (dom_core_run_state){
        .spec = spec, .t = spec->tournament, .tournament_id = spec->tournament_id, .err = err};
    l->processes.users.fd = l->processes.ready.fd = -1;
    l->processes.send_us = INT64_MAX;
    l->stop.signal_fd = -1;
    l->tables.state = &l->state;
    l->tables.agenda = &l->agenda;
    l->tables.processes = &l->processes;
    l->tables.queue = &l->queue;
    return l;
}

dom_rc dom_core_run(const dom_core_spec *spec, dom_core_progress *out, dom_err *err)
{
    dom_core_loop *l = new_loop(spec, err);
    if (l == NULL)
        return dom_err_no_memory(err);
    dom_core_process_pool_protect();
    dom_ipc_sched_policy_set(0, DOM_IPC_SCHED_SHORT);
    dom_core_stop_open(&l->stop);
    l->state.rc = set_up(l);
    if (l->state.rc == DOM_OK) {
        play(l);
        finish(l);
    }
    *out = l->state.progress;
    dom_rc rc = l->state.rc;
    tear_down(l);
    free(l);
    dom_ipc_sched_policy_set(0, DOM_IPC_SCHED_USUAL);
    return rc;
}
