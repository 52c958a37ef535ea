/* domino-init - process 1 of a sandbox at level bwrap.
 *
 *     domino-init HOST_FD OUT_FD PROCESSES PROGRAM [ARGUMENT...]
 *
 * HOST_FD is a pidfd of the host. The program is started when that process is alive, and all
 * processes of the sandbox end as soon as it is not, because the kernel ends a PID namespace with
 * its process 1. So no process depends on a signal that its parent may no longer be there to cause:
 * a host that is killed while bubblewrap still prepares the sandbox is noticed here.
 *
 * OUT_FD becomes the program's standard output, and nobody else in the sandbox has it: so the host
 * sees when the program closes it. PROCESSES is RLIMIT_NPROC of the program. The exit status is
 * that of the program, or 128 and the number of the signal that ended it.
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

enum { HOST = 1, OUT, PROCESSES, PROGRAM }; /* arguments */
enum { FAILED = 127, SIGNALLED = 128 };

_Noreturn static void become_program(char **argv, int out_fd, const sigset_t *mask)
{
    rlim_t processes = strtoul(argv[PROCESSES], NULL, 10);
    struct rlimit limit = {processes, processes};
    (void)sigprocmask(SIG_SETMASK, mask, NULL);
    (void)setsid(); /* the host signals the group that it leads */
    if (dup2(out_fd, STDOUT_FILENO) >= 0 && close(out_fd) == 0 &&
        setrlimit(RLIMIT_NPROC, &limit) == 0)
        (void)execvp(argv[PROGRAM], argv + PROGRAM);
    (void)fprintf(stderr, "%s cannot be executed: %s\n", argv[PROGRAM], strerror(errno));
    _exit(FAILED);
}

/* Reap whatever has ended; true with *status when the program has. */
static bool reap_children(pid_t program, int *status)
{
    pid_t pid;
    while ((pid = waitpid(-1, status, WNOHANG)) > 0)
        if (pid == program)
            return true;
    return false;
}

/* Wait for something to happen; false when the host is gone, or cannot be watched. */
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

/* The bot has the same user and must not reach the descriptors of this process. The sanitizers need
 * to look at it. */
static bool protect_init(int host_fd)
{
#if !defined(DOM_SANITIZED)
    if (prctl(PR_SET_DUMPABLE, 0) != 0)
        return false;
#endif
    return fcntl(host_fd, F_SETFD, FD_CLOEXEC) == 0;
}

/* The status to exit with, when the program or the host has ended. */
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
