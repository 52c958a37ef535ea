#include "commands.h"

#include "filter.h"
#include "home.h"
#include "output.h"
#include "past.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
    NEWEST = 20,     /* shown without --limit                                */
    TAIL_LINES = 10, /* of what a process printed                            */
    TAIL_BYTES = 2000,
    TAIL_JSON = 32768
};

typedef struct {
    const cli_args *args;
    cli_filter filter;
    const char *bot; /* NULL: all                                              */
    dom_store *store;
    dom_err *err;
    const dom_store_tournament *t;
    bool is_counting;
    uint64_t count; /* of those wanted                                         */
    uint64_t skip;  /* older ones that are not shown                           */
    uint64_t shown;
    json_t *list;
} lister;

/* A fault with what belongs to it. */
typedef struct {
    lister *l;
    const dom_store_fault *f;
    const char *variant; /* NULL outside a match                               */
    char *ask;           /* NULL where nothing was asked                       */
    bool has_process;
    dom_store_process process;
} offence;

/* ---- what is wanted -------------------------------------------------------- */

static dom_rc take_variant(void *context, const dom_store_match *m)
{
    offence *o = context;
    o->variant = o->l->t->variants[m->variant].name;
    return DOM_OK;
}

static dom_rc is_wanted(lister *l, const dom_store_fault *f, bool *wanted)
{
    offence o = {.l = l, .f = f};
    *wanted = l->bot == NULL || strcmp(l->t->bots[f->bot].name, l->bot) == 0;
    if (!*wanted || l->args->variants.count == 0)
        return DOM_OK;
    dom_rc rc = f->match ? dom_store_match_each(l->store, l->t->id, f->match, f->match, false,
                                                take_variant, &o, l->err)
                         : DOM_OK;
    *wanted = o.variant && cli_filter_variant(&l->filter, o.variant);
    return rc;
}

/* ---- showing --------------------------------------------------------------- */

static dom_rc take_match(void *context, const dom_store_match *m)
{
    offence *o = context;
    (void)take_variant(o, m);
    if (o->f->choice < 0)
        return DOM_OK;
    return past_ask(o->l->t, m, o->f->seat, o->f->choice, &o->ask, o->l->err);
}

static void print_answer(const dom_store_fault *f)
{
    if (f->answer_bytes == 0)
        return;
    (void)printf("  it sent  ");
    if (cli_is_plain(f->answer, f->answer_bytes))
        (void)printf("%.*s", (int)f->answer_bytes, (const char *)f->answer);
    for (size_t i = 0; !cli_is_plain(f->answer, f->answer_bytes) && i < f->answer_bytes; i++)
        (void)printf("%02x", f->answer[i]);
    (void)printf("%s\n", f->answer_bytes == DOM_ANSWER_BYTES ? " ..." : "");
}

static void print_process(const dom_store_process *p)
{
    size_t at = cli_tail_at(p->log, p->log_bytes, TAIL_LINES, TAIL_BYTES);
    (void)printf("  process %" PRIu32, p->instance);
    if (p->ended[0])
        cli_put_bytes(stdout, ": ", p->ended, strlen(p->ended));
    else
        (void)printf(": still runs\n");
    cli_put_bytes(stdout, "  | ", p->log + at, p->log_bytes - at);
}

static void print_fault(const offence *o)
{
    const dom_store_fault *f = o->f;
    const dom_store_tournament *t = o->l->t;
    (void)printf("%s%s", o->l->shown ? "\n" : "", t->name);
    if (f->match)
        (void)printf("/%" PRIu64, f->match);
    if (o->variant)
        (void)printf("  %s", o->variant);
    if (f->seat >= 0)
        (void)printf("  seat %d", f->seat);
    (void)printf("  %s: %s%s  %s\n", t->bots[f->bot].name, dom_fault_word(f->code),
                 f->tolerated ? " (tolerated)" : "", cli_time_of(f->when_ms).text);
    cli_put_bytes(stdout, "  ", f->text, strlen(f->text));
    if (o->ask)
        (void)printf("  it was asked  %s\n", o->ask);
    print_answer(f);
    if (o->has_process)
        print_process(&o->process);
}

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

static json_t *fault_json(const offence *o)
{
    const dom_store_fault *f = o->f;
    const dom_store_tournament *t = o->l->t;
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

static dom_rc show(lister *l, const dom_store_fault *f)
{
    offence o = {.l = l, .f = f};
    dom_rc rc = DOM_OK;
    if (f->match)
        rc = dom_store_match_each(l->store, l->t->id, f->match, f->match, true, take_match, &o,
                                  l->err);
    if (rc == DOM_OK && f->process) {
        o.has_process = true;
        rc = dom_store_process_find(l->store, f->process, &o.process, l->err);
    }
    if (rc == DOM_OK && !l->args->is_json)
        print_fault(&o);
    if (rc == DOM_OK && l->args->is_json && json_array_append_new(l->list, fault_json(&o)) != 0)
        rc = dom_err_set(l->err, DOM_E_NOMEM, "out of memory");
    free(o.ask);
    l->shown++;
    return rc;
}

static dom_rc take_fault(void *context, const dom_store_fault *f)
{
    lister *l = context;
    bool wanted;
    dom_rc rc = is_wanted(l, f, &wanted);
    if (rc != DOM_OK || !wanted)
        return rc;
    if (l->is_counting)
        l->count++;
    else if (l->skip > 0)
        l->skip--;
    else
        rc = show(l, f);
    return rc;
}

static dom_rc take_tournament(void *context, const dom_store_tournament *t)
{
    lister *l = context;
    l->t = t;
    return dom_store_fault_each(l->store, t->id, take_fault, l, l->err);
}

/* The newest are shown, oldest of them first, so they are counted before. */
static dom_rc list_faults(lister *l)
{
    const cli_args *a = l->args;
    l->is_counting = true;
    dom_rc rc = past_each_tournament(l->store, a->tournament, take_tournament, l, l->err);
    uint64_t limit = a->limit ? (uint64_t)a->limit : a->is_json ? UINT64_MAX : NEWEST;
    l->is_counting = false;
    l->skip = l->count > limit ? l->count - limit : 0;
    if (rc == DOM_OK && l->skip > 0 && !a->is_json)
        (void)printf("the newest %" PRIu64 " of %" PRIu64 " faults; --limit N shows more\n\n",
                     limit, l->count);
    if (rc == DOM_OK)
        rc = past_each_tournament(l->store, a->tournament, take_tournament, l, l->err);
    if (rc == DOM_OK && l->shown == 0 && !a->is_json)
        (void)printf("no faults\n");
    return rc;
}

int cmd_faults(const cli_args *args)
{
    cli_home home;
    dom_err err = {.rc = DOM_OK};
    dom_strings bots = {0};
    lister l = {
        .args = args,
        .filter = {.tournament = args->tournament, .variants = &args->variants, .bots = &bots},
        .bot = args->operand,
        .err = &err,
        .list = json_array()};
    dom_rc rc = DOM_OK;
    if (l.list == NULL || (args->operand && !dom_strings_add(&bots, args->operand)))
        rc = dom_err_set(&err, DOM_E_NOMEM, "out of memory");
    if (rc == DOM_OK)
        rc = cli_home_find(&home, args, &err);
    if (rc == DOM_OK)
        rc = cli_home_read(&home, &l.store, &err);
    if (rc == DOM_OK)
        rc = cli_filter_check(&l.filter, l.store, &err);
    if (rc == DOM_OK)
        rc = list_faults(&l);
    if (rc == DOM_OK && args->is_json)
        rc = cli_put_list(stdout, "faults", json_incref(l.list), &err);
    json_decref(l.list);
    dom_strings_clear(&bots);
    dom_store_close(&l.store);
    return rc == DOM_OK ? CLI_OK : cli_fail(&err);
}
