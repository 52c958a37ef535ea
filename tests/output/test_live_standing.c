/* The standing and the speed of a run, as the live table shows them. */
#include "live_standing.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>

static dom_core_entrant bots[3] = {{.name = "a"}, {.name = "b"}, {.name = "c"}};
static const dom_core_tournament tournament = {
    .variant_count = 1, .variants = {{.options = {.players = 2}}}, .bot_count = 3, .bots = bots};

static void play(dom_output_live_row rows[], uint16_t a, uint16_t b, uint8_t place_a,
                 uint8_t place_b)
{
    dom_store_match m = {.seats = 2, .fault_seat = -1};
    m.seat[0].bot = a;
    m.seat[0].place = place_a;
    m.seat[1].bot = b;
    m.seat[1].place = place_b;
    dom_output_live_count_match(rows, &tournament, &m);
}

Test(live_standing, a_draw_is_half_a_win)
{
    dom_output_live_row rows[3] = {{.faults = 0}};
    for (int i = 0; i < 3; i++)
        play(rows, 0, 1, 1, 2);
    play(rows, 0, 1, 1, 1);
    play(rows, 1, 0, 1, 2);
    cr_expect(eq(u64, rows[0].sums.matches, 5));
    cr_expect(eq(u64, dom_ratings_score_games(&rows[0].sums.score), 5));
    cr_expect(epsilon_eq(dbl, dom_ratings_score_share(&rows[0].sums.score), 0.7, 1e-12));
    cr_expect(epsilon_eq(dbl, dom_ratings_score_share(&rows[1].sums.score), 0.3, 1e-12));
    cr_expect(eq(dbl, dom_ratings_score_share(&rows[2].sums.score), 0));
}

Test(live_standing, bots_are_sorted_by_share_and_then_by_number)
{
    dom_output_live_row rows[3] = {{.faults = 0}};
    uint16_t order[3];
    play(rows, 0, 2, 2, 1);
    dom_output_live_order(rows, 3, order);
    cr_expect(eq(u16, order[0], 2));
    cr_expect(eq(u16, order[1], 0));
    cr_expect(eq(u16, order[2], 1));
}

/* It was withdrawn and lacks matches, so others cannot get what these bots won against it. */
Test(live_standing, no_match_with_a_void_bot_is_counted)
{
    dom_output_live_row rows[3] = {{.faults = 0}, {.faults = 0}, {.is_void = true}};
    play(rows, 0, 2, 1, 2);
    play(rows, 2, 1, 1, 2);
    play(rows, 0, 1, 1, 2);
    cr_expect(eq(u64, rows[0].sums.matches, 1));
    cr_expect(eq(u64, dom_ratings_score_games(&rows[1].sums.score), 1));
    cr_expect(zero(u64, rows[2].sums.matches));
    cr_expect(zero(u64, dom_ratings_score_games(&rows[2].sums.score)));
}

Test(live_standing, faults_are_counted_by_name)
{
    dom_output_live_row rows[3] = {{.faults = 0}};
    dom_output_live_count_fault(rows, &tournament, "b");
    cr_expect(eq(u64, rows[0].faults, 0));
    cr_expect(eq(u64, rows[1].faults, 1));
}

Test(live_standing, the_eta_assumes_the_speed_of_this_run)
{
    dom_core_progress now = {.done = 150, .total = 300, .here = 100, .elapsed_ms = 10000};
    cr_expect(eq(dbl, dom_output_live_per_second(now.here, now.elapsed_ms), 10));
    cr_expect(eq(long, dom_core_progress_left_s(&now), 15));
    now.skipped = 50;
    cr_expect(eq(long, dom_core_progress_left_s(&now), 10));
    now.elapsed_ms = 0;
    cr_expect(eq(long, dom_core_progress_left_s(&now), -1), "no speed, so no end");
}
