#include "ladder.h"

#include "base/text.h"
#include "manifest.h"
#include "past.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char prefix[] = "ladder-";

typedef struct {
    ladder *l;
    const cli_home *home;
    dom_err *err;
} reader;

static dom_rc no_memory(const reader *r)
{
    return dom_err_set(r->err, DOM_E_NOMEM, "out of memory");
}

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

static ladder_entry *entry_of(reader *r, const dom_store_bot *bot)
{
    ladder *l = r->l;
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

static dom_rc take_tournament(void *context, const dom_store_tournament *t)
{
    reader *r = context;
    bool is_finished = t->stages[t->stage_count - 1].finished_ms != 0;
    if (!is_placement(t))
        return DOM_OK;
    ladder_entry *e = entry_of(r, &t->bots[0]);
    if (e == NULL || !dom_strings_add(&e->tournaments, t->name))
        return no_memory(r);
    if (e->registered_ms == 0)
        e->registered_ms = t->stages[0].created_ms;
    for (int i = 0; i < t->variant_count; i++) {
        bool counts = is_finished && !dom_variant_has_changed(&t->variants[i]);
        if (!add_once(&e->variants, t->variants[i].name) ||
            (counts && !add_once(&e->played, t->variants[i].name)))
            return no_memory(r);
    }
    return DOM_OK;
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
