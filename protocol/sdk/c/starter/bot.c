/* A bot for Domino Arena. It is legal as it stands; the TODOs make it good. */
#include <domino/bot.h>

#include <stdio.h>

/* TODO 1: say who you are: `author` in bot.yaml. */

/* How good an action is; this is what makes your bot. */
static int worth(const dom_view *view, dom_action action)
{
    (void)view;
    if (action.kind != DOM_PLAY) /* a draw */
        return -1;
    /* TODO 3: like greedy, this gets rid of pips. Doubles fit in one place only:
     *         dom_tile_is_double(action.tile) tells. Should they go first?
     * TODO 4: which values are left in view->hand for the ends that this leaves open?
     *         view->ends has them; a play on end e turns ends[e] into
     *         dom_tile_pips(action.tile) - ends[e].
     * TODO 5: who passed or drew in view->history had none of the values that were open.
     * TODO 6: with view->counts and all tiles seen, what may the others still hold? */
    return dom_tile_pips(action.tile);
}

/* An index into ask->view.legal. Asked only when there are two or more. */
static int choose(const dom_msg_ask *ask, void *state)
{
    (void)state;
    /* TODO 2: fprintf(stderr, ...) something here, run ./play, and look at it:
     *         domino-arena replay 1 --stderr */
    const dom_view *view = &ask->view;
    int best = 0;
    for (int i = 1; i < view->legal_count; i++)
        if (worth(view, view->legal[i]) > worth(view, view->legal[best]))
            best = i;
    return best;
}

int main(void)
{
    return dom_bot_run(&(dom_bot){.choose = choose});
}
