/* The walls around a bot process: the command line of bubblewrap, and the filter of
 * system calls. SECURITY.md says what each level denies. */
#ifndef DOM_HOST_SANDBOX_H
#define DOM_HOST_SANDBOX_H

#include "base/err.h"
#include "base/sandbox.h"

#include <linux/filter.h>
#include <stdbool.h>
#include <stdint.h>

/* Where a bot at level bwrap finds its things, whatever they are called outside. */
#define DOM_HOST_SANDBOX_FOLDER "/bot"
#define DOM_HOST_SANDBOX_SOCKET_FOLDER "/run/arena"
#define DOM_HOST_SANDBOX_TMP "/tmp"
#define DOM_HOST_SANDBOX_INIT "/run/domino-init"

/* Of the machine's own files, in words. */
#define DOM_HOST_SANDBOX_SHOWN "/usr and the bot's folder"

enum {
    DOM_HOST_SANDBOX_TMP_MB = 64,     /* what lies in /tmp                              */
    DOM_HOST_SANDBOX_SHM_MB = 16,     /* and in /dev/shm                                */
    DOM_HOST_SANDBOX_PROCESSES = 2,   /* of bubblewrap itself, beside those of the bot  */
    DOM_HOST_SANDBOX_WORDS_MAX = 256, /* of the whole command line                      */
    DOM_HOST_SANDBOX_TEXT_BYTES = 4096
};

typedef struct {
    char *const *argv;      /* of the bot, NULL-terminated                     */
    const char *folder;     /* shown as DOM_HOST_SANDBOX_FOLDER                         */
    const char *own_folder; /* shown as DOM_HOST_SANDBOX_SOCKET_FOLDER; NULL = nothing  */
    int32_t processes;      /* RLIMIT_NPROC inside                             */
    int filter_fd;          /* of dom_host_sandbox_open_filter                          */
    int init_fd;            /* domino-init, opened to be read                  */
    int host_fd;            /* pidfd of the host: the sandbox ends with it     */
    int out_fd;             /* becomes the bot's standard output. Not descriptor 1 of bubblewrap,
                               which keeps 0 to 2: nobody would see the bot close its own */
} dom_host_sandbox_spec;

/* `argv` points into the spec's texts and into `text`. */
typedef struct {
    char *argv[DOM_HOST_SANDBOX_WORDS_MAX];
    char text[DOM_HOST_SANDBOX_TEXT_BYTES];
} dom_host_sandbox_command;

/* Does a bot see this file of the machine, with all that links lead through? No for
 * what is not there. `path` is absolute. */
bool dom_host_sandbox_shows(const char *path);

/* Fill in the command. DOM_E_LIMIT when it does not fit. */
dom_rc dom_host_sandbox_fill(dom_host_sandbox_command *out, const dom_host_sandbox_spec *spec,
                             dom_err *err);

/* A file in memory with the filter of a level, as bubblewrap reads it; close it.
 * Returns DOM_OK with *fd, or DOM_E_IO. */
dom_rc dom_host_sandbox_open_filter(int *fd, dom_sandbox level, dom_err *err);

/* That filter for prctl(PR_SET_SECCOMP); free out->filter. DOM_E_IO, DOM_E_NOMEM. */
dom_rc dom_host_sandbox_read_filter(struct sock_fprog *out, int fd, dom_err *err);

#endif
