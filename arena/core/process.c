#include "process.h"

#include "base/text.h"
#include "host/trial.h"

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

/* Start the host with the socket as descriptor 3 and nothing else of ours but
 * stderr. posix_spawn, so that not even a copy of our memory exists in between. */
static dom_rc spawn_host(pid_t *pid, const char *program, int fd, dom_err *err)
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
    /* A group of its own: a Ctrl-C in the terminal is for the arena alone. */
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setsigmask(&attributes, &none);
    int error = posix_spawn(pid, program, &actions, &attributes, argv, env);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    if (error)
        return dom_err_set(err, DOM_E_IO, "%s: %s", program, strerror(error));
    return DOM_OK;
}

/* The next NUL-terminated text of the setup; false when it does not fit. */
static bool add_text(dom_frame_setup *setup, size_t *at, const char *text)
{
    size_t size = strlen(text) + 1;
    if (size > sizeof setup->text - *at)
        return false;
    memcpy(setup->text + *at, text, size);
    *at += size;
    return true;
}

static dom_msg_limits limits_of(const dom_limits *limits)
{
    return (dom_msg_limits){.startup_ms = limits->startup_ms,
                            .move_ms = limits->move_ms,
                            .bank_ms = limits->bank_ms,
                            .increment_ms = limits->increment_ms,
                            .margin_ms = limits->margin_ms,
                            .message_bytes = DOM_BOT_MESSAGE_BYTES};
}

uint32_t dom_core_port(const dom_core_listen *listen, const dom_tournament *tournament, int bot,
                       int seat)
{
    uint32_t nth = 0;
    for (int i = 0; i < bot; i++)
        nth += tournament->bots[i].transport == DOM_TRANSPORT_REMOTE;
    return listen->port + nth * DOM_SEATS_MAX + (uint32_t)seat;
}

/* Where it is to be awaited, and by which key it is known. */
static void add_remote(dom_frame_setup *setup, const process_spec *spec)
{
    const dom_core_listen *listen = spec->listen;
    uint32_t port = dom_core_port(listen, spec->tournament, spec->bot_number, spec->seat);
    setup->is_remote = true;
    (void)snprintf(setup->endpoint, sizeof setup->endpoint, "tcp://%s:%u", listen->address, port);
    memcpy(setup->bot_key, spec->bot->key, sizeof setup->bot_key);
    memcpy(setup->own_key, listen->own_key, sizeof setup->own_key);
}

static dom_rc add_setup(process *p, const process_spec *spec, dom_err *err)
{
    const dom_tournament *t = spec->tournament;
    dom_frame_setup *setup = dom_link_add(&p->link, DOM_FRAME_SETUP, DOM_NO_SLOT, sizeof *setup);
    if (setup == NULL)
        return dom_err_set(err, DOM_E_NOMEM, "out of memory");
    dom_text_copy(setup->bot, sizeof setup->bot, spec->bot->name);
    setup->uses_stdio = spec->bot->transport == DOM_TRANSPORT_STDIO;
    if (spec->bot->transport == DOM_TRANSPORT_REMOTE)
        add_remote(setup, spec);
    setup->sandbox = (uint8_t)spec->sandbox;
    setup->probes = (uint8_t)spec->probes;
    setup->instance = spec->instance;
    setup->uid = spec->uid;
    setup->memory_mb = spec->bot->memory_mb;
    setup->processes = spec->bot->processes;
    setup->limits = limits_of(&t->limits);
    setup->variant_count = t->variant_count;
    for (int i = 0; i < t->variant_count; i++) {
        memcpy(setup->variants[i].name, t->variants[i].name, sizeof setup->variants[i].name);
        setup->variants[i].options = t->variants[i].options;
    }
    size_t at = 0;
    bool fits = add_text(setup, &at, spec->run_folder) && add_text(setup, &at, spec->bot_folder) &&
                add_text(setup, &at, spec->version);
    for (int i = 0; spec->bot->args[i] && fits; i++, setup->arg_count++)
        fits = add_text(setup, &at, spec->bot->args[i]);
    if (!fits)
        return dom_err_set(err, DOM_E_CONFIG, "bot '%s': its command line is longer than %d bytes",
                           spec->bot->name, DOM_SETUP_TEXT_BYTES);
    return DOM_OK;
}

/* Run `domino-host --try LEVEL`; `line` receives its first line on stdout. Returns the exit status,
 * -1 without one. */
static int run_trial(const char *host_program, const char *level, char *line, size_t room)
{
    posix_spawn_file_actions_t actions;
    char *argv[] = {(char *)"domino-host", (char *)"--try", (char *)level, NULL};
    char *env[] = {(char *)"PATH=/usr/local/bin:/usr/bin:/bin", (char *)"LANG=C.UTF-8", NULL};
    int out[2], status = -1;
    pid_t pid;
    if (pipe2(out, O_CLOEXEC) != 0)
        return -1;
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

dom_rc process_try(const char *host_program, dom_sandbox level, dom_err *err)
{
    char line[DOM_REASON_BYTES];
    int status = run_trial(host_program, dom_sandbox_words[level], line, sizeof line);
    if (status != DOM_TRIAL_FAILS)
        return DOM_OK;
    return dom_err_set(err, DOM_E_IO,
                       "no bot can be started any more: sandbox %s does not work here: %s",
                       dom_sandbox_words[level], line);
}

dom_rc process_start(process **out, const process_spec *spec, dom_err *err)
{
    int pair[2];
    *out = NULL;
    process *p = calloc(1, sizeof *p);
    if (p == NULL)
        return dom_err_set(err, DOM_E_NOMEM, "out of memory");
    p->bot = spec->bot_number;
    p->seat = spec->seat;
    p->half = spec->half;
    p->instance = spec->instance;
    p->started_ms = spec->started_ms;
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) != 0) {
        dom_rc rc = dom_err_set(err, DOM_E_IO, "no socket for a host: %s", strerror(errno));
        free(p);
        return rc;
    }
    dom_rc rc = dom_link_open(&p->link, pair[0]);
    if (rc == DOM_OK)
        rc = add_setup(p, spec, err);
    if (rc == DOM_OK)
        rc = spawn_host(&p->host_pid, spec->host_program, pair[1], err);
    close(pair[1]);
    *out = p;
    if (rc != DOM_OK)
        process_close(out);
    return rc;
}

/* Wait so long for the host to go by itself, then end it. */
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

void process_close(process **handle)
{
    process *p = *handle;
    if (p == NULL)
        return;
    dom_link_close(&p->link);
    if (p->host_pid > 0)
        reap(p->host_pid, p->has_ended ? EXIT_MS : 0);
    free(p->log);
    free(p);
    *handle = NULL;
}

void process_bye(process *p, const char *reason)
{
    dom_frame_text *body = dom_link_add(&p->link, DOM_FRAME_BYE, DOM_NO_SLOT, sizeof *body);
    if (body)
        dom_text_copy(body->text, sizeof body->text, reason);
    p->state = PROCESS_LEAVING;
}

void process_kill(process *p)
{
    (void)dom_link_add(&p->link, DOM_FRAME_KILL, DOM_NO_SLOT, 0);
    p->state = PROCESS_LEAVING;
}
