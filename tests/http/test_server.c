/* Clients that do not read what they asked for. Nothing here depends on time: a deadline is over at
 * once or never, and pings are counted. */
#include "http/server.h"

#include <arpa/inet.h>
#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { BODY_BYTES = 64 << 20, WINDOW_BYTES = 4096 };

/* More than the kernel keeps for a client that does not read. */
static void answer_much(void *context, const char *path, const dom_http_query *query,
                        dom_http_answer *out)
{
    static const char line[] = "a line of a page that is long\n";
    (void)context;
    (void)path;
    (void)query;
    out->type = "application/octet-stream";
    for (size_t size = 0; size < BODY_BYTES; size += sizeof line - 1)
        dom_http_body_add(&out->body, line, sizeof line - 1);
}

static dom_http_server *start(dom_http_limits limits)
{
    dom_http_server *server;
    dom_http_server_spec spec = {.listen = "127.0.0.1:0", .limits = limits, .answer = answer_much};
    cr_assert(eq(int, dom_http_server_start(&server, &spec, NULL), DOM_OK));
    return server;
}

/* Returns the connection of a client that takes little at a time and has asked for `path`. */
static int ask(const dom_http_server *server, const char *path)
{
    const int window = WINDOW_BYTES;
    char request[200];
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
    to.sin_port = htons((uint16_t)atoi(strrchr(dom_http_server_url(server), ':') + 1));
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    cr_assert(zero(int, setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &window, sizeof window)));
    cr_assert(zero(int, connect(fd, (struct sockaddr *)&to, sizeof to)));
    int size =
        snprintf(request, sizeof request, "GET /%s HTTP/1.1\r\nHost: localhost\r\n\r\n", path);
    cr_assert(eq(int, (int)send(fd, request, (size_t)size, MSG_NOSIGNAL), size));
    return fd;
}

static void expect_begin(int fd, const char *begin)
{
    char got[64] = "";
    size_t size = strlen(begin);
    cr_assert(eq(int, (int)recv(fd, got, size, MSG_WAITALL), (int)size));
    cr_assert(eq(str, got, (char *)begin));
}

/* Returns true if the server has ended the connection. */
static bool is_ended(int fd)
{
    struct pollfd of = {.fd = fd, .events = POLLRDHUP};
    return poll(&of, 1, 1) == 1;
}

Test(server, an_answer_that_is_not_taken_in_time_ends_the_connection)
{
    dom_http_limits limits = DOM_HTTP_LIMITS;
    limits.request_us = INT64_MAX;
    limits.answer_us = 0;
    dom_http_server *server = start(limits);
    int fd = ask(server, "page");
    expect_begin(fd, "HTTP/1.1 200");
    while (!is_ended(fd)) { /* it reads a byte now and then */
        char byte;
        (void)recv(fd, &byte, 1, MSG_DONTWAIT);
        dom_http_server_poll(server);
    }
    close(fd);
    dom_http_server_stop(&server);
}

Test(server, an_answer_that_is_taken_in_time_does_not_end_the_connection)
{
    dom_http_limits limits = DOM_HTTP_LIMITS;
    limits.answer_us = limits.request_us = INT64_MAX;
    dom_http_server *server = start(limits);
    int fd = ask(server, "page");
    expect_begin(fd, "HTTP/1.1 200");
    char *rest = malloc(BODY_BYTES);
    dom_http_server_poll(server);
    cr_assert(eq(int, (int)recv(fd, rest, BODY_BYTES, MSG_WAITALL), BODY_BYTES));
    free(rest);
    cr_assert(not(is_ended(fd)));
    close(fd);
    dom_http_server_stop(&server);
}

/* Reads the stream up to the event, so that the server's thread has run since it was told of it. */
static void wait_for_event(FILE *stream, uint64_t id)
{
    char wanted[40], *line = NULL;
    size_t room = 0;
    (void)snprintf(wanted, sizeof wanted, "id: %llu\n", (unsigned long long)id);
    do
        cr_assert(gt(int, (int)getline(&line, &room, stream), 0));
    while (strcmp(line, wanted) != 0);
    free(line);
}

Test(server, events_end_when_their_client_does_not_read)
{
    char data[900];
    dom_http_limits limits = DOM_HTTP_LIMITS;
    dom_http_server *server = start(limits);
    memset(data, 'x', sizeof data - 1);
    data[sizeof data - 1] = '\0';
    dom_http_server_tell(server, 1, data);
    int reads = ask(server, "events"), sleeps = ask(server, "events");
    expect_begin(reads, "HTTP/1.1 200");
    expect_begin(sleeps, "HTTP/1.1 200");
    FILE *stream = fdopen(reads, "r");
    for (uint64_t id = 2; !is_ended(sleeps); id++) {
        dom_http_server_tell(server, id, data);
        dom_http_server_ping(server);
        wait_for_event(stream, id);
    }
    cr_assert(not(is_ended(reads)));
    (void)fclose(stream);
    close(sleeps);
    dom_http_server_stop(&server);
}

Test(server, an_address_has_so_many_streams_of_events)
{
    dom_http_limits limits = DOM_HTTP_LIMITS;
    limits.address_listeners = 2;
    dom_http_server *server = start(limits);
    dom_http_server_tell(server, 1, "{}");
    int fd[3];
    for (int i = 0; i < 3; i++) {
        fd[i] = ask(server, "events");
        expect_begin(fd[i], i < 2 ? "HTTP/1.1 200" : "HTTP/1.1 503");
    }
    for (int i = 0; i < 3; i++)
        close(fd[i]);
    dom_http_server_stop(&server);
}
