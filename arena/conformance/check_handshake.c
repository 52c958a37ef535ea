/* The check `handshake`: the bot starts and says hello. It fails by a fault of the first pass
 * (blame.c), so only its success is decided here. */
#include "conformance_internal.h"

void dom_conformance_check_handshake(dom_conformance_check_run *run)
{
    const dom_conformance_report *r = run->report;
    const dom_conformance_finding *f = dom_conformance_finding_of(run, DOM_CONFORMANCE_HANDSHAKE);
    if (run->now.has_hello && f->result == DOM_CONFORMANCE_NOT_TRIED)
        dom_conformance_find(
            run, DOM_CONFORMANCE_HANDSHAKE, DOM_CONFORMANCE_PASSED,
            "hello after %lld ms at most; up to %d table%s at the same time, up to %d ask%s per "
            "message",
            (long long)r->startup_ms, r->max_tables, r->max_tables == 1 ? "" : "s", r->batch,
            r->batch == 1 ? "" : "s");
    dom_conformance_announce(run, DOM_CONFORMANCE_HANDSHAKE);
}
