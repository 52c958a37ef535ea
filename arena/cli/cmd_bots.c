#include "commands.h"

#include "ladder.h"
#include "output.h"
#include "remote.h"
#include "snapshot.h"
#include "suggest.h"

#include <string.h>

static const char *state_of(const ladder_entry *e)
{
    return !e->is_present ? "removed" : e->is_placed ? "placed" : "not placed yet";
}

static json_t *names_json(const dom_strings *names)
{
    json_t *list = json_array();
    for (size_t i = 0; i < names->count; i++)
        (void)json_array_append_new(list, json_string(names->item[i]));
    return list;
}

static dom_rc print_json(const ladder *l, dom_err *err)
{
    json_t *list = json_array();
    for (size_t i = 0; i < l->count; i++) {
        const ladder_entry *e = &l->entry[i];
        (void)json_array_append_new(
            list, json_pack("{s:s, s:s, s:s, s:b, s:b, s:o, s:o}", "name", e->name, "version",
                            e->version, "registered", cli_time_of(e->registered_ms).text,
                            "is_placed", e->is_placed, "is_present", e->is_present, "variants",
                            names_json(&e->variants), "tournaments", names_json(&e->tournaments)));
    }
    return cli_put_list(stdout, "bots", list, err);
}

static void print_text(const ladder *l)
{
    if (l->count == 0)
        (void)printf("no bot is registered; domino-arena submit DIR registers one, and "
                     "bots --keys lists remote ones\n");
    else
        (void)printf("%-32s %-8s  %-24s %8s  %s\n", "bot", "version", "registered", "variants",
                     "state");
    for (size_t i = 0; i < l->count; i++)
        (void)printf("%-32s %.8s  %-24s %8zu  %s\n", l->entry[i].name, l->entry[i].version,
                     cli_time_of(l->entry[i].registered_ms).text, l->entry[i].variants.count,
                     state_of(&l->entry[i]));
}

static dom_rc read_ladder(ladder *l, const cli_home *home, dom_err *err)
{
    dom_store *store = NULL;
    dom_rc rc = dom_store_open(&store, home->db, DOM_STORE_READ, err);
    if (rc == DOM_OK)
        rc = ladder_read(l, home, store, err);
    dom_store_close(&store);
    return rc == DOM_E_ABSENT ? DOM_OK : rc;
}

/* ---- taking off the ladder -------------------------------------------------------- */

typedef struct {
    const cli_home *home;
    dom_store *store; /* open for writing                                      */
    ladder on_it;
    dom_err *err;
} remover;

static dom_rc take_off(const remover *r, const ladder_entry *e, const dom_snapshot *snapshot)
{
    dom_rc rc = ladder_set_removed(r->store, e, true, r->err);
    if (rc != DOM_OK)
        return rc;
    dom_snapshot_remove(snapshot);
    (void)printf("%s@%.8s is off the ladder\n", e->name, e->version);
    return DOM_OK;
}

/* `was_there`: it has been taken off before. */
static dom_rc fail_remove(const char *word, bool was_there, const dom_suggest *near, dom_err *err)
{
    return dom_err_set(err, DOM_E_ABSENT, "--remove: no bot '%.60s' is on the ladder%s", word,
                       was_there ? " any more" : dom_suggest_hint(near).text);
}

/* All versions of this bot. */
static dom_rc remove_all(const remover *r, const char *name)
{
    dom_suggest near = dom_suggest_of(name);
    size_t removed = 0;
    bool was_there = false;
    for (size_t i = 0; i < r->on_it.count; i++) {
        const ladder_entry *e = &r->on_it.entry[i];
        bool is_meant = strcmp(e->name, name) == 0;
        dom_snapshot snapshot;
        was_there |= is_meant;
        if (e->is_present)
            dom_suggest_try(&near, e->name);
        if (!e->is_present || !is_meant)
            continue;
        dom_rc rc = dom_snapshot_find(&snapshot, r->home->home, e->name, e->version, r->err);
        if (rc == DOM_OK)
            rc = take_off(r, e, &snapshot);
        if (rc != DOM_OK)
            return rc;
        removed++;
    }
    return removed ? DOM_OK : fail_remove(name, was_there, &near, r->err);
}

/* NAME@VERSION. A name that is too long stays so when it is cut. */
static dom_rc remove_version(const remover *r, const char *word)
{
    char name[DOM_BOT_NAME_BYTES + 1];
    const char *at = strchr(word, '@');
    dom_snapshot snapshot;
    dom_suggest near = dom_suggest_of(word);
    (void)snprintf(name, sizeof name, "%.*s", (int)(at - word), word);
    dom_rc rc = dom_snapshot_find(&snapshot, r->home->home, name, at + 1, r->err);
    if (rc != DOM_OK)
        return rc;
    const ladder_entry *e = ladder_find(&r->on_it, name, snapshot.version);
    return e ? take_off(r, e, &snapshot) : fail_remove(word, false, &near, r->err);
}

/* A database that is not there is not made. */
static dom_rc open_database(remover *r)
{
    dom_rc rc = cli_home_read(r->home, &r->store, r->err);
    dom_store_close(&r->store);
    return rc == DOM_OK ? dom_store_open(&r->store, r->home->db, DOM_STORE_WRITE, r->err) : rc;
}

static dom_rc remove_submitted(const cli_home *home, const char *word, dom_err *err)
{
    remover r = {.home = home, .err = err};
    dom_rc rc = open_database(&r);
    if (rc == DOM_OK)
        rc = ladder_read(&r.on_it, home, r.store, err);
    if (rc == DOM_OK)
        rc = strchr(word, '@') ? remove_version(&r, word) : remove_all(&r, word);
    ladder_clear(&r.on_it);
    dom_store_close(&r.store);
    return rc;
}

/* Nobody may be playing it, so no other arena may be at work. */
static dom_rc remove_bot(const cli_args *args, dom_err *err)
{
    cli_home home;
    dom_rc rc = cli_home_find(&home, args, err);
    if (rc == DOM_OK)
        rc = cli_home_lock(&home, err);
    if (rc == DOM_OK)
        rc = remote_remove(&home, args->remove, err);
    if (rc == DOM_E_ABSENT)
        rc = remove_submitted(&home, args->remove, err);
    cli_home_unlock(&home);
    return rc;
}

/* ---- remote bots ------------------------------------------------------------------ */

static dom_rc print_keys(const remote_keys *keys, bool is_json, dom_err *err)
{
    json_t *list = json_array();
    for (size_t i = 0; i < keys->count; i++)
        if (is_json)
            (void)json_array_append_new(list, json_pack("{s:s, s:s}", "name", keys->item[i].name,
                                                        "key", keys->item[i].key));
        else
            (void)printf("%-32s %s\n", keys->item[i].name, keys->item[i].key);
    if (is_json)
        return cli_put_list(stdout, "keys", list, err);
    json_decref(list);
    return DOM_OK;
}

/* The arena's own is the first, under no name that a bot can have. */
static dom_rc list_keys(const cli_args *args, dom_err *err)
{
    cli_home home;
    remote_keys keys = {.count = 0};
    dom_rc rc = cli_home_find(&home, args, err);
    if (rc == DOM_OK)
        rc = remote_keys_read(&keys, &home, err);
    if (rc == DOM_OK)
        rc = print_keys(&keys, args->is_json, err);
    remote_keys_clear(&keys);
    return rc;
}

static dom_rc add_key(const cli_args *args, dom_err *err)
{
    cli_home home;
    dom_rc rc = cli_home_find(&home, args, err);
    if (rc == DOM_OK)
        rc = remote_add(&home, args->add_key[0], args->add_key[1], err);
    if (rc == DOM_OK)
        (void)printf("%s may play as a remote bot; domino-arena bots --keys prints the arena's "
                     "own key\n",
                     args->add_key[0]);
    return rc;
}

static dom_rc list_bots(const cli_args *args, dom_err *err)
{
    cli_home home;
    ladder l = {.count = 0};
    dom_rc rc = cli_home_find(&home, args, err);
    if (rc == DOM_OK)
        rc = read_ladder(&l, &home, err);
    if (rc == DOM_OK && args->is_json)
        rc = print_json(&l, err);
    else if (rc == DOM_OK)
        print_text(&l);
    ladder_clear(&l);
    return rc;
}

int cmd_bots(const cli_args *args)
{
    dom_err err = {.rc = DOM_OK};
    dom_rc rc = args->add_key[0]   ? add_key(args, &err)
                : args->remove     ? remove_bot(args, &err)
                : args->wants_keys ? list_keys(args, &err)
                                   : list_bots(args, &err);
    return rc == DOM_OK ? CLI_OK : cli_fail(&err);
}
