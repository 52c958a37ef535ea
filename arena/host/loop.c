#include "loop.h"

#include "base/now.h"
#include "bot_watch.h"
#include "spawn.h"

#include <poll.h>
#include <signal.h>
#include <unistd.h>

/* One turn of the loop. */
typedef struct {
    bool has_frames, has_signals, has_log; /* which descriptors are readable */
    int64_t now_us;                        /* the time of the turn */
} loop_turn;

/* ---- waiting ---------------------------------------------------------------- */

/* Returns true if something can become late now: the bot is not ending, and the core has taken all
 * its answers. */
static bool is_timed(const dom_host_state *h)
{
    return !dom_ipc_link_has_unsent(&h->link) && !dom_host_bot_watch_is_ending(h);
}

/* Returns the timeout for poll in milliseconds, rounded up so that the deadline has passed then. */
static long poll_ms(int64_t deadline, int64_t now)
{
    if (deadline == DOM_HOST_NEVER)
        return -1;
    return deadline <= now ? 0 : (long)((deadline - now + 999) / 1000);
}

static void set_timer_of_bot(dom_host_state *h)
{
    dom_host_timers_set(&h->timers, DOM_HOST_TIMER_BOT,
                        is_timed(h) ? dom_host_session_deadline(h->session) : DOM_HOST_NEVER);
}

static loop_turn wait_for_events(dom_host_state *h)
{
    enum { CORE, SIGNAL, LOG, OWN };
    bool has_unsent = dom_ipc_link_has_unsent(&h->link);
    short core_events = has_unsent ? POLLIN | POLLOUT : POLLIN;
    struct pollfd fds[OWN + DOM_HOST_TRANSPORT_FDS_MAX] = {
        [CORE] = {.fd = DOM_HOST_CORE_FD, .events = core_events},
        [SIGNAL] = {.fd = h->signal_fd, .events = POLLIN},
        [LOG] = {.fd = h->bot.log_fd, .events = POLLIN},
    };
    /* While the core has not taken earlier answers, the bot must wait: no messages may pile up. */
    int count = has_unsent ? 0 : h->bot.transport->wait_for(h->bot.transport, fds + OWN);
    set_timer_of_bot(h);
    bool may_wait = !h->is_more_waiting || has_unsent;
    long wait = may_wait ? poll_ms(dom_host_timers_next(&h->timers), dom_now_us()) : 0;
    if (poll(fds, OWN + (nfds_t)count, (int)wait) < 0)
        return (loop_turn){.now_us = dom_now_us()};
    h->bot.transport->woke(h->bot.transport, fds + OWN, count);
    return (loop_turn){.has_frames = fds[CORE].revents != 0,
                       .has_signals = fds[SIGNAL].revents != 0,
                       .has_log = fds[LOG].revents != 0,
                       .now_us = dom_now_us()};
}

/* ---- the phases ------------------------------------------------------------- */

static void read_log(dom_host_state *h, const loop_turn *turn)
{
    if (turn->has_log)
        dom_host_bot_watch_log(h);
}

static void credit_waiting(dom_host_state *h, const loop_turn *turn)
{
    dom_host_bot_watch_credit(h, turn->now_us);
}

static cpu_set_t cpus_of(int cpu, const cpu_set_t *all)
{
    cpu_set_t one;
    CPU_ZERO(&one);
    if (cpu >= 0)
        CPU_SET((size_t)cpu, &one);
    return cpu >= 0 ? one : *all;
}

/* A table may name the CPUs on which its bots and their hosts run. */
static void follow_table(dom_host_state *h, const dom_ipc_frame *frame)
{
    const dom_ipc_frame_open *open = frame->body;
    h->moves_core = open->moves_core;
    if (open->cpu == h->bot_cpu && open->host_cpu == h->host_cpu)
        return;
    cpu_set_t host = cpus_of(open->host_cpu, &h->cpus), bot = cpus_of(open->cpu, &h->cpus);
    dom_host_spawn_pin(&host, &bot);
    h->bot_cpu = open->cpu;
    h->host_cpu = open->host_cpu;
}

static void take_core_frame(dom_host_state *h, const dom_ipc_frame *frame, int64_t now)
{
    if (frame->type == DOM_IPC_FRAME_OPEN)
        follow_table(h, frame);
    if (frame->type == DOM_IPC_FRAME_BYE && !h->shutdown.is_told) {
        const dom_ipc_frame_text *body = frame->body;
        /* A bot that has not said hello gets no bye: it is killed. */
        h->is_killed = !dom_host_session_has_hello(h->session);
        dom_host_session_bye(h->session, body->text);
        dom_host_shutdown_tell(&h->shutdown, &h->timers, now);
        if (!h->bot.spec.is_remote) /* after bye, a bot may close its connection */
            dom_host_timers_stop(&h->timers, DOM_HOST_TIMER_LOST);
    } else if (frame->type == DOM_IPC_FRAME_KILL) {
        h->is_killed = true;
    } else {
        dom_host_session_frame(h->session, frame, now);
    }
}

static void read_core(dom_host_state *h, const loop_turn *turn)
{
    if (!turn->has_frames)
        return;
    dom_ipc_frame frame;
    dom_rc rc;
    while ((rc = dom_ipc_link_receive(&h->link)) == DOM_OK)
        while (dom_ipc_link_next(&h->link, &frame))
            take_core_frame(h, &frame, turn->now_us);
    if (rc == DOM_E_IO)
        h->is_core_gone = true;
}

static void see_exit(dom_host_state *h, const loop_turn *turn)
{
    if (turn->has_signals)
        dom_host_bot_watch_exit(h, turn->now_us);
}

static void take_messages(dom_host_state *h, const loop_turn *turn)
{
    if (!dom_ipc_link_has_unsent(&h->link))
        h->is_more_waiting = dom_host_session_receive(h->session, turn->now_us);
}

static void judge_time(dom_host_state *h, const loop_turn *turn)
{
    if (is_timed(h))
        dom_host_session_tick(h->session, turn->now_us);
}

/* A reading takes some 0.3 ms. The asks are sent after it, so their clocks must start after it. */
static void note_waiting(dom_host_state *h, loop_turn *turn)
{
    if (dom_host_bot_watch_set_asked(h, turn->now_us))
        turn->now_us = dom_now_us();
}

static void send_asks(dom_host_state *h, const loop_turn *turn)
{
    if (!dom_host_bot_watch_is_ending(h))
        dom_host_session_send(h->session, turn->now_us);
}

/* Continues the shutdown. A remote bot gets no signal; instead its connection is closed. */
static void escalate_shutdown(dom_host_state *h, const loop_turn *turn)
{
    dom_host_shutdown_step step =
        dom_host_shutdown_escalate(&h->shutdown, &h->timers, turn->now_us);
    if (step == DOM_HOST_SHUTDOWN_TERMINATE && !h->bot.spec.is_remote)
        dom_host_spawn_signal(h->bot.pid, h->bot.spec.sandbox, SIGTERM);
    else if (step != DOM_HOST_SHUTDOWN_WAIT)
        h->is_killed = true;
}

/* Moves the core to the CPU of this table, if the core wants that. As a rule this CPU is idle until
 * the next bot is asked. */
static void move_core(const dom_host_state *h)
{
    if (!h->moves_core || !dom_ipc_link_has_unsent(&h->link) || getppid() != h->core)
        return; /* a host has another parent when the core has ended */
    cpu_set_t here = cpus_of(h->bot_cpu, &h->cpus);
    (void)sched_setaffinity(h->core, sizeof here, &here);
}

static void tell_core(dom_host_state *h)
{
    move_core(h);
    if (dom_ipc_link_flush(&h->link) == DOM_E_IO)
        h->is_core_gone = true;
    h->is_more_waiting |= h->bot.transport->has_more(h->bot.transport);
}

/* Returns true if the core has ended, the bot must be killed, or the bot has exited. The last
 * messages of an exited bot are read first, but only until the timer LINGER: another process may
 * still hold its pipe open. If others have stopped the bot with SIGTERM, they may be about to stop
 * the core as well. The core must learn that first, or it would blame the bot. So that timer always
 * runs out then. */
static bool is_loop_over(const dom_host_state *h, const loop_turn *turn)
{
    if (h->is_core_gone || h->is_killed || dom_host_session_fault(h->session) != DOM_FAULT_NONE)
        return true;
    if (!h->exit.is_seen)
        return false;
    bool is_silent = dom_host_bot_watch_is_lost(h) || !dom_host_session_has_hello(h->session);
    return (is_silent && !h->is_more_waiting && !h->exit.was_stopped) ||
           dom_host_timers_has_come(&h->timers, DOM_HOST_TIMER_LINGER, turn->now_us);
}

/* loop.h explains the order of the phases. */
void dom_host_loop_run(dom_host_state *h)
{
    loop_turn turn;
    do {
        turn = wait_for_events(h);
        read_log(h, &turn);
        credit_waiting(h, &turn);
        read_core(h, &turn);
        credit_waiting(h, &turn);
        see_exit(h, &turn);
        take_messages(h, &turn);
        dom_host_bot_watch_connection(h, turn.now_us);
        dom_host_bot_watch_limits(h, turn.now_us);
        judge_time(h, &turn);
        note_waiting(h, &turn);
        send_asks(h, &turn);
        escalate_shutdown(h, &turn);
        tell_core(h);
    } while (!is_loop_over(h, &turn));
}
