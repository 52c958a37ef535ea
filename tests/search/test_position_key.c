/* What the solver takes for the same position, and what not. */
#include "position_key.h"

#include "row_params.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>

#include "rules/notation.h"

struct pair {
    const char *one, *other;
    bool is_same;
};

static const struct pair pairs[] = {
    /* the ends of a line, and the arms of a spinner, may be exchanged */
    {"block-2 | ends 3,5 | hand 5-3,3-1 / 2-1", "block-2 | ends 5,3 | hand 5-3,3-1 / 2-1", true},
    {"homo-homini-lupus | ends 3,0,x,0 | hand 3-0,3-1 / 2-1 / 6-5 / 6-4",
     "homo-homini-lupus | ends x,0,0,3 | hand 3-0,3-1 / 2-1 / 6-5 / 6-4", true},
    {"homo-homini-lupus | ends 3,0,0,0 | hand 3-0,3-1 / 2-1 / 6-5 / 6-4",
     "homo-homini-lupus | ends 3,3,0,0 | hand 3-0,3-1 / 2-1 / 6-5 / 6-4", false},
    {"homo-homini-lupus | ends 3,x,0,0 | hand 3-0,3-1 / 2-1 / 6-5 / 6-4",
     "homo-homini-lupus | ends 3,x,x,0 | hand 3-0,3-1 / 2-1 / 6-5 / 6-4", false},
    {"block-2 | ends 3,5 | hand 5-3,3-1 / 2-1", "block-2 | ends 3,3 | hand 5-3,3-1 / 2-1", false},
    /* hands and turn */
    {"block-2 | ends 3,5 | hand 5-3,3-1 / 2-1", "block-2 | ends 3,5 | hand 5-3,3-1 / 2-0", false},
    {"block-2 | ends 3,5 | hand 5-3,3-1 / 2-1", "block-2 | ends 3,5 | hand 2-1 / 5-3,3-1", false},
    {"block-2 | ends 3,5 | turn 0 | hand 5-3,3-1 / 3-3,5-5",
     "block-2 | ends 3,5 | turn 1 | hand 5-3,3-1 / 3-3,5-5", false},
    {"block-2 set_max=12 | ends 12,11 | hand 12-11,12-1 / 12-2",
     "block-2 set_max=12 | ends 12,11 | hand 12-11,12-1 / 12-3", false},
    /* the lead */
    {"block-2 | ends - | hand 6-6,3-1 / 2-1", "block-2 | ends - | hand 6-6,3-1 / 2-1", true},
    {"draw-2 | ends - | hand 6-6,3-1 / 2-1 | must 6-6", "draw-2 | ends - | hand 6-6,3-1 / 2-1",
     false},
    {"block-2 | ends - | hand 6-6,3-1 / 2-1", "block-2 | ends 6,6 | hand 6-6,3-1 / 2-1", false},
    /* the stock, and what was drawn */
    {"draw-2 | ends 3,5 | hand 5-3,3-1 / 2-1 | stock 6-6,6-5,6-4",
     "draw-2 | ends 3,5 | hand 5-3,3-1 / 2-1 | stock 6-6,6-5,6-3", false},
    {"draw-2 | ends 3,5 | hand 5-3,3-1 / 2-1 | stock 6-6,6-5,6-4",
     "draw-2 | ends 3,5 | drawn 1 | hand 5-3,3-1 / 2-1 | stock 6-6,6-5,6-4", true},
    {"draw-2 draw_limit=2 | ends 3,5 | hand 5-3,3-1 / 2-1 | stock 6-6,6-5,6-4",
     "draw-2 draw_limit=2 | ends 3,5 | drawn 1 | hand 5-3,3-1 / 2-1 | stock 6-6,6-5,6-4", false},
    {"draw-2 | ends 3,5 | hand 5-3,3-1 / 2-1 | stock 6-6,6-5,6-4",
     "draw-2 | ends 3,5 | hand 5-3,3-1 / 2-1 | stock 6-6,6-5,6-4 | paid 0,5", true},
    {"draw-pay-2 | ends 3,5 | hand 5-3,3-1 / 2-1 | stock 6-6,6-5,6-4",
     "draw-pay-2 | ends 3,5 | hand 5-3,3-1 / 2-1 | stock 6-6,6-5,6-4 | paid 0,5", false},
    /* the last player: a seat with a choice will be it itself */
    {"draw-puerto-rico-blocker-2 | ends 3,5 | last 0 | hand 5-3,3-1 / 2-1",
     "draw-puerto-rico-blocker-2 | ends 3,5 | last 1 | hand 5-3,3-1 / 2-1", true},
};

ParameterizedTestParameters(search_position_key, is_the_same_for_the_same_future_only)
{
    return row_params(sizeof pairs / sizeof *pairs);
}

ParameterizedTest(size_t *number, search_position_key, is_the_same_for_the_same_future_only)
{
    static dom_position one, other;
    const struct pair *pair = &pairs[*number];
    dom_err err = {.text = ""};
    cr_assert(eq(int, dom_position_read(&one, pair->one, &err), DOM_OK), "%s", err.text);
    cr_assert(eq(int, dom_position_read(&other, pair->other, &err), DOM_OK), "%s", err.text);
    uint64_t key = dom_search_position_key(1, &one.round);
    uint64_t other_key = dom_search_position_key(1, &other.round);
    cr_assert(eq(int, key == other_key, pair->is_same), "%s and %s", pair->one, pair->other);
    cr_assert(ne(u64, key, dom_search_position_key(2, &one.round)), "what is before it counts");
}

/* If keys only combined their words by xor, these would be the same. */
Test(search_position_key, mixes_each_word_before_the_next)
{
    uint64_t one = dom_search_key_add(dom_search_key_add(0, 1), 2);
    cr_assert(ne(u64, one, dom_search_key_add(dom_search_key_add(0, 2), 1)));
    cr_assert(ne(u64, one, dom_search_key_add(dom_search_key_add(0, 3), 0)));
}
