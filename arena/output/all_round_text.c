#include "output/all_round_text.h"

#include "output/rating_list.h"
#include "output/text_table.h"

#include <stdio.h>

static bool knows_lo(const dom_ratings_all_round_row *row)
{
    return !row->is_fixed && dom_ratings_bound_has_lo(row->bound);
}

static bool knows_hi(const dom_ratings_all_round_row *row)
{
    return !row->is_fixed && dom_ratings_bound_has_hi(row->bound);
}

/* ---- text ------------------------------------------------------------------------ */

static void put_row(dom_output_table *g, const dom_results_all_rounds *all,
                    const dom_results_all_round *list, const dom_ratings_all_round_row *row)
{
    char lo[24] = "", hi[24] = "";
    if (knows_lo(row))
        (void)snprintf(lo, sizeof lo, "%.1f", row->elo_lo);
    if (knows_hi(row))
        (void)snprintf(hi, sizeof hi, "%.1f", row->elo_hi);
    dom_output_table_put(g, row->rank_lo == row->rank_hi ? "%u" : "%u-%u", row->rank_lo,
                         row->rank_hi);
    dom_output_table_put(g, "%s", all->bots[row->player].label);
    dom_output_table_style(g, dom_output_rank_style(row->rank_lo, row->rank_hi));
    dom_output_table_put(g, "%s%.1f", dom_ratings_bound_word(row->bound), row->elo);
    dom_output_table_put(g, "%s%s%s", lo, lo[0] || hi[0] ? ".." : "-", hi);
    dom_output_table_put(g, "%u of %zu", row->lists, list->variants);
    if (list->ratings.islands > 1)
        dom_output_table_put(g, "%u", row->island);
}

static void say(dom_output_format format, FILE *out, const char *mark, const char *text)
{
    if (format == DOM_OUTPUT_MARKDOWN) {
        (void)fputs(mark, out);
        dom_output_put_markdown(text, out);
        (void)fputc('\n', out);
    } else {
        dom_output_put_wrapped(out, text);
    }
}

static dom_rc print_list(const dom_results_all_rounds *all, const dom_results_all_round *list,
                         dom_output_format format, FILE *out, dom_err *err)
{
    static const dom_output_column column[] = {
        {.head = "rank"},
        {.head = "bot", .is_left = true, .least = DOM_OUTPUT_BOT_LEAST},
        {.head = "Elo"},
        {.head = "interval"},
        {.head = "variants", .leave = 1},
        {.head = "island"}};
    char text[DOM_RESULTS_ALL_ROUND_TITLE_BYTES + 80];
    dom_output_table g = dom_output_table_of(column, list->ratings.islands > 1 ? 6 : 5);
    dom_results_all_round_title(text, list);
    say(format, out, "## ", text);
    if (format == DOM_OUTPUT_MARKDOWN)
        (void)fputc('\n', out);
    for (size_t i = 0; i < list->ratings.count; i++)
        put_row(&g, all, list, &list->ratings.row[i]);
    dom_rc rc = dom_output_table_print(&g, format, out, err);
    dom_output_table_clear(&g);
    return rc;
}

dom_rc dom_output_all_rounds_print(const dom_results_all_rounds *all, dom_output_format format,
                                   FILE *out, dom_err *err)
{
    char text[160];
    dom_rc rc = DOM_OK;
    for (size_t i = 0; rc == DOM_OK && i < all->count; i++) {
        rc = print_list(all, &all->lists[i], format, out, err);
        (void)fputc('\n', out);
    }
    if (all->count == 0)
        return rc;
    say(format, out, "- ", DOM_RESULTS_ALL_ROUND_LEGEND);
    (void)snprintf(text, sizeof text, "%s%s fixed at %.0f; 95 %% intervals, over duplicate sets.",
                   all->anchor[0] ? "Anchor " : "Mean", all->anchor, all->anchor_elo);
    say(format, out, "- ", text);
    (void)fputc('\n', out);
    return rc;
}
