/* A tournament as JSON, as the database stores it, and back. Keys that came later are left out
 * when they have the value that earlier programs meant, so equal tournaments have equal texts. */
#include "config/stored_config.h"

#include "base/number_ranges.h"
#include "base/string_list.h"
#include "base/text.h"
#include "bots/bot_env.h"
#include "config_internal.h"
#include "core/own_limits.h"
#include "record/options.h"

#include <stdlib.h>
#include <string.h>

/* Keys and words that the stored text has and a tournament file cannot have, and the path to
 * sits_out. */
static const char key_schedule[] = "schedule", word_compare[] = "compare", word_seated[] = "seated",
                  key_compare[] = "compare", word_normalised[] = "normalised",
                  key_baseline[] = "baseline", key_bots[] = "bots", key_sits_out[] = "sits_out",
                  key_removed[] = "removed", key_tag[] = "tag", key_rated[] = "rated",
                  key_spectators[] = "spectators", key_seeds[] = "seeds",
                  key_withdrawn[] = "withdrawn", key_all_round[] = "all_round", key_show[] = "show",
                  key_tie_break[] = "tie_break", key_deals_of[] = "deals_of", key_bot[] = "bot",
                  key_args[] = "args", key_env[] = "env", key_limits[] = "limits";

/* ---- writing ----------------------------------------------------------------- */

/* Each of these functions returns a new reference, or NULL without memory. jansson accepts a
 * NULL and fails, and it takes over the references that it is given even when it fails. */

static json_t *variant_json(const dom_variant *variant)
{
    return json_pack("{s:s, s:s, s:o}", "name", variant->name, "base", variant->base, "options",
                     dom_record_options_json(&variant->options));
}

/* Returns the variants that the bot sits out; NULL if it plays all. Texts of earlier programs do
 * not have this key. */
static json_t *sits_out_json(const dom_core_tournament *t, const dom_core_entrant *bot)
{
    json_t *array = NULL;
    for (size_t i = 0; i < t->variant_count; i++)
        if (!(bot->variants >> i & 1)) {
            array = array ? array : json_array();
            json_array_append_new(array, json_string(t->variants[i].name));
        }
    return array;
}

static json_t *list_json(const dom_strings *list)
{
    json_t *array = list->count > 0 ? json_array() : NULL;
    for (size_t i = 0; i < list->count; i++)
        json_array_append_new(array, json_string(list->item[i]));
    return array;
}

/* Returns the limits that the bot has of its own; NULL without one. */
static json_t *own_limits_json(const dom_core_own_limits *own)
{
    json_t *object = own->given ? json_object() : NULL;
    for (size_t row = 0; object && row < DOM_CORE_OWN_LIMITS; row++)
        if (own->given >> row & 1)
            json_object_set_new(object, dom_core_own_limit_rows[row].key,
                                json_integer(dom_core_limit_of(&own->limits, row)));
    return object;
}

static json_t *bot_json(const dom_core_tournament *t, const dom_core_entrant *bot)
{
    const dom_core_setting *setting = &bot->setting;
    return json_pack("{s:s, s:s, s:o*, s:s*, s:o*, s:o*, s:o*}", "name", bot->name, "version",
                     bot->version, key_sits_out, sits_out_json(t, bot), key_bot,
                     setting->bot[0] ? setting->bot : NULL, key_args, list_json(&setting->args),
                     key_env, setting->env.count > 0 ? dom_bots_env_json(&setting->env) : NULL,
                     key_limits, own_limits_json(&setting->own_limits));
}

static json_t *variants_json(const dom_core_tournament *t)
{
    json_t *array = json_array();
    for (size_t i = 0; array && i < t->variant_count; i++)
        if (json_array_append_new(array, variant_json(&t->variants[i])) != 0) {
            json_decref(array);
            return NULL;
        }
    return array;
}

static json_t *bots_json(const dom_core_tournament *t)
{
    json_t *array = json_array();
    for (size_t i = 0; array && i < t->bot_count; i++)
        if (json_array_append_new(array, bot_json(t, &t->bots[i])) != 0) {
            json_decref(array);
            return NULL;
        }
    return array;
}

static json_t *compared_json(const dom_core_compared *c)
{
    return json_pack("{s:s, s:f, s:f, s:f, s:f}", "model",
                     c->is_normalised ? word_normalised : "logistic", "elo0", c->elo0, "elo1",
                     c->elo1, "alpha", c->alpha, "beta", c->beta);
}

static bool add_deals(json_t *object, const dom_core_deals *deals)
{
    return json_object_set_new(
               object, key_deals_of,
               json_pack("{s:s, s:s}", "tournament", deals->tournament, "sets", deals->sets)) == 0;
}

/* Adds the schedule "compare", which a tournament file cannot have. */
static bool add_compared(json_t *object, const dom_core_compared *compared)
{
    return json_object_set_new(object, key_schedule, json_string(word_compare)) == 0 &&
           json_object_set_new(object, key_compare, compared_json(compared)) == 0;
}

char *dom_config_json(const dom_core_tournament *tournament)
{
    json_t *object = dom_yaml_schema_json(dom_config_keys(), tournament);
    char *text = NULL;
    if (!tournament->has_spectators)
        json_object_del(object, key_spectators);
    if (tournament->withdrawn == DOM_CORE_WITHDRAWN_VOID)
        json_object_del(object, key_withdrawn);
    if (tournament->seeds <= 1)
        json_object_del(object, key_seeds);
    if (object && json_object_set_new(object, "schema", json_integer(1)) == 0 &&
        (!tournament->is_seated ||
         json_object_set_new(object, key_schedule, json_string(word_seated)) == 0) &&
        json_object_set_new(object, "variants", variants_json(tournament)) == 0 &&
        json_object_set_new(object, key_bots, bots_json(tournament)) == 0 &&
        (!tournament->compares || add_compared(object, &tournament->compared)) &&
        (tournament->deals.sets == NULL || add_deals(object, &tournament->deals)) &&
        (tournament->baseline[0] == '\0' ||
         json_object_set_new(object, key_baseline, json_string(tournament->baseline)) == 0))
        text = json_dumps(object, JSON_SORT_KEYS | JSON_COMPACT);
    json_decref(object);
    return text;
}

/* ---- reading ----------------------------------------------------------------- */

_Static_assert((int)DOM_SCHEDULE_PLAN_ROUND_ROBIN == (int)DOM_CORE_SCHEDULE_ROUND_ROBIN &&
                   (int)DOM_SCHEDULE_PLAN_GAUNTLET == (int)DOM_CORE_SCHEDULE_GAUNTLET &&
                   (int)DOM_SCHEDULE_PLAN_SWISS == (int)DOM_CORE_SCHEDULE_SWISS,
               "the word of a schedule has one number");

static const dom_yaml_key *schedule_row(void)
{
    return dom_yaml_key_find(dom_config_keys(), key_schedule);
}

const char *dom_config_schedule_word(dom_schedule_plan_kind kind)
{
    if (kind == DOM_SCHEDULE_PLAN_COMPARE)
        return word_compare;
    return kind == DOM_SCHEDULE_PLAN_SEATED ? word_seated : schedule_row()->words[kind];
}

/* Returns false if the word is of no known schedule; *kind is then a round robin. */
static bool read_kind(const json_t *config, dom_schedule_plan_kind *kind)
{
    static const dom_schedule_plan_kind kinds[] = {
        DOM_SCHEDULE_PLAN_ROUND_ROBIN, DOM_SCHEDULE_PLAN_GAUNTLET, DOM_SCHEDULE_PLAN_SWISS,
        DOM_SCHEDULE_PLAN_COMPARE, DOM_SCHEDULE_PLAN_SEATED};
    const char *word = json_string_value(json_object_get(config, key_schedule));
    *kind = DOM_SCHEDULE_PLAN_ROUND_ROBIN;
    for (size_t i = 0; word && i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(dom_config_schedule_word(kinds[i]), word) == 0) {
            *kind = kinds[i];
            return true;
        }
    return false;
}

/* Reads all keys that a tournament file can have; release them with clear_keys. Limits and anchor
 * have no default here: texts without them are older than these keys, and were played without
 * limits and anchor. */
static void read_keys(const json_t *config, dom_config_file *out)
{
    *out = (dom_config_file){.variants = NULL};
    dom_yaml_schema_defaults(dom_config_keys(), out);
    out->t.limits = (dom_core_limits){0};
    out->t.rating_anchor[0] = '\0';
    dom_yaml_schema_read_json(dom_config_keys(), config, out);
}

static void clear_keys(dom_config_file *file)
{
    dom_strings_clear(&file->t.rating_all_round);
    dom_strings_clear(&file->t.tie_break);
    dom_strings_clear(&file->t.shown);
}

dom_rc dom_config_take_stored(dom_config_file *out, const dom_store_tournament *stored,
                              dom_err *err)
{
    dom_schedule_plan_kind kind;
    json_t *config = json_loads(stored->config, 0, NULL);
    bool is_known = read_kind(config, &kind) && stored->variant_count <= DOM_CORE_VARIANTS_MAX;
    read_keys(config, out);
    json_decref(config);
    if (!is_known || kind == DOM_SCHEDULE_PLAN_COMPARE || kind == DOM_SCHEDULE_PLAN_SEATED)
        return dom_err_set(err, DOM_E_CONFIG,
                           "--name: '%.64s' is %s; allowed: a tournament that run began%s",
                           stored->name,
                           kind == DOM_SCHEDULE_PLAN_COMPARE  ? "a comparison"
                           : kind == DOM_SCHEDULE_PLAN_SEATED ? "a match with people"
                                                              : "of an unknown kind",
                           kind == DOM_SCHEDULE_PLAN_COMPARE
                               ? " (a comparison continues with the command that began it)"
                               : "");
    out->t.variant_count = stored->variant_count;
    memcpy(out->t.variants, stored->variants, stored->variant_count * sizeof *stored->variants);
    return DOM_OK;
}

/* Returns the variants that the bot's entry names, as a bit set. */
static uint64_t read_sits_out(const dom_store_tournament *t, const json_t *bot)
{
    uint64_t bits = 0;
    size_t i;
    const json_t *name;
    json_array_foreach(json_object_get(bot, key_sits_out), i, name)
    {
        for (int v = 0; v < t->variant_count; v++)
            if (json_is_string(name) && strcmp(json_string_value(name), t->variants[v].name) == 0)
                bits |= UINT64_C(1) << v;
    }
    return bits;
}

static void read_bots(const dom_store_tournament *t, const json_t *config, dom_config_stored *out)
{
    size_t i;
    const json_t *bot;
    json_array_foreach(json_object_get(config, key_bots), i, bot)
    {
        if (i < DOM_SCHEDULE_PLAN_BOTS_MAX)
            out->sits_out[i] = read_sits_out(t, bot);
    }
}

static void read_compared(const json_t *compared, dom_core_compared *out)
{
    const char *model = json_string_value(json_object_get(compared, "model"));
    *out = (dom_core_compared){.is_normalised = model && strcmp(model, word_normalised) == 0,
                               .elo0 = json_number_value(json_object_get(compared, "elo0")),
                               .elo1 = json_number_value(json_object_get(compared, "elo1")),
                               .alpha = json_number_value(json_object_get(compared, "alpha")),
                               .beta = json_number_value(json_object_get(compared, "beta"))};
}

/* Returns true if the tournament fits into a plan. */
static bool is_plannable(const dom_store_tournament *t)
{
    return t->variant_count <= DOM_SCHEDULE_PLAN_VARIANTS_MAX && 1 <= t->stage_count &&
           t->stage_count <= DOM_SCHEDULE_STAGES_MAX;
}

/* Returns whether the tournament is rated. Earlier programs rated everything but comparisons and
 * did not store that. */
static bool read_rated(const json_t *config, const dom_core_tournament *told,
                       dom_schedule_plan_kind kind)
{
    return json_object_get(config, key_rated) ? told->is_rated : kind != DOM_SCHEDULE_PLAN_COMPARE;
}

static dom_config_tie_breaks read_ties(const dom_strings *words)
{
    dom_config_tie_breaks ties = {0};
    for (size_t i = 0; i < words->count; i++)
        for (int by = 0; dom_config_tie_words[by]; by++)
            if (strcmp(words->item[i], dom_config_tie_words[by]) == 0)
                ties.by[ties.count++] = (dom_core_tie_break)by;
    if (ties.count > 0)
        return ties;
    return (dom_config_tie_breaks){3,
                                   {DOM_CORE_TIE_SHARE, DOM_CORE_TIE_DIRECT, DOM_CORE_TIE_POINTS}};
}

dom_rc dom_config_stored_read(dom_config_stored *out, const dom_store_tournament *t, dom_err *err)
{
    dom_config_file file;
    const dom_core_tournament *told = &file.t;
    *out = (dom_config_stored){.kind = DOM_SCHEDULE_PLAN_ROUND_ROBIN};
    json_t *config = json_loads(t->config, 0, NULL);
    bool is_whole = read_kind(config, &out->kind) && is_plannable(t);
    const char *baseline = json_string_value(json_object_get(config, key_baseline));
    read_keys(config, &file);
    out->seeds = told->seeds;
    out->mixes_partners = told->partners == DOM_CORE_PARTNERS_MIXED;
    out->is_rated = read_rated(config, told, out->kind);
    out->has_spectators = told->has_spectators;
    out->hides_names = told->hide_names;
    out->limits = told->limits;
    out->rating =
        (dom_config_rating){.prior = told->rating_prior, .anchor_elo = told->rating_anchor_elo};
    out->withdrawn = told->withdrawn;
    out->ties = read_ties(&told->tie_break);
    dom_text_copy(out->rating.anchor, sizeof out->rating.anchor, told->rating_anchor);
    dom_text_copy(out->baseline, sizeof out->baseline, baseline ? baseline : "");
    read_compared(json_object_get(config, key_compare), &out->compared);
    if (is_whole)
        read_bots(t, config, out);
    json_decref(config);
    clear_keys(&file);
    return is_whole
               ? DOM_OK
               : dom_err_set(
                     err, DOM_E_IO,
                     "tournament '%s' is damaged: it names bots or variants that are not stored",
                     t->name);
}

/* Only a comparison has such deals. The text of so few bots is short, and it is searched for the
 * word first, because parsing takes longer. */
dom_config_deals dom_config_deals_of(const dom_store_tournament *t, uint32_t set)
{
    dom_config_deals deals = {.set = set};
    dom_text_copy(deals.tournament, sizeof deals.tournament, t->name);
    if (t->bot_count > DOM_SEATS_MAX || strstr(t->config, key_deals_of) == NULL)
        return deals;
    json_t *config = json_loads(t->config, 0, NULL);
    const json_t *of = json_object_get(config, key_deals_of);
    const char *name = json_string_value(json_object_get(of, "tournament"));
    const char *sets = json_string_value(json_object_get(of, "sets"));
    uint32_t dealt = sets ? dom_number_ranges_nth(sets, set) : 0;
    if (name && dealt > 0) {
        dom_text_copy(deals.tournament, sizeof deals.tournament, name);
        deals.set = dealt;
    }
    json_decref(config);
    return deals;
}

/* Returns the list of a key, which `of_file` finds. The text is searched for the key first, because
 * few texts have it and parsing takes longer. */
static dom_strings read_list(const char *text, const char *key,
                             dom_strings *(*of_file)(dom_config_file *file))
{
    dom_config_file file;
    if (strstr(text, key) == NULL)
        return (dom_strings){.count = 0};
    json_t *config = json_loads(text, 0, NULL);
    read_keys(config, &file);
    json_decref(config);
    dom_strings list = *of_file(&file);
    *of_file(&file) = (dom_strings){.count = 0};
    clear_keys(&file);
    return list;
}

static dom_strings *all_round_of(dom_config_file *file)
{
    return &file->t.rating_all_round;
}

static dom_strings *shown_of(dom_config_file *file)
{
    return &file->t.shown;
}

dom_strings dom_config_stored_all_round(const char *text)
{
    return read_list(text, key_all_round, all_round_of);
}

dom_strings dom_config_stored_shown(const char *text)
{
    return read_list(text, key_show, shown_of);
}

static const json_t *find_bot(const json_t *config, const char *name)
{
    size_t i;
    const json_t *bot;
    json_array_foreach(json_object_get(config, key_bots), i, bot)
    {
        const char *own = json_string_value(json_object_get(bot, "name"));
        if (own && strcmp(own, name) == 0)
            return bot;
    }
    return NULL;
}

static bool read_words(dom_strings *out, const json_t *list)
{
    size_t i;
    const json_t *word;
    bool is_whole = true;
    json_array_foreach(list, i, word)
    {
        if (json_is_string(word))
            is_whole = is_whole && dom_strings_add(out, json_string_value(word));
    }
    return is_whole;
}

/* A value of another type is written by no program, and counts as missing. */
static dom_core_own_limits read_own_limits(const json_t *bot)
{
    dom_core_own_limits own = {.given = 0};
    const json_t *limits = json_object_get(bot, key_limits);
    for (size_t row = 0; row < DOM_CORE_OWN_LIMITS; row++) {
        const json_t *value = json_object_get(limits, dom_core_own_limit_rows[row].key);
        json_int_t number = json_integer_value(value);
        if (json_is_integer(value) && 0 <= number && number <= INT32_MAX)
            dom_core_own_limit_set(&own, row, (int32_t)number);
    }
    return own;
}

void dom_config_stored_limits(dom_core_limits out[], const char *text, const uint16_t bots[],
                              size_t count)
{
    dom_config_file file;
    json_t *config = json_loads(text, 0, NULL);
    read_keys(config, &file);
    for (size_t i = 0; i < count; i++) {
        dom_core_own_limits own =
            read_own_limits(json_array_get(json_object_get(config, key_bots), bots[i]));
        out[i] = dom_core_limits_with(&file.t.limits, &own);
    }
    json_decref(config);
    clear_keys(&file);
}

dom_rc dom_config_stored_setting(dom_core_setting *out, const char *text, const char *name,
                                 dom_err *err)
{
    json_t *config = json_loads(text, 0, NULL);
    const json_t *bot = find_bot(config, name);
    const char *own = json_string_value(json_object_get(bot, key_bot));
    *out = (dom_core_setting){.own_limits = read_own_limits(bot)};
    dom_text_copy(out->bot, sizeof out->bot, own ? own : "");
    bool is_whole = read_words(&out->args, json_object_get(bot, key_args)) &&
                    dom_bots_env_read_json(&out->env, json_object_get(bot, key_env));
    json_decref(config);
    return is_whole ? DOM_OK : dom_err_no_memory(err);
}

json_t *dom_config_stored_setting_json(const char *text, const char *name)
{
    static const char *const keys[] = {key_bot, key_args, key_env, key_limits};
    json_t *config = json_loads(text, 0, NULL), *setting = json_object();
    const json_t *bot = find_bot(config, name);
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        json_t *value = json_object_get(bot, keys[i]);
        if (value)
            json_object_set(setting, keys[i], value);
    }
    json_decref(config);
    return setting;
}

json_t *dom_config_stored_tree(const char *text)
{
    dom_schedule_plan_kind kind;
    json_t *config = json_loads(text, 0, NULL);
    (void)read_kind(config, &kind);
    if (json_object_get(config, key_rated) == NULL)
        json_object_set_new(config, key_rated, json_boolean(kind != DOM_SCHEDULE_PLAN_COMPARE));
    if (json_object_get(config, key_spectators) == NULL)
        json_object_set_new(config, key_spectators, json_false());
    if (json_object_get(config, key_seeds) == NULL)
        json_object_set_new(config, key_seeds, json_integer(1));
    if (json_object_get(config, key_withdrawn) == NULL)
        json_object_set_new(config, key_withdrawn, json_string("void"));
    if (json_object_get(config, key_deals_of) == NULL)
        json_object_set_new(config, key_deals_of, json_null());
    if (json_object_get(config, key_show) == NULL)
        json_object_set_new(config, key_show, json_array());
    if (json_object_get(config, key_tie_break) == NULL)
        json_object_set_new(config, key_tie_break, json_null());
    return config;
}

/* ---- the mark of a placement ---------------------------------------------------- */

/* The text is searched for the words first, because few texts have them and parsing takes longer.
 */
dom_config_mark dom_config_mark_of(const char *text)
{
    dom_config_mark mark = {.is_removed = false};
    if (strstr(text, key_removed) == NULL && strstr(text, key_tag) == NULL)
        return mark;
    json_t *config = json_loads(text, 0, NULL);
    const char *tag = json_string_value(json_object_get(config, key_tag));
    mark.is_removed = json_is_true(json_object_get(config, key_removed));
    if (tag && dom_name_is_valid(tag, DOM_CONFIG_TAG_MAX))
        dom_text_copy(mark.tag, sizeof mark.tag, tag);
    json_decref(config);
    return mark;
}

/* Sets the key, or removes it if the value is NULL. */
static void set_or_remove(json_t *object, const char *key, json_t *value)
{
    if (value)
        json_object_set_new(object, key, value);
    else
        json_object_del(object, key);
}

char *dom_config_with_mark(const char *text, const dom_config_mark *mark)
{
    json_t *config = json_loads(text, 0, NULL);
    set_or_remove(config, key_removed, mark->is_removed ? json_true() : NULL);
    set_or_remove(config, key_tag, mark->tag[0] ? json_string(mark->tag) : NULL);
    char *changed = json_dumps(config, JSON_SORT_KEYS | JSON_COMPACT);
    json_decref(config);
    return changed;
}

/* ---- a new version of a bot ------------------------------------------------------- */

char *dom_config_with_version(const char *text, const dom_store_tournament *t,
                              const dom_store_bot *bot)
{
    json_t *config = json_loads(text, 0, NULL), *all = json_array();
    bool ok = all != NULL;
    for (int v = 0; v < t->variant_count; v++)
        ok &= json_array_append_new(all, json_string(t->variants[v].name)) == 0;
    const json_t *before = find_bot(config, bot->name);
    json_t *item = before ? json_copy((json_t *)before) : json_pack("{s:s}", "name", bot->name);
    ok = json_object_set_new(item, "version", json_string(bot->version)) == 0 && ok;
    ok = json_object_set_new(item, key_sits_out, all) == 0 && ok;
    ok = json_array_append_new(json_object_get(config, key_bots), item) == 0 && ok;
    char *with = ok ? json_dumps(config, JSON_SORT_KEYS | JSON_COMPACT) : NULL;
    json_decref(config);
    return with;
}
