/* If memory runs out, there is an error and no schedule. */
#include "../tools/scarce.h"
#include "plans.h"

static void fail_each(const dom_schedule_plan *plan)
{
    bool has_failed = true;
    long nth = 0;
    while (has_failed) {
        dom_err err = {.text = ""};
        dom_schedule *schedule = (dom_schedule *)1;
        scarce_at(++nth);
        dom_rc rc = dom_schedule_open(&schedule, plan, &err);
        has_failed = scarce_end();
        cr_assert(eq(int, rc, has_failed ? DOM_E_NOMEM : DOM_OK), "%ld", nth);
        cr_assert(eq(str, err.text, has_failed ? "out of memory" : ""));
        cr_assert(eq(int, schedule == NULL, has_failed));
        dom_schedule_close(&schedule);
    }
    cr_assert(ge(long, nth, 3), "nothing has failed");
}

Test(schedule_memory, no_schedule_is_returned_if_memory_runs_out)
{
    dom_schedule_plan all = plan_of_all_variants(DOM_SCHEDULE_PLAN_ROUND_ROBIN, 300, 2);
    fail_each(&all);
    dom_schedule_plan swiss =
        plan_of(DOM_SCHEDULE_PLAN_SWISS, 9, 2, (dom_schedule_plan_variant){.seats = 2});
    fail_each(&swiss);
}
