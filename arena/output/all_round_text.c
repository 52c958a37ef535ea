#include "output/all_round_text.h"

#include "output/text_table.h"
#include "rating_list_parts.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- text ------------------------------------------------------------------------ */

dom_output_bar dom_output_all_round_bar(const dom_ratings_all_round_row *row)
{
    return (dom_output_bar){.at = row->elo,
                            .lo = row->elo_lo,
                            .hi = row->elo_hi,
                            .has_lo = !row->is_fixed && dom_ratings_bound_has_lo(row->bound),
                            .has_hi = !row->is_fixed && dom_ratings_bound_has_hi(row->bound)};
}

static void put_row(dom_output_table *g, const dom_results_all_rounds *all,
                    const dom_results_all_round *list, const dom_ratings_all_round_row *row)
{
    dom_output_table_put(g, row->rank_lo == row->rank_hi ? "%u" : "%u-%u", row->rank_lo,
                         row->rank_hi);
    dom_output_table_put(g, "%s", all->bots[row->player].label);
    dom_output_table_style(g, dom_output_rank_style(row->rank_lo, row->rank_hi));
    dom_output_table_put(g, "%s%.1f", dom_ratings_bound_word(row->bound), row->elo);
    dom_output_put_interval(g, dom_output_all_round_bar(row), row->is_fixed);
    dom_output_put_next(g, row->has_next, &row->next);
    if (list->ratings.islands > 1)
        dom_output_table_put(g, "%u", row->island);
}

/* Print the sentence that was written to a stream of open_memstream, and free it. */
static dom_rc say_written(dom_output_format format, FILE *out, FILE *written, char **text,
                          dom_err *err)
{
    if (fclose(written) != 0)
        return dom_err_no_memory(err);
    dom_output_put_line(format, out, "- ", "%s", *text);
    free(*text);
    return DOM_OK;
}

static dom_rc say_variants(const dom_results_all_round *list, dom_output_format format, FILE *out,
                           dom_err *err)
{
    char *text = NULL;
    size_t size;
    FILE *to = open_memstream(&text, &size);
    if (to == NULL)
        return dom_err_no_memory(err);
    for (size_t v = 0; v < list->variants; v++)
        (void)fprintf(to, "%s %s", v == 0 ? "Variants:" : ",", list->variant[v]);
    (void)fprintf(to, " (weight 1/%zu each).", list->variants);
    return say_written(format, out, to, &text, err);
}

/* Print that a bot is not ranked, and what it has not played. */
static dom_rc say_unranked(const dom_results_all_rounds *all, const dom_results_all_round *list,
                           uint32_t bot, dom_output_format format, FILE *out, dom_err *err)
{
    char *text = NULL;
    size_t size, missing = 0;
    FILE *to = open_memstream(&text, &size);
    if (to == NULL)
        return dom_err_no_memory(err);
    (void)fprintf(to, "Not ranked: %s, which has not played", all->bots[bot].label);
    for (size_t v = 0; v < list->variants; v++)
        if (!list->has_played[bot * list->variants + v])
            (void)fprintf(to, "%s %s", missing++ > 0 ? "," : "", list->variant[v]);
    (void)fputs(".", to);
    return say_written(format, out, to, &text, err);
}

static void say_bounds(const dom_ratings_all_round *ratings, dom_output_format format, FILE *out)
{
    unsigned seen = 0;
    for (size_t i = 0; i < ratings->count; i++)
        seen |= 1u << ratings->row[i].bound;
    for (dom_ratings_bound b = DOM_RATINGS_BOUND_BELOW; b <= DOM_RATINGS_BOUND_BOTH; b++)
        if (seen & 1u << b)
            dom_output_put_line(format, out, "- ", "%s: %s.", dom_ratings_bound_word(b),
                                dom_ratings_bound_meaning(b));
}

static dom_rc say_notes(const dom_results_all_rounds *all, const dom_results_all_round *list,
                        dom_output_format format, FILE *out, dom_err *err)
{
    dom_rc rc = say_variants(list, format, out, err);
    for (size_t i = 0; rc == DOM_OK && i < list->unranked_count; i++)
        rc = say_unranked(all, list, list->unranked[i], format, out, err);
    say_bounds(&list->ratings, format, out);
    return rc;
}

static dom_rc print_list(const dom_results_all_rounds *all, const dom_results_all_round *list,
                         dom_output_format format, FILE *out, dom_err *err)
{
    static const dom_output_column column[] = {
        {.head = "rank"},
        {.head = "bot", .is_left = true, .least = DOM_OUTPUT_BOT_LEAST},
        {.head = "Elo"},
        {.head = "interval"},
        {.head = "", .is_bars = true, .least = DOM_OUTPUT_BAR_LEAST, .leave = 1},
        {.head = "gap to next", .leave = 2},
        {.head = "LOS", .leave = 3},
        {.head = "island"}};
    char text[DOM_RESULTS_ALL_ROUND_TITLE_BYTES];
    dom_output_table g = dom_output_table_of(column, list->ratings.islands > 1 ? 8 : 7);
    dom_results_all_round_title(text, list);
    dom_output_put_line(format, out, "## ", "%s", text);
    if (format == DOM_OUTPUT_MARKDOWN)
        (void)fputc('\n', out);
    dom_output_put_verdict(format, out, dom_results_verdict_of_all_round(all, list));
    if (format == DOM_OUTPUT_MARKDOWN)
        (void)fputc('\n', out);
    for (size_t i = 0; i < list->ratings.count; i++)
        put_row(&g, all, list, &list->ratings.row[i]);
    dom_rc rc = dom_output_table_print(&g, format, out, err);
    dom_output_table_explain_bars(&g, format, "the 95 % interval of each rating", out);
    dom_output_table_clear(&g);
    if (format == DOM_OUTPUT_MARKDOWN)
        (void)fputc('\n', out);
    return rc == DOM_OK ? say_notes(all, list, format, out, err) : rc;
}

dom_rc dom_output_all_rounds_print(const dom_results_all_rounds *all, dom_output_format format,
                                   FILE *out, dom_err *err)
{
    dom_rc rc = DOM_OK;
    for (size_t i = 0; rc == DOM_OK && i < all->count; i++) {
        rc = print_list(all, &all->lists[i], format, out, err);
        (void)fputc('\n', out);
    }
    if (all->count == 0)
        return rc;
    dom_output_put_line(format, out, "- ", "%s", DOM_RESULTS_ALL_ROUND_LEGEND);
    dom_output_put_line(format, out, "- ",
                        "%s%s fixed at %.0f; 95 %% intervals, over duplicate sets.",
                        all->anchor[0] ? "Anchor " : "Mean", all->anchor, all->anchor_elo);
    (void)fputc('\n', out);
    return rc;
}
