/* Builds the tree of a round in depth, by moves that are undone. Information sets are found by a
 * key of 64 bits, a hash of all that the seat has seen. Among a million sets two have the same key
 * with a probability below 1 in 10 million. */
#include "solve/tree.h"

#include "base/random.h"
#include "library/row.h"
#include "library/state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EXIT_MACHINE = 3 };

/* Information sets by key: a hash table with open addressing, never more than half full. */
typedef struct {
    uint64_t key;
    int32_t set; /* -1: empty */
} place;

typedef struct {
    dom_solve_tree *t;
    domino_state *state;
    size_t most_nodes, node_room, set_room, table_room;
    place *table;
    int8_t *row;
    dom_solve_visit *visit;
    void *context;
} builder;

static void no_memory(void)
{
    (void)fprintf(stderr, "domino-solve: out of memory\n");
    exit(EXIT_MACHINE);
}

void *dom_solve_alloc(size_t count, size_t size)
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

/* Returns the hash of a key and of the row that the seat on turn sees now. */
static uint64_t key_of(const builder *b, uint64_t key)
{
    int columns = domino_state_shape(b->state).columns;
    domino_state_observe(b->state, b->row, NULL, NULL);
    for (int at = 0; at < columns; at += (int)sizeof key) {
        uint64_t word = 0;
        int left = columns - at;
        memcpy(&word, b->row + at, left < (int)sizeof word ? (size_t)left : sizeof word);
        dom_random mixed = {key ^ word};
        key = dom_random_bits(&mixed);
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
    b->table = dom_solve_alloc(b->table_room, sizeof *b->table);
    for (size_t i = 0; i < b->table_room; i++)
        b->table[i].set = -1;
    for (size_t i = 0; i < count; i++)
        if (old[i].set >= 0)
            b->table[slot_of(b, old[i].key)] = old[i];
    free(old);
}

/* Returns the information set of the seat on turn; a new one is visited. */
static int32_t set_of(builder *b, uint64_t key, int actions)
{
    dom_solve_tree *t = b->t;
    if (2 * (t->sets + 1) > b->table_room)
        double_table(b);
    place *found = &b->table[slot_of(b, key)];
    if (found->set >= 0)
        return found->set;
    *found = (place){.key = key, .set = (int32_t)t->sets};
    t->set = grow(t->set, t->sets, &b->set_room, sizeof *t->set);
    t->set[t->sets] = (dom_solve_set){.first = (uint32_t)t->actions,
                                      .count = (uint8_t)actions,
                                      .seat = (uint8_t)domino_state_turn(b->state)};
    t->actions += (size_t)actions;
    if (b->visit)
        b->visit(b->context, t->sets, dom_state_match(b->state));
    return (int32_t)t->sets++;
}

/* Returns a level: twice the number of plays, passes and drawn tiles so far, and one more at a
 * draw, which follows a choice. Dealing has level 0. */
static int32_t level_of(const domino_state *state)
{
    const dom_match *match = dom_state_match(state);
    int32_t level = match->round > 0 && domino_state_turn(state) == DOMINO_CHANCE;
    for (int i = 0; match->round > 0 && i < match->history.count; i++) {
        int count = match->history.event[i].count;
        level += 2 * (count > 1 ? count : 1);
    }
    return level;
}

/* Describes the node of the state, and sets the key of the seat on turn to that of the node. */
static dom_solve_node node_of(builder *b, int actions, uint64_t keys[static 2])
{
    int32_t points[DOMINO_SEATS_MAX];
    int8_t places[DOMINO_SEATS_MAX];
    dom_solve_node node = {.set = DOM_SOLVE_CHANCE, .level = level_of(b->state)};
    int32_t seat = domino_state_turn(b->state);
    if (seat == DOMINO_NOBODY) {
        domino_state_result(b->state, points, places);
        node.set = DOM_SOLVE_END;
        node.points = points[0] - points[1];
    } else if (seat >= 0) {
        keys[seat] = key_of(b, keys[seat]);
        node.set = set_of(b, keys[seat], actions);
    }
    return node;
}

/* Adds the subtree of the state, which stays as it is. Returns false if it is too large.
 *
 * keys     of each seat's last information set
 * chance   the probability of the state after its parent
 * dealing  the parent was a moment of the deal */
static bool add(builder *b, const uint64_t keys[static 2], double chance, bool dealing)
{
    dom_solve_tree *t = b->t;
    int32_t numbers[DOM_ACTIONS_MAX];
    double chances[DOM_ACTIONS_MAX];
    uint64_t own[2] = {keys[0], keys[1]};
    bool is_dealt = dom_state_match(b->state)->round > 0;
    if (t->nodes == b->most_nodes)
        return false;
    int count = domino_state_moves(b->state, numbers, chances);
    size_t at = t->nodes++;
    t->node = grow(t->node, at, &b->node_room, sizeof *t->node);
    dom_solve_node node = node_of(b, count, own);
    node.chance = chance;
    t->deals += dealing && is_dealt;
    for (int i = 0; i < count; i++) {
        double share = node.set == DOM_SOLVE_CHANCE ? chances[i] : 1;
        if (!domino_state_apply(b->state, numbers[i], NULL, 0))
            no_memory();
        bool fits = add(b, own, share, !is_dealt);
        (void)domino_state_undo(b->state);
        if (!fits)
            return false;
    }
    node.size = (uint32_t)(t->nodes - at);
    t->node[at] = node;
    return true;
}

static dom_rc begin(builder *b, const char *game, dom_err *err)
{
    static const dom_deal no_tiles;
    char text[1024], why[DOMINO_ERROR_BYTES];
    (void)snprintf(text, sizeof text, "%s target=0 rounds=1", game);
    b->state = domino_state_new(text, why, sizeof why);
    if (b->state == NULL)
        return dom_err_set(err, DOM_E_CONFIG, "%s", why);
    b->t->options = dom_state_match(b->state)->options;
    b->row = dom_solve_alloc((size_t)domino_state_shape(b->state).columns, 1);
    if (b->t->options.players != 2)
        return dom_err_set(err, DOM_E_CONFIG, "players: %d is not allowed; allowed: 2",
                           b->t->options.players);
    if (dom_lead_wants_redeal(&b->t->options, (dom_lead)b->t->options.lead_first, &no_tiles))
        return dom_err_set(err, DOM_E_CONFIG,
                           "a deal without doubles is dealt again in this game, so its tree has no "
                           "end; no_double=highest_tile makes one that has");
    return DOM_OK;
}

dom_rc dom_solve_tree_build(dom_solve_tree *t, const char *game, size_t most_nodes,
                            dom_solve_visit *visit, void *context, dom_err *err)
{
    static const uint64_t keys[2] = {1, 2};
    *t = (dom_solve_tree){.game = game};
    builder b = {.t = t, .most_nodes = most_nodes, .visit = visit, .context = context};
    dom_rc rc = begin(&b, game, err);
    if (rc == DOM_OK && !add(&b, keys, 1, true))
        rc = dom_err_set(err, DOM_E_CONFIG,
                         "the game has more than %zu nodes; what helps is a smaller set or hand "
                         "(set_max=3 hand=2), lead_first=seat0, or a larger --nodes",
                         most_nodes);
    free(b.table);
    free(b.row);
    domino_state_free(b.state);
    if (rc != DOM_OK)
        dom_solve_tree_clear(t);
    return rc;
}

void dom_solve_tree_clear(dom_solve_tree *t)
{
    free(t->node);
    free(t->set);
    *t = (dom_solve_tree){.nodes = 0};
}
