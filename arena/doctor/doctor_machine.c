/* Checks of the machine: open files, cores, the users of bots, the sandbox levels, the clock. */
#include "doctor/doctor.h"

#include "cpu_quota.h"

#include "bots/shown.h"
#include "core/core.h"
#include "tournament/sandbox_select.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

enum { BOT_FILES = 256 }; /* the hard limit must allow what a host allows a bot */

/* Reads the first line of a small file; "" if it cannot be read. */
static void read_line(const char *path, char *line, size_t room)
{
    FILE *file = fopen(path, "re");
    line[0] = '\0';
    if (file && fgets(line, (int)room, file) == NULL)
        line[0] = '\0';
    line[strcspn(line, "\n")] = '\0';
    if (file)
        (void)fclose(file);
}

/* Returns the number of cores that this process may use. */
static unsigned allowed_cores(void)
{
    cpu_set_t set;
    long online = sysconf(_SC_NPROCESSORS_ONLN);
    if (sched_getaffinity(0, sizeof set, &set) == 0)
        return (unsigned)CPU_COUNT(&set);
    return online > 0 ? (unsigned)online : 1;
}

void dom_doctor_files(const dom_home *home, dom_doctor_finding *f)
{
    struct rlimit limit;
    unsigned needed = dom_core_files_needed(allowed_cores());
    (void)home;
    (void)getrlimit(RLIMIT_NOFILE, &limit);
    bool is_short = limit.rlim_max < needed || limit.rlim_max < BOT_FILES;
    char allowed[24] = "any number";
    if (limit.rlim_max != RLIM_INFINITY)
        (void)snprintf(allowed, sizeof allowed, "%llu", (unsigned long long)limit.rlim_max);
    dom_doctor_say(f, is_short ? DOM_DOCTOR_FAIL : DOM_DOCTOR_PASS,
                   "%s allowed, %u needed here by a run, %d by a bot", allowed, needed, BOT_FILES);
    if (is_short)
        dom_doctor_advise(f, "raise the hard limit, as root: ulimit -Hn %u",
                          needed > BOT_FILES ? needed : BOT_FILES);
}

/* Returns how many cores' worth of time the control group of this process gets; 0 without a
 * bound. */
static double cores_of_group(void)
{
    char group[300], path[400], line[100];
    read_line("/proc/self/cgroup", group, sizeof group);
    (void)snprintf(path, sizeof path, "/sys/fs/cgroup%s/cpu.max",
                   strncmp(group, "0::/", 4) == 0 && group[4] ? group + 3 : "");
    read_line(path, line, sizeof line);
    return dom_doctor_cores_of_quota(line);
}

double dom_doctor_cores_of_quota(const char *line)
{
    double quota, period;
    return sscanf(line, "%lf %lf", &quota, &period) == 2 && period > 0 ? quota / period : 0;
}

void dom_doctor_cores(const dom_home *home, dom_doctor_finding *f)
{
    (void)home;
    dom_doctor_say_cores(f, allowed_cores(), cores_of_group());
}

void dom_doctor_say_cores(dom_doctor_finding *f, unsigned cores, double share)
{
    if (share > 0 && share < cores) {
        dom_doctor_say(f, DOM_DOCTOR_WARN, "%u, but the control group gives them the time of %.1f",
                       cores, share);
        dom_doctor_advise(
            f, "bots are halted while the time is used up, and their clocks run on: give "
               "more, or allow fewer cores (taskset) and --concurrency");
        return;
    }
    dom_doctor_say(f, DOM_DOCTOR_PASS, "%u of %ld allowed", cores, sysconf(_SC_NPROCESSORS_ONLN));
}

/* ---- user and sandbox ----------------------------------------------------- */

void dom_doctor_user(const dom_home *home, dom_doctor_finding *f)
{
    (void)home;
    if (geteuid() != 0) {
        dom_doctor_say(f, DOM_DOCTOR_PASS,
                       "not root: bots run as this user; only the sandbox level bwrap "
                       "keeps them apart");
        return;
    }
    if (dom_core_bots_are_root()) {
        dom_doctor_say(f, DOM_DOCTOR_WARN, "no spare user ids: bots run as root");
        dom_doctor_advise(
            f, "map 65536 user ids into the container, or run as another user than root");
        return;
    }
    dom_err missing;
    if (dom_core_check_users(&missing, &f->remedy) == DOM_OK)
        dom_doctor_say(f, DOM_DOCTOR_PASS, "root: each bot process gets a user of its own");
    else
        dom_doctor_say(f, DOM_DOCTOR_FAIL, "%s", missing.text);
}

/* Tries a sandbox level by running a program in it, and sets the finding. */
static void say_what_works(const dom_home *home, dom_sandbox level, const char *good,
                           dom_doctor_finding *f)
{
    dom_err missing;
    const char *word = dom_sandbox_words[level];
    if (dom_tournament_sandbox_works(home, level, &missing, &f->remedy))
        dom_doctor_say(f, DOM_DOCTOR_PASS, "sandbox level %s works: %s", word, good);
    else
        dom_doctor_say(f, DOM_DOCTOR_WARN, "sandbox level %s does not work: %s", word,
                       missing.text);
}

void dom_doctor_limits(const dom_home *home, dom_doctor_finding *f)
{
    say_what_works(home, DOM_SANDBOX_LIMITS,
                   geteuid() == 0 ? "memory, open files, size of files, system calls, processes"
                                  : "memory, open files, size of files, system calls; the host "
                                    "watches the processes",
                   f);
}

void dom_doctor_bubblewrap(const dom_home *home, dom_doctor_finding *f)
{
    say_what_works(home, DOM_SANDBOX_BWRAP,
                   "a file tree, processes, network and temporary space of its own", f);
}

void dom_doctor_sandbox(const dom_home *home, dom_doctor_finding *f)
{
    dom_tournament_sandbox s;
    dom_err err;
    if (dom_tournament_sandbox_choose(&s, home, DOM_SANDBOX_AUTO, NULL, &err) != DOM_OK) {
        dom_doctor_say(f, DOM_DOCTOR_FAIL, "no run can begin: %s", err.text);
        dom_doctor_advise(f, "see user and run folder");
        return;
    }
    dom_doctor_say(f, s.level == DOM_SANDBOX_BWRAP ? DOM_DOCTOR_PASS : DOM_DOCTOR_WARN,
                   "a run takes %s: %s", dom_sandbox_words[s.level],
                   dom_tournament_sandbox_gaps(&s));
}

/* Judges the word of --show, and lets a program at the level that a run would take look at it. */
static dom_rc try_shown(const dom_home *home, const char *word, dom_tournament_sandbox *s,
                        dom_err *err)
{
    dom_strings shown = {.count = 0};
    dom_bots_places places = dom_bots_places_of(home, NULL);
    dom_rc rc = dom_strings_add(&shown, word) ? DOM_OK : dom_err_no_memory(err);
    if (rc == DOM_OK)
        rc = dom_bots_shown_take(&shown, &places, "--show", NULL, err);
    if (rc == DOM_OK)
        rc = dom_tournament_sandbox_choose(s, home, DOM_SANDBOX_AUTO, NULL, err);
    if (rc == DOM_OK)
        rc = dom_tournament_sandbox_check_shown(home, s->level, &shown, err);
    dom_strings_clear(&shown);
    return rc;
}

void dom_doctor_shown(const dom_home *home, const char *word, dom_doctor_finding *f)
{
    dom_tournament_sandbox s;
    dom_err err;
    if (try_shown(home, word, &s, &err) == DOM_OK)
        dom_doctor_say(f, DOM_DOCTOR_PASS,
                       "%.300s: bots can be shown it, and read it at sandbox %s", word,
                       dom_sandbox_words[s.level]);
    else
        dom_doctor_say(f, DOM_DOCTOR_FAIL, "%s", err.text);
}

/* ---- clock and memory ----------------------------------------------------- */

void dom_doctor_clock(const dom_home *home, dom_doctor_finding *f)
{
    char source[60];
    struct timespec step = {.tv_sec = 1};
    (void)home;
    read_line("/sys/devices/system/clocksource/clocksource0/current_clocksource", source,
              sizeof source);
    (void)clock_getres(CLOCK_MONOTONIC, &step);
    bool is_coarse = step.tv_sec > 0 || step.tv_nsec > 1000;
    dom_doctor_say(f, is_coarse ? DOM_DOCTOR_WARN : DOM_DOCTOR_PASS,
                   "monotonic, in steps of %lld ns, source %s",
                   step.tv_sec * 1000000000LL + step.tv_nsec, source[0] ? source : "not told");
    if (is_coarse)
        dom_doctor_advise(f, "the bots' times are as coarse; a kernel with high-resolution timers "
                             "measures finer");
}

void dom_doctor_core_dumps(const dom_home *home, dom_doctor_finding *f)
{
    struct rlimit limit = {0, 0};
    (void)home;
    (void)getrlimit(RLIMIT_CORE, &limit);
    if (limit.rlim_cur == 0) {
        dom_doctor_say(f, DOM_DOCTOR_PASS, "off");
        return;
    }
    dom_doctor_say(f, DOM_DOCTOR_WARN,
                   "on: run, hosts and bots leave none, but other commands that read "
                   "secrets could");
    dom_doctor_advise(f, "ulimit -c 0");
}
