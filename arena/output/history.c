#include "output/history.h"

#include "documents/documents.h"
#include "output/rating_list.h"
#include "output/text_table.h"
#include "results/history_note.h"
#include "results/rules_age.h"

#include <stdio.h>

enum { SHOWN_MAX = 9 }; /* points in a line of text */

/* The history of one variant. */
typedef struct {
    const dom_results_ranking *of;
    dom_ratings_history points;
} printed_history;

typedef struct {
    dom_output_format format;
    FILE *out;
    size_t count;
    json_t *list;
} history_printer;

static const dom_ratings_history_rating *rating_at(const printed_history *h, size_t point,
                                                   size_t line)
{
    return &h->points.rating[point * h->points.players + h->of->list.row[line].player];
}

static const dom_results_rated_bot *bot_at(const printed_history *h, size_t line)
{
    return &h->of->bots[h->of->list.row[line].player];
}

/* Return true if the limit follows from results and not from the prior alone, as in the list. */
static bool knows_lo(const dom_ratings_history_rating *r)
{
    return r->has_rating && !r->is_fixed && dom_ratings_bound_has_lo(r->bound);
}

static bool knows_hi(const dom_ratings_history_rating *r)
{
    return r->has_rating && !r->is_fixed && dom_ratings_bound_has_hi(r->bound);
}

/* ---- text -------------------------------------------------------------------- */

/* Choose the points after 1, 2, 4, 8, ... steps and the last one; if these are more than SHOWN_MAX,
 * the last SHOWN_MAX of them. Returns their number. */
static size_t choose_points(const printed_history *h, size_t shown[])
{
    size_t count = 0, last = h->points.points - 1, first = 1;
    while (last / first > (size_t)1 << (SHOWN_MAX - 2))
        first *= 2;
    for (size_t steps = first; steps - 1 < last; steps *= 2)
        shown[count++] = steps - 1;
    shown[count++] = last;
    return count;
}

static void fill_table(dom_output_table *g, const printed_history *h, const size_t shown[],
                       size_t count)
{
    for (size_t line = 0; line < h->of->list.count; line++) {
        dom_output_table_put(g, "%s", bot_at(h, line)->label);
        for (size_t i = 0; i < count; i++) {
            const dom_ratings_history_rating *r = rating_at(h, shown[i], line);
            if (r->has_rating)
                dom_output_table_put(g, "%s%.1f", dom_ratings_bound_word(r->bound), r->elo);
            else
                dom_output_table_put(g, "-");
        }
    }
}

static dom_rc print_table(const history_printer *t, const printed_history *h, dom_err *err)
{
    char head[SHOWN_MAX][24], note[DOM_RESULTS_HISTORY_NOTE_BYTES];
    size_t shown[SHOWN_MAX], count = choose_points(h, shown);
    dom_output_column column[SHOWN_MAX + 1] = {
        {.head = "after sets", .is_left = true, .least = DOM_OUTPUT_BOT_LEAST}};
    for (size_t i = 0; i < count; i++) {
        (void)snprintf(head[i], sizeof head[i], "%llu",
                       (unsigned long long)h->points.sets[shown[i]]);
        column[i + 1] =
            (dom_output_column){.head = head[i], .leave = i + 1 < count ? (int)i + 1 : 0};
    }
    dom_output_table g = dom_output_table_of(column, count + 1);
    fill_table(&g, h, shown, count);
    if (t->count > 0)
        (void)fputc('\n', t->out);
    (void)fprintf(t->out, "%s%s%s: Elo after the first sets%s\n",
                  t->format == DOM_OUTPUT_MARKDOWN ? "## " : "", h->of->from->variant,
                  dom_results_rules_mark_of(h->of->from->earlier_rules).text,
                  t->format == DOM_OUTPUT_MARKDOWN ? "\n" : "");
    dom_rc rc = dom_output_table_print(&g, t->format, t->out, err);
    dom_output_table_clear(&g);
    dom_results_history_note(note, &h->points, h->of);
    if (note[0] && t->format == DOM_OUTPUT_MARKDOWN)
        (void)fprintf(t->out, "\n%s\n", note);
    else if (note[0])
        dom_output_put_wrapped(t->out, note);
    return rc;
}

/* ---- for programs -------------------------------------------------------------- */

static void print_csv(const history_printer *t, const printed_history *h)
{
    if (t->count == 0)
        (void)fputs("variant,sets,bot,version,elo,elo_lo,elo_hi,bound,earlier_rules\n", t->out);
    for (size_t point = 0; point < h->points.points; point++)
        for (size_t line = 0; line < h->of->list.count; line++) {
            const dom_ratings_history_rating *r = rating_at(h, point, line);
            if (!r->has_rating)
                continue;
            dom_output_put_csv(t->out, h->of->from->variant);
            (void)fprintf(t->out, ",%llu", (unsigned long long)h->points.sets[point]);
            dom_output_put_csv_next(t->out, bot_at(h, line)->name);
            dom_output_put_csv_next(t->out, bot_at(h, line)->version);
            dom_output_put_csv_real(t->out, true, r->elo);
            dom_output_put_csv_real(t->out, knows_lo(r), r->elo_lo);
            dom_output_put_csv_real(t->out, knows_hi(r), r->elo_hi);
            (void)fprintf(t->out, ",%s,%u\n", dom_ratings_bound_word(r->bound),
                          h->of->from->earlier_rules);
        }
}

/* ---- all variants -------------------------------------------------------------- */

static dom_rc show_history(history_printer *t, const printed_history *h, dom_err *err)
{
    dom_rc rc = DOM_OK;
    if (h->points.points == 0)
        return DOM_OK;
    if (t->format == DOM_OUTPUT_CSV)
        print_csv(t, h);
    else if (t->format != DOM_OUTPUT_JSON)
        rc = print_table(t, h, err);
    else if (json_array_append_new(t->list, dom_documents_history(h->of, &h->points)) != 0)
        rc = dom_err_no_memory(err);
    t->count++;
    return rc;
}

static dom_rc take_history_list(void *context, const dom_results_standings *s,
                                const dom_results_standing_list *l, dom_err *err)
{
    dom_results_ranking r;
    printed_history h = {.of = &r};
    if (l->sets == 0)
        return DOM_OK;
    dom_rc rc = dom_results_ranking_make(&r, s, l, (dom_results_ranking_kind){0}, err);
    if (rc != DOM_OK)
        return rc;
    dom_ratings_rc told = dom_ratings_history_fit(&h.points, l->pool, &r.options);
    rc = told == DOM_RATINGS_OK ? show_history(context, &h, err)
                                : dom_err_set(err, DOM_E_LIMIT, "%s has no history: %s", l->variant,
                                              dom_ratings_rc_text(told));
    dom_ratings_history_clear(&h.points);
    dom_results_ranking_clear(&r);
    return rc;
}

dom_rc dom_output_history_show(const dom_results_standings *s, const dom_strings *variants,
                               dom_output_format format, FILE *out, dom_err *err)
{
    history_printer t = {.format = format, .out = out, .list = json_array()};
    dom_rc rc = dom_results_ranking_each(s, variants, take_history_list, &t, err);
    if (rc == DOM_OK && t.count == 0 &&
        (format == DOM_OUTPUT_TEXT || format == DOM_OUTPUT_MARKDOWN))
        (void)fputs("No duplicate set is complete yet.\n", out);
    if (rc == DOM_OK && format == DOM_OUTPUT_JSON)
        rc = dom_output_put_list(out, "histories", json_incref(t.list), err);
    json_decref(t.list);
    return rc;
}
