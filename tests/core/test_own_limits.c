/* Limits of one bot in place of the tournament's. */
#include "core/own_limits.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <string.h>

static const dom_core_limits all = {.startup_ms = 1,
                                    .move_ms = 2,
                                    .bank_ms = 3,
                                    .increment_ms = 4,
                                    .margin_ms = 5,
                                    .memory_mb = 6,
                                    .processes = 7,
                                    .snapshot_memory_mb = 8};

Test(own_limits, a_bot_without_own_limits_has_those_of_all)
{
    const dom_core_own_limits none = {.given = 0};
    const dom_core_limits limits = dom_core_limits_with(&all, &none);
    cr_expect(eq(int, memcmp(&limits, &all, sizeof all), 0));
    cr_expect(eq(sz, dom_core_own_limits_more(&all, &none), DOM_CORE_OWN_LIMITS));
}

Test(own_limits, each_limit_replaces_one)
{
    for (size_t row = 0; row < DOM_CORE_OWN_LIMITS; row++) {
        dom_core_own_limits own = {.given = 0};
        dom_core_own_limit_set(&own, row, 0); /* 0 is a limit, too */
        dom_core_limits limits = dom_core_limits_with(&all, &own);
        cr_expect(eq(int, dom_core_limit_of(&limits, row), 0));
        cr_expect(eq(sz, dom_core_own_limits_more(&all, &own), DOM_CORE_OWN_LIMITS));
        dom_core_own_limit_set(&own, row, 100);
        limits = dom_core_limits_with(&all, &own);
        for (size_t other = 0; other < DOM_CORE_OWN_LIMITS; other++)
            cr_expect(eq(int, dom_core_limit_of(&limits, other),
                         other == row ? 100 : dom_core_limit_of(&all, other)));
        cr_expect(limits.startup_ms == 1 && limits.margin_ms == 5 &&
                  limits.snapshot_memory_mb == 8);
        cr_expect(eq(sz, dom_core_own_limits_more(&all, &own), row));
    }
}
