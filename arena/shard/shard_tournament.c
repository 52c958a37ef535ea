#include "shard_tournament.h"

#include "config/stored_config.h"
#include "results/match_reader.h"
#include "shard/import.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

static dom_rc report_match(void *context, const dom_store_match *m)
{
    uint8_t places[DOM_SEATS_MAX];
    dom_schedule *schedule = context;
    for (int s = 0; s < m->seats; s++)
        places[s] = m->seat[s].place;
    if (m->match >= 1 && m->match <= dom_schedule_known(schedule))
        dom_schedule_report(schedule, m->match, places);
    return DOM_OK;
}

bool dom_shard_needs_results(const dom_store_tournament *t)
{
    dom_config_stored stored;
    return dom_config_stored_read(&stored, t, NULL) == DOM_OK &&
           stored.kind == DOM_SCHEDULE_PLAN_SWISS;
}

dom_rc dom_shard_schedule_open(dom_schedule **out, dom_store *store, const dom_store_tournament *t,
                               dom_err *err)
{
    dom_rc rc = dom_results_schedule_open(out, t, err);
    if (rc == DOM_OK && dom_shard_needs_results(t) && t->id != 0)
        rc = dom_store_match_each(store, t->id, 1, 0, false, report_match, *out, err);
    return rc;
}

uint32_t dom_shard_last_set(const dom_schedule *schedule)
{
    uint64_t known = dom_schedule_known(schedule);
    return known > 0 ? dom_schedule_match(schedule, known).set : 0;
}

/* ---- identity --------------------------------------------------------------------------- */

static void hash_text(crypto_generichash_state *state, const char *text)
{
    (void)crypto_generichash_update(state, (const unsigned char *)text, strlen(text) + 1);
}

static void hash_number(crypto_generichash_state *state, uint64_t number)
{
    unsigned char bytes[8];
    for (int i = 0; i < 8; i++)
        bytes[i] = (unsigned char)(number >> 8 * i);
    (void)crypto_generichash_update(state, bytes, sizeof bytes);
}

void dom_shard_identify(dom_shard_plan *plan, const dom_store_tournament *t)
{
    unsigned char raw[32];
    crypto_generichash_state state;
    (void)crypto_generichash_init(&state, NULL, 0, sizeof raw);
    hash_text(&state, "domino-arena shards 1");
    hash_text(&state, t->name);
    hash_text(&state, t->config); /* has bots, versions, variants and all options */
    for (int i = 0; i < t->stage_count; i++) {
        hash_text(&state, t->stages[i].commit);
        (void)crypto_generichash_update(&state, t->stages[i].secret, sizeof t->stages[i].secret);
    }
    for (uint32_t i = 0; i < plan->bot_count; i++)
        hash_text(&state, plan->bots[i].hash);
    hash_text(&state, plan->program);
    hash_text(&state, plan->machine);
    hash_number(&state, plan->shards);
    hash_number(&state, plan->sets);
    hash_number(&state, plan->matches);
    hash_number(&state, (uint64_t)plan->created_ms);
    (void)crypto_generichash_final(&state, raw, sizeof raw);
    (void)sodium_bin2hex(plan->id, sizeof plan->id, raw, sizeof raw);
}

dom_rc dom_shard_plan_open(dom_shard_plan *out, const char *folder, dom_err *err)
{
    dom_rc rc = dom_shard_plan_read(out, folder, err);
    if (rc != DOM_OK || strcmp(out->program, DOM_VERSION) == 0)
        return rc;
    return dom_err_set(err, DOM_E_IO,
                       "%.300s: was planned by version %s of this program; this is %s", folder,
                       out->program, DOM_VERSION);
}

dom_rc dom_shard_check_identity(const dom_shard_plan *plan, const dom_store_tournament *t,
                                const char *folder, dom_err *err)
{
    dom_shard_plan now = *plan;
    dom_shard_identify(&now, t);
    if (strcmp(now.id, plan->id) == 0)
        return DOM_OK;
    return dom_err_set(err, DOM_E_IO,
                       "%.300s: plan.json and the databases do not belong together: another "
                       "tournament, other bots or secrets; plan the shards anew",
                       folder);
}

/* ---- what is missing ---------------------------------------------------------------------- */

dom_rc dom_shard_check_part(const dom_shard_part *part, uint32_t last, const char *folder,
                            dom_err *err)
{
    if (part->sets.count == 0 || part->sets.item[part->sets.count - 1].last <= last)
        return DOM_OK;
    return dom_err_set(err, DOM_E_IO, "%.300s/shards/%04u.json: has set %u; the last one is %u",
                       folder, part->shard, part->sets.item[part->sets.count - 1].last, last);
}

/* The sets of all shards. */
typedef struct {
    uint8_t *bits; /* bit n: set n is planned */
    uint32_t last;
    uint64_t count;
} planned_sets;

static dom_rc mark_part(planned_sets *planned, const dom_shard_part *part, const char *folder,
                        dom_err *err)
{
    dom_rc rc = dom_shard_check_part(part, planned->last, folder, err);
    for (size_t i = 0; rc == DOM_OK && i < part->sets.count; i++)
        for (uint32_t n = part->sets.item[i].first; n <= part->sets.item[i].last; n++) {
            planned->count += (planned->bits[n / 8] >> n % 8 & 1) == 0;
            planned->bits[n / 8] |= (uint8_t)(1u << n % 8);
        }
    return rc;
}

/* Marks the sets of all shards, which must be as many as were planned. */
static dom_rc mark_planned(planned_sets *planned, const dom_shard_plan *plan, const char *folder,
                           dom_err *err)
{
    dom_rc rc = DOM_OK;
    for (uint32_t s = 1; rc == DOM_OK && s <= plan->shards; s++) {
        dom_shard_part part;
        rc = dom_shard_part_read(&part, folder, plan->id, s, err);
        if (rc == DOM_OK)
            rc = mark_part(planned, &part, folder, err);
        dom_shard_part_clear(&part);
    }
    if (rc == DOM_OK && planned->count != plan->sets)
        rc = dom_err_set(err, DOM_E_IO,
                         "%.300s/shards: its files have %llu sets; plan.json has %llu", folder,
                         (unsigned long long)planned->count, (unsigned long long)plan->sets);
    return rc;
}

static dom_rc find_missing(dom_shard_set_list *out, const dom_shard_plan *plan, const char *folder,
                           dom_store *store, const dom_store_tournament *t, dom_err *err)
{
    dom_schedule *schedule = NULL;
    dom_shard_import *have = NULL;
    planned_sets planned = {.bits = NULL};
    dom_rc rc = dom_shard_schedule_open(&schedule, store, t, err);
    if (rc == DOM_OK)
        rc = dom_shard_import_open(&have, store, t->id, schedule, err);
    if (rc == DOM_OK) {
        planned.last = dom_shard_last_set(schedule);
        planned.bits = calloc(planned.last / 8 + UINT64_C(1), 1);
        rc = planned.bits ? mark_planned(&planned, plan, folder, err) : dom_err_no_memory(err);
    }
    for (uint32_t n = 1; rc == DOM_OK && n <= planned.last; n++)
        if ((planned.bits[n / 8] >> n % 8 & 1) && !dom_shard_import_has(have, n) &&
            !dom_shard_set_list_add(out, n))
            rc = dom_err_no_memory(err);
    free(planned.bits);
    dom_shard_import_close(&have);
    dom_schedule_close(&schedule);
    return rc;
}

dom_rc dom_shard_list_missing(dom_shard_set_list *out, const dom_shard_plan *plan,
                              const char *folder, dom_store *store, dom_err *err)
{
    dom_store_tournament t;
    *out = (dom_shard_set_list){.item = NULL};
    dom_rc rc = dom_store_tournament_find(store, plan->tournament, &t, err);
    if (rc == DOM_OK)
        rc = find_missing(out, plan, folder, store, &t, err);
    dom_store_tournament_free(&t);
    return rc;
}

dom_rc dom_shard_count_missing(uint64_t *out, const dom_shard_plan *plan, const char *folder,
                               dom_store *store, dom_err *err)
{
    dom_shard_set_list missing;
    dom_rc rc = dom_shard_list_missing(&missing, plan, folder, store, err);
    *out = dom_shard_set_list_size(&missing);
    dom_shard_set_list_clear(&missing);
    return rc;
}
