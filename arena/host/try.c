#include "try.h"

#include "ipc/bot_ids.h"
#include "ipc/launch_spec.h"
#include "spawn.h"

#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { TRIAL_MS = 5000, TRIAL_MEMORY_MB = 2048, TRIAL_PROCESSES = 64 };

static dom_sandbox trial_level_of(const char *word)
{
    for (dom_sandbox level = DOM_SANDBOX_NONE; level < DOM_SANDBOX_COUNT; level++)
        if (strcmp(dom_sandbox_words[level], word) == 0)
            return level;
    return DOM_SANDBOX_AUTO;
}

/* Reads the first line that the program prints. Returns false if the program prints nothing and
 * does not close its output for TRIAL_MS. */
static bool read_first_line(int fd, char *line, size_t room)
{
    struct pollfd ready = {.fd = fd, .events = POLLIN};
    size_t size = 0;
    ssize_t n = 1;
    while (n > 0 && size + 1 < room && poll(&ready, 1, TRIAL_MS) > 0) {
        n = read(fd, line + size, room - 1 - size);
        size += n > 0 ? (size_t)n : 0;
    }
    line[size] = '\0';
    line[strcspn(line, "\n")] = '\0';
    return n <= 0;
}

/* Returns the user id for the trial: a special one if bots get user ids of their own here, else
 * 0. */
static uint32_t trial_uid(void)
{
    return geteuid() == 0 && dom_ipc_bot_ids_are_mapped(DOM_IPC_BOT_ID_TRIAL, DOM_IPC_BOT_ID_TRIAL)
               ? DOM_IPC_BOT_ID_TRIAL
               : 0;
}

/* What the shell does: it forks, because bots may do so, and looks at what it is shown. */
static const char script[] = ": & wait\n"
                             "for path do\n"
                             "if [ -c \"$path\" ]; then [ -r \"$path\" ] && [ -w \"$path\" ]\n"
                             "else [ -r \"$path\" ] && [ -x \"$path\" ]; fi ||\n"
                             "{ echo \"bots may not read $path\"; exit 1; }\n"
                             "done";

/* Starts a shell in the sandbox. */
static dom_rc start_trial(dom_sandbox level, const char *const shown[], int out, pid_t *pid,
                          dom_err *err)
{
    char *argv[DOM_IPC_SHOWN_MAX + 5] = {(char *)"/bin/sh", (char *)"-c", (char *)script,
                                         (char *)"sh"};
    for (int i = 0; i < DOM_IPC_SHOWN_MAX && shown[i]; i++)
        argv[i + 4] = (char *)shown[i];
    char *env[] = {(char *)"PATH=/usr/local/bin:/usr/bin:/bin", NULL};
    int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
    dom_host_spawn_spec spec = {.argv = argv,
                                .env = env,
                                .folder = "/usr",
                                .shown = shown,
                                .uid = trial_uid(),
                                .sandbox = level,
                                .memory_mb = TRIAL_MEMORY_MB,
                                .processes = TRIAL_PROCESSES,
                                .in_fd = nothing,
                                .out_fd = out,
                                .err_fd = out};
    dom_rc rc = dom_host_spawn_start(&spec, pid, err);
    close(nothing);
    return rc;
}

/* Waits for the end of the trial. If it did not succeed, `line` says what went wrong. */
static dom_ipc_sandbox_trial wait_for(pid_t pid, int out, char *line, size_t room)
{
    int status = -1;
    if (!read_first_line(out, line, room)) {
        dom_host_spawn_kill_all(pid);
        (void)snprintf(line, room, "a test program in the sandbox did not end within %d s",
                       TRIAL_MS / 1000);
        return DOM_IPC_TRIAL_LASTS;
    }
    (void)waitpid(pid, &status, 0);
    if (status != 0 && line[0] == '\0')
        (void)snprintf(line, room, "a test program in the sandbox failed with status %d", status);
    return status == 0 ? DOM_IPC_TRIAL_WORKS : DOM_IPC_TRIAL_FAILS;
}

dom_ipc_sandbox_trial dom_host_try_sandbox(const char *word, const char *const shown[])
{
    int out[2];
    char line[300];
    pid_t pid = 0;
    dom_err err = {.text = ""};
    dom_sandbox level = trial_level_of(word);
    if (level == DOM_SANDBOX_AUTO || pipe2(out, O_CLOEXEC) != 0)
        return DOM_IPC_TRIAL_UNKNOWN;
    dom_rc rc = start_trial(level, shown, out[1], &pid, &err);
    close(out[1]);
    dom_ipc_sandbox_trial result =
        rc == DOM_OK ? wait_for(pid, out[0], line, sizeof line) : DOM_IPC_TRIAL_FAILS;
    close(out[0]);
    if (result != DOM_IPC_TRIAL_WORKS)
        (void)puts(rc == DOM_OK ? line : err.text);
    return result;
}
