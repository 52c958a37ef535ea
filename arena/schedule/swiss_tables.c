/* Tables of a Swiss for three and four bots: folded score groups, then exchanges of two bots while
 * fewer pairs meet again or nearer scores meet. */
#include "swiss_tables.h"

#include "rules/tile.h"

#include <string.h>

/* What exchanges make smaller: first the sum of squares of earlier meetings, then the sum of score
 * differences, each over all pairs of bots at a table. */
typedef struct {
    uint64_t meetings, differences;
} table_cost;

/* Who sits where. Places are counted from table to table. */
typedef struct {
    const dom_schedule_swiss_ranking *of;
    uint16_t rank[DOM_SCHEDULE_PLAN_BOTS_MAX];  /* by place */
    uint16_t place[DOM_SCHEDULE_PLAN_BOTS_MAX]; /* by rank  */
} swiss_seating;

static table_cost sum_of(table_cost a, table_cost b)
{
    return (table_cost){a.meetings + b.meetings, a.differences + b.differences};
}

static bool is_less(table_cost a, table_cost b)
{
    return a.meetings != b.meetings ? a.meetings < b.meetings : a.differences < b.differences;
}

/* ---- beginnings --------------------------------------------------------------- */

static void sit_down(swiss_seating *s, uint32_t place, uint32_t rank)
{
    s->rank[place] = (uint16_t)rank;
    s->place[rank] = (uint16_t)place;
}

/* Folds the ranks from `first` to `end` - 1: table t gets the ranks t, t + tables, t + 2 * tables
 * and so on of them. With a turn, seat j of table t gets that of table t + j * turn. */
static void fold(swiss_seating *s, uint32_t first, uint32_t end, uint32_t turn)
{
    uint32_t seats = s->of->seats, tables = (end - first) / seats;
    for (uint32_t t = 0; t < tables; t++)
        for (uint32_t j = 0; j < seats; j++)
            sit_down(s, first + t * seats + j, first + j * tables + (t + j * turn) % tables);
}

/* Folds the ranking in parts that end where a score group ends, rounded down to whole tables. */
static void fold_groups(swiss_seating *s)
{
    const dom_schedule_swiss_ranking *r = s->of;
    uint32_t first = 0;
    for (uint32_t end = 1; end <= r->size; end++) {
        if (end < r->size && r->score[end] == r->score[end - 1])
            continue;
        uint32_t whole = end / r->seats * r->seats;
        fold(s, first, whole, 0);
        first = whole;
    }
}

static void begin(swiss_seating *s, uint32_t beginning)
{
    if (beginning == 0)
        fold_groups(s);
    else
        fold(s, 0, s->of->size, beginning);
}

/* ---- exchanges ---------------------------------------------------------------- */

/* Returns what `rank` costs at the table of `host`, in the place of the host. */
static table_cost cost_at(const swiss_seating *s, uint32_t rank, uint32_t host)
{
    const dom_schedule_swiss_ranking *r = s->of;
    const uint16_t *other = &s->rank[s->place[host] / r->seats * r->seats];
    table_cost cost = {0};
    for (uint32_t j = 0; j < r->seats; j++) {
        if (other[j] == host)
            continue;
        uint64_t met = r->met[rank * r->size + other[j]];
        cost.meetings += met * met;
        cost.differences += rank < other[j] ? r->score[rank] - r->score[other[j]]
                                            : r->score[other[j]] - r->score[rank];
    }
    return cost;
}

/* Exchanges two ranks if that costs less. */
static bool exchange(swiss_seating *s, uint32_t a, uint32_t b)
{
    uint16_t place = s->place[a], other = s->place[b];
    if (place / s->of->seats == other / s->of->seats)
        return false;
    table_cost now = sum_of(cost_at(s, a, a), cost_at(s, b, b));
    table_cost then = sum_of(cost_at(s, a, b), cost_at(s, b, a));
    if (!is_less(then, now))
        return false;
    sit_down(s, place, b);
    sit_down(s, other, a);
    return true;
}

/* Tries every pair of ranks once. Returns true if there were exchanges. */
static bool pass(swiss_seating *s)
{
    bool is_better = false;
    for (uint32_t a = 0; a < s->of->size; a++)
        for (uint32_t b = a + 1; b < s->of->size; b++)
            is_better |= exchange(s, a, b);
    return is_better;
}

/* Returns the cost of all tables, in which each pair is counted twice. */
static table_cost cost_of(const swiss_seating *s)
{
    table_cost cost = {0};
    for (uint32_t rank = 0; rank < s->of->size; rank++)
        cost = sum_of(cost, cost_at(s, rank, rank));
    return cost;
}

static table_cost search(swiss_seating *s, uint32_t beginning)
{
    begin(s, beginning);
    for (int i = 0; i < DOM_SCHEDULE_SWISS_PASSES && pass(s); i++)
        ;
    return cost_of(s);
}

/* ---- the order of the result ---------------------------------------------------- */

static void sort_ranks(uint16_t rank[], uint32_t count)
{
    for (uint32_t i = 1; i < count; i++)
        for (uint32_t j = i; j > 0 && rank[j - 1] > rank[j]; j--) {
            uint16_t lower = rank[j];
            rank[j] = rank[j - 1];
            rank[j - 1] = lower;
        }
}

static void write_tables(swiss_seating *s, uint16_t tables[])
{
    uint32_t seats = s->of->seats;
    for (uint32_t place = 0; place < s->of->size; place += seats)
        sort_ranks(&s->rank[place], seats);
    for (uint32_t rank = 0; rank < s->of->size; rank++) {
        const uint16_t *table = &s->rank[s->place[rank] / seats * seats];
        if (table[0] != rank)
            continue;
        memcpy(tables, table, seats * sizeof *table);
        tables += seats;
    }
}

void dom_schedule_swiss_seat(const dom_schedule_swiss_ranking *ranking, uint16_t tables[])
{
    swiss_seating best = {.of = ranking}, next = {.of = ranking};
    table_cost least = search(&best, 0);
    for (uint32_t i = 1; i < DOM_SCHEDULE_SWISS_BEGINNINGS && least.meetings > 0; i++) {
        table_cost cost = search(&next, i);
        if (!is_less(cost, least))
            continue;
        best = next;
        least = cost;
    }
    write_tables(&best, tables);
}
