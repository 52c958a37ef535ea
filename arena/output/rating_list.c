#include "output/rating_list.h"

#include "base/percent.h"
#include "documents/documents.h"
#include "output/text_table.h"
#include "rating_list_parts.h"

#include <stdio.h>
#include <string.h>

/* ---- the table -------------------------------------------------------------- */

dom_output_range dom_output_range_of(int digits, dom_output_bar bar)
{
    char from[24] = "", to[24] = "";
    dom_output_range range;
    if (bar.has_lo)
        (void)snprintf(from, sizeof from, "%.*f", digits, bar.lo);
    if (bar.has_hi)
        (void)snprintf(to, sizeof to, "%.*f", digits, bar.hi);
    (void)snprintf(range.text, sizeof range.text, "%s%s%s", from,
                   bar.has_lo || bar.has_hi ? ".." : "-", to);
    return range;
}

void dom_output_put_interval(dom_output_table *g, dom_output_bar bar, bool is_fixed)
{
    const dom_output_bar point = {bar.at, bar.at, bar.at, true, true};
    dom_output_table_put(g, "%s", dom_output_range_of(1, bar).text);
    dom_output_table_put_bar(g, is_fixed ? point : bar);
}

void dom_output_put_next(dom_output_table *g, bool has_next, const dom_ratings_difference *d)
{
    char from[24] = "", to[24] = "";
    if (d->has_lo)
        (void)snprintf(from, sizeof from, "%.1f", d->lo);
    if (d->has_hi)
        (void)snprintf(to, sizeof to, "%.1f", d->hi);
    dom_output_table_put(g, has_next ? "%.1f (%s..%s)" : "-", d->elo, from, to);
    dom_output_table_put(g, has_next ? "%.1f%%" : "-", dom_percent_chance(d->los, 1));
}

static void put_points(dom_output_table *g, const dom_results_rating_list *r,
                       const dom_ratings_rating *row)
{
    if (row->has_points)
        dom_output_table_put(g, "%.2f", row->points / r->point);
    else
        dom_output_table_put(g, "-");
}

static void put_counts(dom_output_table *g, const dom_ratings_rating *row)
{
    dom_output_table_put(g, "%llu", (unsigned long long)row->sets);
    dom_output_table_put(g, "%llu", (unsigned long long)row->matches);
    dom_output_table_put(g, "%llu-%llu-%llu", (unsigned long long)row->wins,
                         (unsigned long long)row->draws, (unsigned long long)row->losses);
}

dom_output_bar dom_output_rating_bar(const dom_results_rating_list *r,
                                     const dom_ratings_rating *row)
{
    const dom_ratings_bootstrap *b = dom_results_list_bootstrap(r, row);
    bool is_told = !r->bootstrap || b;
    return (dom_output_bar){.at = row->elo,
                            .lo = b ? b->bc_lo : row->elo_lo,
                            .hi = b ? b->bc_hi : row->elo_hi,
                            .has_lo = is_told && dom_results_list_knows_lo(r, row),
                            .has_hi = is_told && dom_results_list_knows_hi(r, row)};
}

/* Fill a cell with the name of the bot. */
static void put_label(dom_output_table *g, const dom_results_rating_list *r,
                      const dom_ratings_rating *row)
{
    dom_output_table_put(g, "%s", r->bot[row->player].label);
    dom_output_table_style(g, dom_output_rank_style(row->rank_lo, row->rank_hi));
}

static void put_official(dom_output_table *g, const dom_results_rating_list *r,
                         const dom_ratings_rating *row)
{
    dom_output_table_put(g, row->rank_lo == row->rank_hi ? "%u" : "%u-%u", row->rank_lo,
                         row->rank_hi);
    put_label(g, r, row);
    dom_output_table_put(g, "%s%.1f", dom_ratings_bound_word(row->bound), row->elo);
    dom_output_put_interval(g, dom_output_rating_bar(r, row), row->is_fixed);
    if (r->second)
        dom_output_table_put(g, "%.1f", r->second->elo[row->player]);
    dom_output_put_next(g, row->has_next, &row->next);
    put_points(g, r, row);
    const dom_output_bar points = {.lo = row->points_lo / r->point,
                                   .hi = row->points_hi / r->point,
                                   .has_lo = row->has_points,
                                   .has_hi = row->has_points};
    dom_output_table_put(g, "%s", dom_output_range_of(2, points).text);
    put_counts(g, row);
    if (r->list->islands > 1)
        dom_output_table_put(g, "%u", row->island);
}

static void put_live(dom_output_table *g, const dom_results_rating_list *r,
                     const dom_ratings_rating *row)
{
    dom_output_table_put(g, "%u", row->rank_lo);
    put_label(g, r, row);
    dom_output_table_put(g, "%.1f", r->bot[row->player].live_elo);
    put_points(g, r, row);
    put_counts(g, row);
}

/* Write the columns of a list to `out`, in the order of put_official or put_live. Returns their
 * number. */
static size_t columns_of(const dom_results_rating_list *r, const char *per, dom_output_column out[])
{
    const dom_output_column live[] = {
        {.head = "rank"},
        {.head = "bot", .is_left = true, .least = DOM_OUTPUT_BOT_LEAST},
        {.head = "Elo"},
        {.head = per},
        {.head = "sets", .leave = 2},
        {.head = "matches", .leave = 1},
        {.head = "W-D-L", .leave = 3}};
    /* An interval relative to an anchor mostly shows how uncertain the anchor is, so it leaves
     * early. */
    bool is_anchored = !r->is_live && r->options->anchor >= 0 && r->options->more_anchors == 0;
    const dom_output_column official[] = {
        {.head = "rank"},
        {.head = "bot", .is_left = true, .least = DOM_OUTPUT_BOT_LEAST},
        {.head = "Elo"},
        {.head = r->bootstrap ? "bootstrap" : "interval",
         .leave = is_anchored && !r->bootstrap ? 4 : 0},
        {.head = "", .is_bars = true, .least = DOM_OUTPUT_BAR_LEAST, .leave = 3},
        {.head = "P-L"},
        {.head = "gap to next", .leave = 6},
        {.head = "LOS", .leave = 8},
        {.head = per, .leave = 7},
        {.head = "interval", .leave = 2},
        {.head = "sets", .leave = 9},
        {.head = "matches", .leave = 1},
        {.head = "W-D-L", .leave = 5},
        {.head = "island"}};
    enum { SECOND = 5, OFFICIAL = sizeof official / sizeof *official };
    size_t count = 0;
    if (r->is_live) {
        memcpy(out, live, sizeof live);
        return sizeof live / sizeof *live;
    }
    for (size_t i = 0; i < OFFICIAL; i++)
        if ((i != SECOND || r->second) && (i != OFFICIAL - 1 || r->list->islands > 1))
            out[count++] = official[i];
    return count;
}

static dom_rc print_columns(const dom_results_rating_list *r, dom_output_format format, FILE *out,
                            dom_err *err)
{
    char per[24];
    dom_output_column column[DOM_OUTPUT_COLUMNS_MAX];
    (void)snprintf(per, sizeof per, "pts/%s", r->per);
    dom_output_table g = dom_output_table_of(column, columns_of(r, per, column));
    for (size_t i = 0; i < r->list->count; i++)
        (r->is_live ? put_live : put_official)(&g, r, &r->list->row[i]);
    dom_rc rc = dom_output_table_print(&g, format, out, err);
    dom_output_table_explain_bars(&g, format, "the 95 % interval of each rating", out);
    dom_output_table_clear(&g);
    return rc;
}

/* ---- all lists -------------------------------------------------------------- */

dom_output_rating_lists dom_output_rating_lists_begin(dom_output_format format, FILE *out)
{
    return (dom_output_rating_lists){
        .out = out, .format = format, .lists = format == DOM_OUTPUT_JSON ? json_array() : NULL};
}

static dom_rc print_list(const dom_output_rating_lists *s, const dom_results_rating_list *r,
                         dom_err *err)
{
    if (s->count > 0)
        (void)fputc('\n', s->out);
    dom_output_list_title(s, r);
    dom_rc rc = print_columns(r, s->format, s->out, err);
    if (rc == DOM_OK)
        dom_output_list_notes(s, r);
    return rc;
}

dom_rc dom_output_rating_lists_add(dom_output_rating_lists *s, const dom_results_rating_list *r,
                                   dom_err *err)
{
    dom_rc rc = DOM_OK;
    switch (s->format) {
    case DOM_OUTPUT_JSON:
        if (json_array_append_new(s->lists, dom_documents_rating_list(r)) != 0)
            rc = dom_err_no_memory(err);
        break;
    case DOM_OUTPUT_CSV:
        if (s->count == 0)
            dom_output_list_csv_head(s->out);
        dom_output_list_csv(r, s->out);
        break;
    case DOM_OUTPUT_TEXT:
    case DOM_OUTPUT_MARKDOWN:
        rc = print_list(s, r, err);
        break;
    }
    s->count++;
    return rc;
}

dom_rc dom_output_rating_lists_end(dom_output_rating_lists *s, dom_rc rc, dom_err *err)
{
    if (rc == DOM_OK && s->format == DOM_OUTPUT_JSON)
        rc = dom_output_put_json(s->out,
                                 json_pack("{s:i, s:O*, s:O}", "schema", 1, "all_round",
                                           s->all_round, "lists", s->lists),
                                 err);
    if (rc == DOM_OK && s->format == DOM_OUTPUT_CSV && s->count == 0)
        dom_output_list_csv_head(s->out);
    json_decref(s->lists);
    json_decref(s->all_round);
    s->lists = s->all_round = NULL;
    return rc;
}
