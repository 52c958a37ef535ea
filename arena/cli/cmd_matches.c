#include "commands.h"

#include "filter.h"
#include "home.h"
#include "output.h"
#include "past.h"

#include <inttypes.h>
#include <string.h>

enum { NEWEST = 20 }; /* shown without --limit                                  */

typedef struct {
    const cli_args *args;
    cli_filter filter;
    dom_fault end; /* DOM_FAULT_COUNT: all                                     */
    dom_store *store;
    dom_err *err;
    const dom_store_tournament *t;
    bool is_counting;
    uint64_t count, skip, shown;
    json_t *list;
} lister;

static dom_rc check_request(lister *l)
{
    const cli_args *a = l->args;
    l->end = a->end ? dom_fault_of(a->end) : DOM_FAULT_COUNT;
    if (a->is_open && (a->variants.count || a->with_bots.count || a->end || a->set || a->is_csv))
        return dom_err_set(l->err, DOM_E_CONFIG,
                           "--open goes with --tournament, --from, --to, --limit and --json alone");
    if (a->is_csv && a->is_json)
        return dom_err_set(l->err, DOM_E_CONFIG, "--csv and --json exclude each other");
    return DOM_OK;
}

static uint64_t limit_of(const cli_args *a)
{
    return a->limit ? (uint64_t)a->limit : a->is_json || a->is_csv ? UINT64_MAX : NEWEST;
}

/* ---- printing -------------------------------------------------------------- */

static void print_header(const lister *l)
{
    if (l->args->is_csv)
        (void)printf("match,set,rotation,variant,end,fault_seat,rounds,ms,starts,started,bots,"
                     "places,scores\n");
    else
        (void)printf("%7s  %9s  %-20s %-17s %6s %9s  %s\n", "match", "set.rot", "variant", "end",
                     "rounds", "ms", "bots by seat: score (place)");
}

static void print_text(const lister *l, const dom_store_match *m)
{
    char place[32], end[32];
    (void)snprintf(place, sizeof place, "%" PRIu64 ".%d", m->set, m->rotation);
    (void)snprintf(end, sizeof end, "%s", dom_fault_word(m->end));
    if (m->fault_seat >= 0)
        (void)snprintf(end, sizeof end, "%s, seat %d", dom_fault_word(m->end), m->fault_seat);
    (void)printf("%7" PRIu64 "  %9s  %-20s %-17s %6d %9" PRId64 "  ", m->match, place,
                 l->t->variants[m->variant].name, end, m->rounds, m->duration_ms);
    for (int s = 0; s < m->seats; s++)
        (void)printf("%s%s %" PRId32 " (%d)", s ? ", " : "", l->t->bots[m->seat[s].bot].name,
                     m->seat[s].score, m->seat[s].place);
    if (m->attempt > 1)
        (void)printf("; started %" PRIu32 " times", m->attempt);
    (void)printf("\n");
}

/* Names and words have neither commas nor blanks nor quotes. */
static void print_csv(const lister *l, const dom_store_match *m)
{
    (void)printf("%" PRIu64 ",%" PRIu64 ",%d,%s,%s,%d,%d,%" PRId64 ",%" PRIu32 ",%s,", m->match,
                 m->set, m->rotation, l->t->variants[m->variant].name, dom_fault_word(m->end),
                 m->fault_seat, m->rounds, m->duration_ms, m->attempt,
                 cli_time_of(m->started_ms).text);
    for (int s = 0; s < m->seats; s++)
        (void)printf("%s%s", s ? " " : "", l->t->bots[m->seat[s].bot].name);
    for (int s = 0; s < m->seats; s++)
        (void)printf("%c%d", s ? ' ' : ',', m->seat[s].place);
    for (int s = 0; s < m->seats; s++)
        (void)printf("%c%" PRId32, s ? ' ' : ',', m->seat[s].score);
    (void)printf("\n");
}

static json_t *seats_json(const lister *l, const dom_store_match *m)
{
    json_t *seats = json_array();
    for (int s = 0; s < m->seats; s++) {
        const dom_store_seat *seat = &m->seat[s];
        const dom_store_bot *bot = &l->t->bots[seat->bot];
        json_array_append_new(seats,
                              json_pack("{s:s, s:s, s:i, s:i, s:I}", "name", bot->name, "version",
                                        bot->version, "place", seat->place, "score", seat->score,
                                        "time_us", (json_int_t)seat->time_us));
    }
    return seats;
}

static json_t *match_json(const lister *l, const dom_store_match *m)
{
    return json_pack("{s:s, s:I, s:I, s:i, s:s, s:o, s:s, s:i, s:i, s:I, s:I, s:s}", "tournament",
                     l->t->name, "match", (json_int_t)m->match, "set", (json_int_t)m->set,
                     "rotation", m->rotation, "variant", l->t->variants[m->variant].name, "bots",
                     seats_json(l, m), "end", dom_fault_word(m->end), "fault_seat", m->fault_seat,
                     "rounds", m->rounds, "ms", (json_int_t)m->duration_ms, "starts",
                     (json_int_t)m->attempt, "started", cli_time_of(m->started_ms).text);
}

static dom_rc append(lister *l, json_t *object)
{
    return json_array_append_new(l->list, object) == 0
               ? DOM_OK
               : dom_err_set(l->err, DOM_E_NOMEM, "out of memory");
}

static dom_rc show(lister *l, const dom_store_match *m)
{
    if (l->args->is_json)
        return append(l, match_json(l, m));
    if (l->shown++ == 0)
        print_header(l);
    if (l->args->is_csv)
        print_csv(l, m);
    else
        print_text(l, m);
    return DOM_OK;
}

/* ---- finished matches ------------------------------------------------------- */

static bool is_wanted(const lister *l, const dom_store_match *m)
{
    const cli_args *a = l->args;
    return (a->set == 0 || m->set == (uint64_t)a->set) &&
           (l->end == DOM_FAULT_COUNT || m->end == l->end) &&
           cli_filter_variant(&l->filter, l->t->variants[m->variant].name) &&
           cli_filter_bots(&l->filter, l->t, m);
}

static dom_rc take_match(void *context, const dom_store_match *m)
{
    lister *l = context;
    if (!is_wanted(l, m))
        return DOM_OK;
    if (l->is_counting)
        l->count++;
    else if (l->skip > 0)
        l->skip--;
    else
        return show(l, m);
    return DOM_OK;
}

static dom_rc walk(lister *l)
{
    const cli_args *a = l->args;
    uint64_t from = a->from ? (uint64_t)a->from : 1;
    return dom_store_match_each(l->store, l->t->id, from, (uint64_t)a->to, false, take_match, l,
                                l->err);
}

/* The last of them are shown, so they are counted before. */
static dom_rc list_finished(lister *l)
{
    uint64_t limit = limit_of(l->args);
    l->is_counting = true;
    dom_rc rc = walk(l);
    l->is_counting = false;
    l->skip = l->count > limit ? l->count - limit : 0;
    if (rc == DOM_OK && !l->args->is_json && !l->args->is_csv)
        (void)printf("%s: %" PRIu64 " match%s%s\n", l->t->name, l->count, l->count == 1 ? "" : "es",
                     l->skip ? "; these are the last, --limit N shows more" : "");
    return rc == DOM_OK ? walk(l) : rc;
}

/* ---- starts of matches that are not finished --------------------------------- */

static dom_rc take_start(void *context, uint64_t match, uint32_t starts)
{
    lister *l = context;
    const cli_args *a = l->args;
    if ((int64_t)match < a->from || (a->to && (int64_t)match > a->to))
        return DOM_OK;
    if (l->is_counting) {
        l->count++;
        return DOM_OK;
    }
    if (l->skip > 0) {
        l->skip--;
        return DOM_OK;
    }
    if (l->args->is_json)
        return append(l, json_pack("{s:s, s:I, s:I}", "tournament", l->t->name, "match",
                                   (json_int_t)match, "starts", (json_int_t)starts));
    (void)printf("%7" PRIu64 "  started %" PRIu32 " time%s\n", match, starts,
                 starts == 1 ? "" : "s");
    return DOM_OK;
}

static dom_rc list_open(lister *l)
{
    l->is_counting = true;
    dom_rc rc = dom_store_match_starts(l->store, l->t->id, take_start, l, l->err);
    uint64_t limit = limit_of(l->args);
    l->is_counting = false;
    l->skip = l->count > limit ? l->count - limit : 0;
    if (rc == DOM_OK && !l->args->is_json)
        (void)printf("%s: %" PRIu64 " match%s begun and not finished%s\n", l->t->name, l->count,
                     l->count == 1 ? "" : "es",
                     l->skip ? "; these are the last, --limit N shows more" : "");
    return rc == DOM_OK ? dom_store_match_starts(l->store, l->t->id, take_start, l, l->err) : rc;
}

static dom_rc list_tournament(lister *l)
{
    dom_store_tournament t;
    dom_rc rc = dom_store_tournament_find(l->store, l->args->tournament, &t, l->err);
    if (rc != DOM_OK)
        return rc;
    l->t = &t;
    l->filter.tournament = t.name;
    rc = cli_filter_check(&l->filter, l->store, l->err);
    if (rc == DOM_OK)
        rc = dom_store_look_begin(l->store, l->err); /* what is counted is what is listed */
    if (rc == DOM_OK) {
        rc = l->args->is_open ? list_open(l) : list_finished(l);
        dom_store_look_end(l->store);
    }
    dom_store_tournament_free(&t);
    l->t = NULL; /* which was ours */
    l->filter.tournament = NULL;
    return rc;
}

int cmd_matches(const cli_args *args)
{
    cli_home home;
    dom_err err = {.rc = DOM_OK};
    lister l = {.args = args,
                .filter = {.variants = &args->variants, .bots = &args->with_bots},
                .err = &err,
                .list = json_array()};
    dom_rc rc = check_request(&l);
    if (rc == DOM_OK)
        rc = cli_home_find(&home, args, &err);
    if (rc == DOM_OK)
        rc = cli_home_read(&home, &l.store, &err);
    if (rc == DOM_OK)
        rc = list_tournament(&l);
    if (rc == DOM_OK && args->is_json)
        rc = cli_put_list(stdout, args->is_open ? "open" : "matches", json_incref(l.list), &err);
    json_decref(l.list);
    dom_store_close(&l.store);
    return rc == DOM_OK ? CLI_OK : cli_fail(&err);
}
