/* Plays whole matches at a table, with timeouts, without sockets and without waiting. */
#include "deal/deal.h"
#include "rules/variant.h"
#include "table/table.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <string.h>

/* One match and what has happened in it. */
static struct {
    dom_table table;
    dom_options options;
    dom_deal_key key;
    int deals, asks, events, rounds, faults, tolerated, settled;
    int forced, chosen, substituted;
    dom_table_effect last_event;
} g;

/* Takes effects until the table waits for an answer or is settled. */
static void run(void)
{
    dom_table_effect fx;
    while (dom_table_next(&g.table, &fx)) {
        dom_deal deal;
        switch (fx.kind) {
        case DOM_TABLE_FX_DEAL:
            g.deals++;
            cr_assert(eq(int, fx.round, g.deals), "deals are asked for round by round");
            dom_deal_make(&deal, &g.options, &g.key, fx.round, fx.need);
            dom_table_deal(&g.table, &deal);
            break;
        case DOM_TABLE_FX_ASK:
            g.asks++;
            break;
        case DOM_TABLE_FX_EVENT:
            g.events++;
            g.forced += fx.why == DOM_TABLE_WHY_FORCED;
            g.chosen += fx.why == DOM_TABLE_WHY_CHOSEN;
            g.substituted += fx.why == DOM_TABLE_WHY_SUBSTITUTED;
            g.last_event = fx;
            break;
        case DOM_TABLE_FX_ROUND:
            g.rounds++;
            break;
        case DOM_TABLE_FX_FAULT:
            g.faults++;
            g.tolerated += fx.tolerated;
            break;
        case DOM_TABLE_FX_SETTLED:
            g.settled++;
            break;
        }
    }
}

/* Starts a match and runs it to its first answer. */
static void start(const char *variant, uint32_t tolerate)
{
    dom_variant v;
    dom_deal_secret secret;
    cr_assert(eq(int, dom_variant_find(&v, variant, NULL), DOM_OK));
    memset(&g, 0, sizeof g);
    g.options = v.options;
    dom_deal_secret_of_seed(&secret, 7);
    dom_deal_key_of_set(&g.key, &secret, "test", 1);
    dom_table_start(&g.table, &g.options, tolerate);
    run();
}

static int turn(void)
{
    return g.table.match.play.turn;
}

static void answer(uint32_t choice)
{
    dom_table_answer(&g.table, turn(), choice, 5);
    run();
}

static void fault(int seat, dom_fault code)
{
    dom_table_fault(&g.table, seat, code);
    run();
}

/* Expects that this seat has lost the match, with its partner if it has one. */
static void expect_lost_by(int seat, dom_fault code)
{
    uint8_t places[DOM_SEATS_MAX];
    int seats = g.options.players, sides = dom_side_count(&g.options);
    cr_assert(eq(int, g.table.state, DOM_TABLE_SETTLED));
    cr_assert(eq(int, g.table.end, code));
    cr_assert(eq(int, g.table.fault_seat, seat));
    dom_table_places(&g.table, places);
    for (int s = 0; s < seats; s++)
        cr_assert(eq(int, places[s], s % sides == seat % sides ? sides : 1), "seat %d", s);
}

Test(table, a_match_is_played_to_its_end_by_answers_alone)
{
    for (size_t v = 0; v < dom_variant_count(); v++) {
        start(dom_variant_at(v).name, 0);
        while (g.table.state == DOM_TABLE_ASKING)
            answer((uint32_t)g.asks % (uint32_t)g.table.legal_count);
        cr_assert(eq(int, g.table.state, DOM_TABLE_SETTLED));
        cr_assert(eq(int, g.settled, 1));
        cr_assert(eq(int, g.deals, g.rounds), "every deal ends in a counted round");
        cr_assert(eq(int, g.asks, g.chosen), "every ask is answered once");
        cr_assert(eq(int, g.table.end, DOM_FAULT_NONE));
        cr_assert(eq(int, g.table.fault_seat, DOM_NOBODY));
    }
}

Test(table, a_seat_is_asked_only_when_it_has_a_choice)
{
    start("draw-3", 0);
    while (g.table.state == DOM_TABLE_ASKING) {
        cr_assert(ge(int, g.table.legal_count, 2));
        answer(0);
    }
    cr_assert(ge(int, g.forced, 1));
}

Test(table, an_index_out_of_range_is_an_illegal_answer)
{
    start("block-2", 0);
    int seat = turn();
    answer((uint32_t)g.table.legal_count);
    expect_lost_by(seat, DOM_FAULT_ILLEGAL);
}

Test(table, a_tolerated_late_answer_becomes_the_first_legal_action)
{
    start("block-2", 1);
    int seat = turn();
    dom_action first = g.table.legal[0];
    dom_table_fault(&g.table, seat, DOM_FAULT_TIMEOUT);
    dom_table_effect fx;
    cr_assert(dom_table_next(&g.table, &fx));
    cr_assert(eq(int, fx.kind, DOM_TABLE_FX_FAULT));
    cr_assert(fx.tolerated);
    cr_assert(dom_table_next(&g.table, &fx));
    cr_assert(eq(int, fx.kind, DOM_TABLE_FX_EVENT));
    cr_assert(eq(int, fx.why, DOM_TABLE_WHY_SUBSTITUTED));
    cr_assert(eq(int, fx.fault, DOM_FAULT_TIMEOUT));
    cr_assert(eq(int, memcmp(&fx.action, &first, sizeof first), 0));
    run();
    cr_assert(eq(int, g.table.state, DOM_TABLE_ASKING));
}

Test(table, tolerance_counts_per_seat_and_runs_out)
{
    start("block-2", 1);
    int faults[2] = {0, 0};
    while (g.table.state == DOM_TABLE_ASKING) {
        faults[turn()]++;
        fault(turn(), DOM_FAULT_ILLEGAL);
    }
    int loser = g.table.fault_seat;
    cr_assert(eq(int, faults[loser], 2), "the second fault of a seat ends the match");
    cr_assert(le(int, faults[1 - loser], 1));
    cr_assert(eq(int, g.substituted, g.tolerated));
}

Test(table, a_crash_is_never_tolerated)
{
    start("block-2", 100);
    int seat = turn();
    fault(seat, DOM_FAULT_CRASH);
    expect_lost_by(seat, DOM_FAULT_CRASH);
    cr_assert(eq(int, g.tolerated, 0));
}

Test(table, a_seat_that_is_not_on_turn_can_lose_by_a_fault)
{
    start("block-4", 5);
    int seat = (turn() + 2) % 4;
    fault(seat, DOM_FAULT_SPAWN);
    expect_lost_by(seat, DOM_FAULT_SPAWN);
}

Test(table, a_fault_of_one_partner_costs_the_team_the_match)
{
    start("block-teams", 0);
    int seat = turn();
    fault(seat, DOM_FAULT_TIMEOUT);
    expect_lost_by(seat, DOM_FAULT_TIMEOUT);
}

Test(table, a_settled_table_ignores_every_event)
{
    start("block-2", 0);
    fault(0, DOM_FAULT_CRASH);
    dom_table_answer(&g.table, 0, 0, 1);
    dom_table_fault(&g.table, 1, DOM_FAULT_CRASH);
    dom_table_effect fx;
    cr_assert(not(dom_table_next(&g.table, &fx)));
    cr_assert(eq(int, g.table.fault_seat, 0));
    cr_assert(eq(int, g.settled, 1));
}

Test(table, scores_stay_unchanged_when_a_fault_ends_a_match)
{
    start("block-2", 0);
    while (g.rounds < 2)
        answer(0);
    int32_t before[2] = {g.table.match.score[0], g.table.match.score[1]};
    fault(turn(), DOM_FAULT_TIMEOUT);
    cr_assert(eq(int, g.table.match.score[0], before[0]));
    cr_assert(eq(int, g.table.match.score[1], before[1]));
}
