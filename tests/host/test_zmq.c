/* The transport zmq with peers of its own socket. The test plays the part of the bot and of
 * strangers. */
#include "transport.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zmq.h>

enum { STRANGERS_MAX = 64, SOCKETS_MAX = 8 };

static char folder[] = "/tmp/domino-test.XXXXXX";
static dom_host_transport *t;
static void *context, *sockets[SOCKETS_MAX]; /* of the peers */
static size_t socket_count;
static const uint8_t *bytes;
static size_t size;
static dom_err err;

static void begin(void)
{
    cr_assert(ne(ptr, mkdtemp(folder), NULL));
    cr_assert(eq(int, dom_host_transport_open_zmq(&t, folder, "the token", &err), DOM_OK));
    context = zmq_ctx_new();
    cr_assert(ne(ptr, context, NULL));
}

static void end(void)
{
    char path[64];
    while (socket_count > 0)
        zmq_close(sockets[--socket_count]);
    zmq_ctx_term(context);
    t->close(t);
    (void)snprintf(path, sizeof path, "%s/s", folder);
    (void)unlink(path);
    (void)rmdir(folder);
}

TestSuite(host_zmq, .init = begin, .fini = end);

/* ---- the host's side -------------------------------------------------------- */

/* One turn of the host's loop. Waits if nothing can be received yet. */
static dom_rc turn(int timeout_ms)
{
    struct pollfd fds[DOM_HOST_TRANSPORT_FDS_MAX];
    int count = t->wait_for(t, fds);
    cr_assert(ge(int, poll(fds, (nfds_t)count, t->has_more(t) ? 0 : timeout_ms), 0));
    t->woke(t, fds, count);
    return t->receive(t, &bytes, &size, &err);
}

/* Waits for the next message, or for what is no message. */
static dom_rc next_message(void)
{
    dom_rc rc;
    while ((rc = turn(-1)) == DOM_E_ABSENT)
        ;
    return rc;
}

static void expect_message(const char *text)
{
    cr_assert(eq(int, next_message(), DOM_OK), "%s", err.text);
    cr_assert(eq(sz, size, strlen(text)));
    cr_expect(zero(int, memcmp(bytes, text, size)), "instead of %s", text);
}

/* ---- the peers' side -------------------------------------------------------- */

/* Returns a socket that is closed at the end of the test. */
static void *new_socket(int type)
{
    cr_assert(lt(sz, socket_count, SOCKETS_MAX));
    void *socket = zmq_socket(context, type);
    cr_assert(ne(ptr, socket, NULL));
    sockets[socket_count++] = socket;
    return socket;
}

static void close_newest(void)
{
    zmq_close(sockets[--socket_count]);
}

static void *new_peer(const char *token)
{
    char endpoint[64];
    int none = 0;
    void *peer = new_socket(ZMQ_DEALER);
    cr_assert(zero(int, zmq_setsockopt(peer, ZMQ_LINGER, &none, sizeof none)));
    cr_assert(zero(int, zmq_setsockopt(peer, ZMQ_PLAIN_USERNAME, "bot", 3)));
    cr_assert(zero(int, zmq_setsockopt(peer, ZMQ_PLAIN_PASSWORD, token, strlen(token))));
    (void)snprintf(endpoint, sizeof endpoint, "ipc://%s/s", folder);
    cr_assert(zero(int, zmq_connect(peer, endpoint)));
    return peer;
}

static void say(void *peer, const char *text, int flags)
{
    cr_assert(eq(int, zmq_send(peer, text, strlen(text), flags), (int)strlen(text)));
}

/* Connects the bot, whose first message is "hello". */
static void *connect_bot(void)
{
    void *bot = new_peer("the token");
    say(bot, "hello", 0);
    expect_message("hello");
    cr_expect(eq(u32, t->connection, 1));
    cr_expect(t->is_connected(t));
    return bot;
}

/* Takes turns until this event has happened at the peer. */
static void await_event(void *peer, int events, const char *monitor)
{
    uint8_t event[16];
    cr_assert(zero(int, zmq_socket_monitor(peer, monitor, events)));
    void *watch = new_socket(ZMQ_PAIR);
    cr_assert(zero(int, zmq_connect(watch, monitor)));
    while (zmq_recv(watch, event, sizeof event, ZMQ_DONTWAIT) < 0)
        cr_assert(eq(int, turn(1), DOM_E_ABSENT));
    close_newest();
}

Test(host_zmq, messages_arrive_in_both_directions)
{
    char heard[16] = "";
    void *bot = connect_bot();
    say(bot, "one", 0);
    say(bot, "two", 0);
    expect_message("one");
    expect_message("two");
    cr_expect(eq(int, turn(0), DOM_E_ABSENT));
    cr_expect(eq(int, t->send(t, (const uint8_t *)"ask", 3, false), DOM_OK));
    cr_expect(eq(int, zmq_recv(bot, heard, sizeof heard, 0), 3));
    cr_expect(eq(str, heard, (char *)"ask"));
}

static void tell(const char *text, bool more)
{
    cr_assert(eq(int, t->send(t, (const uint8_t *)text, strlen(text), more), DOM_OK));
}

/* Returns true if more frames of the same message follow. */
static bool hear(void *bot, const char *text)
{
    char heard[16] = "";
    int more = 0;
    size_t more_size = sizeof more;
    cr_assert(ge(int, zmq_recv(bot, heard, sizeof heard - 1, 0), 0));
    cr_expect(eq(str, heard, (char *)text));
    cr_assert(zero(int, zmq_getsockopt(bot, ZMQ_RCVMORE, &more, &more_size)));
    return more != 0;
}

Test(host_zmq, only_a_bot_that_takes_several_messages_in_one_gets_them_so)
{
    void *bot = connect_bot();
    for (int multipart = 0; multipart <= 1; multipart++) {
        t->is_multipart = multipart;
        tell("result", true);
        tell("match", true);
        tell("ask", false);
        tell("bye", false);
        cr_expect(eq(int, hear(bot, "result"), multipart));
        cr_expect(eq(int, hear(bot, "match"), multipart));
        cr_expect(not(hear(bot, "ask")));
        cr_expect(not(hear(bot, "bye")));
    }
}

Test(host_zmq, nothing_is_left_to_receive_when_all_was_received)
{
    (void)connect_bot();
    cr_expect(t->has_more(t), "nobody knows yet");
    cr_expect(eq(int, turn(0), DOM_E_ABSENT));
    cr_expect(t->is_connected(t));
    cr_expect(eq(int, turn(0), DOM_E_ABSENT));
    cr_expect(not(t->has_more(t)), "the host would not sleep");
    cr_expect(eq(int, t->send(t, (const uint8_t *)"ask", 3, false), DOM_OK));
    cr_expect(not(t->has_more(t)), "the host would not sleep");
}

/* zmq_send may notice that messages have arrived. The descriptor does not report these any more. */
Test(host_zmq, a_message_that_arrived_before_another_was_sent_is_not_missed)
{
    struct pollfd fds[DOM_HOST_TRANSPORT_FDS_MAX];
    void *bot = connect_bot();
    for (int i = 0; i < 50; i++) {
        cr_assert(eq(int, turn(0), DOM_E_ABSENT));
        say(bot, "act", 0);
        cr_assert(ge(int, poll(fds, (nfds_t)t->wait_for(t, fds), -1), 1));
        cr_assert(eq(int, t->send(t, (const uint8_t *)"ask", 3, false), DOM_OK));
        expect_message("act");
    }
}

Test(host_zmq, before_the_first_message_nobody_can_be_told_anything)
{
    cr_expect(eq(int, t->send(t, (const uint8_t *)"ask", 3, false), DOM_E_IO));
}

Test(host_zmq, a_peer_with_another_token_is_refused)
{
    static const char *const tokens[] = {"the toke", "the tokem", "the token."};
    for (size_t i = 0; i < sizeof tokens / sizeof *tokens; i++) {
        char monitor[32];
        (void)snprintf(monitor, sizeof monitor, "inproc://refused%zu", i);
        void *stranger = new_peer(tokens[i]);
        say(stranger, "hello", 0);
        await_event(stranger, ZMQ_EVENT_HANDSHAKE_FAILED_AUTH, monitor);
    }
    (void)connect_bot();
}

Test(host_zmq, a_peer_with_another_user_name_is_refused)
{
    void *stranger = new_peer("the token");
    char endpoint[64];
    (void)snprintf(endpoint, sizeof endpoint, "ipc://%s/s", folder);
    cr_assert(zero(int, zmq_disconnect(stranger, endpoint)));
    cr_assert(zero(int, zmq_setsockopt(stranger, ZMQ_PLAIN_USERNAME, "bob", 3)));
    cr_assert(zero(int, zmq_connect(stranger, endpoint)));
    await_event(stranger, ZMQ_EVENT_HANDSHAKE_FAILED_AUTH, "inproc://refused");
}

/* The 65th message of another connection than the first is a fault. */
Test(host_zmq, messages_of_other_connections_are_dropped_but_not_for_ever)
{
    (void)connect_bot();
    void *other = new_peer("the token");
    for (int i = 0; i < STRANGERS_MAX; i++)
        say(other, "hello", 0);
    say(other, "more", 0);
    cr_assert(eq(int, next_message(), DOM_E_MALFORMED));
    cr_expect(eq(str, err.text, (char *)"65 messages from other connections than its first"));
    cr_expect(eq(u32, t->connection, 1));
}

Test(host_zmq, the_bot_is_heard_among_dropped_messages)
{
    void *bot = connect_bot(), *other = new_peer("the token");
    for (int i = 0; i < STRANGERS_MAX; i++)
        say(other, "hello", 0);
    say(bot, "act", 0);
    expect_message("act");
}

Test(host_zmq, a_message_of_several_parts_is_malformed)
{
    void *bot = connect_bot();
    say(bot, "one", ZMQ_SNDMORE);
    say(bot, "two", ZMQ_SNDMORE);
    say(bot, "three", 0);
    cr_assert(eq(int, next_message(), DOM_E_MALFORMED));
    cr_expect(eq(str, err.text, (char *)"a message is one frame"));
    say(bot, "", ZMQ_SNDMORE);
    say(bot, "one", 0);
    cr_assert(eq(int, next_message(), DOM_E_MALFORMED));
    cr_expect(eq(str, err.text,
                 (char *)"a message is one frame without an empty delimiter (use "
                         "DEALER, not REQ)"));
    say(bot, "after", 0);
    expect_message("after");
}

Test(host_zmq, the_last_messages_come_before_the_end_of_the_connection)
{
    int for_ever = -1;
    void *bot = connect_bot();
    cr_assert(zero(int, zmq_setsockopt(bot, ZMQ_LINGER, &for_ever, sizeof for_ever)));
    say(bot, "last", 0);
    close_newest();
    expect_message("last");
    while (t->is_connected(t))
        cr_assert(eq(int, turn(1), DOM_E_ABSENT));
}

/* A message above the limit of the protocol is received, so that a fault can say so. */
Test(host_zmq, far_too_large_a_message_ends_the_connection)
{
    static char large[2 * DOM_BOT_MESSAGE_BYTES + 1];
    void *bot = connect_bot();
    cr_assert(ge(int, zmq_send(bot, large, sizeof large - 1, 0), 0));
    cr_assert(eq(int, next_message(), DOM_OK));
    cr_expect(eq(sz, size, sizeof large - 1));
    cr_assert(ge(int, zmq_send(bot, large, sizeof large, 0), 0));
    while (t->is_connected(t))
        cr_assert(eq(int, turn(1), DOM_E_ABSENT));
}

/* ---- remote bots ------------------------------------------------------------ */

static char bot_public[41], bot_secret[41], own_public[41], own_secret[41];
static uint8_t bot_key[DOM_CURVE_BYTES], own_key[DOM_CURVE_BYTES];

/* Listens for a remote bot instead. */
static void listen_for_remote(void)
{
    char endpoint[64];
    t->close(t);
    cr_assert(zero(int, zmq_curve_keypair(bot_public, bot_secret)));
    cr_assert(zero(int, zmq_curve_keypair(own_public, own_secret)));
    cr_assert(ne(ptr, zmq_z85_decode(bot_key, bot_public), NULL));
    cr_assert(ne(ptr, zmq_z85_decode(own_key, own_secret), NULL));
    (void)snprintf(endpoint, sizeof endpoint, "ipc://%s/s", folder);
    cr_assert(eq(int, dom_host_transport_open_curve(&t, endpoint, bot_key, own_key, &err), DOM_OK),
              "%s", err.text);
}

static void *new_remote(const char *public, const char *secret)
{
    char endpoint[64];
    int none = 0;
    void *peer = new_socket(ZMQ_DEALER);
    cr_assert(zero(int, zmq_setsockopt(peer, ZMQ_LINGER, &none, sizeof none)));
    cr_assert(zero(int, zmq_setsockopt(peer, ZMQ_CURVE_SERVERKEY, own_public, 40)));
    cr_assert(zero(int, zmq_setsockopt(peer, ZMQ_CURVE_PUBLICKEY, public, 40)));
    cr_assert(zero(int, zmq_setsockopt(peer, ZMQ_CURVE_SECRETKEY, secret, 40)));
    (void)snprintf(endpoint, sizeof endpoint, "ipc://%s/s", folder);
    cr_assert(zero(int, zmq_connect(peer, endpoint)));
    return peer;
}

Test(host_zmq, a_remote_bot_with_its_key_may_connect_again)
{
    char heard[8] = "";
    listen_for_remote();
    void *bot = new_remote(bot_public, bot_secret);
    say(bot, "hello", 0);
    expect_message("hello");
    cr_expect(eq(u32, t->connection, 1));
    cr_expect(t->is_connected(t));
    close_newest();
    while (t->is_connected(t))
        cr_assert(eq(int, turn(1), DOM_E_ABSENT));
    bot = new_remote(bot_public, bot_secret);
    say(bot, "again", 0);
    expect_message("again");
    cr_expect(eq(u32, t->connection, 2));
    cr_expect(t->is_connected(t));
    cr_expect(eq(int, t->send(t, (const uint8_t *)"ask", 3, false), DOM_OK));
    cr_expect(eq(int, zmq_recv(bot, heard, sizeof heard, 0), 3));
}

Test(host_zmq, a_peer_with_another_key_is_refused)
{
    char public[41], secret[41];
    listen_for_remote();
    cr_assert(zero(int, zmq_curve_keypair(public, secret)));
    void *stranger = new_remote(public, secret);
    say(stranger, "hello", 0);
    await_event(stranger, ZMQ_EVENT_HANDSHAKE_FAILED_AUTH, "inproc://refused");
}

/* The bot has one connection at a time. */
Test(host_zmq, a_second_connection_of_a_remote_bot_must_wait)
{
    listen_for_remote();
    void *bot = new_remote(bot_public, bot_secret);
    say(bot, "hello", 0);
    expect_message("hello");
    void *second = new_remote(bot_public, bot_secret);
    say(second, "hello", 0);
    await_event(second, ZMQ_EVENT_HANDSHAKE_FAILED_AUTH | ZMQ_EVENT_DISCONNECTED, "inproc://later");
    say(bot, "act", 0);
    expect_message("act");
    cr_expect(eq(u32, t->connection, 1));
}
