#include "sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <glob.h>
#include <limits.h>
#include <sched.h>
#include <seccomp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#define COUNT(table) (sizeof(table) / sizeof *(table))

/* ---- the command line of bubblewrap --------------------------------------- */

/* The sandbox has its own namespace of every kind, no further namespaces inside, and no capability.
 * It is a session of its own, so that a signal to the bot's process group does not reach
 * bubblewrap. Process 1 is domino-init, which ends the sandbox when the host has ended.
 *
 * --die-with-parent is left out on purpose. If the host died while the sandbox is being prepared,
 * only the outer process of bubblewrap would end. The inner one would wait for ever, or continue
 * without being tied to the host. */
static const char *const walls[] = {
    "bwrap",         "--unshare-user", "--disable-userns", "--unshare-ipc",
    "--unshare-pid", "--unshare-net",  "--unshare-uts",    "--unshare-cgroup-try",
    "--hostname",    "arena",          "--cap-drop",       "ALL",
    "--new-session", "--as-pid-1"};

/* The programs and libraries of the system. Of /etc only what is needed to find and start them is
 * shown; `*` stands for a version. */
static const char *const system_folders[] = {"/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64"};
static const char *const system_files[] = {"/etc/alternatives", "/etc/ld.so.cache",
                                           "/etc/localtime", "/etc/java-*", "/etc/php"};

typedef struct {
    dom_host_sandbox_command *out;
    size_t words, bytes;
    bool is_full;
} command_builder;

static void add_command_word(command_builder *b, const char *word)
{
    if (b->words + 1 < DOM_HOST_SANDBOX_WORDS_MAX)
        b->out->argv[b->words++] = (char *)word;
    else
        b->is_full = true;
}

/* Adds a word that is made here and whose text is stored in the command. */
__attribute__((format(printf, 2, 3))) static void add_kept(command_builder *b, const char *format,
                                                           ...)
{
    size_t room = sizeof b->out->text - b->bytes;
    char *text = b->out->text + b->bytes;
    va_list args;
    va_start(args, format);
    int n = vsnprintf(text, room, format, args);
    va_end(args);
    b->is_full |= n < 0 || (size_t)n >= room;
    if (b->is_full)
        return;
    b->bytes += (size_t)n + 1;
    add_command_word(b, text);
}

static void add_command_words(command_builder *b, const char *const words[], size_t count)
{
    for (size_t i = 0; i < count; i++)
        add_command_word(b, words[i]);
}

static void show_path(command_builder *b, const char *from, const char *to)
{
    add_command_words(b, (const char *[]){"--ro-bind", from, to}, 3);
}

/* Shows a folder of the system. If it is a link, such as /bin into /usr, it is a link inside,
 * too. */
static void show_system_folder(command_builder *b, const char *path)
{
    char target[256];
    struct stat st;
    if (lstat(path, &st) != 0)
        return;
    if (!S_ISLNK(st.st_mode)) {
        show_path(b, path, path);
        return;
    }
    ssize_t n = readlink(path, target, sizeof target - 1);
    if (n <= 0)
        return;
    add_command_word(b, "--symlink");
    add_kept(b, "%.*s", (int)n, target);
    add_command_word(b, path);
}

static void show_system_files(command_builder *b, const char *pattern)
{
    glob_t found;
    if (glob(pattern, 0, NULL, &found) == 0)
        for (size_t i = 0; i < found.gl_pathc; i++) {
            add_command_word(b, "--ro-bind");
            add_kept(b, "%s", found.gl_pathv[i]);
            add_command_word(b, b->out->argv[b->words - 1]);
        }
    globfree(&found);
}

static void show_system(command_builder *b)
{
    for (size_t i = 0; i < COUNT(system_folders); i++)
        show_system_folder(b, system_folders[i]);
    for (size_t i = 0; i < COUNT(system_files); i++)
        show_system_files(b, system_files[i]);
}

/* Adds a writable folder in memory. */
static void add_tmpfs(command_builder *b, const char *path, int megabytes)
{
    add_command_word(b, "--size");
    add_kept(b, "%lld", (long long)megabytes << 20);
    add_command_words(b, (const char *[]){"--tmpfs", path}, 2);
}

/* Shows the bot's program if it is not part of the system. The files beside it are not shown: the
 * bot's author writes the command line, and must not choose which files of the machine to see. */
static void show_program(command_builder *b, const char *path)
{
    if (path[0] == '/' && access(path, X_OK) == 0)
        show_path(b, path, path);
}

/* Sets the bot's own variables inside. */
static void set_variables(command_builder *b, const char *const env[])
{
    for (; env && *env; env++) {
        const char *value = strchr(*env, '=') + 1;
        add_command_word(b, "--setenv");
        add_kept(b, "%.*s", (int)(value - 1 - *env), *env);
        add_command_word(b, value);
    }
}

/* Adds a copy of domino-init, because the bot's user may not have access to the program itself. */
static void add_init(command_builder *b, int init_fd)
{
    add_command_words(b, (const char *[]){"--perms", "0555", "--file"}, 3);
    add_kept(b, "%d", init_fd);
    add_command_word(b, DOM_HOST_SANDBOX_INIT);
}

static bool matches_any(const char *const patterns[], size_t count, const char *path)
{
    for (size_t i = 0; i < count; i++)
        if (fnmatch(patterns[i], path, FNM_LEADING_DIR) == 0)
            return true;
    return false;
}

static bool is_in_any(const char *const folders[], const char *path)
{
    for (; folders && *folders; folders++) {
        size_t length = strlen(*folders);
        if (strncmp(path, *folders, length) == 0 && (path[length] == '/' || path[length] == '\0'))
            return true;
    }
    return false;
}

static bool is_visible(const char *path, const char *const shown[])
{
    return matches_any(system_folders, COUNT(system_folders), path) ||
           matches_any(system_files, COUNT(system_files), path) || is_in_any(shown, path);
}

static bool is_device(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && S_ISCHR(st.st_mode);
}

/* Shows what the tournament names: the folders, or the devices. */
static void show_named(command_builder *b, const char *const shown[], bool devices)
{
    for (; shown && *shown; shown++)
        if (is_device(*shown) == devices)
            add_command_words(
                b, (const char *[]){devices ? "--dev-bind" : "--ro-bind", *shown, *shown}, 3);
}

/* If `path` is a link, replaces it by the target and returns true. */
static bool follow_link(char path[static PATH_MAX])
{
    char target[PATH_MAX], next[PATH_MAX];
    ssize_t n = readlink(path, target, sizeof target - 1);
    if (n <= 0)
        return false;
    target[n] = '\0';
    int folder = target[0] == '/' ? 0 : (int)(strrchr(path, '/') + 1 - path);
    if (snprintf(next, sizeof next, "%.*s%s", folder, path, target) >= (int)sizeof next)
        return false;
    memcpy(path, next, sizeof next);
    return true;
}

/* A link within what is shown may lead out of it, and another link back in. So each step is
 * checked. */
bool dom_host_sandbox_shows(const char *path, const char *const shown[])
{
    enum { LINKS_MAX = 40 };
    char at[PATH_MAX], real[PATH_MAX];
    if (realpath(path, real) == NULL || !is_visible(real, shown) ||
        snprintf(at, sizeof at, "%s", path) >= (int)sizeof at)
        return false;
    bool is_shown = is_visible(at, shown);
    for (int i = 0; is_shown && i < LINKS_MAX && follow_link(at); i++)
        is_shown = is_visible(at, shown);
    return is_shown;
}

dom_rc dom_host_sandbox_fill(dom_host_sandbox_command *out, const dom_host_sandbox_spec *spec,
                             dom_err *err)
{
    command_builder b = {.out = out};
    memset(out, 0, sizeof *out);
    add_command_words(&b, walls, COUNT(walls));
    add_command_word(&b, "--seccomp");
    add_kept(&b, "%d", spec->filter_fd);
    show_system(&b);
    add_command_words(&b, (const char *[]){"--proc", "/proc", "--dev", "/dev"}, 4);
    add_tmpfs(&b, "/dev/shm", DOM_HOST_SANDBOX_SHM_MB);
    show_named(&b, spec->shown, true);
    add_command_words(&b, (const char *[]){"--remount-ro", "/dev"}, 2);
    add_tmpfs(&b, DOM_HOST_SANDBOX_TMP, DOM_HOST_SANDBOX_TMP_MB);
    show_named(&b, spec->shown, false);
    show_path(&b, spec->folder, DOM_HOST_SANDBOX_FOLDER);
    if (spec->own_folder)
        show_path(&b, spec->own_folder, DOM_HOST_SANDBOX_SOCKET_FOLDER);
    if (!is_visible(spec->argv[0], spec->shown))
        show_program(&b, spec->argv[0]);
    set_variables(&b, spec->env);
    add_init(&b, spec->init_fd);
    add_command_words(&b,
                      (const char *[]){"--remount-ro", "/", "--chdir", DOM_HOST_SANDBOX_FOLDER,
                                       "--", DOM_HOST_SANDBOX_INIT},
                      6);
    add_kept(&b, "%d", spec->host_fd);
    add_kept(&b, "%d", spec->out_fd);
    add_kept(&b, "%d", spec->processes);
    for (size_t i = 0; spec->argv[i]; i++)
        add_command_word(&b, spec->argv[i]);
    return b.is_full ? dom_err_set(err, DOM_E_LIMIT, "%s: its command line is too long for bwrap",
                                   spec->argv[0])
                     : DOM_OK;
}

/* ---- the filter of system calls ------------------------------------------- */

/* A system call that is refused with `error` from sandbox level `level` on. With `arg` < 0 it is
 * always refused. Otherwise it is refused if "argument `op` value" is true for this 32-bit
 * argument; with MASKED_EQ, if all bits of `value` are set in it. */
typedef struct {
    int call, error, arg;
    enum scmp_compare op;
    uint32_t value;
    dom_sandbox level;
} syscall_rule;

#define ALWAYS(name, level)                                                                        \
    {                                                                                              \
        SCMP_SYS(name), EPERM, -1, SCMP_CMP_EQ, 0, DOM_SANDBOX_##level                             \
    }
#define WHEN(name, error, arg, op, value, level)                                                   \
    {                                                                                              \
        SCMP_SYS(name), error, arg, SCMP_CMP_##op, value, DOM_SANDBOX_##level                      \
    }

/* Newer than the headers of some systems. */
enum {
    CALL_CACHESTAT = 451,
    ADVICE_POPULATE_READ = 22,
    ADVICE_POPULATE_WRITE,
    ADVICE_COLLAPSE = 25
};

static const syscall_rule rules[] = {
/* Access to other processes. The leak check of the sanitizers must trace its own process. */
#if !defined(DOM_SANITIZED)
    ALWAYS(ptrace, LIMITS),
#endif
    ALWAYS(process_vm_readv, LIMITS),
    ALWAYS(process_vm_writev, LIMITS),
    ALWAYS(process_madvise, LIMITS),
    ALWAYS(pidfd_getfd, LIMITS),
    ALWAYS(kcmp, LIMITS),
    ALWAYS(move_pages, LIMITS),
    ALWAYS(migrate_pages, LIMITS),
    /* Parts of the kernel that no bot needs and that had many security holes. */
    ALWAYS(bpf, LIMITS),
    ALWAYS(perf_event_open, LIMITS),
    ALWAYS(userfaultfd, LIMITS),
    ALWAYS(io_uring_setup, LIMITS),
    ALWAYS(io_uring_enter, LIMITS),
    ALWAYS(io_uring_register, LIMITS),
    ALWAYS(keyctl, LIMITS),
    ALWAYS(add_key, LIMITS),
    ALWAYS(request_key, LIMITS),
    ALWAYS(name_to_handle_at, LIMITS),
    ALWAYS(open_by_handle_at, LIMITS),
    ALWAYS(personality, LIMITS),
    ALWAYS(syslog, LIMITS),
    /* Administration of the machine. */
    ALWAYS(init_module, LIMITS),
    ALWAYS(finit_module, LIMITS),
    ALWAYS(delete_module, LIMITS),
    ALWAYS(kexec_load, LIMITS),
    ALWAYS(kexec_file_load, LIMITS),
    ALWAYS(reboot, LIMITS),
    ALWAYS(swapon, LIMITS),
    ALWAYS(swapoff, LIMITS),
    ALWAYS(acct, LIMITS),
    ALWAYS(quotactl, LIMITS),
    /* Memory that no process has mapped belongs to no process, so no limit counts it. The error is
     * ENOSYS, because runtimes are prepared for kernels without these calls. */
    WHEN(memfd_create, ENOSYS, -1, EQ, 0, LIMITS),
    WHEN(memfd_secret, ENOSYS, -1, EQ, 0, LIMITS),
    /* Namespaces and mounts. A filter cannot read the arguments of clone3, so clone3 is refused. */
    ALWAYS(unshare, LIMITS),
    ALWAYS(setns, LIMITS),
    ALWAYS(mount, LIMITS),
    ALWAYS(umount2, LIMITS),
    ALWAYS(pivot_root, LIMITS),
    ALWAYS(chroot, LIMITS),
    ALWAYS(mount_setattr, LIMITS),
    ALWAYS(move_mount, LIMITS),
    ALWAYS(open_tree, LIMITS),
    ALWAYS(fsopen, LIMITS),
    ALWAYS(fsconfig, LIMITS),
    ALWAYS(fsmount, LIMITS),
    ALWAYS(fspick, LIMITS),
    WHEN(clone3, ENOSYS, -1, EQ, 0, LIMITS),
    WHEN(clone, EPERM, 0, MASKED_EQ, CLONE_NEWUSER, LIMITS),
    WHEN(clone, EPERM, 0, MASKED_EQ, CLONE_NEWNS, LIMITS),
    WHEN(clone, EPERM, 0, MASKED_EQ, CLONE_NEWPID, LIMITS),
    WHEN(clone, EPERM, 0, MASKED_EQ, CLONE_NEWNET, LIMITS),
    WHEN(clone, EPERM, 0, MASKED_EQ, CLONE_NEWIPC, LIMITS),
    /* Inserting characters into the input of a terminal. */
    WHEN(ioctl, EPERM, 1, EQ, TIOCSTI, LIMITS),
    WHEN(ioctl, EPERM, 1, EQ, TIOCLINUX, LIMITS),
    /* All socket families except AF_UNIX. */
    WHEN(socket, EAFNOSUPPORT, 0, GT, AF_UNIX, BWRAP),
    /* Channels from one bot to another through the files of the system, which all bots share. */
    ALWAYS(inotify_init, BWRAP),
    ALWAYS(inotify_init1, BWRAP),
    ALWAYS(fanotify_init, BWRAP),
    WHEN(flock, ENOLCK, -1, EQ, 0, BWRAP),
    WHEN(fcntl, ENOLCK, 1, EQ, F_GETLK, BWRAP),
    WHEN(fcntl, ENOLCK, 1, EQ, F_SETLK, BWRAP),
    WHEN(fcntl, ENOLCK, 1, EQ, F_SETLKW, BWRAP),
    WHEN(fcntl, ENOLCK, 1, EQ, F_OFD_GETLK, BWRAP),
    WHEN(fcntl, ENOLCK, 1, EQ, F_OFD_SETLK, BWRAP),
    WHEN(fcntl, ENOLCK, 1, EQ, F_OFD_SETLKW, BWRAP),
    WHEN(fcntl, ENOLCK, 1, EQ, F_SETLEASE, BWRAP),
    WHEN(fcntl, ENOLCK, 1, EQ, F_NOTIFY, BWRAP),
    /* The page cache belongs to all sandboxes and outlives every process, and so does the write
     * hint of an inode. A bot that can ask for them, or undo what reading does, has a memory of
     * exact bits. The errors are those of kernels or file systems without these calls. Reading
     * itself cannot be refused. */
    WHEN(preadv2, EOPNOTSUPP, 5, NE, 0, LIMITS),
    WHEN(pwritev2, EOPNOTSUPP, 5, NE, 0, LIMITS),
    WHEN(mincore, ENOSYS, -1, EQ, 0, LIMITS),
    {CALL_CACHESTAT, ENOSYS, -1, SCMP_CMP_EQ, 0, DOM_SANDBOX_LIMITS},
    WHEN(fadvise64, ENOSYS, -1, EQ, 0, LIMITS),
    WHEN(readahead, ENOSYS, -1, EQ, 0, LIMITS),
    WHEN(sync_file_range, ENOSYS, -1, EQ, 0, LIMITS),
    WHEN(madvise, EINVAL, 2, EQ, MADV_WILLNEED, LIMITS),
    WHEN(madvise, EINVAL, 2, EQ, MADV_COLD, LIMITS),
    WHEN(madvise, EINVAL, 2, EQ, MADV_PAGEOUT, LIMITS),
    WHEN(madvise, EINVAL, 2, EQ, ADVICE_POPULATE_READ, LIMITS),
    WHEN(madvise, EINVAL, 2, EQ, ADVICE_POPULATE_WRITE, LIMITS),
    WHEN(madvise, EINVAL, 2, EQ, ADVICE_COLLAPSE, LIMITS),
    WHEN(fcntl, EINVAL, 1, EQ, F_GET_RW_HINT, LIMITS),
    WHEN(fcntl, EINVAL, 1, EQ, F_SET_RW_HINT, LIMITS),
    WHEN(fcntl, EINVAL, 1, EQ, F_GET_FILE_RW_HINT, LIMITS),
    WHEN(fcntl, EINVAL, 1, EQ, F_SET_FILE_RW_HINT, LIMITS),
    /* Asynchronous input and output take the same flags as preadv2, where no filter can see them.
     */
    WHEN(io_setup, ENOSYS, -1, EQ, 0, LIMITS),
    WHEN(io_submit, ENOSYS, -1, EQ, 0, LIMITS),
    /* These objects outlive their process and may not be in a folder that sweep.h can empty, so
     * they are refused at level limits as well. */
    ALWAYS(shmget, LIMITS),
    ALWAYS(semget, LIMITS),
    ALWAYS(msgget, LIMITS),
    ALWAYS(mq_open, LIMITS),
};

static int add_rule(scmp_filter_ctx filter, const syscall_rule *r)
{
    if (r->arg < 0)
        return seccomp_rule_add(filter, SCMP_ACT_ERRNO((unsigned)r->error), r->call, 0);
    struct scmp_arg_cmp when = {.arg = (unsigned)r->arg, .op = r->op, .datum_a = r->value};
    if (r->op == SCMP_CMP_MASKED_EQ)
        when.datum_b = r->value;
    /* The kernel uses only 32 bits of these arguments, so only these are compared. */
    if (r->op == SCMP_CMP_EQ)
        when = (struct scmp_arg_cmp){
            .arg = when.arg, .op = SCMP_CMP_MASKED_EQ, .datum_a = UINT32_MAX, .datum_b = r->value};
    return seccomp_rule_add_array(filter, SCMP_ACT_ERRNO((unsigned)r->error), r->call, 1, &when);
}

/* Returns 0 or a negative errno. */
static int export_filter(int fd, dom_sandbox level)
{
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
    if (filter == NULL)
        return -ENOMEM;
    /* System calls of another architecture, such as 32-bit x86, have other numbers and would bypass
     * the rules. */
    int rc = seccomp_attr_set(filter, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS);
    for (size_t i = 0; rc == 0 && i < COUNT(rules); i++)
        if (rules[i].level <= level)
            rc = add_rule(filter, &rules[i]);
    if (rc == 0)
        rc = seccomp_export_bpf(filter, fd);
    seccomp_release(filter);
    return rc;
}

dom_rc dom_host_sandbox_open_filter(int *fd, dom_sandbox level, dom_err *err)
{
    *fd = memfd_create("filter", MFD_CLOEXEC);
    int rc = *fd < 0 ? -errno : export_filter(*fd, level);
    if (rc == 0 && lseek(*fd, 0, SEEK_SET) != 0)
        rc = -errno;
    if (rc == 0)
        return DOM_OK;
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
    return dom_err_set(err, DOM_E_IO, "no filter of system calls: %s", strerror(-rc));
}

dom_rc dom_host_sandbox_read_filter(struct sock_fprog *out, int fd, dom_err *err)
{
    struct stat st;
    *out = (struct sock_fprog){.len = 0};
    if (fstat(fd, &st) != 0 || st.st_size <= 0 ||
        st.st_size / (off_t)sizeof *out->filter > USHRT_MAX)
        return dom_err_set(err, DOM_E_IO, "no filter of system calls");
    out->filter = malloc((size_t)st.st_size);
    if (out->filter == NULL)
        return dom_err_no_memory(err);
    if (pread(fd, out->filter, (size_t)st.st_size, 0) != st.st_size) {
        free(out->filter);
        out->filter = NULL;
        return dom_err_set(err, DOM_E_IO, "no filter of system calls");
    }
    out->len = (unsigned short)(st.st_size / (off_t)sizeof *out->filter);
    return DOM_OK;
}
