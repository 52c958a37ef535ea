#include "past.h"

#include "base/text.h"
#include "protocol/message.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

const dom_store_stage *past_stage(const dom_store_tournament *t, uint64_t set)
{
    int i = t->stage_count - 1;
    while (i > 0 && t->stages[i].first_set > set)
        i--;
    return &t->stages[i];
}

dom_secret past_secret(const dom_store_stage *stage)
{
    dom_secret secret;
    memcpy(secret.byte, stage->secret, sizeof secret.byte);
    return secret;
}

/* The value of a word of the configuration, as a tournament file spells it. */
static const char *config_word(const json_t *config, const char *key)
{
    const char *word = json_string_value(json_object_get(config, key));
    return word ? word : "";
}

static bool read_kind(const char *word, dom_plan_kind *kind)
{
    static const char *const words[] = {
        [DOM_PLAN_ROUND_ROBIN] = "round-robin",
        [DOM_PLAN_GAUNTLET] = "gauntlet",
        [DOM_PLAN_SWISS] = "swiss",
        [DOM_PLAN_COMPARE] = "compare",
    };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(words[i], word) == 0) {
            *kind = (dom_plan_kind)i;
            return true;
        }
    return false;
}

/* The variants that a bot sits out, by their names in its entry of the configuration; a bit for
 * each. */
static uint64_t sits_out_of(const dom_store_tournament *t, const json_t *bot)
{
    uint64_t bits = 0;
    size_t i;
    const json_t *name;
    json_array_foreach(json_object_get(bot, "sits_out"), i, name)
    {
        for (int v = 0; v < t->variant_count; v++)
            if (json_is_string(name) && strcmp(json_string_value(name), t->variants[v].name) == 0)
                bits |= UINT64_C(1) << v;
    }
    return bits;
}

static void read_sits_out(const dom_store_tournament *t, const json_t *config, dom_plan *out)
{
    size_t i;
    const json_t *bot;
    json_array_foreach(json_object_get(config, "bots"), i, bot)
    {
        if (i < DOM_PLAN_BOTS_MAX)
            out->sits_out[i] = sits_out_of(t, bot);
    }
}

dom_rc past_plan(const dom_store_tournament *t, dom_plan *out, dom_err *err)
{
    *out = (dom_plan){.variant_count = t->variant_count, .stage_count = t->stage_count};
    json_t *config = json_loads(t->config, 0, NULL);
    bool is_known = read_kind(config_word(config, "schedule"), &out->kind) &&
                    t->variant_count <= DOM_PLAN_VARIANTS_MAX && 1 <= t->stage_count &&
                    t->stage_count <= DOM_STAGES_MAX;
    out->mixes_partners = strcmp(config_word(config, "partners"), "mixed") == 0;
    if (is_known)
        read_sits_out(t, config, out);
    json_decref(config);
    if (!is_known)
        return dom_err_set(err, DOM_E_IO, "tournament '%s' is damaged: what it plays is not there",
                           t->name);
    for (int i = 0; i < t->variant_count; i++)
        out->variant[i] = (dom_plan_variant){.seats = (uint8_t)t->variants[i].options.players,
                                             .teams = t->variants[i].options.teams != 0};
    for (int i = 0; i < t->stage_count; i++)
        out->stage[i] = (dom_plan_stage){.bots = t->stages[i].bots,
                                         .old_bots = t->stages[i].old_bots,
                                         .sets = t->stages[i].sets,
                                         .rounds = t->stages[i].rounds};
    return DOM_OK;
}

past_baseline past_baseline_of(const dom_store_tournament *t)
{
    past_baseline baseline;
    json_t *config = json_loads(t->config, 0, NULL);
    dom_text_copy(baseline.text, sizeof baseline.text, config_word(config, "baseline"));
    json_decref(config);
    return baseline;
}

/* Lists ask this of every tournament, and a configuration of many variants is long, so the key is
 * searched as text first. A match can only be the key: quotes in a JSON string have a backslash. */
bool past_is_rated(const dom_store_tournament *t)
{
    if (strstr(t->config, "\"rated\":true"))
        return true;
    json_t *config = json_loads(t->config, 0, NULL);
    const json_t *said = json_object_get(config, "rated");
    bool is_rated =
        said ? json_is_true(said) : strcmp(config_word(config, "schedule"), "compare") != 0;
    json_decref(config);
    return is_rated;
}

dom_record past_record(const dom_store_tournament *t, const dom_store_match *m)
{
    const dom_store_stage *stage = past_stage(t, m->set);
    dom_secret secret = past_secret(stage);
    dom_record r = {.tournament = t->name,
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
    dom_key_of_set(&r.key, &secret, t->name, (uint32_t)m->set);
    for (int s = 0; s < m->seats; s++) {
        r.bot_name[s] = t->bots[m->seat[s].bot].name;
        r.bot_version[s] = t->bots[m->seat[s].bot].version;
    }
    dom_secret_clear(&secret);
    return r;
}

/* ---- pairs ----------------------------------------------------------------- */

/* Was this pair of bots counted at an earlier pair of seats? Partners may be one bot. */
static bool is_repeated(const dom_options *o, const dom_store_match *m, int a, int b)
{
    for (int i = 0; i <= a; i++)
        for (int k = 0; k < (i == a ? b : m->seats); k++)
            if (!dom_same_side(o, i, k) && m->seat[i].bot == m->seat[a].bot &&
                m->seat[k].bot == m->seat[b].bot)
                return true;
    return false;
}

bool past_compares(const dom_options *o, const dom_store_match *m, int a, int b)
{
    return !dom_same_side(o, a, b) &&
           (m->fault_seat < 0 || dom_same_side(o, a, m->fault_seat) ||
            dom_same_side(o, b, m->fault_seat)) &&
           !is_repeated(o, m, a, b);
}

/* ---- clocks and asks ------------------------------------------------------- */

dom_clock past_clock_of(const dom_store_tournament *t)
{
    json_int_t move = 0, bank = 0, increment = 0;
    json_t *config = json_loads(t->config, 0, NULL);
    (void)json_unpack(config, "{s:{s:I, s:I, s:I}}", "limits", "move_ms", &move, "bank_ms", &bank,
                      "increment_ms", &increment);
    json_decref(config);
    return (dom_clock){
        .move_us = move * 1000, .bank_us = bank * 1000, .increment_us = increment * 1000};
}

typedef struct {
    dom_clock clock;
    int seat;
    int32_t choices; /* still to be made before the ask                        */
    int64_t bank_us; /* of the seat                                            */
    bool is_found;
    dom_msg_ask ask;
    dom_table table;
    uint8_t text[DOM_ARENA_MESSAGE_BYTES];
} ask_search;

static void find_ask(void *context, const dom_table *table, const dom_effect *effect)
{
    ask_search *s = context;
    if (effect->kind == DOM_FX_EVENT && effect->seat == s->seat)
        s->bank_us = dom_clock_bank_after(&s->clock, s->bank_us, effect);
    if (effect->kind != DOM_FX_ASK || s->choices-- != 0 || effect->seat != s->seat)
        return;
    dom_view_of(&s->ask.view, &table->match, s->seat);
    s->ask.clock = (dom_msg_clock){.move_ms = (int32_t)(s->clock.move_us / 1000),
                                   .bank_ms = (int32_t)(s->bank_us / 1000)};
    s->is_found = true;
}

static void fill_ask(dom_msg_ask *ask, const dom_store_tournament *t, const dom_store_match *m,
                     int seat)
{
    dom_secret secret = past_secret(past_stage(t, m->set));
    dom_chair chair = dom_chair_of((uint32_t)m->set, m->rotation, seat, m->seats);
    ask->seed = (int64_t)dom_bot_seed(&secret, t->name, chair);
    dom_text_copy(ask->variant, sizeof ask->variant, t->variants[m->variant].name);
    dom_secret_clear(&secret);
}

/* The line of JSON without what was not kept, for it meant something to that process alone; a 0
 * there would read as what the bot was sent. */
static char *without_numbers(const uint8_t *text, size_t size)
{
    json_t *ask = json_loadb((const char *)text, size, 0, NULL);
    (void)json_object_del(ask, "req");
    (void)json_object_del(ask, "table");
    char *line = json_dumps(ask, JSON_COMPACT);
    json_decref(ask);
    return line;
}

static dom_rc search_ask(ask_search *s, const dom_record *record, char **out, dom_err *err)
{
    dom_rc rc = dom_record_replay(record, &s->table, find_ask, s, err);
    if (rc != DOM_OK)
        return rc;
    if (!s->is_found)
        return dom_err_set(err, DOM_E_MALFORMED, "match %llu: seat %d was not asked there",
                           (unsigned long long)record->match, s->seat);
    size_t size = dom_msg_encode(DOM_FORMAT_JSON, DOM_MSG_ASK, &s->ask, s->text, sizeof s->text);
    *out = without_numbers(s->text, size);
    return *out ? DOM_OK : dom_err_set(err, DOM_E_NOMEM, "out of memory");
}

dom_rc past_ask(const dom_store_tournament *t, const dom_store_match *m, int seat, int32_t choices,
                char **out, dom_err *err)
{
    dom_record record = past_record(t, m);
    ask_search *s = calloc(1, sizeof *s);
    *out = NULL;
    if (s == NULL)
        return dom_err_set(err, DOM_E_NOMEM, "out of memory");
    s->clock = past_clock_of(t);
    s->bank_us = s->clock.bank_us;
    s->seat = seat;
    s->choices = choices;
    fill_ask(&s->ask, t, m, seat);
    dom_rc rc = search_ask(s, &record, out, err);
    free(s);
    return rc;
}

bool past_same_set(const dom_store_match *a, const dom_store_match *b)
{
    return a->variant == b->variant && a->set == b->set &&
           dom_half_of(a->rotation, a->seats) == dom_half_of(b->rotation, b->seats);
}

past_ending past_ending_of(const dom_store_process *p)
{
    past_ending out;
    /* As full as can be: the next character may have been one of four bytes. */
    bool is_cut = strlen(p->ended) + 4 >= sizeof p->ended;
    (void)snprintf(out.text, sizeof out.text, "%s%s", p->ended[0] ? p->ended : "still runs",
                   is_cut ? "..." : "");
    return out;
}

dom_rc past_each_tournament(dom_store *store, const char *name,
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
