/* What is tried first was found by trials with all variants: few plays for the next seat, because
 * it then has little to choose from and the search is soon done with it. Counting the own plays as
 * well was worse. A draw before everything else saved nine of ten positions or more. */
#include "ordered_actions.h"

enum {
    KNOWN_BEST = INT32_MAX,
    DRAW_FIRST = INT32_MAX - 1,
    PIPS_PER_PLAY = 16 /* a play of the next seat counts as much as so many pips laid */
};

/* Returns the tiles that fit an end other than `end`. */
static dom_tileset fits_elsewhere(const dom_round *round, int end)
{
    dom_tileset fits = dom_tileset_empty();
    for (int e = 0; e < round->end_count; e++)
        if (e != end && round->ends[e] != DOM_ARM_CLOSED)
            fits = dom_tileset_union(fits, dom_tileset_showing(round->ends[e]));
    return fits;
}

/* Returns the tiles that fit some end after a play; `elsewhere` fit the other ends. */
static dom_tileset fits_after(const dom_round *round, dom_action play, dom_tileset elsewhere)
{
    if (play.down)
        return elsewhere;
    if (round->end_count == 0)
        return dom_tileset_union(dom_tileset_showing(dom_tile_high(play.tile)),
                                 dom_tileset_showing(dom_tile_low(play.tile)));
    int value = dom_tile_other_half(play.tile, round->ends[play.end]);
    return dom_tileset_union(elsewhere, dom_tileset_showing(value));
}

static bool is_best_of(const dom_search_entry *entry, const dom_round *round, dom_action action)
{
    dom_search_entry same = {0};
    dom_search_note_best(&same, round, action);
    return entry->best_tile == same.best_tile && entry->best_end == same.best_end &&
           entry->best_down == same.best_down;
}

/* Puts the new last action in its place among the others. */
static void insert(dom_search_actions *a, int at, int32_t promise)
{
    dom_action action = a->action[at];
    for (; at > 0 && a->promise[at - 1] < promise; at--) {
        a->promise[at] = a->promise[at - 1];
        a->action[at] = a->action[at - 1];
    }
    a->promise[at] = promise;
    a->action[at] = action;
}

void dom_search_order(dom_search_actions *actions, const dom_round *round,
                      const dom_search_entry *known)
{
    int next = round->turn + 1 < round->options->players ? round->turn + 1 : 0;
    dom_tileset elsewhere[DOM_ENDS_MAX];
    for (int e = 0; e < round->options->arms; e++)
        elsewhere[e] = fits_elsewhere(round, e);
    actions->count = dom_round_legal(round, actions->action);
    for (int i = 0; i < actions->count; i++) {
        dom_action action = actions->action[i];
        int32_t promise = DRAW_FIRST;
        if (action.kind == DOM_PLAY) {
            dom_tileset fits = fits_after(round, action, elsewhere[action.end]);
            int plays = dom_tileset_count(dom_tileset_common(fits, round->hand[next]));
            promise = dom_tile_pips(action.tile) - PIPS_PER_PLAY * plays;
        }
        insert(actions, i, known && is_best_of(known, round, action) ? KNOWN_BEST : promise);
    }
}

void dom_search_note_best(dom_search_entry *entry, const dom_round *round, dom_action action)
{
    bool is_play = action.kind == DOM_PLAY;
    entry->best_tile = is_play ? action.tile : DOM_NO_TILE;
    /* the value and not the number of the end: the same position may have it on another one */
    entry->best_end = (uint8_t)(is_play && round->end_count > 0 ? round->ends[action.end] : 0);
    entry->best_down = action.down;
}
