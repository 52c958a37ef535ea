/* Which version a tag or the word "submitted" means. */
#include "results/named_versions.h"
#include "small_store.h"

#include "base/text.h"
#include "results/submissions.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

SCRATCH_SUITE(results_named_versions);

#define V1 "1111111111111111a"
#define V2 "2222222222222222b"
#define V3 "3333333333333333c"
#define V4 "4444444444444444d"

static dom_home home;

/* Registers a version of a bot with this mark. */
static void submit(dom_store *store, const char *name, const char *version,
                   const dom_config_mark *mark)
{
    small_tournament of;
    char *config = dom_config_with_mark("{\"schedule\":\"gauntlet\"}", mark);
    small_tournament_make(&of, 2);
    of.t.config = config;
    dom_text_copy(of.bots[0].name, sizeof of.bots[0].name, name);
    dom_text_copy(of.bots[0].version, sizeof of.bots[0].version, version);
    dom_results_placement_name(of.t.name, version, 1);
    expect_ok(dom_store_tournament_add(store, &of.t, &last_err));
    free(config);
}

static dom_store *open_home(void)
{
    dom_store *store;
    expect_ok(dom_home_find(&home, s.path, NULL, &last_err));
    expect_ok(dom_store_open(&store, home.db, DOM_STORE_WRITE, &last_err));
    return store;
}

static void expect_version(const char *bot, const char *word, const char *expected)
{
    char version[DOM_STORE_BOT_VERSION_BYTES] = "";
    expect_ok(dom_results_find_named(&home, bot, word, version, &last_err));
    cr_expect(eq(str, version, (char *)expected));
}

static void expect_refused(const char *bot, const char *word, const char *words)
{
    char version[DOM_STORE_BOT_VERSION_BYTES];
    cr_expect(eq(int, dom_results_find_named(&home, bot, word, version, &last_err), DOM_E_CONFIG));
    cr_expect(strstr(last_err.text, words) != NULL, "%s, not %s", last_err.text, words);
}

Test(results_named_versions, the_newest_version_that_is_not_removed_is_meant)
{
    dom_store *store = open_home();
    submit(store, "mine", V1, &(dom_config_mark){.tag = "spring"});
    submit(store, "mine", V2, &(dom_config_mark){.tag = "autumn"});
    submit(store, "mine", V3, &(dom_config_mark){.tag = "winter", .is_removed = true});
    submit(store, "yours", V4, &(dom_config_mark){.tag = "spring"});
    dom_store_close(&store);
    expect_version("mine", "submitted", V2);
    expect_version("mine", "spring", V1);
    expect_version("yours", "spring", V4);
    expect_refused("mine", "winter",
                   "no submitted version has this tag; allowed: spring, autumn, submitted");
    expect_refused("mine", "sprin", "has this tag (did you mean spring?)");
    expect_refused("other", "submitted", "no version of other is on the ladder");
    expect_refused("other", "spring", "allowed: submitted, latest");
}

Test(results_named_versions, without_a_database_nothing_was_submitted)
{
    expect_ok(dom_home_find(&home, s.path, NULL, &last_err));
    expect_refused("mine", "submitted", "no version of mine is on the ladder");
    scratch_write(&s, "arena.db", "no database");
    char version[DOM_STORE_BOT_VERSION_BYTES];
    dom_rc rc = dom_results_find_named(&home, "mine", "spring", version, &last_err);
    cr_expect(rc == DOM_E_SCHEMA || rc == DOM_E_IO, "%d: %s", (int)rc, last_err.text);
}

Test(results_named_versions, a_tag_is_a_name_that_means_nothing_else)
{
    static const struct {
        const char *tag;
        bool is_allowed;
    } rows[] = {{"spring", true},
                {"v1.2", true},
                {"Spring", false},
                {"", false},
                {"latest", false},
                {"previous", false},
                {"submitted", false},
                {"abcdef", false},
                {"abcdefg", true},
                {"12345678901234567890123456789012", false},
                {"x2345678901234567890123456789012", true},
                {"x23456789012345678901234567890123", false}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        dom_rc rc = dom_results_tag_check(rows[i].tag, "--tag", &last_err);
        cr_expect(eq(int, rc, rows[i].is_allowed ? DOM_OK : DOM_E_CONFIG), "%s", rows[i].tag);
    }
    cr_expect(strncmp(last_err.text, "--tag: 'x234", 12) == 0, "%s", last_err.text);
}
