/* Which notes of passed checks count. They count only where no bot can have written them. */
#include "ladder_home.h"

#include "ladder/passed_checks.h"
#include "tournament/sandbox_select.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

LADDER_SUITE(ladder_passed_checks);

enum { ASKS = 500 };
static const dom_strings nothing = {.count = 0}; /* that the bot was shown */
#define VERSION "0123456789abcdef"
#define NOTE "home/passed/" VERSION

/* Notes that a check was passed. Returns false if bots are not apart from the arena on this
 * machine; then nothing is remembered. */
static bool note_passed(void)
{
    dom_tournament_sandbox sandbox;
    dom_rc rc = dom_tournament_sandbox_choose(&sandbox, &home, DOM_SANDBOX_AUTO, NULL, &last_err);
    bool is_root = geteuid() == 0;
    bool are_apart =
        rc == DOM_OK && (sandbox.level == DOM_SANDBOX_BWRAP || (is_root && !sandbox.bots_are_root));
    dom_ladder_note_passed(&home, VERSION, true, ASKS, &nothing);
    cr_expect(eq(int, dom_ladder_has_passed_lately(&home, VERSION, ASKS, &nothing), are_apart));
    cr_expect(eq(int, access(scratch_at(&s, NOTE), F_OK) == 0, are_apart));
    return are_apart;
}

static bool has_passed(void)
{
    return dom_ladder_has_passed_lately(&home, VERSION, 1, &nothing);
}

Test(ladder_passed_checks, without_bubblewrap_only_root_has_other_users_for_bots)
{
    setenv("PATH", "/nonexistent", 1);
    bool are_apart = note_passed();
    cr_expect(geteuid() == 0 || !are_apart);
}

static void set_time(const char *name, time_t when)
{
    const struct timespec times[] = {{.tv_sec = when}, {.tv_sec = when}};
    cr_assert(zero(int, utimensat(AT_FDCWD, scratch_at(&s, name), times, 0)));
}

Test(ladder_passed_checks, a_check_with_as_many_asks_counts)
{
    cr_expect(not(has_passed()));
    if (!note_passed())
        return;
    cr_expect(has_passed());
    cr_expect(not(dom_ladder_has_passed_lately(&home, VERSION, ASKS + 1, &nothing)));
    cr_expect(not(dom_ladder_has_passed_lately(&home, "0123456789abcdee", 1, &nothing)));
    cr_expect(eq(int, scratch_mode(scratch_at(&s, "home/passed")), 0700));
    cr_expect(eq(int, scratch_mode(scratch_at(&s, NOTE)), 0600));
    dom_ladder_note_passed(&home, VERSION, true, ASKS + 1, &nothing);
    cr_expect(dom_ladder_has_passed_lately(&home, VERSION, ASKS + 1, &nothing),
              "the newest note counts");
    dom_ladder_note_passed(&home, VERSION, false, ASKS, &nothing);
    cr_expect(not(has_passed()), "a later check has failed");
}

Test(ladder_passed_checks, a_check_counts_for_what_the_bot_was_shown)
{
    const dom_strings shown = {.count = 1, .item = (char *[]){(char *)"/opt/models", NULL}};
    if (!note_passed())
        return;
    cr_expect(not(dom_ladder_has_passed_lately(&home, VERSION, ASKS, &shown)));
    dom_ladder_note_passed(&home, VERSION, true, ASKS, &shown);
    cr_expect(dom_ladder_has_passed_lately(&home, VERSION, ASKS, &shown));
    cr_expect(not(has_passed()));
    const dom_strings others[] = {
        {.count = 1, .item = (char *[]){(char *)"/opt/modelx", NULL}},
        {.count = 2, .item = (char *[]){(char *)"/opt", (char *)"/models", NULL}},
    };
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        cr_expect(not(dom_ladder_has_passed_lately(&home, VERSION, ASKS, &others[i])), "%zu", i);
}

Test(ladder_passed_checks, a_failed_check_makes_no_folder)
{
    dom_ladder_note_passed(&home, VERSION, false, ASKS, &nothing);
    cr_expect(eq(int, access(scratch_at(&s, "home/passed"), F_OK), -1));
}

Test(ladder_passed_checks, a_note_counts_for_an_hour)
{
    time_t now = time(NULL);
    if (!note_passed())
        return;
    set_time(NOTE, now - DOM_LADDER_PASSED_S / 2);
    cr_expect(has_passed());
    set_time(NOTE, now - 2 * DOM_LADDER_PASSED_S);
    cr_expect(not(has_passed()));
    set_time(NOTE, now + DOM_LADDER_PASSED_S);
    cr_expect(not(has_passed()), "a note from the future");
    scratch_write(&s, "home/passed/cafe", "");
    set_time("home/passed/cafe", now - DOM_LADDER_PASSED_S / 2);
    scratch_write(&s, "home/passed/README", "");
    set_time("home/passed/README", 0);
    dom_ladder_note_passed(&home, "beef", true, ASKS, &nothing);
    cr_expect(eq(int, access(scratch_at(&s, NOTE), F_OK), -1), "it is swept");
    cr_expect(eq(int, scratch_count(scratch_at(&s, "home/passed")), 3));
}

Test(ladder_passed_checks, what_others_can_write_counts_for_nothing)
{
    if (!note_passed())
        return;
    cr_assert(zero(int, chmod(scratch_at(&s, NOTE), 0640)));
    cr_expect(not(has_passed()));
    cr_assert(zero(int, chmod(scratch_at(&s, NOTE), 0600)));
    cr_expect(has_passed());
    cr_assert(zero(int, chmod(scratch_at(&s, "home/passed"), 0701)));
    cr_expect(not(has_passed()));
    dom_ladder_note_passed(&home, "beef", true, ASKS, &nothing);
    cr_expect(eq(int, scratch_count(scratch_at(&s, "home/passed")), 1));
    cr_assert(zero(int, chmod(scratch_at(&s, "home/passed"), 0700)));
    cr_assert(zero(int, rename(scratch_at(&s, NOTE), scratch_at(&s, "elsewhere"))));
    cr_assert(zero(int, symlink("../../elsewhere", scratch_at(&s, NOTE))));
    cr_expect(not(has_passed()), "a link");
    cr_assert(zero(int, unlink(scratch_at(&s, NOTE))));
    cr_assert(zero(int, mkdir(scratch_at(&s, NOTE), 0700)));
    cr_expect(not(has_passed()), "a folder");
}

Test(ladder_passed_checks, a_note_of_another_kind_counts_for_nothing)
{
    if (!note_passed())
        return;
    char *good = scratch_read(scratch_at(&s, NOTE)), text[400];
    const struct {
        const char *head; /* instead of the first letter */
        size_t length;    /* of what follows from the note */
        bool counts;
    } rows[] = {
        {"d", strlen(good), true},
        {"D", strlen(good), false},
        {"d", strlen(good) - 1, false}, /* it was cut */
        {"", 1, false},
        {"1000\n", 1, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        (void)snprintf(text, sizeof text, "%s%.*s", rows[i].head, (int)rows[i].length - 1,
                       good + 1);
        scratch_write(&s, NOTE, text);
        cr_expect(eq(int, has_passed(), rows[i].counts), "row %zu", i);
    }
    memset(text, '\n', sizeof text);
    scratch_write_bytes(&s, NOTE, text, sizeof text);
    cr_expect(not(has_passed()), "it is longer than a note");
    free(good);
}

Test(ladder_passed_checks, nothing_stays_open)
{
    (void)note_passed();
    int before = scratch_count("/proc/self/fd");
    for (int i = 0; i < 3; i++) {
        (void)has_passed();
        (void)dom_ladder_has_passed_lately(&home, "beef", 1, &nothing);
        dom_ladder_note_passed(&home, VERSION, i == 1, ASKS, &nothing);
        cr_assert(zero(int, chmod(scratch_at(&s, "home/passed"), i == 1 ? 0755 : 0700)));
    }
    cr_expect(eq(int, scratch_count("/proc/self/fd"), before));
}
