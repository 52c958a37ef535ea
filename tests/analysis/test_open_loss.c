/* What choices lost with all hands seen: small rounds that are followed to every end, and the limit
 * of the work. */
#include "analysis/open_loss.h"

#include "scene.h"
#include "selfplay.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <math.h>

#include "rules/variant.h"

enum { LIMIT = 1 << 17 };

static dom_match match;
static dom_analysis_open_room room;

/* What every seat gets in the end. */
typedef struct {
    double of[DOM_SEATS_MAX];
} worths;

/* Follows all ways to play on, each seat doing what is best for its own side. With two sides that
 * is also what is worst for the other. */
static worths follow(const dom_round *round)
{
    dom_action action[DOM_ACTIONS_MAX];
    worths best = {{0}};
    int sides = dom_side_count(round->options);
    int count = dom_round_legal(round, action);
    for (int s = 0; count == 0 && s < round->options->players; s++)
        best.of[s] = (double)dom_search_worth(round, s) / (sides - 1);
    for (int i = 0; i < count; i++) {
        dom_round next = *round;
        dom_event event;
        dom_round_make(&next, action[i], &event);
        worths found = follow(&next);
        if (i == 0 || found.of[round->turn] > best.of[round->turn])
            best = found;
    }
    return best;
}

static const scene scenes[] = {
    {.settings = "set_max=3 hand=4",
     .hands = "3-3,3-1,1-0,1-1/2-1,3-0,3-2,0-0",
     .actions = "3-1@0"},
    {.settings = "set_max=3 hand=4 score=penalty objective=low target=0 rounds=2",
     .hands = "3-3,3-1,1-0,1-1/2-1,3-0,3-2,0-0",
     .actions = "3-1@0 3-2@0"},
    {.settings = "set_max=3 hand=3 draw_mode=optional",
     .hands = "3-3,3-1,1-0/2-1,3-0,3-2",
     .actions = "3-1@0"},
    {.settings = "set_max=3 players=3 hand=3",
     .hands = "3-3,3-1,1-0/2-1,3-0,3-2/1-1,2-0,2-2",
     .actions = "3-1@0"},
    {.settings = "set_max=3 players=4 teams=true hand=2",
     .hands = "3-3,3-1/2-1,3-0/3-2,1-0/2-0,1-1",
     .actions = ""},
};

Test(analysis_open_loss, is_the_best_less_the_taken_in_small_rounds)
{
    double most = 0;
    for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++) {
        dom_action action[DOM_ACTIONS_MAX];
        dom_event event;
        scene_play(&match, &scenes[i]);
        const dom_round *round = &match.play;
        int count = dom_round_legal(round, action);
        cr_assert(lt(int, 1, count), "scene %zu ends without a choice", i);
        double best = follow(round).of[round->turn];
        dom_analysis_open_begin(&room);
        for (int taken = 0; taken < count; taken++) {
            dom_round next = *round;
            dom_round_make(&next, action[taken], &event);
            double right = best - follow(&next).of[round->turn];
            dom_analysis_open_loss found = dom_analysis_open_loss_of(&room, round, 1, taken, LIMIT);
            cr_expect(found.is_solved);
            cr_expect(lt(dbl, fabs(found.loss - right), 1e-9), "scene %zu, action %d: %f, not %f",
                      i, taken, found.loss, right);
            most = fmax(most, right);
        }
    }
    cr_expect(lt(dbl, 1, most), "something is lost in one of them");
}

/* Counts of choices. */
typedef struct {
    selfplay play;
    int round, limit, choices, solved;
    double loss;
} count;

static int choose(void *context, const dom_match *of, const dom_search_choice *choice)
{
    count *c = context;
    int taken = selfplay_policy(&c->play.random, choice);
    dom_analysis_open_loss found =
        dom_analysis_open_loss_of(&room, &of->play, c->round, taken, c->limit);
    cr_expect(le(dbl, 0, found.loss));
    cr_expect(found.is_solved || found.loss == 0);
    c->choices++;
    c->solved += found.is_solved;
    c->loss += found.loss;
    return taken;
}

/* Plays some rounds of a variant. */
static count count_in(const char *name, int limit)
{
    static count c;
    dom_variant variant;
    cr_assert(eq(int, dom_variant_find(&variant, name, NULL), DOM_OK));
    c = (count){.limit = limit};
    selfplay_begin(&c.play, &variant.options, 1);
    c.play.context = &c;
    c.play.choose = choose;
    dom_analysis_open_begin(&room);
    for (c.round = 1; c.round <= 4; c.round++) {
        selfplay_deal(&c.play);
        selfplay_round(&c.play);
        dom_match_settle(&c.play.match);
    }
    return c;
}

Test(analysis_open_loss, more_positions_solve_more_choices)
{
    count few = count_in("draw-2", 1024);
    count many = count_in("draw-2", 16 * 1024);
    cr_expect(eq(int, few.choices, many.choices));
    cr_expect(lt(int, few.solved, many.solved));
    cr_expect(lt(int, many.solved, many.choices));
    cr_expect(lt(int, 0, few.solved));
}

/* Neither the matches before nor the choices that were given up change what is found. */
Test(analysis_open_loss, the_same_match_gives_the_same_again)
{
    count first = count_in("draw-3", 4096);
    (void)count_in("partnership", 4096);
    count again = count_in("draw-3", 4096);
    cr_expect(eq(int, again.solved, first.solved));
    cr_expect(eq(dbl, again.loss, first.loss));
}
