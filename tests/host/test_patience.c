#include "patience.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>

enum { BEGUN_US = 5000000, WAIT_US = 1000000 };

Test(host_patience, ends)
{
    patience p = patience_begin(BEGUN_US, WAIT_US);
    cr_expect(eq(i64, p.until_us, BEGUN_US + WAIT_US));
}

Test(host_patience, stands_still)
{
    patience p = patience_begin(BEGUN_US, WAIT_US);
    patience_forgive(&p, BEGUN_US + WAIT_US, 900);
    cr_expect(eq(i64, p.until_us, BEGUN_US + WAIT_US + 900));
}

Test(host_patience, what_was_waited_before_it_began_is_no_excuse)
{
    patience p = patience_begin(BEGUN_US, WAIT_US);
    patience_forgive(&p, BEGUN_US + 10, 500000);
    cr_expect(eq(i64, p.until_us, BEGUN_US + WAIT_US + 10));
    patience_forgive(&p, BEGUN_US + 30, 500000);
    cr_expect(eq(i64, p.until_us, BEGUN_US + WAIT_US + 30), "nor is what was forgiven already");
}

Test(host_patience, stands_still_no_longer_than_it_may)
{
    patience p = patience_begin(BEGUN_US, WAIT_US);
    for (int64_t i = 1; i <= 3; i++) {
        int64_t half = PATIENCE_FORGIVEN_MAX_US / 2;
        patience_forgive(&p, BEGUN_US + i * half, half);
    }
    cr_expect(eq(i64, p.until_us, BEGUN_US + WAIT_US + PATIENCE_FORGIVEN_MAX_US));
    patience_go_on(&p, BEGUN_US, WAIT_US);
    patience_forgive(&p, BEGUN_US + 100 * WAIT_US, WAIT_US);
    cr_expect(eq(i64, p.until_us, BEGUN_US + WAIT_US), "going on it has no more to forgive");
}
