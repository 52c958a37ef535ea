/* The largest set of pairs in which nobody is twice, by Edmonds' blossom algorithm (J. Edmonds,
 * "Paths, trees, and flowers", 1965). Swiss rounds are paired by it. */
#include "matching.h"

#include <stddef.h>

static bool may_pair(const dom_schedule_matching *m, uint32_t a, uint32_t b)
{
    return m->met[(size_t)m->size * a + b] <= m->most;
}

static void pair(dom_schedule_matching *m, uint16_t a, uint16_t b)
{
    m->mate[a] = b;
    m->mate[b] = a;
}

/* Returns the first free member of the lower half that may be paired with `a`: the first guess,
 * before any search. */
static uint16_t find_opponent(const dom_schedule_matching *m, uint16_t a)
{
    for (uint32_t i = m->member_count / 2; i < m->member_count; i++)
        if (m->mate[m->member[i]] == DOM_SCHEDULE_NO_BOT && may_pair(m, a, m->member[i]))
            return m->member[i];
    return DOM_SCHEDULE_NO_BOT;
}

void dom_schedule_matching_fold(dom_schedule_matching *matching)
{
    for (uint32_t i = 0; i < matching->member_count / 2; i++) {
        uint16_t opponent = find_opponent(matching, matching->member[i]);
        if (opponent != DOM_SCHEDULE_NO_BOT)
            pair(matching, matching->member[i], opponent);
    }
}

/* ---- one search ------------------------------------------------------------
 *
 * Alternating paths grow from an unpaired vertex: even vertices are reached over a
 * pair, odd ones over any other edge. Two even vertices with an edge between them
 * close an odd circle, a blossom, all of whose vertices can be reached as even ones;
 * it is then treated as one vertex, its base. */

static void begin_search(dom_schedule_matching *m, uint16_t root)
{
    for (uint32_t i = 0; i < m->member_count; i++) {
        uint16_t v = m->member[i];
        m->parent[v] = DOM_SCHEDULE_NO_BOT;
        m->base[v] = v;
        m->is_even[v] = false;
    }
    m->is_even[root] = true;
    m->queue[0] = root;
    m->queue_count = 1;
}

static void make_even(dom_schedule_matching *m, uint16_t v)
{
    if (m->is_even[v])
        return;
    m->is_even[v] = true;
    m->queue[m->queue_count++] = v;
}

/* Returns the next base on the way from `base` to the root. The root has no mate. */
static uint16_t base_above(const dom_schedule_matching *m, uint16_t base)
{
    return m->base[m->parent[m->mate[base]]];
}

/* Returns the first base that the ways of `a` and `b` to the root share. */
static uint16_t common_base(dom_schedule_matching *m, uint16_t a, uint16_t b)
{
    for (uint32_t i = 0; i < m->member_count; i++)
        m->is_in_blossom[m->member[i]] = false;
    uint16_t base = m->base[a];
    m->is_in_blossom[base] = true;
    while (m->mate[base] != DOM_SCHEDULE_NO_BOT) {
        base = base_above(m, base);
        m->is_in_blossom[base] = true;
    }
    for (base = m->base[b]; !m->is_in_blossom[base];)
        base = base_above(m, base);
    return base;
}

/* Makes the way from `v` up to `base` a part of the blossom. Its odd vertices can now be reached
 * from the other side, through `child`. */
static void mark_way(dom_schedule_matching *m, uint16_t v, uint16_t base, uint16_t child)
{
    while (m->base[v] != base) {
        uint16_t odd = m->mate[v];
        m->is_in_blossom[m->base[v]] = m->is_in_blossom[m->base[odd]] = true;
        m->parent[v] = child;
        child = odd;
        v = m->parent[odd];
    }
}

static void shrink(dom_schedule_matching *m, uint16_t a, uint16_t b)
{
    uint16_t base = common_base(m, a, b);
    for (uint32_t i = 0; i < m->member_count; i++)
        m->is_in_blossom[m->member[i]] = false;
    mark_way(m, a, base, b);
    mark_way(m, b, base, a);
    for (uint32_t i = 0; i < m->member_count; i++) {
        uint16_t v = m->member[i];
        if (m->is_in_blossom[m->base[v]]) {
            m->base[v] = base;
            make_even(m, v);
        }
    }
}

static bool has_edge(const dom_schedule_matching *m, uint16_t v, uint16_t to)
{
    return !m->is_closed[to] && m->base[to] != m->base[v] && m->mate[v] != to && may_pair(m, v, to);
}

/* Reaches new vertices from the even vertex `v`. Returns the first unpaired one, else
 * DOM_SCHEDULE_NO_BOT. */
static uint16_t reach_from(dom_schedule_matching *m, uint16_t v)
{
    for (uint32_t i = 0; i < m->member_count; i++) {
        uint16_t to = m->member[i];
        if (m->is_even[to] || m->parent[to] != DOM_SCHEDULE_NO_BOT || !has_edge(m, v, to))
            continue;
        m->parent[to] = v;
        if (m->mate[to] == DOM_SCHEDULE_NO_BOT)
            return to;
        make_even(m, m->mate[to]);
    }
    return DOM_SCHEDULE_NO_BOT;
}

static void shrink_from(dom_schedule_matching *m, uint16_t v)
{
    for (uint32_t i = 0; i < m->member_count; i++)
        if (m->is_even[m->member[i]] && has_edge(m, v, m->member[i]))
            shrink(m, v, m->member[i]);
}

/* Exchanges pairs and gaps along the way from the unpaired `v` to the root, which makes one pair
 * more. */
static void turn_over(dom_schedule_matching *m, uint16_t v)
{
    while (v != DOM_SCHEDULE_NO_BOT) {
        uint16_t above = m->parent[v];
        uint16_t next = m->mate[above];
        pair(m, v, above);
        v = next;
    }
}

/* Excludes what this search has reached from later ones: no unpaired vertex can be reached from
 * there, whatever other searches pair. */
static void close_reached(dom_schedule_matching *m)
{
    for (uint32_t i = 0; i < m->member_count; i++) {
        uint16_t v = m->member[i];
        m->is_closed[v] |= m->is_even[v] || m->parent[v] != DOM_SCHEDULE_NO_BOT;
    }
}

static void search(dom_schedule_matching *m, uint16_t root)
{
    begin_search(m, root);
    for (uint32_t i = 0; i < m->queue_count; i++) {
        uint16_t end = reach_from(m, m->queue[i]);
        if (end != DOM_SCHEDULE_NO_BOT) {
            turn_over(m, end);
            return;
        }
        shrink_from(m, m->queue[i]); /* only now, because most searches end before it is needed */
    }
    close_reached(m);
}

void dom_schedule_matching_complete(dom_schedule_matching *matching)
{
    for (uint32_t i = 0; i < matching->member_count; i++)
        matching->is_closed[matching->member[i]] = false;
    for (uint32_t i = 0; i < matching->member_count; i++)
        if (matching->mate[matching->member[i]] == DOM_SCHEDULE_NO_BOT)
            search(matching, matching->member[i]);
}
