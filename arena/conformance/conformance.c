/* The table of passes, and a check from its beginning to its end. */
#include "conformance_internal.h"

#include "base/now.h"
#include "base/text.h"
#include "protocol/probe.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MANY_TABLES = 16 }; /* concurrency of the pass with many tables         */

/* The passes, in the order of the report. The first also decides the handshake. The deadlines and
 * `bye` are decided by all passes together. */
static const dom_conformance_pass passes[] = {
    {.decides = DOM_CONFORMANCE_VARIANTS,
     .needs = DOM_CONFORMANCE_VARIANTS,
     .tables = 1,
     .sets = 1,
     .extent = DOM_CONFORMANCE_ALL_VARIANTS,
     .done = "one table at a time"},
    {.decides = DOM_CONFORMANCE_TABLES,
     .needs = DOM_CONFORMANCE_VARIANTS,
     .tables = MANY_TABLES,
     .sets = 8,
     .done = "16 tables at the same time",
     .mend = "it plays well with one table at a time: keep what the bot remembers separately for "
             "each `table`, or set max_tables to 1 in hello"},
    {.decides = DOM_CONFORMANCE_KEYS,
     .needs = DOM_CONFORMANCE_VARIANTS,
     .probes = DOM_PROBE_KEYS,
     .tables = 1,
     .sets = 2,
     .done = "with an unknown key in every message",
     .mend = "ignore keys that the bot does not know, whatever their value: later versions of the "
             "arena may send more"},
    {.decides = DOM_CONFORMANCE_TYPES,
     .needs = DOM_CONFORMANCE_VARIANTS,
     .probes = DOM_PROBE_TYPES,
     .tables = 1,
     .sets = 2,
     .done = "with a message of an unknown type before every ask",
     .mend = "ignore messages whose `type` the bot does not know: later versions of the arena may "
             "send more"},
    {.decides = DOM_CONFORMANCE_SLOW_START,
     .needs = DOM_CONFORMANCE_VARIANTS,
     .probes = DOM_PROBE_WELCOME,
     .tables = 1,
     .sets = 1,
     .last_match = 1, /* each process takes 2 s, and each seat has its own            */
     .waits = true,
     .done = "with 2 s of silence between hello and welcome",
     .mend = "wait for messages without a time limit, and send nothing after hello until the "
             "first ask"},
    {.decides = DOM_CONFORMANCE_ASKS,
     .needs = DOM_CONFORMANCE_TABLES,
     .extent = DOM_CONFORMANCE_ALL_VARIANTS,
     .done = "at as many tables at the same time as the bot takes"},
};

/* Returns true if the pass depends on a check that has not passed. */
static bool is_hopeless(dom_conformance_check_run *run, const dom_conformance_pass *p)
{
    return p->needs != p->decides &&
           dom_conformance_finding_of(run, p->needs)->result != DOM_CONFORMANCE_PASSED;
}

/* Begins the pass that waits; the table has one. */
static void begin_aside(dom_conformance_check_run *run)
{
    size_t i = 0;
    while (!passes[i].waits)
        i++;
    dom_conformance_begin_aside(run, &passes[i]);
}

static dom_rc make_check(dom_conformance_check_run *run, const dom_conformance_pass *p)
{
    if (is_hopeless(run, p)) {
        dom_conformance_announce(run, p->decides);
        return DOM_OK;
    }
    return p->waits ? dom_conformance_take_aside(run, p) : dom_conformance_check_pass(run, p);
}

static dom_rc make_checks(dom_conformance_check_run *run)
{
    dom_rc rc = DOM_OK;
    begin_aside(run);
    for (size_t i = 0; rc == DOM_OK && i < sizeof passes / sizeof *passes; i++)
        rc = make_check(run, &passes[i]);
    dom_conformance_end_aside(run);
    if (rc == DOM_OK) {
        dom_conformance_check_deadlines(run);
        dom_conformance_check_bye(run);
    }
    return rc;
}

/* ---- setting up ---------------------------------------------------------------------- */

static dom_rc set_up(dom_conformance_check_run *run)
{
    for (int check = 0; check < DOM_CONFORMANCE_CHECKS; check++)
        dom_conformance_find(run, (dom_conformance_check)check, DOM_CONFORMANCE_NOT_TRIED,
                             "not tried, because an earlier check failed");
    dom_rc rc = dom_home_workroom_open(&run->room.at, run->spec->home, run->err);
    if (rc == DOM_OK)
        rc = dom_conformance_take_candidate(run);
    if (rc == DOM_OK)
        rc = dom_store_open(&run->room.store, run->room.at.home.db, DOM_STORE_WRITE, run->err);
    return rc;
}

static void clean_up(dom_conformance_check_run *run)
{
    dom_store_close(&run->room.store);
    dom_conformance_clear_candidate(&run->candidate);
    free(run->tally.us);
    dom_home_workroom_close(&run->room.at);
}

dom_rc dom_conformance_run(dom_conformance_report *out, const dom_conformance_spec *spec,
                           int *signal_number, dom_err *err)
{
    memset(out, 0, sizeof *out);
    dom_conformance_check_run *run = calloc(1, sizeof *run);
    if (run == NULL)
        return dom_err_no_memory(err);
    run->spec = spec;
    run->report = out;
    dom_text_copy(out->word, sizeof out->word, spec->bot);
    run->err = err;
    run->seed = (uint64_t)dom_now_ms();
    run->room.at.folder.parent = run->room.at.folder.fd = -1;
    dom_rc rc = set_up(run);
    if (rc == DOM_OK)
        rc = make_checks(run);
    if (rc == DOM_E_INTERRUPTED) /* replaces the core's text, which counts matches */
        rc = dom_err_set(
            err, DOM_E_INTERRUPTED,
            "interrupted before the check was finished; the same command begins it again");
    *signal_number = run->signal_number;
    clean_up(run);
    free(run);
    return rc;
}
