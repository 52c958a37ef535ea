/* Plays its heaviest tile; of equally heavy tiles the one that is listed first. It draws only
 * if it cannot play. */
#include <domino/bot.h>

static int weight(dom_action action)
{
    return action.kind == DOM_PLAY ? dom_tile_pips(action.tile) : -1;
}

static int choose(const dom_msg_ask *ask, void *state)
{
    (void)state;
    const dom_view *view = &ask->view;
    int best = 0;
    for (int i = 1; i < view->legal_count; i++)
        if (weight(view->legal[i]) > weight(view->legal[best]))
            best = i;
    return best;
}

int main(void)
{
    return dom_bot_run(&(dom_bot){.name = "greedy", .version = "1", .choose = choose});
}
