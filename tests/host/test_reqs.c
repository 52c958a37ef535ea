/* SPEC.md, "Strays": which answers are late, which are strays, and how many strays are too many. */
#include "reqs.h"

#include "host/frame.h"
#include "protocol/message.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>

enum { DRAWS = 10000, WINDOW = STRAY_WINDOW_ASKS };

static int by_number(const void *left, const void *right)
{
    const int64_t *a = left, *b = right;
    return (*a > *b) - (*a < *b);
}

Test(reqs, every_number_leads_back_to_its_slot_and_is_drawn_once)
{
    static int64_t drawn[DRAWS];
    reqs r = {0};
    for (int i = 0; i < DRAWS; i++) {
        uint16_t slot = (uint16_t)(i * 7 % DOM_SLOTS_MAX);
        drawn[i] = reqs_draw(&r, slot);
        cr_assert(ge(i64, drawn[i], 0));
        cr_assert(le(i64, drawn[i], DOM_INTEGER_MAX));
        cr_assert(eq(u16, reqs_slot(drawn[i]), slot));
    }
    qsort(drawn, DRAWS, sizeof drawn[0], by_number);
    for (int i = 1; i < DRAWS; i++)
        cr_assert(lt(i64, drawn[i - 1], drawn[i]));
}

Test(reqs, any_number_of_a_bot_leads_to_a_slot)
{
    cr_assert(lt(u16, reqs_slot(DOM_INTEGER_MAX), DOM_SLOTS_MAX));
    cr_assert(lt(u16, reqs_slot(INT64_MAX), DOM_SLOTS_MAX));
    cr_assert(eq(u16, reqs_slot(0), 0));
}

static const int64_t STRAY = -1;

/* When the ask was taken back that this is a late answer to, or STRAY. */
static int64_t late(reqs *r, int64_t req)
{
    int64_t taken_back_us;
    return reqs_forgive(r, req, &taken_back_us) ? taken_back_us : STRAY;
}

Test(reqs, a_late_answer_is_forgiven_once)
{
    reqs r = {0};
    cr_assert(eq(i64, late(&r, 0), STRAY), "nothing was given up yet, not even 0");
    reqs_give_up(&r, 17, REQS_NOT_TAKEN_BACK);
    reqs_give_up(&r, 19, 5000);
    cr_assert(eq(i64, late(&r, 18), STRAY));
    cr_assert(eq(i64, late(&r, 17), REQS_NOT_TAKEN_BACK));
    cr_assert(eq(i64, late(&r, 17), STRAY));
    cr_assert(eq(i64, late(&r, 19), 5000));
    cr_assert(eq(i64, late(&r, 19), STRAY));
    cr_assert(eq(i64, late(&r, -1), STRAY), "bots may send any number; none is forgiven for good");
}

Test(reqs, the_last_that_were_given_up_are_remembered)
{
    reqs r = {0};
    for (int64_t req = 0; req <= REQS_GIVEN_UP_MAX; req++)
        reqs_give_up(&r, req, 10 * req);
    cr_assert(eq(i64, late(&r, 0), STRAY), "too long ago");
    for (int64_t req = 1; req <= REQS_GIVEN_UP_MAX; req++)
        cr_assert(eq(i64, late(&r, req), 10 * req));
}

Test(reqs, all_tables_may_end_and_end_again_before_a_late_answer_comes)
{
    reqs r = {0};
    for (int64_t req = 0; req < 4 * DOM_OPEN_TABLES_MAX; req++)
        reqs_give_up(&r, req, req);
    for (int64_t req = 0; req < 4 * DOM_OPEN_TABLES_MAX; req++)
        cr_assert(eq(i64, late(&r, req), req));
}

Test(reqs, the_ninth_stray_within_the_window_is_one_too_many)
{
    reqs r = {0};
    for (int i = 1; i < STRAYS_MAX; i++)
        cr_assert(not(reqs_stray(&r, 5)));
    cr_assert(reqs_stray(&r, 5 + WINDOW));
}

Test(reqs, strays_of_long_ago_do_not_count)
{
    reqs r = {0};
    for (int i = 1; i < STRAYS_MAX; i++)
        cr_assert(not(reqs_stray(&r, 5)));
    cr_assert(not(reqs_stray(&r, 5 + WINDOW + 1)));
    for (int i = 2; i < STRAYS_MAX; i++)
        cr_assert(not(reqs_stray(&r, 5 + WINDOW + 1)), "the eight of long ago are gone one by one");
    cr_assert(reqs_stray(&r, 5 + WINDOW + 1));
}
