#include "pool_parts.h"

#include <stdlib.h>
#include <string.h>

enum { INDEX_ROOM = 64 };

dom_pool *dom_pool_new(void)
{
    return calloc(1, sizeof(dom_pool));
}

void dom_pool_free(dom_pool **pool)
{
    dom_pool *p = *pool;
    if (p == NULL)
        return;
    free(p->player);
    free(p->pairing);
    free(p->cell);
    free(p->score);
    free(p->points);
    free(p->outcome);
    free(p->table);
    free(p->tally);
    free(p->order);
    free(p->pairing_index.slot);
    free(p->table_index.slot);
    free(p->tally_index.slot);
    free(p);
    *pool = NULL;
}

/* Room for `more` items beyond `count`; false when out of memory. */
static bool reserve(void **items, size_t *room, size_t count, size_t more, size_t size)
{
    if (count + more <= *room)
        return true;
    size_t wanted = *room ? 2 * *room : 16;
    while (wanted < count + more)
        wanted *= 2;
    void *grown = realloc(*items, wanted * size);
    if (grown == NULL)
        return false;
    *items = grown;
    *room = wanted;
    return true;
}

dom_ratings_rc dom_pool_players(dom_pool *pool, uint32_t players)
{
    if (players > DOM_POOL_PLAYERS_MAX)
        return DOM_RATINGS_E_LIMIT;
    if (players <= pool->players)
        return DOM_RATINGS_OK;
    size_t more = players - pool->players;
    if (!reserve((void **)&pool->player, &pool->player_room, pool->players, more,
                 sizeof *pool->player))
        return DOM_RATINGS_E_NOMEM;
    memset(pool->player + pool->players, 0, more * sizeof *pool->player);
    pool->players = players;
    return DOM_RATINGS_OK;
}

uint32_t dom_pool_player_count(const dom_pool *pool)
{
    return (uint32_t)pool->players;
}

/* ---- finding what is there ------------------------------------------------ */

static uint64_t mix(uint64_t hash, uint64_t value)
{
    hash = (hash ^ value) * 0x9e3779b97f4a7c15u;
    return hash ^ hash >> 29;
}

static uint64_t hash_pairing(const dom_pairing *p)
{
    uint64_t hash = p->terms;
    for (int i = 0; i < p->terms; i++)
        hash = mix(hash, (uint64_t)p->player[i] << 8 | (uint8_t)p->half[i]);
    return hash;
}

static bool same_pairing(const dom_pairing *a, const dom_pairing *b)
{
    if (a->terms != b->terms)
        return false;
    for (int i = 0; i < a->terms; i++)
        if (a->player[i] != b->player[i] || a->half[i] != b->half[i])
            return false;
    return true;
}

static uint64_t hash_table(const dom_pool_cell cell[], uint32_t cells)
{
    uint64_t hash = cells;
    for (uint32_t i = 0; i < cells; i++)
        hash = mix(hash, (uint64_t)cell[i].pairing << 32 | (uint32_t)cell[i].weight);
    return hash;
}

static bool same_table(const dom_pool_cell a[], const dom_pool_cell b[], uint32_t cells)
{
    for (uint32_t i = 0; i < cells; i++)
        if (a[i].pairing != b[i].pairing || a[i].weight != b[i].weight)
            return false;
    return true;
}

static uint64_t hash_tally(uint32_t table, const dom_outcome outcome[], uint32_t cells)
{
    uint64_t hash = mix(table, cells);
    for (uint32_t i = 0; i < cells; i++)
        hash = mix(hash, (uint64_t)(uint32_t)outcome[i].score << 32 | (uint32_t)outcome[i].tie);
    return hash;
}

static bool same_tally(const dom_outcome a[], const dom_outcome b[], uint32_t cells)
{
    for (uint32_t i = 0; i < cells; i++)
        if (a[i].score != b[i].score || a[i].tie != b[i].tie)
            return false;
    return true;
}

static uint64_t hash_of(const dom_pool *pool, const dom_index *index, uint32_t item)
{
    if (index == &pool->pairing_index)
        return hash_pairing(&pool->pairing[item]);
    const dom_pool_table *table =
        &pool->table[index == &pool->table_index ? item : pool->tally[item].table];
    if (index == &pool->table_index)
        return hash_table(pool->cell + table->first, table->cells);
    return hash_tally(pool->tally[item].table, pool->outcome + pool->tally[item].first,
                      table->cells);
}

static void put(dom_index *index, uint64_t hash, uint32_t item)
{
    size_t at = hash & (index->room - 1);
    while (index->slot[at])
        at = (at + 1) & (index->room - 1);
    index->slot[at] = item + 1;
}

/* Room for one more, with a third of the slots free. */
static bool reserve_index(const dom_pool *pool, dom_index *index)
{
    if (3 * (index->count + 1) < 2 * index->room)
        return true;
    size_t room = index->room ? 2 * index->room : INDEX_ROOM;
    uint32_t *slot = calloc(room, sizeof *slot);
    if (slot == NULL)
        return false;
    free(index->slot);
    index->slot = slot;
    index->room = room;
    for (uint32_t i = 0; i < index->count; i++)
        put(index, hash_of(pool, index, i), i);
    return true;
}

static bool fill_index(const dom_pool *pool, dom_index *index, size_t items)
{
    size_t room = INDEX_ROOM;
    while (3 * (items + 1) >= 2 * room)
        room *= 2;
    index->slot = calloc(room, sizeof *index->slot);
    if (index->slot == NULL)
        return false;
    index->room = room;
    for (; index->count < items; index->count++)
        put(index, hash_of(pool, index, (uint32_t)index->count), (uint32_t)index->count);
    return true;
}

bool dom_pool_index(dom_pool *pool)
{
    return fill_index(pool, &pool->pairing_index, pool->pairings) &&
           fill_index(pool, &pool->table_index, pool->tables) &&
           fill_index(pool, &pool->tally_index, pool->tallies);
}

/* ---- pairings ------------------------------------------------------------- */

/* One set on its way into the pool. */
typedef struct {
    dom_pool_cell cell[DOM_POOL_SET_PAIRINGS_MAX];
    dom_outcome outcome[DOM_POOL_SET_PAIRINGS_MAX];
    dom_spread score[DOM_POOL_SET_PAIRINGS_MAX];  /* of the matches of this set  */
    dom_spread points[DOM_POOL_SET_PAIRINGS_MAX]; /* the same, of points         */
    uint32_t cells;
} set_draft;

static void add_term(dom_pairing *p, uint32_t player, int half)
{
    int at = 0;
    while (at < p->terms && p->player[at] < player)
        at++;
    if (at < p->terms && p->player[at] == player) {
        p->half[at] = (int8_t)(p->half[at] + half);
        return;
    }
    for (int i = p->terms; i > at; i--) {
        p->player[i] = p->player[i - 1];
        p->half[i] = p->half[i - 1];
    }
    p->player[at] = player;
    p->half[at] = (int8_t)half;
    p->terms++;
}

static void drop_zeros(dom_pairing *p)
{
    int kept = 0;
    for (int i = 0; i < p->terms; i++)
        if (p->half[i] != 0) {
            p->player[kept] = p->player[i];
            p->half[kept++] = p->half[i];
        }
    p->terms = (uint8_t)kept;
}

/* The pairing of two entries, and whether `a` is its positive side. No terms are
 * left when both are the same. */
static dom_pairing pairing_of(const dom_pool_match *m, int a, int b, bool *is_positive)
{
    dom_pairing p = {.terms = 0};
    int half = 2 / m->members;
    for (int i = 0; i < m->members; i++) {
        add_term(&p, m->player[a][i], half);
        add_term(&p, m->player[b][i], -half);
    }
    drop_zeros(&p);
    *is_positive = p.terms == 0 || p.half[0] > 0;
    for (int i = 0; i < DOM_TERMS_MAX && !*is_positive; i++)
        p.half[i] = (int8_t)-p.half[i];
    return p;
}

/* Index of the pairing, UINT32_MAX when out of memory. */
static uint32_t find_pairing(dom_pool *pool, const dom_pairing *p)
{
    dom_index *index = &pool->pairing_index;
    if (!reserve_index(pool, index) ||
        !reserve((void **)&pool->pairing, &pool->pairing_room, pool->pairings, 1, sizeof *p))
        return UINT32_MAX;
    uint64_t hash = hash_pairing(p);
    for (size_t at = hash & (index->room - 1); index->slot[at]; at = (at + 1) & (index->room - 1))
        if (same_pairing(&pool->pairing[index->slot[at] - 1], p))
            return index->slot[at] - 1;
    pool->pairing[pool->pairings] = *p;
    put(index, hash, (uint32_t)pool->pairings);
    index->count++;
    return (uint32_t)pool->pairings++;
}

/* ---- a set ---------------------------------------------------------------- */

static bool has_result(const dom_pool_match *m, int a, int b)
{
    return m->fault == DOM_POOL_NO_FAULT || m->fault == a || m->fault == b;
}

static bool has_points(const dom_pool_match *m)
{
    return m->rounds > 0 && m->fault == DOM_POOL_NO_FAULT;
}

/* Score in halves. */
static int score_of(uint8_t own_place, uint8_t other_place)
{
    return own_place < other_place ? 2 : own_place == other_place ? 1 : 0;
}

static dom_ratings_rc check_entry(const dom_pool_match *m, int e)
{
    for (int i = 0; i < m->members; i++)
        if (m->player[e][i] >= DOM_POOL_PLAYERS_MAX)
            return DOM_RATINGS_E_LIMIT;
    if (m->place[e] == 0 || (m->rounds > 0 && (m->points[e] < -DOM_POOL_POINTS_MAX ||
                                               m->points[e] > DOM_POOL_POINTS_MAX)))
        return DOM_RATINGS_E_INVALID;
    return DOM_RATINGS_OK;
}

static dom_ratings_rc check_match(const dom_pool_match *m)
{
    if (m->entries < 2 || m->entries > DOM_POOL_ENTRIES_MAX || m->members < 1 ||
        m->members > DOM_POOL_MEMBERS_MAX || m->rounds > DOM_POOL_ROUNDS_MAX ||
        m->fault < DOM_POOL_NO_FAULT || m->fault >= m->entries)
        return DOM_RATINGS_E_INVALID;
    dom_ratings_rc rc = DOM_RATINGS_OK;
    for (int e = 0; e < m->entries && rc == DOM_RATINGS_OK; e++)
        rc = check_entry(m, e);
    return rc;
}

static dom_ratings_rc check_set(const dom_pool_match match[], size_t matches)
{
    if (matches == 0)
        return DOM_RATINGS_E_INVALID;
    if (matches > DOM_POOL_SET_MATCHES_MAX)
        return DOM_RATINGS_E_LIMIT;
    dom_ratings_rc rc = DOM_RATINGS_OK;
    for (size_t i = 0; i < matches && rc == DOM_RATINGS_OK; i++)
        rc = check_match(&match[i]);
    return rc;
}

/* The players of a set become known to the pool. */
static dom_ratings_rc meet_players(dom_pool *pool, const dom_pool_match match[], size_t matches)
{
    uint32_t most = 0;
    for (size_t i = 0; i < matches; i++)
        for (int e = 0; e < match[i].entries; e++)
            for (int k = 0; k < match[i].members; k++)
                if (match[i].player[e][k] > most)
                    most = match[i].player[e][k];
    return dom_pool_players(pool, most + 1);
}

static int cell_of(set_draft *set, uint32_t pairing)
{
    for (uint32_t i = 0; i < set->cells; i++)
        if (set->cell[i].pairing == pairing)
            return (int)i;
    if (set->cells == DOM_POOL_SET_PAIRINGS_MAX)
        return -1;
    set->cell[set->cells] = (dom_pool_cell){.pairing = pairing};
    set->outcome[set->cells] = (dom_outcome){0};
    set->score[set->cells] = set->points[set->cells] = (dom_spread){0};
    return (int)set->cells++;
}

static void add_sample(dom_spread *s, int64_t x)
{
    s->matches++;
    s->y += x;
    s->xx += (dom_wide)x * x;
}

static dom_ratings_rc draft_pair(dom_pool *pool, set_draft *set, const dom_pool_match *m, int a,
                                 int b)
{
    bool is_positive;
    dom_pairing p = pairing_of(m, a, b, &is_positive);
    if (p.terms == 0)
        return DOM_RATINGS_OK;
    uint32_t pairing = find_pairing(pool, &p);
    if (pairing == UINT32_MAX)
        return DOM_RATINGS_E_NOMEM;
    int at = cell_of(set, pairing);
    if (at < 0)
        return DOM_RATINGS_E_LIMIT;
    int plus = is_positive ? a : b;
    int minus = is_positive ? b : a;
    int weight = DOM_UNITS / (m->entries - 1);
    int score = score_of(m->place[plus], m->place[minus]);
    set->cell[at].weight += weight;
    set->outcome[at].score += weight / 2 * score;
    set->outcome[at].tie += score == 1 ? weight : 0;
    add_sample(&set->score[at], score);
    if (has_points(m))
        add_sample(&set->points[at], m->points[plus] - m->points[minus]);
    return DOM_RATINGS_OK;
}

static dom_ratings_rc draft_set(dom_pool *pool, set_draft *set, const dom_pool_match match[],
                                size_t matches)
{
    set->cells = 0;
    for (size_t i = 0; i < matches; i++)
        for (int a = 0; a < match[i].entries; a++)
            for (int b = a + 1; b < match[i].entries; b++) {
                if (!has_result(&match[i], a, b))
                    continue;
                dom_ratings_rc rc = draft_pair(pool, set, &match[i], a, b);
                if (rc != DOM_RATINGS_OK)
                    return rc;
            }
    return DOM_RATINGS_OK;
}

#define SWAP(type, a, b)                                                                           \
    do {                                                                                           \
        type swap_ = (a);                                                                          \
        (a) = (b);                                                                                 \
        (b) = swap_;                                                                               \
    } while (0)

/* By pairing; few cells, mostly in order already. */
static void sort_draft(set_draft *set)
{
    for (uint32_t i = 1; i < set->cells; i++)
        for (uint32_t k = i; k > 0 && set->cell[k - 1].pairing > set->cell[k].pairing; k--) {
            SWAP(dom_pool_cell, set->cell[k - 1], set->cell[k]);
            SWAP(dom_outcome, set->outcome[k - 1], set->outcome[k]);
            SWAP(dom_spread, set->score[k - 1], set->score[k]);
            SWAP(dom_spread, set->points[k - 1], set->points[k]);
        }
}

static bool reserve_cells(dom_pool *pool, size_t more)
{
    size_t room[] = {pool->cell_room, pool->cell_room, pool->cell_room};
    bool ok = reserve((void **)&pool->score, &room[0], pool->cells, more, sizeof *pool->score) &&
              reserve((void **)&pool->points, &room[1], pool->cells, more, sizeof *pool->points) &&
              reserve((void **)&pool->cell, &room[2], pool->cells, more, sizeof *pool->cell);
    if (ok)
        pool->cell_room = room[2];
    return ok;
}

static bool reserve_set(dom_pool *pool, const set_draft *set)
{
    return reserve_index(pool, &pool->table_index) && reserve_index(pool, &pool->tally_index) &&
           reserve((void **)&pool->table, &pool->table_room, pool->tables, 1,
                   sizeof *pool->table) &&
           reserve((void **)&pool->tally, &pool->tally_room, pool->tallies, 1,
                   sizeof *pool->tally) &&
           reserve((void **)&pool->outcome, &pool->outcome_room, pool->outcomes, set->cells,
                   sizeof *pool->outcome) &&
           reserve((void **)&pool->order, &pool->order_room, pool->sets, 1, sizeof *pool->order) &&
           reserve_cells(pool, set->cells);
}

/* The room is there. */
static size_t append_cells(dom_pool *pool, const set_draft *set)
{
    size_t first = pool->cells;
    memcpy(pool->cell + first, set->cell, set->cells * sizeof *set->cell);
    memset(pool->score + first, 0, set->cells * sizeof *pool->score);
    memset(pool->points + first, 0, set->cells * sizeof *pool->points);
    pool->cells += set->cells;
    return first;
}

static size_t append_outcomes(dom_pool *pool, const set_draft *set)
{
    size_t first = pool->outcomes;
    memcpy(pool->outcome + first, set->outcome, set->cells * sizeof *set->outcome);
    pool->outcomes += set->cells;
    return first;
}

static dom_pool_table *find_table(dom_pool *pool, const set_draft *set)
{
    dom_index *index = &pool->table_index;
    uint64_t hash = hash_table(set->cell, set->cells);
    for (size_t at = hash & (index->room - 1); index->slot[at]; at = (at + 1) & (index->room - 1)) {
        dom_pool_table *table = &pool->table[index->slot[at] - 1];
        if (table->cells == set->cells &&
            same_table(pool->cell + table->first, set->cell, set->cells))
            return table;
    }
    put(index, hash, (uint32_t)pool->tables);
    index->count++;
    dom_pool_table *table = &pool->table[pool->tables++];
    *table = (dom_pool_table){.first = append_cells(pool, set), .cells = set->cells};
    return table;
}

static dom_pool_tally *find_tally(dom_pool *pool, uint32_t table, const set_draft *set)
{
    dom_index *index = &pool->tally_index;
    uint64_t hash = hash_tally(table, set->outcome, set->cells);
    for (size_t at = hash & (index->room - 1); index->slot[at]; at = (at + 1) & (index->room - 1)) {
        dom_pool_tally *tally = &pool->tally[index->slot[at] - 1];
        if (tally->table == table &&
            same_tally(pool->outcome + tally->first, set->outcome, set->cells))
            return tally;
    }
    put(index, hash, (uint32_t)pool->tallies);
    index->count++;
    dom_pool_tally *tally = &pool->tally[pool->tallies++];
    *tally = (dom_pool_tally){.table = table, .first = append_outcomes(pool, set)};
    return tally;
}

static void add_spread(dom_spread *sum, const dom_spread *set)
{
    if (set->matches == 0)
        return;
    sum->sets++;
    sum->matches += set->matches;
    sum->y += set->y;
    sum->yy += set->y * set->y;
    sum->xx += set->xx;
}

/* Returns its tally. */
static uint32_t count_set(dom_pool *pool, const set_draft *set)
{
    dom_pool_table *table = find_table(pool, set);
    table->sets++;
    for (uint32_t i = 0; i < set->cells; i++) {
        add_spread(&pool->score[table->first + i], &set->score[i]);
        add_spread(&pool->points[table->first + i], &set->points[i]);
    }
    dom_pool_tally *tally = find_tally(pool, (uint32_t)(table - pool->table), set);
    tally->sets++;
    return (uint32_t)(tally - pool->tally);
}

/* ---- players -------------------------------------------------------------- */

static void count_pairs(dom_pool *pool, const dom_pool_match *m, int e, uint32_t player)
{
    dom_pool_player *p = &pool->player[player];
    for (int other = 0; other < m->entries; other++) {
        if (other == e || !has_result(m, e, other))
            continue;
        int score = score_of(m->place[e], m->place[other]);
        p->wins += score == 2;
        p->draws += score == 1;
        p->losses += score == 0;
    }
}

static bool is_in(const dom_pool_match *m, int e, uint32_t player)
{
    return m->player[e][0] == player || (m->members == 2 && m->player[e][1] == player);
}

/* Was the player seen in this set before entry `e` of match `i`? */
static bool was_seen(const dom_pool_match match[], size_t i, int e, uint32_t player, bool in_match)
{
    for (size_t k = in_match ? i : 0; k <= i; k++)
        for (int other = 0; other < (k == i ? e : match[k].entries); other++)
            if (is_in(&match[k], other, player))
                return true;
    return false;
}

static void count_points(dom_pool_player *p, const dom_pool_match match[], size_t matches,
                         uint32_t player)
{
    int64_t points = 0, rounds = 0;
    for (size_t i = 0; i < matches; i++)
        for (int e = 0; has_points(&match[i]) && e < match[i].entries; e++)
            if (is_in(&match[i], e, player)) {
                points += match[i].points[e];
                rounds += match[i].rounds;
            }
    p->point_sets += rounds > 0;
    p->p += points;
    p->m += rounds;
    p->pp += (dom_wide)points * points;
    p->pm += (dom_wide)points * rounds;
    p->mm += (dom_wide)rounds * rounds;
}

static void count_player(dom_pool *pool, const dom_pool_match match[], size_t matches, size_t i,
                         int e, uint32_t player)
{
    const dom_pool_match *m = &match[i];
    dom_pool_player *p = &pool->player[player];
    count_pairs(pool, m, e, player);
    p->matches += !was_seen(match, i, e, player, true);
    if (was_seen(match, i, e, player, false))
        return;
    p->sets++;
    count_points(p, match, matches, player);
}

static void count_players(dom_pool *pool, const dom_pool_match match[], size_t matches)
{
    for (size_t i = 0; i < matches; i++)
        for (int e = 0; e < match[i].entries; e++) {
            count_player(pool, match, matches, i, e, match[i].player[e][0]);
            if (match[i].members == 2 && match[i].player[e][1] != match[i].player[e][0])
                count_player(pool, match, matches, i, e, match[i].player[e][1]);
        }
}

dom_ratings_rc dom_pool_add_set(dom_pool *pool, const dom_pool_match match[], size_t matches)
{
    set_draft set;
    dom_ratings_rc rc = check_set(match, matches);
    if (rc == DOM_RATINGS_OK)
        rc = meet_players(pool, match, matches);
    if (rc == DOM_RATINGS_OK)
        rc = draft_set(pool, &set, match, matches);
    if (rc == DOM_RATINGS_OK && !reserve_set(pool, &set))
        rc = DOM_RATINGS_E_NOMEM;
    if (rc != DOM_RATINGS_OK)
        return rc;
    sort_draft(&set);
    pool->order[pool->sets] = set.cells > 0 ? count_set(pool, &set) : DOM_NO_TALLY;
    count_players(pool, match, matches);
    pool->sets++;
    pool->matches += matches;
    return DOM_RATINGS_OK;
}
