#include "output/fault_text.h"

#include "base/bytes.h"
#include "base/now.h"
#include "documents/values.h"
#include "output/output.h"
#include "results/match_reader.h"

#include <inttypes.h>
#include <string.h>

enum {
    HEAD_LINES = 4,  /* lines of a log that are shown: the first ... */
    TAIL_LINES = 10, /* ... and the last */
    LOG_BYTES = 2000,
    TAIL_JSON = 32768
};

void dom_output_fault_print_sent(const char *margin, const void *bytes, size_t size, FILE *out)
{
    const uint8_t *byte = bytes;
    if (size == 0)
        return;
    bool is_plain = dom_bytes_are_plain(bytes, size);
    (void)fprintf(out, "%sit sent  ", margin);
    if (is_plain)
        (void)fprintf(out, "%.*s", (int)size, (const char *)bytes);
    for (size_t i = 0; !is_plain && i < size; i++)
        (void)fprintf(out, "%02x", byte[i]);
    (void)fprintf(out, "%s\n", size == DOM_STORE_ANSWER_BYTES ? " ..." : "");
}

void dom_output_fault_print_log(const char *margin, const void *log, size_t size, FILE *out)
{
    char bar[40];
    dom_bytes_ends shown = dom_bytes_ends_of(log, size, HEAD_LINES, TAIL_LINES, LOG_BYTES);
    (void)snprintf(bar, sizeof bar, "%s| ", margin);
    dom_output_put_bytes(out, bar, log, shown.head);
    if (shown.lines > 0)
        (void)fprintf(out, "%s[... %zu line%s left out ...]\n", bar, shown.lines,
                      shown.lines == 1 ? "" : "s");
    dom_output_put_bytes(out, bar, (const char *)log + shown.tail, size - shown.tail);
}

static void print_fault_process(const dom_store_process *p, const char *margin, FILE *out)
{
    dom_results_ending ending = dom_results_ending_of(p);
    (void)fprintf(out, "%sprocess %" PRIu32, margin, p->instance);
    dom_output_put_bytes(out, ": ", ending.text, strlen(ending.text));
    dom_output_fault_print_log(margin, p->log, p->log_bytes, out);
}

void dom_output_fault_print(const dom_results_fault_report *r, const char *margin, FILE *out)
{
    if (r->ask.line)
        (void)fprintf(out, "%sit was asked  %s\n", margin, r->ask.line);
    dom_output_fault_print_sent(margin, r->fault.answer, r->fault.answer_bytes, out);
    if (r->has_process)
        print_fault_process(&r->process, margin, out);
}

/* ---- JSON ------------------------------------------------------------------ */

static json_t *tail_json(const dom_results_fault_report *r)
{
    const dom_store_process *p = &r->process;
    if (!r->has_process)
        return json_string("");
    size_t at = p->log_bytes > TAIL_JSON ? p->log_bytes - TAIL_JSON : 0;
    return dom_documents_bytes(p->log + at, p->log_bytes - at);
}

json_t *dom_output_fault_json(const dom_results_fault_report *r)
{
    const dom_store_fault *f = &r->fault;
    return json_pack(
        "{s:s, s:o, s:s?, s:o, s:s, s:s, s:o, s:s, s:b, s:o, s:o, s:o, s:o, s:o, s:o, s:s}",
        "tournament", r->tournament, "match",
        dom_documents_integer(f->match != 0, (int64_t)f->match), "variant",
        r->variant[0] ? r->variant : NULL, "seat", dom_documents_integer(f->seat >= 0, f->seat),
        "bot", r->bot.name, "version", r->bot.version, "instance",
        dom_documents_integer(r->has_process, r->process.instance), "code", dom_fault_word(f->code),
        "tolerated", f->tolerated, "text", dom_documents_bytes(f->text, strlen(f->text)), "choice",
        dom_documents_integer(f->choice >= 0, f->choice), "step",
        dom_documents_integer(r->ask.line != NULL, r->ask.step), "ask",
        r->ask.line ? json_loads(r->ask.line, 0, NULL) : json_null(), "answer_hex",
        dom_documents_hex(f->answer, f->answer_bytes), "stderr_tail", tail_json(r), "when",
        dom_utc_of(f->when_ms).text);
}
