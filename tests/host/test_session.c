/* A session with a bot and a core that are simulated here, at invented times. */
#include "session.h"

#include "frames.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

enum { STARTUP_US = 1000000, MOVE_US = 2000, MARGIN_US = 1000, STALL_US = 2000000 };

static struct {
    dom_host_transport transport;
    const char *says; /* its next message, or NULL */
    char heard[512];  /* the types of the messages that it was sent, each with a blank behind it, or
                         with a plus if the next one may arrive together with it */
    char last[64];    /* the beginning of the last of these messages */
} bot;

static dom_rc receive(dom_host_transport *t, const uint8_t **bytes, size_t *size, dom_err *err)
{
    if (bot.says == NULL)
        return DOM_E_ABSENT;
    *bytes = (const uint8_t *)bot.says;
    *size = strlen(bot.says);
    bot.says = NULL;
    return DOM_OK;
}

static dom_rc take(dom_host_transport *t, const uint8_t *bytes, size_t size, bool more)
{
    char type[16];
    (void)snprintf(bot.last, sizeof bot.last, "%.*s", (int)size, (const char *)bytes);
    cr_assert(eq(int, sscanf(bot.last, "{\"type\":\"%15[a-z]\"", type), 1), "%s", bot.last);
    strcat(strcat(bot.heard, type), more ? "+" : " ");
    return DOM_OK;
}

static bool is_connected(dom_host_transport *t)
{
    return true;
}

static dom_ipc_launch_spec spec;
static dom_ipc_link core, host;
static dom_host_session *s;

static void begin(void)
{
    dom_err err;
    dom_variant variant;
    int fds[2];
    bot.transport = (dom_host_transport){
        .format = DOM_FORMAT_JSON, .receive = receive, .send = take, .is_connected = is_connected};
    spec = (dom_ipc_launch_spec){.bot = "bot", .variant_count = 1, .arena_version = ""};
    spec.limits = (dom_msg_limits){
        .startup_ms = STARTUP_US / 1000, .move_ms = MOVE_US / 1000, .margin_ms = MARGIN_US / 1000};
    cr_assert(eq(int, dom_variant_find(&variant, "block-2", &err), DOM_OK));
    strcpy(spec.variants[0].name, "block-2");
    spec.variants[0].options = variant.options;
    cr_assert(zero(int, socketpair(AF_UNIX, SOCK_SEQPACKET, 0, fds)));
    cr_assert(eq(int, dom_ipc_link_open(&core, fds[0]), DOM_OK));
    cr_assert(eq(int, dom_ipc_link_open(&host, fds[1]), DOM_OK));
    s = dom_host_session_open(&spec, &host, &bot.transport, 0);
    cr_assert(ne(ptr, s, NULL));
}

static void end(void)
{
    dom_host_session_close(&s);
    dom_ipc_link_close(&core);
    dom_ipc_link_close(&host);
}

TestSuite(host_session, .init = begin, .fini = end);

static void read_core(int64_t now_us)
{
    dom_ipc_frame frame;
    cr_assert(eq(int, dom_ipc_link_flush(&core), DOM_OK));
    while (dom_ipc_link_receive(&host) == DOM_OK)
        while (dom_ipc_link_next(&host, &frame))
            dom_host_session_frame(s, &frame, now_us);
}

static void answer_and_tick(int64_t now_us)
{
    (void)dom_host_session_receive(s, now_us);
    dom_host_session_tick(s, now_us);
    dom_host_session_send(s, now_us);
    cr_assert(eq(int, dom_host_session_fault(s), DOM_FAULT_NONE), "%s", dom_host_session_reason(s));
}

/* One turn of the host's loop. */
static void turn(int64_t now_us)
{
    read_core(now_us);
    answer_and_tick(now_us);
}

static void connect_bot(int64_t now_us)
{
    bot.transport.connection++;
    bot.says = "{\"type\":\"hello\",\"protocol\":1,\"max_tables\":8}";
    bot.heard[0] = '\0';
    turn(now_us);
}

static void add_asked_table(uint16_t slot, int64_t bank_us)
{
    add_open(&core, slot);
    add_ask(&core, slot, bank_us);
}

static void ask(int64_t bank_us, int64_t now_us)
{
    add_asked_table(0, bank_us);
    turn(now_us);
}

/* Lets the bot answer its last ask, with more keys. */
static void say_answer_with(const char *more)
{
    static char act[400];
    long long req;
    cr_assert(eq(int, sscanf(bot.last, "{\"type\":\"ask\",\"req\":%lld", &req), 1), "%s", bot.last);
    (void)snprintf(act, sizeof act, "{\"type\":\"act\",\"req\":%lld,\"choice\":0%s}", req, more);
    bot.says = act;
}

static void say_answer(void)
{
    say_answer_with("");
}

static void answer(int64_t now_us)
{
    say_answer();
    turn(now_us);
}

/* Returns the ANSWER frame that the core receives. */
static dom_ipc_frame_answer told_answer(void)
{
    dom_ipc_frame frame;
    dom_ipc_frame_answer told = {.bank_us = -1};
    cr_assert(eq(int, dom_ipc_link_flush(&host), DOM_OK));
    cr_assert(eq(int, dom_ipc_link_receive(&core), DOM_OK));
    while (dom_ipc_link_next(&core, &frame))
        if (frame.type == DOM_IPC_FRAME_ANSWER)
            cr_assert(dom_ipc_frame_unpack_answer(&frame, &told));
    return told;
}

Test(host_session, a_bot_that_connects_again_gets_welcome_and_then_every_open_match_once)
{
    connect_bot(0);
    cr_assert(eq(str, bot.heard, (char *)"welcome "));
    add_open(&core, 0);
    add_open(&core, 1);
    turn(0);
    cr_assert(eq(str, bot.heard, (char *)"welcome match+match "));
    add_result(&core, 0);
    add_open(&core, 2);
    connect_bot(0);
    cr_assert(eq(str, bot.heard, (char *)"welcome+match+match "));
}

Test(host_session, news_reaches_the_bot_together_with_the_ask_behind_it)
{
    connect_bot(0);
    ask(0, 0);
    answer(100);
    cr_assert(eq(str, bot.heard, (char *)"welcome match+ask "));
    add_result(&core, 0);
    add_asked_table(1, 0);
    turn(200);
    cr_assert(eq(str, bot.heard, (char *)"welcome match+ask result+match+ask "));
    add_result(&core, 1);
    turn(300);
    cr_assert(eq(str, bot.heard, (char *)"welcome match+ask result+match+ask result "));
}

Test(host_session, a_credited_cpu_wait_is_not_taken_from_the_bank)
{
    connect_bot(0);
    ask(500000, 100);
    cr_expect(eq(i64, dom_host_session_credit_due(s), 100 + MOVE_US + 1), "the bank begins to pay");
    cr_expect(eq(i64, dom_host_session_deadline(s), 100 + MOVE_US + 500000 + MARGIN_US + 1));
    dom_host_session_credit(s, 50000, 100 + 55000);
    answer(100 + 55000);
    dom_ipc_frame_answer told = told_answer();
    cr_expect(eq(i64, told.bank_us, 500000 - (55000 - 50000 - MOVE_US)));
    cr_expect(eq(u32, told.us, 55000 - 50000), "the charged time");
}

Test(host_session, without_a_clock_an_answer_is_never_late)
{
    spec.has_no_clock = 1;
    dom_host_session_close(&s);
    s = dom_host_session_open(&spec, &host, &bot.transport, 0);
    connect_bot(0);
    ask(0, 0);
    int64_t day_us = INT64_C(86400000000);
    cr_expect(lt(i64, day_us, dom_host_session_deadline(s)));
    answer(day_us);
    cr_expect(eq(u32, told_answer().choice, 0));
    cr_expect(zero(int, (int)dom_host_session_fault(s)));
}

/* Returns what the core is told of the info with which the bot answers an ask. */
static dom_ipc_frame_info told_info(const char *more)
{
    ask(0, 0);
    say_answer_with(more);
    turn(100);
    return told_answer().info;
}

Test(host_session, a_good_info_is_packed)
{
    connect_bot(0);
    dom_ipc_frame_info told = told_info(",\"info\":{\"expected\":-1.5,\"text\":\"so\"}");
    dom_info info;
    cr_assert(eq(int, told.kind, DOM_IPC_INFO_GIVEN));
    cr_assert(dom_info_unpack(told.bytes, told.size, &info));
    cr_expect(info.has_expected && !info.has_worlds && !info.has_depth);
    cr_expect(eq(int, info.expected, -1500));
    cr_expect(eq(str, info.text, "so"));
}

Test(host_session, a_bad_info_is_dropped_with_a_reason_and_the_answer_counts)
{
    connect_bot(0);
    dom_ipc_frame_info told = told_info(",\"info\":{\"expected\":NaN}");
    static const char reason[] = "act.info.expected: expected a finite number";
    cr_assert(eq(int, told.kind, DOM_IPC_INFO_DROPPED));
    cr_assert(eq(sz, told.size, sizeof reason - 1));
    cr_expect(eq(int, memcmp(told.bytes, reason, sizeof reason - 1), 0));
    cr_expect(eq(int, dom_host_session_fault(s), DOM_FAULT_NONE));
}

Test(host_session, an_empty_info_counts_as_missing)
{
    connect_bot(0);
    cr_expect(eq(int, told_info(",\"info\":{\"text\":\"\"}").kind, DOM_IPC_INFO_NONE));
}

Test(host_session, an_answer_without_info_has_none)
{
    connect_bot(0);
    cr_expect(eq(int, told_info("").kind, DOM_IPC_INFO_NONE));
}

static void ask_at_two_tables(void)
{
    for (uint16_t slot = 0; slot < 2; slot++)
        add_asked_table(slot, 0);
    turn(0);
}

/* One turn of the host's loop. If a credit is due, it takes a reading, which finds that the bot
 * waited `waited_us` since the last one. */
static void look_and_turn(int64_t waited_us, int64_t now_us)
{
    bool has_looked = now_us >= dom_host_session_credit_due(s);
    if (has_looked)
        dom_host_session_credit(s, waited_us, now_us);
    read_core(now_us);
    if (!has_looked && now_us >= dom_host_session_credit_due(s))
        dom_host_session_credit(s, waited_us, now_us);
    answer_and_tick(now_us);
}

/* The bot waited for a CPU before it answered the first of two asks. The second still has its full
 * time. */
Test(host_session, a_cpu_wait_before_one_answer_does_not_shorten_the_time_of_the_next)
{
    connect_bot(0);
    ask_at_two_tables();
    int64_t waited = 2 * MOVE_US - 200, heard = 2 * MOVE_US - 100;
    int64_t late = heard + MOVE_US + MARGIN_US;
    say_answer();
    look_and_turn(waited, heard);
    cr_expect(eq(u16, dom_host_session_oldest_ask_table(s), 0));
    for (int64_t now = heard + 1; now <= late; now = dom_host_session_deadline(s))
        look_and_turn(0, now);
    cr_expect(eq(i64, dom_host_session_deadline(s), late + 1));
}

/* Returns the text of the MISS frame with which the core is told that the answer is late. */
static const char *told_late(int64_t now_us)
{
    static dom_ipc_frame_miss told;
    dom_ipc_frame frame;
    turn(now_us);
    told.text[0] = '\0';
    cr_assert(eq(int, dom_ipc_link_flush(&host), DOM_OK));
    while (dom_ipc_link_receive(&core) == DOM_OK)
        while (dom_ipc_link_next(&core, &frame))
            if (frame.type == DOM_IPC_FRAME_MISS && told.text[0] == '\0')
                cr_assert(dom_ipc_frame_unpack_miss(&frame, &told));
    return told.text;
}

/* Sends three asks in one message. Returns the `req` of the first. */
static long long ask_bundle(void)
{
    long long req;
    bot.transport.connection++;
    bot.says = "{\"type\":\"hello\",\"protocol\":1,\"max_tables\":8,\"batch\":8}";
    turn(0);
    for (uint16_t slot = 0; slot < 3; slot++)
        add_asked_table(slot, 0);
    turn(0);
    cr_assert(eq(int, sscanf(bot.last, "{\"type\":\"asks\",\"asks\":[{\"req\":%lld", &req), 1),
              "%s", bot.last);
    return req;
}

Test(host_session, the_text_says_that_one_answer_came_for_a_message_with_three_asks)
{
    char act[64];
    (void)snprintf(act, sizeof act, "{\"type\":\"act\",\"req\":%lld,\"choice\":0}", ask_bundle());
    bot.says = act;
    turn(1);
    cr_expect(eq(str, (char *)told_late(STALL_US),
                 (char *)"no answer in time, after 2000 ms; allowed: 2 ms an ask; its message had "
                         "3 asks, of which 2 have no answer: each "
                         "has a `req` of its own"));
}

Test(host_session, the_text_says_that_all_answers_had_the_same_req)
{
    char acts[256];
    long long req = ask_bundle();
    (void)snprintf(acts, sizeof acts,
                   "{\"type\":\"acts\",\"acts\":[{\"req\":%lld,\"choice\":0},{\"req\":%lld,"
                   "\"choice\":0},{\"req\":%lld,\"choice\":0}]}",
                   req, req, req);
    bot.says = acts;
    turn(1);
    cr_expect(eq(str, (char *)told_late(STALL_US),
                 (char *)"no answer in time, after 2000 ms; allowed: 2 ms an ask; it has answered "
                         "the same `req` more than once in a "
                         "message: every ask has its own"));
}

Test(host_session, for_a_silent_bot_the_text_only_says_that_it_is_late)
{
    (void)ask_bundle();
    cr_expect(eq(str, (char *)told_late(STALL_US),
                 (char *)"no answer in time, after 2000 ms; allowed: 2 ms an ask"));
}

Test(host_session, a_bot_on_stdio_that_has_answered_nothing_yet_is_told_to_flush)
{
    static const char hint[] =
        "; it has answered nothing yet: if it has written an answer, it must flush its "
        "standard output after every message";
    spec.uses_stdio = true;
    (void)ask_bundle();
    cr_expect(ne(ptr, strstr(told_late(STALL_US), hint), NULL));
    dom_host_session_tick(s, 2 * STALL_US + 1);
    cr_expect(eq(int, dom_host_session_fault(s), DOM_FAULT_STALL));
    cr_expect(ne(ptr, strstr(dom_host_session_reason(s), hint), NULL));
}

Test(host_session, a_bot_on_stdio_that_has_answered_is_not_told_to_flush)
{
    char act[64];
    spec.uses_stdio = true;
    (void)snprintf(act, sizeof act, "{\"type\":\"act\",\"req\":%lld,\"choice\":0}", ask_bundle());
    bot.says = act;
    turn(1);
    cr_expect(eq(ptr, strstr(told_late(STALL_US), "flush"), NULL));
}

/* An ask is cancelled at `cancelled_us`, and another one is sent at `asked_us`. The bot waits for a
 * CPU during the whole time. */
static void wait_at_a_cancelled_ask(int64_t cancelled_us, int64_t asked_us)
{
    connect_bot(0);
    ask(0, 0);
    add_result(&core, 0);
    if (cancelled_us < asked_us)
        turn(cancelled_us);
    add_asked_table(1, 0);
    look_and_turn(asked_us, asked_us);
    cr_expect(eq(i64, dom_host_session_deadline(s), asked_us + 2 * MOVE_US + MARGIN_US + 1));
}

Test(host_session, a_cpu_wait_at_a_cancelled_ask_is_credited)
{
    wait_at_a_cancelled_ask(100, 2 * MOVE_US);
}

Test(host_session, a_cpu_wait_at_a_cancelled_ask_is_credited_when_another_ask_is_sent_at_once)
{
    wait_at_a_cancelled_ask(MOVE_US - 200, MOVE_US - 200);
}

/* The bot may still be working on the cancelled ask, so its time stays in the budget. */
Test(host_session, a_cancelled_ask_does_not_shorten_the_time_of_another)
{
    connect_bot(0);
    ask_at_two_tables();
    add_result(&core, 0);
    turn(1);
    cr_expect(eq(u16, dom_host_session_oldest_ask_table(s), 1));
    cr_expect(eq(i64, dom_host_session_deadline(s), 2 * MOVE_US + MARGIN_US + 1));
}

/* Two asks are cancelled. The bot takes its full time for each of the three asks. */
Test(host_session, a_late_answer_does_not_shorten_the_time_of_other_asks)
{
    connect_bot(0);
    ask_at_two_tables();
    say_answer();
    const char *late = bot.says;
    bot.says = NULL;
    add_result(&core, 0);
    add_result(&core, 1);
    turn(1);
    add_asked_table(2, 0);
    turn(MOVE_US / 2);
    bot.says = late;
    turn(MOVE_US);
    cr_expect(eq(i64, dom_host_session_deadline(s), 3 * MOVE_US + MARGIN_US + 1));
}

/* After the late answer the bot can no longer be working on the cancelled ask. */
Test(host_session, a_late_answer_removes_the_time_of_its_ask_from_the_budget)
{
    connect_bot(0);
    ask(0, 0);
    add_result(&core, 0);
    say_answer();
    turn(1);
    add_asked_table(1, 0);
    turn(2);
    cr_expect(eq(i64, dom_host_session_deadline(s), 2 + MOVE_US + MARGIN_US + 1));
}

Test(host_session, a_credit_is_due_before_anything_is_late)
{
    cr_expect(eq(i64, dom_host_session_credit_due(s), STARTUP_US + 1), "the hello");
    connect_bot(0);
    cr_expect(eq(i64, dom_host_session_credit_due(s), INT64_MAX), "nothing");
    ask(0, 0);
    cr_expect(eq(i64, dom_host_session_credit_due(s), MOVE_US + 1), "the answer");
    int64_t late = MOVE_US + MARGIN_US + 1;
    turn(late);
    cr_expect(eq(i64, dom_host_session_credit_due(s), late + STALL_US + 1), "a sign of life");
}

/* ---- texts of faults -------------------------------------------------------- */

static void explain(const uint8_t *bytes, size_t size, dom_err *err)
{
    (void)dom_err_set(err, DOM_E_MALFORMED, "it printed this");
}

/* Returns why the session has ended after this message of the bot. */
static const char *reason_after(const char *message)
{
    bot.says = message;
    (void)dom_host_session_receive(s, 0);
    return dom_host_session_reason(s);
}

Test(host_session, what_is_no_message_is_explained_by_the_transport)
{
    bot.transport.explain = explain;
    connect_bot(0);
    cr_expect(eq(str, (char *)reason_after("thinking"), (char *)"it printed this"));
}

Test(host_session, a_message_with_a_type_is_not_explained_by_the_transport)
{
    bot.transport.explain = explain;
    connect_bot(0);
    cr_expect(ne(str, (char *)reason_after("{\"type\":\"act\"}"), (char *)"it printed this"));
    cr_expect(eq(int, dom_host_session_fault(s), DOM_FAULT_PROTOCOL));
}

Test(host_session, an_illegal_choice_is_told_with_the_legal_ones)
{
    char act[64];
    long long req;
    dom_ipc_frame frame;
    dom_ipc_frame_miss told = {.text = ""};
    connect_bot(0);
    ask(0, 0);
    cr_assert(eq(int, sscanf(bot.last, "{\"type\":\"ask\",\"req\":%lld", &req), 1));
    (void)snprintf(act, sizeof act, "{\"type\":\"act\",\"req\":%lld,\"choice\":99}", req);
    bot.says = act;
    turn(1);
    cr_assert(eq(int, dom_ipc_link_flush(&host), DOM_OK));
    while (dom_ipc_link_receive(&core) == DOM_OK)
        while (dom_ipc_link_next(&core, &frame))
            if (frame.type == DOM_IPC_FRAME_MISS)
                cr_assert(dom_ipc_frame_unpack_miss(&frame, &told));
    cr_expect(eq(str, told.text, (char *)"choice 99 is not within 0..1"));
    cr_expect(eq(int, told.code, DOM_FAULT_ILLEGAL));
}

Test(host_session, it_is_known_before_an_ask_is_sent)
{
    add_asked_table(0, 0);
    read_core(0);
    cr_expect(not(dom_host_session_will_ask(s, 0)), "the bot has not said hello");
    connect_bot(0);
    cr_expect(not(dom_host_session_will_ask(s, 0)), "the ask was sent");
    add_asked_table(1, 0);
    read_core(MOVE_US);
    cr_expect(dom_host_session_will_ask(s, MOVE_US));
    add_asked_table(2, 0);
    read_core(4 * MOVE_US);
    cr_expect(not(dom_host_session_will_ask(s, 4 * MOVE_US)), "its oldest ask waits for too long");
}
