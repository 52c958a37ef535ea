/* queue.h - the queue before the lock of a database: commands that wait for it (--wait), in the
 * order in which they came.
 *
 * A ticket is a file DATABASE.queue/NUMBER, which the waiting process holds locked. A ticket that
 * is not locked is that of a process that was killed, and anybody removes it. A number is taken by
 * linking a locked file to it, so no ticket is ever seen unlocked. */
#ifndef DOM_HOME_QUEUE_H
#define DOM_HOME_QUEUE_H

#include "home/home.h"

typedef struct {
    int fd; /* -1: none */
    unsigned number;
    char path[DOM_HOME_BESIDE_BYTES + 16];
} dom_home_ticket;

/* Joins the queue at its end. Returns DOM_OK or DOM_E_IO. */
dom_rc dom_home_queue_join(dom_home_ticket *ticket, const dom_home *home, dom_err *err);

/* Returns true if nobody who still waits came before. Removes tickets of killed processes. */
bool dom_home_queue_is_first(const dom_home_ticket *ticket, const dom_home *home);

/* Write and read the text of a ticket or a lock file: "PID RUN_FOLDER", and a line with the
 * command. */
void dom_home_user_write(int fd, const char *run_folder, const char *command);
void dom_home_user_read(dom_home_user *out, int fd);

/* Leaves the queue. */
void dom_home_queue_leave(dom_home_ticket *ticket);

#endif
