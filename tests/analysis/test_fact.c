/* Facts: each kind where it is said and where it nearly is, and all of them in random rounds under
 * every variant, held against the tiles that the seat cannot see. */
#include "row_params.h"

#include "scene.h"
#include "selfplay.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <string.h>

#include "analysis/fact.h"
#include "rules/notation.h"
#include "rules/variant.h"

enum { LEAST_KINDS = 20, ROUNDS = 5 };

/* Two actions of a scene, and the sentence about them. */
typedef struct {
    dom_analysis_fact_kind kind;
    scene scene;
    const char *taken, *best;
    const char *sentence; /* NULL: the kind is not said */
} example;

#define DRAWING "hand=2 draw_mode=optional reserve=0"
#define TWO_OF_TWO "6-5,6-4/5-2,2-1"
#define CLOSING "5-5@0 pass 5-3@0 4-3@0"
#define SEAT_1_WITHOUT_5 "/4-3,0-0,1-0,2-0,6-6"
#define LIMIT "hand=5 draw_limit=1 reserve=0"
#define LIMIT_HANDS "5-5,5-3,5-0,5-1,4-2/6-6,6-2,6-1,2-1,1-0"
#define TEAMS "players=4 teams=true"
#define DREW_HANDS "5-5,5-2,5-0,4-0,4-1/2-0,6-6,6-4,2-2,3-3"
#define OPENS_AGAIN "5-5@0 draw draw 5-1@0 5-2@1 2-0@1"
#define PARTNER_HANDS "5-4,6-1,2-1/4-3,0-0,4-4/6-5,1-0,6-0/3-2,3-0,3-3"
#define SPINNER                                                                                    \
    "arms=4 facedown=true hand=3 lead_first=lowest_double lead_next=lowest_double "                \
    "lead_tile=own_double"

static const example examples[] = {
    /* draws */
    {DOM_ANALYSIS_FACT_DRAWS_FOR_OUT,
     {DRAWING, TWO_OF_TWO, NULL, NULL, "6-5@0 5-2@1"},
     "draw",
     "6-4@0",
     "draws, though 6-4 is its last tile and can be laid"},
    {DOM_ANALYSIS_FACT_DRAWS_FOR_OUT, {DRAWING, TWO_OF_TWO, NULL, NULL, ""}, "draw", "6-4@0", NULL},
    {DOM_ANALYSIS_FACT_DRAWS_AT_COST,
     {DRAWING " draw_cost=5", TWO_OF_TWO, NULL, NULL, ""},
     "draw",
     "6-4@0",
     "draws for 5 points, though 6-4 can be laid"},
    {DOM_ANALYSIS_FACT_DRAWS_AT_COST, {DRAWING, TWO_OF_TWO, NULL, NULL, ""}, "draw", "6-4@0", NULL},
    {DOM_ANALYSIS_FACT_DRAWS,
     {DRAWING, TWO_OF_TWO, NULL, NULL, ""},
     "draw",
     "6-4@0",
     "draws, though 6-4 can be laid"},
    {DOM_ANALYSIS_FACT_DRAWS, {DRAWING, TWO_OF_TWO, NULL, NULL, ""}, "6-4@0", "draw", NULL},
    {DOM_ANALYSIS_FACT_PLAYS_FOR_DRAW,
     {DRAWING, TWO_OF_TWO, NULL, NULL, ""},
     "6-4@0",
     "draw",
     "lays 6-4, though 24 tiles can still be drawn"},
    {DOM_ANALYSIS_FACT_PLAYS_FOR_DRAW,
     {DRAWING, TWO_OF_TWO, NULL, NULL, ""},
     "6-4@0",
     "6-5@0",
     NULL},

    /* a closed layout: nobody draws, and seat 1 passed on 5; in the near miss 5-1 fits */
    {DOM_ANALYSIS_FACT_COULD_CLOSE,
     {"hand=5", "5-5,5-3,5-4,4-2,2-1" SEAT_1_WITHOUT_5, NULL, NULL, CLOSING},
     "4-2@0",
     "5-4@0",
     "closes the layout with 9 pips in hand, while opponents hold 4 tiles"},
    {DOM_ANALYSIS_FACT_COULD_CLOSE,
     {"hand=5", "5-5,5-3,5-4,4-2,5-1" SEAT_1_WITHOUT_5, NULL, NULL, CLOSING},
     "4-2@0",
     "5-4@0",
     NULL},
    {DOM_ANALYSIS_FACT_CLOSES,
     {"hand=5", "5-5,5-3,5-4,4-2,2-1" SEAT_1_WITHOUT_5, NULL, NULL, CLOSING},
     "5-4@0",
     "4-2@0",
     "closes the layout with 9 pips in hand, while opponents hold 4 tiles"},
    {DOM_ANALYSIS_FACT_CLOSES,
     {"hand=5", "5-5,5-3,5-4,4-2,5-1" SEAT_1_WITHOUT_5, NULL, NULL, CLOSING},
     "5-4@0",
     "4-2@0",
     NULL},
    {DOM_ANALYSIS_FACT_LEAVES_OWN,
     {"set_max=3 hand=5", "3-3,3-2,3-1,3-0,1-0/2-2,2-1,2-0,1-1,0-0", NULL, NULL, "3-1@0 2-1@1"},
     "3-0@0",
     "3-2@1",
     "leaves ends that no hidden tile fits, and 2 fitting tiles in hand"},
    {DOM_ANALYSIS_FACT_LEAVES_OWN,
     {"set_max=3 hand=5", "3-3,3-2,3-1,3-0,1-0/2-2,2-1,2-0,1-1,0-0", NULL, NULL, "3-1@0 2-1@1"},
     "3-0@0",
     "3-3@0",
     NULL},

    /* ends at which a seat has shown that it cannot play */
    {DOM_ANALYSIS_FACT_LEAVES_ONE_PASSED,
     {"hand=5", "5-5,5-3,5-4,4-2,5-1" SEAT_1_WITHOUT_5, NULL, NULL, CLOSING},
     "4-2@0",
     "5-4@0",
     "leaves 5 at every end, and seat 1 passed once on 5"},
    {DOM_ANALYSIS_FACT_LEAVES_ONE_PASSED,
     {"hand=6", "5-5,5-3,4-3,5-4,5-1,4-2/6-6,6-2,6-1,2-1,1-0,0-0", NULL, NULL,
      "5-5@0 pass 5-3@0 pass 4-3@0 pass"},
     "4-2@0",
     "5-4@0",
     "leaves 5 at every end, and seat 1 passed 3 times on 5"},
    {DOM_ANALYSIS_FACT_LEAVES_ONE_PASSED, /* it has drawn since, maybe of its own will */
     {LIMIT " draw_mode=optional", LIMIT_HANDS, "6-4,3-0", NULL,
      "5-5@0 draw pass 5-3@0 draw 3-0@0"},
     "5-1@1",
     "5-0@0",
     NULL},
    {DOM_ANALYSIS_FACT_LEAVES_LACKED,
     {LIMIT " draw_mode=forced", LIMIT_HANDS, "6-4,3-0", NULL, "5-5@0 draw pass 5-3@0 draw 3-0@0"},
     "5-1@1",
     "5-0@0",
     "leaves only values of which seat 1 has shown that it has none"},
    {DOM_ANALYSIS_FACT_LEAVES_LACKED,
     {LIMIT " draw_mode=optional", LIMIT_HANDS, "6-4,3-0", NULL,
      "5-5@0 draw pass 5-3@0 draw 3-0@0"},
     "5-1@1",
     "5-0@0",
     NULL},

    /* one value on which a seat passed or had to draw */
    {DOM_ANALYSIS_FACT_OPENS_PASSED,
     {"hand=6", "5-5,5-3,5-2,5-0,4-0,6-5/3-1,2-0,6-6,4-4,6-4,2-2", NULL, NULL,
      "5-5@0 pass 5-3@0 3-1@0 5-2@1 2-0@1"},
     "4-0@1",
     "5-0@1",
     "opens 5, and seat 1 passed once on 5"},
    {DOM_ANALYSIS_FACT_OPENS_PASSED,
     {"hand=6", "5-5,5-3,5-2,5-0,4-0,6-5/3-1,2-0,6-6,4-4,6-4,2-2", NULL, NULL,
      "5-5@0 pass 5-3@0 3-1@0 5-2@1 2-0@1"},
     "5-0@1",
     "4-0@1",
     NULL},
    {DOM_ANALYSIS_FACT_COVERS_PASSED,
     {"hand=5", "5-5,5-3,5-2,4-1,6-5/3-1,2-0,6-6,4-4,6-4", NULL, NULL, "5-5@0 pass 5-3@0 3-1@0"},
     "5-2@1",
     "4-1@0",
     "covers 5, and seat 1 passed once on 5"},
    {DOM_ANALYSIS_FACT_COVERS_PASSED,
     {"hand=5", "5-5,5-3,5-2,4-1,6-5/3-1,2-0,6-6,4-4,6-4", NULL, NULL, "5-5@0 pass 5-3@0 3-1@0"},
     "4-1@0",
     "5-2@1",
     NULL},
    {DOM_ANALYSIS_FACT_OPENS_DRAWN,
     {"hand=5 reserve=0 draw_mode=forced", DREW_HANDS, "6-0,5-1", NULL, OPENS_AGAIN},
     "4-0@1",
     "5-0@1",
     "opens 5, and seat 1 had to draw on 5"},
    {DOM_ANALYSIS_FACT_OPENS_DRAWN,
     {"hand=5 reserve=0 draw_mode=optional", DREW_HANDS, "6-0,5-1", NULL, OPENS_AGAIN},
     "4-0@1",
     "5-0@1",
     NULL},
    {DOM_ANALYSIS_FACT_COVERS_DRAWN,
     {"hand=5 reserve=0 draw_mode=forced", DREW_HANDS, "6-0,5-1", NULL, "5-5@0 draw draw 5-1@0"},
     "5-2@1",
     "4-1@0",
     "covers 5, and seat 1 had to draw on 5"},
    {DOM_ANALYSIS_FACT_COVERS_DRAWN,
     {"hand=5 reserve=0 draw_mode=optional", DREW_HANDS, "6-0,5-1", NULL, "5-5@0 draw draw 5-1@0"},
     "5-2@1",
     "4-1@0",
     NULL},
    {DOM_ANALYSIS_FACT_COVERS_PARTNER,
     {TEAMS " hand=3", PARTNER_HANDS, NULL, NULL, "5-4@0 4-3@1 6-5@0 3-2@1"},
     "6-1@0",
     "2-1@1",
     "covers 6, which its partner, seat 2, opened"},
    {DOM_ANALYSIS_FACT_COVERS_PARTNER,
     {"players=4 hand=3", PARTNER_HANDS, NULL, NULL, "5-4@0 4-3@1 6-5@0 3-2@1"},
     "6-1@0",
     "2-1@1",
     NULL},
    {DOM_ANALYSIS_FACT_OPENS_PARTNER_PASSED,
     {TEAMS " hand=4", "5-5,4-1,5-0,2-0/5-3,3-0,6-6,6-4/1-1,6-2,2-2,4-4/5-4,0-0,6-3,4-2", NULL,
      NULL, "5-5@0 5-3@0 pass 5-4@1 4-1@1 3-0@0 1-1@1 0-0@0"},
     "5-0@0",
     "2-0@0",
     "opens 5, and its partner, seat 2, passed once on 5"},
    {DOM_ANALYSIS_FACT_OPENS_PARTNER_PASSED,
     {TEAMS " hand=4", "5-5,4-1,5-0,2-0/5-3,3-0,6-6,6-4/1-1,6-2,2-2,4-4/5-4,0-0,6-3,4-2", NULL,
      NULL, "5-5@0 5-3@0 pass 5-4@1 4-1@1 3-0@0 1-1@1 0-0@0"},
     "2-0@0",
     "5-0@0",
     NULL},

    /* the tiles that stay in the hand */
    {DOM_ANALYSIS_FACT_NONE_FITS,
     {"hand=4", "5-4,4-1,4-0,1-1/5-2,3-3,3-0,6-3", NULL, NULL, "5-4@0 5-2@0"},
     "4-0@1",
     "4-1@1",
     "leaves no fitting tile in hand, and the better action 1"},
    {DOM_ANALYSIS_FACT_NONE_FITS,
     {"hand=4", "5-4,4-1,4-0,1-0/5-2,3-3,3-1,6-3", NULL, NULL, "5-4@0 5-2@0"},
     "4-0@1",
     "4-1@1",
     NULL},
    {DOM_ANALYSIS_FACT_KEEPS_LONE_DOUBLE,
     {"hand=5", "6-6,5-4,4-2,4-1,3-2/6-4,1-0,5-5,6-2,6-3", NULL, NULL, "4-2@0 6-4@0"},
     "3-2@1",
     "6-6@0",
     "keeps the double 6-6, and no other tile of the hand shows 6"},
    {DOM_ANALYSIS_FACT_KEEPS_LONE_DOUBLE,
     {"hand=5", "6-6,6-5,4-2,4-1,3-2/6-4,1-0,5-5,6-2,6-3", NULL, NULL, "4-2@0 6-4@0"},
     "3-2@1",
     "6-6@0",
     NULL},
    {DOM_ANALYSIS_FACT_KEEPS_DOUBLE,
     {"hand=5", "6-6,6-5,4-2,4-1,3-2/6-4,1-0,5-5,6-2,6-3", NULL, NULL, "4-2@0 6-4@0"},
     "3-2@1",
     "6-6@0",
     "keeps the double 6-6"},
    {DOM_ANALYSIS_FACT_KEEPS_DOUBLE, /* for another double */
     {"hand=5", "6-6,6-5,4-2,2-2,3-2/6-4,1-0,5-5,6-2,6-3", NULL, NULL, "4-2@0 6-4@0"},
     "2-2@1",
     "6-6@0",
     NULL},
    {DOM_ANALYSIS_FACT_KEEPS_HEAVY_LATE,
     {DRAWING, "6-1,5-4/6-4,3-3", "1-0,3-2", NULL, "6-1@0 6-4@0 draw draw"},
     "1-0@1",
     "5-4@0",
     "keeps 5-4 with 9 pips and lays 1, and seat 1 has one tile left"},
    {DOM_ANALYSIS_FACT_KEEPS_HEAVY_LATE, /* two tiles left */
     {"hand=3", "6-1,5-4,1-0/6-4,3-3,3-0", NULL, NULL, "6-1@0 6-4@0"},
     "1-0@1",
     "5-4@0",
     NULL},
    {DOM_ANALYSIS_FACT_LEAVES_MANY_OWN,
     {"hand=6", "5-4,5-3,5-2,5-1,5-0,3-2/4-3,6-6,6-2,6-1,6-0,4-4", NULL, NULL, "5-4@0 4-3@1"},
     "5-3@0",
     "5-3@1",
     "leaves 5 open, and has 3 of the 5 tiles left that show 5"},
    {DOM_ANALYSIS_FACT_LEAVES_MANY_OWN, /* two of the five */
     {"hand=6", "5-4,5-3,5-2,5-1,1-0,3-2/4-3,6-6,6-2,6-1,6-0,4-4", NULL, NULL, "5-4@0 4-3@1"},
     "5-3@0",
     "5-3@1",
     NULL},
    {DOM_ANALYSIS_FACT_FEWER_FIT,
     {"hand=6", "5-4,3-2,3-0,2-0,2-1,6-2/4-3,6-6,6-4,6-0,4-4,1-1", NULL, NULL, "5-4@0 4-3@1"},
     "3-0@1",
     "3-2@1",
     "leaves 1 fitting tile in hand, and the better action 3"},
    {DOM_ANALYSIS_FACT_FEWER_FIT,
     {"hand=6", "5-4,3-2,3-0,2-0,2-1,6-1/4-3,6-6,6-4,6-0,4-4,1-1", NULL, NULL, "5-4@0 4-3@1"},
     "3-0@1",
     "3-2@1",
     NULL},
    {DOM_ANALYSIS_FACT_KEEPS_HEAVY,
     {"hand=3", "6-1,5-4,1-0/6-4,3-3,3-0", NULL, NULL, "6-1@0 6-4@0"},
     "1-0@1",
     "5-4@0",
     "keeps 5-4 with 9 pips and lays 1"},
    {DOM_ANALYSIS_FACT_KEEPS_HEAVY, /* the points are good for the winner of the match */
     {"hand=3 objective=low target=0 rounds=2", "6-1,5-4,1-0/6-4,3-3,3-0", NULL, NULL,
      "6-1@0 6-4@0"},
     "1-0@1",
     "5-4@0",
     NULL},
    {DOM_ANALYSIS_FACT_KEEPS_HEAVY,
     {"hand=3 score=penalty objective=low target=0 rounds=2", "6-1,5-4,1-0/6-4,3-3,3-0", NULL, NULL,
      "6-1@0 6-4@0"},
     "1-0@1",
     "5-4@0",
     "keeps 5-4 with 9 pips and lays 1"},
    {DOM_ANALYSIS_FACT_OPENS_UNHELD,
     {"hand=5", "5-4,3-2,3-1,2-0,6-5/4-3,6-6,6-4,6-0,4-4", NULL, NULL, "5-4@0 4-3@1"},
     "3-1@1",
     "3-2@1",
     "opens 1, of which it has no tile left, and the better action 2, of which it has 1"},
    {DOM_ANALYSIS_FACT_OPENS_UNHELD,
     {"hand=5", "5-4,3-2,3-1,2-1,6-5/4-3,6-6,6-4,6-0,4-4", NULL, NULL, "5-4@0 4-3@1"},
     "3-1@1",
     "3-2@1",
     NULL},
    {DOM_ANALYSIS_FACT_FEWER_VALUES,
     {"hand=4", "5-4,5-2,3-2,6-3/4-3,0-0,1-1,1-0", NULL, NULL, "5-4@0 4-3@1"},
     "5-2@0",
     "3-2@1",
     "leaves 3 different values in hand, and the better action 4"},
    {DOM_ANALYSIS_FACT_FEWER_VALUES,
     {"hand=4", "5-4,5-2,3-2,6-1/4-3,0-0,1-1,1-0", NULL, NULL, "5-4@0 4-3@1"},
     "5-2@0",
     "3-2@1",
     NULL},

    /* hidden tiles and faces */
    {DOM_ANALYSIS_FACT_MORE_HIDDEN_FIT,
     {"hand=5", "4-1,5-4,5-2,5-1,3-3/1-1,1-0,6-6,6-4,4-4", NULL, NULL, "4-1@0 1-1@1 5-4@0 1-0@1"},
     "5-2@0",
     "5-1@0",
     "leaves ends for 11 hidden tiles, and the better action for 9"},
    {DOM_ANALYSIS_FACT_MORE_HIDDEN_FIT,
     {"hand=5", "4-1,5-4,5-2,5-1,3-3/1-1,1-0,6-6,6-4,4-4", NULL, NULL, "4-1@0 1-1@1 5-4@0 1-0@1"},
     "5-1@0",
     "5-2@0",
     NULL},
    {DOM_ANALYSIS_FACT_FAR_MORE_HIDDEN_FIT, /* both ends the same */
     {"hand=4", "5-4,5-3,3-2,3-1/4-3,6-6,1-1,0-0", NULL, NULL, "5-4@0 4-3@1"},
     "3-1@1",
     "5-3@0",
     "leaves ends for 10 hidden tiles, and the better action for 3"},
    {DOM_ANALYSIS_FACT_FAR_MORE_HIDDEN_FIT,
     {"hand=5", "4-1,5-4,5-2,5-1,3-3/1-1,1-0,6-6,6-4,4-4", NULL, NULL, "4-1@0 1-1@1 5-4@0 1-0@1"},
     "5-2@0",
     "5-1@0",
     NULL},
    {DOM_ANALYSIS_FACT_CLOSES_ARM,
     {SPINNER, "0-0,6-6,3-0/6-0,5-1,4-1", NULL, NULL, "0-0@0 6-0@0"},
     "6-6@0v",
     "6-6@0",
     "lays 6-6 face down, which closes an arm"},
    {DOM_ANALYSIS_FACT_CLOSES_ARM,
     {SPINNER, "0-0,6-6,3-0/6-0,5-1,4-1", NULL, NULL, "0-0@0 6-0@0"},
     "6-6@0",
     "6-6@0v",
     NULL},
    {DOM_ANALYSIS_FACT_COULD_CLOSE_ARM,
     {SPINNER, "0-0,6-6,3-0/6-0,5-1,4-1", NULL, NULL, "0-0@0 6-0@0"},
     "6-6@0",
     "6-6@0v",
     "lays 6-6 face down, which closes an arm"},
    {DOM_ANALYSIS_FACT_COULD_CLOSE_ARM,
     {SPINNER, "0-0,6-6,3-0/6-0,5-1,4-1", NULL, NULL, "0-0@0 6-0@0"},
     "6-6@0v",
     "6-6@0",
     NULL},

    /* with its last tile the seat goes out either way */
    {DOM_ANALYSIS_FACT_NONE,
     {"hand=2", "6-6,6-4/6-5,4-1", NULL, NULL, "6-6@0 6-5@0"},
     "6-4@1",
     "6-4@1",
     ""},
};

enum { EXAMPLES = sizeof examples / sizeof *examples };

static dom_match match;
static dom_view view;

static dom_action read_action(const char *word)
{
    dom_action action;
    cr_assert(dom_action_read(word, &action), "%s", word);
    cr_assert(dom_round_is_legal(&match.play, action), "%s", word);
    return action;
}

ParameterizedTestParameters(analysis_fact, is_said_or_not)
{
    return row_params(EXAMPLES);
}

ParameterizedTest(size_t *row, analysis_fact, is_said_or_not)
{
    const example *e = &examples[*row];
    scene_view(&match, &e->scene, &view);
    dom_analysis_fact fact =
        dom_analysis_fact_of(&view, &match.options, read_action(e->taken), read_action(e->best));
    dom_analysis_fact_words words = dom_analysis_fact_words_of(fact);
    if (!e->sentence) {
        cr_expect(ne(int, fact.kind, e->kind), "%s < %s: %s", e->taken, e->best, words.text);
        return;
    }
    cr_expect(eq(int, fact.kind, e->kind), "%s < %s: %s", e->taken, e->best, words.text);
    cr_expect(eq(str, words.text, (char *)e->sentence));
}

/* Returns true if the kind has an example in which it is said, or in which it is not. */
static bool has_example(int kind, bool is_said)
{
    for (int i = 0; i < EXAMPLES; i++)
        if ((int)examples[i].kind == kind && (examples[i].sentence != NULL) == is_said)
            return true;
    return false;
}

Test(analysis_fact, every_kind_has_examples_and_words)
{
    for (int k = DOM_ANALYSIS_FACT_NONE + 1; k < DOM_ANALYSIS_FACTS; k++) {
        cr_expect(has_example(k, true) && has_example(k, false), "kind %d", k);
        cr_expect(ne(str, (char *)dom_analysis_fact_headline(k), "no fact"), "kind %d", k);
    }
}

Test(analysis_fact, a_view_that_contradicts_itself_has_none)
{
    scene_view(&match, &examples[0].scene, &view);
    view.stock++;
    dom_analysis_fact fact =
        dom_analysis_fact_of(&view, &match.options, read_action("draw"), read_action("6-4@0"));
    cr_expect(eq(int, fact.kind, DOM_ANALYSIS_FACT_NONE));
}

/* ---- random rounds -------------------------------------------------------------------------- */

static int seen[DOM_ANALYSIS_FACTS];

/* The kinds that say that `seat` has no tile with `value`. */
static bool says_lack(const dom_analysis_fact *f)
{
    static const bool by_kind[DOM_ANALYSIS_FACTS] = {
        [DOM_ANALYSIS_FACT_LEAVES_ONE_PASSED] = true,
        [DOM_ANALYSIS_FACT_OPENS_PASSED] = true,
        [DOM_ANALYSIS_FACT_COVERS_PASSED] = true,
        [DOM_ANALYSIS_FACT_OPENS_DRAWN] = true,
        [DOM_ANALYSIS_FACT_COVERS_DRAWN] = true,
        [DOM_ANALYSIS_FACT_OPENS_PARTNER_PASSED] = true,
    };
    return by_kind[f->kind];
}

/* The kinds that say that `seat` cannot lay a tile after an action. */
static bool says_stop(const dom_analysis_fact *f)
{
    return f->kind == DOM_ANALYSIS_FACT_LEAVES_ONE_PASSED ||
           f->kind == DOM_ANALYSIS_FACT_LEAVES_LACKED;
}

static bool says_close(const dom_analysis_fact *f)
{
    return f->kind == DOM_ANALYSIS_FACT_CLOSES || f->kind == DOM_ANALYSIS_FACT_COULD_CLOSE;
}

static bool none_in_common(dom_tileset a, dom_tileset b)
{
    return dom_tileset_is_empty(dom_tileset_common(a, b));
}

/* Returns true if after the action no hand has a tile that fits, nor what may be drawn. */
static bool is_closed(dom_action action)
{
    dom_round after = match.play;
    dom_event event;
    dom_round_make(&after, action, &event);
    bool closed = after.drawable == 0 || none_in_common(after.stock, after.fits);
    for (int s = 0; s < match.options.players; s++)
        closed = closed && none_in_common(after.hand[s], after.fits);
    return closed;
}

static bool can_lay_after(dom_action action, int seat)
{
    dom_round after = match.play;
    dom_event event;
    dom_round_make(&after, action, &event);
    return !none_in_common(after.hand[seat], after.fits);
}

/* Holds what a fact says against the hidden tiles. */
static void check_truth(const dom_analysis_fact *f, dom_action taken, dom_action best)
{
    dom_action subject = dom_analysis_fact_is_of_best(f->kind) ? best : taken;
    if (f->tile)
        cr_assert(dom_tileset_has(view.hand, f->tile));
    if (says_lack(f))
        cr_assert(none_in_common(match.play.hand[f->seat], dom_tileset_showing(f->value)));
    if (says_stop(f))
        cr_assert(not(can_lay_after(subject, f->seat)));
    if (says_close(f))
        cr_assert(is_closed(subject));
}

static void check_pair(dom_action taken, dom_action best)
{
    dom_analysis_fact fact = dom_analysis_fact_of(&view, &match.options, taken, best);
    dom_analysis_fact_words words = dom_analysis_fact_words_of(fact);
    seen[fact.kind]++;
    if (fact.kind == DOM_ANALYSIS_FACT_NONE)
        return;
    cr_assert(lt(sz, 0, strlen(words.text)));
    cr_assert(lt(sz, strlen(words.text), sizeof words.text - 1), "%s", words.text);
    cr_assert(eq(ptr, strchr(words.text, '$'), NULL), "%s", words.text);
    check_truth(&fact, taken, best);
}

/* Looks at every pair with the action that the policy takes, and at a pair by chance. */
static int look(void *context, const dom_match *m, const dom_search_choice *choice)
{
    selfplay *play = context;
    dom_match_copy(&match, m);
    dom_view_of(&view, &match, match.play.turn);
    for (int i = 0; i < choice->count; i++) {
        int other = dom_random_below(&play->random, choice->count);
        check_pair(choice->action[i], choice->action[choice->preferred]);
        check_pair(choice->action[other], choice->action[i]);
    }
    return selfplay_policy(&play->random, choice);
}

static void play_rounds(const dom_options *options, uint64_t seed)
{
    static selfplay play;
    selfplay_begin(&play, options, seed);
    play.context = &play;
    play.choose = look;
    for (int i = 0; i < ROUNDS; i++) {
        selfplay_deal(&play);
        selfplay_round(&play);
        dom_match_settle(&play.match);
    }
}

Test(analysis_fact, is_true_in_random_rounds_of_every_variant)
{
    int kinds = 0;
    for (size_t i = 0; i < dom_variant_count(); i++) {
        dom_variant variant = dom_variant_at(i);
        play_rounds(&variant.options, i + 1);
    }
    for (int k = DOM_ANALYSIS_FACT_NONE + 1; k < DOM_ANALYSIS_FACTS; k++)
        kinds += seen[k] > 0;
    cr_expect(le(int, LEAST_KINDS, kinds));
}
