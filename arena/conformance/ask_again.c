/* Asks the bot again what it failed at. */
#include "conformance_internal.h"

#include "base/text.h"
#include "rehearsal/rehearsal.h"
#include "results/named_versions.h"

#include <stdio.h>
#include <string.h>

typedef struct {
    dom_conformance_check_run *run;
    dom_rehearsal_spec spec;
    dom_bots_resolved bot;
    bool fails_alone, fails_after_others;
} asked_again;

static const char *verdict_of(const asked_again *q)
{
    if (q->fails_alone)
        return "a new process that is sent this ask alone does the same";
    if (q->fails_after_others)
        return "a new process answers this ask alone, but not after the earlier asks of the match: "
               "look at what the bot remembers from ask to ask";
    return "a new process answers this ask, alone and after the earlier ones of the match";
}

static dom_rc ask(asked_again *q, bool is_alone, bool *fails)
{
    dom_rehearsal_report report;
    q->spec.is_alone = is_alone;
    dom_rc rc = dom_rehearsal_run(&report, &q->spec, q->run->err);
    *fails = report.start.has_ended || report.asked.reply.code != DOM_FAULT_NONE;
    dom_rehearsal_clear(&report);
    return rc;
}

static dom_rc ask_about(void *context, const dom_store_match *m)
{
    asked_again *q = context;
    q->spec.match = m;
    dom_rc rc = ask(q, true, &q->fails_alone);
    return rc == DOM_OK && !q->fails_alone ? ask(q, false, &q->fails_after_others) : rc;
}

/* Finds the bot again: its snapshot is there. */
static dom_rc ask_bot(asked_again *q, uint64_t match)
{
    dom_conformance_check_run *run = q->run;
    const dom_conformance_candidate *candidate = &run->candidate;
    dom_bots_context context = {.places = &candidate->places, .where = "check"};
    dom_rc rc = dom_bots_resolve(&q->bot, &context, candidate->word, run->err);
    if (rc == DOM_OK)
        rc = dom_store_match_each(run->room.store, q->spec.tournament->id, match, match, true,
                                  ask_about, q, run->err);
    dom_bots_resolved_clear(&q->bot);
    return rc;
}

/* Keeps a copy of the matches. A check without it is as good, so a failure is ignored. */
static bool keep_matches(dom_conformance_check_run *run)
{
    dom_conformance_report *report = run->report;
    dom_store_backup_spec spec = {.path = report->matches_db, .may_replace = true};
    int length = snprintf(report->matches_db, sizeof report->matches_db,
                          "%s/" DOM_HOME_CHECK_DB_FILE, run->spec->home->home);
    bool is_kept = length < (int)sizeof report->matches_db &&
                   dom_store_backup(run->room.store, &spec, NULL, NULL) == DOM_OK;
    if (!is_kept)
        report->matches_db[0] = '\0';
    return is_kept;
}

dom_rc dom_conformance_ask_again(dom_conformance_check_run *run, const dom_results_fault_report *o,
                                 dom_conformance_finding *f, bool *fails)
{
    asked_again q = {.run = run};
    q.spec = (dom_rehearsal_spec){.home = &run->room.at.home,
                                  .sandbox = dom_tournament_run_sandbox(run->now.run)->level,
                                  .tournament = dom_tournament_run_row(run->now.run),
                                  .seat = o->fault.seat,
                                  .step = o->ask.step,
                                  .bot = &q.bot};
    *fails = false;
    if (o->ask.line == NULL || run->aside.is_here)
        return DOM_OK;
    dom_rc rc = ask_bot(&q, o->fault.match);
    if (rc != DOM_OK)
        return rc;
    *fails = q.fails_alone || q.fails_after_others;
    size_t end = strlen(f->text);
    (void)snprintf(f->text + end, sizeof f->text - end, "; %s", verdict_of(&q));
    if (keep_matches(run)) {
        dom_text_copy(f->tournament, sizeof f->tournament, o->tournament);
        f->match = o->fault.match;
        f->step = o->ask.step;
    }
    return DOM_OK;
}
