#include "config.h"

#include <jansson.h>

static json_t *option_json(const dom_option *option, int32_t value)
{
    switch (option->type) {
    case DOM_OPTION_INT:
        return json_integer(value);
    case DOM_OPTION_BOOL:
        return json_boolean(value);
    case DOM_OPTION_WORD:
        return json_string(option->words[value]);
    }
    return NULL;
}

/* Each of these returns a new reference, or NULL when out of memory; jansson passes
 * a NULL on and takes over what it is given, also when it fails. */

static json_t *options_json(const dom_options *options)
{
    json_t *object = json_object();
    for (size_t i = 0; object && i < DOM_OPTION_COUNT; i++) {
        const dom_option *option = dom_option_at(i);
        json_t *value = option_json(option, dom_option_get(options, option));
        if (json_object_set_new(object, option->name, value) != 0) {
            json_decref(object);
            return NULL;
        }
    }
    return object;
}

static json_t *variant_json(const dom_variant *variant)
{
    return json_pack("{s:s, s:s, s:o}", "name", variant->name, "base", variant->base, "options",
                     options_json(&variant->options));
}

static json_t *bot_json(const dom_entrant *bot)
{
    return json_pack("{s:s, s:s}", "name", bot->name, "version", bot->version);
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
        if (json_array_append_new(array, bot_json(&t->bots[i])) != 0) {
            json_decref(array);
            return NULL;
        }
    return array;
}

char *dom_config_json(const dom_tournament *tournament)
{
    json_t *object = dom_table_json(dom_config_keys(), tournament);
    char *text = NULL;
    if (object && json_object_set_new(object, "schema", json_integer(1)) == 0 &&
        json_object_set_new(object, "variants", variants_json(tournament)) == 0 &&
        json_object_set_new(object, "bots", bots_json(tournament)) == 0)
        text = json_dumps(object, JSON_SORT_KEYS | JSON_COMPACT);
    json_decref(object);
    return text;
}
