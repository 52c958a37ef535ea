#include "extend.h"

#include "base/text.h"
#include "schedule/schedule.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

static int find_bot(const dom_tournament *t, const char *name, int from)
{
    for (int i = from; i < t->bot_count; i++)
        if (strcmp(t->bots[i].name, name) == 0)
            return i;
    return -1;
}

/* So many bots, from the first on, are not just any bots. */
static int count_marked(const dom_tournament *t)
{
    return t->compares ? 2 : t->schedule == DOM_SCHEDULE_GAUNTLET ? 1 : 0;
}

/* The first of them that was another, or -1. */
static int find_other_marked(const dom_store_tournament *old, const dom_tournament *now)
{
    for (int i = 0; i < count_marked(now) && i < old->bot_count; i++)
        if (strcmp(now->bots[i].name, old->bots[i].name) != 0)
            return i;
    return -1;
}

void extend_sort_bots(dom_tournament *now, const dom_store_tournament *old)
{
    int sorted = 0;
    if (find_other_marked(old, now) >= 0)
        return;
    for (int i = 0; i < old->bot_count; i++) {
        int at = find_bot(now, old->bots[i].name, sorted);
        if (at < 0)
            continue;
        dom_entrant bot = now->bots[at];
        memmove(&now->bots[sorted + 1], &now->bots[sorted],
                (size_t)(at - sorted) * sizeof *now->bots);
        now->bots[sorted++] = bot;
    }
}

/* ---- what has changed ------------------------------------------------------ */

/* Append "KEY: was OLD, is NEW", cut where it gets long. */
static void add_change(dom_text *text, const char *key, const json_t *was, const json_t *is)
{
    enum { SHOWN = 60 };
    const json_t *both[] = {was, is};
    static const char *const words[] = {": was ", ", is "};
    dom_text_add(text, "; ");
    dom_text_add(text, key);
    for (int i = 0; i < 2; i++) {
        char shown[SHOWN + 1];
        char *json = json_dumps(both[i], JSON_COMPACT | JSON_ENCODE_ANY);
        (void)snprintf(shown, sizeof shown, "%s", json ? json : "nothing");
        dom_text_add(text, words[i]);
        dom_text_add(text, shown);
        dom_text_add(text, json && strlen(json) > SHOWN ? "..." : "");
        free(json);
    }
}

/* Every key whose value differs, but those that a stage can say. */
static void add_changed_keys(dom_text *text, const char *stored, const char *config)
{
    static const char *const keys_of_stages[] = {"bots", "sets", "rounds"};
    json_t *was = json_loads(stored, 0, NULL), *is = json_loads(config, 0, NULL);
    const char *key;
    json_t *value;
    json_object_foreach(is, key, value)
    {
        bool is_of_stage = false;
        for (size_t i = 0; i < sizeof keys_of_stages / sizeof *keys_of_stages; i++)
            is_of_stage |= strcmp(key, keys_of_stages[i]) == 0;
        json_t *before = json_object_get(was, key);
        if (!is_of_stage && !json_equal(before, value))
            add_change(text, key, before, value);
    }
    json_decref(was);
    json_decref(is);
}

static void add_changed_bots(dom_text *text, const dom_store_tournament *old,
                             const dom_tournament *now)
{
    for (int i = 0; i < old->bot_count; i++) {
        const dom_store_bot *bot = &old->bots[i];
        char change[160];
        int at = find_bot(now, bot->name, 0);
        if (at >= 0 && strcmp(now->bots[at].version, bot->version) == 0)
            continue;
        if (at < 0)
            (void)snprintf(change, sizeof change, "; bots: %s is missing", bot->name);
        else
            (void)snprintf(change, sizeof change, "; bots: %s was version %.8s, is %.8s", bot->name,
                           bot->version, now->bots[at].version);
        dom_text_add(text, change);
    }
    int other = find_other_marked(old, now);
    if (other >= 0) {
        char change[160];
        (void)snprintf(change, sizeof change, "; bots: the %s of the %s was %s, is %s",
                       other == 0 ? "first" : "second", now->compares ? "comparison" : "gauntlet",
                       old->bots[other].name, now->bots[other].name);
        dom_text_add(text, change);
    }
}

static void add_number(dom_text *text, const char *what, uint64_t was, uint64_t is)
{
    char change[100];
    (void)snprintf(change, sizeof change, "; %s: was %llu, is %llu", what, (unsigned long long)was,
                   (unsigned long long)is);
    dom_text_add(text, change);
}

/* ---- what is new ----------------------------------------------------------- */

/* Sets of every table, or Swiss rounds, so far: what stages for all bots add up to. */
typedef struct {
    uint64_t sets, rounds;
} announced;

static announced announced_by(const dom_store_tournament *old)
{
    announced sum = {0};
    for (int i = 0; i < old->stage_count; i++) {
        sum.sets += old->stages[i].old_bots == 0 ? old->stages[i].sets : 0;
        sum.rounds += old->stages[i].rounds;
    }
    return sum;
}

/* A Swiss system goes on with the same bots and sets. */
static void check_numbers(dom_text *text, const dom_store_tournament *old,
                          const dom_tournament *now)
{
    bool is_swiss = now->schedule == DOM_SCHEDULE_SWISS;
    announced before = announced_by(old);
    uint64_t sets = is_swiss ? old->stages[0].sets : before.sets;
    if (now->sets < sets || (is_swiss && now->sets != sets))
        add_number(text, "sets", sets, now->sets);
    if (now->rounds < before.rounds)
        add_number(text, "rounds", before.rounds, now->rounds);
    if (is_swiss && now->bot_count > old->bot_count)
        add_number(text, "bots of a swiss schedule", old->bot_count, now->bot_count);
}

static void add_stage(dom_store_stage stages[], int *count, const dom_store_stage *stage)
{
    stages[(*count)++] = *stage;
}

dom_rc extend_plan(const dom_store_tournament *old, const dom_tournament *now, const char *config,
                   dom_store_stage stages[static EXTEND_STAGES_MAX], int *count, dom_err *err)
{
    char changes[300] = "";
    dom_text text = dom_text_of(changes, sizeof changes);
    announced before = announced_by(old);
    *count = 0;
    add_changed_keys(&text, old->config, config);
    add_changed_bots(&text, old, now);
    check_numbers(&text, old, now);
    if (changes[0])
        return dom_err_set(err, DOM_E_CONFIG,
                           "tournament '%s' was begun otherwise%s; give another name, or only add "
                           "bots, sets or swiss rounds",
                           old->name, changes);
    uint16_t bots = now->bot_count;
    if (bots > old->bot_count)
        add_stage(stages, count,
                  &(dom_store_stage){
                      .bots = bots, .old_bots = old->bot_count, .sets = (uint32_t)before.sets});
    bool is_swiss = now->schedule == DOM_SCHEDULE_SWISS;
    uint64_t rounds = now->rounds - before.rounds;
    uint64_t sets = is_swiss ? (rounds ? now->sets : 0) : now->sets - before.sets;
    if (sets > 0)
        add_stage(
            stages, count,
            &(dom_store_stage){.bots = bots, .sets = (uint32_t)sets, .rounds = (uint32_t)rounds});
    if (old->stage_count + *count > DOM_STAGES_MAX)
        return dom_err_set(err, DOM_E_CONFIG,
                           "tournament '%s' was extended %d times, which is all that one can be",
                           old->name, old->stage_count - 1);
    return DOM_OK;
}
