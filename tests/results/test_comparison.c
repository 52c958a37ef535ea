/* The sequential test of two bots of a stored tournament. The test itself: test_sprt_match.c. */
#include "results/comparison.h"
#include "small_store.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdio.h>
#include <string.h>

SCRATCH_SUITE(results_comparison);

static const dom_core_compared compared = {.elo1 = 100, .alpha = .05, .beta = .05};
static dom_store *store;
static small_tournament stored;
static dom_results_comparison found;

/* A set: its variant, its bots and its matches, '+' where the first bot won and '-' where the
 * second one did, in order of rotation. */
typedef struct {
    int variant;
    const char *bots, *matches;
} set_row;

static void add_set(uint64_t number, const set_row *row)
{
    for (uint64_t i = 0; row->matches[i]; i++) {
        dom_store_match m = small_match(stored.t.id, 2 * number - 1 + i);
        m.variant = (uint16_t)row->variant;
        for (uint64_t seat = 0; seat < 2; seat++) {
            uint64_t which = (seat + i) % 2;
            m.seat[seat].bot = (uint16_t)(row->bots[which] - 'a');
            m.seat[seat].place = (row->matches[i] == '+') == (which == 0) ? 1 : 2;
        }
        expect_ok(dom_store_match_add(store, &m, &last_err));
    }
}

/* Stores a round robin of these sets. */
static void store_sets(uint16_t bot_count, uint16_t variant_count, const set_row rows[],
                       size_t count)
{
    small_tournament_make(&stored, bot_count);
    stored.t.config = "{\"schedule\":\"round-robin\",\"sets\":9}";
    stored.t.variant_count = variant_count;
    store = small_store_open(&s, "a.db");
    expect_ok(dom_store_tournament_add(store, &stored.t, &last_err));
    expect_ok(dom_store_begin(store, &last_err));
    for (size_t i = 0; i < count; i++)
        add_set(i + 1, &rows[i]);
    expect_ok(dom_store_commit(store, &last_err));
}

static dom_rc test_pair(const char *a, const char *b, const char *variant)
{
    const dom_results_pair pair = {.bot = {a, b}, .variant = variant};
    dom_results_comparison_clear(&found);
    return dom_results_comparison_of_pair(&found, &stored.t, &pair, &compared, 100, store,
                                          &last_err);
}

static void check_counts(const double counts[5], uint32_t incomplete, const char *names)
{
    cr_expect(eq(int, memcmp(found.test.test.count, counts, 5 * sizeof *counts), 0));
    cr_expect(eq(u32, found.incomplete, incomplete));
    cr_expect(eq(int, found.tournament->bots[0].name[0], names[0]));
    cr_expect(eq(int, found.tournament->bots[1].name[0], names[1]));
}

/* Sets of other bots and variants lie between those of the two, and in one of theirs a match is
 * missing. */
static const set_row some_sets[] = {{0, "ab", "++"}, {0, "ac", "+-"}, {1, "ab", "--"},
                                    {0, "ba", "+-"}, {0, "ab", "+"},  {0, "bc", "--"},
                                    {0, "ca", "--"}, {0, "ba", "++"}, {1, "bc", "++"}};

Test(results_comparison, only_the_complete_sets_of_the_two_count)
{
    store_sets(3, 2, some_sets, sizeof some_sets / sizeof *some_sets);
    cr_assert(eq(int, test_pair("a", "b", "block-2"), DOM_OK), "%s", last_err.text);
    check_counts((double[]){1, 0, 1, 0, 1}, 1, "ab");
    cr_expect(eq(u32, found.test.counted, 3));
    cr_assert(eq(int, test_pair("b", "a", "draw-2"), DOM_OK), "%s", last_err.text);
    check_counts((double[]){0, 0, 0, 0, 1}, 0, "ba");
    cr_assert(eq(int, test_pair("c", "a", "block-2"), DOM_OK), "%s", last_err.text);
    check_counts((double[]){1, 0, 1, 0, 0}, 0, "ca");
    cr_expect(eq(int, found.test.test.verdict, DOM_RATINGS_SPRT_UNDECIDED));
    dom_results_comparison_clear(&found);
    dom_store_close(&store);
}

Test(results_comparison, a_bot_may_be_named_with_its_version)
{
    char word[DOM_STORE_BOT_NAME_BYTES + DOM_STORE_BOT_VERSION_BYTES];
    store_sets(3, 2, some_sets, sizeof some_sets / sizeof *some_sets);
    cr_assert(eq(int, test_pair("a", "b", "block-2"), DOM_OK), "%s", last_err.text);
    (void)snprintf(word, sizeof word, "a@%.4s", found.tournament->bots[0].version);
    cr_assert(eq(int, test_pair(word, "b", "block-2"), DOM_OK), "%s", last_err.text);
    check_counts((double[]){1, 0, 1, 0, 1}, 1, "ab");
    cr_expect(eq(int, test_pair("a@none", "b", "block-2"), DOM_E_ABSENT));
    dom_results_comparison_clear(&found);
    dom_store_close(&store);
}

Test(results_comparison, what_is_tested_must_be_clear)
{
    store_sets(3, 2, some_sets, sizeof some_sets / sizeof *some_sets);
    static const struct {
        const char *a, *b, *variant;
        dom_rc rc;
        const char *says;
    } bad[] = {
        {NULL, NULL, "block-2", DOM_E_CONFIG, "t has 3 bots, and two are tested"},
        {"a", "b", NULL, DOM_E_CONFIG, "t has 2 variants, and one is tested"},
        {"a", "x", "block-2", DOM_E_ABSENT, "t has no bot 'x'"},
        {"a", "b", "draw-3", DOM_E_ABSENT, "t has no variant 'draw-3' (did you mean draw-2?)"},
        {"a", "a", "block-2", DOM_E_CONFIG, "both bots are a"},
        {"a", "c", "draw-2", DOM_E_ABSENT, "t has no complete set of a and c in draw-2"}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        cr_expect(eq(int, test_pair(bad[i].a, bad[i].b, bad[i].variant), bad[i].rc), "%zu", i);
        cr_expect(strstr(last_err.text, bad[i].says) != NULL, "%s", last_err.text);
    }
    dom_results_comparison_clear(&found);
    dom_store_close(&store);
}

/* The two bots and the variant of a tournament that has no others need no names. Sets after the
 * decision do not count. */
Test(results_comparison, sets_count_until_the_test_is_decided)
{
    set_row rows[60];
    for (int i = 0; i < 60; i++)
        rows[i] = (set_row){0, "ab", i % 4 ? "++" : "+-"};
    store_sets(2, 1, rows, 60);
    cr_assert(eq(int, test_pair(NULL, NULL, NULL), DOM_OK), "%s", last_err.text);
    cr_expect(eq(int, found.test.test.verdict, DOM_RATINGS_SPRT_ACCEPTS_1));
    cr_expect(lt(int, (int)found.test.counted, 40));
    dom_results_comparison_clear(&found);
    dom_store_close(&store);
}
