/* `prune`: removes the snapshots of bots that nothing in the data folder needs. */
#include "commands.h"
#include "common.h"
#include "status.h"

#include "documents/values.h"
#include "output/output.h"
#include "upkeep/prune.h"

#include <stdio.h>

typedef struct {
    bool is_dry_run, is_json;
} prune_args;

typedef struct {
    const prune_args *args;
    json_t *list; /* with --json */
} prune_output;

static dom_rc tell_snapshot(void *context, const char *name, const char *version, uint64_t bytes,
                            dom_err *err)
{
    prune_output *o = context;
    if (!o->args->is_json) {
        (void)printf("%s@%.8s: %llu bytes\n", name, version, (unsigned long long)bytes);
        return DOM_OK;
    }
    json_t *item =
        json_pack("{s:s, s:s, s:I}", "name", name, "version", version, "bytes", (json_int_t)bytes);
    return json_array_append_new(o->list, item) == 0 ? DOM_OK : dom_err_no_memory(err);
}

static dom_rc tell_all(const prune_output *o, const dom_upkeep_pruned *done, dom_err *err)
{
    if (o->args->is_json)
        return dom_output_put_json(stdout,
                                   json_pack("{s:i, s:O, s:I, s:I, s:I}", "schema", 1, "removed",
                                             o->list, "bytes", (json_int_t)done->bytes, "needed",
                                             (json_int_t)done->needed, "recent",
                                             (json_int_t)done->recent),
                                   err);
    (void)printf("%llu snapshot%s %s, %llu bytes; %llu needed", (unsigned long long)done->removed,
                 done->removed == 1 ? "" : "s",
                 o->args->is_dry_run ? "would be removed" : "removed",
                 (unsigned long long)done->bytes, (unsigned long long)done->needed);
    if (done->recent > 0)
        (void)printf(", %llu not needed but taken within the last hour",
                     (unsigned long long)done->recent);
    (void)printf("\n");
    return DOM_OK;
}

static int prune_run(const dom_cli_call *call, const void *arguments)
{
    const prune_args *args = arguments;
    dom_home home = {.lock_fd = -1};
    dom_err err = {.rc = DOM_OK};
    dom_upkeep_pruned done;
    prune_output output = {.args = args, .list = json_array()};
    dom_upkeep_prune_spec spec = {.home = &home,
                                  .is_dry_run = args->is_dry_run,
                                  .on_removed = tell_snapshot,
                                  .context = &output};
    dom_rc rc = dom_cli_find_home(&home, call, &err);
    if (rc == DOM_OK && !args->is_dry_run)
        rc = dom_home_lock(&home, &err);
    if (rc == DOM_OK)
        rc = dom_upkeep_prune(&done, &spec, &err);
    dom_home_unlock(&home);
    if (rc == DOM_OK)
        rc = tell_all(&output, &done, &err);
    json_decref(output.list);
    return dom_cli_end(rc, &err);
}

static const dom_cli_slot prune_slots[] = {
    DOM_CLI_SLOT(DOM_CLI_OPT_CHECK_PRUNE, prune_args, is_dry_run),
    DOM_CLI_SLOT(DOM_CLI_OPT_JSON, prune_args, is_json),
};

const dom_cli_command dom_cli_prune = {
    .name = "prune",
    .operand = "",
    .summary = "Remove the snapshots of bots that no tournament and no submission needs",
    DOM_CLI_SLOTS(prune_slots),
    .args_bytes = sizeof(prune_args),
    .run = prune_run};
