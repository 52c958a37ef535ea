/* tests/search/enumerate.h - all worlds that agree with a view, by trying every deal and every draw
 * with the rules. It knows nothing of the room search. */
#ifndef DOM_TESTS_SEARCH_ENUMERATE_H
#define DOM_TESTS_SEARCH_ENUMERATE_H

#include "rules/view.h"

enum { WORLDS_MAX = 1 << 17 };

/* The worlds that were found, as hashes of their deals, and how often each was sampled. */
typedef struct {
    int count;
    uint64_t key[WORLDS_MAX]; /* sorted */
    int seen[WORLDS_MAX];
} world_list;

/* Lists every world. `next` also tells worlds apart by the tile that each seat draws next. */
void list_worlds(world_list *list, const dom_view *view, const dom_options *options, dom_lead rule,
                 bool next);

/* Counts a sampled world. Returns false if it is not in the list. */
bool count_world(world_list *list, uint64_t key);

/* Returns the hash of a world, given by its deal and by how many tiles each seat has drawn. */
uint64_t world_key(const dom_deal *deal, const dom_options *options,
                   const int drawn[static DOM_SEATS_MAX]);

/* Returns how far the counts are from equal probabilities: chi-square minus its expected value, in
 * standard deviations. */
double chi_square_deviation(const world_list *list, int samples);

#endif
