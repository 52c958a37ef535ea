/* The random numbers of an ask: protocol/SPEC.md, section 4. */
#include "domino/bot.h"

/* Mixes one more number into the state. */
static void stir(dom_random *random, uint64_t number)
{
    random->state ^= number;
    random->state = dom_random_bits(random);
}

dom_random dom_random_of(const dom_msg_ask *ask)
{
    dom_random random = {0};
    stir(&random, (uint64_t)ask->seed);
    stir(&random, ask->view.round);
    stir(&random, ask->view.history_count);
    stir(&random, ask->view.drawn); /* a second draw of a turn adds no event */
    return random;
}
