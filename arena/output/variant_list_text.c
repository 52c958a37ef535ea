#include "output/variant_list_text.h"

#include "base/text.h"
#include "output/output.h"
#include "output/text_table.h"
#include "record/options.h"
#include "results/baseline.h"
#include "rules/idle.h"
#include "rules/sentences.h"

#include <jansson.h>
#include <string.h>

static json_t *rules_json(const dom_options *options)
{
    dom_sentences rules;
    json_t *list = json_array();
    dom_sentences_write(&rules, options);
    for (size_t i = 0; i < rules.count; i++)
        json_array_append_new(list, json_string(rules.text[i]));
    return list;
}

static json_t *variant_json(const dom_variant *v)
{
    return json_pack("{s:s, s:s?, s:s, s:i, s:b, s:s, s:o, s:o}", "name", v->name, "family",
                     v->family, "base", v->base, "players", v->options.players, "teams",
                     v->options.teams, "summary", v->summary, "rules", rules_json(&v->options),
                     "options", dom_record_options_json(&v->options));
}

dom_rc dom_output_variants_json(FILE *out, const dom_variant variants[], size_t count, dom_err *err)
{
    json_t *list = json_array();
    for (size_t i = 0; i < count; i++)
        json_array_append_new(list, variant_json(&variants[i]));
    return dom_output_put_list(out, "variants", list, err);
}

static void print_variant_option(FILE *out, const dom_variant *v, const dom_option *option)
{
    char value[40], allowed[120];
    dom_text text = dom_text_of(value, sizeof value);
    dom_option_write(option, dom_option_get(&v->options, option), &text);
    text = dom_text_of(allowed, sizeof allowed);
    dom_option_write_allowed(option, &text);
    (void)fprintf(out, "  %-17s %-17s %s\n  %-35s (%s)\n", option->name, value, option->help, "",
                  allowed);
}

/* Adds the options in which the variant differs from `other`, with the values of `other`, such as
 * "hand 7, target 100". */
static void write_difference(dom_text *out, const dom_options *options, const dom_options *other)
{
    const char *separator = "";
    for (size_t i = 0; i < DOM_OPTION_COUNT; i++) {
        const dom_option *option = dom_option_at(i);
        int32_t value = dom_option_get(other, option);
        if (value == dom_option_get(options, option))
            continue;
        dom_text_add(out, separator);
        dom_text_add(out, option->name);
        dom_text_add_char(out, ' ');
        dom_option_write(option, value, out);
        separator = ", ";
    }
}

/* If the rules of the variant were corrected once, print the options that changed with their old
 * values. */
static void print_variant_before(FILE *out, const dom_variant *v)
{
    dom_options before;
    char text[200];
    dom_text before_text = dom_text_of(text, sizeof text);
    if (v->family == NULL || !dom_variant_before(&before, v->name))
        return;
    write_difference(&before_text, &v->options, &before);
    (void)fprintf(out, "Tournaments that began before these rules were corrected still use: %s.\n",
                  text);
}

/* Prints "block-2: Block for two", or of an own variant what it changes in its base. */
static void print_summary(FILE *out, const dom_variant *v)
{
    dom_variant base;
    char text[1000];
    dom_text changes = dom_text_of(text, sizeof text);
    if (v->family || dom_variant_find(&base, v->base, NULL) != DOM_OK) {
        (void)fprintf(out, "%s: %s.\n\n", v->name, v->family ? v->summary : "an own variant");
        return;
    }
    write_difference(&changes, &base.options, &v->options);
    (void)fprintf(out, "%s: %s with %s.\n\n", v->name, v->base, text[0] ? text : "no change");
}

static void print_remarks(FILE *out, const dom_variant *v)
{
    for (size_t i = 0; i < DOM_OPTION_COUNT; i++) {
        const char *reason = dom_variant_idle(v, dom_option_at(i));
        if (reason)
            (void)fprintf(out, "Remark: %s has no effect here: %s.\n", dom_option_at(i)->name,
                          reason);
    }
    char course[200];
    dom_text text = dom_text_of(course, sizeof course);
    if (dom_results_baseline_remark(&text, &v->options))
        (void)fprintf(out, "Remark: %s.\n", course);
}

void dom_output_variant_text(FILE *out, const dom_variant *v)
{
    dom_sentences rules;
    print_summary(out, v);
    dom_sentences_write(&rules, &v->options);
    for (size_t i = 0; i < rules.count; i++)
        (void)fprintf(out, "%s\n", rules.text[i]);
    print_remarks(out, v);
    print_variant_before(out, v);
    (void)fprintf(out, "\nOptions:\n");
    for (size_t i = 0; i < DOM_OPTION_COUNT; i++)
        print_variant_option(out, v, dom_option_at(i));
}

static bool is_first_of_family(size_t index)
{
    dom_variant v = dom_variant_at(index);
    for (size_t i = 0; i < index; i++)
        if (strcmp(dom_variant_at(i).family, v.family) == 0)
            return false;
    return true;
}

/* Puts the variants of a family. The rows of one that were added later stand elsewhere in the
 * catalogue. */
static void put_family(dom_output_table *g, const char *family)
{
    for (size_t i = 0; i < dom_variant_count(); i++) {
        dom_variant v = dom_variant_at(i);
        if (strcmp(v.family, family) != 0)
            continue;
        dom_output_table_put(g, "%s", v.name);
        dom_output_table_put(g, "%s", v.summary);
    }
}

dom_rc dom_output_variants_text(FILE *out, dom_err *err)
{
    static const dom_output_column column[] = {
        {.head = "", .is_left = true},
        {.head = "", .is_left = true, .is_clipped = true, .least = 20}};
    dom_output_table g = dom_output_table_of(column, sizeof column / sizeof *column);
    for (size_t i = 0; i < dom_variant_count(); i++)
        if (is_first_of_family(i))
            put_family(&g, dom_variant_at(i).family);
    dom_rc rc = dom_output_table_print(&g, DOM_OUTPUT_TEXT, out, err);
    dom_output_table_clear(&g);
    return rc;
}
