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
 *   - if a double decided who leads, no hand had a higher one (a lower one, where the lowest
 *     leads);
 *   - where nobody has a double and the rules deal again, somebody has one.
 *
 * Example: block-2. The own hand and the layout show 10 of 28 tiles, and the other seat holds 4 of
 * the 18 others. It passed when the ends were 5 and 6, and 11 of the 18 show neither: there are
 * C(11,4) = 330 worlds. Without the pass there were C(18,4) = 3060.
 *
 * How it works. The tiles that a seat got form groups, between which nothing was learned about its
 * hand (search/holdings.h). Tiles that may be in the same groups form a class. The ways to fill the
 * groups are counted in a table, class by class (search/ways.h), and a sample goes through that
 * table. Seats about which nothing is known are not in it: they and the stock share what is left.
 * Where there are too many states for the table, something of what was learned is forgotten, and
 * samples that do not agree with it are rejected.
 */
#ifndef DOM_SEARCH_BELIEF_H
#define DOM_SEARCH_BELIEF_H

#include "search/holdings.h"
#include "search/position.h"
#include "search/ways.h"

enum {
    DOM_SEARCH_TRIES = 10000 /* samples that dom_search_sample rejects before it gives up */
};

/* What a seat knows about the hidden tiles. The members are for the functions below. The struct has
 * no pointers into itself and may be copied; it takes some 160 KiB, so it is best not made anew for
 * every ask. */
typedef struct {
    dom_round position;           /* of the view                                               */
    uint8_t seat;                 /* of the view                                               */
    dom_search_holdings holdings; /* what each seat got when, and what it did not have         */
    dom_search_ways ways; /* to fill the groups that not every hidden tile may fill            */
    double factor;        /* worlds for each of these ways                                     */
    bool is_lead_hidden;  /* only worlds count in which the leader of the view leads           */
    bool is_record_open;  /* only worlds count from which the record follows: what the holdings say
                             is not all                                                       */
    uint8_t class_tiles;  /* `tile` has first the tiles of the classes in `ways`, in their order */
    uint8_t free_tiles;   /* then those that may be in all other places                        */
    uint8_t stock_tiles;  /* and then those that are certainly in the stock                    */
    dom_tile tile[DOM_TILES_MAX];
    uint8_t free_room[DOM_SEATS_MAX];  /* hidden tiles of a seat that may have any of them       */
    uint8_t only_group[DOM_SEATS_MAX]; /* of a seat with one group, else DOM_SEARCH_NO_GROUP    */
    uint8_t next_like[DOM_SEARCH_GROUPS_MAX]; /* for a group of `ways`: the next one that takes the
                                                 same tiles and is filled together with it, or
                                                 DOM_SEARCH_NO_GROUP                           */
    uint8_t room[DOM_SEARCH_GROUPS_MAX];      /* hidden tiles in an only group                */
    uint8_t drawn[DOM_SEATS_MAX];    /* tiles that the seat has drawn in this round           */
    dom_tileset gone[DOM_SEATS_MAX]; /* of a seat that drew nothing: tiles that it has laid     */
    uint8_t first_slot[DOM_SEARCH_GROUPS_MAX]; /* where the slots of a group begin in `slot`   */
    uint8_t slot[DOM_TILES_MAX];               /* numbers of slots, group by group             */
    dom_tile start;
    uint8_t stock_at_start;
    uint8_t lot_count;
    dom_lot lot[DOM_LOTS_MAX];
    uint16_t event_count; /* without lots                                                      */
    dom_event event[DOM_HISTORY_MAX];
} dom_search_belief;

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

/* The same for a view of any seat, on turn or waiting, as dom_view_of makes it. A waiting seat must
 * have seen the lead, and the opening draws must be over: before that a view does not say who is on
 * turn. Then DOM_E_MALFORMED is returned as well. */
dom_rc dom_search_belief_of_any(dom_search_belief *belief, const dom_view *view,
                                const dom_options *options, dom_err *err);

/* Returns the number of worlds, not counting orders of tiles that nobody has drawn. It is exact up
 * to 2^40 and has twelve correct digits above that. Returns a negative number where it is not cheap
 * to know: if a lead was decided by tiles that nobody has seen, if there are too many groups for
 * the table, or if the view is of a moment without a choice. */
double dom_search_worlds(const dom_search_belief *belief);

/* Returns the tiles that `seat` may hold now as far as passes and draws tell. */
dom_tileset dom_search_may_hold(const dom_search_belief *belief, int seat);

/* Draws a world; all are equally likely. Returns DOM_OK, or DOM_E_LIMIT if none was found in
 * DOM_SEARCH_TRIES tries, which is possible only where dom_search_worlds returns a negative number.
 */
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
