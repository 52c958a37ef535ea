#include "process.h"

#include "core/own_limits.h"
#include "core/rehearsal.h"

#include "base/first_child.h"
#include "base/text.h"
#include "ipc/launch_spec.h"
#include "ipc/sandbox_trial.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { HOST_FD = 3, EXIT_MS = 1000 };

_Static_assert((int)DOM_CORE_ARGS_MAX == (int)DOM_IPC_ARGS_MAX,
               "all arguments of a bot can be sent");
_Static_assert((int)DOM_CORE_ENV_MAX == (int)DOM_IPC_ENV_MAX, "and all its variables");
_Static_assert((int)DOM_CORE_SHOWN_MAX == (int)DOM_IPC_SHOWN_MAX, "and all that it is shown");

/* Starts the host with the socket as descriptor 3. Of the arena's other descriptors it gets only
 * stderr. posix_spawn is used because after a fork a copy of the arena's memory would exist. */
static dom_rc spawn_host(pid_t *pid, const char *program, int fd, const cpu_set_t *cpus,
                         dom_err *err)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t none;
    char *argv[] = {(char *)"domino-host", NULL};
    char *env[] = {(char *)"PATH=/usr/local/bin:/usr/bin:/bin", (char *)"LANG=C.UTF-8", NULL};
    sigemptyset(&none);
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, fd, HOST_FD);
    posix_spawn_file_actions_addclosefrom_np(&actions, HOST_FD + 1);
    /* A process group of its own, so that Ctrl-C in the terminal reaches only the arena. */
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setsigmask(&attributes, &none);
    int error = posix_spawn(pid, program, &actions, &attributes, argv, env);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    if (error)
        return dom_err_set(err, DOM_E_IO, "%s: %s", program, strerror(error));
    (void)sched_setaffinity(*pid, sizeof *cpus, cpus);
    return DOM_OK;
}

dom_msg_limits dom_core_limits_told(const dom_core_limits *limits)
{
    return (dom_msg_limits){.startup_ms = limits->startup_ms,
                            .move_ms = limits->move_ms,
                            .bank_ms = limits->bank_ms,
                            .increment_ms = limits->increment_ms,
                            .margin_ms = limits->margin_ms,
                            .message_bytes = DOM_BOT_MESSAGE_BYTES};
}

uint32_t dom_core_port(const dom_core_listen *listen, const dom_core_tournament *tournament,
                       int bot, int seat)
{
    uint32_t nth = 0;
    for (int i = 0; i < bot; i++)
        nth += tournament->bots[i].transport == DOM_CORE_TRANSPORT_REMOTE;
    return listen->port + nth * DOM_SEATS_MAX + (uint32_t)seat;
}

/* Returns the endpoint where the host waits for a remote bot, and the keys. */
static dom_ipc_remote_bot remote_bot_of(const dom_core_process_spec *spec)
{
    const dom_core_listen *listen = spec->listen;
    uint32_t port = dom_core_port(listen, spec->tournament, spec->chair.bot, spec->chair.seat);
    dom_ipc_remote_bot remote;
    (void)snprintf(remote.endpoint, sizeof remote.endpoint, "tcp://%s:%u", listen->address, port);
    memcpy(remote.bot_key, spec->bot->key, sizeof remote.bot_key);
    memcpy(remote.own_key, listen->own_key, sizeof remote.own_key);
    return remote;
}

static void list_variants(dom_ipc_launch_spec *launch, const dom_core_tournament *t)
{
    launch->variant_count = t->variant_count;
    for (int i = 0; i < t->variant_count; i++) {
        memcpy(launch->variants[i].name, t->variants[i].name, sizeof launch->variants[i].name);
        launch->variants[i].options = t->variants[i].options;
    }
}

static dom_rc tell_host(dom_core_process *p, const dom_core_process_spec *spec, dom_err *err)
{
    const dom_core_entrant *bot = spec->bot;
    const dom_core_limits limits = dom_core_limits_of(spec->tournament, bot);
    dom_ipc_launch_spec launch = {.instance = spec->instance,
                                  .uses_stdio = bot->transport == DOM_CORE_TRANSPORT_STDIO,
                                  .is_remote = bot->transport == DOM_CORE_TRANSPORT_REMOTE,
                                  .sandbox = spec->sandbox,
                                  .probes = (uint8_t)spec->probes,
                                  .has_no_clock = spec->has_no_clock,
                                  .uid = spec->uid,
                                  .memory_mb = bot->memory_mb,
                                  .processes = bot->processes,
                                  .limits = dom_core_limits_told(&limits),
                                  .run_folder = spec->run_folder,
                                  .bot_folder = spec->bot_folder ? spec->bot_folder : "",
                                  .arena_version = spec->version};
    dom_text_copy(launch.bot, sizeof launch.bot, bot->name);
    if (launch.is_remote)
        launch.remote = remote_bot_of(spec);
    list_variants(&launch, spec->tournament);
    for (; bot->args[launch.arg_count]; launch.arg_count++)
        launch.args[launch.arg_count] = bot->args[launch.arg_count];
    for (; bot->env[launch.env_count]; launch.env_count++)
        launch.env[launch.env_count] = bot->env[launch.env_count];
    for (; launch.shown_count < spec->tournament->shown.count; launch.shown_count++)
        launch.shown[launch.shown_count] = spec->tournament->shown.item[launch.shown_count];
    dom_rc rc = dom_ipc_launch_spec_add(&p->link, &launch);
    if (rc == DOM_E_LIMIT)
        return dom_err_set(err, DOM_E_CONFIG,
                           "bot '%s': its command line, its variables and the paths that it is "
                           "shown have more than %d bytes",
                           bot->name, DOM_IPC_LAUNCH_TEXT_BYTES);
    return rc == DOM_OK ? rc : dom_err_no_memory(err);
}

/* Runs `domino-host --try LEVEL [PATH...]`; `line` receives its first line on stdout. Returns its
 * exit status, or -1 if it has none. */
static int run_trial(const char *host_program, const char *level, const dom_strings *shown,
                     char *line, size_t room)
{
    posix_spawn_file_actions_t actions;
    char *argv[DOM_CORE_SHOWN_MAX + 4] = {(char *)"domino-host", (char *)"--try", (char *)level};
    char *env[] = {(char *)"PATH=/usr/local/bin:/usr/bin:/bin", (char *)"LANG=C.UTF-8", NULL};
    int out[2], status = -1;
    pid_t pid;
    if (pipe2(out, O_CLOEXEC) != 0)
        return -1;
    for (size_t i = 0; i < shown->count; i++)
        argv[i + 3] = shown->item[i];
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, out[1], 1);
    int error = posix_spawn(&pid, host_program, &actions, NULL, argv, env);
    posix_spawn_file_actions_destroy(&actions);
    close(out[1]);
    FILE *told = fdopen(out[0], "r");
    if (told == NULL || fgets(line, (int)room, told) == NULL)
        line[0] = '\0';
    line[strcspn(line, "\n")] = '\0';
    if (error == 0)
        (void)waitpid(pid, &status, 0);
    if (told)
        (void)fclose(told);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

dom_rc dom_core_process_try(const char *host_program, dom_sandbox level, const dom_strings *shown,
                            dom_err *err)
{
    char line[DOM_IPC_REASON_BYTES];
    int status = run_trial(host_program, dom_sandbox_words[level], shown, line, sizeof line);
    if (status != DOM_IPC_TRIAL_FAILS)
        return DOM_OK;
    return dom_err_set(err, DOM_E_IO,
                       "no bot can be started any more: sandbox %s does not work here: %s",
                       dom_sandbox_words[level], line);
}

/* Connects the core with the host, whose end of the socket goes to *host_fd, or with a person; then
 * *host_fd is -1. */
static dom_rc connect_host(dom_core_process *p, const dom_core_process_spec *spec, int *host_fd,
                           dom_err *err)
{
    bool is_person = spec->bot->transport == DOM_CORE_TRANSPORT_PERSON;
    int pair[2] = {-1, -1};
    *host_fd = -1;
    if (is_person)
        pair[0] = fcntl(spec->person_fd, F_DUPFD_CLOEXEC, 0);
    else
        (void)socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair);
    if (pair[0] < 0)
        return dom_err_set(err, DOM_E_IO, "no socket for a host: %s", strerror(errno));
    if (dom_ipc_link_open(&p->link, pair[0]) != DOM_OK) {
        close(pair[0]);
        if (!is_person)
            close(pair[1]);
        return dom_err_no_memory(err);
    }
    *host_fd = pair[1];
    return DOM_OK;
}

dom_rc dom_core_process_start(dom_core_process **out, const dom_core_process_spec *spec,
                              dom_err *err)
{
    int host_fd;
    *out = NULL;
    dom_core_process *p = calloc(1, sizeof *p);
    if (p == NULL)
        return dom_err_no_memory(err);
    p->chair = spec->chair;
    p->instance = spec->instance;
    p->started_ms = spec->started_ms;
    dom_rc rc = connect_host(p, spec, &host_fd, err);
    if (rc == DOM_OK)
        rc = tell_host(p, spec, err);
    if (rc == DOM_OK && host_fd >= 0)
        rc = spawn_host(&p->host_pid, spec->host_program, host_fd, &spec->cpus, err);
    if (host_fd >= 0)
        close(host_fd);
    *out = p;
    if (rc != DOM_OK)
        dom_core_process_close(out);
    return rc;
}

/* The host starts the bot itself. At level bwrap it starts bubblewrap, that starts process 1 of the
 * sandbox, and that the bot. */
pid_t dom_core_process_bot_pid(const dom_core_process *p, dom_sandbox level)
{
    pid_t pid = dom_first_child(p->host_pid);
    return level == DOM_SANDBOX_BWRAP ? dom_first_child(dom_first_child(pid)) : pid;
}

void dom_core_process_kill_host(const dom_core_process *p)
{
    if (p->host_pid > 0)
        (void)kill(p->host_pid, SIGKILL);
    else
        (void)shutdown(p->link.fd, SHUT_RDWR);
}

/* Waits `patience_ms` for the host to exit, then kills it. */
static void reap(pid_t pid, int patience_ms)
{
    const struct timespec ms = {.tv_nsec = 1000000};
    for (; patience_ms > 0; patience_ms--) {
        if (waitpid(pid, NULL, WNOHANG) != 0)
            return;
        (void)nanosleep(&ms, NULL);
    }
    (void)kill(pid, SIGKILL);
    (void)waitpid(pid, NULL, 0);
}

void dom_core_process_close(dom_core_process **handle)
{
    dom_core_process *p = *handle;
    if (p == NULL)
        return;
    dom_ipc_link_close(&p->link);
    if (p->host_pid > 0)
        reap(p->host_pid, p->ended.is_reported ? EXIT_MS : 0);
    free(p->log.bytes);
    free(p);
    *handle = NULL;
}

void dom_core_process_bye(dom_core_process *p, const char *reason)
{
    dom_ipc_frame_text *body =
        dom_ipc_link_add(&p->link, DOM_IPC_FRAME_BYE, DOM_IPC_NO_SLOT, sizeof *body);
    if (body)
        dom_text_copy(body->text, sizeof body->text, reason);
    p->state = DOM_CORE_PROCESS_LEAVING;
}

void dom_core_process_kill(dom_core_process *p)
{
    (void)dom_ipc_link_add(&p->link, DOM_IPC_FRAME_KILL, DOM_IPC_NO_SLOT, 0);
    p->state = DOM_CORE_PROCESS_LEAVING;
}
