/* Mixed partners: team games of four different bots. */
#include "plans.h"

#include <string.h>

enum { BOTS_MAX = 24 };

static const dom_schedule_plan_variant teams = {.seats = 4, .teams = true};

/* How often two bots were partners, and neighbours (one of the two directions). */
static uint32_t partners[BOTS_MAX][BOTS_MAX];
static uint32_t left_of[BOTS_MAX][BOTS_MAX];
static uint32_t meetings[2000][5]; /* the bots of two pairs, and how often they met */
static size_t meeting_count;

static void count_meeting(const uint32_t pairs[4])
{
    size_t i = 0;
    while (i < meeting_count && memcmp(meetings[i], pairs, 4 * sizeof *pairs) != 0)
        i++;
    if (i == meeting_count) {
        cr_assert(lt(sz, meeting_count, COUNT(meetings)));
        memcpy(meetings[meeting_count++], pairs, 4 * sizeof *pairs);
        meetings[i][4] = 0;
    }
    meetings[i][4]++;
}

/* Counts the teams; in a pair the lower bot is first, and the pair of the lowest bot is first. */
static void count_teams(const dom_schedule_duplicate_set *set)
{
    uint32_t a = set->bot[0], b = set->bot[2], c = set->bot[1], d = set->bot[3];
    uint32_t one[2] = {a < b ? a : b, a < b ? b : a}, two[2] = {c < d ? c : d, c < d ? d : c};
    partners[one[0]][one[1]]++;
    partners[two[0]][two[1]]++;
    if (one[0] < two[0])
        count_meeting((uint32_t[]){one[0], one[1], two[0], two[1]});
    else
        count_meeting((uint32_t[]){two[0], two[1], one[0], one[1]});
}

static void count_sets(const dom_schedule_plan *plan)
{
    memset(partners, 0, sizeof partners);
    memset(left_of, 0, sizeof left_of);
    meeting_count = 0;
    dom_schedule *s = open_plan(plan);
    for (uint32_t number = 1; number <= dom_schedule_sets(s); number++) {
        dom_schedule_duplicate_set set = dom_schedule_set(s, number);
        cr_assert(eq(int, set.rotations, 4));
        cr_assert(eq(int, __builtin_popcountll(bits_of(&set)), 4));
        count_teams(&set);
        for (int seat = 0; seat < 4; seat++)
            left_of[set.bot[seat]][set.bot[(seat + 1) % 4]]++;
    }
    dom_schedule_close(&s);
}

static dom_schedule_plan mixed(dom_schedule_plan_kind kind, uint32_t bots, uint32_t sets)
{
    dom_schedule_plan plan = plan_of(kind, bots, sets, teams);
    plan.mixes_partners = true;
    return plan;
}

/* Returns the number of ways to choose two pairs without a common bot: 3 for each four bots. */
static size_t pairs_of_pairs(uint32_t bots)
{
    return (size_t)bots * (bots - 1) * (bots - 2) * (bots - 3) / 8;
}

static void check_all_meet(uint32_t times)
{
    for (size_t i = 0; i < meeting_count; i++)
        cr_assert(eq(u32, meetings[i][4], times));
}

/* Up to 12 bots, 1,485 tables. */
Test(schedule_partners, every_pair_meets_every_other_pair_once_in_a_cycle)
{
    for (uint32_t bots = 4; bots <= 12; bots++) {
        dom_schedule_plan plan = mixed(DOM_SCHEDULE_PLAN_ROUND_ROBIN, bots, 1);
        count_sets(&plan);
        cr_assert(eq(sz, meeting_count, pairs_of_pairs(bots)));
        check_all_meet(1);
    }
}

Test(schedule_partners, in_two_cycles_everybody_sits_on_both_sides_of_everybody)
{
    for (uint32_t bots = 4; bots <= 12; bots++) {
        dom_schedule_plan plan = mixed(DOM_SCHEDULE_PLAN_ROUND_ROBIN, bots, 2);
        count_sets(&plan);
        for (uint32_t a = 0; a < bots; a++)
            for (uint32_t b = 0; b < bots; b++)
                cr_assert(eq(u32, left_of[a][b], a == b ? 0 : (bots - 2) * (bots - 3)));
    }
}

/* 13 bots have 715 groups of four and 2,145 tables. Each cycle plays one partnership of each
 * group, and six cycles play all of them twice. */
Test(schedule_partners, with_many_groups_of_four_each_cycle_plays_one_partnership)
{
    dom_schedule_plan plan = mixed(DOM_SCHEDULE_PLAN_ROUND_ROBIN, 13, 1);
    dom_schedule *s = open_plan(&plan);
    cr_assert(eq(u32, dom_schedule_sets(s), 715));
    dom_schedule_close(&s);
    static uint32_t sets[715][3];
    plan = mixed(DOM_SCHEDULE_PLAN_ROUND_ROBIN, 13, 6);
    s = open_plan(&plan);
    for (uint32_t number = 1; number <= 6 * 715; number++) {
        dom_schedule_duplicate_set set = dom_schedule_set(s, number);
        uint16_t lowest = set.bot[0], across = set.bot[2];
        for (int seat = 1; seat < 4; seat++)
            if (set.bot[seat] < lowest) {
                lowest = set.bot[seat];
                across = set.bot[(seat + 2) % 4];
            }
        int way = __builtin_popcountll(bits_of(&set) & ((UINT64_C(1) << across) - 1)) - 1;
        sets[(number - 1) % 715][way]++;
    }
    for (int table = 0; table < 715; table++)
        for (int way = 0; way < 3; way++)
            cr_assert(eq(u32, sets[table][way], 2));
    dom_schedule_close(&s);
}

/* This also holds for developed tables: in six cycles two bots are partners in a third of the
 * sets in which they meet, and neighbours on both sides equally often. */
Test(schedule_partners, with_one_partnership_a_cycle_six_cycles_are_balanced)
{
    static const uint32_t bots[] = {13, 16, 17, 24};
    for (size_t i = 0; i < COUNT(bots); i++) {
        meeting_count = 0;
        dom_schedule_plan plan = mixed(DOM_SCHEDULE_PLAN_ROUND_ROBIN, bots[i], 6);
        dom_schedule *s = open_plan(&plan);
        memset(partners, 0, sizeof partners);
        memset(left_of, 0, sizeof left_of);
        for (uint32_t number = 1; number <= dom_schedule_sets(s); number++) {
            dom_schedule_duplicate_set set = dom_schedule_set(s, number);
            for (int seat = 0; seat < 4; seat++) {
                partners[set.bot[seat]][set.bot[(seat + 2) % 4]]++;
                left_of[set.bot[seat]][set.bot[(seat + 1) % 4]]++;
            }
        }
        for (uint32_t a = 0; a < bots[i]; a++)
            for (uint32_t b = 0; b < bots[i]; b++) {
                cr_assert(eq(u32, left_of[a][b], left_of[b][a]));
                cr_assert(eq(u32, left_of[a][b], partners[a][b]));
            }
        dom_schedule_close(&s);
    }
}

/* 24 others have 2,024 groups of three. With up to 16 others (560 groups) every partnership is
 * played. */
Test(schedule_partners, a_gauntlet_has_bot_0_at_every_table_with_every_partner)
{
    for (uint32_t bots = 4; bots <= 17; bots++) {
        dom_schedule_plan plan = mixed(DOM_SCHEDULE_PLAN_GAUNTLET, bots, 1);
        count_sets(&plan);
        uint32_t others = bots - 1;
        cr_assert(eq(sz, meeting_count, (size_t)others * (others - 1) * (others - 2) / 2));
        check_all_meet(1);
        for (size_t i = 0; i < meeting_count; i++)
            cr_assert(eq(u32, meetings[i][0], 0));
        for (uint32_t b = 1; b < bots; b++)
            cr_assert(eq(u32, partners[0][b], (others - 1) * (others - 2) / 2));
    }
}

Test(schedule_partners, added_bots_add_exactly_the_missing_meetings)
{
    dom_schedule_plan plan = mixed(DOM_SCHEDULE_PLAN_ROUND_ROBIN, 7, 1);
    add_stage(&plan, (dom_schedule_plan_stage){.bots = 10, .old_bots = 7, .sets = 1});
    count_sets(&plan);
    cr_assert(eq(sz, meeting_count, pairs_of_pairs(10)));
    check_all_meet(1);
}

Test(schedule_partners, games_without_partners_are_unaffected)
{
    dom_schedule_plan plan = plan_of_all_variants(DOM_SCHEDULE_PLAN_ROUND_ROBIN, 9, 2);
    for (uint32_t v = 1; v < plan.variant_count; v++)
        plan.variant[v - 1] = plan.variant[v];
    plan.variant_count--;
    dom_schedule *one = open_plan(&plan);
    plan.mixes_partners = true;
    dom_schedule *two = open_plan(&plan);
    cr_assert(eq(u32, dom_schedule_sets(one), dom_schedule_sets(two)));
    for (uint32_t number = 1; number <= dom_schedule_sets(one); number++) {
        dom_schedule_duplicate_set a = dom_schedule_set(one, number),
                                   b = dom_schedule_set(two, number);
        cr_assert(eq(int, memcmp(a.bot, b.bot, sizeof a.bot), 0));
        cr_assert(eq(u64, a.first_match, b.first_match));
    }
    dom_schedule_close(&one);
    dom_schedule_close(&two);
}
