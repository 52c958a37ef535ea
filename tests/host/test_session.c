/* The conversation with a bot that is played here, as is the core. */
#include "session.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct {
    transport transport;
    const char *says; /* its next message, NULL = none                         */
    char heard[512];  /* the types of what it was sent, a blank behind each    */
} bot;

static dom_rc receive(transport *t, const uint8_t **bytes, size_t *size, dom_err *err)
{
    if (bot.says == NULL)
        return DOM_E_ABSENT;
    *bytes = (const uint8_t *)bot.says;
    *size = strlen(bot.says);
    bot.says = NULL;
    return DOM_OK;
}

static dom_rc take(transport *t, const uint8_t *bytes, size_t size)
{
    char start[40], type[16];
    (void)snprintf(start, sizeof start, "%.*s", (int)size, (const char *)bytes);
    cr_assert(eq(int, sscanf(start, "{\"type\":\"%15[a-z]", type), 1));
    strcat(strcat(bot.heard, type), " ");
    return DOM_OK;
}

static bool is_connected(transport *t)
{
    return true;
}

static dom_frame_setup setup;
static dom_link core;
static session *s;

/* One turn of the host's loop: the frames of the core have come before. */
static void turn(void)
{
    (void)session_receive(s, 0);
    session_send(s, 0);
    cr_assert(eq(int, session_fault(s), DOM_FAULT_NONE), "%s", session_reason(s));
}

static void connect_bot(void)
{
    bot.transport.connection++;
    bot.says = "{\"type\":\"hello\",\"protocol\":1,\"max_tables\":8}";
    bot.heard[0] = '\0';
}

static void begin(void)
{
    bot.transport = (transport){
        .format = DOM_FORMAT_JSON, .receive = receive, .send = take, .is_connected = is_connected};
    core = (dom_link){.fd = -1};
    setup = (dom_frame_setup){.bot = "bot", .is_remote = true, .variant_count = 1};
    setup.limits = (dom_msg_limits){.startup_ms = 1000, .move_ms = 1000};
    dom_err err;
    dom_variant variant;
    cr_assert(eq(int, dom_variant_find(&variant, "block-2", &err), DOM_OK));
    strcpy(setup.variants[0].name, "block-2");
    setup.variants[0].options = variant.options;
    s = session_open(&setup, &core, &bot.transport, 0);
    cr_assert(ne(ptr, s, NULL));
    connect_bot();
    turn();
    cr_assert(eq(str, bot.heard, (char *)"welcome "));
}

static void end(void)
{
    session_close(&s);
    free(core.out);
}

TestSuite(session, .init = begin, .fini = end);

static void open_table(uint16_t slot)
{
    dom_frame_open open = {.seats = 2, .cpu = -1, .bots = {"bot", "other"}};
    memset(open.commit, '0', sizeof open.commit - 1);
    dom_frame frame = {DOM_FRAME_OPEN, slot, &open, sizeof open};
    session_frame(s, &frame, 0);
}

static void close_table(uint16_t slot)
{
    dom_frame_result result = {.seats = 2, .places = {1, 2}, .fault_seat = -1};
    dom_frame frame = {DOM_FRAME_RESULT, slot, &result, sizeof result};
    session_frame(s, &frame, 0);
}

Test(session, who_comes_back_hears_welcome_first_and_then_of_every_open_table_once)
{
    open_table(0);
    open_table(1);
    turn();
    cr_assert(eq(str, bot.heard, (char *)"welcome match match "));
    close_table(0);
    open_table(2);
    connect_bot();
    turn();
    cr_assert(eq(str, bot.heard, (char *)"welcome match match "));
}
