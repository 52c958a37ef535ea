/* Plays any legal action, all equally likely. The choice depends only on the ask, so the same match
 * is played in the same way again.
 *
 *     random [--batch N]    asks in one message, 1..256; default 64
 */
#include <domino/bot.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int choose(const dom_msg_ask *ask, void *state)
{
    (void)state;
    dom_random random = dom_random_of(ask);
    return dom_random_below(&random, ask->view.legal_count);
}

int main(int argc, char **argv)
{
    dom_bot bot = {.name = "random", .version = "1", .choose = choose};
    if (argc == 3 && strcmp(argv[1], "--batch") == 0)
        bot.batch = atoi(argv[2]);
    if (argc > 1 && (bot.batch < 1 || bot.batch > DOM_BATCH_MAX)) {
        (void)fprintf(stderr, "usage: random [--batch N], N is 1..%d\n", DOM_BATCH_MAX);
        return 2;
    }
    return dom_bot_run(&bot);
}
