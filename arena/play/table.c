#include "play/table.h"

#include "base/string_list.h"
#include "protocol/utf8.h"
#include "table_internal.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <signal.h>
#include <sodium.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { ERROR_BYTES = 4096, RANDOM_BYTES = 4 };

dom_rc dom_play_table_fill(dom_play_table_spec *spec, const char *const people[],
                           size_t people_count, const char *const bots[], size_t bot_count,
                           dom_err *err)
{
    size_t seats = (size_t)spec->seats;
    if (people_count > seats)
        return dom_err_set(err, DOM_E_CONFIG, "%s has %zu seats, and %zu people want to sit down",
                           spec->variant, seats, people_count);
    if (people_count < seats && bot_count == 0)
        return dom_err_set(err, DOM_E_CONFIG,
                           "%s has %zu seats: name a bot for the seats without a person",
                           spec->variant, seats);
    spec->people = (UINT32_C(1) << people_count) - 1;
    for (size_t i = 0; i < seats; i++)
        spec->seat[i] = i < people_count ? people[i] : bots[(i - people_count) % bot_count];
    return DOM_OK;
}

bool dom_play_person_read(char name[static DOM_NAME_BYTES], const char *text)
{
    size_t size = strlen(text);
    for (size_t i = 0; i <= size && i < DOM_NAME_BYTES; i++) {
        name[i] = text[i];
        if ('A' <= text[i] && text[i] <= 'Z')
            name[i] = (char)(text[i] - 'A' + 'a');
    }
    return size < DOM_NAME_BYTES && dom_name_is_valid(name, DOM_NAME_BYTES - 1);
}

/* ---- starting ---------------------------------------------------------------- */

/* Makes a name that no other table has: the time, and a random number. */
static void make_name(char name[static DOM_PLAY_NAME_BYTES])
{
    time_t now = time(NULL);
    struct tm tm;
    unsigned char bytes[RANDOM_BYTES];
    char when[32] = "";
    (void)gmtime_r(&now, &tm);
    (void)strftime(when, sizeof when, "%Y%m%d-%H%M%S", &tm);
    randombytes_buf(bytes, sizeof bytes);
    (void)snprintf(name, DOM_PLAY_NAME_BYTES, "play-%s-%02x%02x%02x%02x", when, bytes[0], bytes[1],
                   bytes[2], bytes[3]);
}

/* Returns the object for the process's standard input; NULL without memory. */
static char *describe(const dom_play_table *table, const dom_play_table_spec *spec)
{
    json_t *seats = json_array();
    for (int i = 0; i < spec->seats; i++)
        if (json_array_append_new(seats, json_string(spec->seat[i])) != 0) {
            json_decref(seats);
            return NULL;
        }
    json_t *root = json_pack(DOM_PLAY_TABLE_FORMAT, "name", table->tournament, "variant",
                             spec->variant, "seats", seats, "people", (int)spec->people, "move_ms",
                             (int)spec->move_ms, "clocked", spec->is_clocked);
    char *text = root ? json_dumps(root, JSON_COMPACT) : NULL;
    json_decref(root);
    return text;
}

/* The descriptors of a process that is being started; -1: not open. */
typedef struct {
    int in[2], errors[2];
    int person[DOM_SEATS_MAX]; /* the process's ends, in the order of the people */
    int people;
} table_pipes;

static void close_fd(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

/* Opens all descriptors. Returns 0 or an errno. */
static int open_pipes(table_pipes *p, dom_play_table *table, const dom_play_table_spec *spec)
{
    if (pipe2(p->in, O_CLOEXEC) != 0 || pipe2(p->errors, O_CLOEXEC) != 0 ||
        fcntl(p->errors[0], F_SETFL, O_NONBLOCK) != 0)
        return errno;
    for (int i = 0; i < spec->seats; i++) {
        int pair[2];
        if (!(spec->people >> i & 1))
            continue;
        if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) != 0)
            return errno;
        table->seat_fd[i] = pair[0];
        p->person[p->people++] = pair[1];
    }
    return 0;
}

/* Gives the process its descriptors. All are first moved out of the way of the numbers that they
 * will have. */
static int move_away(table_pipes *p)
{
    int *fds[DOM_SEATS_MAX + 2] = {&p->in[0], &p->errors[1]};
    int count = 2;
    for (int i = 0; i < p->people; i++)
        fds[count++] = &p->person[i];
    for (int i = 0; i < count; i++) {
        int moved = fcntl(*fds[i], F_DUPFD_CLOEXEC, DOM_PLAY_FIRST_FD + DOM_SEATS_MAX);
        if (moved < 0)
            return errno;
        close(*fds[i]);
        *fds[i] = moved;
    }
    return 0;
}

static int spawn_process(dom_play_table *table, const dom_play_table_spec *spec,
                         const table_pipes *p)
{
    extern char **environ;
    char *argv[] = {(char *)"domino-arena",
                    (char *)"table",
                    (char *)"--home",
                    (char *)spec->home->home,
                    (char *)"--db",
                    (char *)spec->home->db,
                    NULL};
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t none;
    sigemptyset(&none);
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    posix_spawn_file_actions_adddup2(&actions, p->in[0], STDIN_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, p->errors[1], STDERR_FILENO);
    for (int i = 0; i < p->people; i++)
        posix_spawn_file_actions_adddup2(&actions, p->person[i], DOM_PLAY_FIRST_FD + i);
    posix_spawn_file_actions_addclosefrom_np(&actions, DOM_PLAY_FIRST_FD + p->people);
    /* A process group of its own, so that Ctrl-C in the terminal reaches only the caller. */
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK);
    posix_spawnattr_setsigmask(&attributes, &none);
    int error = posix_spawn(&table->pid, DOM_PLAY_PROGRAM, &actions, &attributes, argv, environ);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    return error;
}

/* The text fits into the pipe, which the process reads to its end. */
static void tell_process(table_pipes *p, const char *text)
{
    ssize_t n = write(p->in[1], text, strlen(text));
    (void)n; /* a process that gets half of it says so */
}

static dom_rc check_seats(const dom_play_table_spec *spec, dom_err *err)
{
    for (int i = 0; i < spec->seats; i++)
        if (strlen(spec->seat[i]) >= DOM_PATH_BYTES ||
            dom_utf8_plain(spec->seat[i], strlen(spec->seat[i])) != strlen(spec->seat[i]))
            return dom_err_set(err, DOM_E_CONFIG,
                               "seat %d: a name has at most %d bytes of UTF-8 without control "
                               "characters",
                               i, DOM_PATH_BYTES - 1);
    return DOM_OK;
}

dom_rc dom_play_table_start(dom_play_table *table, const dom_play_table_spec *spec, dom_err *err)
{
    table_pipes p = {.in = {-1, -1}, .errors = {-1, -1}};
    *table = (dom_play_table){.errors = -1};
    for (int i = 0; i < DOM_SEATS_MAX; i++)
        table->seat_fd[i] = -1;
    make_name(table->tournament);
    dom_rc rc = check_seats(spec, err);
    if (rc != DOM_OK)
        return rc;
    char *text = describe(table, spec);
    if (text == NULL)
        return dom_err_no_memory(err);
    int error = open_pipes(&p, table, spec);
    if (error == 0)
        error = move_away(&p);
    if (error == 0)
        error = spawn_process(table, spec, &p);
    if (error == 0)
        tell_process(&p, text);
    free(text);
    for (int i = 0; i < p.people; i++)
        close_fd(&p.person[i]);
    close_fd(&p.in[0]);
    close_fd(&p.in[1]);
    close_fd(&p.errors[1]);
    table->errors = p.errors[0];
    if (error == 0)
        return DOM_OK;
    close_fd(&table->errors);
    for (int i = 0; i < DOM_SEATS_MAX; i++)
        close_fd(&table->seat_fd[i]);
    table->pid = 0;
    return dom_err_set(err, DOM_E_IO, "no table can be started: %s", strerror(error));
}

/* ---- the end ------------------------------------------------------------------ */

/* Copies the last line that the process printed. */
static void read_error(const dom_play_table *table, dom_rc rc, dom_err *err)
{
    char text[ERROR_BYTES + 1];
    size_t size = 0;
    for (ssize_t n; (n = read(table->errors, text + size, ERROR_BYTES - size)) > 0;) {
        size += (size_t)n;
        if (size == ERROR_BYTES) { /* the last line is at the end */
            size /= 2;
            memmove(text, text + size, size);
        }
    }
    while (size > 0 && text[size - 1] == '\n')
        size--;
    text[size] = '\0';
    const char *line = strrchr(text, '\n') ? strrchr(text, '\n') + 1 : text;
    static const char prefix[] = "domino-arena: ";
    if (strncmp(line, prefix, strlen(prefix)) == 0)
        line += strlen(prefix);
    (void)dom_err_set(err, rc, "%s", line[0] ? line : "the table has ended");
}

dom_rc dom_play_table_take_end(dom_play_table *table, dom_err *err)
{
    int status = 0;
    pid_t ended = table->pid > 0 ? waitpid(table->pid, &status, WNOHANG) : -1;
    if (ended == 0)
        return DOM_E_ABSENT;
    bool has_exited = ended > 0 && WIFEXITED(status);
    dom_rc rc = has_exited && WEXITSTATUS(status) == 0                    ? DOM_OK
                : has_exited && WEXITSTATUS(status) == DOM_PLAY_WRONG_USE ? DOM_E_CONFIG
                                                                          : DOM_E_IO;
    table->pid = 0;
    if (rc != DOM_OK)
        read_error(table, rc, err);
    close_fd(&table->errors);
    return rc;
}

void dom_play_table_stop(dom_play_table *table)
{
    if (table->pid > 0) {
        (void)kill(table->pid, SIGTERM);
        (void)waitpid(table->pid, NULL, 0);
    }
    table->pid = 0;
    close_fd(&table->errors);
}
