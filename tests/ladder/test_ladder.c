/* Which versions are on the ladder, and how they are removed from it. */
#include "ladder_home.h"
#include "small_store.h"

#include "base/text.h"
#include "bots/snapshot.h"
#include "ladder/removal.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

LADDER_SUITE(ladder_ladder);

static dom_ladder ladder;

/* Stores placement `number` of a version in one variant. */
static void store_placement(const char *name, const char *version, int number, const char *variant,
                            bool is_finished)
{
    small_tournament of;
    small_tournament_make(&of, 2);
    of.t.config = "{\"schedule\":\"gauntlet\"}";
    expect_ok(dom_variant_find(&of.variants[0], variant, &last_err));
    dom_text_copy(of.bots[0].name, sizeof of.bots[0].name, name);
    dom_text_copy(of.bots[0].version, sizeof of.bots[0].version, version);
    dom_results_placement_name(of.t.name, version, (size_t)number);
    expect_ok(dom_store_tournament_add(store, &of.t, &last_err));
    if (is_finished)
        expect_ok(dom_store_tournament_finish(store, of.t.id, 2, &last_err));
}

static const dom_ladder_entry *entry_of(const char *name, const char *version)
{
    dom_ladder_clear(&ladder);
    expect_ok(dom_ladder_read(&ladder, &home, store, &last_err));
    return dom_ladder_find(&ladder, name, version);
}

Test(ladder_ladder, a_version_is_placed_when_it_has_played_all_that_its_manifest_claims)
{
    const char *mine = snapshot("mine", "block-2, draw-2");
    cr_expect(eq(ptr, (void *)entry_of("mine", mine), NULL));
    store_placement("mine", mine, 1, "block-2", true);
    const dom_ladder_entry *e = entry_of("mine", mine);
    cr_assert(ne(ptr, (void *)e, NULL));
    cr_expect(e->is_present);
    cr_expect(not(e->is_placed), "draw-2 is missing");
    store_placement("mine", mine, 2, "draw-2", false);
    cr_expect(not(entry_of("mine", mine)->is_placed), "it is not finished");
    store_placement("mine", mine, 3, "draw-2", true);
    cr_expect(entry_of("mine", mine)->is_placed);
    cr_expect(eq(sz, ladder.count, 1));
    dom_ladder_clear(&ladder);
    cr_expect(zero(sz, ladder.count));
    cr_expect(eq(ptr, (void *)dom_ladder_find(&ladder, "mine", mine), NULL), "it is empty now");
}

Test(ladder_ladder, a_version_without_a_snapshot_is_placed_in_what_it_has_played)
{
    store_placement("mine", "0123456789abcdef0", 1, "block-2", true);
    store_placement("mine", "fedcba9876543210f", 1, "block-2", false);
    store_placement("yours", "0123456789abcdef0", 1 + 1, "block-2", true);
    const dom_ladder_entry *e = entry_of("mine", "0123456789abcdef0");
    cr_assert(ne(ptr, (void *)e, NULL));
    cr_expect(eq(ptr, (void *)e, &ladder.entry[0]));
    cr_expect(not(e->is_present));
    cr_expect(e->is_placed);
    e = entry_of("mine", "fedcba9876543210f");
    cr_expect(eq(ptr, (void *)e, &ladder.entry[1]), "in the order of their registration");
    cr_expect(not(e->is_placed));
    cr_expect(eq(ptr, (void *)entry_of("yours", "0123456789abcdef0"), &ladder.entry[2]));
    cr_expect(eq(ptr, (void *)entry_of("yours", "fedcba9876543210f"), NULL));
    dom_ladder_clear(&ladder);
}

Test(ladder_ladder, the_first_placement_has_the_mark)
{
    static const dom_config_mark mark = {.is_removed = true, .tag = "spring"};
    store_placement("mine", "0123456789abcdef0", 1, "block-2", true);
    store_placement("mine", "0123456789abcdef0", 2, "draw-2", true);
    expect_ok(dom_ladder_set_mark(store, entry_of("mine", "0123456789abcdef0"), &mark, &last_err));
    const dom_ladder_entry *e = entry_of("mine", "0123456789abcdef0");
    cr_expect(e->bot.mark.is_removed);
    cr_expect(eq(str, (char *)e->bot.mark.tag, (char *)"spring"));
    dom_ladder_clear(&ladder);
}

Test(ladder_ladder, the_installed_bots_are_samples)
{
    scratch_write(&s, "random/bot.yaml", "");
    cr_expect(dom_ladder_is_sample(&home, "random"));
    cr_expect(not(dom_ladder_is_sample(&home, "mine")));
    cr_expect(not(dom_ladder_is_sample(&home, "../random")));
    cr_expect(not(dom_ladder_is_sample(&home, "")));
}

/* ---- removal ------------------------------------------------------------------------------- */

static char removed[400];

static void on_removed(void *context, const char *name, const char *version)
{
    (void)context;
    size_t length = strlen(removed);
    (void)snprintf(removed + length, sizeof removed - length, "%s@%.8s ", name, version);
}

static dom_rc remove_word(const char *word)
{
    const dom_ladder_removal_watch watch = {.on_removed = on_removed};
    removed[0] = '\0';
    return dom_ladder_remove(&home, word, &watch, &last_err);
}

/* Makes a snapshot and its placement. */
static const char *submit(const char *name, const char *variants)
{
    const char *version = snapshot(name, variants);
    store_placement(name, version, 1, "block-2", true);
    return version;
}

static void expect_removed(const char *name, const char *version)
{
    dom_bots_snapshot found;
    expect_error(dom_bots_snapshot_find(&found, home.home, name, version, &last_err), DOM_E_ABSENT,
                 "");
    const dom_ladder_entry *e = entry_of(name, version);
    cr_assert(ne(ptr, (void *)e, NULL), "its results stay");
    cr_expect(e->bot.mark.is_removed);
    cr_expect(not(e->is_present));
    dom_ladder_clear(&ladder);
}

Test(ladder_ladder, all_versions_of_a_bot_are_removed)
{
    char expected[100];
    const char *first = submit("mine", "block-2"), *second = submit("mine", "block-2, draw-2"),
               *other = submit("other", "block-2");
    expect_ok(remove_word("mine"));
    (void)snprintf(expected, sizeof expected, "mine@%.8s mine@%.8s ", first, second);
    cr_expect(eq(str, removed, expected));
    expect_removed("mine", first);
    expect_removed("mine", second);
    cr_expect(entry_of("other", other)->is_present);
    expect_error(remove_word("mine"), DOM_E_ABSENT, "no bot 'mine' is on the ladder any more");
    expect_error(remove_word("othr"), DOM_E_ABSENT, "did you mean other?");
    cr_expect(eq(str, removed, (char *)""));
    dom_ladder_clear(&ladder);
}

Test(ladder_ladder, one_version_is_removed_by_its_digits_or_its_tag)
{
    static const dom_config_mark tagged = {.tag = "spring"};
    char word[100];
    const char *first = submit("mine", "block-2"), *second = submit("mine", "block-2, draw-2"),
               *third = snapshot("mine", "block-2, draw-3");
    (void)snprintf(word, sizeof word, "mine@%.12s", first);
    expect_ok(remove_word(word));
    (void)snprintf(word, sizeof word, "mine@%.8s ", first);
    cr_expect(eq(str, removed, word));
    expect_removed("mine", first);
    cr_expect(entry_of("mine", second)->is_present);
    expect_error(remove_word("mine@spring"), DOM_E_CONFIG, "");
    expect_ok(dom_ladder_set_mark(store, entry_of("mine", second), &tagged, &last_err));
    expect_ok(remove_word("mine@spring"));
    expect_removed("mine", second);
    (void)snprintf(word, sizeof word, "mine@%.12s", third);
    expect_error(remove_word(word), DOM_E_ABSENT, "is on the ladder"); /* it was never submitted */
    dom_ladder_clear(&ladder);
}

Test(ladder_ladder, without_a_database_nothing_is_made)
{
    dom_store_close(&store);
    cr_assert(zero(int, unlink(home.db)));
    expect_error(remove_word("mine"), DOM_E_ABSENT, "no matches here yet");
    cr_expect(eq(int, access(home.db, F_OK), -1));
}
