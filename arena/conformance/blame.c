/* Turns a fault into a finding: which check the bot fails by it, and the advice for its author. */
#include "conformance_internal.h"

#include <stdio.h>
#include <stdlib.h>

static const char *const mend_of[DOM_FAULT_COUNT] = {
    [DOM_FAULT_ILLEGAL] = "set `choice` to an index into `legal` of this ask, counted from 0, or "
                          "`action` to a copy of one of its entries",
    [DOM_FAULT_TIMEOUT] = "answer every ask within clock.move_ms, and every ask of a bundle by "
                          "its own `req`; flush the output after each message; while the bot "
                          "thinks about one ask, its other asks wait",
    [DOM_FAULT_STALL] = "answer every ask; a process that sends nothing for 2 s after a missed "
                        "deadline is killed and restarted",
    [DOM_FAULT_PROTOCOL] = "send messages as section 3 of protocol/SPEC.md specifies them; "
                           "protocol/vectors has examples of valid and invalid ones",
    [DOM_FAULT_CRASH] =
        "keep the process running until `bye`; below is what it printed to standard "
        "error, with an error that its language prints at the end",
    [DOM_FAULT_RESOURCE] = "use less memory, fewer processes or less file space; a tournament "
                           "file sets the allowed amounts under `limits`",
    [DOM_FAULT_SPAWN] = "make sure that the program starts, and that its first message is hello "
                        "with protocol 1, sent within startup_ms over the `transport` of its "
                        "bot.yaml (default: zmq)",
};

const char *dom_conformance_mend_of(dom_fault code)
{
    return mend_of[code];
}

/* Returns the check that fails by a fault of this code in the pass under way. Usually it is the
 * check that the pass decides. A fault before the first hello fails the handshake. A late answer
 * fails the check of the deadlines, unless the pass probes the bot. */
static dom_conformance_check check_of(const dom_conformance_check_run *run, dom_fault code)
{
    const dom_conformance_pass *p = run->now.pass;
    bool is_late = code == DOM_FAULT_TIMEOUT || code == DOM_FAULT_STALL;
    if (!run->now.has_hello && p->decides == DOM_CONFORMANCE_VARIANTS)
        return DOM_CONFORMANCE_HANDSHAKE;
    return is_late && p->probes == 0 ? DOM_CONFORMANCE_DEADLINES : p->decides;
}

static bool is_blamed_already(dom_conformance_check_run *run, dom_fault code)
{
    return dom_conformance_finding_of(run, check_of(run, code))->result == DOM_CONFORMANCE_FAILED;
}

/* Writes a failure into the report. `variant` may be NULL. */
static dom_conformance_finding *blame(dom_conformance_check_run *run, dom_fault code,
                                      const char *variant, const char *text)
{
    const dom_conformance_pass *p = run->now.pass;
    dom_conformance_check check = check_of(run, code);
    dom_conformance_finding *f = dom_conformance_finding_of(run, check);
    if (check == DOM_CONFORMANCE_HANDSHAKE)
        dom_conformance_find(run, check, DOM_CONFORMANCE_FAILED, "%s", text);
    else
        dom_conformance_find(run, check, DOM_CONFORMANCE_FAILED, "%s%s%s, %s: %s",
                             dom_fault_word(code), variant ? " in " : "", variant ? variant : "",
                             p->done, text);
    f->mend = check == p->decides && p->mend ? p->mend : mend_of[code];
    run->now.code = code;
    return f;
}

/* Returns the evidence of a fault as text. If the fault has no process, what the first process to
 * end has printed is added, because it may explain the fault. */
static char *details_of(const dom_conformance_check_run *run, const dom_results_fault_report *o)
{
    char *text = run->spec->words->fault_text(o), *both = NULL;
    if (text == NULL || o->has_process || run->now.left.details == NULL)
        return text;
    if (asprintf(&both, "%s%s", text, run->now.left.details) < 0)
        return text;
    free(text);
    return both;
}

static dom_rc take_fault(void *context, const dom_store_fault *fault)
{
    dom_conformance_check_run *run = context;
    dom_results_fault_report o;
    bool fails_again;
    if (fault->bot != 0 || is_blamed_already(run, fault->code))
        return DOM_OK;
    dom_rc rc = dom_results_fault_report_read(
        &o, run->room.store, dom_tournament_run_row(run->now.run), fault, run->err);
    if (rc == DOM_OK) {
        dom_conformance_finding *f =
            blame(run, fault->code, o.variant[0] ? o.variant : NULL, fault->text);
        f->details = details_of(run, &o);
        f->fault = run->spec->words->fault_json(&o);
        rc = dom_conformance_ask_again(run, &o, f, &fails_again);
        if (fails_again)
            f->mend = mend_of[fault->code];
    }
    dom_results_fault_report_clear(&o);
    return rc;
}

/* The stored faults come first, because they say more than the end of a process. */
dom_rc dom_conformance_blame_faults(dom_conformance_check_run *run)
{
    const dom_store_tournament *row = dom_tournament_run_row(run->now.run);
    dom_conformance_departure *left = &run->now.left;
    dom_rc rc = row->id ? dom_store_fault_each(run->room.store, row->id, take_fault, run, run->err)
                        : DOM_OK;
    if (rc == DOM_OK && left->is_there && !is_blamed_already(run, left->code)) {
        dom_conformance_finding *f = blame(run, left->code, NULL, left->text);
        f->details = left->details;
        left->details = NULL;
    }
    return rc;
}
