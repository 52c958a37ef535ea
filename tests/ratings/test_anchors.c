/* Lists with several anchors (ratings/list.h). */
#include "pools.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <math.h>
#include <string.h>

TestSuite(ratings_anchors, .fini = free_all);

static dom_ratings_list list_of(const dom_ratings_pool *pool, double prior, int32_t anchor,
                                double elo, const dom_ratings_anchor more[], size_t count)
{
    dom_ratings_list_options options = DOM_RATINGS_LIST_OPTIONS;
    options.prior = prior;
    options.anchor = anchor;
    options.anchor_elo = elo;
    options.more_anchor = more;
    options.more_anchors = count;
    options.wants_differences = true;
    return fitted(pool, &options);
}

/* c won 7 of 10 against 1000 and 3 of 10 against 1400, so it stands in the middle. */
Test(ratings_anchors, the_rest_follows_by_maximum_likelihood)
{
    dom_ratings_pool *pool = new_pool();
    add_score(pool, 2, 0, 7, 0, 3);
    add_score(pool, 2, 1, 3, 0, 7);
    add_score(pool, 0, 1, 5, 0, 5); /* which changes nothing */
    for (int prior = 0; prior < 2; prior++) {
        const dom_ratings_anchor more = {1, 1400};
        dom_ratings_list list = list_of(pool, prior, 0, 1000, &more, 1);
        check_near(elo_of(&list, 0), 1000, 0);
        check_near(elo_of(&list, 1), 1400, 0);
        check_near(elo_of(&list, 2), 1200, 1e-6);
        const dom_ratings_rating *given = row_of(&list, 1), *free = row_of(&list, 2);
        cr_expect(given->is_fixed && row_of(&list, 0)->is_fixed && !free->is_fixed);
        cr_expect(given->elo_lo == 1400 && given->elo_hi == 1400);
        cr_expect(free->elo_lo < 1100 && free->elo_lo > 900);
        check_near(free->elo_lo + free->elo_hi, 2400, 1e-5);
        const dom_ratings_difference *between = &list.difference[1 * 3 + 0];
        cr_expect(between->elo == 400 && between->lo == 400 && between->hi == 400 &&
                  between->los == 1);
    }
}

/* Given the ratings that the results say, nothing changes: the maximum is the same. With three
 * anchors and with so many bots that limits are found nearby. */
Test(ratings_anchors, anchors_at_their_ratings_change_no_other_rating)
{
    enum { PLAYERS = 60 };
    dom_ratings_pool *pool = new_pool();
    chance c = {7};
    for (uint32_t i = 0; i < 8 * PLAYERS; i++)
        add_score(pool, i % PLAYERS,
                  (i * 7 + i / PLAYERS + 1) % PLAYERS == i % PLAYERS
                      ? (i + 1) % PLAYERS
                      : (i * 7 + i / PLAYERS + 1) % PLAYERS,
                  1 + (int)(4 * chance_uniform(&c)), 0, 1 + (int)(4 * chance_uniform(&c)));
    dom_ratings_list one = list_of(pool, 0, 5, 1500, NULL, 0);
    const dom_ratings_anchor more[] = {{6, one.elo[6]}, {40, one.elo[40]}};
    dom_ratings_list three = list_of(pool, 0, 5, 1500, more, 2);
    for (uint32_t i = 0; i < PLAYERS; i++) {
        const dom_ratings_rating *a = row_of(&one, i), *b = row_of(&three, i);
        check_near(b->elo, a->elo, 1e-4);
        cr_expect(b->elo_hi - b->elo_lo <= a->elo_hi - a->elo_lo + 1e-6, "%u",
                  i); /* more is known */
        cr_expect(eq(int, b->is_fixed, i == 5 || i == 6 || i == 40));
        cr_expect(eq(u64, b->matches, a->matches));
    }
}

/* c played a only, and d played b only. Without the anchors these are two islands. */
Test(ratings_anchors, they_connect_whom_they_played)
{
    dom_ratings_pool *pool = new_pool();
    const dom_ratings_anchor more = {1, 1300};
    add_score(pool, 2, 0, 5, 0, 5);
    add_score(pool, 3, 1, 5, 0, 5);
    dom_ratings_list list = list_of(pool, 0, 0, 1000, &more, 1);
    cr_expect(eq(u32, list.islands, 1));
    cr_expect(list.is_connected);
    check_near(list.difference[3 * 4 + 2].elo, 300, 1e-6);
    cr_expect(list.difference[3 * 4 + 2].has_lo);
}

Test(ratings_anchors, a_member_of_a_team_may_be_one)
{
    dom_ratings_pool *pool = new_pool();
    for (int i = 0; i < 10; i++) {
        add_match(pool, team_match(0, 2, 1, 3, i % 2));
        add_match(pool, team_match(2, 3, 0, 1, i % 2));
    }
    const dom_ratings_anchor more = {1, 1200};
    dom_ratings_list list = list_of(pool, 0, 0, 1000, &more, 1);
    check_near(elo_of(&list, 2), 1200, 1e-6); /* a and c are as strong as b and d, */
    check_near(elo_of(&list, 3), 1000, 1e-6); /* and c and d as a and b */
}

Test(ratings_anchors, wrong_ones_are_refused)
{
    dom_ratings_pool *pool = new_pool();
    add_score(pool, 0, 1, 5, 0, 5);
    static const struct {
        int32_t anchor;
        dom_ratings_anchor more[2];
    } wrong[] = {{-1, {{0, 1}, {1, 1}}},
                 {0, {{0, 1}, {1, 1}}},
                 {0, {{1, 1}, {1, 1}}},
                 {0, {{1, 1}, {2, 1}}},
                 {0, {{1, NAN}, {1, 1}}}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        dom_ratings_list_options options = DOM_RATINGS_LIST_OPTIONS;
        dom_ratings_list list;
        options.anchor = wrong[i].anchor;
        options.more_anchor = wrong[i].more;
        options.more_anchors = 2;
        cr_expect(eq(int, dom_ratings_list_fit(&list, pool, &options), DOM_RATINGS_E_INVALID),
                  "%zu", i);
    }
}
