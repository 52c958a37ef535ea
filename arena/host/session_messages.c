#include "session_internal.h"

#include "base/text.h"
#include "protocol/probe.h"

#include <stdio.h>
#include <string.h>

enum { MESSAGES_PER_TURN = 512 }; /* a bound, so that a flood of messages cannot delay the core */

/* A remote bot has connected again, perhaps as a new process that knows nothing. So it is told its
 * open matches and outstanding asks again, with new `req` numbers. Messages that were held for the
 * old connection are dropped. The bot's clock has been running all the time. */
static void repeat_to_new_connection(dom_host_session *s)
{
    dom_host_outbox_forget(&s->out);
    dom_host_session_accept_hello(s);
    for (int i = 0; i < DOM_IPC_SLOTS_MAX; i++)
        if (s->asks.at[i])
            dom_host_session_tell_match(s, s->asks.at[i]);
    const dom_host_ask_time *ask;
    TAILQ_FOREACH(ask, &s->asks.time.asks, link)
    {
        dom_host_chair *c = s->asks.at[ask->slot];
        dom_host_request_ids_give_up(&s->asks.ids, c->ask.req, DOM_HOST_NOT_CANCELLED);
        c->ask.req = dom_host_request_ids_draw(&s->asks.ids, c->time.slot);
        dom_host_session_tell(s, DOM_MSG_ASK, &c->ask);
    }
}

static void take_bot_hello(dom_host_session *s, const dom_msg_hello *hello, int64_t now_us)
{
    bool is_back = s->hello.has_come && s->hello.connection != s->transport->connection;
    if (s->hello.has_come && !is_back) {
        dom_host_session_fail(s, DOM_FAULT_PROTOCOL, "a second hello");
        return;
    }
    if (hello->protocol != DOM_PROTOCOL_VERSION) {
        char text[DOM_IPC_REASON_BYTES];
        (void)snprintf(text, sizeof text, "it speaks protocol %d, this arena speaks %d",
                       hello->protocol, DOM_PROTOCOL_VERSION);
        dom_host_session_fail(s, DOM_FAULT_PROTOCOL, text);
        return;
    }
    s->hello.has_come = true;
    dom_host_time_budget_hello(&s->asks.time);
    s->hello.said = *hello;
    s->hello.connection = s->transport->connection;
    if (is_back)
        repeat_to_new_connection(s);
    else if (s->spec->probes & DOM_PROBE_WELCOME)
        s->hello.welcome_us = now_us + DOM_PROBE_WAIT_MS * INT64_C(1000);
    else
        dom_host_session_accept_hello(s);
}

static void count_stray(dom_host_session *s, const char *what)
{
    if (!dom_host_request_ids_stray(&s->asks.ids, s->asks.sent))
        return;
    char text[DOM_IPC_REASON_BYTES];
    (void)snprintf(text, sizeof text, "%d strays within %d asks; the last: %s", DOM_HOST_STRAYS_MAX,
                   DOM_HOST_STRAY_WINDOW_ASKS, what);
    dom_host_session_fail(s, DOM_FAULT_PROTOCOL, text);
}

/* Returns the index of the action among the legal ones, or -1. */
static int64_t find_action(const dom_view *view, dom_action action)
{
    for (int i = 0; i < view->legal_count; i++)
        if (memcmp(&view->legal[i], &action, sizeof action) == 0)
            return i;
    return -1;
}

/* Judges what the bot thinks, which costs it nothing. */
static void judge_info(const dom_msg_info *given, dom_ipc_frame_info *out)
{
    dom_info info;
    dom_err err;
    out->kind = DOM_IPC_INFO_NONE;
    if (given->bytes == NULL)
        return;
    if (dom_info_read(given, &info, &err) != DOM_OK) {
        size_t size = strlen(err.text);
        out->kind = DOM_IPC_INFO_DROPPED;
        out->size = (uint8_t)(size < DOM_INFO_REASON_BYTES ? size : DOM_INFO_REASON_BYTES - 1);
        memcpy(out->bytes, err.text, out->size);
    } else if (!dom_info_is_empty(&info)) {
        out->kind = DOM_IPC_INFO_GIVEN;
        out->size = (uint8_t)dom_info_pack(&info, out->bytes);
    }
}

/* Handles the answer to an outstanding ask. */
static void take_bot_answer(dom_host_session *s, dom_host_chair *c, const dom_msg_act *act)
{
    const dom_view *view = &c->ask.view;
    int64_t choice = act->has_action ? find_action(view, act->action) : act->choice;
    int64_t us = dom_host_time_budget_answer(&s->asks.time, &c->time);
    c->state = DOM_HOST_ASK_NONE;
    if (choice < 0 || choice >= view->legal_count) {
        char text[DOM_IPC_REASON_BYTES];
        if (act->has_action)
            (void)snprintf(text, sizeof text, "its action is not one of the %d in `legal`",
                           view->legal_count);
        else
            (void)snprintf(text, sizeof text, "choice %lld is not within 0..%d", (long long)choice,
                           view->legal_count - 1);
        dom_host_session_add_miss(s, c, DOM_FAULT_ILLEGAL, text);
        return;
    }
    dom_ipc_frame_answer answer;
    answer.serial = c->serial;
    answer.choice = (uint32_t)choice;
    answer.us = (uint32_t)(us < UINT32_MAX ? us : UINT32_MAX);
    answer.bank_us = c->time.bank_us;
    judge_info(&act->info, &answer.info);
    size_t size = dom_ipc_frame_answer_bytes(&answer);
    void *frame = dom_host_session_add_frame(s, DOM_IPC_FRAME_ANSWER, c->time.slot, size);
    if (frame)
        memcpy(frame, &answer, size);
}

/* Handles an answer to an ask that is not outstanding: it is a late answer or a stray. */
static void take_late_answer(dom_host_session *s, int64_t req, const char *stray)
{
    int64_t cancelled_us;
    if (dom_host_request_ids_forgive(&s->asks.ids, req, &cancelled_us))
        dom_host_time_budget_answer_late(&s->asks.time, cancelled_us);
    else
        count_stray(s, stray);
}

/* Handles the answers of one message. The budget is told their number first, because they share the
 * time evenly. If the message answers the same ask twice, the second answer is a stray. */
static void take_acts(dom_host_session *s, const dom_msg_act *acts, int count, int64_t now_us)
{
    dom_host_chair *chosen[DOM_BATCH_MAX];
    int found = 0;
    s->asks.has_answers = true;
    for (int i = 0; i < count; i++)
        if ((chosen[i] = dom_host_asks_find(&s->asks, acts[i].req)) != NULL)
            found++;
    dom_host_time_budget_message(&s->asks.time, found, now_us);
    for (int i = 0; i < count && s->fault.code == DOM_FAULT_NONE; i++) {
        dom_host_chair *c = chosen[i];
        if (c && c->state == DOM_HOST_ASK_SENT) {
            take_bot_answer(s, c, &acts[i]);
            continue;
        }
        take_late_answer(s, acts[i].req,
                         c ? "the same `req` more than once in a message"
                           : "an answer to no outstanding ask");
        s->asks.repeats |= c != NULL;
    }
    if (count == 0)
        count_stray(s, "empty acts");
}

static void take_message(dom_host_session *s, int64_t now_us)
{
    const dom_msg *m = &s->heard.message;
    if (!s->hello.has_come && m->type != DOM_MSG_HELLO) {
        dom_host_session_fail(s, DOM_FAULT_SPAWN, "its first message is not hello");
        return;
    }
    if (s->hello.connection != s->transport->connection && m->type != DOM_MSG_HELLO) {
        dom_host_session_fail(s, DOM_FAULT_PROTOCOL,
                              "it does not begin its new connection with hello");
        return;
    }
    switch ((int)m->type) {
    case DOM_MSG_HELLO:
        take_bot_hello(s, &m->as.hello, now_us);
        break;
    case DOM_MSG_ACT:
        take_acts(s, &m->as.act, 1, now_us);
        break;
    case DOM_MSG_ACTS:
        take_acts(s, m->as.acts.act, m->as.acts.count, now_us);
        break;
    default:
        dom_host_time_budget_message(&s->asks.time, 0, now_us);
        count_stray(s, "a message of a type that bots do not send");
        break;
    }
}

static dom_rc decode_message(dom_host_heard *heard, const dom_host_transport *transport,
                             const uint8_t *bytes, size_t size, dom_err *err)
{
    if (size > DOM_BOT_MESSAGE_BYTES)
        return dom_err_set(err, DOM_E_MALFORMED, "a message of %zu bytes, at most %d are allowed",
                           size, DOM_BOT_MESSAGE_BYTES);
    heard->message.as.asks = (dom_msg_asks){0};
    dom_rc rc =
        dom_msg_decode(heard->decoder, transport->format, bytes, size, &heard->message, err);
    if (rc == DOM_E_MALFORMED && heard->message.type == DOM_MSG_UNKNOWN && transport->explain)
        transport->explain(bytes, size, err);
    return rc;
}

bool dom_host_session_receive(dom_host_session *s, int64_t now_us)
{
    for (int i = 0; i < MESSAGES_PER_TURN && s->fault.code == DOM_FAULT_NONE; i++) {
        const uint8_t *bytes = NULL;
        size_t size = 0;
        dom_err err = {.text = ""};
        dom_rc rc = s->transport->receive(s->transport, &bytes, &size, &err);
        if (rc == DOM_E_ABSENT)
            return false;
        if (rc == DOM_OK)
            rc = decode_message(&s->heard, s->transport, bytes, size, &err);
        dom_host_time_budget_sign(&s->asks.time);
        s->heard.bytes = bytes;
        s->heard.size = size;
        if (rc == DOM_OK)
            take_message(s, now_us);
        else
            dom_host_session_fail(s, DOM_FAULT_PROTOCOL, err.text);
        s->heard.bytes = NULL;
        s->heard.size = 0;
    }
    return s->fault.code == DOM_FAULT_NONE;
}
