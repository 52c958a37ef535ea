/* Requests without a browser, and clients that do not read what they asked for. Nothing depends on
 * time: a deadline is over at once or never, and pings are counted. */
#include "http/server.h"

#include <arpa/inet.h>
#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <netdb.h>
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
    dom_http_server_spec spec = {.option = "--listen",
                                 .listen = "127.0.0.1:0",
                                 .has_events = true,
                                 .limits = limits,
                                 .answer = answer_much};
    cr_assert(eq(int, dom_http_server_start(&server, &spec, NULL), DOM_OK));
    return server;
}

/* Returns the connection of a client that takes little at a time and has sent a request. */
static int send_request(const dom_http_server *server, const char *request)
{
    const int window = WINDOW_BYTES;
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
    to.sin_port = htons((uint16_t)atoi(strrchr(dom_http_server_url(server), ':') + 1));
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    cr_assert(zero(int, setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &window, sizeof window)));
    cr_assert(zero(int, connect(fd, (struct sockaddr *)&to, sizeof to)));
    cr_assert(eq(sz, (size_t)send(fd, request, strlen(request), MSG_NOSIGNAL), strlen(request)));
    return fd;
}

static int ask(const dom_http_server *server, const char *path)
{
    char request[200];
    (void)snprintf(request, sizeof request, "GET /%s HTTP/1.1\r\nHost: localhost\r\n\r\n", path);
    return send_request(server, request);
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
        cr_assert(lt(int, 0, (int)getline(&line, &room, stream)));
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

/* ---- requests ------------------------------------------------------------------------ */

/* The page is its path and the names of its parameters. */
static void answer_path(void *context, const char *path, const dom_http_query *query,
                        dom_http_answer *out)
{
    (void)context;
    dom_http_body_add(&out->body, path, strlen(path));
    for (size_t i = 0; i < query->count; i++)
        dom_http_body_add(&out->body, query->parameters[i].name, strlen(query->parameters[i].name));
}

/* Who plays gets the path and the body, once all that is overdue was ended. */
static void answer_play(void *context, const dom_http_play_request *request, dom_http_answer *out)
{
    dom_http_server_poll(*(dom_http_server **)context);
    dom_http_body_add(&out->body, request->path, strlen(request->path));
    if (request->body)
        dom_http_body_add(&out->body, request->body, strlen(request->body));
}

static dom_http_server *paths;

/* Starts the server `paths`, to which a request must come whole at once. */
static void start_paths(void)
{
    dom_http_server_spec spec = {.option = "--listen",
                                 .listen = "127.0.0.1:0",
                                 .limits = DOM_HTTP_LIMITS,
                                 .answer = answer_path,
                                 .play = answer_play,
                                 .context = &paths};
    spec.limits.request_us = 0;
    cr_assert(eq(int, dom_http_server_start(&paths, &spec, NULL), DOM_OK));
}

static void stop_paths(void)
{
    dom_http_server_stop(&paths);
}

TestSuite(requests, .init = start_paths, .fini = stop_paths);

/* Returns all that `paths` sends for a request until the connection ends. */
static const char *answer_to(const char *request)
{
    static char answer[4096];
    int fd = send_request(paths, request);
    ssize_t size = recv(fd, answer, sizeof answer - 1, MSG_WAITALL);
    answer[size > 0 ? size : 0] = '\0';
    close(fd);
    return answer;
}

#define GET(PATH) "GET /" PATH " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
#define POST(PATH, HOST)                                                                           \
    "POST /" PATH " HTTP/1.1\r\nHost: " HOST "\r\nOrigin: http://" HOST                            \
    "\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}"

static void check_answer(const char *request, const char *begin, const char *end)
{
    const char *answer = answer_to(request);
    size_t size = strlen(answer), end_size = strlen(end);
    cr_expect(zero(int, strncmp(answer, begin, strlen(begin))), "%s\n%s", request, answer);
    cr_expect(size >= end_size && strcmp(answer + size - end_size, end) == 0, "%s\n%s", request,
              answer);
}

Test(requests, pages_and_seats_are_answered)
{
    check_answer(GET("page") "\r\n", "HTTP/1.1 200", "\r\n\r\npage");
    check_answer(GET("page?a=1&b") "\r\n", "HTTP/1.1 200", "\r\n\r\npageab");
    check_answer(GET("play/1") "\r\n", "HTTP/1.1 200", "\r\n\r\n1");
    check_answer(POST("play/1/sit", "localhost"), "HTTP/1.1 200", "\r\n\r\n1/sit{}");
}

Test(requests, what_is_not_allowed_is_refused)
{
    static const char only[] = "only GET and HEAD are allowed\n";
    static const char here[] = "this server only answers requests for localhost; behind a proxy, "
                               "name its address with --url\n";
    check_answer(POST("page", "localhost"), "HTTP/1.1 405", only);
    check_answer(POST("play/1/sit", "evil.example"), "HTTP/1.1 421", here);
    check_answer("GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n",
                 "HTTP/1.1 421", here);
    cr_expect(eq(str, (char *)answer_to(GET("page") "Content-Length: 1\r\n\r\nx"), ""));
}

/* Only where another method would do are the methods named. */
Test(requests, a_refusal_of_a_method_says_which_are_allowed)
{
    cr_expect(
        ne(ptr, strstr(answer_to(POST("page", "localhost")), "\r\nAllow: GET, HEAD\r\n"), NULL));
    cr_expect(eq(ptr, strstr(answer_to(POST("play/1", "evil.example")), "\r\nAllow:"), NULL));
}

/* Who asks whether a page is new gets it if one byte is. */
Test(requests, the_tag_of_a_page_is_that_of_all_its_bytes)
{
    char tag[3][64];
    static const char *const requests[] = {GET("page") "\r\n", GET("rage") "\r\n",
                                           GET("pagf") "\r\n"};
    for (int i = 0; i < 3; i++)
        cr_assert(
            eq(int, sscanf(strstr(answer_to(requests[i]), "ETag: "), "ETag: %63s", tag[i]), 1));
    for (int i = 0; i < 3; i++)
        cr_expect(ne(str, tag[i], tag[(i + 1) % 3]));
}

/* ---- where it listens ----------------------------------------------------------------- */

/* Returns what dom_http_server_start says of an address. */
static dom_rc listen_to(const char *address, dom_err *err)
{
    dom_http_server *server;
    dom_http_server_spec spec = {
        .option = "--listen", .listen = address, .limits = DOM_HTTP_LIMITS, .answer = answer_path};
    *err = (dom_err){.text = ""};
    dom_rc rc = dom_http_server_start(&server, &spec, err);
    dom_http_server_stop(&server);
    return rc;
}

Test(listening, an_address_has_a_port)
{
    static const char *const good[] = {"127.0.0.1:0", "localhost:0", "[127.0.0.1]:0"};
    static const char *const bad[] = {
        "",         "127.0.0.1", "127.0.0.1:",     ":8080", "127.0.0.1:x",
        "[::1",     "[::1]",     "127.0.0.1:0x",   "[]:0",  "127.0.0.1:x0",
        "[::1]x:0", "[::1x:0",   "127.0.0.1:65536"};
    char long_name[NI_MAXHOST + 3];
    dom_err err;
    memset(long_name, 'h', sizeof long_name);
    strcpy(long_name + NI_MAXHOST, ":0");
    cr_expect(eq(int, listen_to(long_name, &err), DOM_E_CONFIG));
    cr_expect(ne(ptr, strstr(err.text, "this is not an address with a port"), NULL), "%s",
              err.text);
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        cr_expect(eq(int, listen_to(good[i], &err), DOM_OK), "%s: %s", good[i], err.text);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        cr_expect(eq(int, listen_to(bad[i], &err), DOM_E_CONFIG), "%s", bad[i]);
        cr_expect(ne(ptr, strstr(err.text, "this is not an address with a port"), NULL), "%s: %s",
                  bad[i], err.text);
    }
}

/* Returns the number that the next descriptor gets. */
static int next_fd(void)
{
    int fd = dup(STDERR_FILENO);
    close(fd);
    return fd;
}

Test(listening, an_address_that_is_taken_is_told_and_leaves_nothing_open)
{
    dom_http_server *server = start(DOM_HTTP_LIMITS);
    char address[64] = "";
    dom_err err;
    int fd = next_fd();
    (void)sscanf(dom_http_server_url(server), "http://%63[^/]", address);
    cr_expect(eq(int, listen_to(address, &err), DOM_E_IO), "%s", address);
    cr_expect(ne(ptr, strstr(err.text, address), NULL), "%s", err.text);
    cr_expect(eq(int, next_fd(), fd));
    cr_expect(eq(int, listen_to("0.0.0.0:0", &err), DOM_E_CONFIG));
    cr_expect(ne(ptr, strstr(err.text, "add --public"), NULL), "%s", err.text);
    dom_http_server_stop(&server);
}
