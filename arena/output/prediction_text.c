#include "output/prediction_text.h"

#include "base/percent.h"
#include "output/rating_list.h"
#include "output/text_table.h"

#include <stdio.h>

typedef struct {
    const dom_strings *bots;
    dom_output_format format;
    FILE *out;
    size_t count;
    bool may_skip;   /* variants that a bot did not play are left out */
    dom_err skipped; /* the first one that was left out */
    json_t *list;
} prediction_printer;

static const char *label_of(const dom_results_prediction *p, size_t i)
{
    return p->of->labels[p->player[i]];
}

/* ---- text ------------------------------------------------------------------------ */

static void put_expected(dom_output_table *g, const dom_results_expected *e)
{
    dom_output_table_put(g, "%.1f%% (%.1f..%.1f)", dom_percent(e->share, 1), dom_percent(e->lo, 1),
                         dom_percent(e->hi, 1));
}

static dom_rc print_prediction(const prediction_printer *to, const dom_results_prediction *p,
                               dom_err *err)
{
    char head[DOM_SEATS_MAX][DOM_RESULTS_LABEL_BYTES + 10];
    dom_output_column column[DOM_SEATS_MAX + 2] = {
        {.head = "bot", .is_left = true, .least = DOM_OUTPUT_BOT_LEAST}, {.head = "expected"}};
    bool has_pairs = p->count > 2; /* of two, the share against the other is everything */
    for (size_t i = 0; has_pairs && i < p->count; i++) {
        (void)snprintf(head[i], sizeof head[i], "against %s", label_of(p, i));
        column[i + 2] = (dom_output_column){.head = head[i], .leave = (int)i + 1};
    }
    dom_output_table g = dom_output_table_of(column, has_pairs ? p->count + 2 : 2);
    for (size_t row = 0; row < p->count; row++) {
        dom_output_table_put(&g, "%s", label_of(p, row));
        put_expected(&g, &p->total[row]);
        for (size_t i = 0; has_pairs && i < p->count; i++)
            if (i == row)
                dom_output_table_put(&g, "-");
            else
                put_expected(&g, &p->against[row][i]);
    }
    (void)fprintf(to->out, "%s%s%s: expected share of the points (95 %% interval)\n%s",
                  to->count > 0 ? "\n" : "", to->format == DOM_OUTPUT_MARKDOWN ? "## " : "",
                  p->of->from->variant, to->format == DOM_OUTPUT_MARKDOWN ? "\n" : "");
    dom_rc rc = dom_output_table_print(&g, to->format, to->out, err);
    dom_output_table_clear(&g);
    return rc;
}

/* ---- for programs ------------------------------------------------------------------ */

static const dom_store_bot *bot_of(const dom_results_prediction *p, size_t i)
{
    return &p->of->from->rows[p->player[i]].bot;
}

static json_t *expected_json(const dom_results_prediction *p, size_t bot,
                             const dom_results_expected *e)
{
    return json_pack("{s:s, s:s, s:f, s:f, s:f}", "name", bot_of(p, bot)->name, "version",
                     bot_of(p, bot)->version, "expected", e->share, "lo", e->lo, "hi", e->hi);
}

static json_t *prediction_json(const dom_results_prediction *p)
{
    json_t *bots = json_array();
    for (size_t row = 0; row < p->count; row++) {
        json_t *bot = expected_json(p, row, &p->total[row]), *against = json_array();
        for (size_t i = 0; i < p->count; i++)
            if (i != row)
                json_array_append_new(against, expected_json(p, i, &p->against[row][i]));
        json_object_set_new(bot, "against", against);
        json_array_append_new(bots, bot);
    }
    return json_pack("{s:s, s:o}", "variant", p->of->from->variant, "bots", bots);
}

static void print_csv_row(FILE *out, const dom_results_prediction *p, size_t row, size_t against)
{
    dom_output_put_csv(out, p->of->from->variant);
    dom_output_put_csv_next(out, bot_of(p, row)->name);
    dom_output_put_csv_next(out, bot_of(p, row)->version);
    dom_output_put_csv_next(out, bot_of(p, against)->name);
    dom_output_put_csv_next(out, bot_of(p, against)->version);
    (void)fprintf(out, ",%.6f,%.6f,%.6f\n", p->against[row][against].share,
                  p->against[row][against].lo, p->against[row][against].hi);
}

static void print_csv(const prediction_printer *to, const dom_results_prediction *p)
{
    if (to->count == 0)
        (void)fputs("variant,bot,version,against,against_version,expected,lo,hi\n", to->out);
    for (size_t row = 0; row < p->count; row++)
        for (size_t i = 0; i < p->count; i++)
            if (i != row)
                print_csv_row(to->out, p, row, i);
}

/* ---- list after list --------------------------------------------------------------- */

static dom_rc show_prediction(prediction_printer *to, const dom_results_prediction *p, dom_err *err)
{
    dom_rc rc = DOM_OK;
    if (to->format == DOM_OUTPUT_CSV)
        print_csv(to, p);
    else if (to->format != DOM_OUTPUT_JSON)
        rc = print_prediction(to, p, err);
    else if (json_array_append_new(to->list, prediction_json(p)) != 0)
        rc = dom_err_no_memory(err);
    to->count++;
    return rc;
}

static dom_rc take_predicted_list(void *context, const dom_results_standings *s,
                                  const dom_results_standing_list *l, dom_err *err)
{
    prediction_printer *to = context;
    const dom_results_ranking_kind kind = {.wants_matrices = true};
    dom_results_ranking r;
    dom_results_prediction p;
    if (l->sets == 0 && to->may_skip)
        return DOM_OK;
    if (l->sets == 0)
        return dom_err_set(err, DOM_E_LIMIT, "%s has no complete set yet, so nothing is known",
                           l->variant);
    dom_rc rc = dom_results_ranking_make(&r, s, l, kind, err);
    if (rc != DOM_OK)
        return rc;
    rc = dom_results_prediction_make(&p, &r, to->bots, err);
    if (rc == DOM_OK)
        rc = show_prediction(to, &p, err);
    dom_results_ranking_clear(&r);
    if (rc != DOM_E_ABSENT || !to->may_skip)
        return rc;
    if (to->skipped.rc == DOM_OK)
        to->skipped = *err;
    return DOM_OK;
}

dom_rc dom_output_predictions_show(const dom_results_standings *s, const dom_strings *variants,
                                   const dom_strings *bots, dom_output_format format, FILE *out,
                                   dom_err *err)
{
    prediction_printer to = {.bots = bots,
                             .format = format,
                             .out = out,
                             .may_skip = variants->count == 0,
                             .list = json_array()};
    dom_rc rc = dom_results_ranking_each(s, variants, take_predicted_list, &to, err);
    if (rc == DOM_OK && to.count == 0 && to.skipped.rc != DOM_OK) {
        *err = to.skipped;
        rc = err->rc;
    }
    if (rc == DOM_OK && format == DOM_OUTPUT_JSON)
        rc = dom_output_put_list(out, "predictions", json_incref(to.list), err);
    json_decref(to.list);
    return rc;
}
