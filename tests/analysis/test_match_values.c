/* The values of whole matches: the accounts add up in every variant, and what has no value is
 * left out. */
#include "../record/played.h"
#include "../tools/nightly.h"
#include "analysis/match_values.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <math.h>

static played p;
static dom_analysis_workbench bench;
static const dom_analysis_plan plan = {.worlds = 4};

static dom_analysis_match value_by(const dom_record_match *record, const dom_analysis_plan *by)
{
    dom_analysis_match m = {.choice_count = 0};
    dom_err err = {.text = ""};
    dom_rc rc = dom_analysis_match_values(&m, &bench, record, by, NULL, &err);
    cr_assert(eq(int, rc, DOM_OK), "%s", err.text);
    return m;
}

static dom_analysis_match value_of(const dom_record_match *record)
{
    return value_by(record, &plan);
}

/* Adds up what the choices say of a seat in a round. Returns how many they are. */
static int add_choices(const dom_analysis_match *m, const dom_analysis_round *r, double *skill,
                       double *loss)
{
    int count = 0;
    for (size_t i = 0; i < m->choice_count; i++) {
        const dom_analysis_choice *c = &m->choice[i];
        if (c->round != r->round || c->seat != r->seat)
            continue;
        *skill += c->skill.mean;
        *loss += c->loss.mean;
        count++;
    }
    return count;
}

static void check_accounts(const dom_analysis_match *m, int seats)
{
    double of_round = 0;
    for (size_t i = 0; i < m->round_count; i++) {
        const dom_analysis_round *r = &m->round[i];
        double skill = 0, loss = 0;
        of_round = r->seat == 0 ? r->result : of_round + r->result;
        cr_expect(lt(dbl, fabs(r->expectation + r->luck + r->skill - r->result), 1e-9));
        cr_expect(eq(int, add_choices(m, r, &skill, &loss), r->choices));
        cr_expect(lt(dbl, fabs(skill - r->skill), 1e-9));
        cr_expect(lt(dbl, fabs(loss - r->loss), 1e-9));
        cr_expect(zero(int, r->skipped));
    }
    cr_expect(zero(sz, m->round_count % (size_t)seats));
}

static void check_choices(const dom_analysis_match *m)
{
    for (size_t i = 0; i < m->choice_count; i++) {
        const dom_analysis_choice *c = &m->choice[i];
        const double *value = &m->value[c->first];
        cr_expect(lt(int, c->taken, c->actions));
        cr_expect(ge(int, c->actions, 2));
        for (int a = 0; a < c->actions; a++)
            cr_expect(le(dbl, value[a], value[c->best]));
        cr_expect(lt(dbl, fabs(value[c->taken] - c->of_choice - c->skill.mean), 1e-9));
        cr_expect(eq(int, c->taken == c->best || c->fact.kind < DOM_ANALYSIS_FACTS, 1));
    }
}

Test(analysis_match_values, result_is_expectation_and_luck_and_skill_in_every_variant)
{
    for (size_t v = 0; v < dom_variant_count(); v++) {
        dom_variant variant = dom_variant_at(v);
        played_play(&p, variant.name, 7, 0, 0, 0);
        dom_record_match record = played_record(&p);
        dom_analysis_match m = value_of(&record);
        cr_assert(eq(sz, m.round_count, (size_t)(p.table.match.round * variant.options.players)));
        cr_expect(zero(int, m.rounds_left_out));
        check_accounts(&m, variant.options.players);
        check_choices(&m);
        dom_analysis_match_clear(&m);
    }
}

/* Compares a round that is divided by causes with the same one that is not. */
static void check_causes(const dom_analysis_round *r, const dom_analysis_round *whole,
                         const dom_options *o, const char *variant)
{
    double sum = r->deal_luck;
    for (int c = 0; c < DOM_SEARCH_CAUSES; c++) {
        sum += r->caused[c];
        cr_expect(zero(dbl, whole->caused[c]));
    }
    cr_expect(lt(dbl, fabs(sum - r->luck), 1e-9), "%s: %f, not %f", variant, sum, r->luck);
    cr_expect(lt(dbl, fabs(r->luck - whole->luck), 1e-9), "%s", variant);
    cr_expect(eq(dbl, r->deal_luck, whole->deal_luck), "%s", variant);
    cr_expect(eq(dbl, r->skill, whole->skill), "%s", variant);
    if (!o->teams)
        cr_expect(zero(dbl, r->caused[DOM_SEARCH_PARTNER]), "%s", variant);
    if (!dom_options_may_draw(o))
        cr_expect(zero(dbl, r->caused[DOM_SEARCH_STOCK]), "%s", variant);
}

Test(analysis_match_values, causes_divide_the_luck_exactly_and_change_nothing_else)
{
    static const dom_analysis_plan usual = {.worlds = 2};
    static const dom_analysis_plan by_cause = {.worlds = 2, .has_causes = true};
    bool has_some[DOM_SEARCH_CAUSES] = {false};
    for (size_t v = 0; v < dom_variant_count(); v++) {
        dom_variant variant = dom_variant_at(v);
        played_play(&p, variant.name, 7, 0, 0, 0);
        dom_record_match record = played_record(&p);
        dom_analysis_match whole = value_by(&record, &usual);
        dom_analysis_match m = value_by(&record, &by_cause);
        cr_assert(eq(sz, m.round_count, whole.round_count));
        for (size_t i = 0; i < m.round_count; i++) {
            check_causes(&m.round[i], &whole.round[i], &variant.options, variant.name);
            for (int c = 0; c < DOM_SEARCH_CAUSES; c++)
                has_some[c] |= m.round[i].caused[c] != 0;
        }
        for (size_t i = 0; i < m.choice_count; i++)
            cr_expect(lt(dbl, fabs(m.choice[i].luck - whole.choice[i].luck), 1e-9));
        for (size_t i = 0; i < m.value_count; i++)
            cr_expect(eq(dbl, m.value[i], whole.value[i]));
        dom_analysis_match_clear(&whole);
        dom_analysis_match_clear(&m);
    }
    for (int c = 0; c < DOM_SEARCH_CAUSES; c++)
        cr_expect(has_some[c], "%s", dom_search_cause_word((dom_search_cause)c));
}

/* Adds up the open losses of a seat in a round. */
static void check_open_round(const dom_analysis_match *m, const dom_analysis_round *r)
{
    int solved = 0;
    double loss = 0;
    for (size_t i = 0; i < m->choice_count; i++) {
        const dom_analysis_choice *c = &m->choice[i];
        if (c->round != r->round || c->seat != r->seat)
            continue;
        cr_expect(le(dbl, 0, c->open.loss));
        solved += c->open.is_solved;
        loss += c->open.loss;
    }
    cr_expect(eq(int, solved, r->open_solved));
    cr_expect(eq(dbl, loss, r->open_loss));
}

Test(analysis_match_values, open_losses_are_beside_all_else_in_every_variant)
{
    static const dom_analysis_plan usual = {.worlds = 2};
    static const dom_analysis_plan open = {.worlds = 2, .open_positions = 1024};
    size_t solved = 0, lost = 0;
    for (size_t v = 0; v < dom_variant_count(); v++) {
        dom_variant variant = dom_variant_at(v);
        played_play(&p, variant.name, 7, 0, 0, 0);
        dom_record_match record = played_record(&p);
        dom_analysis_match without = value_by(&record, &usual);
        dom_analysis_match m = value_by(&record, &open);
        cr_assert(eq(sz, m.choice_count, without.choice_count));
        for (size_t i = 0; i < m.choice_count; i++) {
            cr_expect(eq(dbl, m.choice[i].loss.mean, without.choice[i].loss.mean));
            cr_expect(not(without.choice[i].open.is_solved));
            solved += m.choice[i].open.is_solved;
            lost += m.choice[i].open.loss > 0;
        }
        for (size_t i = 0; i < m.round_count; i++) {
            cr_expect(eq(dbl, m.round[i].luck, without.round[i].luck));
            check_open_round(&m, &m.round[i]);
        }
        dom_analysis_match_clear(&without);
        dom_analysis_match_clear(&m);
    }
    cr_expect(lt(sz, 1000, solved));
    cr_expect(lt(sz, 100, lost));
}

/* The steps are those of replays: at each of them the seat chose this action. */
typedef struct {
    const dom_analysis_match *m;
    uint32_t steps;
    size_t found;
} step_check;

static void check_step(void *context, const dom_table *table, const dom_table_effect *effect)
{
    step_check *s = context;
    (void)table;
    s->steps += dom_record_is_step(effect);
    if (effect->kind != DOM_TABLE_FX_EVENT || effect->why != DOM_TABLE_WHY_CHOSEN)
        return;
    const dom_analysis_choice *c = &s->m->choice[s->found++];
    cr_expect(eq(u32, c->step, s->steps));
    cr_expect(eq(int, c->seat, effect->seat));
    cr_expect(eq(int, s->m->action[c->first + c->taken].tile, effect->action.tile));
}

Test(analysis_match_values, choices_have_the_steps_of_replays)
{
    static dom_table again;
    played_play(&p, "draw-3", 3, 0, 0, 0);
    dom_record_match record = played_record(&p);
    dom_analysis_match m = value_of(&record);
    step_check s = {.m = &m};
    cr_assert(eq(int, dom_record_replay(&record, &again, check_step, &s, NULL), DOM_OK));
    cr_expect(eq(sz, s.found, m.choice_count));
    dom_analysis_match_clear(&m);
}

/* In the nightly run more than 65,536 actions. */
Test(analysis_match_values, a_long_match_has_all_its_actions)
{
    static const dom_analysis_plan few = {.worlds = 2};
    dom_options *o;
    played_begin(&p, "draw-2", "rounds", in_nightly(200, 10) == 200 ? "200" : "10", 1, 0);
    o = &p.variant.options;
    o->target = 0;
    o->set_max = 12;
    o->hand = 20;
    o->reserve = 0;
    cr_assert(eq(int, dom_options_check(o, NULL), DOM_OK));
    dom_record_decisions_clear(&p.decisions);
    dom_table_start(&p.table, o, 0);
    played_run(&p);
    while (p.table.state == DOM_TABLE_ASKING) {
        dom_table_answer(&p.table, p.table.match.play.turn, (uint32_t)p.table.legal_count - 1, 1);
        played_run(&p);
    }
    dom_record_match record = played_record(&p);
    dom_analysis_match m = {.choice_count = 0};
    cr_assert(eq(int, dom_analysis_match_values(&m, &bench, &record, &few, NULL, NULL), DOM_OK));
    cr_assert(lt(sz, (size_t)in_nightly(65536, 3000), m.action_count));
    size_t first = 0;
    for (size_t i = 0; i < m.choice_count; i++) {
        cr_assert(eq(sz, m.choice[i].first, first));
        first += m.choice[i].actions;
    }
    cr_expect(eq(sz, first, m.action_count));
    dom_analysis_match_clear(&m);
}

Test(analysis_match_values, a_round_that_a_fault_ended_is_left_out)
{
    played_play(&p, "block-2", 3, 0, 0, 12);
    dom_record_match record = played_record(&p);
    cr_assert(eq(int, record.end, DOM_FAULT_CRASH));
    dom_analysis_match m = value_of(&record);
    cr_expect(eq(int, m.rounds_left_out, 1));
    cr_expect(eq(sz, m.round_count, 2u * (size_t)(p.table.match.round - 1)));
    check_accounts(&m, 2);
    dom_analysis_match_clear(&m);
}

Test(analysis_match_values, what_was_played_for_a_late_bot_is_no_choice_of_it)
{
    int skipped = 0;
    played_play(&p, "block-2", 3, 1000, 4, 0);
    dom_record_match record = played_record(&p);
    dom_analysis_match m = value_of(&record);
    for (size_t i = 0; i < m.round_count; i++) {
        const dom_analysis_round *r = &m.round[i];
        skipped += r->skipped;
        cr_expect(lt(dbl, fabs(r->expectation + r->luck + r->skill - r->result), 1e-9));
    }
    cr_expect(eq(int, skipped, (int)(p.decision_count - m.choice_count)));
    cr_expect(lt(int, 10, skipped));
    dom_analysis_match_clear(&m);
}

Test(analysis_match_values, it_can_be_told_to_stop)
{
    dom_analysis_match m = {.choice_count = 0};
    atomic_bool stop = true;
    played_play(&p, "block-2", 3, 0, 0, 0);
    dom_record_match record = played_record(&p);
    cr_expect(eq(int, dom_analysis_match_values(&m, &bench, &record, &plan, &stop, NULL),
                 DOM_E_INTERRUPTED));
    dom_analysis_match_clear(&m);
}

Test(analysis_match_values, the_same_match_has_the_same_values_after_another_one)
{
    played_play(&p, "block-2", 3, 0, 0, 0);
    dom_record_match record = played_record(&p);
    dom_analysis_match first = value_of(&record);
    static played other;
    played_play(&other, "draw-2", 4, 0, 0, 0);
    dom_record_match other_record = played_record(&other);
    dom_analysis_match between = value_of(&other_record);
    dom_analysis_match again = value_of(&record);
    cr_assert(eq(sz, again.value_count, first.value_count));
    for (size_t i = 0; i < first.value_count; i++)
        cr_expect(eq(dbl, again.value[i], first.value[i]));
    cr_expect(eq(dbl, again.round[0].expectation, first.round[0].expectation));
    dom_analysis_match_clear(&first);
    dom_analysis_match_clear(&between);
    dom_analysis_match_clear(&again);
}
