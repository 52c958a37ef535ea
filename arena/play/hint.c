#include "play/hint.h"

#include "base/now.h"
#include "base/random.h"
#include "fs/whole_file.h"
#include "search/belief.h"
#include "search/playout.h"
#include "table_internal.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { CPU_S = 5 /* a hint that takes longer is ended by the kernel */ };

/* The question. Both sides come from one build. */
typedef struct {
    dom_options options;
    dom_view view;
} hint_question;

/* ---- the process ------------------------------------------------------------- */

/* Adds up what every action is worth in one world. */
static void look_at_world(const dom_search_belief *belief, const dom_view *view, dom_random *random,
                          dom_play_hint *hint)
{
    dom_search_world world;
    dom_round moment;
    dom_event event;
    if (dom_search_sample(belief, random, &world) != DOM_OK)
        return;
    dom_search_begin(&moment, belief, &world);
    for (int i = 0; i < view->legal_count; i++) {
        dom_round round = moment;
        dom_round_make(&round, view->legal[i], &event);
        dom_search_playout(&round, random);
        hint->worth[i] += dom_search_worth(&round, view->seat);
    }
    hint->worlds++;
}

static void find(const hint_question *question, const dom_search_belief *belief,
                 dom_play_hint *hint)
{
    const dom_view *view = &question->view;
    dom_random random = {.state = (uint64_t)dom_now_us()};
    int64_t end_us = dom_now_us() + DOM_PLAY_HINT_MS * INT64_C(1000);
    while (dom_now_us() < end_us)
        look_at_world(belief, view, &random, hint);
    for (int i = 0; hint->worlds > 0 && i < view->legal_count; i++) {
        hint->worth[i] /= hint->worlds;
        if (hint->worth[i] > hint->worth[hint->best])
            hint->best = i;
    }
}

/* Reads exactly `size` bytes. Returns false at an earlier end. */
static bool read_whole(int fd, void *bytes, size_t size)
{
    size_t got = 0;
    while (got < size) {
        ssize_t n = read(fd, (char *)bytes + got, size - got);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        got += (size_t)n;
    }
    return true;
}

dom_rc dom_play_hint_answer(dom_err *err)
{
    struct rlimit cpu = {.rlim_cur = CPU_S, .rlim_max = CPU_S};
    hint_question *question = malloc(sizeof *question);
    dom_search_belief *belief = malloc(sizeof *belief);
    dom_play_hint hint = {.worlds = 0};
    dom_rc rc = DOM_OK;
    (void)setrlimit(RLIMIT_CPU, &cpu);
    if (question == NULL || belief == NULL)
        rc = dom_err_no_memory(err);
    else if (!read_whole(STDIN_FILENO, question, sizeof *question))
        rc = dom_err_set(err, DOM_E_MALFORMED, "hint: only `play` and `serve` call this command");
    else
        rc = dom_search_belief_of(belief, &question->view, &question->options, err);
    if (rc == DOM_OK)
        find(question, belief, &hint);
    if (rc == DOM_OK && !dom_fs_write_all(STDOUT_FILENO, &hint, sizeof hint))
        rc = dom_err_set(err, DOM_E_IO, "hint: nobody reads the answer");
    free(belief);
    free(question);
    return rc;
}

/* ---- its caller --------------------------------------------------------------- */

dom_rc dom_play_hint_start(dom_play_hint_process *process, const dom_options *options,
                           const dom_view *view, dom_err *err)
{
    char *argv[] = {(char *)"domino-arena", (char *)"hint", NULL}, *env[] = {NULL};
    int to[2] = {-1, -1}, from[2] = {-1, -1};
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    pid_t pid = 0;
    hint_question *question = calloc(1, sizeof *question);
    if (question == NULL)
        return dom_err_no_memory(err);
    question->options = *options;
    question->view = *view;
    int error = pipe2(to, O_CLOEXEC) != 0 || pipe2(from, O_CLOEXEC) != 0 ? errno : 0;
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    posix_spawn_file_actions_adddup2(&actions, to[0], STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, from[1], STDOUT_FILENO);
    posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1);
    if (error == 0)
        error = posix_spawn(&pid, DOM_PLAY_PROGRAM, &actions, &attributes, argv, env);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    if (error == 0)
        (void)dom_fs_write_all(to[1], question, sizeof *question);
    free(question);
    close(to[0]);
    close(to[1]);
    close(from[1]);
    *process = (dom_play_hint_process){.fd = from[0], .pid = pid};
    if (error == 0)
        return DOM_OK;
    close(from[0]);
    return dom_err_set(err, DOM_E_IO, "no hint: %s", strerror(error));
}

bool dom_play_hint_is_there(const dom_play_hint_process *process)
{
    struct pollfd answer = {.fd = process->fd, .events = POLLIN};
    return poll(&answer, 1, 0) > 0;
}

void dom_play_hint_cancel(dom_play_hint_process *process)
{
    close(process->fd);
    (void)kill(process->pid, SIGKILL);
    (void)waitpid(process->pid, NULL, 0);
    *process = (dom_play_hint_process){.fd = -1};
}

bool dom_play_hint_finish(dom_play_hint_process *process, dom_play_hint *hint)
{
    bool is_there = read_whole(process->fd, hint, sizeof *hint);
    dom_play_hint_cancel(process);
    return is_there && hint->worlds > 0;
}
