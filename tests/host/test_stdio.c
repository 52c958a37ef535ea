/* The transport stdio between two pipes. The test plays the part of the bot. */
#include "transport.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { TOO_MUCH_BYTES = 16 << 20, LINE_MAX_BYTES = DOM_BOT_MESSAGE_BYTES };

static dom_host_transport *t;
static int bot_in, bot_out; /* the bot's ends of the pipes */
static const uint8_t *bytes;
static size_t size;
static dom_err err;

static void begin(void)
{
    int to_bot[2], from_bot[2];
    (void)signal(SIGPIPE, SIG_IGN);
    cr_assert(zero(int, pipe(to_bot)));
    cr_assert(zero(int, pipe(from_bot)));
    bot_in = to_bot[0];
    bot_out = from_bot[1];
    cr_assert(ge(int, fcntl(bot_in, F_SETFL, O_NONBLOCK), 0));
    cr_assert(ge(int, fcntl(bot_out, F_SETFL, O_NONBLOCK), 0));
    cr_assert(eq(int, dom_host_transport_open_stdio(&t, from_bot[0], to_bot[1], &err), DOM_OK));
}

static void end(void)
{
    t->close(t);
    close(bot_in);
    close(bot_out);
}

TestSuite(host_stdio, .init = begin, .fini = end);

/* Writes as much as the pipe takes. Returns how much it was. */
static size_t say_bytes(const char *text, size_t length)
{
    ssize_t n = write(bot_out, text, length);
    return n < 0 ? 0 : (size_t)n;
}

static void say(const char *text)
{
    cr_assert(eq(sz, say_bytes(text, strlen(text)), strlen(text)));
}

static void expect_line(const char *text)
{
    cr_assert(eq(int, t->receive(t, &bytes, &size, &err), DOM_OK));
    cr_assert(eq(sz, size, strlen(text)));
    cr_expect(zero(int, memcmp(bytes, text, size)), "instead of %s", text);
}

static void expect_nothing(void)
{
    cr_expect(eq(int, t->receive(t, &bytes, &size, &err), DOM_E_ABSENT));
}

/* Receives while the bot says a line that has this many letters before its end, if it ends. */
static dom_rc rc_of_line(size_t letters, const char *line_end)
{
    static char line[2 * LINE_MAX_BYTES];
    size_t length = letters + strlen(line_end), said = 0;
    dom_rc rc = DOM_E_ABSENT;
    memset(line, 'x', letters);
    memcpy(line + letters, line_end, strlen(line_end));
    while (said < length && rc == DOM_E_ABSENT) {
        said += say_bytes(line + said, length - said);
        rc = t->receive(t, &bytes, &size, &err);
    }
    return rc;
}

Test(host_stdio, each_line_is_a_message_however_it_arrives)
{
    expect_nothing();
    say("one\ntwo\nthr");
    expect_line("one");
    expect_line("two");
    expect_nothing();
    say("ee\n");
    expect_line("three");
    expect_nothing();
}

Test(host_stdio, blank_lines_are_no_messages)
{
    say("\n \t\r\n\r\none\n \n x \n");
    expect_line("one");
    expect_line(" x ");
    expect_nothing();
}

Test(host_stdio, a_line_of_the_largest_size_is_a_message)
{
    cr_expect(eq(int, rc_of_line(LINE_MAX_BYTES, "\n"), DOM_OK));
    cr_expect(eq(sz, size, LINE_MAX_BYTES));
    say("next\n");
    expect_line("next");
}

/* Its size is reported by the decoder. */
Test(host_stdio, a_line_that_is_a_little_too_long_is_received_whole)
{
    cr_expect(eq(int, rc_of_line(LINE_MAX_BYTES + 1, "\n"), DOM_OK));
    cr_expect(eq(sz, size, LINE_MAX_BYTES + 1));
}

Test(host_stdio, a_line_without_an_end_is_malformed_as_soon_as_it_is_too_long)
{
    cr_expect(eq(int, rc_of_line(LINE_MAX_BYTES + 1, ""), DOM_E_ABSENT));
    say("x");
    cr_expect(eq(int, t->receive(t, &bytes, &size, &err), DOM_E_MALFORMED));
    cr_expect(eq(sz, size, LINE_MAX_BYTES + 2));
    cr_expect(eq(str, err.text, (char *)"a line is longer than 65536 bytes"));
}

/* A blank line before it does not count. */
Test(host_stdio, the_bytes_of_too_long_a_line_are_its_own)
{
    static char line[LINE_MAX_BYTES + 3] = "\n";
    cr_assert(ge(int, fcntl(bot_out, F_SETPIPE_SZ, 4 * LINE_MAX_BYTES), 0));
    memset(line + 1, 'x', sizeof line - 1);
    cr_assert(eq(sz, say_bytes(line, sizeof line), sizeof line));
    cr_expect(eq(int, t->receive(t, &bytes, &size, &err), DOM_E_MALFORMED));
    cr_expect(eq(sz, size, LINE_MAX_BYTES + 2));
    cr_expect(eq(chr, (char)bytes[0], 'x'));
}

Test(host_stdio, the_last_line_of_a_bot_that_has_ended_is_received)
{
    say("last\ncut");
    close(bot_out);
    bot_out = -1;
    cr_expect(t->is_connected(t));
    expect_line("last");
    cr_expect(t->is_connected(t));
    expect_nothing();
    cr_expect(not(t->is_connected(t)));
}

/* ---- polling ---------------------------------------------------------------- */

/* Returns which events of the pipe are waited for: POLLIN, POLLOUT, or both. */
static short wanted(void)
{
    struct pollfd fds[DOM_HOST_TRANSPORT_FDS_MAX];
    short events = 0;
    int count = t->wait_for(t, fds);
    for (int i = 0; i < count; i++)
        events |= fds[i].events;
    cr_expect(not(t->has_more(t)));
    t->woke(t, fds, count);
    return events;
}

/* Sends messages of 1000 bytes until one is not written at once. Returns their number. */
static size_t fill_pipe(void)
{
    uint8_t message[1000];
    size_t count = 0;
    memset(message, 'y', sizeof message);
    for (; !(wanted() & POLLOUT); count++)
        cr_assert(eq(int, t->send(t, message, sizeof message, false), DOM_OK));
    return count;
}

static size_t read_all(void)
{
    static char buffer[1 << 16];
    size_t total = 0;
    ssize_t n;
    while ((n = read(bot_in, buffer, sizeof buffer)) > 0)
        total += (size_t)n;
    return total;
}

Test(host_stdio, a_message_is_sent_as_a_line)
{
    char line[16] = "";
    cr_assert(eq(int, t->send(t, (const uint8_t *)"hi", 2, false), DOM_OK));
    cr_assert(eq(int, (int)read(bot_in, line, sizeof line), 3));
    cr_expect(eq(str, line, (char *)"hi\n"));
    cr_expect(eq(int, wanted(), POLLIN));
}

Test(host_stdio, messages_that_follow_each_other_are_written_together)
{
    char lines[16] = "";
    cr_assert(eq(int, t->send(t, (const uint8_t *)"one", 3, true), DOM_OK));
    cr_expect(eq(int, (int)read(bot_in, lines, sizeof lines), -1));
    cr_assert(eq(int, t->send(t, (const uint8_t *)"two", 3, false), DOM_OK));
    cr_assert(eq(int, (int)read(bot_in, lines, sizeof lines), 8));
    cr_expect(eq(str, lines, (char *)"one\ntwo\n"));
}

Test(host_stdio, what_the_pipe_does_not_take_is_sent_when_it_has_been_read)
{
    size_t count = fill_pipe();
    cr_expect(eq(int, wanted(), POLLIN | POLLOUT));
    size_t total = read_all();
    expect_nothing();
    total += read_all();
    cr_expect(eq(sz, total, count * 1001));
    cr_expect(eq(int, wanted(), POLLIN));
}

/* The bytes that were sent make room for others in the same memory. */
Test(host_stdio, lines_keep_their_order_while_the_pipe_is_full)
{
    static char heard[1 << 22];
    size_t length = 0;
    char text[64];
    ssize_t n;
    for (int i = 0; i < 20000; i++) {
        int written = snprintf(text, sizeof text, "%040d", i);
        cr_assert(eq(int, t->send(t, (const uint8_t *)text, (size_t)written, false), DOM_OK));
        if (i % 3000 == 0 && (n = read(bot_in, heard + length, 40000)) > 0)
            length += (size_t)n;
    }
    for (int idle = 0; idle < 2; idle += n <= 0) {
        expect_nothing();
        if ((n = read(bot_in, heard + length, sizeof heard - length)) > 0)
            length += (size_t)n;
    }
    cr_assert(eq(sz, length, 20000 * 41));
    for (int i = 0; i < 20000; i++)
        cr_assert(eq(int, atoi(heard + i * 41), i));
}

Test(host_stdio, a_bot_that_never_reads_is_limited)
{
    static uint8_t message[1 << 16];
    size_t sent = fill_pipe() * 1001;
    dom_rc rc;
    while ((rc = t->send(t, message, sizeof message, false)) == DOM_OK)
        sent += sizeof message;
    cr_expect(eq(int, rc, DOM_E_LIMIT));
    cr_expect(ge(sz, sent, TOO_MUCH_BYTES - sizeof message));
    cr_expect(le(sz, sent, TOO_MUCH_BYTES + 2 * sizeof message), "and what is in the pipe");
}

Test(host_stdio, what_a_bot_can_no_longer_read_is_dropped)
{
    (void)fill_pipe();
    close(bot_in);
    bot_in = -1;
    expect_nothing();
    cr_expect(eq(int, wanted(), POLLIN));
    cr_expect(eq(int, t->send(t, (const uint8_t *)"hi", 2, false), DOM_OK));
}

Test(host_stdio, an_ended_bot_is_not_polled)
{
    close(bot_out);
    bot_out = -1;
    expect_nothing();
    cr_expect(zero(int, wanted()));
}

/* ---- what was probably a print -------------------------------------------- */

static void expect_said(const char *line, const char *shown)
{
    char text[DOM_ERR_BYTES], *quote;
    err = (dom_err){.rc = DOM_E_MALFORMED, .text = "it is not JSON"};
    t->explain((const uint8_t *)line, strlen(line), &err);
    (void)snprintf(text, sizeof text, "it printed '%s' to its standard output", shown);
    quote = strstr(err.text, text);
    cr_expect(eq(ptr, quote, err.text), "%s", err.text);
    cr_expect(ne(ptr, strstr(err.text, "(it is not JSON)"), NULL), "%s", err.text);
    cr_expect(eq(int, err.rc, DOM_E_MALFORMED));
}

Test(host_stdio, the_explanation_shows_the_beginning_of_the_line)
{
    expect_said("thinking ...", "thinking ...");
    expect_said("\t~\x7f \xc3\xa9", "?~? ??");
    expect_said("123456789.123456789.123456789.123456789.123456789.123456789.",
                "123456789.123456789.123456789.123456789.123456789.123456789.");
    expect_said("123456789.123456789.123456789.123456789.123456789.123456789.x",
                "123456789.123456789.123456789.123456789.123456789.123456789....");
}
