/* `bots`: lists submitted bots, removes one, and manages the public keys of remote bots. */
#include "commands.h"
#include "common.h"
#include "status.h"

#include "bots/remote_keys.h"
#include "ladder/removal.h"
#include "output/bot_list_text.h"

#include <stdio.h>

typedef struct {
    const char *remove;
    const char *add_key[2]; /* name and public key                              */
    bool wants_keys, is_json;
} bots_args;

/* Reads the ladder. A database that does not exist yet is an empty ladder. */
static dom_rc read_ladder(dom_ladder *l, const dom_home *home, dom_err *err)
{
    dom_store *store = NULL;
    dom_rc rc = dom_store_open(&store, home->db, DOM_STORE_READ, err);
    if (rc == DOM_OK)
        rc = dom_ladder_read(l, home, store, err);
    dom_store_close(&store);
    return rc == DOM_E_ABSENT ? DOM_OK : rc;
}

static void tell_removed(void *context, const char *name, const char *version)
{
    (void)context;
    (void)printf("%s@%.8s was removed from the ladder\n", name, version);
}

/* Removes a remote bot's key, or else a bot from the ladder. It takes the lock of the database,
 * because no arena may be playing with the bot. */
static dom_rc bots_remove(const dom_cli_call *call, const bots_args *args, dom_err *err)
{
    dom_home home;
    dom_rc rc = dom_cli_find_home(&home, call, err);
    if (rc == DOM_OK)
        rc = dom_home_lock(&home, err);
    if (rc == DOM_OK)
        rc = dom_bots_remote_remove(&home, args->remove, err);
    if (rc == DOM_OK)
        (void)printf("%s cannot play any more: its key was removed\n", args->remove);
    if (rc == DOM_E_ABSENT)
        rc = dom_ladder_remove(&home, args->remove, &(dom_ladder_removal_watch){NULL, tell_removed},
                               err);
    dom_home_unlock(&home);
    return rc;
}

/* ---- remote bots ------------------------------------------------------------------ */

/* Lists the public keys. The arena's own key is the first; its name is not a valid name for a
 * bot. */
static dom_rc bots_list_keys(const dom_cli_call *call, const bots_args *args, dom_err *err)
{
    dom_home home;
    dom_bots_remote_keys keys = {.count = 0};
    dom_rc rc = dom_cli_find_home(&home, call, err);
    if (rc == DOM_OK)
        rc = dom_bots_remote_keys_read(&keys, &home, err);
    if (rc == DOM_OK)
        rc = dom_output_remote_keys(stdout, &keys, args->is_json, err);
    dom_bots_remote_keys_clear(&keys);
    return rc;
}

static dom_rc bots_add_key(const dom_cli_call *call, const bots_args *args, dom_err *err)
{
    dom_home home;
    dom_rc rc = dom_cli_find_home(&home, call, err);
    if (rc == DOM_OK)
        rc = dom_bots_remote_add(&home, args->add_key[0], args->add_key[1], err);
    if (rc == DOM_OK)
        (void)printf("%s may play as a remote bot; domino-arena bots --keys prints the arena's "
                     "own key\n",
                     args->add_key[0]);
    return rc;
}

static dom_rc bots_list(const dom_cli_call *call, const bots_args *args, dom_err *err)
{
    dom_home home;
    dom_ladder l = {.count = 0};
    dom_rc rc = dom_cli_find_home(&home, call, err);
    if (rc == DOM_OK)
        rc = read_ladder(&l, &home, err);
    if (rc == DOM_OK && args->is_json)
        rc = dom_output_bots_json(stdout, &l, err);
    else if (rc == DOM_OK)
        rc = dom_output_bots_text(stdout, &l, err);
    dom_ladder_clear(&l);
    return rc;
}

/* One command with four tasks: the options say which. */
static int bots_run(const dom_cli_call *call, const void *arguments)
{
    const bots_args *args = arguments;
    dom_err err = {.rc = DOM_OK};
    dom_rc rc = args->add_key[0]   ? bots_add_key(call, args, &err)
                : args->remove     ? bots_remove(call, args, &err)
                : args->wants_keys ? bots_list_keys(call, args, &err)
                                   : bots_list(call, args, &err);
    return dom_cli_end(rc, &err);
}

static const dom_cli_slot bots_slots[] = {
    DOM_CLI_SLOT(DOM_CLI_OPT_REMOVE, bots_args, remove),
    DOM_CLI_SLOT(DOM_CLI_OPT_ADD_KEY, bots_args, add_key),
    DOM_CLI_SLOT(DOM_CLI_OPT_KEYS, bots_args, wants_keys),
    DOM_CLI_SLOT(DOM_CLI_OPT_JSON, bots_args, is_json),
};

const dom_cli_command dom_cli_bots = {.name = "bots",
                                      .operand = "",
                                      .summary =
                                          "List the bots that were submitted, with their versions",
                                      DOM_CLI_SLOTS(bots_slots),
                                      .args_bytes = sizeof(bots_args),
                                      .run = bots_run};
