/* The placement of a submitted version: gauntlets against the sample bots and the newest
 * versions of other submitted bots. Variants that are played against the same bots share one
 * tournament. Each tournament is stored under a name that follows from the version, so an
 * interrupted placement continues. */
#include "ladder/placement.h"

#include "base/text.h"
#include "base/vec.h"
#include "bots/resolve.h"
#include "bots/snapshot.h"
#include "rules/match.h"
#include "tournament/tournament_run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORD_BYTES = DOM_STORE_BOT_NAME_BYTES + DOM_STORE_BOT_VERSION_BYTES + 8, COPIES_MAX = 9 };

enum { SAMPLES_MAX = 7 };

/* The sample bots of the ladders. The first is the anchor of ratings. Games for more than two have
 * room only for the first few, so the others of the strong ladder go from the strongest to the
 * weakest. */
static const struct {
    const char *mark; /* sits at every table of this ladder only; NULL: the ladder has no mark */
    const char *bot[SAMPLES_MAX + 1]; /* ends with NULL */
} ladders[] = {
    [DOM_LADDER_STANDARD] = {NULL, {"random", "greedy", "careful"}},
    [DOM_LADDER_STRONG] = {"inference",
                           {"random", "inference", "pimc", "ismcts", "flat-mc", "careful",
                            "greedy"}},
};

/* One gauntlet: variants that are played against the same bots. */
typedef struct {
    int32_t seats;
    dom_strings bots, variants; /* as a tournament names them; the submitted bot is the first */
    dom_strings shown;          /* paths of this machine that its bots see */
    uint32_t sets;
    bool is_finished; /* every match was played; its bots may have been removed since */
    bool is_given_up; /* unfinished, and a bot was removed: it is not continued */
} heat;

typedef struct {
    const dom_ladder_placement *spec;
    const char *const *samples; /* of the ladder; ends with NULL */
    dom_bots_resolved newcomer;
    dom_bots_resolved *others; /* the newest versions of other registered bots, newest first */
    size_t other_count;
    heat *heats;
    size_t heat_count, heat_room;
    size_t first_missing; /* index of the first heat that is not stored yet */
    dom_strings shown;    /* what the bots of new heats see of this machine */
    dom_strings covered;  /* variants of the stored heats that were played under today's rules */
    dom_tournament_run *run;
    int signal_number;
    dom_err *err;
} placement;

/* ---- who is there ------------------------------------------------------------------ */

/* Finds the snapshot of NAME@VERSION and reads its manifest. */
static dom_rc resolve(const placement *p, dom_bots_resolved *out, const char *name,
                      const char *version)
{
    char word[WORD_BYTES];
    dom_bots_places places = dom_bots_places_of(p->spec->home, p->spec->listener);
    dom_bots_context context = {.places = &places, .where = "the ladder"};
    (void)snprintf(word, sizeof word, "%s@%s", name, version);
    return dom_bots_resolve(out, &context, word, p->err);
}

/* Returns true if a version of this name takes part already. */
static bool is_listed(const placement *p, const char *name)
{
    for (size_t i = 0; i < p->other_count; i++)
        if (strcmp(p->others[i].name, name) == 0)
            return true;
    return strcmp(p->spec->name, name) == 0;
}

static dom_rc add_each(dom_strings *list, const dom_strings *more, dom_err *err)
{
    for (size_t i = 0; more && i < more->count; i++)
        if (!dom_strings_has(list, more->item[i]) && !dom_strings_add(list, more->item[i]))
            return dom_err_no_memory(err);
    return DOM_OK;
}

/* Adds what a bot of the ladder was shown in its first placement, which it needs again. */
static dom_rc add_shown_of(placement *p, const dom_results_submission *bot)
{
    char name[DOM_STORE_TOURNAMENT_NAME_BYTES];
    dom_store_tournament t;
    dom_results_placement_name(name, bot->version, 1);
    dom_rc rc = dom_store_tournament_find(p->spec->store, name, &t, p->err);
    if (rc != DOM_OK)
        return rc == DOM_E_ABSENT ? DOM_OK : rc;
    dom_strings shown = dom_config_stored_shown(t.config);
    rc = add_each(&p->shown, &shown, p->err);
    dom_strings_clear(&shown);
    dom_store_tournament_free(&t);
    return rc;
}

/* Lists the newest present version of every other submitted bot, newest first. */
static dom_rc find_others(placement *p)
{
    const dom_ladder *l = p->spec->ladder;
    dom_rc rc = resolve(p, &p->newcomer, p->spec->name, p->spec->version);
    if (rc == DOM_OK)
        rc = add_each(&p->shown, p->spec->shown, p->err);
    p->others = calloc(l->count + 1, sizeof *p->others);
    if (rc == DOM_OK && p->others == NULL)
        rc = dom_err_no_memory(p->err);
    for (size_t i = l->count; rc == DOM_OK && i-- > 0;) {
        const dom_ladder_entry *e = &l->entry[i];
        if (!e->is_present || is_listed(p, e->bot.name))
            continue;
        rc = resolve(p, &p->others[p->other_count], e->bot.name, e->bot.version);
        p->other_count += rc == DOM_OK;
        if (rc == DOM_OK)
            rc = add_shown_of(p, &e->bot);
    }
    return rc;
}

/* ---- which gauntlets ------------------------------------------------------------------ */

static bool add_word(dom_strings *bots, const dom_bots_resolved *bot)
{
    char word[WORD_BYTES];
    (void)snprintf(word, sizeof word, "%s@%s", bot->name, bot->snapshot.version);
    return dom_strings_add(bots, word);
}

/* Fills a table that has too few bots with copies of sample bots, such as "random#2". */
static bool add_copies(const placement *p, dom_strings *bots, size_t wanted)
{
    bool ok = true;
    for (int copy = 2; ok && copy <= COPIES_MAX; copy++)
        for (size_t i = 0; ok && p->samples[i] && bots->count < wanted; i++) {
            char word[WORD_BYTES];
            (void)snprintf(word, sizeof word, "%s#%d", p->samples[i], copy);
            ok = dom_strings_add(bots, word);
        }
    return ok;
}

/* Names the bots of a gauntlet in a variant: the submitted bot, the sample bots, then others up
 * to the limit. Games of more than two sides are filled up to one table. */
static dom_rc name_bots(const placement *p, const dom_variant *v, dom_strings *bots)
{
    /* in team games one bot has both seats of a team */
    size_t needed = (size_t)dom_side_count(&v->options);
    size_t most = needed == 2 ? DOM_LADDER_OPPONENTS_MAX + 1 : needed;
    bool ok = add_word(bots, &p->newcomer);
    for (size_t i = 0; ok && p->samples[i] && bots->count < most; i++)
        if (dom_ladder_is_sample(p->spec->home, p->samples[i]))
            ok = dom_strings_add(bots, p->samples[i]);
    for (size_t i = 0; ok && i < p->other_count && bots->count < most; i++)
        if (dom_bots_manifest_plays(&p->others[i].manifest, v))
            ok = add_word(bots, &p->others[i]);
    return ok && add_copies(p, bots, needed) ? DOM_OK : dom_err_no_memory(p->err);
}

static bool are_equal(const dom_strings *a, const dom_strings *b)
{
    bool equal = a->count == b->count;
    for (size_t i = 0; equal && i < a->count; i++)
        equal = strcmp(a->item[i], b->item[i]) == 0;
    return equal;
}

static heat *add_heat(placement *p)
{
    heat *h = dom_vec_add(p->heats, p->heat_count, p->heat_room);
    if (h)
        *h = (heat){.sets = p->spec->sets};
    return h;
}

/* Adds the variant to the heat with the same bots, or to a new heat if there is none or it is
 * full. */
static dom_rc add_variant(placement *p, const dom_variant *v)
{
    dom_strings bots = {.count = 0};
    dom_rc rc = name_bots(p, v, &bots);
    size_t i = p->first_missing;
    while (rc == DOM_OK && i < p->heat_count &&
           (p->heats[i].seats != dom_side_count(&v->options) ||
            !are_equal(&p->heats[i].bots, &bots) ||
            p->heats[i].variants.count == DOM_CORE_VARIANTS_MAX))
        i++;
    if (rc == DOM_OK && i == p->heat_count) {
        heat *h = add_heat(p);
        if (h == NULL)
            rc = dom_err_no_memory(p->err);
        else
            *h = (heat){.seats = dom_side_count(&v->options), .bots = bots, .sets = p->spec->sets};
        if (h)
            rc = add_each(&h->shown, &p->shown, p->err);
    } else {
        dom_strings_clear(&bots);
    }
    if (rc == DOM_OK && !dom_strings_add(&p->heats[i].variants, v->name))
        rc = dom_err_no_memory(p->err);
    return rc;
}

/* Adds a stored bot by its word: "greedy#2" of this version is "greedy@VERSION#2". */
static bool add_stored_bot(dom_strings *bots, const dom_store_bot *bot)
{
    char word[WORD_BYTES];
    size_t length = strcspn(bot->name, "#");
    (void)snprintf(word, sizeof word, "%.*s@%s%s", (int)length, bot->name, bot->version,
                   bot->name + length);
    return dom_strings_add(bots, word);
}

/* Returns true if every bot of the stored tournament still has its snapshot. "greedy#2" needs
 * that of greedy. */
static bool has_bots(const placement *p, const dom_store_tournament *t)
{
    bool is_there = true;
    for (int i = 0; is_there && i < t->bot_count; i++) {
        char name[DOM_STORE_BOT_NAME_BYTES];
        dom_bots_snapshot snapshot;
        dom_text_copy(name, sizeof name, t->bots[i].name);
        name[strcspn(name, "#")] = '\0';
        is_there = dom_bots_snapshot_find(&snapshot, p->spec->home->home, name, t->bots[i].version,
                                          NULL) == DOM_OK;
    }
    return is_there;
}

/* Returns true if the stored placement was one against the ladder that is asked for. Every
 * placement includes the standard ladder, which has no mark. */
static bool is_on_ladder(const placement *p, const dom_store_tournament *t)
{
    const char *mark = ladders[p->spec->rungs].mark;
    bool is_on = mark == NULL;
    for (int i = 0; !is_on && i < t->bot_count; i++)
        is_on = strcmp(t->bots[i].name, mark) == 0;
    return is_on;
}

/* An interrupted placement is continued with the same bots, even if others were registered since.
 * If one of its bots was removed, it is given up. */
static dom_rc take_stored(placement *p, const dom_store_tournament *t)
{
    heat *h = add_heat(p);
    bool ok = h != NULL;
    for (int i = 0; ok && i < t->bot_count; i++)
        ok = add_stored_bot(&h->bots, &t->bots[i]);
    for (int i = 0; ok && i < t->variant_count; i++)
        ok = dom_strings_add(&h->variants, t->variants[i].name);
    if (!ok)
        return dom_err_no_memory(p->err);
    h->shown = dom_config_stored_shown(t->config);
    h->sets = t->stages[0].sets;
    h->is_finished = t->stages[t->stage_count - 1].finished_ms != 0;
    h->is_given_up = !h->is_finished && !has_bots(p, t);
    bool covers = !h->is_given_up && is_on_ladder(p, t);
    for (int i = 0; ok && covers && i < t->variant_count; i++)
        ok = dom_variant_has_changed(&t->variants[i]) ||
             dom_strings_add(&p->covered, t->variants[i].name);
    p->first_missing = p->heat_count;
    return ok ? DOM_OK : dom_err_no_memory(p->err);
}

/* Reads the stored tournaments of this placement, in the order of their names. */
static dom_rc find_stored(placement *p)
{
    for (;;) {
        char name[DOM_STORE_TOURNAMENT_NAME_BYTES];
        dom_store_tournament t;
        dom_results_placement_name(name, p->spec->version, p->heat_count + 1);
        dom_rc rc = dom_store_tournament_find(p->spec->store, name, &t, p->err);
        if (rc == DOM_E_ABSENT)
            return DOM_OK;
        if (rc == DOM_OK)
            rc = take_stored(p, &t);
        dom_store_tournament_free(&t);
        if (rc != DOM_OK)
            return rc;
    }
}

/* Finds the heats to play: stored ones first, then new ones for the variants that these do not
 * cover. */
static dom_rc plan(placement *p)
{
    dom_rc rc = find_stored(p);
    for (size_t i = 0; rc == DOM_OK && i < dom_variant_count(); i++) {
        dom_variant v = dom_variant_at(i);
        if (dom_bots_manifest_plays(&p->newcomer.manifest, &v) &&
            !dom_strings_has(&p->covered, v.name))
            rc = add_variant(p, &v);
    }
    return rc;
}

/* ---- playing ---------------------------------------------------------------------------- */

static dom_rc play(placement *p)
{
    const dom_ladder_watch *watch = p->spec->watch;
    dom_core_progress last = {.done = 0};
    dom_tournament_run_options options = {.skip_broken = false};
    dom_rc rc =
        watch ? watch->on_begin(watch->context, p->run, p->spec->store, &options.observer, p->err)
              : DOM_OK;
    if (rc == DOM_OK)
        rc = dom_tournament_run_play(p->run, &options, &last, p->err);
    p->signal_number = last.signal_number;
    if (watch)
        watch->on_end(watch->context, rc, &last);
    return rc;
}

static dom_rc play_heat(placement *p, size_t index)
{
    const heat *h = &p->heats[index];
    char name[DOM_STORE_TOURNAMENT_NAME_BYTES];
    dom_results_placement_name(name, p->spec->version, index + 1);
    dom_tournament_run_spec spec = {.home = p->spec->home,
                                    .places = dom_bots_places_of(p->spec->home, p->spec->listener),
                                    .store = p->spec->store,
                                    .request = {.name = name,
                                                .variants = (const char *const *)h->variants.item,
                                                .bots = (const char *const *)h->bots.item,
                                                .shown = (const char *const *)h->shown.item,
                                                .schedule = "gauntlet",
                                                .sets = h->sets}};
    dom_rc rc = dom_tournament_run_open(&p->run, &spec, p->err);
    if (rc == DOM_OK)
        rc = play(p);
    dom_tournament_run_close(&p->run);
    return rc;
}

static void clear(placement *p)
{
    for (size_t i = 0; i < p->heat_count; i++) {
        dom_strings_clear(&p->heats[i].bots);
        dom_strings_clear(&p->heats[i].variants);
        dom_strings_clear(&p->heats[i].shown);
    }
    for (size_t i = 0; i < p->other_count; i++)
        dom_bots_resolved_clear(&p->others[i]);
    dom_bots_resolved_clear(&p->newcomer);
    dom_strings_clear(&p->covered);
    dom_strings_clear(&p->shown);
    free(p->heats);
    free(p->others);
}

/* Adds advice to an error of the configuration. The submitted bot has passed its check, so
 * another bot of the ladder is the cause. */
static dom_rc advise(dom_err *err)
{
    dom_err inner = *err;
    return dom_err_set(
        err, inner.rc,
        "placement: %.300s; domino-arena bots --remove NAME removes a bot from the ladder",
        inner.text);
}

dom_rc dom_ladder_place(const dom_ladder_placement *spec, int *signal_number, dom_err *err)
{
    placement p = {.spec = spec, .samples = ladders[spec->rungs].bot, .err = err};
    dom_rc rc = find_others(&p);
    if (rc == DOM_OK)
        rc = plan(&p);
    for (size_t i = 0; rc == DOM_OK && i < p.heat_count; i++)
        if (!p.heats[i].is_finished && !p.heats[i].is_given_up)
            rc = play_heat(&p, i);
    if (rc == DOM_E_CONFIG)
        (void)advise(err);
    *signal_number = p.signal_number;
    clear(&p);
    return rc;
}
