/* Which sets a stage announced, in words. */
#include "results/match_reader.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <string.h>

Test(results_match_reader, a_stage_says_which_sets_it_has)
{
    static const dom_store_stage stages[] = {
        {.first_set = 1, .sets = 4}, {.first_set = 5, .sets = 2}, {.first_set = 9, .sets = 0}};
    static const dom_schedule_plan_move moves[] = {{1, 2, 2}, {2, 3, 4}, {2, 7, 7}};
    const dom_store_tournament t = {
        .stage_count = 3, .stages = stages, .move_count = 3, .moves = moves};
    static const char *const words[] = {"", " from set 5 on of sets 2", " of sets 3-4, 7"};
    for (int stage = 0; stage < 3; stage++)
        cr_expect(eq(str, dom_results_stage_words_of(&t, stage).text, (char *)words[stage]));
}

Test(results_match_reader, a_long_list_of_sets_ends_with_dots)
{
    enum { MOVES = 50 };
    static const dom_store_stage stage = {.first_set = 1};
    static dom_schedule_plan_move moves[MOVES];
    for (uint32_t i = 0; i < MOVES; i++)
        moves[i] = (dom_schedule_plan_move){0, 100000 + 2 * i, 100000 + 2 * i};
    const dom_store_tournament t = {
        .stage_count = 1, .stages = &stage, .move_count = MOVES, .moves = moves};
    dom_results_stage_words words = dom_results_stage_words_of(&t, 0);
    cr_expect(zero(int, strncmp(words.text, " of sets 100000, 100002, ", 25)), "%s", words.text);
    cr_expect(eq(str, words.text + strlen(words.text) - 3, (char *)"..."), "%s", words.text);
}
