/* A connection is ended by shutdown, which the server's thread notices and then closes it. */
#include "visitors.h"

#include "base/now.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

/* Of a connection to /events. The kernel keeps no more than this for a client that does not read.
 */
enum { EVENTS_SEND_BYTES = 4096 };

void dom_http_visitors_init(dom_http_visitors *visitors, size_t most, const dom_http_limits *limits)
{
    *visitors = (dom_http_visitors){.most = most, .limits = *limits};
    (void)pthread_mutex_init(&visitors->lock, NULL);
}

void dom_http_visitors_destroy(dom_http_visitors *visitors)
{
    (void)pthread_mutex_destroy(&visitors->lock);
}

/* Ends a connection. What its client does not read is dropped at once instead of being kept by the
 * kernel. */
static void end(dom_http_visitor *visitor)
{
    const struct linger none = {.l_onoff = 1, .l_linger = 0};
    if (visitor->state != DOM_HTTP_VISITOR_WAITS)
        (void)setsockopt(visitor->fd, SOL_SOCKET, SO_LINGER, &none, sizeof none);
    visitor->state = DOM_HTTP_VISITOR_ENDED;
    (void)shutdown(visitor->fd, SHUT_RDWR);
}

/* Returns true for a connection of this address that is not ended; NULL: any address. */
static bool is_of(const dom_http_visitor *visitor, const char *address)
{
    return visitor->state != DOM_HTTP_VISITOR_ENDED &&
           (address == NULL || strcmp(visitor->address, address) == 0);
}

static size_t count_of(const dom_http_visitors *visitors, const char *address)
{
    size_t count = 0;
    for (const dom_http_visitor *v = visitors->first; v; v = v->next)
        count += is_of(v, address);
    return count;
}

/* Ends the connection that has waited longest. Returns false if none waits. Pre: the caller holds
 * the lock. */
static bool end_oldest(dom_http_visitors *visitors, const char *address)
{
    dom_http_visitor *oldest = NULL;
    for (dom_http_visitor *v = visitors->first; v; v = v->next)
        if (v->state == DOM_HTTP_VISITOR_WAITS && is_of(v, address) &&
            (oldest == NULL || v->since_us < oldest->since_us))
            oldest = v;
    if (oldest)
        end(oldest);
    return oldest != NULL;
}

/* Makes room for a connection. Returns false if its address has none. Pre: the caller holds the
 * lock. */
static bool make_room(dom_http_visitors *visitors, const char *address)
{
    size_t most = visitors->limits.address_connections;
    if (most > 0 && count_of(visitors, address) >= most)
        return end_oldest(visitors, address);
    if (count_of(visitors, NULL) >= visitors->most)
        (void)end_oldest(visitors, NULL);
    return true;
}

/* Pre: the caller holds the lock. */
static void end_overdue(dom_http_visitors *visitors)
{
    const int64_t most_us[] = {[DOM_HTTP_VISITOR_WAITS] = visitors->limits.request_us,
                               [DOM_HTTP_VISITOR_ANSWERED] = visitors->limits.answer_us,
                               [DOM_HTTP_VISITOR_LISTENS] = INT64_MAX,
                               [DOM_HTTP_VISITOR_ENDED] = INT64_MAX};
    int64_t now_us = dom_now_us();
    for (dom_http_visitor *v = visitors->first; v; v = v->next)
        if (now_us - v->since_us >= most_us[v->state])
            end(v);
}

dom_http_visitor *dom_http_visitors_enter(dom_http_visitors *visitors, int fd, const char *address)
{
    dom_http_visitor *new = malloc(sizeof *new);
    if (new == NULL)
        return NULL;
    *new = (dom_http_visitor){.fd = fd, .since_us = dom_now_us()};
    dom_text_copy(new->address, sizeof new->address, address);
    (void)pthread_mutex_lock(&visitors->lock);
    end_overdue(visitors);
    if (!make_room(visitors, new->address))
        end(new);
    new->next = visitors->first;
    visitors->first = new;
    (void)pthread_mutex_unlock(&visitors->lock);
    return new;
}

void dom_http_visitors_note(dom_http_visitors *visitors, dom_http_visitor *visitor,
                            dom_http_visitor_state state)
{
    if (visitor == NULL)
        return;
    (void)pthread_mutex_lock(&visitors->lock);
    if (visitor->state != DOM_HTTP_VISITOR_ENDED)
        visitor->state = state;
    visitor->since_us = dom_now_us();
    (void)pthread_mutex_unlock(&visitors->lock);
}

static size_t count_listeners(const dom_http_visitors *visitors, const char *address)
{
    size_t count = 0;
    for (const dom_http_visitor *v = visitors->first; v; v = v->next)
        count += v->state == DOM_HTTP_VISITOR_LISTENS && is_of(v, address);
    return count;
}

bool dom_http_visitors_listen(dom_http_visitors *visitors, dom_http_visitor *visitor)
{
    const int bytes = EVENTS_SEND_BYTES;
    size_t most = visitors->limits.address_listeners;
    if (visitor == NULL)
        return false;
    (void)pthread_mutex_lock(&visitors->lock);
    bool may_listen = most == 0 || count_listeners(visitors, visitor->address) < most;
    if (may_listen && visitor->state != DOM_HTTP_VISITOR_ENDED) {
        visitor->state = DOM_HTTP_VISITOR_LISTENS;
        visitor->missed = 0;
        (void)setsockopt(visitor->fd, SOL_SOCKET, SO_SNDBUF, &bytes, sizeof bytes);
    }
    (void)pthread_mutex_unlock(&visitors->lock);
    return may_listen;
}

void dom_http_visitors_take(dom_http_visitors *visitors, dom_http_visitor *visitor)
{
    (void)pthread_mutex_lock(&visitors->lock);
    visitor->missed = 0;
    (void)pthread_mutex_unlock(&visitors->lock);
}

void dom_http_visitors_ping(dom_http_visitors *visitors)
{
    (void)pthread_mutex_lock(&visitors->lock);
    for (dom_http_visitor *v = visitors->first; v; v = v->next)
        if (v->state == DOM_HTTP_VISITOR_LISTENS && ++v->missed > visitors->limits.event_pings)
            end(v);
    (void)pthread_mutex_unlock(&visitors->lock);
}

void dom_http_visitors_leave(dom_http_visitors *visitors, dom_http_visitor *visitor)
{
    if (visitor == NULL)
        return;
    (void)pthread_mutex_lock(&visitors->lock);
    for (dom_http_visitor **at = &visitors->first; *at; at = &(*at)->next)
        if (*at == visitor) {
            *at = visitor->next;
            break;
        }
    (void)pthread_mutex_unlock(&visitors->lock);
    free(visitor);
}

void dom_http_visitors_expire(dom_http_visitors *visitors)
{
    (void)pthread_mutex_lock(&visitors->lock);
    end_overdue(visitors);
    (void)pthread_mutex_unlock(&visitors->lock);
}

size_t dom_http_visitors_count(dom_http_visitors *visitors)
{
    size_t count = 0;
    (void)pthread_mutex_lock(&visitors->lock);
    for (const dom_http_visitor *v = visitors->first; v; v = v->next)
        count++;
    (void)pthread_mutex_unlock(&visitors->lock);
    return count;
}
