#include "session_internal.h"

#include "base/text.h"

#include <string.h>

/* Before a valid hello nothing was played, so every fault is a failed start. */
void dom_host_session_fail(dom_host_session *s, dom_fault fault, const char *text)
{
    if (s->fault.code != DOM_FAULT_NONE)
        return;
    s->fault.code = s->hello.has_come ? fault : DOM_FAULT_SPAWN;
    dom_text_copy(s->fault.reason, sizeof s->fault.reason, text);
    dom_ipc_frame_say(&s->fault.said, s->heard.bytes, s->heard.size);
}

dom_fault dom_host_session_fault(const dom_host_session *s)
{
    return s->fault.code;
}

const char *dom_host_session_reason(const dom_host_session *s)
{
    return s->fault.reason;
}

const dom_ipc_frame_said *dom_host_session_said(const dom_host_session *s)
{
    return &s->fault.said;
}

/* ---- to the core ------------------------------------------------------------ */

void *dom_host_session_add_frame(dom_host_session *s, dom_ipc_frame_type type, uint16_t slot,
                                 size_t size)
{
    void *body = dom_ipc_link_add(s->link, type, slot, size);
    if (body == NULL)
        dom_host_session_fail(s, DOM_FAULT_PROTOCOL, "its host is out of memory");
    return body;
}

void dom_host_session_add_miss(dom_host_session *s, const dom_host_chair *c, dom_fault code,
                               const char *text)
{
    dom_ipc_frame_miss *miss =
        dom_host_session_add_frame(s, DOM_IPC_FRAME_MISS, c->time.slot, sizeof *miss);
    if (miss == NULL)
        return;
    miss->serial = c->serial;
    miss->code = (int32_t)code;
    miss->bank_us = c->time.bank_us;
    dom_text_copy(miss->text, sizeof miss->text, text);
    dom_ipc_frame_say(&miss->said, s->heard.bytes, s->heard.size);
}

/* ---- to the bot ------------------------------------------------------------- */

void dom_host_session_judge_sending(dom_host_session *s, dom_rc rc)
{
    if (rc == DOM_E_NOMEM)
        dom_host_session_fail(s, DOM_FAULT_PROTOCOL, "its host is out of memory");
    else if (rc != DOM_OK && s->transport->is_connected(s->transport))
        dom_host_session_fail(s, DOM_FAULT_PROTOCOL,
                              "it does not take its messages off its socket");
}

void dom_host_session_tell(dom_host_session *s, dom_msg_type type, const void *body)
{
    if (s->fault.code == DOM_FAULT_NONE)
        dom_host_session_judge_sending(s, dom_host_outbox_hold(&s->out, type, body));
}

void dom_host_session_tell_match(dom_host_session *s, const dom_host_chair *c)
{
    const dom_ipc_frame_open *open = &c->open;
    dom_msg_match match = {.table = c->wire_table,
                           .seat = open->seat,
                           .seats = open->seats,
                           .teams = open->teams,
                           .seed = open->seed};
    dom_text_copy(match.variant, sizeof match.variant, c->ask.variant);
    memcpy(match.bots, open->bots, sizeof match.bots);
    memcpy(match.commit, open->commit, sizeof match.commit);
    dom_host_session_tell(s, DOM_MSG_MATCH, &match);
}

static void send_welcome(dom_host_session *s)
{
    dom_msg_welcome welcome = {.protocol = DOM_PROTOCOL_VERSION,
                               .limits = s->spec->limits,
                               .variant_count = s->spec->variant_count};
    dom_text_copy(welcome.arena, sizeof welcome.arena, s->spec->arena_version);
    dom_text_copy(welcome.bot, sizeof welcome.bot, s->spec->bot);
    memcpy(welcome.variants, s->spec->variants, sizeof welcome.variants);
    dom_host_session_tell(s, DOM_MSG_WELCOME, &welcome);
}

void dom_host_session_accept_hello(dom_host_session *s)
{
    const dom_msg_hello *hello = &s->hello.said;
    s->hello.welcome_us = DOM_HOST_NEVER;
    s->transport->is_multipart = hello->multipart;
    dom_ipc_frame_hello *frame =
        dom_host_session_add_frame(s, DOM_IPC_FRAME_HELLO, DOM_IPC_NO_SLOT, sizeof *frame);
    if (frame == NULL)
        return;
    frame->max_tables = hello->max_tables;
    frame->batch = hello->batch;
    frame->events = hello->events;
    memcpy(frame->language, hello->language, sizeof frame->language);
    memcpy(frame->version, hello->version, sizeof frame->version);
    send_welcome(s);
}
