/* The reference policy: what `careful` prefers, by cases; the probabilities; and that it plays with
 * them. test_reference.py compares it with the bot itself. */
#include "row_params.h"

#include "../rules/playout.h"
#include "selfplay.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "rules/notation.h"
#include "rules/variant.h"
#include "rules/view.h"
#include "search/position.h"
#include "search/reference.h"

struct row {
    const char *position;
    const char *preferred;
};

static const struct row rows[] = {
    /* a double, though 6-5 is heavier */
    {"block-2 | ends 6,2 | last 1 | hand 2-2,6-5,6-4,5-4 / 1-0", "2-2@1"},
    /* without 6-5 the hand would have no 6; without 5-3 it keeps 5, 6, 3 and 1 */
    {"block-2 | ends 5,5 | last 1 | hand 5-1,5-3,6-5,3-1 / 1-0", "5-3@0"},
    /* both leave two values: the heavier one */
    {"block-2 | ends 2,5 | last 1 | hand 2-1,5-3 / 1-0", "5-3@1"},
    /* 5-4 and 5-3 fit after it on the 6, and on the 5 only 6-4 would */
    {"block-2 | ends 5,6 | last 1 | hand 6-5,5-4,5-3,6-4 / 1-0", "6-5@1"},
    /* 5-1 leaves as many values and has as many pips, but after 6-0 more tiles fit */
    {"block-2 | ends 6,5 | last 1 | hand 5-1,6-0,1-0,3-0 / 3-3", "6-0@0"},
    /* all is equal: the first legal action */
    {"block-2 | ends 6,5 | last 1 | hand 5-1,6-0,1-0 / 3-3", "5-1@1"},
    /* an arm is closed when that costs nothing, and not while another tile fits it */
    {"homo-homini-lupus | ends 2,3,2,2 | last 3 | hand 3-3,5-2 / 6-5 / 6-4 / 6-0", "3-3@1v"},
    {"homo-homini-lupus | ends 2,3,2,2 | last 3 | hand 3-3,5-3 / 6-5 / 6-4 / 6-0", "3-3@1"},
    /* a draw is never preferred to a play */
    {"draw-2 draw_mode=optional | ends 2,2 | last 1 | hand 6-2 / 1-0,3-3", "6-2@0"},
};

ParameterizedTestParameters(search_reference, prefers_what_careful_takes)
{
    return row_params(sizeof rows / sizeof *rows);
}

ParameterizedTest(size_t *number, search_reference, prefers_what_careful_takes)
{
    const struct row *row = &rows[*number];
    static dom_position p;
    dom_search_choice choice;
    dom_err err = {.text = ""};
    dom_action expected;
    cr_assert(eq(int, dom_position_read(&p, row->position, &err), DOM_OK), "%s", err.text);
    cr_assert(dom_action_read(row->preferred, &expected));
    dom_search_choice_of(&choice, &p.round);
    dom_action preferred = choice.action[choice.preferred];
    char text[16];
    dom_text out = dom_text_of(text, sizeof text);
    dom_action_write(preferred, &out);
    cr_expect(eq(int, memcmp(&preferred, &expected, sizeof expected), 0), "%s: it takes %s",
              row->position, text);
}

/* ---- what it knows, and its probabilities ---------------------------------------------------- */

static dom_view view;

/* A choice of a position, in which the hidden tiles are unknown, is the choice of the round. */
static void compare_with_view(const dom_match *match, void *context)
{
    dom_round position;
    dom_search_choice of_round, of_view;
    dom_err err;
    dom_search_choice_of(&of_round, &match->play);
    dom_view_of(&view, match, match->play.turn);
    dom_rc rc = dom_search_position_of(&position, &view, &match->options, &err);
    cr_assert(eq(int, rc, DOM_OK), "%s", err.text);
    dom_search_choice_of(&of_view, &position);
    cr_assert(eq(int, of_view.count, of_round.count));
    cr_assert(eq(int, of_view.preferred, of_round.preferred));
    double sum = 0;
    for (int i = 0; i < of_round.count; i++)
        sum += dom_search_reference_chance(&of_round, of_round.action[i]);
    cr_assert(lt(dbl, fabs(sum - 1), 1e-9));
    ++*(int *)context;
}

Test(search_reference, knows_no_hidden_tile_under_random_rules)
{
    int choices = 0;
    watcher w = {.context = &choices, .to_act = compare_with_view};
    play_matches(100, 60000, &w);
    cr_assert(ge(int, choices, 1000));
}

Test(search_reference, the_preferred_action_has_nine_tenths_and_its_share_of_the_rest)
{
    static dom_position p;
    dom_search_choice choice;
    dom_err err;
    cr_assert(
        eq(int,
           dom_position_read(&p, "block-2 | ends 6,2 | last 1 | hand 2-2,6-5,6-4,6-1 / 1-0", &err),
           DOM_OK));
    dom_search_choice_of(&choice, &p.round);
    cr_assert(eq(int, choice.count, 4));
    for (int i = 0; i < choice.count; i++) {
        double expected = i == choice.preferred ? 0.925 : 0.025;
        double found = dom_search_reference_chance(&choice, choice.action[i]);
        cr_expect(lt(dbl, fabs(found - expected), 1e-12), "action %d: %f", i, found);
    }
}

/* What seat 0 laid is seen in its hand: whatever it plays, seat 1 goes out with 6-2. */
Test(search_reference, the_playout_takes_actions_with_these_probabilities)
{
    enum { ROUNDS = 40000 };
    static dom_position p;
    dom_err err;
    dom_random random = {3};
    const char *text = "block-2 | ends 6,2 | last 1 | hand 2-2,6-5,6-4,6-1 / 6-2";
    cr_assert(eq(int, dom_position_read(&p, text, &err), DOM_OK));
    int taken[4] = {0};
    dom_search_choice choice;
    dom_search_choice_of(&choice, &p.round);
    for (int n = 0; n < ROUNDS; n++) {
        dom_round round = p.round;
        dom_search_reference_playout(&round, &random);
        cr_assert(ne(int, round.end, DOM_END_NONE));
        for (int i = 0; i < choice.count; i++)
            taken[i] += !dom_tileset_has(round.hand[0], choice.action[i].tile);
    }
    for (int i = 0; i < choice.count; i++) {
        double p_action = dom_search_reference_chance(&choice, choice.action[i]);
        double deviation = sqrt(ROUNDS * p_action * (1 - p_action));
        cr_expect(lt(dbl, fabs(taken[i] - ROUNDS * p_action), 4 * deviation), "action %d: %d", i,
                  taken[i]);
    }
}

/* ---- the hash ------------------------------------------------------------------------------- */

typedef struct {
    selfplay play;
    uint64_t hash;
} hashing;

static void hash_number(uint64_t *hash, unsigned number)
{
    *hash = (*hash ^ number) * 0x100000001b3;
}

static int hash_choice(void *context, const dom_match *match, const dom_search_choice *choice)
{
    hashing *h = context;
    const dom_action *action = &choice->action[choice->preferred];
    (void)match;
    hash_number(&h->hash, (unsigned)choice->count);
    hash_number(&h->hash, action->kind);
    hash_number(&h->hash, action->tile);
    hash_number(&h->hash, action->end);
    hash_number(&h->hash, action->down);
    hash_number(&h->hash, (unsigned)(1e6 * dom_search_reference_chance(choice, *action)));
    return selfplay_policy(&h->play.random, choice);
}

Test(search_reference, the_hash_is_that_of_its_choices)
{
    static hashing h = {.hash = 0xcbf29ce484222325};
    char found[17];
    for (size_t v = 0; v < dom_variant_count(); v++) {
        dom_variant variant = dom_variant_at(v);
        selfplay_begin(&h.play, &variant.options, v);
        h.play.context = &h;
        h.play.choose = hash_choice;
        for (int i = 0; i < 12; i++) {
            selfplay_deal(&h.play);
            selfplay_round(&h.play);
            dom_match_settle(&h.play.match);
        }
    }
    (void)snprintf(found, sizeof found, "%016llx", (unsigned long long)h.hash);
    cr_expect(eq(str, found, DOM_SEARCH_REFERENCE_HASH),
              "the policy or the rules changed: write the new hash into search/reference.h, and "
              "give a policy that plays differently another name");
}
