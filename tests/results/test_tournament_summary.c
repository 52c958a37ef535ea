/* How a tournament ended, and whether its results count. */
#include "results/tournament_summary.h"
#include "small_store.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <string.h>

SCRATCH_SUITE(results_tournament_summary);

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
    small_tournament of;
    dom_store *store = small_store_open(&s, "a.db");
    small_tournament_make(&of, 3);
    of.stages[0].sets = 2;
    of.stages[0].created_ms = 5;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        dom_results_tournament_summary found;
        of.stages[0].finished_ms = rows[i].finished_ms;
        of.t.ruling_count = rows[i].ruling_count;
        of.t.rulings = rows[i].rulings;
        expect_ok(dom_results_tournament_summary_read(&found, store, &of.t, &last_err));
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
