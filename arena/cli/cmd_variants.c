#include "commands.h"

#include "base/text.h"
#include "explain.h"
#include "record/options.h"
#include "variant_word.h"

#include <stdlib.h>
#include <string.h>

static json_t *variant_json(const dom_variant *v)
{
    return json_pack("{s:s, s:s, s:i, s:b, s:s, s:o}", "name", v->name, "base", v->base, "players",
                     v->options.players, "teams", v->options.teams, "summary", v->summary,
                     "options", dom_options_json(&v->options));
}

static int print_json(const dom_variant *only)
{
    json_t *list = json_array();
    for (size_t i = 0; !only && i < dom_variant_count(); i++) {
        dom_variant v = dom_variant_at(i);
        json_array_append_new(list, variant_json(&v));
    }
    if (only)
        json_array_append_new(list, variant_json(only));
    json_t *root = json_pack("{s:i, s:o}", "schema", 1, "variants", list);
    int bad = root == NULL || json_dumpf(root, stdout, JSON_INDENT(1)) != 0;
    json_decref(root);
    (void)printf("\n");
    return bad ? CLI_RUNTIME : CLI_OK;
}

static void print_option(const dom_variant *v, const dom_option *option)
{
    char value[40], allowed[120];
    dom_text text = dom_text_of(value, sizeof value);
    dom_option_write(option, dom_option_get(&v->options, option), &text);
    text = dom_text_of(allowed, sizeof allowed);
    dom_option_write_allowed(option, &text);
    (void)printf("  %-17s %-17s %s\n  %-35s (%s)\n", option->name, value, option->help, "",
                 allowed);
}

/* Print the options that its row had before it was corrected, if it was. */
static void print_before(const dom_variant *v)
{
    dom_options before;
    char text[200];
    dom_text out = dom_text_of(text, sizeof text);
    if (!dom_variant_before(&before, v->name))
        return;
    for (size_t i = 0; i < DOM_OPTION_COUNT; i++) {
        const dom_option *option = dom_option_at(i);
        int32_t was = dom_option_get(&before, option);
        if (was == dom_option_get(&v->options, option))
            continue;
        dom_text_add(&out, text[0] ? ", " : "");
        dom_text_add(&out, option->name);
        dom_text_add_char(&out, ' ');
        dom_option_write(option, was, &out);
    }
    (void)printf("Tournaments that were begun before these rules were corrected keep: %s.\n", text);
}

static int print_one(const dom_variant *v)
{
    (void)printf("%s: %s.\n\n", v->name, v->summary);
    explain_options(stdout, &v->options);
    print_before(v);
    (void)printf("\nOptions:\n");
    for (size_t i = 0; i < DOM_OPTION_COUNT; i++)
        print_option(v, dom_option_at(i));
    return CLI_OK;
}

static int print_all(void)
{
    int width = 0;
    for (size_t i = 0; i < dom_variant_count(); i++) {
        int length = (int)strlen(dom_variant_at(i).name);
        width = length > width ? length : width;
    }
    for (size_t i = 0; i < dom_variant_count(); i++) {
        dom_variant v = dom_variant_at(i);
        (void)printf("%-*s  %s\n", width, v.name, v.summary);
    }
    return CLI_OK;
}

int cmd_variants(const cli_args *args)
{
    if (args->operand == NULL)
        return args->is_json ? print_json(NULL) : print_all();
    dom_variant v;
    dom_err err;
    if (variant_word_find(&v, "variants", args->operand, &err) != DOM_OK)
        return cli_fail(&err);
    return args->is_json ? print_json(&v) : print_one(&v);
}
