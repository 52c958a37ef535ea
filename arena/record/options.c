#include "record/options.h"

static json_t *value_json(const dom_option *option, int32_t value)
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

json_t *dom_record_options_json(const dom_options *options)
{
    json_t *object = json_object();
    for (size_t i = 0; object && i < DOM_OPTION_COUNT; i++) {
        const dom_option *option = dom_option_at(i);
        json_t *value = value_json(option, dom_option_get(options, option));
        if (json_object_set_new(object, option->name, value) != 0) {
            json_decref(object);
            return NULL;
        }
    }
    return object;
}
