/* The variants of a tournament: named ones, and own variants made from a base and options. */
#include "config_internal.h"

#include "config/variant_lookup.h"

#include <stdio.h>
#include <string.h>

static dom_rc add_variant(dom_config_reader *l, const dom_config_where *where,
                          const dom_variant *variant)
{
    dom_core_tournament *t = &l->file.t;
    for (size_t i = 0; i < t->variant_count; i++)
        if (strcmp(t->variants[i].name, variant->name) == 0)
            return dom_err_set(l->err, DOM_E_CONFIG, "%s: %s is named twice; allowed: once",
                               where->text, variant->name);
    if (t->variant_count == DOM_CORE_VARIANTS_MAX)
        return dom_err_set(l->err, DOM_E_CONFIG, "%s: too many variants; allowed: %d", where->text,
                           DOM_CORE_VARIANTS_MAX);
    t->variants[t->variant_count++] = *variant;
    return DOM_OK;
}

static dom_rc add_named(dom_config_reader *l, const dom_config_where *where, const char *name)
{
    dom_variant variant;
    dom_rc rc = dom_config_variant_find(&variant, where->text, name, l->err);
    return rc == DOM_OK ? add_variant(l, where, &variant) : rc;
}

static dom_rc fail_option(const dom_config_reader *l, const dom_yaml_node *node,
                          const char *variant, const char *name)
{
    char names[300];
    dom_text text = dom_text_of(names, sizeof names);
    dom_text_add(&text, "base");
    for (size_t i = 0; i < DOM_OPTION_COUNT; i++) {
        dom_text_add(&text, ", ");
        dom_text_add(&text, dom_option_at(i)->name);
    }
    return dom_yaml_fail(l->yaml, node, variant, l->err,
                         "there is no option '%.40s'%s; allowed: %s%s", name,
                         dom_option_hint(name).text, names, text.cut ? "..." : "");
}

static dom_rc fail_value(const dom_config_reader *l, const dom_yaml_node *value,
                         const char *variant, const dom_option *option)
{
    char allowed[200];
    dom_text out = dom_text_of(allowed, sizeof allowed);
    dom_option_write_allowed(option, &out);
    const char *text = dom_yaml_node_text(value);
    if (text == NULL)
        return dom_yaml_fail(l->yaml, value, variant, l->err, "%s: this is %s; allowed: %s",
                             option->name, dom_yaml_node_noun(value), allowed);
    return dom_yaml_fail(
        l->yaml, value, variant, l->err, "%s: '%.40s' is %s; allowed: %s", option->name, text,
        dom_yaml_node_is_plain(value) ? "not a value" : "text, because of its quotes", allowed);
}

/* Reads one entry of an own variant: its base, or an option. `line[i]` is the line in which
 * option i was given, or 0. */
static dom_rc set_option(const dom_config_reader *l, dom_variant *variant, const dom_yaml_node *key,
                         const dom_yaml_node *value, int line[static DOM_OPTION_COUNT])
{
    const char *name = dom_yaml_node_text(key);
    const dom_option *option = name ? dom_option_find(name) : NULL;
    if (name && strcmp(name, "base") == 0)
        return DOM_OK;
    if (option == NULL)
        return fail_option(l, key, variant->name, name ? name : dom_yaml_node_noun(key));
    size_t index = option->offset / sizeof(int32_t);
    if (line[index])
        return dom_yaml_fail(l->yaml, key, variant->name, l->err,
                             "%s: given twice, first in line %d; allowed: once", name, line[index]);
    line[index] = dom_yaml_node_line(key);
    const char *text = dom_yaml_node_text(value);
    bool is_right = text && (option->type == DOM_OPTION_WORD || dom_yaml_node_is_plain(value));
    if (!is_right || dom_option_set(&variant->options, option, text, NULL) != DOM_OK)
        return fail_value(l, value, variant->name, option);
    return DOM_OK;
}

/* Finds the value of `base`; NULL without one. Two of them are an error. */
static dom_rc find_base(const dom_config_reader *l, const char *variant, const dom_yaml_node *map,
                        const dom_yaml_node **base)
{
    *base = NULL;
    for (size_t i = 0; i < dom_yaml_node_count(map); i++) {
        const dom_yaml_node *key = dom_yaml_node_key(l->yaml, map, i);
        const char *name = dom_yaml_node_text(key);
        if (name == NULL || strcmp(name, "base") != 0)
            continue;
        if (*base)
            return dom_yaml_fail(l->yaml, key, variant, l->err, "base: given twice; allowed: once");
        *base = dom_yaml_node_value(l->yaml, map, i);
    }
    return DOM_OK;
}

/* Begins an own variant as a copy of its base. */
static dom_rc start_variant(const dom_config_reader *l, dom_variant *out, const dom_yaml_node *key,
                            const dom_yaml_node *map)
{
    const char *name = dom_yaml_node_text(key);
    const dom_yaml_node *base;
    dom_rc rc = find_base(l, name, map, &base);
    if (rc != DOM_OK)
        return rc;
    const char *base_name = base ? dom_yaml_node_text(base) : NULL;
    if (base_name == NULL)
        return dom_yaml_fail(l->yaml, base ? base : key, name, l->err,
                             "base: is %s; allowed: the name of a variant, such as block-2",
                             base ? "not a name" : "missing");
    dom_config_where where = dom_config_where_of_node(l, base, name);
    rc = dom_config_variant_find(out, where.text, base_name, l->err);
    if (rc != DOM_OK)
        return rc;
    (void)snprintf(out->name, sizeof out->name, "%s", name);
    (void)snprintf(out->base, sizeof out->base, "%s", base_name);
    out->family = NULL;
    out->summary = "own variant of this tournament";
    return DOM_OK;
}

static dom_rc add_own(dom_config_reader *l, const dom_yaml_node *key, const dom_yaml_node *map)
{
    dom_variant variant;
    dom_rc rc = start_variant(l, &variant, key, map);
    if (rc != DOM_OK)
        return rc;
    int line[DOM_OPTION_COUNT] = {0};
    size_t before = l->faults->count;
    for (size_t i = 0; i < dom_yaml_node_count(map); i++) {
        rc = set_option(l, &variant, dom_yaml_node_key(l->yaml, map, i),
                        dom_yaml_node_value(l->yaml, map, i), line);
        rc = dom_err_collect(l->faults, rc, l->err);
        if (rc != DOM_OK)
            return rc;
    }
    dom_err inner;
    bool are_right = l->faults->count == before;
    if (are_right && dom_options_check(&variant.options, &inner) != DOM_OK)
        return dom_yaml_fail(l->yaml, key, variant.name, l->err, "%s", inner.text);
    dom_config_where where = dom_config_where_of_node(l, key, "variants");
    return add_variant(l, &where, &variant);
}

/* Adds an entry of the map: an own variant, or a named one unchanged (`block-2:` or `block-2:
 * {}`). A named variant cannot be changed, because its name says in every record what was
 * played. */
static dom_rc add_entry(dom_config_reader *l, const dom_yaml_node *key, const dom_yaml_node *value)
{
    const char *name = dom_yaml_node_text(key);
    if (name == NULL || !dom_name_is_valid(name, DOM_VARIANT_NAME_BYTES - 1))
        return dom_yaml_fail(l->yaml, key, "variants", l->err,
                             "'%.40s' is not a name; allowed: [a-z0-9][a-z0-9._-]*, at most %d "
                             "letters",
                             name ? name : dom_yaml_node_noun(key), DOM_VARIANT_NAME_BYTES - 1);
    dom_yaml_node_kind kind = dom_yaml_node_kind_of(value);
    if (kind != DOM_YAML_NODE_NULL && kind != DOM_YAML_NODE_MAP)
        return dom_config_fail(l, value, "variants", "the options of a variant must be a map");
    bool is_named = dom_variant_find(&(dom_variant){.summary = NULL}, name, NULL) == DOM_OK;
    dom_config_where where = dom_config_where_of_node(l, key, "variants");
    if (dom_yaml_node_count(value) == 0)
        return add_named(l, &where, name);
    if (is_named)
        return dom_yaml_fail(
            l->yaml, key, name, l->err,
            "a built-in variant cannot be changed; allowed: another name, with base: %s", name);
    return add_own(l, key, value);
}

static dom_rc take_variant_list(dom_config_reader *l, const dom_yaml_node *list)
{
    for (size_t i = 0; i < dom_yaml_node_count(list); i++) {
        const dom_yaml_node *item = dom_yaml_node_item(l->yaml, list, i);
        const char *name = dom_yaml_node_text(item);
        dom_config_where where = dom_config_where_of_node(l, item, "variants");
        dom_rc rc = name ? add_named(l, &where, name)
                         : dom_config_fail(l, item, "variants", "an entry is not a name");
        rc = dom_err_collect(l->faults, rc, l->err);
        if (rc != DOM_OK)
            return rc;
    }
    return DOM_OK;
}

static dom_rc take_variant_map(dom_config_reader *l, const dom_yaml_node *map)
{
    for (size_t i = 0; i < dom_yaml_node_count(map); i++) {
        dom_rc rc =
            add_entry(l, dom_yaml_node_key(l->yaml, map, i), dom_yaml_node_value(l->yaml, map, i));
        rc = dom_err_collect(l->faults, rc, l->err);
        if (rc != DOM_OK)
            return rc;
    }
    return DOM_OK;
}

static dom_rc take_requested_variants(dom_config_reader *l)
{
    dom_config_where where = dom_config_where_of_option("--variant");
    dom_rc rc = DOM_OK;
    for (const char *const *name = l->request->variants; rc == DOM_OK && *name; name++)
        rc = dom_err_collect(l->faults, add_named(l, &where, *name), l->err);
    return rc;
}

static dom_rc fail_no_variant(const dom_config_reader *l)
{
    dom_config_where where =
        dom_config_where_of_key(l, "variants", "--variant", l->request->variants);
    return dom_err_set(l->err, DOM_E_CONFIG, "%s: no variant is named; allowed: %s", where.text,
                       dom_yaml_key_find(dom_config_keys(), "variants")->help);
}

static dom_rc take_variants(dom_config_reader *l)
{
    const dom_yaml_node *node = l->file.variants;
    if (l->request->variants)
        return take_requested_variants(l);
    if (node && dom_yaml_node_kind_of(node) == DOM_YAML_NODE_LIST)
        return take_variant_list(l, node);
    if (node && dom_yaml_node_kind_of(node) == DOM_YAML_NODE_MAP)
        return take_variant_map(l, node);
    return node ? dom_config_fail(l, node, "variants", "this is a word") : DOM_OK;
}

dom_rc dom_config_take_variants(dom_config_reader *l)
{
    size_t before = l->faults->count;
    dom_rc rc = dom_err_collect(l->faults, take_variants(l), l->err);
    bool is_wrong = dom_config_is_wrong(l, "variants") || l->faults->count > before;
    bool is_empty = l->file.t.variant_count == 0;
    if (is_wrong || is_empty)
        dom_config_mark_wrong(l, "variants");
    return rc == DOM_OK && is_empty && !is_wrong ? fail_no_variant(l) : rc;
}
