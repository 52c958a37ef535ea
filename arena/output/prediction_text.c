#include "output/prediction_text.h"

#include "base/percent.h"
#include "output/rating_list.h"
#include "output/text_table.h"

#include <inttypes.h>
#include <stdio.h>

typedef struct {
    const dom_strings *bots;
    uint32_t sets; /* for which an interval is wanted; 0: none */
    dom_output_format format;
    FILE *out;
    size_t count;
    bool may_skip;   /* variants that a bot did not play are left out */
    dom_err skipped; /* the first one that was left out */
    json_t *list;
    dom_results_prediction mean; /* of all that were shown */
} prediction_printer;

/* ---- text ------------------------------------------------------------------------ */

static void put_expected(dom_output_table *g, const dom_results_expected *e)
{
    dom_output_table_put(g, "%.1f%% (%.1f..%.1f)", dom_percent(e->share, 1), dom_percent(e->lo, 1),
                         dom_percent(e->hi, 1));
}

static void print_title(const prediction_printer *to, const dom_results_prediction *p)
{
    char mean[64];
    (void)snprintf(mean, sizeof mean, "mean of the %zu variants", p->variants);
    (void)fprintf(to->out, "%s%s%s: expected share of the points (95 %% interval)\n%s",
                  to->count > 0 ? "\n" : "", to->format == DOM_OUTPUT_MARKDOWN ? "## " : "",
                  p->variants > 1 ? mean : p->variant,
                  to->format == DOM_OUTPUT_MARKDOWN ? "\n" : "");
}

static dom_rc print_prediction(const prediction_printer *to, const dom_results_prediction *p,
                               dom_err *err)
{
    char head[DOM_SEATS_MAX][DOM_RESULTS_LABEL_BYTES + 10], in_sets[40];
    dom_output_column column[DOM_SEATS_MAX + 3] = {
        {.head = "bot", .is_left = true, .least = DOM_OUTPUT_BOT_LEAST}, {.head = "expected"}};
    size_t columns = 2;
    bool has_pairs = p->count > 2; /* of two, the share against the other is everything */
    (void)snprintf(in_sets, sizeof in_sets, "in %" PRIu32 " %s%s", to->sets,
                   to->sets == 1 ? "set" : "sets", p->variants > 1 ? " each" : "");
    if (to->sets > 0)
        column[columns++] = (dom_output_column){.head = in_sets};
    for (size_t i = 0; has_pairs && i < p->count; i++) {
        (void)snprintf(head[i], sizeof head[i], "against %s", p->label[i]);
        column[columns++] = (dom_output_column){.head = head[i], .leave = (int)i + 1};
    }
    dom_output_table g = dom_output_table_of(column, columns);
    for (size_t row = 0; row < p->count; row++) {
        dom_output_table_put(&g, "%s", p->label[row]);
        put_expected(&g, &p->total[row]);
        if (to->sets > 0)
            dom_output_table_put(&g, "%.1f..%.1f", dom_percent(p->total[row].sets_lo, 1),
                                 dom_percent(p->total[row].sets_hi, 1));
        for (size_t i = 0; has_pairs && i < p->count; i++)
            if (i == row)
                dom_output_table_put(&g, "-");
            else
                put_expected(&g, &p->against[row][i]);
    }
    print_title(to, p);
    dom_rc rc = dom_output_table_print(&g, to->format, to->out, err);
    dom_output_table_clear(&g);
    return rc;
}

/* ---- for programs ------------------------------------------------------------------ */

static json_t *expected_json(const prediction_printer *to, const dom_results_prediction *p,
                             size_t bot, const dom_results_expected *e)
{
    json_t *json = json_pack("{s:s, s:s, s:f, s:f, s:f}", "name", p->bot[bot].name, "version",
                             p->bot[bot].version, "expected", e->share, "lo", e->lo, "hi", e->hi);
    if (to->sets > 0) {
        json_object_set_new(json, "sets_lo", json_real(e->sets_lo));
        json_object_set_new(json, "sets_hi", json_real(e->sets_hi));
    }
    return json;
}

static json_t *prediction_json(const prediction_printer *to, const dom_results_prediction *p)
{
    json_t *bots = json_array();
    for (size_t row = 0; row < p->count; row++) {
        json_t *bot = expected_json(to, p, row, &p->total[row]), *against = json_array();
        for (size_t i = 0; i < p->count; i++)
            if (i != row)
                json_array_append_new(against, expected_json(to, p, i, &p->against[row][i]));
        json_object_set_new(bot, "against", against);
        json_array_append_new(bots, bot);
    }
    return json_pack("{s:s?, s:o}", "variant", p->variants > 1 ? NULL : p->variant, "bots", bots);
}

static void print_csv_row(const prediction_printer *to, const dom_results_prediction *p, size_t row,
                          size_t against)
{
    const dom_results_expected *e = &p->against[row][against];
    dom_output_put_csv(to->out, p->variant);
    dom_output_put_csv_next(to->out, p->bot[row].name);
    dom_output_put_csv_next(to->out, p->bot[row].version);
    dom_output_put_csv_next(to->out, p->bot[against].name);
    dom_output_put_csv_next(to->out, p->bot[against].version);
    (void)fprintf(to->out, ",%.6f,%.6f,%.6f", e->share, e->lo, e->hi);
    if (to->sets > 0)
        (void)fprintf(to->out, ",%.6f,%.6f", e->sets_lo, e->sets_hi);
    (void)fputc('\n', to->out);
}

static void print_csv(const prediction_printer *to, const dom_results_prediction *p)
{
    if (to->count == 0)
        (void)fprintf(to->out, "variant,bot,version,against,against_version,expected,lo,hi%s\n",
                      to->sets > 0 ? ",sets_lo,sets_hi" : "");
    for (size_t row = 0; row < p->count; row++)
        for (size_t i = 0; i < p->count; i++)
            if (i != row)
                print_csv_row(to, p, row, i);
}

/* ---- list after list --------------------------------------------------------------- */

static dom_rc show_prediction(prediction_printer *to, const dom_results_prediction *p, dom_err *err)
{
    dom_rc rc = DOM_OK;
    if (to->format == DOM_OUTPUT_CSV)
        print_csv(to, p);
    else if (to->format != DOM_OUTPUT_JSON)
        rc = print_prediction(to, p, err);
    else if (json_array_append_new(to->list, prediction_json(to, p)) != 0)
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
    rc = dom_results_prediction_make(&p, &r, to->bots, to->sets, err);
    dom_results_ranking_clear(&r);
    if (rc == DOM_OK)
        dom_results_prediction_add(&to->mean, &p);
    if (rc == DOM_OK)
        rc = show_prediction(to, &p, err);
    if (rc != DOM_E_ABSENT || !to->may_skip)
        return rc;
    if (to->skipped.rc == DOM_OK)
        to->skipped = *err;
    return DOM_OK;
}

dom_rc dom_output_predictions_show(const dom_results_standings *s, const dom_strings *variants,
                                   const dom_strings *bots, uint32_t sets, dom_output_format format,
                                   FILE *out, dom_err *err)
{
    prediction_printer to = {.bots = bots,
                             .sets = sets,
                             .format = format,
                             .out = out,
                             .may_skip = variants->count == 0,
                             .list = json_array()};
    dom_rc rc = dom_results_ranking_each(s, variants, take_predicted_list, &to, err);
    if (rc == DOM_OK && to.count == 0 && to.skipped.rc != DOM_OK) {
        *err = to.skipped;
        rc = err->rc;
    }
    if (rc == DOM_OK && to.mean.variants > 1)
        rc = show_prediction(&to, &to.mean, err);
    if (rc == DOM_OK && format == DOM_OUTPUT_JSON)
        rc = dom_output_put_list(out, "predictions", json_incref(to.list), err);
    json_decref(to.list);
    return rc;
}
