/* search/holdings.h - what is public about the tiles that each seat got, when it got them, and what
 * it did not have.
 *
 * It is a part of dom_search_belief. search/belief.h says what the belief is for; programs have no
 * need of what is declared here.
 *
 * A *slot* is a tile that a seat got: first `hand` of them, in no order, when the tiles were dealt,
 * and then one for each tile that it drew. A *group* is a run of slots of one seat between which
 * nothing was learned about its hand. So the same tiles are possible in all slots of a group.
 *
 * Example: seat 1 was dealt 7 tiles, drew 2 and passed when the ends were 5 and 6. Then it drew 1.
 * Its first group has 9 slots, in which no tile shows 5 or 6. Its second group has one slot, in
 * which every tile is possible.
 */
#ifndef DOM_SEARCH_HOLDINGS_H
#define DOM_SEARCH_HOLDINGS_H

#include "rules/round.h"

enum {
    DOM_SEARCH_GROUPS_MAX = 64,
    DOM_SEARCH_NO_GROUP = 255 /* in place of a group: none */
};

typedef struct {
    uint8_t seat;
    uint8_t slots;       /* without those whose tile is known                             */
    dom_tileset allowed; /* tiles of it that may still be held: none of them fitted when the seat
                            had nothing that fits                                          */
} dom_search_group;

/* A tile that is known to have been with a seat: it was laid, or it is in the own hand now. What is
 * not known is when the seat got it. */
typedef struct {
    dom_tile tile;
    uint8_t seat;
    uint8_t newest;  /* the seat's last group before the tile was laid            */
    uint8_t before;  /* slots that this group had by then                         */
    uint64_t groups; /* one bit for each group to which the tile may have belonged */
} dom_search_shown;

typedef struct {
    uint8_t seats;
    uint8_t group_count;
    uint8_t shown_count;
    dom_search_group group[DOM_SEARCH_GROUPS_MAX]; /* in the order of time */
    dom_search_shown shown[DOM_TILES_MAX];         /* for each seat in the order of time */
    uint8_t newest[DOM_SEATS_MAX];     /* the group that grows, or DOM_SEARCH_NO_GROUP */
    uint8_t slot_count[DOM_SEATS_MAX]; /* with those whose tile is known               */
    uint8_t slot_group[DOM_SEATS_MAX][DOM_TILES_MAX]; /* DOM_SEARCH_NO_GROUP: the tile is known */
    dom_tile slot_tile[DOM_SEATS_MAX][DOM_TILES_MAX]; /* the known tile, or DOM_NO_TILE         */
    dom_tileset fresh; /* tiles that may be got now                                             */
    dom_tileset kept;  /* of the hidden tiles, those that are certainly in a hand and not in the
                          stock */
    bool is_coarse;    /* groups were joined although something was learned between them */
} dom_search_holdings;

/* Begins: nobody has a tile yet. */
void dom_search_hold_nothing(dom_search_holdings *holdings, const dom_options *options);

/* Notes that the seat got `count` tiles that nobody else saw. */
void dom_search_get(dom_search_holdings *holdings, int seat, int count);

/* Notes that the seat drew this very tile. */
void dom_search_get_known(dom_search_holdings *holdings, int seat, dom_tile tile);

/* Notes that the seat has none of these tiles at this moment. */
void dom_search_lack(dom_search_holdings *holdings, int seat, dom_tileset tiles);

/* Notes that the seat has this tile at this moment. Call it once for a tile, and not for one that
 * dom_search_get_known has noted. */
void dom_search_show(dom_search_holdings *holdings, int seat, dom_tile tile);

/* Notes that from now on nobody can get this tile, because it is in a hand or was laid. */
void dom_search_exclude(dom_search_holdings *holdings, dom_tile tile);

/* Joins all groups of the seat to one, so that what was learned between them is forgotten. Returns
 * false if it has only one already. */
bool dom_search_join(dom_search_holdings *holdings, int seat);

/* Returns the number of groups of the seat. */
int dom_search_groups_of(const dom_search_holdings *holdings, int seat);

/* Returns the tiles that may be in a slot of the seat. */
dom_tileset dom_search_allowed(const dom_search_holdings *holdings, int seat);

#endif
