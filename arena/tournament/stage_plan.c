#include "tournament/stage_plan.h"

#include "base/now.h"
#include "base/text.h"
#include "config/stored_config.h"
#include "schedule/schedule.h"
#include "store/entries.h"

#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Returns the index of this version of a bot, else of the bot under this name, or -1. */
static int find_bot(const dom_core_tournament *t, const dom_store_bot *bot, int from)
{
    int found = -1;
    for (int i = t->bot_count - 1; i >= from; i--)
        if (strcmp(t->bots[i].name, bot->name) == 0) {
            found = i;
            if (strcmp(t->bots[i].version, bot->version) == 0)
                return i;
        }
    return found;
}

/* Returns how many bots, from the first on, have a role: the seeds of a gauntlet, or the two of a
 * comparison. */
static int count_marked(const dom_core_tournament *t)
{
    int seeds = t->seeds > 1 ? (int)t->seeds : 1;
    return t->compares ? 2 : t->schedule == DOM_CORE_SCHEDULE_GAUNTLET ? seeds : 0;
}

/* Returns the index of the first bot with a role that has changed, or -1. A seed that left need not
 * be named where it was.
 *
 * at  receives the index of the bot that has its place now */
static int find_other_marked(const dom_store_tournament *old, const dom_core_tournament *now,
                             int *at)
{
    *at = 0;
    for (int i = 0; i < count_marked(now) && i < old->bot_count; i++) {
        bool is_same = *at < now->bot_count && strcmp(now->bots[*at].name, old->bots[i].name) == 0;
        if (!is_same && dom_store_entry_state_of(old, (uint16_t)i) == DOM_STORE_ENTRY_PLAYS)
            return i;
        *at += is_same;
    }
    return -1;
}

void dom_tournament_stage_seal(dom_store_stage *stage, const char *tournament,
                               const dom_deal_secret *secret)
{
    dom_deal_commit commit;
    stage->created_ms = dom_now_ms();
    memcpy(stage->secret, secret->byte, sizeof stage->secret);
    dom_deal_commit_of(&commit, secret, tournament);
    dom_deal_hex_write(stage->commit, commit.byte);
}

void dom_tournament_stage_sort_bots(dom_core_tournament *now, const dom_store_tournament *old)
{
    int sorted = 0, place;
    if (find_other_marked(old, now, &place) >= 0)
        return;
    for (int i = 0; i < old->bot_count; i++) {
        int at = find_bot(now, &old->bots[i], sorted);
        if (at < 0)
            continue;
        dom_core_entrant bot = now->bots[at];
        memmove(&now->bots[sorted + 1], &now->bots[sorted],
                (size_t)(at - sorted) * sizeof *now->bots);
        now->bots[sorted++] = bot;
    }
}

/* ---- what has changed ------------------------------------------------------ */

/* The differences found so far, each as "; KEY: was OLD, is NEW", as many as fit. */
typedef struct {
    char line[DOM_ERR_BYTES - 170]; /* the rest of the message needs less than 170 bytes */
    dom_text text;
    int found, left_out;
} changes;

__attribute__((format(printf, 2, 3))) static void add_change(changes *c, const char *format, ...)
{
    enum { MORE = 32 }; /* room for "; and N more" */
    char line[sizeof c->line];
    va_list args;
    va_start(args, format);
    int length = vsnprintf(line, sizeof line, format, args);
    va_end(args);
    c->found++;
    if (c->left_out > 0 || length + MORE > (int)c->text.room) {
        c->left_out++;
        return;
    }
    dom_text_add(&c->text, "; ");
    dom_text_add(&c->text, line);
}

enum { PATH_BYTES = 128, SHOWN_BYTES = 61 };

/* Writes a value as a tournament file has it. A long one is cut. An empty list is not set. */
static void show_value(char shown[static SHOWN_BYTES], const json_t *value)
{
    bool is_empty = json_is_array(value) && json_array_size(value) == 0;
    bool is_set = value && !json_is_null(value) && !is_empty;
    char *json = json_is_string(value)
                     ? NULL
                     : json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY | JSON_REAL_PRECISION(15));
    const char *text = !is_set ? "not set" : json ? json : json_string_value(value);
    int length = snprintf(shown, SHOWN_BYTES, "%s", text);
    if (length >= SHOWN_BYTES)
        memcpy(shown + SHOWN_BYTES - 4, "...", 4);
    free(json);
}

/* Joins two keys by a dot. "options" is left out: a tournament file has the options of a variant
 * beside its base. */
static void join(char path[static PATH_BYTES], const char *before, const char *key)
{
    bool is_level = strcmp(key, "options") != 0;
    (void)snprintf(path, PATH_BYTES, "%s%s%s", before, is_level ? "." : "", is_level ? key : "");
}

static const char *name_of(const json_t *item)
{
    const char *name = json_string_value(json_object_get(item, "name"));
    return name ? name : "";
}

static const json_t *find_named(const json_t *list, const char *name)
{
    size_t i;
    json_t *item;
    json_array_foreach(list, i, item)
    {
        if (strcmp(name_of(item), name) == 0)
            return item;
    }
    return NULL;
}

/* Returns true if the items of the list have names. */
static bool is_named(const json_t *list)
{
    return json_is_object(json_array_get(list, 0));
}

static void add_changes(changes *c, const char *path, const json_t *was, const json_t *is);

/* Adds the differences of two maps. */
static void add_changed_members(changes *c, const char *path, json_t *was, json_t *is)
{
    const char *key;
    json_t *value;
    char inner[PATH_BYTES];
    json_object_foreach(is, key, value)
    {
        join(inner, path, key);
        add_changes(c, inner, json_object_get(was, key), value);
    }
    json_object_foreach(was, key, value)
    {
        join(inner, path, key);
        if (json_object_get(is, key) == NULL)
            add_changes(c, inner, value, NULL);
    }
}

/* Adds the differences of two lists whose items have names. */
static void add_changed_items(changes *c, const char *path, const json_t *was, const json_t *is)
{
    size_t i;
    json_t *item;
    char inner[PATH_BYTES];
    int before = c->found;
    json_array_foreach(was, i, item)
    {
        if (find_named(is, name_of(item)) == NULL)
            add_change(c, "%s: %s is missing", path, name_of(item));
    }
    json_array_foreach(is, i, item)
    {
        const json_t *old = find_named(was, name_of(item));
        join(inner, path, name_of(item));
        if (old == NULL)
            add_change(c, "%s: %s is new", path, name_of(item));
        else
            add_changes(c, inner, old, item);
    }
    if (c->found == before)
        add_change(c, "%s: another order", path);
}

/* Adds the differences of two values, by their innermost keys. */
static void add_changes(changes *c, const char *path, const json_t *was, const json_t *is)
{
    char old[SHOWN_BYTES], now[SHOWN_BYTES];
    if (was == is || json_equal(was, is))
        return;
    if (json_is_object(was) && json_is_object(is)) {
        add_changed_members(c, path, (json_t *)was, (json_t *)is);
        return;
    }
    if (is_named(was) && is_named(is)) {
        add_changed_items(c, path, was, is);
        return;
    }
    show_value(old, was);
    show_value(now, is);
    add_change(c, "%s: was %s, is %s", path, old, now);
}

/* Adds the differences of all keys but those that an extension may change. */
static void add_changed_keys(changes *c, const dom_store_tournament *old, const char *config)
{
    static const char *const keys_of_stages[] = {"bots", "sets", "rounds"};
    json_t *was = dom_config_stored_tree(old->config), *is = dom_config_stored_tree(config);
    const char *key;
    json_t *value;
    json_object_foreach(is, key, value)
    {
        bool is_of_stage = false;
        for (size_t i = 0; i < sizeof keys_of_stages / sizeof *keys_of_stages; i++)
            is_of_stage |= strcmp(key, keys_of_stages[i]) == 0;
        if (!is_of_stage)
            add_changes(c, key, json_object_get(was, key), value);
    }
    json_decref(was);
    json_decref(is);
}

/* Adds what is said about a bot otherwise than when the tournament began. */
static void add_changed_settings(changes *c, const char *name, const json_t *was, const json_t *is)
{
    static const char *const keys[] = {"bot", "args", "env", "limits"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        char path[PATH_BYTES];
        (void)snprintf(path, sizeof path, "bots.%s.%s", name, keys[i]);
        add_changes(c, path, json_object_get(was, keys[i]), json_object_get(is, keys[i]));
    }
}

/* Does so for each bot. */
static void add_all_changed_settings(changes *c, const char *old, const char *config)
{
    json_t *was = json_loads(old, 0, NULL), *is = json_loads(config, 0, NULL);
    const json_t *bots = json_object_get(was, "bots");
    size_t i;
    json_t *bot;
    json_array_foreach(json_object_get(is, "bots"), i, bot)
    {
        const json_t *before = find_named(bots, name_of(bot));
        if (before)
            add_changed_settings(c, name_of(bot), before, bot);
    }
    json_decref(was);
    json_decref(is);
}

/* Adds bots that are missing, that have another version, or that lost their role. */
static void add_changed_bots(changes *c, const dom_store_tournament *old,
                             const dom_core_tournament *now)
{
    for (int i = 0; i < old->bot_count; i++) {
        const dom_store_bot *bot = &old->bots[i];
        int at = find_bot(now, bot, 0);
        if (at < 0)
            add_change(c, "bots: %s is missing", bot->name);
        else if (strcmp(now->bots[at].version, bot->version) != 0)
            add_change(c, "bots: %s was version %.8s, is %.8s", bot->name, bot->version,
                       now->bots[at].version);
    }
    int at, other = find_other_marked(old, now, &at);
    const char *is = at < now->bot_count ? now->bots[at].name : "missing";
    if (other >= 0 && now->seeds > 1)
        add_change(c, "bots: seed %d of the gauntlet was %s, is %s", other + 1,
                   old->bots[other].name, is);
    else if (other >= 0)
        add_change(c, "bots: the %s of the %s was %s, is %s", other == 0 ? "first" : "second",
                   now->compares ? "comparison" : "gauntlet", old->bots[other].name, is);
}

static void add_number(changes *c, const char *what, uint64_t was, uint64_t is)
{
    add_change(c, "%s: was %llu, is %llu", what, (unsigned long long)was, (unsigned long long)is);
}

/* ---- what is new ----------------------------------------------------------- */

/* How many sets every table, or how many rounds a Swiss, has so far: the sum over stages for all
 * bots. A stage that only catches up for new bots (old_bots > 0) does not count. */
typedef struct {
    uint64_t sets, rounds;
    uint64_t round_sets; /* Swiss: per pairing of the newest rounds */
} announced;

static announced announced_by(const dom_store_tournament *old)
{
    announced sum = {0};
    for (int i = 0; i < old->stage_count; i++) {
        sum.sets += old->stages[i].old_bots == 0 ? old->stages[i].sets : 0;
        sum.rounds += old->stages[i].rounds;
        if (old->stages[i].sets > 0)
            sum.round_sets = old->stages[i].sets;
    }
    return sum;
}

/* Checks that numbers only grow. In a Swiss, bots and sets belong to a round, so both may only
 * grow together with the number of rounds. */
static void check_numbers(changes *c, const dom_store_tournament *old,
                          const dom_core_tournament *now)
{
    bool is_swiss = now->schedule == DOM_CORE_SCHEDULE_SWISS;
    announced before = announced_by(old);
    bool may_grow = !is_swiss || now->rounds > before.rounds;
    uint64_t sets = is_swiss ? before.round_sets : before.sets;
    if (now->sets < sets || (now->sets > sets && !may_grow))
        add_number(c, "sets", sets, now->sets);
    if (now->rounds < before.rounds)
        add_number(c, "rounds", before.rounds, now->rounds);
    if (now->bot_count > old->bot_count && !may_grow)
        add_number(c, "bots", old->bot_count, now->bot_count);
}

static void find_changes(changes *c, const dom_store_tournament *old,
                         const dom_core_tournament *now, const char *config)
{
    char more[24];
    c->text = dom_text_of(c->line, sizeof c->line);
    add_changed_keys(c, old, config);
    add_changed_bots(c, old, now);
    add_all_changed_settings(c, old->config, config);
    check_numbers(c, old, now);
    (void)snprintf(more, sizeof more, "; and %d more", c->left_out);
    dom_text_add(&c->text, c->left_out ? more : "");
}

static void add_stage(dom_store_stage stages[], int *count, const dom_store_stage *stage)
{
    stages[(*count)++] = *stage;
}

/* Adds a stage of the new rounds, with all bots and with the sets per pairing of the present
 * file. */
static void add_rounds(const announced *before, const dom_core_tournament *now,
                       dom_store_stage stages[], int *count)
{
    uint64_t rounds = now->rounds - before->rounds;
    if (rounds > 0)
        add_stage(stages, count,
                  &(dom_store_stage){
                      .bots = now->bot_count, .sets = now->sets, .rounds = (uint32_t)rounds});
}

/* Adds a stage in which new bots catch up, and then one of more sets for all. Example: 10 sets
 * with bots A and B are extended to 15 sets with A, B and C. The first stage plays 10 sets of AC
 * and BC, the second 5 sets of AB, AC and BC. */
static void add_tables(const announced *before, const dom_store_tournament *old,
                       const dom_core_tournament *now, dom_store_stage stages[], int *count)
{
    uint16_t bots = now->bot_count;
    if (bots > old->bot_count)
        add_stage(stages, count,
                  &(dom_store_stage){
                      .bots = bots, .old_bots = old->bot_count, .sets = (uint32_t)before->sets});
    if (now->sets > before->sets)
        add_stage(stages, count,
                  &(dom_store_stage){.bots = bots, .sets = now->sets - (uint32_t)before->sets});
}

dom_rc dom_tournament_stage_plan(const dom_store_tournament *old, const dom_core_tournament *now,
                                 const char *config,
                                 dom_store_stage stages[static DOM_TOURNAMENT_NEW_STAGES_MAX],
                                 int *count, dom_err *err)
{
    changes c = {.line = ""};
    announced before = announced_by(old);
    bool is_swiss = now->schedule == DOM_CORE_SCHEDULE_SWISS;
    *count = 0;
    find_changes(&c, old, now, config);
    if (c.found)
        return dom_err_set(err, DOM_E_CONFIG,
                           "tournament '%s' exists with other settings%s; repeat the old values, "
                           "or give another name; "
                           "only %s can be added",
                           old->name, c.line,
                           is_swiss ? "rounds, and with them bots or sets" : "bots or sets");
    if (is_swiss)
        add_rounds(&before, now, stages, count);
    else
        add_tables(&before, old, now, stages, count);
    if (old->stage_count + *count > DOM_SCHEDULE_STAGES_MAX)
        return dom_err_set(
            err, DOM_E_CONFIG,
            "tournament '%s' was extended %d times already; allowed: a new tournament", old->name,
            old->stage_count - 1);
    return DOM_OK;
}
