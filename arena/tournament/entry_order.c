#include "tournament/entry_order.h"

#include "base/did_you_mean.h"
#include "base/now.h"
#include "base/text.h"
#include "base/vec.h"
#include "bots/resolve.h"
#include "core/own_limits.h"
#include "results/match_reader.h"
#include "store/entries.h"
#include "tournament/stage_plan.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

/* The tournament as it is stored, and as it will be. `now` borrows what does not change. */
typedef struct {
    const dom_tournament_entry_order *order;
    dom_store_tournament old, now;
    dom_config_stored stored;
    dom_core_setting setting; /* what the tournament says about the participant */
    dom_schedule *schedule;   /* of `old` */
    uint16_t entry;
    dom_store_bot *bots;
    dom_store_stage *stages;
    dom_store_change *changes;
    dom_schedule_plan_move *moves; /* those of `old`, then the new ones */
    size_t move_count, move_room;
    char *config; /* NULL: as before */
    dom_err *err;
} ordering;

/* ---- may it be done? ------------------------------------------------------------ */

static dom_rc refuse_other_kinds(const ordering *o)
{
    if (dom_store_ruling_closed(&o->old))
        return dom_err_set(o->err, DOM_E_CONFIG,
                           "tournament '%s' was closed, so nobody plays on in it; allowed: `void`, "
                           "to take results out of the lists",
                           o->old.name);
    bool is_compared = o->stored.kind == DOM_SCHEDULE_PLAN_COMPARE;
    if (!is_compared && o->stored.kind != DOM_SCHEDULE_PLAN_SEATED)
        return DOM_OK;
    return dom_err_set(o->err, DOM_E_CONFIG,
                       "'%s' is %s, whose participants cannot change; allowed: a tournament that "
                       "run began",
                       o->old.name, is_compared ? "a comparison" : "a match with people");
}

/* Finds the entry of this name: the first bot that has it. */
static dom_rc find_entry(ordering *o)
{
    dom_suggest near = dom_suggest_of(o->order->name);
    for (uint16_t i = 0; i < o->old.bot_count; i++) {
        dom_suggest_try(&near, o->old.bots[i].name);
        if (strcmp(o->old.bots[i].name, o->order->name) == 0) {
            o->entry = i;
            return DOM_OK;
        }
    }
    return dom_err_set(o->err, DOM_E_CONFIG,
                       "'%.64s' does not take part in '%s'%s; allowed: a bot of it", o->order->name,
                       o->old.name, dom_suggest_hint(&near).text);
}

/* Returns true if the participant is a seed of a gauntlet, and no other seed plays. */
static bool is_last_seed(const ordering *o)
{
    uint32_t seeds = o->stored.seeds > 1 ? o->stored.seeds : 1;
    if (o->stored.kind != DOM_SCHEDULE_PLAN_GAUNTLET || o->entry >= seeds)
        return false;
    for (uint32_t i = 0; i < seeds && i < o->old.bot_count; i++)
        if (i != o->entry &&
            dom_store_entry_state_of(&o->old, (uint16_t)i) == DOM_STORE_ENTRY_PLAYS)
            return false;
    return true;
}

/* The states in which an order makes sense, and what is said in the others. */
static dom_rc check_state(const ordering *o)
{
    static const struct {
        bool is_allowed[DOM_STORE_ENTRY_DISQUALIFIED + 1];
        const char *instead;
    } rules[] = {
        [DOM_TOURNAMENT_ENTRY_TAKE] = {{true, false, false}, "--readmit first"},
        [DOM_TOURNAMENT_ENTRY_WITHDRAW] = {{true, false, false}, "--readmit"},
        [DOM_TOURNAMENT_ENTRY_DISQUALIFY] = {{true, true, false}, "--readmit"},
        [DOM_TOURNAMENT_ENTRY_READMIT] = {{false, true, true},
                                          "--take, --withdraw or --disqualify"},
    };
    dom_store_entry_state state = dom_store_entry_state_of(&o->old, o->entry);
    bool leaves = o->order->action == DOM_TOURNAMENT_ENTRY_WITHDRAW ||
                  o->order->action == DOM_TOURNAMENT_ENTRY_DISQUALIFY;
    if (!rules[o->order->action].is_allowed[state])
        return dom_err_set(o->err, DOM_E_CONFIG, "%s %s%s in '%s'; allowed: %s", o->order->name,
                           state == DOM_STORE_ENTRY_PLAYS ? "" : "was ",
                           dom_store_entry_word(state), o->old.name,
                           rules[o->order->action].instead);
    if (leaves && is_last_seed(o))
        return dom_err_set(o->err, DOM_E_CONFIG,
                           "%s is the bot of the gauntlet, against which all others play; allowed: "
                           "--take",
                           o->order->name);
    return DOM_OK;
}

/* ---- another version --------------------------------------------------------------- */

static dom_rc check_limit(const ordering *o, const char *limit, int32_t own, int32_t given)
{
    if (own <= given || given == 0)
        return DOM_OK;
    return dom_err_set(o->err, DOM_E_CONFIG,
                       "--take: %s needs %s %d; allowed: at most %d, its limit here",
                       o->order->name, limit, (int)own, (int)given);
}

/* A new version plays what the first one plays: tables are made from it. */
static dom_rc check_version(const ordering *o, const dom_bots_resolved *bot)
{
    const dom_store_bot *last = &o->old.bots[dom_store_entry_bot(&o->old, o->entry)];
    const char *wanted = o->setting.bot[0] ? o->setting.bot : o->order->name;
    const char *is = o->setting.bot[0] ? bot->manifest.name : bot->name;
    if (strcmp(is, wanted) != 0)
        return dom_err_set(o->err, DOM_E_CONFIG,
                           "--take: '%.80s' is the bot %s; allowed: a version of %s", o->order->bot,
                           is, wanted);
    if (strcmp(bot->snapshot.version, last->version) == 0)
        return dom_err_set(o->err, DOM_E_CONFIG,
                           "--take: %s plays version %.8s already; allowed: another version",
                           o->order->name, last->version);
    for (uint16_t v = 0; v < o->old.variant_count; v++)
        if (!(o->stored.sits_out[o->entry] >> v & 1) &&
            !dom_bots_manifest_plays(&bot->manifest, &o->old.variants[v]))
            return dom_err_set(o->err, DOM_E_CONFIG,
                               "--take: the manifest of %s leaves out %s, which it plays here; "
                               "allowed: a version that plays it",
                               o->order->name, o->old.variants[v].name);
    dom_core_limits limits = dom_core_limits_with(&o->stored.limits, &o->setting.own_limits);
    dom_rc rc = check_limit(o, "memory_mb", bot->manifest.memory_mb, limits.memory_mb);
    return rc == DOM_OK ? check_limit(o, "processes", bot->manifest.processes, limits.processes)
                        : rc;
}

/* Adds the version as one bot more of the tournament. */
static dom_rc add_version(ordering *o, const dom_bots_resolved *bot)
{
    dom_store_bot *added = &o->bots[o->old.bot_count];
    if (o->old.bot_count >= DOM_CORE_BOTS_MAX)
        return dom_err_set(o->err, DOM_E_CONFIG, "'%s' has %d bots, with all versions; allowed: %d",
                           o->old.name, (int)o->old.bot_count, DOM_CORE_BOTS_MAX);
    dom_text_copy(added->name, sizeof added->name, bot->name);
    dom_text_copy(added->version, sizeof added->version, bot->snapshot.version);
    o->now.bot_count++;
    o->config = dom_config_with_version(o->old.config, &o->old, added);
    return o->config ? DOM_OK : dom_err_no_memory(o->err);
}

/* Finds how the participant is set in the tournament: so is the version that it takes. */
static dom_rc find_setting(ordering *o, dom_bots_setting *out)
{
    dom_core_setting *own = &o->setting;
    *out = (dom_bots_setting){.name = "", .args = &own->args, .env = &own->env};
    dom_rc rc = dom_config_stored_setting(own, o->old.config, o->order->name, o->err);
    if (own->bot[0])
        out->name = o->order->name;
    return rc;
}

/* Returns true if the order names a snapshot under the participant's own name. It is set already,
 * because it was made for this tournament or in the same way. */
static bool is_set_already(const ordering *o)
{
    size_t length = strcspn(o->order->name, "#");
    return strncmp(o->order->bot, o->order->name, length) == 0 && o->order->bot[length] == '@';
}

/* Returns the number of the version among the bots of the tournament: one that played before, or a
 * new one. */
static dom_rc take_version(ordering *o, uint16_t *number)
{
    dom_bots_resolved bot;
    dom_bots_context context = {.places = o->order->places, .where = "--take"};
    *number = dom_store_entry_bot(&o->old, o->entry);
    if (o->order->action != DOM_TOURNAMENT_ENTRY_TAKE)
        return DOM_OK;
    dom_bots_setting setting;
    dom_rc rc = find_setting(o, &setting);
    if (rc != DOM_OK)
        return rc;
    context.setting = is_set_already(o) ? NULL : &setting;
    rc = dom_bots_resolve(&bot, &context, o->order->bot, o->err);
    if (rc == DOM_OK)
        rc = check_version(o, &bot);
    *number = o->old.bot_count;
    for (uint16_t i = 0; rc == DOM_OK && i < o->old.bot_count; i++)
        if (strcmp(o->old.bots[i].name, bot.name) == 0 &&
            strcmp(o->old.bots[i].version, bot.snapshot.version) == 0)
            *number = i;
    if (rc == DOM_OK && *number == o->old.bot_count)
        rc = add_version(o, &bot);
    dom_bots_resolved_clear(&bot);
    return rc;
}

/* ---- the sets that have not begun ------------------------------------------------------ */

/* A bit for every set: a match of it is stored, or was started. */
typedef struct {
    const dom_schedule *schedule;
    uint8_t *has_begun;
} begun_sets;

static dom_rc note_match(void *context, uint64_t match)
{
    const begun_sets *begun = context;
    if (match < 1 || match > dom_schedule_matches(begun->schedule))
        return DOM_OK;
    uint32_t set = dom_schedule_set_of(begun->schedule, match);
    begun->has_begun[set / 8] |= (uint8_t)(1u << (set % 8));
    return DOM_OK;
}

static dom_rc note_start(void *context, uint64_t match, uint32_t starts)
{
    (void)starts;
    return note_match(context, match);
}

/* Adds the range of sets that begins with this one. */
static dom_rc add_moves(ordering *o, const begun_sets *begun, uint32_t stage, uint64_t *moved)
{
    uint32_t sets = dom_schedule_sets(begun->schedule);
    for (uint64_t first = 1, next; first <= sets; first = next + 1) {
        for (next = first; next <= sets && !(begun->has_begun[next / 8] >> (next % 8) & 1);)
            next++;
        if (next == first)
            continue;
        dom_schedule_plan_move *move = dom_vec_add(o->moves, o->move_count, o->move_room);
        if (move == NULL)
            return dom_err_no_memory(o->err);
        *move = (dom_schedule_plan_move){stage, (uint32_t)first, (uint32_t)next - 1};
        *moved += next - first;
    }
    return DOM_OK;
}

static dom_rc find_moves(ordering *o, uint32_t stage, uint64_t *moved)
{
    int64_t id = o->old.id;
    begun_sets begun = {.schedule = o->schedule,
                        .has_begun = calloc(dom_schedule_sets(o->schedule) / 8 + 1, 1)};
    if (begun.has_begun == NULL)
        return dom_err_no_memory(o->err);
    dom_rc rc = dom_store_match_numbers(o->order->store, id, note_match, &begun, o->err);
    if (rc == DOM_OK)
        rc = dom_store_match_starts(o->order->store, id, note_start, &begun, o->err);
    if (rc == DOM_OK)
        rc = add_moves(o, &begun, stage, moved);
    free(begun.has_begun);
    return rc;
}

/* ---- the new stage ------------------------------------------------------------------ */

static dom_rc add_stage(ordering *o)
{
    dom_deal_secret secret;
    dom_store_stage *stage = &o->stages[o->old.stage_count];
    if (o->old.stage_count >= DOM_SCHEDULE_STAGES_MAX)
        return dom_err_set(o->err, DOM_E_CONFIG,
                           "tournament '%s' was extended or changed %d times already; allowed: a "
                           "new tournament",
                           o->old.name, o->old.stage_count - 1);
    if (o->old.is_reproducible) {
        secret = dom_results_secret_of(&o->old.stages[0]);
    } else {
        dom_rc rc = dom_deal_secret_draw(&secret, o->err);
        if (rc != DOM_OK)
            return rc;
    }
    *stage = (dom_store_stage){.first_set = dom_schedule_sets(o->schedule) + 1,
                               .bots = o->now.bot_count};
    dom_tournament_stage_seal(stage, o->old.name, &secret);
    dom_deal_secret_clear(&secret);
    o->now.stage_count++;
    return DOM_OK;
}

static void add_change(ordering *o, uint16_t bot)
{
    static const dom_store_entry_state states[] = {
        [DOM_TOURNAMENT_ENTRY_TAKE] = DOM_STORE_ENTRY_PLAYS,
        [DOM_TOURNAMENT_ENTRY_WITHDRAW] = DOM_STORE_ENTRY_WITHDRAWN,
        [DOM_TOURNAMENT_ENTRY_DISQUALIFY] = DOM_STORE_ENTRY_DISQUALIFIED,
        [DOM_TOURNAMENT_ENTRY_READMIT] = DOM_STORE_ENTRY_PLAYS,
    };
    dom_store_change *change = &o->changes[o->now.change_count++];
    *change = (dom_store_change){.stage = o->old.stage_count,
                                 .entry = o->entry,
                                 .bot = bot,
                                 .state = states[o->order->action],
                                 .when_ms = dom_now_ms()};
    dom_text_copy(change->reason, sizeof change->reason, o->order->reason ? o->order->reason : "");
}

/* ---- all of it ------------------------------------------------------------------------ */

/* Copies an array into one with room for one item more. Returns NULL without memory. */
static void *grown(const void *items, size_t count, size_t bytes)
{
    void *copy = calloc(count + 1, bytes);
    if (copy && count > 0)
        memcpy(copy, items, count * bytes);
    return copy;
}

static dom_rc copy_lists(ordering *o)
{
    const dom_store_tournament *old = &o->old;
    o->bots = grown(old->bots, old->bot_count, sizeof *o->bots);
    o->stages = grown(old->stages, old->stage_count, sizeof *o->stages);
    o->changes = grown(old->changes, old->change_count, sizeof *o->changes);
    o->moves = grown(old->moves, old->move_count, sizeof *o->moves);
    o->move_count = old->move_count;
    o->move_room = old->move_count + 1;
    o->now = *old;
    o->now.bots = o->bots;
    o->now.stages = o->stages;
    o->now.changes = o->changes;
    return o->bots && o->stages && o->changes && o->moves ? DOM_OK : dom_err_no_memory(o->err);
}

/* Counts the sets of the new stage at whose table the participant sits. A Swiss does not know them
 * before its rounds are paired. */
static dom_rc count_own(const ordering *o, uint16_t bot, dom_tournament_entry_done *out)
{
    dom_schedule *schedule;
    dom_rc rc = dom_results_schedule_open(&schedule, &o->now, o->err);
    if (rc != DOM_OK)
        return rc;
    uint64_t known = dom_schedule_known(schedule);
    uint32_t last = known > 0 ? dom_schedule_set_of(schedule, known) : 0;
    for (uint32_t n = 1; n <= last; n++) {
        dom_schedule_duplicate_set set = dom_schedule_set(schedule, n);
        bool sits = false;
        for (int seat = 0; seat < set.seats; seat++)
            sits |= set.bot[seat] == bot;
        out->own += set.stage == out->stage && sits && !set.is_absent;
    }
    dom_schedule_close(&schedule);
    return DOM_OK;
}

static dom_rc change_entry(ordering *o, dom_tournament_entry_done *out)
{
    uint16_t bot;
    dom_rc rc = copy_lists(o);
    if (rc == DOM_OK)
        rc = take_version(o, &bot);
    if (rc != DOM_OK)
        return rc;
    out->stage = o->old.stage_count;
    rc = find_moves(o, out->stage, &out->moved);
    o->now.moves = o->moves;
    o->now.move_count = o->move_count;
    if (o->config)
        o->now.config = o->config;
    if (rc == DOM_OK && out->moved > 0)
        rc = add_stage(o);
    if (rc != DOM_OK)
        return rc;
    add_change(o, bot);
    dom_text_copy(out->version, sizeof out->version, o->bots[bot].version);
    if (out->moved > 0)
        dom_text_copy(out->commit, sizeof out->commit, o->stages[out->stage].commit);
    rc = out->moved > 0 ? count_own(o, bot, out) : DOM_OK;
    return rc == DOM_OK ? dom_store_tournament_extend(o->order->store, &o->now, o->err) : rc;
}

static void clear(ordering *o)
{
    if (o->stages)
        sodium_memzero(o->stages, (o->old.stage_count + 1u) * sizeof *o->stages);
    dom_schedule_close(&o->schedule);
    dom_store_tournament_free(&o->old);
    free(o->bots);
    free(o->stages);
    free(o->changes);
    free(o->moves);
    free(o->config);
    dom_config_setting_clear(&o->setting);
}

dom_rc dom_tournament_entry_carry_out(dom_tournament_entry_done *out,
                                      const dom_tournament_entry_order *order, dom_err *err)
{
    ordering o = {.order = order, .err = err};
    *out = (dom_tournament_entry_done){.moved = 0};
    dom_rc rc = dom_store_tournament_find(order->store, order->tournament, &o.old, err);
    if (rc == DOM_OK)
        rc = dom_config_stored_read(&o.stored, &o.old, err);
    if (rc == DOM_OK)
        rc = refuse_other_kinds(&o);
    if (rc == DOM_OK)
        rc = find_entry(&o);
    if (rc == DOM_OK)
        rc = check_state(&o);
    if (rc == DOM_OK)
        rc = dom_results_schedule_open(&o.schedule, &o.old, err);
    if (rc == DOM_OK)
        rc = change_entry(&o, out);
    clear(&o);
    return rc;
}
