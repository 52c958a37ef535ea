#include "output/variant_list_text.h"

#include "base/text.h"
#include "output/text_table.h"
#include "output/variant_text.h"
#include "record/options.h"

#include <jansson.h>
#include <string.h>

static json_t *variant_json(const dom_variant *v)
{
    return json_pack("{s:s, s:s, s:s, s:i, s:b, s:s, s:o}", "name", v->name, "family", v->family,
                     "base", v->base, "players", v->options.players, "teams", v->options.teams,
                     "summary", v->summary, "options", dom_record_options_json(&v->options));
}

bool dom_output_variants_json(FILE *out, const dom_variant *only)
{
    json_t *list = json_array();
    for (size_t i = 0; !only && i < dom_variant_count(); i++) {
        dom_variant v = dom_variant_at(i);
        json_array_append_new(list, variant_json(&v));
    }
    if (only)
        json_array_append_new(list, variant_json(only));
    json_t *root = json_pack("{s:i, s:o}", "schema", 1, "variants", list);
    bool is_written = root && json_dumpf(root, out, JSON_INDENT(1)) == 0;
    json_decref(root);
    (void)fprintf(out, "\n");
    return is_written;
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

/* If the rules of the variant were corrected once, print the options that changed with their old
 * values. */
static void print_variant_before(FILE *out, const dom_variant *v)
{
    dom_options before;
    char text[200];
    dom_text before_text = dom_text_of(text, sizeof text);
    if (!dom_variant_before(&before, v->name))
        return;
    for (size_t i = 0; i < DOM_OPTION_COUNT; i++) {
        const dom_option *option = dom_option_at(i);
        int32_t was = dom_option_get(&before, option);
        if (was == dom_option_get(&v->options, option))
            continue;
        dom_text_add(&before_text, text[0] ? ", " : "");
        dom_text_add(&before_text, option->name);
        dom_text_add_char(&before_text, ' ');
        dom_option_write(option, was, &before_text);
    }
    (void)fprintf(out, "Tournaments that began before these rules were corrected still use: %s.\n",
                  text);
}

void dom_output_variant_text(FILE *out, const dom_variant *v)
{
    (void)fprintf(out, "%s: %s.\n\n", v->name, v->summary);
    dom_output_explain_options(out, &v->options);
    print_variant_before(out, v);
    (void)fprintf(out, "\nOptions:\n");
    for (size_t i = 0; i < DOM_OPTION_COUNT; i++)
        print_variant_option(out, v, dom_option_at(i));
}

dom_rc dom_output_variants_text(FILE *out, dom_err *err)
{
    static const dom_output_column column[] = {
        {.head = "", .is_left = true},
        {.head = "", .is_left = true, .is_clipped = true, .least = 20}};
    dom_output_table g = dom_output_table_of(column, sizeof column / sizeof *column);
    for (size_t i = 0; i < dom_variant_count(); i++) {
        dom_variant v = dom_variant_at(i);
        dom_output_table_put(&g, "%s", v.name);
        dom_output_table_put(&g, "%s", v.summary);
    }
    dom_rc rc = dom_output_table_print(&g, DOM_OUTPUT_TEXT, out, err);
    dom_output_table_clear(&g);
    return rc;
}
