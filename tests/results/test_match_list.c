/* Which matches pass a query, and which of them are the newest. The commands are compared with each
 * other in tests/e2e/test_past.py. */
#include "results/match_list.h"
#include "small_store.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <string.h>

SCRATCH_SUITE(results_match_list);

static const dom_strings none = {0};

static const dom_results_match_query every = {
    .variants = &none, .bots = &none, .end = DOM_FAULT_COUNT, .limit = UINT64_MAX};

static dom_store *store;
static small_tournament stored;

static dom_store_match match_of(int64_t tournament, uint64_t number)
{
    dom_store_match m = small_match(tournament, number);
    if (number % 3 == 0) {
        m.fault_seat = 1;
        m.end = DOM_FAULT_ILLEGAL;
    }
    return m;
}

/* Stores a tournament of two bots with matches 1, 2, 3, 4, 6, 7, 8, 9; every third one ended by a
 * fault. */
static void begin(void)
{
    small_tournament_make(&stored, 2);
    store = small_store_open(&s, "a.db");
    expect_ok(dom_store_tournament_add(store, &stored.t, &last_err));
    small_store_add(store, stored.t.id, 1, 4, match_of);
    small_store_add(store, stored.t.id, 6, 9, match_of);
}

/* Appends the digit of a match. */
static dom_rc note_match(void *context, const dom_store_match *m)
{
    char *at = (char *)context + strlen(context);
    at[0] = (char)('0' + m->match);
    at[1] = '\0';
    return DOM_OK;
}

/* Writes the numbers of the matches within the limit, which begins behind `skip` more matches of
 * other tournaments. Returns how many matches of those are still to be skipped. */
static uint64_t read_newest(char *found, dom_results_match_query query, uint64_t others)
{
    uint64_t count = others;
    found[0] = '\0';
    expect_ok(dom_results_match_count(&count, store, &stored.t, &query, &last_err));
    uint64_t skip = dom_results_match_older(&query, count);
    expect_ok(dom_results_match_skip(&query, &skip, store, &stored.t, &last_err));
    expect_ok(
        dom_results_match_each(store, &stored.t, &query, false, note_match, found, &last_err));
    return skip;
}

Test(results_match_list, a_limit_leaves_the_newest_of_those_that_pass)
{
    static const struct {
        uint64_t set, from, to, limit;
        dom_fault end;
        char *numbers;
    } rows[] = {
        {.limit = UINT64_MAX, .end = DOM_FAULT_COUNT, .numbers = "12346789"},
        {.limit = 8, .end = DOM_FAULT_COUNT, .numbers = "12346789"},
        {.limit = 7, .end = DOM_FAULT_COUNT, .numbers = "2346789"},
        {.limit = 4, .end = DOM_FAULT_COUNT, .numbers = "6789"},
        {.limit = 1, .end = DOM_FAULT_COUNT, .numbers = "9"},
        {.limit = 2, .end = DOM_FAULT_COUNT, .to = 4, .numbers = "34"},
        {.limit = 9, .end = DOM_FAULT_COUNT, .from = 8, .numbers = "89"},
        {.limit = 2, .end = DOM_FAULT_COUNT, .from = 3, .to = 6, .numbers = "46"},
        {.limit = 2, .end = DOM_FAULT_ILLEGAL, .numbers = "69"},
        {.limit = 2, .end = DOM_FAULT_NONE, .numbers = "78"},
        {.limit = 1, .end = DOM_FAULT_COUNT, .set = 2, .numbers = "4"},
        {.limit = 1, .end = DOM_FAULT_COUNT, .set = 2, .to = 3, .numbers = "3"},
        {.limit = 1, .end = DOM_FAULT_CRASH, .numbers = ""},
        {.limit = 3, .end = DOM_FAULT_COUNT, .from = 6, .to = 2, .numbers = ""},
    };
    begin();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char found[16];
        dom_results_match_query query = every;
        query.set = rows[i].set;
        query.from = rows[i].from;
        query.to = rows[i].to;
        query.limit = rows[i].limit;
        query.end = rows[i].end;
        cr_expect(eq(u64, read_newest(found, query, 0), 0));
        cr_expect(eq(str, found, rows[i].numbers), "row %zu", i);
    }
    dom_store_close(&store);
}

Test(results_match_list, a_limit_over_several_tournaments_may_leave_out_all_of_the_first)
{
    char found[16];
    begin();
    dom_results_match_query query = every;
    query.limit = 5; /* eight here and three elsewhere: six are left out */
    cr_expect(eq(u64, read_newest(found, query, 3), 0));
    cr_expect(eq(str, found, (char *)"89"));
    query.limit = 1; /* ten of eleven */
    cr_expect(eq(u64, read_newest(found, query, 3), 2));
    cr_expect(eq(str, found, (char *)""));
    dom_store_close(&store);
}
