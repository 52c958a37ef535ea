/* `variants [VARIANT|FILE.yaml]`: lists the named variants, or explains one, or those of a
 * tournament file. */
#include "commands.h"
#include "common.h"
#include "status.h"

#include "config/config.h"
#include "config/variant_lookup.h"
#include "output/variant_list_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    bool is_json;
} variants_args;

static int variants_show(const variants_args *args, const dom_variant variants[], size_t count)
{
    dom_err err = {.rc = DOM_OK};
    if (args->is_json)
        return dom_cli_end(dom_output_variants_json(stdout, variants, count, &err), &err);
    for (size_t i = 0; i < count; i++) {
        (void)printf("%s", i ? "\n" : "");
        dom_output_variant_text(stdout, &variants[i]);
    }
    return DOM_CLI_OK;
}

static int variants_list(const variants_args *args)
{
    dom_err err = {.rc = DOM_OK};
    if (!args->is_json)
        return dom_cli_end(dom_output_variants_text(stdout, &err), &err);
    size_t count = dom_variant_count();
    dom_variant *all = calloc(count, sizeof *all);
    if (all == NULL)
        return dom_cli_end(dom_err_no_memory(&err), &err);
    for (size_t i = 0; i < count; i++)
        all[i] = dom_variant_at(i);
    int status = variants_show(args, all, count);
    free(all);
    return status;
}

/* Returns true for "./mine", "mine.yaml" and "mine.yml". */
static bool names_file(const char *name)
{
    const char *end = strrchr(name, '.');
    return strchr(name, '/') || (end && (strcmp(end, ".yaml") == 0 || strcmp(end, ".yml") == 0));
}

/* Shows the variants of a tournament file, and prints each of its faults. */
static int variants_of_file(const variants_args *args, const char *file)
{
    dom_core_tournament *t = calloc(1, sizeof *t);
    dom_strings faults = {.count = 0};
    dom_err err = {.rc = DOM_OK};
    int status = DOM_CLI_OK;
    dom_rc rc = t ? dom_config_load_variants(t, file, &faults, &err) : dom_err_no_memory(&err);
    for (size_t i = 0; i < faults.count; i++)
        status = dom_cli_end(dom_err_set(&err, DOM_E_CONFIG, "%s", faults.item[i]), &err);
    if (rc != DOM_OK)
        status = dom_cli_fail(&err);
    else if (faults.count == 0)
        status = variants_show(args, t->variants, t->variant_count);
    if (t)
        dom_config_free(t);
    free(t);
    dom_strings_clear(&faults);
    return status;
}

/* The variant of a name in the newest tournament that has one. */
typedef struct {
    const char *name;
    dom_variant variant;
    bool is_found;
} played_variant;

static dom_rc take_variant(void *context, const dom_store_tournament *t)
{
    played_variant *p = context;
    for (int i = 0; i < t->variant_count; i++)
        if (strcmp(t->variants[i].name, p->name) == 0) {
            p->variant = t->variants[i];
            p->is_found = true;
        }
    return DOM_OK;
}

/* Finds a built-in variant, else one that was played here. A database that cannot be read is as
 * good as none, because it may not exist yet. */
static dom_rc variants_find(dom_variant *out, const dom_cli_call *call, const char *name,
                            dom_err *err)
{
    dom_rc rc = dom_config_variant_find(out, "variants", name, err);
    played_variant played = {.name = name};
    dom_store *store = NULL;
    if (rc == DOM_OK || dom_cli_read_store(&store, call, NULL) != DOM_OK)
        return rc;
    (void)dom_store_tournament_each(store, take_variant, &played, NULL);
    dom_store_close(&store);
    if (!played.is_found)
        return rc;
    *out = played.variant;
    return DOM_OK;
}

static int variants_run(const dom_cli_call *call, const void *arguments)
{
    const variants_args *args = arguments;
    const char *name = call->word[0];
    dom_variant v;
    dom_err err = {.rc = DOM_OK};
    if (name == NULL)
        return variants_list(args);
    if (names_file(name))
        return variants_of_file(args, name);
    if (variants_find(&v, call, name, &err) != DOM_OK)
        return dom_cli_fail(&err);
    return variants_show(args, &v, 1);
}

static const dom_cli_slot variants_slots[] = {
    DOM_CLI_SLOT(DOM_CLI_OPT_JSON, variants_args, is_json),
};

const dom_cli_command dom_cli_variants = {
    .name = "variants",
    .operand = "[VARIANT|FILE.yaml]",
    .summary = "List the variants, or explain one, or those of a tournament file",
    DOM_CLI_SLOTS(variants_slots),
    .args_bytes = sizeof(variants_args),
    .lacks_database = true,
    .run = variants_run};
