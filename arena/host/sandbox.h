/* The sandbox of a bot process: builds the command line of bubblewrap and the filter of system
 * calls. SECURITY.md says what each level denies; spawn.h uses both to start the bot. */
#ifndef DOM_HOST_SANDBOX_H
#define DOM_HOST_SANDBOX_H

#include "base/err.h"
#include "base/sandbox.h"

#include <linux/filter.h>
#include <stdbool.h>
#include <stdint.h>

/* Paths inside the sandbox at level bwrap: the bot's folder, the folder with its socket, its folder
 * for temporary files, and domino-init (init.c). Outside, these have other names. */
#define DOM_HOST_SANDBOX_FOLDER "/bot"
#define DOM_HOST_SANDBOX_SOCKET_FOLDER "/run/arena"
#define DOM_HOST_SANDBOX_TMP "/tmp"
#define DOM_HOST_SANDBOX_INIT "/run/domino-init"

enum {
    DOM_HOST_SANDBOX_TMP_MB = 64,      /* size limit of /tmp inside */
    DOM_HOST_SANDBOX_SHM_MB = 16,      /* size limit of /dev/shm inside */
    DOM_HOST_SANDBOX_PROCESSES = 2,    /* processes of the sandbox itself: bwrap, domino-init */
    DOM_HOST_SANDBOX_WORDS_MAX = 320,  /* most words of the command line, with its final NULL */
    DOM_HOST_SANDBOX_TEXT_BYTES = 6144 /* most bytes of the words that are made here */
};

/* What to put into the sandbox. All is borrowed. */
typedef struct {
    char *const *argv;        /* the bot's command, NULL-terminated */
    const char *const *env;   /* "NAME=VALUE", set inside beside what bubblewrap passes on;
                                 NULL-terminated; NULL = none */
    const char *folder;       /* the bot's folder, inside DOM_HOST_SANDBOX_FOLDER */
    const char *own_folder;   /* folder of its socket, inside DOM_HOST_SANDBOX_SOCKET_FOLDER;
                               NULL = none */
    const char *const *shown; /* folders, read-only, and character devices that are shown under
                                 their own paths; NULL-terminated; NULL = none */
    int32_t processes;        /* RLIMIT_NPROC inside */
    int filter_fd;            /* from dom_host_sandbox_open_filter */
    int init_fd;              /* the program domino-init, opened for reading */
    int host_fd;              /* pidfd of the host: the sandbox ends when the host ends */
    int out_fd;               /* becomes the bot's standard output. It must not be descriptor 1:
                               bubblewrap keeps 0 to 2 open, so the host would not notice when the
                               bot closes its output. */
} dom_host_sandbox_spec;

/* A finished command line. `argv` points into the spec's texts and into `text`. */
typedef struct {
    char *argv[DOM_HOST_SANDBOX_WORDS_MAX];
    char text[DOM_HOST_SANDBOX_TEXT_BYTES];
} dom_host_sandbox_command;

/* Returns true if a bot at level bwrap sees this file of the machine. If the path contains links,
 * all files on the way must be visible. Returns false if the file does not exist.
 *
 * path   absolute
 * shown  as in dom_host_sandbox_spec */
bool dom_host_sandbox_shows(const char *path, const char *const shown[]);

/* Builds the command line that starts the bot in bubblewrap. Returns DOM_OK, or DOM_E_LIMIT if it
 * does not fit into *out. */
dom_rc dom_host_sandbox_fill(dom_host_sandbox_command *out, const dom_host_sandbox_spec *spec,
                             dom_err *err);

/* Makes a file in memory with the filter of system calls of a level, in the format that bubblewrap
 * reads. Returns DOM_OK with *fd, which the caller closes; DOM_E_IO with *fd = -1. */
dom_rc dom_host_sandbox_open_filter(int *fd, dom_sandbox level, dom_err *err);

/* Reads the filter from such a file, in the format of prctl(PR_SET_SECCOMP). Returns DOM_OK, and
 * the caller frees out->filter; DOM_E_IO or DOM_E_NOMEM, and *out is empty. */
dom_rc dom_host_sandbox_read_filter(struct sock_fprog *out, int fd, dom_err *err);

#endif
