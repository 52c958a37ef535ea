/* How a tournament ended, and whether its results count. */
#include "results/tournament_summary.h"
#include "scratch.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <string.h>

SCRATCH_SUITE(results_tournament_summary);

static const dom_store_bot bots[] = {{"a", "1"}, {"b", "1"}, {"c", "1"}};

static const struct {
    const char *what;
    int64_t finished_ms;
    size_t ruling_count;
    dom_store_ruling rulings[2];
    const char *state;
    int64_t ended_ms;
    bool is_void;
} rows[] = {
    {"nothing was ruled", 0, 0, {{0}}, "open", 0, false},
    {"all was played", 7, 0, {{0}}, "finished", 7, false},
    {"closed", 7, 1, {{DOM_STORE_RULING_CLOSED, 0, 9, "late"}}, "closed", 9, false},
    {"the first match is void", 7, 1, {{DOM_STORE_RULING_VOID, 1, 9, "why"}}, "finished", 7, false},
    {"all of it is void", 0, 1, {{DOM_STORE_RULING_VOID, 0, 9, "why"}}, "open", 0, true},
    {"all of it counts again",
     0,
     2,
     {{DOM_STORE_RULING_VOID, 0, 9, "why"}, {DOM_STORE_RULING_COUNTS, 0, 9, ""}},
     "open",
     0,
     false},
};

Test(results_tournament_summary, rulings_end_it_or_make_it_void)
{
    dom_store *store;
    dom_variant variant;
    dom_err err = {.text = ""};
    cr_assert(eq(int, dom_variant_find(&variant, "block-2", &err), DOM_OK));
    cr_assert(
        eq(int, dom_store_open(&store, scratch_at(&s, "a.db"), DOM_STORE_WRITE, &err), DOM_OK));
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        dom_results_tournament_summary found;
        const dom_store_stage stage = {.first_set = 1,
                                       .bots = 3,
                                       .sets = 2,
                                       .created_ms = 5,
                                       .finished_ms = rows[i].finished_ms,
                                       .commit = "0"};
        const dom_store_tournament t = {.config = "{\"schedule\":\"round-robin\"}",
                                        .name = "t",
                                        .bot_count = 3,
                                        .bots = bots,
                                        .variant_count = 1,
                                        .variants = &variant,
                                        .stage_count = 1,
                                        .stages = &stage,
                                        .ruling_count = rows[i].ruling_count,
                                        .rulings = rows[i].rulings};
        cr_assert(eq(int, dom_results_tournament_summary_read(&found, store, &t, &err), DOM_OK));
        cr_expect(
            eq(str, (char *)dom_results_tournament_state_word(found.state), (char *)rows[i].state),
            "%s", rows[i].what);
        cr_expect(eq(i64, found.ended_ms, rows[i].ended_ms), "%s", rows[i].what);
        cr_expect(eq(int, found.is_void, rows[i].is_void), "%s", rows[i].what);
        cr_expect(eq(u64, found.total, 12), "two sets of two matches for each of three pairs");
        cr_expect(eq(i64, found.begun_ms, 5));
        cr_expect(zero(u64, found.done));
    }
    dom_store_close(&store);
}
