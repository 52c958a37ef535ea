#include "results/match_reader.h"

#include "base/text.h"
#include "protocol/message.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const dom_store_stage *dom_results_stage_of(const dom_store_tournament *t, uint64_t set)
{
    uint32_t first = t->stage_count - 1u;
    while (first > 0 && t->stages[first].first_set > set)
        first--;
    return &t->stages[dom_schedule_plan_stage_of(t->moves, t->move_count, (uint32_t)set, first)];
}

dom_results_stage_words dom_results_stage_words_of(const dom_store_tournament *t, int stage)
{
    dom_results_stage_words words = {.text = ""};
    dom_text text = dom_text_of(words.text, sizeof words.text - 3);
    if (t->stages[stage].sets > 0 && t->stages[stage].first_set > 1) {
        dom_text_add(&text, " from set ");
        dom_text_add_int(&text, t->stages[stage].first_set);
        dom_text_add(&text, " on");
    }
    const char *before = " of sets ";
    for (size_t i = 0; i < t->move_count && !text.cut; i++) {
        const dom_schedule_plan_move *move = &t->moves[i];
        if (move->stage != (uint32_t)stage)
            continue;
        dom_text_add(&text, before);
        dom_text_add_int(&text, move->first_set);
        if (move->last_set > move->first_set) {
            dom_text_add(&text, "-");
            dom_text_add_int(&text, move->last_set);
        }
        before = ", ";
    }
    if (text.cut)
        dom_text_copy(text.at, sizeof "...", "...");
    return words;
}

dom_deal_secret dom_results_secret_of(const dom_store_stage *stage)
{
    dom_deal_secret secret;
    memcpy(secret.byte, stage->secret, sizeof secret.byte);
    return secret;
}

static void plan_with(const dom_store_tournament *t, const dom_config_stored *stored,
                      dom_schedule_plan *out)
{
    *out = (dom_schedule_plan){.kind = stored->kind,
                               .seeds = stored->seeds,
                               .mixes_partners = stored->mixes_partners,
                               .variant_count = t->variant_count,
                               .stage_count = t->stage_count};
    for (int i = 0; i < t->variant_count; i++)
        out->variant[i] =
            (dom_schedule_plan_variant){.seats = (uint8_t)t->variants[i].options.players,
                                        .teams = t->variants[i].options.teams != 0};
    for (int i = 0; i < t->stage_count; i++)
        out->stage[i] = (dom_schedule_plan_stage){.bots = t->stages[i].bots,
                                                  .old_bots = t->stages[i].old_bots,
                                                  .sets = t->stages[i].sets,
                                                  .rounds = t->stages[i].rounds};
    memcpy(out->sits_out, stored->sits_out, sizeof out->sits_out);
}

dom_rc dom_results_plan_of(const dom_store_tournament *t, dom_schedule_plan *out, dom_err *err)
{
    dom_config_stored stored;
    dom_rc rc = dom_config_stored_read(&stored, t, err);
    if (rc == DOM_OK)
        plan_with(t, &stored, out);
    return rc;
}

/* ---- plans with changes ---------------------------------------------------- */

dom_rc dom_results_changed_plan_read(dom_results_changed_plan *out, const dom_store_tournament *t,
                                     dom_err *err)
{
    *out = (dom_results_changed_plan){.changes = NULL};
    dom_rc rc = dom_results_plan_of(t, &out->plan, err);
    if (rc != DOM_OK)
        return rc;
    out->changes = calloc(t->change_count + 1, sizeof *out->changes);
    if (out->changes == NULL)
        return dom_err_no_memory(err);
    for (size_t i = 0; i < t->change_count; i++) {
        const dom_store_change *change = &t->changes[i];
        out->changes[i] =
            (dom_schedule_plan_change){.stage = change->stage,
                                       .entry = change->entry,
                                       .bot = change->bot,
                                       .is_absent = change->state != DOM_STORE_ENTRY_PLAYS};
    }
    out->plan.change_count = t->change_count;
    out->plan.change = out->changes;
    out->plan.move_count = t->move_count;
    out->plan.move = t->moves;
    return DOM_OK;
}

void dom_results_changed_plan_clear(dom_results_changed_plan *plan)
{
    free(plan->changes);
    *plan = (dom_results_changed_plan){.changes = NULL};
}

dom_rc dom_results_schedule_open(dom_schedule **out, const dom_store_tournament *t, dom_err *err)
{
    dom_results_changed_plan plan;
    *out = NULL;
    dom_rc rc = dom_results_changed_plan_read(&plan, t, err);
    if (rc == DOM_OK)
        rc = dom_schedule_open(out, &plan.plan, err);
    dom_results_changed_plan_clear(&plan);
    return rc;
}

dom_results_baseline dom_results_baseline_of(const dom_store_tournament *t)
{
    dom_results_baseline baseline;
    dom_config_stored stored;
    (void)dom_config_stored_read(&stored, t, NULL);
    dom_text_copy(baseline.text, sizeof baseline.text, stored.baseline);
    return baseline;
}

dom_record_match dom_results_record_of(const dom_store_tournament *t, const dom_store_match *m)
{
    const dom_store_stage *stage = dom_results_stage_of(t, m->set);
    dom_deal_secret secret = dom_results_secret_of(stage);
    dom_record_match r = {.tournament = t->name,
                          .match = m->match,
                          .set = m->set,
                          .rotation = m->rotation,
                          .attempt = m->attempt,
                          .variant = t->variants[m->variant].name,
                          .options = &t->variants[m->variant].options,
                          .end = m->end,
                          .fault_seat = m->fault_seat,
                          .started_ms = m->started_ms,
                          .duration_ms = m->duration_ms,
                          .sandbox = m->sandbox,
                          .is_revealed = stage->finished_ms != 0,
                          .decisions = m->decisions,
                          .decisions_bytes = m->decisions_bytes};
    dom_config_deals deals = dom_config_deals_of(t, (uint32_t)m->set);
    dom_deal_key_of_set(&r.key, &secret, deals.tournament, deals.set);
    for (int s = 0; s < m->seats; s++) {
        r.bot_name[s] = t->bots[m->seat[s].bot].name;
        r.bot_version[s] = t->bots[m->seat[s].bot].version;
    }
    dom_deal_secret_clear(&secret);
    return r;
}

/* ---- clocks and asks ------------------------------------------------------- */

void dom_results_clocks_of(dom_record_clock out[static DOM_SEATS_MAX],
                           const dom_store_tournament *t, const dom_store_match *m)
{
    dom_core_limits limits[DOM_SEATS_MAX];
    uint16_t bots[DOM_SEATS_MAX] = {0};
    for (int seat = 0; seat < m->seats; seat++)
        bots[seat] = m->seat[seat].bot;
    dom_config_stored_limits(limits, t->config, bots, DOM_SEATS_MAX);
    for (int seat = 0; seat < DOM_SEATS_MAX; seat++)
        out[seat] = (dom_record_clock){.move_us = limits[seat].move_ms * INT64_C(1000),
                                       .bank_us = limits[seat].bank_ms * INT64_C(1000),
                                       .increment_us = limits[seat].increment_ms * INT64_C(1000)};
}

typedef struct {
    dom_record_clock clock;
    int seat;
    int32_t choices; /* still to be made before the ask                        */
    int64_t bank_us; /* of the seat                                            */
    uint32_t steps;  /* of the effects so far                                      */
    bool is_found;
    dom_msg_ask ask;
    dom_table table;
    uint8_t text[DOM_ARENA_MESSAGE_BYTES];
} ask_search;

static void find_ask(void *context, const dom_table *table, const dom_table_effect *effect)
{
    ask_search *s = context;
    if (!s->is_found && dom_record_is_step(effect))
        s->steps++;
    if (effect->kind == DOM_TABLE_FX_EVENT && effect->seat == s->seat)
        s->bank_us = dom_record_clock_bank_after(&s->clock, s->bank_us, effect);
    if (effect->kind != DOM_TABLE_FX_ASK || s->choices-- != 0 || effect->seat != s->seat)
        return;
    dom_view_of(&s->ask.view, &table->match, s->seat);
    s->ask.clock = (dom_msg_clock){.move_ms = (int32_t)(s->clock.move_us / 1000),
                                   .bank_ms = (int32_t)(s->bank_us / 1000)};
    s->is_found = true;
}

int64_t dom_results_seed_of(const dom_store_tournament *t, const dom_store_match *m, int seat)
{
    dom_deal_secret secret = dom_results_secret_of(dom_results_stage_of(t, m->set));
    dom_config_deals deals = dom_config_deals_of(t, (uint32_t)m->set);
    dom_deal_chair chair = dom_deal_chair_of(deals.set, m->rotation, seat, m->seats);
    int64_t seed = (int64_t)dom_deal_bot_seed(&secret, deals.tournament, chair);
    dom_deal_secret_clear(&secret);
    return seed;
}

/* Returns the line of JSON without `req` and `table`. They are not stored, and a 0 would look like
 * the value that the bot was sent. */
static char *without_numbers(const uint8_t *text, size_t size)
{
    json_t *ask = json_loadb((const char *)text, size, 0, NULL);
    (void)json_object_del(ask, "req");
    (void)json_object_del(ask, "table");
    char *line = json_dumps(ask, JSON_COMPACT);
    json_decref(ask);
    return line;
}

static dom_rc search_ask(ask_search *s, const dom_record_match *record, dom_results_ask *out,
                         dom_err *err)
{
    dom_rc rc = dom_record_replay(record, &s->table, find_ask, s, err);
    if (rc != DOM_OK)
        return rc;
    if (!s->is_found)
        return dom_err_set(err, DOM_E_MALFORMED, "match %llu: seat %d was not asked there",
                           (unsigned long long)record->match, s->seat);
    size_t size = dom_msg_encode(DOM_FORMAT_JSON, DOM_MSG_ASK, &s->ask, s->text, sizeof s->text);
    out->step = s->steps + 1;
    out->line = without_numbers(s->text, size);
    return out->line ? DOM_OK : dom_err_no_memory(err);
}

dom_rc dom_results_ask_of(const dom_store_tournament *t, const dom_store_match *m, int seat,
                          int32_t choices, dom_results_ask *out, dom_err *err)
{
    dom_record_match record = dom_results_record_of(t, m);
    ask_search *s = calloc(1, sizeof *s);
    dom_record_clock clocks[DOM_SEATS_MAX];
    *out = (dom_results_ask){.line = NULL};
    if (s == NULL)
        return dom_err_no_memory(err);
    dom_results_clocks_of(clocks, t, m);
    s->clock = clocks[seat];
    s->bank_us = s->clock.bank_us;
    s->seat = seat;
    s->choices = choices;
    s->ask.seed = dom_results_seed_of(t, m, seat);
    dom_text_copy(s->ask.variant, sizeof s->ask.variant, t->variants[m->variant].name);
    dom_rc rc = search_ask(s, &record, out, err);
    free(s);
    return rc;
}

/* ---- steps ------------------------------------------------------------------ */

typedef struct {
    uint32_t wanted, step;  /* step: of the effects so far            */
    uint32_t before, after; /* steps of the asks around it; 0: none   */
    int32_t choices;        /* so far                                 */
    dom_results_asked found;
} step_search;

static void look_for_step(void *context, const dom_table *table, const dom_table_effect *effect)
{
    step_search *s = context;
    (void)table;
    s->step += dom_record_is_step(effect);
    s->choices += effect->kind == DOM_TABLE_FX_EVENT && effect->why != DOM_TABLE_WHY_FORCED;
    if (effect->kind != DOM_TABLE_FX_ASK)
        return;
    uint32_t step = s->step + 1;
    if (step == s->wanted)
        s->found = (dom_results_asked){.seat = effect->seat, .choices = s->choices};
    else if (step < s->wanted)
        s->before = step;
    else if (s->after == 0)
        s->after = step;
}

static dom_rc fail_no_choice(const step_search *s, const dom_record_match *record, dom_err *err)
{
    char around[64] = "";
    dom_text text = dom_text_of(around, sizeof around);
    if (s->before == 0 && s->after == 0)
        return dom_err_set(err, DOM_E_CONFIG, "nobody had a choice in match %llu",
                           (unsigned long long)record->match);
    dom_text_add_int(&text, s->before ? s->before : s->after);
    if (s->before && s->after) {
        dom_text_add(&text, ", ");
        dom_text_add_int(&text, s->after);
    }
    return dom_err_set(err, DOM_E_CONFIG,
                       "step %u of match %llu is no choice of a bot; allowed: %s, and others "
                       "(domino-arena replay %s/%llu numbers them)",
                       (unsigned)s->wanted, (unsigned long long)record->match, around,
                       record->tournament, (unsigned long long)record->match);
}

dom_rc dom_results_asked_at(dom_results_asked *out, const dom_store_tournament *t,
                            const dom_store_match *m, uint32_t step, dom_err *err)
{
    dom_record_match record = dom_results_record_of(t, m);
    step_search s = {.wanted = step, .found = {.seat = DOM_NOBODY}};
    dom_table *table = malloc(sizeof *table);
    if (table == NULL)
        return dom_err_no_memory(err);
    dom_rc rc = dom_record_replay(&record, table, look_for_step, &s, err);
    free(table);
    *out = s.found;
    return rc == DOM_OK && s.found.seat == DOM_NOBODY ? fail_no_choice(&s, &record, err) : rc;
}

dom_results_ending dom_results_ending_of(const dom_store_process *p)
{
    dom_results_ending out;
    /* The text may have been cut if fewer than four bytes are free: a character has up to four. */
    bool is_cut = strlen(p->ended) + 4 >= sizeof p->ended;
    (void)snprintf(out.text, sizeof out.text, "%s%s", p->ended[0] ? p->ended : "still runs",
                   is_cut ? "..." : "");
    return out;
}

dom_rc dom_results_each_tournament(dom_store *store, const char *name,
                                   dom_rc (*visit)(void *context, const dom_store_tournament *t),
                                   void *context, dom_err *err)
{
    if (name == NULL)
        return dom_store_tournament_each(store, visit, context, err);
    dom_store_tournament t;
    dom_rc rc = dom_store_tournament_find(store, name, &t, err);
    if (rc != DOM_OK)
        return rc;
    rc = visit(context, &t);
    dom_store_tournament_free(&t);
    return rc;
}
