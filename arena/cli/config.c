#include "config_parts.h"

#include "base/check.h"
#include "manifest.h"
#include "schedule/schedule.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the table of keys --------------------------------------------------- */

#define FIELD(name) offsetof(dom_config_file, name), sizeof(((dom_config_file *)NULL)->name)

enum { DAY_MS = 24 * 60 * 60 * 1000, HOUR_MS = 60 * 60 * 1000, MINUTE_MS = 60 * 1000 };

static const char *const auto_words[] = {"auto", NULL};
static const char *const schedule_words[] = {"round-robin", "gauntlet", "swiss", NULL};
static const char *const partners_words[] = {"self", "mixed", NULL};

static const dom_yaml_key rows[] = {
    {"name", DOM_KEY_NAME, 0, FIELD(t.name), .max = 64,
     .help = "the tournament's name: its deals depend on it"},
    {"variants", DOM_KEY_NODE, 0, FIELD(variants),
     .help = "at most 64: a list of names, or a map of name: {base: NAME, option: value}"},
    {"bots", DOM_KEY_NODE, 0, FIELD(bots),
     .help = "a list of names, folders (with '/') and maps {name: NAME, run: [WORD, ...]}"},
    {"schedule", DOM_KEY_WORD, 0, FIELD(t.schedule), .words = schedule_words,
     .fallback = "round-robin",
     .help = "who plays whom: all tables, those with the first bot, or bots of equal score"},
    {"rounds", DOM_KEY_WHOLE, 0, FIELD(t.rounds), .min = 1, .max = DOM_PLAN_ROUNDS_MAX,
     .help = "rounds of a swiss schedule; more of them may come with more bots and sets"},
    {"partners", DOM_KEY_WORD, 0, FIELD(t.partners), .words = partners_words, .fallback = "self",
     .help = "in team games: a bot is its own partner, or every pair of bots is a team"},
    {"sets", DOM_KEY_WHOLE, 0, FIELD(t.sets), .min = 1, .max = 1000000, .fallback = "200",
     .help = "duplicate sets per table: a series of deals, played in every rotation"},
    {"concurrency", DOM_KEY_WHOLE, DOM_KEY_LOCAL, FIELD(t.concurrency), .min = 1, .max = 4096,
     .words = auto_words, .fallback = "auto", .help = "tables that play at once"},
    {"limits", DOM_KEY_GROUP, 0, 0, 0, .help = "time and room for each bot"},
    {"limits.startup_ms", DOM_KEY_WHOLE, 0, FIELD(t.limits.startup_ms), .min = 1,
     .max = 10 * MINUTE_MS, .fallback = "10000",
     .help = "from the start of a process to its hello"},
    {"limits.move_ms", DOM_KEY_WHOLE, 0, FIELD(t.limits.move_ms), .min = 1, .max = HOUR_MS,
     .fallback = "1000", .help = "for each choice"},
    {"limits.bank_ms", DOM_KEY_WHOLE, 0, FIELD(t.limits.bank_ms), .min = 0, .max = DAY_MS,
     .fallback = "0", .help = "on top of that, per match and seat"},
    {"limits.increment_ms", DOM_KEY_WHOLE, 0, FIELD(t.limits.increment_ms), .min = 0,
     .max = HOUR_MS, .fallback = "0", .help = "added to the bank by every answer"},
    {"limits.margin_ms", DOM_KEY_WHOLE, 0, FIELD(t.limits.margin_ms), .min = 0, .max = MINUTE_MS,
     .fallback = "20", .help = "forgiven for the transport"},
    {"limits.memory_mb", DOM_KEY_WHOLE, 0, FIELD(t.limits.memory_mb), .min = 16, .max = 1048576,
     .fallback = "2048", .help = "memory of a bot's processes"},
    {"limits.processes", DOM_KEY_WHOLE, 0, FIELD(t.limits.processes), .min = 1, .max = 4096,
     .fallback = "64", .help = "processes and threads of a bot"},
    {"faults", DOM_KEY_GROUP, 0, 0, 0, .help = "what is forgiven"},
    {"faults.tolerate", DOM_KEY_WHOLE, 0, FIELD(t.tolerate), .min = 0, .max = 1000000,
     .fallback = "0", .help = "late or illegal answers, per seat and match"},
    {"faults.restarts", DOM_KEY_WHOLE, 0, FIELD(t.restarts), .min = 0, .max = 1000, .fallback = "3",
     .help = "failed starts after which a bot is withdrawn, and crashes that a match forgives "
             "while the "
             "bot owes nothing; 0 is as 1"},
    {"sandbox", DOM_KEY_WORD, DOM_KEY_LOCAL, FIELD(t.sandbox), .words = dom_sandbox_words,
     .fallback = "auto", .help = "how bots are kept apart; auto: the best that works here"},
    {"seed", DOM_KEY_WHOLE, DOM_KEY_NULLABLE, FIELD(t.seed), .min = 0, .max = INT64_MAX,
     .given = offsetof(dom_config_file, t.has_seed), .fallback = "null",
     .help = "a number makes the deals reproducible, and no secret"},
    {"rated", DOM_KEY_BOOL, 0, FIELD(t.is_rated), .fallback = "true",
     .help = "its results count in the leaderboard, which is of all tournaments together"},
    {"rating", DOM_KEY_GROUP, 0, 0, 0, .help = "how results become ratings"},
    {"rating.prior", DOM_KEY_REAL, 0, FIELD(t.rating_prior), .min = 0, .max = 100,
     .fallback = "0.5", .help = "wins and losses against an imagined opponent, of each"},
    {"rating.anchor", DOM_KEY_GROUP, 0, 0, 0,
     .help = "the bot whose rating is fixed, else the mean of all is"},
    {"rating.anchor.name", DOM_KEY_NAME, DOM_KEY_NULLABLE, FIELD(t.rating_anchor),
     .max = DOM_BOT_NAME_MAX, .fallback = "random", .help = "its name"},
    {"rating.anchor.elo", DOM_KEY_REAL, 0, FIELD(t.rating_anchor_elo), .min = -10000, .max = 10000,
     .fallback = "1000", .help = "its rating"},
    {"hide_names", DOM_KEY_BOOL, 0, FIELD(t.hide_names), .fallback = "false",
     .help = "bots do not learn against whom they play"},
    {"pin_cores", DOM_KEY_BOOL, DOM_KEY_LOCAL, FIELD(t.pins_cores), .fallback = "false",
     .help = "the bots of a table run on one core, which no other table uses while there are "
             "enough"},
};

static const dom_yaml_key_table table = {"tournament", rows, sizeof rows / sizeof *rows};

const dom_yaml_key_table *dom_config_keys(void)
{
    return &table;
}

/* ---- where something was said -------------------------------------------- */

dom_place dom_place_of_node(const dom_load *l, const dom_node *node, const char *key)
{
    dom_place p;
    (void)snprintf(p.text, sizeof p.text, "%s:%d: %.60s", dom_yaml_name(l->yaml),
                   dom_node_line(node), key);
    return p;
}

dom_place dom_place_of_option(const char *option)
{
    dom_place p;
    (void)snprintf(p.text, sizeof p.text, "%s", option);
    return p;
}

/* Where a key was said, or belongs. */
dom_place dom_place_of_key(const dom_load *l, const char *key, const char *option,
                           bool is_requested)
{
    if (l->yaml == NULL || is_requested)
        return dom_place_of_option(option);
    dom_place p = dom_place_of_node(l, dom_yaml_root(l->yaml), key);
    int line = l->lines.line[dom_yaml_key_find(&table, key) - rows];
    if (line > 0)
        (void)snprintf(p.text, sizeof p.text, "%s:%d: %s", dom_yaml_name(l->yaml), line, key);
    return p;
}

dom_rc dom_load_fail(const dom_load *l, const dom_node *node, const char *key, const char *problem)
{
    return dom_yaml_fail(l->yaml, node, key, l->err, "%s; allowed: %s", problem,
                         dom_yaml_key_find(&table, key)->help);
}

/* ---- file and command line ----------------------------------------------- */

/* Everything up to the last '/' of the file's path; of "/x" the '/' itself. */
static dom_rc set_base(dom_load *l)
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

static dom_rc read_file(dom_load *l)
{
    dom_table_defaults(&table, &l->file);
    if (l->request->file == NULL)
        return DOM_OK;
    dom_rc rc = set_base(l);
    if (rc == DOM_OK)
        rc = dom_yaml_open(&l->yaml, l->request->file, l->err);
    if (rc == DOM_OK)
        rc = dom_table_read(&table, l->yaml, dom_yaml_root(l->yaml), &l->file, &l->lines, l->err);
    return rc;
}

/* Set a key from the command line; NULL is not said. */
static dom_rc request_key(dom_load *l, const char *key, const char *option, const char *text)
{
    dom_err inner;
    if (text == NULL ||
        dom_yaml_key_set(dom_yaml_key_find(&table, key), &l->file, text, &inner) == DOM_OK)
        return DOM_OK;
    return dom_err_set(l->err, DOM_E_CONFIG, "%s: %s", option, inner.text);
}

static dom_rc request_number(dom_load *l, const char *key, const char *option, uint32_t number)
{
    char text[16];
    (void)snprintf(text, sizeof text, "%u", (unsigned)number);
    return request_key(l, key, option, number ? text : NULL);
}

static dom_rc fail_no_name(dom_load *l)
{
    char allowed[100];
    dom_text text = dom_text_of(allowed, sizeof allowed);
    dom_yaml_key_write_allowed(dom_yaml_key_find(&table, "name"), &text);
    return dom_err_set(l->err, DOM_E_CONFIG, "%s: is missing; allowed: %s",
                       dom_place_of_key(l, "name", "--name", false).text, allowed);
}

static dom_rc apply_request(dom_load *l)
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
    if (l->request->compared) {
        l->file.t.compares = true;
        l->file.t.compared = *l->request->compared;
    }
    if (rc == DOM_OK && l->file.t.name[0] == '\0')
        rc = fail_no_name(l);
    return rc;
}

/* Partners are mixed in team games alone. */
static dom_rc check_partners(const dom_load *l)
{
    const dom_tournament *t = &l->file.t;
    bool has_teams = t->partners == DOM_PARTNERS_SELF;
    for (size_t i = 0; i < t->variant_count; i++)
        has_teams |= t->variants[i].options.teams != 0;
    if (has_teams)
        return DOM_OK;
    return dom_err_set(l->err, DOM_E_CONFIG,
                       "%s: mixed needs a team game, and no variant here is one; allowed: self, or "
                       "a variant with teams",
                       dom_place_of_key(l, "partners", "", false).text);
}

/* A swiss schedule has rounds and pairs bots, the others do neither. */
static dom_rc check_schedule(const dom_load *l)
{
    const dom_tournament *t = &l->file.t;
    bool is_swiss = t->schedule == DOM_SCHEDULE_SWISS;
    dom_place where = dom_place_of_key(l, "schedule", "--schedule", l->request->schedule);
    if (is_swiss && t->rounds == 0)
        return dom_err_set(l->err, DOM_E_CONFIG,
                           "%s: swiss needs rounds; allowed: rounds from 1 to %d", where.text,
                           DOM_PLAN_ROUNDS_MAX);
    if (!is_swiss && t->rounds > 0)
        return dom_err_set(l->err, DOM_E_CONFIG, "%s: only a swiss schedule has rounds",
                           dom_place_of_key(l, "rounds", "--rounds", l->request->rounds).text);
    for (size_t i = 0; is_swiss && i < t->variant_count; i++)
        if (dom_bots_at_table(t, &t->variants[i]) != 2)
            return dom_err_set(
                l->err, DOM_E_CONFIG, "%s: swiss pairs bots, %s has %d at a table; allowed: %s",
                where.text, t->variants[i].name, (int)dom_bots_at_table(t, &t->variants[i]),
                "variants for two bots or two teams of one bot each");
    return DOM_OK;
}

/* ---- the tournament ------------------------------------------------------ */

/* The anchor may play in other tournaments of the list, so nothing is refused. */
static void note_anchor(const dom_load *l)
{
    static const char key[] = "rating.anchor.name";
    const dom_tournament *t = &l->file.t;
    bool is_said = l->yaml && l->lines.line[dom_yaml_key_find(&table, key) - rows] > 0;
    bool is_there = !is_said || t->rating_anchor[0] == '\0';
    for (int i = 0; !is_there && i < t->bot_count; i++)
        is_there = strcmp(t->bots[i].name, t->rating_anchor) == 0;
    if (!is_there)
        (void)fprintf(stderr,
                      "domino-arena: %s: no bot here is called '%s'; a list without it holds the "
                      "mean of all bots at %g\n",
                      dom_place_of_key(l, key, "", false).text, t->rating_anchor,
                      t->rating_anchor_elo);
}

dom_rc dom_config_load(dom_tournament *out, const dom_config_places *places,
                       const dom_config_request *request, dom_err *err)
{
    dom_check(out && places && places->home && request);
    dom_load l = {.places = places, .request = request, .err = err};
    dom_rc rc = read_file(&l);
    if (rc != DOM_OK)
        goto out;
    rc = apply_request(&l);
    if (rc != DOM_OK)
        goto out;
    rc = dom_load_variants(&l);
    if (rc != DOM_OK)
        goto out;
    rc = check_schedule(&l);
    if (rc != DOM_OK)
        goto out;
    rc = check_partners(&l);
    if (rc != DOM_OK)
        goto out;
    rc = dom_load_bots(&l);
    if (rc == DOM_OK)
        note_anchor(&l);
out:
    dom_yaml_close(&l.yaml);
    if (rc != DOM_OK)
        dom_config_free(&l.file.t);
    *out = l.file.t;
    return rc;
}

static void free_bot(dom_entrant *bot)
{
    free(bot->folder);
    for (size_t i = 0; i < DOM_ARGS_MAX; i++)
        free(bot->args[i]);
}

void dom_config_free(dom_tournament *tournament)
{
    for (size_t i = 0; i < tournament->bot_count; i++)
        free_bot(&tournament->bots[i]);
    free(tournament->bots);
    memset(tournament, 0, sizeof *tournament);
}
