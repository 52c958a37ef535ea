/* Reads the tournaments with their bots and variants, and makes the labels of bots and variants. */
#include "base/interrupt.h"
#include "base/text.h"
#include "base/vec.h"
#include "core/tournament.h"
#include "results/match_reader.h"
#include "site_reading.h"
#include "store/entries.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int64_t dom_site_bot_index(dom_site_reading *r, const dom_store_bot *bot)
{
    dom_web_site *site = r->site;
    for (size_t i = 0; i < site->bot_count; i++)
        if (strcmp(site->bots[i].name, bot->name) == 0 &&
            strcmp(site->bots[i].version, bot->version) == 0)
            return (int64_t)i;
    dom_web_bot *new = dom_vec_add(site->bots, site->bot_count, r->rooms.bots);
    if (new == NULL)
        return -1;
    *new = (dom_web_bot){.fault_count = 0};
    dom_text_copy(new->name, sizeof new->name, bot->name);
    dom_text_copy(new->version, sizeof new->version, bot->version);
    new->is_person = strcmp(bot->version, DOM_CORE_PERSON_VERSION) == 0;
    return (int64_t)site->bot_count - 1;
}

int64_t dom_site_find_rules(const dom_site_reading *r, const dom_variant *variant)
{
    for (size_t i = 0; i < r->rules.count; i++)
        if (dom_results_rules_are_of(&r->rules.uses[i], variant))
            return (int64_t)i;
    return -1;
}

static bool add_rules(dom_site_reading *r, const dom_variant *variant)
{
    dom_results_rules_use *use = dom_vec_add(r->rules.uses, r->rules.count, r->rules.room);
    if (use == NULL)
        return false;
    *use = (dom_results_rules_use){.options = variant->options};
    dom_text_copy(use->name, sizeof use->name, variant->name);
    return true;
}

/* Returns the family of a variant, or else that of its base; "" if neither is known. */
static const char *family_of(const dom_variant *variant)
{
    dom_variant named;
    if (dom_variant_find(&named, variant->name, NULL) == DOM_OK ||
        dom_variant_find(&named, variant->base, NULL) == DOM_OK)
        return named.family;
    return "";
}

static int64_t variant_index(dom_site_reading *r, const dom_variant *variant)
{
    dom_web_site *site = r->site;
    dom_variant named;
    int64_t found = dom_site_find_rules(r, variant);
    if (found >= 0)
        return found;
    bool is_named = dom_variant_find(&named, variant->name, NULL) == DOM_OK &&
                    memcmp(&named.options, &variant->options, sizeof named.options) == 0;
    if (!add_rules(r, variant) ||
        !dom_vec_reserve(site->variants, site->variant_count, r->rooms.variants, 1u))
        return -1;
    dom_web_variant *new = &site->variants[site->variant_count++];
    *new = (dom_web_variant){.list = calloc(1, sizeof *new->list),
                             .summary = is_named ? named.summary : "",
                             .family = family_of(variant),
                             .seats = variant->options.players,
                             .options = variant->options};
    dom_text_copy(new->name, sizeof new->name, variant->name);
    dom_text_copy(new->base, sizeof new->base, variant->base);
    return new->list ? (int64_t)site->variant_count - 1 : -1;
}

static dom_web_ruling shown_ruling(const dom_store_ruling *ruling)
{
    dom_web_ruling shown = {.match = ruling->match, .when_ms = ruling->when_ms};
    dom_text_copy(shown.reason, sizeof shown.reason, ruling->reason);
    return shown;
}

/* Adds the rulings that hold. */
static dom_rc add_rulings(dom_site_reading *r, dom_web_tournament *w, const dom_store_tournament *t)
{
    const dom_store_ruling *closed = dom_store_ruling_closed(t);
    w->voids = calloc(t->ruling_count + 1, sizeof *w->voids);
    w->is_closed = closed != NULL;
    if (closed)
        w->closed = shown_ruling(closed);
    for (size_t i = 0; w->voids && i < t->ruling_count; i++)
        if (dom_store_ruling_void(t, t->rulings[i].match) == &t->rulings[i])
            w->voids[w->void_count++] = shown_ruling(&t->rulings[i]);
    return w->voids ? DOM_OK : dom_err_no_memory(r->err);
}

static dom_rc add_stages(dom_site_reading *r, dom_web_tournament *w, const dom_store_tournament *t)
{
    w->stages = calloc((size_t)t->stage_count + 1, sizeof *w->stages);
    for (int i = 0; w->stages && i < t->stage_count; i++) {
        const dom_store_stage *s = &t->stages[i];
        dom_web_stage *stage = &w->stages[w->stage_count++];
        *stage = (dom_web_stage){.first_set = s->first_set,
                                 .bots = s->bots,
                                 .sets = s->sets,
                                 .rounds = s->rounds,
                                 .created_ms = s->created_ms,
                                 .finished_ms = s->finished_ms};
        dom_text_copy(stage->commit, sizeof stage->commit, s->commit);
        dom_text_copy(stage->words, sizeof stage->words, dom_results_stage_words_of(t, i).text);
    }
    return w->stages ? add_rulings(r, w, t) : dom_err_no_memory(r->err);
}

static dom_rc add_members(dom_site_reading *r, dom_web_tournament *w, const dom_store_tournament *t)
{
    w->bots = calloc((size_t)t->bot_count + 1, sizeof *w->bots);
    w->variants = calloc((size_t)t->variant_count + 1, sizeof *w->variants);
    w->newest = calloc(DOM_WEB_MATCHES_NEWEST, sizeof *w->newest);
    w->sets = calloc((size_t)t->variant_count + 1, sizeof *w->sets);
    if (w->bots == NULL || w->variants == NULL || w->newest == NULL || w->sets == NULL)
        return dom_err_no_memory(r->err);
    for (int i = 0; i < t->bot_count; i++) {
        int64_t index = dom_site_bot_index(r, &t->bots[i]);
        if (index < 0)
            return dom_err_no_memory(r->err);
        w->bots[w->bot_count++] = (uint32_t)index;
    }
    for (int i = 0; i < t->variant_count; i++) {
        int64_t index = variant_index(r, &t->variants[i]);
        if (index < 0)
            return dom_err_no_memory(r->err);
        w->variants[w->variant_count++] = (uint32_t)index;
        if (dom_site_reading_counts(r, w))
            r->rules.uses[index].newest = t->id;
    }
    return DOM_OK;
}

/* Fills in how many matches and sets the tournament has; 0 if its schedule cannot be computed. */
static void add_totals(dom_web_tournament *w, const dom_store_tournament *t)
{
    dom_schedule *schedule;
    if (dom_results_schedule_open(&schedule, t, NULL) != DOM_OK)
        return;
    w->total = dom_schedule_matches(schedule) - dom_schedule_absent_matches(schedule);
    for (uint32_t v = 0; v < t->variant_count; v++)
        w->sets[v].total = dom_schedule_variant_sets(schedule, v);
    dom_schedule_close(&schedule);
}

/* Names the match of people by its variant and its seats. */
static void title_match(dom_web_tournament *w, const dom_store_tournament *t)
{
    dom_text text = dom_text_of(w->title, sizeof w->title);
    dom_text_add(&text, t->variant_count > 0 ? t->variants[0].name : t->name);
    for (int i = 0; i < t->bot_count; i++) {
        dom_text_add(&text, i > 0 ? ", " : ": ");
        dom_text_add(&text, t->bots[i].name);
    }
    if (text.cut)
        memcpy(w->title + sizeof w->title - 4, "...", 4);
}

dom_rc dom_site_add_tournament(void *context, const dom_store_tournament *t)
{
    dom_site_reading *r = context;
    dom_config_stored stored;
    bool is_whole = dom_config_stored_read(&stored, t, NULL) == DOM_OK;
    dom_web_tournament new = {.id = t->id,
                              .is_reproducible = t->is_reproducible,
                              .is_unrated = !stored.is_rated,
                              .has_spectators = stored.has_spectators};
    dom_text_copy(new.name, sizeof new.name, t->name);
    if (stored.kind == DOM_SCHEDULE_PLAN_SEATED)
        title_match(&new, t);
    dom_text_copy(new.schedule, sizeof new.schedule,
                  is_whole ? dom_config_schedule_word(stored.kind) : "");
    dom_web_tournament *w =
        dom_vec_add(r->site->tournaments, r->site->tournament_count, r->rooms.tournaments);
    if (w == NULL)
        return dom_err_no_memory(r->err);
    *w = new;
    dom_rc rc = add_stages(r, w, t);
    if (rc == DOM_OK)
        rc = add_members(r, w, t);
    if (rc == DOM_OK && is_whole)
        add_totals(w, t);
    return rc == DOM_OK ? dom_interrupt_check(r->err) : rc;
}

/* Labels the bots. If several versions have the same name, the label has the beginning of the hash.
 * */
static void label_bots(dom_web_site *site)
{
    for (size_t i = 0; i < site->bot_count; i++) {
        dom_web_bot *bot = &site->bots[i];
        bool is_alone = true;
        for (size_t k = 0; k < site->bot_count; k++)
            is_alone = is_alone && (k == i || strcmp(site->bots[k].name, bot->name) != 0);
        (void)snprintf(bot->label, sizeof bot->label, "%s%s%.8s", bot->name, is_alone ? "" : "@",
                       is_alone ? "" : bot->version);
    }
}

/* Labels the variants. Variants with the same name but different rules get different labels. */
static void label_variants(dom_site_reading *r)
{
    for (size_t i = 0; i < r->rules.count; i++) {
        dom_web_variant *v = &r->site->variants[i];
        unsigned age = dom_results_rules_age_of(r->rules.uses, r->rules.count, i);
        v->earlier_rules = age;
        dom_text_copy(v->rules, sizeof v->rules, r->rules.uses[i].name);
        (void)snprintf(v->name, sizeof v->name, "%s%s", r->rules.uses[i].name,
                       dom_results_rules_mark_of(age).text);
    }
}

void dom_site_label(dom_site_reading *r)
{
    label_bots(r->site);
    label_variants(r);
}
