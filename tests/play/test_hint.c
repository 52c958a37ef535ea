/* What a choice is worth, and the process that finds it. */
#include "play/hint.h"

#include "stand_in.h"

#include "../search/scene.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static dom_match match;
static dom_view view;
static dom_play_hint_process process;
static dom_play_hint hint;
static dom_err err;
static int fds;

static void set_up(void)
{
    fds = open_fds();
    hint = (dom_play_hint){.worlds = -1};
}

static void check_nothing_is_left(void)
{
    cr_expect(has_no_children());
    cr_expect(eq(int, open_fds(), fds), "no descriptor is left");
}

TestSuite(hint, .init = set_up);

static void find_hint(const scene *set)
{
    scene_view(&match, set, &view);
    cr_assert(eq(int, dom_play_hint_start(&process, &match.options, &view, &err), DOM_OK), "%s",
              err.text);
    cr_assert(dom_play_hint_finish(&process, &hint));
    cr_expect(lt(i32, 0, hint.worlds));
    for (int i = 0; i < view.legal_count; i++)
        cr_expect(le(dbl, hint.worth[i], hint.worth[hint.best]), "%d", i);
}

/* Whatever the other hand is, 6-5 goes out. */
Test(hint, to_go_out_is_worth_something)
{
    static const scene set = {
        .settings = "players=2 hand=2", .hands = "6-6,6-5/1-0,1-1", .actions = "6-6@0 pass"};
    find_hint(&set);
    cr_assert(eq(int, view.legal_count, 1));
    cr_expect(lt(dbl, 0, hint.worth[0]));
    check_nothing_is_left();
}

Test(hint, every_choice_has_a_worth)
{
    static const scene set = {.settings = "players=2 hand=5",
                              .hands = "6-6,6-5,4-1,2-0,3-3/1-0,1-1,5-5,5-2,4-4",
                              .actions = ""};
    find_hint(&set);
    cr_assert(eq(int, view.legal_count, 5));
    for (int i = 0; i < view.legal_count; i++)
        cr_expect(ne(dbl, hint.worth[i], 0), "%d", i);
    check_nothing_is_left();
}

/* Sets up `process` as one that answers with this number of worlds; 0 bytes: it answers nothing. */
static void answer_with(int32_t worlds, size_t bytes)
{
    const dom_play_hint answer = {.worlds = worlds, .best = 3};
    int ends[2], pid = start_sleeper(); /* which has no end of the pipe */
    cr_assert(zero(int, pipe(ends)));
    process = (dom_play_hint_process){.fd = ends[0], .pid = pid};
    cr_expect(not(dom_play_hint_is_there(&process)));
    cr_assert(eq(sz, (size_t)write(ends[1], &answer, bytes), bytes));
    close(ends[1]);
    cr_expect(dom_play_hint_is_there(&process));
}

Test(hint, without_a_world_or_with_half_an_answer_there_is_none)
{
    answer_with(1, sizeof hint);
    cr_expect(dom_play_hint_finish(&process, &hint));
    cr_expect(eq(i32, hint.best, 3));
    cr_expect(eq(int, process.fd, -1));
    answer_with(0, sizeof hint);
    cr_expect(not(dom_play_hint_finish(&process, &hint)));
    answer_with(1, sizeof hint - 1);
    cr_expect(not(dom_play_hint_finish(&process, &hint)));
    answer_with(1, 0);
    cr_expect(not(dom_play_hint_finish(&process, &hint)));
    check_nothing_is_left();
}

Test(hint, a_process_whose_answer_nobody_needs_is_ended)
{
    answer_with(1, sizeof hint);
    dom_play_hint_cancel(&process);
    cr_expect(eq(int, process.fd, -1));
    cr_expect(zero(int, process.pid));
    check_nothing_is_left();
}

/* A pipe each for the question and the answer. */
Test(hint, without_descriptors_no_process_is_started_and_nothing_is_left)
{
    struct rlimit before;
    cr_assert(zero(int, getrlimit(RLIMIT_NOFILE, &before)));
    for (rlim_t more = 0; more < 4; more++) {
        int next = dup(STDERR_FILENO);
        close(next);
        struct rlimit few = {(rlim_t)next + more, before.rlim_max};
        cr_assert(zero(int, setrlimit(RLIMIT_NOFILE, &few)));
        cr_expect(eq(int, dom_play_hint_start(&process, &match.options, &view, &err), DOM_E_IO));
        cr_assert(zero(int, setrlimit(RLIMIT_NOFILE, &before)));
        cr_expect(eq(str, err.text, "no hint: Too many open files"));
    }
    check_nothing_is_left();
}

/* In a process of its own, which has no question. */
Test(hint, only_a_whole_question_is_answered)
{
    int status;
    pid_t pid = fork();
    if (pid == 0) {
        int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
        _exit(dup2(nothing, STDIN_FILENO) < 0 || dom_play_hint_answer(&err) != DOM_E_MALFORMED);
    }
    cr_assert(eq(int, waitpid(pid, &status, 0), pid));
    cr_expect(zero(int, status));
    check_nothing_is_left();
}
