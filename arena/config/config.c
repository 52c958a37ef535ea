/* Reads a tournament file, or the options of the command line, or both, into the description of
 * a tournament. Every error names the file's line or the option. */
#include "config_internal.h"

#include "base/check.h"
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

static dom_rc read_file(dom_config_reader *l)
{
    dom_yaml_schema_defaults(dom_config_keys(), &l->file);
    if (l->request->file == NULL)
        return DOM_OK;
    dom_rc rc = set_base(l);
    if (rc == DOM_OK)
        rc = dom_yaml_open(&l->yaml, l->request->file, l->err);
    if (rc == DOM_OK)
        rc = dom_yaml_schema_read(dom_config_keys(), l->yaml, dom_yaml_root(l->yaml), &l->file,
                                  &l->lines, l->err);
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
    return dom_err_set(l->err, DOM_E_CONFIG, "%s: %s", option, inner.text);
}

static dom_rc request_number(dom_config_reader *l, const char *key, const char *option,
                             uint32_t number)
{
    char text[16];
    (void)snprintf(text, sizeof text, "%u", (unsigned)number);
    return request_key(l, key, option, number ? text : NULL);
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
    dom_rc rc = request_key(l, "name", "--name", l->request->name);
    if (rc == DOM_OK)
        rc = request_number(l, "sets", "--sets", l->request->sets);
    if (rc == DOM_OK)
        rc = request_number(l, "concurrency", "--concurrency", l->request->concurrency);
    if (rc == DOM_OK)
        rc = request_key(l, "schedule", "--schedule", l->request->schedule);
    if (rc == DOM_OK)
        rc = request_number(l, "rounds", "--rounds", l->request->rounds);
    l->file.t.pins_cores |= l->request->pins_cores;
    if (l->request->is_unrated)
        l->file.t.is_rated = false;
    if (rc == DOM_OK)
        rc = request_number(l, "limits.move_ms", "--move-ms", l->request->move_ms);
    if (rc == DOM_OK)
        rc = request_number(l, "faults.tolerate", "--clock", l->request->tolerate);
    l->file.t.is_seated = l->request->is_seated;
    if (l->request->compared) {
        l->file.t.compares = true;
        l->file.t.compared = *l->request->compared;
    }
    if (rc == DOM_OK && l->file.t.name[0] == '\0')
        rc = fail_no_name(l);
    return rc;
}

/* Refuses mixed partners without a team game. */
static dom_rc check_partners(const dom_config_reader *l)
{
    const dom_core_tournament *t = &l->file.t;
    bool has_teams = t->partners == DOM_CORE_PARTNERS_SELF;
    for (size_t i = 0; i < t->variant_count; i++)
        has_teams |= t->variants[i].options.teams != 0;
    if (has_teams)
        return DOM_OK;
    return dom_err_set(l->err, DOM_E_CONFIG,
                       "%s: mixed needs a team game, and no variant here is one; allowed: self, or "
                       "a variant with teams",
                       dom_config_where_of_key(l, "partners", "", false).text);
}

/* Checks the schedule: a Swiss needs rounds and games of two; other schedules have no rounds. */
static dom_rc check_schedule(const dom_config_reader *l)
{
    const dom_core_tournament *t = &l->file.t;
    bool is_swiss = t->schedule == DOM_CORE_SCHEDULE_SWISS;
    dom_config_where where =
        dom_config_where_of_key(l, "schedule", "--schedule", l->request->schedule);
    if (is_swiss && t->rounds == 0)
        return dom_err_set(l->err, DOM_E_CONFIG,
                           "%s: swiss needs rounds; allowed: rounds from 1 to %d", where.text,
                           DOM_SCHEDULE_PLAN_ROUNDS_MAX);
    if (!is_swiss && t->rounds > 0)
        return dom_err_set(
            l->err, DOM_E_CONFIG, "%s: only a swiss schedule has rounds",
            dom_config_where_of_key(l, "rounds", "--rounds", l->request->rounds).text);
    for (size_t i = 0; is_swiss && i < t->variant_count; i++)
        if (dom_config_bots_at_table(t, &t->variants[i]) != 2)
            return dom_err_set(
                l->err, DOM_E_CONFIG, "%s: swiss pairs bots, %s has %d at a table; allowed: %s",
                where.text, t->variants[i].name, (int)dom_config_bots_at_table(t, &t->variants[i]),
                "variants for two bots or two teams of one bot each");
    return DOM_OK;
}

/* Makes a tournament with spectators unrated: a hand that was seen in one match is dealt again in the
 * other matches of the set. */
static dom_rc take_spectators(dom_config_reader *l)
{
    dom_core_tournament *t = &l->file.t;
    if (t->has_spectators && t->is_rated && dom_config_line_of(l, "rated") > 0)
        return dom_err_set(l->err, DOM_E_CONFIG,
                           "%s: a tournament with spectators is unrated, because they see hands of "
                           "sets that are still played; leave out rated or spectators",
                           dom_config_where_of_key(l, "rated", "", false).text);
    t->is_rated &= !t->has_spectators;
    return DOM_OK;
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

dom_rc dom_config_load(dom_core_tournament *out, const dom_bots_places *places,
                       const dom_config_request *request, dom_err *err)
{
    dom_check(out && places && places->home && request);
    dom_config_reader l = {.places = places, .request = request, .err = err};
    dom_rc rc = read_file(&l);
    if (rc != DOM_OK)
        goto out;
    rc = apply_request(&l);
    if (rc != DOM_OK)
        goto out;
    rc = take_spectators(&l);
    if (rc != DOM_OK)
        goto out;
    rc = dom_config_take_variants(&l);
    if (rc != DOM_OK)
        goto out;
    rc = check_schedule(&l);
    if (rc != DOM_OK)
        goto out;
    rc = check_partners(&l);
    if (rc != DOM_OK)
        goto out;
    rc = dom_config_take_bots(&l);
    if (rc == DOM_OK)
        note_anchor(&l);
out:
    dom_yaml_close(&l.yaml);
    if (rc != DOM_OK)
        dom_config_free(&l.file.t);
    *out = l.file.t;
    return rc;
}

dom_rc dom_config_load_variants(dom_core_tournament *out, const char *file, dom_strings *faults,
                                dom_err *err)
{
    const dom_config_request request = {.file = file};
    dom_config_reader l = {.request = &request, .faults = faults, .err = err};
    dom_rc rc = read_file(&l);
    if (rc == DOM_OK)
        rc = dom_config_take_variants(&l);
    dom_yaml_close(&l.yaml);
    if (rc != DOM_OK)
        dom_config_free(&l.file.t);
    *out = l.file.t;
    return rc;
}

static void free_bot(dom_core_entrant *bot)
{
    free(bot->folder);
    for (size_t i = 0; i < DOM_CORE_ARGS_MAX; i++)
        free(bot->args[i]);
}

void dom_config_free(dom_core_tournament *tournament)
{
    for (size_t i = 0; i < tournament->bot_count; i++)
        free_bot(&tournament->bots[i]);
    free(tournament->bots);
    memset(tournament, 0, sizeof *tournament);
}
