/* Sums over matches: means with intervals over sets, where bots lose, and the costliest choices. */
#include "analysis/summary.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { SETS = 4 };

static dom_variant variants[1];
static dom_store_bot bots[2] = {{.name = "anna", .version = "01"},
                                {.name = "bert", .version = "02"}};
static dom_store_tournament tournament = {
    .id = 1, .name = "t", .variants = variants, .variant_count = 1, .bots = bots, .bot_count = 2};

static void set_up(void)
{
    cr_assert(eq(int, dom_variant_find(&variants[0], "block-2", NULL), DOM_OK));
}

TestSuite(analysis_summary, .init = set_up);

/* Match `number` of two in a set; anna sits in seat 0 in the first. */
static dom_store_match match_of(uint64_t number)
{
    dom_store_match m = {.tournament = 1, .match = number, .set = (number + 1) / 2, .seats = 2};
    m.seat[number % 2 == 0].bot = 0;
    m.seat[number % 2 == 1].bot = 1;
    return m;
}

/* One round in which each seat has one choice of two actions, worth 5 and 3, and takes the second.
 */
typedef struct {
    dom_analysis_choice choice[2];
    dom_analysis_round round[2];
    dom_action action[4];
    double value[4];
} one_round;

static dom_analysis_match values_of(one_round *r, double skill, double loss, bool is_near_end)
{
    memset(r, 0, sizeof *r);
    for (uint8_t s = 0; s < 2; s++) {
        r->round[s] = (dom_analysis_round){.round = 1,
                                           .seat = s,
                                           .is_near_end = is_near_end,
                                           .choices = 1,
                                           .skill = s == 0 ? skill : -skill,
                                           .result = 4,
                                           .luck = 4 - (s == 0 ? skill : -skill),
                                           .loss = loss};
        r->choice[s] = (dom_analysis_choice){.step = 2u + s,
                                             .round = 1,
                                             .seat = s,
                                             .first = 2u * s,
                                             .actions = 2,
                                             .taken = 1,
                                             .loss = {.mean = loss - s, .variance = 1},
                                             .fact = {.kind = DOM_ANALYSIS_FACT_KEEPS_DOUBLE}};
        r->value[2 * s] = 5;
        r->value[2 * s + 1] = 3;
    }
    return (dom_analysis_match){.choice = r->choice,
                                .choice_count = 2,
                                .round = r->round,
                                .round_count = 2,
                                .action = r->action,
                                .action_count = 4,
                                .value = r->value,
                                .value_count = 4};
}

/* Adds four sets. The skill of a round in seat 0 is that of `skills`, by match. */
static void fill(dom_analysis_summary *s, const double skills[2 * SETS])
{
    one_round r;
    for (uint64_t n = 1; n <= 2 * SETS; n++) {
        dom_store_match m = match_of(n);
        dom_analysis_match values = values_of(&r, skills[n - 1], (double)n, n > 4);
        cr_assert(eq(int, dom_analysis_summary_add(s, &tournament, &m, &values, NULL), DOM_OK));
    }
    dom_analysis_summary_end(s);
}

/* anna has the skill of seat 0 in odd matches and of seat 1 in even ones. */
static const double skills[2 * SETS] = {1, -1, 3, -1, 2, -2, 4, -2};

Test(analysis_summary, intervals_are_over_sets)
{
    dom_analysis_summary s = {.costliest_max = 3};
    fill(&s, skills);
    cr_assert(eq(sz, s.bot_count, 2));
    const dom_analysis_bot *anna = &s.bot[0];
    cr_expect(eq(str, (char *)anna->bot, "anna"), "the more skilled bot is first");
    /* means of the sets: 1, 2, 2, 3; their standard deviation is sqrt(2 / 3) */
    cr_expect(lt(dbl, fabs(dom_analysis_mean_of(&anna->skill_of_round) - 2), 1e-12));
    double width = 3.182446 * sqrt(2.0 / 3) / sqrt(SETS); /* Student's t with three degrees */
    cr_expect(lt(dbl, fabs(dom_analysis_half_width(&anna->skill_of_round) - width), 1e-5));
    cr_expect(eq(u64, anna->skill_of_round.sets, SETS));
    dom_analysis_summary_clear(&s);
}

Test(analysis_summary, sums_of_a_bot)
{
    dom_analysis_summary s = {.costliest_max = 3, .only_bot = "bert"};
    fill(&s, skills);
    cr_assert(eq(sz, s.bot_count, 1));
    const dom_analysis_bot *bert = &s.bot[0];
    cr_expect(eq(u64, bert->matches, 8));
    cr_expect(eq(u64, bert->rounds, 8));
    cr_expect(eq(u64, bert->choices, 8));
    cr_expect(zero(u64, bert->best));
    cr_expect(eq(dbl, bert->result, 32));
    cr_expect(lt(dbl, fabs(bert->luck + bert->skill - bert->result), 1e-12));
    cr_expect(eq(dbl, bert->loss, 36));
    cr_expect(eq(u64, bert->fact[DOM_ANALYSIS_FACT_KEEPS_DOUBLE].choices, 8));
    cr_expect(eq(dbl, dom_analysis_mean_of(&bert->loss_of_choice), 4.5));
    cr_expect(eq(dbl, dom_analysis_mean_of(&bert->loss_before_end), 2.5), "matches 1 to 4");
    dom_analysis_summary_clear(&s);
}

Test(analysis_summary, the_costliest_choices_are_in_order)
{
    dom_analysis_summary s = {.costliest_max = 3};
    fill(&s, skills);
    cr_assert(eq(sz, s.costly_count, 3));
    static const struct {
        uint64_t match;
        int seat;
        double loss;
    } right[] = {{8, 0, 8}, {7, 0, 7}, {8, 1, 7}};
    for (size_t i = 0; i < 3; i++) {
        cr_expect(eq(u64, s.costly[i].match, right[i].match), "%zu", i);
        cr_expect(eq(int, s.costly[i].choice.seat, right[i].seat), "%zu", i);
        cr_expect(eq(dbl, s.costly[i].choice.loss.mean, right[i].loss), "%zu", i);
        cr_expect(eq(dbl, s.costly[i].best_value, 5));
        cr_expect(eq(dbl, s.costly[i].taken_value, 3));
    }
    dom_analysis_summary_clear(&s);
}

/* Adds the sets of a tournament in which anna played with this version. */
static void fill_version(dom_analysis_summary *s, const char *version, double skill)
{
    one_round r;
    dom_store_bot both[2] = {{.name = "anna"}, bots[1]};
    dom_store_tournament t = tournament;
    t.bots = both;
    t.id = version[0];
    (void)snprintf(both[0].version, sizeof both[0].version, "%s", version);
    for (uint64_t n = 1; n <= 2 * SETS; n++) {
        dom_store_match m = match_of(n);
        m.tournament = t.id;
        dom_analysis_match values = values_of(&r, skill * skills[n - 1], 1, false);
        cr_assert(eq(int, dom_analysis_summary_add(s, &t, &m, &values, NULL), DOM_OK));
    }
}

static const dom_analysis_bot *version_of(const dom_analysis_summary *s, const char *version)
{
    for (size_t i = 0; i < s->bot_count; i++)
        if (strcmp(s->bot[i].version, version) == 0)
            return &s->bot[i];
    return NULL;
}

Test(analysis_summary, versions_are_in_the_order_in_which_they_came)
{
    dom_analysis_summary s = {.costliest_max = 0};
    fill_version(&s, "c", 1);
    fill_version(&s, "a", 2);
    fill_version(&s, "b", 1);
    dom_analysis_summary_end(&s);
    const dom_analysis_bot *a = version_of(&s, "a"), *b = version_of(&s, "b"),
                           *c = version_of(&s, "c");
    cr_expect(eq(ptr, (void *)dom_analysis_version_before(&s, c), NULL));
    cr_expect(eq(ptr, (void *)dom_analysis_version_before(&s, a), (void *)c));
    cr_expect(eq(ptr, (void *)dom_analysis_version_before(&s, b), (void *)a));
    cr_expect(eq(ptr, (void *)dom_analysis_version_before(&s, version_of(&s, "02")), NULL));
    dom_analysis_change change = dom_analysis_change_of(&c->skill_of_round, &a->skill_of_round);
    double width = dom_analysis_half_width(&c->skill_of_round);
    cr_expect(lt(dbl, fabs(change.mean - 2), 1e-12), "from 2 to 4 a round");
    cr_expect(lt(dbl, fabs(change.half_width - width * sqrt(1 + 2 * 2)), 1e-9));
    dom_analysis_summary_clear(&s);
}

Test(analysis_summary, one_set_has_no_interval)
{
    one_round r;
    dom_analysis_summary s = {.costliest_max = 0};
    dom_store_match m = match_of(1);
    dom_analysis_match values = values_of(&r, 1, 1, false);
    cr_assert(eq(int, dom_analysis_summary_add(&s, &tournament, &m, &values, NULL), DOM_OK));
    dom_analysis_summary_end(&s);
    cr_expect(eq(int, isinf(dom_analysis_half_width(&s.bot[0].skill_of_round)) != 0, 1));
    cr_expect(zero(sz, s.costly_count));
    dom_analysis_summary_clear(&s);
}
