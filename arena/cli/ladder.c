#include "ladder.h"

#include "base/text.h"
#include "manifest.h"
#include "past.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char prefix[] = "ladder-", removed_key[] = "removed";

typedef struct {
    ladder *l;
    const cli_home *home;
    dom_err *err;
} reader;

bool ladder_is_sample(const cli_home *home, const char *name)
{
    char path[2 * DOM_PATH_BYTES];
    (void)snprintf(path, sizeof path, "%s/%s", home->shipped_bots, name);
    return dom_name_is_valid(name, DOM_BOT_NAME_MAX) && access(path, F_OK) == 0;
}

/* Is it a placement? Its name holds the version of its first bot. */
static bool is_placement(const dom_store_tournament *t)
{
    size_t length = sizeof prefix - 1;
    const char *digits = t->name + length;
    return t->bot_count > 1 && strncmp(t->name, prefix, length) == 0 &&
           strncmp(digits, t->bots[0].version, LADDER_DIGITS) == 0 &&
           digits[LADDER_DIGITS] == '-' && strspn(digits + LADDER_DIGITS + 1, "0123456789") > 0;
}

static ladder_entry *entry_of(ladder *l, const dom_store_bot *bot)
{
    for (size_t i = 0; i < l->count; i++)
        if (strcmp(l->entry[i].name, bot->name) == 0 &&
            strcmp(l->entry[i].version, bot->version) == 0)
            return &l->entry[i];
    ladder_entry *grown = realloc(l->entry, (l->count + 1) * sizeof *grown);
    if (grown == NULL)
        return NULL;
    l->entry = grown;
    ladder_entry *e = &grown[l->count++];
    *e = (ladder_entry){.registered_ms = 0};
    dom_text_copy(e->name, sizeof e->name, bot->name);
    dom_text_copy(e->version, sizeof e->version, bot->version);
    return e;
}

static bool add_once(dom_strings *list, const char *text)
{
    return dom_strings_has(list, text) || dom_strings_add(list, text);
}

/* Few configurations have the word, so few are parsed. */
static bool says_removed(const dom_store_tournament *t)
{
    if (strstr(t->config, removed_key) == NULL)
        return false;
    json_t *config = json_loads(t->config, 0, NULL);
    bool is_removed = json_is_true(json_object_get(config, removed_key));
    json_decref(config);
    return is_removed;
}

static bool add_placement(ladder *l, const dom_store_tournament *t)
{
    bool is_finished = t->stages[t->stage_count - 1].finished_ms != 0;
    ladder_entry *e = entry_of(l, &t->bots[0]);
    bool ok = e && dom_strings_add(&e->tournaments, t->name);
    if (ok && e->registered_ms == 0)
        e->registered_ms = t->stages[0].created_ms;
    if (ok)
        e->is_removed |= says_removed(t);
    for (int i = 0; ok && i < t->variant_count; i++) {
        bool counts = is_finished && !dom_variant_has_changed(&t->variants[i]);
        ok = add_once(&e->variants, t->variants[i].name) &&
             (!counts || add_once(&e->played, t->variants[i].name));
    }
    return ok;
}

dom_rc ladder_add(ladder *l, const dom_store_tournament *t, dom_err *err)
{
    if (is_placement(t) && !add_placement(l, t))
        return dom_err_set(err, DOM_E_NOMEM, "out of memory");
    return DOM_OK;
}

static dom_rc take_tournament(void *context, const dom_store_tournament *t)
{
    reader *r = context;
    return ladder_add(r->l, t, r->err);
}

static bool covers_all(const ladder_entry *e, const dom_manifest *manifest)
{
    for (size_t i = 0; i < dom_variant_count(); i++) {
        dom_variant v = dom_variant_at(i);
        if (dom_manifest_plays(manifest, &v) && !dom_strings_has(&e->played, v.name))
            return false;
    }
    return true;
}

/* A placement that was interrupted between two tournaments has none that is not finished. */
static void look_at_snapshot(const reader *r, ladder_entry *e)
{
    char folder[2 * DOM_PATH_BYTES];
    dom_manifest manifest;
    (void)snprintf(folder, sizeof folder, "%s/bots/%s/%s", r->home->home, e->name, e->version);
    e->is_present = access(folder, F_OK) == 0;
    e->is_placed = e->played.count == e->variants.count;
    if (!e->is_present || dom_manifest_load(&manifest, folder, NULL) != DOM_OK)
        return;
    e->is_placed &= covers_all(e, &manifest);
    dom_manifest_clear(&manifest);
}

dom_rc ladder_read(ladder *out, const cli_home *home, dom_store *store, dom_err *err)
{
    reader r = {.l = out, .home = home, .err = err};
    *out = (ladder){.count = 0};
    dom_rc rc = dom_store_tournament_each(store, take_tournament, &r, err);
    for (size_t i = 0; rc == DOM_OK && i < out->count; i++)
        look_at_snapshot(&r, &out->entry[i]);
    return rc;
}

/* The configuration with or without the word, malloc'ed; NULL when out of memory. */
static char *config_with(const char *stored, bool is_removed)
{
    json_t *config = json_loads(stored, 0, NULL);
    if (is_removed)
        json_object_set_new(config, removed_key, json_true());
    else
        json_object_del(config, removed_key);
    char *text = json_dumps(config, JSON_SORT_KEYS | JSON_COMPACT);
    json_decref(config);
    return text;
}

dom_rc ladder_set_removed(dom_store *store, const ladder_entry *e, bool is_removed, dom_err *err)
{
    dom_store_tournament t;
    dom_rc rc = dom_store_tournament_find(store, e->tournaments.item[0], &t, err);
    if (rc != DOM_OK)
        return rc;
    char *config = config_with(t.config, is_removed);
    dom_store_tournament changed = t;
    changed.config = config;
    rc = config ? dom_store_tournament_extend(store, &changed, err)
                : dom_err_set(err, DOM_E_NOMEM, "out of memory");
    free(config);
    dom_store_tournament_free(&t);
    return rc;
}

void ladder_clear(ladder *l)
{
    for (size_t i = 0; i < l->count; i++) {
        dom_strings_clear(&l->entry[i].variants);
        dom_strings_clear(&l->entry[i].played);
        dom_strings_clear(&l->entry[i].tournaments);
    }
    free(l->entry);
    *l = (ladder){.count = 0};
}

const ladder_entry *ladder_find(const ladder *l, const char *name, const char *version)
{
    for (size_t i = 0; i < l->count; i++)
        if (strcmp(l->entry[i].name, name) == 0 && strcmp(l->entry[i].version, version) == 0)
            return &l->entry[i];
    return NULL;
}
