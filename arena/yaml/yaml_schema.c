/* Reads a YAML map by a table of keys: types, ranges, defaults and messages come from the
 * table's rows, so each key is described once. */
#include "yaml/yaml_schema.h"

#include "yaml_field.h"

#include "base/check.h"
#include "base/did_you_mean.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ALLOWED_BYTES = 300 };

/* ---- rows ---------------------------------------------------------------- */

/* Returns the name of `row` within `group` ("" is the top), or NULL if the row belongs to
 * another group. */
static const char *name_within(const dom_yaml_key *row, const char *group)
{
    const char *name = row->path;
    size_t length = strlen(group);
    if (length > 0) {
        if (strncmp(name, group, length) != 0 || name[length] != '.')
            return NULL;
        name += length + 1;
    }
    return strchr(name, '.') ? NULL : name;
}

/* Returns the index of the row `name` of `group`, or -1. */
static int find_within(const dom_yaml_key_table *table, const char *group, const char *name)
{
    for (size_t i = 0; i < table->count; i++) {
        const char *candidate = name_within(&table->row[i], group);
        if (candidate && strcmp(candidate, name) == 0)
            return (int)i;
    }
    return -1;
}

const dom_yaml_key *dom_yaml_key_find(const dom_yaml_key_table *table, const char *path)
{
    for (size_t i = 0; i < table->count; i++)
        if (strcmp(table->row[i].path, path) == 0)
            return &table->row[i];
    return NULL;
}

static void write_names(const dom_yaml_key_table *table, const char *group, dom_text *out)
{
    const char *separator = "";
    for (size_t i = 0; i < table->count; i++) {
        const char *name = name_within(&table->row[i], group);
        if (name == NULL)
            continue;
        dom_text_add(out, separator);
        dom_text_add(out, name);
        separator = ", ";
    }
}

static void write_words(const dom_yaml_key *key, dom_text *out)
{
    const char *separator = "";
    for (int v = 0; key->words && key->words[v]; v++) {
        dom_text_add(out, separator);
        dom_text_add(out, key->words[v]);
        separator = ", ";
    }
}

static void write_range(const dom_yaml_key *key, dom_text *out)
{
    dom_text_add_int(out, key->min);
    dom_text_add(out, "..");
    dom_text_add_int(out, key->max);
}

static void write_list(const dom_yaml_key *key, const char *of, dom_text *out)
{
    dom_text_add(out, "a list of ");
    write_range(key, out);
    dom_text_add(out, of);
}

static void write_amount(const dom_yaml_key *key, const char *before, const char *after,
                         dom_text *out)
{
    dom_text_add(out, before);
    dom_text_add_int(out, key->max);
    dom_text_add(out, after);
}

void dom_yaml_key_write_allowed(const dom_yaml_key *key, dom_text *out)
{
    if (key->flags & DOM_YAML_KEY_NULLABLE)
        dom_text_add(out, "null, ");
    switch (key->type) {
    case DOM_YAML_KEY_WHOLE:
        write_words(key, out);
        dom_text_add(out, key->words ? ", " : "");
        write_range(key, out);
        return;
    case DOM_YAML_KEY_REAL:
        write_range(key, out);
        return;
    case DOM_YAML_KEY_BOOL:
        dom_text_add(out, "true, false");
        return;
    case DOM_YAML_KEY_WORD:
        write_words(key, out);
        return;
    case DOM_YAML_KEY_NAME:
        write_amount(key, "a name [a-z0-9][a-z0-9._-]* of at most ", " letters", out);
        return;
    case DOM_YAML_KEY_TEXT:
        write_amount(key, "a line of at most ", " bytes", out);
        return;
    case DOM_YAML_KEY_NAMES:
        write_list(key, key->words ? " of the words " : " names [a-z0-9][a-z0-9._-]*", out);
        write_words(key, out);
        return;
    case DOM_YAML_KEY_ARGS:
        write_list(key, " words, first the program", out);
        return;
    case DOM_YAML_KEY_WORDS:
        write_list(key, " words", out);
        return;
    case DOM_YAML_KEY_PATHS:
        write_list(key, " paths that begin with / or ~/", out);
        return;
    case DOM_YAML_KEY_GROUP:
        dom_text_add(out, "a map of ");
        return;
    case DOM_YAML_KEY_NODE:
        dom_text_add(out, key->help);
        return;
    }
}

/* ---- one value ----------------------------------------------------------- */

static const char out_of_range[] = "is out of range";

/* Each setter stores the value of `text` and returns NULL, or returns why the text is not a
 * value. */

static const char *set_whole(const dom_yaml_key *key, void *target, const char *text)
{
    int word = dom_yaml_find_word(key, text);
    if (word >= 0) {
        dom_yaml_put_whole(key, target, (uint64_t)word);
        return NULL;
    }
    bool is_negative = text[0] == '-';
    const char *digit = text + is_negative;
    size_t digits = strspn(digit, "0123456789");
    if (digits == 0 || digit[digits] != '\0')
        return "is not a whole number";
    if (digit[0] == '0' && digits > 1)
        return "has a leading zero";
    if (is_negative || digits > 19)
        return out_of_range;
    uint64_t value = strtoull(digit, NULL, 10); /* 19 digits fit into 64 bits */
    if (value < (uint64_t)key->min || value > (uint64_t)key->max)
        return out_of_range;
    dom_yaml_put_whole(key, target, value);
    return NULL;
}

/* Reads a number such as "-12.5": at most fifteen digits, with or without a point. strtod would
 * depend on the locale. The result is rounded once only, because the digits and the power of ten
 * are exact in a double. */
static const char *set_real(const dom_yaml_key *key, void *target, const char *text)
{
    bool is_negative = text[0] == '-';
    const char *c = text + is_negative;
    double whole = 0, scale = 1;
    int digits = 0;
    bool has_point = false;
    for (; (*c >= '0' && *c <= '9') || (*c == '.' && !has_point && digits > 0); c++) {
        if (*c == '.') {
            has_point = true;
            continue;
        }
        whole = whole * 10 + (*c - '0');
        scale *= has_point ? 10 : 1;
        digits++;
    }
    if (*c != '\0' || digits == 0 || digits > 15 || c[-1] == '.')
        return "is not a number such as 0.5";
    double value = (is_negative ? -whole : whole) / scale;
    if (value < (double)key->min || value > (double)key->max)
        return out_of_range;
    memcpy(dom_yaml_field_of(key, target), &value, sizeof value);
    return NULL;
}

static const char *set_bool(const dom_yaml_key *key, void *target, const char *text)
{
    bool value = strcmp(text, "true") == 0;
    if (!value && strcmp(text, "false") != 0)
        return "is neither";
    memcpy(dom_yaml_field_of(key, target), &value, sizeof value);
    return NULL;
}

static const char *store_word(const dom_yaml_key *key, void *target, const char *text)
{
    int word = dom_yaml_find_word(key, text);
    if (word < 0)
        return "is not allowed here";
    dom_yaml_put_whole(key, target, (uint64_t)word);
    return NULL;
}

static const char *set_name(const dom_yaml_key *key, void *target, const char *text)
{
    dom_check(key->bytes > (size_t)key->max);
    if (!dom_name_is_valid(text, (size_t)key->max))
        return "is not a name";
    memcpy(dom_yaml_field_of(key, target), text, strlen(text) + 1);
    return NULL;
}

static const char *set_text(const dom_yaml_key *key, void *target, const char *text)
{
    dom_check(key->bytes > (size_t)key->max);
    if (strlen(text) > (size_t)key->max)
        return "is too long";
    for (const char *c = text; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 127)
            return "has a control character";
    memcpy(dom_yaml_field_of(key, target), text, strlen(text) + 1);
    return NULL;
}

typedef const char *(setter)(const dom_yaml_key *key, void *target, const char *text);

/* Returns the setter of a type that one word can set; NULL for the others. */
static setter *setter_of(dom_yaml_key_type type)
{
    static setter *const setters[] = {
        [DOM_YAML_KEY_WHOLE] = set_whole, [DOM_YAML_KEY_REAL] = set_real,
        [DOM_YAML_KEY_BOOL] = set_bool,   [DOM_YAML_KEY_WORD] = store_word,
        [DOM_YAML_KEY_NAME] = set_name,   [DOM_YAML_KEY_TEXT] = set_text,
        [DOM_YAML_KEY_NAMES] = NULL,      [DOM_YAML_KEY_ARGS] = NULL,
        [DOM_YAML_KEY_WORDS] = NULL,      [DOM_YAML_KEY_PATHS] = NULL,
        [DOM_YAML_KEY_GROUP] = NULL,      [DOM_YAML_KEY_NODE] = NULL,
    };
    return setters[type];
}

static dom_hint near_word(const dom_yaml_key *key, const char *text)
{
    dom_suggest near = dom_suggest_of(text);
    for (int v = 0; key->words && key->words[v]; v++)
        dom_suggest_try(&near, key->words[v]);
    return dom_suggest_hint(&near);
}

dom_rc dom_yaml_key_set(const dom_yaml_key *key, void *target, const char *text, dom_err *err)
{
    setter *set = setter_of(key->type);
    dom_check(set != NULL);
    const char *reason = set(key, target, text);
    if (reason == NULL)
        return DOM_OK;
    char allowed[ALLOWED_BYTES];
    dom_text out = dom_text_of(allowed, sizeof allowed);
    dom_yaml_key_write_allowed(key, &out);
    return dom_err_set(err, DOM_E_CONFIG, "'%.40s' %s%s; allowed: %s", text, reason,
                       near_word(key, text).text, allowed);
}

void dom_yaml_schema_defaults(const dom_yaml_key_table *table, void *target)
{
    for (size_t i = 0; i < table->count; i++) {
        const dom_yaml_key *key = &table->row[i];
        if (key->fallback == NULL || strcmp(key->fallback, "null") == 0)
            continue;
        const char *reason = setter_of(key->type)(key, target, key->fallback);
        dom_check(reason == NULL);
    }
}

/* ---- reading ------------------------------------------------------------- */

typedef struct {
    const dom_yaml_key_table *table;
    const dom_yaml *yaml;
    void *target;
    dom_yaml_key_lines *lines;
    dom_strings *faults;
    dom_err *err;
} schema_reader;

static dom_rc read_map(const schema_reader *r, const dom_yaml_node *map, const char *group);

/* Sets the error "FILE:LINE: key: PROBLEM; allowed: ...". */
static dom_rc fail_key(const schema_reader *r, const dom_yaml_node *node, const dom_yaml_key *key,
                       const char *problem)
{
    char allowed[ALLOWED_BYTES];
    dom_text text = dom_text_of(allowed, sizeof allowed);
    dom_yaml_key_write_allowed(key, &text);
    if (key->type == DOM_YAML_KEY_GROUP)
        write_names(r->table, key->path, &text);
    return dom_yaml_fail(r->yaml, node, key->path, r->err, "%s; allowed: %s", problem, allowed);
}

static dom_rc fail_kind(const schema_reader *r, const dom_yaml_node *node, const dom_yaml_key *key)
{
    char problem[40];
    (void)snprintf(problem, sizeof problem, "this is %s", dom_yaml_node_noun(node));
    return fail_key(r, node, key, problem);
}

/* Also notes the key that was probably meant, so that it is not called missing. */
static dom_rc fail_unknown(const schema_reader *r, const dom_yaml_node *node, const char *group,
                           const char *name)
{
    char keys[ALLOWED_BYTES], path[2 * DOM_YAML_KEY_PATH_BYTES];
    dom_text text = dom_text_of(keys, sizeof keys);
    write_names(r->table, group, &text);
    (void)snprintf(path, sizeof path, "%s%s%.40s", group, *group ? "." : "", name);
    dom_suggest near = dom_suggest_of(name);
    for (size_t i = 0; i < r->table->count; i++) {
        const char *candidate = name_within(&r->table->row[i], group);
        if (candidate)
            dom_suggest_try(&near, candidate);
    }
    int meant = find_within(r->table, group, near.best);
    if (meant >= 0)
        r->lines->is_wrong[meant] = true;
    return dom_yaml_fail(r->yaml, node, path, r->err, "unknown key%s; allowed: %s",
                         dom_suggest_hint(&near).text, keys);
}

static dom_rc read_null(const schema_reader *r, const dom_yaml_node *node, const dom_yaml_key *key)
{
    if (!(key->flags & DOM_YAML_KEY_NULLABLE))
        return fail_key(r, node, key, "has no value");
    dom_yaml_put_nothing(key, r->target);
    return DOM_OK;
}

/* Returns true for types whose value must not be in quotes: in quotes even 5 and true are text. */
static bool needs_plain(dom_yaml_key_type type)
{
    return type == DOM_YAML_KEY_WHOLE || type == DOM_YAML_KEY_REAL || type == DOM_YAML_KEY_BOOL;
}

static dom_rc read_word(const schema_reader *r, const dom_yaml_node *node, const dom_yaml_key *key)
{
    if (dom_yaml_node_kind_of(node) != DOM_YAML_NODE_WORD)
        return fail_kind(r, node, key);
    const char *text = dom_yaml_node_text(node);
    if (text == NULL)
        return fail_key(r, node, key, "has a zero byte");
    if (needs_plain(key->type) && !dom_yaml_node_is_plain(node))
        return fail_key(r, node, key, "quoted values are text; remove the quotes");
    dom_err inner;
    if (dom_yaml_key_set(key, r->target, text, &inner) != DOM_OK)
        return dom_yaml_fail(r->yaml, node, key->path, r->err, "%s", inner.text);
    return DOM_OK;
}

static dom_rc read_list(const schema_reader *r, const dom_yaml_node *node, const dom_yaml_key *key)
{
    if (dom_yaml_node_kind_of(node) != DOM_YAML_NODE_LIST)
        return fail_kind(r, node, key);
    size_t count = dom_yaml_node_count(node);
    if (count < (size_t)key->min)
        return fail_key(r, node, key, count == 0 ? "the list is empty" : "the list is too short");
    if (count > (size_t)key->max)
        return fail_key(r, node, key, "the list is too long");
    dom_strings *list = dom_yaml_field_of(key, r->target);
    for (size_t i = 0; i < count; i++) {
        const dom_yaml_node *item = dom_yaml_node_item(r->yaml, node, i);
        const char *text = dom_yaml_node_text(item);
        const char *what = dom_yaml_item_problem(key, list, text);
        char problem[80];
        (void)snprintf(problem, sizeof problem, "entry %zu %s", i + 1, what ? what : "");
        if (what)
            return fail_key(r, item, key, problem);
        if (!dom_strings_add(list, text))
            return dom_err_no_memory(r->err);
    }
    return DOM_OK;
}

static dom_rc read_group(const schema_reader *r, const dom_yaml_node *node, const dom_yaml_key *key)
{
    if (dom_yaml_node_kind_of(node) != DOM_YAML_NODE_MAP)
        return fail_kind(r, node, key);
    return read_map(r, node, key->path);
}

static dom_rc read_value(const schema_reader *r, const dom_yaml_node *node, const dom_yaml_key *key)
{
    if (dom_yaml_node_kind_of(node) == DOM_YAML_NODE_NULL)
        return read_null(r, node, key);
    switch (key->type) {
    case DOM_YAML_KEY_WHOLE:
    case DOM_YAML_KEY_REAL:
    case DOM_YAML_KEY_BOOL:
    case DOM_YAML_KEY_WORD:
    case DOM_YAML_KEY_NAME:
    case DOM_YAML_KEY_TEXT:
        return read_word(r, node, key);
    case DOM_YAML_KEY_NAMES:
    case DOM_YAML_KEY_ARGS:
    case DOM_YAML_KEY_WORDS:
    case DOM_YAML_KEY_PATHS:
        return read_list(r, node, key);
    case DOM_YAML_KEY_GROUP:
        return read_group(r, node, key);
    case DOM_YAML_KEY_NODE:
        memcpy(dom_yaml_field_of(key, r->target), &node, sizeof node);
        return DOM_OK;
    }
    return DOM_OK;
}

/* Reads one "key: value". A key that is unknown or given twice is an error. */
static dom_rc read_pair(const schema_reader *r, const dom_yaml_node *key,
                        const dom_yaml_node *value, const char *group)
{
    const char *name = dom_yaml_node_text(key);
    if (name == NULL)
        return dom_yaml_fail(r->yaml, key, *group ? group : r->table->what, r->err,
                             "%s instead of a key; allowed: key: value", dom_yaml_node_noun(key));
    int index = find_within(r->table, group, name);
    if (index < 0)
        return fail_unknown(r, key, group, name);
    int *line = &r->lines->line[index];
    if (*line)
        return dom_yaml_fail(r->yaml, key, r->table->row[index].path, r->err,
                             "given twice, first in line %d; allowed: once", *line);
    *line = dom_yaml_node_line(key);
    dom_rc rc = read_value(r, value, &r->table->row[index]);
    r->lines->is_wrong[index] = rc != DOM_OK;
    return rc;
}

static dom_rc read_map(const schema_reader *r, const dom_yaml_node *map, const char *group)
{
    for (size_t i = 0; i < dom_yaml_node_count(map); i++) {
        dom_rc rc = read_pair(r, dom_yaml_node_key(r->yaml, map, i),
                              dom_yaml_node_value(r->yaml, map, i), group);
        rc = dom_err_collect(r->faults, rc, r->err);
        if (rc != DOM_OK)
            return rc;
    }
    return DOM_OK;
}

static dom_rc check_required(const schema_reader *r, const dom_yaml_node *map)
{
    for (size_t i = 0; i < r->table->count; i++) {
        const dom_yaml_key *key = &r->table->row[i];
        bool is_missing = r->lines->line[i] == 0 && !r->lines->is_wrong[i];
        dom_rc rc = (key->flags & DOM_YAML_KEY_REQUIRED) && is_missing
                        ? fail_key(r, map, key, "is missing")
                        : DOM_OK;
        rc = dom_err_collect(r->faults, rc, r->err);
        if (rc != DOM_OK)
            return rc;
    }
    return DOM_OK;
}

dom_rc dom_yaml_schema_read(const dom_yaml_key_table *table, const dom_yaml *yaml,
                            const dom_yaml_node *map, void *target, dom_yaml_key_lines *lines,
                            dom_strings *faults, dom_err *err)
{
    dom_check(table->count <= DOM_YAML_KEYS_MAX);
    dom_yaml_key_lines own;
    schema_reader r = {table, yaml, target, lines ? lines : &own, faults, err};
    *r.lines = (dom_yaml_key_lines){0};
    if (dom_yaml_node_kind_of(map) != DOM_YAML_NODE_MAP) {
        char keys[ALLOWED_BYTES];
        dom_text text = dom_text_of(keys, sizeof keys);
        write_names(table, "", &text);
        return dom_yaml_fail(yaml, map, table->what, err, "%s instead of key: value; allowed: %s",
                             dom_yaml_node_noun(map), keys);
    }
    dom_rc rc = read_map(&r, map, "");
    return rc != DOM_OK ? rc : check_required(&r, map);
}
