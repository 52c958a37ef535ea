/* The conversation with the arena: one loop that handles one event of the wire per turn. */
#include "domino/bot.h"

#include "base/check.h"
#include "wire.h"

#include <stdio.h>
#include <stdlib.h>

enum { MAX_TABLES = 1024, BATCH = 64 }; /* defaults */

enum { INFORMED_MAX = 32 }; /* answers in one message if they have infos, in every SDK */

enum { RUNNING = -1, DONE = 0, FAILED = 1 };

typedef struct {
    const dom_bot *bot;
    const dom_wire_kind *kind;
    dom_wire *wire;
    dom_decoder *decoder;
    int status; /* RUNNING, or the result of dom_bot_run                      */
    int max_tables, batch;
    dom_msg message;   /* the last message received                           */
    dom_msg_ask *asks; /* room for a batch                                    */
    dom_msg_ask *ask[DOM_BATCH_MAX];
    dom_msg_acts answers; /* not sent yet                                     */
    uint8_t info[INFORMED_MAX][DOM_INFO_MESSAGE_BYTES]; /* of each of them      */
    uint8_t out[DOM_BOT_MESSAGE_BYTES + 1];
} runner;

/* In JSON an answer has at most 64 bytes, because its numbers have up to 17 digits. Its info has at
 * most 600, of which 400 are the text, if it consists of quotes. */
_Static_assert(DOM_BATCH_MAX * 64 < DOM_BOT_MESSAGE_BYTES, "all answers fit in a message");
_Static_assert(INFORMED_MAX *(64 + 600) < DOM_BOT_MESSAGE_BYTES, "also those with infos");

static void send_message(runner *r, dom_msg_type type, const void *body)
{
    size_t size = dom_msg_encode(r->kind->format, type, body, r->out, DOM_BOT_MESSAGE_BYTES);
    dom_check(size > 0);
    r->kind->send(r->wire, r->out, size);
}

static void say_hello(runner *r)
{
    dom_msg_hello hello = {.protocol = DOM_PROTOCOL_VERSION,
                           .language = "c",
                           .max_tables = r->max_tables,
                           .batch = r->batch,
                           .events = r->bot->on_round != NULL,
                           .multipart = true};
    (void)snprintf(hello.name, sizeof hello.name, "%s", r->bot->name ? r->bot->name : "");
    (void)snprintf(hello.version, sizeof hello.version, "%s",
                   r->bot->version ? r->bot->version : "");
    r->answers.count = 0; /* they belong to a connection that has ended */
    send_message(r, DOM_MSG_HELLO, &hello);
}

static void send_answers(runner *r)
{
    if (r->answers.count == 1)
        send_message(r, DOM_MSG_ACT, &r->answers.act[0]);
    else if (r->answers.count > 1)
        send_message(r, DOM_MSG_ACTS, &r->answers);
    r->answers.count = 0;
}

/* Returns what the bot thinks about the answer that is added next. */
static dom_msg_info info_of(runner *r, const dom_msg_ask *ask, int choice)
{
    dom_info info = {.text = ""};
    r->bot->inform(ask, choice, &info, r->bot->state);
    return dom_info_is_empty(&info) ? (dom_msg_info){.bytes = NULL}
                                    : dom_info_write(&info, r->info[r->answers.count]);
}

static void add_answer(runner *r, const dom_msg_ask *ask, int choice)
{
    if (choice < 0 || choice >= ask->view.legal_count) {
        (void)fprintf(stderr, "the bot chose %d of %d legal actions (variant %s, table %lld)\n",
                      choice, ask->view.legal_count, ask->variant, (long long)ask->table);
        r->status = FAILED;
        return;
    }
    if (r->answers.count == (r->bot->inform ? INFORMED_MAX : DOM_BATCH_MAX))
        send_answers(r);
    dom_msg_act *act = &r->answers.act[r->answers.count];
    *act = (dom_msg_act){.req = ask->req, .choice = choice};
    if (r->bot->inform)
        act->info = info_of(r, ask, choice);
    r->answers.count++;
}

static void choose_all(runner *r, const dom_msg_ask *const *asks, int count)
{
    int choices[DOM_BATCH_MAX] = {0}; /* so choice 0 is the default of choose_many */
    if (r->bot->choose_many)
        r->bot->choose_many(asks, count, choices, r->bot->state);
    for (int i = 0; i < count && r->status == RUNNING; i++) {
        if (r->bot->choose_many == NULL)
            choices[i] = r->bot->choose(asks[i], r->bot->state);
        add_answer(r, asks[i], choices[i]);
    }
}

static void on_ask(runner *r)
{
    const dom_msg_ask *ask = &r->message.as.ask;
    choose_all(r, &ask, 1);
}

static void on_asks(runner *r)
{
    choose_all(r, (const dom_msg_ask *const *)r->message.as.asks.item, r->message.as.asks.count);
}

static void on_welcome(runner *r)
{
    if (r->bot->on_welcome)
        r->bot->on_welcome(&r->message.as.welcome, r->bot->state);
}

static void on_match(runner *r)
{
    if (r->bot->on_match)
        r->bot->on_match(&r->message.as.match, r->bot->state);
}

static void on_round(runner *r)
{
    if (r->bot->on_round)
        r->bot->on_round(&r->message.as.round, r->bot->state);
}

static void on_result(runner *r)
{
    if (r->bot->on_result)
        r->bot->on_result(&r->message.as.result, r->bot->state);
}

static void on_fault(runner *r)
{
    const dom_msg_fault *fault = &r->message.as.fault;
    if (r->bot->on_fault)
        r->bot->on_fault(fault, r->bot->state);
    else
        (void)fprintf(stderr, "fault %s at table %lld: %s%s\n", dom_fault_word(fault->code),
                      (long long)fault->table, fault->text, fault->tolerated ? " (tolerated)" : "");
}

static void on_bye(runner *r)
{
    send_answers(r);
    r->status = DONE;
}

/* NULL: the message is ignored, because it is not for a bot or of an unknown type. */
static void (*const on_message[DOM_MSG_TYPES])(runner *) = {
    [DOM_MSG_WELCOME] = on_welcome, [DOM_MSG_MATCH] = on_match, [DOM_MSG_ASK] = on_ask,
    [DOM_MSG_ASKS] = on_asks,       [DOM_MSG_ROUND] = on_round, [DOM_MSG_RESULT] = on_result,
    [DOM_MSG_FAULT] = on_fault,     [DOM_MSG_BYE] = on_bye,
};

static void read_message(runner *r, const uint8_t *bytes, size_t size)
{
    dom_err err;
    r->message.as.asks = (dom_msg_asks){.room = (uint16_t)r->batch, .item = r->ask};
    dom_rc rc = dom_msg_decode(r->decoder, r->kind->format, bytes, size, &r->message, &err);
    if (rc != DOM_OK) {
        (void)fprintf(stderr, "the arena sent a message that cannot be read: %s\n", err.text);
        r->status = FAILED;
    } else if (on_message[r->message.type]) {
        on_message[r->message.type](r);
    }
}

/* Handles one event. Answers are kept until there is nothing more to read, so that asks that
 * arrived together are answered together. A bot with a batch of 1 thinks long, so its answers are
 * not kept. */
static void take_turn(runner *r)
{
    const uint8_t *bytes;
    size_t size;
    switch (r->kind->receive(r->wire, r->answers.count == 0, &bytes, &size)) {
    case WIRE_OPEN:
        say_hello(r);
        return;
    case WIRE_MESSAGE:
        read_message(r, bytes, size);
        if (r->batch == 1)
            send_answers(r);
        return;
    case WIRE_EMPTY:
        send_answers(r);
        return;
    case WIRE_GONE:
        send_answers(r); /* the arena may still read after it has closed the input */
        r->status = DONE;
        return;
    }
}

static void stop(runner *r)
{
    if (r->wire)
        r->kind->close(r->wire);
    dom_decoder_close(&r->decoder);
    free(r->asks);
    free(r);
}

static int at_most(int value, int limit)
{
    return value < limit ? value : limit;
}

/* Returns NULL if the bot cannot start, with a line on standard error. */
static runner *start(const dom_bot *bot)
{
    runner *r = calloc(1, sizeof *r);
    if (r == NULL)
        return NULL;
    r->bot = bot;
    r->status = RUNNING;
    r->max_tables = bot->max_tables ? bot->max_tables : MAX_TABLES;
    r->batch = at_most(bot->batch ? bot->batch : BATCH, r->max_tables);
    r->kind = getenv("DOMINO_ARENA_ENDPOINT") ? &dom_wire_zmq : &dom_wire_stdio;
    r->decoder = dom_decoder_open();
    r->asks = calloc((size_t)r->batch, sizeof *r->asks);
    r->wire = r->decoder && r->asks ? r->kind->open() : NULL;
    if (r->wire == NULL) {
        (void)fprintf(stderr, "the bot cannot start\n");
        stop(r);
        return NULL;
    }
    for (int i = 0; i < r->batch; i++)
        r->ask[i] = &r->asks[i];
    return r;
}

int dom_bot_run(const dom_bot *bot)
{
    dom_check(bot->choose || bot->choose_many);
    dom_check(0 <= bot->max_tables && bot->max_tables <= DOM_OPEN_TABLES_MAX);
    dom_check(0 <= bot->batch && bot->batch <= DOM_BATCH_MAX);
    runner *r = start(bot);
    if (r == NULL)
        return FAILED;
    while (r->status == RUNNING)
        take_turn(r);
    int status = r->status;
    stop(r);
    return status;
}
