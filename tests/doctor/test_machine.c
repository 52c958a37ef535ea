/* Checks of the machine. What they find is its own, so a test sets what it can and reads the rest
 * the same way. */
#include "cpu_quota.h"
#include "doctor/doctor.h"

#include "core/core.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

static const dom_home home;
static dom_doctor_finding found;

/* Sets the hard limit of open files, and checks what is found. */
static void expect_files(rlim_t most, bool is_short, unsigned needed)
{
    char text[100], advice[100] = "";
    cr_assert(zero(int, setrlimit(RLIMIT_NOFILE, &(struct rlimit){most, most})));
    found = (dom_doctor_finding){.result = DOM_DOCTOR_WARN};
    dom_doctor_files(&home, &found);
    (void)snprintf(text, sizeof text, "%llu allowed, %u needed here by a run, 256 by a bot",
                   (unsigned long long)most, needed);
    if (is_short)
        (void)snprintf(advice, sizeof advice, "raise the hard limit, as root: ulimit -Hn %u",
                       needed > 256 ? needed : 256);
    cr_expect(eq(int, found.result, is_short ? DOM_DOCTOR_FAIL : DOM_DOCTOR_PASS));
    cr_expect(eq(str, found.text.text, text));
    cr_expect(eq(str, found.remedy.text, advice));
}

/* The limit can only be lowered. */
Test(doctor_machine, open_files_are_enough_for_a_run_and_for_a_bot)
{
    cpu_set_t cores;
    cr_assert(zero(int, sched_getaffinity(0, sizeof cores, &cores)));
    unsigned needed = dom_core_files_needed((unsigned)CPU_COUNT(&cores));
    unsigned enough = needed > 256 ? needed : 256;
    expect_files(enough, false, needed);
    expect_files(enough - 1, true, needed);
    expect_files(255, true, needed);
}

Test(doctor_machine, a_control_group_bounds_the_time_of_cores)
{
    static const struct {
        const char *line;
        double cores;
    } rows[] = {{"150000 100000", 1.5},
                {"50000 100000", 0.5},
                {"400000 100000", 4},
                {"max 100000", 0},
                {"", 0},
                {"150000", 0},
                {"150000 0", 0}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        cr_expect(eq(dbl, dom_doctor_cores_of_quota(rows[i].line), rows[i].cores), "%s",
                  rows[i].line);
}

Test(doctor_machine, fewer_cores_of_time_than_cores_are_a_warning)
{
    static const struct {
        double share;
        bool is_bound;
    } rows[] = {{0, false}, {0.5, true}, {1.9, true}, {2, false}, {3, false}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        found = (dom_doctor_finding){.result = DOM_DOCTOR_FAIL};
        dom_doctor_say_cores(&found, 2, rows[i].share);
        cr_expect(eq(int, found.result, rows[i].is_bound ? DOM_DOCTOR_WARN : DOM_DOCTOR_PASS));
        cr_expect(
            eq(int, strstr(found.text.text, "2, but the control group") != NULL, rows[i].is_bound));
        cr_expect(eq(int, found.remedy.text[0] != '\0', rows[i].is_bound));
    }
}

/* Only where a machine has several cores does this show that those of the process are counted. */
Test(doctor_machine, cores_are_those_that_the_process_may_use)
{
    cpu_set_t cores, one;
    int first = 0;
    cr_assert(zero(int, sched_getaffinity(0, sizeof cores, &cores)));
    while (!CPU_ISSET(first, &cores))
        first++;
    CPU_ZERO(&one);
    CPU_SET(first, &one);
    cr_assert(zero(int, sched_setaffinity(0, sizeof one, &one)));
    dom_doctor_cores(&home, &found);
    cr_expect(strncmp(found.text.text, "1 of ", 5) == 0 ||
                  strncmp(found.text.text, "1, but the control group", 24) == 0,
              "%s", found.text.text);
}

Test(doctor_machine, the_clock_has_a_step_and_a_source)
{
    char source[60] = "", text[200];
    struct timespec step;
    FILE *file = fopen("/sys/devices/system/clocksource/clocksource0/current_clocksource", "re");
    if (file && fgets(source, sizeof source, file))
        source[strcspn(source, "\n")] = '\0';
    if (file)
        (void)fclose(file);
    cr_assert(zero(int, clock_getres(CLOCK_MONOTONIC, &step)));
    (void)snprintf(text, sizeof text, "monotonic, in steps of %lld ns, source %s",
                   step.tv_sec * 1000000000LL + step.tv_nsec, source[0] ? source : "not told");
    dom_doctor_clock(&home, &found);
    cr_expect(eq(str, found.text.text, text));
    bool is_coarse = step.tv_sec > 0 || step.tv_nsec > 1000;
    cr_expect(eq(int, found.result, is_coarse ? DOM_DOCTOR_WARN : DOM_DOCTOR_PASS));
}

Test(doctor_machine, core_dumps_are_off_or_a_warning)
{
    struct rlimit limit;
    cr_assert(zero(int, getrlimit(RLIMIT_CORE, &limit)));
    for (rlim_t most = 0; most <= 1 && most <= limit.rlim_max; most++) {
        cr_assert(zero(int, setrlimit(RLIMIT_CORE, &(struct rlimit){most, limit.rlim_max})));
        found = (dom_doctor_finding){.result = DOM_DOCTOR_FAIL};
        dom_doctor_core_dumps(&home, &found);
        cr_expect(eq(int, found.result, most == 0 ? DOM_DOCTOR_PASS : DOM_DOCTOR_WARN));
        cr_expect(eq(int, found.remedy.text[0] == '\0', most == 0));
    }
}

Test(doctor_machine, what_bots_cannot_be_shown_is_named)
{
    found = (dom_doctor_finding){.result = DOM_DOCTOR_PASS};
    dom_doctor_shown(&home, "/no/such/folder", &found);
    cr_expect(eq(int, found.result, DOM_DOCTOR_FAIL));
    cr_expect(strstr(found.text.text, "/no/such/folder") != NULL, "%s", found.text.text);
}
