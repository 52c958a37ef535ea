/* The check `bye`: processes end when they are told to. */
#include "conformance_internal.h"

enum { LATE_BYES_PASSED = 10 }; /* per cent of the processes that may end late */

/* A busy machine may delay one process, or a few of many. That is a remark and no failure. Example:
 * 1 of 3 and 10 of 100 pass, 2 of 3 and 11 of 100 fail. */
void dom_conformance_check_bye(dom_conformance_check_run *run)
{
    int byes = run->tally.byes, late = run->tally.late_byes;
    bool is_remark = late <= 1 || late * 100 <= byes * LATE_BYES_PASSED;
    if (late > 0) {
        dom_conformance_find(
            run, DOM_CONFORMANCE_BYE, is_remark ? DOM_CONFORMANCE_PASSED : DOM_CONFORMANCE_FAILED,
            "%d of %d processes did not end within 2 s of `bye`, and the arena ended them%s", late,
            byes, is_remark ? "; for so few, a busy machine may be the cause" : "");
        dom_conformance_finding_of(run, DOM_CONFORMANCE_BYE)->mend =
            "end the process when a message of type `bye` arrives, and at the end of the input";
    } else if (byes > 0) {
        dom_conformance_find(run, DOM_CONFORMANCE_BYE, DOM_CONFORMANCE_PASSED,
                             "all %d processes ended after `bye`", byes);
    }
    dom_conformance_announce(run, DOM_CONFORMANCE_BYE);
}
