/* The checks that one pass decides, with the control that some of them need. */
#include "conformance_internal.h"

#include <stdio.h>
#include <string.h>

static void find_passed(dom_conformance_check_run *run, const dom_conformance_pass *p,
                        uint64_t asks_before)
{
    bool plays_all = p->extent == DOM_CONFORMANCE_ALL_VARIANTS;
    size_t variants = plays_all ? run->candidate.variant_count : 1;
    if (p->sets == 0)
        dom_conformance_find(run, p->decides, DOM_CONFORMANCE_PASSED, "%llu asks in all",
                             (unsigned long long)run->report->asks);
    else
        dom_conformance_find(run, p->decides, DOM_CONFORMANCE_PASSED,
                             "%zu variant%s, %llu match%s, %llu asks, %s", variants,
                             variants == 1 ? "" : "s", (unsigned long long)run->now.matches,
                             run->now.matches == 1 ? "" : "es",
                             (unsigned long long)(run->report->asks - asks_before), p->done);
}

/* Plays a pass in a database of its own, where its tournaments have the names, and so the deals, of
 * an earlier pass. `tournaments` is the number of tournaments before that pass. */
static dom_rc play_again(dom_conformance_check_run *run, const dom_conformance_pass *p,
                         int tournaments)
{
    dom_conformance_workroom room = run->room;
    size_t end = strlen(run->room.at.home.db), size = sizeof run->room.at.home.db - end;
    int played = run->tournaments;
    run->room.store = NULL;
    if (snprintf(run->room.at.home.db + end, size, "-%d", tournaments) >= (int)size) {
        run->room = room;
        return dom_err_set(run->err, DOM_E_CONFIG, "the path of the data folder is too long");
    }
    dom_rc rc = dom_store_open(&run->room.store, run->room.at.home.db, DOM_STORE_WRITE, run->err);
    run->tournaments = tournaments;
    if (rc == DOM_OK)
        rc = dom_conformance_play(run, p);
    dom_store_close(&run->room.store);
    run->room = room;
    run->tournaments = played;
    return rc;
}

/* Plays the control of a failed pass: the same deals, one table at a time and without probes. If
 * the bot fails there too, what the pass adds is not the cause. Examples: a bot that crashes at its
 * hundredth ask, or in one rare position, also fails the pass with unknown keys, but not because of
 * these keys. */
static dom_rc hold_control(dom_conformance_check_run *run, const dom_conformance_pass *p,
                           int tournaments)
{
    dom_conformance_finding *f = dom_conformance_finding_of(run, p->decides);
    if (f->result != DOM_CONFORMANCE_FAILED || p->mend == NULL)
        return DOM_OK;
    const dom_conformance_pass plain = {.decides = p->decides,
                                        .needs = p->needs,
                                        .tables = 1,
                                        .sets = p->sets,
                                        .last_match = p->last_match,
                                        .extent = p->extent};
    run->now.is_control = true;
    dom_rc rc = play_again(run, &plain, tournaments);
    run->now.is_control = false;
    if (rc != DOM_OK || !run->now.has_erred)
        return rc;
    size_t end = strlen(f->text);
    (void)snprintf(f->text + end, sizeof f->text - end, "; it also fails in plain matches");
    f->mend = dom_conformance_mend_of(run->now.code);
    return DOM_OK;
}

dom_rc dom_conformance_check_pass(dom_conformance_check_run *run, const dom_conformance_pass *p)
{
    uint64_t asks_before = run->report->asks;
    int tournaments_before = run->tournaments;
    dom_rc rc = dom_conformance_play(run, p);
    if (rc != DOM_OK)
        return rc;
    if (p->decides == DOM_CONFORMANCE_VARIANTS) {
        run->tally.asks_per_set = run->report->asks / p->sets;
        dom_conformance_check_handshake(run);
    }
    if (!run->now.has_erred)
        find_passed(run, p, asks_before);
    else
        rc = hold_control(run, p, tournaments_before);
    dom_conformance_announce(run, p->decides);
    return rc;
}
