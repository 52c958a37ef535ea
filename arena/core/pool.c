/* The processes of all bots: one or more per bot, seat number and half (a chair), started
 * when a seat is needed, replaced when they end, told bye when nobody needs them. */
#include "state.h"

#include "base/first_error.h"
#include "base/text.h"
#include "host/folder.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    PROCESSES_BASE = 64, /* alive at once, of bots that run here: this many ... */
    PROCESSES_PER_CORE = 4,
    STARTING_PER_CORE = 2,      /* of all between start and hello                  */
    FILES_OF_ITS_OWN = 32,      /* open besides: database, signals, pipes, copying   */
    CHILDREN_AT_ONCE = 4096,    /* that are looked at; more are seen the next time  */
    DATAGRAMS_PER_TURN = 64,    /* of one host, so that none keeps the others waiting */
    ENDED_BYTES = 101,          /* of a failed start, before what it printed         */
    UNREAD_BYTES_MAX = 16 << 20 /* far more than there is to tell about open tables */
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
    return geteuid() == 0 && !bot_users_are_there();
}

static bool is_remote(const core *c, int bot)
{
    return c->t->bots[bot].transport == DOM_TRANSPORT_REMOTE;
}

/* Who connects is not sent away to make room: every seat has a place. */
static uint32_t remote_seats(const core *c)
{
    uint32_t bots = 0;
    for (int bot = 0; bot < c->t->bot_count; bot++)
        bots += is_remote(c, bot);
    return bots * (uint32_t)dom_core_seats(c->t);
}

/* The soft limit is raised to what is needed: on many cores that is more than the usual one. */
static dom_rc allow_files(const core *c)
{
    struct rlimit files;
    uint32_t needed = c->process_room + FILES_OF_ITS_OWN;
    if (getrlimit(RLIMIT_NOFILE, &files) != 0 || files.rlim_cur >= needed)
        return DOM_OK;
    files.rlim_cur = needed;
    if (files.rlim_max >= needed && setrlimit(RLIMIT_NOFILE, &files) == 0)
        return DOM_OK;
    return dom_err_set(c->err, DOM_E_LIMIT,
                       "this run needs %u open files and may have %llu: the hard limit "
                       "(ulimit -Hn), which root can raise",
                       needed, (unsigned long long)files.rlim_max);
}

static process **chair(core *c, int bot, int seat, int half)
{
    return &c->by_chair[bot * CHAIRS + half * DOM_SEATS_MAX + seat];
}

/* The children that this process has. Returns how many, at most `room`. */
static uint32_t list_children(pid_t *pids, uint32_t room)
{
    char path[64];
    (void)snprintf(path, sizeof path, "/proc/self/task/%d/children", (int)getpid());
    FILE *file = fopen(path, "re");
    uint32_t count = 0;
    while (file && count < room && fscanf(file, "%d", &pids[count]) == 1)
        count++;
    if (file)
        (void)fclose(file);
    return count;
}

dom_rc pool_open(core *c)
{
    c->local_room = processes_at_once(c->cores);
    c->process_room = c->local_room + remote_seats(c);
    c->inherited_count = list_children(c->inherited, INHERITED_MAX);
    c->starting_max = STARTING_PER_CORE * c->cores;
    size_t bots = c->t->bot_count;
    c->processes = calloc(c->process_room, sizeof *c->processes);
    c->by_chair = calloc(bots * CHAIRS, sizeof *c->by_chair);
    c->failed_starts = calloc(bots, sizeof *c->failed_starts);
    c->is_withdrawn = calloc(bots, sizeof *c->is_withdrawn);
    c->is_checked = calloc(bots, sizeof *c->is_checked);
    c->was_killed = calloc(bots, sizeof *c->was_killed);
    c->bot_folder = calloc(bots, sizeof *c->bot_folder);
    if (!c->processes || !c->by_chair || !c->failed_starts || !c->is_withdrawn || !c->is_checked ||
        !c->was_killed || !c->bot_folder)
        return dom_err_set(c->err, DOM_E_NOMEM, "out of memory");
    dom_rc rc = bot_users_reserve(&c->users, c->local_room, c->spec->host_program, c->err);
    if (rc == DOM_OK)
        rc = allow_files(c);
    for (uint16_t bot = 0; rc == DOM_OK && bot < c->t->bot_count; bot++) {
        char path[DOM_PATH_BYTES];
        rc =
            run_folder_stage(c->run_folder, bot, c->t->bots[bot].folder, path, sizeof path, c->err);
        if (rc == DOM_OK && (c->bot_folder[bot] = strdup(path)) == NULL)
            rc = dom_err_set(c->err, DOM_E_NOMEM, "out of memory");
    }
    return rc;
}

static void kill_adopted(core *c);

void pool_close(core *c)
{
    for (uint32_t i = 0; c->processes && i < c->process_room; i++)
        process_close(&c->processes[i]);
    if (c->processes)
        kill_adopted(c);
    for (int bot = 0; c->bot_folder && bot < c->t->bot_count; bot++)
        free(c->bot_folder[bot]);
    bot_users_release(&c->users);
    free(c->processes);
    free(c->by_chair);
    free(c->failed_starts);
    free(c->is_withdrawn);
    free(c->is_checked);
    free(c->was_killed);
    free(c->bot_folder);
}

static bool has_room(const process *p)
{
    return p->state == PROCESS_READY && p->open < p->hello.max_tables;
}

static void leave_chair(core *c, const process *p)
{
    process **at = chair(c, p->bot, p->seat, p->half);
    while (*at && *at != p)
        at = &(*at)->next_in_chair;
    if (*at)
        *at = p->next_in_chair;
}

/* An index that nobody uses where this bot's processes are kept, or -1. */
static int free_index(const core *c, int bot)
{
    uint32_t first = is_remote(c, bot) ? c->local_room : 0;
    uint32_t end = is_remote(c, bot) ? c->process_room : c->local_room;
    for (uint32_t i = first; i < end; i++)
        if (c->processes[i] == NULL)
            return (int)i;
    return -1;
}

/* Take leave of a process that sits at no table, no longer needed in its chair. */
static void dismiss(core *c, process *p, const char *reason)
{
    leave_chair(c, p);
    if (p->state == PROCESS_STARTING)
        c->starting--;
    process_bye(p, reason);
}

/* Make room by sending away who has been idle longest. */
static void dismiss_idlest(core *c)
{
    process *idlest = NULL;
    for (uint32_t i = 0; i < c->local_room; i++) {
        process *p = c->processes[i];
        if (p && p->state == PROCESS_LEAVING)
            return; /* a place is coming free                                  */
        if (p && p->state == PROCESS_READY && p->open == 0 &&
            (idlest == NULL || p->idle_us < idlest->idle_us))
            idlest = p;
    }
    if (idlest)
        dismiss(c, idlest, "not needed for now");
}

static void start(core *c, int index, int bot, int seat, int half)
{
    bool has_user = c->users.first && !is_remote(c, bot);
    process_spec spec = {.host_program = c->spec->host_program,
                         .version = c->spec->version,
                         .run_folder = c->run_folder,
                         .bot_folder = c->bot_folder[bot],
                         .tournament = c->t,
                         .bot = &c->t->bots[bot],
                         .bot_number = (uint16_t)bot,
                         .listen = c->spec->listen,
                         .seat = (uint8_t)seat,
                         .half = (uint8_t)half,
                         .instance = c->next_instance++,
                         .started_ms = core_unix_ms(),
                         .uid = has_user ? c->users.first + (uint32_t)index : 0,
                         .sandbox = c->spec->sandbox,
                         .probes = bot == 0 ? c->spec->probes : 0};
    process *p;
    dom_rc rc = process_start(&p, &spec, c->err);
    if (rc != DOM_OK) {
        core_fail(c, rc);
        return;
    }
    p->idle_us = c->now_us;
    c->processes[index] = p;
    p->next_in_chair = *chair(c, bot, seat, half);
    *chair(c, bot, seat, half) = p;
    c->starting++;
}

/* Processes that one chair may have: a bot that thinks, or takes few tables at a time,
 * gets more of them, but no more than can think at once. A remote bot has one port. */
static uint32_t chair_max(const core *c, int bot)
{
    if (is_remote(c, bot))
        return 1;
    return c->t->concurrency ? c->t->concurrency : c->cores;
}

/* Where bots think, a process that already sits somewhere would keep one table waiting for the
 * other. */
static bool is_enough(const core *c, const process *best)
{
    return best && (best->open == 0 || core_shares_processes(c));
}

process *pool_get(core *c, int bot, int seat, int half)
{
    process *best = NULL;
    uint32_t count = 0;
    bool is_starting = false;
    for (process *p = *chair(c, bot, seat, half); p; p = p->next_in_chair) {
        count++;
        is_starting |= p->state == PROCESS_STARTING;
        if (has_room(p) && (best == NULL || p->open < best->open))
            best = p;
    }
    if (is_enough(c, best) || count >= chair_max(c, bot) || c->is_withdrawn[bot] || c->rc != DOM_OK)
        return best;
    if (is_starting || c->starting >= c->starting_max)
        return NULL; /* another match may find all its seats                       */
    int index = free_index(c, bot);
    if (index < 0) {
        if (count == 0 && !is_remote(c, bot))
            dismiss_idlest(c);
        return best;
    }
    start(c, index, bot, seat, half);
    return NULL;
}

/* ---- frames of the hosts -------------------------------------------------- */

static void report_hello(const core *c, const process *p)
{
    const dom_core_hooks *hooks = &c->spec->hooks;
    dom_core_hello hello = {.bot = p->bot,
                            .startup_ms = (c->now_us - p->idle_us) / 1000,
                            .max_tables = p->hello.max_tables,
                            .batch = p->hello.batch,
                            .language = p->hello.language,
                            .version = p->hello.version};
    if (hooks->on_hello)
        hooks->on_hello(hooks->context, &hello);
}

/* Each of these takes a frame; false when no host sends it. */

static bool take_hello(core *c, process *p, const dom_frame *frame)
{
    dom_frame_hello hello;
    if (!dom_frame_unpack_hello(frame, &hello))
        return false;
    p->hello = hello;
    if (p->state != PROCESS_STARTING)
        return true;
    report_hello(c, p);
    p->state = PROCESS_READY;
    p->idle_us = c->now_us;
    c->starting--;
    c->is_checked[p->bot] = true;
    c->is_dirty = true;
    return true;
}

/* What is known of a process from its hello on. */
static dom_store_process process_row(const core *c, const process *p)
{
    dom_store_process row = {.id = p->store_id,
                             .tournament = c->tournament_id,
                             .bot = p->bot,
                             .seat = p->seat,
                             .instance = p->instance,
                             .started_ms = p->started_ms};
    dom_text_copy(row.language, sizeof row.language, p->hello.language);
    dom_text_copy(row.version, sizeof row.version, p->hello.version);
    return row;
}

int64_t pool_store_id(core *c, process *p)
{
    if (p->store_id)
        return p->store_id;
    dom_store_process row = process_row(c, p);
    dom_rc rc = dom_store_process_add(c->spec->store, &row, c->err);
    if (rc != DOM_OK)
        core_fail(c, rc);
    p->store_id = row.id;
    return p->store_id;
}

static bool take_log(process *p, const dom_frame *frame)
{
    uint32_t length;
    const uint8_t *bytes = dom_frame_unpack_log(frame, &length);
    if (bytes == NULL || length > DOM_LOG_BYTES - p->log_size)
        return false;
    uint8_t *log = length > 0 ? realloc(p->log, p->log_size + length) : NULL;
    if (log == NULL)
        return true; /* without it, then */
    memcpy(log + p->log_size, bytes, length);
    p->log = log;
    p->log_size += length;
    return true;
}

static bool take_answer(core *c, process *p, const dom_frame *frame)
{
    dom_frame_answer answer;
    return dom_frame_unpack_answer(frame, &answer) && play_answer(c, p, frame->slot, &answer);
}

static bool take_miss(core *c, process *p, const dom_frame *frame)
{
    dom_frame_miss miss;
    return dom_frame_unpack_miss(frame, &miss) && play_miss(c, p, frame->slot, &miss);
}

/* Nobody ends without a reason before it is told to. */
static bool take_ended(process *p, const dom_frame *frame)
{
    dom_frame_ended ended;
    if (!dom_frame_unpack_ended(frame, &ended) ||
        (ended.code == DOM_FAULT_NONE && p->state != PROCESS_LEAVING))
        return false;
    p->has_ended = true;
    p->ended = ended;
    p->ended_slot = frame->slot;
    return true;
}

static bool take_frame(core *c, process *p, const dom_frame *frame)
{
    if (p->has_ended)
        return false;
    switch ((int)frame->type) {
    case DOM_FRAME_ANSWER:
        return take_answer(c, p, frame);
    case DOM_FRAME_MISS:
        return take_miss(c, p, frame);
    case DOM_FRAME_HELLO:
        return take_hello(c, p, frame);
    case DOM_FRAME_LOG:
        return take_log(p, frame);
    case DOM_FRAME_ENDED:
        return take_ended(p, frame);
    default:
        return false;
    }
}

/* False when a host would not have sent it. */
static bool take_datagram(core *c, process *p)
{
    dom_frame frame;
    while (dom_link_next(&p->link, &frame))
        if (!take_frame(c, p, &frame))
            return false;
    return !dom_link_is_broken(&p->link);
}

/* ---- the end of a process ------------------------------------------------- */

static void store_end(core *c, const process *p)
{
    if (p->store_id == 0 || c->has_lost_patience)
        return;
    dom_err *err = c->rc == DOM_OK ? c->err : NULL; /* the first failure is the one that is told */
    dom_store_process row = process_row(c, p);
    row.log = p->log;
    row.log_bytes = p->log_size;
    dom_text_copy(row.ended, sizeof row.ended, p->ended.text);
    dom_rc rc = dom_store_process_update(c->spec->store, &row, err);
    if (rc != DOM_OK)
        core_fail(c, rc);
}

/* The first error that the bot printed, or its last line, for the message of a failed start. It goes
 * to terminals and into JSON, so only plain ASCII of it does. */
static void printed_error(const process *p, char *text, size_t room)
{
    dom_line line = dom_first_error((const char *)p->log, p->log_size);
    dom_text out = dom_text_of(text, room);
    dom_text_add(&out, line.length > 0 ? "; it printed: " : "");
    for (size_t i = 0; i < line.length; i++)
        dom_text_add_char(&out, line.text[i] >= ' ' && line.text[i] < 127 ? line.text[i] : '?');
}

/* How a process ended, for a person, with `and` behind it and the error that it printed. */
static void describe_end(const process *p, const char *and, char text[DOM_REASON_BYTES])
{
    char printed[200], ended[ENDED_BYTES];
    printed_error(p, printed, sizeof printed);
    dom_text_copy(ended, sizeof ended, p->ended.text);
    (void)snprintf(text, DOM_REASON_BYTES, "%s%s%.150s", ended, and, printed);
}

/* Store the fault of a process for which no match pays. */
static void add_fault(core *c, const process *p, const char *text)
{
    dom_store_fault fault = {.tournament = c->tournament_id,
                             .bot = p->bot,
                             .seat = (int8_t)p->seat,
                             .process = p->store_id,
                             .code = (dom_fault)p->ended.code,
                             .choice = -1,
                             .when_ms = core_unix_ms()};
    results_add_fault(c, &fault, text, &p->ended.said);
}

/* A start that failed: before the first match it refuses the tournament, later it
 * costs the bot one of its `restarts`. Where the run folder is gone or full, or a program that is known to
 * work cannot be started either, no bot is to blame: what is not played yet can be played when the
 * machine is whole again. */
static void count_failed_start(core *c, const process *p)
{
    dom_err *err = c->rc == DOM_OK ? c->err : NULL;
    dom_rc rc = run_folder_check(c->run_folder, err);
    if (rc == DOM_OK)
        rc = process_try(c->spec->host_program, c->spec->sandbox, err);
    if (rc != DOM_OK) {
        core_fail(c, rc);
        return;
    }
    const dom_entrant *bot = &c->t->bots[p->bot];
    char printed[200], text[DOM_REASON_BYTES];
    printed_error(p, printed, sizeof printed);
    bool is_first = c->is_checking && !c->is_checked[p->bot];
    if (is_first && !c->spec->skip_broken) {
        core_fail(c, dom_err_set(c->err, DOM_E_CONFIG,
                                 "bot '%s' cannot be started: %s%s (--skip-broken goes on without)",
                                 bot->name, p->ended.text, printed));
        return;
    }
    describe_end(p, "", text);
    add_fault(c, p, text);
    if (++c->failed_starts[p->bot] >= c->t->restarts || is_first)
        play_withdraw(c, p->bot, text);
}

/* An end that no match paid for is a failed start, unless the process crashed after it had answered
 * something: that is free, and counted where it sat. A process that ends before it answers is no
 * better than one that does not start; else a bot that always dies could be restarted for ever. */
static bool is_failed_start(const process *p)
{
    return p->ended.code != DOM_FAULT_CRASH || p->answers == 0;
}

static void take_unpaid_end(core *c, const process *p)
{
    char text[DOM_REASON_BYTES];
    if (is_failed_start(p)) {
        count_failed_start(c, p);
        return;
    }
    describe_end(p, " while it owed nothing, which was free", text);
    add_fault(c, p, text);
}

/* A bot that is killed before the first match is started once more, because that may be chance: a
 * signal killed it, as the kernel does when memory is short, or its host died. */
static bool is_started_again(core *c, const process *p)
{
    bool was_killed = p->ended.ending == DOM_ENDING_SIGNAL || p->ended.ending == DOM_ENDING_HOST;
    if (!c->is_checking || !was_killed || c->was_killed[p->bot])
        return false;
    c->was_killed[p->bot] = true;
    c->is_checked[p->bot] = false;
    return true;
}

static bool is_host(const core *c, pid_t pid)
{
    for (uint32_t i = 0; i < c->process_room; i++)
        if (c->processes[i] && c->processes[i]->host_pid == pid)
            return true;
    return false;
}

/* End a child with its group, if it leads one: what a bot starts is soon dead or ours. */
static bool end_child(pid_t pid)
{
    if (getpgid(pid) == pid)
        (void)kill(-pid, SIGKILL);
    (void)kill(pid, SIGKILL);
    return waitpid(pid, NULL, 0) == pid;
}

/* Who ran before this process by exec may have started some, as a shell for its pipes. */
static bool is_inherited(const core *c, pid_t pid)
{
    for (uint32_t i = 0; i < c->inherited_count; i++)
        if (c->inherited[i] == pid)
            return true;
    return false;
}

/* What a dead host leaves behind becomes our child: end whatever is no host. */
static void kill_adopted(core *c)
{
    pid_t pids[CHILDREN_AT_ONCE];
    bool any = true;
    for (int round = 0; any && round < 1000; round++) {
        uint32_t count = list_children(pids, CHILDREN_AT_ONCE);
        any = false;
        for (uint32_t i = 0; i < count; i++)
            if (!is_host(c, pids[i]) && !is_inherited(c, pids[i]))
                any |= end_child(pids[i]);
    }
}

/* What a host removes at its end (arena/host/main.c), had it come to that. */
static void remove_own_folder(const core *c, uint32_t instance)
{
    char path[RUN_FOLDER_BYTES + 16];
    (void)snprintf(path, sizeof path, "%s/%u", c->run_folder, instance);
    dom_folder_remove(path);
}

/* End what the bot left as this user. Its host does that itself, unless it died. */
static void sweep_user(core *c, int index)
{
    bool is_local = (uint32_t)index < c->local_room;
    dom_err *err = c->rc == DOM_OK ? c->err : NULL;
    dom_rc rc = is_local ? bot_users_sweep(&c->users, (uint32_t)index, err) : DOM_OK;
    if (rc != DOM_OK)
        core_fail(c, rc);
}

static void report_end(const core *c, const process *p, bool was_leaving, bool is_paid,
                       bool starts_again)
{
    const dom_core_hooks *hooks = &c->spec->hooks;
    dom_core_end end = {.bot = p->bot,
                        .was_leaving = was_leaving,
                        .starts_again = starts_again,
                        .said_hello = p->hello.max_tables > 0,
                        .is_paid = is_paid,
                        .code = (dom_fault)p->ended.code,
                        .ending = (dom_ending)p->ended.ending,
                        .text = p->ended.text,
                        .log = p->log,
                        .log_size = p->log_size};
    if (hooks->on_end)
        hooks->on_end(hooks->context, &end);
}

/* An end that its host did not report. */
static void make_up_end(const core *c, process *p, const char *text)
{
    static const dom_fault codes[] = {[PROCESS_STARTING] = DOM_FAULT_SPAWN,
                                      [PROCESS_READY] = DOM_FAULT_PROTOCOL,
                                      [PROCESS_LEAVING] = DOM_FAULT_NONE};
    p->ended = (dom_frame_ended){.code = (int32_t)codes[p->state],
                                 .ending = p->is_disowned ? DOM_ENDING_ARENA : DOM_ENDING_HOST};
    dom_text_copy(p->ended.text, sizeof p->ended.text, text);
    p->ended_slot = play_owed_by(c, p, &p->ended.serial);
}

static void remove_process(core *c, int index)
{
    process *p = c->processes[index];
    bool was_leaving = p->state == PROCESS_LEAVING;
    if (!p->has_ended)
        make_up_end(c, p, p->is_disowned ? "its host did what no host does" : "its host died");
    if (p->state == PROCESS_STARTING)
        c->starting--;
    leave_chair(c, p);
    store_end(c, p);
    bool is_paid = play_process_gone(c, p);
    bool starts_again = !was_leaving && !is_paid && is_started_again(c, p);
    report_end(c, p, was_leaving, is_paid, starts_again);
    if (!was_leaving && !is_paid && !starts_again)
        take_unpaid_end(c, p);
    bool has_died = !p->has_ended;
    uint32_t instance = p->instance;
    process_close(&c->processes[index]);
    if (has_died) {
        kill_adopted(c);
        remove_own_folder(c, instance);
        sweep_user(c, index);
    }
    c->is_dirty = true;
}

/* A host that does what no host does is somebody else's by now: end it. */
static void disown(core *c, int index)
{
    c->processes[index]->is_disowned = true;
    c->processes[index]->has_ended = false;
    remove_process(c, index);
}

void pool_read(core *c, int index)
{
    process *p = c->processes[index];
    dom_rc rc = DOM_OK;
    for (int i = 0; i < DATAGRAMS_PER_TURN && rc == DOM_OK; i++) {
        rc = dom_link_receive(&p->link);
        if (rc == DOM_OK && !take_datagram(c, p)) {
            disown(c, index);
            return;
        }
    }
    if (rc == DOM_E_IO)
        remove_process(c, index);
}

void pool_flush(core *c)
{
    /* A host that is gone is noticed by pool_read. */
    for (uint32_t i = 0; i < c->process_room; i++) {
        process *p = c->processes[i];
        if (p && dom_link_has_unsent(&p->link))
            (void)dom_link_flush(&p->link);
        if (p && p->link.out_size - p->link.out_sent > UNREAD_BYTES_MAX)
            disown(c, (int)i); /* it answers what it has not read */
    }
}

void pool_dismiss(core *c, const char *reason)
{
    for (uint32_t i = 0; i < c->process_room; i++) {
        process *p = c->processes[i];
        if (p && p->state != PROCESS_LEAVING && p->open == 0)
            dismiss(c, p, reason);
    }
}

void pool_kill(core *c)
{
    for (uint32_t i = 0; i < c->process_room; i++) {
        process *p = c->processes[i];
        if (p == NULL)
            continue;
        if (p->state == PROCESS_STARTING)
            c->starting--;
        process_kill(p);
    }
}

void pool_kill_hosts(core *c)
{
    for (uint32_t i = 0; i < c->process_room; i++)
        if (c->processes[i])
            (void)kill(c->processes[i]->host_pid, SIGKILL);
}

void pool_watch(core *c)
{
    for (uint32_t i = 0; i < c->process_room; i++) {
        siginfo_t info = {.si_pid = 0};
        process *p = c->processes[i];
        if (p && waitid(P_PID, (id_t)p->host_pid, &info, WSTOPPED | WNOHANG | WNOWAIT) == 0 &&
            info.si_pid == p->host_pid)
            (void)kill(p->host_pid, SIGKILL);
    }
}

bool pool_is_empty(const core *c)
{
    for (uint32_t i = 0; i < c->process_room; i++)
        if (c->processes[i])
            return false;
    return true;
}
