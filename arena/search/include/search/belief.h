/* search/belief.h - which deals agree with what a seat has seen, and random ones among them.
 *
 *     static dom_search_belief belief;
 *     dom_search_world world;
 *     dom_round round;
 *     if (dom_search_belief_of(&belief, &ask->view, &options, &err) != DOM_OK)
 *         ...
 *     while (there is time && dom_search_sample(&belief, &random, &world) == DOM_OK) {
 *         dom_search_begin(&round, &belief, &world);
 *         ... look at this round with open hands ...
 *     }
 *
 * A *world* is a deal from which the arena would have produced exactly this view: who was dealt
 * which tile, and who drew which tile when. All worlds that agree with the view are equally likely
 * if nothing is assumed about how the others choose their plays. dom_search_sample draws each of
 * them with the same probability.
 *
 * What the public record tells about hidden tiles:
 *   - a seat that passed had no tile that fitted the ends at that moment;
 *   - in games with forced drawing, neither had a seat that drew, nor did the tiles that it drew
 *     before the last one; if it then played, it played the last one that it drew;
 *   - tiles that were drawn later are free of what was learned earlier about that hand;
 *   - if a double decided who leads, no hand had a higher one (a lower one, where the lowest leads);
 *   - where nobody has a double and the rules deal again, somebody has one.
 *
 * Example: block-2. The own hand and the layout show 14 of 28 tiles, and the other seat holds 4 of
 * the 14 others. It passed when the ends were 5 and 6, and 9 of the 14 show neither: there are
 * C(9,4) = 126 worlds. Without the pass there were C(14,4) = 1001.
 *
 * How it works. The acquisitions of a seat (its deal, each of its draws) are bins with a capacity. Each
 * hidden tile may lie in some of the bins; tiles with the same choice form a class. The number of ways
 * to fill all bins is counted class by class, bin by bin, in a table over the room that is left in
 * the bins. A sample walks through that table. Bins of seats about which nothing is known are not in
 * it, because there every way is possible.
 */
#ifndef DOM_SEARCH_BELIEF_H
#define DOM_SEARCH_BELIEF_H

#include "base/random.h"
#include "search/position.h"

enum {
    DOM_SEARCH_TRIES = 10000 /* samples that dom_search_sample rejects before it gives up */
};

/* What a seat knows about the hidden tiles. The members are for the functions below. The struct has
 * no pointers into itself and may be copied; it takes some 100 KiB, so it is best not made anew for
 * every ask. */
typedef struct dom_search_belief dom_search_belief;

/* A deal that agrees with a view. */
typedef struct {
    dom_tileset hand[DOM_SEATS_MAX]; /* the hands now                                       */
    dom_deal deal; /* the hands at the start of the round; for each seat the tiles that it has
                      drawn, in this order, and then those that it will draw. In games without
                      drawing only stock[0] is set                                         */
} dom_search_world;

/* Works out what `view` tells. The view is of the seat on turn and may come from a foreign program.
 *
 * options  of the view's variant; they outlive the belief
 * Returns DOM_OK, or DOM_E_MALFORMED if the view contradicts itself or no deal agrees with it. */
dom_rc dom_search_belief_of(dom_search_belief *belief, const dom_view *view,
                            const dom_options *options, dom_err *err);

/* Returns the number of worlds, not counting orders of tiles that nobody has drawn. It is exact up to
 * 2^53. Returns a negative number where it is not cheap to know: if a lead was decided by doubles
 * that nobody has seen, or if there are too many bins for the table. */
double dom_search_worlds(const dom_search_belief *belief);

/* Returns the tiles that `seat` may hold now as far as passes and draws tell. */
dom_tileset dom_search_may_hold(const dom_search_belief *belief, int seat);

/* Draws a world; all are equally likely. Returns DOM_OK, or DOM_E_LIMIT if none was found in
 * DOM_SEARCH_TRIES tries, which is possible only where dom_search_worlds returns a negative number. */
dom_rc dom_search_sample(const dom_search_belief *belief, dom_random *random,
                         dom_search_world *world);

/* Sets *round to the moment of the view in this world. The world outlives the round. */
void dom_search_begin(dom_round *round, const dom_search_belief *belief,
                      const dom_search_world *world);

/* Plays the public record of the round again from the deal of a world, and calls `visit` before
 * every action of a seat with the round as it was and the action. So a bot can ask how probable the
 * plays of the others were with these hands: it weighs the world by the product.
 *
 * visit  may be NULL
 * Returns true if the record follows from the deal, as it does for every sampled world. */
bool dom_search_replay(const dom_search_belief *belief, const dom_search_world *world,
                       void (*visit)(void *context, const dom_round *before, dom_action action),
                       void *context);

#endif
