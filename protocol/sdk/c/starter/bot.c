/* A bot for Domino Arena. It already plays legal actions; the TODOs say how to make it strong. */
#include <domino/bot.h>

#include <stdio.h>

/* TODO 1: write your name into bot.yaml, as `author`. */

/* Returns how good an action is. This function decides how strong your bot is. */
static int worth(const dom_view *view, dom_action action)
{
    (void)view;
    if (action.kind != DOM_PLAY) /* a draw */
        return -1;
    /* TODO 3: this plays the most pips, like greedy. A double fits only one value:
     *         see dom_tile_is_double(action.tile). Should it go first?
     * TODO 4: after this play, which tiles of view->hand fit the open ends?
     *         view->ends has their values; a play at end e changes ends[e] to
     *         dom_tile_pips(action.tile) - ends[e].
     * TODO 5: a seat that passed or drew in view->history had no tile that fitted the ends.
     * TODO 6: with view->counts and all tiles seen so far, which tiles can the others hold?
     *         domino/think.h works this out, and looks at deals that agree with it. */
    return dom_tile_pips(action.tile);
}

/* An index into ask->view.legal. Asked only when there are two or more. */
static int choose(const dom_msg_ask *ask, void *state)
{
    (void)state;
    /* TODO 2: fprintf(stderr, ...) something here, run ./play, and look at the output:
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
