#include "all_round_maker.h"

#include <stdlib.h>
#include <string.h>

/* With more players than this, differences follow from the limits of both ratings. */
enum { PAIRS_MAX = 12 };

/* ---- which combination ---------------------------------------------------------------- */

bool dom_ratings_all_round_has_pairs(const dom_ratings_all_round_maker *m)
{
    return m->count <= PAIRS_MAX;
}

/* Returns the number of combinations that are studied. */
static size_t combinations_of(const dom_ratings_all_round_maker *m)
{
    return m->count + (dom_ratings_all_round_has_pairs(m) ? m->count * (m->count - 1) / 2 : 0);
}

size_t dom_ratings_all_round_number_of(const dom_ratings_all_round_maker *m, dom_ratings_compared c)
{
    return c.b == m->count ? c.a : m->count + c.b * (c.b - 1) / 2 + c.a;
}

uint32_t dom_ratings_all_round_parameter_of(const dom_ratings_fitted_list *l, size_t ranked)
{
    return l->fit.parameter[l->own[ranked]];
}

void dom_ratings_all_round_choose(const dom_ratings_all_round_maker *m,
                                  const dom_ratings_fitted_list *l, dom_ratings_compared c)
{
    memset(l->w, 0, l->fit.spec.size * sizeof *l->w);
    l->w[dom_ratings_all_round_parameter_of(l, c.a)] += l->weight;
    if (c.b < m->count) {
        l->w[dom_ratings_all_round_parameter_of(l, c.b)] -= l->weight;
        return;
    }
    for (size_t i = 0; i < m->count; i++)
        if (m->island[i] == m->island[c.a])
            l->w[dom_ratings_all_round_parameter_of(l, i)] -= l->weight * m->share[i];
}

bool dom_ratings_all_round_is_long(const dom_ratings_fitted_list *l)
{
    return l->fit.design.players > DOM_RATINGS_DIRECT_MAX;
}

/* ---- who is ranked --------------------------------------------------------------------- */

/* Find the player's number in a list. Returns false if it has no line there. */
static bool find_own(const dom_ratings_all_round_list *l, uint32_t player, uint32_t *own)
{
    for (uint32_t i = 0; i < l->pool->players; i++)
        if (l->player[i] == player && l->pool->player[i].sets > 0 &&
            (l->options->hidden == NULL || !l->options->hidden[i])) {
            *own = i;
            return true;
        }
    return false;
}

void dom_ratings_all_round_find_ranked(dom_ratings_all_round_maker *m)
{
    for (uint32_t player = 0; player < m->options->players; player++) {
        bool is_ranked = true;
        for (size_t v = 0; is_ranked && v < m->lists; v++)
            is_ranked = find_own(m->list[v].of, player, &m->list[v].own[m->count]);
        if (is_ranked)
            m->player[m->count++] = player;
    }
}

/* ---- islands and what is fixed ----------------------------------------------------------- */

static bool is_same_island(const dom_ratings_all_round_maker *m, size_t a, size_t b)
{
    bool is_same = true;
    for (size_t v = 0; v < m->lists; v++) {
        const dom_ratings_fitted_list *l = &m->list[v];
        is_same &= l->fit.place[l->own[a]].island == l->fit.place[l->own[b]].island;
    }
    return is_same;
}

dom_ratings_bound dom_ratings_all_round_bound_of(const dom_ratings_all_round_maker *m,
                                                 size_t ranked)
{
    bool has_lo = true, has_hi = true;
    for (size_t v = 0; v < m->lists; v++) {
        dom_ratings_bound bound = m->list[v].fit.place[m->list[v].own[ranked]].bound;
        has_lo &= dom_ratings_bound_has_lo(bound);
        has_hi &= dom_ratings_bound_has_hi(bound);
    }
    return dom_ratings_bound_of(has_lo, has_hi);
}

bool dom_ratings_all_round_is_anchor(const dom_ratings_all_round_maker *m, size_t ranked)
{
    return m->options->anchor >= 0 && m->player[ranked] == (uint32_t)m->options->anchor;
}

/* Returns the number of players on the island of a player, and more than all for the anchor's. */
static size_t island_size(const dom_ratings_all_round_maker *m, size_t of)
{
    size_t size = 0;
    for (size_t i = 0; i < m->count; i++)
        if (is_same_island(m, of, i))
            size += dom_ratings_all_round_is_anchor(m, i) ? m->count + 1 : 1;
    return size;
}

void dom_ratings_all_round_number_islands(dom_ratings_all_round_maker *m)
{
    size_t first = 0, most = 0;
    for (size_t i = 0; i < m->count; i++) {
        size_t size = island_size(m, i);
        first = size > most ? i : first;
        most = size > most ? size : most;
    }
    for (size_t k = 0; k < m->count; k++) {
        size_t next = k == 0 ? first : k - 1 < first ? k - 1 : k;
        m->islands += m->island[next] == 0;
        for (size_t i = 0; i < m->count && m->island[next] == 0; i++)
            if (i != next && is_same_island(m, i, next))
                m->island[i] = m->islands;
        if (m->island[next] == 0)
            m->island[next] = m->islands;
    }
}

bool dom_ratings_all_round_has_anchor(const dom_ratings_all_round_maker *m, uint32_t island)
{
    bool is_there = false;
    for (size_t i = 0; i < m->count; i++)
        is_there |= m->island[i] == island && dom_ratings_all_round_is_anchor(m, i);
    return is_there;
}

void dom_ratings_all_round_choose_means(dom_ratings_all_round_maker *m)
{
    for (uint32_t island = 1; island <= m->islands; island++) {
        bool has_limited = false;
        for (size_t i = 0; i < m->count; i++)
            has_limited |= m->island[i] == island && m->bound[i] == DOM_RATINGS_BOUND_NONE;
        for (size_t i = 0; i < m->count; i++)
            if (m->island[i] == island)
                m->is_in[i] = !has_limited || m->bound[i] == DOM_RATINGS_BOUND_NONE;
    }
}

void dom_ratings_all_round_share_island(dom_ratings_all_round_maker *m, uint32_t island)
{
    bool is_anchored = dom_ratings_all_round_has_anchor(m, island);
    double sum = 0;
    for (size_t i = 0; i < m->count; i++)
        if (m->island[i] == island)
            sum += m->share[i] = is_anchored ? dom_ratings_all_round_is_anchor(m, i) : m->is_in[i];
    for (size_t i = 0; i < m->count; i++)
        m->share[i] /= m->island[i] == island ? sum : 1;
}

/* ---- memory ---- */

bool dom_ratings_all_round_open_lists(dom_ratings_all_round_maker *m,
                                      const dom_ratings_all_round_list lists[])
{
    double all = 0;
    m->list = calloc(m->lists, sizeof *m->list);
    m->combined = calloc(m->lists, sizeof *m->combined);
    m->player = calloc(m->options->players + 1, sizeof *m->player);
    bool ok = m->list && m->combined && m->player;
    for (size_t v = 0; v < m->lists; v++)
        all += lists[v].weight;
    for (size_t v = 0; ok && v < m->lists; v++) {
        m->list[v] = (dom_ratings_fitted_list){.of = &lists[v], .weight = lists[v].weight / all};
        m->list[v].own = calloc(m->options->players + 1, sizeof *m->list[v].own);
        ok = m->list[v].own != NULL;
    }
    return ok;
}

bool dom_ratings_all_round_make_room(dom_ratings_all_round_maker *m)
{
    size_t n = m->count;
    m->island = calloc(n + 1, sizeof *m->island);
    m->bound = calloc(n + 1, sizeof *m->bound);
    m->is_in = calloc(2 * n + 1, sizeof *m->is_in);
    m->share = calloc(5 * n + 1, sizeof *m->share);
    m->elo = m->share + n;
    m->lo = m->elo + n;
    m->hi = m->lo + n;
    m->degrees = m->hi + n;
    m->covariance = calloc(n * n + 1, sizeof *m->covariance);
    m->below = calloc(n * n + 1, sizeof *m->below);
    m->known = calloc(combinations_of(m) * m->lists + 1, sizeof *m->known);
    return m->island && m->bound && m->is_in && m->share && m->covariance && m->below && m->known;
}

void dom_ratings_all_round_close_lists(dom_ratings_all_round_maker *m)
{
    for (size_t v = 0; m->list && v < m->lists; v++) {
        dom_ratings_intervals_close(&m->list[v].intervals);
        dom_ratings_normal_close(&m->list[v].normal);
        dom_ratings_fit_close(&m->list[v].fit);
        free(m->list[v].own);
        free(m->list[v].w);
    }
    free(m->list);
    free(m->combined);
    free(m->player);
    free(m->island);
    free(m->bound);
    free(m->is_in);
    free(m->share);
    free(m->covariance);
    free(m->below);
    free(m->known);
}
