/* The field `variants` of `welcome`. The table of options (rules) serves as the table of fields
 * here: a variant is a map with every option of this table. */
#include "shape.h"

#include "protocol/message.h"

#include <string.h>

static void write_option(dom_writer *out, const dom_option *option, int32_t value)
{
    switch (option->type) {
    case DOM_OPTION_INT:
        dom_write_integer(out, value);
        return;
    case DOM_OPTION_BOOL:
        dom_write_boolean(out, value != 0);
        return;
    case DOM_OPTION_WORD:
        dom_writer_text(out, option->words[value]);
        return;
    }
}

static void write_options(dom_writer *out, const dom_options *options)
{
    dom_write_map(out, DOM_OPTION_COUNT);
    for (size_t i = 0; i < DOM_OPTION_COUNT; i++) {
        const dom_option *option = dom_option_at(i);
        dom_write_key(out, option->name, strlen(option->name));
        write_option(out, option, dom_option_get(options, option));
    }
    dom_write_map_end(out);
}

static void variants_write(dom_writer *out, const dom_field *field, const void *body, int seats)
{
    (void)field, (void)seats;
    const dom_msg_welcome *welcome = body;
    dom_write_map(out, welcome->variant_count);
    for (int i = 0; i < welcome->variant_count; i++) {
        dom_write_key(out, welcome->variants[i].name, strlen(welcome->variants[i].name));
        write_options(out, &welcome->variants[i].options);
    }
    dom_write_map_end(out);
}

/* An option that allows only some values has none above 31. */
static bool is_allowed(const dom_option *option, int32_t value)
{
    return option->allowed == 0 || (option->allowed >> value & 1);
}

/* Returns the number of this word among those of the option, or -1. */
static int32_t word_of(const dom_option *option, const dom_value *value)
{
    for (int32_t i = 0; option->words[i]; i++)
        if (dom_value_is(value, option->words[i]))
            return i;
    return -1;
}

/* Returns the number that the value stands for, or -1 if the option does not allow it. */
static int32_t number_of(const dom_option *option, const dom_value *value)
{
    int32_t number = -1;
    switch (option->type) {
    case DOM_OPTION_INT:
        if (dom_value_within(value, option->min, option->max))
            number = (int32_t)value->integer;
        break;
    case DOM_OPTION_BOOL:
        return value->kind == DOM_VALUE_BOOLEAN ? value->boolean : -1;
    case DOM_OPTION_WORD:
        number = word_of(option, value);
        break;
    }
    return number >= 0 && is_allowed(option, number) ? number : -1;
}

/* Returns the index of the option with this name, or DOM_OPTION_COUNT. */
static size_t option_of(const dom_value *key)
{
    size_t i = 0;
    while (i < DOM_OPTION_COUNT && !dom_value_is(key, dom_option_at(i)->name))
        i++;
    return i;
}

/* Reads one entry of the map. */
static dom_rc read_setting(dom_reader *in, dom_options *options)
{
    dom_value key = dom_cursor_next(in->cursor);
    if (key.kind != DOM_VALUE_TEXT)
        return dom_reader_fail(in, "a key is not a text");
    size_t index = option_of(&key);
    if (index == DOM_OPTION_COUNT)
        return dom_reader_skip(in);
    const dom_option *option = dom_option_at(index);
    in->key = option->name;
    if (in->seen >> index & 1)
        return dom_reader_fail(in, "appears twice");
    in->seen |= (uint32_t)1 << index;
    dom_value value = dom_cursor_next(in->cursor);
    int32_t number = number_of(option, &value);
    if (number < 0)
        return dom_reader_fail(in, "not a value of this option");
    dom_option_put(options, option, number);
    in->key = NULL;
    return DOM_OK;
}

static dom_rc read_options(const dom_reader *outer, dom_options *options)
{
    dom_reader in = dom_reader_inside(outer);
    dom_value map = dom_cursor_next(in.cursor);
    if (map.kind != DOM_VALUE_MAP)
        return dom_reader_fail(&in, "expected a map");
    dom_rc rc = DOM_OK;
    for (uint32_t i = 0; i < map.count && rc == DOM_OK; i++)
        rc = read_setting(&in, options);
    for (size_t i = 0; i < DOM_OPTION_COUNT && rc == DOM_OK; i++) {
        in.key = dom_option_at(i)->name;
        if (!(in.seen >> i & 1))
            return dom_reader_fail(&in, "is missing");
    }
    return rc;
}

static bool is_known(const dom_msg_welcome *welcome, const char *name)
{
    for (int i = 0; i < welcome->variant_count; i++)
        if (strcmp(welcome->variants[i].name, name) == 0)
            return true;
    return false;
}

/* Reads one entry of the map: a name and its options. */
static dom_rc read_variant(dom_reader *in, dom_msg_welcome *welcome)
{
    dom_msg_variant *variant = &welcome->variants[welcome->variant_count];
    in->index = welcome->variant_count;
    dom_rc rc = dom_reader_text(in, 1, sizeof variant->name, variant->name);
    if (rc != DOM_OK)
        return rc;
    if (variant->name[strspn(variant->name, DOM_SLUG_CHARS)] != '\0')
        return dom_reader_fail(in, "not a name of a variant");
    if (is_known(welcome, variant->name))
        return dom_reader_fail(in, "appears twice");
    welcome->variant_count++;
    return read_options(in, &variant->options);
}

static dom_rc variants_read(dom_reader *in, const dom_field *field, void *body)
{
    (void)field;
    dom_msg_welcome *welcome = body;
    welcome->variant_count = 0;
    dom_value map = dom_cursor_next(in->cursor);
    if (map.kind != DOM_VALUE_MAP)
        return dom_reader_fail(in, "expected a map");
    if (map.count > DOM_VARIANTS_MAX)
        return dom_reader_fail(in, "%u variants, not 0..%d", map.count, DOM_VARIANTS_MAX);
    dom_rc rc = DOM_OK;
    for (uint32_t i = 0; i < map.count && rc == DOM_OK; i++)
        rc = read_variant(in, welcome);
    return rc;
}

const dom_kind dom_kind_variants = {variants_write, variants_read};

_Static_assert(DOM_OPTION_COUNT <= 32, "`seen` has one bit per option");
