#include "ladder/ladder.h"

#include "base/path.h"
#include "base/text.h"
#include "bots/manifest.h"
#include "config/stored_config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct {
    dom_results_submissions submitted;
    const dom_home *home;
    dom_err *err;
} ladder_reader;

bool dom_ladder_is_sample(const dom_home *home, const char *name)
{
    char path[2 * DOM_PATH_BYTES];
    (void)snprintf(path, sizeof path, "%s/%s", home->shipped_bots, name);
    return dom_name_is_valid(name, DOM_BOTS_NAME_MAX) && access(path, F_OK) == 0;
}

static dom_rc take_tournament(void *context, const dom_store_tournament *t)
{
    ladder_reader *r = context;
    return dom_results_submissions_add(&r->submitted, t, r->err);
}

/* Returns true if the placements cover every variant that the manifest names. */
static bool covers_all(const dom_ladder_entry *e, const dom_bots_manifest *manifest)
{
    for (size_t i = 0; i < dom_variant_count(); i++) {
        dom_variant v = dom_variant_at(i);
        if (dom_bots_manifest_plays(manifest, &v) && !dom_strings_has(&e->bot.played, v.name))
            return false;
    }
    return true;
}

/* Finds out whether the snapshot still exists and whether its placement is complete. All stored
 * tournaments may be finished although one is still missing: a placement can be interrupted
 * between two of them. So the variants are compared with the manifest, too. */
static void look_at_snapshot(const ladder_reader *r, dom_ladder_entry *e)
{
    char folder[2 * DOM_PATH_BYTES];
    dom_bots_manifest manifest;
    (void)snprintf(folder, sizeof folder, "%s/bots/%s/%s", r->home->home, e->bot.name,
                   e->bot.version);
    e->is_present = access(folder, F_OK) == 0;
    e->is_placed = e->bot.played.count == e->bot.variants.count;
    if (!e->is_present || dom_bots_manifest_load(&manifest, folder, NULL) != DOM_OK)
        return;
    e->is_placed &= covers_all(e, &manifest);
    dom_bots_manifest_clear(&manifest);
}

/* Moves the submissions into the entries. */
static dom_rc take_entries(dom_ladder *out, ladder_reader *r)
{
    dom_results_submissions *from = &r->submitted;
    out->entry = calloc(from->count + 1, sizeof *out->entry);
    if (out->entry == NULL)
        return dom_err_no_memory(r->err);
    while (out->count < from->count) {
        dom_ladder_entry *e = &out->entry[out->count];
        e->bot = from->item[out->count++];
        look_at_snapshot(r, e);
    }
    from->count = 0;
    return DOM_OK;
}

dom_rc dom_ladder_read(dom_ladder *out, const dom_home *home, dom_store *store, dom_err *err)
{
    ladder_reader r = {.home = home, .err = err};
    *out = (dom_ladder){.count = 0};
    dom_rc rc = dom_store_tournament_each(store, take_tournament, &r, err);
    if (rc == DOM_OK)
        rc = take_entries(out, &r);
    dom_results_submissions_clear(&r.submitted);
    return rc;
}

dom_rc dom_ladder_set_mark(dom_store *store, const dom_ladder_entry *e, const dom_config_mark *mark,
                           dom_err *err)
{
    dom_store_tournament t;
    dom_rc rc = dom_store_tournament_find(store, e->bot.tournaments.item[0], &t, err);
    if (rc != DOM_OK)
        return rc;
    char *config = dom_config_with_mark(t.config, mark);
    dom_store_tournament changed = t;
    changed.config = config;
    rc = config ? dom_store_tournament_extend(store, &changed, err) : dom_err_no_memory(err);
    free(config);
    dom_store_tournament_free(&t);
    return rc;
}

void dom_ladder_clear(dom_ladder *l)
{
    for (size_t i = 0; i < l->count; i++)
        dom_results_submission_clear(&l->entry[i].bot);
    free(l->entry);
    *l = (dom_ladder){.count = 0};
}

const dom_ladder_entry *dom_ladder_find(const dom_ladder *l, const char *name, const char *version)
{
    for (size_t i = 0; i < l->count; i++)
        if (strcmp(l->entry[i].bot.name, name) == 0 &&
            strcmp(l->entry[i].bot.version, version) == 0)
            return &l->entry[i];
    return NULL;
}
