#include "ipc/frame.h"

#include "base/bytes.h"
#include "base/vec.h"
#include "protocol/utf8.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

dom_rc dom_ipc_link_open(dom_ipc_link *link, int fd)
{
    *link =
        (dom_ipc_link){.fd = fd, .patience_us = INT64_MAX, .in = malloc(DOM_IPC_DATAGRAM_BYTES)};
    /* Room for a few full datagrams, so that this side can continue while the peer is busy. The
     * kernel may grant less; then the link is slower, but works. */
    int bytes = 4 * DOM_IPC_DATAGRAM_BYTES;
    (void)setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &bytes, sizeof bytes);
    return link->in ? DOM_OK : DOM_E_NOMEM;
}

void dom_ipc_link_close(dom_ipc_link *link)
{
    if (link->in)
        close(link->fd);
    free(link->in);
    free(link->out);
    *link = (dom_ipc_link){.fd = -1};
}

/* Makes room for `size` more bytes behind the unsent frames. */
static bool reserve(dom_ipc_link *link, size_t size)
{
    if (link->out_room - link->out_size >= size)
        return true;
    if (link->out_sent > 0) {
        link->out_size -= link->out_sent;
        memmove(link->out, link->out + link->out_sent, link->out_size);
        link->out_sent = 0;
    }
    size_t more =
        link->out_room == 0 && size < DOM_IPC_DATAGRAM_BYTES ? DOM_IPC_DATAGRAM_BYTES : size;
    return dom_vec_reserve(link->out, link->out_size, link->out_room, more);
}

/* How long a frame of each type can wait for others. Those that are not listed cannot wait. */
static const int64_t type_patience_us[DOM_IPC_FRAME_ENDED + 1] = {
    [DOM_IPC_FRAME_OPEN] = DOM_IPC_NEWS_US,
    [DOM_IPC_FRAME_ROUND] = DOM_IPC_NEWS_US,
    [DOM_IPC_FRAME_RESULT] = DOM_IPC_RESULT_US,
};

void *dom_ipc_link_add(dom_ipc_link *link, dom_ipc_frame_type type, uint16_t slot, size_t size)
{
    size_t whole = (sizeof(dom_ipc_frame_header) + size + 7) / 8 * 8;
    dom_check(whole <= DOM_IPC_DATAGRAM_BYTES);
    if (!reserve(link, whole))
        return NULL;
    uint8_t *at = link->out + link->out_size;
    dom_ipc_frame_header header = {.size = (uint32_t)whole, .type = (uint16_t)type, .slot = slot};
    memset(at, 0, whole);
    memcpy(at, &header, sizeof header);
    if (type_patience_us[type] < link->patience_us)
        link->patience_us = type_patience_us[type];
    link->out_size += whole;
    return at + sizeof header;
}

/* Returns how many bytes of frames from `at` on fit into one datagram. Frames are not divided. */
static size_t datagram_at(const dom_ipc_link *link, size_t at)
{
    size_t size = 0;
    while (at + size < link->out_size) {
        dom_ipc_frame_header header;
        memcpy(&header, link->out + at + size, sizeof header);
        if (size + header.size > DOM_IPC_DATAGRAM_BYTES)
            break;
        size += header.size;
    }
    return size;
}

dom_rc dom_ipc_link_flush(dom_ipc_link *link)
{
    while (link->out_sent < link->out_size) {
        size_t size = datagram_at(link, link->out_sent);
        ssize_t n = send(link->fd, link->out + link->out_sent, size, MSG_DONTWAIT | MSG_NOSIGNAL);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return errno == EAGAIN || errno == ENOBUFS ? DOM_OK : DOM_E_IO;
        link->out_sent += size;
    }
    link->out_size = link->out_sent = 0;
    link->patience_us = INT64_MAX;
    return DOM_OK;
}

bool dom_ipc_link_has_unsent(const dom_ipc_link *link)
{
    return link->out_sent < link->out_size;
}

int64_t dom_ipc_link_patience_us(const dom_ipc_link *link)
{
    return link->patience_us;
}

void dom_ipc_link_hurry(dom_ipc_link *link)
{
    link->patience_us = 0;
}

dom_rc dom_ipc_link_receive(dom_ipc_link *link)
{
    ssize_t n;
    do
        n = recv(link->fd, link->in, DOM_IPC_DATAGRAM_BYTES, MSG_DONTWAIT);
    /* A peer that ended before it read all our frames resets the connection. What it had sent
     * before can still be read. */
    while (n < 0 && (errno == EINTR || errno == ECONNRESET));
    link->in_at = 0;
    link->in_size = n > 0 ? (size_t)n : 0;
    if (n > 0)
        return DOM_OK;
    return n < 0 && errno == EAGAIN ? DOM_E_ABSENT : DOM_E_IO;
}

bool dom_ipc_link_next(dom_ipc_link *link, dom_ipc_frame *frame)
{
    dom_ipc_frame_header header;
    if (link->in_size - link->in_at < sizeof header)
        return false;
    const uint8_t *at = link->in + link->in_at;
    memcpy(&header, at, sizeof header);
    if (header.size < sizeof header || header.size % 8 != 0 ||
        header.size > link->in_size - link->in_at)
        return false;
    *frame = (dom_ipc_frame){.type = (dom_ipc_frame_type)header.type,
                             .slot = header.slot,
                             .body = at + sizeof header,
                             .body_size = header.size - sizeof header};
    link->in_at += header.size;
    return true;
}

bool dom_ipc_link_is_broken(const dom_ipc_link *link)
{
    return link->in_at < link->in_size;
}

static bool add_seen(dom_ipc_link *link, dom_ipc_frame_type type, uint16_t slot, uint32_t serial,
                     int64_t bank_us, const dom_view *view)
{
    size_t legal = view->legal_count * sizeof(dom_action);
    size_t history = view->history_count * sizeof(dom_event);
    dom_ipc_frame_ask *ask =
        dom_ipc_link_add(link, type, slot, offsetof(dom_ipc_frame_ask, rest) + legal + history);
    if (ask == NULL)
        return false;
    ask->serial = serial;
    ask->bank_us = bank_us;
    memcpy(ask->head, view, sizeof ask->head);
    memcpy(ask->rest, view->legal, legal);
    memcpy(ask->rest + legal, view->history, history);
    return true;
}

bool dom_ipc_link_add_ask(dom_ipc_link *link, uint16_t slot, uint32_t serial, int64_t bank_us,
                          const dom_view *view)
{
    return add_seen(link, DOM_IPC_FRAME_ASK, slot, serial, bank_us, view);
}

bool dom_ipc_link_add_view(dom_ipc_link *link, uint16_t slot, const dom_view *view)
{
    return add_seen(link, DOM_IPC_FRAME_VIEW, slot, 0, 0, view);
}

bool dom_ipc_frame_unpack_view(const dom_ipc_frame *frame, dom_view *view)
{
    const dom_ipc_frame_ask *ask = frame->body;
    size_t rest = offsetof(dom_ipc_frame_ask, rest);
    if (frame->body_size < rest)
        return false;
    memcpy(view, ask->head, sizeof ask->head);
    if (view->legal_count > DOM_ACTIONS_MAX || view->history_count > DOM_HISTORY_MAX)
        return false;
    size_t legal = view->legal_count * sizeof(dom_action);
    size_t history = view->history_count * sizeof(dom_event);
    if (frame->body_size < rest + legal + history)
        return false;
    memcpy(view->legal, ask->rest, legal);
    memcpy(view->history, ask->rest + legal, history);
    return true;
}

void dom_ipc_frame_say(dom_ipc_frame_said *said, const uint8_t *bytes, size_t size)
{
    said->size = (uint32_t)(size < DOM_IPC_SAID_BYTES ? size : DOM_IPC_SAID_BYTES);
    if (said->size > 0)
        memcpy(said->bytes, bytes, said->size);
}

static bool is_label(const char text[static DOM_LABEL_BYTES])
{
    return dom_bytes_have_end(text, DOM_LABEL_BYTES) &&
           dom_utf8_plain(text, strlen(text)) == strlen(text);
}

/* Cleans a text for a person. It may contain a path or a message of the system in any encoding. */
static bool take_reason(char text[static DOM_IPC_REASON_BYTES])
{
    if (!dom_bytes_have_end(text, DOM_IPC_REASON_BYTES))
        return false;
    dom_utf8_clean(text, strlen(text));
    return true;
}

bool dom_ipc_frame_unpack_hello(const dom_ipc_frame *frame, dom_ipc_frame_hello *out)
{
    if (frame->body_size < sizeof *out)
        return false;
    memcpy(out, frame->body, sizeof *out);
    return 1 <= out->max_tables && out->max_tables <= DOM_OPEN_TABLES_MAX && 1 <= out->batch &&
           out->batch <= DOM_BATCH_MAX && out->events <= 1 && is_label(out->language) &&
           is_label(out->version);
}

_Static_assert(offsetof(dom_ipc_frame_answer, info) == sizeof(int64_t) + 3 * sizeof(uint32_t),
               "an answer has padding, which would be sent");

/* Where the bytes of an info are in an answer. */
enum { INFO_BYTES_AT = offsetof(dom_ipc_frame_answer, info.bytes) };

size_t dom_ipc_frame_answer_bytes(const dom_ipc_frame_answer *answer)
{
    return answer->info.kind == DOM_IPC_INFO_NONE ? offsetof(dom_ipc_frame_answer, info)
                                                  : INFO_BYTES_AT + (size_t)answer->info.size;
}

/* Checks the info of an answer. */
static bool take_info(dom_ipc_frame_info *info, const dom_ipc_frame *frame)
{
    if (info->kind == DOM_IPC_INFO_NONE)
        return true;
    if (info->kind > DOM_IPC_INFO_DROPPED || info->size > sizeof info->bytes ||
        info->size > frame->body_size - INFO_BYTES_AT)
        return false;
    if (info->kind == DOM_IPC_INFO_DROPPED)
        dom_utf8_clean((char *)info->bytes, info->size);
    return true;
}

bool dom_ipc_frame_unpack_answer(const dom_ipc_frame *frame, dom_ipc_frame_answer *out)
{
    if (frame->body_size < offsetof(dom_ipc_frame_answer, info))
        return false;
    memcpy(out, frame->body, frame->body_size < sizeof *out ? frame->body_size : sizeof *out);
    if (frame->body_size < INFO_BYTES_AT)
        out->info.kind = DOM_IPC_INFO_NONE;
    return out->bank_us >= 0 && take_info(&out->info, frame);
}

const uint8_t *dom_ipc_frame_unpack_log(const dom_ipc_frame *frame, uint32_t *size)
{
    if (frame->body_size < sizeof *size)
        return NULL;
    memcpy(size, frame->body, sizeof *size);
    return *size <= frame->body_size - sizeof *size ? (const uint8_t *)frame->body + sizeof *size
                                                    : NULL;
}

static bool is_miss(int32_t code)
{
    return code == DOM_FAULT_ILLEGAL || code == DOM_FAULT_TIMEOUT;
}

bool dom_ipc_frame_unpack_miss(const dom_ipc_frame *frame, dom_ipc_frame_miss *out)
{
    if (frame->body_size < sizeof *out)
        return false;
    memcpy(out, frame->body, sizeof *out);
    return is_miss(out->code) && out->bank_us >= 0 && take_reason(out->text) &&
           out->said.size <= DOM_IPC_SAID_BYTES;
}

bool dom_ipc_frame_unpack_ended(const dom_ipc_frame *frame, dom_ipc_frame_ended *out)
{
    if (frame->body_size < sizeof *out)
        return false;
    memcpy(out, frame->body, sizeof *out);
    return 0 <= out->code && out->code < DOM_FAULT_COUNT && !is_miss(out->code) &&
           0 <= out->ending && out->ending < DOM_ENDING_COUNT && take_reason(out->text) &&
           out->said.size <= DOM_IPC_SAID_BYTES;
}
