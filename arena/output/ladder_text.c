#include "output/ladder_text.h"

#include "base/text.h"
#include "rating_list_parts.h"
#include "results/ranking.h"
#include "results/rules_age.h"

#include <stdio.h>
#include <string.h>

typedef struct {
    const char *name;
    FILE *out; /* prints text; NULL: collects JSON in `list` */
    json_t *list;
    bool has_head;
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

static void print_line(ladder_lines *l, const dom_results_ranking *r, const dom_ratings_rating *row)
{
    char variant[80], rank[40], bot[64], lo[24] = "", hi[24] = "", interval[64];
    const dom_results_standing_row *from = &r->from->rows[row->player];
    dom_text text = dom_text_of(rank, sizeof rank);
    write_rank(r, row, &text);
    (void)snprintf(bot, sizeof bot, "%s@%.8s", from->bot.name, from->bot.version);
    (void)snprintf(variant, sizeof variant, "%s%s", r->from->variant,
                   dom_results_rules_mark_of(r->from->earlier_rules).text);
    if (dom_output_list_knows_lo(&r->shown, row))
        (void)snprintf(lo, sizeof lo, "%.1f", row->elo_lo);
    if (dom_output_list_knows_hi(&r->shown, row))
        (void)snprintf(hi, sizeof hi, "%.1f", row->elo_hi);
    (void)snprintf(interval, sizeof interval, "%s..%s", lo, hi);
    if (!l->has_head)
        (void)fprintf(l->out, "%-28s %10s  %-20s %7s %16s %9s %5s %7s\n", "variant", "rank", "bot",
                      "Elo", "interval", "pts/round", "sets", "matches");
    l->has_head = true;
    (void)fprintf(l->out, "%-28s %10s  %-20s %7.1f %16s %9.2f %5llu %7llu\n", variant, rank, bot,
                  row->elo, interval, row->points, (unsigned long long)row->sets,
                  (unsigned long long)row->matches);
}

static json_t *line_json(const dom_results_ranking *r, const dom_ratings_rating *row)
{
    const dom_results_standing_row *from = &r->from->rows[row->player];
    return json_pack(
        "{s:s, s:i, s:s, s:s, s:i, s:i, s:i, s:f, s:o, s:o, s:o, s:I, s:I}", "variant",
        r->from->variant, "earlier_rules", (int)r->from->earlier_rules, "name", from->bot.name,
        "version", from->bot.version, "rank_lo", (int)row->rank_lo, "rank_hi", (int)row->rank_hi,
        "of", (int)r->list.count, "elo", row->elo, "elo_lo",
        dom_output_real_json(dom_output_list_knows_lo(&r->shown, row), row->elo_lo), "elo_hi",
        dom_output_real_json(dom_output_list_knows_hi(&r->shown, row), row->elo_hi),
        "points_per_round", dom_output_real_json(row->has_points, row->points), "sets",
        (json_int_t)row->sets, "matches", (json_int_t)row->matches);
}

static dom_rc take_ladder_list(void *context, const dom_results_standings *s,
                               const dom_results_standing_list *list, dom_err *err)
{
    ladder_lines *l = context;
    dom_results_ranking r;
    bool is_there = false;
    for (size_t i = 0; i < list->row_count; i++)
        is_there |= list->rows[i].matches > 0 && strcmp(list->rows[i].bot.name, l->name) == 0;
    dom_rc rc = is_there ? dom_results_ranking_make(&r, s, list, (dom_results_ranking_kind){0}, err)
                         : DOM_OK;
    if (!is_there || rc != DOM_OK)
        return rc;
    for (size_t i = 0; i < r.list.count; i++) {
        const dom_ratings_rating *row = &r.list.row[i];
        if (strcmp(list->rows[row->player].bot.name, l->name) != 0)
            continue;
        if (l->out)
            print_line(l, &r, row);
        else if (json_array_append_new(l->list, line_json(&r, row)) != 0)
            rc = dom_err_no_memory(err);
    }
    dom_results_ranking_clear(&r);
    return rc;
}

static dom_rc each_ladder_line(ladder_lines *l, dom_store *store, dom_err *err)
{
    dom_results_standings s;
    dom_rc rc = dom_results_standings_read(&s, store, NULL, err);
    if (rc == DOM_OK)
        rc = dom_results_ranking_each(&s, &(dom_strings){.count = 0}, take_ladder_list, l, err);
    dom_results_standings_clear(&s);
    return rc;
}

dom_rc dom_output_ladder_print(dom_store *store, const char *name, FILE *out, dom_err *err)
{
    return each_ladder_line(&(ladder_lines){.name = name, .out = out}, store, err);
}

dom_rc dom_output_ladder_json(dom_store *store, const char *name, json_t **json, dom_err *err)
{
    ladder_lines l = {.name = name, .list = json_array()};
    *json = l.list;
    return l.list ? each_ladder_line(&l, store, err) : dom_err_no_memory(err);
}
