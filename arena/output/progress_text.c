#include "output/progress_text.h"

#include "base/percent.h"
#include "documents/values.h"
#include "output/rating_list.h"
#include "output/text_table.h"
#include "results/bot_summary.h"

#include <stdio.h>

typedef struct {
    const char *name;
    dom_output_format format;
    FILE *out;
    size_t count; /* variants so far */
    json_t *list;
} progress_printer;

static const dom_results_standing_row *version_at(const dom_results_progress *p, size_t i)
{
    return &p->of->from->rows[p->step[i].player];
}

/* ---- text ------------------------------------------------------------------------ */

static void put_gain(dom_output_table *g, const dom_results_progress_step *step)
{
    const dom_ratings_difference *d = &step->gain;
    char lo[24] = "", hi[24] = "";
    if (d->has_lo)
        (void)snprintf(lo, sizeof lo, "%+.1f", d->lo);
    if (d->has_hi)
        (void)snprintf(hi, sizeof hi, "%+.1f", d->hi);
    dom_output_table_put(g, step->has_gain ? "%+.1f (%s..%s)" : "-", d->elo, lo, hi);
    if (step->has_gain && d->has_lo && d->lo > 0)
        dom_output_table_style(g, DOM_OUTPUT_GAIN);
    else if (step->has_gain && d->has_hi && d->hi < 0)
        dom_output_table_style(g, DOM_OUTPUT_LOSS);
    dom_output_table_put(g, step->has_gain ? "%.1f%%" : "-", dom_percent_chance(d->los, 1));
}

static dom_rc print_progress(const progress_printer *to, const dom_results_progress *p,
                             dom_err *err)
{
    static const dom_output_column column[] = {{.head = "version", .is_left = true},
                                               {.head = "Elo"},
                                               {.head = "gain (95 % interval)"},
                                               {.head = "LOS", .leave = 2},
                                               {.head = "sets", .leave = 1}};
    dom_output_table g = dom_output_table_of(column, sizeof column / sizeof *column);
    for (size_t i = 0; i < p->count; i++) {
        dom_output_table_put(&g, "%.8s", version_at(p, i)->bot.version);
        dom_output_table_put(&g, "%.1f", p->step[i].elo);
        put_gain(&g, &p->step[i]);
        dom_output_table_put(&g, "%llu", (unsigned long long)version_at(p, i)->sets);
    }
    (void)fprintf(to->out, "%s%s%s: versions of %s, oldest first\n%s", to->count > 0 ? "\n" : "",
                  to->format == DOM_OUTPUT_MARKDOWN ? "## " : "", p->of->from->variant, to->name,
                  to->format == DOM_OUTPUT_MARKDOWN ? "\n" : "");
    dom_rc rc = dom_output_table_print(&g, to->format, to->out, err);
    dom_output_table_clear(&g);
    return rc;
}

/* ---- for programs ------------------------------------------------------------------ */

static json_t *version_json(const dom_results_progress *p, size_t i)
{
    const dom_results_progress_step *step = &p->step[i];
    const dom_ratings_difference *d = &step->gain;
    return json_pack(
        "{s:s, s:f, s:o, s:o, s:o, s:o, s:I}", "version", version_at(p, i)->bot.version, "elo",
        step->elo, "gain", dom_documents_real(step->has_gain, d->elo), "gain_lo",
        dom_documents_real(d->has_lo, d->lo), "gain_hi", dom_documents_real(d->has_hi, d->hi),
        "los", dom_documents_real(step->has_gain, d->los), "sets",
        (json_int_t)version_at(p, i)->sets);
}

static json_t *progress_json(const progress_printer *to, const dom_results_progress *p)
{
    json_t *versions = json_array();
    for (size_t i = 0; i < p->count; i++)
        json_array_append_new(versions, version_json(p, i));
    return json_pack("{s:s, s:s, s:o}", "variant", p->of->from->variant, "name", to->name,
                     "versions", versions);
}

static void print_csv(const progress_printer *to, const dom_results_progress *p)
{
    if (to->count == 0)
        (void)fputs("variant,bot,version,elo,gain,gain_lo,gain_hi,los,sets\n", to->out);
    for (size_t i = 0; i < p->count; i++) {
        const dom_results_progress_step *step = &p->step[i];
        dom_output_put_csv(to->out, p->of->from->variant);
        dom_output_put_csv_next(to->out, to->name);
        dom_output_put_csv_next(to->out, version_at(p, i)->bot.version);
        dom_output_put_csv_real(to->out, true, step->elo);
        dom_output_put_csv_real(to->out, step->has_gain, step->gain.elo);
        dom_output_put_csv_real(to->out, step->gain.has_lo, step->gain.lo);
        dom_output_put_csv_real(to->out, step->gain.has_hi, step->gain.hi);
        dom_output_put_csv_real(to->out, step->has_gain, step->gain.los);
        (void)fprintf(to->out, ",%llu\n", (unsigned long long)version_at(p, i)->sets);
    }
}

/* ---- list after list --------------------------------------------------------------- */

static dom_rc show_progress(progress_printer *to, const dom_results_progress *p, dom_err *err)
{
    dom_rc rc = DOM_OK;
    if (to->format == DOM_OUTPUT_CSV)
        print_csv(to, p);
    else if (to->format != DOM_OUTPUT_JSON)
        rc = print_progress(to, p, err);
    else if (json_array_append_new(to->list, progress_json(to, p)) != 0)
        rc = dom_err_no_memory(err);
    to->count++;
    return rc;
}

static dom_rc take_progress_list(void *context, const dom_results_standings *s,
                                 const dom_results_standing_list *l, dom_err *err)
{
    progress_printer *to = context;
    const dom_results_ranking_kind kind = {.wants_matrices = true};
    dom_results_ranking r;
    dom_results_progress p;
    if (l->sets == 0)
        return DOM_OK;
    dom_rc rc = dom_results_ranking_make(&r, s, l, kind, err);
    if (rc != DOM_OK)
        return rc;
    rc = dom_results_progress_make(&p, &r, s, to->name, err);
    if (rc == DOM_OK && p.count > 0)
        rc = show_progress(to, &p, err);
    dom_results_progress_clear(&p);
    dom_results_ranking_clear(&r);
    return rc;
}

dom_rc dom_output_progress_show(const dom_results_standings *s, const dom_strings *variants,
                                const char *name, dom_output_format format, FILE *out, dom_err *err)
{
    progress_printer to = {.name = name, .format = format, .out = out, .list = json_array()};
    dom_rc rc = dom_results_ranking_each(s, variants, take_progress_list, &to, err);
    if (rc == DOM_OK && to.count == 0)
        rc = dom_results_bot_absent(s, name, err);
    if (rc == DOM_OK && format == DOM_OUTPUT_JSON)
        rc = dom_output_put_list(out, "progress", json_incref(to.list), err);
    json_decref(to.list);
    return rc;
}
