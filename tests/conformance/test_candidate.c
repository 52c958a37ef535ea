/* Which bot is checked, and in which variants. */
#include "conformance_internal.h"
#include "scratch.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static scratch s;
static dom_conformance_report report;
static dom_conformance_spec spec;
static dom_conformance_check_run run;
static dom_strings wanted;
static dom_err err;

static void set_up(void)
{
    scratch_open(&s);
    spec = (dom_conformance_spec){.bot = scratch_at(&s, "bot"), .variants = &wanted};
    run = (dom_conformance_check_run){.spec = &spec, .report = &report, .err = &err};
    (void)snprintf(run.room.at.home.home, sizeof run.room.at.home.home, "%s/home", s.path);
    scratch_write(&s, "bot/bot.sh", "#!/bin/sh\nexec cat\n");
    cr_assert(zero(int, chmod(scratch_at(&s, "bot/bot.sh"), 0755)));
}

static void clean_up(void)
{
    dom_conformance_clear_candidate(&run.candidate);
    dom_strings_clear(&wanted);
    scratch_close(&s);
}

TestSuite(conformance_candidate, .init = set_up, .fini = clean_up);

/* Takes a bot whose manifest has this line. */
static dom_rc take(const char *line)
{
    char text[200], folder[100];
    (void)snprintf(text, sizeof text, "name: mine\nrun: [./bot.sh]\n%s\n", line);
    (void)snprintf(folder, sizeof folder, "%s/bot", s.path);
    scratch_write(&s, "bot/bot.yaml", text);
    spec.bot = folder;
    return dom_conformance_take_candidate(&run);
}

static const char *variant(size_t i)
{
    const dom_strings *variants = &run.candidate.groups[0].variants;
    return i < variants->count ? variants->item[i] : "";
}

Test(conformance_candidate, small_tables_come_first)
{
    cr_assert(eq(int, take("variants: [block-8, block-3, block-2]"), DOM_OK), "%s", err.text);
    cr_expect(eq(sz, run.candidate.variant_count, 3));
    cr_expect(eq(i32, run.candidate.first_bots, 2));
    cr_expect(eq(i32, run.candidate.groups[0].bots, 8), "as many as its largest table takes");
    cr_expect(eq(str, (char *)variant(0), "block-2"));
    cr_expect(eq(str, (char *)variant(1), "block-3"));
    cr_expect(eq(str, (char *)variant(2), "block-8"));
    cr_expect(eq(str, report.bot, "mine"));
    cr_expect(zero(int, strncmp(run.candidate.word, "mine@", 5)), "%s", run.candidate.word);
}

/* In team games a bot is its own partner. */
Test(conformance_candidate, a_table_takes_one_bot_per_team)
{
    cr_assert(eq(int, take("variants: [block-teams]"), DOM_OK), "%s", err.text);
    cr_expect(eq(i32, run.candidate.first_bots, 2));
    cr_expect(eq(i32, run.candidate.groups[0].bots, 2));
}

Test(conformance_candidate, without_a_list_it_plays_all_variants)
{
    size_t count = 0;
    cr_assert(eq(int, take(""), DOM_OK), "%s", err.text);
    cr_expect(eq(sz, run.candidate.variant_count, dom_variant_count()));
    for (size_t i = 0; i < DOM_CONFORMANCE_GROUPS_MAX; i++)
        count += run.candidate.groups[i].variants.count;
    cr_expect(eq(sz, count, dom_variant_count()));
}

Test(conformance_candidate, only_wanted_variants_are_played)
{
    cr_assert(dom_strings_add(&wanted, "draw-2"));
    cr_assert(eq(int, take("variants: [block-2, draw-2]"), DOM_OK), "%s", err.text);
    cr_expect(eq(sz, run.candidate.variant_count, 1));
    cr_expect(eq(str, (char *)variant(0), "draw-2"));
}

Test(conformance_candidate, a_wanted_variant_must_be_one_of_its_own)
{
    cr_assert(dom_strings_add(&wanted, "draw-2"));
    cr_expect(eq(int, take("variants: [block-2]"), DOM_E_CONFIG));
    cr_expect(eq(str, err.text,
                 "--variant: bot 'mine' does not play draw-2; its bot.yaml lists its variants"));
}

Test(conformance_candidate, a_bot_must_play_some_variant_of_this_arena)
{
    cr_expect(eq(int, take("variants: [a-variant-of-mine]"), DOM_E_CONFIG));
    cr_expect(
        ne(ptr, strstr(err.text, "mine: its bot.yaml names no variant that this arena has"), NULL),
        "%s", err.text);
}

Test(conformance_candidate, without_one_no_check_is_tried)
{
    dom_home home = {.db = ""};
    int signal_number;
    (void)snprintf(home.home, sizeof home.home, "%s/home", s.path);
    spec.home = &home;
    spec.bot = "missing";
    report.asks = 7;
    cr_assert(eq(int, dom_conformance_run(&report, &spec, &signal_number, &err), DOM_E_CONFIG));
    for (int check = 0; check < DOM_CONFORMANCE_CHECKS; check++) {
        cr_expect(eq(int, report.finding[check].result, DOM_CONFORMANCE_NOT_TRIED));
        cr_expect(
            eq(str, report.finding[check].text, "not tried, because an earlier check failed"));
    }
    cr_expect(zero(u64, report.asks));
    cr_expect(zero(int, signal_number));
    dom_conformance_clear(&report);
}
