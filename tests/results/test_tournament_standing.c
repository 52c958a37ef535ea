/* Places of a tournament: what decides them, and who shares one. */
#include "expect.h"
#include "results/match_reader.h"
#include "results/tournament_standing.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>

enum { BOTS = 4 };

static dom_variant variant;
static const dom_store_bot bots[BOTS] = {{"a", "1"}, {"b", "1"}, {"c", "1"}, {"d", "1"}};
static dom_store_stage stages[2] = {{.first_set = 1, .bots = BOTS, .sets = 1},
                                    {.first_set = 3, .bots = BOTS, .sets = 1}};
static dom_store_tournament t;
static const dom_results_withdrawals nobody;
static dom_results_tournament_standings s;

static void begin(const char *config)
{
    expect_ok(dom_variant_find(&variant, "block-2", &last_err));
    t = (dom_store_tournament){.name = "spring",
                               .config = config,
                               .bot_count = BOTS,
                               .bots = bots,
                               .variant_count = 1,
                               .variants = &variant,
                               .stage_count = 1,
                               .stages = stages};
    expect_ok(dom_results_tournament_standings_open(&s, &t, &nobody, &last_err));
}

static void end(void)
{
    dom_results_tournament_standings_clear(&s);
}

/* A set of two matches. In both, the winner is `won` or, with BOTS, nobody. */
typedef struct {
    uint16_t a, b;
    uint16_t won[2];
    int32_t points; /* of the winner of each match; the other has 0 */
} played_set;

static bool are_faulty; /* second matches: a fault of the loser ends them */

static void add(uint64_t number, const played_set *p)
{
    dom_store_match match[2];
    for (uint8_t i = 0; i < 2; i++) {
        match[i] = (dom_store_match){.match = 2 * number - 1 + i,
                                     .set = number,
                                     .rotation = i,
                                     .fault_seat = -1,
                                     .rounds = 1,
                                     .seats = 2};
        for (int seat = 0; seat < 2; seat++) {
            uint16_t bot = seat == i ? p->a : p->b;
            bool is_winner = p->won[i] == bot;
            if (are_faulty && i == 1 && !is_winner) {
                match[i].fault_seat = (int8_t)seat;
                match[i].end = DOM_FAULT_ILLEGAL;
            }
            match[i].seat[seat] = (dom_store_seat){.bot = bot,
                                                   .place = is_winner || p->won[i] == BOTS ? 1 : 2,
                                                   .score = is_winner ? p->points : 0};
        }
    }
    dom_results_set set = {.of = &t,
                           .options = &variant.options,
                           .number = number,
                           .count = 2,
                           .match = match,
                           .is_complete = true,
                           .is_full_rotation = true};
    expect_ok(dom_results_tournament_standings_add(&s, &set, &last_err));
}

static void add_all(const played_set sets[], size_t count)
{
    for (size_t i = 0; i < count; i++)
        add(i + 1, &sets[i]);
    expect_ok(dom_results_tournament_standings_end(&s, &last_err));
}

static const dom_results_tournament_standing *of(uint16_t bot)
{
    return dom_results_tournament_standing_at(&s, 0, bot);
}

static void expect_places(uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
    const uint32_t wanted[BOTS] = {a, b, c, d};
    for (uint16_t bot = 0; bot < BOTS; bot++)
        cr_expect(eq(u32, of(bot)->place, wanted[bot]), "bot %u", (unsigned)bot);
}

#define ROUND_ROBIN "\"schedule\":\"round-robin\""
#define TIES(words) "{" ROUND_ROBIN ",\"tie_break\":[" words "]}"
#define COUNT(sets) (sizeof(sets) / sizeof *(sets))

/* a beats b, b beats c, c beats d and d draws twice with a: shares a 3/4, b 1/2, c 1/2, d 1/4. */
static const played_set ring[] = {
    {0, 1, {0, 0}, 10}, {1, 2, {1, 1}, 10}, {2, 3, {2, 2}, 90}, {0, 3, {BOTS, BOTS}, 0}};

Test(tournament_standing, equal_shares_share_a_place_and_the_next_place_is_left_out)
{
    begin(TIES("\"share\""));
    add_all(ring, COUNT(ring));
    expect_places(1, 2, 2, 4);
    cr_expect(eq(dbl, dom_results_tournament_standing_share(of(1)), 0.5));
    end();
}

Test(tournament_standing, direct_results_decide_between_bots_with_equal_shares)
{
    begin("{" ROUND_ROBIN "}");
    add_all(ring, COUNT(ring));
    expect_places(1, 2, 3, 4);
    cr_expect(eq(int, of(2)->set_apart, DOM_CORE_TIE_DIRECT));
    cr_expect(eq(int, of(1)->set_apart, DOM_CORE_TIE_SHARE));
    end();
}

/* a beats b and c, who draw. */
Test(tournament_standing, draws_between_bots_with_equal_shares_decide_nothing)
{
    static const played_set drawn[] = {
        {0, 1, {0, 0}, 10}, {0, 2, {0, 0}, 10}, {1, 2, {BOTS, BOTS}, 0}};
    begin(TIES("\"share\",\"direct\""));
    add_all(drawn, COUNT(drawn));
    expect_places(1, 2, 2, 0);
    end();
}

Test(tournament_standing, the_tie_breaks_are_used_in_the_order_of_the_file)
{
    begin(TIES("\"share\",\"points\",\"direct\""));
    add_all(ring, COUNT(ring));
    expect_places(1, 3, 2, 4);
    cr_expect(eq(int, of(1)->set_apart, DOM_CORE_TIE_POINTS));
    end();
}

Test(tournament_standing, fewer_points_are_better_where_the_lowest_score_wins)
{
    begin(TIES("\"share\",\"points\""));
    variant.options.objective = DOM_OBJECTIVE_LOW;
    add_all(ring, COUNT(ring));
    expect_places(1, 2, 3, 4);
    end();
}

/* Each pair has one round without a fault: a and b get 10 and 0 points in it, c and d 20 and 0. */
Test(tournament_standing, the_points_of_matches_that_a_fault_ended_do_not_count)
{
    static const played_set sets[] = {{0, 1, {0, 1}, 10}, {2, 3, {2, 3}, 20}};
    are_faulty = true;
    begin(TIES("\"share\",\"points\""));
    add_all(sets, COUNT(sets));
    expect_places(2, 3, 1, 3);
    end();
}

Test(tournament_standing, direct_results_decide_nothing_unless_all_have_met)
{
    /* b and c have 1/2 each and have not met. */
    static const played_set apart[] = {{0, 1, {0, 1}, 10}, {2, 3, {2, 3}, 10}, {0, 3, {0, 0}, 10}};
    begin(TIES("\"share\",\"direct\""));
    add_all(apart, COUNT(apart));
    expect_places(1, 2, 2, 4);
    end();
}

Test(tournament_standing, a_lot_decides_once_the_secret_is_revealed)
{
    static const played_set drawn[] = {{0, 1, {BOTS, BOTS}, 0}};
    dom_deal_secret secret;
    for (int is_finished = 0; is_finished < 2; is_finished++) {
        stages[0].finished_ms = is_finished;
        secret = dom_results_secret_of(&stages[0]);
        begin(TIES("\"share\",\"lot\""));
        add_all(drawn, COUNT(drawn));
        bool is_a_ahead = dom_deal_lot(&secret, "spring", "block-2", "a") >
                          dom_deal_lot(&secret, "spring", "block-2", "b");
        expect_places(is_finished && !is_a_ahead ? 2 : 1, is_finished && is_a_ahead ? 2 : 1, 0, 0);
        end();
    }
}

Test(tournament_standing, sums_in_another_order_are_equal)
{
    /* Ten results of a against b, and the same of c against d in the opposite order. */
    played_set sets[20];
    for (uint16_t i = 0; i < 10; i++) {
        uint16_t a = i % 3 == 0 ? 0 : BOTS, c = (9 - i) % 3 == 0 ? 2 : BOTS;
        sets[i] = (played_set){0, 1, {0, a}, 1};
        sets[10 + i] = (played_set){2, 3, {2, c}, 1};
    }
    begin(TIES("\"share\""));
    add_all(sets, COUNT(sets));
    expect_places(1, 3, 1, 3);
    end();
}

Test(tournament_standing, an_order_lists_the_bots_that_played_by_place_and_number)
{
    static const played_set sets[] = {{1, 3, {3, 3}, 1}, {0, 1, {BOTS, BOTS}, 0}};
    uint16_t order[BOTS];
    begin(TIES("\"share\""));
    add_all(sets, COUNT(sets));
    cr_assert(eq(sz, dom_results_tournament_standings_order(&s, 0, order), 3));
    cr_expect(eq(u16, order[0], 3));
    cr_expect(eq(u16, order[1], 0));
    cr_expect(eq(u16, order[2], 1));
    end();
}

/* Bot d was disqualified, so nothing at its tables counts. Bot c left, and what it did not play
 * against a and b is lost by it. */
Test(tournament_standing, of_two_bots_that_left_one_may_lose_and_the_other_not_count)
{
    static const played_set sets[] = {{0, 1, {0, 0}, 10}};
    dom_results_withdrawal left[] = {{.bot = 3, .until_set = UINT32_MAX, .is_void = true},
                                     {.bot = 2, .until_set = UINT32_MAX, .is_lost = true}};
    const dom_results_withdrawals two = {.count = 2, .item = left};
    begin("{" ROUND_ROBIN ",\"withdrawn\":\"lost\"}");
    end();
    expect_ok(dom_results_tournament_standings_open(&s, &t, &two, &last_err));
    add_all(sets, COUNT(sets));
    cr_expect(eq(u64, of(0)->won_sets, 1));
    cr_expect(eq(u64, of(1)->won_sets, 1));
    cr_expect(eq(u64, of(2)->lost_sets, 2));
    cr_expect(zero(u64, of(3)->lost_sets));
    end();
}

/* ---- Swiss --------------------------------------------------------------------------- */

Test(tournament_standing, a_bye_of_a_swiss_is_won_and_a_missed_round_is_lost)
{
    /* Round 1: a and b, c has the bye. Then d comes. Round 2: two tables. */
    static const played_set first[] = {{0, 1, {0, 1}, 10}};
    stages[0] = (dom_store_stage){.first_set = 1, .bots = 3, .sets = 1, .rounds = 1};
    stages[1] = (dom_store_stage){.first_set = 2, .bots = 4, .sets = 1, .rounds = 1};
    begin("{\"schedule\":\"swiss\",\"tie_break\":[\"share\"]}");
    end();
    t.stage_count = 2;
    expect_ok(dom_results_tournament_standings_open(&s, &t, &nobody, &last_err));
    add(1, &first[0]);
    /* c, with a point for its bye, meets a; b meets d. */
    add(2, &(played_set){2, 0, {2, 2}, 10});
    add(3, &(played_set){1, 3, {3, 3}, 10});
    expect_ok(dom_results_tournament_standings_end(&s, &last_err));
    cr_expect(eq(u32, of(2)->byes, 1));
    cr_expect(eq(u32, of(2)->won_sets, 1));
    cr_expect(eq(u32, of(3)->lost_sets, 1));
    cr_expect(eq(dbl, dom_results_tournament_standing_share(of(2)), 1));
    cr_expect(eq(dbl, dom_results_tournament_standing_share(of(3)), 0.5));
    expect_places(3, 3, 1, 2);
    end();
}
