/* The fields of a schema as JSON and back: how a tournament file is stored in the database. */
#include "yaml/yaml_schema.h"

#include "base/check.h"
#include "yaml_field.h"

#include <string.h>

/* ---- writing ----------------------------------------------------------------- */

static json_t *list_json(const dom_strings *list)
{
    json_t *array = json_array();
    for (size_t i = 0; array && i < list->count; i++)
        if (json_array_append_new(array, json_string(list->item[i])) != 0) {
            json_decref(array);
            return NULL;
        }
    return array;
}

static json_t *whole_json(const dom_yaml_key *key, const void *target)
{
    bool is_given = true;
    if (key->given)
        memcpy(&is_given, (const char *)target + key->given, sizeof is_given);
    uint64_t value = dom_yaml_get_whole(key, target);
    dom_check(value <= INT64_MAX); /* the ranges of the table guarantee it */
    return is_given ? json_integer((json_int_t)value) : json_null();
}

static json_t *value_json(const dom_yaml_key *key, const void *target)
{
    const void *field = (const char *)target + key->offset;
    double real;
    switch (key->type) {
    case DOM_YAML_KEY_WHOLE:
        return whole_json(key, target);
    case DOM_YAML_KEY_REAL:
        memcpy(&real, field, sizeof real);
        return json_real(real);
    case DOM_YAML_KEY_BOOL:
        return json_boolean(*(const bool *)field);
    case DOM_YAML_KEY_WORD:
        return json_string(key->words[dom_yaml_get_whole(key, target)]);
    case DOM_YAML_KEY_NAME:
    case DOM_YAML_KEY_TEXT:
        return json_string(field);
    case DOM_YAML_KEY_NAMES:
    case DOM_YAML_KEY_ARGS:
    case DOM_YAML_KEY_WORDS:
    case DOM_YAML_KEY_PATHS:
        return list_json(field);
    case DOM_YAML_KEY_GROUP:
    case DOM_YAML_KEY_NODE:
        break;
    }
    return NULL;
}

static bool is_said(const dom_yaml_key *key, const void *target)
{
    const unsigned char *field = (const unsigned char *)target + key->offset;
    bool is_zero = true;
    for (size_t i = 0; i < key->bytes; i++)
        is_zero = is_zero && field[i] == 0;
    return key->fallback != NULL || !is_zero;
}

static bool is_written(const dom_yaml_key *key, const void *target)
{
    return key->type != DOM_YAML_KEY_NODE && key->type != DOM_YAML_KEY_GROUP &&
           !(key->flags & DOM_YAML_KEY_LOCAL) && is_said(key, target);
}

/* Returns the member of `object` whose key is the first `length` bytes of `name`, and makes it
 * if it is missing. The reference is borrowed; NULL without memory. */
static json_t *object_within(json_t *object, const char *name, size_t length)
{
    char key[DOM_YAML_KEY_PATH_BYTES];
    dom_check(length < sizeof key);
    memcpy(key, name, length);
    key[length] = '\0';
    json_t *inner = json_object_get(object, key);
    if (inner == NULL && json_object_set_new(object, key, json_object()) == 0)
        inner = json_object_get(object, key);
    return inner;
}

static bool add_json(json_t *object, const dom_yaml_key *key, const void *target)
{
    const char *name = key->path;
    for (const char *dot; (dot = strchr(name, '.')) != NULL; name = dot + 1) {
        object = object_within(object, name, (size_t)(dot - name));
        if (object == NULL)
            return false;
    }
    return json_object_set_new(object, name, value_json(key, target)) == 0;
}

json_t *dom_yaml_schema_json(const dom_yaml_key_table *table, const void *target)
{
    json_t *object = json_object();
    for (size_t i = 0; object && i < table->count; i++) {
        const dom_yaml_key *key = &table->row[i];
        if (is_written(key, target) && !add_json(object, key, target)) {
            json_decref(object);
            return NULL;
        }
    }
    return object;
}

/* ---- reading ----------------------------------------------------------------- */

static void read_json_whole(const dom_yaml_key *key, const json_t *value, void *target)
{
    json_int_t number = json_integer_value(value);
    if (json_is_integer(value) && key->min <= number && number <= key->max)
        dom_yaml_put_whole(key, target, (uint64_t)number);
}

static void read_json_real(const dom_yaml_key *key, const json_t *value, void *target)
{
    double number = json_number_value(value);
    if (json_is_number(value) && (double)key->min <= number && number <= (double)key->max)
        memcpy(dom_yaml_field_of(key, target), &number, sizeof number);
}

/* Stores a text. One that is not allowed changes nothing. */
static void read_json_text(const dom_yaml_key *key, const json_t *value, void *target)
{
    if (json_is_string(value))
        (void)dom_yaml_key_set(key, target, json_string_value(value), NULL);
}

static void read_json_null(const dom_yaml_key *key, void *target)
{
    if (key->flags & DOM_YAML_KEY_NULLABLE)
        dom_yaml_put_nothing(key, target);
}

/* Fills a list if it is empty. */
static void read_json_list(const dom_yaml_key *key, const json_t *array, void *target)
{
    dom_strings *list = dom_yaml_field_of(key, target);
    size_t count = json_array_size(array), i;
    const json_t *item;
    if (list->count > 0 || count < (size_t)key->min || count > (size_t)key->max)
        return;
    json_array_foreach(array, i, item)
    {
        const char *text = json_string_value(item);
        if (dom_yaml_item_problem(key, list, text) || !dom_strings_add(list, text)) {
            dom_strings_clear(list);
            return;
        }
    }
}

static void read_json_value(const dom_yaml_key *key, const json_t *value, void *target)
{
    if (json_is_null(value)) {
        read_json_null(key, target);
        return;
    }
    switch (key->type) {
    case DOM_YAML_KEY_WHOLE:
        read_json_whole(key, value, target);
        return;
    case DOM_YAML_KEY_REAL:
        read_json_real(key, value, target);
        return;
    case DOM_YAML_KEY_BOOL:
        if (json_is_boolean(value))
            memcpy(dom_yaml_field_of(key, target), &(bool){json_is_true(value)}, sizeof(bool));
        return;
    case DOM_YAML_KEY_WORD:
    case DOM_YAML_KEY_NAME:
    case DOM_YAML_KEY_TEXT:
        read_json_text(key, value, target);
        return;
    case DOM_YAML_KEY_NAMES:
    case DOM_YAML_KEY_ARGS:
    case DOM_YAML_KEY_WORDS:
    case DOM_YAML_KEY_PATHS:
        read_json_list(key, value, target);
        return;
    case DOM_YAML_KEY_GROUP:
    case DOM_YAML_KEY_NODE:
        return;
    }
}

/* Returns the value at a path such as "limits.move_ms", or NULL. */
static const json_t *json_at(const json_t *object, const char *path)
{
    char name[DOM_YAML_KEY_PATH_BYTES];
    for (const char *dot; (dot = strchr(path, '.')) != NULL; path = dot + 1) {
        size_t length = (size_t)(dot - path);
        dom_check(length < sizeof name);
        memcpy(name, path, length);
        name[length] = '\0';
        object = json_object_get(object, name);
    }
    return json_object_get(object, path);
}

void dom_yaml_schema_read_json(const dom_yaml_key_table *table, const json_t *object, void *target)
{
    for (size_t i = 0; i < table->count; i++) {
        const json_t *value = json_at(object, table->row[i].path);
        if (value != NULL && !(table->row[i].flags & DOM_YAML_KEY_LOCAL))
            read_json_value(&table->row[i], value, target);
    }
}
