/* The versions of a bot: their progress, and their list over all variants. */
#include "expect.h"
#include "results/bot_summary.h"
#include "results/progress.h"
#include "standing.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Standings of four versions of one bot; nothing connects the last one with the others. */
static dom_results_standings four_versions(void)
{
    dom_results_standings s = standing_of(6);
    for (int i = 0; i < 4; i++) {
        strcpy(s.lists->rows[i].bot.name, "mine");
        (void)snprintf(s.lists->rows[i].bot.version, sizeof s.lists->rows[i].bot.version, "%d",
                       i + 1);
        s.lists->rows[i].newest.tournament = 4 - i;
    }
    standing_add(&s, 0, 1, 1, 2, 5, 6);
    standing_add(&s, 1, 2, 2, 1, 5, 5);
    standing_add(&s, 0, 1, 2, 1, 5, 4);
    standing_add(&s, 1, 2, 1, 2, 5, 2);
    standing_add(&s, 3, 4, 1, 2, 5, 3);
    standing_add(&s, 3, 4, 2, 1, 5, 3);
    return s;
}

Test(results_versions, a_version_gains_against_the_one_before_if_results_connect_them)
{
    dom_results_standings s = four_versions();
    dom_results_ranking r;
    dom_results_progress p;
    const dom_results_ranking_kind kind = {.wants_matrices = true};
    expect_ok(dom_results_ranking_make(&r, &s, s.lists, kind, &last_err));
    expect_ok(dom_results_progress_make(&p, &r, &s, "mine", &last_err));
    static const struct {
        uint32_t player;
        bool has_gain;
    } rows[] = {{3, false}, {2, false}, {1, true}, {0, true}}; /* the oldest first */
    cr_assert(eq(sz, p.count, 4));
    for (int i = 0; i < 4; i++) {
        cr_expect(eq(u32, p.step[i].player, rows[i].player));
        cr_expect(eq(int, p.step[i].has_gain, rows[i].has_gain), "step %d", i);
        cr_expect(eq(dbl, p.step[i].elo, r.list.elo[rows[i].player]));
        if (rows[i].has_gain)
            cr_expect(epsilon_eq(dbl, p.step[i].gain.elo, p.step[i].elo - p.step[i - 1].elo, 1e-5));
    }
    dom_results_progress_clear(&p);
    expect_ok(dom_results_progress_make(&p, &r, &s, "bot-5", &last_err));
    cr_expect(zero(sz, p.count), "it has not played");
    dom_results_progress_clear(&p);
    dom_results_ranking_clear(&r);
    dom_results_standings_clear(&s);
}

Test(results_versions, a_version_is_listed_once_for_all_variants)
{
    dom_results_standings s = four_versions(), other = four_versions();
    dom_results_bot_versions versions;
    s.lists = realloc(s.lists, 2 * sizeof *s.lists);
    cr_assert(s.lists != NULL);
    s.lists[1] = other.lists[0];
    strcpy(s.lists[1].variant, "draw-2");
    s.list_count = 2;
    free(other.lists);
    expect_ok(dom_results_bot_versions_find(&versions, &s, "mine", &last_err));
    cr_assert(eq(sz, versions.count, 4));
    for (int i = 0; i < 4; i++)
        cr_expect(eq(int, versions.item[i].version[0], '1' + i), "the newest first");
    free(versions.item);
    dom_results_standings_clear(&s);
}

Test(results_versions, of_one_tournament_the_version_that_took_the_place_is_the_newer_one)
{
    dom_results_standings s = four_versions();
    for (int i = 0; i < 4; i++) /* the order of the rows is that of their hashes */
        s.lists->rows[i].newest = (dom_results_newest){7, (uint16_t)(i == 1 ? 9 : i)};
    dom_results_bot_versions versions;
    expect_ok(dom_results_bot_versions_find(&versions, &s, "mine", &last_err));
    cr_expect(eq(int, versions.item[0].version[0], '2'));
    cr_expect(eq(int, versions.item[1].version[0], '4'));
    free(versions.item);
    dom_results_standings_clear(&s);
}
