/* What a busy machine keeps a bot waiting costs it nothing: session and clock, at made-up
 * times, between this test as the core and a bot that says what it is told to. */
#include "session.h"

#include "deal/deal.h"
#include "rules/match.h"
#include "rules/variant.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

enum { STARTUP_US = 1000000, MOVE_US = 2000, MARGIN_US = 1000, STALL_US = 2000000 };

/* One message each way. */
static char from_bot[256], to_bot[65536];

static dom_rc receive(transport *t, const uint8_t **bytes, size_t *size, dom_err *err)
{
    static char message[sizeof from_bot];
    (void)t, (void)err;
    if (from_bot[0] == '\0')
        return DOM_E_ABSENT;
    strcpy(message, from_bot);
    from_bot[0] = '\0';
    *bytes = (const uint8_t *)message;
    *size = strlen(message);
    return DOM_OK;
}

static dom_rc send_to_bot(transport *t, const uint8_t *bytes, size_t size)
{
    (void)t;
    (void)snprintf(to_bot, sizeof to_bot, "%.*s", (int)size, (const char *)bytes);
    return DOM_OK;
}

static bool is_connected(transport *t)
{
    (void)t;
    return true;
}

static transport wire = {.format = DOM_FORMAT_JSON,
                         .receive = receive,
                         .send = send_to_bot,
                         .is_connected = is_connected};
static dom_frame_setup setup = {
    .limits = {STARTUP_US / 1000, MOVE_US / 1000, 0, 0, MARGIN_US / 1000, 65536}};
static dom_link core, host;
static session *s;

static void open_session(void)
{
    int fds[2];
    cr_assert(zero(int, socketpair(AF_UNIX, SOCK_SEQPACKET, 0, fds)));
    cr_assert(eq(int, dom_link_open(&core, fds[0]), DOM_OK));
    cr_assert(eq(int, dom_link_open(&host, fds[1]), DOM_OK));
    s = session_open(&setup, &host, &wire, 0);
    cr_assert(ne(ptr, s, NULL));
}

static void close_session(void)
{
    session_close(&s);
    dom_link_close(&core);
    dom_link_close(&host);
}

static void say(const char *message, int64_t now_us)
{
    strcpy(from_bot, message);
    (void)session_receive(s, now_us);
    cr_assert(eq(int, session_fault(s), DOM_FAULT_NONE), "%s", session_reason(s));
}

static void say_hello(int64_t now_us)
{
    say("{\"type\": \"hello\", \"protocol\": 1}", now_us);
}

static void answer_ask(int64_t now_us)
{
    long long req;
    char act[64];
    const char *at = strstr(to_bot, "\"req\":");
    cr_assert(at && sscanf(at, "\"req\":%lld", &req) == 1, "%s", to_bot);
    (void)snprintf(act, sizeof act, "{\"type\": \"act\", \"req\": %lld, \"choice\": 0}", req);
    say(act, now_us);
}

/* A view of any match. */
static void first_view(dom_view *view)
{
    static dom_match match;
    static dom_deal deal;
    dom_variant variant;
    dom_secret secret;
    dom_key key;
    dom_err err;
    cr_assert(eq(int, dom_variant_find(&variant, "block-2", &err), DOM_OK));
    dom_secret_of_seed(&secret, 1);
    dom_key_of_set(&key, &secret, "x", 1);
    dom_match_init(&match, &variant.options);
    dom_deal_make(&deal, &variant.options, &key, 1, dom_match_lead(&match));
    dom_match_deal(&match, &deal);
    dom_view_of(view, &match, match.play.turn);
}

static void ask(int64_t bank_us, int64_t now_us)
{
    static dom_view view;
    dom_frame frame;
    first_view(&view);
    dom_frame_open *open = dom_link_add(&core, DOM_FRAME_OPEN, 0, sizeof *open);
    cr_assert(ne(ptr, open, NULL));
    open->seats = 2;
    cr_assert(dom_link_add_ask(&core, 0, 1, bank_us, &view));
    cr_assert(eq(int, dom_link_flush(&core), DOM_OK));
    cr_assert(eq(int, dom_link_receive(&host), DOM_OK));
    while (dom_link_next(&host, &frame))
        session_frame(s, &frame, now_us);
    session_send(s, now_us);
}

/* The bank that the core is told of with the answer. */
static int64_t told_bank_us(void)
{
    dom_frame frame;
    dom_frame_answer answer = {.bank_us = -1};
    cr_assert(eq(int, dom_link_flush(&host), DOM_OK));
    cr_assert(eq(int, dom_link_receive(&core), DOM_OK));
    while (dom_link_next(&core, &frame))
        if (frame.type == DOM_FRAME_ANSWER)
            cr_assert(dom_frame_unpack_answer(&frame, &answer));
    return answer.bank_us;
}

TestSuite(host_waiting, .init = open_session, .fini = close_session);

Test(host_waiting, is_not_paid_for_by_a_bank)
{
    say_hello(0);
    ask(500000, 100);
    cr_expect(eq(i64, session_due(s), 100 + MOVE_US + 1), "the bank begins to pay");
    cr_expect(eq(i64, session_deadline(s), 100 + MOVE_US + 500000 + MARGIN_US + 1));
    session_forgive(s, 50000, 100 + 55000);
    answer_ask(100 + 55000);
    cr_expect(eq(i64, told_bank_us(), 500000 - (55000 - 50000 - MOVE_US)));
}

Test(host_waiting, is_to_be_looked_at_before_anything_is_late)
{
    cr_expect(eq(i64, session_due(s), STARTUP_US + 1), "the hello");
    say_hello(0);
    cr_expect(eq(i64, session_due(s), INT64_MAX), "nothing");
    ask(0, 0);
    int64_t late = MOVE_US + MARGIN_US + 1;
    cr_expect(eq(i64, session_due(s), late), "the answer");
    session_tick(s, late);
    cr_expect(eq(i64, session_due(s), late + STALL_US + 1), "a sign of life");
}
