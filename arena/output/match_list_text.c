#include "output/match_list_text.h"

#include "base/duration.h"
#include "base/now.h"
#include "base/text.h"
#include "documents/documents.h"

#include <inttypes.h>

enum { SEAT_LEAST = 14 };
_Static_assert(DOM_SEATS_MAX == 8, "as match_columns has them");

/* Seats beyond the second may be left out, from the last one on. */
static const dom_output_column match_columns[] = {
    {.head = "match"},
    {.head = "set.rot", .leave = 3},
    {.head = "variant", .is_left = true, .least = 10, .leave = 5},
    {.head = "end", .is_left = true},
    {.head = "rounds", .leave = 1},
    {.head = "time", .leave = 2},
    {.head = "starts", .leave = 4},
    {.head = "seat 0", .is_left = true, .least = SEAT_LEAST},
    {.head = "seat 1", .is_left = true, .least = SEAT_LEAST},
    {.head = "seat 2", .is_left = true, .least = SEAT_LEAST, .leave = 11},
    {.head = "seat 3", .is_left = true, .least = SEAT_LEAST, .leave = 10},
    {.head = "seat 4", .is_left = true, .least = SEAT_LEAST, .leave = 9},
    {.head = "seat 5", .is_left = true, .least = SEAT_LEAST, .leave = 8},
    {.head = "seat 6", .is_left = true, .least = SEAT_LEAST, .leave = 7},
    {.head = "seat 7", .is_left = true, .least = SEAT_LEAST, .leave = 6}};

static void put_seat(dom_output_table *g, const dom_store_tournament *t, const dom_store_match *m,
                     int s)
{
    if (s >= m->seats) {
        dom_output_table_put(g, "%s", "");
        return;
    }
    dom_output_table_put(g, "%s %" PRId32 " (%d)", t->bots[m->seat[s].bot].name, m->seat[s].score,
                         m->seat[s].place);
}

static void put_end(dom_output_table *g, const dom_store_match *m)
{
    if (m->fault_seat < 0) {
        dom_output_table_put(g, "%s", dom_fault_word(m->end));
        return;
    }
    dom_output_table_put(g, "%s, seat %d", dom_fault_word(m->end), m->fault_seat);
    dom_output_table_style(g, DOM_OUTPUT_FAULT);
}

static void put_match(dom_output_table *g, const dom_store_tournament *t, const dom_store_match *m)
{
    char time[DOM_DURATION_BYTES];
    dom_output_table_put(g, "%" PRIu64, m->match);
    dom_output_table_put(g, "%" PRIu64 ".%d", m->set, m->rotation);
    dom_output_table_put(g, "%s", t->variants[m->variant].name);
    put_end(g, m);
    dom_output_table_put(g, "%d", m->rounds);
    dom_duration_write(time, 1e3 * (double)m->duration_ms);
    dom_output_table_put(g, "%s", time);
    if (m->attempt > 1)
        dom_output_table_put(g, "%" PRIu32, m->attempt);
    else
        dom_output_table_put(g, "%s", "");
    for (int s = 0; s < DOM_SEATS_MAX; s++)
        put_seat(g, t, m, s);
}

static const char match_csv_head[] =
    "match,set,rotation,variant,end,fault_seat,rounds,ms,starts,started,bots,places,scores\n";

/* Print the names of the seats as one field. */
static void print_bots_csv(FILE *out, const dom_store_tournament *t, const dom_store_match *m)
{
    char names[DOM_SEATS_MAX * DOM_STORE_BOT_NAME_BYTES];
    dom_text text = dom_text_of(names, sizeof names);
    for (int s = 0; s < m->seats; s++) {
        dom_text_add(&text, s ? " " : "");
        dom_text_add(&text, t->bots[m->seat[s].bot].name);
    }
    dom_output_put_csv_next(out, names);
}

/* Print a row. */
static void print_match_csv(FILE *out, const dom_store_tournament *t, const dom_store_match *m)
{
    (void)fprintf(out, "%" PRIu64 ",%" PRIu64 ",%d", m->match, m->set, m->rotation);
    dom_output_put_csv_next(out, t->variants[m->variant].name);
    (void)fprintf(out, ",%s,%d,%d,%" PRId64 ",%" PRIu32 ",%s", dom_fault_word(m->end),
                  m->fault_seat, m->rounds, m->duration_ms, m->attempt,
                  dom_utc_of(m->started_ms).text);
    print_bots_csv(out, t, m);
    for (int s = 0; s < m->seats; s++)
        (void)fprintf(out, "%c%d", s ? ' ' : ',', m->seat[s].place);
    for (int s = 0; s < m->seats; s++)
        (void)fprintf(out, "%c%" PRId32, s ? ' ' : ',', m->seat[s].score);
    (void)fprintf(out, "\n");
}

static json_t *match_json(const dom_store_tournament *t, const dom_store_match *m)
{
    dom_documents_named_match named = {
        .match = m, .tournament = t->name, .variant = t->variants[m->variant].name};
    for (int s = 0; s < m->seats; s++) {
        named.bot[s].name = t->bots[m->seat[s].bot].name;
        named.bot[s].version = t->bots[m->seat[s].bot].version;
    }
    return dom_documents_match(&named);
}

static dom_rc append_match(dom_output_match_list *l, json_t *object)
{
    return json_array_append_new(l->list, object) == 0 ? DOM_OK : dom_err_no_memory(l->err);
}

static dom_rc show_match(void *context, const dom_store_tournament *t, const dom_store_match *m)
{
    dom_output_match_list *l = context;
    if (l->format == DOM_OUTPUT_JSON)
        return append_match(l, match_json(t, m));
    if (l->format == DOM_OUTPUT_TEXT) {
        put_match(&l->table, t, m);
        return DOM_OK;
    }
    if (l->shown++ == 0)
        (void)fputs(match_csv_head, l->out);
    print_match_csv(l->out, t, m);
    return DOM_OK;
}

static dom_rc show_start(void *context, const dom_store_tournament *t, uint64_t match,
                         uint32_t starts)
{
    dom_output_match_list *l = context;
    if (l->format == DOM_OUTPUT_JSON)
        return append_match(l, json_pack("{s:s, s:I, s:I}", "tournament", t->name, "match",
                                         (json_int_t)match, "starts", (json_int_t)starts));
    (void)fprintf(l->out, "%7" PRIu64 "  started %" PRIu32 " time%s\n", match, starts,
                  starts == 1 ? "" : "s");
    return DOM_OK;
}

static void show_match_count(void *context, const dom_store_tournament *t, uint64_t count,
                             bool is_cut)
{
    const dom_output_match_list *l = context;
    if (l->format != DOM_OUTPUT_TEXT)
        return;
    char title[DOM_STORE_TOURNAMENT_NAME_BYTES + 200];
    (void)snprintf(title, sizeof title, "%s: %" PRIu64 " match%s%s%s%s", t->name, count,
                   count == 1 ? "" : "es", l->is_open ? " begun and not finished" : "",
                   is_cut ? "; only the last ones are shown, --limit N shows more" : "",
                   l->is_open || count == 0 ? "" : "; by seat: bot, score (place)");
    dom_output_put_wrapped(l->out, title);
}

dom_results_match_watch dom_output_match_list_watch(dom_output_match_list *l)
{
    l->table = dom_output_table_of(match_columns, sizeof match_columns / sizeof *match_columns);
    return (dom_results_match_watch){
        .context = l, .on_count = show_match_count, .on_match = show_match, .on_start = show_start};
}

dom_rc dom_output_match_list_end(dom_output_match_list *l, dom_rc rc)
{
    if (rc == DOM_OK && l->format == DOM_OUTPUT_JSON)
        return dom_output_put_list(l->out, l->is_open ? "open" : "matches", l->list, l->err);
    json_decref(l->list);
    if (rc == DOM_OK && l->table.cells > 0)
        rc = dom_output_table_print(&l->table, DOM_OUTPUT_TEXT, l->out, l->err);
    dom_output_table_clear(&l->table);
    return rc;
}
