/* Swiss rounds with three and four bots at a table. The model counts scores, byes and meetings from
 * the tables and the reported results, independently of the search for tables. */
#include "plans.h"

#include <string.h>

enum { BOTS = DOM_SCHEDULE_PLAN_BOTS_MAX };

typedef struct {
    uint32_t bots, seats, sets;
    uint64_t score[BOTS];
    uint32_t byes[BOTS];
    uint8_t met[BOTS][BOTS];

    /* The round whose tables are known. */
    uint32_t round;
    uint64_t first_match, last_match;
    uint32_t tables;
    uint16_t table[BOTS / 3][4];
    uint32_t bye_count;
    uint16_t bye[DOM_SCHEDULE_BYES_MAX];
} model;

static model m;

static dom_schedule_plan swiss(uint32_t bots, uint8_t seats, uint32_t rounds, uint32_t sets)
{
    dom_schedule_plan plan =
        plan_of(DOM_SCHEDULE_PLAN_SWISS, bots, sets, (dom_schedule_plan_variant){.seats = seats});
    plan.stage[0].rounds = rounds;
    return plan;
}

static dom_schedule *begin(uint32_t bots, uint8_t seats, uint32_t rounds, uint32_t sets)
{
    dom_schedule_plan plan = swiss(bots, seats, rounds, sets);
    m = (model){.bots = bots, .seats = seats, .sets = sets};
    return open_plan(&plan);
}

/* ---- the model ---------------------------------------------------------------- */

static bool is_before(int a, int b)
{
    return m.score[a] != m.score[b] ? m.score[a] > m.score[b] : a < b;
}

static void sort(uint16_t bot[], uint32_t count)
{
    for (uint32_t i = 1; i < count; i++)
        for (uint32_t j = i; j > 0 && is_before(bot[j], bot[j - 1]); j--) {
            uint16_t kept = bot[j];
            bot[j] = bot[j - 1];
            bot[j - 1] = kept;
        }
}

/* Reads the next round. Expects every bot once, at a table or among the byes, and the best bot of
 * each table in its first seat. */
static void read_round(const dom_schedule *s)
{
    static uint32_t seen[BOTS];
    memset(seen, 0, sizeof seen);
    m.first_match = m.last_match + 1;
    m.last_match = dom_schedule_known(s);
    m.tables = m.bots / m.seats;
    for (uint32_t t = 0; t < m.tables; t++) {
        dom_schedule_duplicate_set set =
            dom_schedule_set(s, dom_schedule_set_of(s, m.first_match + (uint64_t)t * m.seats));
        cr_assert(eq(u32, set.round, m.round));
        memcpy(m.table[t], set.bot, sizeof m.table[t]);
        for (uint32_t i = 0; i < m.seats; i++)
            seen[set.bot[i]]++;
        sort(m.table[t], m.seats);
        cr_assert(eq(int, m.table[t][0], set.bot[0]));
        cr_assert(t == 0 || is_before(m.table[t - 1][0], m.table[t][0]));
    }
    m.bye_count = dom_schedule_byes(s, m.round, 0, m.bye);
    for (uint32_t i = 0; i < m.bye_count; i++)
        seen[m.bye[i]]++;
    for (uint32_t bot = 0; bot < m.bots; bot++)
        cr_assert(eq(u32, seen[bot], 1), "bot %u in round %u", bot, m.round);
}

/* Returns the sum of squares of earlier meetings at the tables. */
static uint32_t meetings(void)
{
    uint32_t sum = 0;
    for (uint32_t t = 0; t < m.tables; t++)
        for (uint32_t i = 0; i < m.seats; i++)
            for (uint32_t j = 0; j < i; j++) {
                uint32_t met = m.met[m.table[t][i]][m.table[t][j]];
                sum += met * met;
            }
    return sum;
}

/* Reports match `number` with these places by seat. */
static void tell(dom_schedule *s, uint64_t number, const uint8_t places[])
{
    dom_schedule_seating match = dom_schedule_match(s, number);
    for (uint32_t a = 0; a < m.seats; a++)
        for (uint32_t b = 0; b < m.seats; b++)
            m.score[match.bot[a]] += a == b                  ? 0u
                                     : places[a] < places[b] ? 2u
                                                             : places[a] == places[b];
    dom_schedule_report(s, number, places);
}

/* Counts the meetings and the byes of the round, whose results were reported. */
static void close_round(void)
{
    for (uint32_t t = 0; t < m.tables; t++)
        for (uint32_t i = 0; i < m.seats; i++)
            for (uint32_t j = 0; j < m.seats; j++)
                m.met[m.table[t][i]][m.table[t][j]] += i != j;
    for (uint32_t i = 0; i < m.bye_count; i++) {
        m.byes[m.bye[i]]++;
        m.score[m.bye[i]] += (uint64_t)m.sets * m.seats * (m.seats - 1) * 2;
    }
    m.round++;
}

static void tell_all(dom_schedule *s, uint64_t *random)
{
    for (uint64_t number = m.first_match; number <= m.last_match; number++) {
        uint8_t places[4];
        for (int seat = 0; seat < 4; seat++)
            places[seat] = (uint8_t)random_below(random, 4);
        tell(s, number, places);
    }
    close_round();
}

/* ---- tables ------------------------------------------------------------------- */

/* The example of schedule.h, with four bots at a table as well. */
Test(schedule_swiss_tables, rounds_fold_the_score_groups)
{
    for (uint8_t k = 3; k <= 4; k++) {
        dom_schedule *s = begin(3u * k, k, 2, 1);
        read_round(s);
        for (uint16_t t = 0; t < 3; t++)
            for (uint16_t i = 0; i < k; i++)
                cr_assert(eq(int, m.table[t][i], t + 3 * i));
        for (uint64_t number = m.first_match; number <= m.last_match; number++) {
            uint8_t places[4];
            for (int seat = 0; seat < k; seat++)
                places[seat] = (uint8_t)(dom_schedule_match(s, number).bot[seat] / 3);
            tell(s, number, places);
        }
        close_round();
        read_round(s);
        for (uint16_t t = 0; k == 3 && t < 3; t++)
            for (uint16_t i = 0; i < 3; i++)
                cr_assert(eq(int, m.table[t][i], 3 * t + i));
        dom_schedule_close(&s);
    }
}

/* Of 9 bots at three these are all rounds in which nobody has to meet again. */
static const struct {
    uint32_t bots;
    uint8_t seats;
    uint32_t rounds;
} fresh[] = {{9, 3, 4},  {13, 3, 4}, {15, 3, 4}, {30, 3, 6}, {64, 3, 9},
             {16, 4, 2}, {16, 4, 3}, {24, 4, 4}, {40, 4, 7}, {64, 4, 8}};

/* Some of these rounds are found by a later beginning only. */
Test(schedule_swiss_tables, nobody_meets_again_while_there_are_many_others)
{
    for (size_t i = 0; i < COUNT(fresh); i++)
        for (uint64_t seed = 0; seed < 10; seed++) {
            uint64_t random = seed;
            dom_schedule *s = begin(fresh[i].bots, fresh[i].seats, fresh[i].rounds, 1);
            while (m.round < fresh[i].rounds) {
                read_round(s);
                cr_assert(eq(u32, meetings(), 0), "%u bots, round %u", m.bots, m.round);
                tell_all(s, &random);
            }
            dom_schedule_close(&s);
        }
}

/* Returns the smallest sum of squares of meetings, by trying all seatings of up to 9 bots. */
static uint32_t fewest(uint32_t unseated)
{
    uint32_t best = UINT32_MAX, a = 0;
    if (unseated == 0)
        return 0;
    while (!(unseated >> a & 1))
        a++;
    for (uint32_t others = unseated & (unseated - 1); others; others &= others - 1)
        for (uint32_t more = others & (others - 1); more; more &= more - 1) {
            uint32_t b = 0, c = 0;
            while (!(others >> b & 1))
                b++;
            while (!(more >> c & 1))
                c++;
            uint32_t ab = m.met[a][b], ac = m.met[a][c], bc = m.met[b][c];
            uint32_t rest = fewest(unseated & ~(1u << a | 1u << b | 1u << c));
            uint32_t sum = ab * ab + ac * ac + bc * bc + rest;
            best = sum < best ? sum : best;
        }
    return best;
}

/* The search proves nothing, but for so few bots it finds a best seating. */
Test(schedule_swiss_tables, few_bots_meet_again_as_seldom_as_they_can)
{
    for (uint32_t bots = 6; bots <= 9; bots++)
        for (uint64_t seed = 0; seed < 20; seed++) {
            uint64_t random = seed;
            dom_schedule *s = begin(bots, 3, 8, 1);
            while (m.round < 8) {
                read_round(s);
                uint32_t unseated = (1u << bots) - 1;
                for (uint32_t i = 0; i < m.bye_count; i++)
                    unseated &= ~(1u << m.bye[i]);
                cr_assert(eq(u32, meetings(), fewest(unseated)), "%u bots, round %u", bots,
                          m.round);
                tell_all(s, &random);
            }
            dom_schedule_close(&s);
        }
}

/* Returns the cost of the pairs of one seat with the others of a table. */
static uint64_t cost_of(uint32_t table, uint32_t seat, uint16_t bot, uint64_t *differences)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < m.seats; i++) {
        uint16_t other = m.table[table][i];
        uint64_t met = m.met[bot][other];
        if (i == seat)
            continue;
        sum += met * met;
        *differences += m.score[bot] > m.score[other] ? m.score[bot] - m.score[other]
                                                      : m.score[other] - m.score[bot];
    }
    return sum;
}

/* Expects that no exchange of two bots costs less. */
static void expect_no_better_exchange(void)
{
    for (uint32_t a = 0; a < m.tables * m.seats; a++)
        for (uint32_t b = 0; b < a / m.seats * m.seats; b++) {
            uint32_t t = a / m.seats, u = b / m.seats, i = a % m.seats, j = b % m.seats;
            uint64_t now = 0, then = 0;
            uint64_t is = cost_of(t, i, m.table[t][i], &now) + cost_of(u, j, m.table[u][j], &now);
            uint64_t would =
                cost_of(t, i, m.table[u][j], &then) + cost_of(u, j, m.table[t][i], &then);
            cr_assert(would > is || (would == is && then >= now), "%u bots, round %u: %d and %d",
                      m.bots, m.round, m.table[t][i], m.table[u][j]);
        }
}

/* Unless the passes were used up, which these cases do not do. */
Test(schedule_swiss_tables, no_exchange_of_two_bots_would_be_better)
{
    for (uint8_t seats = 3; seats <= 4; seats++)
        for (uint32_t bots = seats; bots <= 33; bots += 3) {
            uint64_t random = bots;
            dom_schedule *s = begin(bots, seats, 7, 2);
            while (m.round < 7) {
                read_round(s);
                expect_no_better_exchange();
                tell_all(s, &random);
            }
            dom_schedule_close(&s);
        }
}

/* The first seat is the best bot's in every cycle, and all orders of the others occur. */
Test(schedule_swiss_tables, the_order_around_a_table_changes_from_cycle_to_cycle)
{
    dom_schedule_plan plan = swiss(4, 4, 1, 6);
    dom_schedule *s = open_plan(&plan);
    uint32_t seen = 0;
    for (uint32_t number = 1; number <= 6; number++) {
        dom_schedule_duplicate_set set = dom_schedule_set(s, number);
        cr_assert(eq(int, set.bot[0], 0));
        cr_assert(eq(u64, bits_of(&set), 0xf));
        uint32_t order = (uint32_t)set.bot[1] * 4 + set.bot[2];
        cr_assert(not(seen >> order & 1), "set %u", number);
        seen |= 1u << order;
    }
    dom_schedule_close(&s);
}

/* ---- byes and results --------------------------------------------------------- */

Test(schedule_swiss_tables, byes_go_in_turn_to_the_lowest_bots)
{
    for (uint8_t seats = 3; seats <= 4; seats++)
        for (uint32_t bots = seats; bots <= 3u * seats; bots++) {
            uint64_t random = bots;
            dom_schedule *s = begin(bots, seats, 2 * bots, 2);
            while (m.round < 2 * bots) {
                read_round(s);
                cr_assert(eq(u32, m.bye_count, bots % seats));
                uint16_t order[12];
                for (uint16_t i = 0; i < bots; i++)
                    order[i] = i;
                sort(order, bots);
                for (uint32_t i = 0; i < m.bye_count; i++) {
                    uint32_t lucky = UINT32_MAX;
                    for (uint32_t r = 0; r < bots; r++)
                        if (order[r] != UINT16_MAX &&
                            (lucky == UINT32_MAX || m.byes[order[r]] <= m.byes[order[lucky]]))
                            lucky = r;
                    cr_assert(eq(int, m.bye[i], order[lucky]), "%u bots, round %u", bots, m.round);
                    order[lucky] = UINT16_MAX;
                }
                tell_all(s, &random);
            }
            for (uint32_t bot = 0; bot < bots; bot++)
                cr_assert(eq(u32, m.byes[bot], 2 * (bots % seats)));
            dom_schedule_close(&s);
        }
}

/* Six bots at two tables of three: 0-2-4 and 1-3-5. In each set of three matches 4 wins before 0
 * and 2, who share a place; 1, 3 and 5 always share one. So 4 has 12 half points, 1, 3 and 5 have
 * 6, and 0 and 2 have 3; the second round lets 4 meet two of 1, 3 and 5. */
Test(schedule_swiss_tables, half_points_count_the_others_with_lower_and_equal_places)
{
    static const uint16_t expected[2][3] = {{4, 1, 3}, {5, 0, 2}};
    dom_schedule *s = begin(6, 3, 2, 1);
    read_round(s);
    for (uint64_t number = 1; number <= 6; number++) {
        uint8_t places[3];
        for (int seat = 0; seat < 3; seat++) {
            int bot = dom_schedule_match(s, number).bot[seat];
            places[seat] = bot == 4 ? 0 : bot % 2 == 1 ? 3 : 1;
        }
        tell(s, number, places);
    }
    close_round();
    cr_assert(m.score[4] == 12 && m.score[1] == 6 && m.score[0] == 3);
    read_round(s);
    for (uint32_t t = 0; t < 2; t++)
        for (uint32_t i = 0; i < 3; i++)
            cr_assert(eq(int, m.table[t][i], expected[t][i]), "table %u", t);
    dom_schedule_close(&s);
}

/* Writes places that depend on nothing but the number of the match. */
static void report_fixed(dom_schedule *s, uint64_t number)
{
    uint8_t places[4];
    for (uint64_t seat = 0; seat < 4; seat++)
        places[seat] = (uint8_t)((number * 7919 + seat * seat * 104729) % 31 % 4);
    dom_schedule_report(s, number, places);
}

/* A run that continues reports what is stored in its order, and then the rest as it ends. */
Test(schedule_swiss_tables, the_order_of_reports_makes_no_difference)
{
    dom_schedule_plan plan = swiss(14, 3, 5, 2);
    plan.variant[plan.variant_count++] = (dom_schedule_plan_variant){.seats = 4};
    plan.variant[plan.variant_count++] = (dom_schedule_plan_variant){.seats = 2};
    dom_schedule *one = open_plan(&plan), *two = open_plan(&plan);
    uint64_t round = dom_schedule_known(one);
    for (uint64_t number = 1; number <= dom_schedule_matches(one); number++)
        report_fixed(one, number);
    for (uint64_t first = 0; first < dom_schedule_matches(two); first += round)
        for (uint64_t i = 0; i < round; i++) /* 41 has no factor in common with 98 or 7 */
            report_fixed(two, 1 + first + i * 41 % round);
    cr_assert(eq(u32, dom_schedule_paired_rounds(two), 5));
    for (uint64_t number = 1; number <= dom_schedule_matches(one); number++) {
        dom_schedule_seating a = dom_schedule_match(one, number),
                             b = dom_schedule_match(two, number);
        cr_assert(eq(int, memcmp(a.bot, b.bot, sizeof a.bot), 0), "match %d", (int)number);
    }
    dom_schedule_close(&one);
    dom_schedule_close(&two);
}

/* Bots that come later begin without points; byes and meetings of before still count. */
Test(schedule_swiss_tables, a_stage_adds_bots_and_rounds)
{
    uint64_t random = 3;
    dom_schedule_plan plan = swiss(7, 3, 2, 1);
    add_stage(&plan, (dom_schedule_plan_stage){.bots = 11, .sets = 2, .rounds = 3});
    m = (model){.bots = 7, .seats = 3, .sets = 1};
    dom_schedule *s = open_plan(&plan);
    while (m.round < 5) {
        if (m.round == 2)
            m.bots = 11, m.sets = 2;
        read_round(s);
        expect_no_better_exchange();
        tell_all(s, &random);
    }
    cr_assert(eq(u64, m.last_match, 2 * 6 + 3 * 2 * 9));
    dom_schedule_close(&s);
}

Test(schedule_swiss_tables, a_thousand_bots_do_not_meet_again)
{
    for (uint8_t seats = 3; seats <= 4; seats++) {
        uint64_t random = seats;
        dom_schedule *s = begin(1000, seats, 4, 1);
        while (m.round < 4) {
            read_round(s);
            cr_assert(eq(u32, meetings(), 0));
            tell_all(s, &random);
        }
        dom_schedule_close(&s);
    }
}
