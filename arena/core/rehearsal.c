#include "core/rehearsal.h"

#include "base/interrupt.h"
#include "base/now.h"
#include "base/text.h"
#include "process_pool.h"
#include "round_frame.h"

#include <stdlib.h>

enum {
    SLOT = 0,         /* number of its table */
    WAIT_MS = 200,    /* between two looks for an interrupt */
    KILL_US = 5000000 /* a host that has not ended its bot by then is killed */
};

struct dom_core_rehearsal {
    dom_core_spec spec;
    dom_core_run_state state;
    dom_core_process_pool pool;
    dom_core_process *process; /* NULL once it has ended                            */
    uint32_t serial;           /* of the last ask                                   */
    int legal_count;           /* of its view                                       */
    dom_core_rehearsal_reply reply;
    dom_core_process_log log; /* of the process, once it has ended                 */
    dom_ipc_frame_hello hello;
};

const dom_core_rehearsal_reply *dom_core_rehearsal_reply_of(const dom_core_rehearsal *r)
{
    return &r->reply;
}

const dom_ipc_frame_hello *dom_core_rehearsal_hello_of(const dom_core_rehearsal *r)
{
    return &r->hello;
}

pid_t dom_core_rehearsal_pid(const dom_core_rehearsal *r)
{
    return r->process ? dom_core_process_bot_pid(r->process, r->spec.sandbox) : 0;
}

const void *dom_core_rehearsal_log(const dom_core_rehearsal *r, size_t *size)
{
    *size = r->log.size;
    return r->log.bytes;
}

/* ---- events ------------------------------------------------------------------------------ */

/* Waits for the next event of the process. */
static dom_rc next_event(dom_core_rehearsal *r, dom_core_process_event *event, dom_err *err)
{
    r->state.err = err;
    for (dom_rc rc = DOM_OK; rc == DOM_OK; rc = dom_interrupt_check(err)) {
        uint32_t at = 0;
        dom_core_reading reading = {.index = r->process->index};
        r->state.now_us = dom_now_us();
        if (dom_core_process_pool_flush(&r->pool, &at, event) ||
            dom_core_process_pool_next(&r->pool, &reading, event))
            return r->state.rc;
        if (r->state.rc != DOM_OK)
            return r->state.rc;
        (void)dom_core_ready_list_wait(&r->pool.ready, WAIT_MS);
    }
    return DOM_E_INTERRUPTED;
}

/* Takes the end of the process, with its output. */
static void take_end(dom_core_rehearsal *r, const dom_core_process_event *event)
{
    dom_core_process *p = event->process;
    const dom_ipc_frame_ended *ended = &p->ended.frame;
    if (!event->was_leaving) {
        r->reply.code = (dom_fault)ended->code;
        r->reply.said = ended->said;
        dom_text_copy(r->reply.text, sizeof r->reply.text, ended->text);
    }
    r->reply.has_ended = true;
    r->log = p->log;
    p->log = (dom_core_process_log){.bytes = NULL};
    r->process = NULL;
    dom_core_process_pool_release(&r->pool, p);
}

static void take_miss(dom_core_rehearsal *r, const dom_ipc_frame_miss *miss)
{
    r->reply.code = (dom_fault)miss->code;
    r->reply.said = miss->said;
    dom_text_copy(r->reply.text, sizeof r->reply.text, miss->text);
}

/* Returns true if the event settles the ask. A host that reports what cannot be is disowned, which
 * ends the process. */
static bool take_reply(dom_core_rehearsal *r, dom_core_process_event *event)
{
    bool is_answer = event->kind == DOM_CORE_EVENT_ANSWER;
    bool is_miss = event->kind == DOM_CORE_EVENT_MISS;
    uint32_t serial = is_answer ? event->answer.serial : is_miss ? event->miss.serial : 0;
    bool is_possible = event->slot == SLOT && serial == r->serial &&
                       (!is_answer || event->answer.choice < (uint32_t)r->legal_count);
    if ((is_answer || is_miss) && !is_possible)
        dom_core_process_pool_disown(&r->pool, event->process, event);
    if (event->kind == DOM_CORE_EVENT_ENDED)
        take_end(r, event);
    else if (is_miss)
        take_miss(r, &event->miss);
    else if (is_answer) {
        r->reply.choice = event->answer.choice;
        r->reply.us = event->answer.us;
    }
    return event->kind != DOM_CORE_EVENT_HELLO;
}

static dom_rc wait_for_hello(dom_core_rehearsal *r, dom_err *err)
{
    dom_core_process_event event;
    dom_rc rc = next_event(r, &event, err);
    if (rc != DOM_OK)
        return rc;
    if (event.kind == DOM_CORE_EVENT_HELLO)
        r->hello = r->process->hello;
    else
        take_end(r, &event);
    return DOM_OK;
}

/* ---- open and close ---------------------------------------------------------------------- */

static dom_rc start(dom_core_rehearsal *r, dom_core_chair chair, dom_err *err)
{
    dom_rc rc = dom_fs_run_dir_make(r->state.run_dir, err);
    if (rc == DOM_OK)
        rc = dom_core_bot_files_open(&r->state.files, &r->spec, r->state.run_dir, err);
    if (rc == DOM_OK)
        rc = dom_core_process_pool_open(&r->pool, &r->state);
    if (rc == DOM_OK) {
        (void)dom_core_process_pool_get(&r->pool, chair, false, DOM_CORE_ANY_CPU);
        r->process = r->pool.process[0]; /* the first of an empty pool */
        rc = r->state.rc;
    }
    return rc == DOM_OK ? wait_for_hello(r, err) : rc;
}

dom_rc dom_core_rehearsal_open(dom_core_rehearsal **out, const dom_core_rehearsal_spec *spec,
                               dom_err *err)
{
    dom_core_rehearsal *r = *out = calloc(1, sizeof *r);
    if (r == NULL)
        return dom_err_no_memory(err);
    r->spec =
        (dom_core_spec){.tournament = spec->tournament,
                        .host_program = spec->host_program,
                        .version = spec->version,
                        .sandbox = spec->sandbox,
                        .trial = {.is_one_at_a_time = true, .has_no_clock = spec->has_no_clock}};
    r->state = (dom_core_run_state){
        .spec = &r->spec, .t = spec->tournament, .cpus = {.count = 1}, .err = err};
    r->pool.users.fd = r->pool.ready.fd = -1;
    dom_core_process_pool_protect();
    dom_rc rc = start(r, (dom_core_chair){.bot = 0, .seat = spec->seat}, err);
    if (rc != DOM_OK)
        dom_core_rehearsal_close(out);
    return rc;
}

/* Kills the process and waits until it has gone. */
static void end_at_once(dom_core_rehearsal *r)
{
    dom_core_process_event event;
    dom_core_process_kill(r->process);
    (void)dom_ipc_link_flush(&r->process->link);
    dom_core_reading reading = {.index = r->process->index};
    int64_t until_us = dom_now_us() + KILL_US;
    while (dom_now_us() < until_us) {
        if (dom_core_process_pool_next(&r->pool, &reading, &event) &&
            event.kind == DOM_CORE_EVENT_ENDED)
            break;
        reading.datagrams = 0;
        (void)dom_core_ready_list_wait(&r->pool.ready, WAIT_MS);
    }
    dom_core_process_pool_release(&r->pool, r->process);
    r->process = NULL;
}

void dom_core_rehearsal_close(dom_core_rehearsal **handle)
{
    dom_core_rehearsal *r = *handle;
    if (r == NULL)
        return;
    if (r->process)
        end_at_once(r);
    dom_core_process_pool_close(&r->pool);
    dom_core_bot_files_close(&r->state.files);
    if (r->state.run_dir[0])
        dom_fs_run_dir_remove(r->state.run_dir);
    free(r->log.bytes);
    free(r);
    *handle = NULL;
}

/* ---- messages ---------------------------------------------------------------------------- */

/* Appends a frame for the process. Returns NULL when out of memory. */
static void *add_frame(dom_core_rehearsal *r, dom_ipc_frame_type type, size_t size, dom_err *err)
{
    void *body = dom_ipc_link_add(&r->process->link, type, SLOT, size);
    if (body == NULL)
        (void)dom_err_no_memory(err);
    return body;
}

dom_rc dom_core_rehearsal_sit(dom_core_rehearsal *r, const dom_ipc_frame_open *open, dom_err *err)
{
    if (r->reply.has_ended)
        return DOM_OK;
    dom_ipc_frame_open *body = add_frame(r, DOM_IPC_FRAME_OPEN, sizeof *body, err);
    if (body == NULL)
        return DOM_E_NOMEM;
    *body = *open;
    body->cpu = body->host_cpu = DOM_CORE_ANY_CPU;
    return DOM_OK;
}

dom_rc dom_core_rehearsal_tell_round(dom_core_rehearsal *r, const dom_match *match, dom_err *err)
{
    if (r->reply.has_ended || !r->hello.events)
        return DOM_OK;
    dom_ipc_frame_round *round = add_frame(r, DOM_IPC_FRAME_ROUND, sizeof *round, err);
    if (round == NULL)
        return DOM_E_NOMEM;
    dom_core_round_frame_fill(round, match);
    return DOM_OK;
}

dom_rc dom_core_rehearsal_ask(dom_core_rehearsal *r, const dom_view *view, int64_t bank_us,
                              dom_err *err)
{
    dom_core_process_event event;
    if (r->reply.has_ended)
        return DOM_OK;
    r->reply = (dom_core_rehearsal_reply){.code = DOM_FAULT_NONE};
    r->legal_count = view->legal_count;
    if (!dom_ipc_link_add_ask(&r->process->link, SLOT, ++r->serial, bank_us, view))
        return dom_err_no_memory(err);
    for (;;) {
        dom_rc rc = next_event(r, &event, err);
        if (rc != DOM_OK || take_reply(r, &event))
            return rc;
    }
}

dom_rc dom_core_rehearsal_end(dom_core_rehearsal *r, dom_err *err)
{
    dom_core_process_event event;
    dom_rc rc = DOM_OK;
    if (r->process)
        dom_core_process_bye(r->process, "the question is answered");
    while (rc == DOM_OK && r->process) {
        rc = next_event(r, &event, err);
        if (rc == DOM_OK && event.kind == DOM_CORE_EVENT_ENDED)
            take_end(r, &event);
    }
    return rc;
}
