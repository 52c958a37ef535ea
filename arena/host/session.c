#include "session_internal.h"

#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

dom_host_session *dom_host_session_open(const dom_ipc_launch_spec *spec, dom_ipc_link *link,
                                        dom_host_transport *bot, int64_t now_us)
{
    dom_host_session *s = calloc(1, sizeof *s);
    if (s == NULL)
        return NULL;
    s->spec = spec;
    s->link = link;
    s->transport = bot;
    s->hello.welcome_us = DOM_HOST_NEVER;
    s->heard.decoder = dom_decoder_open();
    bool has_outbox = dom_host_outbox_open(&s->out, bot, spec->probes);
    dom_msg_limits limits = spec->limits;
    if (spec->has_no_clock)
        limits.move_ms = INT32_MAX; /* three weeks */
    dom_host_asks_open(&s->asks, &limits, now_us);
    if (s->heard.decoder == NULL || !has_outbox)
        dom_host_session_close(&s);
    return s;
}

void dom_host_session_close(dom_host_session **handle)
{
    dom_host_session *s = *handle;
    if (s == NULL)
        return;
    dom_host_asks_close(&s->asks);
    dom_decoder_close(&s->heard.decoder);
    dom_host_outbox_close(&s->out);
    free(s);
    *handle = NULL;
}

bool dom_host_session_has_hello(const dom_host_session *s)
{
    return s->hello.has_come;
}

int dom_host_session_tables(const dom_host_session *s)
{
    return s->asks.open;
}

uint16_t dom_host_session_oldest_ask_table(const dom_host_session *s)
{
    const dom_host_chair *oldest = dom_host_asks_oldest(&s->asks);
    return oldest ? oldest->time.slot : DOM_IPC_NO_SLOT;
}

uint32_t dom_host_session_oldest_ask_serial(const dom_host_session *s)
{
    const dom_host_chair *oldest = dom_host_asks_oldest(&s->asks);
    return oldest ? oldest->serial : 0;
}

/* ---- asks ----------------------------------------------------------------- */

bool dom_host_session_will_ask(const dom_host_session *s, int64_t now_us)
{
    return s->hello.has_come && s->fault.code == DOM_FAULT_NONE && !TAILQ_EMPTY(&s->asks.waiting) &&
           dom_host_time_budget_may_ask(&s->asks.time, s->asks.open, now_us);
}

/* Sends up to `batch` waiting asks in one message. Returns what transport.send returns. */
static dom_rc send_batch(dom_host_session *s, int64_t now_us)
{
    dom_msg_ask *item[DOM_BATCH_MAX];
    dom_host_chair *chosen[DOM_BATCH_MAX];
    uint16_t count = dom_host_asks_choose(&s->asks, s->hello.said.batch, chosen);
    for (int i = 0; i < count; i++)
        item[i] = &chosen[i]->ask;
    dom_host_outbox_probe(&s->out);
    dom_msg_asks asks = {.count = count, .room = count, .item = item};
    dom_rc rc = count == 1 ? dom_host_outbox_send(&s->out, DOM_MSG_ASK, item[0])
                           : dom_host_outbox_send(&s->out, DOM_MSG_ASKS, &asks);
    if (rc == DOM_OK)
        dom_host_asks_sent(&s->asks, chosen, count, now_us);
    return rc;
}

void dom_host_session_send(dom_host_session *s, int64_t now_us)
{
    if (s->fault.code != DOM_FAULT_NONE)
        return;
    bool asks = dom_host_session_will_ask(s, now_us); /* sending asks does not change it */
    dom_rc rc = dom_host_outbox_flush(&s->out, asks);
    while (rc == DOM_OK && asks && !TAILQ_EMPTY(&s->asks.waiting))
        rc = send_batch(s, now_us);
    dom_host_session_judge_sending(s, rc);
}

/* ---- frames of the core --------------------------------------------------- */

static void open_table(dom_host_session *s, const dom_ipc_frame *frame)
{
    const dom_ipc_frame_open *open = frame->body;
    dom_host_chair *c = dom_host_asks_sit(&s->asks, frame->slot, open);
    if (c == NULL) {
        dom_host_session_fail(s, DOM_FAULT_PROTOCOL, "its host is out of memory");
        return;
    }
    dom_text_copy(c->ask.variant, sizeof c->ask.variant, s->spec->variants[open->variant].name);
    dom_host_session_tell_match(s, c);
}

static void take_ask(dom_host_session *s, const dom_ipc_frame *frame, int64_t now_us)
{
    const dom_ipc_frame_ask *body = frame->body;
    dom_host_chair *c = dom_host_asks_at(&s->asks, frame->slot);
    if (c == NULL || !dom_ipc_frame_unpack_view(frame, &c->ask.view))
        return;
    dom_host_asks_withdraw(&s->asks, c, now_us);
    c->serial = body->serial;
    c->time.bank_us = body->bank_us;
    c->ask.clock = (dom_msg_clock){.move_ms = s->spec->limits.move_ms,
                                   .bank_ms = (int32_t)(body->bank_us / 1000)};
    dom_host_asks_wait(&s->asks, c);
}

static void tell_bot_round(dom_host_session *s, const dom_ipc_frame *frame)
{
    const dom_ipc_frame_round *round = frame->body;
    const dom_host_chair *c = dom_host_asks_at(&s->asks, frame->slot);
    if (c == NULL || !s->hello.said.events)
        return;
    dom_msg_round message = {.table = c->wire_table,
                             .round = round->round,
                             .end = (dom_end)round->end,
                             .by = round->by,
                             .seats = round->seats};
    memcpy(message.hands, round->hands, sizeof message.hands);
    memcpy(message.points, round->points, sizeof message.points);
    memcpy(message.scores, round->scores, sizeof message.scores);
    dom_host_session_tell(s, DOM_MSG_ROUND, &message);
}

static void tell_bot_fault(dom_host_session *s, const dom_ipc_frame *frame)
{
    const dom_ipc_frame_told *told = frame->body;
    const dom_host_chair *c = dom_host_asks_at(&s->asks, frame->slot);
    dom_msg_fault message = {.table = c ? c->wire_table : -1,
                             .code = (dom_fault)told->code,
                             .tolerated = told->tolerated};
    dom_text_copy(message.text, sizeof message.text, told->text);
    dom_host_session_tell(s, DOM_MSG_FAULT, &message);
}

static void close_table(dom_host_session *s, const dom_ipc_frame *frame, int64_t now_us)
{
    const dom_ipc_frame_result *result = frame->body;
    dom_host_chair *c = dom_host_asks_at(&s->asks, frame->slot);
    if (c == NULL)
        return;
    dom_msg_result message = {.table = c->wire_table,
                              .seats = result->seats,
                              .end = (dom_fault)result->end,
                              .fault_seat = result->fault_seat};
    memcpy(message.places, result->places, sizeof message.places);
    memcpy(message.scores, result->scores, sizeof message.scores);
    dom_host_session_tell(s, DOM_MSG_RESULT, &message);
    dom_host_asks_leave(&s->asks, c, now_us);
}

void dom_host_session_frame(dom_host_session *s, const dom_ipc_frame *frame, int64_t now_us)
{
    if (s->fault.code != DOM_FAULT_NONE)
        return;
    switch ((int)frame->type) {
    case DOM_IPC_FRAME_OPEN:
        open_table(s, frame);
        break;
    case DOM_IPC_FRAME_ASK:
        take_ask(s, frame, now_us);
        break;
    case DOM_IPC_FRAME_ROUND:
        tell_bot_round(s, frame);
        break;
    case DOM_IPC_FRAME_TOLD:
        tell_bot_fault(s, frame);
        break;
    case DOM_IPC_FRAME_RESULT:
        close_table(s, frame, now_us);
        break;
    default:
        break;
    }
}

void dom_host_session_bye(dom_host_session *s, const char *reason)
{
    dom_msg_bye bye;
    dom_text_copy(bye.reason, sizeof bye.reason, reason);
    if (s->fault.code == DOM_FAULT_NONE)
        (void)dom_host_outbox_flush(&s->out, true);
    (void)dom_host_outbox_send(&s->out, DOM_MSG_BYE, &bye);
}

/* ---- time ----------------------------------------------------------------- */

bool dom_host_session_is_timed(const dom_host_session *s)
{
    return dom_host_time_budget_runs(&s->asks.time);
}

void dom_host_session_credit(dom_host_session *s, int64_t us, int64_t now_us)
{
    dom_host_time_budget_credit(&s->asks.time, us, now_us);
}

#define MUST_FLUSH "it must flush its standard output after every message"

/* Returns what a text about a missing answer adds if the answer may lie in the bot's own buffer,
 * else "". */
static const char *flush_hint(const dom_ipc_launch_spec *spec, const dom_host_asks *asks)
{
    return spec->uses_stdio && !asks->has_answers
               ? "; it has answered nothing yet: if it has written an answer, " MUST_FLUSH
               : "";
}

/* Reports an ask as late, with the time that has passed on its clock and the time that was allowed.
 * The text also says so if the bot seems to send one answer for a message with several asks, or not
 * to flush. */
static void add_late(dom_host_session *s, const dom_host_chair *late, int64_t now_us)
{
    char text[DOM_IPC_REASON_BYTES];
    (void)snprintf(text, sizeof text, "no answer in time, after %lld ms; allowed: %lld ms an ask",
                   (long long)((now_us - late->time.sent_us) / 1000),
                   (long long)(s->asks.time.move_us / 1000));
    size_t end = strlen(text);
    if (late->time.bank_us > 0) {
        (void)snprintf(text + end, sizeof text - end, " and %lld ms of the bank",
                       (long long)(late->time.bank_us / 1000));
        end = strlen(text);
    }
    int open = dom_host_asks_open_of(&s->asks, late);
    if (s->asks.repeats)
        dom_text_copy(text + end, sizeof text - end,
                      "; it has answered the same `req` more than once in a message: every ask has "
                      "its own");
    else if (open < late->bundle_size && !dom_host_time_budget_is_silent(&s->asks.time))
        (void)snprintf(text + end, sizeof text - end,
                       "; its message had %d asks, of which %d have no answer: each has a `req` of "
                       "its own",
                       late->bundle_size, open);
    else
        dom_text_copy(text + end, sizeof text - end, flush_hint(s->spec, &s->asks));
    dom_host_session_add_miss(s, late, DOM_FAULT_TIMEOUT, text);
}

static void fail_stalled(dom_host_session *s)
{
    char text[DOM_IPC_REASON_BYTES];
    (void)snprintf(text, sizeof text, "no sign of life for 2 s after a late answer%s",
                   flush_hint(s->spec, &s->asks));
    dom_host_session_fail(s, DOM_FAULT_STALL, text);
}

void dom_host_session_tick(dom_host_session *s, int64_t now_us)
{
    if (now_us >= s->hello.welcome_us && s->fault.code == DOM_FAULT_NONE)
        dom_host_session_accept_hello(s);
    while (s->fault.code == DOM_FAULT_NONE) {
        switch (dom_host_time_budget_judge(&s->asks.time, now_us)) {
        case DOM_HOST_ON_TIME:
            return;
        case DOM_HOST_LATE_HELLO:
            dom_host_session_fail(
                s, DOM_FAULT_SPAWN,
                s->spec->uses_stdio
                    ? "no hello within startup_ms; if the bot has written one, " MUST_FLUSH
                    : "no hello within startup_ms");
            return;
        case DOM_HOST_LATE_SIGN:
            fail_stalled(s);
            return;
        case DOM_HOST_LATE_ANSWER:
            add_late(s, dom_host_asks_oldest(&s->asks), now_us);
            dom_host_asks_give_up(&s->asks, now_us);
            break;
        }
    }
}

int64_t dom_host_session_deadline(const dom_host_session *s)
{
    if (s->fault.code != DOM_FAULT_NONE)
        return DOM_HOST_NEVER;
    int64_t at_us = dom_host_time_budget_deadline(&s->asks.time);
    return at_us < s->hello.welcome_us ? at_us : s->hello.welcome_us;
}

int64_t dom_host_session_credit_due(const dom_host_session *s)
{
    int64_t late_us = dom_host_session_deadline(s);
    if (!dom_host_session_is_timed(s))
        return late_us;
    int64_t due_us = dom_host_time_budget_credit_due(&s->asks.time);
    return due_us < late_us ? due_us : late_us;
}
