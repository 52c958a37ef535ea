/* `backup FILE`: writes a checked copy of the database, with --all of the whole data folder, also
 * while an arena writes to it. */
#include "commands.h"
#include "common.h"
#include "status.h"

#include "base/interrupt.h"
#include "documents/values.h"
#include "output/output.h"
#include "upkeep/home_copy.h"

#include <stdio.h>

typedef struct {
    bool is_whole, is_forced, is_json;
} backup_args;

static const char *s_of(uint64_t count)
{
    return count == 1 ? "" : "s";
}

static const char *es_of(uint64_t count)
{
    return count == 1 ? "" : "es";
}

/* Is called after each part of the copy and ends it when a signal has arrived. */
static dom_rc backup_on_part(void *context, dom_err *err)
{
    (void)context;
    return dom_interrupt_signal()
               ? dom_err_set(err, DOM_E_INTERRUPTED, "interrupted; no copy was made")
               : DOM_OK;
}

static int print_json(json_t *root)
{
    int bad = root == NULL || json_dumpf(root, stdout, JSON_COMPACT) != 0;
    json_decref(root);
    (void)printf("\n");
    return bad ? DOM_CLI_RUNTIME : DOM_CLI_OK;
}

static int backup_print(const char *path, bool is_json, const dom_store_contents *c)
{
    if (!is_json) {
        (void)printf("%s: %llu tournament%s, %llu match%s, %llu bytes\n", path,
                     (unsigned long long)c->tournaments, s_of(c->tournaments),
                     (unsigned long long)c->matches, es_of(c->matches),
                     (unsigned long long)c->bytes);
        return DOM_CLI_OK;
    }
    json_t *root = json_pack("{s:i, s:o, s:I, s:I, s:I}", "schema", 1, "file",
                             dom_documents_text(path), "tournaments", (json_int_t)c->tournaments,
                             "matches", (json_int_t)c->matches, "bytes", (json_int_t)c->bytes);
    return print_json(root);
}

/* Refuses a target that is a database in use: an arena could still be writing to the file that
 * the copy would replace. */
static dom_rc backup_check_target(const char *path, dom_err *err)
{
    dom_home target = {.lock_fd = -1};
    if (snprintf(target.db, sizeof target.db, "%s", path) >= (int)sizeof target.db)
        return DOM_OK; /* too long: dom_store_backup refuses it, with the path */
    long holder = dom_home_holder(&target);
    return holder == 0
               ? DOM_OK
               : dom_err_set(
                     err, DOM_E_CONFIG,
                     "%.300s: an arena is using this database (process %ld); allowed: another file",
                     path, holder);
}

/* ---- the whole data folder ------------------------------------------------------ */

static int print_whole(const char *folder, bool is_json, const dom_upkeep_contents *c)
{
    if (!is_json) {
        (void)printf("%s: %llu tournament%s, %llu match%s, %llu match%s of people, %llu "
                     "snapshot%s, %llu key%s, %llu bytes\n",
                     folder, (unsigned long long)c->arena.tournaments, s_of(c->arena.tournaments),
                     (unsigned long long)c->arena.matches, es_of(c->arena.matches),
                     (unsigned long long)c->people.matches, es_of(c->people.matches),
                     (unsigned long long)c->snapshots, s_of(c->snapshots),
                     (unsigned long long)c->keys, s_of(c->keys), (unsigned long long)c->bytes);
        return DOM_CLI_OK;
    }
    json_t *root = json_pack(
        "{s:i, s:o, s:I, s:I, s:I, s:I, s:I, s:I}", "schema", 1, "folder",
        dom_documents_text(folder), "tournaments", (json_int_t)c->arena.tournaments, "matches",
        (json_int_t)c->arena.matches, "people", (json_int_t)c->people.matches, "snapshots",
        (json_int_t)c->snapshots, "keys", (json_int_t)c->keys, "bytes", (json_int_t)c->bytes);
    return print_json(root);
}

static int backup_whole(const dom_cli_call *call, const backup_args *args)
{
    const char *folder = call->word[0];
    dom_home home;
    dom_upkeep_contents contents;
    dom_err err = {.rc = DOM_OK};
    dom_rc rc = dom_cli_find_home(&home, call, &err);
    if (rc == DOM_OK && args->is_forced)
        rc = dom_err_set(&err, DOM_E_CONFIG,
                         "--force: not with --all; allowed: a new or empty folder");
    if (rc == DOM_OK)
        rc = dom_upkeep_copy(&contents, &home, folder, &err);
    if (rc == DOM_E_INTERRUPTED)
        (void)dom_err_set(&err, rc, "interrupted; no copy was made");
    return rc == DOM_OK ? print_whole(folder, args->is_json, &contents)
                        : dom_cli_end_by_signal(rc, dom_interrupt_signal(), &err);
}

/* ---- the command ------------------------------------------------------------------ */

static int backup_run(const dom_cli_call *call, const void *arguments)
{
    const backup_args *args = arguments;
    dom_home home;
    dom_store *store = NULL;
    dom_store_contents contents;
    dom_err err = {.rc = DOM_OK};
    dom_store_backup_spec spec = {
        .path = call->word[0], .may_replace = args->is_forced, .on_part = backup_on_part};
    dom_interrupt_hold();
    if (args->is_whole)
        return backup_whole(call, args);
    dom_rc rc = dom_cli_find_home(&home, call, &err);
    if (rc == DOM_OK)
        rc = backup_check_target(call->word[0], &err);
    if (rc == DOM_OK)
        rc = dom_home_read(&home, &store, &err);
    if (rc == DOM_OK)
        rc = dom_store_backup(store, &spec, &contents, &err);
    dom_store_close(&store);
    return rc == DOM_OK ? backup_print(call->word[0], args->is_json, &contents)
                        : dom_cli_end_by_signal(rc, dom_interrupt_signal(), &err);
}

static const dom_cli_slot backup_slots[] = {
    DOM_CLI_SLOT(DOM_CLI_OPT_WHOLE_HOME, backup_args, is_whole),
    DOM_CLI_SLOT(DOM_CLI_OPT_FORCE, backup_args, is_forced),
    DOM_CLI_SLOT(DOM_CLI_OPT_JSON, backup_args, is_json),
};

const dom_cli_command dom_cli_backup = {
    .name = "backup",
    .operand = "FILE",
    .needs_operand = true,
    .summary = "Copy the database, also while a tournament runs; it holds the secrets",
    DOM_CLI_SLOTS(backup_slots),
    .args_bytes = sizeof(backup_args),
    .run = backup_run};
