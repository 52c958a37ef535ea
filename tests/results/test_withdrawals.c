/* Which bots were withdrawn, and which matches count in the standings of the tournament. */
#include "results/tournament_standing.h"
#include "small_store.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>

SCRATCH_SUITE(results_withdrawals);

enum { BOTS = 3, SETS = 2, ROUND = 6 }; /* a cycle has three tables of two matches */

static dom_store *store;
static small_tournament stored;
static dom_results_withdrawals w;

/* Makes a tournament of bots a, b and c, whose second stage adds as many sets as the first one has.
 * Set 1 is a-b, set 2 a-c, set 3 b-c, and so on. */
static void begin(const char *config, int stage_count, uint32_t rounds)
{
    small_tournament_make(&stored, BOTS);
    stored.t.config = config;
    stored.t.stage_count = stage_count;
    stored.stages[0].sets = SETS;
    stored.stages[0].rounds = rounds;
    stored.stages[1] = (dom_store_stage){
        .first_set = 7, .bots = BOTS, .sets = SETS, .created_ms = 50, .commit = "1"};
    store = small_store_open(&s, "a.db");
    expect_ok(dom_store_tournament_add(store, &stored.t, &last_err));
}

static dom_store_match match_of(int64_t tournament, uint64_t number)
{
    static const uint8_t pair[3][2] = {{0, 1}, {0, 2}, {1, 2}};
    dom_store_match m = small_match(tournament, number);
    for (uint8_t seat = 0; seat < 2; seat++)
        m.seat[seat].bot = pair[(m.set - 1) % 3][seat ^ m.rotation];
    return m;
}

static void add_matches(uint64_t from, uint64_t to)
{
    small_store_add(store, stored.t.id, from, to, match_of);
}

static void add_fault(uint16_t bot, int8_t seat, int64_t when_ms, const char *text)
{
    dom_store_fault f = {.tournament = stored.t.id,
                         .seat = seat,
                         .bot = bot,
                         .code = DOM_FAULT_SPAWN,
                         .when_ms = when_ms,
                         .choice = -1,
                         .text = text};
    expect_ok(dom_store_begin(store, &last_err));
    expect_ok(dom_store_fault_add(store, &f, &last_err));
    expect_ok(dom_store_commit(store, &last_err));
}

static void read_again(void)
{
    dom_results_withdrawals_clear(&w);
    expect_ok(dom_results_withdrawals_read(&w, store, &stored.t, &last_err));
}

static void end(void)
{
    dom_results_withdrawals_clear(&w);
    dom_store_close(&store);
}

static bool is_void(uint64_t number)
{
    dom_store_match m = match_of(stored.t.id, number);
    return dom_results_withdrawals_void(&w, &m);
}

Test(results_withdrawals, no_match_of_a_bot_that_lacks_matches_counts)
{
    begin("{\"schedule\":\"round-robin\"}", 1, 0);
    add_matches(1, ROUND);
    add_fault(2, 1, 8, "a failed start");
    read_again();
    cr_expect(zero(sz, w.count), "a failed start alone withdraws nobody");
    add_fault(2, -1, 9, "withdrawn in match 9: gone");
    add_matches(7, 8);
    read_again();
    cr_assert(eq(sz, w.count, 1));
    cr_expect(eq(u16, w.item[0].bot, 2));
    cr_expect(eq(u64, w.item[0].missing, 4), "two sets of the second cycle");
    cr_expect(eq(i64, w.item[0].when_ms, 9));
    cr_expect(eq(str, w.item[0].text, (char *)"withdrawn in match 9: gone"));
    cr_expect(not(is_void(1)), "a and b met without it");
    cr_expect(is_void(3));
    cr_expect(is_void(6));
    end();
}

Test(results_withdrawals, what_a_bot_lacks_is_lost_if_the_file_says_so)
{
    begin("{\"schedule\":\"round-robin\",\"withdrawn\":\"lost\"}", 1, 0);
    dom_results_tournament_standings standings;
    add_matches(1, ROUND + 2);
    add_fault(2, -1, 9, "withdrawn in match 9: gone");
    read_again();
    cr_assert(eq(sz, w.count, 1));
    cr_expect(eq(u64, w.item[0].missing, 4));
    cr_expect(w.item[0].is_lost && !w.item[0].is_void);
    cr_expect(not(is_void(3)));
    expect_ok(dom_results_tournament_standings_read(&standings, store, &stored.t, &w, &last_err));
    const struct {
        uint64_t sets, won, lost;
    } wanted[BOTS] = {{3, 1, 0}, {3, 1, 0}, {2, 0, 2}};
    for (uint16_t bot = 0; bot < BOTS; bot++) {
        const dom_results_tournament_standing *of =
            dom_results_tournament_standing_at(&standings, 0, bot);
        cr_expect(eq(u64, of->shares.sets, wanted[bot].sets), "%u", (unsigned)bot);
        cr_expect(eq(u64, of->won_sets, wanted[bot].won), "%u", (unsigned)bot);
        cr_expect(eq(u64, of->lost_sets, wanted[bot].lost), "%u", (unsigned)bot);
    }
    dom_results_tournament_standings_clear(&standings);
    end();
}

Test(results_withdrawals, everything_counts_again_when_a_later_run_has_played_what_was_missing)
{
    begin("{\"schedule\":\"round-robin\"}", 1, 0);
    add_matches(1, ROUND);
    add_fault(2, -1, 9, "withdrawn: gone");
    add_fault(1, -1, 9, "withdrawn: gone");
    add_matches(7, 10);
    read_again();
    cr_assert(eq(sz, w.count, 2));
    cr_expect(eq(u64, w.item[0].missing, 2));
    cr_expect(eq(u64, w.item[1].missing, 2));
    add_matches(11, 12);
    read_again();
    cr_expect(zero(sz, w.count));
    cr_expect(not(is_void(3)));
    end();
}

/* Otherwise an extension would remove results that were complete. */
Test(results_withdrawals, sets_that_were_announced_later_are_not_missing)
{
    begin("{\"schedule\":\"round-robin\"}", 2, 0);
    add_matches(1, 2 * ROUND);
    add_fault(2, -1, 49, "withdrawn: gone");
    read_again();
    cr_expect(zero(sz, w.count), "it had played all that was announced");
    add_fault(2, -1, 50, "withdrawn: again");
    read_again();
    cr_assert(eq(sz, w.count, 1));
    cr_expect(eq(u64, w.item[0].missing, 8));
    cr_expect(eq(str, w.item[0].text, (char *)"withdrawn: again"), "the newest");
    end();
}

Test(results_withdrawals, in_a_swiss_everything_counts)
{
    begin("{\"schedule\":\"swiss\"}", 1, 2);
    add_matches(1, 2);
    add_fault(1, -1, 9, "withdrawn: gone");
    read_again();
    cr_assert(eq(sz, w.count, 1), "it is named");
    cr_expect(zero(u64, w.item[0].missing));
    cr_expect(not(is_void(1)));
    end();
}
