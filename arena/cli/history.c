#include "history.h"

#include "grid.h"
#include "rules_age.h"

enum { SHOWN_MAX = 9 }; /* points in a line of text                            */

/* One variant. */
typedef struct {
    const ranking *of;
    dom_history points;
} history;

typedef struct {
    cli_format format;
    FILE *out;
    size_t count;
    json_t *list;
} teller;

static const dom_history_rating *rating_at(const history *h, size_t point, size_t line)
{
    return &h->points.rating[point * h->points.players + h->of->list.row[line].player];
}

static const rating_bot *bot_at(const history *h, size_t line)
{
    return &h->of->bots[h->of->list.row[line].player];
}

/* A limit that the prior alone holds is not told, as in the list. */
static bool knows_lo(const dom_history_rating *r)
{
    return r->has_rating && (r->bound == DOM_BOUND_NONE || r->bound == DOM_BOUND_BELOW);
}

static bool knows_hi(const dom_history_rating *r)
{
    return r->has_rating && (r->bound == DOM_BOUND_NONE || r->bound == DOM_BOUND_ABOVE);
}

void history_note(char note[static HISTORY_NOTE_BYTES], const dom_history *points,
                  const ranking *list)
{
    note[0] = '\0';
    if (points->mean_until > 0)
        (void)snprintf(note, HISTORY_NOTE_BYTES,
                       "Up to %llu sets the anchor %s had not played and the mean was held: those "
                       "ratings and later ones cannot be compared.",
                       (unsigned long long)points->mean_until, list->labels[list->options.anchor]);
}

/* ---- text -------------------------------------------------------------------- */

/* The last point, and before it those after 1, 2, 4, 8, ... steps; the last SHOWN_MAX. */
static size_t choose(const history *h, size_t shown[])
{
    size_t count = 0, last = h->points.points - 1, first = 1;
    while (last / first > (size_t)1 << (SHOWN_MAX - 2))
        first *= 2;
    for (size_t steps = first; steps - 1 < last; steps *= 2)
        shown[count++] = steps - 1;
    shown[count++] = last;
    return count;
}

static void fill(grid *g, const history *h, const size_t shown[], size_t count)
{
    for (size_t line = 0; line < h->of->list.count; line++) {
        grid_put(g, "%s", bot_at(h, line)->label);
        for (size_t i = 0; i < count; i++) {
            const dom_history_rating *r = rating_at(h, shown[i], line);
            if (r->has_rating)
                grid_put(g, "%s%.1f", dom_bound_word(r->bound), r->elo);
            else
                grid_put(g, "-");
        }
    }
}

static dom_rc print(const teller *t, const history *h, dom_err *err)
{
    char head[SHOWN_MAX][24], note[HISTORY_NOTE_BYTES];
    size_t shown[SHOWN_MAX], count = choose(h, shown);
    grid_column column[SHOWN_MAX + 1] = {{"after sets", true, 0}};
    for (size_t i = 0; i < count; i++) {
        (void)snprintf(head[i], sizeof head[i], "%llu",
                       (unsigned long long)h->points.sets[shown[i]]);
        column[i + 1] = (grid_column){head[i], false, i + 1 < count ? (int)i + 1 : 0};
    }
    grid g = grid_of(column, count + 1);
    fill(&g, h, shown, count);
    if (t->count > 0)
        (void)fputc('\n', t->out);
    (void)fprintf(t->out, "%s%s%s: Elo after the first sets%s\n",
                  t->format == CLI_MARKDOWN ? "## " : "", h->of->from->variant,
                  rules_mark_of(h->of->from->earlier_rules).text,
                  t->format == CLI_MARKDOWN ? "\n" : "");
    dom_rc rc = t->format == CLI_MARKDOWN ? grid_markdown(&g, t->out, err)
                                          : grid_print(&g, RATING_LIST_WIDTH, t->out, err);
    grid_clear(&g);
    history_note(note, &h->points, h->of);
    if (note[0])
        (void)fprintf(t->out, t->format == CLI_MARKDOWN ? "\n%s\n" : "%s\n", note);
    return rc;
}

/* ---- for programs -------------------------------------------------------------- */

static void put_real(FILE *out, bool is_there, double value)
{
    (void)(is_there ? fprintf(out, ",%.6f", value) : fputc(',', out));
}

static void print_csv(const teller *t, const history *h)
{
    if (t->count == 0)
        (void)fputs("variant,sets,bot,version,elo,elo_lo,elo_hi,bound,earlier_rules\n", t->out);
    for (size_t point = 0; point < h->points.points; point++)
        for (size_t line = 0; line < h->of->list.count; line++) {
            const dom_history_rating *r = rating_at(h, point, line);
            if (!r->has_rating)
                continue;
            (void)fprintf(t->out, "%s,%llu,%s,%s", h->of->from->variant,
                          (unsigned long long)h->points.sets[point], bot_at(h, line)->name,
                          bot_at(h, line)->version);
            put_real(t->out, true, r->elo);
            put_real(t->out, knows_lo(r), r->elo_lo);
            put_real(t->out, knows_hi(r), r->elo_hi);
            (void)fprintf(t->out, ",%s,%u\n", dom_bound_word(r->bound), h->of->from->earlier_rules);
        }
}

static void append(json_t *array, bool is_there, double value)
{
    json_array_append_new(array, is_there ? json_real(value) : json_null());
}

static json_t *bot_json(const history *h, size_t line)
{
    json_t *elo = json_array(), *lo = json_array(), *hi = json_array();
    for (size_t point = 0; point < h->points.points; point++) {
        const dom_history_rating *r = rating_at(h, point, line);
        append(elo, r->has_rating, r->elo);
        append(lo, knows_lo(r), r->elo_lo);
        append(hi, knows_hi(r), r->elo_hi);
    }
    return json_pack("{s:s, s:s, s:o, s:o, s:o}", "name", bot_at(h, line)->name, "version",
                     bot_at(h, line)->version, "elo", elo, "elo_lo", lo, "elo_hi", hi);
}

static json_t *history_json(const history *h)
{
    json_t *sets = json_array(), *bots = json_array();
    for (size_t point = 0; point < h->points.points; point++)
        json_array_append_new(sets, json_integer((json_int_t)h->points.sets[point]));
    for (size_t line = 0; line < h->of->list.count; line++)
        json_array_append_new(bots, bot_json(h, line));
    return json_pack("{s:s, s:i, s:I, s:I, s:o, s:o}", "variant", h->of->from->variant,
                     "earlier_rules", (int)h->of->from->earlier_rules, "step",
                     (json_int_t)h->points.step, "mean_until", (json_int_t)h->points.mean_until,
                     "sets", sets, "bots", bots);
}

/* ---- all variants -------------------------------------------------------------- */

static dom_rc show(teller *t, const history *h, dom_err *err)
{
    dom_rc rc = DOM_OK;
    if (h->points.points == 0)
        return DOM_OK;
    if (t->format == CLI_CSV)
        print_csv(t, h);
    else if (t->format != CLI_JSON)
        rc = print(t, h, err);
    else if (json_array_append_new(t->list, history_json(h)) != 0)
        rc = dom_err_set(err, DOM_E_NOMEM, "out of memory");
    t->count++;
    return rc;
}

static dom_rc tell(void *context, const standing *s, const standing_list *l, dom_err *err)
{
    ranking r;
    history h = {.of = &r};
    if (l->sets == 0)
        return DOM_OK;
    dom_rc rc = ranking_make(&r, s, l, false, false, err);
    if (rc != DOM_OK)
        return rc;
    dom_ratings_rc told = dom_history_fit(&h.points, l->pool, &r.options);
    rc = told == DOM_RATINGS_OK ? show(context, &h, err)
                                : dom_err_set(err, DOM_E_LIMIT, "%s has no history: %s", l->variant,
                                              dom_ratings_text(told));
    dom_history_clear(&h.points);
    ranking_clear(&r);
    return rc;
}

dom_rc history_show(const standing *s, const dom_strings *variants, cli_format format, FILE *out,
                    dom_err *err)
{
    teller t = {.format = format, .out = out, .list = json_array()};
    dom_rc rc = ranking_each(s, variants, tell, &t, err);
    if (rc == DOM_OK && t.count == 0 && (format == CLI_TEXT || format == CLI_MARKDOWN))
        (void)fputs("No duplicate set is complete yet.\n", out);
    if (rc == DOM_OK && format == CLI_JSON)
        rc = cli_put_list(out, "histories", json_incref(t.list), err);
    json_decref(t.list);
    return rc;
}
