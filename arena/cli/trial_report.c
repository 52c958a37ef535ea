/* What a trial found, in words and for programs. */
#include "trial.h"

#include <string.h>

/* Names are in JSON and never renamed. */
static const char *const names[TRIAL_ROWS] = {
    [TRIAL_HANDSHAKE] = "handshake",
    [TRIAL_VARIANTS] = "variants",
    [TRIAL_TABLES] = "tables",
    [TRIAL_KEYS] = "unknown-keys",
    [TRIAL_TYPES] = "unknown-types",
    [TRIAL_SLOW_START] = "slow-start",
    [TRIAL_ASKS] = "asks",
    [TRIAL_DEADLINES] = "deadlines",
    [TRIAL_BYE] = "bye",
};

static const char *const words[] = {
    [TRIAL_NOT_TRIED] = "skipped",
    [TRIAL_PASSED] = "passed",
    [TRIAL_FAILED] = "failed",
};

bool trial_has_passed(const trial_report *report)
{
    for (int row = 0; row < TRIAL_ROWS; row++)
        if (report->finding[row].result != TRIAL_PASSED)
            return false;
    return true;
}

/* One line, and more where it failed. */
static void print_finding(const trial_report *report, trial_row row, FILE *out)
{
    const trial_finding *f = &report->finding[row];
    (void)fprintf(out, "%-8s %-14s %s\n", words[f->result], names[row], f->text);
    if (f->result != TRIAL_FAILED)
        return;
    (void)fprintf(out, "         to mend it     %s\n%s", f->mend, f->details ? f->details : "");
}

void trial_show(void *out, const trial_report *report, trial_row row)
{
    if (row == TRIAL_HANDSHAKE)
        (void)fprintf(out, "%s@%.8s%s%s\n\n", report->bot, report->version,
                      report->language[0] ? ", " : "", report->language);
    print_finding(report, row, out);
    (void)fflush(out);
}

static json_t *finding_json(const trial_report *report, trial_row row)
{
    const trial_finding *f = &report->finding[row];
    return json_pack("{s:s, s:s, s:s, s:s?, s:O?}", "name", names[row], "result", words[f->result],
                     "text", f->text, "mend", f->result == TRIAL_FAILED ? f->mend : NULL, "fault",
                     f->fault);
}

static json_t *latency_json(const trial_report *report)
{
    const trial_latency *l = &report->latency;
    return json_pack("{s:I, s:I, s:I, s:I, s:I}", "p50", (json_int_t)l->p50, "p90",
                     (json_int_t)l->p90, "p99", (json_int_t)l->p99, "p999", (json_int_t)l->p999,
                     "max", (json_int_t)l->max);
}

json_t *trial_json(const trial_report *report)
{
    json_t *checks = json_array();
    for (int row = 0; row < TRIAL_ROWS; row++)
        (void)json_array_append_new(checks, finding_json(report, (trial_row)row));
    return json_pack("{s:i, s:s, s:s, s:s, s:b, s:I, s:i, s:i, s:I, s:o, s:o}", "schema", 1, "bot",
                     report->bot, "version", report->version, "language", report->language,
                     "passed", trial_has_passed(report), "startup_ms",
                     (json_int_t)report->startup_ms, "max_tables", report->max_tables, "batch",
                     report->batch, "asks", (json_int_t)report->asks, "latency_us",
                     latency_json(report), "checks", checks);
}
