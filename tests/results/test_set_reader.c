/* The rules of counting, match by match and set by set. tests/e2e/test_numbers.py holds all
 * commands and pages against them. */
#include "results/set_reader.h"
#include "small_store.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

SCRATCH_SUITE(results_set_reader);

/* Matches of bots 0, 1, ...; `places` is by seat. */
static const struct {
    const char *what, *bots, *places;
    int fault_seat;
    bool is_team;
    const char *scores; /* wins, draws and losses by seat */
    const char *counts; /* by seat: does it count?        */
} matches[] = {
    {"two seats", "01", "12", -1, false, "100 001", "11"},
    {"equal places", "012", "122", -1, false, "200 011 011", "111"},
    {"a fault of seat 2: no result between 0 and 1", "012", "113", 2, false, "100 100 002", "111"},
    {"own partners", "0101", "1212", -1, true, "100 001 100 001", "1100"},
    {"different partners", "0123", "1212", -1, true, "100 001 100 001", "1111"},
    {"a fault of a partner", "0123", "1212", 3, true, "100 001 100 001", "1111"},
};

static dom_store_match match_of(size_t row)
{
    dom_store_match m = {.seats = (uint8_t)strlen(matches[row].bots),
                         .fault_seat = (int8_t)matches[row].fault_seat,
                         .end = matches[row].fault_seat < 0 ? DOM_FAULT_NONE : DOM_FAULT_ILLEGAL,
                         .rounds = 2};
    for (int seat = 0; seat < m.seats; seat++)
        m.seat[seat] = (dom_store_seat){.bot = (uint16_t)(matches[row].bots[seat] - '0'),
                                        .place = (uint8_t)(matches[row].places[seat] - '0'),
                                        .score = 10 * seat};
    return m;
}

static dom_options options_of(size_t row)
{
    dom_options o = dom_options_default();
    o.players = (int)strlen(matches[row].bots);
    o.teams = matches[row].is_team;
    return o;
}

Test(results_set_reader, a_side_has_one_result_against_every_other_side)
{
    for (size_t row = 0; row < sizeof matches / sizeof *matches; row++) {
        dom_options o = options_of(row);
        dom_store_match m = match_of(row);
        for (int seat = 0; seat < m.seats; seat++) {
            char found[8];
            dom_ratings_score score = dom_results_seat_score(&o, &m, seat);
            (void)snprintf(found, sizeof found, "%d%d%d", (int)score.wins, (int)score.draws,
                           (int)score.losses);
            cr_expect(strncmp(found, &matches[row].scores[4 * seat], 3) == 0, "%s, seat %d: %s",
                      matches[row].what, seat, found);
            cr_expect(eq(int, dom_results_seat_counts(&m, seat), matches[row].counts[seat] == '1'),
                      "%s, seat %d", matches[row].what, seat);
        }
    }
}

Test(results_set_reader, a_bot_in_two_seats_has_played_one_match)
{
    dom_results_sums sums[4] = {{.matches = 0}};
    for (size_t row = 3; row < 6; row++) {
        dom_options o = options_of(row);
        dom_store_match m = match_of(row);
        for (int seat = 0; seat < m.seats; seat++)
            dom_results_sums_add(&sums[m.seat[seat].bot], &o, &m, seat);
    }
    static const dom_results_sums expected[] = {
        {.matches = 3, .score = {.wins = 3}, .points = 0, .rounds = 4},
        {.matches = 3, .score = {.losses = 3}, .points = 20, .rounds = 4},
        {.matches = 2, .score = {.wins = 2}, .points = 20, .rounds = 2},
        {.matches = 2, .score = {.losses = 2}, .points = 30, .rounds = 2, .forfeits = 1}};
    for (int bot = 0; bot < 4; bot++)
        cr_expect(memcmp(&sums[bot], &expected[bot], sizeof *expected) == 0, "bot %d", bot);
}

/* ---- sets ------------------------------------------------------------------ */

static dom_store *store;
static small_tournament stored;

/* Stores a tournament of two bots with these matches, which are numbered from 1, two to a set. */
static void store_matches(const char *config, const char *numbers)
{
    small_tournament_make(&stored, 2);
    stored.t.config = config;
    store = small_store_open(&s, "a.db");
    expect_ok(dom_store_tournament_add(store, &stored.t, &last_err));
    for (; *numbers; numbers++) {
        uint64_t number = (uint64_t)(*numbers - '0');
        small_store_add(store, stored.t.id, number, number, small_match);
    }
}

/* Writes a letter and the number of matches of each set: r a full rotation, c complete, i
 * incomplete. */
static dom_rc note_set(void *context, const dom_results_set *set)
{
    char *at = (char *)context + strlen(context);
    cr_expect(eq(ptr, (void *)set->of, &stored.t));
    for (int i = 0; i < set->count; i++)
        cr_expect(set->match[i].set == set->number && set->match[i].decisions != NULL &&
                  memcmp(set->match[i].decisions, "xyz", 3) == 0);
    at[0] = set->is_full_rotation ? 'r' : set->is_complete ? 'c' : 'i';
    at[1] = (char)('0' + set->count);
    at[2] = '\0';
    return DOM_OK;
}

Test(results_set_reader, a_set_is_complete_when_all_its_matches_are_stored)
{
    static const struct {
        const char *config, *numbers, *sets;
    } rows[] = {
        {"{\"schedule\":\"round-robin\"}", "1234", "r2r2"},
        {"{\"schedule\":\"round-robin\"}", "1346", "i1r2i1"},
        {"{\"schedule\":\"round-robin\"}", "", ""},
        {"{}", "12", "i2"}, /* no schedule says how many there must be */
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char found[16] = "";
        store_matches(rows[i].config, rows[i].numbers);
        const dom_results_set_range all = {.of = &stored.t, .has_decisions = true};
        cr_expect(eq(int, dom_results_set_each(store, &all, note_set, found, &last_err), DOM_OK));
        cr_expect(eq(str, found, (char *)rows[i].sets), "row %zu", i);
        dom_store_close(&store);
        cr_assert(eq(int, unlink(scratch_at(&s, "a.db")), 0));
    }
}
