/* A bot that thinks: it burns the same processor time for every choice, then plays a
 * random legal action.
 *
 *     think MICROSECONDS
 */
#include <domino/bot.h>

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* Processor time of this thread: what others do on the machine is not thinking. */
static int64_t used_us(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return t.tv_sec * INT64_C(1000000) + t.tv_nsec / 1000;
}

static int choose(const dom_msg_ask *ask, void *state)
{
    const long *think_us = state;
    int64_t end = used_us() + *think_us;
    while (used_us() < end)
        ;
    dom_random random = dom_random_of(ask);
    return dom_random_below(&random, ask->view.legal_count);
}

int main(int argc, char **argv)
{
    char *end = NULL;
    long think_us = argc == 2 ? strtol(argv[1], &end, 10) : -1;
    if (think_us < 0 || end == argv[1] || *end != '\0') {
        (void)fprintf(stderr, "usage: think MICROSECONDS\n");
        return 2;
    }
    return dom_bot_run(&(dom_bot){.name = "think", .choose = choose, .state = &think_us});
}
