#include "output/ladder_text.h"

#include "base/text.h"
#include "documents/values.h"
#include "output/text_table.h"
#include "rating_list_parts.h"
#include "results/ranking.h"
#include "results/rules_age.h"

#include <stdio.h>
#include <string.h>

typedef struct {
    const char *name;
    dom_output_table *table; /* collects text; NULL: collects JSON in `list` */
    json_t *list;
} ladder_lines;

/* Write a rank range like "2 of 4" or "1-3 of 4". */
static void write_rank(const dom_results_ranking *r, const dom_ratings_rating *row, dom_text *out)
{
    dom_text_add_int(out, row->rank_lo);
    if (row->rank_hi != row->rank_lo) {
        dom_text_add_char(out, '-');
        dom_text_add_int(out, row->rank_hi);
    }
    dom_text_add(out, " of ");
    dom_text_add_int(out, (long long)r->list.count);
}

static void put_line(dom_output_table *g, const dom_results_ranking *r,
                     const dom_ratings_rating *row)
{
    char rank[40], lo[24] = "", hi[24] = "";
    const dom_results_standing_row *from = &r->from->rows[row->player];
    dom_text text = dom_text_of(rank, sizeof rank);
    write_rank(r, row, &text);
    if (dom_results_list_knows_lo(&r->shown, row))
        (void)snprintf(lo, sizeof lo, "%.1f", row->elo_lo);
    if (dom_results_list_knows_hi(&r->shown, row))
        (void)snprintf(hi, sizeof hi, "%.1f", row->elo_hi);
    dom_output_table_put(g, "%s%s", r->from->variant,
                         dom_results_rules_mark_of(r->from->earlier_rules).text);
    dom_output_table_put(g, "%s", rank);
    dom_output_table_put(g, "%s@%.8s", from->bot.name, from->bot.version);
    dom_output_table_put(g, "%.1f", row->elo);
    dom_output_table_put(g, "%s..%s", lo, hi);
    dom_output_table_put(g, "%.2f", row->points);
    dom_output_table_put(g, "%llu", (unsigned long long)row->sets);
    dom_output_table_put(g, "%llu", (unsigned long long)row->matches);
}

static json_t *line_json(const dom_results_ranking *r, const dom_ratings_rating *row)
{
    const dom_results_standing_row *from = &r->from->rows[row->player];
    return json_pack(
        "{s:s, s:i, s:s, s:s, s:i, s:i, s:i, s:f, s:o, s:o, s:o, s:I, s:I}", "variant",
        r->from->variant, "earlier_rules", (int)r->from->earlier_rules, "name", from->bot.name,
        "version", from->bot.version, "rank_lo", (int)row->rank_lo, "rank_hi", (int)row->rank_hi,
        "of", (int)r->list.count, "elo", row->elo, "elo_lo",
        dom_documents_real(dom_results_list_knows_lo(&r->shown, row), row->elo_lo), "elo_hi",
        dom_documents_real(dom_results_list_knows_hi(&r->shown, row), row->elo_hi),
        "points_per_round", dom_documents_real(row->has_points, row->points), "sets",
        (json_int_t)row->sets, "matches", (json_int_t)row->matches);
}

static dom_rc take_ladder_list(void *context, const dom_results_standings *s,
                               const dom_results_standing_list *list, dom_err *err)
{
    ladder_lines *l = context;
    dom_results_ranking r;
    bool is_there = false;
    for (size_t i = 0; i < list->row_count; i++)
        is_there |= list->rows[i].sums.matches > 0 && strcmp(list->rows[i].bot.name, l->name) == 0;
    dom_rc rc = is_there ? dom_results_ranking_make(&r, s, list, (dom_results_ranking_kind){0}, err)
                         : DOM_OK;
    if (!is_there || rc != DOM_OK)
        return rc;
    for (size_t i = 0; i < r.list.count; i++) {
        const dom_ratings_rating *row = &r.list.row[i];
        if (strcmp(list->rows[row->player].bot.name, l->name) != 0)
            continue;
        if (l->table)
            put_line(l->table, &r, row);
        else if (json_array_append_new(l->list, line_json(&r, row)) != 0)
            rc = dom_err_no_memory(err);
    }
    dom_results_ranking_clear(&r);
    return rc;
}

static dom_rc each_ladder_line(ladder_lines *l, dom_store *store, dom_err *err)
{
    dom_results_standings s;
    dom_rc rc = dom_results_standings_read(&s, store, NULL, (dom_results_ranking_kind){0}, err);
    if (rc == DOM_OK)
        rc = dom_results_ranking_each(&s, &(dom_strings){.count = 0}, take_ladder_list, l, err);
    dom_results_standings_clear(&s);
    return rc;
}

dom_rc dom_output_ladder_print(dom_store *store, const char *name, FILE *out, dom_err *err)
{
    static const dom_output_column column[] = {
        {.head = "variant", .is_left = true, .least = 12},
        {.head = "rank"},
        {.head = "bot", .is_left = true, .least = DOM_OUTPUT_BOT_LEAST},
        {.head = "Elo"},
        {.head = "interval"},
        {.head = "pts/round", .leave = 2},
        {.head = "sets", .leave = 3},
        {.head = "matches", .leave = 1}};
    dom_output_table g = dom_output_table_of(column, sizeof column / sizeof *column);
    dom_rc rc = each_ladder_line(&(ladder_lines){.name = name, .table = &g}, store, err);
    if (rc == DOM_OK && g.cells > 0)
        rc = dom_output_table_print(&g, DOM_OUTPUT_TEXT, out, err);
    dom_output_table_clear(&g);
    return rc;
}

dom_rc dom_output_ladder_json(dom_store *store, const char *name, json_t **json, dom_err *err)
{
    ladder_lines l = {.name = name, .list = json_array()};
    *json = l.list;
    return l.list ? each_ladder_line(&l, store, err) : dom_err_no_memory(err);
}
