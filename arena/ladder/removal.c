#include "ladder/removal.h"

#include "base/did_you_mean.h"
#include "bots/snapshot.h"
#include "ladder/ladder.h"
#include "results/named_versions.h"

#include <stdio.h>
#include <string.h>

typedef struct {
    const dom_home *home;
    dom_store *store; /* opened for writing */
    dom_ladder on_it;
    const dom_ladder_removal_watch *watch;
    dom_err *err;
} ladder_remover;

/* Notes the removal first, then deletes the snapshot: an interruption between the two leaves a
 * version that is hidden. Its tag is free for another version. */
static dom_rc take_off(const ladder_remover *r, const dom_ladder_entry *e,
                       const dom_bots_snapshot *snapshot)
{
    dom_rc rc = dom_ladder_set_mark(r->store, e, &(dom_config_mark){.is_removed = true}, r->err);
    if (rc != DOM_OK)
        return rc;
    dom_bots_snapshot_remove(snapshot);
    r->watch->on_removed(r->watch->context, e->bot.name, e->bot.version);
    return DOM_OK;
}

/* Sets the error. `was_there` is true if the bot was registered, but its snapshots were removed. */
static dom_rc fail_remove(const char *word, bool was_there, const dom_suggest *near, dom_err *err)
{
    return dom_err_set(err, DOM_E_ABSENT, "--remove: no bot '%.60s' is on the ladder%s", word,
                       was_there ? " any more" : dom_suggest_hint(near).text);
}

/* Removes all versions of this bot that still have a snapshot. */
static dom_rc remove_all(const ladder_remover *r, const char *name)
{
    dom_suggest near = dom_suggest_of(name);
    bool was_there = false, is_removed = false;
    for (size_t i = 0; i < r->on_it.count; i++) {
        const dom_ladder_entry *e = &r->on_it.entry[i];
        bool is_meant = strcmp(e->bot.name, name) == 0;
        dom_bots_snapshot snapshot;
        was_there |= is_meant;
        if (e->is_present)
            dom_suggest_try(&near, e->bot.name);
        if (!e->is_present || !is_meant)
            continue;
        dom_rc rc =
            dom_bots_snapshot_find(&snapshot, r->home->home, e->bot.name, e->bot.version, r->err);
        if (rc == DOM_OK)
            rc = take_off(r, e, &snapshot);
        if (rc != DOM_OK)
            return rc;
        is_removed = true;
    }
    return is_removed ? DOM_OK : fail_remove(name, was_there, &near, r->err);
}

/* Removes NAME@VERSION; the version may be called by its tag. `name` has room for one letter too
 * many, so a name that is too long is not cut to a valid one. */
static dom_rc remove_version(const ladder_remover *r, const char *word)
{
    char name[DOM_STORE_BOT_NAME_BYTES + 1], named[DOM_STORE_BOT_VERSION_BYTES];
    const char *at = strchr(word, '@'), *version = at + 1;
    dom_bots_snapshot snapshot;
    dom_suggest near = dom_suggest_of(word);
    dom_rc rc = DOM_OK;
    (void)snprintf(name, sizeof name, "%.*s", (int)(at - word), word);
    if (!dom_bots_snapshot_is_version(version)) {
        rc = dom_results_find_named(r->home, name, version, named, r->err);
        version = named;
    }
    if (rc == DOM_OK)
        rc = dom_bots_snapshot_find(&snapshot, r->home->home, name, version, r->err);
    if (rc != DOM_OK)
        return rc;
    const dom_ladder_entry *e = dom_ladder_find(&r->on_it, name, snapshot.version);
    return e ? take_off(r, e, &snapshot) : fail_remove(word, false, &near, r->err);
}

/* Opens the database for writing. It is opened for reading first, because that does not create
 * it. */
static dom_rc open_ladder_database(ladder_remover *r)
{
    dom_rc rc = dom_home_read(r->home, &r->store, r->err);
    dom_store_close(&r->store);
    return rc == DOM_OK ? dom_store_open(&r->store, r->home->db, DOM_STORE_WRITE, r->err) : rc;
}

dom_rc dom_ladder_remove(const dom_home *home, const char *word,
                         const dom_ladder_removal_watch *watch, dom_err *err)
{
    ladder_remover r = {.home = home, .watch = watch, .err = err};
    dom_rc rc = open_ladder_database(&r);
    if (rc == DOM_OK)
        rc = dom_ladder_read(&r.on_it, home, r.store, err);
    if (rc == DOM_OK)
        rc = strchr(word, '@') ? remove_version(&r, word) : remove_all(&r, word);
    dom_ladder_clear(&r.on_it);
    dom_store_close(&r.store);
    return rc;
}
