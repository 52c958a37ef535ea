/* The report: writing, passing on and clearing findings. */
#include "conformance_internal.h"

#include "base/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

dom_conformance_finding *dom_conformance_finding_of(dom_conformance_check_run *run,
                                                    dom_conformance_check check)
{
    return &run->report->finding[check];
}

void dom_conformance_announce(dom_conformance_check_run *run, dom_conformance_check check)
{
    if (run->spec->on_finding)
        run->spec->on_finding(run->spec->context, run->report, check);
}

void dom_conformance_find(dom_conformance_check_run *run, dom_conformance_check check,
                          dom_conformance_result result, const char *format, ...)
{
    dom_conformance_finding *f = dom_conformance_finding_of(run, check);
    va_list args;
    dom_err line;
    char text[sizeof f->text];
    va_start(args, format);
    (void)vsnprintf(text, sizeof text, format, args);
    va_end(args);
    (void)dom_err_set(&line, DOM_OK, "%s", text); /* replaces control characters */
    dom_text_copy(f->text, sizeof f->text, line.text);
    f->result = result;
}

bool dom_conformance_has_passed(const dom_conformance_report *report)
{
    for (int check = 0; check < DOM_CONFORMANCE_CHECKS; check++)
        if (report->finding[check].result != DOM_CONFORMANCE_PASSED)
            return false;
    return true;
}

void dom_conformance_clear(dom_conformance_report *report)
{
    for (int check = 0; check < DOM_CONFORMANCE_CHECKS; check++) {
        free(report->finding[check].details);
        json_decref(report->finding[check].fault);
    }
    memset(report, 0, sizeof *report);
}
