/* Rounds divided into luck and skill. The players are simulated, so it is known how much skill they
 * have on average. */
#include "search/account.h"

#include "../rules/playout.h"
#include "scene.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <math.h>

#include "rules/variant.h"

enum { SEATS_ASKED = 2 /* of each round, the first ones */ };

/* What was added up over rounds. */
typedef struct {
    double sum, squares;
    int count;
} tally;

/* A match whose rounds are divided. */
typedef struct {
    bool random_player; /* seat 0 plays any action; all others play by the policy */
    dom_search_value_plan plan;
    dom_search_account account[SEATS_ASKED];
    double expectation;
    double luck[SEATS_ASKED], skill[SEATS_ASKED]; /* added up from the rows */
    tally skills[SEATS_ASKED];                    /* of choices */
    tally lucks;                                  /* after a choice, of all seats */
    tally losses[SEATS_ASKED];
    int rounds;
    dom_random random;
} division;

static void add(tally *t, double value)
{
    t->sum += value;
    t->squares += value * value;
    t->count++;
}

/* Returns the mean in standard errors. */
static double deviation_of(tally t)
{
    double mean = t.sum / t.count;
    return mean / sqrt((t.squares / t.count - mean * mean) / t.count);
}

static void note_choice(division *d, const dom_match *match, int taken)
{
    static dom_view view;
    static dom_search_belief belief;
    static dom_search_values values;
    dom_err err;
    int seat = match->play.turn;
    dom_search_account *account = &d->account[seat];
    dom_view_of(&view, match, seat);
    cr_assert(eq(int, dom_search_belief_of(&belief, &view, &match->options, &err), DOM_OK), "%s",
              err.text);
    d->plan.seed = dom_random_bits(&d->random);
    if (dom_search_values_of(&values, &belief, &d->plan) != DOM_OK) {
        dom_search_account_skip(account);
        return;
    }
    bool is_first = account->choices == 0;
    dom_search_account_row row = dom_search_account_choose(account, &values, taken);
    d->luck[seat] += row.luck;
    d->skill[seat] += row.skill.mean;
    add(&d->skills[seat], row.skill.mean);
    add(&d->losses[seat], row.loss.mean);
    if (!is_first)
        add(&d->lucks, row.luck);
}

/* Takes an action by the policy, or any. Returns its index. */
static int pick(division *d, const dom_search_choice *choice, int seat)
{
    bool is_random = (d->random_player && seat == 0) || dom_random_below(&d->random, 10) == 0;
    return is_random ? dom_random_below(&d->random, choice->count) : choice->preferred;
}

static void play_round(division *d, dom_match *match)
{
    dom_search_choice choice;
    for (int s = 0; s < SEATS_ASKED; s++) {
        dom_search_account_begin(&d->account[s], d->expectation);
        d->luck[s] = d->skill[s] = 0;
    }
    while (match->play.end == DOM_END_NONE) {
        if (dom_match_force(match))
            continue;
        dom_search_choice_of(&choice, &match->play);
        int taken = pick(d, &choice, match->play.turn);
        if (match->play.turn < SEATS_ASKED)
            note_choice(d, match, taken);
        dom_match_make(match, choice.action[taken]);
    }
}

/* The result is what the seat expected, its luck and its skill. */
static void end_round(division *d, const dom_match *match, const char *name)
{
    for (int s = 0; s < SEATS_ASKED; s++) {
        dom_search_account *account = &d->account[s];
        double result = (double)dom_search_worth(&match->play, s);
        result /= dom_side_count(&match->options) - 1;
        double last = dom_search_account_end(account, result);
        d->luck[s] += last;
        if (account->choices > 0)
            add(&d->lucks, last);
        double sum = d->expectation + d->luck[s] + d->skill[s];
        cr_expect(lt(dbl, fabs(sum - result), 1e-9), "%s, seat %d: %f, not %f", name, s, sum,
                  result);
        cr_expect(lt(dbl, fabs(account->luck - d->luck[s]), 1e-9));
        cr_expect(lt(dbl, fabs(account->skill - d->skill[s]), 1e-9));
    }
    d->rounds++;
}

static void divide(division *d, const dom_variant *variant, int rounds)
{
    static dom_match match;
    static dom_deal deal;
    chance c = {d->random.state};
    while (d->rounds < rounds) {
        dom_match_init(&match, &variant->options);
        while (d->rounds < rounds && !match.over) {
            any_deal(&deal, &variant->options, dom_match_lead(&match), &c);
            dom_match_deal(&match, &deal);
            play_round(d, &match);
            end_round(d, &match, variant->name);
            dom_match_settle(&match);
        }
    }
}

Test(search_account, luck_and_skill_add_up_to_the_result_in_every_variant)
{
    for (size_t i = 0; i < dom_variant_count(); i++) {
        division d = {.plan = {.worlds = 4}, .expectation = 1.5, .random = {i}};
        dom_variant variant = dom_variant_at(i);
        divide(&d, &variant, 3);
        int choices = d.skills[0].count + d.skills[1].count;
        cr_expect(ge(int, choices, 1), "%s", variant.name);
    }
}

static dom_variant block_2(void)
{
    dom_variant variant;
    dom_err err;
    cr_assert(eq(int, dom_variant_find(&variant, "block-2", &err), DOM_OK));
    return variant;
}

/* The values are those of the policy, so a seat that plays by it has no skill on average, and what
 * happens after its choices changes nothing on average. That is not so if all worlds count the
 * same, as if the others played by chance. The seeds are fixed. */
Test(search_account, the_policy_has_no_skill_and_no_luck_on_average)
{
    division weighted = {.plan = {.worlds = 20}, .random = {11}};
    division uniform = {.plan = {.worlds = 20, .is_uniform = true}, .random = {11}};
    dom_variant variant = block_2();
    divide(&weighted, &variant, 2000);
    divide(&uniform, &variant, 2000);
    for (int s = 0; s < SEATS_ASKED; s++)
        cr_expect(lt(dbl, fabs(deviation_of(weighted.skills[s])), 3), "seat %d", s);
    cr_expect(lt(dbl, fabs(deviation_of(weighted.lucks)), 3), "%f", deviation_of(weighted.lucks));
    cr_expect(lt(dbl, deviation_of(uniform.lucks), -3), "%f", deviation_of(uniform.lucks));
}

Test(search_account, a_random_player_has_less_skill_than_the_policy)
{
    division d = {.plan = {.worlds = 20}, .random_player = true, .random = {12}};
    dom_variant variant = block_2();
    divide(&d, &variant, 400);
    double random = d.losses[0].sum / d.losses[0].count;
    double policy = d.losses[1].sum / d.losses[1].count;
    cr_expect(lt(dbl, deviation_of(d.skills[0]), -4), "%f", deviation_of(d.skills[0]));
    cr_expect(lt(dbl, policy, random), "%f and %f", policy, random);
}

/* Luck before the first choice has no cause, later it has the cause that is set. */
Test(search_account, luck_after_the_first_choice_has_a_cause)
{
    static dom_search_values values = {
        .choice = {.count = 1},
        .worlds = {.count = 2, .weight = {1, 1}, .first_copy = {0, 1}},
        .result = {{3}, {3}}};
    dom_search_account a;
    dom_search_account_begin(&a, 0);
    dom_search_account_reach(&a, 1);
    cr_assert(eq(dbl, dom_search_account_choose(&a, &values, 0).luck, 3));
    dom_search_account_reach(&a, 4); /* others: +1 */
    a.cause = DOM_SEARCH_STOCK;
    dom_search_account_reach(&a, 2); /* stock: -2 */
    a.cause = DOM_SEARCH_PARTNER;
    cr_assert(eq(dbl, dom_search_account_choose(&a, &values, 0).luck, 0)); /* partner: +1 */
    cr_assert(eq(dbl, dom_search_account_end(&a, 7), 4));                  /* others: +4 */
    cr_assert(eq(dbl, a.caused[DOM_SEARCH_STOCK], -2));
    cr_assert(eq(dbl, a.caused[DOM_SEARCH_PARTNER], 1));
    cr_assert(eq(dbl, a.caused[DOM_SEARCH_OTHERS], 5));
    cr_assert(eq(dbl, a.luck, 7));
}

Test(search_account, a_choice_without_worlds_and_a_round_without_choices_are_luck)
{
    dom_search_account account;
    dom_search_account_begin(&account, 2);
    dom_search_account_skip(&account);
    cr_assert(eq(int, account.skipped, 1));
    cr_assert(eq(int, account.choices, 0));
    cr_assert(eq(dbl, dom_search_account_end(&account, -5), -7));
    cr_assert(eq(dbl, account.luck, -7));
    cr_assert(eq(dbl, account.skill, 0));
}
