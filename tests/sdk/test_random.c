/* The random numbers of the C SDK. */
#include <domino/bot.h>

#include <criterion/criterion.h>
#include <criterion/new/assert.h>

Test(sdk_random, the_generator_is_splitmix64)
{
    /* The first numbers from state 0, as published with the generator. */
    dom_random random = {0};
    cr_assert(eq(u64, dom_random_bits(&random), 0xe220a8397b1dcdaf));
    cr_assert(eq(u64, dom_random_bits(&random), 0x6e789e6aa1b965f4));
    cr_assert(eq(u64, dom_random_bits(&random), 0x06c45d188009454f));
}

Test(sdk_random, the_same_ask_has_the_same_numbers)
{
    static dom_msg_ask ask;
    ask.seed = DOM_INTEGER_MAX;
    dom_random a = dom_random_of(&ask), b = dom_random_of(&ask);
    cr_assert(eq(u64, dom_random_bits(&a), dom_random_bits(&b)));
}

Test(sdk_random, asks_of_a_match_have_different_numbers)
{
    static dom_msg_ask ask;
    static uint64_t seen[10 * 10 * 10 * 4];
    size_t count = 0;
    for (int i = 0; i < 10 * 10 * 10 * 4; i++) {
        ask.seed = i % 10;
        ask.view.round = (uint16_t)(i / 10 % 10);
        ask.view.history_count = (uint16_t)(i / 100 % 10);
        ask.view.drawn = (uint8_t)(i / 1000);
        dom_random random = dom_random_of(&ask);
        uint64_t bits = dom_random_bits(&random);
        for (size_t k = 0; k < count; k++)
            cr_assert(ne(u64, bits, seen[k]));
        seen[count++] = bits;
    }
}

Test(sdk_random, every_choice_is_about_equally_frequent)
{
    enum { CHOICES = 7, DRAWS = 70000 };
    int often[CHOICES] = {0};
    dom_random random = {42};
    for (int i = 0; i < DRAWS; i++) {
        int choice = dom_random_below(&random, CHOICES);
        cr_assert(choice >= 0 && choice < CHOICES);
        often[choice]++;
    }
    double chi_square = 0;
    for (int i = 0; i < CHOICES; i++) {
        double off = often[i] - (double)DRAWS / CHOICES;
        chi_square += off * off / ((double)DRAWS / CHOICES);
    }
    cr_assert(chi_square < 22.46, "chi square %f", chi_square); /* 6 degrees, p = 0.001 */
    cr_assert(eq(int, dom_random_below(&random, 1), 0));
}
