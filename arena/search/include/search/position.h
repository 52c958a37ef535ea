/* search/position.h - a round in play, made from what one seat sees.
 *
 *     dom_round position, round;
 *     if (dom_search_position_of(&position, &ask->view, &options, &err) != DOM_OK)
 *         ...
 *     dom_search_place(&round, &position, hand, &deal);   an assignment of the hidden tiles
 *     dom_round_legal(&round, actions);                   the ask's own list
 *
 * A view has everything of a round but the tiles of the others and the order of the stock. So a
 * bot that guesses these (search/belief.h) can play on with the rules of the arena: rules/round.h.
 *
 * This room is pure, as the rules are: no I/O, allocation, clock or globals.
 */
#ifndef DOM_SEARCH_POSITION_H
#define DOM_SEARCH_POSITION_H

#include "rules/view.h"

/* Makes the round that `view` shows, without what is hidden: the hands of the other seats are
 * empty, the stock has all tiles that the seat does not see, and there is no deal. Only
 * dom_search_place can use such a round.
 *
 * options  of the view's variant, from `welcome`; they outlive the position
 * view     of the seat on turn, as in every ask; it may come from a foreign program and be wrong
 * Returns DOM_OK, or DOM_E_MALFORMED with what is inconsistent: for example a seat that played more
 * tiles than it ever had, or ends that do not follow from the history. */
dom_rc dom_search_position_of(dom_round *position, const dom_view *view, const dom_options *options,
                              dom_err *err);

/* Sets *round to the position with all tiles in their places.
 *
 * hand  the hands of all seats now, also the own one
 * deal  its `stock` has for each seat the order in which it will draw; tiles of a hand or of the
 *       layout among them are skipped. It outlives the round. In games without drawing it is not
 *       read
 * Pre: the hands have tiles that the seat does not see, each in one hand, and its own. In games
 * with drawing all others of these tiles are in every seat's order. */
void dom_search_place(dom_round *round, const dom_round *position,
                      const dom_tileset hand[static DOM_SEATS_MAX], const dom_deal *deal);

/* Returns how much a finished round is worth to the side of `seat`, in match points: what it got
 * minus what the others got on average, times their number, so that it is a whole number. With two
 * sides this is the difference of their points. It is positive if the round was good for the seat,
 * also where low scores win.
 *
 * Example: three seats got 12, 0 and 0 points. That is worth 24 to the first (2 x 12 - 0 - 0) and
 * -12 to each of the others. Pre: the round is over. */
int32_t dom_search_worth(const dom_round *round, int seat);

#endif
