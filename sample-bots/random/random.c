/* Plays any legal action, each as likely as the others. What it plays is a
 * function of the seed in the ask, so a match can be played again. */
#include <domino/bot.h>

static int choose(const dom_msg_ask *ask, void *state)
{
    (void)state;
    dom_random random = dom_random_of(ask);
    return dom_random_below(&random, ask->view.legal_count);
}

int main(void)
{
    return dom_bot_run(&(dom_bot){.name = "random", .version = "1", .choose = choose});
}
