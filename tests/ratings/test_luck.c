/* Removes the luck that a control explains from points. */
#include "pools.h"
#include "ratings/luck.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <math.h>

enum { SETS = 400 };

/* Points are 1 + 3 luck + noise; the noise has half the variance of the luck part. */
static void draw(chance *c, double points[], double control[])
{
    for (int i = 0; i < SETS; i++) {
        control[i] = chance_normal(c);
        points[i] = 1 + 3 * control[i] + sqrt(4.5) * chance_normal(c);
    }
}

Test(ratings_luck, the_adjusted_mean_is_exact_if_all_variation_is_luck)
{
    static const double points[] = {5, -1, 8, 2}, control[] = {1, -1, 2, 0}; /* 2 + 3 c */
    dom_ratings_luck luck;
    cr_assert(eq(int, dom_ratings_luck_adjust(&luck, points, control, 4, 0), DOM_RATINGS_OK));
    check_near(luck.coefficient, 3, 1e-12);
    check_near(luck.points, 3.5, 1e-12);
    check_near(luck.adjusted, 2, 1e-12);
    check_near(luck.adjusted_lo, 2, 1e-6);
    check_near(luck.adjusted_hi, 2, 1e-6);
    cr_assert(eq(int, dom_ratings_luck_adjust(&luck, points, control, 4, 1), DOM_RATINGS_OK));
    check_near(luck.adjusted, 5, 1e-12);
}

Test(ratings_luck, the_factor_is_the_variance_that_the_control_explains)
{
    static double points[SETS], control[SETS];
    chance c = {3};
    dom_ratings_luck luck;
    draw(&c, points, control);
    cr_assert(eq(int, dom_ratings_luck_adjust(&luck, points, control, SETS, 0), DOM_RATINGS_OK));
    check_near(luck.coefficient, 3, 0.3);
    check_near(luck.factor, 3, 0.4); /* 13.5 / 4.5 */
}

/* Both intervals contain the true mean in about 95 of 100 cases. */
Test(ratings_luck, intervals_contain_the_true_mean_as_often_as_they_should)
{
    enum { ROUNDS = 4000 };
    static double points[SETS], control[SETS];
    chance c = {4};
    int raw = 0, adjusted = 0;
    for (int i = 0; i < ROUNDS; i++) {
        dom_ratings_luck luck;
        draw(&c, points, control);
        cr_assert(
            eq(int, dom_ratings_luck_adjust(&luck, points, control, SETS, 0), DOM_RATINGS_OK));
        raw += luck.points_lo <= 1 && 1 <= luck.points_hi;
        adjusted += luck.adjusted_lo <= 1 && 1 <= luck.adjusted_hi;
    }
    check_near((double)raw / ROUNDS, 0.95, 0.015);
    check_near((double)adjusted / ROUNDS, 0.95, 0.015);
}

Test(ratings_luck, a_constant_control_changes_nothing)
{
    static const double points[] = {1, 2, 3, 6}, control[] = {7, 7, 7, 7};
    dom_ratings_luck luck;
    cr_assert(eq(int, dom_ratings_luck_adjust(&luck, points, control, 4, 0), DOM_RATINGS_OK));
    check_near(luck.adjusted, luck.points, 0);
    check_near(luck.adjusted_hi, luck.points_hi, 0);
    check_near(luck.factor, 1, 0);
}

Test(ratings_luck, refuses_numbers_out_of_range)
{
    double good[] = {1, 2, 3, 4}, bad[] = {1, NAN, 3, 4}, far[] = {1, 2, 3, INFINITY};
    dom_ratings_luck luck;
    cr_expect(eq(int, dom_ratings_luck_adjust(&luck, good, good, 3, 0), DOM_RATINGS_E_INVALID));
    cr_expect(eq(int, dom_ratings_luck_adjust(&luck, bad, good, 4, 0), DOM_RATINGS_E_INVALID));
    cr_expect(eq(int, dom_ratings_luck_adjust(&luck, good, bad, 4, 0), DOM_RATINGS_E_INVALID));
    cr_expect(eq(int, dom_ratings_luck_adjust(&luck, good, far, 4, 0), DOM_RATINGS_E_INVALID));
    cr_expect(eq(int, dom_ratings_luck_adjust(&luck, good, good, 4, NAN), DOM_RATINGS_E_INVALID));
}
