#include "queue.h"

#include "base/shared.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { NUMBER_BYTES = 12, TRIES = 1000 };

static void write_queue_path(char path[static DOM_HOME_BESIDE_BYTES], const dom_home *home)
{
    (void)snprintf(path, DOM_HOME_BESIDE_BYTES, "%s.queue", home->db);
}

static void write_ticket_path(char path[static DOM_HOME_BESIDE_BYTES + 16], const dom_home *home,
                              unsigned number)
{
    char folder[DOM_HOME_BESIDE_BYTES];
    write_queue_path(folder, home);
    (void)snprintf(path, DOM_HOME_BESIDE_BYTES + 16, "%s/%08u", folder, number);
}

/* Returns the number of a ticket by the name of its file; 0 if this is another file. */
static unsigned number_of(const char *name)
{
    return strlen(name) == 8 && strspn(name, "0123456789") == 8 ? (unsigned)strtoul(name, NULL, 10)
                                                                : 0;
}

/* Opens a ticket of somebody who still waits. Removes one whose process was killed. Returns a
 * descriptor, or -1. */
static int open_waiting(const char *path)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0 || (flock(fd, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK))
        return fd;
    (void)unlink(path);
    close(fd);
    return -1;
}

/* ---- who it is ------------------------------------------------------------------ */

/* One write of always the same size, so that a process that is killed leaves the old text or the
 * new one. */
void dom_home_user_write(int fd, const char *run_folder, const char *command)
{
    char text[sizeof(dom_home_user) + 32] = "";
    (void)snprintf(text, sizeof text, "%d %s\n%s\n", (int)getpid(), run_folder, command);
    /* a failure only means that the directory of a killed run is not removed */
    (void)!pwrite(fd, text, sizeof text, 0);
}

void dom_home_user_read(dom_home_user *out, int fd)
{
    char text[sizeof *out + 32] = "";
    *out = (dom_home_user){.pid = 0};
    ssize_t n = pread(fd, text, sizeof text - 1, 0);
    char *line = n > 0 ? strchr(text, '\n') : NULL;
    if (n <= 0 || sscanf(text, "%d %255[^\n]", &out->pid, out->run_folder) < 1) {
        *out = (dom_home_user){.pid = 0};
        return;
    }
    if (line)
        (void)sscanf(line + 1, "%159[^\n]", out->command);
}

/* ---- the line of those who wait ------------------------------------------------------ */

static int compare_tickets(const void *a, const void *b)
{
    unsigned x = *(const unsigned *)a, y = *(const unsigned *)b;
    return (x > y) - (x < y);
}

/* Lists the numbers of the tickets, ascending, at most DOM_HOME_QUEUE_MAX of them. */
static size_t list_tickets(const dom_home *home, unsigned numbers[static DOM_HOME_QUEUE_MAX])
{
    char folder[DOM_HOME_BESIDE_BYTES];
    size_t count = 0;
    write_queue_path(folder, home);
    DIR *dir = opendir(folder);
    for (const struct dirent *d; dir && (d = readdir(dir)) != NULL;)
        if (count < DOM_HOME_QUEUE_MAX && number_of(d->d_name) > 0)
            numbers[count++] = number_of(d->d_name);
    if (dir)
        (void)closedir(dir);
    qsort(numbers, count, sizeof *numbers, compare_tickets);
    return count;
}

bool dom_home_queue_is_first(const dom_home_ticket *ticket, const dom_home *home)
{
    unsigned numbers[DOM_HOME_QUEUE_MAX];
    char path[DOM_HOME_BESIDE_BYTES + 16];
    size_t count = list_tickets(home, numbers);
    for (size_t i = 0; i < count && numbers[i] < ticket->number; i++) {
        write_ticket_path(path, home, numbers[i]);
        int fd = open_waiting(path);
        if (fd < 0)
            continue;
        close(fd);
        return false;
    }
    return true;
}

size_t dom_home_queue_read(dom_home_user waiting[static DOM_HOME_QUEUE_MAX], const dom_home *home)
{
    unsigned numbers[DOM_HOME_QUEUE_MAX];
    char path[DOM_HOME_BESIDE_BYTES + 16];
    size_t count = list_tickets(home, numbers), found = 0;
    for (size_t i = 0; i < count; i++) {
        write_ticket_path(path, home, numbers[i]);
        int fd = open_waiting(path);
        if (fd < 0)
            continue;
        dom_home_user_read(&waiting[found++], fd);
        close(fd);
    }
    return found;
}

/* ---- a place in it ------------------------------------------------------------------- */

/* Links the locked file to the next free number. */
static dom_rc take_number(dom_home_ticket *ticket, const dom_home *home, const char *draft,
                          dom_err *err)
{
    unsigned numbers[DOM_HOME_QUEUE_MAX];
    size_t count = list_tickets(home, numbers);
    ticket->number = count > 0 ? numbers[count - 1] : 0;
    for (int i = 0; i < TRIES; i++) {
        write_ticket_path(ticket->path, home, ++ticket->number);
        if (link(draft, ticket->path) == 0)
            return DOM_OK;
        if (errno != EEXIST)
            break;
    }
    return dom_err_errno(err, ticket->path);
}

dom_rc dom_home_queue_join(dom_home_ticket *ticket, const dom_home *home, dom_err *err)
{
    char folder[DOM_HOME_BESIDE_BYTES], draft[DOM_HOME_BESIDE_BYTES + 32];
    write_queue_path(folder, home);
    *ticket = (dom_home_ticket){.fd = -1};
    if (mkdir(folder, dom_shared_mode(folder, 0700)) != 0 && errno != EEXIST)
        return dom_err_errno(err, folder);
    (void)snprintf(draft, sizeof draft, "%s/new-%d", folder, (int)getpid());
    ticket->fd = open(draft, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, dom_shared_mode(draft, 0600));
    if (ticket->fd < 0 || flock(ticket->fd, LOCK_EX | LOCK_NB) != 0)
        return dom_err_errno(err, draft);
    dom_home_user_write(ticket->fd, "", home->command);
    dom_rc rc = take_number(ticket, home, draft, err);
    (void)unlink(draft);
    return rc;
}

void dom_home_queue_leave(dom_home_ticket *ticket)
{
    if (ticket->fd < 0)
        return;
    (void)unlink(ticket->path);
    close(ticket->fd);
    ticket->fd = -1;
}
