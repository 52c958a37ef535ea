/* The words of bubblewrap's command line, and the system calls that the filter refuses. */
#include "sandbox.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static char *bot[] = {(char *)"./bot", (char *)"--fast", NULL};

static const char *const *shown, *const *env; /* of the next command */

static dom_rc fill(dom_host_sandbox_command *command, char *const *argv, const char *own_folder)
{
    dom_err err;
    dom_host_sandbox_spec spec = {.argv = argv,
                                  .env = env,
                                  .folder = "/a folder",
                                  .own_folder = own_folder,
                                  .shown = shown,
                                  .processes = 9,
                                  .filter_fd = 7,
                                  .init_fd = 8,
                                  .host_fd = 11,
                                  .out_fd = 12};
    return dom_host_sandbox_fill(command, &spec, &err);
}

/* Returns the index of this word in the command, or -1. */
static int place_of(const dom_host_sandbox_command *command, const char *word)
{
    for (int i = 0; command->argv[i]; i++)
        if (strcmp(command->argv[i], word) == 0)
            return i;
    return -1;
}

Test(host_sandbox, the_command_ends_with_domino_init_and_the_bots_command)
{
    dom_host_sandbox_command c;
    cr_assert(eq(int, fill(&c, bot, "/run/x/1"), DOM_OK));
    cr_expect(eq(str, c.argv[0], "bwrap"));
    int at = place_of(&c, "--") + 1;
    cr_assert(ge(int, at, 1));
    cr_expect(eq(str, c.argv[at], DOM_HOST_SANDBOX_INIT));
    cr_expect(eq(str, c.argv[at + 1], "11"));
    cr_expect(eq(str, c.argv[at + 2], "12"));
    cr_expect(eq(str, c.argv[at + 3], "9"));
    cr_expect(eq(str, c.argv[at + 4], "./bot"));
    cr_expect(eq(str, c.argv[at + 5], "--fast"));
    cr_expect(c.argv[at + 6] == NULL);
}

Test(host_sandbox, the_bots_folder_and_its_socket_are_mounted_read_only)
{
    dom_host_sandbox_command c;
    cr_assert(eq(int, fill(&c, bot, "/run/x/1"), DOM_OK));
    int folder = place_of(&c, "/a folder"), socket_folder = place_of(&c, "/run/x/1");
    cr_assert(ge(int, folder, 1));
    cr_assert(ge(int, socket_folder, 1));
    cr_expect(eq(str, c.argv[folder - 1], "--ro-bind"));
    cr_expect(eq(str, c.argv[folder + 1], DOM_HOST_SANDBOX_FOLDER));
    cr_expect(eq(str, c.argv[socket_folder - 1], "--ro-bind"));
    cr_expect(eq(str, c.argv[socket_folder + 1], DOM_HOST_SANDBOX_SOCKET_FOLDER));
    cr_expect(eq(int, place_of(&c, "--bind"), -1), "no folder of the machine is writable");
    cr_expect(ge(int, place_of(&c, "--unshare-net"), 1));
    cr_expect(ge(int, place_of(&c, "--seccomp"), 1));
}

Test(host_sandbox, variables_of_the_bot_are_set_inside)
{
    dom_host_sandbox_command c;
    env = (const char *const[]){"A=b = c", "EMPTY=", NULL};
    cr_assert(eq(int, fill(&c, bot, NULL), DOM_OK));
    int at = place_of(&c, "--setenv");
    cr_assert(ge(int, at, 1));
    cr_assert(lt(int, at, place_of(&c, "--")));
    const char *const words[] = {"A", "b = c", "--setenv", "EMPTY", ""};
    for (int i = 0; i < 5; i++)
        cr_expect(eq(str, c.argv[at + 1 + i], (char *)words[i]));
}

Test(host_sandbox, a_bot_without_a_socket_gets_no_socket_folder)
{
    dom_host_sandbox_command c;
    cr_assert(eq(int, fill(&c, bot, NULL), DOM_OK));
    cr_expect(eq(int, place_of(&c, DOM_HOST_SANDBOX_SOCKET_FOLDER), -1));
}

Test(host_sandbox, a_program_outside_the_system_is_shown_but_no_other_file)
{
    char *elsewhere[] = {(char *)"/proc/self/exe", NULL}, *secret[] = {(char *)"/etc/passwd", NULL};
    dom_host_sandbox_command c;
    cr_assert(eq(int, fill(&c, elsewhere, NULL), DOM_OK));
    int at = place_of(&c, "/proc/self/exe");
    cr_expect(eq(str, c.argv[at - 1], "--ro-bind"));
    cr_assert(eq(int, fill(&c, secret, NULL), DOM_OK));
    at = place_of(&c, "/etc/passwd");
    cr_expect(eq(str, c.argv[at - 4], DOM_HOST_SANDBOX_INIT),
              "it occurs only as the bot's command");
}

Test(host_sandbox, a_link_is_visible_if_every_file_on_its_way_is)
{
    char folder[] = "/tmp/sandbox.XXXXXX", outside[64];
    cr_assert(mkdtemp(folder) != NULL);
    (void)snprintf(outside, sizeof outside, "%s/sh", folder);
    cr_assert(eq(int, symlink("/bin/sh", outside), 0));
    cr_expect(dom_host_sandbox_shows("/bin/sh", NULL));
    cr_expect(dom_host_sandbox_shows("/usr/bin/awk", NULL),
              "its link leads through /etc/alternatives");
    cr_expect(not(dom_host_sandbox_shows(outside, NULL)), "although its target is visible");
    cr_expect(not(dom_host_sandbox_shows("/usr/bin/../../etc/passwd", NULL)));
    cr_expect(not(dom_host_sandbox_shows("/etc/passwd", NULL)));
    cr_expect(not(dom_host_sandbox_shows("/usr/bin/no-such", NULL)));
    (void)unlink(outside);
    (void)rmdir(folder);
}

/* Folders come after /tmp and devices before /dev is closed, so that both can lie in these. */
Test(host_sandbox, what_is_shown_has_its_own_path_and_only_devices_can_be_written)
{
    dom_host_sandbox_command c;
    shown = (const char *const[]){"/dev/null", "/proc/self", NULL};
    cr_assert(eq(int, fill(&c, bot, NULL), DOM_OK));
    int device = place_of(&c, "/dev/null"), folder = place_of(&c, "/proc/self");
    cr_assert(ge(int, device, 1));
    cr_assert(ge(int, folder, 1));
    cr_expect(eq(str, c.argv[device - 1], "--dev-bind"));
    cr_expect(eq(str, c.argv[device + 1], "/dev/null"));
    cr_expect(eq(str, c.argv[folder - 1], "--ro-bind"));
    cr_expect(eq(str, c.argv[folder + 1], "/proc/self"));
    cr_expect(lt(int, device, place_of(&c, "--remount-ro")));
    cr_expect(lt(int, place_of(&c, DOM_HOST_SANDBOX_TMP), folder));
    cr_expect(lt(int, folder, place_of(&c, "/a folder")));
    cr_expect(eq(str, c.argv[place_of(&c, "--remount-ro") + 1], "/dev"));
}

Test(host_sandbox, a_program_in_a_shown_folder_is_shown_with_it)
{
    char *elsewhere[] = {(char *)"/proc/self/exe", NULL};
    dom_host_sandbox_command c;
    shown = (const char *const[]){"/proc/self", NULL};
    cr_assert(eq(int, fill(&c, elsewhere, NULL), DOM_OK));
    cr_expect(c.argv[place_of(&c, "/proc/self/exe") + 1] == NULL, "only as the bot's command");
    shown = (const char *const[]){"/proc/sel", NULL};
    cr_assert(eq(int, fill(&c, elsewhere, NULL), DOM_OK));
    cr_expect(eq(str, c.argv[place_of(&c, "/proc/self/exe") - 1], "--ro-bind"));
}

Test(host_sandbox, a_file_in_a_shown_folder_is_visible)
{
    char folder[] = "/tmp/sandbox.XXXXXX", link[64];
    cr_assert(mkdtemp(folder) != NULL);
    (void)snprintf(link, sizeof link, "%s/link", folder);
    cr_assert(eq(int, symlink("/etc/passwd", link), 0));
    cr_expect(not(dom_host_sandbox_shows(folder, NULL)));
    cr_expect(dom_host_sandbox_shows(folder, (const char *const[]){folder, NULL}));
    cr_expect(not(dom_host_sandbox_shows(link, (const char *const[]){folder, NULL})));
    cr_expect(dom_host_sandbox_shows(link, (const char *const[]){folder, "/etc", NULL}));
    (void)unlink(link);
    (void)rmdir(folder);
}

Test(host_sandbox, a_command_that_is_too_long_is_refused)
{
    char *argv[DOM_HOST_SANDBOX_WORDS_MAX + 1] = {NULL};
    for (int i = 0; i < DOM_HOST_SANDBOX_WORDS_MAX; i++)
        argv[i] = (char *)"word";
    dom_host_sandbox_command c;
    cr_expect(eq(int, fill(&c, argv, NULL), DOM_E_LIMIT));
}

/* ---- the filter ----------------------------------------------------------- */

/* Each of these functions makes one system call and returns 0 or its errno. */
static int result_of(long rc)
{
    return rc < 0 ? errno : 0;
}

static int open_inet(void)
{
    return result_of(socket(AF_INET, SOCK_STREAM, 0));
}

static int open_unix(void)
{
    return result_of(socket(AF_UNIX, SOCK_STREAM, 0));
}

static int watch(void)
{
    return result_of(inotify_init1(0));
}

static int trace(void)
{
    return result_of(ptrace(PTRACE_ATTACH, getppid(), NULL, NULL));
}

static int make_namespace(void)
{
    return result_of(unshare(CLONE_NEWUSER));
}

static int share_memory(void)
{
    int id = shmget(IPC_PRIVATE, 1, 0600);
    return id < 0 ? errno : result_of(shmctl(id, IPC_RMID, NULL));
}

static int open_queue(void)
{
    return result_of(syscall(SYS_mq_open, "domino-test", O_RDONLY, 0, NULL));
}

static int fork_plainly(void)
{
    pid_t pid = fork();
    if (pid == 0)
        _exit(0);
    return result_of(pid);
}

/* A system call, as a function or as its number with two arguments. */
typedef struct {
    const char *name;
    int (*call)(void);
    int at_limits, at_bwrap;
    long raw[3];
} tried_call;

#define CALL(text, function, limits, bwrap)                                                        \
    {                                                                                              \
        .name = text, .call = function, .at_limits = limits, .at_bwrap = bwrap                     \
    }
#define RAW(number, limits, bwrap, first, second)                                                  \
    {                                                                                              \
        .name = #second, .at_limits = limits, .at_bwrap = bwrap, .raw = {                          \
            SYS_##number,                                                                          \
            first,                                                                                 \
            second                                                                                 \
        }                                                                                          \
    }
/* No descriptor is -1, so a call that the filter lets pass returns EBADF. */
#define FCNTL(command, at_bwrap) RAW(fcntl, EBADF, at_bwrap, -1, command)
#define IOCTL(command, error) RAW(ioctl, error, error, -1, command)
#define CLONE(flag) RAW(clone, EPERM, EPERM, flag | SIGCHLD, 0)

static const tried_call calls[] = {
    CALL("a socket of the internet", open_inet, 0, EAFNOSUPPORT),
    CALL("a socket of this machine", open_unix, 0, 0),
    RAW(flock, EBADF, ENOLCK, -1, LOCK_SH),
    FCNTL(F_GETFD, EBADF),
    FCNTL(F_GETLK, ENOLCK),
    FCNTL(F_SETLK, ENOLCK),
    FCNTL(F_SETLKW, ENOLCK),
    FCNTL(F_OFD_GETLK, ENOLCK),
    FCNTL(F_OFD_SETLK, ENOLCK),
    FCNTL(F_OFD_SETLKW, ENOLCK),
    FCNTL(F_SETLEASE, ENOLCK),
    FCNTL(F_NOTIFY, ENOLCK),
    IOCTL(TCGETS, EBADF),
    IOCTL(TIOCSTI, EPERM),
    IOCTL(TIOCLINUX, EPERM),
    CALL("inotify", watch, 0, EPERM),
    CALL("shared memory of System V", share_memory, EPERM, EPERM),
    CALL("a message queue", open_queue, EPERM, EPERM),
#if !defined(DOM_SANITIZED)
    CALL("ptrace", trace, EPERM, EPERM),
#endif
    CALL("unshare", make_namespace, EPERM, EPERM),
    CLONE(CLONE_NEWUSER),
    CLONE(CLONE_NEWNS),
    CLONE(CLONE_NEWPID),
    CLONE(CLONE_NEWNET),
    CLONE(CLONE_NEWIPC),
    RAW(clone3, ENOSYS, ENOSYS, -1, 0),
    RAW(memfd_create, ENOSYS, ENOSYS, -1, 0),
    CALL("fork", fork_plainly, 0, 0),
};
enum { CALLS = sizeof calls / sizeof *calls };

static int result_of_call(const tried_call *c)
{
    return c->call ? c->call() : result_of(syscall(c->raw[0], c->raw[1], c->raw[2], 0, 0, 0));
}

/* Returns the result of the call in a process with the filter. */
static int under_filter(const struct sock_fprog *filter, const tried_call *c)
{
    int status;
    pid_t pid = fork();
    if (pid == 0) {
        if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
            prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, filter) != 0)
            _exit(255);
        _exit(result_of_call(c));
    }
    return waitpid(pid, &status, 0) == pid && WIFEXITED(status) ? WEXITSTATUS(status) : 254;
}

static void check_level(dom_sandbox level)
{
    struct sock_fprog filter;
    dom_err err;
    int fd;
    cr_assert(eq(int, dom_host_sandbox_open_filter(&fd, level, &err), DOM_OK));
    cr_assert(eq(int, dom_host_sandbox_read_filter(&filter, fd, &err), DOM_OK));
    close(fd);
    for (int i = 0; i < CALLS; i++)
        cr_expect(eq(int, under_filter(&filter, &calls[i]),
                     level == DOM_SANDBOX_LIMITS ? calls[i].at_limits : calls[i].at_bwrap),
                  "%s at %s", calls[i].name, dom_sandbox_words[level]);
    free(filter.filter);
}

Test(host_sandbox, the_filter_of_level_limits_refuses_its_list)
{
    check_level(DOM_SANDBOX_LIMITS);
}

Test(host_sandbox, the_filter_of_level_bwrap_refuses_more)
{
    check_level(DOM_SANDBOX_BWRAP);
}

Test(host_sandbox, a_file_without_a_filter_is_refused)
{
    struct sock_filter old;
    struct sock_fprog filter = {1, &old};
    dom_err err;
    cr_expect(eq(int, dom_host_sandbox_read_filter(&filter, -1, &err), DOM_E_IO));
    cr_expect(zero(int, filter.len));
    cr_expect(eq(ptr, filter.filter, NULL));
}
