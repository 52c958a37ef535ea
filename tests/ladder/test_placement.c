/* Which gauntlets a placement plays, and against whom. No match is played: a callback ends each
 * gauntlet before it begins. */
#include "ladder_home.h"

#include "base/text.h"
#include "bots/snapshot.h"
#include "ladder/placement.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

LADDER_SUITE(ladder_placement);

enum { SETS = 3, LINES = 2000, REGISTERED_MAX = 32 };

static dom_ladder_entry entries[REGISTERED_MAX];
static dom_ladder ladder = {.entry = entries};

/* What the placement wanted to play: a line "NUMBER: BOTS | VARIANTS | SHOWN" for each gauntlet. */
static char lines[LINES];
static dom_strings shown;                    /* what the submitted bot is shown */
static enum { FINISH, INTERRUPT, PLAY } how; /* what is done with a gauntlet */

static void add(const char *before, const char *text)
{
    size_t length = strlen(lines);
    (void)snprintf(lines + length, sizeof lines - length, "%s%s", before, text);
}

static dom_rc on_begin(void *context, const dom_tournament_run *run, dom_store *to,
                       dom_core_observer *observer, dom_err *err)
{
    const dom_core_tournament *t = dom_tournament_run_tournament(run);
    int64_t id;
    (void)context, (void)observer;
    cr_expect(eq(ptr, to, store));
    cr_expect(eq(u32, t->sets, SETS));
    add(strrchr(t->name, '-') + 1, ":");
    for (int i = 0; i < t->bot_count; i++)
        add(" ", t->bots[i].name);
    add(" ", "|");
    for (int i = 0; i < t->variant_count; i++)
        add(" ", t->variants[i].name);
    for (size_t i = 0; i < t->shown.count; i++)
        add(i == 0 ? " | " : " ", t->shown.item[i]);
    add("\n", "");
    if (how == PLAY)
        return DOM_OK;
    expect_ok(dom_tournament_run_store((dom_tournament_run *)run, &id, err));
    if (how == FINISH)
        expect_ok(dom_store_tournament_finish(store, id, 1, err));
    return dom_err_set(err, DOM_E_LIMIT, "the test ends it");
}

static void on_end(void *context, dom_rc rc, const dom_core_progress *last)
{
    (void)context;
    if (how == PLAY)
        return;
    cr_expect(eq(int, rc, DOM_E_LIMIT));
    cr_expect(zero(u64, last->done), "nothing was played");
}

static dom_rc place_once(const char *name, const char *version, dom_ladder_rungs rungs)
{
    int signal_number;
    const dom_ladder_watch watch = {.on_begin = on_begin, .on_end = on_end};
    const dom_ladder_placement spec = {.home = &home,
                                       .store = store,
                                       .ladder = &ladder,
                                       .name = name,
                                       .version = version,
                                       .rungs = rungs,
                                       .sets = SETS,
                                       .shown = &shown,
                                       .watch = &watch};
    dom_rc rc = dom_ladder_place(&spec, &signal_number, &last_err);
    cr_expect(zero(int, signal_number));
    return rc;
}

/* Places the bot, and expects these gauntlets. */
static void place(const char *name, const char *version, dom_ladder_rungs rungs,
                  const char *expected)
{
    dom_rc rc;
    lines[0] = '\0';
    how = FINISH;
    do
        rc = place_once(name, version, rungs);
    while (rc == DOM_E_LIMIT);
    expect_ok(rc);
    cr_expect(eq(str, lines, (char *)expected));
}

/* Begins to place the bot: its first gauntlet is stored, and not finished. */
static void interrupt(const char *name, const char *version, const char *expected)
{
    lines[0] = '\0';
    how = INTERRUPT;
    expect_error(place_once(name, version, DOM_LADDER_STANDARD), DOM_E_LIMIT, "the test ends it");
    cr_expect(eq(str, lines, (char *)expected));
}

/* Registers a version as the newest one. */
static dom_ladder_entry *enrol(const char *name, const char *version)
{
    dom_ladder_entry *e = &entries[ladder.count++];
    *e = (dom_ladder_entry){.is_present = true};
    dom_text_copy(e->bot.name, sizeof e->bot.name, name);
    dom_text_copy(e->bot.version, sizeof e->bot.version, version);
    return e;
}

/* ---- what bots are shown ------------------------------------------------------------------ */

/* Lets the next bots be shown a folder, or nothing. */
static void show(const char *path)
{
    dom_strings_clear(&shown);
    if (path)
        cr_assert(dom_strings_add(&shown, path));
}

Test(ladder_placement, bots_of_the_ladder_are_shown_what_they_were_shown_before)
{
    const char *other = snapshot("other", "block-2"), *mine = snapshot("mine", "block-2");
    show("/usr/share");
    place("other", other, DOM_LADDER_STANDARD,
          "1: other random greedy careful | block-2 | /usr/share\n");
    enrol("other", other);
    show("/usr/lib");
    place("mine", mine, DOM_LADDER_STANDARD,
          "1: mine random greedy careful other | block-2 | /usr/lib /usr/share\n");
    show(NULL);
}

Test(ladder_placement, an_interrupted_gauntlet_is_continued_with_what_its_bots_were_shown)
{
    const char *mine = snapshot("mine", "block-2");
    show("/usr/share");
    interrupt("mine", mine, "1: mine random greedy careful | block-2 | /usr/share\n");
    show(NULL);
    place("mine", mine, DOM_LADDER_STANDARD,
          "1: mine random greedy careful | block-2 | /usr/share\n");
}

/* ---- against whom ------------------------------------------------------------------------- */

Test(ladder_placement, variants_with_the_same_bots_share_a_gauntlet)
{
    const char *mine = snapshot("mine", "block-3, draw-2, block-teams, block-2, draw-3");
    place("mine", mine, DOM_LADDER_STANDARD,
          "1: mine random greedy careful | block-2 block-teams draw-2\n"
          "2: mine random greedy | block-3 draw-3\n");
}

/* Team games have two sides, and one bot plays both partners of its side. */
Test(ladder_placement, a_large_table_is_filled_with_copies_of_sample_bots)
{
    const char *mine = snapshot("mine", "block-4, block-5, block-8");
    place("mine", mine, DOM_LADDER_STANDARD,
          "1: mine random greedy careful | block-4\n"
          "2: mine random greedy careful random#2 | block-5\n"
          "3: mine random greedy careful random#2 greedy#2 careful#2 random#3 | block-8\n");
}

Test(ladder_placement, a_sample_bot_that_is_not_installed_is_left_out)
{
    cr_assert(zero(int, unlink(scratch_at(&s, "shipped/greedy/bot.yaml"))));
    cr_assert(zero(int, rmdir(scratch_at(&s, "shipped/greedy"))));
    place("mine", snapshot("mine", "block-2"), DOM_LADDER_STANDARD,
          "1: mine random careful | block-2\n");
}

Test(ladder_placement, the_newest_present_version_of_every_other_bot_takes_part)
{
    const char *mine = snapshot("mine", "block-2, block-5, draw-2, draw-dutch-2");
    enrol("dutch", snapshot("dutch", "draw-dutch-2"));
    enrol("old", snapshot("old", "block-2, draw-2"));
    enrol("beta", snapshot("beta", "block-2, block-5"));
    enrol("old", snapshot("old", "block-2"))->is_present = false;
    enrol("gone", "0123456789abcdef")->is_present = false;
    enrol("mine", snapshot("mine", "block-2"));
    enrol("beta", snapshot("beta", "block-5, draw-2"));
    place("mine", mine, DOM_LADDER_STANDARD,
          "1: mine random greedy careful old | block-2\n"
          "2: mine random greedy careful beta | block-5\n"
          "3: mine random greedy careful beta old | draw-2\n"
          "4: mine random greedy careful dutch | draw-dutch-2\n");
}

Test(ladder_placement, in_games_for_two_the_newest_others_come_up_to_a_limit)
{
    char expected[LINES] = "1: mine random greedy careful";
    const char *mine = snapshot("mine", "block-2");
    enum { OTHERS = DOM_LADDER_OPPONENTS_MAX - 3 };
    for (int i = 0; i <= OTHERS; i++) {
        char name[16];
        (void)snprintf(name, sizeof name, "bot%d", i);
        enrol(name, snapshot(name, "block-2"));
    }
    for (int i = OTHERS; i >= 1; i--)
        (void)snprintf(expected + strlen(expected), sizeof expected - strlen(expected), " bot%d",
                       i);
    strcat(expected, " | block-2\n");
    place("mine", mine, DOM_LADDER_STANDARD, expected);
}

/* ---- continuing ---------------------------------------------------------------------------- */

Test(ladder_placement, a_placement_that_is_complete_plays_nothing)
{
    const char *mine = snapshot("mine", "block-2, block-3");
    place("mine", mine, DOM_LADDER_STANDARD,
          "1: mine random greedy careful | block-2\n2: mine random greedy | block-3\n");
    enrol("other", snapshot("other", "block-2"));
    place("mine", mine, DOM_LADDER_STANDARD, "");
}

Test(ladder_placement, an_interrupted_gauntlet_is_continued_with_its_bots)
{
    const char *mine = snapshot("mine", "block-2, block-3, draw-2");
    interrupt("mine", mine, "1: mine random greedy careful | block-2 draw-2\n");
    enrol("other", snapshot("other", "block-2, block-3"));
    place("mine", mine, DOM_LADDER_STANDARD,
          "1: mine random greedy careful | block-2 draw-2\n"
          "2: mine random greedy | block-3\n");
}

Test(ladder_placement, a_gauntlet_whose_bot_was_removed_is_played_anew_without_it)
{
    const char *mine = snapshot("mine", "block-2"), *other = snapshot("other", "block-2");
    dom_bots_snapshot removed;
    dom_ladder_entry *entry = enrol("other", other);
    interrupt("mine", mine, "1: mine random greedy careful other | block-2\n");
    expect_ok(dom_bots_snapshot_find(&removed, home.home, "other", other, &last_err));
    dom_bots_snapshot_remove(&removed);
    entry->is_present = false;
    place("mine", mine, DOM_LADDER_STANDARD, "2: mine random greedy careful | block-2\n");
}

/* A copy has the snapshot of its bot. */
Test(ladder_placement, a_finished_gauntlet_counts_although_its_bots_were_removed)
{
    const char *mine = snapshot("mine", "block-5"), *other = snapshot("other", "block-5");
    dom_bots_snapshot removed;
    enrol("other", other);
    interrupt("mine", mine, "1: mine random greedy careful other | block-5\n");
    place("mine", mine, DOM_LADDER_STANDARD, "1: mine random greedy careful other | block-5\n");
    expect_ok(dom_bots_snapshot_find(&removed, home.home, "other", other, &last_err));
    dom_bots_snapshot_remove(&removed);
    ladder.count = 0;
    place("mine", mine, DOM_LADDER_STANDARD, "");
    mine = snapshot("mine", "block-5, block-2");
    interrupt("mine", mine, "1: mine random greedy careful | block-2\n");
    place("mine", mine, DOM_LADDER_STANDARD,
          "1: mine random greedy careful | block-2\n"
          "2: mine random greedy careful random#2 | block-5\n");
}

Test(ladder_placement, the_strong_ladder_plays_every_variant_again)
{
    const char *mine = snapshot("mine", "block-2, block-4");
    cr_assert(zero(int, rename(scratch_at(&s, "shipped/greedy"), scratch_at(&s, "shipped/pimc"))));
    scratch_write(&s, "shipped/pimc/bot.yaml", "name: pimc\nrun: [/bin/false]\ntransport: stdio\n");
    scratch_write(&s, "shipped/inference/bot.yaml",
                  "name: inference\nrun: [/bin/false]\ntransport: stdio\n");
    place("mine", mine, DOM_LADDER_STANDARD,
          "1: mine random careful | block-2\n2: mine random careful random#2 | block-4\n");
    place("mine", mine, DOM_LADDER_STRONG,
          "3: mine random inference pimc careful | block-2\n"
          "4: mine random inference pimc | block-4\n");
    place("mine", mine, DOM_LADDER_STRONG, "");
    place("mine", mine, DOM_LADDER_STANDARD, "");
}

/* ---- errors -------------------------------------------------------------------------------- */

/* All these bots end at once. */
Test(ladder_placement, a_bot_that_does_not_start_ends_the_placement_with_advice)
{
    const char *mine = snapshot("mine", "block-2");
    how = PLAY;
    dom_rc rc = place_once("mine", mine, DOM_LADDER_STANDARD);
    cr_expect(ne(int, rc, DOM_OK));
    cr_expect(strncmp(last_err.text, "placement: ", 11) == 0, "%s", last_err.text);
    cr_expect(strstr(last_err.text, "; domino-arena bots --remove NAME removes a bot from") != NULL,
              "%s", last_err.text);
}
