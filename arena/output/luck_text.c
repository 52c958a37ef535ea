#include "output/luck_text.h"

#include "listing/listing.h"
#include "output/text_table.h"
#include "results/match_reader.h"

#include <jansson.h>

static bool is_wanted_luck(const dom_results_luck *luck, const dom_strings *variants, int variant)
{
    return dom_strings_want(variants, luck->t.variants[variant].name);
}

/* Fill a cell with "0.12 (-0.05..0.29)". */
static void put_luck_points(dom_output_table *g, double points, double lo, double hi)
{
    dom_output_table_put(g, "%.2f (%.2f..%.2f)", points, lo, hi);
}

static void put_luck_line(dom_output_table *g, const char *name, const dom_results_luck_line *l)
{
    dom_ratings_luck k;
    dom_output_table_put(g, "%s", name);
    dom_output_table_put(g, "%zu", l->set_count);
    dom_output_table_put(g, "%llu", (unsigned long long)l->matches);
    if (!dom_results_luck_adjust(&k, l)) {
        dom_output_table_put(g, "too few sets");
        dom_output_table_put(g, "%s", "");
        dom_output_table_put(g, "%s", "");
        return;
    }
    put_luck_points(g, k.points, k.points_lo, k.points_hi);
    put_luck_points(g, k.adjusted, k.adjusted_lo, k.adjusted_hi);
    if (k.factor > 0)
        dom_output_table_put(g, "%.2f", k.factor);
    else
        dom_output_table_put(g, "-");
}

static dom_rc print_luck_lines(FILE *out, const dom_results_luck *luck,
                               const dom_results_luck_variant *v, dom_err *err)
{
    static const dom_output_column column[] = {
        {.head = "bot", .is_left = true, .least = DOM_OUTPUT_BOT_LEAST},
        {.head = "sets", .leave = 2},
        {.head = "matches", .leave = 1},
        {.head = "raw"},
        {.head = "adjusted"},
        {.head = "factor", .leave = 3}};
    dom_output_table g = dom_output_table_of(column, sizeof column / sizeof *column);
    dom_output_put_wrapped(out,
                           "Points per match above the mean of the table, over the other sets; "
                           "95 % intervals");
    for (int bot = 0; bot < luck->t.bot_count; bot++)
        if (v->lines[bot].set_count > 0)
            put_luck_line(&g, luck->t.bots[bot].name, &v->lines[bot]);
    dom_rc rc = dom_output_table_print(&g, DOM_OUTPUT_TEXT, out, err);
    dom_output_table_clear(&g);
    return rc;
}

static dom_rc print_luck_variant(FILE *out, const dom_results_luck *luck, int variant, dom_err *err)
{
    const dom_results_luck_variant *v = &luck->variants[variant];
    dom_results_luck_refusal reason = dom_results_luck_refuse(luck, variant);
    (void)fprintf(out, "\n%s: %llu full rotations, %llu other sets\n",
                  luck->t.variants[variant].name, (unsigned long long)v->full_sets,
                  (unsigned long long)v->other_sets);
    if (reason.text[0] == '\0')
        return print_luck_lines(out, luck, v, err);
    dom_output_put_wrapped(out, reason.text);
    return DOM_OK;
}

dom_rc dom_output_luck_text(FILE *out, const dom_results_luck *luck, const dom_strings *variants,
                            dom_err *err)
{
    dom_rc rc = DOM_OK;
    (void)fprintf(out, "%s, baseline %.21s\n", luck->t.name,
                  dom_results_baseline_of(&luck->t).text);
    for (int v = 0; rc == DOM_OK && v < luck->t.variant_count; v++)
        if (is_wanted_luck(luck, variants, v))
            rc = print_luck_variant(out, luck, v, err);
    return rc;
}

static json_t *luck_line_json(const dom_store_bot *bot, const dom_results_luck_line *l)
{
    dom_ratings_luck k;
    json_t *object = json_pack("{s:s, s:s, s:I, s:I}", "name", bot->name, "version", bot->version,
                               "sets", (json_int_t)l->set_count, "matches", (json_int_t)l->matches);
    bool is_known = dom_results_luck_adjust(&k, l);
    const struct {
        const char *key;
        double value;
    } fields[] = {{"points", k.points},           {"points_lo", k.points_lo},
                  {"points_hi", k.points_hi},     {"adjusted", k.adjusted},
                  {"adjusted_lo", k.adjusted_lo}, {"adjusted_hi", k.adjusted_hi},
                  {"coefficient", k.coefficient}, {"factor", k.factor}};
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        json_object_set_new(object, fields[i].key, dom_listing_real(is_known, fields[i].value));
    return object;
}

static json_t *luck_variant_json(const dom_results_luck *luck, int variant)
{
    const dom_results_luck_variant *v = &luck->variants[variant];
    dom_results_luck_refusal reason = dom_results_luck_refuse(luck, variant);
    json_t *bots = json_array();
    for (int bot = 0; !reason.text[0] && bot < luck->t.bot_count; bot++)
        if (v->lines[bot].set_count > 0)
            json_array_append_new(bots, luck_line_json(&luck->t.bots[bot], &v->lines[bot]));
    return json_pack("{s:s, s:I, s:I, s:s, s:o}", "variant", luck->t.variants[variant].name, "full",
                     (json_int_t)v->full_sets, "other", (json_int_t)v->other_sets, "reason",
                     reason.text, "bots", bots);
}

dom_rc dom_output_luck_json(FILE *out, const dom_results_luck *luck, const dom_strings *variants,
                            dom_err *err)
{
    json_t *list = json_array();
    for (int v = 0; v < luck->t.variant_count; v++)
        if (is_wanted_luck(luck, variants, v))
            json_array_append_new(list, luck_variant_json(luck, v));
    json_t *root = json_pack("{s:i, s:s, s:s, s:o}", "schema", 1, "tournament", luck->t.name,
                             "baseline", dom_results_baseline_of(&luck->t).text, "variants", list);
    bool ok = root && json_dumpf(root, out, JSON_INDENT(1) | JSON_REAL_PRECISION(12)) == 0 &&
              fputc('\n', out) != EOF;
    json_decref(root);
    return ok ? DOM_OK : dom_err_set(err, DOM_E_IO, "cannot write the points");
}
