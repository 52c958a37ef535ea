#include "commands.h"

#include "home.h"
#include "interrupt.h"
#include "output.h"

static dom_rc on_part(void *context, dom_err *err)
{
    (void)context;
    return interrupt_signal()
               ? dom_err_set(err, DOM_E_INTERRUPTED, "interrupted; nothing is copied")
               : DOM_OK;
}

static int print(const cli_args *args, const dom_store_contents *c)
{
    if (!args->is_json) {
        (void)printf("%s: %llu tournaments, %llu matches, %llu bytes\n", args->operand,
                     (unsigned long long)c->tournaments, (unsigned long long)c->matches,
                     (unsigned long long)c->bytes);
        return CLI_OK;
    }
    json_t *root =
        json_pack("{s:i, s:o, s:I, s:I, s:I}", "schema", 1, "file", cli_text_json(args->operand),
                  "tournaments", (json_int_t)c->tournaments, "matches", (json_int_t)c->matches,
                  "bytes", (json_int_t)c->bytes);
    int bad = root == NULL || json_dumpf(root, stdout, JSON_COMPACT) != 0;
    json_decref(root);
    (void)printf("\n");
    return bad ? CLI_RUNTIME : CLI_OK;
}

/* Another arena would go on to write to the file that is replaced. */
static dom_rc check_target(const char *path, dom_err *err)
{
    cli_home target = {.lock_fd = -1};
    if (snprintf(target.db, sizeof target.db, "%s", path) >= (int)sizeof target.db)
        return DOM_OK; /* refused with the path, later */
    long holder = cli_home_holder(&target);
    return holder == 0 ? DOM_OK
                       : dom_err_set(err, DOM_E_CONFIG,
                                     "%.300s: an arena is at work on this database (process %ld); "
                                     "allowed: another file",
                                     path, holder);
}

int cmd_backup(const cli_args *args)
{
    cli_home home;
    dom_store *store = NULL;
    dom_store_contents contents;
    dom_err err = {.rc = DOM_OK};
    dom_store_backup_spec spec = {
        .path = args->operand, .may_replace = args->is_forced, .on_part = on_part};
    interrupt_hold();
    dom_rc rc = cli_home_find(&home, args, &err);
    if (rc == DOM_OK)
        rc = check_target(args->operand, &err);
    if (rc == DOM_OK)
        rc = cli_home_read(&home, &store, &err);
    if (rc == DOM_OK)
        rc = dom_store_backup(store, &spec, &contents, &err);
    dom_store_close(&store);
    if (rc == DOM_OK)
        return print(args, &contents);
    (void)cli_fail(&err);
    return rc == DOM_E_INTERRUPTED ? CLI_SIGNAL + interrupt_signal() : cli_status(rc);
}
