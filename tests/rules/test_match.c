/* Matches: the leader, the end, the history and the places. RULES.md, sections 0, 1 and 4. */
#include "rules/notation.h"
#include "rules/view.h"

#include "playout.h"
#include "row_params.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdio.h>
#include <string.h>

#define DOUBLES                                                                                    \
    "players=3 doubles=false lead_first=drawn_double lead_next=winner "                            \
    "lead_after_tie=drawn_double score=all_hands block_tie=third_loses target=200"
#define HOMO                                                                                       \
    "players=4 hand=6 arms=4 facedown=true lead_first=lowest_double lead_next=lowest_double "      \
    "lead_tile=own_double draw_mode=forced reserve=0 dead_layout=immediate score=average "         \
    "target=0 rounds=8"
#define BRETTSPIELNETZ                                                                             \
    "start_tile=nondouble lead_first=seat0 draw_mode=forced draw_limit=3 end_rule=mover_stuck "    \
    "score=penalty domino_bonus=5 target=0 rounds=4 objective=low"

static dom_match match;

static void begin_variant(const char *name)
{
    dom_variant variant;
    cr_assert(eq(int, dom_variant_find(&variant, name, NULL), DOM_OK));
    dom_match_init(&match, &variant.options);
}

static void begin(const char *settings)
{
    dom_options options = options_with(settings);
    dom_match_init(&match, &options);
}

/* The hands of up to eight seats, as the notation writes them. */
static void read_hands(const char *hands, dom_tileset hand[DOM_SEATS_MAX])
{
    static dom_position p;
    char line[500];
    dom_err err = {.text = ""};
    (void)snprintf(line, sizeof line, "block-2 players=8 hand=1 set_max=12 | hand %s", hands);
    cr_assert(eq(int, dom_position_read(&p, line, &err), DOM_OK), "%s", err.text);
    memcpy(hand, p.deal.hand, sizeof p.deal.hand);
}

/* Settles a round that `leader` led and that ended with `end` by seat `by`, with these hands
 * left. */
static void play_round(int leader, dom_end end, int by, const char *hands)
{
    dom_deal deal = {.start = DOM_NO_TILE, .leader = (int8_t)leader};
    read_hands(hands, deal.hand);
    dom_match_deal(&match, &deal);
    match.play.leader = (int8_t)leader;
    match.play.end = end;
    match.play.by = (int8_t)by;
    dom_match_settle(&match);
}

static void expect_leader(int seat)
{
    dom_lead_need need = dom_match_lead(&match);
    cr_assert(eq(int, need.rule, DOM_LEAD_ROTATE));
    cr_assert(eq(int, need.seat, seat));
    cr_assert(eq(int, need.seats, 0));
}

static void expect_lots(dom_lead rule, unsigned seats)
{
    dom_lead_need need = dom_match_lead(&match);
    cr_assert(eq(int, need.rule, rule));
    cr_assert(eq(int, need.seat, DOM_NOBODY));
    cr_assert(eq(int, need.seats, seats));
}

static void expect_scores(const int32_t wanted[])
{
    for (int s = 0; s < match.options.players; s++)
        cr_assert(eq(int, match.score[s], wanted[s]), "seat %d", s);
}

/* ---- who leads ------------------------------------------------------------- */

enum { STEPS_MAX = 3 };

/* A round, and what follows it: a seat leads, or lots are drawn by a rule among these seats. With
 * NO_ROUND it is the first lead. */
typedef struct {
    int leader;
    dom_end end;
    int by;
    const char *hands;
    dom_lead rule;
    int seat;
    unsigned seats;
} lead_step;
#define LEADER(s) .rule = DOM_LEAD_ROTATE, .seat = s
#define LOTS(r, s) .rule = r, .seat = DOM_NOBODY, .seats = s
#define NO_ROUND 0, DOM_END_NONE, 0, NULL

static const struct {
    const char *title, *settings;
    lead_step step[STEPS_MAX];
} leads[] = {
    {"the first leader comes by lots of all seats or by seat 0",
     "players=3",
     {{NO_ROUND, LOTS(DOM_LEAD_LOTS, 7)}}},
    {"the first leader comes by lots of all seats or by seat 0",
     "players=8 hand=3 lead_first=high_tile",
     {{NO_ROUND, LOTS(DOM_LEAD_HIGH_TILE, 255)}}},
    {"the first leader comes by lots of all seats or by seat 0",
     "players=2 lead_first=count",
     {{NO_ROUND, LOTS(DOM_LEAD_COUNT, 3)}}},
    {"the first leader comes by lots of all seats or by seat 0",
     DOUBLES,
     {{NO_ROUND, LOTS(DOM_LEAD_DRAWN_DOUBLE, 7)}}},
    {"the first leader comes by lots of all seats or by seat 0",
     BRETTSPIELNETZ,
     {{NO_ROUND, LEADER(0)}}},
    {"a leader found by a double needs no lots",
     HOMO,
     {{NO_ROUND, LOTS(DOM_LEAD_LOWEST_DOUBLE, 0)}}},
    {"a leader found by a double needs no lots",
     "lead_first=highest_double",
     {{NO_ROUND, LOTS(DOM_LEAD_HIGHEST_DOUBLE, 0)}}},
    /* A common mistake: the lead rotates from the previous leader, not from the winner. */
    {"the lead rotates from leader to leader",
     "players=4 hand=5 target=1000",
     {{1, DOM_END_DOMINO, 3, "1-0 / 2-0 / 3-0 /", LEADER(2)},
      {2, DOM_END_DOMINO, 0, "/ 2-0 / 3-0 / 1-0", LEADER(3)},
      {3, DOM_END_BLOCKED, 1, "1-0 / 2-0 / 3-0 / 4-0", LEADER(0)}}},
    {"the rule winner lets the winner lead",
     "players=3 hand=5 lead_next=winner target=1000",
     {{0, DOM_END_DOMINO, 2, "1-0 / 2-0 /", LEADER(2)},
      {2, DOM_END_BLOCKED, 2, "4-0 / 1-0 / 3-0", LEADER(1)}}},
    {"with rule winner the previous leader leads again if nobody won",
     "players=3 hand=5 lead_next=winner target=1000",
     {{1, DOM_END_BLOCKED, 0, "3-0 / 5-0 / 2-1", LEADER(1)}}},
    {"the rule same keeps the leader",
     "players=3 hand=5 lead_next=same target=1000",
     {{1, DOM_END_DOMINO, 2, "1-0 / 2-0 /", LEADER(1)},
      {1, DOM_END_BLOCKED, 0, "3-0 / 5-0 / 2-1", LEADER(1)}}},
    {"the rule for blocks applies to blocks only and precedes the winner",
     "players=3 hand=5 lead_next=winner lead_after_block=lots target=1000",
     {{0, DOM_END_DOMINO, 2, "1-0 / 2-0 /", LEADER(2)},
      {2, DOM_END_BLOCKED, 2, "4-0 / 1-0 / 3-0", LOTS(DOM_LEAD_LOTS, 7)}}},
    {"the rule for blocks applies to a stuck round",
     BRETTSPIELNETZ " lead_after_block=same",
     {{0, DOM_END_STUCK, 1, "1-0 / 3-0", LEADER(0)}}},
    {"without a rule for ties the rule for blocks applies",
     "lead_next=winner lead_after_block=high_tile target=1000",
     {{0, DOM_END_BLOCKED, 1, "3-0 / 2-1", LOTS(DOM_LEAD_HIGH_TILE, 3)}}},
    {"the rule for ties precedes the rule for blocks",
     "lead_next=winner lead_after_block=same lead_after_tie=highest_double target=1000",
     {{0, DOM_END_BLOCKED, 1, "3-0 / 2-1", LOTS(DOM_LEAD_HIGHEST_DOUBLE, 0)},
      {1, DOM_END_BLOCKED, 1, "4-0 / 2-1", LEADER(1)}}},
    /* A domino against hands without pips: nobody wins the round, and nobody blocked it. */
    {"a domino without a winner is a tie but not a block",
     "zero_tie=nobody lead_next=winner lead_after_block=high_tile target=1000",
     {{1, DOM_END_DOMINO, 0, "/ 0-0", LEADER(1)}}},
    {"a domino without a winner is a tie but not a block",
     "zero_tie=nobody lead_next=winner lead_after_block=high_tile lead_after_tie=count "
     "target=1000",
     {{1, DOM_END_DOMINO, 0, "/ 0-0", LOTS(DOM_LEAD_COUNT, 3)}}},
    {"only the tied seats draw doubles for the lead",
     DOUBLES,
     {{0, DOM_END_BLOCKED, 1, "5-3 / 6-2 / 5-4,6-4", LOTS(DOM_LEAD_DRAWN_DOUBLE, 3)},
      {1, DOM_END_BLOCKED, 1, "5-4,6-4 / 6-2 / 5-3", LOTS(DOM_LEAD_DRAWN_DOUBLE, 6)},
      {1, DOM_END_BLOCKED, 1, "6-4 / 3-2,4-1 / 6-1,2-1", LOTS(DOM_LEAD_DRAWN_DOUBLE, 7)}}},
    {"a tie of the higher hands draws no doubles",
     DOUBLES,
     {{0, DOM_END_BLOCKED, 1, "5-3,3-1 / 6-1,4-1 / 3-2", LEADER(2)}}},
    {"after a team block the partner with fewer pips then the lower seat leads",
     "players=4 teams=true hand=5 lead_next=winner target=1000",
     {{0, DOM_END_BLOCKED, 3, "4-4 / 3-3,2-0 / 2-1 / 4-3", LEADER(2)},
      {2, DOM_END_BLOCKED, 3, "4-4 / 2-1 / 3-3,2-0 / 3-0", LEADER(1)}}},
    {"after a team domino the one who went out leads",
     "players=4 teams=true hand=5 lead_next=winner target=1000",
     {{0, DOM_END_DOMINO, 2, "4-4 / 1-0 / / 2-0", LEADER(2)}}},
};

ParameterizedTestParameters(rules_lead, the_next_leader_follows_from_the_round)
{
    return row_params(sizeof leads / sizeof *leads);
}

ParameterizedTest(size_t *row, rules_lead, the_next_leader_follows_from_the_round)
{
    begin(leads[*row].settings);
    for (int i = 0; i < STEPS_MAX && (leads[*row].step[i].hands || i == 0); i++) {
        const lead_step *step = &leads[*row].step[i];
        if (step->hands)
            play_round(step->leader, step->end, step->by, step->hands);
        dom_lead_need need = dom_match_lead(&match);
        cr_expect(need.rule == step->rule && need.seat == step->seat && need.seats == step->seats,
                  "%s, step %d: rule %d, seat %d, seats %u", leads[*row].title, i, (int)need.rule,
                  need.seat, (unsigned)need.seats);
    }
}

Test(rules_lead, the_lead_rotates_after_a_tie_too)
{
    begin("players=3 hand=5 target=1000");
    play_round(2, DOM_END_BLOCKED, 0, "3-0 / 2-1 / 5-0");
    cr_assert(eq(int, match.last.winner, DOM_NOBODY));
    expect_leader(0);
}

/* The source gives this rule for the first round and after a block; otherwise the lead rotates. */
Test(rules_lead, in_ukraine_the_highest_double_leads_first_and_after_a_block)
{
    begin_variant("draw-ukraine-3");
    match.options.target = 1000;
    expect_lots(DOM_LEAD_HIGHEST_DOUBLE, 0);
    play_round(1, DOM_END_DOMINO, 0, "/ 1-0 / 2-0");
    expect_leader(2);
    play_round(2, DOM_END_BLOCKED, 0, "3-0 / 5-0 / 4-0");
    expect_lots(DOM_LEAD_HIGHEST_DOUBLE, 0);
    play_round(1, DOM_END_BLOCKED, 0, "3-0 / 2-1 / 4-0");
    expect_lots(DOM_LEAD_HIGHEST_DOUBLE, 0);
}

/* A seat that knows it concludes what nobody else held. */
Test(rules_lead, a_match_keeps_the_word_of_the_option_that_applied)
{
    begin_variant("draw-ukraine-3");
    match.options.target = 1000;
    cr_assert(eq(int, match.lead_rule, DOM_LEAD_NEXT));
    play_round(0, DOM_END_DOMINO, 0, "/ 1-0 / 2-0");
    cr_assert(eq(int, match.lead_rule, DOM_LEAD_HIGHEST_DOUBLE));
    play_round(1, DOM_END_BLOCKED, 0, "3-0 / 5-0 / 4-0");
    cr_assert(eq(int, match.lead_rule, DOM_LEAD_ROTATE));
    play_round(1, DOM_END_DOMINO, 0, "/ 1-0 / 2-0");
    cr_assert(eq(int, match.lead_rule, DOM_LEAD_HIGHEST_DOUBLE));
    begin(BRETTSPIELNETZ);
    play_round(0, DOM_END_DOMINO, 0, "/ 1-0");
    cr_assert(eq(int, match.lead_rule, DOM_LEAD_SEAT0));
}

Test(rules_lead, the_highest_double_leads_every_round_of_its_block)
{
    begin_variant("block-highest-double-2");
    expect_lots(DOM_LEAD_HIGHEST_DOUBLE, 0);
    play_round(1, DOM_END_DOMINO, 0, "/ 1-0");
    expect_lots(DOM_LEAD_HIGHEST_DOUBLE, 0);
}

/* In penalty and average games a round is won by the sole lowest hand. */
Test(rules_lead, in_average_games_the_sole_lowest_hand_leads_next)
{
    begin("score=average lead_next=winner target=1000000");
    play_round(0, DOM_END_BLOCKED, 0, "5-0 / 1-0");
    cr_assert(eq(int, match.last.winner, 1));
    expect_leader(1);
    play_round(1, DOM_END_DOMINO, 1, "0-0 /");
    cr_assert(eq(int, match.last.winner, DOM_NOBODY));
    cr_assert(eq(int, match.last.tied, 3));
    expect_leader(1);
}

Test(rules_lead, white_begins_the_first_and_third_round_at_brettspielnetz)
{
    begin(BRETTSPIELNETZ);
    for (int round = 0; round < 4; round++) {
        expect_leader(round % 2);
        play_round(round % 2, DOM_END_DOMINO, 0, "/ 1-0");
    }
    cr_assert(match.over);
}

/* [draw] worked example 8: deal/ counts while it draws the lots. The match asks for a lot of
 * every seat, shows them and lets the chosen seat lead. */
Test(rules_lead, the_rule_count_draws_a_lot_for_every_seat_and_shows_it)
{
    begin("players=3 lead_first=count");
    expect_lots(DOM_LEAD_COUNT, 7);
    dom_deal deal = {.start = DOM_NO_TILE, .leader = 2, .lot_count = 3};
    deal.lots[0] = (dom_lot){0, dom_tile_of(2, 6)};
    deal.lots[1] = (dom_lot){1, dom_tile_of(0, 5)};
    deal.lots[2] = (dom_lot){2, dom_tile_of(3, 4)};
    read_hands("1-0,2-2 / 2-0,3-3 / 3-0,4-4", deal.hand);
    dom_match_deal(&match, &deal);
    cr_assert(eq(int, match.play.turn, 2));
    cr_assert(eq(int, match.history.count, 3));
    for (int i = 0; i < 3; i++) {
        cr_assert(eq(int, match.history.event[i].kind, DOM_EVENT_LOT));
        cr_assert(eq(int, match.history.event[i].seat, deal.lots[i].seat));
        cr_assert(eq(int, match.history.event[i].tile, deal.lots[i].tile));
    }
}

/* Returns the rule for the next lead, computed from RULES.md and the last result. */
static dom_lead rule_by_the_book(const dom_match *m)
{
    const dom_options *o = &m->options;
    bool no_domino = m->last.end == DOM_END_BLOCKED || m->last.end == DOM_END_STUCK;
    dom_lead rule = (dom_lead)o->lead_next;
    if (no_domino && o->lead_after_block != DOM_LEAD_NEXT)
        rule = (dom_lead)o->lead_after_block;
    if (m->last.winner == DOM_NOBODY && o->lead_after_tie != DOM_LEAD_NEXT)
        rule = (dom_lead)o->lead_after_tie;
    return m->round == 0 ? (dom_lead)o->lead_first : rule;
}

/* Returns the seat with the highest (or lowest) double, or DOM_NOBODY. */
static int holder_by_the_book(const dom_match *m, bool highest)
{
    for (int i = 0; i <= DOM_PIP_MAX; i++)
        for (int s = 0; s < m->options.players; s++) {
            int pip = highest ? DOM_PIP_MAX - i : i;
            if (dom_tileset_has(m->deal.hand[s], dom_tile_of(pip, pip)))
                return s;
        }
    return DOM_NOBODY;
}

typedef struct {
    dom_lead rule; /* of the current round */
    int leader, winner;
    int seen[DOM_LEAD_LOWEST_DOUBLE + 1];
} lead_book;

static int leader_by_the_book(const lead_book *book, const dom_match *m)
{
    switch (book->rule) {
    case DOM_LEAD_SEAT0:
        return 0;
    case DOM_LEAD_ROTATE:
        return (book->leader + 1) % m->options.players;
    case DOM_LEAD_WINNER:
        return book->winner == DOM_NOBODY ? book->leader : book->winner;
    case DOM_LEAD_SAME:
        return book->leader;
    case DOM_LEAD_HIGHEST_DOUBLE:
    case DOM_LEAD_LOWEST_DOUBLE:
        return holder_by_the_book(m, book->rule == DOM_LEAD_HIGHEST_DOUBLE);
    case DOM_LEAD_LOTS:
    case DOM_LEAD_HIGH_TILE:
    case DOM_LEAD_COUNT:
    case DOM_LEAD_DRAWN_DOUBLE:
    case DOM_LEAD_NEXT:
        break;
    }
    return m->deal.leader;
}

static void compare_leader(const dom_match *m, void *context)
{
    lead_book *book = context;
    if (m->round == 1)
        book->rule = (dom_lead)m->options.lead_first;
    book->seen[book->rule]++;
    cr_assert(eq(int, m->lead_rule, (int)book->rule));
    int wanted = leader_by_the_book(book, m);
    if (m->play.opening || wanted == DOM_NOBODY)
        return;
    cr_assert(eq(int, m->play.leader, wanted), "rule %d", (int)book->rule);
    cr_assert(eq(int, m->play.turn, wanted));
}

static void note_result(const dom_match *m, void *context)
{
    lead_book *book = context;
    book->rule = rule_by_the_book(m);
    book->leader = m->play.leader;
    book->winner = m->last.winner;
}

Test(rules_lead, the_leaders_of_random_matches_follow_the_rules)
{
    lead_book book = {.rule = DOM_LEAD_LOTS};
    watcher w = {.context = &book, .dealt = compare_leader, .settled = note_result};
    play_matches(1500, 20000, &w);
    for (int rule = DOM_LEAD_ROTATE; rule <= DOM_LEAD_LOWEST_DOUBLE; rule++)
        cr_assert(ge(int, book.seen[rule], 11), "lead rule %d was hardly tried", rule);
}

/* ---- redeals --------------------------------------------------------------- */

static void expect_redeal(const char *settings, dom_lead rule, const char *hands, bool wanted)
{
    dom_options options = options_with(settings);
    dom_deal deal = {.start = DOM_NO_TILE};
    read_hands(hands, deal.hand);
    cr_assert(eq(int, dom_lead_wants_redeal(&options, rule, &deal), wanted), "%s", hands);
}

Test(rules_lead, a_deal_without_a_double_is_repeated_only_if_one_is_needed)
{
    expect_redeal("hand=1", DOM_LEAD_HIGHEST_DOUBLE, "1-0 / 5-4", true);
    expect_redeal("hand=1", DOM_LEAD_LOWEST_DOUBLE, "1-0 / 5-4", true);
    expect_redeal("hand=1", DOM_LEAD_LOWEST_DOUBLE, "1-0 / 5-5", false);
    expect_redeal("hand=1", DOM_LEAD_LOWEST_DOUBLE, "0-0 / 5-4", false);
    expect_redeal("hand=1", DOM_LEAD_HIGHEST_DOUBLE, "1-0 / 6-6", false);
    expect_redeal("hand=1", DOM_LEAD_LOTS, "1-0 / 5-4", false);
    expect_redeal("hand=1", DOM_LEAD_DRAWN_DOUBLE, "1-0 / 5-4", false);
    expect_redeal("hand=1 no_double=highest_tile", DOM_LEAD_HIGHEST_DOUBLE, "1-0 / 5-4", false);
}

/* Vietnam: the double six comes with the opening draws. */
Test(rules_lead, opening_draws_need_no_redeal)
{
    expect_redeal("hand=1 opening_draw=until_double_six", DOM_LEAD_HIGHEST_DOUBLE, "1-0 / 5-4",
                  false);
}

/* ---- the end of a match ---------------------------------------------------- */

Test(rules_match, a_new_match_has_no_points_and_is_not_over)
{
    begin("players=3");
    expect_scores((int32_t[]){0, 0, 0});
    cr_assert(not(match.over));
    cr_assert(eq(int, match.leader, DOM_NOBODY));
}

/* [doubles] worked example 6. */
Test(rules_match, a_doubles_player_at_185_ends_the_match_with_37)
{
    begin(DOUBLES);
    match.score[0] = 185;
    play_round(0, DOM_END_DOMINO, 0, "/ 5-0,6-4 / 6-5,3-1,5-2");
    expect_scores((int32_t[]){222, 0, 0});
    cr_assert(match.over);
}

/* [doubles] worked example 3: a score may be negative. */
Test(rules_match, the_third_of_a_tie_may_have_negative_points)
{
    begin(DOUBLES);
    match.score[2] = 12;
    play_round(0, DOM_END_BLOCKED, 2, "5-3 / 6-2 / 5-4,6-4");
    expect_scores((int32_t[]){0, 0, -7});
    cr_assert(not(match.over));
}

/* [draw] worked example 7. */
Test(rules_match, three_players_at_55_end_the_match_with_24)
{
    begin("players=3 draw_mode=optional target=61");
    match.score[1] = 55;
    play_round(0, DOM_END_DOMINO, 1, "6-6 / / 5-5,2-0");
    expect_scores((int32_t[]){0, 79, 0});
    cr_assert(match.over);
}

Test(rules_match, the_target_ends_a_match_when_it_is_reached_exactly)
{
    begin("target=12");
    play_round(0, DOM_END_DOMINO, 1, "6-5 /");
    cr_assert(not(match.over));
    begin("target=12");
    play_round(0, DOM_END_DOMINO, 1, "6-6 /");
    cr_assert(match.over);
}

Test(rules_match, a_match_of_rounds_ends_after_them_whatever_the_score)
{
    begin("target=0 rounds=3");
    for (int round = 1; round <= 3; round++) {
        cr_assert(not(match.over));
        play_round(0, DOM_END_DOMINO, 1, "6-6,5-5,4-4,3-3,6-5,6-4,6-3 /");
        cr_assert(eq(int, match.round, round));
    }
    cr_assert(match.over);
}

Test(rules_match, a_match_is_cut_off_after_200_rounds)
{
    begin("target=1000000");
    for (int round = 1; round <= 200; round++) {
        cr_assert(not(match.over), "over before round %d", round);
        play_round(0, DOM_END_BLOCKED, 0, "3-0 / 2-1");
    }
    cr_assert(match.over);
    expect_scores((int32_t[]){0, 0});
}

/* [brettspiel] worked example 3: -5 + 8 + 14 - 5 against 19 + 27 - 5 + 11. */
Test(rules_match, four_rounds_of_penalties_go_to_the_lower_sum)
{
    begin(BRETTSPIELNETZ);
    play_round(0, DOM_END_DOMINO, 0, "/ 4-3,6-6");
    play_round(1, DOM_END_STUCK, 1, "2-1,5-0 / 6-6,4-4,5-2");
    play_round(0, DOM_END_DOMINO, 1, "6-6,2-0 /");
    cr_assert(not(match.over));
    play_round(1, DOM_END_DOMINO, 0, "/ 6-5");
    cr_assert(match.over);
    expect_scores((int32_t[]){12, 52});
    uint8_t places[DOM_SEATS_MAX];
    dom_match_places(&match.options, match.score, DOM_NOBODY, places);
    cr_assert(all(eq(int, places[0], 1), eq(int, places[1], 2)));
}

/* [brettspiel] worked example 4. */
Test(rules_match, equal_penalties_are_a_draw)
{
    dom_options options = options_with(BRETTSPIELNETZ);
    uint8_t places[DOM_SEATS_MAX];
    dom_match_places(&options, (int32_t[]){20, 20}, DOM_NOBODY, places);
    cr_assert(all(eq(int, places[0], 1), eq(int, places[1], 1)));
}

Test(rules_match, partners_carry_the_same_score)
{
    begin("players=4 teams=true hand=5");
    play_round(0, DOM_END_DOMINO, 0, "/ 1-0 / 6-6,6-5 / 3-2");
    expect_scores((int32_t[]){6, 0, 6, 0});
    play_round(1, DOM_END_BLOCKED, 3, "1-1 / 2-2 / 4-4,2-1 / 4-3");
    expect_scores((int32_t[]){6, 2, 6, 2});
}

/* Penalties and averages of a team: both partners get the sum of both. */
Test(rules_match, partners_carry_each_others_penalties)
{
    begin("players=4 teams=true hand=5 score=penalty objective=low target=0 rounds=2 "
          "domino_bonus=5");
    play_round(0, DOM_END_DOMINO, 0, "/ 1-0 / 6-6 / 3-2");
    expect_scores((int32_t[]){7, 6, 7, 6});
}

/* ---- draw costs ------------------------------------------------------------ */

Test(rules_match, the_price_of_a_draw_is_paid_at_once_and_not_again_at_the_end)
{
    begin("draw_mode=optional draw_cost=2 target=9");
    dom_deal deal = {.start = DOM_NO_TILE, .leader = 0, .stock_count = 4};
    read_hands("6-5,1-0 / 6-4", deal.hand);
    for (int s = 0; s < DOM_SEATS_MAX; s++)
        for (int i = 0; i < 4; i++)
            deal.stock[s][i] = dom_tile_of(2, i);
    dom_match_deal(&match, &deal);
    dom_event event;
    dom_action draw = {.kind = DOM_DRAW};
    cr_assert(eq(int, dom_match_apply(&match, draw, &event), DOM_OK));
    cr_assert(eq(int, event.tile, dom_tile_of(2, 0)), "the truth shows the face");
    expect_scores((int32_t[]){-2, 0});
    cr_assert(eq(int, dom_match_apply(&match, draw, &event), DOM_OK));
    expect_scores((int32_t[]){-4, 0});
    dom_action lead = {.kind = DOM_PLAY, .tile = dom_tile_of(6, 5)};
    cr_assert(eq(int, dom_match_apply(&match, lead, &event), DOM_OK));
    dom_action out = {.kind = DOM_PLAY, .tile = dom_tile_of(6, 4)};
    cr_assert(eq(int, dom_match_apply(&match, out, &event), DOM_OK));
    cr_assert(eq(int, match.play.end, DOM_END_DOMINO));
    dom_match_settle(&match);
    /* Left: 1-0, 2-0, 2-1 = 6 for the winner. */
    cr_assert(eq(int, match.last.points[0], -4));
    cr_assert(eq(int, match.last.points[1], 6));
    expect_scores((int32_t[]){-4, 6});
    cr_assert(not(match.over));
}

/* ---- history --------------------------------------------------------------- */

/* [lupus] The double is shown before it is laid face down, so everybody knows it. */
Test(rules_match, a_double_laid_face_down_is_shown_in_the_history)
{
    begin(HOMO);
    dom_deal deal = {.start = DOM_NO_TILE, .leader = DOM_NOBODY};
    read_hands("4-4,6-6 / 3-1,2-2 / 0-0,2-0 / 4-0,1-0", deal.hand);
    dom_match_deal(&match, &deal);
    static const char *const actions[] = {"0-0@0", "4-0@0", "4-4@0v"};
    for (int i = 0; i < 3; i++) {
        dom_action action;
        dom_event event;
        cr_assert(dom_action_read(actions[i], &action));
        cr_assert(eq(int, dom_match_apply(&match, action, &event), DOM_OK), "%s", actions[i]);
    }
    dom_event shown = match.history.event[2];
    cr_assert(eq(int, match.history.event[0].kind, DOM_EVENT_LEAD));
    cr_assert(eq(int, shown.seat, 0));
    cr_assert(eq(int, shown.kind, DOM_EVENT_PLAY));
    cr_assert(eq(int, shown.tile, dom_tile_of(4, 4)));
    cr_assert(eq(int, shown.down, 1));
}

Test(rules_match, the_start_tile_is_the_first_event)
{
    begin(BRETTSPIELNETZ);
    dom_deal deal = {.start = dom_tile_of(5, 3), .leader = DOM_NOBODY};
    read_hands("6-5,1-0 / 3-2,4-4", deal.hand);
    dom_match_deal(&match, &deal);
    cr_assert(eq(int, match.history.count, 1));
    cr_assert(eq(int, match.history.event[0].kind, DOM_EVENT_START));
    cr_assert(eq(int, match.history.event[0].seat, DOM_NOBODY));
    cr_assert(eq(int, match.history.event[0].tile, dom_tile_of(5, 3)));
}

Test(rules_match, a_new_round_starts_a_new_history)
{
    begin("players=2 target=1000");
    play_round(0, DOM_END_DOMINO, 1, "6-6 /");
    match.history.count = 5;
    play_round(1, DOM_END_DOMINO, 1, "6-6 /");
    cr_assert(eq(int, match.history.count, 0));
}

/* ---- places ---------------------------------------------------------------- */

struct place_case {
    const char *settings;
    int32_t score[DOM_SEATS_MAX];
    int fault;
    uint8_t places[DOM_SEATS_MAX];
};

#define FOUR "players=4 hand=5"
#define LOW "score=penalty objective=low target=0 rounds=1 "

static const struct place_case places_of[] = {
    {"players=2", {10, 20}, -1, {2, 1}},
    {"players=2", {20, 20}, -1, {1, 1}},
    {"players=3 hand=5", {-7, 0, 0}, -1, {3, 1, 1}},
    {FOUR, {40, 30, 30, 10}, -1, {1, 2, 2, 4}},
    {FOUR, {30, 10, 30, 30}, -1, {1, 4, 1, 1}},
    {FOUR, {10, 10, 10, 10}, -1, {1, 1, 1, 1}},
    {FOUR, {-1, -2, -3, 4}, -1, {2, 3, 4, 1}},
    {"players=8 hand=3", {1, 2, 3, 4, 5, 6, 7, 8}, -1, {8, 7, 6, 5, 4, 3, 2, 1}},
    {"players=8 hand=3", {1, 8, 8, 8, 2, 2, 8, 8}, -1, {8, 1, 1, 1, 6, 6, 1, 1}},
    {LOW FOUR, {40, 30, 30, -10}, -1, {4, 2, 2, 1}},
    {FOUR " teams=true", {60, 40, 60, 40}, -1, {1, 2, 1, 2}},
    {FOUR " teams=true", {40, 60, 40, 60}, -1, {2, 1, 2, 1}},
    {FOUR " teams=true", {50, 50, 50, 50}, -1, {1, 1, 1, 1}},
    {LOW FOUR " teams=true", {60, 40, 60, 40}, -1, {2, 1, 2, 1}},
    /* After a fault the faulty seat is last and the others are first, independently of the
     * score. */
    {"players=2", {90, 0}, 0, {2, 1}},
    {"players=3 hand=5", {90, 0, 50}, 0, {3, 1, 1}},
    {"players=3 hand=5", {0, 0, 0}, 2, {1, 1, 3}},
    {"players=8 hand=3", {0}, 5, {1, 1, 1, 1, 1, 8, 1, 1}},
    {FOUR " teams=true", {60, 40, 60, 40}, 2, {2, 1, 2, 1}},
    {FOUR " teams=true", {60, 40, 60, 40}, 1, {1, 2, 1, 2}},
};

ParameterizedTestParameters(rules_places, seats_are_placed_by_score_or_by_fault)
{
    return row_params(sizeof places_of / sizeof *places_of);
}

ParameterizedTest(size_t *number, rules_places, seats_are_placed_by_score_or_by_fault)
{
    const struct place_case *c = &places_of[*number];
    dom_options options = options_with(c->settings);
    uint8_t places[DOM_SEATS_MAX];
    dom_match_places(&options, c->score, c->fault, places);
    for (int s = 0; s < options.players; s++)
        cr_assert(eq(int, places[s], c->places[s]), "row %zu, seat %d", *number, s);
}

Test(rules_places, partners_sit_opposite_each_other)
{
    dom_options teams = options_with(FOUR " teams=true");
    dom_options alone = options_with(FOUR);
    for (int a = 0; a < 4; a++)
        for (int b = 0; b < 4; b++) {
            cr_assert(eq(int, dom_same_side(&teams, a, b), (a + b) % 2 == 0));
            cr_assert(eq(int, dom_same_side(&alone, a, b), a == b));
            cr_assert(eq(int, dom_same_side(&teams, a, b),
                         a % dom_side_count(&teams) == b % dom_side_count(&teams)));
        }
    cr_assert(dom_side_count(&teams) == 2 && dom_side_count(&alone) == 4);
}

/* Plays the rest of the round in a copy of the match. It must see what the match sees, and leave
 * the match as it is. */
static void play_a_copy(const dom_match *original, void *context)
{
    static dom_match copy, before;
    static dom_view seen, copied;
    int *copies = context;
    memcpy(&before, original, sizeof before);
    dom_match_copy(&copy, original);
    dom_view_of(&seen, original, original->play.turn);
    dom_view_of(&copied, &copy, copy.play.turn);
    cr_assert(eq(int, copied.history_count, seen.history_count));
    cr_assert(
        eq(int, memcmp(copied.history, seen.history, seen.history_count * sizeof(dom_event)), 0));
    cr_assert(eq(int, copied.legal_count, seen.legal_count));
    cr_assert(eq(int, memcmp(copied.legal, seen.legal, seen.legal_count * sizeof(dom_action)), 0));
    dom_action legal[DOM_ACTIONS_MAX];
    while (dom_match_legal(&copy, legal) > 0)
        dom_match_make(&copy, legal[0]);
    dom_match_settle(&copy);
    cr_assert(copy.play.options == &copy.options && copy.play.deal == &copy.deal);
    cr_assert(eq(int, memcmp(&before, original, sizeof before), 0));
    (*copies)++;
}

Test(rules_copy, a_copy_continues_by_itself)
{
    int copies = 0;
    play_matches(60, 11, &(watcher){.context = &copies, .to_act = play_a_copy});
    cr_assert(copies > 1000);
}
