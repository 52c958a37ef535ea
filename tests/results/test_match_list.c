/* Which matches pass a query, and which of them are the newest. The commands are compared with each
 * other in tests/e2e/test_past.py. */
#include "results/match_list.h"
#include "scratch.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <string.h>

SCRATCH_SUITE(results_match_list);

static const dom_strings none = {0};

static const dom_results_match_query every = {
    .variants = &none, .bots = &none, .end = DOM_FAULT_COUNT, .limit = UINT64_MAX};

static void add_match(dom_store *store, const dom_store_tournament *t, uint64_t number)
{
    dom_err err = {.text = ""};
    dom_store_match m = {.tournament = t->id,
                         .match = number,
                         .set = (number + 1) / 2,
                         .rotation = (uint8_t)((number + 1) % 2),
                         .seats = 2,
                         .fault_seat = -1,
                         .attempt = 1,
                         .rounds = 1,
                         .started_ms = 1,
                         .sandbox = "none",
                         .decisions = (const uint8_t *)"xyz",
                         .decisions_bytes = 3};
    for (int seat = 0; seat < 2; seat++)
        m.seat[seat] = (dom_store_seat){.bot = (uint16_t)seat, .place = (uint8_t)(seat + 1)};
    if (number % 3 == 0) {
        m.fault_seat = 1;
        m.end = DOM_FAULT_ILLEGAL;
    }
    cr_assert(eq(int, dom_store_match_add(store, &m, &err), DOM_OK), "%s", err.text);
}

/* Stores a tournament of two bots with matches 1, 2, 3, 4, 6, 7, 8, 9; every third one ended by a
 * fault. */
static dom_store *store_of(dom_store_tournament *t)
{
    static dom_variant variant;
    static dom_store_bot bots[] = {{"a", "1"}, {"b", "1"}};
    static dom_store_stage stage = {
        .first_set = 1, .bots = 2, .sets = 9, .created_ms = 1, .commit = "0"};
    dom_store *store;
    dom_err err = {.text = ""};
    *t = (dom_store_tournament){.name = "t",
                                .config = "{\"schedule\":\"round-robin\"}",
                                .bot_count = 2,
                                .bots = bots,
                                .variant_count = 1,
                                .variants = &variant,
                                .stage_count = 1,
                                .stages = &stage};
    cr_assert(eq(int, dom_variant_find(&variant, "block-2", &err), DOM_OK));
    cr_assert(
        eq(int, dom_store_open(&store, scratch_at(&s, "a.db"), DOM_STORE_WRITE, &err), DOM_OK));
    cr_assert(eq(int, dom_store_tournament_add(store, t, &err), DOM_OK), "%s", err.text);
    cr_assert(eq(int, dom_store_begin(store, &err), DOM_OK));
    for (uint64_t number = 1; number <= 9; number++)
        if (number != 5)
            add_match(store, t, number);
    cr_assert(eq(int, dom_store_commit(store, &err), DOM_OK), "%s", err.text);
    return store;
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
static uint64_t read_newest(char *found, dom_store *store, const dom_store_tournament *t,
                            dom_results_match_query query, uint64_t others)
{
    dom_err err = {.text = ""};
    uint64_t count = others;
    found[0] = '\0';
    cr_assert(eq(int, dom_results_match_count(&count, store, t, &query, &err), DOM_OK));
    uint64_t skip = dom_results_match_older(&query, count);
    cr_assert(eq(int, dom_results_match_skip(&query, &skip, store, t, &err), DOM_OK));
    cr_assert(
        eq(int, dom_results_match_each(store, t, &query, false, note_match, found, &err), DOM_OK));
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
    dom_store_tournament t;
    dom_store *store = store_of(&t);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char found[16];
        dom_results_match_query query = every;
        query.set = rows[i].set;
        query.from = rows[i].from;
        query.to = rows[i].to;
        query.limit = rows[i].limit;
        query.end = rows[i].end;
        cr_expect(eq(u64, read_newest(found, store, &t, query, 0), 0));
        cr_expect(eq(str, found, rows[i].numbers), "row %zu", i);
    }
    dom_store_close(&store);
}

Test(results_match_list, a_limit_over_several_tournaments_may_leave_out_all_of_the_first)
{
    char found[16];
    dom_store_tournament t;
    dom_store *store = store_of(&t);
    dom_results_match_query query = every;
    query.limit = 5; /* eight here and three elsewhere: six are left out */
    cr_expect(eq(u64, read_newest(found, store, &t, query, 3), 0));
    cr_expect(eq(str, found, (char *)"89"));
    query.limit = 1; /* ten of eleven */
    cr_expect(eq(u64, read_newest(found, store, &t, query, 3), 2));
    cr_expect(eq(str, found, (char *)""));
    dom_store_close(&store);
}
