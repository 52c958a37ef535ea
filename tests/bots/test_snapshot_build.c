/* Snapshots of bots that are built. */
#include "snapshot_bot.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

TestSuite(bots_snapshot_build, .init = snapshot_set_up, .fini = snapshot_clean_up);

/* ---- the build ----------------------------------------------------------- */

static char *read_log(const char *version)
{
    char path[200];
    (void)snprintf(path, sizeof path, "home/logs/build-mybot-%s.log", version);
    return scratch_read(path);
}

Test(bots_snapshot_build, build_runs_once_in_the_copy)
{
    dom_bots_snapshot snapshot, again;
    dom_err err = {.text = ""};
    const char *build = "[[sh, -c, 'echo built >> made; echo x >> $COUNT; echo told; pwd'],"
                        " [cp, made, 'made too'], [chmod, '4711', made too]]";
    cr_assert(setenv("COUNT", scratch_at(&s, "count"), 1) == 0);
    cr_assert(eq(int, take_built(&snapshot, build, 0, &err), DOM_OK), "%s", err.text);
    cr_assert(eq(int, take_built(&again, build, 0, &err), DOM_OK), "%s", err.text);
    cr_expect(eq(str, again.folder, snapshot.folder));
    expect_text(s.path, "count", "x\n");
    expect_text(snapshot.folder, "made", "built\n");
    cr_expect(eq(int, access("bot/made", F_OK), -1), "not in the bot's own folder");
    cr_assert(chdir(snapshot.folder) == 0);
    cr_expect(eq(int, (int)scratch_mode("made"), 0444));
    cr_expect(eq(int, (int)scratch_mode("made too"), 0555), "no set-user-id bit");
    cr_assert(chdir(s.path) == 0);
    char *log = read_log(snapshot.version);
    cr_expect(log && strstr(log, "$ sh -c echo built") == log && strstr(log, "\ntold\n"));
    cr_expect(log && strstr(log, "\n$ cp made made too\n"));
    free(log);
}

Test(bots_snapshot_build, failing_build_leaves_nothing_but_its_log)
{
    dom_bots_snapshot snapshot;
    dom_err err;
    cr_assert(eq(int,
                 take_built(&snapshot, "[[sh, -c, 'echo why; exit 3'], [touch, never]]", 0, &err),
                 DOM_E_CONFIG));
    char message[300];
    (void)snprintf(message, sizeof message,
                   "the build failed: 'sh' exited with status 3; its output: "
                   "home/logs/build-mybot-%s.log",
                   snapshot.version);
    cr_expect(eq(str, err.text, message));
    cr_expect(eq(int, scratch_count("home/bots/mybot"), -1));
    char *log = read_log(snapshot.version);
    cr_expect(eq(str, log, "$ sh -c echo why; exit 3\nwhy\n"));
    free(log);
}

Test(bots_snapshot_build, build_that_cannot_start_or_is_killed_fails)
{
    dom_bots_snapshot snapshot;
    dom_err err;
    cr_expect(eq(int, take_built(&snapshot, "[[no-such-program]]", 0, &err), DOM_E_CONFIG));
    cr_expect(strstr(err.text, "the build failed: 'no-such-program' ") != NULL);
    cr_expect(eq(int, take_built(&snapshot, "[[sh, -c, 'kill -9 $$']]", 0, &err), DOM_E_CONFIG));
    cr_expect(strstr(err.text, "'sh' was killed by signal 9; its output: ") != NULL);
    cr_expect(eq(int, scratch_count("home/bots/mybot"), -1));
}

/* The limit is doubled until the build has started its child before it ends. */
Test(bots_snapshot_build, build_has_a_time_limit_and_its_children_are_ended_too)
{
    dom_bots_snapshot snapshot;
    dom_err err;
    const char *build = "[[sleep, '0.3'], [sh, -c, 'sleep 100000 & echo $! > $PIDS; wait']]";
    char *pid = NULL, *left, words[64], path[64];
    cr_assert(setenv("PIDS", scratch_at(&s, "pids"), 1) == 0);
    for (int limit_s = 1; pid == NULL || strchr(pid, '\n') == NULL; limit_s *= 2) {
        free(pid);
        cr_expect(eq(int, take_built(&snapshot, build, 1000 * limit_s, &err), DOM_E_CONFIG));
        pid = scratch_read(scratch_at(&s, "pids"));
        (void)snprintf(words, sizeof words, "did not end within %d s; its output: ", limit_s);
        cr_expect(strstr(err.text, words) != NULL, "%s", err.text);
    }
    (void)snprintf(path, sizeof path, "/proc/%d/cmdline", atoi(pid));
    free(pid);
    for (left = scratch_read(path); left && left[0]; left = scratch_read(path)) {
        free(left); /* it still ends, or init has not reaped it yet */
        usleep(20000);
    }
    free(left);
}

Test(bots_snapshot_build, build_may_leave_links_and_odd_modes)
{
    dom_bots_snapshot snapshot;
    dom_err err = {.text = ""};
    const char *build = "[[ln, -s, /etc/passwd, link], [mkdir, -m, '700', private],"
                        " [sh, -c, 'echo x > private/file; chmod 000 private/file']]";
    mode_t before = scratch_mode("/etc/passwd");
    cr_assert(eq(int, take_built(&snapshot, build, 0, &err), DOM_OK), "%s", err.text);
    cr_assert(chdir(snapshot.folder) == 0);
    cr_expect(eq(int, (int)scratch_mode("private"), 0555));
    cr_expect(eq(int, (int)scratch_mode("private/file"), 0444));
    cr_expect(scratch_mode("/etc/passwd") == before);
}
