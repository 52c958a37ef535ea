#include "tournament/try_program.h"

#include "base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <sys/wait.h>
#include <unistd.h>

enum { RUN_MS = 60000 };

/* Starts the program with stdout to the pipe `out` and stderr discarded. Returns 0 or an errno. */
static int start_program(pid_t *pid, const char *const argv[], int out)
{
    posix_spawn_file_actions_t actions;
    int rc = posix_spawn_file_actions_init(&actions);
    if (rc != 0)
        return rc;
    (void)posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    (void)posix_spawn_file_actions_adddup2(&actions, out, 1);
    (void)posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
    rc = posix_spawnp(pid, argv[0], &actions, NULL, (char *const *)argv, environ);
    (void)posix_spawn_file_actions_destroy(&actions);
    return rc;
}

/* Adds a part of the output to one line, with ", " between lines. `has_ended` says whether a line
 * has ended before this part, which may begin anywhere. */
static void add_output(dom_text *text, bool *has_ended, const char *bytes, ssize_t size)
{
    for (ssize_t i = 0; i < size; i++) {
        if (*has_ended)
            dom_text_add(text, ", ");
        *has_ended = bytes[i] == '\n';
        if (!*has_ended)
            dom_text_add_char(text, bytes[i]);
    }
}

/* Reads until the pipe is closed. Returns false if RUN_MS pass without output. */
static bool read_program_output(int fd, char *out, size_t room)
{
    char bytes[512];
    bool has_ended = false;
    dom_text text = dom_text_of(out, room);
    struct pollfd ready = {.fd = fd, .events = POLLIN};
    while (poll(&ready, 1, RUN_MS) > 0) {
        ssize_t n = read(fd, bytes, sizeof bytes);
        if (n <= 0)
            return true;
        add_output(&text, &has_ended, bytes, n);
    }
    return false;
}

int dom_tournament_try_program(const char *const argv[], char *out, size_t room)
{
    int fd[2], status = -1;
    pid_t pid;
    out[0] = '\0';
    if (pipe2(fd, O_CLOEXEC) != 0)
        return -1;
    int error = start_program(&pid, argv, fd[1]);
    (void)close(fd[1]);
    if (error == 0 && !read_program_output(fd[0], out, room))
        (void)kill(pid, SIGKILL);
    (void)close(fd[0]);
    if (error != 0)
        return -1;
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}
