/* Bots for the tests. The first argument says which one. */
#include <domino/bot.h>
#include <domino/think.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int out_of_range(const dom_msg_ask *ask, void *state)
{
    (void)state;
    return ask->view.legal_count;
}

static int negative(const dom_msg_ask *ask, void *state)
{
    (void)ask, (void)state;
    return -1;
}

/* Prints to both streams. */
static int talkative(const dom_msg_ask *ask, void *state)
{
    (void)state;
    printf("asked %lld\n", (long long)ask->req);
    (void)fflush(stdout);
    (void)fprintf(stderr, "to standard error\n");
    return 1;
}

/* Chooses the last action of every ask, and prints the number of asks of each call. */
static void many(const dom_msg_ask *const *asks, int count, int choices[], void *state)
{
    int *calls = state;
    (void)fprintf(stderr, "call %d: %d asks\n", ++*calls, count);
    for (int i = 0; i < count; i++)
        choices[i] = asks[i]->view.legal_count - 1;
}

static int first(const dom_msg_ask *ask, void *state)
{
    (void)ask, (void)state;
    return 0;
}

/* If the folder GATES has a file with the number of the ask as its name, reads it to its end. */
static int waiting(const dom_msg_ask *ask, void *state)
{
    (void)state;
    char path[4096];
    (void)snprintf(path, sizeof path, "%s/%lld", getenv("GATES"), (long long)ask->req);
    FILE *gate = fopen(path, "r");
    if (gate == NULL)
        return 0;
    while (fgetc(gate) != EOF)
        ;
    (void)fclose(gate);
    return 0;
}

static void on_welcome(const dom_msg_welcome *welcome, void *state)
{
    (void)state;
    for (int i = 0; i < welcome->variant_count; i++)
        (void)fprintf(stderr, "variant %s for %d\n", welcome->variants[i].name,
                      (int)welcome->variants[i].options.players);
}

static void on_match(const dom_msg_match *match, void *state)
{
    (void)state;
    (void)fprintf(stderr, "match %s against %s\n", match->variant, match->bots[1 - match->seat]);
}

static void on_round(const dom_msg_round *round, void *state)
{
    (void)state;
    (void)fprintf(stderr, "round %s by %d\n", dom_end_word(round->end), (int)round->by);
}

static void on_result(const dom_msg_result *result, void *state)
{
    (void)state;
    (void)fprintf(stderr, "place %d\n", (int)result->places[0]);
}

static void on_fault(const dom_msg_fault *fault, void *state)
{
    (void)state;
    (void)fprintf(stderr, "my fault: %s\n", dom_fault_word(fault->code));
}

static void inform(const dom_msg_ask *ask, int choice, dom_info *info, void *state)
{
    (void)state;
    if (ask->req == 99)
        return;
    dom_info_expect(info, -4.125);
    info->has_worlds = true;
    info->worlds = choice;
    memset(info->text, '"', sizeof info->text - 1);
}

static int calls;

static const struct {
    const char *word;
    dom_bot bot;
} bots[] = {
    {"out-of-range", {.choose = out_of_range}},
    {"negative", {.choose = negative}},
    {"talkative", {.name = "talkative", .version = "7", .choose = talkative}},
    {"many", {.choose_many = many, .batch = 5, .max_tables = 10, .state = &calls}},
    {"waiting", {.choose = waiting}},
    {"informing", {.choose = first, .inform = inform}},
    {"single", {.choose = first, .max_tables = 1}},
    {"curious",
     {.choose = first,
      .on_welcome = on_welcome,
      .on_match = on_match,
      .on_round = on_round,
      .on_result = on_result,
      .on_fault = on_fault}},
};

/* The action with index 1 is worth 6 in every world, each other one 1. */
static bool look(dom_think *think, double value[])
{
    for (int i = 0; i < think->ask->view.legal_count; i++)
        value[i] = i == 1 ? 6 : 1;
    return true;
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "thinking") == 0)
        return dom_think_run(&(dom_thinker){.name = "thinking", .look = look, .informs = true},
                             argc - 1, argv + 1);
    for (size_t i = 0; argc > 1 && i < sizeof bots / sizeof *bots; i++)
        if (strcmp(argv[1], bots[i].word) == 0)
            return dom_bot_run(&bots[i].bot);
    (void)fprintf(stderr, "which bot?\n");
    return 2;
}
