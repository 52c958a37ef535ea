/* Checks a plan: numbers within the limits, stages that follow on each other, a schedule that
 * suits the variants. */
#include "schedule/plan.h"

#include <inttypes.h>

bool dom_schedule_plan_is_mixed(const dom_schedule_plan *plan, uint32_t variant)
{
    return plan->kind != DOM_SCHEDULE_PLAN_SEATED && plan->mixes_partners &&
           plan->variant[variant].teams;
}

int dom_schedule_plan_entries(const dom_schedule_plan *plan, uint32_t variant)
{
    const dom_schedule_plan_variant *v = &plan->variant[variant];
    bool is_own_partner =
        v->teams && !plan->mixes_partners && plan->kind != DOM_SCHEDULE_PLAN_SEATED;
    return is_own_partner ? 2 : v->seats;
}

int dom_schedule_plan_rotations(const dom_schedule_plan *plan, uint32_t variant)
{
    if (plan->kind == DOM_SCHEDULE_PLAN_SEATED)
        return 1;
    int entries = dom_schedule_plan_entries(plan, variant);
    int halves = plan->kind == DOM_SCHEDULE_PLAN_COMPARE && entries > 2 ? 2 : 1;
    return entries * halves;
}

uint32_t dom_schedule_plan_players(const dom_schedule_plan *plan, uint32_t bots, uint32_t variant)
{
    uint32_t players = 0;
    for (uint32_t bot = 0; bot < bots; bot++)
        players += dom_schedule_plan_plays(plan, bot, variant);
    return players;
}

/* Returns how many seeds a gauntlet has. */
static uint32_t seeds_of(const dom_schedule_plan *plan)
{
    return plan->seeds > 1 ? plan->seeds : 1;
}

uint32_t dom_schedule_plan_seeds(const dom_schedule_plan *plan, uint32_t variant)
{
    return plan->kind == DOM_SCHEDULE_PLAN_GAUNTLET
               ? dom_schedule_plan_players(plan, seeds_of(plan), variant)
               : 0;
}

bool dom_schedule_plan_has_tables(const dom_schedule_plan *plan, uint32_t bots, uint32_t variant)
{
    uint32_t entries = (uint32_t)dom_schedule_plan_entries(plan, variant);
    uint32_t players = dom_schedule_plan_players(plan, bots, variant);
    uint32_t seeds = dom_schedule_plan_seeds(plan, variant);
    bool is_gauntlet = plan->kind == DOM_SCHEDULE_PLAN_GAUNTLET;
    return is_gauntlet ? seeds > 0 && players - seeds >= entries - 1 : players >= entries;
}

dom_schedule_plan_place dom_schedule_plan_place_of(const dom_schedule_plan *plan, uint32_t stage,
                                                   uint16_t entry)
{
    dom_schedule_plan_place place = {.bot = entry};
    for (size_t i = 0; i < plan->change_count && plan->change[i].stage <= stage; i++)
        if (plan->change[i].entry == entry)
            place = (dom_schedule_plan_place){plan->change[i].bot, plan->change[i].is_absent};
    return place;
}

/* Returns how many moves, from the first on, are of earlier stages or begin up to this set. */
static size_t moves_until(const dom_schedule_plan_move moves[], size_t count, uint32_t stage,
                          uint32_t set)
{
    size_t lo = 0, hi = count;
    while (lo < hi) {
        size_t middle = lo + (hi - lo) / 2;
        const dom_schedule_plan_move *move = &moves[middle];
        bool is_after = move->stage > stage || (move->stage == stage && move->first_set > set);
        *(is_after ? &hi : &lo) = is_after ? middle : middle + 1;
    }
    return lo;
}

uint32_t dom_schedule_plan_stage_of(const dom_schedule_plan_move moves[], size_t count,
                                    uint32_t set, uint32_t first)
{
    for (uint32_t stage = count > 0 ? moves[count - 1].stage : 0; stage > first; stage--) {
        size_t until = moves_until(moves, count, stage, set);
        const dom_schedule_plan_move *last = until > 0 ? &moves[until - 1] : NULL;
        if (last && last->stage == stage && set <= last->last_set)
            return stage;
    }
    return first;
}

/* Checks a comparison: it has exactly the bots that it needs. */
static dom_rc check_compared(const dom_schedule_plan *plan, uint32_t index, dom_err *err)
{
    uint32_t needed = dom_schedule_plan_compared_bots(&plan->variant[index]);
    if (dom_schedule_plan_is_mixed(plan, index))
        return dom_err_set(err, DOM_E_CONFIG,
                           "variant %" PRIu32 ": a comparison cannot have mixed partners",
                           index + 1);
    if (dom_schedule_plan_players(plan, needed, index) != needed)
        return dom_err_set(err, DOM_E_CONFIG,
                           "variant %" PRIu32 ": in a comparison every bot plays", index + 1);
    for (uint32_t i = 0; i < plan->stage_count; i++)
        if (plan->stage[i].bots != needed)
            return dom_err_set(err, DOM_E_CONFIG,
                               "variant %" PRIu32 ": a comparison needs %" PRIu32
                               " bots, stage %" PRIu32 " has %" PRIu32,
                               index + 1, needed, i + 1, plan->stage[i].bots);
    return DOM_OK;
}

/* Checks one table: every seat has its bot, in every stage. */
static dom_rc check_seated(const dom_schedule_plan *plan, uint32_t index, dom_err *err)
{
    uint32_t seats = plan->variant[index].seats;
    for (uint32_t i = 0; i < plan->stage_count; i++)
        if (plan->stage[i].bots != seats || dom_schedule_plan_players(plan, seats, index) != seats)
            return dom_err_set(err, DOM_E_CONFIG,
                               "variant %" PRIu32 ": one table needs a bot for each of its %" PRIu32
                               " seats",
                               index + 1, seats);
    return DOM_OK;
}

static dom_rc check_variant(const dom_schedule_plan *plan, uint32_t index, dom_err *err)
{
    const dom_schedule_plan_variant *v = &plan->variant[index];
    if (v->seats < 2 || v->seats > DOM_SEATS_MAX)
        return dom_err_set(err, DOM_E_CONFIG, "variant %" PRIu32 ": %d seats, allowed are 2..%d",
                           index + 1, v->seats, DOM_SEATS_MAX);
    if (v->teams && v->seats != 4)
        return dom_err_set(err, DOM_E_CONFIG, "variant %" PRIu32 ": teams need 4 seats, not %d",
                           index + 1, v->seats);
    int entries = dom_schedule_plan_entries(plan, index);
    if (plan->kind == DOM_SCHEDULE_PLAN_SWISS &&
        (entries > DOM_SCHEDULE_SWISS_SEATS_MAX || dom_schedule_plan_is_mixed(plan, index)))
        return dom_err_set(err, DOM_E_CONFIG,
                           "variant %" PRIu32 ": a Swiss system needs 2 to %d bots at a table "
                           "without mixed partners, and this variant has %d%s",
                           index + 1, DOM_SCHEDULE_SWISS_SEATS_MAX, entries,
                           dom_schedule_plan_is_mixed(plan, index) ? " with mixed partners" : "");
    if (plan->stage[0].bots < (uint32_t)entries)
        return dom_err_set(err, DOM_E_CONFIG,
                           "variant %" PRIu32 " needs %d bots at a table, there are %" PRIu32,
                           index + 1, entries, plan->stage[0].bots);
    if (plan->kind == DOM_SCHEDULE_PLAN_COMPARE)
        return check_compared(plan, index, err);
    return plan->kind == DOM_SCHEDULE_PLAN_SEATED ? check_seated(plan, index, err) : DOM_OK;
}

static dom_rc check_bots(const dom_schedule_plan *plan, uint32_t index, dom_err *err)
{
    const dom_schedule_plan_stage *stage = &plan->stage[index];
    if (stage->bots < 2 || stage->bots > DOM_SCHEDULE_PLAN_BOTS_MAX)
        return dom_err_set(err, DOM_E_CONFIG,
                           "stage %" PRIu32 ": %" PRIu32 " bots, allowed are 2..%d", index + 1,
                           stage->bots, DOM_SCHEDULE_PLAN_BOTS_MAX);
    if (index > 0 && stage->bots < stage[-1].bots)
        return dom_err_set(err, DOM_E_CONFIG,
                           "stage %" PRIu32 ": %" PRIu32 " bots, at least the %" PRIu32
                           " of the stage before must take part",
                           index + 1, stage->bots, stage[-1].bots);
    if (stage->old_bots > 0 && plan->kind == DOM_SCHEDULE_PLAN_SWISS)
        return dom_err_set(err, DOM_E_CONFIG,
                           "stage %" PRIu32 ": a Swiss system cannot have old bots", index + 1);
    if (stage->old_bots > 0 && plan->kind == DOM_SCHEDULE_PLAN_COMPARE)
        return dom_err_set(err, DOM_E_CONFIG,
                           "stage %" PRIu32 ": a comparison cannot have old bots", index + 1);
    if (stage->old_bots > 0 && plan->kind == DOM_SCHEDULE_PLAN_SEATED)
        return dom_err_set(err, DOM_E_CONFIG, "stage %" PRIu32 ": one table cannot have old bots",
                           index + 1);
    if (stage->old_bots >= stage->bots)
        return dom_err_set(err, DOM_E_CONFIG,
                           "stage %" PRIu32 ": %" PRIu32 " old bots of %" PRIu32
                           ", at least one must be new",
                           index + 1, stage->old_bots, stage->bots);
    return DOM_OK;
}

static dom_rc check_stage(const dom_schedule_plan *plan, uint32_t index, dom_err *err)
{
    const dom_schedule_plan_stage *stage = &plan->stage[index];
    dom_rc rc = check_bots(plan, index, err);
    if (rc != DOM_OK)
        return rc;
    if (stage->sets < 1 && (index == 0 || stage->rounds > 0))
        return dom_err_set(err, DOM_E_CONFIG,
                           "stage %" PRIu32 ": at least one set per table must be played",
                           index + 1);
    if (plan->kind == DOM_SCHEDULE_PLAN_SWISS && stage->rounds < 1 && stage->sets > 0)
        return dom_err_set(err, DOM_E_CONFIG,
                           "stage %" PRIu32 ": at least one round must be played", index + 1);
    return DOM_OK;
}

static dom_rc check_seeds(const dom_schedule_plan *plan, dom_err *err)
{
    if (plan->kind != DOM_SCHEDULE_PLAN_GAUNTLET || seeds_of(plan) < plan->stage[0].bots)
        return DOM_OK;
    return dom_err_set(err, DOM_E_CONFIG,
                       "%" PRIu32 " seeds of %" PRIu32 " bots, at least one must be no seed",
                       plan->seeds, plan->stage[0].bots);
}

static dom_rc check_rounds(const dom_schedule_plan *plan, dom_err *err)
{
    uint64_t rounds = 0;
    for (uint32_t i = 0; plan->kind == DOM_SCHEDULE_PLAN_SWISS && i < plan->stage_count; i++) {
        rounds += plan->stage[i].rounds;
        if (rounds > DOM_SCHEDULE_PLAN_ROUNDS_MAX)
            return dom_err_set(err, DOM_E_CONFIG,
                               "stage %" PRIu32 ": %" PRIu64
                               " rounds so far, allowed are %d in all stages",
                               i + 1, rounds, DOM_SCHEDULE_PLAN_ROUNDS_MAX);
    }
    return DOM_OK;
}

/* Checks that changes are in order, and name bots of their stage. A change after the last stage
 * waits for the next one. */
static dom_rc check_changes(const dom_schedule_plan *plan, dom_err *err)
{
    for (size_t i = 0; i < plan->change_count; i++) {
        const dom_schedule_plan_change *change = &plan->change[i];
        bool is_in_order = i == 0 || change[-1].stage <= change->stage;
        uint32_t bots = change->stage < plan->stage_count ? plan->stage[change->stage].bots
                                                          : DOM_SCHEDULE_PLAN_BOTS_MAX;
        if (!is_in_order || change->entry >= bots || change->bot >= bots)
            return dom_err_set(err, DOM_E_CONFIG,
                               "change %zu: bot %d in the place of %d from stage %" PRIu32
                               " on is impossible",
                               i + 1, change->bot, change->entry, change->stage + 1);
    }
    return DOM_OK;
}

static dom_rc check_moves(const dom_schedule_plan *plan, dom_err *err)
{
    for (size_t i = 0; i < plan->move_count; i++) {
        const dom_schedule_plan_move *move = &plan->move[i];
        bool is_after = i == 0 || move[-1].stage < move->stage ||
                        (move[-1].stage == move->stage && move[-1].last_set < move->first_set);
        if (!is_after || move->stage < 1 || move->stage >= plan->stage_count ||
            move->first_set > move->last_set)
            return dom_err_set(err, DOM_E_CONFIG,
                               "sets %" PRIu32 " to %" PRIu32 " cannot belong to stage %" PRIu32,
                               move->first_set, move->last_set, move->stage + 1);
    }
    return DOM_OK;
}

static dom_rc check_tables(const dom_schedule_plan *plan, dom_err *err)
{
    for (uint32_t i = 0; i < plan->variant_count; i++)
        if (dom_schedule_plan_has_tables(plan, plan->stage[0].bots, i))
            return DOM_OK;
    return dom_err_set(err, DOM_E_CONFIG, "no variant has enough bots that play it");
}

dom_rc dom_schedule_plan_check(const dom_schedule_plan *plan, dom_err *err)
{
    if (plan->stage_count < 1 || plan->stage_count > DOM_SCHEDULE_STAGES_MAX)
        return dom_err_set(err, DOM_E_CONFIG, "%" PRIu32 " stages, allowed are 1..%d",
                           plan->stage_count, DOM_SCHEDULE_STAGES_MAX);
    if (plan->variant_count < 1 || plan->variant_count > DOM_SCHEDULE_PLAN_VARIANTS_MAX)
        return dom_err_set(err, DOM_E_CONFIG, "%" PRIu32 " variants, allowed are 1..%d",
                           plan->variant_count, DOM_SCHEDULE_PLAN_VARIANTS_MAX);
    dom_rc rc = DOM_OK;
    for (uint32_t i = 0; rc == DOM_OK && i < plan->stage_count; i++)
        rc = check_stage(plan, i, err);
    if (rc == DOM_OK)
        rc = check_seeds(plan, err);
    for (uint32_t i = 0; rc == DOM_OK && i < plan->variant_count; i++)
        rc = check_variant(plan, i, err);
    if (rc == DOM_OK)
        rc = check_tables(plan, err);
    if (rc == DOM_OK)
        rc = check_changes(plan, err);
    if (rc == DOM_OK)
        rc = check_moves(plan, err);
    return rc == DOM_OK ? check_rounds(plan, err) : rc;
}
