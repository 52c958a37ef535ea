#include "output/fault_list_text.h"

#include "base/now.h"
#include "output/ask_text.h"
#include "output/fault_text.h"

#include <inttypes.h>
#include <string.h>

/* Prints the command that asks the version that played again: at the step of the fault, or all of
 * its match. */
static void print_question(const dom_output_fault_list *l, const dom_results_fault_report *r)
{
    char bot[DOM_STORE_BOT_NAME_BYTES + DOM_STORE_BOT_VERSION_BYTES];
    const char *copy = strchr(r->bot.name, '#');
    int name = copy ? (int)(copy - r->bot.name) : (int)strlen(r->bot.name);
    if (r->fault.match == 0 || r->variant[0] == '\0')
        return;
    (void)snprintf(bot, sizeof bot, "%.*s@%.8s", name, r->bot.name, r->bot.version);
    dom_output_question question = {.bot = bot,
                                    .tournament = r->tournament,
                                    .match = r->fault.match,
                                    .step = r->ask.line ? r->ask.step : 0,
                                    .home = l->home,
                                    .db = l->db};
    (void)fprintf(l->out, "  to ask again  ");
    dom_output_ask_print_command(&question, l->out);
    (void)fprintf(l->out, "\n");
}

static void print_fault(const dom_output_fault_list *l, const dom_results_fault_report *r)
{
    const dom_store_fault *f = &r->fault;
    FILE *out = l->out;
    (void)fprintf(out, "%s%s", l->shown == 0 ? "" : "\n", r->tournament);
    if (f->match)
        (void)fprintf(out, "/%" PRIu64, f->match);
    if (r->variant[0])
        (void)fprintf(out, "  %s", r->variant);
    if (f->seat >= 0)
        (void)fprintf(out, "  seat %d", f->seat);
    (void)fprintf(out, "  %s: %s%s  %s\n", r->bot.name, dom_fault_word(f->code),
                  f->tolerated ? " (tolerated)" : "", dom_utc_of(f->when_ms).text);
    dom_output_put_bytes(out, "  ", f->text, strlen(f->text));
    dom_output_fault_print(r, "  ", out);
    print_question(l, r);
}

/* A summary of protocol/SPEC.md, "Faults"; arena/core/payer.h has the whole table. */
static const char fault_rule[] =
    "\nA fault of a process costs one match: that of its oldest outstanding ask; else that of its\n"
    "last answer; else its open match that began first. Without an open match it counts as a\n"
    "failed start. A crash of a process that has answered before and has no outstanding ask is\n"
    "free, max(1, restarts) times per match and seat. So a seat can delay a match, off its clock,\n"
    "for at most 2 x max(1, restarts) x (startup_ms + 1 s); a remote bot for at most\n"
    "4 x max(1, restarts) x startup_ms.\n";

static bool is_of_an_answer(const dom_store_fault *f)
{
    return f->code == DOM_FAULT_ILLEGAL || f->code == DOM_FAULT_TIMEOUT;
}

static void show_fault_count(void *context, uint64_t count, uint64_t limit)
{
    const dom_output_fault_list *l = context;
    if (count > limit && l->list == NULL)
        (void)fprintf(l->out,
                      "the newest %" PRIu64 " of %" PRIu64 " faults; --limit N shows more\n\n",
                      limit, count);
}

static dom_rc show_fault(void *context, const dom_results_fault_report *r)
{
    dom_output_fault_list *l = context;
    if (l->list && json_array_append_new(l->list, dom_output_fault_json(r)) != 0)
        return dom_err_no_memory(l->err);
    if (l->list == NULL)
        print_fault(l, r);
    l->shown++;
    l->needs_rule |= !is_of_an_answer(&r->fault);
    return DOM_OK;
}

dom_results_fault_watch dom_output_fault_list_watch(dom_output_fault_list *l)
{
    return (dom_results_fault_watch){
        .context = l, .on_count = show_fault_count, .on_fault = show_fault};
}

dom_rc dom_output_fault_list_end(dom_output_fault_list *l, dom_rc rc)
{
    if (rc == DOM_OK && l->list)
        return dom_output_put_list(l->out, "faults", l->list, l->err);
    json_decref(l->list);
    if (rc == DOM_OK && l->shown == 0)
        (void)fprintf(l->out, "no faults\n");
    if (rc == DOM_OK && l->needs_rule)
        (void)fputs(fault_rule, l->out);
    return rc;
}
