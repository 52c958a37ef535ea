/* What a seat may expect before the deal. */
#include "search/expectation.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <math.h>

#include "rules/variant.h"

static dom_search_expectation expect(const char *name, uint64_t seed)
{
    dom_variant variant;
    dom_err err;
    dom_match match;
    dom_search_expectation e;
    cr_assert(eq(int, dom_variant_find(&variant, name, &err), DOM_OK));
    dom_match_init(&match, &variant.options);
    dom_rc rc = dom_search_expectation_of(&e, &variant.options, dom_match_lead(&match).rule, seed);
    cr_assert(eq(int, rc, DOM_OK), "%s", name);
    return e;
}

static void expect_exact(const dom_search_expectation *e, int seats, const char *name)
{
    double sum = 0;
    for (int d = 0; d < seats; d++) {
        sum += e->seat[d].mean;
        cr_expect(le(dbl, sqrt(e->seat[d].variance), 0.01 * e->size), "%s, %d", name, d);
    }
    cr_expect(lt(dbl, fabs(sum), 1e-6 * e->size), "%s: %f", name, sum);
}

Test(search_expectation, is_exact_to_a_hundredth_and_adds_up_to_nothing)
{
    static const struct {
        const char *name;
        int seats;
    } rows[] = {{"block-2", 2}, {"draw-3", 3}, {"block-teams", 4}, {"homo-homini-lupus", 4}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        dom_search_expectation e = expect(rows[i].name, 1);
        expect_exact(&e, rows[i].seats, rows[i].name);
    }
}

/* Who leads has the first play, and partners share their result. The seeds are fixed. */
Test(search_expectation, the_leader_of_block_expects_more)
{
    dom_search_expectation two = expect("block-2", 1);
    dom_search_expectation teams = expect("block-teams", 1);
    cr_expect(lt(dbl, 10 * sqrt(two.seat[0].variance), two.seat[0].mean));
    cr_expect(lt(dbl, fabs(teams.seat[0].mean - teams.seat[2].mean), 1e-9));
    cr_expect(lt(dbl, teams.seat[1].mean, teams.seat[0].mean));
}

Test(search_expectation, seeds_agree_within_their_errors)
{
    dom_search_expectation a = expect("block-2", 1);
    dom_search_expectation again = expect("block-2", 1);
    dom_search_expectation b = expect("block-2", 2);
    double error = sqrt(a.seat[0].variance + b.seat[0].variance);
    cr_expect(eq(dbl, a.seat[0].mean, again.seat[0].mean));
    cr_expect(ne(dbl, a.seat[0].mean, b.seat[0].mean));
    cr_expect(lt(dbl, fabs(a.seat[0].mean - b.seat[0].mean), 4 * error));
}
