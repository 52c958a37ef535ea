/* Reads a JSON message with jansson and copies its tree. The depth is checked first, because
 * jansson parses nested values by recursion. */
#include "values.h"

#include "protocol/message.h"

#include <jansson.h>
#include <string.h>

/* A key that appears twice in one object is refused, even if it is unknown, because jansson would
 * keep only the last one. A NUL inside a text is allowed here like any other character; field.c
 * refuses it in known texts, with the other control characters. */
enum { PARSE_FLAGS = JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL };

/* A zero byte is not JSON, but jansson ignores one that follows a number. */
static bool has_zero_byte(const uint8_t *bytes, size_t size)
{
    return size > 0 && memchr(bytes, '\0', size) != NULL;
}

/* Returns DOM_E_MALFORMED if the nesting is too deep. jansson's own limit is 2048 levels. */
static dom_rc check_depth(const uint8_t *bytes, size_t size, dom_err *err)
{
    int depth = 0;
    bool in_text = false;
    for (size_t i = 0; i < size; i++) {
        uint8_t c = bytes[i];
        if (in_text && c == '\\')
            i++;
        else if (c == '"')
            in_text = !in_text;
        else if (!in_text && (c == '{' || c == '['))
            depth++;
        else if (!in_text && (c == '}' || c == ']'))
            depth--;
        if (depth > DOM_DEPTH_MAX)
            return dom_err_set(err, DOM_E_MALFORMED,
                               "not a JSON message: at byte %zu it is nested too deeply", i);
    }
    return DOM_OK;
}

/* Copies the tree of jansson to *value. */
static void copy(dom_values *tree, const json_t *json, dom_value *value);

/* Takes room for values. There is always enough, because every value and key has at least one
 * byte of the message. */
static dom_value *take_values(dom_values *tree, size_t count)
{
    dom_value *values = dom_values_take(tree, count);
    dom_check(values != NULL);
    return values;
}

static void copy_array(dom_values *tree, const json_t *json, dom_value *value)
{
    size_t count = json_array_size(json);
    dom_value *items = take_values(tree, count);
    *value = (dom_value){.kind = DOM_VALUE_ARRAY, .count = (uint32_t)count, .items = items};
    for (size_t i = 0; i < count; i++)
        copy(tree, json_array_get(json, i), &items[i]);
}

static dom_value text_value(const char *text, size_t bytes)
{
    return (dom_value){.kind = DOM_VALUE_TEXT, .count = (uint32_t)bytes, .text = text};
}

/* The cast is needed because jansson's iterators take a writable object, although they only
 * read. */
static void copy_object(dom_values *tree, const json_t *json, dom_value *value)
{
    size_t count = json_object_size(json);
    dom_value *items = take_values(tree, 2 * count);
    *value = (dom_value){.kind = DOM_VALUE_MAP, .count = (uint32_t)count, .items = items};
    const char *key;
    json_t *inside;
    json_object_foreach((json_t *)json, key, inside)
    {
        *items++ = text_value(key, strlen(key));
        copy(tree, inside, items++);
    }
}

static void copy(dom_values *tree, const json_t *json, dom_value *value)
{
    *value = (dom_value){.kind = DOM_VALUE_OTHER};
    switch (json_typeof(json)) {
    case JSON_OBJECT:
        copy_object(tree, json, value);
        break;
    case JSON_ARRAY:
        copy_array(tree, json, value);
        break;
    case JSON_STRING:
        *value = text_value(json_string_value(json), json_string_length(json));
        break;
    case JSON_INTEGER:
        *value = (dom_value){.kind = DOM_VALUE_INTEGER, .integer = json_integer_value(json)};
        break;
    case JSON_TRUE:
    case JSON_FALSE:
        *value = (dom_value){.kind = DOM_VALUE_BOOLEAN, .boolean = json_is_true(json)};
        break;
    case JSON_REAL:
    case JSON_NULL:
        break;
    }
}

dom_rc dom_values_read_json(dom_values *tree, const uint8_t *bytes, size_t size, dom_err *err)
{
    dom_rc rc = dom_values_prepare(tree, size, err);
    if (rc == DOM_OK && has_zero_byte(bytes, size))
        return dom_err_set(err, DOM_E_MALFORMED, "not a JSON message: it has a zero byte");
    if (rc == DOM_OK)
        rc = check_depth(bytes, size, err);
    if (rc != DOM_OK)
        return rc;
    json_error_t error;
    json_t *json = json_loadb((const char *)bytes, size, PARSE_FLAGS, &error);
    if (json) {
        tree->json = json;
        copy(tree, json, take_values(tree, 1));
        return DOM_OK;
    }
    if (json_error_code(&error) == json_error_out_of_memory)
        return dom_err_set(err, DOM_E_NOMEM, "no memory for a message of %zu bytes", size);
    return dom_err_set(err, DOM_E_MALFORMED, "not a JSON message: at byte %d: %s", error.position,
                       error.text);
}
