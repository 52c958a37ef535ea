/* The keys of a tournament file, and in which line each was given. */
#include "config_internal.h"

#include "bots/manifest.h"
#include "schedule/schedule.h"

#include <stdio.h>

/* ---- the table of keys --------------------------------------------------- */

#define FIELD(name) offsetof(dom_config_file, name), sizeof(((dom_config_file *)NULL)->name)

enum { MINUTE_MS = 60 * 1000 };

static const char *const auto_words[] = {"auto", NULL};
static const char *const schedule_words[] = {"round-robin", "gauntlet", "swiss", NULL};
static const char *const withdrawn_words[] = {"void", "lost", NULL};
static const char *const partners_words[] = {"self", "mixed", NULL};
const char *const dom_config_tie_words[] = {
    [DOM_CORE_TIE_SHARE] = "share",
    [DOM_CORE_TIE_DIRECT] = "direct",
    [DOM_CORE_TIE_POINTS] = "points",
    [DOM_CORE_TIE_LOT] = "lot",
    NULL,
};

static const dom_yaml_key rows[] = {
    {"name", DOM_YAML_KEY_NAME, 0, FIELD(t.name), .max = 64,
     .help = "the name of the tournament; the deals depend on it"},
    {"variants", DOM_YAML_KEY_NODE, 0, FIELD(variants),
     .help = "at most 64: a list of names, or a map of name: {base: NAME, option: value}"},
    {"bots", DOM_YAML_KEY_NODE, 0, FIELD(bots),
     .help = "a list of names, folders (with '/'), maps {bot: BOT, args: [WORD, ...]} that set a "
             "bot, and "
             "maps {name: NAME, run: [WORD, ...]} that describe one"},
    {"schedule", DOM_YAML_KEY_WORD, 0, FIELD(t.schedule), .words = schedule_words,
     .fallback = "round-robin",
     .help = "which bots meet: all of them, the first bots with all others, or bots with similar "
             "scores"},
    {"seeds", DOM_YAML_KEY_WHOLE, 0, FIELD(t.seeds), .min = 1,
     .max = DOM_SCHEDULE_PLAN_BOTS_MAX - 1, .fallback = "1",
     .help = "seeds of a gauntlet, the first bots of the list: one of them sits at each table, and "
             "they do not meet each other"},
    {"rounds", DOM_YAML_KEY_WHOLE, 0, FIELD(t.rounds), .min = 1,
     .max = DOM_SCHEDULE_PLAN_ROUNDS_MAX,
     .help =
         "rounds of a swiss schedule, whose tables have two to four bots; more rounds extend it, "
         "with more bots and sets if wanted"},
    {"partners", DOM_YAML_KEY_WORD, 0, FIELD(t.partners), .words = partners_words,
     .fallback = "self",
     .help = "in team games: a bot is its own partner, or every pair of bots is a team once"},
    {"sets", DOM_YAML_KEY_WHOLE, 0, FIELD(t.sets), .min = 1, .max = 1000000, .fallback = "200",
     .help = "duplicate sets per table; a set is a series of deals, played in every rotation of "
             "the seats"},
    {"concurrency", DOM_YAML_KEY_WHOLE, DOM_YAML_KEY_LOCAL, FIELD(t.concurrency), .min = 1,
     .max = 4096, .words = auto_words, .fallback = "auto",
     .help = "number of matches at the same time"},
    {"limits", DOM_YAML_KEY_GROUP, 0, 0, 0, .help = "limits for each bot"},
    {"limits.startup_ms", DOM_YAML_KEY_WHOLE, 0, FIELD(t.limits.startup_ms), .min = 1,
     .max = 10 * MINUTE_MS, .fallback = "10000",
     .help = "time from the start of a process to its hello"},
    {"limits.move_ms", DOM_YAML_KEY_WHOLE, 0, FIELD(t.limits.move_ms), .min = 1,
     .max = DOM_CONFIG_MOVE_MS_MAX, .fallback = "1000", .help = "for each choice"},
    {"limits.bank_ms", DOM_YAML_KEY_WHOLE, 0, FIELD(t.limits.bank_ms), .min = 0,
     .max = DOM_CONFIG_BANK_MS_MAX, .fallback = "0", .help = "extra time per match and seat"},
    {"limits.increment_ms", DOM_YAML_KEY_WHOLE, 0, FIELD(t.limits.increment_ms), .min = 0,
     .max = DOM_CONFIG_MOVE_MS_MAX, .fallback = "0", .help = "added to the bank by every answer"},
    {"limits.margin_ms", DOM_YAML_KEY_WHOLE, 0, FIELD(t.limits.margin_ms), .min = 0,
     .max = MINUTE_MS, .fallback = "20",
     .help = "added to every deadline for the way of the messages"},
    {"limits.memory_mb", DOM_YAML_KEY_WHOLE, 0, FIELD(t.limits.memory_mb),
     .min = DOM_CONFIG_MEMORY_MB_MIN, .max = DOM_CONFIG_MEMORY_MB_MAX, .fallback = "2048",
     .help = "memory of a bot's processes"},
    {"limits.processes", DOM_YAML_KEY_WHOLE, 0, FIELD(t.limits.processes), .min = 1,
     .max = DOM_CONFIG_PROCESSES_MAX, .fallback = "64", .help = "processes and threads of a bot"},
    {"limits.snapshot_memory_mb", DOM_YAML_KEY_WHOLE, DOM_YAML_KEY_LOCAL,
     FIELD(t.limits.snapshot_memory_mb), .min = 1, .max = 1048576, .words = auto_words,
     .fallback = "auto",
     .help =
         "memory for copies of the files of all bots together; a bot that does not fit stays on "
         "disk; auto: a quarter of the machine's memory"},
    {"faults", DOM_YAML_KEY_GROUP, 0, 0, 0, .help = "what is forgiven"},
    {"faults.tolerate", DOM_YAML_KEY_WHOLE, 0, FIELD(t.tolerate), .min = 0, .max = 1000000,
     .fallback = "0", .help = "how many late or illegal answers are tolerated, per seat and match"},
    {"faults.restarts", DOM_YAML_KEY_WHOLE, 0, FIELD(t.restarts), .min = 0, .max = 1000,
     .fallback = "3",
     .help = "failed starts after which a bot is withdrawn, and free crashes that a match allows "
             "per seat; 0 means 1"},
    {"sandbox", DOM_YAML_KEY_WORD, DOM_YAML_KEY_LOCAL, FIELD(t.sandbox), .words = dom_sandbox_words,
     .fallback = "auto", .help = "the sandbox level; auto: the highest that works on this machine"},
    {"show", DOM_YAML_KEY_PATHS, 0, FIELD(t.shown), .min = 1, .max = DOM_CORE_SHOWN_MAX,
     .help = "folders of the machine that bots see, read-only, in the sandbox, such as that of a "
             "model; also device files of GPUs; every machine that plays needs them"},
    {"seed", DOM_YAML_KEY_WHOLE, DOM_YAML_KEY_NULLABLE, FIELD(t.seed), .min = 0, .max = INT64_MAX,
     .given = offsetof(dom_config_file, t.has_seed), .fallback = "null",
     .help = "a number makes the deals reproducible, but not secret"},
    {"rated", DOM_YAML_KEY_BOOL, 0, FIELD(t.is_rated), .fallback = "true",
     .help = "the results count on the leaderboard, which covers all rated tournaments"},
    {"spectators", DOM_YAML_KEY_BOOL, 0, FIELD(t.has_spectators), .fallback = "false",
     .help = "serve shows open matches move by move, with all hands; such a tournament is unrated"},
    {"rating", DOM_YAML_KEY_GROUP, 0, 0, 0, .help = "how results become ratings"},
    {"rating.prior", DOM_YAML_KEY_REAL, 0, FIELD(t.rating_prior), .min = 0, .max = 100,
     .fallback = "0.5",
     .help = "wins and losses of every bot against an invented opponent, which keep ratings of "
             "perfect scores finite"},
    {"rating.anchor", DOM_YAML_KEY_GROUP, 0, 0, 0,
     .help = "the bot whose rating is fixed; if it does not play, the mean of all ratings is"},
    {"rating.anchor.name", DOM_YAML_KEY_NAME, DOM_YAML_KEY_NULLABLE, FIELD(t.rating_anchor),
     .max = DOM_BOTS_NAME_MAX, .fallback = "random", .help = "its name"},
    {"rating.anchor.elo", DOM_YAML_KEY_REAL, 0, FIELD(t.rating_anchor_elo), .min = -10000,
     .max = 10000, .fallback = "1000", .help = "its rating"},
    {"rating.all_round", DOM_YAML_KEY_NAMES, 0, FIELD(t.rating_all_round), .min = 2,
     .max = DOM_CORE_VARIANTS_MAX,
     .help = "the variants that the all-round lists cover, until a later tournament names others; "
             "without it those that at least three bots and half of the bots have played"},
    {"tie_break", DOM_YAML_KEY_NAMES, 0, FIELD(t.tie_break), .min = 1, .max = DOM_CORE_TIE_BREAKS,
     .words = dom_config_tie_words,
     .help = "what decides the places of the tournament, the next one where the one before is "
             "equal; without it share, direct, points. A lot is drawn from the last secret once "
             "it is revealed"},
    {"withdrawn", DOM_YAML_KEY_WORD, 0, FIELD(t.withdrawn), .words = withdrawn_words,
     .fallback = "void",
     .help =
         "what results with a bot that leaves count as in the standings: nothing, or they stand "
         "and the sets that it does not play are lost; in a swiss the latter"},
    {"hide_names", DOM_YAML_KEY_BOOL, 0, FIELD(t.hide_names), .fallback = "false",
     .help = "bots are not told the names of their opponents"},
    {"pin_cores", DOM_YAML_KEY_BOOL, DOM_YAML_KEY_LOCAL, FIELD(t.pins_cores), .fallback = "false",
     .help = "the bots of a table share one core, and no other table uses it while there are "
             "enough cores. While bots think, this is so without it, if concurrency is not given "
             "and the arena may use all cores"},
};

static const dom_yaml_key_table table = {"tournament", rows, sizeof rows / sizeof *rows};

const dom_yaml_key_table *dom_config_keys(void)
{
    return &table;
}

/* ---- where something was said -------------------------------------------- */

int dom_config_line_of(const dom_config_reader *l, const char *key)
{
    return l->yaml ? l->lines.line[dom_yaml_key_find(&table, key) - rows] : 0;
}

void dom_config_mark_wrong(dom_config_reader *l, const char *key)
{
    l->lines.is_wrong[dom_yaml_key_find(&table, key) - rows] = true;
}

bool dom_config_is_wrong(const dom_config_reader *l, const char *key)
{
    return l->lines.is_wrong[dom_yaml_key_find(&table, key) - rows];
}

dom_config_where dom_config_where_of_node(const dom_config_reader *l, const dom_yaml_node *node,
                                          const char *key)
{
    dom_config_where p;
    (void)snprintf(p.text, sizeof p.text, "%s:%d: %.60s", dom_yaml_name(l->yaml),
                   dom_yaml_node_line(node), key);
    return p;
}

dom_config_where dom_config_where_of_option(const char *option)
{
    dom_config_where p;
    (void)snprintf(p.text, sizeof p.text, "%s", option);
    return p;
}

dom_config_where dom_config_where_of_key(const dom_config_reader *l, const char *key,
                                         const char *option, bool is_requested)
{
    if (l->yaml == NULL || is_requested)
        return dom_config_where_of_option(option);
    dom_config_where p = dom_config_where_of_node(l, dom_yaml_root(l->yaml), key);
    int line = dom_config_line_of(l, key);
    if (line > 0)
        (void)snprintf(p.text, sizeof p.text, "%s:%d: %s", dom_yaml_name(l->yaml), line, key);
    return p;
}

dom_rc dom_config_fail(const dom_config_reader *l, const dom_yaml_node *node, const char *key,
                       const char *problem)
{
    return dom_yaml_fail(l->yaml, node, key, l->err, "%s; allowed: %s", problem,
                         dom_yaml_key_find(&table, key)->help);
}
