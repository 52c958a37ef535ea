/* Builds the tree of a round: deals one after the other, choices in depth. Information sets are
 * found by a key of 64 bits, which has the whole public history. */
#include "tree.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TILES = (YARDSTICK_SET_MAX + 1) * (YARDSTICK_SET_MAX + 2) / 2 };

_Static_assert(1 + TILES + 6 * 2 * YARDSTICK_HAND_MAX <= 64, "a key has seat, hand and plays");

/* Information sets by key: a hash table with open addressing, never more than half full. */
typedef struct {
    uint64_t key;
    int32_t set; /* -1: empty */
} place;

typedef struct {
    tree *t;
    size_t node_room, set_room, table_room;
    place *table;
    tree_visit *visit;
    void *context;
} builder;

static void no_memory(void)
{
    (void)fprintf(stderr, "yardstick: out of memory\n");
    exit(2);
}

void *tree_alloc(size_t count, size_t size)
{
    void *out = calloc(count ? count : 1, size);
    if (out == NULL)
        no_memory();
    return out;
}

/* Makes room for one more entry. Returns the array, which may have moved. */
static void *grow(void *array, size_t count, size_t *room, size_t size)
{
    if (count < *room)
        return array;
    *room = *room ? *room * 2 : 1024;
    array = realloc(array, *room * size);
    if (array == NULL)
        no_memory();
    return array;
}

/* Returns what the seat on turn can tell apart: the seat, the hand that it was dealt, and every
 * play with its seat, tile and end. Passes follow from these. */
static uint64_t key_of(const dom_match *match)
{
    int seat = match->play.turn;
    uint64_t key = 1 + (uint64_t)seat;
    key = key << TILES | match->deal.hand[seat].bits[0];
    for (int i = 0; i < match->history.count; i++) {
        const dom_event *e = &match->history.event[i];
        if (e->kind == DOM_EVENT_LEAD || e->kind == DOM_EVENT_PLAY)
            key = key << 6 | (uint64_t)(1 + (e->seat * TILES + e->tile) * 2 + e->end);
    }
    return key;
}

static size_t slot_of(const builder *b, uint64_t key)
{
    size_t at = (size_t)(key * 0x9e3779b97f4a7c15 >> 32) & (b->table_room - 1);
    while (b->table[at].set >= 0 && b->table[at].key != key)
        at = (at + 1) & (b->table_room - 1);
    return at;
}

static void double_table(builder *b)
{
    place *old = b->table;
    size_t count = b->table_room;
    b->table_room = count ? 2 * count : 4096;
    b->table = tree_alloc(b->table_room, sizeof *b->table);
    for (size_t i = 0; i < b->table_room; i++)
        b->table[i].set = -1;
    for (size_t i = 0; i < count; i++)
        if (old[i].set >= 0)
            b->table[slot_of(b, old[i].key)] = old[i];
    free(old);
}

/* Returns the information set of the seat on turn; a new one is visited. */
static int32_t set_of(builder *b, const dom_match *match, int actions)
{
    tree *t = b->t;
    if (2 * (t->sets + 1) > b->table_room)
        double_table(b);
    uint64_t key = key_of(match);
    place *found = &b->table[slot_of(b, key)];
    if (found->set >= 0)
        return found->set;
    *found = (place){.key = key, .set = (int32_t)t->sets};
    t->set = grow(t->set, t->sets, &b->set_room, sizeof *t->set);
    t->set[t->sets] = (tree_set){
        .first = (uint32_t)t->actions, .count = (uint8_t)actions, .seat = match->play.turn};
    t->actions += (size_t)actions;
    if (b->visit)
        b->visit(b->context, t->sets, match);
    return (int32_t)t->sets++;
}

/* Adds the subtree of a match, in which all forced actions are made first. */
static void add(builder *b, dom_match *match)
{
    tree *t = b->t;
    while (dom_match_force(match))
        ;
    t->node = grow(t->node, t->nodes, &b->node_room, sizeof *t->node);
    size_t at = t->nodes++;
    tree_node node = {.set = -1, .level = (int16_t)match->history.count};
    dom_action legal[DOM_ACTIONS_MAX];
    int count = dom_match_legal(match, legal);
    if (count == 0) {
        dom_round_result result = dom_round_score(&match->play);
        node.points = (int16_t)(result.points[0] - result.points[1]);
    } else {
        node.set = set_of(b, match, count);
    }
    for (int i = 0; i < count; i++) {
        dom_match child;
        dom_match_copy(&child, match);
        dom_match_make(&child, legal[i]);
        add(b, &child);
    }
    node.size = (uint32_t)(t->nodes - at);
    t->node[at] = node;
}

static void add_deal(builder *b, dom_tileset first, dom_tileset second)
{
    tree *t = b->t;
    dom_deal deal = {.hand = {first, second}, .start = DOM_NO_TILE, .leader = 0};
    for (dom_tile tile = 0; tile < TILES; tile++)
        if (!dom_tileset_has(dom_tileset_union(first, second), tile))
            deal.stock[0][deal.stock_count++] = tile;
    dom_match match;
    dom_match_init(&match, &t->options);
    dom_match_deal(&match, &deal);
    t->root[t->deals++] = (uint32_t)t->nodes;
    add(b, &match);
}

static dom_options options_of(int hand)
{
    char settings[100];
    (void)snprintf(settings, sizeof settings,
                   "set_max=%d hand=%d lead_first=seat0 target=0 rounds=1", YARDSTICK_SET_MAX,
                   hand);
    dom_options options = dom_options_default();
    dom_err err;
    if (dom_options_apply(&options, settings, &err) != DOM_OK ||
        dom_options_check(&options, &err) != DOM_OK) {
        (void)fprintf(stderr, "yardstick: %s\n", err.text);
        exit(2);
    }
    return options;
}

void tree_build(tree *t, int hand, tree_visit *visit, void *context)
{
    *t = (tree){.options = options_of(hand)};
    t->root = tree_alloc((size_t)1 << 13, sizeof *t->root); /* the most deals are 4,200 */
    builder b = {.t = t, .visit = visit, .context = context};
    for (uint64_t first = 0; first < 1u << TILES; first++)
        for (uint64_t second = 0; second < 1u << TILES; second++)
            if ((first & second) == 0 && dom_bits_count(first) == hand &&
                dom_bits_count(second) == hand)
                add_deal(&b, (dom_tileset){{first, 0}}, (dom_tileset){{second, 0}});
    free(b.table);
}

void tree_clear(tree *t)
{
    free(t->node);
    free(t->set);
    free(t->root);
    *t = (tree){.nodes = 0};
}
