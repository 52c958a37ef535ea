/* tree.h - the whole tree of one round for two, over all deals.
 *
 * A *node* is a moment in one deal at which a seat has a choice, or the end of the round. Forced
 * actions are made in between, as the arena does. The children of a node follow it: the first one
 * at once, each other one after the subtree of the one before, in the order of the legal list.
 *
 * An *information set* is all that the seat on turn can tell apart: its dealt hand and what was
 * played. Its nodes lie in different deals. A strategy is an array of probabilities: those of
 * information set i begin at set[i].first and are set[i].count many.
 */
#ifndef DOM_TESTS_YARDSTICK_TREE_H
#define DOM_TESTS_YARDSTICK_TREE_H

#include "rules/match.h"

#include <stdint.h>

enum {
    YARDSTICK_SET_MAX = 3, /* double-three: 10 tiles                            */
    YARDSTICK_HAND_MAX = 4 /* so that a history fits into a key of 64 bits      */
};

typedef struct {
    uint32_t size;  /* nodes of its subtree, itself included                    */
    int32_t set;    /* its information set, or -1 at the end of the round       */
    int16_t points; /* at the end: those of seat 0 minus those of seat 1        */
    int16_t level;  /* plays and passes before it; equal for all nodes of a set */
} tree_node;

typedef struct {
    uint32_t first; /* place of its actions in a strategy                       */
    uint8_t count;  /* number of actions, >= 2                                  */
    uint8_t seat;   /* seat on turn                                             */
} tree_set;

/* All deals, one tree after the other. Every deal is equally likely, and seat 0 leads. */
typedef struct {
    dom_options options;
    size_t deals, nodes, sets, actions; /* actions: the length of a strategy    */
    tree_node *node;
    tree_set *set;
    uint32_t *root; /* [deals]: the first node of each deal                     */
} tree;

/* Called for every information set in the order of their numbers, with a match in which it comes
 * about. */
typedef void tree_visit(void *context, size_t set, const dom_match *match);

/* Builds the tree of block with the double-three set. `visit` may be NULL.
 *
 * hand  tiles dealt to each of the two seats, 1..YARDSTICK_HAND_MAX
 * Ends the program with a message if there is no memory. */
void tree_build(tree *t, int hand, tree_visit *visit, void *context);
void tree_clear(tree *t);

/* Allocate `count` zeros; end the program with a message if there is no memory. */
void *tree_alloc(size_t count, size_t size);

#endif
