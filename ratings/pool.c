/* A set becomes a draft first: its pairings with weights, outcomes and sums. Only when all memory
 * is reserved is the draft counted, so a failure leaves no trace of a set. */
#include "pool_parts.h"

#include "distributions.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

dom_ratings_pool *dom_ratings_pool_new(void)
{
    return calloc(1, sizeof(dom_ratings_pool));
}

void dom_ratings_pool_free(dom_ratings_pool **pool)
{
    dom_ratings_pool *p = *pool;
    if (p == NULL)
        return;
    free(p->player);
    free(p->pairing);
    free(p->pairs.weight);
    free(p->pairs.score);
    free(p->pairs.points);
    free(p->outcome);
    free(p->table);
    free(p->outcome_count);
    free(p->order);
    free(p->index.slot);
    free(p);
    *pool = NULL;
}

/* Make room for `more` items beyond `count`. Returns false if memory ran out. */
static bool reserve_items(void **items, size_t *room, size_t count, size_t more, size_t size)
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

dom_ratings_rc dom_ratings_pool_players(dom_ratings_pool *pool, uint32_t players)
{
    if (players > DOM_RATINGS_POOL_PLAYERS_MAX)
        return DOM_RATINGS_E_LIMIT;
    if (players <= pool->players)
        return DOM_RATINGS_OK;
    size_t more = players - pool->players;
    if (!reserve_items((void **)&pool->player, &pool->player_room, pool->players, more,
                       sizeof *pool->player))
        return DOM_RATINGS_E_NOMEM;
    memset(pool->player + pool->players, 0, more * sizeof *pool->player);
    pool->players = players;
    return DOM_RATINGS_OK;
}

uint32_t dom_ratings_pool_player_count(const dom_ratings_pool *pool)
{
    return (uint32_t)pool->players;
}

/* ---- finding existing items ------------------------------------------------ */

static uint64_t mix(uint64_t hash, uint64_t value)
{
    hash = (hash ^ value) * 0x9e3779b97f4a7c15u;
    return hash ^ hash >> 29;
}

static uint64_t hash_pairing(const dom_ratings_pairing *p)
{
    uint64_t hash = p->terms;
    for (int i = 0; i < p->terms; i++)
        hash = mix(hash, (uint64_t)p->player[i] << 8 | (uint8_t)p->half[i]);
    return hash;
}

static bool same_pairing(const dom_ratings_pairing *a, const dom_ratings_pairing *b)
{
    if (a->terms != b->terms)
        return false;
    for (int i = 0; i < a->terms; i++)
        if (a->player[i] != b->player[i] || a->half[i] != b->half[i])
            return false;
    return true;
}

static uint64_t hash_table(const dom_ratings_pair_weight weight[], uint32_t pairs)
{
    uint64_t hash = pairs;
    for (uint32_t i = 0; i < pairs; i++)
        hash = mix(hash, (uint64_t)weight[i].pairing << 32 | (uint32_t)weight[i].weight);
    return hash;
}

static bool same_table(const dom_ratings_pair_weight a[], const dom_ratings_pair_weight b[],
                       uint32_t pairs)
{
    for (uint32_t i = 0; i < pairs; i++)
        if (a[i].pairing != b[i].pairing || a[i].weight != b[i].weight)
            return false;
    return true;
}

static uint64_t hash_outcomes(uint32_t table, const dom_ratings_outcome outcome[], uint32_t pairs)
{
    uint64_t hash = mix(table, pairs);
    for (uint32_t i = 0; i < pairs; i++)
        hash = mix(hash, (uint64_t)(uint32_t)outcome[i].score << 32 | (uint32_t)outcome[i].tie);
    return hash;
}

static bool same_outcomes(const dom_ratings_outcome a[], const dom_ratings_outcome b[],
                          uint32_t pairs)
{
    for (uint32_t i = 0; i < pairs; i++)
        if (a[i].score != b[i].score || a[i].tie != b[i].tie)
            return false;
    return true;
}

static uint32_t pairing_mark(const dom_ratings_pairing *p)
{
    return dom_ratings_index_mark(DOM_RATINGS_INDEX_PAIRING, hash_pairing(p));
}

static uint32_t table_mark(const dom_ratings_pair_weight weight[], uint32_t pairs)
{
    return dom_ratings_index_mark(DOM_RATINGS_INDEX_TABLE, hash_table(weight, pairs));
}

static uint32_t outcomes_mark(uint32_t table, const dom_ratings_outcome outcome[], uint32_t pairs)
{
    return dom_ratings_index_mark(DOM_RATINGS_INDEX_OUTCOME, hash_outcomes(table, outcome, pairs));
}

bool dom_ratings_pool_index(dom_ratings_pool *pool)
{
    dom_ratings_index *index = &pool->index;
    if (!dom_ratings_index_reserve(index, pool->pairings + pool->tables + pool->outcome_counts))
        return false;
    for (uint32_t i = 0; i < pool->pairings; i++)
        dom_ratings_index_put(index, pairing_mark(&pool->pairing[i]), i);
    for (uint32_t i = 0; i < pool->tables; i++)
        dom_ratings_index_put(
            index, table_mark(pool->pairs.weight + pool->table[i].first, pool->table[i].pairs), i);
    for (uint32_t i = 0; i < pool->outcome_counts; i++) {
        const dom_ratings_outcome_count *t = &pool->outcome_count[i];
        dom_ratings_index_put(
            index, outcomes_mark(t->table, pool->outcome + t->first, pool->table[t->table].pairs),
            i);
    }
    return true;
}

/* ---- pairings ------------------------------------------------------------- */

/* One set that is being added. */
typedef struct {
    dom_ratings_pair_weight weight[DOM_RATINGS_POOL_SET_PAIRINGS_MAX];
    dom_ratings_outcome outcome[DOM_RATINGS_POOL_SET_PAIRINGS_MAX];
    dom_ratings_spread score[DOM_RATINGS_POOL_SET_PAIRINGS_MAX];  /* over the matches of this set */
    dom_ratings_spread points[DOM_RATINGS_POOL_SET_PAIRINGS_MAX]; /* the same for points */
    uint32_t pairs;
} set_draft;

/* Add half / 2 times a player to a pairing, whose terms stay sorted by player. */
static void add_term(dom_ratings_pairing *p, uint32_t player, int half)
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

/* Remove players who are on both sides and cancel out. */
static void drop_zeros(dom_ratings_pairing *p)
{
    int kept = 0;
    for (int i = 0; i < p->terms; i++)
        if (p->half[i] != 0) {
            p->player[kept] = p->player[i];
            p->half[kept++] = p->half[i];
        }
    p->terms = (uint8_t)kept;
}

/* Returns the pairing of two entries. *is_positive tells whether `a` is its positive side. The
 * pairing has no terms if both entries are the same. */
static dom_ratings_pairing pairing_of(const dom_ratings_match *m, int a, int b, bool *is_positive)
{
    dom_ratings_pairing p = {.terms = 0};
    int half = 2 / m->members;
    for (int i = 0; i < m->members; i++) {
        add_term(&p, m->player[a][i], half);
        add_term(&p, m->player[b][i], -half);
    }
    drop_zeros(&p);
    *is_positive = p.half[0] > 0;
    for (int i = 0; i < DOM_RATINGS_TERMS_MAX && !*is_positive; i++)
        p.half[i] = (int8_t)-p.half[i];
    return p;
}

/* Returns the number of the pairing, which is added if it is new; UINT32_MAX if memory ran out. */
static uint32_t find_pairing(dom_ratings_pool *pool, const dom_ratings_pairing *p)
{
    if (!dom_ratings_index_reserve(&pool->index, 1) ||
        !reserve_items((void **)&pool->pairing, &pool->pairing_room, pool->pairings, 1, sizeof *p))
        return UINT32_MAX;
    uint32_t mark = pairing_mark(p), found;
    for (size_t at = 0; (found = dom_ratings_index_next(&pool->index, mark, &at)) != UINT32_MAX;)
        if (same_pairing(&pool->pairing[found], p))
            return found;
    pool->pairing[pool->pairings] = *p;
    dom_ratings_index_put(&pool->index, mark, (uint32_t)pool->pairings);
    return (uint32_t)pool->pairings++;
}

/* ---- a set ---------------------------------------------------------------- */

static dom_ratings_rc check_entry(const dom_ratings_match *m, int e)
{
    for (int i = 0; i < m->members; i++)
        if (m->player[e][i] >= DOM_RATINGS_POOL_PLAYERS_MAX)
            return DOM_RATINGS_E_LIMIT;
    if (m->place[e] == 0 || (m->rounds > 0 && (m->points[e] < -DOM_RATINGS_POOL_POINTS_MAX ||
                                               m->points[e] > DOM_RATINGS_POOL_POINTS_MAX)))
        return DOM_RATINGS_E_INVALID;
    return DOM_RATINGS_OK;
}

static dom_ratings_rc check_match(const dom_ratings_match *m)
{
    if (m->entries < 2 || m->entries > DOM_RATINGS_MATCH_ENTRIES_MAX || m->members < 1 ||
        m->members > DOM_RATINGS_MATCH_MEMBERS_MAX || m->rounds > DOM_RATINGS_POOL_ROUNDS_MAX ||
        m->fault < DOM_RATINGS_NO_FAULT || m->fault >= m->entries || m->points_scale < 0 ||
        m->points_scale > (m->rounds > 0 ? 2 * (int64_t)DOM_RATINGS_POOL_POINTS_MAX : 0))
        return DOM_RATINGS_E_INVALID;
    dom_ratings_rc rc = DOM_RATINGS_OK;
    for (int e = 0; e < m->entries && rc == DOM_RATINGS_OK; e++)
        rc = check_entry(m, e);
    return rc;
}

static dom_ratings_rc check_set(const dom_ratings_match match[], size_t matches)
{
    if (matches == 0)
        return DOM_RATINGS_E_INVALID;
    if (matches > DOM_RATINGS_POOL_SET_MATCHES_MAX)
        return DOM_RATINGS_E_LIMIT;
    dom_ratings_rc rc = DOM_RATINGS_OK;
    for (size_t i = 0; i < matches && rc == DOM_RATINGS_OK; i++)
        rc = check_match(&match[i]);
    return rc;
}

/* Make the players of a set known to the pool. */
static dom_ratings_rc meet_players(dom_ratings_pool *pool, const dom_ratings_match match[],
                                   size_t matches)
{
    uint32_t most = 0;
    for (size_t i = 0; i < matches; i++)
        for (int e = 0; e < match[i].entries; e++)
            for (int k = 0; k < match[i].members; k++)
                if (match[i].player[e][k] > most)
                    most = match[i].player[e][k];
    return dom_ratings_pool_players(pool, most + 1);
}

/* Returns the index of the pairing in the draft, which is added if it is new; -1 if the draft is
 * full. */
static int find_pair(set_draft *set, uint32_t pairing)
{
    for (uint32_t i = 0; i < set->pairs; i++)
        if (set->weight[i].pairing == pairing)
            return (int)i;
    if (set->pairs == DOM_RATINGS_POOL_SET_PAIRINGS_MAX)
        return -1;
    set->weight[set->pairs] = (dom_ratings_pair_weight){.pairing = pairing};
    set->outcome[set->pairs] = (dom_ratings_outcome){0};
    set->score[set->pairs] = set->points[set->pairs] = (dom_ratings_spread){0};
    return (int)set->pairs++;
}

static void add_sample(dom_ratings_spread *s, int64_t x)
{
    s->matches++;
    s->y += x;
    s->xx += (dom_ratings_wide)x * x;
}

/* Returns the result of a pair that weighs so many units. */
static dom_ratings_outcome outcome_of(const dom_ratings_match *m, int plus, int minus, int weight)
{
    int score = dom_ratings_match_half_points(m->place[plus], m->place[minus]);
    if (m->points_scale == 0 || !dom_ratings_match_has_points(m))
        return (dom_ratings_outcome){.score = weight / 2 * score, .tie = score == 1 ? weight : 0};
    double lead = (double)(m->points[plus] - m->points[minus]) / (double)m->points_scale;
    return (dom_ratings_outcome){.score = (int32_t)lround(weight * dom_ratings_normal_cdf(lead))};
}

/* Add the result of entries a and b of a match to the draft. */
static dom_ratings_rc draft_pair(dom_ratings_pool *pool, set_draft *set, const dom_ratings_match *m,
                                 int a, int b)
{
    bool is_positive;
    dom_ratings_pairing p = pairing_of(m, a, b, &is_positive);
    if (p.terms == 0)
        return DOM_RATINGS_OK;
    uint32_t pairing = find_pairing(pool, &p);
    if (pairing == UINT32_MAX)
        return DOM_RATINGS_E_NOMEM;
    int at = find_pair(set, pairing);
    if (at < 0)
        return DOM_RATINGS_E_LIMIT;
    int plus = is_positive ? a : b;
    int minus = is_positive ? b : a;
    int weight = DOM_RATINGS_UNITS / (m->entries - 1);
    dom_ratings_outcome outcome = outcome_of(m, plus, minus, weight);
    set->weight[at].weight += weight;
    set->outcome[at].score += outcome.score;
    set->outcome[at].tie += outcome.tie;
    add_sample(&set->score[at], dom_ratings_match_half_points(m->place[plus], m->place[minus]));
    if (dom_ratings_match_has_points(m))
        add_sample(&set->points[at], m->points[plus] - m->points[minus]);
    return DOM_RATINGS_OK;
}

static dom_ratings_rc draft_set(dom_ratings_pool *pool, set_draft *set,
                                const dom_ratings_match match[], size_t matches)
{
    set->pairs = 0;
    for (size_t i = 0; i < matches; i++)
        for (int a = 0; a < match[i].entries; a++)
            for (int b = a + 1; b < match[i].entries; b++) {
                if (!dom_ratings_match_has_result(&match[i], a, b))
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

/* Sort the draft by pairing. Insertion sort, because there are few pairs, mostly sorted already. */
static void sort_draft(set_draft *set)
{
    for (uint32_t i = 1; i < set->pairs; i++)
        for (uint32_t k = i; k > 0 && set->weight[k - 1].pairing > set->weight[k].pairing; k--) {
            SWAP(dom_ratings_pair_weight, set->weight[k - 1], set->weight[k]);
            SWAP(dom_ratings_outcome, set->outcome[k - 1], set->outcome[k]);
            SWAP(dom_ratings_spread, set->score[k - 1], set->score[k]);
            SWAP(dom_ratings_spread, set->points[k - 1], set->points[k]);
        }
}

static bool reserve_pairs(dom_ratings_pool *pool, size_t more)
{
    size_t room[] = {pool->pairs.room, pool->pairs.room, pool->pairs.room};
    bool ok = reserve_items((void **)&pool->pairs.score, &room[0], pool->pairs.count, more,
                            sizeof *pool->pairs.score) &&
              reserve_items((void **)&pool->pairs.points, &room[1], pool->pairs.count, more,
                            sizeof *pool->pairs.points) &&
              reserve_items((void **)&pool->pairs.weight, &room[2], pool->pairs.count, more,
                            sizeof *pool->pairs.weight);
    if (ok)
        pool->pairs.room = room[2];
    return ok;
}

static bool reserve_set(dom_ratings_pool *pool, const set_draft *set)
{
    return dom_ratings_index_reserve(&pool->index, 2) &&
           reserve_items((void **)&pool->table, &pool->table_room, pool->tables, 1,
                         sizeof *pool->table) &&
           reserve_items((void **)&pool->outcome_count, &pool->outcome_count_room,
                         pool->outcome_counts, 1, sizeof *pool->outcome_count) &&
           reserve_items((void **)&pool->outcome, &pool->outcome_room, pool->outcomes, set->pairs,
                         sizeof *pool->outcome) &&
           reserve_items((void **)&pool->order, &pool->order_room, pool->sets, 1,
                         sizeof *pool->order) &&
           reserve_pairs(pool, set->pairs);
}

/* Append the pairings of the draft. Pre: room was reserved. Returns the index of the first. */
static size_t append_pairs(dom_ratings_pool *pool, const set_draft *set)
{
    size_t first = pool->pairs.count;
    memcpy(pool->pairs.weight + first, set->weight, set->pairs * sizeof *set->weight);
    memset(pool->pairs.score + first, 0, set->pairs * sizeof *pool->pairs.score);
    memset(pool->pairs.points + first, 0, set->pairs * sizeof *pool->pairs.points);
    pool->pairs.count += set->pairs;
    return first;
}

static size_t append_outcomes(dom_ratings_pool *pool, const set_draft *set)
{
    size_t first = pool->outcomes;
    memcpy(pool->outcome + first, set->outcome, set->pairs * sizeof *set->outcome);
    pool->outcomes += set->pairs;
    return first;
}

static dom_ratings_pool_table *find_table(dom_ratings_pool *pool, const set_draft *set)
{
    uint32_t mark = table_mark(set->weight, set->pairs), found;
    for (size_t at = 0; (found = dom_ratings_index_next(&pool->index, mark, &at)) != UINT32_MAX;) {
        dom_ratings_pool_table *table = &pool->table[found];
        if (table->pairs == set->pairs &&
            same_table(pool->pairs.weight + table->first, set->weight, set->pairs))
            return table;
    }
    dom_ratings_index_put(&pool->index, mark, (uint32_t)pool->tables);
    dom_ratings_pool_table *table = &pool->table[pool->tables++];
    *table = (dom_ratings_pool_table){.first = append_pairs(pool, set), .pairs = set->pairs};
    return table;
}

static dom_ratings_outcome_count *find_outcome_count(dom_ratings_pool *pool, uint32_t table,
                                                     const set_draft *set)
{
    uint32_t mark = outcomes_mark(table, set->outcome, set->pairs), found;
    for (size_t at = 0; (found = dom_ratings_index_next(&pool->index, mark, &at)) != UINT32_MAX;) {
        dom_ratings_outcome_count *outcome_count = &pool->outcome_count[found];
        if (outcome_count->table == table &&
            same_outcomes(pool->outcome + outcome_count->first, set->outcome, set->pairs))
            return outcome_count;
    }
    dom_ratings_index_put(&pool->index, mark, (uint32_t)pool->outcome_counts);
    dom_ratings_outcome_count *outcome_count = &pool->outcome_count[pool->outcome_counts++];
    *outcome_count =
        (dom_ratings_outcome_count){.table = table, .first = append_outcomes(pool, set)};
    return outcome_count;
}

static void add_spread(dom_ratings_spread *sum, const dom_ratings_spread *set)
{
    if (set->matches == 0)
        return;
    sum->sets++;
    sum->matches += set->matches;
    sum->y += set->y;
    sum->yy += set->y * set->y;
    sum->xx += set->xx;
}

/* Count the draft in its table and its outcome count. Returns the number of the outcome count. */
static uint32_t count_set(dom_ratings_pool *pool, const set_draft *set)
{
    dom_ratings_pool_table *table = find_table(pool, set);
    table->sets++;
    for (uint32_t i = 0; i < set->pairs; i++) {
        add_spread(&pool->pairs.score[table->first + i], &set->score[i]);
        add_spread(&pool->pairs.points[table->first + i], &set->points[i]);
    }
    dom_ratings_outcome_count *outcome_count =
        find_outcome_count(pool, (uint32_t)(table - pool->table), set);
    outcome_count->sets++;
    return (uint32_t)(outcome_count - pool->outcome_count);
}

/* ---- players -------------------------------------------------------------- */

static bool is_in(const dom_ratings_match *m, int e, uint32_t player)
{
    return m->player[e][0] == player || (m->members == 2 && m->player[e][1] == player);
}

/* Returns true if the player occurs in the set before entry `e` of match `i`; with `in_match`, only
 * in match `i`. */
static bool was_seen(const dom_ratings_match match[], size_t i, int e, uint32_t player,
                     bool in_match)
{
    for (size_t k = in_match ? i : 0; k <= i; k++)
        for (int other = 0; other < (k == i ? e : match[k].entries); other++)
            if (is_in(&match[k], other, player))
                return true;
    return false;
}

static void count_points(dom_ratings_pool_player *p, const dom_ratings_match match[],
                         size_t matches, uint32_t player)
{
    int64_t points = 0, rounds = 0;
    for (size_t i = 0; i < matches; i++)
        for (int e = 0; dom_ratings_match_has_points(&match[i]) && e < match[i].entries; e++)
            if (is_in(&match[i], e, player)) {
                points += match[i].points[e];
                rounds += match[i].rounds;
            }
    p->point_sets += rounds > 0;
    p->p += points;
    p->m += rounds;
    p->pp += (dom_ratings_wide)points * points;
    p->pm += (dom_ratings_wide)points * rounds;
    p->mm += (dom_ratings_wide)rounds * rounds;
}

static void count_player(dom_ratings_pool *pool, const dom_ratings_match match[], size_t matches,
                         size_t i, int e, uint32_t player)
{
    const dom_ratings_match *m = &match[i];
    dom_ratings_pool_player *p = &pool->player[player];
    dom_ratings_score score = dom_ratings_match_score(m, e);
    dom_ratings_score_add(&p->score, &score);
    p->matches += !was_seen(match, i, e, player, true);
    if (was_seen(match, i, e, player, false))
        return;
    p->sets++;
    count_points(p, match, matches, player);
}

static void count_players(dom_ratings_pool *pool, const dom_ratings_match match[], size_t matches)
{
    for (size_t i = 0; i < matches; i++)
        for (int e = 0; e < match[i].entries; e++) {
            count_player(pool, match, matches, i, e, match[i].player[e][0]);
            if (match[i].members == 2 && match[i].player[e][1] != match[i].player[e][0])
                count_player(pool, match, matches, i, e, match[i].player[e][1]);
        }
}

dom_ratings_rc dom_ratings_pool_add_set(dom_ratings_pool *pool, const dom_ratings_match match[],
                                        size_t matches)
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
    pool->order[pool->sets] = set.pairs > 0 ? count_set(pool, &set) : DOM_RATINGS_NO_OUTCOME;
    count_players(pool, match, matches);
    pool->sets++;
    pool->matches += matches;
    return DOM_RATINGS_OK;
}
