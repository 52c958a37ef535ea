/* One table, whose seats are the bots in their order. */
#include "plans.h"

static dom_schedule_plan table_of(uint8_t seats, bool teams, uint32_t sets)
{
    return plan_of(DOM_SCHEDULE_PLAN_SEATED, seats, sets,
                   (dom_schedule_plan_variant){.seats = seats, .teams = teams});
}

Test(schedule_seated, every_set_is_one_match_with_bot_i_in_seat_i)
{
    for (uint8_t seats = 2; seats <= DOM_SEATS_MAX; seats++)
        for (int teams = 0; teams <= (seats == 4); teams++) {
            dom_schedule_plan plan = table_of(seats, teams, 3);
            dom_schedule *s = open_plan(&plan);
            cr_assert(eq(u32, dom_schedule_sets(s), 3));
            cr_assert(eq(u64, dom_schedule_matches(s), 3));
            for (uint64_t n = 1; n <= 3; n++) {
                dom_schedule_seating m = dom_schedule_match(s, n);
                cr_expect(eq(u64, m.set, n));
                cr_expect(eq(int, m.rotation, 0));
                for (int seat = 0; seat < seats; seat++)
                    cr_expect(eq(int, m.bot[seat], seat));
            }
            dom_schedule_close(&s);
        }
}

Test(schedule_seated, every_seat_needs_its_bot)
{
    for (int teams = 0; teams <= 1; teams++)
        for (uint32_t bots = 2; bots <= 5; bots++) {
            dom_err err = {.text = ""};
            dom_schedule *s = NULL;
            dom_schedule_plan plan = table_of(4, teams, 1);
            plan.stage[0].bots = bots;
            dom_rc rc = dom_schedule_open(&s, &plan, &err);
            cr_expect(eq(int, rc, bots == 4 ? DOM_OK : DOM_E_CONFIG), "%u: %s", bots, err.text);
            dom_schedule_close(&s);
        }
}
