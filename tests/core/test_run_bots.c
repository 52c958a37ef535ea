/* Whole runs: what bots leave and are told, and what a run makes of bots that fail. */
#include "ipc/bot_ids.h"
#include "shell_run.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

SHELL_RUN_SUITE(core_run_bots);

/* ---- what bots leave -------------------------------------------------------- */

static dom_rc expect_no_child(void *context, const dom_store_process *p)
{
    int child = 0;
    char text[16] = "";
    memcpy(text, p->log, p->log_bytes < sizeof text - 1 ? p->log_bytes : sizeof text - 1);
    if (sscanf(text, "%d", &child) != 1)
        return DOM_OK; /* it was told to leave before */
    ++*(int *)context;
    cr_expect(eq(int, kill(child, 0), -1), "process %d is left", child);
    return DOM_OK;
}

Test(core_run_bots, the_children_of_a_bot_end_with_it)
{
    int seen = 0;
    set_pair(GOOD, "setsid sleep 1000 & echo $! >&2; " GOOD, 1);
    run_to_end(NULL);
    each_process(expect_no_child, &seen);
    cr_expect(ge(int, seen, 1));
}

static dom_rc expect_said(void *context, const dom_store_process *p)
{
    *(int *)context += p->log_bytes >= 4 && memcmp(p->log, "left", 4) == 0;
    return DOM_OK;
}

Test(core_run_bots, the_files_of_a_bot_with_a_user_of_its_own_are_removed)
{
    char path[64], script[512];
    int said = 0;
    if (geteuid() != 0 || !dom_ipc_bot_ids_are_mapped(DOM_IPC_BOT_ID_FIRST, DOM_IPC_BOT_ID_LAST))
        cr_skip_test("only root can give bots user ids of their own");
    (void)snprintf(path, sizeof path, "/tmp/domino-test-left.%d", (int)getpid());
    (void)snprintf(script, sizeof script, "touch %s && echo left >&2; " GOOD, path);
    set_pair(GOOD, script, 1);
    run_to_end(NULL);
    each_process(expect_said, &said);
    cr_expect(ge(int, said, 1));
    cr_expect(eq(int, unlink(path), -1), "%s is left", path);
}

/* The log of a process has the first and the last 32 KiB. */
static dom_rc look_at_log(void *context, const dom_store_process *p)
{
    size_t *largest = context;
    if (p->log_bytes > *largest)
        *largest = p->log_bytes;
    if (p->log_bytes > 0)
        cr_expect(zero(int, memcmp(p->log, "1\n2\n3\n", 6)));
    return DOM_OK;
}

Test(core_run_bots, what_a_bot_prints_is_kept_in_part)
{
    size_t largest = 0;
    set_pair(GOOD, "seq 20000 >&2; " GOOD, 1);
    run_to_end(NULL);
    each_process(look_at_log, &largest);
    cr_expect(ge(sz, largest, 65536));
    cr_expect(lt(sz, largest, 65536 + 64));
}

/* ---- what bots are told ------------------------------------------------------ */

/* How many messages of a type bots have printed. */
typedef struct {
    int matches, rounds, faults;
} told_messages;

static int count_in(const char *text, const char *part)
{
    int count = 0;
    for (const char *at = text; (at = strstr(at, part)) != NULL; at += strlen(part))
        count++;
    return count;
}

static dom_rc count_messages(void *context, const dom_store_process *p)
{
    told_messages *sum = context;
    char *log = strndup((const char *)p->log, p->log_bytes);
    cr_assert(ne(ptr, log, NULL));
    int matches = count_in(log, "\"type\":\"match\""), faults = count_in(log, "\"type\":\"fault\"");
    cr_expect(eq(int, count_in(log, "\"variant\":\"block-2\""), matches));
    cr_expect(eq(int, count_in(log, "\"type\":\"result\""), matches));
    cr_expect(eq(int, count_in(log, "\"code\":\"illegal\""), faults));
    cr_expect(eq(int, count_in(log, "\"tolerated\":true"), faults));
    cr_expect(eq(int, count_in(log, "choice 999 is not within"), faults));
    sum->matches += matches;
    sum->rounds += count_in(log, "\"type\":\"round\"");
    sum->faults += faults;
    free(log);
    return DOM_OK;
}

static told_messages all_messages(void)
{
    told_messages sum = {.matches = 0};
    each_process(count_messages, &sum);
    return sum;
}

static dom_rc add_rounds(void *context, const dom_store_match *m)
{
    *(int *)context += m->rounds;
    return DOM_OK;
}

Test(core_run_bots, each_seat_is_told_the_match_its_rounds_and_its_result)
{
    int rounds = 0;
    set_pair(TELLS("0"), TELLS("0"), 2);
    run_to_end(NULL);
    cr_expect(eq(int,
                 dom_store_match_each(store, spec.tournament_id, 1, 0, false, add_rounds, &rounds,
                                      &last_err),
                 DOM_OK));
    told_messages sum = all_messages();
    cr_expect(eq(int, sum.matches, 2 * 4));
    cr_expect(eq(int, sum.rounds, 2 * rounds));
    cr_expect(zero(int, sum.faults));
}

Test(core_run_bots, a_bot_is_told_its_faults)
{
    t.concurrency = 1;
    t.tolerate = 10000;
    set_pair(GOOD, TELLS("999"), 1);
    run_to_end(NULL);
    cr_expect(ge(int, heard.faults, 20));
    cr_expect(eq(int, all_messages().faults, heard.faults));
}

/* A shutdown leaves a bot 2 s after `bye`, without the time that it waits for a core. */
Test(core_run_bots, a_bot_may_finish_after_bye)
{
    const char *slow = HELLO FILTER("0") "; sleep 0.3; echo goodbye >&2";
    set_pair(slow, slow, 1);
    run_to_end(NULL);
    cr_expect(ge(int, heard.goodbyes, 2));
    cr_expect(ge(int, heard.goodbyes, heard.left));
}

Test(core_run_bots, bots_of_a_run_that_fails_are_not_told_that_it_is_over)
{
    orders.is_refused = true;
    set_pair(TELLS("0"), TELLS("0"), 1);
    run_refused("refused");
    cr_expect(eq(int, heard.ends, 2));
    cr_expect(zero(int, heard.goodbyes));
    orders.is_refused = false;
    run_to_end(NULL);
    cr_expect(ge(int, heard.goodbyes, 2));
    cr_expect(ge(int, heard.goodbyes, heard.left));
}

/* ---- bots that fail --------------------------------------------------------- */

Test(core_run_bots, a_bot_that_cannot_be_started_refuses_the_tournament)
{
    set_pair(GOOD, BROKEN, 3);
    run_refused("bot 'bot1' cannot be started: exited with status 3; it printed: no such thing "
                "(--skip-broken plays without it)");
}

/* All bots are started, so that what is wrong with them is said too. */
Test(core_run_bots, a_run_for_which_a_bot_was_refused_before_plays_nothing)
{
    spec.refused = "t.yaml:3: bots: x cannot be built";
    run_refused(spec.refused);
    cr_expect(eq(int, heard.ends, 2));
}

Test(core_run_bots, with_skip_broken_only_the_matches_of_the_others_are_played)
{
    spec.skip_broken = true;
    set_bots(3, (const char *const[]){GOOD, BROKEN, GOOD});
    t.sets = plan.stage[0].sets = 2;
    run();
    cr_expect(zero(chr, last_err.text[0]), "%s", last_err.text);
    cr_expect(eq(u64, progress.total, 12));
    cr_expect(eq(u64, progress.skipped, 8));
    cr_expect(eq(u64, progress.done, 4));
    cr_expect(eq(int, heard.faults, 1));
    cr_expect(eq(int, heard.fault, DOM_FAULT_SPAWN));
    cr_expect(eq(str, heard.text,
                 (char *)"bot1: withdrawn: exited with status 3; it printed: no such thing"));
}

Test(core_run_bots, in_a_swiss_a_broken_bot_loses_its_matches)
{
    spec.skip_broken = true;
    set_bots(4, (const char *const[]){GOOD, GOOD, BROKEN, GOOD});
    plan.kind = DOM_SCHEDULE_PLAN_SWISS;
    t.schedule = DOM_CORE_SCHEDULE_SWISS;
    t.sets = plan.stage[0].sets = 1;
    t.rounds = plan.stage[0].rounds = 2;
    run();
    cr_expect(zero(chr, last_err.text[0]), "%s", last_err.text);
    cr_expect(eq(u64, progress.total, 8));
    cr_expect(eq(u64, progress.done, 8));
    cr_expect(zero(u64, progress.skipped));
    cr_expect(eq(int, heard.by_fault, 4));
    cr_expect(eq(int, heard.faults, 5), "its failed start, and each of its matches");
    cr_expect(eq(str, heard.text, (char *)"bot2: it was withdrawn before"));
}

static dom_rc expect_asked(void *context, const dom_store_fault *fault)
{
    cr_expect(ge(int, fault->choice, 0));
    cr_expect(ne(i64, fault->process, 0));
    cr_expect(eq(int, (int)fault->bot, 1));
    cr_expect(ge(sz, fault->answer_bytes, 10), "the answer is stored");
    ++*(int *)context;
    return DOM_OK;
}

Test(core_run_bots, an_illegal_choice_loses_the_match)
{
    set_pair(GOOD, ILLEGAL, 2);
    run_to_end(NULL);
    cr_expect(eq(int, heard.by_fault, 4));
    cr_expect(eq(int, heard.faults, 4));
    cr_expect(eq(int, heard.fault, DOM_FAULT_ILLEGAL));
    cr_expect(not(heard.is_tolerated));
    cr_expect(zero(int, heard.paid), "its process lives on");
    int stored = 0;
    cr_expect(eq(int,
                 dom_store_fault_each(store, spec.tournament_id, expect_asked, &stored, &last_err),
                 DOM_OK));
    cr_expect(eq(int, stored, 4));
}

Test(core_run_bots, a_tolerated_fault_is_reported_and_the_match_continues)
{
    t.tolerate = 10000;
    set_pair(GOOD, ILLEGAL, 1);
    run_to_end(NULL);
    cr_expect(zero(int, heard.by_fault));
    cr_expect(ge(int, heard.faults, 20), "a match has many choices");
    cr_expect(heard.is_tolerated);
}

Test(core_run_bots, every_crash_with_an_ask_outstanding_loses_one_match)
{
    set_pair(CRASHES, GOOD, 2);
    run_to_end(NULL);
    cr_expect(eq(int, heard.by_fault, 4));
    cr_expect(eq(int, heard.faults, 4));
    cr_expect(eq(int, heard.paid, 4));
    cr_expect(eq(int, heard.fault, DOM_FAULT_CRASH));
    cr_expect(eq(str, heard.text, (char *)"bot0: exited with status 0"));
}

Test(core_run_bots, a_bot_without_a_hello_is_late)
{
    t.limits.startup_ms = 500;
    set_pair(GOOD, "exec sleep 1000", 1);
    run_refused("no hello within startup_ms");
}

/* Returns the highest level that works here. The host is not asked, because it is tested. */
static dom_sandbox highest_level(void)
{
    return system("bwrap --unshare-user --disable-userns --unshare-pid --unshare-net --ro-bind / / "
                  "--proc /proc --dev /dev /bin/true 2>/dev/null") == 0
               ? DOM_SANDBOX_BWRAP
               : DOM_SANDBOX_LIMITS;
}

Test(core_run_bots, at_every_level_a_fault_says_how_the_bot_has_ended)
{
    static const struct {
        const char *script, *text;
    } cases[] = {{CRASHES "; exit 7", "bot0: exited with status 7"},
                 {CRASHES "; kill -9 $$", "bot0: killed by signal 9 (Killed)"}};
    const dom_sandbox last = highest_level();
    for (spec.sandbox = DOM_SANDBOX_NONE; spec.sandbox <= last; spec.sandbox++)
        for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
            spec.tournament_id = 0;
            (void)snprintf(t.name, sizeof t.name, "%s-%zu", dom_sandbox_words[spec.sandbox], i);
            set_pair(cases[i].script, GOOD, 1);
            run_to_end(NULL);
            cr_expect(eq(int, heard.fault, DOM_FAULT_CRASH), "%s", t.name);
            cr_expect(eq(str, heard.text, (char *)cases[i].text), "%s", t.name);
        }
}

Test(core_run_bots, only_bubblewrap_is_said_to_hide_a_file)
{
    char script[] = "/tmp/domino-test.XXXXXX";
    int fd = mkstemp(script);
    cr_assert(eq(int, (int)write(fd, "exit 3", 6), 6));
    close(fd);
    set_pair(GOOD, "", 1);
    bots[1].args[1] = script;
    bots[1].args[2] = NULL;
    const dom_sandbox last = highest_level();
    for (spec.sandbox = DOM_SANDBOX_NONE; spec.sandbox <= last; spec.sandbox++) {
        run_refused("bot 'bot1' cannot be started");
        cr_expect(eq(int, strstr(last_err.text, "; the sandbox does not show /tmp/") != NULL,
                     spec.sandbox == DOM_SANDBOX_BWRAP),
                  "%s: %s", dom_sandbox_words[spec.sandbox], last_err.text);
    }
    (void)unlink(script);
}

Test(core_run_bots, a_program_that_does_not_exist_is_named)
{
    set_pair(GOOD, GOOD, 1);
    bots[1].args[0] = (char *)"./missing";
    run_refused("./missing: there is no such file");
}
