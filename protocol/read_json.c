#include "read.h"
#include "scan.h"

#include <jansson.h>
#include <string.h>

/* A key that appears twice is refused whether it is known or not: jansson would
 * keep only the last. A NUL inside a text is a character like any other here;
 * the fields refuse it where they refuse control characters. */
enum { PARSE_FLAGS = JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL };

static dom_value look(const json_t *json)
{
    dom_value value = {.kind = DOM_VALUE_OTHER};
    switch (json_typeof(json)) {
    case JSON_OBJECT:
        value.kind = DOM_VALUE_MAP;
        value.node = json;
        value.count = (uint32_t)json_object_size(json);
        break;
    case JSON_ARRAY:
        value.kind = DOM_VALUE_ARRAY;
        value.node = json;
        value.count = (uint32_t)json_array_size(json);
        break;
    case JSON_STRING:
        value.kind = DOM_VALUE_TEXT;
        value.text = json_string_value(json);
        value.count = (uint32_t)json_string_length(json);
        break;
    case JSON_INTEGER:
        value.kind = DOM_VALUE_INTEGER;
        value.integer = json_integer_value(json);
        break;
    case JSON_TRUE:
    case JSON_FALSE:
        value.kind = DOM_VALUE_BOOLEAN;
        value.boolean = json_is_true(json);
        break;
    case JSON_REAL:
    case JSON_NULL:
        break;
    }
    return value;
}

static dom_rc parse(dom_workspace *space, const uint8_t *bytes, size_t size, dom_value *root,
                    dom_err *err)
{
    dom_rc rc = dom_scan_json(bytes, size, err);
    if (rc != DOM_OK)
        return rc;
    json_error_t error;
    space->json = json_loadb((const char *)bytes, size, PARSE_FLAGS, &error);
    if (space->json) {
        *root = look(space->json);
        return DOM_OK;
    }
    if (json_error_code(&error) == json_error_out_of_memory)
        return dom_err_set(err, DOM_E_NOMEM, "no memory for a message of %zu bytes", size);
    return dom_err_set(err, DOM_E_MALFORMED, "not a JSON message: at byte %d: %s", error.position,
                       error.text);
}

static void release(dom_workspace *space)
{
    json_decref(space->json);
    space->json = NULL;
}

static dom_value item(const dom_value *array, uint32_t index)
{
    return look(json_array_get(array->node, index));
}

/* jansson's iterators want the object writable although they only read. */
static const void *first(const dom_value *map)
{
    return json_object_iter((json_t *)map->node);
}

static const void *next(const dom_value *map, const void *entry)
{
    return json_object_iter_next((json_t *)map->node, (void *)entry);
}

static dom_value key(const void *entry)
{
    const char *text = json_object_iter_key((void *)entry);
    return (dom_value){.kind = DOM_VALUE_TEXT, .text = text, .count = (uint32_t)strlen(text)};
}

static dom_value value(const void *entry)
{
    return look(json_object_iter_value((void *)entry));
}

const dom_source dom_source_json = {
    .parse = parse,
    .release = release,
    .item = item,
    .first = first,
    .next = next,
    .key = key,
    .value = value,
};
