/* A bot's own lines of the leaderboard. */
#include "ladder.h"

#include "base/text.h"
#include "ranking.h"
#include "rules_age.h"

#include <string.h>

typedef struct {
    const char *name;
    FILE *out;    /* or ...                                                    */
    json_t *list; /* ... into this                                            */
    bool has_head;
} lines;

static bool knows_lo(const ranking *r, const dom_rating *row)
{
    return !r->shown.is_live && (row->bound == DOM_BOUND_NONE || row->bound == DOM_BOUND_BELOW);
}

static bool knows_hi(const ranking *r, const dom_rating *row)
{
    return !r->shown.is_live && (row->bound == DOM_BOUND_NONE || row->bound == DOM_BOUND_ABOVE);
}

/* "2 of 4", "1-3 of 4". */
static void write_rank(const ranking *r, const dom_rating *row, dom_text *out)
{
    dom_text_add_int(out, row->rank_lo);
    if (row->rank_hi != row->rank_lo) {
        dom_text_add_char(out, '-');
        dom_text_add_int(out, row->rank_hi);
    }
    dom_text_add(out, " of ");
    dom_text_add_int(out, (long long)r->list.count);
}

static void print_line(lines *l, const ranking *r, const dom_rating *row)
{
    char variant[80], rank[40], bot[64], lo[24] = "", hi[24] = "", interval[64];
    const standing_row *from = &r->from->rows[row->player];
    dom_text text = dom_text_of(rank, sizeof rank);
    write_rank(r, row, &text);
    (void)snprintf(bot, sizeof bot, "%s@%.8s", from->bot.name, from->bot.version);
    (void)snprintf(variant, sizeof variant, "%s%s", r->from->variant,
                   rules_mark_of(r->from->earlier_rules).text);
    if (knows_lo(r, row))
        (void)snprintf(lo, sizeof lo, "%.1f", row->elo_lo);
    if (knows_hi(r, row))
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

static json_t *real_or_null(double value, bool is_there)
{
    return is_there ? json_real(value) : json_null();
}

static json_t *line_json(const ranking *r, const dom_rating *row)
{
    const standing_row *from = &r->from->rows[row->player];
    return json_pack("{s:s, s:i, s:s, s:s, s:i, s:i, s:i, s:f, s:o, s:o, s:o, s:I, s:I}", "variant",
                     r->from->variant, "earlier_rules", (int)r->from->earlier_rules, "name",
                     from->bot.name, "version", from->bot.version, "rank_lo", (int)row->rank_lo,
                     "rank_hi", (int)row->rank_hi, "of", (int)r->list.count, "elo", row->elo,
                     "elo_lo", real_or_null(row->elo_lo, knows_lo(r, row)), "elo_hi",
                     real_or_null(row->elo_hi, knows_hi(r, row)), "points_per_round",
                     real_or_null(row->points, row->has_points), "sets", (json_int_t)row->sets,
                     "matches", (json_int_t)row->matches);
}

static dom_rc take_list(void *context, const standing *s, const standing_list *list, dom_err *err)
{
    lines *l = context;
    ranking r;
    bool is_there = false;
    for (size_t i = 0; i < list->row_count; i++)
        is_there |= list->rows[i].matches > 0 && strcmp(list->rows[i].bot.name, l->name) == 0;
    dom_rc rc = is_there ? ranking_make(&r, s, list, false, false, err) : DOM_OK;
    if (!is_there || rc != DOM_OK)
        return rc;
    for (size_t i = 0; i < r.list.count; i++) {
        const dom_rating *row = &r.list.row[i];
        if (strcmp(list->rows[row->player].bot.name, l->name) != 0)
            continue;
        if (l->out)
            print_line(l, &r, row);
        else if (json_array_append_new(l->list, line_json(&r, row)) != 0)
            rc = dom_err_set(err, DOM_E_NOMEM, "out of memory");
    }
    ranking_clear(&r);
    return rc;
}

static dom_rc each(lines *l, dom_store *store, dom_err *err)
{
    standing s;
    dom_rc rc = standing_read(&s, store, NULL, err);
    if (rc == DOM_OK)
        rc = ranking_each(&s, &(dom_strings){.count = 0}, take_list, l, err);
    standing_clear(&s);
    return rc;
}

dom_rc ladder_print_lines(dom_store *store, const char *name, FILE *out, dom_err *err)
{
    return each(&(lines){.name = name, .out = out}, store, err);
}

dom_rc ladder_lines_json(dom_store *store, const char *name, json_t **json, dom_err *err)
{
    lines l = {.name = name, .list = json_array()};
    *json = l.list;
    return l.list ? each(&l, store, err) : dom_err_set(err, DOM_E_NOMEM, "out of memory");
}
