#include "stop.h"

#include "base/interrupt.h"

#include <stdio.h>
#include <sys/signalfd.h>
#include <unistd.h>

enum {
    SECOND_US = 1000000,
    STOP_US = 5 * SECOND_US /* time that matches under way have to end after a signal */
};

void dom_core_stop_open(dom_core_stop *stop)
{
    sigset_t set = dom_interrupt_signals();
    (void)sigprocmask(SIG_BLOCK, &set, &stop->before);
    stop->signal_fd = signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
}

void dom_core_stop_close(dom_core_stop *stop)
{
    if (stop->signal_fd >= 0)
        close(stop->signal_fd);
    stop->signal_fd = -1;
    if (!stop->is_stopping)
        (void)sigprocmask(SIG_SETMASK, &stop->before, NULL);
}

void dom_core_stop_read_signals(dom_core_stop *stop, dom_core_run_state *state, bool has_tables)
{
    struct signalfd_siginfo info;
    while (read(stop->signal_fd, &info, sizeof info) == sizeof info) {
        if (stop->is_stopping)
            stop->is_stopped = true;
        stop->is_stopping = true;
        state->progress.signal_number = (int)info.ssi_signo;
        stop->stop_us = state->now_us + STOP_US;
    }
    if (stop->is_stopping && (!has_tables || state->now_us >= stop->stop_us))
        stop->is_stopped = true;
}

void dom_core_stop_report(dom_core_stop *stop, const dom_core_run_state *state, uint32_t tables)
{
    const dom_core_observer *observer = &state->spec->observer;
    char text[160];
    bool is_ending = stop->is_stopping && !stop->is_stopped && state->rc == DOM_OK;
    if (!is_ending || stop->is_reported || observer->on_stop == NULL)
        return;
    stop->is_reported = true;
    (void)snprintf(text, sizeof text, "ending: %u match%s under way %s %d s to finish; %s at once",
                   tables, tables == 1 ? "" : "es", tables == 1 ? "has" : "have",
                   STOP_US / SECOND_US,
                   state->progress.signal_number == SIGINT ? "press Ctrl-C again to end"
                                                           : "a second signal ends the run");
    observer->on_stop(observer->context, text);
}

void dom_core_stop_ask(dom_core_stop *stop, const dom_core_control *control)
{
    dom_core_stop_request wanted =
        control->stop_request ? control->stop_request(control->context) : DOM_CORE_STOP_NOT;
    stop->begins_nothing |= wanted == DOM_CORE_STOP_PLAYED_OUT;
    stop->is_stopped |= wanted == DOM_CORE_STOP_NOW;
}

bool dom_core_stop_is_patient(dom_core_stop *stop, dom_core_run_state *state, bool has_tables,
                              int64_t waited_ms)
{
    const dom_core_observer *observer = &state->spec->observer;
    bool is_new = waited_ms < stop->waited_ms || stop->waited_ms == 0;
    stop->waited_ms = waited_ms;
    dom_core_stop_read_signals(stop, state, has_tables);
    state->has_stopped_waiting = stop->is_stopping;
    if (is_new && !stop->is_stopping && observer->on_remark)
        observer->on_remark(observer->context,
                            "another process has been writing to the database for 5 s; waiting "
                            "until it is done");
    return !stop->is_stopping;
}
