#include "results/set_reader.h"

#include "base/interrupt.h"
#include "results/match_reader.h"
#include "rules/match.h"
#include "store/entries.h"

#include <stdlib.h>
#include <string.h>

/* ---- one match -------------------------------------------------------------- */

int dom_results_side_of(const dom_options *o, int seat)
{
    return seat % dom_side_count(o);
}

/* Returns the number of different bots in a side. */
static int members_of(const dom_options *o, const dom_store_match *m)
{
    return o->teams && m->seat[0].bot != m->seat[2].bot ? 2 : 1;
}

dom_ratings_match dom_results_rated_match(const dom_options *o, const dom_store_match *m,
                                          const uint32_t player_of_bot[])
{
    int sides = dom_side_count(o), members = members_of(o, m);
    dom_ratings_match match = {.entries = (uint8_t)sides,
                               .members = (uint8_t)members,
                               .fault = DOM_RATINGS_NO_FAULT,
                               .rounds = m->end == DOM_FAULT_NONE ? m->rounds : 0};
    if (m->fault_seat >= 0)
        match.fault = (int8_t)dom_results_side_of(o, m->fault_seat);
    for (int seat = 0; seat < sides * members; seat++) {
        int side = dom_results_side_of(o, seat);
        uint32_t bot = m->seat[seat].bot;
        match.player[side][seat / sides] = player_of_bot ? player_of_bot[bot] : bot;
        match.place[side] = m->seat[seat].place;
        match.points[side] = m->seat[seat].score;
    }
    return match;
}

bool dom_results_seat_counts(const dom_store_match *m, int seat)
{
    for (int lower = 0; lower < seat; lower++)
        if (m->seat[lower].bot == m->seat[seat].bot)
            return false;
    return true;
}

dom_ratings_score dom_results_seat_score(const dom_options *o, const dom_store_match *m, int seat)
{
    dom_ratings_match match = dom_results_rated_match(o, m, NULL);
    return dom_ratings_match_score(&match, dom_results_side_of(o, seat));
}

bool dom_results_compares(const dom_options *o, const dom_store_match *m, int a, int b)
{
    dom_ratings_match match = dom_results_rated_match(o, m, NULL);
    return !dom_same_side(o, a, b) && dom_results_seat_counts(m, a) &&
           dom_results_seat_counts(m, b) &&
           dom_ratings_match_has_result(&match, dom_results_side_of(o, a),
                                        dom_results_side_of(o, b));
}

void dom_results_sums_add(dom_results_sums *sums, const dom_options *o, const dom_store_match *m,
                          int seat)
{
    sums->forfeits += m->end != DOM_FAULT_NONE && m->fault_seat == seat;
    if (!dom_results_seat_counts(m, seat))
        return;
    dom_ratings_score score = dom_results_seat_score(o, m, seat);
    dom_ratings_score_add(&sums->score, &score);
    sums->matches++;
    if (m->end == DOM_FAULT_NONE) {
        sums->points += m->seat[seat].score;
        sums->rounds += m->rounds;
    }
}

/* ---- sets ------------------------------------------------------------------ */

/* The set whose matches are being read. They come together. */
typedef struct {
    const dom_store_tournament *of;
    dom_schedule_plan plan;
    bool has_plan, has_decisions;
    dom_results_set_visitor *visit;
    void *context;
    dom_err *err;
    int count;
    dom_store_match match[DOM_STORE_SET_MATCHES_MAX]; /* with decisions of their own */
} set_reader;

static void drop_set(set_reader *r)
{
    for (int i = 0; r->has_decisions && i < r->count; i++)
        free((void *)r->match[i].decisions);
    r->count = 0;
}

/* Returns true if a bot at the table of this match was disqualified. All matches of a set have the
 * same bots, but those of a comparison, which nobody leaves. */
static bool has_disqualified(const dom_store_tournament *t, const dom_store_match *m)
{
    bool is = false;
    for (int seat = 0; t->change_count > 0 && seat < m->seats; seat++)
        is |= dom_store_entry_state_of(t, dom_store_entry_of(t, m->seat[seat].bot)) ==
              DOM_STORE_ENTRY_DISQUALIFIED;
    return is;
}

/* Returns true if an organiser ruled that one of these matches does not count. */
static bool has_void(const dom_store_tournament *t, const dom_store_match match[], int count)
{
    bool is = false;
    for (int i = 0; t->ruling_count > 0 && i < count; i++)
        is |= dom_store_ruling_void(t, match[i].match) != NULL;
    return is;
}

static dom_rc end_set(set_reader *r)
{
    if (r->count == 0)
        return DOM_OK;
    const dom_store_match *m = r->match;
    dom_results_set set = {.of = r->of,
                           .options = &r->of->variants[m->variant].options,
                           .number = m->set,
                           .variant = m->variant,
                           .count = r->count,
                           .match = m};
    set.is_complete = r->has_plan && r->count == dom_schedule_plan_rotations(&r->plan, m->variant);
    set.is_void = has_disqualified(r->of, m) || has_void(r->of, m, r->count);
    set.is_full_rotation =
        set.is_complete && !set.is_void && r->plan.kind != DOM_SCHEDULE_PLAN_SEATED;
    for (int i = 0; i < r->count; i++)
        set.has_fault |= m[i].end != DOM_FAULT_NONE;
    dom_rc rc = r->visit(r->context, &set);
    drop_set(r);
    return rc;
}

static bool copy_decisions(dom_store_match *m)
{
    uint8_t *copy = malloc(m->decisions_bytes + 1);
    if (copy && m->decisions_bytes > 0)
        memcpy(copy, m->decisions, m->decisions_bytes);
    m->decisions = copy;
    return copy != NULL;
}

static dom_rc take_match(void *context, const dom_store_match *m)
{
    set_reader *r = context;
    dom_rc rc = r->count > 0 && r->match[0].set != m->set ? end_set(r) : DOM_OK;
    if (rc == DOM_OK && m->match % DOM_INTERRUPT_MATCHES == 0)
        rc = dom_interrupt_check(r->err);
    if (rc != DOM_OK)
        return rc;
    r->match[r->count] = *m;
    if (r->has_decisions && !copy_decisions(&r->match[r->count]))
        return dom_err_no_memory(r->err);
    r->count++;
    return DOM_OK;
}

dom_rc dom_results_set_each(dom_store *store, const dom_results_set_range *range,
                            dom_results_set_visitor *visit, void *context, dom_err *err)
{
    set_reader *r = calloc(1, sizeof *r);
    if (r == NULL)
        return dom_err_no_memory(err);
    r->of = range->of;
    r->has_plan = dom_results_plan_of(range->of, &r->plan, NULL) == DOM_OK;
    r->has_decisions = range->has_decisions;
    r->visit = visit;
    r->context = context;
    r->err = err;
    dom_rc rc = dom_store_match_each(store, range->of->id, range->first ? range->first : 1,
                                     range->last, range->has_decisions, take_match, r, err);
    if (rc == DOM_OK)
        rc = end_set(r);
    drop_set(r);
    free(r);
    return rc;
}

dom_results_set_range dom_results_set_range_of(const dom_store_tournament *t,
                                               const dom_store_match *m)
{
    dom_schedule_plan plan;
    dom_results_set_range range = {.of = t, .first = m->match, .last = m->match};
    if (m->match <= m->rotation || dom_results_plan_of(t, &plan, NULL) != DOM_OK)
        return range;
    uint64_t first = m->match - m->rotation;
    uint64_t last = first + (uint64_t)dom_schedule_plan_rotations(&plan, m->variant) - 1;
    if (last >= m->match) { /* always, but in a damaged database */
        range.first = first;
        range.last = last;
    }
    return range;
}

int dom_results_set_table(const dom_results_set *set, int first)
{
    const dom_store_match *m = set->match;
    int half = dom_schedule_half_of(m[first].rotation, m[first].seats), next = first;
    while (next < set->count && dom_schedule_half_of(m[next].rotation, m[next].seats) == half)
        next++;
    return next - first;
}
