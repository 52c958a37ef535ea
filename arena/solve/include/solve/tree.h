/* solve/tree.h - the whole tree of one round for two, with all deals and draws.
 *
 * A *node* is a moment at which a seat has a choice or chance decides, or the end of the round.
 * Forced actions are made in between, as the arena does. The children of a node follow it: the
 * first one at once, each other one after the subtree of the one before, in the order of
 * domino_state_moves.
 *
 * An *information set* is all that the seat on turn can tell apart: what it sees, and what it saw
 * and did at its earlier choices. A strategy is an array of probabilities: those of information
 * set i begin at set[i].first and are set[i].count many.
 */
#ifndef DOM_SOLVE_TREE_H
#define DOM_SOLVE_TREE_H

#include "rules/match.h"

#include <stdint.h>

enum {
    DOM_SOLVE_CHANCE = -2, /* in place of an information set                    */
    DOM_SOLVE_END = -1
};

typedef struct {
    double chance;  /* its probability if its parent is a moment of chance; else 1 */
    uint32_t size;  /* nodes of its subtree, itself included                    */
    int32_t set;    /* its information set, DOM_SOLVE_CHANCE or DOM_SOLVE_END   */
    int32_t points; /* at the end: those of seat 0 minus those of seat 1        */
    int32_t level;  /* the same for all nodes of a set; higher after a choice, never lower */
} dom_solve_node;

typedef struct {
    uint32_t first; /* place of its actions in a strategy                       */
    uint8_t count;  /* number of actions, >= 2                                  */
    uint8_t seat;   /* seat on turn                                             */
} dom_solve_set;

/* The tree; node 0 is its root. */
typedef struct {
    const char *game; /* borrowed: as in dom_solve_tree_build                   */
    dom_options options;
    size_t deals, nodes, sets, actions; /* actions: the length of a strategy    */
    dom_solve_node *node;
    dom_solve_set *set;
} dom_solve_tree;

/* Called for every information set in the order of their numbers, with a match in which it comes
 * about. */
typedef void dom_solve_visit(void *context, size_t set, const dom_match *match);

/* Builds the tree of a round.
 *
 * game        as in domino_vec_new, such as "block-2 set_max=3 hand=3"; only its first round, at
 *             0 : 0, is looked at. The text must outlive the tree
 * most_nodes  a larger tree is refused; a node has 24 bytes
 * visit       may be NULL
 * Returns DOM_OK; or DOM_E_CONFIG with *t empty if the game cannot be played, is not for two, or is
 * too large. Ends the program with a message if there is no memory. */
dom_rc dom_solve_tree_build(dom_solve_tree *t, const char *game, size_t most_nodes,
                            dom_solve_visit *visit, void *context, dom_err *err);
void dom_solve_tree_clear(dom_solve_tree *t);

/* Allocates `count` zeros; ends the program with a message if there is no memory. */
void *dom_solve_alloc(size_t count, size_t size);

#endif
