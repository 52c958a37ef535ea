#include "output/match_list_text.h"

#include <inttypes.h>

static void print_match_header(FILE *out, bool is_csv)
{
    if (is_csv)
        (void)fprintf(out,
                      "match,set,rotation,variant,end,fault_seat,rounds,ms,starts,started,bots,"
                      "places,scores\n");
    else
        (void)fprintf(out, "%7s  %9s  %-20s %-17s %6s %9s  %s\n", "match", "set.rot", "variant",
                      "end", "rounds", "ms", "bots by seat: score (place)");
}

static void print_match_text(FILE *out, const dom_store_tournament *t, const dom_store_match *m)
{
    char place[32], end[32];
    (void)snprintf(place, sizeof place, "%" PRIu64 ".%d", m->set, m->rotation);
    (void)snprintf(end, sizeof end, "%s", dom_fault_word(m->end));
    if (m->fault_seat >= 0)
        (void)snprintf(end, sizeof end, "%s, seat %d", dom_fault_word(m->end), m->fault_seat);
    (void)fprintf(out, "%7" PRIu64 "  %9s  %-20s %-17s %6d %9" PRId64 "  ", m->match, place,
                  t->variants[m->variant].name, end, m->rounds, m->duration_ms);
    for (int s = 0; s < m->seats; s++)
        (void)fprintf(out, "%s%s %" PRId32 " (%d)", s ? ", " : "", t->bots[m->seat[s].bot].name,
                      m->seat[s].score, m->seat[s].place);
    if (m->attempt > 1)
        (void)fprintf(out, "; started %" PRIu32 " times", m->attempt);
    (void)fprintf(out, "\n");
}

/* Print a row. Names and words have no commas, blanks or quotes, so no field is quoted. */
static void print_match_csv(FILE *out, const dom_store_tournament *t, const dom_store_match *m)
{
    (void)fprintf(out, "%" PRIu64 ",%" PRIu64 ",%d,%s,%s,%d,%d,%" PRId64 ",%" PRIu32 ",%s,",
                  m->match, m->set, m->rotation, t->variants[m->variant].name,
                  dom_fault_word(m->end), m->fault_seat, m->rounds, m->duration_ms, m->attempt,
                  dom_output_time_of(m->started_ms).text);
    for (int s = 0; s < m->seats; s++)
        (void)fprintf(out, "%s%s", s ? " " : "", t->bots[m->seat[s].bot].name);
    for (int s = 0; s < m->seats; s++)
        (void)fprintf(out, "%c%d", s ? ' ' : ',', m->seat[s].place);
    for (int s = 0; s < m->seats; s++)
        (void)fprintf(out, "%c%" PRId32, s ? ' ' : ',', m->seat[s].score);
    (void)fprintf(out, "\n");
}

static json_t *seats_json(const dom_store_tournament *t, const dom_store_match *m)
{
    json_t *seats = json_array();
    for (int s = 0; s < m->seats; s++) {
        const dom_store_seat *seat = &m->seat[s];
        const dom_store_bot *bot = &t->bots[seat->bot];
        json_array_append_new(seats,
                              json_pack("{s:s, s:s, s:i, s:i, s:I}", "name", bot->name, "version",
                                        bot->version, "place", seat->place, "score", seat->score,
                                        "time_us", (json_int_t)seat->time_us));
    }
    return seats;
}

static json_t *match_json(const dom_store_tournament *t, const dom_store_match *m)
{
    return json_pack("{s:s, s:I, s:I, s:i, s:s, s:o, s:s, s:i, s:i, s:I, s:I, s:s}", "tournament",
                     t->name, "match", (json_int_t)m->match, "set", (json_int_t)m->set, "rotation",
                     m->rotation, "variant", t->variants[m->variant].name, "bots", seats_json(t, m),
                     "end", dom_fault_word(m->end), "fault_seat", m->fault_seat, "rounds",
                     m->rounds, "ms", (json_int_t)m->duration_ms, "starts", (json_int_t)m->attempt,
                     "started", dom_output_time_of(m->started_ms).text);
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
    if (l->shown++ == 0)
        print_match_header(l->out, l->format == DOM_OUTPUT_CSV);
    if (l->format == DOM_OUTPUT_CSV)
        print_match_csv(l->out, t, m);
    else
        print_match_text(l->out, t, m);
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
    (void)fprintf(l->out, "%s: %" PRIu64 " match%s%s%s\n", t->name, count, count == 1 ? "" : "es",
                  l->is_open ? " begun and not finished" : "",
                  is_cut ? "; only the last ones are shown, --limit N shows more" : "");
}

dom_results_match_watch dom_output_match_list_watch(dom_output_match_list *l)
{
    return (dom_results_match_watch){
        .context = l, .on_count = show_match_count, .on_match = show_match, .on_start = show_start};
}

dom_rc dom_output_match_list_end(dom_output_match_list *l, dom_rc rc)
{
    if (rc == DOM_OK && l->format == DOM_OUTPUT_JSON)
        return dom_output_put_list(l->out, l->is_open ? "open" : "matches", l->list, l->err);
    json_decref(l->list);
    return rc;
}
