/* The process that plays a pass aside. The bot here is in no variant, so nothing is played, and
 * what the other process sends is what it found when it began. */
#include "conformance_internal.h"
#include "scratch.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static const dom_conformance_pass pass = {.decides = DOM_CONFORMANCE_SLOW_START,
                                          .needs = DOM_CONFORMANCE_VARIANTS,
                                          .tables = 1,
                                          .sets = 1,
                                          .extent = DOM_CONFORMANCE_ALL_VARIANTS,
                                          .done = "in silence"};
static dom_conformance_report report;
static dom_conformance_spec spec;
static dom_conformance_check_run run;
static dom_err err;
static int first_fd, open_fds, announced;
static bool is_interrupted; /* the next call of waitpid                       */
static bool looks_around;   /* the pass, instead of being played              */

static scratch s;

pid_t __real_waitpid(pid_t pid, int *status, int options);
dom_rc __real_dom_conformance_check_pass(dom_conformance_check_run *r,
                                         const dom_conformance_pass *p);

pid_t __wrap_waitpid(pid_t pid, int *status, int options)
{
    if (!is_interrupted)
        return __real_waitpid(pid, status, options);
    is_interrupted = false;
    errno = EINTR;
    return -1;
}

/* Returns how many descriptors of this process are ends of the same pipe as this one; 0 if it is
 * closed. */
static int ends_of(int pipe_fd)
{
    struct stat wanted, st;
    int ends = 0;
    bool is_open = fstat(pipe_fd, &wanted) == 0;
    for (int fd = 0; is_open && fd < 1000; fd++)
        ends += fstat(fd, &st) == 0 && st.st_dev == wanted.st_dev && st.st_ino == wanted.st_ino;
    return ends;
}

dom_rc __wrap_dom_conformance_check_pass(dom_conformance_check_run *r,
                                         const dom_conformance_pass *p)
{
    if (!looks_around)
        return __real_dom_conformance_check_pass(r, p);
    dom_conformance_find(r, p->decides, DOM_CONFORMANCE_PASSED, "%s, ends of the pipe: %d",
                         r->aside.is_here ? "aside" : "here", ends_of(r->aside.stop_fd));
    return DOM_OK;
}

/* Returns the number that the next descriptor gets. */
static int next_fd(void)
{
    int fd = dup(STDERR_FILENO);
    close(fd);
    return fd;
}

static void count(void *context, const dom_conformance_report *r, dom_conformance_check check)
{
    (void)context;
    (void)r;
    announced += check == DOM_CONFORMANCE_SLOW_START;
}

static void set_up(void)
{
    scratch_open(&s);
    spec = (dom_conformance_spec){.on_finding = count};
    run = (dom_conformance_check_run){.spec = &spec, .report = &report, .err = &err};
    (void)snprintf(run.room.at.home.home, sizeof run.room.at.home.home, "%s", s.path);
    for (uint32_t us = 1; us <= 3; us++)
        dom_conformance_add_time(&run, us * 100);
    run.tally.byes = 5;
    run.tally.late_byes = 2;
    run.signal_number = 15;
    first_fd = next_fd();
    open_fds = scratch_count("/proc/self/fd");
}

static void clean_up(void)
{
    free(run.tally.us);
    dom_conformance_clear(&report);
    scratch_close(&s);
}

TestSuite(conformance_aside, .init = set_up, .fini = clean_up);

static void check_nothing_is_left(void)
{
    cr_expect(eq(int, scratch_count("/proc/self/fd"), open_fds), "no descriptor is left");
    cr_expect(eq(int, waitpid(-1, NULL, WNOHANG), -1), "no process is left");
}

static void check_has_passed(void)
{
    const dom_conformance_finding *f = &report.finding[DOM_CONFORMANCE_SLOW_START];
    cr_expect(eq(int, f->result, DOM_CONFORMANCE_PASSED));
    cr_expect(eq(str, (char *)f->text, "0 variants, 0 matches, 0 asks, in silence"));
    cr_expect(eq(int, announced, 1));
}

Test(conformance_aside, its_outcome_is_added_to_that_of_the_others)
{
    static const uint32_t times[] = {100, 200, 300, 100, 200, 300};
    dom_conformance_begin_aside(&run, &pass);
    cr_assert(lt(int, 1, run.aside.pid));
    run.signal_number = 0;
    cr_assert(eq(int, dom_conformance_take_aside(&run, &pass), DOM_OK));
    check_has_passed();
    cr_assert(eq(u64, report.asks, 6));
    for (size_t i = 0; i < 6; i++)
        cr_expect(eq(u32, run.tally.us[i], times[i]));
    cr_expect(eq(int, run.tally.byes, 10));
    cr_expect(eq(int, run.tally.late_byes, 4));
    cr_expect(eq(int, run.signal_number, 15));
    dom_conformance_end_aside(&run);
    cr_expect(zero(int, run.aside.pid));
    check_nothing_is_left();
}

Test(conformance_aside, evidence_that_was_found_there_comes_with_it)
{
    dom_conformance_finding *f = &report.finding[DOM_CONFORMANCE_SLOW_START];
    f->mend = "wait";
    f->details = strdup("what it printed\n");
    f->fault = json_pack("{s:i}", "match", 7);
    dom_conformance_begin_aside(&run, &pass);
    free(f->details);
    json_decref(f->fault);
    *f = (dom_conformance_finding){.text = ""};
    cr_assert(eq(int, dom_conformance_take_aside(&run, &pass), DOM_OK));
    cr_expect(eq(str, (char *)f->mend, "wait"));
    cr_expect(eq(str, f->details, "what it printed\n"));
    cr_expect(eq(int, (int)json_integer_value(json_object_get(f->fault, "match")), 7));
    dom_conformance_end_aside(&run);
    check_nothing_is_left();
}

/* Without memory for one of the texts the other still comes. */
Test(conformance_aside, a_part_of_the_evidence_comes_alone)
{
    dom_conformance_finding *f = &report.finding[DOM_CONFORMANCE_SLOW_START];
    for (int has_details = 0; has_details <= 1; has_details++) {
        f->details = has_details ? strdup("x") : NULL;
        f->fault = has_details ? NULL : json_pack("{s:i}", "match", 7);
        dom_conformance_begin_aside(&run, &pass);
        dom_conformance_clear(&report);
        cr_assert(eq(int, dom_conformance_take_aside(&run, &pass), DOM_OK));
        cr_expect(eq(int, f->details != NULL && strcmp(f->details, "x") == 0, has_details));
        cr_expect(eq(int, (int)json_integer_value(json_object_get(f->fault, "match")),
                     has_details ? 0 : 7));
        dom_conformance_end_aside(&run);
        dom_conformance_clear(&report);
        free(run.tally.us);
        run.tally.us = NULL;
        run.tally.us_room = 0;
    }
    check_nothing_is_left();
}

Test(conformance_aside, an_error_there_is_one_here)
{
    (void)snprintf(run.room.at.home.home, sizeof run.room.at.home.home, "%s/missing", s.path);
    dom_conformance_begin_aside(&run, &pass);
    cr_expect(ne(int, dom_conformance_take_aside(&run, &pass), DOM_OK));
    cr_expect(ne(ptr, strstr(err.text, "missing"), NULL), "%s", err.text);
    cr_expect(zero(int, announced));
    dom_conformance_end_aside(&run);
    check_nothing_is_left();
}

/* Its database would have a name with a NUL too many. */
Test(conformance_aside, a_path_that_is_too_long_is_told)
{
    size_t size = sizeof run.room.at.home.db - strlen("/aside.db");
    cr_assert(le(sz, size, sizeof run.room.at.home.home - 1));
    memset(run.room.at.home.home, 'x', size);
    run.room.at.home.home[size] = '\0';
    dom_conformance_begin_aside(&run, &pass);
    cr_expect(eq(int, dom_conformance_take_aside(&run, &pass), DOM_E_CONFIG));
    cr_expect(eq(str, err.text, "the path is too long"));
    dom_conformance_end_aside(&run);
    check_nothing_is_left();
}

Test(conformance_aside, it_is_ended_whether_its_pass_was_taken_or_not)
{
    dom_conformance_begin_aside(&run, &pass);
    dom_conformance_end_aside(&run);
    cr_expect(zero(int, run.aside.pid));
    dom_conformance_end_aside(&run);
    check_nothing_is_left();
}

Test(conformance_aside, a_signal_does_not_keep_it_from_being_waited_for)
{
    dom_conformance_begin_aside(&run, &pass);
    is_interrupted = true;
    dom_conformance_end_aside(&run);
    check_nothing_is_left();
}

/* An end of its own that it kept open would hide from it that the other process has closed its. */
Test(conformance_aside, it_knows_that_it_plays_aside_and_keeps_one_end_of_the_pipe)
{
    looks_around = true;
    dom_conformance_begin_aside(&run, &pass);
    cr_assert(eq(int, dom_conformance_take_aside(&run, &pass), DOM_OK));
    cr_expect(eq(str, (char *)report.finding[DOM_CONFORMANCE_SLOW_START].text,
                 "aside, ends of the pipe: 1"));
    dom_conformance_end_aside(&run);
}

Test(conformance_aside, an_outcome_that_cannot_be_read_is_told)
{
    run.aside = (dom_conformance_aside){.pid = getpid(), .outcome_fd = -1};
    cr_expect(eq(int, dom_conformance_take_aside(&run, &pass), DOM_E_IO));
    cr_expect(eq(str, err.text, "the process that played a part of the check was ended"));
    check_nothing_is_left();
}

/* Without descriptors for its pipes there is no other process. */
Test(conformance_aside, a_pass_that_cannot_be_played_aside_is_played_here)
{
    struct rlimit limit;
    cr_assert(zero(int, getrlimit(RLIMIT_NOFILE, &limit)));
    for (int more = 0; more <= 3; more++) {
        announced = 0;
        struct rlimit few = {(rlim_t)first_fd + (rlim_t)more, limit.rlim_max};
        cr_assert(zero(int, setrlimit(RLIMIT_NOFILE, &few)));
        dom_conformance_begin_aside(&run, &pass);
        cr_assert(zero(int, setrlimit(RLIMIT_NOFILE, &limit)));
        cr_expect(zero(int, run.aside.pid), "%d descriptors", more);
        cr_expect(eq(int, scratch_count("/proc/self/fd"), open_fds), "%d descriptors", more);
        cr_assert(eq(int, dom_conformance_take_aside(&run, &pass), DOM_OK));
        check_has_passed();
    }
    check_nothing_is_left();
}
