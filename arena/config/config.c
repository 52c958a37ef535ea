#include "config_internal.h"

#include "base/check.h"
#include "bots/shown.h"
#include "config/stored_config.h"
#include "config/variant_lookup.h"
#include "schedule/schedule.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- file and command line ----------------------------------------------- */

/* Sets the folder of the file: everything up to the last '/' of its path. For "/x" that is "/". */
static dom_rc set_base(dom_config_reader *l)
{
    const char *file = l->request->file;
    const char *slash = strrchr(file, '/');
    size_t length = slash == file ? 1 : slash ? (size_t)(slash - file) : 0;
    if (length >= sizeof l->base)
        return dom_err_set(l->err, DOM_E_CONFIG, "%.100s...: the path is too long", file);
    memcpy(l->base, file, length);
    l->base[length] = '\0';
    return DOM_OK;
}

/* Reads the keys of the file and collects their faults. Fails if the file is no map of keys. */
static dom_rc read_file(dom_config_reader *l)
{
    if (l->request->stored)
        return dom_config_take_stored(&l->file, l->request->stored, l->err);
    dom_yaml_schema_defaults(dom_config_keys(), &l->file);
    if (l->request->file == NULL)
        return DOM_OK;
    dom_rc rc = set_base(l);
    if (rc == DOM_OK)
        rc = dom_yaml_open(&l->yaml, l->request->file, l->err);
    if (rc == DOM_OK)
        rc = dom_yaml_schema_read(dom_config_keys(), l->yaml, dom_yaml_root(l->yaml), &l->file,
                                  &l->lines, l->faults, l->err);
    return rc;
}

/* Sets a key from the command line. NULL means that the option was not given. */
static dom_rc request_key(dom_config_reader *l, const char *key, const char *option,
                          const char *text)
{
    dom_err inner;
    if (text == NULL || dom_yaml_key_set(dom_yaml_key_find(dom_config_keys(), key), &l->file, text,
                                         &inner) == DOM_OK)
        return DOM_OK;
    dom_config_mark_wrong(l, key);
    return dom_err_set(l->err, DOM_E_CONFIG, "%s: %s", option, inner.text);
}

/* Sets the keys that have an option. */
static dom_rc request_keys(dom_config_reader *l)
{
    const dom_config_request *request = l->request;
    const struct {
        const char *key, *option, *text;
        uint32_t number; /* without a text; 0: not given */
    } given[] = {
        {"name", "--name", request->name, 0},
        {"sets", "--sets", NULL, request->sets},
        {"concurrency", "--concurrency", NULL, request->concurrency},
        {"schedule", "--schedule", request->schedule, 0},
        {"rounds", "--rounds", NULL, request->rounds},
        {"seeds", "--seeds", NULL, request->seeds},
        {"limits.move_ms", "--move-ms", NULL, request->move_ms},
        {"faults.tolerate", "--clock", NULL, request->tolerate},
    };
    dom_rc rc = DOM_OK;
    for (size_t i = 0; rc == DOM_OK && i < sizeof given / sizeof *given; i++) {
        char number[16];
        (void)snprintf(number, sizeof number, "%u", (unsigned)given[i].number);
        rc =
            request_key(l, given[i].key, given[i].option, given[i].number ? number : given[i].text);
        rc = dom_err_collect(l->faults, rc, l->err);
    }
    return rc;
}

static dom_rc fail_no_name(dom_config_reader *l)
{
    char allowed[100];
    dom_text text = dom_text_of(allowed, sizeof allowed);
    dom_yaml_key_write_allowed(dom_yaml_key_find(dom_config_keys(), "name"), &text);
    return dom_err_set(l->err, DOM_E_CONFIG, "%s: is missing; allowed: %s",
                       dom_config_where_of_key(l, "name", "--name", false).text, allowed);
}

static dom_rc apply_request(dom_config_reader *l)
{
    dom_core_tournament *t = &l->file.t;
    dom_rc rc = request_keys(l);
    t->pins_cores |= l->request->pins_cores;
    t->is_rated &= !l->request->is_unrated;
    t->is_seated = l->request->is_seated;
    if (l->request->compared) {
        t->compares = true;
        t->compared = *l->request->compared;
    }
    if (l->request->deals) {
        t->deals = *l->request->deals;
        t->deals.sets = strdup(t->deals.sets);
        if (t->deals.sets == NULL)
            return dom_err_no_memory(l->err);
    }
    bool is_missing = t->name[0] == '\0' && !dom_config_is_wrong(l, "name");
    return rc == DOM_OK && is_missing ? fail_no_name(l) : rc;
}

/* Refuses mixed partners without a team game. */
static dom_rc check_partners(dom_config_reader *l)
{
    const dom_core_tournament *t = &l->file.t;
    bool has_teams = t->partners == DOM_CORE_PARTNERS_SELF || dom_config_is_wrong(l, "variants");
    for (size_t i = 0; i < t->variant_count; i++)
        has_teams |= t->variants[i].options.teams != 0;
    if (has_teams)
        return DOM_OK;
    return dom_err_set(l->err, DOM_E_CONFIG,
                       "%s: mixed needs a team game, and no variant here is one; allowed: self, or "
                       "a variant with teams",
                       dom_config_where_of_key(l, "partners", "", false).text);
}

static dom_config_where where_of_schedule(const dom_config_reader *l)
{
    return dom_config_where_of_key(l, "schedule", "--schedule", l->request->schedule);
}

/* Checks that a Swiss schedule has rounds, and no other one. */
static dom_rc check_rounds(dom_config_reader *l)
{
    const dom_core_tournament *t = &l->file.t;
    bool is_swiss = t->schedule == DOM_CORE_SCHEDULE_SWISS;
    if (is_swiss == (t->rounds > 0) || dom_config_is_wrong(l, "schedule") ||
        dom_config_is_wrong(l, "rounds"))
        return DOM_OK;
    if (is_swiss)
        return dom_err_set(l->err, DOM_E_CONFIG,
                           "%s: swiss needs rounds; allowed: rounds from 1 to %d",
                           where_of_schedule(l).text, DOM_SCHEDULE_PLAN_ROUNDS_MAX);
    return dom_err_set(l->err, DOM_E_CONFIG, "%s: only a swiss schedule has rounds",
                       dom_config_where_of_key(l, "rounds", "--rounds", l->request->rounds).text);
}

/* Refuses seeds in a schedule that is no gauntlet. */
static dom_rc check_seeds(dom_config_reader *l)
{
    bool is_given = dom_config_line_of(l, "seeds") > 0 || l->request->seeds > 0;
    if (!is_given || l->file.t.schedule == DOM_CORE_SCHEDULE_GAUNTLET ||
        dom_config_is_wrong(l, "schedule") || dom_config_is_wrong(l, "seeds"))
        return DOM_OK;
    return dom_err_set(l->err, DOM_E_CONFIG,
                       "%s: only a gauntlet has seeds; allowed: schedule gauntlet, or no seeds "
                       "(the number that makes the deals reproducible is called seed)",
                       dom_config_where_of_key(l, "seeds", "--seeds", l->request->seeds > 0).text);
}

/* Checks that a Swiss schedule has only tables that it can fill. */
static dom_rc check_swiss_tables(dom_config_reader *l)
{
    const dom_core_tournament *t = &l->file.t;
    dom_rc rc = DOM_OK;
    if (t->schedule != DOM_CORE_SCHEDULE_SWISS || dom_config_is_wrong(l, "partners"))
        return DOM_OK;
    for (size_t i = 0; rc == DOM_OK && i < t->variant_count; i++) {
        int32_t bots = dom_config_bots_at_table(t, &t->variants[i]);
        bool is_mixed = t->variants[i].options.teams && t->partners == DOM_CORE_PARTNERS_MIXED;
        if (bots > DOM_SCHEDULE_SWISS_SEATS_MAX || is_mixed)
            rc = dom_err_set(l->err, DOM_E_CONFIG,
                             "%s: swiss cannot fill a table of %s, with %s; allowed: variants for "
                             "2 to %d bots, and teams of one bot each (partners: self)",
                             where_of_schedule(l).text, t->variants[i].name,
                             is_mixed ? "mixed partners" : "more than four bots",
                             DOM_SCHEDULE_SWISS_SEATS_MAX);
        rc = dom_err_collect(l->faults, rc, l->err);
    }
    return rc;
}

/* Makes a tournament with spectators unrated: a hand that was seen in one match is dealt again in
 * the other matches of the set. */
static dom_rc take_spectators(dom_config_reader *l)
{
    dom_core_tournament *t = &l->file.t;
    bool is_said = dom_config_line_of(l, "rated") > 0 && !dom_config_is_wrong(l, "rated");
    if (t->has_spectators && t->is_rated && is_said)
        return dom_err_set(l->err, DOM_E_CONFIG,
                           "%s: a tournament with spectators is unrated, because they see hands of "
                           "sets that are still played; leave out rated or spectators",
                           dom_config_where_of_key(l, "rated", "", false).text);
    t->is_rated &= !t->has_spectators;
    return DOM_OK;
}

/* Own variants have no all-round list, because another tournament may mean something else by the
 * name. */
static dom_rc check_all_round(dom_config_reader *l)
{
    static const char key[] = "rating.all_round";
    const dom_strings *named = &l->file.t.rating_all_round;
    if (dom_config_is_wrong(l, key))
        return DOM_OK;
    dom_config_where where = dom_config_where_of_key(l, key, "", false);
    for (size_t i = 0; i < named->count; i++) {
        dom_variant variant;
        dom_rc rc = dom_config_variant_find(&variant, where.text, named->item[i], l->err);
        if (rc != DOM_OK)
            return rc;
        for (size_t k = 0; k < i; k++)
            if (strcmp(named->item[k], named->item[i]) == 0)
                return dom_err_set(l->err, DOM_E_CONFIG, "%s: %s is named twice; allowed: once",
                                   where.text, named->item[i]);
    }
    return DOM_OK;
}

static dom_config_where where_of_show(const dom_config_reader *l)
{
    const char *option = l->request->shown_option ? l->request->shown_option : "--show";
    return dom_config_where_of_key(l, "show", option, l->request->shown);
}

/* Takes the paths of the command line in place of the file's. */
static dom_rc request_shown(dom_config_reader *l)
{
    dom_strings *shown = &l->file.t.shown;
    if (l->request->shown == NULL)
        return DOM_OK;
    dom_strings_clear(shown);
    for (const char *const *word = l->request->shown; *word; word++)
        if (!dom_strings_add(shown, *word))
            return dom_err_no_memory(l->err);
    return DOM_OK;
}

/* Replaces the words of `show` by paths, which must be right on this machine. */
static dom_rc take_shown(dom_config_reader *l)
{
    dom_strings *shown = &l->file.t.shown;
    dom_rc rc = request_shown(l);
    if (rc == DOM_OK && shown->count > DOM_CORE_SHOWN_MAX)
        rc = dom_err_set(l->err, DOM_E_CONFIG, "%s: %zu paths; allowed: at most %d",
                         where_of_show(l).text, shown->count, DOM_CORE_SHOWN_MAX);
    return rc == DOM_OK && shown->count > 0
               ? dom_bots_shown_take(shown, l->places, where_of_show(l).text, l->faults, l->err)
               : rc;
}

/* ---- the tournament ------------------------------------------------------ */

/* Prints a remark if the anchor does not play here. That is no error, because it may play in
 * other tournaments of the list. */
static void note_anchor(const dom_config_reader *l)
{
    static const char key[] = "rating.anchor.name";
    const dom_core_tournament *t = &l->file.t;
    bool is_said = dom_config_line_of(l, key) > 0;
    bool is_there = !is_said || t->rating_anchor[0] == '\0';
    for (int i = 0; !is_there && i < t->bot_count; i++)
        is_there = strcmp(t->bots[i].name, t->rating_anchor) == 0;
    if (!is_there)
        dom_bots_remark(l->places,
                        "%s: no bot here is called '%s'; a list without it holds the mean of all "
                        "bots at %g",
                        dom_config_where_of_key(l, key, "", false).text, t->rating_anchor,
                        t->rating_anchor_elo);
}

/* A part of reading. It collects faults, or returns one that ends only this part. */
typedef dom_rc part(dom_config_reader *l);

/* Reads the file and then these parts, each also after a fault in another one. */
static dom_rc read_parts(dom_config_reader *l, part *const parts[], size_t count)
{
    dom_rc rc = read_file(l);
    for (size_t i = 0; rc == DOM_OK && i < count; i++)
        rc = dom_err_collect(l->faults, parts[i](l), l->err);
    return rc;
}

/* Ends reading: `out` receives the tournament, or zeros after a failure. */
static void end_reading(dom_config_reader *l, dom_rc rc, dom_core_tournament *out)
{
    dom_yaml_close(&l->yaml);
    if (rc != DOM_OK)
        dom_config_free(&l->file.t);
    *out = l->file.t;
}

/* Returns true if all that is wrong are bots without which the others could play. */
static bool may_try_others(const dom_config_reader *l)
{
    return l->request->refused && l->faults->count == l->unfit && dom_config_has_tables(&l->file.t);
}

/* Tells the listener of every fault but the last, which becomes the error, so that a program that
 * prints both prints all of them in their order. If reading failed for another reason, that is the
 * error. */
static dom_rc tell_faults(const dom_config_reader *l, dom_rc rc, dom_err *err)
{
    size_t count = l->faults->count;
    size_t told = count > 0 && rc == DOM_OK ? count - 1 : count;
    for (size_t i = 0; i < told; i++)
        dom_bots_remark(l->places, "%s", l->faults->item[i]);
    if (rc != DOM_OK)
        return dom_err_set(err, rc, "%s", l->err->text);
    if (told == count)
        return DOM_OK;
    bool tries = may_try_others(l);
    rc = dom_err_set(tries ? l->request->refused : err, DOM_E_CONFIG, "%s", l->faults->item[told]);
    return tries ? DOM_OK : rc;
}

dom_rc dom_config_load(dom_core_tournament *out, const dom_bots_places *places,
                       const dom_config_request *request, dom_err *err)
{
    static part *const parts[] = {apply_request,       take_spectators, dom_config_take_variants,
                                  check_rounds,        check_seeds,     check_swiss_tables,
                                  check_partners,      check_all_round, take_shown,
                                  dom_config_take_bots};
    dom_check(out && places && places->home && request);
    dom_err inner;
    dom_strings faults = {.count = 0};
    dom_config_reader l = {.places = places, .request = request, .faults = &faults, .err = &inner};
    dom_rc rc = read_parts(&l, parts, sizeof parts / sizeof *parts);
    if (rc == DOM_OK && faults.count == 0)
        note_anchor(&l);
    rc = tell_faults(&l, rc, err);
    end_reading(&l, rc, out);
    dom_strings_clear(&faults);
    return rc;
}

dom_rc dom_config_load_variants(dom_core_tournament *out, const char *file, dom_strings *faults,
                                dom_err *err)
{
    static part *const parts[] = {dom_config_take_variants};
    const dom_config_request request = {.file = file};
    dom_config_reader l = {.request = &request, .faults = faults, .err = err};
    dom_rc rc = read_parts(&l, parts, sizeof parts / sizeof *parts);
    end_reading(&l, rc, out);
    return rc;
}

static void free_bot(dom_core_entrant *bot)
{
    free(bot->folder);
    for (size_t i = 0; i < DOM_CORE_ARGS_MAX; i++)
        free(bot->args[i]);
    for (size_t i = 0; i < DOM_CORE_ENV_MAX; i++)
        free(bot->env[i]);
    dom_config_setting_clear(&bot->setting);
}

dom_core_limits dom_config_usual_limits(void)
{
    dom_config_file file = {.variants = NULL};
    dom_yaml_schema_defaults(dom_config_keys(), &file);
    dom_core_limits limits = file.t.limits;
    dom_config_free(&file.t);
    return limits;
}

void dom_config_free(dom_core_tournament *tournament)
{
    for (size_t i = 0; i < tournament->bot_count; i++)
        free_bot(&tournament->bots[i]);
    free(tournament->bots);
    dom_strings_clear(&tournament->rating_all_round);
    dom_strings_clear(&tournament->tie_break);
    free(tournament->deals.sets);
    dom_strings_clear(&tournament->shown);
    memset(tournament, 0, sizeof *tournament);
}
