/* Entries that change: sets that move to a later stage, new versions, and empty places. */
#include "plans.h"

TestSuite(schedule_changes);

/* Four bots in block-2, 2 cycles of 6 tables; a stage with nothing of its own follows. */
static dom_schedule_plan changed_plan(dom_schedule_plan_kind kind)
{
    dom_schedule_plan plan = plan_of(kind, 4, 2, (dom_schedule_plan_variant){.seats = 2});
    plan.stage[0].rounds = 3;
    add_stage(&plan, (dom_schedule_plan_stage){.bots = 5});
    plan.sits_out[4] = UINT64_MAX;
    return plan;
}

/* Bot 4 plays in the place of bot 1 in the sets that stage 1 has; all numbers stay. */
Test(schedule_changes, a_new_version_plays_the_sets_that_moved)
{
    static const dom_schedule_plan_kind kinds[] = {
        DOM_SCHEDULE_PLAN_ROUND_ROBIN, DOM_SCHEDULE_PLAN_GAUNTLET, DOM_SCHEDULE_PLAN_SWISS};
    static const dom_schedule_plan_change change = {.stage = 1, .entry = 1, .bot = 4};
    static const dom_schedule_plan_move moves[] = {{1, 2, 2}, {1, 5, 12}};
    for (size_t i = 0; i < COUNT(kinds); i++) {
        dom_schedule_plan plan = changed_plan(kinds[i]);
        plan.stage_count = 1;
        dom_schedule *before = open_plan(&plan);
        plan.stage_count = 2;
        plan.change = &change;
        plan.change_count = 1;
        plan.move = moves;
        plan.move_count = dom_schedule_sets(before) >= 12 ? COUNT(moves) : 1;
        dom_schedule *after = open_plan(&plan);
        play_out(before, i);
        play_out(after, i);
        cr_assert(eq(u64, dom_schedule_matches(after), dom_schedule_matches(before)));
        cr_assert(eq(u64, dom_schedule_absent_matches(after), 0));
        for (uint64_t n = 1; n <= dom_schedule_matches(before); n++) {
            dom_schedule_seating was = dom_schedule_match(before, n),
                                 is = dom_schedule_match(after, n);
            bool has_moved = is.set == 2 || (plan.move_count > 1 && is.set >= 5);
            cr_assert(eq(u32, is.set, was.set));
            cr_assert(eq(u32, is.stage, has_moved ? 1 : 0));
            cr_assert(eq(int, is.absent_seat, -1));
            for (int seat = 0; seat < 2; seat++) {
                int wanted = has_moved && was.bot[seat] == 1 ? 4 : was.bot[seat];
                cr_assert(eq(int, is.bot[seat], wanted), "match %d", (int)n);
            }
        }
        dom_schedule_close(&before);
        dom_schedule_close(&after);
    }
}

/* Each match of an empty place names the seat, and is not counted; a Swiss needs its result. */
Test(schedule_changes, sets_of_an_empty_place_are_not_played)
{
    static const dom_schedule_plan_change change = {
        .stage = 1, .entry = 2, .bot = 2, .is_absent = true};
    static const dom_schedule_plan_move move = {1, 4, 12};
    dom_schedule_plan plan = changed_plan(DOM_SCHEDULE_PLAN_ROUND_ROBIN);
    plan.change = &change;
    plan.move = &move;
    plan.change_count = plan.move_count = 1;
    dom_schedule *s = open_plan(&plan);
    uint64_t absent = 0;
    for (uint64_t n = 1; n <= dom_schedule_matches(s); n++) {
        dom_schedule_seating match = dom_schedule_match(s, n);
        int wanted = match.set < 4 ? -1 : match.bot[0] == 2 ? 0 : match.bot[1] == 2 ? 1 : -1;
        cr_assert(eq(int, match.absent_seat, wanted));
        cr_assert(eq(int, dom_schedule_set(s, match.set).is_absent, wanted >= 0));
        absent += wanted >= 0;
    }
    cr_assert(lt(u64, 0, absent));
    cr_assert(eq(u64, dom_schedule_absent_matches(s), absent));
    cr_assert(eq(u32, dom_schedule_variant_sets(s, 0), 12 - (uint32_t)absent / 2));
    dom_schedule_close(&s);
    plan.kind = DOM_SCHEDULE_PLAN_SWISS;
    s = open_plan(&plan);
    cr_assert(eq(u64, dom_schedule_absent_matches(s), 0));
    dom_schedule_close(&s);
}

/* The newest change of an entry, and the newest stage of a set, are those that hold. */
Test(schedule_changes, later_changes_and_moves_take_precedence)
{
    static const dom_schedule_plan_change changes[] = {
        {1, 1, 4, false}, {2, 1, 4, true}, {3, 1, 1, false}};
    static const dom_schedule_plan_move moves[] = {{1, 3, 12}, {2, 5, 6}, {2, 8, 12}, {3, 9, 12}};
    dom_schedule_plan plan = changed_plan(DOM_SCHEDULE_PLAN_ROUND_ROBIN);
    add_stage(&plan, (dom_schedule_plan_stage){.bots = 5});
    add_stage(&plan, (dom_schedule_plan_stage){.bots = 5});
    plan.change = changes;
    plan.change_count = COUNT(changes);
    plan.move = moves;
    plan.move_count = COUNT(moves);
    static const uint32_t stage_of[] = {0, 0, 0, 1, 1, 2, 2, 1, 2, 3, 3, 3, 3};
    static const int player[] = {1, 4, 4, 1};
    dom_schedule *s = open_plan(&plan);
    for (uint32_t n = 1; n <= 12; n++) {
        dom_schedule_duplicate_set set = dom_schedule_set(s, n);
        cr_assert(eq(u32, set.stage, stage_of[n]), "set %u", n);
        for (int seat = 0; seat < 2; seat++)
            if (set.bot[seat] == 1 || set.bot[seat] == 4) {
                cr_assert(eq(int, set.bot[seat], player[set.stage]));
                cr_assert(eq(int, set.is_absent, set.stage == 2));
            }
    }
    dom_schedule_close(&s);
}

static void expect_refused(const dom_schedule_plan *plan, const char *words)
{
    dom_err err = {.text = ""};
    dom_schedule *s;
    cr_expect(eq(int, dom_schedule_open(&s, plan, &err), DOM_E_CONFIG));
    cr_expect(eq(str, err.text, (char *)words));
}

Test(schedule_changes, impossible_changes_and_moves_are_refused)
{
    static const dom_schedule_plan_change changes[] = {
        {1, 9, 1, false}, {1, 1, 9, false}, {0, 1, 1, false}};
    static const dom_schedule_plan_move moves[] = {
        {2, 1, 2}, {0, 1, 2}, {1, 5, 4}, {1, 2, 2}, {1, 2, 3}};
    dom_schedule_plan plan = changed_plan(DOM_SCHEDULE_PLAN_ROUND_ROBIN);
    plan.change = changes;
    plan.change_count = 1;
    expect_refused(&plan, "change 1: bot 1 in the place of 9 from stage 2 on is impossible");
    plan.change = changes + 1;
    expect_refused(&plan, "change 1: bot 9 in the place of 1 from stage 2 on is impossible");
    static const dom_schedule_plan_change unordered[] = {{1, 1, 4, false}, {0, 1, 1, false}};
    plan.change = unordered;
    plan.change_count = 2;
    expect_refused(&plan, "change 2: bot 1 in the place of 1 from stage 1 on is impossible");
    plan.change_count = 0;
    plan.move_count = 1;
    static const char *const said[] = {"sets 1 to 2 cannot belong to stage 3",
                                       "sets 1 to 2 cannot belong to stage 1",
                                       "sets 5 to 4 cannot belong to stage 2"};
    for (size_t i = 0; i < COUNT(said); i++) {
        plan.move = moves + i;
        expect_refused(&plan, said[i]);
    }
    plan.move = moves + 3; /* both have set 2 */
    plan.move_count = 2;
    expect_refused(&plan, "sets 2 to 3 cannot belong to stage 2");
}
