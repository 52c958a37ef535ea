#include "session.h"

#include "base/text.h"

#include "clock.h"
#include "outbox.h"
#include "patience.h"
#include "protocol/probe.h"
#include "reqs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/queue.h>

enum {
    STALL_US = 2000000,     /* silence after a timeout                             */
    MESSAGES_PER_TURN = 512 /* so that a flood cannot keep the core waiting */
};

typedef enum { ASK_NONE, ASK_WAITING, ASK_SENT } ask_state;

/* The bot's chair at one table, while that is open. */
typedef struct chair {
    uint16_t slot;
    dom_frame_open open;
    int64_t wire_table; /* unique for the life of the process                  */
    ask_state state;
    uint32_t serial;
    int64_t bank_us;
    int64_t sent_us;
    uint64_t bundle; /* identifies the message that had the ask                 */
    int bundle_size; /* asks in that message                                    */
    dom_msg_ask ask;
    TAILQ_ENTRY(chair) link; /* in `waiting` or `sent`, by state               */
} chair;

TAILQ_HEAD(chair_list, chair);

struct session {
    const dom_frame_setup *setup;
    dom_link *link;
    transport *transport;
    dom_decoder *decoder;
    dom_msg message;
    outbox out;
    int64_t started_us;
    bool has_hello;
    unsigned connection; /* of the transport, that the last hello came on      */
    dom_msg_hello hello;
    int64_t welcome_us; /* when to answer it, INT64_MAX = done                 */
    chair *chairs[DOM_SLOTS_MAX];
    int open_tables;
    int64_t next_table;
    struct chair_list waiting, sent; /* oldest first                           */
    dom_clock clock;
    int64_t heard_us;    /* when the last answer came                            */
    int64_t forgiven_us; /* since its last sign of life, because it waited for a CPU */
    bool is_muted;       /* late, and silent since `muted_us`                    */
    int64_t muted_us;
    uint64_t asks; /* sent so far                                         */
    bool repeats;  /* it has answered the same `req` twice in one message */
    reqs reqs;
    const uint8_t *said; /* the message that is being judged, else NULL         */
    size_t said_size;
    dom_fault fault;
    char reason[DOM_REASON_BYTES];
    dom_frame_said fault_said;
};

session *session_open(const dom_frame_setup *setup, dom_link *link, transport *bot, int64_t now_us)
{
    session *s = calloc(1, sizeof *s);
    if (s == NULL)
        return NULL;
    s->setup = setup;
    s->link = link;
    s->transport = bot;
    s->started_us = s->heard_us = now_us;
    s->welcome_us = INT64_MAX;
    s->decoder = dom_decoder_open();
    bool has_outbox = outbox_open(&s->out, bot, setup->probes);
    TAILQ_INIT(&s->waiting);
    TAILQ_INIT(&s->sent);
    dom_clock_init(&s->clock, setup->limits.move_ms * INT64_C(1000),
                   setup->limits.margin_ms * INT64_C(1000));
    if (s->decoder == NULL || !has_outbox)
        session_close(&s);
    return s;
}

void session_close(session **handle)
{
    session *s = *handle;
    if (s == NULL)
        return;
    for (int i = 0; i < DOM_SLOTS_MAX; i++)
        free(s->chairs[i]);
    dom_decoder_close(&s->decoder);
    outbox_close(&s->out);
    free(s);
    *handle = NULL;
}

/* Before a valid hello nothing was played: whatever goes wrong is a failed start. */
void session_fail(session *s, dom_fault fault, const char *text)
{
    if (s->fault != DOM_FAULT_NONE)
        return;
    s->fault = s->has_hello ? fault : DOM_FAULT_SPAWN;
    dom_text_copy(s->reason, sizeof s->reason, text);
    dom_frame_say(&s->fault_said, s->said, s->said_size);
}

dom_fault session_fault(const session *s)
{
    return s->fault;
}

const char *session_reason(const session *s)
{
    return s->reason;
}

const dom_frame_said *session_said(const session *s)
{
    return &s->fault_said;
}

bool session_has_hello(const session *s)
{
    return s->has_hello;
}

int session_tables(const session *s)
{
    return s->open_tables;
}

uint16_t session_owes(const session *s)
{
    const chair *oldest = TAILQ_FIRST(&s->sent);
    return oldest ? oldest->slot : DOM_NO_SLOT;
}

uint32_t session_owed_serial(const session *s)
{
    const chair *oldest = TAILQ_FIRST(&s->sent);
    return oldest ? oldest->serial : 0;
}

/* A frame body, or NULL after ending the session: without memory it cannot go on. */
static void *add_frame(session *s, dom_frame_type type, uint16_t slot, size_t size)
{
    void *body = dom_link_add(s->link, type, slot, size);
    if (body == NULL)
        session_fail(s, DOM_FAULT_PROTOCOL, "its host is out of memory");
    return body;
}

/* A bot that does not take its messages off is at fault; one that is not there is
 * about to be seen ending. */
static void judge_sending(session *s, dom_rc rc)
{
    if (rc == DOM_E_NOMEM)
        session_fail(s, DOM_FAULT_PROTOCOL, "its host is out of memory");
    else if (rc != DOM_OK && s->transport->is_connected(s->transport))
        session_fail(s, DOM_FAULT_PROTOCOL, "it does not take its messages off its socket");
}

/* To be sent with the rest at the end of the turn. */
static void tell(session *s, dom_msg_type type, const void *body)
{
    if (s->fault == DOM_FAULT_NONE)
        judge_sending(s, outbox_hold(&s->out, type, body));
}

/* ---- asks ----------------------------------------------------------------- */

static struct chair_list *list_of(session *s, const chair *c)
{
    return c->state == ASK_SENT ? &s->sent : &s->waiting;
}

static void leave_list(session *s, chair *c)
{
    if (c->state != ASK_NONE)
        TAILQ_REMOVE(list_of(s, c), c, link);
    c->state = ASK_NONE;
}

static void enter_list(session *s, chair *c, ask_state state)
{
    leave_list(s, c);
    c->state = state;
    TAILQ_INSERT_TAIL(list_of(s, c), c, link);
}

/* Bank of the oldest outstanding ask's match, which pays when time has run out. */
static int64_t *oldest_bank(session *s)
{
    chair *oldest = TAILQ_FIRST(&s->sent);
    return oldest ? &oldest->bank_us : NULL;
}

/* "While the oldest ask is older than (open tables) x move_ms, the process is sent no
 * more asks." */
static int64_t hold_until(const session *s)
{
    const chair *oldest = TAILQ_FIRST(&s->sent);
    return oldest ? oldest->sent_us + s->open_tables * s->clock.move_us : INT64_MAX;
}

static bool may_send(const session *s, int64_t now_us)
{
    return s->has_hello && !s->is_muted && s->fault == DOM_FAULT_NONE && now_us <= hold_until(s);
}

static void mark_sent(session *s, chair *c, int64_t now_us)
{
    dom_clock_sent(&s->clock, now_us, oldest_bank(s));
    enter_list(s, c, ASK_SENT);
    c->sent_us = now_us;
    s->asks++;
}

/* Send up to `batch` waiting asks in one message. Returns what transport.send does. */
static dom_rc send_batch(session *s, int64_t now_us)
{
    dom_msg_ask *item[DOM_BATCH_MAX];
    chair *chosen[DOM_BATCH_MAX];
    uint16_t count = 0;
    chair *c;
    TAILQ_FOREACH(c, &s->waiting, link)
    {
        if (count == s->hello.batch)
            break;
        c->ask.req = reqs_draw(&s->reqs, c->slot);
        chosen[count] = c;
        item[count++] = &c->ask;
    }
    outbox_probe(&s->out);
    dom_msg_asks asks = {.count = count, .room = count, .item = item};
    dom_rc rc = count == 1 ? outbox_send(&s->out, DOM_MSG_ASK, item[0])
                           : outbox_send(&s->out, DOM_MSG_ASKS, &asks);
    uint64_t bundle = s->asks;
    for (int i = 0; rc == DOM_OK && i < count; i++) {
        mark_sent(s, chosen[i], now_us);
        chosen[i]->bundle = bundle;
        chosen[i]->bundle_size = count;
    }
    return rc;
}

void session_send(session *s, int64_t now_us)
{
    dom_rc rc = s->fault == DOM_FAULT_NONE ? outbox_flush(&s->out) : DOM_OK;
    while (rc == DOM_OK && !TAILQ_EMPTY(&s->waiting) && may_send(s, now_us))
        rc = send_batch(s, now_us);
    judge_sending(s, rc);
}

/* ---- frames of the core --------------------------------------------------- */

static chair *chair_at(session *s, uint16_t slot)
{
    return slot < DOM_SLOTS_MAX ? s->chairs[slot] : NULL;
}

static void tell_match(session *s, const chair *c)
{
    const dom_frame_open *open = &c->open;
    dom_msg_match match = {.table = c->wire_table,
                           .seat = open->seat,
                           .seats = open->seats,
                           .teams = open->teams,
                           .seed = open->seed};
    dom_text_copy(match.variant, sizeof match.variant, c->ask.variant);
    memcpy(match.bots, open->bots, sizeof match.bots);
    memcpy(match.commit, open->commit, sizeof match.commit);
    tell(s, DOM_MSG_MATCH, &match);
}

static void open_table(session *s, const dom_frame *frame)
{
    const dom_frame_open *open = frame->body;
    chair *c = frame->slot < DOM_SLOTS_MAX ? calloc(1, sizeof *c) : NULL;
    if (c == NULL) {
        session_fail(s, DOM_FAULT_PROTOCOL, "its host is out of memory");
        return;
    }
    s->chairs[frame->slot] = c;
    c->slot = frame->slot;
    c->open = *open;
    c->wire_table = s->next_table++;
    s->open_tables++;
    const char *variant = s->setup->variants[open->variant].name;
    c->ask.table = c->wire_table;
    c->ask.seed = open->seed;
    dom_text_copy(c->ask.variant, sizeof c->ask.variant, variant);
    tell_match(s, c);
}

static void take_ask(session *s, const dom_frame *frame)
{
    const dom_frame_ask *body = frame->body;
    chair *c = chair_at(s, frame->slot);
    if (c == NULL || !dom_frame_unpack_view(frame, &c->ask.view))
        return;
    c->serial = body->serial;
    c->bank_us = body->bank_us;
    c->ask.clock = (dom_msg_clock){.move_ms = s->setup->limits.move_ms,
                                   .bank_ms = (int32_t)(body->bank_us / 1000)};
    enter_list(s, c, ASK_WAITING);
}

static void tell_round(session *s, const dom_frame *frame)
{
    const dom_frame_round *round = frame->body;
    const chair *c = chair_at(s, frame->slot);
    if (c == NULL || !s->hello.events)
        return;
    dom_msg_round message = {.table = c->wire_table,
                             .round = round->round,
                             .end = (dom_end)round->end,
                             .by = round->by,
                             .seats = round->seats};
    memcpy(message.hands, round->hands, sizeof message.hands);
    memcpy(message.points, round->points, sizeof message.points);
    memcpy(message.scores, round->scores, sizeof message.scores);
    tell(s, DOM_MSG_ROUND, &message);
}

static void tell_fault(session *s, const dom_frame *frame)
{
    const dom_frame_told *told = frame->body;
    const chair *c = chair_at(s, frame->slot);
    dom_msg_fault message = {.table = c ? c->wire_table : -1,
                             .code = (dom_fault)told->code,
                             .tolerated = told->tolerated};
    dom_text_copy(message.text, sizeof message.text, told->text);
    tell(s, DOM_MSG_FAULT, &message);
}

static void close_table(session *s, const dom_frame *frame, int64_t now_us)
{
    const dom_frame_result *result = frame->body;
    chair *c = chair_at(s, frame->slot);
    if (c == NULL)
        return;
    if (c->state == ASK_SENT) {
        reqs_give_up(&s->reqs, c->ask.req, now_us);
        dom_clock_took_back(&s->clock, now_us, oldest_bank(s));
    }
    leave_list(s, c);
    s->open_tables--;
    dom_msg_result message = {.table = c->wire_table,
                              .seats = result->seats,
                              .end = (dom_fault)result->end,
                              .fault_seat = result->fault_seat};
    memcpy(message.places, result->places, sizeof message.places);
    memcpy(message.scores, result->scores, sizeof message.scores);
    tell(s, DOM_MSG_RESULT, &message);
    s->chairs[frame->slot] = NULL;
    free(c);
}

void session_frame(session *s, const dom_frame *frame, int64_t now_us)
{
    if (s->fault != DOM_FAULT_NONE)
        return;
    switch ((int)frame->type) {
    case DOM_FRAME_OPEN:
        open_table(s, frame);
        break;
    case DOM_FRAME_ASK:
        take_ask(s, frame);
        break;
    case DOM_FRAME_ROUND:
        tell_round(s, frame);
        break;
    case DOM_FRAME_TOLD:
        tell_fault(s, frame);
        break;
    case DOM_FRAME_RESULT:
        close_table(s, frame, now_us);
        break;
    default:
        break;
    }
}

void session_bye(session *s, const char *reason)
{
    dom_msg_bye bye;
    dom_text_copy(bye.reason, sizeof bye.reason, reason);
    if (s->fault == DOM_FAULT_NONE)
        (void)outbox_flush(&s->out);
    (void)outbox_send(&s->out, DOM_MSG_BYE, &bye);
}

/* ---- messages of the bot -------------------------------------------------- */

static void send_welcome(session *s)
{
    dom_msg_welcome welcome = {.protocol = DOM_PROTOCOL_VERSION,
                               .limits = s->setup->limits,
                               .variant_count = s->setup->variant_count};
    const char *folder = s->setup->text;
    const char *working = folder + strlen(folder) + 1;
    const char *version = working + strlen(working) + 1;
    dom_text_copy(welcome.arena, sizeof welcome.arena, version);
    dom_text_copy(welcome.bot, sizeof welcome.bot, s->setup->bot);
    memcpy(welcome.variants, s->setup->variants, sizeof welcome.variants);
    tell(s, DOM_MSG_WELCOME, &welcome);
}

/* Tell the core of the bot, and the bot that it is welcome. */
static void accept_hello(session *s)
{
    const dom_msg_hello *hello = &s->hello;
    s->welcome_us = INT64_MAX;
    dom_frame_hello *frame = add_frame(s, DOM_FRAME_HELLO, DOM_NO_SLOT, sizeof *frame);
    if (frame == NULL)
        return;
    frame->max_tables = hello->max_tables;
    frame->batch = hello->batch;
    frame->events = hello->events;
    memcpy(frame->language, hello->language, sizeof frame->language);
    memcpy(frame->version, hello->version, sizeof frame->version);
    send_welcome(s);
}

/* A remote bot is there again, perhaps as another program: what lies before it is told
 * again, and nothing that was to be told before. Its clock ran on. */
static void come_back(session *s)
{
    outbox_forget(&s->out);
    accept_hello(s);
    for (int i = 0; i < DOM_SLOTS_MAX; i++)
        if (s->chairs[i])
            tell_match(s, s->chairs[i]);
    chair *c;
    TAILQ_FOREACH(c, &s->sent, link)
    {
        reqs_give_up(&s->reqs, c->ask.req, REQS_NOT_TAKEN_BACK);
        c->ask.req = reqs_draw(&s->reqs, c->slot);
        tell(s, DOM_MSG_ASK, &c->ask);
    }
}

static void take_hello(session *s, const dom_msg_hello *hello, int64_t now_us)
{
    bool is_back = s->has_hello && s->connection != s->transport->connection;
    if (s->has_hello && !is_back) {
        session_fail(s, DOM_FAULT_PROTOCOL, "a second hello");
        return;
    }
    if (hello->protocol != DOM_PROTOCOL_VERSION) {
        char text[DOM_REASON_BYTES];
        (void)snprintf(text, sizeof text, "it speaks protocol %d, this arena speaks %d",
                       hello->protocol, DOM_PROTOCOL_VERSION);
        session_fail(s, DOM_FAULT_PROTOCOL, text);
        return;
    }
    s->has_hello = true;
    s->hello = *hello;
    s->connection = s->transport->connection;
    if (is_back)
        come_back(s);
    else if (s->setup->probes & DOM_PROBE_WELCOME)
        s->welcome_us = now_us + DOM_PROBE_WAIT_MS * INT64_C(1000);
    else
        accept_hello(s);
}

static void count_stray(session *s, const char *what)
{
    if (!reqs_stray(&s->reqs, s->asks))
        return;
    char text[DOM_REASON_BYTES];
    (void)snprintf(text, sizeof text, "%d strays within %d asks; the last: %s", STRAYS_MAX,
                   STRAY_WINDOW_ASKS, what);
    session_fail(s, DOM_FAULT_PROTOCOL, text);
}

static void add_miss(session *s, const chair *c, dom_fault code, const char *text)
{
    dom_frame_miss *miss = add_frame(s, DOM_FRAME_MISS, c->slot, sizeof *miss);
    if (miss == NULL)
        return;
    miss->serial = c->serial;
    miss->code = (int32_t)code;
    miss->bank_us = c->bank_us;
    dom_text_copy(miss->text, sizeof miss->text, text);
    dom_frame_say(&miss->said, s->said, s->said_size);
}

/* Index of the action among the legal ones, or -1. */
static int64_t find_action(const dom_view *view, dom_action action)
{
    for (int i = 0; i < view->legal_count; i++)
        if (memcmp(&view->legal[i], &action, sizeof action) == 0)
            return i;
    return -1;
}

/* The bot answered this ask in `us`. */
static void answer(session *s, chair *c, const dom_msg_act *act, int64_t us)
{
    const dom_view *view = &c->ask.view;
    int64_t choice = act->has_action ? find_action(view, act->action) : act->choice;
    leave_list(s, c);
    if (choice < 0 || choice >= view->legal_count) {
        char text[DOM_REASON_BYTES];
        if (act->has_action)
            (void)snprintf(text, sizeof text, "its action is none of the %d in `legal`",
                           view->legal_count);
        else
            (void)snprintf(text, sizeof text, "choice %lld is not within 0..%d", (long long)choice,
                           view->legal_count - 1);
        add_miss(s, c, DOM_FAULT_ILLEGAL, text);
        return;
    }
    dom_frame_answer *frame = add_frame(s, DOM_FRAME_ANSWER, c->slot, sizeof *frame);
    if (frame == NULL)
        return;
    frame->serial = c->serial;
    frame->choice = (uint32_t)choice;
    frame->us = (uint32_t)(us < UINT32_MAX ? us : UINT32_MAX);
    frame->bank_us = c->bank_us;
}

/* The chair whose outstanding ask has this req, or NULL. */
static chair *find_outstanding(session *s, int64_t req)
{
    chair *c = req < 0 ? NULL : s->chairs[reqs_slot(req)];
    return c && c->state == ASK_SENT && c->ask.req == req ? c : NULL;
}

/* Answers of one message: the clock hears of all of them at once, and their time
 * is divided evenly. An ask that the message answers twice is a stray the second
 * time. */
static void take_acts(session *s, const dom_msg_act *acts, int count, int64_t now_us)
{
    chair *chosen[DOM_BATCH_MAX];
    int found = 0;
    int64_t *bank = oldest_bank(s);
    for (int i = 0; i < count; i++)
        if ((chosen[i] = find_outstanding(s, acts[i].req)) != NULL)
            found++;
    dom_clock_heard(&s->clock, now_us, 0, bank);
    for (int i = 0; i < count && s->fault == DOM_FAULT_NONE; i++) {
        chair *c = chosen[i];
        if (c && c->state == ASK_SENT) {
            int64_t from = c->sent_us > s->heard_us ? c->sent_us : s->heard_us;
            answer(s, c, &acts[i], (now_us - from) / found);
            dom_clock_heard(&s->clock, now_us, 1, NULL);
            continue;
        }
        int64_t taken_back_us;
        if (reqs_forgive(&s->reqs, acts[i].req, &taken_back_us))
            dom_clock_heard_late(&s->clock, taken_back_us);
        else
            count_stray(s, c ? "the same `req` more than once in a message"
                             : "an answer to no outstanding ask");
        s->repeats |= c != NULL;
    }
    if (found > 0)
        s->heard_us = now_us;
    if (count == 0)
        count_stray(s, "empty acts");
}

static void take_message(session *s, int64_t now_us)
{
    const dom_msg *m = &s->message;
    if (!s->has_hello && m->type != DOM_MSG_HELLO) {
        session_fail(s, DOM_FAULT_SPAWN, "its first message is not hello");
        return;
    }
    if (s->connection != s->transport->connection && m->type != DOM_MSG_HELLO) {
        session_fail(s, DOM_FAULT_PROTOCOL, "it does not begin its new connection with hello");
        return;
    }
    switch ((int)m->type) {
    case DOM_MSG_HELLO:
        take_hello(s, &m->as.hello, now_us);
        break;
    case DOM_MSG_ACT:
        take_acts(s, &m->as.act, 1, now_us);
        break;
    case DOM_MSG_ACTS:
        take_acts(s, m->as.acts.act, m->as.acts.count, now_us);
        break;
    default:
        dom_clock_heard(&s->clock, now_us, 0, oldest_bank(s));
        count_stray(s, "a message of a type that bots do not send");
        break;
    }
}

static dom_rc decode(session *s, const uint8_t *bytes, size_t size, dom_err *err)
{
    if (size > DOM_BOT_MESSAGE_BYTES)
        return dom_err_set(err, DOM_E_MALFORMED, "a message of %zu bytes, at most %d are allowed",
                           size, DOM_BOT_MESSAGE_BYTES);
    s->message.as.asks = (dom_msg_asks){0};
    dom_rc rc = dom_msg_decode(s->decoder, s->transport->format, bytes, size, &s->message, err);
    if (rc == DOM_E_MALFORMED && s->message.type == DOM_MSG_UNKNOWN && s->transport->explain)
        s->transport->explain(bytes, size, err);
    return rc;
}

bool session_receive(session *s, int64_t now_us)
{
    for (int i = 0; i < MESSAGES_PER_TURN && s->fault == DOM_FAULT_NONE; i++) {
        const uint8_t *bytes = NULL;
        size_t size = 0;
        dom_err err = {.text = ""};
        dom_rc rc = s->transport->receive(s->transport, &bytes, &size, &err);
        if (rc == DOM_E_ABSENT)
            return false;
        if (rc == DOM_OK)
            rc = decode(s, bytes, size, &err);
        s->is_muted = false;
        s->forgiven_us = 0;
        s->said = bytes;
        s->said_size = size;
        if (rc == DOM_OK)
            take_message(s, now_us);
        else
            session_fail(s, DOM_FAULT_PROTOCOL, err.text);
        s->said = NULL;
        s->said_size = 0;
    }
    return s->fault == DOM_FAULT_NONE;
}

/* ---- time ----------------------------------------------------------------- */

static int64_t earlier(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

bool session_is_timed(const session *s)
{
    return dom_clock_runs(&s->clock);
}

/* Let the outstanding asks begin later by what is forgiven, so that `us` of an answer is what the
 * clock charges. */
static void shift_answers(session *s, int64_t us, int64_t now_us)
{
    chair *c;
    s->heard_us = earlier(s->heard_us + us, now_us);
    TAILQ_FOREACH(c, &s->sent, link)
    c->sent_us = earlier(c->sent_us + us, now_us);
}

void session_forgive(session *s, int64_t us, int64_t now_us)
{
    /* What it waited for before it was asked, or answered, is no excuse. */
    if (session_is_timed(s))
        us = earlier(us, now_us - s->clock.since_us);
    us = earlier(us, PATIENCE_FORGIVEN_MAX_US - s->forgiven_us);
    if (!s->has_hello)
        s->started_us += us;
    if (s->is_muted)
        s->muted_us += us;
    if (s->has_hello && !s->is_muted && !session_is_timed(s))
        return;
    s->forgiven_us += us;
    shift_answers(s, us, now_us);
    dom_clock_forgive(&s->clock, now_us, us, oldest_bank(s));
}

/* Report an ask as late. The text says if the bot seems to answer one ask for a whole message. */
static void add_late(session *s, const chair *late)
{
    char text[DOM_REASON_BYTES] = "no answer in time";
    size_t end = strlen(text);
    int open = 0;
    const chair *c;
    TAILQ_FOREACH(c, &s->sent, link) open += c->bundle == late->bundle;
    if (s->repeats)
        dom_text_copy(text + end, sizeof text - end,
                      "; it has answered the same `req` more than once in a message: every ask has "
                      "its own");
    else if (open < late->bundle_size && !s->is_muted)
        (void)snprintf(text + end, sizeof text - end,
                       "; its message had %d asks, of which %d have no answer: each has a `req` of "
                       "its own",
                       late->bundle_size, open);
    add_miss(s, late, DOM_FAULT_TIMEOUT, text);
}

void session_tick(session *s, int64_t now_us)
{
    if (!s->has_hello && now_us > s->started_us + s->setup->limits.startup_ms * INT64_C(1000))
        session_fail(s, DOM_FAULT_SPAWN, "no hello within startup_ms");
    if (now_us >= s->welcome_us && s->fault == DOM_FAULT_NONE)
        accept_hello(s);
    if (s->is_muted && now_us > s->muted_us + STALL_US)
        session_fail(s, DOM_FAULT_STALL, "no sign of life for 2 s after a late answer");
    while (s->fault == DOM_FAULT_NONE && !TAILQ_EMPTY(&s->sent) &&
           dom_clock_is_late(&s->clock, now_us, oldest_bank(s))) {
        chair *oldest = TAILQ_FIRST(&s->sent);
        add_late(s, oldest);
        reqs_give_up(&s->reqs, oldest->ask.req, REQS_NOT_TAKEN_BACK);
        leave_list(s, oldest);
        dom_clock_gave_up(&s->clock);
        s->forgiven_us = 0;
        if (!s->is_muted)
            s->muted_us = now_us;
        s->is_muted = true;
    }
}

int64_t session_deadline(const session *s)
{
    int64_t at = INT64_MAX;
    if (s->fault != DOM_FAULT_NONE)
        return at;
    if (!s->has_hello)
        at = earlier(at, s->started_us + s->setup->limits.startup_ms * INT64_C(1000) + 1);
    if (s->is_muted)
        at = earlier(at, s->muted_us + STALL_US + 1);
    const chair *oldest = TAILQ_FIRST(&s->sent);
    if (oldest)
        at = earlier(at, dom_clock_deadline(&s->clock, oldest->bank_us));
    return earlier(at, s->welcome_us);
}

int64_t session_due(const session *s)
{
    int64_t late = session_deadline(s);
    return session_is_timed(s) ? earlier(late, dom_clock_due(&s->clock)) : late;
}
