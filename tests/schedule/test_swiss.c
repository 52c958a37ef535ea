/* Swiss rounds. The model computes scores, byes and meetings from the pairings and the reported
 * results, independently of the pairing algorithm. */
#include "plans.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    uint32_t bots;
    uint64_t score[DOM_SCHEDULE_PLAN_BOTS_MAX];
    uint32_t byes[DOM_SCHEDULE_PLAN_BOTS_MAX];
    uint8_t met[DOM_SCHEDULE_PLAN_BOTS_MAX][DOM_SCHEDULE_PLAN_BOTS_MAX];

    /* The round whose pairings are known and whose results are not reported. */
    uint32_t round;
    uint64_t first_match, last_match;
    uint32_t pairs;
    uint16_t pair[DOM_SCHEDULE_PLAN_BOTS_MAX / 2][2];
    int bye; /* -1: none                                                       */
} model;

static dom_schedule_plan swiss(uint32_t bots, uint32_t rounds, uint32_t sets)
{
    dom_schedule_plan plan =
        plan_of(DOM_SCHEDULE_PLAN_SWISS, bots, sets, (dom_schedule_plan_variant){.seats = 2});
    plan.stage[0].rounds = rounds;
    return plan;
}

/* ---- the model ---------------------------------------------------------------- */

static bool is_before(const model *m, int a, int b)
{
    return m->score[a] != m->score[b] ? m->score[a] > m->score[b] : a < b;
}

/* Reads the next round of the only variant. Expects one opponent or the bye for every bot. */
static void read_round(model *m, const dom_schedule *s)
{
    bool is_paired[DOM_SCHEDULE_PLAN_BOTS_MAX] = {false};
    m->first_match = m->last_match + 1;
    m->last_match = dom_schedule_known(s);
    m->pairs = 0;
    m->bye = -1;
    for (uint64_t match = m->first_match; m->pairs < m->bots / 2; match += 2) {
        dom_schedule_duplicate_set set = dom_schedule_set(s, dom_schedule_match(s, match).set);
        cr_assert(eq(u32, set.round, m->round));
        cr_assert(eq(u32, set.cycle, 0));
        for (int i = 0; i < 2; i++) {
            cr_assert(lt(int, set.bot[i], (int)m->bots));
            cr_assert(not(is_paired[set.bot[i]]), "bot %d twice", set.bot[i]);
            is_paired[set.bot[i]] = true;
            m->pair[m->pairs][i] = set.bot[i];
        }
        cr_assert(is_before(m, set.bot[0], set.bot[1]));
        if (m->pairs > 0)
            cr_assert(is_before(m, m->pair[m->pairs - 1][0], set.bot[0]));
        m->pairs++;
    }
    uint16_t byes[DOM_SCHEDULE_BYES_MAX];
    for (uint32_t bot = 0; bot < m->bots; bot++)
        if (!is_paired[bot])
            m->bye = (int)bot;
    cr_assert(eq(u32, dom_schedule_byes(s, m->round, 0, byes), m->bots % 2));
    cr_assert(m->bye == -1 || m->bye == byes[0]);
}

static uint32_t rematches(const model *m)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < m->pairs; i++)
        count += m->met[m->pair[i][0]][m->pair[i][1]] > 0;
    return count;
}

/* Reports match `match` and adds its points. */
static void tell(model *m, dom_schedule *s, uint64_t match, int half_points)
{
    dom_schedule_seating seating = dom_schedule_match(s, match);
    m->score[seating.bot[0]] += (uint64_t)half_points;
    m->score[seating.bot[1]] += 2 - (uint64_t)half_points;
    report(s, match, half_points);
}

/* Counts the meetings and the bye of a complete round. */
static void close_round(model *m)
{
    uint64_t matches = m->last_match - m->first_match + 1;
    for (uint32_t i = 0; i < m->pairs; i++) {
        m->met[m->pair[i][0]][m->pair[i][1]]++;
        m->met[m->pair[i][1]][m->pair[i][0]]++;
    }
    if (m->bye >= 0) {
        m->byes[m->bye]++;
        m->score[m->bye] += 2 * matches / m->pairs;
    }
    m->round++;
}

static void tell_all(model *m, dom_schedule *s, uint64_t *random)
{
    for (uint64_t match = m->first_match; match <= m->last_match; match++)
        tell(m, s, match, (int)random_below(random, 3));
    close_round(m);
}

/* ---- pairs -------------------------------------------------------------------- */

Test(schedule_swiss, the_first_round_folds_the_entry_list)
{
    dom_schedule_plan plan = swiss(7, 1, 1);
    dom_schedule *s = open_plan(&plan);
    model m = {.bots = 7};
    read_round(&m, s);
    for (uint16_t i = 0; i < 3; i++) {
        cr_assert(eq(int, m.pair[i][0], i));
        cr_assert(eq(int, m.pair[i][1], i + 3));
    }
    cr_assert(eq(int, m.bye, 6));
    dom_schedule_close(&s);
}

enum { TRIED_BOTS_MAX = 14, UNKNOWN = 255 };
static uint8_t fewest[1 << TRIED_BOTS_MAX]; /* for each set of unpaired bots */

/* Returns the fewest rematches of the unpaired bots, by exhaustive search. */
static uint8_t fewest_rematches(const model *m, uint32_t unpaired)
{
    if (unpaired == 0 || fewest[unpaired] != UNKNOWN)
        return unpaired == 0 ? 0 : fewest[unpaired];
    int a = __builtin_ctz(unpaired);
    for (int b = a + 1; b < (int)m->bots; b++) {
        if ((unpaired >> b & 1) == 0)
            continue;
        uint32_t rest = unpaired & ~(1u << a) & ~(1u << b);
        uint8_t count = (uint8_t)((m->met[a][b] > 0) + fewest_rematches(m, rest));
        fewest[unpaired] = count < fewest[unpaired] ? count : fewest[unpaired];
    }
    return fewest[unpaired];
}

static void check_rematches(uint32_t bots, uint32_t rounds, uint64_t random)
{
    dom_schedule_plan plan = swiss(bots, rounds, 1);
    dom_schedule *s = open_plan(&plan);
    model m = {.bots = bots};
    while (m.round < rounds) {
        read_round(&m, s);
        uint32_t unpaired = (1u << bots) - 1;
        if (m.bye >= 0)
            unpaired &= ~(1u << m.bye);
        memset(fewest, UNKNOWN, sizeof fewest);
        cr_assert(eq(u32, rematches(&m), fewest_rematches(&m, unpaired)), "%u bots, round %u", bots,
                  m.round);
        tell_all(&m, s, &random);
    }
    dom_schedule_close(&s);
}

Test(schedule_swiss, nobody_meets_twice_if_it_can_be_avoided)
{
    for (uint32_t bots = 2; bots <= 8; bots++)
        for (uint64_t seed = 0; seed < 300; seed++)
            check_rematches(bots, bots + 3, seed);
    for (uint32_t bots = 9; bots <= TRIED_BOTS_MAX; bots++)
        for (uint64_t seed = 0; seed < 30; seed++)
            check_rematches(bots, bots + 2, seed);
}

/* Four bots have three rounds without rematches; then rematches are necessary. */
Test(schedule_swiss, repeated_meetings_are_those_with_the_fewest_before)
{
    dom_schedule_plan plan = swiss(4, 12, 1);
    dom_schedule *s = open_plan(&plan);
    static model m = {.bots = 4};
    uint64_t random = 5;
    while (m.round < 12) {
        read_round(&m, s);
        tell_all(&m, s, &random);
        for (int a = 0; a < 4; a++)
            for (int b = 0; b < a; b++) {
                cr_assert(ge(u32, m.met[a][b], m.round / 3));
                cr_assert(le(u32, m.met[a][b], (m.round + 2) / 3));
            }
    }
    dom_schedule_close(&s);
}

/* Without draws all groups have an even number of bots while 2^rounds <= bots. */
Test(schedule_swiss, equal_scores_meet)
{
    dom_schedule_plan plan = swiss(64, 6, 3);
    dom_schedule *s = open_plan(&plan);
    static model m = {.bots = 64};
    uint64_t random = 17;
    while (m.round < 6) {
        read_round(&m, s);
        for (uint32_t i = 0; i < m.pairs; i++) {
            cr_assert(eq(u64, m.score[m.pair[i][0]], m.score[m.pair[i][1]]), "round %u", m.round);
            bool is_upset = random_below(&random, 4) == 0;
            for (uint64_t cycle = 0; cycle < 3; cycle++) {
                uint64_t match = m.first_match + (cycle * 32 + i) * 2;
                tell(&m, s, match, is_upset ? 0 : 2);
                tell(&m, s, match + 1, is_upset ? 2 : 0);
            }
        }
        close_round(&m);
    }
    dom_schedule_close(&s);
}

/* The upper half of a group meets the lower half if no two of them have met. */
Test(schedule_swiss, the_second_round_folds_each_group)
{
    dom_schedule_plan plan = swiss(8, 2, 1);
    dom_schedule *s = open_plan(&plan);
    model m = {.bots = 8};
    read_round(&m, s);
    for (uint64_t match = 1; match <= 8; match++) /* 0 to 3 win */
        tell(&m, s, match, match % 2 == 1 ? 2 : 0);
    close_round(&m);
    read_round(&m, s);
    static const uint16_t expected[4][2] = {{0, 2}, {1, 3}, {4, 6}, {5, 7}};
    cr_assert(eq(int, memcmp(m.pair, expected, sizeof expected), 0));
    dom_schedule_close(&s);
}

/* Bots 0 and 1 have met, and no other bot has their score. Each floats to the next lower group. */
Test(schedule_swiss, a_bot_without_an_opponent_floats_to_the_next_group)
{
    dom_schedule_plan plan = swiss(4, 2, 1);
    dom_schedule *s = open_plan(&plan);
    model m = {.bots = 4};
    read_round(&m, s); /* 0-2, 1-3 */
    tell(&m, s, 1, 1);
    tell(&m, s, 2, 1); /* 0 and 2 have 2, */
    tell(&m, s, 3, 2);
    tell(&m, s, 4, 0); /* 1 has 4, 3 has 0 */
    close_round(&m);
    read_round(&m, s);
    static const uint16_t expected[2][2] = {{1, 0}, {2, 3}};
    cr_assert(eq(int, memcmp(m.pair, expected, sizeof expected), 0));
    dom_schedule_close(&s);
}

/* ---- byes ---------------------------------------------------------------------- */

static int expected_bye(const model *m)
{
    int lucky = 0;
    for (int bot = 1; bot < (int)m->bots; bot++)
        if (m->byes[bot] < m->byes[lucky] ||
            (m->byes[bot] == m->byes[lucky] && is_before(m, lucky, bot)))
            lucky = bot;
    return lucky;
}

Test(schedule_swiss, the_bye_goes_to_the_lowest_bot_with_the_fewest_byes)
{
    for (uint32_t bots = 3; bots <= 15; bots += 2)
        for (uint64_t seed = 0; seed < 20; seed++) {
            uint64_t random = seed;
            dom_schedule_plan plan = swiss(bots, 2 * bots, 2);
            dom_schedule *s = open_plan(&plan);
            model *m = calloc(1, sizeof *m);
            m->bots = bots;
            while (m->round < 2 * bots) {
                read_round(m, s);
                cr_assert(eq(int, m->bye, expected_bye(m)), "%u bots, round %u", bots, m->round);
                tell_all(m, s, &random);
            }
            for (uint32_t bot = 0; bot < bots; bot++)
                cr_assert(eq(u32, m->byes[bot], 2));
            free(m);
            dom_schedule_close(&s);
        }
}

/* Two variants, of which bot 1 plays only the first; one bot is added in the last round. */
Test(schedule_swiss, the_byes_of_each_round_and_variant_can_be_asked_for)
{
    static const struct {
        uint32_t count;
        uint16_t bot;
    } expected[3][2] = {{{1, 4}, {0, 0}}, {{1, 3}, {0, 0}}, {{0, 0}, {1, 5}}};
    dom_schedule_plan plan = swiss(5, 2, 1);
    plan.variant[plan.variant_count++] = (dom_schedule_plan_variant){.seats = 4, .teams = true};
    plan.sits_out[1] = 2;
    add_stage(&plan, (dom_schedule_plan_stage){.bots = 6, .sets = 1, .rounds = 1});
    dom_schedule *s = open_plan(&plan);
    uint64_t done = 0;
    for (uint32_t round = 0; round < 3; round++) {
        cr_assert(eq(u32, dom_schedule_paired_rounds(s), round + 1));
        for (uint64_t known = dom_schedule_known(s); done < known; done++)
            report(s, done + 1, 1);
    }
    for (uint32_t round = 0; round < 3; round++)
        for (uint32_t v = 0; v < 2; v++) {
            uint16_t bots[DOM_SCHEDULE_BYES_MAX] = {0};
            cr_assert(eq(u32, dom_schedule_byes(s, round, v, bots), expected[round][v].count));
            cr_assert(eq(int, bots[0], expected[round][v].bot), "round %u", round);
        }
    dom_schedule_close(&s);
    plan.kind = DOM_SCHEDULE_PLAN_ROUND_ROBIN;
    s = open_plan(&plan);
    cr_expect(eq(u32, dom_schedule_paired_rounds(s), 0));
    dom_schedule_close(&s);
}

/* ---- results ------------------------------------------------------------------- */

/* Reports the same results in another order. */
static void report_shuffled(dom_schedule *s, uint64_t first, uint64_t count, uint64_t *random)
{
    uint64_t order[200];
    cr_assert(le(u64, count, COUNT(order)));
    for (uint64_t i = 0; i < count; i++) {
        uint64_t j = random_below(random, (uint32_t)i + 1);
        order[i] = order[j];
        order[j] = first + i;
    }
    for (uint64_t i = 0; i < count; i++)
        report(s, order[i], (int)(order[i] * 7919 % 31 % 3));
}

Test(schedule_swiss, the_order_of_reports_makes_no_difference)
{
    dom_schedule_plan plan = swiss(13, 7, 2);
    plan.variant[plan.variant_count++] = (dom_schedule_plan_variant){.seats = 4, .teams = true};
    uint64_t random = 1;
    dom_schedule *one = open_plan(&plan);
    for (uint64_t match = 1; match <= dom_schedule_matches(one); match++)
        report(one, match, (int)(match * 7919 % 31 % 3));
    for (int i = 0; i < 10; i++) {
        dom_schedule *two = open_plan(&plan);
        uint64_t per_round = dom_schedule_known(two);
        for (uint64_t first = 1; first < dom_schedule_matches(two); first += per_round)
            report_shuffled(two, first, per_round, &random);
        for (uint64_t match = 1; match <= dom_schedule_matches(one); match++) {
            dom_schedule_seating a = dom_schedule_match(one, match),
                                 b = dom_schedule_match(two, match);
            cr_assert(eq(int, memcmp(a.bot, b.bot, sizeof a.bot), 0));
        }
        dom_schedule_close(&two);
    }
    dom_schedule_close(&one);
}

/* Bot 3 wins in the first variant, bot 0 in the second. */
Test(schedule_swiss, each_variant_has_its_own_scores)
{
    dom_schedule_plan plan = swiss(4, 2, 1);
    plan.variant[plan.variant_count++] = (dom_schedule_plan_variant){.seats = 4, .teams = true};
    dom_schedule *s = open_plan(&plan);
    cr_assert(eq(u64, dom_schedule_known(s), 8));
    for (uint64_t match = 1; match <= 8; match++) {
        dom_schedule_seating m = dom_schedule_match(s, match);
        bool is_first = m.variant == 0 ? m.bot[0] > m.bot[1] : m.bot[0] < m.bot[1];
        report(s, match, is_first ? 2 : 0);
    }
    static const uint16_t expected[][4] = {{2, 3}, {0, 1}, {0, 1, 0, 1}, {2, 3, 2, 3}};
    for (uint32_t i = 0; i < 4; i++) {
        dom_schedule_duplicate_set set = dom_schedule_set(s, 5 + i);
        cr_assert(eq(int, memcmp(set.bot, expected[i], sizeof expected[i]), 0), "set %u", 5 + i);
    }
    dom_schedule_close(&s);
}

Test(schedule_swiss, a_round_is_paired_after_the_last_report_of_the_previous_round)
{
    dom_schedule_plan plan = swiss(5, 3, 2);
    dom_schedule *s = open_plan(&plan);
    cr_assert(eq(u64, dom_schedule_matches(s), 24));
    for (uint64_t match = 1; match <= 24; match++) {
        cr_assert(eq(u64, dom_schedule_known(s), (match + 7) / 8 * 8));
        report(s, match, 2);
    }
    cr_assert(eq(u64, dom_schedule_known(s), 24));
    dom_schedule_close(&s);
}

Test(schedule_swiss, other_kinds_need_no_reports)
{
    dom_schedule_plan plan =
        plan_of(DOM_SCHEDULE_PLAN_ROUND_ROBIN, 3, 1, (dom_schedule_plan_variant){.seats = 2});
    dom_schedule *s = open_plan(&plan);
    report(s, 4, 2);
    report(s, 4, 2);
    cr_assert(eq(u64, dom_schedule_known(s), 6));
    dom_schedule_close(&s);
}

/* Added bots are below those with draws; 0-2 and 1-3 have met. */
Test(schedule_swiss, bots_added_later_begin_without_points)
{
    dom_schedule_plan plan = swiss(4, 1, 1);
    add_stage(&plan, (dom_schedule_plan_stage){.bots = 6, .sets = 1, .rounds = 1});
    dom_schedule *s = open_plan(&plan);
    for (uint64_t match = 1; match <= 4; match++)
        report(s, match, 1);
    static const uint16_t expected[3][2] = {{0, 3}, {1, 2}, {4, 5}};
    for (uint32_t i = 0; i < 3; i++) {
        dom_schedule_duplicate_set set = dom_schedule_set(s, 3 + i);
        cr_assert(eq(int, memcmp(set.bot, expected[i], sizeof expected[i]), 0), "table %u", i);
    }
    dom_schedule_close(&s);
}

/* ---- size ---------------------------------------------------------------------- */

static model large;

Test(schedule_swiss, a_thousand_bots_play_seven_rounds)
{
    dom_schedule_plan plan = swiss(1000, 7, 1);
    dom_schedule *s = open_plan(&plan);
    uint64_t random = 11;
    large.bots = 1000;
    while (large.round < 7) {
        read_round(&large, s);
        cr_assert(eq(u32, rematches(&large), 0));
        uint64_t difference = 0;
        for (uint32_t i = 0; i < large.pairs; i++)
            difference += large.score[large.pair[i][0]] - large.score[large.pair[i][1]];
        cr_assert(le(u64, difference, 20), "round %u",
                  large.round); /* with 13 groups, opponents are at most two groups apart */
        tell_all(&large, s, &random);
    }
    dom_schedule_close(&s);
}
