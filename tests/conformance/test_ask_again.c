/* What the bot is asked again after a fault, and what the finding then says. The bot, its
 * rehearsals and the database are replaced here. */
#include "conformance_internal.h"

#include "rehearsal/rehearsal.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <string.h>

static const char word[] = "mine@1";
static const dom_home home = {.home = "/home"};
static const dom_conformance_spec spec = {.home = &home};
static const dom_results_fault_report asked = {
    .tournament = "spring", .fault = {.match = 17}, .ask = {.step = 5, .line = (char[]){"{}"}}};
static dom_conformance_report report;
static dom_conformance_finding finding;
static dom_conformance_check_run run;
static dom_err err;
static bool fails_alone, fails_after_others, has_no_room;
static int rehearsals;

/* ---- what is replaced ------------------------------------------------------- */

dom_rc __real_dom_bots_resolve(dom_bots_resolved *out, const dom_bots_context *context,
                               const char *wanted, dom_err *e);

dom_rc __wrap_dom_bots_resolve(dom_bots_resolved *out, const dom_bots_context *context,
                               const char *wanted, dom_err *e)
{
    if (strcmp(wanted, word) != 0)
        return __real_dom_bots_resolve(out, context, wanted, e);
    *out = (dom_bots_resolved){.name = "mine", .kept_as = "mine", .snapshot = {.version = "1"}};
    return DOM_OK;
}

dom_rc __wrap_dom_store_match_each(dom_store *store, int64_t tournament, uint64_t from, uint64_t to,
                                   bool with_decisions,
                                   dom_rc (*visit)(void *context, const dom_store_match *m),
                                   void *context, dom_err *e)
{
    static const uint8_t decisions[] = {0};
    cr_expect(eq(u64, from, to));
    return visit(context,
                 &(dom_store_match){.match = from, .decisions = with_decisions ? decisions : NULL});
}

dom_rc __wrap_dom_rehearsal_run(dom_rehearsal_report *out, const dom_rehearsal_spec *s, dom_err *e)
{
    bool fails = s->is_alone ? fails_alone : fails_after_others;
    *out = (dom_rehearsal_report){.asked.reply.code = fails ? DOM_FAULT_ILLEGAL : DOM_FAULT_NONE};
    cr_expect(eq(u64, s->match->match, 17));
    cr_expect(ne(ptr, (void *)s->match->decisions, NULL), "a rehearsal needs the decisions");
    cr_expect(eq(u32, s->step, 5));
    rehearsals++;
    return DOM_OK;
}

dom_rc __wrap_dom_store_backup(dom_store *store, const dom_store_backup_spec *s,
                               dom_store_contents *out, dom_err *e)
{
    return has_no_room ? DOM_E_IO : DOM_OK;
}

/* ---- tests ---------------------------------------------------------------------- */

/* Asks again about the ask `o`. Returns whether the bot fails again. */
static bool ask_again(const dom_results_fault_report *o)
{
    bool fails = false;
    run = (dom_conformance_check_run){.spec = &spec, .report = &report, .err = &err};
    strcpy(run.candidate.word, word);
    finding = (dom_conformance_finding){.text = "illegal"};
    rehearsals = 0;
    cr_assert(eq(int, dom_conformance_ask_again(&run, o, &finding, &fails), DOM_OK));
    return fails;
}

/* After a failure alone nothing is learnt from the earlier asks. */
Test(conformance_ask_again, a_bad_ask_is_told_from_bad_memory)
{
    static const struct {
        bool alone, after_others;
        int rehearsals;
        char *text;
    } cases[] = {
        {true, false, 1, "illegal; a new process that is sent this ask alone does the same"},
        {false, true, 2,
         "illegal; a new process answers this ask alone, but not after the earlier asks of the "
         "match: look at what the bot remembers from ask to ask"},
        {false, false, 2,
         "illegal; a new process answers this ask, alone and after the earlier ones of the match"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        fails_alone = cases[i].alone;
        fails_after_others = cases[i].after_others;
        cr_expect(eq(int, ask_again(&asked), cases[i].alone || cases[i].after_others));
        cr_expect(eq(str, finding.text, cases[i].text));
        cr_expect(eq(int, rehearsals, cases[i].rehearsals));
    }
}

Test(conformance_ask_again, a_finding_names_the_ask_if_its_match_was_kept)
{
    ask_again(&asked);
    cr_expect(eq(str, report.matches_db, "/home/check.db"));
    cr_expect(eq(str, finding.tournament, "spring"));
    cr_expect(eq(u64, finding.match, 17));
    cr_expect(eq(u32, finding.step, 5));
    has_no_room = true;
    ask_again(&asked);
    cr_expect(eq(str, report.matches_db, ""));
    cr_expect(zero(u32, finding.step));
}

Test(conformance_ask_again, a_fault_without_an_ask_is_left_alone)
{
    cr_expect(not(ask_again(&(dom_results_fault_report){.fault = {.match = 17}})));
    cr_expect(zero(int, rehearsals));
    cr_expect(eq(str, finding.text, "illegal"));
}
