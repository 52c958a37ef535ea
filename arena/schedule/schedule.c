#include "schedule/schedule.h"

#include "tables.h"

#include <inttypes.h>
#include <string.h>

static int entries_of(const dom_plan_variant *variant)
{
    return variant->teams ? 2 : variant->seats;
}

static dom_rc check_variant(const dom_plan *plan, uint32_t index, dom_err *err)
{
    const dom_plan_variant *v = &plan->variant[index];
    if (v->seats < 2 || v->seats > DOM_SEATS_MAX)
        return dom_err_set(err, DOM_E_CONFIG, "variant %" PRIu32 ": %d seats, allowed are 2..%d",
                           index + 1, v->seats, DOM_SEATS_MAX);
    if (v->teams && v->seats != 4)
        return dom_err_set(err, DOM_E_CONFIG, "variant %" PRIu32 ": teams need 4 seats, not %d",
                           index + 1, v->seats);
    if (plan->bots < (uint32_t)entries_of(v))
        return dom_err_set(err, DOM_E_CONFIG,
                           "variant %" PRIu32 " needs %d bots at a table, there are %" PRIu32,
                           index + 1, entries_of(v), plan->bots);
    return DOM_OK;
}

static dom_rc check_plan(const dom_plan *plan, dom_err *err)
{
    if (plan->bots < 2 || plan->bots > DOM_PLAN_BOTS_MAX)
        return dom_err_set(err, DOM_E_CONFIG, "%" PRIu32 " bots, allowed are 2..%d", plan->bots,
                           DOM_PLAN_BOTS_MAX);
    if (plan->sets < 1)
        return dom_err_set(err, DOM_E_CONFIG, "at least one set per table must be played");
    if (plan->variant_count < 1 || plan->variant_count > DOM_PLAN_VARIANTS_MAX)
        return dom_err_set(err, DOM_E_CONFIG, "%" PRIu32 " variants, allowed are 1..%d",
                           plan->variant_count, DOM_PLAN_VARIANTS_MAX);
    for (uint32_t i = 0; i < plan->variant_count; i++) {
        dom_rc rc = check_variant(plan, i, err);
        if (rc != DOM_OK)
            return rc;
    }
    return DOM_OK;
}

/* Append the next variant to the cycle. */
static void lay_out(dom_schedule *s, uint32_t index)
{
    int entries = entries_of(&s->plan.variant[index]);
    dom_schedule_part *part = &s->part[index];
    part->entries = (uint8_t)entries;
    part->tables = dom_tables_count(s->plan.bots, entries);
    part->first_set = s->cycle_sets;
    part->first_match = s->cycle_matches;
    s->cycle_sets += part->tables;
    s->cycle_matches += (uint64_t)part->tables * part->entries;
    if (s->base[entries].count == 0)
        dom_tables_develop(&s->base[entries], s->plan.bots, entries);
}

dom_rc dom_schedule_init(dom_schedule *out, const dom_plan *plan, dom_err *err)
{
    dom_rc rc = check_plan(plan, err);
    if (rc != DOM_OK)
        return rc;
    memset(out, 0, sizeof *out);
    out->plan = *plan;
    for (uint32_t i = 0; i < plan->variant_count; i++)
        lay_out(out, i);
    if (out->cycle_sets > UINT32_MAX / plan->sets)
        return dom_err_set(err, DOM_E_LIMIT,
                           "%" PRIu32 " sets of each of %" PRIu64
                           " tables: set numbers end at %" PRIu32 "; ask for at most %" PRIu64,
                           plan->sets, out->cycle_sets, UINT32_MAX, UINT32_MAX / out->cycle_sets);
    return DOM_OK;
}

uint32_t dom_schedule_sets(const dom_schedule *schedule)
{
    return (uint32_t)(schedule->cycle_sets * schedule->plan.sets);
}

uint64_t dom_schedule_matches(const dom_schedule *schedule)
{
    return schedule->cycle_matches * schedule->plan.sets;
}

/* The variant that holds set `offset` of a cycle, counted from 0. */
static uint32_t variant_of_set(const dom_schedule *s, uint64_t offset)
{
    uint32_t v = s->plan.variant_count - 1;
    while (s->part[v].first_set > offset)
        v--;
    return v;
}

static uint32_t variant_of_match(const dom_schedule *s, uint64_t offset)
{
    uint32_t v = s->plan.variant_count - 1;
    while (s->part[v].first_match > offset)
        v--;
    return v;
}

dom_set dom_schedule_set(const dom_schedule *schedule, uint32_t number)
{
    dom_check(1 <= number && number <= dom_schedule_sets(schedule));
    uint64_t cycle = (number - 1) / schedule->cycle_sets;
    uint64_t offset = (number - 1) % schedule->cycle_sets;
    uint32_t v = variant_of_set(schedule, offset);
    const dom_schedule_part *part = &schedule->part[v];
    uint32_t table = (uint32_t)(offset - part->first_set);
    dom_set set = {.number = number,
                   .cycle = (uint32_t)cycle,
                   .variant = (uint16_t)v,
                   .seats = schedule->plan.variant[v].seats,
                   .rotations = part->entries};
    set.first_match =
        1 + cycle * schedule->cycle_matches + part->first_match + (uint64_t)table * part->entries;
    uint16_t entry[DOM_SEATS_MAX];
    dom_tables_at(&schedule->base[part->entries], schedule->plan.bots, part->entries, table, entry);
    for (int seat = 0; seat < set.seats; seat++)
        set.bot[seat] = entry[seat % part->entries]; /* partners sit opposite */
    return set;
}

/* The set of match `number`. */
static uint32_t set_of_match(const dom_schedule *s, uint64_t number)
{
    uint64_t cycle = (number - 1) / s->cycle_matches;
    uint64_t offset = (number - 1) % s->cycle_matches;
    const dom_schedule_part *part = &s->part[variant_of_match(s, offset)];
    uint64_t table = (offset - part->first_match) / part->entries;
    return (uint32_t)(1 + cycle * s->cycle_sets + part->first_set + table);
}

dom_seating dom_schedule_match(const dom_schedule *schedule, uint64_t number)
{
    dom_check(1 <= number && number <= dom_schedule_matches(schedule));
    dom_set set = dom_schedule_set(schedule, set_of_match(schedule, number));
    dom_seating seating = {.number = number,
                           .set = set.number,
                           .rotation = (uint8_t)(number - set.first_match),
                           .variant = set.variant,
                           .seats = set.seats};
    for (int seat = 0; seat < set.seats; seat++)
        seating.bot[(seat + seating.rotation) % set.seats] = set.bot[seat];
    return seating;
}
