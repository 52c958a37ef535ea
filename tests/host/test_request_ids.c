/* SPEC.md, "Strays": which answers are late answers, which are strays, and how many strays are a
 * fault. */
#include "request_ids.h"

#include "ipc/frame.h"
#include "protocol/message.h"
#include "time_budget.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>

enum { DRAWS = 10000, WINDOW = DOM_HOST_STRAY_WINDOW_ASKS };

static int by_number(const void *left, const void *right)
{
    const int64_t *a = left, *b = right;
    return (*a > *b) - (*a < *b);
}

Test(host_request_ids, every_req_contains_its_slot_and_is_drawn_once)
{
    static int64_t drawn[DRAWS];
    dom_host_request_ids r = {0};
    for (int i = 0; i < DRAWS; i++) {
        uint16_t slot = (uint16_t)(i * 7 % DOM_IPC_SLOTS_MAX);
        drawn[i] = dom_host_request_ids_draw(&r, slot);
        cr_assert(ge(i64, drawn[i], 0));
        cr_assert(le(i64, drawn[i], DOM_INTEGER_MAX));
        cr_assert(eq(u16, dom_host_request_ids_slot(drawn[i]), slot));
    }
    qsort(drawn, DRAWS, sizeof drawn[0], by_number);
    for (int i = 1; i < DRAWS; i++)
        cr_assert(lt(i64, drawn[i - 1], drawn[i]));
}

Test(host_request_ids, any_number_contains_a_valid_slot)
{
    cr_assert(lt(u16, dom_host_request_ids_slot(DOM_INTEGER_MAX), DOM_IPC_SLOTS_MAX));
    cr_assert(lt(u16, dom_host_request_ids_slot(INT64_MAX), DOM_IPC_SLOTS_MAX));
    cr_assert(eq(u16, dom_host_request_ids_slot(0), 0));
}

static const int64_t STRAY = -1;

/* Returns when the ask of a late answer was cancelled, or STRAY for a stray. */
static int64_t late(dom_host_request_ids *r, int64_t req)
{
    int64_t cancelled_us;
    return dom_host_request_ids_forgive(r, req, &cancelled_us) ? cancelled_us : STRAY;
}

Test(host_request_ids, the_second_answer_to_a_cancelled_ask_is_a_stray)
{
    dom_host_request_ids r = {0};
    cr_assert(eq(i64, late(&r, 0), STRAY), "no ask was given up yet, also not 0");
    dom_host_request_ids_give_up(&r, 17, DOM_HOST_NOT_CANCELLED);
    dom_host_request_ids_give_up(&r, 19, 5000);
    cr_assert(eq(i64, late(&r, 18), STRAY));
    cr_assert(eq(i64, late(&r, 17), DOM_HOST_NOT_CANCELLED));
    cr_assert(eq(i64, late(&r, 17), STRAY));
    cr_assert(eq(i64, late(&r, 19), 5000));
    cr_assert(eq(i64, late(&r, 19), STRAY));
    cr_assert(eq(i64, late(&r, -1), STRAY), "a bot may send any number");
}

Test(host_request_ids, a_limited_number_of_given_up_asks_is_remembered)
{
    dom_host_request_ids r = {0};
    for (int64_t req = 0; req <= DOM_HOST_GIVEN_UP_MAX; req++)
        dom_host_request_ids_give_up(&r, req, 10 * req);
    cr_assert(eq(i64, late(&r, 0), STRAY), "too long ago");
    for (int64_t req = 1; req <= DOM_HOST_GIVEN_UP_MAX; req++)
        cr_assert(eq(i64, late(&r, req), 10 * req));
}

Test(host_request_ids, all_tables_may_end_four_times_before_the_late_answers_arrive)
{
    dom_host_request_ids r = {0};
    for (int64_t req = 0; req < 4 * DOM_OPEN_TABLES_MAX; req++)
        dom_host_request_ids_give_up(&r, req, req);
    for (int64_t req = 0; req < 4 * DOM_OPEN_TABLES_MAX; req++)
        cr_assert(eq(i64, late(&r, req), req));
}

Test(host_request_ids, the_ninth_stray_within_the_window_is_a_fault)
{
    dom_host_request_ids r = {0};
    for (int i = 1; i < DOM_HOST_STRAYS_MAX; i++)
        cr_assert(not(dom_host_request_ids_stray(&r, 5)));
    cr_assert(dom_host_request_ids_stray(&r, 5 + WINDOW));
}

Test(host_request_ids, strays_before_the_window_do_not_count)
{
    dom_host_request_ids r = {0};
    for (int i = 1; i < DOM_HOST_STRAYS_MAX; i++)
        cr_assert(not(dom_host_request_ids_stray(&r, 5)));
    cr_assert(not(dom_host_request_ids_stray(&r, 5 + WINDOW + 1)));
    for (int i = 2; i < DOM_HOST_STRAYS_MAX; i++)
        cr_assert(not(dom_host_request_ids_stray(&r, 5 + WINDOW + 1)),
                  "each new stray replaces one of the eight old ones");
    cr_assert(dom_host_request_ids_stray(&r, 5 + WINDOW + 1));
}
