#include "base/duration.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>

Test(duration, has_the_unit_that_fits)
{
    static const struct {
        double us;
        const char *text;
    } known[] = {{0, "0 us"},
                 {250, "250 us"},
                 {994, "994 us"},
                 {996, "1.0 ms"},
                 {3249, "3.2 ms"},
                 {9960, "10 ms"},
                 {999400, "999 ms"},
                 {999600, "1.0 s"},
                 {9.96e6, "10 s"},
                 {119.4e6, "119 s"},
                 {119.6e6, "2 min 00 s"},
                 {229.461e6, "3 min 49 s"},
                 {3599.4e6, "59 min 59 s"},
                 {3599.6e6, "1 h 00 min"},
                 {7500e6, "2 h 05 min"}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        char text[DOM_DURATION_BYTES];
        dom_duration_write(text, known[i].us);
        cr_expect(eq(str, text, (char *)known[i].text));
    }
}
