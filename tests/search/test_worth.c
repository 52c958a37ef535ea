/* What a finished round is worth, by cases: the points are those of RULES.md, section 4, or
 * worked out in the comment. */
#include "row_params.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>

#include "rules/notation.h"
#include "search/position.h"

struct row {
    const char *position;
    const char *last; /* the action that ends the round */
    int32_t worth[DOM_SEATS_MAX];
};

/* The comment before a row has the points of the seats. */
static const struct row rows[] = {
    /* 18, 0 */
    {"block-2 | ends 5,3 | last 1 | hand 5-4 / 3-2,6-6,1-0", "5-4@0", {18, -18}},
    /* 17, 0, 0 */
    {"block-3 | ends 4,5 | last 2 | hand 6-4,2-1 / 4-3,2-0 / 4-4,3-0", "6-4@0", {34, -17, -17}},
    /* a tie: 0, 0, 0, 0 */
    {"block-4 | ends 4,5 | turn 3 | last 2 | hand 2-1 / 3-0 / 4-4,3-1 / 6-4,4-3", "6-4@0", {0}},
    /* the third loses his own pips: 0, 0, -19 */
    {"boneyard-doubles | ends 1,0 | turn 2 | last 1 | hand 5-3 / 6-2 / 1-0,5-4,6-4",
     "1-0@0",
     {19, 19, -38}},
    /* the winner gets all hands: 43, 0, 0 */
    {"boneyard-doubles | ends 3,0 | last 2 | hand 3-0,5-4 / 6-5,2-1 / 6-4,3-1,4-2",
     "3-0@0",
     {86, -43, -43}},
    /* 625, 125, -475, -275; the sum is 0, so the worth is four times the points */
    {"homo-homini-lupus | ends 3,0,2,x | last 3 | hand 3-1 / 3-2 / 6-5 / 6-3",
     "3-1@0",
     {2500, 500, -1900, -1100}},
    /* low scores win: -5, 19 */
    {"brettspielnetz | ends 5,3 | last 1 | hand 5-4 / 4-3,6-6 | stock 1-0,2-0,3-0",
     "5-4@0",
     {24, -24}},
    /* stuck, and low scores win: 8, 27 */
    {"brettspielnetz | ends 0,1 | last 1 | hand 3-0,2-1,5-0 / 6-6,4-4,5-2 | stock 5-3,4-3",
     "3-0@0",
     {19, -19}},
    /* net of what the draws cost: 19, -3 */
    {"draw-pay-2 | ends 3,6 | last 1 | hand 6-3 / 2-2,6-6,5-3 | stock 5-5,4-4 | paid 5,3",
     "6-3@1",
     {22, -22}},
    /* the blocker wins the tie: 24, 0 */
    {"draw-puerto-rico-blocker-2 | ends 3,5 | last 1 | hand 5-3,6-6 / 4-4,4-0 | stock 1-0,2-0",
     "5-3@1",
     {24, -24}},
    /* partners count once, and low scores win: 0, 23, 0, 23 */
    {"block-4 teams=true score=penalty domino_bonus=5 target=0 rounds=4 objective=low | ends 4,1 "
     "| last 3 | hand 6-4 / 2-1 / 5-0 / 6-6,5-3",
     "6-4@0",
     {23, -23, 23, -23}},
    /* 4, -2, 4, -2 */
    {"draw-teams draw_cost=1 | ends 3,6 | last 3 | hand 6-3 / 2-2 / 5-5 / 1-0 | paid 0,2,1,0",
     "6-3@1",
     {6, -6, 6, -6}},
    /* -100, 100, -100, 100 */
    {"block-4 teams=true score=average | ends 4,5 | turn 3 | last 2 | hand 1-1 / 2-2 / 4-4,2-1 / "
     "6-4,4-3",
     "6-4@0",
     {-200, 200, -200, 200}},
    /* the others' hands alone: 0, 13, 0, 13 */
    {"block-teams score=opponents | ends 4,5 | turn 3 | last 2 | hand 1-1 / 2-2 / 4-4,2-1 / "
     "6-4,4-3",
     "6-4@0",
     {-13, 13, -13, 13}},
    /* a club game counts the others double: 36, 0 */
    {"block-british-2 | ends 4,2 | last 1 | hand 4-2 / 3-2,6-6,1-0", "4-2@0", {36, -36}},
};

ParameterizedTestParameters(search_worth, is_what_the_seat_got_minus_what_the_others_got)
{
    return row_params(sizeof rows / sizeof *rows);
}

ParameterizedTest(size_t *number, search_worth, is_what_the_seat_got_minus_what_the_others_got)
{
    const struct row *row = &rows[*number];
    static dom_position p;
    dom_action last;
    dom_event event;
    dom_err err = {.text = ""};
    cr_assert(eq(int, dom_position_read(&p, row->position, &err), DOM_OK), "%s", err.text);
    cr_assert(dom_action_read(row->last, &last));
    cr_assert(eq(int, dom_round_apply(&p.round, last, &event), DOM_OK), "%s", row->position);
    cr_assert(ne(int, p.round.end, DOM_END_NONE), "%s: the round is not over", row->position);
    for (int s = 0; s < p.variant.options.players; s++)
        cr_expect(eq(int, dom_search_worth(&p.round, s), row->worth[s]), "%s: seat %d",
                  row->position, s);
}
