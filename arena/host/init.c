/* domino-init - process 1 of a sandbox at level bwrap.
 *
 *     domino-init HOST_FD OUT_FD PROCESSES PROGRAM [ARGUMENT...]
 *
 * HOST_FD is a pidfd of the host. domino-init starts the program only if the host is alive, and
 * exits as soon as the host has ended. The kernel then kills all other processes of the sandbox,
 * because process 1 of their PID namespace has ended. Parent-death signals would not be enough: if
 * the host is killed while bubblewrap still prepares the sandbox, no such signal is armed yet.
 *
 * OUT_FD becomes the program's standard output. No other process in the sandbox has it, so the host
 * notices when the program closes it. PROCESSES is the program's RLIMIT_NPROC.
 *
 * The exit status is that of the program, or 128 plus the number of the signal that killed it. It
 * is 127 if the program could not be started or the host has ended.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

enum { HOST = 1, OUT, PROCESSES, PROGRAM }; /* indexes into argv */
enum { FAILED = 127, SIGNALLED = 128 };

_Noreturn static void become_program(char **argv, int out_fd, const sigset_t *mask)
{
    rlim_t processes = strtoul(argv[PROCESSES], NULL, 10);
    struct rlimit limit = {processes, processes};
    (void)sigprocmask(SIG_SETMASK, mask, NULL);
    (void)setsid(); /* a process group of its own, to which the host sends signals */
    if (dup2(out_fd, STDOUT_FILENO) >= 0 && close(out_fd) == 0 &&
        setrlimit(RLIMIT_NPROC, &limit) == 0)
        (void)execvp(argv[PROGRAM], argv + PROGRAM);
    (void)fprintf(stderr, "%s cannot be executed: %s\n", argv[PROGRAM], strerror(errno));
    _exit(FAILED);
}

/* Reaps children that have ended. Returns true, with *status, if the program is among them. */
static bool reap_children(pid_t program, int *status)
{
    pid_t pid;
    while ((pid = waitpid(-1, status, WNOHANG)) > 0)
        if (pid == program)
            return true;
    return false;
}

/* Waits for a child or the host to end. Returns false if the host has ended or cannot be
 * watched. */
static bool wait_while_host_lives(int host_fd, int signal_fd)
{
    struct signalfd_siginfo info;
    struct pollfd fds[] = {{.fd = host_fd, .events = POLLIN}, {.fd = signal_fd, .events = POLLIN}};
    int ready = poll(fds, 2, -1);
    if (ready < 0)
        return errno == EINTR;
    while (fds[1].revents && read(signal_fd, &info, sizeof info) == sizeof info)
        ;
    return fds[0].revents == 0;
}

static bool is_alive(int host_fd)
{
    struct pollfd host = {.fd = host_fd, .events = POLLIN};
    return poll(&host, 1, 0) == 0;
}

/* The bot runs under the same user id, and must not reach the descriptors of this process. Builds
 * with sanitizers skip this, because a sanitizer must be able to inspect the process. */
static bool protect_init(int host_fd)
{
#if !defined(DOM_SANITIZED)
    if (prctl(PR_SET_DUMPABLE, 0) != 0)
        return false;
#endif
    return fcntl(host_fd, F_SETFD, FD_CLOEXEC) == 0;
}

/* Waits until the program or the host has ended. Returns the exit status of domino-init. */
static int watch(pid_t program, int host_fd, int signal_fd)
{
    int status;
    while (wait_while_host_lives(host_fd, signal_fd))
        if (reap_children(program, &status))
            return WIFSIGNALED(status) ? SIGNALLED + WTERMSIG(status) : WEXITSTATUS(status);
    return FAILED;
}

int main(int argc, char **argv)
{
    sigset_t before, child;
    int host_fd = argc > PROGRAM ? (int)strtol(argv[HOST], NULL, 10) : -1;
    int out_fd = argc > PROGRAM ? (int)strtol(argv[OUT], NULL, 10) : -1;
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    (void)sigprocmask(SIG_BLOCK, &child, &before);
    int signal_fd = signalfd(-1, &child, SFD_NONBLOCK | SFD_CLOEXEC);
    if (signal_fd < 0 || !protect_init(host_fd) || !is_alive(host_fd))
        return FAILED;
    pid_t program = fork();
    if (program == 0)
        become_program(argv, out_fd, &before);
    close(out_fd);
    return program > 0 ? watch(program, host_fd, signal_fd) : FAILED;
}
