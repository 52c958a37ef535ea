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
};

struct dom_core_actor {
    dom_core_rehearsal *of;
    dom_core_process *process; /* NULL once it has ended                            */
    uint32_t serial;           /* of the last ask                                   */
    int legal_count;           /* of its view                                       */
    dom_core_rehearsal_reply reply;
    dom_core_process_log log; /* of the process, once it has ended                 */
    dom_ipc_frame_hello hello;
};

const dom_core_rehearsal_reply *dom_core_actor_reply_of(const dom_core_actor *a)
{
    return &a->reply;
}

const dom_ipc_frame_hello *dom_core_actor_hello_of(const dom_core_actor *a)
{
    return &a->hello;
}

pid_t dom_core_actor_pid(const dom_core_actor *a)
{
    return a->process ? dom_core_process_bot_pid(a->process, a->of->spec.sandbox) : 0;
}

const void *dom_core_actor_log(const dom_core_actor *a, size_t *size)
{
    *size = a->log.size;
    return a->log.bytes;
}

/* ---- events ------------------------------------------------------------------------------ */

/* Waits for the next event of the process. */
static dom_rc next_event(dom_core_actor *a, dom_core_process_event *event, dom_err *err)
{
    a->of->state.err = err;
    for (dom_rc rc = DOM_OK; rc == DOM_OK; rc = dom_interrupt_check(err)) {
        uint32_t at = 0;
        dom_core_reading reading = {.index = a->process->index};
        a->of->state.now_us = dom_now_us();
        if (dom_core_process_pool_flush(&a->of->pool, &at, event) ||
            dom_core_process_pool_next(&a->of->pool, &reading, event))
            return a->of->state.rc;
        if (a->of->state.rc != DOM_OK)
            return a->of->state.rc;
        (void)dom_core_ready_list_wait(&a->of->pool.ready, WAIT_MS);
    }
    return DOM_E_INTERRUPTED;
}

/* Takes the end of the process, with its output. */
static void take_end(dom_core_actor *a, const dom_core_process_event *event)
{
    dom_core_process *p = event->process;
    const dom_ipc_frame_ended *ended = &p->ended.frame;
    if (!event->was_leaving) {
        a->reply.code = (dom_fault)ended->code;
        a->reply.said = ended->said;
        dom_text_copy(a->reply.text, sizeof a->reply.text, ended->text);
    }
    a->reply.has_ended = true;
    a->log = p->log;
    p->log = (dom_core_process_log){.bytes = NULL};
    a->process = NULL;
    dom_core_process_pool_release(&a->of->pool, p);
}

static void take_miss(dom_core_actor *a, const dom_ipc_frame_miss *miss)
{
    a->reply.code = (dom_fault)miss->code;
    a->reply.said = miss->said;
    dom_text_copy(a->reply.text, sizeof a->reply.text, miss->text);
}

/* Returns true if the event settles the ask. A host that reports what cannot be is disowned, which
 * ends the process. */
static bool take_reply(dom_core_actor *a, dom_core_process_event *event)
{
    bool is_answer = event->kind == DOM_CORE_EVENT_ANSWER;
    bool is_miss = event->kind == DOM_CORE_EVENT_MISS;
    uint32_t serial = is_answer ? event->answer.serial : is_miss ? event->miss.serial : 0;
    bool is_possible = event->slot == SLOT && serial == a->serial &&
                       (!is_answer || event->answer.choice < (uint32_t)a->legal_count);
    if ((is_answer || is_miss) && !is_possible)
        dom_core_process_pool_disown(&a->of->pool, event->process, event);
    if (event->kind == DOM_CORE_EVENT_ENDED)
        take_end(a, event);
    else if (is_miss)
        take_miss(a, &event->miss);
    else if (is_answer) {
        a->reply.choice = event->answer.choice;
        a->reply.us = event->answer.us;
        a->reply.info = event->answer.info;
    }
    return event->kind != DOM_CORE_EVENT_HELLO;
}

static dom_rc wait_for_hello(dom_core_actor *a, dom_err *err)
{
    dom_core_process_event event;
    dom_rc rc = next_event(a, &event, err);
    if (rc != DOM_OK)
        return rc;
    if (event.kind == DOM_CORE_EVENT_HELLO)
        a->hello = a->process->hello;
    else
        take_end(a, &event);
    return DOM_OK;
}

/* ---- open and close ---------------------------------------------------------------------- */

static dom_rc set_up(dom_core_rehearsal *r, dom_err *err)
{
    dom_rc rc = dom_fs_run_dir_make(r->state.run_dir, err);
    if (rc == DOM_OK)
        rc = dom_core_bot_files_open(&r->state.files, &r->spec, r->state.run_dir, err);
    return rc == DOM_OK ? dom_core_process_pool_open(&r->pool, &r->state) : rc;
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
    dom_rc rc = set_up(r, err);
    if (rc != DOM_OK)
        dom_core_rehearsal_close(out);
    return rc;
}

void dom_core_rehearsal_close(dom_core_rehearsal **handle)
{
    dom_core_rehearsal *r = *handle;
    if (r == NULL)
        return;
    dom_core_process_pool_close(&r->pool);
    dom_core_bot_files_close(&r->state.files);
    if (r->state.run_dir[0])
        dom_fs_run_dir_remove(r->state.run_dir);
    free(r);
    *handle = NULL;
}

/* Returns the process that was started for this bot and seat. */
static dom_core_process *find_process(const dom_core_rehearsal *r, dom_core_chair chair)
{
    for (uint32_t i = 0; i < r->pool.room; i++) {
        dom_core_process *p = r->pool.process[i];
        if (p && p->chair.bot == chair.bot && p->chair.seat == chair.seat)
            return p;
    }
    return NULL;
}

dom_rc dom_core_actor_start(dom_core_actor **out, dom_core_rehearsal *r, int bot, int seat,
                            dom_err *err)
{
    const dom_core_chair chair = {.bot = (uint16_t)bot, .seat = (uint8_t)seat};
    dom_core_actor *a = *out = calloc(1, sizeof *a);
    if (a == NULL)
        return dom_err_no_memory(err);
    a->of = r;
    r->state.err = err;
    (void)dom_core_process_pool_get(&r->pool, chair, false, DOM_CORE_ANY_CPU);
    dom_rc rc = r->state.rc;
    a->process = find_process(r, chair);
    if (rc == DOM_OK)
        rc = wait_for_hello(a, err);
    if (rc != DOM_OK)
        dom_core_actor_close(out);
    return rc;
}

/* Kills the process and waits until it has gone. */
static void end_at_once(dom_core_actor *a)
{
    dom_core_process_event event;
    dom_core_process_pool *pool = &a->of->pool;
    dom_core_reading reading = {.index = a->process->index};
    int64_t until_us = dom_now_us() + KILL_US;
    dom_core_process_kill(a->process);
    (void)dom_ipc_link_flush(&a->process->link);
    while (dom_now_us() < until_us) {
        if (dom_core_process_pool_next(pool, &reading, &event) &&
            event.kind == DOM_CORE_EVENT_ENDED)
            break;
        reading.datagrams = 0;
        (void)dom_core_ready_list_wait(&pool->ready, WAIT_MS);
    }
    dom_core_process_pool_release(pool, a->process);
    a->process = NULL;
}

void dom_core_actor_close(dom_core_actor **handle)
{
    dom_core_actor *a = *handle;
    if (a == NULL)
        return;
    if (a->process)
        end_at_once(a);
    free(a->log.bytes);
    free(a);
    *handle = NULL;
}

/* ---- messages ---------------------------------------------------------------------------- */

/* Appends a frame for the process. Returns NULL when out of memory. */
static void *add_frame(dom_core_actor *a, dom_ipc_frame_type type, size_t size, dom_err *err)
{
    void *body = dom_ipc_link_add(&a->process->link, type, SLOT, size);
    if (body == NULL)
        (void)dom_err_no_memory(err);
    return body;
}

dom_rc dom_core_actor_sit(dom_core_actor *a, const dom_ipc_frame_open *open, dom_err *err)
{
    if (a->reply.has_ended)
        return DOM_OK;
    dom_ipc_frame_open *body = add_frame(a, DOM_IPC_FRAME_OPEN, sizeof *body, err);
    if (body == NULL)
        return DOM_E_NOMEM;
    *body = *open;
    body->cpu = body->host_cpu = DOM_CORE_ANY_CPU;
    return DOM_OK;
}

dom_rc dom_core_actor_tell_round(dom_core_actor *a, const dom_match *match, dom_err *err)
{
    if (a->reply.has_ended || !a->hello.events)
        return DOM_OK;
    dom_ipc_frame_round *round = add_frame(a, DOM_IPC_FRAME_ROUND, sizeof *round, err);
    if (round == NULL)
        return DOM_E_NOMEM;
    dom_core_round_frame_fill(round, match);
    return DOM_OK;
}

dom_rc dom_core_actor_ask(dom_core_actor *a, const dom_view *view, int64_t bank_us, dom_err *err)
{
    dom_core_process_event event;
    if (a->reply.has_ended)
        return DOM_OK;
    a->reply = (dom_core_rehearsal_reply){.code = DOM_FAULT_NONE};
    a->legal_count = view->legal_count;
    if (!dom_ipc_link_add_ask(&a->process->link, SLOT, ++a->serial, bank_us, view))
        return dom_err_no_memory(err);
    for (;;) {
        dom_rc rc = next_event(a, &event, err);
        if (rc != DOM_OK || take_reply(a, &event))
            return rc;
    }
}

dom_rc dom_core_actor_leave(dom_core_actor *a, const dom_ipc_frame_result *result, dom_err *err)
{
    if (a->reply.has_ended)
        return DOM_OK;
    dom_ipc_frame_result *body = add_frame(a, DOM_IPC_FRAME_RESULT, sizeof *body, err);
    if (body == NULL)
        return DOM_E_NOMEM;
    *body = *result;
    return DOM_OK;
}

dom_rc dom_core_actor_end(dom_core_actor *a, dom_err *err)
{
    dom_core_process_event event;
    dom_rc rc = DOM_OK;
    if (a->process)
        dom_core_process_bye(a->process, "the question is answered");
    while (rc == DOM_OK && a->process) {
        rc = next_event(a, &event, err);
        if (rc == DOM_OK && event.kind == DOM_CORE_EVENT_ENDED)
            take_end(a, &event);
    }
    return rc;
}
