/* The transport stdio: one JSON object per line. */
#include "wire.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct dom_wire {
    int out;              /* copy of the original descriptor 1                */
    bool opened;          /* WIRE_OPEN was returned                           */
    size_t line;          /* start of the next line in the buffer             */
    size_t searched, end; /* end of the searched part, and of all bytes       */
    uint8_t buffer[DOM_ARENA_MESSAGE_BYTES + 2]; /* with room for "\r\n"      */
};

/* Descriptor 1 becomes standard error, so that output of a library cannot get between the
 * messages. */
static dom_wire *open_stdio(void)
{
    dom_wire *wire = malloc(sizeof *wire);
    if (wire == NULL)
        return NULL;
    wire->opened = false;
    wire->line = wire->searched = wire->end = 0;
    wire->out = dup(STDOUT_FILENO);
    if (wire->out < 0 || dup2(STDERR_FILENO, STDOUT_FILENO) < 0) {
        perror("standard output");
        free(wire);
        return NULL;
    }
    (void)signal(SIGPIPE, SIG_IGN); /* the end of input reports that the arena has ended */
    return wire;
}

static void close_stdio(dom_wire *wire)
{
    (void)close(wire->out);
    free(wire);
}

static bool is_blank(const uint8_t *line, size_t size)
{
    return size == 0 || strspn((const char *)line, " \t\r") == size;
}

/* Takes the next complete line from the buffer, skipping blank ones. Returns false if there is no
 * complete line. */
static bool take_line(dom_wire *wire, const uint8_t **bytes, size_t *size)
{
    uint8_t *newline;
    while ((newline = memchr(wire->buffer + wire->searched, '\n', wire->end - wire->searched))) {
        *bytes = wire->buffer + wire->line;
        *size = (size_t)(newline - *bytes);
        *newline = '\0';
        wire->line = wire->searched = (size_t)(newline + 1 - wire->buffer);
        if (!is_blank(*bytes, *size))
            return true;
    }
    wire->searched = wire->end;
    return false;
}

/* Reads more bytes after the unfinished line. Returns false at the end of input. */
static bool fill(dom_wire *wire)
{
    memmove(wire->buffer, wire->buffer + wire->line, wire->end - wire->line);
    wire->searched -= wire->line;
    wire->end -= wire->line;
    wire->line = 0;
    if (wire->end == sizeof wire->buffer) {
        (void)fprintf(stderr, "a line of the arena is too long\n");
        return false;
    }
    ssize_t n;
    do
        n = read(STDIN_FILENO, wire->buffer + wire->end, sizeof wire->buffer - wire->end);
    while (n < 0 && errno == EINTR);
    wire->end += n > 0 ? (size_t)n : 0;
    return n > 0;
}

static bool is_readable(void)
{
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    return poll(&input, 1, 0) > 0;
}

static dom_wire_event receive_stdio(dom_wire *wire, bool wait, const uint8_t **bytes, size_t *size)
{
    if (!wire->opened) {
        wire->opened = true;
        return WIRE_OPEN;
    }
    while (!take_line(wire, bytes, size)) {
        if (!wait && !is_readable())
            return WIRE_EMPTY;
        if (!fill(wire))
            return WIRE_GONE;
    }
    return WIRE_MESSAGE;
}

static void send_stdio(dom_wire *wire, uint8_t *bytes, size_t size)
{
    bytes[size++] = '\n';
    while (size > 0) {
        ssize_t n = write(wire->out, bytes, size);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return;
        bytes += n;
        size -= (size_t)n;
    }
}

const dom_wire_kind dom_wire_stdio = {
    .format = DOM_FORMAT_JSON,
    .open = open_stdio,
    .close = close_stdio,
    .receive = receive_stdio,
    .send = send_stdio,
};
