#include "past.h"

#include <jansson.h>
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
    };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(words[i], word) == 0) {
            *kind = (dom_plan_kind)i;
            return true;
        }
    return false;
}

dom_rc past_plan(const dom_store_tournament *t, dom_plan *out, dom_err *err)
{
    *out = (dom_plan){.variant_count = t->variant_count, .stage_count = t->stage_count};
    json_t *config = json_loads(t->config, 0, NULL);
    bool is_known = read_kind(config_word(config, "schedule"), &out->kind) &&
                    t->variant_count <= DOM_PLAN_VARIANTS_MAX && 1 <= t->stage_count &&
                    t->stage_count <= DOM_STAGES_MAX;
    out->mixes_partners = strcmp(config_word(config, "partners"), "mixed") == 0;
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
