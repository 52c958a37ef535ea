/* Which tournaments a pass plays, and what comes of their ends. No match is played: the tournaments
 * are replaced here. */
#include "conformance_internal.h"
#include "scratch.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const dom_strings nothing_shown;
static const dom_conformance_words words;
static dom_conformance_spec spec;
static dom_conformance_report report;
static dom_conformance_pass pass;
static dom_conformance_check_run run;
static dom_err err;

/* How a tournament ends. */
static struct {
    dom_rc rc;
    int signal_number;
    bool has_left; /* a process of the bot has ended by itself                  */
    uint64_t asks; /* that the bot answers                                      */
} end;

/* What was played: a line "NAME: BOTS | VARIANTS | SETS sets, CONCURRENCY tables" for each
 * tournament; with ", one each" if a process sits at one table at a time. */
static char lines[1000];
static bool has_no_database; /* none is opened                                          */

/* ---- what is replaced ------------------------------------------------------- */

static void add(const char *before, const char *text)
{
    size_t length = strlen(lines);
    (void)snprintf(lines + length, sizeof lines - length, "%s%s", before, text);
}

static void answer(dom_conformance_check_run *playing, uint64_t asks)
{
    for (uint64_t i = 0; i < asks; i++)
        dom_conformance_add_time(playing, 1);
}

dom_rc __real_dom_store_open(dom_store **out, const char *path, dom_store_mode mode, dom_err *e);

dom_rc __wrap_dom_store_open(dom_store **out, const char *path, dom_store_mode mode, dom_err *e)
{
    if (!has_no_database)
        return __real_dom_store_open(out, path, mode, e);
    *out = NULL;
    return DOM_OK;
}

dom_rc __wrap_dom_tournament_run_open(dom_tournament_run **out, const dom_tournament_run_spec *s,
                                      dom_err *e)
{
    const dom_config_request *r = &s->request;
    char numbers[60];
    (void)snprintf(numbers, sizeof numbers, "%u sets, %u tables", (unsigned)r->sets,
                   (unsigned)r->concurrency);
    add(r->name, ":");
    for (int i = 0; r->bots[i]; i++)
        add(" ", r->bots[i]);
    add(" ", "|");
    for (int i = 0; r->variants[i]; i++)
        add(" ", r->variants[i]);
    add(" | ", numbers);
    *out = NULL;
    return DOM_OK;
}

dom_rc __wrap_dom_tournament_run_play(dom_tournament_run *r,
                                      const dom_tournament_run_options *options,
                                      dom_core_progress *progress, dom_err *e)
{
    dom_conformance_check_run *playing = options->observer.context;
    *progress = (dom_core_progress){.signal_number = end.signal_number};
    add(options->trial.is_one_at_a_time ? ", one each" : "", "\n");
    playing->now.left.is_there = end.has_left;
    answer(playing, end.asks);
    options->observer.on_hello(playing, &(dom_core_hello){.language = "C"});
    options->observer.on_end(
        playing,
        &(dom_core_end){.was_leaving = true, .said_hello = true, .ending = DOM_ENDING_EXIT});
    return end.rc;
}

/* ---- passes --------------------------------------------------------------------- */

/* The bot plays two variants with two bots, and one with three. */
static void set_up(void)
{
    dom_conformance_group *groups = run.candidate.groups;
    spec = (dom_conformance_spec){.words = &words, .shown = &nothing_shown};
    run.spec = &spec;
    run.report = &report;
    run.err = &err;
    run.now.is_control = true; /* whose faults are not looked for                    */
    strcpy(run.candidate.word, "mine@1");
    run.candidate.variant_count = 3;
    run.candidate.first_bots = groups[0].bots = 2;
    groups[1].bots = 3;
    cr_assert(dom_strings_add(&groups[0].variants, "block-2"));
    cr_assert(dom_strings_add(&groups[0].variants, "draw-2"));
    cr_assert(dom_strings_add(&groups[1].variants, "block-3"));
    pass = (dom_conformance_pass){.decides = DOM_CONFORMANCE_ASKS, .sets = 2, .tables = 16};
}

static void clean_up(void)
{
    dom_conformance_clear_candidate(&run.candidate);
    free(run.tally.us);
}

TestSuite(conformance_tournaments, .init = set_up, .fini = clean_up);

Test(conformance_tournaments, each_group_of_variants_has_one)
{
    pass.extent = DOM_CONFORMANCE_ALL_VARIANTS;
    cr_assert(eq(int, dom_conformance_play(&run, &pass), DOM_OK));
    cr_expect(eq(str, lines,
                 "check-1: mine@1 random#2 | block-2 draw-2 | 2 sets, 16 tables\n"
                 "check-2: mine@1 random#2 random#3 | block-3 | 2 sets, 16 tables\n"));
}

/* The processes are limited then, and not the tables: every process may sit at one. */
Test(conformance_tournaments, one_table_is_one_for_each_process)
{
    pass.tables = 1;
    cr_assert(eq(int, dom_conformance_play(&run, &pass), DOM_OK));
    cr_expect(eq(str, lines, "check-1: mine@1 random#2 | block-2 | 2 sets, 0 tables, one each\n"));
}

Test(conformance_tournaments, a_pass_of_one_variant_says_so)
{
    pass.done = "at tables";
    cr_assert(eq(int, dom_conformance_check_pass(&run, &pass), DOM_OK));
    cr_expect(eq(str, report.finding[DOM_CONFORMANCE_ASKS].text,
                 "1 variant, 0 matches, 0 asks, at tables"));
}

/* 10,000 asks are wanted. The pass that played one set had 200, and all passes together 2,000, so
 * 40 sets are played. Then 201 asks are still missing. */
Test(conformance_tournaments, they_are_played_until_there_were_enough_asks)
{
    pass.extent = DOM_CONFORMANCE_ALL_VARIANTS;
    pass.sets = 0;
    run.candidate.groups[1].bots = 0;
    run.tally.asks_per_set = 200;
    spec.asks = 10000;
    answer(&run, 2000);
    end.asks = 7799;
    cr_assert(eq(int, dom_conformance_play(&run, &pass), DOM_OK));
    cr_expect(eq(str, lines,
                 "check-1: mine@1 random#2 | block-2 draw-2 | 40 sets, 16 tables\n"
                 "check-2: mine@1 random#2 | block-2 draw-2 | 2 sets, 16 tables\n"));
}

/* An end by the bot is a finding, and any other one an end of the check. */
Test(conformance_tournaments, a_signal_or_an_error_ends_the_check)
{
    static const struct {
        dom_rc rc;
        int signal_number;
        bool has_left;
        dom_rc expected;
    } cases[] = {
        {DOM_OK, 0, false, DOM_OK},
        {DOM_E_INTERRUPTED, 0, false, DOM_OK},
        {DOM_E_INTERRUPTED, 15, false, DOM_E_INTERRUPTED},
        {DOM_E_CONFIG, 0, true, DOM_OK},
        {DOM_E_CONFIG, 0, false, DOM_E_CONFIG},
        {DOM_E_CONFIG, 15, true, DOM_E_INTERRUPTED},
        {DOM_E_IO, 0, true, DOM_E_IO},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        end.rc = cases[i].rc;
        end.signal_number = cases[i].signal_number;
        end.has_left = cases[i].has_left;
        cr_expect(eq(int, dom_conformance_play(&run, &pass), cases[i].expected), "case %zu", i);
        cr_expect(eq(int, run.signal_number, cases[i].signal_number), "case %zu", i);
    }
}

/* The pass that waits is played by another process, whose tournament is not in the list. */
Test(conformance_tournaments, a_check_plays_its_passes_in_their_order)
{
    scratch s;
    dom_home home = {.db = ""};
    dom_strings wanted = {.count = 0};
    int signal_number;
    scratch_open(&s);
    (void)snprintf(home.home, sizeof home.home, "%s", s.path);
    cr_assert(dom_strings_add(&wanted, "block-2") && dom_strings_add(&wanted, "draw-2"));
    spec.home = &home;
    spec.bot = "mine@1";
    spec.variants = &wanted;
    spec.asks = 600;
    end.asks = 100;
    has_no_database = true;
    cr_assert(eq(int, dom_conformance_run(&report, &spec, &signal_number, &err), DOM_OK), "%s",
              err.text);
    cr_expect(eq(str, lines,
                 "check-1: mine@1 random#2 | block-2 draw-2 | 1 sets, 0 tables, one each\n"
                 "check-2: mine@1 random#2 | block-2 | 8 sets, 16 tables\n"
                 "check-3: mine@1 random#2 | block-2 | 2 sets, 0 tables, one each\n"
                 "check-4: mine@1 random#2 | block-2 | 2 sets, 0 tables, one each\n"
                 "check-5: mine@1 random#2 | block-2 draw-2 | 1 sets, 0 tables\n"));
    cr_expect(eq(str, report.finding[DOM_CONFORMANCE_SLOW_START].text,
                 "1 variant, 0 matches, 100 asks, with 2 s of silence between hello and welcome"));
    cr_expect(dom_conformance_has_passed(&report));
    dom_conformance_clear(&report);
    dom_strings_clear(&wanted);
    scratch_close(&s);
}
