/* The transport stdio: one JSON object per line over two pipes. */
#include "transport.h"

#include "base/vec.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    LINE_ROOM = DOM_BOT_MESSAGE_BYTES + 4096, /* a line above the limit must be recognised */
    UNSENT_BYTES_MAX = 16 << 20,              /* above this, the bot is not reading */
    SAID_BYTES = 60                           /* how much of a bad line is shown in the fault */
};

typedef struct {
    dom_host_transport base;
    int read_fd, write_fd;
    bool is_open; /* read_fd has not reached the end of file */
    uint8_t in[LINE_ROOM];
    size_t in_size, in_at; /* bytes in `in`, and how many of them were returned */
    uint8_t *out;
    size_t out_size, out_sent, out_room; /* bytes in `out`, how many were written, room */
} stdio_transport;

static void flush_pipe(stdio_transport *s)
{
    while (s->out_sent < s->out_size) {
        ssize_t n = write(s->write_fd, s->out + s->out_sent, s->out_size - s->out_sent);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0 && errno == EPIPE)
            break; /* the bot has closed its input: drop the bytes */
        if (n < 0)
            return;
        s->out_sent += (size_t)n;
    }
    s->out_size = s->out_sent = 0;
}

static int pipe_wait_for(dom_host_transport *t,
                         struct pollfd fds[static DOM_HOST_TRANSPORT_FDS_MAX])
{
    const stdio_transport *s = (stdio_transport *)t;
    int count = 0;
    if (s->is_open)
        fds[count++] = (struct pollfd){.fd = s->read_fd, .events = POLLIN};
    if (s->out_size > 0)
        fds[count++] = (struct pollfd){.fd = s->write_fd, .events = POLLOUT};
    return count;
}

/* There is nothing to note: poll reports a readable pipe again until it is empty. */
static void pipe_woke(dom_host_transport *t, const struct pollfd *fds, int count)
{
    (void)t, (void)fds, (void)count;
}

static bool pipe_has_more(dom_host_transport *t)
{
    (void)t;
    return false;
}

static void read_more(stdio_transport *s)
{
    memmove(s->in, s->in + s->in_at, s->in_size - s->in_at);
    s->in_size -= s->in_at;
    s->in_at = 0;
    if (s->in_size == sizeof s->in)
        return;
    ssize_t n = read(s->read_fd, s->in + s->in_size, sizeof s->in - s->in_size);
    if (n > 0)
        s->in_size += (size_t)n;
    else if (n == 0 || (errno != EAGAIN && errno != EINTR))
        s->is_open = false;
}

/* Takes a whole line out of the buffer. Returns false if there is no whole line. */
static bool take_line(stdio_transport *s, const uint8_t **bytes, size_t *size)
{
    const uint8_t *start = s->in + s->in_at;
    const uint8_t *end = memchr(start, '\n', s->in_size - s->in_at);
    if (end == NULL)
        return false;
    *bytes = start;
    *size = (size_t)(end - start);
    s->in_at += *size + 1;
    return true;
}

static bool is_blank(const uint8_t *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (bytes[i] != ' ' && bytes[i] != '\t' && bytes[i] != '\r')
            return false;
    return true;
}

/* Takes lines until one is not blank. Returns false if the buffer has no such line. */
static bool take_line_message(stdio_transport *s, const uint8_t **bytes, size_t *size)
{
    while (take_line(s, bytes, size))
        if (!is_blank(*bytes, *size))
            return true;
    return false;
}

/* A line without a message type was probably not meant as a message: a print, a library's
 * banner. */
static void explain_line(const uint8_t *bytes, size_t size, dom_err *err)
{
    char said[SAID_BYTES + 1];
    dom_err why = *err;
    size_t shown = size < SAID_BYTES ? size : SAID_BYTES;
    for (size_t i = 0; i < shown; i++)
        said[i] = (char)(bytes[i] >= ' ' && bytes[i] < 127 ? bytes[i] : '?');
    said[shown] = '\0';
    (void)dom_err_set(err, why.rc,
                      "it printed '%s%s' to its standard output, where its messages go over stdio; "
                      "allowed there: only messages; print everything else to standard error (%s)",
                      said, size > shown ? "..." : "", why.text);
}

/* Reads the pipe at most once per call, so that a flood of blank lines cannot delay the host. */
static dom_rc pipe_receive(dom_host_transport *t, const uint8_t **bytes, size_t *size, dom_err *err)
{
    stdio_transport *s = (stdio_transport *)t;
    flush_pipe(s);
    if (take_line_message(s, bytes, size))
        return DOM_OK;
    read_more(s);
    if (take_line_message(s, bytes, size))
        return DOM_OK;
    if (s->in_size - s->in_at <= DOM_BOT_MESSAGE_BYTES + 1)
        return DOM_E_ABSENT;
    *bytes = s->in + s->in_at;
    *size = s->in_size - s->in_at;
    return dom_err_set(err, DOM_E_MALFORMED, "a line is longer than %d bytes",
                       DOM_BOT_MESSAGE_BYTES);
}

static dom_rc pipe_send(dom_host_transport *t, const uint8_t *bytes, size_t size, bool more)
{
    stdio_transport *s = (stdio_transport *)t;
    if (s->out_size - s->out_sent + size > UNSENT_BYTES_MAX)
        return DOM_E_LIMIT;
    if (s->out_room - s->out_size < size + 1 && s->out_sent > 0) {
        s->out_size -= s->out_sent;
        memmove(s->out, s->out + s->out_sent, s->out_size);
        s->out_sent = 0;
    }
    if (!dom_vec_reserve(s->out, s->out_size, s->out_room, size + 1))
        return DOM_E_LIMIT;
    memcpy(s->out + s->out_size, bytes, size);
    s->out[s->out_size + size] = '\n';
    s->out_size += size + 1;
    if (!more)
        flush_pipe(s);
    return DOM_OK;
}

static bool pipe_is_connected(dom_host_transport *t)
{
    return ((stdio_transport *)t)->is_open;
}

static void pipe_close(dom_host_transport *t)
{
    stdio_transport *s = (stdio_transport *)t;
    close(s->read_fd);
    close(s->write_fd);
    free(s->out);
    free(s);
}

dom_rc dom_host_transport_open_stdio(dom_host_transport **out, int read_fd, int write_fd,
                                     dom_err *err)
{
    stdio_transport *s = calloc(1, sizeof *s);
    *out = (dom_host_transport *)s;
    if (s == NULL)
        return dom_err_no_memory(err);
    s->base = (dom_host_transport){.format = DOM_FORMAT_JSON,
                                   .wait_for = pipe_wait_for,
                                   .woke = pipe_woke,
                                   .has_more = pipe_has_more,
                                   .receive = pipe_receive,
                                   .explain = explain_line,
                                   .send = pipe_send,
                                   .is_connected = pipe_is_connected,
                                   .close = pipe_close};
    s->read_fd = read_fd;
    s->write_fd = write_fd;
    s->is_open = true;
    (void)fcntl(read_fd, F_SETFL, O_NONBLOCK);
    (void)fcntl(write_fd, F_SETFL, O_NONBLOCK);
    return DOM_OK;
}
