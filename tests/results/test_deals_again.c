/* Which sets of a tournament can be played again on the same deals. */
#include "results/deals_again.h"
#include "scratch.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <string.h>

SCRATCH_SUITE(results_deals_again);

static const dom_store_bot bots[] = {{"a", "1"}, {"b", "1"}};
static dom_variant variants[2];
static dom_store *store;
static dom_results_deals found;
static dom_err err;

static void add_match(int64_t tournament, uint64_t number)
{
    const dom_store_match m = {.tournament = tournament,
                               .match = number,
                               .set = (number + 1) / 2,
                               .rotation = (uint8_t)((number + 1) % 2),
                               .variant = (uint16_t)((number + 1) / 2 % 2 == 0),
                               .attempt = 1,
                               .fault_seat = -1,
                               .rounds = 1,
                               .started_ms = 1,
                               .sandbox = "none",
                               .seats = 2,
                               .seat = {{.bot = 0, .place = 1}, {.bot = 1, .place = 2}},
                               .decisions = (const uint8_t *)""};
    cr_assert(eq(int, dom_store_match_add(store, &m, &err), DOM_OK), "%s", err.text);
}

/* Stores two variants: sets 1, 3 and 5 are of block-2, sets 2, 4 and 6 of draw-2. All but match 7
 * were played. The sets from 5 on have another secret. */
static void begin(bool is_reproducible)
{
    static const dom_store_stage stages[] = {
        {.first_set = 1, .bots = 2, .sets = 2, .created_ms = 1, .commit = "0", .secret = {1}},
        {.first_set = 5, .bots = 2, .sets = 1, .created_ms = 2, .commit = "1", .secret = {2}}};
    dom_store_tournament t = {.name = "t",
                              .config = "{\"schedule\":\"round-robin\"}",
                              .is_reproducible = is_reproducible,
                              .bot_count = 2,
                              .bots = bots,
                              .variant_count = 2,
                              .variants = variants,
                              .stage_count = 2,
                              .stages = stages};
    cr_assert(eq(int, dom_variant_find(&variants[0], "block-2", &err), DOM_OK));
    cr_assert(eq(int, dom_variant_find(&variants[1], "draw-2", &err), DOM_OK));
    cr_assert(
        eq(int, dom_store_open(&store, scratch_at(&s, "a.db"), DOM_STORE_WRITE, &err), DOM_OK));
    cr_assert(eq(int, dom_store_tournament_add(store, &t, &err), DOM_OK), "%s", err.text);
    cr_assert(eq(int, dom_store_begin(store, &err), DOM_OK));
    for (uint64_t number = 1; number <= 12; number++)
        if (number != 7)
            add_match(t.id, number);
    cr_assert(eq(int, dom_store_commit(store, &err), DOM_OK), "%s", err.text);
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
    return dom_results_deals_read(&found, &query, store, &err);
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
        cr_assert(eq(int, find(rows[i].set, rows[i].variant), DOM_OK), "%s", err.text);
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
        cr_expect(strstr(err.text, rows[i].says) != NULL, "%s", err.text);
    }
    end();
}

Test(results_deals_again, deals_are_secret_until_a_tournament_is_finished)
{
    begin(false);
    cr_expect(eq(int, find(1, NULL), DOM_E_CONFIG));
    cr_expect(strstr(err.text, "'t' is not finished, so its deals are still secret") != NULL, "%s",
              err.text);
    end();
}
