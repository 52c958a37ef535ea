/* domino-host - the process beside one bot process.
 *
 * Started by the core with its socket as descriptor 3 and nothing else of the
 * core's. It spawns the bot, runs its session, watches it end and cleans up. It
 * has little to lose: whatever a bot does to it costs that bot its match.
 */
#include "base/text.h"
#include "host/folder.h"
#include "host/frame.h"
#include "host/ids.h"
#include "host/turns.h"
#include "launch.h"
#include "leave.h"
#include "log.h"
#include "patience.h"
#include "program.h"
#include "sandbox.h"
#include "session.h"
#include "spawn.h"
#include "sweep.h"
#include "try.h"
#include "usage.h"

#include <dirent.h>
#include <errno.h>
#include <msgpack.h>
#include <poll.h>
#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <zmq.h>

enum {
    CORE_FD = 3,
    MEMORY_MB = 64,         /* of this process: with the stacks of libzmq, and without its code */
    USAGE_US = 1000000,     /* between two looks at what the bot uses ...          */
    USAGE_FAST_US = 250000, /* ... when that is more than a quarter of its memory */
    LINGER_US = 100000,     /* after an exit, for what the bot had sent */
    LOST_US = 1000000,      /* after a lost connection, for the exit to be seen */
    CROWD_TABLES = 8        /* from so many on long turns pay */
};
#define NEVER INT64_MAX

typedef struct {
    dom_link link;
    launched_bot bot;
    int signal_fd;
    bot_log *log;
    int cpu; /* the one that it was told to run on, -1 = any                */
    session *session;
    bool is_core_gone, is_killed;
    leave leave;
    int64_t lost_us;  /* when the connection was seen lost, NEVER before        */
    patience lost;    /* what is lost may be the exit coming, of a bot that runs here */
    int64_t grace_us; /* that a remote bot may still be without a connection    */
    int64_t exit_us;  /* when the exit was seen, NEVER before                   */
    int64_t usage_us; /* when to look at what the bot uses                      */
    usage_watch watch;
    const usage_turns *turns; /* that all threads were told, NULL before        */
    int exit_status;
} host;

static int64_t now_us(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * INT64_C(1000000) + t.tv_nsec / 1000;
}

/* ---- setting up ----------------------------------------------------------- */

/* Only the soft limit: the bot gets another one of its own. The sanitizers reserve
 * memory by the terabyte and need to look at the process. */
static void protect_self(void)
{
#if !defined(DOM_SANITIZED)
    struct rlimit memory;
    if (getrlimit(RLIMIT_DATA, &memory) == 0) {
        memory.rlim_cur = (rlim_t)MEMORY_MB << 20;
        (void)setrlimit(RLIMIT_DATA, &memory);
    }
    (void)prctl(PR_SET_DUMPABLE, 0);
#endif
    (void)prctl(PR_SET_CHILD_SUBREAPER, 1);
    /* When the core goes its socket ends, and there is cleaning up to do then. */
    (void)signal(SIGTERM, SIG_IGN);
    (void)signal(SIGPIPE, SIG_IGN);
}

/* Wait for the setup; false when the core is gone. */
static bool receive_setup(host *h)
{
    struct pollfd ready = {.fd = CORE_FD, .events = POLLIN};
    dom_frame frame;
    while (poll(&ready, 1, -1) < 0 && errno == EINTR)
        ;
    return dom_link_receive(&h->link) == DOM_OK && dom_link_next(&h->link, &frame) &&
           launch_setup(&h->bot, &frame);
}

static dom_rc start(host *h, dom_err *err)
{
    int64_t started = now_us();
    dom_rc rc = launch(&h->bot, err);
    if (rc != DOM_OK)
        return rc;
    h->grace_us = h->bot.setup.limits.startup_ms * INT64_C(1000);
    h->usage_us = h->bot.setup.is_remote ? NEVER : started + USAGE_FAST_US;
    h->watch.since_us = started;
    h->session = session_open(&h->bot.setup, &h->link, h->bot.transport, started);
    if (h->session == NULL)
        return dom_err_set(err, DOM_E_NOMEM, "out of memory");
    return DOM_OK;
}

/* ---- one turn of the loop ------------------------------------------------- */

static void read_log(host *h)
{
    uint8_t bytes[4096];
    /* A bound, so that a flood of output cannot keep us from its messages. */
    for (int i = 0; i < 64; i++) {
        ssize_t n = read(h->bot.log_fd, bytes, sizeof bytes);
        if (n == 0) {
            close(h->bot.log_fd);
            h->bot.log_fd = -1;
        }
        if (n <= 0)
            return;
        log_add(h->log, bytes, (size_t)n);
    }
}

/* Tables of a tournament with `pin_cores` say on which CPU they are played. */
static void follow_table(host *h, const dom_frame *frame)
{
    int cpu = ((const dom_frame_open *)frame->body)->cpu;
    if (cpu >= 0 && cpu != h->cpu && h->bot.pid > 0)
        spawn_pin(h->bot.pid, (size_t)cpu);
    h->cpu = cpu;
}

static void take_frame(host *h, const dom_frame *frame, int64_t now)
{
    if (frame->type == DOM_FRAME_OPEN)
        follow_table(h, frame);
    if (frame->type == DOM_FRAME_BYE && !h->leave.is_told) {
        const dom_frame_text *body = frame->body;
        /* Who has not said hello has nothing to be told. */
        h->is_killed = !session_has_hello(h->session);
        session_bye(h->session, body->text);
        leave_tell(&h->leave, now);
    } else if (frame->type == DOM_FRAME_KILL) {
        h->is_killed = true;
    } else {
        session_frame(h->session, frame, now);
    }
}

static void read_core(host *h, int64_t now)
{
    dom_frame frame;
    dom_rc rc;
    while ((rc = dom_link_receive(&h->link)) == DOM_OK)
        while (dom_link_next(&h->link, &frame))
            take_frame(h, &frame, now);
    if (rc == DOM_E_IO)
        h->is_core_gone = true;
}

/* A child has ended or was stopped. */
static void watch_bot(host *h, int64_t now)
{
    struct signalfd_siginfo info;
    while (read(h->signal_fd, &info, sizeof info) == sizeof info)
        ;
    if (h->exit_us != NEVER)
        return;
    switch (spawn_reap(h->bot.pid, h->bot.setup.sandbox, &h->exit_status)) {
    case SPAWN_RUNS:
        return;
    case SPAWN_STOPPED:
        session_fail(h->session, DOM_FAULT_STALL, "it was stopped by a signal");
        return;
    case SPAWN_EXITED:
        h->exit_us = now;
        return;
    }
}

/* When a connection that is lost is a fault. */
static int64_t lost_deadline(const host *h)
{
    if (h->lost_us == NEVER || h->exit_us != NEVER)
        return NEVER;
    if (h->bot.setup.is_remote)
        return h->lost_us + h->grace_us + 1;
    return h->leave.is_told ? NEVER : h->lost.until_us;
}

/* A remote bot may come back; for how long it may be away in all is limited, so that
 * one that comes and goes cannot hold a tournament up. After bye it has left. */
static void watch_remote(host *h, int64_t now)
{
    bool is_connected = h->bot.transport->is_connected(h->bot.transport);
    if (!session_has_hello(h->session))
        return;
    if (!is_connected && h->lost_us == NEVER)
        h->lost_us = now;
    if (is_connected && h->lost_us != NEVER) {
        h->grace_us -= now - h->lost_us;
        h->lost_us = NEVER;
    }
    if (h->leave.is_told && !is_connected && h->exit_us == NEVER)
        h->exit_us = now;
    if (now >= lost_deadline(h))
        session_fail(h->session, DOM_FAULT_CRASH,
                     "its connection was lost, in all for longer than startup_ms");
}

/* A spoken connection that is lost while the bot lives may be its exit coming. */
static void watch_connection(host *h, int64_t now)
{
    if (h->bot.setup.is_remote) {
        watch_remote(h, now);
        return;
    }
    bool is_connected = h->bot.transport->is_connected(h->bot.transport);
    if (!session_has_hello(h->session) || is_connected) {
        h->lost_us = NEVER;
        return;
    }
    if (h->lost_us == NEVER) {
        h->lost_us = now;
        h->lost = patience_begin(now, LOST_US);
    }
    if (now >= lost_deadline(h))
        session_fail(
            h->session, DOM_FAULT_PROTOCOL,
            "its connection has ended, closed or by a message far too large, and it lives on");
}

/* Limits of a process tree can only be watched, not set. */
static void check_limits(host *h)
{
    int64_t memory_mb = h->watch.last.resident_bytes >> 20;
    int threads = h->watch.last.threads;
    if (h->bot.setup.sandbox == DOM_SANDBOX_BWRAP)
        threads -= SANDBOX_PROCESSES;
    char text[DOM_REASON_BYTES];
    if (memory_mb > h->bot.setup.memory_mb) {
        (void)snprintf(text, sizeof text, "it uses %lld MB of memory; allowed: %d",
                       (long long)memory_mb, h->bot.setup.memory_mb);
        session_fail(h->session, DOM_FAULT_RESOURCE, text);
    } else if (threads > h->bot.setup.processes) {
        (void)snprintf(text, sizeof text, "it runs %d processes and threads; allowed: %d", threads,
                       h->bot.setup.processes);
        session_fail(h->session, DOM_FAULT_RESOURCE, text);
    }
}

/* At few tables somebody waits for each answer; at many there is always another to play. */
static const usage_turns *turns_now(const host *h)
{
    static const usage_turns few = {.own = DOM_TURNS_SHORT, .bot = DOM_TURNS_USUAL};
    static const usage_turns crowd = {.own = DOM_TURNS_LONG, .bot = DOM_TURNS_LONG};
    return session_tables(h->session) < CROWD_TABLES ? &few : &crowd;
}

/* Now and then, and before the bot pays for time in any way, is pressed to leave or blamed for a
 * connection: one that a busy machine keeps waiting is not slow. With answers unread nothing is
 * judged. */
static void look_at_usage(host *h, int64_t now)
{
    bool is_due = (!dom_link_has_unsent(&h->link) && now >= session_due(h->session)) ||
                  now >= leave_deadline(&h->leave) || now >= lost_deadline(h);
    bool is_time = now >= h->usage_us;
    bool has_looked = h->watch.since_us == now;
    if (h->bot.setup.is_remote || has_looked || (!is_time && !is_due))
        return;
    const usage_turns *turns = turns_now(h);
    bool is_change = is_time && turns != h->turns;
    int64_t kept_us = usage_watch_look(&h->watch, is_change ? turns : NULL, now);
    session_forgive(h->session, kept_us, now);
    leave_forgive(&h->leave, now, kept_us);
    patience_forgive(&h->lost, now, kept_us);
    if (is_time)
        h->turns = turns;
}

/* A bot that has ended, or whose connection has, is judged by that alone, however little time it had
 * for an answer. A remote bot may come back, and its clock runs on. */
static bool is_ending(const host *h)
{
    return h->exit_us != NEVER || (h->lost_us != NEVER && !h->bot.setup.is_remote);
}

/* Returns whether an answer can become late now: the bot is not ending, and no answer is unread. */
static bool is_timed(const host *h)
{
    return !dom_link_has_unsent(&h->link) && !is_ending(h);
}

static void watch_usage(host *h, int64_t now)
{
    if (now < h->usage_us)
        return;
    bool is_small = h->watch.last.resident_bytes >> 20 < h->bot.setup.memory_mb / 4;
    h->usage_us = now + (is_small ? USAGE_US : USAGE_FAST_US);
    if (h->bot.setup.sandbox != DOM_SANDBOX_NONE)
        check_limits(h);
    if (h->bot.setup.sandbox == DOM_SANDBOX_BWRAP && spawn_is_stopped_inside(h->bot.pid))
        session_fail(h->session, DOM_FAULT_STALL, "it was stopped by a signal");
}

/* A remote bot's connection is closed. */
static void press_to_leave(host *h, int64_t now)
{
    leave_step step = leave_press(&h->leave, now);
    if (step == LEAVE_TERMINATE && !h->bot.setup.is_remote)
        spawn_signal(h->bot.pid, h->bot.setup.sandbox, SIGTERM);
    else if (step != LEAVE_WAIT)
        h->is_killed = true;
}

/* Over: the core is gone or the bot must go, or it is gone by itself. What an
 * exited bot had sent is read first, but not for ever: others may hold its pipe. */
static bool is_over(const host *h, int64_t now, bool is_more_waiting)
{
    if (h->is_core_gone || h->is_killed || session_fault(h->session) != DOM_FAULT_NONE)
        return true;
    if (h->exit_us == NEVER)
        return false;
    bool is_read = (h->lost_us != NEVER || !session_has_hello(h->session)) && !is_more_waiting;
    return is_read || now > h->exit_us + LINGER_US;
}

static int64_t earlier(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static int64_t next_deadline(const host *h)
{
    int64_t at = earlier(is_timed(h) ? session_deadline(h->session) : NEVER, h->usage_us);
    if (h->exit_us != NEVER)
        at = earlier(at, h->exit_us + LINGER_US + 1);
    return earlier(at, earlier(leave_deadline(&h->leave), lost_deadline(h)));
}

/* Whole milliseconds to wait, rounded up so that the deadline has passed then. */
static long wait_ms(int64_t deadline, int64_t now)
{
    if (deadline == NEVER)
        return -1;
    return deadline <= now ? 0 : (long)((deadline - now + 999) / 1000);
}

/* What the turn of the loop has to look at. */
typedef struct {
    bool core, signal, log;
} news;

static news wait_for_events(host *h, bool is_more_waiting)
{
    enum { CORE, SIGNAL, LOG, OWN };
    bool has_unsent = dom_link_has_unsent(&h->link);
    struct pollfd fds[OWN + TRANSPORT_FDS_MAX] = {
        [CORE] = {.fd = CORE_FD, .events = (short)(has_unsent ? POLLIN | POLLOUT : POLLIN)},
        [SIGNAL] = {.fd = h->signal_fd, .events = POLLIN},
        [LOG] = {.fd = h->bot.log_fd, .events = POLLIN},
    };
    /* With answers unsent the bot waits: nothing may pile up here. */
    int count = has_unsent ? 0 : h->bot.transport->wait_for(h->bot.transport, fds + OWN);
    long wait = is_more_waiting && !has_unsent ? 0 : wait_ms(next_deadline(h), now_us());
    if (poll(fds, OWN + (nfds_t)count, (int)wait) < 0)
        return (news){0};
    h->bot.transport->woke(h->bot.transport, fds + OWN, count);
    return (news){.core = fds[CORE].revents != 0,
                  .signal = fds[SIGNAL].revents != 0,
                  .log = fds[LOG].revents != 0};
}

static void run(host *h)
{
    bool is_more_waiting = false;
    for (;;) {
        news has = wait_for_events(h, is_more_waiting);
        int64_t now = now_us();
        if (has.log)
            read_log(h);
        look_at_usage(h, now);
        if (has.core) {
            read_core(h, now);
            look_at_usage(h, now); /* what is taken back may make it due, before new asks go out */
        }
        /* An answer that has arrived is not late, and one that an ended bot had
         * sent counts: read before judging. */
        if (has.signal)
            watch_bot(h, now);
        if (!dom_link_has_unsent(&h->link))
            is_more_waiting = session_receive(h->session, now);
        watch_connection(h, now);
        watch_usage(h, now);
        if (is_timed(h))
            session_tick(h->session, now);
        if (!is_ending(h)) /* else it would owe what it can never read */
            session_send(h->session, now);
        if (!h->bot.setup.is_remote)
            usage_watch_owing(&h->watch, session_is_timed(h->session), now);
        press_to_leave(h, now);
        if (dom_link_flush(&h->link) == DOM_E_IO)
            h->is_core_gone = true;
        is_more_waiting |= h->bot.transport->has_more(h->bot.transport);
        if (is_over(h, now, is_more_waiting))
            return;
    }
}

/* ---- the end -------------------------------------------------------------- */

/* Remove what the bot left as its user, so that the next bot of this user finds nothing. At bwrap
 * it could write nowhere. */
static void clean_user(const host *h)
{
    char base[DOM_TEXT_BYTES];
    if (h->bot.setup.uid == 0 || h->bot.setup.sandbox == DOM_SANDBOX_BWRAP)
        return;
    dom_text_copy(base, sizeof base, h->bot.run_folder);
    char *slash = strrchr(base, '/');
    if (slash)
        *slash = '\0';
    sweep_users(h->bot.setup.uid, 1, base);
}

static void clean_up(host *h)
{
    if (h->bot.pid > 0)
        spawn_kill_all(h->bot.pid);
    if (h->bot.log_fd >= 0)
        read_log(h);
    if (h->bot.transport)
        h->bot.transport->close(h->bot.transport);
    if (h->bot.own_folder[0])
        dom_folder_remove(h->bot.own_folder);
    clean_user(h);
}

static void describe_exit(int status, char *text, size_t size)
{
    if (WIFSIGNALED(status))
        (void)snprintf(text, size, "killed by signal %d (%s)", WTERMSIG(status),
                       strsignal(WTERMSIG(status)));
    else
        (void)snprintf(text, size, "exited with status %d", WEXITSTATUS(status));
}

/* Before its hello; what the sandbox hides may be why. */
static void explain_exit(const host *h, char *text, size_t size)
{
    size_t length = strlen(text);
    if (h->bot.setup.sandbox == DOM_SANDBOX_BWRAP)
        program_hint(h->bot.argv, text + length, size - length);
}

/* It did not end by itself: it is killed now, or it went by the SIGTERM that it was sent. */
static bool is_our_doing(const host *h)
{
    return h->exit_us == NEVER || (h->leave.is_terminated && WIFSIGNALED(h->exit_status) &&
                                   WTERMSIG(h->exit_status) == SIGTERM);
}

static dom_ending ending(const host *h)
{
    if (is_our_doing(h))
        return DOM_ENDING_ARENA;
    return WIFSIGNALED(h->exit_status) ? DOM_ENDING_SIGNAL : DOM_ENDING_EXIT;
}

static dom_fault verdict(const host *h, char *text, size_t size)
{
    if (h->session && session_fault(h->session) != DOM_FAULT_NONE) {
        dom_text_copy(text, size, session_reason(h->session));
        return session_fault(h->session);
    }
    if (is_our_doing(h)) {
        dom_text_copy(text, size, "stopped by the arena");
        return DOM_FAULT_NONE;
    }
    if (h->bot.setup.is_remote)
        dom_text_copy(text, size, "closed its connection after bye");
    else
        describe_exit(h->exit_status, text, size);
    if (h->leave.is_told || h->is_killed)
        return DOM_FAULT_NONE;
    if (WIFSIGNALED(h->exit_status) && WTERMSIG(h->exit_status) == SIGXFSZ)
        return DOM_FAULT_RESOURCE;
    if (h->session && session_has_hello(h->session))
        return DOM_FAULT_CRASH;
    explain_exit(h, text, size);
    return DOM_FAULT_SPAWN;
}

_Static_assert((int)LOG_BYTES_MAX <= (int)DOM_LOG_BYTES, "what is kept is what the core takes");

static void add_log(host *h)
{
    uint8_t *bytes = malloc(LOG_BYTES_MAX);
    size_t size = bytes ? log_write(h->log, bytes) : 0;
    for (size_t at = 0; at < size; at += LOG_PART_BYTES) {
        size_t part = size - at < LOG_PART_BYTES ? size - at : LOG_PART_BYTES;
        /* Frames are padded to whole words, so the body says how long it is. */
        uint8_t *body = dom_link_add(&h->link, DOM_FRAME_LOG, DOM_NO_SLOT, sizeof(uint32_t) + part);
        if (body == NULL)
            break;
        uint32_t length = (uint32_t)part;
        memcpy(body, &length, sizeof length);
        memcpy(body + sizeof length, bytes + at, part);
    }
    free(bytes);
}

static void report_end(host *h, const dom_err *start_error)
{
    uint16_t slot = h->session ? session_owes(h->session) : DOM_NO_SLOT;
    add_log(h);
    dom_frame_ended *ended = dom_link_add(&h->link, DOM_FRAME_ENDED, slot, sizeof *ended);
    if (ended == NULL)
        return;
    if (start_error) {
        ended->code = DOM_FAULT_SPAWN;
        dom_text_copy(ended->text, sizeof ended->text, start_error->text);
    } else {
        ended->code = (int32_t)verdict(h, ended->text, sizeof ended->text);
        ended->ending = (int32_t)ending(h);
        ended->said = *session_said(h->session);
        ended->serial = session_owed_serial(h->session);
    }
    /* The core may be slow to read, but if it is there it reads. */
    dom_rc rc;
    while ((rc = dom_link_flush(&h->link)) == DOM_OK && dom_link_has_unsent(&h->link)) {
        struct pollfd ready = {.fd = CORE_FD, .events = POLLOUT};
        (void)poll(&ready, 1, 1000);
    }
    h->is_core_gone |= rc == DOM_E_IO;
}

/* Nothing but the copies of bots that the core may have put there. */
static bool is_deserted(const char *run_folder)
{
    DIR *folder = opendir(run_folder);
    bool is_empty = folder != NULL;
    struct dirent *entry;
    while (is_empty && (entry = readdir(folder)) != NULL)
        is_empty = strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0 ||
                   strcmp(entry->d_name, "bots") == 0;
    if (folder)
        closedir(folder);
    return is_empty;
}

/* Without the core the last host takes the run folder away: also one whose bot could not be
 * started, or left, before it was noticed. */
static void leave_run_folder(const host *h)
{
    if (h->is_core_gone && is_deserted(h->bot.run_folder))
        dom_folder_remove(h->bot.run_folder);
}

static int open_signals(void)
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGCHLD);
    (void)sigprocmask(SIG_BLOCK, &set, NULL);
    return signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
}

/* For domino-arena doctor, which links neither library. */
static int print_versions(void)
{
    int major, minor, patch;
    zmq_version(&major, &minor, &patch);
    (void)printf("domino-host %s\nlibzmq %d.%d.%d\nmsgpack-c %s\nlibsodium %s\n", DOM_VERSION,
                 major, minor, patch, msgpack_version(), sodium_version_string());
    return fflush(stdout) == 0 ? 0 : 3;
}

/* `domino-host --sweep FIRST COUNT FOLDER`: the core calls it where no host is left to do it. */
static int sweep(char **numbers, const char *base)
{
    unsigned long first = strtoul(numbers[0], NULL, 10), count = strtoul(numbers[1], NULL, 10);
    /* A mistake would end processes of somebody else. */
    if (first < DOM_BOT_ID_FIRST || first > DOM_BOT_ID_LAST || count > DOM_BOT_ID_LAST + 1 - first)
        return 2;
    sweep_users((uint32_t)first, (uint32_t)count, base);
    return 0;
}

int main(int argc, char **argv)
{
    if (argc == 5 && strcmp(argv[1], "--sweep") == 0)
        return sweep(argv + 2, argv[4]);
    if (argc == 2 && strcmp(argv[1], "--versions") == 0)
        return print_versions();
    if (argc == 3 && strcmp(argv[1], "--try") == 0)
        return (int)try_sandbox(argv[2]);
    host *h = calloc(1, sizeof *h);
    bot_log *log = calloc(1, sizeof *log);
    protect_self();
    dom_turns_take(0, DOM_TURNS_SHORT);
    if (h == NULL || log == NULL || sodium_init() < 0 ||
        dom_link_open(&h->link, CORE_FD) != DOM_OK || !receive_setup(h)) {
        (void)fprintf(stderr, "domino-host is started by domino-arena, not by hand\n");
        free(log);
        free(h);
        return 2;
    }
    h->log = log;
    h->cpu = -1;
    h->lost_us = h->exit_us = NEVER;
    h->signal_fd = open_signals();
    dom_err err = {.text = ""};
    dom_rc rc = start(h, &err);
    if (rc == DOM_OK)
        run(h);
    clean_up(h);
    report_end(h, rc == DOM_OK ? NULL : &err);
    leave_run_folder(h);
    session_close(&h->session);
    dom_link_close(&h->link);
    free(log);
    free(h);
    return 0;
}
