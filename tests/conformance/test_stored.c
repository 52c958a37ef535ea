/* What a pass takes from the matches and faults that its tournament has stored. The tournament and
 * its database are replaced here. */
#include "../record/played.h"
#include "conformance_internal.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const dom_store_bot bots[] = {{.name = "mine"}, {.name = "random#2"}};
static const dom_store_tournament row = {.id = 1, .name = "check-1", .bot_count = 2, .bots = bots};
static dom_store_fault fault; /* the only one; no fault if its code is DOM_FAULT_NONE */
static dom_conformance_pass pass;
static played match;
static dom_conformance_report report;
static dom_conformance_check_run run;
static dom_err err;

/* ---- what is replaced, for the other tests too -------------------------------- */

const dom_store_tournament *__wrap_dom_tournament_run_row(const dom_tournament_run *r)
{
    return &row;
}

/* Nothing is asked again, because no fault here has an ask. */
const dom_tournament_sandbox *__wrap_dom_tournament_run_sandbox(const dom_tournament_run *r)
{
    static const dom_tournament_sandbox sandbox;
    return &sandbox;
}

dom_record_match __wrap_dom_results_record_of(const dom_store_tournament *t,
                                              const dom_store_match *m)
{
    return played_record(&match);
}

dom_rc __wrap_dom_store_fault_each(dom_store *store, int64_t tournament,
                                   dom_rc (*visit)(void *context, const dom_store_fault *f),
                                   void *context, dom_err *e)
{
    return fault.code == DOM_FAULT_NONE ? DOM_OK : visit(context, &fault);
}

/* ---- what the caller gives --------------------------------------------------- */

static char remarks[200]; /* one after the other */

static void on_remark(void *context, const char *text)
{
    strncat(remarks, text, sizeof remarks - strlen(remarks) - 1);
}

static char *text_of_fault(const dom_results_fault_report *o)
{
    return strdup("it was asked\n");
}

static json_t *json_of_fault(const dom_results_fault_report *o)
{
    return NULL;
}

static const dom_conformance_words words = {.fault_text = text_of_fault,
                                            .fault_json = json_of_fault};
static const dom_bots_listener listener = {.on_remark = on_remark};
static const dom_conformance_spec spec = {.words = &words, .listener = &listener};

static void set_up(void)
{
    memset(&report, 0, sizeof report);
    strcpy(report.bot, "mine");
    fault = (dom_store_fault){.code = DOM_FAULT_CRASH, .choice = -1, .text = "killed"};
    pass = (dom_conformance_pass){.decides = DOM_CONFORMANCE_VARIANTS, .done = "at tables"};
    run = (dom_conformance_check_run){
        .spec = &spec, .report = &report, .err = &err, .now = {.pass = &pass, .has_hello = true}};
    remarks[0] = '\0';
    played_play(&match, "block-2", 1, 100, 5, 0);
}

static void clean_up(void)
{
    dom_conformance_clear(&report);
    dom_record_decisions_clear(&match.decisions);
    free(run.tally.us);
}

TestSuite(conformance_stored, .init = set_up, .fini = clean_up);

/* ---- matches ------------------------------------------------------------------- */

/* Notes a match in which the bot has this seat of two; `info` may be NULL. */
static void note_match(int seat, const dom_store_info *info)
{
    const dom_store_match m = {
        .seats = 2, .seat = {{.bot = seat != 0}, {.bot = seat != 1}}, .info = info};
    dom_conformance_observer(&run).on_match(&run, &(dom_core_match){.match = &m});
}

/* Every fifth answer was late, so the arena chose in its place. */
Test(conformance_stored, only_choices_of_the_bot_have_times)
{
    int64_t left = 0;
    for (int seat = 0; seat < 2; seat++) {
        left += match.time_us[seat];
        uint64_t before = report.asks;
        note_match(seat, NULL);
        cr_expect(lt(u64, before, report.asks));
        for (uint64_t i = before; i < report.asks; i++)
            left -= run.tally.us[i];
        cr_expect(zero(i64, left), "seat %d", seat);
    }
    cr_expect(eq(u64, report.asks, match.decision_count - match.decision_count / 5));
}

Test(conformance_stored, the_first_dropped_info_of_the_bot_is_a_remark)
{
    static const dom_store_info of_the_other[] = {{.dropped = 1, .reason = "not mine"},
                                                  {.dropped = 0}};
    static const dom_store_info of_the_bot[] = {{.dropped = 0},
                                                {.dropped = 1, .reason = "too long"}};
    note_match(1, NULL);
    note_match(1, of_the_other);
    cr_expect(eq(str, remarks, ""));
    run.aside.is_here = true;
    note_match(1, of_the_bot);
    cr_expect(eq(str, remarks, ""), "the other process says it");
    run.aside.is_here = false;
    note_match(1, of_the_bot);
    note_match(1, of_the_bot);
    cr_expect(eq(str, remarks, "an info of mine was dropped, which is no fault: too long"));
}

/* ---- faults -------------------------------------------------------------------- */

/* The fault has no process. What the first process to end has printed may explain it. */
Test(conformance_stored, what_a_process_has_printed_is_added_to_a_fault_without_one)
{
    static const struct {
        const char *printed;
        char *details;
    } cases[] = {{NULL, "it was asked\n"}, {"no file\n", "it was asked\nno file\n"}};
    const dom_conformance_finding *f = &report.finding[DOM_CONFORMANCE_VARIANTS];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        run.now.left.details = cases[i].printed ? strdup(cases[i].printed) : NULL;
        cr_assert(eq(int, dom_conformance_blame_faults(&run), DOM_OK));
        cr_expect(eq(int, f->result, DOM_CONFORMANCE_FAILED));
        cr_expect(eq(str, f->details, cases[i].details));
        free(run.now.left.details);
        dom_conformance_clear(&report);
    }
}

Test(conformance_stored, advice_of_a_pass_is_for_the_check_that_it_decides)
{
    static const char own[] = "advice of the pass";
    const struct {
        dom_fault code;
        const char *mend;
        dom_conformance_check check;
        const char *found;
    } cases[] = {
        {DOM_FAULT_CRASH, own, DOM_CONFORMANCE_TABLES, own},
        {DOM_FAULT_CRASH, NULL, DOM_CONFORMANCE_TABLES, dom_conformance_mend_of(DOM_FAULT_CRASH)},
        {DOM_FAULT_TIMEOUT, own, DOM_CONFORMANCE_DEADLINES,
         dom_conformance_mend_of(DOM_FAULT_TIMEOUT)},
    };
    pass.decides = DOM_CONFORMANCE_TABLES;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        fault.code = cases[i].code;
        pass.mend = cases[i].mend;
        cr_assert(eq(int, dom_conformance_blame_faults(&run), DOM_OK));
        cr_expect(eq(str, (char *)report.finding[cases[i].check].mend, (char *)cases[i].found));
        dom_conformance_clear(&report);
    }
}
