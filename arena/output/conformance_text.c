#include "output/conformance_text.h"

#include "output/ask_text.h"
#include "output/fault_text.h"
#include "output/output.h"

#include <stdio.h>
#include <string.h>

/* The names are values in JSON, so they must not change. */
static const char *const names[DOM_CONFORMANCE_CHECKS] = {
    [DOM_CONFORMANCE_HANDSHAKE] = "handshake",
    [DOM_CONFORMANCE_VARIANTS] = "variants",
    [DOM_CONFORMANCE_TABLES] = "tables",
    [DOM_CONFORMANCE_KEYS] = "unknown-keys",
    [DOM_CONFORMANCE_TYPES] = "unknown-types",
    [DOM_CONFORMANCE_SLOW_START] = "slow-start",
    [DOM_CONFORMANCE_ASKS] = "asks",
    [DOM_CONFORMANCE_DEADLINES] = "deadlines",
    [DOM_CONFORMANCE_BYE] = "bye",
};

static const char *const words[] = {
    [DOM_CONFORMANCE_NOT_TRIED] = "skipped",
    [DOM_CONFORMANCE_PASSED] = "passed",
    [DOM_CONFORMANCE_FAILED] = "failed",
};

static const dom_output_style styles[] = {
    [DOM_CONFORMANCE_NOT_TRIED] = DOM_OUTPUT_PLAIN,
    [DOM_CONFORMANCE_PASSED] = DOM_OUTPUT_GAIN,
    [DOM_CONFORMANCE_FAILED] = DOM_OUTPUT_LOSS,
};

/* ---- evidence ----------------------------------------------------------------- */

static const char margin[] = "         ";

static char *fault_text(const dom_results_fault_report *o)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (out == NULL)
        return NULL;
    dom_output_fault_print(o, margin, out);
    (void)fclose(out);
    return text;
}

static char *log_text(const void *log, size_t log_size)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (out == NULL)
        return NULL;
    dom_output_fault_print_log(margin, log, log_size, out);
    (void)fclose(out);
    return text;
}

const dom_conformance_words dom_output_conformance_words = {
    .fault_text = fault_text, .log_text = log_text, .fault_json = dom_output_fault_json};

/* ---- findings ------------------------------------------------------------------ */

/* Print the command that asks the bot again. */
static void print_question(const dom_conformance_report *report, const dom_conformance_finding *f,
                           FILE *out)
{
    const dom_output_question question = {.bot = report->word,
                                          .tournament = f->tournament,
                                          .match = f->match,
                                          .step = f->step,
                                          .db = report->matches_db};
    if (f->step == 0)
        return;
    (void)fprintf(out, "%sto ask again  ", margin);
    dom_output_ask_print_command(&question, out);
    (void)fprintf(out, "\n");
}

/* Print a line; if the check failed, also the remedy and the evidence. */
static void print_finding(const dom_conformance_report *report, dom_conformance_check check,
                          FILE *out)
{
    const dom_conformance_finding *f = &report->finding[check];
    char label[40];
    (void)snprintf(label, sizeof label, "%-8s %-14s ", words[f->result], names[check]);
    dom_output_put_item(out, styles[f->result], label, f->text);
    if (f->result != DOM_CONFORMANCE_FAILED)
        return;
    dom_output_put_item(out, DOM_OUTPUT_PLAIN, "         to fix it      ", f->mend);
    (void)fputs(f->details ? f->details : "", out);
    print_question(report, f, out);
}

void dom_output_conformance_show(void *out, const dom_conformance_report *report,
                                 dom_conformance_check check)
{
    if (check == DOM_CONFORMANCE_HANDSHAKE)
        (void)fprintf(out, "%s@%.8s%s%s\n\n", report->bot, report->version,
                      report->language[0] ? ", " : "", report->language);
    print_finding(report, check, out);
    (void)fflush(out);
}

static json_t *finding_json(const dom_conformance_report *report, dom_conformance_check check)
{
    const dom_conformance_finding *f = &report->finding[check];
    return json_pack("{s:s, s:s, s:s, s:s?, s:O?}", "name", names[check], "result",
                     words[f->result], "text", f->text, "mend",
                     f->result == DOM_CONFORMANCE_FAILED ? f->mend : NULL, "fault", f->fault);
}

static json_t *latency_json(const dom_conformance_report *report)
{
    const dom_conformance_latency *l = &report->latency;
    return json_pack("{s:I, s:I, s:I, s:I, s:I}", "p50", (json_int_t)l->p50, "p90",
                     (json_int_t)l->p90, "p99", (json_int_t)l->p99, "p999", (json_int_t)l->p999,
                     "max", (json_int_t)l->max);
}

json_t *dom_output_conformance_json(const dom_conformance_report *report)
{
    json_t *checks = json_array();
    for (int check = 0; check < DOM_CONFORMANCE_CHECKS; check++)
        (void)json_array_append_new(checks, finding_json(report, (dom_conformance_check)check));
    return json_pack("{s:i, s:s, s:s, s:s, s:b, s:I, s:i, s:i, s:I, s:o, s:s?, s:o}", "schema", 1,
                     "bot", report->bot, "version", report->version, "language", report->language,
                     "passed", dom_conformance_has_passed(report), "startup_ms",
                     (json_int_t)report->startup_ms, "max_tables", report->max_tables, "batch",
                     report->batch, "asks", (json_int_t)report->asks, "latency_us",
                     latency_json(report), "matches_db",
                     report->matches_db[0] ? report->matches_db : NULL, "checks", checks);
}
