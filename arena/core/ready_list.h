/* The descriptors for which the loop waits. The kernel keeps the list (epoll), so the cost of a
 * wait depends on how many descriptors are ready, and not on how many there are.
 *
 *     dom_core_ready_list_add(&list, link_fd, 7, err);
 *     int count = dom_core_ready_list_wait(&list, 1000);
 *     for (int i = 0; i < count; i++)
 *         ... list.ready[i].data.u32 is 7
 */
#ifndef DOM_CORE_READY_LIST_H
#define DOM_CORE_READY_LIST_H

#include "base/err.h"

#include <stdbool.h>
#include <stdint.h>
#include <sys/epoll.h>

typedef struct {
    int fd;                    /* of epoll; -1: not open                           */
    struct epoll_event *ready; /* found by the last wait; `data.u32` is the number  */
    uint32_t room;             /* most that one wait finds; the others are found by the next one */
} dom_core_ready_list;

/* Opens a list. Returns DOM_OK, DOM_E_IO or DOM_E_NOMEM; it must be closed in any case. */
dom_rc dom_core_ready_list_open(dom_core_ready_list *list, uint32_t room, dom_err *err);

/* Closes the list, not its descriptors. A list that is not open is accepted. */
void dom_core_ready_list_close(dom_core_ready_list *list);

/* Adds a descriptor, which is ready when something can be read, its peer has gone, or it has
 * failed. Returns DOM_OK or DOM_E_IO. */
dom_rc dom_core_ready_list_add(const dom_core_ready_list *list, int fd, uint32_t number,
                               dom_err *err);

/* Says whether the descriptor is also ready when something can be sent. */
void dom_core_ready_list_watch_room(const dom_core_ready_list *list, int fd, uint32_t number,
                                    bool wants_to_send);

/* Removes a descriptor. It must be called before the descriptor is closed. */
void dom_core_ready_list_remove(const dom_core_ready_list *list, int fd);

/* Sleeps until a descriptor is ready, or for `ms` milliseconds. Returns how many are in
 * list->ready; 0 also after a signal; -1 with errno if it has failed. */
int dom_core_ready_list_wait(dom_core_ready_list *list, int ms);

#endif
