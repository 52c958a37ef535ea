#include "spawn.h"

#include "base/first_child.h"
#include "ipc/sched_policy.h"
#include "missing_file_hint.h"
#include "sandbox.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/close_range.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { FILES_MAX = 256, FILE_MB_MAX = 64 };

typedef enum { STEP_IO, STEP_FOLDER, STEP_LIMITS, STEP_USER, STEP_FILTER, STEP_EXEC } spawn_step;

static const char *const step_texts[] = {
    [STEP_IO] = "cannot set up its descriptors",
    [STEP_FOLDER] = "cannot enter its folder",
    [STEP_LIMITS] = "cannot set its limits",
    [STEP_USER] = "cannot change to its user",
    [STEP_FILTER] = "cannot get a filter of system calls",
    [STEP_EXEC] = "cannot be executed",
};

/* What a failing child writes into its report pipe. A successful exec closes the pipe unused. */
typedef struct {
    spawn_step step;
    int error;
} spawn_failure;

/* What the child needs for its sandbox. It is made before the fork. */
typedef struct {
    int filter_fd;                    /* file with the filter; -1 at level none */
    struct sock_fprog filter;         /* level limits only */
    dom_host_sandbox_command command; /* level bwrap only, as are the next three */
    int init_fd;                      /* the program domino-init, or -1 */
    int host_fd;                      /* pidfd of the host, or -1 */
    int out_fd;                       /* copy of the bot's standard output, or -1 */
} spawn_walls;

static bool limit(__rlimit_resource_t resource, rlim_t value)
{
    struct rlimit both = {value, value};
    return setrlimit(resource, &both) == 0;
}

/* Sets a limit unless the arena itself runs under a lower hard limit (ulimit -f). Only a privileged
 * process may raise that one; if this failed, the sandbox level could not be used at all. */
static bool limit_at_most(__rlimit_resource_t resource, rlim_t value)
{
    struct rlimit now;
    if (getrlimit(resource, &now) != 0)
        return false;
    return limit(resource, now.rlim_max < value ? now.rlim_max : value);
}

/* Removes the memory limit of the host (start.c), which the bot would inherit at level none. */
static bool lift_own_limit(void)
{
    struct rlimit memory;
    if (getrlimit(RLIMIT_DATA, &memory) != 0)
        return false;
    memory.rlim_cur = memory.rlim_max;
    return setrlimit(RLIMIT_DATA, &memory) == 0;
}

/* Returns the limit at which fork fails. It stops a fork bomb; before that, the host notices that
 * the bot has more processes than allowed. */
static int32_t processes_max(const dom_host_spawn_spec *spec)
{
    return 2 * spec->processes + DOM_HOST_SANDBOX_PROCESSES;
}

static bool set_limits(const dom_host_spawn_spec *spec)
{
    bool ok = limit(RLIMIT_CORE, 0);
    if (spec->sandbox == DOM_SANDBOX_NONE)
        return ok && lift_own_limit();
        /* With sanitizers, the sample bots reserve terabytes of address space. */
#if !defined(DOM_SANITIZED)
    ok &= limit(RLIMIT_DATA, (rlim_t)spec->memory_mb << 20);
#endif
    ok &= limit(RLIMIT_NOFILE, FILES_MAX);
    ok &= limit_at_most(RLIMIT_FSIZE, (rlim_t)FILE_MB_MAX << 20);
    /* RLIMIT_NPROC counts all processes of a user id, so it is useful only if the bot has a user id
     * of its own. At level bwrap, domino-init sets it inside, where it counts the sandbox alone. */
    if (spec->uid && spec->sandbox == DOM_SANDBOX_LIMITS)
        ok &= limit(RLIMIT_NPROC, (rlim_t)processes_max(spec));
    return ok;
}

static bool change_user(const dom_host_spawn_spec *spec)
{
    uint32_t uid = spec->uid;
    if (uid && (setgroups(0, NULL) || setresgid(uid, uid, uid) || setresuid(uid, uid, uid)))
        return false;
    /* Bubblewrap sets this itself. If bubblewrap is setuid, it needs its privileges first. */
    return spec->sandbox == DOM_SANDBOX_BWRAP || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0;
}

/* Sets the filter of system calls. At level bwrap bubblewrap does it: it inherits the file of the
 * filter, and the descriptors that it passes on to domino-init. */
static bool set_filter(const spawn_walls *w)
{
    if (w->filter.len > 0)
        return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &w->filter) == 0;
    return w->filter_fd < 0 ||
           (fcntl(w->filter_fd, F_SETFD, 0) == 0 && fcntl(w->init_fd, F_SETFD, 0) == 0 &&
            fcntl(w->host_fd, F_SETFD, 0) == 0 && fcntl(w->out_fd, F_SETFD, 0) == 0);
}

/* Makes the kernel kill the bot when the host ends. Bubblewrap is exempt: if its outer process were
 * killed during the preparation, the inner one would wait for it for ever. domino-init ends the
 * sandbox instead (init.c). */
static bool tie_to_parent(const dom_host_spawn_spec *spec, pid_t parent)
{
    return spec->sandbox == DOM_SANDBOX_BWRAP ||
           (prctl(PR_SET_PDEATHSIG, SIGKILL) == 0 && getppid() == parent);
}

/* Makes the three descriptors 0, 1 and 2. All others are closed by the exec. Bubblewrap keeps its
 * own 0 to 2 open, so the bot's standard output is passed to domino-init instead (init.c). */
static bool set_descriptors(const dom_host_spawn_spec *spec, const spawn_walls *w)
{
    int out_fd = w->out_fd < 0 ? spec->out_fd : spec->err_fd;
    return dup2(spec->in_fd, 0) == 0 && dup2(out_fd, 1) == 1 && dup2(spec->err_fd, 2) == 2 &&
           close_range(3, ~0U, CLOSE_RANGE_CLOEXEC) == 0;
}

static void reset_signals(void)
{
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    for (int s = 1; s < NSIG; s++)
        signal(s, SIG_DFL);
}

_Noreturn static void report_failure(int fd, spawn_step at)
{
    spawn_failure f = {at, errno};
    ssize_t n = write(fd, &f, sizeof f);
    _exit(n == sizeof f ? 127 : 126);
}

_Noreturn static void become_bot(const dom_host_spawn_spec *spec, const spawn_walls *w,
                                 int report_fd, pid_t parent)
{
    char *const *argv = w->command.argv[0] ? w->command.argv : spec->argv;
    setsid();
    reset_signals();
    dom_ipc_sched_policy_set(0, DOM_IPC_SCHED_USUAL);
    if (!set_descriptors(spec, w))
        report_failure(report_fd, STEP_IO);
    if (chdir(spec->folder) != 0)
        report_failure(report_fd, STEP_FOLDER);
    if (!set_limits(spec))
        report_failure(report_fd, STEP_LIMITS);
    if (!change_user(spec))
        report_failure(report_fd, STEP_USER);
    /* This comes after the change of user, which would clear the signal. */
    if (!tie_to_parent(spec, parent))
        _exit(127);
    if (!set_filter(w))
        report_failure(report_fd, STEP_FILTER);
    execvpe(argv[0], argv, spec->env);
    report_failure(report_fd, STEP_EXEC);
}

static dom_rc explain_failure(const dom_host_spawn_spec *spec, const spawn_walls *w,
                              const spawn_failure *f, dom_err *err)
{
    if (f->step == STEP_EXEC && w->command.argv[0])
        return dom_err_set(err, DOM_E_CONFIG, "%s cannot be executed: %s", w->command.argv[0],
                           strerror(f->error));
    const char *what = f->step == STEP_FOLDER ? spec->folder : spec->argv[0];
    return dom_err_set(err, DOM_E_CONFIG, "%s %s: %s", what, step_texts[f->step],
                       strerror(f->error));
}

/* Opens domino-init, which is in the same folder as this program. */
static dom_rc open_init(spawn_walls *w, dom_err *err)
{
    static const char name[] = "domino-init";
    char path[4096];
    ssize_t n = readlink("/proc/self/exe", path, sizeof path - sizeof name);
    char *slash = n > 0 ? memrchr(path, '/', (size_t)n) : NULL;
    if (slash == NULL)
        return dom_err_set(err, DOM_E_IO, "/proc/self/exe: %s", strerror(errno));
    memcpy(slash + 1, name, sizeof name);
    w->init_fd = open(path, O_RDONLY | O_CLOEXEC);
    if (w->init_fd < 0)
        return dom_err_set(err, DOM_E_IO, "%s: %s", path, strerror(errno));
    return DOM_OK;
}

/* Opens the descriptors that bubblewrap passes on. They are above 2, which it uses itself. */
static dom_rc open_passed(spawn_walls *w, const dom_host_spawn_spec *spec, dom_err *err)
{
    w->host_fd = (int)syscall(SYS_pidfd_open, getpid(), 0);
    if (w->host_fd < 0)
        return dom_err_set(err, DOM_E_IO, "no descriptor of this process: %s", strerror(errno));
    w->out_fd = fcntl(spec->out_fd, F_DUPFD_CLOEXEC, 3);
    if (w->out_fd < 0)
        return dom_err_set(err, DOM_E_IO, "no second descriptor of a bot's output: %s",
                           strerror(errno));
    return open_init(w, err);
}

static dom_rc raise_walls(spawn_walls *w, const dom_host_spawn_spec *spec, dom_err *err)
{
    memset(w, 0, sizeof *w);
    w->filter_fd = w->init_fd = w->host_fd = w->out_fd = -1;
    if (spec->sandbox < DOM_SANDBOX_LIMITS)
        return DOM_OK;
    dom_rc rc = dom_host_sandbox_open_filter(&w->filter_fd, spec->sandbox, err);
    if (rc != DOM_OK || spec->sandbox == DOM_SANDBOX_LIMITS)
        return rc == DOM_OK ? dom_host_sandbox_read_filter(&w->filter, w->filter_fd, err) : rc;
    rc = open_passed(w, spec, err);
    dom_host_sandbox_spec inside = {.argv = spec->argv,
                                    .env = spec->inner_env,
                                    .folder = spec->folder,
                                    .own_folder = spec->own_folder,
                                    .shown = spec->shown,
                                    .processes = processes_max(spec),
                                    .filter_fd = w->filter_fd,
                                    .init_fd = w->init_fd,
                                    .host_fd = w->host_fd,
                                    .out_fd = w->out_fd};
    return rc == DOM_OK ? dom_host_sandbox_fill(&w->command, &inside, err) : rc;
}

static void drop_walls(spawn_walls *w)
{
    int fds[] = {w->filter_fd, w->init_fd, w->host_fd, w->out_fd};
    free(w->filter.filter);
    for (size_t i = 0; i < sizeof fds / sizeof *fds; i++)
        if (fds[i] >= 0)
            close(fds[i]);
}

static dom_rc start_behind(const dom_host_spawn_spec *spec, const spawn_walls *w, pid_t *pid,
                           dom_err *err)
{
    int report[2];
    if (pipe2(report, O_CLOEXEC) != 0)
        return dom_err_set(err, DOM_E_CONFIG, "no pipe: %s", strerror(errno));
    pid_t parent = getpid();
    *pid = fork();
    if (*pid == 0)
        become_bot(spec, w, report[1], parent);
    int fork_error = errno;
    close(report[1]);
    spawn_failure f = {STEP_EXEC, fork_error};
    ssize_t n = *pid < 0 ? (ssize_t)sizeof f : read(report[0], &f, sizeof f);
    close(report[0]);
    if (n <= 0)
        return DOM_OK;
    if (*pid > 0)
        (void)waitpid(*pid, NULL, 0);
    return explain_failure(spec, w, &f, err);
}

/* Returns PATH in the bot's environment, or "". */
static const char *search_path_of(const dom_host_spawn_spec *spec)
{
    for (int i = 0; spec->env[i]; i++)
        if (strncmp(spec->env[i], "PATH=", strlen("PATH=")) == 0)
            return spec->env[i] + strlen("PATH=");
    return "";
}

dom_rc dom_host_spawn_start(const dom_host_spawn_spec *spec, pid_t *pid, dom_err *err)
{
    spawn_walls w;
    dom_rc rc = dom_host_missing_file_check(spec->argv[0], spec->folder, search_path_of(spec),
                                            spec->sandbox, spec->shown, err);
    if (rc != DOM_OK)
        return rc;
    rc = raise_walls(&w, spec, err);
    if (rc == DOM_OK)
        rc = start_behind(spec, &w, pid, err);
    drop_walls(&w);
    return rc;
}

dom_host_spawn_state dom_host_spawn_reap(pid_t pid, dom_sandbox sandbox, int *status)
{
    pid_t child;
    while ((child = waitpid(-1, status, WNOHANG | WUNTRACED)) > 0) {
        if (child != pid)
            continue;
        if (WIFSTOPPED(*status))
            return DOM_HOST_SPAWN_STOPPED;
        if (sandbox == DOM_SANDBOX_BWRAP && WIFEXITED(*status) && WEXITSTATUS(*status) > 128 &&
            WEXITSTATUS(*status) <= 128 + SIGRTMAX)
            *status = W_EXITCODE(0, WEXITSTATUS(*status) - 128);
        return DOM_HOST_SPAWN_EXITED;
    }
    return DOM_HOST_SPAWN_RUNS;
}

/* Returns the bot inside the bubblewrap process `pid`, or 0. Bubblewrap's child is process 1 of the
 * sandbox (domino-init), and the bot is the first child of that. It leads a session of its own. */
static pid_t bot_inside(pid_t pid)
{
    return dom_first_child(dom_first_child(pid));
}

bool dom_host_spawn_is_stopped_inside(pid_t pid)
{
    char path[64], stat[512];
    pid_t bot = bot_inside(pid);
    (void)snprintf(path, sizeof path, "/proc/%d/stat", (int)bot);
    FILE *file = bot > 0 ? fopen(path, "re") : NULL;
    size_t n = file ? fread(stat, 1, sizeof stat - 1, file) : 0;
    if (file)
        (void)fclose(file);
    stat[n] = '\0';
    const char *after_name = strrchr(stat, ')'); /* the name may contain any character */
    return after_name && strncmp(after_name, ") T", 3) == 0;
}

void dom_host_spawn_signal(pid_t pid, dom_sandbox sandbox, int signal_number)
{
    pid_t group = sandbox == DOM_SANDBOX_BWRAP ? bot_inside(pid) : pid;
    if (group > 0)
        (void)kill(-group, signal_number);
}

/* Pins a process, and its descendants to `below`. `depth` bounds the work if the tree changes
 * meanwhile. */
static void pin_tree(pid_t pid, const cpu_set_t *set, const cpu_set_t *below, int depth)
{
    char path[64];
    (void)snprintf(path, sizeof path, "/proc/%d/task", (int)pid);
    DIR *tasks = depth > 0 ? opendir(path) : NULL;
    struct dirent *task;
    while (tasks && (task = readdir(tasks)) != NULL) {
        int tid = atoi(task->d_name), child;
        if (tid <= 0)
            continue;
        (void)sched_setaffinity(tid, sizeof *set, set);
        (void)snprintf(path, sizeof path, "/proc/%d/task/%d/children", (int)pid, tid);
        FILE *children = fopen(path, "re");
        while (children && fscanf(children, "%d", &child) == 1)
            pin_tree(child, below, below, depth - 1);
        if (children)
            (void)fclose(children);
    }
    if (tasks)
        (void)closedir(tasks);
}

void dom_host_spawn_pin(const cpu_set_t *host, const cpu_set_t *bot)
{
    enum { DEPTH = 9 };
    pin_tree(getpid(), host, bot, DEPTH);
}

/* Kills the direct children of the host. Returns true if there was one. Their own children are
 * orphans then, and become children of the host. */
static bool kill_children(void)
{
    char path[64];
    (void)snprintf(path, sizeof path, "/proc/self/task/%d/children", (int)getpid());
    FILE *file = fopen(path, "re");
    int child;
    bool any = false;
    while (file && fscanf(file, "%d", &child) == 1) {
        (void)kill(child, SIGKILL);
        any = true;
    }
    if (file != NULL)
        (void)fclose(file);
    return any;
}

void dom_host_spawn_kill_all(pid_t pid)
{
    if (pid > 0)
        (void)kill(-pid, SIGKILL);
    /* The loop is bounded: a fork bomb might create processes faster than they are killed. */
    for (int i = 0; i < 10000; i++) {
        bool any = kill_children();
        while (waitpid(-1, NULL, WNOHANG) > 0)
            any = true;
        if (!any)
            return;
        usleep(200);
    }
}
