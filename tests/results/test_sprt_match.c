/* Which sets a comparison counts, and with which results. */
#include "results/sprt_match.h"
#include "rules/variant.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <string.h>

enum { SETS = 200 };

typedef struct {
    dom_variant variant;
    dom_core_compared compared;
    dom_results_sprt c;
} fixture;

static void begin(fixture *f, const char *variant, double elo1)
{
    dom_err err = {.rc = DOM_OK};
    memset(f, 0, sizeof *f);
    cr_assert(eq(int, dom_variant_find(&f->variant, variant, &err), DOM_OK));
    f->compared = (dom_core_compared){.elo0 = 0, .elo1 = elo1, .alpha = 0.05, .beta = 0.05};
    cr_assert(eq(int, dom_results_sprt_begin(&f->c, &f->variant.options, &f->compared, SETS, &err),
                 DOM_OK));
}

/* Returns a match for two with this place of bot 0. */
static dom_store_match duel(uint64_t set, uint8_t rotation, int place_of_0)
{
    dom_store_match m = {.set = set, .rotation = rotation, .seats = 2, .fault_seat = -1};
    for (uint16_t seat = 0; seat < 2; seat++) {
        m.seat[seat].bot = (uint16_t)((seat + rotation) % 2);
        bool is_0 = m.seat[seat].bot == 0;
        m.seat[seat].place = (uint8_t)(place_of_0 == 0 ? 1 : is_0 ? place_of_0 : 3 - place_of_0);
    }
    return m;
}

static void add_duel(fixture *f, uint64_t set, uint8_t rotation, int place_of_0)
{
    dom_store_match m = duel(set, rotation, place_of_0);
    dom_results_sprt_add(&f->c, &m);
}

Test(sprt_match, a_set_counts_when_all_before_it_are_complete)
{
    fixture f;
    begin(&f, "block-2", 40);
    add_duel(&f, 2, 0, 1);
    add_duel(&f, 2, 1, 1);
    add_duel(&f, 1, 1, 1);
    cr_expect(eq(u32, f.c.counted, 0));
    add_duel(&f, 1, 0, 0);
    cr_expect(eq(u32, f.c.counted, 2));
    cr_expect(eq(dbl, f.c.test.count[3], 1)); /* a win and a draw               */
    cr_expect(eq(dbl, f.c.test.count[4], 1));
    add_duel(&f, 3, 0, 2);
    add_duel(&f, 3, 1, 1);
    cr_expect(eq(dbl, f.c.test.count[2], 1));
    dom_results_sprt_free(&f.c);
}

static int place_at(uint64_t set, int rotation)
{
    return (set * 7 + (uint64_t)rotation * 3) % 5 < 3 ? 1 : 2;
}

/* The numbers do not depend on the order of the matches, and sets after the decision do not
 * count. */
Test(sprt_match, the_order_of_matches_makes_no_difference)
{
    fixture up, down;
    begin(&up, "block-2", 40);
    begin(&down, "block-2", 40);
    for (uint64_t set = 1; set <= SETS; set++)
        for (uint8_t r = 0; r < 2; r++) {
            add_duel(&up, set, r, place_at(set, r));
            add_duel(&down, SETS + 1 - set, 1 - r, place_at(SETS + 1 - set, 1 - r));
        }
    cr_expect(eq(int, up.c.test.verdict, DOM_RATINGS_SPRT_ACCEPTS_1));
    cr_expect(lt(int, (int)up.c.counted, SETS));
    cr_expect(eq(u32, up.c.counted, down.c.counted));
    cr_expect(eq(dbl, up.c.test.llr, down.c.test.llr));
    cr_expect(eq(int, memcmp(up.c.test.count, down.c.test.count, sizeof up.c.test.count), 0));
    dom_results_sprt_free(&up.c);
    dom_results_sprt_free(&down.c);
}

/* Returns a match for three; the places belong to bots `half`, 2 and 3. */
static dom_store_match table(uint64_t set, uint8_t rotation, const uint8_t places[3])
{
    dom_store_match m = {.set = set, .rotation = rotation, .seats = 3, .fault_seat = -1};
    for (int e = 0; e < 3; e++) {
        int seat = (e + rotation) % 3;
        m.seat[seat].bot = (uint16_t)(e > 0 ? e + 1 : rotation / 3);
        m.seat[seat].place = places[e];
    }
    return m;
}

Test(sprt_match, if_they_do_not_meet_the_difference_counts)
{
    fixture f;
    begin(&f, "draw-3", 40);
    cr_assert(eq(int, dom_ratings_sprt_classes(f.c.test.sets), 25));
    static const uint8_t first[3] = {1, 2, 2}, last[3] = {3, 1, 2}, equal[3] = {1, 1, 3};
    for (uint8_t r = 0; r < 6; r++) { /* 4 + 4 + 0 half points against 3 + 3 + 3 */
        dom_store_match m = table(1, r, r > 2 ? equal : r == 2 ? last : first);
        cr_expect(eq(u32, f.c.counted, 0));
        dom_results_sprt_add(&f.c, &m);
    }
    cr_expect(eq(u32, f.c.counted, 1));
    cr_expect(eq(dbl, f.c.test.count[12 + 8 - 9], 1));
    dom_results_sprt_free(&f.c);
}

Test(sprt_match, teams_meet_and_faults_are_counted_with_their_set)
{
    fixture f;
    begin(&f, "block-teams", 40);
    for (uint8_t r = 0; r < 2; r++) {
        dom_store_match m = {.set = 1, .rotation = r, .seats = 4, .fault_seat = -1};
        for (int seat = 0; seat < 4; seat++) {
            m.seat[seat].bot = (uint16_t)((seat + r) % 2);
            m.seat[seat].place = (uint8_t)(1 + m.seat[seat].bot);
        }
        if (r == 1)
            m.fault_seat = 2; /* of bot 1                                         */
        cr_expect(eq(u64, f.c.faults[1], 0));
        dom_results_sprt_add(&f.c, &m);
    }
    cr_expect(eq(dbl, f.c.test.count[4], 1));
    cr_expect(eq(u64, f.c.faults[0], 0));
    cr_expect(eq(u64, f.c.faults[1], 1));
    dom_results_sprt_free(&f.c);
}

Test(sprt_match, it_is_over_when_every_set_was_played)
{
    fixture f;
    begin(&f, "block-2", 1);
    for (uint64_t set = 1; set <= SETS; set++) {
        cr_expect(not(dom_results_sprt_is_over(&f.c)), "%d", (int)set);
        add_duel(&f, set, 0, set % 2 ? 1 : 2);
        add_duel(&f, set, 1, set % 2 && set % 8 != 1 ? 1 : 2);
    }
    cr_expect(dom_results_sprt_is_over(&f.c));
    add_duel(&f, SETS + 1, 0, 1); /* there is no such set                       */
    dom_results_sprt_free(&f.c);
}

/* The last match that may begin: at first a few sets ahead, then at most as many as were
 * counted, and near the decision twice the number that is still needed; never beyond the last
 * set. */
Test(sprt_match, no_more_matches_begin_than_the_test_may_need)
{
    fixture f;
    begin(&f, "block-2", 40);
    cr_expect(eq(u64, dom_results_sprt_last_match(&f.c), 2 * DOM_RESULTS_SPRT_SETS_AHEAD));
    for (uint64_t set = 1; !dom_results_sprt_is_over(&f.c); set++) {
        add_duel(&f, set, 0, place_at(set, 0));
        cr_expect(le(u64, dom_results_sprt_last_match(&f.c),
                     2 * (set - 1 + DOM_RESULTS_SPRT_SETS_AHEAD) + 2 * set));
        add_duel(&f, set, 1, place_at(set, 1));
        uint64_t ahead = dom_results_sprt_last_match(&f.c) / 2 - set;
        double needed = dom_ratings_sprt_sets_to_go(&f.c.test);
        cr_expect(ge(u64, ahead, DOM_RESULTS_SPRT_SETS_AHEAD));
        cr_expect(ahead == DOM_RESULTS_SPRT_SETS_AHEAD ||
                  (ahead <= set && ahead <= 2 * needed + 1));
    }
    dom_results_sprt_free(&f.c);
    begin(&f, "draw-3", 40);
    cr_expect(eq(u64, dom_results_sprt_last_match(&f.c), 6 * DOM_RESULTS_SPRT_SETS_AHEAD));
    f.c.sets = 5;
    cr_expect(eq(u64, dom_results_sprt_last_match(&f.c), 30));
    dom_results_sprt_free(&f.c);
}

Test(sprt_match, impossible_bounds_of_a_test_are_refused)
{
    fixture f;
    dom_err err = {.rc = DOM_OK};
    begin(&f, "block-2", 40);
    dom_results_sprt_free(&f.c);
    f.compared.elo1 = 0;
    cr_expect(eq(int, dom_results_sprt_begin(&f.c, &f.variant.options, &f.compared, SETS, &err),
                 DOM_E_CONFIG));
    dom_results_sprt_free(&f.c);
}
