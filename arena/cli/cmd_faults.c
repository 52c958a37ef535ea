#include "commands.h"

#include "filter.h"
#include "home.h"
#include "offence.h"
#include "output.h"
#include "past.h"

#include <inttypes.h>
#include <string.h>

enum { NEWEST = 20 }; /* shown without --limit                                */

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
    bool needs_rule; /* a fault was shown that is not about an answer          */
    json_t *list;
} lister;

/* ---- what is wanted -------------------------------------------------------- */

/* Of a match, the variant that it was of. */
typedef struct {
    const lister *l;
    const char *variant;
} played;

static dom_rc take_variant(void *context, const dom_store_match *m)
{
    played *p = context;
    p->variant = p->l->t->variants[m->variant].name;
    return DOM_OK;
}

static dom_rc is_wanted(lister *l, const dom_store_fault *f, bool *wanted)
{
    played p = {.l = l};
    *wanted = l->bot == NULL || strcmp(l->t->bots[f->bot].name, l->bot) == 0;
    if (!*wanted || l->args->variants.count == 0)
        return DOM_OK;
    dom_rc rc = f->match ? dom_store_match_each(l->store, l->t->id, f->match, f->match, false,
                                                take_variant, &p, l->err)
                         : DOM_OK;
    *wanted = p.variant && cli_filter_variant(&l->filter, p.variant);
    return rc;
}

/* ---- showing --------------------------------------------------------------- */

static void print_fault(const offence *o, bool is_first)
{
    const dom_store_fault *f = o->fault;
    const dom_store_tournament *t = o->t;
    (void)printf("%s%s", is_first ? "" : "\n", t->name);
    if (f->match)
        (void)printf("/%" PRIu64, f->match);
    if (o->variant)
        (void)printf("  %s", o->variant);
    if (f->seat >= 0)
        (void)printf("  seat %d", f->seat);
    (void)printf("  %s: %s%s  %s\n", t->bots[f->bot].name, dom_fault_word(f->code),
                 f->tolerated ? " (tolerated)" : "", cli_time_of(f->when_ms).text);
    cli_put_bytes(stdout, "  ", f->text, strlen(f->text));
    offence_print(o, "  ", stdout);
}

/* In short what protocol/SPEC.md, "Faults", says. */
static const char rule[] =
    "\nA fault of a process costs one match: that of its oldest outstanding ask, else of its last "
    "answer, "
    "else\nthe oldest that is open. With none open it is a failed start. A crash while nothing is "
    "owed is "
    "free,\nmax(1, restarts) times per match and seat. So a seat can hold a match up, off its "
    "clock, for at "
    "most\n2 x max(1, restarts) x (startup_ms + 1 s), or 4 x max(1, restarts) x startup_ms if the "
    "bot is "
    "remote.\n";

static bool is_of_an_answer(const dom_store_fault *f)
{
    return f->code == DOM_FAULT_ILLEGAL || f->code == DOM_FAULT_TIMEOUT;
}

static dom_rc show(lister *l, const dom_store_fault *f)
{
    offence o;
    dom_rc rc = offence_read(&o, l->store, l->t, f, l->err);
    if (rc == DOM_OK && !l->args->is_json)
        print_fault(&o, l->shown == 0);
    if (rc == DOM_OK && l->args->is_json && json_array_append_new(l->list, offence_json(&o)) != 0)
        rc = dom_err_set(l->err, DOM_E_NOMEM, "out of memory");
    offence_clear(&o);
    l->shown++;
    l->needs_rule |= !is_of_an_answer(f);
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
    if (rc == DOM_OK && l->needs_rule && !a->is_json)
        (void)fputs(rule, stdout);
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
        rc = dom_store_look_begin(l.store, &err); /* what is counted is what is listed */
    if (rc == DOM_OK) {
        rc = list_faults(&l);
        dom_store_look_end(l.store);
    }
    if (rc == DOM_OK && args->is_json)
        rc = cli_put_list(stdout, "faults", json_incref(l.list), &err);
    json_decref(l.list);
    dom_strings_clear(&bots);
    dom_store_close(&l.store);
    return rc == DOM_OK ? CLI_OK : cli_fail(&err);
}
