#include "config.h"

#include "record/options.h"

/* Each of these returns a new reference, or NULL when out of memory; jansson passes
 * a NULL on and takes over what it is given, also when it fails. */

static json_t *variant_json(const dom_variant *variant)
{
    return json_pack("{s:s, s:s, s:o}", "name", variant->name, "base", variant->base, "options",
                     dom_options_json(&variant->options));
}

/* NULL for a bot that plays everything: configurations without it are older than the key. */
static json_t *sits_out_json(const dom_tournament *t, const dom_entrant *bot)
{
    json_t *array = NULL;
    for (size_t i = 0; i < t->variant_count; i++)
        if (!(bot->variants >> i & 1)) {
            array = array ? array : json_array();
            json_array_append_new(array, json_string(t->variants[i].name));
        }
    return array;
}

static json_t *bot_json(const dom_tournament *t, const dom_entrant *bot)
{
    return json_pack("{s:s, s:s, s:o*}", "name", bot->name, "version", bot->version, "sits_out",
                     sits_out_json(t, bot));
}

static json_t *variants_json(const dom_tournament *t)
{
    json_t *array = json_array();
    for (size_t i = 0; array && i < t->variant_count; i++)
        if (json_array_append_new(array, variant_json(&t->variants[i])) != 0) {
            json_decref(array);
            return NULL;
        }
    return array;
}

static json_t *bots_json(const dom_tournament *t)
{
    json_t *array = json_array();
    for (size_t i = 0; array && i < t->bot_count; i++)
        if (json_array_append_new(array, bot_json(t, &t->bots[i])) != 0) {
            json_decref(array);
            return NULL;
        }
    return array;
}

static json_t *compared_json(const dom_compared *c)
{
    return json_pack("{s:s, s:f, s:f, s:f, s:f}", "model",
                     c->is_normalised ? "normalised" : "logistic", "elo0", c->elo0, "elo1", c->elo1,
                     "alpha", c->alpha, "beta", c->beta);
}

/* The schedule is none of those that a tournament file can say. */
static bool add_compared(json_t *object, const dom_compared *compared)
{
    return json_object_set_new(object, "schedule", json_string("compare")) == 0 &&
           json_object_set_new(object, "compare", compared_json(compared)) == 0;
}

char *dom_config_json(const dom_tournament *tournament)
{
    json_t *object = dom_table_json(dom_config_keys(), tournament);
    char *text = NULL;
    if (object && json_object_set_new(object, "schema", json_integer(1)) == 0 &&
        json_object_set_new(object, "variants", variants_json(tournament)) == 0 &&
        json_object_set_new(object, "bots", bots_json(tournament)) == 0 &&
        (!tournament->compares || add_compared(object, &tournament->compared)) &&
        (tournament->baseline[0] == '\0' ||
         json_object_set_new(object, "baseline", json_string(tournament->baseline)) == 0))
        text = json_dumps(object, JSON_SORT_KEYS | JSON_COMPACT);
    json_decref(object);
    return text;
}
