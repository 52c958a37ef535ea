/* A connection is ended by shutdown, which the server's thread notices and then closes it. */
#include "visitors.h"

#include "base/now.h"

#include <stdlib.h>
#include <sys/socket.h>

void dom_web_visitors_init(dom_web_visitors *visitors, size_t most)
{
    *visitors = (dom_web_visitors){.most = most};
    (void)pthread_mutex_init(&visitors->lock, NULL);
}

void dom_web_visitors_destroy(dom_web_visitors *visitors)
{
    (void)pthread_mutex_destroy(&visitors->lock);
}

/* Ends a connection; it no longer counts as one that waits. */
static void end(dom_web_visitor *visitor)
{
    visitor->is_waiting = false;
    (void)shutdown(visitor->fd, SHUT_RDWR);
}

/* Ends the connection that has waited longest. Pre: the caller holds the lock. */
static void end_oldest(dom_web_visitors *visitors)
{
    dom_web_visitor *oldest = NULL;
    for (dom_web_visitor *v = visitors->first; v; v = v->next)
        if (v->is_waiting && (oldest == NULL || v->since_us < oldest->since_us))
            oldest = v;
    if (oldest)
        end(oldest);
}

dom_web_visitor *dom_web_visitors_enter(dom_web_visitors *visitors, int fd)
{
    dom_web_visitor *new = malloc(sizeof *new);
    if (new == NULL)
        return NULL;
    (void)pthread_mutex_lock(&visitors->lock);
    if (visitors->count >= visitors->most)
        end_oldest(visitors);
    *new = (dom_web_visitor){fd, true, dom_now_us(), visitors->first};
    visitors->first = new;
    visitors->count++;
    (void)pthread_mutex_unlock(&visitors->lock);
    return new;
}

void dom_web_visitors_wait(dom_web_visitors *visitors, dom_web_visitor *visitor, bool is_waiting)
{
    if (visitor == NULL)
        return;
    (void)pthread_mutex_lock(&visitors->lock);
    visitor->is_waiting = is_waiting;
    visitor->since_us = dom_now_us();
    (void)pthread_mutex_unlock(&visitors->lock);
}

void dom_web_visitors_leave(dom_web_visitors *visitors, dom_web_visitor *visitor)
{
    if (visitor == NULL)
        return;
    (void)pthread_mutex_lock(&visitors->lock);
    for (dom_web_visitor **at = &visitors->first; *at; at = &(*at)->next)
        if (*at == visitor) {
            *at = visitor->next;
            visitors->count--;
            break;
        }
    (void)pthread_mutex_unlock(&visitors->lock);
    free(visitor);
}

void dom_web_visitors_expire(dom_web_visitors *visitors)
{
    int64_t last_us = dom_now_us() - DOM_WEB_VISITORS_WAIT_US;
    (void)pthread_mutex_lock(&visitors->lock);
    for (dom_web_visitor *v = visitors->first; v; v = v->next)
        if (v->is_waiting && v->since_us < last_us)
            end(v);
    (void)pthread_mutex_unlock(&visitors->lock);
}
