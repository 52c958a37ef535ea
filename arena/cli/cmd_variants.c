/* `variants [VARIANT]`: lists the named variants, or explains one with every option. */
#include "commands.h"
#include "status.h"

#include "config/variant_lookup.h"
#include "output/variant_list_text.h"

typedef struct {
    bool is_json;
} variants_args;

static int variants_run(const dom_cli_call *call, const void *arguments)
{
    const variants_args *args = arguments;
    const char *name = call->word[0];
    dom_variant v;
    dom_err err = {.rc = DOM_OK};
    dom_rc rc = name ? dom_config_variant_find(&v, "variants", name, &err) : DOM_OK;
    if (rc != DOM_OK)
        return dom_cli_fail(&err);
    if (args->is_json)
        return dom_output_variants_json(stdout, name ? &v : NULL) ? DOM_CLI_OK : DOM_CLI_RUNTIME;
    if (name == NULL)
        return dom_cli_end(dom_output_variants_text(stdout, &err), &err);
    dom_output_variant_text(stdout, &v);
    return DOM_CLI_OK;
}

static const dom_cli_slot variants_slots[] = {
    DOM_CLI_SLOT(DOM_CLI_OPT_JSON, variants_args, is_json),
};

const dom_cli_command dom_cli_variants = {.name = "variants",
                                          .operand = "[VARIANT]",
                                          .summary =
                                              "List the variants, or explain one with every option",
                                          DOM_CLI_SLOTS(variants_slots),
                                          .args_bytes = sizeof(variants_args),
                                          .run = variants_run};
