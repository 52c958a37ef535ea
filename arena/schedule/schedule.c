#include "schedule/schedule.h"

#include "schedule/plan.h"
#include "seats.h"
#include "swiss.h"
#include "tables.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* One variant's share of a cycle of a stage. */
typedef struct {
    uint8_t entries;   /* bots at a table */
    uint8_t rotations; /* matches of a set: one per entry; twice as many in a comparison with
                          opponents */
    bool is_mixed;
    uint32_t players;          /* bots of the stage that play the variant */
    uint32_t old_players;      /* old bots among them */
    uint32_t seeds;            /* seeds of a gauntlet among them, the first ones */
    uint8_t ways;              /* mixed partners: tables in a cycle for each four bots */
    dom_schedule_tables drawn; /* round robin and gauntlet: those of each seed     */
    uint32_t tables;           /* per cycle                                        */
    uint64_t first_set;        /* number of sets before it in the cycle */
    uint64_t first_match;      /* number of matches before it in the cycle */
} schedule_part;

typedef struct {
    schedule_part *parts; /* one per variant */
    uint64_t cycle_sets;
    uint64_t cycle_matches;
    uint64_t first_set;   /* number of sets before this stage */
    uint64_t first_match; /* number of matches before this stage */
    uint32_t first_round;
} schedule_stage;

struct dom_schedule {
    dom_schedule_plan plan; /* `change` and `move` point to the copies below     */
    dom_schedule_plan_change *changes;
    dom_schedule_plan_move *moves;
    schedule_stage stages[DOM_SCHEDULE_STAGES_MAX];
    schedule_part *parts; /* of all stages                                   */
    dom_schedule_base_tables *bases;
    /* [variant * DOM_SCHEDULE_PLAN_BOTS_MAX]: the bots that play it, ascending. */
    uint16_t *players;
    uint64_t sets;
    uint64_t matches;
    uint64_t known;

    dom_schedule_swiss *swiss; /* NULL in other schedules */
    uint32_t rounds;           /* of all stages                                        */
    uint32_t paired;           /* number of rounds that are paired */
    uint64_t round_first;      /* first match of the last paired round */
    uint64_t unreported;       /* matches of that round that have not been reported */
};

/* ---- a plan worked out ------------------------------------------------------ */

static uint32_t rounds_of(const dom_schedule_plan *plan, uint32_t index)
{
    return plan->kind == DOM_SCHEDULE_PLAN_SWISS ? plan->stage[index].rounds : 1;
}

/* Returns the base tables of this pool and picks, and makes them at the first call. NULL without
 * memory. */
static const dom_schedule_base_tables *base_of(dom_schedule *s, uint32_t pool, int picks)
{
    for (const dom_schedule_base_tables *b = s->bases; b; b = b->next)
        if (b->pool == pool && b->picks == picks)
            return b;
    dom_schedule_base_tables *base = malloc(sizeof *base);
    if (base == NULL)
        return NULL;
    dom_schedule_tables_develop(base, pool, picks);
    base->next = s->bases;
    s->bases = base;
    return base;
}

/* Returns what is drawn for a table. In a gauntlet one place is a seed's, and the others are drawn
 * from the bots that are no seeds. */
static dom_schedule_draw_spec draw_of(const schedule_part *p)
{
    return (dom_schedule_draw_spec){.pool = p->players - p->seeds,
                                    .old =
                                        p->old_players > p->seeds ? p->old_players - p->seeds : 0,
                                    .picks = p->entries - (p->seeds > 0),
                                    .most = p->entries == 2 ? UINT32_MAX : DOM_SCHEDULE_TABLES_MAX};
}

/* Returns true if the variant has a table in this stage. In a stage for new bots the table must
 * have one of them. */
static bool has_tables(const dom_schedule *s, uint32_t index, uint32_t variant)
{
    const dom_schedule_plan_stage *at = &s->plan.stage[index];
    const schedule_part *p = &s->stages[index].parts[variant];
    bool has_new = at->old_bots == 0 || p->players > p->old_players;
    return has_new && dom_schedule_plan_has_tables(&s->plan, at->bots, variant);
}

static bool draw_tables(dom_schedule *s, schedule_part *p)
{
    dom_schedule_draw_spec spec = draw_of(p);
    p->drawn = dom_schedule_tables_of(&spec);
    p->ways = p->is_mixed && p->drawn.count * DOM_SCHEDULE_PARTNER_WAYS <= DOM_SCHEDULE_TABLES_MAX
                  ? DOM_SCHEDULE_PARTNER_WAYS
                  : 1;
    p->tables = p->drawn.count * p->ways * (p->seeds > 0 ? p->seeds : 1);
    if (p->drawn.is_developed)
        p->drawn.base = base_of(s, spec.pool, spec.picks);
    return !p->drawn.is_developed || p->drawn.base;
}

/* Appends the next variant to the cycle. Returns false without memory. */
static bool lay_out_part(dom_schedule *s, uint32_t index, uint32_t variant)
{
    schedule_stage *at = &s->stages[index];
    schedule_part *p = &at->parts[variant];
    p->entries = (uint8_t)dom_schedule_plan_entries(&s->plan, variant);
    p->is_mixed = dom_schedule_plan_is_mixed(&s->plan, variant);
    p->rotations = (uint8_t)dom_schedule_plan_rotations(&s->plan, variant);
    p->players = dom_schedule_plan_players(&s->plan, s->plan.stage[index].bots, variant);
    p->old_players = dom_schedule_plan_players(&s->plan, s->plan.stage[index].old_bots, variant);
    p->seeds = dom_schedule_plan_seeds(&s->plan, variant);
    if (s->plan.kind == DOM_SCHEDULE_PLAN_SWISS)
        p->tables = p->players / p->entries;
    else if (s->plan.kind == DOM_SCHEDULE_PLAN_COMPARE || s->plan.kind == DOM_SCHEDULE_PLAN_SEATED)
        p->tables = 1;
    else if (has_tables(s, index, variant) && !draw_tables(s, p))
        return false;
    p->first_set = at->cycle_sets;
    p->first_match = at->cycle_matches;
    at->cycle_sets += p->tables;
    at->cycle_matches += (uint64_t)p->tables * p->rotations;
    return true;
}

/* Appends the next stage to the schedule. */
static dom_rc lay_out(dom_schedule *s, uint32_t index, dom_err *err)
{
    schedule_stage *at = &s->stages[index];
    uint32_t sets = s->plan.stage[index].sets;
    uint32_t rounds = rounds_of(&s->plan, index);
    at->parts = &s->parts[index * s->plan.variant_count];
    for (uint32_t v = 0; v < s->plan.variant_count; v++)
        if (!lay_out_part(s, index, v))
            return dom_err_no_memory(err);
    uint64_t tables = at->cycle_sets * rounds; /* 0 if new bots have no opponents */
    uint64_t most = tables ? (UINT32_MAX - s->sets) / tables : sets;
    if (sets > most)
        return dom_err_set(err, DOM_E_LIMIT,
                           "stage %" PRIu32 ": %" PRIu32 " sets of each of %" PRIu64
                           " tables: set numbers end at %" PRIu32 "; ask for at most %" PRIu64,
                           index + 1, sets, tables, UINT32_MAX, most);
    at->first_set = s->sets;
    at->first_match = s->matches;
    at->first_round = s->rounds;
    s->rounds += s->plan.kind == DOM_SCHEDULE_PLAN_SWISS ? rounds : 0;
    s->sets += tables * sets;
    s->matches += at->cycle_matches * rounds * sets;
    return DOM_OK;
}

/* Pairs the next round of a Swiss, if there is one. */
static void pair_round(dom_schedule *s)
{
    if (s->paired == s->rounds)
        return;
    uint32_t index = s->plan.stage_count - 1;
    while (s->stages[index].first_round > s->paired)
        index--;
    const dom_schedule_plan_stage *round = &s->plan.stage[index];
    dom_schedule_swiss_pair(s->swiss, round->bots, round->sets);
    s->paired++;
    s->round_first = s->known + 1;
    s->unreported = s->stages[index].cycle_matches * round->sets;
    s->known += s->unreported;
}

static dom_rc open_swiss(dom_schedule *s, dom_err *err)
{
    dom_schedule_swiss_spec spec = {.plan = &s->plan,
                                    .variants = s->plan.variant_count,
                                    .rounds_max = s->rounds,
                                    .bots_max = s->plan.stage[s->plan.stage_count - 1].bots};
    s->swiss = dom_schedule_swiss_open(&spec);
    if (s->swiss == NULL)
        return dom_err_no_memory(err);
    pair_round(s);
    return DOM_OK;
}

static void list_players(dom_schedule *s)
{
    uint32_t bots = s->plan.stage[s->plan.stage_count - 1].bots;
    for (uint32_t v = 0; v < s->plan.variant_count; v++) {
        uint16_t *next = &s->players[(size_t)v * DOM_SCHEDULE_PLAN_BOTS_MAX];
        for (uint32_t bot = 0; bot < bots; bot++)
            if (dom_schedule_plan_plays(&s->plan, bot, v))
                *next++ = (uint16_t)bot;
    }
}

static dom_rc work_out(dom_schedule *s, dom_err *err)
{
    s->parts = calloc((size_t)s->plan.stage_count * s->plan.variant_count, sizeof *s->parts);
    s->players =
        calloc((size_t)s->plan.variant_count * DOM_SCHEDULE_PLAN_BOTS_MAX, sizeof *s->players);
    if (s->parts == NULL || s->players == NULL)
        return dom_err_no_memory(err);
    list_players(s);
    for (uint32_t i = 0; i < s->plan.stage_count; i++) {
        dom_rc rc = lay_out(s, i, err);
        if (rc != DOM_OK)
            return rc;
    }
    if (s->plan.kind == DOM_SCHEDULE_PLAN_SWISS)
        return open_swiss(s, err);
    s->known = s->matches;
    return DOM_OK;
}

/* Returns false without memory. An empty array has none. */
static bool copy_array(void **out, const void *items, size_t count, size_t bytes)
{
    *out = count > 0 ? malloc(count * bytes) : NULL;
    if (*out)
        memcpy(*out, items, count * bytes);
    return *out || count == 0;
}

static dom_rc copy_changes(dom_schedule *s, dom_err *err)
{
    dom_schedule_plan *plan = &s->plan;
    void *changes, *moves = NULL;
    bool ok = copy_array(&changes, plan->change, plan->change_count, sizeof *plan->change) &&
              copy_array(&moves, plan->move, plan->move_count, sizeof *plan->move);
    plan->change = s->changes = changes;
    plan->move = s->moves = moves;
    return ok ? DOM_OK : dom_err_no_memory(err);
}

dom_rc dom_schedule_open(dom_schedule **out, const dom_schedule_plan *plan, dom_err *err)
{
    *out = NULL;
    dom_rc rc = dom_schedule_plan_check(plan, err);
    if (rc != DOM_OK)
        return rc;
    dom_schedule *s = calloc(1, sizeof *s);
    if (s == NULL)
        return dom_err_no_memory(err);
    s->plan = *plan;
    rc = copy_changes(s, err);
    if (rc == DOM_OK)
        rc = work_out(s, err);
    if (rc == DOM_OK)
        *out = s;
    else
        dom_schedule_close(&s);
    return rc;
}

void dom_schedule_close(dom_schedule **schedule)
{
    dom_schedule *s = *schedule;
    if (s == NULL)
        return;
    while (s->bases) {
        dom_schedule_base_tables *next = s->bases->next;
        free(s->bases);
        s->bases = next;
    }
    dom_schedule_swiss_close(s->swiss);
    free(s->parts);
    free(s->players);
    free(s->changes);
    free(s->moves);
    free(s);
    *schedule = NULL;
}

/* ---- by number -------------------------------------------------------------- */

uint32_t dom_schedule_sets(const dom_schedule *schedule)
{
    return (uint32_t)schedule->sets;
}

uint64_t dom_schedule_matches(const dom_schedule *schedule)
{
    return schedule->matches;
}

uint64_t dom_schedule_known(const dom_schedule *schedule)
{
    return schedule->known;
}

uint64_t dom_schedule_stage_first_match(const dom_schedule *schedule, uint32_t stage)
{
    dom_check(stage < schedule->plan.stage_count);
    return schedule->stages[stage].first_match + 1;
}

uint32_t dom_schedule_stage_first_set(const dom_schedule *schedule, uint32_t stage)
{
    dom_check(stage < schedule->plan.stage_count);
    return (uint32_t)schedule->stages[stage].first_set + 1;
}

/* Return the stage, or the variant of a cycle, that has the set or match. Numbers count from 0
 * here. */
static uint32_t stage_of_set(const dom_schedule *s, uint64_t offset)
{
    uint32_t i = s->plan.stage_count - 1;
    while (s->stages[i].first_set > offset)
        i--;
    return i;
}

static uint32_t stage_of_match(const dom_schedule *s, uint64_t offset)
{
    uint32_t i = s->plan.stage_count - 1;
    while (s->stages[i].first_match > offset)
        i--;
    return i;
}

static uint32_t variant_of_set(const dom_schedule *s, const schedule_stage *at, uint64_t offset)
{
    uint32_t v = s->plan.variant_count - 1;
    while (at->parts[v].first_set > offset)
        v--;
    return v;
}

static uint32_t variant_of_match(const dom_schedule *s, const schedule_stage *at, uint64_t offset)
{
    uint32_t v = s->plan.variant_count - 1;
    while (at->parts[v].first_match > offset)
        v--;
    return v;
}

/* Draws the bots of a table among those that play the variant, and puts them in the order of
 * their seats. */
static void seat_drawn(const schedule_part *p, const uint16_t players[], uint32_t cycle,
                       uint32_t table, uint16_t bot[])
{
    int first_drawn = p->entries - p->drawn.picks; /* 1 after a seed, else 0 */
    uint32_t draws = p->drawn.count * p->ways;
    bot[0] = players[table / draws];
    dom_schedule_tables_at(&p->drawn, table % draws / p->ways, bot + first_drawn);
    for (int e = first_drawn; e < p->entries; e++)
        bot[e] = players[bot[e] + p->seeds];
    if (!p->is_mixed)
        dom_schedule_seats_arrange(p->entries, cycle, bot);
    else if (p->ways == DOM_SCHEDULE_PARTNER_WAYS)
        dom_schedule_seats_arrange_partners(table % DOM_SCHEDULE_PARTNER_WAYS, cycle, bot);
    else
        dom_schedule_seats_arrange_one_way(cycle, bot);
}

/* Seats a comparison: bot 0 against bot 1, or in each half one of the two with the opponents. */
static void seat_compared(const schedule_part *p, uint32_t cycle, uint16_t bot[])
{
    bot[0] = 0;
    for (int e = 1; e < p->entries; e++)
        bot[e] = (uint16_t)(p->entries == 2 ? e : e + 1);
    dom_schedule_seats_arrange(p->entries, cycle, bot);
}

/* Seats every bot in the seat with its number. */
static void seat_in_order(const schedule_part *p, uint16_t bot[])
{
    for (int e = 0; e < p->entries; e++)
        bot[e] = (uint16_t)e;
}

/* Seats the bots of a table of a Swiss round. */
static void seat_paired(const dom_schedule *s, const schedule_part *p, uint32_t table,
                        const dom_schedule_duplicate_set *set, uint16_t bot[])
{
    const uint16_t *paired = dom_schedule_swiss_table(s->swiss, set->round, set->variant, table);
    memcpy(bot, paired, p->entries * sizeof *bot);
    dom_schedule_seats_arrange(p->entries, set->cycle, bot);
}

static void fill_seats(const dom_schedule *s, const schedule_part *p, uint32_t table,
                       dom_schedule_duplicate_set *set)
{
    uint16_t bot[DOM_SEATS_MAX];
    if (s->swiss)
        seat_paired(s, p, table, set, bot);
    else if (s->plan.kind == DOM_SCHEDULE_PLAN_COMPARE)
        seat_compared(p, set->cycle, bot);
    else if (s->plan.kind == DOM_SCHEDULE_PLAN_SEATED)
        seat_in_order(p, bot);
    else
        seat_drawn(p, &s->players[(size_t)set->variant * DOM_SCHEDULE_PLAN_BOTS_MAX], set->cycle,
                   table, bot);
    for (int seat = 0; seat < set->seats; seat++)
        set->bot[seat] =
            bot[seat %
                p->entries]; /* in team games each is its own partner, on the opposite seat */
}

/* Returns the set as its first stage has it, with the entries as bots. */
static dom_schedule_duplicate_set entries_of_set(const dom_schedule *schedule, uint32_t number)
{
    dom_check(1 <= number && number <= schedule->sets);
    uint32_t index = stage_of_set(schedule, number - 1);
    const schedule_stage *at = &schedule->stages[index];
    uint64_t lap = (number - 1 - at->first_set) / at->cycle_sets;
    uint64_t offset = (number - 1 - at->first_set) % at->cycle_sets;
    uint32_t v = variant_of_set(schedule, at, offset);
    const schedule_part *p = &at->parts[v];
    uint32_t table = (uint32_t)(offset - p->first_set);
    uint32_t sets = schedule->plan.stage[index].sets;
    dom_schedule_duplicate_set set = {.number = number,
                                      .stage = index,
                                      .round = at->first_round + (uint32_t)(lap / sets),
                                      .cycle = (uint32_t)(lap % sets),
                                      .variant = (uint16_t)v,
                                      .seats = schedule->plan.variant[v].seats,
                                      .rotations = p->rotations};
    set.first_match = 1 + at->first_match + lap * at->cycle_matches + p->first_match +
                      (uint64_t)table * p->rotations;
    dom_check(set.first_match <= schedule->known);
    fill_seats(schedule, p, table, &set);
    return set;
}

uint32_t dom_schedule_set_of(const dom_schedule *schedule, uint64_t number)
{
    const dom_schedule *s = schedule;
    dom_check(1 <= number && number <= s->matches);
    const schedule_stage *at = &s->stages[stage_of_match(s, number - 1)];
    uint64_t lap = (number - 1 - at->first_match) / at->cycle_matches;
    uint64_t offset = (number - 1 - at->first_match) % at->cycle_matches;
    const schedule_part *p = &at->parts[variant_of_match(s, at, offset)];
    uint64_t table = (offset - p->first_match) / p->rotations;
    return (uint32_t)(1 + at->first_set + lap * at->cycle_sets + p->first_set + table);
}

static uint32_t stage_of(const dom_schedule *s, const dom_schedule_duplicate_set *set)
{
    return dom_schedule_plan_stage_of(s->plan.move, s->plan.move_count, set->number, set->stage);
}

/* Returns the match with the entries as bots, in the stage of its set. */
static dom_schedule_seating entries_of_match(const dom_schedule *schedule, uint64_t number)
{
    dom_check(1 <= number && number <= schedule->known);
    dom_schedule_duplicate_set set =
        entries_of_set(schedule, dom_schedule_set_of(schedule, number));
    dom_schedule_seating seating = {.number = number,
                                    .set = set.number,
                                    .stage = stage_of(schedule, &set),
                                    .absent_seat = -1,
                                    .rotation = (uint8_t)(number - set.first_match),
                                    .variant = set.variant,
                                    .seats = set.seats};
    int half = dom_schedule_half_of(seating.rotation, set.seats);
    for (int seat = 0; seat < set.seats; seat++)
        seating.bot[(seat + seating.rotation) % set.seats] =
            (uint16_t)(set.bot[seat] == 0 ? half : set.bot[seat]);
    return seating;
}

/* ---- who plays ---------------------------------------------------------------- */

dom_schedule_duplicate_set dom_schedule_set(const dom_schedule *schedule, uint32_t number)
{
    dom_schedule_duplicate_set set = entries_of_set(schedule, number);
    set.stage = stage_of(schedule, &set);
    for (int seat = 0; seat < set.seats; seat++) {
        dom_schedule_plan_place place =
            dom_schedule_plan_place_of(&schedule->plan, set.stage, set.bot[seat]);
        set.bot[seat] = place.bot;
        set.is_absent |= place.is_absent;
    }
    return set;
}

dom_schedule_seating dom_schedule_match(const dom_schedule *schedule, uint64_t number)
{
    dom_schedule_seating seating = entries_of_match(schedule, number);
    for (int seat = seating.seats - 1; seat >= 0; seat--) {
        dom_schedule_plan_place place =
            dom_schedule_plan_place_of(&schedule->plan, seating.stage, seating.bot[seat]);
        seating.bot[seat] = place.bot;
        if (place.is_absent)
            seating.absent_seat = (int8_t)seat;
    }
    return seating;
}

/* What is not played because a place is empty, of one variant or, with ALL, of all. */
typedef struct {
    uint64_t sets, matches;
} absences;

#define ALL UINT32_MAX

static absences absences_of(const dom_schedule *schedule, uint32_t variant)
{
    absences sum = {0};
    if (schedule->plan.change_count == 0 || schedule->swiss)
        return sum;
    for (uint32_t n = 1; n <= schedule->sets; n++) {
        dom_schedule_duplicate_set set = dom_schedule_set(schedule, n);
        if (!set.is_absent || (variant != ALL && set.variant != variant))
            continue;
        sum.sets++;
        sum.matches += set.rotations;
    }
    return sum;
}

uint64_t dom_schedule_absent_matches(const dom_schedule *schedule)
{
    return absences_of(schedule, ALL).matches;
}

uint32_t dom_schedule_variant_sets(const dom_schedule *schedule, uint32_t variant)
{
    uint64_t sets = 0;
    for (uint32_t i = 0; i < schedule->plan.stage_count; i++)
        sets += (uint64_t)schedule->stages[i].parts[variant].tables *
                rounds_of(&schedule->plan, i) * schedule->plan.stage[i].sets;
    return (uint32_t)(sets - absences_of(schedule, variant).sets);
}

/* ---- rounds ----------------------------------------------------------------- */

uint32_t dom_schedule_paired_rounds(const dom_schedule *schedule)
{
    return schedule->paired;
}

uint32_t dom_schedule_byes(const dom_schedule *schedule, uint32_t round, uint32_t variant,
                           uint16_t bots[static DOM_SCHEDULE_BYES_MAX])
{
    const uint16_t *bye;
    dom_check(round < schedule->paired && variant < schedule->plan.variant_count);
    uint32_t count = dom_schedule_swiss_byes(schedule->swiss, round, variant, &bye);
    memcpy(bots, bye, count * sizeof *bots);
    return count;
}

/* ---- results ---------------------------------------------------------------- */

/* Returns the half points of a seat with `place` against one with `other`. */
static uint32_t half_points(uint8_t place, uint8_t other)
{
    return place < other ? DOM_SCHEDULE_WIN : place == other ? DOM_SCHEDULE_WIN / 2 : 0;
}

void dom_schedule_report(dom_schedule *schedule, uint64_t number, const uint8_t places[])
{
    dom_check(1 <= number && number <= schedule->known);
    if (schedule->swiss == NULL)
        return;
    dom_check(number >= schedule->round_first && schedule->unreported > 0);
    dom_schedule_seating match = entries_of_match(schedule, number);
    int entries = dom_schedule_plan_entries(&schedule->plan, match.variant);
    for (int a = 0; a < entries; a++)
        for (int b = 0; b < entries; b++)
            if (a != b)
                dom_schedule_swiss_add(schedule->swiss, match.variant, match.bot[a],
                                       half_points(places[a], places[b]));
    if (--schedule->unreported == 0)
        pair_round(schedule);
}
