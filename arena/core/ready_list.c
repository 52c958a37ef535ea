#include "ready_list.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

dom_rc dom_core_ready_list_open(dom_core_ready_list *list, uint32_t room, dom_err *err)
{
    *list = (dom_core_ready_list){.fd = epoll_create1(EPOLL_CLOEXEC), .room = room};
    if (list->fd < 0)
        return dom_err_set(err, DOM_E_IO, "epoll: %s", strerror(errno));
    list->ready = calloc(room, sizeof *list->ready);
    return list->ready ? DOM_OK : dom_err_no_memory(err);
}

void dom_core_ready_list_close(dom_core_ready_list *list)
{
    if (list->fd >= 0)
        close(list->fd);
    free(list->ready);
    *list = (dom_core_ready_list){.fd = -1};
}

dom_rc dom_core_ready_list_add(const dom_core_ready_list *list, int fd, uint32_t number,
                               dom_err *err)
{
    struct epoll_event event = {.events = EPOLLIN, .data.u32 = number};
    if (epoll_ctl(list->fd, EPOLL_CTL_ADD, fd, &event) == 0)
        return DOM_OK;
    return dom_err_set(err, DOM_E_IO, "epoll: %s", strerror(errno));
}

void dom_core_ready_list_watch_room(const dom_core_ready_list *list, int fd, uint32_t number,
                                    bool wants_to_send)
{
    struct epoll_event event = {.events = wants_to_send ? EPOLLIN | EPOLLOUT : EPOLLIN,
                                .data.u32 = number};
    (void)epoll_ctl(list->fd, EPOLL_CTL_MOD, fd, &event);
}

void dom_core_ready_list_remove(const dom_core_ready_list *list, int fd)
{
    (void)epoll_ctl(list->fd, EPOLL_CTL_DEL, fd, NULL);
}

int dom_core_ready_list_wait(dom_core_ready_list *list, int ms)
{
    int count = epoll_wait(list->fd, list->ready, (int)list->room, ms);
    return count < 0 && errno == EINTR ? 0 : count;
}
