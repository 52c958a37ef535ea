/* The statistics of random play: RULES.md, section 5. They reveal gross errors, such as a
 * missing rule, that no single position shows. The seed is fixed and the bounds are wide, so
 * chance cannot fail the test. */
#include "playout.h"
#include "row_params.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <math.h>

enum { ROUNDS = 2000 };

struct shape {
    const char *settings;
    double choices; /* turns per round with two or more legal actions           */
    double plays;   /* tiles laid per round                                     */
    double blocked; /* share of rounds that ended blocked or stuck              */
};

static const struct shape shapes[] = {
    {"", 7.0, 10.3, 0.71},
    {"players=3 hand=5", 6.1, 10.8, 0.46},
    {"players=4 hand=5", 8.5, 14.7, 0.30},
    {"players=3 doubles=false lead_first=drawn_double", 12.9, 17.6, 0.21},
    {"draw_mode=forced reserve=0", 9.9, 18.6, 0.21},
    {"start_tile=nondouble lead_first=seat0 draw_mode=forced draw_limit=3 end_rule=mover_stuck",
     9.0, 17.1, 0.38},
    {"players=4 hand=6 arms=4 facedown=true lead_first=lowest_double lead_next=lowest_double "
     "lead_tile=own_double draw_mode=forced reserve=0 dead_layout=immediate",
     14.2, 21.1, 0.20},
};

struct tally {
    int choices, plays, blocked;
};

static void count_choice(const dom_match *match, void *context)
{
    dom_action legal[DOM_ACTIONS_MAX];
    ((struct tally *)context)->choices += dom_match_legal(match, legal) > 1;
}

static void count_play(const dom_match *match, dom_action action, dom_event event, void *context)
{
    ((struct tally *)context)->plays += action.kind == DOM_PLAY;
}

static void count_block(const dom_match *match, void *context)
{
    ((struct tally *)context)->blocked += match->last.end != DOM_END_DOMINO;
}

static bool is_near(double got, double wanted, double band)
{
    return fabs(got - wanted) <= band;
}

ParameterizedTestParameters(rules_shape, random_play_has_the_shape_of_the_rules)
{
    return row_params(sizeof shapes / sizeof *shapes);
}

ParameterizedTest(size_t *number, rules_shape, random_play_has_the_shape_of_the_rules)
{
    const struct shape *wanted = &shapes[*number];
    dom_options options = options_with(wanted->settings);
    struct tally t = {0, 0, 0};
    watcher w = {
        .context = &t, .to_act = count_choice, .acted = count_play, .settled = count_block};
    chance c = {42};
    for (int i = 0; i < ROUNDS; i++)
        play_match(&options, 1, &c, &w);
    double choices = t.choices / (double)ROUNDS;
    double plays = t.plays / (double)ROUNDS;
    double blocked = t.blocked / (double)ROUNDS;
    cr_assert(is_near(choices, wanted->choices, 0.4), "%s: %.2f choices", wanted->settings,
              choices);
    cr_assert(is_near(plays, wanted->plays, 0.4), "%s: %.2f plays", wanted->settings, plays);
    cr_assert(is_near(blocked, wanted->blocked, 0.04), "%s: %.3f blocked", wanted->settings,
              blocked);
}

/* ---- facts of single games ---------------------------------------------------- */

static void play_rounds(const char *settings, int rounds, const watcher *w)
{
    dom_options options = options_with(settings);
    chance c = {43};
    for (int i = 0; i < rounds; i++)
        play_match(&options, 1, &c, w);
}

struct blocks {
    int all, unequal;
};

static void count_ends(const dom_match *match, void *context)
{
    struct blocks *blocks = context;
    if (match->last.end != DOM_END_BLOCKED)
        return;
    blocks->all++;
    blocks->unequal += match->play.ends[0] != match->play.ends[1];
}

/* [doubles] Every value has six tiles and all are dealt. So if a value is at one end only, a
 * tile that fits is left. */
Test(rules_shape, a_block_without_doubles_and_stock_leaves_two_equal_ends)
{
    struct blocks blocks = {0, 0};
    watcher w = {.context = &blocks, .settled = count_ends};
    play_rounds("players=3 doubles=false lead_first=drawn_double", 5000, &w);
    cr_assert(ge(int, blocks.all, 501));
    cr_assert(eq(int, blocks.unequal, 0));
}

/* [block] 69 to 77 % of the blocks of two and three players. */
Test(rules_shape, with_a_stock_most_blocks_leave_unequal_ends)
{
    for (int players = 2; players <= 3; players++) {
        struct blocks blocks = {0, 0};
        watcher w = {.context = &blocks, .settled = count_ends};
        play_rounds(players == 2 ? "" : "players=3 hand=5", 3000, &w);
        double share = blocks.unequal / (double)blocks.all;
        cr_assert(is_near(share, 0.73, 0.08), "%d players: %.3f", players, share);
    }
}

static void count_zero(const dom_match *match, void *context)
{
    int zero = 0;
    for (int s = 0; s < match->options.players; s++)
        zero += match->last.pips[s] == 0;
    *(int *)context += match->last.end == DOM_END_DOMINO && zero > 1;
}

/* RULES.md 0: 1.2 %, 4 % and 8 % of the rounds with two, three and four players. */
Test(rules_shape, a_domino_against_a_hand_without_pips_is_not_rare)
{
    static const struct {
        const char *settings;
        double share;
    } games[] = {{"", 0.012}, {"players=3 hand=5", 0.04}, {"players=4 hand=5", 0.08}};
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        int rounds = 0;
        watcher w = {.context = &rounds, .settled = count_zero};
        play_rounds(games[i].settings, 5000, &w);
        double share = rounds / 5000.0;
        cr_assert(is_near(share, games[i].share, games[i].share / 2), "%s: %.4f", games[i].settings,
                  share);
    }
}

/* [lupus] Closing four arms needs the spinner, a tile on each arm that changes the value, and
 * four doubles. */
static void count_closed(const dom_match *match, void *context)
{
    int closed = 0;
    int laid = 0;
    for (int e = 0; e < 4; e++)
        closed += match->play.ends[e] == DOM_ARM_CLOSED;
    for (int i = 0; i < match->history.count; i++)
        laid += match->history.event[i].kind <= DOM_EVENT_PLAY;
    if (closed == 4) {
        ++*(int *)context;
        cr_assert(ge(int, laid, 9));
        cr_assert(ne(int, match->last.end, DOM_END_NONE));
    }
}

Test(rules_shape, four_closed_arms_need_nine_tiles_and_end_the_round)
{
    int rounds = 0;
    watcher w = {.context = &rounds, .settled = count_closed};
    play_rounds(shapes[6].settings, 5000, &w);
    cr_assert(ge(int, rounds, 6));
}

static void count_blank_spinner(const dom_match *match, void *context)
{
    *(int *)context += match->play.lead_tile == dom_tile_of(0, 0);
}

/* [lupus] In 24 of 28 cases. */
Test(rules_shape, the_spinner_is_mostly_the_double_blank)
{
    int rounds = 0;
    watcher w = {.context = &rounds, .dealt = count_blank_spinner};
    play_rounds(shapes[6].settings, 5000, &w);
    cr_assert(is_near(rounds / 5000.0, 24.0 / 28, 0.02), "%d", rounds);
}
