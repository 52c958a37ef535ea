#include "analysis/match_values.h"

#include "base/vec.h"

#include <stdlib.h>
#include <string.h>

/* A match that is being valued. */
typedef struct {
    dom_analysis_match *out;
    dom_analysis_workbench *bench;
    const dom_record_match *record;
    const dom_analysis_plan *plan;
    const atomic_bool *stop;
    dom_rc rc;
    uint32_t steps; /* so far */
    uint16_t round; /* from 1 */
    size_t choices; /* before the round: what is left if it has no result */
    size_t actions;
    int32_t score[DOM_SEATS_MAX]; /* before the round */
    dom_search_account account[DOM_SEATS_MAX];
    dom_analysis_round of_seat[DOM_SEATS_MAX];
    bool is_begun[DOM_SEATS_MAX]; /* the account */
} valuing;

/* ---- the expectation before the deal -------------------------------------------------------- */

static void know_options(dom_analysis_workbench *bench, const dom_options *options)
{
    if (memcmp(&bench->options, options, sizeof *options) == 0)
        return;
    bench->options = *options;
    memset(bench->is_known, 0, sizeof bench->is_known);
}

static const dom_search_expectation *expected(dom_analysis_workbench *bench, dom_lead rule)
{
    if (!bench->is_known[rule])
        (void)dom_search_expectation_of(&bench->expectation[rule], &bench->options, rule, 1);
    bench->is_known[rule] = true;
    return &bench->expectation[rule];
}

/* Returns true if the match could end with the round: no other follows, or a side is within twice a
 * usual result of the target. */
static bool is_near_end(const valuing *v, double size)
{
    const dom_options *o = v->record->options;
    bool is_last = o->rounds > 0 && v->round >= o->rounds;
    for (int s = 0; s < o->players; s++)
        is_last |= o->target > 0 && v->score[s] + 2 * size >= o->target;
    return is_last;
}

/* Begins the account of a seat, as soon as it is known who leads. */
static void begin_account(valuing *v, const dom_round *round, int seat)
{
    const dom_search_expectation *e = expected(v->bench, (dom_lead)round->lead_rule);
    double expectation = e->seat[dom_search_distance(round, seat)].mean;
    dom_search_account_begin(&v->account[seat], expectation);
    v->of_seat[seat] = (dom_analysis_round){.round = v->round,
                                            .seat = (uint8_t)seat,
                                            .is_near_end = is_near_end(v, e->size),
                                            .expectation = expectation};
    v->is_begun[seat] = true;
}

/* ---- choices -------------------------------------------------------------------------------- */

/* Returns a number for the random numbers of a choice. It depends on the match and the step alone,
 * so the same choice gets the same values again. */
static uint64_t seed_of(const valuing *v)
{
    dom_random random = {.state = v->record->match << 32 ^ v->steps};
    return dom_random_bits(&random);
}

static bool estimate(valuing *v)
{
    dom_analysis_workbench *b = v->bench;
    dom_search_value_plan plan = {.worlds = v->plan->worlds, .seed = seed_of(v)};
    return dom_search_belief_of(&b->belief, &b->view, v->record->options, NULL) == DOM_OK &&
           dom_search_values_of(&b->values, &b->belief, &plan) == DOM_OK;
}

static int index_of(const dom_search_choice *choice, dom_action action)
{
    for (int i = 0; i < choice->count; i++)
        if (memcmp(&choice->action[i], &action, sizeof action) == 0)
            return i;
    return -1;
}

/* Adds the actions with their values. Returns the index of the best one, -1 without memory. */
static int add_actions(dom_analysis_match *m, const dom_search_values *values)
{
    size_t first = m->value_count;
    int best = 0;
    for (int i = 0; i < values->choice.count; i++) {
        dom_action *action = dom_vec_add(m->action, m->action_count, m->action_room);
        double *value = dom_vec_add(m->value, m->value_count, m->value_room);
        if (!action || !value)
            return -1;
        *action = values->choice.action[i];
        *value = dom_search_value_of_action(values, i).mean;
        best = *value > m->value[first + (size_t)best] ? i : best;
    }
    return best;
}

/* Finds what the choice lost with all hands seen. */
static void look_openly(valuing *v, dom_analysis_choice *c)
{
    dom_analysis_workbench *b = v->bench;
    c->open =
        dom_analysis_open_loss_of(&b->open, &b->asked, v->round, c->taken, v->plan->open_positions);
    v->of_seat[c->seat].open_solved += c->open.is_solved;
    v->of_seat[c->seat].open_loss += c->open.loss;
}

static void add_choice(valuing *v, int taken)
{
    dom_analysis_match *m = v->out;
    const dom_view *view = &v->bench->view;
    const dom_search_values *values = &v->bench->values;
    const dom_search_choice *choice = &values->choice;
    size_t first = m->action_count;
    int seat = view->seat;
    int best = add_actions(m, values);
    dom_analysis_choice *added = dom_vec_add(m->choice, m->choice_count, m->choice_room);
    if (best < 0 || !added) {
        v->rc = DOM_E_NOMEM;
        return;
    }
    dom_search_account_row row = dom_search_account_choose(&v->account[seat], values, taken);
    *added = (dom_analysis_choice){.step = v->steps,
                                   .round = v->round,
                                   .seat = (uint8_t)seat,
                                   .first = (uint32_t)first,
                                   .actions = (uint8_t)choice->count,
                                   .taken = (uint8_t)taken,
                                   .best = (uint8_t)best,
                                   .reference = (uint8_t)choice->preferred,
                                   .luck = row.luck,
                                   .of_choice = row.of_choice.mean,
                                   .skill = row.skill,
                                   .loss = row.loss,
                                   .effective_worlds = row.effective_worlds,
                                   .hand = view->hand,
                                   .end_count = view->end_count};
    memcpy(added->end, view->ends, sizeof added->end);
    if (taken != best)
        added->fact = dom_analysis_fact_of(view, v->record->options, choice->action[taken],
                                           choice->action[best]);
    if (v->of_seat[seat].choices++ == 0)
        v->of_seat[seat].deal_luck = row.luck;
    v->of_seat[seat].loss += row.loss.mean;
    dom_search_witness_choose(&v->bench->witness[seat]);
    if (v->plan->open_positions > 0)
        look_openly(v, added);
}

/* The seat on turn, whose view was kept, did something. */
static void note_decision(valuing *v, const dom_table *table, const dom_table_effect *effect)
{
    int seat = effect->seat;
    if (effect->why == DOM_TABLE_WHY_FORCED)
        return;
    if (!v->is_begun[seat])
        begin_account(v, &table->match.play, seat);
    int taken = -1;
    if (effect->why == DOM_TABLE_WHY_CHOSEN && estimate(v))
        taken = index_of(&v->bench->values.choice, effect->action);
    if (taken >= 0) {
        add_choice(v, taken);
    } else {
        dom_search_account_skip(&v->account[seat]);
        v->of_seat[seat].skipped++;
    }
}

/* Lets all seats see what happened. */
static void witness_event(valuing *v, const dom_match *match, const dom_event *event)
{
    dom_analysis_workbench *b = v->bench;
    dom_search_eye eye = {
        .belief = &b->belief,
        .values = &b->values,
        .plan = {.worlds = v->plan->worlds, .seed = ~(v->record->match << 32 ^ v->round)}};
    for (int s = 0; s < match->options.players; s++)
        dom_search_witness_see(&b->witness[s], &v->account[s], match, event, &eye);
}

/* ---- rounds --------------------------------------------------------------------------------- */

static void begin_round(valuing *v, const dom_match *match)
{
    v->round++;
    v->choices = v->out->choice_count;
    v->actions = v->out->action_count;
    memcpy(v->score, match->score, sizeof v->score);
    memset(v->is_begun, 0, sizeof v->is_begun);
    for (int s = 0; s < match->options.players; s++) {
        v->account[s].choices = 0;
        dom_search_witness_begin(&v->bench->witness[s], s);
    }
}

static void end_account(valuing *v, const dom_round *round, int seat)
{
    dom_analysis_match *m = v->out;
    dom_analysis_round *added = dom_vec_add(m->round, m->round_count, m->round_room);
    if (!added) {
        v->rc = DOM_E_NOMEM;
        return;
    }
    if (!v->is_begun[seat])
        begin_account(v, round, seat);
    double result = dom_search_result(round, seat);
    double last = dom_search_account_end(&v->account[seat], result);
    *added = v->of_seat[seat];
    added->luck = v->account[seat].luck;
    added->skill = v->account[seat].skill;
    if (v->plan->has_causes)
        memcpy(added->caused, v->account[seat].caused, sizeof added->caused);
    added->result = result;
    if (added->choices == 0)
        added->deal_luck = last;
}

/* Removes what a round brought that has no result. */
static void drop_round(valuing *v)
{
    v->out->choice_count = v->choices;
    v->out->action_count = v->out->value_count = v->actions;
    v->out->rounds_left_out++;
}

static void visit(void *context, const dom_table *table, const dom_table_effect *effect)
{
    valuing *v = context;
    if (v->stop && atomic_load(v->stop))
        v->rc = DOM_E_INTERRUPTED;
    if (v->rc != DOM_OK)
        return;
    if (dom_record_is_step(effect))
        v->steps++;
    switch (effect->kind) {
    case DOM_TABLE_FX_DEAL:
        begin_round(v, &table->match);
        break;
    case DOM_TABLE_FX_ASK:
        dom_view_of(&v->bench->view, &table->match, effect->seat);
        v->bench->asked = table->match.play;
        break;
    case DOM_TABLE_FX_EVENT:
        note_decision(v, table, effect);
        if (v->plan->has_causes)
            witness_event(v, &table->match, &effect->event);
        break;
    case DOM_TABLE_FX_ROUND:
        for (int s = 0; s < v->record->options->players; s++)
            end_account(v, &table->match.play, s);
        break;
    case DOM_TABLE_FX_FAULT:
        if (!effect->tolerated && v->round > 0)
            drop_round(v);
        break;
    case DOM_TABLE_FX_SETTLED:
        break;
    }
}

dom_rc dom_analysis_match_values(dom_analysis_match *out, dom_analysis_workbench *bench,
                                 const dom_record_match *record, const dom_analysis_plan *plan,
                                 const atomic_bool *stop, dom_err *err)
{
    valuing v = {.out = out, .bench = bench, .record = record, .plan = plan, .stop = stop};
    know_options(bench, record->options);
    dom_analysis_open_begin(&bench->open);
    dom_rc rc = dom_record_replay(record, &bench->table, visit, &v, err);
    if (rc == DOM_OK && v.rc == DOM_E_NOMEM)
        return dom_err_no_memory(err);
    return rc == DOM_OK ? v.rc : rc;
}

const dom_analysis_choice *dom_analysis_choice_at(const dom_analysis_match *match, uint32_t step)
{
    for (size_t i = 0; i < match->choice_count; i++)
        if (match->choice[i].step == step)
            return &match->choice[i];
    return NULL;
}

bool dom_analysis_is_mistake(const dom_analysis_choice *choice)
{
    double loss = choice->loss.mean;
    return loss >= 1 && loss * loss > 1.96 * 1.96 * choice->loss.variance;
}

int dom_analysis_next_best(const dom_analysis_match *match, const dom_analysis_choice *choice,
                           const bool shown[static DOM_ACTIONS_MAX])
{
    const double *value = &match->value[choice->first];
    int best = -1;
    for (int i = 0; i < choice->actions; i++)
        if (!shown[i] && (best < 0 || value[i] > value[best]))
            best = i;
    return best;
}

/* Returns a copy of items, NULL without memory. */
static void *copy_of(const void *items, size_t count, size_t size)
{
    void *copy = malloc(count * size + 1);
    if (copy && count > 0)
        memcpy(copy, items, count * size);
    return copy;
}

dom_rc dom_analysis_match_copy(dom_analysis_match *to, const dom_analysis_match *from, dom_err *err)
{
    *to = *from;
    to->choice = copy_of(from->choice, from->choice_count, sizeof *from->choice);
    to->round = copy_of(from->round, from->round_count, sizeof *from->round);
    to->action = copy_of(from->action, from->action_count, sizeof *from->action);
    to->value = copy_of(from->value, from->value_count, sizeof *from->value);
    to->choice_room = from->choice_count;
    to->round_room = from->round_count;
    to->action_room = from->action_count;
    to->value_room = from->value_count;
    bool good = to->choice && to->round && to->action && to->value;
    return good ? DOM_OK : dom_err_no_memory(err);
}

void dom_analysis_match_clear(dom_analysis_match *match)
{
    free(match->choice);
    free(match->round);
    free(match->action);
    free(match->value);
    *match = (dom_analysis_match){.choice_count = 0};
}
