/* Which bots sit at a table: all combinations where they are few, else tables that are developed
 * from base tables so that all pairs of bots meet equally often. */
#include "tables.h"

#include <string.h>

/* ---- all combinations ------------------------------------------------------ */

/* Returns the binomial coefficient n over k, or some number above `most` if it is larger than
 * that. */
static uint64_t binomial(uint64_t n, int k, uint64_t most)
{
    if ((uint64_t)k > n)
        return 0;
    uint64_t ways = 1;
    for (int i = 1; i <= k && ways <= most; i++)
        ways = ways * (n - (uint64_t)(k - i)) / (uint64_t)i; /* now it is n-k+i over i */
    return ways;
}

dom_schedule_tables dom_schedule_tables_of(const dom_schedule_draw_spec *spec)
{
    const uint64_t many = UINT64_MAX / DOM_SCHEDULE_PLAN_BOTS_MAX;
    uint64_t all = binomial(spec->pool, spec->picks, many);
    uint64_t old = binomial(spec->old, spec->picks, many);
    dom_schedule_tables tables = {.pool = spec->pool, .picks = spec->picks};
    tables.is_developed = all > many || all - old > spec->most;
    tables.first = tables.is_developed ? 0 : (uint32_t)old;
    tables.count = tables.is_developed ? DOM_SCHEDULE_TABLES_MAX / spec->pool * spec->pool
                                       : (uint32_t)(all - old);
    return tables;
}

/* Returns the largest n < end for which n over k is at most `rank`. */
static uint32_t largest_within(uint32_t end, int k, uint64_t rank)
{
    uint32_t low = 0;
    while (end - low > 1) {
        uint32_t middle = low + (end - low) / 2;
        if (binomial(middle, k, rank) <= rank)
            low = middle;
        else
            end = middle;
    }
    return low;
}

/* Writes combination number `index`. Combinations are in the order of their highest bot, then of
 * the next, so a number is a sum of binomial coefficients, one per bot (the combinatorial number
 * system). */
static void combination_at(uint32_t pool, int picks, uint32_t index, uint16_t bot[])
{
    for (int k = picks; k > 0; k--) {
        uint32_t n = largest_within(pool, k, index);
        index -= (uint32_t)binomial(n, k, UINT32_MAX);
        bot[k - 1] = (uint16_t)n;
    }
}

void dom_schedule_tables_at(const dom_schedule_tables *tables, uint32_t index, uint16_t bot[])
{
    dom_check(index < tables->count);
    if (!tables->is_developed) {
        combination_at(tables->pool, tables->picks, tables->first + index, bot);
        return;
    }
    const uint16_t *base = tables->base->bot[index / tables->pool];
    for (int e = 0; e < tables->picks; e++)
        bot[e] = (uint16_t)((base[e] + index % tables->pool) % tables->pool);
}

/* ---- base tables ------------------------------------------------------------
 *
 * Developed through all bots, a base table makes two bots meet as often as their
 * distance occurs among its entries. So the meetings are even when the distances
 * of all base tables are. Start from random tables and move single entries to
 * where distances are rarer, until even or out of steps. */

enum {
    STEPS = 20000,
    TRIES = 4096, /* attempts to find a random table that does not exist yet */
    DISTANCES = DOM_SCHEDULE_PLAN_BOTS_MAX / 2 + 1
};

/* The shape of a table: its sorted bots, relative to the entry for which they are smallest. It
 * is the same for all tables that a base table develops into. */
typedef struct {
    uint16_t bot[DOM_SEATS_MAX];
} shape;

typedef struct {
    dom_schedule_base_tables *base;
    shape shapes[DOM_SCHEDULE_BASE_TABLES_MAX];
    uint32_t meetings[DISTANCES]; /* how often two bots at this distance meet */
    uint32_t bots;
    int entries;
    uint64_t random;
} table_developer;

/* Returns a number in 0..n-1 by SplitMix64, which is not fit for secrets. */
static uint32_t random_below(table_developer *w, uint32_t n)
{
    uint64_t z = w->random += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    z ^= z >> 31;
    return (uint32_t)((z >> 32) * n >> 32);
}

static uint32_t distance(const table_developer *w, uint32_t a, uint32_t b)
{
    uint32_t d = a > b ? a - b : b - a;
    return d > w->bots - d ? w->bots - d : d;
}

/* Returns how often two bots at distance d meet per base table: twice if they are opposite each
 * other, because the table develops into the same pair from both sides. */
static uint32_t times_met(const table_developer *w, uint32_t d)
{
    return 2 * d == w->bots ? 2 : 1;
}

/* Adds or removes the meetings of `bot` with all entries but `entry`. Returns how many meetings
 * these distances have without it. */
static uint64_t join_table(table_developer *w, const uint16_t table[], int entry, uint32_t bot)
{
    uint64_t others = 0;
    for (int e = 0; e < w->entries; e++)
        if (e != entry) {
            uint32_t d = distance(w, bot, table[e]);
            others += w->meetings[d];
            w->meetings[d] += times_met(w, d);
        }
    return others;
}

static uint64_t leave_table(table_developer *w, const uint16_t table[], int entry, uint32_t bot)
{
    uint64_t others = 0;
    for (int e = 0; e < w->entries; e++)
        if (e != entry) {
            uint32_t d = distance(w, bot, table[e]);
            w->meetings[d] -= times_met(w, d);
            others += w->meetings[d];
        }
    return others;
}

static uint32_t spread(const table_developer *w)
{
    uint32_t least = UINT32_MAX;
    uint32_t most = 0;
    for (uint32_t d = 1; d <= w->bots / 2; d++) {
        least = w->meetings[d] < least ? w->meetings[d] : least;
        most = w->meetings[d] > most ? w->meetings[d] : most;
    }
    return most - least;
}

static bool has_bot(const table_developer *w, const uint16_t table[], uint32_t bot)
{
    for (int e = 0; e < w->entries; e++)
        if (table[e] == bot)
            return true;
    return false;
}

/* Returns the table relative to its entry `first`, sorted. */
static shape seen_from(const table_developer *w, const uint16_t table[], int first)
{
    shape s = {{0}};
    for (int e = 0; e < w->entries; e++) {
        uint16_t bot = (uint16_t)((table[e] + w->bots - table[first]) % w->bots);
        int at = e;
        for (; at > 0 && s.bot[at - 1] > bot; at--)
            s.bot[at] = s.bot[at - 1];
        s.bot[at] = bot;
    }
    return s;
}

static int compare(const shape *a, const shape *b)
{
    return memcmp(a, b, sizeof *a);
}

/* Finds the shape of a table. Returns false if it is the same from two entries, because it would
 * develop into the same tables more than once. */
static bool find_shape(const table_developer *w, const uint16_t table[], shape *out)
{
    bool single = true;
    *out = seen_from(w, table, 0);
    for (int e = 1; e < w->entries; e++) {
        shape s = seen_from(w, table, e);
        int order = compare(&s, out);
        if (order == 0)
            single = false;
        if (order < 0) {
            *out = s;
            single = true;
        }
    }
    return single;
}

/* Returns true, and stores the shape, if base table `index` develops into tables that no other
 * of the first `count` has. */
static bool take_shape(table_developer *w, uint32_t index, uint32_t count, const uint16_t table[])
{
    shape s;
    if (!find_shape(w, table, &s))
        return false;
    for (uint32_t i = 0; i < count; i++)
        if (i != index && compare(&w->shapes[i], &s) == 0)
            return false;
    w->shapes[index] = s;
    return true;
}

/* Makes a random table of bot 0 and others. */
static void random_table(table_developer *w, uint16_t table[])
{
    memset(table, 0, DOM_SEATS_MAX * sizeof *table);
    for (int e = 1; e < w->entries;) {
        uint16_t bot = (uint16_t)random_below(w, w->bots);
        if (!has_bot(w, table, bot))
            table[e++] = bot;
    }
}

static void add_base_table(table_developer *w)
{
    uint32_t index = w->base->count++;
    uint16_t *table = w->base->bot[index];
    int tries = 0;
    do
        random_table(w, table);
    while (!take_shape(w, index, index, table) && ++tries < TRIES);
    for (int e = 1; e < w->entries; e++)
        for (int other = 0; other < e; other++) {
            uint32_t d = distance(w, table[e], table[other]);
            w->meetings[d] += times_met(w, d);
        }
}

/* Moves one random entry of one random base table if its distances are then no more frequent
 * than before. Moves that change nothing are allowed, because they lead out of dead ends. */
static void improve(table_developer *w)
{
    uint32_t index = random_below(w, w->base->count);
    uint16_t *table = w->base->bot[index];
    int entry = 1 + (int)random_below(w, (uint32_t)w->entries - 1);
    uint16_t old = table[entry];
    uint16_t bot = (uint16_t)random_below(w, w->bots);
    if (has_bot(w, table, bot))
        return;
    uint64_t without_old = leave_table(w, table, entry, old);
    uint64_t without_new = join_table(w, table, entry, bot);
    table[entry] = bot;
    if (without_new <= without_old && take_shape(w, index, w->base->count, table))
        return;
    (void)leave_table(w, table, entry, bot);
    (void)join_table(w, table, entry, old);
    table[entry] = old;
}

void dom_schedule_tables_develop(dom_schedule_base_tables *base, uint32_t pool, int picks)
{
    memset(base, 0, sizeof *base);
    base->pool = pool;
    base->picks = picks;
    table_developer w = {.base = base, .bots = pool, .entries = picks};
    w.random = (uint64_t)pool * (DOM_SEATS_MAX + 1) + (uint64_t)picks;
    uint32_t count = DOM_SCHEDULE_TABLES_MAX / pool;
    dom_check(count <= DOM_SCHEDULE_BASE_TABLES_MAX);
    while (base->count < count)
        add_base_table(&w);
    for (int step = 0; step < STEPS && spread(&w) > 1; step++)
        improve(&w);
}
