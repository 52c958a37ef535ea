/* The sampler against an enumeration of all worlds: their number is right, no other world is drawn,
 * and all are drawn equally often (chi-square). */
#include "search/belief.h"

#include "../rules/playout.h"
#include "enumerate.h"
#include "scene.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <math.h>

enum { SAMPLES_OF_EACH = 40, SAMPLES_MIN = 20000 };

/* The seeds are fixed, so a right sampler always passes. One that makes some world a tenth too
 * likely is found. */
static const double deviation_max = 4;

static const struct {
    scene scene;
    const char *name;
    dom_lead rule; /* 0: seat 0 leads */
    bool next;
    bool uncounted; /* the number of worlds is not known to the belief */
} cases[] = {
    {.name = "block, with a pass",
     .scene = {.settings = "set_max=3 hand=3",
               .hands = "3-3,3-1,1-0/2-1,2-0,1-1",
               .actions = "3-3@0 pass 3-1@0 1-1@0"}},
    {.name = "block, three seats that passed at other ends",
     .scene = {.settings = "set_max=3 players=3 hand=3",
               .hands = "3-3,3-2,1-0/1-1,2-1,0-0/3-1,2-0,3-0",
               .actions = "3-3@0 pass 3-1@0 3-2@1 2-1@1 pass"}},
    {.name = "block, four seats, of which two passed at the same ends",
     .scene = {.settings = "set_max=3 players=4 hand=2",
               .hands = "3-3,1-0/2-1,1-1/2-0,0-0/3-1,3-0",
               .actions = "3-3@0 pass pass 3-1@0"}},
    {.name = "optional draws, which tell nothing, and the next tile of each seat",
     .scene = {.settings = "set_max=3 hand=3 draw_mode=optional reserve=2",
               .hands = "3-3,3-2,1-0/2-1,2-0,3-1",
               .stock = "0-0,2-2",
               .actions = "3-3@0 draw 3-1@0 3-2@1"},
     .next = true},
    {.name = "optional draws, of the own seat too, and a pass",
     .scene = {.settings = "set_max=3 hand=2 draw_mode=optional draw_limit=1 reserve=0",
               .hands = "3-3,3-2/2-1,2-0",
               .stock = "3-0,0-0",
               .actions = "draw 3-3@0 draw pass 3-0@0 2-0@0"}},
    {.name = "optional draws after a pass, before and after plays",
     .scene = {.settings = "set_max=4 hand=3 draw_mode=optional draw_limit=1 reserve=0",
               .hands = "4-4,4-2,1-0/2-1,2-0,1-1",
               .stock = "0-0,2-2,3-3,3-2",
               .actions = "4-4@0 draw pass 4-2@0 draw 2-1@0 draw 1-0@0 draw 2-0@0"}},
    {.name = "forced draws with a play after them",
     .scene = {.settings = "set_max=3 hand=3 draw_mode=forced",
               .hands = "3-3,3-2,1-0/2-1,2-0,1-1",
               .stock = "0-0,3-1",
               .actions = "3-3@0 draw draw 3-1@0"}},
    {.name = "forced draws, and plays of tiles that were drawn or dealt",
     .scene = {.settings = "set_max=3 hand=3 draw_mode=forced reserve=0",
               .hands = "3-3,3-2,1-0/2-1,2-0,1-1",
               .stock = "0-0,2-2,3-1",
               .actions = "3-3@0 draw draw draw 3-1@0 3-2@1 2-1@0"}},
    {.name = "forced draws with a limit and passes, own draws too",
     .scene = {.settings = "set_max=3 hand=2 draw_mode=forced draw_limit=1 reserve=0",
               .hands = "3-3,1-0/2-1,2-0",
               .stock = "1-1,2-2,0-0,3-2,3-1",
               .actions = "3-3@0 draw pass draw pass draw pass draw 3-2@0"}},
    {.name = "three seats with forced draws",
     .scene = {.settings = "set_max=3 players=3 hand=2 draw_mode=forced reserve=2",
               .hands = "3-3,1-0/2-1,2-0/3-0,1-1",
               .stock = "0-0,3-1",
               .actions = "3-3@0 draw draw 3-1@0 3-0@1"}},
    {.name = "opening draws, of which the last cycle has 6-6",
     .scene = {.settings = "hand=1 opening_draw=until_double_six",
               .hands = "1-0/2-0",
               .stock = "3-0,6-6",
               .actions = "draw draw"}},
    {.name = "a lead by the own highest double",
     .scene = {.settings =
                   "set_max=3 players=3 hand=2 lead_first=highest_double lead_tile=own_double",
               .hands = "0-0,3-1/2-2,2-1/2-0,1-1",
               .actions = "2-2@0 2-0@0 0-0@0"},
     .rule = DOM_LEAD_HIGHEST_DOUBLE},
    {.name = "a lead by the lowest double and draws",
     .scene =
         {.settings =
              "set_max=3 hand=3 lead_first=lowest_double lead_tile=own_double draw_mode=forced",
          .hands = "1-1,3-1,3-0/2-2,3-2,3-3",
          .stock = "0-0,1-0",
          .actions = "1-1@0 draw draw 1-0@0"},
     .rule = DOM_LEAD_LOWEST_DOUBLE},
    {.name = "a lead of any tile by the holder of the highest double",
     .scene = {.settings = "set_max=3 hand=3 lead_first=highest_double",
               .hands = "2-2,3-1,1-0/1-1,3-0,2-0",
               .actions = "3-1@0"},
     .rule = DOM_LEAD_HIGHEST_DOUBLE,
     .uncounted = true},
    {.name = "a lead by the highest tile, as nobody has a double",
     .scene = {.settings = "set_max=3 hand=3 lead_first=highest_double lead_tile=own_double "
                           "no_double=highest_tile",
               .hands = "3-2,3-1,1-0/2-1,3-0,2-0",
               .actions = "3-1@0"},
     .rule = DOM_LEAD_HIGHEST_DOUBLE,
     .uncounted = true},
    {.name = "a pass that only another seat can prevent from ending the round",
     .scene = {.settings = "set_max=3 players=3 hand=2",
               .hands = "3-3,1-0/2-1,1-1/3-0,0-0",
               .actions = "3-3@0"},
     .uncounted = true},
    {.name = "a start tile and a mover who would end the round if it were stuck",
     .scene = {.settings =
                   "set_max=3 hand=3 start_tile=nondouble draw_mode=forced draw_limit=2 reserve=2 "
                   "end_rule=mover_stuck score=penalty objective=low target=0 rounds=2",
               .start = "2-1",
               .hands = "3-3,3-0,0-0/3-1,2-0,1-0",
               .stock = "2-2",
               .actions = "draw 2-2@0 2-0@0"}},
};

static dom_match match;
static dom_view view;
static dom_search_belief belief;
static dom_search_world world;
static world_list list;

/* Returns how many tiles each seat drew, opening draws too. */
static void count_draws(bool next, int drawn[static DOM_SEATS_MAX])
{
    for (int s = 0; s < DOM_SEATS_MAX; s++)
        drawn[s] = next && s < view.seats;
    for (int i = 0; i < view.history_count; i++)
        if (view.history[i].kind == DOM_EVENT_DRAW)
            drawn[view.history[i].seat] += view.history[i].count;
}

/* Samples from the belief, and compares with the list. */
static void compare_samples(const dom_options *options, bool next, dom_random *random,
                            const char *name)
{
    int drawn[DOM_SEATS_MAX];
    int samples = SAMPLES_OF_EACH * list.count;
    samples = samples > SAMPLES_MIN ? samples : SAMPLES_MIN;
    count_draws(next, drawn);
    for (int n = 0; n < samples; n++) {
        cr_assert(eq(int, dom_search_sample(&belief, random, &world), DOM_OK), "%s", name);
        cr_assert(count_world(&list, world_key(&world.deal, options, drawn)),
                  "%s: a world that does not exist", name);
    }
    double deviation = chi_square_deviation(&list, samples);
    cr_assert(fabs(deviation) < deviation_max, "%s: %g standard deviations", name, deviation);
}

Test(search_sample, draws_every_world_equally_often_and_no_other)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        dom_err err = {.text = ""};
        dom_random random = {i};
        scene_view(&match, &cases[i].scene, &view);
        dom_rc rc = dom_search_belief_of(&belief, &view, &match.options, &err);
        cr_assert(eq(int, rc, DOM_OK), "%s: %s", cases[i].name, err.text);
        list_worlds(&list, &view, &match.options, cases[i].rule, cases[i].next);
        double worlds = dom_search_worlds(&belief);
        int orders = cases[i].next ? view.stock * view.stock : 1;
        cr_assert(cases[i].uncounted ? worlds < 0 : worlds * orders == list.count,
                  "%s: %g worlds, not %d", cases[i].name, worlds, list.count);
        compare_samples(&match.options, cases[i].next, &random, cases[i].name);
    }
}

/* ---- random rules ------------------------------------------------------------------- */

typedef struct {
    chance chance;
    dom_random random;
    bool is_waiting; /* a seat is looked at that is not on turn */
    int compared;
    int sampled;
    int uncounted; /* the belief does not know the number of worlds */
} survey;

/* Returns random options for the ten tiles of the double-three set, with few draws. */
static dom_options small_options(chance *c)
{
    for (;;) {
        dom_options o = any_options(c);
        o.set_max = 3;
        o.players = 2 + chance_below(c, 3);
        o.teams = 0;
        o.hand = 2 + chance_below(c, 10 / o.players - 1);
        if (dom_options_check(&o, NULL) == DOM_OK)
            return o;
    }
}

/* Returns true if a waiting seat may have a belief. */
static bool is_led(const dom_match *played)
{
    return played->play.end_count > 0 && !played->play.opening;
}

static void compare_moment(const dom_match *played, void *context)
{
    enum { DRAWS_MAX = 4, LIST_MAX = 1000 };
    survey *c = context;
    dom_err err = {.text = ""};
    int drawn =
        dom_options_tiles(&played->options) - played->options.hand * played->options.players;
    int seat = (played->play.turn + c->is_waiting) % played->options.players;
    dom_view_of(&view, played, seat);
    if (drawn - view.stock > DRAWS_MAX || (c->is_waiting && !is_led(played)))
        return;
    dom_rc rc = dom_search_belief_of_any(&belief, &view, &played->options, &err);
    cr_assert(eq(int, rc, DOM_OK), "%s", err.text);
    double worlds = dom_search_worlds(&belief);
    if (worlds > LIST_MAX)
        return;
    list_worlds(&list, &view, &played->options, (dom_lead)view.lead_rule, false);
    c->compared++;
    c->uncounted += worlds < 0;
    cr_assert(worlds < 0 || worlds == list.count, "%g worlds, not %d", worlds, list.count);
    if (list.count > LIST_MAX || chance_below(&c->chance, 20) > 0)
        return;
    compare_samples(&played->options, false, &c->random, "under random rules");
    c->sampled++;
}

static void compare_matches(survey *s)
{
    watcher w = {.context = s, .to_act = compare_moment};
    for (int i = 0; i < 300; i++) {
        chance c = {(uint64_t)i + 60000};
        dom_options options = small_options(&c);
        play_match(&options, 2, &c, &w);
    }
}

Test(search_sample, agrees_with_an_enumeration_under_random_rules)
{
    survey s = {.chance = {3}, .random = {4}};
    compare_matches(&s);
    cr_assert(ge(int, s.compared, 2000));
    cr_assert(ge(int, s.sampled, 100));
    cr_assert(le(int, s.uncounted, s.compared / 4));
}

Test(search_sample, agrees_with_an_enumeration_for_a_seat_that_waits)
{
    survey s = {.chance = {5}, .random = {6}, .is_waiting = true};
    compare_matches(&s);
    cr_assert(ge(int, s.compared, 1500));
    cr_assert(ge(int, s.sampled, 75));
    cr_assert(le(int, s.uncounted, s.compared / 2));
}
