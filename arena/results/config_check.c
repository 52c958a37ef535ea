#include "config_check.h"

#include "config/stored_config.h"
#include "deal/deal.h"
#include "record/options.h"
#include "results/match_reader.h"
#include "store/entries.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const dom_results_differences *differences;
    const dom_store_tournament *t;
    const json_t *config; /* borrowed */
    bool *no_memory;      /* set when something could not be compared for lack of memory */
} checker;

/* Returns a text of an object; "" if it has no such text. */
static const char *text_at(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

static void check_text(const checker *c, const char *what, int at, const char *stored,
                       const char *configured)
{
    if (strcmp(stored, configured) != 0)
        dom_results_differ(c->differences,
                           "%s %d: '%.70s' is stored, the configuration has '%.70s'", what, at,
                           stored, configured);
}

static void check_name(const checker *c)
{
    const char *configured = text_at(c->config, "name");
    if (strcmp(c->t->name, configured) != 0)
        dom_results_differ(c->differences,
                           "the tournament is stored as '%s', the configuration has '%.70s'",
                           c->t->name, configured);
}

static void check_count(const checker *c, const char *what, uint64_t stored, uint64_t configured)
{
    if (stored != configured)
        dom_results_differ(c->differences, "%s: %llu are stored, the configuration has %llu", what,
                           (unsigned long long)stored, (unsigned long long)configured);
}

/* ---- bots and variants ----------------------------------------------------------- */

static void check_bots(const checker *c)
{
    const json_t *bots = json_object_get(c->config, "bots");
    check_count(c, "bots", c->t->bot_count, json_array_size(bots));
    for (int i = 0; i < c->t->bot_count && (size_t)i < json_array_size(bots); i++) {
        const json_t *bot = json_array_get(bots, (size_t)i);
        check_text(c, "name of bot", i, c->t->bots[i].name, text_at(bot, "name"));
        check_text(c, "version of bot", i, c->t->bots[i].version, text_at(bot, "version"));
    }
}

/* Writes a value as JSON for a message; the caller frees it. */
static char *written(const json_t *value)
{
    return json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY);
}

static void report_option(const checker *c, const dom_variant *v, const char *option,
                          const json_t *stored, const json_t *configured)
{
    char *was = written(stored), *is = written(configured);
    dom_results_differ(c->differences,
                       "variant %.64s: %.40s: %.60s is stored, the configuration has %.60s",
                       v->name, option, was ? was : "nothing", is ? is : "nothing");
    free(was);
    free(is);
}

/* A text that is older than an option lacks it. */
static void check_options(const checker *c, const dom_variant *v, const json_t *configured)
{
    const char *key;
    json_t *value, *stored = dom_record_options_json(&v->options);
    if (stored == NULL) {
        *c->no_memory = true;
        return;
    }
    json_object_foreach((json_t *)configured, key, value)
    {
        const json_t *own = json_object_get(stored, key);
        if (!json_equal(own, value))
            report_option(c, v, key, own, value);
    }
    json_decref(stored);
}

static void check_variants(const checker *c)
{
    const json_t *variants = json_object_get(c->config, "variants");
    check_count(c, "variants", c->t->variant_count, json_array_size(variants));
    for (int i = 0; i < c->t->variant_count && (size_t)i < json_array_size(variants); i++) {
        const json_t *variant = json_array_get(variants, (size_t)i);
        const dom_variant *stored = &c->t->variants[i];
        check_text(c, "name of variant", i, stored->name, text_at(variant, "name"));
        check_text(c, "base of variant", i, stored->base, text_at(variant, "base"));
        check_options(c, stored, json_object_get(variant, "options"));
    }
}

/* ---- stages ------------------------------------------------------------------------ */

/* How many sets a table, or rounds a Swiss, has by the stages up to one. A stage in which new bots
 * catch up (old_bots > 0) has the sets of those before it, and adds none. */
typedef struct {
    uint64_t sets, rounds;
} stage_sums;

static void add_stage(const checker *c, int index, stage_sums *sum)
{
    const dom_store_stage *stage = &c->t->stages[index];
    sum->rounds += stage->rounds;
    if (stage->old_bots == 0)
        sum->sets += stage->sets;
    else if (stage->sets != sum->sets)
        dom_results_differ(c->differences,
                           "stage %d: %u sets are stored, the stages before it have %llu",
                           index + 1, (unsigned)stage->sets, (unsigned long long)sum->sets);
}

static uint64_t configured_number(const checker *c, const char *key)
{
    json_int_t value = json_integer_value(json_object_get(c->config, key));
    return value > 0 ? (uint64_t)value : 0;
}

/* Returns how many bots the last stage has, with the new versions that came when no set was left to
 * begin. These have no stage yet. */
static uint64_t bots_of_last_stage(const dom_store_tournament *t)
{
    uint16_t count = t->stages[t->stage_count - 1].bots;
    while (count < t->bot_count && dom_store_entry_of(t, count) != count)
        count++;
    return count;
}

/* In a Swiss the number of sets is that of the newest rounds. */
static void check_stages(const checker *c, dom_schedule_plan_kind kind)
{
    const dom_store_stage *last = &c->t->stages[c->t->stage_count - 1], *newest = last;
    bool is_swiss = kind == DOM_SCHEDULE_PLAN_SWISS;
    while (newest > c->t->stages && newest->sets == 0) /* it only took over sets */
        newest--;
    stage_sums sum = {0};
    for (int i = 0; i < c->t->stage_count; i++)
        add_stage(c, i, &sum);
    check_count(c, "sets of all stages", is_swiss ? newest->sets : sum.sets,
                configured_number(c, "sets"));
    check_count(c, "rounds of all stages", sum.rounds,
                is_swiss ? configured_number(c, "rounds") : 0);
    check_count(c, "bots of the last stage", bots_of_last_stage(c->t), c->t->bot_count);
}

/* ---- seed and ratings -------------------------------------------------------------- */

static void check_secret(const checker *c, int stage, const dom_deal_secret *of_seed)
{
    if (memcmp(of_seed->byte, c->t->stages[stage].secret, sizeof of_seed->byte) != 0)
        dom_results_differ(c->differences,
                           "stage %d: its secret is not that of the configuration's seed",
                           stage + 1);
}

static void check_seed(const checker *c)
{
    const json_t *seed = json_object_get(c->config, "seed");
    bool has_seed = json_is_integer(seed);
    if (c->t->is_reproducible != has_seed)
        dom_results_differ(
            c->differences, "the tournament is stored as %s, the configuration has %s seed",
            c->t->is_reproducible ? "reproducible" : "not reproducible", has_seed ? "a" : "no");
    if (!has_seed)
        return;
    dom_deal_secret secret;
    dom_deal_secret_of_seed(&secret, (uint64_t)json_integer_value(seed));
    for (int i = 0; i < c->t->stage_count; i++)
        check_secret(c, i, &secret);
    dom_deal_secret_clear(&secret);
}

/* Some tournaments are never rated. */
static void check_rated(const checker *c, const dom_config_stored *stored)
{
    if (stored->is_rated && stored->has_spectators)
        dom_results_differ(c->differences,
                           "the configuration says rated, but with spectators nothing is");
    if (stored->is_rated &&
        (stored->kind == DOM_SCHEDULE_PLAN_COMPARE || stored->kind == DOM_SCHEDULE_PLAN_SEATED))
        dom_results_differ(c->differences,
                           "the configuration says rated, but no tournament '%s' is",
                           dom_config_schedule_word(stored->kind));
}

/* ---- all of it ---------------------------------------------------------------------- */

static dom_results_config_faults read_faults(const checker *c)
{
    const json_t *tolerate = json_object_get(json_object_get(c->config, "faults"), "tolerate");
    return (dom_results_config_faults){.tolerate = json_is_integer(tolerate)
                                                       ? json_integer_value(tolerate)
                                                       : DOM_RESULTS_TOLERATE_UNKNOWN};
}

static void check_all(const checker *c, const dom_config_stored *stored)
{
    check_name(c);
    check_bots(c);
    check_variants(c);
    check_stages(c, stored->kind);
    check_seed(c);
    check_rated(c, stored);
}

dom_rc dom_results_config_check(dom_results_config_faults *out, const dom_store_tournament *t,
                                const dom_results_differences *differences, dom_err *err)
{
    dom_config_stored stored;
    bool no_memory = false;
    dom_rc rc = dom_config_stored_read(&stored, t, err);
    if (rc != DOM_OK)
        return rc;
    json_t *config = dom_config_stored_tree(t->config);
    if (config == NULL) /* the text was read before */
        return dom_err_no_memory(err);
    const checker c = {differences, t, config, &no_memory};
    *out = read_faults(&c);
    check_all(&c, &stored);
    json_decref(config);
    return no_memory ? dom_err_no_memory(err) : DOM_OK;
}
