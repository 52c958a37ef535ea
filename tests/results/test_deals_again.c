/* Which sets of a tournament can be played again on the same deals. */
#include "results/deals_again.h"
#include "small_store.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <string.h>

SCRATCH_SUITE(results_deals_again);

static dom_store *store;
static dom_results_deals found;

static dom_store_match match_of(int64_t tournament, uint64_t number)
{
    dom_store_match m = small_match(tournament, number);
    m.variant = m.set % 2 == 0;
    return m;
}

/* Stores two variants: sets 1, 3 and 5 are of block-2, sets 2, 4 and 6 of draw-2. All but match 7
 * were played. The sets from 5 on have another secret. */
static void begin(bool is_reproducible)
{
    small_tournament of;
    small_tournament_make(&of, 2);
    of.t.is_reproducible = is_reproducible;
    of.t.variant_count = of.t.stage_count = 2;
    of.stages[0] = (dom_store_stage){
        .first_set = 1, .bots = 2, .sets = 2, .created_ms = 1, .commit = "0", .secret = {1}};
    of.stages[1] = (dom_store_stage){
        .first_set = 5, .bots = 2, .sets = 1, .created_ms = 2, .commit = "1", .secret = {2}};
    store = small_store_open(&s, "a.db");
    expect_ok(dom_store_tournament_add(store, &of.t, &last_err));
    small_store_add(store, of.t.id, 1, 6, match_of);
    small_store_add(store, of.t.id, 8, 12, match_of);
}

static void end(void)
{
    dom_results_deals_clear(&found);
    dom_store_close(&store);
}

static dom_rc find(uint32_t set, const char *variant)
{
    const dom_results_deals_query query = {.tournament = "t", .set = set, .variant = variant};
    dom_results_deals_clear(&found);
    return dom_results_deals_read(&found, &query, store, &last_err);
}

Test(results_deals_again, the_sets_of_one_secret_are_found)
{
    static const struct {
        uint32_t set;
        const char *variant, *sets, *of;
        uint32_t left_out;
        uint8_t secret;
    } rows[] = {{0, "block-2", "1,3", "block-2", 1, 1},
                {0, "draw-2", "2,4", "draw-2", 1, 1},
                {3, NULL, "3", "block-2", 0, 1},
                {6, NULL, "6", "draw-2", 0, 2},
                {6, "draw-2", "6", "draw-2", 0, 2}};
    begin(true);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        cr_assert(eq(int, find(rows[i].set, rows[i].variant), DOM_OK), "%s", last_err.text);
        cr_expect(eq(str, found.sets, (char *)rows[i].sets), "%zu", i);
        cr_expect(eq(str, found.variant.name, (char *)rows[i].of), "%zu", i);
        cr_expect(eq(u32, found.left_out, rows[i].left_out), "%zu", i);
        cr_expect(eq(u8, found.secret.byte[0], rows[i].secret), "%zu", i);
        cr_expect(eq(str, found.tournament, (char *)"t"));
    }
    end();
}

Test(results_deals_again, what_cannot_be_played_again_is_said)
{
    static const struct {
        uint32_t set;
        const char *variant, *says;
    } rows[] = {{0, NULL, "'t' has several variants; allowed: --variant with one of them"},
                {0, "block-3", "--variant: 't' did not play block-3"},
                {7, NULL, "'t' has not played set 7"},
                {1, "draw-2", "'t' has not played set 1 of draw-2"}};
    begin(true);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        cr_expect(eq(int, find(rows[i].set, rows[i].variant), DOM_E_CONFIG), "%zu", i);
        cr_expect(strstr(last_err.text, rows[i].says) != NULL, "%s", last_err.text);
    }
    end();
}

Test(results_deals_again, deals_are_secret_until_a_tournament_is_finished)
{
    begin(false);
    cr_expect(eq(int, find(1, NULL), DOM_E_CONFIG));
    cr_expect(strstr(last_err.text, "'t' is not finished, so its deals are still secret") != NULL,
              "%s", last_err.text);
    end();
}
