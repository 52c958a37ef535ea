#include "offence.h"

#include "output.h"
#include "past.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
    TAIL_LINES = 10, /* of what a process printed                            */
    TAIL_BYTES = 2000,
    TAIL_JSON = 32768
};

typedef struct {
    offence *o;
    dom_err *err;
} reader;

static dom_rc take_match(void *context, const dom_store_match *m)
{
    const reader *r = context;
    offence *o = r->o;
    o->variant = o->t->variants[m->variant].name;
    if (o->fault->choice < 0)
        return DOM_OK;
    return past_ask(o->t, m, o->fault->seat, o->fault->choice, &o->ask, r->err);
}

dom_rc offence_read(offence *out, dom_store *store, const dom_store_tournament *t,
                    const dom_store_fault *fault, dom_err *err)
{
    *out = (offence){.t = t, .fault = fault};
    reader r = {.o = out, .err = err};
    dom_rc rc = DOM_OK;
    if (fault->match)
        rc = dom_store_match_each(store, t->id, fault->match, fault->match, true, take_match, &r,
                                  err);
    if (rc == DOM_OK && fault->process) {
        out->has_process = true;
        rc = dom_store_process_find(store, fault->process, &out->process, err);
    }
    return rc;
}

void offence_clear(offence *o)
{
    free(o->ask);
    o->ask = NULL;
}

static void print_answer(const dom_store_fault *f, const char *margin, FILE *out)
{
    if (f->answer_bytes == 0)
        return;
    bool is_plain = cli_is_plain(f->answer, f->answer_bytes);
    (void)fprintf(out, "%sit sent  ", margin);
    if (is_plain)
        (void)fprintf(out, "%.*s", (int)f->answer_bytes, (const char *)f->answer);
    for (size_t i = 0; !is_plain && i < f->answer_bytes; i++)
        (void)fprintf(out, "%02x", f->answer[i]);
    (void)fprintf(out, "%s\n", f->answer_bytes == DOM_ANSWER_BYTES ? " ..." : "");
}

void offence_print_log(const char *margin, const void *log, size_t size, FILE *out)
{
    char bar[40];
    size_t at = cli_tail_at(log, size, TAIL_LINES, TAIL_BYTES);
    (void)snprintf(bar, sizeof bar, "%s| ", margin);
    cli_put_bytes(out, bar, (const char *)log + at, size - at);
}

static void print_process(const dom_store_process *p, const char *margin, FILE *out)
{
    past_ending ending = past_ending_of(p);
    (void)fprintf(out, "%sprocess %" PRIu32, margin, p->instance);
    cli_put_bytes(out, ": ", ending.text, strlen(ending.text));
    offence_print_log(margin, p->log, p->log_bytes, out);
}

void offence_print(const offence *o, const char *margin, FILE *out)
{
    if (o->ask)
        (void)fprintf(out, "%sit was asked  %s\n", margin, o->ask);
    print_answer(o->fault, margin, out);
    if (o->has_process)
        print_process(&o->process, margin, out);
}

/* ---- JSON ------------------------------------------------------------------ */

static json_t *hex_json(const dom_store_fault *f)
{
    char hex[2 * DOM_ANSWER_BYTES + 1] = "";
    for (size_t i = 0; i < f->answer_bytes; i++)
        (void)snprintf(hex + 2 * i, 3, "%02x", f->answer[i]);
    return json_string(hex);
}

static json_t *integer_or_null(int64_t value, bool is_there)
{
    return is_there ? json_integer((json_int_t)value) : json_null();
}

static json_t *tail_json(const offence *o)
{
    const dom_store_process *p = &o->process;
    if (!o->has_process)
        return json_string("");
    size_t at = p->log_bytes > TAIL_JSON ? p->log_bytes - TAIL_JSON : 0;
    return cli_bytes_json(p->log + at, p->log_bytes - at);
}

json_t *offence_json(const offence *o)
{
    const dom_store_fault *f = o->fault;
    const dom_store_tournament *t = o->t;
    return json_pack(
        "{s:s, s:o, s:s?, s:o, s:s, s:s, s:o, s:s, s:b, s:o, s:o, s:o, s:o, s:o, s:s}",
        "tournament", t->name, "match", integer_or_null((int64_t)f->match, f->match != 0),
        "variant", o->variant, "seat", integer_or_null(f->seat, f->seat >= 0), "bot",
        t->bots[f->bot].name, "version", t->bots[f->bot].version, "instance",
        integer_or_null(o->process.instance, o->has_process), "code", dom_fault_word(f->code),
        "tolerated", f->tolerated, "text", cli_bytes_json(f->text, strlen(f->text)), "choice",
        integer_or_null(f->choice, f->choice >= 0), "ask",
        o->ask ? json_loads(o->ask, 0, NULL) : json_null(), "answer_hex", hex_json(f),
        "stderr_tail", tail_json(o), "when", cli_time_of(f->when_ms).text);
}
