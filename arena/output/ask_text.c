#include "output/ask_text.h"

#include "base/duration.h"
#include "base/text.h"
#include "documents/values.h"
#include "output/fault_text.h"
#include "output/output.h"
#include "record/event_words.h"
#include "record/infos.h"
#include "rules/notation.h"

#include <inttypes.h>
#include <string.h>

/* ---- the command -------------------------------------------------------------------------- */

static void print_option(const char *name, const char *value, FILE *out)
{
    if (value == NULL)
        return;
    (void)fprintf(out, " --%s ", name);
    dom_output_put_shell_word(out, value);
}

void dom_output_ask_print_command(const dom_output_question *q, FILE *out)
{
    (void)fprintf(out, "domino-arena ask ");
    dom_output_put_shell_word(out, q->bot);
    (void)fprintf(out, " %s/%" PRIu64, q->tournament, q->match);
    if (q->step)
        (void)fprintf(out, " %" PRIu32, q->step);
    else
        (void)fprintf(out, " --all");
    print_option("home", q->home, out);
    print_option("db", q->db, out);
}

/* ---- for people ------------------------------------------------------------------------------ */

/* Writes an answer as replays do, such as "plays 5-1 at the left end". */
static void write_action(char words[static DOM_RECORD_WORDS_BYTES], const dom_rehearsal_asked *a)
{
    dom_event event = {.seat = 0,
                       .kind = a->leads ? DOM_EVENT_LEAD : DOM_EVENT_PLAY,
                       .tile = a->action.tile,
                       .end = a->action.end,
                       .down = a->action.down};
    if (a->action.kind == DOM_DRAW)
        event = (dom_event){.kind = DOM_EVENT_DRAW, .tile = DOM_NO_TILE, .count = 1};
    dom_record_event_words(words, &event, (dom_record_telling){.end_count = 0});
}

static void print_fault(const char *label, const dom_core_rehearsal_reply *reply, FILE *out)
{
    (void)fprintf(out, "%s%s: ", label, dom_fault_word(reply->code));
    dom_output_put_bytes(out, "", reply->text, strlen(reply->text));
    dom_output_fault_print_sent("", reply->said.bytes, reply->said.size, out);
}

/* Writes what the bot said it thinks, "" if it said nothing. */
static void write_info(char words[static DOM_RECORD_INFO_WORDS_BYTES],
                       const dom_core_rehearsal_reply *reply)
{
    dom_info info;
    words[0] = '\0';
    if (reply->info.kind == DOM_IPC_INFO_GIVEN &&
        dom_info_unpack(reply->info.bytes, reply->info.size, &info))
        dom_record_info_words(words, &info);
    if (reply->info.kind == DOM_IPC_INFO_DROPPED)
        (void)snprintf(words, DOM_RECORD_INFO_WORDS_BYTES, "its info was dropped: %.*s",
                       (int)reply->info.size, (const char *)reply->info.bytes);
}

static void print_info(const dom_core_rehearsal_reply *reply, FILE *out)
{
    char words[DOM_RECORD_INFO_WORDS_BYTES];
    write_info(words, reply);
    if (words[0])
        (void)fprintf(out, "      %s\n", words);
}

static void print_answer(const dom_rehearsal_asked *a, FILE *out)
{
    char words[DOM_RECORD_WORDS_BYTES], time[DOM_DURATION_BYTES];
    if (a->reply.code != DOM_FAULT_NONE) {
        print_fault("now   ", &a->reply, out);
        return;
    }
    write_action(words, a);
    dom_duration_write(time, a->reply.us);
    (void)fprintf(out, "now   choice %" PRIu32 " of 0..%d: it %s, after %s\n", a->reply.choice,
                  a->legal_count - 1, words, time);
    print_info(&a->reply, out);
}

static void print_then(const dom_rehearsal_asked *a, FILE *out)
{
    char words[DOM_RECORD_WORDS_BYTES], time[DOM_DURATION_BYTES];
    const dom_table_effect *then = &a->then;
    if (then->kind == DOM_TABLE_FX_FAULT) {
        (void)fprintf(out, "then  %s%s\n", dom_fault_word(then->fault),
                      then->tolerated ? ", which was tolerated" : "");
        return;
    }
    dom_record_event_words(words, &then->event, (dom_record_telling){.end_count = 0});
    dom_duration_write(time, then->us);
    (void)fprintf(out, "then  it %s, after %s%s\n", words, time,
                  dom_rehearsal_is_same(a) ? ": the same" : "");
}

static void print_counts(const dom_rehearsal_report *report, FILE *out)
{
    (void)fprintf(out, "%" PRIu32 " ask%s, of them %" PRIu32 " answered as then", report->asks,
                  report->asks == 1 ? "" : "s", report->same);
    if (report->first_other)
        (void)fprintf(out, "; the first that was not: step %" PRIu32, report->first_other);
    (void)fprintf(out, "\n");
}

void dom_output_ask_print(const dom_rehearsal_spec *spec, const dom_rehearsal_report *report,
                          FILE *out)
{
    const dom_rehearsal_asked *a = &report->asked;
    (void)fprintf(out, "%s/%" PRIu64 ": %s, seat %d; %s@%.8s, sandbox: %s\n",
                  spec->tournament->name, spec->match->match,
                  spec->tournament->variants[spec->match->variant].name, spec->seat,
                  spec->bot->name, spec->bot->snapshot.version, dom_sandbox_words[spec->sandbox]);
    if (report->start.has_ended)
        print_fault("it did not start: ", &report->start, out);
    else
        print_counts(report, out);
    if (a->step) {
        (void)fprintf(out, "step %" PRIu32 "\nask   %s\n", a->step, a->ask);
        print_answer(a, out);
        print_then(a, out);
    }
    if (report->log_bytes > 0)
        (void)fprintf(out, "its output\n");
    dom_output_fault_print_log("", report->log, report->log_bytes, out);
}

/* ---- for programs ---------------------------------------------------------------------------- */

static json_t *action_json(const dom_action *action)
{
    char text[16];
    dom_text out = dom_text_of(text, sizeof text);
    dom_action_write(*action, &out);
    return json_string(text);
}

static json_t *fault_json(dom_fault code)
{
    return code == DOM_FAULT_NONE ? json_null() : json_string(dom_fault_word(code));
}

static json_t *now_json(const dom_rehearsal_asked *a)
{
    char info[DOM_RECORD_INFO_WORDS_BYTES];
    bool is_answered = a->reply.code == DOM_FAULT_NONE;
    write_info(info, &a->reply);
    return json_pack("{s:o, s:o, s:o, s:s?, s:o, s:o, s:o}", "choice",
                     dom_documents_integer(is_answered, a->reply.choice), "action",
                     is_answered ? action_json(&a->action) : json_null(), "us",
                     dom_documents_integer(is_answered, a->reply.us), "info", info[0] ? info : NULL,
                     "fault", fault_json(a->reply.code), "text",
                     dom_documents_bytes(a->reply.text, strlen(a->reply.text)), "sent_hex",
                     dom_documents_hex(a->reply.said.bytes, a->reply.said.size));
}

static json_t *then_json(const dom_table_effect *then)
{
    bool is_answered = then->kind == DOM_TABLE_FX_EVENT;
    return json_pack("{s:o, s:o, s:o}", "action",
                     is_answered ? action_json(&then->action) : json_null(), "us",
                     dom_documents_integer(is_answered, then->us), "fault",
                     fault_json(is_answered ? DOM_FAULT_NONE : then->fault));
}

static json_t *asked_json(const dom_rehearsal_asked *a)
{
    if (a->step == 0)
        return json_null();
    return json_pack("{s:I, s:o, s:o, s:o, s:b}", "step", (json_int_t)a->step, "ask",
                     json_loads(a->ask, 0, NULL), "now", now_json(a), "then", then_json(&a->then),
                     "same", dom_rehearsal_is_same(a));
}

json_t *dom_output_ask_json(const dom_rehearsal_spec *spec, const dom_rehearsal_report *report)
{
    return json_pack(
        "{s:i, s:s, s:I, s:s, s:i, s:s, s:s, s:s, s:o, s:I, s:I, s:o, s:o, s:o}", "schema", 1,
        "tournament", spec->tournament->name, "match", (json_int_t)spec->match->match, "variant",
        spec->tournament->variants[spec->match->variant].name, "seat", spec->seat, "bot",
        spec->bot->name, "version", spec->bot->snapshot.version, "sandbox",
        dom_sandbox_words[spec->sandbox], "start_fault", fault_json(report->start.code), "asks",
        (json_int_t)report->asks, "same", (json_int_t)report->same, "first_other",
        dom_documents_integer(report->first_other != 0, report->first_other), "asked",
        asked_json(&report->asked), "stderr", dom_documents_bytes(report->log, report->log_bytes));
}
