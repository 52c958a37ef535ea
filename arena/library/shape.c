#include "vec.h"

/* Returns the largest number of events of a round without lots. A tile is played once and drawn
 * at most once. After a play all others may pass; after a draw the same seat may pass, too. One
 * more event is the start tile. */
static int events_of(const dom_options *options)
{
    int dealt = options->players * options->hand;
    if (!dom_options_may_draw(options))
        return dealt * options->players + 1;
    int stock = dom_options_tiles(options) - dealt;
    return (dealt + 2 * stock) * (1 + options->players) + 1;
}

int32_t dom_action_number(const domino_shape *shape, const dom_action *action)
{
    if (action->kind == DOM_DRAW)
        return shape->actions - 1;
    return (action->tile * shape->ends + action->end) * shape->faces + action->down;
}

domino_shape dom_shape_of(const dom_options *options, int32_t games)
{
    domino_shape shape = {.games = games,
                          .seats = options->players,
                          .tiles = dom_tile_of(options->set_max, options->set_max) + 1,
                          .ends = options->arms,
                          .faces = options->facedown ? 2 : 1,
                          .events = events_of(options),
                          .totals = 1 + options->players,
                          .ends_at = DOMINO_FIXED};
    shape.actions = shape.tiles * shape.ends * shape.faces + 1;
    shape.counts_at = shape.ends_at + shape.ends;
    shape.hand_at = shape.counts_at + shape.seats;
    shape.history_at = shape.hand_at + shape.tiles;
    shape.columns = shape.history_at + shape.events * DOMINO_EVENT;
    return shape;
}
